/* Looks and limbs. */
#include "kernel/motion/after.h"

#include "fixedmath/angle.h"
#include "fixedmath/matrix.h"
#include "fixedmath/root.h"
#include "kernel/animation/chain.h"
#include "kernel/motion/plant.h"
#include "kernel/motion/turn.h"
#include "rom/chunks.h"

enum { LOOK_STEPS = 20, RAMP = 255 / OX_MOTION_RAMP };

/* ---- steps ---- */

/* Where a joint stands in the bind pose: -R^T t of its inverse bind matrix. */
vec3 ox_motion_bound_at(const uint8_t *skeleton, uint32_t joint) {
    const uint8_t *row = skeleton + rom_u32(skeleton + ROM_SKELETON_JOINTS_AT) +
                         (size_t)joint * ROM_JOINT_SIZE + ROM_JOINT_INVERSE;
    fx m[3][4], at[3];
    for (int i = 0; i < 12; i++) m[i / 4][i % 4] = (fx)rom_u32(row + 4 * (size_t)i);
    for (int k = 0; k < 3; k++) {
        int64_t sum = 0;
        for (int i = 0; i < 3; i++) sum += fx_sra64((int64_t)m[i][k] * m[i][3], 2);
        at[k] = fx_negs(fx_sat64(fx_sra64(sum, 14)));
    }
    return (vec3){at[0], at[1], at[2]};
}

/* A place of the world as the model sees it; false: the place has no inverse. */
static bool in_model(const mat34 *place, vec3 at, vec3 *seen) {
    mat34 back;
    if (!m34_inverse(place, &back)) return false;
    *seen = m34_point(&back, at);
    return true;
}

/* An angle of at most 180 degrees to both sides, in 1/65536 of a turn. */
static int32_t units_of(fx degrees) { return (int32_t)(((int64_t)degrees * 65536 / 360) >> 16); }

static int16_t towards(int16_t from, int32_t to, int32_t most) {
    const int32_t off = to - from;
    return (int16_t)(from + (off > most ? most : off < -most ? -most : off));
}

/* Whether a number of the motion follows the look; then it is no look that gives up. */
static bool is_aiming(const ox_motion_set *set) {
    bool aims = false;
    for (uint32_t i = 0; i < OX_MOTION_COUNT(set, PARAMETER) && i < OX_MOTION_PARAMETERS; i++)
        aims = aims || OX_MOTION_ROW(set, PARAMETERS, PARAMETER, i)[ROM_MOTION_PARAMETER_KIND] >=
                           ROM_MOTION_PARAMETER_YAW;
    return aims;
}

static void set_aims(const ox_motion_set *set, ox_motion_run *run) {
    const int32_t most[2] = {units_of((fx)rom_u32(set->machine + ROM_MOTION_MACHINE_LOOK_YAW)),
                             units_of((fx)rom_u32(set->machine + ROM_MOTION_MACHINE_LOOK_PITCH))};
    for (uint32_t i = 0; i < OX_MOTION_COUNT(set, PARAMETER) && i < OX_MOTION_PARAMETERS; i++) {
        const uint32_t kind = OX_MOTION_ROW(set, PARAMETERS, PARAMETER, i)[ROM_MOTION_PARAMETER_KIND];
        if (kind < ROM_MOTION_PARAMETER_YAW) continue;
        const bool is_pitch = kind == ROM_MOTION_PARAMETER_PITCH;
        const int32_t whole = most[is_pitch ? 1 : 0] < 1 ? 1 : most[is_pitch ? 1 : 0];
        run->value[i] = run->goal[i] = (fx)((int64_t)(is_pitch ? run->pitch : run->yaw) * FX_ONE / whole);
    }
}

static void aim_look(const ox_motion_set *set, ox_motion_run *run, const mat34 *place) {
    const uint32_t looks = OX_MOTION_COUNT(set, LOOK);
    const int32_t speed =
                      units_of((fx)rom_u32(set->machine + ROM_MOTION_MACHINE_LOOK_SPEED)) / OX_MOTION_STEPS,
                  side = units_of((fx)rom_u32(set->machine + ROM_MOTION_MACHINE_LOOK_YAW)),
                  up = units_of((fx)rom_u32(set->machine + ROM_MOTION_MACHINE_LOOK_PITCH)),
                  beyond = units_of(OX_MOTION_BEYOND * FX_ONE), again = units_of(OX_MOTION_AGAIN * FX_ONE);
    int32_t yaw = 0, pitch = 0;
    vec3 seen;
    bool sees = looks > 0 && (run->flags & OX_MOTION_LOOKS) != 0 &&
                in_model(place, (vec3){run->target[0], run->target[1], run->target[2]}, &seen);
    if (sees) {
        const vec3 off = v3_subs(seen, ox_motion_bound_at(set->skeleton, set->look[looks - 1]));
        yaw = (int16_t)atan2_16(fx_negs(off.x), fx_negs(off.z));
        pitch = (int16_t)atan2_16(off.y, v3_length((vec3){off.x, 0, off.z}));
        const int32_t far = yaw < 0 ? -yaw : yaw, limit = side + beyond - (run->look == 0 ? again : 0);
        if (is_aiming(set) && far > 32768 - again && run->yaw != 0) yaw = run->yaw < 0 ? -far : far;
        sees = is_aiming(set) || far <= limit;
    }
    if (!sees) yaw = pitch = 0;
    run->yaw = towards(run->yaw, int_clamp(yaw, -side, side), speed < 1 ? 1 : speed);
    run->pitch = towards(run->pitch, int_clamp(pitch, -up, up), speed < 1 ? 1 : speed);
    const int32_t share = run->look + (sees ? 65535 : -65535) / LOOK_STEPS;
    run->look = (uint16_t)int_clamp(share, 0, 65535);
}

void ox_motion_aim(const ox_motion_set *set, ox_motion_run *run, const mat34 *place) {
    if (run->look != 0 || run->yaw != 0 || run->pitch != 0 || (run->flags & OX_MOTION_LOOKS) != 0)
        aim_look(set, run, place);
    set_aims(set, run);
    for (uint32_t i = 0; i < OX_MOTION_LIMBS; i++) {
        const int32_t ramp = ox_motion_is_planted(set, i) ? ox_motion_plant_ramp(set) : RAMP,
                      weight = run->weight[i] + ((run->flags >> i & 1) != 0 ? ramp : -ramp);
        run->weight[i] = (uint8_t)int_clamp(weight, 0, 255);
    }
}

/* ---- poses ---- */

bool ox_motion_acts(const ox_motion_set *set, const ox_motion_run *run) {
    bool acts = run->yaw != 0 || run->pitch != 0 || ox_motion_turn_count(set) > 0;
    for (uint32_t i = 0; i < OX_MOTION_LIMBS; i++) acts = acts || run->weight[i] != 0;
    return acts;
}

static int32_t part_of(int16_t angle, fx share) { return (int32_t)(((int64_t)angle * share) >> 16); }

/* Each joint turns in the model: up and down about the right side that its share of the yaw gives, then about +Y. Those below it go with it. */
static void turn_look(const ox_motion_set *set, const ox_motion_run *run, sqt *local, sqt *global) {
    static const dir30 up = {0, Q30_ONE, 0}, right = {Q30_ONE, 0, 0};
    for (uint32_t i = 0; i < OX_MOTION_COUNT(set, LOOK) && i < sizeof set->look; i++) {
        const fx share = (fx)rom_u32(OX_MOTION_ROW(set, LOOKS, LOOK, i) + ROM_MOTION_LOOK_SHARE);
        const quat yaw = q4_from_axis_angle(up, (ang32)part_of(run->yaw, share) << 16),
                   pitch = q4_from_axis_angle(right, (ang32)part_of(run->pitch, share) << 16),
                   whole = q4_from_axis_angle(up, (ang32)(int32_t)run->yaw << 16);
        /* the pitch is about the right side of where the look goes in the end */
        const quat about = q4_mul(whole, q4_mul(pitch, q4_conjugate(whole)));
        ox_pose_turn(set->skeleton, set->look[i], q4_renormalize(q4_mul(about, yaw)), local, global);
        ox_pose_global(set->skeleton, local, global);
    }
}

/* How a joint is turned in its parent in the bind pose. */
static quat bound_turn(const uint8_t *skeleton, uint32_t joint) {
    const uint8_t *r = skeleton + rom_u32(skeleton + ROM_SKELETON_JOINTS_AT) +
                       (size_t)joint * ROM_JOINT_SIZE + ROM_JOINT_ROTATION;
    const quat16 stored = {rom_i16(r), rom_i16(r + 2), rom_i16(r + 4), rom_i16(r + 6)};
    quat turn;
    (void)q4_normalize(q4_unpack16(stored), &turn);
    return turn;
}

/* A limb of three joints, or a chain. Returns how far its end is from the target, in the model. */
static fx reach(const ox_motion_set *set, uint32_t number, vec3 target, uf16 weight, sqt *local,
                sqt *global) {
    const uint8_t *row = OX_MOTION_ROW(set, LIMBS, LIMB, number), *joint = set->limb[number],
                  *p = row + ROM_MOTION_LIMB_POLE;
    const vec3 pole = {(fx)rom_u32(p), (fx)rom_u32(p + 4), (fx)rom_u32(p + 8)};
    if (joint[1] != OX_JOINT_NONE) {
        const ox_limb limb = {joint[0], joint[1], joint[2], pole};
        return ox_limb_reach(&limb, set->skeleton, target, weight, local, global);
    }
    ox_joint_chain chain;
    quat rest[OX_JOINT_CHAIN_MOST];
    if (!ox_joint_chain_between(&chain, set->skeleton, joint[0], joint[2])) return 0;
    for (uint32_t i = 0; i < chain.count; i++) rest[i] = bound_turn(set->skeleton, chain.joint[i]);
    chain.rest = rest;
    chain.bend = (ang16)units_of(pole.x);
    return ox_joint_chain_reach(&chain, set->skeleton, target, weight, local, global, NULL);
}

void ox_motion_after(const ox_motion_set *set, const ox_motion_run *run, const ox_motion_when *moment,
                     const mat34 *place, const ox_motion_posture *posture) {
    sqt *const local = posture->local, *const global = posture->global;
    ox_motion_shies(set, run, moment, place, local, global);
    if (run->yaw != 0 || run->pitch != 0) turn_look(set, run, local, global);
    ox_motion_stoop(set, run, place, local, global);
    for (uint32_t i = 0; i < OX_MOTION_LIMBS; i++) {
        vec3 target;
        if (posture->gap != NULL) posture->gap[i] = 0;
        if (i >= OX_MOTION_COUNT(set, LIMB) || run->weight[i] == 0 ||
            !in_model(place, (vec3){run->place[i][0], run->place[i][1], run->place[i][2]}, &target))
            continue;
        const uf16 weight = (uf16)((run->weight[i] * 65536u + 127u) / 255u);
        const fx missing = ox_motion_is_planted(set, i) ? ox_motion_stand(set, run, i, place, local, global)
                                                        : reach(set, i, target, weight, local, global);
        if (posture->gap != NULL) posture->gap[i] = missing;
        ox_pose_global(set->skeleton, local, global); /* what hangs on the limb goes with it */
    }
}
