/* The fixed-step loop: turns measured frame times into whole steps of 1/rate second, exactly, and says how
 * far the picture lies between two of them.
 *
 *     int steps = ox_loop_advance(&loop, elapsed_microseconds);
 *     while (steps-- > 0) { ... one step ...; }
 *     draw(state, ox_loop_fraction(&loop));
 *
 * Time is counted in units of 1/rate microsecond, of which a step holds exactly 1,000,000: 1/60 s is never
 * rounded, and after hours the steps are what the clock says to the last microsecond. (Accumulator loop:
 * Glenn Fiedler, "Fix your timestep", 2004; Robert Nystrom, Game Programming Patterns, "Game Loop".) */
#ifndef OXCART_KERNEL_LOOP_H
#define OXCART_KERNEL_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include "fixedmath/types.h"

/* What becomes of a frame that took longer than the guard: the machine slept, a debugger held it, a window
 * was dragged. */
typedef enum ox_loop_guard {
    OX_LOOP_RESUME, /* it counts as one step, as if nothing had been */
    OX_LOOP_CLAMP   /* it counts as the guard's length */
} ox_loop_guard;

typedef struct ox_loop {
    uint32_t rate;       /* steps per second, 1..1000 */
    uint32_t lag;        /* time not yet stepped, in 1/rate microseconds: below 1,000,000 between frames */
    uint32_t most;       /* steps of one frame at most */
    uint32_t guard_time; /* microseconds */
    ox_loop_guard guard;
    bool per_frame; /* every frame is exactly one step: deterministic runs, machines without a clock */
    bool paused;
    bool single;      /* one step was asked for while paused */
    uint32_t steps;   /* since the start */
    uint32_t dropped; /* whole steps thrown away because a frame had to catch up with more than `most` */
    uint32_t guarded; /* frames that the guard cut, negative times included */
} ox_loop;

#define OX_LOOP_SECOND 1000000u /* microseconds; also one step in units of `lag` */
#define OX_LOOP_MOST 5
#define OX_LOOP_GUARD 100000u

/* Begins at step 0 with `rate` steps per second (0 counts as 60, above 1000 as 1000), at most 5 steps a
 * frame, frames above 0.1 s resumed. Change the fields afterwards for anything else. */
void ox_loop_init(ox_loop *loop, uint32_t rate, bool per_frame);

/* Takes one frame's measured time (negative counts as 0) and returns how many steps to run now. While paused:
 * 0, or 1 after ox_loop_step; the time of paused frames is dropped. Costs about 40 ARM instructions. */
int ox_loop_advance(ox_loop *loop, int64_t elapsed);

/* How far the picture is past the last step, 0 .. 65535 of a step; 0 in per_frame mode. */
uf16 ox_loop_fraction(const ox_loop *loop);

void ox_loop_pause(ox_loop *loop, bool paused);
void ox_loop_step(ox_loop *loop); /* one step at the next advance; nothing while running */

#endif
