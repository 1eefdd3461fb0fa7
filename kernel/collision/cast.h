/* Rays, sweeps and distances: what a line meets, how far a shape may go, how near two shapes are.
 *
 *     ox_shape_hit hit;
 *     if (ox_shape_ray(&shape, &pose, from, way, &hit)) ...                        a segment: from, from + way
 *     if (ox_shape_sweep(&a, &pose_a, way, &b, &pose_b, &hit)) ...                A moves by way, and does not turn; B stands still
 *     fx d = ox_shape_distance(&a, &pose_a, &b, &pose_b, &on_a, &on_b);           0: they overlap
 *
 * `part` is Q2.30 of the way, 0 .. Q30_ONE: 0 where it begins inside or touching, and then `inside` is set. The normal is that of what was met, towards where
 * the way came from; where it begins inside, the way back, or up if there is none. A sweep's place lies on B's surface; what begins inside has its own place.
 *
 * THE SKIN. A sweep stops OX_CAST_SKIN before the surface, so what has moved so far does not overlap. Whether it stops at all is asked of the surfaces: what
 * rests on its skin slides along a floor, and is stopped there, at part 0, only by a way that would reach the floor itself.
 *
 * Ends of the way count. A way of no length is a question whether the place is inside. Ways longer than 4,096 m are cut to that, and parts are of what is
 * left. A does not turn on its way: what turns or goes along a curve may pass what it would have met. Two boxes that are not turned are a line against a
 * box with the half sides of both, which tells both ends of their meeting: ox_shape_ray gives `part` and `leave`.
 *
 * Errors: places of hits within 8 LSB for ways up to 2,000 m where the line does not graze (closest approach at most 0.99 of a radius); distances, and how
 * far a sweep stops from the surface, within 4 LSB, of places all over the world 8; what only grazes within 8 LSB may be met or not.
 *
 * Cost, x86-64 instructions: a ray against sphere, capsule, box, hull 1,200, 1,740, 1,030, 1,400; a distance of two spheres 610, sphere and box 610, capsules
 * 1,770, boxes 2,660, hulls 3,910; a sweep, of ways of which a third to three quarters meet, of spheres 2,800, sphere and box 2,600, capsules 9,300, boxes
 * 23,000, hulls 29,000. (Ericson 5.3; van den Bergen, Ray Casting against General Convex Objects, 2004; Gilbert, Johnson and Keerthi 1988.) */
#ifndef OXCART_KERNEL_COLLISION_CAST_H
#define OXCART_KERNEL_COLLISION_CAST_H

#include "kernel/collision/shape.h"

#define OX_CAST_SKIN (FX_ONE / 1024)

typedef struct ox_shape_hit {
    q30 part;
    vec3 at;
    dir30 normal;
    q30 leave; /* of a line through a convex shape: the part where it comes out, at most Q30_ONE; else part */
    uint32_t feature; /* of a soup: the triangle; else 0 */
    bool inside;
    bool leaving; /* of a sweep that begins inside: its way does not lead towards B's origin */
} ox_shape_hit;

/* Both work on every kind of shape; A of a sweep is convex. */
bool ox_shape_ray(const ox_shape *shape, const rig34 *pose, vec3 from, vec3 way, ox_shape_hit *hit);
bool ox_shape_sweep(const ox_shape *a, const rig34 *pose_a, vec3 way, const ox_shape *b, const rig34 *pose_b,
                    ox_shape_hit *hit);

/* Where a segment meets a plane, from either side; one that lies in it meets it at 0, one beside it nowhere. */
bool ox_plane_line(const plane30 *plane, vec3 from, vec3 way, q30 *part);

/* Distance of two convex shapes and their nearest points; 0 where they overlap, and the points are no answer then. */
fx ox_shape_distance(const ox_shape *a, const rig34 *pose_a, const ox_shape *b, const rig34 *pose_b,
                     vec3 *on_a, vec3 *on_b);

/* Whether two shapes meet, touching included; B may be of any kind, and both may be soups (triangle.h). */
bool ox_shape_meets(const ox_shape *a, const rig34 *pose_a, const ox_shape *b, const rig34 *pose_b);

#endif
