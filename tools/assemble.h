/* Puts chunks together to a ROM image: header, sorted directory, layout table, aligned chunks, checksums. */
#ifndef OXCART_TOOLS_ASSEMBLE_H
#define OXCART_TOOLS_ASSEMBLE_H

#include "tools/import/error.h"
#include "tools/writer.h"

enum { ASSEMBLE_ALIGNMENT = 16 };

typedef struct assemble_chunk {
    char *name; /* "" when not known */
    uint32_t id, type;
    writer bytes;
    uint32_t memory;  /* ROM_CLASS_... */
    uint32_t life;    /* ROM_LIFE_... */
    uint32_t variant; /* language in the low byte, region in the high byte */
    uint32_t place;   /* 0, or where in the image among others that have one */
    bool sectioned;   /* begins with a section table */
    bool deleted;     /* of overlays: takes the base's chunk away */
    uint32_t codec;   /* how the image holds them; worked out by assemble_finish */
    writer packed;    /* unless the codec is ROM_CODEC_STORED */
} assemble_chunk;

/* All zero is an empty assembly. */
typedef struct assembly {
    assemble_chunk *chunks;
    uint32_t count, room;
    uint32_t cart, cart_version;      /* identity for the header */
    uint32_t flags;                   /* ROM_FLAG_OVERLAY, ROM_FLAG_ADD_ON */
    uint32_t base_cart, base_version; /* of overlays */
    bool names;                       /* put the names of all chunks in, as debug strings */
    bool compress;                    /* pack chunks where it saves something */
} assembly;

/* A new chunk with this name. Its bytes begin with version and header size `header`, zero behind that. The
 * pointer holds until the next call. NULL without memory. */
writer *assemble_add(assembly *a, const char *name, uint32_t type, uint32_t header);

/* The same for a chunk whose name is not known. */
writer *assemble_add_id(assembly *a, uint32_t id, uint32_t type, uint32_t header);

/* The chunk that was added last is to lie in memory of this class (ROM_CLASS_...). */
void assemble_class(assembly *a, uint32_t memory);

/* More about the chunk that was added last: how long it is kept, for which language and region it is, that it
 * begins with a section table, and its place in the image: chunks with one lie in front of the others, in
 * rising order. */
void assemble_life(assembly *a, uint32_t life);
void assemble_variant(assembly *a, uint32_t variant);
void assemble_sectioned(assembly *a);
void assemble_place(assembly *a, uint32_t place);

/* The entry of an overlay that takes a chunk of the base away; false without memory. */
bool assemble_delete(assembly *a, uint32_t id, uint32_t type, uint32_t variant);

/* Writes the image: the same chunks give the same bytes, in whatever order they came: first the header, the
 * directory, budget and info; then chunks with a place; then the others by id. Fails when two names have one
 * id, when a name's id is 0, or without memory. The image is checked with the console's own reader before it
 * is handed out. `file` stands in errors. */
bool assemble_finish(assembly *a, const char *file, writer *image, tool_error *error);

void assemble_free(assembly *a);

#endif
