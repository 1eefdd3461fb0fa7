/* Puts chunks together to a ROM image: header, sorted directory, layout table, aligned chunks, checksums. */
#ifndef OXCART_TOOLS_IMAGE_ASSEMBLE_H
#define OXCART_TOOLS_IMAGE_ASSEMBLE_H

#include "tools/base/error.h"
#include "tools/base/writer.h"
#include "tools/encode/compress.h"

enum { ASSEMBLE_ALIGNMENT = 16 };

typedef struct assemble_chunk {
    char *name;    /* "" when not known */
    char *source;  /* the file that it came from, NULL when not known */
    uint32_t line; /* in the text that names the chunk */
    uint32_t id, type;
    writer bytes;
    uint32_t memory;  /* ROM_CLASS_... */
    uint32_t life;    /* ROM_LIFE_... */
    uint32_t variant; /* language in the low byte, region in the high byte */
    uint32_t place;   /* its rank in the image among chunks that have one; 0: none */
    bool sectioned;   /* begins with a section table */
    bool deleted;     /* of overlays: takes the base's chunk away */
    uint32_t codec;   /* of the stored bytes; assemble_finish sets it and the members up to `packed` */
    uint32_t run;     /* 0, or 1 + the number of the package in whose run of blocks it lies (package_run.h) */
    uint32_t run_place, run_index, block_bytes; /* place of the run, its number there, bytes of a block */
    writer packed;                              /* unless the codec is ROM_CODEC_STORED */
    bool settled;                               /* codec and packed were worked out before assemble_finish */
    bool pack_it; /* packing is wanted; the mark is for those who settle the chunk (tools/build/stage.h) */
} assemble_chunk;

/* All zero is an empty assembly. */
typedef struct assembly {
    assemble_chunk *chunks;
    uint32_t count, room;
    uint32_t cart, cart_version;      /* identity for the header */
    uint32_t flags;                   /* ROM_FLAG_OVERLAY, ROM_FLAG_ADD_ON */
    uint32_t base_cart, base_version; /* of overlays */
    bool names;                       /* put the names of all chunks in, as debug strings */
    compress_wish compress;           /* pack chunks where it saves something */
    uint32_t alignment; /* of chunks, where more than ASSEMBLE_ALIGNMENT is wanted: a power of two */
    bool release;       /* leave debug sections out */
    const char *host;   /* in front of the places of sources; NULL: as cart.txt has them */
    bool own;           /* the packer made the chunks: a faulty chunk is its mistake, not that of a text */
} assembly;

/* Adds a chunk with this name. Its bytes begin with version and header size `header`, zero behind that. The
 * pointer holds until the next call. NULL without memory. */
writer *assemble_add(assembly *a, const char *name, uint32_t type, uint32_t header);

/* Adds a chunk whose name is not known, by its id. */
writer *assemble_add_id(assembly *a, uint32_t id, uint32_t type, uint32_t header);

/* Puts the chunk that was added last into memory of this class (ROM_CLASS_...). */
void assemble_class(assembly *a, uint32_t memory);

/* More about the chunk that was added last: how long it is kept, for which language and region it is, that it
 * begins with a section table, and its place in the image: chunks with a place lie in front of the others, in
 * rising order. */
void assemble_life(assembly *a, uint32_t life);
void assemble_variant(assembly *a, uint32_t variant);
void assemble_sectioned(assembly *a);
void assemble_place(assembly *a, uint32_t place);

/* Adds a chunk in sections (rom/section.h), classes rising, the first one main: its bytes are the chunk of the
 * type. The section table goes in front. Fails with a sentence for other than 1 to 4 sections, for classes in
 * another order and without memory. One main section alone that wants no alignment becomes a plain chunk. */
typedef struct assemble_section {
    uint32_t class, alignment; /* alignment: a power of two from 4 to 65,536 */
    bool compress;             /* pack it where that is shorter */
    const uint8_t *data;
    size_t size; /* at least 4 */
} assemble_section;
bool assemble_sections(assembly *a, const char *name, uint32_t type, const assemble_section *sections,
                       uint32_t count, tool_error *error);

/* Writes the table and the bytes of a chunk in sections to a writer that is there already. */
bool assemble_write_sections(writer *out, const char *name, const assemble_section *sections, uint32_t count,
                             tool_error *error);

/* Takes the debug section out of the bytes of a chunk in sections, if it has one. */
void assemble_strip_debug(writer *bytes);

/* The source of the chunk that was added last: a file beside cart.txt, and the line that names it. Both go into
 * the debug strings. */
void assemble_source(assembly *a, const char *file, unsigned long line);

/* Adds the entry of an overlay that takes a chunk of the base away; false without memory. */
bool assemble_delete(assembly *a, uint32_t id, uint32_t type, uint32_t variant);

/* Writes the image: the same chunks give the same bytes, in whatever order they were added. In front stand the
 * header, the directory, budget and info; then chunks with a place, packages in blocks at the place of their
 * first item; then all other chunks by id. Fails when two names have one id, when a name's id is 0, or without
 * memory. The image is checked with the console's own reader before it is handed out. `file` stands in errors.
 * The bytes of the chunks are used up. */
bool assemble_finish(assembly *a, const char *file, writer *image, tool_error *error);

void assemble_free(assembly *a);

#endif
