/* Blending between two steps: pictures of a state that moves only at whole steps.
 *
 *     at the start of a step:   ox_path_step(&ball.path);
 *     in the step:              ball.path.now = v3_add(ball.path.now, velocity);
 *     when it is put elsewhere: ox_path_place(&ball.path, spawn_point);
 *     in the picture:           vec3 seen = ox_path_shown(&ball.path, ox_loop_fraction(&loop));
 *
 * Interpolation shows where things were between the last two steps: always right, one step late. Extrapolation shows
 * where they will be if nothing happens: on time, and wrong for a moment at every collision. A position that was
 * placed snaps, since the object was never in between. Drawing takes these values and changes no state. (GPP, "Game
 * Loop"; GEA 7.5.) Cost: 3 multiplications a vector. */
#ifndef OXCART_KERNEL_LOOP_BLEND_H
#define OXCART_KERNEL_LOOP_BLEND_H

#include "fixedmath/angle.h"
#include "fixedmath/interpolate.h"

/* fraction is 0..65535 of a step. */
static inline fx ox_between(fx before, fx now, uf16 fraction) { return fx_lerp(before, now, fraction); }
static inline vec3 ox_between3(vec3 before, vec3 now, uf16 fraction) {
    return (vec3){fx_lerp(before.x, now.x, fraction), fx_lerp(before.y, now.y, fraction),
                  fx_lerp(before.z, now.z, fraction)};
}
static inline ang16 ox_between_angles(ang16 before, ang16 now, uf16 fraction) {
    return ang_lerp(before, now, fraction);
}

/* step is the movement in one step; positions of the world do not overflow. */
static inline fx ox_ahead(fx now, fx step, uf16 fraction) {
    return (fx)(now + fx_rshr64((int64_t)step * (int64_t)fraction, 16));
}
static inline vec3 ox_ahead3(vec3 now, vec3 step, uf16 fraction) {
    return (vec3){ox_ahead(now.x, step.x, fraction), ox_ahead(now.y, step.y, fraction),
                  ox_ahead(now.z, step.z, fraction)};
}

/* A position and the position one step before; both belong to the simulation. */
typedef struct ox_path {
    vec3 before, now;
} ox_path;

static inline void ox_path_step(ox_path *path) { path->before = path->now; }
static inline void ox_path_place(ox_path *path, vec3 place) { path->before = path->now = place; }
static inline vec3 ox_path_shown(const ox_path *path, uf16 fraction) {
    return ox_between3(path->before, path->now, fraction);
}

#endif
