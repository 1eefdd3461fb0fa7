/* Matrices and transforms in two dimensions: sprites, backgrounds, texture coordinates, the plan of the
 * ground. */
#ifndef FIXEDMATH_MATRIX2_H
#define FIXEDMATH_MATRIX2_H

#include "fixedmath/linear.h"

/* mat22 is a linear map, mat23 an affine one (third column translates), mat33 a projective map of the plane.
 * Products are rounded once; inverses are within 1 LSB for entries up to 16. Quarter turns are exact. */

mat22 m22_identity(void);
mat22 m22_rotation(ang16 angle); /* counter-clockwise: [c -s; s c] */
mat22 m22_mul(const mat22 *a, const mat22 *b);
mat22 m22_transpose(const mat22 *a);
vec2 m22_apply(const mat22 *a, vec2 v);

mat23 m23_identity(void);
mat23 m23_from(const mat22 *linear, vec2 t);
mat23 m23_translation(vec2 t);
mat23 m23_rotation(ang16 angle);
mat23 m23_scaling(fx x, fx y); /* -1 flips */
mat23 m23_shear(fx x, fx y);   /* x' = x + shear_x y, y' = y + shear_y x */
mat23 m23_mul(const mat23 *a, const mat23 *b);
vec2 m23_point(const mat23 *a, vec2 p);
vec2 m23_direction(const mat23 *a, vec2 d);
void m23_points(const mat23 *a, const vec2 *in, vec2 *out, size_t n);
bool m23_inverse(const mat23 *a, mat23 *inverse); /* false and untouched when singular */

/* Stepping numbers for drawing a transformed picture: the source position of the screen point `from` and the
 * source steps per screen pixel in x and in y, from the map source -> screen. 16.16, and as 8.8 for hardware
 * that wants it. */
typedef struct {
    vec2 start, step_x, step_y;
} m23_steps;
bool m23_inverse_steps(const mat23 *a, vec2 from, m23_steps *steps);
typedef struct {
    int16_t pa, pb, pc, pd; /* 8.8: step_x.x, step_y.x, step_x.y, step_y.y */
} m23_steps_8_8;
m23_steps_8_8 m23_steps_to_8_8(const m23_steps *steps);

/* (x, y, 1) through a projective map, divided; false for a point at infinity. */
bool m3_project_2d(const mat33 *a, vec2 p, vec2 *out);

#endif
