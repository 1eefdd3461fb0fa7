/* Polynomials in integers. */
#include "fixedmath/polynomial.h"

/* Coefficient n in Q32. */
static int64_t coefficient(const fx_polynomial *p, int n) { return fx_shl64(p->a[n], 32 - p->shift[n]); }

/* a (Q32, 64 bit) times x (Q16), nearest, saturating; the product is odd in a and in x. */
static int64_t times(int64_t a, fx x) {
    uint64_t magnitude = fx_magnitude64(a), high, low = fx_mul64x64(magnitude, fx_magnitude(x), &high);

    low += 0x8000u;
    high += low < 0x8000u;
    if (high >> 15 != 0) return (a ^ x) < 0 ? -INT64_MAX : INT64_MAX;
    low = (high << 48) | (low >> 16);
    return (a ^ x) < 0 ? -(int64_t)low : (int64_t)low;
}

static int64_t add_terms(int64_t a, int64_t b) {
    int64_t sum = fx_wrap_add64(a, b);

    if (((a ^ sum) & (b ^ sum)) < 0) return a < 0 ? -INT64_MAX : INT64_MAX;
    return sum;
}

/* Q32 to fx, ties away from zero, so that odd polynomials stay odd. */
static fx to_fx(int64_t a) {
    uint64_t r = fx_rshr_u64(fx_magnitude64(a), 16);

    return fx_with_sign(r > 0xFFFFFFFFu ? 0xFFFFFFFFu : (uint32_t)r, a < 0 ? -1 : 1);
}

fx polynomial_horner(const fx_polynomial *p, fx x) {
    int64_t sum = coefficient(p, p->degree);

    for (int n = p->degree - 1; n >= 0; n--) sum = add_terms(times(sum, x), coefficient(p, n));
    return to_fx(sum);
}

fx polynomial_powers(const fx_polynomial *p, fx x) {
    int64_t power = (int64_t)1 << 32, sum = 0;

    for (int n = 0; n <= p->degree; n++) {
        /* power (Q32) times the coefficient, whose scale is taken back after the product */
        uint64_t high, low = fx_mul64x64(fx_magnitude64(power), fx_magnitude(p->a[n]), &high);
        int shift = p->shift[n];

        if (shift > 0) low = (high << (64 - shift)) | (low >> shift);
        if (shift > 0) high >>= shift;
        if (high != 0 || low > INT64_MAX) low = INT64_MAX;
        sum = add_terms(sum, (power ^ p->a[n]) < 0 ? -(int64_t)low : (int64_t)low);
        power = times(power, x);
    }
    return to_fx(sum);
}

bool polynomial_set(fx_polynomial *p, int n, int64_t value, int fraction_bits) {
    while (fraction_bits > 30 || (fraction_bits > 0 && fx_magnitude64(value) > INT32_MAX)) {
        value = fx_rshr64(value, 1);
        fraction_bits--;
    }
    if (n < 0 || n > POLYNOMIAL_MAX || fx_magnitude64(value) > INT32_MAX) return false;
    p->a[n] = (int32_t)value;
    p->shift[n] = (int8_t)fraction_bits;
    return true;
}

/* Stores coefficient n, a Q32 number, in the format that keeps most of its bits. */
static bool store_coefficient(fx_polynomial *p, int n, int64_t value) {
    return polynomial_set(p, n, value, 32);
}

bool polynomial_domain_units(fx_polynomial *p, fx old_unit, fx new_unit) {
    fx_polynomial out = *p;
    int64_t power = (int64_t)1 << 32;
    fx factor;

    if (new_unit == 0 || !fx_div_checked(old_unit, new_unit, &factor)) return false;
    if (fx_magnitude(factor) > 8u << 16 || fx_magnitude(factor) < 1u << 13) return false;
    for (int n = 0; n <= p->degree; n++) {
        uint64_t high, low = fx_mul64x64(fx_magnitude64(coefficient(p, n)), fx_magnitude64(power), &high);

        if (high >> 31 != 0) return false;
        low = (high << 32) | (low >> 32);
        if (!store_coefficient(&out, n, (power ^ p->a[n]) < 0 ? -(int64_t)low : (int64_t)low)) return false;
        power = times(power, factor);
    }
    *p = out;
    return true;
}

/* Horner's rule as a scheme: repeated synthetic division by (x - offset). */
bool polynomial_offset(const fx_polynomial *p, fx offset, fx_polynomial *out) {
    int64_t c[POLYNOMIAL_MAX + 1];

    for (int n = 0; n <= p->degree; n++) c[n] = coefficient(p, n);
    for (int first = 0; first < p->degree; first++) {
        for (int n = p->degree - 1; n >= first; n--) c[n] = add_terms(c[n], times(c[n + 1], offset));
    }
    out->degree = p->degree;
    for (int n = 0; n <= p->degree; n++) {
        if (!store_coefficient(out, n, c[n])) return false;
    }
    return true;
}

bool polynomial_range_units(fx_polynomial *p, fx old_unit, fx new_unit) {
    fx_polynomial out = *p;
    fx factor;

    if (!fx_div_checked(new_unit, old_unit, &factor)) return false;
    for (int n = 0; n <= p->degree; n++) {
        if (!store_coefficient(&out, n, times(coefficient(p, n), factor))) return false;
    }
    *p = out;
    return true;
}

bool polynomial_range_offset(fx_polynomial *p, fx offset) {
    return store_coefficient(p, 0, add_terms(coefficient(p, 0), fx_shl64(offset, 16)));
}

void polynomial_make_even(fx_polynomial *p) {
    for (int n = 1; n <= p->degree; n += 2) p->a[n] = 0;
}

void polynomial_make_odd(fx_polynomial *p) {
    for (int n = 0; n <= p->degree; n += 2) p->a[n] = 0;
}

bool polynomial_derivative(const fx_polynomial *p, fx_polynomial *out) {
    out->degree = p->degree > 0 ? p->degree - 1 : 0;
    if (p->degree == 0) return store_coefficient(out, 0, 0);
    for (int n = 1; n <= p->degree; n++) {
        int64_t wide = coefficient(p, n);

        if (fx_magnitude64(wide) > (uint64_t)INT64_MAX / 16 || !store_coefficient(out, n - 1, wide * n))
            return false;
    }
    return true;
}
