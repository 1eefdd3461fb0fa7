/* PNG decoding: the public suite against recorded checksums, every kind built by hand, and damaged files. */
#include "tests/test.h"
#include "tools/import/base/checksum.h"
#include "tools/import/base/deflate.h"
#include "tools/import/base/file.h"
#include "tools/import/image/image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* CRC-32 of the decoded RGBA, recorded after comparison with another decoder and with the eye. */
static const struct {
    const char *path;
    uint32_t crc;
} suite[] = {
    {"png/basn0g01.png", 0x0da28714},          {"png/basn0g02.png", 0x2e3fe285},
    {"png/basn0g04.png", 0x8d0f641b},          {"png/basn0g08.png", 0xc395683c},
    {"png/basn0g16.png", 0x463d7e4c},          {"png/basn2c08.png", 0x2fb54036},
    {"png/basn2c16.png", 0x67290c15},          {"png/basn3p01.png", 0x4d8431a4},
    {"png/basn3p02.png", 0xe4dbb6bc},          {"png/basn3p04.png", 0x671f880f},
    {"png/basn3p08.png", 0x39528682},          {"png/basn4a08.png", 0x905d5b60},
    {"png/basn4a16.png", 0x4b56ba72},          {"png/basn6a08.png", 0xa74df32c},
    {"png/basn6a16.png", 0x2cd44ab6},          {"png/ftp0n0g08.png", 0x57965874},
    {"png/ftp0n2c08.png", 0x679d24b4},         {"png/ftp0n3p08.png", 0x130aa165},
    {"png/ftp1n3p08.png", 0x9d56cd67},         {"png/ibasn0g08.png", 0xc395683c},
    {"png/ibasn0g16.png", 0x463d7e4c},         {"png/ibasn2c08.png", 0x2fb54036},
    {"png/ibasn2c16.png", 0x67290c15},         {"png/ibasn3p08.png", 0x39528682},
    {"png/ibasn4a08.png", 0x905d5b60},         {"png/ibasn4a16.png", 0x4b56ba72},
    {"png/ibasn6a08.png", 0xa74df32c},         {"png/ibasn6a16.png", 0x2cd44ab6},
    {"models/castle_diffuse.png", 0x32b1a11b}, {"models/guytex.png", 0xc6ca08fd},
    {"models/house_diffuse.png", 0x6c70a110},  {"models/turret_diffuse.png", 0x340a5ad8},
};

static uint32_t image_crc(const import_image *image) {
    return import_crc32(0, image->rgba, (size_t)image->width * (size_t)image->height * 4);
}

TEST(png_suite_decodes_to_recorded_pixels) {
    if (!import_file_exists("../shared/data/png/basn0g01.png")) {
        test_skip("../shared/data is not here");
        return;
    }
    for (size_t i = 0; i < sizeof suite / sizeof suite[0]; i++) {
        char path[128];
        import_image image;
        tool_error error = {.text = ""};
        snprintf(path, sizeof path, "../shared/data/%s", suite[i].path);
        bool ok = import_image_load(path, &image, &error);
        CHECK(ok);
        if (!ok || image_crc(&image) != suite[i].crc) {
            TEST_INFO("%s differs. %s", suite[i].path, error.text);
        }
        if (ok) {
            CHECK_EQ(image_crc(&image), suite[i].crc);
            CHECK_EQ(image.indices != NULL, strstr(suite[i].path, "3p") || strstr(suite[i].path, "diffuse"));
            import_image_free(&image);
        }
    }
}

/* A file under construction. */
typedef struct png_file {
    uint8_t bytes[70000];
    size_t size;
} png_file;

static void put_u32(uint8_t *to, uint32_t value) {
    for (int i = 0; i < 4; i++) {
        to[i] = (uint8_t)(value >> (24 - 8 * i) & 255);
    }
}

static void add_chunk(png_file *file, const char *type, const uint8_t *data, size_t size) {
    uint8_t *to = file->bytes + file->size;

    put_u32(to, (uint32_t)size);
    memcpy(to + 4, type, 4);
    if (size > 0) {
        memcpy(to + 8, data, size);
    }
    put_u32(to + 8 + size, import_crc32(0, to + 4, size + 4));
    file->size += size + 12;
}

static void start_file(png_file *file, uint32_t width, uint32_t height, int depth, int colour_type,
                       int interlace) {
    uint8_t header[13] = {0};

    memcpy(file->bytes, "\x89PNG\r\n\x1a\n", 8);
    file->size = 8;
    put_u32(header, width);
    put_u32(header + 4, height);
    header[8] = (uint8_t)depth;
    header[9] = (uint8_t)colour_type;
    header[12] = (uint8_t)interlace;
    add_chunk(file, "IHDR", header, sizeof header);
}

static void add_rows(png_file *file, const uint8_t *rows, size_t size) {
    uint8_t *packed = NULL;
    size_t packed_size = 0;

    CHECK(import_deflate_zlib(rows, size, &packed, &packed_size));
    add_chunk(file, "IDAT", packed, packed_size);
    free(packed);
}

static bool decode(const png_file *file, import_image *image, tool_error *error) {
    uint8_t *exact = malloc(file->size); /* a block of its own, so that a read beyond the end is caught */
    memcpy(exact, file->bytes, file->size);
    bool ok = import_image_from_memory("made.png", exact, file->size, image, error);
    free(exact);
    return ok;
}

/* The sample of the made pictures: any value that depends on x, y and channel. */
static unsigned made_sample(unsigned x, unsigned y, unsigned channel, unsigned depth) {
    unsigned value = (x * 40503u + y * 30011u + channel * 977u + x * y * 7u) * 2654435761u >> 11;

    return value & ((1u << depth) - 1);
}

static unsigned channels_of(int colour_type) {
    return colour_type == 2 ? 3 : colour_type == 4 ? 2 : colour_type == 6 ? 4 : 1;
}

/* Packs the pixels (x0 + i * dx, y0 + j * dy) of the made picture; every row takes another filter type, which
 * is applied here. */
static size_t made_pass(uint8_t *out, unsigned width, unsigned height, int colour_type, unsigned depth,
                        unsigned x0, unsigned y0, unsigned dx, unsigned dy) {
    unsigned channels = channels_of(colour_type);
    unsigned columns = width > x0 ? (width - x0 + dx - 1) / dx : 0;
    size_t bytes = ((size_t)columns * channels * depth + 7) / 8;
    size_t pixel = channels * depth >= 8 ? channels * depth / 8 : 1;
    uint8_t above[512] = {0};
    size_t size = 0;

    for (unsigned y = y0, row = 0; columns > 0 && y < height; y += dy, row++) {
        uint8_t plain[512] = {0};
        unsigned filter = row % 5;
        for (unsigned i = 0; i < columns * channels; i++) {
            unsigned value = made_sample(x0 + i / channels * dx, y, i % channels, depth);
            if (depth == 16) {
                plain[2 * i] = (uint8_t)(value >> 8);
                plain[2 * i + 1] = (uint8_t)(value & 255);
            } else {
                plain[i * depth / 8] = (uint8_t)(plain[i * depth / 8] | value << (8 - depth - i * depth % 8));
            }
        }
        out[size++] = (uint8_t)filter;
        for (size_t i = 0; i < bytes; i++) {
            int left = i >= pixel ? plain[i - pixel] : 0;
            int up = above[i];
            int corner = i >= pixel ? above[i - pixel] : 0;
            int p = left + up - corner;
            int nearest = abs(p - left) <= abs(p - up) && abs(p - left) <= abs(p - corner) ? left
                          : abs(p - up) <= abs(p - corner)                                 ? up
                                                                                           : corner;
            int guesses[5] = {0, left, up, (left + up) / 2, nearest};
            out[size++] = (uint8_t)((plain[i] - guesses[filter]) & 255);
        }
        memcpy(above, plain, bytes);
    }
    return size;
}

static uint8_t to_8(unsigned value, unsigned depth) {
    return (uint8_t)((value * 255u + ((1u << depth) - 1) / 2) / ((1u << depth) - 1));
}

static void check_made(const import_image *image, int colour_type, unsigned depth) {
    int wrong = 0;

    for (unsigned y = 0; y < (unsigned)image->height; y++) {
        for (unsigned x = 0; x < (unsigned)image->width; x++) {
            const uint8_t *rgba = image->rgba + 4 * (y * (unsigned)image->width + x);
            unsigned s[4] = {0, 0, 0, (1u << depth) - 1};
            for (unsigned i = 0; i < channels_of(colour_type); i++) {
                s[i] = made_sample(x, y, i, depth);
            }
            if (colour_type == 3) {
                wrong += rgba[0] != s[0] || rgba[1] != 255 - s[0] || rgba[2] != 7 ||
                         rgba[3] != (s[0] == 1 ? 9 : 255);
                wrong += image->indices[y * (unsigned)image->width + x] != s[0];
                continue;
            }
            if (colour_type == 4) {
                s[3] = s[1];
            }
            if (colour_type == 0 || colour_type == 4) {
                s[1] = s[2] = s[0];
            }
            for (int k = 0; k < 4; k++) {
                wrong += rgba[k] != to_8(s[k], depth);
            }
        }
    }
    CHECK_EQ(wrong, 0);
}

static void check_kind(int colour_type, unsigned depth, unsigned width, unsigned height, int interlace) {
    static const unsigned adam7[7][4] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                                         {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
    static uint8_t rows[65536];
    static png_file file;
    import_image image;
    tool_error error = {.text = ""};
    size_t size = 0;

    start_file(&file, width, height, (int)depth, colour_type, interlace);
    if (colour_type == 3) {
        uint8_t palette[256 * 3];
        uint8_t alpha[2] = {255, 9};
        for (int i = 0; i < 256; i++) {
            palette[3 * i] = (uint8_t)i;
            palette[3 * i + 1] = (uint8_t)(255 - i);
            palette[3 * i + 2] = 7;
        }
        add_chunk(&file, "PLTE", palette, 3u << depth);
        add_chunk(&file, "tRNS", alpha, 2);
    }
    if (interlace == 0) {
        size = made_pass(rows, width, height, colour_type, depth, 0, 0, 1, 1);
    }
    for (int i = 0; interlace != 0 && i < 7; i++) {
        size += made_pass(rows + size, width, height, colour_type, depth, adam7[i][0], adam7[i][1],
                          adam7[i][2], adam7[i][3]);
    }
    add_rows(&file, rows, size);
    add_chunk(&file, "IEND", NULL, 0);
    bool ok = decode(&file, &image, &error);
    CHECK(ok);
    if (ok) {
        CHECK_EQ(image.width, (int)width);
        CHECK_EQ(image.height, (int)height);
        check_made(&image, colour_type, depth);
        import_image_free(&image);
    } else {
        TEST_INFO("%s", error.text);
    }
}

TEST(png_every_kind_and_odd_size_decodes) {
    static const struct {
        int colour_type;
        unsigned depth;
    } kinds[] = {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}, {2, 8}, {2, 16}, {3, 1},
                 {3, 2}, {3, 4}, {3, 8}, {4, 8}, {4, 16}, {6, 8}, {6, 16}};
    static const unsigned sizes[][2] = {{1, 1}, {2, 3}, {5, 1}, {1, 9}, {7, 7}, {8, 8}, {9, 5}, {33, 21}};

    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            for (int interlace = 0; interlace < 2; interlace++) {
                check_kind(kinds[k].colour_type, kinds[k].depth, sizes[s][0], sizes[s][1], interlace);
            }
        }
    }
}

TEST(png_transparent_colour_of_grey_and_rgb) {
    static png_file file;
    import_image image;
    tool_error error = {.text = ""};
    const uint8_t grey_rows[] = {0, 0x12, 0x34, 0x12, 0x35};
    const uint8_t grey_key[] = {0x12, 0x34};
    const uint8_t rgb_rows[] = {0, 1, 2, 3, 1, 2, 4};
    const uint8_t rgb_key[] = {0, 1, 0, 2, 0, 4};

    start_file(&file, 2, 1, 16, 0, 0);
    add_chunk(&file, "tRNS", grey_key, 2);
    add_rows(&file, grey_rows, sizeof grey_rows);
    add_chunk(&file, "IEND", NULL, 0);
    CHECK(decode(&file, &image, &error));
    CHECK(image.has_alpha);
    CHECK_EQ(image.rgba[3], 0);
    CHECK_EQ(image.rgba[7], 255); /* the sample differs only in the low byte, which is lost in 8 bits */
    CHECK_EQ(image.rgba[0], image.rgba[4]);
    import_image_free(&image);

    start_file(&file, 2, 1, 8, 2, 0);
    add_chunk(&file, "tRNS", rgb_key, 6);
    add_rows(&file, rgb_rows, sizeof rgb_rows);
    add_chunk(&file, "IEND", NULL, 0);
    CHECK(decode(&file, &image, &error));
    CHECK_EQ(image.rgba[3], 255);
    CHECK_EQ(image.rgba[7], 0);
    import_image_free(&image);
}

TEST(png_split_data_and_unknown_chunks_are_fine) {
    static png_file file;
    import_image image;
    tool_error error = {.text = ""};
    const uint8_t rows[] = {0, 10, 20, 30, 0, 40, 50, 60};
    uint8_t *packed = NULL;
    size_t size = 0;

    CHECK(import_deflate_zlib(rows, sizeof rows, &packed, &size));
    start_file(&file, 3, 2, 8, 0, 0);
    add_chunk(&file, "gAMA", (const uint8_t *)"\0\0\xB1\x8F", 4);
    add_chunk(&file, "teSt", packed, size);
    for (size_t i = 0; i < size; i++) {
        add_chunk(&file, "IDAT", packed + i, 1);
    }
    add_chunk(&file, "IDAT", NULL, 0);
    add_chunk(&file, "tEXt", packed, size);
    add_chunk(&file, "IEND", NULL, 0);
    CHECK(decode(&file, &image, &error));
    CHECK_EQ(image.rgba[0], 10);
    CHECK_EQ(image.rgba[5 * 4 + 2], 60);
    CHECK(image.profile_ignored);
    import_image_free(&image);
    free(packed);
}

/* Expects a refusal whose sentence holds the words, and which is one line that names the file. */
static void check_refused(const png_file *file, const char *words) {
    import_image image;
    tool_error error = {.text = ""};

    CHECK(!decode(file, &image, &error));
    CHECK(image.rgba == NULL && image.indices == NULL && image.palette == NULL);
    CHECK(strstr(error.text, words) != NULL);
    CHECK(strncmp(error.text, "made.png: ", 10) == 0);
    CHECK(strchr(error.text, '\n') == NULL);
    CHECK(strchr(error.text, ';') != NULL);
    if (strstr(error.text, words) == NULL) {
        TEST_INFO("wanted \"%s\", got \"%s\"", words, error.text);
    }
}

static void grey_file(png_file *file, const uint8_t *rows, size_t size) {
    start_file(file, 3, 2, 8, 0, 0);
    add_rows(file, rows, size);
    add_chunk(file, "IEND", NULL, 0);
}

TEST(png_faults_are_named) {
    static png_file file;
    const uint8_t rows[16] = {0, 10, 20, 30, 0, 40, 50, 60};
    const uint8_t bad_filter[] = {0, 1, 2, 3, 5, 1, 2, 3};

    grey_file(&file, rows, 8);
    file.bytes[8 + 25 + 8 + 3] ^= 1;
    check_refused(&file, "offset 33: wrong checksum in chunk IDAT");
    grey_file(&file, rows, 7);
    check_refused(&file, "fewer rows");
    grey_file(&file, rows, 9);
    check_refused(&file, "more than they should");
    grey_file(&file, bad_filter, 8);
    check_refused(&file, "row 1 has the unknown filter 5");
    start_file(&file, 0, 2, 8, 0, 0);
    check_refused(&file, "0 x 2 pixels");
    start_file(&file, 0x80000000u, 0xFFFFFFFFu, 8, 0, 0);
    check_refused(&file, "2147483648 x 4294967295 pixels");
    start_file(&file, 16384, 16384, 8, 0, 0);
    check_refused(&file, "16384 x 16384 pixels");
    start_file(&file, 8, 8, 3, 0, 0);
    check_refused(&file, "colour type 0 with 3 bits");
    start_file(&file, 8, 8, 8, 0, 2);
    check_refused(&file, "interlace method");
    start_file(&file, 3, 2, 8, 0, 0);
    add_chunk(&file, "IEND", NULL, 0);
    check_refused(&file, "no picture data");
    start_file(&file, 3, 2, 8, 3, 0);
    add_rows(&file, rows, 8);
    add_chunk(&file, "IEND", NULL, 0);
    check_refused(&file, "without a palette");
    start_file(&file, 3, 2, 8, 3, 0);
    add_chunk(&file, "PLTE", rows, 6);
    add_rows(&file, rows, 8);
    add_chunk(&file, "IEND", NULL, 0);
    check_refused(&file, "pixel 0,0 has colour index 10, but the palette has 2 colours");
    start_file(&file, 3, 2, 8, 0, 0);
    add_chunk(&file, "NEWs", rows, 6);
    check_refused(&file, "essential part");
    start_file(&file, 4096, 4096, 8, 6, 0);
    add_rows(&file, rows, 8);
    add_chunk(&file, "IEND", NULL, 0);
    check_refused(&file, "too few compressed bytes");
}

TEST(png_truncation_at_every_byte_is_refused) {
    static png_file file;
    const uint8_t rows[16] = {0, 10, 20, 30, 0, 40, 50, 60};

    grey_file(&file, rows, 8);
    size_t whole = file.size;
    for (size_t size = 0; size < whole; size++) {
        import_image image;
        tool_error error = {.text = ""};
        file.size = size;
        CHECK(!decode(&file, &image, &error));
        CHECK(error.text[0] != '\0');
    }
}

TEST(png_suite_cut_at_powers_of_two_is_refused) {
    if (!import_file_exists("../shared/data/png/basn0g01.png")) {
        test_skip("../shared/data is not here");
        return;
    }
    for (size_t i = 0; i < sizeof suite / sizeof suite[0]; i++) {
        char path[128];
        uint8_t *data = NULL;
        size_t whole = 0;
        snprintf(path, sizeof path, "../shared/data/%s", suite[i].path);
        CHECK(import_file_read(path, &data, &whole, NULL));
        for (size_t size = 1; size < whole; size *= 2) {
            uint8_t *exact = malloc(size);
            import_image image;
            tool_error error = {.text = ""};
            memcpy(exact, data, size);
            CHECK(!import_image_from_memory(path, exact, size, &image, &error));
            CHECK(strncmp(error.text, path, strlen(path)) == 0);
            free(exact);
        }
        free(data);
    }
}

TEST(png_other_kinds_are_recognised) {
    static const struct {
        const char *data;
        size_t size;
        const char *words;
    } cases[] = {{"8BPS", 4, "a Photoshop file"},
                 {"GIF89a", 6, "a GIF"},
                 {"", 0, "empty"},
                 {"hello world, this is text", 25, "not a picture"},
                 {"\x89PNG\n\n", 6, "text-mode copy"}};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        import_image image;
        tool_error error = {.text = ""};
        CHECK(!import_image_from_memory("x", cases[i].data, cases[i].size, &image, &error));
        CHECK(strstr(error.text, cases[i].words) != NULL);
    }
}
