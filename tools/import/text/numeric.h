/* Tables of numbers made from expressions, with exact integers and the error of rounding: run-time work done
 * when a cart is packed. */
#ifndef OXCART_TOOLS_IMPORT_TEXT_NUMERIC_H
#define OXCART_TOOLS_IMPORT_TEXT_NUMERIC_H

#include "tools/base/error.h"
#include "tools/base/writer.h"

#include <stdint.h>

enum { IMPORT_NUMERIC_DEPTH = 64, IMPORT_NUMERIC_ARGUMENTS = 32 };
#define IMPORT_NUMERIC_ENTRIES 1048576u

/* The kinds of entries, in the order of TABL chunks. */
typedef enum import_numeric_kind {
    IMPORT_NUMERIC_U8,
    IMPORT_NUMERIC_I16,
    IMPORT_NUMERIC_U16,
    IMPORT_NUMERIC_I32,
    IMPORT_NUMERIC_FX
} import_numeric_kind;

typedef struct import_numeric {
    import_numeric_kind kind;
    int fraction; /* bits behind the point: an entry is value * 2^fraction to the nearest; 16 for FX */
    uint32_t width, height; /* height 1: one dimension */
    double low, high, low_y, high_y;
    int64_t *entries;   /* width * height, row by row */
    double worst, mean; /* error of rounding, in values */
    char expression[256];
} import_numeric;

/*
 * Reads a description, a statement a line, # begins a comment:
 *
 *     expression sin(x * 2 * pi)      of x, y and i (the number of the entry)
 *     domain 0 1 [open]               of x; open: the last entry lies one step before the end
 *     domain-y 0 1 [open]
 *     count 64 [32]                   entries, and rows for y
 *     format i16 [15]                 u8, i16, u16, i32 or fx, and bits behind the point
 *     values 3 1 2                    in place of an expression: the numbers themselves, over several lines too
 *     sorted                          the numbers are put in order
 *     inverse 4 7 2 6                 the inverse of a matrix of 2 x 2, 3 x 3 or 4 x 4, row by row
 *
 * Operators + - * / % ^, brackets, numbers, pi, e, and the functions sin cos tan sqrt exp log pow abs floor
 * ceil round min max clamp gaussian(x, deviation), fresnel(cosine, eta), attenuation(x, y) = 1 - x^2 - y^2 or
 * 0, gamma(x, g) = x^(1/g), smooth(x) = 3x^2 - 2x^3, sine(x, terms) nested terms of the series, polynomial(x,
 * a0, a1, ...), lagrange(x, x0, y0, x1, y1, ...), fibonacci(n), factorial(n), gcd(a, b). All of them come out
 * the same on every host. An entry that does not fit its format, or is no number, is refused with its place.
 */
bool import_numeric_parse(const char *file, const char *text, size_t size, import_numeric *table,
                          tool_error *error);
void import_numeric_free(import_numeric *table);

/* Whether a text is a description of a table: its first word is one of the statements. */
bool import_numeric_is(const char *text, size_t size);

/* The value of an expression; `file` and `line` are for the sentence. */
bool import_numeric_value(const char *file, unsigned long line, const char *expression, double x, double y,
                          double i, double *value, tool_error *error);

/* The table as C source, integers in hexadecimal; and as comma-separated values that read back as the same
 * bits. */
void import_numeric_write_c(const import_numeric *table, const char *name, writer *out);
void import_numeric_write_csv(const import_numeric *table, writer *out);

/* Largest |x| for which no term a[n] x^n of a polynomial reaches 2^bits: log2|a_n| + n log2|x| < bits. Infinity
 * for a constant below 2^bits, 0 for a constant that is not. Single precision has 127 bits. */
double import_numeric_domain(const double *coefficients, int degree, double bits);

#endif
