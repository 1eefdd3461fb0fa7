/* Conventions of axes: all 48, against the console's own functions, with round trips, for models and for
 * skinned scenes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixedmath/transform.h"
#include "tests/host/tools/import/gltf/import_glb.h"
#include "tests/test.h"
#include "tools/import/gltf/gltf.h"
#include "tools/import/model/axes.h"
#include "tools/import/model/obj.h"

/* Gives all 48 tags, one a call; false behind the last. */
static bool next_tag(int *number, char tag[4]) {
    static const char pairs[3][3] = {"RL", "UD", "FB"};
    static const uint8_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    if (*number == 48) return false;
    for (int i = 0; i < 3; i++) tag[i] = pairs[orders[*number / 8][i]][*number >> i & 1];
    tag[3] = 0;
    ++*number;
    return true;
}

/* Coordinates, in the source's axes, of a point `right`, `up` and `front` of the model's middle. */
static void in_source(const char *tag, double right, double up, double front, double to[3]) {
    for (int i = 0; i < 3; i++) {
        switch (tag[i]) {
        case 'R':
            to[i] = right;
            break;
        case 'L':
            to[i] = -right;
            break;
        case 'U':
            to[i] = up;
            break;
        case 'D':
            to[i] = -up;
            break;
        case 'F':
            to[i] = front;
            break;
        default:
            to[i] = -front;
            break;
        }
    }
}

TEST(axes_every_convention_puts_the_front_on_minus_z) {
    char tag[4];
    int left_handed = 0;
    for (int n = 0; next_tag(&n, tag);) {
        import_convention c;
        CHECK(import_convention_read(tag, 1, &c, NULL));
        double p[3], to[3];
        in_source(tag, 1, 2, 3, p);
        for (int k = 0; k < 3; k++) to[k] = c.map[k][0] * p[0] + c.map[k][1] * p[1] + c.map[k][2] * p[2];
        CHECK(to[0] == 1 && to[1] == 2 && to[2] == -3);
        left_handed += c.mirrored;
    }
    CHECK_EQ(left_handed, 24);
    import_convention c;
    CHECK(import_convention_read("ruf", 1, &c, NULL));
    vec3 same = import_point_handed((vec3){FX(1), FX(2), FX(3)}); /* z negated */
    CHECK(c.mirrored && c.map[0][0] * 65536 == same.x && c.map[1][1] * 131072 == same.y &&
          c.map[2][2] * 3 * 65536 == same.z);
    CHECK(import_convention_read("RFU", 1, &c, NULL)); /* z up */
    vec3 up = import_z_up((vec3){FX(1), FX(2), FX(3)});
    CHECK(!c.mirrored && c.map[1][2] * 3 * 65536 == up.y && c.map[2][1] * 2 * 65536 == up.z);
}

TEST(axes_wrong_tags_are_refused) {
    static const char *const wrong[] = {"", "RU", "RUBB", "RRU", "RLU", "RUX", "FBU"};
    tool_error error = {.text = ""};
    import_convention c;
    import_scene scene;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        error.text[0] = 0;
        CHECK(!import_convention_read(wrong[i], 1, &c, &error) &&
              strstr(error.text, "no convention of axes") != NULL);
    }
    CHECK(!import_convention_read("RUB", 0, &c, &error) && !import_convention_read("RUB", NAN, &c, &error));
    memset(&scene, 0, sizeof scene);
    CHECK(!import_scene_convert("s", &scene, NULL, 1, &error) &&
          strstr(error.text, "does not say how its axes stand") != NULL);
    memcpy(scene.axes, "LUF", 4);
    CHECK(!import_scene_convert("s", &scene, "RUB", 1, &error) &&
          strstr(error.text, "has the axes LUF, not RUB") != NULL);
    scene.axes_assumed = true;
    CHECK(import_scene_convert("s", &scene, "RUF", 1, &error) && strcmp(scene.axes, "RUB") == 0);
}

static double volume_of(const import_model *model) {
    double six = 0;
    for (uint32_t t = 0; t < model->triangle_count; t++) {
        const float *p[3];
        for (uint32_t i = 0; i < 3; i++) p[i] = model->vertices[model->indices[3 * t + i]].position;
        for (int k = 0; k < 3; k++) {
            int a = (k + 1) % 3, b = (k + 2) % 3;
            six += (double)p[0][k] * ((double)p[1][a] * (double)p[2][b] - (double)p[1][b] * (double)p[2][a]);
        }
    }
    return six / 6;
}

/* Makes a wedge, longer to the front, wound counter-clockwise for right-handed tags and clockwise for
 * left-handed tags. */
static import_model make_wedge(const char *tag, bool mirrored) {
    static const double corners[6][3] = {{-1, 0, -1}, {1, 0, -1},  {1, 0, 3},
                                         {-1, 0, 3},  {-1, 2, -1}, {1, 2, -1}};
    static const int faces[5][5] = {
        {4, 0, 3, 2, 1}, {4, 0, 1, 5, 4}, {4, 4, 5, 2, 3}, {3, 0, 4, 3, 0}, {3, 1, 2, 5, 0}};
    char text[2000];
    size_t used = 0;
    import_model model;
    for (int i = 0; i < 6; i++) {
        double p[3];
        in_source(tag, corners[i][0], corners[i][1], corners[i][2], p);
        used += (size_t)snprintf(text + used, sizeof text - used, "v %g %g %g\n", p[0], p[1], p[2]);
    }
    for (int f = 0; f < 5; f++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "f");
        for (int i = 0; i < faces[f][0]; i++)
            used += (size_t)snprintf(text + used, sizeof text - used, " %d",
                                     1 + faces[f][1 + (mirrored ? faces[f][0] - 1 - i : i)]);
        used += (size_t)snprintf(text + used, sizeof text - used, "\n");
    }
    CHECK(import_obj_from_memory("w.obj", text, used, NULL, 0, &model, NULL));
    return model;
}

TEST(axes_models_of_either_hand_face_outward) {
    char tag[4];
    for (int n = 0; next_tag(&n, tag);) {
        import_convention c, back;
        CHECK(import_convention_read(tag, 0.5, &c, NULL));
        import_model model = make_wedge(tag, c.mirrored), kept = make_wedge(tag, c.mirrored);
        import_model_convert(&model, &c);
        import_bounds box = import_model_bounds(&model);
        CHECK(box.minimum[2] == -1.5f && box.maximum[2] == 0.5f && box.maximum[1] == 1 &&
              box.minimum[1] == 0);
        CHECK(fabs(fabs(volume_of(&model)) - 8 * 0.125) < 1e-6);
        CHECK(volume_of(&model) > 0);
        for (uint32_t t = 0; t < model.triangle_count; t++) { /* normals keep to their faces */
            const import_vertex *v = &model.vertices[model.indices[3 * t]];
            double away = 0;
            const double middle[3] = {0, 0.3, -0.3};
            for (int k = 0; k < 3; k++) away += ((double)v->position[k] - middle[k]) * (double)v->normal[k];
            CHECK(away > 0);
        }
        back = import_convention_inverse(&c);
        import_model_convert(&model, &back);
        CHECK(memcmp(model.vertices, kept.vertices, model.vertex_count * sizeof *model.vertices) == 0);
        CHECK(memcmp(model.indices, kept.indices, 3 * model.triangle_count * sizeof *model.indices) == 0);
        import_model_free(&model);
        import_model_free(&kept);
    }
}

/* A skinned, animated figure posed and then converted is the figure converted and then posed. */
TEST(axes_skinned_scenes_keep_their_pose) {
    static const float points[12] = {0, 0, 0, 1, 0, 0, 1, 2, 0, 0, 2, 1}, times[2] = {0, 1};
    static const float binds[32] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,  0, 1,
                                    1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1};
    static const float turns[8] = {0, 0, 0, 1, 0.5f, 0.5f, 0.5f, 0.5f},
                       slide[18] = {0, 0, 0, 0, 1, 0, 1, 2, 3, 3, 2, 1, 1, 2, 3, 0, 0, 0};
    static const float scales[6] = {1, 1, 1, 1, 2, 3};
    static const uint8_t joints[16] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},
                         list[6] = {0, 1, 2, 0, 2, 3};
    static const float weights[16] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 3, 1, 0, 0};
    static const char *const tags[] = {"LUF", "RUF", "FRU", "LBU", "DFR"};
    glb *g = calloc(1, sizeof *g);
    char body[2000];
    tool_error error = {.text = ""};
    int p = glb_floats(g, "VEC3", points, 3, 4), b = glb_floats(g, "MAT4", binds, 16, 2),
        t = glb_floats(g, "SCALAR", times, 1, 2);
    int r = glb_floats(g, "VEC4", turns, 4, 2), s = glb_floats(g, "VEC3", slide, 3, 6),
        f = glb_floats(g, "VEC3", scales, 3, 2);
    int j = glb_accessor(g, glb_view(g, joints, 16), GLB_U8, "VEC4", 4, ""),
        w = glb_floats(g, "VEC4", weights, 4, 4);
    int i = glb_accessor(g, glb_view(g, list, 6), GLB_U8, "SCALAR", 6, "");
    snprintf(body, sizeof body,
             "\"nodes\":[{\"children\":[1],\"matrix\":[0,1,0,0,-1,0,0,0,0,0,1,0,1,0,0,1]},{\"translation\":["
             "0,1,0]},{\"mesh\":0,\"skin\":0}],"
             "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"JOINTS_0\":%d,\"WEIGHTS_0\":%d}"
             ",\"indices\":%d,"
             "\"targets\":[{\"POSITION\":%d}]}],\"weights\":[0.5]}],\"skins\":[{\"joints\":[0,1],"
             "\"inverseBindMatrices\":%d}],"
             "\"animations\":[{\"samplers\":[{\"input\":%d,\"output\":%d},{\"input\":%d,\"output\":%d,"
             "\"interpolation\":\"CUBICSPLINE\"},"
             "{\"input\":%d,\"output\":%d}],\"channels\":[{\"sampler\":0,\"target\":{\"node\":1,\"path\":"
             "\"rotation\"}},{\"sampler\":1,"
             "\"target\":{\"node\":1,\"path\":\"translation\"}},{\"sampler\":2,\"target\":{\"node\":1,"
             "\"path\":\"scale\"}}]}]",
             p, j, w, i, p, b, t, r, t, s, t, f);
    glb_finish(g, body);
    for (size_t n = 0; n < sizeof tags / sizeof tags[0]; n++) {
        import_scene plain, turned;
        import_pose pose[2];
        import_convention c;
        CHECK(import_gltf_from_memory("t", g->file, g->size, &plain, &error));
        CHECK(import_gltf_from_memory("t", g->file, g->size, &turned, &error));
        memcpy(turned.axes, tags[n], 4);
        CHECK(import_convention_read(tags[n], 2, &c, &error) &&
              import_scene_convert("t", &turned, NULL, 2, &error));
        for (int k = 0; k <= 4; k++) {
            double from[4][3], to[4][3];
            CHECK(import_pose_make(&plain, &plain.animations[0], k / 4.0, &pose[0], &error));
            CHECK(import_pose_make(&turned, &turned.animations[0], k / 4.0, &pose[1], &error));
            CHECK(import_pose_vertices(&plain, &pose[0], 2, &plain.meshes[0].primitives[0], from, NULL));
            CHECK(import_pose_vertices(&turned, &pose[1], 2, &turned.meshes[0].primitives[0], to, NULL));
            for (int v = 0; v < 4; v++) {
                for (int row = 0; row < 3; row++) {
                    double expected = 0;
                    for (int column = 0; column < 3; column++)
                        expected += 2 * c.map[row][column] * from[v][column];
                    CHECK(fabs(expected - to[v][row]) < 1e-5);
                }
            }
            import_pose_free(&pose[0]);
            import_pose_free(&pose[1]);
        }
        CHECK(plain.meshes[0].primitives[0].indices[1] ==
              turned.meshes[0].primitives[0].indices[c.mirrored ? 2 : 1]);
        import_scene_free(&plain);
        import_scene_free(&turned);
    }
    free(g);
}

TEST(axes_origins_are_checked) {
    import_model model = make_wedge("RUB", false);
    CHECK(import_model_check_origin("w", &model, IMPORT_ORIGIN_ANY, 0));
    /* the wedge's middle is 1 ahead of the origin */
    CHECK(!import_model_check_origin("w", &model, IMPORT_ORIGIN_VEHICLE, 0.1));
    CHECK_EQ(model.warning_count, 1);
    CHECK(strstr(model.warnings[0], "w: the origin should be on the ground at the middle of the vehicle") !=
          NULL);
    for (uint32_t i = 0; i < model.vertex_count; i++) model.vertices[i].position[2] += 1;
    CHECK(import_model_check_origin("w", &model, IMPORT_ORIGIN_VEHICLE, 0.1));
    CHECK(import_model_check_origin("w", &model, IMPORT_ORIGIN_CHARACTER, 0.1));
    for (uint32_t i = 0; i < model.vertex_count; i++) model.vertices[i].position[1] += 1;
    CHECK(!import_model_check_origin("w", &model, IMPORT_ORIGIN_CHARACTER, 0.1));
    import_model_free(&model);
}
