/* A kind of assets, as the reader of carts knows it: its word, its options, and the function that makes a chunk of
 * its file (tools/convert/pack_kinds.h). */
#ifndef OXCART_TOOLS_CART_PACK_KIND_H
#define OXCART_TOOLS_CART_PACK_KIND_H

#include "tools/base/writer.h"
#include "tools/cart/cart.h"
#include "tools/cart/cart_rows.h"

typedef struct pack_source {
    const cart *c;
    const cart_asset *asset; /* its name and options */
    const char *path;        /* path of the file, for errors */
    const uint8_t *data;     /* followed by a zero byte that does not count */
    size_t size;
    tool_error *error;
    struct pack_companions
        *companions; /* tools/convert/pack_companion.h: further chunks, pictures, files, notes; may be NULL */
} pack_source;

typedef struct pack_kind {
    const char *word; /* the word in cart.txt, and the folder of the chunk's name */
    uint32_t tag;     /* tag of the chunk */
    uint32_t header;  /* bytes of the chunk's header */
    bool (*convert)(const pack_source *source, writer *out);
    const cart_option_row
        *options;             /* options behind the file as KEY=VALUE, beside cart_asset_options; or NULL */
    const char *form, *about; /* as those of a cart_row */
} pack_kind;

/* The table of kinds, in tools/convert/pack_kinds.c: the converters register in it. A row without a word ends it. */
extern const pack_kind pack_kinds[];

/* The kind of a word, NULL when there is none; and number `index`, NULL beyond the last. */
const pack_kind *pack_kind_find(const char *word);
const pack_kind *pack_kind_at(uint32_t index);

/* The value of an option of the asset, NULL when it was not given. */
const char *pack_option(const cart_asset *asset, const char *key);

/* The id of the chunk FOLDER/NAME. */
uint32_t pack_chunk_id(const char *folder, const char *name);

#endif
