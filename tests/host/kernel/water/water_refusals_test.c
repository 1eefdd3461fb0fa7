/* What natives of waters refuse: objects that are gone, objects without water, and waves where columns are asked for. */
#define _XOPEN_SOURCE 700
#include "tests/host/rom/carts/refusals.h"

static const refusal rows[] = {
    {"splash(null, self.pos, 0.5)", "splash 1"},
    {"splash(self, self.pos, 0.5)", "splash is given an object without water"},
    {"let f = pour(null, self.pos, 0.5)", "pour 1"},
    {"let f = pour(self, self.pos, 0.5)", "pour is given an object without water"},
    {"let f = pour(find('pond'), self.pos, 0.5)", "pour is given water with waves, not with columns"},
    {"let f = water_height(null, self.pos)", "water_height 1"},
    {"let f = water_height(self, self.pos)", "water_height is given an object without water"},
    {"let f = water_depth(self, self.pos)", "water_depth is given an object without water"},
    {"let v = water_flow(self, self.pos)", "water_flow is given an object without water"},
    {"let f = water_volume(null)", "water_volume 1"},
    {"let f = water_volume(self)", "water_volume is given an object without water"},
};

TEST(water_refusals_tell_which_argument) {
    const refused_cart played_one = {REFUSED_HEAD "type pool mesh=sign\n",
                                     REFUSED_VIEW "  object pool name=pond\n  with water=waves size=4,4 "
                                                  "cells=9\n",
                                     NULL, "", NULL};
    check_refusals(&played_one, rows, sizeof rows / sizeof *rows);
}
