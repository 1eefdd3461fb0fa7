/* The table of chunk types: what each type is, which part of the console owns it, and what may be done with it. */
#ifndef OXCART_ROM_TYPES_H
#define OXCART_ROM_TYPES_H

#include "rom/rom.h"

enum {
    ROM_TYPE_IN_PLACE = 1, /* usable where it lies */
    ROM_TYPE_SECTION = 2   /* may also be a section of a LEVL chunk */
};

typedef struct rom_type {
    uint32_t tag;
    const char *name, *owner; /* "mesh"; the part of the console that uses the type: "raster" */
    uint16_t version;         /* of the layout: high byte major, low byte minor */
    uint16_t base, size;      /* bytes of the header in the first minor version, and in this version */
    uint32_t ends;            /* bit n: the header of a minor version has base + 4 n bytes */
    uint16_t codecs;          /* bit n: chunks may be packed with codec n (bit 0: stored) */
    uint8_t flags;            /* ROM_TYPE_... */
    uint8_t alignment;        /* of the chunk's bytes, at least */
    uint16_t record;          /* number of the rules that the reader checks */
} rom_type;

/* The type of a tag, NULL when this reader does not know it; and type `index` of the table, NULL beyond the last. */
const rom_type *rom_type_of(uint32_t tag);
const rom_type *rom_type_at(uint32_t index);

/* A checked, plainly stored chunk of an open image as bytes to read in place: no copy, no conversion. The
 * size is that of the record, not of what a caller expects. ROM_UNKNOWN_TYPE when there is no such chunk or
 * no such type, ROM_PACKED when it must be unpacked or copied first, else as rom_check_entry without its CRC.
 */
typedef struct rom_view {
    const uint8_t *data; /* NULL after a failure */
    uint32_t size;
} rom_view;
FX_MUST_CHECK rom_status rom_view_chunk(const rom_image *image, uint32_t id, uint32_t type, rom_view *view,
                                        rom_error *error);

#endif
