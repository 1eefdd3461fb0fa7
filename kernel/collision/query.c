/* Questions to the world: what a line or a moving shape meets first, and what holds a place. */
#include "fixedmath/scalar.h"
#include "kernel/collision/surface.h"

/* A question under way. */
typedef struct question {
    ox_collisions *c;
    const ox_collision_filter *filter;
    const ox_shape *shape; /* NULL: a line */
    const rig34 *pose;
    vec3 from, way;
    ox_collision_hit *hit;
    bool is_met;
} question;

static bool counts(const ox_collisions *c, const ox_collision_filter *filter, const ox_object *object,
                   const ox_collider *s) {
    if (s == NULL || (object->flags & (OX_OBJECT_DEAD | OX_OBJECT_LEAVING)) != 0) return false;
    if (filter == NULL) return !s->sensor;
    if (filter->but_tiles && s->shape.kind == OX_SHAPE_TILES) return false;
    if (filter->but.bits != 0 && object->handle.bits == filter->but.bits) return false;
    const ox_object *body = filter->as_body ? ox_world_get(c->world, filter->but) : NULL;
    if (body != NULL && !ox_collisions_pair(c, body, ox_collider_of(c, body), object, s)) return false;
    return filter->name == 0 ? !s->sensor : ox_object_is(c->world, object, filter->name);
}

/* Of several the one that comes first; of equal parts the one in the lowest slot. */
static bool ask_item(void *context, uint32_t item) {
    question *q = context;
    const ox_object *object = ox_world_slot(q->c->world, item);
    const ox_collider *s = ox_collider_of(q->c, object);
    ox_shape_hit hit;
    if (!counts(q->c, q->filter, object, s)) return true;
    const bool met = q->shape == NULL ? ox_shape_ray(&s->shape, &s->pose, q->from, q->way, &hit)
                                      : ox_shape_sweep(q->shape, q->pose, q->way, &s->shape, &s->pose, &hit);
    if (met && q->shape != NULL && hit.inside && q->filter != NULL && q->filter->as_body) return true;
    if (!met || (q->is_met &&
                 (hit.part > q->hit->part ||
                  (hit.part == q->hit->part && ox_object_slot(object) > (q->hit->object.bits & 0xFFFFu)))))
        return true;
    q->is_met = true;
    *q->hit =
        (ox_collision_hit){object->handle, hit.part, hit.at, hit.normal, ox_surface_name(s, hit.feature)};
    return true;
}

bool ox_collision_ray(ox_collisions *c, vec3 from, vec3 way, const ox_collision_filter *filter,
                      ox_collision_hit *hit) {
    question q = {.c = c, .filter = filter, .from = from, .way = way, .hit = hit};
    const box3 box = {from, from};
    *hit = (ox_collision_hit){.part = Q30_ONE, .at = v3_adds(from, way)};
    ox_box_tree_sweep(&c->tree, &box, way, ask_item, &q);
    return q.is_met;
}

bool ox_collision_sweep(ox_collisions *c, const ox_shape *shape, const rig34 *pose, vec3 way,
                        const ox_collision_filter *filter, ox_collision_hit *hit) {
    question q = {.c = c, .filter = filter, .shape = shape, .pose = pose, .way = way, .hit = hit};
    const box3 box = ox_shape_bounds(shape, pose);
    *hit = (ox_collision_hit){.part = Q30_ONE, .at = v3_adds(pose->t, way)};
    ox_box_tree_sweep(&c->tree, &box, way, ask_item, &q);
    return q.is_met;
}

/* Who holds a place, in the lowest slot. */
typedef struct holder {
    const ox_collisions *c;
    const ox_collision_filter *filter;
    vec3 place;
    ox_object *found;
} holder;

static bool ask_holder(void *context, uint32_t item) {
    holder *h = context;
    ox_object *object = ox_world_slot(h->c->world, item);
    const ox_collider *s = ox_collider_of(h->c, object);
    if (counts(h->c, h->filter, object, s) &&
        (h->found == NULL || ox_object_slot(object) < ox_object_slot(h->found)) &&
        ox_shape_holds(&s->shape, &s->pose, h->place))
        h->found = object;
    return true;
}

ox_object *ox_collision_inside(ox_collisions *c, vec3 place, const ox_collision_filter *filter) {
    holder h = {c, filter, place, NULL};
    const box3 box = {place, place};
    ox_box_tree_overlap(&c->tree, &box, ask_holder, &h);
    return h.found;
}
