/* Fixed-point scalars: conversions, add, multiply, divide, reciprocal, limits and rounding to whole numbers.
 */
#ifndef FIXEDMATH_SCALAR_H
#define FIXEDMATH_SCALAR_H

#include "fixedmath/bits.h"
#include "fixedmath/tables.h"
#include "fixedmath/types.h"

/* Errors are given against the exact result of the stored inputs; costs throughout the module are
 * instructions per call on x86-64 (gcc -O2). On 32-bit machines fx_div, the reciprocals, the roots and the
 * functions of angle.h and exponential.h multiply 32 x 32 -> 64 and divide nowhere; fx_muldiv and load-time
 * functions divide 64-bit numbers.
 *
 *   function               error                        cost
 *   fx_add fx_sub          exact, wraps                 1
 *   fx_mul                 0.5 LSB                      5
 *   fx_div                 0.5 LSB                      29
 *   fx_recip_norm          relative 2^-30               24
 *   fx_recip               1 LSB (0.56)                 48
 *   fx_div_fast            2 LSB or relative 2^-28      56
 *
 * DEBUG REPORTS. With FX_DEBUG defined, an overflow of a plain form, a division by zero, a root of a negative
 * and the like call `void fx_report(const char *file, int line, const char *what)`, which the program must
 * then supply (log, stop, count); the result stays the documented one. Without FX_DEBUG the reports cost
 * nothing. Each translation unit decides for itself. */
#ifdef FX_DEBUG
void fx_report(const char *file, int line, const char *what);
#define FX_REPORT_AT(wrong, file, line, what) ((wrong) ? fx_report(file, line, what) : (void)0)
#else
#define FX_REPORT_AT(wrong, file, line, what) ((void)(wrong), (void)(file), (void)(line), (void)(what))
#endif
#define FX_REPORT(wrong, what) FX_REPORT_AT(wrong, __FILE__, __LINE__, what)

/* --- constants -------------------------------------------------------------------------------- */

/* FX(1.25): a literal as fx, nearest, folded by the compiler; usable in static initialisers. Literals only:
 * this is the one place where a floating literal may stand in code that runs on the console. */
#define FX(literal) ((fx)((literal)*65536.0 + ((literal) < 0 ? -0.5 : 0.5)))
#define Q30(literal) ((q30)((literal)*1073741824.0 + ((literal) < 0 ? -0.5 : 0.5)))
#define Q14(literal) ((q14)((literal)*16384.0 + ((literal) < 0 ? -0.5 : 0.5)))

/* FX_RATIO(1, 3): n/d as fx, nearest, an integer constant expression (array sizes, case labels). |n| < 2^31.
 */
#define FX_RATIO(n, d)                                                                                       \
    ((fx)(((int64_t)(n)*131072 + ((((n) < 0) == ((d) < 0)) ? (int64_t)(d) : -(int64_t)(d))) /                \
          (2 * (int64_t)(d))))

/* Degrees as ang16, an integer constant expression for integer degrees. */
#define ANG16_DEGREES(degrees) ((ang16)(((int64_t)(degrees)*65536 + ((degrees) < 0 ? -180 : 180)) / 360))

/* --- conversions: all round to nearest and saturate unless the name says otherwise ------------ */

static inline fx fx_from_int(int32_t a) { return fx_sat64((int64_t)a * 65536); }
static inline int32_t fx_to_int_floor(fx a) { return fx_sra32(a, 16); }
static inline int32_t fx_to_int_nearest(fx a) { return fx_rshr32(a, 16); }
static inline int32_t fx_to_int_ceil(fx a) { return fx_sra32(a, 16) + ((a & 0xFFFF) != 0); }
static inline int32_t fx_to_int_truncate(fx a) { return a / 65536; }

/* x in Qm.from to Qm.to, 0 <= from, to <= 62: narrowing rounds, results outside int32_t saturate. */
int32_t fx_q_convert(int32_t x, int from, int to);

static inline q14 fx_to_q14(fx a) {
    int32_t r = fx_rshr32(a, 2);

    return (q14)(r > INT16_MAX ? INT16_MAX : r < INT16_MIN ? INT16_MIN : r);
}
static inline fx fx_from_q14(q14 a) { return (fx)a * 4; }
static inline q30 fx_to_q30(fx a) { return fx_sat64((int64_t)a * 16384); }
static inline fx fx_from_q30(q30 a) { return fx_rshr32(a, 14); }
static inline q14 q30_to_q14(q30 a) {
    int32_t r = fx_rshr32(a, 16);

    return (q14)(r > INT16_MAX ? INT16_MAX : r);
}
static inline q30 q14_to_q30(q14 a) { return (q30)a * 65536; }

/* Conversions to and from 8.8 (int16_t), 24.8, and 20.12 where 1.0 is 4096. */
static inline int16_t fx_to_8_8(fx a) {
    int32_t r = fx_rshr32(a, 8);

    return (int16_t)(r > INT16_MAX ? INT16_MAX : r < INT16_MIN ? INT16_MIN : r);
}
static inline fx fx_from_8_8(int16_t a) { return (fx)a * 256; }
static inline int32_t fx_to_24_8(fx a) { return fx_rshr32(a, 8); }
static inline fx fx_from_24_8(int32_t a) { return fx_sat64((int64_t)a * 256); }
static inline int32_t fx_to_20_12(fx a) { return fx_rshr32(a, 4); }
static inline fx fx_from_20_12(int32_t a) { return fx_sat64((int64_t)a * 16); }

/* Fractions: Q0.8 and Q0.16 bytes and words of a value in 0..1 (1.0 saturates to the largest), percent. */
static inline uint8_t fx_to_q0_8(fx a) {
    int32_t r = fx_rshr32(a, 8);

    return (uint8_t)(r > 255 ? 255 : r < 0 ? 0 : r);
}
static inline fx fx_from_q0_8(uint8_t a) { return (fx)a * 256; }
static inline uint16_t fx_to_q0_16(fx a) { return (uint16_t)(a > 65535 ? 65535 : a < 0 ? 0 : a); }
static inline fx fx_from_q0_16(uint16_t a) { return (fx)a; }
fx fx_from_percent(int32_t percent);
int32_t fx_to_percent(fx a);

/* n/d as fx, ties away from zero, saturating; d = 0 as in fx_div. Also numbers in other fixed divisors: the
 * raw value 56 of a format with divisor 32 is fx_ratio(56, 32) = 1.75. */
fx fx_ratio(int32_t n, int32_t d);

/* --- add, subtract, negate, magnitude --------------------------------------------------------- */

static inline fx fx_adds(fx a, fx b) { return fx_sat64((int64_t)a + b); }
static inline fx fx_subs(fx a, fx b) { return fx_sat64((int64_t)a - b); }
static inline fx fx_negs(fx a) { return a == INT32_MIN ? INT32_MAX : -a; }
static inline fx fx_abss(fx a) { return fx_abs_sat(a); }

/* Plain forms: wrap; with FX_DEBUG an overflow is reported once, with the caller's file and line. */
static inline fx fx_add_at(fx a, fx b, const char *file, int line) {
    FX_REPORT_AT((int64_t)a + b != fx_wrap_add(a, b), file, line, "fx_add overflows");
    return fx_wrap_add(a, b);
}
static inline fx fx_sub_at(fx a, fx b, const char *file, int line) {
    FX_REPORT_AT((int64_t)a - b != fx_wrap_sub(a, b), file, line, "fx_sub overflows");
    return fx_wrap_sub(a, b);
}
static inline fx fx_neg_at(fx a, const char *file, int line) {
    FX_REPORT_AT(a == INT32_MIN, file, line, "fx_neg overflows");
    return fx_wrap_neg(a);
}
static inline fx fx_abs_at(fx a, const char *file, int line) {
    FX_REPORT_AT(a == INT32_MIN, file, line, "fx_abs overflows");
    return a < 0 ? fx_wrap_neg(a) : a;
}
#ifdef FX_DEBUG
#define fx_add(a, b) fx_add_at(a, b, __FILE__, __LINE__)
#define fx_sub(a, b) fx_sub_at(a, b, __FILE__, __LINE__)
#define fx_neg(a) fx_neg_at(a, __FILE__, __LINE__)
#define fx_abs(a) fx_abs_at(a, __FILE__, __LINE__)
#else
static inline fx fx_add(fx a, fx b) { return fx_wrap_add(a, b); }
static inline fx fx_sub(fx a, fx b) { return fx_wrap_sub(a, b); }
static inline fx fx_neg(fx a) { return fx_wrap_neg(a); }
static inline fx fx_abs(fx a) { return a < 0 ? fx_wrap_neg(a) : a; }
#endif

/* q30 shares the int32_t forms above; q14 has forms of its own. Plain forms wrap. */
static inline q30 q30_add(q30 a, q30 b) { return fx_wrap_add(a, b); }
static inline q30 q30_sub(q30 a, q30 b) { return fx_wrap_sub(a, b); }
static inline q30 q30_neg(q30 a) { return fx_wrap_neg(a); }
static inline q30 q30_abs(q30 a) { return a < 0 ? fx_wrap_neg(a) : a; }
static inline q30 q30_adds(q30 a, q30 b) { return fx_adds(a, b); }
static inline q30 q30_subs(q30 a, q30 b) { return fx_subs(a, b); }
static inline q30 q30_negs(q30 a) { return fx_negs(a); }
static inline q30 q30_abss(q30 a) { return fx_abss(a); }
static inline q14 q14_saturate(int32_t a) {
    return (q14)(a > INT16_MAX ? INT16_MAX : a < INT16_MIN ? INT16_MIN : a);
}
static inline q14 q14_add(q14 a, q14 b) { return (q14)(uint16_t)(a + b); }
static inline q14 q14_sub(q14 a, q14 b) { return (q14)(uint16_t)(a - b); }
static inline q14 q14_neg(q14 a) { return (q14)(uint16_t)-a; }
static inline q14 q14_abs(q14 a) { return (q14)(uint16_t)(a < 0 ? -a : a); }
static inline q14 q14_adds(q14 a, q14 b) { return q14_saturate(a + b); }
static inline q14 q14_subs(q14 a, q14 b) { return q14_saturate(a - b); }
static inline q14 q14_negs(q14 a) { return q14_saturate(-a); }
static inline q14 q14_abss(q14 a) { return q14_saturate(a < 0 ? -a : a); }

/* A q14 direction component as a signed byte: 1.0 becomes 127, nearest, saturating at +-127. */
static inline int8_t q14_to_s8(q14 a) {
    int32_t r = fx_rshr32((int32_t)a * 127, 14);

    return (int8_t)(r > 127 ? 127 : r < -127 ? -127 : r);
}

/* floor((a + b) / 2) without overflow. */
static inline fx fx_mid(fx a, fx b) { return fx_wrap_add(a & b, fx_sra32(a ^ b, 1)); }

/* The sign of a: -1, 0 or 1. */
static inline int fx_sign(fx a) { return (a > 0) - (a < 0); }

/* --- multiply --------------------------------------------------------------------------------- */

/* (a b + half) >> 16. The result must fit (it wraps otherwise). fx_mul(-a, b) may differ from -fx_mul(a, b)
 * by 1 LSB at ties; fx_mul_odd takes the sign out first and is exactly odd. */
static inline fx fx_mul(fx a, fx b) { return (fx)(uint32_t)(uint64_t)(((int64_t)a * b + 0x8000) >> 16); }
static inline fx fx_mul_floor(fx a, fx b) { return (fx)(uint32_t)(uint64_t)(((int64_t)a * b) >> 16); }
static inline fx fx_muls(fx a, fx b) { return fx_sat64(((int64_t)a * b + 0x8000) >> 16); }
static inline fx fx_mul_odd(fx a, fx b) {
    uint64_t magnitude = ((uint64_t)fx_magnitude(a) * fx_magnitude(b) + 0x8000u) >> 16;

    return fx_with_sign(magnitude > 0xFFFFFFFFu ? 0xFFFFFFFFu : (uint32_t)magnitude, a ^ b);
}

static inline q30 q30_mul(q30 a, q30 b) {
    return (q30)(uint32_t)(uint64_t)(((int64_t)a * b + (1 << 29)) >> 30);
}
static inline q30 q30_muls(q30 a, q30 b) { return fx_sat64(((int64_t)a * b + (1 << 29)) >> 30); }
static inline q14 q14_mul(q14 a, q14 b) { return (q14)(uint16_t)fx_rshr32((int32_t)a * b, 14); }

/* fx times a number of another format, giving fx. */
static inline fx fx_mul_q30(fx a, q30 b) {
    return (fx)(uint32_t)(uint64_t)(((int64_t)a * b + (1 << 29)) >> 30);
}
static inline fx fx_mul_q14(fx a, q14 b) {
    return (fx)(uint32_t)(uint64_t)(((int64_t)a * b + (1 << 13)) >> 14);
}
static inline fx fx_mul_uf16(fx a, uf16 b) {
    return (fx)(uint32_t)(uint64_t)(((int64_t)a * (int64_t)b + 0x8000) >> 16);
}

/* fx_mul out of four 16-bit products, for machines without a long multiply; the same bits as fx_mul. */
fx fx_mul_split(fx a, fx b);

/* acc + a b without rounding, for sums of products that are rounded once, by fx_from_wide. Wraps at 2^63. */
static inline fxw fx_mad(fxw acc, fx a, fx b) { return fx_wrap_add64(acc, (int64_t)a * b); }
static inline fx fx_from_wide(fxw acc) { return (fx)(uint32_t)(uint64_t)(fx_wrap_add64(acc, 0x8000) >> 16); }
static inline fx fx_from_wide_s(fxw acc) { return fx_sat64(fx_rshr64(acc, 16)); }

/* a b / c with a 64-bit product, nearest, ties away from zero, saturating; c = 0 as in fx_div. */
fx fx_muldiv(fx a, fx b, fx c);

/* --- divide ----------------------------------------------------------------------------------- */

/* a / b, nearest, ties away from zero, so that fx_div(-a, b) = -fx_div(a, b). A result outside the range
 * saturates. b = 0 gives FX_MAX for a > 0, FX_MIN for a < 0 and 0 for a = 0, and a debug report. */
fx fx_div(fx a, fx b);

/* The checked form: false for b = 0 or a result that does not fit; *result then holds the value of fx_div. */
bool fx_div_checked(fx a, fx b, fx *result);

/* Remainder with the sign of b: a - b floor(a / b). fx_rem has the sign of a, as C's %. Exact; b = 0 gives 0.
 */
fx fx_mod(fx a, fx b);
fx fx_rem(fx a, fx b);

/* Integer division toward minus infinity and its remainder (sign of b). b = 0 gives 0; MIN / -1 saturates. */
int32_t int_floordiv(int32_t a, int32_t b);
int32_t int_floormod(int32_t a, int32_t b);

/* int_floordiv of 64 bits. Where both numbers fit 32 bits it is as fast as int_floordiv, on small processors several
 * times as fast as a 64-bit division. */
int64_t int_floordiv64(int64_t a, int64_t b);

/* a moved by whole lengths of [lo, hi) into that range; an empty range returns lo. */
fx fx_wrap_range(fx a, fx lo, fx hi);

/* Division of many numbers by one divisor: the same results as fx_div, the division is done once. */
typedef struct {
    uint32_t divisor;    /* magnitude */
    uint32_t reciprocal; /* Q1.31 mantissa of 1 / divisor */
    int shift;           /* 1 / divisor = reciprocal / 2^shift */
    int32_t sign;        /* sign of the divisor, 0 for division by zero */
} fx_divisor;
fx_divisor fx_divisor_make(fx b);
fx fx_div_by(fx a, const fx_divisor *by);

/* --- reciprocal ------------------------------------------------------------------------------- */

/* Q1.31 of 1/(n / 2^31) for a normalised n >= 2^31: a table of 256 seeds and two Newton steps y = y (2 - n
 * y). */
static inline uint32_t fx_recip_mantissa(uint32_t n) {
    uint32_t y = fx_table_recip[(n >> 23) & 0xFFu];

    y = (uint32_t)(((uint64_t)(0u - (uint32_t)(((uint64_t)n * y) >> 16)) * y) >> 15);
    return (uint32_t)(((uint64_t)(0u - (uint32_t)(((uint64_t)n * y) >> 32)) * y) >> 32);
}

/* 1 / x of an integer x as mantissa / 2^shift, mantissa in Q1.31 (2^30 .. 2^31), 31 <= shift <= 62. Relative
 * error at most 2^-30; x = 0 gives the mantissa UINT32_MAX with shift 31. Inline, because the rasterizer
 * divides by depth with it. To divide v: (v * mantissa) >> shift. */
static inline uint32_t fx_recip_norm_inline(uint32_t x, int *shift) {
    int zeros;

    if (x == 0) {
        *shift = 31;
        return UINT32_MAX;
    }
    zeros = fx_clz32_nonzero(x);
    *shift = 62 - zeros;
    return fx_recip_mantissa(x << zeros);
}

/* Reciprocal by one Newton step: relative error at most 2^-17, for interpolation in the rasterizer. */
static inline uint32_t fx_recip_fast_inline(uint32_t x, int *shift) {
    int zeros = fx_clz32(x);
    uint32_t n, y;

    if (x == 0) {
        *shift = 31;
        return UINT32_MAX;
    }
    n = x << zeros;
    y = fx_table_recip[(n >> 23) & 0xFFu];
    y = (uint32_t)(((uint64_t)(0u - (uint32_t)(((uint64_t)n * y) >> 16)) * y) >> 16);
    *shift = 62 - zeros;
    return y;
}

uint32_t fx_recip_norm(uint32_t x, int *shift);
uint32_t fx_recip_fast(uint32_t x, int *shift);

/* 1 / x of an fx, at most 1 LSB off; results beyond the range (|x| <= 2 raw) saturate, x = 0 gives FX_MAX. */
fx fx_recip(fx x);

/* a / b through the reciprocal: at most 2 LSB or relative 2^-28 off, saturating, b = 0 as in fx_div. */
fx fx_div_fast(fx a, fx b);

/* --- limits and whole numbers ----------------------------------------------------------------- */

static inline int32_t int_min(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t int_max(int32_t a, int32_t b) { return a > b ? a : b; }
static inline fx fx_min(fx a, fx b) { return a < b ? a : b; }
static inline fx fx_max(fx a, fx b) { return a > b ? a : b; }
static inline q30 q30_min(q30 a, q30 b) { return a < b ? a : b; }
static inline q30 q30_max(q30 a, q30 b) { return a > b ? a : b; }

/* a limited to lo..hi; limits in the wrong order are reported in debug builds and give lo. */
static inline fx fx_clamp(fx a, fx lo, fx hi) {
    FX_REPORT(lo > hi, "fx_clamp: lower limit above the upper");
    return a < lo || lo > hi ? lo : a > hi ? hi : a;
}
static inline int32_t int_clamp(int32_t a, int32_t lo, int32_t hi) { return fx_clamp(a, lo, hi); }
static inline q30 q30_clamp(q30 a, q30 lo, q30 hi) { return fx_clamp(a, lo, hi); }
static inline fx fx_clamp01(fx a) { return a < 0 ? 0 : a > FX_ONE ? FX_ONE : a; }
static inline uf16 uf16_clamp(int64_t a) { return a < 0 ? 0u : a > 65536 ? UF16_ONE : (uf16)a; }

/* 0 below the edge, 1.0 from the edge on. */
static inline fx fx_step(fx edge, fx a) { return a < edge ? 0 : FX_ONE; }

static inline fx fx_floor(fx a) { return a & ~0xFFFF; }
static inline fx fx_ceil(fx a) {
    return a > 0x7FFF0000 ? 0x7FFF0000 : (a + 0xFFFF) & ~0xFFFF;
} /* saturates */
static inline fx fx_round(fx a) {
    return a > 0x7FFF7FFF ? 0x7FFF0000 : (a + 0x8000) & ~0xFFFF;
} /* saturates */
static inline fx fx_truncate(fx a) { return a < 0 ? a / 65536 * 65536 : a & ~0xFFFF; }
static inline fx fx_fraction(fx a) { return a & 0xFFFF; } /* a - floor(a), 0..65535 */

/* a rounded to the nearest multiple of grid (ties up), saturating to the outermost multiple; grid <= 0 gives
 * a. */
fx fx_snap(fx a, fx grid);

/* Smooth dead band: 0 inside +-band, then rising from 0 with slope limit/(limit - band), +-limit at +-limit.
 * Needs 0 <= band < limit, else a is returned. */
fx fx_dead_band(fx a, fx band, fx limit);

#endif
