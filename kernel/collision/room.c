/* Ways out: of what a shape overlaps, and to a place that is free. */
#include "fixedmath/scalar.h"
#include "kernel/collision/module.h"
#include "kernel/collision/soup.h"

enum { TURNS = 4, NEAR = OX_CAST_SKIN / 2, RINGS = 8, PLACES = 8 };

/* The deepest overlap of a shape at a pose. */
typedef struct overlapping {
    ox_collisions *c;
    const ox_object *object;
    const ox_collider *shape;
    const rig34 *pose;
    bool but_tiles;
    vec3 way;
    fx depth;
} overlapping;

static void note_depth(void *context, uint32_t part, const ox_manifold *m) {
    overlapping *o = context;
    (void)part;
    for (uint32_t i = 0; i < m->count; i++) {
        if (m->points[i].depth <= o->depth) continue;
        const fx by = m->points[i].depth + OX_CAST_SKIN;
        o->depth = m->points[i].depth;
        o->way =
            (vec3){fx_mul_q30(by, m->normal.x), fx_mul_q30(by, m->normal.y), fx_mul_q30(by, m->normal.z)};
    }
}

static bool try_overlap(void *context, uint32_t item) {
    overlapping *o = context;
    const ox_object *other = ox_world_slot(o->c->world, item);
    const ox_collider *met = ox_collider_of(o->c, other);
    ox_manifold m;
    if (other == o->object || met == NULL || met->sensor || !met->is_placed ||
        (other->flags & OX_OBJECT_DEAD) != 0 || (o->but_tiles && met->shape.kind == OX_SHAPE_TILES) ||
        !ox_collisions_pair(o->c, o->object, o->shape, other, met))
        return true;
    if (met->shape.kind >= OX_SHAPE_CONVEX)
        ox_shape_collide(&met->shape, &met->pose, &o->shape->shape, o->pose,
                         &(ox_soup_listener){NEAR, note_depth, o}, NULL);
    else if (ox_collider_is_flat(o->shape) && ox_collider_is_flat(met)
                 ? ox_collide_flat(&o->shape->shape, o->pose, &met->shape, &met->pose, NEAR, &m)
                 : ox_collide(&o->shape->shape, o->pose, &met->shape, &met->pose, NEAR, &m))
        note_depth(o, 0, &m);
    return true;
}

static overlapping look_about(ox_collisions *c, const ox_object *object, const ox_collider *shape,
                              const rig34 *pose, bool but_tiles) {
    overlapping o = {
        .c = c, .object = object, .shape = shape, .pose = pose, .but_tiles = but_tiles, .depth = -NEAR - 1};
    const box3 bounds = ox_shape_bounds(&shape->shape, pose);
    ox_box_tree_overlap(&c->tree, &bounds, try_overlap, &o);
    if (ox_collider_is_flat(shape)) o.way.z = 0;
    return o;
}

bool ox_collision_leave(ox_collisions *c, const ox_object *object, const ox_collider *shape, rig34 *pose,
                        bool but_tiles) {
    for (uint32_t turn = 0;; turn++) {
        const overlapping o = look_about(c, object, shape, pose, but_tiles);
        if (o.depth < -NEAR) return true;
        if (turn == TURNS) return o.depth < 0;
        pose->t = v3_adds(pose->t, o.way);
    }
}

bool ox_collision_make_room(ox_collisions *c, const ox_object *object, const ox_collider *shape, fx range,
                            rig34 *pose) {
    const rig34 before = *pose;
    if (ox_collision_leave(c, object, shape, pose, false) &&
        v3_distance(pose->t, before.t) <= fx_adds(range, OX_CAST_SKIN))
        return true;
    const bool flat = ox_collider_is_flat(shape);
    for (int32_t i = 0; i < RINGS * (PLACES + 1); i++) {
        const int32_t number = i % (PLACES + 1);
        const fx far = (fx)((int64_t)range * (i / (PLACES + 1) + 1) / RINGS);
        const ang16 turn = (ang16)(number * (65536 / PLACES));
        const vec3 aside =
            flat ? (vec3){fx_cos(turn), fx_sin(turn), 0} : (vec3){fx_cos(turn), 0, fx_sin(turn)};
        if (flat && number == PLACES) continue;
        *pose = before;
        pose->t = v3_adds(before.t, v3_scales(number == PLACES ? (vec3){0, FX_ONE, 0} : aside, far));
        if (look_about(c, object, shape, pose, false).depth < 0) return true;
    }
    *pose = before;
    return false;
}
