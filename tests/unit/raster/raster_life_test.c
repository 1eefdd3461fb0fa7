/* Records of the rasterizer are led through their life (life.h): a record holds nothing but the memory handed to it. */
#include "raster/billboards.h"
#include "raster/immediate.h"
#include "raster/list/list.h"
#include "raster/painter.h"
#include "raster/spans/spans.h"
#include "raster/target.h"
#include "rom/codec.h"
#include "tests/unit/kernel/memory/life.h"
#include "tests/unit/raster/raster_scene.h"

static raster_scene scene;
static rs_frame *frame;
static uint64_t painter_memory[256];

static ox_status begin_frame(rs_frame *it) {
    rs_target target = {.width = 32, .height = 16, .band_lines = 16, .format = RS_XRGB8888};
    rs_block list = {scene.list, sizeof scene.list}, fast = {NULL, 0};
    target.palette = &scene.palette;
    return rs_frame_begin(it, &target, list, fast) ? OX_OK : OX_BAD_ARGUMENT;
}
static ox_status begin_order(rs_painter *it) {
    const rs_painter_options options = {.by = RS_BY_AVERAGE};
    bool begun = rs_painter_begin(it, frame, (rs_block){painter_memory, sizeof painter_memory}, &options);
    return begun ? OX_OK : OX_BAD_ARGUMENT;
}
/* Ends a painter: triangles that it held back are drawn, and the frame forgets it. */
static void end_order(rs_painter *it) {
    if (it->frame != NULL) CHECK_EQ(rs_painter_end(it), RS_OK);
    OX_CLEAR(it);
}
PLAIN_ROW(rs_frame, begin, begin_frame(it), OX_CLEAR(it))
PLAIN_ROW(rs_painter, begin, begin_order(it), end_order(it))
PLAIN_ROW(rom_decoder, begin, DONE(rom_decoder_begin(it, 0, painter_memory, 4, painter_memory + 1, 4)),
          OX_CLEAR(it))
LIFE_ROW(rs_immediate, init, DONE(rs_immediate_init(it, frame, &scene.material, NULL)), OX_CLEAR(it),
         (void)!rs_immediate_end(it))
PLAIN_ROW(rs_billboards, begin, DONE(rs_billboards_begin(it, frame, 4)), OX_CLEAR(it))
LIFE_ROW(rs_targets, begin, DONE(rs_targets_begin(it, frame)), OX_CLEAR(it), (void)!rs_target_pop(it))

TEST(raster_records_end_clear) {
    static ox_arena none;
    static const life *const rows[] = {&LIFE_OF(rs_frame),     &LIFE_OF(rs_painter),    &LIFE_OF(rom_decoder),
                                       &LIFE_OF(rs_immediate), &LIFE_OF(rs_billboards), &LIFE_OF(rs_targets)};
    const life_bench bench = {&none, NULL};
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    scene_make(&scene, RS_XRGB8888);
    frame = scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) CHECK(life_is_led(rows[i], &bench));
}
