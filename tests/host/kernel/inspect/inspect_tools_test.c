/* Tests of what looks for mistakes within the inside view: watchpoints, histories of objects, a camera of one's own, entries of the game. */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernel/inspect/internal.h"
#include "kernel/inspect/module.h"
#include "tests/host/rom/carts/played_cart.h"
#include "tools/play/known_words.h"

static const char cart_text[] =
    "title \"Tools\"\nsize 240x160\nformat pal8\nbudget 192K\ncapacity objects 24\n"
    "mesh square square.obj\nscript game game.goad\nscene main\n"
    "  camera at=0,2,8 target=0,0,0\n"
    "  object square at=0,0,0 name=one behaviour=Walker\n"
    "  object square at=2,0,0 name=two behaviour=Guard\nend\n";
static const char script_text[] =
    "event Walked(steps: int)\nbehaviour Walker {\n    var steps = 0\n"
    "    on tick {\n        steps += 1\n        self.angle += 1deg\n"
    "        if steps % 3 == 0 { emit Walked(steps) to find('two') }\n    }\n}\n"
    "behaviour Guard {\n    auto state Idle { on Walked(n) { goto Alert } }\n"
    "    state Alert { on Walked(n) { goto Idle } }\n}\n";

static uint32_t ticking;
static uint32_t clock_now(void *context) {
    (void)context;
    return ticking += 7;
}

/* A game with its view. */
typedef struct tooled {
    played p;
    ox_inspect view;
    ox_profile profile;
    known_words words;
    const ox_module *modules[OX_MODULES_MOST + 1];
    ox_boot_options boot;
} tooled;

/* A module whose last act in a step writes where it should not. */
static uint32_t stray, stray_step;
static void write_astray(const ox_module_host *host, void *state) {
    (void)state;
    if (stray_step != 0 && host->world->tick == stray_step) stray = 7;
}
static const ox_module careless = {.id = 0x0CA7E1E5, .name = "careless", .simulate = write_astray};

static tooled *open_tooled(bool has_view) {
    tooled *v = calloc(1, sizeof *v);
    pack_texts(&v->p, &(played_texts){cart_text, script_text, NULL});
    v->p.port = quiet_port(NULL);
    v->boot = quiet_options(v->p.port, &v->p.image);
    ox_inspect_join(ox_preset_silent, v->modules);
    uint32_t count = 0;
    while (v->modules[count] != NULL) count++;
    v->modules[count] = v->modules[count - 1]; /* the view stays the last */
    v->modules[count - 1] = &careless;
    v->boot.modules = v->modules;
    if (has_view) {
        ox_profile_init(&v->profile, clock_now, NULL);
        known_words_open(&v->words);
        v->view = (ox_inspect){.profile = &v->profile, .names = known_words_find, .names_context = &v->words};
        v->boot.inspect = &v->view;
        v->boot.profile = &v->profile;
    }
    v->p.console = ox_console_boot(&v->boot, &v->p.error);
    if (v->p.console == NULL) TEST_INFO("%s", v->p.error.text);
    CHECK(v->p.console != NULL);
    return v;
}

static void close_tooled(tooled *v) {
    end(&v->p);
    free(v);
}

static void tooled_frame(tooled *v, uint32_t buttons) {
    plat_input polled = {.buttons = buttons};
    if (v->boot.inspect != NULL) ox_inspect_listen(&v->view, &polled);
    ox_input_feed(v->p.console->host.input, &polled);
    CHECK(ox_console_update(v->p.console));
    ox_console_output(v->p.console);
}

/* Presses a button once: it is up for the frame behind it. */
static void press(tooled *v, uint32_t button) {
    tooled_frame(v, button);
    tooled_frame(v, 0);
}

static bool shows(const tooled *v, const char *words) {
    char text[OX_SHEET_COLUMNS + 1];
    for (uint32_t i = 0; ox_inspect_line(&v->view, i, text) != NULL; i++)
        if (strstr(text, words) != NULL) return true;
    return false;
}

static const char *said(const tooled *v) { return ox_inspect_said(&v->view, 0); }

/* How many lines of the log have the words. */
static uint32_t log_has(const tooled *v, const char *words) {
    const char *line;
    uint32_t count = 0;
    for (uint32_t age = 0; (line = ox_console_log_line(v->p.console, age)) != NULL; age++)
        count += strstr(line, words) != NULL;
    return count;
}

/* A stray write is told in its own step, with the module that ran, the numbers and the place; a field that is watched knows the phase. */
TEST(inspect_watchpoints_name_the_module_of_a_stray_write) {
    tooled *v = open_tooled(true);
    ox_watchpoints *points = ox_inspect_points(v->p.console);
    stray = 1;
    stray_step = 0;
    CHECK(points == &v->view.points);
    CHECK_EQ(ox_watchpoint_add(points, "stray", &stray, sizeof stray), OX_OK);
    CHECK(ox_inspect_run(&v->view, "watch one.angle"));
    for (int i = 0; i < 4; i++) tooled_frame(v, 0);
    CHECK_EQ(points->points[0].changes, 0);
    CHECK(v->view.watches[0].by != NULL && strcmp(v->view.watches[0].by, "no piece") != 0);
    ox_inspect_show_page(&v->view, OX_INSPECT_WATCHES, true);
    tooled_frame(v, 0);
    CHECK(shows(v, " by "));
    stray_step = ox_console_world(v->p.console)->tick + 1;
    tooled_frame(v, 0);
    CHECK_EQ(points->points[0].changes, 1);
    char wanted[80];
    snprintf(wanted, sizeof wanted, "step %u: stray changed from 1 to 7 in `careless`, byte ",
             (unsigned)stray_step);
    CHECK_EQ(log_has(v, wanted), 1);
    CHECK(ox_watchpoint_remove(points, &stray));
    stray = 9;
    tooled_frame(v, 0);
    CHECK_EQ(log_has(v, "stray changed"), 1); /* nothing is told any more */
    close_tooled(v);
}

/* A watch that stops: the game rests behind the step of the change. A step to stop behind is met exactly, also where a frame has several. */
TEST(inspect_the_game_stops_at_changes_and_at_steps) {
    tooled *v = open_tooled(true);
    ox_loop *loop = &v->p.console->loop;
    CHECK(ox_inspect_run(&v->view, "stop 10"));
    for (int i = 0; i < 20; i++) tooled_frame(v, 0);
    CHECK_EQ(ox_console_world(v->p.console)->tick, 10);
    CHECK(loop->paused);
    CHECK(strcmp(said(v), "stopped behind step 10") == 0);
    CHECK(ox_inspect_run(&v->view, "step"));
    tooled_frame(v, 0);
    tooled_frame(v, 0);
    CHECK_EQ(ox_console_world(v->p.console)->tick, 11);
    CHECK(ox_inspect_run(&v->view, "pause"));
    CHECK(!ox_inspect_run(&v->view, "watch one.angle perhaps"));
    CHECK(ox_inspect_run(&v->view, "watch one.angle stop"));
    tooled_frame(v, 0);
    CHECK(loop->paused);
    CHECK_EQ(ox_console_world(v->p.console)->tick, 12);
    CHECK(strstr(said(v), "one.angle changed in `") != NULL);
    CHECK(!ox_inspect_run(&v->view, "stop soon"));
    CHECK(ox_inspect_run(&v->view, "unwatch; pause; stop 17"));
    v->p.console->options.deterministic = false; /* frames of three steps */
    loop->fixed_time = 50000;
    loop->most = 4;
    for (int i = 0; i < 4; i++) tooled_frame(v, 0);
    CHECK_EQ(ox_console_world(v->p.console)->tick, 17);
    close_tooled(v);
}

/* What an object handled and the states it was in stand in its ring, the last 32; the rings of several are merged by time; the game is the same. */
TEST(inspect_histories_hold_the_last_deeds_of_objects) {
    enum { FRAMES = 200 };
    static uint32_t plain[FRAMES];
    tooled *v = open_tooled(false);
    stray_step = 0;
    for (int i = 0; i < FRAMES; i++) {
        tooled_frame(v, 0);
        plain[i] = ox_console_state_hash(v->p.console);
    }
    close_tooled(v);
    v = open_tooled(true);
    CHECK(!ox_inspect_run(&v->view, "history nobody"));
    CHECK(ox_inspect_run(&v->view, "history two") && ox_inspect_run(&v->view, "history one"));
    CHECK(v->view.is_open && v->view.page == OX_INSPECT_LIFE);
    for (int i = 0; i < FRAMES; i++) {
        tooled_frame(v, 0);
        if (ox_console_state_hash(v->p.console) != plain[i]) CHECK_EQ(i, -1);
    }
    const ox_inspect_life *life = &v->view.lives[0], *of = NULL;
    CHECK(life->count > OX_INSPECT_DEEDS);
    CHECK_EQ(v->view.lives[1].count, 0); /* `one` handles no events and has no states */
    uint32_t seen = 0, before = 0, number = 0;
    ox_id state = 0;
    for (const ox_inspect_deed *deed; (deed = ox_inspect_deed_of(&v->view, number, false, &of)) != NULL;
         seen++) {
        CHECK(of == life && deed->tick >= before);
        CHECK_EQ(deed->number, life->count - OX_INSPECT_DEEDS + seen);
        if (deed->is_state) {
            CHECK(deed->from == rom_id("idle") || deed->from == rom_id("alert"));
            CHECK(state == 0 || deed->from == state); /* one state leads to the other, none is left out */
            state = deed->to;
            CHECK_EQ(deed->tick % 3, ox_inspect_deed_of(&v->view, 0, false, &of)->tick % 3);
        } else {
            CHECK(deed->to == rom_id("walked") && deed->from == rom_id("one"));
        }
        before = deed->tick;
        number = deed->number + 1;
    }
    CHECK_EQ(seen, OX_INSPECT_DEEDS);
    CHECK(shows(v, " two Idle > Alert") || shows(v, " two Alert > Idle"));
    CHECK(shows(v, " two Walked of one"));
    ox_inspect_life *second =
        &v->view.lives[1]; /* a second ring, whose deeds lie between those of the first */
    for (uint32_t i = 0; i < 3; i++)
        inspect_hear(&v->view, &(ox_inspect_deed){.to = rom_id("walked")}, second->object);
    for (int i = 0; i < 3; i++) tooled_frame(v, 0);
    uint32_t last = UINT32_MAX, owners = 0;
    for (const ox_inspect_deed *deed; (deed = ox_inspect_deed_of(&v->view, last, true, &of)) != NULL;) {
        CHECK(deed->number < last);
        last = deed->number;
        owners |= of == second ? 2u : 1u;
    }
    CHECK_EQ(owners, 3);
    CHECK(ox_inspect_run(&v->view, "history off"));
    CHECK_EQ(v->view.life_count, 0);
    tooled_frame(v, 0);
    CHECK(shows(v, "nobody is followed"));
    for (uint32_t i = 0; i < OX_INSPECT_LIVES; i++) v->view.lives[i].object.bits = 0xFFFF0000u + i;
    v->view.life_count = OX_INSPECT_LIVES;
    CHECK_EQ(
        ox_inspect_follow(&v->view, ox_world_called(ox_console_world(v->p.console), rom_id("one"))->handle),
        OX_FULL);
    close_tooled(v);
}

/* A camera of one's own changes the picture and nothing of the game, also while the game rests. */
TEST(inspect_a_camera_of_ones_own_changes_the_picture_alone) {
    enum { FRAMES = 60 };
    static uint32_t plain[FRAMES], pictures[FRAMES];
    tooled *v = open_tooled(false);
    for (int i = 0; i < FRAMES; i++) {
        tooled_frame(v, 0);
        plain[i] = ox_console_state_hash(v->p.console);
        pictures[i] = v->p.console->stats.hash;
    }
    close_tooled(v);
    v = open_tooled(true);
    uint32_t others = 0;
    CHECK(ox_inspect_run(
        &v->view,
        "fly 0.5 2 8")); /* before the first picture: it flies as soon as the game's camera is known */
    for (int i = 0; i < FRAMES; i++) {
        if (i == 1) CHECK_EQ(v->p.console->stats.hash, pictures[0]);
        if (i == 10)
            CHECK(ox_inspect_run(&v->view, "fly off; fly on")); /* it begins where the game's camera is */
        if (i == 20) CHECK(ox_inspect_run(&v->view, "fly 1 3 6"));
        if (i == 30) CHECK(ox_inspect_run(&v->view, "fly two"));
        if (i == 50) CHECK(ox_inspect_run(&v->view, "fly off"));
        tooled_frame(v, 0);
        if (ox_console_state_hash(v->p.console) != plain[i]) CHECK_EQ(i, -1);
        if (v->p.console->stats.hash != pictures[i]) others++;
        if (i == 8) CHECK(others >= 6 && v->view.camera.eye.x == FX_ONE / 2);
        if (i == 12) CHECK_EQ(v->p.console->stats.hash, pictures[i]);
        if (i >= 50) CHECK_EQ(v->p.console->stats.hash, pictures[i]); /* and ends so */
    }
    CHECK(others >= 25 && !v->view.edited);
    CHECK(!ox_inspect_run(&v->view, "fly nobody") && !ox_inspect_run(&v->view, "fly 1 2") &&
          !ox_inspect_run(&v->view, "fly 1 2 x"));
    /* The pad leads it while the game rests; a step is one step, and none while the game goes on. */
    CHECK(ox_inspect_run(&v->view, "page camera; pause"));
    const uint32_t rests = ox_console_state_hash(v->p.console), tick = ox_console_world(v->p.console)->tick;
    press(v, PLAT_A); /* look around */
    CHECK(v->view.camera.is_on);
    const vec3 from = v->view.camera.eye;
    press(v, PLAT_DOWN);
    press(v, PLAT_RIGHT); /* ahead */
    CHECK(v->view.camera.eye.z < from.z && v->view.camera.eye.y < from.y && v->view.camera.eye.x == from.x);
    const uint32_t before = v->p.console->stats.hash;
    press(v, PLAT_DOWN);
    press(v, PLAT_LEFT);
    CHECK(v->view.camera.eye.x == from.x - FX_ONE / 4 && v->p.console->stats.hash != before);
    for (int i = 0; i < 2; i++) press(v, PLAT_DOWN);
    press(v, PLAT_LEFT); /* turns to the left */
    CHECK(v->view.camera.turn == 910);
    CHECK(shows(v, "at=") && shows(v, " target="));
    CHECK_EQ(ox_console_state_hash(v->p.console), rests);
    CHECK_EQ(ox_console_world(v->p.console)->tick, tick);
    press(v, PLAT_X);
    CHECK_EQ(ox_console_world(v->p.console)->tick, tick + 1);
    CHECK(ox_inspect_run(&v->view, "pause"));
    const uint32_t steps = v->p.console->loop.steps;
    CHECK(!ox_inspect_run(&v->view, "step"));
    ox_loop_step(&v->p.console->loop);
    tooled_frame(v, 0);
    CHECK_EQ(v->p.console->loop.steps, steps + 1);
    close_tooled(v);
}

/* ---- entries ---- */

static int32_t enemies = 3, begun;
static bool fog;
static void begin_again(void *context) { begun += *(const int32_t *)context; }
static void write_stars(const void *at, char *text, uint32_t size) {
    const int32_t count = *(const int32_t *)at;
    for (int32_t i = 0; i < count && i < (int32_t)size - 1; i++) text[i] = '*', text[i + 1] = 0;
}
static int32_t one = 1, ten = 10;

/* Two pages whose entries stand in their order, with values that follow their variables; the pad goes through them, changes and chooses; entries lead to pages and B back. */
TEST(inspect_entries_of_games_are_pages_and_menus) {
    static ox_entry entries[] = {
        {.page = "tune", .label = "fog", .order = 2, .at = &fog, .field = {.kind = OX_BOOL, .bytes = 1}},
        {.page = "tune",
         .label = "enemies",
         .order = 1,
         .at = &enemies,
         .field = {.kind = OX_I32, .bytes = 4, .low = 0, .high = 4}},
        {.page = "tune",
         .label = "stars",
         .order = 3,
         .at = &enemies,
         .field = {.kind = OX_I32, .bytes = 4},
         .write = write_stars}};
    static ox_entry menu[] = {
        {.page = "title", .label = "begin", .order = 10, .chosen = begin_again, .context = &one},
        {.page = "title", .label = "levels", .order = 11, .leads = "levels"},
        {.page = "title", .label = "end", .order = 12, .chosen = begin_again, .context = &ten},
        {.page = "levels", .label = "cave", .order = 20, .chosen = begin_again, .context = &ten}};
    tooled *v = open_tooled(true);
    ox_inspect_show_page(&v->view, OX_INSPECT_GAME, false);
    tooled_frame(v, 0);
    CHECK(shows(v, "the game has no entries"));
    ox_entries_show(v->p.console, entries, 3);
    ox_entries_show(v->p.console, menu, 4);
    ox_entries_show(v->p.console, entries, 3); /* again: no second ones */
    enemies = 3, begun = 0, fog = false;
    tooled_frame(v, 0);
    char text[OX_SHEET_COLUMNS + 1];
    static const char *const wanted[] = {" tune", " enemies 3", " fog no", " stars ***"};
    for (uint32_t i = 0; i < 4; i++)
        CHECK(strcmp(ox_inspect_line(&v->view, i + 1, text) + 1, wanted[i] + 1) == 0);
    CHECK_EQ(v->view.sheet.line_count, 4);
    enemies = 2; /* nobody tells the view */
    tooled_frame(v, 0);
    CHECK(shows(v, "enemies 2") && shows(v, "stars **"));
    const uint32_t hash = ox_console_state_hash(v->p.console);
    (void)hash;
    press(v, PLAT_DOWN);
    for (int i = 0; i < 4; i++) press(v, PLAT_RIGHT);
    CHECK_EQ(enemies, 4); /* no further than its range */
    press(v, PLAT_DOWN);
    press(v, PLAT_LEFT);
    CHECK(fog && v->view.edited);
    entries[0].field.flags = OX_ENGINE; /* only shown */
    press(v, PLAT_LEFT);
    CHECK(fog);
    press(v, PLAT_UP);
    press(v, PLAT_UP);
    press(v, PLAT_RIGHT); /* on the title: the next page */
    CHECK(shows(v, "begin") && shows(v, "levels >") && !shows(v, "fog"));
    press(v, PLAT_DOWN);
    press(v, PLAT_A);
    CHECK_EQ(begun, 1);
    press(v, PLAT_DOWN);
    press(v, PLAT_A);
    CHECK(shows(v, "cave") && !shows(v, "begin"));
    press(v, PLAT_DOWN);
    press(v, PLAT_A);
    CHECK_EQ(begun, 11);
    press(v, PLAT_B);
    CHECK(shows(v, "begin") && !shows(v, "cave"));
    press(v, PLAT_B); /* the first page has none before it */
    CHECK(shows(v, "begin"));
    press(v, PLAT_LEFT);
    CHECK(shows(v, "fog"));
    press(v, PLAT_LEFT); /* round the other way */
    CHECK(shows(v, "cave"));
    close_tooled(v);
    v = open_tooled(false); /* nobody looks: nothing happens */
    ox_entries_show(v->p.console, entries, 3);
    CHECK(ox_inspect_points(v->p.console) == NULL);
    close_tooled(v);
}

/* A full page costs less than 6 percent of a frame of 33.3 ms. */
TEST(inspect_a_full_page_of_entries_is_cheap) {
    enum { ENTRIES = 60, PASSES = 100 };
    static ox_entry entries[ENTRIES];
    tooled *v = open_tooled(true);
    for (uint32_t i = 0; i < ENTRIES; i++)
        entries[i] = (ox_entry){
            .page = "full", .label = "entry", .at = &enemies, .field = {.kind = OX_I32, .bytes = 4}};
    ox_entries_show(v->p.console, entries, ENTRIES);
    ox_inspect_show_page(&v->view, OX_INSPECT_GAME, true);
    tooled_frame(v, 0);
    CHECK_EQ(v->view.sheet.line_count,
             160 / OX_SHEET_LETTER - 2); /* more than there are lines: the rest is below */
    const clock_t began = clock();
    for (int i = 0; i < PASSES; i++) {
        ox_sheet_begin(&v->view.sheet, 30, 18, 0, 0);
        inspect_page_game(&v->view);
        ox_sheet_end(&v->view.sheet);
    }
    const int64_t each = (int64_t)(clock() - began) * 1000000 / CLOCKS_PER_SEC / PASSES;
    TEST_INFO("a page of %d entries is written in %d us", ENTRIES, (int)each);
    CHECK(each < 2000);
    close_tooled(v);
}
