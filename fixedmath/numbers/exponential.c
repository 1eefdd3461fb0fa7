/* Exponentials and logarithms by tables of 256 steps. */
#include "fixedmath/exponential.h"

/* --- logarithm -------------------------------------------------------------------------------- */

/* Newton's forward formula on three neighbours: t0 + f d1 + f (f - 1)/2 d2. */
int32_t fx_log2_q26(uint32_t x) {
    int zeros = fx_clz32(x);
    uint32_t mantissa = (x << (zeros & 31)) << 1; /* the bits after the leading one */
    uint32_t index = mantissa >> 24, f = mantissa & 0xFFFFFFu;
    const int32_t *t = &fx_table_log2[index];
    int32_t d1 = t[1] - t[0], d2 = t[2] - t[1] - d1;
    int64_t part = (int64_t)d1 * (int32_t)f;                                        /* Q54 */
    int64_t bend = (int64_t)d2 * (int32_t)(((uint64_t)f * (0x1000000u - f)) >> 25); /* minus the term, Q54 */

    return (15 - zeros) * (1 << 26) + (int32_t)fx_rshr64(((int64_t)t[0] << 24) + part - bend, 28);
}

/* log2(x) c of an fx x > 0, c in Q2.30, nearest. */
static fx log_scaled(fx x, int32_t c) { return (fx)fx_rshr64(fx_wide(fx_log2_q26((uint32_t)x), c), 40); }

fx fx_log2(fx x) {
    FX_REPORT(x <= 0, "fx_log2: logarithm of zero or a negative");
    return x <= 0 ? FX_MIN : log_scaled(x, Q30_ONE);
}

fx fx_ln(fx x) {
    FX_REPORT(x <= 0, "fx_ln: logarithm of zero or a negative");
    return x <= 0 ? FX_MIN : log_scaled(x, 744261118); /* ln 2 */
}

fx fx_log10(fx x) {
    FX_REPORT(x <= 0, "fx_log10: logarithm of zero or a negative");
    return x <= 0 ? FX_MIN : log_scaled(x, 323228497); /* log10 2 */
}

bool fx_ln_checked(fx x, fx *result) {
    *result = x <= 0 ? FX_MIN : log_scaled(x, 744261118);
    return x > 0;
}

/* --- exponential ------------------------------------------------------------------------------ */

uint32_t fx_exp2_q30(uint32_t fraction) {
    const uint32_t *t = &fx_table_exp2[fraction >> 24];

    return t[0] + (uint32_t)(((uint64_t)(t[1] - t[0]) * (fraction & 0xFFFFFFu)) >> 24);
}

/* 2^x of x in Q31.32, as fx. */
static fx exp2_wide(int64_t x) {
    int64_t whole = fx_sra64(x, 32);

    if (whole >= 15) return FX_MAX;
    if (whole < -17) return 0;
    return (fx)fx_rshr_u32(fx_exp2_q30((uint32_t)(x & 0xFFFFFFFF)), 14 - (int)whole);
}

fx fx_exp2(fx x) { return exp2_wide(fx_shl64(x, 16)); }

/* log2(e) in Q2.30. */
fx fx_exp(fx x) { return exp2_wide(fx_rshr64((int64_t)x * 1549082005, 14)); }

fx fx_pow(fx x, fx y) {
    FX_REPORT(x < 0, "fx_pow: power of a negative");
    if (y == 0) return FX_ONE;
    if (x <= 0) return x == 0 && y < 0 ? FX_MAX : 0;
    return exp2_wide(fx_rshr64(fx_wide(fx_log2_q26((uint32_t)x), y), 10));
}

/* --- integer powers --------------------------------------------------------------------------- */

/* A positive number as mantissa (Q1.63, leading bit set) times 2^exponent. */
typedef struct {
    uint64_t mantissa;
    int32_t exponent;
} scaled;

static scaled scaled_mul(scaled a, scaled b) {
    uint64_t high, low = fx_mul64x64(a.mantissa, b.mantissa, &high);
    scaled out;

    out.exponent = a.exponent + b.exponent + 1;
    if (high >> 63 == 0) {
        high = (high << 1) | (low >> 63);
        out.exponent--;
    }
    /* far outside any fx: keep the exponent from wrapping */
    out.exponent = out.exponent > 1 << 20 ? 1 << 20 : out.exponent < -(1 << 20) ? -(1 << 20) : out.exponent;
    out.mantissa = high;
    return out;
}

fx fx_powi(fx x, int n) {
    uint32_t count = fx_magnitude(n);
    bool negative = x < 0 && (count & 1u) != 0;
    scaled base, power = {(uint64_t)1 << 63, 0};
    int shift;

    if (n == 0) return FX_ONE;
    if (x == 0) return n < 0 ? FX_MAX : 0;
    base.exponent = fx_ilog2(fx_magnitude(x)) - 16;
    base.mantissa = (uint64_t)fx_magnitude(x) << fx_clz64(fx_magnitude(x));
    for (; count != 0; count >>= 1) {
        if ((count & 1u) != 0) power = scaled_mul(power, base);
        base = scaled_mul(base, base);
    }
    if (n < 0) { /* 1 / power: reciprocal of the mantissa, 2^126 / m rounded down to 64 bits */
        uint64_t top = power.mantissa >> 31;
        uint64_t q = UINT64_MAX / top;

        power.mantissa = q << fx_clz64(q);
        power.exponent = -power.exponent - 1;
        if (top == (uint64_t)1 << 32) power = (scaled){(uint64_t)1 << 63, power.exponent + 1};
    }
    shift = 47 - power.exponent; /* mantissa Q63 to Q16 */
    if (shift <= 32) return negative ? FX_MIN : FX_MAX;
    return fx_with_sign(shift > 64    ? 0
                        : shift == 64 ? 1
                                      : (uint32_t)fx_rshr_u64(power.mantissa, shift),
                        negative ? -1 : 1);
}

q30 q30_powi01(q30 x, unsigned n) {
    uint64_t base = (uint64_t)(uint32_t)(x < 0         ? 0
                                         : x > Q30_ONE ? Q30_ONE
                                                       : x)
                    << 2,
             power = (uint64_t)1 << 32;

    for (; n != 0; n >>= 1) {
        if ((n & 1u) != 0) power = fx_mul64x64_mid(power, base);
        base = fx_mul64x64_mid(base, base);
    }
    return (q30)fx_rshr_u64(power, 2);
}

fx fx_powi01(fx x, unsigned n) {
    fx limited = fx_clamp01(x);

    return fx_from_q30(q30_powi01(limited * 16384, n));
}

/* --- decibels, sigmoids ----------------------------------------------------------------------- */

/* log2(10)/20 = 0.166096404744 in Q0.33 and 20 log10(2) = 6.020599913 in Q3.27. */
fx db_to_gain(fx db) { return exp2_wide(fx_rshr64((int64_t)db * 1426757253, 17)); }

fx gain_to_db(fx gain) {
    return gain <= 0 ? FX_MIN : (fx)fx_rshr64(fx_wide(fx_log2_q26((uint32_t)gain), 808071242), 37);
}

/* exp(-x) of x >= 0 in Q0.30, relative 2^-19. */
static uint32_t decay_q30(uint32_t x) {
    uint64_t t = ((uint64_t)x * 1549082005u) >> 14; /* x log2(e) in Q32 */
    uint64_t whole = t >> 32;
    uint32_t fraction = (uint32_t)t;

    if (whole > 30) return 0;
    if (fraction == 0) return 0x40000000u >> whole;
    return (uint32_t)fx_rshr_u64(fx_exp2_q30(0u - fraction), (int)whole + 1);
}

/* 1 / (1 + e) in Q0.30, of e in Q0.30. */
static uint32_t recip_one_plus(uint32_t e) {
    int shift;
    uint32_t y = fx_recip_norm_inline(0x40000000u + e, &shift);

    return (uint32_t)fx_rshr_u64(y, shift - 60 > 0 ? shift - 60 : 0);
}

fx fx_logistic(fx x) {
    fx upper = (fx)fx_rshr_u32(recip_one_plus(decay_q30(fx_magnitude(x))), 14);

    return x < 0 ? FX_ONE - upper : upper;
}

fx fx_tanh(fx x) {
    uint64_t twice = (uint64_t)fx_magnitude(x) * 2;
    uint32_t e = decay_q30(twice > 0xFFFFFFFFu ? 0xFFFFFFFFu : (uint32_t)twice);
    uint32_t part = (uint32_t)(((uint64_t)(0x40000000u - e) * recip_one_plus(e)) >> 30);

    return fx_with_sign(fx_rshr_u32(part, 14), x);
}

fx fx_logistic_fast(fx x) {
    uint32_t a = fx_magnitude(x), i = a >> 13;
    fx upper;

    if (a >= 16u << 16) {
        upper = fx_table_logistic[FX_SIGMOID_STEPS];
    } else {
        upper = fx_table_logistic[i] +
                (((fx)fx_table_logistic[i + 1] - (fx)fx_table_logistic[i]) * (fx)(a & 0x1FFFu) >> 13);
    }
    return x < 0 ? FX_ONE - upper : upper;
}

fx fx_tanh_fast(fx x) { return 2 * fx_logistic_fast(fx_adds(x, x)) - FX_ONE; }
