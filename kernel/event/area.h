/* Area broadcast: an event to exactly those objects that are in range, so that nobody has to poll.
 *
 *     ox_event_area blast = {.centre = where, .radius = FX(8), .mask = CAN_BE_HURT};
 *     ox_handle found[64];
 *     ox_area_space space = {candidates, place_of, &world, .found = found, .most = 64};
 *     uint32_t told = ox_area_broadcast(&events, &space, &blast, &boom, &missed);
 *
 * An exploding missile tells some 15 objects its damage, instead of hundreds looking for missiles every tick. The
 * world says which objects may be near (from its grid or tree, in an order of its own that is the same on every
 * machine). The broadcast tests the distance exactly: in range is distance <= radius, in 64-bit integers. Each object
 * in range gets the event with itself as receiver, in the world's order. (Steve Rabin, Game Programming Gems 3.0.)
 *
 * Rule for carts: react to events; ask the world only for what no event tells. Cost, Cortex-M3: 30 instructions a
 * candidate, and a post for each object in range. */
#ifndef OXCART_KERNEL_EVENT_AREA_H
#define OXCART_KERNEL_EVENT_AREA_H

#include "kernel/event/events.h"

typedef struct ox_event_area {
    vec3 centre;
    fx radius;     /* not negative */
    uint32_t mask; /* an object must have at least one of these bits */
} ox_event_area;

/* Place and mask of an object, as the world gives them. */
typedef struct ox_area_place {
    vec3 place;
    uint32_t mask;
} ox_area_place;

typedef struct ox_area_space {
    /* Writes handles of all objects that may be in the area, once each, at most `most` of them. Returns their whole
     * number, also when it is larger. */
    uint32_t (*candidates)(void *world, const ox_event_area *area, ox_handle *found, uint32_t most);
    /* Gives the place of an object; false when the object is gone. */
    bool (*place)(void *world, ox_handle object, ox_area_place *place);
    void *world;
    ox_handle *found; /* room for `most` candidates */
    uint32_t most;
} ox_area_space;

/* Whether a point is within the radius, without overflow for any numbers. */
bool ox_area_holds(const ox_event_area *area, vec3 place);

/* Posts the event to all objects in range and returns how many got it. *missed (may be NULL) counts candidates
 * without room and posts that were refused. */
uint32_t ox_area_broadcast(ox_events *events, const ox_area_space *space, const ox_event_area *area,
                           const ox_event *event, uint32_t *missed);

#endif
