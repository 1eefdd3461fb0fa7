/* Generators under the battery, integrators against exact solutions, basin modes and rational B-splines. The
 * reference methods belong to the table generator, a program of its own, and are compiled into this file. */
#include "tools/tablegen/reference.c"

#include "fixedmath/integrate.h"
#include "fixedmath/random.h"
#include "tests/test.h"

/* --- generators ------------------------------------------------------------------------------------ */

static uint32_t next_xorshift32(void *state) { return rng32_next(state); }
static uint32_t next_xorshift128(void *state) { return rng128_next(state); }
static uint32_t next_twister(void *state) { return rng_mt_next(state); }
static uint32_t next_mother(void *state) { return rng_mother_next(state); }
static uint32_t next_lcg(void *state) { return rng_lcg_next(state); }
static uint32_t next_additive(void *state) { return rng_additive_next(state); }

static bool report_battery(const char *name, battery_source next, void *state, int bits, battery_verdict *v) {
    battery_run(next, state, bits, v);
    for (int i = 0; i < BATTERY_TESTS; i++) {
        if (!v[i].passed)
            TEST_INFO("%s fails %s: %.1f outside %.1f .. %.1f", name, v[i].name, v[i].statistic, v[i].lo,
                      v[i].hi);
    }
    return battery_passed(v);
}

TEST(fx_tool_generator_battery) {
    battery_verdict v[BATTERY_TESTS];
    static uint8_t picture[64 * 64];
    rng32 a = rng32_seed(1, 0);
    rng128 b = rng128_seed(1);
    rng_mother c = rng_mother_seed(1);
    rng_lcg d = rng_lcg_numerical(1);
    rng_additive e = {3, 7, 100};
    static rng_mt f;
    int lit = 0;

    rng_mt_seed(&f, 5489);
    CHECK(report_battery("xorshift32", next_xorshift32, &a, 32, v));
    CHECK(report_battery("xorshift128", next_xorshift128, &b, 32, v));
    CHECK(report_battery("mother-of-all", next_mother, &c, 32, v));
    CHECK(report_battery("Mersenne twister", next_twister, &f, 32, v));
    CHECK(!report_battery("congruential", next_lcg, &d, 32, v));
    CHECK(!v[BATTERY_BIT_PERIODS].passed &&
          v[BATTERY_BIT_PERIODS].statistic == 2); /* the lowest bit alternates */
    CHECK(!report_battery("additive 7, 100", next_additive, &e, 32, v));
    battery_lattice(next_xorshift128, &b, 20000, picture, 64);
    for (int i = 0; i < 64 * 64; i++) lit += picture[i] != 0;
    CHECK(lit > 4000);
}

/* --- integrators -------------------------------------------------------------------------------------- */

typedef struct {
    const char *name;
    ode_acceleration acceleration;
    double r0, v0;
} case_of_motion;

static void gravity(int64_t t, const int64_t *r, const int64_t *v, int64_t *a, const void *context) {
    (void)t, (void)r, (void)v, (void)context;
    a[0] = -42090679501; /* 9.8 */
}

static void harmonic(int64_t t, const int64_t *r, const int64_t *v, int64_t *a, const void *context) {
    (void)t, (void)v, (void)context;
    a[0] = -r[0];
}

static void pendulum(int64_t t, const int64_t *r, const int64_t *v, int64_t *a, const void *context) {
    (void)t, (void)v, (void)context;
    a[0] = (int64_t)(-sin((double)r[0] / 4294967296.0) * 4294967296.0);
}

static void run_motion(ode_motion method, ode_acceleration f, double dt, int steps, double *r, double *v) {
    int64_t x = (int64_t)(*r * 4294967296.0), y = (int64_t)(*v * 4294967296.0);
    uint32_t step = (uint32_t)(dt * 4294967296.0 + 0.5);

    for (int i = 0; i < steps; i++)
        ode_motion_step(method, &(ode_motion_system){.a = f, .n = 1}, 0, step, &x, &y);
    *r = (double)x / 4294967296.0;
    *v = (double)y / 4294967296.0;
}

/* Error of the oscillator after two seconds. */
static double oscillator(ode_motion method, double dt) {
    double r = 1, v = 0, t = 2;

    run_motion(method, harmonic, dt, (int)(t / dt + 0.5), &r, &v);
    return hypot(r - cos(t), v + sin(t));
}

TEST(fx_tool_integrator_harness) {
    static const char *const names[5] = {"Euler", "semi-implicit", "midpoint", "velocity Verlet", "RK4"};
    static const double order[5] = {1, 1, 2, 2, 4};
    double drift[5];

    for (int m = 0; m < 5; m++) {
        double dt = order[m] > 2 ? 0.125 : 0.015625; /* above the noise floor of 2^-32 */
        double coarse = oscillator((ode_motion)m, 2 * dt), fine = oscillator((ode_motion)m, dt), r = 0,
               v = 9.8, r1, energy;
        double measured = log2(coarse / fine);

        run_motion((ode_motion)m, gravity, 1.0 / 64, 64, &r, &v);
        r1 = r;
        CHECK(fabs(v) < 1e-6 && fabs(r1 - 4.9) < (order[m] > 1 ? 1e-6 : 0.08));
        run_motion((ode_motion)m, gravity, 1.0 / 64, 64, &r, &v);
        CHECK(fabs(r) < (order[m] > 1 ? 1e-5 : 0.16));
        r = 2;
        v = 0;
        run_motion((ode_motion)m, pendulum, 0.05, 1000, &r, &v);
        energy = v * v / 2 - cos(r);
        drift[m] = fabs(energy + cos(2.0));
        TEST_INFO("%-16s order %.2f, error %.2e, pendulum energy drift %.2e, fall %.4f", names[m], measured,
                  fine, drift[m], r1);
        CHECK(fabs(measured - order[m]) < 0.12);
    }
    CHECK(drift[3] * 100 < drift[0]);
    {
        double r = 0, v = 0;

        run_motion(MOTION_EULER, gravity, 1.0 / 60, 60, &r, &v);
        CHECK(fabs(r + 4.8183) < 1e-3);
    }
}

/* --- basin
 * --------------------------------------------------------------------------------------------------- */

TEST(fx_tool_basin_modes) {
    enum { N = 31 };
    static double height[N * N], amplitude[N * N], back[N * N], now[N * N], before[N * N], next[N * N];
    rng32 r = rng32_seed(3, 3);
    double length = 8, speed = 2, cell = length / (N + 1), w = pi / length * sqrt(2.0),
           period = 2 * pi / (speed * w), dt = cell / speed / 4;
    int steps = (int)(period / dt);

    for (int i = 0; i < N * N; i++) height[i] = (double)(rng32_next(&r) >> 8) / 16777216.0 - 0.5;
    modal_amplitudes(height, N, length, amplitude);
    modal_heights(amplitude, N, length, speed, 0, back);
    for (int i = 0; i < N * N; i++) CHECK(fabs(back[i] - height[i]) < 1e-12);
    memset(amplitude, 0, sizeof amplitude);
    amplitude[0] = 1;
    modal_heights(amplitude, N, length, speed, 0, now);
    modal_heights(amplitude, N, length, speed, -dt, before);
    for (int s = 1; s <= steps; s++) { /* the five-point grid solver */
        double worst = 0, largest = 2 / length;

        for (int i = 0; i < N * N; i++) {
            int x = i % N, y = i / N;
            double around = (x > 0 ? now[i - 1] : 0) + (x < N - 1 ? now[i + 1] : 0) +
                            (y > 0 ? now[i - N] : 0) + (y < N - 1 ? now[i + N] : 0);

            next[i] =
                2 * now[i] - before[i] + speed * speed * dt * dt / (cell * cell) * (around - 4 * now[i]);
        }
        memcpy(before, now, sizeof now);
        memcpy(now, next, sizeof now);
        if (s % 16 != 0) continue;
        modal_heights(amplitude, N, length, speed, s * dt, back);
        for (int i = 0; i < N * N; i++) worst = fmax(worst, fabs(back[i] - now[i]));
        CHECK(worst < 0.01 * largest);
    }
}

/* --- rational B-splines
 * ------------------------------------------------------------------------------------------ */

TEST(fx_tool_nurbs_quarter_cylinder) {
    static const double points[3][3] = {{5, 0, 0}, {5, 5, 0}, {0, 5, 0}}, knots[6] = {0, 0, 0, 1, 1, 1};
    const double weights[3] = {1, sqrt(0.5), 1};
    double p[3];

    for (int i = 0; i <= 1000; i++) {
        double sum = 0;

        nurbs_point(points, weights, 3, knots, 2, i / 1000.0, p);
        CHECK(fabs(hypot(p[0], p[1]) - 5) < 5e-4 && p[0] >= -1e-12 && p[1] >= -1e-12);
        for (int k = 0; k < 3 && i < 1000; k++) sum += nurbs_basis(knots, k, 2, i / 1000.0);
        CHECK(i == 1000 || fabs(sum - 1) < 1e-12);
    }
    CHECK(p[0] == 0 && p[1] == 5);
}
