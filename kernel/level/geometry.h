/* Static geometry of a level: few meshes at many places (a GEOM section), drawn as it lies in the image.
 *
 *     static void take_section(void *context, ox_area *area, uint32_t type, rom_view section, bool comes) {
 *         if (type == ROM_TAG_GEOMETRY && comes) status = ox_geometry_open(&walls, section.data, &resources, &arena);
 *         if (type == ROM_TAG_GEOMETRY && !comes) OX_CLEAR(&walls);
 *     }
 *     each frame: ox_geometry_draw(&walls, frame, &(ox_geometry_view){.view = &seen});
 *
 * An instance is 32 bytes of the image and nothing else: mesh, place, scale, and what differs from the mesh's own look (another
 * material, a tint). Meshes and materials are those of the resources, one copy each. A tint multiplies the colour of the materials;
 * what a texture shows keeps its colours. The packer may have put the instances of a cell together to one mesh, where
 * that takes fewer bytes (tools/pack/level_merge.h): it is drawn in their place.
 *
 * Cells outside of the view are passed over as a whole, meshes one by one. (Gregory, Game Engine Architecture 13.1; Nystrom, Game
 * Programming Patterns, "Flyweight".)
 *
 * Bytes: 4 a mesh, 8 a cell, 4 an instance when some have a look of their own; such a look is a copy of the mesh's materials,
 * and of their ramps (1 or 2 KB each) where the pixels are not those of a palette. Nearly twice that with pointers of 8 bytes. */
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
    uint16_t mesh, material; /* of the section's lists; material may be ROM_INSTANCE_OWN_MATERIAL */
} ox_geometry_look;

typedef struct ox_geometry {
    const uint8_t *section; /* GEOM */
    const ox_mesh **meshes; /* of the section's list */
    const ox_mesh **merged; /* of each cell; NULL: it shows its instances */
    fx *reach;              /* of each cell: how far its meshes reach beyond the places of their instances */
    const rs_material **materials; /* of each instance, NULL: its mesh's own; NULL for all: none has others */
    const ox_geometry_look *looks;
    const uint8_t *left_out; /* a bit of each instance that somebody else draws; NULL: none */
} ox_geometry;

/* `section` is of a checked level (rom/level.h) and stays where it is. Meshes and materials that are missing have their
 * placeholders. OX_OUT_OF_MEMORY: nothing is then in use. What it took of the arena is given back by the arena's owner. */
FX_MUST_CHECK ox_status ox_geometry_open(ox_geometry *geometry, const uint8_t *section,
                                         ox_resources *resources, ox_arena *arena);

/* What of it is wanted. All zero: everything. */
typedef struct ox_geometry_view {
    const frustum3
        *view; /* in the world (frustum_transform); cells outside of it are passed over. NULL: none are */
    vec3 eye;  /* instances that are not drawn from afar (ROM_INSTANCE_NEAR_ONLY) are left out */
    fx near;   /* beyond so many metres from there; 0: never */
} ox_geometry_view;

/* Records all that is there, cell by cell, in the order of the section. The first result other than RS_OK is returned, and the rest
 * recorded all the same. */
rs_result ox_geometry_draw(const ox_geometry *geometry, rs_frame *frame, const ox_geometry_view *view);

/* Where an instance record puts its mesh: scale, then turn, then position; and the turn alone. */
mat34 ox_instance_place(const uint8_t *instance);
rot33 ox_instance_turn(const uint8_t *instance);

#endif
