/* Quaternions: algebra, rotation, conversion, interpolation, storage, integration of turning. */
#ifndef FIXEDMATH_QUATERNION_H
#define FIXEDMATH_QUATERNION_H

#include "fixedmath/matrix.h"

/* A quat is (x, y, z, w) in Q2.30 with Hamilton's rules ii = jj = kk = -1, ij = k, jk = i, ki = j. A unit
 * quat (axis sin(t/2), cos(t/2)) turns by t about axis. q and -q are the same rotation: interpolation,
 * comparison and averaging first flip one of the two (q4_near). q4_mul(p, q) means "q first, then p", as with
 * matrices: the chain R1, R2, R3 is q3 q2 q1.
 *
 *   function               error                                     cost (x86-64 instructions)
 *   q4_mul                 2 LSB30                                   106
 *   q4_rotate              1 LSB, length 2 LSB, for |v| <= 16384     168
 *   q4_to_rot33            1 LSB30                                   199
 *   q4_from_rot33          0.0001 degree, tests its input            650
 *   q4_slerp               0.001 degree                              700
 *   q4_nlerp               0.001 degree from the exact nlerp         337
 *   q4_nlerp_corrected     0.05 degree from slerp                    463
 *
 * REPAIR. A rotation has 3 degrees of freedom, a quaternion 4 numbers: products drift (below 2^-20 after
 * 10,000). Call q4_renormalize after every integration step or chain of products; matrices have rot33_repair.
 */

#define Q4_IDENTITY ((quat){0, 0, 0, Q30_ONE})

/* --- algebra ---------------------------------------------------------------------------------- */

static inline quat q4_add(quat a, quat b) {
    return (quat){fx_wrap_add(a.x, b.x), fx_wrap_add(a.y, b.y), fx_wrap_add(a.z, b.z), fx_wrap_add(a.w, b.w)};
}
static inline quat q4_sub(quat a, quat b) {
    return (quat){fx_wrap_sub(a.x, b.x), fx_wrap_sub(a.y, b.y), fx_wrap_sub(a.z, b.z), fx_wrap_sub(a.w, b.w)};
}
static inline quat q4_neg(quat a) {
    return (quat){fx_wrap_neg(a.x), fx_wrap_neg(a.y), fx_wrap_neg(a.z), fx_wrap_neg(a.w)};
}
static inline quat q4_scale(quat a, q30 s) {
    return (quat){q30_mul(a.x, s), q30_mul(a.y, s), q30_mul(a.z, s), q30_mul(a.w, s)};
}
static inline quat q4_conjugate(quat a) {
    return (quat){fx_wrap_neg(a.x), fx_wrap_neg(a.y), fx_wrap_neg(a.z), a.w};
}
static inline bool q4_equal(quat a, quat b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }

/* Dot product and squared norm as Q4.60, exact for components up to 1.0; and the dot as q30, nearest. */
static inline int64_t q4_dot_wide(quat a, quat b) {
    return fx_wrap_add64(fx_wrap_add64(fx_wide(a.x, b.x), fx_wide(a.y, b.y)),
                         fx_wrap_add64(fx_wide(a.z, b.z), fx_wide(a.w, b.w)));
}
static inline q30 q4_dot(quat a, quat b) { return fx_sat64(fx_rshr64(q4_dot_wide(a, b), 30)); }

/* p q: rotate by q first, then by p. Every component is rounded once and saturates; the norms' product stays
 * below 8. */
quat q4_mul(quat p, quat q);

/* Conjugate over squared norm, for quaternions that are not unit. False (and identity) for a norm near zero
 * or an inverse that does not fit. */
bool q4_inverse(quat a, quat *inverse);

/* Left and right product matrices in q30: q4_left(q) p = q p and q4_right(q) p = p q, rows x, y, z, w. */
void q4_left(quat q, q30 m[4][4]);
void q4_right(quat q, q30 m[4][4]);

/* Unit quaternion of any non-zero one; zero gives false and the identity. */
bool q4_normalize(quat a, quat *unit);

/* One Newton step k = (3 - |q|^2)/2, for norms within about 1 % of 1. */
quat q4_renormalize(quat a);

/* a or -a, whichever lies on the same side as `reference`. */
static inline quat q4_near(quat a, quat reference) { return q4_dot_wide(a, reference) < 0 ? q4_neg(a) : a; }

/* Rotation angle between two orientations, 0 .. 180 degrees; accurate for small angles. */
ang32 q4_angle(quat a, quat b);

/* True when the orientations differ by at most `tolerance`. */
static inline bool q4_same(quat a, quat b, ang32 tolerance) { return q4_angle(a, b) <= tolerance; }

/* --- from and to other forms ------------------------------------------------------------------ */

quat q4_from_axis_angle(dir30 axis, ang32 angle); /* the axis must be unit */

/* Angle 0 .. 360 degrees and axis; sin(t/2) below 2^-14 gives the axis +X and angle 0. */
void q4_to_axis_angle(quat q, dir30 *axis, ang32 *angle);

/* Rotation vector: axis times angle in radians, as Q4.28 numbers (up to +-8 rad). */
quat q4_from_rotation_vector(const int32_t v[3]);
void q4_to_rotation_vector(quat q, int32_t v[3]); /* the short way: length at most pi */

/* Yaw about Y, pitch about X, roll about Z: R = Ry Rx Rz. Extraction gives pitch -90 .. 90 degrees and, where
 * yaw and roll cannot be told apart because the pitch rounds to straight up or down, roll 0. The angles
 * rebuild any rotation within 0.01 degree (half a unit of each angle), and the matrix of 16-bit angles within
 * 2^-14. */
typedef struct {
    ang16 yaw, pitch, roll;
} euler16;
quat q4_from_euler(euler16 angles);
rot33 rot33_from_euler(euler16 angles);
euler16 euler_from_rot33(const rot33 *m);
euler16 euler_from_q4(quat q);

/* Other axis orders, for imported data: the rotations about axes first, second, third (0 = x, 1 = y, 2 = z,
 * all different) are applied in that order, so R = R(third) R(second) R(first). */
quat q4_from_axis_order(const int axes[3], const ang32 angles[3]);

void q4_to_matrix(quat q, rot33 *m); /* the same as q4_to_rot33, into memory */
rot33 q4_to_rot33(quat q);
mat33 q4_to_m3(quat q);

/* For quaternions that are not unit: the matrix of v -> q v q*, scaled by |q|^2. */
rot33 q4_to_scaled_rot33(quat q);

/* False when the matrix is no rotation (see rot33_is_rotation, tolerance 2^-12); *q is then the identity. */
bool q4_from_rot33(const rot33 *m, quat *q);
bool q4_from_m3(const mat33 *m, quat *q);

/* Smallest rotation from direction a to direction b (any length); 180 degrees about a perpendicular when they
 * are opposite. False and identity when one is zero. */
bool q4_shortest_arc(vec3 a, vec3 b, quat *q);

/* Smallest rotation from a to b by axis = cross, angle = acos(dot): the textbook form, for comparison; poor near 0
 * and 180 degrees. */
bool q4_shortest_arc_acos(vec3 a, vec3 b, quat *q);

/* Orientation whose -Z axis points along `forward` and whose +Y lies as near `up` as it can. False for zero.
 */
bool q4_aim(vec3 forward, vec3 up, quat *q);

/* --- rotating --------------------------------------------------------------------------------- */

vec3 q4_rotate(quat q, vec3 v);
static inline vec3 q4_rotate_inverse(quat q, vec3 v) { return q4_rotate(q4_conjugate(q), v); }
dir30 q4_rotate_dir30(quat q, dir30 v);

/* n vectors; converts to a matrix when that is cheaper (n >= 3). `in` and `out` may be the same. */
void q4_rotate_many(quat q, const vec3 *in, vec3 *out, size_t n);

/* --- interpolation: t from 0 to 65536, both ends exact ---------------------------------------- */

quat q4_nlerp(quat p, quat q, uf16 t);
quat q4_nlerp_corrected(quat p, quat q, uf16 t);
quat q4_slerp(quat p, quat q, uf16 t);
quat q4_slerp_long(quat p, quat q, uf16 t); /* does not flip to the short way; for q4_squad */

/* Orientations half a turn apart have two shortest ways: q4_slerp always takes the same one. The checked form
 * takes that way, too, and returns false. From p to -p, one orientation, q4_slerp stays where it is;
 * q4_slerp_long passes through a quaternion at right angles. */
bool q4_slerp_checked(quat p, quat q, uf16 t, quat *out);

/* Weighted mean of n orientations, each flipped to the side of the first; weights sum to 65536. */
quat q4_blend(const quat *q, const uf16 *weight, size_t n);

/* p turned toward q by at most max_angle, ending exactly on q. */
quat q4_approach(quat p, quat q, ang32 max_angle);

/* Spherical cubic: from q1 to q2 with the inner points of q4_inner. */
quat q4_squad(quat q1, quat q2, quat a, quat b, uf16 t);

/* Inner point of key q between its neighbours, all on one side (see q4_near). */
quat q4_inner(quat before, quat q, quat after);

/* --- exponential, logarithm, power ------------------------------------------------------------ */

/* exp of a pure quaternion v (vector part in Q4.28): (v/|v| sin |v|, cos |v|). q4_log is the
 * inverse, of a unit quaternion. */
quat q4_exp(const int32_t v[3]);
void q4_log(quat q, int32_t v[3]);

/* q^t, t as fx: a rotation by t times the angle. */
quat q4_pow(quat q, fx t);

/* --- turning over time ------------------------------------------------------------------------ */

/* Orientation after turning with angular velocity w (rad/s as fx, world frame) for dt seconds (Q0.32). The
 * exact form has no error for constant w; the Euler form is first order and reports |w| dt > 0.5 in debug
 * builds. The body forms take w in the frame of the body. */
quat q4_integrate(quat q, vec3 w, uint32_t dt);
quat q4_integrate_body(quat q, vec3 w, uint32_t dt);
quat q4_integrate_euler(quat q, vec3 w, uint32_t dt);
rot33 rot33_integrate(const rot33 *m, vec3 w, uint32_t dt);       /* exact rotation times m */
rot33 rot33_integrate_euler(const rot33 *m, vec3 w, uint32_t dt); /* m + (w x) m dt, then repaired */

/* Angular velocity as a rotation vector of Q4.28 radians over dt. Saturates. */
void q4_turn_in(vec3 w, uint32_t dt, int32_t turn[3]);

/* --- storage ---------------------------------------------------------------------------------- */

quat16 q4_pack16(quat q);   /* rotation error at most 0.0068 degree, norm within 2^-13 of 1 */
quat q4_unpack16(quat16 q); /* renormalised */
uint64_t q4_pack48(quat q); /* smallest three, 2 + 3 x 15 bits in the low 47 bits; 0.0078 degree */
quat q4_unpack48(uint64_t bits);
uint32_t q4_pack32(quat q); /* smallest three, 2 + 3 x 10 bits; 0.25 degree */
quat q4_unpack32(uint32_t bits);

/* Smallest three with 3 to 15 bits each: 2 + 3 x bits in the low bits, the number of the left-out component first,
 * then the other three, each 0 to 2^bits - 2. About 256 / 2^bits degrees. */
uint64_t q4_pack_smallest(quat q, int bits);
quat q4_unpack_smallest(uint64_t code, int bits);

/* Unit vectors in 3 signed bytes (0.4 degree) and in 2 bytes on an octahedron (1.0 degree). */
void nrm_pack_s8(dir30 n, int8_t out[3]);
dir30 nrm_unpack_s8(const int8_t in[3]);
uint16_t nrm_pack_octahedral(dir30 n);
dir30 nrm_unpack_octahedral(uint16_t bits);

/* Unit vectors on an octahedron with 2 to 12 bits for each of two numbers from 0 to 2^bits - 2; the middle of that
 * range stands for 0. 256 / 2^bits degrees. */
void nrm_pack_octahedral_to(dir30 n, int bits, uint16_t out[2]);
dir30 nrm_unpack_octahedral_from(const uint16_t in[2], int bits);

#endif
