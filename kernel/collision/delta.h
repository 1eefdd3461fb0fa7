/* Deltas: ships that are equilateral triangles, one with its tip up, one with its tip down, tested with one product.
 *
 *     if (ox_deltas_meet(ship, FX(12), enemy, FX(16))) ...
 *
 * The three directions across the sides of the one are those of the other turned round, so of the separating axes three are left: one level, and two that are mirrored and
 * become one by the distance aside. Touching counts. A test of the radii's sum should come first: it is cheaper and leaves few pairs. Not for two that look the same way, of which it would tell one in
 * six wrongly: two hulls and ox_shape_meets tell of those, and of any turn.
 *
 * Radii are those of the circles through the corners, above 0; y goes up. Exact but for the 2^-17 of its constant, in whatever places are less than 16,384 apart. (Articles on shooters of the Game Boy Advance; Ericson 5.2.) */
#ifndef OXCART_KERNEL_COLLISION_DELTA_H
#define OXCART_KERNEL_COLLISION_DELTA_H

#include "fixedmath/vector.h"

/* The tip of `up` looks up, that of `down` down. */
static inline bool ox_deltas_meet(vec2 up, fx up_radius, vec2 down, fx down_radius) {
    const int64_t aside = (int64_t)up.x - down.x, above = (int64_t)down.y - up.y,
                  radii = (int64_t)up_radius + down_radius;
    return -2 * above <= radii && 113512 * (aside < 0 ? -aside : aside) + 65536 * above <= 65536 * radii;
}

/* Both turned by the same angle, counter-clockwise. */
static inline bool ox_deltas_meet_turned(vec2 up, fx up_radius, vec2 down, fx down_radius, ang16 turn) {
    const vec2 off = v2_rotate(v2_sub(down, up), (ang16)(0u - turn));
    return ox_deltas_meet((vec2){0, 0}, up_radius, off, down_radius);
}

#endif
