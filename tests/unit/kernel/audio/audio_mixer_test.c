/* AUD-002, AUD-004, AUD-005: gains, clips, the mixer. */
#include "fixedmath/bits.h"
#include "kernel/audio/audio.h"
#include "kernel/audio/gain.h"
#include "kernel/audio/mix.h"
#include "kernel/audio/mixer.h"
#include "kernel/names/hash.h"
#include "kernel/resource/stand_in.h"
#include "rom/chunks.h"
#include "tests/test.h"
#include "tests/unit/kernel/memory/life.h"

#include <string.h>

static ox_voice voices[255];
static int32_t sum[1024];
static ox_mixer mixer;

static void begin(uint32_t rate, uint32_t hz, uint8_t channels, uint8_t bits, bool linear, uint32_t count) {
    ox_audio_output out = {
        .rate = rate, .hz = (uint16_t)hz, .channels = channels, .bits = bits, .linear = linear};
    CHECK_EQ(ox_mixer_init(&mixer, &out, voices, count, sum), OX_OK);
}

/* Makes a clip of 16-bit samples in a clip's byte order, whatever the machine's. */
static ox_audio_clip wide(uint8_t *room, const int16_t *samples, uint32_t frames, uint32_t rate) {
    for (uint32_t i = 0; i < frames; i++) {
        room[2 * i] = (uint8_t)((uint16_t)samples[i] & 255u);
        room[2 * i + 1] = (uint8_t)((uint16_t)samples[i] >> 8);
    }
    return (ox_audio_clip){.data = room,
                           .bytes = frames * 2,
                           .frames = frames,
                           .rate = (uint16_t)rate,
                           .channels = 1,
                           .format = OX_AUDIO_S16,
                           .volume = 64};
}

/* Makes a sine without a library: the second-order recurrence of a rotation by a small angle, in 32 bits. */
static void sine(int16_t *out, uint32_t count, int32_t amplitude, int32_t turn) {
    int32_t x = amplitude * 64, y = 0;
    for (uint32_t i = 0; i < count; i++) {
        out[i] = (int16_t)(y / 64);
        y += (int32_t)((int64_t)x * turn / 65536);
        x -= (int32_t)((int64_t)y * turn / 65536);
    }
}

TEST(audio_gain_table) {
    static const uint32_t half_decibels[] = {0, 1, 2, 6, 12, 24, 40, 80, 96, 120};
    static const uint32_t gains[] = {32768, 30935, 29205, 23198, 16423, 8231, 3277, 328, 130, 33};
    for (size_t i = 0; i < 10; i++) CHECK_EQ(ox_audio_gain(half_decibels[i] << 15), gains[i]);
    uint32_t before = 32769;
    for (uint32_t dB = 0; dB < 97u << 16; dB += 1024) {
        uint32_t gain = ox_audio_gain(dB);
        CHECK(gain <= before);
        before = gain;
    }
    CHECK_EQ(ox_audio_gain(96u << 16), 0);
    CHECK_EQ(ox_audio_gain(UINT32_MAX), 0);
    for (uint32_t n = 0; n <= 120; n++) { /* gains give their decibels back within 0.08, to -60 dB */
        int32_t back = (int32_t)ox_audio_decibel(ox_audio_gain(n << 15)) - (int32_t)(n << 15);
        CHECK(back < 5243 && back > -5243);
    }
    CHECK_EQ(ox_audio_decibel(0), 96u << 16);
    CHECK_EQ(ox_audio_decibel(40000), 0);
}

TEST(audio_volume_and_fade) {
    static const uint8_t curve[] = {192, 40, 0}; /* -96, -20, 0 dB */
    CHECK_EQ(ox_audio_volume(NULL, 0, 0), 0);
    CHECK_EQ(ox_audio_volume(NULL, 0, 100), 32768);
    CHECK_EQ(ox_audio_volume(NULL, 0, 50), ox_audio_gain(30u << 16));
    CHECK_EQ(ox_audio_volume(curve, 3, 50), ox_audio_gain(20u << 16));
    CHECK_EQ(ox_audio_volume(curve, 3, 75), ox_audio_gain(10u << 16));
    CHECK_EQ(ox_audio_volume(curve, 3, 900), 32768);
    CHECK_EQ(ox_audio_fade(32768, 0, 0, 10, true), 32768);
    CHECK_EQ(ox_audio_fade(32768, 0, 5, 10, true), ox_audio_gain(48u << 16));
    CHECK_EQ(ox_audio_fade(32768, 0, 5, 10, false), 16384);
    CHECK_EQ(ox_audio_fade(100, 32768, 10, 10, false), 32768);
}

TEST(audio_pitch_table) {
    static const uint32_t ratios[] = {65536, 69433,  73562,  77936,  82570,  87480, 92682,
                                      98193, 104032, 110218, 116772, 123715, 131072};
    for (int32_t n = 0; n <= 12; n++) CHECK_EQ(ox_audio_pitch(n * 64), ratios[n]);
    CHECK_EQ(ox_audio_pitch(-1536), 16384);
    CHECK_EQ(ox_audio_pitch(-99999), 16384);
    CHECK_EQ(ox_audio_pitch(2304), 524288);
    CHECK_EQ(ox_audio_pitch(99999), 524288);
    for (int32_t n = -1536; n < 2304; n++) CHECK(ox_audio_pitch(n + 1) > ox_audio_pitch(n));
}

/* A silent voice keeps step with an audible one: forwards, round a loop, to and fro, to its end. */
TEST(audio_silent_voices_go_on) {
    static uint8_t room[64];
    ox_audio_clip clips[3] = {{.data = room, .bytes = 64, .frames = 64, .rate = 8000, .channels = 1}};
    clips[1] = clips[2] = clips[0];
    clips[1].loop_start = clips[2].loop_start = 7;
    clips[1].loop_end = clips[2].loop_end = 40;
    clips[2].to_and_fro = true;
    for (uint32_t i = 0; i < 64; i++) room[i] = (uint8_t)(i * 37u);
    for (int kind = 0; kind < 3; kind++) {
        for (uint32_t step = 1000; step < 300000; step = step * 3 + 77) {
            const uint32_t nothing[2] = {0, 0}, something[2] = {30000, 20000};
            int8_t out[1024];
            begin(8000, 80, 2, 8, false, 2);
            ox_voice_start(&voices[0], &clips[kind], step, nothing, true);
            ox_voice_start(&voices[1], &clips[kind], step, something, true);
            for (int tick = 0; tick < 9; tick++) {
                (void)ox_mixer_block(&mixer, out);
                CHECK(voices[0].clip == voices[1].clip);
                CHECK_EQ(voices[0].place.frame, voices[1].place.frame);
                CHECK_EQ(voices[0].place.backwards, voices[1].place.backwards);
                CHECK_EQ(voices[0].fraction, voices[1].fraction);
            }
        }
    }
}

TEST(audio_pan_law) {
    uint32_t sides[2];
    static const struct {
        fx pan;
        uint32_t left, right;
    } pans[] = {{-FX_ONE, 32768, 0}, {0, 23170, 23170}, {FX_ONE / 2, 12540, 30274}, {FX_ONE, 0, 32768}};
    for (size_t i = 0; i < 4; i++) {
        ox_audio_pan(pans[i].pan, 32768, sides);
        CHECK_EQ(sides[0], pans[i].left);
        CHECK_EQ(sides[1], pans[i].right);
    }
    for (fx pan = -FX_ONE; pan <= FX_ONE; pan += 997) {
        ox_audio_pan(pan, 32768, sides);
        uint64_t power = (uint64_t)sides[0] * sides[0] + (uint64_t)sides[1] * sides[1];
        CHECK(power > 1073741824u / 1000 * 999 && power < 1073741824u / 1000 * 1001);
    }
}

/* Mixes two constant clips and compares the sums. */
static void constant_mix(int16_t a, uint32_t gain_a, int16_t b, uint32_t gain_b, int32_t expected,
                         int32_t s16, int32_t s8) {
    static int16_t samples[2][8];
    static uint8_t room[2][16];
    int16_t out[16];
    for (int i = 0; i < 8; i++) samples[0][i] = a, samples[1][i] = b;
    ox_audio_clip clips[2] = {wide(room[0], samples[0], 8, 8000), wide(room[1], samples[1], 8, 8000)};
    for (int bits = 8; bits <= 16; bits += 8) {
        begin(8000, 1000, 1, (uint8_t)bits, false, 4);
        ox_voice_start(&voices[0], &clips[0], 65536, (uint32_t[2]){gain_a, gain_a}, false);
        ox_voice_start(&voices[3], &clips[1], 65536, (uint32_t[2]){gain_b, gain_b}, false);
        CHECK_EQ(ox_mixer_block(&mixer, out), 8);
        CHECK_EQ(sum[5], expected);
        CHECK_EQ(bits == 16 ? out[5] : ((int8_t *)out)[5], bits == 16 ? s16 : s8);
        CHECK(voices[0].clip == NULL); /* the voice ends in the same tick */
    }
}

TEST(audio_mixer_sums_of_the_table) {
    constant_mix(10000, 32768, 30000, 16384, 6400000, 25000, 98);
    constant_mix(25000, 32768, 20000, 32768, 11520000, 32767, 127);
    constant_mix(-25000, 32768, -20000, 32768, -11520000, -32768, -128);
    constant_mix(0, 32768, 0, 32768, 0, 0, 0);
}

TEST(audio_mixer_255_voices_do_not_wrap) {
    static int16_t low[8];
    static uint8_t room[16];
    int16_t out[8];
    for (int i = 0; i < 8; i++) low[i] = -32768;
    ox_audio_clip clip = wide(room, low, 8, 8000);
    begin(8000, 1000, 1, 16, false, 255);
    for (int i = 0; i < 255; i++)
        ox_voice_start(&voices[i], &clip, 65536, (uint32_t[2]){32768, 32768}, false);
    CHECK_EQ(ox_mixer_block(&mixer, out), 8);
    CHECK_EQ(sum[7], -2139095040);
    CHECK_EQ(out[7], -32768);
    CHECK_EQ(mixer.clipped, 8);
}

TEST(audio_mixer_two_sines_against_64_bits) {
    static int16_t a[700], b[700], out[320];
    static uint8_t room[2][1400];
    sine(a, 700, 15000, 3000);
    sine(b, 700, 30000, 11000);
    ox_audio_clip clips[2] = {wide(room[0], a, 700, 18157), wide(room[1], b, 700, 18157)};
    for (int linear = 0; linear < 2; linear++) {
        uint32_t at = 0, step = 65536 * 3 / 2 + 1234;
        begin(18157, 60, 1, 16, linear != 0, 2);
        ox_voice_start(&voices[0], &clips[0], 65536, (uint32_t[2]){32768, 0}, false);
        ox_voice_start(&voices[1], &clips[1], step, (uint32_t[2]){12345, 0}, false);
        uint32_t count = ox_mixer_block(&mixer, out);
        for (uint32_t i = 0; i < count; i++, at += step) {
            int64_t s = b[at >> 16], next = b[(at >> 16) + 1];
            if (linear) s += fx_sra64((next - s) * (int64_t)((at & 0xFFFFu) / 2), 15);
            int64_t all = fx_sra64((int64_t)a[i] * 32768, 7) + fx_sra64(s * 12345, 7);
            int64_t expected = fx_sra64(all + 128, 8);
            CHECK_EQ(out[i], expected > 32767 ? 32767 : expected < -32768 ? -32768 : expected);
        }
    }
}

static uint32_t dice;
static uint32_t below(uint32_t bound) {
    dice = dice * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)dice * bound) >> 32);
}

/* Loops may take eight samples at a time where the processor can, never fewer than eight: pieces of fewer have the same sums, samples and levels. */
TEST(audio_mixer_many_at_a_time_equal_few) {
    enum { SUMS = 300 };
    static int32_t whole[2 * SUMS], parts[2 * SUMS];
    static int16_t halves[2][2 * SUMS];
    static int8_t samples[1000];
    uint32_t all = 0, clipped = 0;
    dice = 7;
    for (uint32_t i = 0; i < sizeof samples; i++) samples[i] = (int8_t)((int32_t)below(256) - 128);
    for (int round = 0; round < TEST_ROUNDS(400); round++) {
        const uint32_t to = 1 + below(2), end = 1 + below(sizeof samples), count = 1 + below(SUMS);
        ox_mix_piece piece = {.sum = whole,
                              .count = count,
                              .at = below(end << 16),
                              .step = below(3) == 0 ? 65536 : below(8 << 16),
                              .samples = samples,
                              .end = end << 16,
                              .loop = (1 + below(end)) << 16,
                              .gain = {below(32769) << 16, below(32769) << 16}};
        ox_mix_piece part = piece;
        ox_mix_level level = {0, 0, 0}, sum_of_levels = {0, 0, 0};
        for (uint32_t i = 0; i < 2 * SUMS; i++) whole[i] = parts[i] = (int32_t)below(1 << 25) - (1 << 24);
        ox_mix_round(&piece, to);
        part.sum = parts;
        for (uint32_t done = 0; done < count; done += 7) {
            part.count = count - done < 7 ? count - done : 7;
            ox_mix_round(&part, to);
        }
        CHECK(memcmp(whole, parts, sizeof whole) == 0 && piece.at == part.at && piece.count == 0 &&
              piece.sum - whole == part.sum - parts);
        ox_mix_put_halves(whole, halves[0], count * to, &level);
        for (uint32_t done = 0; done < count * to; done += 7)
            ox_mix_put_halves(parts + done, halves[1] + done, count * to - done < 7 ? count * to - done : 7,
                              &sum_of_levels);
        CHECK(memcmp(halves[0], halves[1], count * to * sizeof halves[0][0]) == 0 &&
              level.low == sum_of_levels.low && level.high == sum_of_levels.high &&
              level.clipped == sum_of_levels.clipped);
        all += count * to;
        clipped += level.clipped;
    }
    CHECK(clipped > all / 8 && clipped < all);
}

TEST(audio_mixer_blocks_do_not_drift) {
    int16_t out[400];
    uint64_t all = 0;
    begin(18157, 60, 1, 16, false, 1);
    for (uint32_t t = 0; t < 600; t++) {
        uint32_t n = ox_mixer_block(&mixer, out);
        all += n;
        CHECK_EQ(all, (uint64_t)(t + 1) * 18157 / 60);
        for (uint32_t i = 0; i < n; i++) {
            if (out[i] != 0) CHECK_EQ(out[i], 0);
        }
    }
    ox_audio_output wrong = {.rate = 3000, .hz = 60, .channels = 1, .bits = 16};
    CHECK_EQ(ox_mixer_init(&mixer, &wrong, voices, 1, sum), OX_BAD_ARGUMENT);
    wrong = (ox_audio_output){.rate = 18157, .hz = 60, .channels = 3, .bits = 16};
    CHECK_EQ(ox_mixer_init(&mixer, &wrong, voices, 1, sum), OX_BAD_ARGUMENT);
    wrong.channels = 1;
    CHECK_EQ(ox_mixer_init(&mixer, &wrong, voices, 256, sum), OX_BAD_ARGUMENT);
}

TEST(audio_voice_pitch_and_lines) {
    static const int16_t ramp[] = {0, 100, 200, 300};
    static uint8_t room[8];
    int16_t out[16] = {0};
    ox_audio_clip clip = wide(room, ramp, 4, 8000);
    begin(8000, 1000, 1, 16, true, 1);
    ox_voice_start(&voices[0], &clip, 98304, (uint32_t[2]){32768, 0}, false);
    ox_mixer_block(&mixer, out);
    CHECK(out[0] == 0 && out[1] == 150 && out[2] == 300 && out[3] == 0);
    CHECK(voices[0].clip == NULL);
    ox_voice_start(&voices[0], &clip, 65536, (uint32_t[2]){32768, 0}, false);
    ox_mixer_block(&mixer, out);
    CHECK(memcmp(out, ramp, sizeof ramp) == 0 && out[4] == 0);
    clip.loop_end = 4;
    clip.loop_start = 2;
    ox_voice_start(&voices[0], &clip, 65536, (uint32_t[2]){32768, 0}, true);
    ox_mixer_block(&mixer, out);
    CHECK(out[3] == 300 && out[4] == 200 && out[5] == 300 && out[6] == 200);
    clip.to_and_fro = true;
    ox_voice_start(&voices[0], &clip, 32768, (uint32_t[2]){32768, 0}, true);
    for (int i = 0; i < 2; i++) ox_mixer_block(&mixer, out + 8 * i);
    static const int16_t way[] = {0,   50,  100, 150, 200, 250, 300, 300,
                                  300, 250, 200, 200, 200, 250, 300, 300};
    CHECK(memcmp(out, way, sizeof way) == 0);
    CHECK_EQ(ox_voice_step(44100, 18157, 65536), (44100u * 65536u + 9078u) / 18157u);
    CHECK_EQ(ox_voice_step(65535, 4000, 524288), OX_VOICE_STEP_MOST);
}

/* Counts upward sign changes in a second. */
static uint32_t crossings(uint32_t step, const ox_audio_clip *clip) {
    int16_t out[140];
    int32_t before = 0;
    uint32_t count = 0;
    begin(8000, 60, 1, 16, true, 1);
    ox_voice_start(&voices[0], clip, step, (uint32_t[2]){32768, 0}, true);
    for (int t = 0; t < 60; t++) {
        uint32_t n = ox_mixer_block(&mixer, out);
        for (uint32_t i = 0; i < n; i++) {
            count += before < 0 && out[i] >= 0;
            before = out[i];
        }
    }
    return count;
}

TEST(audio_voice_twice_the_pitch) {
    static int16_t wave[80];
    static uint8_t room[160];
    for (int i = 0; i < 80; i++) wave[i] = (int16_t)((i % 20 < 10 ? i % 20 : 20 - i % 20) * 2000 - 10000);
    ox_audio_clip clip = wide(room, wave, 80, 8000);
    clip.loop_end = 80;
    CHECK_EQ(crossings(65536, &clip), 400);
    CHECK_EQ(crossings(131072, &clip), 800);
    CHECK_EQ(crossings(16384, &clip), 100);
}

TEST(audio_voice_long_clip_and_loops_without_drift) {
    static uint8_t bytes[70001];
    int16_t out[140];
    memset(bytes, 0, sizeof bytes);
    bytes[70000] = 100;
    ox_audio_clip clip = {
        .data = bytes, .bytes = 70001, .frames = 70001, .rate = 8000, .channels = 1, .format = OX_AUDIO_S8};
    begin(8000, 60, 1, 16, false, 1);
    ox_voice_start(&voices[0], &clip, 65536, (uint32_t[2]){32768, 0}, false);
    uint32_t at = 0, found = 0;
    while (voices[0].clip != NULL && at < 80000) {
        uint32_t n = ox_mixer_block(&mixer, out);
        for (uint32_t i = 0; i < n; i++, at++) {
            if (out[i] != 0) found = at;
        }
    }
    CHECK_EQ(found, 70000);
    /* A period of 3 1/3 samples: a million periods by advancing the place alone, and 3,000 that are mixed. */
    ox_audio_place place = {.frame = 0};
    clip.loop_end = 5;
    for (int i = 0; i < 1000000; i++) ox_audio_clip_skip(&clip, true, &place, 5);
    CHECK_EQ(place.frame, 0);
    ox_voice_start(&voices[0], &clip, 98304, (uint32_t[2]){32768, 0}, true);
    for (int t = 0; t < 75; t++) ox_mixer_block(&mixer, out); /* 10,000 sums of 1.5 frames: 3,000 periods */
    CHECK_EQ(voices[0].place.frame, 0);
    CHECK_EQ(voices[0].fraction, 0);
    ox_voice_start(&voices[0], &clip, 127 << 15, (uint32_t[2]){32768, 0}, true);
    for (int t = 0; t < 600; t++)
        ox_mixer_block(&mixer, out); /* 80,000 sums of 63.5 frames: 1,016,000 periods */
    CHECK(voices[0].place.frame == 0 && voices[0].fraction == 0);
}

TEST(audio_voice_gains_ramp_along_a_tick) {
    static int16_t ones[300], out[140];
    static uint8_t room[600];
    for (int i = 0; i < 300; i++) ones[i] = 30000;
    ox_audio_clip clip = wide(room, ones, 300, 8000);
    clip.loop_end = 300;
    begin(8000, 60, 1, 16, false, 1);
    ox_voice_start(&voices[0], &clip, 65536, (uint32_t[2]){32768, 0}, true);
    voices[0].wanted[0] = 0;
    uint32_t n = ox_mixer_block(&mixer, out);
    CHECK_EQ(out[0], 30000);
    for (uint32_t i = 1; i < n; i++) CHECK(out[i] < out[i - 1] && out[i - 1] - out[i] < 30000 / (int)n + 3);
    ox_mixer_block(&mixer, out);
    CHECK(out[0] == 0 && out[50] == 0);
    voices[0].wanted[0] = 32768;
    ox_mixer_block(&mixer, out);
    CHECK(out[0] == 0 && out[60] > 10000 && out[60] < 20000);
    ox_mixer_block(&mixer, out);
    CHECK(out[0] == 30000 && out[60] == 30000);
}

/* ADPCM of noise: blocks of 36 bytes a channel, which hold 65 frames. */
static ox_audio_clip noise_adpcm(uint8_t *bytes, uint32_t size, uint32_t channels, uint32_t block,
                                 uint32_t frames) {
    uint32_t seed = 12345;
    for (uint32_t i = 0; i < size; i++) bytes[i] = (uint8_t)((seed = seed * 1664525u + 1013904223u) >> 24);
    for (uint32_t i = 0; i < size; i += block) {
        for (uint32_t c = 0; c < channels; c++) bytes[i + c * 4 + 2] = 40;
    }
    return (ox_audio_clip){.data = bytes,
                           .bytes = size,
                           .frames = frames,
                           .rate = 8000,
                           .channels = (uint8_t)channels,
                           .format = OX_AUDIO_ADPCM,
                           .block_bytes = (uint16_t)block,
                           .block_frames = rom_adpcm_frames(block, channels)};
}

TEST(audio_adpcm_reads_as_whole_blocks_do) {
    static uint8_t bytes[720];
    static int16_t whole[2 * 700], pieces[2 * 700];
    for (uint32_t channels = 1; channels <= 2; channels++) {
        uint32_t block = 36 * channels, each = rom_adpcm_frames(block, channels), blocks = 720 / block;
        uint32_t frames = (blocks - 1) * each + 7;
        ox_audio_clip clip = noise_adpcm(bytes, 720, channels, block, frames);
        for (uint32_t i = 0; i < blocks; i++) {
            uint32_t here = i + 1 < blocks ? each : 7;
            CHECK_EQ(rom_adpcm_block(bytes + i * block, block, channels, whole + (size_t)i * each * channels,
                                     here, NULL),
                     ROM_OK);
        }
        for (uint32_t piece = 1; piece < 90;
             piece += 11) { /* reading in pieces, with frames decoded ahead that are not used up */
            ox_audio_place place = ox_audio_clip_begin(&clip);
            uint32_t at = 0;
            while (at < frames) {
                int16_t room[2 * 96];
                ox_audio_place next;
                uint32_t used = at + piece < frames ? piece : frames - at;
                ox_audio_clip_read(&clip, false, &place, &(ox_audio_reading){piece + 2, used, room}, &next);
                memcpy(pieces + (size_t)at * channels, room, (size_t)used * channels * 2);
                place = next;
                at += used;
            }
            CHECK(place.over);
            CHECK(memcmp(pieces, whole, (size_t)frames * channels * 2) == 0);
        }
        /* A loop into the middle of a block goes on from the state that the clip holds. */
        ox_audio_place place = ox_audio_clip_begin(&clip), next;
        int16_t room[2 * 100];
        uint32_t start = each + 10;
        for (uint32_t at = 0; at < start - 1; at++) {
            ox_audio_clip_read(&clip, false, &place, &(ox_audio_reading){1, 1, room}, &next);
            place = next;
        }
        for (uint32_t c = 0; c < channels; c++)
            clip.loop_sample[c] = place.sample[c], clip.loop_index[c] = place.index[c];
        clip.loop_start = start;
        clip.loop_end = start + 30;
        ox_audio_clip_read(&clip, true, &place, &(ox_audio_reading){100, 100, room}, &next);
        for (uint32_t i = 0; i < 100; i++) {
            uint32_t frame = i == 0 ? start - 1 : start + (i - 1) % 30;
            for (uint32_t c = 0; c < channels; c++)
                CHECK_EQ(room[i * channels + c], whole[frame * channels + c]);
        }
    }
}

/* Ten seconds of many voices have one checksum on every machine. */
TEST(audio_mixer_song_has_one_checksum) {
    static int16_t wave[640];
    static uint8_t room[1280], packed[720], bytes[500];
    int16_t out[2 * 310];
    uint32_t seed = 7;
    sine(wave, 640, 30000, 6434);
    for (int i = 0; i < 500; i++) bytes[i] = (uint8_t)(i * i / 7);
    ox_audio_clip clips[3] = {wide(room, wave, 640, 22050),
                              noise_adpcm(packed, 720, 1, 36, 1200),
                              {.data = bytes,
                               .bytes = 500,
                               .frames = 250,
                               .rate = 11025,
                               .channels = 2,
                               .format = OX_AUDIO_S8,
                               .loop_start = 13,
                               .loop_end = 247}};
    clips[0].loop_end = 640;
    uint32_t hash[2] = {0, 0};
    for (uint32_t kind = 0; kind < 2; kind++) {
        begin(18157, 60, (uint8_t)(kind + 1), kind == 0 ? 8 : 16, kind == 1, 8);
        mixer.out.feedback = kind == 0;
        hash[kind] = 2166136261u;
        for (int t = 0; t < 600; t++) {
            for (uint32_t v = 0; v < 8; v++) {
                seed = seed * 1664525u + 1013904223u;
                uint32_t gains[2] = {seed >> 18, seed >> 19 & 16383u};
                uint32_t step = ox_voice_step(clips[seed >> 28 & 1u].rate, 18157,
                                              ox_audio_pitch((int32_t)(seed >> 20) % 1536 - 768));
                if (seed % 16 == 0)
                    ox_voice_start(&voices[v], &clips[(seed >> 10) % 3], step, gains, (seed >> 9 & 1u) != 0);
                if (seed % 16 == 1 && voices[v].clip != NULL) voices[v].wanted[0] = (uint16_t)gains[1];
                if (seed % 16 == 2 && voices[v].clip != NULL) voices[v].step = step;
            }
            uint32_t n = ox_mixer_block(&mixer, out) * mixer.out.channels;
            for (uint32_t i = 0; i < n; i++) {
                uint32_t s = (uint32_t)(kind == 0 ? ((int8_t *)out)[i] : out[i]) & 0xFFFFu;
                hash[kind] = (hash[kind] ^ s) * 16777619u;
            }
        }
    }
    CHECK_EQ(hash[0], 0x46087d0f);
    CHECK_EQ(hash[1], 0x252f79f0);
}

/* ---- lives ---- */

static const ox_resource_type *beep(void) {
    uint32_t i = 0;
    while (ox_stand_in_types[i].tag != ROM_TAG_SOUND) i++;
    return &ox_stand_in_types[i];
}

static const ox_audio_output life_output = {.rate = 8000, .hz = 60, .channels = 1, .bits = 16};

static ox_status audio_of_two_voices(ox_audio *audio) {
    static ox_manager manager;
    static _Alignas(8) uint8_t room[6000];
    static ox_arena arena;
    ox_arena_init(&arena, room, sizeof room);
    const ox_audio_setup setup = {
        .out = life_output, .voices = 2, .requests = 4, .clips = 2, .manager = &manager};
    return ox_audio_init(audio, &setup, &arena);
}

static const ox_audio_ask life_ask = {.id = 1, .volume = 100};
static int16_t life_samples[140];
static ox_audio_clip life_clip;

PLAIN_ROW(ox_audio_clip, open, ox_audio_clip_open(it, beep()->placeholder, beep()->placeholder_size),
          OX_CLEAR(it))
PLAIN_ROW(ox_voice, start, DONE(ox_voice_start(it, &life_clip, 65536, (uint32_t[2]){1, 1}, false)),
          OX_CLEAR(it))
LIFE_ROW(ox_mixer, init, ox_mixer_init(it, &life_output, voices, 2, sum), OX_CLEAR(it),
         (void)ox_mixer_block(it, life_samples))
LIFE_ROW(ox_audio, init, audio_of_two_voices(it), ox_audio_end(it), (void)ox_audio_start(it, &life_ask))

/* Impossible setups are refused, every arena that is too small is refused, and samples may be cut short anywhere. */
TEST(audio_refusals) {
    static _Alignas(8) uint8_t room[16384];
    static uint8_t cut[512];
    ox_manager manager;
    ox_audio audio;
    ox_arena arena;
    const ox_audio_setup good = {
        .out = life_output, .voices = 2, .requests = 4, .clips = 2, .manager = &manager};
    ox_audio_setup bad[4] = {good, good, good, good};
    bad[0].voices = 0;
    bad[1].requests = 5;
    bad[2].out.rate = 100;
    bad[3].voices = OX_AUDIO_VOICES_MOST + 1;
    memset(&manager, 0, sizeof manager);
    for (int i = 0; i < 4; i++) {
        ox_arena_init(&arena, room, sizeof room);
        CHECK_EQ(ox_audio_init(&audio, &bad[i], &arena), OX_BAD_ARGUMENT);
        CHECK_EQ(ox_arena_used(&arena), 0);
    }
    size_t size = 0;
    for (; size < sizeof room; size += 8) {
        ox_arena_init(&arena, room, size);
        if (ox_audio_init(&audio, &good, &arena) == OX_OK) break;
        ox_arena_init(&arena, room, size);
        CHECK_EQ(ox_audio_init(&audio, &good, &arena), OX_OUT_OF_MEMORY);
        CHECK_EQ(ox_arena_used(&arena), 0);
    }
    CHECK(size > 500 && size <= ox_audio_bytes(&good) + 64);
    ox_audio_end(&audio);
    for (uint32_t length = 0; length < beep()->placeholder_size && length < sizeof cut; length++) {
        memcpy(cut, beep()->placeholder, length);
        CHECK_EQ(ox_audio_clip_open(&life_clip, cut, length), OX_BAD_DATA);
    }
    memset(&life_clip, 0, sizeof life_clip);
}

TEST(audio_records_end_as_they_began) {
    static _Alignas(8) uint8_t room[1024];
    ox_arena arena;
    ox_arena_init(&arena, room, sizeof room);
    const life_bench bench = {&arena, NULL};
    CHECK(life_is_led(&LIFE_OF(ox_audio_clip), &bench));
    CHECK(life_is_led(&LIFE_OF(ox_voice), &bench));
    CHECK(life_is_led(&LIFE_OF(ox_mixer), &bench));
    CHECK(life_is_led(&LIFE_OF(ox_audio), &bench));
}
