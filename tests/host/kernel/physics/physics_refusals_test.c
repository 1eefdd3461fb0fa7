/* What natives of bodies, movers and joints refuse: objects that are gone, objects without a body, and numbers out of range. */
#define _XOPEN_SOURCE 700
#include "tests/host/rom/carts/refusals.h"

static const refusal rows[] = {
    {"push(null, vec3(1.0, 0.0, 0.0))", "push 1"},
    {"push(self, vec3(1.0, 0.0, 0.0))", "push is given an object without a body"},
    {"push_at(null, vec3(1.0, 0.0, 0.0), self.pos)", "push_at 1"},
    {"impulse(self, vec3(1.0, 0.0, 0.0))", "impulse is given an object without a body"},
    {"impulse_at(null, vec3(1.0, 0.0, 0.0), self.pos)", "impulse_at 1"},
    {"twist(self, vec3(1.0, 0.0, 0.0))", "twist is given an object without a body"},
    {"walk(null, vec3(1.0, 0.0, 0.0))", "walk 1"},
    {"walk(self, vec3(1.0, 0.0, 0.0))", "walk 1"},
    {"jump(self, 1.0)", "jump 1"},
    {"join(null, null, 'ball', self.pos)", "join 1"},
    {"join(self, null, 'ball', self.pos)", "join is given an object without a body"},
    {"unjoin(null)", "unjoin 1"},
    {"rouse(self)", "rouse is given an object without a body"},
    {"substeps(0)", "substeps 1"},
    {"substeps(99)", "substeps 1"},
    {"let v = launch(self.pos, self.pos, 0.0)", "launch 3"},
    {"let v = launch(self.pos, self.pos, -1.0)", "launch 3"},
};

TEST(physics_refusals_tell_which_argument) {
    const refused_cart played_one = {REFUSED_HEAD "type crate mesh=sign\n",
                                     REFUSED_VIEW "  object crate name=crate\n  with shape=box "
                                                  "size=1,1,1\n  with body=free\n",
                                     NULL, "", NULL};
    check_refusals(&played_one, rows, sizeof rows / sizeof *rows);
}
