/* Tests of the table generator. It is a program of its own, so its sources (but not its main) are compiled
 * into this file. */
#include "tools/tablegen/approximation.c"
#include "tools/tablegen/fit.c"
#include "tools/tablegen/tables.c"
#include "tools/tablegen/write.c"

#include <stdlib.h>

#include "fixedmath/bits.h"
#include "fixedmath/tables.h"
#include "tests/test.h"
#include "tests/unit/fixedmath/fx_check.h"

__extension__ typedef __int128 wide128;

static bool close_to(double a, double b, double tolerance) { return fabs(a - b) <= tolerance; }

static double by_poly(double x, const void *context) { return poly_horner(context, x); }

static judgement of_sine(const poly *p, double limit) {
    return judge_approximation(sin, by_poly, p, -limit, limit, 100000);
}

TEST(fx_tool_polynomial_object) {
    poly p = {3, {1, -2, 3, 0.5}}, square = {2, {1, 0, 1}}, q;
    rng128 r = rng128_seed(91);

    CHECK(close_to(poly_horner(&p, 2), 13, 1e-12) && close_to(poly_powers(&p, 2), 13, 1e-12));
    q = poly_offset(&square, 2);
    CHECK(q.a[0] == 5 && q.a[1] == 4 && q.a[2] == 1 && poly_horner(&q, 1) == 10);
    q = poly_derivative(&p);
    CHECK(q.degree == 2 && q.a[0] == -2 && q.a[1] == 6 && q.a[2] == 1.5);
    q = p;
    CHECK(!poly_domain_units(&q, 360, 1) && !poly_domain_units(&q, 1, 65536) && !poly_domain_units(&q, 1, 0));
    CHECK(poly_domain_units(&q, 1, 4) && close_to(poly_horner(&q, 8), 13, 1e-12));
    poly_range_units(&q, 1, 2);
    CHECK(close_to(poly_horner(&q, 8), 26, 1e-12));
    poly_make_odd(&p);
    for (int i = 0; i < 100000; i++) {
        double x = fx_check_between(&r, -200000, 200000) / 65536.0;

        if (poly_horner(&p, -x) != -poly_horner(&p, x)) test_fail(__FILE__, __LINE__, "odd", 0, 1);
        if (fabs(poly_powers(&p, x) - poly_horner(&p, x)) > 1e-9)
            test_fail(__FILE__, __LINE__, "evaluators", 0, 1);
    }
    poly_make_even(&q);
    CHECK(q.a[1] == 0 && q.a[3] == 0 && q.a[2] != 0);
}

TEST(fx_tool_taylor) {
    static const double coefficient[10] = {0, 1, 0, -1.0 / 6, 0, 1.0 / 120, 0, -1.0 / 5040, 0, 1.0 / 362880};
    poly s, c, original = {2, {2, 0, 2}}, random = {8, {0}}, back;
    judgement j;
    rng128 r = rng128_seed(92);

    CHECK(taylor(function_sine(), 0, 9, 0, &s) && taylor(function_cosine(), 0, 8, 0, &c));
    for (int n = 0; n <= 9; n++) CHECK(close_to(s.a[n], coefficient[n], 1e-15));
    j = of_sine(&s, PI / 2);
    CHECK(close_to(j.max, 3.543e-6, 2e-9));
    j = judge_approximation(cos, by_poly, &c, -PI / 2, PI / 2, 100000);
    CHECK(close_to(j.max, 2.474e-5, 2e-8));
    j = of_sine(&s, PI);
    CHECK(close_to(j.max, 6.925e-3, 1e-6) && close_to(1 / j.mean, 1717, 2));
    CHECK(!judgement_accepts(&j, 640, 480)); /* 1/144 against 1/800 */
    j = judge_approximation(cos, by_poly, &c, -PI, PI, 100000);
    CHECK(close_to(1 / j.max, 42, 1));
    CHECK(taylor(function_cosine(), 0, 10, 0, &c));
    j = judge_approximation(cos, by_poly, &c, -PI, PI, 100000);
    CHECK(close_to(1 / j.max, 547, 1));
    CHECK(taylor(function_poly(&original), 0, POLY_MAX, 0, &back) && back.degree == 2 && back.a[0] == 2 &&
          back.a[2] == 2);
    for (int n = 0; n <= 8; n++) random.a[n] = fx_check_between(&r, -1000, 1000) / 100.0;
    CHECK(taylor(function_poly(&random), 0, POLY_MAX, 0, &back));
    for (int n = 0; n <= 8; n++) CHECK(close_to(back.a[n], random.a[n], 1e-9));
    CHECK(taylor(function_poly(&random), 0.5, POLY_MAX, 0,
                 &back)); /* about another point: the same polynomial */
    for (int n = 0; n <= 8; n++) CHECK(close_to(back.a[n], random.a[n], 1e-6));
    CHECK(taylor(function_sine(), 0, POLY_MAX, 1e-3, &back) && back.degree < 8);
    original.a[1] = INFINITY;
    CHECK(!taylor(function_poly(&original), 1, 5, 0, &back));
}

/* The odd polynomial of degree 9 through 0 and the plus and minus of five angles. */
static poly sine_through(const double degrees[5]) {
    double x[11] = {0}, y[11] = {0};
    poly p;

    for (int i = 0; i < 5; i++) {
        x[2 * i + 1] = degrees[i] * PI / 180;
        x[2 * i + 2] = -x[2 * i + 1];
        y[2 * i + 1] = degrees[i] == 180 ? 0 : sin(x[2 * i + 1]);
        y[2 * i + 2] = -y[2 * i + 1];
    }
    CHECK(lagrange(x, y, 11, &p));
    poly_make_odd(&p);
    p.degree = 9;
    return p;
}

TEST(fx_tool_lagrange) {
    static const double x[3] = {-1, 0, 1}, y[3] = {4, 2, 4}, twice[2] = {1, 1};
    static const double spread[3][5] = {
        {36, 72, 108, 144, 180}, {30, 60, 90, 135, 180}, {60, 90, 135, 165, 180}};
    static const double inverse_max[3] = {19361, 10984, 123769}, inverse_mean[3] = {138857, 73832, 234347};
    static const double best[5] = {0.9999741603, -0.1666220696, 0.008308452967, -0.0001925739426,
                                   2.143578043e-06};
    poly p;

    CHECK(lagrange(x, y, 3, &p) && close_to(p.a[0], 2, 1e-12) && close_to(p.a[1], 0, 1e-12) &&
          close_to(p.a[2], 2, 1e-12));
    CHECK(!lagrange(twice, y, 2, &p));
    for (int i = 0; i < 3; i++) {
        judgement j;

        p = sine_through(spread[i]);
        j = of_sine(&p, PI);
        TEST_INFO("sine of degree 9, set %d: max 1/%.0f, mean 1/%.0f", i, 1 / j.max, 1 / j.mean);
        CHECK(close_to(1 / j.max, inverse_max[i], inverse_max[i] * 0.001));
        CHECK(close_to(1 / j.mean, inverse_mean[i], inverse_mean[i] * 0.01));
        CHECK(judgement_accepts(&j, 640, 480) && judgement_accepts(&j, 1280, 1024));
    }
    for (int n = 0; n < 5; n++) CHECK(close_to(p.a[2 * n + 1], best[n], fabs(best[n]) * 1e-8));
    CHECK(close_to(poly_horner(&p, PI), 0, 1e-12) && close_to(poly_horner(&p, PI / 2), 1, 1e-12));
}

static double step_function(double x) { return x >= 0.5 ? x * x + 3 : x * x; }
static double cusp_function(double x) { return 2 * fabs(x) + x; }

TEST(fx_tool_jumps_and_cusps) {
    static const double x[4] = {-1, 0, 0.75, 1};
    folded f;
    poly s, c;
    double value;

    CHECK(folded_fit(step_function, 0.5, 3, 0, x, 4, &f));
    CHECK(close_to(folded_value(&f, 0.5), 3.25, 1e-12) &&
          close_to(folded_value(&f, 0.5 - 1e-12), 0.25, 1e-9));
    CHECK(folded_fit(cusp_function, 0, 0, 2, x, 4, &f));
    CHECK(close_to(folded_value(&f, 0), 0, 1e-12) && close_to(folded_value(&f, -0.3), 0.3, 1e-12));
    CHECK(taylor(function_sine(), 0, 15, 0, &s) && taylor(function_cosine(), 0, 14, 0, &c));
    for (int i = -1000; i <= 1000; i++) {
        double at = i * PI / 2000;

        if (tangent_value(&s, &c, at, &value))
            CHECK(isfinite(value) && (abs(i) > 990 || close_to(value, tan(at), 1e-3)));
    }
}

TEST(fx_tool_domains) {
    poly unit = {10, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}};
    rng128 r = rng128_seed(93);

    CHECK(close_to(float_domain_log2(&unit), 12.7, 1e-9));
    for (int i = 0; i < 20; i++) { /* brute force with 128 bits: the answer fits, a little more does not */
        int32_t a[6];
        int32_t limit;
        wide128 sum = 0;
        bool over = false;

        for (int n = 0; n < 6; n++) a[n] = fx_check_between(&r, 1 << 20, 1 << 28);
        limit = fixed_domain(a, 5);
        for (int pass = 0; pass < 2; pass++) {
            wide128 x = pass == 0 ? limit - limit / 1000 : (int64_t)limit + limit / 100;

            sum = a[5];
            over = false;
            for (int n = 4; n >= 0; n--) {
                over = over || sum * x >= (wide128)INT64_MAX;
                sum = sum * x / 65536 + a[n];
            }
            CHECK_EQ(over || sum >= (wide128)INT64_MAX, pass == 1);
        }
    }
}

TEST(fx_tool_tables) {
    static tablegen_table table, again;
    double value;

    CHECK(close_to(nested_sine(1.234, 10), 0.943818209374634, 1e-15));
    CHECK(nested_sine(1.234, 10) == nested_sine_loop(1.234, 10));
    for (int i = 0; tablegen_make(i, &table); i++) {
        CHECK(tablegen_make(i, &again) && tablegen_checksum(&table) == tablegen_checksum(&again));
        for (int k = 0; k < table.count; k++) {
            value = (double)table.entry[k] - table.value[k];
            CHECK(fabs(value) <= 0.5 + 1e-9);
        }
    }
    /* the tables that the library was linked with are those that the generator makes now */
    CHECK(tablegen_make(2, &table));
    for (int k = 0; k < table.count; k++) CHECK_EQ(fx_table_sine[k], table.entry[k]);
    CHECK(tablegen_make(4, &table));
    for (int k = 0; k < table.count; k++) CHECK_EQ(fx_table_atan[k], table.entry[k]);
}
