/* What scripts do to cloth and ask of it. */
#include "fixedmath/scalar.h"
#include "kernel/cloth/module.h"
#include "kernel/loop/rate.h"
#include "kernel/type/name.h"

/* The net of the first argument, and the point of column and row behind it, which count from 1. False, and *answer: there is none. */
static bool find_net(ox_script_call *call, ox_cloth_net *net, uint32_t *point, ox_script_answer *answer) {
    const ox_cloths *s = ox_module_state(ox_module_of_call(call), OX_NAME("cloth"));
    const ox_object *object = ox_module_object_at(call, 0);
    *answer = object == NULL ? ox_script_refuse(call, 0) : OX_SCRIPT_DONE;
    if (object == NULL || s == NULL) return false;
    if (ox_cloth_of(s, object) == NULL) {
        *answer = ox_script_refuse_because(call, "is given an object without cloth");
        return false;
    }
    if (!ox_cloth_net_of(s, object, net)) return false; /* not yet */
    if (point == NULL) return true;
    const int32_t column = call->arguments[1], row = call->arguments[2];
    if (column < 1 || row < 1 || column > net->columns || row > net->rows) {
        *answer = ox_script_refuse_because(call, "is given a column or row that the cloth does not have");
        return false;
    }
    *point = (uint32_t)(row - 1) * net->columns + (uint32_t)(column - 1);
    return true;
}

static ox_script_answer native_cloth_point(ox_script_call *call) {
    ox_cloth_net net;
    uint32_t point;
    ox_script_answer answer;
    if (find_net(call, &net, &point, &answer)) ox_module_give_vector(call, net.at[point]);
    return answer;
}

static ox_script_answer native_cloth_pin(ox_script_call *call) {
    ox_cloth_net net;
    uint32_t point;
    ox_script_answer answer;
    if (find_net(call, &net, &point, &answer))
        net.held[point] = call->arguments[3] != 0 ? OX_CLOTH_PINNED : 0;
    return answer;
}

static ox_script_answer native_cloth_put(ox_script_call *call) {
    ox_cloth_net net;
    uint32_t point;
    ox_script_answer answer;
    if (!find_net(call, &net, &point, &answer)) return answer;
    net.held[point] = OX_CLOTH_PUT;
    net.at[point] = ox_module_vector_at(call, 3);
    return answer;
}

static ox_script_answer native_cloth_push(ox_script_call *call) {
    ox_cloth_net net;
    ox_script_answer answer;
    if (!find_net(call, &net, NULL, &answer)) return answer;
    const vec3 at = ox_module_vector_at(call, 1);
    const fx radius = fx_max(call->arguments[4], 1), rate = (fx)ox_loop_rate(ox_module_of_call(call)->loop);
    const vec3 by = ox_module_vector_at(call, 5);
    const vec3 step = {by.x / rate, by.y / rate, by.z / rate};
    for (uint32_t i = 0; i < (uint32_t)net.columns * net.rows; i++) {
        const fx far = v3_length(v3_subs(net.at[i], at));
        if (net.held[i] == 0 && far < radius)
            net.before[i] = v3_subs(net.before[i], v3_scales(step, FX_ONE - fx_div(far, radius)));
    }
    return answer;
}

const ox_script_native ox_cloth_native_rows[OX_CLOTH_NATIVES] = {
    OX_SCRIPT_NATIVE(
        cloth_point, QUERY, ALL, 8, "3(oii)", "cloth_point(who: obj, column: int, row: int) -> vec3",
        "where a point of the cloth of an object is: ropes have one column, and 1, 1 is where it is pinned"),
    OX_SCRIPT_NATIVE(cloth_pin, SIM, ALL, 8, "v(oiib)",
                     "cloth_pin(who: obj, column: int, row: int, pinned: bool)",
                     "pins a point of its cloth to the object, or lets it go"),
    OX_SCRIPT_NATIVE(cloth_put, SIM, ALL, 8, "v(oii3)",
                     "cloth_put(who: obj, column: int, row: int, at: vec3)",
                     "holds a point of its cloth at a place of the world, until cloth_pin says otherwise"),
    OX_SCRIPT_NATIVE(
        cloth_push, SIM, ALL, 96, "v(o3f3)", "cloth_push(who: obj, at: vec3, radius: fx, by: vec3)",
        "points of its cloth in a ball go faster by so many metres a second, in its middle the most")};
