/* QOI, PBM, PGM and PPM pictures: every code and form made by hand, and refusals. */
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tools/import/image/image.h"

static import_image image;
static tool_error error;

/* Loads from memory that ends where the file ends, so that a sanitizer sees a read behind it. */
static bool load(const void *data, size_t size) {
    uint8_t *exact = malloc(size == 0 ? 1 : size);
    memcpy(exact, data, size);
    error.text[0] = 0;
    bool ok = import_image_from_memory("t", exact, size, &image, &error);
    free(exact);
    return ok;
}

#define LOAD(text) load(text, sizeof(text) - 1)

static bool pixel_is(size_t pixel, const char *rgba) { return memcmp(image.rgba + 4 * pixel, rgba, 4) == 0; }

TEST(qoi_codes_are_those_of_the_specification) {
    static const char file[] = "qoif\0\0\0\5\0\0\0\2\4\0"
                               "\376\12\24\36"  /* RGB 10 20 30 */
                               "\301"           /* two more of the same pixel */
                               "\177"           /* differences +1 +1 +1: 11 21 31 */
                               "\252\250"       /* green +10, red and blue 10 + 2, 10 + 0: 23 31 41 */
                               "\377\1\2\3\200" /* RGBA */
                               /* the pixel that was seen at index 9: (3 * 10 + 5 * 20 + 7 * 30 + 11 * 255) %
                                * 64 */
                               "\11"
                               "\300\300\300\0\0\0\0\0\0\0\1";
    char fixed[sizeof file];
    memcpy(fixed, file, sizeof file);
    CHECK(load(fixed, sizeof file - 1));
    CHECK(image.width == 5 && image.height == 2 && image.has_alpha);
    CHECK(pixel_is(0, "\12\24\36\377") && pixel_is(1, "\12\24\36\377") && pixel_is(2, "\12\24\36\377"));
    CHECK(pixel_is(3, "\13\25\37\377"));
    CHECK(pixel_is(4, "\27\37\51\377"));
    CHECK(pixel_is(5, "\1\2\3\200"));
    CHECK(pixel_is(6, "\12\24\36\377") && pixel_is(9, "\12\24\36\377"));
    import_image_free(&image);
    CHECK(!load(fixed, 20) && strstr(error.text, "truncated") != NULL);
    fixed[12] = 5;
    CHECK(!load(fixed, sizeof file - 1) && strstr(error.text, "offset 12") != NULL);
}

TEST(qoi_sizes_that_cannot_be_are_refused_before_memory_is_taken) {
    CHECK(!LOAD("qoif\0\0\100\0\0\0\20\0\4\0\377\1\2\3\4") && strstr(error.text, "cannot lie in") != NULL);
    CHECK(!LOAD("qoif\0\0\0\0\0\0\0\1\4\0\377\1\2\3\4") && strstr(error.text, "0 x 1") != NULL);
    CHECK(!LOAD("qoif\0\0"));
    CHECK(image.rgba == NULL);
}

TEST(pnm_has_six_forms) {
    CHECK(LOAD("P1\n# a remark\n3 2\n101\n0 1 0\n"));
    CHECK(image.width == 3 && image.height == 2);
    CHECK(pixel_is(0, "\0\0\0\377") && pixel_is(1, "\377\377\377\377") && pixel_is(4, "\0\0\0\377"));
    import_image_free(&image);
    CHECK(LOAD("P4 9 2\n\200\200\0\0"));
    CHECK(pixel_is(0, "\0\0\0\377") && pixel_is(1, "\377\377\377\377") && pixel_is(8, "\0\0\0\377"));
    CHECK(pixel_is(9, "\377\377\377\377"));
    import_image_free(&image);
    CHECK(LOAD("P2 2 1 15 #most\n3 15"));
    CHECK(pixel_is(0, "\63\63\63\377") && pixel_is(1, "\377\377\377\377"));
    import_image_free(&image);
    CHECK(LOAD("P5 2 1 65535\n\377\377\200\0"));
    CHECK(pixel_is(0, "\377\377\377\377") && pixel_is(1, "\200\200\200\377"));
    import_image_free(&image);
    CHECK(LOAD("P3 1 2 255 1 2 3\n4 5 6 "));
    CHECK(pixel_is(0, "\1\2\3\377") && pixel_is(1, "\4\5\6\377"));
    import_image_free(&image);
    CHECK(LOAD("P6\n1 2\n255\n\1\2\3#56"));
    CHECK(pixel_is(0, "\1\2\3\377") && pixel_is(1, "#56\377") && !image.has_alpha);
    import_image_free(&image);
}

TEST(pnm_refusals_name_their_place) {
    CHECK(!LOAD("P6\n1 2\n255\n\1\2\3\4\5") && strstr(error.text, "truncated") != NULL);
    CHECK(!LOAD("P3 1 1 9 1 2 10 ") && strstr(error.text, "larger than the heading") != NULL);
    CHECK(!LOAD("P5 1 1 65536\n\0") && strstr(error.text, "65535") != NULL);
    CHECK(!LOAD("P5 1 1 0\n\0"));
    CHECK(!LOAD("P2 x 1 1\n0") && strstr(error.text, "offset 3") != NULL);
    CHECK(!LOAD("P1 99999999999999 99999999999999 1"));
    CHECK(!LOAD("P7\nWIDTH 1\n") && strstr(error.text, "PAM") != NULL);
    CHECK(image.rgba == NULL);
}

TEST(a_picture_of_no_kind_is_answered_with_the_list_of_those_that_are_read) {
    CHECK(!LOAD("\1\2\3\4"));
    for (size_t i = 0; import_image_format(i) != NULL; i++)
        CHECK(strstr(error.text, import_image_format(i)) != NULL);
    CHECK(strstr(error.text, " or TGA") != NULL);
}
