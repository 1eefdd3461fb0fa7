/* Tests of subsystems that run at rates of their own. */
#include "kernel/loop/schedule.h"
#include "tests/test.h"

typedef struct counter {
    uint32_t calls;
    uint32_t first[3]; /* ticks of the first three calls */
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
static bool same(const char *a, const char *b) {
    while (*a != 0 && *a == *b) a++, b++;
    return *a == *b;
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
    CHECK_EQ(physics->missed, 2);                            /* steps missed during one stall of 50 ms */
    CHECK_EQ(ox_schedule_find(&s, count, &c[1])->missed, 0); /* 50.9 ms are within 60 */
    CHECK_EQ(ox_schedule_find(&s, count, &c[3])->missed, 0); /* the subsystem has no deadline */
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
