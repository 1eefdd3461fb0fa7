/* Memory of a tree that is built piece by piece and freed as a whole. */
#ifndef OXCART_TOOLS_IMPORT_BASE_ARENA_H
#define OXCART_TOOLS_IMPORT_BASE_ARENA_H

#include <stddef.h>

/* An arena that is all zero is empty. */
typedef struct import_arena {
    struct import_block *newest;
    size_t total; /* bytes taken so far */
} import_arena;

/* `size` zero bytes, aligned for any type; NULL without memory. The bytes stay where they are until
 * import_arena_free. */
void *import_arena_take(import_arena *arena, size_t size);

/* A copy of `length` bytes with a zero behind. */
char *import_arena_text(import_arena *arena, const char *text, size_t length);

void import_arena_free(import_arena *arena);

#endif
