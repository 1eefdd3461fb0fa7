/* Texts of carts as statements, differences applied again, and three-way merges, from whatever bytes. */
#include <stdlib.h>
#include <string.h>

#include "tools/cart/merge.h"
#include "tools/data/ids.h"
#include "tools/data/registry.h"
#include "tools/import/text/text_difference.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    tool_error error;
    uint32_t conflicts;
    const char *text = (const char *)data, *parts[3] = {text, text, text};
    size_t sizes[3] = {size, 0, 0};
    if (size > 20000) return 0;
    for (int i = 0; i < 2; i++) { /* parts stand between bytes 0xFF */
        const char *end = memchr(parts[i], 0xFF, sizes[i]);
        parts[i + 1] = end == NULL ? parts[i] + sizes[i] : end + 1;
        sizes[i + 1] = end == NULL ? 0 : sizes[i] - (size_t)(end + 1 - parts[i]);
        if (end != NULL) sizes[i] = (size_t)(end - parts[i]);
    }
    const merge_input in = {
        {"base", parts[0], sizes[0]}, {"mine", parts[1], sizes[1]}, {"theirs", parts[2], sizes[2]}, NULL};
    for (int form = 0; form < (int)STATEMENTS_FORMS; form++) {
        writer out = {0};
        if (merge_by_statements(&in, (statements_form)form, &out, &conflicts, &error)) conflicts = 0;
        writer_free(&out);
    }
    writer merged = {0}, patch = {0}, back = {0};
    if (!merge_by_lines(&in, &merged, &conflicts, &error)) abort();
    text_edits edits;
    if (!text_compare(parts[0], sizes[0], parts[1], sizes[1], TEXT_LINES, &edits, &error)) abort();
    text_write_unified(&edits, "a", "b", conflicts % 4, &patch);
    bool same =
        text_patch(parts[0], sizes[0], "patch", (const char *)patch.data, patch.size, &back, &error) &&
        back.size == sizes[1] && (back.size == 0 || memcmp(back.data, parts[1], back.size) == 0);
    if (!same) abort();
    text_edits_free(&edits);
    writer_free(&back);
    back = (writer){0};
    if (text_patch(parts[0], sizes[0], "patch", parts[2], sizes[2], &back, &error)) conflicts = 0;
    if (text_compare(parts[0], sizes[0], parts[2], sizes[2], TEXT_WORDS, &edits, &error)) {
        text_write_words(&edits, 1, &back);
        text_edits_free(&edits);
    }
    ids names = {0};
    if (statements_guess("x", text, size) != STATEMENTS_FORMS &&
        ids_read_data(&names, "x", text, size, &error))
        conflicts = 0;
    ids_free(&names);
    registry r = {0};
    if (registry_read(&r, "x.h", text, size, &error) && registry_settle(&r, &error))
        registry_write(&r, "exports", NULL, 0, &back);
    registry_free(&r);
    writer_free(&merged);
    writer_free(&patch);
    writer_free(&back);
    return 0;
}
