/* Followers, springs and tethers. */
#include "kernel/camera/ease.h"

#include "fixedmath/angle.h"
#include "fixedmath/exponential.h"

enum { USUAL_RATE = 60, RATE_MOST = 1000 };

#define STABLE_PART 2942052644u /* 0.685 in Q0.32: the greatest k dt^2 of the printed form */

/* ---- followers ---- */

/* A part of a way, at least one unit of it, and never more than all of it. */
static int64_t part_of(int64_t way, uf16 part) {
    if (way == 0 || part == 0) return 0;
    if (part >= UF16_ONE) return way;
    const int64_t size = way < 0 ? -way : way;
    int64_t step = (size * (int64_t)part + 0x8000) >> 16;
    if (step == 0) step = 1;
    return way < 0 ? -step : step;
}

fx ox_follow(fx at, fx target, uf16 part) { return (fx)(at + part_of((int64_t)target - at, part)); }

vec3 ox_follow3(vec3 at, vec3 target, uf16 part) {
    return (vec3){ox_follow(at.x, target.x, part), ox_follow(at.y, target.y, part),
                  ox_follow(at.z, target.z, part)};
}

ang32 ox_follow_angle(ang32 at, ang32 target, uf16 part) {
    return at + (ang32)(int32_t)part_of(ang32_diff(at, target), part);
}

quat ox_follow_turn(quat at, quat target, uf16 part) {
    const quat to = q4_near(target, at), next = q4_slerp(at, to, part);
    return q4_equal(next, at) || part >= UF16_ONE ? to : next;
}

fx ox_follow_within(fx at, fx target, const ox_follow_limits *l) {
    int64_t way = (int64_t)target - at;
    const fx zone = fx_max(l->zone, 0);
    if (way <= zone && way >= -(int64_t)zone) return at;
    way += way > 0 ? -(int64_t)zone : zone;
    int64_t step = part_of(way, l->part);
    if (l->most > 0) step = step > l->most ? l->most : step < -(int64_t)l->most ? -(int64_t)l->most : step;
    return (fx)(at + step);
}

uf16 ox_follow_part(uint32_t steps) {
    return steps == 0 ? UF16_ONE : (UF16_ONE + (steps + 1u) / 2u) / (steps + 1u);
}

uf16 ox_follow_at_rate(uf16 part, uint32_t rate) {
    if (part == 0 || part >= UF16_ONE || rate == 0 || rate == USUAL_RATE)
        return part > UF16_ONE ? UF16_ONE : part;
    const fx left =
        fx_pow((fx)(UF16_ONE - part), fx_ratio(USUAL_RATE, (int32_t)(rate > RATE_MOST ? RATE_MOST : rate)));
    return (uf16)fx_clamp(FX_ONE - left, 1, FX_ONE);
}

/* ---- springs ---- */

ox_spring ox_spring_make(fx k, uint32_t rate, bool printed, bool *is_cut) {
    const uint32_t hertz = rate == 0 ? USUAL_RATE : rate > RATE_MOST ? RATE_MOST : rate < 2 ? 2 : rate;
    const fx stiff = fx_max(k, 0);
    const uint64_t most = (uint64_t)STABLE_PART * hertz * hertz >> 16; /* fx */
    ox_spring s = {.dt = STEP_HZ(hertz), .printed = printed && (uint64_t)stiff <= most};
    if (is_cut != NULL) *is_cut = printed && !s.printed;
    const fx root = fx_sqrt(stiff);
    s.step = spring_make(stiff, root, 0, s.dt);
    s.k = (int64_t)stiff;
    s.damping = (int64_t)root * 2;
    return s;
}

/* a (Q32.32) times b (Q16.16); the product saturates far outside of the world. */
static int64_t times_rate(int64_t a, int64_t b) {
    const int64_t most = (int64_t)1 << 46, x = a > most ? most : a < -most ? -most : a;
    const int64_t high = fx_sra64(x, 16), low = x & 0xFFFF;
    return high * b + ((low * b) >> 16);
}

static int64_t held_in_world(int64_t a) {
    const int64_t most = (int64_t)1 << 47; /* 32,768 m */
    return a > most ? most : a < -most ? -most : a;
}

void ox_spring_step(const ox_spring *s, vec3 moved, ox_spring_state *state) {
    const fx way[3] = {moved.x, moved.y, moved.z};
    for (int i = 0; i < 3; i++) {
        int64_t *x = &state->offset[i], *v = &state->speed[i];
        *x = held_in_world(held_in_world(*x) - (int64_t)way[i] * 65536);
        *v = held_in_world(*v); /* a state from elsewhere may have any */
        if (s->printed) {
            const int64_t pull = -times_rate(*x, s->k) - times_rate(*v, s->damping);
            *v = held_in_world(*v + step_scale(pull, s->dt));
            *x = held_in_world(*x + step_scale(*v, s->dt));
        } else {
            spring_step(&s->step, x, v);
            *x = held_in_world(*x);
            *v = held_in_world(*v);
        }
    }
}

void ox_spring_lead(const ox_spring *s, vec3 moved, vec3 before, ox_spring_state *state) {
    const int64_t more[3] = {(int64_t)moved.x - before.x, (int64_t)moved.y - before.y,
                             (int64_t)moved.z - before.z};
    const int64_t rate = (int64_t)(((uint64_t)1 << 32) / s->dt);
    for (int i = 0; i < 3; i++)
        state->speed[i] =
            held_in_world(held_in_world(state->speed[i]) - held_in_world(more[i] * 65536) * rate);
    ox_spring_step(s, V3_ZERO, state);
}

vec3 ox_spring_offset(const ox_spring_state *state) {
    return (vec3){fx_sat64(fx_rshr64(state->offset[0], 16)), fx_sat64(fx_rshr64(state->offset[1], 16)),
                  fx_sat64(fx_rshr64(state->offset[2], 16))};
}

/* ---- tethers ---- */

fx ox_tether_step(const ox_tether *t, fx length, fx grown) {
    const uint32_t rate = t->rate == 0 ? USUAL_RATE : t->rate;
    const int64_t kept = (int64_t)grown - (((int64_t)grown * fx_clamp01(t->follow)) >> 16);
    const int64_t stretch = (int64_t)length + kept - t->rest;
    const int64_t one = (int64_t)rate * 65536;
    const int64_t shrunk = stretch * one / (one + fx_max(t->ks, 0));
    return fx_sat64(t->rest + shrunk);
}
