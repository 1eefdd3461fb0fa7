/* What scripts call of characters. */
#include "kernel/motion/module.h"
#include "rom/chunks.h"

/* The character of the first argument and its motion; NULL, and *answer: the object is none. */
static ox_motion_run *character_at(ox_script_call *call, ox_motions **m, const ox_motion_set **set,
                                   ox_object **object, ox_script_answer *answer) {
    const ox_module_host *host = ox_module_of_call(call);
    *m = ox_module_state(host, OX_NAME("motion"));
    *object = ox_module_object_at(call, 0);
    *answer = *object == NULL ? ox_script_refuse(call, 0) : OX_SCRIPT_DONE;
    if (*object == NULL || *m == NULL) return NULL;
    ox_motion_run *run = ox_motion_of(*m, *object);
    *set = run == NULL ? NULL : ox_motion_set_of(*m, run);
    if (*set == NULL) {
        *answer = ox_script_refuse_because(call, "is given an object without `with motion=`");
        return NULL;
    }
    if ((run->flags & OX_MOTION_BEGUN) == 0) ox_motion_begin(*set, run);
    return run;
}

#define CHARACTER(run)                                                                                       \
    ox_motions *m;                                                                                           \
    const ox_motion_set *set;                                                                                \
    ox_object *object;                                                                                       \
    ox_script_answer answer;                                                                                 \
    ox_motion_run *run = character_at(call, &m, &set, &object, &answer);                                     \
    if (run == NULL) return answer

static ox_script_answer native_motion_set(ox_script_call *call) {
    CHARACTER(run);
    if (ox_motion_put(set, run, (ox_id)call->arguments[1], call->arguments[2])) return OX_SCRIPT_DONE;
    return ox_script_refuse_because(call, "is given a number that the motion has not got");
}

static ox_script_answer native_motion_value(ox_script_call *call) {
    CHARACTER(run);
    if (ox_motion_get(set, run, (ox_id)call->arguments[1], &call->results[0])) return OX_SCRIPT_DONE;
    return ox_script_refuse_because(call, "is given a number that the motion has not got");
}

static ox_script_answer native_motion_fire(ox_script_call *call) {
    CHARACTER(run);
    if (ox_motion_fire(set, run, (ox_id)call->arguments[1])) return OX_SCRIPT_DONE;
    return ox_script_refuse_because(call, "is given a trigger that the motion has not got");
}

static ox_script_answer native_motion_go(ox_script_call *call) {
    CHARACTER(run);
    const ox_motion_answer said = ox_motion_ask(set, run, (ox_id)call->arguments[1]);
    call->results[0] = said == OX_MOTION_ASKED;
    if (said == OX_MOTION_NO_STATE)
        return ox_script_refuse_because(call, "is given a state that the motion has not got");
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_motion_is(ox_script_call *call) {
    CHARACTER(run);
    call->results[0] = ox_motion_is(set, run, (ox_id)call->arguments[1]);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_motion_state(ox_script_call *call) {
    CHARACTER(run);
    call->results[0] = (int32_t)ox_motion_state(set, run, 0);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_motion_part(ox_script_call *call) {
    CHARACTER(run);
    (void)set;
    call->results[0] = (int32_t)(run->layer[0].phase >> 16);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_motion_wear(ox_script_call *call) {
    CHARACTER(run);
    if (ox_motion_wear(set, run, (ox_id)call->arguments[1])) return OX_SCRIPT_DONE;
    return ox_script_refuse_because(call, "is given a set that the motion has not got");
}

static ox_script_answer native_motion_joint(ox_script_call *call) {
    CHARACTER(run);
    const uint32_t joint = ox_motion_joint(set, (ox_id)call->arguments[1]);
    if (joint == OX_JOINT_NONE)
        return ox_script_refuse_because(call, "is given a joint that the skeleton has not got");
    const sqt *global = ox_motion_global(m, object, NULL);
    const mat34 place = ox_motion_place(m, object);
    if (global != NULL && run != NULL) ox_module_give_vector(call, m34_point(&place, global[joint].t));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_motion_look(ox_script_call *call) {
    CHARACTER(run);
    if (OX_MOTION_COUNT(set, LOOK) == 0)
        return ox_script_refuse_because(call, "is given a character whose motion has no `look`");
    for (uint32_t i = 0; i < 3; i++) run->target[i] = call->arguments[1 + i];
    run->flags |= OX_MOTION_LOOKS;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_motion_look_away(ox_script_call *call) {
    CHARACTER(run);
    (void)set;
    run->flags = (uint8_t)(run->flags & ~OX_MOTION_LOOKS);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_motion_hold(ox_script_call *call) {
    const ox_module_host *host = ox_module_of_call(call);
    ox_motions *m = ox_module_state(host, OX_NAME("motion"));
    ox_object *object = ox_module_object_at(call, 0), *who = ox_module_object_at(call, 1);
    if (object == NULL) return ox_script_refuse(call, 0);
    if (who == NULL) return ox_script_refuse(call, 1);
    const ox_status status =
        m == NULL ? OX_NOT_FOUND : ox_motion_held_take(m, object, who, (ox_id)call->arguments[2]);
    if (status == OX_FULL)
        return ox_script_refuse_because(call,
                                        "has no room for another thing that is held; raise `capacity held`");
    return status == OX_OK
               ? OX_SCRIPT_DONE
               : ox_script_refuse_because(call, "is given no character, or a joint that it has not got");
}

static ox_script_answer native_motion_drop(ox_script_call *call) {
    const ox_module_host *host = ox_module_of_call(call);
    ox_motions *m = ox_module_state(host, OX_NAME("motion"));
    ox_object *object = ox_module_object_at(call, 0);
    vec3 velocity = V3_ZERO;
    if (object == NULL) return ox_script_refuse(call, 0);
    if (m != NULL) (void)ox_motion_held_drop(m, object, &velocity);
    ox_module_give_vector(call, velocity);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_motion_meet(ox_script_call *call) {
    ox_motions *m = ox_module_state(ox_module_of_call(call), OX_NAME("motion"));
    const ox_motion_meeting meeting = {.who = ox_module_object_at(call, 0),
                                       .other = ox_module_object_at(call, 2),
                                       .state = (ox_id)call->arguments[1],
                                       .answer = (ox_id)call->arguments[3],
                                       .joint = (ox_id)call->arguments[4],
                                       .turn = (ang16)call->arguments[5]};
    if (meeting.who == NULL) return ox_script_refuse(call, 0);
    if (meeting.other == NULL) return ox_script_refuse(call, 2);
    call->results[0] = m != NULL && ox_motion_meet(m, &meeting) == OX_OK;
    return OX_SCRIPT_DONE;
}

/* The number of the limb that the second argument names; OX_MOTION_NONE, and *answer: none. */
static uint32_t limb_at(ox_script_call *call, const ox_motion_set *set, ox_script_answer *answer) {
    const uint32_t limb = ox_motion_limb(set, (ox_id)call->arguments[1]);
    if (limb == OX_MOTION_NONE)
        *answer = ox_script_refuse_because(call, "is given a limb that the motion has not got");
    return limb;
}

static ox_script_answer native_motion_reach(ox_script_call *call) {
    CHARACTER(run);
    const uint32_t limb = limb_at(call, set, &answer);
    if (limb == OX_MOTION_NONE) return answer;
    for (uint32_t i = 0; i < 3; i++) run->place[limb][i] = call->arguments[2 + i];
    run->flags |= (uint8_t)(1u << limb);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_motion_let_go(ox_script_call *call) {
    CHARACTER(run);
    const uint32_t limb = limb_at(call, set, &answer);
    if (limb == OX_MOTION_NONE) return answer;
    run->flags = (uint8_t)(run->flags & ~(1u << limb));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_motion_gap(ox_script_call *call) {
    CHARACTER(run);
    const uint32_t limb = limb_at(call, set, &answer);
    if (limb == OX_MOTION_NONE) return answer;
    m->gap[limb] = 0;
    if (run->weight[limb] != 0 && ox_motion_global(m, object, NULL) != NULL) {
        const ox_object_place *at = ox_object_place_of(m->world, object);
        call->results[0] = at == NULL ? m->gap[limb] : fx_muls(m->gap[limb], at->size);
    }
    return OX_SCRIPT_DONE;
}

const ox_script_native ox_motion_native_rows[OX_MOTION_NATIVES] = {
    OX_SCRIPT_NATIVE(motion_set, SIM, ALL, 8, "v(onf)", "motion_set(who: obj, number: name, value: fx)",
                     "sets a number of a character, or a switch (1.0 or 0.0), as its motion's text names it"),
    OX_SCRIPT_NATIVE(motion_value, QUERY, ALL, 6, "f(on)", "motion_value(who: obj, number: name) -> fx",
                     "a number of a character as it is now, on its way to what was set"),
    OX_SCRIPT_NATIVE(motion_fire, SIM, ALL, 8, "v(on)", "motion_fire(who: obj, trigger: name)",
                     "fires a trigger of a character: one way may take it in this step"),
    OX_SCRIPT_NATIVE(motion_go, SIM, ALL, 12, "b(on)", "motion_go(who: obj, what: name) -> bool",
                     "asks a character for a state; false where no way leads there from where it is"),
    OX_SCRIPT_NATIVE(motion_is, QUERY, ALL, 8, "b(on)", "motion_is(who: obj, what: name) -> bool",
                     "whether a layer of a character is in a state, or on its way into it"),
    OX_SCRIPT_NATIVE(motion_state, QUERY, ALL, 4, "n(o)", "motion_state(who: obj) -> name",
                     "the state of a character's first layer"),
    OX_SCRIPT_NATIVE(motion_part, QUERY, ALL, 4, "f(o)", "motion_part(who: obj) -> fx",
                     "how much of the round of its state a character has behind it, 0.0 to 1.0"),
    OX_SCRIPT_NATIVE(motion_wear, SIM, ALL, 8, "v(on)", "motion_wear(who: obj, what: name)",
                     "a character plays the clips of a set of its motion, '' the plain ones again"),
    OX_SCRIPT_NATIVE(motion_joint, QUERY, ALL, 600, "3(on)", "motion_joint(who: obj, joint: name) -> vec3",
                     "where a joint of a character is in the world, as it stands after the last step"),
    OX_SCRIPT_NATIVE(motion_look, SIM, ALL, 8, "v(o3)", "motion_look(who: obj, at: vec3)",
                     "turns what a motion's `look` names towards a place, until motion_look_away"),
    OX_SCRIPT_NATIVE(motion_look_away, SIM, ALL, 6, "v(o)", "motion_look_away(who: obj)",
                     "a character looks ahead again"),
    OX_SCRIPT_NATIVE(motion_reach, SIM, ALL, 8, "v(on3)", "motion_reach(who: obj, limb: name, at: vec3)",
                     "a limb of a character reaches for a place, until motion_let_go"),
    OX_SCRIPT_NATIVE(motion_let_go, SIM, ALL, 6, "v(on)", "motion_let_go(who: obj, limb: name)",
                     "a limb of a character moves as its clips do again"),
    OX_SCRIPT_NATIVE(motion_gap, QUERY, ALL, 600, "f(on)", "motion_gap(who: obj, limb: name) -> fx",
                     "how many metres a limb is from the place that it reaches for; 0.0: it is there"),
    OX_SCRIPT_NATIVE(
        motion_meet, SIM, ALL, 1500, "b(ononna)",
        "motion_meet(who: obj, what: name, other: obj, answer: name, joint: name, turn: angle = 0deg) -> "
        "bool",
        "two characters begin states that were made together: the other one is put so that the "
        "joint of both is "
        "at one place, turned about it; false: no way leads there, or something stands in the way"),
    OX_SCRIPT_NATIVE(motion_hold, SIM, ALL, 600, "v(oon)", "motion_hold(what: obj, who: obj, joint: name)",
                     "a joint of a character holds an object from now on, as it stands to it now"),
    OX_SCRIPT_NATIVE(motion_drop, SIM, ALL, 8, "3(o)", "motion_drop(what: obj) -> vec3",
                     "lets a held object go; gives its velocity, which a body keeps")};
