/* The intermediate format: written by hand, round trips from every importer, faults; and numbers that come
 * back to the bit. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/host/tools/import/collada/collada_text.h"
#include "tests/host/tools/import/gltf/import_glb.h"
#include "tests/test.h"
#include "tools/import/base/decimal.h"
#include "tools/import/base/text.h"
#include "tools/import/collada/collada.h"
#include "tools/import/gltf/gltf.h"
#include "tools/import/intermediate/intermediate.h"
#include "tools/import/load/load.h"
#include "tools/import/model/axes.h"
#include "tools/import/model/obj.h"
#include "tools/import/text/json.h"

static bool read_text(const char *text, const writer *raw, import_scene *scene, tool_error *error) {
    return import_intermediate_from_memory("t.oxs", text, strlen(text), raw == NULL ? NULL : raw->data,
                                           raw == NULL ? 0 : raw->size, scene, error);
}

/* Writes, reads and writes a scene: the bytes are the same, with everything in the text and with a raw file.
 * Gives the scene that was read. */
static import_scene there_and_back(const import_scene *scene) {
    import_scene again;
    tool_error error = {.text = ""};
    memset(&again, 0, sizeof again);
    for (int beside = 1; beside >= 0; beside--) {
        writer text[2] = {{0}, {0}}, raw[2] = {{0}, {0}};
        const char *name = beside ? "t.raw" : NULL;
        import_scene_free(&again);
        CHECK(import_intermediate_write(scene, "t.oxs", name, &text[0], &raw[0], &error));
        bool ok = import_intermediate_from_memory("t.oxs", text[0].data, text[0].size, raw[0].data,
                                                  raw[0].size, &again, &error);
        CHECK(ok);
        if (!ok) TEST_INFO("%s", error.text);
        if (ok) {
            CHECK(import_intermediate_write(&again, "t.oxs", name, &text[1], &raw[1], &error));
            CHECK(text[0].size == text[1].size && memcmp(text[0].data, text[1].data, text[0].size) == 0);
            CHECK(raw[0].size == raw[1].size &&
                  (raw[0].size == 0 || memcmp(raw[0].data, raw[1].data, raw[0].size) == 0));
            CHECK(import_is_intermediate(text[0].data, text[0].size));
            CHECK(import_kind_of(text[0].data, text[0].size) == IMPORT_KIND_INTERMEDIATE);
        }
        for (int i = 0; i < 2; i++) {
            writer_free(&text[i]);
            writer_free(&raw[i]);
        }
    }
    return again;
}

static const char cube[] =
    "{\"oxcart_scene\": 1,\n \"materials\": [{\"name\": \"red\", \"diffuse\": [0.8, 0.1, 0.1]}],\n"
    " \"meshes\": [{\"name\": \"cube\", \"parts\": [{\"material\": \"red\",\n"
    "   \"positions\": [-1,-1,-1, 1,-1,-1, 1,1,-1, -1,1,-1, -1,-1,1, 1,-1,1, 1,1,1, -1,1,1],\n"
    "   \"triangles\": [0,2,1, 0,3,2, 4,5,6, 4,6,7, 0,1,5, 0,5,4, 3,7,6, 3,6,2, 0,4,7, 0,7,3, 1,2,6, "
    "1,6,5]}]}],\n"
    " \"nodes\": [{\"name\": \"the cube\", \"mesh\": \"cube\", \"degrees\": [0, 90, 0], \"translation\": [0, "
    "1, 0]}]}\n";

TEST(intermediate_cube_written_by_hand_is_a_model) {
    import_scene scene;
    import_model model;
    tool_error error = {.text = ""};
    /* a text with a byte order mark */
    static const char marked[] = "\xEF\xBB\xBF { \"oxcart_scene\": 1}";
    CHECK(import_is_intermediate(marked, sizeof marked - 1) &&
          import_kind_of(marked, sizeof marked - 1) == IMPORT_KIND_INTERMEDIATE);
    CHECK(read_text(cube, NULL, &scene, &error));
    if (error.text[0] != 0) TEST_INFO("%s", error.text);
    CHECK(import_scene_bake("t.oxs", &scene, NULL, 0, &model, &error));
    CHECK_EQ(model.triangle_count, 12);
    CHECK_EQ(model.vertex_count, 24);
    import_bounds box = import_model_bounds(&model);
    CHECK(fabs((double)box.minimum[1]) < 1e-6 && fabs((double)box.maximum[1] - 2) < 1e-6);
    CHECK(strcmp(model.materials[0].name, "red") == 0 && strcmp(model.parts[0].object, "the cube") == 0);
    import_model_free(&model);
    import_scene again = there_and_back(&scene);
    import_scene_free(&again);
    import_scene_free(&scene);
}

static const char everything[] =
    "{\"oxcart_scene\": 1, \"axes\": \"RUB\", \"unit\": 1,\n"
    "\"materials\": [{\"name\": \"skin\", \"texture\": \"p\", \"picture\": 0, \"two_sided\": true, "
    "\"masked\": true, \"shininess\": 12.5, \"opacity\": 0.75},"
    "{\"name\": \"wall\", \"texture\": \"gone/wall.png\", \"clamp\": true}],\n"
    "\"pictures\": [{\"width\": 2, \"height\": 1, \"rgba\": \"AQIDBAUGBwg=\", \"indices\": [1, 0], "
    "\"palette\": [5, 6, 7, 8, 1, 2, 3, 4]}],\n"
    "\"meshes\": [{\"name\": \"m\", \"properties\": {\"a\": [1, 0.1, \"x\"], \"b\": null}, \"morphs\": "
    "[{\"name\": \"smile\", \"weight\": 0.25}], \"parts\": ["
    "{\"material\": 1, \"group\": \"g\", \"order\": 3, \"positions\": [0, 0, 0, 1, 0, 0, 0, 1, 0.1], "
    "\"normals\": [0, 0, 1, 0, 0, 1, 0, 0, 2],"
    "\"tangents\": [1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, -1], \"uvs\": [0, 0, 1, 0, 0.3, 0.7], \"uvs2\": [0, 0, "
    "0, 0, 1, 1],"
    "\"colours\": [1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0.5], \"joints\": [0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],"
    "\"weights\": [0.5, 0.5, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], \"morphs\": [{\"positions\": [0, 0, 1, 0, 0, 1, "
    "0, 0, 1]}]}]}],\n"
    "\"nodes\": [{\"name\": \"root\", \"translation\": [0.1, 0.2, 0.3]}, {\"name\": \"tip\", \"parent\": "
    "\"root\", \"degrees\": [30, 40, 50], \"scale\": [1, 2, 3]},"
    "{\"name\": \"body\", \"mesh\": \"m\", \"skin\": 0, \"weights\": [0.5], \"hidden\": true, "
    "\"properties\": {\"k\": 1e-7}},"
    "{\"matrix\": [1, 0.5, 0, 1, 0, 1, 0, 2, 0, 0, 1, 3]}],\n"
    "\"skins\": [{\"name\": \"s\", \"joints\": [0, 1], \"inverse_bind\": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, "
    "0, 1, 0, 0, 0.1, 0, 1, 0, 0.2, 0, 0, 1, 0.3]}],\n"
    "\"clips\": [{\"name\": \"wave\", \"rate\": 24, \"loops\": true, \"duration\": 2, \"channels\": "
    "[{\"node\": \"tip\", \"path\": \"rotation\", \"times\": [0, 1],"
    "\"values\": [0, 0, 0, 1, 0, 0, 1, 0]}, {\"node\": 2, \"path\": \"weights\", \"sampling\": \"step\", "
    "\"times\": [0, 0.5], \"values\": [0, 1]},"
    "{\"node\": 0, \"path\": \"translation\", \"sampling\": \"cubic\", \"times\": [0], \"values\": [0, 0, 0, "
    "1, 2, 3, 0, 0, 0]}]}],\n"
    "\"lights\": [{\"name\": \"sun\", \"kind\": \"sun\", \"direction\": [0, -2, 0], \"intensity\": 0.7}, "
    "{\"kind\": \"spot\", \"node\": 1, \"range\": 9, \"inner\": 10, \"outer\": 30},"
    "{\"kind\": \"ambient\", \"colour\": [0.1, 0.1, 0.2]}, {\"kind\": \"point\", \"node\": \"root\"}],\n"
    "\"curves\": [{\"name\": \"path\", \"kind\": \"catmull-rom\", \"closed\": true, \"points\": [0, 0, 0, 1, "
    "0, 0, 1, 0, 1], \"labels\": [\"start\", \"\", \"end\"]}],\n"
    "\"collision\": [{\"name\": \"hull\", \"shape\": \"hull\", \"mesh\": \"m\", \"surface\": \"stone\"}, "
    "{\"shape\": \"box\", \"half\": [1, 2, 3], \"node\": 0},"
    "{\"shape\": \"capsule\", \"radius\": 0.3, \"half_length\": 0.6}, {\"shape\": \"sphere\", \"radius\": "
    "1}]}\n";

TEST(intermediate_keeps_everything_there_and_back) {
    import_scene scene;
    tool_error error = {.text = ""};
    CHECK(read_text(everything, NULL, &scene, &error));
    if (error.text[0] != 0) TEST_INFO("%s", error.text);
    import_scene again = there_and_back(&scene);
    CHECK_EQ(again.node_count, 4);
    CHECK_EQ(again.light_count, 4);
    CHECK_EQ(again.collider_count, 4);
    if (again.node_count == 4 && again.light_count == 4 && again.curve_count == 1 &&
        again.collider_count == 4) {
        CHECK(strcmp(again.meshes[0].properties, "{\"a\": [1, 0.1, \"x\"], \"b\": null}") == 0);
        CHECK(strcmp(again.meshes[0].morph_names[0], "smile") == 0);
        CHECK(again.nodes[1].parent == 0 && !again.nodes[2].shown && again.nodes[3].has_matrix);
        CHECK(memcmp(again.nodes[1].rotation, scene.nodes[1].rotation, sizeof scene.nodes[1].rotation) == 0);
        CHECK(again.meshes[0].primitives[0].order == 3 &&
              strcmp(again.meshes[0].primitives[0].group, "g") == 0);
        CHECK(fabs(again.lights[0].direction[1] + 1) < 1e-12 && again.lights[1].outer > 29 &&
              again.lights[1].kind == IMPORT_SPOT);
        CHECK(strcmp(again.curves[0].labels[2], "end") == 0 && again.curves[0].labels[1] == NULL &&
              again.curves[0].closed);
        CHECK(strcmp(again.colliders[0].surface, "stone") == 0 && again.colliders[0].mesh == 0 &&
              again.colliders[2].size[1] > 0.5);
        CHECK(again.pictures[0].rgba[6] == 7 && again.pictures[0].indices[0] == 1 &&
              again.pictures[0].palette_count == 2);
        CHECK(again.materials[1].texture_missing && strcmp(again.materials[1].texture, "gone/wall.png") == 0);
        CHECK(again.animations[0].loops && again.animations[0].channels[2].sampling == IMPORT_CUBIC);
    }
    import_scene_free(&again);
    import_scene_free(&scene);
}

/* The model out of a scene and the model out of its text are the same to the bit. */
static void check_same_model(const import_scene *scene, const import_model *expected) {
    import_scene again = there_and_back(scene);
    import_model model;
    tool_error error = {.text = ""};
    CHECK(import_scene_bake("t", &again, NULL, 0, &model, &error));
    CHECK_EQ(model.vertex_count, expected->vertex_count);
    CHECK_EQ(model.triangle_count, expected->triangle_count);
    CHECK_EQ(model.material_count, expected->material_count);
    if (model.vertex_count == expected->vertex_count && model.triangle_count == expected->triangle_count) {
        CHECK(memcmp(model.vertices, expected->vertices, model.vertex_count * sizeof *model.vertices) == 0);
        CHECK(memcmp(model.indices, expected->indices,
                     (size_t)model.triangle_count * 3 * sizeof *model.indices) == 0);
    }
    import_model_free(&model);
    import_scene_free(&again);
}

TEST(intermediate_of_an_obj_compiles_to_the_same_model) {
    static const char obj[] =
        "o a\nv 0 0 0\nv 1.1 0 0\nv 1.3 1.7 0.1\nv 0 1 0\nv 0.3 0.3 1\nvt 0.1 0.2\nvt 0.9 0.3\nvt 0.4 0.7\n"
        "usemtl x\nf 1/1 2/2 3/3 4/1\no b\nusemtl y\nf 1/1 2/2 5/3\no a\ng late\nusemtl x\nf 2/1 3/2 "
        "5/3\nusemtl y\nf 3 4 5\n";
    import_model model;
    import_scene scene;
    tool_error error = {.text = ""};
    CHECK(import_obj_from_memory("t.obj", obj, strlen(obj), NULL, 0, &model, &error));
    CHECK(import_scene_from_model(&model, &scene, &error));
    CHECK_EQ(model.triangle_count, 5);
    check_same_model(&scene, &model);
    import_scene_free(&scene);
    import_model_free(&model);
}

TEST(intermediate_of_gltf_and_collada_compiles_to_the_same_model) {
    static glb file;
    static char text[8000];
    int positions, indices;
    char body[400];
    import_scene scene;
    import_model model;
    tool_error error = {.text = ""};
    memset(&file, 0, sizeof file);
    glb_cube(&file, &positions, &indices);
    snprintf(body, sizeof body,
             "\"meshes\":[{\"name\":\"box\",\"extras\":{\"k\":[1,2]},\"primitives\":[{\"attributes\":{"
             "\"POSITION\":%d},\"indices\":%d}]}],"
             "\"nodes\":[{\"mesh\":0,\"rotation\":[0.1,0.2,0.3,0.9],\"translation\":[0.1,0.7,1e-9],\"scale\":"
             "[1.1,1.2,1.3]}]",
             positions, indices);
    glb_finish(&file, body);
    for (int i = 0; i < 2; i++) {
        if (i == 0) CHECK(import_gltf_from_memory("t.glb", file.file, file.size, &scene, &error));
        dae_bar(text);
        if (i == 1) CHECK(import_collada_from_memory("t.dae", text, strlen(text), &scene, &error));
        CHECK(import_scene_convert("t", &scene, NULL, 1, &error));
        CHECK(import_scene_bake("t", &scene, NULL, 0, &model, &error));
        check_same_model(&scene, &model);
        import_model_free(&model);
        import_scene_free(&scene);
    }
}

TEST(intermediate_side_files_are_checked) {
    static const char head[] =
        "{\"oxcart_scene\": 1, \"raw\": {\"file\": \"t.raw\", \"bytes\": 36%s}, \"nodes\": [{\"mesh\": 0}],"
        "\"meshes\": [{\"parts\": [{\"positions\": {\"raw\": %d, \"count\": 9, \"type\": \"%s\"}}]}]}";
    char text[400];
    writer raw = {0};
    import_scene scene;
    tool_error error = {.text = ""};
    const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    for (int i = 0; i < 9; i++) {
        uint32_t bits;
        memcpy(&bits, &corners[i], sizeof bits);
        writer_u32(&raw, bits);
    }
    snprintf(text, sizeof text, head, "", 0, "f32");
    CHECK(read_text(text, &raw, &scene, &error));
    CHECK_EQ(scene.meshes[0].primitives[0].triangle_count, 1);
    import_scene_free(&scene);
    CHECK(!read_text(text, NULL, &scene, &error) && strstr(error.text, "cannot be read here") != NULL);
    snprintf(text, sizeof text, head, ", \"crc32\": 7", 0, "f32");
    CHECK(!read_text(text, &raw, &scene, &error) && strstr(error.text, "checksum is wrong") != NULL);
    snprintf(text, sizeof text, head, "", 4, "f32");
    CHECK(!read_text(text, &raw, &scene, &error) &&
          strstr(error.text, "reach beyond the raw file's 36 bytes") != NULL);
    snprintf(text, sizeof text, head, "", 0, "f16");
    CHECK(!read_text(text, &raw, &scene, &error) && strstr(error.text, "one of f32, f64") != NULL);
    raw.data[3] = 0x7F;
    raw.data[2] = 0xC0;
    snprintf(text, sizeof text, head, "", 0, "f32");
    CHECK(!read_text(text, &raw, &scene, &error) && strstr(error.text, "element 1 is no number") != NULL);
    writer_free(&raw);
}

TEST(intermediate_faults_have_their_place) {
    static const struct {
        const char *inside, *said;
    } faults[] = {
        {"\"oxcart_scene\": 2", "t.oxs:1:18: version 2 is newer than 1"},
        {"\"oxcart_scene\": 1, \"node\": []", "t.oxs:1:29: there is no `node` here; did you mean `nodes`?"},
        {"\"oxcart_scene\": 1, \"axes\": \"RUX\"", "`RUX` is no convention"},
        {"\"oxcart_scene\": 1, \"nodes\": [{\"mesh\": 0}]", "`mesh` is 0, but there are 0 meshes"},
        {"\"oxcart_scene\": 1, \"nodes\": [{\"mesh\": \"hat\"}]", "there is no `hat` among the meshes"},
        {"\"oxcart_scene\": 1, \"nodes\": [{\"parent\": 1}, {}]", "a parent must stand before its children"},
        {"\"oxcart_scene\": 1, \"nodes\": [{\"rotation\": [0, 0, 0, 0]}]", "the rotation has no direction"},
        {"\"oxcart_scene\": 1, \"nodes\": [{\"translation\": [0, 0]}]", "`translation` has 2 numbers"},
        {"\"oxcart_scene\": 1, \"meshes\": [{\"parts\": [{\"positions\": [0, 0]}]}]",
         "`positions` has 2 numbers, which is no multiple of 3"},
        {"\"oxcart_scene\": 1, \"meshes\": [{\"parts\": [{\"positions\": [0, 0, 0]}]}]",
         "make no whole triangles"},
        {"\"oxcart_scene\": 1, \"meshes\": [{\"parts\": [{\"positions\": [0, 0, 0], \"triangles\": [0, 0, "
         "1]}]}]",
         "element 3 of `triangles` is 1"},
        {"\"oxcart_scene\": 1, \"meshes\": [{\"parts\": [{\"positions\": [], \"joints\": []}]}]",
         "stand together"},
        {"\"oxcart_scene\": 1, \"skins\": [{\"joints\": [0]}]", "must be a whole number below 0"},
        {"\"oxcart_scene\": 1, \"nodes\": [{}], \"clips\": [{\"channels\": [{\"node\": 0, \"path\": "
         "\"scale\", \"times\": [1, 0], \"values\": [1, 1, 1, 1, 1, 1]}]}]",
         "key 2 lies before"},
        {"\"oxcart_scene\": 1, \"nodes\": [{}], \"clips\": [{\"channels\": [{\"node\": 0, \"path\": "
         "\"weights\", \"times\": [], \"values\": []}]}]",
         "has no morphs"},
        {"\"oxcart_scene\": 1, \"lights\": [{\"kind\": \"lamp\"}]", "one of ambient, sun, point, spot"},
        {"\"oxcart_scene\": 1, \"collision\": [{\"shape\": \"box\"}]", "`half` must be three sizes"},
        {"\"oxcart_scene\": 1, \"curves\": [{\"points\": [0, 0, 0]}]", "two points at least"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        char text[500];
        import_scene scene;
        tool_error error = {.text = ""};
        snprintf(text, sizeof text, "{%s}", faults[i].inside);
        bool taken = read_text(text, NULL, &scene, &error);
        if (taken) import_scene_free(&scene);
        bool good = !taken && strncmp(error.text, "t.oxs:1:", 8) == 0 &&
                    strstr(error.text, faults[i].said) != NULL && scene.nodes == NULL;
        if (!good) TEST_INFO("%s: said: %s", faults[i].inside, error.text);
        CHECK(good);
    }
}

/* 17 digits bring every double back, 9 every float; the cases are hard to round. */
TEST(import_decimals_are_rounded_right) {
    static const struct {
        const char *text;
        double value;
    } hard[] = {{"9007199254740993", 9007199254740992.0},
                {"9007199254740995", 9007199254740996.0},
                {"1.7976931348623157e299", 1.7976931348623157e299},
                {"2.2250738585072014e-299", 2.2250738585072014e-299},
                {"6.02214076e23", 6.02214076e23},
                {"0.1", 0.1},
                {"123456789012345678e-30", 123456789012345678e-30},
                {"8.41e21", 8.41e21},
                {"9.5367431640625e-07", 0x1p-20},
                {"5e-324", 0},
                {"1e-301", 0}};
    uint64_t state = 0x9E3779B97F4A7C15u;
    for (size_t i = 0; i < sizeof hard / sizeof hard[0]; i++) {
        import_text text = import_text_open(hard[i].text, strlen(hard[i].text));
        double value = -1;
        CHECK(import_text_number(&text, &value));
        CHECK(memcmp(&value, &hard[i].value, sizeof value) == 0);
    }
    for (int i = 0; i < 20000; i++) {
        char digits[32];
        double value, back = 0;
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        uint64_t bits = (state & 0x800FFFFFFFFFFFFFu) | (uint64_t)(1023 - 60 + (int)(state >> 52 & 0x7F))
                                                            << 52;
        memcpy(&value, &bits, sizeof value);
        import_json_format(value, digits);
        import_text text = import_text_open(digits, strlen(digits));
        CHECK(import_text_number(&text, &back));
        if (memcmp(&value, &back, sizeof value) != 0) {
            TEST_INFO("%s", digits);
            CHECK(false);
            break;
        }
    }
}
