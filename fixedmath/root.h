/* Square roots: of integers, of fixed point, reciprocal, of sums of squares, and cheap estimates of lengths.
 */
#ifndef FIXEDMATH_ROOT_H
#define FIXEDMATH_ROOT_H

#include "fixedmath/scalar.h"

/*   function                 error                     cost (x86-64 instructions)
 *   fx_isqrt32, fx_isqrt64   exact floor               52, 85
 *   fx_sqrt                  0.5 LSB                   49
 *   fx_rsqrt_norm            relative 2^-28            42
 *   fx_rsqrt                 1 LSB (0.5)               48
 *   fx_hypot2, fx_hypot3     0.5 LSB                   110, 117
 *
 * All of them start from a table of 384 seeds of 1/sqrt(x), x in 1..4, and use Newton steps
 * y = y (3 - x y^2) / 2 without a division; the exact ones end with an exact correction. */

/* 1 / sqrt(n / 2^32) as a mantissa in Q1.31 (2^30 .. 2^31), for n in 2^30 .. 2^32 - 1. Two Newton steps. */
static inline uint32_t fx_rsqrt_mantissa(uint32_t n) {
    uint32_t y = fx_table_rsqrt[(n >> 23) - 128u];

    y = (uint32_t)(((uint64_t)(0xC0000000u - (uint32_t)(((uint64_t)n * (y * y)) >> 32)) * y) >> 15);
    return (uint32_t)(((uint64_t)(0xC0000000u - (uint32_t)(((uint64_t)n * (((uint64_t)y * y) >> 32)) >> 32)) *
                       y) >>
                      32);
}

/* 1 / sqrt(x) of an integer x as mantissa / 2^shift, mantissa in Q1.31 (2^30 .. 2^31), 31 <= shift <= 62.
 * x = 0 gives the mantissa UINT32_MAX with shift 31 and a debug report. */
static inline uint32_t fx_rsqrt_norm_inline(uint64_t x, int *shift) {
    int even = fx_clz64(x) & ~1;

    FX_REPORT(x == 0, "fx_rsqrt_norm: root of zero");
    if (x == 0) {
        *shift = 31;
        return UINT32_MAX;
    }
    *shift = 62 - even / 2;
    return fx_rsqrt_mantissa((uint32_t)((x << (even & 63)) >> 32));
}

uint32_t fx_rsqrt_norm(uint64_t x, int *shift);

/* Reciprocal square root as fx_rsqrt_norm, by one Newton step: relative error at most 2^-16. */
uint32_t fx_rsqrt_fast(uint64_t x, int *shift);

/* Floor of the square root. fx_isqrt64(2^64 - 1) = 2^32 - 1. */
uint32_t fx_isqrt32(uint32_t x);
uint32_t fx_isqrt64(uint64_t x);

/* Nearest integer to the square root; 2^32 for the largest inputs. */
uint64_t fx_isqrt64_round(uint64_t x);

/* Square root, nearest. x < 0 gives 0 and a debug report; the checked form returns false for it. */
fx fx_sqrt(fx x);
q30 q30_sqrt(q30 x);
bool fx_sqrt_checked(fx x, fx *result);

/* 1 / sqrt(x), at most 1 LSB off: fx_rsqrt(FX(4)) = FX(0.5). x <= 0 gives FX_MAX and a debug report. */
fx fx_rsqrt(fx x);

/* sqrt(x^2 + y^2) and sqrt(x^2 + y^2 + z^2), nearest; no overflow inside, results above FX_MAX saturate. */
fx fx_hypot2(fx x, fx y);
fx fx_hypot3(fx x, fx y, fx z);

/* Estimates without a multiply or a root. fx_length_fast2: the larger magnitude, or 7/8 of the
 * larger plus half the smaller if that is more, -3.0 .. +0.8 %; fx_length_fast3 nests two of them,
 * -4.3 .. +1.0 %. Both saturate. */
fx fx_length_fast2(fx x, fx y);
fx fx_length_fast3(fx x, fx y, fx z);

/* An estimate never above the exact length: 0 .. -7.7 %, for admissible search heuristics. One multiply. Saturates. */
fx fx_length_under2(fx x, fx y);

/* Exact cost of a grid walk with 10 per straight and 14 per diagonal step; wraps for offsets above 10^8. In
 * three dimensions a step along three axes at once costs 17. */
int32_t int_octile2(int32_t x, int32_t y);
int32_t int_octile3(int32_t x, int32_t y, int32_t z);

/* For tools: the classic estimate of 1/sqrt on the bit pattern of an IEEE single (0x5f3759df minus half the
 * pattern and one Newton step, in integers), relative error at most 0.00176. Positive normal numbers only. */
uint32_t fx_rsqrt_ieee_bits(uint32_t bits);

#endif
