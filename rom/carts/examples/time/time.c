/* A clockwork: a loop of fixed steps, speeds a second, slow motion, a timer, and answers that come a tick
 * later. */
#include "kernel/loop/pace.h"
#include "kernel/loop/rate.h"
#include "kernel/names/id.h"
#include "kernel/task/request.h"
#include "kernel/time/clock.h"
#include "kernel/time/timer.h"
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

void example(plat *platform, ox_log *out) {
    static _Alignas(4) uint8_t storage[OX_REQUESTS_BYTES(8)];
    static clockwork c;
    ox_requests requests;
    ox_loop loop;
    ox_clock game;
    (void)platform;

    /* 3. Sixty steps a second. What moves is said a second and converted once: 90 degrees a second are 1.5 a
     * step. */
    ox_loop_init(&loop, 60, false);
    c.turn = ox_rate_step(90 * FX_ONE, &loop);
    SAY("90 degrees a second are %d/65536 a step", (int)c.turn);

    /* 4. A bell four times a second, by the game's clock. */
    ox_clock_init(&game, 0);
    ox_timers_init(&c.timers, c.slots, 4, calls, 1, &c);
    ox_timer bell = {.name = SID("bell"), .period = ox_rate_steps(250, &loop), .argument = 1};
    if (ox_timers_add(&c.timers, bell, bell.period) != OX_OK) return;
    if (ox_requests_init(&requests, storage, 8, kinds, 1, &c) != OX_OK) return;

    /* 5. Frames come as they like: the loop turns them into whole steps. In the second half the clock runs
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

    /* 6. Pictures are paced apart from the steps; without a clock to wait for, every frame follows the one
     * before. */
    static const ox_pace_timer none = {NULL, NULL, NULL, NULL, NULL};
    ox_pace pace;
    ox_pace_init(&pace, OX_PACE_GOVERN, 30000, &none, NULL);
    ox_pace_wait(&pace);
    SAY("a machine without a clock runs %s", pace.mode == OX_PACE_FREE ? "free" : "governed");
}
