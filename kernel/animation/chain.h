/* Chains of joints that reach for a place: tails, tentacles, spines, whips.
 *
 *     ox_joint_chain chain = {.joint = {base, one, two, tip}, .count = 4, .rest = bound, .bend = ANG16_DEGREES(40)};
 *     fx left = ox_joint_chain_reach(&chain, skeleton, target, UF16_ONE, local, global, &rounds);       metres that are missing; at most the tolerance: it is there
 *     ox_pose_global(skeleton, local, global);                                                    what hangs on the chain goes with it
 *
 * CYCLIC COORDINATE DESCENT. From the joint before the end to the first, each is turned by the shortest arc that points the end at the target, by `step` at most where that is given, and then brought within its
 * limits; so many rounds, or until the end is within the tolerance. Near places first bend the end, far ones the whole chain. It begins with the pose that stands in `local`, and keeps the best of all
 * rounds: a target out of reach has the chain straight towards it. Where chain and target lie on one line no arc leads anywhere: the first joint is turned a little, then.
 *
 * LIMITS. A joint is turned by `bend` from its rotation in `rest` at most, to any side (a cone); one with an axis in `hinge`, about that axis of its own alone, from `low` to `high`. A joint that begins beyond its limits is
 * brought within them.
 *
 * `weight` blends from the pose to the solution, joint by joint. Nothing is kept between calls. The end joint's own rotation in its parent stays. Bones keep their lengths.
 *
 * Of 10,000 targets at 0.3 to 2.7 m of a chain of three metres 99.5 % are reached within 16 rounds, all within 25, and the mean takes 3.5. A round costs a root, two normalisations and a multiplication a joint, and
 * for each joint the ends of those behind it. (Wang and Chen 1991; GEA 11.7.2.) */
#ifndef OXCART_KERNEL_ANIMATION_CHAIN_H
#define OXCART_KERNEL_ANIMATION_CHAIN_H

#include "kernel/animation/pose.h"

enum { OX_JOINT_CHAIN_MOST = 16, OX_JOINT_CHAIN_ROUNDS = 16 };

/* A joint that turns about one axis alone. */
typedef struct ox_joint_hinge {
    dir30 axis;        /* of the joint in its rest; no length: a cone */
    int16_t low, high; /* angles, low at most high */
} ox_joint_hinge;

typedef struct ox_joint_chain {
    uint8_t joint[OX_JOINT_CHAIN_MOST]; /* each hangs on the one before it; the last is the end */
    uint8_t count;                      /* 2 .. OX_JOINT_CHAIN_MOST */
    uint8_t rounds;                     /* 0: OX_JOINT_CHAIN_ROUNDS */
    ang16 step;                         /* of a joint in a round; 0: as far as it takes */
    ang16 bend;                         /* half the angle of each cone; 0: no limit */
    fx tolerance;                       /* metres; 0: a hundredth of the chain */
    const quat *rest;            /* of each joint of the chain in its parent; NULL: as `local` has it */
    const ox_joint_hinge *hinge; /* of each joint of the chain; NULL: there is none */
} ox_joint_chain;

/* The chain from one joint down to another; false: `end` does not hang below `root`, or more than OX_JOINT_CHAIN_MOST joints lie between. */
bool ox_joint_chain_between(ox_joint_chain *chain, const uint8_t *skeleton, uint32_t root, uint32_t end);

/* Changes the local rotations of the chain's joints but the last, and `global` of all. *rounds (or NULL): how many it took. Returns how far the end is from the target. */
fx ox_joint_chain_reach(const ox_joint_chain *chain, const uint8_t *skeleton, vec3 target, uf16 weight,
                        sqt *local, sqt *global, uint32_t *rounds);

#endif
