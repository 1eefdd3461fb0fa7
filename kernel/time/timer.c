/* Timers in a heap, fired in order. */
#include "kernel/time/timer.h"

#include "kernel/memory/life.h"

static int by_due(const void *a, const void *b, void *context) {
    uint32_t x = ((const ox_timer_queue_slot *)a)->value.due, y = ((const ox_timer_queue_slot *)b)->value.due;
    (void)context;
    return x == y ? 0 : (int32_t)(x - y) < 0 ? -1 : 1;
}

void ox_timers_init(ox_timers *timers, ox_timer_queue_slot *slots, uint32_t capacity,
                    ox_timer_call *const *calls, uint32_t call_count, void *context) {
    *timers = (ox_timers){.calls = calls, .call_count = call_count, .context = context};
    ox_timer_queue_init(&timers->queue, slots, capacity, by_due, NULL);
}

/* The place of an owner's timer in the heap, or the count of timers when there is no such timer. */
static uint32_t find(const ox_timers *timers, uint32_t owner, uint32_t name) {
    uint32_t count = ox_timer_queue_count(&timers->queue), i = 0;
    for (; i < count; i++) {
        const ox_timer *timer = ox_timer_queue_at(&timers->queue, i);
        if (timer->name == name && timer->owner == owner) break;
    }
    return i;
}

ox_status ox_timers_add(ox_timers *timers, ox_timer timer, uint32_t ticks) {
    OX_CREATED(timers->calls);
    if (timer.call >= timers->call_count || ticks > OX_TIMER_LONGEST || timer.period > OX_TIMER_LONGEST)
        return OX_BAD_ARGUMENT;
    if (find(timers, timer.owner, timer.name) != ox_timer_queue_count(&timers->queue))
        return OX_ALREADY_THERE;
    timer.due = timers->now + (ticks == 0 ? 1 : ticks);
    ox_status status = ox_timer_queue_push(&timers->queue, timer);
    if (ox_failed(status)) timers->refused++;
    return status;
}

bool ox_timers_cancel(ox_timers *timers, uint32_t owner, uint32_t name) {
    uint32_t place = find(timers, owner, name);
    return place < ox_timer_queue_count(&timers->queue) && ox_timer_queue_erase(&timers->queue, place);
}

/* Erasing moves other timers about in the heap, so rounds follow until a round erases nothing. */
uint32_t ox_timers_cancel_owner(ox_timers *timers, uint32_t owner) {
    uint32_t cancelled = 0, before;
    do {
        before = cancelled;
        for (uint32_t i = 0; i < ox_timer_queue_count(&timers->queue); i++) {
            if (ox_timer_queue_at(&timers->queue, i)->owner != owner) continue;
            if (ox_timer_queue_erase(&timers->queue, i)) cancelled++;
        }
    } while (cancelled != before);
    return cancelled;
}

uint32_t ox_timers_remaining(const ox_timers *timers, uint32_t owner, uint32_t name) {
    uint32_t place = find(timers, owner, name);
    if (place == ox_timer_queue_count(&timers->queue)) return 0;
    uint32_t left = ox_timer_queue_at(&timers->queue, place)->due - timers->now;
    return (int32_t)left > 0 ? left : 0;
}

uint32_t ox_timers_fire(ox_timers *timers, uint32_t now) {
    uint32_t fired = 0;
    /* Timers that a call adds are due from this time on, so that a leap in time is not lived through tick by tick. */
    if ((int32_t)(now - timers->now) > (int32_t)OX_TIMER_LATE) timers->now = now - OX_TIMER_LATE;
    for (ox_timer *first; (first = ox_timer_queue_peek(&timers->queue)) != NULL; fired++) {
        if ((int32_t)(now - first->due) < 0) break;
        ox_timer timer = *first;
        if ((int32_t)(timer.due - timers->now) > 0) timers->now = timer.due;
        if (timer.period > 0) {
            uint32_t late = now - timer.due;
            if (late > OX_TIMER_LATE) first->due += (late - OX_TIMER_LATE) / timer.period * timer.period;
            first->due += timer.period;
            (void)ox_timer_queue_changed(&timers->queue, 0);
        } else {
            (void)ox_timer_queue_erase(&timers->queue, 0);
        }
        timers->calls[timer.call](timers->context, &timer);
    }
    if ((int32_t)(now - timers->now) > 0) timers->now = now;
    return fired;
}

/* ---- images ---- */

enum { SLOT_WORDS = 7 };

void ox_timers_save(const ox_timers *timers, ox_writer *to) {
    const ox_timer_queue_slot *slots = (const ox_timer_queue_slot *)(const void *)timers->queue.core.items;
    uint32_t count = ox_timer_queue_count(&timers->queue);
    ox_write_u32(to, timers->now);
    ox_write_u32(to, timers->queue.core.serial);
    ox_write_u32(to, count);
    for (uint32_t i = 0; i < count; i++) {
        const ox_timer *t = &slots[i].value;
        const uint32_t words[SLOT_WORDS] = {t->owner, t->name, t->period,        t->argument,
                                            t->call,  t->due,  slots[i].sequence};
        ox_write_words(to, words, SLOT_WORDS);
    }
}

/* Reads a timer of an image. False for a timer that cannot have been saved: a call out of the table, a period too long,
 * a due tick that has passed or is above its parent's in the heap.
 */
static bool take(ox_timers *timers, ox_timer_queue_slot *slots, uint32_t i, ox_reader *from) {
    uint32_t words[SLOT_WORDS];
    ox_read_words(from, words, SLOT_WORDS);
    slots[i] = (ox_timer_queue_slot){{words[0], words[1], words[2], words[3], words[4], words[5]}, words[6]};
    if (from->bad || words[4] >= timers->call_count || words[2] > OX_TIMER_LONGEST) return false;
    if ((int32_t)(words[5] - timers->now) <= 0) return false;
    const ox_timer_queue_slot *parent = &slots[i == 0 ? 0 : (i - 1) / 2];
    int order = by_due(parent, &slots[i], NULL);
    return i == 0 || order < 0 || (order == 0 && (int32_t)(parent->sequence - words[6]) < 0);
}

ox_status ox_timers_restore(ox_timers *timers, ox_reader *from) {
    ox_timer_queue_slot *slots = (ox_timer_queue_slot *)(void *)timers->queue.core.items;
    uint32_t now = ox_read_u32(from), serial = ox_read_u32(from);
    uint32_t count = ox_read_below(from, timers->queue.core.capacity + 1u);
    ox_timer_queue_clear(&timers->queue);
    timers->now = now;
    timers->queue.core.serial = serial;
    for (uint32_t i = 0; i < count && !from->bad; i++) {
        if (!take(timers, slots, i, from)) from->bad = true;
    }
    if (!from->bad) timers->queue.core.count = count;
    return ox_reader_status(from);
}
