/* Static geometry of a level: few meshes at many places (a GEOM section), drawn in place out of the image.
 *
 *     static void take_section(void *context, ox_area *area, uint32_t type, rom_view section, bool comes) {
 *         if (type == ROM_TAG_GEOMETRY && comes) status = ox_geometry_open(&walls, section.data, &resources, &arena);
 *         if (type == ROM_TAG_GEOMETRY && !comes) OX_CLEAR(&walls);
 *     }
 *     each frame: ox_geometry_draw(&walls, frame, &(ox_geometry_view){.view = &seen});
 *
 * An instance is 32 bytes of the image and nothing else: mesh, place, scale, and differences from the mesh's own look
 * (another material, a tint). Meshes and materials are those of the resources, one copy each. A tint multiplies the
 * colour of the materials; texels keep their colours. The packer may have merged the instances of a cell into one
 * mesh, where that takes fewer bytes (tools/pack/level_merge.h): the merged mesh is drawn in their place.
 *
 * Cells outside of the view are passed over as a whole, meshes one by one. (Gregory, Game Engine Architecture 13.1; Nystrom, Game
 * Programming Patterns, "Flyweight".)
 *
 * Bytes: 4 a mesh, 8 a cell, 4 an instance when some have a look of their own; such a look is a copy of the mesh's
 * materials, and of their ramps (1 or 2 KB each) where the pixels are not those of a palette. With pointers of 8
 * bytes it takes nearly twice as many. */
#ifndef OXCART_KERNEL_LEVEL_GEOMETRY_H
#define OXCART_KERNEL_LEVEL_GEOMETRY_H

#include "fixedmath/volume.h"
#include "kernel/memory/arena.h"
#include "kernel/resource/resource.h"
#include "raster/frame.h"

/* Materials that some instances have instead of their mesh's. */
typedef struct ox_geometry_look {
    const struct ox_geometry_look *next;
    const rs_material *materials;
    uint32_t tint;           /* 0xRRGGBB */
    uint16_t mesh, material; /* numbers in the section's lists; material may be ROM_INSTANCE_OWN_MATERIAL */
} ox_geometry_look;

typedef struct ox_geometry {
    const uint8_t *section; /* the GEOM section */
    const ox_mesh **meshes; /* meshes of the section's list */
    const ox_mesh **merged; /* merged mesh of each cell; NULL: the cell shows its instances */
    fx *reach;              /* distance by which a cell's meshes reach beyond the places of their instances */
    const rs_material **materials; /* by instance; NULL: the mesh's own; NULL for all: no instance has any */
    const ox_geometry_look *looks;
    const uint8_t *left_out; /* a bit for each instance that somebody else draws; NULL: none */
} ox_geometry;

/* Opens a section of a checked level (rom/level.h), which stays where it is. Meshes and materials that are missing
 * have their placeholders. OX_OUT_OF_MEMORY: nothing is in use then. The memory taken from the arena is given back by
 * the arena's owner. */
FX_MUST_CHECK ox_status ox_geometry_open(ox_geometry *geometry, const uint8_t *section,
                                         ox_resources *resources, ox_arena *arena);

/* The part of a geometry that is to be drawn. All zero: everything. */
typedef struct ox_geometry_view {
    const frustum3
        *view; /* frustum in the world (frustum_transform); cells outside are passed over; NULL: none */
    vec3 eye;  /* eye for `near` */
    /* instances with ROM_INSTANCE_NEAR_ONLY are left out beyond so many metres from the eye; 0: never */
    fx near;
} ox_geometry_view;

/* Records all cells and instances, in the order of the section. The first result other than RS_OK is returned, and
 * the other instances are recorded all the same. */
rs_result ox_geometry_draw(const ox_geometry *geometry, rs_frame *frame, const ox_geometry_view *view);

/* The matrix of an instance record: scale, then turn, then position. ox_instance_turn gives the turn alone. */
mat34 ox_instance_place(const uint8_t *instance);
rot33 ox_instance_turn(const uint8_t *instance);

#endif
