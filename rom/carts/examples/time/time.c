/* A clockwork: a loop of fixed steps, speeds a second, slow motion, a timer, and answers that come a tick
 * later. */
#include "kernel/time/time.h"
#include "kernel/loop/pace.h"
#include "kernel/loop/rate.h"
#include "kernel/loop/schedule.h"
#include "kernel/names/id.h"
#include "kernel/task/request.h"
#include "kernel/time/calendar.h"
#include "kernel/time/clock.h"
#include "kernel/time/timer.h"
#include "kernel/type/name.h"
#include "rom/carts/examples/example.h"

/* 1. The game: a hand that turns, a bell that rings, and somebody who asks how far the hand has come. */
typedef struct clockwork {
    fx angle, turn;
    uint32_t rung;
    ox_timers timers;
    ox_timer_queue_slot slots[4];
} clockwork;

static void ring(void *game, const ox_timer *timer) {
    clockwork *c = game;
    c->rung += timer->argument;
}
static ox_timer_call *const calls[] = {ring};

/* 2. A question that is worked out in the tick after it was asked, on whatever processor is free. */
static void how_far(void *game, const void *question, void *answer) {
    const clockwork *c = game;
    const uint32_t *unit = question;
    *(uint32_t *)answer = (uint32_t)(c->angle / FX_ONE) * *unit;
}
static const ox_request_kind kinds[] = {{"how far", how_far, 4}};

/* 3. Subsystems run at rates of their own: physics twice a step, thoughts twice a second. */
static void count_call(void *context) { ++*(uint32_t *)context; }

static void show_rates(ox_log *out) {
    ox_subsystem entries[2];
    ox_schedule schedule;
    uint32_t physics = 0, thoughts = 0;
    uint8_t saved[16];
    ox_schedule_init(&schedule, entries, 2, 60000);
    if (ox_schedule_add(&schedule, (ox_subsystem){.run = count_call, .context = &thoughts, .rate = 2000}) !=
            OX_OK ||
        ox_schedule_add(
            &schedule,
            (ox_subsystem){.run = count_call, .context = &physics, .rate = 120000, .priority = 2}) != OX_OK)
        return;
    for (uint32_t tick = 0; tick < 75; tick++) ox_schedule_tick(&schedule, 0);
    ox_writer to = ox_writer_bytes(saved, sizeof saved);
    ox_schedule_save(&schedule, &to);
    for (uint32_t tick = 0; tick < 15; tick++) ox_schedule_tick(&schedule, 0);
    SAY("after 90 steps: %u calls of physics, %u thoughts; its state takes %u bytes", (unsigned)physics,
        (unsigned)thoughts, (unsigned)to.used);

    /* The schedule goes back to step 75, without thoughts; ten minds would think in turn, each in a step of its own. */
    ox_reader from = ox_reader_bytes(saved, to.used);
    if (ox_schedule_restore(&schedule, &from) != OX_OK ||
        ox_schedule_remove(&schedule, count_call, &thoughts) != OX_OK)
        return;
    for (uint32_t tick = 0; tick < 15; tick++) ox_schedule_tick(&schedule, 0);
    SAY("those steps once more: %u calls, still %u thoughts; mind 3 of 10 thinks in phase %u",
        (unsigned)physics, (unsigned)thoughts, (unsigned)ox_schedule_phase(&schedule, 3, 10));
}

/* 4. A game that stands still goes on by hand, and a restored one goes on from where it was saved. */
static void show_standing_still(ox_log *out) {
    ox_loop loop, other;
    ox_clocks clocks;
    uint8_t saved[128];
    ox_writer to = ox_writer_bytes(saved, sizeof saved);
    ox_loop_init(&loop, 60, false);
    ox_clocks_init(&clocks);
    int steps = ox_loop_advance(&loop, 40000);
    ox_clocks_update(&clocks, (uint32_t)steps);
    ox_loop_save(&loop, &to);
    ox_clock_save(&clocks.clock[OX_CLOCK_GAME], &to);
    ox_loop_pause(&loop, true);
    ox_loop_step(&loop);
    const int by_hand = ox_loop_advance(&loop, 40000);
    ox_clock_set_paused(&clocks.clock[OX_CLOCK_GAME], true);
    const uint64_t stepped = ox_clock_step(&clocks.clock[OX_CLOCK_GAME], 1);
    ox_loop_init(&other, 60, false);
    ox_reader from = ox_reader_bytes(saved, to.used);
    if (ox_loop_restore(&other, &from) != OX_OK ||
        ox_clock_restore(&clocks.clock[OX_CLOCK_GAME], &from) != OX_OK)
        return;
    SAY("%d steps, %d by hand and %u of the clock; saved, the clock shows %u and the next 40 ms are %d steps",
        steps, by_hand, (unsigned)stepped, (unsigned)ox_clock_ticks(&clocks.clock[OX_CLOCK_GAME]),
        ox_loop_advance(&other, 40000));
    ox_loop_set_step(&other, 16000, 1);
    SAY("of steps of 16 ms they are %d; 90 steps at 50 a second are %d/65536 s",
        ox_loop_advance(&other, 40000), (int)ox_seconds(90, 50));
}

/* 5. The events of a day are worked out, not drawn: they can be asked for at any time, and are the same for
 * everybody. A film runs backward along the clock of the game, and a counter of 16 bits is read as if it never
 * wrapped. */
static uint32_t read_counter(void *machine) { return *(const uint32_t *)machine & 0xFFFFu; }

static void show_days(ox_log *out) {
    static const ox_calendar_rule fair = {
        .name = OX_NAME("fair"), .chance = 16384, .first = 100, .last = 199, .kinds = 3};
    const ox_calendar calendar = {.seed = 7, .length = 1000};
    ox_calendar_event event;
    uint32_t days = 0, hardware = 65000;
    ox_time_counter counter;
    for (uint32_t day = 0; day < 40; day++) days += ox_calendar_ask(&calendar, &fair, day, &event);
    bool found = ox_calendar_next(&calendar, &fair, 20000, 40, &event);
    SAY("fairs on %u of 40 days; the first from day 20 on is on day %u", (unsigned)days,
        found ? (unsigned)event.period : 0u);
    ox_timeline film = ox_timeline_reverse(500, 60);
    int64_t begun = ox_timeline_local(&film, 500), later = ox_timeline_local(&film, 530);
    ox_timeline_set_rate(&film, 530, -2 * FX_ONE);
    SAY("the film at 500, 530 and 540: %d, %d, %d", (int)begun, (int)later,
        (int)ox_timeline_local(&film, 540));
    ox_counter_init(&counter, 16, true, read_counter, &hardware);
    uint64_t before = ox_counter_read(&counter);
    hardware = 200;
    ox_counter_overflow(&counter);
    SAY("a counter of 16 bits went on by %u; a wait of 90 steps is %u/300 s, of 2 s %u steps",
        (unsigned)(ox_counter_read(&counter) - before), (unsigned)ox_units_of_ticks(90, 60),
        (unsigned)ox_ticks_of_units(600, 60));
}

void example(plat *platform, ox_log *out) {
    static _Alignas(4) uint8_t storage[OX_REQUESTS_BYTES(8)];
    static clockwork c;
    ox_requests requests;
    ox_loop loop;
    ox_clock game;
    (void)platform;

    /* 6. Sixty steps a second. Speeds are stated a second and converted once: 90 degrees a second are 1.5 a
     * step. */
    ox_loop_init(&loop, 60, false);
    c.turn = ox_rate_step(90 * FX_ONE, &loop);
    SAY("90 degrees a second are %d/65536 a step", (int)c.turn);

    /* 7. A bell four times a second, by the game's clock. */
    ox_clock_init(&game, 0);
    ox_timers_init(&c.timers, c.slots, 4, calls, 1, &c);
    ox_timer bell = {.name = SID("bell"), .period = ox_rate_steps(250, &loop), .argument = 1};
    if (ox_timers_add(&c.timers, bell, bell.period) != OX_OK) return;
    if (ox_requests_init(&requests, storage, 8, kinds, 1, &c) != OX_OK) return;

    /* 8. Frames come as they like: the loop turns them into whole steps. In the second half the clock runs
     * at a quarter. */
    static const uint32_t frames[] = {16667, 33333, 8000, 25334, 50000, 16666};
    uint32_t step = 0, asked = 0, degrees = 1;
    ox_handle ticket = OX_HANDLE_NONE;
    for (int half = 0; half < 2; half++) {
        uint32_t steps = 0;
        ox_clock_set_scale(&game, half == 0 ? FX_ONE : FX_ONE / 4);
        for (uint64_t time = 0, i = 0; time < 1000000; time += frames[i % 6], i++) {
            for (int n = ox_loop_advance(&loop, frames[i % 6]); n > 0; n--) {
                uint64_t ticks = ox_clock_update(&game, 1); /* 1 or 0: the clock's own step */
                steps++, step++;
                ox_requests_run(&requests, NULL);
                uint32_t answer;
                if (ox_requests_look(&requests, ticket, &answer, sizeof answer) == OX_LATENT_DONE)
                    SAY("asked in step %u, answered in step %u: %u degrees", (unsigned)asked, (unsigned)step,
                        (unsigned)answer);
                if (ticks == 0) continue;
                c.angle += c.turn;
                ox_timers_update(&c.timers, ox_clock_ticks(&game));
                if (ox_clock_ticks(&game) != 30) continue;
                ticket = ox_requests_ask(&requests, 0, 0, &degrees, sizeof degrees);
                asked = step;
            }
        }
        SAY("a second at %s speed: %u steps, hand at %d degrees, %u rings",
            half == 0 ? "full" : "a quarter of the", (unsigned)steps, (int)(c.angle / FX_ONE),
            (unsigned)c.rung);
    }

    /* Things not wanted any more are taken back: the bell, and a question whose answer nobody waits for. */
    const uint32_t silence = ox_timers_remaining(&c.timers, 0, SID("bell"));
    const bool silenced = ox_timers_cancel(&c.timers, 0, SID("bell"));
    const uint32_t before = requests.roster.count;
    ticket = ox_requests_ask(&requests, 0, 5, &degrees, sizeof degrees);
    if (ox_requests_ask(&requests, 0, 6, &degrees, sizeof degrees).bits == 0) return;
    if (!ox_requests_cancel(&requests, ticket) || ox_requests_cancel_of(&requests, 6) != 1) return;
    SAY("a bell that would ring in %u ticks is %s; the questions are %s", (unsigned)silence,
        silenced ? "silenced" : "not there", requests.roster.count == before ? "as before" : "others");

    /* 9. Pictures are paced apart from the steps; without a clock to wait for, every frame follows the one
     * before. */
    static const ox_pace_timer none = {NULL, NULL, NULL, NULL, NULL};
    ox_pace pace;
    ox_pace_init(&pace, OX_PACE_GOVERN, 30000, &none, NULL);
    ox_pace_wait(&pace);
    SAY("a machine without a clock runs %s", pace.mode == OX_PACE_FREE ? "free" : "governed");
    show_rates(out);
    show_standing_still(out);
    show_days(out);
}
