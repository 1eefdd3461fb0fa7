/* Tests of rows: impulses of blows, momentum, springs, how bodies move. */
#include "kernel/physics/solver.h"

#include <math.h>
#include <stdlib.h>

#include "fixedmath/integrate.h"
#include "fixedmath/random.h"
#include "fixedmath/vector.h"
#include "tests/test.h"

#define SPEED(metres) ((int32_t)((metres) * (1 << OX_SPEED_BITS)))

static ox_solver_body body_of(double mass, double gyration) {
    ox_solver_body body = {.keep = Q30_ONE, .spin_keep = Q30_ONE};
    body.inverse = (uint32_t)(16777216.0 / mass);
    for (int i = 0; i < 3; i++) body.gyration[i] = (int32_t)(gyration * 1048576.0);
    return body;
}

/* Applies what a blow with that bounce needs. */
static void strike(const ox_solver_pair *pair, ox_solver_row *row, double bounce) {
    const int32_t speed = ox_row_speed(pair, row);
    row->impulse = -(int32_t)((1 + bounce) * speed);
    ox_row_push(pair, row, row->impulse);
}

/* Elastic blows: equal masses swap their velocities, 1 kg and 3 kg at 2 m/s and -1 m/s go on at -2.5 m/s and 0.5 m/s. */
TEST(solver_elastic_blows_along_a_line) {
    static const struct {
        double mass[2], before[2], bounce, after[2];
    } blows[] = {{{1, 1}, {2, -1}, 1, {-1, 2}},
                 {{1, 3}, {2, -1}, 1, {-2.5, 0.5}},
                 {{1, 1}, {2, 0}, 0, {1, 1}},
                 {{20, 20}, {3, -3}, 0.5, {-1.5, 1.5}}};
    for (size_t i = 0; i < sizeof blows / sizeof *blows; i++) {
        ox_solver_body a = body_of(blows[i].mass[0], 6), b = body_of(blows[i].mass[1], 6);
        const ox_solver_pair pair = ox_solver_pair_of(&a, &b);
        ox_solver_row row;
        a.v[0] = SPEED(blows[i].before[0]);
        b.v[0] = SPEED(blows[i].before[1]);
        CHECK(ox_row_along(&pair, (dir30){-Q30_ONE, 0, 0}, V3_ZERO, V3_ZERO, &row));
        strike(&pair, &row, blows[i].bounce);
        CHECK_NEAR(a.v[0], SPEED(blows[i].after[0]), 4);
        CHECK_NEAR(b.v[0], SPEED(blows[i].after[1]), 4);
        CHECK_EQ(a.w[0] | a.w[1] | a.w[2] | b.w[0] | b.w[1] | b.w[2], 0);
    }
}

/* A unit square of a kilogram comes down at 1 m/s on its corner, without bounce. */
TEST(solver_blow_on_a_corner) {
    ox_solver_body square = body_of(1, 6), world = {.slot = 0}; /* k^2 = (1 + 1) / 12 */
    square.v[1] = SPEED(-1);
    const ox_solver_pair pair = ox_solver_pair_of(&square, &world);
    ox_solver_row row;
    CHECK(ox_row_along(&pair, (dir30){0, Q30_ONE, 0}, (vec3){FX(0.5), FX(-0.5), 0}, V3_ZERO, &row));
    strike(&pair, &row, 0);
    CHECK_NEAR(square.v[1], SPEED(-0.6), 4);
    CHECK_NEAR(square.w[2], SPEED(1.2), 4);
    CHECK_NEAR((int64_t)row.impulse * FX_ONE / row.weight, SPEED(0.4), 4);
    CHECK_NEAR(ox_row_speed(&pair, &row), 0, 4);
    CHECK_EQ(world.v[1], 0);
}

static int32_t any(rng32 *r, int32_t most) {
    return (int32_t)((int64_t)(rng32_next(r) >> 1) * (2 * (int64_t)most + 1) >> 31) - most;
}
static double factor(rng32 *r, uint32_t count) { return 1 << rng32_next(r) % count; }

/* Momentum and, about any place, angular momentum of two bodies are kept, whatever the row. */
TEST(solver_momentum_is_kept) {
    rng32 r = rng32_seed(11, 3);
    int64_t worst = 0;
    double worst_turn = 0;
    for (int i = 0; i < 20000; i++) {
        const double mass[2] = {factor(&r, 4), factor(&r, 4)}, gyration[2] = {factor(&r, 5), factor(&r, 5)};
        ox_solver_body s[2] = {body_of(mass[0], gyration[0]), body_of(mass[1], gyration[1])};
        ox_solver_row row;
        dir30 n;
        vec3 lever[2];
        for (int k = 0; k < 2; k++) {
            for (int j = 0; j < 3; j++) s[k].v[j] = any(&r, SPEED(5)), s[k].w[j] = any(&r, SPEED(5));
            lever[k] = (vec3){any(&r, FX(1)), any(&r, FX(1)), any(&r, FX(1))};
        }
        const ox_solver_body was[2] = {s[0], s[1]};
        const ox_solver_pair pair = ox_solver_pair_of(&s[0], &s[1]);
        if (!v3_normalize_dir30((vec3){any(&r, FX(1)), any(&r, FX(1)), any(&r, FX(1)) + 1}, &n)) continue;
        CHECK(ox_row_along(&pair, n, lever[0], lever[1], &row));
        const int32_t before = ox_row_speed(&pair, &row);
        strike(&pair, &row, 0.5);
        /* In units of 2^-20 kg m/s: an LSB of fx is 16 of them. */
        for (int j = 0; j < 3; j++) {
            const int64_t lost = (int64_t)(s[0].v[j] - was[0].v[j]) * (int64_t)mass[0] +
                                 (int64_t)(s[1].v[j] - was[1].v[j]) * (int64_t)mass[1];
            if (llabs(lost) > worst) worst = llabs(lost);
        }
        /* The moment that each got is its lever across the impulse that the other one got, too. */
        const double push[3] = {(s[0].v[0] - was[0].v[0]) * mass[0], (s[0].v[1] - was[0].v[1]) * mass[0],
                                (s[0].v[2] - was[0].v[2]) * mass[0]};
        for (int k = 0; k < 2; k++) {
            const double l[3] = {lever[k].x / 65536.0, lever[k].y / 65536.0, lever[k].z / 65536.0},
                         sign = k == 0 ? 1 : -1,
                         moment[3] = {l[1] * push[2] - l[2] * push[1], l[2] * push[0] - l[0] * push[2],
                                      l[0] * push[1] - l[1] * push[0]};
            for (int j = 0; j < 3; j++)
                worst_turn = fmax(worst_turn,
                                  fabs((s[k].w[j] - was[k].w[j]) - sign * moment[j] * gyration[k] / mass[k]));
        }
        CHECK_NEAR(ox_row_speed(&pair, &row), -before / 2, 600);
    }
    TEST_INFO("momentum lost %lld of 2^-20, spins off by %.0f of 2^-20", (long long)worst, worst_turn);
    CHECK(worst <= 16);
    CHECK(worst_turn <= SPEED(0.001)); /* levers are fx: half an LSB of 1/65536 m, 16 / m^2 and 10 m/s */
}

/* Rows about an axis change spins alone. */
TEST(solver_rows_about_an_axis) {
    ox_solver_body a = body_of(2, 6), b = body_of(4, 3);
    const ox_solver_pair pair = ox_solver_pair_of(&a, &b);
    ox_solver_row row;
    a.w[1] = SPEED(3);
    b.w[1] = SPEED(-1);
    CHECK(ox_row_about(&pair, (dir30){0, Q30_ONE, 0}, &row));
    CHECK_NEAR(ox_row_speed(&pair, &row), SPEED(4), 2);
    strike(&pair, &row, 0);
    /* I of A is 2 / 6, of B 4 / 3: together 3 * 1 / 3 - 1 * 4 / 3 of 5 / 3. */
    CHECK_NEAR(a.w[1], SPEED(-0.2), 8);
    CHECK_NEAR(b.w[1], SPEED(-0.2), 8);
    CHECK_EQ(a.v[0] | a.v[1] | a.v[2] | b.v[0] | b.v[1] | b.v[2], 0);
}

/* What nothing moves has no row. */
TEST(solver_nothing_moves_two_worlds) {
    ox_solver_body a = {.slot = 0}, b = {.slot = 1};
    const ox_solver_pair pair = ox_solver_pair_of(&a, &b);
    ox_solver_row row;
    CHECK(!ox_row_along(&pair, (dir30){0, Q30_ONE, 0}, V3_ZERO, V3_ZERO, &row));
    CHECK(!ox_row_about(&pair, (dir30){0, Q30_ONE, 0}, &row));
}

/* The soft constraints of Box2D 3, b2MakeSoft: zeta, omega, h. */
TEST(solver_springs_are_soft_constraints) {
    static const double hertz[] = {1, 5, 30, 60, 120}, damping[] = {0, 0.5, 1, 2, 10};
    static const uint32_t rates[] = {60, 240, 480};
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            for (int k = 0; k < 3; k++) {
                const double omega = 2 * 3.14159265358979 * hertz[i], h = 1.0 / rates[k],
                             a1 = 2 * damping[j] + h * omega, a2 = h * omega * a1, a3 = 1 / (1 + a2);
                const ox_softness soft =
                    ox_softness_of((fx)(hertz[i] * FX_ONE), (fx)(damping[j] * FX_ONE), rates[k]);
                TEST_INFO("%g Hz, %g, %u a second", hertz[i], damping[j], (unsigned)rates[k]);
                CHECK_NEAR(soft.rate, omega / a1 * FX_ONE, omega / a1 * FX_ONE / 500 + 2);
                CHECK_NEAR(soft.mass, a2 * a3 * Q30_ONE, Q30_ONE / 1000);
                CHECK_NEAR(soft.spring, a3 * Q30_ONE, Q30_ONE / 1000);
            }
}

/* A second of falling, with and without drag; speeds have an end. */
TEST(solver_bodies_fall_and_have_a_greatest_speed) {
    ox_solver_body body = body_of(1, 6), slow = body_of(1, 6);
    const uint32_t dt = STEP_HZ(240);
    int64_t way = 0;
    body.pull[1] = slow.pull[1] = SPEED(-9.8 / 240);
    slow.keep = Q30_ONE - Q30_ONE / 240; /* a drag of about 1 a second */
    for (int i = 0; i < 240; i++) {
        ox_solver_accelerate(&body);
        ox_solver_accelerate(&slow);
        body.way[1] = 0;
        ox_solver_move(&body, dt);
        way += body.way[1];
    }
    CHECK_NEAR(body.v[1], SPEED(-9.8), 240);
    CHECK_NEAR(way / 64, SPEED(-4.9 * 241 / 240), 400);
    CHECK_NEAR(slow.v[1], SPEED(-9.8 * 0.632), SPEED(0.03));
    for (int i = 0; i < 240 * 200; i++) ox_solver_accelerate(&body);
    CHECK_EQ(body.v[1], -(OX_SPEED_MOST << OX_SPEED_BITS));
    body.w[0] = INT32_MAX;
    ox_solver_limit(&body);
    CHECK_EQ(body.w[0], OX_SPIN_MOST << OX_SPEED_BITS);
}
