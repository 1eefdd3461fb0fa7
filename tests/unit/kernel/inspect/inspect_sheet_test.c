/* Tests of sheets: rows, the chosen one, bars, and values as people read and write them. */
#include <string.h>

#include "fixedmath/scalar.h"
#include "kernel/debug/format.h"
#include "kernel/inspect/sheet.h"
#include "platform/platform.h"
#include "tests/test.h"

static ox_sheet sheet;

/* A page of `rows` rows; the chosen one adds the buttons' step to *value. */
static void write_rows(int rows, uint32_t pressed, uint32_t held, int *value) {
    ox_sheet_begin(&sheet, 20, 5, pressed, held);
    for (int i = 0; i < rows; i++)
        if (ox_sheet_row(&sheet, OX_SHEET_PLAIN, "row %d", i)) *value += ox_sheet_step(&sheet);
    ox_sheet_end(&sheet);
}

static int chosen_line(void) {
    for (int i = 0; i < sheet.line_count; i++)
        if (sheet.lines[i].is_chosen) return i;
    return -1;
}

TEST(inspect_sheet_scrolls_to_the_chosen_row) {
    int value = 0;
    memset(&sheet, 0, sizeof sheet);
    write_rows(12, 0, 0, &value);
    CHECK_EQ(sheet.line_count, 5);
    CHECK_EQ(chosen_line(), 0);
    for (int i = 0; i < 7; i++) write_rows(12, PLAT_DOWN, 0, &value);
    write_rows(12, 0, 0, &value);
    CHECK_EQ(sheet.chosen, 7);
    CHECK_EQ(sheet.first, 3);
    CHECK(strcmp(sheet.lines[chosen_line()].text, "row 7") == 0);
    write_rows(12, PLAT_DOWN, PLAT_A, &value); /* ten at once, but not beyond the last */
    CHECK_EQ(sheet.chosen, 11);
    write_rows(12, PLAT_UP, PLAT_A, &value);
    write_rows(12, PLAT_UP, PLAT_A, &value);
    CHECK_EQ(sheet.chosen, 0);
    write_rows(3, PLAT_DOWN, PLAT_A, &value); /* fewer rows than before */
    write_rows(3, 0, 0, &value);
    CHECK_EQ(sheet.chosen, 2);
    CHECK_EQ(sheet.first, 0);
    write_rows(0, 0, 0, &value);
    CHECK_EQ(sheet.line_count, 0);
    CHECK_EQ(value, 0);
}

TEST(inspect_sheet_buttons_are_for_the_chosen_row) {
    int value = 0;
    memset(&sheet, 0, sizeof sheet);
    write_rows(4, PLAT_RIGHT, 0, &value);
    CHECK_EQ(value, 1);
    write_rows(4, PLAT_LEFT, PLAT_A, &value);
    CHECK_EQ(value, -9);
    write_rows(4, PLAT_A, PLAT_A, &value);
    CHECK_EQ(value, -9);
}

TEST(inspect_sheet_cuts_lines_and_marks_trouble) {
    memset(&sheet, 0, sizeof sheet);
    ox_sheet_begin(&sheet, 10, 3, 0, 0);
    ox_sheet_row(&sheet, OX_SHEET_PLAIN, "%s", "a line that is too long");
    ox_sheet_row(&sheet, OX_SHEET_WARN, "full");
    ox_sheet_bar(&sheet, 19, 20);
    ox_sheet_row(&sheet, OX_SHEET_BAD, "gone");
    ox_sheet_row(&sheet, OX_SHEET_PLAIN, "unseen");
    ox_sheet_bar(&sheet, 1, 2);
    ox_sheet_end(&sheet);
    CHECK(strcmp(sheet.lines[0].text, "a line tha") == 0);
    CHECK(strcmp(sheet.lines[1].text, "!full") == 0);
    CHECK(strcmp(sheet.lines[2].text, "!gone") == 0);
    CHECK_EQ(sheet.lines[1].bar, 950);
    CHECK_EQ(sheet.lines[2].bar, -1); /* a bar of a row that is not in sight */
    CHECK_EQ(sheet.count, 4);
}

TEST(inspect_sheet_bars_are_rounded_and_clamped) {
    CHECK_EQ(ox_sheet_pixels(5, 0, 10, 101), 51);
    CHECK_EQ(ox_sheet_pixels(15, 10, 20, 100), 50);
    CHECK_EQ(ox_sheet_pixels(-3, 0, 10, 100), 0);
    CHECK_EQ(ox_sheet_pixels(11, 0, 10, 100), 100);
    CHECK_EQ(ox_sheet_pixels(1, 0, 0, 100), 0);
    CHECK_EQ(ox_sheet_pixels(INT32_MAX, 0, (int64_t)INT32_MAX * 2, 240), 120);
}

TEST(inspect_sheet_colours_differ_in_brightness) {
    /* from one ink to the ground, and between trouble and the rest, brightness differs for people who see no hues */
    for (int i = 0; i < OX_SHEET_INKS; i++) {
        const uint32_t c = ox_sheet_colours[i], g = OX_SHEET_GROUND, b = OX_SHEET_BAR, f = OX_SHEET_BAR_FULL;
        const uint32_t grounds[] = {g, OX_SHEET_CHOSEN, b, f};
        for (int k = 0; k < 4; k++) {
            const int light = (int)((c >> 16 & 255) * 3 + (c >> 8 & 255) * 6 + (c & 255)) / 10,
                      dark = (int)((grounds[k] >> 16 & 255) * 3 + (grounds[k] >> 8 & 255) * 6 +
                                   (grounds[k] & 255)) /
                             10;
            CHECK(light - dark > 60);
        }
    }
}

/* ---- values ---- */

static const char *shown(const ox_field *field, int64_t value) {
    static char text[48];
    ox_text out = ox_text_begin(text, sizeof text);
    ox_sheet_value(field, value, NULL, NULL, &out);
    return text;
}

TEST(inspect_sheet_values_are_written) {
    const ox_field number = {.kind = OX_FX, .bytes = 4}, turn = {.kind = OX_ANGLE, .bytes = 2},
                   yes = {.kind = OX_BOOL, .bytes = 1}, name = {.kind = OX_NAME_ID, .bytes = 4},
                   link = {.kind = OX_LINK, .bytes = 4}, small = {.kind = OX_I8, .bytes = 1},
                   large = {.kind = OX_U64, .bytes = 8};
    char text[16];
    CHECK(strcmp(shown(&number, FX(1.75)), "1.750") == 0);
    CHECK(strcmp(shown(&turn, 16384), "90.0'") == 0);
    CHECK(strcmp(shown(&yes, 1), "yes") == 0);
    CHECK(strcmp(shown(&name, 0xA1B2C3D4), "#a1b2c3d4") == 0);
    CHECK(strcmp(shown(&link, 0x30011), "@17") == 0);
    CHECK(strcmp(shown(&link, 0), "-") == 0);
    CHECK(strcmp(shown(&small, -128), "-128") == 0);
    CHECK(strcmp(shown(&large, INT64_MIN), "0x8000000000000000") == 0);
    ox_format(text, sizeof text, "%.2Q", 56, 5); /* 56 with five bits of a fraction */
    CHECK(strcmp(text, "1.75") == 0);
}

static bool reads(const ox_field *field, const char *text, int64_t wanted) {
    int64_t value;
    return ox_sheet_read(field, ox_text_of(text), &value) && value == wanted;
}

static bool refuses(const ox_field *field, const char *text) {
    int64_t value;
    return !ox_sheet_read(field, ox_text_of(text), &value);
}

TEST(inspect_sheet_values_are_read) {
    const ox_field number = {.kind = OX_FX, .bytes = 4}, turn = {.kind = OX_ANGLE, .bytes = 2},
                   yes = {.kind = OX_BOOL, .bytes = 1}, name = {.kind = OX_NAME_ID, .bytes = 4},
                   health = {.kind = OX_I16, .bytes = 2, .low = 0, .high = 100},
                   link = {.kind = OX_LINK, .bytes = 4};
    CHECK(reads(&number, "1.75", FX(1.75)) && reads(&number, "-0.5", -FX_HALF));
    CHECK(reads(&number, "32767.9", FX(32767.9)) && refuses(&number, "32768") && refuses(&number, "1e3"));
    CHECK(refuses(&number, "") && refuses(&number, "-") && refuses(&number, ".") &&
          refuses(&number, "1.2.3"));
    CHECK(reads(&turn, "90", 16384) && reads(&turn, "-90", 49152) && reads(&turn, "360", 0));
    CHECK(reads(&yes, "yes", 1) && reads(&yes, "0", 0) && refuses(&yes, "perhaps"));
    CHECK(reads(&name, "#a1b2c3d4", 0xA1B2C3D4) && refuses(&name, "#a1b2") && refuses(&name, "#A1B2C3D4"));
    CHECK(reads(&health, "100", 100) && refuses(&health, "101") && refuses(&health, "-1"));
    CHECK(refuses(&health, "7.5") && refuses(&health, "99999999999999999999"));
    CHECK(refuses(&link, "@17"));
}

TEST(inspect_sheet_steps_stay_in_range) {
    const ox_field health = {.kind = OX_I16, .bytes = 2, .low = 0, .high = 100},
                   number = {.kind = OX_FX, .bytes = 4}, turn = {.kind = OX_ANGLE, .bytes = 2},
                   yes = {.kind = OX_BOOL, .bytes = 1}, name = {.kind = OX_NAME_ID, .bytes = 4};
    CHECK_EQ(ox_sheet_stepped(&health, 95, 10), 100);
    CHECK_EQ(ox_sheet_stepped(&health, 3, -10), 0);
    CHECK_EQ(ox_sheet_stepped(&number, FX_ONE, 2), FX(1.125));
    CHECK_EQ(ox_sheet_stepped(&number, INT32_MAX, 10), INT32_MAX);
    CHECK_EQ(ox_sheet_stepped(&turn, 65500, 1), 146);
    CHECK_EQ(ox_sheet_stepped(&yes, 1, -1), 0);
    CHECK_EQ(ox_sheet_stepped(&name, 77, 1), 77);
}
