/* Numerical fits for the table generator: interpolation in Chebyshev points, quantiles, the nlerp correction.
 */
#ifndef OXCART_TOOLS_TABLEGEN_FIT_H
#define OXCART_TOOLS_TABLEGEN_FIT_H

/* Coefficients c[0] .. c[degree] (at most 15) of the polynomial that meets f in the Chebyshev points of
 * lo..hi. */
void fit_chebyshev(double (*f)(double), double lo, double hi, int degree, double *c);

/* The value that a chi-square variable with this many degrees of freedom exceeds with probability 1 - p. */
double chi_square_limit(int degrees, double p);

/* Cubic polynomials A(d), B(d), highest power first (c[0..3], c[4..7]), d = cosine of half the rotation
 * angle, such that nlerp at t + t (t - 1/2) (t - 1) k with k = A (t - 1/2)^2 + B keeps the speed of slerp. */
void fit_nlerp(double *c);

#endif
