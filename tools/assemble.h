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
    uint32_t memory; /* ROM_CLASS_... */
    uint32_t codec; /* how the image holds them; worked out by assemble_finish */
    writer packed;  /* unless the codec is ROM_CODEC_STORED */
} assemble_chunk;

/* All zero is an empty assembly. */
typedef struct assembly {
    assemble_chunk *chunks;
    uint32_t count, room;
    uint32_t cart, cart_version; /* identity for the header */
    bool names;                  /* put the names of all chunks in, as debug strings */
    bool compress;               /* pack chunks where it saves something */
} assembly;

/* A new chunk with this name. Its bytes begin with version and header size `header`, zero behind that. The
 * pointer holds until the next call. NULL without memory. */
writer *assemble_add(assembly *a, const char *name, uint32_t type, uint32_t header);

/* The same for a chunk whose name is not known. */
writer *assemble_add_id(assembly *a, uint32_t id, uint32_t type, uint32_t header);

/* The chunk that was added last is to lie in memory of this class (ROM_CLASS_...). */
void assemble_class(assembly *a, uint32_t memory);

/* Writes the image: the same chunks give the same bytes, in whatever order they came. Fails when two names
 * have one id, when a name's id is 0, or without memory. The image is checked with the console's own reader
 * before it is handed out. `file` stands in errors. */
bool assemble_finish(assembly *a, const char *file, writer *image, tool_error *error);

void assemble_free(assembly *a);

#endif
