/* Feet on the ground. */
#include "kernel/motion/plant.h"

#include "fixedmath/angle.h"
#include "fixedmath/matrix.h"
#include "fixedmath/root.h"
#include "kernel/animation/limb.h"
#include "rom/chunks.h"

enum { SETTLE = 6 /* steps, where the text says nothing */ };

static uint32_t plant_count(const ox_motion_set *set) {
    return rom_has(set->machine, ROM_MOTION_MACHINE_PLANTS_AT)
               ? rom_u16(set->machine + ROM_MOTION_MACHINE_PLANT_COUNT)
               : 0;
}

bool ox_motion_is_planted(const ox_motion_set *set, uint32_t limb) {
    const uint32_t count = plant_count(set);
    for (uint32_t i = 0; i < count; i++)
        if (rom_u16(OX_MOTION_ROW(set, PLANTS, PLANT, i) + ROM_MOTION_PLANT_LIMB) == limb) return true;
    return false;
}

int32_t ox_motion_plant_ramp(const ox_motion_set *set) {
    const uint32_t steps = rom_u16(set->machine + ROM_MOTION_MACHINE_PLANT_STEPS);
    return 255 / (int32_t)(steps == 0 ? SETTLE : steps > 255 ? 255 : steps);
}

fx ox_motion_plant_drop(const ox_motion_set *set) {
    return (fx)rom_u32(set->machine + ROM_MOTION_MACHINE_PLANT_DROP);
}

static bool is_within(uint32_t phase, const uint8_t *row) {
    const uint32_t from = rom_u16(row + ROM_MOTION_PLANT_FROM), to = rom_u16(row + ROM_MOTION_PLANT_TO),
                   at = phase >> 16;
    return from <= to ? at >= from && at < to : at >= from || at < to;
}

bool ox_motion_plants(const ox_motion_set *set, const ox_motion_run *run, uint32_t limb) {
    const ox_motion_layer *layer = &run->layer[0];
    const uint32_t count = plant_count(set), state = layer->state;
    ox_motion_mix mix;
    uint32_t heaviest = 0;
    ox_motion_mix_of(set, state, run, &mix);
    if (mix.count == 0 || (layer->flags & OX_MOTION_DONE) != 0) return false;
    for (uint32_t i = 1; i < mix.count; i++)
        if (mix.weight[i] > mix.weight[heaviest]) heaviest = i;
    const ox_id clip =
        rom_u32(OX_MOTION_ROW(set, POINTS, POINT, mix.point[heaviest]) + ROM_MOTION_POINT_CLIP);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *row = OX_MOTION_ROW(set, PLANTS, PLANT, i);
        if (rom_u16(row + ROM_MOTION_PLANT_LIMB) == limb && rom_u32(row + ROM_MOTION_PLANT_OF) == clip &&
            is_within(layer->phase, row))
            return true;
    }
    return false;
}

/* ---- poses ---- */

/* The place of a foot as the model sees it; false: the place has no inverse, or the leg does not stand. */
static bool foot_of(const ox_motion_set *set, const ox_motion_run *run, uint32_t limb, const mat34 *place,
                    vec3 *target) {
    mat34 back;
    if (limb >= OX_MOTION_COUNT(set, LIMB) || run->weight[limb] == 0 || !ox_motion_is_planted(set, limb) ||
        !m34_inverse(place, &back))
        return false;
    *target = m34_point(&back, (vec3){run->place[limb][0], run->place[limb][1], run->place[limb][2]});
    return true;
}

/* How far the hip has to go down so that the straight leg comes to the target. */
static fx short_of(const sqt *global, const uint8_t joint[3], vec3 target) {
    const vec3 hip = global[joint[0]].t, knee = global[joint[1]].t, ankle = global[joint[2]].t,
               off = v3_subs(hip, target);
    const fx leg = fx_adds(v3_length(v3_subs(knee, hip)), v3_length(v3_subs(ankle, knee))),
             aside = v3_length((vec3){off.x, 0, off.z});
    if (aside >= leg || leg > 4096 * FX_ONE) return 0;
    const int64_t left = (int64_t)leg * leg - (int64_t)aside * aside;
    return fx_max(0, fx_subs(off.y, (fx)fx_isqrt64((uint64_t)left)));
}

void ox_motion_stoop(const ox_motion_set *set, const ox_motion_run *run, const mat34 *place, sqt *local,
                     sqt *global) {
    fx most = 0;
    for (uint32_t i = 0; i < OX_MOTION_LIMBS; i++) {
        vec3 target;
        if (!foot_of(set, run, i, place, &target)) continue;
        const fx down = (fx)((int64_t)short_of(global, set->limb[i], target) * run->weight[i] / 255);
        most = fx_max(most, down);
    }
    most = fx_min(most, ox_motion_plant_drop(set));
    if (most == 0) return;
    local[0].t.y = fx_subs(local[0].t.y, most); /* the root hangs on the model itself */
    ox_pose_global(set->skeleton, local, global);
}

/* Lays the foot on the ground: by the arc from upwards to its normal, as far as the leg stands. */
static void lay_foot(const ox_motion_set *set, const ox_motion_run *run, uint32_t limb, const mat34 *place,
                     sqt *local, sqt *global) {
    const int32_t x = run->slope[limb][0], z = run->slope[limb][1];
    const int32_t square = 127 * 127 - x * x - z * z;
    const fx height = square <= 0 ? 0 : (fx)fx_isqrt64((uint64_t)square << 32) / 127;
    const vec3 normal = {x * FX_ONE / 127, height, z * FX_ONE / 127};
    quat turn;
    vec3 own;
    mat34 back;
    if ((x == 0 && z == 0) || !m34_inverse(place, &back)) return;
    own = v3_normalize_or(m34_direction(&back, normal), V3_Y, NULL);
    if (!q4_shortest_arc(V3_Y, own, &turn)) return;
    turn = q4_nlerp(Q4_IDENTITY, turn, (uf16)(run->weight[limb] * 65536u / 255u));
    ox_pose_turn(set->skeleton, set->limb[limb][2], turn, local, global);
}

fx ox_motion_stand(const ox_motion_set *set, const ox_motion_run *run, uint32_t limb, const mat34 *place,
                   sqt *local, sqt *global) {
    enum { NEARLY = 4 };
    const uint8_t *joint = set->limb[limb], *p = OX_MOTION_ROW(set, LIMBS, LIMB, limb) + ROM_MOTION_LIMB_POLE;
    const uf16 weight = (uf16)((run->weight[limb] * 65536u + 127u) / 255u);
    const vec3 hip = global[joint[0]].t, ankle = global[joint[2]].t, knee = global[joint[1]].t;
    vec3 target;
    fx missing = 0;
    if (!foot_of(set, run, limb, place, &target)) return 0;
    if (v3_distance(target, ankle) > NEARLY) {
        /* the knee goes to the side to which the clip bends it; of a straight leg to that of the text */
        const vec3 way = v3_subs(ankle, hip), bent = v3_subs(knee, hip);
        const fx length = v3_length(way);
        const vec3 ahead = length == 0 ? V3_ZERO : v3_scales(way, fx_div(FX_ONE, length));
        vec3 aside = v3_subs(bent, v3_scales(ahead, v3_dot(bent, ahead)));
        if (v3_length(aside) < length / 32)
            aside = (vec3){(fx)rom_u32(p), (fx)rom_u32(p + 4), (fx)rom_u32(p + 8)};
        missing = ox_limb_reach(&(ox_limb){joint[0], joint[1], joint[2], aside}, set->skeleton, target,
                                weight, local, global);
    }
    lay_foot(set, run, limb, place, local, global);
    return missing;
}
