/* Pyramids: exact at every level, smaller pictures out of the first levels, loss as predicted, damage
 * refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/check.h"
#include "rom/haar.h"
#include "tests/test.h"
#include "tools/encode/haar_encode.h"

static uint32_t seed = 11;

static uint32_t noise(void) {
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8;
}

static bool make(const uint8_t *planes, uint32_t width, uint32_t height, uint32_t components,
                 const haar_options *options, writer *out, haar_report *report) {
    rom_error fault;
    memset(out, 0, sizeof *out);
    writer_zeros(out, ROM_HAAR_SIZE);
    writer_put_u16(out, 0, ROM_CHUNK_VERSION_NOW);
    writer_put_u16(out, 2, ROM_HAAR_SIZE);
    if (!haar_encode(planes, width, height, components, options, out, report)) return false;
    writer_align(out, 4);
    if (rom_check_chunk(ROM_TAG_HAAR, out->data, out->size, &fault) == ROM_OK) return true;
    test_fail(__FILE__, __LINE__, fault.text, (long long)fault.offset, 0);
    return false;
}

/* Sixteen values of 4 bits: three levels leave 2 averages and 2 + 4 + 8 details. */
TEST(rom_haar_sixteen_values) {
    static const uint8_t values[16] = {14, 15, 15, 12, 3, 0, 2, 9, 10, 10, 8, 7, 1, 0, 15, 4};
    for (uint32_t levels = 0; levels <= 4; levels++) {
        const haar_options options = {.levels = levels, .space = ROM_HAAR_INDICES, .depth = 4};
        uint8_t plane[16], line[8];
        haar_report report;
        writer out;
        CHECK(make(values, 16, 1, 1, &options, &out, &report));
        CHECK_EQ(out.data[ROM_HAAR_LEVELS], levels);
        CHECK_EQ(report.level_bytes[0], 16u >> levels);
        CHECK_EQ(rom_haar_decode(out.data, 0, 0, &(rom_haar_room){plane, 16, line, sizeof line}, NULL),
                 ROM_OK);
        CHECK(memcmp(plane, values, 16) == 0);
        writer_free(&out);
    }
}

TEST(rom_haar_round_trips_of_a_hundred_thousand_vectors) {
    for (int round = 0; round < 25000; round++) {
        uint8_t values[16], plane[16], line[8];
        uint32_t depth = 1 + noise() % 8, shape = noise() % 3,
                 width = shape == 0   ? 16
                         : shape == 1 ? 4
                                      : 1,
                 height = 16 / width;
        for (int i = 0; i < 16; i++) values[i] = (uint8_t)(noise() & ((1u << depth) - 1));
        for (uint32_t levels = 1; levels <= 4; levels++) {
            const haar_options options = {.levels = levels, .depth = depth};
            haar_report report;
            writer out;
            memset(&out, 0, sizeof out);
            writer_zeros(&out, ROM_HAAR_SIZE);
            if (!haar_encode(values, width, height, 1, &options, &out, &report) ||
                rom_haar_decode(out.data, 0, 0, &(rom_haar_room){plane, 16, line, sizeof line}, NULL) !=
                    ROM_OK ||
                memcmp(plane, values, 16) != 0)
                test_fail(__FILE__, round, "round trip", levels, depth);
            writer_free(&out);
        }
    }
}

TEST(rom_haar_pictures_of_odd_sizes_at_every_level) {
    static uint8_t planes[3 * 61 * 47], plane[61 * 47], smaller[61 * 47], line[64];
    static const uint32_t sizes[][2] = {{1, 1}, {2, 1}, {1, 7}, {5, 3}, {61, 47}, {32, 32}, {47, 2}};
    for (size_t i = 0; i < sizeof planes; i++) planes[i] = (uint8_t)(i % 47 * 3 + noise() % 40);
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        uint32_t width = sizes[k][0], height = sizes[k][1];
        const haar_options options = {.levels = 10, .space = ROM_HAAR_LUMA, .depth = 8};
        haar_report report;
        writer out;
        CHECK(make(planes, width, height, 3, &options, &out, &report));
        CHECK(report.squared_error == 0 && report.dropped_weight == 0);
        for (uint32_t c = 0; c < 3; c++) {
            CHECK_EQ(rom_haar_decode(out.data, c, 0,
                                     &(rom_haar_room){plane, width * height, line, sizeof line}, NULL),
                     ROM_OK);
            CHECK(memcmp(plane, planes + (size_t)c * width * height, (size_t)width * height) == 0);
            /* every level is the average of the one below, and needs no byte behind its own */
            for (uint32_t level = 1; level <= out.data[ROM_HAAR_LEVELS]; level++) {
                uint32_t w, h;
                rom_haar_size(out.data, level, &w, &h);
                CHECK_EQ(rom_haar_decode(out.data, c, level,
                                         &(rom_haar_room){smaller, w * h, line, sizeof line}, NULL),
                         ROM_OK);
            }
        }
        writer_free(&out);
    }
}

/* R2D-045: a level is the chain of means of 2 x 2 pixels within one code a level, and level 0 the picture itself: a thousand pictures of chance, of even sides. */
TEST(rom_haar_levels_are_means_of_pixels) {
    static uint8_t plane[32 * 32], chain[32 * 32], level_plane[32 * 32], line[16];
    for (int round = 0; round < 1000; round++) {
        const uint32_t width = 8u << noise() % 3, height = 8u << noise() % 3, rough = 1 + noise() % 255;
        const haar_options options = {.levels = 3, .depth = 8};
        haar_report report;
        writer out;
        for (uint32_t i = 0; i < width * height; i++)
            plane[i] =
                (uint8_t)(i % width * 3 + noise() % rough > 255 ? 255 : i % width * 3 + noise() % rough);
        CHECK(make(plane, width, height, 1, &options, &out, &report));
        memcpy(chain, plane, sizeof plane);
        for (uint32_t level = 0; level <= 3; level++) {
            const uint32_t w = width >> level, h = height >> level;
            for (uint32_t i = 0; level > 0 && i < w * h; i++) {
                const uint8_t *at = chain + i / w * 4 * w + i % w * 2;
                chain[i] = (uint8_t)((at[0] + at[1] + at[2 * w] + at[2 * w + 1] + 2) / 4);
            }
            CHECK_EQ(rom_haar_decode(out.data, 0, level,
                                     &(rom_haar_room){level_plane, w * h, line, sizeof line}, NULL),
                     ROM_OK);
            int worst = 0;
            for (uint32_t i = 0; i < w * h; i++)
                if (abs(level_plane[i] - chain[i]) > worst) worst = abs(level_plane[i] - chain[i]);
            CHECK(worst <= (int)level);
        }
        writer_free(&out);
    }
}

/* R2D-045: sixteen values of 4 bits as a square are the same after any number of levels; (2, 8) has the mean 5 and the difference -6, [9, 7, 3, 5] the mean 6. */
TEST(rom_haar_squares_and_pairs_of_the_text) {
    static const uint8_t square[16] = {14, 15, 15, 12, 3, 0, 2, 9, 10, 10, 8, 7, 1, 0, 15, 4},
                         four[4] = {9, 7, 3, 5}, two[2] = {2, 8};
    uint8_t plane[16], line[8];
    haar_report report;
    writer out;
    for (uint32_t levels = 0; levels <= 4; levels++) {
        const haar_options options = {.levels = levels, .depth = 4};
        CHECK(make(square, 4, 4, 1, &options, &out, &report));
        CHECK_EQ(rom_haar_decode(out.data, 0, 0, &(rom_haar_room){plane, 16, line, sizeof line}, NULL),
                 ROM_OK);
        CHECK(memcmp(plane, square, 16) == 0);
        writer_free(&out);
    }
    const haar_options options = {.levels = 2, .depth = 4};
    CHECK(make(four, 4, 1, 1, &options, &out, &report));
    CHECK_EQ(rom_haar_decode(out.data, 0, 2, &(rom_haar_room){plane, 1, line, sizeof line}, NULL), ROM_OK);
    CHECK_EQ(plane[0], 6);
    const uint8_t *stream = out.data + rom_u32(out.data + ROM_HAAR_STREAM_AT);
    /* the mean, then the differences 4 | 2, -2 as 8 | 4, 3 */
    CHECK(stream[0] == 6 && stream[1] == 8 && stream[2] == 4 && stream[3] == 3);
    writer_free(&out);
    CHECK(make(two, 2, 1, 1, &options, &out, &report));
    stream = out.data + rom_u32(out.data + ROM_HAAR_STREAM_AT);
    CHECK(stream[0] == 5 && stream[1] == 11); /* -6 as 11 */
    writer_free(&out);
}

/* A prefix of the stream up to the end of a level is enough for that level, and too short for the next. */
TEST(rom_haar_prefixes_give_smaller_pictures) {
    static uint8_t planes[64 * 64], whole[64 * 64], cut[64 * 64], line[32];
    const haar_options options = {.levels = 6, .depth = 8};
    haar_report report;
    rom_error fault;
    writer out;
    for (size_t i = 0; i < sizeof planes; i++) planes[i] = (uint8_t)(i / 64 * 2 + noise() % 60);
    CHECK(make(planes, 64, 64, 1, &options, &out, &report));
    uint32_t used = (uint32_t)report.level_bytes[0];
    for (uint32_t level = 6; level-- > 0;) {
        uint32_t w, h, all = rom_u32(out.data + ROM_HAAR_STREAM_BYTES);
        rom_haar_size(out.data, level, &w, &h);
        used += (uint32_t)report.level_bytes[6 - level];
        CHECK_EQ(
            rom_haar_decode(out.data, 0, level, &(rom_haar_room){whole, w * h, line, sizeof line}, &fault),
            ROM_OK);
        writer_put_u32(&out, ROM_HAAR_STREAM_BYTES, used);
        CHECK_EQ(rom_haar_decode(out.data, 0, level, &(rom_haar_room){cut, w * h, line, sizeof line}, &fault),
                 ROM_OK);
        CHECK(memcmp(whole, cut, (size_t)w * h) == 0);
        writer_put_u32(&out, ROM_HAAR_STREAM_BYTES, used - 1);
        CHECK_EQ(rom_haar_decode(out.data, 0, level, &(rom_haar_room){cut, w * h, line, sizeof line}, &fault),
                 ROM_BAD_PACKING);
        writer_put_u32(&out, ROM_HAAR_STREAM_BYTES, all);
    }
    CHECK_EQ(rom_haar_decode(out.data, 1, 0, &(rom_haar_room){cut, 64 * 64, line, sizeof line}, &fault),
             ROM_BAD_CHUNK);
    CHECK_EQ(rom_haar_decode(out.data, 0, 7, &(rom_haar_room){cut, 1, line, sizeof line}, &fault),
             ROM_BAD_CHUNK);
    CHECK_EQ(rom_haar_decode(out.data, 0, 0, &(rom_haar_room){cut, 64 * 64 - 1, line, sizeof line}, &fault),
             ROM_BAD_CHUNK);
    CHECK_EQ(rom_haar_decode(out.data, 0, 0, &(rom_haar_room){cut, 64 * 64, line, 31}, &fault),
             ROM_BAD_CHUNK);
    writer_free(&out);
}

TEST(rom_haar_damaged_streams_stay_inside) {
    static uint8_t planes[32 * 32], plane[32 * 32], line[16];
    const haar_options options = {.levels = 5, .depth = 8};
    haar_report report;
    writer out;
    for (size_t i = 0; i < sizeof planes; i++) planes[i] = (uint8_t)noise();
    CHECK(make(planes, 32, 32, 1, &options, &out, &report));
    for (int round = 0; round < 3000; round++) {
        size_t at = ROM_HAAR_SIZE + noise() % (out.size - ROM_HAAR_SIZE);
        uint8_t before = out.data[at];
        out.data[at] = (uint8_t)noise();
        if (rom_check_chunk(ROM_TAG_HAAR, out.data, out.size, NULL) == ROM_OK) {
            rom_status status = rom_haar_decode(
                out.data, 0, 0, &(rom_haar_room){plane, sizeof plane, line, sizeof line}, NULL);
            CHECK(status == ROM_OK || status == ROM_BAD_PACKING);
        }
        out.data[at] = before;
    }
    writer_free(&out);
}

/* A smooth picture of 512 x 512 shrinks to 53/6400 of its size. Noise hardly shrinks, but it keeps to its
 * bound. */
TEST(rom_haar_loss_meets_a_target) {
    enum { SIDE = 512 };
    uint8_t *plane = malloc(SIDE * SIDE);
    haar_report report;
    writer out;
    CHECK(plane != NULL);
    if (plane == NULL) return;
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        plane[i] = (uint8_t)((i % SIDE * i % SIDE / 3000 + i / SIDE / 4 + 40) & 255u);
    for (uint32_t y = 0; y < SIDE; y++) {
        for (uint32_t x = 0; x < SIDE; x++)
            plane[y * SIDE + x] = (uint8_t)(x * x / 2048 + y * (SIDE - y) / 1024 + 20);
    }
    const haar_options small = {.levels = 9, .depth = 8, .target = SIDE * SIDE * 53 / 6400};
    CHECK(make(plane, SIDE, SIDE, 1, &small, &out, &report));
    TEST_INFO("smooth 512 x 512: %u bytes, %d to 1, PSNR %d.%02d dB", (unsigned)report.stream,
              (int)(SIDE * SIDE / report.stream), (int)report.psnr, (int)(report.psnr * 100) % 100);
    CHECK(report.stream <= small.target && SIDE * SIDE / report.stream >= 116 && report.psnr > 25);
    writer_free(&out);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) plane[i] = (uint8_t)noise();
    const haar_options rough = {.levels = 9, .depth = 8, .drop = 400};
    CHECK(make(plane, SIDE, SIDE, 1, &rough, &out, &report));
    TEST_INFO("noise: %u of %u bytes, PSNR %d.%02d dB", (unsigned)report.stream, SIDE * SIDE,
              (int)report.psnr, (int)(report.psnr * 100) % 100);
    CHECK(report.psnr > 25);
    writer_free(&out);
    free(plane);
}
