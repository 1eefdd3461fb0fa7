/* Every family of fixedmath as a list of calls, for the measurements of cost and for the comparison of bits.
 */
#ifndef OXCART_BENCH_FIXEDMATH_CALLS_H
#define OXCART_BENCH_FIXEDMATH_CALLS_H

#include "fixedmath/fixedmath.h"

/* Operands of a call. Numbers are random, of every magnitude, for the comparison of bits, and as a game has them
 * (up to 64 m, angles all round) for the costs. */
typedef struct {
    fx a, b, c, d;
    fx positive; /* > 0 */
    fx small;    /* -8 .. 8 */
    fx unit;     /* -1 .. 1 */
    uf16 t;
    ang16 angle;
    ang32 fine;
    vec2 g, h;
    vec3 v, w, x;
    dir30 n, m;
    quat q, r;
    rot33 rotation, rotation2;
    rig34 rigid, rigid2;
    mat33 m3, m3b;
    mat34 m34, m34b;
    mat44 m4, m4b;
    mat23 m23, m23b;
    sqt s, s2;
    dualquat dual, dual2;
    cubic1 cubic;
    box3 box, box2;
    sphere3 ball, ball2;
    plane30 plane;
    view_lens lens;
} bench_sample;

#define BENCH_WORDS 16

/* One entry: its name, how many words of the result count, and the call, which writes out[0 .. words-1]. */
typedef struct {
    const char *name;
    int words;
    void (*call)(const bench_sample *s, int32_t *out);
} bench_call;

extern const bench_call bench_calls[]; /* the first two entries do nothing */
extern const int bench_call_count;

/* Returns its argument, from another translation unit: what a call by itself costs. */
fx bench_same(fx a);

/* The next sample of a sequence; the generator belongs to the caller. */
void bench_sample_make(bench_sample *s, rng128 *r, bool as_in_a_game);

#endif
