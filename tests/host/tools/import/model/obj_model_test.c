/* Work on imported models: spherical texture coordinates, unit size, cache-friendly order. */
#include "tests/test.h"
#include "tools/import/base/angle.h"
#include "tools/import/model/obj.h"
#include "tools/import/model/triangulate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static import_model load_text(const char *text) {
    import_model model;

    CHECK(import_obj_from_memory("m.obj", text, strlen(text), NULL, 0, &model, NULL));
    return model;
}

/* A ball of rings from pole to pole, centred away from the origin. */
static import_model make_ball(int rings, int sectors) {
    static char text[200000];
    size_t used = (size_t)sprintf(text, "v 5 9 3\nv 5 5 3\n");

    for (int r = 1; r < rings; r++) {
        for (int s = 0; s < sectors; s++) {
            double a = IMPORT_PI * r / rings;
            double b = 2 * IMPORT_PI * s / sectors;
            used += (size_t)sprintf(text + used, "v %.7f %.7f %.7f\n", 5 + 2 * sin(a) * sin(b),
                                    7 + 2 * cos(a), 3 + 2 * sin(a) * cos(b));
        }
    }
    for (int r = 0; r < rings; r++) {
        for (int s = 0; s < sectors; s++) {
            int t = (s + 1) % sectors;
            int up = 3 + (r - 1) * sectors;
            int down = up + sectors;
            if (r == 0) {
                used += (size_t)sprintf(text + used, "f 1 %d %d\n", down + s, down + t);
            } else if (r == rings - 1) {
                used += (size_t)sprintf(text + used, "f 2 %d %d\n", up + t, up + s);
            } else {
                used += (size_t)sprintf(text + used, "f %d %d %d %d\n", up + s, down + s, down + t, up + t);
            }
        }
    }
    return load_text(text);
}

TEST(obj_spherical_uvs_wrap_a_ball) {
    import_model model = make_ball(8, 16);
    int stretched = 0;
    int off = 0;

    CHECK_EQ(model.vertex_count, 2 + 7 * 16);
    CHECK(import_model_spherical_uvs(&model, NULL));
    CHECK_EQ(model.triangle_count, 2 * 16 * 7);
    /* each ring has one more vertex for the seam, and each pole one for each of its triangles */
    CHECK_EQ(model.vertex_count, 7 * 17 + 2 * 16);
    for (uint32_t t = 0; t < model.triangle_count; t++) {
        float lowest = 9;
        float highest = -9;
        for (uint32_t k = 0; k < 3; k++) {
            const import_vertex *v = &model.vertices[model.indices[3 * t + k]];
            lowest = fminf(lowest, v->uv[0]);
            highest = fmaxf(highest, v->uv[0]);
            double latitude = acos(((double)v->position[1] - 7) / 2) / IMPORT_PI;
            off += fabs((double)v->uv[1] - latitude) > 1e-5;
        }
        stretched += highest - lowest > 1.0f / 16 + 0.001f;
    }
    CHECK_EQ(stretched, 0);
    CHECK_EQ(off, 0);
    import_model_free(&model);
}

TEST(obj_spherical_uvs_face_the_front) {
    import_model model = load_text("v 0 0 -1\nv -0.5 0.2 -1\nv 0.5 0.2 -1\nv 0 0 1\nv 1 0 1\nv -1 0 1\n"
                                   "f 1 2 3\nf 4 5 6\nv 0.1 -1 0\nv 0 1 0\nf 1 7 8\n");

    CHECK(import_model_spherical_uvs(&model, NULL));
    for (uint32_t i = 0; i < model.vertex_count; i++) {
        const import_vertex *v = &model.vertices[i];
        if (v->position[2] == -1.0f) {
            /* seen from -Z, the right hand is -X */
            CHECK(v->position[0] == 0.0f ? fabsf(v->uv[0] - 0.5f) < 0.01f
                                         : (v->position[0] < 0) == (v->uv[0] > 0.5f));
        }
    }
    import_model_free(&model);
}

TEST(obj_unit_sphere_is_about_the_box_centre) {
    import_model model = load_text("v 10 0 0\nv 14 0 0\nv 12 2 0\nv 12 0 8\nf 1 2 3\nf 1 2 4\n");
    double scale = 0;
    double centre[3] = {0, 0, 0};
    double farthest = 0;

    import_model_normalise_to_unit_sphere(&model, &scale, centre);
    CHECK_EQ(lrint(centre[0] * 1000), 12000);
    CHECK_EQ(lrint(centre[1] * 1000), 1000);
    CHECK_EQ(lrint(centre[2] * 1000), 4000);
    for (uint32_t i = 0; i < model.vertex_count; i++) {
        const float *p = model.vertices[i].position;
        farthest = fmax(farthest, sqrt((double)(p[0] * p[0] + p[1] * p[1] + p[2] * p[2])));
    }
    CHECK(fabs(farthest - 1) < 1e-6);
    CHECK(fabs(scale - 1 / sqrt(21)) < 1e-9);
    import_model_free(&model);
}

static int compare_words(const void *a, const void *b) { return memcmp(a, b, sizeof(import_vertex) * 3); }

/* All triangles as their vertices, each starting with its smallest vertex so that the winding stays, then
 * sorted. */
static import_vertex *triangle_set(const import_model *model) {
    import_vertex *set = malloc((size_t)model->triangle_count * 3 * sizeof *set);

    for (uint32_t t = 0; t < model->triangle_count; t++) {
        const import_vertex *corners[3];
        uint32_t first = 0;
        for (uint32_t k = 0; k < 3; k++) {
            corners[k] = &model->vertices[model->indices[3 * t + k]];
            first = memcmp(corners[k], corners[first], sizeof *set) < 0 ? k : first;
        }
        for (uint32_t k = 0; k < 3; k++) {
            set[3 * t + k] = *corners[(first + k) % 3];
        }
    }
    qsort(set, model->triangle_count, 3 * sizeof *set, compare_words);
    return set;
}

static import_model make_grid(int side) {
    static char text[200000];
    size_t used = 0;

    for (int i = 0; i < side * side; i++) {
        used += (size_t)sprintf(text + used, "v %d 0 %d\n", i % side, i / side);
    }
    used += (size_t)sprintf(text + used, "v 77 77 77\nvn 0 1 0\n");
    for (int i = 0; i < (side - 1) * (side - 1); i++) {
        int a = i / (side - 1) * side + i % (side - 1) + 1;
        used += (size_t)sprintf(text + used, "usemtl %d\nf %d//1 %d//1 %d//1 %d//1\n",
                                i * 2 / (side - 1) / (side - 1), a, a + side, a + side + 1, a + 1);
    }
    return load_text(text);
}

TEST(obj_order_keeps_triangles_and_saves_fetches) {
    import_model model = make_grid(40);
    import_vertex *before = triangle_set(&model);
    uint32_t triangles = model.triangle_count;
    uint64_t misses = import_model_cache_misses(&model, 16);

    CHECK_EQ(triangles, 2 * 39 * 39);
    CHECK_EQ(model.material_count, 2);
    CHECK(import_model_optimise_order(&model, 16, NULL));
    uint64_t now = import_model_cache_misses(&model, 16);
    TEST_INFO("misses per triangle %.3f before, %.3f after", (double)misses / triangles,
              (double)now / triangles);
    CHECK(now * 100 < misses * 80);
    CHECK(now * 100 < (uint64_t)triangles * 75); /* rows of strips have 1 miss a triangle or more */
    CHECK_EQ(model.triangle_count, triangles);
    import_vertex *after = triangle_set(&model);
    CHECK(memcmp(before, after, triangles * 3 * sizeof *before) == 0);
    uint32_t seen = 0;
    for (uint32_t i = 0; i < 3 * triangles; i++) {
        CHECK(model.indices[i] <= seen); /* vertices stand in the order of their first use */
        seen += model.indices[i] == seen;
    }
    CHECK_EQ(seen, model.vertex_count);
    uint64_t again = now;
    CHECK(import_model_optimise_order(&model, 16, NULL));
    CHECK(import_model_cache_misses(&model, 16) <= again);
    free(before);
    free(after);
    import_model_free(&model);
}

TEST(obj_arc_tangent_is_right_all_round) {
    for (int i = -3600; i <= 3600; i++) {
        double angle = IMPORT_PI * i / 3600.5;
        CHECK(fabs(import_atan2(7 * sin(angle), 7 * cos(angle)) - angle) < 1e-12);
    }
    CHECK(import_atan2(0, 0) == 0);
    CHECK(fabs(import_atan2(0, -1) - IMPORT_PI) < 1e-12);
}

TEST(obj_triangulation_of_odd_polygons) {
    /* polygons: a spiral, a keyhole (a square with a square hole joined by a doubled edge), a bow tie,
     * corners on one line */
    static const double keyhole[10][3] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}, {0, 0, 0},
                                          {1, 1, 0}, {1, 3, 0}, {3, 3, 0}, {3, 1, 0}, {1, 1, 0}};
    static const double spike[6][3] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {0, -7, 0}, {0, 0, 0}};
    static const double bow[4][3] = {{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1.5, 0}};
    static const double line[5][3] = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {4, 4, 4}};
    uint32_t cut[3 * 400];
    uint64_t budget = 1000000;
    double area = 0;

    import_polygon_result result = import_triangulate(keyhole, 10, cut, &budget);
    CHECK_EQ(result.triangle_count, 8);
    CHECK(!result.crosses_itself);
    for (size_t i = 0; i < result.triangle_count; i++) {
        double points[3][3];
        double normal[3];
        for (size_t k = 0; k < 3; k++) {
            memcpy(points[k], keyhole[cut[3 * i + k]], sizeof points[k]);
        }
        import_polygon_normal((const double(*)[3])points, 3, normal);
        CHECK(normal[2] > 0);
        area += normal[2] / 2;
    }
    CHECK_EQ(lrint(area * 1000), 12000);
    result = import_triangulate(spike, 6, cut, &budget);
    CHECK_EQ(result.triangle_count, 2);
    CHECK(!result.crosses_itself);
    CHECK(import_triangulate(bow, 4, cut, &budget).crosses_itself);
    result = import_triangulate(line, 5, cut, &budget);
    CHECK_EQ(result.triangle_count, 0);
    CHECK_EQ(result.degenerate_count, 3);
    CHECK_EQ(import_triangulate(line, 2, cut, &budget).triangle_count, 0);
    budget = 0;
    CHECK(import_triangulate(keyhole, 10, cut, &budget).crosses_itself);
}

static double area_of_triangles(const double (*points)[3], const uint32_t *indices, size_t triangles) {
    double area = 0;

    for (size_t t = 0; t < triangles; t++) {
        double corners[3][3];
        double normal[3];
        for (int i = 0; i < 3; i++) {
            memcpy(corners[i], points[indices[3 * t + (size_t)i]], sizeof corners[i]);
        }
        import_polygon_normal((const double(*)[3])corners, 3, normal);
        area += sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]) / 2;
        CHECK(normal[2] > 0); /* triangles wind as the outer loop does */
    }
    return area;
}

TEST(obj_triangulation_concave_heptagon) {
    static const double points[7][3] = {{0, 0, 0}, {6, 0, 0}, {6, 4, 0}, {4, 1, 0},
                                        {3, 5, 0}, {2, 1, 0}, {0, 4, 0}};
    uint32_t indices[15];
    uint64_t budget = 1000000;
    double normal[3];

    import_polygon_normal(points, 7, normal);
    import_polygon_result result = import_triangulate(points, 7, indices, &budget);
    CHECK_EQ(result.triangle_count, 5);
    CHECK(!result.crosses_itself && !result.not_flat);
    CHECK(fabs(area_of_triangles(points, indices, 5) - normal[2] / 2) < 1e-12);
}

TEST(obj_triangulation_with_holes) {
    /* a square of 10 with a square hole wound like it, a triangle wound against it, and a concave one */
    static const double points[][3] = {{0, 0, 3}, {10, 0, 3}, {10, 10, 3}, {0, 10, 3}, {1, 1, 3},
                                       {3, 1, 3}, {3, 3, 3},  {1, 3, 3},   {6, 6, 3},  {6, 9, 3},
                                       {9, 6, 3}, {2, 5, 3},  {5, 5, 3},   {3, 6, 3},  {2, 9, 3}};
    static const size_t counts[] = {4, 4, 3, 4};
    static const double areas[] = {100, 96, 91.5, 91.5 - 3.5};
    uint32_t indices[3 * 30];

    for (size_t loops = 1; loops <= 4; loops++) {
        uint64_t budget = 1000000;
        import_polygon_result result = import_triangulate_holes(points, counts, loops, indices, &budget);
        CHECK(!result.crosses_itself && !result.out_of_memory);
        size_t corners = 0;
        for (size_t i = 0; i < loops; i++) {
            corners += counts[i];
        }
        CHECK_EQ(result.triangle_count, corners + 2 * (loops - 1) - 2);
        CHECK(fabs(area_of_triangles(points, indices, result.triangle_count) - areas[loops - 1]) < 1e-9);
    }
    /* a hole outside is left out and told */
    static const double outside[][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                        {5, 5, 0}, {6, 5, 0}, {6, 6, 0}};
    static const size_t two[] = {4, 3};
    uint64_t budget = 1000000;
    import_polygon_result result = import_triangulate_holes(outside, two, 2, indices, &budget);
    CHECK(result.crosses_itself);
    CHECK_EQ(result.triangle_count, 2);
}
