/* Predictable events: whether and when an event happens in a period is a function of its number, so that code can ask
 * at any time, in any order and as often as it likes.
 *
 *     static const ox_calendar_rule fire = {.name = SID("inn_burns"), .chance = 6554, .last = 86399, .kinds = 3,
 *                                           .history = 1u << HEARD_THE_WARNING};
 *     ox_calendar calendar = {.seed = world_seed, .length = 86400, .counters = history, .counter_count = 16};
 *     ox_calendar_event event;
 *     if (ox_calendar_ask(&calendar, &fire, 12, &event)) ...     on day 12 the inn burns, at tick event.tick
 *
 * The answer is a function of the world's seed, the rule's name, the number of the period (a day, say) and the history
 * counters that the rule names; asking changes nothing. With the same history every playthrough has the same events;
 * with another history another schedule holds. (Game Programming Gems 1.2.0.) Cost: about 370 instructions with two
 * counters. */
#ifndef OXCART_KERNEL_TIME_CALENDAR_H
#define OXCART_KERNEL_TIME_CALENDAR_H

#include <stdbool.h>
#include <stdint.h>

#include "fixedmath/types.h"

typedef struct ox_calendar_rule {
    uint32_t name; /* an ox_id */
    uf16 chance;   /* that the event happens in one period */
    uint32_t first,
        last; /* ticks of the period in which the event may begin, both included; last below first: first */
    uint32_t kinds;   /* how many forms the event has; 0 counts as 1 */
    uint32_t history; /* bit i: the schedule depends on counter i (0..31) */
} ox_calendar_rule;

typedef struct ox_calendar {
    uint32_t seed;
    uint32_t length;          /* ticks of a period, at least 1 */
    const uint32_t *counters; /* the history so far, stays with the caller */
    uint32_t counter_count;   /* counters behind these count as 0 */
} ox_calendar;

typedef struct ox_calendar_event {
    uint32_t period;
    uint32_t tick;   /* ticks from the period's beginning */
    uint64_t when;   /* ticks from the world's beginning */
    uint32_t kind;   /* 0..kinds - 1 */
    uint32_t detail; /* 32 random bits for further decisions, such as seeding a generator */
} ox_calendar_event;

/* Whether the rule's event happens in this period; fills *event if it does. */
bool ox_calendar_ask(const ox_calendar *calendar, const ox_calendar_rule *rule, uint32_t period,
                     ox_calendar_event *event);

/* Finds the first event of a rule at tick `from` (since the world's beginning) or later, in at most `periods`
 * periods. */
bool ox_calendar_next(const ox_calendar *calendar, const ox_calendar_rule *rule, uint64_t from,
                      uint32_t periods, ox_calendar_event *event);

#endif
