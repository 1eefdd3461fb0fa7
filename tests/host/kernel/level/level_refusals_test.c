/* What natives of levels refuse: names that the scene's levels do not have, and numbers beyond what there is. */
#define _XOPEN_SOURCE 700
#include "tests/host/rom/carts/refusals.h"

#define OF_NAME(native)                                                                                      \
    { "let x = " native "('none')", native " 1" }
#define OF_ORDER(native)                                                                                     \
    { native "('none', true)", native " 1" }

/* What is refused where the scene has levels, and where it has none. */
static const refusal rows_of_names[] = {
    OF_NAME("locator"),
    OF_NAME("locator_angle"),
    OF_NAME("locator_radius"),
    OF_NAME("locator_kind"),
    {"let x = along('none', 1.0)", "along 1"},
    {"let x = nearest_along('none', self.pos)", "nearest_along 1"},
    OF_NAME("path_points"),
    {"let x = path_point('none', 0)", "path_point 1"},
    OF_NAME("path_length"),
    OF_NAME("summon"),
    {"let x = inside(self, 'none')", "inside 2"},
    {"let x = inside(null, 'pool')", "inside 1"},
    OF_ORDER("watch"),
    OF_ORDER("level_play"),
    {"level_go('none')", "level_go 1"},
    OF_NAME("level_plays"),
    OF_ORDER("layer_show"),
    OF_ORDER("layer_use"),
    OF_NAME("layer_shown"),
    OF_NAME("layer_used"),
    OF_ORDER("spawner_use"),
    OF_NAME("spawner_made"),
    OF_NAME("spawner_alive"),
    {"waves_start('none')", "waves_start 1"},
    {"waves_stop('none')", "waves_stop 1"},
    OF_ORDER("waves_pause"),
    OF_NAME("waves_on"),
    OF_NAME("wave"),
    OF_NAME("wave_countdown"),
    {"let x = strike(self, 1.0)", "strike 1"},
    {"let x = element_health(self)", "element_health 1"},
    {"let x = element_version(null)", "element_version 1"},
};

static const refusal rows_of_numbers[] = {
    {"let x = path_point('lane', 3)", "path_point 2"},
    {"let x = path_point('lane', -1)", "path_point 2"},
    {"let x = strike(find('door'), -0.5)", "strike 2"},
};

TEST(level_refusals_tell_which_argument) {
    const refused_cart yard = {
        REFUSED_HEAD "level yard yard.txt\ntype coin mesh=sign\n", REFUSED_VIEW "  level yard\n",
        "level 1\nbounds -8,-1,-8 8,3,8\nlayer night\nspawn coin name=penny at=0,0,0\n"
        "element door at=1,0,0 health=10\n  version mesh=sign threshold=10\n"
        "volume pool water box at=3,0,0 half=1,1,1\npath lane straight 0,0,0 4,0,0 4,0,3\n",
        "", NULL};
    check_refusals(&yard, rows_of_names, sizeof rows_of_names / sizeof *rows_of_names);
    check_refusals(&yard, rows_of_numbers, sizeof rows_of_numbers / sizeof *rows_of_numbers);
}

TEST(level_refusals_of_scenes_without_levels) {
    const refused_cart bare = {REFUSED_HEAD "type coin mesh=sign\n", REFUSED_VIEW, NULL, "", NULL};
    check_refusals(&bare, rows_of_names, sizeof rows_of_names / sizeof *rows_of_names);
}
