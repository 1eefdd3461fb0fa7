/* What scripts may ask of levels. */
#include "fixedmath/quaternion.h"
#include "kernel/level/module_internal.h"

/* ---- arguments ---- */

static ox_levels *levels_of(const ox_script_call *call) { return ox_levels_of(ox_module_of_call(call)); }

static const ox_console *console_of(const ox_script_call *call) { return ox_module_of_call(call)->console; }

static ox_id name_at(const ox_script_call *call, uint32_t argument) {
    return (ox_id)call->arguments[argument];
}

/* ---- natives ---- */

static ox_script_answer native_locator(ox_script_call *call) {
    ox_locator locator;
    if (ox_levels_locator(console_of(call), name_at(call, 0), &locator) != OX_OK)
        return ox_script_refuse(call, 0);
    ox_module_give_vector(call, locator.place.t);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_locator_angle(ox_script_call *call) {
    ox_locator locator;
    if (ox_levels_locator(console_of(call), name_at(call, 0), &locator) != OX_OK)
        return ox_script_refuse(call, 0);
    call->results[0] = euler_from_q4(locator.place.q).yaw;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_locator_radius(ox_script_call *call) {
    ox_locator locator;
    if (ox_levels_locator(console_of(call), name_at(call, 0), &locator) != OX_OK)
        return ox_script_refuse(call, 0);
    call->results[0] = locator.radius;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_locator_kind(ox_script_call *call) {
    ox_locator locator;
    if (ox_levels_locator(console_of(call), name_at(call, 0), &locator) != OX_OK)
        return ox_script_refuse(call, 0);
    call->results[0] = (int32_t)locator.kind;
    return OX_SCRIPT_DONE;
}

/* nearest_locator: of several equally near locators that of the first level counts, and there the first in its list. */
static ox_script_answer native_nearest_locator(ox_script_call *call) {
    const vec3 to = {call->arguments[1], call->arguments[2], call->arguments[3]};
    ox_locator locator;
    if (ox_levels_nearest_locator(console_of(call), name_at(call, 0), to, &locator) == OX_OK)
        call->results[0] = (int32_t)locator.name;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_along(ox_script_call *call) {
    ox_level_path path;
    if (ox_levels_path(console_of(call), name_at(call, 0), &path) != OX_OK) return ox_script_refuse(call, 0);
    const vec3 at = ox_level_path_point(&path, call->arguments[1]);
    ox_module_give_vector(call, at);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_nearest_along(ox_script_call *call) {
    ox_level_path path;
    if (ox_levels_path(console_of(call), name_at(call, 0), &path) != OX_OK) return ox_script_refuse(call, 0);
    call->results[0] =
        ox_level_path_nearest(&path, (vec3){call->arguments[1], call->arguments[2], call->arguments[3]});
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_path_points(ox_script_call *call) {
    ox_level_path path;
    if (ox_levels_path(console_of(call), name_at(call, 0), &path) != OX_OK) return ox_script_refuse(call, 0);
    call->results[0] = (int32_t)path.count;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_path_point(ox_script_call *call) {
    ox_level_path path;
    if (ox_levels_path(console_of(call), name_at(call, 0), &path) != OX_OK) return ox_script_refuse(call, 0);
    if (call->arguments[1] < 0 || (uint32_t)call->arguments[1] >= path.count)
        return ox_script_refuse(call, 1);
    const vec3 at = ox_level_path_corner(&path, (uint32_t)call->arguments[1]);
    ox_module_give_vector(call, at);
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

/* ---- levels ---- */

static ox_script_answer native_level_play(ox_script_call *call) {
    const ox_console *console = ox_module_of_call(call)->console;
    return ox_levels_play(console, (ox_id)call->arguments[0], call->arguments[1] != 0)
               ? OX_SCRIPT_DONE
               : ox_script_refuse(call, 0);
}

static ox_script_answer native_level_go(ox_script_call *call) {
    return ox_levels_go(console_of(call), name_at(call, 0)) ? OX_SCRIPT_DONE : ox_script_refuse(call, 0);
}

static ox_script_answer native_level_plays(ox_script_call *call) {
    const ox_area *area = ox_levels_area(console_of(call), name_at(call, 0));
    if (area == NULL) return ox_script_refuse(call, 0);
    call->results[0] = area->data != NULL && !area->resting;
    return OX_SCRIPT_DONE;
}

/* ---- layers ---- */

static ox_script_answer change_layers(ox_script_call *call, ox_layer_change *change) {
    return ox_levels_change_layer(console_of(call), name_at(call, 0), change, call->arguments[1] != 0)
               ? OX_SCRIPT_DONE
               : ox_script_refuse(call, 0);
}

static ox_script_answer ask_layer(ox_script_call *call, uint32_t bit) {
    uint32_t state;
    if (!ox_levels_layer(console_of(call), name_at(call, 0), &state)) return ox_script_refuse(call, 0);
    call->results[0] = (state & bit) != 0;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_layer_show(ox_script_call *call) {
    return change_layers(call, ox_area_layer_show);
}

static ox_script_answer native_layer_use(ox_script_call *call) {
    return change_layers(call, ox_area_layer_use);
}

static ox_script_answer native_layer_shown(ox_script_call *call) { return ask_layer(call, OX_LAYER_SHOWN); }
static ox_script_answer native_layer_used(ox_script_call *call) { return ask_layer(call, OX_LAYER_ACTIVE); }

/* ---- spawners ---- */

static ox_spawner_state *find_spawner(const ox_script_call *call) {
    return ox_levels_spawner(console_of(call), name_at(call, 0));
}

static ox_script_answer native_spawner_use(ox_script_call *call) {
    ox_spawner_state *state = find_spawner(call);
    if (state == NULL) return ox_script_refuse(call, 0);
    state->stopped = call->arguments[1] == 0;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_spawner_made(ox_script_call *call) {
    const ox_spawner_state *state = find_spawner(call);
    if (state == NULL) return ox_script_refuse(call, 0);
    call->results[0] = state->made;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_spawner_alive(ox_script_call *call) {
    const ox_spawner_state *state = find_spawner(call);
    if (state == NULL) return ox_script_refuse(call, 0);
    call->results[0] = state->alive;
    return OX_SCRIPT_DONE;
}

/* ---- waves ---- */

static ox_level_waves *waves_of(const ox_script_call *call) {
    return ox_levels_find_waves(levels_of(call), (ox_id)call->arguments[0]);
}

static ox_script_answer native_waves_start(ox_script_call *call) {
    return ox_levels_start_waves(ox_module_of_call(call)->console, (ox_id)call->arguments[0])
               ? OX_SCRIPT_DONE
               : ox_script_refuse(call, 0);
}

static ox_script_answer native_waves_stop(ox_script_call *call) {
    ox_level_waves *of = waves_of(call);
    if (of == NULL) return ox_script_refuse(call, 0);
    of->waves.state.over = 1;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_waves_pause(ox_script_call *call) {
    ox_level_waves *of = waves_of(call);
    if (of == NULL) return ox_script_refuse(call, 0);
    ox_waves_pause(&of->waves, call->arguments[1] != 0);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_waves_on(ox_script_call *call) {
    const ox_level_waves *of = waves_of(call);
    if (of == NULL) return ox_script_refuse(call, 0);
    call->results[0] = !of->waves.state.over;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_wave(ox_script_call *call) {
    const ox_level_waves *of = waves_of(call);
    if (of == NULL) return ox_script_refuse(call, 0);
    call->results[0] = (int32_t)of->waves.state.wave;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_wave_countdown(ox_script_call *call) {
    const ox_level_waves *of = waves_of(call);
    if (of == NULL) return ox_script_refuse(call, 0);
    const uint32_t ticks = ox_waves_countdown(&of->waves);
    call->results[0] = ticks > INT32_MAX ? -1 : (int32_t)ticks;
    return OX_SCRIPT_DONE;
}

/* ---- elements ---- */

static ox_object *element_of(const ox_script_call *call, ox_element **element) {
    const ox_levels *s = levels_of(call);
    const ox_world *world = ox_module_of_call(call)->world;
    ox_object *object = ox_world_get(world, (ox_handle){(uint32_t)call->arguments[0]});
    if (s == NULL || s->elements.count == 0 || object == NULL) return NULL;
    *element = ox_component_get(world, object, s->elements.component);
    return *element == NULL ? NULL : object;
}

static ox_script_answer native_strike(ox_script_call *call) {
    ox_element *element;
    ox_object *object = element_of(call, &element);
    if (object == NULL) return ox_script_refuse(call, 0);
    if (call->arguments[1] < 0) return ox_script_refuse(call, 1);
    call->results[0] = (int32_t)ox_element_hit(&levels_of(call)->elements, object, call->arguments[1]);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_element_health(ox_script_call *call) {
    ox_element *element;
    if (element_of(call, &element) == NULL) return ox_script_refuse(call, 0);
    call->results[0] = element->health;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_element_version(ox_script_call *call) {
    ox_element *element;
    if (element_of(call, &element) == NULL) return ox_script_refuse(call, 0);
    call->results[0] = element->version;
    return OX_SCRIPT_DONE;
}

/* ---- the table ---- */

const ox_script_native ox_level_native_rows[OX_LEVELS_NATIVES] = {
    OX_SCRIPT_NATIVE(locator, QUERY, ALL, 8, "3(n)", "locator(name: name) -> vec3",
                     "where a locator of the scene's levels is"),
    OX_SCRIPT_NATIVE(locator_angle, QUERY, ALL, 16, "a(n)", "locator_angle(name: name) -> angle",
                     "how a locator of the scene's levels is turned"),
    OX_SCRIPT_NATIVE(locator_radius, QUERY, ALL, 8, "f(n)", "locator_radius(name: name) -> fx",
                     "how far a locator reaches, in metres; 0.0 where the level does not say"),
    OX_SCRIPT_NATIVE(locator_kind, QUERY, ALL, 8, "n(n)", "locator_kind(name: name) -> name",
                     "what a locator is, as the level says"),
    OX_SCRIPT_NATIVE(
        nearest_locator, QUERY, ALL, 32, "n(n3)", "nearest_locator(kind: name, at: vec3) -> name",
        "the nearest locator of a kind, '' when there is none: nearest_locator('door', self.pos)"),
    OX_SCRIPT_NATIVE(
        along, QUERY, ALL, 32, "3(nf)", "along(path: name, metres: fx) -> vec3",
        "where one is who went so far along a path of the scene's levels; closed ones begin anew"),
    OX_SCRIPT_NATIVE(nearest_along, QUERY, ALL, 128, "f(n3)", "nearest_along(path: name, at: vec3) -> fx",
                     "how many metres along a path lies what is nearest to a place"),
    OX_SCRIPT_NATIVE(path_points, QUERY, ALL, 8, "i(n)", "path_points(path: name) -> int",
                     "how many points a path has"),
    OX_SCRIPT_NATIVE(path_point, QUERY, ALL, 8, "3(ni)", "path_point(path: name, number: int) -> vec3",
                     "one of its points, the first is 0"),
    OX_SCRIPT_NATIVE(path_length, QUERY, ALL, 8, "f(n)", "path_length(path: name) -> fx",
                     "the length of a path of the scene's levels in metres"),
    OX_SCRIPT_NATIVE(
        summon, SIM, ALL, 64, "o(n)", "summon(name: name) -> obj",
        "the object of a `spawn ... later` of a level; null when it may not come, or the level is far"),
    OX_SCRIPT_NATIVE(inside, QUERY, ALL, 16, "b(on)", "inside(who: obj, where: name) -> bool",
                     "whether an object stands in a volume of the scene's levels"),
    OX_SCRIPT_NATIVE(watch, SIM, ALL, 8, "v(nb)", "watch(where: name, active: bool)",
                     "switches a volume on or off; who is inside of one that goes off leaves it"),
    OX_SCRIPT_NATIVE(level_play, SIM, ALL, 16, "v(nb)", "level_play(level: name, there: bool)",
                     "a level of the scene is there from the next step on, where it is near; or goes"),
    OX_SCRIPT_NATIVE(level_go, SIM, ALL, 16, "v(n)", "level_go(level: name)",
                     "the same, and all others of the scene that are `later` go"),
    OX_SCRIPT_NATIVE(level_plays, QUERY, ALL, 8, "b(n)", "level_plays(level: name) -> bool",
                     "whether a level of the scene is there now"),
    OX_SCRIPT_NATIVE(layer_show, SIM, ALL, 128, "v(nb)", "layer_show(layer: name, shown: bool)",
                     "objects and lights of a layer of the scene's levels are seen, or not"),
    OX_SCRIPT_NATIVE(layer_use, SIM, ALL, 128, "v(nb)", "layer_use(layer: name, active: bool)",
                     "objects and lights of a layer of the scene's levels come, or go"),
    OX_SCRIPT_NATIVE(layer_shown, QUERY, ALL, 8, "b(n)", "layer_shown(layer: name) -> bool",
                     "whether a layer is shown"),
    OX_SCRIPT_NATIVE(layer_used, QUERY, ALL, 8, "b(n)", "layer_used(layer: name) -> bool",
                     "whether a layer is active: its objects are there"),
    OX_SCRIPT_NATIVE(
        spawner_use, SIM, ALL, 8, "v(nb)", "spawner_use(name: name, active: bool)",
        "whether a spawn of a level makes objects when scripts and waves ask; what it made stays"),
    OX_SCRIPT_NATIVE(spawner_made, QUERY, ALL, 8, "i(n)", "spawner_made(name: name) -> int",
                     "how many objects a spawn of a level has made"),
    OX_SCRIPT_NATIVE(spawner_alive, QUERY, ALL, 8, "i(n)", "spawner_alive(name: name) -> int",
                     "how many of them live"),
    OX_SCRIPT_NATIVE(waves_start, SIM, ALL, 16, "v(n)", "waves_start(waves: name)",
                     "waves of a level begin, anew where they had begun"),
    OX_SCRIPT_NATIVE(waves_stop, SIM, ALL, 8, "v(n)", "waves_stop(waves: name)",
                     "waves are over; who came stays"),
    OX_SCRIPT_NATIVE(waves_pause, SIM, ALL, 8, "v(nb)", "waves_pause(waves: name, paused: bool)",
                     "the clock of waves stands, or goes on"),
    OX_SCRIPT_NATIVE(waves_on, QUERY, ALL, 8, "b(n)", "waves_on(waves: name) -> bool",
                     "whether waves have begun and are not over"),
    OX_SCRIPT_NATIVE(wave, QUERY, ALL, 8, "i(n)", "wave(waves: name) -> int",
                     "the number of the wave, or how many bosses came; 0 before the first"),
    OX_SCRIPT_NATIVE(wave_countdown, QUERY, ALL, 8, "i(n)", "wave_countdown(waves: name) -> int",
                     "steps to what comes next; -1 when nothing does"),
    OX_SCRIPT_NATIVE(strike, SIM, ALL, 32, "i(of)", "strike(element: obj, damage: fx) -> int",
                     "takes from the health of an element of a level; how many versions it goes on by"),
    OX_SCRIPT_NATIVE(element_health, QUERY, ALL, 4, "f(o)", "element_health(element: obj) -> fx",
                     "the health of an element of a level"),
    OX_SCRIPT_NATIVE(element_version, QUERY, ALL, 4, "i(o)", "element_version(element: obj) -> int",
                     "its version, 0 the whole one"),
};
