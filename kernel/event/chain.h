/* The chain of responsibility: an event is offered along a row of handlers until one takes it.
 *
 *     static const ox_chain_link horse[] = {{driver_handle, &driver}, {horse_handle, &horse}};
 *     ox_answer answer = ox_chain_offer(horse, 2, &event);          OX_PASSED: nobody wanted it
 *
 *     ox_answer answer = ox_chain_climb(&events, widget, parent_of, ui, &event);   widget, parent, its parent
 *
 * The order is data: an array, or a function from an object to the next. A state and its parents
 * (kernel/state/machine.h) are such a chain; commands have the same in kernel/command/command.h. OX_HANDLED and
 * OX_STOP both end the walk. Cost, Cortex-M3: about 10 instructions a link besides its handler. (GEA 14.7.6; Game
 * Programming Patterns, Command.) */
#ifndef OXCART_KERNEL_EVENT_CHAIN_H
#define OXCART_KERNEL_EVENT_CHAIN_H

#include "kernel/event/events.h"

typedef struct ox_chain_link {
    ox_handler *handle;
    void *object;
} ox_chain_link;

static inline ox_answer ox_chain_offer(const ox_chain_link *links, uint32_t count, const ox_event *event) {
    ox_answer answer = OX_PASSED;
    for (uint32_t i = 0; i < count && answer == OX_PASSED; i++)
        answer = links[i].handle(links[i].object, event);
    return answer;
}

/* steps; a longer chain must be a ring: it asserts, and the event counts as passed */
enum { OX_CHAIN_MOST = 32 };

/* The object behind `object` in its chain; none at the end. */
typedef ox_handle ox_chain_next(void *context, ox_handle object);

/* Sends the event to an object, then to the next, until one takes it. The event's receiver is set to each object in
 * turn. An object that is gone passes, and `next` decides what follows it. Each send counts as one of ox_events_send.
 */
static inline ox_answer ox_chain_climb(ox_events *events, ox_handle object, ox_chain_next *next,
                                       void *context, ox_event *event) {
    ox_answer answer = OX_PASSED;
    uint32_t step = 0;
    for (; object.bits != 0 && answer == OX_PASSED && step < OX_CHAIN_MOST; step++) {
        event->receiver = object;
        answer = ox_events_send(events, event);
        object = next(context, object);
    }
    FX_ASSERT_MSG(step < OX_CHAIN_MOST, "chain: event of type %u climbs in a ring", (unsigned)event->type);
    return answer;
}

#endif
