/* Motions of a scene out of the image: what the chunk names, checked against the skeleton. */
#include <string.h>

#include "kernel/animation/chain.h"
#include "kernel/motion/flip.h"
#include "kernel/motion/module.h"
#include "kernel/motion/turn.h"
#include "rom/chunks.h"
#include "rom/clip.h"

enum { STEP_MOST = 16 }; /* rounds of a clip in a step */

static ox_status refuse_motion(const ox_motions *m, const ox_motion_set *set, const char *what, uint32_t id) {
    return ox_module_refuse(m->host, OX_BAD_DATA, 0, "motion #%08x: %s #%08x", (unsigned)set->name, what,
                            (unsigned)id);
}

static void *push_bytes(const ox_motions *m, size_t bytes) {
    return ox_arena_push_low(m->host->resident, bytes == 0 ? 1 : bytes, 8);
}

static ox_status no_room(const ox_motions *m) {
    return ox_module_refuse(m->host, OX_OUT_OF_MEMORY, 0, "no room for motions; raise `budget`");
}

/* The phase of a step: rate / (frames * 60) rounds, times the point's speed. */
static int64_t step_of(const uint8_t *clip, fx speed) {
    const uint64_t frames = rom_u32(clip + ROM_CLIP_FRAMES), rate = rom_u16(clip + ROM_CLIP_RATE),
                   fast = speed < 0 ? 0u - (uint32_t)speed : (uint32_t)speed;
    const uint64_t wide = ((rate * fast) << 8) / (frames * OX_MOTION_STEPS), /* Q8.8 times Q16.16, to Q32 */
        most = (uint64_t)STEP_MOST << 32;
    const int64_t step = (int64_t)(wide > most ? most : wide);
    return speed < 0 ? -step : step;
}

/* A clip of another skeleton: a map of joints by name. */
static ox_status match_clip(ox_motions *m, const ox_motion_set *set, ox_motion_clip *clip) {
    uint32_t missing = 0;
    const ox_id other = rom_u32(clip->clip + ROM_CLIP_SKELETON);
    const uint8_t *skeleton = ox_resource_data(m->host->resources, other, ROM_TAG_SKELETON, "skeleton");
    if (skeleton == NULL || !rom_clip_fits(clip->clip, skeleton))
        return refuse_motion(m, set, "a clip was made for a skeleton that the cart has not got:", other);
    uint8_t *map = push_bytes(m, ox_pose_joints(skeleton));
    if (map == NULL) return no_room(m);
    if (!ox_pose_match(set->skeleton, skeleton, clip->clip, map, &clip->hips, &missing))
        return refuse_motion(m, set,
                             missing == 0 ? "no joint is shared with skeleton" : "the skeleton lacks joint",
                             missing == 0 ? other : missing);
    clip->map = map;
    return OX_OK;
}

static ox_status open_clip(ox_motions *m, const ox_motion_set *set, const uint8_t *point, ox_id name,
                           ox_motion_clip *clip) {
    if (set->sheet != NULL)
        return ox_motion_flip_open(set, name, (fx)rom_u32(point + ROM_MOTION_POINT_SPEED), clip)
                   ? OX_OK
                   : refuse_motion(m, set, "the sheet has no animation", name);
    if (name == 0) return OX_OK; /* `none` in a blend */
    clip->clip = ox_resource_data(m->host->resources, name, ROM_TAG_CLIP, "clip");
    clip->hips = FX_ONE;
    if (clip->clip == NULL) return OX_OK; /* the log says so: the bind pose stands for it */
    clip->step = step_of(clip->clip, (fx)rom_u32(point + ROM_MOTION_POINT_SPEED));
    return rom_clip_fits(clip->clip, set->skeleton) ? OX_OK : match_clip(m, set, clip);
}

static uint32_t swaps_of(const ox_motion_set *set) {
    return rom_has(set->machine, ROM_MOTION_MACHINE_SWAP_COUNT) ? OX_MOTION_COUNT(set, SWAP) : 0;
}

/* The sets that the text has, in its order. */
static void name_sets(ox_motion_set *set) {
    set->sets = 1;
    for (uint32_t i = 0; i < swaps_of(set); i++) {
        const ox_id name = rom_u32(OX_MOTION_ROW(set, SWAPS, SWAP, i) + ROM_MOTION_SWAP_SET);
        uint32_t k = 1;
        while (k < set->sets && set->set_names[k] != name) k++;
        if (k == set->sets && k < OX_MOTION_SETS) set->set_names[set->sets++] = name;
    }
}

/* The clip that a set has in the place of another one: that one, where it says nothing of it. */
static ox_id clip_worn(const ox_motion_set *set, uint32_t number, ox_id of) {
    for (uint32_t i = 0; number > 0 && i < swaps_of(set); i++) {
        const uint8_t *row = OX_MOTION_ROW(set, SWAPS, SWAP, i);
        if (rom_u32(row + ROM_MOTION_SWAP_SET) == set->set_names[number] &&
            rom_u32(row + ROM_MOTION_SWAP_OF) == of)
            return rom_u32(row + ROM_MOTION_SWAP_CLIP);
    }
    return of;
}

static ox_status open_clips(ox_motions *m, ox_motion_set *set) {
    const uint32_t count = OX_MOTION_COUNT(set, POINT);
    name_sets(set);
    set->clips = push_bytes(m, (size_t)set->sets * count * sizeof *set->clips);
    if (set->clips == NULL) return no_room(m);
    memset(set->clips, 0, (size_t)set->sets * count * sizeof *set->clips);
    for (uint32_t k = 0; k < set->sets; k++) {
        for (uint32_t i = 0; i < count; i++) {
            const uint8_t *row = OX_MOTION_ROW(set, POINTS, POINT, i);
            const ox_id of = rom_u32(row + ROM_MOTION_POINT_CLIP), worn = clip_worn(set, k, of);
            ox_motion_clip *clip = &set->clips[k * count + i];
            *clip = set->clips[i];
            const ox_status status = k == 0 || worn != of ? open_clip(m, set, row, worn, clip) : OX_OK;
            if (status != OX_OK) return status;
        }
    }
    return OX_OK;
}

/* A joint that a mask names stands for all below it, until a later one says otherwise. */
static ox_status open_mask(const ox_motions *m, const ox_motion_set *set, const uint8_t *layer,
                           uint8_t *mask) {
    const uint32_t joints = ox_pose_joints(set->skeleton),
                   first = rom_u16(layer + ROM_MOTION_LAYER_MASK_FIRST),
                   count = rom_u16(layer + ROM_MOTION_LAYER_MASK_COUNT);
    uint8_t own[OX_JOINTS_MOST];
    memset(mask, count == 0 ? 255 : 0, joints);
    memset(own, 0, sizeof own);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *row = OX_MOTION_ROW(set, MASKS, MASK, first + i);
        const uint32_t joint = ox_pose_find(set->skeleton, rom_u32(row + ROM_MOTION_MASK_JOINT));
        if (joint == OX_JOINT_NONE)
            return refuse_motion(m, set, "the skeleton lacks a mask's joint",
                                 rom_u32(row + ROM_MOTION_MASK_JOINT));
        own[joint] = 1;
        mask[joint] = (uint8_t)((rom_u32(row + ROM_MOTION_MASK_WEIGHT) * 255 + 32768) >> 16);
    }
    for (uint32_t i = 1; i < joints; i++) /* parents stand before their children */
        if (own[i] == 0 && count > 0) mask[i] = mask[ox_pose_parent(set->skeleton, i)];
    return OX_OK;
}

static ox_status open_joint(const ox_motions *m, const ox_motion_set *set, const uint8_t *name,
                            uint8_t *joint) {
    *joint = (uint8_t)ox_pose_find(set->skeleton, rom_u32(name));
    return *joint != OX_JOINT_NONE ? OX_OK : refuse_motion(m, set, "the skeleton lacks joint", rom_u32(name));
}

/* A chain has no middle. */
static ox_status open_chain(const ox_motions *m, const ox_motion_set *set, const uint8_t *row,
                            uint8_t joint[3]) {
    ox_joint_chain chain;
    ox_status status = open_joint(m, set, row + ROM_MOTION_LIMB_ROOT, &joint[0]);
    if (status == OX_OK) status = open_joint(m, set, row + ROM_MOTION_LIMB_END, &joint[2]);
    joint[1] = OX_JOINT_NONE;
    if (status != OX_OK || ox_joint_chain_between(&chain, set->skeleton, joint[0], joint[2])) return status;
    return refuse_motion(
        m, set, "a chain's last joint does not hang on its first:", rom_u32(row + ROM_MOTION_LIMB_END));
}

/* The two bones of a limb hang on each other. */
static ox_status open_limb(const ox_motions *m, const ox_motion_set *set, const uint8_t *row,
                           uint8_t joint[3]) {
    static const uint8_t at[3] = {ROM_MOTION_LIMB_ROOT, ROM_MOTION_LIMB_MIDDLE, ROM_MOTION_LIMB_END};
    if (rom_u32(row + ROM_MOTION_LIMB_MIDDLE) == 0) return open_chain(m, set, row, joint);
    for (uint32_t k = 0; k < 3; k++) {
        const ox_status status = open_joint(m, set, row + at[k], &joint[k]);
        if (status != OX_OK) return status;
        if (k > 0 && ox_pose_parent(set->skeleton, joint[k]) != joint[k - 1])
            return refuse_motion(m, set,
                                 "a limb's joint does not hang on the one before it:", rom_u32(row + at[k]));
    }
    return OX_OK;
}

static ox_status open_joints(const ox_motions *m, ox_motion_set *set) {
    ox_status status = OX_OK;
    for (uint32_t i = 0; i < OX_MOTION_COUNT(set, LIMB) && i < OX_MOTION_LIMBS && status == OX_OK; i++)
        status = open_limb(m, set, OX_MOTION_ROW(set, LIMBS, LIMB, i), set->limb[i]);
    for (uint32_t i = 0; i < OX_MOTION_COUNT(set, LOOK) && i < sizeof set->look && status == OX_OK; i++)
        status =
            open_joint(m, set, OX_MOTION_ROW(set, LOOKS, LOOK, i) + ROM_MOTION_LOOK_JOINT, &set->look[i]);
    for (uint32_t i = 0; i < ox_motion_turn_count(set) && i < OX_MOTION_TURNS && status == OX_OK; i++)
        status =
            open_joint(m, set, OX_MOTION_ROW(set, TURNS, TURN, i) + ROM_MOTION_TURN_JOINT, &set->turn[i]);
    return status;
}

/* Whether a chunk of that id is a sheet. */
static bool is_sheet(const ox_motions *m, ox_id id) {
    rom_chunk chunk;
    for (uint32_t i = 0; i < m->host->stock->images.count; i++)
        if (rom_find(&m->host->stock->images.list[i].rom, id, ROM_TAG_SHEET, &chunk)) return true;
    return false;
}

ox_status ox_motion_open_set(ox_motions *m, ox_id of, ox_motion_set *set) {
    *set = (ox_motion_set){.name = of};
    set->machine = ox_resource_data(m->host->resources, of, ROM_TAG_MOTION_MACHINE, "motion");
    if (set->machine == NULL) return refuse_motion(m, set, "the cart has no such motion; its id is", of);
    const ox_id skeleton = rom_u32(set->machine + ROM_MOTION_MACHINE_SKELETON);
    if (is_sheet(m, skeleton)) { /* ids tell what is what by their folder */
        set->sheet = ox_resource_data(m->host->resources, skeleton, ROM_TAG_SHEET, "sheet");
        return set->sheet == NULL ? refuse_motion(m, set, "it has no sheet", skeleton) : open_clips(m, set);
    }
    set->skeleton = ox_resource_data(m->host->resources, skeleton, ROM_TAG_SKELETON, "skeleton");
    if (set->skeleton == NULL) return refuse_motion(m, set, "it has no skeleton", skeleton);
    const uint32_t joints = ox_pose_joints(set->skeleton), layers = OX_MOTION_COUNT(set, LAYER);
    ox_status status = open_clips(m, set);
    set->masks = status == OX_OK ? push_bytes(m, (size_t)layers * joints) : NULL;
    if (status == OX_OK && set->masks == NULL) status = no_room(m);
    for (uint32_t i = 0; i < layers && status == OX_OK; i++)
        status = open_mask(m, set, OX_MOTION_ROW(set, LAYERS, LAYER, i), set->masks + (size_t)i * joints);
    if (status == OX_OK) status = open_joints(m, set);
    if (joints > m->joints) m->joints = joints;
    return status;
}
