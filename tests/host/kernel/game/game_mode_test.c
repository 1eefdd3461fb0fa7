/* Modes of carts: what leads from one to another, who hears of it, demos, pictures; and what a cart takes memory for. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/module.h"
#include "kernel/game/internal.h"
#include "kernel/save/container.h"
#include "kernel/saving/module.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD                                                                                                 \
    "title \"Modes\"\nsize 64x48\nformat rgb565\nbudget 256K\nframe 16K\nstart title\n"                      \
    "mesh sign square.obj\nscript game game.goad\n"
#define SCENES                                                                                               \
    "scene title\n camera at=0,0,6 target=0,0,0\n object sign name=hero behaviour=Hero\nend\n"               \
    "scene yard\n camera at=0,0,6 target=0,0,0\n object sign name=hero behaviour=Hero\nend\n"

static ox_game *game(const played *p) { return game_of(ox_console_modules(p->console)); }
static ox_id top(const played *p) { return ox_flow_top(ox_game_flow(p->console)); }
static const int32_t *globals_of(const played *p) {
    return ox_console_script(p->console, rom_id("script/game"))->globals;
}

static void play(played *p, const char *rules, const char *script) {
    char text[2400];
    snprintf(text, sizeof text, HEAD "%s" SCENES, rules);
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){text, script, NULL});
    folder_write(&p->folder, "demo.txt", "0 press RIGHT\n20 quit\n");
    folder_write(&p->folder, "two.txt", "0 press RIGHT\n10 release RIGHT\n20 quit\n");
    tool_error error = {.text = ""};
    if (!folder_pack_told(&p->folder, &p->image, &error)) TEST_INFO("%s", error.text);
    CHECK_EQ(error.text[0], 0);
    boot_with(p, NULL, 0);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
}

/* Steps until another mode is on. */
static int steps_in(const played *p, ox_id mode, uint32_t buttons) {
    int steps = 0;
    for (; steps < 200 && top(p) == mode; steps++) frame(p->console, buttons);
    return steps;
}

static const char quiet[] = "behaviour Hero { }\n";

/* A mode ends after as many steps as its way says, or as many without a button; a change begins both anew. */
TEST(game_modes_end_after_steps) {
    played p;
    play(&p, "mode rest\nway title after:10 rest\nway rest idle:6 title\nway any nonsense title\n", quiet);
    (void)steps_in(&p, OX_NAME("title"), 0);
    for (int round = 0; round < 3; round++) {
        CHECK_EQ(top(&p), OX_NAME("rest"));
        if (round == 1) { /* whoever holds a button is not idle */
            for (int i = 0; i < 30; i++) frame(p.console, PLAT_UP);
            CHECK_EQ(top(&p), OX_NAME("rest"));
        }
        CHECK_EQ(steps_in(&p, OX_NAME("rest"), 0), 6);
        CHECK_EQ(top(&p), OX_NAME("title"));
        CHECK_EQ(steps_in(&p, OX_NAME("title"), round == 2 ? PLAT_UP : 0), 10);
    }
    end(&p);
}

/* Of two ways out of a mode the first that comes is taken; a way from any mode holds for each, and one of another mode for none. */
TEST(game_modes_have_ways_of_their_own) {
    played p;
    play(&p,
         "mode one\nmode two\nway one press:a two\nway title press:a one\nway title press:b two\n"
         "way any press:start title\n",
         quiet);
    frames(p.console, 2);
    frame(p.console, PLAT_A | PLAT_B);
    frame(p.console, 0);
    CHECK_EQ(top(&p), OX_NAME("one"));
    frame(p.console, PLAT_B); /* of title alone */
    frame(p.console, 0);
    CHECK_EQ(top(&p), OX_NAME("one"));
    frame(p.console, PLAT_A);
    frame(p.console, 0);
    CHECK_EQ(top(&p), OX_NAME("two"));
    frame(p.console, PLAT_START);
    frames(p.console, 2);
    CHECK(top(&p) == OX_NAME("title") && ox_game_flow(p.console)->depth == 1);
    end(&p);
}

/* An event is a word: in the mode that has a way by it, and in no other. */
TEST(game_modes_follow_events) {
    played p;
    play(&p, "mode fallen\nway title Rose fallen\nway title Fell fallen\nway fallen Rose title\n",
         "event Fell()\nevent Rose()\nevent Other()\nbehaviour Hero { on Press(b) {\n"
         " if b == Button.A { emit Fell() }\n if b == Button.B { emit Rose() }\n if b == Button.X { emit "
         "Other() } } }\n");
    frames(p.console, 2);
    const uint32_t ignored = ox_game_flow(p.console)->ignored;
    frame(p.console, PLAT_X);
    frames(p.console, 3);
    CHECK(top(&p) == OX_NAME("title") && ox_game_flow(p.console)->ignored == ignored);
    frame(p.console, PLAT_A);
    frames(p.console, 3);
    CHECK_EQ(top(&p), OX_NAME("fallen"));
    CHECK(ox_game_flow(p.console)->ignored == ignored && ox_game_flow(p.console)->changes == 1);
    end(&p);
}

/* Scripts hear of each mode once: of one over the scene at once, of one with a scene in that scene. */
TEST(game_modes_are_told) {
    played p;
    play(&p,
         "mode talk runs\nmode over scene=yard\nway title press:a talk\nway talk press:b back\nway title "
         "press:start over\n",
         "var heard = 0\nvar last: name\nvar ticks = 0\nbehaviour Hero { on Mode(what) { heard += 1\n last = "
         "what }\n"
         " on tick { ticks += 1 } }\n");
    frames(p.console, 3);
    CHECK(globals_of(&p)[0] == 1 && globals_of(&p)[1] == (int32_t)OX_NAME("title"));
    frame(p.console, PLAT_A);
    frames(p.console, 3);
    CHECK(globals_of(&p)[0] == 2 && globals_of(&p)[1] == (int32_t)OX_NAME("talk"));
    const int32_t ticks = globals_of(&p)[2];
    frames(p.console, 5); /* the game below a talk goes on */
    CHECK_EQ(globals_of(&p)[2], ticks + 5);
    frame(p.console, PLAT_B);
    frames(p.console, 3);
    CHECK_EQ(globals_of(&p)[0], 2);
    frame(p.console, PLAT_START);
    frames(p.console, 4);
    CHECK(p.console->options.scene == rom_id("scene/yard") && top(&p) == OX_NAME("over"));
    CHECK_EQ(globals_of(&p)[1], (int32_t)OX_NAME("over"));
    end(&p);
}

/* Who changes the scene by himself comes into the first mode of that scene, with its steps begun anew. */
TEST(game_modes_follow_scenes) {
    played p;
    play(&p,
         "mode later scene=yard\nmode over\nway yard after:20 later\nway title press:b over\nway over "
         "press:b back\n",
         "behaviour Hero { on Press(b) { if b == Button.A { scene('yard') } } }\n");
    frames(p.console, 12);
    frame(p.console, PLAT_A);
    for (int i = 0; i < 9 && top(&p) == OX_NAME("title"); i++) frame(p.console, 0);
    CHECK(top(&p) == OX_NAME("yard") && p.console->options.scene == rom_id("scene/yard"));
    CHECK(game(&p)->play->steps <= 1 && game(&p)->play->idle <= 1);
    const int steps = steps_in(&p, OX_NAME("yard"), 0);
    CHECK(steps >= 19 && steps <= 21);
    end(&p);
}

/* A demo of one run plays to its end; one behind which no way leads goes on with no button. The player's buttons wait. */
TEST(game_modes_play_demos) {
    for (int which = 0; which < 2; which++) {
        played p;
        char rules[300];
        snprintf(
            rules, sizeof rules,
            "mode demo scene=yard input=%s seed=1\nway title press:b demo\n%sway any press:start title\n",
            which == 0 ? "demo.txt" : "two.txt", which == 0 ? "way demo end title\n" : "");
        play(&p, rules,
             "var right = 0\nvar ticks = 0\nbehaviour Hero { on tick { ticks += 1\n if held(Button.RIGHT) { "
             "right += 1 } } }\n");
        frames(p.console, 2);
        frame(p.console, PLAT_B);
        while (p.console->options.scene != rom_id("scene/yard")) frame(p.console, 0);
        const int steps = which == 0 ? steps_in(&p, OX_NAME("demo"), PLAT_LEFT) : 0;
        if (which == 0) CHECK(steps >= 20 && steps <= 22);
        if (which == 1) {
            for (int i = 0; i < 60; i++) frame(p.console, PLAT_RIGHT);
            CHECK_EQ(top(&p), OX_NAME("demo"));
        }
        CHECK_EQ(globals_of(&p)[0], which == 0 ? 20 : 10);
        end(&p);
    }
}

/* The words of a mode stand in the middle of the picture, where a script would print them; long ones end with their 63rd letter. */
TEST(game_modes_words_stand_in_the_middle) {
    uint32_t hashes[3];
    for (int which = 0; which < 3; which++) {
        played p;
        play(&p,
             which == 0   ? "mode pause text=\"PAUSE\"\nway title press:start pause\n"
             : which == 1 ? "mode pause\nway title press:start pause\nobjective words text=\"PAUSE\"\n"
                          : "mode pause\nway title press:start pause\nobjective words text=\"PAUSE\"\n",
             which == 0   ? quiet
             : which == 1 ? "behaviour Hero { on tick { print_objective('words', 12, 20, #FFFFFF) } }\n"
                          : "behaviour Hero { on tick { print_objective('words', 13, 20, #FFFFFF) } }\n");
        frames(p.console, 2);
        frame(p.console, PLAT_START);
        frames(p.console, 2);
        CHECK_EQ(top(&p), OX_NAME("pause"));
        hashes[which] = p.console->stats.hash;
        end(&p);
    }
    CHECK(hashes[0] == hashes[1] && hashes[0] != hashes[2]);
}

TEST(game_modes_print_what_fits) {
    uint32_t hashes[3];
    for (int which = 0; which < 3; which++) {
        char rules[300], letters[90];
        played p;
        memset(letters, 'X', sizeof letters);
        letters[which == 0 ? 63 : which == 1 ? 80 : 62] = 0;
        snprintf(rules, sizeof rules, "objective words text=\"%s\"\n", letters);
        play(&p, rules, "behaviour Hero { on tick { print_objective('words', -456, 20, #FFFFFF) } }\n");
        frames(p.console, 3);
        hashes[which] = p.console->stats.hash;
        end(&p);
    }
    CHECK(hashes[0] == hashes[1] && hashes[0] != hashes[2]);
}

/* A cart takes room for kept numbers when it keeps or asks for some, and for options when it sets some, and else for neither. */
TEST(game_modes_take_memory_for_what_is_done) {
    static const struct {
        const char *head, *call;
        bool keeps, sets;
    } rows[] = {{"", "", false, false},
                {"", "count('a', 1)", false, false},
                {"", "let n = option('volume')", false, false},
                {"", "keep('a', 1)", true, false},
                {"", "count('a', 1)\n say('b')\n keep('a', 1)\n count('b', 1)", true, false},
                {"", "let n = kept('a')", true, false},
                {"", "option_set('volume', 1)", true, true},
                {"", "option_set_fx('volume', 1.0)", true, true},
                {"", "option_choose('level', 'hard')", true, true},
                {"", "let n = option_make('own', 1)", true, true},
                {"", "let n = option_reset('volume')", true, true},
                {"", "option_user_set(1)", true, true},
                {"trophy first needs=a>=9\n", "", true, false},
                {"option fly usual=no\n", "", true, true},
                {"capacity options 3\n", "", true, true},
                {"capacity kept-numbers 3\n", "", true, true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[1000], script[300], path[160], said[200] = "";
        played p;
        memset(&p, 0, sizeof p);
        snprintf(text, sizeof text, HEAD "%s" SCENES, rows[i].head);
        snprintf(script, sizeof script, "behaviour Hero { on Press(b) { %s } }\n", rows[i].call);
        pack_texts(&p, &(played_texts){text, script, NULL});
        snprintf(path, sizeof path, "%s/saves", p.folder.path);
        const host_options options = {
            .quiet = true, .memory = 1 << 20, .threads = 1, .frame_limit = 1000000, .storage = path};
        p.port = test_port_open(&options, said, sizeof said);
        ox_boot_options boot = quiet_options(p.port, &p.image);
        boot.modules = ox_preset_silent;
        p.console = ox_console_boot(&boot, &p.error);
        CHECK(p.console != NULL);
        if (p.console == NULL) return;
        frames(p.console, 1);
        CHECK_EQ(game(&p)->saves != NULL, rows[i].keeps);
        CHECK_EQ(game(&p)->setting_room != 0, rows[i].sets);
        if ((game(&p)->saves != NULL) != rows[i].keeps) TEST_INFO("%s%s", rows[i].head, rows[i].call);
        CHECK_EQ(ox_console_close(p.console), 0);
        host_close(p.port);
        (void)remove(path);
        writer_free(&p.image);
        folder_remove(&p.folder);
    }
}

/* What is printed in one step is gone in the next, in games without modes, too; eight lines are drawn, saved and restored. */
TEST(game_modes_lines_last_a_step) {
    static uint8_t bytes[4096];
    played p;
    uint32_t hash;
    play(
        &p, "objective words text=\"X\"\n",
        "behaviour Hero { on Press(b) { for i in 0..8 { print_objective('words', i * 8, 4, #FFFFFF) } } }\n");
    frames(p.console, 2);
    hash = p.console->stats.hash;
    frame(p.console, PLAT_A);
    CHECK(p.console->stats.hash != hash && game(&p)->line_count == OX_GAME_LINES);
    const ox_sim_part part = game_state_part(game(&p));
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    part.save(part.context, &to);
    frame(p.console, 0);
    CHECK(p.console->stats.hash == hash && game(&p)->line_count == 0);
    ox_reader from = ox_reader_bytes(bytes, to.used);
    CHECK_EQ(part.restore(part.context, &from), OX_OK);
    CHECK_EQ(game(&p)->line_count, OX_GAME_LINES);
    for (int16_t i = 0; i < OX_GAME_LINES; i++)
        CHECK(game(&p)->lines[i].colour == 0xFFFFFF && game(&p)->lines[i].x == i * 8 &&
              game(&p)->lines[i].y == 4);
    end(&p);
}

/* Modes need no ways: scripts change scenes by themselves. */
TEST(game_modes_without_ways) {
    played p;
    play(&p, "mode rest\n", quiet);
    frames(p.console, 3);
    CHECK(top(&p) == OX_NAME("title") && ox_game_flow(p.console)->way_count == 0);
    end(&p);
}

/* An option that changes is told in games with rules, too. */
TEST(game_modes_leave_options_told) {
    played p;
    play(&p, "mode rest\nway title press:b rest\noption lives usual=3 least=1 greatest=9\n",
         "var heard = 0\nbehaviour Hero { on OptionChanged(what) when what == 'lives' { heard += 1 } }\n");
    frames(p.console, 2);
    CHECK_EQ(ox_option_change(ox_console_modules(p.console), OX_NAME("lives"), 5, OX_OPTION_CONSOLE), OX_OK);
    frames(p.console, 2);
    CHECK_EQ(globals_of(&p)[0], 1);
    end(&p);
}

/* Options that are made while the game plays stand behind the others, in games that have no others, too. */
TEST(game_modes_list_made_options) {
    ox_option option;
    int32_t value;
    played p;
    play(&p, "", "behaviour Hero { on Press(b) { option_set('volume', 3) } }\n");
    const ox_option made = {.name = 700, .kind = ROM_OPTION_WHOLE, .usual = 4};
    CHECK(ox_option_make(ox_console_modules(p.console), &made, &value));
    CHECK(ox_options_at(ox_console_modules(p.console), OX_OPTIONS, &option) && option.name == 700);
    CHECK(!ox_options_at(ox_console_modules(p.console), OX_OPTIONS + 1, &option));
    end(&p);
}

/* Counters outlive a live reload, with rules and without; each takes and gives back the same memory. */
TEST(game_modes_reload_goes_on) {
    static const char *const rules[] = {"",
                                        "mode rest\nway title press:b rest\nobjective one needs=home>=9\n"};
    for (int which = 0; which < 2; which++) {
        played p;
        writer mods[3]; /* the console reads them as long as it plays */
        size_t used = 0;
        play(&p, rules[which], "behaviour Hero { on Press(b) { count('home', 1) } }\n");
        frames(p.console, 2);
        frame(p.console, PLAT_A);
        if (which == 1) frame(p.console, PLAT_B);
        frames(p.console, 2);
        for (int round = 0; round < 3; round++) {
            char text[1200], script[200];
            snprintf(text, sizeof text, HEAD "%s" SCENES, rules[which]);
            snprintf(script, sizeof script,
                     "var round = %d\nbehaviour Hero { on Press(b) { count('home', 1) } }\n", round + 1);
            (void)overlay_of(&p, &(played_texts){text, script, NULL}, &mods[round]);
            CHECK_EQ(ox_console_replace(p.console, mods[round].data, (uint32_t)mods[round].size, &p.error),
                     OX_OK);
            frames(p.console, 3);
            CHECK_EQ(ox_counters_get(ox_game_counters(p.console), OX_NAME("home")), 1);
            if (which == 1) CHECK_EQ(top(&p), OX_NAME("rest"));
            CHECK(game(&p)->anew == NULL);
            if (round == 1) used = ox_arena_used(game(&p)->host->resident);
            if (round == 2) CHECK_EQ(ox_arena_used(game(&p)->host->resident), used);
        }
        end(&p);
        for (int round = 0; round < 3; round++) writer_free(&mods[round]);
    }
}

/* Trophies that find no room among kept numbers go along from scene to scene, all the same. */
TEST(game_modes_carry_trophies) {
    played p;
    play(&p, "capacity kept-numbers 1\ntrophy one needs=home>=1\ntrophy two needs=home>=1\n",
         "behaviour Hero { on Press(b) { if b == Button.A { count('home', 1) }\n if b == Button.B { "
         "scene('yard') } } }\n");
    frames(p.console, 2);
    frame(p.console, PLAT_A);
    frames(p.console, 1);
    CHECK_EQ(ox_game_trophies(p.console)->given, 3);
    frame(p.console, PLAT_B);
    for (int i = 0; i < 9 && p.console->options.scene != rom_id("scene/yard"); i++) frame(p.console, 0);
    CHECK(p.console->options.scene == rom_id("scene/yard") && ox_game_trophies(p.console)->given == 3);
    end(&p);
}

/* Of all budgets between too little for a cart and enough, some are too little for what it counts alone: that is told, with what to do. */
TEST(game_modes_need_memory) {
    uint32_t told = 0, booted = 0;
    for (uint32_t kilobytes = 64; kilobytes <= 104; kilobytes++) {
        char text[600];
        played p;
        memset(&p, 0, sizeof p);
        snprintf(
            text, sizeof text,
            "title \"Modes\"\nsize 64x48\nformat rgb565\nbudget %uK\nframe 16K\nstart title\nmesh sign "
            "square.obj\nscript game game.goad\ncapacity counters 4096\ncapacity kept-numbers 1024\n" SCENES,
            (unsigned)kilobytes);
        write_texts(&p.folder, &(played_texts){text, quiet, NULL});
        tool_error error = {.text = ""};
        if (!folder_pack_told(&p.folder, &p.image, &error)) { /* too little for the packer already */
            folder_remove(&p.folder);
            continue;
        }
        boot_with(&p, NULL, 0);
        if (p.console == NULL &&
            strstr(p.error.text, "no room for what the game counts: raise `budget`") != NULL) {
            CHECK(p.error.status == OX_OUT_OF_MEMORY && booted == 0);
            told++;
        }
        booted += p.console != NULL;
        if (p.console != NULL) CHECK_EQ(ox_console_close(p.console), 0);
        host_close(p.port);
        writer_free(&p.image);
        folder_remove(&p.folder);
    }
    CHECK(told > 0 && booted > 0);
    TEST_INFO("%u budgets refused by that, %u taken", (unsigned)told, (unsigned)booted);
}
