/* What natives of saved games refuse: slots that are none, and steps below zero. */
#define _XOPEN_SOURCE 700
#include "tests/host/rom/carts/refusals.h"

static const refusal rows[] = {
    {"let b = save(0)", "save 1"},      {"let b = save(3)", "save 1"},    {"let b = load(0)", "load 1"},
    {"let b = load(3)", "load 1"},      {"let b = saved(-1)", "saved 1"}, {"let b = saved(3)", "saved 1"},
    {"let b = rewind(-1)", "rewind 1"},
};

TEST(saving_refusals_tell_which_argument) {
    const refused_cart played_one = {
        "title \"Refusals\"\nsize 64x48\nformat rgb565\nbudget 512K\nframe 16K\n"
        "material red colour=#ff2020 shading=unlit\nmesh sign square.obj material=red\n"
        "script game game.goad\ncapacity saves 2\n",
        "  ambient 0.2\n  camera at=0,0,6 target=0,0,0\n", NULL, "", NULL};
    check_refusals(&played_one, rows, sizeof rows / sizeof *rows);
}
