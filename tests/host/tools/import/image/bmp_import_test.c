/* BMP decoding: every depth, header and encoding built by hand, and damaged files. */
#include "tests/test.h"
#include "tools/import/image/image.h"

#include <stdlib.h>
#include <string.h>

typedef struct bmp_file {
    uint8_t bytes[4096];
    size_t size;
} bmp_file;

static void put(bmp_file *file, const void *data, size_t size) {
    memcpy(file->bytes + file->size, data, size);
    file->size += size;
}

static void put_number(bmp_file *file, uint32_t value, size_t size) {
    for (size_t i = 0; i < size; i++) {
        file->bytes[file->size++] = i < 4 ? (uint8_t)(value >> (8 * i) & 255) : 0;
    }
}

static void set_u32(bmp_file *file, size_t at, uint32_t value) {
    for (size_t i = 0; i < 4; i++) {
        file->bytes[at + i] = (uint8_t)(value >> (8 * i) & 255);
    }
}

/* Writes a file header and an info header of 40 bytes; call end_header before the pixels. */
static void start(bmp_file *file, int width, int height, unsigned depth, unsigned compression,
                  unsigned colours) {
    memset(file, 0, sizeof *file);
    put(file, "BM", 2);
    put_number(file, 0, 4);
    put_number(file, 0, 4);
    put_number(file, 0, 4);
    put_number(file, 40, 4);
    put_number(file, (uint32_t)width, 4);
    put_number(file, (uint32_t)height, 4);
    put_number(file, 1, 2);
    put_number(file, depth, 2);
    put_number(file, compression, 4);
    put_number(file, 0, 12);
    put_number(file, colours, 4);
    put_number(file, 0, 4);
}

static void put_palette(bmp_file *file, unsigned colours) {
    for (unsigned i = 0; i < colours; i++) {
        uint8_t entry[4] = {(uint8_t)(i + 100), (uint8_t)(2 * i), (uint8_t)i, 0};
        put(file, entry, 4);
    }
}

static void end_header(bmp_file *file) { set_u32(file, 10, (uint32_t)file->size); }

static bool decode(const bmp_file *file, import_image *image, tool_error *error) {
    uint8_t *exact = malloc(file->size + 1);
    memcpy(exact, file->bytes, file->size);
    bool ok = import_image_from_memory("made.bmp", exact, file->size, image, error);
    free(exact);
    return ok;
}

/* Decodes and compares the indices, or the pixels as 0xRRGGBBAA, top row first. */
static void check_indices(const bmp_file *file, const uint8_t *expected, size_t count) {
    import_image image;
    tool_error error = {.text = ""};
    bool ok = decode(file, &image, &error);

    CHECK(ok);
    if (!ok) {
        TEST_INFO("%s", error.text);
        return;
    }
    CHECK_EQ((size_t)image.width * (size_t)image.height, count);
    CHECK(memcmp(image.indices, expected, count) == 0);
    for (size_t i = 0; i < count; i++) {
        CHECK_EQ(image.rgba[4 * i], expected[i]);
        CHECK_EQ(image.rgba[4 * i + 1], 2 * expected[i] % 256);
        CHECK_EQ(image.rgba[4 * i + 3], 255);
    }
    import_image_free(&image);
}

static void check_pixels(const bmp_file *file, const uint32_t *expected, size_t count) {
    import_image image;
    tool_error error = {.text = ""};
    bool ok = decode(file, &image, &error);

    CHECK(ok);
    if (!ok) {
        TEST_INFO("%s", error.text);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const uint8_t *p = image.rgba + 4 * i;
        CHECK_EQ((uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3], expected[i]);
    }
    CHECK(image.indices == NULL);
    import_image_free(&image);
}

TEST(bmp_indexed_depths_bottom_up_and_top_down) {
    bmp_file file;
    const uint8_t expected[6] = {1, 0, 1, 0, 0, 1};

    start(&file, 3, 2, 1, 0, 0);
    put_palette(&file, 2);
    end_header(&file);
    put(&file, "\x20\0\0\0\xA0\0\0\0", 8);
    check_indices(&file, expected, 6);
    set_u32(&file, 22, (uint32_t)-2); /* top-down: the rows change places */
    check_indices(&file, (const uint8_t *)"\0\0\1\1\0\1", 6);

    start(&file, 3, 2, 4, 0, 0);
    put_palette(&file, 16);
    end_header(&file);
    put(&file, "\x12\x30\0\0\xFE\xD0", 6); /* the padding of the last row may be missing */
    check_indices(&file, (const uint8_t *)"\x0F\x0E\x0D\1\2\3", 6);

    start(&file, 3, 2, 8, 0, 200);
    put_palette(&file, 200);
    end_header(&file);
    put(&file, "\1\2\3\0\x0A\x0B\xC7\0", 8);
    check_indices(&file, (const uint8_t *)"\x0A\x0B\xC7\1\2\3", 6);
}

TEST(bmp_direct_depths) {
    bmp_file file;
    const uint32_t primaries[2] = {0xFF0000FFu, 0x0000FFFFu};
    const uint32_t with_alpha[2] = {0x11223344u, 0xAABBCCDDu};
    const uint32_t opaque[2] = {0x112233FFu, 0xAABBCCFFu};

    start(&file, 2, 1, 16, 0, 0);
    end_header(&file);
    put(&file, "\x00\x7C\x1F\x00", 4);
    check_pixels(&file, primaries, 2);

    start(&file, 2, 1, 24, 0, 0);
    end_header(&file);
    put(&file, "\0\0\xFF\xFF\0\0\0\0", 8);
    check_pixels(&file, primaries, 2);

    start(&file, 2, 1, 32, 0, 0);
    end_header(&file);
    put(&file, "\x33\x22\x11\x44\xCC\xBB\xAA\xDD", 8);
    check_pixels(&file, opaque, 2); /* without a mask the fourth byte means nothing */

    start(&file, 2, 1, 16, 3, 0); /* bit fields 5, 6, 5 behind a header of 40 bytes */
    put_number(&file, 0xF800, 4);
    put_number(&file, 0x07E0, 4);
    put_number(&file, 0x001F, 4);
    end_header(&file);
    put(&file, "\x00\xF8\x1F\x00", 4);
    check_pixels(&file, primaries, 2);

    start(&file, 2, 1, 32, 3,
          0); /* a header of 108 bytes with masks for red, green, blue and alpha in that order */
    set_u32(&file, 14, 108);
    put_number(&file, 0x000000FFu, 4);
    put_number(&file, 0x0000FF00u, 4);
    put_number(&file, 0x00FF0000u, 4);
    put_number(&file, 0xFF000000u, 4);
    put_number(&file, 0, 108 - 40 - 16);
    file.size = 14 + 108;
    end_header(&file);
    put(&file, "\x11\x22\x33\x44\xAA\xBB\xCC\xDD", 8);
    check_pixels(&file, with_alpha, 2);
}

TEST(bmp_os2_header) {
    bmp_file file;

    memset(&file, 0, sizeof file);
    put(&file, "BM", 2);
    put_number(&file, 0, 12);
    put_number(&file, 12, 4);
    put_number(&file, 2, 2);
    put_number(&file, 1, 2);
    put_number(&file, 1, 2);
    put_number(&file, 4, 2);
    for (unsigned i = 0; i < 16; i++) {
        uint8_t entry[3] = {9, (uint8_t)(2 * i), (uint8_t)i};
        put(&file, entry, 3);
    }
    end_header(&file);
    put(&file, "\x5A\0\0\0", 4);
    check_indices(&file, (const uint8_t *)"\5\x0A", 2);
}

TEST(bmp_run_lengths) {
    bmp_file file;
    const uint8_t rle8[] = {3, 7, 0, 0, 0, 3, 1, 2, 3, 0, 2, 5, 0, 0, 0, 2, 1, 0, 1, 9, 0, 1};
    const uint8_t rows8[] = {0, 9, 0, 0, 0, 1, 2, 3, 5, 5, 7, 7, 7, 0, 0};
    const uint8_t rle4[] = {5, 0x12, 0, 0, 0, 5, 0x34, 0x56, 0x70, 0, 0, 1};
    const uint8_t rows4[] = {3, 4, 5, 6, 7, 1, 2, 1, 2, 1};

    start(&file, 5, 3, 8, 1, 16);
    put_palette(&file, 16);
    end_header(&file);
    put(&file, rle8, sizeof rle8);
    check_indices(&file, rows8, sizeof rows8);

    start(&file, 5, 2, 4, 2, 16);
    put_palette(&file, 16);
    end_header(&file);
    put(&file, rle4, sizeof rle4);
    check_indices(&file, rows4, sizeof rows4);
}

TEST(bmp_two_bits_and_runs_of_every_order) {
    bmp_file file;
    const uint8_t rle8[] = {3, 7, 0, 0, 1, 9, 0, 1};
    const uint8_t rle24[] = {2, 1, 2, 3, 0, 0, 0, 3, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 1};
    const uint32_t rows24[] = {0x070809FF, 0x040506FF, 0x010203FF, 0x030201FF, 0x030201FF, 0x000000FF};

    start(&file, 5, 2, 2, 0, 0);
    put_palette(&file, 4);
    end_header(&file);
    put(&file, "\x1B\x40\0\0\xE4\xC0\0\0", 8);
    check_indices(&file, (const uint8_t *)"\3\2\1\0\3\0\1\2\3\1", 10);

    start(&file, 3, -2, 8, 1, 16);
    put_palette(&file, 16);
    end_header(&file);
    put(&file, rle8, sizeof rle8);
    check_indices(&file, (const uint8_t *)"\7\7\7\x9\0\0", 6);

    start(&file, 3, -2, 4, 2, 16);
    put_palette(&file, 16);
    end_header(&file);
    put(&file, "\3\x12\0\0\1\x30\0\1", 8);
    check_indices(&file, (const uint8_t *)"\1\2\1\3\0\0", 6);

    start(&file, 3, 2, 24, 4, 0);
    end_header(&file);
    put(&file, rle24, sizeof rle24);
    check_pixels(&file, rows24, 6);
}

static void check_refused(const bmp_file *file, const char *words) {
    import_image image;
    tool_error error = {.text = ""};

    CHECK(!decode(file, &image, &error));
    CHECK(image.rgba == NULL && image.indices == NULL);
    CHECK(strstr(error.text, words) != NULL);
    if (strstr(error.text, words) == NULL) {
        TEST_INFO("wanted \"%s\", got \"%s\"", words, error.text);
    }
}

TEST(bmp_faults_are_named) {
    bmp_file file;

    start(&file, 0, 5, 24, 0, 0);
    end_header(&file);
    check_refused(&file, "0 x 5 pixels");
    start(&file, -3, 5, 24, 0, 0);
    end_header(&file);
    check_refused(&file, "-3 x 5 pixels");
    start(&file, 5, INT32_MIN, 24, 0, 0);
    end_header(&file);
    check_refused(&file, "5 x -2147483648 pixels");
    start(&file, 0x7FFFFFFF, 0x7FFFFFFF, 24, 0, 0);
    end_header(&file);
    check_refused(&file, "2147483647 x 2147483647 pixels");
    start(&file, 16000, 16000, 8, 1, 0);
    put_palette(&file, 256);
    end_header(&file);
    put(&file, "\0\1", 2);
    check_refused(&file, "the file ends in the pixels");
    start(&file, 2, 2, 24, 0, 0);
    end_header(&file);
    put(&file, "\0\0\0\0\0\0\0", 7);
    check_refused(&file, "the file ends in the pixels");
    start(&file, 2, 2, 3, 0, 0);
    end_header(&file);
    check_refused(&file, "3 bits per pixel");
    start(&file, 2, 2, 24, 1, 0);
    end_header(&file);
    check_refused(&file, "24 bits per pixel with compression 1");
    start(&file, 2, 2, 24, 4, 0);
    end_header(&file);
    put(&file, "\3\1\2\3", 4);
    check_refused(&file, "beyond its row");
    start(&file, 2, 2, 24, 4, 0);
    end_header(&file);
    put(&file, "\2\1\2", 3);
    check_refused(&file, "the file ends in the pixels");
    start(&file, 2, 2, 8, 0, 2);
    put_palette(&file, 2);
    end_header(&file);
    put(&file, "\0\1\0\0\1\2\0\0", 8);
    check_refused(&file, "pixel 1,0 has colour index 2");
    start(&file, 2, 2, 8, 0, 257);
    put_palette(&file, 257);
    end_header(&file);
    check_refused(&file, "more colours");
    start(&file, 2, 2, 8, 1, 2);
    put_palette(&file, 2);
    end_header(&file);
    put(&file, "\3\1\0\1", 4);
    check_refused(&file, "beyond its row");
    start(&file, 1, 1, 32, 3, 0);
    put_number(&file, 0x00FF00FF, 4);
    put_number(&file, 0xFF00, 4);
    put_number(&file, 0xFF, 4);
    end_header(&file);
    put(&file, "\0\0\0\0", 4);
    check_refused(&file, "mask");
    start(&file, 1, 1, 24, 0, 0);
    set_u32(&file, 10, 5000);
    check_refused(&file, "the place of the pixels");
    start(&file, 1, 1, 24, 0, 0);
    set_u32(&file, 14, 0xFFFFFFFFu);
    check_refused(&file, "unknown size");
}

TEST(bmp_truncation_at_every_byte_is_refused) {
    bmp_file file;

    start(&file, 5, 3, 8, 1, 16);
    put_palette(&file, 16);
    end_header(&file);
    put(&file, "\5\1\0\0\5\2\0\0\5\3\0\1", 12);
    size_t whole = file.size;
    for (size_t size = 0; size < whole; size++) {
        import_image image;
        tool_error error = {.text = ""};
        file.size = size;
        CHECK(!decode(&file, &image, &error));
        CHECK(error.text[0] != '\0');
    }
}
