/* Round things that fly straight, and their moments of impact. */
#include "kernel/physics/drift.h"

#include "kernel/collision/cast.h"
#include "kernel/event/events.h"
#include "kernel/physics/internal.h"

OX_CAPACITY_HOLDS(sizeof(ox_solver_body), ox_drifter);

typedef struct drifting {
    const ox_drift *d;
    q30 now;
    uint32_t passed_count;
} drifting;

/* A 64-bit number times a part of 0..1. */
static int64_t part_of(int64_t a, q30 part) {
    if (part >= Q30_ONE) return a;
    const int64_t scaled = (int64_t)fx_mul64x32_mid(fx_magnitude64(a), (uint32_t)part << 2);
    return a < 0 ? -scaled : scaled;
}

/* The way of a velocity in a whole step, 2^-32 m. */
static int64_t way_of(const ox_drift *d, fx velocity) {
    return fx_rshr64((int64_t)velocity * (int64_t)d->dt, 16);
}

static int64_t place_at(const ox_drift *d, const ox_drifter *a, uint32_t axis, q30 part) {
    return a->at[axis] + part_of(way_of(d, a->velocity[axis]), part);
}

/* From B to A at a moment of the step, by the nearest way. */
static vec3 offset_at(const ox_drift *d, const ox_drifter *a, const ox_drifter *b, q30 part) {
    const fx x = fx_sat64(fx_sra64(place_at(d, a, 0, part) - place_at(d, b, 0, part), 16)),
             y = fx_sat64(fx_sra64(place_at(d, a, 1, part) - place_at(d, b, 1, part), 16));
    return (vec3){ox_drift_nearest(x, d->size.x), ox_drift_nearest(y, d->size.y), 0};
}

/* Whether two may come near one another in the step at all, along one axis. */
static bool comes_near(fx off, fx way, fx radii, fx size) {
    const fx reach = radii + fx_abs_sat(way) + FX_ONE / 64, nearest = ox_drift_nearest(off, size);
    return reach >= size / 2 || (nearest <= reach && nearest >= -reach);
}
static bool come_near(const ox_drift *d, const ox_drifter *a, const ox_drifter *b) {
    const fx radii = a->radius + b->radius;
    return comes_near(a->from.x - b->from.x, a->way.x - b->way.x, radii, d->size.x) &&
           comes_near(a->from.y - b->from.y, a->way.y - b->way.y, radii, d->size.y);
}

/* Notes where one flies. */
static void set_out(const ox_drift *d, ox_drifter *a) {
    a->from = (vec2){fx_sat64(fx_sra64(a->at[0], 16)), fx_sat64(fx_sra64(a->at[1], 16))};
    a->way = (vec2){fx_sat64(fx_rshr64(way_of(d, a->velocity[0]), 16)),
                    fx_sat64(fx_rshr64(way_of(d, a->velocity[1]), 16))};
}

static bool has_passed(const drifting *g, uint32_t a, uint32_t b) {
    for (uint32_t i = 0; i < g->passed_count; i++)
        if (g->d->passed[i].a == a && g->d->passed[i].b == b) return true;
    return false;
}

/* When two touch, from now on: *part of the step. */
static bool touch_when(const drifting *g, uint32_t ia, uint32_t ib, q30 *part) {
    const ox_drift *d = g->d;
    const ox_drifter *a = &d->all[ia], *b = &d->all[ib];
    const rig34 at_b = {rot33_identity(), V3_ZERO}, at_a = {rot33_identity(), offset_at(d, a, b, g->now)};
    const ox_shape ball_a = ox_shape_sphere(a->radius), ball_b = ox_shape_sphere(b->radius);
    const q30 left = Q30_ONE - g->now;
    const vec3 way = {
        fx_sat64(fx_rshr64(part_of(way_of(d, a->velocity[0]) - way_of(d, b->velocity[0]), left), 16)),
        fx_sat64(fx_rshr64(part_of(way_of(d, a->velocity[1]) - way_of(d, b->velocity[1]), left), 16)), 0};
    ox_shape_hit hit;
    if ((way.x == 0 && way.y == 0) || !ox_shape_sweep(&ball_a, &at_a, way, &ball_b, &at_b, &hit) ||
        (hit.inside && hit.leaving) || has_passed(g, ia, ib))
        return false;
    *part = g->now + (q30)fx_rshr64((int64_t)left * hit.part, 30);
    return true;
}

static void look_at_pair(const drifting *g, uint32_t a, uint32_t b) {
    ox_drifter *first = &g->d->all[a];
    q30 part;
    if (!come_near(g->d, first, &g->d->all[b]) ||
        (g->d->may_meet != NULL && !g->d->may_meet(g->d->context, first, &g->d->all[b])) ||
        !touch_when(g, a, b, &part) || (first->other != OX_DRIFT_NOBODY && part >= first->part))
        return;
    first->other = (uint16_t)b;
    first->part = part;
}

/* What one meets first of those behind it. */
static void look_ahead(const drifting *g, uint32_t a) {
    g->d->all[a].other = OX_DRIFT_NOBODY;
    for (uint32_t b = a + 1; b < g->d->count; b++) look_at_pair(g, a, b);
}

/* The same for all that have to do with two which fly otherwise now. */
static void look_again(const drifting *g, uint32_t a, uint32_t b) {
    for (uint32_t i = 0; i < g->d->count; i++) {
        const uint32_t other = g->d->all[i].other;
        if (i == a || i == b || other == a || other == b) {
            look_ahead(g, i);
            continue;
        }
        if (i < a) look_at_pair(g, i, a);
        if (i < b) look_at_pair(g, i, b);
    }
}

/* The speed of A to B along a normal, 2^-32 m/s. */
static int64_t speed_along(const ox_drifter *a, const ox_drifter *b, dir30 n) {
    return fx_rshr64((int64_t)(a->velocity[0] - b->velocity[0]) * n.x +
                         (int64_t)(a->velocity[1] - b->velocity[1]) * n.y,
                     14);
}

/* A velocity of 2^-32 m/s as fx: to the nearest, or towards 0. */
static fx rounded(int64_t v, bool down) {
    if (!down) return fx_sat64(fx_rshr64(v, 16));
    return fx_sat64(v < 0 ? -fx_sra64(-v, 16) : fx_sra64(v, 16));
}

/* Changes the velocity of one by `by` along a normal from now on: where it is now stays. */
static void push_along(const drifting *g, ox_drifter *a, dir30 n, int64_t by, bool down) {
    const q30 parts[2] = {n.x, n.y};
    for (uint32_t i = 0; i < 2; i++) {
        const int64_t here = place_at(g->d, a, i, g->now), along = part_of(by, fx_abs_sat(parts[i]));
        const int64_t v = (int64_t)a->velocity[i] * FX_ONE + (parts[i] < 0 ? -along : along),
                      most = (int64_t)OX_SPEED_MOST << 32;
        a->velocity[i] = rounded(v > most ? most : v < -most ? -most : v, down);
        a->at[i] = here - part_of(way_of(g->d, a->velocity[i]), g->now);
    }
    set_out(g->d, a);
}

/* Two meet now. True: they were thrown back. */
static bool meet(drifting *g, uint32_t ia, uint32_t ib) {
    const ox_drift *d = g->d;
    ox_drifter *a = &d->all[ia], *b = &d->all[ib];
    dir30 n = {Q30_ONE, 0, 0};
    (void)v3_normalize_dir30(offset_at(d, a, b, g->now), &n);
    const int64_t speed = speed_along(a, b, n);
    const bool passes = a->passes || b->passes;
    if (d->met != NULL && (speed < 0 || passes))
        d->met(d->context, a, b, n, fx_sat64(fx_rshr64(speed < 0 ? -speed : speed, 16)));
    if (speed >= 0 || passes) {
        d->passed[g->passed_count++] = (ox_drift_pair){(uint16_t)ia, (uint16_t)ib};
        return false;
    }
    const fx bounce = fx_clamp(fx_max(a->bounce, b->bounce), 0, FX_ONE);
    const int64_t change = -speed + part_of(-speed, (q30)bounce << 14), mass = (int64_t)a->mass + b->mass;
    const q30 share = (q30)(((int64_t)b->mass << 30) / mass);
    push_along(g, a, n, part_of(change, share), bounce < FX_ONE);
    push_along(g, b, n, -(change - part_of(change, share)), bounce < FX_ONE);
    return true;
}

/* Who meets next; OX_DRIFT_NOBODY: nobody in this step. */
static uint32_t next_of(const ox_drift *d) {
    uint32_t next = OX_DRIFT_NOBODY;
    for (uint32_t i = 0; i < d->count; i++)
        if (d->all[i].other != OX_DRIFT_NOBODY &&
            (next == OX_DRIFT_NOBODY || d->all[i].part < d->all[next].part))
            next = i;
    return next;
}

/* A place of the world without edges. */
static int64_t wrapped_place(int64_t at, fx low, fx size) {
    const int64_t length = (int64_t)size * FX_ONE, first = (int64_t)low * FX_ONE;
    int64_t off = at - first;
    if (off < -length || off >= 2 * length) off %= length; /* worlds away; else no division */
    return first + (off < 0 ? off + length : off >= length ? off - length : off);
}

uint32_t ox_drift_step(ox_drift *d) {
    drifting g = {.d = d};
    uint32_t blows = 0;
    const uint32_t most = 4 * d->count + 16;
    for (uint32_t i = 0; i < d->count; i++) set_out(d, &d->all[i]);
    for (uint32_t i = 0; i < d->count; i++) look_ahead(&g, i);
    uint32_t next = next_of(d);
    for (; next != OX_DRIFT_NOBODY; next = next_of(d)) {
        const uint32_t other = d->all[next].other;
        g.now = d->all[next].part;
        if (blows == most || g.passed_count == d->passed_room) break;
        blows += meet(&g, next, other);
        look_again(&g, next, other);
    }
    if (next == OX_DRIFT_NOBODY) g.now = Q30_ONE;
    for (uint32_t i = 0; i < d->count; i++) {
        ox_drifter *a = &d->all[i];
        a->at[0] = wrapped_place(place_at(d, a, 0, g.now), d->low.x, d->size.x);
        a->at[1] = wrapped_place(place_at(d, a, 1, g.now), d->low.y, d->size.y);
    }
    return blows;
}

/* ---- objects ---- */

static bool objects_may_meet(void *context, const ox_drifter *a, const ox_drifter *b) {
    const ox_physics *p = context;
    const ox_object *one = ox_world_slot(p->world, a->slot), *two = ox_world_slot(p->world, b->slot);
    if (a->passes && b->passes) return false;
    return ox_collisions_pair(p->collisions, one, ox_collider_of(p->collisions, one), two,
                              ox_collider_of(p->collisions, two));
}

static void objects_met(void *context, const ox_drifter *a, const ox_drifter *b, dir30 normal, fx speed) {
    const ox_physics *p = context;
    const vec3 n = {fx_rshr32(normal.x, 14), fx_rshr32(normal.y, 14), 0};
    ox_events *bus = ox_module_bus(p->host);
    ox_physics_tell_contact(p, bus, a->slot, b->slot, n, speed);
    ox_physics_tell_contact(p, bus, b->slot, a->slot, v3_neg(n), speed);
}

/* What is left of a body's memory beside a drifter, for pairs that have met. */
enum { PASSED_OF_BODY = 8 };
FX_STATIC_ASSERT(sizeof(ox_drifter) + PASSED_OF_BODY * sizeof(ox_drift_pair) <= sizeof(ox_solver_body),
                 "they do not fit");

/* Objects of a name (0: all) that drift, in the order of slots, in memory that a step of bodies needs later. */
static void gather_drifters(ox_physics *p, ox_id name, ox_drift *d) {
    d->all = (ox_drifter *)(void *)p->bodies;
    d->passed = (ox_drift_pair *)(void *)(d->all + p->body_room);
    d->passed_room = p->body_room * PASSED_OF_BODY;
    for (uint32_t slot = 0; slot < ox_pool_peak(&p->world->objects) && d->count < p->body_room; slot++) {
        ox_object *object = ox_world_slot(p->world, slot);
        if (p->world->objects.generations[slot] == 0 || object->slots[OX_SLOT_BODY] == 0 ||
            (object->flags & OX_OBJECT_DEAD) != 0 || (name != 0 && !ox_object_is(p->world, object, name)))
            continue;
        const ox_body *body = ox_body_of(p, object);
        const ox_collider *shape = ox_collider_of(p->collisions, object);
        if (body->moves != OX_BODY_STILL || shape == NULL) continue;
        if (!shape->is_placed) ox_collider_look(p->collisions, object);
        if (!shape->is_placed || shape->shape.kind != OX_SHAPE_SPHERE) continue;
        const vec3 at = *ox_place_of(p->world, object);
        d->all[d->count++] = (ox_drifter){
            .at = {(int64_t)at.x * FX_ONE + body->rest[0], (int64_t)at.y * FX_ONE + body->rest[1]},
            .velocity = {body->velocity[0], body->velocity[1]},
            .radius = shape->shape.radius,
            .mass = ox_body_mass(body, shape),
            .bounce = shape->bounce,
            .slot = (uint16_t)slot,
            .passes = shape->sensor};
    }
}

static void put_drifter_back(ox_physics *p, const ox_drifter *a) {
    ox_object *object = ox_world_slot(p->world, a->slot);
    ox_body *body = ox_body_of(p, object);
    vec3 to = *ox_place_of(p->world, object);
    to.x = fx_sat64(fx_sra64(a->at[0], 16));
    to.y = fx_sat64(fx_sra64(a->at[1], 16));
    for (uint32_t i = 0; i < 2; i++) {
        body->velocity[i] = a->velocity[i];
        body->rest[i] = (uint16_t)(a->at[i] & 0xFFFF);
    }
    (void)ox_place_set(p->world, object, to);
}

uint32_t ox_physics_drift(ox_physics *p, ox_id name, vec2 low, vec2 size) {
    ox_drift d = {.low = low,
                  .size = size,
                  .dt = STEP_HZ(physics_rate(p)),
                  .may_meet = objects_may_meet,
                  .met = objects_met,
                  .context = p};
    gather_drifters(p, name, &d);
    const uint32_t blows = ox_drift_step(&d);
    for (uint32_t i = 0; i < d.count; i++) put_drifter_back(p, &d.all[i]);
    return blows;
}
