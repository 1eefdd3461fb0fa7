/* What elements of screens show: words of several looks, tips, conditions, numbers in the language of the player, and what refuses to be one. */
#define _XOPEN_SOURCE 700
#include "tests/host/kernel/ui/ui_played.h"

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

/* Words with numbers are kept as they were written, and written anew for another number, for another language, and where they are forgotten. */
TEST(ui_words_that_are_kept_follow_what_changes) {
    played p;
    PLAY(&p, "first",
         "label a text=\"{points}\" at=top-left\nlabel b text=\"{points} of {loud:5.2}\" at=left\n"
         "choice language bind=language at=right\n");
    set(&p, "points", 4321);
    set(&p, "loud", FX(1234.5));
    CHECK_EQ(strcmp(said(&p, 0), "4321"), 0);
    CHECK(said(&p, 0) != ui_in(&p)->line); /* it is kept */
    CHECK_EQ(strcmp(said(&p, 1), "4321 of 1234.50"), 0);
    CHECK_EQ(strcmp(said(&p, 1), "4321 of 1234.50"), 0);
    set(&p, "points", 4322);
    CHECK_EQ(strcmp(said(&p, 0), "4322"), 0);
    CHECK_EQ(strcmp(said(&p, 1), "4322 of 1234.50"), 0);
    set(&p, "loud", FX(1234.75));
    CHECK_EQ(strcmp(said(&p, 1), "4322 of 1234.75"), 0);
    press(&p, PLAT_RIGHT);
    CHECK_EQ(strcmp(said(&p, 0), "4.322"), 0);
    CHECK_EQ(strcmp(said(&p, 1), "4.322 of 1.234,75"), 0);
    ui_forget_words(ui_in(&p));
    for (uint32_t i = 0; i < UI_KEPT; i++) CHECK(ui_in(&p)->kept[i].words == NULL);
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
