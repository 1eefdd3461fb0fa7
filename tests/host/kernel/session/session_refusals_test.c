/* What natives of players and their pads refuse: players that there are not, and numbers below 0. */
#define _XOPEN_SOURCE 700
#include "tests/host/rom/carts/refusals.h"

static const refusal rows[] = {
    {"let b = held_by(0, Button.A)", "held_by 1"},
    {"let b = held_by(3, Button.A)", "held_by 1"},
    {"let b = pressed_by(3, Button.A)", "pressed_by 1"},
    {"let b = released_by(3, Button.A)", "released_by 1"},
    {"let v = stick_of(3)", "stick_of 1"},
    {"let b = pad_lost(3)", "pad_lost 1"},
    {"steer(3, 0, vec2(0.0, 0.0))", "steer 1"},
    {"steer(0, 0, vec2(0.0, 0.0))", "steer 1"},
    {"let_go(3)", "let_go 1"},
    {"rumble(3, 0.5, 10)", "rumble 1"},
    {"rumble(0, 0.5, 10)", "rumble 1"},
    {"rumble_play('blow', 3)", "rumble_play 2"},
    {"wheel_force(0.5, 3)", "wheel_force 2"},
    {"wheel_force(0.5, 0)", "wheel_force 2"},
    {"wheel_spring(0.0, 1.0, 0.0, 3)", "wheel_spring 4"},
    {"pad_lights(1, 3)", "pad_lights 2"},
    {"pad_keep(-1, 0)", "pad_keep 1"},
};

static void write_pattern(packed_folder *folder) { folder_write(folder, "blow.rumble", "strong 0.8 0.2\n"); }

TEST(session_refusals_tell_which_argument) {
    const refused_cart played_one = {REFUSED_HEAD "capacity players 2\nrumble blow blow.rumble\n",
                                     REFUSED_VIEW, NULL, "", write_pattern};
    check_refusals(&played_one, rows, sizeof rows / sizeof *rows);
}
