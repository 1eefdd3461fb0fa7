/* glTF: containers, accessors, meshes, nodes, skins, morph targets, animations, materials, and malformed
 * files. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/host/tools/import/gltf/import_glb.h"
#include "tests/test.h"
#include "tools/import/base/base64.h"
#include "tools/import/base/file.h"
#include "tools/import/gltf/gltf.h"
#include "tools/import/load/load.h"
#include "tools/import/model/axes.h"
#include "tools/import/model/obj.h"

static bool near(double actual, double expected) { return fabs(actual - expected) < 1e-5; }

static bool read_glb(const glb *g, import_scene *scene, tool_error *error) {
    return import_gltf_from_memory("t.glb", g->file, g->size, scene, error);
}

/* ---- base64 ---- */

TEST(base64_decodes_and_names_the_wrong_letter) {
    static const struct {
        const char *text, *bytes;
    } cases[] = {{"", ""},       {"Zg==", "f"},   {"Zg", "f"},
                 {"Zm8=", "fo"}, {"Zm9v", "foo"}, {"Zm9v\r\n YmFy", "foobar"}};
    uint8_t *out;
    size_t size, fault;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK(import_base64_decode(cases[i].text, strlen(cases[i].text), &out, &size, &fault));
        CHECK(size == strlen(cases[i].bytes) && memcmp(out, cases[i].bytes, size) == 0);
        free(out);
    }
    for (size_t i = 0; i < 256; i++) { /* bytes of every length are written and read again */
        uint8_t bytes[256];
        char text[IMPORT_BASE64_LENGTH(sizeof bytes) + 1];
        for (size_t k = 0; k < i; k++) bytes[k] = (uint8_t)(k * 37 + i);
        import_base64_encode(bytes, i, text);
        CHECK_EQ(strlen(text), IMPORT_BASE64_LENGTH(i));
        CHECK(import_base64_decode(text, strlen(text), &out, &size, &fault));
        CHECK(size == i && (i == 0 || memcmp(out, bytes, i) == 0));
        free(out);
    }
    CHECK(!import_base64_decode("Zm9*", 4, &out, &size, &fault) && fault == 3);
    CHECK(!import_base64_decode("Z", 1, &out, &size, &fault) && fault == 1);
    CHECK(!import_base64_decode("Zg==Zg==", 8, &out, &size, &fault) && fault == 4);
    CHECK(!import_base64_decode("Zg=", 3, &out, &size, &fault) && fault == 3);
}

/* ---- meshes ---- */

TEST(gltf_cube_is_the_cube_of_an_obj_file) {
    static const char obj[] =
        "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n"
        "s off\nf 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 4 8 7 3\nf 1 5 8 4\nf 2 3 7 6\n";
    glb g = {.used = 0};
    int positions, indices;
    char body[400];
    import_scene scene;
    import_model model, other;
    tool_error error = {.text = ""};
    glb_cube(&g, &positions, &indices);
    snprintf(body, sizeof body,
             "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":%d},\"indices\":%d}]}],\"nodes\":[{"
             "\"mesh\":0}]",
             positions, indices);
    glb_finish(&g, body);
    CHECK(read_glb(&g, &scene, &error));
    CHECK_EQ(scene.meshes[0].primitives[0].vertex_count, 8);
    CHECK(strcmp(scene.axes, "LUF") == 0);
    CHECK(import_scene_bake("t", &scene, NULL, 0, &model, &error));
    CHECK(import_obj_from_memory("c.obj", obj, strlen(obj), NULL, 0, &other, &error));
    CHECK_EQ(model.triangle_count, 12);
    CHECK_EQ(model.vertex_count, 24);
    CHECK_EQ(other.triangle_count, 12);
    CHECK_EQ(other.vertex_count, 24);
    /* both models have the same corners with the same normals */
    for (uint32_t i = 0; i < other.vertex_count; i++) {
        int found = 0;
        for (uint32_t k = 0; k < model.vertex_count; k++)
            found += memcmp(&model.vertices[k], &other.vertices[i], sizeof model.vertices[k]) == 0;
        CHECK_EQ(found, 1);
    }
    import_model_free(&model);
    import_model_free(&other);
    import_scene_free(&scene);
}

TEST(gltf_strips_fans_and_lists_are_one_set) {
    static const float points[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0};
    static const uint16_t strip[5] = {0, 1, 2, 3, 4};
    glb g = {.used = 0};
    char body[900];
    import_scene scene;
    tool_error error = {.text = ""};
    int p = glb_floats(&g, "VEC3", points, 3, 5);
    uint8_t bytes[10];
    for (int i = 0; i < 5; i++) {
        bytes[2 * i] = (uint8_t)strip[i];
        bytes[2 * i + 1] = 0;
    }
    int s = glb_accessor(&g, glb_view(&g, bytes, 10), GLB_U16, "SCALAR", 5, "");
    snprintf(body, sizeof body,
             "\"meshes\":[{\"primitives\":[{\"mode\":5,\"attributes\":{\"POSITION\":%d},\"indices\":%d},{"
             "\"mode\":6,\"attributes\":"
             "{\"POSITION\":%d}},{\"attributes\":{\"POSITION\":%d}},{\"mode\":1,\"attributes\":{\"POSITION\":"
             "%d}}]}]",
             p, s, p, p, p);
    glb_finish(&g, body);
    CHECK(read_glb(&g, &scene, &error));
    CHECK_EQ(scene.meshes[0].primitive_count, 3);
    const import_primitive *strips = &scene.meshes[0].primitives[0], *fan = &scene.meshes[0].primitives[1];
    static const uint32_t as_strip[9] = {0, 1, 2, 1, 3, 2, 2, 3, 4}, as_fan[9] = {0, 1, 2, 0, 2, 3, 0, 3, 4};
    CHECK_EQ(strips->triangle_count, 3);
    CHECK(memcmp(strips->indices, as_strip, sizeof as_strip) == 0);
    CHECK(memcmp(fan->indices, as_fan, sizeof as_fan) == 0);
    CHECK_EQ(scene.meshes[0].primitives[2].triangle_count, 1);
    CHECK_EQ(scene.warning_count, 2); /* the warnings tell of two corners left over, and of lines */
    import_scene_free(&scene);
}

TEST(gltf_numbers_of_every_component_type) {
    static const uint8_t bytes[12] = {0, 255, 127, 0, 128, 0, 0, 0, 255, 255, 0, 128};
    glb g = {.used = 0};
    char body[900];
    import_scene scene;
    tool_error error = {.text = ""};
    static const float points[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    int p = glb_floats(&g, "VEC3", points, 3, 3), view = glb_view(&g, bytes, sizeof bytes);
    int half = glb_view(&g, bytes, 8);
    int u8 = glb_accessor(&g, view, GLB_U8, "VEC2", 3, ",\"normalized\":true");
    int i8 = glb_accessor(&g, view, GLB_I8, "VEC2", 3, ",\"normalized\":true");
    int u16 = glb_accessor(&g, view, GLB_U16, "VEC2", 3, ",\"normalized\":true");
    int i16 = glb_accessor(&g, view, GLB_I16, "VEC2", 3, "");
    int sparse = glb_accessor(
        &g, -1, GLB_F32, "VEC2", 3,
        ",\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":2,\"componentType\":5121,\"byteOffset\":2},"
        "\"values\":{\"bufferView\":0,\"byteOffset\":12}}");
    CHECK_EQ(half, 2);
    char sets[5][80];
    const int uv[5] = {u8, i8, u16, i16, sparse};
    for (int i = 0; i < 5; i++)
        snprintf(sets[i], sizeof sets[i], "{\"attributes\":{\"POSITION\":%d,\"TEXCOORD_0\":%d}}", p, uv[i]);
    snprintf(body, sizeof body, "\"meshes\":[{\"primitives\":[%s,%s,%s,%s]}]", sets[0], sets[1], sets[2],
             sets[3]);
    glb_finish(&g, body);
    CHECK(read_glb(&g, &scene, &error));
    const import_primitive *m = scene.meshes[0].primitives;
    CHECK(near((double)m[0].uvs[0][0][1], 1) && near((double)m[0].uvs[0][1][0], 127 / 255.0));
    CHECK(near((double)m[1].uvs[0][0][1], -1 / 127.0) && near((double)m[1].uvs[0][1][0], 1) &&
          near((double)m[1].uvs[0][2][0], -1));
    CHECK(near((double)m[2].uvs[0][2][0], 65535 / 65535.0) &&
          near((double)m[2].uvs[0][2][1], 32768 / 65535.0));
    CHECK(near((double)m[2].uvs[0][0][0], 65280 / 65535.0));
    CHECK(near((double)m[3].uvs[0][0][0], -256) && near((double)m[3].uvs[0][0][1], 127));
    import_scene_free(&scene);
    snprintf(body, sizeof body, "\"meshes\":[{\"primitives\":[%s]}]", sets[4]);
    glb_finish(&g, body); /* byte 2 of the third view is 127, an index beyond 3 elements */
    CHECK(!read_glb(&g, &scene, &error));
    CHECK(strstr(error.text, "sparse index 127 is not below 3") != NULL);
    g.binary[g.used - 8 + 2] = 1;
    glb_finish(&g, body);
    CHECK(read_glb(&g, &scene, &error));
    m = scene.meshes[0].primitives;
    CHECK(near((double)m[0].uvs[0][0][0], 0) && near((double)m[0].uvs[0][1][0], 1) &&
          near((double)m[0].uvs[0][1][1], 0));
    import_scene_free(&scene);
}

/* ---- nodes, skins, morph targets, animations ---- */

/* Nodes in reverse order; a skinned quad with a morph target; all three samplings. */
static void make_figure(glb *g) {
    static const float points[12] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0},
                       moved[12] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1};
    static const float binds[32] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,  0, 1,
                                    1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1};
    static const float times[2] = {0.5f, 2.5f}, steps[6] = {1, 1, 1, 2, 2, 2},
                       turns[8] = {0, 0, 0, 1, 0, 0, 1, 0};
    static const float cubic[6] = {0, 0, 1, -1, 1, 0}; /* in, value, out of each key */
    static const uint8_t joints[32] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},
                         list[6] = {0, 1, 2, 0, 2, 3};
    static const float weights[16] = {1, 0, 0, 0, 1, 0, 0, 0, 3, 1, 0, 0, 1, 0, 0, 0};
    char body[2500];
    int p = glb_floats(g, "VEC3", points, 3, 4), m = glb_floats(g, "VEC3", moved, 3, 4);
    int b = glb_floats(g, "MAT4", binds, 16, 2), t = glb_floats(g, "SCALAR", times, 1, 2);
    int s = glb_floats(g, "VEC3", steps, 3, 2), r = glb_floats(g, "VEC4", turns, 4, 2);
    int c = glb_floats(g, "SCALAR", cubic, 1, 6);
    int j = glb_accessor(g, glb_view(g, joints, 16), GLB_U8, "VEC4", 4, ""),
        w = glb_floats(g, "VEC4", weights, 4, 4);
    int i = glb_accessor(g, glb_view(g, list, 6), GLB_U8, "SCALAR", 6, "");
    snprintf(body, sizeof body,
             "\"scene\":0,\"scenes\":[{\"nodes\":[2,3]}],"
             "\"nodes\":[{\"name\":\"tip\"},{\"name\":\"lower\",\"translation\":[0,1,0],\"children\":[0]},"
             "{\"name\":\"upper\",\"children\":[1],\"extras\":{\"kind\":\"bone\"}},"
             "{\"name\":\"body\",\"mesh\":0,\"skin\":0},{\"name\":\"hidden\",\"mesh\":0}],"
             "\"meshes\":[{\"name\":\"quad\",\"weights\":[0.25],\"extras\":{\"targetNames\":[\"smile\"]},"
             "\"primitives\":[{"
             "\"attributes\":{\"POSITION\":%d,\"JOINTS_0\":%d,\"WEIGHTS_0\":%d},\"indices\":%d,\"targets\":[{"
             "\"POSITION\":%d}]}]}],"
             "\"skins\":[{\"joints\":[2,1],\"inverseBindMatrices\":%d}],"
             "\"animations\":[{\"name\":\"all\",\"samplers\":[{\"input\":%d,\"output\":%d,\"interpolation\":"
             "\"STEP\"},{\"input\":%d,"
             "\"output\":%d},{\"input\":%d,\"output\":%d,\"interpolation\":\"CUBICSPLINE\"}],\"channels\":["
             "{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"scale\"}},{\"sampler\":1,\"target\":{\"node\":"
             "1,\"path\":\"rotation\"}},"
             "{\"sampler\":2,\"target\":{\"node\":3,\"path\":\"weights\"}},{\"sampler\":0,\"target\":{"
             "\"path\":\"scale\"}}]}]",
             p, j, w, i, m, b, t, s, t, r, t, c);
    glb_finish(g, body);
}

TEST(gltf_figure_poses_as_worked_out_by_hand) {
    glb *g = calloc(1, sizeof *g);
    import_scene scene;
    import_pose pose;
    tool_error error = {.text = ""};
    double positions[4][3];
    make_figure(g);
    CHECK(read_glb(g, &scene, &error));
    CHECK_EQ(scene.node_count, 5);
    for (uint32_t i = 0; i < scene.node_count; i++) CHECK(scene.nodes[i].parent < (int32_t)i);
    CHECK(strcmp(scene.nodes[0].name, "upper") == 0 &&
          strcmp(scene.nodes[0].properties, "{\"kind\": \"bone\"}") == 0);
    CHECK(strcmp(scene.meshes[0].morph_names[0], "smile") == 0);
    CHECK_EQ(scene.animations[0].channel_count, 3);
    CHECK(near(scene.animations[0].duration, 2.5));
    uint32_t body = 0;
    while (scene.nodes[body].mesh < 0) body++;
    CHECK(strcmp(scene.nodes[body].name, "body") == 0 && scene.nodes[body].shown && !scene.nodes[4].shown);
    const import_primitive *quad = &scene.meshes[0].primitives[0];
    CHECK(import_pose_make(&scene, NULL, 0, &pose, &error) &&
          import_pose_vertices(&scene, &pose, body, quad, positions, NULL));
    CHECK(near(positions[2][0], 1) && near(positions[2][1], 1) && near(positions[2][2], 0.25));
    import_pose_free(&pose);
    /* Half way, at 1.5 s: scale still 1, a quarter turn about z about (0, 1); the weight by Hermite with h =
     * 2: 1/2 * 0 + 1/8 * 2 * 1 + 1/2 * 1 - 1/8 * 2 * -1 = 1. Vertex 2 has 3/4 of joint 1 and 1/4 of joint 0.
     */
    CHECK(import_pose_make(&scene, &scene.animations[0], 1.5, &pose, &error));
    CHECK(import_pose_vertices(&scene, &pose, body, quad, positions, NULL));
    CHECK(near(positions[0][0], 0) && near(positions[0][2], 0));
    CHECK(near(positions[2][0], 0.25 * 1 + 0.75 * 0) && near(positions[2][1], 0.25 * 1 + 0.75 * 2) &&
          near(positions[2][2], 1));
    CHECK(near(positions[3][0], 0) && near(positions[3][1], 1) && near(positions[3][2], 1));
    import_pose_free(&pose);
    /* At the end of the animation: scale 2, half a turn, weight 1 */
    CHECK(import_pose_make(&scene, &scene.animations[0], 2.5, &pose, &error));
    CHECK(import_pose_vertices(&scene, &pose, body, quad, positions, NULL));
    CHECK(near(positions[2][0], 0.25 - 0.75 * 2) && near(positions[2][1], 1) &&
          near(positions[2][2], 0.25 * 1 + 0.75 * 2));
    import_pose_free(&pose);
    import_scene_free(&scene);
    free(g);
}

TEST(gltf_largest_four_of_eight_joints_are_kept) {
    static const float points[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const uint8_t first[12] = {0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0},
                         second[12] = {4, 5, 6, 7, 0, 0, 0, 0, 9, 0, 0, 0};
    static const float low[12] = {0.05f, 0.1f, 0.2f, 0.05f, 1, 0, 0, 0, 1, 0, 0, 0},
                       high[12] = {0.3f, 0.1f, 0, 0.2f};
    glb g = {.used = 0};
    char body[900];
    import_scene scene;
    tool_error error = {.text = ""};
    int p = glb_floats(&g, "VEC3", points, 3, 3);
    int j0 = glb_accessor(&g, glb_view(&g, first, 12), GLB_U8, "VEC4", 3, "");
    int j1 = glb_accessor(&g, glb_view(&g, second, 12), GLB_U8, "VEC4", 3, "");
    int w0 = glb_floats(&g, "VEC4", low, 4, 3), w1 = glb_floats(&g, "VEC4", high, 4, 3);
    snprintf(body, sizeof body,
             "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"JOINTS_0\":%d,\"JOINTS_1\":%d,"
             "\"WEIGHTS_0\":%d,"
             "\"WEIGHTS_1\":%d}}]}]",
             p, j0, j1, w0, w1);
    glb_finish(&g, body);
    CHECK(read_glb(&g, &scene, &error));
    const import_primitive *m = &scene.meshes[0].primitives[0];
    static const uint16_t joints[4] = {4, 2, 7, 1};
    CHECK(memcmp(m->joints[0], joints, sizeof joints) == 0);
    CHECK(near((double)m->weights[0][0], 0.375) && near((double)m->weights[0][3], 0.125));
    CHECK_EQ(m->joints[2][0], 0); /* a joint without weight counts for nothing */
    CHECK_EQ(scene.warning_count, 1);
    CHECK(strstr(scene.warnings[0], "up to 20.0 %") != NULL);
    import_scene_free(&scene);
}

/* ---- materials, files ---- */

TEST(gltf_materials_textures_and_data_uris) {
    /* one red pixel as a PNG inside the text; the buffer as base64 too */
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,\"uri\":\"data:application/"
        "octet-stream;base64,"
        "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":"
        "36}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"type\":\"VEC3\",\"count\":3}],"
        "\"images\":[{\"uri\":\"data:image/"
        "png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/"
        "pLvAAAAAElFTkSuQmCC\"},{\"uri\":\"no%20such.png\"},{\"uri\":\"data:image/png;base64,AAAA\"}],"
        "\"samplers\":[{\"wrapS\":33071}],\"textures\":[{\"source\":0,\"sampler\":0},{\"source\":1},{"
        "\"source\":2}],"
        "\"materials\":[{\"name\":\"red\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.5,1,0,0.25],"
        "\"baseColorTexture\":{"
        "\"index\":0},\"roughnessFactor\":0.5,\"metallicFactor\":0},\"doubleSided\":true,\"alphaMode\":"
        "\"BLEND\"},"
        "{\"name\":\"gone\",\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":1}},\"alphaMode\":"
        "\"MASK\"},"
        "{\"name\":\"bad\",\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":2}}},"
        "{\"name\":\"sign\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,0,0,1]},\"extensions\":{\"KHR_"
        "materials_unlit\":{}}}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"material\":1},{\"attributes\":{"
        "\"POSITION\":0},\"material\":0},"
        "{\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[{\"mesh\":0}]}";
    import_scene scene;
    import_model model;
    tool_error error = {.text = ""};
    CHECK(import_gltf_from_memory("dir/t.gltf", text, strlen(text), &scene, &error));
    CHECK_EQ(scene.material_count, 5);
    const import_material *m = scene.materials;
    CHECK(near((double)m[0].diffuse[0], 0.7353569830524495) && near((double)m[0].diffuse[1], 1) &&
          m[0].two_sided);
    CHECK(near((double)m[0].opacity, 0.25) && m[0].texture_clamp && m[0].picture == 1 &&
          near((double)m[0].shininess, 30));
    CHECK(strcmp(m[0].texture, "dir/t.gltf#0") == 0);
    CHECK(m[1].texture_missing && m[1].picture == 0 && strcmp(m[1].texture, "dir/no such.png") == 0 &&
          m[1].masked);
    CHECK(m[2].texture_missing && m[2].picture == 0);
    CHECK(m[3].diffuse[0] == 0 && m[3].emissive[0] == 1);
    CHECK_EQ(scene.picture_count, 1);
    CHECK(scene.pictures[0].rgba[0] == 255 && scene.pictures[0].rgba[1] == 0);
    CHECK_EQ(scene.warning_count, 2);
    CHECK(strstr(scene.warnings[0], "no%20such.png") != NULL);
    CHECK(import_scene_bake("t", &scene, NULL, 0, &model, &error));
    /* materials stand in the order of the file; materials without triangles are left out */
    CHECK_EQ(model.part_count, 3);
    CHECK_EQ(model.material_count, 3);
    CHECK(strcmp(model.materials[0].name, "red") == 0 && strcmp(model.materials[2].name, "") == 0);
    CHECK_EQ(model.picture_count, 1);
    import_model_free(&model);
    import_scene_free(&scene);
}

/* A triangle with two sets of coordinates and a material of this JSON; `before` are members of the root with a comma behind them. */
static bool read_triangle(const char *before, const char *material, import_scene *scene, tool_error *error) {
    static const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, uvs[6] = {0, 0, 1, 0, 0, 1},
                       others[6] = {5, 5, 6, 6, 7, 7};
    glb g = {.used = 0};
    char body[3000];
    int positions = glb_floats(&g, "VEC3", corners, 3, 3), first = glb_floats(&g, "VEC2", uvs, 2, 3),
        second = glb_floats(&g, "VEC2", others, 2, 3);
    snprintf(body, sizeof body,
             "%s\"textures\":[{}],\"materials\":[%s],\"meshes\":[{\"primitives\":[{\"attributes\":{"
             "\"POSITION\":%d,"
             "\"TEXCOORD_0\":%d,\"TEXCOORD_1\":%d},\"material\":0}]}],\"nodes\":[{\"mesh\":0}]",
             before, material, positions, first, second);
    glb_finish(&g, body);
    return read_glb(&g, scene, error);
}

TEST(gltf_texture_coordinates_are_moved_as_the_material_says) {
    import_scene scene;
    tool_error error;
    CHECK(read_triangle("\"extensionsRequired\":[\"KHR_texture_transform\"],",
                        "{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0,\"extensions\":{\"KHR_"
                        "texture_transform\":"
                        "{\"offset\":[0.25,0.5],\"rotation\":1.5707963,\"scale\":[2,3]}}}}}",
                        &scene, &error));
    float(*uvs)[2] = scene.meshes[0].primitives[0].uvs[0];
    /* a quarter turn against the clock: an arrow to the right becomes an arrow up, where v is less */
    CHECK(near((double)uvs[0][0], 0.25) && near((double)uvs[0][1], 0.5));
    CHECK(near((double)uvs[1][0], 0.25) && near((double)uvs[1][1], -1.5));
    CHECK(near((double)uvs[2][0], 3.25) && near((double)uvs[2][1], 0.5));
    CHECK_EQ(scene.warning_count, 0);
    import_scene_free(&scene);
    CHECK(read_triangle("",
                        "{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0,\"extensions\":{\"KHR_"
                        "texture_transform\":"
                        "{\"texCoord\":1,\"offset\":[-5,-5]}}}}}",
                        &scene, &error));
    uvs = scene.meshes[0].primitives[0].uvs[0];
    CHECK(near((double)uvs[0][0], 0) && near((double)uvs[2][1], 2));
    import_scene_free(&scene);
    CHECK(read_triangle("",
                        "{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0,\"extensions\":{\"KHR_"
                        "texture_transform\":"
                        "{\"scale\":[8e14,-8e14],\"offset\":[8e14,-8e14]}}}}}",
                        &scene, &error));
    uvs = scene.meshes[0].primitives[0].uvs[0];
    CHECK(uvs[1][0] == 1e15f && uvs[2][1] == -1e15f);
    import_scene_free(&scene);
}

TEST(gltf_quantised_corners_are_what_their_node_makes_of_them) {
    static const uint8_t corners[24] = {0,    0,    0, 0, 0, 0, 0, 0, 0xC8, 0,
                                        0x38, 0xFF, 0, 0, 0, 0, 0, 0, 0x64, 0};
    glb g = {.used = 0};
    char body[400];
    import_scene scene;
    import_model model;
    tool_error error = {.text = ""};
    int view = glb_view(&g, corners, sizeof corners);
    g.views[strlen(g.views) - 1] = 0; /* the view is reopened to add its stride */
    strcat(g.views, ",\"byteStride\":8}");
    int positions = glb_accessor(&g, view, GLB_I16, "VEC3", 3, "");
    snprintf(body, sizeof body,
             "\"extensionsRequired\":[\"KHR_mesh_quantization\"],\"meshes\":[{\"primitives\":[{"
             "\"attributes\":{\"POSITION\":%d}}]}],"
             "\"nodes\":[{\"mesh\":0,\"scale\":[0.01,0.01,0.01]}]",
             positions);
    glb_finish(&g, body);
    CHECK(read_glb(&g, &scene, &error));
    CHECK(import_scene_bake("t", &scene, NULL, 0, &model, &error));
    CHECK_EQ(model.triangle_count, 1);
    import_bounds box = import_model_bounds(&model);
    CHECK(near((double)box.maximum[0], 2) && near((double)box.minimum[1], -2) &&
          near((double)box.maximum[1], 1));
    import_model_free(&model);
    import_scene_free(&scene);
}

TEST(gltf_lights_become_lights_of_a_scene) {
    static const char lights[] =
        "\"extensionsRequired\":[\"KHR_lights_punctual\"],\"scenes\":[{\"nodes\":[0,1,2,3]}],"
        "\"extensions\":{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"point\",\"name\":\"lamp\","
        "\"intensity\":50,\"range\":6},"
        "{\"type\":\"directional\",\"intensity\":683},{\"type\":\"spot\",\"intensity\":25,\"spot\":{"
        "\"outerConeAngle\":0.5}},"
        "{\"type\":\"directional\"}]}},";
    /* no scene shows the node of light 3 */
    static const char body[] =
        "\"nodes\":[{\"translation\":[1,2,3],\"extensions\":{\"KHR_lights_punctual\":{\"light\":0}}},"
        "{\"rotation\":[-0.70710678,0,0,0.70710678],\"extensions\":{\"KHR_lights_punctual\":{\"light\":1}}},"
        "{\"children\":[4],\"scale\":[2,2,2]},{},"
        "{\"translation\":[0,1,0],\"extensions\":{\"KHR_lights_punctual\":{\"light\":2}}},"
        "{\"extensions\":{\"KHR_lights_punctual\":{\"light\":3}}}]";
    glb g = {.used = 0};
    char text[3000];
    import_scene scene;
    tool_error error = {.text = ""};
    import_placed_light *placed;
    uint32_t count;
    static const float nothing[3] = {0, 0, 0};
    glb_floats(&g, "VEC3", nothing, 3, 1);
    snprintf(text, sizeof text, "%s%s", lights, body);
    glb_finish(&g, text);
    CHECK(read_glb(&g, &scene, &error));
    CHECK_EQ(scene.light_count, 4);
    CHECK_EQ(scene.warning_count, 0);
    CHECK(near(scene.lights[2].outer, 0.5 * 57.29577951308232));
    CHECK(import_scene_convert("t.glb", &scene, NULL, 1, &error));
    CHECK(import_scene_place_lights("t.glb", &scene, NULL, 0, &placed, &count, &error));
    CHECK_EQ(count, 3);
    CHECK(placed[0].kind == IMPORT_SUN && near(placed[0].vector[1], -1) && near(placed[0].intensity, 1));
    /* models of glTF look along +Z, models of the console along -Z: half a turn */
    CHECK(placed[1].kind == IMPORT_POINT && near(placed[1].vector[0], -1) && near(placed[1].vector[1], 2) &&
          near(placed[1].vector[2], -3) && near(placed[1].range, 6) && near(placed[1].intensity, 1));
    CHECK(strcmp(placed[1].name, "lamp") == 0);
    CHECK(placed[2].kind == IMPORT_SPOT && near(placed[2].vector[1], 2) && near(placed[2].range, 16));
    free(placed);
    import_scene_free(&scene);
    memcpy(strstr(text, "\"light\":2"), "\"light\":9", 9);
    glb_finish(&g, text);
    CHECK(!read_glb(&g, &scene, &error));
    CHECK(strstr(error.text, "`light` is 9, but there are 4") != NULL);
}

TEST(gltf_extensions_that_do_not_matter_are_taken) {
    static const struct {
        const char *name, *note;
    } taken[] = {{"KHR_lights_punctual", NULL},
                 {"KHR_techniques_webgl", "plain ones"},
                 {"KHR_materials_variants", "variants"},
                 {"KHR_materials_clearcoat", "plain ones"},
                 {"KHR_materials_emissive_strength", NULL},
                 {"KHR_materials_pbrSpecularGlossiness", NULL},
                 {"KHR_mesh_quantization", NULL}};
    static const struct {
        const char *name, *sentence;
    } refused[] = {{"KHR_draco_mesh_compression", "packed with Draco"},
                   {"EXT_meshopt_compression", "packed with meshopt"},
                   {"KHR_texture_basisu", "Basis (KTX2)"},
                   {"EXT_mesh_gpu_instancing", "`EXT_mesh_gpu_instancing` is needed"}};
    import_scene scene;
    tool_error error;
    char before[100];
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
        snprintf(before, sizeof before, "\"extensionsRequired\":[\"%s\"],", taken[i].name);
        CHECK(read_triangle(before, "{}", &scene, &error));
        CHECK_EQ(scene.warning_count, taken[i].note != NULL);
        if (scene.warning_count > 0) CHECK(strstr(scene.warnings[0], taken[i].note) != NULL);
        import_scene_free(&scene);
    }
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        snprintf(before, sizeof before, "\"extensionsRequired\":[\"%s\"],", refused[i].name);
        CHECK(!read_triangle(before, "{}", &scene, &error));
        CHECK(strstr(error.text, refused[i].sentence) != NULL && strstr(error.text, "export") != NULL);
    }
}

TEST(gltf_surfaces_of_extensions) {
    import_scene scene;
    tool_error error;
    CHECK(read_triangle(
        "",
        "{\"emissiveFactor\":[0.1,0.5,1],\"extensions\":{\"KHR_materials_emissive_strength\":{"
        "\"emissiveStrength\":4},\"KHR_materials_pbrSpecularGlossiness\":{\"diffuseFactor\":[1,0,0,0.5],"
        "\"specularFactor\":[0,1,0],\"glossinessFactor\":0.5,\"diffuseTexture\":{\"index\":0,\"texCoord\":1}}"
        "},"
        "\"alphaMode\":\"BLEND\"}",
        &scene, &error));
    const import_material *m = &scene.materials[0];
    CHECK(near((double)m->diffuse[0], 1) && near((double)m->diffuse[1], 0) && near((double)m->opacity, 0.5));
    CHECK(near((double)m->specular[1], 0.5) && near((double)m->specular[0], 0) &&
          near((double)m->shininess, 30));
    CHECK(m->emissive[0] > 0.5f && near((double)m->emissive[1], 1) && near((double)m->emissive[2], 1));
    CHECK(
        near((double)scene.meshes[0].primitives[0].uvs[0][0][0], 5)); /* the texture's own set comes first */
    import_scene_free(&scene);
}

TEST(gltf_public_models_have_the_right_counts) {
    static const struct {
        const char *path;
        uint32_t vertices, triangles, nodes, joints, animations, pictures;
    } models[] = {{"../shared/data/models/greenman.glb", 196, 356, 14, 12, 4, 1},
                  {"../shared/data/models/greenman_sword.glb", 88, 74, 1, 0, 0, 1},
                  {"../shared/data/models/robot.glb", 7218, 3238, 58, 43, 14, 0}};
    if (!import_file_exists(models[0].path)) {
        test_skip("no ../shared/data/models");
        return;
    }
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
        import_scene scene;
        tool_error error = {.text = ""};
        uint32_t vertices = 0, triangles = 0;
        CHECK(import_gltf_load(models[i].path, &scene, &error));
        for (uint32_t k = 0; k < scene.mesh_count; k++) {
            for (uint32_t p = 0; p < scene.meshes[k].primitive_count; p++) {
                vertices += scene.meshes[k].primitives[p].vertex_count;
                triangles += scene.meshes[k].primitives[p].triangle_count;
            }
        }
        CHECK_EQ(vertices, models[i].vertices);
        CHECK_EQ(triangles, models[i].triangles);
        CHECK_EQ(scene.node_count, models[i].nodes);
        CHECK_EQ(scene.skin_count == 0 ? 0 : scene.skins[0].joint_count, models[i].joints);
        CHECK_EQ(scene.animation_count, models[i].animations);
        CHECK_EQ(scene.picture_count, models[i].pictures);
        CHECK_EQ(scene.warning_count, 0);
        import_scene_free(&scene);
    }
}

/* At rest a skinned figure of an exporter stands as its mesh does: joints times inverse binds are no
 * movement. */
TEST(gltf_public_skins_fit_their_meshes) {
    import_scene scene;
    import_model model;
    tool_error error = {.text = ""};
    if (!import_file_exists("../shared/data/models/robot.glb")) {
        test_skip("no ../shared/data/models");
        return;
    }
    CHECK(import_gltf_load("../shared/data/models/robot.glb", &scene, &error));
    for (uint32_t i = 0; i < scene.animation_count; i++) {
        double middle = scene.animations[i].duration / 2;
        CHECK(import_scene_bake("robot", &scene, &scene.animations[i], middle, &model, &error));
        import_bounds box = import_model_bounds(&model);
        /* no vertex flies off */
        for (int k = 0; k < 3; k++) CHECK(box.minimum[k] > -8 && box.maximum[k] < 8);
        import_model_free(&model);
    }
    import_scene_free(&scene);
}
