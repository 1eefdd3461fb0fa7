/* Tests of a scene that plays: motions, the turntable, the user's hand, looks. */
#include <string.h>

#include "kernel/scene/scene.h"
#include "tests/test.h"
#include "tests/unit/kernel/console/console_rom.h"
#include "tests/unit/kernel/memory/life.h"
#include "tests/unit/kernel/resource/resource_views.h"
#include "tests/unit/kernel/scene/scene_rows.h"

static _Alignas(16) uint8_t image_memory[49152];
static _Alignas(16) uint8_t resident_memory[65536];

typedef struct stage {
    rom_image image;
    ox_arena resident;
    ox_log log;
    ox_stock stock;
    ox_resources resources;
    ox_scene scene;
    ox_world world;
    ox_input input;
} stage;

static bool open_stage(stage *s, uint32_t flags) {
    build_rom rom;
    uint32_t size = build_small_cart(&rom, image_memory, sizeof image_memory, 65536, 0, 0, flags);
    CHECK_EQ(rom_open(image_memory, size, &s->image, NULL), ROM_OK);
    ox_arena_init(&s->resident, resident_memory, sizeof resident_memory);
    CHECK(ox_log_init(&s->log, NULL, &s->resident, 8, 100));
    CHECK_EQ(open_views(&s->stock, &s->resources, &s->image, &s->resident, NULL, RS_PAL8, &s->log), OX_OK);
    ox_status status = ox_scene_open(&s->scene, &s->resources, &s->resident, rom_id("scene/main"), &s->log);
    if (status == OX_OK) status = ox_scene_settle(&s->scene, &s->world);
    CHECK_EQ(status, OX_OK);
    ox_input_init(&s->input);
    return status == OX_OK;
}

/* Plays one step with these buttons held. */
static void step(stage *s, uint32_t buttons) {
    plat_input polled;
    memset(&polled, 0, sizeof polled);
    polled.buttons = buttons;
    ox_input_feed(&s->input, &polled);
    ox_input_step(&s->input);
    ox_scene_step(&s->scene, &s->input);
}

static void tap(stage *s, uint32_t button) {
    step(s, button);
    step(s, 0);
}

TEST(scene_motions_come_from_the_step_number) {
    ox_motion motion = {.orbit_radius = 2 * FX_ONE, .orbit_speed = 1024, .orbit_phase = 0};
    vec3 at = ox_motion_offset(&motion, 0, 0);
    CHECK(at.x == 2 * FX_ONE && at.y == 0 && at.z == 0);
    at = ox_motion_offset(&motion, 16, 0); /* a quarter turn, seen from above counter-clockwise: +X to -Z */
    CHECK(at.x == 0 && at.z == -2 * FX_ONE);
    at = ox_motion_offset(&motion, 64 * 1000003u + 32, 0);
    CHECK(at.x == -2 * FX_ONE && at.z == 0);
    motion = (ox_motion){.bob_height = FX_ONE, .bob_speed = -1024, .bob_phase = 0x4000};
    CHECK_EQ(ox_motion_offset(&motion, 0, 0).y, FX_ONE);
    CHECK_EQ(ox_motion_offset(&motion, 16, 0).y, 0);
    CHECK_EQ(ox_motion_offset(&motion, 32, 0).y, -FX_ONE);
    CHECK_EQ(ox_motion_offset(&motion, 15, 32768).y, fx_sin(512));
}

TEST(scene_angles_wrap_and_interpolate) {
    CHECK_EQ(ox_motion_angle(100, 7, 0, 0), 100);
    CHECK_EQ(ox_motion_angle(0, -1, 1, 0), 65535);
    CHECK_EQ(ox_motion_angle(0, 32767, 0xFFFFFFFFu, 0), 65536 - 32767);
    CHECK_EQ(ox_motion_angle(10, 100, 5, 32768), 560);
    CHECK_EQ(ox_motion_angle(10, -100, 5, 32768), 65536 + 10 - 550);
    CHECK_EQ(ox_motion_angle(0, -32768, 1, 65535), 0); /* half a unit is rounded down */
}

TEST(scene_turntable_angles_are_exact) {
    for (uint32_t n = 1; n < 400; n += 7) {
        for (uint32_t i = 0; i < 3 * n; i++) {
            uint32_t expected = (uint32_t)((uint64_t)(i % n) * 65536 / n);
            if (ox_turntable_angle(i, n, 0) != expected) CHECK_EQ(ox_turntable_angle(i, n, 0), expected);
        }
    }
    CHECK_EQ(ox_turntable_angle(3, 8, 0), 3 * 8192);
    CHECK_EQ(ox_turntable_angle(0xFFFFFFFFu, 0xFFFFFFFFu, 0), 0);
}

TEST(scene_reads_a_scene) {
    stage s;
    if (!open_stage(&s, ROM_SCENE_HUD)) return;
    CHECK(s.scene.camera_count == 2 && s.scene.light_count == 2 && s.scene.scene_rows == 2 &&
          s.world.alive == 2);
    CHECK(s.scene.hud && s.scene.ambient == 64 && s.scene.background == 0x29);
    CHECK_EQ(s.scene.cameras[0].position.z, 4 * FX_ONE);
    CHECK_EQ(s.scene.cameras[0].field, 8192);
    CHECK_NEAR(v3_length(s.scene.lights[0].light.vector), FX_ONE, 2);
    CHECK_EQ(s.scene.lights[1].light.range, 10 * FX_ONE);
    const ox_motion *drift =
        ox_component_get(&s.world, ox_scene_object(&s.scene, 1), s.scene.drift_type - 1u);
    CHECK_EQ(drift->orbit_speed, -700);
    CHECK(form_of(&s.scene, 0)->mesh == form_of(&s.scene, 1)->mesh);
    /* the second object has another shading */
    CHECK(form_of(&s.scene, 0)->look != form_of(&s.scene, 1)->look);
    CHECK_EQ(s.scene.moving_count, 2);
    CHECK_EQ(ox_scene_open(&s.scene, &s.resources, &s.resident, 7, &s.log), OX_NOT_FOUND);
}

/* A radius of 1 times a scale of 2, at a field of view of 90 degrees, appears with a size of 2 / distance. */
TEST(scene_draws_the_form_that_fits) {
    ox_scene scene;
    ox_form simpler[2], form;
    ox_mesh mesh;
    const mat34 place = m34_identity();
    memset(&scene, 0, sizeof scene);
    memset(&mesh, 0, sizeof mesh);
    mesh.mesh.radius = FX_ONE;
    const ox_form plain = {.mesh = &mesh};
    simpler[0] = (ox_form){.mesh = &mesh, .below = FX_ONE / 4};
    simpler[1] = (ox_form){.mesh = &mesh, .below = FX_ONE / 16};
    form = (ox_form){.mesh = &mesh, .simpler = simpler, .simpler_count = 2};
#define DRAWN(what) ox_scene_form(&scene, what, &place, 2 * FX_ONE)
    scene.focal = FX_ONE;
    scene.eye = (vec3){0, 0, 8 * FX_ONE};
    CHECK(DRAWN(&form) == &form); /* the size is just above the limit of the next form */
    scene.eye.z += 1;
    CHECK(DRAWN(&form) == &simpler[0] && DRAWN(&plain) == &plain);
    scene.eye.z = 32 * FX_ONE;
    CHECK(DRAWN(&form) == &simpler[0]);
    scene.eye.z += 1;
    CHECK(DRAWN(&form) == &simpler[1]);
    scene.eye = V3_ZERO;
    CHECK(DRAWN(&form) == &form);
    scene.detail = 2;
    CHECK(DRAWN(&form) == &simpler[0] && DRAWN(&plain) == &plain);
    scene.detail = 9;
    CHECK(DRAWN(&form) == &simpler[1]);
#undef DRAWN
}

TEST(scene_refuses_a_scene_that_does_not_fit) {
    stage s;
    if (!open_stage(&s, 0)) return;
    for (uint32_t k = 1; k < 30; k++) {
        ox_scene scene;
        ox_mark mark = ox_arena_mark(&s.resident, OX_ARENA_LOW);
        ox_arena_fail_after(&s.resident, k);
        ox_world world;
        ox_status status = ox_scene_open(&scene, &s.resources, &s.resident, rom_id("scene/main"), &s.log);
        if (status == OX_OK) status = ox_scene_settle(&scene, &world);
        bool fault = s.resident.fault == 0;
        CHECK_EQ(status, fault ? OX_OUT_OF_MEMORY : OX_OK);
        ox_arena_fail_after(&s.resident, 0);
        ox_arena_rollback(&s.resident, mark);
        if (!fault) {
            CHECK_EQ(
                k,
                20); /* requests: cameras, lights, rows, forms and looks; the world with its tables and components */
            return;
        }
    }
    CHECK(false);
}

TEST(scene_refuses_what_is_not_there_or_has_no_room) {
    stage s;
    if (!open_stage(&s, 0)) return;
    const ox_object bare = {.name = 0};
    const ox_world_needs needs = {.placed = 2};
    ox_world other;
    uint8_t byte = 0;
    ox_reader nothing = {.bytes = &byte};
    /* the cart has no such model */
    CHECK_EQ(ox_scene_use_mesh(&s.scene, &bare, rom_id("mesh/pyramid")), OX_NOT_FOUND);
    CHECK_EQ(ox_scene_take(&s.scene, &nothing), OX_BAD_DATA);
    CHECK_EQ(ox_scene_populate(&s.scene), OX_OUT_OF_MEMORY); /* all objects of the scene exist already */
    CHECK_EQ(ox_scene_join(&s.scene, &s.world, &needs), OX_ALREADY_THERE);
    ox_arena_fail_after(&s.resident, 1);
    CHECK_EQ(ox_scene_settle(&s.scene, &other), OX_OUT_OF_MEMORY);
    ox_arena_fail_after(&s.resident, 0);
}

TEST(scene_cycles_looks_and_textures) {
    stage s;
    if (!open_stage(&s, 0)) return;
    rs_material *sides = form_of(&s.scene, 0)->look, *other = form_of(&s.scene, 1)->look;
    CHECK(sides[0].shading == RS_FLAT && sides[1].shading == RS_GOURAUD && sides[0].texture != NULL);
    CHECK(other[0].shading == RS_PHONG && other[1].shading == RS_PHONG);
    static const uint8_t shadings[] = {RS_FLAT, RS_GOURAUD, RS_PHONG, RS_UNLIT};
    for (int i = 0; i < 4; i++) {
        tap(&s, i % 2 == 0 ? PLAT_Y : PLAT_A);
        CHECK(sides[0].shading == shadings[i] && sides[1].shading == shadings[i] &&
              other[0].shading == shadings[i]);
    }
    tap(&s, PLAT_Y);
    CHECK_EQ(s.scene.look, OX_LOOK_AUTHORED);
    CHECK(sides[0].shading == RS_FLAT && other[0].shading == RS_PHONG);
    tap(&s, PLAT_X);
    CHECK(sides[0].texture == NULL && other[0].texture == NULL);
    tap(&s, PLAT_X);
    CHECK(sides[0].texture != NULL);
    CHECK(form_of(&s.scene, 0)->mesh->materials[0].shading == RS_FLAT); /* the resource stays as it is */
}

TEST(scene_leaves_fixed_shading_alone) {
    stage s;
    build_rom rom;
    build_begin(&rom, image_memory, sizeof image_memory);
    build_budget(&rom, 65536, 8192, 64, 48, 0, 0);
    build_palette(&rom, true);
    build_material(&rom, "material/red", 0xE02020u, RS_GOURAUD, NULL);
    build_pyramid(&rom, "mesh/pyramid", "material/red", "material/red");
    build_scene scene = build_scene_begin(&rom, "scene/main", 0, 1, 6, 2);
    build_camera(&scene, 0, 65536, 5 * 65536);
    for (int i = 0; i < 6; i++) build_light(&scene, 0, 0, -65536, i);
    build_object(&scene, "mesh/pyramid", 0, 0, 0)[ROM_OBJECT_FLAGS] = ROM_OBJECT_FIXED_SHADING;
    build_object(&scene, "mesh/pyramid", 65536, 0, 0);
    CHECK_EQ(rom_open(image_memory, build_finish(&rom), &s.image, NULL), ROM_OK);
    ox_arena_init(&s.resident, resident_memory, sizeof resident_memory);
    CHECK(ox_log_init(&s.log, NULL, &s.resident, 8, 100));
    CHECK_EQ(open_views(&s.stock, &s.resources, &s.image, &s.resident, NULL, RS_PAL8, &s.log), OX_OK);
    CHECK_EQ(ox_scene_open(&s.scene, &s.resources, &s.resident, rom_id("scene/main"), &s.log), OX_OK);
    CHECK_EQ(ox_scene_settle(&s.scene, &s.world), OX_OK);
    ox_input_init(&s.input);
    CHECK_EQ(s.scene.light_count, RS_LIGHTS);
    CHECK(strncmp(ox_log_recent(&s.log, 0), "the scene has 6 lights", 22) == 0);
    CHECK(s.scene.drift_type == 0 && place_of(&s.scene, 1)->pos.x == 65536);
    tap(&s, PLAT_Y);
    CHECK_EQ(form_of(&s.scene, 0)->look[0].shading, RS_GOURAUD);
    CHECK_EQ(form_of(&s.scene, 1)->look[0].shading, RS_FLAT);
    CHECK_EQ(form_of(&s.scene, 1)->mesh->material_count, 1); /* the mesh has two parts and one material */
}

TEST(scene_start_pauses_and_select_shows_figures) {
    stage s;
    if (!open_stage(&s, 0)) return;
    step(&s, 0);
    step(&s, 0);
    CHECK_EQ(s.scene.steps, 2);
    step(&s, PLAT_START | PLAT_SELECT);
    CHECK(s.scene.paused && s.scene.hud && s.scene.steps == 2);
    for (int i = 0; i < 5; i++) step(&s, 0);
    CHECK_EQ(s.scene.steps, 2);
    step(&s, PLAT_START | PLAT_SELECT);
    CHECK(!s.scene.paused && !s.scene.hud && s.scene.steps == 3);
}

TEST(scene_free_scene_answers_its_buttons) {
    stage s;
    if (!open_stage(&s, 0)) return;
    tap(&s, PLAT_B);
    CHECK_EQ(s.scene.camera, 1);
    step(&s, PLAT_RIGHT | PLAT_UP);
    CHECK(s.scene.yaw > 0 && s.scene.yaw < 0x8000 && s.scene.pitch > 0);
    tap(&s, PLAT_B);
    CHECK(s.scene.camera == 0 && s.scene.yaw == 0 && s.scene.pitch == 0);
    tap(&s, PLAT_L);
    CHECK_EQ(s.scene.band_wish, -1);
    tap(&s, PLAT_R);
    CHECK_EQ(s.scene.band_wish, 1);
}

TEST(scene_turntable_answers_the_hand) {
    stage s;
    if (!open_stage(&s, ROM_SCENE_TURNTABLE)) return;
    for (int i = 0; i < 10; i++) step(&s, 0);
    CHECK(s.scene.table_steps == 10 && !s.scene.by_hand);
    step(&s, PLAT_LEFT);
    CHECK(s.scene.by_hand && s.scene.table_steps == 10 && s.scene.yaw >= 0x8000);
    step(&s, 0);
    CHECK_EQ(s.scene.table_steps, 10);
    step(&s, PLAT_START); /* START lets the table turn again */
    CHECK(!s.scene.by_hand && !s.scene.paused && s.scene.table_steps == 11);
    step(&s, PLAT_R);
    CHECK(s.scene.zoom < FX_ONE && s.scene.band_wish == 0);
    for (int i = 0; i < 500; i++) step(&s, PLAT_R | PLAT_DOWN);
    CHECK(s.scene.zoom == FX_ONE / 8 && s.scene.pitch == 16384);
    for (int i = 0; i < 1000; i++) step(&s, PLAT_L);
    CHECK_EQ(s.scene.zoom, FX_ONE * 8);
}

/* The camera that a player without a past records is a function of the moment, whatever was computed before:
 * cameras, the user's hand, and values that a game changes. Places are, too: those of upright objects on a table
 * follow from their angles. */
TEST(scene_sights_are_those_of_the_moment) {
    static _Alignas(16) uint8_t frame_memory[8192], list_memory[32768];
    rs_frame *frame = (rs_frame *)(void *)frame_memory;
    stage s;
    uint32_t seed = 5, still = 0;
    if (rs_frame_size() > sizeof frame_memory || !open_stage(&s, 0)) return;
    rs_target target = {
        .width = 64, .height = 48, .format = RS_PAL8, .band_lines = 48, .palette = s.resources.palette};
    for (int i = 0; i < 200; i++) {
        static const uint32_t buttons[] = {0, 0, 0, PLAT_B, PLAT_LEFT, PLAT_UP, PLAT_SELECT};
        rs_state state[2];
        vec3 eye = s.scene.sight.position;
        ox_scene_camera *camera = &s.scene.cameras[s.scene.camera];
        seed = seed * 1664525u + 1013904223u;
        step(&s, buttons[(seed >> 20) % 7]);
        if (seed >> 29 == 1) camera->target.x += 700;
        if (seed >> 29 == 2) camera->field = (ang16)(4000 + (seed >> 16 & 4095u));
        if (seed >> 29 == 3) s.scene.zoom = s.scene.zoom == FX_ONE ? FX_HALF : FX_ONE;
        for (int fresh = 0; fresh < 2; fresh++) {
            ox_scene scene = s.scene;
            if (fresh == 1) {
                OX_CLEAR(&scene.sight);
                scene.focal = 0;
            }
            CHECK(rs_frame_begin(frame, &target, (rs_block){list_memory, sizeof list_memory},
                                 (rs_block){NULL, 0}));
            ox_scene_record(&scene, frame, 0);
            rs_frame_save(frame, &state[fresh]);
            if (fresh == 0) s.scene = scene;
        }
        CHECK(state[0].camera_set && state[0].camera.focal == state[1].camera.focal &&
              state[0].camera.far_plane == state[1].camera.far_plane);
        CHECK(memcmp(&state[0].camera.world_to_view, &state[1].camera.world_to_view, sizeof(mat34)) == 0);
        still += v3_equal(eye, s.scene.sight.position);
    }
    CHECK(still > 20 && still < 180);
    for (uint32_t angle = 0; angle < 65536; angle += 509) {
        rot33 turn = rot33_about_y(ang32_from_ang16((ang16)angle)),
              none = rot33_from_euler((euler16){0, 0, 0});
        rot33 turned = rot33_mul(&turn, &none), identity = rot33_identity();
        CHECK(memcmp(&turned, &turn, sizeof turn) == 0 && memcmp(&none, &identity, sizeof none) == 0);
    }
}

/* 256 objects, with what a behaviour adds (its component, an instance with four variables), take 48 KB at most. */
TEST(scene_scene_of_256_objects_is_small) {
    enum { OBJECTS = 256, BEHAVIOUR = 16 + 32 + 16 };
    stage s;
    build_rom rom;
    build_begin(&rom, image_memory, sizeof image_memory);
    build_budget(&rom, 65536, 8192, 64, 48, 0, 0);
    build_palette(&rom, true);
    build_material(&rom, "material/red", 0xE02020u, RS_GOURAUD, NULL);
    build_pyramid(&rom, "mesh/pyramid", "material/red", "material/red");
    build_scene scene = build_scene_begin(&rom, "scene/main", 0, 1, 1, OBJECTS);
    build_camera(&scene, 0, 65536, 5 * 65536);
    build_light(&scene, 0, 0, -65536, 0);
    for (int32_t i = 0; i < OBJECTS; i++) (void)build_object(&scene, "mesh/pyramid", i * 65536, 0, 0);
    CHECK_EQ(rom_open(image_memory, build_finish(&rom), &s.image, NULL), ROM_OK);
    ox_arena_init(&s.resident, resident_memory, sizeof resident_memory);
    CHECK(ox_log_init(&s.log, NULL, &s.resident, 8, 100));
    CHECK_EQ(open_views(&s.stock, &s.resources, &s.image, &s.resident, NULL, RS_PAL8, &s.log), OX_OK);
    const size_t before = ox_arena_used(&s.resident);
    CHECK_EQ(ox_scene_open(&s.scene, &s.resources, &s.resident, rom_id("scene/main"), &s.log), OX_OK);
    CHECK_EQ(ox_scene_settle(&s.scene, &s.world), OX_OK);
    const size_t bytes = sizeof s.world + ox_arena_used(&s.resident) - before + OBJECTS * BEHAVIOUR;
    CHECK(s.world.alive == OBJECTS && s.scene.form_count == 1 && bytes <= 48 * 1024);
    CHECK_EQ(place_of(&s.scene, OBJECTS - 1)->pos.x, (OBJECTS - 1) * 65536);
    TEST_INFO("%d objects with a place, a model and a behaviour: %u bytes", (int)OBJECTS, (unsigned)bytes);
    ox_world_tick(&s.world);
    CHECK_EQ(ox_world_updated(&s.world), 0); /* objects that stand still are not updated by a step */
}

/* Views that a scene asked for belong to the resources and go with the scene. */
static stage lived;
static ox_resources_point before_scene;
static ox_status open_noted(ox_scene *it) {
    ox_mark mark = ox_arena_mark(&lived.resident, OX_ARENA_LOW);
    ox_resources_note(&lived.resources, &before_scene);
    ox_status status = ox_scene_open(it, &lived.resources, &lived.resident, rom_id("scene/main"), &lived.log);
    if (!ox_failed(status)) return status;
    ox_resources_return(&lived.resources, &before_scene);
    ox_arena_rollback(&lived.resident, mark);
    return status;
}
static void end_scene(ox_scene *it) {
    if (it->rows != NULL) ox_resources_return(&lived.resources, &before_scene);
    OX_CLEAR(it);
}
PLAIN_ROW(ox_scene, open, open_noted(it), end_scene(it))

TEST(scene_ends_clear) {
    const life_bench bench = {&lived.resident, NULL};
    CHECK(open_stage(&lived, 0));
    CHECK(life_is_led(&LIFE_OF(ox_scene), &bench));
}
