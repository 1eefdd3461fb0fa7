/* Poses of characters whose machines run (machine.h): a function of their state alone, so that it may be worked out or not.
 *
 *     sqt room[4 * OX_JOINTS_MOST];                       local, then three poses to work in
 *     const ox_pose_packed *kept[OX_MOTION_LAYERS] = {NULL};        snapshots, of layers that fade from one
 *     ox_motion_pose(&set, &run, &moment, kept, room);             the local pose of all layers
 *     ox_pose_global(set.skeleton, room, global);
 *
 * The base layer's pose is that of its state, or on the way from an old one. Each further layer lies over it: where it takes the place (the joints of its
 * mask, as far as mask and weight say), or adds its difference. A layer without weight, or in a state of nothing, is not worked out. */
#ifndef OXCART_KERNEL_MOTION_POSE_H
#define OXCART_KERNEL_MOTION_POSE_H

#include "kernel/animation/blend.h"
#include "kernel/animation/pose.h"
#include "kernel/motion/machine.h"

enum { OX_MOTION_ROOM = 4 }; /* poses of room that ox_motion_pose wants, the result being the first */

/* When a pose is worked out, and of whom. */
typedef struct ox_motion_near {
    vec3 at;
    bool is_there;
} ox_motion_near;
typedef struct ox_motion_when {
    uint32_t steps;             /* of the scene */
    uint32_t seed;              /* sets characters of one motion apart */
    const ox_motion_near *near; /* who is near, of each turn of the motion (turn.h); NULL: nobody */
} ox_motion_when;

void ox_motion_pose(const ox_motion_set *set, const ox_motion_run *run, const ox_motion_when *moment,
                    const ox_pose_packed *const *kept, sqt *room);

/* The pose of one layer alone, for a snapshot, with room for four. */
void ox_motion_pose_layer(const ox_motion_set *set, const ox_motion_run *run, uint32_t layer,
                          const ox_pose_packed *kept, sqt *room);

#endif
