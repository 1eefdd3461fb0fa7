/* The relocatable heap: blocks of any size, reached through handles, that may be moved to close the holes.
 *
 *     ox_heap_setup setup = {64 * 1024, 200, 8, 4096};    bytes, blocks, and per step: 8 moves, 4096 bytes
 *     ox_heap_init(&heap, &resident, &fast, &setup);
 *     ox_handle orc = ox_heap_take(&heap, 700);            none when no hole is large enough
 *     creature *c = ox_heap_get(&heap, orc);               good until the next step: ask again every frame
 *     ox_heap_step(&heap);                                 once per frame, always at the same place in it
 *     ox_heap_give(&heap, orc);
 *
 * For game objects of a few bytes to a few KB whose sizes differ. Objects of one size belong in a pool, objects that
 * are large or die together in an arena or in chunks. Not for inner loops: a take or give walks the list of holes,
 * which the steps keep short.
 *
 * LAYOUT. Blocks and holes lie side by side, each with 8 bytes in front (its size and flags; a block's handle or the
 * next hole) and a multiple of 8 bytes long; contents are aligned to 8. A request takes the lowest hole that is large
 * enough; giving back joins the hole with both neighbours, so two holes never touch. Pinned blocks never move: they
 * are taken from the top of the highest hole that is large enough, so that they gather at the end and do not get in
 * the way. Every block has a slot in a table of handles, kept in its own arena: the fast one where the port has it.
 *
 * DEFRAGMENTING (GEA 5.2.2.2). The block above the lowest hole slides down to the hole's start, so the hole rises and
 * joins the next one, until a single hole is left at the top. Holes below a pinned block stay. A step does at most
 * `step_moves` moves and `step_bytes` bytes of them, whichever comes first, and the next step goes on at the lowest
 * hole. So that a step always gets on, a block that takes more than step_bytes (its header included) is refused when
 * it is asked for. Moving never changes a block's contents; it changes the block's address, so the simulation must
 * not depend on addresses.
 *
 * POINTERS THAT STAY. A pointer variable that must outlive a step is registered: moves patch it, also when it
 * points into the middle of a block, and it becomes NULL when the block is given back. For short-lived walks
 * and foreign interfaces; handles are the rule. The list is searched at every move: keep it short.
 *
 * A heap in a tracked arena (kernel/memory/tag.h) is tracked, too: every block has a record with its place in the
 * program, tag and size, and blocks that are left at the end of a level are reported. The headers are the heap's
 * guards: see ox_heap_check.
 *
 * Cost, Cortex-M3 instructions: get 9, in line; take 92 and 7 a hole passed over; give 93 and 5 a hole below
 * the block; a move 90, 5 for every 8 bytes, and 10 for each registered slot. */
#ifndef OXCART_KERNEL_MEMORY_HEAP_H
#define OXCART_KERNEL_MEMORY_HEAP_H

#include "kernel/memory/arena.h"
#include "kernel/memory/pool.h"
#include "kernel/memory/status.h"

#define OX_HEAP_HEADER 8u /* bytes in front of every block */

typedef struct ox_heap_setup {
    size_t bytes;        /* bytes of all blocks and their headers */
    uint32_t blocks;     /* most blocks at a time, 1..65,535 */
    uint32_t step_moves; /* most blocks that one step moves; 8 to 16 is usual */
    uint32_t step_bytes; /* most bytes that one step moves; also the largest block, header included */
} ox_heap_setup;

/* A registered pointer variable: the caller's memory, linked while registered. */
typedef struct ox_heap_slot {
    void *variable; /* address of the pointer variable */
    struct ox_heap_slot *next;
} ox_heap_slot;

/* The content of a handle's slot in the table. */
typedef struct ox_heap_entry {
    uint8_t *contents;
} ox_heap_entry;

typedef struct ox_heap {
    ox_pool table; /* pool of ox_heap_entry: the handles */
    uint8_t *base;
    uint32_t size; /* bytes of the heap */
    uint32_t hole; /* offset of the lowest hole, or OX_HEAP_NO_HOLE */
    uint32_t free; /* bytes in holes */
    uint32_t peak; /* most bytes in blocks at once */
    uint32_t pinned;
    uint32_t refused;
    uint32_t step_moves, step_bytes;
    uint32_t moves, moved_bytes; /* since the start, modulo 2^32 */
    ox_heap_slot *slots;
    OX_TRACKED
    bool poison; /* blocks given back are filled with OX_ARENA_POISON */
} ox_heap;

#define OX_HEAP_NO_HOLE 0xFFFFFFFFu

/* Begins a heap: takes the blocks' bytes (rounded down to a multiple of 8) from the low end of `arena` and the table
 * from the low end of `table`; both may be the same. OX_BAD_ARGUMENT (bytes below 16 or above 2^31, no blocks,
 * step_moves 0 or step_bytes below 16) or OX_OUT_OF_MEMORY, and no memory is taken. */
FX_MUST_CHECK ox_status ox_heap_init(ox_heap *heap, ox_arena *arena, ox_arena *table,
                                     const ox_heap_setup *setup);

/* Takes a block of `bytes`. OX_HANDLE_NONE, which is counted: no hole is large enough, no handle is left, the block
 * is larger than a step may move, or bytes is 0 (asserted). The contents are whatever was there. */
FX_MUST_CHECK ox_handle ox_heap_take(ox_heap *heap, size_t bytes);
FX_MUST_CHECK ox_handle ox_heap_take_pinned(ox_heap *heap, size_t bytes);

/* The block's contents, or NULL when the block is gone or never was. */
static inline void *ox_heap_get(const ox_heap *heap, ox_handle handle) {
    const ox_heap_entry *entry = (const ox_heap_entry *)ox_pool_get(&heap->table, handle);
    return entry == NULL ? NULL : entry->contents;
}

/* Bytes of a block: those asked for, rounded up to a multiple of 8; 0 when the block is gone. */
size_t ox_heap_bytes(const ox_heap *heap, ox_handle handle);

/* Gives a block back. OX_STALE_HANDLE (asserted), and nothing happens, when the block is gone. */
ox_status ox_heap_give(ox_heap *heap, ox_handle handle);

/* Pins a block to its place, for instance while a device reads it, or lets it move again. OX_STALE_HANDLE (asserted).
 */
ox_status ox_heap_pin(ox_heap *heap, ox_handle handle, bool pinned);

/* ox_heap_step does one step of defragmenting, within the limits of the set-up; ox_heap_compact does all of it at
 * once, for level changes. Both return how many blocks moved: 0 when nothing is left to do. */
uint32_t ox_heap_step(ox_heap *heap);
uint32_t ox_heap_compact(ox_heap *heap);

/* Registers the pointer variable at `variable` (the address of a pointer to an object of any type), or ends its
 * registration. False (asserted) for a slot that is registered already, or is not. */
bool ox_heap_register(ox_heap *heap, ox_heap_slot *slot, void *variable);
bool ox_heap_unregister(ox_heap *heap, ox_heap_slot *slot);

/* Gives every block back: the end of a level. Slots still registered are a leak (asserted); their variables become
 * NULL and they are unlinked. Handles from before stay stale. */
void ox_heap_clear(ox_heap *heap);

typedef struct ox_heap_report {
    uint32_t size, used, peak; /* bytes, headers included */
    uint32_t free, largest;    /* bytes of all holes and of the largest, which grants largest - 8 bytes */
    uint32_t holes, blocks, pinned, slots;
    uint32_t refused;
    uint32_t fragmentation; /* 1 - largest / free, 65536 = 1.0; 0 when nothing is free */
} ox_heap_report;

/* Makes a report: walks the holes and the slots. */
void ox_heap_report_of(const ox_heap *heap, ox_heap_report *report);

/* Checks the whole heap against its rules: sizes, order, no two holes side by side, every block known to the table
 * under the handle in its header, sums. OX_OK or OX_CORRUPTED. For tests and debug builds. */
FX_MUST_CHECK ox_status ox_heap_check(const ox_heap *heap);

#if OX_DEBUG
ox_handle ox_heap_take_at(ox_heap *heap, size_t bytes, bool pinned, ox_place place);
ox_status ox_heap_give_at(ox_heap *heap, ox_handle handle, ox_place place);

#define ox_heap_take(heap, bytes) ox_heap_take_at((heap), (bytes), false, OX_HERE)
#define ox_heap_take_pinned(heap, bytes) ox_heap_take_at((heap), (bytes), true, OX_HERE)
#define ox_heap_give(heap, ...) ox_heap_give_at((heap), (__VA_ARGS__), OX_HERE)
#endif

/* For tests: the k-th take from now is refused, once; 0 disarms. */
static inline void ox_heap_fail_after(ox_heap *heap, uint32_t k) { ox_pool_fail_after(&heap->table, k); }

#endif
