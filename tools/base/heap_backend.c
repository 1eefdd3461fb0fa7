/* The C library's heap behind a tracked arena. */
#include "tools/base/heap_backend.h"

#if OX_HEAP_BACKEND

#include <stdlib.h>
#include <string.h>

/* The header in front of each block and its guard: where malloc's block begins, the block's length, and the living
 * blocks made before and after it. */
typedef struct heap_header {
    void *raw;
    size_t bytes;
    void *older, *newer;
} heap_header;

enum { LEAD = sizeof(heap_header) + OX_GUARD_BYTES };

/* A copy of a block's header, which may lie at any address. */
static heap_header header_of(const void *block) {
    heap_header header;
    memcpy(&header, (const uint8_t *)block - LEAD, sizeof header);
    return header;
}

static void set_header(void *block, heap_header header) {
    memcpy((uint8_t *)block - LEAD, &header, sizeof header);
}

static void *take_block(void *context, size_t bytes, size_t alignment) {
    heap_backend *heap = context;
    size_t all = LEAD + alignment + bytes + OX_GUARD_BYTES;
    uint8_t *raw = malloc(all);
    if (raw == NULL) return NULL;
    uint8_t *block = raw + LEAD;
    block += (0u - (uintptr_t)block) & (alignment - 1u);
    set_header(block, (heap_header){raw, bytes, heap->newest, NULL});
    if (heap->newest != NULL) {
        heap_header older = header_of(heap->newest);
        older.newer = block;
        set_header(heap->newest, older);
    }
    heap->newest = block;
    heap->blocks++;
    heap->total++;
    heap->bytes += bytes;
    if (heap->bytes > heap->peak) heap->peak = heap->bytes;
    if (heap->low == 0 || (uintptr_t)raw < heap->low) heap->low = (uintptr_t)raw;
    if ((uintptr_t)raw + all > heap->high) heap->high = (uintptr_t)raw + all;
    return block;
}

static void give(void *context, void *block) {
    heap_backend *heap = context;
    heap_header header = header_of(block);
    if (header.newer == NULL) {
        heap->newest = header.older;
    } else {
        heap_header newer = header_of(header.newer);
        newer.older = header.older;
        set_header(header.newer, newer);
    }
    if (header.older != NULL) {
        heap_header older = header_of(header.older);
        older.newer = header.newer;
        set_header(header.older, older);
    }
    heap->blocks--;
    heap->bytes -= header.bytes;
    free(header.raw);
}

void heap_backend_attach(heap_backend *heap, ox_arena *arena) {
    ox_arena_back(arena, (ox_arena_backend){take_block, give, heap});
}

void heap_backend_drop(heap_backend *heap) {
    while (heap->newest != NULL) give(heap, heap->newest);
}

unsigned heap_backend_fragmentation(const heap_backend *heap) {
    size_t spread = (size_t)(heap->high - heap->low);
    return spread == 0 ? 0 : (unsigned)(1000u - heap->peak * 1000u / spread);
}

#endif
