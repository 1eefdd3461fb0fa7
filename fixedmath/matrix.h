/* Matrices and transforms in three dimensions: products, construction, application, inverses, change of
 * basis. */
#ifndef FIXEDMATH_MATRIX_H
#define FIXEDMATH_MATRIX_H

#include "fixedmath/vector.h"

/* Row-major, column vectors: v' = M v; mul(a, b) is A B, "B first, then A". Matrices go in by pointer and
 * come out by value, so the result may overwrite an operand: m = m34_mul(&m, &n) works.
 *
 * Which type to use:
 *   rig34  rotation (Q2.30) and translation: cameras, bodies, bones. Its inverse needs no division and leaves
 *          a residual of 2 LSB at 4096 m; with fx rotation elements the residual would be 2,500 LSB at 1000 m.
 *   mat34  fx elements: scale and shear allowed. An application is off by 0.5 LSB, plus |p| 2.1e-5 where the
 *          elements stand for a rotation.
 *   mat33  general linear maps; rot33 pure rotations.
 *   mat44  projections (view.h) and homogeneous points.
 *
 *   function                       error                          cost (x86-64 instructions)
 *   m34_point, m3_apply            0.5 LSB                        49
 *   rig34_point                    1 LSB + |p| 2^-28              49
 *   m34_mul, rig34_mul, m4_mul     0.5 LSB per element            205, 214, 287
 *   rig34_inverse                  2 LSB (|t| <= 4096)            74
 *   m34_inverse                    see linear.h
 *
 * Elements are sums of exact 64-bit products, rounded once. Sums that do not fit wrap. */

/* --- 3x3 -------------------------------------------------------------------------------------- */

static inline mat33
m3_zero(void) { /* one store after the other: small processors' memset takes three times as long */
    mat33 out;

    out.m[0][0] = out.m[0][1] = out.m[0][2] = 0;
    out.m[1][0] = out.m[1][1] = out.m[1][2] = 0;
    out.m[2][0] = out.m[2][1] = out.m[2][2] = 0;
    return out;
}
mat33 m3_identity(void);
mat33 m3_diagonal(fx x, fx y, fx z);
mat33 m3_transpose(const mat33 *a);
void m3_transpose_in_place(mat33 *a); /* three swaps */
mat33 m3_add(const mat33 *a, const mat33 *b);
mat33 m3_sub(const mat33 *a, const mat33 *b);
mat33 m3_scale(const mat33 *a, fx s);
mat33 m3_mul(const mat33 *a, const mat33 *b);
vec3 m3_apply(const mat33 *a, vec3 v);
mat33 m3_skew(vec3 w);                                 /* m3_apply(skew(w), r) = w x r */
mat33 m3_lerp(const mat33 *a, const mat33 *b, uf16 t); /* element by element: low quality, no rotation */
fx m3_determinant(const mat33 *a);                     /* nearest, saturates */
mat33 m3_cofactors(const mat33 *a); /* inverse transpose times the determinant, elements saturate */

/* Inverse of a general 3x3; false (and *inverse untouched) when singular or not representable. */
bool m3_inverse(const mat33 *a, mat33 *inverse);

/* --- rotations -------------------------------------------------------------------------------- */

rot33 rot33_identity(void);
rot33 rot33_transpose(const rot33 *a); /* the inverse */
rot33 rot33_mul(const rot33 *a, const rot33 *b);
vec3 rot33_apply(const rot33 *a, vec3 v);
vec3 rot33_apply_inverse(const rot33 *a, vec3 v);
dir30 rot33_apply_dir30(const rot33 *a, dir30 v);
rot33 rot33_about_x(ang32 angle); /* y toward z; quarter turns are exact */
rot33 rot33_about_y(ang32 angle); /* z toward x */
rot33 rot33_about_z(ang32 angle); /* x toward y */
rot33 rot33_about_axis(dir30 axis, ang32 angle);
rot33 rot33_from_axes(dir30 x, dir30 y, dir30 z); /* the columns */
static inline dir30 rot33_axis(const rot33 *a, int column) {
    return (dir30){a->m[0][column], a->m[1][column], a->m[2][column]};
}
mat33 m3_from_rot33(const rot33 *a);

/* Unit columns, at right angles, and right-handed (determinant > 0), each within the tolerance (q30). */
bool rot33_is_rotation(const rot33 *a, q30 tolerance);
bool m3_is_rotation(const mat33 *a, fx tolerance);

/* Repair of a drifted rotation. Gram-Schmidt keeps the x axis; the symmetric step R (3 I - R^T R)/2 treats
 * all axes alike and is for small drift. Repair after integration each frame, or every 64 products. */
rot33 rot33_repair(const rot33 *a);
rot33 rot33_repair_symmetric(const rot33 *a);
mat33 m3_repair(const mat33 *a);

/* --- rotation and translation ----------------------------------------------------------------- */

rig34 rig34_identity(void);
rig34 rig34_from(const rot33 *r, vec3 t);
rig34 rig34_translation(vec3 t);
rig34 rig34_mul(const rig34 *a, const rig34 *b);
rig34 rig34_inverse(const rig34 *a);
vec3 rig34_point(const rig34 *a, vec3 p);
vec3 rig34_direction(const rig34 *a, vec3 d);
vec3 rig34_point_inverse(const rig34 *a, vec3 p); /* R^T (p - t) */
vec3 rig34_direction_inverse(const rig34 *a, vec3 d);
mat34 m34_from_rig34(const rig34 *a);

/* Chains, parents first: parent[i] < i, or -1 for a root. world[i] = world[parent[i]] local[i]. */
void rig34_chain(const rig34 *local, const int16_t *parent, rig34 *world, size_t n);

/* n points with a stride in bytes (at least sizeof(vec3)) for in and out; the same bits as rig34_point. */
void rig34_points(const rig34 *a, const vec3 *in, size_t in_stride, vec3 *out, size_t out_stride, size_t n);

/* --- affine ----------------------------------------------------------------------------------- */

mat34 m34_identity(void);
mat34 m34_from(const mat33 *linear, vec3 t);
mat34 m34_translation(vec3 t);
mat34 m34_scaling(vec3 s); /* a zero factor is reported in debug builds: the matrix has no inverse */
mat34 m34_shear(fx xy, fx xz, fx yx, fx yz, fx zx, fx zy); /* x' = x + xy y + xz z and so on */
mat34 m34_mul(const mat34 *a, const mat34 *b);
vec3 m34_point(const mat34 *a, vec3 p);
vec3 m34_direction(const mat34 *a, vec3 d);
mat33 m34_linear(const mat34 *a);
static inline vec3 m34_column(const mat34 *a, int column) {
    return (vec3){a->m[0][column], a->m[1][column], a->m[2][column]};
}
mat34 m34_from_axes(vec3 x, vec3 y, vec3 z, vec3 origin); /* child axes and origin in the parent's space */
bool m34_inverse(const mat34 *a, mat34 *inverse); /* false and untouched when singular or not representable */
void m34_points(const mat34 *a, const vec3 *in, size_t in_stride, vec3 *out, size_t out_stride, size_t n);

/* World = translate rotate scale: scale first, then turn about the own origin, then place. */
mat34 m34_from_trs(vec3 t, const rot33 *r, vec3 s);

/* Skinning: current global pose times the inverse of the bind pose. */
rig34 rig34_bind_to_current(const rig34 *current, const rig34 *bind);

/* Packed q14 vectors by a q14 matrix (rows of nine q14): dot products of 16-bit numbers in 32 bits, rounded
 * once. */
typedef struct {
    q14 m[3][3];
} rot14;
rot14 rot14_from_rot33(const rot33 *a);
nrm rot14_apply(const rot14 *a, nrm n);
void rot14_apply_many(const rot14 *a, const nrm *in, nrm *out, size_t n);

/* --- normals and planes through transforms ---------------------------------------------------- */

/* Unit normal under an affine map: by the cofactors of the linear part (inverse transpose without a
 * division), with the sign of the determinant so that mirrored surfaces keep facing outward. False for a
 * degenerate map. */
bool m34_normal(const mat34 *a, dir30 n, dir30 *out);

/* The cofactor matrix, to transform many normals; apply, normalise. Handedness is included. */
mat33 m34_normal_matrix(const mat34 *a);

/* --- homogeneous ------------------------------------------------------------------------------ */

static inline mat44 m4_zero(void) {
    mat44 out;

    out.m[0][0] = out.m[0][1] = out.m[0][2] = out.m[0][3] = 0;
    out.m[1][0] = out.m[1][1] = out.m[1][2] = out.m[1][3] = 0;
    out.m[2][0] = out.m[2][1] = out.m[2][2] = out.m[2][3] = 0;
    out.m[3][0] = out.m[3][1] = out.m[3][2] = out.m[3][3] = 0;
    return out;
}
mat44 m4_identity(void);
mat44 m4_from_m34(const mat34 *a);
mat44 m4_mul(const mat44 *a, const mat44 *b);
mat44 m4_mul_m34(const mat44 *a, const mat34 *b);
mat44 m4_add(const mat44 *a, const mat44 *b);
mat44 m4_sub(const mat44 *a, const mat44 *b);
mat44 m4_scale(const mat44 *a, fx s);
mat44 m4_transpose(const mat44 *a);   /* also: conversion to and from column-major storage */
void m4_transpose_in_place(mat44 *a); /* six swaps */
vec4 m4_apply(const mat44 *a, vec4 v);
bool m4_inverse(const mat44 *a, mat44 *inverse);

/* --- any size --------------------------------------------------------------------------------- */

/* Kernels by loops for n x n, n <= 8, row-major fx; the same bits as the unrolled forms. `out` may be an
 * operand. */
void mn_zero(fx *out, int n);
void mn_identity(fx *out, int n);
void mn_transpose(fx *a, int n);
void mn_add(const fx *a, const fx *b, fx *out, int n);
void mn_sub(const fx *a, const fx *b, fx *out, int n);
void mn_scale(const fx *a, fx s, fx *out, int n);
void mn_mul(const fx *a, const fx *b, fx *out, int n);
void mn_apply(const fx *a, const fx *v, fx *out, int n);

#endif
