/* Vectors of fixed-point numbers and unit directions: arithmetic, lengths, normalisation, products, bases. */
#ifndef FIXEDMATH_VECTOR_H
#define FIXEDMATH_VECTOR_H

#include "fixedmath/angle.h"

/* A vec is a point or a direction; the names of parameters say which. point - point = direction,
 * point + direction = point, direction + direction = direction; the vector from A to B is B - A, and
 * subtraction does not commute. Plain forms wrap, forms ending in s saturate.
 *
 *   function                  error                              cost (x86-64 instructions)
 *   v3_add, v3_sub            exact                              3
 *   v3_dot, v3_cross          0.5 LSB, saturate                  60, 78
 *   v3_len2                   exact, uint64_t Q32.32             22
 *   v3_length                 0.5 LSB, saturates                 117
 *   v3_normalize              1 LSB of norm, any length >= 1 LSB 125
 *   v3_normalize_dir30        3 LSB30, |norm - 1| <= 2^-28       102
 *   v3_normalize_nrm          0.51 LSB14                         125
 *
 * Compare distances by their squares; normalise only when the direction alone matters. */

#define V2_ZERO ((vec2){0, 0})
#define V3_ZERO ((vec3){0, 0, 0})
#define V3_X ((vec3){FX_ONE, 0, 0})
#define V3_Y ((vec3){0, FX_ONE, 0})
#define V3_Z ((vec3){0, 0, FX_ONE})
#define V3_NEG_X ((vec3){-FX_ONE, 0, 0})
#define V3_NEG_Y ((vec3){0, -FX_ONE, 0})
#define V3_NEG_Z ((vec3){0, 0, -FX_ONE})
#define V4_ZERO ((vec4){0, 0, 0, 0})

/* --- two components --------------------------------------------------------------------------- */

static inline vec2 v2(fx x, fx y) { return (vec2){x, y}; }
static inline vec2 v2_add(vec2 a, vec2 b) { return (vec2){fx_wrap_add(a.x, b.x), fx_wrap_add(a.y, b.y)}; }
static inline vec2 v2_sub(vec2 a, vec2 b) { return (vec2){fx_wrap_sub(a.x, b.x), fx_wrap_sub(a.y, b.y)}; }
static inline vec2 v2_adds(vec2 a, vec2 b) { return (vec2){fx_adds(a.x, b.x), fx_adds(a.y, b.y)}; }
static inline vec2 v2_subs(vec2 a, vec2 b) { return (vec2){fx_subs(a.x, b.x), fx_subs(a.y, b.y)}; }
static inline vec2 v2_neg(vec2 a) { return (vec2){fx_wrap_neg(a.x), fx_wrap_neg(a.y)}; }
static inline vec2 v2_scale(vec2 a, fx s) { return (vec2){fx_mul(a.x, s), fx_mul(a.y, s)}; }
static inline vec2 v2_scale_uf16(vec2 a, uf16 s) { return (vec2){fx_mul_uf16(a.x, s), fx_mul_uf16(a.y, s)}; }
static inline vec2 v2_scale_q30(vec2 a, q30 s) { return (vec2){fx_mul_q30(a.x, s), fx_mul_q30(a.y, s)}; }
static inline vec2 v2_mul(vec2 a, vec2 b) {
    return (vec2){fx_mul(a.x, b.x), fx_mul(a.y, b.y)};
} /* by component */
static inline vec2 v2_div(vec2 a, vec2 b) { return (vec2){fx_div(a.x, b.x), fx_div(a.y, b.y)}; }
static inline vec2 v2_min(vec2 a, vec2 b) { return (vec2){fx_min(a.x, b.x), fx_min(a.y, b.y)}; }
static inline vec2 v2_max(vec2 a, vec2 b) { return (vec2){fx_max(a.x, b.x), fx_max(a.y, b.y)}; }
static inline vec2 v2_abs(vec2 a) { return (vec2){fx_abss(a.x), fx_abss(a.y)}; }
static inline vec2 v2_mad(vec2 a, vec2 b, fx s) { return v2_add(a, v2_scale(b, s)); } /* a + b s */
static inline bool v2_equal(vec2 a, vec2 b) { return a.x == b.x && a.y == b.y; }
static inline vec2 v2_perp(vec2 a) { return (vec2){fx_wrap_neg(a.y), a.x}; }       /* turned by +90 degrees */
static inline vec2 v2_perp_right(vec2 a) { return (vec2){a.y, fx_wrap_neg(a.x)}; } /* turned by -90 degrees */
vec2 v2_clamp(vec2 a, vec2 lo, vec2 hi);
vec2 v2_lerp(vec2 a, vec2 b, uf16 t); /* a at t = 0 and b at t = 65536, exactly; t is limited to that range */
bool v2_near(vec2 a, vec2 b, fx tolerance);
fx v2_dot(vec2 a, vec2 b);
fx v2_cross(vec2 a, vec2 b); /* z of the cross product: positive when b lies counter-clockwise of a */

/* Dot and cross product without rounding, in Q32.32; components up to 2^30 raw. For exact tests of the sign. */
static inline fxw v2_dot_wide(vec2 a, vec2 b) { return fx_mad(fx_wide(a.x, b.x), a.y, b.y); }
static inline fxw v2_cross_wide(vec2 a, vec2 b) {
    return fx_wrap_sub64(fx_wide(a.x, b.y), fx_wide(a.y, b.x));
}

uint64_t v2_len2(vec2 a);
uint64_t v2_distance2(vec2 a, vec2 b); /* differences beyond +-32768 saturate */
fx v2_length(vec2 a);
fx v2_distance(vec2 a, vec2 b);
bool v2_normalize(vec2 a, vec2 *unit); /* false and (0, 0) for the zero vector */
vec2 v2_limit(vec2 a, fx max_length);
vec2 v2_rotate(vec2 a, ang16 angle);

/* Signed angle from a to b, positive counter-clockwise, -32768 .. 32767; 0 when either is zero. */
ang16 v2_angle_between(vec2 a, vec2 b);

/* Which way to turn from `facing` to `target`: side +1 counter-clockwise, -1 clockwise, 0 straight ahead, and
 * the angle 0 .. 32768. A target exactly behind reports side +1, or -1 when `behind_is_right` is set. */
typedef struct {
    int side;
    uint16_t angle;
} v2_turn;
v2_turn v2_turn_toward(vec2 facing, vec2 target, bool behind_is_right);

/* Plan view of the ground: (u, v) = (x, -z), so that left stays positive; and back with height y. */
static inline vec2 v2_from_ground(vec3 a) { return (vec2){a.x, fx_wrap_neg(a.z)}; }
static inline vec3 v3_from_ground(vec2 a, fx y) { return (vec3){a.x, y, fx_wrap_neg(a.y)}; }

/* --- three components ------------------------------------------------------------------------- */

static inline vec3 v3(fx x, fx y, fx z) { return (vec3){x, y, z}; }
static inline vec3 v3_add(vec3 a, vec3 b) {
    return (vec3){fx_wrap_add(a.x, b.x), fx_wrap_add(a.y, b.y), fx_wrap_add(a.z, b.z)};
}
static inline vec3 v3_sub(vec3 a, vec3 b) {
    return (vec3){fx_wrap_sub(a.x, b.x), fx_wrap_sub(a.y, b.y), fx_wrap_sub(a.z, b.z)};
}
static inline vec3 v3_adds(vec3 a, vec3 b) {
    return (vec3){fx_adds(a.x, b.x), fx_adds(a.y, b.y), fx_adds(a.z, b.z)};
}
static inline vec3 v3_subs(vec3 a, vec3 b) {
    return (vec3){fx_subs(a.x, b.x), fx_subs(a.y, b.y), fx_subs(a.z, b.z)};
}
static inline vec3 v3_neg(vec3 a) { return (vec3){fx_wrap_neg(a.x), fx_wrap_neg(a.y), fx_wrap_neg(a.z)}; }
static inline vec3 v3_scale(vec3 a, fx s) { return (vec3){fx_mul(a.x, s), fx_mul(a.y, s), fx_mul(a.z, s)}; }
static inline vec3 v3_scales(vec3 a, fx s) {
    return (vec3){fx_muls(a.x, s), fx_muls(a.y, s), fx_muls(a.z, s)};
}
static inline vec3 v3_scale_uf16(vec3 a, uf16 s) {
    return (vec3){fx_mul_uf16(a.x, s), fx_mul_uf16(a.y, s), fx_mul_uf16(a.z, s)};
}
static inline vec3 v3_scale_q30(vec3 a, q30 s) {
    return (vec3){fx_mul_q30(a.x, s), fx_mul_q30(a.y, s), fx_mul_q30(a.z, s)};
}
static inline vec3 v3_mul(vec3 a, vec3 b) {
    return (vec3){fx_mul(a.x, b.x), fx_mul(a.y, b.y), fx_mul(a.z, b.z)};
}
static inline vec3 v3_div(vec3 a, vec3 b) {
    return (vec3){fx_div(a.x, b.x), fx_div(a.y, b.y), fx_div(a.z, b.z)};
}
static inline vec3 v3_min(vec3 a, vec3 b) {
    return (vec3){fx_min(a.x, b.x), fx_min(a.y, b.y), fx_min(a.z, b.z)};
}
static inline vec3 v3_max(vec3 a, vec3 b) {
    return (vec3){fx_max(a.x, b.x), fx_max(a.y, b.y), fx_max(a.z, b.z)};
}
static inline vec3 v3_abs(vec3 a) { return (vec3){fx_abss(a.x), fx_abss(a.y), fx_abss(a.z)}; }
static inline vec3 v3_mad(vec3 a, vec3 b, fx s) { return v3_add(a, v3_scale(b, s)); } /* a + b s */
static inline bool v3_equal(vec3 a, vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
static inline bool v3_is_zero(vec3 a) { return (a.x | a.y | a.z) == 0; }
static inline vec2 v3_xy(vec3 a) { return (vec2){a.x, a.y}; }
static inline vec2 v3_xz(vec3 a) { return (vec2){a.x, a.z}; }
static inline vec2 v3_yz(vec3 a) { return (vec2){a.y, a.z}; }
static inline fx v3_get(vec3 a, int axis) { return axis == 0 ? a.x : axis == 1 ? a.y : a.z; }
static inline vec3 v3_with(vec3 a, int axis, fx value) {
    return (vec3){axis == 0 ? value : a.x, axis == 1 ? value : a.y, axis == 2 ? value : a.z};
}
vec3 v3_clamp(vec3 a, vec3 lo, vec3 hi);
vec3 v3_lerp(vec3 a, vec3 b, uf16 t);
bool v3_near(vec3 a, vec3 b, fx tolerance);

/* Components in another order: v3_swizzle(a, 2, 1, 0) is (z, y, x); indices 0..2. */
static inline vec3 v3_swizzle(vec3 a, int x, int y, int z) {
    return (vec3){v3_get(a, x), v3_get(a, y), v3_get(a, z)};
}

/* Dot and cross product: sums of exact products rounded once, saturating, no wrap for any input. */
fx v3_dot(vec3 a, vec3 b);
vec3 v3_cross(vec3 a, vec3 b);

/* Dot product without rounding, in Q32.32; components up to 2^30 raw. */
static inline fxw v3_dot_wide(vec3 a, vec3 b) {
    return fx_mad(fx_mad(fx_wide(a.x, b.x), a.y, b.y), a.z, b.z);
}

/* a . (b x c), six times the signed volume of the tetrahedron; saturates. */
fx v3_triple(vec3 a, vec3 b, vec3 c);

uint64_t v3_len2(vec3 a);              /* exact for every input */
uint64_t v3_distance2(vec3 a, vec3 b); /* differences beyond +-32768 saturate */
fx v3_length(vec3 a);
fx v3_distance(vec3 a, vec3 b);
vec3 v3_limit(vec3 a, fx max_length); /* a cut to max_length; one root, and only when needed */

/* Unit vector of any non-zero input down to 1 LSB. The zero vector returns false and leaves *unit (0, 0, 0).
 */
bool v3_normalize(vec3 a, vec3 *unit);
bool v3_normalize_dir30(vec3 a, dir30 *unit);
bool v3_normalize_nrm(vec3 a, nrm *unit);

/* Debug builds report a vector without length and a missing place for the result (which gives false). */
#ifdef FX_DEBUG
#define FX_REPORT_NORMALIZE(a, unit)                                                                         \
    FX_REPORT((unit) == NULL || v3_is_zero(a), "normalising: zero vector or no result")
#define v3_normalize(a, unit) (FX_REPORT_NORMALIZE(a, unit), v3_normalize(a, unit))
#define v3_normalize_dir30(a, unit) (FX_REPORT_NORMALIZE(a, unit), v3_normalize_dir30(a, unit))
#define v3_normalize_nrm(a, unit) (FX_REPORT_NORMALIZE(a, unit), v3_normalize_nrm(a, unit))
#endif

/* Unit vector, or the caller's fallback for the zero vector; the length in *length (may be NULL). */
vec3 v3_normalize_or(vec3 a, vec3 fallback, fx *length);

/* Unit vector of components with 64 bits (cross products that were not rounded). */
bool v3_normalize_wide(const int64_t a[3], dir30 *unit);

/* One Newton step (3 - |v|^2)/2 for vectors that are unit within about 1 %; cheaper than normalising. */
dir30 dir30_renormalize(dir30 a);

/* --- unit directions -------------------------------------------------------------------------- */

static inline dir30 dir30_from_v3(vec3 a) { return (dir30){fx_to_q30(a.x), fx_to_q30(a.y), fx_to_q30(a.z)}; }
static inline vec3 v3_from_dir30(dir30 a) {
    return (vec3){fx_from_q30(a.x), fx_from_q30(a.y), fx_from_q30(a.z)};
}
static inline nrm nrm_from_v3(vec3 a) { return (nrm){fx_to_q14(a.x), fx_to_q14(a.y), fx_to_q14(a.z)}; }
static inline vec3 v3_from_nrm(nrm a) { return (vec3){fx_from_q14(a.x), fx_from_q14(a.y), fx_from_q14(a.z)}; }
static inline nrm nrm_from_dir30(dir30 a) { return (nrm){q30_to_q14(a.x), q30_to_q14(a.y), q30_to_q14(a.z)}; }
static inline dir30 dir30_from_nrm(nrm a) {
    return (dir30){q14_to_q30(a.x), q14_to_q30(a.y), q14_to_q30(a.z)};
}
static inline dir30 dir30_neg(dir30 a) { return (dir30){q30_neg(a.x), q30_neg(a.y), q30_neg(a.z)}; }
static inline vec3 v3_scale_dir30(dir30 a, fx s) {
    return (vec3){fx_mul_q30(s, a.x), fx_mul_q30(s, a.y), fx_mul_q30(s, a.z)};
}

/* Products of unit vectors; components up to 1.0. The dot of two nrm in q14 is exact before rounding. */
static inline q30 dir30_dot(dir30 a, dir30 b) {
    return fx_sat64(fx_rshr64(fx_mad(fx_mad(fx_wide(a.x, b.x), a.y, b.y), a.z, b.z), 30));
}
static inline fx v3_dot_dir30(vec3 a, dir30 b) {
    return fx_sat64(fx_rshr64(fx_mad(fx_mad(fx_wide(a.x, b.x), a.y, b.y), a.z, b.z), 30));
}
static inline q14 nrm_dot(nrm a, nrm b) {
    return q14_saturate(
        (int32_t)fx_sra64((int64_t)a.x * b.x + (int64_t)a.y * b.y + (int64_t)a.z * b.z + 8192, 14));
}
static inline fx v3_dot_nrm(vec3 a, nrm b) {
    return fx_sat64(fx_rshr64(fx_mad(fx_mad(fx_wide(a.x, b.x), a.y, b.y), a.z, b.z), 14));
}
dir30 dir30_cross(dir30 a, dir30 b);

/* --- four components -------------------------------------------------------------------------- */

static inline vec4 v4(fx x, fx y, fx z, fx w) { return (vec4){x, y, z, w}; }
static inline vec4 v4_point(vec3 a) { return (vec4){a.x, a.y, a.z, FX_ONE}; }
static inline vec4 v4_direction(vec3 a) { return (vec4){a.x, a.y, a.z, 0}; }
static inline vec3 v4_xyz(vec4 a) { return (vec3){a.x, a.y, a.z}; }
static inline vec4 v4_add(vec4 a, vec4 b) {
    return (vec4){fx_wrap_add(a.x, b.x), fx_wrap_add(a.y, b.y), fx_wrap_add(a.z, b.z), fx_wrap_add(a.w, b.w)};
}
static inline vec4 v4_sub(vec4 a, vec4 b) {
    return (vec4){fx_wrap_sub(a.x, b.x), fx_wrap_sub(a.y, b.y), fx_wrap_sub(a.z, b.z), fx_wrap_sub(a.w, b.w)};
}
static inline vec4 v4_neg(vec4 a) {
    return (vec4){fx_wrap_neg(a.x), fx_wrap_neg(a.y), fx_wrap_neg(a.z), fx_wrap_neg(a.w)};
}
static inline vec4 v4_scale(vec4 a, fx s) {
    return (vec4){fx_mul(a.x, s), fx_mul(a.y, s), fx_mul(a.z, s), fx_mul(a.w, s)};
}
static inline vec4 v4_mul(vec4 a, vec4 b) {
    return (vec4){fx_mul(a.x, b.x), fx_mul(a.y, b.y), fx_mul(a.z, b.z), fx_mul(a.w, b.w)};
}
static inline vec4 v4_min(vec4 a, vec4 b) {
    return (vec4){fx_min(a.x, b.x), fx_min(a.y, b.y), fx_min(a.z, b.z), fx_min(a.w, b.w)};
}
static inline vec4 v4_max(vec4 a, vec4 b) {
    return (vec4){fx_max(a.x, b.x), fx_max(a.y, b.y), fx_max(a.z, b.z), fx_max(a.w, b.w)};
}
static inline bool v4_equal(vec4 a, vec4 b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }
vec4 v4_lerp(vec4 a, vec4 b, uf16 t);
fx v4_dot(vec4 a, vec4 b);
fx v4_length(vec4 a);
bool v4_normalize(vec4 a, vec4 *unit);

/* (x, y, z) / w; false and the direction (x, y, z) itself for w = 0, a point at infinity. */
bool v4_divide(vec4 a, vec3 *point);

/* --- angles, projections, directions ---------------------------------------------------------- */

/* Angle between two vectors, 0 .. 32768, as atan2(|a x b|, a . b): accurate at all angles. 0 if one is zero.
 */
ang16 v3_angle(vec3 a, vec3 b);

/* Angle between two vectors through the arc cosine of the dot of their unit vectors; loses accuracy near 0 and 180
 * degrees. */
ang16 v3_angle_acos(vec3 a, vec3 b);

static inline fx v3_project_length(vec3 a, dir30 unit) { return v3_dot_dir30(a, unit); }
vec3 v3_project(vec3 a, dir30 unit); /* part of a along the unit vector */
vec3 v3_reject(vec3 a, dir30 unit);  /* part of a across the unit vector */

/* How two directions of any length lie to each other; `tolerance` is an angle in ang16 units. */
typedef enum {
    V3_COLLINEAR_SAME,
    V3_SAME, /* less than 90 degrees apart */
    V3_PERPENDICULAR,
    V3_OPPOSITE, /* more than 90 degrees apart */
    V3_COLLINEAR_OPPOSITE
} v3_relation;
v3_relation v3_relate(vec3 a, vec3 b, uint16_t tolerance);

/* Positive when the point lies ahead of `from` in the direction `facing`. */
fx v3_ahead(vec3 point, vec3 from, vec3 facing);

/* True when target - eye lies within the cone about unit `facing` with this cosine of the half angle (q30):
 * compares squares, no root. The cone's edge and the eye itself count as inside. */
bool v3_in_cone(vec3 eye, dir30 facing, q30 cos_half, vec3 target);

/* --- triangles, reflection, bases ------------------------------------------------------------- */

/* Unit normal of the counter-clockwise triangle a, b, c, from the exact cross product of its edges. False for
 * a degenerate triangle (zero area). Edges up to 16384. */
bool v3_triangle_normal(vec3 a, vec3 b, vec3 c, dir30 *normal);
bool v3_triangle_nrm(vec3 a, vec3 b, vec3 c, nrm *normal);
fx v3_triangle_area(vec3 a, vec3 b, vec3 c); /* saturates */

vec3 v3_reflect(vec3 v, dir30 n); /* incoming direction off a surface: v - 2 n (v . n) */
vec3 v3_mirror(vec3 l, dir30 n);  /* direction toward a light to the mirror direction: 2 (n . l) n - l */
vec3 v3_slide(vec3 v, dir30 n);   /* v - n (v . n) */
vec2 v2_reflect(vec2 v, vec2 unit_normal);

/* Bounce: the part along n is reversed times `restitution`, the part across is multiplied by `tangential`. */
vec3 v3_bounce(vec3 v, dir30 n, fx restitution, fx tangential);

/* Refraction of a unit direction at a surface whose unit normal faces the incoming side; eta is the index of
 * the side entered over the side left (air to water: 1.333). False at total internal reflection. */
bool v3_refract(vec3 unit, dir30 n, fx eta, vec3 *refracted);

/* Angle of refraction asin(sin(incidence) / eta); false when there is none. */
bool ang_refract(ang16 incidence, fx eta, ang16 *refraction);

/* Unit vector halfway between two unit vectors; false when they are opposite. */
bool v3_half(vec3 a, vec3 b, vec3 *half);

/* Any vector perpendicular to a (not unit): drops the smallest component. Zero for zero. */
vec3 v3_perpendicular(vec3 a);

/* Index 0..2 of the largest |component| (ties: x before y before z) and of the smallest (same ties). */
int v3_major_axis(vec3 a);
int v3_minor_axis(vec3 a);

/* Axes of a frame that faces `facing` without roll: back = -facing, right = up x back, up = back x right.
 * Where the world's up is (nearly) parallel to `facing`, |up x back| < 2^-8, the unit axis with the smallest
 * |component| of back takes the place of up. False for a zero facing; the outputs are then untouched. */
bool dir30_basis(vec3 facing, vec3 world_up, dir30 *right, dir30 *up, dir30 *back);

/* Gram-Schmidt: x unit, y made perpendicular, z = x cross y. False when x is zero or x and y are parallel. */
bool dir30_orthonormalize(dir30 *x, dir30 *y, dir30 *z);

/* Tangent frame: t made perpendicular to n; *bitangent = sign(handedness) n x t. False when degenerate. */
bool dir30_tangent_frame(dir30 n, vec3 t, int handedness, dir30 *tangent, dir30 *bitangent);

/* --- coordinates ------------------------------------------------------------------------------ */

/* Yaw 0 looks along -Z, positive toward -X; pitch is positive up. On the vertical axis the yaw is 0. */
vec3 v3_from_spherical(fx radius, ang32 yaw, ang32 pitch);
void v3_to_spherical(vec3 a, fx *radius, ang32 *yaw, ang32 *pitch);
vec3 v3_from_cylindrical(fx radius, ang32 yaw, fx height);
void v3_to_cylindrical(vec3 a, fx *radius, ang32 *yaw, fx *height);

#endif
