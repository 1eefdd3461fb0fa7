/* Expressions and tables of numbers. */
#include "tools/import/text/numeric.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/angle.h"
#include "tools/import/base/text.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* ---- functions that come out alike on every host ---- */

static double exponential(double x) {
    if (x != x) return x;
    if (x > 709) return INFINITY;
    if (x < -745) return 0;
    double whole = floor(x / 0.693147180559945309 + 0.5),
           rest = x - whole * 0.693147180369123816 - whole * 1.90821492927058770e-10, term = 1, sum = 1;
    for (int n = 1; n < 24; n++) {
        term = term * rest / n;
        sum += term;
    }
    return ldexp(sum, (int)whole);
}

static double power_of(double base, double exponent) {
    if (exponent == floor(exponent) && fabs(exponent) <= 64) {
        double result = 1;
        for (int n = 0; n < (int)fabs(exponent); n++) result *= base;
        return exponent < 0 ? 1 / result : result;
    }
    return base == 0 ? (exponent > 0 ? 0 : NAN) : exponential(exponent * import_log(base));
}

/* Reflectance of a surface of relative index eta seen under an angle of this cosine. */
static double fresnel(double k, double eta) {
    double g = sqrt(eta * eta + k * k - 1);
    if (g + k == 0) return 1;
    double a = (g - k) / (g + k), b = (k * (g + k) - 1) / (k * (g - k) + 1);
    return a * a / 2 * (1 + b * b);
}

static double nested_sine(double x, int terms) {
    double value = 1;
    for (int n = terms - 1; n >= 0; n--) value = 1 - x * x / ((2.0 * n + 2) * (2.0 * n + 3)) * value;
    return x * value;
}

static double lagrange(const double *v, int count) {
    double sum = 0;
    for (int i = 1; i + 1 < count; i += 2) {
        double term = v[i + 1];
        for (int k = 1; k + 1 < count; k += 2) {
            if (k != i) term = term * (v[0] - v[k]) / (v[i] - v[k]);
        }
        sum += term;
    }
    return sum;
}

static double whole_gcd(double a, double b) {
    a = fabs(floor(a));
    b = fabs(floor(b));
    while (b > 0) {
        double rest = fmod(a, b);
        a = b;
        b = rest;
    }
    return a;
}

static double fibonacci(double n) {
    double a = 0, b = 1;
    if (!(n >= 0 && n <= 1000)) return NAN;
    for (int i = 0; i < (int)n; i++) {
        double sum = a + b;
        a = b;
        b = sum;
    }
    return a;
}

static double factorial(double n) {
    double product = 1;
    if (!(n >= 0 && n <= 170)) return NAN;
    for (int i = 2; i <= (int)n; i++) product *= i;
    return product;
}

typedef enum call {
    SIN,
    COS,
    TAN,
    SQRT,
    EXP,
    LOG,
    POW,
    ABS,
    FLOOR,
    CEIL,
    ROUND,
    MIN,
    MAX,
    CLAMP,
    GAUSSIAN,
    FRESNEL,
    ATTENUATION,
    GAMMA,
    SMOOTH,
    SINE,
    POLYNOMIAL,
    LAGRANGE,
    FIBONACCI,
    FACTORIAL,
    GCD,
    CALLS
} call;

static const struct {
    const char *name;
    int least, most;
} calls[CALLS] = {{"sin", 1, 1},         {"cos", 1, 1},       {"tan", 1, 1},       {"sqrt", 1, 1},
                  {"exp", 1, 1},         {"log", 1, 1},       {"pow", 2, 2},       {"abs", 1, 1},
                  {"floor", 1, 1},       {"ceil", 1, 1},      {"round", 1, 1},     {"min", 2, 2},
                  {"max", 2, 2},         {"clamp", 3, 3},     {"gaussian", 2, 2},  {"fresnel", 2, 2},
                  {"attenuation", 2, 2}, {"gamma", 2, 2},     {"smooth", 1, 1},    {"sine", 2, 2},
                  {"polynomial", 2, 32}, {"lagrange", 3, 32}, {"fibonacci", 1, 1}, {"factorial", 1, 1},
                  {"gcd", 2, 2}};

/* Sine of an angle up to 1e6, reduced to -pi..pi first; NAN beyond. */
static double wrapped_sine(double x) {
    double turns = floor(x / (2 * IMPORT_PI) + 0.5);
    return fabs(x) > 1e6 ? NAN : import_sin(x - turns * (2 * IMPORT_PI));
}

static double evaluate(call what, const double *v, int count) {
    double sum = 0;
    switch (what) {
    case SIN:
        return wrapped_sine(v[0]);
    case COS:
        return wrapped_sine(v[0] + IMPORT_PI / 2);
    case TAN:
        return wrapped_sine(v[0]) / wrapped_sine(v[0] + IMPORT_PI / 2);
    case SQRT:
        return sqrt(v[0]);
    case EXP:
        return exponential(v[0]);
    case LOG:
        return import_log(v[0]);
    case POW:
        return power_of(v[0], v[1]);
    case ABS:
        return fabs(v[0]);
    case FLOOR:
        return floor(v[0]);
    case CEIL:
        return ceil(v[0]);
    case ROUND:
        return v[0] < 0 ? ceil(v[0] - 0.5) : floor(v[0] + 0.5);
    case MIN:
        return v[0] < v[1] ? v[0] : v[1];
    case MAX:
        return v[0] > v[1] ? v[0] : v[1];
    case CLAMP:
        return v[0] < v[1] ? v[1] : v[0] > v[2] ? v[2] : v[0];
    case GAUSSIAN:
        return exponential(-(v[0] * v[0]) / (2 * v[1] * v[1]));
    case FRESNEL:
        return fresnel(v[0], v[1]);
    case ATTENUATION:
        sum = 1 - v[0] * v[0] - v[1] * v[1];
        return sum > 0 ? sum : 0;
    case GAMMA:
        return power_of(v[0], 1 / v[1]);
    case SMOOTH:
        return v[0] * v[0] * (3 - 2 * v[0]);
    case SINE:
        return v[1] >= 1 && v[1] <= 100 ? nested_sine(v[0], (int)v[1]) : NAN;
    case POLYNOMIAL:
        for (int i = count - 1; i >= 1; i--) sum = sum * v[0] + v[i];
        return sum;
    case LAGRANGE:
        return count % 2 == 1 ? lagrange(v, count) : NAN;
    case FIBONACCI:
        return fibonacci(v[0]);
    case FACTORIAL:
        return factorial(v[0]);
    case GCD:
        return whole_gcd(v[0], v[1]);
    default:
        return NAN;
    }
}

/* ---- expressions ---- */

typedef struct parser {
    const char *file, *start, *at;
    unsigned long line;
    double x, y, i;
    int depth;
    tool_error *error;
    bool failed;
} parser;

static double sum_of(parser *p);

static double wrong(parser *p, const char *sentence) {
    if (!p->failed)
        import_error_line(p->error, p->file, p->line, "column %d of the expression: %s",
                          (int)(p->at - p->start) + 1, sentence);
    p->failed = true;
    return 0;
}

static void blanks(parser *p) {
    while (*p->at == ' ' || *p->at == '\t') p->at++;
}

static bool take(parser *p, char c) {
    blanks(p);
    if (*p->at != c) return false;
    p->at++;
    return true;
}

static double call_of(parser *p, call what) {
    double values[IMPORT_NUMERIC_ARGUMENTS];
    int count = 0;
    do {
        if (count == IMPORT_NUMERIC_ARGUMENTS) return wrong(p, "more than 32 arguments");
        values[count++] = sum_of(p);
    } while (!p->failed && take(p, ','));
    if (p->failed) return 0;
    if (!take(p, ')')) return wrong(p, "`)` is wanted");
    if (count < calls[what].least || count > calls[what].most)
        return wrong(p, "the function in front has another number of arguments");
    return evaluate(what, values, count);
}

static double name_of(parser *p) {
    size_t length = strspn(p->at, "abcdefghijklmnopqrstuvwxyz");
    const char *name = p->at;
    p->at += length;
    if (length == 1 && *name == 'x') return p->x;
    if (length == 1 && *name == 'y') return p->y;
    if (length == 1 && *name == 'i') return p->i;
    if (length == 1 && *name == 'e') return 2.71828182845904524;
    if (length == 2 && memcmp(name, "pi", 2) == 0) return IMPORT_PI;
    for (int c = 0; c < CALLS; c++) {
        if (strlen(calls[c].name) != length || memcmp(calls[c].name, name, length) != 0) continue;
        if (!take(p, '(')) return wrong(p, "`(` is wanted behind a function");
        return call_of(p, (call)c);
    }
    p->at = name;
    return wrong(p, "a number, x, y, i, pi, e, a function or a bracket is wanted");
}

static double atom_of(parser *p) {
    blanks(p);
    if (p->failed) return 0;
    if (++p->depth > IMPORT_NUMERIC_DEPTH) return wrong(p, "more than 64 brackets inside one another");
    double value = 0;
    if (take(p, '(')) {
        value = sum_of(p);
        if (!p->failed && !take(p, ')')) value = wrong(p, "`)` is wanted");
    } else if (*p->at == '-') {
        p->at++;
        value = -atom_of(p);
    } else if ((*p->at >= '0' && *p->at <= '9') || *p->at == '.') {
        import_text text = {p->at, p->at + strcspn(p->at, " \t+-*/%^(),"), 1};
        char copy[64];
        size_t length = (size_t)(text.end - text.at);
        if (length > 0 && (text.end[-1] == 'e' || text.end[-1] == 'E') &&
            (*text.end == '-' || *text.end == '+'))
            length += 1 + strspn(text.end + 1, "0123456789");
        if (length >= sizeof copy) return wrong(p, "a number of more than 63 characters");
        memcpy(copy, p->at, length);
        copy[length] = 0;
        text = (import_text){copy, copy + length, 1};
        if (!import_text_number(&text, &value) || text.at != text.end) return wrong(p, "no number");
        p->at += length;
    } else {
        value = name_of(p);
    }
    p->depth--;
    return value;
}

static double power_in(parser *p) {
    double base = atom_of(p);
    if (p->failed || !take(p, '^')) return base;
    if (++p->depth > IMPORT_NUMERIC_DEPTH) return wrong(p, "more than 64 powers inside one another");
    double result = power_of(base, power_in(p)); /* powers group from the right */
    p->depth--;
    return result;
}

static double product_of(parser *p) {
    double value = power_in(p);
    while (!p->failed) {
        if (take(p, '*')) {
            value *= power_in(p);
        } else if (take(p, '/')) {
            value /= power_in(p);
        } else if (take(p, '%')) {
            double by = power_in(p);
            value -= by * floor(value / by);
        } else {
            break;
        }
    }
    return value;
}

static double sum_of(parser *p) {
    double value = product_of(p);
    while (!p->failed) {
        if (take(p, '+')) {
            value += product_of(p);
        } else if (take(p, '-')) {
            value -= product_of(p);
        } else {
            break;
        }
    }
    return value;
}

bool import_numeric_value(const char *file, unsigned long line, const char *expression, double x, double y,
                          double i, double *value, tool_error *error) {
    parser p = {file, expression, expression, line, x, y, i, 0, error, false};
    *value = sum_of(&p);
    blanks(&p);
    if (!p.failed && *p.at != 0) wrong(&p, "an operator is wanted, or nothing more");
    return !p.failed;
}

double import_numeric_domain(const double *a, int degree, double bits) {
    double least = INFINITY;
    if (a[0] != 0 && import_log(fabs(a[0])) / 0.693147180559945309 >= bits) return 0;
    for (int n = 1; n <= degree; n++) {
        if (a[n] == 0) continue;
        double most = (bits - import_log(fabs(a[n])) / 0.693147180559945309) / n;
        if (most < least) least = most;
    }
    return least == INFINITY ? INFINITY : exponential(least * 0.693147180559945309);
}
