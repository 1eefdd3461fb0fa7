/* Builds skeletons, clips, skins and meshes in memory, for tests of poses and skinning. Bind poses have no rotation. */
#ifndef OXCART_TEST_ANIMATION_CHUNKS_H
#define OXCART_TEST_ANIMATION_CHUNKS_H

#include <string.h>

#include "kernel/animation/pose.h"
#include "rom/check.h"
#include "tests/test.h"

static inline void chunk_put(uint8_t *at, uint32_t value, int bytes) {
    for (int i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> (8 * i));
}

static inline void chunk_begin(uint8_t *at, uint32_t bytes, uint32_t header) {
    memset(at, 0, bytes);
    chunk_put(at, 0x0100, 2);
    chunk_put(at + 2, header, 2);
}

static inline uint32_t joint_name(uint32_t joint) { return 0x1000u + 7u * joint; } /* rising */

/* Makes a skeleton with joint i at `places[i]` from its parent; returns its bytes. */
static inline uint32_t make_skeleton(uint8_t *s, const int8_t *parents, const vec3 *places, uint32_t count) {
    uint32_t at = ROM_SKELETON_SIZE, names = at + count * ROM_JOINT_SIZE,
             bytes = names + count * ROM_JOINT_NAME_SIZE, crc = 0;
    chunk_begin(s, bytes, ROM_SKELETON_SIZE);
    chunk_put(s + ROM_SKELETON_JOINT_COUNT, count, 4);
    chunk_put(s + ROM_SKELETON_JOINTS_AT, at, 4);
    chunk_put(s + ROM_SKELETON_NAMES_AT, names, 4);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *row = s + at + i * ROM_JOINT_SIZE, key[8] = {0};
        const fx own[3] = {places[i].x, places[i].y, places[i].z};
        chunk_put(row, joint_name(i), 4);
        row[ROM_JOINT_PARENT] = (uint8_t)parents[i];
        chunk_put(row + ROM_JOINT_ROTATION + 6, 16384, 2);
        chunk_put(row + ROM_JOINT_SCALE, FX_ONE, 4);
        for (uint32_t k = 0; k < 3; k++) {
            const uint8_t *above = s + at + (uint32_t)(parents[i] < 0 ? 0 : parents[i]) * ROM_JOINT_SIZE +
                                   ROM_JOINT_INVERSE + 16 * k + 12;
            uint32_t there = (parents[i] < 0 ? 0 : rom_u32(above)) - (uint32_t)own[k];
            chunk_put(row + ROM_JOINT_TRANSLATION + 4 * k, (uint32_t)own[k], 4);
            chunk_put(row + ROM_JOINT_INVERSE + 20 * k, FX_ONE, 4);
            chunk_put(row + ROM_JOINT_INVERSE + 16 * k + 12, there, 4);
        }
        chunk_put(s + names + i * ROM_JOINT_NAME_SIZE, joint_name(i), 4);
        chunk_put(s + names + i * ROM_JOINT_NAME_SIZE + 4, i, 4);
        memcpy(key, row, 4);
        key[4] = row[ROM_JOINT_PARENT];
        crc = rom_crc32(crc, key, sizeof key);
    }
    chunk_put(s + ROM_SKELETON_HASH, crc, 4);
    return bytes;
}

/* A plain clip that moves all joints of the skeleton: `row(sample, joint, numbers)` gives quaternion and translation. */
typedef void clip_row(uint32_t sample, uint32_t joint, fx numbers[7]);
static inline uint32_t make_clip(uint8_t *c, const uint8_t *skeleton, uint32_t frames, bool loops,
                                 uint32_t rate, clip_row *row) {
    uint32_t joints = ox_pose_joints(skeleton), samples = frames + (loops ? 0u : 1u), at = ROM_CLIP_SIZE,
             numbers = at + ((joints + 3u) & ~3u), bytes = numbers + samples * joints * 28;
    chunk_begin(c, bytes, ROM_CLIP_SIZE);
    chunk_put(c + ROM_CLIP_SKELETON_HASH, rom_u32(skeleton + ROM_SKELETON_HASH), 4);
    chunk_put(c + ROM_CLIP_RATE, rate << 8, 2);
    c[ROM_CLIP_FLAGS] = loops ? ROM_CLIP_LOOPS : 0;
    chunk_put(c + ROM_CLIP_FRAMES, frames, 4);
    chunk_put(c + ROM_CLIP_SAMPLES, samples, 4);
    chunk_put(c + ROM_CLIP_CHANNEL_COUNT, joints * 7, 2);
    chunk_put(c + ROM_CLIP_JOINT_COUNT, joints, 4);
    chunk_put(c + ROM_CLIP_JOINTS_AT, at, 4);
    chunk_put(c + ROM_CLIP_SAMPLE_COUNT, samples * joints * 7, 4);
    chunk_put(c + ROM_CLIP_SAMPLES_AT, numbers, 4);
    for (uint32_t i = 0; i < joints; i++) c[at + i] = (uint8_t)i;
    for (uint32_t s = 0; s < samples; s++) {
        for (uint32_t j = 0; j < joints; j++) {
            fx values[7] = {0, 0, 0, FX_ONE, 0, 0, 0};
            row(s, j, values);
            for (uint32_t k = 0; k < 7; k++)
                chunk_put(c + numbers + ((s * joints + j) * 7 + k) * 4, (uint32_t)values[k], 4);
        }
    }
    return bytes;
}

static inline bool chunk_is_sound(uint32_t tag, const uint8_t *chunk, uint32_t bytes) {
    rom_error error = {.text = ""};
    if (rom_check_chunk(tag, chunk, bytes, &error) == ROM_OK) return true;
    TEST_INFO("%s", error.text);
    return false;
}

static inline quat about_z(int degrees) {
    return q4_from_axis_angle((dir30){0, 0, Q30_ONE}, (ang32)((int64_t)degrees * 4294967296 / 360));
}

#endif
