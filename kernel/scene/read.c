/* Reads a SCEN chunk into tables of numbers. */
#include <string.h>

#include "kernel/scene/internal.h"
#include "rom/check.h"

static vec3 read_vector(const uint8_t *at) {
    return (vec3){(fx)rom_word(at), (fx)rom_word(at + 4), (fx)rom_word(at + 8)};
}

static ox_motion read_motion(const uint8_t *at) {
    return (ox_motion){.orbit_radius = (fx)rom_word(at + ROM_MOTION_ORBIT_RADIUS),
                       .orbit_speed = rom_i16(at + ROM_MOTION_ORBIT_SPEED),
                       .orbit_phase = rom_half(at + ROM_MOTION_ORBIT_PHASE),
                       .bob_height = (fx)rom_word(at + ROM_MOTION_BOB_HEIGHT),
                       .bob_speed = rom_i16(at + ROM_MOTION_BOB_SPEED),
                       .bob_phase = rom_half(at + ROM_MOTION_BOB_PHASE)};
}

static void read_camera(const uint8_t *at, ox_scene_camera *camera) {
    camera->position = read_vector(at + ROM_CAMERA_POSITION);
    camera->target = read_vector(at + ROM_CAMERA_TARGET);
    camera->field = rom_half(at + ROM_CAMERA_FIELD);
    camera->near_plane = (fx)rom_word(at + ROM_CAMERA_NEAR);
    camera->far_plane = (fx)rom_word(at + ROM_CAMERA_FAR);
    camera->motion = read_motion(at + ROM_CAMERA_MOTION);
}

static void read_light(const uint8_t *at, ox_scene_light *light) {
    light->light = (rs_light){.kind = at[ROM_LIGHT_KIND],
                              .intensity = at[ROM_LIGHT_INTENSITY],
                              .vector = read_vector(at + ROM_LIGHT_VECTOR),
                              .range = (fx)rom_word(at + ROM_LIGHT_RANGE)};
    light->motion = read_motion(at + ROM_LIGHT_MOTION);
    if (light->light.kind == RS_LIGHT_DIRECTIONAL) {
        light->light.vector = v3_normalize_or(light->light.vector, V3_NEG_Y, NULL);
    }
}

/* ---- rows ---- */

ox_scene_row ox_scene_read_row(const uint8_t *chunk, uint32_t number) {
    const uint8_t *at = chunk + rom_word(chunk + ROM_SCENE_OBJECT_AT) + (size_t)number * ROM_OBJECT_SIZE;
    ox_scene_row row = {.place = {.pos = read_vector(at + ROM_OBJECT_POSITION),
                                  .angle = rom_half(at + ROM_OBJECT_ROTATION),
                                  .pitch = rom_half(at + ROM_OBJECT_ROTATION + 2),
                                  .roll = rom_half(at + ROM_OBJECT_ROTATION + 4),
                                  .size = (fx)rom_word(at + ROM_OBJECT_SCALE)},
                        .motion = read_motion(at + ROM_OBJECT_MOTION)};
    int16_t *spin = row.motion.spin;
    for (int i = 0; i < 3; i++) spin[i] = rom_i16(at + ROM_OBJECT_SPIN + i * 2);
    row.moves =
        (spin[0] | spin[1] | spin[2]) != 0 || row.motion.orbit_radius != 0 || row.motion.bob_height != 0;
    return row;
}

uint32_t ox_scene_first_row(const uint8_t *rows, uint32_t count, uint32_t row_bytes, uint32_t object) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2u;
        if (rom_word(rows + (size_t)middle * row_bytes) < object)
            low = middle + 1u;
        else
            high = middle;
    }
    return low;
}

FX_STATIC_ASSERT(ROM_OBJECT_IDENTITY_OBJECT == 0 && ROM_OBJECT_VALUE_OBJECT == 0,
                 "rows begin with the number of their object");

const uint8_t *ox_scene_read_identity(const uint8_t *chunk, uint32_t number) {
    const uint32_t count =
        rom_has(chunk, ROM_SCENE_IDENTITIES_AT) ? rom_word(chunk + ROM_SCENE_IDENTITY_COUNT) : 0;
    const uint8_t *rows = chunk + (count == 0 ? 0 : rom_word(chunk + ROM_SCENE_IDENTITIES_AT));
    if (rows == chunk) return NULL;
    const uint32_t at = ox_scene_first_row(rows, count, ROM_OBJECT_IDENTITY_SIZE, number);
    const uint8_t *row = rows + (size_t)at * ROM_OBJECT_IDENTITY_SIZE;
    return at < count && rom_word(row) == number ? row : NULL;
}

ox_id ox_scene_read_tag(const uint8_t *chunk, uint32_t bit) {
    const uint32_t count = rom_has(chunk, ROM_SCENE_TAGS_AT) ? rom_word(chunk + ROM_SCENE_TAG_COUNT) : 0;
    return bit >= count ? 0 : rom_word(chunk + rom_word(chunk + ROM_SCENE_TAGS_AT) + (size_t)bit * 4u);
}

/* ---- opening ---- */

/* An array of `count` elements, or NULL when `count` is 0; *ok turns false when it does not fit. */
static void *table(ox_arena *resident, uint32_t count, size_t size, bool *ok) {
    void *room = count == 0 ? NULL : ox_arena_push_low(resident, count * size, OX_ALIGNMENT);
    if (count > 0 && room == NULL) *ok = false;
    return room;
}

static bool make_tables(ox_scene *scene, ox_arena *resident) {
    bool ok = true;
    scene->cameras = table(resident, scene->camera_count, sizeof *scene->cameras, &ok);
    scene->lights = table(resident, scene->light_count, sizeof *scene->lights, &ok);
    scene->rows = table(resident, scene->row_count, sizeof *scene->rows, &ok);
    scene->clips =
        table(resident, scene->scene_clips + (scene->types == NULL ? 0 : ox_scene_count_clips(scene->types)),
              sizeof *scene->clips, &ok);
    /* Rows that are not read yet have no form, so they share none. */
    if (ok && scene->row_count > 0) memset(scene->rows, 0xFF, scene->row_count * sizeof *scene->rows);
    return ok;
}

static void read_header(ox_scene *scene, const uint8_t *data, const ox_resources *resources) {
    scene->flags = rom_word(data + ROM_SCENE_FLAGS);
    scene->turn_frames = rom_word(data + ROM_SCENE_TURN_FRAMES);
    scene->ambient = data[ROM_SCENE_AMBIENT];
    scene->camera_count = rom_half(data + ROM_SCENE_CAMERAS);
    scene->light_count = rom_half(data + ROM_SCENE_LIGHTS);
    scene->scene_rows = rom_half(data + ROM_SCENE_OBJECTS);
    scene->background = resources->format == RS_PAL8
                            ? data[ROM_SCENE_BACKGROUND_INDEX]
                            : rs_native_from_rgb(resources->format, rom_word(data + ROM_SCENE_BACKGROUND));
    scene->textures = true;
    scene->ticks = 60;
    scene->hud = (scene->flags & ROM_SCENE_HUD) != 0;
    scene->zoom = FX_ONE;
    if (scene->light_count > RS_LIGHTS) {
        ox_log_write(scene->log, PLAT_LOG_WARNING, "the scene has %u lights, the first %u are used",
                     (unsigned)scene->light_count, (unsigned)RS_LIGHTS);
        scene->light_count = RS_LIGHTS;
    }
}

/* Warns in debug builds of cameras whose depth cannot keep apart surfaces at the distance that the scene demands. */
static void check_depth(const ox_scene *scene, const uint8_t *data) {
    fx least = rom_has(data, ROM_SCENE_SEPARATION) ? (fx)rom_word(data + ROM_SCENE_SEPARATION) : 0;
    for (uint32_t i = 0; i < scene->camera_count && least > 0; i++) {
        rs_camera camera = {.focal = FX_ONE,
                            .near_plane = scene->cameras[i].near_plane,
                            .far_plane = scene->cameras[i].far_plane};
        rs_depth_report report = rs_depth_check(&camera, least);
        if (report.enough) continue;
        ox_log_write(scene->log, PLAT_LOG_WARNING,
                     "camera %u: surfaces %u mm apart flicker, depth needs %u mm at the far plane, %u at "
                     "half and %u at a tenth of it",
                     (unsigned)i, (unsigned)((uint64_t)least * 1000 >> 16),
                     (unsigned)((uint64_t)report.at_far * 1000 >> 16),
                     (unsigned)((uint64_t)report.at_half * 1000 >> 16),
                     (unsigned)((uint64_t)report.at_tenth * 1000 >> 16));
    }
}

/* Finds the chunk that has the types, which stays in place while the scene plays. */
static void find_types(ox_scene *scene, const uint8_t *data) {
    const uint32_t id = rom_has(data, ROM_SCENE_TYPES) ? rom_word(data + ROM_SCENE_TYPES) : 0;
    scene->types = id == 0 ? NULL : ox_resource_data(scene->resources, id, ROM_TAG_SCENE, "types");
    scene->scene_clips = ox_scene_count_clips(data);
    scene->row_count =
        scene->scene_rows + (scene->types == NULL ? 0 : rom_half(scene->types + ROM_SCENE_OBJECTS));
}

/* How many objects of a chunk move by themselves. */
static __attribute__((noinline)) uint32_t count_moving(const uint8_t *chunk) {
    uint32_t moving = 0;
    for (uint32_t i = 0; chunk != NULL && i < rom_half(chunk + ROM_SCENE_OBJECTS); i++)
        moving += ox_scene_read_row(chunk, i).moves;
    return moving;
}

/* Reads the forms of the objects of a chunk, which are rows from `first` on; false without memory. */
static bool read_rows(ox_scene *scene, const uint8_t *chunk, uint32_t first) {
    const uint32_t count = chunk == NULL ? 0 : rom_half(chunk + ROM_SCENE_OBJECTS);
    for (uint32_t i = 0; i < count; i++) {
        scene->rows[first + i] = ox_scene_take_form(scene, chunk, i);
        if (scene->rows[first + i] == UINT16_MAX) return false;
    }
    if (count > 0 && !ox_scene_read_overrides(scene, chunk, first)) return false;
    if (count > 0) ox_scene_read_clips(scene, chunk, first);
    return true;
}

/* Reads cameras and lights. Not in line, since read_rows loads resources deep down the stack. */
static __attribute__((noinline)) void read_views(const ox_scene *scene, const uint8_t *data) {
    const uint8_t *at = data + rom_word(data + ROM_SCENE_CAMERA_AT);
    for (uint32_t i = 0; i < scene->camera_count; i++)
        read_camera(at + i * ROM_CAMERA_SIZE, &scene->cameras[i]);
    at = data + rom_word(data + ROM_SCENE_LIGHT_AT);
    for (uint32_t i = 0; i < scene->light_count; i++) read_light(at + i * ROM_LIGHT_SIZE, &scene->lights[i]);
}

static ox_status read_scene(ox_scene *scene, const uint8_t *data, ox_resources *resources,
                            ox_arena *resident) {
    read_header(scene, data, resources);
    find_types(scene, data);
    if (scene->row_count >= UINT16_MAX) return OX_FULL;
    if (!make_tables(scene, resident)) return OX_OUT_OF_MEMORY;
    read_views(scene, data);
    if (OX_DEBUG) check_depth(scene, data);
    scene->moving_count = count_moving(data) + count_moving(scene->types);
    if (!read_rows(scene, data, 0) || !read_rows(scene, scene->types, scene->scene_rows) ||
        !ox_scene_give_looks(scene))
        return OX_OUT_OF_MEMORY;
    ox_scene_count_passes(scene);
    return OX_OK;
}

ox_status ox_scene_open(ox_scene *scene, ox_resources *resources, ox_arena *resident, uint32_t id,
                        ox_log *log) {
    ox_held held;
    memset(scene, 0, sizeof *scene);
    scene->id = id;
    scene->log = log;
    scene->resources = resources;
    scene->resident = resident;
    const uint8_t *data = ox_resource_scene(resources, id, &held);
    if (data == NULL) return OX_NOT_FOUND;
    ox_status status = read_scene(scene, data, resources, resident);
    ox_manager_let_go(resources->manager, held.handle);
    return status;
}
