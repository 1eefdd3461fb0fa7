/* Builds chunks of maps and of tile sets for tests: with any cells and flags. */
#ifndef OXCART_TESTS_TILEMAP_BUILDER_H
#define OXCART_TESTS_TILEMAP_BUILDER_H

#include <string.h>

#include "kernel/tilemap/map.h"

enum { BUILT_CELLS = 1024, BUILT_TILES = 16, BUILT_SET_AT = ROM_TILE_SET_SIZE + 256 };

typedef struct built_map {
    union {
        uint64_t align;
        uint8_t bytes[ROM_TILE_MAP_SIZE + 2 * ROM_MAP_LAYER_SIZE + 4 * BUILT_CELLS];
    } map;
    union {
        uint64_t align;
        uint8_t bytes[ROM_TILE_SET_SIZE + BUILT_TILES * ROM_TILE_SIZE + 8 * ROM_TILE_FRAME_SIZE +
                      4 * ROM_TILE_FIELD_SIZE];
    } set;
    uint32_t cells_at;
} built_map;

static inline void built_u16(uint8_t *at, uint32_t value) {
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

static inline void built_u32(uint8_t *at, uint32_t value) {
    built_u16(at, value & 0xFFFFu);
    built_u16(at + 2, value >> 16);
}

/* Makes a map of one or two layers, `back` and `main`, all empty; its tiles of 16 x 16 have no properties. */
static inline void build_map(built_map *b, uint32_t columns, uint32_t rows, uint32_t layers,
                             uint32_t element) {
    uint8_t *m = b->map.bytes, *s = b->set.bytes;
    memset(b, 0, sizeof *b);
    const uint32_t bytes = columns * rows * element;
    b->cells_at = ROM_TILE_MAP_SIZE + layers * ROM_MAP_LAYER_SIZE;
    built_u16(m + ROM_CHUNK_HEADER, ROM_TILE_MAP_SIZE);
    built_u16(m + ROM_TILE_MAP_WIDTH, columns);
    built_u16(m + ROM_TILE_MAP_HEIGHT, rows);
    m[ROM_TILE_MAP_ELEMENT] = (uint8_t)element;
    built_u16(m + ROM_TILE_MAP_FLAGS, ROM_TILE_MAP_HAS_EMPTY);
    built_u16(m + ROM_TILE_MAP_EMPTY, element == 1 ? 255 : 65535);
    built_u16(m + ROM_TILE_MAP_TILE_WIDTH, 16);
    built_u16(m + ROM_TILE_MAP_TILE_HEIGHT, 16);
    built_u32(m + ROM_TILE_MAP_CELLS_AT, b->cells_at);
    built_u32(m + ROM_TILE_MAP_LAYER_COUNT, layers);
    built_u32(m + ROM_TILE_MAP_LAYERS_AT, ROM_TILE_MAP_SIZE);
    built_u32(m + ROM_TILE_MAP_LAYER_CELLS_AT, b->cells_at);
    for (uint32_t i = 0; i < layers; i++) {
        uint8_t *row = m + ROM_TILE_MAP_SIZE + i * ROM_MAP_LAYER_SIZE;
        built_u32(row + ROM_MAP_LAYER_NAME, rom_id(i + 1 == layers ? "main" : "back"));
        built_u32(row + ROM_MAP_LAYER_FIRST, i * bytes);
        built_u32(row + ROM_MAP_LAYER_BYTES, bytes);
        row[ROM_MAP_LAYER_FLAGS] = ROM_MAP_LAYER_SHOWN;
        row[ROM_MAP_LAYER_OPACITY] = 255;
    }
    memset(m + b->cells_at, 255, (size_t)bytes * layers);
    built_u16(s + ROM_CHUNK_HEADER, ROM_TILE_SET_SIZE);
    built_u16(s + ROM_TILE_SET_TILE_WIDTH, 16);
    built_u16(s + ROM_TILE_SET_TILE_HEIGHT, 16);
    built_u32(s + ROM_TILE_SET_COUNT, BUILT_TILES);
    built_u32(s + ROM_TILE_SET_AT, ROM_TILE_SET_SIZE);
    for (uint32_t i = 0; i < BUILT_TILES; i++)
        built_u16(s + ROM_TILE_SET_SIZE + i * ROM_TILE_SIZE + ROM_TILE_FRAMES, 1);
}

static inline void build_flags(built_map *b, uint32_t tile, uint32_t flags) {
    built_u16(b->set.bytes + ROM_TILE_SET_SIZE + tile * ROM_TILE_SIZE + ROM_TILE_FLAGS, flags);
}

/* Sets the cell of a layer. */
static inline void build_cell(built_map *b, uint32_t layer, uint32_t column, uint32_t row, uint32_t cell) {
    uint8_t *m = b->map.bytes;
    const uint32_t columns = rom_u16(m + ROM_TILE_MAP_WIDTH), rows = rom_u16(m + ROM_TILE_MAP_HEIGHT),
                   element = m[ROM_TILE_MAP_ELEMENT];
    uint8_t *at = m + b->cells_at + (size_t)((layer * rows + row) * columns + column) * element;
    if (element == 1)
        *at = (uint8_t)cell;
    else
        built_u16(at, cell);
}

#endif
