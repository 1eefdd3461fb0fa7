/* Known problems, halved steps, and what comes of them. */
#include "tools/measure/integrators.h"

#include <math.h>
#include <stdbool.h>

#include "fixedmath/integrate.h"

enum { IMPLICIT = 5 };

static const struct {
    const char *name;
    double order;
} methods[INTEGRATORS] = {{"Euler", 1}, {"semi-implicit Euler", 1}, {"midpoint", 2}, {"velocity Verlet", 2},
                          {"RK4", 4},   {"implicit Euler", 1}};

static int64_t to_fixed(double x) { return (int64_t)(x * 4294967296.0 + (x < 0 ? -0.5 : 0.5)); }
static double real(int64_t x) { return (double)x / 4294967296.0; }

static void fall(int64_t t, const int64_t *r, const int64_t *v, int64_t *a, const void *context) {
    (void)t, (void)r, (void)v, (void)context;
    a[0] = -42090679501; /* 9.8 */
}

static void swing(int64_t t, const int64_t *r, const int64_t *v, int64_t *a, const void *context) {
    (void)t, (void)v, (void)context;
    a[0] = -r[0];
}

static void decay(int64_t t, const int64_t *y, int64_t *rate, const void *context) {
    (void)t, (void)context;
    rate[0] = -y[0];
}

/* A step of a motion. False: it runs away. */
static bool step_motion(int method, ode_acceleration a, uint32_t dt, int64_t *r, int64_t *v) {
    if (method == IMPLICIT && a == swing) {
        const implicit_spring spring = spring_make(FX_ONE, 0, 0, dt);
        spring_step(&spring, r, v);
    } else if (method == IMPLICIT) {
        int64_t rate;
        a(0, r, v, &rate, NULL);
        *v += step_scale(rate, dt);
        *r += step_scale(*v, dt);
    } else {
        ode_motion_step((ode_motion)method, &(ode_motion_system){.a = a, .n = 1}, 0, dt, r, v);
    }
    return fabs(real(*r)) < 1000 && fabs(real(*v)) < 1000;
}

static bool run_motion(int method, ode_acceleration a, double dt, double seconds, double *r, double *v) {
    int64_t x = to_fixed(*r), y = to_fixed(*v);
    const uint32_t length = (uint32_t)(dt * 4294967296.0 + 0.5);
    bool bounded = true;
    for (int i = 0; bounded && i < (int)(seconds / dt + 0.5); i++)
        bounded = step_motion(method, a, length, &x, &y);
    *r = real(x);
    *v = real(y);
    return bounded;
}

/* Error of the oscillator behind two seconds. */
static double swing_error(int method, double dt) {
    double r = 1, v = 0;
    (void)run_motion(method, swing, dt, 2, &r, &v);
    return hypot(r - cos(2), v + sin(2));
}

static double fall_error(int method) {
    double r = 0, v = 9.8;
    (void)run_motion(method, fall, 1.0 / 64, 1, &r, &v);
    return fabs(r - 4.9);
}

static double decay_error(int method) {
    static const int kinds[INTEGRATORS] = {ODE_EULER, -1, ODE_MIDPOINT, -1, ODE_RK4, IMPLICIT};
    const uint32_t dt = STEP_HZ(64), factor = decay_factor(FX_ONE, STEP_HZ(64));
    int64_t y = to_fixed(1);
    if (kinds[method] < 0) return -1;
    for (int i = 0; i < 64; i++) {
        if (method == IMPLICIT)
            y = decay_implicit(y, factor);
        else
            ode_step((ode_method)kinds[method], &(ode_system){.f = decay, .n = 1}, 0, dt, &y);
    }
    return fabs(real(y) - exp(-1));
}

/* An oscillator is sped up where steps cannot be longer than a second: the product of both counts. */
static void fast_swing(int64_t t, const int64_t *r, const int64_t *v, int64_t *a, const void *context) {
    const double w2 = *(const double *)context;
    (void)t, (void)v;
    a[0] = to_fixed(-real(r[0]) * w2);
}

/* Whether an oscillator of `w` rad/s stays below eight times its start for 20,000 steps of 1/64 s. */
static bool is_stable(int method, double w) {
    const double w2 = w * w;
    const uint32_t dt = STEP_HZ(64);
    const implicit_spring spring = spring_make((fx)(w2 * 4096), 0, 4, dt);
    int64_t r = to_fixed(1), v = 0;
    for (int i = 0; i < 20000; i++) {
        if (method == IMPLICIT)
            spring_step(&spring, &r, &v);
        else
            ode_motion_step((ode_motion)method, &(ode_motion_system){.a = fast_swing, .context = &w2, .n = 1},
                            0, dt, &r, &v);
        if (fabs(real(r)) > 8) return false;
    }
    return true;
}

void integrator_measure(int method, integrator_report *report) {
    const double dt = methods[method].order > 2 ? 0.125 : 0.015625;
    double r = 1, v = 0;
    *report = (integrator_report){.name = methods[method].name, .order = methods[method].order, .floor = 1e9};
    report->measured = log2(swing_error(method, 2 * dt) / swing_error(method, dt));
    report->fall = fall_error(method);
    report->decay = decay_error(method);
    for (int i = 1; i <= INTEGRATOR_HALVINGS; i++) {
        const double error = swing_error(method, 1.0 / (1 << i));
        if (error >= report->floor) continue;
        report->floor = error;
        report->floor_step = 1.0 / (1 << i);
    }
    (void)run_motion(method, swing, 1.0 / 60, 100, &r, &v);
    report->energy = r * r + v * v;
    for (int i = 1; i <= 256 && is_stable(method, i); i++) report->stable = i / 64.0;
}
