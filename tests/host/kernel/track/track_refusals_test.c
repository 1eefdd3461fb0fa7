/* What natives of tracks refuse: objects that are gone, and objects that are on no track. */
#define _XOPEN_SOURCE 700
#include "tests/host/rom/carts/refusals.h"

#define NO_RACER " is given an object without `with track=`"
static const refusal rows[] = {
    {"let f = track_progress(null)", "track_progress 1"},
    {"let f = track_progress(self)", "track_progress" NO_RACER},
    {"let n = track_sector(null)", "track_sector 1"},
    {"let n = track_sector(self)", "track_sector" NO_RACER},
    {"let f = track_side(self)", "track_side" NO_RACER},
    {"let n = track_lap(null)", "track_lap 1"},
    {"let n = track_lap(self)", "track_lap" NO_RACER},
    {"let b = track_off(self)", "track_off" NO_RACER},
    {"let n = track_rank(null)", "track_rank 1"},
    {"let n = track_rank(self)", "track_rank" NO_RACER},
    {"let f = track_value(null, 'speed')", "track_value 1"},
    {"let f = track_value(self, 'speed')", "track_value" NO_RACER},
    {"let v = track_point(null, 1.0, 0.0)", "track_point 1"},
    {"let v = track_point(self, 1.0, 0.0)", "track_point" NO_RACER},
};

TEST(track_refusals_tell_which_argument) {
    const refused_cart played_one = {REFUSED_HEAD "capacity racers 2\ncapacity gates 8\n", REFUSED_VIEW, NULL,
                                     "", NULL};
    check_refusals(&played_one, rows, sizeof rows / sizeof *rows);
}
