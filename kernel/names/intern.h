/* Interned names: a table that remembers which name belongs to an id, for logs, consoles and error texts of development
 * builds.
 *
 *     ox_intern names;
 *     ox_intern_init(&names, memory, 16384, 512);           of the debug memory; none in a production build
 *     ox_id door = ox_intern_text(&names, OX_TEXT("doors/iron"));    once, then keep the id
 *     ox_log_write(log, PLAT_LOG_INFO, "%s opens", ox_intern_name(&names, door, hex));
 *
 * Interning hashes, looks up and copies: it is slow, and nothing for code that runs often. The text may
 * change or go away afterwards. A program must work without the table: with no memory, or with a full table, ids are
 * the same and only names are missing. So a production build gives the table no memory, and no name is in the program.
 * Two different names with one id assert with both and are counted (names that differ in case or slashes alone are one
 * name: the first spelling stays); `oxcart ids` finds such pairs when the program is built.
 *
 * Cost, Cortex-M3: a name that is known: 268 instructions (tests/bench/names.sh). Memory: 11 to 22
 * bytes and the letters for each name. (GEA 5.4.3.2.) */
#ifndef OXCART_KERNEL_NAMES_INTERN_H
#define OXCART_KERNEL_NAMES_INTERN_H

#include "kernel/bytes/key.h"
#include "kernel/names/id.h"

/* A name: its id, and where its text begins. */
typedef struct ox_intern_entry {
    ox_id id; /* 0: free */
    uint32_t text;
} ox_intern_entry;

typedef struct ox_intern {
    ox_intern_entry *entries; /* 2^bits places, linear probing; NULL: the table remembers nothing */
    char *texts;              /* names, each ended by 0 */
    uint32_t bits;
    uint32_t room, used; /* bytes of texts */
    uint32_t count;      /* names; at most three quarters of the places */
    uint32_t nameless;   /* names that found no room */
    uint32_t clashes;    /* names whose id another one has */
} ox_intern;

/* Begins a table for about `names` names (1 .. 2^20) in `bytes` of memory aligned to 4: a table of places
 * comes first, letters get the rest. No memory or too little of it gives a table that remembers nothing, and
 * OX_OUT_OF_MEMORY. */
FX_MUST_CHECK ox_status ox_intern_init(ox_intern *intern, void *memory, size_t bytes, uint32_t names);

/* The id of a name, which is remembered if it is new and there is room. The empty name is 0. */
ox_id ox_intern_text(ox_intern *intern, ox_text_view name);

/* Room for the name of an unknown id. */
#define OX_INTERN_HEX 10

/* The name of an id as it was first spelt, or "#69b38f09" written into `hex` when it is unknown. Never NULL.
 */
const char *ox_intern_name(const ox_intern *intern, ox_id id, char hex[OX_INTERN_HEX]);

/* ---- texts that production builds leave out ---- */

/* Labels for developers: the text in development builds (OX_DEBUG), and an empty one otherwise. Nothing that
 * a game does may depend on it. */
#if OX_DEBUG
#define OX_DEBUG_TEXT(literal) ("" literal "")
#else
#define OX_DEBUG_TEXT(literal) ((void)sizeof("" literal ""), "")
#endif

#endif
