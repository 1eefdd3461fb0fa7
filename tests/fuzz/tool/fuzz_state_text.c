/* Fuzz target: files of saved games and recordings, whose text must give the same bytes; and texts whose bytes must
 * have a text that gives the bytes again. The first byte chooses between files and texts. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "tools/data/state_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void there_and_back(const uint8_t *data, size_t size, bool must) {
    field_lines lines = {0};
    tool_error error = {.text = ""};
    writer again;
    char *text = NULL;
    size_t length = 0;
    if (!state_lines("fuzz", data, size, &lines, &error)) {
        if (must || error.text[0] == 0) abort();
        field_lines_free(&lines);
        return;
    }
    FILE *out = open_memstream(&text, &length);
    if (out == NULL) abort();
    state_print_head(data, size, out);
    for (size_t i = 0; i < lines.count; i++)
        fprintf(out, "  %s: %s\n", lines.lines[i].path, lines.lines[i].text);
    fclose(out);
    if (!state_assemble("again", text, length, &again, &error)) abort();
    if (again.size != size || memcmp(again.data, data, size) != 0) abort();
    free(text);
    field_lines_free(&lines);
    writer_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    writer made;
    tool_error error = {.text = ""};
    if (size < 1) return 0;
    if (data[0] % 2 == 0) {
        there_and_back(data + 1, size - 1, false);
        return 0;
    }
    if (!state_assemble("fuzz", (const char *)data + 1, size - 1, &made, &error)) {
        if (error.text[0] == 0 || made.data != NULL) abort();
        return 0;
    }
    /* A save without a whole copy is not recognised as a save. */
    if (state_file_kind_of(made.data, made.size) != STATE_NONE)
        there_and_back(made.data, made.size, made.size > 0 && made.data[0] != 'O');
    writer_free(&made);
    return 0;
}
