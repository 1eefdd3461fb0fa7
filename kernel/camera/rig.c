/* Rigs: the steps of all kinds. Each reads its constants from the record; there are no others. */
#include "kernel/camera/rig.h"

#include "fixedmath/angle.h"
#include "fixedmath/exponential.h"
#include "kernel/type/name.h"

#define DEGREES(text) FX(text)
#define FAR_MOST (16000 * FX_ONE)
enum {
    ROOF_STEPS = 10, /* without a roof, before it rises */
    CORNER_MOST = ANG16_DEGREES(60)
};

const char *const ox_rig_kinds[] = {"follow", "chase", "seat",     "orbit", "first", "fly", "fixed",
                                    "rail",   "ride",  "strategy", "top",   "group", NULL};

static const ox_field fields[] = {
    OX_FIELD(ox_rig, kind, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_rig, called, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_rig, of, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_rig, path, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_rig, look, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_rig, zone, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_rig, arms, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_rig, distance, OX_FX, OX_SIM, .initial = FX(5), .low = -FAR_MOST, .high = FAR_MOST),
    OX_FIELD(ox_rig, height, OX_FX, OX_SIM, .initial = FX(1.5), .low = -FAR_MOST, .high = FAR_MOST),
    OX_FIELD(ox_rig, side, OX_FX, OX_SIM, .low = -FAR_MOST, .high = FAR_MOST),
    OX_FIELD(ox_rig, lift, OX_FX, OX_SIM, .low = -FAR_MOST, .high = FAR_MOST),
    OX_FIELD(ox_rig, yaw, OX_FX, OX_SIM, .low = DEGREES(-360), .high = DEGREES(360)),
    OX_FIELD(ox_rig, pitch, OX_FX, OX_SIM, .low = DEGREES(-89), .high = DEGREES(89)),
    OX_FIELD(ox_rig, low, OX_FX, OX_SIM, .initial = DEGREES(-85), .low = DEGREES(-89), .high = DEGREES(89)),
    OX_FIELD(ox_rig, high, OX_FX, OX_SIM, .initial = DEGREES(85), .low = DEGREES(-89), .high = DEGREES(89)),
    OX_FIELD(ox_rig, pan, OX_FX, OX_SIM, .initial = DEGREES(179.9), .high = DEGREES(179.9)),
    OX_FIELD(ox_rig, bank, OX_FX, OX_SIM, .low = DEGREES(-180), .high = DEGREES(180)),
    OX_FIELD(ox_rig, least, OX_FX, OX_SIM, .initial = FX(1), .low = FX(0.1), .high = FAR_MOST),
    OX_FIELD(ox_rig, most, OX_FX, OX_SIM, .initial = FX(50), .low = FX(0.1), .high = FAR_MOST),
    OX_FIELD(ox_rig, stiff, OX_FX, OX_SIM, .high = FX(30000)),
    OX_FIELD(ox_rig, rise, OX_FX, OX_SIM, .high = FX(30000)),
    OX_FIELD(ox_rig, hold, OX_FX, OX_SIM, .initial = FX(12), .high = FX(30000)),
    OX_FIELD(ox_rig, keep, OX_FX, OX_SIM, .initial = FX(0.5), .high = FX_ONE),
    OX_FIELD(ox_rig, share, OX_FX, OX_SIM, .high = FX_ONE),
    OX_FIELD(ox_rig, grow, OX_FX, OX_SIM, .initial = FX_ONE, .low = FX(0.1), .high = FX(10)),
    OX_FIELD(ox_rig, top, OX_FX, OX_SIM, .initial = FX(20), .low = FX(0.1), .high = FX(1000)),
    OX_FIELD(ox_rig, speed, OX_FX, OX_SIM, .initial = FX(5), .high = FX(1000)),
    OX_FIELD(ox_rig, window, OX_FX, OX_SIM, .initial = FX(4), .high = FAR_MOST),
    OX_FIELD(ox_rig, margin, OX_FX, OX_SIM, .initial = FX(1), .high = FX(1000)),
    OX_FIELD(ox_rig, near, OX_FX, OX_SIM, .initial = FX(0.5), .low = FX(0.01), .high = FX_ONE),
    OX_FIELD(ox_rig, widen, OX_FX, OX_SIM, .initial = FX_ONE, .low = FX(0.1), .high = FX(10)),
    OX_FIELD(ox_rig, corner, OX_FX, OX_SIM, .high = FX(10)),
    OX_FIELD(ox_rig, roof, OX_FX, OX_SIM, .high = FX(1000)),
    OX_FIELD(ox_rig, view, OX_FX, OX_SIM, .initial = FX(10), .low = FX(0.1), .high = FAR_MOST),
    OX_FIELD(ox_rig, fov, OX_FX, OX_SIM, .initial = DEGREES(45), .low = DEGREES(1), .high = DEGREES(170)),
    OX_FIELD(ox_rig, near_plane, OX_FX, OX_SIM, .initial = FX(0.1), .low = FX(0.001), .high = FAR_MOST),
    OX_FIELD(ox_rig, far_plane, OX_FX, OX_SIM, .initial = FX(100), .low = FX(0.002), .high = FX(32000)),
    OX_FIELD(ox_rig, smooth, OX_U16, OX_SIM, .initial = 15),
    OX_FIELD(ox_rig, idle, OX_U16, OX_SIM, .initial = 90),
    OX_FIELD(ox_rig, priority, OX_U8, OX_SIM),
    OX_FIELD(ox_rig, keep_shape, OX_U8, OX_SIM, .high = OX_KEEP_BOTH),
    OX_FIELD(ox_rig, fixed, OX_BOOL, OX_SIM),
    OX_FIELD(ox_rig, forward, OX_BOOL, OX_SIM),
    OX_FIELD(ox_rig, lead, OX_BOOL, OX_SIM),
    OX_FIELD(ox_rig, printed, OX_BOOL, OX_SIM),
    OX_FIELD(ox_rig, hides, OX_BOOL, OX_SIM),
    OX_FIELD_IN(ox_rig, state.spring, "spring", OX_I64, OX_SIM | OX_ENGINE),
    OX_FIELD_IN(ox_rig, state.at, "at", OX_FX, OX_SIM | OX_ENGINE),
    OX_FIELD_IN(ox_rig, state.moved, "moved", OX_FX, OX_SIM | OX_ENGINE),
    OX_FIELD_IN(ox_rig, state.heading, "heading", OX_FX, OX_SIM | OX_ENGINE),
    OX_FIELD_IN(ox_rig, state.yaw, "turned", OX_U32, OX_SIM | OX_ENGINE),
    OX_FIELD_IN(ox_rig, state.pitch, "tilted", OX_U32, OX_SIM | OX_ENGINE),
    OX_FIELD_IN(ox_rig, state.reach, "reach", OX_FX, OX_SIM | OX_ENGINE),
    OX_FIELD_IN(ox_rig, state.along, "along", OX_FX, OX_SIM | OX_ENGINE),
    OX_FIELD_IN(ox_rig, state.speed, "target_speed", OX_FX, OX_SIM | OX_ENGINE),
    OX_FIELD_IN(ox_rig, state.idle, "idled", OX_U16, OX_SIM | OX_ENGINE),
    OX_FIELD_IN(ox_rig, state.turn, "last_turn", OX_I32, OX_SIM | OX_ENGINE),
    OX_FIELD_IN(ox_rig, state.count, "counted", OX_U8, OX_SIM | OX_ENGINE),
    OX_FIELD_IN(ox_rig, state.was, "target_yaw", OX_U16, OX_SIM | OX_ENGINE),
    OX_FIELD_IN(ox_rig, state.lean, "leaned", OX_I16, OX_SIM | OX_ENGINE),
    OX_FIELD_IN(ox_rig, state.begun, "begun", OX_BOOL, OX_SIM | OX_ENGINE)};
const ox_type ox_rig_type = OX_TYPE(ox_rig, fields, 1);

/* ---- what kinds share ---- */

/* One step of a rig. */
typedef struct stepping {
    ox_rig *r;
    ox_rig_state *s;
    const ox_rig_world *w;
    ox_rig_out *out;
    ox_rig_target target;
    uint32_t rate;
    bool fresh;    /* it begins, or its target has jumped */
    fx focal, own; /* as it is seen, and without a zoom */
    fx reach;      /* before the step */
} stepping;

static ang32 angle_of(fx degrees) { return ang32_from_degrees_fx(degrees); }

void ox_rig_axes(const ox_rig_target *t, vec3 *ahead, vec3 *up) {
    ox_camera_basis b;
    ox_camera_basis_of(ang32_from_ang16(t->yaw), ang32_from_ang16(t->pitch), ang32_from_ang16(t->roll), &b);
    *ahead = v3_from_dir30(b.ahead);
    *up = v3_from_dir30(b.up);
}

static vec3 from(vec3 place, vec3 unit, fx metres) { return v3_adds(place, v3_scales(unit, metres)); }

static vec3 lifted(vec3 place, fx metres) { return (vec3){place.x, fx_adds(place.y, metres), place.z}; }

/* A speed of metres a second as metres a step. */
static fx per_step(const stepping *p, fx speed) {
    return (fx)(((int64_t)speed * 2 / (int32_t)p->rate + 1) >> 1);
}

static vec3 v3_per_step(const stepping *p, vec3 speed) {
    return (vec3){per_step(p, speed.x), per_step(p, speed.y), per_step(p, speed.z)};
}

static void look_from(stepping *p, vec3 eye, vec3 target, vec3 up) {
    p->out->pose.eye = eye;
    (void)ox_camera_look_at(eye, target, up, &p->out->pose.turn);
}

static ang32 limited_pitch(const stepping *p, ang32 pitch) {
    const int32_t low = ang32_signed(angle_of(p->r->low)), high = ang32_signed(angle_of(p->r->high));
    return (ang32)int_clamp(ang32_signed(pitch), low, high < low ? low : high);
}

/* Who sees less turns more slowly by as much; who aims without a zoom, half as fast. */
static int32_t turned_by(const stepping *p, int32_t angle) {
    if (p->focal == p->own || p->w->wish.focal <= 0) return fx_sra32(angle, p->w->wish.aim ? 1 : 0);
    const int64_t part = (int64_t)angle * p->own / p->focal;
    return (int32_t)(part > INT32_MAX ? INT32_MAX : part < -INT32_MAX ? -INT32_MAX : part);
}

/* The player turns it: yaw, pitch within limits, and how far. */
static void steer(stepping *p) {
    const ox_rig_wish *wish = &p->w->wish;
    ox_rig_state *s = p->s;
    const bool turns = wish->yaw != 0 || wish->pitch != 0;
    s->yaw += (ang32)(uint32_t)turned_by(p, wish->yaw);
    const int64_t pitch = (int64_t)ang32_signed(s->pitch) + turned_by(p, wish->pitch);
    s->pitch = limited_pitch(p, (ang32)(int32_t)(pitch > INT32_MAX   ? INT32_MAX
                                                 : pitch < INT32_MIN ? INT32_MIN
                                                                     : pitch));
    p->reach = s->reach;
    s->idle = (uint16_t)(turns ? 0 : s->idle < UINT16_MAX ? s->idle + 1 : s->idle);
    if (wish->reach > 0) s->reach = fx_muls(s->reach, wish->reach);
    const fx size = fx_max(fx_abss(p->r->distance), 1);
    s->reach = fx_clamp(s->reach, fx_max(fx_div(p->r->least, size), 1), fx_max(fx_div(p->r->most, size), 1));
}

/* 1 at rest, `most` for who is as fast as `top`. */
static fx by_speed(const stepping *p, fx most) {
    const fx part = fx_clamp01(fx_div(p->s->speed, fx_max(p->r->top, 1)));
    return fx_adds(FX_ONE, fx_muls(fx_subs(most, FX_ONE), part));
}

/* The distance that the player has chosen, longer for who is fast. */
static fx distance_now(const stepping *p) {
    const ox_rig *r = p->r;
    fx distance = fx_muls(fx_muls(r->distance, p->s->reach), by_speed(p, r->grow));
    if (p->w->wish.aim) distance = fx_muls(distance, r->near);
    if (p->w->wish.dolly) distance = ox_camera_dolly(distance, p->own, p->focal);
    return distance;
}

/* The lens: the camera's own, wider for who is fast, unless somebody zooms. */
static void choose_lens(stepping *p) {
    p->own = fov_focal(ang16_from_degrees_fx(p->r->fov));
    if (p->r->widen != FX_ONE) p->own = fx_max(fx_div(p->own, by_speed(p, p->r->widen)), FX_ONE / 16);
    p->focal = p->w->wish.focal > 0 ? p->w->wish.focal : p->own;
    p->out->pose.focal = p->focal;
}

/* Sets where the target is and how fast it goes. */
static void note_target(stepping *p) {
    ox_rig_state *s = p->s;
    if (p->w->target != NULL) p->target = *p->w->target;
    if (p->w->target == NULL) { /* the last place that was known */
        p->target = (ox_rig_target){.at = s->heading, .yaw = ang16_from_ang32(s->yaw)};
        s->speed = 0;
        return;
    }
    p->target.at = v3_clamp(p->target.at, (vec3){-FX_WORLD_LIMIT, -FX_WORLD_LIMIT, -FX_WORLD_LIMIT},
                            (vec3){FX_WORLD_LIMIT, FX_WORLD_LIMIT, FX_WORLD_LIMIT});
    const fx way = p->fresh ? 0 : v3_distance(p->target.at, s->heading);
    s->speed = fx_sat64((int64_t)way * p->rate);
}

/* ---- follow ---- */

static vec3 spring_to(stepping *p, vec3 ideal) {
    ox_rig_state *s = p->s;
    const ox_rig *r = p->r;
    const vec3 moved = p->fresh ? V3_ZERO : v3_subs(ideal, s->at);
    if (p->fresh) {
        s->spring = (ox_spring_state){{0, 0, 0}, {0, 0, 0}};
        s->moved = V3_ZERO;
    }
    const fx stiff[2] = {r->stiff, r->rise > 0 ? r->rise : r->stiff};
    const int64_t height[2] = {s->spring.offset[1], s->spring.speed[1]};
    for (int i = 0; i < 2 && !p->fresh; i++) { /* along the ground, then upwards where that has its own */
        if (i == 1 && stiff[1] == stiff[0]) break;
        ox_spring_state one = s->spring;
        if (i == 1) {
            one.offset[1] = height[0];
            one.speed[1] = height[1];
        }
        const ox_spring spring = ox_spring_make(stiff[i], p->rate, r->printed, NULL);
        if (r->lead)
            ox_spring_lead(&spring, moved, s->moved, &one);
        else
            ox_spring_step(&spring, moved, &one);
        if (i == 0) s->spring = one;
        s->spring.offset[1] = one.offset[1];
        s->spring.speed[1] = one.speed[1];
    }
    s->at = ideal;
    s->moved = moved;
    return v3_adds(ideal, ox_spring_offset(&s->spring));
}

/* How much too high the eye is below a roof above `place`, of which a margin of the near plane's size is kept. */
static fx too_high(const stepping *p, vec3 place, fx eye) {
    const ox_camera_casts *c = p->w->casts;
    const fx radius = ox_boom_radius(p->r->near_plane, p->focal, p->w->aspect), gap = fx_adds(radius, radius);
    const fx way = fx_adds(fx_subs(eye, place.y), gap);
    q30 part = Q30_ONE;
    if (way <= 0 || !c->sweep(c->context, place, (vec3){0, way, 0}, 0, &part)) return 0;
    return fx_max(fx_subs(way, fx_mul_q30(way, part)), 0);
}

/* `along` is how far the eye is lowered: softly for a roof that comes, at once for one that is above it. */
static vec3 below_roof(stepping *p, vec3 head, vec3 eye) {
    ox_rig_state *s = p->s;
    vec3 ahead, up;
    if (p->r->roof <= 0 || p->w->casts == NULL || p->w->casts->sweep == NULL) return eye;
    if (p->fresh) s->along = 0;
    ox_rig_axes(&p->target, &ahead, &up);
    const fx coming = too_high(p, from(head, ahead, p->r->roof), eye.y),
             above = too_high(p, (vec3){eye.x, head.y, eye.z}, eye.y);
    if (coming > s->along)
        s->along = p->fresh ? coming : fx_min(coming, fx_adds(s->along, per_step(p, p->r->speed)));
    s->along = fx_max(s->along, above);
    s->count = (uint8_t)(coming > 0 || above > 0 ? 0 : s->count < ROOF_STEPS ? s->count + 1 : s->count);
    if (s->count >= ROOF_STEPS) s->along = ox_follow(s->along, 0, ox_follow_part(p->r->smooth));
    return lifted(eye, fx_negs(s->along));
}

static void step_follow(stepping *p) {
    const ox_rig *r = p->r;
    vec3 ahead, up;
    ox_rig_target t = p->target;
    if (r->fixed) t.yaw = t.pitch = t.roll = 0;
    t.yaw = (ang16)(t.yaw + ang16_from_ang32(p->s->yaw));
    ox_rig_axes(&t, &ahead, &up);
    const vec3 tall = v3_normalize_or(v3_lerp(V3_Y, up, (uf16)fx_clamp01(r->share)), V3_Y, NULL);
    if (r->share <= 0) ahead = v3_normalize_or((vec3){ahead.x, 0, ahead.z}, ahead, NULL);
    const vec3 right = v3_cross(ahead, tall), head = from(p->target.at, tall, r->lift);
    const vec3 ideal =
        from(from(from(p->target.at, ahead, fx_negs(distance_now(p))), tall, r->height), right, r->side);
    const vec3 eye = r->stiff > 0 ? spring_to(p, ideal) : ideal;
    p->out->pivot = head;
    p->out->hangs = true;
    look_from(p, below_roof(p, head, eye), from(head, right, r->side), tall);
}

/* ---- chase ---- */

static void step_chase(stepping *p) {
    const ox_rig *r = p->r;
    ox_rig_state *s = p->s;
    const vec3 head = lifted(p->target.at, r->lift);
    const fx rest = distance_now(p);
    if (p->fresh) {
        s->yaw = ang32_from_ang16(p->target.yaw) + angle_of(r->yaw);
        s->along = rest;
    } else if (s->idle >= r->idle && s->speed > r->margin) { /* comes round to the heading of who moves */
        s->yaw = ox_follow_angle(s->yaw, ang32_from_ang16(p->target.yaw) + angle_of(r->yaw),
                                 ox_follow_part(r->smooth));
        s->pitch = ox_follow_angle(s->pitch, limited_pitch(p, angle_of(r->pitch)), ox_follow_part(r->smooth));
    }
    const vec3 ahead = ox_camera_ahead(s->yaw, s->pitch);
    if (!p->fresh) {
        const ox_tether tether = {rest, r->hold, r->keep, p->rate};
        const fx grown = v3_dot(v3_subs(p->target.at, s->heading), ahead);
        s->along = ox_tether_step(&tether, s->along, grown);
        s->along = fx_clamp(s->along, rest / 2, fx_adds(rest, rest));
    }
    const vec3 side = v3_scales((vec3){fx_negs(ahead.z), 0, ahead.x}, r->side);
    p->out->pivot = head;
    p->out->hangs = true;
    look_from(p, v3_adds(lifted(from(head, ahead, fx_negs(s->along)), r->height), side), v3_adds(head, side),
              V3_Y);
}

/* ---- seat ---- */

static void step_seat(stepping *p) {
    const ox_rig *r = p->r;
    const ox_rig_target *t = &p->target;
    const quat turn = q4_from_euler((euler16){t->yaw, t->pitch, t->roll});
    p->out->pose.eye = v3_adds(t->at, q4_rotate(turn, (vec3){r->side, r->height, fx_negs(r->distance)}));
    p->out->pose.turn =
        p->s->yaw == 0 && p->s->pitch == 0 ? turn : q4_mul(turn, ox_camera_turn(p->s->yaw, p->s->pitch, 0));
}

/* ---- orbit ---- */

static void step_orbit(stepping *p) {
    const ox_rig *r = p->r;
    const vec3 head = lifted(p->target.at, r->lift);
    const vec3 centre = r->stiff > 0 ? spring_to(p, head) : head;
    const vec3 ahead = ox_camera_ahead(p->s->yaw, p->s->pitch);
    p->out->pivot = centre;
    p->out->hangs = true;
    p->out->pose.eye = from(centre, ahead, fx_negs(distance_now(p)));
    p->out->pose.turn = ox_camera_turn(p->s->yaw, p->s->pitch, 0);
}

/* ---- first person and free flight ---- */

static void step_first(stepping *p) {
    ox_rig_state *s = p->s;
    if (p->fresh) s->along = p->r->height;
    s->along =
        ox_follow(s->along, p->r->height, ox_follow_part(p->r->smooth)); /* who crouches sinks softly */
    p->out->pose.eye = lifted(p->target.at, s->along);
    p->out->pose.turn = ox_camera_turn(s->yaw, s->pitch, angle_of(p->r->bank));
}

static vec3 held_in_bounds(const box3 *bounds, vec3 place) {
    static const vec3 low = {-FAR_MOST, -FAR_MOST, -FAR_MOST}, high = {FAR_MOST, FAR_MOST, FAR_MOST};
    return bounds == NULL ? v3_clamp(place, low, high) : v3_clamp(place, bounds->lo, bounds->hi);
}

static void step_fly(stepping *p) {
    ox_rig_state *s = p->s;
    const ox_rig *r = p->r;
    const uf16 part = ox_follow_part(r->smooth);
    ox_camera_basis b;
    if (p->fresh) s->at = p->w->own != NULL ? p->w->own->at : s->at;
    if (p->fresh) s->moved = V3_ZERO;
    ox_camera_basis_of(s->yaw, s->pitch, 0, &b);
    const vec3 wish = v3_limit(p->w->wish.way, FX_ONE);
    const vec3 way = v3_adds(v3_adds(v3_scale_dir30(b.side, wish.x), v3_scale_dir30(b.ahead, wish.z)),
                             (vec3){0, wish.y, 0});
    /* `moved` is a speed in metres a second here: so it is the same at each rate. */
    s->moved = ox_follow3(s->moved, v3_scales(way, r->speed), part);
    s->at = held_in_bounds(p->w->bounds,
                           p->w->wish.go != NULL ? *p->w->wish.go : v3_adds(s->at, v3_per_step(p, s->moved)));
    p->out->pose.eye = s->at;
    p->out->pose.turn = ox_camera_turn(s->yaw, s->pitch, angle_of(r->bank));
}

/* ---- fixed ---- */

static int32_t panned(ang32 to, ang32 rest, fx degrees) {
    const int32_t most = (int32_t)((uint32_t)angle_of(degrees) & INT32_MAX);
    return int_clamp(ang32_diff(rest, to), -most, most);
}

static void step_fixed(stepping *p) {
    const ox_rig *r = p->r;
    const ox_rig_target own = p->w->own != NULL ? *p->w->own : (ox_rig_target){.at = p->s->at};
    ang32 yaw = ang32_from_ang16(own.yaw) + p->s->yaw, pitch = ang32_from_ang16(own.pitch) + p->s->pitch;
    p->s->at = own.at;
    const vec3 way = v3_subs(lifted(p->target.at, r->lift), own.at);
    if (r->pan > 0 && p->w->target != NULL && !v3_is_zero(way)) {
        const ang32 heading = atan2_32(fx_negs(way.x), fx_negs(way.z)),
                    rising = atan2_32(way.y, fx_max(fx_hypot2(way.x, way.z), 1));
        yaw += (ang32)panned(heading, yaw, r->pan);
        pitch += (ang32)panned(rising, pitch, r->pan);
    }
    p->out->pose.eye = own.at;
    p->out->pose.turn = ox_camera_turn(yaw, limited_pitch(p, pitch), ang32_from_ang16(own.roll));
}

/* ---- paths ---- */

static void step_rail(stepping *p) {
    const ox_rig *r = p->r;
    ox_rig_state *s = p->s;
    const ox_camera_path *path = p->w->path;
    if (path == NULL) {
        step_fixed(p);
        return;
    }
    const fx total = ox_camera_path_length(path);
    fx to = ox_camera_path_beside(path, p->target.at, s->along, p->fresh ? 0 : r->window);
    if (r->forward && !p->fresh && to < s->along) to = s->along;
    if (p->fresh) s->along = to;
    if (path->path.closed) { /* the short way round */
        if ((int64_t)to - s->along > total / 2) to = fx_subs(to, total);
        if ((int64_t)s->along - to > total / 2) to = fx_adds(to, total);
    }
    s->along = ox_follow(s->along, to, ox_follow_part(r->smooth));
    if (path->path.closed) s->along = fx_wrap_range(s->along, 0, total);
    const fx ahead = fx_adds(s->along, r->side);
    const vec3 on = ox_camera_path_at(path, path->path.closed ? fx_wrap_range(ahead, 0, total)
                                                              : fx_clamp(ahead, 0, total));
    look_from(p, lifted(on, r->height), lifted(p->target.at, r->lift), V3_Y);
}

/* What a ride looks at by its second path. Of a straight one the place of the nearest point behind; a change takes `smooth` steps from what was seen (`at`). */
static vec3 looked_at(stepping *p) {
    ox_rig_state *s = p->s;
    int segment;
    uf16 t;
    ox_camera_path_locate(p->w->path, s->along, &segment, &t);
    const path3 *look = &p->w->look->path;
    if (look->kind != PATH_CARDINAL) return ox_camera_path_value(p->w->look, segment, t);
    const vec3 place = look->points[segment < look->n ? segment : look->n - 1];
    const uint32_t steps = p->r->smooth < UINT8_MAX ? p->r->smooth : UINT8_MAX;
    if (p->fresh || (s->was != segment && steps == 0)) {
        s->at = s->moved = place;
        s->count = (uint8_t)steps;
    } else if (s->was != segment) {
        s->at = s->moved; /* as it is seen now */
        s->count = 0;
    }
    s->was = (ang16)segment;
    if (s->count < steps) s->count++;
    s->moved = s->count >= steps
                   ? place
                   : v3_lerp(s->at, place,
                             uf16_clamp(ease(EASE_SMOOTHSTEP, (uf16)(((uint32_t)s->count << 16) / steps))));
    return s->moved;
}

static void step_ride(stepping *p) {
    const ox_rig *r = p->r;
    ox_rig_state *s = p->s;
    const ox_camera_path *path = p->w->path;
    if (path == NULL) {
        step_fixed(p);
        return;
    }
    const fx total = ox_camera_path_length(path);
    if (p->fresh) {
        s->along = 0;
    } else {
        const fx on = fx_adds(s->along, per_step(p, r->speed));
        s->along = path->path.closed ? fx_wrap_range(on, 0, total) : fx_min(on, total);
    }
    p->out->done = !path->path.closed && s->along >= total;
    const vec3 eye = lifted(ox_camera_path_at(path, s->along), r->height);
    if (p->w->look != NULL) {
        look_from(p, eye, lifted(looked_at(p), r->lift), V3_Y);
        return;
    }
    if (p->w->target != NULL) {
        look_from(p, eye, lifted(p->target.at, r->lift), V3_Y);
        return;
    }
    look_from(p, eye, v3_adds(eye, ox_camera_path_tangent(path, s->along)), V3_Y);
    if (r->bank != 0) p->out->pose.turn = q4_mul(p->out->pose.turn, ox_camera_turn(0, 0, angle_of(r->bank)));
}

/* ---- strategy, top ---- */

static fx ground_below(const stepping *p, vec3 at, fx usual) {
    const ox_camera_casts *c = p->w->casts;
    fx height = usual;
    if (c != NULL && c->ground != NULL)
        (void)c->ground(c->context, (vec3){at.x, fx_adds(at.y, p->r->most), at.z}, &height);
    return height;
}

/* The focus goes by the player's wish, in the directions of the picture, and stays on the map; by `nearer`, to the right and ahead, where a zoom leaves another place. */
static void pan_focus(stepping *p, fx farther, vec2 nearer) {
    ox_rig_state *s = p->s;
    const ox_rig *r = p->r;
    const vec3 ahead = ox_camera_ahead(s->yaw, 0), wish = v3_limit(p->w->wish.way, FX_ONE);
    const fx speed = per_step(p, fx_muls(r->speed, farther));
    vec3 at = s->at;
    if (p->fresh) at = p->w->target != NULL ? p->target.at : p->w->own != NULL ? p->w->own->at : s->at;
    if (p->w->target != NULL && v3_is_zero(wish) && !p->fresh)
        at = ox_follow3(at, p->target.at, ox_follow_part(r->smooth));
    at = from(at, ahead, fx_muls(speed, wish.z));
    at = from(at, (vec3){fx_negs(ahead.z), 0, ahead.x}, fx_muls(speed, wish.x));
    at = from(at, ahead, nearer.y);
    at = from(at, (vec3){fx_negs(ahead.z), 0, ahead.x}, nearer.x);
    if (p->w->wish.go != NULL) at = *p->w->wish.go;
    at = held_in_bounds(p->w->bounds, at);
    const fx ground = ground_below(p, at, 0);
    at.y = p->fresh ? ground : ox_follow(s->at.y, ground, ox_follow_part(r->smooth));
    s->at = at;
}

static void step_strategy(stepping *p) {
    const ox_rig *r = p->r;
    pan_focus(p, p->s->reach, (vec2){0, 0});
    const ang32 pitch = angle_of(fx_negs(fx_abss(r->pitch)));
    const vec3 ahead = ox_camera_ahead(p->s->yaw, pitch), focus = lifted(p->s->at, r->lift);
    vec3 eye = from(focus, ahead, fx_negs(distance_now(p)));
    const fx ground = fx_adds(ground_below(p, eye, fx_subs(eye.y, r->height)), r->height);
    if (eye.y < ground && r->height > 0) eye.y = ground; /* a hill that is nearer */
    p->out->pose.eye = eye;
    p->out->pose.turn = ox_camera_turn(p->s->yaw, pitch, 0);
}

static void step_top(stepping *p) {
    const ox_rig *r = p->r;
    const ang32 pitch = angle_of(fx_negs(fx_abss(r->pitch)));
    const vec3 ahead = ox_camera_ahead(p->s->yaw, pitch);
    p->out->flat = true;
    p->out->pose.height = fx_max(fx_muls(r->view, p->s->reach), 1);
    const fx less =
        fx_subs(fx_muls(r->view, p->reach), p->out->pose.height); /* metres of the picture's height */
    const fx steep = fx_max(fx_abss(ahead.y), 1); /* a metre of the picture is longer on the ground */
    pan_focus(p, p->s->reach,
              (vec2){fx_muls(p->w->wish.about[0], less), fx_div(fx_muls(p->w->wish.about[1], less), steep)});
    p->out->pose.eye = from(p->s->at, ahead, fx_negs(fx_max(r->distance, r->least)));
    p->out->pose.turn = ox_camera_turn(p->s->yaw, pitch, 0);
}

/* ---- group ---- */

/* A box about all targets in the camera's own frame: the eye's place across its middle, and how far it has to be for all to be in the picture. */
static void step_group(stepping *p) {
    const ox_rig *r = p->r;
    ox_rig_state *s = p->s;
    const quat turn = ox_camera_turn(s->yaw, s->pitch, 0);
    vec3 low = {INT32_MAX, INT32_MAX, INT32_MAX}, high = {INT32_MIN, INT32_MIN, INT32_MIN};
    for (uint32_t i = 0; i < p->w->group_count; i++) {
        const vec3 at = q4_rotate_inverse(turn, lifted(p->w->group[i], r->lift));
        low = v3_min(low, at);
        high = v3_max(high, at);
    }
    if (p->w->group_count == 0) low = high = q4_rotate_inverse(turn, lifted(p->target.at, r->lift));
    const vec3 middle = v3_lerp(low, high, UF16_ONE / 2);
    const fx wide = fx_adds(fx_subs(high.x, low.x) / 2, r->margin),
             tall = fx_adds(fx_subs(high.y, low.y) / 2, r->margin);
    const fx aspect = fx_max(p->w->aspect, 1);
    const fx by_height = fx_muls(tall, p->own), by_width = fx_muldiv(wide, p->own, aspect);
    const fx need =
        fx_adds(fx_max(by_height, by_width), fx_subs(high.z, low.z) / 2); /* from the nearest face */
    const fx wish = fx_clamp(need, r->least, r->most);
    const vec3 focus = q4_rotate(turn, middle);
    p->out->crowded = need > r->most;
    if (p->fresh) {
        s->along = wish;
        s->at = focus;
    }
    s->at = ox_follow3(s->at, focus, ox_follow_part(r->smooth));
    /* While the middle comes after, the picture has to hold those at the far side, too. */
    const fx away = v3_distance(s->at, focus);
    const fx held = fx_clamp(fx_adds(wish, fx_muls(away, p->own)), r->least, r->most);
    s->along = held > s->along ? held : ox_follow(s->along, held, ox_follow_part(r->smooth));
    p->out->pose.eye = from(s->at, ox_camera_ahead(s->yaw, s->pitch), fx_negs(s->along));
    p->out->pose.turn = turn;
}

/* ---- corners ---- */

/* What follows, chases or sits in somebody looks to where that one will head. */
static void look_into_corner(stepping *p) {
    ox_rig_state *s = p->s;
    const ox_rig *r = p->r;
    const bool is_seat = r->kind == OX_NAME("seat");
    if (r->corner <= 0 || (!is_seat && r->kind != OX_NAME("follow") && r->kind != OX_NAME("chase"))) return;
    const int16_t turned = (int16_t)(p->fresh ? 0 : p->target.yaw - s->was);
    const int64_t wanted = (int64_t)turned * p->rate * r->corner / FX_ONE;
    const int32_t lean = (int32_t)(wanted > CORNER_MOST    ? CORNER_MOST
                                   : wanted < -CORNER_MOST ? -CORNER_MOST
                                                           : wanted);
    s->was = p->target.yaw;
    s->lean = p->fresh
                  ? 0
                  : (int16_t)(s->lean +
                              (int32_t)(((int64_t)(lean - s->lean) * ox_follow_part(r->smooth)) / UF16_ONE));
    const quat aside = ox_camera_turn(ang32_from_ang16((ang16)s->lean), 0, 0);
    p->out->pose.turn = is_seat ? q4_mul(p->out->pose.turn, aside) : q4_mul(aside, p->out->pose.turn);
}

/* ---- the step ---- */

typedef struct kind_row {
    ox_id kind;
    void (*step)(stepping *p);
} kind_row;

static const kind_row kinds[] = {
    {OX_NAME("follow"), step_follow},     {OX_NAME("chase"), step_chase}, {OX_NAME("seat"), step_seat},
    {OX_NAME("orbit"), step_orbit},       {OX_NAME("first"), step_first}, {OX_NAME("fly"), step_fly},
    {OX_NAME("fixed"), step_fixed},       {OX_NAME("rail"), step_rail},   {OX_NAME("ride"), step_ride},
    {OX_NAME("strategy"), step_strategy}, {OX_NAME("top"), step_top},     {OX_NAME("group"), step_group}};

static void begin_rig(stepping *p) {
    ox_rig_state *s = p->s;
    const vec3 heading = s->heading;
    const bool is_turned = p->r->kind == OX_NAME("first") || p->r->kind == OX_NAME("orbit");
    *s = (ox_rig_state){.reach = FX_ONE, .idle = UINT16_MAX, .heading = heading, .turn = Q4_IDENTITY};
    s->pitch = limited_pitch(p, angle_of(p->r->pitch));
    s->yaw = angle_of(p->r->yaw);
    if (is_turned && p->w->target != NULL) s->yaw += ang32_from_ang16(p->w->target->yaw);
    s->begun = true;
    p->fresh = true;
}

void ox_rig_step(ox_rig *r, const ox_rig_world *w, ox_rig_out *out) {
    stepping p = {
        .r = r, .s = &r->state, .w = w, .out = out, .rate = w->rate == 0 ? OX_CAMERA_RATE : w->rate};
    (void)ox_type_clamp(&ox_rig_type, r);
    p.fresh = w->target != NULL && w->target->jumped;
    if (!r->state.begun) begin_rig(&p);
    note_target(&p);
    *out = (ox_rig_out){.pose = {.turn = r->state.turn, .height = r->view}, .cut = p.fresh};
    choose_lens(&p);
    steer(&p);
    for (uint32_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].kind == r->kind) kinds[i].step(&p);
    look_into_corner(&p);
    out->centre = p.target.at;
    if (!out->hangs) out->pivot = out->centre;
    if (w->wish.behind) { /* the other way, in this very step; the state knows nothing of it */
        const vec3 arm = v3_subs(out->pose.eye, out->pivot);
        if (out->hangs) out->pose.eye = v3_adds(out->pivot, (vec3){fx_negs(arm.x), arm.y, fx_negs(arm.z)});
        out->pose.turn = q4_mul((quat){0, Q30_ONE, 0, 0}, out->pose.turn);
    }
    out->pose.eye = v3_clamp(out->pose.eye, (vec3){-FX_WORLD_LIMIT, -FX_WORLD_LIMIT, -FX_WORLD_LIMIT},
                             (vec3){FX_WORLD_LIMIT, FX_WORLD_LIMIT, FX_WORLD_LIMIT});
    r->state.heading = p.target.at;
    if (!w->wish.behind) r->state.turn = out->pose.turn;
}
