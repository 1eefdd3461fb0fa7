/* The unit tests' tiny frame: TEST defines a case, the CHECK macros judge, and the runner finds cases by name.
 *
 *     TEST(fx_mul_rounds_to_nearest) { CHECK_EQ(fx_mul(FX(1.5), FX(2)), FX(3)); }
 *
 * A failed check prints its place and both values and the case goes on; a case fails when any check did. The list of all
 * cases is generated from the lines that begin with TEST( in tests/unit and tests/host. */
#ifndef OXCART_TEST_H
#define OXCART_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fixedmath/assert.h"

void test_fail(const char *file, int line, const char *what, long long actual, long long expected);
void test_info(const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 1, 2)))
#endif
    ;
void test_skip(const char *why); /* the case is reported as skipped; return after it */

/* How many assertions (fixedmath/assert.h) have failed since the last call; they do not stop a test. A case that provokes
 * some must ask, or it fails itself. Release builds have none:
 *     ox_list_remove(&list, stranger);
 *     CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0); */
int test_assertions(void);

#define TEST(name)                                                                                           \
    void test_case_##name(void);                                                                             \
    void test_case_##name(void)

#define CHECK(condition) ((condition) ? (void)0 : test_fail(__FILE__, __LINE__, #condition, 0, 1))
#define CHECK_EQ(actual, expected)                                                                           \
    test_check_equal(__FILE__, __LINE__, #actual " == " #expected, (long long)(actual), (long long)(expected))
#define CHECK_NEAR(actual, expected, tolerance)                                                              \
    test_check_near(__FILE__, __LINE__, #actual " ~ " #expected, (long long)(actual), (long long)(expected), \
                    (long long)(tolerance))
#define TEST_INFO(...) test_info(__VA_ARGS__)

/* Rounds of a long run, a tenth of them in a debug build, which runs under the sanitizers. */
#define TEST_ROUNDS(count) (OX_DEBUG ? (count) / 10 : (count))

static inline void test_check_equal(const char *file, int line, const char *what, long long actual,
                                    long long expected) {
    if (actual != expected) test_fail(file, line, what, actual, expected);
}

static inline void test_check_near(const char *file, int line, const char *what, long long actual,
                                   long long expected, long long tolerance) {
    long long difference = actual > expected ? actual - expected : expected - actual;
    if (difference > tolerance) test_fail(file, line, what, actual, expected);
}

#endif
