/* Feet that stand where they have come down.
 *
 *     leg left hip.L knee.L ankle.L                           of a motion's text
 *     leg right hip.R knee.R ankle.R
 *     plant left walk 0.1,0.55                                the left foot is on the ground in this part of the clip
 *     plant right walk 0.6,0.05
 *     feet drop=0.4 settle=0.1                                the body goes down by so many metres for its feet at most; and how fast feet come to the ground and leave it
 *
 * In the first step of such a part the foot's place in the world is kept, at the height above the ground that it has in the clip: the ground is what a ray meets downwards there, shapes of the module collision but the character's own. Up to the
 * end of the part the leg reaches for that place, bent where the clip bends it, and the foot lies on the ground's slope, OX_MOTION_SLOPE degrees at most. The heaviest clip of the first layer says which part it is. One ray a foot that comes down, at
 * most two in a step. Off the ground, in other clips and on what is further than `drop` below, feet go as the clip has them. (GEA 11.11.5.4.) */
#ifndef OXCART_KERNEL_MOTION_PLANT_H
#define OXCART_KERNEL_MOTION_PLANT_H

#include "kernel/motion/machine.h"

enum { OX_MOTION_SLOPE = 35 };

/* Whether a leg stands by itself, and how much of 255 its weight changes in a step. */
bool ox_motion_is_planted(const ox_motion_set *set, uint32_t limb);
int32_t ox_motion_plant_ramp(const ox_motion_set *set);

/* Whether a leg is in a part in which it stands now. */
bool ox_motion_plants(const ox_motion_set *set, const ox_motion_run *run, uint32_t limb);

/* How far the body goes down at most. */
fx ox_motion_plant_drop(const ox_motion_set *set);

/* Lowers the body for its feet; and has a leg stand, and gives how far the foot is from its place. */
void ox_motion_stoop(const ox_motion_set *set, const ox_motion_run *run, const mat34 *place, sqt *local,
                     sqt *global);
fx ox_motion_stand(const ox_motion_set *set, const ox_motion_run *run, uint32_t limb, const mat34 *place,
                   sqt *local, sqt *global);

#endif
