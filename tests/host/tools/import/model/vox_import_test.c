/* MagicaVoxel files made in memory: merged faces, colours, the scene graph with a turn, and refusals. */
#include <string.h>

#include "tests/test.h"
#include "tools/base/writer.h"
#include "tools/import/load/load.h"
#include "tools/import/model/vox.h"

static import_scene scene;
static tool_error error;

static bool load(const writer *w) {
    error.text[0] = 0;
    return import_vox_from_memory("t.vox", w->data, w->size, &scene, &error);
}

static void chunk(writer *w, const char *kind, uint32_t size) {
    writer_bytes(w, kind, 4);
    writer_u32(w, size);
    writer_u32(w, 0);
}

static writer head(void) {
    writer w = {0};
    writer_bytes(&w, "VOX ", 4);
    writer_u32(&w, 150);
    chunk(&w, "MAIN", 0);
    return w;
}

static void model(writer *w, uint32_t x, uint32_t y, uint32_t z, const char *voxels, uint32_t count) {
    chunk(w, "SIZE", 12);
    writer_u32(w, x);
    writer_u32(w, y);
    writer_u32(w, z);
    chunk(w, "XYZI", 4 + 4 * count);
    writer_u32(w, count);
    writer_bytes(w, voxels, 4 * (size_t)count);
}

static void text(writer *w, const char *it) {
    writer_u32(w, (uint32_t)strlen(it));
    writer_bytes(w, it, strlen(it));
}

static void palette(writer *w) {
    chunk(w, "RGBA", 1024);
    for (uint32_t i = 0; i < 256; i++) writer_u32(w, 0xFF000000u | (i + 1) | (i + 2) << 8 | (i + 3) << 16);
}

static const import_primitive *shape(uint32_t mesh) { return &scene.meshes[mesh].primitives[0]; }

TEST(vox_faces_of_one_colour_are_merged_and_inner_ones_are_left_out) {
    writer w = head();
    model(&w, 3, 1, 1, "\0\0\0\1\1\0\0\1\2\0\0\2", 3); /* two voxels of colour 1, one of colour 2 */
    palette(&w);
    CHECK(load(&w));
    /* four long sides of two colours and two ends: 10 rectangles */
    CHECK_EQ(shape(0)->triangle_count, 20);
    CHECK_EQ(scene.material_count, 1);
    CHECK_EQ(scene.pictures[0].width, 2);
    CHECK(memcmp(scene.pictures[0].rgba, "\1\2\3\377\2\3\4\377", 8) == 0);
    double area = 0;
    for (uint32_t t = 0; t < shape(0)->triangle_count; t++) {
        const uint32_t *k = shape(0)->indices + 3 * (size_t)t;
        const float *a = shape(0)->positions[k[0]], *b = shape(0)->positions[k[1]],
                    *c = shape(0)->positions[k[2]];
        double u[3], v[3];
        for (int i = 0; i < 3; i++) u[i] = (double)b[i] - (double)a[i], v[i] = (double)c[i] - (double)a[i];
        for (int i = 0; i < 3; i++) /* triangles wind outward, as the normal says */
            area += (double)shape(0)->normals[k[0]][i] *
                    (u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3]);
    }
    CHECK_NEAR(area * 1000, 28000, 1); /* twice the 14 unit faces of a 3 x 1 x 1 block */
    CHECK(scene.unit == 0.1 && strcmp(scene.axes, "LBU") == 0);
    CHECK_EQ(import_kind_of(w.data, w.size), IMPORT_KIND_VOX);
    import_scene_free(&scene);
    for (size_t cut = 9; cut < w.size; cut++) { /* a cut file is never read beyond its end */
        const writer part = {.data = w.data, .size = cut};
        if (load(&part)) import_scene_free(&scene);
    }
    writer_free(&w);
}

TEST(vox_graph_turns_moves_names_and_hides) {
    writer w = head();
    model(&w, 2, 1, 1, "\0\0\0\1\1\0\0\1", 2);
    chunk(&w, "nTRN", 4 + 4 + 4 + 4 + 4 + 4 + 4 + 4); /* node 0 is the root, a plain transform */
    writer_u32(&w, 0);
    writer_u32(&w, 0);
    writer_u32(&w, 1);
    writer_u32(&w, UINT32_MAX);
    writer_u32(&w, 0);
    writer_u32(&w, 1);
    writer_u32(&w, 0);
    writer_u32(&w, 0); /* one number too many does no harm */
    chunk(&w, "nGRP", 4 + 4 + 4 + 8);
    writer_u32(&w, 1);
    writer_u32(&w, 0);
    writer_u32(&w, 2);
    writer_u32(&w, 2);
    writer_u32(&w, 4);
    for (uint32_t i = 2; i <= 4; i += 2) {
        writer part = {0};
        writer_u32(&part, i);
        writer_u32(&part, i == 4 ? 2 : 1);
        text(&part, "_name");
        text(&part, i == 4 ? "gone" : "door");
        if (i == 4) text(&part, "_hidden"), text(&part, "1");
        writer_u32(&part, i + 1);
        writer_u32(&part, UINT32_MAX);
        writer_u32(&part, 0);
        writer_u32(&part, 1);
        writer_u32(&part, 2);
        text(&part, "_r");
        text(&part, "17"); /* rotation: x takes -y, y takes x: 1 | 0 << 2 | 1 << 4 */
        text(&part, "_t");
        text(&part, "10 -20 3");
        chunk(&w, "nTRN", (uint32_t)part.size);
        writer_bytes(&w, part.data, part.size);
        writer_free(&part);
        chunk(&w, "nSHP", 4 + 4 + 4 + 4 + 4);
        writer_u32(&w, i + 1);
        writer_u32(&w, 0);
        writer_u32(&w, 1);
        writer_u32(&w, 0);
        writer_u32(&w, 0);
    }
    CHECK(load(&w));
    if (error.text[0] != 0) TEST_INFO("%s", error.text);
    CHECK_EQ(scene.node_count, 5);
    const import_node *door = &scene.nodes[1];
    CHECK(strcmp(door->name, "door") == 0 && door->shown && door->has_matrix);
    static const double wanted[12] = {0, -1, 0, 10, 1, 0, 0, -20, 0, 0, 1, 3};
    for (int i = 0; i < 12; i++) CHECK(door->matrix[i] == wanted[i]);
    CHECK_EQ(scene.nodes[2].mesh, 0);
    CHECK_EQ(scene.nodes[2].parent, 1);
    CHECK(!scene.nodes[3].shown && !scene.nodes[4].shown);
    import_scene_free(&scene);
    writer_free(&w);
}

TEST(vox_without_colours_has_the_programs_own) {
    writer w = head();
    model(&w, 1, 1, 4, "\0\0\0\1\0\0\1\2\0\0\2\330\0\0\3\377",
          4); /* colour 216 is the first red, colour 255 the last grey */
    CHECK(load(&w));
    CHECK(memcmp(scene.pictures[0].rgba, "\377\377\377\377\377\377\314\377\356\0\0\377\21\21\21\377", 16) ==
          0);
    CHECK(scene.nodes[0].translation[2] == 2); /* the model stands on the floor */
    import_scene_free(&scene);
    writer_free(&w);
}

TEST(vox_refusals_name_their_place) {
    writer w = head();
    model(&w, 1, 1, 1, "\1\0\0\1", 1);
    CHECK(!load(&w) && strstr(error.text, "offset 60") != NULL && strstr(error.text, "outside") != NULL);
    w.data[32] = 0;
    CHECK(!load(&w) && strstr(error.text, "offset 32") != NULL && strstr(error.text, "0 voxels") != NULL);
    w.data[32] = 2;
    CHECK(load(&w));
    import_scene_free(&scene);
    chunk(&w, "nGRP", 16); /* a group that holds itself */
    writer_u32(&w, 7);
    writer_u32(&w, 0);
    writer_u32(&w, 1);
    writer_u32(&w, 7);
    CHECK(!load(&w) && strstr(error.text, "two places") != NULL);
    w.data[w.size - 4] = 9;
    CHECK(!load(&w) && strstr(error.text, "node 9 is not there") != NULL);
    w.size -= 2;
    CHECK(!load(&w) && strstr(error.text, "truncated") != NULL);
    CHECK(scene.nodes == NULL);
    writer_free(&w);
}
