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
    const refused_cart played_one = {REFUSED_HEAD, REFUSED_VIEW, NULL, "", NULL};
    check_refusals(&played_one, rows, sizeof rows / sizeof *rows);
}
