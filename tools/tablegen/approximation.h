/* Polynomials in double and the ways to obtain them: Taylor's series, Lagrange's interpolation, folded jumps
 * and cusps, and the judgement of an approximation. */
#ifndef OXCART_TOOLS_TABLEGEN_APPROXIMATION_H
#define OXCART_TOOLS_TABLEGEN_APPROXIMATION_H

#include <stdbool.h>
#include <stdint.h>

#define POLY_MAX 15

/* p(x) = a[0] + a[1] x + .. + a[degree] x^degree. */
typedef struct {
    int degree;
    double a[POLY_MAX + 1];
} poly;

double poly_horner(const poly *p, double x);
double poly_powers(const poly *p, double x);                       /* by a running power of x */
bool poly_domain_units(poly *p, double old_unit, double new_unit); /* moderate factors only: 1/8 .. 8 */
poly poly_offset(const poly *p, double offset);                    /* q(x) = p(x + offset) */
void poly_range_units(poly *p, double old_unit, double new_unit);
void poly_make_even(poly *p);
void poly_make_odd(poly *p);
poly poly_derivative(const poly *p);

/* A function that can be differentiated again and again: polynomials, and the cycle of sine and cosine. */
typedef struct function {
    bool (*is_zero)(const struct function *f);
    double (*evaluate)(const struct function *f, double x);
    void (*differentiate)(struct function *f); /* in place */
    poly p;
    int phase; /* 0 sin, 1 cos, 2 -sin, 3 -cos */
} function;
function function_poly(const poly *p);
function function_sine(void);
function function_cosine(void);

/* Taylor's series about pt, at most max_degree, ending early when a coefficient falls below `least` (0:
 * never). False for a point where the function or a derivative is not finite. About 0 this clones a
 * polynomial through the interface. */
bool taylor(function f, double pt, int max_degree, double least, poly *out);

/* The polynomial of degree n - 1 through n <= 16 points; false when two x are equal. */
bool lagrange(const double *x, const double *y, int n, poly *out);

/* An approximation with a step or a triangle added back: value(x) = p(x) + (x >= at ? jump : 0) + slope |x -
 * at|. */
typedef struct {
    poly p;
    double at, jump, slope;
} folded;
double folded_value(const folded *f, double x);
bool folded_fit(double (*f)(double), double at, double jump, double slope, const double *x, int n,
                folded *out);

/* tan as sine over cosine of two polynomials; false where the cosine vanishes. */
bool tangent_value(const poly *sine, const poly *cosine, double x, double *value);

/* Errors of an approximation against a reference over lo..hi in `steps` steps. */
typedef struct {
    double max, mean, relative, worst_at;
} judgement;
judgement judge_approximation(double (*reference)(double), double (*approximation)(double, const void *),
                              const void *context, double lo, double hi, int steps);
/* Accepted when the largest error stays below a step of the screen's diagonal in pixels. */
bool judgement_accepts(const judgement *j, int width, int height);

/* Largest |x| (as a power of two exponent) for which no term a[n] x^n reaches 2^127; and the largest raw fx x
 * for which no term of integer coefficients with `shift` fraction bits leaves int64 in Horner's rule. */
double float_domain_log2(const poly *p);
int32_t fixed_domain(const int32_t *a, int degree);

/* sin(x) = x t(0), t(n) = 1 - x^2/((2n + 2)(2n + 3)) t(n + 1), with `terms` nested terms: recursive and
 * unrolled. */
double nested_sine(double x, int terms);
double nested_sine_loop(double x, int terms);

#endif
