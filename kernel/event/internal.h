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
#else
#define OX_EVENT_SELDOM
#endif

/* The same members of a record and an event, one way or the other: assignments are words, where memcpy of a
 * small C library goes byte by byte. */
#define OX_EVENT_COPY(to, from)                                                                              \
    do {                                                                                                     \
        (to)->type = (from)->type;                                                                           \
        (to)->priority = (from)->priority;                                                                   \
        (to)->scope = (from)->scope;                                                                         \
        (to)->sender = (from)->sender;                                                                       \
        (to)->receiver = (from)->receiver;                                                                   \
        (to)->count = (from)->count;                                                                         \
        (to)->flags = (from)->flags;                                                                         \
        if ((from)->count > 0) (to)->arguments[0] = (from)->arguments[0];                                    \
        if ((from)->count > 1) (to)->arguments[1] = (from)->arguments[1];                                    \
    } while (0)

/* Copies an event out of its slot, which keeps it; and frees a slot that is in no list. */
void ox_event_queue_read_extension(const ox_events *events, const ox_event_slot *slot, ox_event *event);
void ox_event_queue_give_extension(ox_events *events, ox_event_slot *slot);

static inline void ox_event_queue_read(const ox_events *events, const ox_event_slot *from, ox_event *event) {
    const ox_event_record *record = &from->record;
    OX_EVENT_COPY(event, record);
    event->tick = record->tick;
    event->sequence = record->sequence;
    event->log = events->config.log;
    if (from->extension != OX_EVENT_NONE) ox_event_queue_read_extension(events, from, event);
}

static inline void ox_event_queue_give(ox_events *events, uint32_t slot) {
    ox_event_slot *given = &events->slots[slot];
    if (given->extension != OX_EVENT_NONE) ox_event_queue_give_extension(events, given);
    given->next = events->idle;
    events->idle = (uint16_t)slot;
    events->used--;
}

/* Moves what is due from the heap to the ready list. */
void ox_event_queue_ripen(ox_events *events);

/* Moves what is in a list to the next tick. */
void ox_event_queue_postpone(ox_events *events, ox_event_list *list);

/* Takes back what matches; OX_EVENT_ANY and none match all. */
uint32_t ox_event_queue_remove(ox_events *events, ox_handle sender, ox_handle receiver, uint16_t type);

#endif
