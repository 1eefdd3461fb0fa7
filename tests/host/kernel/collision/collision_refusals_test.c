/* What natives of shapes refuse: objects that are gone or have no shape, and reaches below zero. */
#define _XOPEN_SOURCE 700
#include "tests/host/rom/carts/refusals.h"

static const refusal rows[] = {
    {"let f = sweep(null, vec3(1.0, 0.0, 0.0))", "sweep 1"},
    {"let b = overlaps(null, find('crate'))", "overlaps 1"},
    {"let b = overlaps(find('crate'), null)", "overlaps 2"},
    {"let b = unstick(null)", "unstick 1"},
    {"let b = unstick(find('crate'), -0.5)", "unstick 2"},
};

TEST(collision_refusals_tell_which_argument) {
    const refused_cart played_one = {REFUSED_HEAD "type crate mesh=sign\n",
                                     REFUSED_VIEW "  object crate name=crate\n  with shape=box "
                                                  "size=1,1,1\n",
                                     NULL, "", NULL};
    check_refusals(&played_one, rows, sizeof rows / sizeof *rows);
}
