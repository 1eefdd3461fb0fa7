/* AUD-034: voices that are made while they play. */
#include <string.h>

#include "kernel/audio/generator.h"
#include "kernel/audio/mixer.h"
#include "kernel/bytes/fnv.h"
#include "rom/chunks.h"
#include "tests/test.h"

enum { RATE = 16000, DATA = ROM_SOUND_SIZE, FULL = 1 << 30, FRAMES_MOST = 40000 };

static uint8_t chunk[512];
static uint32_t bytes;
static int16_t samples[FRAMES_MOST];

static void put16(uint32_t at, uint32_t value) {
    chunk[at] = (uint8_t)value;
    chunk[at + 1] = (uint8_t)(value >> 8);
}

static void put32(uint32_t at, uint32_t value) {
    put16(at, value);
    put16(at + 2, value >> 16);
}

/* A chunk with a voice; rows follow: put_row(frame, value, change), of pitches first. */
static void begin_voice(uint32_t kind, uint32_t power, uint32_t pitches, uint32_t levels, uint32_t frames) {
    memset(chunk, 0, sizeof chunk);
    put16(0, 0x101);
    put16(2, ROM_SOUND_SIZE);
    put16(ROM_SOUND_RATE, RATE);
    chunk[ROM_SOUND_FORMAT] = OX_AUDIO_SYNTH;
    chunk[ROM_SOUND_CHANNELS] = 1;
    put32(ROM_SOUND_FRAMES, frames);
    put32(ROM_SOUND_DATA_AT, DATA);
    chunk[DATA + ROM_VOICE_KIND] = (uint8_t)kind;
    chunk[DATA + ROM_VOICE_POWER] = (uint8_t)power;
    chunk[DATA + ROM_VOICE_PITCH_COUNT] = (uint8_t)pitches;
    chunk[DATA + ROM_VOICE_LEVEL_COUNT] = (uint8_t)levels;
    for (uint32_t i = 0; i < 32; i++) chunk[DATA + ROM_VOICE_WAVE + i] = i < 16 ? 127 : 129;
    bytes = DATA + ROM_VOICE_SIZE;
}

static void put_row(uint32_t frame, uint32_t value, int32_t change) {
    put32(bytes, frame);
    put32(bytes + 4, value);
    put32(bytes + 8, (uint32_t)change);
    bytes += ROM_VOICE_PITCH_SIZE;
    put32(ROM_SOUND_DATA_BYTES, bytes - DATA);
}

static uint32_t step_of(uint32_t hz) { return (uint32_t)(((uint64_t)hz << 32) / RATE); }

static ox_audio_clip opened(void) {
    ox_audio_clip clip;
    CHECK_EQ(ox_audio_clip_open(&clip, chunk, bytes), OX_OK);
    return clip;
}

/* Reads frames in runs of `run`. */
static void read_all(const ox_audio_clip *clip, uint32_t frames, uint32_t run, bool loops) {
    ox_audio_place place = ox_audio_clip_begin(clip);
    for (uint32_t done = 0; done < frames;) {
        const uint32_t count = frames - done < run ? frames - done : run;
        const ox_audio_place at = place;
        ox_audio_clip_read(clip, loops, &at, &(ox_audio_reading){count, count, samples + done}, &place);
        done += count;
    }
}

static uint32_t rises(uint32_t frames) {
    uint32_t count = 0;
    for (uint32_t i = 1; i < frames; i++) count += samples[i - 1] < 0 && samples[i] > 0;
    return count;
}

TEST(audio_voice_has_the_periods_of_its_pitch) {
    static const uint32_t pitches[3] = {55, 440, 3520};
    for (uint32_t i = 0; i < 3; i++) {
        begin_voice(ROM_VOICE_ROUNDS, 1, 1, 1, 2 * RATE);
        put_row(0, step_of(pitches[i]), 0);
        put_row(0, FULL, 0);
        const ox_audio_clip clip = opened();
        read_all(&clip, 2 * RATE, 77, false);
        CHECK_NEAR(rises(2 * RATE), 2 * pitches[i], 1);
        CHECK_EQ(samples[0], 127 * 256);
    }
    begin_voice(ROM_VOICE_ROUNDS, 1, 2, 1, 2 * RATE); /* from 400 Hz to 800 in a second, then 100 Hz */
    put_row(0, step_of(400), (int32_t)(step_of(400) / RATE));
    put_row(RATE, step_of(100), 0);
    put_row(0, FULL, 0);
    const ox_audio_clip clip = opened();
    read_all(&clip, RATE, 96, false);
    CHECK_NEAR(rises(RATE), 600, 1);
    read_all(&clip, 2 * RATE, 96, false);
    CHECK_NEAR(rises(2 * RATE), 700, 2);
}

/* The duty of a pulse is that of its wave, to a frame a round. */
TEST(audio_voice_duties) {
    for (uint32_t eighths = 1; eighths < 8; eighths++) {
        begin_voice(ROM_VOICE_ROUNDS, 1, 1, 1, RATE);
        for (uint32_t i = 0; i < 32; i++) chunk[DATA + ROM_VOICE_WAVE + i] = i < eighths * 4 ? 100 : 156;
        put_row(0, step_of(250), 0);
        put_row(0, FULL, 0);
        const ox_audio_clip clip = opened();
        uint32_t up = 0;
        read_all(&clip, RATE, 500, false);
        for (uint32_t i = 0; i < RATE; i++) up += samples[i] > 0;
        CHECK_EQ(up, eighths * RATE / 8);
    }
}

/* Galois and Fibonacci forms are easily confused: these are the bits of the register, shift by shift. */
TEST(audio_voice_noise_is_that_of_the_register) {
    for (uint32_t is_short = 0; is_short < 2; is_short++) {
        const uint32_t period = is_short ? 127 : 32767;
        uint32_t reference = 0x7FFF;
        begin_voice(is_short ? ROM_VOICE_SHORT_NOISE : ROM_VOICE_NOISE, 1, 1, 1, FRAMES_MOST);
        put_row(0, 0x80000000u, 0); /* a shift every two frames */
        put_row(0, FULL, 0);
        const ox_audio_clip clip = opened();
        read_all(&clip, FRAMES_MOST, 333, false);
        for (uint32_t i = 0; i < FRAMES_MOST / 2; i++) {
            const int32_t expected = (reference & 1u) != 0 ? -127 * 256 : 127 * 256;
            CHECK_EQ(samples[2 * i], expected);
            CHECK_EQ(samples[2 * i + 1], expected);
            const uint32_t bit = (reference & 1u) ^ (reference >> 1 & 1u);
            reference = reference >> 1 | bit << 14;
            if (is_short) reference = (reference & 0x7FBFu) | bit << 6;
        }
        put_row(0, 0, 0); /* behind the voice: counts for nothing */
        ox_generator state = ox_generator_begin();
        uint32_t shifts = 0;
        do {
            int16_t two[2];
            ox_generator_run(clip.data, &state, 2 * shifts, two, 2);
            shifts++;
        } while (shifts < 40000 && (is_short ? (state.shift & 0x7Fu) != 0x7F : state.shift != 0x7FFF));
        CHECK_EQ(shifts, period);
    }
}

TEST(audio_voice_ends_in_exact_silence) {
    for (uint32_t power = 1; power <= 3; power++) {
        begin_voice(ROM_VOICE_ROUNDS, power, 1, 3, 1001);
        put_row(0, step_of(100), 0);
        put_row(0, 0, FULL / 100);
        put_row(100, FULL, -(FULL / 1000));
        put_row(600, 1000000 * 400, -1000000);
        const ox_audio_clip clip = opened();
        read_all(&clip, 1001, 64, false);
        CHECK_EQ(samples[0], 0);
        CHECK_EQ(samples[1000], 0);
        CHECK_EQ(samples[100], -127 * 256); /* the second half of a round of 160 */
        CHECK(samples[960] != 0 || power > 1);
        ox_audio_place place = ox_audio_clip_begin(&clip), next;
        ox_audio_clip_read(&clip, false, &place, &(ox_audio_reading){1200, 1200, samples}, &next);
        CHECK(next.over);
        for (uint32_t i = 1001; i < 1200; i++) CHECK_EQ(samples[i], 0);
    }
    begin_voice(ROM_VOICE_ROUNDS, 1, 1, 1, 100); /* levels that no packer writes are held */
    put_row(0, step_of(100), 0);
    put_row(0, UINT32_MAX, 123456789);
    const ox_audio_clip clip = opened();
    read_all(&clip, 100, 64, false);
    CHECK_EQ(samples[0], 127 * 256);
}

/* A voice of everything: noise or a wave that glides, three levels, a loop. */
static ox_audio_clip busy_voice(uint32_t kind) {
    begin_voice(kind, 2, 2, 2, 4000);
    for (uint32_t i = 0; i < 32; i++) chunk[DATA + ROM_VOICE_WAVE + i] = (uint8_t)(i * i * 3);
    put_row(0, step_of(700), -12345);
    put_row(1111, step_of(90), 54321);
    put_row(0, FULL / 3, 100000);
    put_row(1500, FULL, -(FULL / 2500));
    put32(ROM_SOUND_LOOP_START, 1400);
    put32(ROM_SOUND_LOOP_END, 3000);
    return opened();
}

/* However it is read, and where it is begun, the frames are the same. */
TEST(audio_voice_is_the_same_in_all_pieces) {
    static int16_t whole[9000];
    for (uint32_t kind = 0; kind <= ROM_VOICE_SHORT_NOISE; kind++) {
        const ox_audio_clip clip = busy_voice(kind);
        for (uint32_t loops = 2; loops-- > 0;) {
            const uint32_t frames = loops ? 9000 : 4000;
            read_all(&clip, frames, frames, loops);
            memcpy(whole, samples, frames * sizeof *whole);
            for (uint32_t run = 1; run < 3000; run = run * 5 + 2) {
                read_all(&clip, frames, run, loops);
                CHECK_EQ(memcmp(whole, samples, frames * sizeof *whole), 0);
            }
        }
        for (uint32_t frame = 0; frame < 4000; frame += 617) {
            ox_audio_place place, next;
            ox_audio_clip_seek(&clip, frame, &place);
            CHECK_EQ(place.frame, frame);
            ox_audio_clip_read(&clip, false, &place, &(ox_audio_reading){10, 0, samples}, &next);
            CHECK(frame > 3990 || memcmp(whole + frame, samples, 20) == 0);
            CHECK_EQ(memcmp(&place, &next, sizeof place), 0);
        }
    }
}

static ox_voice voices[2];
static int32_t sums[1024];
static ox_mixer mixer;

/* Played by the mixer it is a sound like all others: rates, pitch, gains, silence that goes on, its end. */
TEST(audio_voice_is_mixed_like_a_sound) {
    static int16_t out[1024];
    const ox_audio_output form = {.rate = RATE, .hz = 50, .channels = 2, .bits = 16};
    const uint32_t full[2] = {32768, 16384}, nothing[2] = {0, 0};
    const ox_audio_clip clip = busy_voice(ROM_VOICE_NOISE);
    read_all(&clip, 4000, 4000, false);
    CHECK_EQ(ox_mixer_init(&mixer, &form, voices, 2, sums), OX_OK);
    ox_voice_start(&voices[0], &clip, 65536, full, false);
    ox_voice_start(&voices[1], &clip, 65536, nothing, false);
    for (uint32_t block = 0; block < 12; block++) {
        CHECK_EQ(ox_mixer_block(&mixer, out), 320);
        CHECK_EQ(voices[1].place.frame, voices[0].place.frame);
        CHECK_EQ(voices[1].place.shift, voices[0].place.shift);
        for (uint32_t i = 0; i < 320 && block * 320 + i < 4000; i++) {
            CHECK_EQ(out[2 * i], samples[block * 320 + i]);
            CHECK_NEAR(out[2 * i + 1], samples[block * 320 + i] / 2, 1);
        }
    }
    (void)ox_mixer_block(&mixer, out);
    CHECK(voices[0].clip == NULL && voices[1].clip == NULL);
    ox_voice_start(&voices[0], &clip, 2 << 16, full, false); /* an octave up: each second frame */
    (void)ox_mixer_block(&mixer, out);
    for (uint32_t i = 0; i < 320; i++) CHECK_EQ(out[2 * i], samples[2 * i]);
}

TEST(audio_voice_bits_are_those_of_every_machine) {
    static const uint32_t expected[3] = {346932035u, 932933783u, 432710362u};
    for (uint32_t kind = 0; kind <= ROM_VOICE_SHORT_NOISE; kind++) {
        const ox_audio_clip clip = busy_voice(kind);
        uint32_t hash = OX_FNV_START;
        read_all(&clip, 9000, 96, true);
        for (uint32_t i = 0; i < 9000; i++) hash = ox_fnv_u16(hash, (uint16_t)samples[i]);
        CHECK_EQ(hash, expected[kind]);
    }
}

TEST(audio_voice_that_cannot_be_is_refused) {
    ox_audio_clip clip;
    (void)busy_voice(ROM_VOICE_ROUNDS);
    for (uint32_t cut = 0; cut < bytes; cut++) CHECK_EQ(ox_audio_clip_open(&clip, chunk, cut), OX_BAD_DATA);
    for (uint32_t cut = 0; cut < bytes - DATA; cut++) {
        put32(ROM_SOUND_DATA_BYTES, cut);
        CHECK_EQ(ox_audio_clip_open(&clip, chunk, bytes), OX_BAD_DATA);
    }
    static const struct {
        uint32_t at;
        uint8_t value;
    } faults[] = {{DATA + ROM_VOICE_KIND, 3},
                  {DATA + ROM_VOICE_POWER, 0},
                  {DATA + ROM_VOICE_POWER, 4},
                  {DATA + ROM_VOICE_PITCH_COUNT, 0},
                  {DATA + ROM_VOICE_PITCH_COUNT, 17},
                  {DATA + ROM_VOICE_LEVEL_COUNT, 0},
                  {DATA + ROM_VOICE_LEVEL_COUNT, 255},
                  {DATA + ROM_VOICE_SIZE, 1},                                /* the first frame is not 0 */
                  {DATA + ROM_VOICE_SIZE + 2 * ROM_VOICE_PITCH_SIZE + 1, 1}, /* nor that of the levels */
                  {ROM_SOUND_CHANNELS, 2},
                  {ROM_SOUND_FORMAT, 4}};
    for (uint32_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        (void)busy_voice(ROM_VOICE_ROUNDS);
        chunk[faults[i].at] = faults[i].value;
        CHECK(ox_failed(ox_audio_clip_open(&clip, chunk, bytes)));
    }
    (void)busy_voice(ROM_VOICE_ROUNDS);
    put32(DATA + ROM_VOICE_SIZE + ROM_VOICE_PITCH_SIZE, 0); /* the second row does not rise */
    CHECK_EQ(ox_audio_clip_open(&clip, chunk, bytes), OX_BAD_DATA);
}
