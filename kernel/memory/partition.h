/* A partition: objects of one size, the active ones side by side in front, then the dormant ones, then free
 * room.
 *
 *     ox_partition_init(&guards, &level, sizeof(guard), 1000);
 *     guard *g = ox_partition_take(&guards, true, &handle);
 *     for (uint32_t i = 0; i < guards.active; i++) think(ox_partition_at(&guards, i));
 *     ox_partition_sleep(&guards, handle);
 *     g = ox_partition_get(&guards, handle);        objects move: always ask by handle
 *
 *     |0 .. active |active .. used |used .. capacity|
 *      active       dormant         free
 *
 * Waking, sleeping and giving back swap the object with the object at the border, so objects move and are named by
 * handles; a pointer is good until the next such call. The order is a function of the calls alone, the same on every
 * machine; where objects need an order of their own, keep a list of the active objects in a pool instead. In a walk
 * that lets objects sleep or go, count down, or stay at `i` when the visited object has gone: another object has
 * taken its place.
 *
 * Cost, Cortex-M3 instructions: get 10, in line; take 48; wake and sleep 35, and 7 for every 8 bytes; give
 * 80, and two copies of 5 for every 8 bytes at most. 10 to 12 bytes an object besides the objects. */
#ifndef OXCART_KERNEL_MEMORY_PARTITION_H
#define OXCART_KERNEL_MEMORY_PARTITION_H

#include "kernel/memory/pool.h"

/* The content of a handle's slot in the table. */
typedef struct ox_partition_entry {
    uint32_t place; /* index of the object */
} ox_partition_entry;

typedef struct ox_partition {
    ox_pool table; /* pool of ox_partition_entry: the handles */
    uint8_t *objects;
    ox_handle *handles; /* handle of the object at each place */
    uint32_t stride, capacity;
    uint32_t active; /* places 0 .. active - 1 are active */
    uint32_t used;   /* places active .. used - 1 are dormant */
} ox_partition;

/* Begins a partition: takes room for `capacity` (1..65,535) objects of `bytes` (rounded up to 8) from the low end of
 * the arena. OX_BAD_ARGUMENT or OX_OUT_OF_MEMORY, and no memory is taken. */
FX_MUST_CHECK ox_status ox_partition_init(ox_partition *partition, ox_arena *arena, size_t bytes,
                                          uint32_t capacity);

/* Takes a new object, active or dormant, with its handle; NULL and OX_HANDLE_NONE when no object is left (counted in
 * table.refused). The contents are whatever was there. */
FX_MUST_CHECK void *ox_partition_take(ox_partition *partition, bool active, ox_handle *handle);

/* Wake an object, put it to sleep, or give it back. OX_STALE_HANDLE (asserted) when the object is gone. Waking an
 * active object or putting a dormant object to sleep does nothing. */
ox_status ox_partition_wake(ox_partition *partition, ox_handle handle);
ox_status ox_partition_sleep(ox_partition *partition, ox_handle handle);
ox_status ox_partition_give(ox_partition *partition, ox_handle handle);

/* Gives all objects back; handles from before stay stale. */
void ox_partition_clear(ox_partition *partition);

/* The object at a place: 0 .. active - 1 for walks over the active objects, up to used - 1 for the dormant ones, too.
 */
static inline void *ox_partition_at(const ox_partition *partition, uint32_t place) {
    return partition->objects + (size_t)place * partition->stride;
}

/* The object, or NULL when the object is gone. */
static inline void *ox_partition_get(const ox_partition *partition, ox_handle handle) {
    const ox_partition_entry *entry = (const ox_partition_entry *)ox_pool_get(&partition->table, handle);
    return entry == NULL ? NULL : ox_partition_at(partition, entry->place);
}

/* Whether an object lives and is active. */
static inline bool ox_partition_is_active(const ox_partition *partition, ox_handle handle) {
    const ox_partition_entry *entry = (const ox_partition_entry *)ox_pool_get(&partition->table, handle);
    return entry != NULL && entry->place < partition->active;
}

/* Checks that borders, places and handles agree. For tests and debug builds. */
FX_MUST_CHECK ox_status ox_partition_check(const ox_partition *partition);

#endif
