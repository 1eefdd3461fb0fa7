/* The number, vector, matrix and rotation types of Oxcart, their layouts and their units. */
#ifndef FIXEDMATH_TYPES_H
#define FIXEDMATH_TYPES_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* CONVENTIONS, binding for the whole module
 *
 *   Fixed point   A Qm.n number is an integer that counts steps of 2^-n. "LSB" means 2^-16, one step of fx;
 *                 LSB14 and LSB30 are steps of q14 and q30.
 *   Rounding      To nearest unless a function's name or comment says otherwise. A product rounds ties
 *                 toward plus infinity, a quotient away from zero.
 *   Overflow      Plain forms wrap modulo 2^32 (reported in debug builds, see scalar.h), forms that end in
 *                 `s` saturate. There is no undefined behaviour for any input of any function.
 *   Axes          Right-handed, +Y up. Cameras and models face -Z of their own frame, +X is their right.
 *   Turning       Counter-clockwise is positive, seen from the tip of the axis: x to y about z, y to z about
 *                 x, z to x about y. A positive yaw turns left.
 *   Matrices      Row-major m[row][column]; vectors are columns: v' = M v, and A B means "B first, then A".
 *   Quaternions   x, y, z, w with w the scalar; p q means "q first, then p", as with matrices.
 *   Memory        The module owns no writable memory: state belongs to the caller, tables are const. */

typedef int32_t fx;    /* Q16.16: -32768 .. 32767.99998, step 1.526e-5: lengths, positions, general scalars */
typedef int64_t fxw;   /* Q32.32: products of two fx before they are rounded; squared lengths are uint64_t */
typedef int16_t q14;   /* Q2.14: -2 .. 1.99994, step 6.1e-5: stored unit vectors and quaternions */
typedef int32_t q30;   /* Q2.30: -2 .. 2 - 2^-30, step 9.3e-10: working rotations, sines, filter constants */
typedef uint32_t uf16; /* 0 .. 65536, where 65536 is 1.0 exactly: weights and interpolation parameters */
typedef uint16_t ang16; /* angle, 65536 to the turn (0.00549 degree), wraps for free */
typedef uint32_t ang32; /* angle, 2^32 to the turn (8.4e-8 degree), wraps for free */

#define FX_ONE ((fx)65536)
#define FX_HALF ((fx)32768)
#define FX_MAX ((fx)INT32_MAX)
#define FX_MIN ((fx)INT32_MIN)
#define FX_PI ((fx)205887) /* pi, 2 pi and pi / 2 as fx, nearest */
#define FX_TAU ((fx)411775)
#define FX_HALF_PI ((fx)102944)
#define FX_E ((fx)178145)
#define Q14_ONE ((q14)16384)
#define Q30_ONE ((q30)1073741824)
#define Q30_HALF ((q30)536870912)
#define UF16_ONE ((uf16)65536u)

#define ANG16_90 ((ang16)0x4000u)
#define ANG16_180 ((ang16)0x8000u)
#define ANG16_270 ((ang16)0xC000u)
#define ANG32_90 ((ang32)0x40000000u)
#define ANG32_180 ((ang32)0x80000000u)
#define ANG32_270 ((ang32)0xC0000000u)

/* Playable coordinates stay within +-FX_WORLD_LIMIT (16383 m), so that the difference of any two positions
 * is representable. Units of engine data are metre, kilogram and second. Frame time is never an fx (1/60 s
 * is not a whole number of LSB): see rate_adder in motion.h and the Q0.32 steps in integrate.h. */
#define FX_WORLD_LIMIT ((fx)(16383 * 65536))

typedef struct {
    fx x, y;
} vec2;
typedef struct {
    fx x, y, z;
} vec3;
typedef struct {
    fx x, y, z, w;
} vec4;
typedef struct {
    q14 x, y, z;
} nrm; /* unit normal as stored in mesh data, 6 bytes */
typedef struct {
    q30 x, y, z;
} dir30; /* unit direction at working precision */
typedef struct {
    q30 x, y, z, w;
} quat; /* working orientation */
typedef struct {
    q14 x, y, z, w;
} quat16; /* stored orientation, 8 bytes */

typedef struct {
    fx m[2][2];
} mat22; /* 2D linear map */
typedef struct {
    fx m[2][3];
} mat23; /* 2D affine map, third column is the translation */
typedef struct {
    fx m[3][3];
} mat33; /* general 3x3, also projective maps of the plane */
typedef struct {
    fx m[4][4];
} mat44; /* projection */
typedef struct {
    q30 m[3][3];
} rot33; /* pure rotation */
typedef struct {
    rot33 r;
    vec3 t;
} rig34; /* rotation, then translation: cameras, bodies, bones */
typedef struct {
    fx m[3][4];
} mat34; /* affine with scale and shear, fourth column translates */
typedef struct {
    vec3 t;
    quat q;
    fx s;
} sqt; /* stored transform: scale s, rotate q, translate t */

_Static_assert(sizeof(vec2) == 8 && sizeof(vec3) == 12 && sizeof(vec4) == 16, "vectors have no padding");
_Static_assert(sizeof(nrm) == 6 && sizeof(dir30) == 12, "directions have no padding");
_Static_assert(sizeof(quat) == 16 && sizeof(quat16) == 8, "quaternions have no padding");
_Static_assert(sizeof(mat22) == 16 && sizeof(mat23) == 24 && sizeof(mat33) == 36, "matrices have no padding");
_Static_assert(sizeof(mat44) == 64 && sizeof(mat34) == 48, "matrices have no padding");
_Static_assert(sizeof(rot33) == 36 && sizeof(rig34) == 48 && sizeof(sqt) == 32, "transforms have no padding");
_Static_assert(offsetof(mat34, m[1][0]) == 16 && offsetof(rig34, t) == 36, "matrices are row-major");
_Static_assert((int32_t)-1 == ~(int32_t)0, "numbers are two's complement");
_Static_assert((int32_t)-5 >> 1 == -3 && (int64_t)-5 >> 1 == -3, "right shifts of negatives floor");
_Static_assert((int32_t)0x80000000u == INT32_MIN, "conversion to signed wraps");

#endif
