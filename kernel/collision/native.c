/* What scripts ask of shapes. */
#include "fixedmath/scalar.h"
#include "kernel/collision/delta.h"
#include "kernel/collision/module.h"
#include "kernel/script/machine.h"
#include "kernel/type/name.h"
#include "kernel/world/query.h"

static ox_collisions *collisions_of(const ox_script_call *call) {
    ox_collisions *c = ox_module_state(ox_module_of_call(call), OX_NAME("collision"));
    if (c != NULL && !c->is_looked) ox_collisions_look(c);
    return c;
}

/* The object of an argument, and its shape where it is now; NULL: it has none. */
static ox_object *given_object(const ox_script_call *call, uint32_t number, const ox_collider **shape) {
    ox_collisions *c = collisions_of(call);
    ox_object *object =
        ox_world_get(ox_module_of_call(call)->world, (ox_handle){(uint32_t)call->arguments[number]});
    if (object != NULL && c != NULL) ox_collider_look(c, object);
    const ox_collider *s = object == NULL || c == NULL ? NULL : ox_collider_of(c, object);
    *shape = s != NULL && s->is_placed ? s : NULL;
    return object;
}

static ox_script_answer native_cast(ox_script_call *call) {
    ox_collisions *c = collisions_of(call);
    const ox_collision_filter filter = {.but = {call->owner}, .name = (ox_id)call->arguments[6]};
    if (c == NULL) return OX_SCRIPT_DONE;
    if (ox_collision_ray(c, ox_module_vector_at(call, 0),
                         v3_subs(ox_module_vector_at(call, 3), ox_module_vector_at(call, 0)), &filter,
                         &c->last))
        call->results[0] = (int32_t)c->last.object.bits;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_sweep(ox_script_call *call) {
    ox_collisions *c = collisions_of(call);
    const ox_collider *shape;
    const ox_object *object = given_object(call, 0, &shape);
    if (object == NULL) return ox_script_refuse(call, 0);
    call->results[0] = FX_ONE;
    if (shape == NULL || shape->shape.kind >= OX_SHAPE_CONVEX) return OX_SCRIPT_DONE;
    const ox_collision_filter filter = {.but = object->handle, .name = (ox_id)call->arguments[4]};
    (void)ox_collision_sweep(c, &shape->shape, &shape->pose, ox_module_vector_at(call, 1), &filter, &c->last);
    call->results[0] = fx_sra32(c->last.part, 14);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_object_at(ox_script_call *call) {
    ox_collisions *c = collisions_of(call);
    const ox_collision_filter filter = {.name = (ox_id)call->arguments[3]};
    const ox_object *found = c == NULL ? NULL : ox_collision_inside(c, ox_module_vector_at(call, 0), &filter);
    call->results[0] = found == NULL ? 0 : (int32_t)found->handle.bits;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_overlaps(ox_script_call *call) {
    const ox_collider *a, *b;
    if (given_object(call, 0, &a) == NULL) return ox_script_refuse(call, 0);
    if (given_object(call, 1, &b) == NULL) return ox_script_refuse(call, 1);
    if (a == NULL || b == NULL) return OX_SCRIPT_DONE;
    if (a->shape.kind >= OX_SHAPE_CONVEX) {
        const ox_collider *swap = a;
        a = b;
        b = swap;
    }
    call->results[0] = ox_shape_meets(&a->shape, &a->pose, &b->shape, &b->pose);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_deltas_meet(ox_script_call *call) {
    const vec3 up = ox_module_vector_at(call, 0), down = ox_module_vector_at(call, 4);
    if (call->arguments[3] <= 0) return ox_script_refuse(call, 1);
    if (call->arguments[7] <= 0) return ox_script_refuse(call, 3);
    call->results[0] = ox_deltas_meet_turned((vec2){up.x, up.y}, call->arguments[3], (vec2){down.x, down.y},
                                             call->arguments[7], (ang16)call->arguments[8]);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_hit_at(ox_script_call *call) {
    const ox_collisions *c = collisions_of(call);
    if (c != NULL) ox_module_give_vector(call, c->last.at);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_hit_normal(ox_script_call *call) {
    const ox_collisions *c = collisions_of(call);
    if (c != NULL)
        ox_module_give_vector(call, (vec3){fx_from_q30(c->last.normal.x), fx_from_q30(c->last.normal.y),
                                           fx_from_q30(c->last.normal.z)});
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_hit_object(ox_script_call *call) {
    const ox_collisions *c = collisions_of(call);
    call->results[0] = c == NULL ? 0 : (int32_t)c->last.object.bits;
    return OX_SCRIPT_DONE;
}

/* ---- one after the other ---- */

/* Asks for the first answer behind one; `one` has room for it. */
typedef void ask_function(ox_script_call *call, ox_collisions *c, const ox_collision_filter *filter,
                          ox_collision_answers *one);

/* The next object of a loop over a question, which is asked again each time: the loop's list holds where the last answer stood in their order. So nothing has to be kept, and
 * what has gone meanwhile does not come. */
static ox_script_answer give_next(ox_script_call *call, uint32_t name, ox_handle but, ask_function *ask) {
    enum { PART = 1, DISTANCE, WHO, NOTED = 3 };
    ox_collisions *c = collisions_of(call);
    ox_script_container noted;
    if (!ox_script_container_of(call, call->arguments[0], &noted) || noted.map || noted.entry != 1 ||
        noted.capacity != OX_SCRIPT_EACH)
        return ox_script_refuse(call, 0);
    if (c == NULL) return OX_SCRIPT_DONE;
    ox_collision_hit hit, last;
    ox_collision_answers one = {.hits = &hit, .room = 1};
    ox_collision_filter filter = {.but = but, .name = (ox_id)call->arguments[name]};
    if (noted.count > 0) {
        last = (ox_collision_hit){.part = noted.cells[PART], .distance = noted.cells[DISTANCE]};
        last.object.bits = (uint32_t)noted.cells[WHO];
        filter.after = &last;
    }
    ask(call, c, &filter, &one);
    if (one.count == 0) return OX_SCRIPT_DONE;
    ox_script_container_set_count(&noted, NOTED);
    noted.cells[PART] = hit.part;
    noted.cells[DISTANCE] = hit.distance;
    noted.cells[WHO] = (int32_t)hit.object.bits;
    c->last = hit;
    call->results[0] = (int32_t)hit.object.bits;
    return OX_SCRIPT_DONE;
}

static void ask_line(ox_script_call *call, ox_collisions *c, const ox_collision_filter *filter,
                     ox_collision_answers *one) {
    (void)ox_collision_along(c, ox_module_vector_at(call, 1),
                             v3_subs(ox_module_vector_at(call, 4), ox_module_vector_at(call, 1)), filter,
                             one);
}
static ox_script_answer native_cast_all(ox_script_call *call) {
    return give_next(call, 7, (ox_handle){call->owner}, ask_line);
}

static void ask_way(ox_script_call *call, ox_collisions *c, const ox_collision_filter *filter,
                    ox_collision_answers *one) {
    const ox_collider *shape;
    (void)given_object(call, 1, &shape);
    if (shape != NULL)
        (void)ox_collision_way(c, &(ox_collision_asker){&shape->shape, &shape->pose},
                               ox_module_vector_at(call, 2), filter, one);
}
static ox_script_answer native_sweep_all(ox_script_call *call) {
    return give_next(call, 5, (ox_handle){(uint32_t)call->arguments[1]}, ask_way);
}

static void ask_range(ox_script_call *call, ox_collisions *c, const ox_collision_filter *filter,
                      ox_collision_answers *one) {
    const ox_collider *shape;
    (void)given_object(call, 1, &shape);
    if (shape != NULL)
        (void)ox_collision_range(c, &(ox_collision_asker){&shape->shape, &shape->pose}, call->arguments[2],
                                 filter, one);
}
static ox_script_answer native_shapes_near(ox_script_call *call) {
    return give_next(call, 3, (ox_handle){(uint32_t)call->arguments[1]}, ask_range);
}

static void ask_ball(ox_script_call *call, ox_collisions *c, const ox_collision_filter *filter,
                     ox_collision_answers *one) {
    const ox_shape point = ox_shape_sphere(0);
    const rig34 pose = {rot33_identity(), ox_module_vector_at(call, 1)};
    (void)ox_collision_range(c, &(ox_collision_asker){&point, &pose}, call->arguments[4], filter, one);
}
static ox_script_answer native_shapes_around(ox_script_call *call) {
    return give_next(call, 5, (ox_handle){call->owner}, ask_ball);
}

static void ask_box(ox_script_call *call, ox_collisions *c, const ox_collision_filter *filter,
                    ox_collision_answers *one) {
    const vec3 a = ox_module_vector_at(call, 1), b = ox_module_vector_at(call, 4);
    const box3 box = {v3_min(a, b), v3_max(a, b)};
    const box3_centred about = box_to_centred(&box);
    const ox_shape shape = ox_shape_box(about.half);
    const rig34 pose = {rot33_identity(), about.centre};
    (void)ox_collision_region(c, &(ox_collision_asker){&shape, &pose}, filter, one);
}
static ox_script_answer native_shapes_within(ox_script_call *call) {
    return give_next(call, 7, (ox_handle){call->owner}, ask_box);
}

/* Out of the list that sensors keep. */
static ox_script_answer native_shapes_in(ox_script_call *call) {
    const ox_collisions *c = collisions_of(call);
    ox_script_container noted;
    if (!ox_script_container_of(call, call->arguments[0], &noted) || noted.map || noted.entry != 1 ||
        noted.capacity != OX_SCRIPT_EACH)
        return ox_script_refuse(call, 0);
    const ox_handle sensor = {(uint32_t)call->arguments[1]},
                    after = {noted.count == 0 ? 0 : (uint32_t)noted.cells[1]};
    const ox_sensed *row = c == NULL ? NULL : ox_collision_sensed(c, sensor, after);
    while (row != NULL && ox_world_get(c->world, row->object) == NULL)
        row = ox_collision_sensed(c, sensor, row->object);
    if (row == NULL) return OX_SCRIPT_DONE;
    ox_script_container_set_count(&noted, 1);
    noted.cells[1] = call->results[0] = (int32_t)row->object.bits;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_stayed(ox_script_call *call) {
    const ox_collisions *c = collisions_of(call);
    if (c != NULL)
        call->results[0] = (int32_t)ox_collision_stayed(c, (ox_handle){(uint32_t)call->arguments[0]},
                                                        (ox_handle){(uint32_t)call->arguments[1]});
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_cast_any(ox_script_call *call) {
    ox_collisions *c = collisions_of(call);
    ox_collision_hit hit;
    ox_collision_answers one = {.hits = &hit, .room = 1, .any = true};
    const ox_collision_filter filter = {.but = {call->owner}, .name = (ox_id)call->arguments[6]};
    call->results[0] =
        c != NULL && ox_collision_along(c, ox_module_vector_at(call, 0),
                                        v3_subs(ox_module_vector_at(call, 3), ox_module_vector_at(call, 0)),
                                        &filter, &one) > 0;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_hit_surface(ox_script_call *call) {
    const ox_collisions *c = collisions_of(call);
    call->results[0] = c == NULL ? 0 : (int32_t)c->last.surface;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_unstick(ox_script_call *call) {
    ox_collisions *c = collisions_of(call);
    const ox_collider *shape;
    ox_object *object = given_object(call, 0, &shape);
    if (object == NULL) return ox_script_refuse(call, 0);
    if (call->arguments[1] < 0) return ox_script_refuse(call, 1);
    call->results[0] = 1;
    if (shape == NULL || shape->shape.kind >= OX_SHAPE_CONVEX) return OX_SCRIPT_DONE;
    rig34 pose = shape->pose;
    call->results[0] = ox_collision_make_room(c, object, shape, call->arguments[1], &pose);
    const vec3 by = v3_subs(pose.t, shape->pose.t);
    if (v3_is_zero(by)) return OX_SCRIPT_DONE;
    (void)ox_place_set(c->world, object, v3_adds(*ox_place_of(c->world, object), by));
    ox_collider_look(c, object);
    return OX_SCRIPT_DONE;
}

/* What a native costs may not depend on the tree, whose form is no state: what is left of a script's share is. */
const ox_script_native ox_collision_native_rows[OX_COLLISION_NATIVES] = {
    OX_SCRIPT_NATIVE(
        cast, SIM, ALL, 64, "o(33n)", "cast(a: vec3, b: vec3, what: name = '') -> obj",
        "the first object whose shape a line meets, or null: one of that name, type or tag, or any that "
        "is no sensor"),
    OX_SCRIPT_NATIVE(sweep, SIM, ALL, 128, "f(o3n)", "sweep(who: obj, by: vec3, what: name = '') -> fx",
                     "how far the shape of an object may go on a way before it meets something, 0.0 to 1.0"),
    OX_SCRIPT_NATIVE(object_at, QUERY, ALL, 16, "o(3n)", "object_at(at: vec3, what: name = '') -> obj",
                     "the object whose shape holds a place, or null"),
    OX_SCRIPT_NATIVE(overlaps, QUERY, ALL, 16, "b(oo)", "overlaps(a: obj, b: obj) -> bool",
                     "whether the shapes of two objects meet"),
    OX_SCRIPT_NATIVE(deltas_meet, QUERY, ALL, 8, "b(3f3fa)",
                     "deltas_meet(up: vec3, radius: fx, down: vec3, other: fx, turn: angle = 0deg) -> bool",
                     "whether two ships that are equilateral triangles meet, the tip of one up, of the other "
                     "down, by the radii "
                     "through their corners; both may be turned by an angle"),
    OX_SCRIPT_NATIVE(hit_at, QUERY, ALL, 2, "3()", "hit_at() -> vec3",
                     "where the last cast or sweep met something, or ended"),
    OX_SCRIPT_NATIVE(hit_normal, QUERY, ALL, 2, "3()", "hit_normal() -> vec3",
                     "which way the surface looks that the last cast or sweep met"),
    OX_SCRIPT_NATIVE(hit_object, QUERY, ALL, 2, "o()", "hit_object() -> obj",
                     "what the last cast or sweep met, or null"),
    OX_SCRIPT_NATIVE(cast_any, QUERY, ALL, 48, "b(33n)",
                     "cast_any(a: vec3, b: vec3, what: name = '') -> bool",
                     "whether a line meets anything: can they see each other, is the ground near"),
    OX_SCRIPT_NATIVE(cast_all, SIM, ALL, 64, "o(c33n)",
                     "cast_all(a: vec3, b: vec3, what: name = '') -> each obj",
                     "all that a line meets, the first first; hit_at() and hit_normal() tell of each"),
    OX_SCRIPT_NATIVE(sweep_all, SIM, ALL, 128, "o(co3n)",
                     "sweep_all(who: obj, by: vec3, what: name = '') -> each obj",
                     "all that the shape of an object meets on a way, what it overlaps already first"),
    OX_SCRIPT_NATIVE(shapes_near, SIM, ALL, 128, "o(cofn)",
                     "shapes_near(who: obj, range: fx, what: name = '') -> each obj",
                     "objects whose shapes are at most so far from that of an object, the nearest first; "
                     "hit_at() is the nearest place"),
    OX_SCRIPT_NATIVE(shapes_around, SIM, ALL, 64, "o(c3fn)",
                     "shapes_around(at: vec3, radius: fx, what: name = '') -> each obj",
                     "objects whose shapes reach into a ball, the nearest first: for who in "
                     "shapes_around(self.pos, 4.0, 'crate') { remove(who) }"),
    OX_SCRIPT_NATIVE(shapes_within, SIM, ALL, 64, "o(c33n)",
                     "shapes_within(corner: vec3, opposite: vec3, what: name = '') -> each obj",
                     "objects whose shapes reach into a box"),
    OX_SCRIPT_NATIVE(shapes_in, QUERY, ALL, 8, "o(co)", "shapes_in(sensor: obj) -> each obj",
                     "the objects that are in a sensor, as it was told last"),
    OX_SCRIPT_NATIVE(stayed, QUERY, ALL, 8, "i(oo)", "stayed(sensor: obj, who: obj) -> int",
                     "for how many steps an object has been in a sensor, 0: it is not"),
    OX_SCRIPT_NATIVE(
        unstick, SIM, ALL, 192, "b(of)", "unstick(who: obj, range: fx = 2.0) -> bool",
        "moves an object out of what its shape overlaps, by the shortest way or to the nearest free place "
        "at most so far; false: it is stuck, and stays"),
    OX_SCRIPT_NATIVE(
        hit_surface, QUERY, ALL, 2, "n()", "hit_surface() -> name",
        "what the last cast or sweep met is made of: the surface of its shape or the material of a "
        "soup's triangle, or ''")};
