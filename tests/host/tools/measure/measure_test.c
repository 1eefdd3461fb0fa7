/* Tests of what methods come to: quadtrees against brute force, integrators against known answers, and the ways to submit vertices. */
#include <math.h>
#include <string.h>

#include "tests/test.h"
#include "tools/measure/integrators.h"
#include "tools/measure/partition.h"
#include "tools/measure/submission.h"

/* Both trees find what brute force finds; a loose one compares as much less as the texts say. */
TEST(measure_partitions_find_what_brute_force_finds) {
    static const double ratio[PARTITION_SETS] = {0.17, 0.22, 0.26};
    for (int i = 0; i < PARTITION_SETS; i++) {
        partition_counts brute, strict, loose;
        CHECK(partition_count(&partition_sets[i], 1, &brute, &strict, &loose));
        CHECK(brute.visible > 1000 && brute.contacts > 1000);
        CHECK_EQ(strict.visible, brute.visible);
        CHECK_EQ(loose.visible, brute.visible);
        CHECK_EQ(strict.contacts, brute.contacts);
        CHECK_EQ(loose.contacts, brute.contacts);
        const double measured = (double)loose.object_object / strict.object_object;
        TEST_INFO("%s: object-object %.2f of %.2f", partition_sets[i].name, measured, ratio[i]);
        CHECK(measured > ratio[i] * 0.7 && measured < ratio[i] * 1.3);
        CHECK(loose.maybe_visible < strict.maybe_visible && loose.object_node > strict.object_node);
    }
}

/* Each method has its order; explicit Euler gains energy and implicit Euler loses it; both limits of the oscillator are those of the theory. */
TEST(measure_integrators_have_their_orders) {
    static const double stable[INTEGRATORS] = {0, 2, 0.15, 2, 2.8284, 4};
    integrator_report r[INTEGRATORS];
    for (int i = 0; i < INTEGRATORS; i++) {
        integrator_measure(i, &r[i]);
        TEST_INFO("%s: order %.2f, energy %.3f, stable to %.3f, rounding %.1e", r[i].name, r[i].measured,
                  r[i].energy, r[i].stable, r[i].floor);
        CHECK(fabs(r[i].measured - r[i].order) < 0.12);
        CHECK(fabs(r[i].stable - stable[i]) < 0.05);
        CHECK(r[i].fall < (r[i].order > 1 ? 1e-7 : 0.1));
        CHECK(r[i].decay < (r[i].order > 1 ? 1e-4 : 0.01));
        CHECK(r[i].floor < 1e-4 && r[i].floor_step > 0);
    }
    CHECK(r[0].energy > 2 && r[5].energy < 0.5);
    CHECK(fabs(r[3].energy - 1) < 0.001 && fabs(r[4].energy - 1) < 0.001);
    CHECK_EQ(r[5].stable, 4);
}

/* The three ways make the same list of triangles. */
TEST(measure_submission_ways_make_one_picture) {
    static submission s;
    rs_stats stats[3];
    CHECK(submission_open(&s));
    for (int i = 0; i < 3; i++) {
        CHECK(submission_begin(&s) && submission_do(&s, (submission_way)i));
        rs_frame_stats(s.frame, &stats[i]);
        CHECK_EQ(stats[i].submitted, SUBMISSION_TRIANGLES);
        CHECK_EQ(stats[i].drawn, stats[0].drawn);
    }
    CHECK(stats[0].drawn > 0);
}
