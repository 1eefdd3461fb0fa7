/* Soups: triangles that stop what moves, such as the ground and walls of a level; they stand still, and need not close.
 *
 *     collision terrain from=ground                                      in cart.txt: the chunk is made of a mesh of the cart
 *     object field GROUND ... with shape=soup of=terrain
 *
 *     ox_soup soup;
 *     ox_soup_open(&soup, chunk);                                        a checked chunk, used where it lies
 *     ox_soup_collide(&soup, &pose, &shape, &shape_pose, margin, hear, context)   one manifold for each triangle that is met
 *
 * A triangle stops what comes from its front (counter-clockwise). What is less than THICKNESS behind it is pushed out to the front, as a solid's surface
 * would. The walk over triangles is by a tree of boxes that the packer has made, so its cost grows with the triangles near the shape.
 *
 * EDGES. A ball that rolls over two triangles of one plane would bump against the edge between them. The packer marks edges that stick out by more than a
 * degree as ACTIVE; at others a contact has the normal of its triangle. (Ericson 5; Catto, Ghost Collisions, 2022; GEA 12.4.) */
#ifndef OXCART_KERNEL_COLLISION_SOUP_H
#define OXCART_KERNEL_COLLISION_SOUP_H

#include "kernel/collision/cast.h"
#include "kernel/collision/contact.h"

typedef struct ox_soup {
    const uint8_t *chunk;
} ox_soup;

/* Hears of one triangle's contacts, whose normal points from the soup towards the shape; triangles come in rising order. */
typedef void ox_soup_hear(void *context, uint32_t triangle, const ox_manifold *manifold);

void ox_soup_open(ox_soup *soup, const uint8_t *chunk);
box3 ox_soup_bounds(const ox_soup *soup, const rig34 *pose);
void ox_soup_collide(const ox_soup *soup, const rig34 *pose, const ox_shape *shape, const rig34 *shape_pose,
                     fx margin, ox_soup_hear *hear, void *context);

/* The triangle that a line, or a convex shape on a way without turning, meets first; by equal parts the lowest number. */
bool ox_soup_ray(const ox_soup *soup, const rig34 *pose, vec3 from, vec3 way, ox_shape_hit *hit);
bool ox_soup_sweep(const ox_soup *soup, const rig34 *pose, const ox_shape *a, const rig34 *pose_a, vec3 way,
                   ox_shape_hit *hit);

#endif
