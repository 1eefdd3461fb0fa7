/* Contacts: where two shapes meet, how deep, and which way lies the way out.
 *
 *     ox_manifold m;
 *     if (ox_collide(&a, &pose_a, &b, &pose_b, margin, &m)) ...      up to four points
 *
 * The normal points from B towards A: moving A by normal * depth is the shortest way out. A point lies half-way between the two surfaces. Depth is above 0
 * where shapes overlap, and down to -margin where they come near one another, for solvers that look ahead; margin 0 gives true contacts alone, touching
 * included. A and B swapped give the opposite normal, and the same points up to the face that is taken.
 *
 * FEATURES. `feature` says which corner, edge or face of the two makes the point, so that the points of one step find those of the step before. Where a
 * point on a face is clipped by the other's edge, that is a feature of its own.
 *
 * Spheres are exact, and capsules whose core is outside of the other's. Cores that meet are left across both, an upright one level. Boxes use fifteen separating
 * axes; a face is preferred to a pair of edges unless the edges are better by 1 % and half a millimetre, so that what lies on a face keeps doing so. Hulls use all
 * faces, and all pairs of edges; a capsule's core inside of a box or hull all faces, and itself with each edge. Depths are then up to 1 % and half a millimetre more
 * than the least. A capsule within 3.6 degrees of a face, or of another capsule, touches with both ends along the face's normal: moved by the depth it may still
 * overlap by a millimetre and 0.5 % of its radius; capsules whose cores cross at less than that angle may be told up to 16 % too deep. Of more than four points the deepest, and those that span the largest area with it, stay. (Gottschalk 1996; Gregorius, GDC
 * 2013 and 2015; Ericson 5.)
 *
 * RANGES. Shapes as in shape.h; whether two meet, and what overlap the way out leaves, is told within 6 LSB for shapes up to 4 m (tests:
 * collision_pairs_of_all_kinds, which can try a million pairs of each two kinds). */
#ifndef OXCART_KERNEL_COLLISION_CONTACT_H
#define OXCART_KERNEL_COLLISION_CONTACT_H

#include "kernel/collision/shape.h"

enum { OX_MANIFOLD_POINTS = 4 };

typedef struct ox_contact_point {
    vec3 at;
    fx depth;
    uint16_t feature;
} ox_contact_point;

typedef struct ox_manifold {
    dir30 normal; /* from B towards A */
    uint32_t count;
    ox_contact_point points[OX_MANIFOLD_POINTS];
} ox_manifold;

/* Contacts of two convex shapes; false, and count 0: they are more than `margin` apart. */
bool ox_collide(const ox_shape *a, const rig34 *pose_a, const ox_shape *b, const rig34 *pose_b, fx margin,
                ox_manifold *out);

/* The same in the plane: shapes are seen along z, turned about z alone, and cut by the plane z = 0. A sphere is a disc, a capsule a stadium, a box a
 * rectangle; hulls are no flat shapes. Two points at most. */
bool ox_collide_flat(const ox_shape *a, const rig34 *pose_a, const ox_shape *b, const rig34 *pose_b,
                     fx margin, ox_manifold *out);

/* Turns contacts round: those of B with A become those of A with B. */
void ox_manifold_swap(ox_manifold *manifold);

/* Adds a point; where there are four, those that stay are chosen as above. */
void ox_manifold_add(ox_manifold *manifold, const ox_contact_point *point);

#endif
