/* The scheduler of subsystems: each runs at a rate of its own, as an exact fraction of the steps.
 *
 *     ox_schedule_init(&s, entries, 8, 60000);                        60 steps a second
 *     ox_schedule_add(&s, (ox_subsystem){.run = physics, .context = world, .rate = 120000, .priority = 2});
 *     ox_schedule_add(&s, (ox_subsystem){.run = thoughts, .context = world, .rate = 2000, .deadline = 4000});
 *     each step: ox_schedule_tick(&s, started);
 *
 * Rates are in thousandths of a Hertz. At each step an entry's phase grows by its rate, and it runs once for every
 * whole base in it: 120 Hz runs twice a step, 20 Hz at steps 3, 6, 9..., and over any time no call is lost or gained.
 * Entries of one step run by priority, the highest first, and in the order of adding among equals; all calls of one
 * entry come together. The usual rates: pictures 24 and more, physics 120, animation 30 or 60, a character's thoughts
 * 1 or 2, sound 60, a server 20.
 *
 * Deadlines are soft: an entry whose call ends more than its deadline after the step was due is counted, and goes on.
 * No step's work depends on deadlines. (GEA 1.2, 7.2.) Cost: 19 instructions an entry that does not run. */
#ifndef OXCART_KERNEL_LOOP_SCHEDULE_H
#define OXCART_KERNEL_LOOP_SCHEDULE_H

#include "kernel/bytes/stream.h"

typedef struct ox_subsystem {
    void (*run)(void *context);
    void *context;
    uint32_t rate;     /* calls in 1/1000 Hz, at most 64 calls a step; 0 pauses the entry */
    uint32_t phase;    /* 0..base - 1: part of the way to its first call that the entry has gone already */
    uint32_t deadline; /* microseconds from the time when the step was due to the end of the call; 0 = none */
    uint8_t priority;  /* the highest first */
    uint32_t calls;    /* calls since the entry was added */
    uint32_t missed;   /* calls that ended behind the deadline */
    uint32_t latest;   /* longest time from when a step was due to the end of its call, microseconds */
} ox_subsystem;

typedef struct ox_schedule {
    ox_subsystem *entries; /* by priority */
    uint32_t count, capacity;
    uint32_t base; /* steps a second, in 1/1000 */
    uint64_t (*now)(void *machine);
    void *machine;
} ox_schedule;

#define OX_SCHEDULE_CALLS 64u

/* Begins a schedule. base: 1 to 2^24 thousandths of steps a second. Without a clock no deadlines are watched. */
void ox_schedule_init(ox_schedule *schedule, ox_subsystem *entries, uint32_t capacity, uint32_t base);
void ox_schedule_clock(ox_schedule *schedule, uint64_t (*now)(void *machine), void *machine);

/* Adds an entry. OX_FULL, or OX_BAD_ARGUMENT without a function, with a rate too high or a phase not below the base. */
FX_MUST_CHECK ox_status ox_schedule_add(ox_schedule *schedule, ox_subsystem subsystem);

/* ox_schedule_find gives the entry with this function and context, whose rate may be changed; NULL when there is
 * none. ox_schedule_remove removes it. */
ox_subsystem *ox_schedule_find(const ox_schedule *schedule, void (*run)(void *context), const void *context);
FX_MUST_CHECK ox_status ox_schedule_remove(ox_schedule *schedule, void (*run)(void *context),
                                           const void *context);

/* Runs one step; `due` is the time at which it should have begun, by the schedule's clock, for the deadlines. The
 * functions that run must not add or remove entries. */
void ox_schedule_tick(ox_schedule *schedule, uint64_t due);

/* The phase of member `index` of `count` equal entries, so that their calls are spread evenly. */
uint32_t ox_schedule_phase(const ox_schedule *schedule, uint32_t index, uint32_t count);

/* Turns for objects too many to be entries: true for an object once every `period` steps; neighbours take turns.
 * period 0 counts as 1. */
static inline bool ox_schedule_turn(uint32_t tick, uint32_t object, uint32_t period) {
    return period <= 1 || (tick + object) % period == 0;
}

/* Writes and reads the phases, for images of the simulation: the schedule must have the same entries when they are
 * read back. OX_BAD_DATA changes nothing. */
void ox_schedule_save(const ox_schedule *schedule, ox_writer *to);
FX_MUST_CHECK ox_status ox_schedule_restore(ox_schedule *schedule, ox_reader *from);

#endif
