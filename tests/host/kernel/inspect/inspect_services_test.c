/* Tests of what testers have at hand in the inside view: the menu, breaks of C, boxes of text, values as lines, answers to programs. */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/scene/scene.h"
#include "tests/host/kernel/inspect/viewed.h"

static const played_texts two_scenes = {
    "title \"Served\"\nsize 240x160\nformat pal8\nbudget 192K\ncapacity objects 24\nclient cart 1K\n"
    "mesh square square.obj\nscript game game.goad\noption hero.speed usual=4.0 least=0 greatest=12 "
    "step=0.5\nscene "
    "main\n"
    "  camera at=0,2,8 target=0,0,0\n  object square at=0,0,0 name=one behaviour=Walker\n"
    "  object square at=2,0,0 name=two\nend\nscene cave\n  camera at=0,2,9 target=0,0,0\n"
    "  object square at=1,0,0 name=deep\nend\n",
    "behaviour Walker {\n    var steps = 0\n    on tick { steps += 1 }\n}\n", NULL};

static viewed *open_served(bool records) { return open_viewed_of(&two_scenes, true, records); }

static void press(viewed *v, uint32_t buttons) {
    view_frame(v, buttons);
    view_frame(v, 0);
}

/* Goes down to a row that begins so. */
static bool choose(viewed *v, const char *words) {
    char wanted[60];
    ox_format(wanted, sizeof wanted, ">%s", words);
    for (int i = 0; i < 80 && !shows(v, wanted); i++) press(v, PLAT_DOWN);
    return shows(v, wanted);
}

/* Scenes, time, light, lens and switches are reached with the pad alone, and the game hears nothing of it. */
TEST(inspect_menu_reaches_its_services_with_the_pad) {
    viewed *v = open_served(false);
    ox_console *c = v->p.console;
    const rs_camera *const *flown = &c->scene.flown;
    for (int i = 0; i <= OX_INSPECT_HOLD; i++) view_frame(v, PLAT_SELECT);
    view_frame(v, 0);
    press(v, PLAT_L); /* the console stands last, the menu before it */
    press(v, PLAT_L);
    CHECK(shows(v, "<menu"));
    const uint32_t first = ox_console_scene(c);
    CHECK(choose(v, "  cave"));
    press(v, PLAT_A);
    view_frame(v, 0);
    CHECK(ox_console_scene(c) != first && shows(v, "* cave"));
    CHECK(v->view.edited);
    CHECK(choose(v, "pause"));
    press(v, PLAT_A);
    CHECK(c->loop.paused);
    CHECK(choose(v, "speed x"));
    press(v, PLAT_LEFT);
    CHECK_EQ(c->loop.scale, OX_LOOP_UNSCALED / 2);
    press(v, PLAT_A);
    CHECK_EQ(c->loop.scale, OX_LOOP_UNSCALED);
    const int ambient = c->scene.ambient;
    CHECK(choose(v, "ambient"));
    press(v, PLAT_RIGHT);
    CHECK_EQ(c->scene.ambient, ambient + 8 < 255 ? ambient + 8 : 255);
    CHECK(choose(v, "lens"));
    press(v, PLAT_LEFT);
    CHECK(*flown != NULL && v->view.camera.lens.focal > c->scene.focal);
    CHECK(choose(v, "off shapes"));
    press(v, PLAT_A);
    CHECK(shows(v, "on  shapes"));
    CHECK(choose(v, "options >"));
    press(v, PLAT_A);
    CHECK(shows(v, "<options"));
    CHECK_EQ(c->host.input->held, 0);
    close_viewed(v);
}

/* What changes the game by hand is refused while a recording is written. */
TEST(inspect_menu_leaves_recordings_alone) {
    viewed *v = open_served(true);
    view_frame(v, 0);
    CHECK(!ox_inspect_run(&v->view, "scene cave") && strstr(said(v), "recording") != NULL);
    CHECK(!ox_inspect_run(&v->view, "scene nowhere") && !ox_inspect_run(&v->view, "takeover"));
    CHECK(ox_inspect_run(&v->view, "scene"));
    CHECK(ox_inspect_run(&v->view, "move two 5 1.5 -2")); /* an edit, which stands in the recording */
    CHECK_EQ(
        ox_object_place_of(ox_console_world(v->p.console), ox_world_slot(ox_console_world(v->p.console), 1))
            ->pos.y,
        3 * FX_ONE / 2);
    CHECK(!ox_inspect_run(&v->view, "move two 5 up 1") && !ox_inspect_run(&v->view, "move nobody 1 2 3"));
    CHECK(!ox_inspect_run(&v->view, "ambient 256") && !ox_inspect_run(&v->view, "lens 200"));
    close_viewed(v);
}

/* ---- the button A ---- */

static uint32_t keeps;
static bool count_keeps(void *context, const char *line, char *answer, size_t size) {
    (void)context;
    ox_format(answer, size, "did");
    keeps += memcmp(line, "keep ", 5) == 0;
    return true;
}

/* A makes steps ten times as long while it is down, and keeps an option when it is let go alone. */
TEST(inspect_a_button_that_leaps_keeps_nothing) {
    viewed *v = open_served(false);
    ox_option speed;
    const ox_module_host *host = ox_console_modules(v->p.console);
    v->view.other = count_keeps;
    keeps = 0;
    CHECK(ox_options_find(host, ox_option_id(ox_text_of("hero.speed")), &speed));
    ox_inspect_show_page(&v->view, OX_INSPECT_OPTIONS, false);
    view_frame(v, 0);
    CHECK(choose(v, "hero.speed"));
    view_frame(v, PLAT_A);
    view_frame(v, PLAT_A | PLAT_RIGHT);
    view_frame(v, PLAT_A);
    view_frame(v, 0);
    CHECK_EQ(ox_option_get(host, speed.name), 9 * FX_ONE);
    CHECK_EQ(keeps, 0);
    view_frame(v, PLAT_A);
    CHECK_EQ(keeps, 0);
    view_frame(v, 0);
    CHECK_EQ(keeps, 1);
    close_viewed(v);
}

/* ---- breaks ---- */

/* A break rests the game behind its step, is told with its place, and stands on the page of watches. */
TEST(inspect_breaks_stop_the_game_behind_their_step) {
    viewed *v = open_served(false);
    ox_break_table *breaks = ox_inspect_breaks(v->p.console);
    CHECK(breaks == &v->view.breaks);
    view_frame(v, 0);
    for (int i = 0; i < 5; i++) OX_BREAK_IF(breaks, i == 3);
    CHECK(v->p.console->loop.paused);
    CHECK(strstr(ox_log_recent(v->p.console->host.log, 0), "i == 3, visit 4") != NULL);
    CHECK(ox_inspect_run(&v->view, "breaks") && strstr(said(v), "i == 3: 5 visits, 1 stops") != NULL);
    ox_inspect_show_page(&v->view, OX_INSPECT_WATCHES, true);
    view_frame(v, 0);
    CHECK(shows(v, "breaks of C") && shows(v, "i == 3"));
    CHECK(ox_inspect_run(&v->view, "breaks reset") && breaks->count == 0);
    CHECK(!ox_inspect_run(&v->view, "breaks off"));
    close_viewed(v);
}

/* ---- boxes of text ---- */

static uint32_t picture_of(viewed *v) {
    view_frame(v, 0);
    return v->p.console->stats.hash;
}

/* What is printed at any time of a frame is seen once, in the next picture, over whatever the game draws; the ground is drawn where that is asked for. */
TEST(inspect_text_boxes_lie_over_the_picture) {
    static uint32_t letters[OX_TEXT_BOX_LETTERS(12, 4)];
    static ox_text_box box;
    static ox_shown_box shown;
    viewed *v = open_served(false);
    ox_text_box_begin(&box, letters, 12, 4);
    shown = (ox_shown_box){.box = &box, .look = {20, 30, 0xFFFFFF, OX_TEXT_BOX_CLEAR}};
    v->p.console->options.log_hashes = true;
    view_frame(v, 0);
    ox_loop_pause(&v->p.console->loop, true);
    const uint32_t state = ox_console_state_hash(v->p.console), plain = picture_of(v);
    ox_box_show(v->p.console, &shown);
    ox_box_show(v->p.console, &shown); /* once */
    CHECK_EQ(picture_of(v), plain);
    ox_text_box_print(&box, 0xFFFFFF, "wave %d\n", 7);
    const uint32_t written = picture_of(v);
    CHECK(written != plain);
    CHECK_EQ(picture_of(v), written);
    shown.look.ground = 0x000060;
    const uint32_t opaque = picture_of(v);
    CHECK(opaque != plain && opaque != written);
    shown.look.x = -40, shown.look.y = 150; /* most of it is outside */
    CHECK(picture_of(v) != opaque);
    ox_text_box_clear(&box);
    shown.look.ground = OX_TEXT_BOX_CLEAR;
    CHECK_EQ(picture_of(v), plain);
    CHECK(ox_inspect_run(&v->view, "sketch log"));
    ox_log_write(v->p.console->host.log, PLAT_LOG_INFO, "something was said");
    (void)picture_of(v);
    ox_log_write(v->p.console->host.log, PLAT_LOG_INFO, "something else");
    CHECK(picture_of(v) != plain);
    CHECK(ox_inspect_run(&v->view, "sketch log off"));
    CHECK_EQ(picture_of(v), plain);
    CHECK_EQ(ox_console_state_hash(v->p.console), state);
    close_viewed(v);
}

/* ---- values as lines ---- */

typedef struct heard {
    char text[4096];
    uint32_t lines;
    char last;
} heard;

static void hear(void *context, const char *line) {
    heard *h = context;
    h->lines++;
    h->last = line[1] == 0 ? line[0] : 0;
    if (h->last == 0 && strlen(h->text) + strlen(line) + 2 < sizeof h->text)
        strcat(strcat(h->text, line), "\n");
}

/* Values come back to the bit by the lines that `values` said; those of another layout are refused. */
TEST(inspect_values_are_kept_as_lines_and_come_back) {
    static heard h;
    viewed *v = open_served(false);
    const ox_world *w = ox_console_world(v->p.console);
    ox_object_place *two = ox_object_place_of(w, ox_world_slot(w, 1));
    CHECK(ox_inspect_run(&v->view, "set two.place.pos.2 1.2345; set two.place.size 0.3"));
    const ox_object_place before = *two;
    h = (heard){.lines = 0};
    ox_inspect_ask(&v->view, "values two.place", hear, &h);
    CHECK(h.last == '=' && h.lines > 4 && strstr(h.text, "put two.place.pos.2 ") != NULL);
    CHECK(ox_inspect_run(&v->view, "set two.place.pos.2 9; set two.place.pos.1 -7; set two.place.size 5"));
    for (char *line = strtok(h.text, "\n"); line != NULL; line = strtok(NULL, "\n"))
        CHECK(ox_inspect_run(&v->view, line));
    CHECK(memcmp(two, &before, sizeof before) == 0);
    CHECK(!ox_inspect_run(&v->view, "put two.place.pos.2 00000001 1") &&
          strstr(said(v), "other fields") != NULL);
    CHECK(!ox_inspect_run(&v->view, "values nobody") && !ox_inspect_run(&v->view, "values two.nothing"));
    close_viewed(v);
}

/* ---- programs that ask ---- */

/* A page, a line of the console and an answer are of one making: a program gets the rows that are seen. Each answer ends with its status. */
TEST(inspect_programs_get_pages_as_lines) {
    static heard h;
    viewed *v = open_served(false);
    char row[OX_SHEET_COLUMNS + 1];
    view_frame(v, 0);
    for (int page = 0; page < OX_INSPECT_CONSOLE; page++) {
        char line[60];
        h = (heard){.lines = 0};
        ox_inspect_show_page(&v->view, (ox_inspect_page)page, true);
        ox_format(line, sizeof line, "show %s", ox_inspect_page_name((ox_inspect_page)page));
        ox_inspect_ask(&v->view, line, hear, &h);
        CHECK_EQ(h.last, '=');
        CHECK(h.lines > 1);
        CHECK(ox_inspect_line(&v->view, 0, row) != NULL); /* the page in sight goes on */
        view_frame(v, 0);
    }
    h = (heard){.lines = 0};
    ox_inspect_ask(&v->view, "show objects", hear, &h);
    CHECK(strstr(h.text, "2 objects") != NULL && strstr(h.text, "@1 two: ") != NULL);
    h = (heard){.lines = 0};
    ox_inspect_ask(&v->view, "show nothing", hear, &h);
    CHECK_EQ(h.last, '!');
    h = (heard){.lines = 0};
    ox_inspect_ask(&v->view, "echo speed $hero.speed at $two.place.pos.1", hear, &h);
    CHECK(strcmp(h.text, "speed 4.0 at 2.000\n") == 0);
    CHECK(!ox_inspect_run(&v->view, "echo $nothing.at.all"));
    CHECK(ox_inspect_run(&v->view, "set two.place.size $hero.speed; get two.place.size"));
    CHECK(strcmp(said(v), "two.place.size = 4.000") == 0);
    close_viewed(v);
}

/* ---- playback ---- */

/* Behind the tick that was asked for the players have the game, and it goes on as it would have gone. */
TEST(inspect_players_take_over_from_a_replay) {
    enum { ALL = 120, FROM = 50 };
    static uint32_t hashes[ALL];
    static const played_texts walker = {
        "title \"Walked\"\nsize 64x64\nformat pal8\nbudget 128K\nmesh square square.obj\nscript game "
        "game.goad\n"
        "scene main\n  camera at=0,2,8 target=0,0,0\n  object square at=0,0,0 name=one "
        "behaviour=Walker\nend\n",
        "behaviour Walker {\n    on tick { if held(Button.RIGHT) { self.pos.x += 0.5 } }\n}\n", NULL};
    viewed *v = open_viewed_of(&walker, true, true);
    for (int i = 0; i < ALL; i++) {
        view_frame(v, buttons_at(i));
        hashes[i] = ox_console_state_hash(v->p.console);
    }
    CHECK_EQ(ox_console_close(v->p.console), 0);
    host_close(v->p.port);
    for (int way = 0; way < 2; way++) {
        const size_t size = v->tape.used > 0 ? v->tape.used : v->taped_bytes;
        v->until = way == 0 ? FROM : 0;
        boot_viewed(v, true, false, size);
        for (int i = 0; i < ALL; i++) {
            if (way == 1 && i == FROM) CHECK(ox_inspect_run(&v->view, "takeover"));
            view_frame(v, i < FROM ? PLAT_LEFT : buttons_at(i)); /* nobody hears the first ones */
            CHECK_EQ(ox_console_state_hash(v->p.console), hashes[i]);
        }
        ox_replay_report report;
        CHECK(ox_console_replay(v->p.console, &report) && !report.differs && report.ticks == FROM);
        CHECK(!ox_inspect_run(&v->view, "takeover"));
        if (way == 0) {
            CHECK_EQ(ox_console_close(v->p.console), 0);
            host_close(v->p.port);
        }
    }
    close_viewed(v);
}

/* ---- memory ---- */

/* What a scene leaves of the memory of a client is told when the next one begins, with the client's name, and stands on the page. */
TEST(inspect_memory_left_by_a_scene_is_listed) {
    viewed *v = open_served(false);
    ox_memory *memory = ox_console_memory(v->p.console);
    view_frame(v, 0);
    CHECK(v->view.begun_count > 0);
    CHECK(ox_memory_alloc(memory, OX_CLASS_MAIN, OX_TAG_CART, 100, 4) != NULL);
    CHECK(ox_inspect_run(&v->view, "scene cave"));
    for (int i = 0; i < 3; i++) view_frame(v, 0);
    bool is_told = false;
    for (uint32_t age = 0; ox_log_recent(v->p.console->host.log, age) != NULL; age++)
        is_told = is_told || strstr(ox_log_recent(v->p.console->host.log, age),
                                    "leak: a scene has left 100 bytes of `cart`") != NULL;
    CHECK(is_told);
    ox_inspect_show_page(&v->view, OX_INSPECT_MEMORY, true);
    view_frame(v, 0);
    CHECK(shows(v, "!cart left 100 bytes"));
    close_viewed(v);
}
