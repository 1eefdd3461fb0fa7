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
    char why[120];
} ox_resource_fault;

/* Finds and checks a chunk, and unpacks it into resident memory if need be; false and the reason when it is not there, is
 * damaged or does not fit. */
bool ox_resource_chunk(ox_resources *r, uint32_t id, uint32_t type, rom_chunk *chunk,
                       ox_resource_fault *fault);

/* Copies the chunk's data to the class that its entry names, if they lie in the image still and there is
 * room. */
void ox_resource_place(ox_resources *r, rom_chunk *chunk);

/* Room where the chunk's data belong, else in resident memory; NULL and the reason when that is full. */
void *ox_resource_class_room(ox_resources *r, const rom_chunk *chunk, size_t bytes, ox_resource_fault *fault);

/* What a builder has to give back when it fails: all that came after. */
typedef struct ox_resource_marks {
    ox_mark resident, convert, placed;
    ox_arena *arena; /* of the chunk's class, NULL: none or resident memory */
} ox_resource_marks;
ox_resource_marks ox_resource_begin(const ox_resources *r, const rom_chunk *chunk);
void ox_resource_give_back(ox_resources *r, const ox_resource_marks *marks);

/* Room in resident memory; NULL and the reason when it is full. */
void *ox_resource_room(ox_resources *r, size_t bytes, ox_resource_fault *fault);

/* `count` little-endian numbers of 2 or 4 bytes as the machine reads them: in place, or turned once on
 * big-endian machines. */
const void *ox_resource_halves(ox_resources *r, const uint8_t *at, size_t count, ox_resource_fault *fault);
const void *ox_resource_words(ox_resources *r, const uint8_t *at, size_t count, ox_resource_fault *fault);

/* Builders: NULL and the reason when it cannot be done; what they took in vain is given back. */
const rs_palette *ox_resource_build_palette(ox_resources *r, uint32_t id, ox_resource_fault *fault);
const rs_texture *ox_resource_build_texture(ox_resources *r, uint32_t id, ox_resource_fault *fault);
const rs_material *ox_resource_build_material(ox_resources *r, uint32_t id, ox_resource_fault *fault);
const ox_mesh *ox_resource_build_mesh(ox_resources *r, uint32_t id, ox_resource_fault *fault);

/* The palette of 3 bits red, 3 green, 2 blue, for carts without one. */
const rs_palette *ox_resource_default_palette(ox_resources *r, ox_resource_fault *fault);

/* Fills in the placeholders; false when resident memory is too small. */
bool ox_resource_make_placeholders(ox_resources *r);

/* A material's ramp for the surface's format, shared between equal colours; NULL for PAL8, NULL and *ok false
 * when full. */
const void *ox_resource_ramp(ox_resources *r, uint32_t rgb, bool *ok, ox_resource_fault *fault);

/* What was built or replaced under this id before, or NULL. */
const void *ox_resource_known(const ox_resources *r, uint32_t id, uint32_t type);

/* Pixel i of an array with 1, 2 or 4 bytes a pixel. */
void ox_resource_put_pixel(uint8_t *pixels, int bytes, size_t i, uint32_t native);

/* The records of what was built, newest first. */
struct ox_resource_record {
    ox_resource_record *next;
    uint32_t id, type;
    const void *resource;
};

#endif
