/* Interpolation: linear and its inverse, weighted means, grids, triangles, tables, easing curves. */
#ifndef FIXEDMATH_INTERPOLATE_H
#define FIXEDMATH_INTERPOLATE_H

#include "fixedmath/vector.h"

/* A parameter t is a uf16, 0 .. 65536; larger values count as 65536. t = 0 gives the first end and t = 65536
 * the second exactly. Errors: lerp 0.5 LSB, bilinear 1 LSB, polynomial easing curves 1 LSB. See also v3_lerp
 * (vector.h), ang_lerp (angle.h), q4_nlerp and q4_slerp (quaternion.h), m3_lerp (matrix.h, low quality). */

static inline fx fx_lerp(fx a, fx b, uf16 t) {
    return (fx)(a + fx_rshr64(((int64_t)b - a) * (int64_t)(t > UF16_ONE ? UF16_ONE : t), 16));
}
static inline int32_t int_lerp(int32_t a, int32_t b, uf16 t) { return fx_lerp(a, b, t); }

/* Four 8-bit channels packed in a word, each rounded to nearest. */
uint32_t color_lerp(uint32_t a, uint32_t b, uf16 t);

/* (x - a)/(b - a): unclamped as fx, clamped as uf16. a = b gives 0 and false. */
bool fx_inverse_lerp(fx a, fx b, fx x, fx *t);
bool fx_inverse_lerp01(fx a, fx b, fx x, uf16 *t);

/* x from the range a0..a1 to b0..b1, unclamped, saturating; a0 = a1 gives b0. */
fx fx_remap(fx x, fx a0, fx a1, fx b0, fx b1);

/* Weighted mean of n values; weights sum to 65536: the last weight is what the others leave. */
fx fx_weighted(const fx *values, const uf16 *weights, size_t n);
vec3 v3_weighted(const vec3 *values, const uf16 *weights, size_t n);

/* --- surfaces --------------------------------------------------------------------------------- */

/* Corners a (0,0), b (1,0), c (0,1), d (1,1). */
fx fx_bilinear(fx a, fx b, fx c, fx d, uf16 u, uf16 v);

/* Weights of the corners a, b, c, d at (u, v), sum exactly 65536. */
void bilinear_weights(uf16 u, uf16 v, uf16 weight[4]);

/* Height at (x, y) in cells of a grid with a row stride in elements; x and y outside the grid clamp, or wrap
 * round. */
typedef struct {
    const fx *height;
    int32_t width, depth, stride;
    bool wrap;
} height_grid;
fx height_grid_sample(const height_grid *grid, fx x, fx y);

/* Weights of the corners of a triangle at p, sum exactly 65536 (signed: outside, some are negative). False
 * for a degenerate triangle. */
bool barycentric(vec2 a, vec2 b, vec2 c, vec2 p, int32_t weight[3]);

/* The segment of a rising table of n >= 1 positions in which x lies: index of its left end and the fraction.
 * Before the first and after the last position the ends count (fraction 0, and index n - 1). */
void table_find(const fx *position, size_t n, fx x, size_t *index, uf16 *fraction);

/* Piecewise linear and Hermite (tangents by differences) curves through a table of (position, value). */
fx table_linear(const fx *position, const fx *value, size_t n, fx x);
fx table_hermite(const fx *position, const fx *value, size_t n, fx x);

/* --- easing ----------------------------------------------------------------------------------- */

/* f(0) = 0, f(65536) = 65536. All curves but back and elastic stay in 0..65536 and rise; in-out forms are symmetric:
 * f(t) + f(1 - t) = 65536 +- 1. `in` starts slowly, `out` ends slowly. */
typedef enum {
    EASE_LINEAR,
    EASE_SMOOTHSTEP,   /* 3 t^2 - 2 t^3 */
    EASE_SMOOTHERSTEP, /* t^3 (t (6 t - 15) + 10) */
    EASE_QUADRATIC_IN,
    EASE_QUADRATIC_OUT,
    EASE_QUADRATIC_IN_OUT,
    EASE_CUBIC_IN,
    EASE_CUBIC_OUT,
    EASE_CUBIC_IN_OUT,
    EASE_QUARTIC_IN,
    EASE_QUARTIC_OUT,
    EASE_QUARTIC_IN_OUT,
    EASE_SINE_IN,
    EASE_SINE_OUT,
    EASE_SINE_IN_OUT,
    EASE_EXPONENTIAL_IN,
    EASE_EXPONENTIAL_OUT,
    EASE_EXPONENTIAL_IN_OUT,
    EASE_BACK_IN,
    EASE_BACK_OUT,
    EASE_BACK_IN_OUT,
    EASE_ELASTIC_IN,
    EASE_ELASTIC_OUT,
    EASE_ELASTIC_IN_OUT,
    EASE_BOUNCE_IN,
    EASE_BOUNCE_OUT,
    EASE_BOUNCE_IN_OUT,
    EASE_COUNT
} ease_curve;
int32_t ease(ease_curve curve, uf16 t);

/* Slope df/dt as fx: exact for the polynomials, a central difference over 1/512 for the others. */
fx ease_slope(ease_curve curve, uf16 t);

/* Cubic Bezier with ends 0 and 1 and two inner values. */
int32_t ease_bezier(fx inner1, fx inner2, uf16 t);

/* The timing curve of the control points (x1, y1), (x2, y2), x1 and x2 in 0..1: y at the given x, within 4
 * LSB. */
int32_t ease_bezier_xy(fx x1, fx y1, fx x2, fx y2, uf16 x);

#endif
