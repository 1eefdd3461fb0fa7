/* Fuzz target: any bytes as each form of text that has numbers to tune. Every number must stand where the list says;
 * another number in its place leaves all others as they are; and the test of a text must bear any text. The first
 * byte chooses the form. */
#include <stdlib.h>
#include <string.h>

#include "tools/tune/tune_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void free_list(tune_list *l) {
    free(l->list);
    memset(l, 0, sizeof *l);
}

/* Puts sevens for the digits of one number: the text must have as many numbers as before, and the same words but for
 * that one. */
static void change(const tune_text *text, const tune_list *before, uint32_t number) {
    const tune_number *n = &before->list[number];
    tune_list after = {.list = NULL};
    tune_text other = *text;
    tool_error error = {.text = ""};
    size_t length = strlen(n->word);
    if (length > 4) return; /* longer words may become numbers that are too large */
    uint8_t *copy = malloc(text->size + 1);
    if (copy == NULL) return;
    memcpy(copy, text->data, text->size + 1);
    for (size_t i = n->at; i < n->at + length; i++)
        if (copy[i] >= '0' && copy[i] <= '9') copy[i] = '7';
    other.data = copy;
    if (!tune_text_find(&other, &after, &error) || after.count != before->count) abort();
    for (uint32_t i = 0; i < after.count; i++)
        if (after.list[i].at != before->list[i].at ||
            (i != number && strcmp(after.list[i].word, before->list[i].word) != 0))
            abort();
    free_list(&after);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const kinds[] = {NULL, "level", "data", "table", "particles", "script", "cues"};
    static const char *const files[] = {"./cart.txt",     "./it.level", "./it.csv", "./it.csv",
                                        "./it.particles", "./it.goad",  "./it.json"};
    enum { KINDS = sizeof kinds / sizeof kinds[0] };
    static cart c = {.path = "./cart.txt", .rate = 60};
    static cart_asset asset = {.name = "it"};
    tune_list list = {.list = NULL};
    tool_error error = {.text = ""};
    if (size < 1) return 0;
    const size_t kind = data[0] % KINDS;
    uint8_t *copy = malloc(size);
    if (copy == NULL) return 0;
    memcpy(copy, data + 1, size - 1);
    copy[size - 1] = 0;
    if (kinds[kind] != NULL) {
        memset(asset.kind, 0, sizeof asset.kind);
        memcpy(asset.kind, kinds[kind], strlen(kinds[kind]));
        memcpy(asset.file, files[kind] + 2, strlen(files[kind]) - 1);
    }
    const tune_text text = {.c = &c,
                            .asset = kinds[kind] == NULL ? NULL : &asset,
                            .number = kinds[kind] != NULL,
                            .path = files[kind],
                            .data = copy,
                            .size = size - 1};
    if (tune_text_find(&text, &list, &error)) {
        for (uint32_t i = 0; i < list.count; i++) {
            const tune_number *n = &list.list[i];
            int places;
            size_t length = strlen(n->word);
            if (n->at + length > size - 1 || memcmp(copy + n->at, n->word, length) != 0 ||
                tune_decimal(n->word, length, &places) != length || n->line == 0)
                abort();
            if (i < 8 || i + 8 >= list.count) change(&text, &list, i);
        }
    } else if (error.text[0] == 0) {
        abort();
    }
    free_list(&list);
    error.text[0] = 0;
    if (!tune_text_check(&text, &error) && error.text[0] == 0) abort();
    free(copy);
    return 0;
}
