/* Shared objects: made when they are first asked for, one for all who ask, gone with the last of them; and
 * the report of what sharing saves.
 *
 *     ox_shared_init(&bounds, &level, sizeof(mesh_bounds), 64, &bounds_maker, NULL);
 *     status = ox_shared_get(&bounds, mesh_id, &mesh, &h);            computed at the first call only
 *     const mesh_bounds *b = ox_shared_at(&bounds, h);                valid until the release
 *     ox_shared_release(&bounds, h);                  or ox_shared_clear at the end of the level
 *
 * What instances have in common is stored once and is const from then on: models, animations, kinds of
 * terrain, derived data such as bounds; an instance holds a reference and its own values (GPP, Flyweight).
 * Commands and states without data of their own need no table: they are const objects of the program.
 *
 * The key is an id, or the hash of a descriptor; objects with the same key are told apart by the maker's
 * `same`. The table is sorted by key: finding is a binary search, adding moves the entries behind.
 *
 * Cost, Cortex-M3 instructions, with 16 objects in the table: getting an object that exists 135; at 6, in line; making
 * an object 168, the move of 2 bytes for each entry behind it, and the maker. The table takes 10 bytes an object
 * besides the objects. */
#ifndef OXCART_KERNEL_RESIDENCY_SHARED_H
#define OXCART_KERNEL_RESIDENCY_SHARED_H

#include "kernel/memory/pool.h"

typedef struct ox_shared_maker {
    /* Makes the object that the descriptor describes; a failure refuses the request. The maker may not call the
     * table. */
    ox_status (*make)(void *context, void *object, const void *descriptor);
    /* Whether an object with the right key is the one described; NULL: the key alone identifies an object. */
    bool (*same)(void *context, const void *object, const void *descriptor);
    /* Called before an object goes; may be NULL. The function may release other objects of the table. */
    void (*drop)(void *context, void *object);
} ox_shared_maker;

typedef struct ox_shared {
    ox_pool pool;
    uint32_t *keys;  /* key of the object in each slot */
    uint16_t *uses;  /* uses of the object in each slot; 65535 is never counted down again */
    uint16_t *order; /* slots, by key */
    uint32_t count;  /* slots in `order`; an object that is being dropped is not counted any more */
    const ox_shared_maker *maker;
    void *context;
    uint32_t made; /* objects made since the start */
} ox_shared;

/* Takes room for `capacity` (1..65,535) objects of `bytes` (4 or more) from the low end of the arena; the
 * maker is kept by pointer. OX_BAD_ARGUMENT or OX_OUT_OF_MEMORY, and nothing is taken. */
FX_MUST_CHECK ox_status ox_shared_init(ox_shared *shared, ox_arena *arena, size_t bytes, uint32_t capacity,
                                       const ox_shared_maker *maker, void *context);

/* The object with this key and descriptor, made if none exists, with one more use. After a failure *handle is
 * OX_HANDLE_NONE: OX_OUT_OF_MEMORY (counted in pool.refused) when the table is full, or the maker's status.
 */
FX_MUST_CHECK ox_status ox_shared_get(ox_shared *shared, uint32_t key, const void *descriptor,
                                      ox_handle *handle);

/* The object, or NULL when it is gone. */
static inline const void *ox_shared_at(const ox_shared *shared, ox_handle handle) {
    return ox_pool_get(&shared->pool, handle);
}

/* How many uses an object has, 0 when it is gone. */
uint32_t ox_shared_uses(const ox_shared *shared, ox_handle handle);

/* Takes one use from an object; the last release drops it. OX_STALE_HANDLE (asserted) when the object is gone. */
ox_status ox_shared_release(ox_shared *shared, ox_handle handle);

/* Drops every object, used or not. */
void ox_shared_clear(ox_shared *shared);

/* What sharing saves: bytes stored once, bytes of the instances, and bytes that naive copies would take, each instance
 * with its own copy of all. A report begins with all zero and adds every sort of instance. */
typedef struct ox_sharing {
    uint32_t shared, instances, naive; /* bytes, naive up to 2^32 - 1 */
} ox_sharing;

static inline void ox_sharing_add(ox_sharing *sharing, uint32_t shared_bytes, uint32_t instance_bytes,
                                  uint32_t count) {
    sharing->shared += shared_bytes;
    sharing->instances += instance_bytes * count;
    sharing->naive += (shared_bytes + instance_bytes) * count;
}

/* How many times smaller than naive copies the shared data is, in tenths: 25 is 2.5 times. 0 when nothing is stored. */
static inline uint32_t ox_sharing_ratio(const ox_sharing *sharing) {
    uint32_t stored = sharing->shared + sharing->instances, naive = sharing->naive;
    if (stored == 0) return 0;
    return naive / stored * 10u + naive % stored / (stored / 10u + 1u);
}

#endif
