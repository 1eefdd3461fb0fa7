/* What scripts do to bodies. */
#include "fixedmath/integrate.h"
#include "kernel/physics/module.h"
#include "kernel/type/name.h"

static ox_physics *physics_of(const ox_script_call *call) {
    return ox_module_state(ox_module_of_call(call), OX_NAME("physics"));
}

/* The object of the first argument and the middle of its body. False, and *answer: there is no such object, or it has no body. */
static bool find_body(ox_script_call *call, ox_object **object, vec3 *middle, ox_script_answer *answer) {
    ox_physics *p = physics_of(call);
    *object = ox_module_object_at(call, 0);
    *answer = *object == NULL ? ox_script_refuse(call, 0) : OX_SCRIPT_DONE;
    if (*object == NULL || p == NULL) return false;
    ox_collider_look(p->collisions, *object);
    const ox_collider *shape = ox_collider_of(p->collisions, *object);
    if (ox_body_of(p, *object) == NULL || shape == NULL) {
        *answer = ox_script_refuse_because(call, "is given an object without a body");
        return false;
    }
    *middle = shape->pose.t;
    return shape->is_placed;
}

/* What a force, a blow or a moment does to a body, at a place of the world. */
typedef void body_action(ox_physics *p, ox_object *object, vec3 by, vec3 at);

static void twist_body(ox_physics *p, ox_object *object, vec3 by, vec3 at) {
    (void)at;
    ox_body_twist(p, object, by);
}

/* Acts at the middle of the body, or at the place that the call's last argument says. */
static ox_script_answer act_on_body(ox_script_call *call, body_action *act, bool has_place) {
    ox_object *object;
    vec3 middle;
    ox_script_answer answer;
    if (find_body(call, &object, &middle, &answer))
        act(physics_of(call), object, ox_module_vector_at(call, 1),
            has_place ? ox_module_vector_at(call, 4) : middle);
    return answer;
}

static ox_script_answer native_push(ox_script_call *call) { return act_on_body(call, ox_body_push, false); }
static ox_script_answer native_push_at(ox_script_call *call) { return act_on_body(call, ox_body_push, true); }
static ox_script_answer native_impulse(ox_script_call *call) {
    return act_on_body(call, ox_body_impulse, false);
}
static ox_script_answer native_impulse_at(ox_script_call *call) {
    return act_on_body(call, ox_body_impulse, true);
}
static ox_script_answer native_twist(ox_script_call *call) { return act_on_body(call, twist_body, false); }

/* The mover of the first argument; NULL, and *answer: there is none. */
static ox_mover *walker_at(ox_script_call *call, ox_script_answer *answer) {
    const ox_physics *p = physics_of(call);
    const ox_object *object = ox_module_object_at(call, 0);
    ox_mover *mover = p == NULL || object == NULL ? NULL : ox_mover_of(p, object);
    *answer = object == NULL || (p != NULL && mover == NULL) ? ox_script_refuse(call, 0) : OX_SCRIPT_DONE;
    return mover;
}

static ox_script_answer native_walk(ox_script_call *call) {
    ox_script_answer answer;
    ox_mover *mover = walker_at(call, &answer);
    if (mover != NULL) ox_mover_walk(mover, ox_module_vector_at(call, 1));
    return answer;
}

static ox_script_answer native_jump(ox_script_call *call) {
    ox_script_answer answer;
    ox_mover *mover = walker_at(call, &answer);
    if (mover != NULL) ox_mover_jump(mover, call->arguments[1]);
    return answer;
}

static ox_script_answer native_join(ox_script_call *call) {
    ox_object *object;
    vec3 middle;
    ox_script_answer answer;
    if (!find_body(call, &object, &middle, &answer)) return answer;
    const ox_object *other = ox_module_object_at(call, 1);
    if (call->arguments[1] != 0 && other == NULL) return ox_script_refuse(call, 1);
    if (ox_joint_make(physics_of(call), object, other, (ox_id)call->arguments[2],
                      ox_module_vector_at(call, 3)) == NULL)
        return ox_script_refuse_because(call,
                                        "knows no such joint, or finds no room: raise `capacity joints`");
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_unjoin(ox_script_call *call) {
    ox_object *object;
    vec3 middle;
    ox_script_answer answer;
    if (find_body(call, &object, &middle, &answer)) ox_joint_end(physics_of(call), object);
    return answer;
}

static ox_script_answer native_rouse(ox_script_call *call) {
    ox_object *object;
    vec3 middle;
    ox_script_answer answer;
    if (find_body(call, &object, &middle, &answer)) ox_body_wake(physics_of(call), object);
    return answer;
}

static ox_script_answer native_gravity(ox_script_call *call) {
    ox_physics *p = physics_of(call);
    if (p != NULL) p->gravity = ox_module_vector_at(call, 0);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_substeps(ox_script_call *call) {
    ox_physics *p = physics_of(call);
    if (call->arguments[0] < 1 || call->arguments[0] > OX_SUBSTEPS_MOST) return ox_script_refuse(call, 0);
    if (p != NULL) ox_physics_settle(p, (uint32_t)call->arguments[0]);
    return OX_SCRIPT_DONE;
}

static vec3 gravity_of(const ox_physics *p) { return p == NULL ? V3_ZERO : ox_physics_gravity(p); }

static ox_script_answer native_flight(ox_script_call *call) {
    ox_module_give_vector(call, flight_at(ox_module_vector_at(call, 0), ox_module_vector_at(call, 3),
                                          gravity_of(physics_of(call)), call->arguments[6]));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_launch(ox_script_call *call) {
    if (call->arguments[6] <= 0) return ox_script_refuse(call, 2);
    ox_module_give_vector(call, flight_to(ox_module_vector_at(call, 0), ox_module_vector_at(call, 3),
                                          gravity_of(physics_of(call)), call->arguments[6]));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_flight_time(ox_script_call *call) {
    fx times[2];
    const int count =
        flight_times(call->arguments[0], call->arguments[1], gravity_of(physics_of(call)).y, times);
    call->results[0] = count == 0 ? -FX_ONE : times[count - 1];
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_meets(ox_script_call *call) {
    const ox_physics *p = physics_of(call);
    const ox_object *a = ox_module_object_at(call, 0), *b = ox_module_object_at(call, 1);
    call->results[0] = p != NULL && a != NULL && b != NULL && ox_bodies_touch(p, a, b);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_drift(ox_script_call *call) {
    ox_physics *p = physics_of(call);
    const vec3 a = ox_module_vector_at(call, 1), b = ox_module_vector_at(call, 4);
    const vec2 low = {fx_min(a.x, b.x), fx_min(a.y, b.y)},
               size = {fx_subs(fx_max(a.x, b.x), low.x), fx_subs(fx_max(a.y, b.y), low.y)};
    if (size.x < FX_ONE || size.y < FX_ONE || size.x > 8192 * FX_ONE || size.y > 8192 * FX_ONE)
        return ox_script_refuse_because(call, "wants a box of 1 to 8192 metres a side");
    call->results[0] = p == NULL ? 0 : (int32_t)ox_physics_drift(p, (ox_id)call->arguments[0], low, size);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_bodies_awake(ox_script_call *call) {
    const ox_physics *p = physics_of(call);
    call->results[0] = p == NULL ? 0 : (int32_t)p->awake;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_bodies_fast(ox_script_call *call) {
    const ox_physics *p = physics_of(call);
    call->results[0] = p == NULL ? 0 : (int32_t)p->costs.fast;
    return OX_SCRIPT_DONE;
}

const ox_script_native ox_physics_native_rows[OX_PHYSICS_NATIVES] = {
    OX_SCRIPT_NATIVE(push, SIM, ALL, 16, "v(o3)", "push(who: obj, force: vec3)",
                     "a force in newtons acts on the body of an object in this step: push(self, "
                     "ahead(self.angle) * 12.0)"),
    OX_SCRIPT_NATIVE(push_at, SIM, ALL, 24, "v(o33)", "push_at(who: obj, force: vec3, at: vec3)",
                     "the same at a place of the world, so it turns, too"),
    OX_SCRIPT_NATIVE(
        impulse, SIM, ALL, 16, "v(o3)", "impulse(who: obj, by: vec3)",
        "a blow, in newton seconds: the body's velocity changes at once by so much for each kilogram"),
    OX_SCRIPT_NATIVE(impulse_at, SIM, ALL, 24, "v(o33)", "impulse_at(who: obj, by: vec3, at: vec3)",
                     "the same at a place of the world, so it turns, too"),
    OX_SCRIPT_NATIVE(
        twist, SIM, ALL, 16, "v(o3)", "twist(who: obj, moment: vec3)",
        "a turning moment in newton metres acts on the body in this step, about x, y and z of the world"),
    OX_SCRIPT_NATIVE(
        walk, SIM, ALL, 8, "v(o3)", "walk(who: obj, wish: vec3)",
        "how fast a mover wants to go in this step, in metres a second: walk(self, vec3(4.0, 0.0, 0.0))"),
    OX_SCRIPT_NATIVE(jump, SIM, ALL, 8, "v(of)", "jump(who: obj, speed: fx)",
                     "a mover jumps, from the ground or a moment after it, or as soon as it comes down"),
    OX_SCRIPT_NATIVE(
        join, SIM, ALL, 48, "v(oon3)", "join(who: obj, other: obj, kind: name, at: vec3)",
        "holds a body at a place of the world to another one, or to the world (null), as they stand: 'ball', "
        "'hinge', 'slider', 'weld', 'rod', 'rope', 'spring'"),
    OX_SCRIPT_NATIVE(unjoin, SIM, ALL, 24, "v(o)", "unjoin(who: obj)", "ends all joints that an object has"),
    OX_SCRIPT_NATIVE(rouse, SIM, ALL, 8, "v(o)", "rouse(who: obj)",
                     "wakes a body that sleeps, and those that touch it"),
    OX_SCRIPT_NATIVE(gravity, SIM, ALL, 4, "v(3)", "gravity(pull: vec3)",
                     "how fast everything falls, in m/s^2: gravity(vec3(0.0, -1.6, 0.0)) on the moon"),
    OX_SCRIPT_NATIVE(substeps, SIM, ALL, 4, "v(i)", "substeps(count: int)",
                     "how many parts a step of bodies is cut into, 1 to 8 (4): more hold longer chains and "
                     "heavier loads, and cost more"),
    OX_SCRIPT_NATIVE(launch, QUERY, ALL, 8, "3(33f)", "launch(place: vec3, goal: vec3, time: fx) -> vec3",
                     "the velocity with which a body flies from one place to another in so many seconds: "
                     "self.velocity = launch(self.pos, it.pos, 1.5)"),
    OX_SCRIPT_NATIVE(flight, QUERY, ALL, 8, "3(33f)", "flight(place: vec3, velocity: vec3, time: fx) -> vec3",
                     "where a body will be after so many seconds of free flight"),
    OX_SCRIPT_NATIVE(
        flight_time, QUERY, ALL, 8, "f(ff)", "flight_time(rise: fx, speed: fx) -> fx",
        "after how many seconds what goes up at `speed` comes down past a height of `rise` above "
        "its start; -1.0: it never gets there"),
    OX_SCRIPT_NATIVE(meets, QUERY, ALL, 8, "b(oo)", "meets(a: obj, b: obj) -> bool",
                     "whether the bodies of two objects touched in the last step"),
    OX_SCRIPT_NATIVE(drift, SIM, ALL, 512, "i(n33)", "drift(what: name, corner: vec3, opposite: vec3) -> int",
                     "a step of round bodies (body=still) of a name, type or tag, by their velocities, in a "
                     "box whose sides lead to "
                     "one another: they are thrown back at the moment at which they touch, as `bounce` says; "
                     "how many blows"),
    OX_SCRIPT_NATIVE(bodies_awake, QUERY, ALL, 2, "i()", "bodies_awake() -> int",
                     "how many free bodies moved in the last step"),
    OX_SCRIPT_NATIVE(bodies_fast, QUERY, ALL, 2, "i()", "bodies_fast() -> int",
                     "how many bodies went farther than they are large in the last step")};
