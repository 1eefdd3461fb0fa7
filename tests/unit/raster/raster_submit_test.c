/* Batches: vertex forms, primitives, streams, caches, instances. */
#include "fixedmath/assert.h"
#include "fixedmath/vector.h"
#include "raster/list/list.h"
#include "raster/viewport.h"
#include "tests/unit/raster/raster_batch.h"

/* ---- forms (019) ---- */

TEST(raster_vertex_forms_keep_their_errors) {
    static const int16_t half[4] = {-32768, 32767, 5, 0};
    static const fx wide[3] = {FX_ONE * 3, -7, 12345};
    static const uint8_t four[4] = {10, 20, 30, 200};
    static const int16_t uv[2] = {4096, -2048};
    rs_stream streams[RS_ATTRIBUTES];
    rs_attributes v;
    memset(streams, 0, sizeof streams);
    streams[RS_POSITION] = (rs_stream){half, 0, RS_INT16_3};
    streams[RS_COLOUR] = (rs_stream){four, 0, RS_UINT8_3};
    streams[RS_WEIGHTS] = (rs_stream){four, 0, RS_UINT8_3};
    streams[RS_TEXCOORD] = (rs_stream){uv, 0, RS_Q12_2};
    streams[RS_TEXCOORD_2] = (rs_stream){wide, 0, RS_FX_3};
    rs_fetch(streams, v3(100, 0, 0), 3, NULL, 0, &v);
    CHECK_EQ(v.position.x, -32768 * 8 + 100);
    CHECK_EQ(v.position.y, 32767 * 8);
    CHECK_EQ(v.colour[3], 255);
    CHECK_EQ(v.weights[3], 255 - 60); /* the fourth weight completes 255 */
    CHECK_EQ(v.texcoord[0][0], FX_ONE);
    CHECK_EQ(v.texcoord[0][1], -FX_HALF);
    CHECK_EQ(v.texcoord[0][2], FX_ONE);
    CHECK_EQ(v.texcoord[1][2], 12345);
    CHECK_EQ(v.specular[0], 0); /* a missing attribute has the current value */
    CHECK(v3_is_zero(v.normal));
    CHECK_EQ(rs_form_bytes(RS_OCTAHEDRAL), 2);
    CHECK_EQ(rs_form_bytes((rs_form)99), 0);
    CHECK_EQ(rs_form_alignment(RS_FX_3), 4);
}

TEST(raster_stored_normals_are_within_a_degree) {
    fx least_octahedral = FX_ONE, least_byte = FX_ONE;
    uint32_t state = 3;
    for (int i = 0; i < 5000; i++) {
        vec3 n, back;
        int8_t two[2];
        for (int k = 0; k < 3; k++) {
            state = state * 1664525u + 1013904223u;
            n = v3_with(k == 0 ? V3_ZERO : n, k, (fx)(state >> 14) - (1 << 17));
        }
        if (v3_is_zero(n) || !v3_normalize(n, &n)) continue;
        rs_octahedral_encode(n, two);
        back = rs_octahedral_decode(two);
        if (v3_dot(n, back) < least_octahedral) least_octahedral = v3_dot(n, back);
        back =
            v3(scene_byte(n.x) * 65536 / 127, scene_byte(n.y) * 65536 / 127, scene_byte(n.z) * 65536 / 127);
        CHECK(v3_normalize(back, &back));
        if (v3_dot(n, back) < least_byte) least_byte = v3_dot(n, back);
    }
    TEST_INFO("least cosine: octahedral %d, int8 %d of 65536", (int)least_octahedral, (int)least_byte);
    CHECK(least_octahedral >= 65526); /* cos 1 degree = 0.99985 */
    CHECK(least_byte >= 65531);       /* cos 0.7 degrees = 0.999925 */
}

/* The three vertex layouts put one geometry at the same screen positions. */
TEST(raster_vertex_layouts_agree) {
    typedef struct {
        int16_t position[4];
    } bare;
    typedef struct {
        int16_t position[3];
        uint8_t weights[6], colour[4], specular[4];
        int16_t uv[2], uv2[2];
        uint8_t joints[4];
    } skinned;
    static bare first[24];
    static skinned third[24];
    const void *records[3] = {first, cube, third};
    const rs_vertex_format *formats[3] = {&rs_format_position, &rs_format_lit, &rs_format_skinned};
    uint32_t hashes[3];
    mat34 place = tilted();
    for (int i = 0; i < 3; i++) {
        rs_batch batch;
        begin();
        scene.material.shading = RS_UNLIT;
        memset(third, 0, sizeof third);
        for (int k = 0; k < 24; k++) {
            memcpy(first[k].position, cube[k].position, 6);
            memcpy(third[k].position, cube[k].position, 6);
            third[k].weights[0] = 255;
            memset(third[k].colour, 255, 4);
            third[k].colour[0] = 0xC0, third[k].colour[1] = 0x80, third[k].colour[2] = 0x40;
            memcpy(third[k].uv, cube[k].uv, 4);
        }
        CHECK_EQ(sizeof(skinned), 32);
        batch = cube_batch(&place);
        rs_streams_from(formats[i], records[i], batch.streams);
        hashes[i] = draw_one(&batch, NULL);
    }
    CHECK_EQ(hashes[1], hashes[0]);
    CHECK_EQ(hashes[2], hashes[0]);
}

/* Vertices fetched by streams, fetched at once and read as a struct are equal. */
TEST(raster_fetches_equal_what_the_struct_holds) {
    typedef struct {
        int16_t position[3];
        uint8_t weights[3], pad[3], colour[4], specular[4];
        int16_t uv[2], uv2[2];
        uint8_t joints[4];
    } skinned;
    static union {
        skinned s[64];
        lit_record l[64];
        int16_t p[64][4];
        uint8_t bytes[64 * sizeof(skinned)];
    } records;
    static const rs_layout layouts[3] = {RS_LAYOUT_POSITION, RS_LAYOUT_LIT, RS_LAYOUT_SKINNED};
    const rs_vertex_format *formats[3] = {&rs_format_position, &rs_format_lit, &rs_format_skinned};
    const vec3 offset = {FX(3), -FX(2), 77};
    rs_attributes current = rs_attributes_plain;
    uint32_t state = 190;
    current.colour[1] = 9, current.texcoord[1][0] = 123, current.normal = V3_X;
    for (size_t i = 0; i < sizeof records.bytes; i++) {
        state = state * 1664525u + 1013904223u;
        records.bytes[i] = (uint8_t)(state >> 21);
    }
    for (int f = 0; f < 3; f++) {
        rs_stream streams[RS_ATTRIBUTES];
        rs_streams_from(formats[f], records.bytes, streams);
        CHECK_EQ(rs_layout_of(streams), layouts[f]);
        for (uint32_t i = 0; i < 64; i++) {
            rs_attributes one, two;
            const int16_t *p = f == 0 ? records.p[i] : f == 1 ? records.l[i].position : records.s[i].position;
            rs_fetch(streams, offset, 3, &current, i, &one);
            rs_fetch_layout(layouts[f], (const uint8_t *)streams[RS_POSITION].data + i * formats[f]->stride,
                            offset, 3, &current, &two);
            CHECK(v3_equal(one.position, two.position) && v3_equal(one.normal, two.normal));
            CHECK(memcmp(one.texcoord, two.texcoord, sizeof one.texcoord) == 0);
            CHECK(memcmp(one.colour, two.colour, 4) == 0 && memcmp(one.specular, two.specular, 4) == 0);
            CHECK(memcmp(one.joints, two.joints, 4) == 0 && memcmp(one.weights, two.weights, 4) == 0);
            CHECK_EQ(one.position.x, p[0] * 8 + offset.x);
            CHECK_EQ(one.position.y, p[1] * 8 + offset.y);
            CHECK_EQ(one.position.z, p[2] * 8 + offset.z);
            if (f < 2) CHECK_EQ(one.colour[1], 9); /* a missing attribute has the current value */
            if (f == 0) CHECK(v3_equal(one.normal, V3_X));
            if (f == 1) CHECK_EQ(one.normal.y, records.l[i].normal[1] * 65536 / 127);
            if (f == 1) CHECK_EQ(one.texcoord[0][1], records.l[i].uv[1] * 16);
            if (f == 1) CHECK_EQ(one.texcoord[1][0], 123);
            if (f < 2) continue;
            CHECK_EQ(one.colour[3], records.s[i].colour[3]);
            CHECK_EQ(one.specular[0], records.s[i].specular[0]);
            CHECK_EQ(one.texcoord[1][1], records.s[i].uv2[1] * 16);
            CHECK_EQ(one.joints[2], records.s[i].joints[2]);
            CHECK_EQ(one.weights[3], (uint8_t)(255 - one.weights[0] - one.weights[1] - one.weights[2]));
        }
        streams[RS_POSITION].stride = (uint16_t)(formats[f]->stride + 8);
        CHECK_EQ(rs_layout_of(streams), RS_LAYOUT_ANY);
    }
    current.normal = V3_Z, current.tangent = V3_X, current.handedness = 1;
    CHECK(v3_equal(rs_bitangent(&current), V3_Y));
    current.handedness = -1;
    CHECK(v3_equal(rs_bitangent(&current), v3_neg(V3_Y)));
}

/* ---- primitives (020) ---- */

TEST(raster_cubes_by_every_primitive_are_the_same) {
    /* One strip and fans over the 8 corners; unlit, so that colours do not depend on the order. Corner bits:
     * x 1, y 2, z 4. */
    static const uint8_t strip[14] = {6, 7, 4, 5, 1, 7, 3, 6, 2, 4, 0, 1, 2, 3};
    static const uint8_t list[36] = {4, 5, 7, 4, 7, 6, 1, 0, 2, 1, 2, 3, 5, 1, 3, 5, 3, 7,
                                     0, 4, 6, 0, 6, 2, 6, 7, 3, 6, 3, 2, 0, 1, 5, 0, 5, 4};
    static const uint8_t fans[2 * 8 + 1] = {7, 6, 4, 5, 1, 3, 2, 6, 0xFF, 0, 1, 5, 4, 6, 2, 3, 1};
    static int16_t spread[36 * 3];
    static uint16_t list16[36], fans16[17];
    uint32_t hashes[8];
    rs_stats stats;
    mat34 place = tilted();
    for (int form = 0; form < 8; form++) {
        rs_batch batch;
        const uint8_t *order = form < 2 || form == 7 ? list : form < 4 ? strip : fans;
        begin();
        scene.material.shading = RS_UNLIT;
        for (int i = 0; i < 36; i++) list16[i] = list[i];
        for (int i = 0; i < 17; i++) fans16[i] = fans[i] == 0xFF ? 0xFFFF : fans[i];
        batch = cube_batch(&place);
        memset(batch.streams, 0, sizeof batch.streams);
        batch.streams[RS_POSITION] = (rs_stream){corners, 6, RS_INT16_3};
        batch.vertex_count = 8;
        batch.indices = order;
        batch.index_bytes = 1;
        batch.primitive = (uint8_t)(form < 2 || form == 7 ? RS_TRIANGLES
                                    : form < 4            ? RS_TRIANGLE_STRIP
                                                          : RS_TRIANGLE_FAN);
        batch.count = form < 2 || form == 7 ? 36 : form < 4 ? 14 : 17;
        batch.restart = form >= 4 && form < 7;
        if (form == 1 || form == 3) { /* forms without indices */
            for (uint32_t i = 0; i < batch.count; i++) memcpy(spread + 3 * i, corners + 3 * order[i], 6);
            batch.streams[RS_POSITION].data = spread;
            batch.vertex_count = batch.count;
            batch.indices = NULL;
        }
        if (form == 5) batch.indices = fans16, batch.index_bytes = 2;
        if (form == 7) batch.indices = list16, batch.index_bytes = 2, batch.count = 38 - 2;
        if (form == 6) { /* two fans, also without indices */
            for (uint32_t i = 0, k = 0; i < 17; i++) {
                if (fans[i] != 0xFF) memcpy(spread + 3 * k++, corners + 3 * fans[i], 6);
            }
            batch.streams[RS_POSITION].data = spread;
            batch.vertex_count = 16;
            batch.indices = NULL;
            batch.count = 8;
            CHECK_EQ(rs_frame_batch((rs_frame *)(void *)scene.frame, &batch), RS_OK);
            batch.first = 8;
        }
        hashes[form] = draw_one(&batch, &stats);
        CHECK_EQ(stats.submitted, 12);
        CHECK_EQ(stats.submitted, stats.rejected + stats.culled + stats.drawn);
        CHECK_EQ(stats.culled, 6); /* a cube shows three of its faces */
        if (form > 0) CHECK_EQ(hashes[form], hashes[0]);
    }
}

TEST(raster_incomplete_primitives_are_left_out) {
    static const uint8_t kinds[6] = {RS_TRIANGLES, RS_TRIANGLE_STRIP, RS_TRIANGLE_FAN,
                                     RS_LINES,     RS_LINE_STRIP,     RS_POINTS};
    static const uint32_t expected[6][6] = {{0, 0, 0, 1, 1, 1}, {0, 0, 0, 1, 2, 3}, {0, 0, 0, 1, 2, 3},
                                            {0, 0, 1, 1, 2, 2}, {0, 0, 1, 2, 3, 4}, {0, 1, 2, 3, 4, 5}};
    mat34 place = tilted();
    for (int k = 0; k < 6; k++) {
        for (uint32_t n = 0; n < 6; n++) {
            rs_frame *frame = begin();
            rs_batch batch = cube_batch(&place);
            rs_stats stats;
            batch.primitive = kinds[k];
            batch.count = n;
            CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
            rs_frame_stats(frame, &stats);
            CHECK_EQ(stats.submitted, expected[k][n]);
        }
    }
}

/* ---- bad batches ---- */

TEST(raster_bad_batches_are_refused) {
    mat34 place = tilted(), nothing;
    rs_frame *frame = begin();
    rs_batch batch = cube_batch(&place), bad;
    rs_stats stats;
    memset(&nothing, 0, sizeof nothing);
    bad = batch, bad.vertex_count = 23;
    CHECK_EQ(rs_frame_batch(frame, &bad), RS_BAD_ARGUMENT);
    bad = batch, bad.material = NULL;
    CHECK_EQ(rs_frame_batch(frame, &bad), RS_BAD_ARGUMENT);
    bad = batch, bad.primitive = RS_PRIMITIVES;
    CHECK_EQ(rs_frame_batch(frame, &bad), RS_BAD_ARGUMENT);
    bad = batch, bad.streams[RS_NORMAL].form = RS_FORMS;
    CHECK_EQ(rs_frame_batch(frame, &bad), RS_BAD_ARGUMENT);
    bad = batch, bad.streams[RS_POSITION].data = (const uint8_t *)cube + 1;
    CHECK_EQ(rs_frame_batch(frame, &bad), RS_BAD_ARGUMENT);
    bad = batch, bad.streams[RS_POSITION].stride = 15;
    CHECK_EQ(rs_frame_batch(frame, &bad), RS_BAD_ARGUMENT);
    bad = batch, bad.cache = 5;
    CHECK_EQ(rs_frame_batch(frame, &bad), RS_BAD_ARGUMENT);
    bad = batch, bad.exponent = 17;
    CHECK_EQ(rs_frame_batch(frame, &bad), RS_BAD_ARGUMENT);
    bad = batch, bad.place = &nothing;
    CHECK_EQ(rs_frame_batch(frame, &bad), RS_BAD_ARGUMENT);
    bad = batch, bad.indices = NULL, bad.first = 20, bad.count = 5;
    CHECK_EQ(rs_frame_batch(frame, &bad), RS_BAD_ARGUMENT);
    bad = batch, bad.index_bytes = 3;
    CHECK_EQ(rs_frame_batch(frame, &bad), RS_BAD_ARGUMENT);
    CHECK_EQ(rs_frame_instances(frame, &bad, NULL, 0, 0), RS_BAD_ARGUMENT);
    CHECK(rs_frame_lock(frame, &batch, 0, 0) == NULL);
    CHECK(rs_frame_lock(frame, &batch, 20, 5) == NULL);
    rs_frame_stats(frame, &stats);
    CHECK_EQ(stats.drawn, 0);
}

/* A draw whose state is refused gives back its part of the list; later draws know nothing of it. */
TEST(raster_refused_states_leave_nothing_behind) {
    /* Blending is refused: no table brings blended colours back into this palette. */
    static const rs_pixel_state wrong = {.blend = {.mode = RS_BLEND_ALPHA, .transparency = 90}},
                                good = {.depth = {.function = RS_LEQUAL}};
    mat34 place = tilted();
    uint32_t expected = 0;
    /* the refused draw is absent, before the others, or between them */
    for (int refused = 0; refused < 3; refused++) {
        rs_batch batch = cube_batch(&place);
        scene_make(&scene, RS_PAL8);
        make_cube();
        rs_frame *frame = scene_begin(&scene, RS_PAL8, SCENE_HEIGHT);
        for (int i = 0; i < 2; i++) {
            rs_state_stats before, after;
            rs_frame_state_stats(frame, &before);
            scene.material.state = &wrong;
            if (refused == i + 1) CHECK_EQ(rs_frame_batch(frame, &batch), RS_BAD_ARGUMENT);
            rs_frame_state_stats(frame, &after);
            CHECK(i > 0 || after.requested == 0); /* the counters lay in that part of the list, too */
            CHECK_EQ(after.applied, before.applied);
            scene.material.state = &good;
            CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
        }
        scene_draw(&scene, frame, RS_PAL8, SCENE_HEIGHT);
        uint32_t hash = scene_hash(&scene, RS_PAL8);
        if (refused == 0) expected = hash;
        CHECK_EQ(hash, expected);
    }
}

/* A list that is too small: triangles that fit are drawn, lost ones are counted, nothing is written past the end. */
TEST(raster_full_lists_are_named) {
    mat34 place = tilted();
    for (size_t size = 3000; size < 24000; size += 500) {
        rs_target target;
        rs_block list, fast = {NULL, 0};
        rs_frame *frame = (rs_frame *)(void *)scene.frame;
        rs_batch batch;
        rs_result result = RS_OK;
        rs_stats stats;
        begin();
        target = (rs_target){SCENE_WIDTH, SCENE_HEIGHT, RS_XRGB8888, 8, &scene.palette, 3};
        list = (rs_block){scene.list, size & ~(size_t)15};
        memset(scene.list, 0xCD, sizeof scene.list);
        if (!rs_frame_begin(frame, &target, list, fast)) continue;
        CHECK_EQ(rs_frame_camera(frame, &scene.camera), RS_OK);
        batch = cube_batch(&place);
        for (int i = 0; i < 30 && result == RS_OK; i++) result = rs_frame_batch(frame, &batch);
        rs_frame_stats(frame, &stats);
        CHECK_EQ(result, RS_LIST_FULL);
        CHECK(stats.lost > 0);
        for (size_t i = list.size; i < list.size + 256; i++) CHECK_EQ(((uint8_t *)scene.list)[i], 0xCD);
        scene_draw(&scene, frame, RS_XRGB8888, 8);
    }
}

/* ---- caches, locks, instances ---- */

TEST(raster_vertex_cache_size_does_not_show) {
    static const uint16_t sizes[5] = {1, 4, 16, 64, 128};
    uint32_t hashes[5];
    mat34 place = tilted();
    for (int i = 0; i < 5; i++) {
        rs_batch batch;
        begin();
        batch = cube_batch(&place);
        batch.cache = sizes[i];
        hashes[i] = draw_one(&batch, NULL);
        CHECK_EQ(hashes[i], hashes[0]);
    }
}

/* A vertex stage that counts its calls. */
static void counting(const void *constants, uint32_t index, rs_attributes *vertex) {
    (void)index;
    (void)vertex;
    ++**(uint32_t *const *)constants;
}

TEST(raster_vertices_are_transformed_once) {
    uint32_t calls = 0, *const where = &calls;
    static const uint8_t list[36] = {4, 5, 7, 4, 7, 6, 1, 0, 2, 1, 2, 3, 5, 1, 3, 5, 3, 7,
                                     0, 4, 6, 0, 6, 2, 6, 7, 3, 6, 3, 2, 0, 1, 5, 0, 5, 4};
    mat34 place = tilted();
    rs_batch batch;
    begin();
    look.stage = counting;
    look.constants = &where;
    batch = cube_batch(&place);
    (void)draw_one(&batch, NULL);
    CHECK_EQ(calls, 24); /* each vertex is computed once, since normals are hard */
    begin();
    look.stage = counting;
    look.constants = &where;
    calls = 0;
    batch = cube_batch(&place);
    memset(batch.streams, 0, sizeof batch.streams);
    batch.streams[RS_POSITION] = (rs_stream){corners, 6, RS_INT16_3};
    batch.vertex_count = 8;
    batch.indices = list;
    batch.index_bytes = 1;
    (void)draw_one(&batch, NULL);
    CHECK_EQ(calls, 8);
}

TEST(raster_locked_vertices_serve_two_passes) {
    static rs_pixel_state second;
    rs_material other;
    uint32_t calls = 0, *const where = &calls, hash[2];
    mat34 place = tilted(), moved = place;
    for (int locked = 0; locked < 2; locked++) {
        rs_frame *frame = begin();
        rs_batch batch = cube_batch(&place);
        look.stage = counting;
        look.constants = &where;
        calls = 0;
        if (locked) {
            batch.locked = rs_frame_lock(frame, &batch, 0, 24);
            CHECK(batch.locked != NULL);
        }
        CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
        memset(&second, 0, sizeof second);
        second.depth.function = RS_EQUAL;
        second.blend.mode = RS_BLEND_ADD;
        other = scene.material;
        other.state = &second;
        batch.material = &other;
        CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
        CHECK_EQ(calls, locked ? 24 : 48);
        if (locked) { /* a locked batch at another place is transformed anew */
            moved.m[0][3] = FX(0.5);
            batch.place = &moved;
            CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
            CHECK_EQ(calls, 48);
            batch.place = &place;
            CHECK_EQ(rs_frame_lights(frame, 50, scene.lights, 1), RS_OK);
            CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
            CHECK_EQ(calls, 72);
            /* The first two draws again, without the third. */
            frame = scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
            batch.material = &scene.material;
            batch.locked = NULL;
            batch.locked = rs_frame_lock(frame, &batch, 0, 24);
            CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
            batch.material = &other;
            CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
        }
        hash[locked] = finish(frame);
    }
    CHECK_EQ(hash[0], hash[1]);
}

TEST(raster_captured_vertices_draw_the_same) {
    static rs_attributes captured[24];
    uint32_t calls = 0, *const where = &calls, twice, once;
    mat34 place = tilted();
    rs_batch batch;
    rs_frame *frame = begin();
    look.stage = counting;
    look.constants = &where;
    batch = cube_batch(&place);
    CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
    CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
    twice = finish(frame);
    CHECK_EQ(calls, 48);
    frame = begin();
    calls = 0;
    look.stage = counting;
    look.constants = &where;
    batch = cube_batch(&place);
    CHECK_EQ(rs_capture(&batch, 0, 24, captured), 24);
    CHECK_EQ(rs_capture(&batch, 20, 5, captured), 0);
    look.stage = NULL;
    rs_streams_of_attributes(captured, batch.streams);
    CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
    CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
    once = finish(frame);
    CHECK_EQ(calls, 24); /* the stage is called half as often */
    CHECK_EQ(once, twice);
}

TEST(raster_writing_locked_vertices_is_an_assertion) {
    mat34 place = tilted();
    rs_frame *frame = begin();
    rs_batch batch = cube_batch(&place);
    batch.locked = rs_frame_lock(frame, &batch, 0, 24);
    CHECK(batch.locked != NULL);
    cube[3].position[0]++;
    CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

TEST(raster_instances_share_their_set_up) {
    enum { COUNT = 100 };
    static rs_instance records[COUNT];
    uint32_t hash[2];
    for (int together = 0; together < 2; together++) {
        rs_frame *frame = begin();
        rs_batch batch = cube_batch(NULL);
        rs_stats stats;
        batch.count = 6; /* each draw is one square */
        for (int i = 0; i < COUNT; i++) {
            records[i].position = v3(FX(0.5) * (i % 10) - FX(2.2), FX(0.4) * (i / 10) - FX(1.8), -FX(3));
            records[i].scale = FX(0.2);
            records[i].yaw = (ang16)(i * 700);
            records[i].tint = i % 3 == 0 ? 0xFFFF8040u : 0;
        }
        if (together) {
            CHECK_EQ(rs_frame_instances(frame, &batch, records, COUNT, sizeof records[0]), RS_OK);
        } else {
            for (int i = 0; i < COUNT; i++) { /* draws of single instances, by matrices made here */
                const mat34 size = m34_scaling(v3(records[i].scale, records[i].scale, records[i].scale));
                const rig34 there = {rot33_about_y((ang32)records[i].yaw << 16), records[i].position};
                const mat34 turn = m34_from_rig34(&there), place = m34_mul(&turn, &size);
                rs_batch own = batch;
                own.place = &place;
                own.tint = records[i].tint;
                CHECK_EQ(rs_frame_batch(frame, &own), RS_OK);
            }
        }
        rs_frame_stats(frame, &stats);
        CHECK_EQ(stats.setups, together ? 1 : COUNT);
        CHECK_EQ(stats.lost, 0);
        hash[together] = finish(frame);
    }
    CHECK_EQ(hash[0], hash[1]);
}

/* (1,0,0), a quarter turn about +Y, moved by (10,0,0): (10,0,-1). */
TEST(raster_instances_turn_to_the_left) {
    static const rs_instance one = {.position = {FX(10), 0, 0}, .yaw = ANG16_90};
    static const fx point[3] = {FX_ONE, 0, 0};
    const rs_vertex *v;
    const rs_draw *draw;
    rs_frame *frame;
    rs_batch batch;
    int64_t x;
    begin();
    scene.camera.world_to_view.m[0][3] = -FX(10);
    scene.camera.world_to_view.m[2][3] = -FX(4);
    frame = scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
    batch = cube_batch(NULL);
    memset(batch.streams, 0, sizeof batch.streams);
    batch.streams[RS_POSITION] = (rs_stream){point, 0, RS_FX_3};
    batch.vertex_count = batch.count = 1;
    batch.indices = NULL;
    batch.primitive = RS_POINTS;
    CHECK_EQ(rs_frame_instances(frame, &batch, &one, 1, 0), RS_OK);
    CHECK_EQ(frame->item_count, 1);
    draw = (const rs_draw *)(const void *)(frame->list + (size_t)rs_item_at(frame, 0)->draw * RS_DRAW_ALIGN);
    v = &draw->vertices[0];
    CHECK_EQ(v->x, SCENE_WIDTH * 8); /* x = 10 lies straight ahead */
    CHECK_EQ(v->y, SCENE_HEIGHT * 8);
    /* The instance is 5 m away: near / w in Q2.29. */
    x = ((int64_t)scene.camera.near_plane << 29) / FX(5);
    CHECK_NEAR(draw->inverse_w[0], x, x >> 14);
}

/* ---- streams (021, 024) ---- */

TEST(raster_streams_and_strides_agree) {
    static int16_t positions[24 * 3], uvs[24 * 2];
    static int8_t normals[24 * 3];
    uint32_t hash[3];
    mat34 place = tilted();
    for (int form = 0; form < 3; form++) {
        rs_frame *frame = begin();
        rs_batch batch = cube_batch(&place);
        scene.material.texture = &scene.texture;
        for (int i = 0; i < 24; i++) {
            memcpy(positions + 3 * i, cube[i].position, 6);
            memcpy(normals + 3 * i, cube[i].normal, 3);
            memcpy(uvs + 2 * i, cube[i].uv, 4);
        }
        if (form > 0) {
            memset(batch.streams, 0, sizeof batch.streams);
            batch.streams[RS_POSITION] = (rs_stream){positions, (uint16_t)(form == 1 ? 0 : 6), RS_INT16_3};
            batch.streams[RS_NORMAL] = (rs_stream){normals, (uint16_t)(form == 1 ? 0 : 3), RS_INT8_3};
            batch.streams[RS_TEXCOORD] = (rs_stream){uvs, (uint16_t)(form == 1 ? 0 : 4), RS_Q12_2};
        }
        CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
        hash[form] = finish(frame);
    }
    CHECK_EQ(hash[1], hash[0]);
    CHECK_EQ(hash[2], hash[0]);
}

TEST(raster_reserved_vertices_are_not_copied) {
    mat34 place = tilted();
    uint32_t plain, hash;
    rs_batch batch;
    rs_frame *frame;
    lit_record *room;
    rs_stats stats;
    begin();
    batch = cube_batch(&place);
    plain = draw_one(&batch, NULL);
    frame = begin();
    room = rs_frame_reserve(frame, &rs_format_lit, 24);
    CHECK(room != NULL);
    CHECK((const uint8_t *)room >= (const uint8_t *)scene.list &&
          (const uint8_t *)(room + 24) <= (const uint8_t *)scene.list + sizeof scene.list);
    memcpy(room, cube, sizeof cube);
    batch = cube_batch(&place);
    rs_streams_from(&rs_format_lit, room, batch.streams);
    CHECK(batch.streams[RS_POSITION].data == (const void *)room);
    hash = draw_one(&batch, &stats);
    CHECK_EQ(hash, plain);
    CHECK_EQ(stats.copied, 0);
    frame = begin();
    CHECK(rs_frame_reserve(frame, &rs_format_lit, 60000) == NULL);
    rs_frame_stats(frame, &stats);
    CHECK_EQ(stats.lost, 1);
    CHECK(rs_frame_reserve(frame, &rs_format_lit, 0x10000u) == NULL);
}
