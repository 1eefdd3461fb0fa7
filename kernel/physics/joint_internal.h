/* Joints while they are solved: where the two bodies stand, and the rows of each kind. */
#ifndef OXCART_KERNEL_PHYSICS_JOINT_INTERNAL_H
#define OXCART_KERNEL_PHYSICS_JOINT_INTERNAL_H

#include "fixedmath/quaternion.h"
#include "kernel/physics/internal.h"

typedef struct ox_hinges {
    ox_physics *p;
    ox_joint *joint;
    ox_solver_pair pair;
    rig34 a, b;
    quat turn_a, turn_b;
    vec3 at_a, at_b; /* the joint's places in the world */
    ox_softness soft;
    uint32_t number;
} ox_hinges;

static inline vec3 joint_vector(const fx v[3]) { return (vec3){v[0], v[1], v[2]}; }

/* All rows of a joint. */
void ox_joint_rows(ox_hinges *h);

/* How far both ends have gone in the step along a row, Q12.20. */
int64_t ox_joint_way(const ox_physics *p, const ox_joint_row *r);

/* 1 / mass of the lighter of the two, Q8.24. */
static inline uint32_t pair_inverse(const ox_solver_pair *pair) {
    return pair->a->inverse > pair->b->inverse ? pair->a->inverse : pair->b->inverse;
}

#endif
