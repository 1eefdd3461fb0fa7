/* Tests of the input between polls and steps: edges, sums, repeats, the stick. */
#include <string.h>

#include "fixedmath/root.h"
#include "kernel/input/input.h"
#include "tests/test.h"

static uint32_t next_random(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static void feed(ox_input *input, uint32_t buttons) {
    plat_input polled;
    memset(&polled, 0, sizeof polled);
    polled.buttons = buttons;
    ox_input_feed(input, &polled);
}

TEST(input_tells_the_four_states) {
    ox_input input;
    static const uint32_t held[] = {0, PLAT_A, PLAT_A, 0, 0};
    ox_input_init(&input);
    for (int i = 0; i < 5; i++) {
        feed(&input, held[i]);
        ox_input_step(&input);
        CHECK_EQ(input.held, held[i]);
        CHECK_EQ(input.pressed, i == 1 ? (uint32_t)PLAT_A : 0);
        CHECK_EQ(input.released, i == 3 ? (uint32_t)PLAT_A : 0);
    }
}

/* Each button has one of four states: it is still up, went down, went up, is still down; edges are the words' own arithmetic. */
TEST(input_edges_of_whole_words) {
    ox_input input;
    uint32_t seed = 99, last = 0;
    static const uint32_t pairs[][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {5, 6}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const uint32_t before = pairs[i][0], now = pairs[i][1];
        ox_input_init(&input);
        feed(&input, before);
        ox_input_step(&input);
        feed(&input, now);
        ox_input_step(&input);
        CHECK_EQ(input.pressed, now & ~before);
        CHECK_EQ(input.released, before & ~now);
        CHECK_EQ(input.pressed | input.released, before ^ now);
        CHECK_EQ(input.held, now);
    }
    CHECK(input.pressed == 2 && input.released == 1);
    ox_input_init(&input);
    for (int i = 0; i < 1000; i++) {
        const uint32_t now = next_random(&seed) & 0xFFFu;
        feed(&input, now);
        ox_input_step(&input);
        CHECK_EQ(input.pressed, (last ^ now) & now);
        CHECK_EQ(input.released, (last ^ now) & ~now);
        last = now;
    }
    for (uint32_t button = 0; button < 12; button++) { /* each mask is of one button alone */
        feed(&input, 0);
        ox_input_step(&input);
        feed(&input, 1u << button);
        ox_input_step(&input);
        for (uint32_t other = 0; other < 12; other++)
            CHECK_EQ((input.held & 1u << other) != 0, other == button);
    }
}

TEST(input_keeps_a_tap_between_two_steps) {
    ox_input input;
    ox_input_init(&input);
    feed(&input, PLAT_B);
    feed(&input, 0);
    ox_input_step(&input);
    CHECK(input.pressed == PLAT_B && input.held == PLAT_B && input.released == 0);
    ox_input_step(&input);
    CHECK(input.pressed == 0 && input.held == 0 && input.released == PLAT_B);
    ox_input_step(&input);
    CHECK((input.pressed | input.held | input.released) == 0);
}

TEST(input_shows_an_edge_in_one_step_of_many) {
    ox_input input;
    ox_input_init(&input);
    feed(&input, PLAT_UP | PLAT_START);
    for (int i = 0; i < 5; i++) {
        ox_input_step(&input);
        CHECK_EQ(input.pressed, i == 0 ? (uint32_t)(PLAT_UP | PLAT_START) : 0);
        CHECK_EQ(input.held, PLAT_UP | PLAT_START);
    }
}

/* Whatever the order of polls and steps, every change of a button shows exactly once, in order. */
TEST(input_loses_and_doubles_no_edge) {
    ox_input input;
    uint32_t seed = 4242, level = 0, fed[12] = {0}, seen[12] = {0}, held = 0;
    ox_input_init(&input);
    for (int i = 0; i < 20000; i++) {
        uint32_t dice = next_random(&seed);
        if ((dice & 3u) != 0) {
            uint32_t flips = (dice >> 4) & (dice >> 16) & 0xFFFu;
            if (i > 18000) flips = 0;
            level ^= flips;
            for (int b = 0; b < 12; b++) fed[b] += flips >> b & 1u;
            feed(&input, level);
        }
        if ((dice & 12u) == 0) continue;
        ox_input_step(&input);
        CHECK_EQ(input.pressed & held, 0);
        CHECK_EQ(input.released & ~held, 0);
        CHECK_EQ(input.held, (held | input.pressed) & ~input.released);
        held = input.held;
        for (int b = 0; b < 12; b++) seen[b] += (input.pressed | input.released) >> b & 1u;
    }
    CHECK_EQ(input.held, level);
    for (int b = 0; b < 12; b++) CHECK_EQ(seen[b], fed[b]);
}

TEST(input_sums_movements_for_the_next_step_alone) {
    ox_input input;
    plat_input polled;
    ox_input_init(&input);
    memset(&polled, 0, sizeof polled);
    polled.pointer_dx = 3;
    polled.pointer_dy = -2;
    polled.pointer_x = 50;
    polled.wheel = 1;
    ox_input_feed(&input, &polled);
    polled.pointer_held = true;
    polled.wheel = -3;
    ox_input_feed(&input, &polled);
    ox_input_feed(&input, &polled);
    ox_input_step(&input);
    CHECK(input.pointer_dx == 9 && input.pointer_dy == -6 && input.wheel == -5);
    CHECK(input.drag_x == 6 && input.drag_y == -4 && input.pointer_x == 50);
    CHECK_EQ(input.pressed, OX_INPUT_POINTER);
    ox_input_step(&input);
    CHECK((input.pointer_dx | input.pointer_dy | input.wheel | input.drag_x | input.drag_y) == 0);
    CHECK_EQ(input.held, OX_INPUT_POINTER);
    polled.pointer_dx = 32767;
    for (int i = 0; i < 1000; i++) ox_input_feed(&input, &polled);
    ox_input_step(&input);
    CHECK_EQ(input.pointer_dx, 32767);
}

TEST(input_repeats_while_held) {
    ox_input input;
    ox_input_init(&input);
    feed(&input, PLAT_DOWN);
    for (int step = 0; step < 60; step++) {
        ox_input_step(&input);
        bool expected = step == 0 || (step >= OX_INPUT_REPEAT_DELAY &&
                                      (step - OX_INPUT_REPEAT_DELAY) % OX_INPUT_REPEAT_PERIOD == 0);
        CHECK_EQ(input.repeat, expected ? (uint32_t)PLAT_DOWN : 0);
    }
    feed(&input, 0);
    for (int step = 0; step < 60; step++) {
        ox_input_step(&input);
        CHECK_EQ(input.repeat, 0);
    }
}

TEST(input_quit_stays) {
    ox_input input;
    plat_input polled;
    ox_input_init(&input);
    memset(&polled, 0, sizeof polled);
    polled.quit = true;
    ox_input_feed(&input, &polled);
    feed(&input, 0);
    CHECK(input.quit);
}

TEST(input_stick_has_a_round_dead_zone) {
    fx x, y;
    ox_input_stick(0, 0, 3000, &x, &y);
    CHECK(x == 0 && y == 0);
    ox_input_stick(2999, 0, 3000, &x, &y);
    CHECK(x == 0 && y == 0);
    ox_input_stick(2500, 2500, 3000, &x, &y); /* 3535 from the centre */
    CHECK(x > 0 && x == y);
    ox_input_stick(32767, 0, 3000, &x, &y);
    CHECK(x == FX_ONE && y == 0);
    ox_input_stick(-32768, 0, 3000, &x, &y);
    CHECK(x == -FX_ONE && y == 0);
    ox_input_stick(0, -32767, 0, &x, &y);
    CHECK(x == 0 && y == -FX_ONE);
    ox_input_stick(32767, 32767, 3000, &x, &y); /* corners stay within the circle */
    CHECK_NEAR(x, 46341, 3);
    CHECK_NEAR(fx_hypot2(x, y), FX_ONE, 4);
    ox_input_stick(100, 100, 32767, &x, &y);
    CHECK(x == 0 && y == 0);
    fx last = 0;
    for (int i = 0; i <= 32767; i++) {
        ox_input_stick(i, 0, 3000, &x, &y);
        if (x < last || x - last > 4) CHECK_EQ(x, last);
        last = x;
    }
}
