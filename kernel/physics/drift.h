/* Drift: round things of a flat world that fly straight on until they meet, and are thrown back at the very moment at which they touch. For asteroids, billiards, marbles on glass.
 *
 *     type rock sprite=rock                                                   in cart.txt
 *       with shape=circle radius=16 friction=0 bounce=0.9
 *       with body=still mass=16 velocity=30,12,0
 *
 *     drift('rock', vec3(0.0, -160.0, 0.0), vec3(240.0, 0.0, 0.0))                 in scripts, once a step: all of that name, type or tag
 *     on Contact(other, normal, strength) { ... }
 *
 * MOMENTS OF IMPACT. All of them move by their velocities at once, for a step. The first two that touch within it are set back to the moment at which they do, change their velocities along the line of
 * their middles, and fly on for what is left of the step; then the next two. So nothing is ever in another, whatever the speeds, and a blow takes what `bounce` (the greater of both) says: 1 keeps
 * all energy. Velocities are rounded towards 0 where bounce is less than 1, so that energy never grows. What overlaps at the begin, since the game put it there, goes apart, or is
 * thrown apart once. Nothing turns, and there is no friction.
 *
 * A WORLD WITHOUT EDGES. Places are those of a torus: what leaves the box on one side comes in on the other one, and things touch across its edges.
 *
 * SENSORS (`sensor=1`) are told and tell, and fly on: bullets. They are told in each step in which they come nearer to the other one's middle. `through=` counts. Bodies are `still`, so that the step of other bodies leaves them alone; their shapes' offsets do not count.
 *
 * COST: 75 instructions of an x86-64 for each two, and 1,700 more for each two whose ways come near, after a blow again for those that have to do with it. After four blows for each thing and sixteen more in one step, or eight meetings of sensors for each
 * body of `capacity bodies`, the rest of it is left out: all stand still until the next one. (Madhav 7; Ericson 5.5.5.) */
#ifndef OXCART_KERNEL_PHYSICS_DRIFT_H
#define OXCART_KERNEL_PHYSICS_DRIFT_H

#include "fixedmath/vector.h"

typedef struct ox_drifter {
    int64_t at[2];  /* where it would have been at the begin of the step with the velocity of now, 2^-32 m */
    fx velocity[2]; /* m/s */
    fx radius, mass, bounce;
    uint16_t slot;
    bool passes; /* it only tells */
    /* of one step */
    vec2 from, way; /* `at`, and the whole step's way */
    uint16_t other; /* what it meets next of those behind it; OX_DRIFT_NOBODY */
    q30 part;       /* and when */
} ox_drifter;

enum { OX_DRIFT_NOBODY = 0xFFFF };

/* Two that have met in a step and may not meet once more in it: what only tells, and what touches without coming nearer. */
typedef struct ox_drift_pair {
    uint16_t a, b;
} ox_drift_pair;

typedef struct ox_drift {
    ox_drifter *all; /* in an order that is the same in every run */
    uint32_t count;
    ox_drift_pair *passed; /* memory of one step */
    uint32_t passed_room;
    vec2 low, size;                                                            /* the box; `size` above 0 */
    uint32_t dt;                                                               /* of a step, Q0.32 seconds */
    bool (*may_meet)(void *context, const ox_drifter *a, const ox_drifter *b); /* NULL: all may */
    void (*met)(void *context, const ox_drifter *a, const ox_drifter *b, dir30 normal,
                fx speed); /* normal: from B towards A; NULL: nobody hears */
    void *context;
} ox_drift;

/* Makes a step. Returns how many blows there were, sensors' meetings not counted. */
uint32_t ox_drift_step(ox_drift *d);

/* The nearest way between two places along one axis of a world without edges: -24.9 is 0.0002 behind 25.1 where the axis is 50 long. */
static inline fx ox_drift_nearest(fx way, fx size) {
    return way > size / 2 ? way - size : way < -(size / 2) ? way + size : way;
}

#endif
