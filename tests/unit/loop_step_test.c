/* Tests of the fixed-step loop: exactness over hours, the guard, catching up, pause, interpolation. */
#include "kernel/loop/loop.h"
#include "tests/test.h"

static uint32_t next_random(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

TEST(loop_counts_exactly_for_hours) {
    ox_loop loop;
    uint32_t seed = 5;
    uint64_t time = 0;
    ox_loop_init(&loop, 60, false);
    while (time < 3600ull * 6 * 1000000) { /* six hours in frames of 0 to 60 ms */
        uint32_t elapsed = next_random(&seed) % 60000;
        time += elapsed;
        ox_loop_advance(&loop, elapsed);
    }
    CHECK_EQ(loop.steps, time * 60 / 1000000);
    CHECK_EQ(loop.lag, time * 60 % 1000000);
    CHECK_EQ(loop.dropped, 0);
    CHECK_EQ(loop.guarded, 0);
}

TEST(loop_runs_the_same_steps_at_every_display_rate) {
    static const uint32_t rates[] = {24, 30, 50, 59, 60, 75, 144, 240};
    for (int i = 0; i < 8; i++) {
        ox_loop loop;
        uint64_t now = 0;
        ox_loop_init(&loop, 60, false);
        for (uint32_t frame = 1; frame <= rates[i] * 10; frame++) {
            uint64_t next = (uint64_t)frame * 1000000 / rates[i];
            int steps = ox_loop_advance(&loop, (int64_t)(next - now));
            CHECK(steps <= (int)(60 / rates[i]) + 1);
            CHECK(ox_loop_fraction(&loop) <= 65535);
            now = next;
        }
        CHECK_EQ(loop.steps, 600);
    }
}

TEST(loop_fraction_is_floor_of_the_rest) {
    ox_loop loop;
    ox_loop_init(&loop, 60, false);
    for (uint32_t lag = 0; lag < 1000000; lag += 37) {
        loop.lag = lag;
        if (ox_loop_fraction(&loop) != (uint64_t)lag * 65536 / 1000000) {
            CHECK_EQ(ox_loop_fraction(&loop), (uint64_t)lag * 65536 / 1000000);
        }
    }
    loop.lag = 999999;
    CHECK_EQ(ox_loop_fraction(&loop), 65535);
}

TEST(loop_guards_against_long_and_backward_frames) {
    ox_loop loop;
    ox_loop_init(&loop, 30, false);
    CHECK_EQ(ox_loop_advance(&loop, 5000000), 1); /* five seconds away count as one step */
    CHECK_EQ(loop.lag, 0);
    CHECK_EQ(ox_loop_advance(&loop, 50000), 1);
    CHECK_EQ(loop.lag, 500000);
    CHECK_EQ(ox_loop_advance(&loop, 101000), 1);
    CHECK_EQ(loop.lag, 500000);
    CHECK_EQ(ox_loop_advance(&loop, -3), 0);
    CHECK_EQ(loop.lag, 500000);
    CHECK_EQ(loop.guarded, 3);
    ox_loop_init(&loop, 30, false);
    loop.guard = OX_LOOP_CLAMP;
    CHECK_EQ(ox_loop_advance(&loop, 5000000), 3); /* counts as 0.1 s */
    CHECK_EQ(ox_loop_advance(&loop, 50000), 1);
    CHECK_EQ(ox_loop_advance(&loop, INT64_MAX), 3);
    CHECK_EQ(ox_loop_advance(&loop, INT64_MIN), 0);
}

TEST(loop_drops_what_it_cannot_catch_up) {
    ox_loop loop;
    ox_loop_init(&loop, 60, false);
    CHECK_EQ(ox_loop_advance(&loop, 100000), 5); /* six steps' time */
    CHECK_EQ(loop.dropped, 1);
    CHECK_EQ(loop.lag, 0);
    CHECK_EQ(ox_loop_advance(&loop, 57000), 3);
    CHECK_EQ(ox_loop_advance(&loop, 16667), 1);
    CHECK_EQ(ox_loop_advance(&loop, 16667), 1);
    loop.most = 1;
    CHECK_EQ(ox_loop_advance(&loop, 90000), 1);
    CHECK(loop.lag < OX_LOOP_SECOND);
}

TEST(loop_pauses_and_steps_singly) {
    ox_loop loop;
    ox_loop_init(&loop, 60, false);
    ox_loop_step(&loop); /* running: nothing */
    CHECK_EQ(ox_loop_advance(&loop, 1000), 0);
    ox_loop_pause(&loop, true);
    for (int i = 0; i < 10; i++) CHECK_EQ(ox_loop_advance(&loop, 50000), 0);
    ox_loop_step(&loop);
    CHECK_EQ(ox_loop_advance(&loop, 50000), 1);
    CHECK_EQ(ox_loop_advance(&loop, 50000), 0);
    ox_loop_pause(&loop, false);
    CHECK_EQ(loop.lag, 60000);
    CHECK_EQ(ox_loop_advance(&loop, 16667), 1);
    CHECK_EQ(loop.steps, 2);
}

TEST(loop_per_frame_ignores_the_clock) {
    ox_loop loop;
    ox_loop_init(&loop, 60, true);
    for (int i = 0; i < 100; i++) CHECK_EQ(ox_loop_advance(&loop, i * 1000 - 5000), 1);
    CHECK_EQ(loop.steps, 100);
    CHECK_EQ(ox_loop_fraction(&loop), 0);
    ox_loop_init(&loop, 0, false);
    CHECK_EQ(loop.rate, 60);
    ox_loop_init(&loop, 100000, false);
    CHECK_EQ(loop.rate, 1000);
}
