/* Companions of an asset, which its converter reads and writes besides the asset's own file and chunk: further files,
 * further chunks, pictures, notes.
 *
 * Pictures become textures of the cart: they are written as texture/NAME in the cart's pixel format and take
 * part in its palette. Companions are kept in the order in which they were given, so that the image stays the
 * same. A converter that is called without such a list (source->companions is NULL) can have no companions. */
#ifndef OXCART_TOOLS_CONVERT_PACK_COMPANION_H
#define OXCART_TOOLS_CONVERT_PACK_COMPANION_H

#include "tools/convert/pack_kinds.h"
#include "tools/import/image/image.h"
#include "tools/step/step.h"

typedef struct pack_companion_chunk {
    struct pack_companion_chunk *next;
    char name[CART_NAME_MAX + 24];
    uint32_t tag;
    writer bytes;
} pack_companion_chunk;

typedef struct pack_companion_picture {
    struct pack_companion_picture *next;
    char name[CART_NAME_MAX]; /* name of the texture */
    import_image picture;
    bool keyed;
} pack_companion_picture;

typedef struct pack_companion_text {
    struct pack_companion_text *next;
    char text[320];
} pack_companion_text;

/* The companions of one asset. All zero is an empty list. */
typedef struct pack_companions {
    pack_companion_chunk *chunks, **last_chunk;
    pack_companion_picture *pictures, **last_picture;
    pack_companion_text *notes, **last_note;   /* losses and facts worth knowing, a sentence each */
    pack_companion_text *inputs, **last_input; /* paths of further files that were read */
    writer mentions;                           /* names in a script: rows of tools/script/script.h */
    bool release;                              /* the image is one for players: without names */
    step_result *result;                       /* gets further mistakes; may be NULL */
} pack_companions;

void pack_companion_free(pack_companions *companions);

/* Adds a chunk FOLDER/NAME with `header` zero bytes behind version and header size; the pointer stays good. NULL,
 * and a sentence, when the name is too long, when a chunk of that name and type is there already, without memory
 * or without a list. */
writer *pack_companion_add(const pack_source *source, const char *folder, const char *name, uint32_t tag,
                           uint32_t header);

/* Adds a picture of at most 1024 pixels a side, which is taken over in any case. False after a sentence in the
 * error. */
bool pack_companion_give_picture(const pack_source *source, const char *name, import_image *picture,
                                 bool keyed);

/* Reads a file that the asset's file names, and that lies beside it. *path and the data are malloc'd. */
bool pack_companion_read(const pack_source *source, const char *file, char **path, uint8_t **data,
                         size_t *size);

/* Notes the path of a file that the asset depends on and that other code reads. */
void pack_companion_input(const pack_source *source, const char *path);

/* Converts the text of one asset outside of a build, as if the file held it: *out is its chunk (writer_free). The
 * asset's kind must make no other chunks. False, and nothing in *out, after a sentence; every mistake is told to
 * `all` (may be NULL), the first is *error. */
bool pack_companion_convert(const cart *c, const cart_asset *asset, const char *path, const uint8_t *data,
                            size_t size, tool_report *all, writer *out, tool_error *error);

/* Keeps the mistake in source->error, for a converter that reads on to find further mistakes and fails in the end. */
void pack_companion_wrong(const pack_source *source);

/* Adds a note that packing prints. */
void pack_companion_note(const pack_source *source, const char *format, ...) IMPORT_PRINTF(2, 3);

#endif
