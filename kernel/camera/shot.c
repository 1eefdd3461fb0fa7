/* Direction: blends, moves, zooms, shakes, the director. */
#include "kernel/camera/shot.h"

#include "fixedmath/angle.h"
#include "fixedmath/noise.h"

/* ---- blends ---- */

static uf16 eased(uint8_t curve, uint32_t at, uint32_t steps) {
    if (at >= steps) return UF16_ONE;
    const uf16 t = (uf16)(((uint64_t)at << 16) / steps);
    const ease_curve c = curve >= EASE_BACK_IN ? EASE_SMOOTHSTEP : (ease_curve)curve;
    return uf16_clamp(ease(c, t));
}

ox_status ox_blend_begin(ox_blend *b, uint32_t steps, ease_curve curve, const ox_camera_pose *seen,
                         bool is_mixed) {
    *b = (ox_blend){.from = *seen, .curve = (uint8_t)curve};
    if (is_mixed) return OX_BAD_ARGUMENT;
    b->steps = (uint16_t)(steps > UINT16_MAX ? UINT16_MAX : steps);
    return OX_OK;
}

ox_camera_pose ox_pose_between(const ox_camera_pose *from, const ox_camera_pose *to, uf16 t) {
    if (t >= UF16_ONE) return *to;
    if (t == 0) return *from;
    return (ox_camera_pose){.eye = v3_lerp(from->eye, to->eye, t),
                            .turn = q4_nlerp(from->turn, to->turn, t),
                            .focal = fx_lerp(from->focal, to->focal, t),
                            .height = fx_lerp(from->height, to->height, t)};
}

/* On an arc: the direction from the common target turns, and the distance changes evenly. */
static vec3 on_arc(vec3 about, vec3 from, vec3 to, uf16 t) {
    const vec3 a = v3_subs(from, about), b = v3_subs(to, about);
    quat whole;
    if (!q4_shortest_arc(a, b, &whole)) return v3_lerp(from, to, t);
    const fx length = fx_lerp(v3_length(a), v3_length(b), t);
    const vec3 unit = v3_normalize_or(q4_rotate(q4_slerp(Q4_IDENTITY, whole, t), a), V3_Y, NULL);
    return v3_adds(about, v3_scales(unit, length));
}

ox_camera_pose ox_blend_step(ox_blend *b, const ox_camera_pose *from, const ox_camera_pose *to) {
    if (!ox_blend_is_on(b)) return *to;
    const uf16 t = eased(b->curve, b->at, b->steps);
    const ox_camera_pose *old = from != NULL && b->live ? from : &b->from;
    ox_camera_pose pose = ox_pose_between(old, to, t);
    if (b->arc && t > 0 && t < UF16_ONE) pose.eye = on_arc(b->about, old->eye, to->eye, t);
    b->at++;
    return pose;
}

bool ox_camera_move_step(ox_camera_move *m, bool is_touched, vec3 *eye, vec3 *look) {
    if (is_touched && m->yields) m->steps = m->at;
    if (m->at >= m->steps) return false;
    m->at++;
    const uf16 t = eased(m->curve, m->at, m->steps);
    *eye = t >= UF16_ONE ? m->eye[1] : v3_lerp(m->eye[0], m->eye[1], t);
    *look = t >= UF16_ONE ? m->look[1] : v3_lerp(m->look[0], m->look[1], t);
    return true;
}

void ox_zoom_begin(ox_zoom *z, fx from, fx to, uint32_t steps, ease_curve curve) {
    *z = (ox_zoom){from, to, (uint16_t)(steps > UINT16_MAX ? UINT16_MAX : steps), 0, (uint8_t)curve};
}

fx ox_zoom_step(ox_zoom *z) {
    if (z->at < z->steps) z->at++;
    return fx_lerp(z->from, z->to, eased(z->curve, z->at, z->steps));
}

fx ox_zoom_sensitivity(fx focal, fx usual) { return focal <= 0 ? FX_ONE : fx_muldiv(FX_ONE, usual, focal); }

/* ---- shakes ---- */

const ox_shake_profile ox_shake_usual = {.place = {FX(0.15), FX(0.15), 0},
                                         .yaw = 364,
                                         .pitch = 364,
                                         .roll = 546,
                                         .period = 3,
                                         .seed = 1,
                                         .scale = FX_ONE};

void ox_shake_add(ox_shake *s, fx strength, uint32_t steps) {
    const uint32_t most = steps > UINT16_MAX ? UINT16_MAX : steps;
    if (most == 0) return;
    s->strength = fx_clamp01(fx_adds(ox_shake_strength(s), fx_clamp01(strength)));
    if (most < s->left) return; /* the longer one goes on, with the strength of both */
    s->steps = s->left = (uint16_t)most;
}

void ox_shake_kick(ox_shake *s, int32_t yaw, int32_t pitch, uint32_t recover) {
    s->kick[0] = yaw;
    s->kick[1] = pitch;
    s->recover = s->recovered = (uint16_t)(recover > UINT16_MAX ? UINT16_MAX : recover);
}

void ox_shake_step(ox_shake *s) {
    if (s->left > 0) s->left--;
    if (s->left == 0) s->strength = 0;
    if (s->recovered > 0) s->recovered--;
}

fx ox_shake_strength(const ox_shake *s) {
    return s->left == 0 || s->steps == 0 ? 0 : (fx)((int64_t)s->strength * s->left / s->steps);
}

/* -most .. most by a smooth noise of the step; each axis has its own. */
static int32_t wobble(const ox_shake_profile *p, uint32_t tick, uint32_t axis, int32_t most, fx strong) {
    const noise_field field = {p->seed * 8u + axis, 0, 0, 0};
    const uint32_t period = p->period == 0 ? 1 : p->period;
    const fx at = (fx)((((uint64_t)(tick % (1024u * period))) << 16) / period);
    const fx value = fx_clamp(noise_value1(&field, at), -FX_ONE, FX_ONE);
    return (int32_t)((int64_t)most * fx_mul(value, strong) / FX_ONE);
}

ox_camera_pose ox_shaken(const ox_shake *s, const ox_shake_profile *p, const ox_camera_pose *pose,
                         uint32_t tick) {
    const fx half = ox_shake_strength(s), strong = fx_mul(fx_mul(half, half), fx_clamp01(p->scale));
    const bool is_kicked = s->recovered > 0 && s->recover > 0;
    ox_camera_pose out = *pose;
    if (strong == 0 && !is_kicked) return out;
    uint32_t yaw = (uint32_t)wobble(p, tick, 0, p->yaw, strong) << 16,
             pitch = (uint32_t)wobble(p, tick, 1, p->pitch, strong) << 16;
    const uint32_t roll = (uint32_t)wobble(p, tick, 2, p->roll, strong) << 16;
    const vec3 by = {wobble(p, tick, 3, p->place.x, strong), wobble(p, tick, 4, p->place.y, strong),
                     wobble(p, tick, 5, p->place.z, strong)};
    if (is_kicked) {
        yaw += (uint32_t)(int32_t)((int64_t)s->kick[0] * s->recovered / s->recover);
        pitch += (uint32_t)(int32_t)((int64_t)s->kick[1] * s->recovered / s->recover);
    }
    out.eye = v3_adds(pose->eye, q4_rotate(pose->turn, by));
    out.turn = q4_mul(pose->turn, ox_camera_turn(yaw, pitch, roll));
    return out;
}

fx ox_shake_heard(fx strength, vec3 place, vec3 eye, fx near, fx far) {
    const fx away = v3_distance(place, eye);
    if (away <= near) return strength;
    if (away >= far || far <= near) return 0;
    return fx_muldiv(strength, fx_subs(far, away), fx_subs(far, near));
}

/* ---- the director ---- */

bool ox_director_drop(ox_director *d, ox_id camera) {
    for (uint32_t i = 0; i < d->count; i++) {
        if (d->asked[i] != camera) continue;
        for (uint32_t k = i + 1; k < d->count; k++) {
            d->asked[k - 1] = d->asked[k];
            d->priority[k - 1] = d->priority[k];
        }
        d->asked[--d->count] = 0;
        return true;
    }
    return false;
}

bool ox_director_ask(ox_director *d, ox_id camera, uint32_t priority) {
    (void)ox_director_drop(d, camera);
    if (camera == 0 || d->count >= OX_REQUESTS) return false;
    d->asked[d->count] = camera;
    d->priority[d->count++] = (uint8_t)(priority > UINT8_MAX ? UINT8_MAX : priority);
    return true;
}

ox_id ox_director_seen(const ox_director *d) {
    ox_id seen = d->base;
    uint32_t best = 0;
    for (uint32_t i = 0; i < d->count; i++) {
        if (d->priority[i] < best) continue;
        best = d->priority[i];
        seen = d->asked[i];
    }
    return seen;
}

static void begin_shot(ox_director *d, const ox_shot *shots, uint32_t number) {
    d->shot = (uint16_t)number;
    d->left = shots[number].steps;
    d->waits = shots[number].steps == 0;
}

void ox_director_play(ox_director *d, ox_id list, const ox_shot *shots, uint32_t count) {
    d->list = count == 0 ? 0 : list;
    d->shots = (uint16_t)count;
    if (count > 0) begin_shot(d, shots, 0);
}

bool ox_director_step(ox_director *d, const ox_shot *shots, uint32_t count) {
    if (d->list == 0) return false;
    if (d->waits) return false;
    if (d->left > 0) d->left--;
    if (d->left > 0) return false;
    if (d->shot + 1u >= count) {
        ox_director_skip(d);
        return true;
    }
    begin_shot(d, shots, d->shot + 1u);
    return true;
}

void ox_director_next(ox_director *d) {
    d->waits = false;
    d->left = 1;
}

void ox_director_skip(ox_director *d) {
    d->list = 0;
    d->shot = d->shots = d->left = 0;
    d->waits = false;
}
