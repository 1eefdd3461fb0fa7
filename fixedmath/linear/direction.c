/* Angles between vectors, projections, triangle normals, reflections, bases and polar coordinates. */
#include "fixedmath/vector.h"

/* --- two dimensions --------------------------------------------------------------------------- */

vec2 v2_rotate(vec2 a, ang16 angle) {
    q30 sine, cosine;

    q30_sincos((ang32)angle << 16, &sine, &cosine);
    return (vec2){(fx)fx_rshr64(fx_wide(a.x, cosine) - fx_wide(a.y, sine), 30),
                  (fx)fx_rshr64(fx_wide(a.x, sine) + fx_wide(a.y, cosine), 30)};
}

ang16 v2_angle_between(vec2 a, vec2 b) {
    /* halved, so that the difference and the sum of two products stay within 64 bits */
    int64_t cross = fx_sra64(fx_wide(a.x, b.y), 1) - fx_sra64(fx_wide(a.y, b.x), 1);
    int64_t dot = fx_sra64(fx_wide(a.x, b.x), 1) + fx_sra64(fx_wide(a.y, b.y), 1);

    if (fx_magnitude(a.x) < 1u << 30 && fx_magnitude(a.y) < 1u << 30 && fx_magnitude(b.x) < 1u << 30 &&
        fx_magnitude(b.y) < 1u << 30) {
        cross = v2_cross_wide(a, b);
        dot = v2_dot_wide(a, b);
    }
    return ang16_from_ang32(atan2_64(cross, dot));
}

v2_turn v2_turn_toward(vec2 facing, vec2 target, bool behind_is_right) {
    int16_t angle = ang16_signed(v2_angle_between(facing, target));
    v2_turn turn = {angle > 0 ? 1 : angle < 0 ? -1 : 0, (uint16_t)(angle < 0 ? -angle : angle)};

    if (angle == -32768) turn.side = behind_is_right ? -1 : 1;
    return turn;
}

vec2 v2_reflect(vec2 v, vec2 n) {
    fx along = v2_dot(v, n);

    return (vec2){fx_wrap_sub(v.x, fx_from_wide(2 * fx_wide(along, n.x))),
                  fx_wrap_sub(v.y, fx_from_wide(2 * fx_wide(along, n.y)))};
}

/* --- angles and projections ------------------------------------------------------------------- */

ang16 v3_angle(vec3 a, vec3 b) {
    dir30 u, w, c;
    int64_t sine, cosine;

    if (!v3_normalize_dir30(a, &u) || !v3_normalize_dir30(b, &w)) return 0;
    c = dir30_cross(u, w);
    sine = (int64_t)fx_isqrt64_round((uint64_t)(fx_wide(c.x, c.x) + fx_wide(c.y, c.y) + fx_wide(c.z, c.z)));
    cosine = dir30_dot(u, w);
    return ang16_from_ang32(atan2_64(sine, cosine));
}

ang16 v3_angle_acos(vec3 a, vec3 b) {
    dir30 u, w;

    if (!v3_normalize_dir30(a, &u) || !v3_normalize_dir30(b, &w)) return 0;
    return ang16_from_ang32(acos32(dir30_dot(u, w)));
}

vec3 v3_project(vec3 a, dir30 unit) { return v3_scale_dir30(unit, v3_dot_dir30(a, unit)); }

vec3 v3_reject(vec3 a, dir30 unit) { return v3_sub(a, v3_project(a, unit)); }

v3_relation v3_relate(vec3 a, vec3 b, uint16_t tolerance) {
    int32_t angle = v3_angle(a, b);

    if (angle <= tolerance) return V3_COLLINEAR_SAME;
    if (angle >= 32768 - tolerance) return V3_COLLINEAR_OPPOSITE;
    if (angle >= 16384 - tolerance && angle <= 16384 + tolerance) return V3_PERPENDICULAR;
    return angle < 16384 ? V3_SAME : V3_OPPOSITE;
}

fx v3_ahead(vec3 point, vec3 from, vec3 facing) { return v3_dot(v3_subs(point, from), facing); }

bool v3_in_cone(vec3 eye, dir30 facing, q30 cos_half, vec3 target) {
    vec3 to = v3_subs(target, eye);
    int64_t along = fx_mad(fx_mad(fx_wide(to.x, facing.x), to.y, facing.y), to.z, facing.z); /* Q46 */
    uint64_t len2 = v3_len2(to), cone, axis;
    uint64_t high = fx_magnitude64(along) >> 30; /* at most 2^32 */

    axis = high >= (uint64_t)1 << 32 ? UINT64_MAX : high * high;
    cone = fx_mul64x64_high(len2, (uint64_t)fx_wide(cos_half, cos_half) << 4);
    if (len2 < (uint64_t)1 << 48) { /* short: keep every bit of both sides */
        uint64_t fine = fx_magnitude64(along) >> 23;

        axis = fine * fine;
        cone = fx_mul64x64_high(len2 << 14, (uint64_t)fx_wide(cos_half, cos_half) << 4);
    }
    if (cos_half >= 0) return along >= 0 && axis >= cone;
    return along >= 0 || axis <= cone;
}

/* --- triangles -------------------------------------------------------------------------------- */

bool v3_triangle_normal(vec3 a, vec3 b, vec3 c, dir30 *normal) {
    vec3 e = v3_sub(b, a), f = v3_sub(c, a);
    int64_t n[3] = {fx_wrap_sub64(fx_wide(e.y, f.z), fx_wide(e.z, f.y)),
                    fx_wrap_sub64(fx_wide(e.z, f.x), fx_wide(e.x, f.z)),
                    fx_wrap_sub64(fx_wide(e.x, f.y), fx_wide(e.y, f.x))};

    return v3_normalize_wide(n, normal);
}

bool v3_triangle_nrm(vec3 a, vec3 b, vec3 c, nrm *normal) {
    dir30 n;
    bool ok = v3_triangle_normal(a, b, c, &n);

    *normal = nrm_from_dir30(n);
    return ok;
}

fx v3_triangle_area(vec3 a, vec3 b, vec3 c) {
    vec3 n = v3_cross(v3_sub(b, a), v3_sub(c, a));
    uint64_t length = fx_isqrt64_round(v3_len2(n));

    return length >= (uint64_t)INT32_MAX * 2 ? FX_MAX : (fx)((length + 1) >> 1);
}

/* --- reflection ------------------------------------------------------------------------------- */

/* v - k n for k = factor (v . n), with the dot kept at 14 extra bits. factor is Q16.16. */
static vec3 subtract_along(vec3 v, dir30 n, fx factor) {
    int64_t along = fx_rshr64(fx_mad(fx_mad(fx_wide(v.x, n.x), v.y, n.y), v.z, n.z), 24); /* Q22 */
    int64_t k = fx_rshr64(fx_rshr64(along, 4) * factor, 16);                              /* Q18 */

    if (along > -((int64_t)1 << 38) && along < (int64_t)1 << 38) k = fx_rshr64(along * factor, 20);
    return (vec3){fx_sat64(v.x - fx_rshr64(fx_sra64(k, 2) * n.x + fx_sra64((k & 3) * n.x, 2), 30)),
                  fx_sat64(v.y - fx_rshr64(fx_sra64(k, 2) * n.y + fx_sra64((k & 3) * n.y, 2), 30)),
                  fx_sat64(v.z - fx_rshr64(fx_sra64(k, 2) * n.z + fx_sra64((k & 3) * n.z, 2), 30))};
}

vec3 v3_reflect(vec3 v, dir30 n) { return subtract_along(v, n, 2 * FX_ONE); }

vec3 v3_mirror(vec3 l, dir30 n) { return v3_neg(v3_reflect(l, n)); }

vec3 v3_slide(vec3 v, dir30 n) { return subtract_along(v, n, FX_ONE); }

vec3 v3_bounce(vec3 v, dir30 n, fx restitution, fx tangential) {
    vec3 across = v3_slide(v, n);
    vec3 along = v3_sub(v, across);

    return v3_sub(v3_scale(across, tangential), v3_scale(along, restitution));
}

bool v3_refract(vec3 unit, dir30 n, fx eta, vec3 *refracted) {
    /* with r = 1 / eta and c = -(n . v): r v + (r c - sqrt(1 - r^2 (1 - c^2))) n */
    int64_t c = fx_wrap_neg64(fx_mad(fx_mad(fx_wide(unit.x, n.x), unit.y, n.y), unit.z, n.z)); /* Q46 */
    int64_t r = eta > 0 ? (((int64_t)1 << 46) / eta) : 0;                                      /* Q30 */
    int64_t cosine = fx_rshr64(c, 16), inside, k;

    if (cosine > Q30_ONE) cosine = Q30_ONE;
    if (r == 0 || r >= (int64_t)4 << 30 || cosine < 0) return false;
    inside = fx_rshr64(r * r, 30);
    inside =
        ((int64_t)1 << 30) - fx_rshr64(inside * (((int64_t)1 << 30) - fx_rshr64(cosine * cosine, 30)), 30);
    if (inside < 0) return false;
    k = fx_rshr64(r * cosine, 30) - q30_sqrt((q30)(inside > INT32_MAX ? INT32_MAX : inside));
    *refracted = (vec3){(fx)(fx_rshr64(r * unit.x, 30) + fx_rshr64(k * n.x, 44)),
                        (fx)(fx_rshr64(r * unit.y, 30) + fx_rshr64(k * n.y, 44)),
                        (fx)(fx_rshr64(r * unit.z, 30) + fx_rshr64(k * n.z, 44))};
    return true;
}

bool ang_refract(ang16 incidence, fx eta, ang16 *refraction) {
    int64_t sine = (int64_t)q30_sin((ang32)incidence << 16) * 65536;

    if (eta <= 0) return false;
    sine /= eta;
    if (sine > Q30_ONE || sine < -Q30_ONE) return false;
    *refraction = ang16_from_ang32(asin32((q30)sine));
    return true;
}

bool v3_half(vec3 a, vec3 b, vec3 *half) { return v3_normalize(v3_add(a, b), half); }

/* --- bases ------------------------------------------------------------------------------------ */

int v3_major_axis(vec3 a) {
    uint32_t x = fx_magnitude(a.x), y = fx_magnitude(a.y), z = fx_magnitude(a.z);

    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

int v3_minor_axis(vec3 a) {
    uint32_t x = fx_magnitude(a.x), y = fx_magnitude(a.y), z = fx_magnitude(a.z);

    return x <= y && x <= z ? 0 : y <= z ? 1 : 2;
}

vec3 v3_perpendicular(vec3 a) {
    switch (v3_minor_axis(a)) {
    case 0:
        return (vec3){0, fx_wrap_neg(a.z), a.y};
    case 1:
        return (vec3){a.z, 0, fx_wrap_neg(a.x)};
    default:
        return (vec3){fx_wrap_neg(a.y), a.x, 0};
    }
}

static bool normalize_raw(dir30 a, dir30 *unit) { return v3_normalize_dir30((vec3){a.x, a.y, a.z}, unit); }

/* Cross product of unit vectors, normalised again; exact products, so that short results keep their bits. */
static bool cross_unit(dir30 a, dir30 b, dir30 *unit) {
    int64_t c[3] = {fx_wide(a.y, b.z) - fx_wide(a.z, b.y), fx_wide(a.z, b.x) - fx_wide(a.x, b.z),
                    fx_wide(a.x, b.y) - fx_wide(a.y, b.x)};

    return v3_normalize_wide(c, unit);
}

bool dir30_basis(vec3 facing, vec3 world_up, dir30 *right, dir30 *up, dir30 *back) {
    dir30 b, helper, across;
    bool parallel;

    if (!v3_normalize_dir30(facing, &b)) return false;
    b = dir30_neg(b);
    parallel = !v3_normalize_dir30(world_up, &helper);
    if (!parallel) {
        across = dir30_cross(helper, b);
        parallel = fx_wide(across.x, across.x) + fx_wide(across.y, across.y) + fx_wide(across.z, across.z) <
                   ((int64_t)1 << 44);
    }
    if (parallel) {
        int axis = v3_minor_axis((vec3){b.x, b.y, b.z});

        helper = (dir30){axis == 0 ? Q30_ONE : 0, axis == 1 ? Q30_ONE : 0, axis == 2 ? Q30_ONE : 0};
    }
    (void)cross_unit(helper, b, right);
    *up = dir30_cross(b, *right);
    *back = b;
    return true;
}

bool dir30_orthonormalize(dir30 *x, dir30 *y, dir30 *z) {
    dir30 a, b, c;

    if (!normalize_raw(*x, &a) || !normalize_raw(*y, &b) || !cross_unit(a, b, &c)) return false;
    *x = a;
    *y = dir30_cross(c, a);
    *z = c;
    return true;
}

bool dir30_tangent_frame(dir30 n, vec3 t, int handedness, dir30 *tangent, dir30 *bitangent) {
    dir30 along, across;

    if (!v3_normalize_dir30(t, &along) || !cross_unit(n, along, &across)) return false;
    *tangent = dir30_cross(across, n);
    *bitangent = handedness < 0 ? dir30_neg(across) : across;
    return true;
}

/* --- coordinates ------------------------------------------------------------------------------ */

vec3 v3_from_spherical(fx radius, ang32 yaw, ang32 pitch) {
    q30 sp, cp, sy, cy;

    q30_sincos(pitch, &sp, &cp);
    q30_sincos(yaw, &sy, &cy);
    return (vec3){fx_mul_q30(radius, -q30_mul(sy, cp)), fx_mul_q30(radius, sp),
                  fx_mul_q30(radius, -q30_mul(cy, cp))};
}

void v3_to_spherical(vec3 a, fx *radius, ang32 *yaw, ang32 *pitch) {
    /* the distance from the axis with 8 more bits for the pitch of near points */
    uint64_t flat2 = (uint64_t)fx_wide(a.x, a.x) + (uint64_t)fx_wide(a.z, a.z);
    int up = fx_clz64(flat2) & ~1;
    int64_t flat = (int64_t)fx_isqrt64_round(up > 16 ? flat2 << 16 : flat2);

    *radius = v3_length(a);
    *yaw = atan2_64(-(int64_t)a.x, -(int64_t)a.z);
    if (a.x == 0 && a.z == 0) *yaw = 0;
    *pitch = atan2_64(up > 16 ? (int64_t)a.y * 256 : a.y, flat);
}

vec3 v3_from_cylindrical(fx radius, ang32 yaw, fx height) {
    q30 sy, cy;

    q30_sincos(yaw, &sy, &cy);
    return (vec3){fx_mul_q30(radius, -sy), height, fx_mul_q30(radius, -cy)};
}

void v3_to_cylindrical(vec3 a, fx *radius, ang32 *yaw, fx *height) {
    *radius = fx_hypot2(a.x, a.z);
    *yaw = a.x == 0 && a.z == 0 ? 0 : atan2_64(-(int64_t)a.x, -(int64_t)a.z);
    *height = a.y;
}
