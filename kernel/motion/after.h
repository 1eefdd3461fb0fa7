/* What comes on top of a character's pose: the look, then limbs that reach.
 *
 *     ox_motion_aim(&set, &run, &place);                                 each step: the look goes towards its target
 *     if (ox_motion_acts(&run)) ox_motion_after(&set, &run, &place, local, global);          each pose
 *
 * `place` leads from the model to the world. THE LOOK turns by yaw, then pitch, towards the target as seen from the eye: where the last of its joints stands in the
 * bind pose. So many degrees to each side at most, so many a second; a target beyond them by more than OX_MOTION_BEYOND degrees is given up, and taken up again
 * where it comes nearer than that by OX_MOTION_AGAIN. Each joint turns by its share in the model, from the first to the last.
 * A LIMB goes to its place and comes back in OX_MOTION_RAMP steps. */
#ifndef OXCART_KERNEL_MOTION_AFTER_H
#define OXCART_KERNEL_MOTION_AFTER_H

#include "kernel/animation/limb.h"
#include "kernel/motion/machine.h"

enum { OX_MOTION_BEYOND = 40, OX_MOTION_AGAIN = 10, OX_MOTION_RAMP = 15 };

void ox_motion_aim(const ox_motion_set *set, ox_motion_run *run, const mat34 *place);

/* Whether a look or a limb changes the pose. */
bool ox_motion_acts(const ox_motion_run *run);

/* Changes a pose; `global` is that of `local`, before and after. gap (may be NULL): of each limb, how far its end is from its place, in the model. */
void ox_motion_after(const ox_motion_set *set, const ox_motion_run *run, const mat34 *place, sqt *local,
                     sqt *global, fx gap[OX_MOTION_LIMBS]);

#endif
