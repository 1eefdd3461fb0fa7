/* Exponential, logarithm and power of quaternions, rotation vectors, and integration of angular velocity. */
#include "fixedmath/quaternion.h"

/* Q4.28 radians to ang32: times 8 / pi in Q3.29. q28_from_angle is the inverse: times pi / 8 in Q0.32. */
static ang32 angle_from_q28(uint64_t radians) { return (ang32)fx_rshr_u64(radians * 1367130551u, 29); }
static int32_t q28_from_angle(ang32 angle) {
    return fx_sat64((int64_t)fx_rshr_u64((uint64_t)angle * 1686629713u, 32));
}

static uint64_t length_q28(const int32_t v[3]) {
    return fx_isqrt64_round((uint64_t)fx_wide(v[0], v[0]) + (uint64_t)fx_wide(v[1], v[1]) +
                            (uint64_t)fx_wide(v[2], v[2]));
}

quat q4_exp(const int32_t v[3]) {
    dir30 axis;
    q30 s, c;

    if (!v3_normalize_dir30((vec3){v[0], v[1], v[2]}, &axis)) return Q4_IDENTITY;
    q30_sincos(angle_from_q28(length_q28(v)), &s, &c);
    return (quat){q30_mul(axis.x, s), q30_mul(axis.y, s), q30_mul(axis.z, s), c};
}

/* Axis and half the rotation angle (0 .. 180 degrees); false for a quaternion without a vector part. */
static bool axis_and_half(quat q, dir30 *axis, ang32 *half) {
    int64_t sine = (int64_t)fx_isqrt64_round((uint64_t)fx_wide(q.x, q.x) + (uint64_t)fx_wide(q.y, q.y) +
                                             (uint64_t)fx_wide(q.z, q.z));

    *half = atan2_64(sine, q.w);
    return v3_normalize_dir30((vec3){q.x, q.y, q.z}, axis);
}

void q4_log(quat q, int32_t v[3]) {
    dir30 axis;
    ang32 half;
    int32_t radians;

    v[0] = v[1] = v[2] = 0;
    if (!axis_and_half(q, &axis, &half)) return;
    radians = q28_from_angle(half);
    v[0] = q30_mul(axis.x, radians);
    v[1] = q30_mul(axis.y, radians);
    v[2] = q30_mul(axis.z, radians);
}

quat q4_pow(quat q, fx t) {
    dir30 axis;
    ang32 half;
    q30 s, c;

    if (!axis_and_half(q, &axis, &half)) {
        /* no axis: the identity, or -identity, which is the same rotation */
        return t == FX_ONE ? q : Q4_IDENTITY;
    }
    q30_sincos((ang32)(uint64_t)fx_rshr64((int64_t)half * t, 16), &s, &c);
    return (quat){q30_mul(axis.x, s), q30_mul(axis.y, s), q30_mul(axis.z, s), c};
}

/* exp(v/2) without losing the lowest bit of v. */
quat q4_from_rotation_vector(const int32_t v[3]) {
    dir30 axis;
    q30 s, c;

    if (!v3_normalize_dir30((vec3){v[0], v[1], v[2]}, &axis)) return Q4_IDENTITY;
    q30_sincos((ang32)fx_rshr_u64(length_q28(v) * 1367130551u, 30), &s, &c);
    return (quat){q30_mul(axis.x, s), q30_mul(axis.y, s), q30_mul(axis.z, s), c};
}

void q4_to_rotation_vector(quat q, int32_t v[3]) {
    dir30 axis;
    ang32 half;
    int32_t radians;

    v[0] = v[1] = v[2] = 0;
    if (q.w < 0) q = q4_neg(q);
    if (!axis_and_half(q, &axis, &half)) return;
    radians = q28_from_angle(2 * half);
    v[0] = q30_mul(axis.x, radians);
    v[1] = q30_mul(axis.y, radians);
    v[2] = q30_mul(axis.z, radians);
}

/* --- turning over time ------------------------------------------------------------------------ */

static int32_t turn_part(fx w, uint32_t dt) { return fx_sat64(fx_rshr64((int64_t)w * (int64_t)dt, 20)); }

void q4_turn_in(vec3 w, uint32_t dt, int32_t turn[3]) {
    turn[0] = turn_part(w.x, dt);
    turn[1] = turn_part(w.y, dt);
    turn[2] = turn_part(w.z, dt);
}

quat q4_integrate(quat q, vec3 w, uint32_t dt) {
    int32_t turn[3];

    q4_turn_in(w, dt, turn);
    return q4_renormalize(q4_mul(q4_from_rotation_vector(turn), q));
}

quat q4_integrate_body(quat q, vec3 w, uint32_t dt) {
    int32_t turn[3];

    q4_turn_in(w, dt, turn);
    return q4_renormalize(q4_mul(q, q4_from_rotation_vector(turn)));
}

quat q4_integrate_euler(quat q, vec3 w, uint32_t dt) {
    int32_t turn[3];
    quat step, unit;

    q4_turn_in(w, dt, turn);
    FX_REPORT(length_q28(turn) > (uint64_t)1 << 27, "q4_integrate_euler: more than 0.5 rad in one step");
    /* w dt / 2 as q30 is twice the Q4.28 number; the sum is halved to stay in range and normalised after */
    step = q4_mul((quat){fx_sat64((int64_t)turn[0] * 2), fx_sat64((int64_t)turn[1] * 2),
                         fx_sat64((int64_t)turn[2] * 2), 0},
                  q);
    (void)q4_normalize((quat){fx_sra32(q.x, 1) + fx_sra32(step.x, 1), fx_sra32(q.y, 1) + fx_sra32(step.y, 1),
                              fx_sra32(q.z, 1) + fx_sra32(step.z, 1), fx_sra32(q.w, 1) + fx_sra32(step.w, 1)},
                       &unit);
    return unit;
}

rot33 rot33_integrate(const rot33 *m, vec3 w, uint32_t dt) {
    int32_t turn[3];
    rot33 step;

    q4_turn_in(w, dt, turn);
    step = q4_to_rot33(q4_from_rotation_vector(turn));
    return rot33_mul(&step, m);
}

rot33 rot33_integrate_euler(const rot33 *m, vec3 w, uint32_t dt) {
    int32_t turn[3];
    rot33 out;

    q4_turn_in(w, dt, turn);
    for (int c = 0; c < 3; c++) {
        dir30 axis = rot33_axis(m, c);

        out.m[0][c] = fx_sat64(axis.x + fx_rshr64(fx_wide(turn[1], axis.z) - fx_wide(turn[2], axis.y), 28));
        out.m[1][c] = fx_sat64(axis.y + fx_rshr64(fx_wide(turn[2], axis.x) - fx_wide(turn[0], axis.z), 28));
        out.m[2][c] = fx_sat64(axis.z + fx_rshr64(fx_wide(turn[0], axis.y) - fx_wide(turn[1], axis.x), 28));
    }
    return rot33_repair(&out);
}
