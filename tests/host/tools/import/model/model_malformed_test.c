/* Malformed model files of every kind: each is refused with the file, the place and a reason, and no memory
 * is left behind. */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/host/tools/import/gltf/import_glb.h"
#include "tests/test.h"
#include "tools/import/base/file.h"
#include "tools/import/gltf/gltf.h"
#include "tools/import/load/load.h"
#include "tools/import/model/iqm.h"
#include "tools/import/model/obj.h"

typedef struct malformed {
    const char *text, *said;
} malformed;

/* Reads and expects a refusal that begins with the file and holds `said`. */
static void expect(const void *data, size_t size, const char *said, const char *which) {
    import_scene scene;
    tool_error error = {.text = ""};
    bool taken = import_kind_of(data, size) == IMPORT_KIND_IQM
                     ? import_iqm_from_memory("t.iqm", data, size, &scene, &error)
                     : import_gltf_from_memory("t.gltf", data, size, &scene, &error);
    if (taken) import_scene_free(&scene);
    CHECK(!taken);
    CHECK(scene.nodes == NULL && scene.meshes == NULL && scene.warnings == NULL);
    CHECK(strncmp(error.text, "t.", 2) == 0);
    if (strstr(error.text, said) != NULL && strchr(error.text, '\n') == NULL &&
        strchr(error.text, ';') != NULL)
        return;
    TEST_INFO("%.80s: said: %s", which, error.text);
    CHECK(taken);
}

#define ASSET "{\"asset\":{\"version\":\"2.0\"},"
#define BYTES36 "data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"
#define DATA                                                                                                 \
    ASSET "\"buffers\":[{\"byteLength\":36,\"uri\":\"" BYTES36                                               \
          "\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
#define POINTS "{\"bufferView\":0,\"componentType\":5126,\"type\":\"VEC3\",\"count\":3}"
#define GOOD DATA "\"accessors\":[" POINTS "],"
#define PRIMITIVE(inside) GOOD "\"meshes\":[{\"primitives\":[{" inside "}]}]}"
#define NODES(inside)                                                                                        \
    GOOD "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[" inside "]}"

static const malformed texts[] = {
    {"{}", "`asset` is missing"},
    {"[]", "must be an object"},
    {"{\"asset\":{\"version\":\"1.0\"}}", "version 1.0"},
    {"{\"asset\":{\"version\":\"2.0\",\"minVersion\":\"2.1\"}}", "at least 2.1"},
    {"{\"asset\":{\"version\":2}}", "`version` must be a text, not a number"},
    {ASSET "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"]}",
     "the meshes are packed with Draco, which is not read; export without compression"},
    {ASSET "\"buffers\":{}}", "`buffers` must be an array, not an object"},
    {ASSET "\"buffers\":[7]}", "element 0 of `buffers` must be an object"},
    {ASSET "\"buffers\":[{}]}", "`byteLength` is missing"},
    {ASSET "\"buffers\":[{\"byteLength\":8}]}", "buffer 0 has no `uri` and no binary part"},
    {ASSET "\"buffers\":[{\"byteLength\":-8}]}", "`byteLength` is -8, but must be from 1"},
    {ASSET "\"buffers\":[{\"byteLength\":8,\"uri\":\"b.bin\"}]}", "the file `b.bin` is named"},
    {ASSET "\"buffers\":[{\"byteLength\":8,\"uri\":\"data:;base64,AAAA\"}]}",
     "should have 8 bytes, but has 3"},
    {ASSET "\"buffers\":[{\"byteLength\":8,\"uri\":\"data:;base64,A!AA\"}]}",
     "letter 1 of the base64 text is wrong"},
    {ASSET "\"buffers\":[{\"byteLength\":8,\"uri\":\"data:text/plain,hello\"}]}",
     "a data URI must hold base64"},
    {PRIMITIVE("\"attributes\":{}"), "`POSITION` is missing"},
    {PRIMITIVE("\"attributes\":{\"POSITION\":1}"), "`POSITION` is 1, but there are 1"},
    {PRIMITIVE("\"attributes\":{\"POSITION\":0.5}"), "`POSITION` must be a whole number"},
    {PRIMITIVE("\"attributes\":{\"POSITION\":0},\"mode\":7"), "`mode` is 7, but must be from 0 to 6"},
    {PRIMITIVE("\"attributes\":{\"POSITION\":0},\"material\":0"), "`material` is 0, but there are 0"},
    {PRIMITIVE("\"attributes\":{\"POSITION\":0},\"indices\":0"), "but 1 numbers to an element are needed"},
    {PRIMITIVE("\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":0}"), "but 2 numbers to an element are needed"},
    {PRIMITIVE("\"attributes\":{\"POSITION\":0},\"targets\":7"), "`targets` must be an array"},
    {PRIMITIVE("\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":3}]"),
     "`POSITION` is 3, but there are 1"},
    {GOOD "\"meshes\":[{\"primitives\":[]}]}", "`primitives` has 0 elements"},
    {GOOD "\"meshes\":[{}]}", "`primitives` is missing"},
    {DATA "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"type\":\"VEC3\",\"count\":4}],"
          "\"meshes\":[{\"primitives\":[{"
          "\"attributes\":{\"POSITION\":0}}]}]}",
     "4 elements of 12 bytes are asked of a buffer view of 36"},
    {DATA "\"accessors\":[{\"componentType\":5126,\"type\":\"VEC3\",\"count\":2000000000}],\"meshes\":[{"
          "\"primitives\":[{"
          "\"attributes\":{\"POSITION\":0}}]}]}",
     "more elements than the file has bytes"},
    {DATA "\"accessors\":[{\"bufferView\":1,\"componentType\":5126,\"type\":\"VEC3\",\"count\":3}],"
          "\"meshes\":[{\"primitives\":[{"
          "\"attributes\":{\"POSITION\":0}}]}]}",
     "`bufferView` is 1, but there are 1"},
    {DATA "\"accessors\":[{\"bufferView\":0,\"componentType\":5124,\"type\":\"VEC3\",\"count\":3}],"
          "\"meshes\":[{\"primitives\":[{"
          "\"attributes\":{\"POSITION\":0}}]}]}",
     "component type 5124 does not exist"},
    {DATA "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"type\":\"VEC5\",\"count\":3}],"
          "\"meshes\":[{\"primitives\":[{"
          "\"attributes\":{\"POSITION\":0}}]}]}",
     "`type` is `VEC5`; it must be one of SCALAR"},
    {DATA "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"type\":\"VEC3\",\"count\":0}],"
          "\"meshes\":[{\"primitives\":[{"
          "\"attributes\":{\"POSITION\":0}}]}]}",
     "`count` is 0, but must be from 1"},
    {DATA "\"accessors\":[" POINTS
          ",{\"bufferView\":0,\"componentType\":5121,\"type\":\"SCALAR\",\"byteOffset\":14,\"count\":3}],"
          "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}]}",
     "index 0 names vertex 128, but there are 3"},
    {DATA "\"accessors\":[" POINTS
          ",{\"bufferView\":0,\"componentType\":5126,\"type\":\"SCALAR\",\"count\":3}],"
          "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}]}",
     "whole unsigned numbers are needed"},
    {ASSET "\"buffers\":[{\"byteLength\":36,\"uri\":\"" BYTES36
           "\"}],\"bufferViews\":[{\"buffer\":0,\"byteOffset\":4,\"byteLength\":36}],"
           "\"accessors\":[" POINTS "],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]}",
     "bytes 4 to 40 of buffer 0 are named, which has 36"},
    {ASSET "\"buffers\":[{\"byteLength\":12,\"uri\":\"data:;base64,AADAfwAAwH8AAMB/"
           "\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":12}],"
           "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"type\":\"VEC3\",\"count\":1}],"
           "\"meshes\":[{\"primitives\":[{"
           "\"attributes\":{\"POSITION\":0}}]}]}",
     "element 0 is no number"},
    {NODES("{\"children\":[1]},{\"children\":[0]}"), "node 0 is its own ancestor"},
    {NODES("{\"children\":[0]}"), "node 0 has two parents or is its own"},
    {NODES("{\"children\":[2]},{\"children\":[2]},{}"), "node 2 has two parents"},
    {NODES("{\"children\":[5]}"), "a child must be the number of a node below 1"},
    {NODES("{\"mesh\":1}"), "`mesh` is 1, but there are 1"},
    {NODES("{\"skin\":0}"), "`skin` is 0, but there are 0"},
    {NODES("{\"rotation\":[0,0,0,0]}"), "the rotation has no direction"},
    {NODES("{\"rotation\":[0,0,1]}"), "`rotation` has 3 elements, but must have from 4 to 4"},
    {NODES("{\"matrix\":[1]}"), "`matrix` has 1 elements"},
    {NODES("{\"name\":7}"), "`name` must be a text"},
    {NODES("{}],\"scenes\":[{\"nodes\":[1]}"), "a scene names a node that is not there"},
    {NODES("{}],\"scene\":1,\"scenes\":[{}"), "`scene` is 1, but there are 1"},
    {NODES("{}],\"skins\":[{\"joints\":[]}"), "`joints` has 0 elements"},
    {NODES("{}],\"skins\":[{\"joints\":[9]}"), "a joint must be the number of a node below 1"},
    {NODES("{}],\"skins\":[{\"joints\":[0],\"inverseBindMatrices\":0}"),
     "but 16 numbers to an element are needed"},
    {NODES("{}],\"animations\":[{\"channels\":[],\"samplers\":[]}"), "`channels` has 0 elements"},
    {NODES("{}],\"animations\":[{\"channels\":[{}],\"samplers\":[{}]}"), "`sampler` is missing"},
    {NODES("{}],\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"colour\"}}],"
           "\"samplers\":[{}]}"),
     "`path` is `colour`; it must be one of translation"},
    {NODES("{}],\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"weights\"}}],"
           "\"samplers\":[{}]}"),
     "has no morph targets"},
    {NODES("{}],\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"scale\"}}],"
           "\"samplers\":[{\"input\":0}]}"),
     "but 1 numbers to an element are needed"},
    {GOOD "\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,1,1]}}]}",
     "`baseColorFactor` has 3 elements"},
    {GOOD "\"materials\":[{\"alphaMode\":\"GLASS\"}]}",
     "`alphaMode` is `GLASS`; it must be one of OPAQUE, MASK, BLEND"},
    {GOOD "\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}}}]}",
     "`index` is 0, but there are 0"},
    {GOOD "\"images\":[{}],\"textures\":[{\"source\":0}],\"materials\":[{\"pbrMetallicRoughness\":{"
          "\"baseColorTexture\":{\"index\":0}}}]}",
     "a picture has neither `uri` nor `bufferView`"},
};

TEST(gltf_malformed_texts_are_refused_with_place_and_reason) {
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        expect(texts[i].text, strlen(texts[i].text), texts[i].said, texts[i].text);
    TEST_INFO("%zu malformed glTF texts", sizeof texts / sizeof texts[0]);
}

TEST(gltf_malformed_containers_are_refused) {
    glb g = {.used = 0};
    int positions, indices;
    char body[200];
    static const struct {
        size_t at;
        uint8_t value;
        const char *said;
    } changes[] = {{4, 1, "offset 4: version 1"},
                   {9, 255, "offset 8: should be"},
                   {8, 1, "offset"},
                   {13, 255, "offset 12: a chunk of"},
                   {16, 'B', "offset 16: the first chunk must be JSON"},
                   {20, '[', "t.gltf:1:"}};
    glb_cube(&g, &positions, &indices);
    snprintf(body, sizeof body,
             "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":%d},\"indices\":%d}]}]", positions,
             indices);
    glb_finish(&g, body);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        uint8_t kept = g.file[changes[i].at];
        g.file[changes[i].at] = changes[i].value;
        expect(g.file, g.size, changes[i].said, "a changed container");
        g.file[changes[i].at] = kept;
    }
    for (size_t cut = 4; cut < g.size; cut += 3) expect(g.file, cut, "t.gltf", "cut");
    /* the binary part one byte too short for its buffer */
    g.file[8] = (uint8_t)(g.file[8] - 1);
    expect(g.file, g.size, "t.gltf", "a short binary part");
}

/* A text of no known format is answered with the list of formats, not with a search for polygons. */
TEST(obj_is_not_what_every_text_is) {
    import_model model;
    tool_error error;
    char folder[] = "/tmp/oxcart_text_XXXXXX", path[64];
    static const struct {
        const char *name, *text, *says;
    } all[] = {{"notes.zzz", "to do: everything\n", "this is no model that is read; save it as IQM"},
               {"empty.zzz", "", "this is no model that is read; save it as IQM"},
               {"plain.obj", "to do: everything\n", "no faces found"},
               {"plain.zzz", "# a model\nv 0 0 0\n", "no faces found"}};
    CHECK(mkdtemp(folder) != NULL);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, all[i].name);
        CHECK(import_file_write(path, all[i].text, strlen(all[i].text), &error));
        error.text[0] = 0;
        CHECK(!import_model_load(path, &model, &error) && strstr(error.text, all[i].says) != NULL);
        if (strstr(error.text, all[i].says) == NULL) TEST_INFO("%s", error.text);
        (void)remove(path);
    }
    (void)remove(folder);
}

TEST(obj_malformed_files_are_refused_with_place_and_reason) {
    static const malformed cases[] = {
        {"", "m.obj:1: no faces found"},
        {"v 1 2\n", "m.obj:1: 3 numbers are needed"},
        {"v 1 2 x\n", "m.obj:1: this is no number"},
        {"v 1 2 1e99\n", "beyond 1e15"},
        {"v 0 0 0\nf 1 2 3\n", "m.obj:2: corner 2 names position 2, but there are 1"},
        {"v 0 0 0\nf 1 0 1\n", "m.obj:2: an index is 0"},
        {"v 0 0 0\nf -2 -1 -1\n", "m.obj:2: a negative index"},
        {"v 0 0 0\nf 1/1 1/1 1/1\n", "names texture coordinate 1, but there are 0"},
        {"v 0 0 0\nf 1//1 1//1 1//1\n", "names normal 1, but there are 0"},
        {"v 0 0 0\nf 1/1/1/1 1 1\n", "a corner must look like"},
        {"v 0 0 0\ns x\nf 1 1 1\n", "m.obj:2: a smoothing group"},
        {"v 0 0 0\nf 1 1 1\n", "no face has any area"},
        {"\x01\x02\n", "no OBJ statement"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        import_model model;
        tool_error error = {.text = ""};
        CHECK(
            !import_obj_from_memory("m.obj", cases[i].text, strlen(cases[i].text), NULL, 0, &model, &error));
        if (strstr(error.text, cases[i].said) == NULL) {
            TEST_INFO("%s: said: %s", cases[i].text, error.text);
            CHECK_EQ(i, 1000);
        }
    }
}

/* Damages the seed anew in each of `rounds`: the reader takes it or refuses it with a place, never more. */
static void mutate(const uint8_t *seed, size_t size, uint32_t random, int rounds) {
    uint8_t *copy = malloc(size + 1);
    uint32_t refused = 0;
    CHECK(copy != NULL);
    for (int i = 0; i < rounds; i++) {
        import_scene scene;
        import_model model;
        tool_error error = {.text = ""};
        memcpy(copy, seed, size);
        for (int k = 0; k < 1 + i % 4; k++) {
            random = random * 1664525u + 1013904223u;
            copy[(random >> 4) % size] = (uint8_t)(random >> 24);
        }
        bool iqm = import_kind_of(copy, size) == IMPORT_KIND_IQM;
        bool taken = iqm ? import_iqm_from_memory("t", copy, size, &scene, &error)
                         : import_gltf_from_memory("t", copy, size, &scene, &error);
        if (!taken) {
            CHECK(strncmp(error.text, "t:", 2) == 0);
            refused++;
            continue;
        }
        if (import_scene_bake("t", &scene, scene.animation_count > 0 ? scene.animations : NULL, 0.5, &model,
                              &error))
            import_model_free(&model);
        import_scene_free(&scene);
    }
    CHECK(refused > 0);
    free(copy);
}

TEST(model_ten_thousand_changed_files_are_taken_or_refused) {
    static const char *const paths[] = {"../shared/data/models/guyanim.iqm", "../shared/data/models/guy.iqm",
                                        "../shared/data/models/greenman_sword.glb"};
    glb g = {.used = 0};
    int positions, indices;
    char body[200];
    glb_cube(&g, &positions, &indices);
    snprintf(body, sizeof body,
             "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":%d},\"indices\":%d}]}],\"nodes\":[{"
             "\"mesh\":0}]",
             positions, indices);
    glb_finish(&g, body);
    mutate(g.file, g.size, 1, 10000);
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        uint8_t *data;
        size_t size;
        if (!import_file_exists(paths[i])) continue;
        CHECK(import_file_read(paths[i], &data, &size, NULL));
        mutate(data, size, 2 + (uint32_t)i, i == 0 ? 4000 : i == 1 ? 2000 : 300);
        free(data);
    }
}
