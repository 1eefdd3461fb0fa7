/* Screens in a console: the stack, the focus by pad and pointer, values, words, events of screens for scripts
 * and games in C. Screens are kept, gone back to, reloaded. */
#define _XOPEN_SOURCE 700
#include "tests/host/kernel/ui/ui_played.h"

#define THREE                                                                                                \
    "button one text=One\nbutton two text=Two at=top,0,20\nbutton three text=Three at=top,0,40 "             \
    "disabled\nbutton four text=Four at=top,0,60\n"

/* ---- the stack ---- */

/* UI-017, UI-018: three screens open, one closes. All are drawn and the topmost hears; covered screens keep
 * their focus; too many screens are refused. */
TEST(ui_stack_opens_covers_and_closes) {
    played p;
    PLAY(&p, "first", THREE, "second", "button a text=AAAA at=bottom\nbutton b text=BBBB at=left\n", "third",
         "label text=over at=centre\n", "hud", "screen hud\nlabel text=hud at=bottom-right\n");
    const uint32_t first = hash_of_picture(&p);
    press(&p, PLAT_DOWN);
    CHECK_EQ(focus_of(&p), rom_id("two"));
    CHECK_EQ(ox_screen_open(host_of(&p), rom_id("screen/second")), OX_OK);
    frames(p.console, 1);
    CHECK(hash_of_picture(&p) != first);
    const ui_box under = {100, 0, 40, 60};
    uint32_t seen = 0;
    for (int y = under.y; y < under.y + under.height; y++)
        for (int x = under.x; x < under.x + under.width; x++) seen += pixel(&p, x, y) != 0x102030u;
    CHECK(seen > 20); /* the menu below is still drawn */
    press(&p, PLAT_DOWN);
    CHECK_EQ(focus_of(&p), rom_id("b"));
    CHECK_EQ(ui_in(&p)->now.open[0].focus, rom_id("two"));
    CHECK_EQ(ox_screen_open(host_of(&p), rom_id("screen/third")), OX_OK);
    CHECK_EQ(ox_screen_top(host_of(&p)), rom_id("screen/third"));
    ox_screen_close(host_of(&p));
    CHECK_EQ(ox_screen_top(host_of(&p)), rom_id("screen/second"));
    CHECK_EQ(ox_screen_replace(host_of(&p), rom_id("screen/third")), OX_OK);
    CHECK(!ox_screen_is_open(host_of(&p), rom_id("screen/second")));
    ox_screen_close(host_of(&p));
    CHECK_EQ(focus_of(&p), rom_id("two"));
    CHECK_EQ(ox_screen_open(host_of(&p), rom_id("screen/hud")), OX_OK);
    CHECK_EQ(ox_screen_top(host_of(&p)), rom_id("screen/first"));
    for (int i = 0; i < 6; i++) CHECK_EQ(ox_screen_open(host_of(&p), rom_id("screen/third")), OX_OK);
    CHECK_EQ(ox_screen_open(host_of(&p), rom_id("screen/third")), OX_FULL);
    CHECK_EQ(ox_screen_open(host_of(&p), rom_id("screen/nothing")), OX_FULL);
    ox_screen_close(host_of(&p));
    CHECK_EQ(ox_screen_open(host_of(&p), rom_id("screen/nothing")), OX_NOT_FOUND);
    CHECK(logged(p.console, "there is no screen"));
    end(&p);
}

/* The glass is hidden and shown as a whole: the scene below is the same, outside of what lies over it and in its state. */
TEST(ui_glass_is_hidden_as_a_whole) {
    played p;
    PLAY(&p, "first", "screen hud\nlabel text=hud at=bottom-right\n");
    const uint32_t with = hash_of_picture(&p);
    ox_sim_part world = ox_console_world_part(p.console);
    const ox_sim scene = {&world, 1};
    const uint32_t before = ox_sim_hash(&scene, OX_FNV_START);
    CHECK(ox_screen_show(host_of(&p), OX_SCREEN_GLASS, false));
    frames(p.console, 1);
    uint32_t other = 0;
    for (int y = 0; y < 160; y++)
        for (int x = 0; x < 240; x++) other += pixel(&p, x, y) != 0x102030u;
    CHECK_EQ(other, 0);
    CHECK_EQ(ox_sim_hash(&scene, OX_FNV_START), before);
    CHECK(ox_screen_show(host_of(&p), OX_SCREEN_GLASS, true));
    frames(p.console, 1);
    CHECK_EQ(hash_of_picture(&p), with);
    for (int y = 0; y < 140; y++)
        for (int x = 0; x < 200; x++) other += pixel(&p, x, y) != 0x102030u;
    CHECK_EQ(other, 0);
    end(&p);
}

/* UI-017: a button of the topmost screen may close the screen, and a script may open another screen in
 * answer; no other screen hears the buttons. */
TEST(ui_stack_changes_within_its_own_buttons) {
    played p;
    PLAY(&p, "first", THREE, "second", "button shut text=Shut\n");
    press(&p, PLAT_DOWN);
    press(&p, PLAT_A);
    frames(p.console, 2);
    CHECK_EQ(ox_screen_top(host_of(&p)), rom_id("screen/second"));
    press(&p, PLAT_A);
    frames(p.console, 2);
    CHECK_EQ(ox_screen_top(host_of(&p)), rom_id("screen/first"));
    CHECK_EQ(variable(&p, "chosen"), 2);
    CHECK_EQ(variable(&p, "pushed"), 0);
    ox_screen_close(host_of(&p));
    press(&p, PLAT_A);
    CHECK_EQ(variable(&p, "pushed"), 1);
    CHECK_EQ(variable(&p, "chosen"), 2);
    end(&p);
}

/* UI-017: a screen with `stops` sends the world to rest and goes on itself. */
TEST(ui_screen_that_stops_rests_the_world) {
    played p;
    PLAY(&p, "first", "screen stops\nbutton one text=One close\nbutton two text=Two at=top,0,20\n");
    const int32_t before = variable(&p, "steps");
    frames(p.console, 10);
    CHECK_EQ(variable(&p, "steps"), before);
    press(&p, PLAT_DOWN);
    CHECK_EQ(focus_of(&p), rom_id("two"));
    press(&p, PLAT_UP);
    press(&p, PLAT_A);
    frames(p.console, 10);
    CHECK(variable(&p, "steps") > before + 8);
    end(&p);
}

/* UI-018: opening and closing are told once each, and not when a screen is covered. */
TEST(ui_screen_is_opened_and_closed_once) {
    played p;
    PLAY(&p, "first", THREE, "second", "button a text=A\n", "third", "button b text=B\n");
    CHECK_EQ(ox_screen_open(host_of(&p), rom_id("screen/second")), OX_OK);
    frames(p.console, 2);
    CHECK_EQ(ox_screen_open(host_of(&p), rom_id("screen/third")), OX_OK);
    frames(p.console, 2);
    ox_screen_close(host_of(&p));
    frames(p.console, 2);
    CHECK_EQ(variable(&p, "opened"), 1);
    CHECK_EQ(variable(&p, "closed"), 0);
    ox_screen_close(host_of(&p));
    frames(p.console, 2);
    CHECK_EQ(variable(&p, "opened"), 1);
    CHECK_EQ(variable(&p, "closed"), 1);
    end(&p);
}

static uint32_t count_lines(const char *text) {
    uint32_t lines = 0;
    for (; *text != 0; text++) lines += *text == '\n';
    return lines;
}

/* UI-029: a menu of three items and their effects take no more than ten lines of a cart. */
TEST(ui_menu_of_three_items_is_short) {
    static const char items[] =
        "button new text=New\nbutton load text=Load at=top,0,12\nbutton quit text=Quit at=top,0,24\n",
                      says[] = "screen menu menu.screen\n", opens[] = "screen menu\n",
                      hears[] = "on Chosen(what) { chosen += 1 }\n";
    played p;
    CHECK(count_lines(items) + count_lines(says) + count_lines(opens) + count_lines(hears) <= 10);
    PLAY(&p, "first", items);
    for (int i = 1; i <= 3; i++) {
        press(&p, PLAT_A);
        CHECK_EQ(variable(&p, "chosen"), i);
        press(&p, PLAT_DOWN);
    }
    end(&p);
}

/* ---- the focus ---- */

/* UI-020: the focus goes round at both ends, past disabled or hidden elements, along rows. A held button
 * repeats. The focus goes elsewhere when its element goes. */
TEST(ui_focus_goes_from_line_to_line) {
    played p;
    PLAY(&p, "first", THREE "row at=bottom\nbutton left text=L\nbutton right text=R\nend\n");
    CHECK_EQ(focus_of(&p), rom_id("one"));
    press(&p, PLAT_UP);
    CHECK_EQ(focus_of(&p), rom_id("left"));
    press(&p, PLAT_RIGHT);
    CHECK_EQ(focus_of(&p), rom_id("right"));
    press(&p, PLAT_RIGHT);
    CHECK_EQ(focus_of(&p), rom_id("left"));
    press(&p, PLAT_DOWN);
    CHECK_EQ(focus_of(&p), rom_id("one"));
    press(&p, PLAT_DOWN);
    press(&p, PLAT_DOWN);
    CHECK_EQ(focus_of(&p), rom_id("four"));
    CHECK(ox_screen_show(host_of(&p), rom_id("four"), false));
    frames(p.console, 1);
    CHECK_EQ(focus_of(&p), rom_id("two"));
    CHECK(ox_screen_enable(host_of(&p), rom_id("three"), false));
    CHECK(!ox_screen_focus(host_of(&p), rom_id("three")));
    CHECK(ox_screen_focus(host_of(&p), rom_id("right")));
    /* 24 steps until the first repeat, 6 steps between later ones */
    for (int i = 0; i < 23; i++) frame(p.console, PLAT_UP);
    CHECK_EQ(focus_of(&p), rom_id("two"));
    frame(p.console, PLAT_UP);
    frame(p.console, PLAT_UP);
    CHECK_EQ(focus_of(&p), rom_id("one"));
    for (int i = 0; i < 6; i++) frame(p.console, PLAT_UP);
    CHECK_EQ(focus_of(&p), rom_id("left"));
    end(&p);
}

/* UI-021: boxes are half-open, to the pixel on all four sides; the upper of two boxes wins; a pointer outside
 * changes nothing. UI-019: a press let go elsewhere does nothing; let go inside, it counts once. */
TEST(ui_pointer_is_exact) {
    played p;
    PLAY(
        &p, "first",
        "button a text=A at=top-left,20,30 size=40x16\nbutton b text=B at=top-left,50,30 size=40x16\n"
        "button c text=C at=top-left,20,60 size=40x16 disabled\nlabel text=x at=top-left,20,90 size=40x16\n");
    const ui_box a = box_of(&p, "a"), b = box_of(&p, "b");
    CHECK(a.x == 20 && a.y == 30 && a.width == 40 && a.height == 16);
    point_at(&p, 200, 150, false);
    const struct {
        int x, y;
        const char *focus; /* NULL: the focus stays */
    } cases[] = {{b.x + 39, b.y, "b"}, {a.x, a.y, "a"},       {a.x - 1, a.y, NULL},  {a.x, a.y - 1, NULL},
                 {a.x, a.y + 15, "a"}, {b.x + 5, b.y, "b"},   {a.x, a.y + 16, NULL}, {a.x + 29, a.y, "a"},
                 {a.x + 30, a.y, "b"}, {b.x + 40, b.y, NULL}, {a.x + 20, 65, NULL}};
    ox_id was = focus_of(&p);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        point_at(&p, cases[i].x, cases[i].y, false);
        if (cases[i].focus != NULL) was = rom_id(cases[i].focus);
        CHECK_EQ(focus_of(&p), was);
    }
    point_at(&p, a.x + 5, a.y + 5, false);
    point_at(&p, a.x + 5, a.y + 5, true);
    const uint32_t pressed = hash_of_picture(&p);
    point_at(&p, 200, 150, true);
    point_at(&p, 200, 150, false);
    frames(p.console, 2);
    CHECK_EQ(variable(&p, "chosen"), 0);
    CHECK(pressed != hash_of_picture(&p));
    point_at(&p, a.x + 5, a.y + 5, false);
    point_at(&p, a.x + 5, a.y + 5, true);
    point_at(&p, a.x + 6, a.y + 5, true);
    point_at(&p, a.x + 6, a.y + 5, false);
    frames(p.console, 2);
    CHECK_EQ(variable(&p, "chosen"), 1);
    point_at(&p, 25, 65, true); /* a disabled button, and words */
    point_at(&p, 25, 65, false);
    point_at(&p, 25, 95, true);
    point_at(&p, 25, 95, false);
    frames(p.console, 2);
    CHECK_EQ(variable(&p, "chosen"), 1);
    end(&p);
}

/* UI-022: a button sends the pointer away and keeps the focus. A tremble of the pointer does not bring it
 * back, a movement does, and neither of them chooses. */
TEST(ui_pointer_and_pad_take_turns) {
    played p;
    PLAY(&p, "first",
         "button a text=A at=top-left,20,30 size=40x16\nbutton b text=B at=top-left,20,60 size=40x16\n");
    point_at(&p, 30, 65, false);
    CHECK_EQ(focus_of(&p), rom_id("b"));
    press(&p, PLAT_UP);
    CHECK_EQ(focus_of(&p), rom_id("a"));
    CHECK(!ui_in(&p)->now.points);
    point_at(&p, 31, 65, false);
    point_at(&p, 31, 66, false);
    CHECK_EQ(focus_of(&p), rom_id("a"));
    point_at(&p, 33, 66, false);
    CHECK(ui_in(&p)->now.points);
    CHECK_EQ(focus_of(&p), rom_id("b"));
    frames(p.console, 2);
    CHECK_EQ(variable(&p, "chosen"), 0);
    end(&p);
}

/* UI-019: each state has a picture of its own, and a disabled button never answers. */
TEST(ui_button_shows_its_states) {
    static const char style[] =
        "style button text=#FFFFFF text-focus=#FFFF00 text-pressed=#FF0000 text-disabled=#404040\n";
    char text[400];
    played p;
    uint32_t hashes[4];
    snprintf(text, sizeof text, "%sbutton a text=A at=centre\nbutton b text=B at=top\n", style);
    PLAY(&p, "first", text);
    hashes[0] = hash_of_picture(&p);
    press(&p, PLAT_DOWN);
    hashes[1] = hash_of_picture(&p);
    press(&p, PLAT_UP);
    frame(p.console, PLAT_A);
    hashes[2] = hash_of_picture(&p);
    frames(p.console, 20);
    CHECK_EQ(hash_of_picture(&p), hashes[0]);
    CHECK(ox_screen_enable(host_of(&p), rom_id("a"), false));
    frames(p.console, 1);
    hashes[3] = hash_of_picture(&p);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < i; k++) CHECK(hashes[i] != hashes[k]);
    CHECK_EQ(variable(&p, "chosen"), 1);
    end(&p);
}

/* ---- values ---- */

/* UI-025, UI-026: bound values are changed and shown by the pad: whole numbers, fx, names, switches. They
 * stop at their ends or go round. */
TEST(ui_values_change_by_the_pad) {
    played p;
    PLAY(&p, "first",
         "column at=centre\nchoice mood bind=mood options=easy,hard\nchoice level bind=level range=0..3\n"
         "slider loud bind=loud range=0..1 step=0.1\nswitch on bind=on_\nend\n");
    press(&p, PLAT_RIGHT);
    CHECK_EQ((uint32_t)variable(&p, "mood"), rom_id("hard"));
    press(&p, PLAT_RIGHT);
    CHECK_EQ((uint32_t)variable(&p, "mood"), rom_id("easy"));
    press(&p, PLAT_DOWN);
    press(&p, PLAT_RIGHT);
    CHECK_EQ(variable(&p, "level"), 3);
    press(&p, PLAT_RIGHT);
    CHECK_EQ(variable(&p, "level"), 0);
    press(&p, PLAT_LEFT);
    CHECK_EQ(variable(&p, "level"), 3);
    press(&p, PLAT_DOWN);
    for (int i = 0; i < 12; i++) press(&p, PLAT_RIGHT);
    CHECK_EQ(variable(&p, "loud"), FX_ONE);
    press(&p, PLAT_LEFT);
    CHECK_EQ(variable(&p, "loud"), FX_ONE - FX(0.1));
    for (int i = 0; i < 12; i++) press(&p, PLAT_LEFT);
    CHECK_EQ(variable(&p, "loud"), 0);
    press(&p, PLAT_DOWN);
    press(&p, PLAT_A);
    CHECK_EQ(variable(&p, "on_"), 0);
    press(&p, PLAT_LEFT);
    CHECK_EQ(variable(&p, "on_"), 1);
    CHECK(variable(&p, "changed") > 20);
    end(&p);
}

/* UI-026, UI-032: a bar is as long as its value says. A number on the screen is that of the same step. A
 * hidden HUD draws nothing. */
TEST(ui_bar_follows_its_value) {
    played p;
    uint32_t kind;
    PLAY(&p, "first",
         "screen hud\nstyle bar text=#FF0000\nbar health bind=points range=0..10 size=100x6 "
         "at=top-left,10,10\n"
         "label number text=\"{points}\" at=top-left,10,30\n");
    for (int value = 0; value <= 10; value += 7) {
        *ox_behaviours_variable(host_of(&p), rom_id("points"), &kind) = value;
        frames(p.console, 1);
        int length = 0;
        for (int x = 0; x < 240; x++) length += pixel(&p, x, 12) == 0xFF0000u;
        CHECK_EQ(length, value * 10);
    }
    CHECK_EQ(box_of(&p, "number").width, 8);
    *ox_behaviours_variable(host_of(&p), rom_id("points"), &kind) = 1234;
    frames(p.console, 1);
    CHECK_EQ(box_of(&p, "number").width, 32);
    CHECK(ox_screen_show(host_of(&p), rom_id("health"), false) &&
          ox_screen_show(host_of(&p), rom_id("number"), false));
    frames(p.console, 1);
    for (int y = 0; y < 160; y++)
        for (int x = 0; x < 240; x++) CHECK_EQ(pixel(&p, x, y), 0x102030u);
    end(&p);
}

/* ---- layout ---- */

/* UI-016: elements hold an anchor and an offset from it in pictures of three sizes. UI-015: sizes in parts of
 * the picture. */
TEST(ui_anchors_hold_their_offsets) {
    static const struct { int width, height; } sizes[] = {{240, 160}, {320, 240}, {160, 120}};
    for (int i = 0; i < 3; i++) {
        played p;
        memset(&p, 0, sizeof p);
        pack_screens_of(&p, "",
                        (const char *const[]){
                            "first",
                            "space a size=10x10 at=bottom-right,-20,-30\nspace b size=24x24 at=25%,50%\n"
                            "space c size=20x10 at=centre\nspace d size=fillx4 at=top\nspace e "
                            "at=bottom-right,-100,-100\n",
                            NULL});
        p.port = quiet_port(NULL);
        ox_boot_options boot = quiet_options(p.port, &p.image);
        boot.modules = ox_preset_silent;
        boot.width = sizes[i].width;
        boot.height = sizes[i].height;
        p.console = ox_console_boot(&boot, &p.error);
        CHECK(p.console != NULL);
        frames(p.console, 1);
        const ui_box a = box_of(&p, "a"), b = box_of(&p, "b"), c = box_of(&p, "c"), d = box_of(&p, "d");
        CHECK_EQ(sizes[i].width - (a.x + a.width), 20);
        CHECK_EQ(sizes[i].height - (a.y + a.height), 30);
        CHECK_EQ(b.x, sizes[i].width / 4);
        CHECK_EQ(b.y, sizes[i].height / 2);
        CHECK_EQ(c.x, (sizes[i].width - 20) / 2);
        CHECK_EQ(d.width, sizes[i].width);
        const ui_box e = box_of(&p, "e");
        CHECK(e.x == sizes[i].width - 100 && e.y == sizes[i].height - 100);
        if (sizes[i].width == 1920) CHECK(e.x == 1820 && e.y == 980);
        if (sizes[i].width == 1680) CHECK(e.x == 1580 && e.y == 950);
        end(&p);
    }
}

/* UI-015: a scaled screen keeps its shape: 24x24 of 240x160 is 32x32 of 320x240, and elements side by side
 * have no gap. */
TEST(ui_scaled_screens_keep_their_shape) {
    static const struct {
        int width, height, side;
    } sizes[] = {{240, 160, 24}, {320, 240, 32}, {160, 120, 16}, {480, 160, 24}};
    for (int i = 0; i < 4; i++) {
        played p;
        memset(&p, 0, sizeof p);
        pack_screens_of(
            &p, "",
            (const char *const[]){"first",
                                  "screen scaled\nspace b size=24x24 at=25%,50%\nrow at=top\nspace c "
                                  "size=7x7\nspace d size=7x7\nend\nspace e size=10x10 "
                                  "at=bottom-right,-12,-6\n",
                                  NULL});
        p.port = quiet_port(NULL);
        ox_boot_options boot = quiet_options(p.port, &p.image);
        boot.modules = ox_preset_silent;
        boot.width = sizes[i].width;
        boot.height = sizes[i].height;
        p.console = ox_console_boot(&boot, &p.error);
        CHECK(p.console != NULL);
        frames(p.console, 1);
        const ui_box b = box_of(&p, "b"), c = box_of(&p, "c"), d = box_of(&p, "d"), e = box_of(&p, "e");
        CHECK_EQ(b.width, sizes[i].side);
        CHECK_EQ(b.height, sizes[i].side);
        CHECK_EQ(b.x, sizes[i].width / 4);
        CHECK_EQ(b.y, sizes[i].height / 2);
        CHECK_EQ(c.x + c.width, d.x);
        CHECK_EQ(sizes[i].width - e.x - e.width, sizes[i].side / 2);
        CHECK_EQ(sizes[i].height - e.y - e.height, sizes[i].side / 4);
        end(&p);
    }
}

/* UI-011: boxes are as large as their words in each language, broken where they may not be wider, and a
 * text twice as long stays in its box. UI-009: every text on screen changes with the language, in the same
 * step. */
TEST(ui_layout_follows_the_words) {
    played p;
    PLAY(&p, "first",
         "column at=top-left gap=3\nlabel a @long\nlabel b @cancel\nend\nlabel c @long most=48 "
         "at=bottom-left\n"
         "label d @long fit=dots size=48x0 at=bottom-right\npanel e at=centre\nlabel @score\nend\nchoice "
         "language bind=language at=right\n");
    const uint32_t english = hash_of_picture(&p);
    CHECK_EQ(box_of(&p, "a").width, 5 * 8);
    CHECK_EQ(box_of(&p, "b").y, 10 + 3);
    CHECK_EQ(box_of(&p, "c").height, 10);
    CHECK_EQ(box_of(&p, "e").width, 7 * 8);
    press(&p, PLAT_RIGHT);
    CHECK(hash_of_picture(&p) != english);
    CHECK_EQ(box_of(&p, "a").width, 16 * 8);
    CHECK_EQ(box_of(&p, "b").width, 9 * 8);
    CHECK_EQ(box_of(&p, "c").width, 5 * 8); /* the longest of the lines: sehr, viele, Worte */
    CHECK_EQ(box_of(&p, "c").height, 30);
    CHECK_EQ(box_of(&p, "d").width, 48);
    CHECK_EQ(box_of(&p, "d").height, 10);
    CHECK_EQ(box_of(&p, "e").width, 8 * 8);
    press(&p, PLAT_RIGHT);
    CHECK_EQ(hash_of_picture(&p), english);
    end(&p);
}

/* ---- text entry and dialogue ---- */

/* UI-027: the pad enters OXCART, over the sides of the grid. There are never more letters than allowed;
 * letters are taken away, and the entry is finished. */
TEST(ui_entry_takes_letters) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    played p;
    PLAY(&p, "first",
         "entry name length=6 columns=8 letters=ABCDEFGHIJKLMNOPQRSTUVWXYZ\nbutton next text=next "
         "at=bottom\nlabel shown text=\"<{name}>\" at=right\n");
    int at = 0;
    for (const char *want = "OXCART"; *want != 0; want++) {
        const int goal = (int)(strchr(letters, *want) - letters);
        while (at % 8 != goal % 8) {
            press(&p, PLAT_LEFT);
            at = at % 8 == 0 ? at + 7 : at - 1;
        }
        while (at != goal) {
            press(&p, PLAT_UP);
            at = at < 8 ? at + 24 : at - 8;
            if (at > 27) at -= 8; /* the last row is short */
        }
        press(&p, PLAT_A);
    }
    CHECK_EQ(strcmp(ox_screen_entered(host_of(&p), rom_id("name")), "OXCART"), 0);
    CHECK_EQ(box_of(&p, "shown").width, 8 * 8);
    press(&p, PLAT_A);
    CHECK_EQ(strlen(ox_screen_entered(host_of(&p), rom_id("name"))), 6);
    press(&p, PLAT_B);
    CHECK_EQ(strcmp(ox_screen_entered(host_of(&p), rom_id("name")), "OXCAR"), 0);
    CHECK_EQ(variable(&p, "entered"), 0);
    press(&p, PLAT_START);
    CHECK_EQ(variable(&p, "entered"), 1);
    CHECK_EQ(focus_of(&p), rom_id("next"));
    end(&p);
}

/* UI-006: a page is typed, then shown whole; the next page follows; the end of the dialogue is told. UI-039:
 * a notice comes, goes, and the next one follows. */
TEST(ui_dialogue_and_notices_pass) {
    played p;
    PLAY(&p, "first", "dialogue d time=0.5 size=200x40 at=bottom\nnotices n at=top size=fillx10\n");
    const uint32_t nothing = hash_of_picture(&p);
    ox_screen_say(host_of(&p), rom_id("hello"));
    frames(p.console, 3);
    const uint32_t typing = hash_of_picture(&p);
    CHECK(typing != nothing && ox_screen_says(host_of(&p)));
    press(&p, PLAT_A);
    const uint32_t whole = hash_of_picture(&p);
    CHECK(whole != typing);
    press(&p, PLAT_A);
    CHECK(hash_of_picture(&p) != whole);
    press(&p, PLAT_A);
    CHECK_EQ(variable(&p, "said"), 0);
    press(&p, PLAT_A);
    frames(p.console, 1);
    CHECK_EQ(variable(&p, "said"), 1);
    CHECK(!ox_screen_says(host_of(&p)));
    CHECK_EQ(hash_of_picture(&p), nothing);
    CHECK_EQ(ox_screen_notice(host_of(&p), rom_id("cancel"), 5, 0), OX_OK);
    CHECK_EQ(ox_screen_notice(host_of(&p), rom_id("easy"), 5, 0), OX_OK);
    frames(p.console, 2);
    const uint32_t first = hash_of_picture(&p);
    CHECK(first != nothing);
    frames(p.console, 4);
    CHECK(hash_of_picture(&p) != first && hash_of_picture(&p) != nothing);
    frames(p.console, 6);
    CHECK_EQ(hash_of_picture(&p), nothing);
    end(&p);
}

/* UI-009: a text that no table has shows its key, or the number of the key where nothing names it, and is told once.
 */
TEST(ui_missing_texts_show_their_key_and_are_told_once) {
    played p;
    PLAY(&p, "first", "notices n at=top-left size=fillx10\n");
    char wanted[16];
    snprintf(wanted, sizeof wanted, "@%08x", (unsigned)rom_id("no such key"));
    CHECK_EQ(strcmp(ui_text(ui_in(&p), rom_id("screen/first")), "@screen/first"), 0);
    CHECK_EQ(strcmp(ui_text(ui_in(&p), rom_id("no such key")), wanted), 0);
    CHECK_EQ(strcmp(ui_text(ui_in(&p), rom_id("cancel")), "Cancel"), 0);
    CHECK_EQ(ox_screen_notice(host_of(&p), rom_id("no such key"), 60, 0), OX_OK);
    frames(p.console, 10);
    CHECK_EQ(times_logged(p.console, "no table has the text"), 2);
    end(&p);
}

/* ---- games in C ---- */

typedef struct c_game {
    int32_t value;
    uint32_t chosen;
} c_game;

static int32_t *give_value(void *context, ox_id name, bool *is_fx) {
    c_game *game = context;
    *is_fx = false;
    return name == rom_id("mine") ? &game->value : NULL;
}
static void take_chosen(void *context, ox_id element) {
    ((c_game *)context)->chosen += element == rom_id("one");
}

TEST(ui_games_in_c_give_values_and_hear) {
    played p;
    c_game game = {5, 0};
    PLAY(&p, "first",
         "button one text=One\nslider mine bind=mine range=0..9 at=bottom\nlabel l text=\"{mine}\" "
         "at=right\n");
    ox_screens_attend(host_of(&p), &(ox_screen_source){give_value, take_chosen, &game});
    press(&p, PLAT_A);
    CHECK_EQ(game.chosen, 1);
    press(&p, PLAT_DOWN);
    press(&p, PLAT_RIGHT);
    CHECK_EQ(game.value, 6);
    ox_screens_attend(host_of(&p), NULL);
    press(&p, PLAT_RIGHT);
    CHECK_EQ(game.value, 6);
    end(&p);
}

/* ---- the state ---- */

TEST(ui_state_is_kept_and_refuses_what_is_none) {
    static uint8_t bytes[8192];
    played p;
    PLAY(&p, "first", THREE "entry name letters=AB columns=4 at=bottom\n", "second",
         "button a text=A\nbutton b text=B at=top\n");
    press(&p, PLAT_DOWN);
    CHECK_EQ(ox_screen_open(host_of(&p), rom_id("screen/second")), OX_OK);
    press(&p, PLAT_DOWN);
    CHECK(ox_screen_show(host_of(&p), rom_id("four"), false));
    frames(p.console, 1);
    const ox_sim_part part = ui_state_part(ui_in(&p));
    const ox_sim state = {&part, 1};
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    ox_sim_save(&state, &to);
    const size_t size = to.used;
    const uint32_t before = ox_sim_hash(&state, OX_FNV_START), picture = hash_of_picture(&p);
    ox_screen_close(host_of(&p));
    CHECK(ox_screen_show(host_of(&p), rom_id("four"), true));
    ox_screen_say(host_of(&p), rom_id("hello"));
    frames(p.console, 3);
    CHECK(ox_sim_hash(&state, OX_FNV_START) != before);
    ox_reader from = ox_reader_bytes(bytes, size);
    CHECK_EQ(ox_sim_restore(&state, &from), OX_OK);
    CHECK_EQ(ox_sim_hash(&state, OX_FNV_START), before);
    CHECK_EQ(focus_of(&p), rom_id("b"));
    ox_console_output(p.console);
    CHECK_EQ(hash_of_picture(&p), picture);
    for (size_t i = 0; i < size; i++) { /* a damaged state is refused or is a good one */
        bytes[i] ^= 0x5A;
        ox_reader damaged = ox_reader_bytes(bytes, size);
        (void)!ox_sim_restore(&state, &damaged);
        bytes[i] ^= 0x5A;
        frame(p.console, PLAT_A);
    }
    end(&p);
}

/* UI-005: an element `box` keeps what scripts and C write, at any time in a step; it wraps and moves up, stays in the
 * state, and is clear or filled by its style. */
TEST(ui_boxes_keep_what_is_written) {
    static uint8_t bytes[8192];
    played p;
    PLAY(&p, "first",
         "style dark fill=#400000 text=#00FF00\nbox log columns=10 rows=3 at=top-left,8,8\n"
         "box dim columns=4 rows=1 style=dark at=top-left,8,60\n");
    const ui_box log = box_of(&p, "log"), dim = box_of(&p, "dim");
    CHECK(log.width == 80 && log.height == 27 && dim.width == 32 && dim.height == 9);
    CHECK_EQ(count_pixels(&p, log, 0x102030), 80u * 27u);
    CHECK_EQ(count_pixels(&p, dim, 0x400000), 32u * 9u);
    set(&p, "wrote", 7);
    frames(p.console, 1);
    const ox_text_box *box = ui_written(ui_in(&p), rom_id("log"));
    CHECK(box != NULL);
    if (box == NULL) return;
    for (uint32_t i = 0; i < 9; i++) CHECK_EQ(box->letters[i] >> 24 & 0x7F, (uint32_t) "  7  0.50"[i]);
    CHECK(count_pixels(&p, log, 0xFF0000) > 40);
    const uint32_t once = hash_of_picture(&p);
    frames(p.console, 3); /* once written, seen in every picture, and as often as once */
    CHECK_EQ(hash_of_picture(&p), once);
    CHECK(ox_screen_write(host_of(&p), rom_id("dim"), OX_TEXT_BOX_CLEAR, "%x", 0xBEu));
    CHECK(!ox_screen_write(host_of(&p), rom_id("nobody"), OX_TEXT_BOX_CLEAR, "x"));
    ox_console_output(p.console);
    CHECK(count_pixels(&p, dim, 0x00FF00) > 15 && count_pixels(&p, dim, 0x400000) > 200);
    const ox_sim_part part = ui_state_part(ui_in(&p));
    const ox_sim state = {&part, 1};
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    ox_sim_save(&state, &to);
    const uint32_t before = ox_sim_hash(&state, OX_FNV_START), picture = hash_of_picture(&p);
    set(&p, "wrote", -1);
    frames(p.console, 1);
    CHECK_EQ(count_pixels(&p, log, 0x102030), 80u * 27u);
    CHECK(ox_sim_hash(&state, OX_FNV_START) != before);
    ox_reader from = ox_reader_bytes(bytes, to.used);
    CHECK_EQ(ox_sim_restore(&state, &from), OX_OK);
    CHECK_EQ(ox_sim_hash(&state, OX_FNV_START), before);
    ox_console_output(p.console);
    CHECK_EQ(hash_of_picture(&p), picture);
    for (size_t i = 0; i < to.used; i++) { /* a damaged state is refused or is a good one */
        bytes[i] ^= 0x5A;
        ox_reader damaged = ox_reader_bytes(bytes, to.used);
        (void)!ox_sim_restore(&state, &damaged);
        bytes[i] ^= 0x5A;
        ox_console_output(p.console);
    }
    end(&p);
}

/* A screen's changed text is there at once; the focus and the open screens stay. */
TEST(ui_screens_change_while_they_are_open) {
    played p, next;
    writer mod = {0};
    rom_image was, is;
    tool_error error;
    uint32_t count = 0;
    PLAY(&p, "first", THREE);
    press(&p, PLAT_DOWN);
    memset(&next, 0, sizeof next);
    pack_screens_of(&next, "",
                    (const char *const[]){"first", "button new text=New at=top,0,90\n" THREE, NULL});
    CHECK(rom_open(p.image.data, p.image.size, &was, NULL) == ROM_OK &&
          rom_open(next.image.data, next.image.size, &is, NULL) == ROM_OK);
    CHECK(overlay_make(&was, &is, "mod", NULL, &mod, &count, &error));
    CHECK_EQ(ox_console_replace(p.console, mod.data, (uint32_t)mod.size, &p.error), OX_OK);
    frames(p.console, 1);
    CHECK_EQ(focus_of(&p), rom_id("two"));
    CHECK_EQ(ui_top(ui_in(&p))->count, 5);
    press(&p, PLAT_UP);
    press(&p, PLAT_UP);
    CHECK_EQ(focus_of(&p), rom_id("new"));
    end(&p); /* the image of the change is read until its console ends */
    writer_free(&mod);
    writer_free(&next.image);
    folder_remove(&next.folder);
}
