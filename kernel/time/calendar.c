/* Answers drawn from a generator that is seeded by the question. */
#include "kernel/time/calendar.h"

#include "fixedmath/assert.h"
#include "fixedmath/random.h"

static uint32_t question(const ox_calendar *calendar, const ox_calendar_rule *rule, uint32_t period) {
    uint32_t seed = hash2(calendar->seed, (int32_t)rule->name, (int32_t)period);
    for (uint32_t i = 0; i < 32; i++) {
        if ((rule->history >> i & 1) == 0) continue;
        uint32_t counter = i < calendar->counter_count ? calendar->counters[i] : 0;
        seed = hash2(seed, (int32_t)i, (int32_t)counter);
    }
    return seed;
}

bool ox_calendar_ask(const ox_calendar *calendar, const ox_calendar_rule *rule, uint32_t period,
                     ox_calendar_event *event) {
    rng32 draws = rng32_seed(question(calendar, rule, period), rule->name);
    if (!rng_chance(&draws, rule->chance)) return false;
    uint32_t span = rule->last < rule->first ? 0 : rule->last - rule->first;
    event->period = period;
    event->tick = rule->first + (span == UINT32_MAX ? rng32_next(&draws) : rng_below(&draws, span + 1));
    event->when = (uint64_t)period * calendar->length + event->tick;
    event->kind = rng_below(&draws, rule->kinds == 0 ? 1 : rule->kinds);
    event->detail = rng32_next(&draws);
    return true;
}

bool ox_calendar_next(const ox_calendar *calendar, const ox_calendar_rule *rule, uint64_t from,
                      uint32_t periods, ox_calendar_event *event) {
    FX_CHECK_OR(calendar->length > 0, "a calendar's period has a length", return false);
    uint64_t period = from / calendar->length;
    for (; periods > 0 && period <= UINT32_MAX; periods--, period++) {
        if (ox_calendar_ask(calendar, rule, (uint32_t)period, event) && event->when >= from) return true;
    }
    return false;
}
