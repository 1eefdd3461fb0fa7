/* The C library's heap behind a tracked arena: for tools and for comparison runs, in debug builds with
 * -DOX_HEAP_BACKEND=1.
 *
 *     heap_backend heap = {0};
 *     ox_arena_track(&arena, &tracker, "level", OX_TAG_LEVEL, 0);
 *     heap_backend_attach(&heap, &arena);
 *
 * From then on every push, and what pools and frame memory take from the arena, is a block of malloc's, so
 * that a memory checker sees each one apart; the arena still grants and refuses exactly what its budget says,
 * and a rollback frees. No engine build has it: without OX_HEAP_BACKEND this is empty, and a release build of
 * the kernel lacks what it links to. */
#ifndef OXCART_TOOLS_BASE_HEAP_BACKEND_H
#define OXCART_TOOLS_BASE_HEAP_BACKEND_H

#include "kernel/memory/arena.h"

#ifndef OX_HEAP_BACKEND
#define OX_HEAP_BACKEND 0
#endif

#if OX_HEAP_BACKEND

typedef struct heap_backend {
    void *newest;               /* the newest block that lives */
    size_t blocks, bytes, peak; /* malloc's blocks and bytes now, most bytes at once */
    size_t total;               /* blocks ever taken */
    uintptr_t low, high;        /* addresses that were ever used */
} heap_backend;

/* The arena must be tracked and empty. */
void heap_backend_attach(heap_backend *heap, ox_arena *arena);

/* Frees the blocks that still live, for an arena that was abandoned without a rollback. */
void heap_backend_drop(heap_backend *heap);

/* How far the heap has spread for what it held at most: 1 - peak / (high - low), in thousandths. */
unsigned heap_backend_fragmentation(const heap_backend *heap);

#endif
#endif
