/* Which bodies touch: pairs out of the tree of boxes, their contacts, and what they were in the step before. */
#include "fixedmath/root.h"
#include "kernel/collision/soup.h"
#include "kernel/containers/sort.h"
#include "kernel/physics/internal.h"

#define MARGIN (FX_ONE / 50)

/* ---- pairs ---- */

typedef struct finding {
    ox_physics *p;
    uint32_t slot, number;
    ox_object *object;
    const ox_collider *shape;
} finding;

static bool is_querying(const ox_solver_body *s) {
    return s->inverse != 0 || (s->v[0] | s->v[1] | s->v[2] | s->w[0] | s->w[1] | s->w[2]) != 0;
}

static bool find_pair(void *context, uint32_t item) {
    const finding *f = context;
    ox_physics *p = f->p;
    const uint32_t number = p->numbers[item];
    if (item == f->slot) return true;
    p->costs.broad++;
    const bool is_awake = number != 0 && number != OX_BODY_SLEEPS;
    if (is_awake && is_querying(&p->bodies[number]) && item < f->slot) return true; /* found from there */
    if (p->bodies[f->number].inverse == 0 && (number == 0 || (is_awake && p->bodies[number].inverse == 0)))
        return true;
    const ox_object *other = ox_world_slot(p->world, item);
    const ox_collider *shape = ox_collider_of(p->collisions, other);
    if (shape == NULL || !shape->is_placed || shape->sensor || (other->flags & OX_OBJECT_DEAD) != 0 ||
        !ox_collisions_pair(p->collisions, f->object, f->shape, other, shape) ||
        (ox_component_count(&p->world->components[p->joint_type]) > 0 && ox_joints_hold(p, f->slot, item)))
        return true;
    if (p->pair_count == p->pair_room) {
        p->refused++;
        return false;
    }
    p->pairs[p->pair_count++] = item < f->slot ? item << 16 | f->slot : f->slot << 16 | item;
    return true;
}

/* Where a body may be within the step. */
static box3 reach_of(const ox_physics *p, const ox_solver_body *s, const ox_collider *shape) {
    box3 box = ox_shape_bounds(&shape->shape, &shape->pose);
    box = box_expand(&box, MARGIN);
    const int32_t rate = (int32_t)physics_rate(p);
    const vec3 way = {ox_fx_of_speed(s->v[0]) / rate, ox_fx_of_speed(s->v[1]) / rate,
                      ox_fx_of_speed(s->v[2]) / rate};
    const box3 there = box_translate(&box, way);
    return box_merge(&box, &there);
}

void ox_physics_find(ox_physics *p) {
    p->pair_count = 0;
    p->costs = (ox_physics_costs){0};
    for (uint32_t i = 1; i < p->body_count; i++) {
        const ox_solver_body *s = &p->bodies[i];
        if (!is_querying(s)) continue;
        finding f = {.p = p, .slot = s->slot, .number = i, .object = ox_world_slot(p->world, s->slot)};
        f.shape = ox_collider_of(p->collisions, f.object);
        const box3 box = reach_of(p, s, f.shape);
        ox_box_tree_overlap(&p->collisions->tree, &box, find_pair, &f);
    }
    ox_sort_heap(p->pairs, p->pair_count, sizeof *p->pairs, ox_compare_u32, NULL);
}

/* ---- contacts ---- */

static uint32_t key_of(const ox_touch *t) { return (uint32_t)t->a << 16 | t->b; }

/* What looks for pairs of its own: the touches of others stay as they are. */
static bool is_awake(const ox_physics *p, uint32_t slot) {
    const uint32_t number = p->numbers[slot];
    return number != 0 && number != OX_BODY_SLEEPS && is_querying(&p->bodies[number]);
}

/* The contact of the step before; touches come in rising order, so the search goes on from where it was. */
typedef struct touching {
    ox_physics *p;
    uint32_t old, count;
    uint32_t a, b;
    bool swapped; /* of a soup that is A */
} touching;

static void keep_touch(touching *t, const ox_touch *touch) {
    ox_physics *p = t->p;
    if (t->count == p->contact_room) {
        p->refused++;
        return;
    }
    p->manifolds[t->count].count = 0;
    p->fresh[t->count++] = *touch;
}

/* Touches before a pair: those of bodies that all sleep stay as they are. */
static void pass_old(touching *t, uint32_t key) {
    const ox_physics *p = t->p;
    for (; t->old < p->touch_count && key_of(&p->touches[t->old]) < key; t->old++) {
        const ox_touch *o = &p->touches[t->old];
        if (!is_awake(p, o->a) && !is_awake(p, o->b)) keep_touch(t, o);
    }
}

static void take_impulses(ox_touch *touch, const ox_touch *old) {
    for (uint32_t i = 0; i < touch->count; i++)
        for (uint32_t j = 0; j < old->count; j++)
            if (touch->features[i] == old->features[j]) touch->impulses[i] = old->impulses[j];
    touch->friction[0] = old->friction[0];
    touch->friction[1] = old->friction[1];
    touch->twist = old->twist;
}

static void add_touch(touching *t, uint32_t part, ox_manifold *m) {
    ox_physics *p = t->p;
    if (p->accept != NULL &&
        !p->accept(p->accept_context, ox_world_slot(p->world, t->a), ox_world_slot(p->world, t->b), m))
        return;
    if (t->count == p->contact_room) {
        p->refused++;
        return;
    }
    ox_touch *touch = &p->fresh[t->count];
    *touch =
        (ox_touch){.a = (uint16_t)t->a,
                   .b = (uint16_t)t->b,
                   .part = part,
                   .count = (uint16_t)m->count,
                   .normal = {q30_to_q14(m->normal.x), q30_to_q14(m->normal.y), q30_to_q14(m->normal.z)}};
    for (uint32_t i = 0; i < m->count; i++) touch->features[i] = m->points[i].feature;
    const uint32_t key = key_of(touch);
    while (t->old < p->touch_count && key_of(&p->touches[t->old]) == key && p->touches[t->old].part < part)
        t->old++;
    if (t->old < p->touch_count && key_of(&p->touches[t->old]) == key && p->touches[t->old].part == part)
        take_impulses(touch, &p->touches[t->old]);
    p->manifolds[t->count++] = *m;
}

static void hear_triangle(void *context, uint32_t triangle, const ox_manifold *manifold) {
    touching *t = context;
    ox_manifold m = *manifold; /* its normal points from the soup to the shape */
    if (t->swapped) ox_manifold_swap(&m);
    add_touch(t, triangle, &m);
}

/* Whether the pair stood on a part in the step before. */
static bool held_part(void *context, uint32_t part) {
    const touching *t = context;
    const uint32_t key = t->a << 16 | t->b;
    for (uint32_t i = t->old; i < t->p->touch_count && key_of(&t->p->touches[i]) == key; i++)
        if (t->p->touches[i].part == part) return true;
    return false;
}

/* How far a body comes down in a step. */
static fx fall_of(const ox_physics *p, uint32_t slot) {
    const uint32_t number = p->numbers[slot];
    const int32_t down =
        number == 0 || number == OX_BODY_SLEEPS ? 0 : -(int32_t)ox_fx_of_speed(p->bodies[number].v[1]);
    return down / (int32_t)physics_rate(p);
}

static void touch_pair(touching *t, const ox_collider *a, const ox_collider *b) {
    ox_manifold m;
    t->swapped = a->shape.kind >= OX_SHAPE_CONVEX;
    const ox_collider *parts = t->swapped ? a : b, *one = t->swapped ? b : a;
    if (parts->shape.kind >= OX_SHAPE_CONVEX)
        ox_shape_collide(&parts->shape, &parts->pose, &one->shape, &one->pose,
                         &(ox_soup_listener){MARGIN, hear_triangle, t},
                         &(ox_standing){fall_of(t->p, t->swapped ? t->b : t->a), held_part});
    else if (ox_collider_is_flat(a) && ox_collider_is_flat(b)
                 ? ox_collide_flat(&a->shape, &a->pose, &b->shape, &b->pose, MARGIN, &m)
                 : ox_collide(&a->shape, &a->pose, &b->shape, &b->pose, MARGIN, &m))
        add_touch(t, 0, &m);
}

/* A sleeper that is touched by what moves is awake. */
static bool wake_touched(ox_physics *p, uint32_t slot) {
    if (p->numbers[slot] != OX_BODY_SLEEPS) return false;
    ox_body_wake(p, ox_world_slot(p->world, slot));
    return true;
}

bool ox_physics_touch(ox_physics *p, bool wakes) {
    touching t = {.p = p};
    bool woke = false;
    p->costs.mid = p->pair_count;
    for (uint32_t i = 0; i < p->pair_count; i++) {
        t.a = p->pairs[i] >> 16;
        t.b = p->pairs[i] & 0xFFFFu;
        pass_old(&t, p->pairs[i]);
        const uint32_t first = t.count;
        touch_pair(&t, ox_collider_of(p->collisions, ox_world_slot(p->world, t.a)),
                   ox_collider_of(p->collisions, ox_world_slot(p->world, t.b)));
        if (t.count > first) p->costs.narrow++;
        if (wakes && t.count > first && (wake_touched(p, t.a) || wake_touched(p, t.b))) woke = true;
    }
    if (woke) return false;
    pass_old(&t, UINT32_MAX);
    ox_touch *const swap = p->touches;
    p->touches = p->fresh;
    p->fresh = swap;
    /* The step before is needed no more but for who met whom. */
    const uint32_t count = p->touch_count;
    p->touch_count = t.count;
    p->fresh_count = count;
    return true;
}
