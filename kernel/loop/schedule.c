/* Phase accumulators in order of priority. */
#include "kernel/loop/schedule.h"

#include <string.h>

#include "kernel/memory/life.h"

void ox_schedule_init(ox_schedule *schedule, ox_subsystem *entries, uint32_t capacity, uint32_t base) {
    FX_CHECK_CLAMP(base, 1u, 1u << 24, "a scheduler's base is 0.001 to 16777 Hz");
    *schedule = (ox_schedule){.entries = entries, .capacity = capacity, .base = base};
}

void ox_schedule_clock(ox_schedule *schedule, uint64_t (*now)(void *machine), void *machine) {
    schedule->now = now;
    schedule->machine = machine;
}

ox_status ox_schedule_add(ox_schedule *schedule, ox_subsystem subsystem) {
    OX_CREATED(schedule->base);
    if (subsystem.run == NULL || subsystem.rate > schedule->base * OX_SCHEDULE_CALLS ||
        subsystem.phase >= schedule->base) {
        return OX_BAD_ARGUMENT;
    }
    if (schedule->count == schedule->capacity) return OX_FULL;
    uint32_t place = schedule->count++;
    for (; place > 0 && schedule->entries[place - 1].priority < subsystem.priority; place--)
        schedule->entries[place] = schedule->entries[place - 1];
    subsystem.calls = subsystem.missed = subsystem.latest = 0;
    schedule->entries[place] = subsystem;
    return OX_OK;
}

ox_subsystem *ox_schedule_find(const ox_schedule *schedule, void (*run)(void *context), const void *context) {
    for (uint32_t i = 0; i < schedule->count; i++) {
        ox_subsystem *entry = &schedule->entries[i];
        if (entry->run == run && entry->context == context) return entry;
    }
    return NULL;
}

ox_status ox_schedule_remove(ox_schedule *schedule, void (*run)(void *context), const void *context) {
    ox_subsystem *entry = ox_schedule_find(schedule, run, context);
    if (entry == NULL) return OX_NOT_FOUND;
    size_t behind = schedule->count - 1u - (size_t)(entry - schedule->entries);
    memmove(entry, entry + 1, behind * sizeof *entry);
    schedule->count--;
    return OX_OK;
}

static void call_subsystem(const ox_schedule *schedule, ox_subsystem *entry, uint64_t due) {
    entry->run(entry->context);
    entry->calls++;
    if (schedule->now == NULL) return;
    uint64_t now = schedule->now(schedule->machine);
    uint64_t late = now < due ? 0 : now - due;
    if (late > entry->latest) entry->latest = late > UINT32_MAX ? UINT32_MAX : (uint32_t)late;
    if (entry->deadline != 0 && late > entry->deadline) entry->missed++;
}

void ox_schedule_tick(ox_schedule *schedule, uint64_t due) {
    for (uint32_t i = 0; i < schedule->count; i++) {
        ox_subsystem *entry = &schedule->entries[i];
        FX_CHECK_OR(entry->rate <= schedule->base * OX_SCHEDULE_CALLS, "a subsystem's rate is too high",
                    entry->rate = schedule->base * OX_SCHEDULE_CALLS);
        uint32_t phase = entry->phase + entry->rate; /* below 65 * 2^24: no overflow */
        while (phase >= schedule->base) {
            phase -= schedule->base;
            call_subsystem(schedule, entry, due);
        }
        entry->phase = phase;
    }
}

uint32_t ox_schedule_phase(const ox_schedule *schedule, uint32_t index, uint32_t count) {
    if (count == 0) return 0;
    return (uint32_t)((uint64_t)(index % count) * schedule->base / count);
}

void ox_schedule_save(const ox_schedule *schedule, ox_writer *to) {
    ox_write_u32(to, schedule->count);
    for (uint32_t i = 0; i < schedule->count; i++) ox_write_u32(to, schedule->entries[i].phase);
}

ox_status ox_schedule_restore(ox_schedule *schedule, ox_reader *from) {
    if (ox_read_u32(from) != schedule->count) from->bad = true;
    ox_reader checked = *from;
    for (uint32_t i = 0; i < schedule->count; i++) ox_read_below(&checked, schedule->base);
    if (checked.bad) return from->bad = true, OX_BAD_DATA;
    for (uint32_t i = 0; i < schedule->count; i++) schedule->entries[i].phase = ox_read_u32(from);
    return OX_OK;
}
