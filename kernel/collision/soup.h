/* Soups: triangles that stop what moves, such as the ground and walls of a level; they stand still, and need not close.
 *
 *     collision terrain from=ground                                      in cart.txt: the chunk is made of a mesh of the cart
 *     object field GROUND ... with shape=soup of=terrain
 *
 *     ox_soup soup;
 *     const char *wrong = ox_soup_open(&soup, chunk);                    a SHAP chunk, used where it lies; NULL: all is well
 *     ox_soup_collide(&soup, &pose, &shape, &shape_pose, &(ox_soup_listener){margin, hear, context})   one manifold for each triangle that is met
 *
 * A triangle stops what comes from its front (counter-clockwise). What is less than THICKNESS behind it is pushed out to the front, as a solid's surface
 * would: what counts is the shape's middle. Thickness is the collision's own (tools/CART.md); a thing that moves less in a step than that and its size is never
 * lost behind a triangle. The walk over triangles is by a tree of boxes that the packer has made, so its cost grows with the triangles near the shape.
 *
 * EDGES. A ball that rolls over two triangles of one plane would bump against the edge between them. The packer marks edges that stick out by more than a
 * degree as ACTIVE; at others a contact has the normal of its triangle. (Ericson 5; Catto, Ghost Collisions, 2022; GEA 12.4.)
 *
 * BOXES AND HULLS use the triangle's normal, their own sides and all pairs of edges. A side of the body, or a pair of edges, is taken before the triangle's normal where
 * the edge or corner of the triangle that it meets is active and it is better by 1 % and half a millimetre.
 *
 * RAYS never slip through between triangles that share an edge: corners are seen along the line as points of a plane, in whole numbers, each corner once and for
 * all its triangles, and the side that the line passes an edge on is exact there. (Woop, Benthin and Wald, Watertight Ray/Triangle Intersection, 2013.)
 *
 * SWEEPS of spheres and capsules meet the plane of a triangle first, and are done there where that is over the triangle; else they advance to its edges by the distance of
 * two segments. Boxes and hulls advance by search (gap.h).
 *
 * COST, Game Boy Advance, over a thousand triangles: a line of three to four metres 34,000 cycles, a step of a capsule that walks, three sweeps and a look at contacts, 234,000.
 *
 * RANGES. Soups within 2,048 m of their origin. Depths are within 4 LSB for spheres and capsules, and where the triangle's normal is taken; hits of rays
 * within 4 LSB where the line is not within a degree of the plane. Where an edge is met within a degree of the triangle's normal, depths are off by up to 1 mm for each 2 m of
 * radius. */
#ifndef OXCART_KERNEL_COLLISION_SOUP_H
#define OXCART_KERNEL_COLLISION_SOUP_H

#include "kernel/collision/cast.h"
#include "kernel/collision/contact.h"
#include "kernel/names/id.h"

typedef struct ox_soup {
    const uint8_t *chunk;
} ox_soup;

/* Hears of one triangle's contacts, whose normal points from the soup towards the shape; triangles come in rising order. */
typedef void ox_soup_hear(void *context, uint32_t triangle, const ox_manifold *manifold);
typedef struct ox_soup_listener {
    fx margin; /* as of ox_collide */
    ox_soup_hear *hear;
    void *context;
} ox_soup_listener;

/* The SHAP chunk has passed rom_check_chunk. NULL, or a sentence on what is wrong with it: then the soup is not to be used. Looks at every row. A chunk that was opened once holds for good. */
const char *ox_soup_open(ox_soup *soup, const uint8_t *chunk);

/* Reads a convex body likewise. Its arrays are written to `memory`, of OX_HULL_BYTES aligned to 4; the chunk is not needed after that. */
enum {
    OX_HULL_BYTES = OX_HULL_POINTS * 12 + OX_HULL_FACES * 16 + OX_HULL_FACES + 1 + OX_HULL_CORNERS * 3 + 3
};
const char *ox_hull_read(ox_hull *hull, const uint8_t *chunk, void *memory);

box3 ox_soup_bounds(const ox_soup *soup, const rig34 *pose);
void ox_soup_collide(const ox_soup *soup, const rig34 *pose, const ox_shape *shape, const rig34 *shape_pose,
                     const ox_soup_listener *listener);

/* What stands on one-way tiles (tiles.h): how far the shape came down in a step, below 0: it rises; and whether it stood on a part before, asked with the listener's context. */
typedef struct ox_standing {
    fx fall;
    bool (*holds)(void *context, uint32_t part);
} ox_standing;

/* The same for any shape of many parts, such as a soup or tiles: one manifold for each part that is met, whose normal points from it towards the convex shape. `standing` NULL: one-way tiles hold nothing. */
void ox_shape_collide(const ox_shape *parts, const rig34 *pose, const ox_shape *shape,
                      const rig34 *shape_pose, const ox_soup_listener *listener, const ox_standing *standing);

/* The triangle that a line, or a convex shape on a way without turning, meets first from the front; by equal parts the lowest number. */
bool ox_soup_ray(const ox_soup *soup, const rig34 *pose, vec3 from, vec3 way, ox_shape_hit *hit);
bool ox_soup_sweep(const ox_soup *soup, const rig34 *pose, const ox_shape *a, const rig34 *pose_a, vec3 way,
                   ox_shape_hit *hit);

/* ---- single triangles ---- */

/* A triangle of a soup, in the soup's own axes. */
typedef struct ox_triangle {
    vec3 corner[3];
    plane30 plane;
    uint8_t active;   /* bit k: the edge from corner k to the next */
    uint8_t material; /* the number of the mesh's part that it comes from, at most 255 */
} ox_triangle;

uint32_t ox_soup_triangles(const ox_soup *soup);
ox_id ox_soup_surface(const ox_soup *soup, uint32_t index); /* name of a triangle's material, 0: none */
bool ox_soup_is_closed(
    const ox_soup *soup); /* each edge has two triangles that run along it in opposite ways */
void ox_soup_triangle(const ox_soup *soup, uint32_t index, ox_triangle *out); /* index: below their number */

#endif
