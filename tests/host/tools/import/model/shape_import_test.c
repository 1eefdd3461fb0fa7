/* PLY and STL files: made in memory and checked by hand, in all of their forms, and refusals with their
 * places. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/test.h"
#include "tools/base/writer.h"
#include "tools/import/base/file.h"
#include "tools/import/load/load.h"
#include "tools/import/model/ply.h"
#include "tools/import/model/stl.h"

static import_scene scene;
static tool_error error;

static bool ply(const char *text) {
    error.text[0] = 0;
    return import_ply_from_memory("t.ply", text, strlen(text), NULL, &scene, &error);
}

static bool stl(const void *data, size_t size) {
    error.text[0] = 0;
    return import_stl_from_memory("t.stl", data, size, &scene, &error);
}

static const import_primitive *shape(void) { return &scene.meshes[0].primitives[0]; }

#define SQUARE_ELEMENTS                                                                                      \
    "element vertex 4\nproperty float x\nproperty float y\nproperty float z\n"                               \
    "property uchar red\nproperty uchar green\nproperty uchar blue\n"                                        \
    "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
#define SQUARE_ROWS "0 0 0 255 0 0\n1 0 0 0 255 0\n1 1 0 0 0 255\n0 1 0 51 51 51\n4 0 1 2 3\n"

static void check_square(void) {
    CHECK_EQ(shape()->vertex_count, 4);
    CHECK_EQ(shape()->triangle_count, 2);
    CHECK(shape()->colours != NULL && shape()->uvs[0] == NULL);
    for (uint32_t i = 0; i < 4; i++) CHECK(shape()->normals[i][2] == 1.0f);
    for (uint32_t i = 0; i < 4; i++) {
        const float *p = shape()->positions[i], *c = shape()->colours[i];
        bool red = p[0] + p[1] < 0.5f;
        if (red) CHECK(c[0] == 1 && c[1] == 0 && c[2] == 0 && c[3] == 1);
        if (p[0] == 0 && p[1] == 1) CHECK_NEAR(c[1] * 1000, 200, 1);
    }
}

TEST(ply_text_and_both_orders_of_bytes_give_the_same_shape) {
    CHECK(ply("ply\nformat ascii 1.0\ncomment c\n" SQUARE_ELEMENTS SQUARE_ROWS));
    check_square();
    import_scene_free(&scene);
    CHECK(ply("ply\r\nformat ascii 1.0\r\n" SQUARE_ELEMENTS SQUARE_ROWS));
    check_square();
    import_scene_free(&scene);
    static const uint8_t rows[4][5] = {
        {0, 0, 255, 0, 0}, {1, 0, 0, 255, 0}, {1, 1, 0, 0, 255}, {0, 1, 51, 51, 51}};
    for (int big = 0; big < 2; big++) {
        writer w = {0};
        char head[400];
        snprintf(head, sizeof head, "ply\nformat binary_%s_endian 1.0\n" SQUARE_ELEMENTS,
                 big ? "big" : "little");
        writer_bytes(&w, head, strlen(head));
        for (int i = 0; i < 4; i++) {
            for (int k = 0; k < 3; k++) { /* 1.0 is 3F 80 00 00 */
                bool one = k < 2 && rows[i][k] == 1;
                const uint8_t bytes[4] = {one && big ? 0x3F : 0, one ? 0x80 : 0, one ? 0x80 : 0,
                                          one && !big ? 0x3F : 0};
                const uint8_t number[4] = {bytes[0], big ? bytes[1] : 0, big ? 0 : bytes[2], bytes[3]};
                writer_bytes(&w, number, 4);
            }
            writer_bytes(&w, rows[i] + 2, 3);
        }
        writer_bytes(&w, "\4", 1);
        for (uint8_t i = 0; i < 4; i++) {
            const uint8_t index[4] = {big ? 0 : i, 0, 0, big ? i : 0};
            writer_bytes(&w, index, 4);
        }
        CHECK(import_ply_from_memory("t.ply", w.data, w.size, NULL, &scene, &error));
        check_square();
        import_scene_free(&scene);
        CHECK(!import_ply_from_memory("t.ply", w.data, w.size - 1, NULL, &scene, &error));
        CHECK(strstr(error.text, "offset") != NULL && strstr(error.text, "truncated") != NULL);
        writer_free(&w);
    }
}

TEST(ply_texture_coordinates_normals_strips_and_colours_of_faces) {
    CHECK(ply(
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\nproperty double y\nproperty double z\n"
        "property float nx\nproperty float ny\nproperty float nz\nproperty float s\nproperty float t\n"
        "element face 1\nproperty list uchar int vertex_index\nend_header\n"
        "0 0 0 0 2 0 0 0\n1 0 0 0 2 0 1 0.25\n0 1 0 0 2 0 0 1\n3 0 1 2\n"));
    /* normals are those of the file, at unit length */
    CHECK(shape()->normals[1][1] == 1.0f && shape()->normals[1][2] == 0);
    CHECK(shape()->uvs[0][1][0] == 1.0f && shape()->uvs[0][1][1] == 0.75f);
    import_scene_free(&scene);
    CHECK(ply("ply\nformat ascii 1.0\nelement vertex 4\nproperty int x\nproperty int y\nproperty int z\n"
              "element tristrips 1\nproperty list int int vertex_indices\nend_header\n"
              "0 0 0\n1 0 0\n0 1 0\n1 1 0\n9 0 1 2 3 -1 0 1 2 -1\n"));
    CHECK_EQ(shape()->triangle_count, 3);
    for (uint32_t i = 0; i < shape()->vertex_count; i++)
        CHECK(shape()->normals[i][2] == 1.0f); /* all normals point the same way */
    import_scene_free(&scene);
    CHECK(ply("ply\nformat ascii 1.0\nelement vertex 3\nproperty int x\nproperty int y\nproperty int z\n"
              "element face 1\nproperty list uchar int vertex_indices\nproperty list uchar float texcoord\n"
              "property uchar red\nproperty uchar green\nproperty uchar blue\nelement edge 1\nproperty int "
              "a\nend_header\n"
              "0 0 0\n1 0 0\n0 1 0\n3 0 1 2 6 0 0 1 0 0 0.5 0 255 0\n7\n"));
    CHECK(shape()->uvs[0][2][1] == 0.5f && shape()->colours[2][1] == 1.0f && shape()->colours[2][0] == 0);
    import_scene_free(&scene);
}

TEST(ply_refusals_name_their_line) {
    static const struct {
        const char *text, *wanted;
    } cases[] = {
        {"ply\nformat ascii 1.0\nelement vertex 1\nproperty flat x\nend_header\n0\n", "t.ply:4:"},
        {"ply\nformat ascii 1.0\nproperty float x\nend_header\n", "t.ply:3:"},
        {"ply\nelement vertex 0\nend_header\n", "does not tell the format"},
        {"ply\nformat ascii 1.0\nelement vertex 4000000000\nproperty float x\nend_header\n0\n", "truncated"},
        {"ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n0\n", "without x, y and z"},
        {"ply\nformat ascii 1.0\n" SQUARE_ELEMENTS
         "0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n3 0 1 4\n",
         "t.ply:17:"},
        {"ply\nformat ascii 1.0\n" SQUARE_ELEMENTS
         "0 0 zero 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n3 0 1 2\n",
         "t.ply:13:"},
        {"ply\nformat ascii 1.0\nelement vertex 1\nproperty int x\nproperty int y\nproperty int "
         "z\nend_header\n1 2 3\n",
         "no triangles"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK(!ply(cases[i].text));
        CHECK(strstr(error.text, cases[i].wanted) != NULL);
        if (strstr(error.text, cases[i].wanted) == NULL) TEST_INFO("%zu: %s", i, error.text);
        CHECK(scene.nodes == NULL);
    }
}

/* Without normals the corners of a cube are hard; those of a ring of 24 sides are smooth. */
TEST(shapes_without_normals_are_smooth_but_for_creases) {
    CHECK(ply("ply\nformat ascii 1.0\nelement vertex 8\nproperty int x\nproperty int y\nproperty int z\n"
              "element face 6\nproperty list uchar int vertex_indices\nend_header\n"
              "0 0 0\n1 0 0\n1 1 0\n0 1 0\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n"
              "4 3 2 1 0\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n"));
    CHECK_EQ(shape()->vertex_count, 24);
    for (uint32_t i = 0; i < shape()->vertex_count; i++) {
        const float *n = shape()->normals[i];
        CHECK((n[0] != 0) + (n[1] != 0) + (n[2] != 0) == 1);
    }
    import_scene_free(&scene);
    CHECK(
        ply("ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\nproperty float z\n"
            "element face 2\nproperty list uchar int vertex_indices\nend_header\n"
            "0 0 0\n0 2 0\n1 0 0.1\n1 2 0.1\n-1 0 0.1\n-1 2 0.1\n4 1 0 2 3\n4 4 0 1 5\n"));
    CHECK_EQ(shape()->vertex_count, 6); /* the edge in the middle has one normal */
    import_scene_free(&scene);
}

static void put_float(writer *w, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    writer_u32(w, bits);
}

/* Makes two triangles of a square; the heading is `text`, filled up with zeros. */
static writer stl_bytes(const char *text, uint16_t first, uint16_t second) {
    static const float corners[6][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    writer w = {0};
    writer_bytes(&w, text, strlen(text));
    writer_zeros(&w, 80 - strlen(text));
    writer_u32(&w, 2);
    for (int t = 0; t < 2; t++) {
        writer_zeros(&w, 12);
        for (int c = 0; c < 3; c++) {
            for (int k = 0; k < 3; k++) put_float(&w, corners[3 * t + c][k]);
        }
        writer_u16(&w, t == 0 ? first : second);
    }
    return w;
}

TEST(stl_of_bytes_is_known_by_its_size_even_when_it_begins_with_solid) {
    writer w = stl_bytes("solid made by a CAD program\nfacet", 0, 0);
    CHECK(import_stl_is(w.data, w.size));
    CHECK_EQ(import_kind_of(w.data, w.size), IMPORT_KIND_STL);
    CHECK(stl(w.data, w.size));
    CHECK_EQ(shape()->vertex_count, 4);
    CHECK_EQ(shape()->triangle_count, 2);
    CHECK(shape()->colours == NULL && shape()->normals[0][2] == 1.0f);
    import_scene_free(&scene);
    CHECK(!import_stl_is(w.data, w.size - 1));
    writer_free(&w);
    w = stl_bytes("", 0x8000 | 31 << 10, 0);
    CHECK(stl(w.data, w.size) && shape()->colours != NULL);
    CHECK(shape()->colours[shape()->indices[0]][0] == 1 && shape()->colours[shape()->indices[0]][1] == 0);
    CHECK(shape()->colours[shape()->indices[3]][1] == 1); /* a triangle without a colour is white */
    import_scene_free(&scene);
    memcpy(w.data + 84 + 12, "\0\0\xC0\x7F", 4);
    CHECK(!stl(w.data, w.size) && strstr(error.text, "offset 96") != NULL);
    writer_free(&w);
}

TEST(stl_as_text_with_several_solids_and_its_refusals) {
    static const char text[] =
        "solid a\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n   vertex 1 1 0\n"
        "  endloop\n endfacet\nendsolid a\nSOLID b\n FACET NORMAL 0 0 1\n  OUTER LOOP\n   VERTEX 0 0 0\n"
        "   VERTEX 1 1 0\n   VERTEX 0 1e0 0\n  ENDLOOP\n ENDFACET\nENDSOLID\n";
    CHECK(stl(text, sizeof text - 1));
    CHECK_EQ(shape()->vertex_count, 4);
    import_scene_free(&scene);
    CHECK_EQ(import_kind_of(text, sizeof text - 1), IMPORT_KIND_STL);
    static const char two[] =
        "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\nendfacet\nendsolid\n";
    CHECK(!stl(two, sizeof two - 1) && strstr(error.text, "t.stl:7:") != NULL);
    static const char odd[] = "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 nowhere\n";
    CHECK(!stl(odd, sizeof odd - 1) && strstr(error.text, "t.stl:4:") != NULL);
    static const char empty[] = "solid\nendsolid\n";
    CHECK(!stl(empty, sizeof empty - 1) && strstr(error.text, "no triangles") != NULL);
    static const char obj[] = "# solid\no solid\nv 0 0 0\n";
    CHECK_EQ(import_kind_of(obj, sizeof obj - 1), IMPORT_KIND_OBJ);
}

TEST(a_model_of_no_kind_is_answered_with_the_list_of_those_that_are_read) {
    char path[64]; /* several builds of the tests run at once */
    snprintf(path, sizeof path, "/tmp/oxcart_no_model_%ld.bin", (long)getpid());
    CHECK(import_file_write(path, "\1\2\3\0\1\2", 6, &error));
    CHECK(!import_scene_load(path, NULL, 1, &scene, &error));
    for (size_t i = 0; import_model_format(i) != NULL; i++)
        CHECK(strstr(error.text, import_model_format(i)) != NULL);
    remove(path);
}
