/* Movies by hand: each mode of blocks, frames that stay, sounds, and bytes that are damaged. */
#include <string.h>

#include "rom/check.h"
#include "rom/movie.h"
#include "tests/test.h"

enum { WIDE = 12, HIGH = 10, FRAMES = 4, PATCHES = 3, INDEX = ROM_MOVIE_SIZE, DATA = 1024 };
static uint32_t words[512];
static uint8_t *const chunk = (uint8_t *)words;
static uint32_t data_bytes;
static rom_movie movie;
static uint16_t pictures[2][WIDE * HIGH + 16];

static void put(uint8_t *at, uint32_t value, uint32_t bytes) {
    for (uint32_t i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> 8 * i);
}
static void add(uint32_t value, uint32_t bytes) {
    put(chunk + DATA + data_bytes, value, bytes);
    data_bytes += bytes;
}
static uint8_t *row_of(uint32_t frame) { return chunk + INDEX + frame * ROM_MOVIE_FRAME_SIZE; }
static void head(uint32_t mode, uint32_t run) { add(mode | (run - 1) << 3, 1); }

static void begin_frame(uint32_t frame, bool key) {
    put(row_of(frame) + ROM_MOVIE_FRAME_FIRST, data_bytes, 4);
    put(row_of(frame) + ROM_MOVIE_FRAME_FLAGS, key ? ROM_MOVIE_FRAME_KEY : 0, 4);
    put(row_of(frame) + ROM_MOVIE_FRAME_CHECKSUM, 700 + frame, 4);
}
static void end_picture(uint32_t frame) {
    const uint32_t bytes = data_bytes - rom_word(row_of(frame));
    put(row_of(frame) + ROM_MOVIE_FRAME_VIDEO_BYTES, bytes, 4);
    put(row_of(frame) + ROM_MOVIE_FRAME_BYTES, bytes, 4);
}

static uint32_t patch_pixel(uint32_t patch, uint32_t x, uint32_t y) { return 3000 + patch * 100 + y * 4 + x; }

/* Twelve by ten pixels are two by two blocks, of which only the first is whole. */
static void build(void) {
    memset(words, 0, sizeof words);
    data_bytes = 0;
    put(chunk, 1 << 8 | 2, 2);
    put(chunk + ROM_CHUNK_HEADER, ROM_MOVIE_SIZE, 2);
    put(chunk + ROM_MOVIE_WIDTH, WIDE, 2);
    put(chunk + ROM_MOVIE_HEIGHT, HIGH, 2);
    put(chunk + ROM_MOVIE_RATE, 15 << 16, 4);
    put(chunk + ROM_MOVIE_FRAMES, FRAMES, 4);
    put(chunk + ROM_MOVIE_FORMAT, 1, 2);
    put(chunk + ROM_MOVIE_SOUND_RATE, 8000, 2);
    chunk[ROM_MOVIE_SOUND_CHANNELS] = 2;
    chunk[ROM_MOVIE_SOUND_FORMAT] = 1;
    put(chunk + ROM_MOVIE_INDEX_COUNT, FRAMES, 4);
    put(chunk + ROM_MOVIE_INDEX_AT, INDEX, 4);
    put(chunk + ROM_MOVIE_PATCH_COUNT, PATCHES, 4);
    put(chunk + ROM_MOVIE_PATCHES_AT, INDEX + FRAMES * ROM_MOVIE_FRAME_SIZE, 4);
    put(chunk + ROM_MOVIE_DATA_AT, DATA, 4);
    for (uint32_t i = 0; i < PATCHES * 16; i++)
        put(chunk + INDEX + FRAMES * ROM_MOVIE_FRAME_SIZE + 2 * i, patch_pixel(i / 16, i % 4, i % 16 / 4), 2);
    begin_frame(0, true);
    head(ROM_MOVIE_RAW, 1);
    for (uint32_t i = 0; i < 64; i++) add(1000 + i, 2);
    head(ROM_MOVIE_ONE, 1);
    add(0x1234, 2);
    head(ROM_MOVIE_TWO, 1);
    add(0xAAAA, 2), add(0xBBBB, 2);
    for (uint32_t row = 0; row < 8; row++) add(0x35 + row, 1); /* bit i of a row's byte is its pixel i */
    head(ROM_MOVIE_FOUR, 1);
    for (uint32_t i = 0; i < 4; i++) add(0xC000 + i, 2);
    for (uint32_t row = 0; row < 8; row++) add(0xE41B + row, 2);
    end_picture(0);
    begin_frame(1, false);
    head(ROM_MOVIE_SKIP, 1);
    head(ROM_MOVIE_MOVED, 1);
    add((uint32_t)-3, 1), add(1, 1);
    head(ROM_MOVIE_PATCHES, 1);
    add(2, 1), add(0, 1), add(1, 1), add(2, 1);
    head(ROM_MOVIE_SKIP, 1);
    end_picture(1);
    add(0x5A, 4), add(0, 2); /* its sound */
    put(row_of(1) + ROM_MOVIE_FRAME_BYTES, data_bytes - rom_word(row_of(1)), 4);
    put(row_of(1) + ROM_MOVIE_FRAME_SOUND_FRAMES, 3, 4);
    begin_frame(2, false);
    end_picture(2);
    begin_frame(3, true);
    head(ROM_MOVIE_ONE, 4);
    for (uint32_t i = 0; i < 4; i++) add(0xD000 + i, 2);
    end_picture(3);
    put(chunk + ROM_MOVIE_DATA_BYTES, data_bytes, 4);
}

static uint32_t pixel_wanted(uint32_t frame, uint32_t x, uint32_t y) {
    const uint32_t block = y / 8 * 2 + x / 8, across = x % 8, down = y % 8;
    if (frame == 2) frame = 1; /* the picture stays */
    if (frame == 3) return 0xD000 + block;
    if (frame == 1 && block == 1) return pixel_wanted(0, x - 3, y + 1);
    if (frame == 1 && block == 2) {
        static const uint8_t patches[4] = {2, 0, 1, 2};
        return patch_pixel(patches[down / 4 * 2 + across / 4], across % 4, down % 4);
    }
    if (block == 0) return 1000 + down * 8 + across;
    if (block == 1) return 0x1234;
    if (block == 2) return ((0x35 + down) >> across & 1) != 0 ? 0xBBBB : 0xAAAA;
    return 0xC000 + ((0xE41B + down) >> 2 * across & 3);
}

static void open_movie(void) {
    rom_error error;
    build();
    CHECK_EQ(rom_check_chunk(ROM_TAG_MOVIE, chunk, DATA + data_bytes, &error), ROM_OK);
    CHECK_EQ(rom_movie_open(chunk, &movie, &error), ROM_OK);
}

TEST(rom_movie_modes_by_hand) {
    rom_error error;
    open_movie();
    CHECK(movie.width == WIDE && movie.height == HIGH && movie.frames == FRAMES && movie.rate == 15 << 16);
    CHECK(movie.sound_rate == 8000 && movie.sound_channels == 2 && movie.sound_format == 1);
    for (uint32_t k = 0; k < FRAMES; k++) {
        uint16_t *now = pictures[k & 1];
        memset(now, 0x77, sizeof pictures[0]);
        CHECK_EQ(rom_movie_frame(&movie, k, k == 0 ? NULL : pictures[~k & 1], now, &error), ROM_OK);
        for (uint32_t i = 0; i < WIDE * HIGH; i++) CHECK_EQ(now[i], pixel_wanted(k, i % WIDE, i / WIDE));
        for (uint32_t i = 0; i < 16; i++) CHECK_EQ(now[WIDE * HIGH + i], 0x7777);
        CHECK_EQ(rom_movie_expected(&movie, k), 700 + k);
        uint8_t bytes[2 * WIDE * HIGH];
        for (uint32_t i = 0; i < WIDE * HIGH; i++) put(bytes + 2 * i, now[i], 2);
        CHECK_EQ(rom_movie_checksum(&movie, now), rom_crc32(0, bytes, sizeof bytes));
    }
    CHECK_EQ(rom_movie_expected(&movie, FRAMES), 0);
}

TEST(rom_movie_keys_and_sounds) {
    static const uint8_t next[] = {0, 3, 3, 3, 4, 4};
    uint32_t bytes, frames;
    open_movie();
    for (uint32_t k = 0; k < 6; k++) {
        CHECK_EQ(rom_movie_is_key(&movie, k), k == 0 || k == 3);
        CHECK_EQ(rom_movie_next_key(&movie, k), next[k]);
        bytes = frames = 99;
        const uint8_t *sound = rom_movie_sound(&movie, k, &bytes, &frames);
        CHECK_EQ(sound != NULL, k == 1);
        CHECK(bytes == (k == 1 ? 6 : 0) && frames == (k == 1 ? 3 : 0));
        if (sound != NULL) CHECK(sound[0] == 0x5A && sound + 6 == chunk + DATA + rom_word(row_of(2)));
    }
    put(row_of(3) + ROM_MOVIE_FRAME_FLAGS, 0, 4); /* no key frame is left */
    CHECK_EQ(rom_movie_next_key(&movie, 1), FRAMES);
}

TEST(rom_movie_heads_that_are_no_movie) {
    static const struct {
        uint32_t at, value, bytes;
    } rows[] = {{ROM_MOVIE_FORMAT, 0, 2},
                {ROM_MOVIE_FORMAT, 2, 2},
                {ROM_CHUNK_HEADER, ROM_MOVIE_BASE, 2},
                {ROM_MOVIE_INDEX_COUNT, FRAMES - 1, 4},
                {ROM_MOVIE_INDEX_COUNT, 0, 4}};
    rom_error error;
    for (uint32_t i = 0; i < 5; i++) {
        build();
        put(chunk + rows[i].at, rows[i].value, rows[i].bytes);
        CHECK_EQ(rom_movie_open(chunk, &movie, &error), ROM_BAD_CHUNK);
        CHECK_EQ(error.offset, ROM_MOVIE_FORMAT);
    }
    build();
    put(chunk + ROM_MOVIE_FRAMES, 0, 4);
    put(chunk + ROM_MOVIE_INDEX_COUNT, 0, 4);
    CHECK_EQ(rom_movie_open(chunk, &movie, &error), ROM_BAD_CHUNK);
}

/* Decodes a frame that was changed, and holds what lies around the picture. */
static rom_status decode(uint32_t frame, bool with_before, rom_error *error) {
    memset(pictures[0], 0x77, sizeof pictures[0]);
    memset(pictures[1], 0x11, sizeof pictures[1]);
    const rom_status status =
        rom_movie_frame(&movie, frame, with_before ? pictures[1] : NULL, pictures[0], error);
    for (uint32_t i = 0; i < 16; i++) CHECK_EQ(pictures[0][WIDE * HIGH + i], 0x7777);
    return status;
}

TEST(rom_movie_damage_is_told_with_its_place) {
    rom_error error;
    open_movie();
    CHECK_EQ(decode(FRAMES, true, &error), ROM_BAD_CHUNK);
    CHECK_EQ(decode(1, false, &error), ROM_BAD_CHUNK);
    CHECK_EQ(decode(2, false, &error), ROM_BAD_CHUNK);
    for (uint32_t k = 0; k < FRAMES; k++) { /* a picture that ends early, or has bytes left over */
        const uint32_t first = rom_word(row_of(k)), video = rom_word(row_of(k) + ROM_MOVIE_FRAME_VIDEO_BYTES);
        for (uint32_t cut = k == 0 || k == 3 ? 0 : 1; cut < video; cut++) {
            put(row_of(k) + ROM_MOVIE_FRAME_VIDEO_BYTES, cut, 4);
            CHECK_EQ(decode(k, k != 0 && k != 3, &error), ROM_BAD_PACKING);
            CHECK(error.offset >= first && error.offset <= first + cut);
        }
        put(row_of(k) + ROM_MOVIE_FRAME_BYTES, video + 9, 4);
        put(row_of(k) + ROM_MOVIE_FRAME_VIDEO_BYTES, video + 1, 4);
        CHECK_EQ(decode(k, k != 0 && k != 3, &error), ROM_BAD_PACKING);
        put(row_of(k) + ROM_MOVIE_FRAME_BYTES, video, 4);
        CHECK_EQ(decode(k, k != 0 && k != 3, &error), ROM_BAD_PACKING); /* more picture than bytes */
        CHECK_EQ(error.offset, first);
        put(row_of(k) + ROM_MOVIE_FRAME_VIDEO_BYTES, video, 4);
        CHECK_EQ(decode(k, k != 0 && k != 3, &error), ROM_OK);
    }
    static const struct {
        uint32_t frame, at, value, told; /* a byte of the frame's data, and the place that is told */
    } rows[] = {{3, 0, ROM_MOVIE_MODES | 3 << 3, 1}, /* no such mode */
                {3, 0, ROM_MOVIE_ONE | 4 << 3, 0},   /* a run of five blocks, of which four are there */
                {3, 0, ROM_MOVIE_SKIP | 3 << 3, 1},  /* a key frame has no frame before it */
                {1, 5, PATCHES, 5},                  /* no such patch, in each quarter */
                {1, 6, PATCHES, 5},
                {1, 7, PATCHES, 5},
                {1, 8, PATCHES, 5},
                {1, 2, (uint8_t)-9, 2}, /* out on the left, on the right, above and below */
                {1, 2, 1, 2},
                {1, 3, (uint8_t)-1, 2},
                {1, 3, 3, 2}};
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t *at = chunk + DATA + rom_word(row_of(rows[i].frame)) + rows[i].at;
        const uint8_t was = *at;
        *at = (uint8_t)rows[i].value;
        CHECK_EQ(decode(rows[i].frame, true, &error), ROM_BAD_PACKING);
        CHECK_EQ(error.offset, rom_word(row_of(rows[i].frame)) + rows[i].told);
        *at = was;
    }
    static const struct {
        uint8_t at, value;
    } edges[] = {{2, (uint8_t)-8}, {2, 0}, {3, 0}, {3, 2}}; /* just inside of the picture before */
    for (uint32_t i = 0; i < 4; i++) {
        uint8_t *at = chunk + DATA + rom_word(row_of(1)) + edges[i].at;
        const uint8_t was = *at;
        *at = edges[i].value;
        CHECK_EQ(decode(1, true, &error), ROM_OK);
        *at = was;
    }
}
