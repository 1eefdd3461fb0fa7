/* Clocks that can be paused and scaled, and timelines that map one clock to another.
 *
 *     ox_clock_update(&game, real_cycles);            once a frame: adds real_cycles * scale
 *     ox_clock_set_scale(&game, FX_ONE / 4);          bullet time
 *     ox_clock_set_paused(&game, true);
 *     ox_clock_step(&game, 16667);                    one step while paused
 *
 * A fraction of a cycle that a scale leaves over is carried: at a scale of 1/4 a second takes four seconds exactly,
 * whatever the frames were. A clock counts cycles, of any length: microseconds, ticks. Make as many clocks as there are
 * times that can stop separately: real time, the game, menus (which go on while the game is paused), a movie, each clip
 * or object that plays at a speed of its own.
 *
 * ox_loop_set_scale slows the simulation, or a loop that is fed with the cycles that ox_clock_update returns. So a step
 * stays as long as it is, and slow motion is interpolated. Games offer 0.5, 1, 2, 4; sports clocks run at about 2. (GEA
 * 7.4-7.5.) Cost: update 21 instructions, a timeline 34. */
#ifndef OXCART_KERNEL_TIME_CLOCK_H
#define OXCART_KERNEL_TIME_CLOCK_H

#include "fixedmath/types.h"
#include "kernel/bytes/stream.h"

typedef struct ox_clock {
    uint64_t cycles;    /* since the start */
    fx scale;           /* 0 or more */
    uint32_t remainder; /* in 1/65536 cycle */
    bool paused;
} ox_clock;

/* Begins at `cycles`, running, with scale 1. */
void ox_clock_init(ox_clock *clock, uint64_t cycles);

/* Lets `real` cycles of the clock's source go by; returns how many cycles of the clock did. */
uint64_t ox_clock_update(ox_clock *clock, uint32_t real);

void ox_clock_set_paused(ox_clock *clock, bool paused);

/* A negative scale asserts and counts as 0: only timelines run backward. */
void ox_clock_set_scale(ox_clock *clock, fx scale);

/* Lets one step go by on a paused clock, scaled as ever, and returns its cycles. On a running clock nothing happens,
 * and 0 is returned. */
uint64_t ox_clock_step(ox_clock *clock, uint32_t step);

/* The low 32 bits of the cycles, for timers and other counts of ticks. */
static inline uint32_t ox_clock_ticks(const ox_clock *clock) { return (uint32_t)clock->cycles; }

/* Save and restore a clock in 17 bytes; OX_BAD_DATA changes nothing. */
void ox_clock_save(const ox_clock *clock, ox_writer *to);
FX_MUST_CHECK ox_status ox_clock_restore(ox_clock *clock, ox_reader *from);

/* ---- the console's clocks ---- */

typedef enum ox_clock_name {
    OX_CLOCK_REAL,
    OX_CLOCK_GAME,
    OX_CLOCK_UI,
    OX_CLOCK_MOVIE,
    OX_CLOCKS
} ox_clock_name;

typedef struct ox_clocks {
    ox_clock clock[OX_CLOCKS];
} ox_clocks;

void ox_clocks_init(ox_clocks *clocks);
void ox_clocks_update(ox_clocks *clocks, uint32_t real);

/* ---- timelines ---- */

/* A local time that runs at `rate` against a global one: local = (global - origin) * rate. A negative rate
 * plays backward. Timelines serve clips, tracks and ways of objects along paths. */
typedef struct ox_timeline {
    int64_t origin; /* a global time */
    int64_t start;  /* the local time at the origin, in 1/65536 */
    fx rate;
} ox_timeline;

#define OX_TIMELINE_RATE_MOST ((fx)(32 * 65536))
#define OX_TIMELINE_SPAN_MOST ((int64_t)1 << 40) /* global time from the origin; local times: +-2^45 */

/* A timeline whose local time is `local` when the global one is `now`. Rates beyond +-32 assert and are clamped. */
ox_timeline ox_timeline_begin(int64_t now, int64_t local, fx rate);

/* A timeline that plays a clip of `length` from its end to its beginning: local = length at `now`, and exactly 0 at now
 * + length.
 */
static inline ox_timeline ox_timeline_reverse(int64_t now, int64_t length) {
    return ox_timeline_begin(now, length, -FX_ONE);
}

/* The local time at the global time `now`, rounded down. Beyond OX_TIMELINE_SPAN_MOST from the origin the local time
 * stands still. */
int64_t ox_timeline_local(const ox_timeline *timeline, int64_t now);

/* Changes the rate from `now` on, without a jump; the fraction of the local time is kept. */
void ox_timeline_set_rate(ox_timeline *timeline, int64_t now, fx rate);

#endif
