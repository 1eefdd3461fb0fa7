/* Methods of integration as a game moves things: jumps, falls, decay, springs, orbits and pendulums, against the values of real arithmetic. */
#include "fixedmath/integrate.h"

#include "fixedmath/equation.h"
#include "fixedmath/scalar.h"
#include "tests/test.h"

#define WIDE(x) ((int64_t)((x)*4294967296.0))

typedef void step_function(mover_state *m, vec3 a, uint32_t dt);

/* Highest point of a jump of 10 m/s against 9.8 m/s^2. */
static fx apex_of(step_function *step, uint32_t rate) {
    mover_state m = mover_at(V3_ZERO, (vec3){0, 10 * FX_ONE, 0});
    fx high = 0;
    for (uint32_t i = 0; i < 2 * rate; i++) {
        step(&m, (vec3){0, FX(-9.8), 0}, STEP_HZ(rate));
        high = fx_max(high, mover_position(&m).y);
    }
    return high;
}

TEST(fx_motion_jumps_by_euler) {
    CHECK_NEAR(apex_of(mover_euler, 60), FX(5.1856), FX(0.002));
    CHECK_NEAR(apex_of(mover_euler, 30), FX(5.2700), FX(0.002));
    CHECK_NEAR(apex_of(mover_euler, 10), FX(5.6100), FX(0.002));
    CHECK_NEAR(apex_of(mover_semi_implicit, 60), FX(5.0189), FX(0.002));
    CHECK_NEAR(apex_of(mover_semi_implicit, 30), FX(4.9367), FX(0.002));
    CHECK_NEAR(apex_of(mover_semi_implicit, 10), FX(4.6100), FX(0.002));
}

TEST(fx_motion_falls_by_euler) {
    mover_state m = mover_at(V3_ZERO, V3_ZERO);
    mover_euler(&m, (vec3){0, FX(-9.8), 0}, STEP_HZ(10));
    CHECK_NEAR(mover_velocity(&m).y, FX(-0.98), 1);
    CHECK_EQ(mover_position(&m).y, 0);
    for (int i = 1; i < 10; i++) mover_euler(&m, (vec3){0, FX(-9.8), 0}, STEP_HZ(10));
    CHECK_NEAR(mover_velocity(&m).y, FX(-9.8), 2);
    CHECK_NEAR(mover_position(&m).y, FX(-4.41), 2);
    /* A second of falling is -4.9 m; half the step, half the error. */
    int64_t error[2];
    for (int k = 0; k < 2; k++) {
        const uint32_t rate = k == 0 ? 50 : 100;
        m = mover_at(V3_ZERO, V3_ZERO);
        for (uint32_t i = 0; i < rate; i++) mover_euler(&m, (vec3){0, FX(-9.8), 0}, STEP_HZ(rate));
        error[k] = (int64_t)mover_position(&m).y - FX(-4.9);
    }
    CHECK(error[0] * 10 >= error[1] * 19 && error[0] * 10 <= error[1] * 21);
}

TEST(fx_motion_decays_by_euler) {
    int64_t x = WIDE(1);
    CHECK(decay_is_stable(FX_ONE, STEP_HZ(1) / 2));                             /* half a second */
    for (int i = 0; i < 10; i++) x = decay_explicit(x, 4 * FX_ONE, STEP_HZ(2)); /* k dt = 2: it alternates */
    CHECK_NEAR(x, WIDE(1), 100);
    x = WIDE(1);
    const uint32_t factor = decay_factor(10000 * FX_ONE, STEP_HZ(10));
    for (int i = 0; i < 10; i++) {
        const int64_t next = decay_implicit(x, factor);
        CHECK(next >= 0 && next <= x);
        x = next;
    }
    x = WIDE(1);
    for (int i = 0; i < 10; i++) x = decay_implicit(x, decay_factor(FX_ONE, STEP_HZ(10)));
    CHECK_NEAR(x, WIDE(0.385543), WIDE(0.00001));
}

/* r'' = -r for every coordinate. */
static void pull_back(int64_t t, const int64_t *r, const int64_t *v, int64_t *a, const void *context) {
    (void)t, (void)v, (void)context;
    a[0] = -r[0];
}

/* Energy of an oscillator in 2^-16, that begins with a half. */
static int64_t energy_of(int64_t r, int64_t v) {
    const int64_t x = r >> 16, y = v >> 16;
    return (x * x + y * y) >> 17;
}

TEST(fx_motion_oscillators_keep_their_energy) {
    static const ode_motion methods[] = {MOTION_EULER, MOTION_SEMI_IMPLICIT, MOTION_VELOCITY_VERLET};
    const ode_motion_system s = {.a = pull_back, .n = 1};
    for (int k = 0; k < 3; k++) {
        int64_t r[1] = {WIDE(1)}, v[1] = {0}, least = INT64_MAX, most = 0;
        for (int i = 0; i < (k == 0 ? 300 : 10000); i++) {
            ode_motion_step(methods[k], &s, 0, STEP_HZ(10), r, v);
            const int64_t e = energy_of(r[0], v[0]);
            least = e < least ? e : least;
            most = e > most ? e : most;
        }
        if (k == 0) CHECK(most > 10 * FX_HALF); /* the explicit form gains energy without end */
        if (k == 1) CHECK(least > FX(0.47) && most < FX(0.53));
        if (k == 2) CHECK(least > FX(0.4975) && most < FX(0.5025));
    }
}

/* An orbit about the origin, pulled by 1 / r^3 of its place in the plane: the radius keeps its bounds. */
TEST(fx_motion_orbits_stay) {
    mover_state m = mover_at((vec3){4 * FX_ONE, 0, 0}, (vec3){0, 2 * FX_ONE, 0});
    fx least = FX_MAX, most = 0;
    for (int i = 0; i < 100000; i++) {
        const vec3 p = mover_position(&m);
        const fx r = v3_length(p);
        const vec3 a = v3_scale(p, fx_div(-16 * FX_ONE, fx_mul(fx_mul(r, r), r)));
        mover_semi_implicit(&m, a, STEP_HZ(60));
        least = fx_min(least, r);
        most = fx_max(most, r);
    }
    TEST_INFO("%d to %d", (int)least, (int)most);
    CHECK(least > FX(3.9) && most < FX(4.1));
}

/* Twice the energy of r'' = -r half-way between the two places, where the velocity between them belongs. */
static fx verlet_energy(const verlet_state *p) {
    const fx v = verlet_velocity(p, STEP_HZ(60)).x, r = mover_part((p->now[0] + p->before[0]) / 2);
    return fx_add(fx_mul(v, v), fx_mul(r, r));
}

TEST(fx_motion_verlet_falls_and_swings) {
    verlet_state p = verlet_at(V3_ZERO, V3_ZERO, (vec3){0, FX(-9.8), 0}, STEP_HZ(10));
    for (int i = 0; i < 10; i++) verlet_step(&p, (vec3){0, FX(-9.8), 0}, STEP_HZ(10));
    CHECK_NEAR(verlet_position(&p).y, FX(-4.9), 4);
    /* A pendulum of small swing: energy drifts a hundredth as much as by Euler's explicit form. */
    verlet_state q = verlet_at((vec3){FX_ONE, 0, 0}, V3_ZERO, (vec3){-FX_ONE, 0, 0}, STEP_HZ(60));
    mover_state m = mover_at((vec3){FX_ONE, 0, 0}, V3_ZERO);
    const fx begun = verlet_energy(&q);
    for (int i = 0; i < 1000; i++) {
        verlet_step(&q, (vec3){-verlet_position(&q).x, 0, 0}, STEP_HZ(60));
        mover_euler(&m, (vec3){-mover_position(&m).x, 0, 0}, STEP_HZ(60));
    }
    const int64_t by_verlet = (int64_t)verlet_energy(&q) - begun,
                  by_euler = (int64_t)fx_mul(mover_velocity(&m).x, mover_velocity(&m).x) +
                             fx_mul(mover_position(&m).x, mover_position(&m).x) - FX_ONE;
    TEST_INFO("energy changed by %d and %d LSB", (int)by_verlet, (int)by_euler);
    CHECK((by_verlet < 0 ? -by_verlet : by_verlet) * 100 < by_euler);
}

TEST(fx_motion_implicit_springs) {
    static const double wanted[3][2] = {{0.973822, -1.570681}, {0.923659, -3.009786}, {0.852205, -4.287221}};
    const implicit_spring s = spring_make(100 * FX_ONE, FX_ONE, 0, STEP_HZ(60)),
                          stiff = spring_make(10000 * FX_ONE, 0, 0, STEP_HZ(10));
    int64_t x = WIDE(1), v = 0;
    for (int i = 0; i < 3; i++) {
        spring_step(&s, &x, &v);
        CHECK_NEAR(x, WIDE(wanted[i][0]), WIDE(0.0002));
        CHECK_NEAR(v, WIDE(wanted[i][1]), WIDE(0.0002));
    }
    x = WIDE(1);
    v = 0;
    for (int i = 0; i < 600; i++) {
        spring_step(&stiff, &x, &v);
        CHECK(x <= WIDE(1) && x >= -WIDE(1));
    }
}

/* What goes up at 9.8 m/s against 9.8 m/s^2 is 4.9 m high after a second, and back after two; steps of semi-implicit Euler come nearer to that as they get shorter. */
TEST(fx_motion_flies_by_formulas) {
    const vec3 pull = {0, FX(-9.8), 0}, up = {FX(3), FX(9.8), 0};
    fx times[2];
    CHECK_NEAR(flight_at(V3_ZERO, up, pull, FX_ONE).y, FX(4.9), 2);
    CHECK_NEAR(flight_at(V3_ZERO, up, pull, 2 * FX_ONE).y, 0, 2);
    CHECK_NEAR(flight_at(V3_ZERO, up, pull, 2 * FX_ONE).x, FX(6), 2);
    CHECK_NEAR(flight_velocity(up, pull, FX_ONE).y, 0, 2);
    CHECK_EQ(flight_times(FX(4), FX(9.8), FX(-9.8), times), 2);
    CHECK_NEAR(times[0], FX(0.571518), 8);
    CHECK_NEAR(times[1], FX(1.428482), 8);
    CHECK_EQ(flight_times(FX(5), FX(9.8), FX(-9.8), times), 0);
    CHECK_EQ(flight_times(FX(-4.9), 0, FX(-9.8), times), 1);
    CHECK_NEAR(times[0], FX_ONE, 4);
    const vec3 goal = {FX(30), FX(-7), FX(12)}, launch = flight_to(V3_ZERO, goal, pull, FX(2.5));
    CHECK(v3_distance(flight_at(V3_ZERO, launch, pull, FX(2.5)), goal) <= 8);
    int64_t error[2];
    for (int k = 0; k < 2; k++) {
        mover_state m = mover_at(V3_ZERO, V3_ZERO);
        for (uint32_t i = 0; i < (k == 0 ? 50u : 100u); i++)
            mover_semi_implicit(&m, pull, STEP_HZ(k == 0 ? 50u : 100u));
        error[k] = (int64_t)flight_at(V3_ZERO, V3_ZERO, pull, FX_ONE).y - mover_position(&m).y;
    }
    CHECK(error[0] * 10 >= error[1] * 19 && error[0] * 10 <= error[1] * 21);
}

/* An implicit step of x' = -x^2 with dt = 1 from 2: x1 = 2 - x1^2, by Newton's method. */
static fx implicit(fx x, const void *context) {
    (void)context;
    return fx_add(fx_mul(x, x), fx_sub(x, FX(2)));
}
static fx implicit_slope(fx x, const void *context) {
    (void)context;
    return fx_add(2 * x, FX_ONE);
}
static fx rootless(fx x, const void *context) {
    (void)context;
    return fx_add(fx_mul(x, x), FX_ONE);
}
static fx rootless_slope(fx x, const void *context) {
    (void)context;
    return 2 * x;
}

TEST(fx_motion_implicit_steps) {
    fx root;
    CHECK_EQ(root_newton(implicit, implicit_slope, NULL, FX(2), 1, 6, &root), ROOT_FOUND);
    CHECK_NEAR(root, FX_ONE, 2);
    CHECK(root_newton(rootless, rootless_slope, NULL, FX(0.7), 1, 4, &root) != ROOT_FOUND); /* it is told */
    /* Linear decay: 10 / s in steps of a second goes to nothing, and never grows whatever k dt is. */
    int64_t x = WIDE(1);
    for (int i = 0; i < 10; i++) x = decay_implicit(x, decay_factor(20 * FX_ONE, STEP_HZ(2)));
    CHECK_NEAR(x, 0, 1);
    /* A spring with k dt^2 / m = 10 stays bounded. */
    const implicit_spring s = spring_make(1000 * FX_ONE, 0, 0, STEP_HZ(10));
    int64_t y = WIDE(1), v = 0;
    for (int i = 0; i < 600; i++) {
        spring_step(&s, &y, &v);
        CHECK(y <= WIDE(1) && y >= -WIDE(1));
    }
}

/* Where the explicit form would run away, substeps hold it. */
TEST(fx_motion_substeps_hold_a_fast_decay) {
    const uint32_t dt = STEP_HZ(2), parts = decay_substeps(10 * FX_ONE, dt);
    CHECK(!decay_is_stable(10 * FX_ONE, dt) && decay_is_stable(10 * FX_ONE, dt / parts));
    int64_t x = WIDE(1);
    for (uint32_t i = 0; i < 10 * parts; i++) {
        const int64_t next = decay_explicit(x, 10 * FX_ONE, dt / parts);
        CHECK(next <= x && next >= 0);
        x = next;
    }
}

/* Springs of any stiffness swing in substeps where single steps would run away: 3 / s^2 to 30,000 / s^2 in steps of a tenth. */
TEST(fx_motion_substeps_hold_stiff_springs) {
    const uint32_t dt = STEP_HZ(10);
    CHECK(swing_is_stable(399 * FX_ONE, dt) && !swing_is_stable(401 * FX_ONE, dt));
    CHECK_EQ(swing_substeps(99 * FX_ONE, dt), 1);
    CHECK_EQ(swing_substeps(10000 * FX_ONE, dt), 11);
    for (int w = 3; w <= 30000; w *= 10) {
        const fx w2 = w * FX_ONE;
        const uint32_t parts = swing_substeps(w2, dt);
        CHECK(swing_is_stable(w2, dt / parts));
        int64_t x = WIDE(1), v = 0, most = 0;
        for (int i = 0; i < 1000; i++) {
            swing_step(w2, dt, &x, &v);
            most = x > most ? x : most;
            CHECK(x < WIDE(1.3) && x > -WIDE(1.3));
        }
        CHECK(most > WIDE(0.9)); /* nor does it die */
        if (w2 > 400 * FX_ONE) CHECK(!swing_is_stable(w2, dt));
    }
}
