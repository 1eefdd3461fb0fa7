/* Numerical integration: a framework of methods for small systems, and the steps that motion uses. */
#ifndef FIXEDMATH_INTEGRATE_H
#define FIXEDMATH_INTEGRATE_H

#include "fixedmath/vector.h"

/* Time steps are uint32_t in Q0.32 seconds: STEP_HZ(60) is 1/60 s to within 2^-33. Values are kept in Q32.32,
 * so that slow changes are not lost. The order of evaluation is fixed. Methods, with the order of their
 * global error: explicit Euler 1, semi-implicit Euler 1 (the default for motion), midpoint 2, Verlet 2,
 * velocity Verlet 2, RK4 4. Explicit methods become unstable for large steps and then run away: see
 * decay_is_stable and decay_substeps. */

#define STEP_HZ(rate) ((uint32_t)((((uint64_t)1 << 32) + (rate) / 2) / (rate)))
static inline uint32_t step_from_fx(fx seconds) { return (uint32_t)seconds << 16; } /* 0 <= seconds < 1 */

/* rate (Q32.32 per second) over dt, nearest. */
static inline int64_t step_scale(int64_t rate, uint32_t dt) {
    uint64_t scaled = (fx_mul64x32_mid(fx_magnitude64(rate) * 2, dt) + 1) >> 1;

    return rate < 0 ? -(int64_t)scaled : (int64_t)scaled;
}

/* --- systems ---------------------------------------------------------------------------------- */

#define ODE_MAX 16

/* dy/dt = f(t, y): fills rate[0..n). t is the sum of the steps in Q32.32 seconds. */
typedef void (*ode_rate)(int64_t t, const int64_t *y, int64_t *rate, const void *context);

/* Acceleration a(t, r, v) of n coordinates; methods for r'' = a. */
typedef void (*ode_acceleration)(int64_t t, const int64_t *r, const int64_t *v, int64_t *a,
                                 const void *context);

typedef enum { ODE_EULER, ODE_MIDPOINT, ODE_RK4 } ode_method;
typedef enum {
    MOTION_EULER,
    MOTION_SEMI_IMPLICIT,
    MOTION_MIDPOINT,
    MOTION_VELOCITY_VERLET,
    MOTION_RK4
} ode_motion;

/* y' = f(t, y) of n <= ODE_MAX values, and r'' = a(t, r, v) of n <= ODE_MAX / 2 coordinates. */
typedef struct {
    ode_rate f;
    const void *context;
    int n;
} ode_system;
typedef struct {
    ode_acceleration a;
    const void *context;
    int n;
} ode_motion_system;

/* Makes one step in place. An equation of order k is written as k equations of first order. */
void ode_step(ode_method method, const ode_system *s, int64_t t, uint32_t dt, int64_t *y);
void ode_motion_step(ode_motion method, const ode_motion_system *s, int64_t t, uint32_t dt, int64_t *r,
                     int64_t *v);

/* Makes a step that stops where component `watch` crosses zero: returns the part of dt that was done (dt when
 * nothing crossed) and sets *crossed. The crossing is located to dt / 2^16 by halving. */
uint32_t ode_step_until_zero(ode_method method, const ode_system *s, int64_t t, uint32_t dt, int64_t *y,
                             int watch, bool *crossed);

/* --- steps of a moving body ------------------------------------------------------------------- */

/* Position and velocity with 16 more fraction bits. */
typedef struct {
    int64_t r[3], v[3];
} mover_state;
mover_state mover_at(vec3 r, vec3 v);
static inline fx mover_part(int64_t a) { return fx_sat64(fx_rshr64(a, 16)); }
vec3 mover_position(const mover_state *m);
vec3 mover_velocity(const mover_state *m);
void mover_euler(mover_state *m, vec3 a, uint32_t dt);         /* r += v dt, then v += a dt */
void mover_semi_implicit(mover_state *m, vec3 a, uint32_t dt); /* v += a dt, then r += v dt */

/* Verlet: r2 = 2 r1 - r0 + a dt^2, with the position before in place of a velocity. */
typedef struct {
    int64_t now[3], before[3];
} verlet_state;
verlet_state verlet_at(vec3 r, vec3 v, vec3 a, uint32_t dt); /* before = r - v dt + a dt^2 / 2 */
void verlet_step(verlet_state *p, vec3 a, uint32_t dt);
vec3 verlet_position(const verlet_state *p);
vec3 verlet_velocity(const verlet_state *p, uint32_t dt); /* (now - before)/dt */

/* --- decay and springs ------------------------------------------------------------------------ */

/* Explicit decay x (1 - k dt) is stable for k dt <= 2; substeps that bring k dt to 1 or less. */
static inline bool decay_is_stable(fx k, uint32_t dt) { return (int64_t)k * (int64_t)dt <= (int64_t)2 << 48; }
uint32_t decay_substeps(fx k, uint32_t dt);
int64_t decay_unguarded(int64_t x, fx k, uint32_t dt);
static inline int64_t decay_explicit(int64_t x, fx k, uint32_t dt) { /* debug report when unstable */
    FX_REPORT(!decay_is_stable(k, dt), "decay_explicit: k dt above 2 is unstable");
    return decay_unguarded(x, k, dt);
}

/* Semi-implicit steps of a spring (v first, then x) are stable for sqrt(k / m) dt <= 2, so w2 dt^2 <= 4 with w2 = k / m; substeps that bring the root to 1 or less, 65,536 at most. */
bool swing_is_stable(fx w2, uint32_t dt);
uint32_t swing_substeps(fx w2, uint32_t dt);
void swing_step(fx w2, uint32_t dt, int64_t *x, int64_t *v); /* Q32.32; in as many substeps as it takes */

/* Implicit decay x/(1 + k dt): never grows, for every k >= 0 and dt. The factor is computed once: Q0.32. */
uint32_t decay_factor(fx k, uint32_t dt);
static inline int64_t decay_implicit(int64_t x, uint32_t factor) {
    uint64_t m = fx_mul64x32_mid(fx_magnitude64(x), factor);

    return x < 0 ? -(int64_t)m : (int64_t)m;
}

/* Damped spring by implicit Euler: stiffness / mass = w2, damping / (2 mass) = lambda, both as fx times
 * 2^shift, so that w2 may reach 2^20 and more. Stable for any step; loses a little energy even undamped. x is
 * the offset from rest, which may move (spring_step_toward). */
typedef struct {
    int64_t pull;  /* w2 dt / (1 + 2 lambda dt + w2 dt^2), in 2^-shift */
    uint32_t keep; /* 1/(1 + 2 lambda dt + w2 dt^2), Q0.32 */
    uint32_t dt;
} implicit_spring;
implicit_spring spring_make(fx w2, fx lambda, int shift, uint32_t dt);
void spring_step(const implicit_spring *s, int64_t *x, int64_t *v); /* Q32.32 */
void spring_step_toward(const implicit_spring *s, int64_t rest, int64_t *x, int64_t *v);

/* --- free flight ------------------------------------------------------------------------------ */

/* Where a thing is that flies under a constant pull (m/s^2), and how fast, at any time t in seconds, in closed form: p + v t + a t^2 / 2 and v + a t. Within 2 LSB of
 * the formulas' values for t <= 256; results that do not fit saturate. (GEA 13.4.3.3.) */
vec3 flight_at(vec3 from, vec3 velocity, vec3 pull, fx t);
vec3 flight_velocity(vec3 velocity, vec3 pull, fx t);

/* The velocity with which a thing comes from one place to another in t seconds; t is taken as 1/64 at least. */
vec3 flight_to(vec3 from, vec3 to, vec3 pull, fx t);

/* When a thing that starts at `speed` passes a height of `rise` above its start, on the way up and on the way down: the number of times from 0 on, 0, 1 or 2, the earlier first. At its top
 * it is after -speed / pull. */
int flight_times(fx rise, fx speed, fx pull, fx times[2]);

#endif
