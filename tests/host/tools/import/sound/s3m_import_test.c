/* Scream Tracker 3 modules: one made by hand, its notes, effects, samples and tuning, and refusals. */
#include <string.h>

#include "tests/test.h"
#include "tools/import/sound/song.h"

enum { ORDERS = 96, POINTERS = 100, INSTRUMENT = 0x100, SAMPLES = 0x180, PATTERN = 0x200, SIZE = 0x300 };

static uint8_t file[SIZE];
static import_song song;
static tool_error error;

static void put16(size_t at, uint32_t value) {
    file[at] = (uint8_t)value;
    file[at + 1] = (uint8_t)(value >> 8);
}

/* Makes a module of two channels, the first of the FM chip; one instrument of four frames at 16726 Hz; one
 * pattern. */
static void make(const void *rows, size_t size) {
    memset(file, 0, sizeof file);
    memcpy(file, "a tune", 6);
    file[29] = 16;
    put16(32, 4);
    put16(34, 1);
    put16(36, 1);
    put16(42, 2); /* unsigned samples */
    memcpy(file + 44, "SCRM", 4);
    file[48] = 64;
    file[49] = 5;
    file[50] = 130;
    file[51] = 0x80 | 48;
    memset(file + 64, 255, 32);
    file[64] = 16;
    file[65] = 9; /* channel 2 is a right one */
    memcpy(file + ORDERS, "\376\0\0\377", 4);
    put16(POINTERS, INSTRUMENT / 16);
    put16(POINTERS + 2, PATTERN / 16);
    file[INSTRUMENT] = 1;
    put16(INSTRUMENT + 14, SAMPLES / 16);
    put16(INSTRUMENT + 16, 4);
    put16(INSTRUMENT + 20, 1);
    put16(INSTRUMENT + 24, 3);
    file[INSTRUMENT + 28] = 40;
    file[INSTRUMENT + 31] = 1;
    put16(INSTRUMENT + 32, 16726);
    memcpy(file + INSTRUMENT + 48, "bell", 4);
    memcpy(file + INSTRUMENT + 76, "SCRS", 4);
    memcpy(file + SAMPLES, "\0\200\377\100", 4);
    memcpy(file + PATTERN + 2, rows, size);
}

static bool load(size_t size) {
    error.text[0] = 0;
    return import_song_decode("t.s3m", file, size, &song, &error);
}

TEST(s3m_becomes_a_song_of_fasttracker) {
    make("\141\100\1\50\0", 5); /* channel 1: C-4, instrument 1, volume 40 */
    CHECK(load(SIZE));
    CHECK(song.kind == IMPORT_SONG_FASTTRACKER && !song.linear && strcmp(song.title, "a tune") == 0);
    CHECK_EQ(song.channels, 1);
    CHECK_EQ(song.pans[0], 0xCC);
    CHECK_EQ(song.speed, 5);
    CHECK_EQ(song.tempo, 130);
    CHECK_EQ(song.order_count, 2); /* the skip mark at the front is passed over */
    const import_note *note = song.patterns[0].notes;
    CHECK_EQ(note->note, 49); /* C-4 */
    CHECK_EQ(note->instrument, 1);
    CHECK_EQ(note->volume, 0x10 + 40);
    const import_song_sample *sample = song.instruments[0].samples;
    CHECK_EQ(song.instruments[0].sample_count, 1);
    CHECK(strcmp(song.instruments[0].name, "bell") == 0);
    CHECK_EQ(sample->frames, 4);
    CHECK_EQ(sample->samples[0], -32768);
    CHECK_EQ(sample->samples[1], 0);
    CHECK_EQ(sample->samples[2], 127 * 256);
    CHECK_EQ(sample->volume, 40);
    CHECK_EQ(sample->note, 12); /* twice 8363 frames a second: an octave */
    CHECK_EQ(sample->tuning, 0);
    CHECK(sample->loops && sample->loop_start == 1 && sample->loop_end == 3);
    import_song_free(&song);
}

/* Effects and the letter and parameter that they become. */
TEST(s3m_effects_become_those_of_fasttracker) {
    static const struct {
        char from;
        uint8_t parameter;
        char to;
        uint8_t result;
    } cases[] = {
        {'A', 4, 'F', 4},       {'T', 125, 'F', 125},   {'B', 2, 'B', 1},       {'C', 0x10, 'D', 0x10},
        {'D', 0x20, 'A', 0x20}, {'D', 0x2F, 'E', 0xA2}, {'D', 0xF3, 'E', 0xB3}, {'E', 0x10, '2', 0x10},
        {'E', 0xF4, 'E', 0x24}, {'F', 0xE4, 'X', 0x14}, {'G', 7, '3', 7},       {'H', 0x42, '4', 0x42},
        {'J', 0x37, '0', 0x37}, {'K', 3, '6', 3},       {'L', 3, '5', 3},       {'O', 9, '9', 9},
        {'Q', 0x82, 'R', 0x82}, {'R', 0x11, '7', 0x11}, {'S', 0x8F, '8', 255},  {'S', 0xB2, 'E', 0x62},
        {'S', 0xC1, 'E', 0xC1}, {'S', 0xD1, 'E', 0xD1}, {'V', 64, 'G', 64},     {'X', 64, '8', 128},
        {'I', 0x12, 'T', 0x12}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const uint8_t row[4] = {0x81, (uint8_t)(cases[i].from - 'A' + 1), cases[i].parameter, 0};
        make(row, 4);
        CHECK(load(SIZE));
        const import_note *note = song.patterns[0].notes;
        CHECK_EQ(import_song_effect_letter(note->effect), cases[i].to);
        CHECK_EQ(note->parameter, cases[i].result);
        CHECK_EQ(song.unknown_count, 0);
        import_song_free(&song);
    }
    make("\201\32\5\0", 4); /* Z has no meaning */
    CHECK(load(SIZE) && song.unknown_count == 1);
    import_song_free(&song);
    make("\101\300\0\141\376\0\377\0", 8); /* pan 64 of 64; a cut */
    CHECK(load(SIZE));
    CHECK_EQ(song.patterns[0].notes[0].volume, 0xCF);
    CHECK(song.patterns[0].notes[1].note == 0 && song.patterns[0].notes[1].volume == 0x10);
    import_song_free(&song);
}

TEST(s3m_refusals_name_their_place) {
    make("", 0);
    CHECK(!load(PATTERN + 10) && strstr(error.text, "a pattern") != NULL);
    CHECK(!load(INSTRUMENT + 40) && strstr(error.text, "an instrument") != NULL);
    CHECK(!load(102) && strstr(error.text, "its tables") != NULL);
    CHECK(!load(60) && strstr(error.text, "its heading") != NULL);
    file[INSTRUMENT + 30] = 4;
    CHECK(!load(SIZE) && strstr(error.text, "offset 286") != NULL);
    make("", 0);
    file[65] = 255;
    CHECK(!load(SIZE) && strstr(error.text, "offset 64") != NULL);
    make("", 0);
    put16(34, 200);
    CHECK(!load(SIZE) && strstr(error.text, "offset 32") != NULL);
    make("", 0);
    put16(INSTRUMENT + 16, 60000); /* the samples in the file count, not the header's length */
    CHECK(load(SIZE) && song.mended > 0 && song.instruments[0].samples->frames == SIZE - SAMPLES);
    import_song_free(&song);
}

/* Both kinds of module: players would divide by an order's length, or read its first pattern. */
TEST(modules_without_an_order_are_refused) {
    static uint8_t xm[336] = "Extended Module: ";
    make("", 0);
    memset(file + ORDERS, 255, 4);
    CHECK(!load(SIZE) && strstr(error.text, "order") != NULL);
    xm[37] = 0x1A;
    xm[58] = 4, xm[59] = 1; /* version 1.04 */
    xm[60] = 20, xm[61] = 1;
    xm[68] = 2;
    error.text[0] = 0;
    CHECK(!import_song_decode("t.xm", xm, sizeof xm, &song, &error));
    CHECK(strstr(error.text, "offset 64") != NULL && strstr(error.text, "order is empty") != NULL);
}
