/* Builds images with variants, overlays and packed chunks in the memory of a test. */
#ifndef OXCART_TEST_FILE_IMAGE_BUILDER_H
#define OXCART_TEST_FILE_IMAGE_BUILDER_H

#include <string.h>

#include "rom/check.h"
#include "rom/codec.h"

enum { IMAGE_CHUNKS = 24, IMAGE_DATA = 4096, IMAGE_DELETED_CODEC = 255 };

typedef struct image_build {
    uint8_t *image; /* memory for the image */
    uint32_t room;
    uint32_t cart, version, flags, base, base_version;
    struct image_chunk {
        uint32_t id, type, at, stored, full;
        uint16_t variant;
        uint8_t codec, flags;
    } chunks[IMAGE_CHUNKS];
    uint32_t count, used;
    _Alignas(4) uint8_t data[IMAGE_DATA];
} image_build;

static inline void image_put(uint8_t *at, uint32_t value, int bytes) {
    for (int i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> (8 * i));
}

/* Makes room for a chunk of `bytes`, all 0 but version and header size. */
static inline uint8_t *image_chunk(image_build *b, const char *name, uint32_t type, uint16_t variant,
                                   uint32_t header, uint32_t bytes) {
    struct image_chunk *chunk = &b->chunks[b->count++];
    *chunk =
        (struct image_chunk){.id = rom_id(name), .type = type, .at = b->used, .stored = bytes, .full = bytes};
    chunk->variant = variant;
    uint8_t *at = b->data + b->used;
    memset(at, 0, bytes);
    image_put(at, 0x0100, 2);
    image_put(at + 2, header, 2);
    b->used += (bytes + 3) & ~3u;
    return at;
}

static inline void image_budget(image_build *b) {
    uint8_t *budget = image_chunk(b, "budget", ROM_TAG_BUDGET, 0, 20, 20);
    image_put(budget + 4, 65536, 4);
    image_put(budget + 8, 8192, 4);
    image_put(budget + 12, 64, 2);
    image_put(budget + 14, 48, 2);
    budget[17] = 16;
    image_put(budget + 18, 60, 2);
}

static inline void image_begin(image_build *b, uint8_t *room, uint32_t size, uint32_t cart,
                               uint32_t version) {
    memset(b, 0, sizeof *b);
    b->image = room;
    b->room = size;
    b->cart = cart;
    b->version = version;
    image_budget(b);
}

static inline void image_overlay(image_build *b, uint32_t base, uint32_t version) {
    b->flags = ROM_FLAG_OVERLAY;
    b->base = base;
    b->base_version = version;
    b->count = b->used = 0;
}

/* Adds a chunk with a text behind its first four bytes. */
static inline void image_add(image_build *b, const char *name, uint32_t type, uint16_t variant,
                             const char *text) {
    uint32_t length = (uint32_t)strlen(text);
    memcpy(image_chunk(b, name, type, variant, 4, 4 + length) + 4, text, length);
}

static inline void image_add_deleted(image_build *b, const char *name, uint32_t type) {
    (void)image_chunk(b, name, type, 0, 4, 4);
    b->chunks[b->count - 1].codec = IMAGE_DELETED_CODEC;
}

/* Adds a table of rows of two words: a count at 4, their offset at 8. */
static inline void image_table(image_build *b, const char *name, uint32_t type, const uint32_t *words,
                               uint32_t rows) {
    uint8_t *at = image_chunk(b, name, type, 0, 12, 12 + rows * 8);
    image_put(at + 4, rows, 4);
    image_put(at + 8, 12, 4);
    for (uint32_t i = 0; i < rows * 2; i++) image_put(at + 12 + i * 4, words[i], 4);
}

/* Adds a chunk packed with run-length codes: `size` bytes (4 and more), version and header, then bytes that depend
 * on `seed`. */
static inline void image_add_packed(image_build *b, const char *name, uint32_t type, uint8_t flags,
                                    uint32_t size, uint32_t seed) {
    uint8_t *at = b->data + b->used, *begin = at;
    *at++ = 3;
    image_put(at, 0x0100, 2);
    image_put(at + 2, 4, 2);
    at += 4;
    for (uint32_t left = size - 4; left > 0; seed = seed * 5 + 3) {
        uint32_t run = left < 100 ? left : 100;
        if (run < 3) {
            *at++ = (uint8_t)(run - 1);
            for (uint32_t i = 0; i < run; i++) *at++ = (uint8_t)seed;
        } else {
            *at++ = (uint8_t)(run + 125);
            *at++ = (uint8_t)seed;
        }
        left -= run;
    }
    struct image_chunk *chunk = &b->chunks[b->count++];
    *chunk = (struct image_chunk){.id = rom_id(name),
                                  .type = type,
                                  .at = b->used,
                                  .stored = (uint32_t)(at - begin),
                                  .full = size,
                                  .codec = ROM_CODEC_RUNS,
                                  .flags = flags};
    b->used += (chunk->stored + 3) & ~3u;
}

static inline bool image_before(const struct image_chunk *a, const struct image_chunk *b) {
    if (a->id != b->id) return a->id < b->id;
    return a->type != b->type ? a->type < b->type : a->variant < b->variant;
}

/* Writes header, directory, layout table and chunks; returns the image's size, 0 when there is no room. */
static inline uint32_t image_finish(image_build *b) {
    uint32_t data = ROM_HEADER_SIZE + b->count * 32, size = data + b->used;
    if (size > b->room) return 0;
    memset(b->image, 0, b->room);
    memcpy(b->image + data, b->data, b->used);
    memcpy(b->image, "OXCT\1\0", 6);
    const uint32_t header[] = {size, b->flags, b->cart, b->version, ROM_HEADER_SIZE, b->count};
    image_put(b->image + 6, 64, 2);
    for (uint32_t i = 0; i < 6; i++) image_put(b->image + 8 + i * 4, header[i], 4);
    image_put(b->image + ROM_AT_BASE, b->base, 4);
    image_put(b->image + ROM_AT_BASE_VERSION, b->base_version, 4);
    image_put(b->image + ROM_AT_ALIGNMENT, 4, 4);
    for (uint32_t i = 0; i < b->count; i++) { /* chunks in the order of the directory */
        const struct image_chunk *chunk = NULL;
        uint32_t place = 0;
        for (uint32_t k = 0; k < b->count; k++) place += image_before(&b->chunks[k], &b->chunks[i]);
        chunk = &b->chunks[i];
        uint8_t *entry = b->image + ROM_HEADER_SIZE + place * ROM_ENTRY_SIZE;
        image_put(entry, chunk->id, 4);
        image_put(entry + 4, chunk->type, 4);
        image_put(entry + 8, chunk->variant, 2);
        entry[10] = chunk->codec;
        entry[11] = chunk->flags;
        image_put(entry + 12, data + chunk->at, 4);
        image_put(entry + 16, chunk->stored, 4);
        image_put(entry + 20, chunk->full, 4);
        image_put(entry + 24, rom_crc32(0, b->data + chunk->at, chunk->stored), 4);
        image_put(b->image + ROM_HEADER_SIZE + b->count * ROM_ENTRY_SIZE + i * 4, place,
                  4); /* entries made in rising order */
        if (chunk->type == ROM_TAG_BUDGET) {
            image_put(b->image + ROM_AT_BUDGET, data + chunk->at, 4);
            image_put(b->image + ROM_AT_BUDGET_SIZE, chunk->stored, 4);
        }
    }
    image_put(b->image + ROM_AT_CONTENT_CRC, rom_crc32(0, b->image + 64, size - 64), 4);
    image_put(b->image + ROM_AT_HEADER_CRC, rom_crc32(0, b->image, 60), 4);
    return size;
}

#endif
