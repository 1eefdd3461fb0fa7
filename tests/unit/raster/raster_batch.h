/* A cube as a batch, for the tests of batches and of the stages of their vertices. */
#ifndef OXCART_TESTS_RASTER_BATCH_H
#define OXCART_TESTS_RASTER_BATCH_H

#include "raster/submit.h"
#include "tests/unit/raster/raster_scene.h"

static raster_scene scene;
static rs_look look;

/* A cube of 24 vertices (hard normals) as records of the lit format, and 8 corners. */
typedef struct lit_record {
    int16_t position[4];
    int8_t normal[4];
    int16_t uv[2];
} lit_record;

static lit_record cube[24];
static uint16_t cube_index[36];
static int16_t corners[8 * 3];

static inline void make_cube(void) {
    static const int8_t axes[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    for (int face = 0; face < 6; face++) {
        int axis = face / 2, u = (axis + 1) % 3, v = (axis + 2) % 3, sign = axes[face][axis];
        for (int k = 0; k < 4; k++) {
            lit_record *r = &cube[4 * face + k];
            int su = k == 1 || k == 2 ? 1 : -1, sv = k >= 2 ? 1 : -1;
            memset(r, 0, sizeof *r);
            if (sign < 0) su = -su;
            r->position[axis] = (int16_t)(16384 * sign);
            r->position[u] = (int16_t)(16384 * su);
            r->position[v] = (int16_t)(16384 * sv);
            for (int i = 0; i < 3; i++) r->normal[i] = (int8_t)(axes[face][i] * 127);
            r->uv[0] = (int16_t)(k == 1 || k == 2 ? 4096 : 0);
            r->uv[1] = (int16_t)(k >= 2 ? 0 : 4096);
        }
        for (int i = 0; i < 6; i++) {
            static const uint8_t quad[6] = {0, 1, 2, 0, 2, 3};
            cube_index[6 * face + i] = (uint16_t)(4 * face + quad[i]);
        }
    }
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 3; k++) corners[3 * i + k] = (int16_t)((i >> k & 1) != 0 ? 16384 : -16384);
    }
}

static inline mat34 tilted(void) { return scene_turn(5000, 3000); }

static inline rs_frame *begin(void) {
    scene_make(&scene, RS_XRGB8888);
    memset(&look, 0, sizeof look);
    make_cube();
    scene.material.look = &look;
    return scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
}

static inline uint32_t finish(const rs_frame *frame) {
    scene_draw(&scene, frame, RS_XRGB8888, SCENE_HEIGHT);
    return scene_hash(&scene, RS_XRGB8888);
}

static inline rs_batch cube_batch(const mat34 *place) {
    rs_batch batch;
    memset(&batch, 0, sizeof batch);
    rs_streams_from(&rs_format_lit, cube, batch.streams);
    batch.vertex_count = 24;
    batch.indices = cube_index;
    batch.index_bytes = 2;
    batch.count = 36;
    batch.exponent = 1;
    batch.place = place;
    batch.material = &scene.material;
    return batch;
}

static inline uint32_t draw_one(rs_batch *batch, rs_stats *stats) {
    rs_frame *frame = (rs_frame *)(void *)scene.frame;
    CHECK_EQ(rs_frame_batch(frame, batch), RS_OK);
    if (stats != NULL) rs_frame_stats(frame, stats);
    return finish(frame);
}

#endif
