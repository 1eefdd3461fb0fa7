/* What natives of cloths refuse: objects that are gone, objects without cloth, and points beside the cloth. */
#define _XOPEN_SOURCE 700
#include "tests/host/rom/carts/refusals.h"

static const refusal rows[] = {
    {"let v = cloth_point(null, 1, 1)", "cloth_point 1"},
    {"let v = cloth_point(self, 1, 1)", "cloth_point is given an object without cloth"},
    {"let v = cloth_point(find('flag'), 0, 1)",
     "cloth_point is given a column or row that the cloth does not have"},
    {"let v = cloth_point(find('flag'), 1, 0)",
     "cloth_point is given a column or row that the cloth does not have"},
    {"let v = cloth_point(find('flag'), 6, 1)",
     "cloth_point is given a column or row that the cloth does not have"},
    {"let v = cloth_point(find('flag'), 1, 6)",
     "cloth_point is given a column or row that the cloth does not have"},
    {"cloth_pin(null, 1, 1, true)", "cloth_pin 1"},
    {"cloth_pin(self, 1, 1, true)", "cloth_pin is given an object without cloth"},
    {"cloth_put(self, 1, 1, self.pos)", "cloth_put is given an object without cloth"},
    {"cloth_push(null, self.pos, 1.0, self.pos)", "cloth_push 1"},
    {"cloth_push(self, self.pos, 1.0, self.pos)", "cloth_push is given an object without cloth"},
};

TEST(cloth_refusals_tell_which_argument) {
    const refused_cart played_one = {REFUSED_HEAD "type pole mesh=sign\n",
                                     REFUSED_VIEW "  object pole name=flag\n  with cloth=sheet size=1,1 "
                                                  "cells=5\n",
                                     NULL, "", NULL};
    check_refusals(&played_one, rows, sizeof rows / sizeof *rows);
}
