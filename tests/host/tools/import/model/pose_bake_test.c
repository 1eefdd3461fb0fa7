/* Poses against values worked out by hand: sampling, node trees, morph targets, skins, baking. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tools/import/base/angle.h"
#include "tools/import/model/scene.h"

static bool near(double actual, double expected) { return fabs(actual - expected) < 1e-6; }

static bool near3(const double *v, double x, double y, double z) {
    return near(v[0], x) && near(v[1], y) && near(v[2], z);
}

/* ---- channels ---- */

TEST(pose_steps_and_lines_between_keys) {
    float times[3] = {0, 1, 3}, values[9] = {0, 0, 0, 2, 4, -6, 4, 4, 0};
    import_channel c = {.path = IMPORT_TRANSLATION,
                        .sampling = IMPORT_LINEAR,
                        .key_count = 3,
                        .width = 3,
                        .times = times,
                        .values = values};
    double v[3];
    import_channel_at(&c, -1, v);
    CHECK(near3(v, 0, 0, 0));
    import_channel_at(&c, 0.25, v);
    CHECK(near3(v, 0.5, 1, -1.5));
    import_channel_at(&c, 1, v);
    CHECK(near3(v, 2, 4, -6));
    import_channel_at(&c, 2, v);
    CHECK(near3(v, 3, 4, -3));
    import_channel_at(&c, 9, v);
    CHECK(near3(v, 4, 4, 0));
    c.sampling = IMPORT_STEP;
    import_channel_at(&c, 0.999, v);
    CHECK(near3(v, 0, 0, 0));
    import_channel_at(&c, 1, v);
    CHECK(near3(v, 2, 4, -6));
    import_channel_at(&c, 2.5, v);
    CHECK(near3(v, 2, 4, -6));
}

/* Keys v0 = 1 at 0 s with out-tangent 2 and v1 = 3 at 2 s with in-tangent -1. With h = 2 at u = 1/4 the
 * Hermite weights are 27/32, 9/64 h, 5/32 and -3/64 h: 27/32 + 2 * 9/32 + 3 * 5/32 + 3/32 = 63/32. At u =
 * 1/2: 1/2, 1/8 h, 1/2, -1/8 h: 1/2 + 2/4 + 3/2 + 1/4 = 11/4. */
TEST(pose_cubic_spline_is_hermite_with_scaled_tangents) {
    float times[2] = {0, 2}, values[18] = {9, 9, 9, 1, 0, 0, 2, 0, 0, -1, 0, 0, 3, 0, 0, 9, 9, 9};
    import_channel c = {.path = IMPORT_TRANSLATION,
                        .sampling = IMPORT_CUBIC,
                        .key_count = 2,
                        .width = 3,
                        .times = times,
                        .values = values};
    double v[3];
    import_channel_at(&c, 0.5, v);
    CHECK(near3(v, 63.0 / 32, 0, 0));
    import_channel_at(&c, 1, v);
    CHECK(near3(v, 11.0 / 4, 0, 0));
    import_channel_at(&c, 0, v);
    CHECK(near3(v, 1, 0, 0));
    import_channel_at(&c, 2, v);
    CHECK(near3(v, 3, 0, 0));
    import_channel_at(&c, 7, v);
    CHECK(near3(v, 3, 0, 0));
}

TEST(pose_rotations_turn_the_shorter_way) {
    /* from no turn to a quarter about z, whose quaternion has the other sign: 30 degrees at a third of the
     * time */
    float s = (float)sqrt(0.5), times[2] = {0, 3}, values[8] = {0, 0, 0, 1, 0, 0, -s, -s};
    import_channel c = {.path = IMPORT_ROTATION,
                        .sampling = IMPORT_LINEAR,
                        .key_count = 2,
                        .width = 4,
                        .times = times,
                        .values = values};
    double q[4];
    import_channel_at(&c, 1, q);
    CHECK(near(q[2], sin(IMPORT_PI / 12)) && near(q[3], cos(IMPORT_PI / 12)));
    import_channel_at(&c, 1.5, q);
    CHECK(near(q[2], sin(IMPORT_PI / 8)) && near(q[3], cos(IMPORT_PI / 8)));
    import_channel_at(&c, 3, q);
    CHECK(near(fabs(q[2]), sqrt(0.5)) && near(fabs(q[3]), sqrt(0.5)));
    /* the quaternion has unit length and turns at even speed all the way */
    for (int i = 0; i <= 30; i++) {
        import_channel_at(&c, i / 10.0, q);
        CHECK(near(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1));
        CHECK(near(2 * atan2(fabs(q[2]), fabs(q[3])), IMPORT_PI / 2 * i / 30));
    }
}

TEST(pose_own_sine_and_root_are_those_of_the_library) {
    double worst = 0;
    for (int i = -6283; i <= 6283; i++) {
        worst = fmax(worst, fabs(import_sin(i / 1000.0) - sin(i / 1000.0)));
        worst = fmax(worst, fabs(import_cos(i / 1000.0) - cos(i / 1000.0)));
    }
    CHECK(worst < 1e-13);
    for (int i = 0; i <= 1000; i++)
        worst = fmax(worst, fabs(import_root_2_4(i / 1000.0) - pow(i / 1000.0, 1 / 2.4)));
    CHECK(worst < 1e-12);
    CHECK(near(import_srgb(0.5), 0.7353569830524495));
    CHECK(near(import_srgb(0.001), 0.01292) && import_srgb(2) == 1 && import_srgb(-1) == 0);
}

/* ---- matrices and trees ---- */

TEST(pose_matrices_multiply_and_invert) {
    const double t[3] = {1, 2, 3}, q[4] = {0.5, 0.5, 0.5, 0.5}, s[3] = {2, 3, 4};
    double m[12], inverse[12], product[12], flat[12] = {0};
    import_matrix_from_parts(t, q, s, m); /* the rotation takes x to y, y to z, z to x */
    CHECK(near(m[4], 2) && near(m[9], 3) && near(m[2], 4) && near(m[3], 1) && near(m[7], 2) &&
          near(m[11], 3));
    CHECK(import_matrix_invert(m, inverse));
    import_matrix_multiply(m, inverse, product);
    for (int i = 0; i < 12; i++) CHECK(near(product[i], i % 5 == 0 ? 1 : 0));
    CHECK(!import_matrix_invert(flat, inverse));
    CHECK(inverse[0] == 1 && inverse[1] == 0 && inverse[5] == 1);
}

/* ---- a scene made by hand ---- */

typedef struct arm {
    import_scene scene;
    import_node nodes[3];
    import_mesh mesh;
    import_skin skin;
    import_primitive primitive;
    import_animation animation;
    import_channel channels[2];
    import_material material;
    import_morph morph;
    float positions[4][3], normals[4][3], weights[4][4], moved[4][3];
    uint16_t joints[4][4];
    uint32_t indices[6], joint_nodes[2];
    double binds[2][12];
    float times[2], turn[8], morph_times[2], morph_values[2];
} arm;

static char no_name[] = "";

static void start_node(import_node *node, int32_t parent, double y) {
    *node = (import_node){.name = no_name, .parent = parent, .mesh = -1, .skin = -1, .shown = true};
    node->rotation[3] = 1;
    node->translation[1] = y;
    for (int k = 0; k < 3; k++) node->scale[k] = 1;
}

/* A strip of four vertices at heights 0, 1, 2 and 3 on two joints at heights 0 and 1; the second turns a
 * quarter about z in 1 s. The third vertex hangs on both with weights 1/4 and 3/4. */
static void make_arm(arm *a) {
    memset(a, 0, sizeof *a);
    start_node(&a->nodes[0], -1, 0);
    start_node(&a->nodes[1], 0, 1);
    start_node(&a->nodes[2], -1, 7); /* a skinned mesh does not move with its node */
    a->nodes[2].mesh = 0;
    a->nodes[2].skin = 0;
    for (int v = 0; v < 4; v++) {
        a->positions[v][0] = v % 2 == 0 ? 0.0f : 0.25f;
        a->positions[v][1] = (float)v;
        a->normals[v][2] = 1;
        a->joints[v][1] = 1;
        a->weights[v][0] = v < 2 ? 1.0f : v == 2 ? 0.25f : 0.0f;
        a->weights[v][1] = 1 - a->weights[v][0];
        a->moved[v][2] = 2;
    }
    memcpy(a->indices, (uint32_t[6]){0, 1, 2, 1, 3, 2}, sizeof a->indices);
    import_matrix_identity(a->binds[0]);
    import_matrix_identity(a->binds[1]);
    a->binds[1][7] = -1;
    a->joint_nodes[1] = 1;
    a->skin = (import_skin){no_name, 2, a->joint_nodes, a->binds};
    a->primitive = (import_primitive){.vertex_count = 4,
                                      .triangle_count = 2,
                                      .positions = a->positions,
                                      .normals = a->normals,
                                      .joints = a->joints,
                                      .weights = a->weights,
                                      .indices = a->indices};
    a->mesh = (import_mesh){.name = no_name, .primitives = &a->primitive, .primitive_count = 1};
    a->material = (import_material){.name = no_name, .opacity = 1};
    a->times[1] = a->morph_times[1] = 1;
    a->turn[3] = 1;
    a->turn[6] = a->turn[7] = (float)sqrt(0.5);
    a->morph_values[1] = 1;
    a->channels[0] = (import_channel){1, IMPORT_ROTATION, IMPORT_LINEAR, 2, 4, a->times, a->turn};
    a->channels[1] =
        (import_channel){2, IMPORT_WEIGHTS, IMPORT_LINEAR, 2, 1, a->morph_times, a->morph_values};
    a->animation =
        (import_animation){.name = no_name, .channels = a->channels, .channel_count = 1, .duration = 1};
    a->scene = (import_scene){.nodes = a->nodes,
                              .meshes = &a->mesh,
                              .skins = &a->skin,
                              .animations = &a->animation,
                              .materials = &a->material,
                              .node_count = 3,
                              .mesh_count = 1,
                              .skin_count = 1,
                              .animation_count = 1,
                              .material_count = 1};
}

TEST(pose_skinning_blends_matrices) {
    arm a;
    import_pose pose;
    double positions[4][3], normals[4][3];
    make_arm(&a);
    CHECK(import_pose_make(&a.scene, NULL, 0, &pose, NULL));
    CHECK(import_pose_vertices(&a.scene, &pose, 2, &a.primitive, positions, normals));
    for (int v = 0; v < 4; v++) /* at rest every vertex stands where it was bound */
        CHECK(near3(positions[v], (double)a.positions[v][0], v, 0) && near3(normals[v], 0, 0, 1));
    import_pose_free(&pose);
    CHECK(import_pose_make(&a.scene, &a.animation, 1, &pose, NULL));
    CHECK(import_pose_vertices(&a.scene, &pose, 2, &a.primitive, positions, NULL));
    CHECK(near3(positions[0], 0, 0, 0));
    CHECK(near3(positions[1], 0.25, 1, 0));
    /* (0, 2) turned about (0, 1) by a quarter is (-1, 1); vertex 2 is 1/4 of (0, 2) and 3/4 of (-1, 1) */
    CHECK(near3(positions[2], -0.75, 1.25, 0));
    /* (0.25, 3): (0.25, 2) from the joint becomes (-2, 0.25) */
    CHECK(near3(positions[3], -2, 1.25, 0));
    import_pose_free(&pose);
    CHECK(import_pose_make(&a.scene, &a.animation, 1.0 / 3, &pose, NULL)); /* 30 degrees */
    CHECK(import_pose_vertices(&a.scene, &pose, 2, &a.primitive, positions, NULL));
    CHECK(
        near3(positions[3], 0.25 * cos(IMPORT_PI / 6) - 2 * 0.5, 1 + 0.25 * 0.5 + 2 * cos(IMPORT_PI / 6), 0));
    import_pose_free(&pose);
}

TEST(pose_morph_targets_add_before_the_skin) {
    arm a;
    import_pose pose;
    double positions[4][3], normals[4][3];
    float rest = 0.5f;
    make_arm(&a);
    a.morph = (import_morph){a.moved, NULL};
    a.primitive.morphs = &a.morph;
    a.mesh.morph_count = 1;
    a.mesh.weights = &rest;
    a.animation.channel_count = 2;
    CHECK(import_pose_make(&a.scene, NULL, 0, &pose, NULL));
    CHECK(import_pose_vertices(&a.scene, &pose, 2, &a.primitive, positions, normals));
    CHECK(near3(positions[3], 0.25, 3, 1)); /* the rest weight is half of 2 */
    import_pose_free(&pose);
    CHECK(import_pose_make(&a.scene, &a.animation, 0.75, &pose, NULL));
    CHECK(import_pose_vertices(&a.scene, &pose, 2, &a.primitive, positions, normals));
    double angle = IMPORT_PI / 2 * 0.75;
    CHECK(
        near3(positions[3], 0.25 * cos(angle) - 2 * sin(angle), 1 + 0.25 * sin(angle) + 2 * cos(angle), 1.5));
    import_pose_free(&pose);
    a.nodes[2].skin = -1; /* without a skin the node moves the mesh */
    CHECK(import_pose_make(&a.scene, &a.animation, 1, &pose, NULL));
    CHECK(import_pose_vertices(&a.scene, &pose, 2, &a.primitive, positions, normals));
    CHECK(near3(positions[3], 0.25, 10, 2));
    import_pose_free(&pose);
}

TEST(pose_baked_model_is_the_posed_scene) {
    arm a;
    import_model model;
    tool_error error = {.text = ""};
    make_arm(&a);
    CHECK(import_scene_bake("arm", &a.scene, &a.animation, 1, &model, &error));
    CHECK_EQ(model.triangle_count, 2);
    CHECK_EQ(model.vertex_count, 4);
    CHECK(near((double)model.vertices[model.indices[4]].position[0], -2));
    CHECK_EQ(model.part_count, 1);
    CHECK_EQ(model.materials[0].triangle_count, 2);
    import_model_free(&model);
    /* a mirrored node turns its triangles, so that they still face +z */
    a.nodes[2].skin = -1;
    a.nodes[2].scale[0] = -1;
    CHECK(import_scene_bake("arm", &a.scene, NULL, 0, &model, &error));
    for (uint32_t t = 0; t < model.triangle_count; t++) {
        const float *p = model.vertices[model.indices[3 * t]].position,
                    *q = model.vertices[model.indices[3 * t + 1]].position;
        const float *r = model.vertices[model.indices[3 * t + 2]].position;
        double before = ((double)a.positions[1][0]) > 0 ? 1 : -1;
        double z = ((double)q[0] - (double)p[0]) * ((double)r[1] - (double)p[1]) -
                   ((double)q[1] - (double)p[1]) * ((double)r[0] - (double)p[0]);
        CHECK(z * before > 0);
    }
    import_model_free(&model);
    a.nodes[2].shown = false; /* without meshes the model is of bones, an octahedron each */
    CHECK(import_scene_bake("arm", &a.scene, &a.animation, 1, &model, &error));
    CHECK_EQ(model.triangle_count, 8);
    import_model_free(&model);
    a.nodes[1].translation[1] = 0;
    CHECK(!import_scene_bake("arm", &a.scene, NULL, 0, &model, &error));
    CHECK(strstr(error.text, "shows no triangle") != NULL);
    make_arm(&a);
    a.nodes[1].translation[0] = 1e30;
    CHECK(!import_scene_bake("arm", &a.scene, NULL, 0, &model, &error));
    CHECK(strstr(error.text, "beyond all bounds") != NULL && model.vertices == NULL);
}
