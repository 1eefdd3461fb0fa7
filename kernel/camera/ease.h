/* What makes cameras move softly: followers that go a part of the way in each step, and springs.
 *
 *     at = ox_follow(at, target, part)                      a part of the way, 0 .. 65536; arrives exactly, never overshoots
 *     part = ox_follow_part(steps)                          steps in which it makes up for two thirds of the way: 15 is the usual 1/16
 *     part = ox_follow_at_rate(part, 30)                    the same follower at another rate than 60 steps a second
 *
 *     ox_spring spring = ox_spring_make(k, 60, false, NULL);     critically damped: stiffness k in 1/s^2
 *     ox_spring_step(&spring, moved, &state);                  offsets from an ideal place that has moved
 *
 *     length = ox_tether_step(&tether, length, grown);        the length of a tether whose far end has gone away by `grown`
 *
 * FOLLOWERS round to the nearest and go at least one unit, so the last 2^n units of the way, where a plain shift would stall, are done one by one.
 *
 * SPRINGS are implicit Euler steps (fixedmath/integrate.h), stable for each k and step: v1 = (v0 - k x0 dt) / (1 + 2 sqrt(k) dt + k dt^2), x1 = x0 + v1 dt. `printed` is the explicit form of
 * the book, v += (-k x - 2 sqrt(k) v) dt, then x += v dt, which is a little stiffer; it is stable only while sqrt(k) dt < 0.8284, so from k = 0.685 / dt^2 on the implicit one takes its place.
 *
 * A TETHER of length L holds a camera behind what goes before it. First `follow` (0..1) of the far end's way along the tether is followed at once, then the stretch shrinks by 1 / (1 + ks dt). Behind
 * a target that goes away at v it lags (1 - follow) v / ks.
 *
 * Ranges: k and ks 0 .. 32,767; rates 2 .. 1000. (Game Programming Gems 1, 4.3.3 and 2.4; Madhav 8.) */
#ifndef OXCART_KERNEL_CAMERA_EASE_H
#define OXCART_KERNEL_CAMERA_EASE_H

#include "fixedmath/integrate.h"
#include "fixedmath/quaternion.h"
#include "fixedmath/vector.h"

/* ---- followers ---- */

fx ox_follow(fx at, fx target, uf16 part);
vec3 ox_follow3(vec3 at, vec3 target, uf16 part);
ang32 ox_follow_angle(ang32 at, ang32 target, uf16 part); /* the short way round */
quat ox_follow_turn(quat at, quat target, uf16 part);

/* The same, no farther than `most` in a step (0: as far as it likes), and not at all within `zone` of the target. */
typedef struct ox_follow_limits {
    uf16 part;
    fx zone, most;
} ox_follow_limits;
fx ox_follow_within(fx at, fx target, const ox_follow_limits *limits);

uf16 ox_follow_part(uint32_t steps);
uf16 ox_follow_at_rate(uf16 part, uint32_t rate); /* 1 - (1 - part)^(60 / rate) */

/* ---- springs ---- */

typedef struct ox_spring {
    implicit_spring step;
    int64_t k, damping; /* of the printed form, Q32.32 times dt */
    uint32_t dt;        /* Q0.32 seconds */
    bool printed;
} ox_spring;

/* *is_cut (or NULL): the printed form is not stable with this k, and is the implicit one. */
ox_spring ox_spring_make(fx k, uint32_t rate, bool printed, bool *is_cut);

/* Where something stands, as an offset from its ideal place in Q32.32, and how fast it goes. Three axes. */
typedef struct ox_spring_state {
    int64_t offset[3], speed[3];
} ox_spring_state;

/* One step after the ideal place has gone by `moved`. What goes evenly is followed at a constant distance, as the speed is that in the world. */
void ox_spring_step(const ox_spring *spring, vec3 moved, ox_spring_state *state);

/* The same with a speed that counts from that of the ideal place: what goes evenly is followed without a lag. `moved_before` is its way in the step before. */
void ox_spring_lead(const ox_spring *spring, vec3 moved, vec3 moved_before, ox_spring_state *state);
vec3 ox_spring_offset(const ox_spring_state *state);

/* ---- tethers ---- */

typedef struct ox_tether {
    fx rest, ks, follow;
    uint32_t rate;
} ox_tether;
fx ox_tether_step(const ox_tether *tether, fx length, fx grown);

#endif
