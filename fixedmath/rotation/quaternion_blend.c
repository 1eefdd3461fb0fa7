/* Interpolation of orientations, and the shortest rotations between directions. */
#include "fixedmath/quaternion.h"

/* p (1 - w) + q w, normalised; w in Q2.30. */
static quat blend2(quat p, quat q, int64_t w1) {
    int64_t w0 = Q30_ONE - w1;
    quat unit;

    (void)q4_normalize(
        (quat){(q30)fx_rshr64(p.x * w0 + q.x * w1, 30), (q30)fx_rshr64(p.y * w0 + q.y * w1, 30),
               (q30)fx_rshr64(p.z * w0 + q.z * w1, 30), (q30)fx_rshr64(p.w * w0 + q.w * w1, 30)},
        &unit);
    return unit;
}

quat q4_nlerp(quat p, quat q, uf16 t) {
    if (t == 0) return p;
    if (t >= UF16_ONE) return q;
    return blend2(p, q4_near(q, p), (int64_t)t << 14);
}

quat q4_nlerp_corrected(quat p, quat q, uf16 t) {
    quat near = q4_near(q, p);
    int64_t d = q4_dot(p, near) >> 6; /* Q24 */
    int64_t a = 0, b = 0, h = (int64_t)t - 32768, k, step;

    if (t == 0) return p;
    if (t >= UF16_ONE) return q;
    for (int i = 0; i < 4; i++) {
        a = fx_rshr64(a * d, 24) + fx_table_nlerp[i];
        b = fx_rshr64(b * d, 24) + fx_table_nlerp[4 + i];
    }
    k = fx_rshr64(a * (h * h), 32) + b;                          /* Q24 */
    step = fx_rshr64((int64_t)t * h * ((int64_t)t - 65536), 18); /* Q30 */
    return blend2(p, near, ((int64_t)t << 14) + fx_rshr64(step * k, 24));
}

/* The two ends weighted by the sines of their shares of the angle (Q0.32, from p); the normalisation divides
 * by the sine. */
static quat slerp_between(quat p, quat q, uint32_t share) {
    int64_t d = q4_dot(p, q), w0, w1;
    uint64_t square = (uint64_t)(d * d);
    int64_t sine = square >= (uint64_t)1 << 60 ? 0 : (int64_t)fx_isqrt64_round(((uint64_t)1 << 60) - square);
    ang32 angle = atan2_64(sine, d);
    ang32 part = (ang32)fx_rshr_u64((uint64_t)angle * share, 32);
    quat unit;

    w0 = q30_sin(angle - part);
    w1 = q30_sin(part);
    (void)q4_normalize(
        (quat){(q30)fx_rshr64(p.x * w0 + q.x * w1, 30), (q30)fx_rshr64(p.y * w0 + q.y * w1, 30),
               (q30)fx_rshr64(p.z * w0 + q.z * w1, 30), (q30)fx_rshr64(p.w * w0 + q.w * w1, 30)},
        &unit);
    return unit;
}

#define NEARLY_PARALLEL ((q30)1073204953) /* 0.9995 */

static quat slerp_share(quat p, quat q, uint32_t share) {
    q30 d = q4_dot(p, q);

    if (d > NEARLY_PARALLEL) return blend2(p, q, (int64_t)(share >> 2));
    /* from p to -p every way is as good: pass through a quaternion at right angles */
    if (d < -Q30_ONE + 64) {
        quat side = {q30_neg(p.y), p.x, q30_neg(p.w), p.z};

        return share >> 31 == 0 ? slerp_between(p, side, share << 1) : slerp_between(side, q, share << 1);
    }
    return slerp_between(p, q, share);
}

quat q4_slerp_long(quat p, quat q, uf16 t) {
    if (t == 0) return p;
    if (t >= UF16_ONE) return q;
    return slerp_share(p, q, t << 16);
}

quat q4_slerp(quat p, quat q, uf16 t) { return t >= UF16_ONE ? q : q4_slerp_long(p, q4_near(q, p), t); }

bool q4_slerp_checked(quat p, quat q, uf16 t, quat *out) {
    q30 d = q4_dot(p, q);

    *out = q4_slerp(p, q, t);
    return d >= 64 || d <= -64;
}

quat q4_blend(const quat *q, const uf16 *weight, size_t n) {
    int64_t sum[4] = {0, 0, 0, 0};
    quat unit;

    for (size_t i = 0; i < n; i++) {
        quat near = q4_near(q[i], q[0]);

        if (weight[i] == UF16_ONE) return near;
        sum[0] += fx_sra64((int64_t)near.x * (int64_t)weight[i], 8);
        sum[1] += fx_sra64((int64_t)near.y * (int64_t)weight[i], 8);
        sum[2] += fx_sra64((int64_t)near.z * (int64_t)weight[i], 8);
        sum[3] += fx_sra64((int64_t)near.w * (int64_t)weight[i], 8);
    }
    (void)q4_normalize((quat){fx_sat64(fx_rshr64(sum[0], 8)), fx_sat64(fx_rshr64(sum[1], 8)),
                              fx_sat64(fx_rshr64(sum[2], 8)), fx_sat64(fx_rshr64(sum[3], 8))},
                       &unit);
    return unit;
}

quat q4_approach(quat p, quat q, ang32 max_angle) {
    ang32 angle = q4_angle(p, q);

    if (angle <= max_angle || angle < 16) return q;
    return q4_slerp(p, q, (uf16)(((uint64_t)max_angle << 16) / angle));
}

quat q4_squad(quat q1, quat q2, quat a, quat b, uf16 t) {
    if (t == 0) return q1;
    if (t >= UF16_ONE) return q2;
    /* the inner share 2 t (1 - t) is exact in Q0.32, so that the speed does not step near the keys */
    return slerp_share(q4_slerp_long(q1, q2, t), q4_slerp_long(a, b, t), t * (UF16_ONE - t) * 2);
}

quat q4_inner(quat before, quat q, quat after) {
    quat back = q4_conjugate(q);
    int32_t u[3], v[3];

    q4_log(q4_mul(back, before), u);
    q4_log(q4_mul(back, after), v);
    for (int i = 0; i < 3; i++) u[i] = (int32_t)(-fx_rshr64((int64_t)u[i] + v[i], 2));
    return q4_renormalize(q4_mul(q, q4_exp(u)));
}

/* --- between directions ----------------------------------------------------------------------- */

/* Half a turn about any perpendicular. */
static quat half_turn_across(dir30 a) {
    vec3 side = v3_perpendicular((vec3){a.x, a.y, a.z});
    dir30 axis;

    (void)v3_normalize_dir30(side, &axis);
    return (quat){axis.x, axis.y, axis.z, 0};
}

bool q4_shortest_arc(vec3 a, vec3 b, quat *q) {
    dir30 u, w, c;
    int64_t d;

    *q = Q4_IDENTITY;
    if (!v3_normalize_dir30(a, &u) || !v3_normalize_dir30(b, &w)) return false;
    d = (int64_t)Q30_ONE + dir30_dot(u, w);
    if (d < 1024) {
        *q = half_turn_across(u);
        return true;
    }
    /* (c, 1 + d) has the direction of (c / s, s / 2), s = sqrt(2 (1 + d)): one root, no division */
    c = dir30_cross(u, w);
    (void)q4_normalize((quat){fx_sra32(c.x, 1), fx_sra32(c.y, 1), fx_sra32(c.z, 1), (q30)(d >> 1)}, q);
    return true;
}

bool q4_shortest_arc_acos(vec3 a, vec3 b, quat *q) {
    dir30 u, w, c, axis;

    *q = Q4_IDENTITY;
    if (!v3_normalize_dir30(a, &u) || !v3_normalize_dir30(b, &w)) return false;
    c = dir30_cross(u, w);
    if (!v3_normalize_dir30((vec3){c.x, c.y, c.z}, &axis)) {
        if (dir30_dot(u, w) < 0) *q = half_turn_across(u);
        return true;
    }
    *q = q4_from_axis_angle(axis, acos32(dir30_dot(u, w)));
    return true;
}

bool q4_aim(vec3 forward, vec3 up, quat *q) {
    dir30 x, y, z;
    rot33 m;

    *q = Q4_IDENTITY;
    if (!dir30_basis(forward, up, &x, &y, &z)) return false;
    m = rot33_from_axes(x, y, z);
    return q4_from_rot33(&m, q);
}
