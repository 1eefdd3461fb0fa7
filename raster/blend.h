/* Blending: what a fragment makes of the pixel that is there, in 8 bits a channel and natively in 16-bit pixels, and the tables
 * that blend palette pixels. */
#ifndef OXCART_RASTER_BLEND_H
#define OXCART_RASTER_BLEND_H

#include "raster/pixel_state.h"

/* The factors and the operation of a blend state; named modes have their own. False when a field is out of range. */
bool rs_blend_factors(const rs_blend_state *blend, uint8_t *source, uint8_t *stored, uint8_t *operation);

/* The blend of two colours 0xAARRGGBB, alpha blended by the same factors: source * factor + stored * factor a channel,
 * (t + 128 + ((t + 128) >> 8)) >> 8 of the whole sum, cut to 0..255: rounded exactly. `constant` is the alpha of CONSTANT_ALPHA. */
uint32_t rs_blend(int source_factor, int stored_factor, int operation, uint32_t constant, uint32_t source,
                  uint32_t stored);

/* The mean of two colours, rounded down. */
static inline uint32_t rs_average(uint32_t a, uint32_t b) { return (a & b) + (((a ^ b) & 0xFEFEFEFEu) >> 1); }

/* What rs_blend makes of colours by the source's alpha, 0..255: two channels at a time, which never reach each other. */
static inline uint32_t rs_mix(uint32_t source, uint32_t stored, uint32_t alpha) {
    const uint32_t mask = 0xFF00FFu, rest = 255u - alpha;
    uint32_t outer = (source & mask) * alpha + (stored & mask) * rest + 0x800080u,
             inner = (source >> 8 & 255u) * alpha + (stored >> 8 & 255u) * rest + 0x80u;
    outer = (outer + (outer >> 8 & mask)) >> 8 & mask;
    inner = (inner + (inner >> 8)) & 0xFF00u;
    return outer | inner;
}

/* Native 16-bit pixels: alpha 0..255 in 33 steps, stored + ((source - stored) * a >> 5) in every channel, a = (alpha * 32 + 127) /
 * 255: 0 leaves the pixel, 255 replaces it. `spread` is 0x07E0F81F (RGB565) or 0x03E07C1F (BGR555). */
static inline uint32_t rs_blend_16(uint32_t source, uint32_t stored, uint32_t alpha, uint32_t spread) {
    uint32_t a = (alpha * 32u + 127u) / 255u, s = (source | source << 16) & spread,
             d = (stored | stored << 16) & spread, mixed;
    mixed = ((s * a + d * (32u - a)) >> 5) & spread;
    return (mixed | mixed >> 16) & 0xFFFFu;
}

/* The mean of two pixels, rounded down, as rs_blend_16 at alpha 128; `mask` is 0xF7DE (RGB565) or 0x7BDE (BGR555). */
static inline uint32_t rs_average_16(uint32_t a, uint32_t b, uint32_t mask) {
    return (a & b) + (((a ^ b) & mask) >> 1);
}

/* Tables for palette surfaces, for the packer or for loading: the index nearest to every RGB555 colour (8 million steps), and the
 * index of the mean or the sum of every two entries through it. */
void rs_palette_inverse(const uint32_t palette[256], uint8_t inverse[32768]);
void rs_palette_average(const uint32_t palette[256], const uint8_t inverse[32768], uint8_t table[65536]);
void rs_palette_add(const uint32_t palette[256], const uint8_t inverse[32768], uint8_t table[65536]);

/* The index for a colour. */
static inline uint32_t rs_palette_index(const uint8_t *inverse, uint32_t rgb) {
    return inverse[(rgb >> 9 & 0x7C00u) | (rgb >> 6 & 0x03E0u) | (rgb >> 3 & 0x1Fu)];
}

#endif
