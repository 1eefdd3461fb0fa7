/* Input that nobody should hand over: extremes of numbers, gigantic triangles, surfaces that are not there. */
#include <limits.h>

#include "fixedmath/vector.h"
#include "raster/list/list.h"
#include "raster/spans/spans.h"
#include "raster/submit.h"
#include "raster/wire.h"
#include "tests/unit/raster/raster_scene.h"

static raster_scene scene;
static rs_look look;

static uint32_t next(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* The ends of the number range, and what lies next to them, among ordinary numbers. */
static fx extreme(uint32_t *state) {
    static const fx all[12] = {INT32_MAX, INT32_MIN, INT32_MAX - 1, INT32_MIN + 1, 0,           1,
                               -1,        FX_ONE,    -FX_ONE,       0x40000000,    -0x40000000, 0x3FFFFFFF};
    uint32_t pick = next(state) % 16u;
    return pick < 12 ? all[pick] : (fx)(next(state) >> 12) - (1 << 19);
}

/* Matrices, offsets, lights and cameras of extreme numbers are drawn somehow or refused by name, never outside the
 * surface. */
TEST(raster_extremes_of_numbers_do_no_harm) {
    uint32_t state = 77, refused = 0, results[4] = {0, 0, 0, 0};
    if (rs_spans_of(RS_PAL8) == NULL) return;
    for (int i = 0; i < 1500; i++) {
        rs_frame *frame;
        rs_result result;
        rs_stats stats;
        mat34 place;
        rs_light light;
        if (i % 20 == 0) scene_make(&scene, RS_PAL8);
        scene.mesh.offset = v3(0, 0, 0);
        frame = scene_begin(&scene, RS_PAL8, 16);
        place = scene_turn((ang16)next(&state), (ang16)next(&state));
        for (int k = 0; k < 12; k++) {
            if ((next(&state) & 3u) == 0) place.m[k / 4][k % 4] = extreme(&state);
        }
        if (i % 5 == 0) { /* a mesh that does not fit its sphere is refused when it is loaded */
            scene.mesh.offset = v3(extreme(&state), extreme(&state), extreme(&state));
            refused += !rs_mesh_valid(&scene.mesh);
            if (!rs_mesh_valid(&scene.mesh)) scene.mesh.offset = v3(0, 0, 0);
        }
        if (i % 3 == 0) {
            memset(&light, 0, sizeof light);
            light.kind = (uint8_t)(next(&state) & 1u), light.intensity = 255;
            light.vector = v3(extreme(&state), extreme(&state), extreme(&state));
            light.range = extreme(&state);
            light.axis = v3(extreme(&state), 0, extreme(&state));
            light.falloff = (uint8_t)(next(&state) % RS_FALLOFFS);
            light.reference = 1;
            (void)rs_frame_lights(frame, 255, &light, 1);
        }
        if (i % 7 == 0) {
            rs_camera camera = scene.camera;
            camera.focal = extreme(&state), camera.near_plane = extreme(&state),
            camera.far_plane = extreme(&state);
            camera.world_to_view.m[0][3] = extreme(&state);
            (void)rs_frame_camera(frame, &camera);
        }
        scene.material.shading = (uint8_t)(i % RS_SHADINGS);
        scene.material.texture = i & 4 ? &scene.texture : NULL;
        result = rs_frame_mesh(frame, &scene.mesh, &place, &scene.material);
        results[result]++;
        rs_frame_stats(frame, &stats);
        CHECK(result == RS_LIST_FULL || stats.lost == 0);
        scene_draw(&scene, frame, RS_PAL8, 16); /* scene_draw checks the guards */
    }
    TEST_INFO("drawn %u, list full %u, out of range %u, bad argument %u", (unsigned)results[0],
              (unsigned)results[1], (unsigned)results[2], (unsigned)results[3]);
    CHECK(results[RS_OK] > 50 && results[RS_OUT_OF_RANGE] > 50 && refused > 100);
}

/* Extreme positions of batches, which are whole fx numbers, do no harm. */
TEST(raster_extremes_of_vertices_do_no_harm) {
    static fx positions[30 * 3];
    static fx coordinates[30 * 3];
    uint32_t state = 78, drawn = 0;
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    for (int i = 0; i < 400; i++) {
        rs_frame *frame;
        rs_batch batch;
        rs_result result;
        mat34 place;
        scene_make(&scene, RS_XRGB8888);
        memset(&look, 0, sizeof look);
        frame = scene_begin(&scene, RS_XRGB8888, 24);
        for (int k = 0; k < 90; k++) positions[k] = extreme(&state), coordinates[k] = extreme(&state);
        place = m34_identity();
        if (i & 1) {
            for (int k = 0; k < 12; k++) {
                if ((next(&state) & 7u) == 0) place.m[k / 4][k % 4] = extreme(&state);
            }
        }
        memset(&batch, 0, sizeof batch);
        batch.streams[RS_POSITION] = (rs_stream){positions, 0, RS_FX_3};
        batch.streams[RS_TEXCOORD] = (rs_stream){coordinates, 0, RS_FX_3};
        batch.vertex_count = batch.count = 30;
        batch.primitive = (uint8_t)(i % RS_PRIMITIVES);
        batch.place = i & 2 ? &place : NULL;
        batch.material = &scene.material;
        look.cull = RS_CULL_NONE;
        look.pixel_light = (uint8_t)(i % 5 == 0 ? RS_PER_PIXEL : RS_PER_VERTEX);
        scene.material.look = &look;
        scene.material.texture = i & 8 ? &scene.texture : NULL;
        result = rs_frame_batch(frame, &batch);
        CHECK(result == RS_OK || result == RS_LIST_FULL || result == RS_BAD_ARGUMENT);
        drawn += frame->stats.drawn;
        CHECK_EQ(rs_frame_line(frame, positions[0] >> 3, positions[1] >> 3, positions[2] >> 3,
                               positions[3] >> 3, 5, false) <= RS_BAD_ARGUMENT,
                 1);
        (void)rs_frame_line_smooth(frame, positions[4], positions[5], positions[6], positions[7], 0xFF);
        (void)rs_frame_rectangle(frame, positions[0], positions[1], positions[2], positions[3], 7);
        (void)rs_frame_text(frame, positions[8], positions[9], "far", 7);
        scene_draw(&scene, frame, RS_XRGB8888, 24);
    }
    CHECK(drawn > 500);
}

/* A triangle that would be more than a million pixels wide: its part in the picture is exact. */
TEST(raster_million_pixel_triangles_are_exact) {
    static const fx corners[2][9] = {
        {-FX(16000), -FX(12000), -FX(0.2), FX(16000), -FX(12000), -FX(0.2), 0, FX(16000), -FX(0.2)},
        {0, 0, -FX(0.2), FX(16000), FX(5000), -FX(0.2), -FX(16000), FX(5001), -FX(0.2)}};
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    for (int which = 0; which < 2; which++) {
        rs_frame *frame;
        rs_batch batch;
        int covered = 0, wrong = 0;
        scene_make(&scene, RS_XRGB8888);
        memset(&look, 0, sizeof look);
        scene.camera.world_to_view = m34_identity();
        scene.camera.near_plane = FX(0.1);
        frame = scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
        CHECK((int64_t)corners[which][3] * 2 / FX(0.2) * 16 / 10 * SCENE_HEIGHT / 2 >
              1000000); /* pixels at 0.2 m ahead */
        memset(&batch, 0, sizeof batch);
        batch.streams[RS_POSITION] = (rs_stream){corners[which], 0, RS_FX_3};
        batch.vertex_count = batch.count = 3;
        batch.material = &scene.material;
        look.cull = RS_CULL_NONE;
        scene.material.look = &look;
        scene.material.shading = RS_UNLIT;
        CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
        scene_draw(&scene, frame, RS_XRGB8888, SCENE_HEIGHT);
        for (int y = 0; y < SCENE_HEIGHT; y++) {
            for (int x = 0; x < SCENE_WIDTH; x++) {
                bool in = scene.pixels[GUARD + y * SCENE_WIDTH + x] != 3;
                int64_t dx = 2 * x + 1 - SCENE_WIDTH,
                        up = SCENE_HEIGHT - 2 * y - 1; /* half pixels from the middle */
                covered += in;
                /* The second triangle opens upwards from the middle: up / |dx| >= 5/16 and a hair more on the left. */
                if (which == 0)
                    wrong += !in;
                else if (up * 16000 > (dx < 0 ? -dx : dx) * 5000 + 80000)
                    wrong += !in;
                else if (up * 16000 < (dx < 0 ? -dx : dx) * 5000 - 80000)
                    wrong += in;
            }
        }
        CHECK_EQ(wrong, 0);
        CHECK(which == 0 ? covered == SCENE_WIDTH * SCENE_HEIGHT : covered > 1000);
    }
}

TEST(raster_surfaces_without_pixels_are_left_alone) {
    const rs_surface none = {NULL, SCENE_WIDTH * 4, SCENE_WIDTH, SCENE_HEIGHT, 0, SCENE_HEIGHT, RS_XRGB8888};
    rs_surface out;
    mat34 place = m34_identity();
    rs_frame *frame;
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    scene_make(&scene, RS_XRGB8888);
    frame = scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
    CHECK_EQ(rs_frame_rectangle(frame, 3, 3, 10, 10, 5), RS_OK);
    rs_frame_band(frame, 0, &none, scene.depth + GUARD);
    rs_fill(&none, 0, 0, 10, 10, 1);
    rs_clear(&none, 1);
    rs_plot(&none, 3, 3, 1);
    CHECK_EQ(rs_pixel(&none, 3, 3), 0);
    CHECK(rs_row(&none, 3) == NULL);
    CHECK(!rs_sub_surface(&none, 0, 0, 8, 8, &out));
}

TEST(raster_meshes_that_hold_nothing_are_refused) {
    rs_mesh mesh;
    scene_make(&scene, RS_PAL8);
    CHECK(rs_mesh_valid(&scene.mesh));
    mesh = scene.mesh, mesh.positions = NULL;
    CHECK(!rs_mesh_valid(&mesh));
    mesh = scene.mesh, mesh.indices = NULL;
    CHECK(!rs_mesh_valid(&mesh));
    mesh = scene.mesh, mesh.faces = NULL;
    CHECK(!rs_mesh_valid(&mesh));
    mesh = scene.mesh, mesh.parts = NULL;
    CHECK(!rs_mesh_valid(&mesh));
    mesh = scene.mesh, mesh.exponent = 17;
    CHECK(!rs_mesh_valid(&mesh));
    /* any index beyond the vertices is refused */
    for (uint32_t i = 0; i < scene.mesh.triangle_count * 3; i += 37) {
        uint16_t kept = scene.indices[i];
        scene.indices[i] = (uint16_t)(SPHERE_VERTICES + i);
        CHECK(!rs_mesh_valid(&scene.mesh));
        scene.indices[i] = kept;
    }
    CHECK(rs_mesh_valid(&scene.mesh));
}
