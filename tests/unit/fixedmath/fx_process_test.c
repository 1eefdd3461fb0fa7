/* Tests of integrators, statistics, filters, wavelets, text, constants and polynomials. */
#include "fixedmath/constant.h"
#include "fixedmath/exponential.h"
#include "fixedmath/filter.h"
#include "fixedmath/integrate.h"
#include "fixedmath/polynomial.h"
#include "fixedmath/statistics.h"
#include "fixedmath/text.h"
#include "fixedmath/wavelet.h"
#include "tests/test.h"
#include "tests/unit/fixedmath/fx_check.h"

#include <string.h>

#define WIDE(x) ((int64_t)((x)*4294967296.0))

/* --- integrators ------------------------------------------------------------------------------ */

typedef struct {
    int64_t a, b;
} battle;

static void battle_rate(int64_t t, const int64_t *y, int64_t *rate,
                        const void *context) { /* x' = -a y, y' = -b x */
    const battle *p = context;

    (void)t;
    rate[0] = -(int64_t)fx_mul64x64_mid((uint64_t)y[1], (uint64_t)p->a);
    rate[1] = -(int64_t)fx_mul64x64_mid((uint64_t)y[0], (uint64_t)p->b);
    if (y[1] < 0) rate[0] = 0;
}

static int64_t fight(ode_method method, battle p, int64_t x0, int64_t y0, int64_t *survivors) {
    int64_t y[2] = {x0, y0}, t = 0;
    bool over = false;

    for (int i = 0; i < 20000 && !over; i++)
        t += ode_step_until_zero(method, &(ode_system){.f = battle_rate, .context = &p, .n = 2}, t,
                                 STEP_HZ(20), y, 1, &over);
    *survivors = y[0];
    return t;
}

TEST(fx_integrate_battle) {
    battle even = {WIDE(0.01), WIDE(0.01)}, odd = {WIDE(0.02), WIDE(0.01)};
    int64_t left, time, euler;

    time = fight(ODE_RK4, even, WIDE(1000), WIDE(800), &left);
    CHECK_NEAR(time, WIDE(109.861), WIDE(0.01));
    CHECK_NEAR(left, WIDE(600), WIDE(0.1));
    (void)fight(ODE_EULER, even, WIDE(1000), WIDE(800), &euler);
    CHECK((euler - WIDE(600) < 0 ? WIDE(600) - euler : euler - WIDE(600)) >
          10 * (left - WIDE(600) < 0 ? WIDE(600) - left : left - WIDE(600)));
    time = fight(ODE_RK4, odd, WIDE(1000), WIDE(500), &left);
    CHECK_NEAR(time, WIDE(62.3225), WIDE(0.01));
    CHECK_NEAR(left, WIDE(707.107), WIDE(0.1));
}

static void fall(int64_t t, const int64_t *r, const int64_t *v, int64_t *a, const void *context) {
    (void)t;
    (void)r;
    (void)v;
    (void)context;
    a[0] = -WIDE(9.8);
}

static void oscillate(int64_t t, const int64_t *r, const int64_t *v, int64_t *a, const void *context) {
    (void)t;
    (void)v;
    (void)context;
    a[0] = -r[0];
}

static fx fall_apex(ode_motion method, uint32_t hz) {
    int64_t r = 0, v = WIDE(10), best = 0;

    for (int i = 0; i < 200; i++) {
        ode_motion_step(method, &(ode_motion_system){.a = fall, .n = 1}, 0, STEP_HZ(hz), &r, &v);
        best = r > best ? r : best;
    }
    return mover_part(best);
}

/* Distance from the start after whole periods of r'' = -r. */
static int64_t oscillator_error(ode_motion method, uint32_t dt, int steps) {
    int64_t r = WIDE(1), v = 0;

    for (int i = 0; i < steps; i++)
        ode_motion_step(method, &(ode_motion_system){.a = oscillate, .n = 1}, 0, dt, &r, &v);
    r -= WIDE(1);
    return (int64_t)fx_isqrt64((uint64_t)(r >> 4) * (uint64_t)(r >> 4) +
                               (uint64_t)(v >> 4) * (uint64_t)(v >> 4))
           << 4;
}

TEST(fx_integrate_steps) {
    static const uint32_t hz[] = {60, 30, 10};
    static const fx explicit_apex[] = {FX(5.1856), FX(5.27), FX(5.61)},
                    semi_apex[] = {FX(5.0189), FX(4.9367), FX(4.61)},
                    verlet_apex[] = {FX(5.102), FX(5.1012), FX(5.1)};
    mover_state m = mover_at(V3_ZERO, V3_ZERO);
    vec3 g = {0, FX(-9.8), 0};
    verlet_state p = verlet_at(V3_ZERO, V3_ZERO, g, STEP_HZ(10));
    int64_t r = WIDE(1), v = 0, x, coarse, fine;
    uint32_t period = 269860759u; /* 2 pi / 100 */

    mover_euler(&m, g, STEP_HZ(10));
    CHECK(mover_velocity(&m).y == FX(-0.98) && mover_position(&m).y == 0);
    for (int i = 1; i < 10; i++) mover_euler(&m, g, STEP_HZ(10));
    CHECK_NEAR(mover_velocity(&m).y, FX(-9.8), 2);
    CHECK_NEAR(mover_position(&m).y, FX(-4.41), 2);
    CHECK_NEAR(mover_part(p.before[1]), FX(-0.049), 1);
    for (int i = 0; i < 10; i++) verlet_step(&p, g, STEP_HZ(10));
    CHECK_NEAR(verlet_position(&p).y, FX(-4.9), 12);
    CHECK_NEAR(verlet_velocity(&p, STEP_HZ(10)).y, FX(-9.31), 12);
    m = mover_at(V3_ZERO, v3(0, FX(10), 0));
    mover_semi_implicit(&m, g, STEP_HZ(10));
    CHECK_NEAR(mover_position(&m).y, FX(0.902), 1);
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(fall_apex(MOTION_EULER, hz[i]), explicit_apex[i], 20);
        CHECK_NEAR(fall_apex(MOTION_SEMI_IMPLICIT, hz[i]), semi_apex[i], 20);
        CHECK_NEAR(fall_apex(MOTION_VELOCITY_VERLET, hz[i]), verlet_apex[i], 20);
    }
    /* measured order: the error after ten periods when the step is halved */
    coarse = oscillator_error(MOTION_RK4, period, 1000);
    fine = oscillator_error(MOTION_VELOCITY_VERLET, period, 1000);
    x = oscillator_error(MOTION_EULER, period, 1000);
    CHECK(coarse < fine && fine < x);
    x = oscillator_error(MOTION_VELOCITY_VERLET, period / 2, 2000);
    CHECK(fine > 39 * x / 10 && fine < 41 * x / 10);
    coarse = oscillator_error(MOTION_MIDPOINT, period, 1000);
    x = oscillator_error(MOTION_MIDPOINT, period / 2, 2000);
    CHECK(coarse > 37 * x / 10 && coarse < 43 * x / 10);
    for (int i = 0; i < 10000; i++) { /* velocity Verlet keeps the energy */
        ode_motion_step(MOTION_VELOCITY_VERLET, &(ode_motion_system){.a = oscillate, .n = 1}, 0, 429496730u,
                        &r, &v);
        x = (int64_t)(((uint64_t)((r >> 8) * (r >> 8)) + (uint64_t)((v >> 8) * (v >> 8))) >> 16);
        if (i % 100 == 0) CHECK_NEAR(x, WIDE(1), WIDE(0.005));
    }
}

TEST(fx_decay_and_springs) {
    int64_t x = WIDE(1), v = 0, last;
    implicit_spring s;
    static const fx at[] = {FX(0.973822), FX(0.923659), FX(0.852205)},
                    speed[] = {FX(-1.570681), FX(-3.009786), FX(-4.287221)};

    for (int i = 0; i < 10; i++) x = decay_explicit(x, FX(1), 429496730u);
    CHECK_NEAR(mover_part(x), FX(0.348678), 1);
    x = WIDE(1);
    for (int i = 0; i < 100; i++) {
        last = x;
        x = decay_explicit(x, FX(4), 1u << 31); /* k dt = 2 */
        CHECK_EQ(x, -last);
    }
    CHECK(decay_is_stable(FX(4), 1u << 31) && !decay_is_stable(FX(10), 0xFFFFFFFFu));
    CHECK_EQ(decay_substeps(FX(10), 1u << 31), 5);
    x = WIDE(1);
    for (int i = 0; i < 10; i++) x = decay_implicit(x, decay_factor(FX(1), 429496730u));
    CHECK_NEAR(mover_part(x), FX(0.385543), 1);
    x = WIDE(1);
    for (int i = 0; i < 10; i++) x = decay_implicit(x, decay_factor(FX(5), 1u << 31)); /* k dt = 2.5 */
    CHECK_NEAR(x, WIDE(3.6251e-6), 40);
    for (fx k = 0; k < FX(20000); k += 777777) { /* an implicit step never grows */
        last = -WIDE(123);
        x = decay_implicit(last, decay_factor(k, 1u << 31));
        CHECK(x <= 0 && x >= last);
    }
    s = spring_make(FX(100), FX(1), 0, 71582788u);
    x = WIDE(1);
    for (int i = 0; i < 3; i++) {
        spring_step(&s, &x, &v);
        CHECK_NEAR(mover_part(x), at[i], 4);
        CHECK_NEAR(mover_part(v), speed[i], 4);
    }
    s = spring_make(FX(10000), 0, 0, 429496730u);
    x = WIDE(1);
    v = 0;
    for (int i = 0; i < 600; i++) {
        spring_step(&s, &x, &v);
        CHECK_NEAR(x, 0, WIDE(0.012));
    }
    s = spring_make(FX(1024), 0, 10, 1u << 31); /* w2 = 2^20 */
    x = WIDE(1);
    v = 0;
    for (int i = 0; i < 100; i++) {
        spring_step_toward(&s, WIDE(2), &x, &v);
        CHECK_NEAR(x, WIDE(2), WIDE(1.01));
    }
    CHECK_NEAR(x, WIDE(2), WIDE(0.001));
}

/* --- statistics and filters ------------------------------------------------------------------- */

TEST(fx_statistics_vectors) {
    static const int32_t threes[] = {3, 6, 9, 12};
    fx values[8], negative[8], slope, offset, correlation;
    uint32_t bins[4];
    stat_histogram histogram = {bins, 4, 0, FX(2)};
    stat_running s = stat_begin(), t = stat_begin();

    CHECK(stat_mean(&s) == 0 && stat_variance(&s) == 0);
    for (int i = 0; i < 4; i++) stat_add(&s, threes[i] * 65536);
    CHECK(stat_mean(&s) == FX(7.5) && stat_variance(&s) == FX(11.25) && stat_sample_variance(&s) == FX(15));
    CHECK(s.min == FX(3) && s.max == FX(12));
    for (int i = 0; i < 8; i++) {
        stat_add(&t, i == 7 ? FX(57) : FX(16));
        values[i] = FX(3) * i - FX(1);
        negative[i] = -values[i];
    }
    CHECK_EQ(stat_mean(&t), FX(21.125));
    CHECK(stat_correlation(values, values, 8, &correlation));
    CHECK_NEAR(correlation, FX_ONE, 16);
    CHECK(stat_correlation(values, negative, 8, &correlation));
    CHECK_NEAR(correlation, -FX_ONE, 16);
    CHECK_EQ(stat_covariance(values, values, 8), FX(47.25));
    for (int i = 0; i < 8; i++) negative[i] = FX(i);
    CHECK(stat_regression(negative, values, 8, &slope, &offset));
    CHECK_NEAR(slope, FX(3), 1);
    CHECK_NEAR(offset, FX(-1), 4);
    for (int i = 0; i < 8; i++) negative[i] = FX(2);
    CHECK(!stat_regression(negative, values, 8, &slope, &offset) &&
          !stat_correlation(negative, values, 8, &correlation));
    CHECK_EQ(stat_weighted_mean(values, negative, 8), FX(9.5));
    stat_histogram_clear(&histogram);
    for (int i = 0; i < 8; i++) stat_histogram_add(&histogram, FX(i) - FX(1));
    CHECK(bins[0] == 3 && bins[1] == 2 && bins[2] == 2 && bins[3] == 1);
    CHECK(stat_percentile(values, 8, 50) == FX(8) && stat_percentile(values, 8, 100) == FX(20) &&
          stat_percentile(values, 8, 0) == FX(-1));
    CHECK_NEAR(stat_chi_square_limit(6, true), FX(16.81), 600);
    CHECK_NEAR(stat_chi_square_limit(3, true), FX(11.34), 600);
    CHECK_NEAR(stat_chi_square_limit(1, false), FX(3.841), 600);
    CHECK_EQ(stat_chi_square_limit(65, true), 0);
    s = stat_begin();
    for (int i = 0; i < 65536; i++) stat_add(&s, (i & 1) != 0 ? FX(128) : FX(-128));
    CHECK_NEAR(stat_variance(&s), FX(16384), 1024);
}

TEST(fx_filter_vectors) {
    static const fx three[] = {FX(3), FX(4.5), FX(6), FX(9)}, low[] = {16384, 28672, 37888, 44800, 49984},
                    smooth[] = {0, 0, FX(8), FX(12), FX(14), FX(7), FX(3.5)};
    fx ring[3], row[7] = {0, 0, FX(16), FX(16), FX(16), 0, 0};
    moving_average m;
    lowpass_filter f = lowpass_begin(0, lowpass_factor(FX(0.1), 143165577u));
    drift_history h = drift_history_begin();
    hysteresis_gate gate = {FX(1), FX(2), false};
    difference_filter d = {0, false};

    CHECK(!moving_average_init(&m, ring, 0) && moving_average_init(&m, ring, 3) &&
          moving_average_value(&m) == 0);
    for (int i = 0; i < 4; i++) CHECK_EQ(moving_average_add(&m, FX(3) * (i + 1)), three[i]);
    CHECK_NEAR(f.a, Q30_ONE / 4, 20000); /* 0.1 s is not a whole number of LSB */
    for (int i = 0; i < 5; i++) CHECK_NEAR(lowpass_add(&f, FX_ONE), low[i], 3);
    for (int i = 0; i < 200; i++) (void)lowpass_add(&f, FX_ONE);
    CHECK_NEAR(lowpass_add(&f, FX_ONE), FX_ONE, 1);
    f = lowpass_begin(0, Q30_ONE / 4096);
    for (int i = 0; i < 100000; i++) (void)lowpass_add(&f, FX(-1000));
    CHECK_NEAR(lowpass_add(&f, FX(-1000)), FX(-1000), 1);
    row_filter(row, 7, 1, 32768);
    for (int i = 0; i < 7; i++) CHECK_EQ(row[i], smooth[i]);
    row_filter(row, 7, 1, 0);
    CHECK_EQ(row[3], FX(12));
    for (int i = 0; i < 7; i++) row[i] = FX(5);
    row_filter_zero_phase(row, 7, 1, 50000);
    for (int i = 0; i < 7; i++) CHECK_EQ(row[i], FX(5));
    drift_history_add(&h, FX(10), 8192);
    CHECK(h.average == FX(10) && h.min == FX(10) && h.max == FX(10));
    drift_history_add(&h, FX(20), 8192);
    CHECK_NEAR(h.average, FX(11), 2);
    CHECK_NEAR(h.min, FX(11), 2);
    CHECK_EQ(h.max, FX(20));
    drift_history_add(&h, FX(5), 8192);
    CHECK_NEAR(h.average, FX(10.4), 2);
    CHECK_EQ(h.min, FX(5));
    CHECK_NEAR(h.max, FX(18.5), 2);
    drift_history_add(&h, FX(1), 81920);
    CHECK_EQ(h.max, FX(1));
    for (int i = 0; i < 243; i++) { /* all sequences of five numbers from three values */
        fx v[5] = {i % 3, i / 3 % 3, i / 9 % 3, i / 27 % 3, i / 81 % 3}, sorted[5];

        memcpy(sorted, v, sizeof v);
        CHECK_EQ(median5(v[0], v[1], v[2], v[3], v[4]), stat_percentile(sorted, 5, 50));
        CHECK_EQ(median3(v[0], v[1], v[2]), stat_percentile(v, 3, 50));
    }
    CHECK(!hysteresis_add(&gate, FX(1.5)) && hysteresis_add(&gate, FX(2)) && hysteresis_add(&gate, FX(1.5)) &&
          !hysteresis_add(&gate, FX(1)));
    CHECK(difference_add(&d, FX(5)) == 0 && difference_add(&d, FX(7)) == FX(2));
}

/* --- wavelets --------------------------------------------------------------------------------- */

TEST(fx_wavelet_lossless) {
    int32_t pair[2] = {2, 8}, four[4] = {9, 7, 3, 5}, data[1024], copy[1024], scratch[513], grid[12 * 10],
            kept[12 * 10];
    rng128 r = rng128_seed(81);

    haar_forward(pair, 2, 1, scratch);
    CHECK(pair[0] == 5 && pair[1] == -6); /* d = a - b is twice the text's a - s */
    haar_forward(four, 4, 2, scratch);
    CHECK(four[0] == 6 && four[1] == 4 && four[2] == 2 && four[3] == -2); /* twice the text: 2 | 1 -1 */
    for (int i = 0; i < 400; i++) {
        size_t n = 2 + rng128_next(&r) % 1023u;
        int levels = (int)(rng128_next(&r) % 11u);

        for (size_t k = 0; k < n; k++) copy[k] = data[k] = (int16_t)rng128_next(&r);
        haar_forward(data, n, levels, scratch);
        haar_inverse(data, n, levels, scratch);
        CHECK_EQ(memcmp(copy, data, n * sizeof *data), 0);
    }
    for (int i = 0; i < 120; i++) kept[i] = grid[i] = (int16_t)rng128_next(&r);
    haar_forward_2d(grid, 11, 10, 12, 3, scratch);
    CHECK(memcmp(kept, grid, sizeof grid) != 0);
    haar_inverse_2d(grid, 11, 10, 12, 3, scratch);
    CHECK_EQ(memcmp(kept, grid, sizeof grid), 0);
    for (int i = 0; i < 16; i++) data[i] = i * 7 % 16;
    haar_forward(data, 16, 3, scratch);
    CHECK(haar_averages(16, 3) == 2 && haar_level_of(2, 16, 3) == 3 && haar_level_of(15, 16, 3) == 1);
    /* one level more on the averages of three levels equals four levels at once */
    haar_forward(data, 2, 1, scratch);
    for (int i = 0; i < 16; i++) copy[i] = i * 7 % 16;
    haar_forward(copy, 16, 4, scratch);
    CHECK_EQ(memcmp(copy, data, 16 * sizeof *data), 0);
}

TEST(fx_wavelet_approximation) {
    int32_t data[64], copy[64], scratch[33];
    rng128 r = rng128_seed(82);

    for (int i = 0; i < 300; i++) {
        uint64_t last = UINT64_MAX;

        for (size_t keep = 0; keep <= 64; keep += 8) {
            uint64_t predicted, measured = 0;

            for (int k = 0; k < 64; k++)
                copy[k] = data[k] = (int32_t)(mix32((uint32_t)(i * 64 + k)) >> 20) * 16;
            haar_forward(data, 64, 6, scratch);
            predicted = haar_keep_largest(data, 64, 6, keep);
            haar_inverse(data, 64, 6, scratch);
            for (int k = 0; k < 64; k++)
                measured += 4 * (uint64_t)((int64_t)(data[k] - copy[k]) * (data[k] - copy[k]));
            if (keep == 64) CHECK(measured == 0 && predicted == 0);
            CHECK(predicted <= last);
            /* +-1 per sample of rounding in the lifted form */
            CHECK_NEAR(fx_isqrt64(measured * 16), fx_isqrt64(predicted * 16), 16 * 4);
            last = predicted;
        }
        for (int k = 0; k < 64; k++) data[k] = (int32_t)(rng128_next(&r) & 1023u);
        haar_forward(data, 64, 6, scratch);
        CHECK(haar_drop_below(data, 64, 6, 1) == 0);
    }
}

/* --- text ------------------------------------------------------------------------------------- */

static fx parsed(const char *text) {
    fx value = 12345;

    (void)fx_parse(text, strlen(text), &value, NULL);
    return value;
}

TEST(fx_text_parse_and_format) {
    char text[32];
    size_t end;
    fx value;
    q30 fine;

    CHECK(parsed("-12.5") == FX(-12.5) && parsed("+.25") == FX(0.25) && parsed("7") == FX(7) &&
          parsed("0.00000762939453125") == 1);
    CHECK(parsed("0.00000762939453124") == 0 && parsed("-.5m") == FX(-0.5) && parsed("x") == 0);
    CHECK_EQ(fx_parse("32768", 5, &value, &end), NUMBER_OVERFLOW);
    CHECK(value == FX_MAX && end == 5);
    CHECK(fx_parse("-32768", 6, &value, &end) == NUMBER_OK && value == FX_MIN);
    CHECK(fx_parse("-99999999999999999999", 21, &value, &end) == NUMBER_OVERFLOW && value == FX_MIN);
    CHECK(fx_parse("3.5e2", 5, &value, &end) == NUMBER_OK && value == FX(3.5) && end == 3);
    CHECK(fx_parse("4.", 2, &value, &end) == NUMBER_OK && end == 1);
    CHECK(fx_parse("-", 1, &value, &end) == NUMBER_MALFORMED && end == 0);
    CHECK(q30_parse("-0.5", 4, &fine, &end) == NUMBER_OK && fine == -Q30_HALF);
    CHECK(q30_parse("2", 1, &fine, &end) == NUMBER_OVERFLOW && fine == INT32_MAX);
    CHECK(fx_format(text, sizeof text, FX(-12.5), 2, 8, false) == 8 && strcmp(text, "  -12.50") == 0);
    CHECK(fx_format(text, sizeof text, FX(1.999), 0, 0, true) == 2 && strcmp(text, "+2") == 0);
    CHECK(fx_format(text, 4, FX(-12.5), 2, 0, false) == 6 && strcmp(text, "-12") == 0);
    CHECK(fx_format(text, 1, FX(5), 2, 0, false) == 4 && text[0] == 0);
    CHECK(fx_format(text, sizeof text, FX_MIN, 6, 0, false) == 13 && strcmp(text, "-32768.000000") == 0);
    for (int32_t i = 0; i < 65536; i++) {
        fx x = (i * 37 % 64 - 32) * 65536 + i;

        (void)fx_format(text, sizeof text, x, 5, 0, false);
        CHECK_EQ(parsed(text), x);
    }
}

TEST(fx_text_ieee_patterns) {
    fx value;
    q30 fine;

    CHECK(fx_from_ieee32(0x3FC00000u, &value) == NUMBER_OK && value == 98304);
    CHECK(fx_from_ieee32(0x7FC00000u, &value) == NUMBER_NAN && value == 0);
    CHECK(fx_from_ieee32(0xFF800000u, &value) == NUMBER_OVERFLOW && value == FX_MIN);
    CHECK(fx_from_ieee32(0x00000001u, &value) == NUMBER_OK && value == 0);
    CHECK(fx_from_ieee32(0xC7000000u, &value) == NUMBER_OK && value == FX_MIN);
    CHECK(fx_from_ieee64(0x3FF8000000000000u, &value) == NUMBER_OK && value == 98304);
    CHECK(fx_from_ieee64(0x7FF0000000000000u, &value) == NUMBER_OVERFLOW && value == FX_MAX);
    CHECK(q30_from_ieee64(0xBFE0000000000000u, &fine) == NUMBER_OK && fine == -Q30_HALF);
    CHECK(q30_from_ieee32(0x40000000u, &fine) == NUMBER_OVERFLOW);
    CHECK(fx_to_ieee32(98304) == 0x3FC00000u && fx_to_ieee64(FX_MIN) == 0xC0E0000000000000u &&
          fx_to_ieee32(0) == 0);
    CHECK(q30_to_ieee32(INT32_MAX) == 0x40000000u && q30_to_ieee64(Q30_HALF) == 0x3FE0000000000000u);
}

/* --- constants and polynomials ---------------------------------------------------------------- */

_Static_assert(CONST_FIBONACCI(0) == 0 && CONST_FIBONACCI(1) == 1 && CONST_FIBONACCI(2) == 1 &&
                   CONST_FIBONACCI(3) == 2,
               "");
_Static_assert(CONST_FIBONACCI(4) == 3 && CONST_FIBONACCI(5) == 5 && CONST_FIBONACCI(6) == 8 &&
                   CONST_FIBONACCI(7) == 13,
               "");
_Static_assert(CONST_FACTORIAL(0) == 1 && CONST_FACTORIAL(1) == 1 && CONST_FACTORIAL(4) == 24, "");
_Static_assert(CONST_FACTORIAL(20) == 2432902008176640000, "");
_Static_assert(CONST_GCD(48, 36) == 12 && CONST_GCD(128, 96) == 32 && CONST_GCD(0, 21) != 0 &&
                   CONST_GCD(35, 64) == 1,
               "");
_Static_assert(CONST_POWER(3, 5) == 243 && CONST_POWER(-2, 15) == -32768 && CONST_POWER(7, 0) == 1, "");
_Static_assert(CONST_ILOG2(1) == 0 && CONST_ILOG2(1023) == 9 && CONST_ILOG2(1024) == 10, "");

TEST(fx_compile_time_constants) {
    static const int sized[CONST_FIBONACCI(7)] = {CONST_ISQRT(99)};
    static const int64_t roots[] = {CONST_ISQRT(0),    CONST_ISQRT(1),    CONST_ISQRT(3),   CONST_ISQRT(4),
                                    CONST_ISQRT(24),   CONST_ISQRT(25),   CONST_ISQRT(255), CONST_ISQRT(1023),
                                    CONST_ISQRT(1024), CONST_ISQRT(65535)};
    static const uint32_t squares[] = {0, 1, 3, 4, 24, 25, 255, 1023, 1024, 65535};
    static const fx sines[] = {CONST_SIN_DEGREES(0),  CONST_SIN_DEGREES(30),  CONST_SIN_DEGREES(45),
                               CONST_SIN_DEGREES(90), CONST_SIN_DEGREES(-60), CONST_COS_DEGREES(60)};
    static const int degrees[] = {0, 30, 45, 90, -60, 30};

    CHECK(sizeof sized == 13 * sizeof(int) && sized[0] == 9);
    for (int i = 0; i < 10; i++) CHECK_EQ(roots[i], fx_isqrt32(squares[i]));
    for (int i = 0; i < 6; i++) CHECK_NEAR(sines[i], fx_sin(ang16_from_degrees(degrees[i])), 2);
    switch (sized[0]) {
    case CONST_FACTORIAL(3) + 3:
        break;
    default:
        test_fail(__FILE__, __LINE__, "the case label", sized[0], CONST_FACTORIAL(3) + 3);
    }
}

TEST(fx_polynomials) {
    fx_polynomial p = {3, {0}, {0}}, q, odd, slope;
    rng128 r = rng128_seed(83);
    fx x;

    CHECK(polynomial_set(&p, 0, 1, 0) && polynomial_set(&p, 1, -2, 0) && polynomial_set(&p, 2, 3, 0) &&
          polynomial_set(&p, 3, 1, 1));
    CHECK_EQ(polynomial_horner(&p, FX(2)), FX(13)); /* 1 - 4 + 12 + 4 */
    CHECK_EQ(polynomial_powers(&p, FX(2)), FX(13));
    q = (fx_polynomial){2, {1, 0, 1}, {0, 0, 0}};
    CHECK(polynomial_offset(&q, FX(2), &odd));
    CHECK(polynomial_horner(&odd, 0) == FX(5) && polynomial_horner(&odd, FX(1)) == FX(10) &&
          polynomial_horner(&odd, FX(-2)) == FX(1));
    CHECK(polynomial_derivative(&odd, &slope) && slope.degree == 1 &&
          polynomial_horner(&slope, FX(3)) == FX(10)); /* 4 + 2 x */
    CHECK(polynomial_domain_units(&q, FX(1), FX(4)));
    CHECK_EQ(polynomial_horner(&q, FX(8)), FX(5)); /* 1 + (8/4)^2 */
    CHECK(!polynomial_domain_units(&q, FX(360), FX(1)) && !polynomial_domain_units(&q, 1, FX(1)) &&
          !polynomial_domain_units(&q, FX(1), 0));
    CHECK(polynomial_range_units(&q, FX(1), FX(3)) && polynomial_horner(&q, FX(8)) == FX(15));
    CHECK(polynomial_range_offset(&q, FX(-1)) && polynomial_horner(&q, FX(8)) == FX(14));
    odd = (fx_polynomial){
        5, {7, Q30(1.5707963), 5, Q30(-0.6459641), 0, Q30(0.0796926)}, {30, 30, 30, 30, 30, 30}};
    q = odd;
    polynomial_make_odd(&odd);
    polynomial_make_even(&q);
    CHECK(odd.a[0] == 0 && odd.a[2] == 0 && q.a[1] == 0 && q.a[2] == 5);
    for (int i = 0; i < 100000; i++) {
        x = fx_check_between(&r, FX(-1.5), FX(1.5));
        CHECK_EQ(polynomial_horner(&odd, -x), -polynomial_horner(&odd, x));
        CHECK_NEAR(polynomial_powers(&odd, x), polynomial_horner(&odd, x), 1);
        CHECK_NEAR(polynomial_powers(&p, x), polynomial_horner(&p, x), 1);
    }
}
