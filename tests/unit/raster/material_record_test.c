/* Tests of materials out of an image: what their records become, other materials for single objects, passes and their order, stages. */
#include <string.h>

#include "kernel/scene/scene.h"
#include "raster/surface.h"
#include "tests/test.h"
#include "tests/unit/kernel/console/console_rom.h"
#include "tests/unit/kernel/resource/resource_views.h"
#include "tests/unit/kernel/scene/scene_rows.h"

enum { WIDTH = 64, HEIGHT = 48 };

static _Alignas(16) uint8_t image_memory[24 * 1024];
static _Alignas(16) uint8_t resident_memory[48 * 1024];
static _Alignas(16) uint8_t list_memory[48 * 1024];
static uint64_t frame_memory[128];
static uint32_t pixels[WIDTH * HEIGHT];
static uint16_t depth[WIDTH * HEIGHT];

typedef struct stage {
    build_rom rom;
    rom_image image;
    ox_arena resident;
    ox_log log;
    ox_stock stock;
    ox_resources resources;
    ox_scene scene;
    ox_world world;
} stage;

static void begin_stage(stage *s) {
    memset(s, 0, sizeof *s);
    build_begin(&s->rom, image_memory, sizeof image_memory);
    build_budget(&s->rom, 65536, 16384, WIDTH, HEIGHT, RS_XRGB8888, 0);
    build_info(&s->rom, "Materials", "scene/main");
}

static bool open_image(stage *s) {
    rom_error fault;
    uint32_t size = build_finish(&s->rom);
    CHECK(size != 0);
    CHECK_EQ(rom_open(image_memory, size, &s->image, &fault), ROM_OK);
    CHECK_EQ(rom_check_image(&s->image, &fault), ROM_OK);
    ox_arena_init(&s->resident, resident_memory, sizeof resident_memory);
    CHECK(ox_log_init(&s->log, NULL, &s->resident, 8, 120));
    return open_views(&s->stock, &s->resources, &s->image, &s->resident, NULL, RS_XRGB8888, &s->log) == OX_OK;
}

static bool open_scene(stage *s) {
    ox_status status = ox_scene_open(&s->scene, &s->resources, &s->resident, rom_id("scene/main"), &s->log);
    if (status == OX_OK) status = ox_scene_settle(&s->scene, &s->world);
    CHECK_EQ(status, OX_OK);
    return status == OX_OK;
}

/* Draws the scene as it stands; returns how many pixels have the colour. */
static int draw(stage *s, uint32_t colour) {
    rs_frame *frame = (rs_frame *)(void *)frame_memory;
    const rs_target target = {.width = WIDTH,
                              .height = HEIGHT,
                              .format = RS_XRGB8888,
                              .band_lines = HEIGHT,
                              .palette = s->resources.palette,
                              .background = s->scene.background};
    const rs_surface surface = {.pixels = (uint8_t *)pixels,
                                .width = WIDTH,
                                .stride = WIDTH * 4,
                                .lines = HEIGHT,
                                .format = RS_XRGB8888};
    int count = 0;
    CHECK(rs_frame_size() <= sizeof frame_memory);
    CHECK(rs_frame_begin(frame, &target, (rs_block){list_memory, sizeof list_memory}, (rs_block){NULL, 0}));
    ox_scene_record(&s->scene, frame, 0);
    rs_frame_band(frame, 0, &surface, depth);
    for (int i = 0; i < WIDTH * HEIGHT; i++) count += (pixels[i] & 0xFFFFFFu) == colour;
    return count;
}

/* Adds the chunk of a material with `room` bytes behind it. */
static uint8_t *more_material(stage *s, const char *name, uint32_t rgb, uint32_t shading, uint32_t room) {
    uint8_t *at = build_chunk(&s->rom, name, ROM_TAG_MATERIAL, ROM_MATERIAL_SIZE, ROM_MATERIAL_SIZE + room);
    build_put32(at + ROM_MATERIAL_COLOUR, rgb);
    at[ROM_MATERIAL_SHADING] = (uint8_t)shading;
    at[ROM_MATERIAL_SHININESS] = 5;
    return at;
}

/* Sets count and place of an array behind the fixed part; returns the array. */
static uint8_t *put_array(uint8_t *at, uint32_t count_field, uint32_t at_field, uint32_t count,
                          uint32_t where) {
    build_put32(at + count_field, count);
    build_put32(at + at_field, where);
    return at + where;
}

static void build_view(stage *s, uint32_t objects, build_scene *scene) {
    *scene = build_scene_begin(&s->rom, "scene/main", 0, 1, 0, objects);
    scene->data[ROM_SCENE_AMBIENT] = 255;
    build_camera(scene, 0, 32768, 3 * 65536);
}

TEST(resource_material_records_become_looks_and_states) {
    static stage s;
    begin_stage(&s);
    build_palette(&s.rom, false);
    build_image(&s.rom, "texture/stripes", 16, 16, 3);
    build_image(&s.rom, "texture/sky", 8, 8, 3);
    uint8_t *at =
        more_material(&s, "material/all", 0x804020u, RS_GOURAUD,
                      2 * ROM_MATERIAL_SLOT_SIZE + ROM_MATERIAL_LOOK_SIZE + ROM_MATERIAL_STATE_SIZE);
    build_put32(at + ROM_MATERIAL_TEXTURE, rom_id("texture/stripes"));
    at[ROM_MATERIAL_PASS] = 5;
    at[ROM_MATERIAL_SORT] = RS_FARTHEST_FIRST;
    at[ROM_MATERIAL_ORDER] = 9;
    at[ROM_MATERIAL_TRANSPARENCY] = 100;
    uint8_t *slot = put_array(at, ROM_MATERIAL_SLOT_COUNT, ROM_MATERIAL_SLOTS_AT, 2, ROM_MATERIAL_SIZE);
    slot[ROM_MATERIAL_SLOT_ADDRESS_U] = RS_CLAMP;
    slot[ROM_MATERIAL_SLOT_MINIFY] = RS_BILINEAR;
    slot += ROM_MATERIAL_SLOT_SIZE;
    build_put32(slot + ROM_MATERIAL_SLOT_TEXTURE, rom_id("texture/sky"));
    slot[ROM_MATERIAL_SLOT_FLAGS] = ROM_MATERIAL_SLOT_SPHERE;
    slot[ROM_MATERIAL_SLOT_BIAS] = 0xF8;
    uint8_t *look = put_array(at, ROM_MATERIAL_LOOK_COUNT, ROM_MATERIAL_LOOK_AT, 1,
                              ROM_MATERIAL_SIZE + 2 * ROM_MATERIAL_SLOT_SIZE);
    build_put32(look + ROM_MATERIAL_LOOK_DIFFUSE, 0x112233u);
    build_put32(look + ROM_MATERIAL_LOOK_SPECULAR, 0x445566u);
    look[ROM_MATERIAL_LOOK_FUNCTION] = 1;
    look[ROM_MATERIAL_LOOK_PIXEL_LIGHT] = 1;
    look[ROM_MATERIAL_LOOK_LIGHT_EVERY] = 2;
    look[ROM_MATERIAL_LOOK_REFLECTIVITY] = 77;
    look[ROM_MATERIAL_LOOK_CULL] = RS_CULL_FRONT;
    uint8_t *state = look + ROM_MATERIAL_LOOK_SIZE;
    put_array(at, ROM_MATERIAL_STATE_COUNT, ROM_MATERIAL_STATE_AT, 1, (uint32_t)(state - at));
    state[ROM_MATERIAL_STATE_BLEND] = RS_BLEND_ADD;
    state[ROM_MATERIAL_STATE_DEPTH] = RS_LEQUAL;
    state[ROM_MATERIAL_STATE_DITHER] = RS_DITHER_2X2;
    state[ROM_MATERIAL_STATE_ALPHA] = RS_GREATER;
    state[ROM_MATERIAL_STATE_ALPHA_REFERENCE] = 12;
    build_put16(state + ROM_MATERIAL_STATE_FLAGS,
                ROM_MATERIAL_STATE_NO_WRITE | ROM_MATERIAL_STATE_ALPHA_TEST);
    build_put32(state + ROM_MATERIAL_STATE_BIAS, (uint32_t)-40);
    state[ROM_MATERIAL_STATE_FOG] = 1;
    build_put32(state + ROM_MATERIAL_STATE_FOG_COLOUR, 0x99AABBu);
    build_put32(state + ROM_MATERIAL_STATE_FOG_START, 65536);
    build_put32(state + ROM_MATERIAL_STATE_FOG_END, 3 * 65536);
    if (!open_image(&s)) return;
    const rs_material *m = ox_resource_material(&s.resources, rom_id("material/all"));
    CHECK(m->texture != NULL && m->look != NULL && m->state != NULL && m->order == 9);
    if (m->look == NULL || m->state == NULL) return;
    CHECK(rs_material_pass(m) == RS_PASS_TRANSLUCENT && m->sort == RS_FARTHEST_FIRST);
    CHECK(m->look->reflecting.diffuse == 0x112233u && m->look->reflecting.specular == 0x445566u);
    CHECK(m->look->reflecting.function == rs_reflect_phong && m->look->reflecting.log2_exponent == 5);
    CHECK(m->look->pixel_light == RS_PER_PIXEL && m->look->light_every == 8 &&
          m->look->cull == RS_CULL_FRONT);
    const rs_pixel_state *p = m->state;
    CHECK(p->blend.mode == RS_BLEND_ADD && p->blend.transparency == 100 && p->depth.function == RS_LEQUAL &&
          p->depth.no_write);
    CHECK(p->depth.bias == -40 && p->output.dither == RS_DITHER_2X2 && p->alpha_test.on);
    CHECK(p->alpha_test.function == RS_GREATER && p->alpha_test.reference == 12);
    CHECK(p->unit[0].sampling.address_u == RS_CLAMP && p->unit[0].sampling.address_v == RS_WRAP);
    CHECK(p->unit[0].sampling.minify == RS_BILINEAR && p->unit[0].texture == NULL);
    CHECK(p->unit[1].texture == ox_resource_texture(&s.resources, rom_id("texture/sky")) &&
          p->unit[1].sphere);
    CHECK(p->unit[1].constant == 77 && p->unit[1].colour == RS_COMBINE_BLEND &&
          p->unit[1].sampling.bias == -8);
    CHECK(p->fog.fog != NULL && p->fog.fog->rgb == 0x99AABBu && rs_fog_at(p->fog.fog, 2 * FX_ONE) == 128);
    CHECK_EQ(s.resources.placeholders, 0);
}

/* A material of version 1.0, 20 bytes long, and a material of today that sets nothing else draw the same picture. */
TEST(resource_materials_of_version_1_0_draw_as_ever) {
    static stage s;
    static uint32_t before[WIDTH * HEIGHT];
    for (int old = 0; old < 2; old++) {
        build_scene scene;
        begin_stage(&s);
        uint8_t *at =
            build_chunk(&s.rom, "material/red", ROM_TAG_MATERIAL, old ? ROM_MATERIAL_BASE : ROM_MATERIAL_SIZE,
                        old ? ROM_MATERIAL_BASE : ROM_MATERIAL_SIZE);
        build_put32(at + ROM_MATERIAL_COLOUR, 0xC04020u);
        at[ROM_MATERIAL_SHADING] = RS_FLAT;
        build_pyramid(&s.rom, "mesh/pyramid", "material/red", "material/red");
        build_view(&s, 1, &scene);
        build_object(&scene, "mesh/pyramid", 0, 0, 0);
        if (!open_image(&s) || !open_scene(&s)) return;
        const rs_material *m = ox_resource_material(&s.resources, rom_id("material/red"));
        CHECK(m->look == NULL && m->state == NULL && rs_material_pass(m) == RS_PASS_OPAQUE);
        CHECK(draw(&s, 0xC04020u) > 200);
        if (!old) memcpy(before, pixels, sizeof before);
    }
    CHECK(memcmp(before, pixels, sizeof before) == 0);
}

/* Opens a scene of two pyramids with one mesh of two materials; tests exchange ids of materials while it stands. */
static bool open_exchange(stage *s) {
    build_scene scene;
    begin_stage(s);
    build_image(&s->rom, "texture/stripes", 16, 16, 3);
    more_material(s, "material/red", 0xFF0000u, RS_UNLIT, 0);
    more_material(s, "material/green", 0x00FF00u, RS_UNLIT, 0);
    build_put32(more_material(s, "material/striped", 0xFFFFFFu, RS_FLAT, 0) + ROM_MATERIAL_TEXTURE,
                rom_id("texture/stripes"));
    uint8_t *glass = more_material(s, "material/glass", 0x0000FFu, RS_UNLIT, 0);
    glass[ROM_MATERIAL_TRANSPARENCY] = 127;
    build_pyramid(&s->rom, "mesh/pyramid", "material/red", "material/green");
    build_view(s, 2, &scene);
    build_object(&scene, "mesh/pyramid", 0, 0, 0);
    build_object(&scene, "mesh/pyramid", 3 * 65536, 0, -8 * 65536);
    return open_image(s) && open_scene(s);
}

TEST(scene_changing_the_id_changes_shading_and_texture) {
    static stage s;
    if (!open_exchange(&s)) return;
    rom_chunk mesh;
    CHECK(rom_find(&s.image, rom_id("mesh/pyramid"), ROM_TAG_MESH, &mesh));
    uint32_t sum = rom_crc32(0, mesh.data, mesh.size);
    const ox_mesh *view = form_of(&s.scene, 0)->mesh;
    int red = draw(&s, 0xFF0000u);
    CHECK(red > 200);
    CHECK(form_of(&s.scene, 0)->look == form_of(&s.scene, 1)->look);
    CHECK_EQ(ox_scene_material(&s.scene, ox_scene_object(&s.scene, 0), rom_id("material/red"),
                               rom_id("material/striped")),
             OX_OK);
    CHECK(draw(&s, 0xFF0000u) < red / 2); /* the far pyramid is still red */
    CHECK(draw(&s, 0xFF0000u) > 0);
    const rs_material *side = &form_of(&s.scene, 0)->look[0];
    CHECK(side->shading == RS_FLAT &&
          side->texture == ox_resource_texture(&s.resources, rom_id("texture/stripes")));
    CHECK(form_of(&s.scene, 0)->look[1].rgb == 0x00FF00u && form_of(&s.scene, 1)->look[0].rgb == 0xFF0000u);
    CHECK(form_of(&s.scene, 0)->mesh == view && rom_crc32(0, mesh.data, mesh.size) == sum);
    CHECK_EQ(ox_scene_material(&s.scene, ox_scene_object(&s.scene, 0), rom_id("material/red"),
                               rom_id("material/red")),
             OX_OK);
    CHECK_EQ(draw(&s, 0xFF0000u), red);
    CHECK_EQ(ox_scene_material(&s.scene, ox_scene_object(&s.scene, 0), rom_id("material/none"),
                               rom_id("material/red")),
             OX_NOT_FOUND);
    CHECK_EQ(ox_scene_material(&s.scene, ox_scene_object(&s.scene, 2), 0, rom_id("material/red")),
             OX_NOT_FOUND);
}

TEST(scene_missing_materials_are_magenta_checkers) {
    static stage s;
    if (!open_exchange(&s)) return;
    CHECK_EQ(ox_scene_material(&s.scene, ox_scene_object(&s.scene, 0), 0, rom_id("material/lost")), OX_OK);
    CHECK(strstr(ox_log_recent(&s.log, 0), "is not in the image: a magenta checker stands in") != NULL);
    CHECK(form_of(&s.scene, 0)->look[0].texture == &s.resources.checker);
    int magenta = draw(&s, 0xFF00FFu), black = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) black += pixels[i] == 0;
    CHECK(magenta > 20 && black > 20);
}

/* One mesh, two materials: the ground is solid, the sides are seen through, each part with a state of its own. */
TEST(scene_parts_are_drawn_with_their_own_states) {
    static stage s;
    if (!open_exchange(&s)) return;
    place_of(&s.scene, 1)->pos.x = 100 * FX_ONE; /* the second pyramid is out of sight */
    int red = draw(&s, 0xFF0000u);
    CHECK_EQ(ox_scene_material(&s.scene, ox_scene_object(&s.scene, 0), rom_id("material/red"),
                               rom_id("material/glass")),
             OX_OK);
    CHECK(form_of(&s.scene, 0)->look[0].state != NULL && form_of(&s.scene, 0)->look[1].state == NULL);
    uint32_t mixed = 0x20u * 127u / 255u << 16 | 0x40u * 127u / 255u << 8;
    int blended = 0;
    CHECK_EQ(draw(&s, 0xFF0000u), 0);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        uint32_t p = pixels[i];
        blended += (p >> 16 & 255u) - (mixed >> 16) + 2u < 5u &&
                   (p >> 8 & 255u) - (mixed >> 8 & 255u) + 2u < 5u && (p & 255u) > 0xA0u;
    }
    CHECK(blended > red / 2 && blended <= red);
    CHECK_EQ(ox_scene_material(&s.scene, ox_scene_object(&s.scene, 0), rom_id("material/green"),
                               rom_id("material/glass")),
             OX_OK);
    CHECK(form_of(&s.scene, 0)->look[1].state != NULL);
}

/* A scene gives its objects other materials; later lines win, and the log tells of parts that the mesh does not
 * have. */
TEST(scene_scenes_give_objects_other_materials) {
    static stage s;
    build_scene scene;
    begin_stage(&s);
    more_material(&s, "material/red", 0xFF0000u, RS_UNLIT, 0);
    more_material(&s, "material/green", 0x00FF00u, RS_UNLIT, 0);
    more_material(&s, "material/blue", 0x0000FFu, RS_UNLIT, 0);
    build_pyramid(&s.rom, "mesh/pyramid", "material/red", "material/green");
    uint32_t where = ROM_SCENE_SIZE + ROM_CAMERA_SIZE + 2 * ROM_OBJECT_SIZE;
    uint8_t *at = build_chunk(&s.rom, "scene/main", ROM_TAG_SCENE, ROM_SCENE_SIZE,
                              where + 3 * ROM_MATERIAL_OVERRIDE_SIZE);
    build_put16(at + ROM_SCENE_CAMERAS, 1);
    build_put16(at + ROM_SCENE_OBJECTS, 2);
    build_put32(at + ROM_SCENE_CAMERA_AT, ROM_SCENE_SIZE);
    build_put32(at + ROM_SCENE_LIGHT_AT, ROM_SCENE_SIZE + ROM_CAMERA_SIZE);
    build_put32(at + ROM_SCENE_OBJECT_AT, ROM_SCENE_SIZE + ROM_CAMERA_SIZE);
    build_put32(at + ROM_SCENE_TURN_FRAMES, 64);
    scene = (build_scene){at, at + ROM_SCENE_SIZE, at + ROM_SCENE_SIZE + ROM_CAMERA_SIZE,
                          at + ROM_SCENE_SIZE + ROM_CAMERA_SIZE};
    build_camera(&scene, 0, 32768, 3 * 65536);
    build_object(&scene, "mesh/pyramid", -32768, 0, 0);
    build_object(&scene, "mesh/pyramid", 32768, 0, 0);
    static const uint32_t objects[3] = {1, 1, 0};
    const uint32_t from[3] = {0, rom_id("material/red"), rom_id("material/blue")};
    build_put32(at + ROM_SCENE_OVERRIDE_COUNT, 3);
    build_put32(at + ROM_SCENE_OVERRIDES_AT, where);
    for (uint32_t i = 0; i < 3; i++) {
        uint8_t *row = at + where + i * ROM_MATERIAL_OVERRIDE_SIZE;
        build_put32(row + ROM_MATERIAL_OVERRIDE_OBJECT, objects[i]);
        build_put32(row + ROM_MATERIAL_OVERRIDE_FROM, from[i]);
        build_put32(row + ROM_MATERIAL_OVERRIDE_TO, rom_id(i == 0 ? "material/green" : "material/blue"));
    }
    if (!open_image(&s) || !open_scene(&s)) return;
    CHECK(strstr(ox_log_recent(&s.log, 0), "object 0 of the scene: its mesh has no material") != NULL);
    CHECK(form_of(&s.scene, 0)->look != form_of(&s.scene, 1)->look &&
          form_of(&s.scene, 0)->look[0].rgb == 0xFF0000u);
    CHECK(form_of(&s.scene, 1)->look[0].rgb == 0x0000FFu && form_of(&s.scene, 1)->look[1].rgb == 0x00FF00u);
    int red = draw(&s, 0xFF0000u), blue = draw(&s, 0x0000FFu);
    CHECK(red > 100 && blue > 100 && red - blue < 20 && blue - red < 20);
    rom_error fault; /* an object beyond those of the scene is refused */
    build_put32(at + where, 2);
    CHECK_EQ(rom_check_chunk(ROM_TAG_SCENE, at, where + 3 * ROM_MATERIAL_OVERRIDE_SIZE, &fault),
             ROM_BAD_CHUNK);
}

/* ---- passes ---- */

/* The nearer pyramid stands first in the scene; translucent, it must be drawn last. Opaque objects come before
 * translucent ones in any case. */
TEST(scene_passes_and_orders_come_from_materials) {
    static stage s;
    build_scene scene;
    begin_stage(&s);
    for (int i = 0; i < 2; i++) {
        uint8_t *at = more_material(&s, i == 0 ? "material/near" : "material/far",
                                    i == 0 ? 0xFF0000u : 0x00FF00u, RS_UNLIT, ROM_MATERIAL_STATE_SIZE);
        uint8_t *state = put_array(at, ROM_MATERIAL_STATE_COUNT, ROM_MATERIAL_STATE_AT, 1, ROM_MATERIAL_SIZE);
        build_put16(state + ROM_MATERIAL_STATE_FLAGS, ROM_MATERIAL_STATE_NO_WRITE);
        state[ROM_MATERIAL_STATE_DEPTH] = RS_ALWAYS;
        at[ROM_MATERIAL_PASS] = RS_PASS_TRANSLUCENT + 1;
        at[ROM_MATERIAL_SORT] = RS_FARTHEST_FIRST;
    }
    uint8_t *sky = more_material(&s, "material/sky", 0x0000FFu, RS_UNLIT, 0);
    sky[ROM_MATERIAL_PASS] = RS_PASS_OPAQUE + 1;
    build_pyramid(&s.rom, "mesh/near", "material/near", "material/near");
    build_pyramid(&s.rom, "mesh/far", "material/far", "material/far");
    build_pyramid(&s.rom, "mesh/sky", "material/sky", "material/sky");
    build_view(&s, 3, &scene);
    build_object(&scene, "mesh/near", 0, 0, 0);
    build_object(&scene, "mesh/far", 0, 0, -65536);
    build_object(&scene, "mesh/sky", 0, 0, -65536);
    if (!open_image(&s) || !open_scene(&s)) return;
    CHECK(s.scene.sorted && s.scene.passes == (1u << RS_PASS_OPAQUE | 1u << RS_PASS_TRANSLUCENT));
    int near_pixels = draw(&s, 0xFF0000u);
    CHECK(near_pixels > 200); /* no pixel of the pyramid behind shows through */
    /* the solid sky was drawn before both pyramids, though it stands last */
    CHECK_EQ(draw(&s, 0x0000FFu), 0);
    for (int i = 0; i < 3; i++)
        form_of(&s.scene, 0)->look[0].order = 0, form_of(&s.scene, 1)->look[0].order = 1;
    CHECK(draw(&s, 0x00FF00u) > 100); /* orders count before distances */
    CHECK(draw(&s, 0xFF0000u) < near_pixels);
}

/* ---- stages ---- */

static uint32_t shade_yellow(const void *constants, const int32_t vector[3], uint32_t primary) {
    const rs_stage_constants *c = constants;
    (void)vector, (void)primary;
    return c->count == 1 ? 0xFF000000u | (uint32_t)c->values[0] : 0xFFFF0000u;
}

static uint32_t shade_entry(const void *constants, const int32_t vector[3], uint32_t primary) {
    const rs_stage_constants *c = constants;
    (void)vector, (void)primary;
    return 0xFF000000u | *(const uint32_t *)c->entry;
}

static void lift(const void *constants, uint32_t index, rs_attributes *vertex) {
    const rs_stage_constants *c = constants;
    (void)index;
    vertex->position.y += c->values[0];
}

TEST(scene_switching_the_pixel_stage_leaves_the_mesh_alone) {
    static const uint32_t cyan = 0x00FFFFu;
    static const rs_vertex_entry vertex[1] = {{0x5354u, lift}};
    const rs_stage_entry pixel[2] = {{rom_id("stage/yellow"), shade_yellow, NULL},
                                     {rom_id("stage/cyan"), shade_entry, &cyan}};
    static stage s;
    build_scene scene;
    begin_stage(&s);
    for (int i = 0; i < 3; i++) {
        static const char *const names[] = {"material/yellow", "material/cyan", "material/unknown"};
        static const char *const stages[] = {"stage/yellow", "stage/cyan", "stage/unknown"};
        uint8_t *at = more_material(&s, names[i], 0x808080u, RS_UNLIT, 4);
        build_put32(at + ROM_MATERIAL_PIXEL_STAGE, rom_id(stages[i]));
        if (i == 0)
            build_put32(
                put_array(at, ROM_MATERIAL_CONSTANT_COUNT, ROM_MATERIAL_CONSTANTS_AT, 1, ROM_MATERIAL_SIZE),
                0xFFFF00u);
    }
    uint8_t *lifted = more_material(&s, "material/lifted", 0x123456u, RS_UNLIT, 4);
    build_put32(lifted + ROM_MATERIAL_VERTEX_STAGE, 0x5354u);
    build_put32(
        put_array(lifted, ROM_MATERIAL_CONSTANT_COUNT, ROM_MATERIAL_CONSTANTS_AT, 1, ROM_MATERIAL_SIZE),
        400 * 65536u);
    build_pyramid(&s.rom, "mesh/pyramid", "material/yellow", "material/yellow");
    build_view(&s, 1, &scene);
    build_object(&scene, "mesh/pyramid", 0, 0, 0);
    if (!open_image(&s)) return;
    ox_resources_stages(&s.resources, vertex, 1, pixel, 2);
    if (!open_scene(&s)) return;
    rom_chunk mesh;
    CHECK(rom_find(&s.image, rom_id("mesh/pyramid"), ROM_TAG_MESH, &mesh));
    uint32_t sum = rom_crc32(0, mesh.data, mesh.size);
    const void *positions = form_of(&s.scene, 0)->mesh->mesh.positions;
    int yellow = draw(&s, 0xFFFF00u);
    CHECK(yellow > 200);
    CHECK_EQ(ox_scene_material(&s.scene, ox_scene_object(&s.scene, 0), 0, rom_id("material/cyan")), OX_OK);
    CHECK_EQ(draw(&s, 0x00FFFFu), yellow);
    CHECK_EQ(draw(&s, 0xFFFF00u), 0);
    CHECK_EQ(ox_scene_material(&s.scene, ox_scene_object(&s.scene, 0), 0, rom_id("material/unknown")), OX_OK);
    CHECK(strstr(ox_log_recent(&s.log, 0), "there is no pixel stage with its number") != NULL);
    CHECK_EQ(draw(&s, 0x808080u), yellow);
    CHECK_EQ(ox_scene_material(&s.scene, ox_scene_object(&s.scene, 0), 0, rom_id("material/lifted")), OX_OK);
    CHECK_EQ(draw(&s, 0x123456u), 0); /* the mesh is drawn far above the picture */
    CHECK(form_of(&s.scene, 0)->mesh->mesh.positions == positions &&
          rom_crc32(0, mesh.data, mesh.size) == sum);
}

/* A program in the material: (r, g, b) = the constant. A damaged program is left out, and the log says so. */
TEST(scene_programs_lie_in_materials) {
    static stage s;
    for (int damaged = 0; damaged < 2; damaged++) {
        build_scene scene;
        begin_stage(&s);
        uint8_t *at = more_material(&s, "material/made", 0x808080u, RS_UNLIT, 16 + 8);
        uint8_t *constants =
            put_array(at, ROM_MATERIAL_CONSTANT_COUNT, ROM_MATERIAL_CONSTANTS_AT, 4, ROM_MATERIAL_SIZE);
        for (uint32_t k = 0; k < 4; k++) build_put32(constants + 4 * k, k == 1 ? 32768 : 65536);
        uint8_t *words =
            put_array(at, ROM_MATERIAL_PROGRAM_WORDS, ROM_MATERIAL_PROGRAM_AT, 2, ROM_MATERIAL_SIZE + 16);
        build_put32(words, rs_instruction(RS_OP_MOVE, 15, damaged ? 17 : 16, 0, 0));
        build_put32(words + 4, rs_instruction(RS_OP_END, 0, 0, 0, 0));
        build_pyramid(&s.rom, "mesh/pyramid", "material/made", "material/made");
        build_view(&s, 1, &scene);
        build_object(&scene, "mesh/pyramid", 0, 0, 0);
        if (!open_image(&s) || !open_scene(&s)) return;
        CHECK(draw(&s, damaged ? 0x808080u : 0xFF80FFu) > 200);
        CHECK_EQ(s.log.counts[PLAT_LOG_WARNING], damaged);
    }
}

/* Waves move with the scene's steps. */
TEST(scene_waves_of_materials_move) {
    static stage s;
    static uint32_t before[WIDTH * HEIGHT];
    build_scene scene;
    begin_stage(&s);
    uint8_t *at = more_material(&s, "material/flag", 0x40C040u, RS_UNLIT, 16);
    build_put32(at + ROM_MATERIAL_VERTEX_STAGE, rom_id("stage/wave"));
    uint8_t *constants =
        put_array(at, ROM_MATERIAL_CONSTANT_COUNT, ROM_MATERIAL_CONSTANTS_AT, 4, ROM_MATERIAL_SIZE);
    build_put32(constants, 65536 / 4);
    build_put32(constants + 4, 65536 / 2);
    build_put32(constants + 12, 65536 / 16);
    build_pyramid(&s.rom, "mesh/pyramid", "material/flag", "material/flag");
    build_view(&s, 1, &scene);
    build_object(&scene, "mesh/pyramid", 0, 0, 0);
    if (!open_image(&s) || !open_scene(&s)) return;
    CHECK(draw(&s, 0x40C040u) > 200);
    memcpy(before, pixels, sizeof before);
    for (int step = 1; step <= 17; step++) {
        ox_input none;
        ox_input_init(&none);
        ox_scene_step(&s.scene, &none);
        CHECK(draw(&s, 0x40C040u) > 100);
        if (step == 5) CHECK(memcmp(before, pixels, sizeof before) != 0);
    }
    CHECK(memcmp(before, pixels, sizeof before) == 0); /* the wave has made a whole turn */
}

/* Every request for memory is refused in turn: the result is drawn, and memory taken in vain is given back. */
TEST(scene_materials_survive_refused_memory) {
    static stage s;
    for (uint32_t k = 1; k < 40; k++) {
        if (!open_exchange(&s)) return;
        ox_arena_fail_after(&s.resident, k);
        ox_status status =
            ox_scene_material(&s.scene, ox_scene_object(&s.scene, 0), 0, rom_id("material/glass"));
        bool fault = s.resident.fault == 0;
        ox_arena_fail_after(&s.resident, 0);
        CHECK(status == OX_OK || status == OX_OUT_OF_MEMORY);
        (void)draw(&s, 0);
        if (!fault) {
            CHECK(status == OX_OK && k > 3);
            return;
        }
    }
    CHECK(false);
}
