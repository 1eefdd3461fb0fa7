/* Lights and paints of objects: words of cart.txt, members for scripts, what pictures get of them. */
#include "kernel/shading/module.h"

#include "fixedmath/angle.h"
#include "kernel/engine/limit.h"
#include "kernel/type/name.h"
#include "kernel/world/query.h"
#include "raster/material.h"

#define NAME OX_NAME("shading")
#define LIGHT OX_NAME("light")
#define PAINT OX_NAME("paint")
#define RANGE_MOST (16383 * FX_ONE)
#define CONE_MOST (179 * FX_ONE)

enum { MOST = 256, LIGHT_BYTES = 32, PAINT_BYTES = 40, WHITE = 0xFFFFFF, SHINE_MOST = 7, REPEATS = 4096 };
OX_CAPACITY_HOLDS(LIGHT_BYTES - sizeof(ox_component_head), ox_light);
OX_CAPACITY_HOLDS(PAINT_BYTES - sizeof(ox_component_head), ox_paint);
OX_LIMIT(MOST, ox_component_type, capacity, "numbers of components are 16 bits");

const ox_capacity ox_shading_capacities[OX_SHADING_CAPACITIES] = {
    [OX_CAPACITY_LIGHTS] = {"lights", 8, MOST, LIGHT_BYTES},
    [OX_CAPACITY_PAINTS] = {"paints", 16, MOST, PAINT_BYTES}};

static const ox_field light_fields[] = {
    OX_FIELD(ox_light, kind, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_light, colour, OX_U32, OX_SIM, .initial = WHITE, .high = WHITE),
    OX_FIELD(ox_light, strength, OX_FX, OX_SIM, .initial = FX_ONE, .high = FX_ONE),
    OX_FIELD(ox_light, range, OX_FX, OX_SIM, .initial = 8 * FX_ONE, .high = RANGE_MOST),
    OX_FIELD(ox_light, cone, OX_FX, OX_SIM, .initial = 45 * FX_ONE, .low = FX_ONE, .high = CONE_MOST),
    OX_FIELD(ox_light, soft, OX_FX, OX_SIM, .initial = FX_ONE / 4, .high = FX_ONE)};
const ox_type ox_light_type = OX_TYPE(ox_light, light_fields, 1);

static const ox_field paint_fields[] = {
    OX_FIELD(ox_paint, colour, OX_U32, OX_SIM, .initial = WHITE, .high = WHITE),
    OX_FIELD(ox_paint, alpha, OX_FX, OX_SIM, .initial = FX_ONE, .high = FX_ONE),
    OX_FIELD(ox_paint, u, OX_FX, OX_SIM, .low = -REPEATS * FX_ONE, .high = REPEATS * FX_ONE),
    OX_FIELD(ox_paint, v, OX_FX, OX_SIM, .low = -REPEATS * FX_ONE, .high = REPEATS * FX_ONE),
    OX_FIELD(ox_paint, gloss, OX_FX, OX_SIM, .initial = -FX_ONE, .low = -FX_ONE, .high = FX_ONE),
    OX_FIELD(ox_paint, shine, OX_I8, OX_SIM, .initial = -1, .low = -1, .high = SHINE_MOST),
    OX_FIELD(ox_paint, columns, OX_U8, OX_SIM, .initial = 1, .low = 1, .high = 64),
    OX_FIELD(ox_paint, rows, OX_U8, OX_SIM, .initial = 1, .low = 1, .high = 64),
    OX_FIELD(ox_paint, frame, OX_U16, OX_SIM, .high = 4095)};
const ox_type ox_paint_type = OX_TYPE(ox_paint, paint_fields, 1);

#define OF_LIGHT(name, field, type, about)                                                                   \
    OX_SCRIPT_FIELD(name, light, field, &ox_light_type, true, type, about)
#define OF_PAINT(name, field, type, about)                                                                   \
    OX_SCRIPT_FIELD(name, paint, field, &ox_paint_type, true, type, about)
const ox_script_field ox_shading_field_rows[OX_SHADING_FIELDS] = {
    OF_LIGHT(light_strength, strength, "fx", "how bright its light is, 0.0 to 1.0"),
    OF_LIGHT(light_colour, colour, "int", "the colour of its light: #FFC080"),
    OF_LIGHT(light_range, range, "fx", "up to how many metres its light reaches"),
    OF_LIGHT(light_cone, cone, "fx", "how wide its light is, in degrees, where it is a spot"),
    OF_PAINT(paint_colour, colour, "int", "what the colours of its materials are multiplied with: #FF8080"),
    OF_PAINT(paint_alpha, alpha, "fx", "how solid it is drawn, 1.0: as its materials say, 0.0: not at all"),
    OF_PAINT(paint_u, u, "fx", "how far its texture has moved to the left, 1.0: once its width"),
    OF_PAINT(paint_v, v, "fx", "how far its texture has moved up, 1.0: once its height"),
    OF_PAINT(paint_frame, frame, "int", "the number of the picture in its texture, from 0"),
    OF_PAINT(paint_gloss, gloss, "fx",
             "how bright its highlights are, 0.0 to 1.0; -1.0: as its materials say"),
    OF_PAINT(paint_shine, shine, "int", "how narrow its highlights are, 0 to 7; -1: as its materials say")};

/* ---- words of cart.txt ---- */

enum { CELL_COLOUR = OX_GIVEN_FIRST, CELL_STRENGTH, CELL_RANGE, CELL_CONE, CELL_SOFT };
enum {
    CELL_ALPHA = CELL_COLOUR + 1,
    CELL_U,
    CELL_V,
    CELL_GLOSS,
    CELL_SHINE,
    CELL_FRAMES, /* two */
    CELL_FRAME = CELL_FRAMES + 2
};
static const char *const light_kinds[] = {"lamp", "spot", "sun", NULL};
static const char *const paint_kinds[] = {"own", NULL};
static const ox_module_option light_options[] = {{"colour", NULL, OX_OPTION_COLOUR, CELL_COLOUR, false},
                                                 {"strength", NULL, OX_OPTION_NUMBER, CELL_STRENGTH, false},
                                                 {"range", NULL, OX_OPTION_NUMBER, CELL_RANGE, false},
                                                 {"cone", NULL, OX_OPTION_NUMBER, CELL_CONE, false},
                                                 {"soft", NULL, OX_OPTION_NUMBER, CELL_SOFT, false},
                                                 {NULL, NULL, 0, 0, false}};
static const ox_module_option paint_options[] = {{"colour", NULL, OX_OPTION_COLOUR, CELL_COLOUR, false},
                                                 {"alpha", NULL, OX_OPTION_NUMBER, CELL_ALPHA, false},
                                                 {"u", NULL, OX_OPTION_NUMBER, CELL_U, false},
                                                 {"v", NULL, OX_OPTION_NUMBER, CELL_V, false},
                                                 {"gloss", NULL, OX_OPTION_NUMBER, CELL_GLOSS, false},
                                                 {"shine", NULL, OX_OPTION_COUNT, CELL_SHINE, false},
                                                 {"frames", NULL, OX_OPTION_POINT, CELL_FRAMES, false},
                                                 {"frame", NULL, OX_OPTION_COUNT, CELL_FRAME, false},
                                                 {NULL, NULL, 0, 0, false}};
static const ox_module_word words[] = {
    {"light", light_kinds, light_options,
     "with light=lamp|spot|sun [colour=#RRGGBB] [strength=0..1] [range=M] [cone=DEGREES] [soft=0..1]",
     "the object above shines: to all sides, in a cone along its -Z, or from far away along its -Z"},
    {"paint", paint_kinds, paint_options,
     "with paint=own [colour=#RRGGBB] [alpha=0..1] [u=U] [v=V] [gloss=0..1] [shine=0..7]\n"
     "        [frames=COLUMNS,ROWS] [frame=N]",
     "what is drawn of the object above has this colour, opacity, gloss and part of its texture"},
    {NULL, NULL, NULL, NULL, NULL}};

static void *component_for(ox_world *world, ox_object *object, ox_id name) {
    const int type = ox_world_component(world, name);
    void *data = type < 0 ? NULL : ox_component_get(world, object, (uint32_t)type);
    if (data == NULL && type >= 0) data = ox_component_add(world, object, (uint32_t)type);
    return data;
}

static void give_light(ox_world *world, ox_object *object, const ox_given *given) {
    ox_light *l = component_for(world, object, LIGHT);
    if (l == NULL) return;
    l->kind = (ox_id)given->cells[OX_GIVEN_FIELD];
    if (ox_given_says(given, CELL_COLOUR)) l->colour = (uint32_t)given->cells[CELL_COLOUR] & WHITE;
    ox_given_number(given, CELL_STRENGTH, 0, FX_ONE, &l->strength);
    ox_given_number(given, CELL_RANGE, 0, RANGE_MOST, &l->range);
    ox_given_number(given, CELL_CONE, FX_ONE, CONE_MOST, &l->cone);
    ox_given_number(given, CELL_SOFT, 0, FX_ONE, &l->soft);
}

static void give_paint(ox_world *world, ox_object *object, const ox_given *given) {
    ox_paint *s = component_for(world, object, PAINT);
    const int32_t *cells = given->cells;
    if (s == NULL) return;
    if (ox_given_says(given, CELL_COLOUR)) s->colour = (uint32_t)cells[CELL_COLOUR] & WHITE;
    ox_given_number(given, CELL_ALPHA, 0, FX_ONE, &s->alpha);
    ox_given_number(given, CELL_U, -REPEATS * FX_ONE, REPEATS * FX_ONE, &s->u);
    ox_given_number(given, CELL_V, -REPEATS * FX_ONE, REPEATS * FX_ONE, &s->v);
    ox_given_number(given, CELL_GLOSS, 0, FX_ONE, &s->gloss);
    if (ox_given_says(given, CELL_SHINE)) s->shine = (int8_t)int_clamp(cells[CELL_SHINE], 0, SHINE_MOST);
    if (ox_given_says(given, CELL_FRAMES)) {
        s->columns = (uint8_t)int_clamp(fx_to_int_nearest(cells[CELL_FRAMES]), 1, 64);
        s->rows = (uint8_t)int_clamp(fx_to_int_nearest(cells[CELL_FRAMES + 1]), 1, 64);
    }
    if (ox_given_says(given, CELL_FRAME)) s->frame = (uint16_t)int_clamp(cells[CELL_FRAME], 0, 4095);
}

/* ---- lights ---- */

static int16_t cosine_of(fx degrees) { return (int16_t)(fx_cos(ang16_from_degrees_fx(degrees)) >> 2); }

bool ox_light_shines(const ox_scene *scene, const ox_object *object, const ox_light *light, rs_light *shone) {
    const ox_object_place *at = ox_object_place_of(scene->world, object);
    if (at == NULL || (object->flags & OX_OBJECT_VISIBLE) == 0 || light->strength <= 0) return false;
    const mat34 drawn = ox_scene_drawn(scene, object);
    const vec3 ahead = v3_normalize_or(v3_neg(m34_column(&drawn, 2)), V3_NEG_Y, NULL);
    *shone = (rs_light){.kind = RS_LIGHT_POINT,
                        .intensity = (uint8_t)fx_to_int_nearest(light->strength * 255),
                        .vector = m34_column(&drawn, 3),
                        .range = light->range,
                        .rgb = light->colour == 0 ? 1u : light->colour};
    if (light->kind == OX_NAME("sun")) {
        shone->kind = RS_LIGHT_DIRECTIONAL;
        shone->vector = ahead;
    } else if (light->kind == OX_NAME("spot")) {
        shone->axis = ahead;
        shone->cos_outer = cosine_of(light->cone / 2);
        shone->cos_inner = cosine_of(fx_mul(light->cone / 2, FX_ONE - light->soft));
        shone->smooth = true;
    }
    return true;
}

/* ---- the module ---- */

typedef struct shading {
    const ox_module_host *host;
    uint32_t light, paint;
    rs_mesh copy; /* of the object that is being drawn */
    uint32_t (*more_lights)(void *context, rs_light *lights, uint32_t room);
    void *more_lights_context;
    bool is_told;
} shading;

static uint32_t add_lights(void *context, rs_light *lights, uint32_t room) {
    const shading *s = context;
    const ox_world *world = s->host->world;
    uint32_t count = s->more_lights == NULL ? 0 : s->more_lights(s->more_lights_context, lights, room);
    ox_object *object;
    void *light;
    for (uint32_t at = 0; (at = ox_component_each(world, s->light, at, &object, &light)) != 0;) {
        rs_light shone;
        if (ox_light_shines(s->host->scene, object, light, &shone))
            count = ox_scene_keep_light(s->host->scene, lights, count, room, &shone);
    }
    return count;
}

static bool dress_object(void *context, const ox_object *object, const ox_dressing *on, ox_dressed *dressed) {
    shading *s = context;
    const ox_paint *paint = ox_component_get(s->host->world, object, s->paint);
    if (paint == NULL) return true;
    if (paint->alpha <= 0 || (!rs_fragment_linked() && paint->alpha < FX_HALF)) return false;
    const ox_paint_room room = {s->host->resources, on->frame, on->materials, &s->copy};
    bool is_seen = on->pass < 0;
    for (uint32_t i = 0; i < on->materials && !is_seen; i++)
        is_seen = (int)ox_paint_pass(paint, room.resources, &dressed->materials[i]) == on->pass;
    if (is_seen) (void)ox_paint_dress(paint, &room, dressed);
    return is_seen;
}

static ox_status begin_scene(const ox_module_host *host, void **state) {
    const int light = ox_world_component(host->world, LIGHT), paint = ox_world_component(host->world, PAINT);
    ox_scene *scene = host->scene;
    *state = NULL;
    if (light < 0 || paint < 0) return OX_OK;
    shading *s = OX_PUSH(host->resident, shading, 1);
    if (s == NULL)
        return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for lights and paints; raise `budget`");
    *s = (shading){.host = host,
                   .light = (uint32_t)light,
                   .paint = (uint32_t)paint,
                   .more_lights = scene->more_lights,
                   .more_lights_context = scene->more_lights_context};
    scene->more_lights = add_lights;
    scene->more_lights_context = s;
    scene->dress = dress_object;
    scene->dress_context = s;
    *state = s;
    return OX_OK;
}

static void end_scene(const ox_module_host *host, void **state, ox_module_end how) {
    const shading *s = *state;
    (void)how;
    if (s == NULL) return;
    host->scene->more_lights = s->more_lights;
    host->scene->more_lights_context = s->more_lights_context;
    host->scene->dress = NULL;
}

static bool tell_full(const ox_module_host *host, void *state) {
    shading *s = state;
    const ox_component_store *lights = &host->world->components[s->light],
                             *paints = &host->world->components[s->paint];
    if (s->is_told || (lights->refused == 0 && paints->refused == 0)) return true;
    s->is_told = true;
    ox_log_write(host->log, PLAT_LOG_WARNING, "more than %u %s at once: raise `capacity %s`",
                 (unsigned)(lights->refused > 0 ? lights : paints)->type->capacity,
                 lights->refused > 0 ? "lights" : "paints", lights->refused > 0 ? "lights" : "paints");
    return true;
}

static const ox_component_ops light_ops = {.give = give_light};
static const ox_component_ops paint_ops = {.give = give_paint};
static const ox_module_wanted wanted[] = {
    {{.name = LIGHT, .record = &ox_light_type, .ops = &light_ops}, OX_CAPACITY_LIGHTS},
    {{.name = PAINT, .record = &ox_paint_type, .ops = &paint_ops}, OX_CAPACITY_PAINTS}};

const ox_module ox_shading_module = {.id = NAME,
                                     .name = "shading",
                                     .flags = OX_MODULE_MIXES,
                                     .capacities = ox_shading_capacities,
                                     .capacity_count = OX_SHADING_CAPACITIES,
                                     .fields = ox_shading_field_rows,
                                     .field_count = OX_SHADING_FIELDS,
                                     .words = words,
                                     .begin = begin_scene,
                                     .end = end_scene,
                                     .stepped = tell_full,
                                     .wanted = wanted,
                                     .wanted_count = 2};
