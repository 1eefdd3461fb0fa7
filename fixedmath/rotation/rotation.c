/* Tests and repair of rotation matrices, Euler angles, and normals under affine maps. */
#include "fixedmath/quaternion.h"

static q30 column_dot(const rot33 *a, int i, int j) { return dir30_dot(rot33_axis(a, i), rot33_axis(a, j)); }

static bool is_near(int64_t a, int64_t target, int64_t tolerance) {
    return a - target <= tolerance && target - a <= tolerance;
}

bool rot33_is_rotation(const rot33 *a, q30 tolerance) {
    dir30 z = dir30_cross(rot33_axis(a, 0), rot33_axis(a, 1));

    for (int i = 0; i < 3; i++) {
        for (int j = i; j < 3; j++) {
            if (!is_near(column_dot(a, i, j), i == j ? Q30_ONE : 0, tolerance)) return false;
        }
    }
    return dir30_dot(z, rot33_axis(a, 2)) > 0;
}

bool m3_is_rotation(const mat33 *a, fx tolerance) {
    rot33 wide;

    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) wide.m[r][c] = fx_to_q30(a->m[r][c]);
    }
    return rot33_is_rotation(&wide, fx_to_q30(tolerance));
}

rot33 rot33_repair(const rot33 *a) {
    dir30 x = rot33_axis(a, 0), y = rot33_axis(a, 1), z = rot33_axis(a, 2);

    if (!dir30_orthonormalize(&x, &y, &z)) return *a;
    return rot33_from_axes(x, y, z);
}

rot33 rot33_repair_symmetric(const rot33 *a) {
    rot33 half, out;

    /* (3 I - R^T R)/2 */
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            int64_t dot = column_dot(a, r, c);

            half.m[r][c] = (q30)fx_rshr64((r == c ? 3 * (int64_t)Q30_ONE : 0) - dot, 1);
        }
    }
    out = rot33_mul(a, &half);
    return out;
}

mat33 m3_repair(const mat33 *a) {
    rot33 wide;

    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) wide.m[r][c] = fx_to_q30(a->m[r][c]);
    }
    wide = rot33_repair(&wide);
    return m3_from_rot33(&wide);
}

/* --- Euler angles ----------------------------------------------------------------------------- */

quat q4_from_euler(euler16 e) {
    q30 sy, cy, sp, cp, sr, cr;
    q30 yy, ys, sy_, ss;

    q30_sincos((ang32)e.yaw << 15, &sy, &cy);
    q30_sincos((ang32)e.pitch << 15, &sp, &cp);
    q30_sincos((ang32)e.roll << 15, &sr, &cr);
    yy = q30_mul(cp, cy);
    ys = q30_mul(cp, sy);
    sy_ = q30_mul(sp, cy);
    ss = q30_mul(sp, sy);
    return (quat){q30_mul(cr, sy_) + q30_mul(sr, ys), q30_mul(cr, ys) - q30_mul(sr, sy_),
                  q30_mul(sr, yy) - q30_mul(cr, ss), q30_mul(cr, yy) + q30_mul(sr, ss)};
}

rot33 rot33_from_euler(euler16 e) {
    q30 sy, cy, sp, cp, sr, cr, sys, cys;

    q30_sincos((ang32)e.yaw << 16, &sy, &cy);
    q30_sincos((ang32)e.pitch << 16, &sp, &cp);
    q30_sincos((ang32)e.roll << 16, &sr, &cr);
    sys = q30_mul(sy, sp);
    cys = q30_mul(cy, sp);
    return (rot33){
        {{q30_mul(cy, cr) + q30_mul(sys, sr), q30_mul(sys, cr) - q30_mul(cy, sr), q30_mul(sy, cp)},
         {q30_mul(cp, sr), q30_mul(cp, cr), -sp},
         {q30_mul(cys, sr) - q30_mul(sy, cr), q30_mul(sy, sr) + q30_mul(cys, cr), q30_mul(cy, cp)}}};
}

euler16 euler_from_rot33(const rot33 *m) {
    euler16 e;
    q30 sine = q30_neg(m->m[1][2]);
    int64_t cosine = (int64_t)fx_isqrt64_round((uint64_t)fx_wide(m->m[0][2], m->m[0][2]) +
                                               (uint64_t)fx_wide(m->m[2][2], m->m[2][2]));

    e.pitch = ang16_from_ang32(atan2_64(sine, cosine));
    if (e.pitch == ANG16_90 || e.pitch == ANG16_270) {
        e.roll = 0;
        e.yaw = atan2_16(q30_neg(m->m[2][0]), m->m[0][0]);
    } else {
        e.roll = atan2_16(m->m[1][0], m->m[1][1]);
        e.yaw = atan2_16(m->m[0][2], m->m[2][2]);
    }
    return e;
}

euler16 euler_from_q4(quat q) {
    rot33 m = q4_to_rot33(q);

    return euler_from_rot33(&m);
}

quat q4_from_axis_order(const int axes[3], const ang32 angles[3]) {
    quat q = Q4_IDENTITY;

    for (int i = 0; i < 3; i++) {
        dir30 axis = {axes[i] == 0 ? Q30_ONE : 0, axes[i] == 1 ? Q30_ONE : 0, axes[i] == 2 ? Q30_ONE : 0};

        q = q4_mul(q4_from_axis_angle(axis, angles[i]), q);
    }
    return q4_renormalize(q);
}

/* --- normals ---------------------------------------------------------------------------------- */

mat33 m34_normal_matrix(const mat34 *a) {
    mat33 linear = m34_linear(a), out;
    uint32_t bits = 0;
    int shift;

    /* scale the map so that cofactors use the whole range: only the direction of a normal matters */
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) bits |= fx_magnitude(linear.m[r][c]);
    }
    shift = fx_clz32(bits) - 10; /* largest element in 2^21 .. 2^22 raw, cofactors below 2^29 */
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            linear.m[r][c] =
                shift >= 0 ? fx_shl32(linear.m[r][c], shift & 31) : fx_rshr32(linear.m[r][c], -shift);
        }
    }
    out = m3_cofactors(&linear);
    return m3_determinant(&linear) < 0 ? m3_scale(&out, -FX_ONE) : out;
}

bool m34_normal(const mat34 *a, dir30 n, dir30 *out) {
    mat33 m = m34_normal_matrix(a);
    int64_t wide[3];

    for (int r = 0; r < 3; r++) {
        wide[r] = fx_mad(fx_mad(fx_wide(m.m[r][0], n.x), m.m[r][1], n.y), m.m[r][2], n.z);
    }
    return v3_normalize_wide(wide, out);
}
