/* What scripts call of morphs. */
#include "kernel/morph/module.h"
#include "kernel/type/name.h"

/* The morph of the first argument; NULL, and *answer: the object is none. */
static ox_morph *morph_at(ox_script_call *call, const ox_morphs **m, const ox_object **object,
                          ox_script_answer *answer) {
    *m = ox_module_state(ox_module_of_call(call), OX_NAME("morph"));
    *object = ox_module_object_at(call, 0);
    *answer = *object == NULL ? ox_script_refuse(call, 0) : OX_SCRIPT_DONE;
    ox_morph *t = *object == NULL || *m == NULL ? NULL : ox_morph_of(*m, *object);
    if (*object != NULL && t == NULL)
        *answer = ox_script_refuse_because(call, "is given an object without `with morph=`");
    return t;
}

#define MORPH(t)                                                                                             \
    const ox_morphs *m;                                                                                      \
    const ox_object *object;                                                                                 \
    ox_script_answer answer;                                                                                 \
    ox_morph *t = morph_at(call, &m, &object, &answer);                                                      \
    if (t == NULL) return answer

static ox_script_answer native_morph_set(ox_script_call *call) {
    MORPH(t);
    const ox_status status = ox_morph_put(m, object, (ox_id)call->arguments[1], call->arguments[2]);
    if (status == OX_OK) return OX_SCRIPT_DONE;
    return ox_script_refuse_because(call, status == OX_FULL
                                              ? "is given a ninth target; set others to 0.0 first"
                                              : "is given a target that the mesh has not got");
}

static ox_script_answer native_morph_get(ox_script_call *call) {
    MORPH(t);
    for (uint32_t i = 0; i < OX_MORPH_SLOTS; i++)
        if (t->target[i] == (ox_id)call->arguments[1]) call->results[0] = t->weight[i];
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_morph_play(ox_script_call *call) {
    MORPH(t);
    if (ox_morph_play(m, object, (ox_id)call->arguments[1], call->arguments[2])) return OX_SCRIPT_DONE;
    return ox_script_refuse_because(call, "is given a run of frames that the mesh has not got");
}

static ox_script_answer native_morph_frame(ox_script_call *call) {
    MORPH(t);
    call->results[0] = t->frame;
    return OX_SCRIPT_DONE;
}

const ox_script_native ox_morph_native_rows[OX_MORPH_NATIVES] = {
    OX_SCRIPT_NATIVE(
        morph_set, SIM, ALL, 12, "v(onf)", "morph_set(who: obj, target: name, weight: fx)",
        "moves vertices of an object towards a target of its mesh, -1.0 to 2.0; 0.0: not at all"),
    OX_SCRIPT_NATIVE(morph_get, QUERY, ALL, 8, "f(on)", "morph_get(who: obj, target: name) -> fx",
                     "the weight of a target, as it was set"),
    OX_SCRIPT_NATIVE(morph_play, SIM, ALL, 12, "v(onf)", "morph_play(who: obj, frames: name, speed: fx)",
                     "plays frames of a mesh from their begin, 1.0 as they were made; '': none"),
    OX_SCRIPT_NATIVE(morph_frame, QUERY, ALL, 4, "f(o)", "morph_frame(who: obj) -> fx",
                     "the frame at which an object stands, from 0.0")};
