/* Polynomials with integer coefficients: evaluation, change of units, offsets, derivative. */
#ifndef FIXEDMATH_POLYNOMIAL_H
#define FIXEDMATH_POLYNOMIAL_H

#include "fixedmath/scalar.h"

/* p(x) = sum a[n] 2^-shift[n] x^n for x an fx: each coefficient has its own number of fraction bits (0..30),
 * so that small and large coefficients keep their bits. Degree at most 15. tools/tablegen holds the same operations
 * in double, with the fits that produce coefficients. Values saturate; both evaluators agree within 1 LSB
 * where |terms| stay below 2^31 LSB. */
#define POLYNOMIAL_MAX 15
typedef struct {
    int degree;
    int32_t a[POLYNOMIAL_MAX + 1];
    int8_t shift[POLYNOMIAL_MAX + 1];
} fx_polynomial;

fx polynomial_horner(const fx_polynomial *p, fx x); /* the default */
fx polynomial_powers(const fx_polynomial *p,
                     fx x); /* by a running power of x: shorter chain of dependent steps */

/* New units: q(x) = p(x old/new), so a[n] *= (old/new)^n. Only moderate factors, 1/8 .. 8, are accepted;
 * for larger or smaller factors scale x itself. False for those factors and for coefficients that do not fit. */
bool polynomial_domain_units(fx_polynomial *p, fx old_unit, fx new_unit);
bool polynomial_offset(const fx_polynomial *p, fx offset, fx_polynomial *out); /* out(x) = p(x + offset) */
bool polynomial_range_units(fx_polynomial *p, fx old_unit, fx new_unit);       /* q = p new/old */
bool polynomial_range_offset(fx_polynomial *p, fx offset);                     /* q = p + offset */
void polynomial_make_even(fx_polynomial *p);                                   /* drops odd powers */
void polynomial_make_odd(fx_polynomial *p);
bool polynomial_derivative(const fx_polynomial *p, fx_polynomial *out);

/* Sets coefficient n to value * 2^-fraction_bits in as many fraction bits as fit. */
bool polynomial_set(fx_polynomial *p, int n, int64_t value, int fraction_bits);

#endif
