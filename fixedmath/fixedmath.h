/* Everything fixedmath offers in one large include, and where to look for what. */
#ifndef FIXEDMATH_FIXEDMATH_H
#define FIXEDMATH_FIXEDMATH_H

/* FIND IT BY WHAT YOU WANT
 *
 *   conventions, types, units, limits of the world                   types.h
 *   add, multiply, divide, 1/x, round, clamp, wrap, convert, FX(1.5) scalar.h        fx_mul fx_div fx_round
 *   integers that wrap, shifts, wide products, counting bits         bits.h          fx_wrap_add fx_clz32
 *   constants worked out by the compiler                             constant.h
 *   square roots, 1/sqrt, lengths and fast estimates                 root.h          fx_sqrt fx_hypot3
 *   angles, units, sine to arc tangent, turning toward               angle.h         fx_sin ang_approach
 *   exp, log, powers, decibels, logistic, tanh                       exponential.h   fx_exp fx_pow
 *   quadratic equation, root searches                                equation.h      fx_solve_quadratic
 *   lerp, remap, bilinear, barycentric, tables, easing               interpolate.h   fx_lerp ease
 *   values that move, timed moves, exact rates                       motion.h        motion_setup
 *   splines, paths, constant speed, frames along a curve             spline.h        cubic_value arc_point
 *   random numbers, draws, shuffles, hashes of places                random.h        rng_below hash2
 *   noise                                                            noise.h         noise_fractal2
 *   vectors: dot, cross, normalise, reflect, bases                   vector.h        v3_dot v3_normalize
 *   matrices 3x3 3x4 4x4, rigid transforms, normals                  matrix.h        m34_mul rig34_point
 *   matrices of the plane: sprites, backgrounds                      matrix2.h       m23_point
 *   stacks of transforms                                             matrix_stack.h  m34_stack_push
 *   inverses, linear systems, eigenvectors, inertia                  linear.h        linear_solve
 *   quaternions, Euler angles, slerp, squad, packing                 quaternion.h    q4_mul q4_slerp
 *   scale-rotate-translate, dual quaternions, imported axes          transform.h     sqt_mul dq_blend
 *   cameras, projection, picking, depth offsets                      view.h          view_project
 *   lines, segments, polygons, exact sides                           line.h          segment_closest orient2d
 *   planes, spheres, boxes, capsules, cones, frusta                  volume.h        box_transform
 *   integrators, Verlet, springs                                     integrate.h     verlet_step spring_step
 *   mean, variance, percentile, regression, chi-square               statistics.h    stat_add
 *   moving average, low-pass, median, hysteresis                     filter.h        lowpass_add
 *   Haar wavelets                                                    wavelet.h       haar_forward
 *   polynomials in integers                                          polynomial.h    polynomial_horner
 *   decimal text, IEEE bit patterns                                  text.h          fx_parse fx_format
 *   characters of UTF-8 and UTF-16                                   utf8.h          fx_utf8_read
 *   transforms in 24 bytes                                           compact.h       sqt24_pack
 *   assertions of debug builds                                       assert.h        FX_ASSERT
 *   s8 to u64 for the fixed-width integers; include it separately    short_names.h
 *
 * NAMES begin with what they work on: fx_ (Q16.16), q14_ q30_, ang_, v2_ v3_ v4_, dir30_ nrm_ (unit vectors),
 * m22_ m23_ m3_ m34_ m4_ mn_ rot33_ rig34_ (matrices), q4_ (quaternions), sqt_ dq_ (transforms). Endings:
 * _checked tells whether the result is whole, s saturates, _wide keeps all bits, _fast is less exact. */

#include "fixedmath/angle.h"
#include "fixedmath/assert.h"
#include "fixedmath/bits.h"
#include "fixedmath/compact.h"
#include "fixedmath/constant.h"
#include "fixedmath/equation.h"
#include "fixedmath/exponential.h"
#include "fixedmath/filter.h"
#include "fixedmath/integrate.h"
#include "fixedmath/interpolate.h"
#include "fixedmath/line.h"
#include "fixedmath/linear.h"
#include "fixedmath/matrix.h"
#include "fixedmath/matrix2.h"
#include "fixedmath/matrix_stack.h"
#include "fixedmath/motion.h"
#include "fixedmath/noise.h"
#include "fixedmath/polynomial.h"
#include "fixedmath/quaternion.h"
#include "fixedmath/random.h"
#include "fixedmath/root.h"
#include "fixedmath/scalar.h"
#include "fixedmath/spline.h"
#include "fixedmath/statistics.h"
#include "fixedmath/text.h"
#include "fixedmath/transform.h"
#include "fixedmath/types.h"
#include "fixedmath/utf8.h"
#include "fixedmath/vector.h"
#include "fixedmath/view.h"
#include "fixedmath/volume.h"
#include "fixedmath/wavelet.h"

#endif
