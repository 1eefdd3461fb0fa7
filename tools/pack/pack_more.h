/* What the converter of an asset takes and gives besides its own file and chunk: further files, further
 * chunks, pictures, notes.
 *
 * Pictures become textures of the cart: they are written as texture/NAME in the cart's pixel format and take
 * part in its palette. Everything is kept in the order in which it was given, so that the image stays the
 * same. A converter that is called without such a list (source->more is NULL) can do none of it. */
#ifndef OXCART_TOOLS_PACK_PACK_MORE_H
#define OXCART_TOOLS_PACK_PACK_MORE_H

#include "tools/build/step.h"
#include "tools/convert/pack_kinds.h"
#include "tools/import/image/image.h"

typedef struct pack_more_chunk {
    struct pack_more_chunk *next;
    char name[CART_NAME_MAX + 24];
    uint32_t tag;
    writer bytes;
} pack_more_chunk;

typedef struct pack_more_picture {
    struct pack_more_picture *next;
    char name[CART_NAME_MAX]; /* of the texture */
    import_image picture;
    bool keyed;
} pack_more_picture;

typedef struct pack_more_text {
    struct pack_more_text *next;
    char text[320];
} pack_more_text;

/* All zero is empty. */
typedef struct pack_more {
    pack_more_chunk *chunks, **last_chunk;
    pack_more_picture *pictures, **last_picture;
    pack_more_text *notes, **last_note;   /* what was lost or is worth knowing, a sentence each */
    pack_more_text *inputs, **last_input; /* paths of further files that were read */
    step_result *result;                  /* where further mistakes go; NULL: nowhere */
} pack_more;

void pack_more_free(pack_more *more);

/* One more chunk FOLDER/NAME with `header` zero bytes behind version and header size; the pointer stays good.
 * NULL, and a sentence, when the name is too long, a chunk of that name and type is there already, without
 * memory or without a list. */
writer *pack_more_add(const pack_source *source, const char *folder, const char *name, uint32_t tag,
                      uint32_t header);

/* Takes the picture over, also when it fails: then a sentence stands in the error. At most 1024 pixels a
 * side. */
bool pack_more_give_picture(const pack_source *source, const char *name, import_image *picture, bool keyed);

/* Reads a file that the asset's file names; it is found beside that. *path is malloc'd as the data are. */
bool pack_more_read(const pack_source *source, const char *file, char **path, uint8_t **data, size_t *size);

/* The same for a file whose path is known, and that something else reads. */
void pack_more_input(const pack_source *source, const char *path);

/* Converts the text of one asset outside of a build, as if the file held it: *out is its chunk (writer_free), of a kind that makes no
 * others. False, and nothing in *out, after a sentence; every mistake is told to `all` (may be NULL), the first is *error. */
bool pack_more_convert(const cart *c, const cart_asset *asset, const char *path, const uint8_t *data,
                       size_t size, tool_report *all, writer *out, tool_error *error);

/* Keeps the mistake in source->error, for a converter that reads on to find further ones and fails in the end. */
void pack_more_wrong(const pack_source *source);

/* A sentence for the one who packs. */
void pack_more_note(const pack_source *source, const char *format, ...) IMPORT_PRINTF(2, 3);

#endif
