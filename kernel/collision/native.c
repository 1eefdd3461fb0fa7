/* What scripts ask of shapes. */
#include "fixedmath/scalar.h"
#include "kernel/collision/module.h"
#include "kernel/type/name.h"

static ox_collisions *collisions_of(const ox_script_call *call) {
    ox_collisions *c = ox_module_state(ox_module_of_call(call), OX_NAME("collision"));
    if (c != NULL && !c->is_looked) ox_collisions_look(c);
    return c;
}

static vec3 vector_at(const ox_script_call *call, uint32_t first) {
    return (vec3){call->arguments[first], call->arguments[first + 1], call->arguments[first + 2]};
}

static void give_vector(ox_script_call *call, vec3 v) {
    call->results[0] = v.x;
    call->results[1] = v.y;
    call->results[2] = v.z;
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
    if (ox_collision_ray(c, vector_at(call, 0), v3_subs(vector_at(call, 3), vector_at(call, 0)), &filter,
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
    (void)ox_collision_sweep(c, &shape->shape, &shape->pose, vector_at(call, 1), &filter, &c->last);
    call->results[0] = fx_sra32(c->last.part, 14);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_object_at(ox_script_call *call) {
    ox_collisions *c = collisions_of(call);
    const ox_collision_filter filter = {.name = (ox_id)call->arguments[3]};
    const ox_object *found = c == NULL ? NULL : ox_collision_inside(c, vector_at(call, 0), &filter);
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
    call->results[0] =
        a->shape.kind < OX_SHAPE_CONVEX && ox_shape_meets(&a->shape, &a->pose, &b->shape, &b->pose);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_hit_at(ox_script_call *call) {
    const ox_collisions *c = collisions_of(call);
    if (c != NULL) give_vector(call, c->last.at);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_hit_normal(ox_script_call *call) {
    const ox_collisions *c = collisions_of(call);
    if (c != NULL)
        give_vector(call, (vec3){fx_from_q30(c->last.normal.x), fx_from_q30(c->last.normal.y),
                                 fx_from_q30(c->last.normal.z)});
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_hit_object(ox_script_call *call) {
    const ox_collisions *c = collisions_of(call);
    call->results[0] = c == NULL ? 0 : (int32_t)c->last.object.bits;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_hit_surface(ox_script_call *call) {
    const ox_collisions *c = collisions_of(call);
    call->results[0] = c == NULL ? 0 : (int32_t)c->last.surface;
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
    OX_SCRIPT_NATIVE(hit_at, QUERY, ALL, 2, "3()", "hit_at() -> vec3",
                     "where the last cast or sweep met something, or ended"),
    OX_SCRIPT_NATIVE(hit_normal, QUERY, ALL, 2, "3()", "hit_normal() -> vec3",
                     "which way the surface looks that the last cast or sweep met"),
    OX_SCRIPT_NATIVE(hit_object, QUERY, ALL, 2, "o()", "hit_object() -> obj",
                     "what the last cast or sweep met, or null"),
    OX_SCRIPT_NATIVE(
        hit_surface, QUERY, ALL, 2, "n()", "hit_surface() -> name",
        "what the last cast or sweep met is made of: the surface of its shape or the material of a "
        "soup's triangle, or ''")};
