/* Block textures and pyramids as kinds of cart.txt, and their loss. */
#include <math.h>

#include "rom/blocks.h"
#include "rom/haar.h"
#include "rom/records.h"
#include "tests/host/tools/convert/converted_asset.h"
#include "tests/host/tools/convert/picture_file.h"
#include "tools/encode/haar_encode.h"
#include "tools/import/image/pixels.h"

static converted_asset made;

/* Mean squared error of the shown, opaque part of a BTEX chunk. */
static double block_error(const converted_asset *a, const import_image *image) {
    double sum = 0, count = 0;
    for (int y = 0; y < image->height; y++) {
        for (int x = 0; x < image->width; x++) {
            const uint8_t *p = image->rgba + 4 * ((size_t)y * (size_t)image->width + (size_t)x);
            uint32_t texel = rom_block_texel(a->chunk.data, (uint32_t)x, (uint32_t)y);
            CHECK_EQ((texel & ROM_BLOCK_CLEAR) != 0, p[3] < 128);
            if (p[3] < 128) continue;
            for (int k = 0; k < 3; k++) {
                double d = (double)(texel >> (16 - 8 * k) & 255) - p[k];
                sum += d * d;
                count++;
            }
        }
    }
    return count > 0 ? sum / count : 0;
}

TEST(convert_blocks_of_real_pictures) {
    static const char *const files[] = {"house_diffuse", "castle_diffuse", "turret_diffuse", "guytex"};
    bool there = true;
    for (int i = 0; i < 4 && there; i++) {
        char path[80];
        import_image image;
        snprintf(path, sizeof path, "../shared/data/models/%s.png", files[i]);
        bool ok = convert_asset_file(&made, "block-texture", path, "", &there);
        if (!there) break;
        if (!ok) test_fail(__FILE__, __LINE__, made.error.text, 0, 1);
        converted_check(&made);
        CHECK(import_image_load(path, &image, NULL));
        double psnr = 10 * log10(255.0 * 255.0 / block_error(&made, &image));
        TEST_INFO("%s", made.companions.notes->text);
        CHECK(psnr >= 30);
        CHECK_EQ((made.chunk.size - ROM_BLOCK_TEXTURE_SIZE) * 6,
                 converted_u16(&made, ROM_BLOCK_TEXTURE_WIDTH) *
                     converted_u16(&made, ROM_BLOCK_TEXTURE_HEIGHT) * 3);
        import_image_free(&image);
        converted_free(&made);
    }
    if (!there) test_skip("no ../shared/data");
}

TEST(convert_blocks_keep_holes_and_name_better_palettes) {
    import_image image;
    writer png = {0};
    CHECK(import_image_allocate("t", 30, 21, false, &image, NULL));
    for (int i = 0; i < 30 * 21; i++) { /* three random colours make bad blocks and a good palette */
        static const uint8_t colours[3][3] = {{250, 10, 20}, {20, 240, 30}, {10, 20, 230}};
        memcpy(image.rgba + 4 * i, colours[((uint32_t)i * 2654435761u >> 20) % 3], 3);
        image.rgba[4 * i + 3] = i % 7 == 0 ? 0 : 255;
    }
    picture_png(&image, &png);
    CHECK(convert_asset(&made, "block-texture", "it.png", png.data, png.size, ""));
    converted_check(&made);
    CHECK(converted_u16(&made, ROM_BLOCK_TEXTURE_WIDTH) == 32 &&
          converted_u16(&made, ROM_BLOCK_TEXTURE_SHOWN_HEIGHT) == 21);
    CHECK_EQ(converted_u32(&made, ROM_BLOCK_TEXTURE_FLAGS), ROM_BLOCK_TEXTURE_HAS_KEY);
    CHECK(block_error(&made, &image) > 100);
    CHECK(made.companions.notes->next != NULL &&
          strstr(made.companions.notes->next->text, "a palette of 4 colours takes"));
    converted_free(&made);
    CHECK(convert_asset(&made, "block-texture", "it.png", png.data, png.size, "keyed=off"));
    CHECK_EQ(converted_u32(&made, ROM_BLOCK_TEXTURE_FLAGS), 0);
    converted_free(&made);
    import_image_free(&image);
    writer_free(&png);
}

/* ---- pyramids ---- */

static uint32_t pixel_of(const converted_asset *a, uint32_t width, uint32_t height, uint32_t i,
                         uint8_t *planes, bool *decoded) {
    uint32_t components = a->chunk.data[ROM_HAAR_COMPONENTS], count = width * height;
    uint8_t line[512];
    for (uint32_t c = 0; c < components && !*decoded; c++)
        CHECK_EQ(rom_haar_decode(a->chunk.data, c, 0,
                                 &(rom_haar_room){planes + c * count, count, line, sizeof line}, NULL),
                 ROM_OK);
    *decoded = true;
    return rom_haar_colour(a->chunk.data, planes[i], components == 1 ? 0u : planes[count + i],
                           components == 1 ? 0u : planes[2 * count + i]);
}

static double haar_error(const converted_asset *a, const import_image *image) {
    uint32_t width = (uint32_t)image->width, height = (uint32_t)image->height;
    uint8_t *planes = malloc((size_t)width * height * 3);
    bool decoded = false;
    double sum = 0;
    for (uint32_t i = 0; i < width * height; i++) {
        uint32_t colour = pixel_of(a, width, height, i, planes, &decoded);
        for (int k = 0; k < 3; k++) {
            double d = (double)(colour >> (16 - 8 * k) & 255) - image->rgba[4 * i + (uint32_t)k];
            sum += d * d;
        }
    }
    free(planes);
    return sum / (3.0 * width * height);
}

static void make_hills(import_image *image, int width, int height) {
    CHECK(import_image_allocate("t", width, height, false, image, NULL));
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            uint8_t *p = image->rgba + 4 * (y * width + x);
            p[0] = (uint8_t)(100 + 60 * sin(x / 40.0) + 40 * cos(y / 30.0));
            p[1] = (uint8_t)(90 + y * 100 / height);
            p[2] = (uint8_t)(200 - x * 120 / width);
            p[3] = 255;
        }
    }
}

TEST(convert_haar_exact_by_quality_and_by_size) {
    import_image image;
    writer png = {0};
    make_hills(&image, 150, 97);
    picture_png(&image, &png);
    CHECK(convert_asset(&made, "haar", "it.png", png.data, png.size, ""));
    converted_check(&made);
    CHECK(haar_error(&made, &image) == 0);
    uint32_t exact = converted_u32(&made, ROM_HAAR_STREAM_BYTES);
    converted_free(&made);
    uint32_t last = exact;
    for (int quality = 42; quality >= 30; quality -= 6) {
        char option[40];
        snprintf(option, sizeof option, "quality=%d space=rgb", quality);
        CHECK(convert_asset(&made, "haar", "it.png", png.data, png.size, option));
        converted_check(&made);
        double psnr = 10 * log10(255.0 * 255.0 / haar_error(&made, &image));
        TEST_INFO("%s", made.companions.notes->text);
        CHECK(psnr >= quality && psnr < quality + 3);
        CHECK(converted_u32(&made, ROM_HAAR_STREAM_BYTES) < last);
        last = converted_u32(&made, ROM_HAAR_STREAM_BYTES);
        converted_free(&made);
    }
    CHECK(convert_asset(&made, "haar", "it.png", png.data, png.size, "bytes=1500 space=half"));
    converted_check(&made);
    CHECK(converted_u32(&made, ROM_HAAR_STREAM_BYTES) <= 1500);
    CHECK_EQ(made.chunk.data[ROM_HAAR_SPACE], ROM_HAAR_LUMA);
    CHECK(10 * log10(255.0 * 255.0 / haar_error(&made, &image)) > 25);
    TEST_INFO("%s", made.companions.notes->text);
    converted_free(&made);
    CHECK(!convert_asset(&made, "haar", "it.png", png.data, png.size, "bytes=2"));
    CHECK(strstr(made.error.text, "are the least"));
    converted_free(&made);
    import_image_free(&image);
    writer_free(&png);
}

/* In one dimension, where averages are whole, the squared error is the sum of 2^(level - 2) d^2 over the
 * details that were left out. */
TEST(rom_haar_loss_is_the_sum_of_what_was_dropped) {
    uint32_t seed = 3;
    for (int round = 0; round < 200; round++) {
        int32_t values[256] = {128};
        uint8_t plane[256], back[256], line[128];
        double wanted = 0;
        int64_t drop = 1 + round * 3;
        for (uint32_t level = 8, count = 1; level >= 1;
             level--, count *= 2) { /* from the coarsest: a = s + d / 2, b = s - d / 2 */
            for (uint32_t i = count; i-- > 0;) {
                seed = seed * 1664525u + 1013904223u;
                int32_t s = values[i], d = ((int32_t)(seed >> 28) - 8) * 2 / (level > 4 ? 2 : 1) / 2 * 2;
                values[2 * i] = s + d / 2;
                values[2 * i + 1] = s - d / 2;
                double worth = (double)((int64_t)d * d) * (double)(1 << level) / 4;
                if (worth < (double)drop) wanted += worth;
            }
        }
        for (int i = 0; i < 256; i++) plane[i] = (uint8_t)values[i];
        const haar_options options = {.levels = 8, .depth = 8, .drop = (uint64_t)drop};
        haar_report report;
        writer out = {0};
        writer_zeros(&out, ROM_HAAR_SIZE);
        CHECK(haar_encode(plane, 256, 1, 1, &options, &out, &report));
        CHECK_EQ(rom_haar_decode(out.data, 0, 0, &(rom_haar_room){back, 256, line, sizeof line}, NULL),
                 ROM_OK);
        double sum = 0;
        for (int i = 0; i < 256; i++) sum += (plane[i] - back[i]) * (plane[i] - back[i]);
        CHECK_EQ((int64_t)(sum * 4), (int64_t)(wanted * 4));
        CHECK_EQ((int64_t)(report.dropped_weight * 4), (int64_t)(wanted * 4));
        CHECK_EQ((int64_t)report.squared_error, (int64_t)sum);
        writer_free(&out);
    }
}

/* ---- pictures of any format ---- */

TEST(convert_pixels_of_every_format_come_back) {
    static const char *const formats[] = {"rgb565",           "bgr555",   "rgba5551", "rgb888",
                                          "xrgb8888",         "argb8888", "rgba8888", "grey4",
                                          "pal8 colours=200", "index4",   "index2",   "index1"};
    import_image image;
    writer png = {0};
    make_hills(&image, 60, 33);
    picture_png(&image, &png);
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        char option[80];
        snprintf(option, sizeof option, "format=%s levels=on pad=on", formats[i]);
        CHECK(convert_asset(&made, "pixels", "it.png", png.data, png.size, option));
        converted_check(&made);
        CHECK(converted_u16(&made, ROM_PIXELS_WIDTH) == 64 && converted_u16(&made, ROM_PIXELS_HEIGHT) == 64);
        CHECK_EQ(converted_u32(&made, ROM_PIXELS_LEVEL_COUNT), 7);
        CHECK(strstr(made.companions.notes->text, "padded to 64x64, 2116 of them") &&
              strstr(made.companions.notes->next->text, "PSNR"));
        import_palette palette = {.count = (int)converted_u32(&made, ROM_PIXELS_COLOUR_COUNT)};
        for (int k = 0; k < palette.count; k++) {
            uint32_t rgb = converted_u32(&made, converted_u32(&made, ROM_PIXELS_COLOURS_AT) + 4 * (size_t)k);
            for (int n = 0; n < 3; n++) palette.rgb[k][n] = (uint8_t)(rgb >> (16 - 8 * n));
        }
        size_t row = converted_u32(&made, ROM_PIXELS_LEVELS_AT);
        import_image back;
        const import_pixels pixels = {made.chunk.data + converted_u32(&made, ROM_PIXELS_PIXELS_AT) +
                                          converted_u32(&made, row + ROM_PIXEL_LEVEL_FIRST),
                                      converted_u32(&made, row + ROM_PIXEL_LEVEL_BYTES),
                                      64,
                                      64,
                                      (import_pixel_format)made.chunk.data[ROM_PIXELS_FORMAT],
                                      &palette};
        CHECK(import_pixels_read("t", &pixels, &back, NULL));
        double sum = 0;
        for (int y = 0; y < 33; y++) {
            for (int x = 0; x < 60; x++) {
                double d = (double)back.rgba[4 * (y * 64 + x) + 1] - image.rgba[4 * (y * 60 + x) + 1];
                sum += d * d;
            }
        }
        CHECK(sum / (33 * 60) < (i < 7 || i == 8 ? 20 : 3000));
        import_image_free(&back);
        converted_free(&made);
    }
    CHECK(convert_asset(&made, "pixels", "it.png", png.data, png.size, "format=index4 banks=4 tile=10x11"));
    converted_check(&made);
    CHECK(converted_u32(&made, ROM_PIXELS_TILE_COUNT) == 18 &&
          converted_u32(&made, ROM_PIXELS_COLOUR_COUNT) <= 64);
    converted_free(&made);
    static const char *const wrong[] = {"format=png", "banks=4", "format=index4 banks=4 tile=7x8", "levels=2",
                                        "colours=1"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK(!convert_asset(&made, "pixels", "it.png", png.data, png.size, wrong[i]));
        converted_free(&made);
    }
    import_image_free(&image);
    writer_free(&png);
}

/* Pixel (0, 0) of a source that counts from the bottom left is the source's bottom left pixel. */
TEST(convert_pixels_turned_over_begin_at_the_bottom_left) {
    import_image image;
    writer png = {0};
    make_hills(&image, 16, 16);
    picture_png(&image, &png);
    CHECK(convert_asset(&made, "pixels", "it.png", png.data, png.size, "format=rgb888 flip=on"));
    CHECK(memcmp(made.chunk.data + converted_u32(&made, ROM_PIXELS_PIXELS_AT), image.rgba + 4 * 15 * 16, 3) ==
          0);
    converted_free(&made);
    CHECK(convert_asset(&made, "pixels", "it.png", png.data, png.size, "format=rgb888"));
    CHECK(memcmp(made.chunk.data + converted_u32(&made, ROM_PIXELS_PIXELS_AT), image.rgba, 3) == 0);
    converted_free(&made);
    import_image_free(&image);
    writer_free(&png);
}

/* Noise hardly shrinks. Its error is at most the details that were left out and the roundings of each
 * level. */
TEST(rom_haar_noise_keeps_to_its_bound) {
    enum { SIDE = 128 };
    static uint8_t plane[SIDE * SIDE];
    uint32_t seed = 8;
    for (int i = 0; i < SIDE * SIDE; i++) {
        seed = seed * 1664525u + 1013904223u;
        plane[i] = (uint8_t)(seed >> 24);
    }
    for (uint64_t drop = 0; drop <= 4096; drop = drop * 2 + 16) {
        const haar_options options = {.levels = 7, .depth = 8, .drop = drop};
        haar_report report;
        writer out = {0};
        writer_zeros(&out, ROM_HAAR_SIZE);
        CHECK(haar_encode(plane, SIDE, SIDE, 1, &options, &out, &report));
        double bound = sqrt(report.dropped_weight) +
                       (drop == 0 ? 0 : SIDE * 1.0); /* a rounding is at most one a pixel */
        CHECK(sqrt(report.squared_error) <= bound);
        CHECK(drop > 0 || report.stream > SIDE * SIDE);
        writer_free(&out);
    }
}
