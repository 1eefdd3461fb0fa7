/* Blocks of images on 32-bit pixels, eight at a time; see wide.h. */
#include "raster/wide/wide.h"

#if RS_WIDE
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

#include "raster/wide/wide_lanes.h"

typedef uint8_t u8x8 __attribute__((vector_size(8)));

/* s a + d (255 - a), rounded as rs_blend does it, in the lower bytes of 16-bit lanes; the result is in the upper ones. */
WIDE_INLINE u16x16 mix_halves(u16x16 source, u16x16 stored, u16x16 alpha, u16x16 rest) {
    const u16x16 t = source * alpha + stored * rest + 128;
    return t + (t >> 8);
}

WIDE_INLINE u32x8 mix(u32x8 source, u32x8 stored, uint32_t alpha) {
    const u16x16 a = (u16x16){0} + (uint16_t)alpha, rest = (u16x16){0} + (uint16_t)(255u - alpha);
    const u32x8 even =
        (u32x8)(mix_halves((u16x16)(source & 0x00FF00FFu), (u16x16)(stored & 0x00FF00FFu), a, rest) >> 8);
    const u32x8 odd =
        (u32x8)mix_halves((u16x16)(source >> 8 & 0x00FF00FFu), (u16x16)(stored >> 8 & 0x00FF00FFu), a, rest);
    return (even | (odd & 0xFF00FF00u)) & 0xFFFFFFu;
}

/* Eight pixels of a row from right to left. */
WIDE_INLINE u32x8 turned_round(u32x8 lanes) {
#ifdef __clang__
    return __builtin_shufflevector(lanes, lanes, 7, 6, 5, 4, 3, 2, 1, 0);
#else
    return __builtin_shuffle(lanes, (u32x8){7, 6, 5, 4, 3, 2, 1, 0});
#endif
}

WIDE_INLINE void flat_block(const rs_wide_block *b, bool indexed, bool keyed, bool blended, bool back) {
    uint8_t *to = b->to;
    const uint8_t *from = b->from;
    for (int32_t row = b->height; row > 0; row--, to += b->to_stride, from += b->from_stride) {
        for (int32_t i = 0; i < b->width; i += 8) {
            u32x8 raw, pixel, stored;
            if (indexed) {
                u8x8 bytes;
                memcpy(&bytes, back ? from - i - 7 : from + i, sizeof bytes);
                raw = __builtin_convertvector(bytes, u32x8);
                if (back) raw = turned_round(raw);
                pixel =
                    (u32x8)LANES_FETCH((i32x8){0}, (const int *)b->colours, (i32x8)raw, (i32x8){0} - 1, 4);
            } else {
                memcpy(&raw, back ? from - 4 * (i + 7) : from + 4 * i, sizeof raw);
                if (back) raw = turned_round(raw);
                pixel = raw;
            }
            if (keyed || blended) memcpy(&stored, to + 4 * (size_t)i, sizeof stored);
            if (blended) pixel = mix(pixel, stored, b->alpha);
            if (keyed) {
                const u32x8 is_clear = (u32x8)(raw == 0);
                pixel = (stored & is_clear) | (pixel & ~is_clear);
            }
            memcpy(to + 4 * (size_t)i, &pixel, sizeof pixel);
        }
    }
}

WIDE_INLINE void choose_block(const rs_wide_block *b, bool indexed, bool back) {
    if (b->keyed && b->alpha != 255)
        flat_block(b, indexed, true, true, back);
    else if (b->keyed)
        flat_block(b, indexed, true, false, back);
    else if (b->alpha != 255)
        flat_block(b, indexed, false, true, back);
    else
        flat_block(b, indexed, false, false, back);
}

void rs_wide_flat(const rs_wide_block *b) {
    if (b->colours != NULL && b->back)
        choose_block(b, true, true);
    else if (b->colours != NULL)
        choose_block(b, true, false);
    else if (b->back)
        choose_block(b, false, true);
    else
        choose_block(b, false, false);
}

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
