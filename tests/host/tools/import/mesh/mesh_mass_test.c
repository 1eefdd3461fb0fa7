/* Bounds, mass properties, texel density. */
#include <math.h>

#include "tests/host/tools/import/model/import_shapes.h"
#include "tools/import/base/file.h"
#include "tools/import/load/load.h"
#include "tools/import/mesh/condition.h"

static double (*points_of(const import_model *m))[3] {
    double(*p)[3] = malloc(((size_t)m->vertex_count + 1) * sizeof *p);
    for (uint32_t i = 0; i < m->vertex_count; i++)
        for (int k = 0; k < 3; k++) p[i][k] = (double)m->vertices[i].position[k];
    return p;
}

/* The least radius that a sphere around the points can have. No sphere can be smaller than half the distance
 * of the two farthest points, nor than the radius of the best sphere of any four. The former is enough to
 * judge the samples by. */
static double least_radius(const double (*p)[3], size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = i + 1; k < count; k++) {
            double square = 0;
            for (int a = 0; a < 3; a++) square += (p[i][a] - p[k][a]) * (p[i][a] - p[k][a]);
            most = fmax(most, square);
        }
    }
    return sqrt(most) / 2;
}

TEST(mesh_bounds_spheres_are_tight_and_hold_everything) {
    static const char *const files[] = {"suzanne", "spot", "turret", "cow", "teapot"};
    static const double tetrahedron[4][3] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    import_sphere s = import_bounding_sphere(tetrahedron, 4);
    CHECK(s.radius <= 1.1 * sqrt(3) && s.radius >= sqrt(3) - 1e-9);
    s = import_bounding_sphere(tetrahedron, 1);
    CHECK(s.radius == 0 && s.centre[0] == 1);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[100];
        import_model m;
        snprintf(path, sizeof path, "../shared/data/models/%s.obj", files[i]);
        if (!import_file_exists(path)) continue;
        CHECK(import_obj_load(path, &m, NULL));
        double(*p)[3] = points_of(&m);
        s = import_bounding_sphere((const double(*)[3])p, m.vertex_count);
        double least = least_radius((const double(*)[3])p, m.vertex_count);
        TEST_INFO("%s: radius %.4f, at least %.4f is needed", files[i], s.radius, least);
        CHECK(s.radius <= 1.1 * least);
        for (uint32_t v = 0; v < m.vertex_count; v++) {
            double square = 0;
            for (int k = 0; k < 3; k++) square += (p[v][k] - s.centre[k]) * (p[v][k] - s.centre[k]);
            CHECK(sqrt(square) <= s.radius * (1 + 1e-12));
        }
        free(p);
        import_model_free(&m);
    }
}

TEST(mesh_bounds_kdops_shrink_with_k_and_hold_everything) {
    static const int ks[4] = {6, 14, 18, 26};
    import_kdop d;
    double cube[8][3], ball[400][3], volumes[4];
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) cube[i][k] = i >> k & 1 ? 3 : 1;
    for (int i = 0; i < 400; i++) {
        double z = 1 - (i + 0.5) / 200, r = sqrt(1 - z * z), a = i * 2.399963;
        ball[i][0] = r * cos(a);
        ball[i][1] = r * sin(a);
        ball[i][2] = z;
    }
    for (int i = 0; i < 4; i++) {
        CHECK(import_make_kdop((const double(*)[3])cube, 8, ks[i], &d));
        CHECK(fabs(import_kdop_volume(&d) - 8) < 0.001); /* a box is its own k-DOP */
        CHECK(import_make_kdop((const double(*)[3])ball, 400, ks[i], &d));
        volumes[i] = import_kdop_volume(&d);
        for (int p = 0; p < 400; p++)
            for (int axis = 0; axis < 3; axis++)
                CHECK((double)d.low[axis] <= ball[p][axis] * 65536 &&
                      ball[p][axis] * 65536 <= (double)d.high[axis]);
    }
    TEST_INFO("ball of 4.19: k-DOPs of 6, 14, 18, 26: %.3f %.3f %.3f %.3f", volumes[0], volumes[1],
              volumes[2], volumes[3]);
    CHECK(volumes[0] >= volumes[1] && volumes[0] >= volumes[2] && volumes[1] >= volumes[3] &&
          volumes[2] >= volumes[3]);
    CHECK(volumes[1] >= volumes[2]);
    CHECK(volumes[0] < 8.01 && volumes[3] > 4.1);
    CHECK(!import_make_kdop((const double(*)[3])cube, 8, 7, &d));
}

TEST(mesh_mass_of_boxes_and_an_l) {
    import_model box = shape_box(2, 3, 4, NULL), plane = shape_grid(2);
    import_mass mass;
    tool_error error = {.text = ""};
    CHECK(import_mass_of("box", &box, &mass, &error));
    CHECK(fabs(mass.volume - 24) < 1e-6);
    CHECK(fabs(mass.centre[0] - 1) < 1e-6 && fabs(mass.centre[1] - 1.5) < 1e-6 &&
          fabs(mass.centre[2] - 2) < 1e-6);
    CHECK(fabs(mass.inertia[0][0] - 24.0 / 12 * (9 + 16)) < 1e-6);
    CHECK(fabs(mass.inertia[1][1] - 24.0 / 12 * (4 + 16)) < 1e-6);
    CHECK(fabs(mass.inertia[2][2] - 24.0 / 12 * (4 + 9)) < 1e-6);
    CHECK(fabs(mass.inertia[0][1]) < 1e-6 && fabs(mass.inertia[1][2]) < 1e-6 && !mass.centre_outside);
    CHECK(!import_mass_of("plane", &plane, &mass, &error));
    CHECK(strstr(error.text, "plane: is not closed") != NULL);
    import_model_free(&box);
    import_model_free(&plane);
    /* a thin L of arms 10 x 1 x 1: volume 19, centre (10 * 5 + 9 * 0.5) / 19 from the outer corner, outside
     * of the body */
    import_model l = shape_load(
        "v 0 0 0\nv 10 0 0\nv 10 1 0\nv 1 1 0\nv 1 10 0\nv 0 10 0\nv 0 0 1\nv 10 0 1\nv 10 1 1\nv 1 1 1\n"
        "v 1 10 1\nv 0 10 1\nf 6 5 4 3 2 1\nf 7 8 9 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\n"
        "f 5 6 12 11\nf 6 1 7 12\n");
    CHECK(import_mass_of("l", &l, &mass, &error));
    CHECK(fabs(mass.volume - 19) < 1e-6);
    CHECK(fabs(mass.centre[0] - 54.5 / 19) < 1e-6 && fabs(mass.centre[1] - 54.5 / 19) < 1e-6 &&
          fabs(mass.centre[2] - 0.5) < 1e-6);
    CHECK(mass.centre_outside);
    import_model_free(&l);
    import_model turned =
        shape_box(1, 1, 1, "f 2 3 4 1\nf 8 7 6 5\nf 5 6 2 1\nf 3 7 8 4\nf 4 8 5 1\nf 6 7 3 2\n");
    CHECK(!import_mass_of("turned", &turned, &mass, &error) && strstr(error.text, "inside out") != NULL);
    import_model_free(&turned);
}

TEST(mesh_density_of_a_square_and_its_outliers) {
    /* a square of 2 m with the whole texture: 256^2 / 2^2 */
    import_model m = shape_load("usemtl a\nv 0 0 0\nv 2 0 0\nv 2 0 2\nv 0 0 2\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 "
                                "1\nvt 2 0\nvt 2 2\nvt 0 2\n"
                                "v 4 0 0\nv 6 0 0\nv 6 0 2\nv 4 0 2\nv 8 0 0\nv 10 0 0\nv 10 0 2\nv 8 0 2\n"
                                "f 1/1 4/4 3/3 2/2\nf 5/1 8/4 7/3 6/2\nf 9/1 12/7 11/6 10/5\n");
    const int sizes[1][2] = {{256, 256}};
    double densities[6];
    import_density report;
    uint8_t rgb[3], median[3];
    CHECK(import_density_report(&m, sizes, 2, 0, 0, densities, &report, NULL));
    CHECK(fabs(densities[0] - 16384) < 1e-6 && fabs(report.median - 16384) < 1e-6);
    CHECK(fabs(densities[4] - 4 * 16384) < 1e-6 &&
          fabs(report.most - 4 * 16384) < 1e-6); /* triangles with doubled coordinates */
    CHECK_EQ(report.outliers, 2);
    CHECK_EQ(report.first_outlier, 4);
    CHECK_EQ(report.measured, 6);
    CHECK(import_density_report(&m, sizes, 2, 60000, 70000, NULL, &report, NULL) && report.outliers == 4 &&
          report.first_outlier == 0);
    import_density_colour(densities[0], 16384, median);
    import_density_colour(densities[4], 16384, rgb);
    CHECK(median[1] == 255 && median[0] == 0 && median[2] == 0);
    CHECK(rgb[0] > 200 && rgb[2] == 0);
    import_density_colour(16384 / 4.0, 16384, rgb);
    CHECK(rgb[2] > 200 && rgb[0] == 0);
    import_model_free(&m);
}

TEST(mesh_bounds_in_fixed_point_hold_quantised_vertices) {
    static const char *const files[] = {"suzanne", "castle", "cow"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[100];
        import_model m;
        import_grid grid;
        import_fixed_bounds b;
        snprintf(path, sizeof path, "../shared/data/models/%s.obj", files[i]);
        if (!import_file_exists(path)) continue;
        CHECK(import_obj_load(path, &m, NULL));
        import_bounds box = import_model_bounds(&m);
        CHECK(import_choose_grid(&box, false, 0, &grid));
        double slack = (double)(1 << grid.exponent) / 131072 + 1.0 / 131072;
        CHECK(import_part_bounds(&m, &m.parts[0], slack, &b, NULL));
        CHECK_EQ(m.part_count, 1);
        for (uint32_t v = 0; v < m.vertex_count; v++) {
            double square = 0;
            for (int k = 0; k < 3; k++) {
                double at =
                    import_grid_value(&grid, import_grid_step(&grid, m.vertices[v].position[k], k), k) *
                    65536;
                CHECK((double)b.low[k] <= at && at <= (double)b.high[k]);
                square += (at - (double)b.centre[k]) * (at - (double)b.centre[k]);
            }
            CHECK(sqrt(square) <= (double)b.radius);
        }
        import_model_free(&m);
    }
    import_model box = shape_box(2, 3, 4, NULL);
    import_model cube =
        shape_load("v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n"
                   "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 1 5 8 4\nf 2 3 7 6\n");
    import_fixed_bounds about;
    CHECK(import_part_bounds(&cube, &cube.parts[0], 0, &about, NULL));
    for (int k = 0; k < 3; k++)
        CHECK(about.low[k] == -65536 && about.high[k] == 65536 && about.centre[k] == 0);
    CHECK(about.radius >= 113512 && about.radius <= 113514); /* the root of 3, rounded up */
    import_model_free(&cube);
    import_mass mass;
    import_fixed_mass fixed;
    CHECK(import_mass_of("box", &box, &mass, NULL));
    import_fix_mass(&mass, &fixed);
    CHECK(fixed.volume == 24 * 65536 && fixed.volume_exponent == 0 && fixed.centre[1] == 3 * 32768 &&
          fixed.inertia[0] == 50 * 65536);
    mass.volume = 1e9;
    import_fix_mass(&mass, &fixed);
    CHECK(fabs(ldexp(fixed.volume, fixed.volume_exponent) / 65536 - 1e9) < 1);
    import_model_free(&box);
}

TEST(mesh_bounds_over_frames_and_by_joint) {
    import_scene scene;
    import_fixed_bounds all, rest, joints[14];
    tool_error error = {.text = ""};
    if (!import_file_exists("../shared/data/models/guy.iqm")) {
        test_skip("no ../shared/data/models");
        return;
    }
    CHECK(import_scene_load("../shared/data/models/guy.iqm", NULL, 1, &scene, &error));
    CHECK(import_animated_bounds("guy", &scene, &scene.animations[0], 24, 0.001, &all, &error));
    CHECK(import_animated_bounds("guy", &scene, NULL, 24, 0.001, &rest, &error));
    CHECK(all.high[1] > rest.high[1] + 65536); /* the figure jumps in its animation */
    for (int i = 0; i <= 60; i++) {
        import_model m;
        CHECK(import_scene_bake("guy", &scene, &scene.animations[0], i / 24.0, &m, &error));
        for (uint32_t v = 0; v < m.vertex_count; v++)
            for (int k = 0; k < 3; k++) {
                double at = (double)m.vertices[v].position[k] * 65536;
                CHECK((double)all.low[k] <= at && at <= (double)all.high[k]);
            }
        import_model_free(&m);
    }
    uint32_t node = 0, moving = 0;
    while (scene.nodes[node].mesh < 0) node++;
    CHECK_EQ(scene.skins[0].joint_count, 14);
    CHECK(import_joint_bounds(&scene, node, 0.001, joints, &error));
    const import_primitive *p = &scene.meshes[0].primitives[0];
    for (uint32_t v = 0; v < p->vertex_count; v++) { /* each vertex lies in the box of each of its joints */
        for (int k = 0; k < 4; k++) {
            const import_fixed_bounds *b = &joints[p->joints[v][k]];
            const double *m = scene.skins[0].inverse_bind[p->joints[v][k]];
            for (int row = 0; p->weights[v][k] > 0 && row < 3; row++) {
                double at = m[row * 4 + 3];
                for (int c = 0; c < 3; c++) at += m[row * 4 + c] * (double)p->positions[v][c];
                CHECK((double)b->low[row] <= at * 65536 && at * 65536 <= (double)b->high[row]);
            }
        }
    }
    for (int i = 0; i < 14; i++) moving += joints[i].radius > 0;
    CHECK_EQ(moving, 7); /* the other joints only carry these seven */
    for (uint32_t i = 0; i < scene.node_count; i++)
        if (scene.nodes[i].skin < 0) CHECK(!import_joint_bounds(&scene, i, 0, joints, &error));
    import_scene_free(&scene);
}
