/* Fuzz target: any bytes as the file of an asset of any kind. The first line is the kind and its options, KEY=VALUE
 * each; a word that names no kind stands for one, too. A file that is taken must become a chunk that the console's
 * own reader takes; a refusal has one line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/check.h"
#include "rom/rom.h"
#include "rom/types.h"
#include "tests/fuzz/limits.h"
#include "tools/convert/pack_companion.h"
#include "tools/import/base/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const pack_kind *kind_of(const char *word) {
    uint32_t count = 0;
    const pack_kind *kind = pack_kind_find(word);
    while (pack_kind_at(count) != NULL) count++;
    return kind != NULL ? kind : pack_kind_at(rom_id(word) % count);
}

/* Gives the asset the options of its kind that the line sets. */
static void take_options(const pack_kind *kind, char *line, cart_asset *asset) {
    int used = 0;
    for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " ")) {
        char *equals = strchr(word, '=');
        if (equals == NULL || used == CART_OPTIONS) continue;
        *equals = 0;
        if (cart_option_find(kind->options, word) == NULL) continue;
        snprintf(asset->options[used].key, sizeof asset->options[used].key, "%.23s", word);
        snprintf(asset->options[used].value, sizeof asset->options[used].value, "%.255s", equals + 1);
        used++;
    }
}

static void check(uint32_t tag, const writer *bytes) {
    rom_error error;
    if (tag == 0 || rom_check_chunk(tag, bytes->data, bytes->size, &error) == ROM_OK) return;
    fprintf(stderr, "the reader refuses a chunk of type %08x: %s\n", (unsigned)tag, error.text);
    abort();
}

static void convert(const pack_kind *kind, const cart *c, const cart_asset *asset, const uint8_t *data,
                    size_t size) {
    tool_error error = {.text = ""};
    pack_companions companions;
    writer chunk = {0};
    memset(&companions, 0, sizeof companions);
    const bool is_wave = size >= 4 && memcmp(data, "RIFF", 4) == 0;
    const pack_source source = {
        c, asset, is_wave ? "/nowhere/fuzz.wav" : "/nowhere/fuzz.voice", data, size, &error, &companions};
    writer_zeros(&chunk, kind->header);
    writer_put_u16(&chunk, ROM_CHUNK_VERSION, rom_type_of(kind->tag)->version);
    writer_put_u16(&chunk, ROM_CHUNK_HEADER, kind->header);
    if (kind->convert(&source, &chunk)) {
        writer_align(&chunk, 4);
        if (strcmp(kind->word, "sectioned") != 0) check(kind->tag, &chunk);
        for (pack_companion_chunk *other = companions.chunks; other != NULL; other = other->next) {
            writer_align(&other->bytes, 4);
            check(other->tag, &other->bytes);
        }
    } else if (error.text[0] == 0 || strchr(error.text, '\n') != NULL) {
        abort();
    }
    writer_free(&chunk);
    pack_companion_free(&companions);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static cart c; /* the cart is large, and the same for all inputs */
    if (c.budget == 0) {
        cart_defaults(&c);
        snprintf(c.path, sizeof c.path, "/nowhere/cart.txt");
        c.language_count = 2;
        memcpy(c.languages[0].tag, "en", 3);
        memcpy(c.languages[1].tag, "de", 3);
        c.plan.block_bytes = 2048;
        c.plan.block_count = 16;
    }
    fuzz_limits(size);
    const uint8_t *end = size == 0 ? NULL : memchr(data, '\n', size);
    if (end == NULL || end - data > 1000) return 0;
    char line[1001], word[32];
    memcpy(line, data, (size_t)(end - data));
    line[end - data] = 0;
    if (import_text_line_fault(line, strlen(line)) != NULL) return 0; /* cart.txt cannot have such a line */
    snprintf(word, sizeof word, "%.*s", (int)strcspn(line, " "), line);
    cart_asset asset = {.line = 1, .name = "fuzz"};
    const pack_kind *kind = kind_of(word);
    snprintf(asset.kind, sizeof asset.kind, "%s", kind->word);
    take_options(kind, line, &asset);
    size_t rest = size - (size_t)(end + 1 - data);
    uint8_t *file = malloc(rest + 1); /* files are read with a zero byte behind them */
    if (file == NULL) return 0;
    memcpy(file, end + 1, rest);
    file[rest] = 0;
    convert(kind, &c, &asset, file, rest);
    free(file);
    return 0;
}
