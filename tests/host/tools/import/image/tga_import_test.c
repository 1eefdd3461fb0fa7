/* TGA decoding: every type, depth and origin built by hand, and damaged files. */
#include "tests/test.h"
#include "tools/import/image/image.h"

#include <stdlib.h>
#include <string.h>

typedef struct tga_file {
    uint8_t bytes[2048];
    size_t size;
} tga_file;

static void put(tga_file *file, const void *data, size_t size) {
    memcpy(file->bytes + file->size, data, size);
    file->size += size;
}

static void start(tga_file *file, unsigned type, unsigned width, unsigned height, unsigned depth,
                  unsigned descriptor) {
    memset(file, 0, sizeof *file);
    file->bytes[2] = (uint8_t)type;
    file->bytes[12] = (uint8_t)(width & 255);
    file->bytes[13] = (uint8_t)(width >> 8);
    file->bytes[14] = (uint8_t)(height & 255);
    file->bytes[15] = (uint8_t)(height >> 8);
    file->bytes[16] = (uint8_t)depth;
    file->bytes[17] = (uint8_t)descriptor;
    file->size = 18;
}

static void set_map(tga_file *file, unsigned first, unsigned count, unsigned depth) {
    file->bytes[1] = 1;
    file->bytes[3] = (uint8_t)first;
    file->bytes[5] = (uint8_t)(count & 255);
    file->bytes[6] = (uint8_t)(count >> 8);
    file->bytes[7] = (uint8_t)depth;
}

static bool decode(const tga_file *file, import_image *image, tool_error *error) {
    uint8_t *exact = malloc(file->size + 1);
    memcpy(exact, file->bytes, file->size);
    bool ok = import_tga_decode("made.tga", exact, file->size, image, error);
    free(exact);
    return ok;
}

static void check_pixels(const tga_file *file, const uint32_t *expected, size_t count) {
    import_image image;
    tool_error error = {.text = ""};
    bool ok = decode(file, &image, &error);

    CHECK(ok);
    if (!ok) {
        TEST_INFO("%s", error.text);
        return;
    }
    CHECK_EQ((size_t)image.width * (size_t)image.height, count);
    for (size_t i = 0; i < count; i++) {
        const uint8_t *p = image.rgba + 4 * i;
        CHECK_EQ((uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3], expected[i]);
    }
    import_image_free(&image);
}

TEST(tga_all_four_origins) {
    /* stored order: 1 2 / 3 4 */
    static const uint8_t pixels[] = {1, 2, 3, 4};
    static const uint8_t expected[4][4] = {{3, 4, 1, 2}, {4, 3, 2, 1}, {1, 2, 3, 4}, {2, 1, 4, 3}};

    for (unsigned origin = 0; origin < 4; origin++) {
        tga_file file;
        import_image image;
        start(&file, 3, 2, 2, 8, origin << 4);
        put(&file, pixels, 4);
        CHECK(decode(&file, &image, NULL));
        for (int i = 0; i < 4; i++) {
            CHECK_EQ(image.rgba[4 * i], expected[origin][i]);
        }
        import_image_free(&image);
    }
}

TEST(tga_true_colour_depths) {
    tga_file file;
    const uint32_t primaries[2] = {0xFF0000FFu, 0x0000FFFFu};
    const uint32_t bits[2] = {0xFF0000FFu, 0x0000FF00u};
    const uint32_t with_alpha[2] = {0x11223344u, 0xAABBCC00u};
    const uint32_t opaque[2] = {0x112233FFu, 0xAABBCCFFu};

    start(&file, 2, 2, 1, 15, 0x20);
    put(&file, "\x00\x7C\x1F\x00", 4);
    check_pixels(&file, primaries, 2);
    start(&file, 2, 2, 1, 16, 0x20);
    put(&file, "\x00\x7C\x1F\x00", 4);
    check_pixels(&file, primaries, 2); /* the header declares no alpha bit */
    start(&file, 2, 2, 1, 16, 0x21);
    put(&file, "\x00\xFC\x1F\x00", 4);
    check_pixels(&file, bits, 2);
    start(&file, 2, 2, 1, 24, 0x20);
    put(&file, "\0\0\xFF\xFF\0\0", 6);
    check_pixels(&file, primaries, 2);
    start(&file, 2, 2, 1, 32, 0x28);
    put(&file, "\x33\x22\x11\x44\xCC\xBB\xAA\x00", 8);
    check_pixels(&file, with_alpha, 2);
    start(&file, 2, 2, 1, 32, 0x20);
    put(&file, "\x33\x22\x11\x00\xCC\xBB\xAA\x00", 8);
    check_pixels(&file, opaque, 2); /* alpha is neither declared nor used */
    start(&file, 3, 2, 1, 16, 0x28);
    put(&file, "\x10\x20\x30\x40", 4);
    check_pixels(&file, (const uint32_t[2]){0x10101020u, 0x30303040u}, 2);
}

TEST(tga_colour_maps) {
    tga_file file;
    import_image image;

    start(&file, 1, 3, 1, 8, 0x20);
    set_map(&file, 10, 2, 24);
    file.bytes[0] = 4; /* a name before the map */
    put(&file, "name", 4);
    put(&file, "\0\0\xFF\xFF\0\0", 6);
    put(&file, "\x0A\x0B\x0A", 3);
    check_pixels(&file, (const uint32_t[3]){0xFF0000FFu, 0x0000FFFFu, 0xFF0000FFu}, 3);
    CHECK(decode(&file, &image, NULL));
    CHECK_EQ(image.palette_count, 12);
    CHECK_EQ(image.indices[1], 11);
    CHECK_EQ(image.palette[4 * 11 + 2], 255);
    import_image_free(&image);

    start(&file, 1, 2, 1, 16, 0x20);
    set_map(&file, 0, 2, 16);
    put(&file, "\x00\x7C\x1F\x00", 4);
    put(&file, "\x01\x00\x00\x00", 4);
    check_pixels(&file, (const uint32_t[2]){0x0000FFFFu, 0xFF0000FFu}, 2);

    start(&file, 2, 2, 1, 24, 0x20); /* a map that is not used is passed over */
    set_map(&file, 0, 2, 32);
    put(&file, "........", 8);
    put(&file, "\0\0\xFF\xFF\0\0", 6);
    check_pixels(&file, (const uint32_t[2]){0xFF0000FFu, 0x0000FFFFu}, 2);
}

TEST(tga_run_lengths) {
    tga_file file;

    start(&file, 11, 5, 2, 8, 0x20);
    put(&file, "\x86\x09\x02\x01\x02\x03", 6); /* seven times 9 across the row end, then three */
    check_pixels(&file,
                 (const uint32_t[10]){0x090909FFu, 0x090909FFu, 0x090909FFu, 0x090909FFu, 0x090909FFu,
                                      0x090909FFu, 0x090909FFu, 0x010101FFu, 0x020202FFu, 0x030303FFu},
                 10);
    start(&file, 10, 3, 1, 24, 0x20);
    put(&file, "\x81\0\0\xFF\x00\xFF\0\0", 8);
    check_pixels(&file, (const uint32_t[3]){0xFF0000FFu, 0xFF0000FFu, 0x0000FFFFu}, 3);
    start(&file, 9, 3, 1, 8, 0x20);
    set_map(&file, 0, 2, 24);
    put(&file, "\0\0\xFF\xFF\0\0", 6);
    put(&file, "\x82\x01", 2);
    check_pixels(&file, (const uint32_t[3]){0x0000FFFFu, 0x0000FFFFu, 0x0000FFFFu}, 3);
}

TEST(tga_is_told_from_other_files) {
    tga_file file;
    import_image image;

    start(&file, 3, 2, 1, 8, 0);
    put(&file, "\1\2", 2);
    put(&file, "\0\0\0\0\0\0\0\0TRUEVISION-XFILE.\0", 26);
    CHECK(import_image_from_memory("x", file.bytes, file.size, &image, NULL));
    CHECK_EQ(image.rgba[4], 2);
    import_image_free(&image);
    file.bytes[16] = 9;
    CHECK(!import_image_from_memory("x", file.bytes, file.size, &image, NULL));
}

static void check_refused(const tga_file *file, const char *words) {
    import_image image;
    tool_error error = {.text = ""};

    CHECK(!decode(file, &image, &error));
    CHECK(image.rgba == NULL && image.indices == NULL);
    CHECK(strstr(error.text, words) != NULL);
    if (strstr(error.text, words) == NULL) {
        TEST_INFO("wanted \"%s\", got \"%s\"", words, error.text);
    }
}

TEST(tga_faults_are_named) {
    tga_file file;

    start(&file, 2, 0, 1, 24, 0);
    check_refused(&file, "0 x 1 pixels");
    start(&file, 2, 65535, 65535, 24, 0);
    check_refused(&file, "65535 x 65535 pixels");
    start(&file, 10, 16000, 16000, 24, 0);
    check_refused(&file, "the file ends in the pixels");
    start(&file, 4, 2, 1, 24, 0);
    check_refused(&file, "no TGA file");
    start(&file, 2, 2, 1, 12, 0);
    check_refused(&file, "bits per pixel");
    start(&file, 2, 2, 1, 24, 0x40);
    check_refused(&file, "interleaved");
    start(&file, 1, 2, 1, 8, 0);
    check_refused(&file, "bits per pixel");
    start(&file, 1, 2, 1, 8, 0x20);
    set_map(&file, 5, 1, 24);
    put(&file, "\0\0\0\5\6", 5);
    check_refused(&file, "pixel 1,0 has colour index 6, but the palette has 5 to 5");
    start(&file, 1, 2, 1, 8, 0x20);
    set_map(&file, 0, 65535, 24);
    put(&file, "\0\0\0", 3);
    check_refused(&file, "the file ends in the palette");
    start(&file, 11, 3, 1, 8, 0x20);
    put(&file, "\x83\1", 2);
    check_refused(&file, "beyond the picture");
}

TEST(tga_truncation_at_every_byte_is_refused) {
    tga_file file;

    start(&file, 9, 5, 2, 8, 0x20);
    set_map(&file, 0, 2, 24);
    put(&file, "\0\0\xFF\xFF\0\0", 6);
    put(&file, "\x86\x01\x02\x01\x01\x00", 6);
    size_t whole = file.size;
    for (size_t size = 0; size < whole; size++) {
        import_image image;
        tool_error error = {.text = ""};
        file.size = size;
        CHECK(!decode(&file, &image, &error));
        CHECK(error.text[0] != '\0');
    }
}
