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

/* ---- words of several looks, tips, conditions ---- */

/* UI-006: two colours in one line, which are measured as one text. A look goes on over the end of a line. A
 * word that is no style is drawn as it is written. */
TEST(ui_words_have_several_looks) {
    played p;
    PLAY(
        &p, "first",
        "style gold text=#FFCC00\nstyle red text=#FF0000 shadow\nstyle plain text=#FFFFFF\n"
        "label a text=\"AB[gold]CD[/]EF\" at=top-left\nlabel b text=\"[gold]one two[/] six\" size=32x30 "
        "at=left\n"
        "label c text=\"[none][[x]\" at=bottom-left\nlabel d text=\"A[gold]B[red]C[/]D[/]E\" at=top-right\n");
    ui_box a = box_of(&p, "a"), half = a;
    CHECK_EQ(a.width, 6 * 8);
    half.width = 16;
    CHECK(count_pixels(&p, half, 0xFFFFFF) > 10 && count_pixels(&p, half, 0xFFCC00) == 0);
    half.x = 16;
    CHECK(count_pixels(&p, half, 0xFFCC00) > 10 && count_pixels(&p, half, 0xFFFFFF) == 0);
    half.x = 32;
    CHECK(count_pixels(&p, half, 0xFFFFFF) > 10 && count_pixels(&p, half, 0xFFCC00) == 0);
    ui_box line = box_of(&p, "b");
    line.height = 10;
    for (int i = 0; i < 3; i++, line.y = (int16_t)(line.y + 10)) {
        CHECK_EQ(count_pixels(&p, line, 0xFFCC00) > 10, i < 2);
        CHECK_EQ(count_pixels(&p, line, 0xFFFFFF) > 10, i == 2);
    }
    CHECK_EQ(box_of(&p, "c").width, 9 * 8);
    half = box_of(&p, "d");
    half.width = 8;
    static const uint32_t looks[] = {0xFFFFFF, 0xFFCC00, 0xFF0000, 0xFFCC00, 0xFFFFFF};
    for (int i = 0; i < 5; i++, half.x = (int16_t)(half.x + 8)) CHECK(count_pixels(&p, half, looks[i]) > 5);
    end(&p);
}

/* What the words of an element of the topmost screen say, by its number. */
static const char *said(const played *p, uint32_t number) {
    const ui_open *top = ui_top(ui_in(p));
    return ui_words_of(ui_in(p), top->chunk, ui_element(top->chunk, number));
}

/* UI-008: words show the button that means an action now, by its name or by a text of the cart with a look of its own,
 * in the middle of words. */
TEST(ui_words_show_the_button_of_an_action) {
    played p;
    play_screens_with(&p, "action jump A|UP\naction run stick\n",
                      (const char *const[]){"first",
                                            "style gold text=#FFCC00\nstyle plain text=#FFFFFF\nlabel a "
                                            "text=\"go,{button:jump}-ing\" at=top-left\n"
                                            "label b text=\"{button:run}{button:fly}\" at=bottom-left\n",
                                            NULL});
    ox_input_map *map = ox_console_input_map(p.console);
    CHECK_EQ(strcmp(said(&p, 0), "go,A-ing"), 0);
    CHECK_EQ(strcmp(said(&p, 1), "{button:run}{button:fly}"), 0);
    CHECK_EQ(times_logged(p.console, "which nobody has"), 2);
    CHECK(ox_input_action_set_button(map, 0, rom_id("jump"), PLAT_SELECT, OX_INPUT_SHARE));
    frames(p.console, 1);
    CHECK_EQ(box_of(&p, "a").width, 13 * 8);
    CHECK_EQ(strcmp(said(&p, 0), "go,SELECT-ing"), 0);
    CHECK(ox_input_action_set_button(map, 0, rom_id("jump"), PLAT_X, OX_INPUT_SHARE));
    frames(p.console, 1);
    ui_box letter = box_of(&p, "a");
    CHECK_EQ(letter.width, 8 * 8);
    letter.x = 3 * 8;
    letter.width = 8;
    CHECK(count_pixels(&p, letter, 0xFFCC00) > 5 && count_pixels(&p, letter, 0xFFFFFF) == 0);
    end(&p);
}

/* UI-008: places and looks that nobody knows are seen as they are spelled and told once each, also when they take turns;
 * brackets and braces that are written twice are seen once; a look that nobody ends is ended by the end of the words. */
TEST(ui_words_keep_what_nobody_knows) {
    played p;
    PLAY(&p, "first",
         "style gold text=#FFCC00\nlabel a text=\"{{points} {points} [[gold] [none]{nobody}\" at=top-left\n"
         "label b text=\"[gold]AB\" at=left\nlabel c text=\"C{other}\" at=bottom-left\n");
    CHECK_EQ(strcmp(said(&p, 0), "{points} 7 [gold] [none]{nobody}"), 0);
    CHECK_EQ(times_logged(p.console, "which nobody has"), 3);
    frames(p.console, 10);
    CHECK_EQ(strcmp(said(&p, 2), "C{other}"), 0);
    CHECK_EQ(times_logged(p.console, "which nobody has"), 3);
    const ui_box c = box_of(&p, "c");
    CHECK(count_pixels(&p, box_of(&p, "b"), 0xFFCC00) > 20);
    CHECK_EQ(count_pixels(&p, c, 0xFFCC00), 0);
    end(&p);
}

/* UI-008: numbers have the point and the group mark of the language. */
TEST(ui_numbers_have_the_marks_of_the_language) {
    played p;
    PLAY(&p, "first",
         "label a text=\"{points} {loud:5.2}|{loud:9.1}\" at=top-left\nchoice language bind=language "
         "at=right\n");
    set(&p, "points", -1234567);
    set(&p, "loud", FX(12345.5));
    CHECK_EQ(strcmp(said(&p, 0), "-1234567 12345.50|  12345.5"), 0);
    press(&p, PLAT_RIGHT);
    CHECK_EQ(strcmp(said(&p, 0), "-1.234.567 12.345,50| 12.345,5"), 0);
    set(&p, "points", 123);
    set(&p, "loud", -FX(0.25));
    CHECK_EQ(strcmp(said(&p, 0), "123 -0,25|     -0,3"), 0);
    end(&p);
}

/* UI-008, UI-028: a tip says what an item costs, in another colour while there is too little money, anew in
 * each step. The tip waits, is broken into lines, and stays in the picture. UI-019: an element with nothing
 * but a tip never answers. */
TEST(ui_tips_tell_and_stay_in_the_picture) {
    played p;
    PLAY(&p, "first",
         "style bad text=#FF0000\nstyle tip text=#FFFFFF fill=#000060 pad=2,2\nstyle plain text=#C0C0C0\n"
         "button one text=One at=top-left,10,10 tip=@cost\nbutton two text=Two at=right tip=@long_tip\n"
         "button three text=Three at=bottom tip=@cost\nspace four size=20x20 at=left tip=@cost\n"
         "tip t most=64 time=0.5\n");
    const ui_box under = {10, 20, 84, 26}, all = {0, 0, 240, 160};
    CHECK_EQ(count_pixels(&p, all, 0x000060), 0);
    frames(p.console, 32);
    CHECK(count_pixels(&p, under, 0x000060) > 100);
    CHECK_EQ(count_pixels(&p, all, 0x000060), count_pixels(&p, under, 0x000060));
    set(&p, "points", 700);
    set(&p, "level", 400);
    frames(p.console, 1);
    CHECK(count_pixels(&p, under, 0xFF0000) > 10 && count_pixels(&p, under, 0xFFFFFF) > 30);
    set(&p, "level", 800);
    frames(p.console, 1);
    CHECK(count_pixels(&p, under, 0xFF0000) == 0 && count_pixels(&p, under, 0xFFFFFF) > 40);
    press(&p, PLAT_DOWN);
    CHECK_EQ(count_pixels(&p, all, 0x000060), 0);
    frames(p.console, 32);
    const ui_box right = {240 - 64, 80, 64, 80}, rows = {240 - 64, 110, 64, 1};
    CHECK(count_pixels(&p, right, 0x000060) > 500 && count_pixels(&p, rows, 0x000060) > 20);
    CHECK_EQ(count_pixels(&p, all, 0x000060), count_pixels(&p, right, 0x000060));
    press(&p, PLAT_DOWN);
    frames(p.console, 32);
    const ui_box above = {0, 125, 240, 25};
    CHECK(count_pixels(&p, above, 0x000060) > 100);
    CHECK_EQ(count_pixels(&p, all, 0x000060), count_pixels(&p, above, 0x000060));
    point_at(&p, 5, 5, false);
    point_at(&p, 12, 82, false);
    point_at(&p, 12, 82, true);
    for (int i = 0; i < 34; i++) point_at(&p, 12, 82, false);
    CHECK_EQ(variable(&p, "chosen"), 0);
    const ui_box left = {0, 90, 84, 26};
    CHECK(count_pixels(&p, left, 0x000060) > 100);
    end(&p);
}

/* UI-024: buttons of one value are tabs, and the chosen one is seen; elements of a tab exist while the tab is
 * chosen. */
TEST(ui_buttons_of_one_value_are_tabs) {
    played p;
    PLAY(&p, "first",
         "style button text=#FFFFFF text-focus=#FFFF00 text-pressed=#00FF00\nrow at=top\nbutton a text=AA "
         "bind=level "
         "value=1\nbutton b text=BB bind=level value=2\nend\n"
         "label one text=one at=left when=level=1\nlabel two text=two at=right when=level=2\nlabel few "
         "text=few at=bottom "
         "when=level<points\nlabel not text=not when=!level\nlabel easy text=easy when=mood=easy "
         "at=bottom-left\n");
    CHECK_EQ(box_of(&p, "one").width, -1);
    CHECK_EQ(box_of(&p, "two").width, 24);
    CHECK(count_pixels(&p, box_of(&p, "b"), 0x00FF00) > 10);
    press(&p, PLAT_A);
    frames(p.console, 8);
    CHECK_EQ(variable(&p, "level"), 1);
    CHECK_EQ(box_of(&p, "one").width, 24);
    CHECK_EQ(box_of(&p, "two").width, -1);
    CHECK_EQ(box_of(&p, "few").width, 24);
    CHECK_EQ(box_of(&p, "not").width, -1);
    CHECK_EQ(box_of(&p, "easy").width, 32);
    set(&p, "level", 0);
    set(&p, "points", -1);
    set(&p, "mood", (int32_t)rom_id("hard"));
    frames(p.console, 2);
    CHECK_EQ(box_of(&p, "few").width, -1);
    CHECK_EQ(box_of(&p, "not").width, 24);
    CHECK_EQ(box_of(&p, "easy").width, -1);
    end(&p);
}

/* UI-025: a value with the range 0 to 1 and the steps 0.1 and 0.01 stops at its ends, changes coarsely and
 * finely, is shown with width and decimals, and goes back to its default. */
TEST(ui_values_are_fine_shown_and_reset) {
    played p;
    PLAY(&p, "first",
         "column at=top-left\nslider loud bind=loud range=0..1 step=0.1 fine=0.01 usual=0.5\nchoice mood "
         "bind=mood "
         "options=easy,hard usual=hard\nswitch on bind=on_ usual=off\nbutton back text=back reset\nend\n"
         "label l text=\"<{loud:5.2}>\" at=bottom\nlabel c text=\"{points:clock} {level:4}\" at=right\n");
    char shown[16];
    const ui_open *top = ui_top(ui_in(&p));
    snprintf(shown, sizeof shown, "%s", ui_words_of(ui_in(&p), top->chunk, ui_element(top->chunk, 5)));
    CHECK_EQ(strcmp(shown, "< 0.50>"), 0);
    set(&p, "points", 125);
    CHECK_EQ(strcmp(ui_words_of(ui_in(&p), top->chunk, ui_element(top->chunk, 6)), "2:05    2"), 0);
    press(&p, PLAT_RIGHT);
    CHECK_EQ(variable(&p, "loud"), FX_ONE / 2 + FX(0.1));
    frame(p.console, PLAT_R);
    frame(p.console, PLAT_R | PLAT_LEFT);
    frames(p.console, 2);
    CHECK_EQ(variable(&p, "loud"), FX_ONE / 2 + FX(0.1) - FX(0.01));
    for (int i = 0; i < 6; i++) press(&p, PLAT_RIGHT);
    CHECK_EQ(variable(&p, "loud"), FX_ONE);
    press(&p, PLAT_DOWN);
    press(&p, PLAT_DOWN);
    press(&p, PLAT_DOWN);
    CHECK_EQ(focus_of(&p), rom_id("back"));
    press(&p, PLAT_A);
    CHECK_EQ(variable(&p, "loud"), FX_ONE / 2);
    CHECK_EQ((uint32_t)variable(&p, "mood"), rom_id("hard"));
    CHECK_EQ(variable(&p, "on_"), 0);
    end(&p);
}

/* UI-026: nothing is laid out while nothing changes. An unknown bound value shows its default, and the log
 * tells it once. */
TEST(ui_unchanged_values_cost_no_layout) {
    played p;
    PLAY(&p, "first",
         "style bar text=#FF0000\nlabel l text=\"{points}\" at=left\nbar none bind=nobody range=0..10 "
         "usual=4 size=100x6 "
         "at=top-left,10,10\n");
    CHECK_EQ(times_logged(p.console, "there is no value"), 1);
    frames(p.console, 2);
    const uint32_t layouts = ui_in(&p)->layouts;
    frames(p.console, 20);
    CHECK_EQ(ui_in(&p)->layouts, layouts);
    set(&p, "points", 12);
    frames(p.console, 5);
    CHECK_EQ(ui_in(&p)->layouts, layouts + 1);
    const ui_box bar = {0, 12, 240, 1};
    CHECK_EQ(count_pixels(&p, bar, 0xFF0000), 40);
    CHECK_EQ(times_logged(p.console, "there is no value"), 0);
    end(&p);
}

/* UI-011: a box has its least and its largest width. Words without room move, or the log tells of them. */
TEST(ui_words_without_room_move_or_are_told) {
    played p;
    PLAY(&p, "first",
         "label a text=a least=40 at=top-left\nlabel b text=\"a very long line\" size=48x10 fit=move "
         "at=left\nlabel c "
         "text=\"a very long line\" most=48 fit=move at=right\n");
    const ui_box all = {0, 0, 240, 160};
    CHECK_EQ(box_of(&p, "a").width, 40);
    CHECK_EQ(box_of(&p, "b").width, 48);
    CHECK_EQ(box_of(&p, "c").width, 48);
    CHECK(!logged(p.console, "no room for"));
    const uint32_t first = hash_of_picture(&p);
    frames(p.console, 100);
    CHECK(hash_of_picture(&p) != first);
    ui_box beside = box_of(&p, "b");
    beside.x = (int16_t)(beside.x + beside.width);
    CHECK_EQ(count_pixels(&p, beside, 0x102030), (uint32_t)(beside.width * beside.height));
    CHECK(count_pixels(&p, all, 0x102030) < 240 * 160);
    end(&p);
    PLAY(&p, "first", "label a text=\"a very long line\" size=48x10 fit=grow at=left\n");
    CHECK_EQ(times_logged(p.console, "no room for"), 1);
    end(&p);
}

/* UI-032: a compass has the heading in its middle, to less than a degree; lives are pictures side by side. */
TEST(ui_compass_shows_the_heading) {
    played p;
    PLAY(&p, "first",
         "style compass text=#FF0000\nscreen hud\ncompass c bind=points text=I??? size=240x10 at=top\n");
    const ui_box line = {0, 0, 240, 10};
    int zero = 0; /* the middle of the letter at 0 degrees */
    for (int degrees = 0; degrees != 80; degrees = degrees == 77 ? -77 : degrees == -7 ? 80 : degrees + 7) {
        int sum = 0, count = 0;
        set(&p, "points", degrees);
        frames(p.console, 1);
        for (int x = 0; x < 240; x++) {
            const ui_box column = {(int16_t)x, line.y, 1, line.height};
            const int here = (int)count_pixels(&p, column, 0xFF0000), wanted = 120 - degrees * 240 / 180;
            if (x < wanted - 5 || x > wanted + 5) continue;
            sum += here * x;
            count += here;
        }
        CHECK(count > 5);
        const int wanted = 120 * 100 - degrees * 24000 / 180, seen = count == 0 ? 0 : sum * 100 / count;
        if (degrees == 0) zero = seen - wanted;
        CHECK(seen - wanted - zero >= -133 && seen - wanted - zero <= 133);
    }
    end(&p);
}

/* UI-032: the scores of two players stand at their places in two languages, and lives side by side. */
TEST(ui_scores_stand_at_their_places) {
    played p;
    PLAY(&p, "first",
         "style plain text=#FF0000\nscreen hud\nlabel one @p1score at=top-left,4,4\nlabel two @p2score "
         "at=top-right,-4,4\n",
         "second", "choice language bind=language at=bottom\n");
    CHECK_EQ(ox_screen_open(host_of(&p), rom_id("screen/second")), OX_OK);
    for (int language = 0; language < 2; language++) {
        const ui_open *hud = &ui_in(&p)->now.open[0];
        const int width = language == 0 ? 5 * 8 : 10 * 8;
        frames(p.console, 1);
        const ui_box one = *ui_box_of(ui_in(&p), hud, 0), two = *ui_box_of(ui_in(&p), hud, 1);
        CHECK(one.x == 4 && one.y == 4 && one.width == width);
        CHECK(two.x == 240 - 4 - width && two.y == 4 && two.width == width);
        CHECK(count_pixels(&p, one, 0xFF0000) > 20 && count_pixels(&p, two, 0xFF0000) > 20);
        press(&p, PLAT_RIGHT);
    }
    end(&p);
}

/* UI-023: a screen that has no way out is refused. */
TEST(ui_dead_ends_are_refused) {
    played p;
    tool_error error = {.text = ""};
    memset(&p, 0, sizeof p);
    CHECK(folder_make(&p.folder));
    folder_write(&p.folder, "cart.txt",
                 HEAD
                 "screen first first.screen\nscreen second first.screen\nscene one\n camera at=0,0 flat\n "
                 "screen first\n behaviour Rules\nend\n");
    folder_write(&p.folder, "game.goad", rules);
    folder_write(&p.folder, "words.csv", words_csv);
    folder_write(&p.folder, "first.screen", "screen stays\nlabel text=x\n");
    CHECK(!folder_pack_told(&p.folder, &p.image, &error));
    CHECK(strstr(error.text, "nobody could leave this screen") != NULL);
    folder_write(&p.folder, "first.screen", "screen stays\nbutton b text=x close\n");
    CHECK(folder_pack_told(&p.folder, &p.image, &error));
    writer_free(&p.image);
    folder_remove(&p.folder);
}

/* Packs a cart whose first screen is this text; it is refused with these words. */
static void refuse_first_screen(const char *screen, const char *says) {
    played p;
    tool_error error = {.text = ""};
    memset(&p, 0, sizeof p);
    CHECK(folder_make(&p.folder));
    folder_write(&p.folder, "cart.txt",
                 HEAD
                 "screen first first.screen\nscreen second first.screen\nscene one\n camera at=0,0 flat\n "
                 "screen first\n behaviour Rules\nend\n");
    folder_write(&p.folder, "game.goad", rules);
    folder_write(&p.folder, "words.csv", words_csv);
    folder_write(&p.folder, "first.screen", screen);
    CHECK(!folder_pack_told(&p.folder, &p.image, &error));
    CHECK(strstr(error.text, says) != NULL);
    TEST_INFO("%s", error.text);
    folder_remove(&p.folder);
}

/* UI-005: a box that nobody could write into is refused, and so is one without cells, each with its line. */
TEST(ui_boxes_need_a_name) {
    static const struct {
        const char *screen, *says;
    } bad[] = {{"label text=x\nbox columns=4\n", "first.screen:2: nobody could write into a box"},
               {"box log columns=0\n", "first.screen:1"},
               {"box log rows=129\n", "first.screen:1"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) refuse_first_screen(bad[i].screen, bad[i].says);
}

/* A condition names a kept number or an entered text by its name alone. */
TEST(ui_conditions_have_no_prefixes) {
    refuse_first_screen("label text=x\nlabel text=y when=kept:best\n", "first.screen:2");
    refuse_first_screen("label text=y when=!kept:best\n", "write `best` alone");
    refuse_first_screen("label text=y when=points<kept:best\n", "write `best` alone");
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
