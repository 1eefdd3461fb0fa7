/* Vectors of eight lanes and what the wide spans do with them. This header is to be included where the compiler may use
 * AVX2. Compilers' vector types throughout; the few operations that these lack go by the compilers' names for the
 * instruction. */
#ifndef OXCART_RASTER_WIDE_WIDE_LANES_H
#define OXCART_RASTER_WIDE_WIDE_LANES_H

#include <string.h>

#include "raster/spans/attributes.h"

typedef uint32_t u32x8 __attribute__((vector_size(32)));
typedef int32_t i32x8 __attribute__((vector_size(32)));
typedef char i8x32 __attribute__((vector_size(32)));
typedef unsigned long long u64x4 __attribute__((vector_size(32)));
typedef long long i64x4 __attribute__((vector_size(32)));
typedef int16_t i16x16 __attribute__((vector_size(32)));
typedef int32_t i32x4 __attribute__((vector_size(16)));
typedef uint32_t u32x4 __attribute__((vector_size(16)));
typedef char i8x16 __attribute__((vector_size(16)));
typedef long long i64x2 __attribute__((vector_size(16)));
typedef int16_t i16x8 __attribute__((vector_size(16)));
typedef uint16_t u16x8 __attribute__((vector_size(16)));
typedef uint16_t u16x16 __attribute__((vector_size(32)));

/* Sums of 16-bit lanes that wrap: lanes that are not read may hold anything. */
#define LANES_PLUS_16(a, b) ((i16x8)((u16x8)(a) + (u16x8)(b)))
#define LANES_MINUS_16(a, b) ((i16x8)((u16x8)(a) - (u16x8)(b)))
#define LANES_TIMES_16(a, b) ((i16x8)((u16x8)(a) * (u16x8)(b)))
#define LANES_TIMES_I16(a, b) ((i16x16)((u16x16)(a) * (u16x16)(b)))
#define LANES_PLUS_I16(a, b) ((i16x16)((u16x16)(a) + (u16x16)(b)))
#define LANES_MINUS_I16(a, b) ((i16x16)((u16x16)(a) - (u16x16)(b)))

#define WIDE_INLINE static inline __attribute__((always_inline))
#define WIDE_SIGN 0x80000000u

#ifdef __clang__
#define LANES_LESSER(a, b) __builtin_elementwise_min(a, b)
#define LANES_GREATER(a, b) __builtin_elementwise_max(a, b)
#define LANES_MAGNITUDE(a) ((u32x8)__builtin_elementwise_abs((i32x8)(a)))
#define LANES_LESSER_I32(a, b) __builtin_elementwise_min(a, b)
#define LANES_GREATER_I32(a, b) __builtin_elementwise_max(a, b)
#define LANES_LESSER_I16(a, b) __builtin_elementwise_min(a, b)
#define LANES_GREATER_I16(a, b) __builtin_elementwise_max(a, b)
#define LANES_LESSER_16(a, b) __builtin_elementwise_min(a, b)
#define LANES_GREATER_16(a, b) __builtin_elementwise_max(a, b)
#define LANES_FETCH __builtin_ia32_gatherd_d256
#define LANES_WIDEN(half) __builtin_convertvector(half, u32x8)
#define LANES_SPREAD(lanes) __builtin_shufflevector(lanes, lanes, 0, 0, 0, 0, 0, 0, 0, 0)
#define LANES_UPPER(lanes) __builtin_shufflevector(lanes, lanes, 4, 5, 6, 7)
#else
#define LANES_LESSER(a, b) ((u32x8)__builtin_ia32_pminud256((i32x8)(a), (i32x8)(b)))
#define LANES_GREATER(a, b) ((u32x8)__builtin_ia32_pmaxud256((i32x8)(a), (i32x8)(b)))
#define LANES_MAGNITUDE(a) ((u32x8)__builtin_ia32_pabsd256((i32x8)(a)))
#define LANES_LESSER_I32(a, b) __builtin_ia32_pminsd256(a, b)
#define LANES_GREATER_I32(a, b) __builtin_ia32_pmaxsd256(a, b)
#define LANES_LESSER_I16(a, b) __builtin_ia32_pminsw256(a, b)
#define LANES_GREATER_I16(a, b) __builtin_ia32_pmaxsw256(a, b)
#define LANES_LESSER_16(a, b) __builtin_ia32_pminsw128(a, b)
#define LANES_GREATER_16(a, b) __builtin_ia32_pmaxsw128(a, b)
#define LANES_FETCH __builtin_ia32_gathersiv8si
#define LANES_WIDEN(half) ((u32x8)__builtin_ia32_pmovzxwd256((i16x8)(half)))
#define LANES_SPREAD(lanes) ((u32x8)__builtin_ia32_pbroadcastd256((i32x4)(lanes)))
#define LANES_UPPER(lanes) ((i32x4)__builtin_ia32_extract128i256((i64x4)(lanes), 1))
#endif

static const u32x8 lane_numbers = {0, 1, 2, 3, 4, 5, 6, 7};

/* One value in all lanes. */
WIDE_INLINE u32x8 lanes_of(uint32_t value) {
    return (u32x8){value, value, value, value, value, value, value, value};
}

/* The first of four lanes in all eight. */
WIDE_INLINE u32x8 lanes_spread(u32x4 lanes) { return LANES_SPREAD(lanes); }

WIDE_INLINE u32x8 lanes_load(const uint32_t *from) {
    u32x8 lanes;
    memcpy(&lanes, from, sizeof lanes);
    return lanes;
}

WIDE_INLINE void lanes_store(uint32_t *to, u32x8 lanes) { memcpy(to, &lanes, sizeof lanes); }

WIDE_INLINE u32x8 lanes_load_16(const uint16_t *from) {
    u16x8 half;
    memcpy(&half, from, sizeof half);
    return LANES_WIDEN(half);
}

/* Stores lanes as 16 bits each; every lane must be below 65536. */
WIDE_INLINE void lanes_store_16(uint16_t *to, u32x8 lanes) {
    i32x8 whole = (i32x8)lanes;
    i32x4 low = __builtin_shufflevector(whole, whole, 0, 1, 2, 3), high = LANES_UPPER(whole);
    u16x8 half = (u16x8)__builtin_ia32_packusdw128(low, high);
    memcpy(to, &half, sizeof half);
}

/* Lanes of `yes` where `where` is all ones, of `no` where it is all zeros. */
WIDE_INLINE u32x8 lanes_choose(u32x8 where, u32x8 yes, u32x8 no) {
    return (u32x8)__builtin_ia32_pblendvb256((i8x32)no, (i8x32)yes, (i8x32)where);
}

WIDE_INLINE bool lanes_any(u32x8 where) { return __builtin_ia32_pmovmskb256((i8x32)where) != 0; }

/* The signs of all lanes: bit k is the sign of lane k. */
WIDE_INLINE uint32_t lanes_bits(u32x8 lanes) {
    i32x8 whole = (i32x8)lanes;
    i16x8 halves =
        __builtin_ia32_packssdw128(__builtin_shufflevector(whole, whole, 0, 1, 2, 3), LANES_UPPER(whole));
    return (uint32_t)__builtin_ia32_pmovmskb128((i8x16)__builtin_ia32_packsswb128(halves, halves)) & 255u;
}

/* 64-bit products of lower halves. */
WIDE_INLINE u64x4 lanes_times(u64x4 a, u64x4 b) {
    return (u64x4)__builtin_ia32_pmuludq256((i32x8)a, (i32x8)b);
}

/* fx_recip_mantissa of numbers in lower halves, from the table's entries. */
WIDE_INLINE u64x4 lanes_mantissa(u64x4 n, u64x4 seed) {
    u64x4 y = lanes_times(0u - (lanes_times(n, seed) >> 16), seed) >> 15;
    return lanes_times(0u - (lanes_times(n, y) >> 32), y) >> 32;
}

/* The mantissa of fx_recip_fast_inline for numbers in lower halves. */
WIDE_INLINE u64x4 lanes_mantissa_fast(u64x4 n, u64x4 seed) {
    return lanes_times(0u - (lanes_times(n, seed) >> 16), seed) >> 16;
}

/* Joins lower halves of two vectors into even and odd lanes. */
WIDE_INLINE u32x8 lanes_join(u64x4 even, u64x4 odd) {
    return (u32x8)__builtin_shufflevector((u32x8)even, (u32x8)odd, 0, 8, 2, 10, 4, 12, 6, 14);
}

/* Whether every bit of `bits` is set in `lanes`. */
WIDE_INLINE bool lanes_all_set(u32x8 lanes, u32x8 bits) {
    return __builtin_ia32_ptestc256((i64x4)lanes, (i64x4)bits) != 0;
}

/* Keeps a constant in a register or on the stack, where the compiler would make it anew in every turn of a
 * loop. */
#define LANES_KEEP(lanes) __asm__("" : "+x"(lanes))

/* words[index] in the lanes of `where`, which alone are read; `rest` in the other lanes. */
WIDE_INLINE u32x8 lanes_gather(const void *words, u32x8 index, u32x8 where, u32x8 rest) {
    return (u32x8)LANES_FETCH((i32x8)rest, (const int *)words, (i32x8)index, (i32x8)where, 4);
}

/* bytes[index]; reads the aligned group of four bytes around each byte, counted from `bytes`. */
WIDE_INLINE u32x8 lanes_gather_8(const uint8_t *bytes, u32x8 index, u32x8 where) {
    u32x8 words = lanes_gather(bytes, index >> 2, where, lanes_of(0));
    return (words >> ((index & 3u) << 3)) & 255u;
}

/* entries[index]; reads the aligned pair of entries around each entry, counted from `entries`. */
WIDE_INLINE u32x8 lanes_gather_16(const uint16_t *entries, u32x8 index, u32x8 where) {
    u32x8 words = lanes_gather(entries, index >> 1, where, lanes_of(0));
    return (words >> ((index & 1u) << 4)) & 0xFFFFu;
}

/* Lights pixels as rs_light_32 of light32.h does. */
WIDE_INLINE u32x8 lanes_light(u32x8 pixel, u32x8 light) {
    u32x8 white = (u32x8)(light > 256u), factor = light - (white & 256u), colour = white & 0xFFFFFFu,
          turned = pixel ^ colour;
    u32x8 red_blue = (((turned & 0xFF00FFu) * factor) >> 8) & 0xFF00FFu;
    u32x8 green = (((turned & 0x00FF00u) * factor) >> 8) & 0x00FF00u;
    return (red_blue | green) + (pixel & colour);
}

/* Pixels times a light up to 256. */
WIDE_INLINE u32x8 lanes_dim(u32x8 pixel, u32x8 light) {
    return ((((pixel & 0xFF00FFu) * light) >> 8) & 0xFF00FFu) |
           ((((pixel & 0x00FF00u) * light) >> 8) & 0x00FF00u);
}

/* rs_phong_light of attributes.h, in the lanes of `where`. */
WIDE_INLINE u32x8 lanes_phong(const rs_phong *phong, const u32x8 now[PHONG_PLANES], u32x8 where) {
    u32x8 x = (u32x8)((i32x8)now[PHONG_X] >> 13), y = (u32x8)((i32x8)now[PHONG_Y] >> 13),
          z = (u32x8)((i32x8)now[PHONG_Z] >> 13);
    u32x8 length2 = x * x + y * y + z * z;
    u32x8 light = now[PHONG_BASE] >> RS_LIGHT_SHIFT, down = lanes_of(12), most, lit, root, short_ones;
    lit = where & (u32x8)((i32x8)now[PHONG_TOWARDS] > 0) & ~(u32x8)((length2 >> 4) == 0u);
    if (!lanes_any(lit)) return light;
    short_ones = lit & (u32x8)((length2 >> 28) == 0u);
    while (lanes_any(short_ones)) {
        length2 = lanes_choose(short_ones, length2 << 2, length2);
        down += short_ones; /* less one */
        short_ones = lit & (u32x8)((length2 >> 28) == 0u);
    }
    length2 = LANES_LESSER(length2, lanes_of((1u << 30) - 1u));
    root = lanes_gather_16(fx_table_rsqrt, (length2 >> 21) - 128u, lit);
    most = light + (((((now[PHONG_TOWARDS] >> down) * root) >> 14) * phong->intensity + (1u << 15)) >> 16);
    if (phong->highlight != NULL) {
        u32x8 shines = lit & (u32x8)((i32x8)now[PHONG_HALF] > 0);
        u32x8 at = (((now[PHONG_HALF] >> down) * root) >> 14) * 255u,
              entry = LANES_LESSER(at >> 16, lanes_of(255));
        u32x8 first = LANES_LESSER(entry, lanes_of(252)), bytes, low, part;
        bytes = (u32x8)LANES_FETCH((i32x8)lanes_of(0), (const int *)(const void *)phong->highlight,
                                   (i32x8)first, (i32x8)shines, 1);
        bytes >>= (entry - first) << 3;
        low = bytes & 255u;
        part = (at >> 8) & 255u & ~(u32x8)(entry == 255u);
        most += (low + ((((bytes >> 8 & 255u) - low) * part + 128u) >> 8)) & shines;
    }
    return lanes_choose(lit, LANES_LESSER(most, lanes_of(RS_LIGHT_MAX)), light);
}

#endif
