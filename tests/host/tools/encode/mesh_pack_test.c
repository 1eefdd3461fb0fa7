/* Welding, merging, splitting and quantisation. */
#include <math.h>

#include "rom/check.h"
#include "tests/host/tools/import/model/import_shapes.h"
#include "tools/encode/mesh.h"
#include "tools/import/base/file.h"
#include "tools/import/mesh/condition.h"

TEST(mesh_weld_joins_what_is_equal) {
    import_model m = shape_grid(4);
    uint32_t joined, triangles = m.triangle_count;
    const import_weld exact = {0, 0, 0}, near = {0.01, 0.1, 1}, far = {1.01, 2, 2};
    CHECK_EQ(m.vertex_count, 25);
    /* torn mesh: every corner is a vertex of its own, each moved a little */
    import_vertex *torn = malloc((size_t)triangles * 3 * sizeof *torn);
    for (uint32_t i = 0; i < triangles * 3; i++) {
        torn[i] = m.vertices[m.indices[i]];
        torn[i].position[0] += (float)(i % 5) * 0.001f;
        m.indices[i] = i;
    }
    free(m.vertices);
    m.vertices = torn;
    m.vertex_count = triangles * 3;
    CHECK(import_weld_vertices(&m, &exact, &joined, NULL));
    CHECK(joined < 40);
    CHECK(import_weld_vertices(&m, &near, &joined, NULL));
    CHECK_EQ(m.vertex_count, 25);
    CHECK_EQ(m.triangle_count, triangles);
    CHECK(import_weld_vertices(&m, &far, &joined, NULL));
    CHECK(m.triangle_count < triangles &&
          m.parts[0].triangle_count == m.triangle_count); /* triangles without area are dropped */
    import_model_free(&m);
}

TEST(mesh_merge_leaves_one_part_a_material) {
    import_model m = shape_load(
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\no a\nusemtl red\nf 1 2 3\no b\nf 1 3 4\nusemtl blue\nf 1 4 2\n"
        "o c\nusemtl red\nf 2 4 3\no d\nusemtl blue\nf 1 2 4\n");
    CHECK_EQ(m.part_count, 5);
    CHECK(import_merge_parts(&m, NULL));
    CHECK_EQ(m.part_count, 2);
    CHECK(m.parts[0].triangle_count == 3 && m.parts[1].triangle_count == 2 && m.parts[1].material == 1);
    CHECK_EQ(m.parts[1].first_triangle, 3);
    import_model_free(&m);
}

TEST(mesh_split_parts_fit_and_lose_nothing) {
    static const uint32_t limits[4] = {3, 64, 255, 1000};
    for (int i = 0; i < 4; i++) {
        import_model m = shape_grid(40), kept = shape_grid(40);
        uint32_t triangles = 0, seams = 0;
        double sum[2] = {0, 0};
        CHECK(import_split_parts(&m, limits[i], 0, NULL));
        for (uint32_t p = 0; p < m.part_count; p++) {
            CHECK_EQ(m.parts[p].first_triangle, triangles);
            CHECK(import_part_vertices(&m, &m.parts[p]) <= limits[i]);
            triangles += m.parts[p].triangle_count;
            seams += import_part_vertices(&m, &m.parts[p]);
        }
        CHECK_EQ(triangles, m.triangle_count);
        CHECK_EQ(triangles, kept.triangle_count);
        for (uint32_t k = 0; k < triangles * 3; k++) { /* the sum over all corners is the same */
            sum[0] += (double)m.vertices[m.indices[k]].position[0] * (k % 3 + 1);
            sum[1] += (double)kept.vertices[kept.indices[k]].position[0] * (k % 3 + 1);
        }
        CHECK(sum[0] == sum[1]);
        /* parts are compact */
        if (limits[i] == 255) CHECK(m.part_count <= 16 && seams < kept.vertex_count * 5 / 4);
        import_model_free(&m);
        import_model_free(&kept);
    }
}

TEST(mesh_split_parts_become_parts_of_the_chunk) {
    import_model m = shape_grid(20);
    const uint32_t materials[1] = {1};
    writer out = {.data = NULL};
    mesh_report report;
    CHECK(import_split_parts(&m, 100, 120, NULL));
    CHECK(mesh_pack("grid", &m, materials, true, &out, &report, NULL));
    CHECK_EQ(report.parts, m.part_count);
    CHECK(report.parts >= 800 / 120 && report.triangles == 800);
    rom_error fault;
    CHECK_EQ(rom_check_chunk(ROM_TAG_MESH, out.data, out.size, &fault), ROM_OK);
    writer_free(&out);
    import_model_free(&m);
}

TEST(mesh_quantise_keeps_to_its_documented_errors) {
    static const char *const files[] = {"teapot", "castle", "cow"};
    for (size_t i = 0; i < 3; i++) {
        char path[100];
        import_model m;
        import_grid grid;
        snprintf(path, sizeof path, "../shared/data/models/%s.obj", files[i]);
        if (!import_file_exists(path)) continue;
        CHECK(import_obj_load(path, &m, NULL));
        import_bounds box = import_model_bounds(&m);
        CHECK(import_choose_grid(&box, false, 0, &grid));
        import_quantised e = import_quantise_error(&m, &grid, IMPORT_NORMAL_I8);
        double step = (double)(1 << grid.exponent) / 65536;
        TEST_INFO("%s: step %.6f, position %.6f, normal %.3f degrees, uv %.6f", files[i], step, e.position,
                  e.normal, e.uv);
        CHECK(e.position <=
              step * 0.8661 + 1.0 / 131072); /* half a step along each axis, and the offset's rounding */
        CHECK(e.normal <= 0.7 && e.uv <= 0.5 / 4096 + 1e-9);
        CHECK(import_quantise_error(&m, &grid, IMPORT_NORMAL_OCTAHEDRON).normal <= 1);
        import_model_free(&m);
    }
    import_model cube = shape_box(1, 1, 1, NULL);
    CHECK(cube.vertex_count == 8 || cube.vertex_count == 24);
    CHECK_EQ(cube.triangle_count * 3, 36);
    CHECK(import_index_bytes(8) == 1 && import_index_bytes(255) == 1 && import_index_bytes(256) == 2 &&
          import_index_bytes(65536) == 4);
    import_model_free(&cube);
}

TEST(mesh_quantise_shared_grids_meet_without_cracks) {
    uint32_t random = 11;
    for (int round = 0; round < 200; round++) {
        float border[20];
        import_grid left, right;
        import_bounds a = {{-30, -1, 0}, {0.3f, 7, 9}}, b = {{0.3f, -1, 0}, {25, 5, 3}};
        random = random * 1664525u + 1013904223u;
        a.minimum[0] -= (float)(random >> 20) / 100;
        b.maximum[0] += (float)(random >> 22) / 100;
        CHECK(import_choose_grid(&a, true, 0, &left) && import_choose_grid(&b, true, 0, &right));
        int exponent = left.exponent > right.exponent ? left.exponent : right.exponent;
        CHECK(import_choose_grid(&a, true, exponent, &left) &&
              import_choose_grid(&b, true, exponent, &right));
        CHECK(left.exponent == right.exponent);
        for (int i = 0; i < 20; i++) {
            random = random * 1664525u + 1013904223u;
            border[i] = (float)(random >> 8) / 16777216.0f * 3;
            for (int axis = 0; axis < 3; axis++) {
                float at = axis == 0 ? 0.3f : border[i];
                CHECK(import_grid_value(&left, import_grid_step(&left, at, axis), axis) ==
                      import_grid_value(&right, import_grid_step(&right, at, axis), axis));
            }
        }
    }
    import_bounds huge = {{-40000, 0, 0}, {40000, 0, 0}};
    import_grid grid;
    CHECK(!import_choose_grid(&huge, false, 0, &grid));
}

TEST(mesh_quantise_weights_sum_to_255) {
    uint32_t random = 5;
    double worst = 0;
    for (int i = 0; i < 100000; i++) {
        float weights[4];
        uint8_t bytes[4];
        for (int k = 0; k < 4; k++) {
            random = random * 1664525u + 1013904223u;
            weights[k] = (float)(random >> 8) * (random >> 30 == 0 ? 0.0f : 1.0f);
        }
        worst = fmax(worst, import_quantise_weights(weights, bytes));
        CHECK_EQ(bytes[0] + bytes[1] + bytes[2] + bytes[3], 255);
    }
    CHECK(worst <= 1.0 / 255);
    uint8_t bytes[4];
    const float none[4] = {0, 0, 0, 0}, thirds[4] = {1, 1, 1, 0};
    import_quantise_weights(none, bytes);
    CHECK(bytes[0] == 255 && bytes[1] == 0);
    import_quantise_weights(thirds, bytes);
    CHECK(bytes[0] == 85 && bytes[1] == 85 && bytes[2] == 85 && bytes[3] == 0);
}

TEST(mesh_split_by_joints_keeps_the_limit) {
    /* a strip of 200 quads along a tail of 60 joints, each vertex on two neighbours */
    enum { QUADS = 200, JOINTS = 60 };
    static uint16_t joints[2 * QUADS + 2][4];
    static float weights[2 * QUADS + 2][4];
    static uint32_t indices[6 * QUADS], batch[2 * QUADS];
    uint32_t batches, used[40];
    for (int i = 0; i <= QUADS; i++) {
        for (int side = 0; side < 2; side++) {
            int v = 2 * i + side, joint = i * (JOINTS - 1) / QUADS;
            joints[v][0] = (uint16_t)joint;
            joints[v][1] = (uint16_t)(joint + 1 < JOINTS ? joint + 1 : joint);
            joints[v][2] = 7; /* a joint without weight does not count */
            weights[v][0] = 0.75f;
            weights[v][1] = 0.25f;
        }
    }
    for (uint32_t i = 0; i < QUADS; i++) {
        const uint32_t quad[6] = {2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 1, 2 * i + 3, 2 * i + 2};
        memcpy(indices + 6 * i, quad, sizeof quad);
    }
    const import_primitive p = {.vertex_count = 2 * QUADS + 2,
                                .triangle_count = 2 * QUADS,
                                .joints = joints,
                                .weights = weights,
                                .indices = indices};
    CHECK(import_split_joints(&p, 16, batch, &batches, NULL));
    CHECK(batches >= 4 && batches <= 6);
    for (uint32_t b = 0; b < batches; b++) {
        uint32_t count = 0;
        for (uint32_t t = 0; t < 2 * QUADS; t++) {
            for (int c = 0; batch[t] == b && c < 3; c++) {
                for (int k = 0; k < 2; k++) {
                    uint32_t joint = joints[indices[3 * t + (uint32_t)c]][k], n = 0;
                    while (n < count && used[n] != joint) n++;
                    if (n == count && count < 40) used[count++] = joint;
                }
            }
        }
        CHECK(count > 0 && count <= 16);
    }
    CHECK(import_split_joints(&p, 60, batch, &batches, NULL));
    CHECK_EQ(batches, 1);
}

TEST(mesh_pack_four_materials_are_four_parts) {
    import_model m = shape_load(
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nusemtl skin\nf 1 2 3\nusemtl cloth\nf 1 3 4\nusemtl hair\n"
        "f 1 4 2\nusemtl skin\nf 3 2 4\nusemtl boots\nf 2 3 4\nusemtl cloth\nf 4 3 1\n");
    const uint32_t materials[4] = {1, 2, 3, 4};
    writer out = {.data = NULL};
    mesh_report report;
    CHECK_EQ(m.material_count, 4);
    CHECK(mesh_pack("figure", &m, materials, false, &out, &report, NULL));
    CHECK_EQ(report.parts, 4);
    writer_free(&out);
    import_model_free(&m);
}
