/* Skeletons and poses. */
#include "kernel/animation/pose.h"

#include <string.h>

#include "rom/chunks.h"

enum { REACH = 8192 * 65536, SCALE_LEAST = 256, SCALE_MOST = 256 * 65536 };

uint32_t ox_pose_joints(const uint8_t *skeleton) { return rom_u32(skeleton + ROM_SKELETON_JOINT_COUNT); }

static const uint8_t *joint_at(const uint8_t *skeleton, uint32_t joint) {
    return skeleton + rom_u32(skeleton + ROM_SKELETON_JOINTS_AT) + (size_t)joint * ROM_JOINT_SIZE;
}

uint32_t ox_pose_parent(const uint8_t *skeleton, uint32_t joint) {
    return joint < ox_pose_joints(skeleton) ? joint_at(skeleton, joint)[ROM_JOINT_PARENT] : OX_JOINT_NONE;
}

uint32_t ox_pose_find(const uint8_t *skeleton, uint32_t name) {
    const uint8_t *names = skeleton + rom_u32(skeleton + ROM_SKELETON_NAMES_AT);
    uint32_t low = 0, high = ox_pose_joints(skeleton);
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        const uint8_t *row = names + (size_t)middle * ROM_JOINT_NAME_SIZE;
        if (rom_u32(row + ROM_JOINT_NAME_NAME) == name) return rom_u32(row + ROM_JOINT_NAME_JOINT);
        if (rom_u32(row + ROM_JOINT_NAME_NAME) < name)
            low = middle + 1;
        else
            high = middle;
    }
    return OX_JOINT_NONE;
}

/* ---- one joint ---- */

/* Within 2^-12 of unit length: that is how rotations come out of clips. */
static bool is_unit(quat q) {
    int64_t norm = fx_sra64(fx_wide(q.x, q.x), 2) + fx_sra64(fx_wide(q.y, q.y), 2) +
                   fx_sra64(fx_wide(q.z, q.z), 2) + fx_sra64(fx_wide(q.w, q.w), 2),
            off = norm - ((int64_t)1 << 58);
    return off > -((int64_t)1 << 46) && off < (int64_t)1 << 46;
}

static vec3 clamped_place(vec3 v) {
    return (vec3){fx_clamp(v.x, -REACH, REACH), fx_clamp(v.y, -REACH, REACH), fx_clamp(v.z, -REACH, REACH)};
}

/* Sets a joint to what the bytes of an image say, brought into range. */
static void set_joint(sqt *joint, vec3 t, quat q, fx s) {
    joint->t = clamped_place(t);
    joint->s = fx_clamp(s, SCALE_LEAST, SCALE_MOST);
    if (is_unit(q)) {
        joint->q = q;
    } else {
        (void)q4_normalize(q, &joint->q); /* no turn where there is no length */
    }
}

/* Joints `from` up to `end` as they were bound. */
static void bind_joints(const uint8_t *skeleton, uint32_t from, uint32_t end, sqt *local) {
    const uint8_t *row = joint_at(skeleton, from);
    for (uint32_t i = from; i < end; i++, row += ROM_JOINT_SIZE) {
        const uint8_t *r = row + ROM_JOINT_ROTATION, *t = row + ROM_JOINT_TRANSLATION;
        quat16 stored = {rom_i16(r), rom_i16(r + 2), rom_i16(r + 4), rom_i16(r + 6)};
        set_joint(&local[i], (vec3){(fx)rom_u32(t), (fx)rom_u32(t + 4), (fx)rom_u32(t + 8)},
                  q4_unpack16(stored), (fx)rom_u32(row + ROM_JOINT_SCALE));
    }
}

void ox_pose_bind(const uint8_t *skeleton, sqt *local) {
    bind_joints(skeleton, 0, ox_pose_joints(skeleton), local);
}

/* Joints scale alike in all directions; of others, the mean. */
static fx mean_scale(const rom_clip_joint *joint) {
    const fx *s = joint->scale;
    return s[0] == s[1] && s[0] == s[2] ? s[0] : (fx)(((int64_t)s[0] + s[1] + s[2]) / 3);
}

static void set_sampled(sqt *to, const rom_clip_joint *joint) {
    set_joint(to, (vec3){joint->translation[0], joint->translation[1], joint->translation[2]},
              joint->rotation, mean_scale(joint));
}

void ox_pose_sample(const uint8_t *clip, fx time, sqt *local, uint32_t count) {
    rom_clip_walk walk;
    rom_clip_joint joint;
    rom_clip_begin(&walk, clip, time);
    while (rom_clip_next(&walk, &joint)) {
        if (walk.number < count) set_sampled(&local[walk.number], &joint);
    }
}

void ox_pose_sample_all(const uint8_t *skeleton, const uint8_t *clip, fx time, sqt *local) {
    const uint32_t count = ox_pose_joints(skeleton);
    uint32_t set = 0;
    rom_clip_walk walk;
    rom_clip_joint joint;
    rom_clip_begin(&walk, clip, time);
    while (rom_clip_next(&walk, &joint)) {
        if (walk.number >= count) continue;
        if (walk.number > set) bind_joints(skeleton, set, walk.number, local);
        set_sampled(&local[walk.number], &joint);
        if (walk.number >= set) set = walk.number + 1;
    }
    bind_joints(skeleton, set, count, local);
}

void ox_pose_sample_as(const uint8_t *clip, const ox_pose_map *map, fx time, sqt *local, uint32_t count) {
    rom_clip_walk walk;
    rom_clip_joint joint;
    rom_clip_begin(&walk, clip, time);
    while (rom_clip_next(&walk, &joint)) {
        const uint32_t number = map->joint[walk.number];
        if (number >= count) continue;
        const fx scale = mean_scale(&joint);
        vec3 t = local[number].t;
        if (number == 0)
            t = v3_scales((vec3){joint.translation[0], joint.translation[1], joint.translation[2]},
                          map->hips);
        set_joint(&local[number], t, joint.rotation, scale);
    }
}

/* How high a skeleton's root stands in its bind pose, at least 1/256 m. */
static fx height_of(const uint8_t *skeleton) {
    const fx y = (fx)rom_u32(joint_at(skeleton, 0) + ROM_JOINT_TRANSLATION + 4);
    return fx_clamp(y < 0 ? -y : y, SCALE_LEAST, REACH);
}

bool ox_pose_match(const uint8_t *skeleton, const uint8_t *other, const uint8_t *clip, uint8_t *joint,
                   fx *hips, uint32_t *missing) {
    const uint32_t count = ox_pose_joints(other);
    bool shares = false;
    *missing = 0;
    for (uint32_t i = 0; i < count; i++) {
        joint[i] = (uint8_t)ox_pose_find(skeleton, rom_u32(joint_at(other, i) + ROM_JOINT_NAME));
        shares = shares || joint[i] != OX_JOINT_NONE;
    }
    for (uint32_t i = 0; i < rom_clip_joints(clip); i++) {
        const uint32_t number = rom_clip_joint_number(clip, i);
        if (number >= count || joint[number] != OX_JOINT_NONE) continue;
        const uint8_t *row = joint_at(other, number);
        if ((row[ROM_JOINT_FLAGS] & (ROM_JOINT_LEAF | ROM_JOINT_LOCATOR)) != 0) continue;
        *missing = rom_u32(row + ROM_JOINT_NAME);
        return false;
    }
    *hips = fx_clamp(fx_div(height_of(skeleton), height_of(other)), SCALE_LEAST, SCALE_MOST);
    return shares;
}

fx ox_pose_beside(const uint8_t *clip, const uint8_t *second, fx time) {
    int64_t at = (int64_t)rom_clip_wrap(clip, time) * rom_u32(second + ROM_CLIP_FRAMES);
    return (fx)(at / rom_u32(clip + ROM_CLIP_FRAMES)); /* a clip has 1 to 32,767 frames */
}

/* ---- whole poses ---- */

void ox_pose_blend(const sqt *a, const sqt *b, uf16 weight, uint32_t count, sqt *to) {
    if (weight == 0 || weight >= UF16_ONE) {
        const sqt *from = weight == 0 ? a : b;
        if (to != from) memcpy(to, from, count * sizeof *to);
        return;
    }
    for (uint32_t i = 0; i < count; i++) to[i] = sqt_lerp(&a[i], &b[i], weight);
}

void ox_pose_global(const uint8_t *skeleton, const sqt *local, sqt *global) {
    uint32_t count = ox_pose_joints(skeleton);
    const uint8_t *row = joint_at(skeleton, 0);
    global[0] = local[0];
    for (uint32_t i = 1; i < count; i++) {
        row += ROM_JOINT_SIZE;
        const sqt *parent = &global[row[ROM_JOINT_PARENT]], *own = &local[i];
        vec3 scaled = parent->s == FX_ONE ? own->t : clamped_place(v3_scales(own->t, parent->s));
        global[i].t = clamped_place(v3_adds(parent->t, q4_rotate(parent->q, scaled)));
        global[i].q = q4_renormalize(q4_mul(parent->q, own->q));
        global[i].s = fx_clamp(fx_muls(parent->s, own->s), SCALE_LEAST, SCALE_MOST);
    }
}
