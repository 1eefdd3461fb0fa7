/* Counters, rules and flow of a game, in carts of texts: one game written in Goad and in C has the same state
 * in every step. The game goes through saves and live reload; mistakes of cart.txt are told. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/module.h"
#include "kernel/game/internal.h"
#include "rom/types.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD                                                                                                 \
    "title \"Game\"\nsize 64x48\nformat rgb565\nbudget 224K\nframe 16K\nstart title\n"                       \
    "mesh sign square.obj\n"
#define SCENES                                                                                               \
    "scene title\n camera at=0,0,6 target=0,0,0\n object sign name=hero%s\nend\n"                            \
    "scene yard\n camera at=0,0,6 target=0,0,0\n object sign name=hero%s\nend\n"

enum { STEPS = 400 };

typedef struct run {
    uint32_t hash[STEPS], scene[STEPS], buttons[STEPS];
    uint32_t objectives[4], won;
} run;

static ox_game *game(const played *p) { return game_of(ox_console_modules(p->console)); }

/* The state of the game's own part, and of the world. */
static uint32_t hash_of(const played *p) {
    if (game(p) == NULL) return 0;
    const ox_sim_part parts[] = {game_state_part(game(p)), ox_console_world_part(p->console)};
    const ox_sim state = {parts, 1};
    return ox_sim_hash(&state, OX_FNV_START);
}

static void note_step(const played *p, run *r, int step) {
    r->hash[step] = hash_of(p);
    r->scene[step] = p->console->options.scene;
}

static void spell(char *text, size_t room, const char *rules, bool scripted) {
    char scenes[400];
    const char *with = scripted ? " behaviour=Hero" : "";
    snprintf(scenes, sizeof scenes, SCENES, with, with);
    snprintf(text, room, HEAD "%s%s%s", scripted ? "script game game.goad\n" : "", rules, scenes);
}

static void play_goad(const char *rules, const char *script, run *r) {
    played p;
    char text[2400];
    spell(text, sizeof text, rules, true);
    play_texts(&p, &(played_texts){text, script, NULL});
    if (p.console == NULL) return;
    for (int i = 0; i < STEPS; i++) {
        frame(p.console, r->buttons[i]);
        note_step(&p, r, i);
    }
    const ox_objectives *o = ox_game_objectives(p.console);
    for (uint32_t i = 0; i < o->count && i < 4; i++) r->objectives[i] = o->states[i];
    r->won = (uint32_t)ox_game_trophies(p.console)->given;
    end(&p);
}

/* ---- the same game in C ---- */

typedef struct c_game {
    ox_console *console;
    void (*step)(struct c_game *g, const ox_input *input);
    ox_events events;
    uint8_t memory[8192];
    ox_arena arena;
    uint32_t ticks;
} c_game;

static ox_status start_c(void *state, ox_console *console) {
    c_game *g = state;
    g->console = console;
    return OX_OK;
}

static void step_c(void *state, const ox_input *input) {
    c_game *g = state;
    g->step(g, input);
}

static void play_c(const char *rules, void (*step)(c_game *g, const ox_input *input), run *r) {
    played p;
    char text[2400];
    static c_game g;
    memset(&g, 0, sizeof g);
    g.step = step;
    memset(&p, 0, sizeof p);
    spell(text, sizeof text, rules, false);
    pack_texts(&p, &(played_texts){text, "", NULL});
    const ox_cart own = {.name = "c", .start = start_c, .step = step_c, .state = &g};
    p.port = quiet_port(NULL);
    ox_boot_options boot = quiet_options(p.port, &p.image);
    boot.modules = ox_preset_silent;
    boot.cart = &own;
    p.console = ox_console_boot(&boot, &p.error);
    if (p.console == NULL) TEST_INFO("%s", p.error.text);
    CHECK(p.console != NULL);
    for (int i = 0; p.console != NULL && i < STEPS; i++) {
        frame(p.console, r->buttons[i]);
        note_step(&p, r, i);
    }
    end(&p);
}

static int first_difference(const run *a, const run *b) {
    for (int i = 0; i < STEPS; i++)
        if (a->hash[i] != b->hash[i] || a->scene[i] != b->scene[i]) return i;
    return -1;
}

static uint32_t kinds_of_hash(const run *r) {
    uint32_t count = 1;
    for (int i = 1; i < STEPS; i++) count += r->hash[i] != r->hash[i - 1];
    return count;
}

/* ---- objectives ---- */

static const char flock_rules[] = "objective flock text=\"Bring them home\" needs=home>=3 fails=lost>=2 "
                                  "back=flock resets=home,lost lives=1\n"
                                  "objective gate text=\"Close the gate\" after=flock\n"
                                  "objective rest after=flock optional when=night>=1 needs=night>=2\n";

static void press_at(run *r, int step, uint32_t button) { r->buttons[step] = button; }

static void drive_flock(run *r) {
    memset(r, 0, sizeof *r);
    press_at(r, 5, PLAT_A);
    press_at(r, 9, PLAT_B);
    press_at(r, 12, PLAT_B); /* two are lost: the flock begins anew */
    for (int i = 0; i < 3; i++) press_at(r, 20 + 3 * i, PLAT_A);
    press_at(r, 40, PLAT_X); /* the gate is active only from the step before on */
    press_at(r, 45, PLAT_Y);
    press_at(r, 50, PLAT_Y);
}

static void step_flock(c_game *g, const ox_input *input) {
    ox_counters *counters = ox_game_counters(g->console);
    if (input->pressed & PLAT_A) (void)ox_counters_add(counters, SID("home"), 1);
    if (input->pressed & PLAT_B) (void)ox_counters_add(counters, SID("lost"), 1);
    if (input->pressed & PLAT_X) (void)ox_objectives_complete(ox_game_objectives(g->console), SID("gate"));
    if (input->pressed & PLAT_Y) (void)ox_counters_add(counters, SID("night"), 1);
}

TEST(game_objectives_are_the_same_in_goad_and_in_c) {
    static run goad, c;
    drive_flock(&goad);
    drive_flock(&c);
    play_goad(flock_rules,
              "behaviour Hero { on Press(b) {\n if b == Button.A { count('home', 1) }\n"
              " if b == Button.B { count('lost', 1) }\n if b == Button.X { complete('gate') }\n"
              " if b == Button.Y { count('night', 1) } } }\n",
              &goad);
    play_c(flock_rules, step_flock, &c);
    CHECK_EQ(first_difference(&goad, &c), -1);
    CHECK_EQ(goad.objectives[0], OX_OBJECTIVE_DONE);
    CHECK_EQ(goad.objectives[1], OX_OBJECTIVE_DONE);
    CHECK_EQ(goad.objectives[2], OX_OBJECTIVE_DONE);
    press_at(&c, 12, 0); /* a run with one lost sheep less differs */
    play_c(flock_rules, step_flock, &c);
    CHECK_EQ(first_difference(&goad, &c), 12);
}

TEST(game_objectives_are_told_and_asked_for) {
    played p;
    char text[2400];
    spell(text, sizeof text, flock_rules, true);
    play_texts(&p,
               &(played_texts){text,
                               "var begun = 0\nvar done = 0\nvar failed = 0\nvar left = 0\nvar was: name\n"
                               "behaviour Hero {\n on ObjectiveBegins(what) { begun += 1 }\n"
                               " on ObjectiveDone(what) when what == 'flock' { done += 1 }\n"
                               " on ObjectiveFailed(what) { failed += 1 }\n"
                               " on Press(b) { if b == Button.A { count('home', 1) }\n"
                               "  if b == Button.B { fail('flock') }\n"
                               "  if b == Button.X { complete('nothing') } }\n"
                               " on tick { left = chapter_left(0)\n was = objective('flock')\n"
                               "  print_objective('flock', 2, 2, #FFFFFF) } }\n",
                               NULL});
    const int32_t *globals = ox_console_script(p.console, rom_id("script/game"))->globals;
    frames(p.console, 2);
    CHECK(globals[0] == 1 && globals[1] == 0 && globals[3] == 2 && globals[4] == (int32_t)OX_NAME("active"));
    uint32_t length = 0;
    const char *words = ox_game_text(p.console, OX_NAME("flock"), &length);
    CHECK(words != NULL && length == 15 && memcmp(words, "Bring them home", 15) == 0);
    frame(p.console, PLAT_B); /* the scene is changed to itself */
    frames(p.console, 2);
    CHECK(globals[0] == 2 && globals[2] == 1);
    CHECK_EQ(ox_counters_get(ox_game_counters(p.console), SID("lives")), -1);
    for (int i = 0; i < 3; i++) {
        frame(p.console, PLAT_A);
        frames(p.console, 2);
    }
    CHECK(globals[1] == 1 && globals[3] == 1 && globals[4] == (int32_t)OX_NAME("done"));
    frame(p.console, PLAT_X);
    frames(p.console, 1);
    CHECK(logged(p.console, "complete refuses its argument 1"));
    end(&p);
}

/* ---- counters without rules ---- */

static void step_counted(c_game *g, const ox_input *input) {
    if ((input->pressed & PLAT_A) == 0) return;
    CHECK_EQ(ox_counters_add(ox_game_counters(g->console), SID("home"), 2), OX_OK);
    CHECK(ox_game_keep(g->console, SID("best"), 7) && ox_game_kept(g->console, SID("best")) == 7);
    g->ticks = (uint32_t)ox_counters_get(ox_game_counters(g->console), SID("home"));
}

static void step_uncounted(c_game *g, const ox_input *input) {
    (void)input;
    CHECK(ox_game_counters(g->console) == NULL && !ox_game_keep(g->console, SID("best"), 7));
}

TEST(game_in_c_without_rules_counts_by_capacity) {
    static run counted, uncounted;
    memset(&counted, 0, sizeof counted);
    memset(&uncounted, 0, sizeof uncounted);
    press_at(&counted, 3, PLAT_A);
    press_at(&counted, 7, PLAT_A);
    play_c("capacity counters 4\ncapacity kept-numbers 4\n", step_counted, &counted);
    CHECK(kinds_of_hash(&counted) > 3);
    play_c("", step_uncounted, &uncounted);
}

/* ---- trophies ---- */

static const char bridge_rules[] =
    "count Fell falls argument=1 value=bridge\ncount Began seconds to=7\n"
    "objective walk needs=steps>=3\n"
    "trophy diver text=\"Off the bridge\" on=Fell argument=1 value=bridge needs=falls>=2\n"
    "trophy walker on=ObjectiveDone argument=1 value=walk needs=seconds<=10\n"
    "trophy gift text=\"A gift\"\n";

static void drive_bridge(run *r) {
    memset(r, 0, sizeof *r);
    press_at(r, 3, PLAT_START);
    press_at(r, 6, PLAT_A);
    press_at(r, 9, PLAT_B); /* a second fall */
    press_at(r, 12, PLAT_A);
    for (int i = 0; i < 3; i++) press_at(r, 30 + 2 * i, PLAT_X);
    press_at(r, 50, PLAT_Y);
    press_at(r, 53, PLAT_Y);
}

/* A bus of the cart's own, since no machine of scripts has one. */
static void step_bridge(c_game *g, const ox_input *input) {
    static const ox_id names[] = {OX_NAME("fell"), OX_NAME("began"), OX_NAME("objectivedone"),
                                  OX_NAME("trophy"), OX_NAME("objectivebegins")};
    ox_event event;
    if (g->ticks++ == 0) {
        const ox_events_config config = {.types = 8, .waiting = 16, .extensions = 4, .listeners = 4};
        ox_arena_init(&g->arena, g->memory, sizeof g->memory);
        CHECK(ox_events_init(&g->events, &config, &g->arena) == OX_OK &&
              ox_events_add_types(&g->events, names, 5) == OX_OK);
        ox_game_listen(g->console, &g->events);
    }
    ox_events_begin(&g->events, g->ticks);
    (void)ox_events_drain(&g->events);
    if (input->pressed & (PLAT_A | PLAT_B)) {
        ox_event_begin(&event, ox_events_type(&g->events, OX_NAME("fell")), OX_HANDLE_NONE, OX_HANDLE_NONE);
        (void)ox_event_add_int(&event, 1, (int32_t)(input->pressed & PLAT_A ? SID("bridge") : SID("wall")));
        (void)ox_events_post(&g->events, &event, 0);
    }
    if (input->pressed & PLAT_START) {
        ox_event_begin(&event, ox_events_type(&g->events, OX_NAME("began")), OX_HANDLE_NONE, OX_HANDLE_NONE);
        (void)ox_events_post(&g->events, &event, 0);
    }
    (void)ox_events_drain(&g->events);
    if (input->pressed & PLAT_X) (void)ox_counters_add(ox_game_counters(g->console), SID("steps"), 1);
    if (input->pressed & PLAT_Y) (void)ox_trophies_give(ox_game_trophies(g->console), SID("gift"));
}

TEST(game_trophies_are_the_same_in_goad_and_in_c) {
    static run goad, c;
    drive_bridge(&goad);
    drive_bridge(&c);
    play_goad(bridge_rules,
              "event Fell(where: name)\nevent Began()\nvar heard = 0\n"
              "behaviour Hero { on Press(b) {\n if b == Button.A { emit Fell('bridge') }\n"
              " if b == Button.B { emit Fell('wall') }\n if b == Button.START { emit Began() }\n"
              " if b == Button.X { count('steps', 1) }\n if b == Button.Y { if not won('gift') { "
              "award('gift') } } }\n"
              " on ObjectiveDone(what) { heard += 1 }\n on Trophy(what) { heard += 1 } }\n",
              &goad);
    play_c(bridge_rules, step_bridge, &c);
    CHECK_EQ(goad.won, 7);
    CHECK_EQ(first_difference(&goad, &c), -1);
}

/* ---- the flow of scenes ---- */

static const char flow_rules[] = "mode pause text=\"PAUSE\"\nmode over scene=title\n"
                                 "way title press:start yard\nway yard press:start pause\n"
                                 "way pause press:start back\nway yard died over\nway over after:30 title\n"
                                 "way any quit title\n";

static void drive_flow(run *r) {
    memset(r, 0, sizeof *r);
    press_at(r, 10, PLAT_START);
    press_at(r, 40, PLAT_START); /* a pause of 60 steps */
    press_at(r, 50, PLAT_A);     /* a press in the pause, heard by nobody */
    press_at(r, 100, PLAT_START);
    press_at(r, 130, PLAT_A); /* the player dies */
    press_at(r, 200, PLAT_START);
    press_at(r, 230, PLAT_B); /* the player quits */
}

static void step_flow(c_game *g, const ox_input *input) {
    ox_flow *flow = ox_game_flow(g->console);
    if (ox_flow_top(flow) != SID("yard")) return;
    if (input->pressed & PLAT_A) (void)ox_flow_say(flow, SID("died"));
    if (input->pressed & PLAT_B) (void)ox_flow_say(flow, SID("quit"));
}

TEST(game_flow_is_the_same_in_goad_and_in_c) {
    static run goad, c;
    drive_flow(&goad);
    drive_flow(&c);
    play_goad(flow_rules,
              "behaviour Hero { on Press(b) when mode() == 'yard' {\n if b == Button.A { say('died') }\n"
              " if b == Button.B { say('quit') } } }\n",
              &goad);
    play_c(flow_rules, step_flow, &c);
    CHECK_EQ(first_difference(&goad, &c), -1);
    const uint32_t title = rom_id("scene/title"), yard = rom_id("scene/yard");
    CHECK(goad.scene[9] == title && goad.scene[12] == yard && goad.scene[60] == yard);
    CHECK(goad.scene[129] == yard && goad.scene[134] == title && goad.scene[199] == title);
    CHECK(goad.scene[203] == yard && goad.scene[234] == title);
}

/* The world stands still below a pause, the words of the mode are drawn, and a script's scene is the same mechanism. */
TEST(game_modes_rest_and_follow_scenes) {
    played p;
    char text[2400];
    spell(text, sizeof text, flow_rules, true);
    play_texts(&p, &(played_texts){text,
                                   "var ticks = 0\nvar told = 0\nbehaviour Hero { on tick { ticks += 1 }\n"
                                   " on Mode(what) { told += 1 }\n"
                                   " on Press(b) { if b == Button.B { scene('yard') }\n"
                                   "  if b == Button.X { scene('title') } } }\n",
                                   NULL});
    const int32_t *globals = ox_console_script(p.console, rom_id("script/game"))->globals;
    frame(p.console, PLAT_B);
    frames(p.console, 3);
    CHECK_EQ(p.console->options.scene, rom_id("scene/yard"));
    CHECK_EQ(ox_flow_top(ox_game_flow(p.console)), SID("yard"));
    frame(p.console, PLAT_START);
    frames(p.console, 2);
    const int32_t before = globals[0];
    frames(p.console, 60);
    CHECK_EQ(globals[0], before);
    CHECK_EQ(ox_flow_top(ox_game_flow(p.console)), SID("pause"));
    frame(p.console, PLAT_START);
    frames(p.console, 9);
    CHECK_EQ(globals[0], before + 10);
    frame(p.console, PLAT_X);
    frames(p.console, 2);
    CHECK_EQ(ox_flow_top(ox_game_flow(p.console)), SID("title"));
    CHECK(globals[1] >= 3);
    end(&p);
}

/* ---- attract ---- */

static const char attract_rules[] = "mode demo scene=yard input=demo.txt seed=5\n"
                                    "way title idle:30 demo\nway demo press title\nway demo end title\n"
                                    "way title press:start yard\n";
static const char demo_text[] = "0 press RIGHT\n20 hold A 3\n30 release RIGHT\n50 quit\n";

/* Counts the demo's input in the game. */
static void step_attract(c_game *g, const ox_input *input) {
    ox_counters *counters = ox_game_counters(g->console);
    if (g->console->options.scene != rom_id("scene/yard")) return;
    if (input->held & PLAT_RIGHT) (void)ox_counters_add(counters, SID("way"), 1);
    if (input->pressed & PLAT_A) (void)ox_counters_add(counters, SID("jumps"), 1);
}

static void write_demo(played *p) { folder_write(&p->folder, "demo.txt", demo_text); }

/* Plays as play_goad and play_c do, with a demo beside the texts. */
static void play_attract(bool scripted, run *r) {
    played p;
    char text[2400];
    static c_game g;
    const ox_cart own = {.name = "c", .start = start_c, .step = step_c, .state = &g};
    memset(&g, 0, sizeof g);
    memset(&p, 0, sizeof p);
    g.step = step_attract;
    spell(text, sizeof text, attract_rules, scripted);
    write_texts(&p.folder, &(played_texts){text,
                                           "behaviour Hero { on tick { if mode() != 'title' {\n"
                                           " if held(Button.RIGHT) { count('way', 1) }\n"
                                           " if pressed(Button.A) { count('jumps', 1) } } } }\n",
                                           NULL});
    write_demo(&p);
    CHECK(folder_pack(&p.folder, &p.image));
    p.port = quiet_port(NULL);
    ox_boot_options boot = quiet_options(p.port, &p.image);
    boot.modules = ox_preset_silent;
    boot.cart = scripted ? NULL : &own;
    p.console = ox_console_boot(&boot, &p.error);
    if (p.console == NULL) TEST_INFO("%s", p.error.text);
    CHECK(p.console != NULL);
    for (int i = 0; p.console != NULL && i < STEPS; i++) {
        frame(p.console, r->buttons[i]);
        note_step(&p, r, i);
        r->objectives[0] = (uint32_t)ox_counters_get(ox_game_counters(p.console), SID("way"));
        r->objectives[1] = (uint32_t)ox_counters_get(ox_game_counters(p.console), SID("jumps"));
        if (i == 90) r->objectives[2] = r->objectives[0];
    }
    end(&p);
}

TEST(game_attract_is_the_same_in_goad_and_in_c) {
    static run goad, c;
    const uint32_t title = rom_id("scene/title"), yard = rom_id("scene/yard");
    memset(&goad, 0, sizeof goad);
    press_at(&goad, 130, PLAT_A); /* a press in the second round ends the demo */
    /* a press in a later round ends the demo, too, and nobody begins to play */
    press_at(&goad, 270, PLAT_START);
    c = goad;
    play_attract(true, &goad);
    play_attract(false, &c);
    CHECK_EQ(first_difference(&goad, &c), -1);
    CHECK(goad.scene[28] == title && goad.scene[35] == yard && goad.scene[75] == yard);
    CHECK(goad.scene[84] == title && goad.scene[120] == yard && goad.scene[132] == title);
    CHECK(goad.scene[269] == yard && goad.scene[273] == title && goad.scene[295] == title);
    CHECK_EQ(goad.objectives[2], 30); /* one whole round of the demo */
    CHECK(goad.objectives[1] >= 3 && kinds_of_hash(&goad) > 300);
}

/* Nobody touches anything: two demos play in turn, by the same scripts as players. A press ends the one that plays, and is heard by nobody. */
TEST(game_demos_follow_one_another) {
    static const char several[] =
        "mode one scene=yard input=demo.txt seed=5\nmode two scene=yard input=other.txt seed=6\n"
        "way title idle:30 one\nway one end two\nway two end one\n"
        "way one press title\nway two press title\n";
    uint32_t hashes[2] = {0, 0};
    for (int again = 0; again < 2; again++) {
        played p;
        char text[2400];
        int32_t right = 0, left = 0;
        memset(&p, 0, sizeof p);
        spell(text, sizeof text, several, true);
        write_texts(&p.folder,
                    &(played_texts){text,
                                    "behaviour Hero {\n"
                                    " on tick { if held(Button.RIGHT) { count('right', 1) }\n"
                                    "  if held(Button.LEFT) { count('left', 1) } }\n"
                                    " on Press(b) when b == Button.START { count('start', 1) } }\n",
                                    NULL});
        write_demo(&p);
        folder_write(&p.folder, "other.txt", "0 press LEFT\n30 release LEFT\n40 quit\n");
        CHECK(folder_pack(&p.folder, &p.image));
        boot_with(&p, NULL, 0);
        CHECK(p.console != NULL);
        if (p.console == NULL) return;
        const ox_counters *counters = ox_game_counters(p.console);
        for (int i = 0; i < 300; i++) {
            frame(p.console, 0);
            if (i == 28) CHECK(p.console->options.scene == rom_id("scene/title"));
            if (i == 85) CHECK((right = ox_counters_get(counters, SID("right"))) == 30 && left == 0);
            if (i == 85) left = ox_counters_get(counters, SID("left"));
            if (i == 125) CHECK(ox_counters_get(counters, SID("left")) >= 25 && left < 10);
        }
        CHECK(ox_counters_get(counters, SID("right")) > 60 && ox_counters_get(counters, SID("left")) > 60);
        CHECK_EQ(p.console->options.scene, rom_id("scene/yard"));
        hashes[again] = hash_of(&p);
        frame(p.console, PLAT_START);
        frames(p.console, 3);
        CHECK_EQ(p.console->options.scene, rom_id("scene/title"));
        CHECK_EQ(ox_counters_get(counters, SID("start")), 0);
        end(&p);
    }
    CHECK_EQ(hashes[0], hashes[1]);
}

/* ---- time ---- */

/* The whole state comes back at any step, and the game goes on from there as before. */
TEST(game_state_comes_back_at_any_step) {
    played p;
    char text[2400];
    static uint8_t bytes[65536];
    uint32_t after[20];
    spell(text, sizeof text, flock_rules, true);
    play_texts(&p, &(played_texts){text,
                                   "behaviour Hero { on Press(b) { if b == Button.A { count('home', 1) }\n"
                                   " if b == Button.B { complete('gate') } } }\n",
                                   NULL});
    for (int at = 0; at < 12; at++) {
        ox_sim_part parts[OX_STATE_PARTS];
        const ox_sim state = {parts, ox_console_list_state(p.console, parts)};
        ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
        frame(p.console, at % 2 == 0 ? PLAT_A : 0);
        ox_sim_save(&state, &to);
        for (int i = 0; i < 20; i++) {
            frame(p.console, i % 4 == 0 ? PLAT_B : i % 4 == 2 ? PLAT_A : 0);
            after[i] = ox_console_state_hash(p.console);
        }
        ox_reader from = ox_reader_bytes(bytes, to.used);
        CHECK_EQ(ox_sim_restore(&state, &from), OX_OK);
        for (int i = 0; i < 20; i++) {
            frame(p.console, i % 4 == 0 ? PLAT_B : i % 4 == 2 ? PLAT_A : 0);
            CHECK_EQ(ox_console_state_hash(p.console), after[i]);
        }
        from = ox_reader_bytes(bytes, to.used);
        CHECK_EQ(ox_sim_restore(&state, &from), OX_OK);
    }
    end(&p);
}

/* Rules that change while the game plays keep what is known by name. */
TEST(game_rules_change_while_it_plays) {
    played p;
    char text[2400], other[2400];
    writer mod;
    ox_error error;
    static const char script[] = "behaviour Hero { on Press(b) { count('home', 1) } }\n";
    spell(text, sizeof text, flock_rules, true);
    spell(other, sizeof other,
          "objective before needs=early>=1\nobjective flock text=\"All four\" needs=home>=4\n"
          "objective gate after=flock\nmode pause\nway title press:start pause\nway pause press:start back\n",
          true);
    play_texts(&p, &(played_texts){text, script, NULL});
    for (int i = 0; i < 2; i++) {
        frame(p.console, PLAT_A);
        frames(p.console, 1);
    }
    const uint32_t tick = game(&p)->tick;
    CHECK(overlay_of(&p, &(played_texts){other, script, NULL}, &mod) > 0);
    CHECK_EQ(ox_console_replace(p.console, mod.data, (uint32_t)mod.size, &error), OX_OK);
    CHECK_EQ(ox_counters_get(ox_game_counters(p.console), SID("home")), 2);
    CHECK_EQ(ox_objectives_state(ox_game_objectives(p.console), SID("flock")), OX_OBJECTIVE_ACTIVE);
    CHECK_EQ(ox_objectives_state(ox_game_objectives(p.console), SID("before")), OX_OBJECTIVE_LOCKED);
    CHECK_EQ(game(&p)->tick, tick);
    CHECK_EQ(ox_flow_top(ox_game_flow(p.console)), SID("title"));
    frame(p.console, PLAT_A);
    frames(p.console, 1);
    CHECK_EQ(ox_objectives_state(ox_game_objectives(p.console), SID("flock")), OX_OBJECTIVE_ACTIVE);
    frame(p.console, PLAT_A);
    frames(p.console, 1);
    CHECK_EQ(ox_objectives_state(ox_game_objectives(p.console), SID("flock")), OX_OBJECTIVE_DONE);
    frame(p.console, PLAT_START);
    CHECK_EQ(ox_flow_top(ox_game_flow(p.console)), SID("pause"));
    end(&p);
    writer_free(&mod);
}

/* ---- mistakes ---- */

TEST(game_statements_mistakes_are_told_with_their_line) {
    static const struct {
        const char *rules, *says;
    } mistakes[] = {
        {"objective\n", "`objective` without a name"},
        {"objective a\nobjective A\n", "objective `A` is there already, in line 9"},
        {"objective a needs=keys\n", "needs=keys; write a counter, >= or <=, and a whole number"},
        {"objective a needs=k>=1,k>=2,k>=3,k>=4\n", "needs= has more than 3 conditions"},
        {"objective a after=b\n", "objective `a`: there is no objective `b`"},
        {"objective a after=b\nobjective b after=a\n", "objective `a` comes after itself"},
        {"trophy a argument=1\n", "argument= and value= belong together"},
        {"trophy a argument=1 value=x\n", "argument= is about an event; write on=EVENT too"},
        {"count Enter\n", "`count` without the name of a counter"},
        {"count Enter home by=1 to=2\n", "by= adds and to= sets; take one out"},
        {"mode any\n", "`any` has a meaning in ways"},
        {"mode a input=demo.txt\n", "a demo plays in a scene; write scene=SCENE too"},
        {"mode a scene=nowhere\n", "mode `a`: there is no scene `nowhere`"},
        {"mode a scene=yard input=missing.txt\n", "missing.txt"},
        {"mode a scene=yard input=square.obj\n", "mode `a`: square.obj:1"},
        {"way title press:start nowhere\n", "there is neither a scene nor a mode `nowhere`"},
        {"way title press:z yard\n", "there is no button `z`"},
        {"way title idle:0 yard\n", "`idle:0`; write idle: and a number of steps"},
        {"way title x yard\nway title X title\n", "line 9 says already where `X` leads from `title`"},
        {"way title x\n", "`way` without the mode that it leads to, or back"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        char text[2400];
        spell(text, sizeof text, mistakes[i].rules, true);
        refuse_texts(&(played_texts){text, "behaviour Hero { }\n", NULL}, mistakes[i].says);
    }
    char text[2400]; /* what is typed is no button: demos have buttons alone */
    spell(text, sizeof text, "mode a scene=yard input=yard.txt\n", true);
    refuse_texts(&(played_texts){text, "behaviour Hero { }\n", "3 type A\n9 quit\n"}, "yard.txt (step 3)");
}

/* Without memory there are no rules, for scripts and C alike. */
TEST(game_rules_want_memory) {
    static uint8_t few[16];
    played p;
    char text[2400], why[80];
    rom_image image;
    rom_view chunk;
    ox_arena arena;
    ox_rules rules;
    ox_flow flow;
    spell(text, sizeof text, flock_rules, true);
    play_texts(&p, &(played_texts){text, "behaviour Hero { }\n", NULL});
    CHECK(rom_open(p.image.data, p.image.size, &image, NULL) == ROM_OK &&
          rom_view_chunk(&image, rom_id("game"), ROM_TAG_GAME, &chunk, NULL) == ROM_OK);
    ox_arena_init(&arena, few, sizeof few);
    ox_text told = ox_text_begin(why, sizeof why);
    const ox_flow_config config = {.game = NULL};
    CHECK_EQ(ox_rules_read(&rules, chunk.data, &(ox_rules_flow){&flow, &config, NULL}, &arena, &told),
             OX_OUT_OF_MEMORY);
    end(&p);
}
