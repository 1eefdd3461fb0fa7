/* Blending by factors, and the tables that blend palette pixels. */
#include "raster/blend.h"

bool rs_blend_factors(const rs_blend_state *blend, uint8_t *source, uint8_t *stored, uint8_t *operation) {
    static const uint8_t named[RS_BLEND_MODES][3] = {
        [RS_BLEND_REPLACE] = {RS_FACTOR_ONE, RS_FACTOR_ZERO, RS_BLEND_SUM},
        [RS_BLEND_ALPHA] = {RS_FACTOR_SOURCE_ALPHA, RS_FACTOR_ONE_MINUS_SOURCE_ALPHA, RS_BLEND_SUM},
        [RS_BLEND_ADD] = {RS_FACTOR_ONE, RS_FACTOR_ONE, RS_BLEND_SUM},
        [RS_BLEND_MULTIPLY] = {RS_FACTOR_STORED_COLOUR, RS_FACTOR_ZERO, RS_BLEND_SUM},
        [RS_BLEND_SUBTRACT] = {RS_FACTOR_ONE, RS_FACTOR_ONE, RS_BLEND_STORED_MINUS},
        [RS_BLEND_SCREEN] = {RS_FACTOR_ONE, RS_FACTOR_ONE_MINUS_SOURCE_COLOUR, RS_BLEND_SUM},
        [RS_BLEND_ATTENUATED] = {RS_FACTOR_ONE_MINUS_SOURCE_ALPHA, RS_FACTOR_ONE, RS_BLEND_SUM},
        [RS_BLEND_PREMULTIPLIED] = {RS_FACTOR_ONE, RS_FACTOR_ONE_MINUS_SOURCE_ALPHA, RS_BLEND_SUM},
        [RS_BLEND_AVERAGE] = {RS_FACTOR_ONE, RS_FACTOR_ONE, RS_BLEND_SUM}, /* has its own formula */
    };
    if (blend->mode >= RS_BLEND_MODES) return false;
    *source = named[blend->mode][0], *stored = named[blend->mode][1], *operation = named[blend->mode][2];
    if (blend->mode == RS_BLEND_FACTORS)
        *source = blend->source, *stored = blend->stored, *operation = blend->operation;
    return *source < RS_FACTORS && *stored < RS_FACTORS && *operation < RS_BLEND_OPERATIONS;
}

/* A factor as four channels; for the alpha channel a colour's factor is its alpha. */
static inline uint32_t factor(int kind, uint32_t constant, uint32_t source, uint32_t stored) {
    switch (kind) {
    case RS_FACTOR_ZERO:
        return 0;
    case RS_FACTOR_ONE:
        return 0xFFFFFFFFu;
    case RS_FACTOR_SOURCE_ALPHA:
        return (source >> 24) * 0x01010101u;
    case RS_FACTOR_ONE_MINUS_SOURCE_ALPHA:
        return ~((source >> 24) * 0x01010101u);
    case RS_FACTOR_SOURCE_COLOUR:
        return source;
    case RS_FACTOR_ONE_MINUS_SOURCE_COLOUR:
        return ~source;
    case RS_FACTOR_STORED_COLOUR:
        return stored;
    case RS_FACTOR_ONE_MINUS_STORED_COLOUR:
        return ~stored;
    case RS_FACTOR_STORED_ALPHA:
        return (stored >> 24) * 0x01010101u;
    case RS_FACTOR_ONE_MINUS_STORED_ALPHA:
        return ~((stored >> 24) * 0x01010101u);
    default:
        return constant * 0x01010101u;
    }
}

uint32_t rs_blend(int source_factor, int stored_factor, int operation, uint32_t constant, uint32_t source,
                  uint32_t stored) {
    uint32_t by_source = factor(source_factor, constant, source, stored),
             by_stored = factor(stored_factor, constant, source, stored);
    uint32_t result = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        int32_t s = (int32_t)((source >> shift & 255u) * (by_source >> shift & 255u));
        int32_t d = (int32_t)((stored >> shift & 255u) * (by_stored >> shift & 255u));
        int32_t sum = operation == RS_BLEND_SUM ? s + d : operation == RS_BLEND_SOURCE_MINUS ? s - d : d - s;
        uint32_t t = sum < 0 ? 128u : sum > 65025 ? 65153u : (uint32_t)sum + 128u;
        result |= ((t + (t >> 8)) >> 8) << shift;
    }
    return result;
}

void rs_palette_inverse(const uint32_t palette[256], uint8_t inverse[32768]) {
    for (uint32_t i = 0; i < 32768; i++) {
        uint32_t r = i >> 10, g = i >> 5 & 31u, b = i & 31u;
        inverse[i] = (uint8_t)rs_nearest(palette, (r << 3 | r >> 2) << 16 | (g << 3 | g >> 2) << 8 |
                                                      (b << 3 | b >> 2));
    }
}

void rs_palette_average(const uint32_t palette[256], const uint8_t inverse[32768], uint8_t table[65536]) {
    for (uint32_t i = 0; i < 65536; i++) {
        table[i] = (uint8_t)(i >> 8 == (i & 255u)
                                 ? i & 255u
                                 : rs_palette_index(inverse, rs_average(palette[i >> 8], palette[i & 255u])));
    }
}

void rs_palette_add(const uint32_t palette[256], const uint8_t inverse[32768], uint8_t table[65536]) {
    for (uint32_t i = 0; i < 65536; i++) {
        table[i] = (uint8_t)rs_palette_index(inverse, rs_blend(RS_FACTOR_ONE, RS_FACTOR_ONE, RS_BLEND_SUM, 0,
                                                               palette[i >> 8], palette[i & 255u]));
    }
}
