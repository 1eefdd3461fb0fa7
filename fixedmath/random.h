/* Random numbers: generators with the caller's state, draws and distributions, shuffles, positional hashes.
 */
#ifndef FIXEDMATH_RANDOM_H
#define FIXEDMATH_RANDOM_H

#include "fixedmath/vector.h"

/* There is no global generator: state belongs to the caller, can be copied, saved and compared, and the same
 * seed gives the same numbers on every machine. Keep one synchronised stream for the simulation and others
 * for cosmetics: replays and network play depend on every draw. How many raw numbers a draw takes stands at
 * each function. */

/* --- generators ------------------------------------------------------------------------------- */

/* The default: xorshift with 13, 17, 5; 4 bytes, period 2^32 - 1, six instructions. Never 0. */
typedef struct {
    uint32_t x;
} rng32;
static inline rng32 rng32_from_state(uint32_t state) { return (rng32){state != 0 ? state : 0x9E3779B9u}; }
rng32 rng32_seed(uint32_t seed, uint32_t stream); /* mix32(seed + stream): streams far apart */
static inline uint32_t rng32_next(rng32 *r) {
    uint32_t x = r->x;

    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return r->x = x;
}

/* Marsaglia's xorshift128: 16 bytes, period 2^128 - 1, for content that draws much. */
typedef struct {
    uint32_t x, y, z, w;
} rng128;
rng128 rng128_seed(uint32_t seed); /* four calls of mix32(seed + i) */
static inline uint32_t rng128_next(rng128 *r) {
    uint32_t t = r->x ^ (r->x << 11);

    r->x = r->y;
    r->y = r->z;
    r->z = r->w;
    r->w = r->w ^ (r->w >> 19) ^ t ^ (t >> 8);
    return r->w;
}

/* Linear congruential: x = a x + c mod 2^bits; `next` gives the whole state, whose low bits are poor. Use the
 * high bits of the presets below (rng_lcg_ansi_next gives bits 16..30). */
typedef struct {
    uint32_t x, a, c, mask;
} rng_lcg;
rng_lcg rng_lcg_numerical(uint32_t seed); /* 1664525, 1013904223, mod 2^32 */
rng_lcg rng_lcg_ansi(uint32_t seed);      /* 1103515245, 12345, mod 2^31 */
uint32_t rng_lcg_next(rng_lcg *r);
static inline uint32_t rng_lcg_ansi_next(rng_lcg *r) { return (rng_lcg_next(r) >> 16) & 0x7FFFu; }

/* The multiplicative-additive generator of older texts: seed = (gen1 seed + 2 gen1) mod max, 32-bit wrap
 * before the modulus, seed 1..max. Its period depends on the constants and may be tiny; for compatible
 * content and as a bad example. */
typedef struct {
    uint32_t seed, gen1, max;
} rng_additive;
uint32_t rng_additive_next(rng_additive *r);

/* Mersenne Twister MT19937: 2,500 bytes; period 2^19937 - 1. */
#define RNG_MT_WORDS 624
typedef struct {
    uint32_t state[RNG_MT_WORDS];
    uint32_t index;
} rng_mt;
void rng_mt_seed(rng_mt *r, uint32_t seed);
void rng_mt_seed_array(rng_mt *r, const uint32_t *key, size_t length);
uint32_t rng_mt_next(rng_mt *r);

/* Marsaglia's mother-of-all: 20 bytes, period about 2^250. history[0] is the newest number. */
typedef struct {
    uint32_t history[4], carry;
} rng_mother;
rng_mother rng_mother_seed(uint32_t seed);
uint32_t rng_mother_next(rng_mother *r);

/* --- draws: of rng32; one raw number each unless said otherwise ------------------------------- */

/* Without bias in 0 .. n - 1: redraws while the number is below 2^32 mod n, then takes the remainder. For
 * a power of two the number is masked. n = 0 gives 0 without a raw number; any other n takes one, seldom more. */
uint32_t rng_below(rng32 *r, uint32_t n);
int32_t rng_between(rng32 *r, int32_t lo, int32_t hi); /* lo .. hi, both included; lo > hi gives lo */
static inline uf16 rng_uf16(rng32 *r) { return rng32_next(r) >> 16; } /* 0 .. 65535 */
fx rng_fx(rng32 *r, fx lo, fx hi);                                    /* lo <= x < hi; empty gives lo */
static inline int rng_sign(rng32 *r) { return (rng32_next(r) >> 31) != 0 ? 1 : -1; }
static inline bool rng_chance(rng32 *r, uf16 probability) { return rng_uf16(r) < probability; }
static inline ang16 rng_ang16(rng32 *r) { return (ang16)(rng32_next(r) >> 16); }

vec2 rng_on_circle(rng32 *r);                /* unit; one raw number */
vec3 rng_on_sphere(rng32 *r);                /* unit; two raw numbers */
vec2 rng_in_disc(rng32 *r, fx radius);       /* two raw numbers */
vec3 rng_in_ball(rng32 *r, fx radius);       /* three raw numbers */
vec3 rng_in_box(rng32 *r, vec3 lo, vec3 hi); /* three raw numbers */

/* Fisher-Yates over n items of `size` bytes; n - 1 draws of rng_below. */
void rng_shuffle(rng32 *r, void *items, size_t n, size_t size);

/* Index with probability in proportion to its weight; -1 when all weights are zero, without a draw; else one
 * rng_below. */
int rng_weighted_u8(rng32 *r, const uint8_t *weights, int n);
int rng_weighted_u16(rng32 *r, const uint16_t *weights, int n);

fx rng_normal(rng32 *r);               /* mean 0, variance 1, -6 .. 6: twelve uniforms minus 6 */
fx rng_exponential(rng32 *r, fx mean); /* waiting time of a Poisson process: -mean ln(u) */
int rng_poisson(rng32 *r, fx mean);    /* events in one interval, mean 0 .. 30; mean + 1 numbers on average */

/* --- positional hash -------------------------------------------------------------------------- */

/* A bijection of 32-bit numbers that mixes all bits, and hashes of grid cells: any cell without walking the
 * grid. */
static inline uint32_t mix32(uint32_t x) {
    x += 0x9E3779B9u;
    x ^= x >> 16;
    x *= 0x7FEB352Du;
    x ^= x >> 15;
    x *= 0x846CA68Bu;
    return x ^ (x >> 16);
}
static inline uint32_t hash1(uint32_t seed, int32_t x) { return mix32(mix32(seed) + (uint32_t)x); }
static inline uint32_t hash2(uint32_t seed, int32_t x, int32_t y) {
    return mix32(hash1(seed, x) + (uint32_t)y);
}
static inline uint32_t hash3(uint32_t seed, int32_t x, int32_t y, int32_t z) {
    return mix32(hash2(seed, x, y) + (uint32_t)z);
}

/* A generator for one stream of one seed, without drawing from another. */
static inline rng32 rng32_fork(uint32_t seed, uint32_t stream) {
    return rng32_from_state(hash1(seed, (int32_t)stream));
}

/* Older methods for the same purpose, for comparison: seed a generator with y and take number x + 1 of it,
 * and the direct seed x + width y. cell_by_direct_seed is unique per cell but shows regular patterns. */
uint32_t cell_by_skipping(rng_additive generator, uint32_t x, uint32_t y);
uint32_t cell_by_direct_seed(rng_additive generator, uint32_t x, uint32_t y, uint32_t width);

#endif
