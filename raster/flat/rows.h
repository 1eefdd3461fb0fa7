/* What the functions of all surface formats share; see rows.inc. */
#ifndef OXCART_RASTER_FLAT_ROWS_H
#define OXCART_RASTER_FLAT_ROWS_H

#include <string.h>

#include "raster/blend.h"
#include "raster/combine.h"
#include "raster/dither.h"
#include "raster/flat/flat_work.h"

/* Whether a pixel is drawn where the surface cannot blend: 0 to 4 of every 2 x 2 pixels. */
static inline bool rs_in_pattern(const rs_put *put, int32_t x, int32_t y, uint32_t alpha) {
    const uint32_t quarters = put->mode <= RS_FLAT_ALPHA ? (alpha * 4u + 127u) / 255u : 2;
    return rs_bayer2(x, y) < 4 * quarters;
}

static inline uint32_t rs_index_at(const rs_put *put, int32_t index) {
    if (put->format == RS_PAL8) return put->pixels[index];
    return (uint32_t)put->pixels[index >> 1] >> 4 * (index & 1) & 15u;
}

/* The four corners' colours mixed at (u, v) of a part; each channel is exact at the corners. */
static inline uint32_t rs_corner_mix(const rs_slant *slant, uint32_t u, uint32_t v) {
    const uint32_t across = u / (uint32_t)slant->width,
                   down = v / (uint32_t)slant->height; /* 16 bits of the part */
    uint32_t mixed = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        const uint32_t a = slant->corners[0] >> shift & 255u, b = slant->corners[1] >> shift & 255u,
                       c = slant->corners[2] >> shift & 255u, d = slant->corners[3] >> shift & 255u;
        const uint32_t top = a * (65536u - across) + b * across,
                       bottom = c * (65536u - across) + d * across; /* Q8.16 */
        mixed |=
            (uint32_t)((((uint64_t)top * (65536u - down) + (uint64_t)bottom * down) + (1ull << 31)) >> 32)
            << shift;
    }
    return mixed;
}

#endif
