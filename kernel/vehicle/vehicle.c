/* What wheels do to their car. */
#include "kernel/vehicle/vehicle.h"

#include "fixedmath/angle.h"
#include "fixedmath/root.h"
#include "kernel/collision/surface.h"
#include "kernel/loop/loop.h"
#include "kernel/loop/rate.h"
#include "kernel/type/name.h"

enum { FINE = OX_SPEED_BITS, STOP_PART = 8, SPIN_MOST = 12 };

#define LEAST_SLANT (Q30_ONE / 4) /* of the ground against the car's own up */

static const ox_field vehicle_fields[] = {
    OX_FIELD(ox_vehicle, pull, OX_FX, OX_SIM, .initial = 8 * FX_ONE, .high = 100 * FX_ONE),
    OX_FIELD(ox_vehicle, top, OX_FX, OX_SIM, .initial = 25 * FX_ONE, .low = FX_ONE, .high = 300 * FX_ONE),
    OX_FIELD(ox_vehicle, reverse, OX_FX, OX_SIM, .initial = 6 * FX_ONE, .high = 300 * FX_ONE),
    OX_FIELD(ox_vehicle, brakes, OX_FX, OX_SIM, .initial = 12 * FX_ONE, .high = 100 * FX_ONE),
    OX_FIELD(ox_vehicle, coast, OX_FX, OX_SIM, .initial = FX(1.5), .high = 100 * FX_ONE),
    OX_FIELD(ox_vehicle, turn, OX_FX, OX_SIM, .initial = 5 * FX_ONE, .high = 100 * FX_ONE),
    OX_FIELD(ox_vehicle, steady, OX_FX, OX_SIM, .initial = FX(1.5), .high = 16 * FX_ONE),
    OX_FIELD(ox_vehicle, down, OX_FX, OX_SIM, .initial = FX(0.3), .high = 16 * FX_ONE),
    OX_FIELD(ox_vehicle, lock, OX_FX, OX_SIM, .initial = FX_HALF, .high = FX_ONE),
    OX_FIELD(ox_vehicle, tip, OX_FX, OX_SIM, .initial = FX(0.4), .high = FX_ONE),
    OX_FIELD(ox_vehicle, throttle, OX_FX, OX_SIM),
    OX_FIELD(ox_vehicle, steering, OX_FX, OX_SIM),
    OX_FIELD(ox_vehicle, brake, OX_FX, OX_SIM),
    OX_FIELD(ox_vehicle, steered, OX_FX, OX_SIM),
    OX_FIELD(ox_vehicle, wheel_speed, OX_FX, OX_SIM),
    OX_FIELD(ox_vehicle, slip, OX_FX, OX_SIM),
    OX_FIELD(ox_vehicle, kept, OX_FX, OX_SIM),
    OX_FIELD(ox_vehicle, wheels_down, OX_U16, OX_SIM)};
const ox_type ox_vehicle_type = OX_TYPE(ox_vehicle, vehicle_fields, 1);

static const ox_field axle_fields[] = {
    OX_FIELD(ox_axle, which, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_axle, mesh, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_axle, at, OX_FX, OX_SIM),
    OX_FIELD(ox_axle, radius, OX_FX, OX_SIM, .initial = FX(0.3), .low = FX(0.02), .high = 16 * FX_ONE),
    OX_FIELD(ox_axle, travel, OX_FX, OX_SIM, .initial = FX_ONE / 4, .low = FX(0.01), .high = 16 * FX_ONE),
    OX_FIELD(ox_axle, spring, OX_FX, OX_SIM, .initial = FX(2.2), .low = FX(0.2), .high = 15 * FX_ONE),
    OX_FIELD(ox_axle, damping, OX_FX, OX_SIM, .initial = FX(0.6), .high = 4 * FX_ONE),
    OX_FIELD(ox_axle, steer, OX_FX, OX_SIM, .low = -80 * FX_ONE, .high = 80 * FX_ONE),
    OX_FIELD(ox_axle, drive, OX_FX, OX_SIM, .high = 16 * FX_ONE),
    OX_FIELD(ox_axle, roll, OX_FX, OX_SIM, .initial = FX_HALF, .high = 4 * FX_ONE),
    OX_FIELD(ox_axle, grip, OX_FX, OX_SIM, .initial = FX(1.6), .high = 16 * FX_ONE),
    OX_FIELD(ox_axle, pressed, OX_FX, OX_SIM),
    OX_FIELD(ox_axle, tyre, OX_FX, OX_SIM),
    OX_FIELD(ox_axle, impulses, OX_I32, OX_SIM),
    OX_FIELD(ox_axle, turned, OX_U16, OX_SIM),
    OX_FIELD(ox_axle, locked, OX_U16, OX_SIM),
    OX_FIELD(ox_axle, ground, OX_LINK, OX_SIM | OX_CLONE_NONE)};
const ox_type ox_axle_type = OX_TYPE(ox_axle, axle_fields, 1);

ox_vehicle *ox_vehicle_of(const ox_vehicles *v, const ox_object *object) {
    return ox_component_get(v->world, object, v->type);
}

void ox_vehicle_drive(ox_vehicle *vehicle, fx throttle, fx steering, fx brake) {
    vehicle->throttle = fx_clamp(throttle, -FX_ONE, FX_ONE);
    vehicle->steering = fx_clamp(steering, -FX_ONE, FX_ONE);
    vehicle->brake = fx_clamp(brake, 0, FX_ONE);
}

static ang16 angle_of(fx degrees) { return (ang16)(uint16_t)((int64_t)degrees * 65536 / 360 / FX_ONE); }

/* The middle of a wheel as it hangs, in the frame of its object. */
static vec3 hub_of(const ox_axle *axle, uint32_t wheel) {
    const bool is_left = wheel == 0 && axle->at[0] != 0;
    const fx side = axle->at[0] < 0 ? fx_negs(axle->at[0]) : axle->at[0];
    return (vec3){is_left ? -side : side, axle->at[1], axle->at[2]};
}

mat34 ox_axle_wheel(const ox_axle *axle, uint32_t wheel) {
    vec3 at = hub_of(axle, wheel);
    at.y = fx_adds(at.y, fx_min(axle->pressed[wheel], axle->travel));
    const rot33 steered = rot33_about_y((ang32)0 - ((ang32)axle->locked[wheel] << 16)),
                rolled = rot33_about_x((ang32)0 - ((ang32)axle->turned[wheel] << 16)),
                both = rot33_mul(&steered, &rolled);
    return m34_from_trs(at, &both, (vec3){FX_ONE, FX_ONE, FX_ONE});
}

/* ---- one car in one step ---- */

typedef struct car {
    ox_vehicles *v;
    ox_object *object;
    ox_vehicle *vehicle;
    ox_body *body;
    ox_collider *shape;
    ox_solver_body a;
    int32_t before[3];
    int64_t fall[3]; /* what gravity does in a whole step */
    uint32_t rate, wheels;
    fx shares; /* of the pull, all together */
    fx pivot;  /* where along the car the axles are that do not steer */
    int32_t forward;
    ox_axle *axles[OX_VEHICLE_WHEELS];
    ox_wheel_contact *contacts;
    uint32_t axle_count, count;
} car;

static vec3 middle_of(const ox_collider *shape) {
    return v3_scales((vec3){shape->offset[0], shape->offset[1], shape->offset[2]}, shape->scale);
}

/* How the ground moves. What stands still, and what sleeps, does not. */
static void find_under(const car *c, ox_wheel_contact *k) {
    const ox_body *body = k->ground == NULL ? NULL : ox_body_of(c->v->physics, k->ground);
    k->under = (ox_solver_body){.slot = UINT16_MAX};
    if (body == NULL || body->moves == OX_BODY_STILL || body->asleep) return;
    for (uint32_t i = 0; i < 3; i++) {
        k->under.v[i] = ox_speed_of(body->velocity[i]);
        k->under.w[i] = ox_speed_of(body->angular[i]);
    }
}

/* Half a turn of a wheel in the plane of the ground: forwards and to the right. False: the wheel stands up on it. */
static bool directions_of(const car *c, ang16 locked, dir30 n, dir30 *along, dir30 *across) {
    fx sine, cosine;
    fx_sincos(locked, &sine, &cosine);
    const vec3 ahead = rot33_apply(&c->shape->pose.r, (vec3){sine, 0, -cosine});
    if (!v3_normalize_dir30(v3_reject(ahead, n), along)) return false;
    *across = dir30_cross(*along, n);
    return true;
}

/* The spring and the damper of a wheel for a step of 1 / rate: k and b for each kilogram of the car. Beyond its travel there is a stiff one beside it. */
static void press_spring(const car *c, ox_wheel_contact *k, fx pressed, fx leaning) {
    const ox_axle *axle = k->axle;
    const int64_t rate = c->rate, n = c->wheels, omega = fx_muls(FX_TAU, axle->spring);
    const int64_t stiff = omega * omega / FX_ONE / n,                         /* 1/s^2, fx */
        damp = 2 * omega * axle->damping / FX_ONE / n;                        /* 1/s, fx */
    int64_t push = stiff * (pressed + (int64_t)fx_muls(leaning, axle->roll)); /* Q32.32 m/s^2 */
    int64_t give = damp * 16 / rate + stiff * 16 / (rate * rate);             /* Q12.20 */
    if (pressed > axle->travel) {
        const int64_t w = (int64_t)FX_TAU * c->rate / STOP_PART;
        push += w * w / FX_ONE / n * (pressed - axle->travel);
        give += 2 * w * 16 / rate / n + w * w / FX_ONE * 16 / (rate * rate) / n;
    }
    k->push = fx_rshr64(push, 32 - FINE) / rate;
    k->give = fx_sat64(give);
    const int64_t whole = ((int64_t)1 << FINE) + (int64_t)k->give * k->rows[0].weight / FX_ONE;
    k->share = (q30)(((int64_t)Q30_ONE << FINE) / whole);
}

/* The friction of tyre and ground. */
static fx friction_of(const car *c, const ox_wheel_contact *k) {
    const ox_collider *met = k->ground == NULL ? NULL : ox_collider_of(c->v->collisions, k->ground);
    const fx speed =
                 fx_min(ox_fx_of_speed(c->forward < 0 ? fx_negs(c->forward) : c->forward), c->vehicle->top),
             part = fx_div(speed, c->vehicle->top),
             ground = met == NULL ? FX_ONE : ox_surface_of(c->v->host, met, k->part).friction,
             grip = fx_sqrt(fx_muls(k->axle->grip, ground));
    return fx_muls(grip, fx_adds(FX_ONE, fx_muls(c->vehicle->down, fx_muls(part, part))));
}

/* The rows of a wheel whose ray met something. */
static bool make_rows(car *c, ox_wheel_contact *k, const ox_collision_hit *hit) {
    dir30 along, across;
    const vec3 lever = v3_subs(hit->at, c->shape->pose.t);
    const dir30 n = hit->normal;
    if (dir30_dot(n, rot33_axis(&c->shape->pose.r, 1)) < LEAST_SLANT ||
        !directions_of(c, k->axle->locked[k->wheel], n, &along, &across))
        return false;
    k->at = hit->at;
    k->part = hit->feature;
    k->ground = ox_world_get(c->v->world, hit->object);
    find_under(c, k);
    const ox_collider *met = k->ground == NULL ? NULL : ox_collider_of(c->v->collisions, k->ground);
    const vec3 other = met == NULL ? V3_ZERO : v3_subs(hit->at, met->pose.t);
    const vec3 level = v3_adds(v3_reject(lever, n), v3_scales(v3_project(lever, n), c->vehicle->tip));
    k->pair = (ox_solver_pair){&c->a, &k->under, Q30_ONE, 0};
    if (!ox_row_along(&k->pair, n, lever, other, &k->rows[0]) ||
        !ox_row_along(&k->pair, along, level, other, &k->rows[1]) ||
        !ox_row_along(&k->pair, across, level, other, &k->rows[2]))
        return false;
    k->friction = friction_of(c, k);
    return true;
}

/* Where the wheels of an axle meet the ground. */
static void cast_wheel(car *c, ox_axle *axle, uint32_t wheel) {
    const ox_collision_filter filter = {.but = c->object->handle};
    const fx scale = c->shape->scale;
    vec3 top = hub_of(axle, wheel);
    top.y = fx_adds(top.y, axle->travel);
    const rig34 *pose = &c->shape->pose;
    const vec3 from = rig34_point(pose, v3_subs(v3_scales(top, scale), middle_of(c->shape)));
    const fx reach = fx_muls(fx_adds(axle->travel, axle->radius), scale);
    ox_collision_hit hit;
    axle->pressed[wheel] = 0;
    axle->ground[wheel] = OX_HANDLE_NONE;
    if (c->count == OX_VEHICLE_WHEELS ||
        !ox_collision_ray(c->v->collisions, from, rot33_apply(&pose->r, (vec3){0, fx_negs(reach), 0}),
                          &filter, &hit))
        return;
    ox_wheel_contact *k = &c->contacts[c->count];
    *k = (ox_wheel_contact){.axle = axle, .wheel = wheel};
    if (!make_rows(c, k, &hit)) return;
    const fx left = fx_mul_q30(fx_adds(axle->travel, axle->radius), hit.part);
    axle->pressed[wheel] = fx_subs(fx_adds(axle->travel, axle->radius), left);
    axle->ground[wheel] = hit.object;
    c->count++;
}

static void cast_axle(car *c, ox_axle *axle) {
    const uint32_t first = c->count, wheels = ox_axle_wheels(axle);
    for (uint32_t i = 0; i < wheels; i++) cast_wheel(c, axle, i);
    for (uint32_t i = first; i < c->count; i++) {
        ox_wheel_contact *k = &c->contacts[i];
        const fx pressed = axle->pressed[k->wheel],
                 leaning = wheels == 2 ? fx_subs(pressed, axle->pressed[1 - k->wheel]) : 0;
        for (uint32_t r = 0; r < OX_WHEEL_ROWS; r++)
            k->impulses[r] = axle->impulses[k->wheel * OX_WHEEL_ROWS + r];
        press_spring(c, k, pressed, leaning);
    }
}

/* ---- what the driver wants ---- */

static int64_t of_step(const car *c, fx by) { return (int64_t)by * 16 / c->rate; } /* m/s^2 as Q12.20 m/s */

/* Pull and brakes of all wheels. */
static void ask_wheels(car *c) {
    const ox_vehicle *v = c->vehicle;
    const fx forward = ox_fx_of_speed(c->forward);
    const bool turns_round = v->throttle < 0 ? forward > FX_ONE / 2 : v->throttle > 0 && forward < -FX_ONE;
    const fx throttle = turns_round || (v->throttle < 0 && forward < fx_negs(v->reverse)) ? 0 : v->throttle;
    const fx foot = fx_max(v->brake, turns_round ? fx_max(v->throttle, fx_negs(v->throttle)) : 0);
    const int64_t pull = of_step(c, fx_muls(v->pull, throttle)),
                  hold = of_step(c, fx_adds(fx_muls(v->brakes, foot), throttle == 0 ? v->coast : 0));
    for (uint32_t i = 0; i < c->count; i++) {
        ox_wheel_contact *k = &c->contacts[i];
        if (c->shares > 0) k->pull = fx_sat64(pull * k->axle->drive / c->shares / ox_axle_wheels(k->axle));
        k->hold = fx_sat64(hold / c->wheels);
    }
}

/* Wheels turn towards what was asked, at speed by less. */
static void turn_wheels(car *c) {
    ox_vehicle *v = c->vehicle;
    const fx by = v->turn / (fx)c->rate;
    v->steered = v->steered < v->steering ? fx_min(fx_adds(v->steered, by), v->steering)
                                          : fx_max(fx_subs(v->steered, by), v->steering);
}

/* Both wheels of an axle roll about one place, which lies at the side of the axles that do not steer (Ackermann). */
static void lock_axle(const car *c, ox_axle *axle) {
    const ox_vehicle *v = c->vehicle;
    const fx speed = fx_min(ox_fx_of_speed(c->forward < 0 ? fx_negs(c->forward) : c->forward), v->top),
             part = fx_div(speed, v->top), less = fx_adds(FX_ONE, fx_muls(v->steady, fx_muls(part, part)));
    const ang16 angle = angle_of(fx_div(fx_muls(axle->steer, v->steered), less));
    const fx base = fx_subs(c->pivot, axle->at[2]), sine = fx_sin(angle), cosine = fx_cos(angle);
    for (uint32_t i = 0; i < 2; i++) {
        const fx side = base == 0 ? 0 : fx_muls(fx_div(hub_of(axle, i).x, base), sine);
        axle->locked[i] = atan2_16(sine, fx_subs(cosine, side));
    }
}

/* ---- impulses ---- */

static void push_row(const ox_wheel_contact *k, ox_solver_row *row, int32_t *kept, int64_t impulse) {
    const int32_t now = fx_sat64(impulse);
    ox_row_push(&k->pair, row, fx_sat64((int64_t)fx_subs(now, *kept) * row->weight / FX_ONE));
    *kept = now;
}

/* v of the row after the impulse p follows from v now: v1 = v + (p - kept) weight; the spring wants p = push - give v1. */
static void press_wheel(ox_wheel_contact *k) {
    const int64_t speed = ox_row_speed(&k->pair, &k->rows[0]),
                  free = speed - (int64_t)k->impulses[0] * k->rows[0].weight / FX_ONE,
                  want = k->push - fx_rshr64((int64_t)k->give * free, FINE);
    push_row(k, &k->rows[0], &k->impulses[0], want <= 0 ? 0 : fx_rshr64(want * k->share, 30));
}

/* What stops the speed of a row altogether. */
static int64_t stopping(const ox_wheel_contact *k, uint32_t row) {
    return k->impulses[row] - (int64_t)ox_row_speed(&k->pair, &k->rows[row]) * FX_ONE / k->rows[row].weight;
}

static int64_t most_of(const ox_wheel_contact *k) { return (int64_t)k->impulses[0] * k->friction / FX_ONE; }

/* The least that any wheel of the axle holds counts for the open part of a differential. */
static int64_t pull_of(const car *c, const ox_wheel_contact *k) {
    int64_t least = most_of(k);
    const int64_t own = least;
    if (ox_axle_wheels(k->axle) == 2) {
        bool is_met = false;
        for (uint32_t i = 0; i < c->count; i++) {
            const ox_wheel_contact *other = &c->contacts[i];
            if (other->axle != k->axle || other == k) continue;
            is_met = true;
            if (most_of(other) < least) least = most_of(other);
        }
        if (!is_met) least = 0;
    }
    const int64_t open = least + (own - least) * c->vehicle->lock / FX_ONE,
                  size = k->pull < 0 ? -(int64_t)k->pull : k->pull;
    if (size <= open || c->vehicle->lock == FX_ONE) return k->pull;
    return k->pull < 0 ? -open : open;
}

static void rub_wheel(const car *c, ox_wheel_contact *k) {
    const int64_t most = most_of(k), stop = stopping(k, 1),
                  held = stop > k->hold    ? k->hold
                         : stop < -k->hold ? -(int64_t)k->hold
                                           : stop;
    int64_t along = k->pull != 0 ? pull_of(c, k) + (k->hold > 0 ? held : 0) : held, across = stopping(k, 2);
    const int64_t length = fx_hypot2(fx_sat64(along), fx_sat64(across));
    k->beyond = 0;
    if (length > most) {
        const int64_t cut = along * most / length;
        k->beyond = fx_sat64(along - cut);
        across = across * most / length;
        along = cut;
    }
    push_row(k, &k->rows[1], &k->impulses[1], along);
    push_row(k, &k->rows[2], &k->impulses[2], across);
}

static void solve_car(car *c) {
    for (uint32_t i = 0; i < c->count; i++) {
        ox_wheel_contact *k = &c->contacts[i];
        for (uint32_t r = 0; r < OX_WHEEL_ROWS; r++)
            ox_row_push(&k->pair, &k->rows[r],
                        fx_sat64((int64_t)k->impulses[r] * k->rows[r].weight / FX_ONE));
    }
    for (uint32_t round = 0; round < OX_VEHICLE_ROUNDS; round++) {
        for (uint32_t i = 0; i < c->count; i++) press_wheel(&c->contacts[i]);
        for (uint32_t i = 0; i < c->count; i++) rub_wheel(c, &c->contacts[i]);
    }
}

/* The air takes what the pull is at top speed. */
static void brake_by_air(car *c) {
    int64_t square = 0;
    for (uint32_t i = 0; i < 3; i++) {
        const int64_t v = ox_fx_of_speed(c->a.v[i]);
        square += v * v;
    }
    const int64_t speed = fx_sqrt(fx_sat64(square / FX_ONE)), top = c->vehicle->top,
                  part =
                      (int64_t)c->vehicle->pull * speed / top * FX_ONE / top / c->rate; /* of the speed, fx */
    const int64_t keep = part > FX_ONE / 2 ? FX_ONE / 2 : FX_ONE - part;
    for (uint32_t i = 0; i < 3; i++) c->a.v[i] = fx_sat64(fx_rshr64(c->a.v[i] * keep, 16));
}

/* ---- the end of a step ---- */

/* What a free body below a wheel gets. */
static void push_ground(const car *c, const ox_wheel_contact *k) {
    const ox_body *body = k->ground == NULL ? NULL : ox_body_of(c->v->physics, k->ground);
    if (body == NULL || body->moves != OX_BODY_FREE) return;
    const fx mass = ox_body_mass(c->body, c->shape);
    vec3 sum = V3_ZERO;
    for (uint32_t r = 0; r < OX_WHEEL_ROWS; r++)
        sum = v3_adds(
            sum, v3_scale_dir30(k->rows[r].n, fx_sat64(fx_rshr64((int64_t)k->impulses[r] * mass, FINE))));
    ox_body_impulse(c->v->physics, k->ground, v3_neg(sum), k->at);
}

static void note_wheel(car *c, ox_wheel_contact *k) {
    ox_axle *axle = k->axle;
    const fx along = ox_fx_of_speed(ox_row_speed(&k->pair, &k->rows[1])),
             across = ox_fx_of_speed(ox_row_speed(&k->pair, &k->rows[2]));
    const bool brakes = k->pull == 0 && k->beyond != 0;
    const int64_t over =
        (int64_t)k->beyond * (int64_t)c->wheels; /* a wheel is a tenth of its share of the car */
    const fx spins = fx_clamp(fx_sat64(over * 10 / 16), -SPIN_MOST * FX_ONE, SPIN_MOST * FX_ONE);
    axle->tyre[k->wheel] = brakes ? 0 : fx_adds(along, k->pull == 0 ? 0 : spins);
    const fx slides = fx_hypot2(fx_subs(axle->tyre[k->wheel], along), across);
    c->vehicle->slip = fx_max(c->vehicle->slip, slides);
    for (uint32_t r = 0; r < OX_WHEEL_ROWS; r++)
        axle->impulses[k->wheel * OX_WHEEL_ROWS + r] = k->impulses[r];
    push_ground(c, k);
}

/* Wheels turn as their tyres go. */
static void roll_axle(car *c, ox_axle *axle) {
    const uint32_t wheels = ox_axle_wheels(axle);
    for (uint32_t i = 0; i < wheels; i++) {
        if (axle->ground[i].bits == 0) {
            for (uint32_t r = 0; r < OX_WHEEL_ROWS; r++) axle->impulses[i * OX_WHEEL_ROWS + r] = 0;
            axle->tyre[i] = axle->drive > 0 && c->vehicle->throttle != 0
                                ? fx_muls(c->vehicle->throttle, c->vehicle->top)
                                : axle->tyre[i] - axle->tyre[i] / 32;
        }
        const int64_t turns = (int64_t)axle->tyre[i] * 65536 / c->rate / axle->radius; /* radians, fx */
        axle->turned[i] = (uint16_t)(axle->turned[i] + (uint32_t)(turns * 65536 / FX_TAU));
        const fx speed = axle->tyre[i];
        if (axle->drive > 0 &&
            (speed < 0 ? fx_negs(speed) : speed) >
                (c->vehicle->wheel_speed < 0 ? fx_negs(c->vehicle->wheel_speed) : c->vehicle->wheel_speed))
            c->vehicle->wheel_speed = speed;
    }
}

/* What carries the car acts over the whole step as gravity does, which is less by that much; the rest is there at once. */
static void put_back(car *c) {
    int64_t carried = 0, whole = 0;
    for (uint32_t i = 0; i < 3; i++) {
        carried -= ((int64_t)c->a.v[i] - c->before[i]) * c->fall[i];
        whole += c->fall[i] * c->fall[i];
    }
    if (carried > whole) carried = whole;
    const fx part = carried <= 0 || whole == 0 ? 0 : fx_sat64(carried / (whole / FX_ONE + 1));
    for (uint32_t i = 0; i < 3; i++) {
        const int64_t left = c->fall[i] - fx_rshr64(c->fall[i] * part, 16);
        c->body->velocity[i] = ox_fx_of_speed(fx_sat64(c->a.v[i] - left));
        c->body->angular[i] = ox_fx_of_speed(c->a.w[i]);
    }
    c->vehicle->kept = c->body->gravity;
    c->body->gravity = fx_muls(c->body->gravity, FX_ONE - part);
}

/* ---- cars ---- */

/* The axles of an object, in its own order. */
static uint32_t axles_of(const ox_vehicles *v, const ox_object *object, ox_axle *axles[OX_VEHICLE_WHEELS]) {
    ox_component c;
    uint32_t count = 0;
    for (bool more = ox_component_first(v->world, object, &c); more && count < OX_VEHICLE_WHEELS;
         more = ox_component_next(v->world, object, &c))
        if (c.type == v->axle_type) axles[count++] = c.data;
    return count;
}

/* Whether what a sleeping car stands on goes away below it. */
static bool is_left(const ox_vehicles *v, const ox_object *object) {
    ox_axle *axles[OX_VEHICLE_WHEELS];
    const uint32_t count = axles_of(v, object, axles);
    for (uint32_t a = 0; a < count; a++) {
        for (uint32_t i = 0; i < 2; i++) {
            if (axles[a]->ground[i].bits == 0) continue;
            const ox_object *ground = ox_world_get(v->world, axles[a]->ground[i]);
            const ox_collider *shape = ground == NULL ? NULL : ox_collider_of(v->collisions, ground);
            const ox_body *body = ground == NULL ? NULL : ox_body_of(v->physics, ground);
            if (shape == NULL || ox_collider_is_moved(shape)) return true;
            if (body != NULL && body->moves == OX_BODY_FREE && !body->asleep) return true;
        }
    }
    return false;
}

static void begin_car(car *c) {
    ox_body_gather(c->v->physics, c->body, c->shape, &c->a);
    c->a.inverse = 1 << 24; /* impulses are those of a kilogram */
    for (uint32_t i = 0; i < 3; i++) {
        c->fall[i] = (int64_t)c->a.pull[i] * (int64_t)c->v->physics->substeps;
        c->a.v[i] = fx_sat64(c->a.v[i] + c->fall[i]); /* as it would be at the end of the step */
    }
    const dir30 back = rot33_axis(&c->shape->pose.r, 2);
    c->forward = fx_sat64(-fx_rshr64(
        (int64_t)c->a.v[0] * back.x + (int64_t)c->a.v[1] * back.y + (int64_t)c->a.v[2] * back.z, 30));
    brake_by_air(c);
    for (uint32_t i = 0; i < 3; i++) c->before[i] = c->a.v[i];
    int64_t pivot = 0, fixed = 0;
    c->axle_count = axles_of(c->v, c->object, c->axles);
    for (uint32_t i = 0; i < c->axle_count; i++) {
        c->wheels += ox_axle_wheels(c->axles[i]);
        c->shares = fx_adds(c->shares, c->axles[i]->drive);
        if (c->axles[i]->steer != 0) continue;
        pivot += c->axles[i]->at[2];
        fixed++;
    }
    c->pivot = fixed == 0 ? 0 : (fx)(pivot / fixed);
}

static void step_car(car *c) {
    ox_vehicle *vehicle = c->vehicle;
    begin_car(c);
    turn_wheels(c);
    for (uint32_t i = 0; i < c->axle_count; i++) {
        lock_axle(c, c->axles[i]);
        cast_axle(c, c->axles[i]);
    }
    ask_wheels(c);
    solve_car(c);
    vehicle->slip = vehicle->wheel_speed = 0;
    vehicle->wheels_down = (uint16_t)c->count;
    for (uint32_t i = 0; i < c->count; i++) note_wheel(c, &c->contacts[i]);
    for (uint32_t i = 0; i < c->axle_count; i++) roll_axle(c, c->axles[i]);
    put_back(c);
}

static void run_car(ox_vehicles *v, ox_object *object, ox_vehicle *vehicle) {
    car c = {.v = v,
             .object = object,
             .vehicle = vehicle,
             .body = ox_body_of(v->physics, object),
             .contacts = v->contacts};
    c.shape = c.body == NULL ? NULL : ox_collider_of(v->collisions, object);
    c.rate = ox_loop_rate(v->host->loop);
    if (c.shape == NULL || !c.shape->is_placed || c.body->moves != OX_BODY_FREE ||
        c.shape->shape.kind >= OX_SHAPE_CONVEX || ox_collider_is_flat(c.shape))
        return;
    const bool is_driven = vehicle->throttle != 0 || vehicle->steering != 0;
    if (c.body->asleep) {
        if (!is_driven && !ox_collider_is_moved(c.shape) && !is_left(v, object)) return;
        ox_body_wake(v->physics, object);
    }
    step_car(&c);
}

/* In the order of slots: components come in that of their records, which is another one in a game that was loaded. */
void ox_vehicles_step(ox_vehicles *v) {
    for (uint32_t slot = 0; slot < ox_pool_peak(&v->world->objects); slot++) {
        ox_object *object = ox_world_slot(v->world, slot);
        if (v->world->objects.generations[slot] == 0 || object->slots[OX_SLOT_BODY] == 0 ||
            (object->flags & OX_OBJECT_DEAD) != 0)
            continue;
        ox_vehicle *vehicle = ox_vehicle_of(v, object);
        if (vehicle == NULL) continue;
        vehicle->kept = INT32_MIN;
        run_car(v, object, vehicle);
        ox_vehicle_drive(vehicle, 0, 0, 0);
    }
}

void ox_vehicles_end(ox_vehicles *v) {
    ox_object *object;
    void *data;
    for (uint32_t at = 0; (at = ox_component_each(v->world, v->type, at, &object, &data)) != 0;) {
        ox_vehicle *vehicle = data;
        ox_body *body = ox_body_of(v->physics, object);
        if (body != NULL && vehicle->kept != INT32_MIN) body->gravity = vehicle->kept;
        vehicle->kept = INT32_MIN;
    }
}
