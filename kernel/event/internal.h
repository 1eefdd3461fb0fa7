/* What the two halves of the event system, the queue and the router, share. */
#ifndef OXCART_KERNEL_EVENT_INTERNAL_H
#define OXCART_KERNEL_EVENT_INTERNAL_H

#include "kernel/event/events.h"

FX_STATIC_ASSERT(sizeof(ox_event_record) == OX_EVENT_BYTES, "the record has 36 bytes");
FX_STATIC_ASSERT(offsetof(ox_event_record, arguments) == offsetof(ox_event, arguments),
                 "a record is the beginning of an event");

/* The storage of the queue, all of it idle. */
void ox_event_queue_init(ox_events *events);

#if defined(__GNUC__)
#define OX_EVENT_SELDOM __attribute__((noinline, cold))
#define OX_EVENT_INLINE_HERE static inline __attribute__((always_inline))
#else
#define OX_EVENT_SELDOM
#define OX_EVENT_INLINE_HERE static inline
#endif

/* The record of an event, which is its beginning, one way or the other: a few moves of several words, since
 * the builtin is no call even where -ffreestanding makes memcpy one. */
static inline void ox_event_copy(void *to, const void *from) {
    __builtin_memcpy(__builtin_assume_aligned(to, 4), __builtin_assume_aligned(from, 4), OX_EVENT_BYTES);
}

/* Copies an event out of its slot, which keeps it; and frees a slot that is in no list. */
void ox_event_queue_read_extension(const ox_events *events, const ox_event_slot *slot, ox_event *event);
void ox_event_queue_give_extension(ox_events *events, ox_event_slot *slot);

/* All but the log, which is the same for all. */
static inline void ox_event_queue_read(const ox_events *events, const ox_event_slot *from, ox_event *event) {
    ox_event_copy(event, &from->record);
    if (from->extension != OX_EVENT_NONE) ox_event_queue_read_extension(events, from, event);
}

/* Whoever gives it back counts it. */
static inline void ox_event_queue_give(ox_events *events, uint32_t slot) {
    ox_event_slot *given = &events->slots[slot];
    if (given->extension != OX_EVENT_NONE) ox_event_queue_give_extension(events, given);
    given->next = events->idle;
    events->idle = (uint16_t)slot;
}

/* To be called when `ready` was changed by anything but the quick post. */
static inline void ox_event_queue_note_end(ox_events *events) {
    uint32_t last = events->ready.last;
    bool none = last == OX_EVENT_NONE;
    events->ready_end = none ? &events->ready.first : &events->slots[last].next;
    events->ready_priority = none ? UINT8_MAX : events->slots[last].record.priority;
}

/* Moves what is due from the heap to the ready list. */
void ox_event_queue_ripen(ox_events *events);

/* Moves what is in a list to the next tick. */
void ox_event_queue_postpone(ox_events *events, ox_event_list *list);

/* Takes back what matches; OX_EVENT_ANY and none match all. */
uint32_t ox_event_queue_remove(ox_events *events, ox_handle sender, ox_handle receiver, uint16_t type);

#endif
