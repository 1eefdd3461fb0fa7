/* Area broadcast: an event to exactly those objects that are in range, so that nobody has to poll.
 *
 *     ox_event_area blast = {.centre = where, .radius = FX(8), .mask = CAN_BE_HURT};
 *     ox_handle found[64];
 *     ox_area_space space = {candidates, place_of, &world, .found = found, .most = 64};
 *     uint32_t told = ox_area_broadcast(&events, &space, &blast, &boom, &missed);
 *
 * An exploding missile tells some 15 objects its damage, instead of hundreds looking for missiles every tick.
 * The world says who may be near (from its grid or tree, in an order of its own that is the same on every
 * machine); the distance is tested here, exactly: in range is distance <= radius, in 64-bit integers. Each in
 * range gets the event with itself as receiver, in that order. (Steve Rabin, Game Programming Gems 3.0.)
 *
 * Rule for carts: react to events; ask the world only for what no event tells. Cost, Cortex-M3: 30
 * instructions a candidate, and a post for each in range. */
#ifndef OXCART_KERNEL_EVENT_AREA_H
#define OXCART_KERNEL_EVENT_AREA_H

#include "kernel/event/events.h"

typedef struct ox_event_area {
    vec3 centre;
    fx radius;     /* from 0 */
    uint32_t mask; /* at least one bit in common */
} ox_event_area;

/* What the world tells of an object. */
typedef struct ox_area_place {
    vec3 place;
    uint32_t mask;
} ox_area_place;

typedef struct ox_area_space {
    /* Writes handles of all objects that may be in the area, once each, at most `most` of them, and returns
     * how many there are, also when they are more. */
    uint32_t (*candidates)(void *world, const ox_event_area *area, ox_handle *found, uint32_t most);
    /* False when it is gone. */
    bool (*place)(void *world, ox_handle object, ox_area_place *place);
    void *world;
    ox_handle *found; /* room for `most` candidates */
    uint32_t most;
} ox_area_space;

/* Whether a point is within the radius, without overflow for any numbers. */
bool ox_area_holds(const ox_event_area *area, vec3 place);

/* Posts the event to all in range and returns how many. *missed (may be NULL) counts candidates without room
 * and posts that were refused. */
uint32_t ox_area_broadcast(ox_events *events, const ox_area_space *space, const ox_event_area *area,
                           const ox_event *event, uint32_t *missed);

#endif
