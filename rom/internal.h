/* Inside of the reader: a chunk under examination, and what the checks of several files share. */
#ifndef OXCART_ROM_INTERNAL_H
#define OXCART_ROM_INTERNAL_H

#include "rom/check.h"
#include "rom/types.h"

typedef struct rom_checked {
    const uint8_t *data;
    uint32_t size;
    uint32_t header; /* its header size: no array may begin before */
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

/* Holds a chunk of `type` to what rom/records.txt says of it; v->header is set. */
rom_status rom_check_rules(const rom_type *type, rom_checked *v);

/* What the rules cannot say, by type; ROM_OK for types that need nothing (check_media.c, check_world.c). */
rom_status rom_check_media(uint32_t tag, const rom_checked *v);
rom_status rom_check_world(uint32_t tag, const rom_checked *v);

/* The check of the section table at the beginning of a sectioned entry's bytes (section.c). */
rom_status rom_check_sections(const rom_chunk *chunk, rom_error *error);

/* rom_bad with a word for %s. */
rom_status rom_bad_named(const rom_checked *v, uint32_t at, const char *format, const char *name, uint32_t a,
                         uint32_t b);

/* Moves the place that a sentence names by so many bytes, and tells inside of what it is ("": nothing). error
 * may be NULL. */
void rom_move_offset(rom_error *error, uint32_t by, const char *inside);

#endif
