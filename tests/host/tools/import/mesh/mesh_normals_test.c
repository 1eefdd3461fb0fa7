/* Vertex normals: hard, smooth, by crease angle and by weight, and the error of the stored forms. */
#include <math.h>

#include "tests/host/tools/import/model/import_shapes.h"
#include "tools/import/mesh/condition.h"

static double length_of(const float n[3]) {
    return sqrt((double)n[0] * (double)n[0] + (double)n[1] * (double)n[1] + (double)n[2] * (double)n[2]);
}

TEST(mesh_normals_of_a_cube_smooth_and_hard) {
    import_model cube = shape_box(1, 1, 1, NULL);
    CHECK(import_make_normals(&cube, IMPORT_NORMALS_SMOOTH, IMPORT_BY_ANGLE, 0, NULL));
    CHECK_EQ(cube.vertex_count, 8);
    for (uint32_t v = 0; v < 8; v++) {
        for (int k = 0; k < 3; k++) { /* normals point along the diagonals */
            double expected = (cube.vertices[v].position[k] > 0.5f ? 1 : -1) / sqrt(3);
            CHECK(fabs((double)cube.vertices[v].normal[k] - expected) < 1e-6);
        }
    }
    CHECK(import_make_normals(&cube, IMPORT_NORMALS_HARD, IMPORT_EVENLY, 0, NULL));
    CHECK_EQ(cube.vertex_count, 24);
    for (uint32_t v = 0; v < 24; v++) {
        double largest = 0;
        for (int k = 0; k < 3; k++) largest = fmax(largest, fabs((double)cube.vertices[v].normal[k]));
        CHECK(largest == 1 && fabs(length_of(cube.vertices[v].normal) - 1) < 1e-6);
    }
    for (uint32_t t = 0; t < cube.triangle_count; t++) /* normals are constant over each face */
        for (int i = 1; i < 3; i++)
            CHECK(memcmp(cube.vertices[cube.indices[3 * t]].normal,
                         cube.vertices[cube.indices[3 * t + (uint32_t)i]].normal,
                         sizeof cube.vertices[0].normal) == 0);
    CHECK(import_make_normals(&cube, IMPORT_NORMALS_CREASE, IMPORT_BY_ANGLE, 89, NULL) &&
          cube.vertex_count == 24);
    CHECK(import_make_normals(&cube, IMPORT_NORMALS_CREASE, IMPORT_BY_ANGLE, 91, NULL) &&
          cube.vertex_count == 8);
    CHECK(import_make_normals(&cube, IMPORT_NORMALS_KEEP, IMPORT_BY_ANGLE, 0, NULL) &&
          cube.vertex_count == 8);
    import_model_free(&cube);
}

/* A tall open box of eight sides: smooth normals have no jump across the vertical edges, hard normals are
 * constant a face. */
TEST(mesh_normals_of_a_tall_box_do_not_jump) {
    char text[2000];
    size_t used = 0;
    for (int i = 0; i < 8; i++) {
        double a = 6.283185307179586 * i / 8;
        used += (size_t)snprintf(text + used, sizeof text - used, "v %.7f 0 %.7f\nv %.7f 9 %.7f\n", cos(a),
                                 sin(a), cos(a), sin(a));
    }
    for (int i = 0; i < 8; i++) {
        int a = 2 * i + 1, b = a + 1, c = (i + 1) % 8 * 2 + 1, d = c + 1;
        used += (size_t)snprintf(text + used, sizeof text - used, "f %d %d %d %d\n", a, b, d, c);
    }
    import_model box = shape_load(text);
    CHECK(import_make_normals(&box, IMPORT_NORMALS_SMOOTH, IMPORT_BY_ANGLE, 0, NULL));
    CHECK_EQ(box.vertex_count, 16);   /* one vertex for each place: no jump */
    for (uint32_t v = 0; v < 16; v++) /* normals point radially out of the middle line */
        for (int k = 0; k < 3; k += 2)
            CHECK(fabs((double)box.vertices[v].normal[k] - (double)box.vertices[v].position[k]) < 1e-5);
    CHECK(import_make_normals(&box, IMPORT_NORMALS_HARD, IMPORT_BY_ANGLE, 0, NULL));
    CHECK_EQ(box.vertex_count, 32);
    CHECK(import_make_normals(&box, IMPORT_NORMALS_CREASE, IMPORT_BY_ANGLE, 46, NULL) &&
          box.vertex_count == 16);
    import_model_free(&box);
}

TEST(mesh_normals_weigh_by_angle_or_area) {
    /* two faces at a right angle share the edge x; the upright one is four times as large */
    import_model m = shape_load("v 0 0 0\nv 1 0 0\nv 0 0 1\nv 0 4 0\nf 1 3 2\nf 1 2 4\n");
    static const double tilt[4] = {
        1, 4, 4, 1}; /* normal z over normal y at the first place; both angles are right ones */
    static const import_normal_weight kinds[4] = {IMPORT_BY_ANGLE, IMPORT_BY_AREA, IMPORT_BY_BOTH,
                                                  IMPORT_EVENLY};
    for (int i = 0; i < 4; i++) {
        CHECK(import_make_normals(&m, IMPORT_NORMALS_SMOOTH, kinds[i], 0, NULL));
        for (uint32_t v = 0; v < m.vertex_count; v++) {
            const import_vertex *at = &m.vertices[v];
            if (at->position[0] != 0 || at->position[1] != 0 || at->position[2] != 0) continue;
            CHECK(fabs((double)at->normal[2] / (double)at->normal[1] - tilt[i]) < 1e-5);
        }
    }
    import_model_free(&m);
}

TEST(mesh_normals_stored_forms_keep_their_promise) {
    import_model m = shape_box(1, 1, 1, NULL);
    double worst[2] = {0, 0};
    uint32_t random = 3;
    for (int round = 0; round < 500; round++) {
        for (uint32_t v = 0; v < m.vertex_count; v++) {
            double n[3], square = 0;
            for (int k = 0; k < 3; k++) {
                random = random * 1664525u + 1013904223u;
                n[k] = (double)(random >> 8) / 8388608.0 - 1;
                square += n[k] * n[k];
            }
            for (int k = 0; k < 3; k++) m.vertices[v].normal[k] = (float)(n[k] / sqrt(square));
        }
        worst[0] = fmax(worst[0], import_normal_error(&m, IMPORT_NORMAL_I8));
        worst[1] = fmax(worst[1], import_normal_error(&m, IMPORT_NORMAL_OCTAHEDRON));
    }
    TEST_INFO("normals: bytes %.3f degrees, octahedron %.3f degrees at worst", worst[0], worst[1]);
    CHECK(worst[0] <= 0.7 && worst[1] <= 1.0);
    for (int k = 0; k < 6; k++) { /* the axes are exact */
        double n[3] = {0, 0, 0}, back[3];
        int8_t packed[2];
        n[k / 2] = k % 2 == 0 ? 1 : -1;
        import_octahedron_pack(n, packed);
        import_octahedron_unpack(packed, back);
        CHECK(back[k / 2] == n[k / 2]);
    }
    import_model_free(&m);
}
