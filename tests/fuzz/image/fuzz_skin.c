/* Fuzz target: skeletons, clips, skins and meshes that are damaged behind good hashes are refused, or give poses within their bounds. */
#include <stdlib.h>
#include <string.h>

#include "kernel/animation/clock.h"
#include "kernel/animation/skin.h"
#include "rom/check.h"
#include "tests/unit/kernel/animation/animation_chunks.h"

enum { VERTICES = 24, JOINTS = 4, CHUNKS = 3 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
void test_fail(const char *file, int line, const char *what, long long actual, long long expected) {
    (void)file, (void)line, (void)what, (void)actual, (void)expected;
    abort();
}
void test_info(const char *format, ...) { (void)format; }

static _Alignas(16) uint8_t skeleton[1024], clip[4096], skin[512], memory[4096];
static int16_t positions[VERTICES * 3];
static int8_t normals[VERTICES * 4], faces[VERTICES * 4];
static uint16_t indices[VERTICES];

static void row(uint32_t sample, uint32_t joint, fx n[7]) {
    n[0] = (fx)(sample * 9000);
    n[4] = (fx)(joint * 30000);
}

/* Makes a skin: a third of its vertices with one joint, a third with two, the rest with four. */
static uint32_t make_skin(void) {
    uint32_t rows = ROM_SKIN_SIZE, runs = rows + JOINTS * ROM_SKIN_JOINT_SIZE,
             at = runs + 3 * ROM_SKIN_RUN_SIZE, bytes = at + 8 * 3 + 8 * 7;
    chunk_begin(skin, bytes, ROM_SKIN_SIZE);
    chunk_put(skin + ROM_SKIN_VERTICES, VERTICES, 4);
    chunk_put(skin + ROM_SKIN_JOINT_COUNT, JOINTS, 4);
    chunk_put(skin + ROM_SKIN_JOINTS_AT, rows, 4);
    chunk_put(skin + ROM_SKIN_RUNS, 3, 4);
    chunk_put(skin + ROM_SKIN_RUNS_AT, runs, 4);
    chunk_put(skin + ROM_SKIN_DATA_BYTES, 80, 4);
    chunk_put(skin + ROM_SKIN_DATA_AT, at, 4);
    for (uint32_t i = 0; i < JOINTS; i++) {
        skin[rows + i * ROM_SKIN_JOINT_SIZE] = (uint8_t)(i == 3 ? OX_JOINT_NONE : i);
        chunk_put(skin + rows + i * ROM_SKIN_JOINT_SIZE + ROM_SKIN_JOINT_REACH, 90000, 4);
        if (i > 2) continue;
        skin[runs + i * ROM_SKIN_RUN_SIZE] = 8;
        skin[runs + i * ROM_SKIN_RUN_SIZE + ROM_SKIN_RUN_INFLUENCES] = (uint8_t)(1u << i);
    }
    for (uint32_t i = 0; i < 80; i++) skin[at + i] = (uint8_t)(i % 4);
    return bytes;
}

/* Sets the hash of the skeleton that clips and skins are bound to, as the damage has changed it. */
static void mend(void) {
    uint32_t crc = 0, count = rom_u32(skeleton + ROM_SKELETON_JOINT_COUNT);
    for (uint32_t i = 0; i < count && i < JOINTS; i++) {
        const uint8_t *at = skeleton + ROM_SKELETON_SIZE + i * ROM_JOINT_SIZE;
        uint8_t key[8] = {at[0], at[1], at[2], at[3], at[ROM_JOINT_PARENT], 0, 0, 0};
        crc = rom_crc32(crc, key, sizeof key);
    }
    chunk_put(skeleton + ROM_SKELETON_HASH, crc, 4);
    chunk_put(clip + ROM_CLIP_SKELETON_HASH, crc, 4);
    chunk_put(skin + ROM_SKIN_SKELETON_HASH, crc, 4);
}

static void play(const rs_mesh *mesh, fx time) {
    static sqt local[OX_JOINTS_MOST], other[OX_JOINTS_MOST], global[OX_JOINTS_MOST];
    ox_arena arena;
    ox_frame_memory frame;
    ox_skin view;
    rs_mesh posed;
    const ox_clip_clock clock = {.start = (uint32_t)time & 255u, .rate = time, .loops = (uint16_t)(time & 3)};
    if (!ox_skin_open(&view, skin, skeleton, mesh)) return;
    ox_arena_init(&arena, memory, sizeof memory);
    if (!ox_frame_memory_init(&frame, &arena, (uint32_t)time % 2900u + 64u, 1)) abort();
    ox_frame_memory_begin(&frame);
    ox_pose_bind(skeleton, local);
    memcpy(other, local, sizeof other);
    ox_pose_sample(clip, time, local, OX_JOINTS_MOST);
    ox_pose_sample(clip, ox_clip_clock_at(&clock, clip, (uint32_t)time >> 3, (uf16)(time & 0xFFFF), 60).time,
                   other, OX_JOINTS_MOST);
    ox_pose_blend(local, other, (uf16)((uint32_t)time % 65537u), ox_pose_joints(skeleton), local);
    ox_pose_global(skeleton, local, global);
    ox_status status = ox_skin_pose(&view, global, (time & 1) != 0, &frame, &posed);
    if (status == OX_OK ? !rs_mesh_valid(&posed)
                        : status != OX_OUT_OF_MEMORY || posed.positions != mesh->positions)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const int8_t parents[JOINTS] = {-1, 0, 1, 1};
    const vec3 places[JOINTS] = {{0, 0, 0}, {FX_ONE, 0, 0}, {0, FX_ONE, 0}, {0, 0, FX_ONE}};
    rs_submesh part = {.triangle_count = VERTICES / 3, .vertex_count = VERTICES};
    rs_mesh mesh = {.positions = positions,
                    .normals = normals,
                    .indices = indices,
                    .faces = faces,
                    .parts = &part,
                    .vertex_count = VERTICES,
                    .triangle_count = VERTICES / 3,
                    .part_count = 1};
    uint8_t *const chunks[CHUNKS] = {skeleton, clip, skin};
    uint32_t bytes[CHUNKS];
    static const uint32_t tags[CHUNKS] = {ROM_TAG_SKELETON, ROM_TAG_CLIP, ROM_TAG_SKIN};
    if (size < 8) return 0;
    fx time = (fx)rom_u32(data);
    mesh.exponent = data[4] % 17;
    mesh.offset =
        (vec3){(fx)((uint32_t)data[5] << 24), (fx)((uint32_t)data[6] << 20), (fx)((uint32_t)data[7] << 12)};
    for (uint32_t i = 0; i < VERTICES * 3; i++) positions[i] = (int16_t)(uint16_t)(i * 2654435761u >> 8);
    for (uint32_t i = 0; i < VERTICES; i++) indices[i] = (uint16_t)i;
    for (uint32_t i = 0; i < VERTICES * 4; i++) normals[i] = (int8_t)((int)(i * 40503u >> 3 & 255u) - 128);
    bytes[0] = make_skeleton(skeleton, parents, places, JOINTS);
    bytes[1] = make_clip(clip, skeleton, 5, (data[4] & 32) != 0, 30, row);
    bytes[2] = make_skin();
    for (data += 8, size -= 8; size >= 4; data += 4, size -= 4) {
        uint32_t which = data[0] % CHUNKS;
        chunks[which][4 + ((uint32_t)data[1] | (uint32_t)data[2] << 8) % (bytes[which] - 4)] = data[3];
    }
    mend();
    for (int i = 0; i < CHUNKS; i++) {
        if (rom_check_chunk(tags[i], chunks[i], bytes[i], NULL) != ROM_OK) return 0;
    }
    play(&mesh, time);
    return 0;
}
