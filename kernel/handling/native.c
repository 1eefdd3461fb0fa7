/* What scripts do to bodies beyond pushing them. */
#include "kernel/handling/module.h"
#include "kernel/loop/loop.h"
#include "kernel/loop/rate.h"
#include "kernel/type/name.h"

static ox_handling *handling_of(const ox_script_call *call) {
    return ox_module_state(ox_module_of_call(call), OX_NAME("handling"));
}

static ox_script_answer native_grab(ox_script_call *call) {
    ox_handling *h = handling_of(call);
    ox_object *holder = ox_module_object_at(call, 0), *body = ox_module_object_at(call, 1);
    if (holder == NULL) return ox_script_refuse(call, 0);
    if (body == NULL || h == NULL) return OX_SCRIPT_DONE;
    ox_collider_look(h->physics->collisions, holder);
    ox_collider_look(h->physics->collisions, body);
    call->results[0] =
        ox_joint_grab(h->physics, holder, body, ox_module_vector_at(call, 2), fx_max(call->arguments[5], 0));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_grabbed(ox_script_call *call) {
    const ox_handling *h = handling_of(call);
    const ox_object *holder = ox_module_object_at(call, 0);
    ox_object *held;
    if (holder == NULL) return ox_script_refuse(call, 0);
    if (h != NULL && ox_joint_held(h->physics, holder, &held) != NULL)
        call->results[0] = (int32_t)held->handle.bits;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_release(ox_script_call *call) {
    ox_handling *h = handling_of(call);
    ox_object *holder = ox_module_object_at(call, 0);
    if (holder == NULL) return ox_script_refuse(call, 0);
    const ox_object *body = h == NULL ? NULL : ox_joint_let_go(h->physics, holder);
    call->results[0] = body == NULL ? 0 : (int32_t)body->handle.bits;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_explode(ox_script_call *call) {
    ox_handling *h = handling_of(call);
    const ox_id falls = (ox_id)call->arguments[6];
    const int32_t steps = call->arguments[5];
    if (falls != OX_NAME("linear") && falls != OX_NAME("square")) return ox_script_refuse(call, 4);
    const ox_blast blast = {.at = ox_module_vector_at(call, 0),
                            .radius = fx_clamp(call->arguments[3], FX_ONE / 16, 1000 * FX_ONE),
                            .strength = fx_max(call->arguments[4], 0),
                            .steps = (uint16_t)(steps < 1                ? 1
                                                : steps > OX_BLAST_STEPS ? OX_BLAST_STEPS
                                                                         : steps),
                            .by_square = falls == OX_NAME("square"),
                            .but = {call->owner}};
    if (h != NULL) ox_handling_explode(h, &blast);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_break_up(ox_script_call *call) {
    ox_handling *h = handling_of(call);
    ox_object *object = ox_module_object_at(call, 0);
    if (object == NULL) return ox_script_refuse(call, 0);
    if (h == NULL) return OX_SCRIPT_DONE;
    ox_collider_look(h->physics->collisions, object);
    call->results[0] = (int32_t)ox_handling_break(h, object);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_turn_to(ox_script_call *call) {
    ox_object *object = ox_module_object_at(call, 0);
    if (object == NULL) return ox_script_refuse(call, 0);
    call->results[0] = ox_handling_turn_to(ox_module_of_call(call)->world, object,
                                           ox_module_vector_at(call, 1), (ang16)call->arguments[4]);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_face(ox_script_call *call) {
    const ox_module_host *host = ox_module_of_call(call);
    ox_object *object = ox_module_object_at(call, 0);
    if (object == NULL) return ox_script_refuse(call, 0);
    ox_handling_face(host->world, object, ox_module_vector_at(call, 1), call->arguments[4],
                     (ang16)call->arguments[5], ox_loop_rate(host->loop));
    return OX_SCRIPT_DONE;
}

const ox_script_native ox_handling_native_rows[OX_HANDLING_NATIVES] = {
    OX_SCRIPT_NATIVE(
        grab, SIM, ALL, 48, "b(oo3f)", "grab(who: obj, what: obj, at: vec3, force: fx = 500.0) -> bool",
        "takes a body in the hand: it is drawn to a place that goes and turns with the holder, by so "
        "many newtons at most; false: it cannot be held"),
    OX_SCRIPT_NATIVE(grabbed, QUERY, ALL, 8, "o(o)", "grabbed(who: obj) -> obj",
                     "what an object holds in its hand, or null"),
    OX_SCRIPT_NATIVE(release, SIM, ALL, 16, "o(o)", "release(who: obj) -> obj",
                     "lets go of what an object holds, with the velocity of the hand; the body, or null"),
    OX_SCRIPT_NATIVE(
        explode, SIM, ALL, 256, "v(3ffin)",
        "explode(at: vec3, radius: fx, strength: fx, steps: int = 1, falls: name = 'linear')",
        "blows bodies away that nothing shields, with newton seconds that fall to nothing at the "
        "radius, or by the 'square'; each hears on Blast"),
    OX_SCRIPT_NATIVE(break_up, SIM, ALL, 128, "i(o)", "break_up(who: obj) -> int",
                     "breaks an object that can (with breaks=); how many pieces there are"),
    OX_SCRIPT_NATIVE(
        turn_to, SIM, ALL, 16, "b(o3a)", "turn_to(who: obj, at: vec3, rate: angle) -> bool",
        "turns an object's nose to a place by the shortest arc, so far at most; true: it looks there"),
    OX_SCRIPT_NATIVE(
        face, SIM, ALL, 16, "v(o3fa)", "face(who: obj, velocity: vec3, bank: fx = 0.0, most: angle = 45deg)",
        "turns an object's nose to where it flies; it leans into turns by `bank` degrees for each "
        "m/s^2")};
