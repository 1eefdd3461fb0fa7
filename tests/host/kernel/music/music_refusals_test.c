/* What natives of music refuse: songs, labels and places where there are none. */
#define _XOPEN_SOURCE 700
#include "tests/host/rom/carts/refusals.h"

static const refusal rows[] = {
    {"music('none', 0)", "music 1"},
    {"music_go(3)", "music_go 1"},
    {"music_label('none')", "music_label 1"},
    {"music_next('none', 0)", "music_next 1"},
};

TEST(music_refusals_tell_which_argument) {
    const refused_cart played_one = {
        "title \"Refusals\"\nsize 64x48\nformat rgb565\nbudget 512K\nframe 16K\n"
        "material red colour=#ff2020 shading=unlit\nmesh sign square.obj material=red\n"
        "script game game.goad\n",
        "  ambient 0.2\n  camera at=0,0,6 target=0,0,0\n", NULL, "", NULL};
    check_refusals(&played_one, rows, sizeof rows / sizeof *rows);
}
