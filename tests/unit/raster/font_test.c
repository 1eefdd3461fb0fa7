/* The 8x8 font: every character has a glyph of its own that keeps to the lines of the sheet. */
#include "raster/font.h"
#include "tests/test.h"

#include <string.h>

static bool is_empty(const uint8_t *glyph) {
    static const uint8_t none[8];
    return memcmp(glyph, none, 8) == 0;
}

TEST(font_glyphs_keep_the_right_column_free) {
    for (int g = 0; g < 96; g++)
        for (int row = 0; row < 8; row++) CHECK_EQ(rs_font8x8[g][row] & 1, 0);
}

TEST(font_glyphs_are_distinct) {
    for (int g = 0; g < 96; g++) {
        CHECK_EQ(is_empty(rs_font8x8[g]), g == 0);
        for (int other = 0; other < g; other++) CHECK(memcmp(rs_font8x8[g], rs_font8x8[other], 8) != 0);
    }
}

TEST(font_other_bytes_are_the_box) {
    for (int c = 0; c < 256; c++) {
        const uint8_t *expected = rs_font8x8[c >= 32 && c <= 126 ? c - 32 : RS_FONT_BOX];
        CHECK(rs_font_glyph((uint8_t)c) == expected);
    }
}

TEST(font_letters_stand_on_the_baseline) {
    const char *tall = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789bdfhkl";
    const char *low = "acemnorsuvwxz";
    const char *hanging = "gjpqy";
    for (const char *c = tall; *c != '\0'; c++) {
        const uint8_t *glyph = rs_font_glyph((uint8_t)*c);
        CHECK(glyph[0] != 0 && glyph[6] != 0 && glyph[7] == 0);
    }
    for (const char *c = low; *c != '\0'; c++) {
        const uint8_t *glyph = rs_font_glyph((uint8_t)*c);
        CHECK(glyph[1] == 0 && glyph[2] != 0 && glyph[6] != 0 && glyph[7] == 0);
    }
    for (const char *c = hanging; *c != '\0'; c++) CHECK(rs_font_glyph((uint8_t)*c)[7] != 0);
}

TEST(font_leftmost_pixel_is_bit_seven) {
    static const uint8_t letter[8] = {0xC0, 0xC0, 0xC0, 0xC0, 0xC0, 0xC0, 0xFC, 0x00};
    CHECK(memcmp(rs_font_glyph('L'), letter, 8) == 0);
}
