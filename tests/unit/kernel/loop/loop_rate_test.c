/* Tests of rates a second, and why no object moves by the measured time of a frame. */
#include <string.h>

#include "fixedmath/assert.h"
#include "kernel/loop/rate.h"
#include "tests/test.h"

static ox_loop loop_of(uint32_t rate) {
    ox_loop loop;
    ox_loop_init(&loop, rate, true);
    return loop;
}

TEST(loop_rate_of_pixels_a_second) {
    ox_loop slow = loop_of(30), fast = loop_of(60), odd = loop_of(144);
    CHECK_EQ(ox_rate_step(150 * FX_ONE, &slow), 5 * FX_ONE);
    CHECK_EQ(ox_rate_step(150 * FX_ONE, &fast), 5 * FX_ONE / 2);
    CHECK_NEAR(ox_rate_step(40 * FX_ONE, &slow), 87381, 1); /* 1.3333 */
    CHECK_NEAR(ox_rate_step(40 * FX_ONE, &fast), 43691, 1); /* 0.6667 */
    const ox_loop *loops[] = {&slow, &fast, &odd};
    static const int rates[] = {30, 60, 144};
    for (int speed = -2000; speed <= 2000; speed += 37) {
        for (int k = 0; k < 3; k++) {
            fx x = 0, step = ox_rate_step(speed * FX_ONE / 8, loops[k]);
            for (int i = 0; i < rates[k]; i++) x += step;
            CHECK_NEAR(x, speed * FX_ONE / 8, rates[k]); /* at most one LSB of error a step */
        }
    }
    fx x = 0, step = ox_rate_step(150 * FX_ONE, &slow);
    for (int i = 0; i < 30; i++) x += step;
    CHECK_EQ(x, 150 * FX_ONE);
    CHECK_EQ(ox_rate_per_step(INT32_MAX, 2000000000u, 1), INT32_MAX);
    CHECK_EQ(ox_rate_per_step(INT32_MIN, 2000000000u, 1), INT32_MIN);
    CHECK_EQ(ox_rate_steps(500, &fast), 30);
    CHECK_EQ(ox_rate_steps(1, &slow), 1);
    CHECK_EQ(ox_rate_steps(0, &slow), 0);
    CHECK_EQ(ox_rate_steps(100, &odd), 14);
}

/* A number of single precision. Its sums are done with integers, which gives the bits of every IEEE machine: a value
 * of 24 bits, rounded to the nearest even at every step. */
typedef struct number {
    uint64_t bits; /* below 2^24, at or above 2^23 unless 0 */
    int power;     /* value = bits * 2^power */
} number;

static number rounded(uint64_t bits, int power) {
    int down = 0;
    while (bits >> down >= 1u << 24) down++;
    uint64_t half = down == 0 ? 0 : 1ull << (down - 1), rest = down == 0 ? 0 : bits & ((1ull << down) - 1);
    bits >>= down;
    if (down > 0 && (rest > half || (rest == half && (bits & 1) != 0))) bits++;
    if (bits == 1u << 24) bits >>= 1, down++;
    return (number){bits, power + down};
}

static number sum(number a, number b) {
    if (a.power < b.power) return sum(b, a);
    int shift = a.power - b.power;
    return rounded((a.bits << shift) + b.bits, b.power);
}

static uint32_t float_bits(number a) {
    return (uint32_t)((a.power + 23 + 127) << 23) | ((uint32_t)a.bits & 0x7FFFFFu);
}

/* A second of movement by measured times: 50 frames of 0.02 s and 5 of 0.2 s end at different places. */
TEST(loop_rate_variable_steps_diverge) {
    number small = {0xA3D70A, -29},
           large = {0xCCCCCD, -26}; /* 0.02 and 0.2 as single precision has them, speed 1 */
    number a = small, b = large;
    for (int i = 1; i < 50; i++) a = sum(a, small);
    for (int i = 1; i < 5; i++) b = sum(b, large);
    CHECK_EQ(float_bits(a), 0x3F7FFFF9);
    CHECK_EQ(float_bits(b), 0x3F800000);
    fx fine = 0, coarse = 0; /* the same movement in Q16.16, with rounded times */
    for (int i = 0; i < 50; i++) fine += 1311;
    for (int i = 0; i < 5; i++) coarse += 13107;
    CHECK_EQ(fine, 65550);
    CHECK_EQ(coarse, 65535);
    /* A fixed number a frame is twice as fast on a machine that is twice as fast. */
    CHECK_EQ(5 * 60, 2 * 150);
}
