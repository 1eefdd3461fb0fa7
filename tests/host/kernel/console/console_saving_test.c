/* Saved games and going back in time in carts whose script is all there is. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/internal.h"
#include "kernel/saving/internal.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD                                                                                                 \
    "title \"Saves\"\nsize 64x48\nformat rgb565\nbudget 256K\nframe 16K\nstart one\n"                        \
    "material red colour=#ff2020 shading=unlit\nmesh sign square.obj material=red\nscript game game.goad\n"  \
    "capacity script-copies 12\n"
#define ASKS "capacity saves 2\ncapacity rewind 600\ncapacity save-blocks 16\ncapacity snapshot-blocks 64\n"
#define SCENES                                                                                               \
    "type shot mesh=sign scale=0.2 behaviour=Shot\ntype rules behaviour=Rules\n"                             \
    "scene one\n camera at=0,0,6 target=0,0,0\n object sign name=wall\n object rules\nend\n"                 \
    "scene two\n camera at=0,0,6 target=0,0,0\n object rules at=1,0,0\nend\n"

/* A makes shots that fly and go, B saves, X loads, Y goes back, L goes to the other scene. */
static const char script[] =
    "var made = 0\nvar steps = 0\nvar best = 0\n"
    "behaviour Shot {\n  var age = 0\n"
    "  on tick { age += 1\n self.pos = self.pos + vec3(0.1, random_between(-0.1, 0.1), 0.0)\n"
    "    if age > 40 { remove(self) } }\n}\n"
    "behaviour Rules {\n"
    "  on tick { steps += 1\n if random(10) == 0 { create('shot', self.pos)\n made += 1 } }\n"
    "  on Press(b) {\n"
    "    if b == Button.A { create('shot', vec3(0.0, 1.0, 0.0)) }\n"
    "    if b == Button.B { save(1) }\n"
    "    if b == Button.X { if saved(1) { load(1) } else { made = 5000 } }\n"
    "    if b == Button.Y { rewind(30) }\n"
    "    if b == Button.L { scene('two') }\n"
    "    if b == Button.R { best = kept('best') + 1\n keep('best', best) }\n"
    "  }\n}\n";

/* Plays on a port that keeps saved games in a file of the cart's folder. */
static void play(played *p, const char *text) {
    static char path[96];
    char said[200] = "";
    memset(p, 0, sizeof *p);
    pack_played(p, text, script);
    snprintf(path, sizeof path, "%s/saves", p->folder.path);
    snprintf(p->folder.files[p->folder.count++], sizeof p->folder.files[0], "%s", path);
    const host_options options = {
        .quiet = true, .memory = 1 << 20, .threads = 1, .frame_limit = 1000000, .storage = path};
    p->port = test_port_open(&options, said, sizeof said);
    ox_boot_options boot = quiet_options(p->port, &p->image);
    boot.modules = ox_preset_silent;
    p->console = ox_console_boot(&boot, &p->error);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
}

static int32_t global_of(played *p, uint32_t number) {
    return ox_console_script(p->console, rom_id("script/game"))->globals[number];
}

/* Plays until a save is written: writes are spread over steps. */
static void wait_for_save(ox_console *c) {
    for (int i = 0; i < 4000 && ox_console_saving(c); i++) frame(c, 0);
    const char *why;
    CHECK(ox_console_saved(c, &why) == OX_OK && !ox_console_saving(c));
    if (why[0] != 0) TEST_INFO("%s", why);
}

/* The steps behind a save come again behind its load, at twenty random steps. */
TEST(saving_games_of_scripts_go_on_as_they_were) {
    uint32_t seed = 3;
    for (int round = 0; round < 20; round++) {
        played p;
        uint32_t hashes[40];
        play(&p, HEAD ASKS SCENES);
        ox_console *c = p.console;
        seed = seed * 1664525u + 1013904223u;
        frames(c, 1 + (int)(seed >> 25));
        frame(c, PLAT_B); /* the game is saved when this step is over */
        const uint32_t saved = ox_console_state_hash(c);
        CHECK(ox_console_saving(c));
        for (int i = 0; i < 40; i++) {
            frame(c, 0);
            hashes[i] = ox_console_state_hash(c);
        }
        wait_for_save(c);
        frames(c, 25);
        frame(c, PLAT_X);
        CHECK(ox_console_state_hash(c) != saved);
        const int32_t made = global_of(&p, 0);
        CHECK(made < 5000);
        for (int i = 0; i < 40; i++) {
            frame(c, 0); /* the first of these steps takes the game over */
            CHECK_EQ(ox_console_state_hash(c), hashes[i]);
        }
        end(&p);
    }
}

/* A game that was saved in one scene is loaded in another scene: its own scene begins first. */
TEST(saving_games_are_loaded_in_their_scene) {
    played p;
    play(&p, HEAD ASKS SCENES);
    ox_console *c = p.console;
    frames(c, 30);
    frame(c, PLAT_B);
    const int32_t steps = global_of(&p, 1);
    const uint32_t alive = c->world.alive;
    wait_for_save(c);
    frame(c, PLAT_L);
    frames(c, 20);
    CHECK(ox_console_scene(c) == rom_id("scene/two") && global_of(&p, 1) > steps);
    frame(c, PLAT_X);
    frames(c, 2);
    CHECK_EQ(ox_console_scene(c), rom_id("scene/one"));
    CHECK(global_of(&p, 1) <= steps + 2 && global_of(&p, 1) >= steps && c->world.alive >= alive);
    CHECK(ox_world_find(&c->world, rom_id("wall")) != NULL);
    end(&p);
}

/* A game goes back ten seconds, a bit at a time, and forward again: every step has its state of before. */
TEST(saving_scripts_go_back_in_time) {
    enum { STEPS = 600 };
    static uint32_t hashes[STEPS];
    played p;
    play(&p, HEAD ASKS SCENES);
    ox_console *c = p.console;
    for (int i = 0; i < STEPS; i++) {
        frame(c, i % 9 == 0 ? PLAT_A : 0);
        hashes[i] = ox_console_state_hash(c);
    }
    CHECK(ox_console_behind(c) >= STEPS - 120);
    int at = STEPS - 1;
    for (int back = 1; back <= at && (uint32_t)back <= ox_console_behind(c); back += 37) {
        CHECK_EQ(ox_console_rewind(c, (uint32_t)back), OX_OK);
        at -= back;
        CHECK_EQ(ox_console_state_hash(c), hashes[at]);
    }
    while (at + 50 < STEPS && ox_console_ahead(c) >= 50) {
        CHECK_EQ(ox_console_forward(c, 50), OX_OK);
        at += 50;
        CHECK_EQ(ox_console_state_hash(c), hashes[at]);
    }
    const int32_t before = global_of(&p, 1);
    frame(c, PLAT_Y); /* the script goes back, in front of the next step */
    frame(c, 0);
    CHECK(global_of(&p, 1) < before && global_of(&p, 1) >= before - 31);
    frame(c, PLAT_L); /* another scene has a history of its own */
    frames(c, 3);
    CHECK(ox_console_behind(c) <= 3);
    frame(c, 0);
    end(&p);
}

/* Numbers that are kept share the container, and outlive games that are loaded. */
TEST(saving_keeps_numbers_beside_games) {
    played p;
    play(&p, HEAD ASKS SCENES);
    ox_console *c = p.console;
    frames(c, 5);
    frame(c, PLAT_B);
    wait_for_save(c);
    for (int i = 0; i < 3; i++) {
        frame(c, PLAT_R);
        frames(c, 80);
    }
    CHECK_EQ(global_of(&p, 2), 3);
    frame(c, PLAT_X);
    frames(c, 3);
    CHECK(global_of(&p, 2) == 0 && global_of(&p, 1) < 20); /* the game is as it was */
    frame(c, PLAT_R);
    CHECK_EQ(global_of(&p, 2), 4); /* the kept number is not */
    end(&p);
}

/* A game is saved as it is when it is asked for, even while kept numbers are being written. */
TEST(saving_waits_for_no_numbers) {
    played p;
    play(&p, HEAD ASKS SCENES);
    ox_console *c = p.console;
    frames(c, 62);
    frame(c, PLAT_R); /* kept numbers are written from one of the next steps on */
    const ox_saves *saves = saving_of(c)->saves;
    for (int i = 0; i < 80 && !ox_saves_busy(saves); i++) frame(c, 0);
    CHECK(ox_saves_busy(saves) && !ox_console_saving(c));
    CHECK_EQ(ox_console_save(c, 0), OX_OK);
    wait_for_save(c);
    for (int i = 0; i < 2; i++) frame(c, i == 0 ? PLAT_R : 0);
    for (int i = 0; i < 80 && !ox_saves_busy(saves); i++) frame(c, 0);
    CHECK(ox_saves_busy(saves));
    CHECK_EQ(ox_console_load(c, 0), OX_OK);
    frame(c, PLAT_R);
    for (int i = 0; i < 58; i++) frame(c, 0);
    CHECK(!ox_saves_busy(saves));
    uint32_t written = 0; /* steps at which a game was taken while numbers began to be written */
    for (int i = 0; i < 40 && written == 0; i++) {
        frame(c, PLAT_R);
        frame(c, PLAT_B); /* the save is asked for within a step */
        const uint32_t steps = (uint32_t)global_of(&p, 1);
        if (saves->slot == 0 && ox_saves_busy(saves)) written = steps;
        CHECK(ox_console_saving(c));
        wait_for_save(c);
        frame(c, PLAT_X);
        frame(c, 0);
        CHECK_EQ(global_of(&p, 1), steps + 1); /* the loaded game is that of this step */
        for (int k = 0; k < 57; k++) frame(c, 0);
    }
    CHECK(written != 0);
    end(&p);
}

/* Carts that ask for no saves have none, and a missing slot stops the behaviour that asks for it. */
TEST(saving_is_for_carts_that_ask) {
    played p;
    play(&p, HEAD SCENES);
    CHECK(saving_of(p.console) == NULL);
    CHECK_EQ(ox_console_save(p.console, 0), OX_UNSUPPORTED);
    frame(p.console, 0);
    frame(p.console, PLAT_B);
    CHECK(logged(p.console, "save refuses its argument 1"));
    end(&p);
    play(&p, HEAD ASKS SCENES);
    frame(p.console, 0);
    frame(p.console, PLAT_X); /* nothing was saved yet */
    CHECK(global_of(&p, 0) >= 5000);
    CHECK_EQ(ox_console_load(p.console, 1), OX_NOT_FOUND);
    CHECK_EQ(ox_console_save(p.console, 2), OX_BAD_ARGUMENT);
    end(&p);
}
