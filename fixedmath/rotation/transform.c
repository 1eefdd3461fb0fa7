/* Scale-rotate-translate transforms, dual quaternions, and imported axes. */
#include "fixedmath/transform.h"

/* --- sqt -------------------------------------------------------------------------------------- */

vec3 sqt_direction(const sqt *a, vec3 d) { return q4_rotate(a->q, v3_scale(d, a->s)); }

vec3 sqt_point(const sqt *a, vec3 p) { return v3_add(sqt_direction(a, p), a->t); }

sqt sqt_mul(const sqt *a, const sqt *b) {
    return (sqt){sqt_point(a, b->t), q4_renormalize(q4_mul(a->q, b->q)), fx_mul(a->s, b->s)};
}

bool sqt_inverse(const sqt *a, sqt *inverse) {
    sqt out;

    if (a->s == 0) return false;
    out.q = q4_conjugate(a->q);
    out.s = fx_recip(a->s);
    out.t = q4_rotate(out.q, v3_neg(a->t));
    out.t = (vec3){fx_div(out.t.x, a->s), fx_div(out.t.y, a->s), fx_div(out.t.z, a->s)};
    *inverse = out;
    return true;
}

mat34 sqt_to_m34(const sqt *a) {
    rot33 r = q4_to_rot33(a->q);

    return m34_from_trs(a->t, &r, v3(a->s, a->s, a->s));
}

rig34 sqt_to_rig34(const sqt *a) { return (rig34){q4_to_rot33(a->q), a->t}; }

bool sqt_from_m34(const mat34 *m, sqt *out) {
    dir30 axis[3];
    rot33 r;
    fx length[3];
    quat q;

    for (int c = 0; c < 3; c++) {
        length[c] = v3_length(m34_column(m, c));
        if (!v3_normalize_dir30(m34_column(m, c), &axis[c])) return false;
    }
    if (fx_abss(length[1] - length[0]) > length[0] >> 10 || fx_abss(length[2] - length[0]) > length[0] >> 10)
        return false;
    r = rot33_from_axes(axis[0], axis[1], axis[2]);
    if (!rot33_is_rotation(&r, Q30_ONE >> 9)) return false;
    r = rot33_repair(&r);
    if (!q4_from_rot33(&r, &q)) return false;
    *out = (sqt){m34_column(m, 3), q, (fx)(((int64_t)length[0] + length[1] + length[2]) / 3)};
    return true;
}

sqt sqt_from_rig34(const rig34 *m) {
    sqt out = {m->t, Q4_IDENTITY, FX_ONE};

    (void)q4_from_rot33(&m->r, &out.q);
    return out;
}

static fx lerp(fx a, fx b, uf16 t) {
    return (fx)(a + fx_rshr64(((int64_t)b - a) * (int64_t)(t > UF16_ONE ? UF16_ONE : t), 16));
}

sqt sqt_lerp(const sqt *a, const sqt *b, uf16 t) {
    return (sqt){v3_lerp(a->t, b->t, t), q4_nlerp(a->q, b->q, t), lerp(a->s, b->s, t)};
}

sqt sqt_slerp(const sqt *a, const sqt *b, uf16 t) {
    return (sqt){v3_lerp(a->t, b->t, t), q4_slerp(a->q, b->q, t), lerp(a->s, b->s, t)};
}

mat34 sqt_v_to_m34(const sqt_v *a) {
    rot33 r = q4_to_rot33(a->q);

    return m34_from_trs(a->t, &r, a->s);
}

bool sqt_v_mul(const sqt_v *a, const sqt_v *b, sqt_v *out) {
    bool uniform = a->s.x == a->s.y && a->s.y == a->s.z;
    bool still = b->q.x == 0 && b->q.y == 0 && b->q.z == 0;

    if (!uniform && !still) return false;
    *out = (sqt_v){v3_add(q4_rotate(a->q, v3_mul(b->t, a->s)), a->t), q4_renormalize(q4_mul(a->q, b->q)),
                   v3_mul(a->s, b->s)};
    return true;
}

sqt_packed sqt_pack(const sqt *a) {
    quat16 q = q4_pack16(a->q);

    return (sqt_packed){{q.x, q.y, q.z, q.w}, {fx_to_8_8(a->t.x), fx_to_8_8(a->t.y), fx_to_8_8(a->t.z)}};
}

sqt sqt_unpack(const sqt_packed *p) {
    return (sqt){{fx_from_8_8(p->t[0]), fx_from_8_8(p->t[1]), fx_from_8_8(p->t[2])},
                 q4_unpack16((quat16){p->q[0], p->q[1], p->q[2], p->q[3]}),
                 FX_ONE};
}

/* --- dual quaternions ------------------------------------------------------------------------- */

/* A Q34.30 number of up to 45 bits times a Q2.30, nearest. */
static int64_t scale_dual(int64_t a, q30 b) {
    return fx_rshr64(fx_sra64(a, 16) * b + fx_sra64((a & 0xFFFF) * b, 16), 14);
}

/* Quaternion product of p and the dual part d; dual_left: d p, else p d. */
static void mul_dual(const quat *p, const int64_t d[4], bool dual_left, int64_t out[4]) {
    int sign = dual_left ? -1 : 1; /* the cross product turns round when the order does */

    out[0] = scale_dual(d[0], p->w) + scale_dual(d[3], p->x) +
             sign * (scale_dual(d[2], p->y) - scale_dual(d[1], p->z));
    out[1] = scale_dual(d[1], p->w) + scale_dual(d[3], p->y) +
             sign * (scale_dual(d[0], p->z) - scale_dual(d[2], p->x));
    out[2] = scale_dual(d[2], p->w) + scale_dual(d[3], p->z) +
             sign * (scale_dual(d[1], p->x) - scale_dual(d[0], p->y));
    out[3] =
        scale_dual(d[3], p->w) - scale_dual(d[0], p->x) - scale_dual(d[1], p->y) - scale_dual(d[2], p->z);
}

dualquat dq_from_parts(quat q, vec3 t) {
    dualquat out = {q, {0, 0, 0, 0}};
    const int64_t half[4] = {fx_shl64(t.x, 13), fx_shl64(t.y, 13), fx_shl64(t.z, 13), 0};

    mul_dual(&q, half, true, out.dual);
    return out;
}

dualquat dq_from_rig34(const rig34 *m) {
    quat q;

    (void)q4_from_rot33(&m->r, &q);
    return dq_from_parts(q, m->t);
}

/* t = 2 dual real*. */
vec3 dq_translation(const dualquat *a) {
    quat back = q4_conjugate(a->real);
    int64_t t[4];

    mul_dual(&back, a->dual, true, t);
    return (vec3){fx_sat64(fx_rshr64(t[0], 13)), fx_sat64(fx_rshr64(t[1], 13)),
                  fx_sat64(fx_rshr64(t[2], 13))};
}

rig34 dq_to_rig34(const dualquat *a) { return (rig34){q4_to_rot33(a->real), dq_translation(a)}; }

dualquat dq_mul(const dualquat *a, const dualquat *b) {
    dualquat out = {q4_mul(a->real, b->real), {0, 0, 0, 0}};
    int64_t left[4];

    mul_dual(&a->real, b->dual, false, out.dual);
    mul_dual(&b->real, a->dual, true, left);
    for (int i = 0; i < 4; i++) out.dual[i] += left[i];
    return out;
}

dualquat dq_conjugate(const dualquat *a) {
    return (dualquat){q4_conjugate(a->real), {-a->dual[0], -a->dual[1], -a->dual[2], a->dual[3]}};
}

/* Real part to unit length, the dual part likewise and made perpendicular to it. */
bool dq_normalize(const dualquat *a, dualquat *out) {
    uint64_t len2 = (uint64_t)fx_wide(a->real.x, a->real.x) + (uint64_t)fx_wide(a->real.y, a->real.y) +
                    (uint64_t)fx_wide(a->real.z, a->real.z) + (uint64_t)fx_wide(a->real.w, a->real.w);
    int64_t dot = 0, inverse;
    const q30 *r[4];
    int shift;
    dualquat unit;

    if (!q4_normalize(a->real, &unit.real) || len2 < (uint64_t)1 << 56) return false;
    /* 1/|real| in Q30: the raw root counts 2^-30 */
    inverse = (int64_t)fx_rsqrt_norm_inline(len2, &shift);
    inverse = fx_rshr64(inverse, shift - 60);
    r[0] = &unit.real.x;
    r[1] = &unit.real.y;
    r[2] = &unit.real.z;
    r[3] = &unit.real.w;
    for (int i = 0; i < 4; i++) {
        unit.dual[i] = fx_rshr64(
            fx_sra64(a->dual[i], 20) * inverse + fx_sra64((a->dual[i] & 0xFFFFF) * inverse, 20), 10);
        dot += scale_dual(unit.dual[i], *r[i]);
    }
    for (int i = 0; i < 4; i++) unit.dual[i] -= scale_dual(dot, *r[i]);
    *out = unit;
    return true;
}

vec3 dq_point(const dualquat *a, vec3 p) { return v3_add(q4_rotate(a->real, p), dq_translation(a)); }

dualquat dq_blend(const dualquat *a, const uf16 *weight, size_t n) {
    int64_t real[4] = {0, 0, 0, 0};
    dualquat sum = {Q4_IDENTITY, {0, 0, 0, 0}}, out;

    for (size_t i = 0; i < n; i++) {
        int64_t w = q4_dot_wide(a[i].real, a[0].real) < 0 ? -(int64_t)weight[i] : (int64_t)weight[i];

        if (weight[i] == UF16_ONE) return a[i];
        real[0] += fx_rshr64(a[i].real.x * w, 16);
        real[1] += fx_rshr64(a[i].real.y * w, 16);
        real[2] += fx_rshr64(a[i].real.z * w, 16);
        real[3] += fx_rshr64(a[i].real.w * w, 16);
        for (int k = 0; k < 4; k++) sum.dual[k] += fx_rshr64(a[i].dual[k] * w, 16);
    }
    sum.real = (quat){fx_sat64(real[0]), fx_sat64(real[1]), fx_sat64(real[2]), fx_sat64(real[3])};
    return dq_normalize(&sum, &out) ? out : a[0];
}

/* a times (a^-1 b)^t: the relative motion turns by the angle about an axis and slides along it. */
dualquat dq_screw(const dualquat *a, const dualquat *b, uf16 t) {
    dualquat back = dq_conjugate(a), way, part, near = *b;
    rig34 motion;
    dir30 axis;
    ang32 angle;
    vec3 move, slide, across, turned;
    q30 s, c;

    if (t == 0) return *a;
    if (t >= UF16_ONE) return *b;
    if (q4_dot_wide(a->real, b->real) < 0) {
        near.real = q4_neg(b->real);
        for (int i = 0; i < 4; i++) near.dual[i] = -b->dual[i];
    }
    way = dq_mul(&back, &near);
    motion = dq_to_rig34(&way);
    q4_to_axis_angle(way.real, &axis, &angle);
    move = motion.t;
    q30_sincos(angle >> 1, &s, &c);
    if (angle < 1 << 16 || s < 1 << 16) { /* hardly any turn: slide straight */
        part = dq_from_parts(q4_nlerp(Q4_IDENTITY, way.real, t), v3_scale_uf16(move, t));
        return dq_mul(a, &part);
    }
    /* centre of the turn, across the axis: (m + cot(angle/2) axis x m)/2 of the crossing part m of the move
     */
    slide = v3_project(move, axis);
    across = v3_sub(move, slide);
    turned = v3_cross(v3_from_dir30(axis), across);
    {
        fx cot = fx_div(c, s);
        vec3 centre = v3_scale(v3_add(across, v3_scales(turned, cot)), FX_HALF);
        quat q = q4_from_axis_angle(axis, (ang32)(((uint64_t)angle * t) >> 16));
        vec3 at = v3_add(v3_sub(centre, q4_rotate(q, centre)), v3_scale_uf16(slide, t));

        part = dq_from_parts(q, at);
    }
    return dq_mul(a, &part);
}

/* --- imported axes ---------------------------------------------------------------------------- */

rot33 import_rot_handed(const rot33 *m) {
    rot33 out = *m;

    for (int i = 0; i < 2; i++) {
        out.m[i][2] = q30_neg(m->m[i][2]);
        out.m[2][i] = q30_neg(m->m[2][i]);
    }
    return out;
}

rig34 import_rig_handed(const rig34 *m) {
    return (rig34){import_rot_handed(&m->r), import_point_handed(m->t)};
}

void import_winding(uint16_t *indices, size_t count) {
    for (size_t i = 0; i + 2 < count; i += 3) {
        uint16_t keep = indices[i + 1];

        indices[i + 1] = indices[i + 2];
        indices[i + 2] = keep;
    }
}

/* "+x" .. "-z" as axis 0..2 and sign; false for others. */
static bool parse_axis(const char *text, int *axis, fx *sign) {
    if ((text[0] != '+' && text[0] != '-') || text[1] < 'x' || text[1] > 'z' || text[2] != 0) return false;
    *axis = text[1] - 'x';
    *sign = text[0] == '+' ? FX_ONE : -FX_ONE;
    return true;
}

bool import_axes(const char *front, const char *side, bool side_is_left, const char *up, mat33 *map,
                 bool *mirrored) {
    int f, s, u;
    fx front_sign, side_sign, up_sign;
    mat33 out = m3_zero();

    if (!parse_axis(front, &f, &front_sign) || !parse_axis(side, &s, &side_sign) ||
        !parse_axis(up, &u, &up_sign))
        return false;
    if (f == s || f == u || s == u) return false;
    out.m[0][s] = side_is_left ? -side_sign : side_sign;
    out.m[1][u] = up_sign;
    out.m[2][f] = -front_sign;
    *map = out;
    *mirrored = m3_determinant(&out) < 0;
    return true;
}
