/* Blends of local poses (pose.h) beyond that of two: means of several, parts of the body, differences that are added.
 *
 *     ox_pose_weigh(walk, 32768, true, joints, sum);                  a mean of three, whose weights are 65536 together
 *     ox_pose_weigh(run, 16384, false, joints, sum);
 *     ox_pose_weigh(left, 16384, false, joints, sum);
 *     ox_pose_settle(joints, sum);
 *     ox_pose_blend_part(local, wave, UF16_ONE, arms, joints, local);      joint by joint as far as `arms` says, 255 all
 *     ox_pose_differ(tired, run, joints, difference);                 D = R^-1 S: what turns R into S
 *     ox_pose_add(local, difference, UF16_ONE, joints, local);        A = T D
 *
 * The mean takes rotations as sums of their quaternions, each on the side of the sum so far, and brings the sum to length at the end: so a cascade of
 * two blends and the mean of three agree. A difference is taken in the joint's own frame: column vectors, D on the right. Where only a part of it is wanted,
 * rotation goes the shorter way and translation and scale straight; 0 leaves the target, bit for bit, and 65536 gives T D.
 *
 * (GEA 11.6; GEA 11.6.5 without its row vectors.) */
#ifndef OXCART_KERNEL_ANIMATION_BLEND_H
#define OXCART_KERNEL_ANIMATION_BLEND_H

#include "fixedmath/assert.h"
#include "fixedmath/transform.h"

/* Adds a pose to a sum, or begins one; and ends it. A joint whose rotations cancel out has none. */
void ox_pose_weigh(const sqt *pose, uf16 weight, bool is_first, uint32_t count, sqt *sum);
void ox_pose_settle(uint32_t count, sqt *sum);

/* Shares of 65536 out of any weights below 2^32, in their order; the last one has what rounding leaves. False, and no share, where all are 0: the bind pose
 * is to stand then. */
bool ox_pose_shares(const uint32_t *weights, uint32_t count, uf16 *shares);

/* Blends from a to b by weight times mask / 255. `to` may be a or b. */
void ox_pose_blend_part(const sqt *a, const sqt *b, uf16 weight, const uint8_t *mask, uint32_t count,
                        sqt *to);

/* What turns `reference` into `source`; and a target with a part of a difference, by strength times mask / 255 (NULL: all). Scales of the reference
 * below 1/256 are taken as that. `to` may be the target. */
void ox_pose_differ(const sqt *source, const sqt *reference, uint32_t count, sqt *difference);
void ox_pose_add(const sqt *target, const sqt *difference, uf16 strength, const uint8_t *mask, uint32_t count,
                 sqt *to);

/* A difference that changes nothing. */
void ox_pose_none(uint32_t count, sqt *difference);

/* ---- poses that are kept ---- */

/* A joint in 16 bytes: rotation in Q2.14, translation in Q4.12 held within 8 m, scale in Q4.12. */
typedef struct ox_pose_packed {
    int16_t rotation[4], translation[3], scale;
} ox_pose_packed;
FX_STATIC_ASSERT(sizeof(ox_pose_packed) == 16, "what a joint of a snapshot takes");

void ox_pose_pack(const sqt *local, uint32_t count, ox_pose_packed *packed);
void ox_pose_unpack(const ox_pose_packed *packed, uint32_t count, sqt *local);

#endif
