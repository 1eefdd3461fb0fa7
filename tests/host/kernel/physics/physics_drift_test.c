/* Round things that drift: moments of impact, energy, a world without edges. */
#define _XOPEN_SOURCE 700
#include "kernel/physics/drift.h"

#include "fixedmath/integrate.h"
#include "fixedmath/random.h"
#include "kernel/behaviour/module.h"
#include "tests/host/kernel/physics/physics_scene.h"

enum { ROCKS = 20 };
static const int64_t metre = (int64_t)1 << 32;

/* A field of rocks, and what was heard of their blows. */
typedef struct drift_field {
    ox_drifter all[ROCKS + 1];
    ox_drift_pair passed[8 * ROCKS];
    ox_drift drift;
    uint32_t blows, reversed;
    const ox_drifter *a, *b; /* of the last blow */
    double normal[2], speeds[2];
    bool followed; /* in the last blow one ran after the other */
    int met_at[ROCKS][ROCKS][3], step, sticking;
} drift_field;

static double along(const ox_drifter *a, const double n[2]) {
    return metres(a->velocity[0]) * n[0] + metres(a->velocity[1]) * n[1];
}

/* After a blow of one that ran after another: the one in front flies on the same way, no slower. */
static void check_last_blow(drift_field *f) {
    if (!f->followed) return;
    f->followed = false;
    const double a = along(f->a, f->normal), b = along(f->b, f->normal);
    if (f->speeds[0] > 0 ? a < f->speeds[0] - 1e-4 : b > f->speeds[1] + 1e-4) f->reversed++;
}

/* `normal` points from B to A: where both fly along it A is in front, else B. */
static void hear_blow(void *context, const ox_drifter *a, const ox_drifter *b, dir30 normal, fx speed) {
    drift_field *f = context;
    (void)speed;
    check_last_blow(f);
    f->blows++;
    f->a = a;
    f->b = b;
    f->normal[0] = normal.x / 1073741824.0;
    f->normal[1] = normal.y / 1073741824.0;
    f->speeds[0] = along(a, f->normal);
    f->speeds[1] = along(b, f->normal);
    f->followed = f->speeds[0] * f->speeds[1] > 0;
    int *at = f->met_at[a - f->all][b - f->all];
    if (at[0] > 0 && f->step - at[1] < 3) f->sticking++;
    at[1] = at[0];
    at[0] = f->step;
}

static double energy_of_field(const drift_field *f) {
    double sum = 0;
    for (uint32_t i = 0; i < f->drift.count; i++) {
        const ox_drifter *a = &f->all[i];
        const double x = metres(a->velocity[0]), y = metres(a->velocity[1]);
        sum += metres(a->mass) * (x * x + y * y) / 2;
    }
    return sum;
}

static double gap_between(const drift_field *f, uint32_t a, uint32_t b) {
    const double x = metres(
                     ox_drift_nearest((fx)((f->all[a].at[0] - f->all[b].at[0]) >> 16), f->drift.size.x)),
                 y = metres(
                     ox_drift_nearest((fx)((f->all[a].at[1] - f->all[b].at[1]) >> 16), f->drift.size.y));
    return sqrt(x * x + y * y) - metres(f->all[a].radius) - metres(f->all[b].radius);
}

/* Twenty rocks of three sizes in a field of 240 by 160, up to 1.5 a step. */
static void lay_rocks(drift_field *f, fx bounce) {
    static const int sizes[3] = {4, 8, 12};
    rng32 random = rng32_seed(9, 0);
    *f = (drift_field){.drift = {.low = {-120 * FX_ONE, -80 * FX_ONE},
                                 .size = {240 * FX_ONE, 160 * FX_ONE},
                                 .dt = STEP_HZ(60),
                                 .met = hear_blow}};
    f->drift.all = f->all;
    f->drift.passed = f->passed;
    f->drift.passed_room = 8 * ROCKS;
    f->drift.context = f;
    for (int i = 0; i < ROCKS; i++) {
        const int radius = sizes[i % 3];
        f->all[i] =
            (ox_drifter){.radius = radius * FX_ONE, .mass = radius * radius * FX_ONE / 16, .bounce = bounce};
        f->all[i].at[0] = ((i % 5) * 48 - 96) * metre;
        f->all[i].at[1] = ((i / 5) * 40 - 60) * metre;
        for (int k = 0; k < 2; k++) f->all[i].velocity[k] = rng_between(&random, -90 * FX_ONE, 90 * FX_ONE);
    }
    f->drift.count = ROCKS;
}

/* Ten minutes of rocks that lose a tenth of their speed at each blow: energy never rises, nothing is in another, nobody sticks, and who is run into from behind is never thrown back. */
TEST(physics_drift_rocks_lose_energy_and_never_overlap) {
    static drift_field f;
    lay_rocks(&f, FX(0.9));
    const double first = energy_of_field(&f);
    double energy = first, deepest = 0;
    int grown = 0;
    for (f.step = 1; f.step <= 36000; f.step++) {
        (void)ox_drift_step(&f.drift);
        check_last_blow(&f);
        const double now = energy_of_field(&f);
        grown += now > energy;
        energy = now;
        for (uint32_t a = 0; a < ROCKS; a++)
            for (uint32_t b = a + 1; b < ROCKS; b++) deepest = fmax(deepest, -gap_between(&f, a, b));
    }
    TEST_INFO("%u blows, %.1f J of %.1f J left, %.6f m deep, %d sticking, %u reversed", f.blows, energy,
              first, deepest, f.sticking, f.reversed);
    CHECK(f.blows > 400 && energy < first / 4);
    CHECK_EQ(grown, 0);
    CHECK(deepest <= 1.0 / 256);
    CHECK_EQ(f.sticking, 0);
    CHECK_EQ((int)f.reversed, 0);
}

/* The same without loss: after ten minutes and thousands of blows all of the energy is there to a thousandth. */
TEST(physics_drift_elastic_rocks_keep_their_energy) {
    static drift_field f;
    lay_rocks(&f, FX_ONE);
    const double first = energy_of_field(&f);
    double worst = 0, deepest = 0;
    for (f.step = 1; f.step <= 36000; f.step++) {
        (void)ox_drift_step(&f.drift);
        worst = fmax(worst, fabs(energy_of_field(&f) / first - 1));
        for (uint32_t a = 0; a < ROCKS; a++)
            for (uint32_t b = a + 1; b < ROCKS; b++) deepest = fmax(deepest, -gap_between(&f, a, b));
    }
    TEST_INFO("%u blows, energy within %.6f, %.6f m deep", f.blows, worst, deepest);
    CHECK(f.blows > 4000);
    CHECK(worst < 0.001);
    CHECK(deepest <= 1.0 / 256);
}

/* A thousand bullets of five pixels a step at a rock of one pixel that flies, too: each is told. */
TEST(physics_drift_bullets_never_miss) {
    static drift_field f;
    rng32 random = rng32_seed(5, 0);
    int missed = 0;
    for (int shot = 0; shot < 1000; shot++) {
        lay_rocks(&f, FX_ONE);
        f.drift.count = 2;
        for (int k = 0; k < 2; k++) {
            f.all[0].at[k] = (int64_t)rng_between(&random, -70 * FX_ONE, 70 * FX_ONE) * 65536;
            f.all[0].velocity[k] = rng_between(&random, -60 * FX_ONE, 60 * FX_ONE);
        }
        f.all[0].radius = FX_HALF;
        f.all[1] = (ox_drifter){.radius = FX_ONE / 16, .mass = FX_ONE, .passes = true};
        /* It flies to where the rock will be after 5 to 30 steps; the rest of a step is any. */
        const fx time = rng_between(&random, FX_ONE / 12, FX_HALF);
        const ang16 turn = (ang16)rng_between(&random, 0, 65535);
        const double a = turn * 6.283185307179586 / 65536, way[2] = {cos(a) * 300, sin(a) * 300};
        for (int k = 0; k < 2; k++) {
            f.all[1].velocity[k] = (fx)(way[k] * 65536);
            f.all[1].at[k] = f.all[0].at[k] +
                             (int64_t)((metres(f.all[0].velocity[k]) - way[k]) * metres(time) * 4294967296.0);
        }
        for (f.step = 1; f.step <= 40 && f.blows == 0; f.step++) (void)ox_drift_step(&f.drift);
        missed += f.blows == 0;
    }
    CHECK_EQ(missed, 0);
}

static void count_meeting(void *context, const ox_drifter *a, const ox_drifter *b, dir30 normal, fx speed) {
    (void)a, (void)b, (void)normal, (void)speed;
    (*(uint32_t *)context)++;
}

static bool is_no_pair_of_bullets(void *context, const ox_drifter *a, const ox_drifter *b) {
    (void)context;
    return !a->passes || !b->passes;
}

/* A hundred bullets that fly through a rock in one step, from all sides, are told, each once; and a blow in the same step is, too. */
TEST(physics_drift_a_hundred_bullets_in_a_step) {
    enum { BULLETS = 100 };
    static ox_drifter all[BULLETS + 2];
    static ox_drift_pair passed[8 * (BULLETS + 2)];
    uint32_t told = 0;
    ox_drift d = {.all = all,
                  .count = BULLETS + 2,
                  .passed = passed,
                  .passed_room = 8 * (BULLETS + 2),
                  .low = {-500 * FX_ONE, -500 * FX_ONE},
                  .size = {1000 * FX_ONE, 1000 * FX_ONE},
                  .dt = STEP_HZ(60),
                  .may_meet = is_no_pair_of_bullets,
                  .met = count_meeting,
                  .context = &told};
    for (int i = 0; i < BULLETS; i++) {
        const double a = i * 6.283185307179586 / BULLETS, way[2] = {cos(a), sin(a)};
        all[i] = (ox_drifter){.radius = FX_ONE / 16, .mass = FX_ONE, .passes = true};
        for (int k = 0; k < 2; k++) {
            all[i].at[k] = (int64_t)(way[k] * 8 * 4294967296.0);
            all[i].velocity[k] = (fx)(way[k] * -900 * 65536);
        }
    }
    all[BULLETS] = (ox_drifter){.radius = 2 * FX_ONE, .mass = FX_ONE, .bounce = FX_ONE};
    all[BULLETS + 1] = (ox_drifter){.at = {0, 20 * metre},
                                    .velocity = {0, -1200 * FX_ONE},
                                    .radius = FX_ONE,
                                    .mass = FX_ONE,
                                    .bounce = FX_ONE};
    const uint32_t blows = ox_drift_step(&d);
    TEST_INFO("%u told, %u blows", told, blows);
    CHECK(blows >= 1 && told >= BULLETS + 1);
    CHECK(all[BULLETS].velocity[1] < 0);
    for (int i = 0; i < BULLETS; i++)
        CHECK_NEAR(all[i].at[0] >> 16, cos(i * 6.283185307179586 / BULLETS) * -7 * 65536, 64);
}

/* Equal ones change velocities; one that is run into by a heavier one flies on; across an edge as elsewhere. */
TEST(physics_drift_blows_along_a_line) {
    static drift_field f;
    for (int edge = 0; edge < 2; edge++) {
        lay_rocks(&f, FX_ONE);
        f.drift.count = 2;
        for (int i = 0; i < 2; i++)
            f.all[i] = (ox_drifter){.at = {(i * 10 - 5) * metre + (edge ? 120 * metre : 0), 0},
                                    .velocity = {i == 0 ? 2 * FX_ONE : -FX_ONE, 0},
                                    .radius = FX_ONE,
                                    .mass = i == 0 ? FX_ONE : 3 * FX_ONE,
                                    .bounce = FX_ONE};
        if (edge) f.all[1].at[0] -= 240 * metre;
        for (int i = 0; i < 240; i++) (void)ox_drift_step(&f.drift);
        CHECK_EQ((int)f.blows, 1);
        CHECK_NEAR(f.all[0].velocity[0], FX(-2.5), 4);
        CHECK_NEAR(f.all[1].velocity[0], FX(0.5), 4);
    }
}

/* What leaves a box of fifty comes in on the other side, with its velocity. */
TEST(physics_drift_has_no_edges) {
    ox_drifter one = {.at = {25 * metre, 0}, .velocity = {6 * FX_ONE, 0}, .radius = FX_ONE, .mass = FX_ONE};
    ox_drift d = {.all = &one,
                  .count = 1,
                  .low = {-25 * FX_ONE, -25 * FX_ONE},
                  .size = {50 * FX_ONE, 50 * FX_ONE},
                  .dt = STEP_HZ(60)};
    one.at[0] -= metre / 16;
    (void)ox_drift_step(&d);
    TEST_INFO("at %.4f", metres((fx)(one.at[0] >> 16)));
    CHECK_NEAR((fx)(one.at[0] >> 16), FX(-24.9625), 4);
    CHECK_EQ(one.velocity[0], 6 * FX_ONE);
    CHECK_NEAR(ox_drift_nearest(FX(25.1), 50 * FX_ONE), FX(-24.9), 2);
    /* What was put worlds away, on either side, comes in, too: 30,007 m are 600 worlds and 7 m. */
    static const int32_t far[][2] = {{30007, 7}, {-30007, -7}, {75, -25}, {-75, -25}, {74, 24}, {-76, 24}};
    one.velocity[0] = 0;
    for (uint32_t i = 0; i < sizeof far / sizeof *far; i++) {
        one.at[0] = far[i][0] * metre;
        (void)ox_drift_step(&d);
        CHECK_EQ((int)(one.at[0] >> 32), far[i][1]);
    }
}

/* Scripts: objects drift, bounce, are told; sensors tell and fly on; places below fx and velocities are kept in a state. */
TEST(physics_drift_of_scripts) {
    played p;
    play_bodies(&p,
                "type rock behaviour=Rock\n with shape=circle radius=1 friction=0 bounce=1\n"
                "type dart behaviour=Rock\n with shape=circle radius=0.25 sensor=1\n",
                " behaviour Field\n object rock name=a at=-3,0,0\n with body=still mass=1 velocity=6,0,0\n"
                " object rock name=b at=3,0,0\n with body=still mass=1 velocity=-6,0,0\n"
                " object dart name=dart at=0,5,0\n with body=still mass=1 velocity=0,-30,0\n"
                " object rock name=c at=0,-8,0\n with body=still mass=1\n",
                "behaviour Field { on tick { let blows = drift('', vec3(-10.0, -10.0, 0.0), vec3(10.0, 10.0, "
                "0.0)) } }\n"
                "behaviour Rock { on Contact(other, normal, strength) { self.mass += strength } }\n");
    steps(&p, 45);
    CHECK_NEAR(body_called(&p, "a")->velocity[0], FX(-6), 4);
    CHECK_NEAR(body_called(&p, "b")->velocity[0], FX(6), 4);
    CHECK_NEAR(body_called(&p, "a")->mass, FX(13), 8);
    CHECK_EQ(body_called(&p, "c")->velocity[1], 0);
    CHECK_EQ(body_called(&p, "dart")->velocity[1], -30 * FX_ONE);
    CHECK_NEAR(place_called(&p, "dart").y, FX(2.5), 16);
    CHECK_NEAR(body_called(&p, "c")->mass, FX(91), 8);
    CHECK_NEAR(body_called(&p, "dart")->mass, FX(91), 8);
    end(&p);
}
