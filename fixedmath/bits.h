/* Integer helpers that C leaves undefined or unnamed: wrapping arithmetic, shifts, wide products, bit counts.
 */
#ifndef FIXEDMATH_BITS_H
#define FIXEDMATH_BITS_H

#include "fixedmath/types.h"

/* Every function is defined for every input unless its line says otherwise, and gives the same bits on every
 * machine. All are inline and cost a few instructions; the bit counts use the processor's count of leading
 * zeros where it has one and a binary search where it has not. */

/* --- arithmetic that wraps modulo 2^32 or 2^64 ------------------------------------------------ */

static inline int32_t fx_wrap_add(int32_t a, int32_t b) { return (int32_t)((uint32_t)a + (uint32_t)b); }
static inline int32_t fx_wrap_sub(int32_t a, int32_t b) { return (int32_t)((uint32_t)a - (uint32_t)b); }
static inline int32_t fx_wrap_mul(int32_t a, int32_t b) { return (int32_t)((uint32_t)a * (uint32_t)b); }
static inline int32_t fx_wrap_neg(int32_t a) { return (int32_t)(0u - (uint32_t)a); }
static inline int64_t fx_wrap_add64(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
static inline int64_t fx_wrap_sub64(int64_t a, int64_t b) { return (int64_t)((uint64_t)a - (uint64_t)b); }
static inline int64_t fx_wrap_mul64(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }
static inline int64_t fx_wrap_neg64(int64_t a) { return (int64_t)(0u - (uint64_t)a); }

/* Magnitude as unsigned: exact for every input, INT32_MIN included. */
static inline uint32_t fx_magnitude(int32_t a) { return a < 0 ? 0u - (uint32_t)a : (uint32_t)a; }
static inline uint64_t fx_magnitude64(int64_t a) { return a < 0 ? 0u - (uint64_t)a : (uint64_t)a; }

/* Magnitude with the sign of `sign` put back; magnitudes above the range saturate. */
static inline int32_t fx_with_sign(uint32_t magnitude, int32_t sign) {
    if (sign < 0) return magnitude > 0x80000000u ? INT32_MIN : (int32_t)(0u - magnitude);
    return magnitude > 0x7FFFFFFFu ? INT32_MAX : (int32_t)magnitude;
}

static inline int32_t fx_abs_sat(int32_t a) { return fx_with_sign(fx_magnitude(a), 1); }

/* A 64-bit value brought into the range of int32_t. */
static inline int32_t fx_sat64(int64_t a) {
    return a > INT32_MAX ? INT32_MAX : a < INT32_MIN ? INT32_MIN : (int32_t)a;
}

/* --- shifts: 0 <= n < width ------------------------------------------------------------------- */

/* Arithmetic shift right, rounding toward minus infinity. The one place that shifts negatives. */
static inline int32_t fx_sra32(int32_t a, int n) { return a >> n; }
static inline int64_t fx_sra64(int64_t a, int n) { return a >> n; }

/* Shift left of a signed value, modulo 2^32 or 2^64. */
static inline int32_t fx_shl32(int32_t a, int n) { return (int32_t)((uint32_t)a << n); }
static inline int64_t fx_shl64(int64_t a, int n) { return (int64_t)((uint64_t)a << n); }

/* Shift right with rounding to nearest, ties toward plus infinity; n = 0 returns a. No overflow inside. */
static inline int32_t fx_rshr32(int32_t a, int n) {
    return n == 0 ? a : (int32_t)((uint32_t)(a >> n) + (((uint32_t)a >> (n - 1)) & 1u));
}

static inline int64_t fx_rshr64(int64_t a, int n) {
    return n == 0 ? a : (int64_t)((uint64_t)(a >> n) + (((uint64_t)a >> (n - 1)) & 1u));
}

static inline uint32_t fx_rshr_u32(uint32_t a, int n) {
    return n == 0 ? a : (a >> n) + ((a >> (n - 1)) & 1u);
}
static inline uint64_t fx_rshr_u64(uint64_t a, int n) {
    return n == 0 ? a : (a >> n) + ((a >> (n - 1)) & 1u);
}

static inline uint32_t fx_rotate_left(uint32_t a, int n) { return (a << (n & 31)) | (a >> (-n & 31)); }
static inline uint32_t fx_rotate_right(uint32_t a, int n) { return (a >> (n & 31)) | (a << (-n & 31)); }

/* --- wide products and quotients -------------------------------------------------------------- */

static inline int64_t fx_wide(int32_t a, int32_t b) { return (int64_t)a * b; }
static inline uint64_t fx_wide_u(uint32_t a, uint32_t b) { return (uint64_t)a * b; }

/* Bits 32..95 of the 96-bit product a * b. */
static inline uint64_t fx_mul64x32_mid(uint64_t a, uint32_t b) {
    return (a >> 32) * b + (((a & 0xFFFFFFFFu) * b) >> 32);
}

/* Both halves of the 128-bit product a * b. */
static inline uint64_t fx_mul64x64(uint64_t a, uint64_t b, uint64_t *high) {
    uint64_t a0 = a & 0xFFFFFFFFu, a1 = a >> 32, b0 = b & 0xFFFFFFFFu, b1 = b >> 32;
    uint64_t low = a0 * b0;
    uint64_t cross = a1 * b0 + (low >> 32);
    uint64_t cross2 = a0 * b1 + (cross & 0xFFFFFFFFu);

    *high = a1 * b1 + (cross >> 32) + (cross2 >> 32);
    return (cross2 << 32) | (low & 0xFFFFFFFFu);
}

static inline uint64_t fx_mul64x64_high(uint64_t a, uint64_t b) {
    uint64_t high;

    (void)fx_mul64x64(a, b, &high);
    return high;
}

/* Bits 32..95 of the 128-bit product, that is (a * b) >> 32 modulo 2^64: the product of two Q32.32. */
static inline uint64_t fx_mul64x64_mid(uint64_t a, uint64_t b) {
    uint64_t high, low = fx_mul64x64(a, b, &high);

    return (high << 32) | (low >> 32);
}

/* Quotient and remainder of 64 by 32 bits; a quotient above 2^32 - 1 or d = 0 gives UINT32_MAX, remainder 0.
 */
static inline uint32_t fx_div64x32(uint64_t n, uint32_t d, uint32_t *remainder) {
    if ((n >> 32) >= d) {
        *remainder = 0;
        return UINT32_MAX;
    }
    *remainder = (uint32_t)(n % d);
    return (uint32_t)(n / d);
}

/* --- counting bits ---------------------------------------------------------------------------- */

#if defined(__GNUC__) && (!defined(__arm__) || defined(__ARM_FEATURE_CLZ))
#define FX_HAVE_CLZ 1
#else
#define FX_HAVE_CLZ 0
#endif

/* The portable count of leading zeros; clz(0) = 32. */
static inline int fx_clz32_portable(uint32_t a) {
    int n = 0;

    if (a == 0) return 32;
    if (a < 0x00010000u) {
        n += 16;
        a <<= 16;
    }
    if (a < 0x01000000u) {
        n += 8;
        a <<= 8;
    }
    if (a < 0x10000000u) {
        n += 4;
        a <<= 4;
    }
    if (a < 0x40000000u) {
        n += 2;
        a <<= 2;
    }
    return a < 0x80000000u ? n + 1 : n;
}

/* Leading zeros: clz32(0) = 32, clz64(0) = 64. */
static inline int fx_clz32(uint32_t a) {
#if FX_HAVE_CLZ
    return a == 0 ? 32 : __builtin_clz(a);
#else
    return fx_clz32_portable(a);
#endif
}

/* Leading zero bits of a number known to be above 0, without the test. */
static inline int fx_clz32_nonzero(uint32_t a) {
#if FX_HAVE_CLZ
    return __builtin_clz(a);
#else
    return fx_clz32_portable(a);
#endif
}

static inline int fx_clz64(uint64_t a) {
    uint32_t high = (uint32_t)(a >> 32);

    return high != 0 ? fx_clz32(high) : 32 + fx_clz32((uint32_t)a);
}

/* Trailing zeros: ctz32(0) = 32, ctz64(0) = 64. */
static inline int fx_ctz32(uint32_t a) { return a == 0 ? 32 : 31 - fx_clz32(a & (0u - a)); }
static inline int fx_ctz64(uint64_t a) { return a == 0 ? 64 : 63 - fx_clz64(a & (0u - a)); }

/* Index of the highest set bit, the floor of the base-2 logarithm; ilog2(0) = -1. */
static inline int fx_ilog2(uint32_t a) { return 31 - fx_clz32(a); }
static inline int fx_ilog2_64(uint64_t a) { return 63 - fx_clz64(a); }

static inline int fx_popcount32(uint32_t a) {
    a -= (a >> 1) & 0x55555555u;
    a = (a & 0x33333333u) + ((a >> 2) & 0x33333333u);
    a = (a + (a >> 4)) & 0x0F0F0F0Fu;
    return (int)((a * 0x01010101u) >> 24);
}

static inline int fx_popcount64(uint64_t a) {
    return fx_popcount32((uint32_t)a) + fx_popcount32((uint32_t)(a >> 32));
}

/* 1 when the number of set bits is odd. */
static inline int fx_parity32(uint32_t a) { return fx_popcount32(a) & 1; }

static inline bool fx_is_power_of_two(uint32_t a) { return a != 0 && (a & (a - 1u)) == 0; }

/* Smallest power of two >= a; 0 gives 1, above 2^31 gives 0 (2^32 does not fit). */
static inline uint32_t fx_next_power_of_two(uint32_t a) {
    if (a <= 1) return 1;
    return a > 0x80000000u ? 0 : 1u << (32 - fx_clz32(a - 1u));
}

static inline uint32_t fx_bit_reverse32(uint32_t a) {
    a = ((a >> 1) & 0x55555555u) | ((a & 0x55555555u) << 1);
    a = ((a >> 2) & 0x33333333u) | ((a & 0x33333333u) << 2);
    a = ((a >> 4) & 0x0F0F0F0Fu) | ((a & 0x0F0F0F0Fu) << 4);
    a = ((a >> 8) & 0x00FF00FFu) | ((a & 0x00FF00FFu) << 8);
    return (a >> 16) | (a << 16);
}

/* `count` bits of a from bit `first` on, 0 <= first, count and first + count <= 32. */
static inline uint32_t fx_bits_get(uint32_t a, int first, int count) {
    return count == 0 ? 0 : (a >> first) & (0xFFFFFFFFu >> (32 - count));
}

static inline uint32_t fx_bits_set(uint32_t a, int first, int count, uint32_t value) {
    uint32_t mask = count == 0 ? 0 : (0xFFFFFFFFu >> (32 - count)) << first;

    return count == 0 ? a : (a & ~mask) | ((value << first) & mask);
}

/* a rounded up or down to a multiple of `alignment`, a power of two; rounding up wraps past 2^32. */
static inline uint32_t fx_align_up(uint32_t a, uint32_t alignment) {
    return (a + alignment - 1u) & (0u - alignment);
}
static inline uint32_t fx_align_down(uint32_t a, uint32_t alignment) { return a & (0u - alignment); }

#endif
