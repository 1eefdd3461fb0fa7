/* Fonts out of BDF files and pictures: pixels, places, order, and refusals. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tools/import/text/font.h"

static tool_error error;
static import_font font;

#define HEAD                                                                                                 \
    "STARTFONT 2.1\nCOMMENT made by the test\nFONT -test-\nSIZE 8 75 75\nFONTBOUNDINGBOX 8 10 0 -2\n"        \
    "STARTPROPERTIES 2\nFONT_ASCENT 7\nFONT_DESCENT 3\nENDPROPERTIES\n"
#define GLYPH(code, rows)                                                                                    \
    "STARTCHAR x\nENCODING " code "\nSWIDTH 500 0\nDWIDTH 6 0\nBBX 5 2 1 -1\nBITMAP\n" rows "ENDCHAR\n"

static bool parse(const char *text) {
    error.text[0] = 0;
    return import_bdf_parse("t.bdf", text, strlen(text), &font, &error);
}

static bool refused(const char *text, const char *part) {
    if (parse(text)) {
        import_font_free(&font);
        return false;
    }
    if (strstr(error.text, part) == NULL) TEST_INFO("%s", error.text);
    return strstr(error.text, part) != NULL && font.glyphs == NULL && font.arena.newest == NULL;
}

TEST(bdf_glyphs_pixels_and_places) {
    CHECK(parse(HEAD "CHARS 4\n" GLYPH("8364", "88\nF8\n") GLYPH("65", "50\n20\n")
                    GLYPH("-1", "00\n00\n") "STARTCHAR space\nENCODING 32\nSWIDTH 1 0\nDWIDTH 3 0\nBBX 0 0 0 "
                                            "0\nBITMAP\nENDCHAR\nENDFONT\n"));
    CHECK_EQ(font.count, 3);
    CHECK_EQ(font.skipped, 1);
    CHECK_EQ(font.ascent, 7);
    CHECK_EQ(font.descent, 3);
    CHECK_EQ(font.depth, 1);
    CHECK(strcmp(font.name, "-test-") == 0);
    const import_glyph *a = import_font_find(&font, 65), *euro = import_font_find(&font, 0x20AC);
    CHECK(import_font_find(&font, 66) == NULL);
    static const uint8_t wanted[10] = {0, 255, 0, 255, 0, 0, 0, 255, 0, 0};
    CHECK(memcmp(a->pixels, wanted, 10) == 0);
    CHECK(a->left == 1 && a->top == 1 && a->advance == 6 && a->width == 5 && a->height == 2);
    CHECK(euro->pixels[0] == 255 && euro->pixels[1] == 0 && euro->pixels[9] == 255);
    CHECK_EQ(import_font_find(&font, 32)->width, 0);
    uint32_t missing;
    import_font_subset(&font,
                       "A\xE2\x82\xAC"
                       "AZB",
                       &missing);
    CHECK_EQ(missing, 'Z');
    CHECK_EQ(font.count, 2);
    CHECK(import_font_find(&font, 32) == NULL && import_font_find(&font, 0x20AC)->pixels[0] == 255);
    import_font_free(&font);
}

TEST(bdf_of_more_bits) {
    CHECK(parse("STARTFONT 2.3\nSIZE 8 75 75 2\nFONTBOUNDINGBOX 5 2 0 -1\nCHARS 1\nSTARTCHAR x\nENCODING "
                "65\nDWIDTH 5 0\nBBX 5 1 0 0\nBITMAP\n1B40\nENDCHAR\nENDFONT\n"));
    static const uint8_t wanted[5] = {0, 85, 170, 255, 85};
    CHECK(memcmp(font.glyphs[0].pixels, wanted, 5) == 0);
    CHECK(font.depth == 2 && font.ascent == 1 && font.descent == 1);
    import_font_free(&font);
    CHECK(parse("STARTFONT 2.3\nSIZE 8 75 75 8\nCHARS 1\nSTARTCHAR x\nENCODING 65\nDWIDTH 5 0\nBBX 2 1 0 "
                "0\nBITMAP\n807f\nENDCHAR\nENDFONT\n"));
    CHECK(font.glyphs[0].pixels[0] == 0x80 && font.glyphs[0].pixels[1] == 0x7F);
    import_font_free(&font);
}

TEST(bdf_refusals_name_the_line) {
    CHECK(refused("", "t.bdf:1: this is no BDF"));
    CHECK(refused(HEAD "CHARS 1\n" GLYPH("65", "50\n20\n"), "ENDFONT is missing"));
    CHECK(refused(HEAD "CHARS 2\n" GLYPH("65", "50\n20\n") "ENDFONT\n", "1 glyphs, but CHARS tells of 2"));
    CHECK(refused(HEAD GLYPH("65", "50\n20\n") "ENDFONT\n", "CHARS tells of -1"));
    CHECK(refused(HEAD "CHARS 2\n" GLYPH("65", "50\n20\n") GLYPH("65", "50\n20\n") "ENDFONT\n",
                  "the code 65 stands there twice"));
    CHECK(refused(HEAD "CHARS 2\n" GLYPH("0", "00\n00\n") GLYPH("0", "00\n00\n") "ENDFONT\n",
                  "the code 0 stands there twice"));
    CHECK(
        refused(HEAD "CHARS 1\n" GLYPH("65", "50\n2000\n"), "t.bdf:18: a row of pixels has another length"));
    CHECK(refused(HEAD "CHARS 1\n" GLYPH("65", "50\n2x\n"), "t.bdf:18: a row of pixels must be hexadecimal"));
    CHECK(refused(HEAD "CHARS 1\n" GLYPH("65", "50\n"), "t.bdf:18: a row of pixels"));
    CHECK(parse(HEAD "CHARS 1\n" GLYPH("65", "50\n20\n40\n") "ENDFONT\n") && font.count == 1 &&
          font.glyphs[0].height == 2);
    import_font_free(&font);
    CHECK(refused(HEAD "CHARS 1\nSTARTCHAR x\nENCODING 65\nBITMAP\n", "BBX must stand before"));
    CHECK(refused(HEAD "CHARS 1\nSTARTCHAR x\nENCODING 65\nENDCHAR\n", "lacks ENCODING"));
    CHECK(refused(HEAD "CHARS 1\nSTARTCHAR x\nENCODING 65\nENDFONT\n", "no ENDCHAR"));
    CHECK(refused(HEAD "CHARS 1\nSTARTCHAR x\nENCODING 65\n", "inside of a glyph"));
    CHECK(refused(HEAD "CHARS 1\nSTARTCHAR x\nENCODING\n", "`ENCODING CODE`"));
    CHECK(refused(HEAD "CHARS 1\nSTARTCHAR x\nBBX 300 2 0 0\n", "at most 256"));
    CHECK(refused(HEAD "CHARS 1\nSTARTCHAR x\nBBX 3 2 0\n", "`BBX WIDTH"));
    CHECK(refused("STARTFONT 2.1\nSIZE 8 75 75 3\n", "1, 2, 4 or 8 bits"));
    CHECK(refused("STARTFONT 2.1\nFONT_ASCENT x\n", "FONT_ASCENT N"));
}

/* Draws a picture of two rows of three cells of 4 x 3 pixels; cell i has i columns of ink from its second
 * pixel on. */
static void draw(import_image *image, bool alpha, bool dark_paper) {
    CHECK(import_image_allocate("t", 12, 6, false, image, &error));
    for (int y = 0; y < 6; y++) {
        for (int x = 0; x < 12; x++) {
            uint8_t *p = image->rgba + 4 * (y * 12 + x);
            bool ink = x % 4 >= 1 && x % 4 <= (y / 3 * 3 + x / 4) && x % 4 <= 3;
            uint8_t grey = (uint8_t)(alpha ? 9 : ink == dark_paper ? 255 : 0);
            p[0] = p[1] = p[2] = grey;
            p[3] = (uint8_t)(alpha && !ink ? 0 : 255);
        }
    }
    image->has_alpha = alpha;
}

TEST(font_cut_out_of_pictures) {
    import_image image;
    import_font_grid grid = {4,
                             3,
                             "A\xC3\xA4"
                             "BC",
                             2,
                             true,
                             1};
    for (int kind = 0; kind < 3; kind++) {
        draw(&image, kind == 0, kind == 1);
        CHECK(import_font_cut("t.png", &image, &grid, &font, &error));
        CHECK_EQ(font.count, 4);
        CHECK_EQ(font.depth, 1);
        CHECK(font.ascent == 2 && font.descent == 1);
        CHECK(import_font_find(&font, 'A')->width == 2 &&
              import_font_find(&font, 'A')->pixels[0] == 0); /* A is a blank cell */
        CHECK(import_font_find(&font, 0xE4)->width == 1 && import_font_find(&font, 0xE4)->advance == 2);
        CHECK(import_font_find(&font, 'C')->width == 3 && import_font_find(&font, 'C')->pixels[8] == 255);
        import_font_free(&font);
        import_image_free(&image);
    }
    draw(&image, true, false);
    grid.proportional = false;
    CHECK(import_font_cut("t.png", &image, &grid, &font, &error) && font.glyphs[1].width == 4 &&
          font.glyphs[1].advance == 4);
    import_font_free(&font);
    image.rgba[4 * 1 + 3] = 0x77;
    CHECK(import_font_cut("t.png", &image, &grid, &font, &error) && font.depth == 4);
    import_font_free(&font);
    grid.characters = "ABCDEFG";
    CHECK(!import_font_cut("t.png", &image, &grid, &font, &error) &&
          strstr(error.text, "picture's 6 cells") != NULL);
    grid.characters = "ABA";
    CHECK(!import_font_cut("t.png", &image, &grid, &font, &error) && strstr(error.text, "U+0041") != NULL);
    grid.cell_width = 5;
    CHECK(!import_font_cut("t.png", &image, &grid, &font, &error) &&
          strstr(error.text, "whole number of cells") != NULL);
    grid.cell_width = 0;
    CHECK(!import_font_cut("t.png", &image, &grid, &font, &error) && font.glyphs == NULL);
    import_image_free(&image);
}
