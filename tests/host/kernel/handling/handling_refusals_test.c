/* What natives that hold, break, blow up and turn bodies refuse: objects that are gone, and ways to fall that there are not. */
#define _XOPEN_SOURCE 700
#include "tests/host/rom/carts/refusals.h"

static const refusal rows[] = {
    {"let b = grab(null, self, vec3(0.0, 0.0, 0.0))", "grab 1"},
    {"let o = grabbed(null)", "grabbed 1"},
    {"let o = release(null)", "release 1"},
    {"explode(vec3(0.0, 0.0, 0.0), 1.0, 1.0, 1, 'cubic')", "explode 5"},
    {"let n = break_up(null)", "break_up 1"},
    {"let b = turn_to(null, vec3(0.0, 0.0, 0.0), 1deg)", "turn_to 1"},
    {"face(null, vec3(0.0, 0.0, 0.0))", "face 1"},
};

TEST(handling_refusals_tell_which_argument) {
    const refused_cart played_one = {REFUSED_HEAD, REFUSED_VIEW, NULL, "", NULL};
    check_refusals(&played_one, rows, sizeof rows / sizeof *rows);
}
