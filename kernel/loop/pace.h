/* Pacing: how long a frame waits for the next one, how many steps are due then, and whether the picture is drawn.
 *
 *     ox_pace_init(&pace, OX_PACE_GOVERN, 30000, &timer, machine);     30.000 frames a second
 *     do {
 *         run(pace.ticks);
 *         if (pace.draws) draw();
 *     } while (ox_pace_wait(&pace), playing);
 *
 *     FREE    never waits: benchmarks, headless runs
 *     GOVERN  sleeps until an absolute deadline, start + k/rate; thirds of a microsecond are carried, so that 30
 *             frames take 1 s and not 0.99. A late frame waits for the deadline after it: hopping to and fro between
 *             two rates is worse than a slower rate.
 *     VBLANK  waits for the display; the steps due are the refreshes that went by, so that 60 and 50 Hz games play
 *             at their speed when a picture takes two refreshes
 *     SAVE    as GOVERN, with the processor halted until an interrupt instead of sleeping
 *
 * With `skip` set, GOVERN and SAVE answer a late frame by not waiting and not drawing the next picture, so that the
 * steps keep their rate; after most_skips in a row a picture is drawn all the same, and when the delay exceeds
 * most_ticks frames it is forgiven and counted in `dropped`. Pacing changes when steps run and what is drawn, never
 * what a step does: the simulation gets whole steps in every mode. To step by measured time instead, leave `ticks`
 * alone and ask the loop (loop.h).
 *
 * The display's rate is the one that the machine gives, not 60: 50 Hz (PAL) and 59.7275 Hz exist. (GPP, "Game Loop";
 * GEA 7.5.) Cost besides waiting: 100 instructions. */
#ifndef OXCART_KERNEL_LOOP_PACE_H
#define OXCART_KERNEL_LOOP_PACE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum ox_pace_mode { OX_PACE_FREE, OX_PACE_GOVERN, OX_PACE_VBLANK, OX_PACE_SAVE } ox_pace_mode;

/* The machine's clock and waits. A member is NULL where the machine cannot do it: without `now` every mode is FREE,
 * without vblank VBLANK becomes GOVERN at the display's rate, without wait or halt the clock is watched. */
typedef struct ox_pace_timer {
    uint64_t (*now)(void *machine);                     /* microseconds, never going backwards */
    void (*wait)(void *machine, uint32_t microseconds); /* may return early or late */
    void (*halt)(void *machine);        /* stops until an interrupt, at the latest until the next refresh */
    uint32_t (*vblank)(void *machine);  /* waits for the next refresh; number of refreshes so far, wrapping */
    uint32_t (*refresh)(void *machine); /* rate of the display, in 1/1000 Hz; NULL and 0: 60,000 */
} ox_pace_timer;

#define OX_PACE_SKIPS 3u
#define OX_PACE_TICKS 5u

typedef struct ox_pace {
    const ox_pace_timer *timer;
    void *machine;
    ox_pace_mode mode;
    uint32_t rate;              /* frames a second, in 1/1000 */
    uint64_t deadline;          /* deadline of the frame under way */
    uint32_t whole, part, rest; /* a frame is whole + part/rate microseconds; rest < rate is carried */
    uint32_t refreshes;         /* refreshes of the display, at the last wait */
    uint32_t skipped_row;       /* pictures skipped in a row */
    bool skip;                  /* whether late frames skip pictures; false at first */
    uint32_t most_skips, most_ticks;
    uint64_t frame_start;

    /* answers of the last wait */
    uint32_t ticks;  /* steps due now: 1 or more */
    bool draws;      /* whether the picture is to be drawn */
    uint32_t worked; /* microseconds that the last frame worked, and then waited */
    uint32_t waited;

    /* counts since the start */
    uint32_t frames, overruns, skipped;
    uint32_t dropped; /* frames of delay or refreshes that were forgiven */
    uint64_t work_time, wait_time;
} ox_pace;

/* Begins pacing now. rate is used by GOVERN and SAVE: 1000..1,000,000 thousandths of frames a second, 0 = the
 * display's rate. */
void ox_pace_init(ox_pace *pace, ox_pace_mode mode, uint32_t rate, const ox_pace_timer *timer, void *machine);

/* Ends a frame: waits as the mode says and fills in the answers. */
void ox_pace_wait(ox_pace *pace);

/* The idle share of the time so far, in 1/1000. */
uint32_t ox_pace_idle(const ox_pace *pace);

#endif
