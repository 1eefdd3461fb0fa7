/* Places of vertices on the screen, and their depth codes, against double arithmetic. */
#include <math.h>
#include <string.h>

#include "raster/list/list.h"
#include "tests/test.h"

enum { VERTICES = 60, LIST = 16384 };

static uint32_t next(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static double unit(uint32_t *state) { return (double)next(state) / 8388608.0 - 1.0; }

/* A rotation about all three axes. */
static void rotate(mat34 *m, uint32_t *state) {
    double a = unit(state) * 3.2, b = unit(state) * 3.2, c = unit(state) * 3.2;
    double r[3][3] = {{cos(b) * cos(c), -cos(b) * sin(c), sin(b)},
                      {cos(a) * sin(c) + sin(a) * sin(b) * cos(c), cos(a) * cos(c) - sin(a) * sin(b) * sin(c),
                       -sin(a) * cos(b)},
                      {sin(a) * sin(c) - cos(a) * sin(b) * cos(c), sin(a) * cos(c) + cos(a) * sin(b) * sin(c),
                       cos(a) * cos(b)}};
    memset(m, 0, sizeof *m);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) m->m[i][k] = (fx)lrint(r[i][k] * 65536.0);
    }
}

static struct {
    int16_t positions[3 * VERTICES];
    int8_t faces[4 * VERTICES];
    uint16_t indices[3 * VERTICES];
    uint8_t shades[64 * 256];
    uint64_t list[LIST / 8], frame[128];
} scene;

/* The worst distances from the exact place, in 1/16 pixel, and from the exact depth, in codes. */
static void measure(uint32_t *state, double *worst_place, double *worst_depth, int *count) {
    static const rs_submesh part = {.triangle_count = VERTICES - 2, .vertex_count = VERTICES};
    const rs_palette palette = {.shades = scene.shades};
    const rs_target target = {
        .width = 240, .height = 160, .format = RS_PAL8, .band_lines = 160, .palette = &palette};
    const rs_material material = {.shading = RS_UNLIT, .two_sided = true};
    rs_mesh mesh = {.positions = scene.positions,
                    .indices = scene.indices,
                    .faces = scene.faces,
                    .parts = &part,
                    .vertex_count = VERTICES,
                    .triangle_count = VERTICES - 2,
                    .part_count = 1};
    rs_frame *frame = (rs_frame *)(void *)scene.frame;
    const rs_vertex *vertices;
    rs_camera camera;
    mat34 model;
    double base, near, far;
    memset(&camera, 0, sizeof camera);
    for (int i = 0; i < 3 * VERTICES; i++) scene.positions[i] = (int16_t)(unit(state) * 32767.0);
    for (int i = 0; i < 3 * (VERTICES - 2); i++) scene.indices[i] = (uint16_t)(i / 3 + i % 3);
    for (int i = 0; i < 3; i++) camera.world_to_view.m[i][i] = FX_ONE;
    camera.near_plane = FX_ONE / 4;
    camera.far_plane = FX_ONE * 400;
    camera.focal = FX_ONE * 3 / 2;
    mesh.exponent = (int)(next(state) % 4);
    mesh.radius = 56757 << mesh.exponent;
    rotate(&model, state);
    model.m[2][3] = -(fx)(mesh.radius * (1.4 + 4.0 * fabs(unit(state))));
    model.m[0][3] = (fx)(mesh.radius * unit(state));
    CHECK(rs_frame_size() <= sizeof scene.frame);
    CHECK(rs_frame_begin(frame, &target, (rs_block){(uint8_t *)scene.list, LIST}, (rs_block){NULL, 0}));
    CHECK_EQ(rs_frame_camera(frame, &camera), RS_OK);
    CHECK_EQ(rs_frame_mesh(frame, &mesh, &model, &material), RS_OK);
    if (frame->item_count == 0 || frame->stats.clipped != 0) return;
    vertices =
        ((const rs_draw *)(const void *)(frame->list + rs_item_at(frame, 0)->draw * RS_DRAW_ALIGN))->vertices;
    near = camera.near_plane / 65536.0;
    far = camera.far_plane / 65536.0;
    base = RS_DEPTH_FAR * far / (far - near);
    for (int i = 0; i < VERTICES; i++) {
        double v[3], place, depth;
        for (int row = 0; row < 3; row++) {
            v[row] = model.m[row][3] / 65536.0;
            for (int k = 0; k < 3; k++) {
                v[row] +=
                    model.m[row][k] / 65536.0 * scene.positions[3 * i + k] * (1 << mesh.exponent) / 65536.0;
            }
        }
        place = fabs(frame->centre_x + v[0] / -v[2] * frame->scale / 256.0 - vertices[i].x);
        place = fmax(place, fabs(frame->centre_y - v[1] / -v[2] * frame->scale / 256.0 - vertices[i].y));
        depth = fabs(base - base * near / -v[2] - vertices[i].z / 8192.0);
        *worst_place = fmax(*worst_place, place);
        *worst_depth = fmax(*worst_depth, depth);
        ++*count;
    }
}

TEST(raster_vertices_are_projected_within_a_sixteenth_of_a_pixel) {
    uint32_t state = 77;
    double place = 0, depth = 0;
    int count = 0;
    for (int i = 0; i < 1000; i++) measure(&state, &place, &depth, &count);
    TEST_INFO("%d vertices: %.3f of 1/16 pixel, %.3f depth codes", count, place, depth);
    CHECK(count > 20000);
    CHECK(place < 0.75); /* rounding alone is 0.5 */
    CHECK(depth < 0.5);
}
