/* Terminal input and half blocks, byte for byte: the key decoder and the picture-to-cells converter. */
#include <string.h>

#include "platform/host/host_cells.h"
#include "platform/host/host_keys.h"
#include "platform/platform.h"
#include "tests/test.h"

#define MS ((uint64_t)1000000)

static void feed(host_keys *keys, const char *text, uint64_t now) {
    host_keys_feed(keys, (const uint8_t *)text, strlen(text), now);
}

TEST(host_keys_map_letters_arrows_and_controls) {
    static const struct {
        const char *text;
        uint32_t button;
    } cases[] = {
        {"z", PLAT_A},          {"Z", PLAT_A},
        {"x", PLAT_B},          {"a", PLAT_X},
        {"s", PLAT_Y},          {"t", PLAT_X},
        {"\t", PLAT_L},         {"w", PLAT_R},
        {"\r", PLAT_START},     {"\x7f", PLAT_SELECT},
        {"\x1b[A", PLAT_UP},    {"\x1b[B", PLAT_DOWN},
        {"\x1b[C", PLAT_RIGHT}, {"\x1b[D", PLAT_LEFT},
        {"\x1bOA", PLAT_UP},    {"\x1b[1;2C", PLAT_RIGHT},
        {"\x1bz", PLAT_A},      {"k", 0},
        {"\xc3\xa9", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        host_keys keys = {0};
        feed(&keys, cases[i].text, 5 * MS);
        CHECK_EQ(host_keys_buttons(&keys, 5 * MS), cases[i].button);
        CHECK(!keys.quit);
    }
}

TEST(host_keys_hold_for_a_while_after_the_last_byte) {
    host_keys keys = {0};
    feed(&keys, "z", 0);
    CHECK_EQ(host_keys_buttons(&keys, 149 * MS), PLAT_A);
    feed(&keys, "z", 149 * MS); /* the terminal repeats the key */
    CHECK_EQ(host_keys_buttons(&keys, 290 * MS), PLAT_A);
    CHECK_EQ(host_keys_buttons(&keys, 300 * MS), 0);
    feed(&keys, "x", 400 * MS); /* the key is seen at least once, however late the poll */
    CHECK_EQ(host_keys_buttons(&keys, 900 * MS), PLAT_B);
    CHECK_EQ(host_keys_buttons(&keys, 901 * MS), 0);
}

TEST(host_keys_kitty_protocol_reports_releases) {
    host_keys keys = {0};
    feed(&keys, "\x1b[?11u\x1b[122;1:1u\x1b[1;1:1C", 0);
    CHECK(keys.reports_releases);
    CHECK_EQ(host_keys_buttons(&keys, 9000 * MS), PLAT_A | PLAT_RIGHT);
    feed(&keys, "\x1b[122;1:2u", 9000 * MS);
    feed(&keys, "\x1b[122;1:3u", 9001 * MS);
    (void)host_keys_buttons(&keys, 9001 * MS); /* the repeat counts once more */
    CHECK_EQ(host_keys_buttons(&keys, 9001 * MS), PLAT_RIGHT);
    feed(&keys, "\x1b[57447;2u", 9002 * MS);
    CHECK_EQ(host_keys_buttons(&keys, 9002 * MS), PLAT_RIGHT | PLAT_SELECT);
    feed(&keys, "\x1b[O", 9003 * MS); /* focus lost */
    CHECK_EQ(host_keys_buttons(&keys, 9003 * MS), 0);
    feed(&keys, "\x1b[99;5u", 9004 * MS); /* Ctrl-C */
    CHECK(keys.quit);
}

TEST(host_keys_escape_alone_quits_after_a_silence) {
    host_keys keys = {0};
    feed(&keys, "\x1b", 0);
    host_keys_tick(&keys, 30 * MS);
    CHECK(!keys.quit);
    feed(&keys, "[A", 40 * MS); /* the escape byte was the beginning of an arrow */
    host_keys_tick(&keys, 500 * MS);
    CHECK(!keys.quit);
    CHECK_EQ(host_keys_buttons(&keys, 41 * MS), PLAT_UP);
    feed(&keys, "\x1b", 600 * MS);
    host_keys_tick(&keys, 661 * MS);
    CHECK(keys.quit);
}

TEST(host_keys_commands_set_their_flags) {
    host_keys keys = {0};
    feed(&keys, "p\x0c\x1a", 0);
    CHECK(keys.screenshot && keys.redraw && keys.suspend && !keys.quit);
    keys.screenshot = false;
    feed(&keys, "\x1b[24~", 0);
    CHECK(keys.screenshot);
    feed(&keys, "q", 0);
    CHECK(keys.quit);
}

TEST(host_keys_mouse_reports_move_press_and_wheel) {
    host_keys keys = {0};
    feed(&keys, "\x1b[<0;11;5M", 0);
    CHECK(keys.mouse_held && keys.mouse_seen);
    CHECK_EQ(keys.mouse_column, 10);
    CHECK_EQ(keys.mouse_row, 4);
    feed(&keys, "\x1b[<32;20;6M\x1b[<64;1;1M\x1b[<64;1;1M\x1b[<65;1;1M", 0);
    CHECK_EQ(keys.mouse_column, 19);
    CHECK_EQ(keys.wheel, 1);
    feed(&keys, "\x1b[<0;20;6m", 0);
    CHECK(!keys.mouse_held);
}

TEST(host_keys_any_bytes_are_survived_and_keys_after_them_count) {
    host_keys keys = {0};
    uint32_t random = 12345;
    for (int i = 0; i < 200000; i++) {
        random = random * 1664525U + 1013904223U;
        uint8_t byte = (uint8_t)(random >> 24);
        if ((random & 0x700U) == 0) byte = 27;
        if ((random & 0x700U) == 0x100) byte = '[';
        host_keys_feed(&keys, &byte, 1, (uint64_t)i);
        CHECK(keys.pending_count < HOST_KEYS_PENDING);
    }
    host_keys_tick(&keys, 1000 * MS);
    host_keys_release_all(&keys);
    (void)host_keys_buttons(&keys, 1000 * MS);
    feed(&keys, "z", 1000 * MS);
    CHECK_EQ(host_keys_buttons(&keys, 1000 * MS), PLAT_A);
}

/* ---- cells ---- */

static const char *finish(host_cells *cells, size_t *size) {
    const char *text = host_cells_finish(cells, size);
    if (*size == 0) return "";
    size_t before = sizeof HOST_CELLS_BEGIN - 1, after = sizeof HOST_CELLS_END - 1;
    CHECK_EQ(memcmp(text, HOST_CELLS_BEGIN, before), 0);
    CHECK_EQ(memcmp(text + *size - after, HOST_CELLS_END, after), 0);
    *size -= before + after;
    return text + before;
}

static void check_text(host_cells *cells, const char *expected) {
    size_t size = 0;
    const char *text = finish(cells, &size);
    CHECK_EQ(size, strlen(expected));
    CHECK_EQ(memcmp(text, expected, size < strlen(expected) ? size : strlen(expected)), 0);
}

TEST(host_cells_draw_half_blocks_and_then_only_changes) {
    host_cells *cells = host_cells_open();
    const uint32_t upper[2] = {0x010203, 0xffffff}, lower[2] = {0x040506, 0xffffff},
                   changed[2] = {0x040506, 0};
    host_cells_layout(cells, 2, 2, 2, 1, true);
    host_cells_line(cells, 0, upper);
    host_cells_line(cells, 1, lower);
    check_text(cells, "\x1b[1;1H\x1b[38;2;1;2;3;48;2;4;5;6m\xe2\x96\x80\x1b[48;2;255;255;255m ");
    host_cells_line(cells, 0, upper);
    host_cells_line(cells, 1, lower);
    check_text(cells, "");
    host_cells_line(cells, 0, upper);
    host_cells_line(cells, 1, changed);
    check_text(cells, "\x1b[1;2H\x1b[38;2;255;255;255;48;2;0;0;0m\xe2\x96\x80");
    host_cells_forget(cells);
    host_cells_line(cells, 0, upper);
    host_cells_line(cells, 1, upper);
    check_text(cells, "\x1b[1;1H\x1b[48;2;1;2;3m \x1b[48;2;255;255;255m ");
    host_cells_layout(cells, 2, 2, 2, 1, false);
    host_cells_line(cells, 0, upper);
    host_cells_line(cells, 1, changed);
    check_text(cells, "\x1b[1;1H\x1b[38;5;16;48;5;232m\xe2\x96\x80\x1b[38;5;231;48;5;16m\xe2\x96\x80");
    host_cells_close(cells);
}

TEST(host_cells_shrink_by_exact_areas_and_grow_by_whole_factors) {
    host_cells *cells = host_cells_open();
    int left, top, across, down, x, y;
    const uint32_t line[3] = {0x000000, 0x900000, 0x303000};
    host_cells_layout(cells, 3, 2, 2, 1, true); /* 3x2 into 2x1 half cells: columns of 1.5 pixels each */
    host_cells_area(cells, &left, &top, &across, &down);
    CHECK_EQ(across, 2);
    CHECK_EQ(down, 1);
    host_cells_line(cells, 0, line);
    host_cells_line(cells, 1, line);
    /* (0 + 0x90 / 2) / 1.5 = 0x30 = 48; (0x90 / 2 + 0x30) / 1.5 = 80, 0x30 / 1.5 = 32 */
    check_text(cells, "\x1b[1;1H\x1b[38;2;48;0;0;48;2;0;0;0m\xe2\x96\x80\x1b[38;2;80;32;0m\xe2\x96\x80");
    host_cells_layout(cells, 3, 2, 10, 4, true);
    host_cells_area(cells, &left, &top, &across, &down);
    CHECK_EQ(across, 9);
    CHECK_EQ(down, 6);
    CHECK_EQ(left, 0);
    CHECK_EQ(top, 0);
    host_cells_pixel(cells, 8, 2, &x, &y);
    CHECK_EQ(x, 2);
    CHECK_EQ(y, 1);
    host_cells_pixel(cells, 500, 500, &x, &y);
    CHECK_EQ(x, 2);
    CHECK_EQ(y, 1);
    /* the picture is as tall as the terminal, in the middle of it */
    host_cells_layout(cells, 320, 240, 80, 24, true);
    host_cells_area(cells, &left, &top, &across, &down);
    CHECK_EQ(across, 64);
    CHECK_EQ(down, 48);
    CHECK_EQ(left, 8);
    host_cells_close(cells);
}

TEST(host_cells_any_size_keeps_a_flat_colour_flat) {
    host_cells *cells = host_cells_open();
    static uint32_t line[200];
    uint32_t random = 7;
    for (int i = 0; i < 200; i++) line[i] = 0xc0ffee;
    for (int round = 0; round < 60; round++) {
        int size[4];
        for (int i = 0; i < 4; i++) {
            random = random * 1664525U + 1013904223U;
            size[i] = 1 + (int)(random >> 16) % (round < 30 ? 12 : 200);
        }
        host_cells_layout(cells, size[0], size[1], size[2], size[3], true);
        for (int y = 0; y < size[1]; y++) host_cells_line(cells, y, line);
        size_t length = 0;
        const char *text = finish(cells, &length);
        for (size_t i = 0; i + 5 < length; i++) { /* colours are the picture's or black, never a mixture */
            if (memcmp(text + i, "8;2;", 4) != 0) continue;
            CHECK(memcmp(text + i + 4, "192;255;238", 11) == 0 || memcmp(text + i + 4, "0;0;0", 5) == 0);
        }
    }
    /* the picture is larger than the limits and is cut to them */
    host_cells_layout(cells, 8192, 8192, 100000, 100000, true);
    int left, top, across, down;
    host_cells_area(cells, &left, &top, &across, &down);
    CHECK_EQ(across, 512);
    CHECK_EQ(down, 512);
    host_cells_close(cells);
}

TEST(host_cells_nearest_palette_entry_is_nearest) {
    CHECK_EQ(host_cells_nearest(0x000000), 16);
    CHECK_EQ(host_cells_nearest(0xffffff), 231);
    CHECK_EQ(host_cells_nearest(0xff0000), 196);
    CHECK_EQ(host_cells_nearest(0x5f87af), 16 + 36 * 1 + 6 * 2 + 3);
    CHECK_EQ(host_cells_nearest(0x080808), 232);
    CHECK_EQ(host_cells_nearest(0x808080), 244);
    CHECK_EQ(host_cells_nearest(0xeeeeee), 255);
    /* grass, wood, an evening sky: no greys */
    static const uint32_t coloured[] = {0x40582C, 0x4A6030, 0x6B4A2A, 0x8A6238, 0x5A4A78, 0x46562E};
    for (size_t i = 0; i < sizeof coloured / sizeof coloured[0]; i++)
        CHECK(host_cells_nearest(coloured[i]) < 232);
    for (uint32_t grey = 0; grey < 256; grey += 5) { /* greys of the picture stay grey */
        int n = host_cells_nearest(grey * 0x010101u), at = n - 16;
        CHECK(n >= 232 || at % 43 == 0);
    }
}
