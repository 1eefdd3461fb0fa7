/* The fixed-step loop: turns measured frame times into whole steps of a fixed length, exactly, and says how
 * far the picture lies between two of them.
 *
 *     int steps = ox_loop_advance(&loop, elapsed_microseconds);
 *     while (steps-- > 0) { ... one step ...; }
 *     draw(state, ox_loop_fraction(&loop));                          kernel/loop/blend.h
 *
 * A step is length/rate microseconds long; 60 a second are 1,000,000/60. Time is counted in units of 1/rate
 * microsecond, of which a step holds exactly `length`: 1/60 s is never rounded, and after hours the steps are
 * what the clock says to the last microsecond. A frame that has to catch up runs several steps, `most` at
 * most; what is left then is dropped by whole steps and counted, so that the game slows down instead of
 * hanging. Hence a step must be worked out in less than its own length on the slowest port. (Accumulator
 * loop: Glenn Fiedler, "Fix your timestep", 2004; Robert Nystrom, Game Programming Patterns, "Game Loop";
 * GEA 7.5.)
 *
 * A measured time passes, in this order: the guard, which removes pauses of the machine; fixed_time, which replaces
 * the time; scale, which stretches it with the remainder carried, so that slow motion loses nothing and the length of
 * the step stays. */
#ifndef OXCART_KERNEL_LOOP_H
#define OXCART_KERNEL_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include "fixedmath/types.h"
#include "kernel/bytes/stream.h"
#include "kernel/debug/log.h"

/* The treatment of a frame that took longer than the guard: the machine slept, a debugger held it, a window was
 * dragged. */
typedef enum ox_loop_guard {
    OX_LOOP_RESUME, /* the frame counts as one step, as if no time had passed */
    OX_LOOP_CLAMP   /* the frame counts as the guard's length */
} ox_loop_guard;

typedef struct ox_loop {
    uint32_t rate;       /* units of a microsecond, 1..1000: steps per second while length is 1,000,000 */
    uint32_t length;     /* units of a step, 1..2^31 - 1 */
    uint32_t lag;        /* time not yet stepped, in units: below `length` between frames */
    uint32_t most;       /* steps of one frame at most */
    uint32_t guard_time; /* microseconds; at most 10^9 */
    ox_loop_guard guard;
    bool per_frame; /* every frame is exactly one step: deterministic runs, machines without a clock */
    bool paused;
    bool single;         /* one step was asked for while paused */
    uint32_t fixed_time; /* microseconds that every frame counts as, 0 = as measured */
    uint32_t scale;      /* Q16.16: OX_LOOP_UNSCALED, less for slow motion, 0 stands still; below 256.0 */
    uint32_t scale_rest; /* remainder of the last scaled time, in 1/65536 unit */
    uint32_t steps;      /* steps since the start */
    uint32_t dropped;    /* whole steps thrown away because a frame had to catch up with more than `most` */
    uint32_t guarded;    /* frames that the guard changed, those of negative time included */
    uint32_t backward;   /* guarded frames whose time was negative */
    ox_log *log;         /* log of negative times, a line each; or NULL */
} ox_loop;

#define OX_LOOP_SECOND 1000000u /* microseconds; also one step in units of `lag` */
#define OX_LOOP_MOST 5
#define OX_LOOP_GUARD 100000u
#define OX_LOOP_UNSCALED 65536u
#define OX_LOOP_LEAST 1000u /* microseconds that a scaled or fixed time is at least, unless scaled by 0 */

/* Begins at step 0 with `rate` steps per second (0 counts as 60, above 1000 as 1000), at most 5 steps a frame, frames
 * above 0.1 s resumed. The fields may be changed afterwards. */
void ox_loop_init(ox_loop *loop, uint32_t rate, bool per_frame);

/* Sets steps of length/rate microseconds, for step rates that are no whole number a second: 16 ms is (16000, 1), the
 * Game Boy Advance's refresh (280896 * 1000 / 16777, 1000). A value out of range asserts and takes the nearest. */
void ox_loop_set_step(ox_loop *loop, uint32_t length, uint32_t rate);

/* Takes one frame's measured time (negative counts as 0) and returns how many steps to run now. While paused:
 * 0, or 1 after ox_loop_step; the time of paused frames is dropped. Costs about 50 ARM instructions. */
int ox_loop_advance(ox_loop *loop, int64_t elapsed);

/* How far the picture is past the last step, 0 .. 65535 of a step; 0 in per_frame mode. */
uf16 ox_loop_fraction(const ox_loop *loop);

/* Multiplies the speed of the clock, Q16.16; a value out of range asserts and takes the nearest. */
void ox_loop_set_scale(ox_loop *loop, uint32_t scale);

void ox_loop_pause(ox_loop *loop, bool paused);
void ox_loop_step(ox_loop *loop); /* one step at the next advance while paused; nothing while running */

/* The state that the simulation depends on: steps and lag, the speed, whether the loop is paused. The rates must be
 * the same when the state is read back; OX_BAD_DATA changes nothing. */
void ox_loop_save(const ox_loop *loop, ox_writer *to);
FX_MUST_CHECK ox_status ox_loop_restore(ox_loop *loop, ox_reader *from);

#endif
