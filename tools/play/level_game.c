/* Plays a level. */
#include "tools/play/level_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/player/player.h"
#include "rom/level.h"
#include "rom/rom.h"
#include "tools/play/world_lines.h"

enum { BLOCK = 48 << 20, SPARE = 64, MOST = 60000, TYPES = 250, TURN = 300 /* of 65536 a step */ };

static const ox_field place_fields[] = {OX_FIELD(vec3, x, OX_FX, OX_SIM), OX_FIELD(vec3, y, OX_FX, OX_SIM),
                                        OX_FIELD(vec3, z, OX_FX, OX_SIM)};
static const ox_type place_record = OX_TYPE(vec3, place_fields, 1);
static const ox_component_type place_component = {
    .name = OX_NAME("place"), .capacity = MOST, .record = &place_record, .slot = OX_SLOT_PLACE + 1};

/* ---- cameras ---- */

bool level_game_camera(rs_frame *frame, vec3 eye, vec3 target, fx least, fx reach) {
    rig34 view;
    if (!view_look_at(eye, target, V3_Y, &view)) return false;
    fx far_plane = fx_adds(fx_muls(reach, 2 * FX_ONE), 64 * FX_ONE);
    const rs_camera camera = {.world_to_view = m34_from_rig34(&view),
                              .focal = fov_focal(60 * 65536 / 360),
                              .near_plane = fx_max(least, far_plane >> 14),
                              .far_plane = far_plane};
    return rs_frame_camera(frame, &camera) == RS_OK;
}

/* Turned about +Y by an angle. */
static vec3 turned(vec3 v, ang16 angle) {
    fx s = fx_sin(angle), c = fx_cos(angle);
    return (vec3){fx_adds(fx_mul(v.x, c), fx_mul(v.z, s)), v.y, fx_subs(fx_mul(v.z, c), fx_mul(v.x, s))};
}

void level_game_fly(vec3 *eye, vec3 *target, uint32_t held) {
    vec3 ahead = v3_subs(*target, *eye), level, by = {0, 0, 0};
    fx step = FX_ONE / 8;
    if (!v3_normalize((vec3){ahead.x, 0, ahead.z}, &level)) level = (vec3){0, 0, -FX_ONE};
    vec3 right = {-level.z, 0, level.x};
    bool aside = (held & PLAT_A) != 0;
    int along = ((held & PLAT_UP) != 0) - ((held & PLAT_DOWN) != 0),
        across = ((held & PLAT_RIGHT) != 0) - ((held & PLAT_LEFT) != 0);
    int up = ((held & PLAT_R) != 0) - ((held & PLAT_L) != 0) + (aside ? along : 0);
    if (!aside) by = v3_scales(level, along * step);
    if (aside) by = v3_scales(right, across * step);
    by.y = fx_adds(by.y, up * step);
    if (!aside && across != 0) ahead = turned(ahead, (ang16)(across > 0 ? 65536 - TURN : TURN));
    *eye = v3_adds(*eye, by);
    *target = v3_adds(*eye, ahead);
}

/* ---- the level ---- */

static void take_section(void *context, ox_area *area, uint32_t type, rom_view section, bool comes) {
    level_game *g = context;
    (void)area;
    if (type != ROM_TAG_GEOMETRY || !comes || g->geometry_count == LEVEL_GAME_GEOMETRIES) return;
    ox_resources *resources = ox_console_player(g->console)->resources;
    if (ox_geometry_open(&g->geometries[g->geometry_count], section.data, resources, &g->arena) == OX_OK)
        g->geometry_count++;
}

/* Objects of all spawners together, and some that may come. */
static uint32_t objects_of(const level_game *g) {
    rom_view section;
    uint32_t count = SPARE;
    for (uint32_t i = 0; rom_level_section(g->level, ROM_TAG_SPAWNERS, i, &section); i++)
        count += rom_u32(section.data + ROM_SPAWNERS_SPAWNER_COUNT);
    return count > MOST ? MOST : count;
}

static ox_status begin(level_game *g) {
    const uint16_t objects = (uint16_t)objects_of(g);
    const ox_world_config config = {.objects = objects, .types = TYPES, .components = 2, .systems = 4};
    const ox_data_types_config types = {
        .capacity = objects, .flags = OX_OBJECT_VISIBLE, .components = {OX_NAME("place")}};
    const ox_area_source source = {
        .data = g->level, .size = (uint32_t)g->level_size, .number = 1, .policy = OX_SPAWN_POOLED};
    rom_error error = {.text = ""};
    ox_status status = ox_world_init(&g->world, &g->arena, &config);
    if (status == OX_OK && ox_world_add_component(&g->world, &place_component) != 0)
        status = OX_OUT_OF_MEMORY;
    if (status == OX_OK) status = ox_places_init(&g->places, &g->world, 3, 256);
    if (status == OX_OK && g->types != NULL)
        status = ox_data_types_open(&g->kinds, g->types, &g->arena, &types);
    if (status == OX_OK && g->types != NULL) status = ox_data_types_add(&g->kinds, &g->world);
    if (status == OX_OK) status = ox_spawners_init(&g->spawners, &g->world, &(ox_spawners_config){.sets = 4});
    g->host =
        (ox_area_host){.world = &g->world, .spawners = &g->spawners, .section = take_section, .context = g};
    if (status == OX_OK) status = ox_area_open(&g->area, &g->host, &g->arena, &source, &error);
    if (status == OX_OK) status = ox_area_begin(&g->area);
    if (status != OX_OK)
        snprintf(g->why, sizeof g->why, "the level cannot be played: %s",
                 error.text[0] != 0  ? error.text
                 : status == OX_FULL ? "the table of types is too large"
                                     : "there is not enough memory");
    return status;
}

static ox_status start(void *state, ox_console *console) {
    level_game *g = state;
    g->console = console;
    g->block = malloc(BLOCK);
    if (g->block == NULL) return OX_OUT_OF_MEMORY;
    ox_arena_init(&g->arena, g->block, BLOCK);
    ox_status status = begin(g);
    g->open = status == OX_OK;
    return status;
}

static void step(void *state, const ox_input *input) {
    level_game *g = state;
    level_game_fly(&g->eye, &g->target, input->held);
    ox_world_tick(&g->world);
    g->let_go = g->let_go || (input->held & PLAT_START) == 0;
    if ((input->pressed & PLAT_START) == 0 || !g->let_go) return;
    g->back = true;
    ox_console_quit(g->console);
}

/* ---- pictures ---- */

static ox_id mesh_of(const level_game *g, const ox_object *object) {
    const ox_field *field = g->types == NULL ? NULL : ox_type_field(&g->kinds.record, OX_NAME("mesh"));
    void *data = ox_object_data(&g->world, object);
    return field == NULL || field->kind != OX_NAME_ID || data == NULL ? 0
                                                                      : (ox_id)ox_field_get(field, data, 0);
}

static void draw_object(level_game *g, rs_frame *frame, const ox_object *object) {
    const vec3 *at = ox_place_of(&g->world, object);
    ox_id id = mesh_of(g, object);
    if (at == NULL || id == 0) return;
    const ox_field *rotation = ox_type_field(&g->kinds.record, OX_NAME("rotation")),
                   *scale = ox_type_field(&g->kinds.record, OX_NAME("scale"));
    const void *data = ox_object_data(&g->world, object);
    int16_t q[4];
    for (uint32_t i = 0; i < 4; i++)
        q[i] = (int16_t)(rotation->kind == OX_I16 ? ox_field_get(rotation, data, i) : i == 3 ? 16384 : 0);
    const quat16 packed = {q[0], q[1], q[2], q[3]};
    rot33 turn = q4_to_rot33(q4_unpack16(packed));
    fx size = scale->kind == OX_FX ? (fx)ox_field_get(scale, data, 0) : FX_ONE;
    mat34 place = m34_from_trs(*at, &turn, v3(size, size, size));
    const ox_mesh *mesh = ox_resource_mesh(ox_console_player(g->console)->resources, id);
    (void)rs_frame_mesh(frame, &mesh->mesh, &place, mesh->materials);
}

static void draw(void *state, rs_frame *frame, uf16 fraction) {
    level_game *g = state;
    vec3 low = ox_area_bounds(g->level).lo, high = ox_area_bounds(g->level).hi;
    (void)fraction;
    fx reach = fx_adds(v3_length(v3_subs(high, low)), v3_length(v3_subs(g->eye, low)));
    if (!level_game_camera(frame, g->eye, g->target, FX_ONE / 16, reach)) return;
    world_lights(frame, g->level);
    for (uint32_t i = 0; i < g->geometry_count; i++)
        (void)ox_geometry_draw(&g->geometries[i], frame, &(ox_geometry_view){.near = 0});
    for (uint32_t t = 0; t < g->world.type_count; t++)
        for (const ox_object *object = ox_world_first(&g->world, t); object != NULL;
             object = ox_world_next(&g->world, object))
            draw_object(g, frame, object);
}

void level_game_each(const level_game *g, level_game_teller *tell, void *context) {
    for (uint32_t t = 0; g->open && t < g->world.type_count; t++) {
        for (const ox_object *object = ox_world_first(&g->world, t); object != NULL;
             object = ox_world_next(&g->world, object)) {
            const vec3 *at = ox_place_of(&g->world, object);
            tell(context, g->world.types[t].type->name, object->name, at == NULL ? (vec3){0, 0, 0} : *at,
                 mesh_of(g, object));
        }
    }
}

void level_game_end(level_game *g) {
    if (g->open) ox_area_end(&g->area);
    free(g->block);
    g->block = NULL;
    g->open = false;
}

ox_cart level_game_cart(level_game *g) {
    return (ox_cart){.name = "level", .start = start, .step = step, .draw = draw, .state = g};
}
