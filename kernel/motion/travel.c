/* How far roots go: pieces of clips, one after the other. */
#include "kernel/motion/machine.h"
#include "rom/chunks.h"
#include "rom/clip.h"

typedef struct way {
    vec3 moved;
    quat turn;
} way;

static way way_at(const uint8_t *clip, fx time) {
    rom_clip_joint pose;
    way w = {V3_ZERO, {0, 0, 0, Q30_ONE}};
    if (!rom_clip_travel(clip, time, &pose)) return w;
    w.moved = (vec3){pose.translation[0], pose.translation[1], pose.translation[2]};
    w.turn = pose.rotation;
    return w;
}

/* A turn by nothing is exact. */
static vec3 turned_by(quat q, vec3 v) { return (q.x | q.y | q.z) == 0 ? v : q4_rotate(q, v); }

/* a, and then b as seen from where a ends. */
static way then(way a, way b) {
    return (way){v3_adds(a.moved, turned_by(a.turn, b.moved)), q4_renormalize(q4_mul(a.turn, b.turn))};
}

/* From one time of a clip to a later one. */
static way way_between(const uint8_t *clip, fx from, fx to) {
    const way a = way_at(clip, from), b = way_at(clip, to);
    return (way){turned_by(q4_conjugate(a.turn), v3_subs(b.moved, a.moved)),
                 q4_renormalize(q4_mul(q4_conjugate(a.turn), b.turn))};
}

static way way_of(const ox_motion_clip *clip, uint64_t begin, uint64_t end) {
    const fx all = (fx)(rom_u32(clip->clip + ROM_CLIP_FRAMES) << 16),
             from = ox_motion_time(clip->clip, (uint32_t)begin),
             to = ox_motion_time(clip->clip, (uint32_t)end);
    const uint64_t rounds = end >> 32;
    if (rounds == 0) return way_between(clip->clip, from, to);
    way w = way_between(clip->clip, from, all);
    for (uint64_t i = 1; i < rounds; i++) w = then(w, way_at(clip->clip, all));
    return (uint32_t)end == 0 ? w : then(w, way_at(clip->clip, to));
}

/* The same from an end before the begin: the way from there to here, turned round. */
static way way_back(const ox_motion_clip *clip, int64_t begin, int64_t end) {
    const int64_t rounds = fx_sra64(end, 32), all = rounds * ((int64_t)1 << 32);
    const way w = way_of(clip, (uint64_t)(end - all), (uint64_t)(begin - all));
    const quat back = q4_conjugate(w.turn);
    return (way){v3_subs(V3_ZERO, turned_by(back, w.moved)), back};
}

void ox_motion_travel(const ox_motion_set *set, const ox_motion_mix *mix, int64_t begin, int64_t end,
                      vec3 *moved, ang16 *turned) {
    int32_t turn = 0;
    *moved = V3_ZERO;
    for (uint32_t i = 0; i < mix->count; i++) {
        const ox_motion_clip *clip = &mix->clips[mix->point[i]];
        if (clip->clip == NULL || set->skeleton == NULL) continue;
        way w = end < begin ? way_back(clip, begin, end) : way_of(clip, (uint64_t)begin, (uint64_t)end);
        if (clip->map != NULL) w.moved = v3_scales(w.moved, clip->hips);
        *moved = v3_adds(*moved, v3_scales(w.moved, (fx)mix->weight[i]));
        const int16_t yaw = (int16_t)(2u * (uint32_t)atan2_16(w.turn.y >> 14, w.turn.w >> 14));
        turn += fx_sra32((int32_t)yaw * (int32_t)(mix->weight[i] >> 1), 15);
    }
    *turned = (ang16)turn;
}
