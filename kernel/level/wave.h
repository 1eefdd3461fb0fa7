/* Waves: enemies that come by the clock, faster and faster, or exactly by a table.
 *
 *     static const ox_wave_entry table[] = {{120, OX_NAME("zero"), {0, FX(20), 0}, 0}, ...};  sorted by tick
 *     ox_waves waves;
 *     ox_waves_begin_list(&waves, table, 5, spawn, game);
 *
 *     static const ox_wave_plan plan = {.type = OX_NAME("orc"), .boss = OX_NAME("ogre"), .interval = 180,
 *                                       .shrink = 6, .least = 60, .boss_after = 30, .low = .., .high = ..};
 *     ox_waves_begin_timer(&waves, &plan, &random_stream, spawn, game);
 *     each tick:  ox_waves_tick(&waves);
 *     the screen: ox_waves_countdown(&waves)                    ticks to the next one; UINT32_MAX: none comes
 *
 * TIMER: the first enemy comes after `interval` ticks, and each later interval is `shrink` ticks shorter, down to
 * `least`. After `boss_after` enemies comes the boss (0: never), and the timer goes on, or ends when `ends` is set.
 * Places are drawn evenly from the box low..high out of a stream of the simulation.
 *
 * LIST: entry i comes in its tick, counted from the start; several entries may share a tick. A type of 0 is a mark:
 * it makes nothing and counts one wave up, so that "wave 3 in 5 seconds" can be shown before its first enemy.
 *
 * `spawn` makes the enemy; a failure is counted and the clock goes on. A pause stops the clock. The state of waves is
 * one record with a descriptor (ox_waves_record): it is saved, hashed and rewound like any other; the random stream
 * saves itself. (Madhav 13 and 14.)
 *
 * Cost, Cortex-M3 instructions: a tick in which nothing comes 20. Bytes: 28 of state. */
#ifndef OXCART_KERNEL_LEVEL_WAVE_H
#define OXCART_KERNEL_LEVEL_WAVE_H

#include "fixedmath/random.h"
#include "fixedmath/types.h"
#include "kernel/type/type.h"

/* An entry of a list; const. */
typedef struct ox_wave_entry {
    uint32_t tick;
    ox_id type; /* 0: a new wave begins */
    vec3 place;
    uint32_t parameters; /* the cart's own meaning */
} ox_wave_entry;

/* The plan of a timer; const. */
typedef struct ox_wave_plan {
    ox_id type, boss;
    uint32_t interval, shrink, least; /* ticks; least is 1 or more */
    uint32_t boss_after;              /* enemies that come before the boss; 0: no boss */
    bool ends;                        /* the timer ends with the boss */
    vec3 low, high;                   /* box of places; low nowhere above high */
} ox_wave_plan;

/* Makes an enemy. False: it could not be made. `number`: how many came before. */
typedef bool ox_wave_spawn(void *context, ox_id type, vec3 place, uint32_t parameters, uint32_t number);

/* The saved state of waves. */
typedef struct ox_wave_state {
    uint32_t tick;     /* ticks since the start */
    uint32_t next;     /* timer: tick of the next enemy */
    uint32_t interval; /* timer: ticks from the next enemy to the one after */
    uint32_t cursor;   /* list: next entry; timer: enemies that came */
    uint32_t wave;     /* marks passed, or bosses that came */
    uint32_t failed;   /* enemies that could not be made */
    uint8_t paused, over, spare[2];
} ox_wave_state;
extern const ox_type ox_waves_record;

typedef struct ox_waves {
    ox_wave_state state;
    const ox_wave_entry *entries;
    uint32_t count;
    const ox_wave_plan *plan; /* NULL: a list */
    rng32 *random;
    ox_wave_spawn *spawn;
    void *context;
} ox_waves;

/* Begin waves. OX_BAD_DATA for a list that is not sorted, or a plan that makes no sense; the waves are over then. */
FX_MUST_CHECK ox_status ox_waves_begin_list(ox_waves *waves, const ox_wave_entry *entries, uint32_t count,
                                            ox_wave_spawn *spawn, void *context);
FX_MUST_CHECK ox_status ox_waves_begin_timer(ox_waves *waves, const ox_wave_plan *plan, rng32 *random,
                                             ox_wave_spawn *spawn, void *context);

void ox_waves_tick(ox_waves *waves);
static inline void ox_waves_pause(ox_waves *waves, bool paused) { waves->state.paused = paused; }

/* Ticks until the next entry (enemy, boss or mark), 1 or more; UINT32_MAX: none comes. */
uint32_t ox_waves_countdown(const ox_waves *waves);

#endif
