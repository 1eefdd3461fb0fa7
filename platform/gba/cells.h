/* The loops of the composer that run for every cell of a layer and every tile of the canvas, in fast memory. */
#ifndef OXCART_GBA_CELLS_H
#define OXCART_GBA_CELLS_H

#include "platform/gba/composer.h"

enum { GBA_CELL_NONE = 0x10000 };

/* Cells beside one another of a layer, at most GBA_MAP_CELLS, as their values or GBA_CELL_NONE. */
typedef struct gba_cell_row {
    const rs_compose_layer *layer;
    uint32_t first; /* tile of 8x8 with which the layer's set begins */
    int32_t row, column, count;
    uint32_t cells[GBA_MAP_CELLS];
} gba_cell_row;

/* FNV-1a by words, turned so that high bits count, too. */
static inline uint32_t gba_cells_fold(uint32_t hash, uint32_t word) {
    hash = (hash ^ word) * 0x01000193u;
    return hash << 13 | hash >> 19;
}

/* Reads the cells of a row; those beside the map are as the layer says. */
void gba_cells_read(gba_cell_row *row);

/* Folds the cells into *hash; false where the layer's set has no such tile, or the cell asks for other colours. */
bool gba_cells_check(const gba_cell_row *row, uint32_t *hash);

/* Writes the cells' tiles of 8x8 into a map of 32x32, at their places modulo 32. */
void gba_cells_write(const gba_cell_row *row, uint16_t *map);

/* ---- tiles of the canvas ---- */

typedef enum gba_tile_look { GBA_TILE_CLEAR, GBA_TILE_AS_BEFORE, GBA_TILE_NEW } gba_tile_look;

/* What a tile of 8x8 pixels in a row of the canvas is; `has_before`: it may be as the tile to its left. Pixels and stride are aligned to words. */
gba_tile_look gba_tile_look_at(const uint8_t *pixels, int stride, bool has_before);

/* Copies such a tile. */
void gba_tile_copy(uint32_t *to, const uint8_t *pixels, int stride);

#endif
