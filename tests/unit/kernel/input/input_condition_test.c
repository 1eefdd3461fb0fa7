/* Tests of conditioning: dead zones of all shapes, slow values. */
#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/random.h"
#include "fixedmath/root.h"
#include "kernel/input/condition.h"
#include "kernel/input/input.h"
#include "tests/test.h"

/* A value as the device would say it. */
static int32_t counts(fx value) { return (int32_t)((int64_t)value * 32767 / FX_ONE); }

TEST(input_condition_round_dead_zone_of_a_device) {
    static const struct {
        int32_t x, y, out_x, out_y;
    } rows[] = {{12611, 12611, 11546, 11546},
                {2500, 2500, 415, 415},
                {2999, 0, 0, 0},
                {3000, 0, 0, 0},
                {3001, 0, 1, 0},
                {17884, 0, 16384, 0},
                {32767, 0, 32767, 0},
                {-32768, 0, -32767, 0},
                {32767, 32767, 23170, 23170},
                {0, 0, 0, 0},
                {-32768, -32768, -23170, -23170}};
    fx x, y;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ox_input_stick_round(rows[i].x, rows[i].y, 3000, 32767, &x, &y);
        CHECK_NEAR(counts(x), rows[i].out_x, 2);
        CHECK_NEAR(counts(y), rows[i].out_y, 2);
    }
    /* A stick that reaches 32677 alone is fully pushed there. */
    ox_input_stick_round(12611, 12611, 3000, 32677, &x, &y);
    CHECK_NEAR((int64_t)x * 32677 / FX_ONE, 11550, 2);
    CHECK_NEAR(fx_hypot2(x, y), FX(0.49987), 4);
    ox_input_stick_round(2500, 2500, 3000, 32677, &x, &y);
    CHECK_NEAR((int64_t)x * 32677 / FX_ONE, 417, 2);
}

TEST(input_condition_round_dead_zone_is_even) {
    fx x, y, last_x = 0, last_y = 0;
    for (int32_t angle = 0; angle < 4096;
         angle++) { /* full deflection on the square's rim, and steps along it */
        const int32_t along = angle % 1024 * 64 - 32767, side = angle / 1024;
        const int32_t rim_x = side == 0   ? along
                              : side == 1 ? 32767
                              : side == 2 ? -along
                                          : -32767,
                      rim_y = side == 0   ? 32767
                              : side == 1 ? -along
                              : side == 2 ? -32767
                                          : along;
        ox_input_stick_round(rim_x, rim_y, 3000, 32767, &x, &y);
        CHECK_NEAR(counts(fx_hypot2(x, y)), 32767, 2);
    }
    for (int32_t line = -32767; line <= 32767; line += 1777) { /* along lines, a count at a time */
        for (int32_t i = -32767; i <= 32767; i++) {
            ox_input_stick_round(i, line, 3000, 32767, &x, &y);
            if (i > -32767 && (fx_abs(x - last_x) > 4 || fx_abs(y - last_y) > 4)) CHECK_EQ(x, last_x);
            last_x = x;
            last_y = y;
        }
    }
    uint32_t noise = 77; /* a stick at rest trembles */
    for (int32_t i = 0; i < 5000; i++) {
        noise = noise * 1664525u + 1013904223u;
        ox_input_stick_round((int32_t)(noise >> 8 & 4095) - 2048, (int32_t)(noise >> 20) - 2048, 3000, 32767,
                             &x, &y);
        CHECK(x == 0 && y == 0);
    }
}

TEST(input_condition_cross_dead_zone_of_each_axis) {
    fx x, y;
    ox_input_stick_cross(2500, 2500, 3000, 32767, &x, &y);
    CHECK(x == 0 && y == 0);
    ox_input_stick_cross(3001, -3000, 3000, 32767, &x, &y); /* passes as it is, and jumps there */
    CHECK_NEAR(counts(x), 3001, 1);
    CHECK_EQ(y, 0);
    ox_input_stick_cross(-32768, 32767, 3000, 32767, &x, &y);
    CHECK(x == -FX_ONE && y == FX_ONE);
    ox_input_stick_cross(30000, -20000, 3000, 20000, &x, &y);
    CHECK(x == FX_ONE && y == -FX_ONE);
    for (int32_t value = 0; value <= 255; value++) { /* an axis that goes one way alone: a trigger */
        const fx pulled = ox_input_rest(value, 30, 255);
        CHECK(value <= 30 ? pulled == 0 : pulled == value * FX_ONE / 255);
    }
}

TEST(input_condition_slow_values) {
    static const int32_t way[] = {16384, 28672, 37888, 44800, 49984}; /* 0.25, 0.4375, 0.578125 ... */
    ox_input_filter filter = {0};
    fx value = 0;
    for (int i = 0; i < 5; i++) CHECK_NEAR(ox_input_smooth(&filter, FX_ONE, 16384), way[i], 2);
    for (int i = 0; i < 300; i++) value = ox_input_smooth(&filter, FX_ONE, 16384);
    CHECK_NEAR(value, FX_ONE, 16);
    for (int i = 0; i < 300; i++) value = ox_input_smooth(&filter, -FX_ONE, 16384);
    CHECK_NEAR(value, -FX_ONE, 16);
    filter.value = 0; /* small differences do not stick, however slow it is */
    for (int i = 0; i < 200000; i++) value = ox_input_smooth(&filter, 3, 66);
    CHECK_NEAR(value, 3, 1);
}

TEST(input_condition_axes_have_exact_ends) {
    CHECK(ox_input_bidirectional(-32768) == -FX_ONE && ox_input_bidirectional(-32767) == -FX_ONE);
    CHECK(ox_input_bidirectional(0) == 0 && ox_input_bidirectional(32767) == FX_ONE);
    CHECK(ox_input_unidirectional(0) == 0 && ox_input_unidirectional(255) == FX_ONE);
    CHECK(ox_input_unidirectional(-3) == 0 && ox_input_unidirectional(999) == FX_ONE);
    for (int32_t v = -32767; v < 32767; v++)
        CHECK(ox_input_bidirectional(v) <= ox_input_bidirectional(v + 1));
    for (int32_t v = 0; v < 255; v++) CHECK(ox_input_unidirectional(v) < ox_input_unidirectional(v + 1));
    fx left, right;
    ox_input_split(-FX_ONE, &left, &right);
    CHECK(left == FX_ONE && right == 0);
    ox_input_split(0, &left, &right);
    CHECK(left == 0 && right == 0);
    ox_input_split(FX_ONE, &left, &right);
    CHECK(left == 0 && right == FX_ONE);
}

TEST(input_condition_calibration_of_a_worn_stick) {
    const ox_input_calibration worn = {-30000, 500, 28000}, trigger = {12, 12, 240};
    CHECK_EQ(ox_input_calibrated(500, &worn), 0);
    CHECK_EQ(ox_input_calibrated(28000, &worn), 32767);
    CHECK_EQ(ox_input_calibrated(-30000, &worn), -32767);
    CHECK_EQ(ox_input_calibrated(32767, &worn), 32767);
    CHECK_EQ(ox_input_calibrated(-32768, &worn), -32767);
    CHECK_EQ(ox_input_calibrated(14250, &worn), 16383);
    CHECK_EQ(ox_input_calibrated(0, &trigger), 0);
    CHECK_EQ(ox_input_calibrated(12, &trigger), 0);
    CHECK_EQ(ox_input_calibrated(240, &trigger), 32767);
    const ox_input_calibration none = {0, 0, 0};
    CHECK_EQ(ox_input_calibrated(7, &none), 0);
}

TEST(input_condition_moving_average) {
    ox_input_average three = {.length = 3};
    CHECK_EQ(ox_input_mean(&three), 0);
    const fx values[] = {FX(3), FX(6), FX(9), FX(12)}, means[] = {FX(3), FX(4.5), FX(6), FX(9)};
    for (int i = 0; i < 4; i++) CHECK_EQ(ox_input_average_add(&three, values[i]), means[i]);
    ox_input_average eight = {.length = 8};
    for (int i = 0; i < 100; i++) CHECK_EQ(ox_input_average_add(&eight, 127), 127);
    ox_input_average wide = {.length = 8};
    for (int i = 0; i < 100; i++) CHECK_EQ(ox_input_average_add(&wide, INT32_MAX), INT32_MAX);
    for (int i = 0; i < 8; i++) ox_input_average_add(&wide, INT32_MIN);
    CHECK_EQ(ox_input_mean(&wide), INT32_MIN);
    ox_input_average one = {.length = 1};
    CHECK_EQ(ox_input_average_add(&one, 5), 5);
    CHECK_EQ(ox_input_average_add(&one, -9), -9);
}

TEST(input_condition_accelerations) {
    CHECK_EQ(ox_input_gravity(127), 196608);
    CHECK_EQ(ox_input_gravity(42), 65019);
    CHECK_EQ(ox_input_gravity(0), 0);
    CHECK_EQ(ox_input_gravity(-128), -196608);
    CHECK_EQ(ox_input_gravity(-42), -65019);
    /* At rest gravity is all there is, whichever way the device is held. */
    ox_input_tilt tilt = {0};
    const int16_t upright[3] = {0, 42, 0}, turned[3] = {42, 0, 0};
    for (int i = 0; i < 120; i++) ox_input_tilt_step(&tilt, upright, 8192);
    CHECK(tilt.gravity[0] == 0 && tilt.gravity[2] == 0 && fx_abs(tilt.gravity[1] - 65019) < FX_ONE / 32);
    for (int i = 0; i < 3; i++) CHECK(fx_abs(tilt.user[i]) < FX_ONE / 32);
    for (int i = 0; i < 120; i++) ox_input_tilt_step(&tilt, turned, 8192);
    CHECK(fx_abs(tilt.gravity[0] - 65019) < FX_ONE / 32 && fx_abs(tilt.gravity[1]) < FX_ONE / 32);
    for (int i = 0; i < 3; i++) CHECK(fx_abs(tilt.user[i]) < FX_ONE / 32);
    /* Noise about a slow wave becomes less: the way between steps is the measure. */
    ox_input_tilt slow = {0};
    int64_t rough = 0, smooth = 0;
    fx raw_before = 0, slow_before = 0;
    rng32 random = {7};
    for (int i = 0; i < 600; i++) {
        const fx wave = fx_sin((ang16)(i * 400));
        const int32_t noise = (int32_t)rng_below(&random, 13) - 6;
        const int16_t raw[3] = {(int16_t)((int64_t)wave * 40 / FX_ONE + noise), 0, 0};
        ox_input_tilt_step(&slow, raw, 13107);
        rough += fx_abs(ox_input_gravity(raw[0]) - raw_before);
        smooth += fx_abs(slow.gravity[0] - slow_before);
        raw_before = ox_input_gravity(raw[0]);
        slow_before = slow.gravity[0];
    }
    CHECK(smooth * 2 < rough);
    TEST_INFO("ways: raw %ld, smoothed %ld", (long)rough, (long)smooth);
}

TEST(input_condition_bouncing_buttons) {
    static const uint32_t trace[] = {0, 1, 0, 1, 1, 1, 1};
    for (uint32_t samples = 1; samples <= 4; samples++) {
        ox_input_debounce d = {.samples = (uint8_t)samples};
        uint32_t before = 0, changes = 0;
        for (int i = 0; i < 7 + 8; i++) { /* bit 9 bounces alike; then both are let go, with the same trace */
            const uint32_t bit = i < 7 ? trace[i] : i < 14 ? 1u - trace[i - 7] : 0;
            const uint32_t now = ox_input_settled(&d, bit << 9 | bit << 31);
            CHECK((now & ~(1u << 9 | 1u << 31)) == 0 && now >> 31 == (now >> 9 & 1u));
            if (samples == 1) CHECK_EQ(now >> 9 & 1u, bit);
            changes += now != before;
            before = now;
        }
        CHECK_EQ(changes, samples == 1 ? 6 : 2);
    }
    for (uint32_t samples = 1; samples <= 4; samples++) { /* the delay */
        ox_input_debounce d = {.samples = (uint8_t)samples};
        uint32_t passed = 0;
        while (ox_input_settled(&d, 4) == 0 && passed < 9) passed++;
        CHECK_EQ(passed, samples - 1);
    }
}
