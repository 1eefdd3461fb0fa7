/* Poses of skeletons: where every joint stands at a moment, relative to its parent and in the model.
 *
 *     const uint8_t *skeleton = ..., *walk = ..., *run = ...;      checked SKEL and CLIP chunks, in place
 *     sqt local[32], faster[32], global[32];
 *     ox_pose_bind(skeleton, local);                               joints that no clip moves stand so
 *     ox_pose_sample(walk, time, local, 32);                       time in frames of the clip, Q16.16
 *     ox_pose_bind(skeleton, faster);
 *     ox_pose_sample(run, ox_pose_beside(walk, run, time), faster, 32);
 *     ox_pose_blend(local, faster, 16384, ox_pose_joints(skeleton), local);      a quarter of running
 *     ox_pose_global(skeleton, local, global);
 *     sword = global[ox_pose_find(skeleton, rom_id("hand.R"))];
 *
 * A LOCAL pose maps a joint's space to its parent's, a GLOBAL one to the model's: C_j = C_parent * P_j. Both are
 * scale, rotation and translation (sqt), so that they can be blended and put together without loss of shape;
 * matrices come last (skin.h). Parents stand before children, so one pass over the array does it, without a
 * stack. Scale is one number a joint; of a clip with three their mean is taken.
 *
 * Whatever bytes a checked chunk holds, poses are finite: rotations are brought to unit length, translations held
 * within 8192 m and scales within 1/256 and 256.
 *
 * Cost, x86-64 instructions a joint: bind 320, sample of a compressed clip 960, global 430. No
 * memory but the caller's; nothing depends on how a range of joints is cut, but for the global pass. (GEA 11.2 to
 * 11.6; skeletons and poses.) */
#ifndef OXCART_KERNEL_ANIMATION_POSE_H
#define OXCART_KERNEL_ANIMATION_POSE_H

#include "fixedmath/transform.h"
#include "rom/clip.h"

enum { OX_JOINTS_MOST = 255, OX_JOINT_NONE = 255 };
FX_STATIC_ASSERT(OX_JOINTS_MOST <= OX_JOINT_NONE && OX_JOINT_NONE <= UINT8_MAX,
                 "images name joints by bytes, and one of them says none");

/* Joints of a skeleton, 1..255: a pose has as many. */
uint32_t ox_pose_joints(const uint8_t *skeleton);

/* The joint with this name, by a binary search; and the joint above one. OX_JOINT_NONE: no such joint, or the root's
 * parent. */
uint32_t ox_pose_find(const uint8_t *skeleton, uint32_t name);
uint32_t ox_pose_parent(const uint8_t *skeleton, uint32_t joint);

/* The pose in which meshes were bound, which is the pose to fall back on. */
void ox_pose_bind(const uint8_t *skeleton, sqt *local);

/* Sets those joints of `count` that the clip moves, and leaves the others alone. The time wraps in a looping clip and
 * is held at both ends of another clip (rom_clip_wrap). */
void ox_pose_sample(const uint8_t *clip, fx time, sqt *local, uint32_t count);

/* The whole pose of a clip of this skeleton: what ox_pose_bind and ox_pose_sample make of it, with each joint set once. */
void ox_pose_sample_all(const uint8_t *skeleton, const uint8_t *clip, fx time, sqt *local);

/* The same with a clip of another skeleton: `map` has the joint of this skeleton for each joint of the clip's, OX_JOINT_NONE for those that it
 * lacks. Rotations are taken as they are; translations are left as they stand in `local`, but for the root's, which are multiplied with `hips`, as how
 * much higher this skeleton's hips are. Scales are taken. */
typedef struct ox_pose_map {
    const uint8_t *joint;
    fx hips;
} ox_pose_map;
void ox_pose_sample_as(const uint8_t *clip, const ox_pose_map *map, fx time, sqt *local, uint32_t count);

/* Fills a map by the names of joints; false, and *missing is its name, where the clip moves a joint that has children and this skeleton lacks it, or
 * where no joint is shared. `other` is the clip's skeleton. */
bool ox_pose_match(const uint8_t *skeleton, const uint8_t *other, const uint8_t *clip, uint8_t *joint,
                   fx *hips, uint32_t *missing);

/* The time at which a second clip stands at the same part of its length as the first at `time`: feet of walking and running meet
 * the ground together. */
fx ox_pose_beside(const uint8_t *clip, const uint8_t *second, fx time);

/* Blends from a to b joint by joint: translation and scale straight, rotations by normalised linear interpolation on
 * the shorter way. Weight 0 gives a, 65536 gives b, bit for bit. `to` may be a or b. */
void ox_pose_blend(const sqt *a, const sqt *b, uf16 weight, uint32_t count, sqt *to);

/* Turns a local pose into the pose in the model. */
void ox_pose_global(const uint8_t *skeleton, const sqt *local, sqt *global);

#endif
