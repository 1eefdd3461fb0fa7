/* Polynomials in double, Taylor, Lagrange, and the judgement of approximations. */
#include "tools/tablegen/approximation.h"

#include <math.h>
#include <string.h>

double poly_horner(const poly *p, double x) {
    double sum = p->a[p->degree];

    for (int n = p->degree - 1; n >= 0; n--) sum = sum * x + p->a[n];
    return sum;
}

double poly_powers(const poly *p, double x) {
    double sum = 0.0, power = 1.0;

    for (int n = 0; n <= p->degree; n++) {
        sum += p->a[n] * power;
        power *= x;
    }
    return sum;
}

bool poly_domain_units(poly *p, double old_unit, double new_unit) {
    double factor = new_unit != 0.0 ? old_unit / new_unit : 0.0, power = 1.0;

    if (fabs(factor) < 0.125 || fabs(factor) > 8.0) return false;
    for (int n = 0; n <= p->degree; n++) {
        p->a[n] *= power;
        power *= factor;
    }
    return true;
}

poly poly_offset(const poly *p, double offset) {
    poly q = *p;

    for (int first = 0; first < q.degree; first++) {
        for (int n = q.degree - 1; n >= first; n--) q.a[n] += q.a[n + 1] * offset;
    }
    return q;
}

void poly_range_units(poly *p, double old_unit, double new_unit) {
    for (int n = 0; n <= p->degree; n++) p->a[n] *= new_unit / old_unit;
}

void poly_make_even(poly *p) {
    for (int n = 1; n <= p->degree; n += 2) p->a[n] = 0.0;
}

void poly_make_odd(poly *p) {
    for (int n = 0; n <= p->degree; n += 2) p->a[n] = 0.0;
}

poly poly_derivative(const poly *p) {
    poly q = {p->degree > 0 ? p->degree - 1 : 0, {0}};

    for (int n = 1; n <= p->degree; n++) q.a[n - 1] = n * p->a[n];
    return q;
}

/* --- functions that can be differentiated ------------------------------------------------------- */

static bool poly_is_zero(const function *f) {
    for (int n = 0; n <= f->p.degree; n++) {
        if (f->p.a[n] != 0.0) return false;
    }
    return true;
}

static double poly_evaluate(const function *f, double x) { return poly_horner(&f->p, x); }

static void poly_differentiate(function *f) { f->p = poly_derivative(&f->p); }

static bool wave_is_zero(const function *f) {
    (void)f;
    return false;
}

static double wave_evaluate(const function *f, double x) {
    double value = (f->phase & 1) != 0 ? cos(x) : sin(x);

    return (f->phase & 2) != 0 ? -value : value;
}

static void wave_differentiate(function *f) { f->phase = (f->phase + 1) & 3; }

function function_poly(const poly *p) {
    return (function){poly_is_zero, poly_evaluate, poly_differentiate, *p, 0};
}

function function_sine(void) {
    return (function){wave_is_zero, wave_evaluate, wave_differentiate, {0, {0}}, 0};
}

function function_cosine(void) {
    return (function){wave_is_zero, wave_evaluate, wave_differentiate, {0, {0}}, 1};
}

bool taylor(function f, double pt, int max_degree, double least, poly *out) {
    poly series = {0, {0}};
    double factorial = 1.0;

    for (int n = 0; n <= max_degree && n <= POLY_MAX && !f.is_zero(&f); n++) {
        double value = f.evaluate(&f, pt);

        if (!isfinite(value)) return false;
        factorial *= n > 0 ? n : 1;
        if (n > 0 && value != 0.0 && fabs(value / factorial) < least) break;
        series.a[n] = value / factorial;
        series.degree = n;
        f.differentiate(&f);
    }
    *out = poly_offset(&series, -pt); /* the series counts from pt */
    return true;
}

bool lagrange(const double *x, const double *y, int n, poly *out) {
    poly sum = {n - 1, {0}};

    if (n < 1 || n > POLY_MAX + 1) return false;
    for (int m = 0; m < n; m++) {
        poly product = {0, {1.0}};
        double scale = y[m];

        for (int k = 0; k < n; k++) {
            if (k == m) continue;
            if (x[k] == x[m]) return false;
            scale /= x[m] - x[k];
            product.degree++;
            for (int i = product.degree; i > 0; i--) product.a[i] = product.a[i - 1] - x[k] * product.a[i];
            product.a[0] *= -x[k];
        }
        for (int i = 0; i < n; i++) sum.a[i] += scale * product.a[i];
    }
    *out = sum;
    return true;
}

/* --- jumps, cusps, poles ------------------------------------------------------------------------ */

double folded_value(const folded *f, double x) {
    return poly_horner(&f->p, x) + (x >= f->at ? f->jump : 0.0) + f->slope * fabs(x - f->at);
}

bool folded_fit(double (*f)(double), double at, double jump, double slope, const double *x, int n,
                folded *out) {
    double rest[POLY_MAX + 1];

    if (n > POLY_MAX + 1) return false;
    for (int i = 0; i < n; i++) rest[i] = f(x[i]) - (x[i] >= at ? jump : 0.0) - slope * fabs(x[i] - at);
    out->at = at;
    out->jump = jump;
    out->slope = slope;
    return lagrange(x, rest, n, &out->p);
}

bool tangent_value(const poly *sine, const poly *cosine, double x, double *value) {
    double below = poly_horner(cosine, x);

    if (fabs(below) < 1e-12) return false;
    *value = poly_horner(sine, x) / below;
    return true;
}

/* --- judgement ----------------------------------------------------------------------------------- */

judgement judge_approximation(double (*reference)(double), double (*approximation)(double, const void *),
                              const void *context, double lo, double hi, int steps) {
    judgement j = {0, 0, 0, lo};

    for (int i = 0; i <= steps; i++) {
        double x = lo + (hi - lo) * i / steps, exact = reference(x);
        double error = fabs(approximation(x, context) - exact);

        j.mean += error / (steps + 1);
        if (fabs(exact) > 1e-9 && error / fabs(exact) > j.relative) j.relative = error / fabs(exact);
        if (error > j.max) {
            j.max = error;
            j.worst_at = x;
        }
    }
    return j;
}

bool judgement_accepts(const judgement *j, int width, int height) {
    return j->max < 1.0 / hypot(width, height);
}

double float_domain_log2(const poly *p) {
    double least = 127.0;

    for (int n = 1; n <= p->degree; n++) {
        double room = p->a[n] != 0.0 ? (127.0 - log2(fabs(p->a[n]))) / n : 127.0;

        least = room < least ? room : least;
    }
    return least;
}

/* Whether every partial sum times x of Horner's rule on Q16.16 values in int64_t stays below 2^63. */
static bool horner_fits(const int32_t *a, int degree, int64_t x) {
    double sum = fabs((double)a[degree]);

    for (int n = degree - 1; n >= 0; n--) {
        if (sum * (double)x >= 9.2e18) return false;
        sum = sum * (double)x / 65536.0 + fabs((double)a[n]);
    }
    return sum < 9.2e18;
}

int32_t fixed_domain(const int32_t *a, int degree) {
    int64_t lo = 0, hi = INT32_MAX;

    while (lo < hi) {
        int64_t middle = (lo + hi + 1) / 2;

        if (horner_fits(a, degree, middle)) {
            lo = middle;
        } else {
            hi = middle - 1;
        }
    }
    return (int32_t)lo;
}

/* --- the nested constant sine --------------------------------------------------------------------- */

static double nested_term(double square, int n, int terms) {
    if (n >= terms) return 1.0;
    return 1.0 - square / ((2.0 * n + 2.0) * (2.0 * n + 3.0)) * nested_term(square, n + 1, terms);
}

double nested_sine(double x, int terms) { return x * nested_term(x * x, 0, terms); }

double nested_sine_loop(double x, int terms) {
    double t = 1.0;

    for (int n = terms - 1; n >= 0; n--) t = 1.0 - x * x / ((2.0 * n + 2.0) * (2.0 * n + 3.0)) * t;
    return x * t;
}
