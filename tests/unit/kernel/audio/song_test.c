/* AUD-031, AUD-032, AUD-035: songs, their ticks, effects and order of rows, with values worked out from the
 * trackers' manuals. */
#include <string.h>

#include "kernel/audio/song.h"
#include "kernel/bytes/fnv.h"
#include "rom/chunks.h"
#include "tests/test.h"
#include "tests/unit/kernel/memory/life.h"

enum {
    CHANNELS = 2,
    PATTERNS = 3,
    ROWS = 8,
    PATTERN_BYTES = ROWS * CHANNELS * 6,
    KEY = 49,
    /* C-4 */ A = 10,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
    K = 20,
    L,
    P = 25,
    R = 27,
    T = 29,
    X = 33
};

static uint8_t chunk[4096];
static ox_song song;
static ox_song_data data;
static ox_song_channel channels[OX_SONG_CHANNELS];
static ox_mixer mixer;
static ox_voice voices[1];
static int32_t sums[8192];

static uint8_t waves[64];
static ox_audio_clip clip;

static const ox_audio_clip *find_clip(const void *context, uint32_t sound) {
    (void)context;
    return sound == 7 ? &clip : NULL;
}

static void put16(uint32_t at, uint32_t value) {
    chunk[at] = (uint8_t)value, chunk[at + 1] = (uint8_t)(value >> 8);
}
static void put32(uint32_t at, uint32_t value) { put16(at, value), put16(at + 2, value >> 16); }

/* A song of two channels, three patterns of eight rows, an instrument of one sample; all notes are empty. */
static uint32_t rows_at, instrument_at, points_at;
static void make_song(uint32_t kind, bool linear) {
    memset(chunk, 0, sizeof chunk);
    for (uint32_t i = 0; i < 64; i++) waves[i] = (uint8_t)(i < 32 ? 96 : 160);
    clip = (ox_audio_clip){.data = waves,
                           .bytes = 64,
                           .frames = 64,
                           .loop_end = 64,
                           .rate = 8363,
                           .channels = 1,
                           .format = OX_AUDIO_S8,
                           .volume = 64};
    uint32_t at = ROM_SONG_SIZE;
    put16(0, 0x0101), put16(2, ROM_SONG_SIZE);
    put16(ROM_SONG_TEMPO, 125), put16(ROM_SONG_CHANNELS, CHANNELS), put16(ROM_SONG_SPEED, 3);
    chunk[ROM_SONG_SLIDES] = linear, chunk[ROM_SONG_KIND] = (uint8_t)kind;
    put16(ROM_SONG_VOLUME, 64);
    memset(chunk + ROM_SONG_PANS, 128, 32);
    put32(ROM_SONG_ORDER_COUNT, PATTERNS), put32(ROM_SONG_ORDERS_AT, at);
    for (uint32_t i = 0; i < PATTERNS; i++) chunk[at + i] = (uint8_t)i;
    at += 4;
    put32(ROM_SONG_PATTERN_COUNT, PATTERNS), put32(ROM_SONG_PATTERNS_AT, at);
    for (uint32_t i = 0; i < PATTERNS; i++, at += ROM_SONG_PATTERN_SIZE)
        put32(at, i * PATTERN_BYTES), put32(at + 4, PATTERN_BYTES), put32(at + 8, ROWS);
    instrument_at = at;
    put32(ROM_SONG_INSTRUMENT_COUNT, 1), put32(ROM_SONG_INSTRUMENTS_AT, at);
    put32(at + ROM_SONG_INSTRUMENT_SAMPLES, 1);
    at += ROM_SONG_INSTRUMENT_SIZE;
    put32(ROM_SONG_SAMPLE_COUNT, 1), put32(ROM_SONG_SAMPLES_AT, at);
    put32(at, 7), chunk[at + ROM_SONG_SAMPLE_VOLUME] = 40, chunk[at + ROM_SONG_SAMPLE_PAN] = 128;
    at += ROM_SONG_SAMPLE_SIZE;
    points_at = at;
    put32(ROM_SONG_POINT_COUNT, 4), put32(ROM_SONG_POINTS_AT, at);
    at += 4 * ROM_ENVELOPE_POINT_SIZE;
    rows_at = at;
    put32(ROM_SONG_DATA_AT, at), put32(ROM_SONG_DATA_BYTES, PATTERNS * PATTERN_BYTES);
    for (uint32_t i = 0; i < PATTERNS * ROWS * CHANNELS; i++) chunk[at + i * 6] = 31;
}

static void put(uint32_t pattern, uint32_t row, uint32_t channel, ox_song_note n) {
    uint8_t *to = chunk + rows_at + ((pattern * ROWS + row) * CHANNELS + channel) * 6;
    const uint8_t fields[6] = {31, n.note, n.instrument, n.volume, n.effect, n.parameter};
    memcpy(to, fields, 6);
}

static void begin(void) {
    const ox_song_sounds sounds = {find_clip, NULL};
    CHECK_EQ(ox_song_data_open(&data, chunk, sizeof chunk), OX_OK);
    ox_song_begin(&song, &data, &sounds, channels, 18157);
}

static void tick(uint32_t count) {
    for (uint32_t i = 0; i < count; i++) ox_song_tick(&song);
}

/* What a song of four channels keeps in memory, on a machine of 32 bits. */
TEST(audio_song_state_is_small) {
    const size_t bytes = sizeof(ox_song) + 4 * sizeof(ox_song_channel);
    TEST_INFO("a song of four channels: %u bytes", (unsigned)bytes);
    CHECK(sizeof(void *) > 4 || bytes <= 1024);
}

TEST(audio_song_ticks_fall_on_their_samples) {
    static const uint32_t at[5] = {655, 1310, 1966, 2621, 3276};
    const ox_song_sounds sounds = {find_clip, NULL};
    const ox_audio_output out = {.rate = 32768, .hz = 8, .channels = 1, .bits = 16};
    uint32_t found = 0, frame = 0;
    make_song(ROM_SONG_FASTTRACKER, true);
    begin();
    ox_song_begin(&song, &data, &sounds, channels, 32768);
    mixer = (ox_mixer){.out = out, .voices = voices, .count = 1, .sum = sums};
    while (found < 5 && frame < 4000) {
        const uint32_t before = song.flow.ticks;
        ox_song_mix(&song, &mixer, 1, OX_SONG_SPEED);
        if (song.flow.ticks != before && before > 0) CHECK_EQ(frame, at[found++]);
        frame++;
    }
    CHECK_EQ(found, 5);
}

TEST(audio_song_pitches) {
    const ox_song_sounds sounds = {find_clip, NULL};
    make_song(ROM_SONG_PROTRACKER, false);
    put(0, 0, 0, (ox_song_note){KEY, 1, 0, 0, 0});
    put(0, 0, 1, (ox_song_note){KEY + 12, 1, 0, 0, 0});
    begin();
    ox_song_begin(&song, &data, &sounds, channels, 32768);
    tick(1);
    CHECK_EQ(channels[0].period, 1712); /* Amiga's 428 */
    CHECK_EQ(channels[0].voice.step, 16574);
    CHECK_EQ(channels[1].period, 856);
    make_song(ROM_SONG_FASTTRACKER, true);
    put(0, 0, 0, (ox_song_note){KEY, 1, 0, 0, 0});
    put(0, 0, 1, (ox_song_note){KEY - 9, 1, 0, 0, 0});
    begin();
    tick(1);
    CHECK_EQ(channels[0].period, 4608);
    CHECK_EQ(channels[0].voice.step, 30185); /* 8363 * 65536 / 18157 */
    CHECK_EQ(channels[1].period, 4608 + 9 * 64);
}

/* Cases of one channel over two rows of three ticks: the number that an effect gives in each tick. */
enum { VOLUME, PERIOD, PAN, ALL };
typedef struct effect_case {
    const char *name; /* the effect's name, for readers */
    uint8_t kind, what;
    ox_song_note first, second;
    int16_t expected[6];
} effect_case;

#define NOTE(volume, effect, parameter)                                                                      \
    { KEY, 1, volume, effect, parameter }
#define ONLY(volume, effect, parameter)                                                                      \
    { 0, 0, volume, effect, parameter }
#define FT ROM_SONG_FASTTRACKER
#define PT ROM_SONG_PROTRACKER

static const effect_case cases[] = {
    {"volume", FT, VOLUME, NOTE(0, C, 0x20), ONLY(0x18, 0, 0), {32, 32, 32, 8, 8, 8}},
    {"sample's volume", FT, VOLUME, NOTE(0, 0, 0), ONLY(0, 0, 0), {40, 40, 40, 40, 40, 40}},
    {"slide up and memory", FT, VOLUME, NOTE(0, A, 0x50), ONLY(0, A, 0), {40, 45, 50, 50, 55, 60}},
    {"no memory", PT, VOLUME, NOTE(0, A, 0x50), ONLY(0, A, 0), {40, 45, 50, 50, 50, 50}},
    {"slide ends at 64", FT, VOLUME, NOTE(0, A, 0xF0), ONLY(0, A, 0x0F), {40, 55, 64, 64, 49, 34}},
    {"column slides", FT, VOLUME, NOTE(0x64, 0, 0), ONLY(0x73, 0, 0), {40, 36, 32, 32, 35, 38}},
    {"fine column", FT, VOLUME, NOTE(0x84, 0, 0), ONLY(0x93, 0, 0), {36, 36, 36, 39, 39, 39}},
    {"fine slides", FT, VOLUME, NOTE(0, E, 0xA3), ONLY(0, E, 0xB5), {43, 43, 43, 38, 38, 38}},
    {"cut", FT, VOLUME, NOTE(0, E, 0xC1), ONLY(0, C, 9), {40, 0, 0, 9, 9, 9}},
    {"tremor", FT, VOLUME, NOTE(0, T, 0x00), ONLY(0, 0, 0), {40, 40, 0, 0, 0, 0}},
    {"key off without envelope", FT, VOLUME, NOTE(0, K, 2), ONLY(0, 0, 0), {40, 40, 0, 0, 0, 0}},
    {"porta up", FT, PERIOD, NOTE(0, 1, 4), ONLY(0, 1, 0), {4608, 4592, 4576, 4576, 4560, 4544}},
    {"porta down", FT, PERIOD, NOTE(0, 2, 3), ONLY(0, 2, 1), {4608, 4620, 4632, 4632, 4636, 4640}},
    {"fine porta", FT, PERIOD, NOTE(0, E, 0x12), ONLY(0, E, 0x20), {4600, 4600, 4600, 4600, 4600, 4600}},
    {"extra fine", FT, PERIOD, NOTE(0, X, 0x13), ONLY(0, X, 0x21), {4605, 4605, 4605, 4606, 4606, 4606}},
    {"arpeggio counts down",
     FT,
     PERIOD,
     NOTE(0, 0, 0x47),
     ONLY(0, 0, 0),
     {4608, 4160, 4352, 4608, 4608, 4608}},
    {"arpeggio counts up", PT, PERIOD, NOTE(0, 0, 0x47), ONLY(0, 0, 0), {4608, 4352, 4160, 4608, 4608, 4608}},
    {"vibrato", FT, PERIOD, NOTE(0, 4, 0x84), ONLY(0, 0, 0), {4608, 4608, 4630, 4608, 4608, 4608}},
    {"tuning", FT, PERIOD, NOTE(0, E, 0x5C), ONLY(0, 0, 0), {4576, 4576, 4576, 4576, 4576, 4576}},
    {"pan", FT, PAN, NOTE(0, 8, 0x20), ONLY(0xC5, 0, 0), {32, 32, 32, 80, 80, 80}},
    {"pan slide", FT, PAN, NOTE(0, P, 0x40), ONLY(0xD3, 0, 0), {128, 132, 136, 136, 133, 130}},
    {"volume of all", FT, ALL, NOTE(0, G, 0x30), ONLY(0, H, 0x02), {48, 48, 48, 48, 46, 44}},
    {"retrigger softer", FT, VOLUME, NOTE(0, R, 0x12), ONLY(0, 0, 0), {40, 39, 39, 39, 39, 39}},
};

TEST(audio_song_effects) {
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const effect_case *c = &cases[i];
        make_song(c->kind, true);
        put(0, 0, 0, c->first);
        put(0, 1, 0, c->second);
        begin();
        for (uint32_t t = 0; t < 6; t++) {
            tick(1);
            const int32_t got = c->what == VOLUME   ? channels[0].out_volume
                                : c->what == PERIOD ? channels[0].out_period
                                : c->what == PAN    ? channels[0].pan
                                                    : song.volume;
            /* a failure shows the number of the case, too */
            CHECK_EQ(got * 1000 + (int32_t)i, c->expected[t] * 1000 + (int32_t)i);
        }
    }
}

TEST(audio_song_slides_to_a_note_and_no_further) {
    make_song(ROM_SONG_FASTTRACKER, true);
    put(0, 0, 0, (ox_song_note)NOTE(0, 0, 0));
    put(0, 1, 0, (ox_song_note){KEY + 2, 0, 0, 3, 12}); /* 128 units up, 48 a tick */
    put(0, 2, 0, (ox_song_note)ONLY(0, 3, 0));
    begin();
    tick(4);
    CHECK_EQ(channels[0].out_period, 4608);
    tick(1);
    CHECK_EQ(channels[0].out_period, 4560);
    tick(1);
    CHECK_EQ(channels[0].out_period, 4512);
    tick(2);
    CHECK_EQ(channels[0].out_period, 4480);
    tick(1);
    CHECK_EQ(channels[0].out_period, 4480);
}

TEST(audio_song_note_later_and_offset) {
    make_song(ROM_SONG_FASTTRACKER, true);
    put(0, 0, 0, (ox_song_note)NOTE(0, E, 0xD2));
    put(0, 0, 1, (ox_song_note)NOTE(0, 9, 0x01)); /* frame 256 of 64: the channel is silent */
    begin();
    tick(2);
    CHECK(channels[0].voice.clip == NULL);
    CHECK(channels[1].voice.clip == NULL);
    tick(1);
    CHECK(channels[0].voice.clip == &clip);
    make_song(ROM_SONG_PROTRACKER, false);
    put(0, 0, 1, (ox_song_note)NOTE(0, 9, 0x01)); /* ProTracker starts in the loop */
    begin();
    tick(1);
    CHECK(channels[1].voice.clip == &clip);
}

TEST(audio_song_envelope_sustains_and_fades) {
    make_song(ROM_SONG_FASTTRACKER, true);
    const uint32_t e = instrument_at + ROM_SONG_INSTRUMENT_VOLUME;
    put32(e + ROM_ENVELOPE_COUNT, 3);
    chunk[e + ROM_ENVELOPE_FLAGS] = ROM_ENVELOPE_ON | ROM_ENVELOPE_SUSTAINS;
    chunk[e + ROM_ENVELOPE_SUSTAIN] = 1;
    put16(points_at, 0), put16(points_at + 2, 64), put16(points_at + 4, 2), put16(points_at + 6, 32);
    put16(points_at + 8, 4), put16(points_at + 10, 0);
    put16(instrument_at + ROM_SONG_INSTRUMENT_FADE, 8192);
    put(0, 0, 0, (ox_song_note)NOTE(0, 0, 0));
    put(0, 2, 0, (ox_song_note){OX_SONG_KEY_OFF, 0, 0, 0, 0});
    begin();
    static const uint16_t values[9] = {64, 48, 32, 32, 32, 32, 32, 16, 0};
    static const uint16_t fades[9] = {32768, 32768, 32768, 32768, 32768, 32768, 24576, 16384, 8192};
    for (uint32_t t = 0; t < 9; t++) {
        tick(1);
        CHECK_EQ(channels[0].volumes.value, values[t] * 256);
        CHECK_EQ(channels[0].fade, fades[t]);
    }
}

/* Checks the order in which rows come: pattern * 16 + row. */
static void follows(const uint8_t *expected, uint32_t count) {
    ox_song_flow flow;
    CHECK_EQ(ox_song_data_open(&data, chunk, sizeof chunk), OX_OK);
    ox_song_flow_begin(&flow, &data, 0, 0);
    for (uint32_t i = 0, ticks = 0; i < count && ticks < 200; ticks++) {
        if (ox_song_flow_tick(&flow, &data) != OX_SONG_ROW) continue;
        CHECK_EQ(flow.order * 16u + flow.row, expected[i]);
        i++;
    }
}

TEST(audio_song_ways_through_patterns) {
    static const uint8_t jump[] = {0, 1, 32, 33, 34}, leap[] = {0, 21, 22},
                         loop[] = {0, 1, 2, 1, 2, 1, 2, 3, 4, 5, 6, 7, 17},
                         plain[] = {0, 1, 2, 1, 2, 1, 2, 3, 4, 5, 6, 7, 16}, beyond[] = {0, 16};
    make_song(FT, true);
    put(0, 1, 1, (ox_song_note)ONLY(0, B, 2));
    follows(jump, 5);
    make_song(FT, true);
    put(0, 0, 0, (ox_song_note)ONLY(0, D, 0x05));
    follows(leap, 3);
    make_song(FT, true);
    put(0, 0, 0, (ox_song_note)ONLY(0, D, 0x99));
    follows(beyond, 2);
    for (uint32_t kind = PT; kind <= FT; kind++) {
        make_song(kind, true);
        put(0, 1, 0, (ox_song_note)ONLY(0, E, 0x60));
        put(0, 2, 0, (ox_song_note)ONLY(0, E, 0x62));
        follows(kind == FT ? loop : plain, 13); /* FastTracker begins the next pattern at the loop's row */
    }
}

TEST(audio_song_rows_wait) {
    make_song(FT, true);
    put(0, 0, 0, (ox_song_note)NOTE(0, E, 0xE2));
    put(0, 0, 1, (ox_song_note)NOTE(0, A, 0x01));
    begin();
    tick(9); /* three times three ticks: the slide works in all ticks but the first */
    CHECK_EQ(song.flow.row, 0);
    CHECK_EQ(channels[1].volume, 32);
    tick(1);
    CHECK_EQ(song.flow.row, 1);
}

TEST(audio_song_speed_and_tempo) {
    make_song(FT, true);
    put(0, 0, 0, (ox_song_note)ONLY(0, F, 5));
    put(0, 1, 0, (ox_song_note)ONLY(0, F, 0x40));
    begin();
    tick(5);
    CHECK_EQ(song.flow.row, 0);
    tick(1);
    CHECK_EQ(song.flow.row, 1);
    CHECK_EQ(song.flow.tempo, 64);
}

/* ---- bad input ---- */

TEST(audio_song_numbers_that_cannot_be) {
    make_song(FT, true);
    put16(ROM_SONG_TEMPO, 0), put16(ROM_SONG_SPEED, 0), put16(ROM_SONG_RESTART, 900);
    begin();
    CHECK_EQ(song.flow.tempo, 125);
    CHECK_EQ(song.flow.speed, 6);
    CHECK_EQ(data.restart, 0);
    put32(ROM_SONG_ORDER_COUNT, 0);
    CHECK_EQ(ox_song_data_open(&data, chunk, sizeof chunk), OX_BAD_DATA);
    put32(ROM_SONG_ORDER_COUNT, 1), put16(ROM_SONG_CHANNELS, 33);
    CHECK_EQ(ox_song_data_open(&data, chunk, sizeof chunk), OX_BAD_DATA);
    CHECK_EQ(ox_song_data_open(&data, chunk, ROM_SONG_SIZE - 1), OX_BAD_DATA);
    make_song(FT, true);
    CHECK_EQ(ox_song_data_open(&data, chunk, sizeof chunk), OX_OK);
    put16(ROM_CHUNK_HEADER, ROM_SONG_BASE); /* a song of the first version, which had no notes */
    CHECK_EQ(ox_song_data_open(&data, chunk, sizeof chunk), OX_BAD_DATA);
}

TEST(audio_song_what_is_not_there_is_silent) {
    make_song(FT, true);
    put(0, 0, 0, (ox_song_note){KEY, 9, 0, 0, 0});   /* an instrument that is not there */
    put(0, 0, 1, (ox_song_note){96, 1, 0, 2, 0xFF}); /* a sample of a key that is not there */
    chunk[instrument_at + ROM_SONG_INSTRUMENT_KEYS + 95] = 200;
    /* the envelope's points lie behind the last one */
    const uint32_t e = instrument_at + ROM_SONG_INSTRUMENT_VOLUME;
    put32(e + ROM_ENVELOPE_FIRST, 3), put32(e + ROM_ENVELOPE_COUNT, 20), chunk[e + ROM_ENVELOPE_FLAGS] = 7;
    begin();
    tick(30);
    CHECK(channels[0].voice.clip == NULL);
    CHECK(channels[1].voice.clip == NULL);
    put(0, 0, 0, (ox_song_note)NOTE(0, 0, 0));
    begin();
    tick(1);
    CHECK_EQ(channels[0].volumes.value, 16384);
}

TEST(audio_song_jumps_that_never_end_are_counted) {
    make_song(FT, true);
    put(0, 0, 0, (ox_song_note)ONLY(0, B, 0));
    begin();
    tick(31);
    CHECK_EQ(song.flow.rounds, 10);
    make_song(FT, true);
    put(0, 0, 0, (ox_song_note)ONLY(0, F, 0)); /* speed 0 ends the song */
    put16(ROM_SONG_RESTART, 2);
    begin();
    tick(4);
    CHECK_EQ(song.flow.order, 2);
    CHECK_EQ(song.flow.rounds, 1);
    make_song(FT, true);
    put(0, 1, 0, (ox_song_note)ONLY(0, B, 77)); /* an order that is not there */
    begin();
    tick(7);
    CHECK_EQ(song.flow.order, 0);
    CHECK_EQ(song.flow.rounds, 1);
}

/* ---- sound ---- */

static void fill_song(void) {
    static const ox_song_note notes[ROWS] = {
        NOTE(0, 4, 0x84),         ONLY(0x73, 4, 0), {KEY + 7, 1, 0x30, 0, 0x37}, ONLY(0, 1, 9),
        {KEY - 5, 1, 0, 7, 0x6A}, ONLY(0, 7, 0),    {KEY + 3, 0, 0xF3, 3, 9},    ONLY(0, E, 0x92)};
    for (uint32_t i = 0; i < ROWS * PATTERNS; i++) {
        put(i / ROWS, i % ROWS, 0, notes[i % ROWS]);
        put(i / ROWS, i % ROWS, 1, notes[(i * 5 + 2) % ROWS]);
    }
}

static uint32_t play_hash(uint32_t kind, bool linear, const ox_audio_output *out, uint32_t blocks) {
    static int16_t samples[4096];
    uint32_t hash = OX_FNV_START;
    const ox_song_sounds sounds = {find_clip, NULL};
    make_song(kind, linear);
    fill_song();
    begin();
    ox_song_begin(&song, &data, &sounds, channels, out->rate);
    CHECK_EQ(ox_mixer_init(&mixer, out, voices, 1, sums), OX_OK);
    for (uint32_t i = 0; i < blocks; i++) {
        const uint32_t frames = ox_mixer_begin(&mixer);
        ox_song_mix(&song, &mixer, frames, 32768);
        ox_mixer_end(&mixer, samples);
        for (uint32_t k = 0; k < frames * out->channels; k++) {
            const uint32_t s = out->bits == 8 ? (uint8_t)((int8_t *)samples)[k] : (uint16_t)samples[k];
            hash = (hash ^ (s & 255u)) * 16777619u;
            hash = (hash ^ s >> 8) * 16777619u;
        }
    }
    return hash;
}

TEST(audio_song_bits_are_those_of_every_machine) {
    const ox_audio_output small = {.rate = 18157, .hz = 60, .channels = 1, .bits = 8},
                          large = {.rate = 44100, .hz = 60, .channels = 2, .bits = 16, .linear = true};
    CHECK_EQ(play_hash(FT, true, &small, 120), 1764369488u);
    CHECK_EQ(play_hash(PT, false, &large, 120), 1408357597u);
}

TEST(audio_song_sounds_and_is_silent_when_hushed) {
    const ox_audio_output out = {.rate = 18157, .hz = 60, .channels = 1, .bits = 16};
    static int16_t samples[512];
    (void)play_hash(FT, true, &out, 10);
    int32_t peak = 0;
    for (uint32_t i = 0; i < 300; i++) peak = sums[i] > peak ? sums[i] : peak;
    CHECK(peak > 1000 * 256 && peak <= 8192 * 2 * 256);
    const uint32_t frames = ox_mixer_begin(&mixer);
    ox_song_hush(&song, &mixer, frames);
    ox_mixer_end(&mixer, samples);
    CHECK_EQ(samples[frames - 1], 0);
    CHECK(samples[2] != 0);
}

PLAIN_ROW(ox_song_data, open, ox_song_data_open(it, chunk, sizeof chunk), OX_CLEAR(it))
PLAIN_ROW(ox_song_flow, begin, DONE(ox_song_flow_begin(it, &data, 0, 0)), OX_CLEAR(it))
PLAIN_ROW(ox_song, begin, DONE(ox_song_begin(it, &data, &(ox_song_sounds){find_clip, NULL}, channels, 18157)),
          OX_CLEAR(it))

TEST(audio_song_records_end_clear) {
    static uint64_t memory[64];
    ox_arena arena = {0};
    const life_bench bench = {.arena = &arena};
    CHECK_EQ(ox_arena_open(&arena, memory, sizeof memory), OX_OK);
    make_song(ROM_SONG_FASTTRACKER, true);
    CHECK_EQ(ox_song_data_open(&data, chunk, sizeof chunk), OX_OK);
    CHECK(life_is_led(&LIFE_OF(ox_song_data), &bench));
    CHECK(life_is_led(&LIFE_OF(ox_song_flow), &bench));
    CHECK(life_is_led(&LIFE_OF(ox_song), &bench));
}
