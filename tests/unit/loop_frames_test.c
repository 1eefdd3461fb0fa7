/* Tests of who calls what: frames with listeners, and subsystems at rates of their own. */
#include "kernel/loop/frames.h"
#include "kernel/loop/schedule.h"
#include "tests/test.h"

/* ---- frames ---- */

typedef struct game {
    char trace[64];
    int length;
    int messages, most_messages; /* pending; handled in one frame */
    uint64_t time;
    uint32_t state, speed; /* the simulation; what console commands change */
    uint32_t command;      /* pending, 0 = none */
    ox_frames *frames;
    ox_frame last;
} game;

static void note(game *g, char what) {
    if (g->length < 63) g->trace[g->length++] = what;
    g->trace[g->length] = 0;
}

static bool same(const char *a, const char *b) {
    while (*a != 0 && *a == *b) a++, b++;
    return *a == *b;
}

static bool pump(void *of) {
    game *g = of;
    if (g->messages == 0) return false;
    g->messages--;
    g->most_messages++;
    return true;
}
static uint64_t game_now(void *of) { return ((game *)of)->time; }
static void console(void *of) {
    game *g = of;
    if (g->command != 0) g->speed = g->command, g->command = 0, note(g, 'c');
}
static void server(void *of) {
    game *g = of;
    note(g, 'v');
    g->state = g->state * 31 + g->speed;
}
static void client(void *of) { note(of, 'k'); }
static void render(void *of, const ox_frame *frame) {
    game *g = of;
    note(g, 'r');
    g->last = *frame;
}
static void swap(void *of) { note(of, 'w'); }
static const ox_frame_hooks hooks = {pump, game_now, console, server, client, render, swap};

typedef struct listener {
    game *g;
    char started, ended;
    bool once, stop;
} listener;

static bool listen_started(void *context, const ox_frame *frame) {
    listener *l = context;
    note(l->g, l->started);
    CHECK_EQ(frame->steps, 0);
    if (l->once) CHECK_EQ(ox_frames_unlisten(l->g->frames, l), OX_OK);
    return !l->stop;
}
static bool listen_ended(void *context, const ox_frame *frame) {
    listener *l = context;
    (void)frame;
    note(l->g, l->ended);
    return true;
}

TEST(loop_frames_keep_their_order) {
    game g = {.speed = 1};
    ox_frames f;
    ox_loop loop;
    listener one = {&g, '1', 'a', false, false}, two = {&g, '2', 'b', false, false};
    listener gone = {&g, '0', 'x', true, false};
    ox_loop_init(&loop, 60, false);
    ox_frames_begin(&f, &hooks, &g, &loop);
    g.frames = &f;
    CHECK_EQ(ox_frames_listen(&f, (ox_frame_listener){listen_started, listen_ended, &gone}), OX_OK);
    CHECK_EQ(ox_frames_listen(&f, (ox_frame_listener){listen_started, listen_ended, &one}), OX_OK);
    CHECK_EQ(ox_frames_listen(&f, (ox_frame_listener){listen_started, listen_ended, &two}), OX_OK);
    CHECK(ox_frames_frame(&f));
    CHECK(same(g.trace,
               "012rabw")); /* the first frame measures nothing; the one that went is not told of its end */
    g.length = 0;
    g.time += 33334;
    g.command = 7;
    g.messages = 1000;
    CHECK(ox_frames_frame(&f));
    CHECK(same(g.trace, "12cvkvkrabw"));
    CHECK_EQ(g.state, 7 * 31 + 7); /* the command was there before the server's step */
    CHECK_EQ(g.most_messages, 1000);
    CHECK(g.last.steps == 2 && g.last.number == 1 && g.last.measured == 33334 && g.last.fraction == 2);
    two.stop = true;
    g.length = 0;
    CHECK(!ox_frames_frame(&f)); /* asked for the end: still a whole frame */
    CHECK(same(g.trace, "12rabw"));
    ox_frames_end(&f);
    CHECK(!ox_frames_frame(&f));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(ox_frames_listen(&f, (ox_frame_listener){NULL, NULL, NULL}), OX_BAD_STATE);
    CHECK_EQ(ox_frames_unlisten(&f, &one), OX_NOT_FOUND);
}

TEST(loop_frames_list_is_limited) {
    ox_frames f;
    ox_loop loop;
    game g = {.speed = 1};
    ox_loop_init(&loop, 60, true);
    ox_frames_begin(&f, &hooks, &g, &loop);
    for (int i = 0; i < OX_FRAME_LISTENERS; i++)
        CHECK_EQ(ox_frames_listen(&f, (ox_frame_listener){NULL, NULL, &g}), OX_OK);
    CHECK_EQ(ox_frames_listen(&f, (ox_frame_listener){NULL, NULL, &g}), OX_FULL);
    CHECK(ox_frames_frame(&f));
    ox_frames_quit(&f);
    CHECK(!ox_frames_frame(&f));
}

/* A platform that owns the loop and asks for frames when it likes. */
static void platform_loop(bool (*refresh)(void *), void *context) {
    while (refresh(context)) {
    }
}
static bool refresh(void *context) {
    game *g = context;
    g->time += 10000 + g->frames->frame.number * 7919 % 20000;
    if (g->frames->loop->steps > 500) ox_frames_quit(g->frames);
    return ox_frames_frame(g->frames);
}

TEST(loop_frames_are_the_same_whoever_calls) {
    uint32_t states[2];
    for (int owner = 0; owner < 2; owner++) {
        game g = {.speed = 3};
        ox_frames f;
        ox_loop loop;
        ox_loop_init(&loop, 60, false);
        ox_frames_begin(&f, &hooks, &g, &loop);
        g.frames = &f;
        if (owner == 0)
            while (refresh(&g)) {
            }
        else
            platform_loop(refresh, &g);
        ox_frames_end(&f);
        states[owner] = g.state;
    }
    CHECK_EQ(states[0], states[1]);
}

TEST(loop_frames_survive_a_dragged_window) {
    game g = {.speed = 1};
    ox_frames f;
    ox_loop loop;
    ox_loop_init(&loop, 60, false);
    ox_frames_begin(&f, &hooks, &g, &loop);
    ox_frames_frame(&f);
    g.time += 8000000;
    ox_frames_frame(&f);
    CHECK_EQ(g.last.steps, 1);
    loop.fixed_time = 10000; /* the option fixedtime */
    loop.lag = 0;
    g.time += 50000;
    ox_frames_frame(&f);
    CHECK_EQ(loop.lag, 600000);
    ox_frames_end(&f);
}

/* ---- the scheduler ---- */

typedef struct counter {
    uint32_t calls;
    uint32_t first[3]; /* ticks of the first calls */
    const uint32_t *tick;
    uint64_t *time;
    uint32_t cost, stall_at, stall;
    char *trace, letter;
} counter;

static void count(void *context) {
    counter *c = context;
    if (c->calls < 3) c->first[c->calls] = *c->tick;
    c->calls++;
    if (c->time != NULL) *c->time += c->cost + (*c->tick == c->stall_at ? c->stall : 0);
    if (c->trace == NULL) return;
    while (*c->trace != 0) c->trace++;
    c->trace[0] = c->letter;
    c->trace[1] = 0;
}
static uint64_t schedule_now(void *of) { return *(uint64_t *)of; }

TEST(loop_schedule_vector_of_rates) {
    static const uint32_t rates[] = {120000, 60000, 30000, 20000, 2000, 1500};
    static const uint32_t calls[] = {1200, 600, 300, 200, 20, 15};
    static const uint32_t first[] = {1, 1, 2, 3, 30, 40}, second[] = {1, 2, 4, 6, 60, 80},
                          third[] = {2, 3, 6, 9, 90, 120};
    ox_subsystem entries[6];
    counter counters[6] = {{0}};
    ox_schedule s;
    uint32_t tick = 0;
    ox_schedule_init(&s, entries, 6, 60000);
    for (int i = 0; i < 6; i++) {
        counters[i].tick = &tick;
        CHECK_EQ(ox_schedule_add(&s, (ox_subsystem){.run = count, .context = &counters[i], .rate = rates[i]}),
                 OX_OK);
    }
    for (tick = 1; tick <= 600; tick++) ox_schedule_tick(&s, 0);
    for (int i = 0; i < 6; i++) {
        CHECK_EQ(counters[i].calls, calls[i]);
        CHECK_EQ(counters[i].first[0], first[i]);
        CHECK_EQ(counters[i].first[1], second[i]);
        CHECK_EQ(counters[i].first[2], third[i]);
        CHECK_EQ(ox_schedule_find(&s, count, &counters[i])->calls, calls[i]);
    }
    CHECK_EQ(ox_schedule_add(&s, (ox_subsystem){.run = count, .rate = 1}), OX_FULL);
}

TEST(loop_schedule_serves_every_third_client_step) {
    ox_subsystem entry;
    counter server_calls = {0};
    ox_schedule s;
    uint32_t tick, runs[60], last = 0;
    server_calls.tick = &tick;
    ox_schedule_init(&s, &entry, 1, 60000);
    CHECK_EQ(ox_schedule_add(&s, (ox_subsystem){.run = count, .context = &server_calls, .rate = 20000}),
             OX_OK);
    for (tick = 0; tick < 60; tick++) {
        ox_schedule_tick(&s, 0);
        runs[tick] = server_calls.calls - last;
        last = server_calls.calls;
    }
    CHECK_EQ(server_calls.calls, 20);
    for (tick = 0; tick < 60; tick++) CHECK_EQ(runs[tick], tick % 3 == 2);
}

TEST(loop_schedule_runs_by_priority_and_counts_deadlines) {
    char trace[16] = "";
    uint64_t time = 0;
    uint32_t tick = 0;
    ox_subsystem entries[5];
    ox_schedule s;
    counter c[5] = {{.cost = 100, .letter = 's', .stall_at = 300, .stall = 50000},
                    {.cost = 200, .letter = 'a'},
                    {.cost = 300, .letter = 'p'},
                    {.cost = 10, .letter = 'i'},
                    {.cost = 10, .letter = 'j'}};
    static const uint32_t deadlines[] = {16667, 60000, 40000, 0, 1000},
                          rates[] = {60000, 60000, 120000, 1000, 1500};
    static const uint8_t priorities[] = {9, 5, 7, 5, 5};
    ox_schedule_init(&s, entries, 5, 60000);
    ox_schedule_clock(&s, schedule_now, &time);
    for (int i = 0; i < 5; i++) {
        c[i].tick = &tick, c[i].time = &time, c[i].trace = trace;
        ox_subsystem entry = {.run = count,
                              .context = &c[i],
                              .rate = rates[i],
                              .phase = ox_schedule_phase(&s, i == 4 ? 1 : 0, 2),
                              .deadline = deadlines[i],
                              .priority = priorities[i]};
        CHECK_EQ(ox_schedule_add(&s, entry), OX_OK);
    }
    for (tick = 1; tick <= 600; tick++) {
        uint64_t due = (uint64_t)tick * 1000000 / 60;
        time = time > due ? time : due;
        if (tick > 1) c[0].trace = c[1].trace = c[2].trace = c[3].trace = c[4].trace = NULL;
        ox_schedule_tick(&s, due);
    }
    CHECK(same(trace, "sppa"));
    CHECK(c[0].calls == 600 && c[1].calls == 600 && c[2].calls == 1200 && c[3].calls == 10 &&
          c[4].calls == 15);
    ox_subsystem *sound = ox_schedule_find(&s, count, &c[0]), *physics = ox_schedule_find(&s, count, &c[2]);
    CHECK_EQ(physics->missed, 2);                            /* of the one step that was stalled by 50 ms */
    CHECK_EQ(ox_schedule_find(&s, count, &c[1])->missed, 0); /* 50.9 ms are within 60 */
    CHECK_EQ(ox_schedule_find(&s, count, &c[3])->missed, 0); /* it has no deadline */
    CHECK(sound->missed >= 1 && sound->missed <= 3 && sound->latest == 50100);
    CHECK_EQ(ox_schedule_remove(&s, count, &c[0]), OX_OK);
    CHECK_EQ(ox_schedule_remove(&s, count, &c[0]), OX_NOT_FOUND);
    ox_schedule_tick(&s, time);
    CHECK_EQ(c[0].calls, 600);
}

TEST(loop_schedule_spreads_thoughts) {
    uint32_t worst = 0;
    for (uint32_t tick = 0; tick < 60; tick++) {
        uint32_t turns = 0;
        for (uint32_t object = 0; object < 45; object++) turns += ox_schedule_turn(tick, object, 30);
        worst = turns > worst ? turns : worst;
    }
    CHECK_EQ(worst, 2);
    CHECK(ox_schedule_turn(7, 3, 0) && ox_schedule_turn(7, 3, 1));
}

TEST(loop_schedule_refuses_and_is_saved) {
    ox_subsystem entries[2], others[2];
    ox_schedule s, other;
    counter a = {0}, b = {0};
    uint32_t tick = 0;
    uint8_t image[16];
    a.tick = b.tick = &tick;
    ox_schedule_init(&s, entries, 2, 60000);
    ox_schedule_init(&other, others, 2, 60000);
    CHECK_EQ(ox_schedule_add(&s, (ox_subsystem){.rate = 1}), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_schedule_add(&s, (ox_subsystem){.run = count, .rate = 60000 * 65}), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_schedule_add(&s, (ox_subsystem){.run = count, .rate = 1, .phase = 60000}), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_schedule_add(&s, (ox_subsystem){.run = count, .context = &a, .rate = 7001}), OX_OK);
    CHECK_EQ(ox_schedule_add(&other, (ox_subsystem){.run = count, .context = &b, .rate = 7001}), OX_OK);
    for (tick = 0; tick < 100; tick++) ox_schedule_tick(&s, 0);
    ox_writer w = ox_writer_bytes(image, sizeof image);
    ox_schedule_save(&s, &w);
    ox_reader r = ox_reader_bytes(image, w.used);
    CHECK_EQ(ox_schedule_restore(&other, &r), OX_OK);
    a.calls = b.calls = 0;
    for (tick = 0; tick < 100; tick++) ox_schedule_tick(&s, 0), ox_schedule_tick(&other, 0);
    CHECK(a.calls == b.calls && a.first[0] == b.first[0] && entries[0].phase == others[0].phase);
    image[7] = 0xFF; /* a phase above the base */
    r = ox_reader_bytes(image, w.used);
    CHECK_EQ(ox_schedule_restore(&other, &r), OX_BAD_DATA);
    CHECK_EQ(entries[0].phase, others[0].phase);
    entries[0].rate = 0xFFFFFFFFu;
    ox_schedule_tick(&s, 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    ox_schedule_init(&s, entries, 2, 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(s.base, 1);
}
