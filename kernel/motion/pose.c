/* Poses out of layers. */
#include "kernel/motion/pose.h"

#include <string.h>

#include "kernel/motion/turn.h"
#include "rom/chunks.h"

typedef struct posing {
    const ox_motion_set *set;
    const ox_motion_run *run;
    uint32_t joints, layer;
    bool adds;
} posing;

/* The pose of one clip at a phase. Joints that it does not move stand as they were bound; of a difference, they are as they are. */
static void pose_clip(const posing *p, const ox_motion_clip *clip, uint32_t phase, sqt *to) {
    const bool is_whole = clip->clip != NULL && clip->map == NULL && !p->adds;
    if (p->adds)
        ox_pose_none(p->joints, to);
    else if (!is_whole)
        ox_pose_bind(p->set->skeleton, to);
    if (clip->clip == NULL) return;
    const fx time = ox_motion_time(clip->clip, phase);
    if (is_whole)
        ox_pose_sample_all(p->set->skeleton, clip->clip, time, to);
    else if (clip->map == NULL)
        ox_pose_sample(clip->clip, time, to, p->joints);
    else
        ox_pose_sample_as(clip->clip, &(ox_pose_map){clip->map, clip->hips}, time, to, p->joints);
}

/* The pose of a state; `other` is room. False: it is a state of nothing. */
static bool pose_state(const posing *p, uint32_t state, uint32_t phase, sqt *to, sqt *other) {
    ox_motion_mix mix;
    ox_motion_mix_of(p->set, state, p->run, &mix);
    if (mix.count == 0) return false;
    pose_clip(p, &mix.clips[mix.point[0]], phase, to);
    if (mix.count == 1) return true;
    if (mix.count > 2) ox_pose_weigh(to, mix.weight[0], true, p->joints, to);
    for (uint32_t i = 1; i < mix.count; i++) {
        pose_clip(p, &mix.clips[mix.point[i]], phase, other);
        if (mix.count == 2)
            ox_pose_blend(to, other, mix.weight[1], p->joints, to);
        else
            ox_pose_weigh(other, mix.weight[i], false, p->joints, to);
    }
    if (mix.count > 2) ox_pose_settle(p->joints, to);
    return true;
}

/* The pose of a layer in `to`; `old` and `other` are room. Returns its weight: less than 1 where it fades from or to nothing. */
static uf16 pose_layer(const posing *p, const ox_pose_packed *kept, sqt *to, sqt *old, sqt *other) {
    const ox_motion_layer *layer = &p->run->layer[p->layer];
    const uf16 weight = ox_motion_fade(p->set, layer);
    const bool is_new = pose_state(p, layer->state, layer->phase, to, other);
    bool is_old = false;
    if (weight == UF16_ONE) return is_new ? UF16_ONE : 0;
    if ((layer->flags & OX_MOTION_SNAPSHOT) == 0) {
        is_old = pose_state(p, layer->old, layer->old_phase, old, other);
    } else if (kept != NULL) {
        ox_pose_unpack(kept, p->joints, old);
        is_old = true;
    }
    if (is_new && is_old) ox_pose_blend(old, to, weight, p->joints, to);
    if (is_old && !is_new) memcpy(to, old, p->joints * sizeof *to);
    return is_new && is_old ? UF16_ONE : is_new ? weight : is_old ? UF16_ONE - weight : 0;
}

static posing begin_posing(const ox_motion_set *set, const ox_motion_run *run, uint32_t layer) {
    const uint8_t *row = OX_MOTION_ROW(set, LAYERS, LAYER, layer);
    return (posing){set, run, ox_pose_joints(set->skeleton), layer, row[ROM_MOTION_LAYER_ADDS] != 0};
}

void ox_motion_pose_layer(const ox_motion_set *set, const ox_motion_run *run, uint32_t layer,
                          const ox_pose_packed *kept, sqt *room) {
    const posing p = begin_posing(set, run, layer);
    if (pose_layer(&p, kept, room, room + p.joints, room + 2 * p.joints) > 0) return;
    if (p.adds)
        ox_pose_none(p.joints, room);
    else
        ox_pose_bind(set->skeleton, room);
}

/* The weight that a number of the character gives a layer. */
static uf16 weight_of(const ox_motion_set *set, const ox_motion_run *run, uint32_t layer) {
    const uint32_t parameter = OX_MOTION_ROW(set, LAYERS, LAYER, layer)[ROM_MOTION_LAYER_WEIGHT];
    if (parameter >= OX_MOTION_PARAMETERS) return UF16_ONE;
    const fx value = run->value[parameter];
    return value <= 0 ? 0 : value >= FX_ONE ? UF16_ONE : (uf16)value;
}

static void lay_over(const ox_motion_set *set, const ox_motion_run *run, uint32_t layer, uf16 noise,
                     const ox_pose_packed *kept, sqt *room) {
    const posing p = begin_posing(set, run, layer);
    const uf16 most = (uf16)((uint64_t)weight_of(set, run, layer) * noise >> 16);
    if (most == 0) return;
    sqt *own = room + p.joints;
    const uf16 weight =
        (uf16)(((uint64_t)pose_layer(&p, kept, own, room + 2 * p.joints, room + 3 * p.joints) * most) >> 16);
    const uint8_t *mask = set->masks + layer * p.joints;
    if (weight == 0) return;
    if (p.adds)
        ox_pose_add(room, own, weight, mask, p.joints, room);
    else
        ox_pose_blend_part(room, own, weight, mask, p.joints, room);
}

void ox_motion_pose(const ox_motion_set *set, const ox_motion_run *run, const ox_motion_when *moment,
                    const ox_pose_packed *const *kept, sqt *room) {
    const uint32_t layers = OX_MOTION_COUNT(set, LAYER);
    ox_motion_pose_layer(set, run, 0, kept[0], room);
    for (uint32_t i = 1; i < layers && i < OX_MOTION_LAYERS; i++)
        lay_over(set, run, i, ox_motion_noise(set, i, moment), kept[i], room);
}
