/* What scripts do to water and ask of it. */
#include "fixedmath/scalar.h"
#include "kernel/type/name.h"
#include "kernel/water/module.h"

static ox_waters *waters_of(const ox_script_call *call) {
    return ox_module_state(ox_module_of_call(call), OX_NAME("water"));
}

/* What a call is about: the water of its first argument, and a place in cells, Q24.8. */
typedef struct asked {
    ox_waters *s;
    ox_object *object;
    ox_water_grid grid;
    ox_water_bath bath;
    vec3 at;
    int32_t x, z;
    bool is_within;
} asked;

/* False, and *answer: there is no such water, or it has no cells yet. */
static bool find_water(ox_script_call *call, asked *a, bool has_place, ox_script_answer *answer) {
    *a = (asked){.s = waters_of(call)};
    a->object = ox_world_get(ox_module_of_call(call)->world, (ox_handle){(uint32_t)call->arguments[0]});
    *answer = a->object == NULL ? ox_script_refuse(call, 0) : OX_SCRIPT_DONE;
    if (a->object == NULL || a->s == NULL) return false;
    if (ox_water_of(a->s, a->object) == NULL) {
        *answer = ox_script_refuse_because(call, "is given an object without water");
        return false;
    }
    if (has_place) a->at = ox_module_vector_at(call, 1);
    if (!ox_water_bath_of(a->s, a->object, &a->grid, &a->bath)) return false;
    if (!has_place) return true;
    a->x = ox_water_cells(&a->bath, fx_subs(a->at.x, a->bath.corner.x));
    a->z = ox_water_cells(&a->bath, fx_subs(a->at.z, a->bath.corner.z));
    a->is_within = ox_water_has(&a->bath, a->at);
    if (a->grid.rows == 1) a->z = 0;
    return true;
}

/* The same of water that is to be changed, and gets its cells where it has none yet. */
static bool change_water(ox_script_call *call, asked *a, ox_script_answer *answer) {
    if (find_water(call, a, true, answer)) return true;
    return *answer == OX_SCRIPT_DONE && a->s != NULL && ox_water_begin(a->s, a->object) &&
           find_water(call, a, true, answer);
}

/* Cells a metre along z: a line of water is a metre wide. */
static fx across_of(const asked *a) { return a->grid.rows == 1 ? FX_ONE : a->bath.per_metre; }

/* Heights of a cell as cubic metres. */
static fx volume_of(const asked *a, int64_t heights) {
    return fx_sat64(heights * (FX_ONE / OX_WATER_METRE) * FX_ONE / a->bath.per_metre * FX_ONE / across_of(a));
}

static int32_t nearest_cell(int32_t place) { return fx_sra32(place + 128, 8); }

static ox_script_answer native_splash(ox_script_call *call) {
    asked a;
    ox_script_answer answer;
    if (!change_water(call, &a, &answer) || !a.is_within) return answer;
    ox_water_splash_wide(&a.grid, nearest_cell(a.x), nearest_cell(a.z),
                         fx_rshr32(fx_clamp(call->arguments[4], -16 * FX_ONE, 16 * FX_ONE), 4),
                         call->arguments[5] != 0 ? OX_WATER_STRUCK : OX_WATER_DROPPED);
    ox_water_settle(a.s, a.object, &a.grid);
    return answer;
}

static ox_script_answer native_pour(ox_script_call *call) {
    asked a;
    ox_script_answer answer;
    if (!change_water(call, &a, &answer)) return answer;
    if (a.grid.kind != OX_WATER_COLUMNS)
        return ox_script_refuse_because(call, "is given water with waves, not with columns");
    if (!a.is_within) return answer;
    /* Cubic metres as the height of a cell. */
    const int64_t metres = (int64_t)call->arguments[4] * a.bath.per_metre / FX_ONE * across_of(&a) / FX_ONE;
    const int32_t poured =
        ox_water_pour(&a.grid, nearest_cell(a.x), nearest_cell(a.z), fx_sat64(fx_rshr64(metres, 4)));
    ox_water_settle(a.s, a.object, &a.grid);
    call->results[0] = volume_of(&a, poured);
    return answer;
}

static ox_script_answer native_water_at(ox_script_call *call) {
    ox_waters *s = waters_of(call);
    const ox_object *object = s == NULL ? NULL : ox_water_about(s, ox_module_vector_at(call, 0));
    call->results[0] = object == NULL ? 0 : (int32_t)object->handle.bits;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_water_height(ox_script_call *call) {
    asked a;
    ox_script_answer answer;
    if (find_water(call, &a, true, &answer))
        call->results[0] = ox_water_height_at(&a.bath, a.at);
    else if (answer == OX_SCRIPT_DONE && a.s != NULL && ox_object_place_of(a.s->world, a.object) != NULL)
        call->results[0] = ox_object_place_of(a.s->world, a.object)->pos.y; /* as it is at rest */
    return answer;
}

static ox_script_answer native_water_depth(ox_script_call *call) {
    asked a;
    ox_script_answer answer;
    if (!find_water(call, &a, true, &answer) || !a.is_within) return answer;
    call->results[0] = int_max(ox_water_surface(&a.grid, a.x, a.z) - ox_water_ground(&a.grid, a.x, a.z), 0) *
                       (FX_ONE / OX_WATER_METRE);
    return answer;
}

static ox_script_answer native_water_flow(ox_script_call *call) {
    asked a;
    ox_script_answer answer;
    if (!find_water(call, &a, true, &answer) || !a.is_within) return answer;
    const vec3 flow = ox_water_flow_at(&a.bath, a.at);
    ox_module_give_vector(call, flow);
    return answer;
}

static ox_script_answer native_water_volume(ox_script_call *call) {
    asked a;
    ox_script_answer answer;
    if (!find_water(call, &a, false, &answer)) return answer;
    call->results[0] = volume_of(&a, ox_water_sum(&a.grid));
    return answer;
}

const ox_script_native ox_water_native_rows[OX_WATER_NATIVES] = {
    OX_SCRIPT_NATIVE(splash, SIM, ALL, 24, "v(o3fb)",
                     "splash(water: obj, at: vec3, height: fx, strike: bool = false)",
                     "something falls into the water of an object: it stands so many metres higher there, "
                     "below 0.0 lower; struck it is thrown up besides"),
    OX_SCRIPT_NATIVE(
        pour, SIM, ALL, 24, "f(o3f)", "pour(water: obj, at: vec3, volume: fx) -> fx",
        "cubic metres of water come in at a place, below 0.0 go; gives how many did: water=columns"),
    OX_SCRIPT_NATIVE(water_at, QUERY, ALL, 24, "o(3)", "water_at(at: vec3) -> obj",
                     "whose water is below or about a place, null where there is none"),
    OX_SCRIPT_NATIVE(
        water_height, QUERY, ALL, 16, "f(o3)", "water_height(water: obj, at: vec3) -> fx",
        "how high the surface is, in the world: self.pos.y < water_height(pond, self.pos) is below"),
    OX_SCRIPT_NATIVE(water_depth, QUERY, ALL, 16, "f(o3)", "water_depth(water: obj, at: vec3) -> fx",
                     "how far it is from the surface to the floor; 0.0 outside and on land"),
    OX_SCRIPT_NATIVE(water_flow, QUERY, ALL, 24, "3(o3)", "water_flow(water: obj, at: vec3) -> vec3",
                     "how fast the water moves, in metres a second"),
    OX_SCRIPT_NATIVE(water_volume, QUERY, ALL, 64, "f(o)", "water_volume(water: obj) -> fx",
                     "how much water columns have, in cubic metres")};
