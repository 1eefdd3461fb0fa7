/* Levels of a scene: opened, woken and put to rest by distance, and drawn. */
#include "kernel/level/module.h"

#include <string.h>

#include "fixedmath/view.h"
#include "kernel/level/internal.h"
#include "kernel/level/module_internal.h"
#include "kernel/type/name.h"
#include "kernel/world/attachment.h"
#include "kernel/world/query.h"
#include "rom/check.h"

enum { OBJECT = 256 };

const ox_capacity ox_level_capacities[OX_LEVELS_CAPACITIES] = {
    [OX_CAPACITY_LEVEL_OBJECTS] = {"level-objects", 32, 4096, OBJECT}};

FX_STATIC_ASSERT(sizeof(ox_object) + sizeof(ox_object_place) + sizeof(ox_model) + sizeof(ox_motion) +
                         sizeof(ox_object_clip) + sizeof(ox_attachment) + 5 * sizeof(ox_component_head) +
                         sizeof(vec3) + sizeof(ox_spawner_owner) <=
                     OBJECT,
                 "an object of a level and its components");

/* ---- the rows of the scene ---- */

static bool hold_rows(const ox_module_host *host, ox_held *held) {
    return ox_manager_hold(host->manager, rom_id("levels"), ROM_TAG_SCENE_LEVELS, held) == OX_OK;
}

const uint8_t *ox_levels_next_row(const ox_module_host *host, const uint8_t *chunk, uint32_t *at) {
    const uint32_t count = rom_word(chunk + ROM_SCENE_LEVELS_COUNT);
    while (*at < count) {
        const uint8_t *row =
            chunk + rom_word(chunk + ROM_SCENE_LEVELS_AT) + (size_t)(*at)++ * ROM_SCENE_LEVEL_SIZE;
        if (rom_word(row + ROM_SCENE_LEVEL_SCENE) == host->options->scene) return row;
    }
    return NULL;
}

static uint32_t count_rows(const ox_module_host *host, const uint8_t *chunk) {
    uint32_t at = 0, count = 0;
    while (ox_levels_next_row(host, chunk, &at) != NULL) count++;
    return count;
}

/* ---- room in the world ---- */

static uint32_t objects_of(const uint8_t *level) {
    enum { TYPES = 16 };
    ox_spawn_need needs[TYPES];
    rom_view section;
    uint32_t count = 0;
    if (!rom_level_section(level, ROM_TAG_SPAWNERS, 0, &section)) return 0;
    const uint32_t types = ox_spawners_plan(section.data, needs, TYPES);
    if (types > TYPES) return rom_u32(section.data + ROM_SPAWNERS_SPAWNER_COUNT);
    for (uint32_t i = 0; i < types; i++) count += needs[i].count;
    return count;
}

static bool has_parents(const uint8_t *level) {
    rom_view section;
    if (!rom_level_section(level, ROM_TAG_SPAWNERS, 0, &section)) return false;
    for (uint32_t i = rom_u32(section.data + ROM_SPAWNERS_SPAWNER_COUNT); i > 0; i--)
        if (rom_u32(rom_spawner_at(section.data, i - 1u) + ROM_SPAWNER_PARENT) != UINT32_MAX) return true;
    return false;
}

static void need_world(const ox_module_host *host, void *state, ox_world_needs *needs) {
    ox_held rows, held;
    if (state == NULL || !hold_rows(host, &rows)) return;
    uint32_t at = 0, objects = 0, elements = 0;
    bool attaches = false;
    const uint8_t *row;
    while ((row = ox_levels_next_row(host, rows.data, &at)) != NULL) {
        if (ox_manager_hold(host->manager, rom_word(row + ROM_SCENE_LEVEL_LEVEL), ROM_TAG_LEVEL, &held) !=
            OX_OK)
            continue;
        objects += objects_of(held.data) + ox_levels_wave_objects(held.data);
        elements += ox_levels_count_elements(held.data);
        attaches = attaches || has_parents(held.data);
        ox_manager_let_go(host->manager, held.handle);
    }
    const ox_capacity *capacity = &ox_level_capacities[OX_CAPACITY_LEVEL_OBJECTS];
    if (ox_module_is_declared(host, capacity)) objects = ox_module_capacity(host, capacity);
    if (count_rows(host, rows.data) > 0) needs->systems += 2;
    ox_scene_need_attachments(needs, attaches);
    needs->objects += objects + elements;
    needs->placed += objects + elements;
    needs->types += elements > 0;
    needs->components += elements > 0;
    ox_manager_let_go(host->manager, rows.handle);
}

/* ---- opening ---- */

void ox_levels_post(const ox_levels *s, ox_id event, const int32_t *arguments, uint32_t count) {
    const ox_event_service events = ox_engine_events(s->host->engine);
    events.operations->post(events.state, event, arguments, count);
}

static void hear_region(void *context, ox_world *world, const ox_region_event *event) {
    const ox_levels *s = context;
    const int32_t arguments[3] = {(int32_t)event->object.bits, (int32_t)event->region->name,
                                  (int32_t)event->region->payload};
    (void)world;
    ox_levels_post(s, event->kind == OX_REGION_ENTER ? OX_NAME("enter") : OX_NAME("leave"), arguments, 3);
}

/* Reads the fields of a level's row that newer chunks have. */
static void read_way(ox_scene_level *entry, const uint8_t *chunk, uint32_t number) {
    if (!rom_has(chunk, ROM_SCENE_LEVELS_WAYS_AT) || number >= rom_word(chunk + ROM_SCENE_LEVELS_WAY_COUNT))
        return;
    const uint8_t *way =
        chunk + rom_word(chunk + ROM_SCENE_LEVELS_WAYS_AT) + (size_t)number * ROM_SCENE_LEVEL_WAY_SIZE;
    const uint32_t flags = rom_word(way + ROM_SCENE_LEVEL_WAY_FLAGS);
    entry->name = rom_word(way + ROM_SCENE_LEVEL_WAY_NAME);
    entry->by = rom_word(way + ROM_SCENE_LEVEL_WAY_BY);
    entry->later = (flags & ROM_SCENE_LEVEL_WAY_LATER) != 0;
    entry->asked = !entry->later || (flags & ROM_SCENE_LEVEL_WAY_FIRST) != 0;
}

/* Holds the levels of the scene and returns the sum of their volumes. */
static uint32_t hold_levels(ox_levels *s, const uint8_t *chunk) {
    uint32_t at = 0, volumes = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        const uint8_t *row = ox_levels_next_row(s->host, chunk, &at);
        ox_scene_level *entry = &s->entries[i];
        rom_view section;
        entry->id = rom_word(row + ROM_SCENE_LEVEL_LEVEL);
        entry->asked = true;
        read_way(entry, chunk, at - 1u);
        entry->near = (fx)rom_word(row + ROM_SCENE_LEVEL_NEAR);
        entry->far = fx_max((fx)rom_word(row + ROM_SCENE_LEVEL_FAR), entry->near);
        if (ox_manager_hold(s->host->manager, entry->id, ROM_TAG_LEVEL, &entry->held) != OX_OK)
            memset(&entry->held, 0, sizeof entry->held);
        if (entry->held.data != NULL && rom_level_section(entry->held.data, ROM_TAG_VOLUMES, 0, &section))
            volumes += rom_u32(section.data + ROM_VOLUMES_COUNT);
    }
    return volumes;
}

/* Tells the props that levels set for their objects' behaviours. */
static void tell_props(void *context, const ox_object *object, ox_id component, ox_scene_hear *hear,
                       void *hearer) {
    ox_levels *s = context;
    if (component == OX_NAME("prop")) ox_spawners_tell(&s->spawners, object, hear, hearer);
}

/* ---- lights ---- */

static bool is_lit(const ox_area *area, const uint8_t *row) {
    const uint32_t layer = rom_u16(row + ROM_WORLD_LIGHT_LAYER), both = OX_LAYER_SHOWN | OX_LAYER_ACTIVE;
    return row[ROM_WORLD_LIGHT_KIND] <= RS_LIGHT_POINT &&
           (layer >= area->layer_count || (area->layers[layer] & both) == both);
}

static rs_light read_light(const uint8_t *row) {
    rs_light light = {.kind = row[ROM_WORLD_LIGHT_KIND],
                      .intensity = row[ROM_WORLD_LIGHT_INTENSITY],
                      .vector = ox_level_vector(row + ROM_WORLD_LIGHT_VECTOR),
                      .range = rom_i32(row + ROM_WORLD_LIGHT_RANGE),
                      .rgb = rom_u32(row + ROM_WORLD_LIGHT_COLOUR) & 0xFFFFFFu};
    if (light.kind == RS_LIGHT_DIRECTIONAL) light.vector = v3_normalize_or(light.vector, V3_NEG_Y, NULL);
    return light;
}

static uint32_t add_lights(void *context, rs_light *lights, uint32_t room) {
    const ox_levels *s = context;
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->count && room > 0; i++) {
        const uint8_t *section = s->entries[i].lights;
        if (section == NULL || s->areas[i].resting) continue;
        const uint8_t *row = section + rom_u32(section + ROM_LIGHTS_AT);
        for (uint32_t k = rom_u32(section + ROM_LIGHTS_COUNT); k > 0; k--, row += ROM_WORLD_LIGHT_SIZE) {
            const rs_light light = read_light(row);
            if (is_lit(&s->areas[i], row))
                count = ox_scene_keep_light(s->host->scene, lights, count, room, &light);
        }
    }
    return count;
}

static ox_status join_world(ox_levels *s, uint32_t volumes) {
    const ox_module_host *host = s->host;
    const ox_spawners_config spawners = {.sets = s->count, .log = host->log, .told = true};
    const ox_regions_config regions = {
        .capacity = volumes,
        .visits = ox_module_capacity(host, &ox_kernel_capacities[OX_CAPACITY_TRIGGER_EVENTS]),
        .listener = hear_region,
        .context = s};
    s->area_host = (ox_area_host){.world = host->world, .spawners = &s->spawners};
    ox_status status = ox_spawners_init(&s->spawners, host->world, &spawners);
    if (status == OX_OK) {
        host->scene->tell = tell_props;
        host->scene->tell_context = s;
        host->scene->more_lights = add_lights;
        host->scene->more_lights_context = s;
    }
    if (status == OX_OK && volumes > 0) status = ox_regions_init(&s->regions, host->world, &regions);
    if (volumes > 0) s->area_host.regions = &s->regions;
    return status;
}

static ox_status open_geometry(const ox_levels *s, ox_scene_level *entry) {
    rom_view section;
    while (rom_level_section(entry->held.data, ROM_TAG_GEOMETRY, entry->geometry_count, &section))
        entry->geometry_count++;
    if (entry->geometry_count == 0) return OX_OK;
    entry->geometries = (ox_geometry *)ox_arena_push_zero(
        s->host->resident, OX_ARENA_LOW, entry->geometry_count * sizeof(ox_geometry), _Alignof(ox_geometry));
    if (entry->geometries == NULL) return OX_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < entry->geometry_count; i++) {
        if (!rom_level_section(entry->held.data, ROM_TAG_GEOMETRY, i, &section)) return OX_BAD_DATA;
        ox_status status =
            ox_geometry_open(&entry->geometries[i], section.data, s->host->resources, s->host->resident);
        if (status != OX_OK) return status;
    }
    return OX_OK;
}

/* Opens a level. A missing or damaged level is logged and left out; without memory the scene is refused. */
static ox_status open_level(ox_levels *s, uint32_t number) {
    const ox_module_host *host = s->host;
    ox_scene_level *entry = &s->entries[number];
    rom_error error = {ROM_OK, 0, "it is missing"};
    rom_view section;
    const ox_area_source source = {.data = entry->held.data,
                                   .size = entry->held.size,
                                   .number = (uint16_t)(number + 1u),
                                   .policy = OX_SPAWN_POOLED};
    ox_status status = entry->held.data == NULL
                           ? OX_BAD_DATA
                           : ox_area_open(&s->areas[number], &s->area_host, host->resident, &source, &error);
    if (status == OX_BAD_DATA) {
        ox_log_write(host->log, PLAT_LOG_ERROR, "level #%08x is left out: %s", (unsigned)entry->id,
                     error.text);
        memset(&s->areas[number], 0, sizeof s->areas[number]);
        return OX_OK;
    }
    if (status != OX_OK) return status;
    if (rom_level_section(entry->held.data, ROM_TAG_PATH, 0, &section)) entry->paths = section.data;
    if (rom_level_section(entry->held.data, ROM_TAG_LIGHTS, 0, &section)) entry->lights = section.data;
    status = open_geometry(s, entry);
    if (status == OX_OK) status = ox_levels_open_elements(s, number);
    return status == OX_OK ? ox_levels_open_waves(s, number) : status;
}

/* ---- near and far ---- */

/* The distance of a place from a box, along the longest axis. */
static fx distance_to(const box3 *box, vec3 at) {
    fx far = 0;
    const fx low[3] = {box->lo.x, box->lo.y, box->lo.z}, high[3] = {box->hi.x, box->hi.y, box->hi.z},
             place[3] = {at.x, at.y, at.z};
    for (int i = 0; i < 3; i++)
        far = fx_max(far, fx_max(fx_subs(low[i], place[i]), fx_subs(place[i], high[i])));
    return far;
}

/* The distance of a level from the object that decides for it, where this object exists, else from the scene's
 * camera. */
static fx distance_of(const ox_levels *s, uint32_t number) {
    const ox_scene *scene = s->host->scene;
    const box3 bounds = ox_area_bounds(s->areas[number].data);
    const ox_id by = s->entries[number].by;
    const ox_object *who = by == OX_ID_NONE ? NULL : ox_world_find(s->host->world, by);
    const vec3 *at = who == NULL ? NULL : ox_place_of(s->host->world, who);
    return distance_to(&bounds, at != NULL ? *at : scene->cameras[scene->camera].position);
}

/* Whether a level should be awake. It falls asleep at a larger distance than it wakes. */
static bool is_wanted(const ox_levels *s, uint32_t number) {
    const ox_scene_level *entry = &s->entries[number];
    if (s->areas[number].data == NULL || !entry->asked) return false;
    return entry->near == 0 ||
           distance_of(s, number) <= (s->areas[number].resting ? entry->near : entry->far);
}

void ox_levels_wake(ox_levels *s, uint32_t number) {
    ox_scene_level *entry = &s->entries[number];
    ox_area_return(&s->areas[number]);
    ox_levels_bring_elements(s, number);
    for (uint32_t i = 0; i < entry->wave_count; i++) {
        ox_level_waves *of = &entry->waves[i];
        if ((of->flags & ROM_WAVE_PLAN_NOW) != 0 && of->waves.spawn == NULL) ox_levels_begin_waves(s, of);
    }
}

void ox_levels_rest(ox_levels *s, uint32_t number) {
    ox_levels_take_elements(s, number);
    ox_area_rest(&s->areas[number]);
}

/* Wakes levels and puts them to rest between two ticks, so that the next tick begins without the objects that went. */
static void change_levels(const ox_module_host *host, void *state) {
    ox_levels *s = state;
    (void)host;
    for (uint32_t i = 0; i < s->count; i++) {
        const bool wanted = is_wanted(s, i);
        if (s->areas[i].data == NULL || wanted != s->areas[i].resting) continue;
        if (wanted)
            ox_levels_wake(s, i);
        else
            ox_levels_rest(s, i);
    }
    ox_levels_tick_waves(s);
}

/* Begins all areas at rest. Then they get the state that was kept while the scene was built anew, or the wanted ones
 * wake. */
static ox_status begin_areas(ox_levels *s) {
    for (uint32_t i = 0; i < s->count; i++) {
        s->areas[i].resting = true;
        ox_status status = s->areas[i].data == NULL ? OX_OK : ox_area_begin(&s->areas[i]);
        if (status != OX_OK) return status;
    }
    if (s->kept != NULL && ox_levels_take(s)) {
        ox_levels_show_elements(s);
        return OX_OK;
    }
    for (uint32_t i = 0; i < s->count; i++)
        if (is_wanted(s, i)) ox_levels_wake(s, i);
    return OX_OK;
}

/* ---- lives ---- */

static ox_status start_levels(const ox_module_host *host, void **state) {
    ox_held rows;
    if (!hold_rows(host, &rows)) return OX_OK;
    ox_manager_let_go(host->manager, rows.handle);
    ox_levels *s =
        (ox_levels *)ox_arena_push_zero(host->resident, OX_ARENA_LOW, sizeof *s, _Alignof(ox_levels));
    if (s == NULL) return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for levels; raise `budget`");
    s->host = host;
    *state = s;
    return OX_OK;
}

static void stop_levels(const ox_module_host *host, void **state) {
    (void)host;
    *state = NULL;
}

static ox_status open_levels(ox_levels *s, const uint8_t *chunk) {
    ox_arena *resident = s->host->resident;
    s->areas =
        (ox_area *)ox_arena_push_zero(resident, OX_ARENA_LOW, s->count * sizeof *s->areas, _Alignof(ox_area));
    s->entries = (ox_scene_level *)ox_arena_push_zero(resident, OX_ARENA_LOW, s->count * sizeof *s->entries,
                                                      _Alignof(ox_scene_level));
    if (s->areas == NULL || s->entries == NULL) {
        s->count = 0;
        return OX_OUT_OF_MEMORY;
    }
    ox_status status = join_world(s, hold_levels(s, chunk));
    for (uint32_t i = 0; i < s->count && status == OX_OK; i++) status = open_level(s, i);
    return status == OX_OK ? begin_areas(s) : status;
}

static ox_status join_scene(const ox_module_host *host, void *state, ox_world *world) {
    (void)host;
    return state == NULL ? OX_OK : ox_levels_join_elements(state, world);
}

/* Releases all levels. Their objects go with the world. */
static void release_levels(ox_levels *s) {
    const ox_module_host *host = s->host;
    host->scene->tell = NULL;
    host->scene->more_lights = NULL;
    ox_world_remove_systems(host->world, &s->spawners);
    ox_world_remove_systems(host->world, &s->regions);
    for (uint32_t i = 0; i < s->count; i++)
        if (s->entries[i].held.data != NULL) ox_manager_let_go(host->manager, s->entries[i].held.handle);
    s->count = 0;
    s->full = false;
    memset(&s->regions, 0, sizeof s->regions);
}

static ox_status begin_scene(const ox_module_host *host, void **state) {
    ox_levels *s = *state;
    ox_held rows;
    if (s == NULL || !hold_rows(host, &rows)) return OX_OK;
    const uint32_t count = s->count = count_rows(host, rows.data);
    s->random = rng32_seed(host->image->cart, OX_NAME("waves"));
    ox_status status = s->count == 0 ? OX_OK : open_levels(s, rows.data);
    ox_manager_let_go(host->manager, rows.handle);
    if (status == OX_OK) return OX_OK;
    release_levels(s); /* half-opened levels are not kept */
    return ox_module_refuse(host, status, 0, "no room for the %u levels of the scene; raise `budget`",
                            (unsigned)count);
}

static void end_scene(const ox_module_host *host, void **state, ox_module_end how) {
    ox_levels *s = *state;
    if (how == OX_END_TO_GO_ON && s->count > 0 && s->kept == NULL) ox_levels_keep(s);
    (void)host;
    release_levels(s);
}

/* ---- the picture ---- */

/* Computes the camera's frustum in the world; false, which means that everything may be seen, for a camera that looks
 * nowhere. The function is not part of the drawing, so that its numbers do not lie on the stack while meshes are
 * drawn. */
static __attribute__((noinline)) bool find_view(ox_levels *s) {
    const ox_scene *scene = s->host->scene;
    const ox_scene_camera *camera = &scene->cameras[scene->camera];
    const ox_boot_options *o = s->host->options;
    const fx shape = fx_div(o->height * FX_ONE, o->width * FX_ONE);
    rig34 look;
    frustum_eye eye;
    if (scene->look_with != NULL) return false; /* another camera draws the picture */
    if (!view_look_at(scene->eye, camera->target, V3_Y, &look) ||
        !frustum_eye_make(fx_muls(scene->focal, shape), shape, camera->near_plane, camera->far_plane, &eye))
        return false;
    const rig34 stand = rig34_inverse(&look);
    const frustum3 own = frustum_from_eye(&eye);
    s->view = frustum_transform(&stand, &own);
    return true;
}

static void draw_levels(const ox_module_host *host, void *state, ox_module_pass pass, rs_frame *frame,
                        uf16 fraction) {
    ox_levels *s = state;
    (void)fraction;
    if (pass != OX_PASS_SOLID || s->count == 0) return;
    const ox_geometry_view seen = {.view = find_view(s) ? &s->view : NULL, .eye = host->scene->eye};
    rs_result result = RS_OK;
    for (uint32_t i = 0; i < s->count; i++) {
        for (uint32_t k = 0; k < s->entries[i].geometry_count && !s->areas[i].resting; k++) {
            const rs_result one = ox_geometry_draw(&s->entries[i].geometries[k], frame, &seen);
            if (result == RS_OK) result = one;
        }
    }
    if (result == RS_OK || s->full) return;
    s->full = true;
    ox_log_write(host->log, PLAT_LOG_WARNING, "levels: %s",
                 result == RS_LIST_FULL ? "the display list is too short; ask for more by `frame`"
                                        : "something cannot be drawn");
}

/* ---- answers ---- */

uint32_t ox_levels_areas(const ox_console *console, const ox_area **areas) {
    const ox_levels *s = ox_levels_of(ox_console_modules(console));
    *areas = s == NULL ? NULL : s->areas;
    return s == NULL ? 0 : s->count;
}

ox_status ox_levels_locator(const ox_console *console, ox_id name, ox_locator *locator) {
    const ox_levels *s = ox_levels_of(ox_console_modules(console));
    for (uint32_t i = 0; s != NULL && i < s->count; i++)
        if (ox_area_locator(&s->areas[i], name, locator) == OX_OK) return OX_OK;
    return OX_NOT_FOUND;
}

ox_status ox_levels_nearest_locator(const ox_console *console, ox_id kind, vec3 to, ox_locator *locator) {
    const ox_levels *s = ox_levels_of(ox_console_modules(console));
    ox_status status = OX_NOT_FOUND;
    fx least = FX_MAX;
    for (uint32_t i = 0; s != NULL && i < s->count; i++) {
        const uint8_t *chunk = s->areas[i].locators;
        for (uint32_t k = 0; chunk != NULL && k < ox_locator_count(chunk); k++) {
            const ox_locator one = ox_locator_at(chunk, k);
            const fx distance = v3_distance(one.place.t, to);
            if (one.kind != kind || distance >= least) continue;
            least = distance;
            *locator = one;
            status = OX_OK;
        }
    }
    return status;
}

ox_status ox_levels_path(const ox_console *console, ox_id name, ox_level_path *path) {
    const ox_levels *s = ox_levels_of(ox_console_modules(console));
    for (uint32_t i = 0; s != NULL && i < s->count; i++)
        if (s->entries[i].paths != NULL && ox_level_path_find(s->entries[i].paths, name, path) == OX_OK)
            return OX_OK;
    return OX_NOT_FOUND;
}

ox_status ox_levels_summon(const ox_console *console, ox_id name, ox_handle *made) {
    ox_levels *s = ox_levels_of(ox_console_modules(console));
    *made = OX_HANDLE_NONE;
    for (uint32_t i = 0; s != NULL && i < s->count; i++) {
        ox_spawner_set *set = &s->areas[i].spawners;
        const int spawner = set->spawners == NULL ? -1 : ox_spawner_find(set, name);
        if (spawner < 0) continue;
        if (!s->areas[i].resting && ox_spawner_spawn(set, (uint32_t)spawner, made) != NULL) return OX_OK;
        *made = OX_HANDLE_NONE;
        return OX_FULL;
    }
    return OX_NOT_FOUND;
}

/* The number of a volume's region; negative when there is none. */
static int find_region(ox_levels *s, ox_id name) {
    return s == NULL || s->area_host.regions == NULL ? OX_NOT_FOUND : ox_region_find(&s->regions, name);
}

ox_status ox_levels_inside(const ox_console *console, ox_handle object, ox_id name, bool *inside) {
    ox_levels *s = ox_levels_of(ox_console_modules(console));
    const ox_world *world = ox_console_modules(console)->world;
    const ox_object *who = ox_world_get(world, object);
    const vec3 *at = who == NULL ? NULL : ox_place_of(world, who);
    const int region = find_region(s, name);
    *inside = false;
    if (at == NULL) return OX_STALE_HANDLE;
    if (region < 0) return OX_NOT_FOUND;
    *inside = ox_region_holds(s->regions.regions[region].region, *at);
    return OX_OK;
}

ox_status ox_levels_watch(const ox_console *console, ox_id name, bool active) {
    ox_levels *s = ox_levels_of(ox_console_modules(console));
    const int region = find_region(s, name);
    if (region < 0) return OX_NOT_FOUND;
    ox_region_enable(&s->regions, (uint32_t)region, active);
    return OX_OK;
}

bool ox_levels_layer(const ox_console *console, ox_id name, uint32_t *state) {
    const ox_levels *s = ox_levels_of(ox_console_modules(console));
    for (uint32_t i = 0; s != NULL && i < s->count; i++) {
        const int layer = ox_area_layer(&s->areas[i], name);
        if (layer < 0) continue;
        *state = s->areas[i].layers[layer];
        return true;
    }
    return false;
}

bool ox_levels_change_layer(const ox_console *console, ox_id name, ox_layer_change *change, bool on) {
    ox_levels *s = ox_levels_of(ox_console_modules(console));
    bool found = false;
    for (uint32_t i = 0; s != NULL && i < s->count; i++) {
        const int layer = ox_area_layer(&s->areas[i], name);
        if (layer < 0) continue;
        found = true;
        change(&s->areas[i], (uint32_t)layer, on);
    }
    return found;
}

ox_spawner_state *ox_levels_spawner(const ox_console *console, ox_id name) {
    const ox_levels *s = ox_levels_of(ox_console_modules(console));
    for (uint32_t i = 0; s != NULL && i < s->count; i++) {
        const ox_spawner_set *set = &s->areas[i].spawners;
        const int spawner = set->spawners == NULL ? -1 : ox_spawner_find(set, name);
        if (spawner >= 0) return &set->states[spawner];
    }
    return NULL;
}

static ox_scene_level *level_named(ox_levels *s, ox_id name) {
    for (uint32_t i = 0; s != NULL && i < s->count; i++)
        if (s->entries[i].name == name) return &s->entries[i];
    return NULL;
}

ox_area *ox_levels_area(const ox_console *console, ox_id level) {
    ox_levels *s = ox_levels_of(ox_console_modules(console));
    const ox_scene_level *entry = level_named(s, level);
    return entry == NULL || s->areas[entry - s->entries].data == NULL ? NULL : &s->areas[entry - s->entries];
}

ox_waves *ox_levels_waves(const ox_console *console, ox_id waves) {
    ox_level_waves *of = ox_levels_find_waves(ox_levels_of(ox_console_modules(console)), waves);
    return of == NULL ? NULL : &of->waves;
}

ox_elements *ox_levels_elements(const ox_console *console) {
    ox_levels *s = ox_levels_of(ox_console_modules(console));
    return s == NULL || s->elements.count == 0 ? NULL : &s->elements;
}

bool ox_levels_start_waves(const ox_console *console, ox_id waves) {
    ox_levels *s = ox_levels_of(ox_console_modules(console));
    ox_level_waves *of = ox_levels_find_waves(s, waves);
    if (of != NULL) ox_levels_begin_waves(s, of);
    return of != NULL;
}

bool ox_levels_play(const ox_console *console, ox_id level, bool there) {
    ox_scene_level *entry = level_named(ox_levels_of(ox_console_modules(console)), level);
    if (entry != NULL) entry->asked = there;
    return entry != NULL;
}

bool ox_levels_go(const ox_console *console, ox_id level) {
    ox_levels *s = ox_levels_of(ox_console_modules(console));
    ox_scene_level *entry = level_named(s, level);
    if (entry == NULL) return false;
    for (uint32_t i = 0; i < s->count; i++)
        if (s->entries[i].later) s->entries[i].asked = false;
    entry->asked = true;
    return true;
}

static uint32_t list_state(const ox_module_host *host, void *state, ox_sim_part *parts) {
    (void)host;
    parts[0] = ox_levels_state_part(state);
    return 1;
}

static const uint32_t tags[] = {ROM_TAG_SCENE_LEVELS, 0};

static const ox_module_event events[OX_LEVELS_EVENTS] = {
    {"Enter(who: obj, where: name, kind: name)", "an object came into a volume of a level"},
    {"Leave(who: obj, where: name, kind: name)", "an object left a volume of a level"},
    {"WaveBegan(waves: name, number: int)", "the next wave of a level's waves begins, or their boss came"},
    {"WavesOver(waves: name)", "nothing more comes of a level's waves"},
    {"Broken(who: obj, version: int)", "an element of a level went on to its next version"}};

const ox_module ox_level_module = {.id = OX_NAME("level"),
                                   .name = "level",
                                   .tags = tags,
                                   .capacities = ox_level_capacities,
                                   .capacity_count = OX_LEVELS_CAPACITIES,
                                   .natives = ox_level_native_rows,
                                   .native_count = OX_LEVELS_NATIVES,
                                   .events = events,
                                   .event_count = OX_LEVELS_EVENTS,
                                   .start = start_levels,
                                   .stop = stop_levels,
                                   .begin = begin_scene,
                                   .end = end_scene,
                                   .simulate = change_levels,
                                   .draw = draw_levels,
                                   .world_needs = need_world,
                                   .join = join_scene,
                                   .list = list_state};
