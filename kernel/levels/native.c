/* What scripts may ask of levels. Names are looked for level by level. */
#include "fixedmath/quaternion.h"
#include "kernel/levels/internal.h"

/* ---- arguments ---- */

static ox_levels *levels_of(const ox_script_call *call) { return ox_levels_of(ox_module_of_call(call)); }

static bool find_locator(const ox_script_call *call, ox_locator *locator) {
    const ox_levels *s = levels_of(call);
    for (uint32_t i = 0; s != NULL && i < s->count; i++)
        if (ox_area_locator(&s->areas[i], (ox_id)call->arguments[0], locator) == OX_OK) return true;
    return false;
}

static bool find_path(const ox_script_call *call, ox_level_path *path) {
    const ox_levels *s = levels_of(call);
    for (uint32_t i = 0; s != NULL && i < s->count; i++)
        if (s->entries[i].paths != NULL &&
            ox_level_path_find(s->entries[i].paths, (ox_id)call->arguments[0], path) == OX_OK)
            return true;
    return false;
}

/* The region of a volume; negative when there is none. */
static int find_region(const ox_script_call *call, uint32_t argument) {
    const ox_levels *s = levels_of(call);
    if (s == NULL || s->area_host.regions == NULL) return OX_NOT_FOUND;
    return ox_region_find(&s->regions, (ox_id)call->arguments[argument]);
}

/* ---- natives ---- */

static ox_script_answer native_locator(ox_script_call *call) {
    ox_locator locator;
    if (!find_locator(call, &locator)) return ox_script_refuse(call, 0);
    call->results[0] = locator.place.t.x;
    call->results[1] = locator.place.t.y;
    call->results[2] = locator.place.t.z;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_locator_angle(ox_script_call *call) {
    ox_locator locator;
    if (!find_locator(call, &locator)) return ox_script_refuse(call, 0);
    call->results[0] = euler_from_q4(locator.place.q).yaw;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_locator_radius(ox_script_call *call) {
    ox_locator locator;
    if (!find_locator(call, &locator)) return ox_script_refuse(call, 0);
    call->results[0] = locator.radius;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_locator_kind(ox_script_call *call) {
    ox_locator locator;
    if (!find_locator(call, &locator)) return ox_script_refuse(call, 0);
    call->results[0] = (int32_t)locator.kind;
    return OX_SCRIPT_DONE;
}

/* Of equally near ones the first level's, and there the first. */
static ox_script_answer native_nearest_locator(ox_script_call *call) {
    const ox_levels *s = levels_of(call);
    const vec3 to = {call->arguments[1], call->arguments[2], call->arguments[3]};
    fx least = FX_MAX;
    for (uint32_t i = 0; s != NULL && i < s->count; i++) {
        const uint8_t *chunk = s->areas[i].locators;
        for (uint32_t k = 0; chunk != NULL && k < ox_locator_count(chunk); k++) {
            const ox_locator locator = ox_locator_at(chunk, k);
            const fx distance = v3_distance(locator.place.t, to);
            if (locator.kind != (ox_id)call->arguments[0] || distance >= least) continue;
            least = distance;
            call->results[0] = (int32_t)locator.name;
        }
    }
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_along(ox_script_call *call) {
    ox_level_path path;
    if (!find_path(call, &path)) return ox_script_refuse(call, 0);
    const vec3 at = ox_level_path_point(&path, call->arguments[1]);
    call->results[0] = at.x;
    call->results[1] = at.y;
    call->results[2] = at.z;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_nearest_along(ox_script_call *call) {
    ox_level_path path;
    if (!find_path(call, &path)) return ox_script_refuse(call, 0);
    call->results[0] =
        ox_level_path_nearest(&path, (vec3){call->arguments[1], call->arguments[2], call->arguments[3]});
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_path_points(ox_script_call *call) {
    ox_level_path path;
    if (!find_path(call, &path)) return ox_script_refuse(call, 0);
    call->results[0] = (int32_t)path.count;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_path_point(ox_script_call *call) {
    ox_level_path path;
    if (!find_path(call, &path)) return ox_script_refuse(call, 0);
    if (call->arguments[1] < 0 || (uint32_t)call->arguments[1] >= path.count)
        return ox_script_refuse(call, 1);
    const vec3 at = ox_level_path_corner(&path, (uint32_t)call->arguments[1]);
    call->results[0] = at.x;
    call->results[1] = at.y;
    call->results[2] = at.z;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_path_length(ox_script_call *call) {
    ox_level_path path;
    if (!find_path(call, &path)) return ox_script_refuse(call, 0);
    call->results[0] = path.length;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_summon(ox_script_call *call) {
    ox_levels *s = levels_of(call);
    for (uint32_t i = 0; s != NULL && i < s->count; i++) {
        ox_spawner_set *set = &s->areas[i].spawners;
        const int spawner = set->spawners == NULL ? -1 : ox_spawner_find(set, (ox_id)call->arguments[0]);
        ox_handle made = OX_HANDLE_NONE;
        if (spawner < 0) continue;
        if (!s->areas[i].resting && ox_spawner_spawn(set, (uint32_t)spawner, &made) != NULL)
            call->results[0] = (int32_t)made.bits;
        return OX_SCRIPT_DONE;
    }
    return ox_script_refuse(call, 0);
}

static ox_script_answer native_inside(ox_script_call *call) {
    const ox_world *world = ox_module_of_call(call)->world;
    const ox_object *object = ox_world_get(world, (ox_handle){(uint32_t)call->arguments[0]});
    const vec3 *at = object == NULL ? NULL : ox_place_of(world, object);
    const int region = find_region(call, 1);
    if (at == NULL) return ox_script_refuse(call, 0);
    if (region < 0) return ox_script_refuse(call, 1);
    call->results[0] = ox_region_holds(levels_of(call)->regions.regions[region].region, *at);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_watch(ox_script_call *call) {
    const int region = find_region(call, 0);
    if (region < 0) return ox_script_refuse(call, 0);
    ox_region_enable(&levels_of(call)->regions, (uint32_t)region, call->arguments[1] != 0);
    return OX_SCRIPT_DONE;
}

/* ---- the table ---- */

enum { ALL = OX_SCRIPT_TRUST_CART | OX_SCRIPT_TRUST_ADD_ON };

const ox_script_native ox_levels_native_rows[OX_LEVELS_NATIVES] = {
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
};
