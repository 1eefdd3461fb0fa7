/* Immediate mode draws what arrays draw, across flushes and against misuse. */
#include "fixedmath/assert.h"
#include "fixedmath/vector.h"
#include "raster/immediate.h"
#include "raster/list/list.h"
#include "tests/unit/raster/raster_scene.h"

static raster_scene scene;
static rs_immediate im;

static rs_frame *begin(void) {
    scene_make(&scene, RS_XRGB8888);
    scene.material.shading = RS_UNLIT;
    return scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
}

static uint32_t finish(const rs_frame *frame) {
    scene_draw(&scene, frame, RS_XRGB8888, SCENE_HEIGHT);
    return scene_hash(&scene, RS_XRGB8888);
}

static vec3 point(int i) {
    return v3(fx_sin((ang16)(i * 2700)) + i * 90, fx_cos((ang16)(i * 4100)), -i * 200);
}

static uint32_t colour(int i) { return 0xFF000000u | (uint32_t)(i * 0x03070B) % 0xFFFFFF; }

TEST(raster_immediate_mode_draws_what_arrays_draw) {
    enum { COUNT = 150 };
    static rs_attributes vertices[COUNT];
    for (int primitive = 0; primitive < RS_PRIMITIVES; primitive++) {
        uint32_t hash[2];
        for (int arrays = 0; arrays < 2; arrays++) {
            rs_frame *frame = begin();
            static const rs_look both = {.cull = RS_CULL_NONE};
            scene.material.look = &both;
            if (arrays) {
                rs_batch batch;
                memset(&batch, 0, sizeof batch);
                for (int i = 0; i < COUNT; i++) {
                    vertices[i] = rs_attributes_plain;
                    vertices[i].position = point(i);
                    for (int k = 0; k < 3; k++) vertices[i].colour[k] = (uint8_t)(colour(i) >> (16 - 8 * k));
                }
                rs_streams_of_attributes(vertices, batch.streams);
                batch.vertex_count = batch.count = COUNT;
                batch.primitive = (uint8_t)primitive;
                batch.material = &scene.material;
                CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
            } else {
                rs_immediate_init(&im, frame, &scene.material, NULL);
                rs_immediate_begin(&im, (rs_primitive)primitive);
                for (int i = 0; i < COUNT; i++) {
                    rs_immediate_colour(&im, colour(i));
                    rs_immediate_vertex(&im, point(i));
                }
                CHECK_EQ(rs_immediate_end(&im), RS_OK);
            }
            hash[arrays] = finish(frame);
        }
        CHECK_EQ(hash[0], hash[1]);
    }
}

TEST(raster_unbalanced_immediate_calls_assert) {
    rs_frame *frame = begin();
    rs_stats stats;
    rs_immediate_init(&im, frame, &scene.material, NULL);
    rs_immediate_vertex(&im, V3_ZERO);
    CHECK_EQ(rs_immediate_end(&im), RS_BAD_ARGUMENT);
    rs_immediate_begin(&im, RS_TRIANGLES);
    rs_immediate_begin(&im, RS_LINES);
    CHECK_EQ(im.primitive, RS_TRIANGLES);
    CHECK_EQ(rs_immediate_end(&im), RS_OK);
    rs_immediate_begin(&im, RS_PRIMITIVES);
    CHECK(!im.open);
    rs_frame_stats(frame, &stats);
    CHECK_EQ(stats.submitted, 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 4 : 0);
}

TEST(raster_immediate_attributes_stay) {
    rs_frame *frame = begin();
    rs_immediate_init(&im, frame, &scene.material, NULL);
    rs_immediate_begin(&im, RS_POINTS);
    rs_immediate_normal(&im, V3_Y);
    rs_immediate_texcoord(&im, FX(0.5), FX(2));
    rs_immediate_vertex(&im, V3_ZERO);
    rs_immediate_vertex(&im, V3_X);
    CHECK_EQ(im.vertices[1].normal.y, FX_ONE);
    CHECK_EQ(im.vertices[1].texcoord[0][1], FX(2));
    CHECK_EQ(im.vertices[0].texcoord[0][2], FX_ONE);
    CHECK_EQ(rs_immediate_end(&im), RS_OK);
}
