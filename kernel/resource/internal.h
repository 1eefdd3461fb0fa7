/* What the parts of the resource module share: the list of records, and arrays in native byte order. */
#ifndef OXCART_KERNEL_RESOURCE_INTERNAL_H
#define OXCART_KERNEL_RESOURCE_INTERNAL_H

#include "kernel/resource/resource.h"

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define OX_BIG_ENDIAN 1
#else
#define OX_BIG_ENDIAN 0
#endif

/* What the log says when a resource cannot be had. */
typedef struct ox_resource_fault {
    const char *what; /* "mesh" */
    const char *stand_in;
    bool coming; /* it was requested: what stands in does so for a while */
    char why[120];
} ox_resource_fault;

/* Holds a checked, unpacked chunk; NULL and the reason when it cannot be had. */
const uint8_t *ox_resource_chunk(ox_resources *r, uint32_t id, uint32_t type, ox_held *held,
                                 ox_resource_fault *fault);

/* The class that the chunk's entry names, as far as pictures that are translated may use it; OX_CLASSES:
 * none. */
ox_class ox_resource_class_of(const ox_resources *r, uint32_t id, uint32_t type);

/* Room in that class, else in resident memory; NULL and the reason when that is full. */
void *ox_resource_class_room(ox_resources *r, ox_class class, size_t bytes, ox_resource_fault *fault);

/* What a builder has to give back when it fails: all that came after. */
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

/* Builders: NULL and the reason when it cannot be done; memory that they took in vain is given back. The
 * chunk that they hold is the caller's to let go, in any case. */
typedef const void *ox_resource_builder(ox_resources *r, uint32_t id, ox_held *held,
                                        ox_resource_fault *fault);
ox_resource_builder ox_resource_build_palette, ox_resource_build_texture, ox_resource_build_image,
    ox_resource_build_material, ox_resource_build_mesh;

/* The palette of 3 bits red, 3 green, 2 blue, for carts without one. */
const rs_palette *ox_resource_default_palette(ox_resources *r, ox_resource_fault *fault);

/* Fills in the placeholders; false when resident memory is too small. */
bool ox_resource_make_placeholders(ox_resources *r);

/* Gives the placeholders their colours in the screen's palette. */
void ox_resource_colour_placeholders(ox_resources *r);

/* A material's ramp for the surface's format, shared between equal colours; NULL for PAL8, NULL and *ok false
 * when full. */
const void *ox_resource_ramp(ox_resources *r, uint32_t rgb, bool *ok, ox_resource_fault *fault);

/* What was built or replaced under this id before, or NULL. */
const void *ox_resource_known(const ox_resources *r, uint32_t id, uint32_t type);

/* Pixel i of an array with 1, 2 or 4 bytes a pixel. */
void ox_resource_put_pixel(uint8_t *pixels, int bytes, size_t i, uint32_t native);

/* A vertex stage of waves that a material has. */
struct ox_resource_wave {
    ox_resource_wave *next;
    rs_wave wave;
};

/* The records of what was built, newest first. */
struct ox_resource_record {
    ox_resource_record *next;
    uint32_t id, type;
    ox_resource_handle chunk; /* held; null: in place, or none */
    const void *resource;
};

#endif
