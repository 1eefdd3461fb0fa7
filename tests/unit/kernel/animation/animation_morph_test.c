/* Tests of meshes whose vertices go to other places: weights, frames, normals, and damaged images. */
#include "kernel/animation/morph.h"
#include "tests/unit/kernel/animation/animation_chunks.h"

enum { VERTICES = 6, TARGETS = 4, BYTES = 512 };

static _Alignas(16) uint8_t chunk[BYTES], frame_bytes[8192];
static int16_t positions[VERTICES * 3];
static int8_t normals[VERTICES * 4];
static uint16_t indices[VERTICES] = {0, 1, 2, 3, 4, 5};
static rs_submesh part = {.triangle_count = VERTICES / 3, .vertex_count = VERTICES};
static rs_mesh mesh, posed;
static ox_arena arena;
static ox_frame_memory frame;
static uint32_t data_at, data_bytes;
static fx slack;

static void begin_target(uint32_t number, uint32_t moved, uint32_t shift, uint32_t flags) {
    uint8_t *row = chunk + ROM_MORPH_SIZE + number * ROM_MORPH_TARGET_SIZE;
    chunk_put(row, joint_name(number), 4);
    chunk_put(row + ROM_MORPH_TARGET_FIRST, data_bytes, 4);
    chunk_put(row + ROM_MORPH_TARGET_MOVED, moved, 4);
    row[ROM_MORPH_TARGET_SHIFT] = (uint8_t)shift;
    row[ROM_MORPH_TARGET_FLAGS] = (uint8_t)flags;
    chunk_put(row + ROM_MORPH_TARGET_REACH, FX_ONE, 4);
}

static void put_bytes(const int8_t *bytes, uint32_t count) {
    memcpy(chunk + data_at + data_bytes, bytes, count);
    data_bytes += count;
}

/* Four targets: vertex 1 moves by (10, -20, 31); vertices 3 and 5 by 4 times so much; all by (1, 2, 3) or so; all with a turned normal. Two runs: a loop of
 * targets 0 to 2, and 2 to 3, which is none. */
static void make_morph(void) {
    static const int8_t first[] = {1, 10, -20, 31}, second[] = {3, 100, 0, -50, 1, -7, 8, 9},
                        third[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18};
    const uint32_t runs = ROM_MORPH_SIZE + TARGETS * ROM_MORPH_TARGET_SIZE;
    data_at = runs + 2 * ROM_MORPH_RUN_SIZE;
    data_bytes = 0;
    chunk_begin(chunk, BYTES, ROM_MORPH_SIZE);
    begin_target(0, 1, 0, 0);
    put_bytes(first, sizeof first);
    begin_target(1, 2, 2, 0);
    put_bytes(second, sizeof second);
    begin_target(2, VERTICES, 0, ROM_MORPH_TARGET_ALL);
    put_bytes(third, sizeof third);
    begin_target(3, VERTICES, 0, ROM_MORPH_TARGET_ALL | ROM_MORPH_TARGET_NORMALS);
    for (int i = 0; i < VERTICES; i++)
        put_bytes((const int8_t[]){1, 1, 1, -9, 32, 0}, 6); /* 30 degrees about Z */
    chunk_put(chunk + ROM_MORPH_VERTICES, VERTICES, 4);
    chunk_put(chunk + ROM_MORPH_TARGET_COUNT, TARGETS, 4);
    chunk_put(chunk + ROM_MORPH_TARGETS_AT, ROM_MORPH_SIZE, 4);
    chunk_put(chunk + ROM_MORPH_RUN_COUNT, 2, 4);
    chunk_put(chunk + ROM_MORPH_RUNS_AT, runs, 4);
    chunk_put(chunk + ROM_MORPH_DATA_BYTES, data_bytes, 4);
    chunk_put(chunk + ROM_MORPH_DATA_AT, data_at, 4);
    for (uint32_t i = 0; i < 2; i++) {
        uint8_t *row = chunk + runs + i * ROM_MORPH_RUN_SIZE;
        chunk_put(row, 77 + i, 4);
        chunk_put(row + ROM_MORPH_RUN_FIRST, i == 0 ? 0 : 2, 2);
        chunk_put(row + ROM_MORPH_RUN_FRAMES, i == 0 ? 3 : 2, 2);
        chunk_put(row + ROM_MORPH_RUN_RATE, 10 * FX_ONE, 4);
        row[ROM_MORPH_RUN_FLAGS] = i == 0 ? ROM_MORPH_RUN_LOOPS : 0;
    }
    CHECK(chunk_is_sound(ROM_TAG_MORPH, chunk, data_at + data_bytes));
    for (int i = 0; i < VERTICES * 3; i++) positions[i] = (int16_t)(100 * i - 700);
    for (int i = 0; i < VERTICES; i++) normals[4 * i] = 127;
    mesh = (rs_mesh){.positions = positions,
                     .normals = normals,
                     .indices = indices,
                     .parts = &part,
                     .vertex_count = VERTICES,
                     .triangle_count = VERTICES / 3,
                     .part_count = 1,
                     .radius = FX_ONE};
    ox_arena_init(&arena, frame_bytes, sizeof frame_bytes);
    CHECK(ox_frame_memory_init(&frame, &arena, 4096, 1));
}

static void morph(const ox_morph_weight *weights, uint32_t count, bool plain, bool faces) {
    ox_frame_memory_begin(&frame);
    CHECK_EQ(
        ox_morph_pose(chunk, &mesh, &(ox_morph_wish){weights, count, plain, faces}, &frame, &posed, &slack),
        OX_OK);
}

static int way(uint32_t vertex, uint32_t axis) {
    return posed.positions[3 * vertex + axis] - positions[3 * vertex + axis];
}

/* Without a weight the mesh is drawn where it lies; 1 is the target, a half the middle, rounded once; targets add. */
TEST(morph_weights_move_vertices) {
    make_morph();
    CHECK_EQ(ox_morph_find(chunk, joint_name(2)), 2);
    CHECK_EQ(ox_morph_find(chunk, 5), OX_MORPH_NONE);
    morph((const ox_morph_weight[]){{0, 0}, {OX_MORPH_NONE, FX_ONE}}, 2, false, false);
    CHECK(posed.positions == mesh.positions && posed.normals == mesh.normals && slack == 0);
    morph((const ox_morph_weight[]){{0, FX_ONE}}, 1, false, false);
    CHECK(way(1, 0) == 10 && way(1, 1) == -20 && way(1, 2) == 31);
    CHECK(way(0, 0) == 0 && way(2, 2) == 0 && way(5, 1) == 0);
    CHECK(slack >= FX_ONE && posed.radius == mesh.radius + slack);
    morph((const ox_morph_weight[]){{0, FX_ONE / 2}}, 1, false, false);
    CHECK(way(1, 0) == 5 && way(1, 1) == -10 && way(1, 2) == 16);                /* 15.5 goes up */
    morph((const ox_morph_weight[]){{0, FX_ONE}, {1, FX_ONE}}, 2, false, false); /* apart from each other */
    CHECK(way(1, 2) == 31 && way(3, 0) == 400 && way(3, 2) == -200 && way(5, 1) == 32 && way(4, 0) == 0);
    morph((const ox_morph_weight[]){{0, FX_ONE / 2}, {2, FX_ONE / 2}}, 2, false, false);
    CHECK(way(1, 0) == 7 && way(1, 1) == -7 && way(1, 2) == 19); /* means of 10 4, -20 5 and 31 6 */
    morph((const ox_morph_weight[]){{2, -FX_ONE}, {0, 5 * FX_ONE}}, 2, false, false);
    CHECK(way(0, 1) == -2 && way(1, 0) == 20 - 4); /* from -1 to 2 */
    CHECK(posed.normals == mesh.normals);          /* none of these has normals */
}

/* At a frame its places come out as they were packed, half way is the mean; a loop leads from the last to the first, another run is held at its ends. */
TEST(morph_frames_lie_between_their_neighbours) {
    ox_morph_weight weights[2];
    bool ended;
    make_morph();
    const ox_morph_motion loop = ox_morph_motion_of(chunk, ox_morph_run(chunk, 77)),
                          once = ox_morph_motion_of(chunk, ox_morph_run(chunk, 78));
    CHECK(loop.frames == 3 && loop.loops && loop.rate == 10 * FX_ONE && once.first == 2 && !once.loops);
    CHECK_EQ(ox_morph_frames(&loop, FX_ONE, weights), 1);
    morph(weights, 1, false, false);
    CHECK(way(3, 0) == 400 && way(5, 2) == 36 && way(1, 0) == 0);
    CHECK_EQ(ox_morph_frames(&loop, FX_ONE + FX_ONE / 2, weights), 2);
    morph(weights, 2, false, false);
    CHECK(way(3, 0) == (400 + 10) / 2 && way(3, 2) == (-200 + 12) / 2 && way(0, 1) == 1);
    CHECK_EQ(ox_morph_frames(&loop, 2 * FX_ONE + FX_ONE / 4, weights), 2);
    CHECK(weights[0].target == 2 && weights[0].weight == 3 * FX_ONE / 4 && weights[1].target == 0);
    CHECK_EQ(ox_morph_wrap(&loop, -FX_ONE / 2, &ended), 5 * FX_ONE / 2);
    CHECK(!ended);
    CHECK_EQ(ox_morph_wrap(&loop, (int64_t)300 * FX_ONE + 9, &ended), 9);
    CHECK_EQ(ox_morph_wrap(&once, 7 * FX_ONE, &ended), FX_ONE);
    CHECK(ended && ox_morph_frames(&once, 7 * FX_ONE, weights) == 1 && weights[0].target == 3);
    CHECK_EQ(ox_morph_wrap(&once, FX_ONE / 3, &ended), FX_ONE / 3);
    CHECK(!ended);
}

static int length_of(uint32_t vertex) {
    const int8_t *n = posed.normals + 4 * vertex;
    return n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
}

/* Normals that turn by 30 degrees keep 95 % of their length on the way; those that turn far are brought back to it; `plain` leaves them, and no place is another. */
TEST(morph_normals_go_with_their_vertices) {
    int16_t places[VERTICES * 3];
    make_morph();
    for (int part_of = 1; part_of <= 8; part_of++) {
        morph((const ox_morph_weight[]){{3, FX_ONE * part_of / 8}}, 1, false, false);
        CHECK(length_of(2) >= 120 * 120 && length_of(2) <= 129 * 129); /* 0.95 of 127 */
    }
    CHECK_NEAR(posed.normals[4 * 2], 110, 2);
    CHECK_NEAR(posed.normals[4 * 2 + 1], 63, 2);
    memcpy(places, posed.positions, sizeof places);
    morph((const ox_morph_weight[]){{3, FX_ONE}}, 1, true, false);
    CHECK(posed.normals == mesh.normals);
    CHECK(memcmp(places, posed.positions, sizeof places) == 0);
    chunk[ROM_MORPH_SIZE + 3 * ROM_MORPH_TARGET_SIZE + ROM_MORPH_TARGET_FLAGS] |= ROM_MORPH_TARGET_FAR;
    morph((const ox_morph_weight[]){{3, 2 * FX_ONE}}, 1, false, false);
    CHECK_NEAR(length_of(4), 127 * 127, 200);
    int8_t sides[4 * VERTICES / 3];
    morph((const ox_morph_weight[]){{1, FX_ONE}}, 1, false, true);
    CHECK(posed.faces != NULL);
    memcpy(sides, posed.faces, sizeof sides);
    CHECK(sides[0] * sides[0] + sides[1] * sides[1] + sides[2] * sides[2] > 120 * 120);
}

/* A mesh of fewer vertices has the first ones moved alike; without memory a mesh is as it was. */
TEST(morph_prefixes_and_want_of_memory) {
    int16_t whole[VERTICES * 3];
    const ox_morph_weight weights[] = {{1, FX_ONE}, {2, FX_ONE / 3}, {3, FX_ONE}};
    make_morph();
    morph(weights, 3, false, false);
    memcpy(whole, posed.positions, sizeof whole);
    for (uint32_t count = 1; count < VERTICES; count++) {
        mesh.vertex_count = count;
        mesh.triangle_count = 0;
        morph(weights, 3, false, false);
        CHECK(memcmp(whole, posed.positions, count * 6) == 0);
    }
    mesh.vertex_count = VERTICES;
    ox_arena_init(&arena, frame_bytes, sizeof frame_bytes);
    CHECK(ox_frame_memory_init(&frame, &arena, 64, 1));
    ox_frame_memory_begin(&frame);
    const size_t before = ox_frame_memory_mark(&frame);
    CHECK_EQ(ox_morph_pose(chunk, &mesh, &(ox_morph_wish){weights, 3, false, false}, &frame, &posed, &slack),
             OX_OUT_OF_MEMORY);
    CHECK(posed.positions == mesh.positions && ox_frame_memory_mark(&frame) == before);
}

/* Every byte of an image may be another: it is refused, or vertices go somewhere. */
TEST(morph_damaged_images_are_refused_or_harmless) {
    rom_error error;
    uint32_t refused = 0;
    make_morph();
    const uint32_t bytes = data_at + data_bytes;
    for (uint32_t at = 4; at < bytes; at++) {
        for (uint32_t k = 0; k < 3; k++) {
            const uint8_t was = chunk[at];
            chunk[at] = (uint8_t)(k == 0 ? was ^ 0x80 : k == 1 ? was + 1 : 255);
            if (rom_check_chunk(ROM_TAG_MORPH, chunk, bytes, &error) != ROM_OK)
                refused++;
            else
                morph((const ox_morph_weight[]){{0, FX_ONE}, {1, 2 * FX_ONE}, {2, -FX_ONE}, {3, FX_ONE}}, 4,
                      false, true);
            chunk[at] = was;
        }
    }
    CHECK(refused > 100);
    chunk[data_at + 4] = 5; /* a target that skips beyond the mesh */
    CHECK(rom_check_chunk(ROM_TAG_MORPH, chunk, bytes, &error) != ROM_OK);
}
