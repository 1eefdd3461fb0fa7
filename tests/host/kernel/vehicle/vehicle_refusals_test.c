/* What the native of vehicles refuses: objects that are gone, and objects that are no vehicles. */
#define _XOPEN_SOURCE 700
#include "tests/host/rom/carts/refusals.h"

static const refusal rows[] = {
    {"drive(null, 1.0, 0.0, 0.0)", "drive 1"},
    {"drive(self, 1.0, 0.0, 0.0)", "drive is given an object that is no vehicle"},
};

TEST(vehicle_refusals_tell_which_argument) {
    const refused_cart played_one = {REFUSED_HEAD, REFUSED_VIEW, NULL, "", NULL};
    check_refusals(&played_one, rows, sizeof rows / sizeof *rows);
}
