/* Boxes and hulls as solids with faces, for contacts: what separates two of them, and the corners of a face.
 *
 * All places are relative to `base`, which lies near both, so that numbers are small. For the files of this folder. */
#ifndef OXCART_KERNEL_COLLISION_SOLID_INTERNAL_H
#define OXCART_KERNEL_COLLISION_SOLID_INTERNAL_H

#include "fixedmath/line.h"
#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "kernel/collision/shape.h"

enum { OX_SOLID_CORNERS = 16 }; /* of a face; a hull's face with more counts with its first ones */

typedef struct ox_solid {
    vec3 base, centre;
    const rig34 *pose;
    const ox_hull *hull; /* NULL: a box */
    vec3 half;
    uint32_t face_count, point_count;
    vec3 points[OX_HULL_POINTS];
} ox_solid;

typedef struct ox_solid_face {
    dir30 normal; /* outward */
    uint32_t count;
    vec3 points[OX_SOLID_CORNERS];
    uint8_t corners[OX_SOLID_CORNERS];
} ox_solid_face;

typedef enum ox_solid_axis_kind { OX_AXIS_FACE_A, OX_AXIS_FACE_B, OX_AXIS_EDGES } ox_solid_axis_kind;

/* The direction along which two solids are the farthest apart, or overlap the least. */
typedef struct ox_solid_axis {
    ox_solid_axis_kind kind;
    fx apart;     /* below 0: they overlap by so much */
    dir30 normal; /* from B towards A */
    uint32_t face;
    segment3 edge_a, edge_b; /* of OX_AXIS_EDGES */
    uint32_t feature;
} ox_solid_axis;

void ox_solid_open(ox_solid *solid, const ox_shape *shape, const rig34 *pose, vec3 base);

/* False: a direction keeps them more than `margin` apart. */
bool ox_solid_separate(const ox_solid *a, const ox_solid *b, fx margin, ox_solid_axis *axis);

/* The face that looks most along a direction; and what a face is. */
uint32_t ox_solid_facing(const ox_solid *solid, dir30 direction);
void ox_solid_face_of(const ox_solid *solid, uint32_t number, ox_solid_face *face);

dir30 ox_solid_normal(const ox_solid *solid, uint32_t face);
vec3 ox_solid_on(const ox_solid *solid, uint32_t face); /* a corner of it */

/* Edges, four bytes each (shape.h); and how far the nearest point of a solid lies before the plane through a point. */
const uint8_t *ox_solid_edges(const ox_solid *solid, uint32_t *count);
fx ox_solid_before(const ox_solid *solid, dir30 normal, vec3 from);

/* Adds the points of the incident solid's facing side, cut by the edges of the reference's face, that lie below it or within `margin`. `swapped`: the reference is B
 * (contact.c). */
struct ox_manifold;
void ox_solid_touch(const ox_solid *reference, uint32_t face, const ox_solid *incident, fx margin,
                    bool swapped, struct ox_manifold *m);

/* ---- directions ---- */

static inline int64_t solid_wide_dot(dir30 n, vec3 v) {
    return fx_mad(fx_mad(fx_wide(n.x, v.x), n.y, v.y), n.z, v.z);
}
static inline fx solid_dot(dir30 n, vec3 v) { return fx_sat64(fx_rshr64(solid_wide_dot(n, v), 30)); }
vec3 solid_cross(dir30 a, vec3 b);

/* part of span as Q2.30; 0 <= part <= span, span above 0. */
q30 solid_part(int64_t part, int64_t span);

#endif
