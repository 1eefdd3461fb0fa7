/* For tests of converters: one asset of cart.txt through its kind, without a cart around it. */
#ifndef OXCART_TESTS_CONVERTED_ASSET_H
#define OXCART_TESTS_CONVERTED_ASSET_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/check.h"
#include "rom/types.h"
#include "tests/test.h"
#include "tools/convert/pack_companion.h"
#include "tools/import/base/file.h"

typedef struct converted_asset {
    writer chunk;
    pack_companions companions;
    tool_error error;
    uint32_t tag;
} converted_asset;

/* Makes the chunk of `kind NAME path OPTIONS` in *a, which is emptied first. False with a sentence in
 * a->error. */
static inline bool convert_asset(converted_asset *a, const char *kind, const char *path, const void *data,
                                 size_t size, const char *options) {
    static cart c;
    static cart_asset asset;
    const pack_kind *of = pack_kind_find(kind);
    char words[400];
    memset(a, 0, sizeof *a);
    memset(&c, 0, sizeof c);
    memset(&asset, 0, sizeof asset);
    snprintf(c.path, sizeof c.path, "cart.txt");
    c.width = 240;
    c.height = 160;
    asset.line = 7;
    snprintf(asset.kind, sizeof asset.kind, "%s", kind);
    snprintf(asset.name, sizeof asset.name, "it");
    snprintf(words, sizeof words, "%s", options);
    int count = 0;
    for (char *word = strtok(words, " "); word != NULL && count < CART_OPTIONS;
         word = strtok(NULL, " "), count++) {
        char *equals = strchr(word, '=');
        CHECK(equals != NULL);
        snprintf(asset.options[count].key, sizeof asset.options[count].key, "%.*s", (int)(equals - word),
                 word);
        CHECK(cart_option_find(of->options, asset.options[count].key) != NULL);
        snprintf(asset.options[count].value, sizeof asset.options[count].value, "%s", equals + 1);
    }
    CHECK(of != NULL);
    a->tag = of->tag;
    writer_zeros(&a->chunk, of->header);
    writer_put_u16(&a->chunk, ROM_CHUNK_VERSION, rom_type_of(of->tag)->version);
    writer_put_u16(&a->chunk, ROM_CHUNK_HEADER, of->header);
    const pack_source source = {&c, &asset, path, data, size, &a->error, &a->companions};
    if (!of->convert(&source, &a->chunk)) return false;
    writer_align(&a->chunk, 4);
    return !a->chunk.failed;
}

static inline bool convert_asset_text(converted_asset *a, const char *kind, const char *text,
                                      const char *options) {
    return convert_asset(a, kind, "it.txt", text, strlen(text), options);
}

/* Converts a file of ../shared/data; *there tells whether the file exists. */
static inline bool convert_asset_file(converted_asset *a, const char *kind, const char *path,
                                      const char *options, bool *there) {
    uint8_t *data;
    size_t size;
    memset(a, 0, sizeof *a);
    *there = import_file_exists(path);
    if (!*there || !import_file_read(path, &data, &size, &a->error)) return false;
    bool ok = convert_asset(a, kind, path, data, size, options);
    free(data);
    return ok;
}

static inline void converted_free(converted_asset *a) {
    writer_free(&a->chunk);
    pack_companion_free(&a->companions);
}

/* Holds the chunk and all further ones to the reader's checks. */
static inline void converted_check(converted_asset *a) {
    rom_error fault = {0};
    if (rom_check_chunk(a->tag, a->chunk.data, a->chunk.size, &fault) != ROM_OK)
        test_fail(__FILE__, __LINE__, fault.text, 0, 1);
    for (pack_companion_chunk *c = a->companions.chunks; c != NULL; c = c->next) {
        writer_align(&c->bytes, 4);
        if (rom_check_chunk(c->tag, c->bytes.data, c->bytes.size, &fault) != ROM_OK)
            test_fail(__FILE__, __LINE__, fault.text, 0, 1);
    }
}

static inline uint32_t converted_u32(const converted_asset *a, size_t at) {
    return rom_u32(a->chunk.data + at);
}
static inline uint32_t converted_u16(const converted_asset *a, size_t at) {
    return rom_u16(a->chunk.data + at);
}

#endif
