/* What the parts of the resource module share: the list of records, and arrays in native byte order. */
#ifndef OXCART_KERNEL_RESOURCE_INTERNAL_H
#define OXCART_KERNEL_RESOURCE_INTERNAL_H

#include "kernel/resource/resource.h"
#include "raster/flat.h"
#include "rom/haar.h"

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define OX_BIG_ENDIAN 1
#else
#define OX_BIG_ENDIAN 0
#endif

/* Words for the log when a resource cannot be had. */
typedef struct ox_resource_fault {
    const char *what; /* "mesh" */
    const char *stand_in;
    bool coming; /* the resource was requested: the placeholder stands in meanwhile */
    char why[120];
} ox_resource_fault;

/* Holds a checked, unpacked chunk; NULL and the reason when it cannot be had. */
const uint8_t *ox_resource_chunk(ox_resources *r, uint32_t id, uint32_t type, ox_held *held,
                                 ox_resource_fault *fault);

/* The class that the chunk's entry names, as far as pictures that are translated may use it; OX_CLASSES:
 * none. */
ox_class ox_resource_class_of(const ox_resources *r, uint32_t id, uint32_t type);

/* Room in memory of a class, else in resident memory; NULL and the reason when both are full. */
void *ox_resource_class_room(ox_resources *r, ox_class class, size_t bytes, ox_resource_fault *fault);

/* Marks of arenas, to which a builder that fails gives memory back. */
typedef struct ox_resource_marks {
    ox_mark resident, convert, placed;
    ox_arena *arena; /* of the chunk's class, NULL: none or resident memory */
} ox_resource_marks;
ox_resource_marks ox_resource_begin(const ox_resources *r, ox_class class);
void ox_resource_give_back(ox_resources *r, const ox_resource_marks *marks);

/* Room in resident memory; NULL and the reason when it is full. */
void *ox_resource_room(ox_resources *r, size_t bytes, ox_resource_fault *fault);

/* `count` little-endian numbers of 2 or 4 bytes as the machine reads them: in place, or turned once on
 * big-endian machines. */
const void *ox_resource_halves(ox_resources *r, const uint8_t *at, size_t count, ox_resource_fault *fault);
const void *ox_resource_words(ox_resources *r, const uint8_t *at, size_t count, ox_resource_fault *fault);

/* Builders give NULL and the reason when a resource cannot be built; memory that they took in vain is given back. The
 * caller lets the chunk in *held go, in any case. */
typedef const void *ox_resource_builder(ox_resources *r, uint32_t id, ox_held *held,
                                        ox_resource_fault *fault);
ox_resource_builder ox_resource_build_palette, ox_resource_build_texture, ox_resource_build_image,
    ox_resource_build_material, ox_resource_build_mesh;

/* Pictures that lie in the image as pyramids (rom/haar.h, chunks HAAR): whether that is one; a level of it, an ox_picture_level; and a texture, with
 * mipmaps where the pyramid goes down to one pixel. */
bool ox_resource_find_pyramid(const ox_resources *r, uint32_t id);
static inline bool ox_resource_is_pyramid(const ox_resources *r, uint32_t id) {
    return !ROM_SMALL_PLAYER && ox_resource_find_pyramid(r, id);
}
const void *ox_resource_build_level(ox_resources *r, uint32_t id, uint32_t level, ox_held *held,
                                    ox_resource_fault *fault);
ox_resource_builder ox_resource_build_pyramid_texture;

/* A picture as it is drawn, and the level of its pyramid that it is. */
typedef struct ox_picture_level {
    rs_image image;
    uint32_t level;
} ox_picture_level;

/* The palette of 3 bits red, 3 green, 2 blue, for carts without one. */
const rs_palette *ox_resource_default_palette(ox_resources *r, ox_resource_fault *fault);

/* Fills in the placeholders; false when resident memory is too small. */
bool ox_resource_make_placeholders(ox_resources *r);

/* Gives the placeholders their colours in the screen's palette. */
void ox_resource_colour_placeholders(ox_resources *r);

/* A material's ramp for the surface's format, shared between equal colours; NULL for PAL8, NULL and *ok false
 * when full. */
const void *ox_resource_ramp(ox_resources *r, uint32_t rgb, bool *ok, ox_resource_fault *fault);

/* The resource or placeholder that was built under this id before, or NULL. */
const void *ox_resource_known(const ox_resources *r, uint32_t id, uint32_t type);

/* Pixel i of an array with 1, 2 or 4 bytes a pixel. */
void ox_resource_put_pixel(uint8_t *pixels, int bytes, size_t i, uint32_t native);

/* A material's vertex stage of waves, in a list of all waves. */
struct ox_resource_wave {
    ox_resource_wave *next;
    rs_wave wave;
};

/* A record of a resource that was built; lists have the newest first. */
struct ox_resource_record {
    ox_resource_record *next;
    uint32_t id, type;
    ox_resource_handle chunk; /* held; null: the chunk lies in place, or there is none */
    const void *resource;
};

#endif
