/* Memory of a tree that is built piece by piece and freed as a whole. */
#ifndef OXCART_TOOLS_IMPORT_BASE_BLOCKS_H
#define OXCART_TOOLS_IMPORT_BASE_BLOCKS_H

#include <stddef.h>

/* All zero is empty. */
typedef struct import_blocks {
    struct import_block *newest;
    size_t total; /* bytes taken so far */
} import_blocks;

/* `size` zero bytes, aligned for any type; NULL without memory. They stay where they are until import_blocks_free. */
void *import_blocks_take(import_blocks *blocks, size_t size);

/* A copy of `length` bytes with a zero behind. */
char *import_blocks_text(import_blocks *blocks, const char *text, size_t length);

void import_blocks_free(import_blocks *blocks);

#endif
