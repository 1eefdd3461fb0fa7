/* Questions to the world: what a line or a moving shape meets, what lies near a shape or in it, what holds a place, and all pairs. */
#include "fixedmath/scalar.h"
#include "kernel/collision/gap.h"
#include "kernel/collision/soup_internal.h"
#include "kernel/collision/surface.h"
#include "kernel/collision/tiles.h"

/* ---- who counts, and in which order ---- */

static bool counts(const ox_collisions *c, const ox_collision_filter *filter, const ox_object *object,
                   const ox_collider *s) {
    if (s == NULL || (object->flags & (OX_OBJECT_DEAD | OX_OBJECT_LEAVING)) != 0) return false;
    if (filter == NULL) return !s->sensor;
    if (filter->but_tiles && s->shape.kind == OX_SHAPE_TILES) return false;
    if (filter->but.bits != 0 && object->handle.bits == filter->but.bits) return false;
    const ox_object *body = filter->as_body ? ox_world_get(c->world, filter->but) : NULL;
    if (body != NULL && !ox_collisions_pair(c, body, ox_collider_of(c, body), object, s)) return false;
    if (filter->name == 0 ? s->sensor : !ox_object_is(c->world, object, filter->name)) return false;
    return filter->test == NULL || filter->test(filter->context, object, s);
}

static bool comes_before(const ox_collision_hit *a, const ox_collision_hit *b) {
    if (a->part != b->part) return a->part < b->part;
    if (a->distance != b->distance) return a->distance < b->distance;
    return (a->object.bits & 0xFFFFu) < (b->object.bits & 0xFFFFu);
}

/* Puts an answer among those that there are. False: no further one is wanted. */
static bool add_answer(ox_collision_answers *answers, const ox_collision_filter *filter,
                       const ox_collision_hit *hit) {
    if (filter != NULL && filter->after != NULL && !comes_before(filter->after, hit)) return true;
    if (answers->any && answers->count > 0) return false;
    uint32_t i = answers->count;
    if (i == answers->room) {
        answers->overflow = true;
        if (i == 0 || !comes_before(hit, &answers->hits[i - 1])) return true;
        i--;
    } else {
        answers->count++;
    }
    for (; i > 0 && comes_before(hit, &answers->hits[i - 1]); i--) answers->hits[i] = answers->hits[i - 1];
    answers->hits[i] = *hit;
    return !answers->any;
}

/* ---- one walk ---- */

/* A question under way. `meet` fills in what it finds of a shape; false: it does not meet it. */
typedef struct question {
    ox_collisions *c;
    const ox_collision_filter *filter;
    ox_collision_answers *answers;
    bool (*meet)(const struct question *q, const ox_collider *shape, ox_collision_hit *hit);
    const ox_collision_asker *asker; /* NULL: a line or a place */
    vec3 from, way;
    fx range;
    box3 box; /* what is asked about; a way leads on from it */
} question;

static bool ask_item(void *context, uint32_t item) {
    const question *q = context;
    const ox_object *object = ox_world_slot(q->c->world, item);
    const ox_collider *s = ox_collider_of(q->c, object);
    ox_collision_hit hit = {.object = object->handle, .at = q->from};
    q->c->costs.broad++;
    if (!counts(q->c, q->filter, object, s)) return true;
    q->c->costs.mid++;
    if (!q->meet(q, s, &hit)) return true;
    q->c->costs.narrow++;
    return add_answer(q->answers, q->filter, &hit);
}

static uint32_t ask(question *q) {
    q->answers->count = 0;
    q->answers->overflow = false;
    q->c->costs.questions++;
    if (v3_is_zero(q->way))
        ox_box_tree_overlap(&q->c->tree, &q->box, ask_item, q);
    else
        ox_box_tree_sweep(&q->c->tree, &q->box, q->way, ask_item, q);
    return q->answers->count;
}

/* ---- lines and ways ---- */

static void take_hit(const ox_collider *s, const ox_shape_hit *from, ox_collision_hit *hit) {
    hit->part = from->part;
    hit->at = from->at;
    hit->normal = from->normal;
    hit->feature = from->feature;
    hit->surface = ox_surface_name(s, hit->feature);
}

static bool meet_line(const question *q, const ox_collider *s, ox_collision_hit *hit) {
    ox_shape_hit found;
    if (!ox_shape_ray(&s->shape, &s->pose, q->from, q->way, &found)) return false;
    take_hit(s, &found, hit);
    return true;
}

static bool meet_way(const question *q, const ox_collider *s, ox_collision_hit *hit) {
    ox_shape_hit found;
    if (!ox_shape_sweep(q->asker->shape, q->asker->pose, q->way, &s->shape, &s->pose, &found) ||
        (found.inside && q->filter != NULL && q->filter->as_body))
        return false;
    take_hit(s, &found, hit);
    return true;
}

uint32_t ox_collision_along(ox_collisions *c, vec3 from, vec3 way, const ox_collision_filter *filter,
                            ox_collision_answers *answers) {
    question q = {.c = c, .filter = filter, .answers = answers, .meet = meet_line, .from = from, .way = way};
    q.box = (box3){from, from};
    ox_collisions_note(c, from, way, NULL);
    return ask(&q);
}

uint32_t ox_collision_way(ox_collisions *c, const ox_collision_asker *asker, vec3 way,
                          const ox_collision_filter *filter, ox_collision_answers *answers) {
    question q = {.c = c, .filter = filter, .answers = answers, .meet = meet_way, .asker = asker, .way = way};
    if (asker->shape->kind >= OX_SHAPE_CONVEX) return answers->count = 0;
    q.box = ox_shape_bounds(asker->shape, asker->pose);
    ox_collisions_note(c, asker->pose->t, way, &q.box);
    return ask(&q);
}

/* The first answer; where there is none, the end of the way. */
static bool first_of(const ox_collision_answers *answers, vec3 end) {
    if (answers->count == 0) *answers->hits = (ox_collision_hit){.part = Q30_ONE, .at = end};
    return answers->count > 0;
}

bool ox_collision_ray(ox_collisions *c, vec3 from, vec3 way, const ox_collision_filter *filter,
                      ox_collision_hit *hit) {
    ox_collision_answers one = {.hits = hit, .room = 1};
    (void)ox_collision_along(c, from, way, filter, &one);
    return first_of(&one, v3_adds(from, way));
}

bool ox_collision_sweep(ox_collisions *c, const ox_shape *shape, const rig34 *pose, vec3 way,
                        const ox_collision_filter *filter, ox_collision_hit *hit) {
    ox_collision_answers one = {.hits = hit, .room = 1};
    (void)ox_collision_way(c, &(ox_collision_asker){shape, pose}, way, filter, &one);
    return first_of(&one, v3_adds(pose->t, way));
}

/* ---- ranges ---- */

/* The triangle of a soup that is nearest to a shape. */
typedef struct near_walk {
    ox_soup_walk walk; /* first */
    const ox_soup *soup;
    const rig34 *pose;
    const ox_collision_asker *asker;
    int64_t best;
    ox_gap gap;
    uint32_t triangle;
} near_walk;

static void look_triangle(ox_soup_walk *walk, uint32_t number) {
    near_walk *w = (near_walk *)(void *)walk;
    ox_triangle t;
    ox_gap gap;
    ox_soup_triangle(w->soup, number, &t);
    const ox_hull hull = {.points = t.corner, .planes = &t.plane, .point_count = 3};
    const ox_shape thin = ox_shape_hull(&hull);
    ox_gap_find(w->asker->shape, w->asker->pose, &thin, w->pose, &gap);
    if (gap.distance >= w->best) return;
    w->best = gap.distance;
    w->gap = gap;
    w->triangle = number;
}

static bool near_soup(const question *q, const ox_collider *s, ox_gap *gap, uint32_t *triangle) {
    const rig34 inverse = rig34_inverse(&s->pose), here = rig34_mul(&inverse, q->asker->pose);
    const box3 box = ox_shape_bounds(q->asker->shape, &here);
    near_walk w = {.walk = {.box = box_expand(&box, fx_adds(q->range, 4)), .meet = look_triangle},
                   .soup = s->shape.data.soup,
                   .pose = &s->pose,
                   .asker = q->asker,
                   .best = INT64_MAX};
    ox_soup_walk_tree(w.soup, &w.walk);
    *gap = w.gap;
    *triangle = w.triangle;
    return w.best != INT64_MAX;
}

/* The run of tiles that is nearest to a shape: contacts with the range as their margin tell. */
typedef struct near_tiles {
    fx least;
    ox_collision_hit *hit;
} near_tiles;

static void look_run(void *context, uint32_t part, const ox_manifold *m) {
    near_tiles *n = context;
    for (uint32_t i = 0; i < m->count; i++) {
        const fx apart = -m->points[i].depth;
        if (apart >= n->least) continue;
        n->least = apart;
        n->hit->distance = fx_max(apart, 0);
        n->hit->normal = m->normal;
        n->hit->at = v3_subs(m->points[i].at, v3_scale_dir30(m->normal, n->hit->distance / 2));
        n->hit->feature = part;
    }
}

static bool meet_tiles(const question *q, const ox_collider *s, ox_collision_hit *hit) {
    near_tiles n = {FX_MAX, hit};
    ox_tiles_collide(&s->shape, q->asker->shape, q->asker->pose, &(ox_soup_listener){q->range, look_run, &n},
                     NULL);
    hit->surface = ox_surface_name(s, 0);
    return n.least != FX_MAX;
}

/* The gap is that of the cores; a place lies on the surface of the shape that was met. */
static bool meet_range(const question *q, const ox_collider *s, ox_collision_hit *hit) {
    ox_gap gap;
    if (s->shape.kind == OX_SHAPE_TILES) return meet_tiles(q, s, hit);
    if (s->shape.kind < OX_SHAPE_CONVEX)
        ox_gap_find(q->asker->shape, q->asker->pose, &s->shape, &s->pose, &gap);
    else if (!near_soup(q, s, &gap, &hit->feature))
        return false;
    const int64_t apart = (int64_t)gap.distance - q->asker->shape->radius -
                          (s->shape.kind < OX_SHAPE_CONVEX ? s->shape.radius : 0);
    if (apart > q->range) return false;
    hit->surface = ox_surface_name(s, hit->feature);
    hit->distance = apart < 0 ? 0 : (fx)apart;
    hit->at = q->asker->pose->t;
    if (gap.distance == 0) return true;
    hit->normal = dir30_neg(gap.way);
    hit->at = s->shape.kind < OX_SHAPE_CONVEX
                  ? v3_adds(gap.on_b, v3_scale_dir30(hit->normal, s->shape.radius))
                  : gap.on_b;
    return true;
}

static bool meet_region(const question *q, const ox_collider *s, ox_collision_hit *hit) {
    (void)hit;
    return ox_shape_meets(q->asker->shape, q->asker->pose, &s->shape, &s->pose);
}

uint32_t ox_collision_range(ox_collisions *c, const ox_collision_asker *asker, fx range,
                            const ox_collision_filter *filter, ox_collision_answers *answers) {
    question q = {.c = c, .filter = filter, .answers = answers, .meet = meet_range, .asker = asker};
    if (asker->shape->kind >= OX_SHAPE_CONVEX || range < 0) return answers->count = 0;
    const box3 box = ox_shape_bounds(asker->shape, asker->pose);
    q.range = range;
    q.box = box_expand(&box, fx_adds(range, 2));
    return ask(&q);
}

uint32_t ox_collision_region(ox_collisions *c, const ox_collision_asker *asker,
                             const ox_collision_filter *filter, ox_collision_answers *answers) {
    question q = {.c = c, .filter = filter, .answers = answers, .meet = meet_region, .asker = asker};
    if (asker->shape->kind >= OX_SHAPE_CONVEX) return answers->count = 0;
    q.from = asker->pose->t;
    q.box = ox_shape_bounds(asker->shape, asker->pose);
    return ask(&q);
}

static bool meet_place(const question *q, const ox_collider *s, ox_collision_hit *hit) {
    (void)hit;
    return ox_shape_holds(&s->shape, &s->pose, q->from);
}

ox_object *ox_collision_inside(ox_collisions *c, vec3 place, const ox_collision_filter *filter) {
    ox_collision_hit hit;
    ox_collision_answers one = {.hits = &hit, .room = 1};
    question q = {.c = c, .filter = filter, .answers = &one, .meet = meet_place, .from = place};
    q.box = (box3){place, place};
    return ask(&q) == 0 ? NULL : ox_world_get(c->world, hit.object);
}

/* ---- pairs ---- */

typedef struct pairing {
    ox_collisions *c;
    ox_collision_pair *pairs;
    uint32_t room, count;
    uint32_t slot;
    const ox_object *object;
    const ox_collider *shape;
} pairing;

/* Pairs come by their lower slots already. */
static void add_pair(pairing *p, uint32_t item) {
    uint32_t i = p->count < p->room ? p->count : p->room;
    const ox_collision_pair pair = {(uint16_t)p->slot, (uint16_t)item};
    p->count++;
    if (i == p->room && (i == 0 || p->pairs[i - 1].a != pair.a || p->pairs[i - 1].b < pair.b)) return;
    if (i == p->room) i--;
    for (; i > 0 && p->pairs[i - 1].a == pair.a && p->pairs[i - 1].b > pair.b; i--)
        p->pairs[i] = p->pairs[i - 1];
    p->pairs[i] = pair;
}

static bool pair_item(void *context, uint32_t item) {
    pairing *p = context;
    const ox_object *object = ox_world_slot(p->c->world, item);
    const ox_collider *s = ox_collider_of(p->c, object), *a = p->shape;
    if (item <= p->slot) return true; /* found from there */
    p->c->costs.broad++;
    if (!counts(p->c, NULL, object, s) || !ox_collisions_pair(p->c, p->object, a, object, s)) return true;
    if (a->shape.kind >= OX_SHAPE_CONVEX) { /* what is not convex comes second */
        const ox_collider *swap = a;
        a = s;
        s = swap;
    }
    p->c->costs.mid++;
    if (!ox_shape_meets(&a->shape, &a->pose, &s->shape, &s->pose)) return true;
    p->c->costs.narrow++;
    add_pair(p, item);
    return true;
}

uint32_t ox_collision_pairs(ox_collisions *c, ox_collision_pair *pairs, uint32_t room) {
    pairing p = {.c = c, .pairs = pairs, .room = room};
    c->costs.questions++;
    for (; p.slot < c->tree.capacity; p.slot++) {
        if (!ox_box_tree_has(&c->tree, p.slot)) continue;
        p.object = ox_world_slot(c->world, p.slot);
        p.shape = ox_collider_of(c, p.object);
        if (!counts(c, NULL, p.object, p.shape)) continue;
        const box3 box = ox_shape_bounds(&p.shape->shape, &p.shape->pose);
        ox_box_tree_overlap(&c->tree, &box, pair_item, &p);
    }
    return p.count;
}
