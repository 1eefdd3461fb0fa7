/* What water does to a body that is in it: buoyancy, drag and the current.
 *
 *     ox_water_patch patches[OX_WATER_PATCHES];
 *     const uint32_t count = ox_water_patches(&crate, &pose, patches);
 *     const ox_water_bath bath = {.grid = &pond, .corner = {-4 * FX_ONE, 0, -4 * FX_ONE}, .per_metre = 4 * FX_ONE, .density = 1000 * FX_ONE, ...};
 *     const ox_water_lift lift = ox_water_float(&bath, &body, patches, count);
 *
 * A shape's surface is cut into patches, each a place, an area and the outward normal. A patch below the surface counts with the column of water above it,
 * dV = area * depth * -normal.y, so that patches that look down lift and those that look up press, and the sum is the volume under water: of a sphere, a
 * capsule and a box, and of a hull whose faces have at most 32 corners together, to the rounding once all of it is under water. The lift is density * gravity * volume
 * along the normal of the surface at the body's middle, and turns the body by the levers of the patches. Drag is `drag` * density * area for each metre a second by
 * which the patch is faster than the water; the water moves as the current does, up and down with its surface, and of columns as they flow.
 * (Gomez, "Interactive Simulation of Water Surfaces", Game Programming Gems, 2000, with the sign that outward normals have, and g.)
 *
 * Impulses are those of one step. Both are held where a step would overshoot: drag takes half of a difference of speeds at most, and a body that is so light that
 * its spring would be too hard for the step gets a softer one.
 *
 * WAKES. What a patch sweeps in a step, area times its speed along its normal, raises the water above it; half of that, less with depth, none from four cells
 * down. */
#ifndef OXCART_KERNEL_WATER_FLOAT_H
#define OXCART_KERNEL_WATER_FLOAT_H

#include "kernel/collision/shape.h"
#include "kernel/water/grid.h"

enum { OX_WATER_PATCHES = 60 };

typedef struct ox_water_patch {
    vec3 at;  /* in the world */
    vec3 out; /* area in square metres times the outward normal */
    fx area;
} ox_water_patch;

/* The patches of a convex shape: of a sphere 14, of a box 24, of a capsule 30, of a hull a triangle for each corner of each face where that makes 32 at most,
 * else one for each face. 0 for others. */
uint32_t ox_water_patches(const ox_shape *shape, const rig34 *pose, ox_water_patch patches[OX_WATER_PATCHES]);

/* Water in the world. */
typedef struct ox_water_bath {
    ox_water_grid *grid;
    vec3 corner;            /* of its first cell, in the plane of rest */
    fx per_metre;           /* cells */
    fx density, drag, pull; /* kg/m^3, m/s, m/s^2 downwards */
    fx current[2];          /* m/s along x and z */
    uint32_t rate;          /* steps a second */
} ox_water_bath;

/* A body in it. */
typedef struct ox_water_body {
    vec3 middle, velocity, angular;
    fx mass;
} ox_water_body;

typedef struct ox_water_lift {
    vec3 impulse, turn; /* N s, and N m s about the middle */
    fx volume;          /* m^3 under water */
    vec3 flow;          /* of the water at the middle */
    uint32_t wet;       /* patches under water; 0: nothing else counts */
} ox_water_lift;

ox_water_lift ox_water_float(const ox_water_bath *bath, const ox_water_body *body,
                             const ox_water_patch *patches, uint32_t count);

/* The water gives way to the patches of a body, as a lift has found it to flow. */
void ox_water_wake(const ox_water_bath *bath, const ox_water_body *body, const ox_water_lift *lift,
                   const ox_water_patch *patches, uint32_t count);

/* A place of the world in cells, Q24.8; and whether it is within the grid seen from above. */
int32_t ox_water_cells(const ox_water_bath *bath, fx way);
bool ox_water_has(const ox_water_bath *bath, vec3 at);

/* The height of the surface in the world, and how fast the water moves there. */
fx ox_water_height_at(const ox_water_bath *bath, vec3 at);
vec3 ox_water_flow_at(const ox_water_bath *bath, vec3 at);

#endif
