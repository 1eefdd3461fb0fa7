/* Tests of the fixed-step loop: exactness over hours, the guard, catching up, pause, interpolation. */
#include "kernel/loop/blend.h"
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
    CHECK_EQ(ox_loop_advance(&loop, 5000000), 1); /* an absence of five seconds counts as one step */
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
    CHECK_EQ(ox_loop_advance(&loop, 5000000), 3); /* the time counts as 0.1 s */
    CHECK_EQ(ox_loop_advance(&loop, 50000), 1);
    CHECK_EQ(ox_loop_advance(&loop, INT64_MAX), 3);
    CHECK_EQ(ox_loop_advance(&loop, INT64_MIN), 0);
}

TEST(loop_drops_what_it_cannot_catch_up) {
    ox_loop loop;
    ox_loop_init(&loop, 60, false);
    CHECK_EQ(ox_loop_advance(&loop, 100000), 5); /* the time of six steps */
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
    ox_loop_step(&loop); /* a single step does nothing while the loop runs */
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

/* ---- vectors ---- */

TEST(loop_vector_of_16_ms_steps) {
    static const int elapsed[] = {40, 5, 20, 16, 1, 33}, ticks[] = {2, 0, 2, 1, 0, 2};
    static const uint32_t lag[] = {8, 13, 1, 1, 2, 3}, alpha[] = {32768, 53248, 4096, 4096, 8192, 12288};
    ox_loop loop;
    ox_loop_init(&loop, 60, false);
    ox_loop_set_step(&loop, 16, 1); /* the unit is the clock's: milliseconds in this test */
    for (int i = 0; i < 6; i++) {
        CHECK_EQ(ox_loop_advance(&loop, elapsed[i]), ticks[i]);
        CHECK_EQ(loop.lag, lag[i]);
        CHECK_EQ(ox_loop_fraction(&loop), alpha[i]);
    }
    CHECK_EQ(ox_ahead(FX_ONE * 20, FX_ONE * 400, 32768), FX_ONE * 220);
    CHECK_EQ(ox_between(FX_ONE * 20, FX_ONE * 40, 32768), FX_ONE * 30);
    ox_loop_set_step(&loop, 0, 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    CHECK(loop.length == 1 && loop.rate == 1);
}

TEST(loop_vector_of_sixtieths) {
    static const int elapsed[] = {16667, 16667, 16666, 16667, 33333, 8000, 100000, 1000};
    static const int ticks[] = {1, 1, 1, 1, 2, 0, 6, 0};
    static const uint32_t lag[] = {20, 40, 0, 20, 0, 480000, 480000, 540000};
    static const uint32_t alpha[] = {1, 2, 0, 1, 0, 31457, 31457, 35389};
    for (int most = 5; most <= 6; most++) {
        ox_loop loop;
        ox_loop_init(&loop, 60, false);
        loop.most = (uint32_t)most;
        for (int i = 0; i < 8; i++) {
            CHECK_EQ(ox_loop_advance(&loop, elapsed[i]), ticks[i] > most ? most : ticks[i]);
            CHECK_EQ(loop.lag, lag[i]);
            CHECK_EQ(ox_loop_fraction(&loop), alpha[i]);
        }
        CHECK_EQ(loop.dropped, most == 5 ? 1 : 0);
    }
}

/* ---- what games see ---- */

typedef struct jumper {
    fx y, speed;
} jumper;

static void jump(jumper *j, uint32_t tick) {
    if (tick % 50 == 10) j->speed = FX_ONE / 4;
    j->speed -= 700;
    j->y += j->speed;
    if (j->y < 0) j->y = j->speed = 0;
}

TEST(loop_jumps_alike_at_every_display_rate) {
    static const uint32_t rates[] = {30, 60, 144};
    uint32_t hash[3];
    for (int r = 0; r < 3; r++) {
        ox_loop loop;
        jumper hero = {0, 0};
        uint32_t tick = 0;
        ox_writer all = ox_writer_hash();
        ox_loop_init(&loop, 60, false);
        for (uint32_t frame = 1; frame <= rates[r] * 5; frame++) {
            uint64_t now = (uint64_t)frame * 1000000 / rates[r],
                     last = (uint64_t)(frame - 1) * 1000000 / rates[r];
            for (int n = ox_loop_advance(&loop, (int64_t)(now - last)); n > 0; n--, tick++) {
                jump(&hero, tick);
                ox_write_i32(&all, hero.y);
                ox_write_i32(&all, hero.speed);
            }
        }
        CHECK_EQ(tick, 300);
        hash[r] = all.hash;
    }
    CHECK(hash[0] == hash[1] && hash[1] == hash[2]);
}

TEST(loop_stalls_and_spikes_pass) {
    ox_loop loop;
    ox_loop_init(&loop, 60, false);
    loop.guard = OX_LOOP_CLAMP;
    loop.guard_time = 1000000000;
    CHECK_EQ(ox_loop_advance(&loop, 5000000), 5); /* a stall of 5 s */
    CHECK_EQ(loop.dropped, 295);
    ox_loop_init(&loop, 60, false);
    for (int i = 0; i < 4; i++) CHECK_EQ(ox_loop_advance(&loop, 16667), 1);
    CHECK_EQ(ox_loop_advance(&loop, 57000), 3);
    int after = ox_loop_advance(&loop, 16667);
    CHECK(after >= 1 && after <= 2);
    for (int i = 0; i < 10; i++) CHECK_EQ(ox_loop_advance(&loop, 16667), 1);
}

/* Plays steps that cost more than they last: each frame has to catch up with the one before. Returns the frame's
 * time. */
static uint32_t frame_time_after(uint32_t most, uint32_t cost) {
    ox_loop loop;
    uint32_t elapsed = 57000;
    ox_loop_init(&loop, 30, false);
    loop.most = most;
    loop.guard_time = 1000000000;
    loop.guard = OX_LOOP_CLAMP;
    for (int i = 0; i < 12; i++) {
        elapsed = (uint32_t)ox_loop_advance(&loop, elapsed) * cost + 5000;
        if (elapsed > 100000000) break;
    }
    return elapsed;
}

TEST(loop_spiral_is_stopped_by_the_most_steps) {
    CHECK(frame_time_after(1000000, 50000) >
          3000000);                               /* without a limit every frame is longer than the last */
    CHECK_EQ(frame_time_after(5, 50000), 255000); /* with a limit the game slows down and goes on */
    CHECK(frame_time_after(5, 20000) < 50000);    /* steps that keep their time recover at once */
}

TEST(loop_paths_interpolate_and_snap) {
    ox_path path;
    ox_path_place(&path, (vec3){FX_ONE, 0, 0});
    ox_path_step(&path);
    path.now.x = FX_ONE * 3;
    CHECK_EQ(ox_path_shown(&path, 0).x, FX_ONE);
    CHECK_EQ(ox_path_shown(&path, 32768).x, FX_ONE * 2);
    CHECK(ox_path_shown(&path, 65535).x < FX_ONE * 3);
    ox_path_place(&path, (vec3){FX_ONE * 90, FX_ONE, 0});
    CHECK(ox_path_shown(&path, 1).x == FX_ONE * 90 && ox_path_shown(&path, 40000).y == FX_ONE);
    CHECK_EQ(ox_between_angles(0xF000, 0x1000, 32768), 0);
    CHECK_EQ(ox_ahead3((vec3){0, 10, 20}, (vec3){4, -4, 0}, 32768).y, 8);
}

/* ---- guards and options ---- */

TEST(loop_tells_of_a_clock_that_goes_back) {
    ox_loop loop;
    static _Alignas(16) uint8_t memory[1024];
    ox_arena arena;
    ox_log log;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK(ox_log_init(&log, NULL, &arena, 4, 80));
    ox_loop_init(&loop, 30, false);
    loop.log = &log;
    CHECK_EQ(ox_loop_advance(&loop, -3), 0);
    CHECK_EQ(log.written, 1);
    CHECK_EQ(loop.backward, 1);
    CHECK_EQ(ox_loop_advance(&loop, 50000), 1);
    CHECK_EQ(ox_loop_advance(&loop, 5000000), 1);
    CHECK_EQ(log.written, 1);
}

TEST(loop_scales_time_and_loses_nothing) {
    ox_loop loop;
    ox_loop_init(&loop, 60, false);
    ox_loop_set_scale(&loop, 65536 / 4);
    for (int i = 0; i < 240; i++) ox_loop_advance(&loop, i % 3 == 2 ? 16666 : 16667); /* 4 s */
    CHECK_EQ(loop.steps, 60);
    CHECK_EQ(loop.lag, 0);
    ox_loop_set_scale(&loop, 2 * 65536);
    CHECK_EQ(ox_loop_advance(&loop, 25000), 3);
    ox_loop_set_scale(&loop, 0);
    for (int i = 0; i < 10; i++) CHECK_EQ(ox_loop_advance(&loop, 16667), 0);
    loop.fixed_time = 10000;
    CHECK_EQ(ox_loop_advance(&loop, 16667), 0);
    ox_loop_set_scale(&loop, 65536);
    loop.lag = 0;
    ox_loop_advance(&loop, 3);
    CHECK_EQ(loop.lag, 600000); /* 10 ms, whatever was measured */
    ox_loop_set_scale(&loop, 32768);
    loop.lag = 0;
    ox_loop_advance(&loop, 50000);
    CHECK_EQ(loop.lag, 300000);
    loop.fixed_time = 0;
    loop.lag = loop.scale_rest = 0;
    ox_loop_set_scale(&loop, 65);
    ox_loop_advance(&loop, 20000);
    CHECK_EQ(loop.lag, 60000); /* a frame counts as a millisecond at least */
    ox_loop_set_scale(&loop, 0xFFFFFFFFu);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(ox_loop_advance(&loop, 100000), 5);
}

TEST(loop_state_is_saved_and_read_back) {
    ox_loop loop, other;
    uint8_t image[32];
    ox_loop_init(&loop, 60, false);
    ox_loop_set_scale(&loop, 20000);
    for (int i = 0; i < 9; i++) ox_loop_advance(&loop, 12345);
    ox_writer w = ox_writer_bytes(image, sizeof image);
    ox_loop_save(&loop, &w);
    CHECK(!w.full && w.used == 17);
    ox_loop_init(&other, 60, false);
    ox_reader r = ox_reader_bytes(image, w.used);
    CHECK_EQ(ox_loop_restore(&other, &r), OX_OK);
    for (int i = 0; i < 9; i++) CHECK_EQ(ox_loop_advance(&other, 12345), ox_loop_advance(&loop, 12345));
    CHECK(other.lag == loop.lag && other.steps == loop.steps);
    for (size_t cut = 0; cut < 17; cut++) {
        ox_loop_init(&other, 60, false);
        r = ox_reader_bytes(image, cut);
        CHECK_EQ(ox_loop_restore(&other, &r), OX_BAD_DATA);
        CHECK(other.steps == 0 && other.scale == 65536);
    }
}
