/* What comes on top of a character's pose: the look, then limbs that reach.
 *
 *     ox_motion_aim(&set, &run, &place);                                 each step: the look goes towards its target
 *     if (ox_motion_acts(&set, &run)) ox_motion_after(&set, &run, &moment, &place, &posture);    each pose
 *
 * `place` leads from the model to the world. THE LOOK turns by yaw, then pitch, towards the target as seen from the eye: where the last of its joints stands in the
 * bind pose. So many degrees to each side at most, so many a second; a target beyond them by more than OX_MOTION_BEYOND degrees is given up, and taken up again
 * where it comes nearer than that by OX_MOTION_AGAIN. Each joint turns by its share in the model, from the first to the last.
 * NUMBERS THAT AIM (`number NAME aims=yaw`) follow the look from -1 at its most to the right, or down, to 1. Where there is such a number the look is not given up: what is behind is aimed at on the side on which the look is, until it
 * is OX_MOTION_AGAIN degrees nearer to the other one. FEET THAT STAND (kernel/motion/plant.h) are limbs, too: their knees bend where the clip bends them, the body goes down as far as the lowest foot wants, and the foot lies on the ground.
 * A LIMB goes to its place and comes back in OX_MOTION_RAMP steps. */
#ifndef OXCART_KERNEL_MOTION_AFTER_H
#define OXCART_KERNEL_MOTION_AFTER_H

#include "kernel/animation/limb.h"
#include "kernel/motion/pose.h"

enum { OX_MOTION_BEYOND = 40, OX_MOTION_AGAIN = 10, OX_MOTION_RAMP = 15 };

void ox_motion_aim(const ox_motion_set *set, ox_motion_run *run, const mat34 *place);

/* Whether a look, a limb or a bend changes the pose. */
bool ox_motion_acts(const ox_motion_set *set, const ox_motion_run *run);

/* Where a joint stands in the bind pose, in the model. */
vec3 ox_motion_bound_at(const uint8_t *skeleton, uint32_t joint);

/* Changes a pose; `global` is that of `local`, before and after. `gap` (may be NULL): of each limb, how far its end is from its place, in the model. */
typedef struct ox_motion_posture {
    sqt *local, *global;
    fx *gap;
} ox_motion_posture;
void ox_motion_after(const ox_motion_set *set, const ox_motion_run *run, const ox_motion_when *moment,
                     const mat34 *place, const ox_motion_posture *posture);

#endif
