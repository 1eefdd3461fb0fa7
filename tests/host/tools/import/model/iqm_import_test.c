/* IQM files: files made in memory and checked by hand, malformed files, the public samples. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tools/import/base/file.h"
#include "tools/import/load/load.h"
#include "tools/import/model/iqm.h"

enum { HEADER = 124, FIELD = 16 };
enum {
    F_VERSION,
    F_SIZE,
    F_TEXTS = 3,
    F_TEXT_AT,
    F_MESHES,
    F_MESH_AT,
    F_ARRAYS,
    F_VERTICES,
    F_ARRAY_AT,
    F_TRIANGLES,
    F_TRIANGLE_AT,
    F_JOINTS = 13,
    F_JOINT_AT,
    F_POSES,
    F_POSE_AT,
    F_ANIMATIONS,
    F_ANIMATION_AT,
    F_FRAMES,
    F_CHANNELS,
    F_FRAME_AT
};

typedef struct maker {
    uint8_t data[2000];
    size_t size;
} maker;

static void put32(uint8_t *to, uint32_t value) {
    for (int i = 0; i < 4; i++) to[i] = (uint8_t)(value >> (8 * i));
}

static void word(maker *m, uint32_t value) {
    put32(m->data + m->size, value);
    m->size += 4;
}

static void number(maker *m, double value) {
    float single = (float)value;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    word(m, bits);
}

static void field(maker *m, int which, uint32_t value) { put32(m->data + FIELD + 4 * which, value); }
static void here(maker *m, int which) { field(m, which, (uint32_t)m->size); }

static void array(maker *m, uint32_t kind, uint32_t format, uint32_t width, size_t at) {
    const uint32_t values[5] = {kind, 0, format, width, (uint32_t)at};
    for (int i = 0; i < 5; i++) word(m, values[i]);
}

/* Makes two joints at heights (z) 0 and 2, a triangle whose last corner hangs on the second joint, and an
 * animation of three frames in which that joint moves along x by 0, 1/2 and 1. */
static void make_iqm(maker *m) {
    static const char texts[] = "\0tri\0paint\0root\0tip\0wave";
    memset(m, 0, sizeof *m);
    memcpy(m->data, "INTERQUAKEMODEL", 16);
    m->size = HEADER;
    field(m, F_VERSION, 2);
    here(m, F_TEXT_AT);
    field(m, F_TEXTS, 28);
    memcpy(m->data + m->size, texts, sizeof texts);
    m->size += 28;
    size_t positions = m->size;
    const double points[9] = {0, 0, 0, 1, 0, 0, 0, 0, 3};
    for (int i = 0; i < 9; i++) number(m, points[i]);
    size_t joints = m->size;
    m->data[m->size + 8] = 1; /* the third corner's first joint */
    m->size += 12;
    size_t weights = m->size;
    for (int i = 0; i < 3; i++) m->data[m->size + 4 * (size_t)i] = 255;
    m->size += 12;
    here(m, F_ARRAY_AT);
    field(m, F_ARRAYS, 3);
    field(m, F_VERTICES, 3);
    array(m, 0, 7, 3, positions);
    array(m, 4, 1, 4, joints);
    array(m, 5, 1, 4, weights);
    here(m, F_MESH_AT);
    field(m, F_MESHES, 1);
    const uint32_t mesh[6] = {1, 5, 0, 3, 0, 1};
    for (int i = 0; i < 6; i++) word(m, mesh[i]);
    here(m, F_TRIANGLE_AT);
    field(m, F_TRIANGLES, 1);
    for (uint32_t i = 0; i < 3; i++) word(m, i);
    here(m, F_JOINT_AT);
    field(m, F_JOINTS, 2);
    for (uint32_t j = 0; j < 2; j++) {
        const double rest[10] = {0, 0, j == 0 ? 0 : 2, 0, 0, 0, 1, 1, 1, 1};
        word(m, j == 0 ? 11 : 16);
        word(m, j - 1);
        for (int i = 0; i < 10; i++) number(m, rest[i]);
    }
    here(m, F_POSE_AT);
    field(m, F_POSES, 2);
    for (uint32_t j = 0; j < 2; j++) {
        const double rest[10] = {0, 0, j == 0 ? 0 : 2, 0, 0, 0, 1, 1, 1, 1};
        word(m, j - 1);
        word(m, j);
        for (int i = 0; i < 10; i++) number(m, rest[i]);
        for (int i = 0; i < 10; i++) number(m, i == 0 ? 0.5 / 1000 : 0);
    }
    here(m, F_ANIMATION_AT);
    field(m, F_ANIMATIONS, 1);
    word(m, 20);
    word(m, 0);
    word(m, 3);
    number(m, 4);
    word(m, 1);
    here(m, F_FRAME_AT);
    field(m, F_FRAMES, 3);
    field(m, F_CHANNELS, 1);
    for (uint32_t i = 0; i < 3; i++) {
        m->data[m->size++] = (uint8_t)(1000 * i);
        m->data[m->size++] = (uint8_t)(1000 * i >> 8);
    }
    field(m, F_SIZE, (uint32_t)m->size);
}

TEST(iqm_figure_poses_as_worked_out_by_hand) {
    maker m;
    import_scene scene;
    import_pose pose;
    tool_error error = {.text = ""};
    double positions[3][3];
    make_iqm(&m);
    CHECK(import_iqm_from_memory("t.iqm", m.data, m.size, &scene, &error));
    CHECK_EQ(scene.node_count, 3);
    CHECK(strcmp(scene.nodes[1].name, "tip") == 0 && scene.nodes[1].parent == 0);
    CHECK(strcmp(scene.nodes[2].name, "tri") == 0 && strcmp(scene.materials[0].name, "paint") == 0);
    CHECK(strcmp(scene.axes, "LBU") == 0 && scene.axes_assumed);
    const import_primitive *p = &scene.meshes[0].primitives[0];
    CHECK(p->indices[0] == 2 && p->indices[1] == 1 && p->indices[2] == 0); /* the winding is reversed */
    const import_animation *wave = &scene.animations[0];
    CHECK(strcmp(wave->name, "wave") == 0 && wave->loops && wave->duration == 0.5 && wave->rate == 4);
    for (int i = 0; i <= 4; i++) { /* the corner follows its joint: 1 unit of x over half a second */
        CHECK(import_pose_make(&scene, wave, i / 8.0, &pose, &error));
        CHECK(import_pose_vertices(&scene, &pose, 2, p, positions, NULL));
        CHECK(fabs(positions[2][0] - i / 4.0) < 1e-6 && fabs(positions[2][2] - 3) < 1e-6);
        CHECK(fabs(positions[1][0] - 1) < 1e-6);
        import_pose_free(&pose);
    }
    import_scene_free(&scene);
}

TEST(iqm_malformed_files_are_refused_with_offset_and_reason) {
    static const struct {
        int field; /* 100 + n: the byte offset is that of table n's place plus `more` */
        uint32_t more, value;
        const char *said;
    } cases[] = {
        {F_VERSION, 0, 3, "offset 16: version 3"},
        {F_SIZE, 0, 99999, "offset 20: should be 99999"},
        {F_TEXTS, 0, 99999, "offset 28: 99999 entries"},
        {F_MESHES, 0, 100, "offset 36: 100 entries"},
        {F_MESH_AT, 0, 0xFFFFFFF0u, "offset 36: 1 entries"},
        {F_ARRAYS, 0, 0xFFFFFFFFu, "offset 44:"},
        {F_ARRAYS, 0, 0, "meshes without positions"},
        {F_VERTICES, 0, 0x40000000, "vertex array 0 reaches beyond"},
        {F_TRIANGLES, 0, 0x20000000, "entries"},
        {F_JOINTS, 0, 70000, "entries"},
        {F_JOINTS, 0, 1, "2 poses for 1 joints"},
        {F_POSES, 0, 1, "a frame has 1 numbers, but the poses use 0"},
        {F_CHANNELS, 0, 2, "entries"},
        {F_FRAMES, 0, 2, "uses the frames 0 to 2 of 2"},
        {F_FRAMES, 0, 0x70000000, "entries"},
        {100 + F_MESH_AT, 0, 500, "a name begins at byte 500 of 28"},
        {100 + F_MESH_AT, 8, 1, "mesh 0 uses more vertices"},
        {100 + F_MESH_AT, 20, 2, "mesh 0 uses more vertices or triangles"},
        {100 + F_TRIANGLE_AT, 4, 3, "a triangle names vertex 3, its mesh has 0 to 2"},
        {100 + F_ARRAY_AT, 8, 9, "vertex array 0 has 3 numbers of format 9"},
        {100 + F_ARRAY_AT, 12, 0x10000, "vertex array 0 has 65536 numbers"},
        {100 + F_ARRAY_AT, 16, 0xFFFFFFFF, "vertex array 0 reaches beyond the end"},
        {100 + F_JOINT_AT, 52, 1, "joint 1 has the parent 1"},
        {100 + F_JOINT_AT, 8, 0x7FC00000, "this is no number"},
        {100 + F_ANIMATION_AT, 8, 0, "uses the frames"},
        {100 + F_ANIMATION_AT, 4, 0xFFFFFFFF, "uses the frames"},
        {100 + F_ANIMATION_AT, 0, 28, "a name begins at byte 28"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        maker m;
        import_scene scene;
        tool_error error = {.text = ""};
        make_iqm(&m);
        size_t at = FIELD + 4 * (size_t)cases[i].field;
        if (cases[i].field >= 100) {
            const uint8_t *b = m.data + FIELD + 4 * (cases[i].field - 100);
            at = (size_t)b[0] + 256u * b[1] + cases[i].more;
        }
        put32(m.data + at, cases[i].value);
        bool taken = import_iqm_from_memory("t.iqm", m.data, m.size, &scene, &error);
        if (taken) import_scene_free(&scene);
        CHECK(!taken && scene.nodes == NULL);
        if (strncmp(error.text, "t.iqm: offset ", 14) != 0 || strstr(error.text, cases[i].said) == NULL) {
            TEST_INFO("case %zu said: %s", i, error.text);
            CHECK_EQ(i, 1000);
        }
    }
}

TEST(iqm_cut_files_never_break) {
    maker m;
    make_iqm(&m);
    for (size_t cut = 0; cut < m.size; cut++) {
        import_scene scene;
        tool_error error = {.text = ""};
        uint8_t *exact = malloc(cut + 1);
        memcpy(exact, m.data, cut);
        CHECK(!import_iqm_from_memory("t.iqm", exact, cut, &scene, &error));
        if (cut >= 24) put32(exact + 20, (uint32_t)cut); /* the header gives the cut size, too */
        if (import_iqm_from_memory("t.iqm", exact, cut, &scene, &error)) import_scene_free(&scene);
        free(exact);
    }
}

TEST(iqm_public_models_have_the_right_counts) {
    import_scene scene;
    import_model model;
    tool_error error = {.text = ""};
    if (!import_file_exists("../shared/data/models/guy.iqm")) {
        test_skip("no ../shared/data/models");
        return;
    }
    CHECK(import_iqm_load("../shared/data/models/guy.iqm", &scene, &error));
    CHECK_EQ(scene.meshes[0].primitives[0].vertex_count, 240);
    CHECK_EQ(scene.meshes[0].primitives[0].triangle_count, 120);
    CHECK_EQ(scene.skins[0].joint_count, 14);
    CHECK_EQ(scene.animation_count, 2);
    CHECK(scene.animations[0].duration == 2.5);
    import_scene_free(&scene);
    CHECK(import_iqm_load("../shared/data/models/guyanim.iqm", &scene,
                          &error)); /* poses without joints or meshes */
    CHECK_EQ(scene.node_count, 14);
    CHECK_EQ(scene.mesh_count, 0);
    /* the model is made of the scene's bones */
    CHECK(import_scene_bake("g", &scene, &scene.animations[1], 1, &model, &error));
    CHECK_EQ(model.triangle_count, 13 * 8);
    import_model_free(&model);
    import_scene_free(&scene);
    CHECK(import_model_load("../shared/data/models/guy.iqm", &model, &error));
    import_bounds box = import_model_bounds(&model); /* +z up became +y up */
    CHECK(box.maximum[1] > 9 && box.minimum[1] > -0.1f && box.maximum[2] < 2);
    import_model_free(&model);
}
