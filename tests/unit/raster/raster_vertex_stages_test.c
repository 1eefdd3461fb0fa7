/* Stages of batches' vertices: waves, skins, morphs, motifs; points, lines, volumes. */
#include "fixedmath/vector.h"
#include "raster/list/list.h"
#include "tests/unit/raster/raster_batch.h"

TEST(raster_waves_keep_to_their_amplitudes) {
    rs_wave wave = {
        .part = {{FX(0.25), 20000, 3000, 100}, {FX(0.125), -7000, 11000, 900}}, .count = 2, .tick = 77};
    rs_batch batch;
    mat34 place = tilted();
    uint32_t plain, still, moving;
    begin();
    batch = cube_batch(&place);
    plain = draw_one(&batch, NULL);
    for (int i = 0; i < 200; i++) {
        rs_attributes v = rs_attributes_plain;
        v.position = v3(i * 3000, i, -i * 7000);
        wave.tick = (uint32_t)i * 13;
        rs_stage_wave(&wave, 0, &v);
        CHECK(fx_magnitude(v.position.y - i) <= (uint32_t)FX(0.375));
        CHECK_EQ(v.position.x, i * 3000);
    }
    begin();
    look.stage = rs_stage_wave;
    look.constants = &wave;
    batch = cube_batch(&place);
    moving = draw_one(&batch, NULL);
    CHECK(moving != plain);
    begin();
    wave.part[0].amplitude = wave.part[1].amplitude = 0;
    look.stage = rs_stage_wave;
    look.constants = &wave;
    batch = cube_batch(&place);
    still = draw_one(&batch, NULL);
    CHECK_EQ(still, plain);
}

TEST(raster_skins_in_their_bind_pose_are_plain) {
    static mat34 joints[3];
    rs_skin skin = {joints, 3};
    rs_attributes v, still;
    uint32_t state = 9;
    for (int i = 0; i < 3; i++) joints[i] = m34_identity();
    for (int i = 0; i < 500; i++) {
        v = rs_attributes_plain;
        for (int k = 0; k < 3; k++) {
            state = state * 1664525u + 1013904223u;
            v.position = v3_with(v.position, k, (fx)(state >> 8) - (1 << 23));
            v.joints[k] = (uint8_t)(state >> 5 & 3);
        }
        v.weights[0] = (uint8_t)(state >> 3 & 127);
        v.weights[1] = (uint8_t)(127 - v.weights[0]);
        v.weights[2] = 100;
        v.weights[3] = 28;
        v.normal = V3_X;
        still = v;
        rs_stage_skin(&skin, 0, &v);
        CHECK(v3_near(v.position, still.position, 1));
        CHECK(v3_near(v.normal, still.normal, 2));
    }
    joints[1].m[1][3] = FX(2); /* the vertex moves by half of the joint's way */
    v = rs_attributes_plain;
    v.joints[1] = 1;
    v.weights[0] = 128, v.weights[1] = 127;
    rs_stage_skin(&skin, 0, &v);
    CHECK_NEAR(v.position.y, FX(2) * 127 / 255, 1);
}

TEST(raster_morphs_and_colour_lists_change_vertices) {
    static const int16_t first[6] = {0, 0, 0, 100, -200, 300}, second[6] = {0, 0, 0, 50, 50, 50};
    static const int16_t *const both[2] = {first, second};
    static const int32_t weights[2] = {32768, 65536};
    static const uint8_t colours[8] = {1, 2, 3, 0, 9, 8, 7, 0};
    rs_morph morph = {both, weights, 2, 2};
    rs_colour_list list = {colours, 2};
    rs_attributes v = rs_attributes_plain;
    rs_stage_morph(&morph, 1, &v);
    CHECK_EQ(v.position.x, 4 * (50 + 50));
    CHECK_EQ(v.position.y, 4 * (-100 + 50));
    CHECK_EQ(v.position.z, 4 * (150 + 50));
    rs_stage_colours(&list, 1, &v);
    CHECK_EQ(v.colour[0], 9);
    CHECK_EQ(v.colour[3], 255);
    v = rs_attributes_plain;
    rs_stage_colours(&list, 2, &v);
    CHECK_EQ(v.colour[0], 255);
}

TEST(raster_motifs_light_their_vertices) {
    static uint32_t rgb[9] = {0xFF6600, 0x800000, 0x0000FF, 0xC0C0C0, 0, 0x112233, 0, 0, 0xFF6600};
    static uint8_t fixed[24][8], listed[24 * 8];
    static uint32_t starts[25];
    rs_motif_light both[2] = {{rgb, 9, NULL, NULL, 0}, {rgb, 9, listed, starts, 24}};
    rs_attributes v = rs_attributes_plain;
    uint32_t hashes[2], before[24][3];
    mat34 place = tilted();
    /* four pairs for each vertex, the last two of intensity 0 or of no motif */
    for (uint32_t i = 0; i < 24; i++) {
        const uint8_t pairs[8] = {
            (uint8_t)(i % 9), (uint8_t)(40 + 9 * i), (uint8_t)(i % 4), (uint8_t)(i * 5), 3, 0, 200, 255};
        memcpy(fixed[i], pairs, 8);
        memcpy(listed + 8 * i, pairs, 8);
        starts[i + 1] = 4 * (i + 1);
    }
    v.motifs[0][0] = 0, v.motifs[0][1] = 255; /* two torches add up to at most 255 */
    v.motifs[1][0] = 8, v.motifs[1][1] = 200;
    v.colour[3] = 77;
    rs_stage_motif(&both[0], 0, &v);
    CHECK_EQ(v.colour[0], 255);
    CHECK_EQ(v.colour[1], 102 + rs_product(102, 200));
    CHECK_EQ(v.colour[2], 0);
    CHECK_EQ(v.colour[3], 77);
    for (int change = 0; change < 2;
         change++) { /* when one entry changes, exactly the vertices that use it change */
        if (change == 1) rgb[2] = 0x00FF00;
        for (uint32_t i = 0; i < 24; i++) {
            bool uses = (i % 9 == 2) || (i % 4 == 2 && i * 5 != 0);
            v = rs_attributes_plain;
            rs_stage_motif(&both[1], i, &v);
            if (change == 1)
                CHECK_EQ(v.colour[0] != before[i][0] || v.colour[1] != before[i][1] ||
                             v.colour[2] != before[i][2],
                         uses);
            for (int k = 0; k < 3; k++) before[i][k] = v.colour[k];
        }
    }
    for (int form = 0; form < 2; form++) { /* both forms of storing pairs draw the same picture */
        rs_batch batch;
        begin();
        scene.material.shading = RS_UNLIT;
        look.stage = rs_stage_motif;
        look.constants = &both[form];
        batch = cube_batch(&place);
        if (form == 0) batch.streams[RS_MOTIFS] = (rs_stream){fixed, 8, RS_UINT8_8};
        hashes[form] = draw_one(&batch, NULL);
    }
    CHECK_EQ(hashes[0], hashes[1]);
    rs_stage_motif(&both[1], 24, &v); /* a vertex beyond the list is black */
    CHECK_EQ(v.colour[0] + v.colour[1] + v.colour[2], 0);
    CHECK_EQ(rs_form_bytes(RS_UINT8_16), 16);
}

/* One mesh with several vertex stages: no other part of the picture changes, and each stage shows. */
TEST(raster_vertex_stages_are_exchanged_alone) {
    static const mat34 raised[1] = {{{{FX_ONE, 0, 0, 0}, {0, FX_ONE, 0, FX(0.25)}, {0, 0, FX_ONE, 0}}}};
    static const rs_wave wave = {.part = {{FX(0.2), 20000, 3000, 100}}, .count = 1, .tick = 7};
    static const uint32_t rgb[1] = {0xFF8000};
    static const rs_skin skin = {raised, 1};
    static const rs_motif_light motifs = {rgb, 1, NULL, NULL, 0};
    static const struct {
        rs_vertex_stage *stage;
        const void *constants;
    } stages[4] = {{NULL, NULL}, {rs_stage_skin, &skin}, {rs_stage_wave, &wave}, {rs_stage_motif, &motifs}};
    static const uint8_t pair[2] = {0, 128};
    uint32_t hashes[5];
    mat34 place = tilted();
    for (int i = 0; i < 5; i++) {
        rs_attributes current = rs_attributes_plain;
        rs_batch batch;
        rs_stats stats;
        memcpy(current.motifs[0], pair, 2);
        begin();
        scene.material.shading = RS_UNLIT;
        look.stage = stages[i % 4].stage;
        look.constants = stages[i % 4].constants;
        batch = cube_batch(&place);
        batch.current = &current;
        hashes[i] = draw_one(&batch, &stats);
        CHECK_EQ(stats.submitted, 12);
        for (int k = 0; k < i && i < 4; k++) CHECK(hashes[k] != hashes[i]);
    }
    CHECK_EQ(hashes[4], hashes[0]); /* back to the first stage */
}

TEST(raster_points_become_squares) {
    enum { COUNT = 9 };
    static fx points[COUNT * 3];
    const rs_facing facing = {{FX_ONE, 0, 0}, {0, FX_ONE, 0}, FX(0.1)};
    rs_frame *frame = begin();
    rs_batch batch = cube_batch(NULL);
    rs_stats stats;
    for (int i = 0; i < COUNT; i++) points[3 * i] = FX(0.3) * (i - 4);
    memset(batch.streams, 0, sizeof batch.streams);
    batch.streams[RS_POSITION] = (rs_stream){points, 0, RS_FX_3};
    batch.vertex_count = batch.count = COUNT;
    batch.indices = NULL;
    batch.primitive = RS_POINTS;
    batch.primitive_stage = rs_stage_point_to_square;
    batch.primitive_constants = &facing;
    CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
    rs_frame_stats(frame, &stats);
    CHECK_EQ(stats.submitted, COUNT);
    CHECK_EQ(stats.drawn + stats.rejected, 2 * COUNT);
    CHECK_EQ(stats.drawn, 2 * COUNT);
    (void)finish(frame);
}

TEST(raster_lines_become_ribbons) {
    static const rs_facing facing = {{0, FX_ONE, 0}, {0, 0, 0}, FX(0.25)};
    rs_attributes in[2] = {rs_attributes_plain, rs_attributes_plain}, out[6];
    in[1].position = V3_X;
    CHECK_EQ(rs_stage_line_to_ribbon(&facing, in, 2, out, 8), 2);
    CHECK_EQ(out[0].position.y, -FX(0.25));
    CHECK_EQ(out[2].position.x, FX_ONE);
    CHECK_EQ(rs_stage_line_to_ribbon(&facing, in, 3, out, 8), 0);
    CHECK_EQ(rs_stage_line_to_ribbon(&facing, in, 2, out, 1), 0);
}

/* A swept triangle is a closed volume: every edge occurs once in each direction. */
TEST(raster_extruded_volumes_are_closed) {
    const rs_facing facing = {.right = {FX(0.5), -FX(1), -FX(2)}};
    rs_attributes in[3], out[24];
    int pairs = 0;
    for (int i = 0; i < 3; i++) in[i] = rs_attributes_plain;
    in[1].position = v3(FX_ONE, 0, 0);
    in[2].position = v3(0, FX_ONE, 0);
    CHECK_EQ(rs_stage_extrude(&facing, in, 3, out, RS_EMITTED), 8);
    for (int e = 0; e < 24; e++) {
        int n = e % 3 == 2 ? e - 2 : e + 1, twins = 0, same = 0;
        for (int o = 0; o < 24; o++) {
            int m = o % 3 == 2 ? o - 2 : o + 1;
            if (v3_equal(out[o].position, out[n].position) && v3_equal(out[m].position, out[e].position))
                twins++;
            if (v3_equal(out[o].position, out[e].position) && v3_equal(out[m].position, out[n].position))
                same++;
        }
        CHECK_EQ(twins, 1);
        CHECK_EQ(same, 1);
        pairs += twins;
    }
    CHECK_EQ(pairs, 24);
    in[1].position = v3(0, FX_ONE, 0);
    in[2].position = v3(FX_ONE, 0, 0);
    /* a triangle that faces along the sweep */
    CHECK_EQ(rs_stage_extrude(&facing, in, 3, out, RS_EMITTED), 0);
}
