/* Rows of cells: read, checked, and written as the display's own. */
#include "platform/gba/cells.h"

#include "fixedmath/scalar.h"

/* In fast memory, where carts without meshes have their loops of two dimensions. */
#if defined(__arm__)
#define NEAR __attribute__((section(".flat.cells"), target("arm")))
#else
#define NEAR
#endif

enum {
    NUMBER = 1023, /* of a cell with turns, here as in rs_tiles and in the display's maps */
    FLIP_X = 1 << 10,
    FLIP_Y = 1 << 11
};

static inline uint32_t shown_cell(const rs_compose_layer *l, uint32_t cell) {
    return l->has_empty && (l->turns ? cell & NUMBER : cell) == l->empty ? GBA_CELL_NONE : cell;
}

static inline uint32_t value_at(const rs_compose_layer *l, int32_t column, int32_t row) {
    const uint32_t at = (uint32_t)row * (uint32_t)l->pitch + (uint32_t)column;
    return l->cell_bytes == 1 ? ((const uint8_t *)l->cells)[at] : ((const uint16_t *)l->cells)[at];
}

/* A cell that does not lie in the map. */
static uint32_t cell_beside(const rs_compose_layer *l, int32_t column, int32_t row) {
    const bool is_in_rows = row >= 0 && row < l->rows;
    switch (l->outside) {
    case RS_OUTSIDE_FILL:
        return shown_cell(l, l->fill);
    case RS_OUTSIDE_CLAMP:
        return shown_cell(l,
                          value_at(l, int_clamp(column, 0, l->columns - 1), int_clamp(row, 0, l->rows - 1)));
    case RS_OUTSIDE_WRAP_COLUMNS:
        if (!is_in_rows) return GBA_CELL_NONE;
        return shown_cell(l, value_at(l, int_floormod(column, l->columns), row));
    case RS_OUTSIDE_WRAP:
        return shown_cell(l, value_at(l, int_floormod(column, l->columns), int_floormod(row, l->rows)));
    default:
        return GBA_CELL_NONE;
    }
}

NEAR void gba_cells_read(gba_cell_row *r) {
    const rs_compose_layer *l = r->layer;
    const int32_t row = r->row, end = r->column + r->count;
    const bool is_in_rows = row >= 0 && row < l->rows;
    int32_t column = r->column;
    uint32_t *to = r->cells;
    for (; column < end && (column < 0 || !is_in_rows); column++) *to++ = cell_beside(l, column, row);
    const int32_t inside = end < l->columns ? end : l->columns;
    if (column < inside) {
        const uint32_t at = (uint32_t)row * (uint32_t)l->pitch + (uint32_t)column;
        const uint32_t mask = l->turns ? NUMBER : 0xFFFFu, none = l->has_empty ? l->empty : 0x10000u;
        const uint8_t *bytes = (const uint8_t *)l->cells + at;
        const uint16_t *halves = (const uint16_t *)l->cells + at;
        const bool is_byte = l->cell_bytes == 1;
        for (; column < inside; column++) {
            const uint32_t cell = is_byte ? *bytes++ : *halves++;
            *to++ = (cell & mask) == none ? GBA_CELL_NONE : cell;
        }
    }
    for (; column < end; column++) *to++ = cell_beside(l, column, row);
}

NEAR bool gba_cells_check(const gba_cell_row *r, uint32_t *hash) {
    const rs_compose_layer *l = r->layer;
    const uint16_t *substitutes = l->substitutes;
    const uint32_t tiles = l->tiles, substitute_count = l->substitute_count;
    const uint32_t number = l->turns ? NUMBER : 0xFFFFu, other = l->turns ? 0xF000u : 0;
    uint32_t sum = *hash;
    for (int32_t i = 0; i < r->count; i++) {
        const uint32_t cell = r->cells[i];
        uint32_t tile = cell & number;
        sum = gba_cells_fold(sum, cell);
        if (cell == GBA_CELL_NONE) continue;
        if (tile < substitute_count) tile = substitutes[tile];
        if (tile >= tiles || (cell & other) != 0) return false;
    }
    *hash = sum;
    return true;
}

NEAR void gba_cells_write(const gba_cell_row *r, uint16_t *map) {
    const rs_compose_layer *l = r->layer;
    const uint16_t *substitutes = l->substitutes;
    const uint32_t substitute_count = l->substitute_count, number = l->turns ? NUMBER : 0xFFFFu,
                   turning = l->turns ? FLIP_X | FLIP_Y : 0;
    const uint32_t wide = l->tile_width >> 4, tall = l->tile_height >> 4; /* 0: one tile, 1: two */
    const uint32_t shift = wide + tall, y = (uint32_t)r->row << tall;
    uint16_t *upper = map + (y & 31u) * GBA_MAP_CELLS, *lower = map + ((y + 1) & 31u) * GBA_MAP_CELLS;
    uint32_t x = (uint32_t)r->column << wide;
    for (int32_t i = 0; i < r->count; i++, x += 1u + wide) {
        const uint32_t cell = r->cells[i];
        const uint32_t left = x & 31u, right = (x + 1) & 31u;
        uint32_t tile = cell & number, turns = 0, across = 0, down = 0;
        if (cell == GBA_CELL_NONE) {
            tile = 0;
        } else {
            turns = cell & turning;
            if (tile < substitute_count) tile = substitutes[tile];
            tile = (r->first + (tile << shift)) | turns;
            across = wide, down = tall << wide;
        }
        if ((turns & FLIP_X) != 0) tile += across, across = 0u - across;
        if ((turns & FLIP_Y) != 0) tile += down, down = 0u - down;
        upper[left] = (uint16_t)tile;
        if (wide != 0) upper[right] = (uint16_t)(tile + across);
        if (tall == 0) continue;
        lower[left] = (uint16_t)(tile + down);
        if (wide != 0) lower[right] = (uint16_t)(tile + down + across);
    }
}

NEAR gba_tile_look gba_tile_look_at(const uint8_t *pixels, int stride, bool has_before) {
    const uint32_t *words = (const uint32_t *)(const void *)pixels;
    const int32_t down = stride / 4;
    uint32_t all = 0, others = has_before ? 0 : 1;
    for (int y = 0; y < RS_COMPOSE_LINES; y++, words += down) {
        all |= words[0] | words[1];
        if (others == 0) others = (words[0] ^ words[-2]) | (words[1] ^ words[-1]);
    }
    return all == 0 ? GBA_TILE_CLEAR : others == 0 ? GBA_TILE_AS_BEFORE : GBA_TILE_NEW;
}

NEAR void gba_tile_copy(uint32_t *to, const uint8_t *pixels, int stride) {
    const uint32_t *words = (const uint32_t *)(const void *)pixels;
    const int32_t down = stride / 4;
    for (int y = 0; y < RS_COMPOSE_LINES; y++, words += down, to += 2) to[0] = words[0], to[1] = words[1];
}
