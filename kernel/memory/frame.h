/* Frame memory: scratch that lives for one frame, or for two, and is given back all at once in constant time.
 *
 *     ox_frame_memory_begin(frame);                          top of every frame
 *     rs_block list = {ox_frame_memory_push(frame, ...), ...};   anywhere in the frame, never freed singly
 *
 * Single: a piece dies at the next begin. Double (GEA 5.2.1.5): two equal halves that take turns, a piece of frame i
 * is whole through frame i+1 and dies when i+2 begins; for data that one frame writes and the next one reads. Nothing
 * that the simulation keeps may point into frame memory. Several fixed steps may share one frame: size the memory for
 * all of them, or use marks.
 *
 * A push costs 10 ARM instructions, in line; a begin about 30 whatever was pushed. Frame memory that is taken from a
 * tracked arena (kernel/memory/tag.h) is tracked, too: every push has a record and guards, a begin checks them and
 * fills expired memory with OX_FILL_EXPIRED. */
#ifndef OXCART_KERNEL_MEMORY_FRAME_H
#define OXCART_KERNEL_MEMORY_FRAME_H

#include "kernel/memory/arena.h"

typedef struct ox_frame_memory {
    ox_arena
        arena; /* over the half under way: its figures, faults and poison (OX_FILL_EXPIRED) are the frame's */
    uint8_t *other; /* start of the other half, or of the same when single */
#if OX_DEBUG
    ox_arena tracked[2]; /* arenas over the halves, where they are tracked */
    uint32_t current;    /* index of the tracked half under way */
    size_t opened;       /* alignment of the last open */
#endif
} ox_frame_memory;

/* Begins frame memory of copies x bytes (copies 1 or 2) from the low end of `arena`, rounded up to OX_ALIGNMENT.
 * False, and no memory is taken, when they do not fit. */
FX_MUST_CHECK bool ox_frame_memory_init(ox_frame_memory *frame, ox_arena *arena, size_t bytes, int copies);

/* Begins a frame: the halves change places, and the new half is all free. */
void ox_frame_memory_begin(ox_frame_memory *frame);

/* Pushes `bytes` aligned to `alignment` (a power of two up to 256); NULL, which is counted, when they do not fit or
 * are 0. */
static inline void *ox_frame_memory_push(ox_frame_memory *frame, size_t bytes, size_t alignment);

/* For writers that do not know beforehand how much they need. Open gives all memory that is left, aligned, with its
 * size in *room (NULL and 0 when none is left); commit then keeps its first `used` bytes. No push may come between
 * the two. */
void *ox_frame_memory_open(ox_frame_memory *frame, size_t *room, size_t alignment);
void ox_frame_memory_commit(ox_frame_memory *frame, const void *open, size_t used);

/* A mark inside this frame, and the rollback to it. False when the mark lies beyond the memory in use. */
size_t ox_frame_memory_mark(const ox_frame_memory *frame);
bool ox_frame_memory_rollback(ox_frame_memory *frame, size_t mark);

size_t ox_frame_memory_used(const ox_frame_memory *frame); /* bytes of the frame under way */
size_t ox_frame_memory_free(const ox_frame_memory *frame);
size_t ox_frame_memory_peak(const ox_frame_memory *frame);

/* Bytes of a half, and the number of halves. */
static inline size_t ox_frame_memory_size(const ox_frame_memory *frame) { return frame->arena.size; }
static inline uint32_t ox_frame_memory_copies(const ox_frame_memory *frame) {
    return frame->arena.base == frame->other ? 1u : 2u;
}

/* Requests that did not fit, since the start. */
static inline uint32_t ox_frame_memory_refused(const ox_frame_memory *frame) { return frame->arena.refused; }

/* For tests: ox_frame_memory_fail_after refuses the k-th push from now, once; 0 disarms. ox_frame_memory_inject
 * refuses the pushes that `fault` strikes. */
static inline void ox_frame_memory_fail_after(ox_frame_memory *frame, uint32_t k) {
    ox_arena_fail_after(&frame->arena, k);
}
static inline void ox_frame_memory_inject(ox_frame_memory *frame, ox_fault *fault) {
    ox_arena_inject(&frame->arena, fault);
}

static inline void *ox_frame_memory_push(ox_frame_memory *frame, size_t bytes, size_t alignment) {
    return (ox_arena_push_low)(&frame->arena, bytes, alignment);
}

#if OX_DEBUG
FX_MUST_CHECK bool ox_frame_memory_init_at(ox_frame_memory *frame, ox_arena *arena, size_t bytes, int copies,
                                           ox_place place);
void ox_frame_memory_begin_at(ox_frame_memory *frame, ox_place place);
void *ox_frame_memory_push_at(ox_frame_memory *frame, size_t bytes, size_t alignment, ox_place place);
void ox_frame_memory_commit_at(ox_frame_memory *frame, const void *open, size_t used, ox_place place);
bool ox_frame_memory_rollback_at(ox_frame_memory *frame, size_t mark, ox_place place);

#define ox_frame_memory_init(frame, arena, bytes, copies)                                                    \
    ox_frame_memory_init_at((frame), (arena), (bytes), (copies), OX_HERE)
#define ox_frame_memory_begin(frame) ox_frame_memory_begin_at((frame), OX_HERE)
#define ox_frame_memory_push(frame, bytes, alignment)                                                        \
    ox_frame_memory_push_at((frame), (bytes), (alignment), OX_HERE)
#define ox_frame_memory_commit(frame, open, used) ox_frame_memory_commit_at((frame), (open), (used), OX_HERE)
#define ox_frame_memory_rollback(frame, mark) ox_frame_memory_rollback_at((frame), (mark), OX_HERE)
#endif

#endif
