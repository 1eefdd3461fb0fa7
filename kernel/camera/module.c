/* Cameras as a module: components, lives, what is drawn with. */
#include "kernel/camera/module.h"

#include "kernel/camera/internal.h"
#include "kernel/camera/zone.h"
#include "kernel/collision/module.h"
#include "kernel/console/console.h"
#include "kernel/content/module.h"
#include "kernel/engine/limit.h"
#include "kernel/level/module.h"
#include "kernel/tween/tween.h"
#include "kernel/type/name.h"
#include "rom/data.h"

enum { MOST = 256, POINTS_MOST = 4096, RIG_BYTES = 372, BOOM_BYTES = 48 };
OX_CAPACITY_HOLDS(RIG_BYTES - sizeof(ox_component_head), ox_rig);
OX_CAPACITY_HOLDS(BOOM_BYTES - sizeof(ox_component_head), ox_boom_component);
OX_LIMIT(MOST, ox_component_type, capacity, "numbers of components are 16 bits");

const ox_capacity ox_camera_capacities[OX_CAMERA_CAPACITIES] = {
    [OX_CAPACITY_CAMERAS] = {"cameras", 4, MOST, RIG_BYTES},
    [OX_CAPACITY_BOOMS] = {"booms", 2, MOST, BOOM_BYTES},
    [OX_CAPACITY_CAMERA_POINTS] = {"camera-points", 32, POINTS_MOST, 80},
    [OX_CAPACITY_SAMPLES] = {"samples", 1, 1, 8}};

static const ox_field boom_fields[] = {
    OX_FIELD(ox_boom_component, kind, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_boom_component, radius, OX_FX, OX_SIM, .high = 100 * FX_ONE),
    OX_FIELD(ox_boom_component, fade, OX_U8, OX_SIM),
    OX_FIELD_IN(ox_boom_component, boom.margin, "gap", OX_FX, OX_SIM, .initial = FX(0.1),
                .high = 100 * FX_ONE),
    OX_FIELD_IN(ox_boom_component, boom.least, "short", OX_FX, OX_SIM, .initial = FX(0.8),
                .high = 100 * FX_ONE),
    OX_FIELD_IN(ox_boom_component, boom.feel, "feel", OX_FX, OX_SIM, .high = 100 * FX_ONE),
    OX_FIELD_IN(ox_boom_component, boom.wait, "wait", OX_U16, OX_SIM, .initial = 10),
    OX_FIELD_IN(ox_boom_component, boom.smooth, "soft", OX_U16, OX_SIM, .initial = 12),
    OX_FIELD_IN(ox_boom_component, boom.ray, "ray", OX_BOOL, OX_SIM),
    OX_FIELD_IN(ox_boom_component, boom.begun, "begun", OX_BOOL, OX_SIM | OX_ENGINE),
    OX_FIELD_IN(ox_boom_component, boom.free, "free", OX_U16, OX_SIM | OX_ENGINE),
    OX_FIELD_IN(ox_boom_component, boom.length, "length", OX_FX, OX_SIM | OX_ENGINE)};
const ox_type ox_boom_type = OX_TYPE(ox_boom_component, boom_fields, 1);

static const ox_field part_fields[] = {
    OX_FIELD(ox_view_part, number, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_view_part, left, OX_FX, OX_SIM, .high = FX_ONE),
    OX_FIELD(ox_view_part, top, OX_FX, OX_SIM, .high = FX_ONE),
    OX_FIELD(ox_view_part, width, OX_FX, OX_SIM, .initial = FX_ONE, .high = FX_ONE),
    OX_FIELD(ox_view_part, height, OX_FX, OX_SIM, .initial = FX_ONE, .high = FX_ONE),
    OX_FIELD(ox_view_part, samples, OX_U8, OX_SIM, .high = 3)};
const ox_type ox_view_part_type = OX_TYPE(ox_view_part, part_fields, 1);

/* ---- who is who ---- */

ox_cameras *ox_cameras_of(const ox_module_host *host) { return ox_module_state(host, OX_CAMERA_NAME); }
ox_cameras *ox_console_cameras(const ox_console *console) {
    return ox_module_state(ox_console_modules(console), OX_CAMERA_NAME);
}

ox_rig *ox_rig_of(const ox_cameras *c, const ox_object *object) {
    return ox_component_get(c->world, object, c->type);
}

/* Of equal names the object in the lowest slot: components come in an order that saved games do not keep. */
ox_object *ox_camera_called(const ox_cameras *c, ox_id name) {
    ox_object *object, *found = NULL;
    void *rig;
    if (name == 0) return NULL;
    for (uint32_t at = 0; (at = ox_component_each(c->world, c->type, at, &object, &rig)) != 0;) {
        const ox_rig *r = rig;
        if (r->called != name || (object->flags & OX_OBJECT_DEAD) != 0) continue;
        if (found == NULL || ox_object_slot(object) < ox_object_slot(found)) found = object;
    }
    return found;
}

bool ox_camera_use(ox_cameras *c, uint32_t part, ox_id camera, uint32_t steps) {
    if (part >= RS_VIEWPORTS || ox_camera_called(c, camera) == NULL) return false;
    ox_seat *seat = &c->seats[part];
    seat->director.base = camera;
    seat->blend_wish = (uint16_t)(steps > UINT16_MAX ? UINT16_MAX : steps);
    return true;
}

/* ---- pictures ---- */

static bool view_with(const ox_cameras *c, const ox_seat *seat, const ox_camera_pose *pose,
                      ox_camera_view *view) {
    const ox_camera_part part = ox_seat_part(c, seat);
    ox_camera camera = seat->camera;
    camera.now = *pose;
    return seat->is_on && seat->seen != 0 && ox_camera_look(&camera, &part, UF16_ONE, view);
}

bool ox_cameras_view(const ox_cameras *c, uint32_t part, ox_camera_view *view) {
    return part < RS_VIEWPORTS && view_with(c, &c->seats[part], &c->seats[part].camera.now, view);
}

/* How a part is sampled; NULL: one sample of each pixel. */
static const rs_supersample *samples_of(ox_cameras *c, uint32_t part) {
    const uint8_t bits = c->seats[part].part.samples;
    rs_supersample *how = &c->samples[part];
    if (bits == 0) return NULL;
    if (how->memory.base == NULL) {
        if (!c->is_coarse)
            ox_log_write(c->host->log, PLAT_LOG_WARNING, "%s",
                         c->host->options->format == PLAT_PAL8
                             ? "samples want pictures of colours: write `format rgb565` or another"
                             : "samples want memory: write `capacity samples 1`");
        c->is_coarse = true;
        return NULL;
    }
    how->across = (bits & 1u) != 0 ? 2 : 1;
    how->down = (bits & 2u) != 0 ? 2 : 1;
    return how;
}

/* The view that is drawn: shaken. Its part covers the whole picture, or a rectangle of it. */
static bool look_through(void *context, uint32_t part, rs_viewport *out) {
    ox_cameras *c = context;
    ox_camera_view view;
    uint32_t shown = 0;
    for (uint32_t i = 0; i < RS_VIEWPORTS; i++) {
        const ox_seat *seat = &c->seats[i];
        if (!seat->is_on || seat->seen == 0 || shown++ != part) continue;
        const ox_camera_pose pose =
            ox_shaken(&seat->shake, &ox_shake_usual, &seat->camera.now, c->host->scene->steps);
        if (!view_with(c, seat, &pose, &view)) return false;
        const ox_camera_part at = ox_seat_part(c, seat);
        const bool is_whole = at.width == c->host->options->width && at.height == c->host->options->height;
        c->drawn = i;
        *out =
            (rs_viewport){.x = at.left, .y = at.top, .width = is_whole ? 0 : at.width, .height = at.height};
        out->clear_colour = out->clear_depth = !is_whole && i > 0;
        out->colour = c->host->scene->background;
        out->samples = samples_of(c, i);
        return ox_camera_to_raster(&view, &out->camera);
    }
    return false;
}

/* Whether a camera of another part has an object for itself, or this part's leaves it out. */
static bool is_kept_out(const ox_cameras *c, const ox_object *object) {
    for (uint32_t i = 0; i < RS_VIEWPORTS; i++) {
        const ox_object *camera = c->seats[i].is_on ? ox_camera_called(c, c->seats[i].seen) : NULL;
        const ox_rig *r = camera == NULL ? NULL : ox_rig_of(c, camera);
        if (r == NULL) continue;
        if (i == c->drawn && r->hides && r->of != 0 && ox_object_is(c->world, object, r->of)) return true;
        if (i != c->drawn && r->arms != 0 && ox_object_is(c->world, object, r->arms)) return true;
    }
    return false;
}

/* How much is to be seen of an object, in sixteenths. */
static uint8_t opacity_of(void *context, const ox_object *object) {
    const ox_cameras *c = context;
    if (is_kept_out(c, object)) return 0;
    for (uint32_t i = 0; i < RS_VIEWPORTS; i++)
        if (c->seats[i].is_on && c->seats[i].opacity < OX_OPAQUE &&
            c->seats[i].faded.bits == object->handle.bits)
            return c->seats[i].opacity;
    return ox_fades_of(&c->fades, object->handle);
}

/* ---- picking ---- */

/* The nearest sphere about something drawn that has no shape. */
static ox_object *pick_sphere(const ox_cameras *c, vec3 from, vec3 way, q30 *part) {
    const ox_collisions *collisions = ox_module_state(c->host, OX_NAME("collision"));
    const ox_scene *scene = c->host->scene;
    const rot33 upright = rot33_identity();
    ox_object *object, *found = NULL;
    ox_model *model;
    for (uint32_t at = 0; (at = ox_scene_each(scene, at, &object, &model)) != 0;) {
        sphere3 ball;
        ox_shape_hit hit;
        if (collisions != NULL && ox_collider_of(collisions, object) != NULL) continue;
        if (!ox_scene_sphere(scene, object, &ball) || ball.radius <= 0) continue;
        const ox_shape shape = {.kind = OX_SHAPE_SPHERE, .radius = ball.radius};
        const rig34 pose = rig34_from(&upright, ball.centre);
        if (!ox_shape_ray(&shape, &pose, from, way, &hit) || hit.part >= *part) continue;
        *part = hit.part;
        found = object;
    }
    return found;
}

ox_object *ox_cameras_pick(ox_cameras *c, fx x, fx y, vec3 *at) {
    for (uint32_t i = RS_VIEWPORTS; i-- > 0;) { /* what lies over other parts first */
        const ox_camera_part part = ox_seat_part(c, &c->seats[i]);
        ox_camera_view view;
        vec3 from, to;
        const int32_t px = fx_to_int_floor(x), py = fx_to_int_floor(y);
        if (px < part.left || px >= part.left + part.width || py < part.top || py >= part.top + part.height)
            continue;
        if (!ox_cameras_view(c, i, &view)) continue;
        ox_camera_pick(&view, x, y, &from, &to);
        ox_collisions *collisions = ox_module_state(c->host, OX_NAME("collision"));
        const vec3 way = v3_subs(to, from);
        ox_collision_hit hit;
        q30 nearest = Q30_ONE;
        ox_object *found = NULL;
        if (collisions != NULL && !collisions->is_looked) ox_collisions_look(collisions);
        if (collisions != NULL && ox_collision_ray(collisions, from, way, NULL, &hit)) {
            nearest = hit.part;
            found = ox_world_get(c->world, hit.object);
        }
        ox_object *other = pick_sphere(c, from, way, &nearest);
        if (other != NULL) found = other;
        if (found != NULL) *at = v3_adds(from, v3_scale_q30(way, nearest));
        return found;
    }
    return NULL;
}

/* ---- shots out of data ---- */

enum {
    COLUMN_ORDER,
    COLUMN_CAMERA,
    COLUMN_STEPS,
    COLUMN_BLEND,
    COLUMN_CURVE,
    COLUMN_OF,
    COLUMN_FOV,
    COLUMNS
};
static const ox_id columns[COLUMNS] = {OX_NAME("order"), OX_NAME("camera"), OX_NAME("steps"),
                                       OX_NAME("blend"), OX_NAME("curve"),  OX_NAME("of"),
                                       OX_NAME("fov")};

static int32_t value_of(const uint8_t *chunk, const uint8_t *row, uint32_t which) {
    const int column = rom_data_column(chunk, columns[which]);
    if (column < 0 || rom_data_kind(chunk, (uint32_t)column) == ROM_FIELD_TEXT) return 0;
    return rom_data_value(chunk, row, (uint32_t)column);
}

uint32_t ox_camera_shots(const ox_cameras *c, ox_id list, ox_shot *shots, uint32_t room) {
    const uint8_t *chunk = ox_content_chunk(c->host, list, ROM_TAG_DATA);
    int32_t order[OX_CAMERA_SHOTS];
    uint32_t count = 0;
    if (chunk == NULL) return 0;
    for (uint32_t i = 0; i < rom_data_rows(chunk) && count < room && count < OX_CAMERA_SHOTS; i++) {
        const uint8_t *row = rom_data_row(chunk, i);
        const int32_t at = value_of(chunk, row, COLUMN_ORDER);
        const uint32_t curve = ox_tween_curve((ox_id)value_of(chunk, row, COLUMN_CURVE));
        const ox_shot shot = {.camera = (ox_id)value_of(chunk, row, COLUMN_CAMERA),
                              .of = (ox_id)value_of(chunk, row, COLUMN_OF),
                              .steps = (uint16_t)int_clamp(value_of(chunk, row, COLUMN_STEPS), 0, UINT16_MAX),
                              .blend = (uint16_t)int_clamp(value_of(chunk, row, COLUMN_BLEND), 0, UINT16_MAX),
                              .curve = (uint8_t)(curve >= EASE_COUNT ? EASE_SMOOTHSTEP : curve),
                              .fov = fx_clamp(value_of(chunk, row, COLUMN_FOV), 0, 170 * FX_ONE)};
        uint32_t k = count++;
        for (; k > 0 && order[k - 1] > at; k--) {
            order[k] = order[k - 1];
            shots[k] = shots[k - 1];
        }
        order[k] = at;
        shots[k] = shot;
    }
    return count;
}

/* ---- layouts out of data ---- */

static fx share_of(const uint8_t *chunk, const uint8_t *row, ox_id name, fx usual) {
    const int column = rom_data_column(chunk, name);
    return column < 0 ? usual : fx_clamp01(rom_data_value(chunk, row, (uint32_t)column));
}

bool ox_camera_layout(ox_cameras *c, ox_id list) {
    const uint8_t *chunk = ox_content_chunk(c->host, list, ROM_TAG_DATA);
    const int part = chunk == NULL ? -1 : rom_data_column(chunk, OX_NAME("part"));
    bool is_given[RS_VIEWPORTS] = {false}, is_any = false;
    for (uint32_t i = 0; part >= 0 && i < rom_data_rows(chunk); i++) {
        const uint8_t *row = rom_data_row(chunk, i);
        const int32_t number = rom_data_value(chunk, row, (uint32_t)part);
        const ox_id camera = (ox_id)value_of(chunk, row, COLUMN_CAMERA);
        if (number < 0 || number >= RS_VIEWPORTS || ox_camera_called(c, camera) == NULL) continue;
        ox_seat *seat = &c->seats[number];
        seat->part.left = share_of(chunk, row, OX_NAME("left"), 0);
        seat->part.top = share_of(chunk, row, OX_NAME("top"), 0);
        seat->part.width = share_of(chunk, row, OX_NAME("wide"), FX_ONE);
        seat->part.height = share_of(chunk, row, OX_NAME("tall"), FX_ONE);
        seat->director.base = camera;
        is_given[number] = seat->part.width > 0 && seat->part.height > 0;
        is_any = is_any || is_given[number];
    }
    for (uint32_t i = 0; is_any && i < RS_VIEWPORTS; i++) c->seats[i].is_on = is_given[i];
    return is_any;
}

/* ---- paths ---- */

/* By the form of a level's spline: straight ones are cardinal ones without tangents; curves by handles go through all points, too. */
static const path_kind forms[] = {PATH_CARDINAL, PATH_CATMULL_ROM, PATH_CATMULL_ROM, PATH_BSPLINE};

static ox_status make_path(const ox_module_host *host, void *context, ox_id name) {
    ox_cameras *c = context;
    ox_level_path level;
    for (uint32_t i = 0; i < c->path_count; i++)
        if (c->path_names[i] == name) return OX_OK;
    if (name == 0 || ox_levels_path(host->console, name, &level) != OX_OK)
        return OX_OK; /* the rig stands still */
    if (c->path_count == OX_CAMERA_PATHS)
        return ox_module_refuse(host, OX_FULL, 0, "cameras go along more than %d paths", OX_CAMERA_PATHS);
    const uint32_t n = level.count;
    vec3 *points = OX_PUSH(host->resident, vec3, n);
    fx *lengths = OX_PUSH(host->resident, fx, OX_PATH_LENGTHS(n, OX_CAMERA_SAMPLES));
    if (points == NULL || lengths == NULL)
        return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0,
                                "no room for the paths of cameras; raise `budget`");
    for (uint32_t i = 0; i < n; i++) points[i] = ox_level_path_corner(&level, i);
    const path3 curve = {points, (int)n, forms[level.form & 3u], level.closed, FX_ONE};
    if (!ox_camera_path_make(&c->paths[c->path_count], &curve, OX_CAMERA_SAMPLES, lengths)) {
        ox_log_write(host->log, PLAT_LOG_WARNING, "a camera's path has no length: the camera stands still");
        return OX_OK;
    }
    c->path_names[c->path_count++] = name;
    return OX_OK;
}

/* A zone that is none refuses the cart. */
static ox_status check_zone(const ox_module_host *host, void *context, ox_id name) {
    ox_level_path path;
    (void)context;
    if (name == 0) return OX_OK;
    if (ox_levels_path(host->console, name, &path) != OX_OK)
        return ox_module_refuse(host, OX_NOT_FOUND, 0, "a camera's zone is no path of this scene");
    if (!ox_zone_is(&path))
        return ox_module_refuse(host, OX_BAD_DATA, 0,
                                "a camera's zone is no closed path of three corners or more");
    return OX_OK;
}

/* ---- lives ---- */

static const ox_component_ops camera_ops = {.give = ox_camera_give}, rig_ops = {.give = ox_rig_give},
                              lens_ops = {.give = ox_lens_give}, boom_ops = {.give = ox_boom_give},
                              view_ops = {.give = ox_view_give};
static const ox_module_wanted wanted[] = {
    {{.name = OX_CAMERA_NAME, .record = &ox_rig_type, .ops = &camera_ops}, OX_CAPACITY_CAMERAS},
    {{.name = OX_NAME("rig"), .record = &ox_camera_said_type, .ops = &rig_ops}, OX_CAPACITY_CAMERAS},
    {{.name = OX_NAME("lens"), .record = &ox_camera_said_type, .ops = &lens_ops}, OX_CAPACITY_CAMERAS},
    {{.name = OX_NAME("boom"), .record = &ox_boom_type, .ops = &boom_ops}, OX_CAPACITY_BOOMS},
    {{.name = OX_NAME("view"), .capacity = RS_VIEWPORTS, .record = &ox_view_part_type, .ops = &view_ops}, 0}};

/* Seats as the scene's cameras say: those with `view`, else the first camera in the whole picture. */
static void make_seats(ox_cameras *c) {
    static const ox_id numbers[RS_VIEWPORTS] = {OX_NAME("0"), OX_NAME("1"), OX_NAME("2"), OX_NAME("3")};
    bool is_divided = false;
    ox_id first = 0;
    for (uint32_t i = 0; i < RS_VIEWPORTS; i++) {
        c->seats[i] = (ox_seat){.camera = ox_camera_usual(), .opacity = OX_OPAQUE};
        c->seats[i].part = (ox_view_part){numbers[i], 0, 0, FX_ONE, FX_ONE, 0};
        c->seats[i].blend.from.turn = Q4_IDENTITY;
        c->seats[i].camera.reference = fx_ratio(c->host->options->width, c->host->options->height);
    }
    for (uint32_t slot = 0; slot < ox_pool_peak(&c->world->objects); slot++) {
        ox_object *object = ox_world_slot(c->world, slot);
        const ox_rig *r = c->world->objects.generations[slot] == 0 ? NULL : ox_rig_of(c, object);
        if (r == NULL) continue;
        if (first == 0) first = r->called;
        const ox_view_part *part = ox_component_get(c->world, object, c->view_type);
        for (uint32_t i = 0; part != NULL && i < RS_VIEWPORTS; i++) {
            if (part->number != numbers[i] || part->width <= 0 || part->height <= 0) continue;
            c->seats[i].part = *part;
            c->seats[i].director.base = r->called;
            c->seats[i].is_on = is_divided = true;
        }
    }
    if (is_divided || first == 0) return;
    c->seats[0].director.base = first;
    c->seats[0].is_on = true;
}

static void run_phase(void *context, ox_world *world, ox_phase phase, uint32_t bucket) {
    (void)world, (void)phase, (void)bucket;
    ox_seats_step(context);
}

static const ox_system camera_system = {
    .name = OX_CAMERA_NAME, .phases = 1u << OX_PHASE_CAMERA, .run = run_phase};

/* Takes memory for samples, which all parts share, where the cart declares it and the format has colours. False: memory is short. */
static bool take_samples(ox_cameras *c) {
    enum { LINES = 4 };
    const ox_boot_options *wishes = c->host->options;
    if (wishes->format == PLAT_PAL8 ||
        !ox_module_is_declared(c->host, &ox_camera_capacities[OX_CAPACITY_SAMPLES]))
        return true;
    const size_t bytes = rs_supersample_bytes(wishes->width, (rs_format)wishes->format, LINES);
    void *memory = ox_arena_push_low(c->host->resident, bytes, OX_ALIGNMENT);
    for (uint32_t i = 0; i < RS_VIEWPORTS; i++) c->samples[i].memory = (rs_block){memory, bytes};
    return memory != NULL;
}

static ox_status begin_scene(const ox_module_host *host, void **state) {
    const int type = ox_world_component(host->world, OX_CAMERA_NAME);
    *state = NULL;
    if (type < 0) return OX_OK;
    ox_cameras *c = OX_PUSH(host->resident, ox_cameras, 1);
    if (c == NULL) return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for cameras; raise `budget`");
    *c = (ox_cameras){.host = host, .world = host->world, .type = (uint32_t)type};
    c->boom_type = (uint32_t)ox_world_component(host->world, OX_NAME("boom"));
    c->view_type = (uint32_t)ox_world_component(host->world, OX_NAME("view"));
    const ox_module_named named[] = {{c->type, OX_GIVEN_FIRST + 2, offsetof(ox_rig, path)},
                                     {c->type, OX_GIVEN_FIRST + 14, offsetof(ox_rig, look)},
                                     {c->type, OX_GIVEN_FIRST + 15, offsetof(ox_rig, zone)}};
    for (uint32_t i = 0; i < sizeof named / sizeof *named; i++) {
        const ox_status status = ox_module_each_named(host, &named[i], i < 2 ? make_path : check_zone, c);
        if (status != OX_OK) return status;
    }
    if (!take_samples(c))
        return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for samples; raise `budget`");
    const int system = ox_world_add_system(host->world, &camera_system, c);
    if (system < 0) return (ox_status)system;
    make_seats(c);
    if (c->seats[0].is_on || c->seats[1].is_on || c->seats[2].is_on || c->seats[3].is_on) {
        host->scene->look_with = look_through;
        host->scene->look_with_context = c;
        host->scene->opacity_of = opacity_of;
    }
    *state = c;
    return OX_OK;
}

static void end_scene(const ox_module_host *host, void **state, ox_module_end how) {
    (void)how;
    if (host->scene->look_with_context != *state) return;
    host->scene->look_with = NULL;
    host->scene->opacity_of = NULL;
}

static bool tell_full(const ox_module_host *host, void *state) {
    ox_cameras *c = state;
    const ox_component_store *store = &c->world->components[c->type],
                             *booms = &c->world->components[c->boom_type];
    if (c->is_told || (store->refused == 0 && booms->refused == 0)) return true;
    c->is_told = true;
    ox_log_write(host->log, PLAT_LOG_WARNING, "more than %u %s at once: raise `capacity %s`",
                 (unsigned)(store->refused != 0 ? store : booms)->type->capacity,
                 store->refused != 0 ? "cameras" : "booms", store->refused != 0 ? "cameras" : "booms");
    return true;
}

static uint32_t list_state(const ox_module_host *host, void *state, ox_sim_part *parts) {
    (void)host;
    *parts = ox_camera_state_part(state);
    return 1;
}

static const ox_module_event events[OX_CAMERA_EVENTS] = {
    {"Shot(part: int, number: int)", "another shot of a list begins in a part of the picture"},
    {"ShotsOver(part: int)", "the list of shots has ended: what was seen before is seen again"}};

static const uint32_t needs[] = {OX_NAME("level"), OX_NAME("collision"), OX_NAME("content"), 0};

const ox_module ox_camera_module = {.id = OX_CAMERA_NAME,
                                    .name = "camera",
                                    .needs = needs,
                                    .capacities = ox_camera_capacities,
                                    .capacity_count = OX_CAMERA_CAPACITIES,
                                    .natives = ox_camera_native_rows,
                                    .native_count = OX_CAMERA_NATIVES,
                                    .events = events,
                                    .event_count = OX_CAMERA_EVENTS,
                                    .words = ox_camera_words,
                                    .begin = begin_scene,
                                    .end = end_scene,
                                    .stepped = tell_full,
                                    .wanted = wanted,
                                    .wanted_count = 5,
                                    .wanted_systems = 1,
                                    .list = list_state};
