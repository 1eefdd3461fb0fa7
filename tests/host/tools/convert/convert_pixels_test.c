/* Pixels of every format, and palettes of sixteen colours for tiles. */
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tools/import/base/file.h"
#include "tools/import/image/pixels.h"

static import_image image, back;
static tool_error error;

static void fill(int width, int height, bool clear) {
    uint32_t seed = 21;
    CHECK(import_image_allocate("t", width, height, false, &image, &error));
    for (int i = 0; i < width * height; i++) {
        seed = seed * 1664525u + 1013904223u;
        for (int k = 0; k < 3; k++) image.rgba[4 * i + k] = (uint8_t)(seed >> (8 + 8 * k));
        image.rgba[4 * i + 3] = clear && seed >> 30 == 0 ? 0 : 255;
    }
    import_image_find_alpha(&image);
}

/* Each direct format is within half a step of its channels; values that the format can hold come back. */
TEST(pixels_of_every_direct_format) {
    static const struct {
        import_pixel_format format;
        int red, green, bytes;
        bool alpha;
    } formats[] = {{IMPORT_PIXELS_RGB565, 4, 2, 2, false},   {IMPORT_PIXELS_BGR555, 4, 4, 2, false},
                   {IMPORT_PIXELS_RGBA5551, 4, 4, 2, true},  {IMPORT_PIXELS_RGB888, 0, 0, 3, false},
                   {IMPORT_PIXELS_XRGB8888, 0, 0, 4, false}, {IMPORT_PIXELS_ARGB8888, 0, 0, 4, true},
                   {IMPORT_PIXELS_RGBA8888, 0, 0, 4, true}};
    const import_pixel_options options = {.dither = IMPORT_DITHER_NONE};
    fill(67, 31, true);
    for (size_t f = 0; f < sizeof formats / sizeof formats[0]; f++) {
        writer out = {0}, again = {0};
        double psnr;
        CHECK(import_pixels_write("t", &image, formats[f].format, &options, &out, &psnr, &error));
        CHECK_EQ(out.size, (size_t)(67 * 31 * formats[f].bytes));
        CHECK(import_pixels_read("t", &(import_pixels){out.data, out.size, 67, 31, formats[f].format, NULL},
                                 &back, &error));
        for (int i = 0; i < 67 * 31; i++) {
            const uint8_t *p = image.rgba + 4 * i, *q = back.rgba + 4 * i;
            if (formats[f].alpha) CHECK_EQ(p[3], q[3]);
            CHECK(abs(p[0] - q[0]) <= formats[f].red && abs(p[1] - q[1]) <= formats[f].green &&
                  abs(p[2] - q[2]) <= formats[f].red);
        }
        CHECK(formats[f].red > 0 ? psnr > 38 && psnr < 50 : psnr == 99);
        CHECK(import_pixels_write("t", &back, formats[f].format, &options, &again, NULL,
                                  &error)); /* widened pixels come back */
        CHECK(again.size == out.size && memcmp(again.data, out.data, out.size) == 0);
        import_image_free(&back);
        writer_free(&out);
        writer_free(&again);
    }
    import_image_free(&image);
}

TEST(pixels_vectors_of_colours) {
    static const struct {
        uint8_t rgb[3];
        uint32_t rgb565, bgr555, grey;
    } colours[] = {{{255, 0, 0}, 0xF800, 0x001F, 77 >> 4},
                   {{255, 255, 255}, 0xFFFF, 0x7FFF, 15},
                   {{0, 255, 0}, 0x07E0, 0x03E0, 149 >> 4},
                   {{0, 0, 255}, 0x001F, 0x7C00, 29 >> 4}};
    const import_pixel_options options = {.dither = IMPORT_DITHER_NONE};
    for (int i = 0; i < 4; i++) {
        writer out = {0};
        CHECK(import_image_allocate("t", 2, 1, false, &image, &error));
        for (int k = 0; k < 2; k++) {
            memcpy(image.rgba + 4 * k, colours[i].rgb, 3);
            image.rgba[4 * k + 3] = 255;
        }
        CHECK(import_pixels_write("t", &image, IMPORT_PIXELS_RGB565, &options, &out, NULL, &error));
        CHECK_EQ((uint32_t)(out.data[0] | out.data[1] << 8), colours[i].rgb565);
        out.size = 0;
        CHECK(import_pixels_write("t", &image, IMPORT_PIXELS_BGR555, &options, &out, NULL, &error));
        CHECK_EQ((uint32_t)(out.data[0] | out.data[1] << 8), colours[i].bgr555);
        out.size = 0;
        CHECK(import_pixels_write("t", &image, IMPORT_PIXELS_GREY4, &options, &out, NULL, &error));
        CHECK_EQ(out.size, 1);
        CHECK_EQ(out.data[0], colours[i].grey * 17);
        writer_free(&out);
        import_image_free(&image);
    }
    uint32_t rgb = 0;
    char text[8];
    CHECK(import_colour_parse("#1aB2c3", &rgb) && rgb == 0x1AB2C3);
    import_colour_print(rgb, text);
    CHECK(strcmp(text, "#1ab2c3") == 0);
    CHECK(!import_colour_parse("1ab2c3", &rgb) && !import_colour_parse("#1ab2c", &rgb) &&
          !import_colour_parse("#1ab2c3d", &rgb));
}

/* Both ways of dithering keep the mean of a flat colour that no code meets. */
TEST(pixels_dithering_keeps_the_mean) {
    for (int d = IMPORT_DITHER_NONE; d <= IMPORT_DITHER_DIFFUSION; d++) {
        const import_pixel_options options = {.dither = (import_dither)d};
        writer out = {0};
        double sum = 0;
        CHECK(import_image_allocate("t", 64, 64, false, &image, &error));
        for (int i = 0; i < 4096; i++) {
            memset(image.rgba + 4 * i, 100, 3);
            image.rgba[4 * i + 3] = 255;
        }
        CHECK(import_pixels_write("t", &image, IMPORT_PIXELS_RGB565, &options, &out, NULL, &error));
        CHECK(import_pixels_read(
            "t", &(import_pixels){out.data, out.size, 64, 64, IMPORT_PIXELS_RGB565, NULL}, &back, &error));
        for (int i = 0; i < 4096; i++) sum += back.rgba[4 * i];
        if (d == IMPORT_DITHER_NONE) CHECK(back.rgba[0] == 99);
        if (d != IMPORT_DITHER_NONE) CHECK_NEAR((int)(sum * 100 / 4096), 10000, 60);
        import_image_free(&image);
        import_image_free(&back);
        writer_free(&out);
    }
}

TEST(pixels_indexed_formats) {
    for (int bits = 1; bits <= 8; bits *= 2) {
        import_palette palette;
        import_pixel_format format = bits == 1   ? IMPORT_PIXELS_INDEX_1
                                     : bits == 2 ? IMPORT_PIXELS_INDEX_2
                                     : bits == 4 ? IMPORT_PIXELS_INDEX_4
                                                 : IMPORT_PIXELS_PAL8;
        const import_image *list = &image;
        writer out = {0};
        double psnr;
        fill(33, 9, false);
        for (int i = 0; i < 33 * 9; i++) { /* as many colours as the format holds */
            int colour = image.rgba[4 * i] % (1 << bits);
            for (int k = 0; k < 3; k++) image.rgba[4 * i + k] = (uint8_t)(colour * (k + 3) * 37);
        }
        const import_palette_options wishes = {.colours = 1 << bits > 256 ? 256 : 1 << bits};
        CHECK(import_palette_build(&list, 1, &wishes, &palette, &error));
        const import_pixel_options options = {.palette = &palette};
        CHECK(import_pixels_write("t", &image, format, &options, &out, &psnr, &error));
        CHECK_EQ(out.size, (size_t)((33 * bits + 7) / 8 * 9));
        CHECK(psnr == 99);
        CHECK(import_pixels_read("t", &(import_pixels){out.data, out.size, 33, 9, format, &palette}, &back,
                                 &error));
        CHECK(memcmp(image.rgba, back.rgba, 33 * 9 * 4) == 0);
        import_image none;
        CHECK(!import_pixels_read("t", &(import_pixels){out.data, out.size - 1, 33, 9, format, &palette},
                                  &none, &error));
        CHECK(bits == 8 || (palette.count = (1 << bits) + 1,
                            !import_pixels_write("t", &back, format, &options, &out, NULL, &error)));
        import_image_free(&image);
        import_image_free(&back);
        writer_free(&out);
    }
}

/* Tiles of 8 x 8 with 12 colours each out of four families: four palettes are exact, two palettes lose
 * colours. */
TEST(pixels_banks_of_sixteen_colours) {
    import_banks banks;
    CHECK(import_image_allocate("t", 128, 64, false, &image, &error));
    for (int y = 0; y < 64; y++) {
        for (int x = 0; x < 128; x++) {
            int family = (x / 8 * 7 + y / 8 * 3) % 4, shade = (x * 5 + y * 11) % 12;
            uint8_t *p = image.rgba + 4 * (y * 128 + x);
            p[family % 3] = (uint8_t)(40 + shade * 15);
            p[(family + 1) % 3] = (uint8_t)(family * 60);
            p[(family + 2) % 3] = (uint8_t)(shade * 3);
            p[3] = family == 2 && shade == 0 ? 0 : 255;
        }
    }
    import_image_find_alpha(&image);
    CHECK(import_banks_build("t", &image, 8, 8, 16, &banks, &error));
    CHECK(banks.count >= 3 && banks.count <= 4 && banks.psnr == 99);
    for (int i = 0; i < 128 * 64; i++) {
        const import_palette *palette = &banks.palettes[banks.bank[i / 128 / 8 * 16 + i % 128 / 8]];
        CHECK(banks.indices[i] < palette->count && palette->count <= 16);
        if (image.rgba[4 * i + 3] == 0) {
            CHECK(palette->has_key && banks.indices[i] == 0);
        } else {
            CHECK(memcmp(palette->rgb[banks.indices[i]], image.rgba + 4 * i, 3) == 0);
        }
    }
    import_banks_free(&banks);
    CHECK(import_banks_build("t", &image, 8, 8, 2, &banks, &error));
    TEST_INFO("two palettes for four families: %.1f dB", banks.psnr);
    CHECK(banks.count == 2 && banks.psnr > 25 && banks.psnr < 99);
    import_banks_free(&banks);
    CHECK(!import_banks_build("t", &image, 7, 8, 2, &banks, &error));
    CHECK(!import_banks_build("t", &image, 8, 8, 17, &banks, &error));
    import_image_free(&image);
}
