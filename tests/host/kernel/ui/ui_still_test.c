/* A menu over a game that rests: what has not changed is neither drawn nor handed over, and the picture is the same all the same. */
#define _XOPEN_SOURCE 700
#include "tests/host/kernel/ui/ui_played.h"

enum { WIDTH = 240, HEIGHT = 160 };

static const char menu[] =
    "style button text=#D8DCE8 text-focus=#182038 fill-focus=#F8D860 pad=6,1\n"
    "screen stops\ncolumn at=centre gap=3\nbutton a text=One\nbutton b text=Two\nbutton c text=Three\nend\n"
    "label count text=\"{points}\" at=top-left,4,4\nlabel foot text=foot at=bottom,0,-4\n";

static uint32_t written(const played *p) {
    ox_frame_stats stats;
    ox_console_stats(p->console, &stats);
    return stats.written;
}

/* The picture that the port shows. */
static void shown(const played *p, uint8_t picture[WIDTH * HEIGHT * 4]) {
    CHECK(host_frame_rgba(p->port, picture));
}

/* Whether the port shows what a picture that is drawn wholly shows. */
static bool is_right(const played *p) {
    static uint8_t now[WIDTH * HEIGHT * 4], whole[WIDTH * HEIGHT * 4];
    shown(p, now);
    ox_module_redraw(host_of(p));
    ox_console_output(p->console);
    CHECK_EQ(written(p), (uint32_t)WIDTH * HEIGHT);
    shown(p, whole);
    ox_console_output(p->console);
    ox_console_output(p->console);
    return memcmp(now, whole, sizeof now) == 0;
}

/* UI-014: a static menu over a static scene writes no pixel; another focus writes the lines that it touches, and the
 * picture is that of a whole drawing. */
TEST(ui_still_menus_write_nothing) {
    played p;
    PLAY(&p, "first", menu);
    frames(p.console, 2); /* both pictures of the port have it */
    for (int i = 0; i < 20; i++) {
        frames(p.console, 1);
        CHECK_EQ(written(&p), 0);
    }
    CHECK(is_right(&p));
    frames(p.console, 1);
    CHECK_EQ(written(&p), 0);
    const ui_box one = box_of(&p, "a"), two = box_of(&p, "b");
    frame(p.console, PLAT_DOWN);
    const uint32_t moved = written(&p);
    TEST_INFO("another focus writes %u pixels", (unsigned)moved);
    CHECK(moved >= (uint32_t)(one.height + two.height) * WIDTH && moved <= 50u * WIDTH);
    CHECK_EQ(focus_of(&p), rom_id("b"));
    CHECK(is_right(&p));
    frames(p.console, 8);
    CHECK_EQ(written(&p), 0);
    set(&p, "points", 8); /* a value that a label shows */
    frames(p.console, 1);
    CHECK(written(&p) > 0 && written(&p) <= 40u * WIDTH);
    CHECK(is_right(&p));
    end(&p);
}

/* A game that goes on is drawn wholly in each frame, and so is one that rests but has an effect over it. */
TEST(ui_still_is_only_what_rests) {
    played p;
    PLAY(&p, "first", "button a text=One\n");
    for (int i = 0; i < 6; i++) {
        frames(p.console, 1);
        CHECK_EQ(written(&p), (uint32_t)WIDTH * HEIGHT);
    }
    end(&p);
    objects_of_scene = " object dark\n";
    play_screens_with(&p, "type dark\n with effect=vignette colour=#000000\n",
                      (const char *const[]){"first", "screen stops\nbutton a text=One\n", NULL});
    objects_of_scene = "";
    for (int i = 0; i < 6; i++) {
        frames(p.console, 1);
        CHECK_EQ(written(&p), (uint32_t)WIDTH * HEIGHT);
    }
    end(&p);
}

/* Opening and closing a menu, other states and other pictures in between: the port shows what is there. */
TEST(ui_still_pictures_end_with_the_rest) {
    static uint8_t bytes[65536];
    played p;
    PLAY(&p, "first", "label count text=\"{points}\" at=top-left,4,4\nscreen hud\n", "second", menu);
    const uint32_t open_hash = hash_of_picture(&p);
    CHECK_EQ(ox_screen_open(host_of(&p), rom_id("screen/second")), OX_OK);
    frames(p.console, 5);
    CHECK_EQ(written(&p), 0);
    ox_sim_part parts[OX_STATE_PARTS];
    const ox_sim state = {parts, ox_console_list_state(p.console, parts)};
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    ox_sim_save(&state, &to);
    ox_screen_close(host_of(&p));
    frames(p.console, 2);
    CHECK_EQ(written(&p), (uint32_t)WIDTH * HEIGHT);
    CHECK_EQ(hash_of_picture(&p), open_hash);
    ox_reader from = ox_reader_bytes(bytes, to.used);
    CHECK_EQ(ox_sim_restore(&state, &from), OX_OK);
    frames(p.console, 1);
    CHECK_EQ(written(&p), (uint32_t)WIDTH * HEIGHT);
    frames(p.console, 4);
    CHECK_EQ(written(&p), 0);
    CHECK(is_right(&p));
    end(&p);
}

/* Where bands are drawn in turn, all of the picture is drawn or nothing. */
TEST(ui_still_bands_in_turn_are_all_or_nothing) {
    played p;
    PLAY(&p, "first", menu);
    p.console->bands.lines = 16;
    p.console->bands.whole = false;
    p.console->options.log_hashes = false; /* hashes look at each band */
    frames(p.console, 4);
    for (int i = 0; i < 6; i++) {
        frames(p.console, 1);
        CHECK_EQ(written(&p), 0);
    }
    CHECK(is_right(&p));
    frame(p.console, PLAT_DOWN);
    CHECK_EQ(written(&p), (uint32_t)WIDTH * HEIGHT);
    CHECK(is_right(&p));
    frames(p.console, 4);
    CHECK_EQ(written(&p), 0);
    end(&p);
}
