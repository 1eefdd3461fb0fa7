/* Limbs of two bones that reach for a place, and joints that turn to one.
 *
 *     ox_limb limb = {.root = hip, .middle = knee, .end = ankle, .pole = {0, 0, -FX_ONE}};
 *     fx left = ox_limb_reach(skeleton, &limb, target, UF16_ONE, local, global);           metres that are missing; 0: it is there
 *     ox_pose_global(skeleton, local, global);                                             the limb's joints stand anew
 *     ox_pose_turn(skeleton, neck, turn, local, global);                                   turns a joint about itself, in the model
 *
 * REACH. With upper length a, lower length b and the distance d from root to target, held within [|a - b|, a + b], the middle joint lies x =
 * (a^2 - b^2 + d^2) / (2 d) along the way and h = sqrt(a^2 - x^2) aside, to the side of the pole: the part of `pole` at right angles to the way. Both bones
 * turn by the shortest arc from where they are, so that their twist stays. Out of reach the limb is straight towards the target, or folded, and what is missing is
 * told. A target at the root keeps the way; a pole along the way is taken as the bend that is there. Squares in 64 bits, one integer root, no arc cosine.
 *
 * `weight` blends from the pose to the reach, target by target: the end goes straight. The target is in the model, as `global` is; bones keep their lengths. The
 * end keeps how it is turned in the model. (GEA 11.7.2; law of cosines.) */
#ifndef OXCART_KERNEL_ANIMATION_LIMB_H
#define OXCART_KERNEL_ANIMATION_LIMB_H

#include "kernel/animation/pose.h"

typedef struct ox_limb {
    uint8_t root, middle, end;
    vec3 pole; /* in the model, of any length but 0 */
} ox_limb;

/* Changes the local rotations of root, middle and end, and `global` of these three. Returns how far the end is from the target. */
fx ox_limb_reach(const ox_limb *limb, const uint8_t *skeleton, vec3 target, uf16 weight, sqt *local,
                 sqt *global);

/* The plane problem alone: where the middle joint is between root and end. */
typedef struct ox_limb_bend {
    fx along, aside; /* of the middle joint, from the root */
    fx reach;        /* of the end, along the way */
    fx missing;      /* 0 where the target is reached */
} ox_limb_bend;
ox_limb_bend ox_limb_solve(fx upper, fx lower, fx distance);

/* Turns a joint in the model: `turn` comes on top of how it stands. `local` changes; of `global` the joint alone. */
void ox_pose_turn(const uint8_t *skeleton, uint32_t joint, quat turn, sqt *local, sqt *global);

#endif
