/* Textures prepared for the console: levels, padding, clean edges. */
#include <stdlib.h>
#include <string.h>

#include "rom/haar.h"
#include "tests/test.h"
#include "tools/encode/haar_encode.h"
#include "tools/import/image/mipmap.h"

static import_image image;
static tool_error error;

static void fill(int width, int height) {
    uint32_t seed = 4;
    CHECK(import_image_allocate("t", width, height, false, &image, &error));
    for (int i = 0; i < width * height; i++) {
        seed = seed * 1664525u + 1013904223u;
        for (int k = 0; k < 3; k++) image.rgba[4 * i + k] = (uint8_t)(seed >> (8 + 8 * k));
        image.rgba[4 * i + 3] = 255;
    }
}

TEST(mipmap_of_256_has_9_levels_and_87381_pixels) {
    const import_mipmap_options options = {.kind = IMPORT_TEXTURE_COLOUR};
    import_mipmap mipmap;
    fill(256, 256);
    CHECK(import_mipmap_build("t", &image, &options, &mipmap, &error));
    CHECK_EQ(mipmap.count, 9);
    CHECK_EQ(mipmap.pixels, 87381);
    for (uint32_t l = 0; l < 9; l++)
        CHECK(mipmap.levels[l].width == 256 >> l && mipmap.levels[l].height == 256 >> l);
    for (uint32_t l = 1; l < 9; l++) { /* each value is the rounded mean of four */
        const import_image *fine = &mipmap.levels[l - 1], *coarse = &mipmap.levels[l];
        for (int i = 0; i < coarse->width * coarse->height; i++) {
            int x = i % coarse->width * 2, y = i / coarse->width * 2;
            for (int k = 0; k < 3; k++) {
                int sum = 0;
                for (int n = 0; n < 4; n++)
                    sum += fine->rgba[4 * ((y + n / 2) * fine->width + x + n % 2) + k];
                CHECK_EQ(coarse->rgba[4 * i + k], (sum + 2) / 4);
            }
        }
    }
    import_mipmap_free(&mipmap);
    import_image_free(&image);
}

/* The averages of a pyramid of the wavelet coder are the same within one a level. */
TEST(mipmap_is_the_pyramid_of_averages) {
    enum { SIDE = 64 };
    const import_mipmap_options options = {.kind = IMPORT_TEXTURE_DATA};
    const haar_options exact = {.levels = 1, .depth = 8};
    static uint8_t plane[SIDE * SIDE], half[SIDE * SIDE / 4], line[SIDE];
    import_mipmap mipmap;
    haar_report report;
    fill(SIDE, SIDE);
    CHECK(import_mipmap_build("t", &image, &options, &mipmap, &error));
    for (uint32_t l = 0; l + 1 < mipmap.count; l++) {
        const import_image *fine = &mipmap.levels[l], *coarse = &mipmap.levels[l + 1];
        uint32_t side = (uint32_t)fine->width;
        writer out = {0};
        for (uint32_t i = 0; i < side * side; i++) plane[i] = fine->rgba[4 * i];
        writer_zeros(&out, ROM_HAAR_SIZE);
        CHECK(haar_encode(plane, side, side, 1, &exact, &out, &report));
        CHECK_EQ(
            rom_haar_decode(out.data, 0, 1, &(rom_haar_room){half, side * side / 4, line, sizeof line}, NULL),
            ROM_OK);
        for (uint32_t i = 0; i < side * side / 4; i++) CHECK(abs(half[i] - coarse->rgba[4 * i]) <= 1);
        writer_free(&out);
    }
    import_mipmap_free(&mipmap);
    import_image_free(&image);
}

TEST(mipmap_filters_and_kinds) {
    import_mipmap mipmap;
    import_mipmap_options options = {.kind = IMPORT_TEXTURE_COLOUR, .filter = IMPORT_FILTER_GAMMA};
    CHECK(import_image_allocate("t", 2, 2, false, &image, &error));
    for (int i = 0; i < 4; i++) {
        /* half of the pixels are white: half of the light */
        memset(image.rgba + 4 * i, i % 3 == 0 ? 255 : 0, 3);
        image.rgba[4 * i + 3] = 255;
    }
    CHECK(import_mipmap_build("t", &image, &options, &mipmap, &error));
    CHECK_EQ(mipmap.levels[1].rgba[0], 188); /* 255 * (1.055 * 0.5^(1/2.4) - 0.055) */
    import_mipmap_free(&mipmap);
    options.filter = IMPORT_FILTER_BOX;
    image.rgba[3] = 0; /* a transparent white pixel does not lighten the others */
    CHECK(import_mipmap_build("t", &image, &options, &mipmap, &error));
    CHECK_EQ(mipmap.levels[1].rgba[0], 85);
    CHECK_EQ(mipmap.levels[1].rgba[3], 191);
    import_mipmap_free(&mipmap);
    import_image_free(&image);
    CHECK(import_image_allocate("t", 8, 8, false, &image, &error)); /* normals that lean apart */
    for (int i = 0; i < 64; i++) {
        const uint8_t left[4] = {218, 128, 218, 255}, right[4] = {38, 128, 218, 255};
        memcpy(image.rgba + 4 * i, i % 2 == 0 ? left : right, 4);
    }
    options.kind = IMPORT_TEXTURE_NORMAL;
    CHECK(import_mipmap_build("t", &image, &options, &mipmap, &error));
    for (uint32_t l = 1; l < mipmap.count; l++) {
        const uint8_t *p = mipmap.levels[l].rgba;
        CHECK(p[0] == 128 && p[1] == 128 && p[2] == 255);
    }
    import_mipmap_free(&mipmap);
    import_image_free(&image);
    /* sharpening makes an edge steeper */
    CHECK(import_image_allocate("t", 16, 16, false, &image, &error));
    for (int i = 0; i < 256; i++) {
        memset(image.rgba + 4 * i, i % 16 < 8 ? 100 : 150, 3);
        image.rgba[4 * i + 3] = 255;
    }
    options = (import_mipmap_options){.filter = IMPORT_FILTER_SHARPER, .edge = IMPORT_EDGE_CLAMP};
    CHECK(import_mipmap_build("t", &image, &options, &mipmap, &error));
    CHECK(mipmap.levels[1].rgba[4 * 3] < 100 && mipmap.levels[1].rgba[4 * 4] > 150 &&
          mipmap.levels[1].rgba[0] == 100);
    /* levels are made of pixels that are not sharpened */
    CHECK(mipmap.levels[4].width == 1 && abs(mipmap.levels[4].rgba[0] - 125) <= 1);
    import_mipmap_free(&mipmap);
    import_image_free(&image);
}

TEST(mipmap_padding_tells_what_it_wastes) {
    import_image padded;
    uint64_t wasted = 0;
    fill(30, 30);
    CHECK(import_pad_power_of_two("t", &image, false, 1024, IMPORT_EDGE_CLAMP, &padded, &wasted, &error));
    CHECK(padded.width == 32 && padded.height == 32 && wasted == 124);
    CHECK(memcmp(padded.rgba + 4 * (31 * 32 + 31), image.rgba + 4 * (29 * 30 + 29), 4) == 0);
    import_image_free(&padded);
    CHECK(import_pad_power_of_two("t", &image, false, 1024, IMPORT_EDGE_REPEAT, &padded, &wasted, &error));
    CHECK(memcmp(padded.rgba + 4 * 31, image.rgba + 4, 4) == 0);
    import_image_free(&padded);
    CHECK(!import_pad_power_of_two("t", &image, false, 16, IMPORT_EDGE_CLAMP, &padded, &wasted, &error));
    CHECK(strstr(error.text, "30x30 pixels become 32x32; at most 16"));
    import_image_free(&image);
    fill(5, 17);
    CHECK(import_pad_power_of_two("t", &image, true, 1024, IMPORT_EDGE_CLAMP, &padded, &wasted, &error));
    CHECK(padded.width == 32 && padded.height == 32);
    import_image_free(&padded);
    import_image_free(&image);
}

TEST(mipmap_bleeding_hides_the_key) {
    fill(9, 9);
    for (int i = 0; i < 81; i++) {
        static const uint8_t key[4] = {255, 0, 255, 0}, green[4] = {20, 200, 40, 255};
        int x = i % 9, y = i / 9;
        memcpy(image.rgba + 4 * i, x >= 3 && x < 6 && y >= 3 && y < 6 ? green : key, 4);
    }
    CHECK(import_bleed_colours("t", &image, 2, &error));
    for (int i = 0; i < 81; i++) {
        int x = i % 9, y = i / 9, far = x < 1 || y < 1 || x > 7 || y > 7;
        CHECK_EQ(image.rgba[4 * i], far ? 255 : 20);
        CHECK_EQ(image.rgba[4 * i + 3], x >= 3 && x < 6 && y >= 3 && y < 6 ? 255 : 0);
    }
    import_image_free(&image);
    CHECK(import_flip_v(0.25) == 0.75);
}
