/* The PNG writer, whole-file writing and one-line errors. */
#define _POSIX_C_SOURCE 200809L

#include "tests/test.h"
#include "tools/import/base/checksum.h"
#include "tools/import/base/file.h"
#include "tools/import/image/image.h"
#include "tools/import/image/png_write.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static uint8_t made_byte(size_t i) { return (uint8_t)((i * 7 + i * i / 13 + (i >> 5)) & 255); }

static void check_round_trip(import_png_format format, int width, int height, int colours) {
    static uint8_t pixels[64 * 64 * 4 + 64];
    uint8_t palette[256 * 4];
    size_t bytes = format == IMPORT_PNG_RGBA ? 4 : format == IMPORT_PNG_RGB ? 3 : 1;
    size_t stride = (size_t)width * bytes + 1; /* an odd stride, so that a mistake in it shows */
    import_png_picture picture = {width, height, format, pixels, stride, palette, colours};
    uint8_t *png = NULL;
    size_t size = 0;
    tool_error error = {.text = ""};
    import_image image;
    int wrong = 0;

    for (size_t i = 0; i < sizeof pixels; i++) {
        pixels[i] = format == IMPORT_PNG_INDEXED ? (uint8_t)(made_byte(i) % colours) : made_byte(i);
    }
    for (size_t i = 0; i < sizeof palette; i++) {
        palette[i] = i % 4 == 3 ? (uint8_t)(i / 4 % 3 == 0 ? 100 : 255) : made_byte(i * 3);
    }
    CHECK(import_png_encode("x", &picture, &png, &size, &error));
    CHECK(import_image_from_memory("x", png, size, &image, &error));
    CHECK_EQ(image.width, width);
    CHECK_EQ(image.height, height);
    CHECK_EQ(image.palette_count, format == IMPORT_PNG_INDEXED ? colours : 0);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            const uint8_t *source = pixels + (size_t)y * stride + (size_t)x * bytes;
            const uint8_t *rgba = image.rgba + 4 * ((size_t)y * (size_t)width + (size_t)x);
            uint8_t expected[4] = {source[0], source[0], source[0], 255};
            if (format == IMPORT_PNG_INDEXED) {
                memcpy(expected, palette + 4 * source[0], 4);
            } else if (format != IMPORT_PNG_GREY) {
                memcpy(expected, source, bytes);
            }
            wrong += memcmp(rgba, expected, 4) != 0;
        }
    }
    CHECK_EQ(wrong, 0);
    import_image_free(&image);
    free(png);
}

TEST(png_write_round_trip_of_every_format) {
    static const int sides[] = {1, 2, 3, 7, 8, 9, 31, 64};
    static const int colours[] = {1, 2, 3, 4, 5, 16, 17, 255, 256};

    for (size_t w = 0; w < 8; w++) {
        for (size_t h = 0; h < 8; h += 3) {
            check_round_trip(IMPORT_PNG_GREY, sides[w], sides[h], 0);
            check_round_trip(IMPORT_PNG_RGB, sides[w], sides[h], 0);
            check_round_trip(IMPORT_PNG_RGBA, sides[w], sides[h], 0);
            for (size_t c = 0; c < 9; c++) {
                check_round_trip(IMPORT_PNG_INDEXED, sides[w], sides[h], colours[c]);
            }
        }
    }
}

TEST(png_write_takes_framebuffer_words) {
    const uint32_t words[2] = {0xAA102030u, 0x00FFFE01u};
    import_png_picture picture = {2, 1, IMPORT_PNG_XRGB32, words, 0, NULL, 0};
    uint8_t *png = NULL;
    size_t size = 0;
    import_image image;

    CHECK(import_png_encode("x", &picture, &png, &size, NULL));
    CHECK(import_image_from_memory("x", png, size, &image, NULL));
    CHECK(memcmp(image.rgba, "\x10\x20\x30\xFF\xFF\xFE\x01\xFF", 8) == 0);
    import_image_free(&image);
    free(png);
}

TEST(png_write_is_the_same_everywhere) {
    static uint8_t pixels[120 * 80 * 3];
    import_png_picture picture = {120, 80, IMPORT_PNG_RGB, pixels, 0, NULL, 0};
    uint8_t *png = NULL;
    size_t size = 0;

    for (size_t i = 0; i < sizeof pixels; i++) {
        pixels[i] = (uint8_t)(i / 360 * 3 + i % 3 * 40 + (i * i >> 9) % 5);
    }
    CHECK(import_png_encode("x", &picture, &png, &size, NULL));
    CHECK_EQ(import_crc32(0, png, size), 3823806480u);
    free(png);
}

TEST(png_write_refuses_bad_pictures) {
    const uint8_t pixels[4] = {0, 1, 2, 3};
    const uint8_t palette[12] = {0};
    const import_png_picture cases[] = {
        {0, 1, IMPORT_PNG_GREY, pixels, 0, NULL, 0},
        {1, -1, IMPORT_PNG_GREY, pixels, 0, NULL, 0},
        {16385, 1, IMPORT_PNG_GREY, pixels, 0, NULL, 0},
        {2, 2, IMPORT_PNG_INDEXED, pixels, 0, palette, 0},
        {2, 2, IMPORT_PNG_INDEXED, pixels, 0, NULL, 4},
        {2, 2, IMPORT_PNG_INDEXED, pixels, 0, palette, 257},
        {2, 2, IMPORT_PNG_INDEXED, pixels, 0, palette, 3},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t *png = NULL;
        size_t size = 0;
        tool_error error = {.text = ""};
        CHECK(!import_png_encode("x.png", &cases[i], &png, &size, &error));
        CHECK(strncmp(error.text, "x.png: cannot write", 19) == 0);
        CHECK(png == NULL);
    }
}

static int files_in(const char *folder) {
    DIR *dir = opendir(folder);
    int count = 0;

    for (struct dirent *entry = dir != NULL ? readdir(dir) : NULL; entry != NULL; entry = readdir(dir)) {
        count += entry->d_name[0] != '.';
    }
    if (dir != NULL) {
        closedir(dir);
    }
    return count;
}

TEST(png_write_leaves_whole_files_only) {
    char folder[] = "/tmp/oxcart_write_XXXXXX";
    char path[64];
    char inside[80];
    const uint8_t pixels[4] = {0, 80, 160, 255};
    import_png_picture picture = {2, 2, IMPORT_PNG_GREY, pixels, 0, NULL, 0};
    tool_error error = {.text = ""};
    import_image image;

    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/a.png", folder);
    CHECK(import_png_write(path, &picture, &error));
    CHECK(import_png_write(path, &picture, &error)); /* the second file replaces the first */
    CHECK(import_image_load(path, &image, &error));
    CHECK_EQ(image.rgba[4], 80);
    import_image_free(&image);
    CHECK_EQ(files_in(folder), 1);

    snprintf(inside, sizeof inside, "%s/b.png", path); /* a file is no folder */
    CHECK(!import_png_write(inside, &picture, &error));
    CHECK(strstr(error.text, "cannot write") != NULL);
    CHECK(!import_png_write(folder, &picture, &error));
    CHECK(strstr(error.text, "is a folder") != NULL);
    CHECK(!import_image_load(folder, &image, &error));
    CHECK(strstr(error.text, "is a folder") != NULL);
    snprintf(inside, sizeof inside, "%s/none/b.png", folder);
    CHECK(!import_png_write(inside, &picture, &error));
    CHECK(strstr(error.text, "make the folder first") != NULL);
    CHECK(!import_image_load(inside, &image, &error));
    CHECK(strstr(error.text, "cannot open") != NULL);
    CHECK_EQ(files_in(folder), 1);
    if (geteuid() != 0) {
        chmod(folder, 0500);
        snprintf(inside, sizeof inside, "%s/b.png", folder);
        CHECK(!import_png_write(inside, &picture, &error));
        CHECK(strstr(error.text, "folder that you may write to") != NULL);
        chmod(folder, 0700);
    }
    remove(path);
    CHECK_EQ(rmdir(folder), 0);
}

TEST(png_write_reports_a_full_disk) {
    const uint8_t pixels[4] = {0, 80, 160, 255};
    import_png_picture picture = {2, 2, IMPORT_PNG_GREY, pixels, 0, NULL, 0};
    tool_error error = {.text = ""};
    struct stat status;

    if (stat("/dev/full", &status) != 0 || !S_ISCHR(status.st_mode)) {
        test_skip("/dev/full is not here");
        return;
    }
    CHECK(!import_png_write("/dev/full", &picture, &error));
    CHECK(strstr(error.text, "/dev/full: cannot write: ") == error.text);
    CHECK(strstr(error.text, "free some space") != NULL);
    CHECK(stat("/dev/full", &status) == 0 && S_ISCHR(status.st_mode));
}

TEST(png_write_error_lines_stay_one_line) {
    tool_error error = {.text = "before"};
    char long_name[700];

    CHECK(!import_error_line(&error, "a\nb.obj", 12, "bad word '%s'; mend it", "x\r\ny\x7F"));
    CHECK(strcmp(error.text, "a?b.obj:12: bad word 'x??y?'; mend it") == 0);
    CHECK(!import_error_offset(&error, "a.png", 99, "what"));
    CHECK(strcmp(error.text, "a.png: offset 99: what") == 0);
    CHECK(!import_error_file(&error, NULL, "what"));
    CHECK(strcmp(error.text, "what") == 0);
    memset(long_name, 'n', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    CHECK(!import_error_file(&error, long_name, "what; mend"));
    CHECK(strstr(error.text, ": what; mend") != NULL); /* the sentence survives a long path */
    CHECK(!import_error_file(&error, "a", "%s", long_name));
    CHECK_EQ(strlen(error.text), sizeof error.text - 1);
    CHECK(strcmp(error.text + sizeof error.text - 4, "...") == 0);
    CHECK(!import_error_file(NULL, "a", "nobody listens"));
}

TEST(png_write_paths_are_resolved_beside_a_file) {
    static const struct {
        const char *beside, *name, *expected;
    } cases[] = {{"m/a.obj", "t.png", "m/t.png"},
                 {"a.obj", "t.png", "t.png"},
                 {"m/a.obj", "x\\y.png", "m/x/y.png"},
                 {"m/a.obj", "/x/y.png", "/x/y.png"},
                 {"/m/n/a.obj", "../t.png", "/m/n/../t.png"}};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *path = import_file_resolve(cases[i].beside, cases[i].name);
        CHECK(path != NULL && strcmp(path, cases[i].expected) == 0);
        free(path);
    }
}
