/* Draw calls and recorded lists: materials by number, sorting, overflow, replay. */
#include "fixedmath/vector.h"
#include "raster/draw_call.h"
#include "raster/list/list.h"
#include "tests/unit/raster/raster_scene.h"

enum { MATERIALS = 4, DRAW_CALLS = 16 };

static raster_scene scene;
static rs_material materials[MATERIALS];
static rs_look looks[MATERIALS];
static rs_submesh parts[MATERIALS];
static uint32_t ramps[MATERIALS][RS_RAMP_ENTRIES];
static const uint16_t numbers[MATERIALS] = {0, 1, 2, 3};
static mat34 matrices[2];
static rs_light_set sets[2];
static rs_draw_call_mesh meshes[1];
static rs_batch batches[2];
static const char *const texts[1] = {"OX"};
static rs_tables tables;
static rs_material missing;
static int extensions;

static const fx line[6] = {-FX(0.9), FX(0.9), FX(0.3), FX(0.9), FX(0.9), FX(0.3)},
                points[6] = {-FX(0.5), -FX(0.9), FX(0.2), FX(0.5), -FX(0.9), FX(0.2)};

static rs_result extension(rs_frame *frame, const rs_draw_call *call, const rs_tables *t) {
    (void)t;
    extensions++;
    return rs_frame_rectangle(frame, 2, 2, 5, 5, call->argument);
}

/* Begins a frame with a sphere whose triangles are divided among four materials. */
static rs_frame *begin(void) {
    static const uint32_t rgb[MATERIALS] = {0xC08040, 0x4080C0, 0x40C040, 0xC0C0C0};
    scene_make(&scene, RS_XRGB8888);
    for (int i = 0; i < MATERIALS; i++) {
        materials[i] = scene.material;
        materials[i].rgb = rgb[i];
        rs_ramp_build(RS_XRGB8888, rgb[i], ramps[i]);
        materials[i].ramp = ramps[i];
        materials[i].shading = (uint8_t)(i == 1 ? RS_FLAT : RS_GOURAUD);
        memset(&looks[i], 0, sizeof looks[i]);
        parts[i] = scene.part;
        parts[i].first_triangle = (uint32_t)i * 42;
        parts[i].triangle_count = 42;
        parts[i].material = (uint32_t)i;
    }
    materials[2].look = &looks[2];
    materials[3].texture = &scene.texture;
    scene.mesh.parts = parts;
    scene.mesh.part_count = MATERIALS;
    matrices[0] = scene_turn(3000, 1000);
    matrices[1] = m34_identity();
    sets[0] = (rs_light_set){scene.lights, 1, 0x202020};
    sets[1] = (rs_light_set){scene.lights, 2, 0x400000};
    meshes[0] = (rs_draw_call_mesh){&scene.mesh, numbers};
    memset(batches, 0, sizeof batches);
    for (int i = 0; i < 2; i++) {
        batches[i].streams[RS_POSITION] = (rs_stream){i == 0 ? line : points, 0, RS_FX_3};
        batches[i].vertex_count = batches[i].count = 2;
        batches[i].primitive = (uint8_t)(i == 0 ? RS_LINES : RS_POINTS);
        batches[i].material = &materials[0];
    }
    missing = scene.material;
    missing.rgb = 0xFF00FF;
    rs_ramp_build(RS_XRGB8888, 0xFF00FF, scene.ramp);
    missing.shading = RS_UNLIT;
    extensions = 0;
    tables = (rs_tables){.meshes = meshes,
                         .materials = materials,
                         .matrices = matrices,
                         .light_sets = sets,
                         .batches = batches,
                         .texts = texts,
                         .mesh_count = 1,
                         .material_count = MATERIALS,
                         .matrix_count = 2,
                         .light_set_count = 2,
                         .batch_count = 2,
                         .text_count = 1,
                         .missing = &missing,
                         .extensions = {[1] = extension}};
    return scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
}

static uint32_t finish(const rs_frame *frame) {
    scene_draw(&scene, frame, RS_XRGB8888, SCENE_HEIGHT);
    return scene_hash(&scene, RS_XRGB8888);
}

static rs_draw_call call_of(uint8_t kind) {
    rs_draw_call p;
    memset(&p, 0, sizeof p);
    p.kind = kind;
    p.material = p.matrix = p.lights = RS_NO_NUMBER;
    p.key = rs_key_opaque(RS_PASS_OPAQUE, 0, 0, RS_BY_MATERIAL);
    return p;
}

static rs_result draw_lists(rs_frame *frame, const rs_command_list *lists, uint32_t count, uint32_t which,
                            const rs_viewport *views, uint32_t view_count) {
    const rs_command_lists all = {lists, count, &tables, views, view_count};
    return rs_commands_draw(frame, &all, which);
}

TEST(raster_models_become_a_draw_call_a_part) {
    rs_draw_call room[DRAW_CALLS];
    rs_sort_entry entries[DRAW_CALLS], other[DRAW_CALLS];
    rs_draw_calls list = {room, 0, DRAW_CALLS, 0};
    rs_draw_call_counts counts, sorted;
    uint32_t hash[2], direct;
    rs_frame *frame = begin();
    CHECK_EQ(rs_draw_calls_add_mesh(&list, &tables, 0, 0, 0, RS_PASS_OPAQUE, 100), MATERIALS);
    CHECK_EQ(rs_draw_calls_add_mesh(&list, &tables, 0, 0, 0, RS_PASS_OPAQUE, 200),
             MATERIALS); /* a second sphere, so that materials alternate */
    CHECK_EQ(rs_draw_calls_add_mesh(&list, &tables, 7, 0, 0, RS_PASS_OPAQUE, 200), 0);
    for (int i = 0; i < 2; i++) {
        frame = begin();
        CHECK_EQ(rs_draw_calls_draw(frame, &list, i == 0 ? NULL : rs_draw_calls_sort(&list, entries, other),
                                    &tables, ~0u, i == 0 ? &counts : &sorted),
                 RS_OK);
        hash[i] = finish(frame);
    }
    CHECK_EQ(counts.drawn, 2 * MATERIALS);
    CHECK_EQ(counts.material_changes, 2 * MATERIALS);
    CHECK_EQ(sorted.material_changes, MATERIALS);
    CHECK_EQ(counts.light_changes, 1); /* a set of lights that is set already is not set again */
    CHECK_EQ(hash[1], hash[0]);
    frame = begin(); /* the frame that rs_frame_mesh draws */
    CHECK_EQ(rs_frame_lights(frame, 0, scene.lights, 1), RS_OK);
    rs_frame_ambient(frame, 0x202020);
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &matrices[0], materials), RS_OK);
    direct = finish(frame);
    CHECK_EQ(direct, hash[0]);
}

TEST(raster_materials_are_changed_by_number_alone) {
    rs_draw_call p;
    rs_draw_calls list = {&p, 1, 1, 0};
    rs_draw_call_counts counts;
    uint32_t hash[MATERIALS + 1];
    int16_t before = 0;
    for (uint32_t i = 0; i <= MATERIALS; i++) {
        rs_frame *frame = begin();
        p = call_of(RS_DRAW_CALL_MESH);
        p.matrix = 1;
        p.lights = 0;
        p.part = 1;
        p.material = (uint16_t)(i < MATERIALS ? i : 99);
        before = scene.positions[30];
        CHECK_EQ(rs_draw_calls_draw(frame, &list, NULL, &tables, ~0u, &counts), RS_OK);
        CHECK_EQ(scene.positions[30], before);
        CHECK_EQ(counts.missing, i == MATERIALS);
        hash[i] = finish(frame);
        for (uint32_t k = 0; k < i; k++) CHECK(hash[k] != hash[i]);
        if (i == MATERIALS) { /* the picture shows the substitute for a missing material */
            int magenta = 0;
            for (int k = 0; k < SCENE_WIDTH * SCENE_HEIGHT; k++)
                magenta += scene.pixels[GUARD + k] == 0xFF00FF;
            CHECK(magenta > 50);
        }
    }
}

TEST(raster_one_draw_call_of_each_kind) {
    rs_draw_call room[5];
    rs_draw_calls list = {room, 0, 5, 0};
    rs_draw_call_counts counts;
    rs_draw_call p;
    rs_frame *frame = begin();
    p = call_of(RS_DRAW_CALL_MESH);
    p.matrix = 0, p.lights = 1;
    CHECK(rs_draw_calls_add(&list, &p));
    p = call_of(RS_DRAW_CALL_BATCH); /* lines */
    CHECK(rs_draw_calls_add(&list, &p));
    p.resource = 1; /* points */
    p.tint = 0xFF00FF00;
    CHECK(rs_draw_calls_add(&list, &p));
    p = call_of(RS_DRAW_CALL_TEXT);
    p.tint = 0xFFFFFF;
    p.argument = 60 | 60 << 16;
    CHECK(rs_draw_calls_add(&list, &p));
    p = call_of(RS_DRAW_CALL_EXTENSION + 1);
    p.argument = 0x112233;
    CHECK(rs_draw_calls_add(&list, &p));
    CHECK_EQ(rs_draw_calls_draw(frame, &list, NULL, &tables, ~0u, &counts), RS_OK);
    CHECK_EQ(counts.drawn, 5);
    CHECK_EQ(extensions, 1);
    (void)finish(frame);
    CHECK_EQ(scene.pixels[GUARD + 3 * SCENE_WIDTH + 3], 0x112233);
    {
        int white = 0, line_pixels = 0;
        for (int y = 60; y < 68; y++) {
            for (int x = 60; x < 76; x++) white += scene.pixels[GUARD + y * SCENE_WIDTH + x] == 0xFFFFFF;
        }
        for (int y = 0; y < 20; y++) {
            for (int x = 10; x < 90; x++) line_pixels += scene.pixels[GUARD + y * SCENE_WIDTH + x] != 3;
        }
        CHECK(white > 20);
        CHECK(line_pixels > 40);
    }
    CHECK_EQ(scene_hash(&scene, RS_XRGB8888),
             0xB4CB3C51u); /* a picture of a part of the sphere, a line, two points, OX, a square */
}

TEST(raster_full_draw_call_lists_count) {
    rs_draw_call room[4];
    rs_draw_calls list = {room, 0, 3, 0};
    rs_draw_call p = call_of(RS_DRAW_CALL_TEXT);
    memset(&room[3], 0xEE, sizeof room[3]);
    for (int i = 0; i < 4; i++) CHECK_EQ(rs_draw_calls_add(&list, &p), i < 3);
    CHECK_EQ(list.dropped, 1);
    for (size_t i = 0; i < sizeof room[3]; i++) CHECK_EQ(((uint8_t *)&room[3])[i], 0xEE);
}

TEST(raster_bad_draw_calls_are_passed_over) {
    rs_draw_call p;
    rs_draw_calls list = {&p, 1, 1, 0};
    rs_draw_call_counts counts;
    for (int bad = 0; bad < 8; bad++) {
        rs_frame *frame = begin();
        p = call_of((uint8_t)(bad == 0   ? 5
                              : bad == 1 ? 8
                              : bad == 2 ? 16
                              : bad == 3 ? RS_DRAW_CALL_TEXT
                              : bad == 4 ? RS_DRAW_CALL_BATCH
                                         : RS_DRAW_CALL_MESH));
        if (bad == 3 || bad == 4 || bad == 5) p.resource = 3;
        if (bad == 6) p.part = 9;
        if (bad == 7) p.matrix = 2;
        CHECK_EQ(rs_draw_calls_draw(frame, &list, NULL, &tables, ~0u, &counts), RS_BAD_ARGUMENT);
        CHECK_EQ(counts.passed_over, 1);
        CHECK_EQ(frame->item_count, 0);
    }
    {
        rs_frame *frame = begin(); /* calls of a pass that is not wanted are passed over */
        p = call_of(RS_DRAW_CALL_TEXT);
        CHECK_EQ(rs_draw_calls_draw(frame, &list, NULL, &tables, 1u << RS_PASS_OVERLAY, &counts), RS_OK);
        CHECK_EQ(counts.drawn, 0);
    }
}

/* ---- recorded lists ---- */

static uint32_t record(uint32_t *words, uint32_t capacity, bool *overflowed) {
    static const vec3 triangle[3] = {
        {-FX(1), -FX(1), FX(0.4)}, {-FX(0.5), -FX(1), FX(0.4)}, {-FX(0.75), -FX(0.6), FX(0.4)}};
    rs_commands c = {words, 0, capacity, false, 0};
    rs_draw_call p = call_of(RS_DRAW_CALL_MESH);
    p.matrix = 0;
    (void)rs_commands_lights(&c, 1);
    for (uint16_t i = 0; i < MATERIALS; i++) {
        p.part = i;
        (void)rs_commands_draw_call(&c, &p);
    }
    (void)rs_commands_immediate(&c, RS_TRIANGLES, 2, 0xFFFF0000u, triangle, 3);
    *overflowed = c.overflowed;
    return c.count;
}

TEST(raster_recorded_lists_replay) {
    static uint32_t words[256], copy[256];
    bool overflowed;
    uint32_t hash[3], count = record(words, 256, &overflowed);
    CHECK(!overflowed);
    for (int i = 0; i < 3; i++) { /* the list is drawn twice, then copied elsewhere and drawn */
        rs_command_list list = {i == 2 ? copy + 3 : words, count};
        rs_frame *frame = begin();
        if (i == 2) {
            memcpy(copy + 3, words, count * sizeof *words);
            memset(words, 0, sizeof words);
        }
        CHECK_EQ(draw_lists(frame, &list, 1, 0, NULL, 0), RS_OK);
        CHECK(frame->item_count > 40);
        hash[i] = finish(frame);
    }
    CHECK_EQ(hash[1], hash[0]);
    CHECK_EQ(hash[2], hash[0]);
}

TEST(raster_recorded_lists_in_constant_memory) {
    static const uint32_t words[] = {
        2u << 16 | 1, 0, 1u << 16 | 7, 0, 0, 0xFFFFu << 16, 0xFFFFu << 16 | 1, 0, 0, 0};
    const rs_command_list list = {words, sizeof words / sizeof words[0]};
    rs_frame *frame = begin();
    CHECK_EQ(draw_lists(frame, &list, 1, 0, NULL, 0), RS_OK);
    CHECK(frame->item_count > 5);
}

TEST(raster_full_recordings_stay_valid) {
    static uint32_t words[256];
    bool overflowed;
    for (uint32_t capacity = 0; capacity < 60; capacity++) {
        rs_command_list list;
        rs_frame *frame = begin();
        words[capacity] = 0xABCDEF01u;
        list = (rs_command_list){words, record(words, capacity, &overflowed)};
        CHECK(list.count <= capacity);
        CHECK_EQ(overflowed, capacity < 2 + 4 * 8 + 13);
        CHECK_EQ(words[capacity] == 0xABCDEF01u || !overflowed, 1);
        CHECK_EQ(draw_lists(frame, &list, 1, 0, NULL, 0), RS_OK);
    }
}

TEST(raster_recorded_lists_call_others) {
    static uint32_t words[6][64];
    rs_command_list lists[6];
    rs_viewport views[1];
    for (uint32_t i = 0; i < 6; i++) {
        rs_commands c = {words[i], 0, 64, false, 0};
        rs_draw_call p = call_of(RS_DRAW_CALL_EXTENSION + 1);
        CHECK(rs_commands_draw_call(&c, &p));
        if (i < 5) CHECK(rs_commands_call(&c, i + 1));
        lists[i] = (rs_command_list){words[i], c.count};
    }
    {
        rs_frame *frame = begin();
        CHECK_EQ(draw_lists(frame, lists, 6, 2, NULL, 0), RS_OK); /* lists 2, 3, 4, 5: calls four deep */
        CHECK_EQ(extensions, 4);
        CHECK_EQ(draw_lists(frame, lists, 6, 1, NULL, 0), RS_BAD_ARGUMENT);
        CHECK_EQ(extensions, 8);
        CHECK_EQ(draw_lists(frame, lists, 6, 6, NULL, 0), RS_BAD_ARGUMENT);
    }
    { /* viewports in lists, and damaged lists */
        rs_frame *frame = begin();
        rs_commands c = {words[0], 0, 64, false, 0};
        memset(views, 0, sizeof views);
        views[0].width = 40, views[0].height = 30;
        views[0].camera = scene.camera;
        CHECK(rs_commands_viewport(&c, 0));
        lists[0] = (rs_command_list){words[0], c.count};
        CHECK_EQ(draw_lists(frame, lists, 1, 0, views, 1), RS_OK);
        CHECK_EQ(frame->view.width, 40);
        CHECK_EQ(draw_lists(frame, lists, 1, 0, NULL, 1), RS_BAD_ARGUMENT);
        words[0][0] = 1u << 16 | 9;
        CHECK_EQ(draw_lists(frame, lists, 1, 0, views, 1), RS_BAD_ARGUMENT);
        words[0][0] = 77u << 16 | 1;
        CHECK_EQ(draw_lists(frame, lists, 1, 0, views, 1), RS_BAD_ARGUMENT);
        words[0][0] = 4u << 16 | 1;
        CHECK_EQ(draw_lists(frame, lists, 1, 0, views, 1), RS_BAD_ARGUMENT);
    }
}
