/* Ordered dithering: the 4x4 matrix (Bayer 1973), anchored to the surface, and the reductions that use it. */
#ifndef OXCART_RASTER_DITHER_H
#define OXCART_RASTER_DITHER_H

#include <stdint.h>

/* The matrix at pixel (x, y), 0..15: rows 0 8 2 10 / 12 4 14 6 / 3 11 1 9 / 15 7 13 5, four bits each. */
static inline uint32_t rs_bayer4(int x, int y) {
    static const uint16_t rows[4] = {0xA280, 0x6E4C, 0x91B3, 0x5D7F};
    return (uint32_t)rows[y & 3] >> 4 * (x & 3) & 15u;
}

/* The value at pixel (x, y) of the matrix of 2 x 2 pixels: 0 8 / 12 4. */
static inline uint32_t rs_bayer2(int x, int y) { return rs_bayer4(x & 1, y & 1); }

/* Reduces 8 bits to 5, 6 or 4 under a matrix value 0..15: the mean over the matrix is the value, 0 and 255 stay black
 * and white. */
static inline uint32_t rs_dither5(uint32_t v, uint32_t bayer) { return (v - (v >> 5) + (bayer >> 1)) >> 3; }
static inline uint32_t rs_dither6(uint32_t v, uint32_t bayer) { return (v - (v >> 6) + (bayer >> 2)) >> 2; }
static inline uint32_t rs_dither4(uint32_t v, uint32_t bayer) { return (v - (v >> 4) + bayer) >> 4; }

#endif
