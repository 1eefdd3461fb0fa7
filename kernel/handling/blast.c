/* Explosions: whom they reach, and how hard. */
#include "fixedmath/root.h"
#include "kernel/event/events.h"
#include "kernel/handling/module.h"
#include "kernel/type/name.h"

#define POINT (FX_ONE / 256)

/* One explosion and one object in its way. */
typedef struct target {
    ox_handling *h;
    const ox_blast *blast;
    ox_object *object;
    const ox_collider *shape;
    vec3 nearest;
    fx distance;
} target;

/* The parts of a blow that arrive: along a line to a place of the target, in halves. */
static uint32_t arrives(const target *t, vec3 place) {
    const ox_collision_filter filter = {.but = t->blast->but};
    const vec3 way = v3_subs(place, t->blast->at);
    ox_collision_hit hit;
    if (!ox_collision_ray(t->h->physics->collisions, t->blast->at, way, &filter, &hit)) return 1;
    return hit.object.bits == t->object->handle.bits || hit.part >= Q30_ONE - Q30_ONE / 1024;
}

/* How much of the strength is left at a distance. */
static fx strength_at(const ox_blast *blast, fx distance) {
    if (!blast->by_square)
        return fx_sat64((int64_t)blast->strength * (blast->radius - distance) / fx_max(blast->radius, 1));
    const fx whole = fx_max(blast->radius / 8, 1);
    if (distance <= whole) return blast->strength;
    const fx part = fx_div(whole, distance);
    return fx_muls(blast->strength, fx_muls(part, part));
}

static void tell_blast(const target *t, fx strength) {
    ox_events *bus = ox_module_bus(t->h->host);
    const int32_t arguments[4] = {t->blast->at.x, t->blast->at.y, t->blast->at.z, strength};
    if (bus != NULL) ox_events_post_to(bus, OX_NAME("blast"), t->object->handle, arguments, 4);
}

static void hit_target(const target *t) {
    const uint32_t halves = arrives(t, t->nearest) + arrives(t, t->shape->pose.t);
    const fx strength = strength_at(t->blast, t->distance) / 2 * (fx)halves;
    dir30 away = {0, Q30_ONE, 0};
    if (strength <= 0) return;
    const vec3 way = v3_subs(t->shape->pose.t, t->blast->at);
    if (!v3_is_zero(way)) (void)v3_normalize_dir30(way, &away);
    ox_body_impulse(t->h->physics, t->object, v3_scale_dir30(away, strength), t->nearest);
    ox_handling_strike(t->h, t->object, strength);
    tell_blast(t, strength);
}

/* Whether the front of an explosion has come to an object. */
static bool find_target(target *t, fx front) {
    const ox_handling *h = t->h;
    const ox_shape point = ox_shape_sphere(POINT);
    rig34 here = rig34_identity();
    vec3 on_point;
    here.t = t->blast->at;
    t->shape = ox_collider_of(h->physics->collisions, t->object);
    if (t->shape == NULL || !t->shape->is_placed || t->shape->sensor ||
        t->shape->shape.kind >= OX_SHAPE_CONVEX)
        return false;
    t->distance = ox_shape_distance(&point, &here, &t->shape->shape, &t->shape->pose, &on_point, &t->nearest);
    if (t->distance == 0) t->nearest = t->shape->pose.t;
    return t->distance <= front;
}

static bool may_be_reached(const ox_handling *h, const ox_blast *blast, const ox_object *object) {
    if ((object->flags & (OX_OBJECT_DEAD | OX_OBJECT_LEAVING)) != 0) return false;
    if (object->handle.bits == blast->but.bits) return false;
    return object->slots[OX_SLOT_BODY] != 0 ||
           (h->type >= 0 && ox_component_has(h->world, object, (uint32_t)h->type));
}

/* Whom the front reaches for the first time; `reached` may be NULL, of one that comes at once. */
static void reach_all(ox_handling *h, const ox_blast *blast, fx front, uint32_t *reached) {
    for (uint32_t slot = 0; slot < ox_pool_peak(&h->world->objects); slot++) {
        target t = {.h = h, .blast = blast, .object = ox_world_slot(h->world, slot)};
        if (h->world->objects.generations[slot] == 0 || !may_be_reached(h, blast, t.object)) continue;
        if (reached != NULL && (reached[slot / 32] >> (slot % 32) & 1u) != 0) continue;
        if (!find_target(&t, front)) continue;
        if (reached != NULL) reached[slot / 32] |= 1u << (slot % 32);
        hit_target(&t);
    }
}

static void step_blast(ox_handling *h, uint32_t number) {
    ox_blast *b = &h->blasts[number];
    b->age++;
    reach_all(h, b, (fx)((int64_t)b->radius * b->age / b->steps), h->reached + (size_t)number * h->words);
    if (b->age >= b->steps) b->steps = 0;
}

void ox_handling_explode(ox_handling *h, const ox_blast *blast) {
    if (!h->physics->collisions->is_looked) ox_collisions_look(h->physics->collisions);
    for (uint32_t i = 0; blast->steps > 1 && i < OX_BLASTS; i++) {
        if (h->blasts[i].steps != 0) continue;
        h->blasts[i] = *blast;
        h->blasts[i].age = 0;
        for (uint32_t w = 0; w < h->words; w++) h->reached[(size_t)i * h->words + w] = 0;
        return;
    }
    reach_all(h, blast, blast->radius, NULL);
}

void ox_blasts_step(ox_handling *h) {
    for (uint32_t i = 0; i < OX_BLASTS; i++)
        if (h->blasts[i].steps != 0) step_blast(h, i);
}
