/* What scripts may ask of levels. */
#include "fixedmath/quaternion.h"
#include "kernel/levels/internal.h"

/* ---- arguments ---- */

static const ox_console *console_of(const ox_script_call *call) { return ox_module_of_call(call)->console; }

static ox_id name_at(const ox_script_call *call, uint32_t argument) {
    return (ox_id)call->arguments[argument];
}

/* ---- natives ---- */

static ox_script_answer native_locator(ox_script_call *call) {
    ox_locator locator;
    if (ox_levels_locator(console_of(call), name_at(call, 0), &locator) != OX_OK)
        return ox_script_refuse(call, 0);
    call->results[0] = locator.place.t.x;
    call->results[1] = locator.place.t.y;
    call->results[2] = locator.place.t.z;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_locator_angle(ox_script_call *call) {
    ox_locator locator;
    if (ox_levels_locator(console_of(call), name_at(call, 0), &locator) != OX_OK)
        return ox_script_refuse(call, 0);
    call->results[0] = euler_from_q4(locator.place.q).yaw;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_along(ox_script_call *call) {
    ox_level_path path;
    if (ox_levels_path(console_of(call), name_at(call, 0), &path) != OX_OK) return ox_script_refuse(call, 0);
    const vec3 at = ox_level_path_point(&path, call->arguments[1]);
    call->results[0] = at.x;
    call->results[1] = at.y;
    call->results[2] = at.z;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_path_length(ox_script_call *call) {
    ox_level_path path;
    if (ox_levels_path(console_of(call), name_at(call, 0), &path) != OX_OK) return ox_script_refuse(call, 0);
    call->results[0] = path.length;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_summon(ox_script_call *call) {
    ox_handle made = OX_HANDLE_NONE;
    const ox_status status = ox_levels_summon(console_of(call), name_at(call, 0), &made);
    call->results[0] = (int32_t)made.bits;
    return status == OX_NOT_FOUND ? ox_script_refuse(call, 0) : OX_SCRIPT_DONE;
}

static ox_script_answer native_inside(ox_script_call *call) {
    bool inside = false;
    const ox_status status = ox_levels_inside(console_of(call), (ox_handle){(uint32_t)call->arguments[0]},
                                              name_at(call, 1), &inside);
    call->results[0] = inside;
    if (status == OX_OK) return OX_SCRIPT_DONE;
    return ox_script_refuse(call, status == OX_NOT_FOUND ? 1 : 0);
}

static ox_script_answer native_watch(ox_script_call *call) {
    return ox_levels_watch(console_of(call), name_at(call, 0), call->arguments[1] != 0) == OX_OK
               ? OX_SCRIPT_DONE
               : ox_script_refuse(call, 0);
}

/* ---- the table ---- */

enum { ALL = OX_SCRIPT_TRUST_CART | OX_SCRIPT_TRUST_ADD_ON };

const ox_script_native ox_levels_native_rows[OX_LEVELS_NATIVES] = {
    OX_SCRIPT_NATIVE(locator, QUERY, ALL, 8, "3(n)", "locator(name: name) -> vec3",
                     "where a locator of the scene's levels is"),
    OX_SCRIPT_NATIVE(locator_angle, QUERY, ALL, 16, "a(n)", "locator_angle(name: name) -> angle",
                     "how a locator of the scene's levels is turned"),
    OX_SCRIPT_NATIVE(
        along, QUERY, ALL, 32, "3(nf)", "along(path: name, metres: fx) -> vec3",
        "where one is who went so far along a path of the scene's levels; closed ones begin anew"),
    OX_SCRIPT_NATIVE(path_length, QUERY, ALL, 8, "f(n)", "path_length(path: name) -> fx",
                     "the length of a path of the scene's levels in metres"),
    OX_SCRIPT_NATIVE(
        summon, SIM, ALL, 64, "o(n)", "summon(name: name) -> obj",
        "the object of a `spawn ... later` of a level; null when it may not come, or the level is far"),
    OX_SCRIPT_NATIVE(inside, QUERY, ALL, 16, "b(on)", "inside(who: obj, where: name) -> bool",
                     "whether an object stands in a volume of the scene's levels"),
    OX_SCRIPT_NATIVE(watch, SIM, ALL, 8, "v(nb)", "watch(where: name, active: bool)",
                     "switches a volume on or off; who is inside of one that goes off leaves it"),
};
