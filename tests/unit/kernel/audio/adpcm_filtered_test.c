/* ADPCM by filters: samples by hand, pieces, loops, and bytes that are anything. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/audio/clip.h"
#include "rom/chunks.h"
#include "tests/test.h"

enum { BLOCKS = 12, FRAMES = BLOCKS * ROM_FILTERED_FRAMES - 5, BYTES = BLOCKS * ROM_FILTERED_BLOCK };

/* The first ten samples of codes 1 to 8, lower halves first, at shift 4 by three filters. */
TEST(audio_filtered_codes_by_hand) {
    static const int32_t expected[3][10] = {{256, 512, 768, 1024, 1280, 1536, 1792, -2048, 0, 0},
                                            {256, 752, 1473, 2405, 3535, 4850, 6339, 3895, 3652, 3424},
                                            {256, 972, 2307, 4380, 7276, 11051, 15738, 17252, 18213, 18709}};
    for (uint32_t filter = 0; filter < 3; filter++) {
        int32_t last = 0, before = 0;
        for (uint32_t i = 0; i < 10; i++) {
            const int32_t now = rom_filtered_next(filter << 4 | 4, i < 8 ? i + 1 : 0, last, before);
            CHECK_EQ(now, expected[filter][i]);
            before = last;
            last = now;
        }
    }
    /* what is beyond the ranges counts as their ends, and no sample is beyond 16 bits */
    CHECK_EQ(rom_filtered_next(0x0F, 7, 0, 0), rom_filtered_next(0x0C, 7, 0, 0));
    CHECK_EQ(rom_filtered_next(0xF0, 0, 900, 200), rom_filtered_next(0x40, 0, 900, 200));
    CHECK_EQ(rom_filtered_next(0x40, 7, 32767, -32768), 32767);
    CHECK_EQ(rom_filtered_next(0x40, 8, -32768, 32767), -32768);
}

static void fill(uint8_t *bytes, uint32_t seed, bool wild) {
    rng32 random = rng32_seed(seed, 0);
    for (uint32_t i = 0; i < BYTES; i++) bytes[i] = (uint8_t)rng_below(&random, 256);
    for (uint32_t i = 0; i < BYTES && !wild; i += ROM_FILTERED_BLOCK)
        bytes[i] = (uint8_t)(rng_below(&random, 5) << 4 | (4 + rng_below(&random, 9)));
}

static ox_audio_clip clip_of(const uint8_t *bytes) {
    return (ox_audio_clip){.data = bytes,
                           .bytes = BYTES,
                           .frames = FRAMES,
                           .rate = 16000,
                           .block_frames = UINT32_MAX,
                           .format = OX_AUDIO_FILTERED,
                           .channels = 1,
                           .volume = 64};
}

TEST(audio_filtered_pieces_are_those_of_the_whole) {
    static uint8_t bytes[BYTES];
    static int16_t whole[FRAMES], pieces[FRAMES];
    int32_t last = 0, before = 0;
    fill(bytes, 4, false);
    ox_audio_clip clip = clip_of(bytes);
    for (uint32_t i = 0; i < FRAMES; i++) {
        const uint8_t *block = bytes + i / 28 * 16;
        const int32_t now =
            rom_filtered_next(block[0], (uint32_t)block[2 + i % 28 / 2] >> (i % 28 & 1u) * 4, last, before);
        before = last;
        last = now;
        whole[i] = (int16_t)now;
    }
    for (uint32_t piece = 1; piece < 60; piece += 7) {
        ox_audio_place place = ox_audio_clip_begin(&clip);
        for (uint32_t at = 0; at < FRAMES;) {
            int16_t room[64];
            ox_audio_place next;
            const uint32_t used = at + piece < FRAMES ? piece : FRAMES - at;
            ox_audio_clip_read(&clip, false, &place, &(ox_audio_reading){piece + 2, used, room}, &next);
            memcpy(pieces + at, room, used * sizeof *room);
            place = next;
            at += used;
        }
        CHECK(place.over && memcmp(pieces, whole, sizeof whole) == 0);
    }
    for (uint32_t frame = 0; frame < FRAMES; frame += 37) {
        ox_audio_place place;
        ox_audio_clip_seek(&clip, frame, &place);
        CHECK(place.frame == frame && place.sample[0] == whole[frame]);
    }
    /* a loop goes round from the two samples that the clip holds */
    int16_t room[100];
    ox_audio_place place, next;
    clip.loop_start = 50;
    clip.loop_end = 90;
    clip.loop_sample[0] = whole[49];
    clip.loop_sample[1] = whole[48];
    ox_audio_clip_seek(&clip, 45, &place);
    ox_audio_clip_read(&clip, true, &place, &(ox_audio_reading){100, 100, room}, &next);
    for (uint32_t i = 0; i < 100; i++) CHECK_EQ(room[i], whole[i < 45 ? 45 + i : 50 + (i - 45) % 40]);
}

/* A chunk of any bytes is refused, or read without leaving it. */
TEST(audio_filtered_of_any_bytes_stays_in_its_bytes) {
    static uint8_t chunk[ROM_SOUND_SIZE + BYTES];
    rng32 random = rng32_seed(8, 0);
    uint32_t opened = 0;
    for (uint32_t round = 0; round < 300; round++) {
        ox_audio_clip clip;
        int16_t room[64];
        fill(chunk + ROM_SOUND_SIZE, round, true);
        memset(chunk, 0, ROM_SOUND_SIZE);
        chunk[2] = ROM_SOUND_SIZE;
        chunk[ROM_SOUND_RATE + 1] = 64;
        chunk[ROM_SOUND_FORMAT] = 4;
        chunk[ROM_SOUND_CHANNELS] = (uint8_t)(1 + (round % 8 == 7));
        const uint32_t frames = rng_below(&random, 2 * FRAMES);
        chunk[ROM_SOUND_FRAMES] = (uint8_t)frames;
        chunk[ROM_SOUND_FRAMES + 1] = (uint8_t)(frames >> 8);
        chunk[ROM_SOUND_DATA_BYTES] = (uint8_t)BYTES;
        chunk[ROM_SOUND_DATA_AT] = ROM_SOUND_SIZE;
        const ox_status status = ox_audio_clip_open(&clip, chunk, sizeof chunk);
        CHECK_EQ(status == OX_OK, frames <= BLOCKS * 28 && round % 8 != 7);
        if (status != OX_OK) continue;
        opened++;
        ox_audio_place place = ox_audio_clip_begin(&clip), next;
        for (uint32_t k = 0; k < 20; k++) {
            ox_audio_clip_read(&clip, false, &place, &(ox_audio_reading){64, 60, room}, &next);
            place = next;
        }
        CHECK(place.over);
    }
    CHECK(opened > 80);
}
