/* References between chunks: offsets inside of one, ids of others, and offsets that a loader turns into
 * addresses.
 *
 *     rom_references refs;
 *     if (rom_references_open(image, chunk.id, chunk.type, main_bytes, &refs, &error) == ROM_OK)
 *         status = rom_fixup_apply(&refs, copy, main_bytes, bases, &error);     a copy in RAM, never the image
 *
 * The chunk REFS of the same id lists every place, so that a packer, a checker and a loader can walk them
 * without knowing the chunk's type. (1) Offsets are used as they are: base + offset, 0 = none. (2) Ids are
 * looked up in the registry when all chunks of a package are there, in whatever order they came. (3) Fix-ups
 * hold an offset in the image; the loader adds to each, once, the address of the section that the offset counts from,
 * and changes nothing else; 0 stays 0. In an image that is used in place nothing is fixed up.
 *
 * ADDRESSES of fix-ups are 32 bits on every machine. On a 32-bit machine a base is the section's address;
 * elsewhere it is the section's distance from one origin, such as the beginning of the memory block, and
 * rom_fixed(origin, word) gives the pointer. */
#ifndef OXCART_ROM_REFERENCE_H
#define OXCART_ROM_REFERENCE_H

#include "rom/rom.h"

typedef struct rom_references {
    const uint8_t *data; /* the REFS chunk, checked; NULL: the chunk has none */
    uint32_t count, initialised, externals;
} rom_references;

typedef struct rom_reference {
    uint32_t location; /* offset of the u32 in the chunk */
    uint32_t type;     /* type of the chunk that an id means */
    uint8_t kind;      /* ROM_REFERENCE_OFFSET, _ID, _FIXUP */
    uint8_t section;   /* of offsets and fix-ups */
} rom_reference;

/* rom_initialised: an object that an init function is called for. rom_external: an image that ids may lie in. */
typedef struct rom_initialised {
    uint32_t location, type;
} rom_initialised;

typedef struct rom_external {
    uint32_t cart;
    const char *name; /* for people; `length` bytes */
    uint32_t length;
} rom_external;

/* The references of a chunk of `size` bytes (of the main section, where the chunk is sectioned). A chunk
 * without references gives ROM_OK with count 0. Every location is checked to lie inside; a wrong location gives
 * ROM_BAD_CHUNK with its number. */
FX_MUST_CHECK rom_status rom_references_open(const rom_image *image, uint32_t id, uint32_t type,
                                             uint32_t size, rom_references *refs, rom_error *error);

/* The references of a REFS chunk that lies anywhere, already checked by rom_check_chunk. */
FX_MUST_CHECK rom_status rom_references_view(const uint8_t *data, uint32_t type, uint32_t size,
                                             rom_references *refs, rom_error *error);

/* Entry `index`; all zero beyond the last. */
rom_reference rom_references_at(const rom_references *refs, uint32_t index);
rom_initialised rom_references_initialised(const rom_references *refs, uint32_t index);
rom_external rom_references_external(const rom_references *refs, uint32_t index);

/* The base that fix-ups of a section count from: the section's address (or its distance from the origin) and its
 * bytes. */
typedef struct rom_base {
    uint32_t address, bytes;
} rom_base;

/* Adds the bases (one for each class of section) to all fix-ups in the chunk's copy, after a check that all of them
 * point inside their section; 0 stays. ROM_BAD_CHUNK with the number of the first fix-up that does not, and nothing
 * is changed then. To be called once. */
FX_MUST_CHECK rom_status rom_fixup_apply(const rom_references *refs, uint8_t *copy, uint32_t size,
                                         const rom_base bases[4], rom_error *error);

/* The pointer of a fixed-up word, little-endian as all of an image; NULL for 0. */
static inline const void *rom_fixed(const void *origin, const uint8_t *word) {
    uint32_t value = rom_u32(word);
    return value == 0 ? NULL : (const void *)((uintptr_t)origin + value);
}

#endif
