/* What natives of cameras refuse: parts, samples, steps, priorities, lenses and names that cannot be. */
#define _XOPEN_SOURCE 700
#include "tests/host/rom/carts/refusals.h"

static const refusal rows[] = {
    {"camera_part(-1)", "camera_part 1"},
    {"camera_part(4)", "camera_part 1"},
    {"camera_samples(0, 1)", "camera_samples 1"},
    {"camera_samples(3, 1)", "camera_samples 1"},
    {"camera_samples(1, 3)", "camera_samples 2"},
    {"camera_samples(2, 0)", "camera_samples 2"},
    {"camera_use('eye', -1)", "camera_use 2"},
    {"camera_use('nowhere', 0)", "camera_use is given a name that no camera has"},
    {"camera_ask('eye', -1, 0)", "camera_ask 2"},
    {"camera_ask('eye', 256, 0)", "camera_ask 2"},
    {"camera_reach(0.0)", "camera_reach 1"},
    {"camera_reach(-1.0)", "camera_reach 1"},
    {"camera_lens(0.5, 0)", "camera_lens takes 1.0 to 170.0 degrees, or 0.0 for the camera's own"},
    {"camera_lens(170.5, 0)", "camera_lens takes 1.0 to 170.0 degrees, or 0.0 for the camera's own"},
    {"camera_lens(60.0, -1)", "camera_lens 2"},
    {"camera_jolt(0.5, -1)", "camera_jolt 2"},
    {"camera_kick(1.0, 1.0, -1)", "camera_kick 3"},
};

TEST(camera_refusals_tell_which_argument) {
    const refused_cart played_one = {
        REFUSED_HEAD "type hero mesh=sign\n",
        "  ambient 0.2\n  object hero name=hero\n  camera eye follow of=hero distance=4\n", NULL, "", NULL};
    check_refusals(&played_one, rows, sizeof rows / sizeof *rows);
}
