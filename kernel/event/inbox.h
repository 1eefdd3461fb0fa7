/* The inbox: notes of interrupts and threads, which become events of the main flow.
 *
 *     static ox_inbox_note storage[32];                                     a power of two
 *     ox_status s = ox_inbox_init(&pad_notes, storage, 32);
 *     in the interrupt:   ox_inbox_note note = {.type = EVENT_PRESSED, .number = key, .value = 1};
 *                         s = ox_inbox_push(&pad_notes, note);
 *     each tick:          ox_events_begin(&events, tick);
 *                         ox_inbox_take(&pad_notes, &events);
 *
 * Only repetitive services run outside the main flow: sound mixing, capture of input, ends of transfers. Each of
 * these services has an inbox of its own, one producer and one consumer, without locks and without allocation
 * (containers/spsc.h); everything else is polled by the main flow. Events, subjects and handlers belong to the main
 * flow alone: a post, send or notify from an interrupt or another thread is not allowed, a note is. A full inbox
 * refuses (OX_FULL) and counts in core.rejected. Cost, Cortex-M3: push 18 instructions; a take costs as much as a
 * post. */
#ifndef OXCART_KERNEL_EVENT_INBOX_H
#define OXCART_KERNEL_EVENT_INBOX_H

#include "kernel/containers/spsc.h"
#include "kernel/event/events.h"

typedef struct ox_inbox_note {
    uint16_t type;   /* type of the event */
    uint16_t number; /* number of the producer's own; becomes the argument "number" */
    uint32_t value;  /* becomes the argument "value" */
} ox_inbox_note;

OX_DEFINE_SPSC(ox_inbox, ox_inbox_note)

/* Posts all notes that are in the inbox now, the oldest first, as events without sender and receiver with the
 * arguments OX_KEY("number") and OX_KEY("value"). Returns their number. Notes that find the queue full are lost; the
 * queue counts them. */
static inline uint32_t ox_inbox_take(ox_inbox *inbox, ox_events *events) {
    ox_inbox_note note;
    uint32_t count = 0;
    for (uint32_t left = ox_inbox_count(inbox); left > 0 && ox_inbox_pop(inbox, &note); left--, count++) {
        ox_event event;
        ox_event_begin(&event, note.type, OX_HANDLE_NONE, OX_HANDLE_NONE);
        (void)ox_event_add_int(&event, OX_KEY("number"), note.number);
        (void)ox_event_add_int(&event, OX_KEY("value"), (int32_t)note.value);
        (void)ox_events_post(events, &event, 0);
    }
    return count;
}

#endif
