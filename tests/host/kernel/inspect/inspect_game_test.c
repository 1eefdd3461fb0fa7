/* Tests of the inside view on a game that runs: it changes nothing by itself, and what a person changes stands in the recording. */
#define _XOPEN_SOURCE 700
#include <string.h>
#include <time.h>

#include "kernel/debug/format.h"
#include "tests/host/kernel/inspect/viewed.h"

static const char cart_text[] =
    "title \"Seen\"\nsize 240x160\nformat pal8\nbudget 192K\ncapacity objects 24\n"
    "mesh square square.obj\nscript game game.goad\nscene main\n"
    "  camera at=0,2,8 target=0,0,0\n"
    "  object square at=0,0,0 name=one behaviour=Walker\n"
    "  object square at=2,0,0 name=two\nend\n";
static const char script_text[] =
    "event Walked(steps: int)\nbehaviour Walker {\n    prop speed: fx = 0.5\n    var steps = 0\n"
    "    on tick {\n        steps += 1\n        if held(Button.RIGHT) { self.pos.x += speed }\n"
    "        self.angle += 1deg\n        emit Walked(steps)\n    }\n    on Walked(n) { steps += 0 }\n}\n";

static viewed *open_viewed(bool has_view, bool records) {
    return open_viewed_of(&(played_texts){cart_text, script_text, NULL}, has_view, records);
}

TEST(inspect_the_game_is_the_same_with_the_view_on_off_and_toggled) {
    enum { FRAMES = 600 };
    static uint32_t plain[FRAMES];
    viewed *v = open_viewed(false, false);
    for (int i = 0; i < FRAMES; i++) {
        view_frame(v, buttons_at(i));
        plain[i] = ox_console_state_hash(v->p.console);
    }
    close_viewed(v);
    for (int way = 0; way < 3; way++) {
        v = open_viewed(true, false);
        for (int i = 0; i < FRAMES; i++) {
            const bool open = way == 1 || (way == 2 && i % 2 == 0);
            if (open)
                ox_inspect_show_page(&v->view, (ox_inspect_page)(i / 3 % OX_INSPECT_PAGES), true);
            else
                ox_inspect_close(&v->view);
            v->view.maps = open;
            ox_inspect_draw_in(&v->view, (ox_inspect_way)(open ? i % OX_INSPECT_WAYS : 0));
            v->profile.is_on = way != 0;
            v->view.sketch.on = open ? UINT32_MAX : 1;
            view_frame(v, buttons_at(i));
            if (ox_console_state_hash(v->p.console) == plain[i]) continue;
            CHECK_EQ(i, -1);
            break;
        }
        CHECK(!v->view.edited);
        CHECK_EQ(v->profile.unmatched, 0);
        CHECK_EQ(v->profile.lost, 0);
        close_viewed(v);
    }
}

TEST(inspect_pauses_steps_and_slows_down) {
    viewed *v = open_viewed(true, false);
    const ox_world *w = ox_console_world(v->p.console);
    view_frame(v, 0);
    for (int i = 0; i < OX_INSPECT_HOLD; i++) view_frame(v, PLAT_SELECT);
    CHECK(v->view.is_open);
    view_frame(v, 0);
    view_frame(v, PLAT_START);
    uint32_t tick = w->tick;
    for (int i = 0; i < 5; i++) view_frame(v, 0);
    CHECK_EQ(w->tick, tick); /* paused: pictures alone */
    CHECK(shows(v, "PAUSED"));
    view_frame(v, PLAT_X);
    for (int i = 0; i < 3; i++) view_frame(v, 0);
    CHECK_EQ(w->tick, tick + 1); /* exactly one */
    view_frame(v, PLAT_START);
    tick = w->tick;
    view_frame(v, PLAT_X); /* nothing while the game runs */
    CHECK_EQ(w->tick, tick + 1);
    CHECK(ox_inspect_run(&v->view, "speed 0.5"));
    CHECK_EQ(v->p.console->loop.scale, OX_LOOP_UNSCALED / 2);
    CHECK(ox_inspect_run(&v->view, "fixedtime 10"));
    CHECK_EQ(v->p.console->loop.fixed_time, 10000);
    CHECK(!ox_inspect_run(&v->view, "speed fast") && !ox_inspect_run(&v->view, "speed 17"));
    for (int i = 0; i < OX_INSPECT_HOLD; i++) view_frame(v, PLAT_SELECT);
    CHECK(!v->view.is_open);
    close_viewed(v);
}

/* Each way to see the picture is another one than the game's, all of the same step; the game's own comes back as it was. */
TEST(inspect_ways_to_draw_change_the_picture_alone) {
    uint32_t pictures[OX_INSPECT_WAYS];
    viewed *v = open_viewed(true, false);
    v->p.console->options.log_hashes = true;
    view_frame(v, 0);
    ox_loop_pause(&v->p.console->loop, true);
    const uint32_t state = ox_console_state_hash(v->p.console);
    for (int way = 0; way < OX_INSPECT_WAYS; way++) {
        ox_inspect_draw_in(&v->view, (ox_inspect_way)way);
        view_frame(v, 0);
        pictures[way] = v->p.console->stats.hash;
        CHECK(way == OX_INSPECT_PICTURE || pictures[way] != pictures[OX_INSPECT_PICTURE]);
    }
    CHECK_EQ(ox_console_state_hash(v->p.console), state);
    CHECK(ox_inspect_run(&v->view, "view picture") && !ox_inspect_run(&v->view, "view nothing"));
    view_frame(v, 0);
    CHECK_EQ(v->p.console->stats.hash, pictures[OX_INSPECT_PICTURE]);
    CHECK(ox_inspect_run(&v->view, "view overdraw; page draw"));
    view_frame(v, 0);
    CHECK(shows(v, "drawn as overdraw") && shows(v, " covered, "));
    close_viewed(v);
}

TEST(inspect_buttons_of_the_open_view_are_hidden_from_the_game) {
    viewed *v = open_viewed(true, false);
    const ox_input *input = v->p.console->host.input;
    view_frame(v, PLAT_RIGHT);
    CHECK_EQ(input->held, PLAT_RIGHT);
    view_frame(v, 0);
    ox_inspect_show_page(&v->view, OX_INSPECT_MEMORY, false);
    view_frame(v, PLAT_RIGHT | PLAT_A);
    CHECK_EQ(input->held, 0);
    view_frame(v, PLAT_Y);
    CHECK(v->view.is_pinned);
    view_frame(v, 0);
    view_frame(v, PLAT_A);
    CHECK_EQ(input->held, PLAT_A); /* pinned: the page stays, the game hears */
    CHECK(shows(v, "<memory"));
    close_viewed(v);
}

TEST(inspect_goes_back_to_the_bit) {
    enum { FRAMES = 200 };
    static uint32_t hashes[FRAMES + 1];
    viewed *v = open_viewed(true, false);
    for (int i = 0; i < FRAMES; i++) {
        hashes[i] = ox_console_state_hash(v->p.console);
        view_frame(v, buttons_at(i));
    }
    hashes[FRAMES] = ox_console_state_hash(v->p.console);
    CHECK_EQ(ox_inspect_go(&v->view, -150), OX_OK);
    CHECK_EQ(ox_console_state_hash(v->p.console), hashes[FRAMES - 150]);
    CHECK_EQ(ox_inspect_go(&v->view, 100), OX_OK);
    CHECK_EQ(ox_console_state_hash(v->p.console), hashes[FRAMES - 50]);
    CHECK_EQ(ox_inspect_go(&v->view, 100), OX_OK); /* as far as it goes */
    CHECK_EQ(ox_console_state_hash(v->p.console), hashes[FRAMES]);
    CHECK_EQ(ox_inspect_go(&v->view, 1), OX_NOT_FOUND);
    close_viewed(v);
}

TEST(inspect_edits_stand_in_the_recording) {
    viewed *v = open_viewed(true, true);
    uint32_t hashes[60], before;
    for (int i = 0; i < 60; i++) {
        if (i == 20) {
            before = ox_console_state_hash(v->p.console);
            CHECK(ox_inspect_run(&v->view, "set two.place.pos.2 3.5; set @0.place.size 2"));
            CHECK(before != ox_console_state_hash(v->p.console));
        }
        view_frame(v, buttons_at(i));
        hashes[i] = ox_console_state_hash(v->p.console);
    }
    CHECK(!ox_inspect_run(&v->view, "back 5")); /* no way back while a recording is written */
    CHECK(strstr(said(v), "recording") != NULL);
    CHECK_EQ(ox_console_close(v->p.console), 0);
    host_close(v->p.port);
    const size_t size = v->tape.used;
    boot_viewed(v, true, false, size);
    for (int i = 0; i < 60; i++) {
        view_frame(v, 0);
        CHECK_EQ(ox_console_state_hash(v->p.console), hashes[i]);
    }
    CHECK(v->view.edited);
    ox_replay_report report;
    CHECK(ox_console_replay(v->p.console, &report));
    CHECK(!report.differs);
    CHECK_EQ(report.ticks, 60);
    close_viewed(v);
}

TEST(inspect_recordings_are_small_and_replay_without_devices) {
    enum { FRAMES = 600 };
    viewed *v = open_viewed(true, true);
    ox_sim_part parts[OX_STATE_PARTS];
    for (int i = 0; i < FRAMES; i++) view_frame(v, buttons_at(i));
    const uint32_t hash = ox_console_state_hash(v->p.console);
    const ox_sim state = {parts, ox_console_list_state(v->p.console, parts)};
    const size_t snapshots = ox_sim_bytes(&state) * FRAMES;
    CHECK_EQ(ox_console_close(v->p.console), 0);
    host_close(v->p.port);
    TEST_INFO("%u bytes a minute, of snapshots %u", (unsigned)v->tape.used * 6, (unsigned)snapshots * 6);
    CHECK(v->tape.used * 20 < snapshots);
    boot_viewed(v, true, false, v->tape.used);
    for (int i = 0; i < FRAMES; i++) view_frame(v, PLAT_LEFT); /* nobody listens to the devices */
    CHECK_EQ(ox_console_state_hash(v->p.console), hash);
    close_viewed(v);
}

TEST(inspect_redo_refuses_what_is_no_command) {
    viewed *v = open_viewed(true, false);
    uint8_t bytes[48];
    memset(bytes, 0x45, sizeof bytes);
    const uint32_t hash = ox_console_state_hash(v->p.console);
    CHECK(!ox_inspect_redo(&v->view, bytes, 24));
    CHECK(!ox_inspect_redo(&v->view, bytes, 7));
    bytes[1] = bytes[2] = bytes[3] = 0;
    CHECK(!ox_inspect_redo(&v->view, bytes, 24));
    CHECK(ox_inspect_redo(&v->view, bytes, 0));
    CHECK_EQ(ox_console_state_hash(v->p.console), hash);
    close_viewed(v);
}

TEST(inspect_tree_shows_and_changes_fields) {
    viewed *v = open_viewed(true, false);
    ox_object_place *place;
    view_frame(v, 0);
    ox_inspect_show_page(&v->view, OX_INSPECT_OBJECTS, false);
    view_frame(v, 0);
    CHECK(shows(v, "2 objects") && shows(v, "@0 one: ") && shows(v, "@1 two: "));
    view_frame(v, PLAT_DOWN);
    view_frame(v, 0);
    view_frame(v, PLAT_A); /* opens it */
    view_frame(v, 0);
    CHECK(shows(v, "-@0 one") && shows(v, "+place"));
    while (!shows(v, "> +place")) {
        const int chosen = v->view.sheet.chosen;
        view_frame(v, PLAT_DOWN);
        view_frame(v, 0);
        CHECK(v->view.sheet.chosen == chosen + 1);
        if (v->view.sheet.chosen != chosen + 1) break;
    }
    view_frame(v, PLAT_A);
    view_frame(v, 0);
    CHECK(shows(v, "   pos.1 0.000") && shows(v, "   size 1.000"));
    view_frame(v, PLAT_DOWN);
    view_frame(v, 0);
    view_frame(v, PLAT_RIGHT);
    view_frame(v, 0);
    place =
        ox_object_place_of(ox_console_world(v->p.console), ox_world_slot(ox_console_world(v->p.console), 0));
    CHECK_EQ(place->pos.x, FX_ONE / 16);
    CHECK(shows(v, "   pos.1 0.063") || shows(v, "   pos.1 0.062"));
    close_viewed(v);
}

/* Ten thousand objects in the tree: the page is written in a tenth of a frame, the last one is reached and opened by its number, found by a filter and changed. */
TEST(inspect_tree_of_ten_thousand_objects_is_usable) {
    enum { MANY = 10000, PASSES = 20 };
    static const char text[] =
        "title \"Many\"\nsize 240x160\nformat pal8\nbudget 8192K\ncapacity objects 10010\n"
        "mesh square square.obj\nscript game game.goad\nscene main\n"
        "  camera at=0,2,8 target=0,0,0\n  object square at=0,0,0 name=one behaviour=Walker\nend\n";
    char said[200] = "";
    viewed *v = calloc(1, sizeof *v);
    v->view.memory = malloc(1 << 20);
    v->port = test_port_open(
        &(host_options){.quiet = true, .memory = 1 << 24, .threads = 1, .frame_limit = 1000000}, said,
        sizeof said);
    pack_texts(&v->p, &(played_texts){text, script_text, NULL});
    boot_viewed(v, true, false, 0);
    ox_world *w = v->p.console->host.world;
    ox_handle last = {0};
    for (int i = 1; i < MANY; i++) CHECK(ox_world_create(w, OX_NAME("object"), &last) != NULL);
    CHECK_EQ(w->alive, MANY);
    ox_inspect_show_page(&v->view, OX_INSPECT_OBJECTS, true);
    view_frame(v, 0);
    const clock_t began = clock();
    for (int i = 0; i < PASSES; i++) {
        ox_sheet_begin(&v->view.sheet, 30, 18, 0, 0);
        inspect_page_objects(&v->view);
        ox_sheet_end(&v->view.sheet);
    }
    const int64_t each = (int64_t)(clock() - began) * 1000000 / CLOCKS_PER_SEC / PASSES;
    TEST_INFO("a tree of %d objects is written in %d us", MANY, (int)each);
    CHECK(each < 8000);
    char line[64];
    ox_format(line, sizeof line, "set @%u.place.pos.1 7", (unsigned)(last.bits & 0xFFFFu));
    CHECK(ox_inspect_run(&v->view, line));
    CHECK_EQ(ox_place_of(w, ox_world_get(w, last))->x, 7 * FX_ONE);
    v->view.opened = last; /* its row is the last but those of what it has */
    v->view.opened_component = OX_NAME("place");
    view_frame(v, 0);
    CHECK(v->view.sheet.count > MANY + 4);
    v->view.sheet.chosen = v->view.sheet.count - 1;
    for (int i = 0; i < 2; i++) view_frame(v, 0);
    ox_format(line, sizeof line, "-@%u ", (unsigned)(last.bits & 0xFFFFu));
    CHECK(shows(v, line) && shows(v, " -place"));
    CHECK(ox_inspect_run(&v->view, "objects one"));
    view_frame(v, 0);
    CHECK(v->view.sheet.count < 8);
    close_viewed(v);
}

TEST(inspect_console_does_lines) {
    viewed *v = open_viewed(true, false);
    char completed[40];
    const ox_world *w = ox_console_world(v->p.console);
    CHECK(ox_inspect_run(&v->view, "echo \"one; two\" three // four"));
    CHECK(strcmp(said(v), "one; two three") == 0);
    CHECK(!ox_inspect_run(&v->view, "paus"));
    CHECK(strstr(said(v), "unknown command: paus; near it: pause") != NULL);
    CHECK(ox_inspect_run(&v->view, "page memory\npage log")); /* two lines of a file */
    CHECK(v->view.page == OX_INSPECT_LOG && v->view.is_open);
    CHECK(ox_inspect_run(&v->view, "close") && !v->view.is_open);
    CHECK(ox_inspect_run(&v->view, "speed 0.5; echo now; wait 3; set two.place.size 3"));
    CHECK_EQ(v->p.console->loop.scale, OX_LOOP_UNSCALED / 2);
    CHECK(!ox_inspect_run(&v->view, "echo busy"));
    const ox_object_place *two = ox_object_place_of(w, ox_world_slot(w, 1));
    for (int i = 0; i < 2; i++) view_frame(v, 0);
    CHECK_EQ(two->size, FX_ONE);
    view_frame(v, 0); /* the rest is done before the simulation of the third step */
    CHECK_EQ(two->size, 3 * FX_ONE);
    CHECK(ox_inspect_run(&v->view, "get two.place.size"));
    CHECK(strcmp(said(v), "two.place.size = 3.000") == 0);
    CHECK(!ox_inspect_run(&v->view, "get two.place.nothing") &&
          !ox_inspect_run(&v->view, "get nobody.place.size"));
    CHECK(!ox_inspect_run(&v->view, "set two.place.size big") &&
          !ox_inspect_run(&v->view, "set two.place.size"));
    CHECK(!ox_inspect_run(&v->view, "echo \"open"));
    CHECK_EQ(ox_inspect_complete(&v->view, "sp", completed, sizeof completed), 1);
    CHECK(strcmp(completed, "speed") == 0);
    CHECK_EQ(ox_inspect_complete(&v->view, "p", completed, sizeof completed), 5);
    CHECK(strcmp(completed, "p") == 0);
    CHECK_EQ(ox_inspect_complete(&v->view, "xyz", completed, sizeof completed), 0);
    v->view.page = OX_INSPECT_CONSOLE;
    ox_inspect_type(&v->view, 'x');
    ox_inspect_type(&v->view, 27);
    CHECK(v->view.line[0] == 0 && v->view.page == OX_INSPECT_CONSOLE);
    ox_inspect_type(&v->view, 27);
    CHECK_EQ(v->view.page, OX_INSPECT_TIME);
    for (const char *at = "ec\tho \bx\n"; *at != 0; at++) ox_inspect_type(&v->view, *at);
    CHECK(strstr(said(v), "unknown command: echohx") != NULL ||
          strstr(said(v), "unknown command: echohox") != NULL);
    close_viewed(v);
}

TEST(inspect_console_refuses_any_bytes) {
    static const char *const pieces[] = {
        "set ",      "two",        ".place", ".pos",          ".2",         " ",
        ";",         "\"",         "//",     "get @",         "0",          "99999999999",
        "#a1b2c3d4", "-",          ".",      "watch ",        "speed ",     "back ",
        "wait 1",    "\n",         "page ",  "\x80\xff",      "help",       "objects ",
        "unwatch",   "echo %s%n",  "clear",  "log error",     "profile on", "fixedtime 0",
        "$",         "$two.place", "scene ", "put two.place", "values ",    "lens ",
        "ambient ",  "show ",      "breaks", "adapt on",      "move ",      "forward 0",
        "takeover"};
    viewed *v = open_viewed(true, false);
    uint32_t seed = 12345;
    view_frame(v, 0);
    for (int i = 0; i < 20000; i++) {
        char line[160] = "";
        for (int k = 0; k < 8; k++) {
            seed = seed * 1664525u + 1013904223u;
            strcat(line, pieces[(seed >> 16) % (sizeof pieces / sizeof pieces[0])]);
        }
        v->view.waits = 0;
        (void)ox_inspect_run(&v->view, line);
        for (uint32_t age = 0; age < 3; age++)
            CHECK(ox_inspect_said(&v->view, age) == NULL ||
                  strlen(ox_inspect_said(&v->view, age)) < OX_INSPECT_SCROLL_LINE);
        if (i % 500 == 0) view_frame(v, 0);
    }
    v->p.console->loop.paused = false;
    v->p.console->loop.scale = OX_LOOP_UNSCALED;
    view_frame(v, 0); /* the game goes on */
    close_viewed(v);
}

TEST(inspect_watches_mark_changes_and_outlive_objects) {
    viewed *v = open_viewed(true, false);
    CHECK(ox_inspect_run(&v->view, "watch one.place.pos.1; watch two.place.pos.1"));
    CHECK_EQ(v->view.watch_count, 2);
    ox_inspect_show_page(&v->view, OX_INSPECT_WATCHES, true);
    view_frame(v, PLAT_RIGHT);
    CHECK(v->view.watches[0].has_changed && !v->view.watches[1].has_changed);
    CHECK(shows(v, "*one.place.pos 0.500") && shows(v, " two.place.pos 2.000"));
    view_frame(v, 0);
    CHECK(!v->view.watches[0].has_changed); /* for one step alone */
    ox_world *w = ox_console_world(v->p.console);
    CHECK_EQ(ox_world_destroy(w, v->view.watches[1].path.object), OX_OK);
    for (int i = 0; i < 3; i++) view_frame(v, 0);
    CHECK(shows(v, "two.place.pos gone"));
    close_viewed(v);
}

TEST(inspect_memory_page_has_the_consoles_figures) {
    viewed *v = open_viewed(true, false);
    ox_memory_region region;
    char row[60];
    ox_inspect_show_page(&v->view, OX_INSPECT_MEMORY, true);
    view_frame(v, 0);
    for (int i = 0; i < 3 && ox_console_region(v->p.console, i, &region); i++) {
        ox_format(row, sizeof row, "%-9.9s%6u%7u%7u", region.name, (unsigned)region.used,
                  (unsigned)region.peak, (unsigned)region.size);
        if (region.kind == OX_REGION_ARENA) CHECK(shows(v, row)); /* the frame's is of this picture by now */
    }
    ox_format(row, sizeof row, "%-9s%6u%7u%7u", "objects", 2u, 2u, 24u);
    CHECK(shows(v, "objects       2      2"));
    close_viewed(v);
}

/* Lines stand behind their frame and the module that wrote; those wider than the page go on below, behind a blank; the newest line
 * stands first. A line of the console silences a module. */
TEST(inspect_log_page_folds_lines) {
    viewed *v = open_viewed(true, false);
    ox_log *log = v->p.console->host.log;
    char wide[2 * OX_SHEET_COLUMNS + 1] = "", full[3 * OX_SHEET_COLUMNS], head[OX_SHEET_COLUMNS + 1],
                                     rest[OX_SHEET_COLUMNS + 1];
    while (strlen(wide) + 9 < OX_SHEET_COLUMNS + 20) strcat(wide, "a word or ");
    ox_log_write(log, PLAT_LOG_WARNING, "%s", wide);
    ox_format(full, sizeof full, "%u console: %s", (unsigned)log->frame, wide);
    ox_log_enter(log, "sound");
    ox_log_write(log, PLAT_LOG_INFO, "short");
    CHECK(ox_inspect_run(&v->view, "log sound off"));
    ox_log_write(log, PLAT_LOG_INFO, "unheard");
    CHECK(ox_inspect_run(&v->view, "log sound on") && !ox_inspect_run(&v->view, "log sound perhaps"));
    ox_log_enter(log, NULL);
    ox_inspect_show_page(&v->view, OX_INSPECT_LOG, true);
    view_frame(v, 0);
    const int width = v->view.sheet.columns;
    ox_format(head, (size_t)width + 1, "!%s", full);
    ox_format(rest, (size_t)width + 1, " %s", full + width - 1);
    CHECK(shows(v, "0 errors, 1 warnings") && shows(v, "sound: short") && shows(v, head) && shows(v, rest));
    CHECK(!shows(v, "unheard"));
    CHECK(!shows(v, "%"));
    close_viewed(v);
}

/* Frames in a second are those that were counted; a frame that is too long tells how many pictures were due, and how many steps were not
 * shown. The pieces of a frame are the frame. */
TEST(inspect_time_page_tells_what_was_missed) {
    viewed *v = open_viewed(true, false);
    char row[60];
    ox_inspect_show_page(&v->view, OX_INSPECT_TIME, true);
    view_frame(v, 0);
    for (uint32_t time = 10000; time <= 25000; time += 5000) {
        for (int i = 0; i < 60; i++) {
            v->p.console->elapsed = time;
            inspect_note_frame(&v->view);
        }
        ox_format(row, sizeof row, "frame %u us = %u/s", (unsigned)time, 1000000u / (unsigned)time);
        CHECK(shows(v, row));
    }
    v->view.missed = 0;
    v->p.console->elapsed = 16667;
    for (int i = 0; i < 5; i++) inspect_note_frame(&v->view);
    CHECK_EQ(v->view.missed, 0);
    v->p.console->elapsed = 16667 + 50000;
    inspect_note_frame(&v->view);
    CHECK_EQ(v->view.missed, 3);
    v->view.unshown = 0;
    v->p.console->options.deterministic = false;
    CHECK(ox_inspect_run(&v->view, "fixedtime 67")); /* four steps, of which three are not shown */
    const uint32_t tick = ox_console_world(v->p.console)->tick;
    view_frame(v, 0);
    const uint32_t steps = ox_console_world(v->p.console)->tick - tick;
    CHECK(steps >= 4 && v->view.unshown == steps - 1);
    v->p.console->options.deterministic = true;
    ox_profile_init(&v->profile, clock_now, NULL);
    for (int i = 0; i < 5; i++) CHECK(ox_console_frame(v->p.console));
    uint64_t sum = 0, all = 0;
    for (uint32_t i = 0; i < v->profile.count; i++) {
        const ox_profile_sample *sample = &v->profile.samples[i];
        if (sample->calls == 0) continue;
        if (sample->depth == 1) sum += sample->inclusive;
        if (sample->depth == 0) sum += sample->exclusive, all++;
    }
    CHECK_EQ(all, 1);
    CHECK_NEAR(sum * 1000 / v->profile.ticks, 1000, 20);
    CHECK(shows(v, "missed 3, steps unshown "));
    close_viewed(v);
}

static uint32_t counted(const viewed *v, const char *name) {
    const ox_profile_counter *c = ox_profile_counter_of(&v->profile, name);
    CHECK(c != NULL);
    return c == NULL ? 0 : c->last;
}

/* Counters are those of the picture: triangles that were made, and of an object that left the view none. */
TEST(inspect_counters_are_those_of_the_picture) {
    viewed *v = open_viewed(true, false);
    for (int i = 0; i < 4; i++) CHECK(ox_console_frame(v->p.console));
    const uint32_t all = counted(v, "triangles");
    CHECK(all > 0 && all % 2 == 0);
    CHECK_EQ(counted(v, "drawn"), all);
    CHECK_EQ(counted(v, "objects"), 2);
    CHECK_EQ(counted(v, "steps"), 1);
    CHECK_EQ(counted(v, "events"), 1);
    CHECK(ox_inspect_run(&v->view, "set two.place.pos.3 50")); /* behind the camera */
    for (int i = 0; i < 4; i++) CHECK(ox_console_frame(v->p.console));
    CHECK_EQ(counted(v, "drawn"), all / 2);
    CHECK_EQ(counted(v, "triangles") - counted(v, "outside"), all / 2);
    close_viewed(v);
}

/* Squares on a line before, beside and behind the camera, each in one place. */
static const char crowd_text[] =
    "title \"Crowd\"\nsize 240x160\nformat pal8\nbudget 192K\ncapacity objects 40\n"
    "mesh square square.obj\nscript game game.goad\nscene main\n"
    "  camera at=0,2,8 target=0,0,0\n"
    "  object square at=0,0,0 name=one behaviour=Walker\n%send\n";
enum { CROWD = 24 };

static vec3 place_in_crowd(uint32_t i) {
    return (vec3){((int32_t)(i * 7 % 11) - 5) * 8 * FX_ONE, 0, ((int32_t)(i * 5 % 7) - 4) * 10 * FX_ONE};
}

/* Whether the sphere about a square meets what the camera sees, worked out from its lens and its two points alone: how far it is along the way
 * that the camera looks, to the side of it, and up from it, against the planes at the edges of the picture. */
static bool is_in_sight(const viewed *v, vec3 at) {
    const double y = (at.y - 2 * FX_ONE) / 65536.0, z = (at.z - 8 * FX_ONE) / 65536.0, x = at.x / 65536.0,
                 length = 8.246211251, ahead = (-2 * y - 8 * z) / length, up = (8 * y - 2 * z) / length,
                 focal = v->p.console->scene.focal / 65536.0, radius = 1.414213562, wide = 1.5;
    const double over = (up < 0 ? -up : up) * focal - ahead, beside = (x < 0 ? -x : x) * focal - ahead * wide;
    return ahead > -radius && (over < 0 || over * over < radius * radius * (focal * focal + 1)) &&
           (beside < 0 || beside * beside < radius * radius * (focal * focal + wide * wide));
}

/* Models that are turned away are those that a plain look at each finds outside; triangles are as many as were generated. */
TEST(inspect_counters_cull_what_plain_looks_do) {
    static char lines[CROWD * 64], text[sizeof crowd_text + sizeof lines];
    uint32_t seen = 1; /* the walker */
    lines[0] = 0;
    for (uint32_t i = 0; i < CROWD; i++) {
        const vec3 at = place_in_crowd(i);
        const size_t used = strlen(lines);
        ox_format(lines + used, sizeof lines - used, "  object square at=%d,0,%d\n", at.x / FX_ONE,
                  at.z / FX_ONE);
    }
    ox_format(text, sizeof text, crowd_text, lines);
    viewed *v = open_viewed_of(&(played_texts){text, script_text, NULL}, true, false);
    ox_inspect_show_page(&v->view, OX_INSPECT_PROFILE, true);
    for (int i = 0; i < 4; i++) CHECK(ox_console_frame(v->p.console));
    for (uint32_t i = 0; i < CROWD; i++) seen += is_in_sight(v, place_in_crowd(i));
    CHECK_EQ(counted(v, "models"), CROWD + 1);
    CHECK_EQ(counted(v, "triangles"), (CROWD + 1) * 2);
    CHECK_EQ(counted(v, "models") - counted(v, "models outside"), seen);
    CHECK_EQ(counted(v, "models outside %"), (CROWD + 1 - seen) * 100 / (CROWD + 1));
    CHECK(seen > 4 && seen < CROWD - 4);
    CHECK_EQ(counted(v, "drawn in view 1"), counted(v, "drawn"));
    CHECK(counted(v, "states") >= counted(v, "state changes"));
    CHECK_EQ(counted(v, "objects"), CROWD + 1);
    CHECK_EQ(counted(v, "objects refused") + counted(v, "memory refused") + counted(v, "events dropped"), 0);
    CHECK(ox_profile_of(&v->profile, "view 1").average > 0);
    CHECK_EQ(v->profile.lost, 0);
    close_viewed(v);
}

/* Pixels that triangles cover are those of a picture of how often each was covered, hidden ones too. */
TEST(inspect_counters_tell_covered_pixels) {
    static const char text[] = "title \"One\"\nsize 240x160\nformat pal8\nbudget 192K\ncapacity objects 24\n"
                               "mesh square square.obj\nscript game game.goad\nscene main\n"
                               "  camera at=0,0,8 target=0,0,0\n  object square at=0,0,0 name=one\nend\n";
    viewed *v = open_viewed_of(&(played_texts){text, script_text, NULL}, true, false);
    ox_inspect_show_page(&v->view, OX_INSPECT_PROFILE, true);
    for (int i = 0; i < 3; i++) CHECK(ox_console_frame(v->p.console));
    const uint32_t pixels = counted(v, "pixels");
    CHECK(pixels > 0);
    CHECK_EQ(counted(v, "overdraw %"), pixels * 100 / (240 * 160));
    CHECK(ox_inspect_run(&v->view,
                         "set one.place.pos.3 4")); /* half as far: four times as large, but for its edges */
    for (int i = 0; i < 3; i++) CHECK(ox_console_frame(v->p.console));
    CHECK_NEAR(counted(v, "pixels"), pixels * 4, pixels / 4);
    close_viewed(v);
}

/* The hash of another picture. */
static uint32_t picture_of(viewed *v) {
    view_frame(v, 0);
    return v->p.console->stats.hash;
}

static const ox_sketch_shape wire = {.kind = OX_SKETCH_LINE,
                                     .rgb = 0xFFFFFF,
                                     .lasts = 5,
                                     .a = {-FX_ONE, FX_ONE / 2, 0},
                                     .b = {FX_ONE, FX_ONE / 2, 0}};

/* A shape that lasts for five pictures is in exactly five; one of steps stays while the game is paused. */
TEST(inspect_shapes_last_as_long_as_asked) {
    viewed *v = open_viewed(true, false);
    v->p.console->options.log_hashes = true;
    view_frame(v, 0);
    ox_loop_pause(&v->p.console->loop, true);
    const uint32_t state = ox_console_state_hash(v->p.console), plain = picture_of(v);
    ox_sketch *s = ox_inspect_sketch(v->p.console);
    CHECK(s == &v->view.sketch);
    ox_sketch_add(s, &wire);
    for (int i = 0; i < 5; i++) CHECK(picture_of(v) != plain);
    CHECK_EQ(picture_of(v), plain);
    ox_sketch_shape of_steps = wire;
    of_steps.flags = OX_SKETCH_STEPS;
    of_steps.lasts = 1;
    ox_sketch_add(s, &of_steps);
    for (int i = 0; i < 9; i++) CHECK(picture_of(v) != plain);
    CHECK_EQ(s->count, 1);
    CHECK_EQ(ox_console_state_hash(v->p.console), state);
    ox_loop_step(&v->p.console->loop);
    view_frame(v, 0);
    CHECK_EQ(s->count, 0);
    for (int kind = 0; kind < OX_SKETCH_KINDS; kind++) /* each kind is seen, in the world and on the screen */
        for (int on_screen = 0; on_screen < 2; on_screen++) {
            const uint32_t before = picture_of(v);
            ox_sketch_shape shape = {
                .kind = (uint8_t)kind, .rgb = 0xFFFFFF, .b = v3(FX_ONE, FX_ONE * 2, FX_ONE)};
            if (on_screen != 0) {
                if (kind == OX_SKETCH_GRID) continue; /* it lies in the ground */
                shape.flags = OX_SKETCH_ON_SCREEN;
                shape.a = v3(FX(20), FX(20), 0);
                shape.b = v3(FX(40), FX(50), 0);
            }
            if (kind == OX_SKETCH_WORDS)
                ox_sketch_words(s, &shape, "here, and cut");
            else
                ox_sketch_add(s, &shape);
            if (picture_of(v) == before) TEST_INFO("kind %d is not seen", kind), CHECK(false);
            CHECK_EQ(picture_of(v), before);
        }
    close_viewed(v);
}

/* What stands before a line hides it where that is asked for; else the line lies over all. */
TEST(inspect_lines_are_hidden_by_walls) {
    viewed *v = open_viewed(true, false);
    v->p.console->options.log_hashes = true;
    view_frame(v, 0);
    ox_loop_pause(&v->p.console->loop, true);
    ox_sketch *s = ox_inspect_sketch(v->p.console);
    const uint32_t plain = picture_of(v);
    ox_sketch_shape line = wire; /* the square `one` is a wall about the origin; behind it, and before it */
    line.a = v3(-FX(0.25), 0, -FX(1)), line.b = v3(FX(0.25), 0, -FX(1));
    line.lasts = 1;
    ox_sketch_add(s, &line);
    CHECK(picture_of(v) != plain);
    line.flags = OX_SKETCH_HIDES;
    ox_sketch_add(s, &line);
    CHECK_EQ(picture_of(v), plain);
    line.a.z = line.b.z = FX(1);
    ox_sketch_add(s, &line);
    CHECK(picture_of(v) != plain);
    close_viewed(v);
}

/* A full ring loses its oldest shapes, and counts them. A record is 32 bytes. */
TEST(inspect_shapes_beyond_the_room_are_counted) {
    static ox_sketch s;
    CHECK_EQ(sizeof(ox_sketch_shape), 32);
    ox_sketch_init(&s);
    for (uint32_t i = 0; i < OX_SKETCH_SHAPES + 10; i++)
        ox_sketch_add(&s, &(ox_sketch_shape){.kind = OX_SKETCH_LINE, .rgb = i});
    CHECK_EQ(s.count, OX_SKETCH_SHAPES);
    CHECK_EQ(s.dropped, 10);
    CHECK_EQ(s.shapes[s.first].rgb, 10);
    ox_sketch_add(NULL, &wire);
    for (uint32_t next = s.category_count; next < OX_SKETCH_CATEGORIES; next++)
        CHECK_EQ(ox_sketch_category(&s, "more", NULL, NULL), next);
    CHECK_EQ(ox_sketch_category(&s, "too many", NULL, NULL), OX_SKETCH_CATEGORIES);
}

static void count_calls(void *context, const ox_module_host *host, ox_sketch *sketch, uint32_t category) {
    ++*(uint32_t *)context;
    CHECK(host->world != NULL);
    ox_sketch_shape shape = wire;
    shape.category = (uint8_t)category;
    shape.lasts = 1;
    ox_sketch_add(sketch, &shape);
}

/* Each category is switched alone; while it is off nobody is asked, and none of its shapes is kept. */
TEST(inspect_categories_are_switched_alone) {
    uint32_t calls = 0;
    viewed *v = open_viewed(true, false);
    v->p.console->options.log_hashes = true;
    view_frame(v, 0);
    ox_loop_pause(&v->p.console->loop, true);
    ox_sketch *s = ox_inspect_sketch(v->p.console);
    const uint32_t number = ox_sketch_category(s, "mine", count_calls, &calls), plain = picture_of(v);
    ox_sketch_shape shape = wire;
    shape.category = (uint8_t)number;
    ox_sketch_add(s, &shape);
    CHECK_EQ(picture_of(v), plain);
    CHECK(calls == 0 && s->count == 0);
    CHECK(ox_inspect_run(&v->view, "sketch mine"));
    CHECK(picture_of(v) != plain);
    CHECK_EQ(calls, 1);
    CHECK(ox_inspect_run(&v->view, "sketch mine off"));
    CHECK_EQ(picture_of(v), plain);
    CHECK_EQ(calls, 1);
    static const char *const own[] = {"names", "places", "bounds"};
    for (int i = 0; i < 3; i++) {
        CHECK(ox_sketch_switch(s, own[i], true));
        CHECK(picture_of(v) != plain);
        CHECK(ox_sketch_switch(s, own[i], false));
        CHECK_EQ(picture_of(v), plain);
    }
    CHECK(ox_sketch_switch(s, "shapes", true));
    view_frame(v, 0);
    CHECK_EQ(v->view.show.what, OX_SHOW_SHAPES);
    CHECK(ox_sketch_switch(s, "shapes", false));
    view_frame(v, 0);
    CHECK(v->view.show.what == 0 && !v->view.shows);
    CHECK(!ox_inspect_run(&v->view, "sketch nothing") && !ox_inspect_run(&v->view, "sketch mine perhaps"));
    close_viewed(v);
}

/* Deliveries of the game's events stand on a page, the newest first, all or those of a name; the game is the same. */
TEST(inspect_events_page_has_the_deliveries) {
    viewed *v = open_viewed(true, false);
    CHECK(ox_inspect_run(&v->view, "events"));
    for (int i = 0; i < 5; i++) view_frame(v, 0);
    CHECK(v->view.bus != NULL && v->view.bus->traced >= 4);
    CHECK(shows(v, " delivered, 0 loops") && shows(v, " Walked "));
    const ox_event_trace *last = ox_events_trace(v->view.bus, 0);
    CHECK_EQ(last->tick, ox_console_world(v->p.console)->tick);
    CHECK(ox_inspect_run(&v->view, "events nobody"));
    view_frame(v, 0);
    CHECK(shows(v, "of nobody alone") && !shows(v, " Walked "));
    CHECK(ox_inspect_run(&v->view, "events Walked"));
    view_frame(v, 0);
    CHECK(shows(v, " Walked "));
    close_viewed(v);
}

TEST(inspect_profile_page_has_phases_and_modules) {
    viewed *v = open_viewed(true, false);
    ox_inspect_show_page(&v->view, OX_INSPECT_PROFILE, true);
    for (int i = 0; i < 5; i++) CHECK(ox_console_frame(v->p.console));
    CHECK_EQ(v->profile.unmatched, 0);
    CHECK_EQ(v->profile.frames, 4); /* the fifth ends with the sixth */
    static const char *const names[] = {"frame",  "input",     "step",    "draw", "world",
                                        "record", "rasterize", "present", "early"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (ox_profile_of(&v->profile, names[i]).average == 0) test_fail(__FILE__, __LINE__, names[i], 0, 1);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < v->profile.count; i++) sum += v->profile.samples[i].exclusive;
    CHECK_NEAR(sum * 1000 / v->profile.ticks, 1000,
               20); /* all of the frame but the price of three looks at the clock is in some piece */
    CHECK(shows(v, "frame") && shows(v, " step"));
    const ox_profile_counter *walker = ox_profile_counter_of(&v->profile, "goad Walker");
    CHECK(walker != NULL && walker->last > 5 && walker->last < 100);
    close_viewed(v);
}

TEST(inspect_places_find_the_dear_one) {
    viewed *v = open_viewed(true, false);
    v->view.maps = true;
    for (int i = 0; i < 40; i++) {
        v->p.console->scene.eye = (vec3){(i % 5) * 4 * FX_ONE, 0, (i % 2) * -4 * FX_ONE};
        v->p.console->elapsed = i % 5 == 3 && i % 2 == 1 ? 30000 : 9000;
        inspect_note_place(&v->view, v->p.console->elapsed);
    }
    ox_inspect_show_page(&v->view, OX_INSPECT_PLACES, true);
    v->view.maps = false;
    view_frame(v, 0);
    CHECK_EQ(v->view.spot_count, 10);
    CHECK(shows(v, "dearest 12,-4: 30000 us"));
    CHECK(shows(v, "@"));
    ox_inspect_spot first[10]; /* a second tour differs in nothing but noise */
    memcpy(first, v->view.spots, sizeof first);
    v->view.spot_count = 0;
    v->view.maps = true;
    for (int i = 0; i < 40; i++) {
        v->p.console->scene.eye = (vec3){(i % 5) * 4 * FX_ONE, 0, (i % 2) * -4 * FX_ONE};
        inspect_note_place(&v->view, (i % 5 == 3 && i % 2 == 1 ? 30000u : 9000u) + (uint32_t)i);
    }
    CHECK_EQ(v->view.spot_count, 10);
    for (int i = 0; i < 10; i++) {
        CHECK(first[i].x == v->view.spots[i].x && first[i].z == v->view.spots[i].z);
        CHECK_EQ(first[i].count, v->view.spots[i].count);
        CHECK_NEAR(first[i].total / first[i].count, v->view.spots[i].total / first[i].count, 40);
    }
    close_viewed(v);
}
