/* Tests of pacing on a machine whose clock the test sets: deadlines, refreshes, skipped pictures, idling. */
#include "fixedmath/assert.h"
#include "kernel/loop/estimate.h"
#include "kernel/loop/latency.h"
#include "kernel/loop/pace.h"
#include "tests/test.h"

typedef struct machine {
    uint64_t time;
    uint32_t refresh; /* 1/1000 Hz */
    uint32_t waits, halts;
    uint32_t short_wait; /* waits end after this many microseconds at most, 0 = when asked */
} machine;

static uint64_t now(void *of) { return ((machine *)of)->time; }

static void wait(void *of, uint32_t microseconds) {
    machine *m = of;
    m->waits++;
    m->time += m->short_wait != 0 && microseconds > m->short_wait ? m->short_wait : microseconds;
}

static void halt(void *of) {
    machine *m = of;
    m->halts++;
    m->time += 500; /* an interrupt takes time */
}

static uint32_t refresh(void *of) { return ((machine *)of)->refresh; }

/* The display refreshes at k * 10^9 / refresh microseconds, rounded up so that waiting for a refresh ends behind it. */
static uint32_t vblank(void *of) {
    machine *m = of;
    uint64_t count = m->time * m->refresh / 1000000000u + 1;
    m->time = (count * 1000000000u + m->refresh - 1) / m->refresh;
    return (uint32_t)count;
}

static const ox_pace_timer timer = {now, wait, halt, vblank, refresh};

/* Plays `frames` frames of `work` each; returns microseconds. */
static uint64_t play(ox_pace *pace, machine *m, int frames, uint32_t work) {
    uint64_t begun = m->time;
    for (int i = 0; i < frames; i++) {
        m->time += work;
        ox_pace_wait(pace);
    }
    return m->time - begun;
}

TEST(loop_pace_deadlines_carry_the_thirds) {
    static const uint64_t deadlines[] = {33333, 66666, 100000, 133333, 166666, 200000};
    machine m = {.refresh = 60000};
    ox_pace pace;
    ox_pace_init(&pace, OX_PACE_GOVERN, 30000, &timer, &m);
    for (int k = 0; k < 6; k++) {
        CHECK_EQ(pace.deadline, deadlines[k]);
        play(&pace, &m, 1, 1000);
        CHECK_EQ(m.time, deadlines[k]);
    }
    ox_pace_init(&pace, OX_PACE_GOVERN, 59727, &timer, &m); /* the refresh rate of the Game Boy Advance */
    CHECK_EQ(play(&pace, &m, 59727, 3000), 1000000000u);
    CHECK_EQ(pace.overruns, 0);
}

TEST(loop_pace_governs_frames_that_keep_their_time) {
    machine m = {.time = 123456, .refresh = 60000};
    ox_pace pace;
    ox_pace_init(&pace, OX_PACE_GOVERN, 30000, &timer, &m);
    uint64_t last = m.time;
    for (int i = 0; i < 30; i++) {
        play(&pace, &m, 1, 30000);
        CHECK_NEAR(m.time - last, 33333, 200);
        CHECK(pace.draws && pace.ticks == 1);
        last = m.time;
    }
    CHECK_EQ(m.time - 123456, 1000000);
    CHECK_EQ(pace.overruns, 0);
    CHECK_EQ(pace.frames, 30);
    CHECK_EQ(play(&pace, &m, 1, 40000), 66666); /* the frame is late and waits for the deadline after */
    CHECK_EQ(pace.ticks, 2);
    CHECK_EQ(pace.overruns, 1);
    m.short_wait = 700;
    CHECK_NEAR(play(&pace, &m, 1, 10000), 33334, 1);
    CHECK_EQ(pace.worked, 10000);
    CHECK_NEAR(pace.waited, 23334, 1);
}

TEST(loop_pace_skips_pictures_and_keeps_the_steps) {
    machine m = {.refresh = 60000};
    ox_pace pace;
    uint32_t steps = 0, pictures = 0;
    ox_pace_init(&pace, OX_PACE_GOVERN, 30000, &timer, &m);
    pace.skip = true;
    for (int frame = 0; m.time < 1000000; frame++) { /* steps take 4 ms, pictures 20, one of them 66 */
        steps += pace.ticks;
        pictures += pace.draws ? 1 : 0;
        m.time += 4000u + (!pace.draws ? 0u : frame == 10 ? 66000u : 20000u);
        ox_pace_wait(&pace);
    }
    CHECK_EQ(steps, 30); /* all steps of a second */
    CHECK_EQ(pace.skipped, 2);
    CHECK_EQ(pace.overruns, 2);
    CHECK_EQ(pictures, 28);
    CHECK_EQ(pace.dropped, 0);
}

TEST(loop_pace_draws_after_three_skips) {
    machine m = {.refresh = 60000};
    ox_pace pace;
    uint32_t row = 0, longest = 0, pictures = 0;
    ox_pace_init(&pace, OX_PACE_GOVERN, 30000, &timer, &m);
    pace.skip = true;
    for (int frame = 0; frame < 200; frame++) { /* steps alone take longer than a frame */
        row = pace.draws ? 0 : row + 1;
        pictures += pace.draws ? 1 : 0;
        longest = row > longest ? row : longest;
        m.time += 40000u + (pace.draws ? 20000u : 0u);
        ox_pace_wait(&pace);
    }
    CHECK_EQ(longest, 3);
    CHECK_EQ(pictures, 50);
    CHECK(pace.dropped > 0); /* the delay is forgiven instead of growing */
    m.time += 10000000;
    ox_pace_wait(&pace);
    CHECK(pace.deadline + 200000 > m.time);
    uint64_t before = m.time;
    play(&pace, &m, 12, 1000); /* the loop is back to its pace */
    CHECK(m.time - before >= 6 * 33333);
}

TEST(loop_pace_follows_the_display) {
    static const struct {
        uint32_t refresh, work, frames;
    } cases[] = {{60000, 16000, 60}, {60000, 17000, 30}, {60000, 34000, 20},
                 {50000, 19000, 50}, {50000, 21000, 25}, {50000, 41000, 17}};
    for (int i = 0; i < 6; i++) {
        machine m = {.refresh = cases[i].refresh};
        ox_pace pace;
        uint32_t frames = 0, steps = 0;
        ox_pace_init(&pace, OX_PACE_VBLANK, 0, &timer, &m);
        CHECK_EQ(pace.rate, cases[i].refresh);
        uint64_t begun = m.time;
        for (; m.time - begun < 999999; frames++) {
            play(&pace, &m, 1, cases[i].work);
            steps += pace.ticks;
        }
        CHECK_EQ(frames, cases[i].frames);
        CHECK_NEAR(steps, cases[i].refresh / 1000, 1); /* the game still plays at its speed */
        CHECK_EQ(pace.dropped, 0);
    }
    machine m = {.refresh = 60000};
    ox_pace pace;
    ox_pace_init(&pace, OX_PACE_VBLANK, 0, &timer, &m);
    play(&pace, &m, 1, 1000000);
    CHECK_EQ(pace.ticks, 5);
    CHECK_NEAR(pace.dropped, 56, 1);
}

TEST(loop_pace_idles_and_runs_free) {
    machine m = {.refresh = 60000};
    ox_pace pace;
    ox_pace_init(&pace, OX_PACE_SAVE, 30000, &timer, &m);
    play(&pace, &m, 90, 5000);
    CHECK(ox_pace_idle(&pace) > 500);
    CHECK_NEAR(ox_pace_idle(&pace), 850, 5);
    CHECK(m.halts > 90 * 50 && m.waits == 0);
    CHECK_NEAR(m.time, 3000000, 1000);
    ox_pace_init(&pace, OX_PACE_FREE, 0, &timer, &m);
    CHECK_EQ(play(&pace, &m, 10, 777), 7770);
    CHECK(pace.ticks == 1 && pace.draws && pace.overruns == 0);
    static const ox_pace_timer bare = {NULL, NULL, NULL, NULL, NULL},
                               clock_only = {now, wait, NULL, NULL, NULL};
    ox_pace_init(&pace, OX_PACE_GOVERN, 30000, &bare, NULL);
    CHECK_EQ(pace.mode, OX_PACE_FREE);
    ox_pace_wait(&pace);
    CHECK_EQ(ox_pace_idle(&pace), 0);
    ox_pace_init(&pace, OX_PACE_VBLANK, 0, &clock_only, &m);
    CHECK_EQ(pace.mode, OX_PACE_GOVERN);
    CHECK_NEAR(play(&pace, &m, 60, 100), 1000000, 1);
    ox_pace_init(&pace, OX_PACE_GOVERN, 5, &timer, &m);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(pace.rate, 1000);
}

TEST(loop_estimate_of_a_spike) {
    ox_estimate e;
    ox_estimate_init(&e, 0);
    CHECK_EQ(ox_estimate_mean(&e), 0);
    for (int i = 0; i < 20; i++) ox_estimate_add(&e, 16);
    CHECK_EQ(ox_estimate_mean(&e), 16 << OX_ESTIMATE_BITS);
    ox_estimate_add(&e, 57);
    for (int i = 0; i < 8; i++) {
        CHECK_EQ(ox_estimate_mean(&e), 5408); /* 21.125 */
        ox_estimate_add(&e, 16);
    }
    CHECK_EQ(ox_estimate_mean(&e), 16 << OX_ESTIMATE_BITS);
    ox_estimate_init(&e, 100);
    for (uint32_t i = 0; i < 100; i++) ox_estimate_add(&e, 0xFFFFFFFFu);
    CHECK_EQ(ox_estimate_mean(&e), (int64_t)OX_ESTIMATE_LONGEST << OX_ESTIMATE_BITS);
    ox_estimate_init(&e, 4);
    ox_estimate_add(&e, 10);
    ox_estimate_add(&e, 11);
    CHECK_EQ(ox_estimate_mean(&e), 2688);
}

/* A console whose pictures pass through a pipeline of 0 or 1 lists and through buffers: one picture is drawn, and at
 * each refresh the oldest finished one is shown. Returns frames from press to picture. */
static uint32_t measure(uint32_t pipelined, uint32_t buffers, ox_latency_record *record) {
    ox_latency meter;
    uint32_t queue[8], queued = 0;
    ox_latency_init(&meter, 2);
    for (uint32_t frame = 0xFFFFFFF0u; frame != 40; frame++) {
        if (frame == 5 || frame == 6) ox_latency_press(&meter, frame);
        if (frame == 6) ox_latency_effect(&meter, frame); /* the game answers one frame later */
        uint32_t state = frame - pipelined;
        ox_latency_drawn(&meter, state, frame);
        queue[queued++] = state;
        if (queued >= buffers) { /* all buffers hold pictures: the oldest goes to the screen */
            ox_latency_shown(&meter, queue[0], frame);
            for (uint32_t i = 1; i < queued; i++) queue[i - 1] = queue[i];
            queued--;
        }
    }
    CHECK(ox_latency_report(&meter, record));
    CHECK(!ox_latency_report(&meter, record));
    CHECK_EQ(meter.ignored, 1);
    CHECK_EQ(meter.worst, record->total);
    CHECK_EQ(record->total, record->simulation + record->pipelining + record->buffering + record->display);
    return record->total;
}

TEST(loop_latency_of_pipelines_and_buffers) {
    ox_latency_record r;
    uint32_t total[2][4];
    for (uint32_t pipelined = 0; pipelined < 2; pipelined++) {
        for (uint32_t buffers = 1; buffers <= 3; buffers++) {
            total[pipelined][buffers] = measure(pipelined, buffers, &r);
            CHECK_EQ(r.simulation, 1);
            CHECK_EQ(r.pipelining, pipelined);
            CHECK_EQ(r.buffering, buffers - 1);
            CHECK_EQ(r.display, 2);
        }
    }
    for (uint32_t buffers = 1; buffers <= 3; buffers++) CHECK_EQ(total[1][buffers] - total[0][buffers], 1);
    CHECK(total[0][3] >= total[0][2] + 1);
    CHECK(total[1][3] >= total[1][2] + 1);
    CHECK_EQ(total[0][1], 3);
}
