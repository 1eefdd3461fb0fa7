/* Formats that only the player of sound and motion unpacks: ADPCM blocks and compressed clips, worked out by hand. */
#include <string.h>

#include "rom/adpcm.h"
#include "rom/check.h"
#include "rom/clip.h"
#include "rom/records.h"
#include "tests/test.h"

/* ---- sounds ---- */

/* The vectors of IMA ADPCM: codes from sample 0 and step 7, and the samples that they give, worked out by hand. */
TEST(rom_adpcm_codes_by_hand) {
    static const uint8_t codes[] = {7, 7, 7, 7, 0, 8, 15, 4, 12, 3};
    static const int32_t samples[] = {11, 41, 104, 240, 259, 242, -1, 312, -67, 290};
    static const int32_t indices[] = {8, 16, 24, 32, 31, 30, 38, 40, 42, 41};
    rom_adpcm state = {0, 0};
    for (int i = 0; i < 10; i++) {
        rom_adpcm_next(&state, codes[i]);
        CHECK_EQ(state.sample, samples[i]);
        CHECK_EQ(state.index, indices[i]);
    }
    state = (rom_adpcm){32767, 88};
    CHECK_EQ(rom_adpcm_next(&state, 7), 32767);
    CHECK_EQ(state.index, 88);
    state = (rom_adpcm){-32768, 0};
    CHECK_EQ(rom_adpcm_next(&state, 15), -32768);
}

TEST(rom_adpcm_blocks_and_refusals) {
    static const uint8_t mono[] = {1, 0, 0, 0, 0x77, 0x77};
    int16_t samples[32];
    rom_error fault;
    CHECK_EQ(rom_adpcm_frames(6, 1), 5);
    CHECK_EQ(rom_adpcm_frames(3, 1), 0);
    CHECK_EQ(rom_adpcm_frames(4096, 1), 8185);
    CHECK_EQ(rom_adpcm_frames(8 + 16, 2), 17);
    CHECK_EQ(rom_adpcm_frames(100, 3), 0);
    CHECK_EQ(rom_adpcm_block(mono, 6, 1, samples, 5, &fault), ROM_OK);
    CHECK(samples[0] == 1 && samples[1] == 12 && samples[2] == 42 && samples[3] == 105 && samples[4] == 241);
    samples[0] = 99;
    CHECK_EQ(rom_adpcm_block(mono, 6, 1, samples, 6, &fault), ROM_BAD_PACKING);
    CHECK_EQ(samples[0], 99);
    static const uint8_t bad[] = {1, 0, 89, 0, 0};
    CHECK_EQ(rom_adpcm_block(bad, 5, 1, samples, 3, &fault), ROM_BAD_PACKING);
    CHECK_EQ(fault.offset, 2);
    CHECK_EQ(rom_adpcm_begin(bad).index, 88);
}

/* ---- motions ---- */

/* A compressed clip of 10 frames with two joints: joint 3 turns by a quarter about z from frame 0 to 8, joint
 * 5 moves along x. */
static void put32(uint8_t *at, uint32_t value) {
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (8 * i));
}

static void put16(uint8_t *at, uint32_t value) {
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

static uint8_t clip[256];

static uint32_t make_clip(uint32_t flags) {
    static const uint8_t turn[2][6] = {
        {0xFF, 0xBF, 0xFF, 0xDF, 0xFF, 0x6F},  /* no rotation: three times 16383, w the largest */
        {0xFF, 0xBF, 0xFF, 0xDF, 0xFF, 0x7F}}; /* a quarter turn: z is as large as it can be beside w */
    uint32_t tracks = ROM_CLIP_SIZE + 4, data = tracks + 2 * ROM_CLIP_TRACK_SIZE;
    memset(clip, 0, sizeof clip);
    put16(clip, 0x0100);
    put16(clip + 2, ROM_CLIP_SIZE);
    put16(clip + ROM_CLIP_RATE, 30 << 8);
    clip[ROM_CLIP_FLAGS] = (uint8_t)flags;
    clip[ROM_CLIP_FORM] = ROM_CLIP_COMPRESSED;
    put32(clip + ROM_CLIP_FRAMES, 10);
    put32(clip + ROM_CLIP_JOINT_COUNT, 2);
    put32(clip + ROM_CLIP_JOINTS_AT, ROM_CLIP_SIZE);
    clip[ROM_CLIP_SIZE] = 3;
    clip[ROM_CLIP_SIZE + 1] = 5;
    put32(clip + ROM_CLIP_TRACK_COUNT, 2);
    put32(clip + ROM_CLIP_TRACKS_AT, tracks);
    uint8_t *row = clip + tracks;
    row[ROM_CLIP_TRACK_JOINT] = 3;
    row[ROM_CLIP_TRACK_CHANNEL] = ROM_CLIP_ROTATION;
    put32(row + ROM_CLIP_TRACK_BYTES, 20);
    row += ROM_CLIP_TRACK_SIZE;
    row[ROM_CLIP_TRACK_JOINT] = 5;
    row[ROM_CLIP_TRACK_CHANNEL] = ROM_CLIP_TRANSLATION;
    put32(row + ROM_CLIP_TRACK_OFFSET, 20);
    put32(row + ROM_CLIP_TRACK_BYTES, 44);
    uint8_t *at = clip + data;
    put16(at, 2);
    put16(at + 6, 8);
    memcpy(at + 8, turn[0], 6);
    memcpy(at + 14, turn[1], 6);
    at += 20;
    put16(at, 2);
    put32(at + 4, (uint32_t)-65536); /* x begins at -1 and has a range of 4 */
    put32(at + 16, 4 << 16);
    put16(at + 28, 2);
    put16(at + 30, 6);
    put16(at + 38, 65535);
    put32(clip + ROM_CLIP_DATA_BYTES, 64);
    put32(clip + ROM_CLIP_DATA_AT, data);
    return data + 64;
}

TEST(rom_clip_keys_between_and_beyond) {
    rom_clip_joint pose;
    rom_error error;
    uint32_t size = make_clip(0);
    CHECK_EQ(rom_check_chunk(ROM_TAG_CLIP, clip, size, &error), ROM_OK);
    CHECK(rom_clip_joints(clip) == 2 && rom_clip_joint_number(clip, 1) == 5 &&
          rom_clip_joint_number(clip, 2) == 255);
    static const struct {
        int32_t frame, x;
    } places[] = {{0, -65536}, {2, -65536},  {3, 0},       {4, 65536},
                  {6, 196608}, {10, 196608}, {99, 196608}, {-5, -65536}};
    for (int i = 0; i < 8; i++) {
        rom_clip_at(clip, 1, places[i].frame * 65536, &pose);
        CHECK_NEAR(pose.translation[0], places[i].x, 1);
        CHECK(pose.translation[1] == 0 && pose.scale[0] == FX_ONE && pose.rotation.w == Q30_ONE);
    }
    rom_clip_at(clip, 0, 4 << 16, &pose); /* half of a quarter: 22.5 degrees to the half */
    CHECK_NEAR(pose.rotation.z, 410903207, 200000);
    CHECK_NEAR(pose.rotation.w, 992008094, 200000);
    rom_clip_at(clip, 0, 8 << 16, &pose);
    CHECK_NEAR(pose.rotation.z, 759250125, 70000);
    rom_clip_at(clip, 7, 0, &pose); /* there is no such joint: nothing moves */
    CHECK(pose.rotation.w == Q30_ONE && pose.translation[0] == 0);
}

/* ANI-018: keys at 3 and 10 of 10 frames: frame 5 is two sevenths of the way. */
TEST(rom_clip_keys_at_uneven_times) {
    rom_clip_joint pose;
    rom_error error;
    const uint32_t size = make_clip(0), keys = rom_u32(clip + ROM_CLIP_DATA_AT) + 20 + 28;
    put16(clip + keys, 3);
    put16(clip + keys + 2, 10);
    CHECK_EQ(rom_check_chunk(ROM_TAG_CLIP, clip, size, &error), ROM_OK);
    rom_clip_at(clip, 1, 5 << 16, &pose);
    CHECK_NEAR(pose.translation[0], -65536 + 4 * 65536 * 2 / 7, 3); /* fractions of 16 bits, of 4 m */
    rom_clip_at(clip, 1, 10 << 16, &pose);
    CHECK_EQ(pose.translation[0], 3 * 65536);
}

TEST(rom_clip_loops_go_on_to_the_first_key) {
    rom_clip_joint pose;
    make_clip(ROM_CLIP_LOOPS);
    CHECK_EQ(rom_clip_wrap(clip, 25 << 16), 5 << 16);
    CHECK_EQ(rom_clip_wrap(clip, -65536), 9 << 16);
    rom_clip_at(clip, 1, 9 << 16, &pose); /* from 3 at frame 6 to -1 at frame 12 */
    CHECK_NEAR(pose.translation[0], 65536, 2);
    make_clip(0);
    CHECK_EQ(rom_clip_wrap(clip, 25 << 16), 10 << 16);
    CHECK_EQ(rom_clip_wrap(clip, -1), 0);
}

TEST(rom_clip_of_another_skeleton_does_not_fit) {
    uint8_t skeleton[ROM_SKELETON_SIZE] = {0};
    make_clip(0);
    put32(clip + ROM_CLIP_SKELETON_HASH, 0x12345678);
    put32(skeleton + ROM_SKELETON_HASH, 0x12345678);
    CHECK(rom_clip_fits(clip, skeleton));
    skeleton[ROM_SKELETON_HASH] ^= 1;
    CHECK(!rom_clip_fits(clip, skeleton));
}

/* Damaged keys of a checked clip do not lead outside their track. */
TEST(rom_clip_tracks_too_short_move_nothing) {
    rom_clip_joint pose;
    make_clip(0);
    uint32_t data = rom_u32(clip + ROM_CLIP_DATA_AT);
    put16(clip + data + 20, 60000); /* more keys than the track has bytes for */
    rom_clip_at(clip, 1, 3 << 16, &pose);
    CHECK_EQ(pose.translation[0], 0);
    put16(clip + data + 20, 0);
    rom_clip_at(clip, 1, 3 << 16, &pose);
    CHECK_EQ(pose.translation[0], 0);
}
