/* AUD-031: how small songs are beside the same music as a stream, and what the checker says of damaged ones. */
#include "kernel/audio/clip.h"
#include "rom/chunks.h"
#include "tests/host/tools/convert/converted_asset.h"

enum { CHANNELS = 6, SAMPLES = 10, ROWS = 64, PATTERNS = 6, ORDER = 16, STREAM_RATE = 18157 };

/* Two minutes of six channels and ten instruments. */
static size_t write_long_song(char *text, size_t room) {
    static const char *const kinds[] = {"triangle", "square", "pulse", "saw", "noise"};
    static const char *const notes[] = {"C", "D", "E", "F", "G", "A", "B"};
    size_t at = (size_t)snprintf(text, room, "song Long\ntempo 125\nspeed 6\nchannels %d\n", CHANNELS);
    for (int i = 0; i < SAMPLES; i++)
        at += (size_t)snprintf(text + at, room - at, "instrument %s volume=%d decay=%d\n", kinds[i % 5],
                               30 + i, 20 + 10 * i);
    for (int p = 0; p < PATTERNS; p++) {
        at += (size_t)snprintf(text + at, room - at, "pattern p%d\n", p);
        for (int row = 0; row < ROWS; row++)
            for (int c = 0; c < CHANNELS; c++) {
                const int number = p * 131 + row * 7 + c * 3;
                at += row % (c + 1) == 0
                          ? (size_t)snprintf(text + at, room - at, "%s-%d.%d%s", notes[number % 7],
                                             3 + number % 3, 1 + (number + c) % 10 % 9,
                                             c + 1 < CHANNELS ? " " : "\n")
                          : (size_t)snprintf(text + at, room - at, ".%s", c + 1 < CHANNELS ? " " : "\n");
            }
    }
    at += (size_t)snprintf(text + at, room - at, "order");
    for (int i = 0; i < ORDER; i++) at += (size_t)snprintf(text + at, room - at, " p%d", i % PATTERNS);
    return at + (size_t)snprintf(text + at, room - at, "\n");
}

TEST(convert_song_is_ten_times_smaller_than_its_stream) {
    static char text[60000];
    static converted_asset made;
    const size_t size = write_long_song(text, sizeof text);
    CHECK(convert_asset(&made, "song", "it.song", text, size, ""));
    converted_check(&made);
    size_t bytes = made.chunk.size, sounds = 0;
    for (const pack_companion_chunk *c = made.companions.chunks; c != NULL; c = c->next) {
        bytes += c->bytes.size;
        sounds += c->tag == ROM_TAG_SOUND;
    }
    const double seconds = ORDER * ROWS * 0.12, stream = seconds * STREAM_RATE / 2;
    TEST_INFO("%.0f s, %u samples: %u bytes, as a stream of ADPCM %.0f: %.1f to 1", seconds, (unsigned)sounds,
              (unsigned)bytes, stream, stream / (double)bytes);
    CHECK(seconds >= 120 && sounds >= 5 && converted_u32(&made, ROM_SONG_SAMPLE_COUNT) == SAMPLES);
    CHECK(converted_u16(&made, ROM_SONG_CHANNELS) == CHANNELS);
    CHECK(stream > 10 * (double)bytes);
    converted_free(&made);
}

static void put_u32(uint8_t *at, uint32_t value) {
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> 8 * i);
}

/* Each fault that is planted is found; the song without it is good. */
TEST(convert_song_checker_finds_planted_faults) {
    static char text[60000];
    static converted_asset made;
    const size_t size = write_long_song(text, sizeof text);
    CHECK(convert_asset(&made, "song", "it.song", text, size, ""));
    const uint32_t orders = converted_u32(&made, ROM_SONG_ORDERS_AT),
                   patterns = converted_u32(&made, ROM_SONG_PATTERNS_AT),
                   instruments = converted_u32(&made, ROM_SONG_INSTRUMENTS_AT),
                   data = converted_u32(&made, ROM_SONG_DATA_BYTES);
    const struct {
        uint32_t at, value;
    } faults[] = {{ROM_SONG_ORDER_COUNT, 257},
                  {orders, 0xFF},           /* a pattern that is not there */
                  {patterns, data},         /* rows that begin behind the data */
                  {patterns + 4, data + 1}, /* and that end behind them */
                  {instruments + ROM_SONG_INSTRUMENT_SAMPLES, SAMPLES + 1},
                  {ROM_SONG_SAMPLE_COUNT, 0}, /* instruments without their samples */
                  {ROM_SONG_DATA_AT, 0x00FFFFF0},
                  {ROM_SONG_PATTERNS_AT, 3},
                  {ROM_SONG_LABEL_COUNT, 65}};
    rom_error error;
    CHECK_EQ(rom_check_chunk(ROM_TAG_SONG, made.chunk.data, made.chunk.size, &error), ROM_OK);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        uint8_t kept[4];
        memcpy(kept, made.chunk.data + faults[i].at, 4);
        put_u32(made.chunk.data + faults[i].at, faults[i].value);
        if (rom_check_chunk(ROM_TAG_SONG, made.chunk.data, made.chunk.size, &error) == ROM_OK)
            test_fail(__FILE__, __LINE__, "a fault was not found", (long)i, 1);
        memcpy(made.chunk.data + faults[i].at, kept, 4);
    }
    /* a sample whose loop ends behind it, or before it begins, is no clip */
    const pack_companion_chunk *sound = made.companions.chunks;
    while (sound != NULL && sound->tag != ROM_TAG_SOUND) sound = sound->next;
    CHECK(sound != NULL);
    if (sound != NULL) {
        ox_audio_clip clip;
        uint8_t *d = sound->bytes.data;
        CHECK_EQ(ox_audio_clip_open(&clip, d, (uint32_t)sound->bytes.size), OX_OK);
        const uint32_t frames = clip.frames;
        put_u32(d + ROM_SOUND_LOOP_START, 2);
        put_u32(d + ROM_SOUND_LOOP_END, frames + 1);
        CHECK_EQ(ox_audio_clip_open(&clip, d, (uint32_t)sound->bytes.size), OX_BAD_DATA);
        put_u32(d + ROM_SOUND_LOOP_END, 2);
        CHECK_EQ(ox_audio_clip_open(&clip, d, (uint32_t)sound->bytes.size), OX_BAD_DATA);
    }
    converted_free(&made);
}
