/* Products, application, construction and rigid inverses of matrices. */
#include "fixedmath/matrix.h"

#include <string.h>

/* Row times column of three products, rounded once at `bits`. */
static inline int32_t row3(vec3 row, vec3 column, int bits) {
    fxw sum = fx_mad(fx_mad(fx_mad((fxw)1 << (bits - 1), row.x, column.x), row.y, column.y), row.z, column.z);

    return (int32_t)(uint32_t)(uint64_t)fx_sra64(sum, bits);
}

/* --- 3x3 -------------------------------------------------------------------------------------- */

mat33 m3_identity(void) { return m3_diagonal(FX_ONE, FX_ONE, FX_ONE); }

mat33 m3_diagonal(fx x, fx y, fx z) { return (mat33){{{x, 0, 0}, {0, y, 0}, {0, 0, z}}}; }

mat33 m3_transpose(const mat33 *a) {
    return (mat33){{{a->m[0][0], a->m[1][0], a->m[2][0]},
                    {a->m[0][1], a->m[1][1], a->m[2][1]},
                    {a->m[0][2], a->m[1][2], a->m[2][2]}}};
}

static void swap(fx *a, fx *b) {
    fx keep = *a;

    *a = *b;
    *b = keep;
}

void m3_transpose_in_place(mat33 *a) {
    swap(&a->m[0][1], &a->m[1][0]);
    swap(&a->m[0][2], &a->m[2][0]);
    swap(&a->m[1][2], &a->m[2][1]);
}

mat33 m3_add(const mat33 *a, const mat33 *b) {
    mat33 out;

    mn_add((const fx *)a->m, (const fx *)b->m, (fx *)out.m, 3);
    return out;
}

mat33 m3_sub(const mat33 *a, const mat33 *b) {
    mat33 out;

    mn_sub((const fx *)a->m, (const fx *)b->m, (fx *)out.m, 3);
    return out;
}

mat33 m3_scale(const mat33 *a, fx s) {
    mat33 out;

    mn_scale((const fx *)a->m, s, (fx *)out.m, 3);
    return out;
}

mat33 m3_mul(const mat33 *a, const mat33 *b) {
    mat33 out;

    for (int r = 0; r < 3; r++) {
        const vec3 row = {a->m[r][0], a->m[r][1], a->m[r][2]};

        out.m[r][0] = row3(row, (vec3){b->m[0][0], b->m[1][0], b->m[2][0]}, 16);
        out.m[r][1] = row3(row, (vec3){b->m[0][1], b->m[1][1], b->m[2][1]}, 16);
        out.m[r][2] = row3(row, (vec3){b->m[0][2], b->m[1][2], b->m[2][2]}, 16);
    }
    return out;
}

vec3 m3_apply(const mat33 *a, vec3 v) {
    return (vec3){row3((vec3){a->m[0][0], a->m[0][1], a->m[0][2]}, v, 16),
                  row3((vec3){a->m[1][0], a->m[1][1], a->m[1][2]}, v, 16),
                  row3((vec3){a->m[2][0], a->m[2][1], a->m[2][2]}, v, 16)};
}

mat33 m3_skew(vec3 w) {
    return (mat33){{{0, fx_wrap_neg(w.z), w.y}, {w.z, 0, fx_wrap_neg(w.x)}, {fx_wrap_neg(w.y), w.x, 0}}};
}

mat33 m3_lerp(const mat33 *a, const mat33 *b, uf16 t) {
    mat33 out;

    for (int r = 0; r < 3; r++) {
        vec3 row = v3_lerp(v3(a->m[r][0], a->m[r][1], a->m[r][2]), v3(b->m[r][0], b->m[r][1], b->m[r][2]), t);

        out.m[r][0] = row.x;
        out.m[r][1] = row.y;
        out.m[r][2] = row.z;
    }
    return out;
}

/* Cofactor of row r, column c: the 2x2 determinant of the other rows and columns with its sign, in Q32.32. */
static int64_t cofactor_wide(const mat33 *a, int r, int c) {
    int r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;

    return fx_wrap_sub64(fx_wide(a->m[r1][c1], a->m[r2][c2]), fx_wide(a->m[r1][c2], a->m[r2][c1]));
}

fx m3_determinant(const mat33 *a) {
    int64_t high = 0, low = 0;

    /* cofactor (Q32) = high part 2^32 + low part; each times an element, in units of 2^-16 and 2^-46 */
    for (int c = 0; c < 3; c++) {
        int64_t cofactor = cofactor_wide(a, 0, c);

        high = fx_mad(high, (int32_t)fx_sra64(cofactor, 32), a->m[0][c]);
        low += fx_sra64((cofactor & 0xFFFFFFFF) * a->m[0][c], 2);
    }
    return fx_sat64(fx_wrap_add64(high, fx_rshr64(low, 30)));
}

mat33 m3_cofactors(const mat33 *a) {
    mat33 out;

    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) out.m[r][c] = fx_from_wide_s(cofactor_wide(a, r, c));
    }
    return out;
}

/* --- rotations -------------------------------------------------------------------------------- */

rot33 rot33_identity(void) { return (rot33){{{Q30_ONE, 0, 0}, {0, Q30_ONE, 0}, {0, 0, Q30_ONE}}}; }

rot33 rot33_transpose(const rot33 *a) {
    return (rot33){{{a->m[0][0], a->m[1][0], a->m[2][0]},
                    {a->m[0][1], a->m[1][1], a->m[2][1]},
                    {a->m[0][2], a->m[1][2], a->m[2][2]}}};
}

rot33 rot33_mul(const rot33 *a, const rot33 *b) {
    rot33 out;

    for (int r = 0; r < 3; r++) {
        const vec3 row = {a->m[r][0], a->m[r][1], a->m[r][2]};

        out.m[r][0] = row3(row, (vec3){b->m[0][0], b->m[1][0], b->m[2][0]}, 30);
        out.m[r][1] = row3(row, (vec3){b->m[0][1], b->m[1][1], b->m[2][1]}, 30);
        out.m[r][2] = row3(row, (vec3){b->m[0][2], b->m[1][2], b->m[2][2]}, 30);
    }
    return out;
}

vec3 rot33_apply(const rot33 *a, vec3 v) {
    return (vec3){row3((vec3){a->m[0][0], a->m[0][1], a->m[0][2]}, v, 30),
                  row3((vec3){a->m[1][0], a->m[1][1], a->m[1][2]}, v, 30),
                  row3((vec3){a->m[2][0], a->m[2][1], a->m[2][2]}, v, 30)};
}

vec3 rot33_apply_inverse(const rot33 *a, vec3 v) {
    return (vec3){row3((vec3){a->m[0][0], a->m[1][0], a->m[2][0]}, v, 30),
                  row3((vec3){a->m[0][1], a->m[1][1], a->m[2][1]}, v, 30),
                  row3((vec3){a->m[0][2], a->m[1][2], a->m[2][2]}, v, 30)};
}

dir30 rot33_apply_dir30(const rot33 *a, dir30 v) {
    vec3 out = rot33_apply(a, (vec3){v.x, v.y, v.z});

    return (dir30){out.x, out.y, out.z};
}

rot33 rot33_about_x(ang32 angle) {
    q30 s, c;

    q30_sincos(angle, &s, &c);
    return (rot33){{{Q30_ONE, 0, 0}, {0, c, -s}, {0, s, c}}};
}

rot33 rot33_about_y(ang32 angle) {
    q30 s, c;

    q30_sincos(angle, &s, &c);
    return (rot33){{{c, 0, s}, {0, Q30_ONE, 0}, {-s, 0, c}}};
}

rot33 rot33_about_z(ang32 angle) {
    q30 s, c;

    q30_sincos(angle, &s, &c);
    return (rot33){{{c, -s, 0}, {s, c, 0}, {0, 0, Q30_ONE}}};
}

rot33 rot33_about_axis(dir30 axis, ang32 angle) {
    q30 s, c, v;
    q30 xs, ys, zs, xv, yv, zv;

    q30_sincos(angle, &s, &c);
    /* 1 - c may reach 2.0, which q30 cannot hold: half of it is used, twice */
    v = c < 0 ? (q30)(((int64_t)Q30_ONE - c) / 2) : c < Q30_ONE ? Q30_ONE - c : 0;
    xv = q30_mul(axis.x, v);
    yv = q30_mul(axis.y, v);
    zv = q30_mul(axis.z, v);
    if (c < 0) {
        xv = fx_sat64(2 * (int64_t)xv);
        yv = fx_sat64(2 * (int64_t)yv);
        zv = fx_sat64(2 * (int64_t)zv);
    }
    xs = q30_mul(axis.x, s);
    ys = q30_mul(axis.y, s);
    zs = q30_mul(axis.z, s);
    return (rot33){{{q30_mul(axis.x, xv) + c, q30_mul(axis.x, yv) - zs, q30_mul(axis.x, zv) + ys},
                    {q30_mul(axis.y, xv) + zs, q30_mul(axis.y, yv) + c, q30_mul(axis.y, zv) - xs},
                    {q30_mul(axis.z, xv) - ys, q30_mul(axis.z, yv) + xs, q30_mul(axis.z, zv) + c}}};
}

rot33 rot33_from_axes(dir30 x, dir30 y, dir30 z) {
    return (rot33){{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
}

mat33 m3_from_rot33(const rot33 *a) {
    mat33 out;

    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) out.m[r][c] = fx_from_q30(a->m[r][c]);
    }
    return out;
}

/* --- rotation and translation ----------------------------------------------------------------- */

rig34 rig34_identity(void) { return (rig34){rot33_identity(), {0, 0, 0}}; }

rig34 rig34_from(const rot33 *r, vec3 t) { return (rig34){*r, t}; }

rig34 rig34_translation(vec3 t) { return (rig34){rot33_identity(), t}; }

rig34 rig34_mul(const rig34 *a, const rig34 *b) {
    return (rig34){rot33_mul(&a->r, &b->r), rig34_point(a, b->t)};
}

rig34 rig34_inverse(const rig34 *a) {
    return (rig34){rot33_transpose(&a->r), v3_neg(rot33_apply_inverse(&a->r, a->t))};
}

vec3 rig34_point(const rig34 *a, vec3 p) { return v3_add(rot33_apply(&a->r, p), a->t); }

vec3 rig34_direction(const rig34 *a, vec3 d) { return rot33_apply(&a->r, d); }

vec3 rig34_point_inverse(const rig34 *a, vec3 p) { return rot33_apply_inverse(&a->r, v3_sub(p, a->t)); }

vec3 rig34_direction_inverse(const rig34 *a, vec3 d) { return rot33_apply_inverse(&a->r, d); }

mat34 m34_from_rig34(const rig34 *a) {
    mat33 linear = m3_from_rot33(&a->r);

    return m34_from(&linear, a->t);
}

void rig34_chain(const rig34 *local, const int16_t *parent, rig34 *world, size_t n) {
    for (size_t i = 0; i < n; i++)
        world[i] = parent[i] < 0 ? local[i] : rig34_mul(&world[parent[i]], &local[i]);
}

rig34 rig34_bind_to_current(const rig34 *current, const rig34 *bind) {
    rig34 inverse = rig34_inverse(bind);

    return rig34_mul(current, &inverse);
}

/* --- affine ----------------------------------------------------------------------------------- */

mat34 m34_identity(void) { return m34_scaling(v3(FX_ONE, FX_ONE, FX_ONE)); }

mat34 m34_from(const mat33 *linear, vec3 t) {
    return (mat34){{{linear->m[0][0], linear->m[0][1], linear->m[0][2], t.x},
                    {linear->m[1][0], linear->m[1][1], linear->m[1][2], t.y},
                    {linear->m[2][0], linear->m[2][1], linear->m[2][2], t.z}}};
}

mat34 m34_translation(vec3 t) {
    mat34 out = m34_identity();

    out.m[0][3] = t.x;
    out.m[1][3] = t.y;
    out.m[2][3] = t.z;
    return out;
}

mat34 m34_scaling(vec3 s) {
    FX_REPORT(s.x == 0 || s.y == 0 || s.z == 0, "m34_scaling: zero factor");
    return (mat34){{{s.x, 0, 0, 0}, {0, s.y, 0, 0}, {0, 0, s.z, 0}}};
}

mat34 m34_shear(fx xy, fx xz, fx yx, fx yz, fx zx, fx zy) {
    return (mat34){{{FX_ONE, xy, xz, 0}, {yx, FX_ONE, yz, 0}, {zx, zy, FX_ONE, 0}}};
}

mat34 m34_mul(const mat34 *a, const mat34 *b) {
    mat34 out;

    for (int r = 0; r < 3; r++) {
        const vec3 row = {a->m[r][0], a->m[r][1], a->m[r][2]};

        out.m[r][0] = row3(row, (vec3){b->m[0][0], b->m[1][0], b->m[2][0]}, 16);
        out.m[r][1] = row3(row, (vec3){b->m[0][1], b->m[1][1], b->m[2][1]}, 16);
        out.m[r][2] = row3(row, (vec3){b->m[0][2], b->m[1][2], b->m[2][2]}, 16);
        out.m[r][3] = fx_wrap_add(row3(row, (vec3){b->m[0][3], b->m[1][3], b->m[2][3]}, 16), a->m[r][3]);
    }
    return out;
}

vec3 m34_direction(const mat34 *a, vec3 d) {
    return (vec3){row3((vec3){a->m[0][0], a->m[0][1], a->m[0][2]}, d, 16),
                  row3((vec3){a->m[1][0], a->m[1][1], a->m[1][2]}, d, 16),
                  row3((vec3){a->m[2][0], a->m[2][1], a->m[2][2]}, d, 16)};
}

vec3 m34_point(const mat34 *a, vec3 p) { return v3_add(m34_direction(a, p), m34_column(a, 3)); }

mat33 m34_linear(const mat34 *a) {
    return (mat33){{{a->m[0][0], a->m[0][1], a->m[0][2]},
                    {a->m[1][0], a->m[1][1], a->m[1][2]},
                    {a->m[2][0], a->m[2][1], a->m[2][2]}}};
}

mat34 m34_from_axes(vec3 x, vec3 y, vec3 z, vec3 origin) {
    return (mat34){{{x.x, y.x, z.x, origin.x}, {x.y, y.y, z.y, origin.y}, {x.z, y.z, z.z, origin.z}}};
}

mat34 m34_from_trs(vec3 t, const rot33 *r, vec3 s) {
    mat34 out;
    const fx place[3] = {t.x, t.y, t.z};

    for (int i = 0; i < 3; i++) {
        out.m[i][0] = fx_mul_q30(s.x, r->m[i][0]);
        out.m[i][1] = fx_mul_q30(s.y, r->m[i][1]);
        out.m[i][2] = fx_mul_q30(s.z, r->m[i][2]);
        out.m[i][3] = place[i];
    }
    return out;
}

/* --- homogeneous ------------------------------------------------------------------------------ */

mat44 m4_identity(void) {
    return (mat44){{{FX_ONE, 0, 0, 0}, {0, FX_ONE, 0, 0}, {0, 0, FX_ONE, 0}, {0, 0, 0, FX_ONE}}};
}

mat44 m4_from_m34(const mat34 *a) {
    mat44 out = m4_identity();

    memcpy(out.m, a->m, sizeof a->m);
    return out;
}

static fx row4(const fx *a, const mat44 *b, int c) {
    return fx_from_wide(fx_mad(fx_mad(fx_mad(fx_wide(a[0], b->m[0][c]), a[1], b->m[1][c]), a[2], b->m[2][c]),
                               a[3], b->m[3][c]));
}

mat44 m4_mul(const mat44 *a, const mat44 *b) {
    mat44 out;

    for (int r = 0; r < 4; r++) {
        out.m[r][0] = row4(a->m[r], b, 0);
        out.m[r][1] = row4(a->m[r], b, 1);
        out.m[r][2] = row4(a->m[r], b, 2);
        out.m[r][3] = row4(a->m[r], b, 3);
    }
    return out;
}

mat44 m4_mul_m34(const mat44 *a, const mat34 *b) {
    mat44 wide = m4_from_m34(b);

    return m4_mul(a, &wide);
}

mat44 m4_add(const mat44 *a, const mat44 *b) {
    mat44 out;

    mn_add((const fx *)a->m, (const fx *)b->m, (fx *)out.m, 4);
    return out;
}

mat44 m4_sub(const mat44 *a, const mat44 *b) {
    mat44 out;

    mn_sub((const fx *)a->m, (const fx *)b->m, (fx *)out.m, 4);
    return out;
}

mat44 m4_scale(const mat44 *a, fx s) {
    mat44 out;

    mn_scale((const fx *)a->m, s, (fx *)out.m, 4);
    return out;
}

mat44 m4_transpose(const mat44 *a) {
    mat44 out = *a;

    m4_transpose_in_place(&out);
    return out;
}

void m4_transpose_in_place(mat44 *a) {
    swap(&a->m[0][1], &a->m[1][0]);
    swap(&a->m[0][2], &a->m[2][0]);
    swap(&a->m[0][3], &a->m[3][0]);
    swap(&a->m[1][2], &a->m[2][1]);
    swap(&a->m[1][3], &a->m[3][1]);
    swap(&a->m[2][3], &a->m[3][2]);
}

vec4 m4_apply(const mat44 *a, vec4 v) {
    fx out[4];

    for (int r = 0; r < 4; r++) {
        const fx *row = a->m[r];

        out[r] =
            fx_from_wide(fx_mad(fx_mad(fx_mad(fx_wide(row[0], v.x), row[1], v.y), row[2], v.z), row[3], v.w));
    }
    return (vec4){out[0], out[1], out[2], out[3]};
}
