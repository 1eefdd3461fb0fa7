/* Stored transforms: scale-rotate-translate, packed rigid forms, dual quaternions; conversion of imported
 * axes. */
#ifndef FIXEDMATH_TRANSFORM_H
#define FIXEDMATH_TRANSFORM_H

#include "fixedmath/quaternion.h"

/* --- scale, rotate, translate ----------------------------------------------------------------- */

/* An sqt applies scale, then rotation, then translation: p' = t + q (s p) q*. 8 numbers instead of the 16 of
 * a matrix. Interpolate an sqt by parts; matrices are never interpolated. Scales below are uniform: sqt_v carries
 * one per axis, whose compositions are in general no sqt and are refused. */
typedef struct {
    vec3 t;
    quat q;
    vec3 s;
} sqt_v;

/* A rigid transform in 14 bytes: q14 quaternion and Q8.8 translation (+-127 m in steps of 4 mm). */
typedef struct {
    q14 q[4];
    int16_t t[3];
} sqt_packed;
_Static_assert(sizeof(sqt_packed) == 14, "no padding");

static inline sqt sqt_identity(void) { return (sqt){{0, 0, 0}, {0, 0, 0, Q30_ONE}, FX_ONE}; }
vec3 sqt_point(const sqt *a, vec3 p);
vec3 sqt_direction(const sqt *a, vec3 d);
sqt sqt_mul(const sqt *a, const sqt *b);      /* b first, then a */
bool sqt_inverse(const sqt *a, sqt *inverse); /* false for scale 0 */
mat34 sqt_to_m34(const sqt *a);
rig34 sqt_to_rig34(const sqt *a);            /* without the scale */
bool sqt_from_m34(const mat34 *m, sqt *out); /* false for shear, mirror or uneven scale beyond 2^-10 */
sqt sqt_from_rig34(const rig34 *m);
sqt sqt_lerp(const sqt *a, const sqt *b, uf16 t); /* nlerp */
sqt sqt_slerp(const sqt *a, const sqt *b, uf16 t);
mat34 sqt_v_to_m34(const sqt_v *a);
bool sqt_v_mul(const sqt_v *a, const sqt_v *b,
               sqt_v *out);        /* false unless a's scale is uniform or b does not rotate */
sqt_packed sqt_pack(const sqt *a); /* translation saturates */
sqt sqt_unpack(const sqt_packed *p);

/* --- dual quaternions ------------------------------------------------------------------------- */

/* A rotation and a translation as real + eps dual, dual = t real / 2 with t as a pure quaternion. Blending
 * dual quaternions keeps limbs from collapsing. The dual part has components up to 16383 / 2 and is an fx
 * quaternion with 14 more bits: int64 in Q34.30. Points are within 4 LSB of the matrix for |t| <= 4096. */
typedef struct {
    quat real;
    int64_t dual[4]; /* x, y, z, w */
} dualquat;
dualquat dq_from_rig34(const rig34 *m);
dualquat dq_from_parts(quat q, vec3 t);
rig34 dq_to_rig34(const dualquat *a);
vec3 dq_translation(const dualquat *a);
dualquat dq_mul(const dualquat *a, const dualquat *b);
dualquat dq_conjugate(const dualquat *a); /* the inverse of a unit dual quaternion */
bool dq_normalize(const dualquat *a, dualquat *out);
vec3 dq_point(const dualquat *a, vec3 p);

/* Weighted blend of n dual quaternions, each flipped to the side of the first; weights sum to 65536. */
dualquat dq_blend(const dualquat *a, const uf16 *weight, size_t n);

/* Screw motion from a to b: turning and sliding along one axis in proportion; ends exact. */
dualquat dq_screw(const dualquat *a, const dualquat *b, uf16 t);

/* --- imported axes ---------------------------------------------------------------------------- */

/* Left-handed (Y up, Z ahead) to right-handed and back: z is negated, and triangles turn their winding. */
static inline vec3 import_point_handed(vec3 p) { return (vec3){p.x, p.y, fx_wrap_neg(p.z)}; }
static inline nrm import_nrm_handed(nrm n) { return (nrm){n.x, n.y, q14_neg(n.z)}; }
static inline quat import_quat_handed(quat q) { return (quat){fx_wrap_neg(q.x), fx_wrap_neg(q.y), q.z, q.w}; }
rot33 import_rot_handed(const rot33 *m);
rig34 import_rig_handed(const rig34 *m);
void import_winding(uint16_t *indices, size_t count); /* swaps the last two of every three */

/* Z up to Y up (right-handed: x, z, -y) and back. */
static inline vec3 import_z_up(vec3 p) { return (vec3){p.x, p.z, fx_wrap_neg(p.y)}; }
static inline vec3 export_z_up(vec3 p) { return (vec3){p.x, fx_wrap_neg(p.z), p.y}; }

/* Axes of an asset by letters: which of the asset's axes (+x -x +y -y +z -z, "+x" ..) is front, right or left, and
 * up. The map takes them to -Z, +X and +Y. False for an unknown letter or axes that are not at right
 * angles; *mirrored tells that the asset is left-handed and its triangles must turn. Elements are 0 or
 * +-FX_ONE. */
bool import_axes(const char *front, const char *side, bool side_is_left, const char *up, mat33 *map,
                 bool *mirrored);

#endif
