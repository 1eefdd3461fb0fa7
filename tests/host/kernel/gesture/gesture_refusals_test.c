/* What natives of fingers, tilt and typing refuse: players that there are not, and places without a finger. */
#define _XOPEN_SOURCE 700
#include "tests/host/rom/carts/refusals.h"

static const refusal rows[] = {
    {"let n = touch_count(0)", "touch_count 1"},
    {"let n = touch_count(2)", "touch_count 1"},
    {"let v = touch_at(0)", "touch_at 1"},
    {"let v = touch_at(-1)", "touch_at 1"},
    {"let v = touch_at(0, 2)", "touch_at 2"},
    {"let v = touch_from(0)", "touch_from 1"},
    {"let v = touch_from(0, 0)", "touch_from 2"},
    {"let n = touch_finger(7)", "touch_finger 1"},
    {"let n = touch_finger(0, 2)", "touch_finger 2"},
    {"let n = touch_steps(0)", "touch_steps 1"},
    {"let n = touch_steps(0, 2)", "touch_steps 2"},
    {"let f = pinch(2)", "pinch 1"},
    {"let v = pinch_at(2)", "pinch_at 1"},
    {"let v = tilt(2)", "tilt 1"},
    {"let v = shaken(2)", "shaken 1"},
    {"let v = lean(2)", "lean 1"},
    {"let v = attitude(2)", "attitude 1"},
    {"let n = typed(2)", "typed 1"},
    {"let n = typed(0)", "typed 1"},
};

TEST(gesture_refusals_tell_which_argument) {
    const refused_cart played_one = {REFUSED_HEAD, REFUSED_VIEW, NULL, "", NULL};
    check_refusals(&played_one, rows, sizeof rows / sizeof *rows);
}
