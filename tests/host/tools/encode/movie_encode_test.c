/* Movies: every frame as the encoder saw it, within its bytes; sound and picture of one length; damage that
 * stays inside of the movie. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/adpcm.h"
#include "rom/check.h"
#include "tests/host/tools/convert/converted_asset.h"
#include "tests/host/tools/convert/picture_file.h"
#include "tools/encode/movie_encode.h"
#include "tools/import/sound/wav.h"

enum { WIDTH = 160, HEIGHT = 120, FRAMES = 24, GUARD = 64, ODD_WIDTH = 37, ODD_HEIGHT = 21 };

static tool_error error;

/* A disc that wanders over a slope of colours with noise in a corner; the background scrolls. */
typedef struct painted {
    import_image image;
    int width, height;
} painted;

static const import_image *paint(void *context, uint32_t frame, tool_error *fault) {
    painted *p = context;
    uint32_t noise = frame * 77u + 1u;
    (void)fault;
    for (int y = 0; y < p->height; y++) {
        for (int x = 0; x < p->width; x++) {
            uint8_t *to = p->image.rgba + 4 * ((size_t)y * (size_t)p->width + (size_t)x);
            int dx = x - 30 - (int)frame * 3, dy = y - p->height / 2,
                stripe = ((x + (int)frame * 2) / 12 + y / 12) % 2;
            bool disc = dx * dx + dy * dy < 300;
            noise = noise * 1664525u + 1013904223u;
            to[0] = (uint8_t)(disc ? 230 : 40 + x / 2);
            to[1] = (uint8_t)(disc ? 60 + y : 30 + stripe * 60);
            to[2] = (uint8_t)(disc ? 40 : 60 + y);
            if (x < 16 && y < 8) memset(to, (int)(noise >> 24), 3);
            to[3] = 255;
        }
    }
    return &p->image;
}

static bool make(painted *p, int width, int height, uint32_t frames, const import_sound *sound,
                 const movie_options *options, writer *out, movie_report *report) {
    const movie_source source = {paint, p, frames, (uint32_t)width, (uint32_t)height};
    p->width = width;
    p->height = height;
    CHECK(import_image_allocate("t", width, height, false, &p->image, &error));
    memset(out, 0, sizeof *out);
    writer_zeros(out, ROM_MOVIE_SIZE);
    writer_put_u16(out, ROM_CHUNK_VERSION, 0x101);
    writer_put_u16(out, ROM_CHUNK_HEADER, ROM_MOVIE_SIZE);
    bool ok = movie_encode("t", &source, sound, options, out, report, &error);
    if (!ok) TEST_INFO("%s", error.text);
    writer_align(out, 4);
    import_image_free(&p->image);
    return ok && rom_check_chunk(ROM_TAG_MOVIE, out->data, (uint32_t)out->size, NULL) == ROM_OK;
}

/* Decodes all frames; gives how many have the encoder's checksum. */
static uint32_t play(const rom_movie *m, uint32_t from, uint16_t *last) {
    static uint16_t pictures[2][WIDTH * HEIGHT];
    rom_error fault;
    uint32_t good = 0;
    for (uint32_t k = from; k < m->frames; k++) {
        uint16_t *now = pictures[k & 1u], *before = pictures[(k & 1u) ^ 1u];
        if (rom_movie_frame(m, k, k == from ? NULL : before, now, &fault) != ROM_OK) {
            TEST_INFO("%s", fault.text);
            break;
        }
        good += rom_movie_checksum(m, now) == rom_movie_expected(m, k);
        if (last != NULL) memcpy(last, now, (size_t)m->width * m->height * 2);
    }
    return good;
}

static void make_tone(import_sound *sound, uint32_t rate, uint32_t channels, uint32_t frames) {
    CHECK(import_sound_allocate("s", rate, channels, frames, sound, &error));
    for (uint32_t i = 0; i < frames * channels; i++)
        sound->samples[i] = (int32_t)(sin(i / (12.0 * channels)) * 1e9);
}

TEST(movie_every_frame_is_what_the_encoder_saw) {
    static painted p;
    static uint16_t last[WIDTH * HEIGHT];
    const movie_options options = {
        .rate = 15, .key_interval = 10, .target = 2600, .patches = 32, .search = 3, .sound_format = 2};
    import_sound tone;
    movie_report report, again_report;
    writer movie, again;
    rom_movie m;
    make_tone(&tone, 18157, 1, 18157 * FRAMES / 15);
    CHECK(make(&p, WIDTH, HEIGHT, FRAMES, &tone, &options, &movie, &report));
    CHECK_EQ(rom_movie_open(movie.data, &m, NULL), ROM_OK);
    CHECK_EQ(play(&m, 0, last), FRAMES);
    CHECK_EQ(rom_movie_next_key(&m, 1), 10);
    /* playing begins at a key frame, whatever was shown before */
    CHECK_EQ(play(&m, 10, NULL), FRAMES - 10);
    CHECK_EQ(rom_movie_next_key(&m, 21), FRAMES);
    TEST_INFO("%u keys, %.1f to 1, PSNR %.1f dB, at most %u bytes a frame; skip %u moved %u one %u two %u "
              "four %u patches %u raw %u",
              report.keys, report.ratio, report.psnr, report.largest, report.modes[0], report.modes[1],
              report.modes[2], report.modes[3], report.modes[4], report.modes[5], report.modes[6]);
    CHECK(report.largest <= 2600 && report.over == 0 && report.psnr > 30 && report.ratio > 14);
    CHECK(report.modes[ROM_MOVIE_SKIP] > 0 && report.modes[ROM_MOVIE_MOVED] > 0 &&
          report.modes[ROM_MOVIE_TWO] > 0 && report.modes[ROM_MOVIE_PATCHES] > 0);
    /* The sound is as long as the pictures within a frame, and each piece is a block that decodes. */
    uint32_t sum = 0;
    for (uint32_t k = 0; k < FRAMES; k++) {
        static int16_t samples[4000];
        uint32_t bytes, frames;
        const uint8_t *sound = rom_movie_sound(&m, k, &bytes, &frames);
        CHECK(sound != NULL && frames <= 4000 &&
              rom_adpcm_block(sound, bytes, 1, samples, frames, NULL) == ROM_OK);
        CHECK_NEAR(samples[frames / 2], tone.samples[sum + frames / 2] / 65536, 600);
        sum += frames;
    }
    CHECK_NEAR(sum * 15.0, FRAMES * 18157.0, 18157);
    CHECK(make(&p, WIDTH, HEIGHT, FRAMES, &tone, &options, &again, &again_report));
    CHECK(again.size == movie.size && memcmp(again.data, movie.data, movie.size) == 0);
    /* OXCART_MOVIE_PNG names a folder that gets the last frame, for people to see */
    const char *folder = getenv("OXCART_MOVIE_PNG");
    if (folder != NULL) {
        static uint8_t rgb[WIDTH * HEIGHT * 3];
        for (int i = 0; i < WIDTH * HEIGHT; i++)
            rgb[3 * i] = (uint8_t)(last[i] >> 11 << 3), rgb[3 * i + 1] = (uint8_t)(last[i] >> 5 << 2),
                    rgb[3 * i + 2] = (uint8_t)(last[i] << 3);
        const import_png_picture picture = {
            .width = WIDTH, .height = HEIGHT, .format = IMPORT_PNG_RGB, .pixels = rgb};
        CHECK(import_png_write(folder, &picture, &error));
    }
    import_sound_free(&tone);
    writer_free(&movie);
    writer_free(&again);
}

/* A movie whose sides are no multiples of 8, without target, patches and sound: raw blocks are exact. */
TEST(movie_of_odd_size_and_no_loss) {
    static painted p;
    const movie_options options = {
        .rate = 12.5, .key_interval = 100, .weight = 1, .search = 1, .sound_format = 1};
    movie_report report;
    writer movie;
    rom_movie m;
    CHECK(make(&p, ODD_WIDTH, ODD_HEIGHT, 5, NULL, &options, &movie, &report));
    CHECK_EQ(rom_movie_open(movie.data, &m, NULL), ROM_OK);
    CHECK_EQ(play(&m, 0, NULL), 5);
    CHECK(report.keys == 1 && report.psnr > 36 && m.sound_rate == 0 && m.rate == 12 * 65536 + 32768);
    uint32_t bytes, frames;
    CHECK(rom_movie_sound(&m, 0, &bytes, &frames) == NULL && bytes == 0 && frames == 0);
    static uint16_t now[ODD_WIDTH * ODD_HEIGHT];
    CHECK_EQ(rom_movie_frame(&m, 1, NULL, now, NULL), ROM_BAD_CHUNK); /* the frame needs the one before */
    CHECK_EQ(rom_movie_frame(&m, 5, now, now, NULL), ROM_BAD_CHUNK);
    writer_free(&movie);
}

TEST(movie_damage_stays_inside_of_the_picture) {
    static painted p;
    static uint16_t rooms[2][ODD_WIDTH * ODD_HEIGHT + 2 * GUARD];
    const movie_options options = {.rate = 15, .key_interval = 3, .patches = 8, .search = 2, .target = 400};
    movie_report report;
    writer movie;
    rom_movie m;
    uint32_t seed = 9, refused = 0, other = 0;
    CHECK(make(&p, ODD_WIDTH, ODD_HEIGHT, 6, NULL, &options, &movie, &report));
    CHECK_EQ(rom_movie_open(movie.data, &m, NULL), ROM_OK);
    uint8_t *data = movie.data + rom_u32(movie.data + ROM_MOVIE_DATA_AT);
    uint32_t bytes = rom_u32(movie.data + ROM_MOVIE_DATA_BYTES);
    for (int round = 0; round < 3000; round++) {
        seed = seed * 1664525u + 1013904223u;
        uint32_t at = (seed >> 8) % bytes;
        uint8_t kept = data[at];
        data[at] ^= (uint8_t)((seed & 255u) | 1u);
        for (int side = 0; side < 2; side++)
            for (int i = 0; i < ODD_WIDTH * ODD_HEIGHT + 2 * GUARD; i++) rooms[side][i] = 0xABCD;
        for (uint32_t k = 0; k < m.frames; k++) {
            uint16_t *now = rooms[k & 1u] + GUARD;
            const uint16_t *before = rooms[(k & 1u) ^ 1u] + GUARD;
            rom_error fault = {0};
            if (rom_movie_frame(&m, k, before, now, &fault) != ROM_OK)
                refused++, CHECK(fault.text[0] != 0);
            else if (rom_movie_checksum(&m, now) != rom_movie_expected(&m, k))
                other++;
        }
        bool inside = true;
        for (int side = 0; side < 2; side++)
            for (int i = 0; i < GUARD; i++)
                inside = inside && rooms[side][i] == 0xABCD &&
                         rooms[side][GUARD + ODD_WIDTH * ODD_HEIGHT + i] == 0xABCD;
        CHECK(inside);
        data[at] = kept;
    }
    TEST_INFO("%u frames refused, %u of other pixels", refused, other);
    CHECK(refused > 100 && other > 100);
    writer_free(&movie);
}

TEST(movie_of_a_list_of_pictures) {
    static converted_asset made;
    static painted p = {.width = 40, .height = 24};
    char paths[3][100], list[400] = "# a list\n";
    writer png = {0};
    rom_movie m;
    CHECK(import_image_allocate("t", 40, 24, false, &p.image, &error));
    for (int i = 0; i < 3; i++) {
        char name[20];
        snprintf(name, sizeof name, "movie%d.png", i);
        temporary_path(paths[i], sizeof paths[i], name);
        (void)paint(&p, (uint32_t)i, NULL);
        picture_png(&p.image, &png);
        CHECK(import_file_write(paths[i], png.data, png.size, NULL));
        writer_free(&png);
        memset(&png, 0, sizeof png);
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s\n", paths[i]);
    }
    CHECK(convert_asset(&made, "movie", "it.txt", list, strlen(list), "rate=10 key=2 patches=4 bytes=500"));
    converted_check(&made);
    CHECK_EQ(rom_movie_open(made.chunk.data, &m, NULL), ROM_OK);
    CHECK(m.frames == 3 && m.width == 40 && m.height == 24 && rom_movie_is_key(&m, 2) &&
          !rom_movie_is_key(&m, 1));
    CHECK_EQ(play(&m, 0, NULL), 3);
    CHECK(made.companions.notes != NULL && strstr(made.companions.notes->text, "3 frames, 2 keys") != NULL);
    TEST_INFO("%s", made.companions.notes == NULL ? "" : made.companions.notes->text);
    made.chunk.data[ROM_MOVIE_FORMAT] = 2;
    CHECK_EQ(rom_movie_open(made.chunk.data, &m, NULL), ROM_BAD_CHUNK);
    converted_free(&made);
    CHECK(!convert_asset(&made, "movie", "it.txt", "", 0, ""));
    converted_free(&made);
    CHECK(!convert_asset(&made, "movie", "it.txt", "none.png\n", 9, ""));
    converted_free(&made);
    CHECK(!convert_asset(&made, "movie", "it.txt", list, strlen(list), "rate=0"));
    converted_free(&made);
    for (int i = 0; i < 3; i++) remove(paths[i]);
    import_image_free(&p.image);
}
