/* For the tests of saved games and recordings as text: round trips and differences. */
#ifndef OXCART_TESTS_HOST_STATE_TEXT_H
#define OXCART_TESTS_HOST_STATE_TEXT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tools/data/state_text.h"

/* The whole text of a file; malloc'd, NULL when it is refused. */
static inline char *state_text(const uint8_t *data, size_t size, size_t *length) {
    field_lines lines = {0};
    tool_error error = {.text = ""};
    char *text = NULL;
    if (!state_lines("a", data, size, &lines, &error)) {
        TEST_INFO("%s", error.text);
        return NULL;
    }
    FILE *out = open_memstream(&text, length);
    state_print_head(data, size, out);
    for (size_t i = 0; i < lines.count; i++)
        fprintf(out, "  %s: %s\n", lines.lines[i].path, lines.lines[i].text);
    fclose(out);
    field_lines_free(&lines);
    return text;
}

/* Whether the file's text gives the file again, byte for byte. */
static inline bool state_comes_back(const uint8_t *data, size_t size) {
    size_t length = 0;
    tool_error error = {.text = ""};
    writer again;
    char *text = state_text(data, size, &length);
    bool same = text != NULL && state_assemble("a.txt", text, length, &again, &error);
    if (same) {
        same = again.size == size && memcmp(again.data, data, size) == 0;
        writer_free(&again);
    } else {
        TEST_INFO("%s", error.text);
    }
    free(text);
    return same;
}

/* The differences as diff prints them; malloc'd. */
static inline char *state_difference(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                     uint32_t *told) {
    field_lines x = {0}, y = {0};
    tool_error error = {.text = ""};
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    field_teller t = {.most = 100, .out = out};
    CHECK(state_lines("a", a, a_size, &x, &error) && state_lines("b", b, b_size, &y, &error));
    CHECK(field_lines_tell(&x, &y, NULL, true, &t));
    fclose(out);
    *told = t.told;
    field_lines_free(&x);
    field_lines_free(&y);
    return text;
}

/* The file that comes of the text with `old` (which must stand in it) replaced; empty when it is refused, and
 * *why tells the reason. */
static inline writer state_edited(const char *text, const char *old, const char *now, tool_error *why) {
    writer edited = {0}, made = {0};
    const char *at = strstr(text, old);
    CHECK(at != NULL);
    if (at == NULL) return made;
    writer_bytes(&edited, text, (size_t)(at - text));
    writer_bytes(&edited, now, strlen(now));
    writer_bytes(&edited, at + strlen(old), strlen(at + strlen(old)));
    why->text[0] = 0;
    (void)state_assemble("a.txt", (const char *)edited.data, edited.size, &made, why);
    writer_free(&edited);
    return made;
}

#endif
