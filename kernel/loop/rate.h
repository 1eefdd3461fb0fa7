/* Rates: data says how much a second, the simulation needs how much a step.
 *
 *     fx step = ox_rate_step(FX(150), &loop);                 150 pixels a second: 5.0 at 30 Hz, 2.5 at 60 Hz
 *     position += step;                                       each step
 *
 * All speeds, turns and growths stand in data per second and are converted once, when they are loaded, so that a game
 * plays alike whatever its step is. Two ways are wrong: to move by a fixed distance a frame, which doubles the game's
 * speed on a machine that is twice as fast, and to move by speed times the measured time of the last frame, which
 * gives another path on every machine (tests/unit/kernel/loop/loop_rate_test.c shows how far apart such paths come).
 *
 * The result is rounded to the nearest 1/65536, so over n steps a movement is off by n/131072 at most.
 * (Madhav 1; GEA 7.5; Nystrom, "Game Loop".) */
#ifndef OXCART_KERNEL_LOOP_RATE_H
#define OXCART_KERNEL_LOOP_RATE_H

#include "fixedmath/types.h"
#include "kernel/loop/loop.h"

/* The rate per step of `length`/`rate` microseconds, as in loop.h; rounded to nearest, halves away from zero. Rates
 * beyond the range of an fx saturate. */
static inline fx ox_rate_per_step(fx per_second, uint32_t length, uint32_t rate) {
    int64_t all = (int64_t)per_second * (int64_t)length, second = (int64_t)rate * OX_LOOP_SECOND;
    int64_t step = all >= 0 ? (all + second / 2) / second : -((-all + second / 2) / second);
    return step > INT32_MAX ? INT32_MAX : step < INT32_MIN ? INT32_MIN : (fx)step;
}

static inline fx ox_rate_step(fx per_second, const ox_loop *loop) {
    return ox_rate_per_step(per_second, loop->length, loop->rate);
}

/* The number of steps of a time in data, rounded to nearest, at least 1 for any time above 0. */
static inline uint32_t ox_rate_steps(uint32_t milliseconds, const ox_loop *loop) {
    uint64_t units = (uint64_t)milliseconds * 1000u * loop->rate;
    uint64_t steps = (units + loop->length / 2u) / loop->length;
    return steps == 0 && milliseconds > 0 ? 1u : steps > UINT32_MAX ? UINT32_MAX : (uint32_t)steps;
}

/* Steps a second while a step is 1/rate of one; 60 for a loop that has not begun. */
static inline uint32_t ox_loop_rate(const ox_loop *loop) { return loop->rate == 0 ? 60 : loop->rate; }

#endif
