/* What moves joints besides clips: by a number, to and fro, away from who is near; and layers whose weight wanders.
 *
 *     turn wheel.FL by=steer axis=0,1,0 degrees=30            of a motion's text: at steer = 1 the front wheel is turned by 30 degrees
 *     sway branch axis=0,0,1 degrees=4 seconds=3.1            up to 4 degrees to both sides; several lines of one joint add up
 *     shy stalk from=hero radius=1.5 degrees=40               bends away from who is called so
 *     layer breath adds noise=0.7,2                           up to 0.7 of its weight is taken off, another part every two seconds
 *
 *     ox_motion_turns(&set, &run, &moment, local);            before the pose in the model is worked out
 *     ox_motion_shies(&set, &run, &moment, &place, local, global);
 *
 * All of it is worked out of the moment: the step, and a number of the character that sets two of one motion apart. So held things, pictures and queries agree, and a state that comes back looks as it did. A sway never goes beyond its degrees, a
 * sum of sways never beyond their sum. Cost: a turn of a joint two products of quaternions; of who is near a walk over all objects. (GEA 11.7.1; value noise: Perlin 1985.) */
#ifndef OXCART_KERNEL_MOTION_TURN_H
#define OXCART_KERNEL_MOTION_TURN_H

#include "kernel/motion/pose.h"

/* Turns joints by numbers and sways. */
void ox_motion_turns(const ox_motion_set *set, const ox_motion_run *run, const ox_motion_when *moment,
                     sqt *local);

/* Bends joints away from who is near; `global` is that of `local`, before and after. */
void ox_motion_shies(const ox_motion_set *set, const ox_motion_run *run, const ox_motion_when *moment,
                     const mat34 *place, sqt *local, sqt *global);

/* What the noise of a layer leaves of its weight, 65536 all. */
uf16 ox_motion_noise(const ox_motion_set *set, uint32_t layer, const ox_motion_when *moment);

/* How many rows of each kind a motion has. */
uint32_t ox_motion_turn_count(const ox_motion_set *set);

#endif
