/* Square roots by a seed table, Newton steps and an exact last correction. */
#include "fixedmath/root.h"

uint32_t fx_rsqrt_norm(uint64_t x, int *shift) { return fx_rsqrt_norm_inline(x, shift); }

/* One Newton step from the seed: Q0.32 of 1 / sqrt(n / 2^30) for n in 2^30 .. 2^32 - 1, relative 2^-17. */
static uint32_t rsqrt_step(uint32_t n) {
    uint32_t y = fx_table_rsqrt[(n >> 23) - 128u];

    return (uint32_t)(((uint64_t)(0xC0000000u - (uint32_t)(((uint64_t)n * (y * y)) >> 32)) * y) >> 15);
}

uint32_t fx_rsqrt_fast(uint64_t x, int *shift) {
    int even = fx_clz64(x) & ~1;

    if (x == 0) {
        *shift = 31;
        return UINT32_MAX;
    }
    *shift = 62 - even / 2;
    return rsqrt_step((uint32_t)((x << even) >> 32)) >> 1;
}

/* Root of n / 2^30 in Q2.30, at most 4 units off, for n in 2^30 .. 2^32 - 1: n y, then one correction by the
 * remainder. */
static uint32_t root_normalised(uint32_t n) {
    uint32_t y = rsqrt_step(n);
    uint32_t root = (uint32_t)(((uint64_t)n * y) >> 32);
    int64_t rest = (int64_t)(((uint64_t)n << 30) - (uint64_t)root * root);

    return root + (uint32_t)(uint64_t)fx_sra64(fx_sra64(rest, 30) * (int64_t)y, 33);
}

uint32_t fx_isqrt32(uint32_t x) {
    int even = fx_clz32(x) & ~1;
    uint32_t root;

    if (x == 0) return 0;
    root = root_normalised(x << even) >> (15 + even / 2);
    if ((uint64_t)root * root > x) return root - 1;
    return (uint64_t)(root + 1) * (root + 1) <= x ? root + 1 : root;
}

/* Floor of the root of n in 2^62 .. 2^64 - 1. */
static uint32_t root64_normalised(uint64_t n) {
    uint32_t y = fx_rsqrt_mantissa((uint32_t)(n >> 32));
    uint64_t wide = ((n >> 32) * y) >> 30;
    uint32_t root = wide > 0xFFFFFFFFu ? 0xFFFFFFFFu : (uint32_t)wide;
    int64_t rest = (int64_t)(n - (uint64_t)root * root);

    wide = (uint64_t)((int64_t)root + fx_sra64(fx_sra64(rest, 16) * (int64_t)y, 47));
    root = wide > 0xFFFFFFFFu ? 0xFFFFFFFFu : (uint32_t)wide;
    while ((uint64_t)root * root > n) root--;
    while (root < 0xFFFFFFFFu && (uint64_t)(root + 1) * (root + 1) <= n) root++;
    return root;
}

uint32_t fx_isqrt64(uint64_t x) {
    int even = fx_clz64(x) & ~1;

    return x == 0 ? 0 : root64_normalised(x << even) >> (even / 2);
}

uint64_t fx_isqrt64_round(uint64_t x) {
    uint64_t root = fx_isqrt64(x);

    return x - root * root > root ? root + 1 : root;
}

/* Nearest root of x << 16 for x > 0: 24 bits. The estimate is at most one too low when cut off, never too
 * high by more than a fraction, so that one comparison with the exact remainder decides. */
static fx sqrt_positive(uint32_t x) {
    int even = fx_clz32_nonzero(x) & ~1;
    int32_t root = (int32_t)(root_normalised(x << even) >> (7 + even / 2));
    int64_t rest = (int64_t)(((uint64_t)x << 16) - (uint64_t)root * (uint64_t)root);

    return root + (rest > root);
}

fx fx_sqrt(fx x) {
    FX_REPORT(x < 0, "fx_sqrt: root of a negative");
    return x <= 0 ? 0 : sqrt_positive((uint32_t)x);
}

q30 q30_sqrt(q30 x) {
    FX_REPORT(x < 0, "q30_sqrt: root of a negative");
    return x <= 0 ? 0 : (q30)fx_isqrt64_round((uint64_t)x << 30);
}

bool fx_sqrt_checked(fx x, fx *result) {
    *result = x <= 0 ? 0 : sqrt_positive((uint32_t)x);
    return x >= 0;
}

fx fx_rsqrt(fx x) {
    int shift;
    uint32_t y;

    FX_REPORT(x <= 0, "fx_rsqrt: root of zero or a negative");
    if (x <= 0) return FX_MAX;
    y = fx_rsqrt_norm_inline((uint64_t)(uint32_t)x, &shift);
    return (fx)fx_rshr_u32(y, shift - 24);
}

static fx root_of_squares(uint64_t sum) {
    uint64_t root = fx_isqrt64_round(sum);

    return root > INT32_MAX ? FX_MAX : (fx)root;
}

fx fx_hypot2(fx x, fx y) {
    uint64_t a = fx_magnitude(x), b = fx_magnitude(y);

    return root_of_squares(a * a + b * b);
}

fx fx_hypot3(fx x, fx y, fx z) {
    uint64_t a = fx_magnitude(x), b = fx_magnitude(y), c = fx_magnitude(z);

    return root_of_squares(a * a + b * b + c * c);
}

static uint64_t length_fast(uint64_t a, uint64_t b) {
    uint64_t large = a > b ? a : b, small = a > b ? b : a;
    uint64_t estimate = large - (large >> 3) + (small >> 1);

    return estimate > large ? estimate : large;
}

fx fx_length_fast2(fx x, fx y) {
    uint64_t length = length_fast(fx_magnitude(x), fx_magnitude(y));

    return length > INT32_MAX ? FX_MAX : (fx)length;
}

fx fx_length_fast3(fx x, fx y, fx z) {
    uint64_t a = fx_magnitude(x), b = fx_magnitude(y), c = fx_magnitude(z), swap, length;

    if (a < b) {
        swap = a;
        a = b;
        b = swap;
    }
    if (a < c) {
        swap = a;
        a = c;
        c = swap;
    }
    length = length_fast(a, length_fast(b, c));
    return length > INT32_MAX ? FX_MAX : (fx)length;
}

fx fx_length_under2(fx x, fx y) {
    uint64_t a = fx_magnitude(x), b = fx_magnitude(y);
    uint64_t large = a > b ? a : b, chord = ((a + b) * 46340u) >> 16;

    if (chord > large) large = chord;
    return large > INT32_MAX ? FX_MAX : (fx)large;
}

int32_t int_octile2(int32_t x, int32_t y) {
    uint32_t a = fx_magnitude(x), b = fx_magnitude(y);
    uint32_t large = a > b ? a : b, small = a > b ? b : a;

    return (int32_t)(14u * small + 10u * (large - small));
}

int32_t int_octile3(int32_t x, int32_t y, int32_t z) {
    uint32_t a = fx_magnitude(x), b = fx_magnitude(y), c = fx_magnitude(z);
    uint32_t large = a > b ? (a > c ? a : c) : (b > c ? b : c);
    uint32_t small = a < b ? (a < c ? a : c) : (b < c ? b : c);
    uint32_t middle = a + b + c - large - small;

    return (int32_t)(17u * small + 14u * (middle - small) + 10u * (large - middle));
}

uint32_t fx_rsqrt_ieee_bits(uint32_t bits) {
    uint32_t guess = 0x5f3759dfu - (bits >> 1);
    /* x and y as mantissa (Q1.23) times a power of two; y = guess (3 - x guess^2) / 2 in Q2.46. */
    uint64_t x = (bits & 0x7FFFFFu) | 0x800000u, y = (guess & 0x7FFFFFu) | 0x800000u;
    int power = (int)(bits >> 23) - 127 + 2 * ((int)(guess >> 23) - 127);
    uint64_t square = (x * ((y * y) >> 23)) >> 23;
    uint64_t product = power >= 0 ? square << power : square >> -power;
    uint64_t result = y * ((3u << 23) - product);
    int exponent = (int)(guess >> 23) - 1;

    while (result >= (uint64_t)1 << 47) {
        result >>= 1;
        exponent++;
    }
    while (result < (uint64_t)1 << 46) {
        result <<= 1;
        exponent--;
    }
    return ((uint32_t)exponent << 23) | ((uint32_t)(result >> 23) & 0x7FFFFFu);
}
