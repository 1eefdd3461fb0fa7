/* Inside of the reader: a chunk under examination, and what the checks of several files share. */
#ifndef OXCART_ROM_CHECK_CHECKED_H
#define OXCART_ROM_CHECK_CHECKED_H

#include "rom/check.h"
#include "rom/types.h"

typedef struct rom_checked {
    const uint8_t *data;
    uint32_t size;
    uint32_t header; /* header size: no array may begin inside the header */
    rom_error *error;
} rom_checked;

static inline rom_status rom_bad(const rom_checked *v, uint32_t at, const char *format, uint32_t a,
                                 uint32_t b) {
    return rom_fail(v->error, ROM_BAD_CHUNK, at, format, a, b);
}

static inline uint32_t rom_get(const rom_checked *v, uint32_t at) { return rom_word(v->data + at); }
static inline uint32_t rom_get_half(const rom_checked *v, uint32_t at) { return rom_half(v->data + at); }
static inline int32_t rom_get_signed(const rom_checked *v, uint32_t at) {
    return (int32_t)rom_word(v->data + at);
}

/* Checks a chunk of `type` against the rules of rom/records.txt; sets v->header. */
rom_status rom_check_rules(const rom_type *type, rom_checked *v);

/* Checks by type what the rules cannot express; ROM_OK for types without further checks. */
rom_status rom_check_tag(uint32_t tag, const rom_checked *v);

/* The functions in the table of rom_check_tag: budget.c, picture.c, model.c, motion.c, data.c, world.c. */
rom_status rom_check_budget(const rom_checked *v);
rom_status rom_check_picture(const rom_checked *v);
rom_status rom_check_mesh(const rom_checked *v);
rom_status rom_check_model(const rom_checked *v);
rom_status rom_check_scene(const rom_checked *v);
rom_status rom_check_blocks(const rom_checked *v);
rom_status rom_check_haar(const rom_checked *v);
rom_status rom_check_skeleton(const rom_checked *v);
rom_status rom_check_skin(const rom_checked *v);
rom_status rom_check_morph(const rom_checked *v);
rom_status rom_check_clip(const rom_checked *v);
rom_status rom_check_motion_machine(const rom_checked *v);
rom_status rom_check_table(const rom_checked *v);
rom_status rom_check_data(const rom_checked *v);
rom_status rom_check_references(const rom_checked *v);
rom_status rom_check_package(const rom_checked *v);
rom_status rom_check_level(const rom_checked *v);
rom_status rom_check_topology(const rom_checked *v);
rom_status rom_check_geometry(const rom_checked *v);
rom_status rom_check_elements(const rom_checked *v);
rom_status rom_check_spawners(const rom_checked *v);
rom_status rom_check_visibility(const rom_checked *v);
rom_status rom_check_collision(const rom_checked *v);
rom_status rom_check_region_map(const rom_checked *v);
rom_status rom_check_tile_map(const rom_checked *v);
rom_status rom_check_occluder(const rom_checked *v);

/* The check of the section table at the beginning of a sectioned entry's bytes (section.c). */
rom_status rom_check_sections(const rom_chunk *chunk, rom_error *error);

/* As rom_bad, with a word for %s. */
rom_status rom_bad_named(const rom_checked *v, uint32_t at, const char *format, const char *name, uint32_t a,
                         uint32_t b);

/* Moves the offset of an error by so many bytes, and names in its sentence what the offset is inside of ("":
 * nothing). error may be NULL. */
void rom_move_offset(rom_error *error, uint32_t by, const char *inside);

#endif
