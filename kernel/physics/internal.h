/* What the files of kernel/physics share. */
#ifndef OXCART_KERNEL_PHYSICS_INTERNAL_H
#define OXCART_KERNEL_PHYSICS_INTERNAL_H

#include "fixedmath/integrate.h"
#include "kernel/loop/rate.h"
#include "kernel/physics/module.h"

/* A contact while it is solved. */
typedef struct ox_solver_contact {
    ox_solver_pair pair;
    ox_touch *touch;
    uint32_t
        row; /* the first of its rows: one for each point, then two of friction, then one about the normal */
    uint8_t count;    /* of points */
    uint8_t tangents; /* 1 in the plane, else 2 */
    bool twists;      /* it has the last row */
    bool is_hard;     /* one of the two is not moved by anything */
    fx bounce;
    fx grip
        [OX_MANIFOLD_POINTS]; /* of the impulse of a point: what friction may have at most, in units of its rows */
    fx twist_grip; /* of that: what the row about the normal may have, by the mean distance of the points from their middle */
    int32_t approach[OX_MANIFOLD_POINTS]; /* speeds before the step, Q12.20 */
    int32_t most[OX_MANIFOLD_POINTS];     /* the greatest impulse of a substep */
} ox_solver_contact;

static inline uint32_t physics_rate(const ox_physics *p) { return ox_loop_rate(p->host->loop); }
static inline uint32_t physics_substep(const ox_physics *p) { return STEP_HZ(physics_rate(p) * p->substeps); }

/* Pairs that touch: fills fresh touches and their manifolds. False: a sleeper is touched by what is awake, and was waked; never so without `wakes`. */
bool ox_physics_touch(ox_physics *p, bool wakes);

void ox_physics_put_back(ox_physics *p);

/* Tells the object in slot `to` on Contact that it met another one; `bus` may be NULL. */
struct ox_events;
void ox_physics_tell_contact(const ox_physics *p, struct ox_events *bus, uint32_t to, uint32_t other,
                             vec3 normal, fx strength);

/* An orientation, turned by `quarters` / 4 of a rotation vector in Q6.26. */
quat ox_physics_turned(quat turn, const int32_t by[3], int32_t quarters);

#endif
