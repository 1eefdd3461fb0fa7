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
    const refused_cart played_one = {REFUSED_HEAD "capacity sound-sources 2\n", REFUSED_VIEW, NULL, "", NULL};
    check_refusals(&played_one, rows, sizeof rows / sizeof *rows);
}
