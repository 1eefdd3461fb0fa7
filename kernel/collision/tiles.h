/* Tiles as a shape: the solid tiles of maps stop what is flat, as walls of rectangles would, without an object for each.
 *
 *     tileset earth earth.xpm tile=16x16 solid=0,1 one-way=2                in cart.txt
 *     scene main
 *       map level1
 *       object ground
 *         with shape=tiles friction=0.8                                     one object stands for all maps of the scene but those of ground=none
 *
 *     const ox_shape tiles = ox_shape_tiles(maps, count);                   in C
 *     ox_tiles_collide(&tiles, &shape, &pose, &(ox_soup_listener){margin, hear, context}, NULL)
 *
 * They lie where their maps lie (kernel/tilemap/map.h): neither a pose nor a size counts. What meets them is seen along z and cut by the plane, as ox_collide_flat does;
 * hulls do not meet them. Maps of squares alone stop anything.
 *
 * NO EDGES WITHIN. Solid tiles that lie side by side are one wall. A row's tiles are met as runs of at most RUN, and a side that has a solid neighbour stops
 * nothing: a contact whose normal would leave the run there takes the nearest side that is free, if the middle of what is met lies before it, else there is none. So boxes slide
 * and balls roll over joints without a bump. (Catto, Ghost Collisions, 2022.)
 *
 * ONE-WAY tiles stop what comes from above: contacts no deeper than the shape fell in this step, or on which it stood before (ox_standing); sweeps and
 * lines downward that begin above. Their upper edge alone counts.
 *
 * Each run is a part, whose number is its row times 4,096 and its first column, 12 bits each; OX_TILES_ONE_WAY is added to it where it is one-way. */
#ifndef OXCART_KERNEL_COLLISION_TILES_H
#define OXCART_KERNEL_COLLISION_TILES_H

#include "kernel/collision/cast.h"
#include "kernel/collision/soup.h"
#include "kernel/tilemap/map.h"

enum { OX_TILES_RUN = 8, OX_TILES_ONE_WAY = 1 << 24 };
#define OX_TILES_SLOP (FX_ONE / 50) /* deeper than it fell */

static inline ox_shape ox_shape_tiles(const ox_tile_map *maps, uint32_t count) {
    return (ox_shape){.kind = OX_SHAPE_TILES, .maps = (uint8_t)count, .data = {.maps = maps}};
}

/* The box about all cells that may stop something; up to the end of the world where maps go on without end. */
box3 ox_tiles_bounds(const ox_shape *tiles);

/* Whether a solid tile lies at a place. */
bool ox_tiles_hold(const ox_shape *tiles, vec3 place);

/* Contacts of a convex shape, one manifold for each run that is met; normals point from the tiles to the shape. */
void ox_tiles_collide(const ox_shape *tiles, const ox_shape *shape, const rig34 *pose,
                      const ox_soup_listener *listener, const ox_standing *standing);

/* The first tile that a line or a moving shape meets. Cost: a look at each cell near its way. */
bool ox_tiles_ray(const ox_shape *tiles, vec3 from, vec3 way, ox_shape_hit *hit);
bool ox_tiles_sweep(const ox_shape *tiles, const ox_shape *a, const rig34 *pose, vec3 way, ox_shape_hit *hit);

/* A number that changes with the cells of the ground. Cost: a look at each byte of them. And with the cells that were changed since alone. */
uint32_t ox_tiles_digest(const ox_shape *tiles);
uint32_t ox_tiles_changed(const ox_shape *tiles);

#endif
