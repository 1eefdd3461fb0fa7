/* Values that move step by step: easing toward a target, timed moves, exact rates. */
#ifndef FIXEDMATH_MOTION_H
#define FIXEDMATH_MOTION_H

#include "fixedmath/vector.h"

/* One interface for all movers: motion_setup starts one, motion_step advances it and tells whether it has
 * arrived, motion_value reads it. Values keep 16 more fraction bits than fx, so that slow values do not
 * stall, and land on the target exactly. Time is a uint32_t in Q16.16 seconds (1.0 = 65536).
 *
 *   MOTION_WEIGHT       x = (x (w - 1) + target)/w at every step; parameter: w > 1 as fx. Depends on the step
 *                       rate.
 *   MOTION_SHIFT        x = (x (2^n - 1) + target) >> n at every step; parameter: n in 1..15. No division.
 *   MOTION_LINEAR       constant speed for T seconds; parameter: T > 0 as fx.
 *   MOTION_EASE_IN_OUT  constant acceleration for T/2, then as much deceleration, in steps (speed first, then
 *                       place); peak speed 2 distance / T. Snaps to the target at T.
 *   MOTION_APPROACH     the factor k of the remaining way per 1/60 s, corrected for the step: 1 - (1 - k)^(60 dt);
 *                       parameter: k as fx, 0 < k < 1. 30 and 60 steps a second agree.
 */
typedef enum { MOTION_WEIGHT, MOTION_SHIFT, MOTION_LINEAR, MOTION_EASE_IN_OUT, MOTION_APPROACH } motion_kind;

typedef struct {
    motion_kind kind;
    fx from, to, parameter;
    int64_t value;    /* Q32.32 */
    int64_t speed;    /* Q32.32 per second, of the timed movers */
    uint32_t elapsed; /* Q16.16 seconds, of the timed movers */
    bool done;
} fx_motion;

/* False (and a motion that is done, standing at `to`) for a parameter out of range. */
bool motion_setup(fx_motion *m, motion_kind kind, fx from, fx to, fx parameter);
bool motion_step(fx_motion *m, uint32_t dt);
static inline fx motion_value(const fx_motion *m) { return (fx)fx_rshr64(m->value, 16); }

/* Three components with one clock, and an angle that turns the short way. */
typedef struct {
    fx_motion axis[3];
} motion3;
bool motion3_setup(motion3 *m, motion_kind kind, vec3 from, vec3 to, fx parameter);
bool motion3_step(motion3 *m, uint32_t dt);
vec3 motion3_value(const motion3 *m);

typedef struct {
    fx_motion turn;
    ang16 from;
} motion_angle;
bool motion_angle_setup(motion_angle *m, motion_kind kind, ang16 from, ang16 to, fx parameter);
bool motion_angle_step(motion_angle *m, uint32_t dt);
ang16 motion_angle_value(const motion_angle *m);

/* The integer form of MOTION_SHIFT without extra bits, as old code has it: rising, it stalls 2^n - 1 below
 * the target. */
static inline int32_t int_ease_shift(int32_t x, int32_t target, int n) {
    return (int32_t)fx_sra64((int64_t)x * (((int64_t)1 << n) - 1) + target, n);
}

/* --- exact rates ------------------------------------------------------------------------------ */

/* Adds `rate` units (any integers, such as fx) per second at a whole frequency: the remainder is carried, so
 * that after every `frequency` ticks the sum is exact. Rate and frequency may change between ticks; the
 * remainder is kept. */
typedef struct {
    int64_t remainder; /* in units / frequency */
    uint32_t frequency;
} rate_adder;
static inline rate_adder rate_adder_begin(void) { return (rate_adder){0, 0}; }
int32_t rate_adder_tick(rate_adder *a, int32_t rate,
                        uint32_t frequency); /* what to add; frequency 0 gives 0 */

/* General phase accumulator: every tick moves by n/d, the whole steps come out. For resampling, clocks and
 * timers. */
typedef struct {
    uint32_t n, d, phase; /* phase < d */
} phase_stepper;
bool phase_stepper_init(phase_stepper *p, uint32_t n, uint32_t d); /* false for d = 0 */
uint32_t phase_stepper_tick(phase_stepper *p);

#endif
