/* Timers: calls after a number of ticks, once or again and again.
 *
 *     static const ox_timer_call calls[] = {explode, blink};
 *     ox_timers_init(&timers, slots, 64, calls, 2, world);
 *     ox_status s = ox_timers_add(&timers, (ox_timer){.owner = bomb, .name = SID("fuse"), .call = 0}, 180);
 *     ox_timers_update(&timers, ox_clock_ticks(&game));        once a step, in its fixed place
 *     ox_timers_cancel_owner(&timers, bomb);                   when the bomb is gone
 *
 * A timer belongs to an owner (a handle's bits; 0 is nobody) and has a name that is unique among the owner's.
 * The function to call is a number in a constant table, so that timers can be saved; posting an event is a call like
 * any other. A service of timers runs on the clock whose ticks it is given: while that clock is paused, all of its
 * timers wait. Make one service for each clock that timers run on.
 *
 * Timers that are due in one update fire in the order of their due ticks, and with equal ticks in the order of adding.
 * A timer that repeats keeps its phase: it is due at begin + k * period, and a late update fires it for each of these
 * ticks (up to OX_TIMER_LATE ticks back). A call may add, cancel and renew any timers, its own included; timers that it
 * adds are never due in the same tick. A one-shot timer is gone when its call runs, so its name is free again.
 *
 * The timers lie in a binary heap on (due tick, sequence). Cost, n timers: update with nothing due 15 instructions, add
 * and fire O(log n), by name O(n). Storage 28 bytes a timer. */
#ifndef OXCART_KERNEL_TIME_TIMER_H
#define OXCART_KERNEL_TIME_TIMER_H

#include "kernel/bytes/stream.h"
#include "kernel/containers/heap.h"

typedef struct ox_timer {
    uint32_t owner;    /* bits of a handle, 0 = nobody */
    uint32_t name;     /* an ox_id, unique among the owner's timers */
    uint32_t period;   /* ticks, 0 = once; at most 2^31 - 1 */
    uint32_t argument; /* for the call */
    uint32_t call;     /* index into the table of calls */
    uint32_t due;      /* tick; set by add */
} ox_timer;

typedef void ox_timer_call(void *context, const ox_timer *timer);

OX_DEFINE_PRIORITY_QUEUE(ox_timer_queue, ox_timer)

typedef struct ox_timers {
    ox_timer_queue queue;
    ox_timer_call *const *calls;
    uint32_t call_count;
    void *context;
    uint32_t now;     /* tick of the update under way or the last one */
    uint32_t refused; /* timers that found no room */
} ox_timers;

#define OX_TIMER_LONGEST 0x7FFFFFFFu
#define OX_TIMER_LATE 4096u /* ticks, about a minute: calls missed before that are not made up for */

/* Begins at tick 0. `calls` stays with the caller and must be the same when an image is read back. */
void ox_timers_init(ox_timers *timers, ox_timer_queue_slot *slots, uint32_t capacity,
                    ox_timer_call *const *calls, uint32_t call_count, void *context);

/* Adds a timer that is due in `ticks` (1 and more; 0 counts as 1) from the last update. OX_FULL, which is counted;
 * OX_ALREADY_THERE when the owner has a timer of this name; OX_BAD_ARGUMENT for a call not in the table or a time that
 * is too long. */
FX_MUST_CHECK ox_status ox_timers_add(ox_timers *timers, ox_timer timer, uint32_t ticks);

/* Cancels a timer. False when there is no such timer: it has fired or was never added. */
bool ox_timers_cancel(ox_timers *timers, uint32_t owner, uint32_t name);

/* Cancels all timers of an owner and returns how many. */
uint32_t ox_timers_cancel_owner(ox_timers *timers, uint32_t owner);

/* Ticks until a timer fires; 0 when there is no such timer. */
uint32_t ox_timers_remaining(const ox_timers *timers, uint32_t owner, uint32_t name);

/* Fires the timers that are due at `now` or before; returns how many calls were made. Time that goes back does nothing.
 */
uint32_t ox_timers_fire(ox_timers *timers, uint32_t now);

static inline uint32_t ox_timers_update(ox_timers *timers, uint32_t now) {
    const ox_timer *first = ox_timer_queue_peek(&timers->queue);
    if (first != NULL && (int32_t)(now - first->due) >= 0) return ox_timers_fire(timers, now);
    if ((int32_t)(now - timers->now) > 0) timers->now = now;
    return 0;
}

/* Save and restore all timers, their times and their order. After OX_BAD_DATA there are no timers. An image with more
 * timers than there is room for is bad. */
void ox_timers_save(const ox_timers *timers, ox_writer *to);
FX_MUST_CHECK ox_status ox_timers_restore(ox_timers *timers, ox_reader *from);

#endif
