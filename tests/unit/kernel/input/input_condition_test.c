/* Tests of conditioning: dead zones of all shapes, slow values. */
#include <string.h>

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
