/* Strips, fans, lists and the order for vertex caches: every form has the same triangles and its reported
 * size. */
#include <math.h>

#include "tests/host/tools/import/model/import_shapes.h"
#include "tools/import/base/file.h"
#include "tools/import/mesh/condition.h"

static int by_words(const void *a, const void *b) { return memcmp(a, b, 3 * sizeof(uint32_t)); }

/* Rotates each triangle to its smallest corner, winding kept, and sorts the list: equal lists for equal
 * multisets. */
static void settle(uint32_t *list, uint32_t triangles) {
    for (uint32_t t = 0; t < triangles; t++) {
        uint32_t *c = list + 3 * (size_t)t, turned[3];
        int least = c[1] < c[0] && c[1] < c[2] ? 1 : c[2] < c[0] && c[2] < c[1] ? 2 : 0;
        for (int k = 0; k < 3; k++) turned[k] = c[(least + k) % 3];
        memcpy(c, turned, sizeof turned);
    }
    qsort(list, triangles, 3 * sizeof *list, by_words);
}

static bool same_set(const uint32_t *a, uint32_t count_a, const uint32_t *b, uint32_t count_b) {
    uint32_t *x = malloc(((size_t)count_a + 1) * 12), *y = malloc(((size_t)count_b + 1) * 12);
    memcpy(x, a, (size_t)count_a * 12);
    memcpy(y, b, (size_t)count_b * 12);
    settle(x, count_a);
    settle(y, count_b);
    bool same = count_a == count_b && memcmp(x, y, (size_t)count_a * 12) == 0;
    free(x);
    free(y);
    return same;
}

static void check_encodings(const import_model *m, const char *name) {
    static const char *const names[] = {"list", "indexed list", "strip", "fan", "indexed strip"};
    size_t reported[IMPORT_ENCODINGS]; /* bytes of each encoding, as `view --list` prints them */
    import_encoding best;
    CHECK(import_choose_encoding(m->indices, m->triangle_count, m->vertex_count, 16, 31, &best, reported,
                                 NULL));
    for (int i = 0; i < IMPORT_ENCODINGS; i++) {
        import_encoded e;
        uint32_t *decoded, triangles;
        CHECK(
            import_encode(m->indices, m->triangle_count, m->vertex_count, (import_encoding)i, 16, &e, NULL));
        CHECK(import_decode(&e, &decoded, &triangles, NULL));
        CHECK(same_set(m->indices, m->triangle_count, decoded, triangles));
        CHECK_EQ(e.bytes, reported[i]); /* the reported size is that of the decoded form */
        CHECK(reported[best] <= reported[i]);
        TEST_INFO("%s as %s: %zu bytes, %.1f triangles a piece", name, names[i], e.bytes, e.average);
        free(decoded);
        free(e.indices);
    }
}

TEST(mesh_strip_every_encoding_is_the_same_set) {
    static const char *const files[] = {"../shared/data/models/teapot.obj",
                                        "../shared/data/models/castle.obj"};
    import_model cube = shape_box(1, 1, 1, NULL), grid = shape_grid(16);
    CHECK(import_make_normals(&cube, IMPORT_NORMALS_SMOOTH, IMPORT_BY_ANGLE, 0, NULL));
    check_encodings(&cube, "cube");
    check_encodings(&grid, "grid");
    import_model_free(&cube);
    import_model_free(&grid);
    for (size_t i = 0; i < 2; i++) {
        import_model m;
        if (!import_file_exists(files[i])) continue;
        CHECK(import_obj_load(files[i], &m, NULL));
        check_encodings(&m, files[i]);
        import_model_free(&m);
    }
}

TEST(mesh_strip_grid_strips_are_long) {
    import_model grid = shape_grid(16);
    import_encoded e;
    size_t sizes[IMPORT_ENCODINGS];
    import_encoding best;
    CHECK(import_encode(grid.indices, grid.triangle_count, grid.vertex_count, IMPORT_INDEXED_STRIP, 16, &e,
                        NULL));
    CHECK(e.average >= 20);
    CHECK(e.count < grid.triangle_count * 3 / 2);
    free(e.indices);
    CHECK(import_choose_encoding(grid.indices, grid.triangle_count, grid.vertex_count, 16, 31, &best, sizes,
                                 NULL));
    CHECK_EQ(best, IMPORT_INDEXED_STRIP);
    for (int i = 0; i < IMPORT_ENCODINGS; i++) CHECK(sizes[best] <= sizes[i]);
    CHECK_EQ(sizes[IMPORT_LIST], 512 * 3 * 16);
    CHECK_EQ(sizes[IMPORT_INDEXED_LIST], 289 * 16 + 512 * 3 * 2);
    CHECK(import_choose_encoding(grid.indices, grid.triangle_count, grid.vertex_count, 16, 1u << IMPORT_LIST,
                                 &best, NULL, NULL));
    CHECK_EQ(best, IMPORT_LIST);
    import_model_free(&grid);
}

TEST(mesh_strip_fans_are_taken_where_they_are_cheapest) {
    /* a disc of 20 triangles about one vertex */
    uint32_t disc[60], triangles, *decoded;
    for (uint32_t i = 0; i < 20; i++) {
        disc[3 * i] = 0;
        disc[3 * i + 1] = 1 + i;
        disc[3 * i + 2] = 1 + (i + 1) % 20;
    }
    import_encoded e;
    import_encoding best;
    CHECK(import_encode(disc, 20, 21, IMPORT_FAN, 8, &e, NULL));
    CHECK_EQ(e.pieces, 1);
    CHECK_EQ(e.bytes, 22 * 8 + 2);
    CHECK(import_decode(&e, &decoded, &triangles, NULL) && same_set(disc, 20, decoded, triangles));
    free(decoded);
    free(e.indices);
    CHECK(import_choose_encoding(disc, 20, 21, 8, 31, &best, NULL, NULL));
    CHECK_EQ(best, IMPORT_FAN);
    /* a mesh without triangles */
    CHECK(import_encode(NULL, 0, 0, IMPORT_STRIP, 8, &e, NULL) && e.count == 0);
    free(e.indices);
}

/* The test vector of the order: a grid of 16 x 16 quads and a cache of first in, first out. */
TEST(mesh_order_meets_the_vector_of_the_cache) {
    import_model grid = shape_grid(16), kept = shape_grid(16);
    import_encoded e;
    CHECK_EQ(grid.vertex_count, 289);
    double before = (double)import_model_cache_misses(&grid, 16) / 512;
    CHECK(before == 1.0625);
    CHECK(import_encode(grid.indices, 512, 289, IMPORT_INDEXED_STRIP, 16, &e, NULL));
    import_model strips = grid; /* the strips' triangles in their order */
    uint32_t triangles;
    CHECK(import_decode(&e, &strips.indices, &triangles, NULL));
    CHECK_EQ(triangles, 512);
    double stripped = (double)import_model_cache_misses(&strips, 16) / 512;
    CHECK(import_model_optimise_order(&grid, 16, NULL));
    double after = (double)import_model_cache_misses(&grid, 16) / 512;
    TEST_INFO("misses a triangle with 16 entries: row by row %.4f, strips %.4f, ordered %.4f", before,
              stripped, after);
    CHECK(after <= 0.67 && after <= stripped);
    CHECK(after >= 289.0 / 512);
    double lru = (double)import_model_cache_misses_lru(&grid, 16) / 512,
           lru_before = (double)import_model_cache_misses_lru(&kept, 16) / 512;
    TEST_INFO("longest unused out: row by row %.4f, ordered %.4f", lru_before, lru);
    CHECK(lru < lru_before && lru >= 289.0 / 512);
    /* the set of triangles, by position, since vertices are renumbered */
    for (uint32_t i = 0; i < grid.triangle_count * 3; i++) {
        const float *p = grid.vertices[grid.indices[i]].position;
        grid.indices[i] = (uint32_t)((double)p[2] * 17 + (double)p[0] + 0.5);
        p = kept.vertices[kept.indices[i]].position;
        kept.indices[i] = (uint32_t)((double)p[2] * 17 + (double)p[0] + 0.5);
    }
    CHECK(same_set(grid.indices, 512, kept.indices, 512));
    free(strips.indices);
    free(e.indices);
    import_model_free(&grid);
    import_model_free(&kept);
}
