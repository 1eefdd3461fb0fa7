/* Blocks of growing size, chained; each request is cut off the newest one. */
#include "tools/import/base/blocks.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct import_block {
    struct import_block *older;
    size_t size, used;
    max_align_t bytes[];
};

enum { SMALLEST = 4096, LARGEST = 1 << 20 };

static struct import_block *add_block(import_blocks *blocks, size_t least) {
    size_t size = blocks->newest == NULL ? SMALLEST : blocks->newest->size * 2;
    if (size > LARGEST) size = LARGEST;
    if (size < least) size = least;
    struct import_block *block = calloc(1, sizeof *block + size);
    if (block == NULL) return NULL;
    block->size = size;
    block->older = blocks->newest;
    blocks->newest = block;
    return block;
}

void *import_blocks_take(import_blocks *blocks, size_t size) {
    struct import_block *block = blocks->newest;
    if (size > SIZE_MAX / 2) return NULL;
    size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (block == NULL || block->size - block->used < size) block = add_block(blocks, size);
    if (block == NULL) return NULL;
    void *place = (unsigned char *)block->bytes + block->used;
    block->used += size;
    blocks->total += size;
    return place;
}

char *import_blocks_text(import_blocks *blocks, const char *text, size_t length) {
    char *copy = length == SIZE_MAX ? NULL : import_blocks_take(blocks, length + 1);
    if (copy != NULL && length > 0) memcpy(copy, text, length);
    return copy;
}

void import_blocks_free(import_blocks *blocks) {
    while (blocks->newest != NULL) {
        struct import_block *older = blocks->newest->older;
        free(blocks->newest);
        blocks->newest = older;
    }
    blocks->total = 0;
}
