/* Where a clip stands at a tick: worked out from whole ticks, never from the time before, so no error builds up.
 *
 *     ox_clip_clock clock = {.start = tick, .rate = FX(1.5)};
 *     ox_clip_moment now = ox_clip_clock_at(&clock, clip, tick, fraction, 60);
 *     ox_pose_sample(clip, now.time, local, count);                if (now.done) ...
 *     ox_clip_clock_rate(&clock, clip, tick, 60, -FX_ONE);         from here on backwards, without a jump
 *
 * Time is base + (tick - start) * step with step in 2^-32 frames: after an hour it is off by less than a thousandth of a frame, and
 * two clocks with one start and rate stay in step for ever, whoever reads them when. A looping clip runs for ever, or `loops` times,
 * after which its end is held; one that does not loop runs once. Backwards it begins at its end and is done at 0. (GEA 11.4.1 to
 * 11.4.3; local and global clocks.) */
#ifndef OXCART_KERNEL_ANIMATION_CLOCK_H
#define OXCART_KERNEL_ANIMATION_CLOCK_H

#include "rom/clip.h"

typedef struct ox_clip_clock {
    uint32_t start; /* tick */
    fx base;        /* frames at that tick; counted from the end where the rate is below 0 */
    fx rate;        /* 1.0 as it was made; 0 holds */
    uint16_t loops; /* of a looping clip: how often, 0 for ever */
} ox_clip_clock;

typedef struct ox_clip_moment {
    fx time;   /* in the clip: below its frames where it loops, else up to them */
    bool done; /* the clip has reached its end (or, backwards, its begin) */
} ox_clip_moment;

/* Frames of 2^-32 that pass in a tick. `ticks` are those of a second, 1..65535. */
int64_t ox_clip_step(const uint8_t *clip, fx rate, uint32_t ticks);

/* The moment at `fraction` of a tick after `tick`. Before the start the clip has not begun, and stands at its begin. */
ox_clip_moment ox_clip_clock_at(const ox_clip_clock *clock, const uint8_t *clip, uint32_t tick, uf16 fraction,
                                uint32_t ticks);

/* Sets another rate, or another time, from `tick` on: the clock starts anew there. Rounds of `loops` that are over are
 * taken off. */
void ox_clip_clock_rate(ox_clip_clock *clock, const uint8_t *clip, uint32_t tick, uint32_t ticks, fx rate);
void ox_clip_clock_seek(ox_clip_clock *clock, const uint8_t *clip, uint32_t tick, fx time);

#endif
