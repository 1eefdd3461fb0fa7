/* The arena: a double-ended stack over one block of memory, freed by rolling back to a mark.
 *
 *     low end, grows up                                     high end, grows down
 *     |engine and level data ....>                 <.... load-time scratch, bands|
 *
 * Two stacks share one gap, so a request at either end succeeds as long as the gap holds it; filling the gap to the
 * last byte is legal. No piece is freed singly: take a mark, push pieces that belong together, roll back to the mark.
 * Marks of one end are rolled back in reverse order, skipping some is legal; a rollback that would go forward is
 * refused. (Double-ended stack: Steven Ranck, Game Programming Gems 1.9.)
 *
 * Cost, ARM instructions: a push 10 at the low end and 9 at the high end, in line, for an alignment known when it is
 * compiled; a mark 3; a rollback about 15. Use, peak and refusals are kept at no cost to the push: only pushes can
 * pass the peak, so it is updated when memory is given back and when the peak is asked for.
 *
 * In a debug build an arena may be tracked (kernel/memory/tag.h): then every push has a record and guards. */
#ifndef OXCART_KERNEL_MEMORY_ARENA_H
#define OXCART_KERNEL_MEMORY_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/memory/align.h"
#include "kernel/memory/fault.h"
#include "kernel/memory/status.h"
#include "kernel/memory/tag.h"

typedef enum ox_arena_end { OX_ARENA_LOW, OX_ARENA_HIGH } ox_arena_end;

/* Memory from elsewhere for the blocks of a tracked arena; see ox_arena_back. It must have room for the
 * OX_GUARD_BYTES in front of a block and behind it. */
typedef struct ox_arena_backend {
    void *(*take)(void *context, size_t bytes, size_t alignment);
    void (*give)(void *context, void *block);
    void *context;
} ox_arena_backend;

typedef struct ox_arena {
    uint8_t *low;       /* next free byte of the low end */
    uint8_t *high;      /* lowest taken byte of the high end, or NULL: every push goes the slow way */
    uint8_t *held;      /* lowest taken byte of the high end while `high` is NULL */
    uint8_t *base;      /* the block */
    size_t size;        /* bytes of the block */
    size_t peak;        /* most bytes in use at once, up to the last rollback; ask ox_arena_peak */
    size_t refused_max; /* largest request that was refused, bytes */
    uint32_t refused;   /* how many requests were refused */
    uint32_t tag;       /* subsystem whose memory this is; for faults, accounts and records */
    uint32_t fault;     /* pushes until one is refused on purpose, 0 = never */
    ox_fault *faults;   /* faults for pushes, see ox_arena_inject */
    uint8_t poison; /* value for given-back memory (OX_ARENA_POISON), so that stale pointers show; 0: none */
#if OX_DEBUG
    ox_tracked tracked[2]; /* records of the low and of the high end */
    size_t taken[2];       /* bytes in use at each end as without tracking */
    size_t extra;          /* bytes behind the block, for guards */
    uint8_t fill;          /* value of free bytes */
    ox_arena_backend backend;
#endif
} ox_arena;

#define OX_ARENA_POISON 0xDD
#define OX_ARENA_ALIGNMENT_MAX OX_ALIGNMENT_MAX

/* A point to roll back to. A mark has meaning only for the arena and the end it was taken from. */
typedef struct ox_mark {
    size_t used; /* bytes in use at that end */
    ox_arena_end end;
} ox_mark;

/* Takes a block over. base may have any alignment; size 0 gives an arena that refuses every push. */
void ox_arena_init(ox_arena *arena, void *base, size_t size);

/* Takes a block over for an arena whose bytes are all 0, once: OX_BAD_STATE for an arena that is open,
 * OX_BAD_ARGUMENT for no block. Closing makes all bytes 0 again; closing twice is legal. */
FX_MUST_CHECK ox_status ox_arena_open(ox_arena *arena, void *base, size_t size);
void ox_arena_close(ox_arena *arena);

/* Pushes `bytes` at the low or high end, aligned to `alignment` (a power of two, 1..256). NULL, which is counted,
 * when the gap is too small, and when bytes is 0 (which asserts). The contents are whatever was there. */
static inline void *ox_arena_push_low(ox_arena *arena, size_t bytes, size_t alignment);
static inline void *ox_arena_push_high(ox_arena *arena, size_t bytes, size_t alignment);

/* Push bytes at a given end, as they are or all 0. Both functions refuse invalid alignments. */
enum { OX_ARENA_ALIGNMENT_MOST = 256 };
void *ox_arena_push(ox_arena *arena, ox_arena_end end, size_t bytes, size_t alignment);
void *ox_arena_push_zero(ox_arena *arena, ox_arena_end end, size_t bytes, size_t alignment);

/* ox_arena_mark takes a mark, ox_arena_rollback gives back all memory pushed since. False, and nothing happens, when
 * the mark lies beyond the memory in use, which asserts; a tracked arena refuses and reports also a mark that is no
 * boundary between two pushes. */
ox_mark ox_arena_mark(const ox_arena *arena, ox_arena_end end);
bool ox_arena_rollback(ox_arena *arena, ox_mark mark);

/* Gives all memory back at both ends. */
void ox_arena_clear(ox_arena *arena);

/* Clears an arena that is not tracked, and lets it go on over another block of the same size; its counts, its tag and
 * its faults stay. */
void ox_arena_turn(ox_arena *arena, void *base);

/* Bytes in use (alignment gaps included), bytes free, and most bytes in use at once. used + free = size, always. */
size_t ox_arena_used(const ox_arena *arena);
size_t ox_arena_free(const ox_arena *arena);
size_t ox_arena_peak(const ox_arena *arena);

/* The largest request that a push with this alignment would grant now; 0 when none. */
size_t ox_arena_largest(const ox_arena *arena, ox_arena_end end, size_t alignment);

/* Whether an address lies in the block; for checks that everyone stays inside their own. */
bool ox_arena_holds(const ox_arena *arena, const void *address);

/* Sets the tag of the pushes to come, and returns the tag before. */
static inline uint32_t ox_arena_tag(ox_arena *arena, uint32_t tag) {
    uint32_t before = arena->tag;
    arena->tag = tag;
    return before;
}

/* For tests: the k-th push from now is refused (k = 1: the next one), once; 0 disarms. */
void ox_arena_fail_after(ox_arena *arena, uint32_t k);

/* Refuses the pushes that `fault` strikes (it must outlive the arena's use of it); NULL: no pushes. */
void ox_arena_inject(ox_arena *arena, ox_fault *fault);

/* The slow way of a push, taken when the gap is too small or when every push must be looked at. */
void *ox_arena_push_slow(ox_arena *arena, ox_arena_end end, size_t bytes, size_t alignment);

static inline void *ox_arena_push_low(ox_arena *arena, size_t bytes, size_t alignment) {
    uintptr_t at = ((uintptr_t)arena->low + (alignment - 1u)) & ~(uintptr_t)(alignment - 1u),
              end = at + bytes;
    if (end <= at || end > (uintptr_t)arena->high)
        return ox_arena_push_slow(arena, OX_ARENA_LOW, bytes, alignment);
    arena->low = (uint8_t *)end;
    return (void *)at;
}

static inline void *ox_arena_push_high(ox_arena *arena, size_t bytes, size_t alignment) {
    uintptr_t high = (uintptr_t)arena->high, at = high - bytes;
    if (at >= high) return ox_arena_push_slow(arena, OX_ARENA_HIGH, bytes, alignment);
    at &= ~(uintptr_t)(alignment - 1u);
    if (at < (uintptr_t)arena->low) return ox_arena_push_slow(arena, OX_ARENA_HIGH, bytes, alignment);
    arena->high = (uint8_t *)at;
    return (void *)at;
}

/* Lets an empty tracked arena take its blocks from somewhere else, such as the C library's heap in a tool for
 * comparison: each push is a block of its own then. Debug builds only: a release build that uses this does not link.
 * Grants, refusals and all figures stay those of the budget. */
void ox_arena_back(ox_arena *arena, ox_arena_backend backend);

/* OX_PUSH(arena, ox_thing, 4): room for 4 of them at the low end, as ox_thing *, or NULL. */
#define OX_PUSH(arena, type, count)                                                                          \
    ((type *)ox_arena_push_low((arena), sizeof(type) * (size_t)(count), _Alignof(type)))

#if OX_DEBUG
/* Makes an empty arena tracked: `extra` bytes of the DEBUG class lie right behind its block, for the guards; without
 * room for guards (extra 0, or used up) a block has a record only, and no push is refused that would be granted
 * without tracking. Free bytes are filled with OX_FILL_FREED from now on, or with the value of ox_arena_track_fill. */
void ox_arena_track(ox_arena *arena, ox_tracker *tracker, const char *name, uint32_t tag, size_t extra);
void ox_arena_track_fill(ox_arena *arena, uint8_t fill);

/* Pushes whose record names another place than the line itself; for allocators that take their memory from the arena.
 * `more` bytes of the extra room come on top where they are left (*got_more): for the allocator's own guards. */
void *ox_arena_push_at(ox_arena *arena, ox_arena_end end, size_t bytes, size_t alignment, ox_place place);
void *ox_arena_push_more(ox_arena *arena, size_t bytes, size_t more, size_t alignment, bool *got_more,
                         ox_place place);
void *ox_arena_push_zero_at(ox_arena *arena, ox_arena_end end, size_t bytes, size_t alignment,
                            ox_place place);
bool ox_arena_rollback_at(ox_arena *arena, ox_mark mark, ox_place place);
bool ox_arena_is_tracked(const ox_arena *arena);

/* For tracked arenas: ox_arena_open_at gives the address at which a piece at the low end would begin, and
 * ox_arena_keep_at pushes bytes that were written there already. */
void *ox_arena_open_at(const ox_arena *arena, size_t alignment);
void ox_arena_keep_at(ox_arena *arena, void *open, size_t bytes, size_t alignment, ox_place place);

#define ox_arena_push_low(arena, bytes, alignment)                                                           \
    ox_arena_push_at((arena), OX_ARENA_LOW, (bytes), (alignment), OX_HERE)
#define ox_arena_push_high(arena, bytes, alignment)                                                          \
    ox_arena_push_at((arena), OX_ARENA_HIGH, (bytes), (alignment), OX_HERE)
#define ox_arena_push(arena, end, bytes, alignment)                                                          \
    ox_arena_push_at((arena), (end), (bytes), (alignment), OX_HERE)
#define ox_arena_push_zero(arena, end, bytes, alignment)                                                     \
    ox_arena_push_zero_at((arena), (end), (bytes), (alignment), OX_HERE)
#define ox_arena_rollback(arena, ...) ox_arena_rollback_at((arena), (__VA_ARGS__), OX_HERE)
#endif

#endif
