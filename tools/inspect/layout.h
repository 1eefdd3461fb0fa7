/* The named fields of every chunk type, with which dump, diff and inspection read chunks.
 *
 * The tables are generated from rom/records.txt (record_fields.inc), as are the numbers of rom/chunks.h.
 * layout_walk calls a visitor for every line that a dump has: a field or a row of an array, with its path
 * such as `part[2].triangles`, its place and the kind of its numbers. So a dump, reading a dump
 * back and a comparison are three visitors of one walk. */
#ifndef OXCART_TOOLS_INSPECT_LAYOUT_H
#define OXCART_TOOLS_INSPECT_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum layout_kind {
    LAYOUT_U8,
    LAYOUT_U16,
    LAYOUT_U32,
    LAYOUT_I8,
    LAYOUT_I16,
    LAYOUT_I32,
    LAYOUT_FX,     /* i32 Q16.16, as an exact decimal */
    LAYOUT_COLOUR, /* u32 as #rrggbb */
    LAYOUT_ID,     /* u32 name hash */
    LAYOUT_TAG,    /* u32 of four letters */
    LAYOUT_TEXT,   /* u32 offset, u32 bytes */
    LAYOUT_BYTES   /* a row of bytes in hexadecimal */
} layout_kind;

/* One line of a dump: `count` numbers of one kind, side by side from `offset` on. */
typedef struct layout_line {
    const char *path;
    layout_kind kind;
    uint32_t offset, count;
    uint32_t base; /* origin of the offsets of texts: 0, or the start of a level's section */
} layout_line;

/* A visitor gets each line; false ends the walk. */
typedef bool layout_visitor(void *context, const layout_line *line);

/* Bytes of one number of a kind. */
uint32_t layout_bytes(layout_kind kind);

/* Whether the fields of the type are known. */
bool layout_known(uint32_t type);

/* Walks over a chunk: first the fields of its header, then its arrays row by row. Counts and offsets are read
 * from `data` while walking (a visitor may fill them in as it goes); rows that do not lie inside `size` are
 * left out. The sections of a level, which are chunks in the chunk, follow its own rows as
 * `section[2].GEOM.mesh[0]`. False when the visitor ended the walk or the type is unknown. */
bool layout_walk(uint32_t type, const uint8_t *data, size_t size, layout_visitor *visit, void *context);

/* Writes the numbers of a line as text (without its path) into `text`; at most `room` bytes with the final 0.
 */
void layout_print(const layout_line *line, const uint8_t *data, size_t size, char *text, size_t room);

/* Reads a text that layout_print wrote back into `data`. False for a text of another form. */
bool layout_parse(const layout_line *line, const char *text, uint8_t *data, size_t size);

/* Room that a line's text needs at most. */
size_t layout_room(const layout_line *line, const uint8_t *data, size_t size);

#endif
