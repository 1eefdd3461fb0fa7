/* What natives of tweens refuse: objects that are gone, fields that are none, and steps, times and curves out of range. */
#define _XOPEN_SOURCE 700
#include "tests/host/rom/carts/refusals.h"

static const refusal rows[] = {
    {"let b = tween(null, 'size', 2.0, 10, 'linear')", "tween 1"},
    {"let b = tween(self, 'sizes', 2.0, 10, 'linear')", "tween 2"},
    {"let b = tween(self, 'size', 2.0, 0, 'linear')", "tween 4"},
    {"let b = tween(self, 'size', 2.0, 65536, 'linear')", "tween 4"},
    {"let b = tween(self, 'size', 2.0, 10, 'wobbly')", "tween 5"},
    {"let b = tween_place(self, 'size', self.pos, 10, 'linear')", "tween_place 3"},
    {"tween_delay(self, 'size', -1)", "tween_delay 3"},
    {"tween_delay(self, 'size', 65536)", "tween_delay 3"},
    {"tween_repeat(self, 'size', -1, false)", "tween_repeat 3"},
    {"tween_repeat(self, 'size', 65536, false)", "tween_repeat 3"},
    {"tween_stop(null, 'size')", "tween_stop 1"},
};

TEST(tween_refusals_tell_which_argument) {
    const refused_cart played_one = {REFUSED_HEAD "capacity tweens 4\n", REFUSED_VIEW, NULL, "", NULL};
    check_refusals(&played_one, rows, sizeof rows / sizeof *rows);
}
