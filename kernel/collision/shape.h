/* Shapes that collide: what a thing is for others that meet it, apart from how it is drawn.
 *
 *     const ox_shape ball = ox_shape_sphere(FX_HALF), crate = ox_shape_box((vec3){FX_HALF, FX_HALF, FX_HALF});
 *     box3 bounds = ox_shape_bounds(&crate, &pose);
 *     vec3 far = ox_shape_support(&crate, &pose, direction);
 *
 * A shape lies about its own origin; a POSE (rig34: a rotation, then a place) puts it into the world. Several things may share one shape. Shapes are
 * solid, and touching counts as contact: what is exactly as far as the sum of two radii meets.
 *
 *   sphere    `radius`
 *   capsule   a segment along its own y, from -half.y to half.y, with `radius` about it; half.y 0: a sphere
 *   box       half sides `half`, along its own axes
 *   hull      a convex body of at most OX_HULL_POINTS corners
 *   tiles     the solid tiles of maps, in flat scenes (tiles.h)
 *   soup      triangles that need not close: level geometry. It has no inside; its triangles stop what comes from their front (soup.h)
 *
 * ROUND AND SHARP. Each convex shape is a core (a point, a segment, a box, a hull) with a radius about it, which is 0 for boxes and hulls. Distances and
 * sweeps work with cores, so round shapes cost no more than sharp ones and are exact.
 *
 * RANGES. Sizes from 1/256 to 256 m; places within FX_WORLD_LIMIT. Bounds are rounded outward, at most 2 LSB. (Ericson, Real-Time Collision Detection, 4;
 * van den Bergen, Collision Detection in Interactive 3D Environments, 4.) */
#ifndef OXCART_KERNEL_COLLISION_SHAPE_H
#define OXCART_KERNEL_COLLISION_SHAPE_H

#include "fixedmath/matrix.h"
#include "fixedmath/volume.h"

typedef enum ox_shape_kind {
    OX_SHAPE_SPHERE,
    OX_SHAPE_CAPSULE,
    OX_SHAPE_BOX,
    OX_SHAPE_HULL,
    OX_SHAPE_CONVEX, /* kinds below are convex */
    OX_SHAPE_SOUP = OX_SHAPE_CONVEX,
    OX_SHAPE_TILES,
    OX_SHAPE_KINDS
} ox_shape_kind;

enum { OX_HULL_POINTS = 32, OX_HULL_FACES = 60, OX_HULL_CORNERS = 180 };

/* A convex body. Face f has the corners loops[first[f]] .. loops[first[f + 1] - 1], counter-clockwise from outside; its plane is planes[f]. An edge is
 * four bytes: two corners, the face whose loop goes from the first to the second, and the other face. */
typedef struct ox_hull {
    const vec3 *points;
    const plane30 *planes;
    const uint8_t *first; /* face_count + 1 */
    const uint8_t *loops;
    const uint8_t *edges;
    uint8_t point_count, face_count, edge_count;
} ox_hull;

struct ox_soup;
struct ox_tile_map;

typedef struct ox_shape {
    uint8_t kind; /* ox_shape_kind */
    uint8_t maps; /* of tiles: how many */
    fx radius;
    vec3 half;
    union {
        const ox_hull *hull;
        const struct ox_soup *soup;
        const struct ox_tile_map *maps;
    } data; /* of kinds that have some; it outlives the shape */
} ox_shape;

static inline ox_shape ox_shape_sphere(fx radius) {
    return (ox_shape){.kind = OX_SHAPE_SPHERE, .radius = radius};
}
static inline ox_shape ox_shape_capsule(fx half_length, fx radius) {
    return (ox_shape){.kind = OX_SHAPE_CAPSULE, .radius = radius, .half = {0, half_length, 0}};
}
static inline ox_shape ox_shape_box(vec3 half) { return (ox_shape){.kind = OX_SHAPE_BOX, .half = half}; }
static inline ox_shape ox_shape_hull(const ox_hull *hull) {
    return (ox_shape){.kind = OX_SHAPE_HULL, .data = {.hull = hull}};
}

/* A triangle of a soup as a hull of three points, whose first plane is its own. */
static inline bool ox_shape_is_triangle(const ox_shape *shape) {
    return shape->kind == OX_SHAPE_HULL && shape->data.hull->point_count == 3 &&
           shape->data.hull->planes != NULL;
}

/* The box about a shape in the world. */
box3 ox_shape_bounds(const ox_shape *shape, const rig34 *pose);

/* The point of a convex shape's core that lies farthest along a direction of any length, in the world; of equals the first. */
vec3 ox_shape_support(const ox_shape *shape, const rig34 *pose, vec3 direction);

/* A sphere about the shape's origin that holds all of it: its radius, rounded up. And the smallest half extent, for the question how far a thing may move
 * in one step without jumping through another. */
fx ox_shape_reach(const ox_shape *shape);
fx ox_shape_least(const ox_shape *shape);

/* Whether a place in the world is inside of a convex shape, or in a solid tile; within 2 LSB of the surface of one that is turned, either answer. */
bool ox_shape_holds(const ox_shape *shape, const rig34 *pose, vec3 place);

/* ---- mass ---- */

/* Volume in cubic metres, saturating, and squares of the radii of gyration about the shape's axes, of a convex shape filled evenly, whose centre of mass is
 * taken to be its origin. A hull counts as its box. Sizes count up to 256 m; a square is at least 1 LSB, so that nothing turns without effort. (Eberly, Game
 * Physics, 2.5.5.) */
typedef struct ox_shape_mass {
    fx volume;
    vec3 gyration2; /* m^2 */
} ox_shape_mass;
ox_shape_mass ox_shape_mass_of(const ox_shape *shape);

#endif
