/* Shared objects: made when they are first asked for, one for all who ask, gone with the last of them; and
 * the report of what sharing saves.
 *
 *     ox_shared_init(&bounds, &level, sizeof(mesh_bounds), 64, &bounds_maker, NULL);
 *     ox_handle h = ox_shared_get(&bounds, mesh_id, &mesh);           computed at the first call only
 *     const mesh_bounds *b = ox_shared_at(&bounds, h);                good until it is released
 *     ox_shared_release(&bounds, h);                  or ox_shared_clear at the end of the level
 *
 * What instances have in common is stored once and is const from then on: models, animations, kinds of
 * terrain, derived data such as bounds; an instance holds a reference and its own values (GPP, Flyweight).
 * Commands and states without data of their own need no table: they are const objects of the program.
 *
 * The key is an id, or the hash of a descriptor; objects with the same key are told apart by the maker's
 * `same`. The table is sorted by key: finding is a binary search, adding moves the entries behind.
 *
 * Cost, Cortex-M3 instructions, with 16 objects in the table: get of what is there 135; at 6, in line; making
 * one 168, the move of 2 bytes for each entry behind it, and the maker. 10 bytes an object besides the
 * objects. */
#ifndef OXCART_KERNEL_RESIDENCY_SHARED_H
#define OXCART_KERNEL_RESIDENCY_SHARED_H

#include "kernel/memory/pool.h"

typedef struct ox_shared_maker {
    /* Makes the object that the descriptor describes; a failure refuses it. May not call the table. */
    ox_status (*make)(void *context, void *object, const void *descriptor);
    /* Whether an object with the right key is the one described; NULL: the key says it all. */
    bool (*same)(void *context, const void *object, const void *descriptor);
    /* Before an object goes; may be NULL. It may release others of the table. */
    void (*drop)(void *context, void *object);
} ox_shared_maker;

typedef struct ox_shared {
    ox_pool pool;
    uint32_t *keys;  /* of the object in each slot */
    uint16_t *uses;  /* likewise; 65535 is never counted down again */
    uint16_t *order; /* slots, by key */
    uint32_t count;  /* of these; an object that is being dropped is none of them any more */
    const ox_shared_maker *maker;
    void *context;
    uint32_t made; /* objects made since the start */
} ox_shared;

/* Takes room for `capacity` (1..65,535) objects of `bytes` (4 or more) from the low end of the arena; the
 * maker is kept by pointer. OX_BAD_ARGUMENT or OX_OUT_OF_MEMORY, and nothing is taken. */
FX_MUST_CHECK ox_status ox_shared_init(ox_shared *shared, ox_arena *arena, size_t bytes, uint32_t capacity,
                                       const ox_shared_maker *maker, void *context);

/* The object with this key and descriptor, made if there is none, with one more use. OX_OUT_OF_MEMORY
 * (counted in pool.refused) when the table is full, or what the maker says; *handle is then OX_HANDLE_NONE.
 */
FX_MUST_CHECK ox_status ox_shared_get(ox_shared *shared, uint32_t key, const void *descriptor,
                                      ox_handle *handle);

/* The object, or NULL when it is gone. */
static inline const void *ox_shared_at(const ox_shared *shared, ox_handle handle) {
    return ox_pool_get(&shared->pool, handle);
}

/* How many uses it has, 0 when it is gone. */
uint32_t ox_shared_uses(const ox_shared *shared, ox_handle handle);

/* One use less; the last one drops the object. OX_STALE_HANDLE (asserted) when it is gone. */
ox_status ox_shared_release(ox_shared *shared, ox_handle handle);

/* Drops every object, used or not. */
void ox_shared_clear(ox_shared *shared);

/* What sharing saves: bytes stored once, bytes of the instances, and what it would be if each instance held
 * its own copy of all. Begin with all zero and add every sort of instance. */
typedef struct ox_sharing {
    uint32_t shared, instances, naive; /* bytes, naive up to 2^32 - 1 */
} ox_sharing;

static inline void ox_sharing_add(ox_sharing *sharing, uint32_t shared_bytes, uint32_t instance_bytes,
                                  uint32_t count) {
    sharing->shared += shared_bytes;
    sharing->instances += instance_bytes * count;
    sharing->naive += (shared_bytes + instance_bytes) * count;
}

/* How many times smaller than naive copies, in tenths: 25 is 2.5 times. 0 when nothing is stored. */
static inline uint32_t ox_sharing_ratio(const ox_sharing *sharing) {
    uint32_t stored = sharing->shared + sharing->instances, naive = sharing->naive;
    if (stored == 0) return 0;
    return naive / stored * 10u + naive % stored / (stored / 10u + 1u);
}

#endif
