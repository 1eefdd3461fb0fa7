/* Builds small ROM images by hand for the reader's tests: chunks in any order, then header, directory, layout
 * table, sums. */
#ifndef OXCART_TEST_ROM_BUILDER_H
#define OXCART_TEST_ROM_BUILDER_H

#include <string.h>

#include "rom/check.h"

enum { BUILD_CHUNKS = 12, BUILD_ROOM = 2048 };

typedef struct build_chunk {
    uint32_t id, type, size;
    uint8_t flags;
    uint8_t data[320];
} build_chunk;

typedef struct build {
    build_chunk chunks[BUILD_CHUNKS];
    uint32_t count;
    uint32_t words[BUILD_ROOM / 4]; /* the image lies at the end, so that a read beyond leaves the array */
    uint8_t *image;
    uint32_t size;
} build;

static inline void build_put16(uint8_t *at, uint32_t value) {
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

static inline void build_put32(uint8_t *at, uint32_t value) {
    build_put16(at, value);
    build_put16(at + 2, value >> 16);
}

/* Adds a zeroed chunk of `size` bytes with version and header size set. */
static inline uint8_t *build_add(build *b, const char *name, uint32_t type, uint32_t header, uint32_t size) {
    build_chunk *chunk = &b->chunks[b->count++];
    memset(chunk, 0, sizeof *chunk);
    chunk->id = rom_id(name);
    chunk->type = type;
    chunk->size = size;
    build_put16(chunk->data, 0x0100);
    build_put16(chunk->data + 2, header);
    return chunk->data;
}

static inline void build_sums(build *b) {
    build_put32(b->image + 56, rom_crc32(0, b->image + 64, b->size - 64));
    build_put32(b->image + 60, rom_crc32(0, b->image, 60));
}

static inline void build_sort(build *b) {
    for (uint32_t i = 1; i < b->count; i++) {
        for (uint32_t k = i; k > 0 && b->chunks[k].id < b->chunks[k - 1].id; k--) {
            build_chunk moved = b->chunks[k];
            b->chunks[k] = b->chunks[k - 1];
            b->chunks[k - 1] = moved;
        }
    }
}

static inline uint8_t *build_entry(build *b, uint32_t index) { return b->image + 64 + index * 28; }

static inline void build_header(build *b) {
    memcpy(b->image, "OXCT\1\0", 6);
    build_put16(b->image + 6, 64);
    build_put32(b->image + 8, b->size);
    build_put32(b->image + 16, 0xCA47CA47u);
    build_put32(b->image + 20, 0x00010002u);
    build_put32(b->image + 24, 64);
    build_put32(b->image + 28, b->count);
    build_put32(b->image + 52, 4);
}

static inline void build_finish(build *b) {
    uint32_t at = 64 + b->count * 32;
    build_sort(b);
    b->size = at;
    for (uint32_t i = 0; i < b->count; i++) b->size += (b->chunks[i].size + 3) & ~3u;
    b->image = (uint8_t *)b->words + (BUILD_ROOM - b->size);
    memset(b->words, 0, sizeof b->words);
    build_header(b);
    for (uint32_t i = 0; i < b->count; i++) {
        const build_chunk *chunk = &b->chunks[i];
        uint8_t *entry = build_entry(b, i);
        build_put32(entry, chunk->id);
        build_put32(entry + 4, chunk->type);
        entry[11] = chunk->flags;
        build_put32(entry + 12, at);
        build_put32(entry + 16, chunk->size);
        build_put32(entry + 20, chunk->size);
        build_put32(entry + 24, rom_crc32(0, chunk->data, chunk->size));
        build_put32(b->image + 64 + b->count * 28 + i * 4, i);
        memcpy(b->image + at, chunk->data, chunk->size);
        if (chunk->id == rom_id("budget")) {
            build_put32(b->image + 32, at);
            build_put32(b->image + 36, chunk->size);
        }
        if (chunk->id == rom_id("info")) build_put32(b->image + 40, at);
        at += (chunk->size + 3) & ~3u;
    }
    build_sums(b);
}

/* ---- one good chunk of each type ---- */

static inline void build_info_and_budget(build *b) {
    uint8_t *info = build_add(b, "info", ROM_TAG_INFO, 32, 36);
    build_put32(info + 4, 32);
    build_put32(info + 8, 4);
    memcpy(info + 32, "Test", 4);
    build_put32(info + 28, rom_id("scene/main"));
    uint8_t *budget = build_add(b, "budget", ROM_TAG_BUDGET, 20, 20);
    build_put32(budget + 4, 65536);
    build_put32(budget + 8, 8192);
    build_put16(budget + 12, 64);
    build_put16(budget + 14, 48);
    budget[17] = 16;
    build_put16(budget + 18, 60);
}

/* Adds a mesh of two triangles in two parts of four and three vertices. */
static inline uint8_t *build_mesh(build *b) {
    static const uint8_t indices[6] = {0, 1, 3, 2, 1, 0};
    uint8_t *mesh = build_add(b, "mesh/m", ROM_TAG_MESH, 100, 100 + 44 + 28 + 28 + 12 + 8 + 40);
    build_put32(mesh + 8, 7);
    build_put32(mesh + 12, 2);
    build_put32(mesh + 16, 2);
    build_put32(mesh + 20, 3);
    build_put32(mesh + 24, 65536);
    build_put32(mesh + 48, 131072);
    build_put32(mesh + 64, 65536);
    build_put32(mesh + 76, 100);
    build_put32(mesh + 80, 144);
    build_put32(mesh + 84, 172);
    build_put32(mesh + 88, 200);
    build_put32(mesh + 92, 212);
    build_put32(mesh + 96, 220);
    for (int i = 0; i < 6; i++) build_put16(mesh + 200 + i * 2, indices[i]);
    build_put32(mesh + 224, 1);
    build_put32(mesh + 232, 4);
    build_put32(mesh + 236, rom_id("material/m"));
    build_put32(mesh + 240, 1);
    build_put32(mesh + 244, 1);
    build_put32(mesh + 248, 4);
    build_put32(mesh + 252, 3);
    build_put32(mesh + 256, rom_id("material/m"));
    return mesh;
}

/* Adds a scene of one camera, a sun, a lamp, an object. */
static inline uint8_t *build_scene(build *b) {
    uint8_t *scene = build_add(b, "scene/main", ROM_TAG_SCENE, 36, 36 + 52 + 72 + 52);
    build_put16(scene + 14, 1);
    build_put16(scene + 16, 2);
    build_put16(scene + 18, 1);
    build_put32(scene + 20, 36);
    build_put32(scene + 24, 88);
    build_put32(scene + 28, 160);
    build_put16(scene + 36 + 24, 8192);
    build_put32(scene + 36 + 28, 6554);
    build_put32(scene + 36 + 32, 6553600);
    scene[88 + 1] = 255;
    build_put32(scene + 88 + 8, 0xFFFF0000u);
    scene[124] = 1;
    build_put32(scene + 124 + 16, 65536);
    build_put32(scene + 160, rom_id("mesh/m"));
    build_put32(scene + 160 + 16, 65536);
    scene[160 + 32] = 255;
    return scene;
}

static inline void build_names(build *b) {
    uint8_t *names = build_add(b, "names", ROM_TAG_NAMES, 12, 12 + 12 + 8);
    build_put32(names + 4, 1);
    build_put32(names + 8, 12);
    build_put32(names + 12, rom_id("mesh/m"));
    build_put32(names + 16, 24);
    build_put32(names + 20, 6);
    memcpy(names + 24, "mesh/m", 6);
}

/* Adds the chunks of a whole small cart. */
static inline void build_cart(build *b) {
    b->count = 0;
    build_info_and_budget(b);
    build_mesh(b);
    build_scene(b);
    uint8_t *material = build_add(b, "material/m", ROM_TAG_MATERIAL, 20, 20);
    material[9] = 2;
    build_put32(material + 16, rom_id("texture/t"));
    uint8_t *texture = build_add(b, "texture/t", ROM_TAG_IMAGE, 16, 16 + 4 * 2 * 2);
    build_put16(texture + 4, 4);
    build_put16(texture + 6, 2);
    texture[8] = 1;
    build_put32(texture + 12, 16);
    build_names(b);
    build_finish(b);
}

#endif
