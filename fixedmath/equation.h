/* Roots of equations: the quadratic in closed form, others by Newton's method and bisection. */
#ifndef FIXEDMATH_EQUATION_H
#define FIXEDMATH_EQUATION_H

#include "fixedmath/root.h"

/* a t^2 + b t + c = 0. Returns the number of real roots 0, 1 or 2, the smaller first; EQUATION_ALL when a, b
 * and c are 0. Roots are within 2 LSB for |t| <= 1024; a root that does not fit saturates. The sign of the
 * discriminant, and so the number of roots, is exact for |a|, |b|, |c| < 2^30 raw; larger inputs are halved
 * first. One root means that the discriminant is 0 or a = 0. */
#define EQUATION_ALL 3
int fx_solve_quadratic(fx a, fx b, fx c, fx root[2]);

/* Sign of the discriminant b^2 - 4 a c: -1, 0 or 1. */
int fx_discriminant_sign(fx a, fx b, fx c);

/* --- general ---------------------------------------------------------------------------------- */

typedef fx (*fx_function)(fx x, const void *context);

typedef enum {
    ROOT_FOUND,
    ROOT_NOT_CONVERGED, /* the cap was reached; *root holds the last value */
    ROOT_ZERO_DERIVATIVE,
    ROOT_NO_SIGN_CHANGE /* bisection: f(lo) and f(hi) have the same sign */
} root_status;

#define ROOT_NEWTON_STEPS 4
#define ROOT_BISECT_STEPS 32

/* Newton's method from x0: stops when a step or |f| is at most `tolerance`. max_steps <= 0 means
 * ROOT_NEWTON_STEPS. */
root_status root_newton(fx_function f, fx_function derivative, const void *context, fx x0, fx tolerance,
                        int max_steps, fx *root);

/* Bisection of lo..hi down to `tolerance` (0: to the last bit). max_steps <= 0 means ROOT_BISECT_STEPS. */
root_status root_bisect(fx_function f, const void *context, fx lo, fx hi, fx tolerance, int max_steps,
                        fx *root);

/* Newton's method that falls back to bisection where a step would leave lo..hi, which must bracket a root. */
root_status root_newton_safe(fx_function f, fx_function derivative, const void *context, fx lo, fx hi,
                             fx tolerance, int max_steps, fx *root);

#endif
