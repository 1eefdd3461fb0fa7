/* Exponentials, logarithms, powers, decibels, and the sigmoid functions. */
#ifndef FIXEDMATH_EXPONENTIAL_H
#define FIXEDMATH_EXPONENTIAL_H

#include "fixedmath/scalar.h"

/*   function              error                                        cost (x86-64 instructions)
 *   fx_log2 fx_ln         0.51 LSB                                     56    table of 256 steps, quadratic
 *   fx_exp2               1 LSB below 4.0, relative 2^-18 above        41    table of 256 steps, linear
 *   fx_exp                1 LSB below 1.0, relative 2^-16 above        45
 *   fx_pow                relative 2^-16 or 1 LSB, |y| <= 128          67
 *   db_to_gain            1 LSB up to 0 dB, relative 2^-15 above       45
 *   fx_logistic fx_tanh   1 LSB                                        79
 *   fx_logistic_fast      2^-9                                         19    table of 128 steps
 *
 * Overflow saturates, results below half an LSB are 0. Logarithms of x <= 0 give FX_MIN and a debug report.
 */

fx fx_log2(fx x);
fx fx_ln(fx x);
fx fx_log10(fx x);
bool fx_ln_checked(fx x, fx *result); /* false for x <= 0 */

fx fx_exp2(fx x);
fx fx_exp(fx x);

/* x^y for x > 0; 0^y is 0 for y > 0 and 1 for y = 0; x < 0 gives 0 and a debug report (see fx_powi). */
fx fx_pow(fx x, fx y);

/* x^n for any sign of x and n, by squaring; 0^0 = 1; 0^n for n < 0 saturates to FX_MAX. Products carry 64
 * bits, so that the result is nearest or 1 LSB off for |x| <= 1. */
fx fx_powi(fx x, int n);

/* x^n for x in 0..1 (fx) and 0 <= n <= 256, for highlights: 1 LSB. */
fx fx_powi01(fx x, unsigned n);
q30 q30_powi01(q30 x, unsigned n);

/* log2 of x > 0 in Q16.16 (unsigned, so up to 65535.99) as Q6.26, at most 2^-25 off; the core of the
 * functions above. */
int32_t fx_log2_q26(uint32_t x);

/* 2^f for a fraction f in Q0.32, as Q2.30 (1.0 .. 2.0), relative 2^-20. */
uint32_t fx_exp2_q30(uint32_t fraction);

/* Amplitude of decibels: 65536 at 0 dB, up to +24 dB and above (saturates). gain_to_db is the inverse, FX_MIN for
 * gain <= 0. */
fx db_to_gain(fx db);
fx gain_to_db(fx gain);

/* 1/(1 + exp(-x)) and tanh, monotone; the fast forms interpolate a table and are constant outside -16 .. 16
 * (-8 .. 8). */
fx fx_logistic(fx x);
fx fx_tanh(fx x);
fx fx_logistic_fast(fx x);
fx fx_tanh_fast(fx x);

/* Quadratic and general equations: equation.h. */

#endif
