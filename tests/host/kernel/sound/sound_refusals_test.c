/* What natives of sounds refuse: buses that are none, players that cannot be, and objects that are gone. */
#define _XOPEN_SOURCE 700
#include "tests/host/rom/carts/refusals.h"

static const refusal rows[] = {
    {"bus_volume('nowhere', 1.0, 0)", "bus_volume 1"}, {"bus_mute('nowhere', true)", "bus_mute 1"},
    {"bus_pause('nowhere', true)", "bus_pause 1"},     {"sound_pad('beep', 0)", "sound_pad 2"},
    {"sound_pad('beep', 5)", "sound_pad 2"},           {"sound_start(null, 'beep')", "sound_start 1"},
    {"sound_stop(null, 0)", "sound_stop 1"},
};

TEST(sound_refusals_tell_which_argument) {
    const refused_cart played_one = {
        "title \"Refusals\"\nsize 64x48\nformat rgb565\nbudget 512K\nframe 16K\n"
        "material red colour=#ff2020 shading=unlit\nmesh sign square.obj material=red\n"
        "script game game.goad\ncapacity sound-sources 2\n",
        "  ambient 0.2\n  camera at=0,0,6 target=0,0,0\n", NULL, "", NULL};
    check_refusals(&played_one, rows, sizeof rows / sizeof *rows);
}
