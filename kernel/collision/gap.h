/* Gaps: how far the cores of two convex shapes are apart, and where. What distances, sweeps and contacts of round shapes stand on.
 *
 *     ox_gap gap;
 *     ox_gap_find(&a, &pose_a, &b, &pose_b, &gap);
 *     bool touch = gap.distance <= (int64_t)a.radius + b.radius;
 *
 * A point against a point, a segment or a box is exact, by clamping; a round core against a triangle is by its face and edges (facing.h). Everything else is GJK: the point of the difference of two cores that is nearest to the
 * origin is looked for by a simplex of up to four of its corners. Corners are whole numbers of LSB, and the direction of each feature is worked out anew from
 * them to 30 bits, so that errors do not add up and do not grow where cores are close. (Gilbert, Johnson and Keerthi 1988; Ericson 9.5.) */
#ifndef OXCART_KERNEL_COLLISION_GAP_H
#define OXCART_KERNEL_COLLISION_GAP_H

#include "kernel/collision/shape.h"

typedef struct ox_gap {
    fx distance; /* of the cores, saturating; 0: they meet, and the rest is no answer */
    dir30 way;   /* from A's core to B's */
    vec3 on_a, on_b;
} ox_gap;

void ox_gap_find(const ox_shape *a, const rig34 *pose_a, const ox_shape *b, const rig34 *pose_b, ox_gap *gap);

/* Conservative advancement: what moves by `way` goes as far as the gap, divided by the speed along its direction, allows, for in that time nothing can be met; and so on. `find`
 * gives the gap at a part of the way; `radii` are those about the two cores. The hit's place is the nearest one of what stands still, of its core; what begins inside has its own. */
typedef struct ox_advance {
    vec3 way;
    int64_t radii;
    q30 most; /* what stops later is of no interest */
    void (*find)(const struct ox_advance *advance, q30 part, ox_gap *gap);
} ox_advance;
struct ox_shape_hit;
bool ox_advance_run(const ox_advance *advance, struct ox_shape_hit *hit);

/* A direction of 64-bit components shortened to components of 30 bits. */
static inline vec3 ox_short_direction(const int64_t d[3]) {
    uint64_t bits = fx_magnitude64(d[0]) | fx_magnitude64(d[1]) | fx_magnitude64(d[2]);
    int down = 34 - fx_clz64(bits);

    if (down < 0) down = 0;
    return (vec3){(fx)fx_sra64(d[0], down), (fx)fx_sra64(d[1], down), (fx)fx_sra64(d[2], down)};
}

/* Whether a difference of two places is too long for frames that are turned: more than 16,384 m along an axis. */
static inline bool ox_gap_is_far(vec3 d) {
    return ((fx_magnitude(d.x) | fx_magnitude(d.y) | fx_magnitude(d.z)) >> 30) != 0;
}

#endif
