/* What natives of counters, objectives, trophies and modes refuse: names that the cart has not, and more numbers than
 * there is room for. */
#define _XOPEN_SOURCE 700
#include "tests/host/rom/carts/refusals.h"

static const refusal rows[] = {
    {"let n = count('', 1)", "count 1"},
    {"counter_set('', 1)", "counter_set 1"},
    {"keep('', 1)", "keep 1"},
    {"keep('c', 1); keep('d', 1); keep('e', 1)", "keep 1"},
    {"let n = objective(nothing)", "objective 1"},
    {"let b = complete(nothing)", "complete 1"},
    {"let b = fail(nothing)", "fail 1"},
    {"let n = chapter_left(-1)", "chapter_left 1"},
    {"print_objective(nothing, 0, 0, 0xFFFFFF)", "print_objective 1"},
    {"award(nothing)", "award 1"},
    {"let b = won(nothing)", "won 1"},
    {"say('go')", "say 1"},
    {"let n = option_make('', 1)", "option_make 1"},
    {"let b = option_choose('nothing', 'easy')", "option_choose 1"},
    {"let b = option_choose('level', 'nothing')", "option_choose 2"},
    {"option_user_set(-1)", "option_user_set 1"},
};

TEST(game_refusals_tell_which_argument) {
    const refused_cart played_one = {REFUSED_HEAD "capacity kept-numbers 2\nobjective out text=\"Get out\"\n"
                                                  "trophy first text=\"The first one\"\n"
                                                  "option level words=easy,hard usual=hard\n",
                                     REFUSED_VIEW, NULL, "var nothing: name = 'nothing'\n", NULL};
    check_refusals(&played_one, rows, sizeof rows / sizeof *rows);
}

/* Without rules there are no objectives, trophies and words. */
TEST(game_refusals_of_carts_without_rules) {
    static const refusal none[] = {
        {"let n = objective('out')", "objective 1"},
        {"let b = complete('out')", "complete 1"},
        {"let b = fail('out')", "fail 1"},
        {"let n = chapter_left(0)", "chapter_left 1"},
        {"print_objective('out', 0, 0, 0xFFFFFF)", "print_objective 1"},
        {"award('first')", "award 1"},
        {"let b = won('first')", "won 1"},
        {"if mode() == '' { say('go') }", "say 1"},
    };
    const refused_cart bare = {REFUSED_HEAD, REFUSED_VIEW, NULL, "", NULL};
    check_refusals(&bare, none, sizeof none / sizeof *none);
}
