/* What natives of saved games refuse: slots that are none, and steps below zero. */
#define _XOPEN_SOURCE 700
#include "tests/host/rom/carts/refusals.h"

static const refusal rows[] = {
    {"let b = save(0)", "save 1"},      {"let b = save(3)", "save 1"},    {"let b = load(0)", "load 1"},
    {"let b = load(3)", "load 1"},      {"let b = saved(-1)", "saved 1"}, {"let b = saved(3)", "saved 1"},
    {"let b = rewind(-1)", "rewind 1"},
};

TEST(saving_refusals_tell_which_argument) {
    const refused_cart played_one = {REFUSED_HEAD "capacity saves 2\n", REFUSED_VIEW, NULL, "", NULL};
    check_refusals(&played_one, rows, sizeof rows / sizeof *rows);
}
