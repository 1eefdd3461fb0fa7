/* Validity of meshes: winding, closedness, dropped triangles and repairs. */
#include <math.h>

#include "tests/host/tools/import/model/import_shapes.h"
#include "tools/import/mesh/condition.h"

TEST(mesh_check_knows_closed_from_open) {
    import_model cube = shape_box(1, 1, 1, NULL), plane = shape_grid(2);
    import_mesh_check check;
    CHECK(import_check_mesh(&cube, &check, NULL));
    CHECK(check.closed && check.pieces == 1 && check.inconsistent_edges == 0 && check.inside_out == 0);
    CHECK(fabs(check.volume - 1) < 1e-9);
    CHECK(import_check_mesh(&plane, &check, NULL));
    CHECK(!check.closed);
    CHECK_EQ(check.boundary_edges, 8);
    import_model_free(&cube);
    import_model_free(&plane);
}

TEST(mesh_check_names_the_flipped_face_and_rewind_mends_it) {
    import_model cube =
        shape_box(1, 1, 1, "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 8 4\nf 2 3 7 6\n");
    import_mesh_check check;
    uint32_t turned;
    CHECK(import_check_mesh(&cube, &check, NULL));
    CHECK_EQ(check.inconsistent_edges, 4);
    CHECK_EQ(check.first_inconsistent, 6); /* the fourth face: triangles 6 and 7 */
    CHECK(!check.closed && check.not_orientable == 0);
    import_check_warn("cube", &cube, &check);
    CHECK(
        strstr(cube.warnings[0],
               "cube: 4 edges lie between faces of opposite winding, rewind them; the first is triangle 6") !=
        NULL);
    CHECK(import_rewind(&cube, &turned, NULL));
    CHECK_EQ(turned, 2);
    CHECK(import_check_mesh(&cube, &check, NULL));
    CHECK(check.closed && check.inconsistent_edges == 0 && fabs(check.volume - 1) < 1e-9);
    CHECK(import_rewind(&cube, &turned, NULL) && turned == 0);
    import_model_free(&cube);
}

TEST(mesh_check_finds_inside_out_pieces) {
    import_model cube =
        shape_box(2, 1, 1, "f 2 3 4 1\nf 8 7 6 5\nf 5 6 2 1\nf 3 7 8 4\nf 4 8 5 1\nf 6 7 3 2\n");
    import_mesh_check check;
    uint32_t turned;
    CHECK(import_check_mesh(&cube, &check, NULL));
    CHECK(check.inside_out == 1 && check.first_inside_out == 0 && check.closed && check.volume < 0);
    CHECK(import_rewind(&cube, &turned, NULL));
    CHECK_EQ(turned, 12);
    CHECK(import_check_mesh(&cube, &check, NULL) && check.inside_out == 0 && check.volume > 0);
    for (uint32_t v = 0; v < cube.vertex_count; v++) { /* normals turned with their faces */
        double away = 0;
        const double middle[3] = {1, 0.5, 0.5};
        for (int k = 0; k < 3; k++)
            away += ((double)cube.vertices[v].position[k] - middle[k]) * (double)cube.vertices[v].normal[k];
        CHECK(away > 0);
    }
    import_model_free(&cube);
}

TEST(mesh_check_reports_a_moebius_strip) {
    /* a ring of five quads, the last joined to the first with its ends swapped */
    char text[900];
    size_t used = 0;
    import_mesh_check check;
    uint32_t turned;
    for (int i = 0; i < 5; i++) {
        double a = 6.283185307 * i / 5, half = a / 2;
        for (int side = -1; side <= 1; side += 2) {
            double r = 3 + side * 0.5 * cos(half);
            used += (size_t)snprintf(text + used, sizeof text - used, "v %.5f %.5f %.5f\n", r * cos(a),
                                     side * 0.5 * sin(half), r * sin(a));
        }
    }
    for (int i = 0; i < 5; i++) {
        int a = 2 * i + 1, b = 2 * i + 2, c = i == 4 ? 2 : a + 2, d = i == 4 ? 1 : a + 3;
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "f %d %d %d\nf %d %d %d\n", a, b, d, a, d, c);
    }
    import_model strip = shape_load(text);
    CHECK(import_check_mesh(&strip, &check, NULL));
    CHECK_EQ(strip.triangle_count, 10);
    CHECK_EQ(check.not_orientable, 1);
    CHECK(!check.closed && check.crowded_edges == 0);
    CHECK(import_rewind(&strip, &turned, NULL) && turned == 0);
    import_model_free(&strip);
}

TEST(mesh_check_counts_faults_and_drops_them) {
    import_model m = shape_load(
        "usemtl nowhere\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 20000 0 0\nvt 9 0\n"
        "f 1/1 2/1 3/1\nf 2/1 3/1 1/1\nf 3/1 2/1 1/1\nf 1/1 4/1 2/1\nf 1/1 2/1 5/1\nf 1/1 5/1 4/1\n");
    import_mesh_check check;
    uint32_t dropped;
    CHECK(import_check_mesh(&m, &check, NULL));
    CHECK_EQ(check.duplicate, 2);
    CHECK_EQ(check.first_duplicate, 1);
    CHECK_EQ(check.crowded_edges, 3);
    CHECK_EQ(check.positions_out, 1);
    CHECK(check.uvs_out > 0);
    CHECK_EQ(check.undefined_materials, 1);
    CHECK_EQ(check.degenerate, 0); /* the OBJ importer has dropped the triangle on a line */
    m.indices[3] = m.indices[4];
    CHECK(import_check_mesh(&m, &check, NULL) && check.degenerate == 1 && check.first_degenerate == 1);
    uint32_t before = m.triangle_count;
    CHECK(import_drop_bad_triangles(&m, true, true, &dropped, NULL));
    CHECK_EQ(dropped, 2);
    CHECK_EQ(m.triangle_count, before - 2);
    CHECK_EQ(m.materials[0].triangle_count, m.triangle_count);
    CHECK_EQ(m.parts[0].triangle_count, m.triangle_count);
    CHECK(import_check_mesh(&m, &check, NULL) && check.duplicate == 0 && check.degenerate == 0);
    import_model_free(&m);
}
