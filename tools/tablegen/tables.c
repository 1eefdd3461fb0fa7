/* The tables of fixedmath: the value of each entry, in double, before it is rounded. */
#include "tools/tablegen/tablegen.h"

#include <math.h>
#include <string.h>

#include "tools/tablegen/fit.h"

#define PI 3.14159265358979323846

/* The fields of a table in front of its values. */
typedef struct heading {
    const char *name, *type;
    int bytes, count;
    const char *format, *formula;
} heading;

static void describe_table(tablegen_table *table, const heading *h) {
    memset(table, 0, sizeof *table);
    table->name = h->name;
    table->type = h->type;
    table->shape = "";
    table->bytes = h->bytes;
    table->count = h->count;
    table->format = h->format;
    table->formula = h->formula;
}

static void make_recip(tablegen_table *table) {
    describe_table(table, &(heading){"fx_table_recip", "uint16_t", 2, 256, "Q0.16",
                                     "1/x at x = 1 + (i + 1/2)/256, seeds"});
    for (int i = 0; i < 256; i++) table->value[i] = 65536.0 / (1.0 + (i + 0.5) / 256.0);
    tablegen_round(table);
}

static void make_rsqrt(tablegen_table *table) {
    describe_table(table, &(heading){"fx_table_rsqrt", "uint16_t", 2, 384, "Q0.16",
                                     "1/sqrt(x) at x = 1 + (i + 1/2)/128, x in 1..4, seeds"});
    for (int i = 0; i < 384; i++) table->value[i] = 65536.0 / sqrt(1.0 + (i + 0.5) / 128.0);
    tablegen_round(table);
}

static void make_sine(tablegen_table *table) {
    describe_table(table, &(heading){"fx_table_sine", "int32_t", 4, 258, "Q2.30",
                                     "sin(i * 90 degrees / 256), one step past 90"});
    for (int i = 0; i < 258; i++) table->value[i] = 1073741824.0 * sin(i * PI / 512.0);
    tablegen_round(table);
}

/* sin(u * 90 degrees) / u as a polynomial in v = u * u. */
static double sine_over_u(double v) { return v == 0.0 ? PI / 2.0 : sin(PI / 2.0 * sqrt(v)) / sqrt(v); }

static void make_sine_poly(tablegen_table *table) {
    double coefficient[6];
    int64_t rest = 1073741824;

    describe_table(
        table,
        &(heading){
            "fx_table_sine_poly", "int32_t", 4, 6, "Q2.30",
            "coefficients of u, u^3 .. u^11 of sin(u * 90 degrees), u in 0..1; their sum is exactly 1"});
    fit_chebyshev(sine_over_u, 0.0, 1.0, 5, coefficient);
    for (int i = 0; i < 6; i++) table->value[i] = 1073741824.0 * coefficient[i];
    tablegen_round(table);
    for (int i = 1; i < 6; i++) rest -= table->entry[i];
    table->entry[0] = rest;
    table->value[0] = (double)rest;
}

static void make_atan(tablegen_table *table) {
    describe_table(table, &(heading){"fx_table_atan", "int32_t", 4, 513, "2^32 to the turn", "atan(i/512)"});
    for (int i = 0; i < 513; i++) table->value[i] = 4294967296.0 / (2.0 * PI) * atan(i / 512.0);
    tablegen_round(table);
}

static void make_exp2(tablegen_table *table) {
    describe_table(table, &(heading){"fx_table_exp2", "uint32_t", 4, 257, "Q2.30", "2^(i/256)"});
    for (int i = 0; i < 257; i++) table->value[i] = 1073741824.0 * exp2(i / 256.0);
    tablegen_round(table);
}

static void make_log2(tablegen_table *table) {
    describe_table(
        table, &(heading){"fx_table_log2", "int32_t", 4, 258, "Q2.30", "log2(1 + i/256), one step past 1"});
    for (int i = 0; i < 258; i++) table->value[i] = 1073741824.0 * log2(1.0 + i / 256.0);
    tablegen_round(table);
}

static void make_logistic(tablegen_table *table) {
    describe_table(
        table, &(heading){"fx_table_logistic", "uint16_t", 2, 129, "Q0.16", "1/(1 + exp(-i/8)), for 0..16"});
    for (int i = 0; i < 129; i++) table->value[i] = fmin(65535.0, 65536.0 / (1.0 + exp(-i / 8.0)));
    tablegen_round(table);
}

static void make_chi_square(tablegen_table *table) {
    describe_table(table, &(heading){"fx_table_chi_square", "uint16_t", 2, 128, "Q9.7",
                                     "95 % and 99 % limits of chi-square with i + 1 degrees of freedom"});
    table->shape = "[2]";
    for (int i = 0; i < 64; i++) {
        table->value[2 * i] = 128.0 * chi_square_limit(i + 1, 0.95);
        table->value[2 * i + 1] = 128.0 * chi_square_limit(i + 1, 0.99);
    }
    tablegen_round(table);
}

static void make_nlerp(tablegen_table *table) {
    double coefficient[8];

    describe_table(
        table,
        &(heading){"fx_table_nlerp", "int32_t", 4, 8, "Q8.24",
                   "A3..A0 and B3..B0: polynomials of |p.q| that correct the speed of the normalised lerp"});
    fit_nlerp(coefficient);
    for (int i = 0; i < 8; i++) table->value[i] = 16777216.0 * coefficient[i];
    tablegen_round(table);
}

int tablegen_make(int index, tablegen_table *table) {
    static void (*const make[])(tablegen_table *) = {
        make_recip, make_rsqrt, make_sine,     make_sine_poly,  make_atan,
        make_exp2,  make_log2,  make_logistic, make_chi_square, make_nlerp,
    };

    if (index < 0 || index >= (int)(sizeof make / sizeof make[0])) return 0;
    make[index](table);
    return 1;
}
