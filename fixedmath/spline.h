/* Cubic curves: Catmull-Rom, Hermite, B-spline and Bezier segments, paths, patches, arc length, moving
 * frames. */
#ifndef FIXEDMATH_SPLINE_H
#define FIXEDMATH_SPLINE_H

#include "fixedmath/interpolate.h"
#include "fixedmath/quaternion.h"

/* One mechanism for all kinds: a segment becomes the four coefficients of c0 + c1 t + c2 t^2 + c3 t^3, held
 * in Q36.28, 12 bits finer than fx, and is evaluated by Horner's rule. t is a uf16, 0 at the segment's start
 * and 65536 at its end. Values are within 1 LSB and slopes within 4 LSB for |P| <= 16384; ends that pass
 * through a point meet it exactly. Slopes are per segment (t from 0 to 1). Cost per component: set-up and one
 * value 104 instructions on x86-64. */

typedef struct {
    int64_t c[4];
} cubic1;
typedef struct {
    cubic1 x, y;
} cubic2;
typedef struct {
    cubic1 x, y, z;
} cubic3;

/* --- segments of one component ---------------------------------------------------------------- */

cubic1 cubic_catmull_rom(fx p0, fx p1, fx p2, fx p3); /* from p1 to p2 */
cubic1 cubic_hermite(fx p0, fx m0, fx p1, fx m1);     /* from p0 to p1 with slopes m0 and m1 */
cubic1 cubic_bspline(fx p0, fx p1, fx p2,
                     fx p3); /* near p1 to p2; C2 with its neighbours, does not pass through */
cubic1 cubic_bezier(fx b0, fx b1, fx b2, fx b3);
cubic1 cubic_bezier2(fx b0, fx b1, fx b2); /* quadratic */

fx cubic_value(const cubic1 *s, uf16 t);
fx cubic_slope(const cubic1 *s, uf16 t);
fx cubic_bend(const cubic1 *s, uf16 t); /* second derivative */

/* Control values of a segment as another kind of curve, from its coefficients, nearest. */
void cubic_to_bezier(const cubic1 *s, fx b[4]);
void cubic_to_hermite(const cubic1 *s, fx *p0, fx *m0, fx *p1, fx *m1);
void cubic_to_catmull_rom(const cubic1 *s, fx p[4]);
void cubic_to_bspline(const cubic1 *s, fx p[4]);

/* Cardinal tangent at p from its neighbours: (1 - tension)/2 ((p - before) + (after - p)); tension 0 is
 * Catmull-Rom. The uneven form takes the widths of the two intervals and gives the slope per unit of the
 * second. */
fx cardinal_tangent(fx before, fx p, fx after, fx tension);
fx cardinal_tangent_uneven(fx before, fx p, fx after, fx width_before, fx width_after, fx tension);

/* Weights of p0, m0, p1, m1 at t in Q2.30, to apply to many channels; within 2^-28. */
void hermite_weights(uf16 t, q30 weight[4]);
fx hermite_apply(const q30 weight[4], fx p0, fx m0, fx p1, fx m1);

/* Catmull-Rom weights at the quarters in 1/128, exact: t = 1/4, 1/2, 3/4. */
extern const int8_t catmull_rom_quarters[3][4];

/* B-spline weights of four points at t, sum exactly Q30_ONE. */
void bspline_weights(uf16 t, q30 weight[4]);

/* --- Bezier by control points ----------------------------------------------------------------- */

fx bezier_de_casteljau(fx b0, fx b1, fx b2, fx b3,
                       uf16 t); /* by three rounds of lerps: within 1 LSB of cubic_value */
void bezier_split(const fx b[4], uf16 t, fx left[4], fx right[4]);
void bezier_elevate(const fx quadratic[3], fx b[4]);
void bezier_bounds(const fx b[4], fx *lo, fx *hi); /* of the control polygon, which holds the curve */

/* --- two and three components ----------------------------------------------------------------- */

vec2 cubic2_value(const cubic2 *s, uf16 t);
vec2 cubic2_slope(const cubic2 *s, uf16 t);
vec3 cubic3_value(const cubic3 *s, uf16 t);
vec3 cubic3_slope(const cubic3 *s, uf16 t);
vec3 cubic3_bend(const cubic3 *s, uf16 t);
cubic3 cubic3_bezier(vec3 b0, vec3 b1, vec3 b2, vec3 b3);
cubic3 cubic3_hermite(vec3 p0, vec3 m0, vec3 p1, vec3 m1);

/* --- paths ------------------------------------------------------------------------------------ */

typedef enum { PATH_CATMULL_ROM, PATH_BSPLINE, PATH_CARDINAL } path_kind;

/* n points; open Catmull-Rom and cardinal paths have n - 1 segments (the end points count twice), closed ones
 * n; a B-spline has n - 3, closed n. 2 points make a straight line. */
typedef struct {
    const vec3 *points;
    int n;
    path_kind kind;
    bool closed;
    fx tension; /* PATH_CARDINAL */
} path3;
int path3_segments(const path3 *path);
bool path3_segment(const path3 *path, int index, cubic3 *out); /* false when there is no such segment */
typedef struct {
    const vec2 *points;
    int n;
    path_kind kind;
    bool closed;
    fx tension;
} path2;
int path2_segments(const path2 *path);
bool path2_segment(const path2 *path, int index, cubic2 *out);

/* A window over an endless stream of B-spline points: constant memory. */
typedef struct {
    vec3 p[4];
    int count;
} bspline_window;
static inline bspline_window bspline_window_begin(void) { return (bspline_window){{{0, 0, 0}}, 0}; }
bool bspline_window_feed(bspline_window *w, vec3 p, cubic3 *segment); /* true when a segment came out */

/* --- stepping --------------------------------------------------------------------------------- */

/* Forward differencing in 2^k steps, 0 <= k <= 8: three adds per step, within 2 LSB, ends on the end point.
 */
typedef struct {
    int64_t value, d1, d2, d3; /* Q24.40 */
} cubic_stepper;
cubic_stepper cubic_stepper_begin(const cubic1 *s, int k);
static inline fx cubic_stepper_value(const cubic_stepper *s) { return fx_sat64(fx_rshr64(s->value, 24)); }
static inline void cubic_stepper_next(cubic_stepper *s) {
    s->value = fx_wrap_add64(s->value, s->d1);
    s->d1 = fx_wrap_add64(s->d1, s->d2);
    s->d2 = fx_wrap_add64(s->d2, s->d3);
}

/* --- patches ---------------------------------------------------------------------------------- */

/* Bicubic Bezier patch, points[row v][column u]; normal = dP/du x dP/dv, false where it vanishes. */
vec3 patch_point(const vec3 points[4][4], uf16 u, uf16 v);
bool patch_normal(const vec3 points[4][4], uf16 u, uf16 v, dir30 *normal);

/* --- arc length ------------------------------------------------------------------------------- */

/* Length travelled at every sample: entries 0 .. segments samples, in the caller's memory. 32 samples per
 * segment keep equal steps of distance equal within 1 % on paths without cusps. */
#define ARC_SAMPLES 32
typedef struct {
    const path3 *path;
    const fx *length; /* rising, length[0] = 0 */
    int samples;      /* per segment */
    int entries;
} arc_table;
static inline int arc_entries(const path3 *path, int samples) { return path3_segments(path) * samples + 1; }
bool arc_build(const path3 *path, int samples, fx *lengths, arc_table *table);
static inline fx arc_total(const arc_table *table) { return table->length[table->entries - 1]; }

/* First sample with length >= d; -1 below 0 and beyond the end. */
int arc_index_at(const arc_table *table, fx d);

/* Segment and t at distance d; open paths clamp, closed ones wrap. */
void arc_locate(const arc_table *table, fx d, int *segment, uf16 *t);
vec3 arc_point(const arc_table *table, fx d);
fx arc_advance(const arc_table *table, fx d, fx step); /* d + step, clamped or wrapped */

/* --- frames along a curve --------------------------------------------------------------------- */

/* Frame with -Z along the tangent: +Y near the fixed up vector. False for a degenerate tangent: *frame is
 * kept. */
bool frame_fixed_up(vec3 tangent, vec3 up, rot33 *frame);

/* The frame before, turned by the smallest rotation that takes its direction to the new tangent. */
bool frame_transport(vec3 tangent, rot33 *frame);

/* Frame whose up lies between unit normals stored at the ends of a segment. A normal that turned over (the dot of
 * the first with the frame's up, of the second with the first, below -1/2) is inverted before. False: *frame is
 * kept. */
bool frame_from_normals(vec3 tangent, vec3 normal0, vec3 normal1, uf16 t, rot33 *frame);

#endif
