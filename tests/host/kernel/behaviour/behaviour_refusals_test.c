/* What natives of objects, tags, parents, clips and chance refuse: objects that are gone or lack what is asked of them, and numbers out of range. */
#define _XOPEN_SOURCE 700
#include "tests/host/rom/carts/refusals.h"

static const refusal rows[] = {
    {"let o = spawn(null, self.pos)", "spawn 1"},
    {"remove(null)", "remove 1"},
    {"tag(null, 'warm')", "tag 1"},
    {"untag(null, 'warm')", "untag 1"},
    {"show(null, true)", "show 1"},
    {"attach(null, self)", "attach 1"},
    {"attach(self, self)", "attach 2"},
    {"attach(self, null)", "attach 2"},
    {"detach(null)", "detach 1"},
    {"let v = offset(self)", "offset 1"},
    {"let v = offset(null)", "offset 1"},
    {"blend(self, 0.5)", "blend 1"},
    {"blend(null, 0.5)", "blend 1"},
    {"pace(self, 1.0)", "pace 1"},
    {"let n = random(0)", "random 1"},
    {"let n = random(-5)", "random 1"},
};

TEST(behaviour_refusals_tell_which_argument) {
    const refused_cart played_one = {REFUSED_HEAD "tags warm\n", REFUSED_VIEW, NULL, "", NULL};
    check_refusals(&played_one, rows, sizeof rows / sizeof *rows);
}
