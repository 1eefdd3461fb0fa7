/* Region maps: a large map of tiles in equal regions, each of which is one run of bytes and one read.
 *
 *     rom_region where = rom_region_at(map, column, row);
 *     if (where.data == NULL) fill the screen with the fill tile
 *     status = rom_region_unpack(map, &where, tiles, bytes, &error);
 *
 * `map` is a checked REGN chunk. Regions that are absent take no bytes and read as the fill tile. A console
 * that keeps the four regions around the view has 4 x rom_region_bytes in memory, however large the world is.
 */
#ifndef OXCART_ROM_REGION_H
#define OXCART_ROM_REGION_H

#include "rom/rom.h"

typedef struct rom_region {
    const uint8_t *data;     /* `stored` packed bytes; NULL: absent, or beyond the map */
    uint32_t stored, offset; /* offset: from the start of the chunk, for reading it from a file */
    uint8_t codec;
} rom_region;

/* The region in this column and row. Maps with runs take a binary search, maps without runs one look-up. */
rom_region rom_region_at(const uint8_t *map, uint32_t column, uint32_t row);

/* Bytes of a region's tiles: width x height x 1 or 2. */
static inline uint32_t rom_region_bytes(const uint8_t *map) {
    return (uint32_t)rom_half(map + ROM_REGION_MAP_WIDTH) * rom_half(map + ROM_REGION_MAP_HEIGHT) *
           map[ROM_REGION_MAP_ELEMENT];
}

/* Unpacks a region, or fills `tiles` with the fill tile where it is absent. `bytes` must be rom_region_bytes;
 * ROM_BAD_CHUNK when not, ROM_BAD_PACKING and ROM_UNKNOWN_CODEC. Tiles of two bytes stay little-endian. */
FX_MUST_CHECK rom_status rom_region_unpack(const uint8_t *map, const rom_region *region, uint8_t *tiles,
                                           uint32_t bytes, rom_error *error);

/* Whether a picture of this size (pixels) is smaller than a region in both directions, as drawing from four
 * resident regions wants. */
FX_MUST_CHECK bool rom_region_holds_screen(const uint8_t *map, uint32_t width, uint32_t height);

#endif
