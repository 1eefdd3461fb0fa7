/* Inputs for the tests of fixedmath: numbers of random magnitude and the special values, the same on every
 * machine. */
#ifndef FX_CHECK_H
#define FX_CHECK_H

#include "fixedmath/random.h"

/* A random int32 whose magnitude is also random: all exponents are equally likely. */
static inline int32_t fx_check_any(rng128 *r) {
    int shift = (int)(rng128_next(r) % 31u);

    return fx_sra32((int32_t)rng128_next(r), shift);
}

static inline int32_t fx_check_positive(rng128 *r) {
    int32_t a = fx_check_any(r);

    return a < 0 ? ~a : a;
}

static inline int32_t fx_check_between(rng128 *r, int32_t lo, int32_t hi) {
    return (int32_t)(lo + (int64_t)(((uint64_t)rng128_next(r) * (uint64_t)((int64_t)hi - lo + 1)) >> 32));
}

static inline vec3 fx_check_vec3(rng128 *r, fx limit) {
    fx x = fx_check_between(r, -limit, limit), y = fx_check_between(r, -limit, limit);

    return (vec3){x, y, fx_check_between(r, -limit, limit)};
}

static const int32_t fx_check_special[] = {0,      1,     -1,     65535,     -65535,   65536,
                                           -65536, 65537, -65537, INT32_MAX, INT32_MIN};
#define FX_CHECK_SPECIALS ((int)(sizeof fx_check_special / sizeof fx_check_special[0]))

#endif
