/* Movers and exact rates. */
#include "fixedmath/motion.h"

#include "fixedmath/exponential.h"

bool motion_setup(fx_motion *m, motion_kind kind, fx from, fx to, fx parameter) {
    bool ok = false;

    switch (kind) {
    case MOTION_WEIGHT:
        ok = parameter > FX_ONE;
        break;
    case MOTION_SHIFT:
        ok = parameter >= 1 && parameter <= 15;
        break;
    case MOTION_LINEAR:
    case MOTION_EASE_IN_OUT:
        ok = parameter > 0;
        break;
    case MOTION_APPROACH:
        ok = parameter > 0 && parameter < FX_ONE;
        break;
    }
    *m = (fx_motion){kind, from, to, parameter, fx_shl64(ok ? from : to, 16), 0, 0, !ok};
    return ok;
}

static bool arrive(fx_motion *m) {
    m->value = fx_shl64(m->to, 16);
    m->speed = 0;
    m->done = true;
    return true;
}

/* (a b) >> shift of a signed and an unsigned number, 1 <= shift <= 63. */
static int64_t scale_rate(int64_t a, uint64_t b, int shift) {
    uint64_t high, low = fx_mul64x64(fx_magnitude64(a), b, &high);

    low = (high << (64 - shift)) | (low >> shift);
    return a < 0 ? -(int64_t)low : (int64_t)low;
}

/* Position after `elapsed` of T at constant speed, in closed form, so that steps do not add up errors. */
static void place_linear(fx_motion *m) {
    int64_t way = (int64_t)m->to - m->from, total = m->parameter;

    m->speed = scale_rate(way, ((uint64_t)1 << 48) / (uint64_t)total, 16);
    m->value = fx_shl64(m->from, 16) + scale_rate(way, ((uint64_t)m->elapsed << 32) / (uint64_t)total, 16);
}

/* Raises the speed by 4 way / T^2 while half of the time or more remains after this step, then lowers it; then moves
 * the value. */
static void step_ease(fx_motion *m, uint32_t dt) {
    int64_t way = (int64_t)m->to - m->from, total = m->parameter;
    uint32_t remaining = (uint32_t)total - m->elapsed;
    int64_t rate = scale_rate(way, ((uint64_t)1 << 50) / (uint64_t)total, 16); /* 4 way / T, Q32 */
    int64_t change = scale_rate(rate, ((uint64_t)dt << 32) / (uint64_t)total, 32);

    m->speed += 2 * (uint64_t)remaining >= (uint64_t)total ? change : -change;
    m->value += scale_rate(m->speed, dt, 16);
}

/* Moves the value toward the target, leaving `keep` (Q32) of the remaining way. True: arrived. */
static bool close_in(fx_motion *m, uint64_t keep) {
    int64_t rest = fx_wrap_sub64(m->value, fx_shl64(m->to, 16));
    int64_t left = (int64_t)fx_mul64x64_mid(fx_magnitude64(rest), keep);

    if (left < (1 << 15)) return arrive(m); /* below half an LSB */
    m->value = fx_shl64(m->to, 16) + (rest < 0 ? -left : left);
    return false;
}

bool motion_step(fx_motion *m, uint32_t dt) {
    uint32_t before = m->elapsed;

    if (m->done) return true;
    switch (m->kind) {
    case MOTION_WEIGHT:
        return close_in(m, ((uint64_t)1 << 32) - ((uint64_t)1 << 48) / (uint32_t)m->parameter);
    case MOTION_SHIFT:
        return close_in(m, ((uint64_t)1 << 32) - ((uint64_t)1 << (32 - m->parameter)));
    case MOTION_LINEAR:
    case MOTION_EASE_IN_OUT:
        m->elapsed += dt;
        if (m->elapsed >= (uint32_t)m->parameter || m->elapsed < before) return arrive(m);
        if (m->kind == MOTION_LINEAR) {
            place_linear(m);
        } else {
            step_ease(m, dt);
        }
        return false;
    case MOTION_APPROACH: {
        /* (1 - k)^(60 dt) by log2 and exp2 with 26 and 32 fraction bits */
        int64_t log2 = fx_log2_q26((uint32_t)(FX_ONE - m->parameter));
        int64_t power = fx_rshr64(log2 * 60 * (int64_t)(dt > 65536u ? 65536u : dt), 10); /* Q32, negative */
        int64_t whole = fx_sra64(power, 32);

        if (dt == 0) return false;
        if (whole < -32) return arrive(m);
        return close_in(m, ((uint64_t)fx_exp2_q30((uint32_t)(power & 0xFFFFFFFF)) << 2) >> -(int)whole);
    }
    }
    return true;
}

bool motion3_setup(motion3 *m, motion_kind kind, vec3 from, vec3 to, fx parameter) {
    bool ok = motion_setup(&m->axis[0], kind, from.x, to.x, parameter);

    ok = motion_setup(&m->axis[1], kind, from.y, to.y, parameter) && ok;
    return motion_setup(&m->axis[2], kind, from.z, to.z, parameter) && ok;
}

bool motion3_step(motion3 *m, uint32_t dt) {
    bool done = true;

    for (int i = 0; i < 3; i++) done = motion_step(&m->axis[i], dt) && done;
    return done;
}

vec3 motion3_value(const motion3 *m) {
    return (vec3){motion_value(&m->axis[0]), motion_value(&m->axis[1]), motion_value(&m->axis[2])};
}

/* The turn counts ang16 units as an fx with 8 fraction bits below them. */
bool motion_angle_setup(motion_angle *m, motion_kind kind, ang16 from, ang16 to, fx parameter) {
    m->from = from;
    return motion_setup(&m->turn, kind, 0, (fx)ang_diff(from, to) * 256, parameter);
}

bool motion_angle_step(motion_angle *m, uint32_t dt) { return motion_step(&m->turn, dt); }

ang16 motion_angle_value(const motion_angle *m) {
    return (ang16)(m->from + (uint32_t)fx_rshr32(motion_value(&m->turn), 8));
}

/* --- exact rates ------------------------------------------------------------------------------ */

int32_t rate_adder_tick(rate_adder *a, int32_t rate, uint32_t frequency) {
    int64_t step;

    if (frequency == 0) return 0;
    if (a->frequency != frequency) {
        /* the fraction of a unit in the new denominator */
        a->remainder = a->frequency == 0 ? 0 : a->remainder * (int64_t)frequency / (int64_t)a->frequency;
        a->frequency = frequency;
    }
    a->remainder += rate;
    step = a->remainder / (int64_t)frequency;
    if (a->remainder % (int64_t)frequency < 0) step--;
    a->remainder -= step * (int64_t)frequency;
    return (int32_t)step;
}

bool phase_stepper_init(phase_stepper *p, uint32_t n, uint32_t d) {
    *p = (phase_stepper){n, d == 0 ? 1 : d, 0};
    return d != 0;
}

uint32_t phase_stepper_tick(phase_stepper *p) {
    uint64_t sum = (uint64_t)p->phase + p->n;

    p->phase = (uint32_t)(sum % p->d);
    return (uint32_t)(sum / p->d);
}
