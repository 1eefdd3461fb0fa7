/* Block textures: the vectors of the format, one texel against a whole block, and the encoder on blocks and
 * pictures. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/blocks.h"
#include "rom/check.h"
#include "tests/test.h"
#include "tools/encode/block_encode.h"

TEST(rom_blocks_colour_vectors) {
    static const struct {
        uint16_t c0, c1;
        uint32_t colours[4];
    } vectors[] = {{0xF800, 0x001F, {0xFF0000, 0x0000FF, 0xAA0055, 0x5500AA}},
                   {0xFFFF, 0x0000, {0xFFFFFF, 0x000000, 0xAAAAAA, 0x555555}},
                   {0x001F, 0xF800, {0x0000FF, 0xFF0000, 0x800080, ROM_BLOCK_CLEAR}},
                   {0x07E0, 0xF81F, {0x00FF00, 0xFF00FF, 0x808080, ROM_BLOCK_CLEAR}}};
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        uint8_t block[8] = {(uint8_t)vectors[i].c0,
                            (uint8_t)(vectors[i].c0 >> 8),
                            (uint8_t)vectors[i].c1,
                            (uint8_t)(vectors[i].c1 >> 8),
                            0xE4,
                            0xE4,
                            0xE4,
                            0xE4};
        uint32_t colours[4], pixels[16];
        rom_block_colours(block, false, colours);
        rom_block_decode(block, pixels);
        for (int k = 0; k < 4; k++) CHECK_EQ(colours[k], vectors[i].colours[k]);
        for (int k = 0; k < 16; k++) CHECK_EQ(pixels[k], vectors[i].colours[k % 4]);
    }
}

static uint32_t seed = 3;

static uint32_t noise(void) {
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8;
}

static uint32_t wide(uint32_t c) {
    return (c >> 11 << 3 | c >> 13) << 16 | ((c >> 5 & 63) << 2 | (c >> 9 & 3)) << 8 |
           ((c & 31) << 3 | (c >> 2 & 7));
}

TEST(rom_blocks_of_two_colours_are_exact) {
    for (int round = 0; round < 2000; round++) {
        uint32_t colours[2] = {wide(noise() & 0xFFFF), wide(noise() & 0xFFFF)}, pixels[16], decoded[16];
        uint8_t block[8];
        for (int i = 0; i < 16; i++) pixels[i] = colours[noise() & 1];
        CHECK_EQ(block_encode(pixels, block, NULL), 0);
        rom_block_decode(block, decoded);
        CHECK(memcmp(pixels, decoded, sizeof pixels) == 0);
    }
}

TEST(rom_blocks_never_worse_than_bounding_boxes) {
    uint64_t sum = 0, boxes = 0;
    for (int round = 0; round < 3000; round++) {
        uint32_t pixels[16], base = noise() & 0xFFFFFF, decoded[16];
        uint8_t block[8], again[8];
        uint64_t box;
        bool clear = round % 5 == 0;
        for (int i = 0; i < 16; i++) {
            uint32_t spread = round % 3 == 0 ? noise() & 0xFFFFFF : (base & 0xE0E0E0) | (noise() & 0x1F1F1F);
            pixels[i] = clear && noise() % 4 == 0 ? ROM_BLOCK_CLEAR : spread;
        }
        uint64_t error = block_encode(pixels, block, &box);
        CHECK(error <= box);
        CHECK(block_encode(pixels, again, NULL) == error && memcmp(block, again, 8) == 0);
        rom_block_decode(block, decoded);
        for (int i = 0; i < 16; i++) CHECK((pixels[i] & ROM_BLOCK_CLEAR) == (decoded[i] & ROM_BLOCK_CLEAR));
        sum += error;
        boxes += box;
    }
    TEST_INFO("weighted error of 3000 blocks: %llu, of bounding boxes %llu", (unsigned long long)sum,
              (unsigned long long)boxes);
    CHECK(sum < boxes);
}

/* A picture with the smoothness and the edges of a photograph: hills, sky, a sun, grain. */
static void landscape(uint32_t *pixels, uint32_t width, uint32_t height) {
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            int32_t hill = (int32_t)(height / 2 + (x * x / width + x * 3) % (height / 4)),
                    grain = (int32_t)(noise() % 9) - 4;
            int32_t dx = (int32_t)x - (int32_t)width / 3, dy = (int32_t)y - (int32_t)height / 5;
            int32_t r = 90 + (int32_t)(y * 120 / height), g = 130 + (int32_t)(y * 60 / height),
                    b = 220 - (int32_t)(y * 40 / height);
            if (dx * dx + dy * dy < 300) r = g = 250, b = 190;
            if ((int32_t)y > hill)
                r = 40 + (int32_t)(x * 60 / width), g = 90 + (int32_t)(y * 50 / height), b = 45;
            int32_t rgb[3] = {r + grain, g + grain, b + grain};
            for (int k = 0; k < 3; k++) rgb[k] = rgb[k] < 0 ? 0 : rgb[k] > 255 ? 255 : rgb[k];
            pixels[(size_t)y * width + x] = (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | (uint32_t)rgb[2];
        }
    }
}

TEST(rom_blocks_picture_is_close_and_a_sixth) {
    enum { WIDTH = 126, HEIGHT = 97, WIDE = 128, HIGH = 100 };
    static uint32_t pixels[WIDTH * HEIGHT], decoded[WIDE * HIGH];
    static uint16_t halves[WIDE * HIGH], bgr[WIDE * HIGH];
    static uint8_t indices[4096], bytes[WIDE * HIGH];
    writer out = {0};
    block_report report;
    rom_error error;
    landscape(pixels, WIDTH, HEIGHT);
    writer_zeros(&out, ROM_BLOCK_TEXTURE_SIZE);
    writer_put_u16(&out, 0, ROM_CHUNK_VERSION_NOW);
    writer_put_u16(&out, 2, ROM_BLOCK_TEXTURE_SIZE);
    CHECK(block_encode_picture(pixels, WIDTH, HEIGHT, &out, &report));
    CHECK_EQ(rom_check_chunk(ROM_TAG_BLOCK_TEXTURE, out.data, out.size, &error), ROM_OK);
    CHECK_EQ((out.size - ROM_BLOCK_TEXTURE_SIZE) * 6, WIDE * HIGH * 3);
    TEST_INFO("landscape of %d x %d: PSNR %d.%02d dB, worst block at (%u, %u)", WIDTH, HEIGHT,
              (int)report.psnr, (int)(report.psnr * 100) % 100, (unsigned)report.worst_x,
              (unsigned)report.worst_y);
    CHECK(report.psnr >= 30 && report.error <= report.box_error);
    for (uint32_t i = 0; i < 4096; i++) indices[i] = (uint8_t)(i >> 4);
    CHECK_EQ(rom_block_picture(out.data, ROM_BLOCK_XRGB8888, NULL, decoded, WIDE * 4, &error), ROM_OK);
    CHECK_EQ(rom_block_picture(out.data, ROM_BLOCK_RGB565, NULL, halves, WIDE * 2, &error), ROM_OK);
    CHECK_EQ(rom_block_picture(out.data, ROM_BLOCK_BGR555, NULL, bgr, WIDE * 2, &error), ROM_OK);
    CHECK_EQ(rom_block_picture(out.data, ROM_BLOCK_PAL8, indices, bytes, WIDE, &error), ROM_OK);
    for (uint32_t y = 0; y < HIGH; y++) {
        for (uint32_t x = 0; x < WIDE; x++) {
            uint32_t c = rom_block_texel(out.data, x, y), at = y * WIDE + x;
            CHECK_EQ(c, decoded[at]);
            CHECK_EQ(halves[at], (c >> 19 & 31) << 11 | (c >> 10 & 63) << 5 | (c >> 3 & 31));
            CHECK_EQ(bgr[at], (c >> 3 & 31) << 10 | (c >> 11 & 31) << 5 | (c >> 19 & 31));
            CHECK_EQ(bytes[at], ((c >> 20 & 15) << 8 | (c >> 12 & 15) << 4 | (c >> 4 & 15)) >> 4);
        }
    }
    CHECK_EQ(rom_block_texel(out.data, 5000, 5000), rom_block_texel(out.data, WIDE - 1, HIGH - 1));
    CHECK_EQ(rom_block_row(out.data, HIGH / 4, ROM_BLOCK_RGB565, NULL, halves, WIDE * 2, &error),
             ROM_BAD_CHUNK);
    CHECK_EQ(rom_block_row(out.data, 0, ROM_BLOCK_PAL8, NULL, bytes, WIDE, &error), ROM_BAD_CHUNK);
    CHECK_EQ(rom_block_picture(out.data, 9, NULL, bytes, WIDE, &error), ROM_BAD_CHUNK);
    CHECK_EQ(rom_block_row(out.data, 0, 4, NULL, bytes, WIDE, &error), ROM_BAD_CHUNK);
    writer_free(&out);
}
