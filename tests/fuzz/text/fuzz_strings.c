/* Fuzz target: any bytes as a table of texts, its checks and the language for tests. */
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/text.h"
#include "tools/import/text/json.h"
#include "tools/import/text/strings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ignore(void *argument, import_strings_fault fault, const import_string *string, uint32_t language,
                   uint32_t code) {
    (void)argument;
    (void)fault;
    (void)string;
    (void)language;
    (void)code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    import_strings strings;
    tool_error error = {.text = ""};
    char *text = malloc(size + 1); /* texts of files are read with a zero byte behind them */
    if (text == NULL) return 0;
    if (size > 0) memcpy(text, data, size);
    text[size] = 0;
    if (import_strings_parse("fuzz", text, size, &strings, &error)) {
        import_strings_check(&strings, NULL, ignore, NULL);
        for (uint32_t i = 0; i < strings.count; i++) {
            for (uint32_t l = 0; l < strings.language_count; l++) {
                const char *one = strings.strings[i].texts[l];
                if (one == NULL) continue;
                char *pseudo = import_strings_pseudo(one);
                if (pseudo == NULL || !import_utf8_is_valid(pseudo, strlen(pseudo))) abort();
                free(pseudo);
            }
        }
        import_strings_free(&strings);
    } else if (error.text[0] == 0 || strings.arena.newest != NULL) {
        abort();
    }
    free(text);
    return 0;
}
