/* Shapes and poses for tests of collision: a hull, and anything at random. */
#ifndef OXCART_TESTS_COLLISION_SHAPES_H
#define OXCART_TESTS_COLLISION_SHAPES_H

#include "fixedmath/quaternion.h"
#include "fixedmath/random.h"
#include "kernel/collision/shape.h"

#define COLLISION_SLANT Q30(0.57735026919)

static const vec3 collision_octahedron_points[6] = {{FX_ONE, 0, 0},  {-FX_ONE, 0, 0}, {0, FX_ONE, 0},
                                                    {0, -FX_ONE, 0}, {0, 0, FX_ONE},  {0, 0, -FX_ONE}};
#define COLLISION_FACE(x, y, z)                                                                              \
    { {(x)*COLLISION_SLANT, (y)*COLLISION_SLANT, (z)*COLLISION_SLANT}, -FX(0.57735026919) }
static const plane30 collision_octahedron_planes[8] = {COLLISION_FACE(1, 1, 1),   COLLISION_FACE(-1, 1, -1),
                                                       COLLISION_FACE(-1, -1, 1), COLLISION_FACE(1, -1, -1),
                                                       COLLISION_FACE(-1, 1, 1),  COLLISION_FACE(1, 1, -1),
                                                       COLLISION_FACE(1, -1, 1),  COLLISION_FACE(-1, -1, -1)};
static const uint8_t collision_octahedron_first[9] = {0, 3, 6, 9, 12, 15, 18, 21, 24};
static const uint8_t collision_octahedron_loops[24] = {0, 2, 4, 1, 2, 5, 1, 3, 4, 0, 3, 5,
                                                       1, 4, 2, 0, 5, 2, 0, 4, 3, 1, 5, 3};
static const uint8_t collision_octahedron_edges[48] = {0, 2, 0, 5, 2, 4, 0, 4, 1, 2, 1, 4, 2, 5, 1, 5,
                                                       1, 3, 2, 7, 3, 4, 2, 6, 0, 3, 3, 6, 3, 5, 3, 7,
                                                       1, 4, 4, 2, 0, 5, 5, 3, 0, 4, 6, 0, 1, 5, 7, 1};
static const ox_hull collision_octahedron = {.points = collision_octahedron_points,
                                             .planes = collision_octahedron_planes,
                                             .first = collision_octahedron_first,
                                             .loops = collision_octahedron_loops,
                                             .edges = collision_octahedron_edges,
                                             .point_count = 6,
                                             .face_count = 8,
                                             .edge_count = 12};

/* A number in -most .. most. */
static inline fx collision_any(rng32 *r, fx most) {
    return (fx)(((int64_t)(rng32_next(r) >> 1) * (2 * (int64_t)most + 1) >> 31) - most);
}

static inline vec3 collision_any_vec3(rng32 *r, fx most) {
    fx x = collision_any(r, most), y = collision_any(r, most), z = collision_any(r, most);

    return (vec3){x, y, z};
}

/* One in four is not turned. */
static inline rig34 collision_any_pose(rng32 *r, fx most) {
    dir30 axis = {Q30_ONE, 0, 0};
    vec3 way = collision_any_vec3(r, FX_ONE), t = collision_any_vec3(r, most);
    rot33 turn;

    if (!v3_is_zero(way)) (void)v3_normalize_dir30(way, &axis);
    turn = rot33_about_axis(axis, (rng32_next(r) & 3u) == 0 ? 0 : rng32_next(r));
    return rig34_from(&turn, t);
}

/* Sizes from 1/64 to 4 m, small ones as often as large ones. */
static inline fx collision_any_size(rng32 *r) {
    return (fx)(((FX_ONE * 2) >> (rng32_next(r) & 7u)) + (fx)(rng32_next(r) & 0x3FFFu));
}

static inline ox_shape collision_any_convex(rng32 *r, int kind) {
    fx x = collision_any_size(r), y = collision_any_size(r), z = collision_any_size(r);

    switch (kind) {
    case OX_SHAPE_SPHERE:
        return ox_shape_sphere(x);
    case OX_SHAPE_CAPSULE:
        return ox_shape_capsule(y, x);
    case OX_SHAPE_BOX:
        return ox_shape_box((vec3){x, y, z});
    default:
        return ox_shape_hull(&collision_octahedron);
    }
}

/* A disc, a stadium or a rectangle without depth. */
static inline ox_shape collision_any_flat(rng32 *r) {
    ox_shape shape = collision_any_convex(r, (int)(rng32_next(r) % 3u));

    shape.half.z = 0;
    return shape;
}

#endif
