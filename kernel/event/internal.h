/* Definitions that the two halves of the event system, the queue and the router, share. */
#ifndef OXCART_KERNEL_EVENT_INTERNAL_H
#define OXCART_KERNEL_EVENT_INTERNAL_H

#include "kernel/event/events.h"

FX_STATIC_ASSERT(sizeof(ox_event_record) == OX_EVENT_BYTES, "the record has 36 bytes");
FX_STATIC_ASSERT(offsetof(ox_event_record, arguments) == offsetof(ox_event, arguments),
                 "a record is the beginning of an event");

/* Begins the storage of the queue, with all slots idle. */
void ox_event_queue_init(ox_events *events);

#if defined(__GNUC__)
#define OX_EVENT_SELDOM __attribute__((noinline, cold))
#define OX_EVENT_INLINE_HERE static inline __attribute__((always_inline))
#else
#define OX_EVENT_SELDOM
#define OX_EVENT_INLINE_HERE static inline
#endif

/* Copies a record to an event or an event to a record: the record is the event's beginning. The copy is a few moves
 * of several words, since the builtin is no call even where -ffreestanding makes memcpy one. */
static inline void ox_event_copy(void *to, const void *from) {
    __builtin_memcpy(__builtin_assume_aligned(to, 4), __builtin_assume_aligned(from, 4), OX_EVENT_BYTES);
}

/* Copies the extension of a slot into an event, or gives the slot's extension back. */
void ox_event_queue_read_extension(const ox_events *events, const ox_event_slot *slot, ox_event *event);
void ox_event_queue_give_extension(ox_events *events, ox_event_slot *slot);

/* Copies a slot into an event, all but the log, which is the same for all events. */
static inline void ox_event_queue_read(const ox_events *events, const ox_event_slot *from, ox_event *event) {
    ox_event_copy(event, &from->record);
    if (from->extension != OX_EVENT_NONE) ox_event_queue_read_extension(events, from, event);
}

/* Gives back a slot that is in no list. The caller counts it. */
static inline void ox_event_queue_give(ox_events *events, uint32_t slot) {
    ox_event_slot *given = &events->slots[slot];
    if (given->extension != OX_EVENT_NONE) ox_event_queue_give_extension(events, given);
    given->next = events->idle;
    events->idle = (uint16_t)slot;
}

/* Must be called after every change of `ready` but that of the quick post. */
static inline void ox_event_queue_note_end(ox_events *events) {
    uint32_t last = events->ready.last;
    bool none = last == OX_EVENT_NONE;
    events->ready_end = none ? &events->ready.first : &events->slots[last].next;
    events->ready_priority = none ? UINT8_MAX : events->slots[last].record.priority;
}

/* Moves events that are due from the heap to the ready list. */
void ox_event_queue_ripen(ox_events *events);

/* Moves all events of a list to the next tick. */
void ox_event_queue_postpone(ox_events *events, ox_event_list *list);

/* Removes the events that match and returns their number; OX_EVENT_ANY and no handle match all. */
uint32_t ox_event_queue_remove(ox_events *events, ox_handle sender, ox_handle receiver, uint16_t type);

#endif
