/* Batches of sizes that small machines' tests have no room for: long strips, smooth shading against a fine
 * mesh. */
#include <math.h>
#include <stdlib.h>

#include "fixedmath/vector.h"
#include "raster/immediate.h"
#include "raster/list/list.h"
#include "tests/unit/raster/raster_scene.h"

static raster_scene scene;
static rs_immediate im;
static uint64_t long_list[512 * 1024];

static rs_frame *begin_list(size_t list_bytes) {
    rs_target target = {SCENE_WIDTH, SCENE_HEIGHT, RS_XRGB8888, SCENE_HEIGHT, &scene.palette, 3};
    rs_block list = {long_list, list_bytes}, fast = {NULL, 0};
    rs_frame *frame = (rs_frame *)(void *)scene.frame;
    CHECK(rs_frame_begin(frame, &target, list, fast));
    CHECK_EQ(rs_frame_camera(frame, &scene.camera), RS_OK);
    return frame;
}

static rs_frame *begin_long(void) { return begin_list(sizeof long_list); }

/* A strip of 10,000 vertices with far more triangles than the picture has columns shows no gap where the
 * buffer was emptied. */
TEST(raster_immediate_strips_cross_flushes_without_gaps) {
    enum { COUNT = 10000 };
    static const rs_look look;
    rs_frame *frame;
    rs_stats stats;
    int holes = 0;
    scene_make(&scene, RS_XRGB8888);
    scene.material.shading = RS_UNLIT;
    scene.material.look = &look;
    frame = begin_long();
    rs_immediate_init(&im, frame, &scene.material, NULL);
    rs_immediate_begin(&im, RS_TRIANGLE_STRIP);
    rs_immediate_colour(&im, 0xFFFFFFFF);
    for (int i = 0; i < COUNT; i++) {
        fx x = (fx)((int64_t)FX(2.5) * (i / 2) / (COUNT / 2)) - FX(1.25);
        rs_immediate_vertex(&im, v3(x, i % 2 == 0 ? FX(0.5) : -FX(0.5), 0));
    }
    CHECK_EQ(im.sent, COUNT);
    CHECK_EQ(rs_immediate_end(&im), RS_OK);
    rs_frame_stats(frame, &stats);
    CHECK_EQ(stats.submitted, COUNT - 2);
    CHECK_EQ(stats.submitted, stats.drawn + stats.culled + stats.rejected);
    scene_draw(&scene, frame, RS_XRGB8888, SCENE_HEIGHT);
    for (int x = 22; x < 74; x++) {
        for (int y = 30; y < 42; y++) holes += scene.pixels[GUARD + y * SCENE_WIDTH + x] != 0xFFFFFF;
    }
    CHECK_EQ(holes, 0);
}

/* A sphere of columns x rows squares; returns its triangles. */
static uint32_t sphere(int columns, int rows, rs_attributes *v, uint16_t *index) {
    uint32_t n = 0, count = 0;
    for (int r = 0; r <= rows; r++) {
        for (int c = 0; c <= columns; c++, n++) {
            double a = 3.14159265358979 * r / rows, b = 6.28318530717959 * c / columns;
            v[n] = rs_attributes_plain;
            v[n].normal = v3((fx)lrint(sin(a) * sin(b) * 65536), (fx)lrint(cos(a) * 65536),
                             (fx)lrint(sin(a) * cos(b) * 65536));
            v[n].position = v[n].normal;
        }
    }
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++) {
            uint16_t a = (uint16_t)(r * (columns + 1) + c), b = (uint16_t)(a + columns + 1);
            uint16_t six[6] = {a, b, (uint16_t)(a + 1), (uint16_t)(a + 1), b, (uint16_t)(b + 1)};
            for (int k = 0; k < 6; k++) {
                index[count++] = six[k];
            }
        }
    }
    return count;
}

static rs_attributes vertices[12000];
static uint16_t indices[70000];

/* Draws the sphere out of a list of that size; returns what the frame had no room for. */
static uint32_t draw_sphere_in(size_t list_bytes, int columns, int rows, const rs_look *look,
                               const rs_pixel_state *state, uint32_t *pixels) {
    rs_batch batch;
    rs_frame *frame;
    rs_stats stats;
    uint32_t count;
    rs_result result;
    scene_make(&scene, RS_XRGB8888);
    scene.material.rgb = 0xA06030;
    scene.material.look = look;
    scene.material.state = state;
    scene.material.texture = state == NULL ? NULL : &scene.texture;
    frame = begin_list(list_bytes);
    CHECK_EQ(rs_frame_lights(frame, 30, scene.lights, 1), RS_OK);
    count = sphere(columns, rows, vertices, indices);
    memset(&batch, 0, sizeof batch);
    rs_streams_of_attributes(vertices, batch.streams);
    batch.streams[RS_COLOUR].form = RS_NOTHING;
    batch.vertex_count = (uint32_t)((columns + 1) * (rows + 1));
    batch.indices = indices;
    batch.index_bytes = 2;
    batch.count = count;
    batch.material = &scene.material;
    result = rs_frame_batch(frame, &batch);
    rs_frame_stats(frame, &stats);
    CHECK_EQ(result, stats.lost == 0 ? RS_OK : RS_LIST_FULL);
    scene_draw(&scene, frame, RS_XRGB8888, SCENE_HEIGHT);
    memcpy(pixels, scene.pixels + GUARD, SCENE_WIDTH * SCENE_HEIGHT * sizeof *pixels);
    return stats.lost;
}

static void draw_sphere(int columns, int rows, const rs_look *look, uint32_t *pixels) {
    CHECK_EQ(draw_sphere_in(sizeof long_list, columns, rows, look, NULL, pixels), 0);
}

/* However much the list holds, each pixel is the whole picture's or the background's: no array of a draw lies in another's
 * memory. The sphere is seen from one side, so that no triangle hides another. */
TEST(raster_batches_in_a_list_of_any_size_draw_a_part_of_the_picture) {
    enum { BACKGROUND = 3, COLUMNS = 16, ROWS = 10, LEAST = 8 * 1024, MOST = 20 * 1024 };
    static uint32_t whole[SCENE_WIDTH * SCENE_HEIGHT], part[SCENE_WIDTH * SCENE_HEIGHT];
    static const rs_look look = {
        .reflecting = {.ambient = 0xFFFFFF, .diffuse = 0xFFFFFF, .specular = 0x909090, .log2_exponent = 4},
        .far_eye = true};
    static const rs_pixel_state two_textures = {.unit[1].texture = &scene.texture};
    uint32_t other = 0, full = 0;
    CHECK_EQ(draw_sphere_in(sizeof long_list, COLUMNS, ROWS, &look, &two_textures, whole), 0);
    for (size_t bytes = LEAST; bytes < MOST; bytes += 16) {
        full += draw_sphere_in(bytes, COLUMNS, ROWS, &look, &two_textures, part) != 0;
        for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) {
            other += part[i] != whole[i] && part[i] != BACKGROUND;
        }
    }
    CHECK_EQ(other, 0);
    CHECK(full > 200 && full < (MOST - LEAST) / 16);
}

TEST(raster_pixel_light_is_nearer_to_a_fine_mesh) {
    static uint32_t fine[SCENE_WIDTH * SCENE_HEIGHT], coarse[SCENE_WIDTH * SCENE_HEIGHT];
    rs_look look = {
        .reflecting = {.ambient = 0xFFFFFF, .diffuse = 0xFFFFFF, .specular = 0x909090, .log2_exponent = 4},
        .far_eye = true};
    double error[2];
    draw_sphere(100, 52, &look, fine); /* 10,200 triangles with area */
    for (int per_pixel = 0; per_pixel < 2; per_pixel++) {
        double sum = 0;
        int both = 0;
        look.pixel_light = per_pixel ? RS_PER_PIXEL : RS_PER_VERTEX;
        draw_sphere(14, 8, &look, coarse); /* 196 */
        for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) {
            if (fine[i] == 3 || coarse[i] == 3) continue;
            for (int k = 0; k < 24; k += 8)
                sum += abs((int)(fine[i] >> k & 255) - (int)(coarse[i] >> k & 255));
            both++;
        }
        CHECK(both > 1000);
        error[per_pixel] = sum / both / 3;
    }
    TEST_INFO("mean error against 10,200 triangles: by vertices %.2f, by pixels %.2f of 255", error[0],
              error[1]);
    CHECK(error[1] < error[0]);
}

/* Calls of the reflectance function by one picture. */
static uint32_t evaluations;

static rs_weights counted(vec3 normal, vec3 light, vec3 eye, const rs_reflecting *surface) {
    evaluations++;
    return rs_reflect_blinn(normal, light, eye, surface);
}

/* Light every 4 or 8 pixels lies between light at vertices and light at every pixel, in error and in cost. */
TEST(raster_stepped_pixel_light_is_near_and_cheap) {
    static uint32_t fine[SCENE_WIDTH * SCENE_HEIGHT], exact[SCENE_WIDTH * SCENE_HEIGHT],
        coarse[SCENE_WIDTH * SCENE_HEIGHT];
    static const uint8_t steps[4] = {0, 0, 4, 8}; /* steps 0 and 0: at vertices and at every pixel */
    static const char *const names[4] = {"at vertices", "at every pixel", "every 4 pixels", "every 8 pixels"};
    rs_look look = {.reflecting = {.function = counted,
                                   .ambient = 0xFFFFFF,
                                   .diffuse = 0xFFFFFF,
                                   .specular = 0x909090,
                                   .log2_exponent = 4},
                    .far_eye = true};
    double error[4];
    uint32_t cost[4];
    draw_sphere(100, 52, &look, fine);
    for (int mode = 0; mode < 4; mode++) {
        double sum = 0;
        int both = 0, worst = 0;
        look.pixel_light = mode == 0 ? RS_PER_VERTEX : RS_PER_PIXEL;
        look.light_every = steps[mode];
        evaluations = 0;
        draw_sphere(14, 8, &look, coarse); /* 196 triangles */
        cost[mode] = evaluations;
        if (mode == 1) memcpy(exact, coarse, sizeof exact);
        for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) {
            if (fine[i] == 3 || coarse[i] == 3) continue;
            for (int k = 0; k < 24; k += 8) {
                int off = abs((int)(exact[i] >> k & 255) - (int)(coarse[i] >> k & 255));
                sum += abs((int)(fine[i] >> k & 255) - (int)(coarse[i] >> k & 255));
                if (mode > 1 && off > worst) worst = off;
            }
            both++;
        }
        error[mode] = sum / both / 3;
        TEST_INFO("%s: %u evaluations, mean error %.2f of 255, at most %d from light at every pixel",
                  names[mode], (unsigned)cost[mode], error[mode], worst);
        if (mode > 1) CHECK(worst <= 24);
        if (mode > 0) CHECK(error[mode] < error[0]);
    }
    CHECK(cost[0] < cost[3] && cost[3] < cost[2] && cost[2] < cost[1]);
    CHECK(cost[3] * 2 < cost[1]);
    look.light_every = 5; /* light every 5 pixels is not allowed */
    scene_make(&scene, RS_XRGB8888);
    scene.material.look = &look;
    {
        rs_frame *frame = begin_long();
        mat34 place = m34_identity();
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_BAD_ARGUMENT);
    }
}

TEST(raster_pixel_light_equals_vertex_light_at_vertices) {
    uint32_t state = 3;
    for (int i = 0; i < 300; i++) {
        rs_attributes v = rs_attributes_plain;
        rs_look look = {.reflecting = {.ambient = 0xFFFFFF,
                                       .diffuse = 0xFFFFFF,
                                       .specular = 0x404040,
                                       .log2_exponent = 3},
                        .far_eye = true};
        uint32_t at[2];
        vec3 n = V3_ZERO;
        for (int k = 0; k < 3; k++) {
            state = state * 1664525u + 1013904223u;
            n = v3_with(n, k, (fx)(state >> 15) - (1 << 16));
        }
        if (v3_is_zero(n) || !v3_normalize(n, &v.normal)) continue;
        for (int per_pixel = 0; per_pixel < 2; per_pixel++) {
            rs_batch batch;
            rs_frame *frame;
            rs_attributes three[3] = {v, v, v};
            look.pixel_light = per_pixel ? RS_PER_PIXEL : RS_PER_VERTEX;
            scene_make(&scene, RS_XRGB8888);
            scene.material.look = &look;
            frame = begin_long();
            CHECK_EQ(rs_frame_lights(frame, 30, scene.lights, 1), RS_OK);
            three[0].position = v3(-FX_ONE, -FX_ONE, 0), three[1].position = v3(FX_ONE, -FX_ONE, 0),
            three[2].position = v3(0, FX_ONE, 0);
            memset(&batch, 0, sizeof batch);
            rs_streams_of_attributes(three, batch.streams);
            batch.streams[RS_COLOUR].form = RS_NOTHING;
            batch.vertex_count = batch.count = 3;
            batch.material = &scene.material;
            CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
            scene_draw(&scene, frame, RS_XRGB8888, SCENE_HEIGHT);
            at[per_pixel] = scene.pixels[GUARD + 36 * SCENE_WIDTH + 48];
        }
        for (int k = 0; k < 24; k += 8) CHECK_NEAR(at[1] >> k & 255, at[0] >> k & 255, 1);
    }
}

/* Corners of triangles are 16-bit numbers of locked vertices: more vertices than there are numbers for cannot
 * be locked. */
TEST(raster_locks_have_numbers_of_16_bits) {
    static int16_t positions[65537 * 3];
    static const rs_look look;
    const rs_batch batch = {.streams = {[RS_POSITION] = {positions, 6, RS_INT16_3}},
                            .vertex_count = 65537,
                            .count = 65537,
                            .material = &scene.material};
    rs_frame *frame;
    size_t used;
    scene_make(&scene, RS_XRGB8888);
    scene.material.look = &look;
    frame = begin_long();
    CHECK(rs_frame_lock(frame, &batch, 0, 65536) != NULL);
    used = frame->list_used;
    CHECK(rs_frame_lock(frame, &batch, 0, 65537) == NULL);
    CHECK_EQ(frame->list_used, used);
}
