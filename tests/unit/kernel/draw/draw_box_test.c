/* Text boxes: what is written into them before anything else is there, and what is seen of it. */
#include "kernel/draw/box.h"

#include <string.h>

#include "kernel/bytes/fnv.h"
#include "raster/font.h"
#include "tests/test.h"
#include "tests/unit/kernel/memory/life.h"

enum { WIDTH = 96, HEIGHT = 40, COLUMNS = 8, ROWS = 3, X = 5, Y = 4, LIST = 16384 };

typedef struct glass {
    uint32_t pixels[HEIGHT][WIDTH];
    uint64_t list[LIST / 8], frame[1024];
    uint32_t letters[OX_TEXT_BOX_LETTERS(COLUMNS, ROWS)];
    ox_text_box box;
} glass;

static glass g;

static rs_frame *frame_of(void) {
    CHECK(rs_frame_size() <= sizeof g.frame);
    return (rs_frame *)(void *)g.frame;
}

static const rs_target target = {
    .width = WIDTH, .height = HEIGHT, .format = RS_XRGB8888, .band_lines = HEIGHT, .background = 0x102030};

static void begin_picture(void) {
    CHECK(rs_frame_begin(frame_of(), &target, (rs_block){g.list, sizeof g.list}, (rs_block){NULL, 0}));
}

static void end_picture(void) {
    rs_surface surface;
    const rs_surface_shape shape = {.width = WIDTH, .height = HEIGHT, .format = RS_XRGB8888};
    CHECK_EQ(rs_surface_make(&surface, &shape, g.pixels, sizeof g.pixels), RS_SURFACE_OK);
    rs_frame_band(frame_of(), 0, &surface, NULL);
}

/* Whether the picture shows these rows, letter by letter of the font, and nothing else in the box; ground: behind them. */
static bool shows(const char *const rows[ROWS], uint32_t text, uint32_t ground) {
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            const int column = (x - X) / OX_TEXT_BOX_COLUMN, row = (y - Y) / OX_TEXT_BOX_ROW;
            const bool inside =
                x >= X && y >= Y && column < COLUMNS && row < ROWS && y < Y + ROWS * OX_TEXT_BOX_ROW;
            const int line = inside ? (y - Y) % OX_TEXT_BOX_ROW : 8;
            bool lit = false;
            if (inside && line < 8 && column < (int)strlen(rows[row]))
                lit = (rs_font_glyph((uint8_t)rows[row][column])[line] >> (7 - (x - X) % 8) & 1) != 0;
            const uint32_t wanted = lit ? text : inside ? ground : 0x102030u;
            if (g.pixels[y][x] == wanted) continue;
            TEST_INFO("pixel %d,%d is %06x, not %06x", x, y, (unsigned)g.pixels[y][x], (unsigned)wanted);
            return false;
        }
    return true;
}

static void draw_box(uint32_t ground) {
    const ox_text_box_look look = {.x = X, .y = Y, .text = 0xF0F0F0, .ground = ground};
    begin_picture();
    ox_text_box_draw(&g.box, frame_of(), &look);
    end_picture();
}

static uint32_t picture_hash(void) {
    uint32_t hash = OX_FNV_START;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) hash = ox_fnv_u32(hash, g.pixels[y][x]);
    return hash;
}

/* UI-005: of five lines a box of three rows shows the last three, on its ground or on what is behind it. */
TEST(text_box_shows_the_last_rows) {
    static const char *const rows[ROWS] = {"three", "four", "five"};
    ox_text_box_begin(&g.box, g.letters, COLUMNS, ROWS);
    ox_text_box_write(&g.box, "one\ntwo\nthree\nfour\nfive\n", OX_TEXT_BOX_CLEAR);
    draw_box(OX_TEXT_BOX_CLEAR);
    CHECK(shows(rows, 0xF0F0F0, 0x102030));
    CHECK_EQ(picture_hash(), 3413914005u);
    draw_box(0x400000);
    CHECK(shows(rows, 0xF0F0F0, 0x400000));
    CHECK_EQ(picture_hash(), 2383253525u);
    draw_box(0x400000); /* what is written stays, however often it is drawn */
    CHECK(shows(rows, 0xF0F0F0, 0x400000));
}

/* UI-005: pieces of a line join, whenever they are written, and each is seen once; words wider than the box go on in the next row. */
TEST(text_box_joins_wraps_and_tabs) {
    static const char *const joined[ROWS] = {"ab12", "", ""},
                             *const wrapped[ROWS] = {"ab123456", "789", "x   y"},
                             *const full[ROWS] = {"12345678", "next", ""}, *const empty[ROWS] = {"", "", ""};
    ox_text_box_begin(&g.box, g.letters, COLUMNS, ROWS);
    draw_box(0);
    CHECK(shows(empty, 0xF0F0F0, 0));
    begin_picture(); /* in the middle of a picture, too */
    ox_text_box_write(&g.box, "ab", OX_TEXT_BOX_CLEAR);
    end_picture();
    ox_text_box_write(&g.box, "12", OX_TEXT_BOX_CLEAR);
    draw_box(0);
    CHECK(shows(joined, 0xF0F0F0, 0));
    ox_text_box_write(&g.box, "3456789\nx\ty", OX_TEXT_BOX_CLEAR);
    draw_box(0);
    CHECK(shows(wrapped, 0xF0F0F0, 0));
    ox_text_box_write(&g.box, "\f12345678\nnext",
                      OX_TEXT_BOX_CLEAR); /* a full line and its end are one row */
    draw_box(0);
    CHECK(shows(full, 0xF0F0F0, 0));
    ox_text_box_clear(&g.box);
    draw_box(0);
    CHECK(shows(empty, 0xF0F0F0, 0));
}

/* UI-005: the formatter of the console serves boxes, with widths, precisions and fixed point. */
TEST(text_box_prints_formats) {
    static const char *const rows[ROWS] = {" -7|2a|c", "%  ab| 1", ".50"};
    ox_text_box_begin(&g.box, g.letters, COLUMNS, ROWS);
    ox_text_box_print(&g.box, 0xF0F0F0, "%3d|%x|%c%%%4.2s|", -7, 42u, 'c', "abc");
    ox_text_box_print(&g.box, 0xF0F0F0, "%5.2q", 3 << 15);
    draw_box(0);
    CHECK(shows(rows, 0xF0F0F0, 0));
}

/* UI-005: each piece has its colour; the box is cut to itself and to the clip; clip and ink of the frame are as before. */
TEST(text_box_has_colours_and_leaves_the_frame_alone) {
    const ox_text_box_look look = {.x = X, .y = Y, .text = 0xF0F0F0, .ground = 0x000040};
    const rs_view narrow = {X, Y, 3 * OX_TEXT_BOX_COLUMN, HEIGHT};
    uint32_t red = 0, plain = 0;
    rs_state before, after;
    ox_text_box_begin(&g.box, g.letters, COLUMNS, ROWS);
    ox_text_box_write(&g.box, "aa", 0xFF0000);
    ox_text_box_write(&g.box, "bbbbbb", OX_TEXT_BOX_CLEAR);
    begin_picture();
    rs_frame_clip(frame_of(), &narrow);
    (void)rs_frame_ink(frame_of(), RS_FLAT_ALPHA, 99);
    rs_frame_save(frame_of(), &before);
    ox_text_box_draw(&g.box, frame_of(), &look);
    rs_frame_save(frame_of(), &after);
    end_picture();
    CHECK(memcmp(&before.clip, &after.clip, sizeof before.clip) == 0);
    CHECK(before.ink_mode == after.ink_mode && before.ink_alpha == after.ink_alpha);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            red += g.pixels[y][x] == 0xFF0000u && x < X + 2 * OX_TEXT_BOX_COLUMN;
            plain += g.pixels[y][x] == 0xF0F0F0u;
            if (x >= X + narrow.width) CHECK_EQ(g.pixels[y][x], 0x102030u);
        }
    uint32_t lit_a = 0, lit_b = 0;
    for (int line = 0; line < 8; line++)
        for (int bit = 0; bit < 8; bit++) {
            lit_a += rs_font_glyph('a')[line] >> bit & 1u;
            lit_b += rs_font_glyph('b')[line] >> bit & 1u;
        }
    CHECK_EQ(red, 2 * lit_a);
    CHECK_EQ(plain, lit_b);
}

static uint32_t life_letters[OX_TEXT_BOX_LETTERS(2, 2)];
LIFE_ROW(ox_text_box, begin, DONE(ox_text_box_begin(it, life_letters, 2, 2)), OX_CLEAR(it),
         ox_text_box_write(it, "one", 0))

TEST(text_box_begins_and_ends) {
    static uint8_t room[256];
    ox_arena arena;
    ox_arena_init(&arena, room, sizeof room);
    CHECK(life_is_led(&LIFE_OF(ox_text_box), &(life_bench){&arena, NULL}));
}
