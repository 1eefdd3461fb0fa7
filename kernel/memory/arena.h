/* The arena: a double-ended stack over one block of memory, freed by rolling back to a mark.
 *
 *     low end, grows up                                     high end, grows down
 *     |engine and level data ....>                 <.... load-time scratch, bands|
 *
 * Two stacks share one gap, so a request at either end succeeds as long as the gap holds it; filling it to
 * the last byte is legal. Nothing is freed singly: take a mark, push what belongs together, roll back to the
 * mark. Marks of one end are rolled back in reverse order, skipping some is legal; a rollback that would go
 * forward is refused. (Double-ended stack: Steven Ranck, Game Programming Gems 1.9.)
 *
 * Cost, ARM instructions: a push 15, in line; a mark 3; a rollback about 15. Use, peak and refusals are kept
 * at no cost to the push: the peak can only be passed by pushes, so it is looked at when memory is given back
 * and when it is asked for. */
#ifndef OXCART_KERNEL_MEMORY_ARENA_H
#define OXCART_KERNEL_MEMORY_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum ox_arena_end { OX_ARENA_LOW, OX_ARENA_HIGH } ox_arena_end;

typedef struct ox_arena {
    uint8_t *low;       /* next free byte of the low end */
    uint8_t *high;      /* lowest taken byte of the high end */
    size_t open;        /* bytes that a fast push may take: high - low, or 0 while a fault is armed */
    uint8_t *base;      /* the block */
    size_t size;        /* bytes of the block */
    size_t peak;        /* most bytes in use at once, up to the last rollback; ask ox_arena_peak */
    size_t refused_max; /* largest request that was refused, bytes */
    uint32_t refused;   /* how many requests were refused */
    uint32_t fault;     /* pushes until one is refused on purpose, 0 = never */
    bool poison;        /* given-back memory is filled with OX_ARENA_POISON, so that stale pointers show */
} ox_arena;

#define OX_ARENA_POISON 0xDD
#define OX_ARENA_ALIGNMENT_MAX 256

/* Every type of the kernel is satisfied with this alignment; the bytes of bands and tables as well. */
#define OX_ALIGNMENT 8

/* A place to come back to. Only meaningful for the arena and the end it was taken from. */
typedef struct ox_mark {
    size_t used; /* bytes in use at that end */
    ox_arena_end end;
} ox_mark;

/* Takes the block over. base may have any alignment; size 0 gives an arena that refuses everything. */
void ox_arena_init(ox_arena *arena, void *base, size_t size);

/* `bytes` at the low or high end, aligned to `alignment` (a power of two, 1..256); NULL and a count when the
 * gap is too small, and when bytes is 0. The contents are whatever was there. */
static inline void *ox_arena_push_low(ox_arena *arena, size_t bytes, size_t alignment);
static inline void *ox_arena_push_high(ox_arena *arena, size_t bytes, size_t alignment);

/* The same for the end given, and the same with all bytes 0. These refuse alignments that are none. */
enum { OX_ARENA_ALIGNMENT_MOST = 256 };
void *ox_arena_push(ox_arena *arena, ox_arena_end end, size_t bytes, size_t alignment);
void *ox_arena_push_zero(ox_arena *arena, ox_arena_end end, size_t bytes, size_t alignment);

/* Marks and rollbacks. False, and nothing happens, when the mark lies beyond what is in use. */
ox_mark ox_arena_mark(const ox_arena *arena, ox_arena_end end);
bool ox_arena_rollback(ox_arena *arena, ox_mark mark);

/* Gives everything back at both ends. */
void ox_arena_clear(ox_arena *arena);

/* Bytes in use (alignment gaps included), free, and most in use at once. used + free = size, always. */
size_t ox_arena_used(const ox_arena *arena);
size_t ox_arena_free(const ox_arena *arena);
size_t ox_arena_peak(const ox_arena *arena);

/* The largest request that a push with this alignment would grant now; 0 when none. */
size_t ox_arena_largest(const ox_arena *arena, ox_arena_end end, size_t alignment);

/* For tests: the k-th push from now is refused (k = 1: the next one), once; 0 disarms. */
void ox_arena_fail_after(ox_arena *arena, uint32_t k);

/* What a push falls back to when the gap is too small or a fault is armed. */
void *ox_arena_push_slow(ox_arena *arena, ox_arena_end end, size_t bytes, size_t alignment);

static inline void *ox_arena_push_low(ox_arena *arena, size_t bytes, size_t alignment) {
    size_t gap = (size_t)(0u - (uintptr_t)arena->low) & (alignment - 1u);
    size_t left = arena->open - gap;
    if (gap > arena->open || bytes - 1u >= left)
        return ox_arena_push_slow(arena, OX_ARENA_LOW, bytes, alignment);
    uint8_t *at = arena->low + gap;
    arena->low = at + bytes;
    arena->open = left - bytes;
    return at;
}

static inline void *ox_arena_push_high(ox_arena *arena, size_t bytes, size_t alignment) {
    size_t gap = (size_t)((uintptr_t)arena->high - bytes) & (alignment - 1u);
    size_t left = arena->open - gap;
    if (gap > arena->open || bytes - 1u >= left)
        return ox_arena_push_slow(arena, OX_ARENA_HIGH, bytes, alignment);
    uint8_t *at = arena->high - gap - bytes;
    arena->high = at;
    arena->open = left - bytes;
    return at;
}

/* OX_PUSH(arena, ox_thing, 4): room for 4 of them at the low end, as ox_thing *, or NULL. */
#define OX_PUSH(arena, type, count)                                                                          \
    ((type *)ox_arena_push_low((arena), sizeof(type) * (size_t)(count), _Alignof(type)))

#endif
