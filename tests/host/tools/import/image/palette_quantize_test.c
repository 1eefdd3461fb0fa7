/* Palettes, dithering and the tables of PAL8 targets. */
#include "tests/test.h"
#include "tools/import/base/checksum.h"
#include "tools/import/base/file.h"
#include "tools/import/image/quantize.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A picture of smooth gradients with some noise, the same on every machine. */
static import_image make_picture(int width, int height, uint32_t seed) {
    import_image image;
    uint32_t state = seed;

    CHECK(import_image_allocate("made", width, height, false, &image, NULL));
    for (int i = 0; i < width * height; i++) {
        int x = i % width;
        int y = i / width;
        uint8_t *rgba = image.rgba + 4 * i;
        state = state * 1664525u + 1013904223u;
        rgba[0] = (uint8_t)(x * 255 / width);
        rgba[1] = (uint8_t)((x + y) * 120 / height + (int)(state >> 28));
        rgba[2] = (uint8_t)(y * 200 / height);
        rgba[3] = 255;
    }
    return image;
}

static double psnr(uint64_t error) { return error == 0 ? 99 : 10 * log10(255.0 * 255 * 256 / (double)error); }

static double apply(const import_palette *palette, const import_image *image, import_dither dither,
                    uint8_t *indices) {
    CHECK(import_palette_apply(palette, image, dither, 0, indices, NULL));
    return psnr(import_palette_error(palette, image, indices, 0));
}

TEST(palette_few_colours_are_kept_exactly) {
    import_image image = make_picture(64, 64, 1);
    const import_image *images[1] = {&image};
    import_palette_options options = {16, false, false, NULL, 0, 0};
    import_palette palette;
    uint8_t indices[64 * 64];

    for (int i = 0; i < 64 * 64; i++) {
        for (int k = 0; k < 3; k++) {
            image.rgba[4 * i + k] = (uint8_t)(i % 16 * (k + 3) * 5);
        }
    }
    CHECK(import_palette_build(images, 1, &options, &palette, NULL));
    CHECK_EQ(palette.count, 16);
    for (int dither = 0; dither < 3; dither += 2) {
        apply(&palette, &image, (import_dither)dither, indices);
        CHECK_EQ(import_palette_error(&palette, &image, indices, 0), 0);
    }
    import_image_free(&image);
}

TEST(palette_quality_and_stability) {
    import_image image = make_picture(160, 120, 2);
    const import_image *images[1] = {&image};
    static const struct {
        int colours;
        double least;
    } cases[] = {{256, 34}, {64, 28}, {16, 21}, {2, 10}};
    uint8_t *indices = malloc(160 * 120);

    for (size_t i = 0; i < 4; i++) {
        import_palette_options options = {cases[i].colours, false, false, NULL, 0, 0};
        import_palette palette;
        import_palette again;
        CHECK(import_palette_build(images, 1, &options, &palette, NULL));
        CHECK(import_palette_build(images, 1, &options, &again, NULL));
        CHECK(memcmp(&palette, &again, sizeof palette) == 0);
        CHECK(palette.count <= cases[i].colours && palette.count >= cases[i].colours * 9 / 10);
        double plain = apply(&palette, &image, IMPORT_DITHER_NONE, indices);
        TEST_INFO("%d colours: %.2f dB", palette.count, plain);
        CHECK(plain >= cases[i].least);
    }
    free(indices);
    import_image_free(&image);
}

TEST(palette_is_the_same_everywhere) {
    import_image image = make_picture(100, 80, 3);
    const import_image *images[1] = {&image};
    import_palette_options options = {32, true, true, NULL, 0, 0};
    import_palette palette;
    uint8_t *indices = malloc(100 * 80);

    CHECK(import_palette_build(images, 1, &options, &palette, NULL));
    CHECK_EQ(import_crc32(0, palette.rgb, sizeof palette.rgb), 3856570022u);
    apply(&palette, &image, IMPORT_DITHER_NONE, indices);
    CHECK_EQ(import_crc32(0, indices, 100 * 80), 2940599930u);
    apply(&palette, &image, IMPORT_DITHER_ORDERED, indices);
    CHECK_EQ(import_crc32(0, indices, 100 * 80), 1572625812u);
    apply(&palette, &image, IMPORT_DITHER_DIFFUSION, indices);
    CHECK_EQ(import_crc32(0, indices, 100 * 80), 1173747842u);
    free(indices);
    import_image_free(&image);
}

/* Dithering keeps the mean of a flat grey between two palette greys, plain mapping does not. */
TEST(palette_dithering_keeps_the_mean) {
    import_image image;
    import_palette palette = {2, false, {{100, 100, 100}, {140, 140, 140}}};
    uint8_t indices[64 * 64];

    CHECK(import_image_allocate("grey", 64, 64, false, &image, NULL));
    for (int i = 0; i < 64 * 64; i++) {
        memcpy(image.rgba + 4 * i, "\x6E\x6E\x6E\xFF", 4); /* grey 110 needs one bright pixel in four */
    }
    for (int dither = 0; dither < 3; dither++) {
        int bright = 0;
        apply(&palette, &image, (import_dither)dither, indices);
        for (int i = 0; i < 64 * 64; i++) {
            bright += indices[i];
        }
        if (dither == IMPORT_DITHER_NONE) {
            CHECK_EQ(bright, 0);
        } else {
            CHECK_NEAR(bright, 1024, 40);
        }
    }
    import_image_free(&image);
}

TEST(palette_key_fixed_black_and_white) {
    import_image image = make_picture(64, 64, 4);
    const import_image *images[1] = {&image};
    static const uint8_t fixed[2][3] = {{255, 0, 255}, {1, 2, 3}};
    import_palette_options options = {8, true, true, fixed, 2, 0};
    import_palette palette;
    uint8_t indices[64 * 64];

    memcpy(image.rgba, "\0\0\0\xFF\xFF\xFF\xFF\xFF\x50\x50\x50\x10\xFF\0\xFF\xFF", 16);
    CHECK(import_palette_build(images, 1, &options, &palette, NULL));
    CHECK_EQ(palette.count, 8);
    CHECK(palette.has_key);
    CHECK(memcmp(palette.rgb[1], fixed[0], 3) == 0 && memcmp(palette.rgb[2], fixed[1], 3) == 0);
    CHECK(memcmp(palette.rgb[3], "\0\0\0", 3) == 0 && memcmp(palette.rgb[4], "\xFF\xFF\xFF", 3) == 0);
    for (int dither = 0; dither < 3; dither++) {
        int keyed = 0;
        apply(&palette, &image, (import_dither)dither, indices);
        for (int i = 0; i < 64 * 64; i++) {
            keyed += indices[i] == 0;
        }
        CHECK_EQ(keyed, 1);
        CHECK_EQ(indices[2], 0);
    }
    apply(&palette, &image, IMPORT_DITHER_NONE, indices);
    CHECK_EQ(indices[0], 3);
    CHECK_EQ(indices[1], 4);
    CHECK_EQ(indices[3], 1);
    import_image_free(&image);
}

TEST(palette_shared_by_several_pictures) {
    import_image images[2] = {make_picture(32, 32, 5), make_picture(32, 32, 6)};
    const import_image *list[2] = {&images[0], &images[1]};
    import_palette_options options = {6, false, false, NULL, 0, 0};
    import_palette palette;
    uint8_t indices[32 * 32];

    for (int p = 0; p < 2; p++) {
        for (int i = 0; i < 32 * 32; i++) {
            uint8_t *rgba = images[p].rgba + 4 * i;
            rgba[0] = (uint8_t)(p * 200 + i % 3);
            rgba[1] = rgba[2] = 17;
        }
    }
    CHECK(import_palette_build(list, 2, &options, &palette, NULL));
    CHECK_EQ(palette.count, 6);
    for (int p = 0; p < 2; p++) {
        apply(&palette, &images[p], IMPORT_DITHER_NONE, indices);
        CHECK_EQ(import_palette_error(&palette, &images[p], indices, 0), 0);
        import_image_free(&images[p]);
    }
}

TEST(palette_options_are_checked) {
    import_image image = make_picture(8, 8, 7);
    const import_image *images[1] = {&image};
    static const uint8_t fixed[2][3] = {{0, 0, 0}, {1, 1, 1}};
    import_palette_options options = {1, false, false, NULL, 0, 0};
    import_palette palette;
    tool_error error = {.text = ""};

    CHECK(!import_palette_build(images, 1, &options, &palette, &error));
    CHECK(strstr(error.text, "2 to 256") != NULL);
    options.colours = 257;
    CHECK(!import_palette_build(images, 1, &options, &palette, &error));
    options = (import_palette_options){2, true, false, fixed, 2, 0};
    CHECK(!import_palette_build(images, 1, &options, &palette, &error));
    CHECK(strstr(error.text, "do not fit") != NULL);
    memset(image.rgba, 0, 8 * 8 * 4);
    options = (import_palette_options){16, true, true, NULL, 0, 0};
    /* the picture has nothing but transparent pixels */
    CHECK(import_palette_build(images, 1, &options, &palette, &error));
    CHECK_EQ(palette.count, 2);
    import_image_free(&image);
}

static int distance_to(const import_palette *palette, int index, const int rgb[3]) {
    int r = rgb[0] - palette->rgb[index][0];
    int g = rgb[1] - palette->rgb[index][1];
    int b = rgb[2] - palette->rgb[index][2];

    return IMPORT_WEIGHT_RED * r * r + IMPORT_WEIGHT_GREEN * g * g + IMPORT_WEIGHT_BLUE * b * b;
}

static bool is_nearest(const import_palette *palette, int index, const int rgb[3]) {
    for (int i = palette->has_key ? 1 : 0; i < palette->count; i++) {
        if (distance_to(palette, i, rgb) < distance_to(palette, index, rgb)) {
            return false;
        }
    }
    return !palette->has_key || index != 0;
}

TEST(palette_shade_table_levels) {
    static uint8_t table[IMPORT_SHADE_LEVELS][256];
    import_image image = make_picture(64, 64, 8);
    const import_image *images[1] = {&image};
    import_palette_options options = {200, true, true, NULL, 0, 0};
    import_palette palette;
    static const uint8_t fog[3] = {90, 100, 110};
    int wrong = 0;

    memcpy(image.rgba, "\0\0\0\xFF\xFF\xFF\xFF\xFF", 8);
    CHECK(import_palette_build(images, 1, &options, &palette, NULL));
    import_shade_table(&palette, NULL, 190, table);
    for (int i = 0; i < 256; i++) {
        bool kept = i == 0 || i >= 190;
        CHECK_EQ(table[32][i], i);
        CHECK_EQ(table[0][i], kept ? i : 1);
        CHECK_EQ(table[63][i], kept ? i : 2);
        CHECK_EQ(kept ? i : table[16][i], table[16][i]);
        for (int level = 1; level < 64 && !kept; level++) {
            int rgb[3];
            for (int k = 0; k < 3; k++) {
                int own = palette.rgb[i][k];
                rgb[k] = level < 32 ? (own * level + 16) / 32
                                    : (own * (63 - level) + 255 * (level - 32) + 15) / 31;
            }
            wrong += level != 32 && !is_nearest(&palette, table[level][i], rgb);
        }
    }
    CHECK_EQ(wrong, 0);
    import_shade_table(&palette, fog, 256, table);
    CHECK_EQ(table[0][5], import_palette_nearest(&palette, 90, 100, 110));
    CHECK_EQ(table[0][199], table[0][5]);
    CHECK_EQ(table[32][199], 199);
    import_image_free(&image);
}

TEST(palette_inverse_and_blend_tables) {
    import_palette palette = {5, true, {{9, 9, 9}, {0, 0, 0}, {255, 255, 255}, {255, 0, 0}, {127, 0, 0}}};
    static uint8_t inverse[32768];
    static uint8_t blend[65536];
    int wrong = 0;

    import_inverse_table(&palette, inverse);
    CHECK_EQ(inverse[0], 1);
    CHECK_EQ(inverse[32767], 2);
    CHECK_EQ(inverse[31 << 10], 3); /* red has the highest bits */
    for (int i = 0; i < 32768; i++) {
        int rgb[3] = {import_sample_to_8((unsigned)i >> 10, 5), import_sample_to_8((unsigned)i >> 5 & 31, 5),
                      import_sample_to_8((unsigned)i & 31, 5)};
        wrong += !is_nearest(&palette, inverse[i], rgb);
    }
    CHECK_EQ(wrong, 0);
    import_blend_table(&palette, IMPORT_BLEND_HALF, blend);
    CHECK_EQ(blend[3 * 256 + 1], 4); /* half red on black */
    CHECK_EQ(blend[3 * 256 + 3], 3);
    CHECK_EQ(blend[0 * 256 + 3], 3); /* the key colour leaves the pixel below */
    import_blend_table(&palette, IMPORT_BLEND_ADD, blend);
    CHECK_EQ(blend[4 * 256 + 4], 3);
    CHECK_EQ(blend[2 * 256 + 3], 2);
}

TEST(palette_public_textures_stay_close) {
    import_image image;
    import_palette_options options = {256, false, true, NULL, 0, 0};
    import_palette palette;

    if (!import_file_exists("../shared/data/models/guytex.png")) {
        test_skip("../shared/data is not here");
        return;
    }
    CHECK(import_image_load("../shared/data/models/guytex.png", &image, NULL));
    const import_image *images[1] = {&image};
    uint8_t *indices = malloc((size_t)image.width * (size_t)image.height);
    CHECK(import_palette_build(images, 1, &options, &palette, NULL));
    double plain = apply(&palette, &image, IMPORT_DITHER_NONE, indices);
    double mixed = apply(&palette, &image, IMPORT_DITHER_DIFFUSION, indices);
    TEST_INFO("256 colours: %.2f dB plain, %.2f dB diffused", plain, mixed);
    CHECK(plain > 48);
    CHECK(mixed > 44);
    options.colours = 16;
    CHECK(import_palette_build(images, 1, &options, &palette, NULL));
    CHECK(apply(&palette, &image, IMPORT_DITHER_NONE, indices) > 32);
    free(indices);
    import_image_free(&image);
}
