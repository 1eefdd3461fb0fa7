/* The scheduler of subsystems: each runs at a rate of its own, as an exact fraction of the steps.
 *
 *     ox_schedule_init(&s, entries, 8, 60000);                        60 steps a second
 *     ox_schedule_add(&s, (ox_subsystem){.run = physics, .context = world, .rate = 120000, .priority = 2});
 *     ox_schedule_add(&s, (ox_subsystem){.run = thoughts, .context = world, .rate = 2000, .deadline = 4000});
 *     each step: ox_schedule_tick(&s, started);
 *
 * Rates are in thousandths of a Hertz. At each step an entry's phase grows by its rate, and it runs once for
 * every whole base in it: 120 Hz runs twice a step, 20 Hz at steps 3, 6, 9..., and over any time no call is
 * lost or gained. What runs in one step runs by priority, the highest first, and in the order of adding among
 * equals; all calls of one entry come together. The usual rates: pictures 24 and more, physics 120, animation
 * 30 or 60, a character's thoughts 1 or 2, sound 60, a server 20.
 *
 * Deadlines are soft: an entry whose call ends more than its deadline after the step was due is counted, and
 * goes on. What a step does never depends on them. (GEA 1.2, 7.2.) Cost: 19 instructions an entry that does
 * not run. */
#ifndef OXCART_KERNEL_LOOP_SCHEDULE_H
#define OXCART_KERNEL_LOOP_SCHEDULE_H

#include "kernel/bytes/stream.h"

typedef struct ox_subsystem {
    void (*run)(void *context);
    void *context;
    uint32_t rate;     /* in 1/1000 Hz, at most 64 calls a step; 0 pauses it */
    uint32_t phase;    /* 0..base - 1: how much of the way to its first call it has gone already */
    uint32_t deadline; /* microseconds from when the step was due to the end of the call; 0 = none */
    uint8_t priority;  /* the highest first */
    uint32_t calls;    /* since it was added */
    uint32_t missed;   /* calls that ended behind the deadline */
    uint32_t latest;   /* the longest that a call ended after its step was due, microseconds */
} ox_subsystem;

typedef struct ox_schedule {
    ox_subsystem *entries; /* by priority */
    uint32_t count, capacity;
    uint32_t base; /* steps a second, in 1/1000 */
    uint64_t (*now)(void *machine);
    void *machine;
} ox_schedule;

#define OX_SCHEDULE_CALLS 64u

/* base: 1 to 2^24 thousandths. Until a clock is set no deadlines are watched. */
void ox_schedule_init(ox_schedule *schedule, ox_subsystem *entries, uint32_t capacity, uint32_t base);
void ox_schedule_clock(ox_schedule *schedule, uint64_t (*now)(void *machine), void *machine);

/* OX_FULL, or OX_BAD_ARGUMENT without a function, with a rate too high or a phase not below the base. */
FX_MUST_CHECK ox_status ox_schedule_add(ox_schedule *schedule, ox_subsystem subsystem);

/* The entry with this function and context, NULL when there is none; its rate may be changed. And: removes
 * it. */
ox_subsystem *ox_schedule_find(const ox_schedule *schedule, void (*run)(void *context), const void *context);
FX_MUST_CHECK ox_status ox_schedule_remove(ox_schedule *schedule, void (*run)(void *context),
                                           const void *context);

/* One step; `due` is when it was to begin, by the same clock, for the deadlines. No entry may be added or
 * removed by those that run. */
void ox_schedule_tick(ox_schedule *schedule, uint64_t due);

/* The phase of member `index` of `count` alike, so that their calls are spread evenly. */
uint32_t ox_schedule_phase(const ox_schedule *schedule, uint32_t index, uint32_t count);

/* For objects too many to be entries: whether it is this one's turn, once every `period` steps; neighbours
 * take turns. period 0 counts as 1. */
static inline bool ox_schedule_turn(uint32_t tick, uint32_t object, uint32_t period) {
    return period <= 1 || (tick + object) % period == 0;
}

/* The phases, for images of the simulation: the same entries must be there when they are read back.
 * OX_BAD_DATA changes nothing. */
void ox_schedule_save(const ox_schedule *schedule, ox_writer *to);
FX_MUST_CHECK ox_status ox_schedule_restore(ox_schedule *schedule, ox_reader *from);

#endif
