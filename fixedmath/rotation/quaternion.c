/* Algebra, rotation and conversion of quaternions. */
#include "fixedmath/quaternion.h"

/* --- algebra ---------------------------------------------------------------------------------- */

/* The sum of the products of x, y and z less the product of w, of Q2.30 numbers, rounded once, saturating. */
static inline q30 sum4(quat a, quat b) {
    fxw sum = fx_mad(fx_mad(fx_mad((fxw)1 << 29, a.x, b.x), a.y, b.y), a.z, b.z);

    return fx_sat64(fx_sra64(fx_wrap_sub64(sum, fx_wide(a.w, b.w)), 30));
}

quat q4_mul(quat p, quat q) {
    return (quat){sum4((quat){p.w, p.x, p.y, p.z}, (quat){q.x, q.w, q.z, q.y}),
                  sum4((quat){p.w, p.y, p.z, p.x}, (quat){q.y, q.w, q.x, q.z}),
                  sum4((quat){p.w, p.z, p.x, p.y}, (quat){q.z, q.w, q.y, q.x}), fx_negs(sum4(p, q))};
}

/* Largest component shifted to 30 bits, then times 1/sqrt of the squared norm. */
bool q4_normalize(quat a, quat *unit) {
    uint32_t bits = fx_magnitude(a.x) | fx_magnitude(a.y) | fx_magnitude(a.z) | fx_magnitude(a.w);
    int up = fx_clz32(bits) - 2, shift;
    uint64_t sum;
    int64_t y;

    if (bits == 0) {
        *unit = Q4_IDENTITY;
        return false;
    }
    if (up >= 0) {
        a = (quat){fx_shl32(a.x, up), fx_shl32(a.y, up), fx_shl32(a.z, up), fx_shl32(a.w, up)};
    } else {
        a = (quat){fx_rshr32(a.x, -up), fx_rshr32(a.y, -up), fx_rshr32(a.z, -up), fx_rshr32(a.w, -up)};
    }
    sum = (uint64_t)q4_dot_wide(a, a);
    y = (int64_t)fx_rsqrt_norm_inline(sum, &shift);
    a = (quat){(q30)fx_rshr64(a.x * y, shift - 30), (q30)fx_rshr64(a.y * y, shift - 30),
               (q30)fx_rshr64(a.z * y, shift - 30), (q30)fx_rshr64(a.w * y, shift - 30)};
    *unit =
        q4_renormalize(a); /* takes out what is left of the root's error, so that long chains do not drift */
    return true;
}

quat q4_renormalize(quat a) {
    int64_t k = fx_rshr64((int64_t)3 << 60, 1) - fx_sra64(q4_dot_wide(a, a), 1);

    k = fx_sat64(fx_rshr64(k, 30)); /* (3 - |q|^2)/2 in Q2.30; never near the limits for norms near 1 */
    return (quat){fx_sat64(fx_rshr64(a.x * k, 30)), fx_sat64(fx_rshr64(a.y * k, 30)),
                  fx_sat64(fx_rshr64(a.z * k, 30)), fx_sat64(fx_rshr64(a.w * k, 30))};
}

bool q4_inverse(quat a, quat *inverse) {
    int64_t norm2 = fx_sra64(fx_wide(a.x, a.x), 2) + fx_sra64(fx_wide(a.y, a.y), 2) +
                    fx_sra64(fx_wide(a.z, a.z), 2) + fx_sra64(fx_wide(a.w, a.w), 2); /* Q58 */
    uint64_t n = (uint64_t)fx_rshr64(norm2, 26);                                     /* Q32 */
    int32_t in[4] = {a.x, a.y, a.z, a.w}, out[4];

    *inverse = Q4_IDENTITY;
    if (n < 256) return false;
    for (int i = 0; i < 4; i++) {
        uint64_t q = (((uint64_t)fx_magnitude(in[i]) << 32) + n / 2) / n;

        if (q > INT32_MAX) return false;
        out[i] = (in[i] < 0) == (i == 3) ? -(int32_t)q : (int32_t)q;
    }
    *inverse = (quat){out[0], out[1], out[2], out[3]};
    return true;
}

void q4_left(quat q, q30 m[4][4]) {
    const q30 rows[4][4] = {{q.w, q30_neg(q.z), q.y, q.x},
                            {q.z, q.w, q30_neg(q.x), q.y},
                            {q30_neg(q.y), q.x, q.w, q.z},
                            {q30_neg(q.x), q30_neg(q.y), q30_neg(q.z), q.w}};

    for (int r = 0; r < 4; r++) {
        for (int c = 0; c < 4; c++) m[r][c] = rows[r][c];
    }
}

void q4_right(quat q, q30 m[4][4]) {
    const q30 rows[4][4] = {{q.w, q.z, q30_neg(q.y), q.x},
                            {q30_neg(q.z), q.w, q.x, q.y},
                            {q.y, q30_neg(q.x), q.w, q.z},
                            {q30_neg(q.x), q30_neg(q.y), q30_neg(q.z), q.w}};

    for (int r = 0; r < 4; r++) {
        for (int c = 0; c < 4; c++) m[r][c] = rows[r][c];
    }
}

/* |q| in Q30, from an exact sum of squares. */
static int64_t norm_q30(quat q) {
    return (int64_t)fx_isqrt64_round((uint64_t)fx_wide(q.x, q.x) + (uint64_t)fx_wide(q.y, q.y) +
                                     (uint64_t)fx_wide(q.z, q.z) + (uint64_t)fx_wide(q.w, q.w));
}

ang32 q4_angle(quat a, quat b) {
    quat near = q4_near(a, b);
    quat apart = {fx_sra32(near.x, 1) - fx_sra32(b.x, 1), fx_sra32(near.y, 1) - fx_sra32(b.y, 1),
                  fx_sra32(near.z, 1) - fx_sra32(b.z, 1), fx_sra32(near.w, 1) - fx_sra32(b.w, 1)};
    quat sum = {fx_sra32(near.x, 1) + fx_sra32(b.x, 1), fx_sra32(near.y, 1) + fx_sra32(b.y, 1),
                fx_sra32(near.z, 1) + fx_sra32(b.z, 1), fx_sra32(near.w, 1) + fx_sra32(b.w, 1)};

    return 4 * atan2_64(norm_q30(apart), norm_q30(sum));
}

/* --- axis and angle --------------------------------------------------------------------------- */

quat q4_from_axis_angle(dir30 axis, ang32 angle) {
    q30 s = q30_sin(angle >> 1), c = q30_cos(angle >> 1);

    return (quat){q30_mul(axis.x, s), q30_mul(axis.y, s), q30_mul(axis.z, s), c};
}

void q4_to_axis_angle(quat q, dir30 *axis, ang32 *angle) {
    int64_t sine = norm_q30((quat){q.x, q.y, q.z, 0});

    if (sine < 1 << 16 || !v3_normalize_dir30((vec3){q.x, q.y, q.z}, axis)) {
        *axis = (dir30){Q30_ONE, 0, 0};
        *angle = 0;
        return;
    }
    *angle = 2 * atan2_64(sine, q.w);
}

/* --- matrices --------------------------------------------------------------------------------- */

/* By how much the squared norm falls short of 1, in Q60: the components of a unit quaternion are rounded,
 * which is 2 LSB on a rotated vector of 16384 m. Products of two components times 1 + lack are exact to
 * 2^-38. */
static int64_t lack_of(quat q) {
    int64_t lack = fx_wrap_sub64((int64_t)1 << 60, q4_dot_wide(q, q)), limit = (int64_t)1 << 41;

    return lack > limit ? limit : lack < -limit ? -limit : lack;
}
static int64_t made_up(int64_t product, int64_t lack) {
    return fx_wrap_add64(product, fx_sra64(fx_wrap_mul64(fx_sra64(product, 40), lack), 20));
}

/* 2 (a b + c d) as Q2.30. */
static q30 twice(q30 a, q30 b, q30 c, q30 d, int64_t lack) {
    return (q30)fx_rshr64(made_up(fx_wrap_add64(fx_wide(a, b), fx_wide(c, d)), lack), 29);
}
static q30 one_less_twice(q30 a, q30 b, int64_t lack) {
    return (q30)(Q30_ONE - fx_rshr64(made_up(fx_wrap_add64(fx_wide(a, a), fx_wide(b, b)), lack), 29));
}

static rot33 to_rot33(quat q, int64_t lack) {
    q30 back = q30_neg(q.w);

    return (rot33){
        {{one_less_twice(q.y, q.z, lack), twice(q.x, q.y, back, q.z, lack), twice(q.x, q.z, q.w, q.y, lack)},
         {twice(q.x, q.y, q.w, q.z, lack), one_less_twice(q.x, q.z, lack), twice(q.y, q.z, back, q.x, lack)},
         {twice(q.x, q.z, back, q.y, lack), twice(q.y, q.z, q.w, q.x, lack),
          one_less_twice(q.x, q.y, lack)}}};
}

rot33 q4_to_rot33(quat q) { return to_rot33(q, lack_of(q)); }

void q4_to_matrix(quat q, rot33 *m) { *m = q4_to_rot33(q); }

mat33 q4_to_m3(quat q) {
    rot33 m = q4_to_rot33(q);

    return m3_from_rot33(&m);
}

rot33 q4_to_scaled_rot33(quat q) {
    rot33 m = to_rot33(q, 0);
    int64_t xx = fx_wide(q.x, q.x), yy = fx_wide(q.y, q.y), zz = fx_wide(q.z, q.z), ww = fx_wide(q.w, q.w);

    m.m[0][0] = (q30)fx_rshr64((ww - yy) + (xx - zz), 30);
    m.m[1][1] = (q30)fx_rshr64((ww - xx) + (yy - zz), 30);
    m.m[2][2] = (q30)fx_rshr64((ww - xx) - (yy - zz), 30);
    return m;
}

/* Quaternion of a rotation matrix given as Q2.30: the products of q with one of its components, which is at least 1/2,
 * are normalised, so nothing is divided by a small number. */
static quat from_rotation(const rot33 *a) {
    int64_t trace = (int64_t)a->m[0][0] + a->m[1][1] + a->m[2][2];
    int32_t half[4];
    int i, j, k;
    quat unit;

    if (trace > 0) {
        /* q times w: 1 + trace is 4 w^2, so a quarter of it fits q30 */
        half[0] = (int32_t)(((int64_t)a->m[2][1] - a->m[1][2]) / 4);
        half[1] = (int32_t)(((int64_t)a->m[0][2] - a->m[2][0]) / 4);
        half[2] = (int32_t)(((int64_t)a->m[1][0] - a->m[0][1]) / 4);
        half[3] = (int32_t)((Q30_ONE + trace) / 4);
    } else {
        i = a->m[1][1] > a->m[0][0] ? 1 : 0;
        i = a->m[2][2] > a->m[i][i] ? 2 : i;
        j = (i + 1) % 3;
        k = (i + 2) % 3;
        half[i] = (int32_t)(((int64_t)Q30_ONE + a->m[i][i] - a->m[j][j] - a->m[k][k]) / 4);
        half[j] = (int32_t)(((int64_t)a->m[j][i] + a->m[i][j]) / 4);
        half[k] = (int32_t)(((int64_t)a->m[k][i] + a->m[i][k]) / 4);
        half[3] = (int32_t)(((int64_t)a->m[k][j] - a->m[j][k]) / 4);
    }
    /* `half` is q times its component q[i]: q is the unit direction of the four numbers */
    (void)q4_normalize((quat){half[0], half[1], half[2], half[3]}, &unit);
    return unit;
}

bool q4_from_rot33(const rot33 *m, quat *q) {
    if (!rot33_is_rotation(m, Q30_ONE / 4096)) {
        *q = Q4_IDENTITY;
        return false;
    }
    *q = from_rotation(m);
    return true;
}

bool q4_from_m3(const mat33 *m, quat *q) {
    rot33 wide;

    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) wide.m[r][c] = fx_to_q30(m->m[r][c]);
    }
    return q4_from_rot33(&wide, q);
}

/* --- rotating --------------------------------------------------------------------------------- */

/* a b - c d, and a b + c d - e f; they wrap for quaternions far from unit. */
static int64_t cross_part(q30 a, fx b, q30 c, fx d) { return fx_wrap_sub64(fx_wide(a, b), fx_wide(c, d)); }
static int64_t turn_part(q30 a, int64_t b, q30 c, int64_t d, q30 e, int64_t f) {
    return fx_wrap_sub64(fx_wrap_add64(fx_wrap_mul64(a, b), fx_wrap_mul64(c, d)), fx_wrap_mul64(e, f));
}

/* v + 2/|q|^2 (w (u x v) + u x (u x v)), with 14 guard bits between the two cross products. */
vec3 q4_rotate(quat q, vec3 v) {
    int64_t lack = lack_of(q);
    int64_t cx = fx_rshr64(cross_part(q.y, v.z, q.z, v.y), 16);
    int64_t cy = fx_rshr64(cross_part(q.z, v.x, q.x, v.z), 16);
    int64_t cz = fx_rshr64(cross_part(q.x, v.y, q.y, v.x), 16);
    /* c in Q30 of up to 46 bits: products with q30 are split in high and low halves to stay in 64 bits */
    int64_t hx = fx_sra64(cx, 16), hy = fx_sra64(cy, 16), hz = fx_sra64(cz, 16);
    int64_t lx = cx & 0xFFFF, ly = cy & 0xFFFF, lz = cz & 0xFFFF;
    int64_t tx = fx_wrap_add64(turn_part(q.w, hx, q.y, hz, q.z, hy),
                               fx_sra64(turn_part(q.w, lx, q.y, lz, q.z, ly), 16));
    int64_t ty = fx_wrap_add64(turn_part(q.w, hy, q.z, hx, q.x, hz),
                               fx_sra64(turn_part(q.w, ly, q.z, lx, q.x, lz), 16));
    int64_t tz = fx_wrap_add64(turn_part(q.w, hz, q.x, hy, q.y, hx),
                               fx_sra64(turn_part(q.w, lz, q.x, ly, q.y, lx), 16));

    return (vec3){fx_wrap_add(v.x, (fx)(uint32_t)(uint64_t)fx_rshr64(made_up(tx, lack), 27)),
                  fx_wrap_add(v.y, (fx)(uint32_t)(uint64_t)fx_rshr64(made_up(ty, lack), 27)),
                  fx_wrap_add(v.z, (fx)(uint32_t)(uint64_t)fx_rshr64(made_up(tz, lack), 27))};
}

dir30 q4_rotate_dir30(quat q, dir30 v) {
    rot33 m = q4_to_rot33(q);

    return rot33_apply_dir30(&m, v);
}

void q4_rotate_many(quat q, const vec3 *in, vec3 *out, size_t n) {
    rot33 m;

    if (n < 3) {
        for (size_t i = 0; i < n; i++) out[i] = q4_rotate(q, in[i]);
        return;
    }
    m = q4_to_rot33(q);
    for (size_t i = 0; i < n; i++) out[i] = rot33_apply(&m, in[i]);
}
