/* Free tracks and plain clips, worked out by hand: lines, steps, curves with and without ends, cuts and loops, angles, colours, turns; samples with
 * each number of scales. */
#include <string.h>

#include "fixedmath/angle.h"
#include "rom/check.h"
#include "rom/clip.h"
#include "rom/records.h"
#include "tests/test.h"

enum { QUARTER = 759250125 }; /* sin and cos of 45 degrees in Q2.30 */

static union {
    uint32_t aligned;
    uint8_t bytes[640];
} held;

static void put16(uint8_t *at, uint32_t value) {
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

static void put32(uint8_t *at, uint32_t value) {
    put16(at, value);
    put16(at + 2, value >> 16);
}

/* What a clip of one free track is made of. */
typedef struct made_track {
    uint32_t loops, frames, channel, form, flags, count, width;
    fx tension;
    const uint16_t *at;
    const int32_t *numbers;
} made_track;

/* Makes the clip: a track of a joint, then the free one, whose data do not begin at the first byte. */
static const uint8_t *make_clip(const made_track *t) {
    enum { TRACKS = ROM_CLIP_SIZE, DATA = TRACKS + 2 * ROM_CLIP_TRACK_SIZE, BEHIND = 8 };
    uint8_t *c = held.bytes, *row = c + TRACKS + ROM_CLIP_TRACK_SIZE, *data = c + DATA + BEHIND;
    memset(c, 0, sizeof held.bytes);
    c[ROM_CLIP_FLAGS] = (uint8_t)t->loops;
    c[ROM_CLIP_FORM] = ROM_CLIP_COMPRESSED;
    put32(c + ROM_CLIP_FRAMES, t->frames);
    put32(c + ROM_CLIP_TRACK_COUNT, 2);
    put32(c + ROM_CLIP_TRACKS_AT, TRACKS);
    put32(c + ROM_CLIP_DATA_AT, DATA);
    c[TRACKS + ROM_CLIP_TRACK_JOINT] = 3;
    c[TRACKS + ROM_CLIP_TRACK_CHANNEL] = ROM_CLIP_ROTATION;
    row[ROM_CLIP_TRACK_JOINT] = 255;
    row[ROM_CLIP_TRACK_CHANNEL] = (uint8_t)t->channel;
    row[ROM_CLIP_TRACK_FORM] = (uint8_t)t->form;
    row[ROM_CLIP_TRACK_FLAGS] = (uint8_t)t->flags;
    put32(row + ROM_CLIP_TRACK_NAME, 0x55667788);
    put32(row + ROM_CLIP_TRACK_OFFSET, BEHIND);
    put32(data, 0x11223344);
    put32(data + 4, 0x99AABBCC);
    put16(data + 8, t->count);
    put16(data + 10, t->width);
    put32(data + 12, (uint32_t)t->tension);
    for (uint32_t i = 0; i < t->count; i++) put16(data + 16 + 2 * i, t->at[i]);
    uint8_t *keys = data + 16 + (t->count * 2 + 3) / 4 * 4;
    for (uint32_t i = 0; i < t->count * t->width; i++) put32(keys + 4 * i, (uint32_t)t->numbers[i]);
    return c;
}

/* Number `n` of the track at a time in quarters of a frame. */
static int32_t value_of(const made_track *t, uint32_t n, int32_t quarters) {
    int32_t values[ROM_CLIP_VALUES];
    rom_clip_value track;
    const uint8_t *c = make_clip(t);
    CHECK(rom_clip_value_track(c, 1, &track));
    CHECK_EQ(rom_clip_value_at(c, &track, quarters * (FX_ONE / 4), values),
             t->channel == ROM_CLIP_TURN ? 3u : t->width);
    return values[n];
}

TEST(rom_clip_free_tracks_tell_what_they_move) {
    static const uint16_t at[] = {0, 4, 8};
    static const int32_t numbers[] = {1, 2, 3, 4, 5, 6};
    const made_track t = {.frames = 9,
                          .channel = ROM_CLIP_VALUE,
                          .form = ROM_CLIP_KEYS,
                          .flags = ROM_CLIP_ADDS,
                          .count = 3,
                          .width = 2,
                          .tension = 77,
                          .at = at,
                          .numbers = numbers};
    const uint8_t *c = make_clip(&t);
    rom_clip_value track;
    CHECK_EQ(rom_clip_tracks(c), 2);
    CHECK(!rom_clip_value_track(c, 0, &track) && !rom_clip_value_track(c, 2, &track));
    CHECK(rom_clip_value_track(c, 1, &track));
    CHECK(track.object == 0x11223344 && track.component == 0x99AABBCC && track.name == 0x55667788);
    CHECK(track.count == 3 && track.width == 2 && track.tension == 77 && track.channel == ROM_CLIP_VALUE);
    CHECK(track.form == ROM_CLIP_KEYS && track.flags == ROM_CLIP_ADDS);
    CHECK(rom_u16(track.frames + 2) == 4 && rom_i32(track.keys) == 1 && rom_i32(track.keys + 20) == 6);
    held.bytes[ROM_CLIP_SIZE + ROM_CLIP_TRACK_SIZE + ROM_CLIP_TRACK_CHANNEL] = ROM_CLIP_TRANSLATION;
    CHECK(!rom_clip_value_track(c, 1, &track)); /* root motion: a track of a joint */
    held.bytes[ROM_CLIP_SIZE + ROM_CLIP_TRACK_CHANNEL] = ROM_CLIP_VALUE;
    CHECK(!rom_clip_value_track(c, 0, &track)); /* of a joint */
    held.bytes[ROM_CLIP_FORM] = ROM_CLIP_PLAIN;
    CHECK_EQ(rom_clip_tracks(c), 0);
}

TEST(rom_clip_values_go_straight_or_hold) {
    static const uint16_t at[] = {0, 4, 8};
    static const int32_t numbers[] = {0, 7, 3, 7, INT32_MAX, INT32_MIN};
    made_track t = {.frames = 9,
                    .channel = ROM_CLIP_VALUE,
                    .form = ROM_CLIP_KEYS,
                    .count = 3,
                    .width = 2,
                    .at = at,
                    .numbers = numbers};
    CHECK_EQ(value_of(&t, 0, 0), 0);
    CHECK_EQ(value_of(&t, 0, 8), 2); /* 1.5, halves upwards */
    CHECK_EQ(value_of(&t, 0, 15), 3);
    CHECK_EQ(value_of(&t, 0, 16), 3);
    CHECK_EQ(value_of(&t, 1, 8), 7);
    CHECK_EQ(value_of(&t, 0, 24), 1073741825);
    CHECK_EQ(value_of(&t, 1, 24), -1073741820);
    CHECK_EQ(value_of(&t, 0, 32), INT32_MAX);
    CHECK_EQ(value_of(&t, 0, 36), INT32_MAX); /* held behind the last key */
    t.loops = ROM_CLIP_LOOPS;
    CHECK_EQ(value_of(&t, 0, 34), 1073741824); /* on to the first key, a frame later */
    CHECK_EQ(value_of(&t, 0, 36 + 8), 2);
    CHECK_EQ(value_of(&t, 0, -36 + 16), 3);
    t.form = ROM_CLIP_STEPS;
    CHECK(value_of(&t, 0, 15) == 0 && value_of(&t, 0, 31) == 3 && value_of(&t, 0, 35) == INT32_MAX);
    t.form = ROM_CLIP_CONSTANT;
    t.count = 1;
    CHECK(value_of(&t, 0, 31) == 0 && value_of(&t, 1, 31) == 7);
}

/* A quarter of the way along a curve from p1 to p2 with the slopes m1 and m2 is 27/32 p1 + 9/64 m1 + 5/32 p2 - 3/64 m2. */
TEST(rom_clip_curves_have_slopes_of_their_neighbours) {
    static const uint16_t at[] = {0, 4, 8, 12};
    int32_t numbers[] = {4 * FX_ONE, 0, 16 * FX_ONE, 48 * FX_ONE};
    made_track t = {.frames = 13,
                    .channel = ROM_CLIP_VALUE,
                    .form = ROM_CLIP_CURVE,
                    .count = 4,
                    .width = 1,
                    .at = at,
                    .numbers = numbers};
    CHECK_NEAR(value_of(&t, 0, 20), 145408, 2); /* m1 6, m2 24: 2.21875 */
    t.tension = FX_HALF;
    CHECK_NEAR(value_of(&t, 0, 20), 154624, 2); /* m1 3, m2 12: 2.359375 */
    CHECK_EQ(value_of(&t, 0, 16), 0);
    CHECK_EQ(value_of(&t, 0, 32), 16 * FX_ONE);
    t.tension = 0;
    t.count = 3;
    numbers[0] = 0, numbers[1] = 16 * FX_ONE, numbers[2] = 48 * FX_ONE;
    CHECK_NEAR(value_of(&t, 0, 4), 237568, 2);   /* m1 16, as at an end; m2 24: 3.625 */
    CHECK_NEAR(value_of(&t, 0, 20), 1499136, 2); /* m1 24, m2 32: 22.875 */
    t.loops = ROM_CLIP_LOOPS;
    t.frames = 12;
    CHECK_NEAR(value_of(&t, 0, 4), -57344, 2);   /* m1 (16 - 48) / 2, m2 24: -0.875 */
    CHECK_NEAR(value_of(&t, 0, 36), 2629632, 2); /* from 48 to 0, m1 -8, m2 -16: 40.125 */
}

/* Where values go with the time, a curve is a line, however far apart the keys are. */
TEST(rom_clip_curves_of_uneven_keys_go_straight_on) {
    static const uint16_t at[] = {0, 2, 8, 12};
    static const int32_t numbers[] = {0, 2 * FX_ONE, 8 * FX_ONE, 12 * FX_ONE};
    const made_track t = {.frames = 13,
                          .channel = ROM_CLIP_VALUE,
                          .form = ROM_CLIP_CURVE,
                          .count = 4,
                          .width = 1,
                          .at = at,
                          .numbers = numbers};
    for (int32_t quarters = 0; quarters <= 48; quarters++)
        CHECK_NEAR(value_of(&t, 0, quarters), quarters * (FX_ONE / 4), 4);
}

TEST(rom_clip_cuts_hold_and_end_curves) {
    static const uint16_t at[] = {0, 4, 8 | ROM_CLIP_CUT, 12};
    static const int32_t numbers[] = {0, 16 * FX_ONE, 48 * FX_ONE, 64 * FX_ONE};
    made_track t = {.frames = 13,
                    .channel = ROM_CLIP_VALUE,
                    .form = ROM_CLIP_CURVE,
                    .count = 4,
                    .width = 1,
                    .at = at,
                    .numbers = numbers};
    CHECK_NEAR(value_of(&t, 0, 4), 4 * FX_ONE, 2); /* no slope comes from behind the cut */
    CHECK_EQ(value_of(&t, 0, 31), 16 * FX_ONE);
    CHECK_EQ(value_of(&t, 0, 32), 48 * FX_ONE);
    CHECK_NEAR(value_of(&t, 0, 36), 52 * FX_ONE, 2);
    t.form = ROM_CLIP_KEYS;
    CHECK_EQ(value_of(&t, 0, 24), 16 * FX_ONE);
}

TEST(rom_clip_angles_go_the_short_way) {
    static const uint16_t at[] = {0, 4, 8, 12};
    static const int32_t numbers[] = {0xF000, 0x1000, 0x3000, 0x5000};
    made_track t = {.frames = 13,
                    .channel = ROM_CLIP_VALUE,
                    .form = ROM_CLIP_KEYS,
                    .flags = ROM_CLIP_ANGLES,
                    .count = 4,
                    .width = 1,
                    .at = at,
                    .numbers = numbers};
    CHECK_EQ(value_of(&t, 0, 8), 0);
    CHECK_EQ(value_of(&t, 0, 4), 0xF800);
    CHECK_EQ(value_of(&t, 0, 12), 0x800);
    t.form = ROM_CLIP_CURVE;
    CHECK_NEAR(value_of(&t, 0, 20), 0x1800, 2); /* all four lie on a line */
    t.flags = 0;
    t.form = ROM_CLIP_KEYS;
    CHECK_EQ(value_of(&t, 0, 8), 0x8000);
}

TEST(rom_clip_colours_go_each_by_itself) {
    static const uint16_t at[] = {0, 4, 8, 12};
    int32_t numbers[] = {0x102030, 0x305071, 0x305071, 0x305071};
    made_track t = {.frames = 13,
                    .channel = ROM_CLIP_VALUE,
                    .form = ROM_CLIP_KEYS,
                    .flags = ROM_CLIP_COLOURS,
                    .count = 4,
                    .width = 1,
                    .at = at,
                    .numbers = numbers};
    CHECK_EQ(value_of(&t, 0, 8), 0x203851); /* 0x50.8, halves upwards */
    CHECK_EQ(value_of(&t, 0, 16), 0x305071);
    t.form = ROM_CLIP_CURVE; /* red beyond white, green below black, blue a little of its way */
    numbers[0] = 0x00FF00, numbers[1] = 0xFF0010, numbers[2] = 0xFF0010, numbers[3] = 0x00FF00;
    CHECK_EQ(value_of(&t, 0, 24), 0xFF0012);
}

/* Keys of no turn and of a quarter to the left, about the upright axis. */
TEST(rom_clip_turns_go_round_as_they_say) {
    static const uint16_t at[] = {0, 4};
    int32_t numbers[] = {0, 0, 0, Q30_ONE, 0, QUARTER, 0, QUARTER};
    made_track t = {.frames = 5,
                    .channel = ROM_CLIP_TURN,
                    .form = ROM_CLIP_GREAT,
                    .count = 2,
                    .width = 4,
                    .at = at,
                    .numbers = numbers};
    CHECK_NEAR(value_of(&t, 0, 4), 4096, 2);
    CHECK_NEAR(value_of(&t, 0, 8), 8192, 2);
    CHECK_NEAR(value_of(&t, 0, 16), 16384, 2);
    CHECK_EQ(value_of(&t, 0, 0), 0);
    t.form = ROM_CLIP_KEYS;
    CHECK_NEAR(value_of(&t, 0, 4), 3931, 6); /* 2 atan(0.17678 / 0.92678), the way of a chord */
    CHECK_NEAR(value_of(&t, 0, 8), 8192, 2);
    t.form = ROM_CLIP_STEPS;
    CHECK(value_of(&t, 0, 15) == 0 && value_of(&t, 1, 15) == 0 && value_of(&t, 2, 15) == 0);
}

TEST(rom_clip_turns_of_curves_have_inner_points) {
    static const uint16_t at[] = {0, 4};
    int32_t numbers[] = {0, 0,       0, Q30_ONE, 0, 0,       0, Q30_ONE, /* no turn, and its inner point */
                         0, QUARTER, 0, QUARTER, 0, QUARTER, 0, QUARTER};
    made_track t = {.frames = 5,
                    .channel = ROM_CLIP_TURN,
                    .form = ROM_CLIP_CURVE,
                    .count = 2,
                    .width = 8,
                    .at = at,
                    .numbers = numbers};
    CHECK_NEAR(value_of(&t, 0, 4), 4096, 4); /* inner points that are the keys: round at an even speed */
    numbers[5] = numbers[7] = QUARTER;
    CHECK_NEAR(value_of(&t, 0, 8), 12288, 4); /* half of the way from 45 to 90 degrees */
    CHECK_NEAR(value_of(&t, 0, 4), 8704, 6);  /* 3/8 of the way from 22.5 to 90 degrees: 47.8 */
    for (uint32_t i = 8; i < 16; i++) numbers[i] = -numbers[i];
    CHECK_NEAR(value_of(&t, 0, 8), 12288, 4); /* the same turn by the other name */
}

/* ---- plain clips ---- */

enum { JOINTS = 2, SAMPLES = 3 };

/* Sample s of joint j: scales 1.25 + s, then that and 1 more, and 2 more; no turn or a quarter; translation 100 s + 10 j + k. */
static const uint8_t *make_plain(uint32_t scales, uint32_t loops) {
    uint8_t *c = held.bytes, *at = c + ROM_CLIP_SIZE + 4;
    memset(c, 0, sizeof held.bytes);
    c[ROM_CLIP_FLAGS] = (uint8_t)loops;
    c[ROM_CLIP_SCALES] = (uint8_t)scales;
    put32(c + ROM_CLIP_FRAMES, loops != 0 ? SAMPLES : SAMPLES - 1);
    put32(c + ROM_CLIP_SAMPLES, SAMPLES);
    put32(c + ROM_CLIP_SAMPLES_AT, ROM_CLIP_SIZE + 4);
    put32(c + ROM_CLIP_JOINT_COUNT, JOINTS);
    put32(c + ROM_CLIP_JOINTS_AT, ROM_CLIP_SIZE);
    c[ROM_CLIP_SIZE] = 4, c[ROM_CLIP_SIZE + 1] = 9;
    for (uint32_t s = 0; s < SAMPLES; s++)
        for (uint32_t j = 0; j < JOINTS; j++) {
            const int32_t half = s == 1 ? 46341 : 0; /* sin 45 degrees in Q16.16 */
            for (uint32_t k = 0; k < scales; k++, at += 4) put32(at, FX_ONE * 5 / 4 + (s + k) * FX_ONE);
            put32(at, 0), put32(at + 4, 0);
            put32(at + 8, (uint32_t)half);
            put32(at + 12, s == 1 ? 46341 : FX_ONE * (s == 2 ? 3 : 1)); /* 3: beyond what a turn can be */
            for (uint32_t k = 0; k < 3; k++) put32(at + 16 + 4 * k, (100 * s + 10 * j + k) * FX_ONE);
            at += 28;
        }
    return c;
}

TEST(rom_clip_plain_samples_lie_by_joint) {
    rom_clip_joint pose;
    for (uint32_t scales = 0; scales <= 3; scales += scales == 1 ? 2 : 1) {
        const uint8_t *c = make_plain(scales, 0);
        for (uint32_t s = 0; s < SAMPLES; s++)
            for (uint32_t j = 0; j < JOINTS; j++) {
                rom_clip_at(c, j, (fx)(s * FX_ONE), &pose);
                for (uint32_t k = 0; k < 3; k++) {
                    CHECK_EQ(pose.translation[k], (int32_t)((100 * s + 10 * j + k) * FX_ONE));
                    CHECK_EQ(pose.scale[k],
                             scales == 0 ? FX_ONE
                                         : (int32_t)(FX_ONE * 5 / 4 + (s + (scales == 1 ? 0 : k)) * FX_ONE));
                }
                CHECK_EQ(pose.rotation.z, s == 1 ? 46341 * 16384 : 0);
                CHECK_EQ(pose.rotation.w, s == 1 ? 46341 * 16384 : s == 2 ? INT32_MAX : Q30_ONE);
                CHECK(pose.rotation.x == 0 && pose.rotation.y == 0);
            }
    }
    rom_clip_at(held.bytes, JOINTS, 0, &pose); /* no such joint: at rest */
    CHECK(pose.translation[0] == 0 && pose.scale[2] == FX_ONE && pose.rotation.w == Q30_ONE);
}

TEST(rom_clip_plain_samples_between_and_round) {
    rom_clip_joint pose;
    const uint8_t *c = make_plain(3, 0);
    rom_clip_at(c, 1, FX_ONE / 2, &pose);
    CHECK(pose.translation[0] == 60 * FX_ONE && pose.translation[2] == 62 * FX_ONE);
    CHECK(pose.scale[1] == FX_ONE * 11 / 4);
    CHECK_NEAR(pose.rotation.z, 410903207, 256); /* sin 22.5 degrees */
    CHECK_NEAR(pose.rotation.w, 992008094, 256);
    rom_clip_at(c, 0, 99 * FX_ONE, &pose);
    CHECK_EQ(pose.translation[0], 200 * FX_ONE);
    rom_clip_at(c, 0, -FX_ONE, &pose);
    CHECK_EQ(pose.translation[0], 0);
    c = make_plain(1, ROM_CLIP_LOOPS);
    rom_clip_at(c, 0, 2 * FX_ONE + FX_ONE / 4, &pose);
    CHECK_NEAR(pose.translation[0], 150 * FX_ONE, 1); /* from the last sample on to the first */
    rom_clip_at(c, 0, -FX_ONE, &pose);
    CHECK_EQ(pose.translation[0], 200 * FX_ONE);
    rom_clip_at(c, 0, 4 * FX_ONE, &pose);
    CHECK_EQ(pose.translation[0], 100 * FX_ONE);
}

TEST(rom_clip_plain_walks_are_the_same_and_do_not_travel) {
    rom_clip_joint pose, one;
    rom_clip_walk walk;
    const uint8_t *c = make_plain(1, ROM_CLIP_LOOPS | ROM_CLIP_ROOT_MOTION);
    uint32_t i = 0;
    for (rom_clip_begin(&walk, c, 3 * FX_ONE + 7777); rom_clip_next(&walk, &pose); i++) {
        rom_clip_at(c, i, 7777, &one);
        CHECK(memcmp(&pose, &one, sizeof one) == 0);
        CHECK_EQ(walk.number, i == 0 ? 4u : 9u);
    }
    CHECK_EQ(i, JOINTS);
    CHECK(!rom_clip_travel(c, FX_ONE, &pose) && pose.translation[0] == 0);
}

/* ---- numbers of compressed clips ---- */

/* low + range * part / 65535 to the nearest, held below what fx holds. */
TEST(rom_clip_vectors_are_the_nearest_numbers) {
    static const uint32_t ranges[] = {0,      1,      2,          65534,      65535,      65536,
                                      131069, 131070, 0x12345678, 0x7FFFFFFF, 0xFFFEFFFF, UINT32_MAX};
    static const int32_t lows[] = {0, -1, 77, -2147483647 - 1, 2147483000};
    for (uint32_t r = 0; r < sizeof ranges / sizeof ranges[0]; r++)
        for (uint32_t l = 0; l < sizeof lows / sizeof lows[0]; l++)
            for (uint32_t part = 0; part <= 65535; part += part < 3 || part > 65530 ? 1 : 509) {
                uint8_t track[24] = {0}, key[6] = {0};
                const int64_t value = lows[l] + (int64_t)(((uint64_t)ranges[r] * part + 32767) / 65535);
                put32(track + 4, (uint32_t)lows[l]);
                put32(track + 16, ranges[r]);
                put16(key + 2, part);
                CHECK_EQ(rom_clip_component(track, key, 1), value > INT32_MAX ? INT32_MAX : value);
            }
}

/* Three numbers of 15 bits are (n - 16383) / 16383 / sqrt 2 to the nearest, and the largest is what makes the length 1. */
TEST(rom_clip_rotations_are_the_nearest_numbers) {
    for (uint32_t largest = 0; largest < 4; largest++)
        for (uint32_t n = 0; n < 32767; n += n % 5 == 0 ? 1 : 96) {
            const uint32_t bits[3] = {n, (n * 7 + 3) % 12001 + 10000, 16383};
            const uint64_t all =
                bits[0] | (uint64_t)bits[1] << 15 | (uint64_t)bits[2] << 30 | (uint64_t)largest << 45;
            uint8_t key[6];
            q30 expected[4], parts[4];
            uint64_t rest = (uint64_t)1 << 60;
            for (uint32_t i = 0; i < 6; i++) key[i] = (uint8_t)(all >> 8 * i);
            for (uint32_t i = 0, k = 0; i < 4; i++) {
                if (i == largest) continue;
                const int64_t number = (int64_t)bits[k++] - 16383;
                const uint64_t size = ((uint64_t)(number < 0 ? -number : number) * QUARTER + 8191) / 16383;
                expected[i] = (q30)(number < 0 ? -(int64_t)size : (int64_t)size);
                rest -= size * size;
            }
            const quat q = rom_clip_rotation(key);
            parts[0] = q.x, parts[1] = q.y, parts[2] = q.z, parts[3] = q.w;
            for (uint32_t i = 0; i < 4; i++)
                if (i != largest) CHECK_EQ(parts[i], expected[i]);
            const uint64_t root = (uint64_t)parts[largest];
            CHECK(root * root <= rest && (root + 1) * (root + 1) > rest);
        }
}
