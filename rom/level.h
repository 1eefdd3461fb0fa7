/* Levels: their sections, read in place.
 *
 *     rom_view geometry, spawners;
 *     if (rom_level_section(level, ROM_TAG_GEOMETRY, 0, &geometry)) draw(geometry.data);
 *     for (uint32_t i = 0; rom_level_section_at(level, i, &type, &section); i++)
 *         if (rom_type_of(type) == NULL) warn_once(type);                   an unknown section is skipped
 *
 * `level` is a LEVL chunk that rom_check_chunk found good, and with it every section of a known type: these
 * sections may be read without a further test. A section is a chunk of its own; its offsets count from its
 * own start. FORMAT.md tells what the fields of each section mean. */
#ifndef OXCART_ROM_LEVEL_H
#define OXCART_ROM_LEVEL_H

#include "rom/types.h"

/* The `number`-th section of a type; false, and an empty view, when there are not so many. */
FX_MUST_CHECK bool rom_level_section(const uint8_t *level, uint32_t type, uint32_t number, rom_view *section);

/* Section `index` in the order of the table, of any type; false beyond the last. */
FX_MUST_CHECK bool rom_level_section_at(const uint8_t *level, uint32_t index, uint32_t *type,
                                        rom_view *section);

/* ---- spawners ---- */

/* Spawner `spawner` of a SPWN section, below its count: a spawner record. */
const uint8_t *rom_spawner_at(const uint8_t *spawners, uint32_t spawner);

/* A property of spawner `spawner` of a SPWN section by key, or NULL: a property record (ROM_PROPERTY_...). */
const uint8_t *rom_spawner_property(const uint8_t *spawners, uint32_t spawner, uint32_t key);

/* The text of a property of the kind TEXT: `length` bytes, not terminated; NULL for other kinds. The three
 * numbers of a property of the kind VECTOR; NULL for other kinds. */
const char *rom_property_text(const uint8_t *spawners, const uint8_t *property, uint32_t *length);
const uint8_t *rom_property_vector(const uint8_t *spawners, const uint8_t *property);

/* ---- elements with several versions ---- */

/* The version that an element of an ELEM section in version `now` has at this health: the next version whose
 * threshold is reached, or `now`. Versions only go on, never back; passing several thresholds at once gives
 * the last version of them. */
uint32_t rom_element_version(const uint8_t *elements, uint32_t element, uint32_t now, int32_t health);

/* Version `version` of an element, an element-version record; NULL when the element has not so many. */
const uint8_t *rom_element_version_at(const uint8_t *elements, uint32_t element, uint32_t version);

/* ---- places ---- */

/* The cell of a GEOM section that an instance lies in, or UINT32_MAX; binary search. */
uint32_t rom_geometry_cell(const uint8_t *geometry, uint32_t instance);

#endif
