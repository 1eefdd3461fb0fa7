/* An arena of blocks of growing size, chained; each request is cut off the newest block. */
#include "tools/import/base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct import_block {
    struct import_block *older;
    size_t size, used;
    max_align_t bytes[];
};

enum { SMALLEST = 4096, LARGEST = 1 << 20 };

static struct import_block *add_block(import_arena *arena, size_t least) {
    size_t size = arena->newest == NULL ? SMALLEST : arena->newest->size * 2;
    if (size > LARGEST) size = LARGEST;
    if (size < least) size = least;
    struct import_block *block = calloc(1, sizeof *block + size);
    if (block == NULL) return NULL;
    block->size = size;
    block->older = arena->newest;
    arena->newest = block;
    return block;
}

void *import_arena_take(import_arena *arena, size_t size) {
    struct import_block *block = arena->newest;
    if (size > SIZE_MAX / 2) return NULL;
    size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (block == NULL || block->size - block->used < size) block = add_block(arena, size);
    if (block == NULL) return NULL;
    void *place = (unsigned char *)block->bytes + block->used;
    block->used += size;
    arena->total += size;
    return place;
}

char *import_arena_text(import_arena *arena, const char *text, size_t length) {
    char *copy = length == SIZE_MAX ? NULL : import_arena_take(arena, length + 1);
    if (copy != NULL && length > 0) memcpy(copy, text, length);
    return copy;
}

void import_arena_free(import_arena *arena) {
    while (arena->newest != NULL) {
        struct import_block *older = arena->newest->older;
        free(arena->newest);
        arena->newest = older;
    }
    arena->total = 0;
}
