/* Steering: trackballs, first person, gliding. */
#include "kernel/input_map/steer.h"

#include "fixedmath/angle.h"
#include "fixedmath/exponential.h"
#include "fixedmath/root.h"
#include "fixedmath/vector.h"
#include "kernel/input_map/internal.h"

/* ---- trackballs ---- */

/* The place of the sphere, from its centre, that lies under a way from an eye. */
static vec3 place_under(const ox_trackball *ball, vec3 eye, vec3 way) {
    dir30 to;
    const vec3 m = v3_subs(ball->centre, eye), back = v3_subs(eye, ball->centre);
    if (!v3_normalize_dir30(way, &to)) return back;
    const fx along = fx_sat64(fx_rshr64((int64_t)m.x * to.x + (int64_t)m.y * to.y + (int64_t)m.z * to.z, 30));
    const vec3 near = {fx_sat64(fx_rshr64((int64_t)along * to.x, 30)),
                       fx_sat64(fx_rshr64((int64_t)along * to.y, 30)),
                       fx_sat64(fx_rshr64((int64_t)along * to.z, 30))},
               off = v3_subs(near, m); /* of the way's nearest place from the centre */
    const int64_t missed = v3_dot_wide(off, off), reach = (int64_t)ball->radius * ball->radius;
    if (missed <= reach) {
        const fx deep = (fx)fx_isqrt64((uint64_t)(reach - missed));
        return (vec3){fx_subs(off.x, fx_sat64(fx_rshr64((int64_t)deep * to.x, 30))),
                      fx_subs(off.y, fx_sat64(fx_rshr64((int64_t)deep * to.y, 30))),
                      fx_subs(off.z, fx_sat64(fx_rshr64((int64_t)deep * to.z, 30)))};
    }
    vec3 e, w;
    if (ball->flat) return v3_normalize(off, &w) ? v3_scales(w, ball->radius) : back;
    /* the outline, as the eye sees it: a circle before the centre, on the way's side */
    const fx far = v3_length(m);
    const fx before = (fx)((int64_t)ball->radius * FX_ONE / (far <= ball->radius ? ball->radius : far));
    const fx aside = (fx)fx_isqrt64((uint64_t)((int64_t)FX_ONE * FX_ONE - (int64_t)before * before));
    if (!v3_normalize(back, &e)) return back;
    const vec3 side = v3_subs(off, v3_scales(e, fx_sat64(fx_rshr64(v3_dot_wide(off, e), 16))));
    if (!v3_normalize(side, &w)) return back;
    return v3_scales(v3_adds(v3_scales(e, before), v3_scales(w, aside)), ball->radius);
}

quat ox_trackball_turn(const ox_trackball *ball, vec3 from, vec3 to) {
    quat turn;
    dir30 axis;
    const vec3 a = place_under(ball, ball->eye[0], from), b = place_under(ball, ball->eye[1], to);
    const int64_t along = v3_dot_wide(a, b), whole = (int64_t)ball->radius * ball->radius;
    const bool is_opposite = along < (whole >> 14) - whole; /* to less than a degree */
    if (!is_opposite && q4_shortest_arc(a, b, &turn)) return q4_renormalize(turn);
    if (along >= 0 || !v3_normalize_dir30(ball->up, &axis)) return Q4_IDENTITY;
    return q4_from_axis_angle(axis, (ang32)1 << 31);
}

/* ---- first person ---- */

/* Whether one of an action's controls is the movement of the mouse. */
static bool has_mouse(const ox_input_map *map, ox_id name) {
    const int number = ox_input_action_find(map, name);
    if (number < 0) return false;
    const uint8_t *action = action_row(map, (uint32_t)number);
    for (uint32_t i = 0; i < rom_half(action + ROM_ACTION_CONTROL_COUNT); i++) {
        const uint8_t *row = control_row(map, rom_half(action + ROM_ACTION_FIRST_CONTROL) + i);
        if (row[ROM_ACTION_CONTROL_KIND] == ROM_ACTION_CONTROL_STICK &&
            row[ROM_ACTION_CONTROL_PARTS] == ROM_ACTION_CONTROL_MOUSE)
            return true;
    }
    return false;
}

/* The part of `turn` a second that is due in a step, for a push of -1 to 1. */
static int32_t turned(fx push, uint32_t turn, uint32_t rate) {
    return (int32_t)fx_rshr64((int64_t)push * (int64_t)(turn / (rate == 0 ? 1 : rate)), 16);
}

void ox_first_person_steer(const ox_input_map *map, uint32_t player, const ox_input *input,
                           const ox_first_person *hands, uint32_t rate, ox_steering *steering) {
    fx x = 0, y = 0, none = 0;
    *steering = (ox_steering){.yaw = 0};
    ox_input_action_value(map, player, hands->look, &x, &y);
    if (ox_input_action_active(map, player, hands->look) && has_mouse(map, hands->look) &&
        (input->pointer_dx | input->pointer_dy) != 0) {
        steering->yaw = -int_clamp(input->pointer_dx, INT16_MIN, INT16_MAX) * (int32_t)hands->count;
        steering->pitch = -int_clamp(input->pointer_dy, INT16_MIN, INT16_MAX) * (int32_t)hands->count;
    } else {
        steering->yaw = -turned(x, hands->turn, rate);
        steering->pitch = turned(y, hands->turn, rate);
    }
    if (hands->inverted) steering->pitch = -steering->pitch;
    ox_input_action_value(map, player, hands->move, &x, &y);
    steering->wish = (vec3){x, 0, -y};
    ox_input_action_value(map, player, hands->rise, &steering->wish.y, &none);
}

void ox_steering_turn(const ox_steering *steering, ang16 limit, ang16 *yaw, ang16 *pitch) {
    *yaw = (ang16)(*yaw + steering->yaw);
    *pitch =
        (ang16)int_clamp((int16_t)*pitch + int_clamp(steering->pitch, -32768, 32767), -(int32_t)limit, limit);
}

vec3 ox_steering_world(vec3 wish, ang16 yaw) {
    const fx c = fx_cos(yaw), s = fx_sin(yaw);
    return (vec3){fx_adds(fx_mul(wish.x, c), fx_mul(wish.z, s)), wish.y,
                  fx_subs(fx_mul(wish.z, c), fx_mul(wish.x, s))};
}

/* ---- gliding ---- */

#define LOG2_E FX(1.4426950)

void ox_glide_step(ox_glide *glide, vec3 wish, uint32_t rate) {
    const fx step = FX_ONE / (int32_t)(rate == 0 ? 1 : rate);
    const fx left =
        fx_exp2(-fx_mul(fx_mul(glide->pull, step), LOG2_E)); /* of the difference, behind a step */
    const int64_t gone = ((int64_t)(FX_ONE - left) << 16) / (glide->pull > 0 ? glide->pull : 1);
    fx *const at[3] = {&glide->at.x, &glide->at.y, &glide->at.z}, *const v[3] = {&glide->velocity.x,
                                                                                 &glide->velocity.y,
                                                                                 &glide->velocity.z};
    const fx wishes[3] = {wish.x, wish.y, wish.z};
    for (int i = 0; i < 3; i++) {
        const fx goal = fx_muls(wishes[i], glide->speed), off = fx_subs(*v[i], goal);
        *at[i] =
            fx_adds(*at[i], fx_sat64(goal / (int64_t)(rate == 0 ? 1 : rate) + fx_rshr64(off * gone, 16)));
        *v[i] = fx_adds(goal, fx_mul(off, left));
    }
}
