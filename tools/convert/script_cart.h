/* The parts of a cart that its scripts may name: tables of data with their columns and rows, keys of texts, tables of
 * numbers, topologies, levels, languages and tags. Files of tables and texts are read when they are first asked for,
 * and are inputs of the script from then on.
 *
 *     script_cart of = {.source = s};
 *     options.rows = script_cart_rows(&of);         `type weapons { damage: int }` for each table; NULL after an error
 *     options.known = script_cart_knows;
 *     options.cart = &of;
 *     script_cart_free(&of); */
#ifndef OXCART_TOOLS_CONVERT_SCRIPT_CART_H
#define OXCART_TOOLS_CONVERT_SCRIPT_CART_H

#include "tools/convert/pack_kinds.h"

/* A cart as its scripts see it. Only `source` is set at first; all else is zero. */
typedef struct script_cart {
    const pack_source *source;
    writer rows;  /* the declarations */
    writer texts; /* keys of all texts, each with a zero byte behind */
    bool texts_read;
} script_cart;

/* The declarations of all tables of data; NULL, and a sentence in the source's error, when a file cannot be read. */
const char *script_cart_rows(script_cart *of);

/* Whether the cart has a member of a kind by that name; else `advice` says what to write instead
 * (script_options.known). */
bool script_cart_knows(const void *of, const char *kind, const char *name, char *advice, size_t room);

void script_cart_free(script_cart *of);

#endif
