/* Conversions of time that divide, and hardware counters made 64 bits wide. */
#include "kernel/time/time.h"

#include "fixedmath/assert.h"
#include "kernel/memory/life.h"

uint32_t ox_units_of_ticks(uint32_t ticks, uint32_t rate) {
    if (rate == 0) return 0;
    uint64_t units = (uint64_t)ticks * OX_UNITS_PER_SECOND / rate;
    return units > UINT32_MAX ? UINT32_MAX : (uint32_t)units;
}

uint32_t ox_ticks_of_units(uint32_t units, uint32_t rate) {
    uint64_t ticks = ((uint64_t)units * rate + OX_UNITS_PER_SECOND - 1) / OX_UNITS_PER_SECOND;
    return ticks > UINT32_MAX ? UINT32_MAX : (uint32_t)ticks;
}

fx ox_seconds(uint64_t span, uint32_t frequency) {
    if (frequency == 0) return 0;
    if (span / frequency >= 32768u) return FX_MAX;
    uint64_t seconds = ((span << 16) + frequency / 2) / frequency; /* span is below 2^47 */
    return seconds > (uint64_t)FX_MAX ? FX_MAX : (fx)seconds;
}

void ox_counter_init(ox_time_counter *counter, uint32_t bits, bool interrupt, uint32_t (*low)(void *machine),
                     void *machine) {
    FX_CHECK_CLAMP(bits, 1u, 32u, "a hardware counter has 1 to 32 bits");
    *counter = (ox_time_counter){.bits = bits, .interrupt = interrupt, .low = low, .machine = machine};
}

void ox_counter_overflow(ox_time_counter *counter) { counter->overflows = counter->overflows + 1u; }

uint64_t ox_counter_read(ox_time_counter *counter) {
    OX_CREATED(counter->bits);
    uint64_t period = (uint64_t)1 << counter->bits, time;
    uint32_t overflows, low;
    do {
        overflows = counter->overflows;
        low = counter->low(counter->machine) & (uint32_t)(period - 1);
    } while (overflows != counter->overflows);
    if (counter->interrupt) {
        time = ((uint64_t)overflows << counter->bits) + low;
        if (time < counter->last && time + period >= counter->last)
            time += period; /* the interrupt is late */
    } else {
        time = (counter->last & ~(period - 1)) + low;
        if (time < counter->last) time += period;
    }
    counter->last = time < counter->last ? counter->last : time;
    return counter->last;
}
