/* Tests of what methods come to: quadtrees against brute force, integrators against known answers, and the ways to submit vertices. */
#include <math.h>
#include <string.h>

#include "tests/test.h"
#include "tools/measure/integrators.h"
#include "tools/measure/lobes.h"
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

/* Diffuse light is the same all round; a highlight is strongest in the mirror's way and falls off to both sides. */
TEST(measure_lobes_are_round_and_point_to_the_mirror) {
    enum { LIGHT = 40 };
    static lobe one;
    for (int kind = 0; kind < LOBE_KINDS; kind++) {
        lobe_measure(kind, LIGHT, 4, &one);
        int best = 0;
        for (int i = 0; i < LOBE_ANGLES; i++) {
            CHECK_EQ(one.weights[i].diffuse, one.weights[90].diffuse);
            if (one.weights[i].specular > one.weights[best].specular) best = i;
        }
        CHECK(one.weights[90].diffuse > 0);
        if (kind == 0) continue;
        CHECK_NEAR(best - 90, -LIGHT, 1);
        CHECK(one.weights[best].specular > 60000);
        for (int i = best + 1; i < LOBE_ANGLES; i++)
            CHECK(one.weights[i].specular <= one.weights[i - 1].specular + 40); /* but for roundings */
        for (int i = best; i > 0; i--) CHECK(one.weights[i - 1].specular <= one.weights[i].specular + 40);
    }
    char rows[LOBE_ROWS][LOBE_COLUMNS + 1];
    lobe_plot(&one, LIGHT, rows);
    bool has_curve = false, has_light = false;
    for (int y = 0; y < LOBE_ROWS - 1; y++) {
        const char *star = strchr(rows[y], '*');
        has_curve = has_curve || (star != NULL && star - rows[y] < LOBE_COLUMNS / 2); /* the mirror's side */
        has_light = has_light || strchr(rows[y] + LOBE_COLUMNS / 2, 'L') != NULL;
    }
    CHECK(has_curve && has_light);
}
