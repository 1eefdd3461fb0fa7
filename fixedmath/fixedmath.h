/* Everything fixedmath offers, for programs that do not mind one large include. */
#ifndef FIXEDMATH_FIXEDMATH_H
#define FIXEDMATH_FIXEDMATH_H

#include "fixedmath/angle.h"       /* binary angles, sine to arc tangent */
#include "fixedmath/bits.h"        /* wrapping arithmetic, shifts, wide products, counting bits */
#include "fixedmath/constant.h"    /* integer constants worked out by the compiler */
#include "fixedmath/equation.h"    /* quadratic equation, Newton's method, bisection */
#include "fixedmath/exponential.h" /* exp, log, powers, decibels, sigmoids */
#include "fixedmath/filter.h"      /* moving average, low-pass, median, hysteresis */
#include "fixedmath/integrate.h"   /* Euler to Runge-Kutta, Verlet, springs */
#include "fixedmath/interpolate.h" /* lerp, bilinear, barycentric, tables, easing */
#include "fixedmath/line.h"        /* lines, segments, 2D predicates, polygons */
#include "fixedmath/linear.h"      /* inverses, linear systems, inertia */
#include "fixedmath/matrix.h"      /* 3x3, 3x4, 4x4, rigid transforms */
#include "fixedmath/matrix2.h"     /* 2D transforms */
#include "fixedmath/motion.h"      /* movers, exact rates */
#include "fixedmath/noise.h"       /* value and gradient noise */
#include "fixedmath/polynomial.h"  /* polynomials in integers */
#include "fixedmath/quaternion.h"  /* rotations */
#include "fixedmath/random.h"      /* generators, draws, hashes */
#include "fixedmath/root.h"        /* square roots */
#include "fixedmath/scalar.h"      /* add, mul, div, rounding of fx */
#include "fixedmath/spline.h"      /* cubic curves, paths, arc length */
#include "fixedmath/statistics.h"  /* moments, percentiles, regression */
#include "fixedmath/text.h"        /* decimal text, IEEE bit patterns */
#include "fixedmath/transform.h"   /* scale-rotate-translate, dual quaternions, imported axes */
#include "fixedmath/types.h"       /* the types and the conventions */
#include "fixedmath/vector.h"      /* vectors and directions */
#include "fixedmath/view.h"        /* cameras and projections */
#include "fixedmath/volume.h"      /* planes, spheres, boxes, frusta */
#include "fixedmath/wavelet.h"     /* Haar transform */

#endif
