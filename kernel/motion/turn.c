/* Joints that turn besides their clips. */
#include "kernel/motion/turn.h"

#include "fixedmath/angle.h"
#include "fixedmath/matrix.h"
#include "fixedmath/random.h"
#include "kernel/animation/limb.h"
#include "rom/chunks.h"

uint32_t ox_motion_turn_count(const ox_motion_set *set) {
    return rom_has(set->machine, ROM_MOTION_MACHINE_TURNS_AT)
               ? rom_u16(set->machine + ROM_MOTION_MACHINE_TURN_COUNT)
               : 0;
}

static const uint8_t *turn_row(const ox_motion_set *set, uint32_t number) {
    return OX_MOTION_ROW(set, TURNS, TURN, number);
}

/* Degrees as an angle of 2^32 to the turn, round and round. */
static ang32 angle_of(int64_t degrees) {
    const int64_t turn = (int64_t)360 << 16;
    return (ang32)(uint32_t)(((degrees % turn) * 65536 + (degrees < 0 ? -180 : 180)) / 360);
}

static fx amount_of(const ox_motion_set *set, const ox_motion_run *run, const uint8_t *row) {
    const uint32_t number = row[ROM_MOTION_TURN_NUMBER];
    return number == OX_MOTION_NONE ? FX_ONE : ox_motion_number(set, number, run);
}

/* The sine of a sway, at a place of its own for each character. */
static fx swing_of(const uint8_t *row, uint32_t number, const ox_motion_when *moment) {
    const uint64_t span = (uint64_t)rom_u32(row + ROM_MOTION_TURN_SPAN) * OX_MOTION_STEPS; /* steps, Q16 */
    if (span == 0) return 0;
    const uint64_t at = ((uint64_t)moment->steps << 16) % span;
    const uint32_t own = moment->seed == 0 ? 0 : hash1(moment->seed, (int32_t)number) >> 16;
    return fx_sin((ang16)((at << 16) / span + rom_u16(row + ROM_MOTION_TURN_PHASE) + own));
}

void ox_motion_turns(const ox_motion_set *set, const ox_motion_run *run, const ox_motion_when *moment,
                     sqt *local) {
    const uint32_t count = ox_motion_turn_count(set);
    for (uint32_t i = 0; i < count && i < OX_MOTION_TURNS; i++) {
        const uint8_t *row = turn_row(set, i), *a = row + ROM_MOTION_TURN_AXIS;
        const vec3 axis = {(fx)rom_u32(a), (fx)rom_u32(a + 4), (fx)rom_u32(a + 8)};
        const fx degrees = (fx)rom_u32(row + ROM_MOTION_TURN_DEGREES);
        dir30 about;
        int64_t by = (int64_t)degrees * amount_of(set, run, row) / FX_ONE;
        if (row[ROM_MOTION_TURN_KIND] > ROM_MOTION_TURN_SWAY || !v3_normalize_dir30(axis, &about)) continue;
        if (row[ROM_MOTION_TURN_KIND] == ROM_MOTION_TURN_SWAY) by = by * swing_of(row, i, moment) / FX_ONE;
        if (by == 0) continue;
        sqt *joint = &local[set->turn[i]];
        joint->q = q4_renormalize(q4_mul(joint->q, q4_from_axis_angle(about, angle_of(by))));
    }
}

/* About what a joint leans away from a place of the model, and how much of its most; false: it is too far. */
static bool leans_from(vec3 at, fx radius, vec3 *axis, fx *part) {
    const vec3 off = {at.x, 0, at.z};
    const fx distance = v3_length(off);
    if (distance >= radius || distance == 0) return false;
    const fx near = FX_ONE - fx_div(distance, radius);
    *axis = (vec3){fx_negs(off.z), 0, off.x};
    *part = fx_mul(fx_mul(near, near), 3 * FX_ONE - 2 * near);
    return true;
}

void ox_motion_shies(const ox_motion_set *set, const ox_motion_run *run, const ox_motion_when *moment,
                     const mat34 *place, sqt *local, sqt *global) {
    const uint32_t count = ox_motion_turn_count(set);
    mat34 back;
    if (moment->near == NULL || !m34_inverse(place, &back)) return;
    for (uint32_t i = 0; i < count && i < OX_MOTION_TURNS; i++) {
        const uint8_t *row = turn_row(set, i);
        vec3 axis;
        fx part;
        dir30 about;
        if (row[ROM_MOTION_TURN_KIND] != ROM_MOTION_TURN_SHY || !moment->near[i].is_there ||
            !leans_from(m34_point(&back, moment->near[i].at), (fx)rom_u32(row + ROM_MOTION_TURN_SPAN), &axis,
                        &part) ||
            !v3_normalize_dir30(axis, &about))
            continue;
        const int64_t by = (int64_t)(fx)rom_u32(row + ROM_MOTION_TURN_DEGREES) *
                           fx_mul(part, amount_of(set, run, row)) / FX_ONE;
        ox_pose_turn(set->skeleton, set->turn[i], q4_from_axis_angle(about, angle_of(by)), local, global);
        ox_pose_global(set->skeleton, local, global);
    }
}

/* ---- noise ---- */

uf16 ox_motion_noise(const ox_motion_set *set, uint32_t layer, const ox_motion_when *moment) {
    const uint32_t count = rom_has(set->machine, ROM_MOTION_MACHINE_NOISES_AT)
                               ? rom_u16(set->machine + ROM_MOTION_MACHINE_NOISE_COUNT)
                               : 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *row = OX_MOTION_ROW(set, NOISES, NOISE, i);
        if (rom_u16(row + ROM_MOTION_NOISE_LAYER) != layer) continue;
        const uint32_t steps = rom_u16(row + ROM_MOTION_NOISE_STEPS), at = moment->steps / steps,
                       seed = hash1(moment->seed, (int32_t)layer),
                       into = (uint32_t)(((uint64_t)(moment->steps % steps) << 16) / steps);
        const int64_t first = hash1(seed, (int32_t)at) >> 16, second = hash1(seed, (int32_t)(at + 1)) >> 16,
                      part = (int64_t)into * into / 65536 * (3 * 65536 - 2 * (int64_t)into) / 65536;
        const uint64_t value = (uint64_t)(first + (second - first) * part / 65536);
        return (uf16)(UF16_ONE - (value * rom_u32(row + ROM_MOTION_NOISE_MOST) >> 16));
    }
    return UF16_ONE;
}
