/* Sectioned resources: a chunk in up to four parts that are to lie in different memory, or live for different
 * times.
 *
 *     if (rom_sections_open(&chunk, &sections, &error) == ROM_OK)
 *         for (uint32_t i = 0; i < sections.count; i++) {
 *             rom_section s = rom_sections_at(&sections, i);
 *             void *room = take_memory(s.class, s.size, s.alignment);
 *             rom_decode(s.codec, s.data, s.stored, room, s.size, &error);
 *         }
 *
 * The main section, unpacked, is the chunk of the entry's type: read it after rom_check_chunk. Video sections go
 * to video or fast memory. Temporary sections are used while loading and released after it, so nothing may refer to
 * them (reference.h). Debug sections are for debug builds and not in release images. */
#ifndef OXCART_ROM_SECTION_H
#define OXCART_ROM_SECTION_H

#include "rom/rom.h"

typedef struct rom_section {
    const uint8_t *data; /* `stored` bytes; NULL: there is no such section */
    uint32_t stored, size, alignment;
    uint8_t class; /* ROM_SECTION_MAIN, _VIDEO, _TEMPORARY, _DEBUG */
    uint8_t codec;
} rom_section;

typedef struct rom_sections {
    const uint8_t *data; /* of the entry, checked */
    uint32_t count;      /* 1..4 */
} rom_sections;

/* Checks the table of an entry and every section's packing. ROM_BAD_CHUNK with the fault's
 * place in the image (also for an entry that is not sectioned), ROM_BAD_PACKING, ROM_UNKNOWN_CODEC; *sections is
 * empty then. */
FX_MUST_CHECK rom_status rom_sections_open(const rom_chunk *chunk, rom_sections *sections, rom_error *error);

/* Section `index`; all zero beyond the last. */
rom_section rom_sections_at(const rom_sections *sections, uint32_t index);

/* The section of a class, data NULL when there is none. */
rom_section rom_sections_find(const rom_sections *sections, uint32_t class);

#endif
