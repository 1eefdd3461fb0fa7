/* Frame memory: scratch that lives for one frame, or for two, and is given back all at once in constant time.
 *
 *     ox_frame_memory_begin(frame);                          top of every frame
 *     rs_block list = {ox_frame_memory_push(frame, ...), ...};   anywhere in the frame, never freed singly
 *
 * Single: a piece dies at the next begin. Double (GEA 5.2.1.5): two equal halves that take turns, a piece of
 * frame i is whole through frame i+1 and dies when i+2 begins; for what one frame asks and the next one
 * reads. Nothing that the simulation keeps may point here. Several fixed steps may share one frame: size for
 * all of them, or use marks.
 *
 * A push costs 15 ARM instructions, in line; a begin about 20 whatever was pushed. */
#ifndef OXCART_KERNEL_MEMORY_FRAME_H
#define OXCART_KERNEL_MEMORY_FRAME_H

#include "kernel/memory/arena.h"

typedef struct ox_frame_memory {
    uint8_t *next;    /* next free byte of the current half */
    size_t open;      /* bytes that a fast push may take: what is left, or 0 while a fault is armed */
    uint8_t *half[2]; /* the same twice when single */
    size_t size;      /* bytes of one half */
    size_t peak; /* most bytes of one frame so far, without the frame under way; ask ox_frame_memory_peak */
    uint32_t refused; /* requests that did not fit, ever */
    uint32_t fault;   /* pushes until one is refused on purpose, 0 = never */
    uint32_t current; /* 0 or 1 */
    bool poison;      /* fill with OX_ARENA_POISON at begin */
} ox_frame_memory;

/* Takes copies x bytes (copies 1 or 2) from the low end of `arena`, rounded up to OX_ALIGNMENT. False, and
 * nothing taken, when they do not fit. */
bool ox_frame_memory_init(ox_frame_memory *frame, ox_arena *arena, size_t bytes, int copies);

/* Begins a frame: the other half's turn, and all of it free. */
void ox_frame_memory_begin(ox_frame_memory *frame);

/* `bytes` aligned to `alignment` (a power of two up to 256); NULL and a count when they do not fit or are 0.
 */
static inline void *ox_frame_memory_push(ox_frame_memory *frame, size_t bytes, size_t alignment);

/* For writers that do not know beforehand how much they need: all that is left, aligned, with its size in
 * *room (NULL and 0 when nothing is); commit then keeps the first `used` bytes of it. No push may come
 * between the two. */
void *ox_frame_memory_open(ox_frame_memory *frame, size_t *room, size_t alignment);
void ox_frame_memory_commit(ox_frame_memory *frame, const void *open, size_t used);

/* A place inside this frame to come back to. False when it lies beyond what is in use. */
size_t ox_frame_memory_mark(const ox_frame_memory *frame);
bool ox_frame_memory_rollback(ox_frame_memory *frame, size_t mark);

size_t ox_frame_memory_used(const ox_frame_memory *frame); /* bytes of the frame under way */
size_t ox_frame_memory_free(const ox_frame_memory *frame);
size_t ox_frame_memory_peak(const ox_frame_memory *frame);

/* For tests: the k-th push from now is refused, once; 0 disarms. */
void ox_frame_memory_fail_after(ox_frame_memory *frame, uint32_t k);

void *ox_frame_memory_push_slow(ox_frame_memory *frame, size_t bytes, size_t alignment);

static inline void *ox_frame_memory_push(ox_frame_memory *frame, size_t bytes, size_t alignment) {
    size_t gap = (size_t)(0u - (uintptr_t)frame->next) & (alignment - 1u);
    size_t left = frame->open - gap;
    if (gap > frame->open || bytes - 1u >= left) return ox_frame_memory_push_slow(frame, bytes, alignment);
    uint8_t *at = frame->next + gap;
    frame->next = at + bytes;
    frame->open = left - bytes;
    return at;
}

#endif
