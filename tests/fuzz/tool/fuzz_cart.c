/* Fuzz target: any bytes as cart.txt, for no machine or for the one that the first byte names; refusals have a
 * place. */
#include <stdlib.h>
#include <string.h>

#include "tools/cart/cart.h"
#include "tools/cart/cart_parser.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* No cart of this target searches folders. */
static bool searches(const char *text, size_t size) {
    for (size_t i = 0; i + 6 <= size; i++) {
        if (memcmp(text + i, "search", 6) == 0) return true;
    }
    return false;
}

static void read(const char *text, size_t size, const char *target, tool_report *report) {
    const cart_reading how = {.target = target, .all = report};
    tool_error error = {.text = ""};
    cart c;
    if (cart_parse_with("fuzz/cart.txt", text, size, &how, &c, &error)) {
        if (c.scene_count == 0 || c.frame > c.budget / 4 * 3) abort();
    } else if (error.text[0] == 0 || error.line == 0) {
        abort();
    }
    cart_free(&c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const targets[] = {NULL, "gba", "desktop", "lm3s6965"};
    if (size == 0) return 0;
    char *text = malloc(size); /* texts of files are read with a zero byte behind them */
    if (text == NULL) return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    if (!searches(text, size - 1)) {
        tool_report report;
        memset(&report, 0, sizeof report);
        read(text, size - 1, targets[data[0] % 4], NULL);
        read(text, size - 1, targets[data[0] / 4 % 4], &report);
        report_free(&report);
    }
    free(text);
    return 0;
}
