/* Small pictures of a quarter of the width and height, which effects gather and blur: a cell for every 4 x 4 pixels, some channels each. */
#ifndef OXCART_RASTER_POST_CELLS_H
#define OXCART_RASTER_POST_CELLS_H

#include "fixedmath/bits.h"
#include "raster/post.h"

enum { POST_CELL = 4 }; /* pixels of a cell's side */

typedef struct post_cells {
    uint16_t *at; /* rows x columns x channels */
    int columns, rows, channels;
} post_cells;

static inline post_cells post_cells_of(uint16_t *memory, const rs_surface *surface, int channels) {
    return (post_cells){memory, (surface->width + POST_CELL - 1) / POST_CELL,
                        (surface->height + POST_CELL - 1) / POST_CELL, channels};
}

static inline size_t post_cells_count(const post_cells *cells) {
    return (size_t)cells->columns * (size_t)cells->rows * (size_t)cells->channels;
}

static inline size_t post_cells_bytes(int width, int height, int channels) {
    return (size_t)((width + POST_CELL - 1) / POST_CELL) * (size_t)((height + POST_CELL - 1) / POST_CELL) *
           (size_t)channels * sizeof(uint16_t);
}

static inline uint16_t *post_cells_row(const post_cells *cells, int row) {
    return cells->at + (size_t)row * (size_t)cells->columns * (size_t)cells->channels;
}

/* Blurs all channels by (1, 2, 1) / 4 both ways; beyond the edges the outermost cells repeat. */
void post_cells_blur(const post_cells *cells);

/* The two cells between whose middles the middle of a pixel lies, and how far, in eighths. */
typedef struct post_place {
    int first, second, part;
} post_place;

static inline post_place post_place_of(int pixel, int count) {
    const int32_t eighths = 2 * pixel + 1 - POST_CELL;
    const int first = fx_sra32(eighths, 3);
    return (post_place){first < 0 ? 0 : first, first + 1 < count ? first + 1 : count - 1, eighths & 7};
}

/* 64 times a channel's value between four cells. */
static inline uint32_t post_cells_between(const post_cells *cells, const post_place *x, const post_place *y,
                                          int channel) {
    const uint16_t *above = post_cells_row(cells, y->first), *below = post_cells_row(cells, y->second);
    const uint32_t right = (uint32_t)x->part, left = 8u - right, low = (uint32_t)y->part, high = 8u - low;
    const int a = x->first * cells->channels + channel, b = x->second * cells->channels + channel;
    return (above[a] * left + above[b] * right) * high + (below[a] * left + below[b] * right) * low;
}

#endif
