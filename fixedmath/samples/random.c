/* Random generators that are not inline, distributions and shuffles. */
#include "fixedmath/random.h"

#include <string.h>

#include "fixedmath/exponential.h"

/* --- generators ------------------------------------------------------------------------------- */

rng32 rng32_seed(uint32_t seed, uint32_t stream) { return rng32_from_state(mix32(seed + stream)); }

rng128 rng128_seed(uint32_t seed) {
    rng128 r = {mix32(seed), mix32(seed + 1), mix32(seed + 2), mix32(seed + 3)};

    return r;
}

rng_lcg rng_lcg_numerical(uint32_t seed) { return (rng_lcg){seed, 1664525u, 1013904223u, 0xFFFFFFFFu}; }

rng_lcg rng_lcg_ansi(uint32_t seed) { return (rng_lcg){seed, 1103515245u, 12345u, 0x7FFFFFFFu}; }

uint32_t rng_lcg_next(rng_lcg *r) { return r->x = (r->a * r->x + r->c) & r->mask; }

uint32_t rng_additive_next(rng_additive *r) {
    uint32_t sum = r->gen1 * r->seed + 2 * r->gen1;

    return r->seed = r->max != 0 ? sum % r->max : sum;
}

void rng_mt_seed(rng_mt *r, uint32_t seed) {
    r->state[0] = seed;
    for (uint32_t i = 1; i < RNG_MT_WORDS; i++)
        r->state[i] = 1812433253u * (r->state[i - 1] ^ (r->state[i - 1] >> 30)) + i;
    r->index = RNG_MT_WORDS;
}

void rng_mt_seed_array(rng_mt *r, const uint32_t *key, size_t length) {
    size_t i = 1, j = 0, k;

    rng_mt_seed(r, 19650218u);
    if (length == 0) return;
    for (k = length > RNG_MT_WORDS ? length : RNG_MT_WORDS; k > 0; k--) {
        uint32_t before = r->state[i - 1];

        r->state[i] = (r->state[i] ^ ((before ^ (before >> 30)) * 1664525u)) + key[j] + (uint32_t)j;
        if (++i >= RNG_MT_WORDS) {
            r->state[0] = r->state[RNG_MT_WORDS - 1];
            i = 1;
        }
        if (++j >= length) j = 0;
    }
    for (k = RNG_MT_WORDS - 1; k > 0; k--) {
        uint32_t before = r->state[i - 1];

        r->state[i] = (r->state[i] ^ ((before ^ (before >> 30)) * 1566083941u)) - (uint32_t)i;
        if (++i >= RNG_MT_WORDS) {
            r->state[0] = r->state[RNG_MT_WORDS - 1];
            i = 1;
        }
    }
    r->state[0] = 0x80000000u;
}

static void mt_refill(rng_mt *r) {
    for (uint32_t i = 0; i < RNG_MT_WORDS; i++) {
        uint32_t next = r->state[(i + 1) % RNG_MT_WORDS];
        uint32_t y = (r->state[i] & 0x80000000u) | (next & 0x7FFFFFFFu);

        r->state[i] = r->state[(i + 397) % RNG_MT_WORDS] ^ (y >> 1) ^ ((y & 1u) != 0 ? 0x9908B0DFu : 0u);
    }
    r->index = 0;
}

uint32_t rng_mt_next(rng_mt *r) {
    uint32_t y;

    if (r->index >= RNG_MT_WORDS) mt_refill(r);
    y = r->state[r->index++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9D2C5680u;
    y ^= (y << 15) & 0xEFC60000u;
    return y ^ (y >> 18);
}

rng_mother rng_mother_seed(uint32_t seed) {
    return (rng_mother){{mix32(seed), mix32(seed + 1), mix32(seed + 2), mix32(seed + 3)},
                        mix32(seed + 4) >> 1};
}

uint32_t rng_mother_next(rng_mother *r) {
    uint64_t sum = fx_wide_u(2111111111u, r->history[3]) + fx_wide_u(1492u, r->history[2]) +
                   fx_wide_u(1776u, r->history[1]) + fx_wide_u(5115u, r->history[0]) + r->carry;

    r->history[3] = r->history[2];
    r->history[2] = r->history[1];
    r->history[1] = r->history[0];
    r->history[0] = (uint32_t)sum;
    r->carry = (uint32_t)(sum >> 32);
    return r->history[0];
}

/* --- draws ------------------------------------------------------------------------------------ */

uint32_t rng_below(rng32 *r, uint32_t n) {
    uint32_t v, least;

    FX_REPORT(n == 0, "rng_below: empty range");
    if (n == 0) return 0;
    if ((n & (n - 1u)) == 0) return rng32_next(r) & (n - 1u);
    least = (0u - n) % n; /* 2^32 mod n */
    do {
        v = rng32_next(r);
    } while (v < least);
    return v % n;
}

int32_t rng_between(rng32 *r, int32_t lo, int32_t hi) {
    uint32_t span = (uint32_t)hi - (uint32_t)lo + 1u;

    if (lo > hi) return lo;
    return fx_wrap_add(lo, (int32_t)(span == 0 ? rng32_next(r) : rng_below(r, span)));
}

fx rng_fx(rng32 *r, fx lo, fx hi) {
    uint32_t span = (uint32_t)hi - (uint32_t)lo;

    if (lo >= hi) return lo;
    return fx_wrap_add(lo, (int32_t)(((uint64_t)rng32_next(r) * span) >> 32));
}

vec2 rng_on_circle(rng32 *r) {
    ang16 a = rng_ang16(r);

    return (vec2){fx_cos(a), fx_sin(a)};
}

/* Height uniform in -1..1, then a circle: equal areas by Archimedes. */
vec3 rng_on_sphere(rng32 *r) {
    q30 z = fx_sra32((int32_t)rng32_next(r), 1), s, c, flat;

    q30_sincos(rng32_next(r), &s, &c);
    flat = (q30)fx_isqrt64_round(((uint64_t)1 << 60) - (uint64_t)fx_wide(z, z));
    return (vec3){fx_from_q30(q30_mul(flat, c)), fx_from_q30(q30_mul(flat, s)), fx_from_q30(z)};
}

vec2 rng_in_disc(rng32 *r, fx radius) {
    q30 share = q30_sqrt((q30)(rng32_next(r) >> 2)), s, c;

    q30_sincos(rng32_next(r), &s, &c);
    return (vec2){fx_mul_q30(radius, q30_mul(share, c)), fx_mul_q30(radius, q30_mul(share, s))};
}

/* The largest of three uniforms has the distribution of the radius of a uniform point in a ball. The cube root
 * of one uniform has that distribution, too. */
vec3 rng_in_ball(rng32 *r, fx radius) {
    vec3 on = rng_on_sphere(r);
    uint32_t u = rng32_next(r) >> 2;
    fx share = u < 65536 ? 0 : fx_pow((fx)(u >> 14), FX_RATIO(1, 3));

    return v3_scale(on, fx_mul(radius, fx_clamp01(share)));
}

vec3 rng_in_box(rng32 *r, vec3 lo, vec3 hi) {
    fx x = rng_fx(r, lo.x, hi.x), y = rng_fx(r, lo.y, hi.y), z = rng_fx(r, lo.z, hi.z);

    return (vec3){x, y, z};
}

void rng_shuffle(rng32 *r, void *items, size_t n, size_t size) {
    unsigned char *base = items;

    for (size_t i = n; i > 1; i--) {
        unsigned char *a = base + (i - 1) * size, *b = base + rng_below(r, (uint32_t)i) * size;

        for (size_t k = 0; k < size; k++) {
            unsigned char keep = a[k];

            a[k] = b[k];
            b[k] = keep;
        }
    }
}

int rng_weighted_u8(rng32 *r, const uint8_t *weights, int n) {
    uint32_t total = 0, draw;

    for (int i = 0; i < n; i++) total += weights[i];
    if (total == 0) return -1;
    draw = rng_below(r, total) + 1;
    for (int i = 0;; i++) {
        if (draw <= weights[i]) return i;
        draw -= weights[i];
    }
}

int rng_weighted_u16(rng32 *r, const uint16_t *weights, int n) {
    uint32_t total = 0, draw;

    for (int i = 0; i < n; i++) total += weights[i];
    if (total == 0) return -1;
    draw = rng_below(r, total) + 1;
    for (int i = 0;; i++) {
        if (draw <= weights[i]) return i;
        draw -= weights[i];
    }
}

fx rng_normal(rng32 *r) {
    uint32_t sum = 0;

    for (int i = 0; i < 12; i++) sum += rng32_next(r) >> 16;
    return (fx)sum - 6 * FX_ONE + 6; /* the uniforms' mean is half an LSB short of 1/2 */
}

fx rng_exponential(rng32 *r, fx mean) {
    /* u in (0, 1]: -ln(u) from the log2 of a 32-bit integer */
    uint32_t u = rng32_next(r);
    int64_t log2 = ((int64_t)16 << 26) - fx_log2_q26(u != 0 ? u : 1u);

    return fx_sat64(fx_rshr64(fx_rshr64(log2 * 744261118, 40) * mean, 16));
}

int rng_poisson(rng32 *r, fx mean) {
    fx limited = fx_clamp(mean, 0, FX(30));
    uint64_t product = (uint64_t)1 << 32, floor;
    int count = -1;
    /* exp(-30) is far below an LSB of fx: take exp(-mean/4) four times */
    uint64_t quarter = (uint64_t)(uint32_t)fx_exp(-limited / 4);

    floor = ((quarter * quarter) * ((quarter * quarter) >> 16)) >> 16; /* Q32 of the fourth power */
    do {
        count++;
        product = (product * (uint64_t)rng32_next(r)) >> 32;
    } while (product > floor && count < 1000);
    return count;
}

/* --- older positional methods ----------------------------------------------------------------- */

uint32_t cell_by_skipping(rng_additive generator, uint32_t x, uint32_t y) {
    uint32_t value;

    generator.seed = y;
    do {
        value = rng_additive_next(&generator);
    } while (x-- > 0);
    return value;
}

uint32_t cell_by_direct_seed(rng_additive generator, uint32_t x, uint32_t y, uint32_t width) {
    generator.seed = x + width * y;
    return rng_additive_next(&generator);
}
