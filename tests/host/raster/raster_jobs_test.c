/* Recording on several processors, and bands that look for their items by rows: the same list and the same bytes. */
#include <stdlib.h>
#include <string.h>

#include "raster/list/list.h"
#include "raster/wide/wide.h"
#include "tests/test.h"
#include "tests/unit/raster/raster_scene.h"

enum { WIDTH = 96, HEIGHT = 288, ROUNDS = 14, LIST = 1 << 20 };

/* A mesh of many spheres, each a little smaller than the one before: some thousand triangles in one part. */
typedef struct large_mesh {
    int16_t positions[ROUNDS * SPHERE_VERTICES * 3], uvs[ROUNDS * SPHERE_VERTICES * 2];
    int8_t normals[ROUNDS * SPHERE_VERTICES * 4], faces[ROUNDS * SPHERE_TRIANGLES * 4];
    uint16_t indices[ROUNDS * SPHERE_TRIANGLES * 3];
    rs_submesh part;
    rs_mesh mesh;
    uint8_t list[2][LIST];
    uint64_t frame[2][128];
    uint32_t pixels[2][WIDTH * HEIGHT];
    uint16_t depth[2][WIDTH * HEIGHT];
} large_mesh;

static large_mesh *make_large(const raster_scene *s) {
    large_mesh *m = calloc(1, sizeof *m);
    if (m == NULL) abort();
    const uint32_t vertices = s->mesh.vertex_count, triangles = s->mesh.triangle_count;
    for (uint32_t k = 0; k < ROUNDS; k++) {
        for (uint32_t i = 0; i < vertices * 3; i++)
            m->positions[k * vertices * 3 + i] =
                (int16_t)(s->positions[i] * (int)(ROUNDS + 3 - k) / (ROUNDS + 3));
        memcpy(m->uvs + (size_t)k * vertices * 2, s->uvs, vertices * 2 * sizeof *m->uvs);
        memcpy(m->normals + (size_t)k * vertices * 4, s->normals, vertices * 4);
        memcpy(m->faces + (size_t)k * triangles * 4, s->faces, triangles * 4);
        for (uint32_t i = 0; i < triangles * 3; i++)
            m->indices[k * triangles * 3 + i] = (uint16_t)(s->indices[i] + k * vertices);
    }
    m->mesh = s->mesh;
    m->part = s->part;
    m->part.vertex_count = m->mesh.vertex_count = ROUNDS * vertices;
    m->part.triangle_count = m->mesh.triangle_count = ROUNDS * triangles;
    m->mesh.positions = m->positions, m->mesh.uvs = m->uvs, m->mesh.normals = m->normals,
    m->mesh.faces = m->faces;
    m->mesh.indices = m->indices, m->mesh.parts = &m->part;
    return m;
}

static int job_calls;

/* Runs jobs from the last to the first: any order is allowed, and this one is the least likely to come out
 * right by chance. */
static void run_backwards(void *machine, void (*job)(void *argument, int index), void *argument, int count) {
    (void)machine;
    job_calls++;
    while (count-- > 0) job(argument, count);
}

static const rs_frame *record_large(large_mesh *m, const raster_scene *s, int side, int lines, int processors,
                                    const rs_material *material, const mat34 *model, size_t list) {
    rs_frame *frame = (rs_frame *)(void *)m->frame[side];
    const rs_target target = {WIDTH, HEIGHT, RS_XRGB8888, lines, &s->palette, 0x203040};
    const rs_block none = {NULL, 0}, block = {m->list[side], list};
    if (!rs_frame_begin(frame, &target, block, none)) abort();
    rs_frame_processors(frame, run_backwards, NULL, processors);
    CHECK_EQ(rs_frame_camera(frame, &s->camera), RS_OK);
    CHECK_EQ(rs_frame_lights(frame, 50, s->lights, 1), RS_OK);
    CHECK_EQ(rs_frame_rectangle(frame, 3, 5, 20, 30, 0x123456), RS_OK);
    (void)rs_frame_mesh(frame, &m->mesh, model, material);
    (void)rs_frame_rectangle(frame, 30, 1, 9, HEIGHT - 3, 0x654321);
    for (int band = 0; band < rs_frame_bands(frame); band++) {
        const int top = band * lines, left = HEIGHT - top;
        const rs_surface surface = {
            (uint8_t *)(m->pixels[side] + top * WIDTH), WIDTH * 4,  WIDTH, HEIGHT, (int16_t)top,
            (int16_t)(left < lines ? left : lines),     RS_XRGB8888};
        rs_frame_band(frame, band, &surface, m->depth[side] + top * WIDTH);
    }
    return frame;
}

static int lists_differ(const rs_frame *a, const rs_frame *b) {
    int different = a->item_count != b->item_count || a->stats.culled != b->stats.culled ||
                    a->stats.drawn != b->stats.drawn || a->stats.rejected != b->stats.rejected ||
                    a->stats.lost != b->stats.lost;
    for (uint32_t i = 0; i < a->item_count && i < b->item_count; i++) {
        const rs_item *x = rs_item_at(a, i), *y = rs_item_at(b, i);
        different += x->a != y->a || x->b != y->b || x->c != y->c || x->colour != y->colour;
    }
    return different;
}

/* Any number of processors, and bands of any height: bands that use chains and bands that look through
 * rows. */
TEST(raster_jobs_and_bands_leave_list_and_picture_alone) {
    static const int lines[] = {HEIGHT, 8, 9, 13, 16, 48, 33} /* 8: 36 bands, which have chains */;
    static raster_scene scene;
    large_mesh *m;
    int different = 0, handed = 0;
    scene_make(&scene, RS_XRGB8888);
    m = make_large(&scene);
    for (int turn = 0; turn < 9 * RS_SHADINGS; turn++) {
        rs_material material = scene.material;
        const mat34 model = scene_turn((ang16)(turn * 3001), (ang16)(turn * 7001));
        const int height = lines[turn % 7];
        material.shading = (uint8_t)(turn % RS_SHADINGS);
        material.two_sided = turn % 11 == 10;
        if (turn % 3 == 0) material.texture = &scene.texture;
        const rs_frame *one = record_large(m, &scene, 0, HEIGHT, 1, &material, &model, LIST);
        job_calls = 0;
        const rs_frame *many = record_large(m, &scene, 1, height, 2 + turn % 4, &material, &model, LIST);
        handed += job_calls;
        CHECK(one->stats.drawn > 700);
        different += lists_differ(one, many);
        different += memcmp(m->pixels[0], m->pixels[1], sizeof m->pixels[0]) != 0;
        different += memcmp(m->depth[0], m->depth[1], sizeof m->depth[0]) != 0;
    }
    CHECK_EQ(different, 0);
#if RS_WIDE
    if (rs_wide_usable()) CHECK(handed > 10);
#endif
    free(m);
}

/* A list that is too small for all triangles holds as many of them as it holds without other processors. */
TEST(raster_jobs_in_a_list_that_fills_up) {
    static raster_scene scene;
    large_mesh *m;
    const mat34 model = m34_identity();
    int different = 0;
    scene_make(&scene, RS_XRGB8888);
    m = make_large(&scene);
    for (size_t list = 16384; list < 160000; list += 4096 + 16) {
        const rs_frame *one = record_large(m, &scene, 0, HEIGHT, 1, &scene.material, &model, list);
        different += lists_differ(one, record_large(m, &scene, 1, HEIGHT, 3, &scene.material, &model, list));
    }
    CHECK_EQ(different, 0);
    free(m);
}
