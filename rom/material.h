/* Questions about what MATL and MESH chunks ask of the renderer. */
#ifndef OXCART_ROM_MATERIAL_H
#define OXCART_ROM_MATERIAL_H

#include "rom/rom.h"

/* Whether a checked MATL chunk has more than colour, texture and light as one value: a look, a state, slots, stages or
 * transparency. Players without the fragment pipeline draw the material without these. */
static inline bool rom_material_wants_fragments(const uint8_t *chunk) {
    if (!rom_has(chunk, ROM_MATERIAL_PROGRAM_AT)) return false;
    return chunk[ROM_MATERIAL_TRANSPARENCY] != 0 || rom_word(chunk + ROM_MATERIAL_VERTEX_STAGE) != 0 ||
           rom_word(chunk + ROM_MATERIAL_PIXEL_STAGE) != 0 ||
           rom_word(chunk + ROM_MATERIAL_SLOT_COUNT) != 0 || rom_word(chunk + ROM_MATERIAL_LOOK_COUNT) != 0 ||
           rom_word(chunk + ROM_MATERIAL_STATE_COUNT) != 0 ||
           rom_word(chunk + ROM_MATERIAL_PROGRAM_WORDS) != 0;
}

/* The colours of a checked MESH chunk, four bytes a vertex; NULL: the mesh has none. */
static inline const uint8_t *rom_mesh_colours(const uint8_t *chunk) {
    return rom_has(chunk, ROM_MESH_COLOUR_AT) && rom_word(chunk + ROM_MESH_COLOUR_AT) != 0
               ? chunk + rom_word(chunk + ROM_MESH_COLOUR_AT)
               : NULL;
}

#endif
