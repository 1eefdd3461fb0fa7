/* Division, reciprocals and conversions of fixed-point scalars. */
#include "fixedmath/scalar.h"

int32_t fx_q_convert(int32_t x, int from, int to) {
    int n = to - from;

    if (n <= 0) return -n > 62 ? 0 : fx_sat64(fx_rshr64(x, -n));
    if (x == 0) return 0;
    return n > 31 ? (x < 0 ? INT32_MIN : INT32_MAX) : fx_sat64(fx_shl64(x, n));
}

fx fx_from_percent(int32_t percent) { return fx_ratio(percent, 100); }

int32_t fx_to_percent(fx a) { return fx_sat64(fx_rshr64((int64_t)a * 100, 16)); }

/* (n << bits) / d, nearest with ties up, at most 2^32 - 1. The 32-bit machines have no fast 64-bit division, so they
 * estimate the quotient with the reciprocal and correct it by the exact remainder; the result is the same. */
static uint32_t divide_nearest(uint32_t n, int bits, uint32_t d) {
    uint64_t wide = ((uint64_t)n << bits) + (d >> 1);
#if UINTPTR_MAX > 0xFFFFFFFFu
    uint64_t q = wide / d;

    return q > 0xFFFFFFFFu ? 0xFFFFFFFFu : (uint32_t)q;
#else
    int shift;
    uint32_t y = fx_recip_norm_inline(d, &shift);
    uint64_t q = ((uint64_t)n * y) >> (shift - bits);
    int64_t rest;

    if (q > 0xFFFFFFFFu) return 0xFFFFFFFFu;
    rest = (int64_t)(wide - q * d);
    while (rest < 0) {
        q--;
        rest += d;
    }
    while (rest >= (int64_t)d) {
        q++;
        rest -= d;
    }
    return q > 0xFFFFFFFFu ? 0xFFFFFFFFu : (uint32_t)q;
#endif
}

static fx divide_by_zero(fx a) { return a > 0 ? FX_MAX : a < 0 ? FX_MIN : 0; }

fx fx_div(fx a, fx b) {
    FX_REPORT(b == 0, "fx_div: division by zero");
    if (b == 0) return divide_by_zero(a);
    return fx_with_sign(divide_nearest(fx_magnitude(a), 16, fx_magnitude(b)), a ^ b);
}

bool fx_div_checked(fx a, fx b, fx *result) {
    uint32_t magnitude;

    if (b == 0) {
        *result = divide_by_zero(a);
        return false;
    }
    magnitude = divide_nearest(fx_magnitude(a), 16, fx_magnitude(b));
    *result = fx_with_sign(magnitude, a ^ b);
    return magnitude <= ((a ^ b) < 0 ? 0x80000000u : 0x7FFFFFFFu);
}

fx fx_ratio(int32_t n, int32_t d) { return fx_div(n, d); }

fx fx_muldiv(fx a, fx b, fx c) {
    uint64_t product = (uint64_t)fx_magnitude(a) * fx_magnitude(b), q;
    uint32_t d = fx_magnitude(c);
    int32_t sign = a ^ b ^ c;

    FX_REPORT(c == 0, "fx_muldiv: division by zero");
    if (c == 0) return product == 0 ? 0 : (a ^ b) < 0 ? FX_MIN : FX_MAX;
    q = (product + (d >> 1)) / d;
    return fx_with_sign(q > 0xFFFFFFFFu ? 0xFFFFFFFFu : (uint32_t)q, sign);
}

fx fx_mul_split(fx a, fx b) {
    uint32_t a_low = (uint32_t)a & 0xFFFFu, b_low = (uint32_t)b & 0xFFFFu;
    uint32_t a_high = (uint32_t)fx_sra32(a, 16), b_high = (uint32_t)fx_sra32(b, 16);
    uint32_t low = a_low * b_low;

    return (fx)((a_high * b_high << 16) + a_high * b_low + a_low * b_high + (low >> 16) + ((low >> 15) & 1u));
}

fx fx_rem(fx a, fx b) {
    FX_REPORT(b == 0, "fx_rem: division by zero");
    return b == 0 || b == -1 ? 0 : a % b;
}

fx fx_mod(fx a, fx b) {
    fx r = fx_rem(a, b);

    return r != 0 && (r ^ b) < 0 ? r + b : r;
}

/* Most sizes of cells are, and are divided by without a division, which the processor may not have. */
static bool is_power_of_two(int32_t b) { return b > 0 && (b & (b - 1)) == 0; }

int32_t int_floordiv(int32_t a, int32_t b) {
    FX_REPORT(b == 0, "int_floordiv: division by zero");
    if (b == 0) return 0;
    if (b == -1) return fx_negs(a);
    if (is_power_of_two(b)) return fx_sra32(a, 31 - fx_clz32_nonzero((uint32_t)b));
    return a / b - (a % b != 0 && (a ^ b) < 0);
}

int32_t int_floormod(int32_t a, int32_t b) {
    return is_power_of_two(b) ? (int32_t)((uint32_t)a & ((uint32_t)b - 1u)) : fx_mod(a, b);
}

int64_t int_floordiv64(int64_t a, int64_t b) {
    /* INT32_MIN / -1 has 33 bits. */
    if (a > INT32_MIN && a == (int32_t)a && b == (int32_t)b) return int_floordiv((int32_t)a, (int32_t)b);
    FX_REPORT(b == 0, "int_floordiv64: division by zero");
    if (b == 0) return 0;
    if (b == -1) return a == INT64_MIN ? INT64_MAX : -a;
    return a / b - (a % b != 0 && (a ^ b) < 0);
}

fx fx_wrap_range(fx a, fx lo, fx hi) {
    int64_t length = (int64_t)hi - lo, offset;

    if (length <= 0) return lo;
    offset = ((int64_t)a - lo) % length;
    return (fx)(lo + (offset < 0 ? offset + length : offset));
}

fx_divisor fx_divisor_make(fx b) {
    fx_divisor by;

    by.divisor = fx_magnitude(b);
    by.sign = fx_sign(b);
    by.reciprocal = fx_recip_norm_inline(by.divisor, &by.shift);
    return by;
}

fx fx_div_by(fx a, const fx_divisor *by) {
    uint32_t n = fx_magnitude(a);
    uint64_t q;
    int64_t rest;

    if (by->sign == 0) return divide_by_zero(a);
    q = ((uint64_t)n * by->reciprocal) >> (by->shift - 16);
    if (q <= 0xFFFFFFFFu) {
        rest = (int64_t)(((uint64_t)n << 16) + (by->divisor >> 1) - q * by->divisor);
        for (; rest < 0; rest += by->divisor) q--;
        for (; rest >= (int64_t)by->divisor; rest -= by->divisor) q++;
    }
    return fx_with_sign(q > 0xFFFFFFFFu ? 0xFFFFFFFFu : (uint32_t)q, a ^ by->sign);
}

uint32_t fx_recip_norm(uint32_t x, int *shift) { return fx_recip_norm_inline(x, shift); }

uint32_t fx_recip_fast(uint32_t x, int *shift) { return fx_recip_fast_inline(x, shift); }

fx fx_recip(fx x) {
    int shift;
    uint32_t y;

    FX_REPORT(x == 0, "fx_recip: division by zero");
    if (x >= -2 && x <= 2) return x < 0 ? FX_MIN : FX_MAX;
    y = fx_recip_norm_inline(fx_magnitude(x), &shift);
    return fx_with_sign(fx_rshr_u32(y, shift - 32), x);
}

fx fx_div_fast(fx a, fx b) {
    int shift;
    uint32_t y = fx_recip_norm_inline(fx_magnitude(b), &shift);
    uint64_t q;

    if (b == 0) return divide_by_zero(a);
    q = fx_rshr_u64((uint64_t)fx_magnitude(a) * y, shift - 16);
    return fx_with_sign(q > 0xFFFFFFFFu ? 0xFFFFFFFFu : (uint32_t)q, a ^ b);
}

fx fx_snap(fx a, fx grid) {
    int64_t r;

    if (grid <= 0) return a;
    r = (int64_t)a + grid / 2;
    r -= (r % grid + grid) % grid;
    while (r > INT32_MAX) r -= grid;
    while (r < INT32_MIN) r += grid;
    return (fx)r;
}

fx fx_dead_band(fx a, fx band, fx limit) {
    uint32_t magnitude = fx_magnitude(a);

    if (band < 0 || band >= limit) return a;
    if (magnitude <= (uint32_t)band) return 0;
    magnitude -= (uint32_t)band;
    if (magnitude > INT32_MAX) magnitude = INT32_MAX;
    return fx_with_sign(fx_magnitude(fx_muldiv((fx)magnitude, limit, limit - band)), a);
}
