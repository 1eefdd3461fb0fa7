/* Tests of the debug reports: this file is compiled with FX_DEBUG and supplies the hook. */
#define FX_DEBUG 1
#include "fixedmath/integrate.h"
#include "fixedmath/root.h"
#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "tests/test.h"

#include <string.h>

static struct {
    int count, line;
    const char *file;
} report;

void fx_report(const char *file, int line, const char *what) {
    (void)what;
    report.count++;
    report.line = line;
    report.file = file;
}

TEST(fx_debug_reports_once) {
    int line, shift;

    report.count = 0;
    line = __LINE__ + 1;
    CHECK_EQ(fx_add(INT32_MAX, 1), INT32_MIN);
    CHECK_EQ(report.count, 1);
    CHECK_EQ(report.line, line);
    CHECK(strstr(report.file, "fx_debug_test.c") != NULL);
    CHECK_EQ(fx_sub(INT32_MIN, 1), INT32_MAX);
    CHECK_EQ(report.count, 2);
    CHECK_EQ(fx_neg(INT32_MIN), INT32_MIN);
    CHECK_EQ(fx_abs(INT32_MIN), INT32_MIN);
    CHECK_EQ(report.count, 4);
    CHECK_EQ(fx_add(1, 2) + fx_sub(5, 2) + fx_neg(6) + fx_abs(-1), 1);
    CHECK_EQ(report.count, 4);
    CHECK_EQ(fx_clamp(1, 5, 2), 5);
    CHECK_EQ(report.count, 5);
    CHECK_EQ(fx_rsqrt_norm_inline(0, &shift), UINT32_MAX);
    CHECK_EQ(report.count, 6);
}

TEST(v3_normalize_reports_bad_input) {
    vec3 unit;
    nrm stored;
    dir30 fine;

    report.count = 0;
    CHECK(!v3_normalize(V3_ZERO, &unit));
    CHECK(!v3_normalize(V3_X, NULL));
    CHECK(!v3_normalize_dir30(V3_ZERO, &fine));
    CHECK(!v3_normalize_nrm(V3_X, NULL));
    CHECK_EQ(report.count, 4);
    CHECK(v3_normalize(V3_X, &unit) && v3_normalize_nrm(V3_Y, &stored) && v3_normalize_dir30(V3_Z, &fine));
    CHECK_EQ(report.count, 4);
}

/* An explicit decay beyond its bound is told; at it, and in substeps, it is not. */
TEST(fx_debug_reports_unstable_steps) {
    const uint32_t half = STEP_HZ(2);
    report.count = 0;
    (void)decay_explicit(1, 4 * FX_ONE, half);
    CHECK_EQ(report.count, 0);
    (void)decay_explicit(1, 4 * FX_ONE + 1, half);
    CHECK_EQ(report.count, 1);
    (void)decay_explicit(1, 40 * FX_ONE, half / decay_substeps(40 * FX_ONE, half));
    CHECK_EQ(report.count, 1);
}
