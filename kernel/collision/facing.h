/* A triangle in the axes of the world, and what of it is nearest to a round core. For the files of this folder.
 *
 *     ox_facing f;
 *     ox_facing_set(&f, &triangle, &pose, base);                all places are seen from `base`, which lies near
 *     if (ox_facing_cut(&f, &over)) ...                          what of a segment lies over the triangle
 *     ox_facing_edge near = ox_facing_nearest(&f, &core, reach);
 *
 * A core is a segment; of a ball both its ends are one. (Ericson 5.1.5, 5.1.9.) */
#ifndef OXCART_KERNEL_COLLISION_FACING_H
#define OXCART_KERNEL_COLLISION_FACING_H

#include "fixedmath/line.h"
#include "kernel/collision/gap.h"
#include "kernel/collision/soup.h"

typedef struct ox_facing {
    vec3 corner[3];
    dir30 normal;
    vec3 inward[3]; /* of each edge, in the plane, as long as the edge */
    uint8_t active; /* as of ox_triangle */
} ox_facing;

/* Where a core is nearest to the edges of a triangle. */
typedef struct ox_facing_edge {
    uint64_t distance2; /* UINT64_MAX: no edge is within reach */
    vec3 on_core, on_edge;
    int edge;
    bool active; /* whether what is nearest, the edge or a corner of it, sticks out */
} ox_facing_edge;

/* `pose` NULL: the world's axes are the triangle's own. */
void ox_facing_set(ox_facing *f, const ox_triangle *triangle, const rig34 *pose, vec3 base);
fx ox_facing_height(const ox_facing *f, vec3 place);
bool ox_facing_is_active(const ox_facing *f, int edge);
bool ox_facing_corner_is_active(const ox_facing *f, int corner);

/* Whether a place lies over the triangle, before or behind it. */
bool ox_facing_is_over(const ox_facing *f, vec3 place);

/* Cuts a segment down to what lies over the triangle, before or behind it. False: nothing does. */
bool ox_facing_cut(const ox_facing *f, segment3 *s);

/* Edges that the whole core lies inside of are never the nearest part of the triangle, and are left out, as those that the whole core is farther from than `reach` seen along the
 * plane. */
ox_facing_edge ox_facing_nearest(const ox_facing *f, const segment3 *core, fx reach);

/* The gap between a core and a triangle without an inside, seen from the triangle's base; distance 0: the core goes through it. The other asks it of a shape and a triangle where they lie. */
void ox_facing_core_gap(const ox_facing *f, const segment3 *core, ox_gap *gap);
void ox_facing_gap(const ox_shape *a, const rig34 *pose_a, const ox_triangle *triangle, const rig34 *pose,
                   ox_gap *gap);

#endif
