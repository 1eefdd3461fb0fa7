/* Pictures as texts: their syntax, refusals with their places, and written pictures that come back. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/host/tools/pack/packed_cart.h"
#include "tests/test.h"
#include "tools/encode/palette.h"
#include "tools/import/image/xpm.h"

#define HEAD "/* XPM */\nstatic char *it[] = {\n"

static bool decode(const char *text, import_image *image, tool_error *error) {
    size_t size = strlen(text);
    /* the block ends with the text, so that a sanitizer sees one step too far */
    uint8_t *exact = malloc(size);
    if (exact == NULL) return false;
    memcpy(exact, text, size);
    bool ok = import_xpm_decode("it.xpm", exact, size, image, error);
    free(exact);
    return ok;
}

static bool is_pixel(const import_image *image, int x, int y, unsigned rgba) {
    const uint8_t *p = image->rgba + 4 * ((size_t)y * (size_t)image->width + (size_t)x);
    return ((unsigned)p[0] << 24 | (unsigned)p[1] << 16 | (unsigned)p[2] << 8 | p[3]) == rgba;
}

TEST(xpm_reads_colours_of_every_form) {
    import_image image;
    tool_error error = {.text = ""};
    CHECK(decode(HEAD "\"4 3 9 2 0 0 XPMEXT\", /* a hot spot */\n\".. c None\",\n\"aa\tc #F00\",\n", &image,
                 &error) == false); /* a tab is no plain character */
    bool ok = decode("\xEF\xBB\xBF\n/* XPM */\r\n/* by hand */ static const char *const it[]={\r\n\"4 3 9 2 "
                     "0 0\",\"   c None\",\"aa c #F08\",\"bb c #102030\",\"cc c #10FF20EE30DD\","
                     "\"dd s front m black g4 #444 c #405060\",\"ee m white\",\"ff g #333333 m white\",\"gg "
                     "c magenta\",\"hh c #01020380\",\r\n"
                     "\"  aabbcc\" ,\n\"ddeeffgg\" , /* the last */ \"hhhhaa  \",\n} ;\n",
                     &image, &error);
    if (!ok) TEST_INFO("%s", error.text);
    CHECK(ok);
    if (!ok) return;
    CHECK_EQ(image.width, 4);
    CHECK_EQ(image.height, 3);
    CHECK_EQ(image.palette_count, 9);
    CHECK(image.has_alpha && image.indices != NULL);
    CHECK(is_pixel(&image, 0, 0, 0));
    CHECK(is_pixel(&image, 1, 0, 0xFF0088FFu));
    CHECK(is_pixel(&image, 2, 0, 0x102030FFu));
    CHECK(is_pixel(&image, 3, 0, 0x112131FFu)); /* 16 bits to the nearest of 8 */
    CHECK(is_pixel(&image, 0, 1, 0x405060FFu));
    CHECK(is_pixel(&image, 1, 1, 0xFFFFFFFFu));
    CHECK(is_pixel(&image, 2, 1, 0x333333FFu)); /* grey counts more than black and white */
    CHECK(is_pixel(&image, 3, 1, 0xFF00FFFFu));
    CHECK(is_pixel(&image, 0, 2, 0x01020380u));
    CHECK_EQ(image.indices[0], 0);
    CHECK_EQ(image.indices[8], 8);
    import_image_free(&image);
}

TEST(xpm_refuses_with_line_and_column) {
    static const struct {
        const char *text;
        unsigned long line, column;
    } bad[] = {
        {"static char *it[] = {\n\"1 1 1 1\",\n\"a c #000\",\n\"a\"};", 1, 0},
        {"/* XPM */\nstatic char *it[] = \n\"1 1 1 1\",\n", 3, 1}, /* no brace */
        {HEAD "\"1 1 1\",\n\"a c #000\",\n\"a\"};", 3, 7},         /* three numbers */
        {HEAD "\"1 0 1 1\",\n\"a c #000\",\n\"a\"};", 3, 4},       /* a height of 0 */
        /* a letter behind a number */
        {HEAD "\"1 1 1 1x\",\n\"a c #000\",\n\"a\"};", 3, 8},
        {HEAD "\"1 1 1 5\",\n\"aaaaa c #000\",\n\"aaaaa\"};", 3, 2}, /* too many characters a pixel */
        {HEAD "\"1 1 99999 1\",\n\"a c #000\",\n\"a\"};", 3, 2},     /* too many colours */
        {HEAD "\"9000 9000 1 1\",\n\"a c #000\",\n\"a\"};", 3, 2},   /* more than the file can hold */
        /* a pixel's characters twice */
        {HEAD "\"2 1 2 1\",\n\"a c #000\",\n\"a c #111\",\n\"aa\"};", 5, 2},
        {HEAD "\"2 1 1 1\",\n\"a c brownish\",\n\"aa\"};", 4, 6}, /* an unknown colour name */
        {HEAD "\"2 1 1 1\",\n\"a c #00000\",\n\"aa\"};", 4, 6},   /* five digits */
        {HEAD "\"2 1 1 1\",\n\"a c #00000g\",\n\"aa\"};", 4, 6},
        {HEAD "\"2 1 1 1\",\n\"a k #000000\",\n\"aa\"};", 4, 4}, /* an unknown colour key */
        {HEAD "\"2 1 1 1\",\n\"a        c\",\n\"aa\"};", 4, 11}, /* no colour behind the key */
        {HEAD "\"2 1 1 1\",\n\"a         \",\n\"aa\"};", 4, 2},
        {HEAD "\"2 2 1 1\",\n\"a c #000000\",\n\"aa\",\n\"ab\"};", 6, 3},  /* an unknown character */
        {HEAD "\"2 2 1 1\",\n\"a c #000000\",\n\"aa\",\n\"aaa\"};", 6, 2}, /* a long row */
        {HEAD "\"2 2 1 1\",\n\"a c #000000\",\n\"aa\"\n      };", 6, 7},   /* a row too few */
        {HEAD "\"2 1 1 1\",\n\"a c #000000\",\n\"aa\",\n\"aa\"};", 6, 1},  /* a row too many */
        {HEAD "\"2 1 1 1\",\n\"a c #000000\"\n\"aa\"};   ", 5, 1},         /* no comma */
        {HEAD "\"2 1 1 1\",\n\"a c #000000\",\n\"a\na\"};", 5, 3},         /* a line end in a string */
        {HEAD "\"2 1 1 1\",\n\"a c #000000\",\n\"a\\\"\"};", 5, 3},        /* a backslash */
        {HEAD "\"2 1 1 1\",\n\"a c #000000\",\n\"a\xC3\xA9\"};", 5, 3},    /* no plain character */
        {HEAD "\"2 1 1 1\",\n\"a c #000000\",\n/* \"aa\"};  ", 5, 1},      /* an open comment */
        {HEAD "\"2 1 1 1\",\n\"a c #000000\",\n\"aa", 5, 4},               /* an open string */
        {HEAD "\"2 1 1 1\",\n\"a c #000000\",\n\"aa\"\n", 6, 1},           /* no end */
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        import_image image;
        tool_error error = {.text = ""};
        bool taken = decode(bad[i].text, &image, &error);
        bool right =
            !taken && error.line == bad[i].line && error.column == bad[i].column && image.rgba == NULL;
        if (!right) TEST_INFO("%u: %s (%lu:%lu)", (unsigned)i, error.text, error.line, error.column);
        CHECK(right);
        if (taken) import_image_free(&image);
    }
}

/* Every cut of a file is refused. */
TEST(xpm_cut_anywhere_is_refused) {
    static const char whole[] =
        HEAD "\"3 2 2 1\",\n\". c None\",\n\"# c #0000FF\",\n/* rows */ \".#.\",\n\"##.\"\n}";
    char part[sizeof whole];
    import_image image;
    tool_error error = {.text = ""};
    CHECK(decode(whole, &image, &error));
    import_image_free(&image);
    for (size_t size = 0; size + 1 < sizeof whole; size++) {
        memcpy(part, whole, size);
        part[size] = 0;
        CHECK(!decode(part, &image, &error));
    }
}

static bool same(const import_image *a, const import_image *b) {
    size_t pixels = (size_t)a->width * (size_t)a->height;
    if (a->width != b->width || a->height != b->height || memcmp(a->rgba, b->rgba, pixels * 4) != 0)
        return false;
    if (a->indices == NULL) return true;
    return b->indices != NULL && a->palette_count == b->palette_count &&
           memcmp(a->indices, b->indices, pixels) == 0 &&
           memcmp(a->palette, b->palette, (size_t)a->palette_count * 4) == 0;
}

/* Writes and reads a picture of so many colours, with a palette when `indexed`. */
static void round_trip(int width, int height, unsigned colours, bool indexed) {
    import_image image, again = {.width = 0};
    tool_error error = {.text = ""};
    writer text = {0};
    size_t pixels = (size_t)width * (size_t)height;
    CHECK(import_image_allocate("t", width, height, indexed, &image, &error));
    image.palette_count = indexed ? (int)colours : 0;
    for (size_t i = 0; i < pixels; i++) {
        unsigned colour = (unsigned)(i * 7919 % colours), alpha = colour % 5 == 1 ? 128 : 255;
        const uint8_t rgba[4] = {(uint8_t)colour, (uint8_t)(colour >> 8), (uint8_t)(colour * 5),
                                 (uint8_t)alpha};
        memcpy(image.rgba + i * 4, rgba, 4);
        if (!indexed) continue;
        image.indices[i] = (uint8_t)colour;
        memcpy(image.palette + (size_t)colour * 4, rgba, 4);
    }
    CHECK(import_xpm_write(&image, "it", &text, &error));
    bool ok = import_image_from_memory("t.xpm", text.data, text.size, &again, &error) && same(&image, &again);
    if (!ok) TEST_INFO("%dx%d, %u colours: %s", width, height, colours, error.text);
    CHECK(ok);
    import_image_free(&again);
    import_image_free(&image);
    writer_free(&text);
}

TEST(xpm_written_pictures_come_back) {
    round_trip(1, 1, 1, true);
    round_trip(16, 9, 91, true);
    round_trip(40, 13, 92, true); /* 92 colours want two characters a pixel */
    round_trip(64, 64, 256, true);
    round_trip(100, 100, 9000, false); /* 9000 colours want three characters a pixel */
    round_trip(7, 5, 3, false);
    import_image many;
    tool_error error = {.text = ""};
    writer text = {0};
    CHECK(import_image_allocate("t", 257, 256, false, &many, &error));
    for (size_t i = 0; i < 257 * 256; i++) {
        const uint8_t rgba[4] = {(uint8_t)i, (uint8_t)(i >> 8), (uint8_t)(i >> 16), 255};
        memcpy(many.rgba + i * 4, rgba, 4);
    }
    CHECK(!import_xpm_write(&many, "it", &text, &error) && strstr(error.text, "65792 colours") != NULL);
    import_image_free(&many);
    writer_free(&text);
}

/* An XPM text is a picture, not a list of colours. */
TEST(xpm_palettes_are_those_of_the_picture) {
    static const char text[] =
        HEAD "\"2 1 3 1\",\n\"a c #FF00FF\",\n\"b c #010203\",\n\"c c #0A0B0C\",\n\"bc\"\n};\n";
    import_palette palette;
    packed_folder f;
    tool_error error = {.text = ""};
    char path[300];
    CHECK(folder_make(&f));
    folder_write(&f, "few.xpm", text);
    snprintf(path, sizeof path, "%s/few.xpm", f.path);
    bool ok = palette_load(path, &palette, &error);
    if (!ok) TEST_INFO("%s", error.text);
    CHECK(ok && palette.count == 3 &&
          memcmp(palette.rgb[1], (const uint8_t[6]){1, 2, 3, 10, 11, 12}, 6) == 0);
    folder_remove(&f);
}
