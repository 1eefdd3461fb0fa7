/* A list without unused vertices: the same pixels and depths in less memory, whatever the format, shading and bands. */
#include "raster/list/list.h"
#include "raster/pixel_state.h"
#include "raster/spans/spans.h"
#include "tests/test.h"
#include "tests/unit/raster/raster_scene.h"

static raster_scene scene;
static uint32_t plain_pixels[SCENE_WIDTH * SCENE_HEIGHT];
static uint16_t plain_depth[SCENE_WIDTH * SCENE_HEIGHT];

typedef struct drawn {
    size_t bytes;
    uint32_t triangles, lost; /* triangles: items of the list, the rectangle among them */
} drawn;

/* Draws two spheres and a figure between them, in bands of `lines`; pixels and depth are the scene's. */
static drawn draw_spheres(rs_format format, int lines, bool compact, size_t list_bytes,
                          const rs_material *material) {
    rs_frame *frame = (rs_frame *)(void *)scene.frame;
    const rs_target target = {SCENE_WIDTH, SCENE_HEIGHT, format, lines, &scene.palette, 3};
    const rs_block none = {NULL, 0}, list = {scene.list, list_bytes};
    const mat34 turned = scene_turn(3000, 9000);
    const int bytes = rs_format_bytes(format);
    rs_stats stats;
    mat34 beside = m34_identity();
    beside.m[0][3] = FX(0.25);
    memset(scene.pixels, 0, sizeof scene.pixels);
    CHECK(rs_frame_size() <= sizeof scene.frame);
    CHECK(rs_frame_begin(frame, &target, list, none));
    if (compact) rs_frame_compact(frame);
    CHECK_EQ(rs_frame_camera(frame, &scene.camera), RS_OK);
    CHECK_EQ(rs_frame_lights(frame, 50, scene.lights, 1), RS_OK);
    (void)rs_frame_mesh(frame, &scene.mesh, &turned, material);
    (void)rs_frame_rectangle(frame, 3, 5, 20, 30, 0x55);
    (void)rs_frame_mesh(frame, &scene.mesh, &beside, material);
    rs_frame_stats(frame, &stats);
    for (int band = 0; band < rs_frame_bands(frame); band++) {
        const int top = band * lines, left = SCENE_HEIGHT - top,
                  row = (SCENE_WIDTH * (format == RS_GREY4 ? 1 : 2 * bytes) + 1) / 2;
        const rs_surface surface = {(uint8_t *)scene.pixels + top * row,
                                    row,
                                    SCENE_WIDTH,
                                    SCENE_HEIGHT,
                                    (int16_t)top,
                                    (int16_t)(left < lines ? left : lines),
                                    (uint8_t)format};
        rs_frame_band(frame, band, &surface, scene.depth + top * SCENE_WIDTH);
    }
    return (drawn){stats.list_bytes, frame->item_count, stats.lost};
}

static const int bands_of[] = {SCENE_HEIGHT, 16, 8};

/* Draws with and without `compact`; returns how many bytes of list were saved, -1 where pictures differ. */
static int32_t twins(rs_format format, int lines, const rs_material *material) {
    const drawn plain = draw_spheres(format, lines, false, sizeof scene.list, material);
    memcpy(plain_pixels, scene.pixels, sizeof plain_pixels);
    memcpy(plain_depth, scene.depth, sizeof plain_depth);
    const drawn compact = draw_spheres(format, lines, true, sizeof scene.list, material);
    CHECK(plain.triangles > 90);
    CHECK_EQ(plain.lost, 0);
    if (compact.triangles != plain.triangles || compact.lost != 0 || compact.bytes > plain.bytes) return -1;
    if (memcmp(plain_pixels, scene.pixels, sizeof plain_pixels) != 0) return -1;
    if (memcmp(plain_depth, scene.depth, sizeof plain_depth) != 0) return -1;
    return (int32_t)(plain.bytes - compact.bytes);
}

TEST(raster_compact_lists_draw_the_same) {
    static const rs_format formats[] = {RS_PAL8, RS_RGB565, RS_XRGB8888, RS_GREY4};
    static const rs_pixel_state glass = {.blend = {.transparency = 100}};
    int different = 0, saving = 0, turns = 0;
    for (int f = 0; f < 4; f++) {
        if (rs_spans_of(formats[f]) == NULL) continue;
        scene_make(&scene, formats[f]);
        for (int turn = 0; turn < 3 * RS_SHADINGS * 2; turn++) {
            rs_material material = scene.material;
            const int lines = bands_of[turn % 3];
            int32_t saved;
            material.shading = (uint8_t)(turn / 3 % RS_SHADINGS);
            material.highlight = scene.highlight;
            if (turn >= 3 * RS_SHADINGS) material.texture = &scene.texture;
            if (turn % 5 == 4 && formats[f] == RS_XRGB8888) material.state = &glass;
            material.two_sided = turn % 7 == 6;
            saved = twins(formats[f], lines, &material);
            different += saved < 0;
            saving += saved > 600;
            turns++;
        }
    }
    CHECK_EQ(different, 0);
#ifndef RS_ARM_SPANS
    CHECK(saving > turns / 2);
#else
    (void)saving, (void)turns;
#endif
}

/* Lists of every size: lost triangles are counted, nothing is written beyond the list, and no fewer triangles find
 * room. */
TEST(raster_compact_lists_that_fill_up) {
    int fewer = 0, more = 0;
    scene_make(&scene, RS_PAL8);
    for (size_t bytes = 1024; bytes < 9000; bytes += 80) {
        drawn plain, compact;
        memset(scene.list, 0xA5, sizeof scene.list);
        plain = draw_spheres(RS_PAL8, 8, false, bytes, &scene.material);
        compact = draw_spheres(RS_PAL8, 8, true, bytes, &scene.material);
        for (size_t i = (bytes + 7) / 8; i < sizeof scene.list / 8; i++) {
            if (scene.list[i] != 0xA5A5A5A5A5A5A5A5u) fewer += 1000;
        }
        fewer += compact.triangles < plain.triangles;
        more += compact.triangles > plain.triangles;
        CHECK(compact.bytes <= bytes);
    }
    CHECK_EQ(fewer, 0);
#ifndef RS_ARM_SPANS
    CHECK(more > 10);
#else
    (void)more;
#endif
}
