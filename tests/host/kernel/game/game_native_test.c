/* What natives of counters, options, modes and objectives answer to a script. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/module.h"
#include "kernel/game/internal.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD                                                                                                 \
    "title \"Asked\"\nsize 64x48\nformat rgb565\nbudget 256K\nframe 16K\nmesh sign square.obj\n"             \
    "script game game.goad\n"
#define SCENES                                                                                               \
    "scene title\n camera at=0,0,6 target=0,0,0\n object sign name=hero behaviour=Hero\nend\n"               \
    "scene yard\n camera at=0,0,6 target=0,0,0\n object sign name=hero behaviour=Hero\nend\n"
#define OPTIONS                                                                                              \
    "option hero.speed usual=4.0 least=1.0 greatest=12.0\noption hero.lives usual=3 least=1 greatest=9 "     \
    "user\n"                                                                                                 \
    "option heron usual=3 least=1 greatest=9\noption level words=easy,normal,hard usual=normal\n"

/* An expression of Goad, or a call behind which one stands, and the number that it gives. */
typedef struct asked {
    const char *call, *answer;
    int64_t is;
} asked;

/* Plays a cart that does one row in each step, in that order. */
static void check_answers(const char *head, const asked *rows, uint32_t count) {
    static char text[4000], script[12000];
    played p;
    snprintf(text, sizeof text, HEAD "%s" SCENES, head);
    size_t s =
        (size_t)snprintf(script, sizeof script,
                         "var turn = -1\nvar whole = -99\nvar point = -99.0\nvar which: name\nvar yes = "
                         "false\nbehaviour Hero { on tick {\n");
    for (uint32_t i = 0; i < count; i++)
        s += (size_t)snprintf(script + s, sizeof script - s, " if turn == %u { %s\n %s }\n", (unsigned)i,
                              rows[i].call, rows[i].answer);
    s += (size_t)snprintf(script + s, sizeof script - s, "} }\n");
    CHECK(s < sizeof script);
    play_texts(&p, &(played_texts){text, script, NULL});
    if (p.console == NULL) return;
    ox_script *machine = ox_console_script(p.console, rom_id("script/game"));
    frames(p.console, 1);
    for (uint32_t i = 0; i < count; i++) {
        static const char *const answers[] = {"whole", "point", "which", "yes"};
        int64_t is = -1;
        machine->globals[0] = (int32_t)i;
        frames(p.console, 1);
        for (int k = 0; k < 4; k++)
            if (strncmp(rows[i].answer, answers[k], strlen(answers[k])) == 0)
                is = (uint32_t)machine->globals[k + 1];
        CHECK_EQ(is, (uint32_t)rows[i].is);
        if (is != (uint32_t)rows[i].is) TEST_INFO("%s; %s", rows[i].call, rows[i].answer);
    }
    CHECK_EQ(machine->traps, 0);
    end(&p);
}

TEST(game_natives_count) {
    static const asked rows[] = {{"", "whole = counter('gold')", 0},
                                 {"counter_set('gold', 40)", "whole = counter('gold')", 40},
                                 {"", "whole = count('gold', 2)", 42},
                                 {"", "whole = count('gold', -50)", -8},
                                 {"", "whole = counter('silver')", 0},
                                 {"counter_set('gold', 0)", "whole = counter('gold')", 0},
                                 {"keep('best', 5)", "whole = kept('best')", 5},
                                 {"keep('best', 0)", "whole = kept('best')", 0},
                                 {"", "which = mode()", 0}};
    check_answers("", rows, sizeof rows / sizeof *rows);
}

TEST(game_natives_of_objectives_and_trophies) {
    static const asked rows[] = {{"", "which = objective('one')", OX_NAME("active")},
                                 {"", "which = objective('two')", OX_NAME("locked")},
                                 {"", "whole = chapter_left(0)", 2},
                                 {"", "whole = chapter_left(7)", 0},
                                 {"", "yes = complete('two')", 0},
                                 {"", "yes = fail('two')", 0},
                                 {"", "yes = complete('one')", 1},
                                 {"", "which = objective('one')", OX_NAME("done")},
                                 {"", "yes = complete('one')", 0},
                                 {"", "whole = chapter_left(0)", 1},
                                 {"", "which = objective('two')", OX_NAME("active")},
                                 {"", "yes = fail('two')", 1},
                                 {"", "which = objective('two')", OX_NAME("failed")},
                                 {"", "yes = won('first')", 0},
                                 {"award('first')", "yes = won('first')", 1},
                                 {"award('first')", "yes = won('first')", 1},
                                 {"", "yes = won('second')", 0}};
    check_answers("objective one\nobjective two after=one\ntrophy first\ntrophy second\n", rows,
                  sizeof rows / sizeof *rows);
}

/* An option with a point is rounded for whoever asks for a whole number, and whole ones get a point. */
TEST(game_natives_of_options_convert) {
    static const asked rows[] = {{"", "whole = option('hero.speed')", 4},
                                 {"", "point = option_fx('hero.speed')", 4 * FX_ONE},
                                 {"", "whole = option('hero.lives')", 3},
                                 {"", "point = option_fx('hero.lives')", 3 * FX_ONE},
                                 {"", "yes = option_set_fx('hero.speed', 6.75)", 1},
                                 {"", "whole = option('hero.speed')", 7},
                                 {"", "yes = option_set_fx('hero.speed', 6.25)", 1},
                                 {"", "whole = option('hero.speed')", 6},
                                 {"", "yes = option_set('hero.speed', 5)", 1},
                                 {"", "point = option_fx('hero.speed')", 5 * FX_ONE},
                                 {"", "yes = option_set_fx('hero.lives', 6.75)", 1},
                                 {"", "whole = option('hero.lives')", 7},
                                 {"", "yes = option_set('hero.speed', 100000)", 1},
                                 {"", "whole = option('hero.speed')", 12},
                                 {"", "yes = option_set('hero.speed', -100000)", 1},
                                 {"", "whole = option('hero.speed')", 1},
                                 {"", "yes = option_set('nothing', 1)", 0},
                                 {"", "whole = option('nothing')", 0}};
    check_answers(OPTIONS, rows, sizeof rows / sizeof *rows);
}

TEST(game_natives_of_options_with_words) {
    static const asked rows[] = {{"", "yes = option_is('level', 'normal')", 1},
                                 {"", "yes = option_is('level', 'easy')", 0},
                                 {"", "yes = option_is('level', 'hard')", 0},
                                 {"option_choose('level', 'hard')", "yes = option_is('level', 'hard')", 1},
                                 {"", "yes = option_choose('level', 'easy')", 1},
                                 {"", "yes = option_is('level', 'easy')", 1},
                                 {"", "yes = option_is('level', 'hardest')", 0},
                                 {"", "yes = option_is('nothing', 'easy')", 0},
                                 {"", "whole = option('level')", 0}};
    check_answers(OPTIONS, rows, sizeof rows / sizeof *rows);
}

/* A path with a dot behind it stands for all options below; the own options of every game are reset, too. */
TEST(game_natives_of_options_reset_paths) {
    static const asked rows[] = {{"option_set('hero.lives', 5)\n option_set('hero.speed', 5)\n "
                                  "option_set('heron', 5)\n option_set('volume', 50)",
                                  "whole = option_reset('her')", 0},
                                 {"", "whole = option('volume')", 50},
                                 {"", "whole = option_reset('hero')", 2},
                                 {"", "whole = option('hero.lives')", 3},
                                 {"", "whole = option('heron')", 5},
                                 {"", "whole = option_reset('volume')", 1},
                                 {"", "whole = option('volume')", 100},
                                 {"", "whole = option_reset('heron')", 1},
                                 {"", "whole = option_reset('nothing')", 0}};
    check_answers(OPTIONS, rows, sizeof rows / sizeof *rows);
}

TEST(game_natives_of_users_and_made_options) {
    static const asked rows[] = {
        {"", "whole = option_user()", 0},
        {"option_set('hero.lives', 5)\n option_user_set(2)", "whole = option('hero.lives')", 3},
        {"", "whole = option_user()", 2},
        {"option_user_set(0)", "whole = option('hero.lives')", 5},
        {"", "whole = option_make('own', 7)", 7},
        {"option_set('own', 100000)", "whole = option('own')", 100000},
        {"", "whole = option_make('own', 9)", 100000},
        {"option_set('own', 7)", "whole = option_make('own', 9)", 7},
        {"", "whole = option_make('hero.lives', 1)", 5}};
    check_answers(OPTIONS, rows, sizeof rows / sizeof *rows);
}

/* A mode over the scene is told of as a scene's mode is, and mode() names the topmost. */
TEST(game_natives_of_modes) {
    static const asked rows[] = {{"", "which = mode()", OX_NAME("title")},
                                 {"say('talk')", "which = mode()", OX_NAME("title")},
                                 {"", "which = mode()", OX_NAME("talking")},
                                 {"say('nonsense')", "which = mode()", OX_NAME("talking")},
                                 {"say('done')", "which = mode()", OX_NAME("talking")},
                                 {"", "which = mode()", OX_NAME("title")}};
    check_answers("start title\nmode talking runs\nway title talk talking\nway talking done back\n", rows,
                  sizeof rows / sizeof *rows);
}
