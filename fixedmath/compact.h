/* Compact transforms: place, orientation and one scale in 24 bytes, the matrix made on demand.
 *
 *     sqt24 stored = sqt24_pack(&placement);       for every instance
 *     mat34 model = sqt24_to_m34(&stored);         for the instances drawn: T R S, 48 bytes
 *
 * Three 4x4 matrices (scale, rotation, translation) are 48 numbers; an sqt24 is 8. sqt (fixedmath/types.h) is
 * the same transform at working precision in 32 bytes; sqt_packed (fixedmath/transform.h) is rigid, in 14. The
 * scale is uniform: an instance that is sheared or scaled unevenly keeps its matrix.
 *
 * Units: t in metres as fx, s as fx, q as a unit quaternion in Q2.14. Error: the orientation within 0.0068
 * degree, so an element of the matrix within 2^-12 of the scale; place and scale are exact. Cost: the matrix
 * takes about 750 Cortex-M3 instructions, most of them to bring the quaternion back to unit length and into
 * the matrix. */
#ifndef FIXEDMATH_COMPACT_H
#define FIXEDMATH_COMPACT_H

#include "fixedmath/transform.h"

typedef struct {
    vec3 t;
    fx s;
    quat16 q;
} sqt24;

_Static_assert(sizeof(sqt24) == 24, "no padding");
_Static_assert(sizeof(sqt) == 32, "no padding");

sqt24 sqt24_pack(const sqt *a);
sqt sqt24_unpack(const sqt24 *a);

/* The matrix that scales, then rotates, then translates. */
mat34 sqt24_to_m34(const sqt24 *a);

/* The compact form of a matrix; false, and *out is the identity, for shear, mirror or uneven scale beyond 2^-10
 * (sqt_from_m34). */
bool sqt24_from_m34(const mat34 *m, sqt24 *out);

#endif
