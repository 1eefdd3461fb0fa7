/* Supersampling: the means of what a picture of twice the size has, in strips and bands of any height, view by view. */
#include "raster/flat.h"
#include "raster/passes.h"
#include "raster/post.h"
#include "raster/spans/spans.h"
#include "raster/viewport.h"
#include "tests/unit/raster/raster_scene.h"

enum { FINE_WIDTH = SCENE_WIDTH, FINE_HEIGHT = SCENE_HEIGHT, PIXELS = FINE_WIDTH * FINE_HEIGHT };

static raster_scene scene;
static uint32_t picture[PIXELS], other[PIXELS], samples[2 * FINE_WIDTH * 2 * 80];
static uint16_t depths[PIXELS];
static const rs_format directs[] = {RS_RGB565, RS_BGR555, RS_XRGB8888};

/* A picture that is drawn at `across` x `down` samples has the size of the scene over these. */
typedef struct drawing {
    rs_format format;
    int across, down, band_lines, strip_lines;
} drawing;

static rs_surface surface_of(const drawing *d, void *memory, int top, int lines) {
    const int width = FINE_WIDTH / d->across, bytes = rs_format_bytes(d->format);
    return (rs_surface){.pixels = (uint8_t *)memory + top * width * bytes,
                        .stride = width * bytes,
                        .width = (int16_t)width,
                        .height = (int16_t)(FINE_HEIGHT / d->down),
                        .top = (int16_t)top,
                        .lines = (int16_t)lines,
                        .format = (uint8_t)d->format};
}

static rs_frame *begin_frame(const drawing *d) {
    const rs_target target = {FINE_WIDTH / d->across, FINE_HEIGHT / d->down, d->format,
                              d->band_lines,          &scene.palette,        3};
    rs_frame *frame = (rs_frame *)(void *)scene.frame;
    CHECK(rs_frame_begin(frame, &target, (rs_block){scene.list, sizeof scene.list}, (rs_block){NULL, 0}));
    return frame;
}

static rs_supersample how_of(const drawing *d, int across, int down) {
    const size_t bytes = rs_supersample_bytes(FINE_WIDTH / d->across, d->format, d->strip_lines);
    CHECK(bytes <= sizeof samples);
    return (rs_supersample){(uint8_t)across, (uint8_t)down, {samples, bytes}};
}

static void draw_frame(const drawing *d, const rs_frame *frame, uint32_t *to) {
    const int height = FINE_HEIGHT / d->down, width = FINE_WIDTH / d->across;
    for (int band = 0; band < rs_frame_bands(frame); band++) {
        const int top = band * d->band_lines,
                  lines = height - top < d->band_lines ? height - top : d->band_lines;
        const rs_surface surface = surface_of(d, to, top, lines);
        rs_frame_band(frame, band, &surface, depths + top * width);
    }
}

static rs_camera camera_of(const drawing *d) {
    rs_camera camera = scene.camera;
    if (d->across != d->down) camera.aspect = d->across == 2 ? FX(2) : FX(0.5);
    return camera;
}

/* Two balls, one of them smooth by the fragment pipeline, so that several kinds of spans are drawn. */
static void record_balls(rs_frame *frame) {
    mat34 place = scene_turn(4000, 2000);
    rs_material textured = scene.material;
    textured.texture = &scene.texture;
    CHECK_EQ(rs_frame_lights(frame, 50, scene.lights, 2), RS_OK);
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
    place.m[0][3] = FX(0.75);
    place.m[2][3] = FX(0.5);
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &textured), RS_OK);
}

static void draw_balls(const drawing *d, bool is_sampled, uint32_t *to) {
    rs_frame *frame = begin_frame(d);
    const rs_camera camera = camera_of(d);
    const rs_supersample how = how_of(d, d->across, d->down);
    CHECK_EQ(rs_frame_camera(frame, &camera), RS_OK);
    CHECK(!rs_frame_is_serial(frame));
    if (is_sampled) CHECK_EQ(rs_frame_supersample(frame, &how), RS_OK);
    record_balls(frame);
    CHECK_EQ(rs_frame_supersample(frame, NULL), RS_OK);
    CHECK_EQ(rs_frame_is_serial(frame), is_sampled);
    draw_frame(d, frame, to);
}

/* The mean of samples of the picture that has them all, worked out from colours channel by channel. */
static uint32_t mean_at(const drawing *d, const rs_surface *fine, int x, int y) {
    const uint32_t count = (uint32_t)(d->across * d->down);
    uint32_t mean = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        uint32_t sum = count / 2;
        for (int i = 0; i < (int)count; i++)
            sum += rs_rgb_from_native(d->format, rs_pixel(fine, x * d->across + i % d->across,
                                                          y * d->down + i / d->across)) >>
                       shift &
                   255u;
        mean |= sum / count << shift;
    }
    return rs_native_from_rgb(d->format, mean);
}

/* R2D-043: each pixel is the mean of those pixels of a picture of twice the size, in every format, by two or four, whatever the strips and bands. */
TEST(raster_supersampling_is_the_mean_of_a_finer_picture) {
    static const uint8_t grids[][2] = {{2, 2}, {2, 1}, {1, 2}};
    static const uint8_t heights[][2] = {{72, 36}, {8, 4}, {5, 3}, {7, 1}};
    for (int f = 0; f < 3; f++) {
        if (rs_spans_of(directs[f]) == NULL) continue;
        const drawing fine = {directs[f], 1, 1, FINE_HEIGHT, 1};
        const rs_surface all = surface_of(&fine, other, 0, FINE_HEIGHT);
        scene_make(&scene, directs[f]);
        draw_balls(&fine, false, other);
        for (int g = 0; g < 3; g++)
            for (int h = 0; h < 4; h++) {
                const drawing d = {directs[f], grids[g][0], grids[g][1], heights[h][0], heights[h][1]};
                const rs_surface made = surface_of(&d, picture, 0, FINE_HEIGHT / d.down);
                int wrong = 0, mixed = 0;
                memset(picture, 0xA5, sizeof picture);
                draw_balls(&d, true, picture);
                for (int y = 0; y < made.height; y++)
                    for (int x = 0; x < made.width; x++) {
                        const uint32_t pixel = rs_pixel(&made, x, y);
                        wrong += pixel != mean_at(&d, &all, x, y);
                        mixed += pixel != rs_pixel(&all, x * d.across, y * d.down);
                    }
                CHECK_EQ(wrong, 0);
                CHECK(mixed > 60);
            }
    }
}

/* ---- a slanted edge ---- */

enum { LINE_X = -24, RISE = 17, RUN = 48 };

/* A white plane below the line y = 1.5 + 17 / 48 x, a pixel a metre. */
static void record_edge(rs_frame *frame) {
    static const int16_t positions[12] = {-24 * 1024, -7 * 1024,  0, -24 * 1024, -30 * 1024, 0,
                                          24 * 1024,  -30 * 1024, 0, 24 * 1024,  10 * 1024,  0};
    static const uint16_t indices[6] = {0, 1, 2, 0, 2, 3};
    static const int8_t faces[8] = {0, 0, 127, 0, 0, 0, 127, 0};
    static rs_submesh part = {.triangle_count = 2, .vertex_count = 4};
    const rs_mesh mesh = {.positions = positions,
                          .indices = indices,
                          .faces = faces,
                          .parts = &part,
                          .vertex_count = 4,
                          .triangle_count = 2,
                          .part_count = 1,
                          .exponent = 6,
                          .radius = FX(45)};
    const mat34 place = m34_identity();
    rs_material white = scene.material;
    rs_ramp_build(RS_XRGB8888, 0xFFFFFF, scene.ramp);
    white.rgb = 0xFFFFFF;
    white.shading = RS_UNLIT;
    CHECK_EQ(rs_frame_mesh(frame, &mesh, &place, &white), RS_OK);
}

/* How much of a pixel lies below the line, in 1024ths. */
static int covered(int x, int y) {
    int inside = 0;
    for (int i = 0; i < 1024; i++) {
        /* the middle of one of 32 x 32 parts, in 64ths of a metre from the picture's middle */
        const int across = (x - 24) * 64 + i % 32 * 2 + 1, up = (18 - y) * 64 - (i / 32 * 2 + 1);
        inside += up * RUN < RISE * across + 96 * RUN;
    }
    return inside;
}

/* R2D-043: an edge shows only quarters, each within a quarter of the part of the pixel that it covers; wholly covered and empty pixels are as they were. */
TEST(raster_supersampling_of_an_edge_has_quarters) {
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    const drawing d = {RS_XRGB8888, 2, 2, 10, 2};
    const rs_supersample how = how_of(&d, 2, 2);
    rs_camera camera;
    scene_make(&scene, RS_XRGB8888);
    camera = scene.camera;
    camera.flat_height = FX(36);
    rs_frame *frame = begin_frame(&d);
    CHECK_EQ(rs_frame_camera(frame, &camera), RS_OK);
    CHECK_EQ(rs_frame_rectangle(frame, 0, 0, 48, 36, 0), RS_OK);
    CHECK_EQ(rs_frame_supersample(frame, &how), RS_OK);
    record_edge(frame);
    CHECK_EQ(rs_frame_supersample(frame, NULL), RS_OK);
    draw_frame(&d, frame, picture);
    int levels[5] = {0};
    for (int y = 0; y < 36; y++)
        for (int x = 0; x < 48; x++) {
            const uint32_t pixel = picture[y * 48 + x], code = pixel & 255u;
            const int quarters = (int)(code + 1u) / 64, part = covered(x, y);
            CHECK_EQ(pixel, code * 0x010101u);
            CHECK(code == 0 || code == 64 || code == 128 || code == 191 || code == 255);
            CHECK(quarters * 256 - part <= 256 && part - quarters * 256 <= 256);
            if (part == 0 || part == 1024) CHECK_EQ(code, part == 0 ? 0 : 255);
            levels[quarters]++;
        }
    for (int i = 0; i < 5; i++) CHECK(levels[i] >= 4);
}

/* ---- views, and what is drawn in two dimensions ---- */

/* R2D-043: one of two views side by side is sampled, and the other has the pixels that it had without; so has a whole picture after its end. */
TEST(raster_supersampling_is_of_one_view) {
    for (int f = 0; f < 3; f++) {
        if (rs_spans_of(directs[f]) == NULL) continue;
        const drawing d = {directs[f], 2, 2, 9, 2};
        const rs_supersample how = how_of(&d, 2, 2);
        const rs_surface made = surface_of(&d, picture, 0, 36), plain = surface_of(&d, other, 0, 36);
        scene_make(&scene, directs[f]);
        for (int sampled = 0; sampled < 2; sampled++) {
            rs_frame *frame = begin_frame(&d);
            const rs_viewport left = {.width = 23,
                                      .height = 36,
                                      .camera = scene.camera,
                                      .samples = sampled ? &how : NULL},
                              right = {.x = 23, .y = 2, .width = 25, .height = 33, .camera = scene.camera};
            CHECK_EQ(rs_frame_viewport(frame, &left), RS_OK);
            record_balls(frame);
            CHECK_EQ(rs_frame_viewport(frame, &right), RS_OK);
            record_balls(frame);
            CHECK_EQ(rs_frame_is_serial(frame), sampled != 0);
            draw_frame(&d, frame, sampled ? picture : other);
        }
        int same = 0, changed = 0;
        for (int y = 0; y < 36; y++)
            for (int x = 0; x < 48; x++) {
                const bool is_equal = rs_pixel(&made, x, y) == rs_pixel(&plain, x, y);
                same += x >= 23 && is_equal;
                changed += x < 23 && !is_equal;
            }
        CHECK_EQ(same, 25 * 36);
        CHECK(changed > 60);
    }
}

/* Two dimensions keep their pixels under, and over, what is sampled; they and effects end the samples, and depth is that of the nearest. */
TEST(raster_supersampling_leaves_two_dimensions) {
    for (int f = 0; f < 3; f++) {
        if (rs_spans_of(directs[f]) == NULL) continue;
        const rs_format format = directs[f];
        const drawing d = {format, 2, 2, 36, 2};
        const rs_supersample how = how_of(&d, 2, 2);
        const rs_surface made = surface_of(&d, picture, 0, 36);
        const uint32_t under = rs_native_from_rgb(format, 0x2058A0),
                       over = rs_native_from_rgb(format, 0xF0F010);
        const rs_grade fade = rs_grade_fade(0, 0);
        scene_make(&scene, format);
        rs_frame *frame = begin_frame(&d);
        CHECK_EQ(rs_frame_camera(frame, &scene.camera), RS_OK);
        for (int x = 0; x < 48; x += 2) (void)rs_frame_rectangle(frame, x, 0, 1, 36, under);
        CHECK_EQ(rs_frame_supersample(frame, &how), RS_OK);
        record_balls(frame);
        CHECK_EQ(rs_frame_rectangle(frame, 20, 10, 9, 7, over), RS_OK);
        record_balls(frame); /* as fine as the picture again */
        CHECK_EQ(rs_frame_supersample(frame, &how), RS_OK);
        CHECK_EQ(rs_frame_post(frame, rs_post_grade, &fade), RS_OK);
        CHECK_EQ(rs_frame_supersample(frame, &how), RS_OK);
        CHECK_EQ(rs_frame_supersample(frame, &how), RS_OK); /* nothing in it */
        CHECK_EQ(rs_frame_rectangle(frame, 0, 30, 48, 2, over), RS_OK);
        draw_frame(&d, frame, picture);
        for (int i = 0; i < 48; i++) {
            CHECK_EQ(rs_pixel(&made, i, 30), over);
            CHECK_EQ(rs_pixel(&made, i, 0), i % 2 == 0 ? under : 3u);
        }
        CHECK_EQ(rs_pixel(&made, 22, 12),
                 over); /* without depth it lies over the balls, which are no nearer the second time */
        CHECK(depths[12 * 48 + 22] < 65535 && depths[0] == 65535);
    }
}

/* Formats without colours, memory for less than a line and numbers of samples that there are not: refused, and drawn plainly. */
TEST(raster_supersampling_that_cannot_be_is_refused) {
    for (int f = 0; f < 4; f++) {
        const rs_format format = f == 3 ? RS_PAL8 : directs[f];
        if (rs_spans_of(format) == NULL) continue;
        const drawing d = {format, 2, 2, 36, 2};
        const rs_supersample good = how_of(&d, 2, 2);
        rs_supersample bad[] = {good, good, good, good};
        bad[0].across = 3;
        bad[1].down = 0;
        bad[2].memory.size = rs_supersample_bytes(48, format, 1) - 1;
        bad[3].memory.base = NULL;
        scene_make(&scene, format);
        draw_balls(&d, false, other);
        rs_frame *frame = begin_frame(&d);
        CHECK_EQ(rs_frame_supersample(frame, &good), RS_BAD_ARGUMENT); /* there is no camera */
        CHECK_EQ(rs_frame_camera(frame, &scene.camera), RS_OK);
        for (int i = 0; i < 4; i++) CHECK_EQ(rs_frame_supersample(frame, &bad[i]), RS_BAD_ARGUMENT);
        if (f == 3) CHECK_EQ(rs_frame_supersample(frame, &good), RS_BAD_ARGUMENT);
        record_balls(frame);
        CHECK(!rs_frame_is_serial(frame));
        draw_frame(&d, frame, picture);
        CHECK(memcmp(picture, other, (size_t)48 * 36 * (size_t)rs_format_bytes(format)) == 0);
    }
    CHECK_EQ(rs_supersample_bytes(240, RS_RGB565, 4), 15360);
}
