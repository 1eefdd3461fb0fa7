/* Pools: objects of one size, taken and given back one by one in constant time, named by handles that notice
 * their death.
 *
 *     ox_pool shots;
 *     ox_pool_init(&shots, arena, sizeof(shot), _Alignof(shot), 64);
 *     ox_handle handle;
 *     shot *s = ox_pool_take(&shots, &handle);     NULL when all 64 are out: a normal outcome
 *     ...
 *     shot *target = ox_pool_get(&shots, handle);  NULL once the shot is gone, even if its slot lives again
 *     ox_pool_give(&shots, s);
 *
 * An idle object holds the index of the next idle one in its first four bytes, so the list costs no memory;
 * the slot given back last is taken first. A handle is 32 bits: the slot in bits 0..15, a generation 1..65535
 * in bits 16..31, counted up by the pool at every take (GEA 15.5; Scott Bilas, Game Programming Gems 1.6).
 * All zero is "no object". A generation comes round after 65,535 takes; handles are not meant to be kept that
 * long for objects that may have died.
 *
 * Cost, ARM instructions: take 20 and get 15, in line; give about 28 and a call, which include telling a
 * foreign, misaligned or already idle object from a good one. Two bytes a slot besides the objects. */
#ifndef OXCART_KERNEL_MEMORY_POOL_H
#define OXCART_KERNEL_MEMORY_POOL_H

#include "kernel/memory/arena.h"
#include "kernel/memory/status.h"

typedef struct ox_handle {
    uint32_t bits;
} ox_handle;

#define OX_HANDLE_NONE ((ox_handle){0})

static inline bool ox_handle_same(ox_handle a, ox_handle b) { return a.bits == b.bits; }
static inline bool ox_handle_is_none(ox_handle a) { return a.bits == 0; }

#define OX_POOL_CAPACITY_MAX 65535u

typedef struct ox_pool {
    uint32_t idle;       /* first idle slot of those used before, or OX_POOL_END; top bit: a fault is armed */
    uint32_t capacity;   /* slots */
    uint32_t stride;     /* bytes from object to object */
    uint32_t reciprocal; /* 2^32 / stride, rounded up: finds the slot of an address without a division */
    uint8_t *objects;
    uint16_t *generations; /* of the object in each slot, 0 = idle */
    uint32_t serial;       /* generation given last, in bits 16..31: counts the takes, modulo 2^16 */
    uint32_t given;        /* counts the gives likewise: serial - given is what is out */
    uint32_t fresh;        /* slots that were ever in use: idle ones go first, so this is the peak as well */
    uint32_t refused;      /* takes that found nothing */
    uint32_t mistakes;     /* gives and frees of what was not out */
    uint32_t fault;        /* takes until one is refused on purpose, 0 = never */
    bool poison; /* objects given back are filled with OX_ARENA_POISON behind their first four bytes */
} ox_pool;

#define OX_POOL_END 0x7FFFFFFFu
#define OX_POOL_ARMED 0x80000000u

/* Takes room for `capacity` (1..65,535) objects of `size` bytes (at least 4) from the low end of the arena;
 * alignment is a power of two, at least 4 is used. The objects are not initialised; the taker does that.
 * OX_BAD_ARGUMENT, or OX_OUT_OF_MEMORY and nothing is taken. */
ox_status ox_pool_init(ox_pool *pool, ox_arena *arena, size_t size, size_t alignment, uint32_t capacity);

/* An object, or NULL and a count when none is idle. handle may be NULL. */
static inline void *ox_pool_take(ox_pool *pool, ox_handle *handle);

/* Gives an object back: OX_FOREIGN_POINTER for an address that is no object of this pool, OX_DOUBLE_FREE for
 * an idle one; both are counted and change nothing. */
ox_status ox_pool_give(ox_pool *pool, void *object);

/* The same by handle: OX_STALE_HANDLE when its object is gone. */
ox_status ox_pool_free(ox_pool *pool, ox_handle handle);

/* The object that the handle names, or NULL when it is gone or was never there. */
static inline void *ox_pool_get(const ox_pool *pool, ox_handle handle);

/* The handle of an object that is out; none for any other address. */
ox_handle ox_pool_handle(const ox_pool *pool, const void *object);

/* The object in slot `index`, or NULL when the slot is idle: for (i = 0; i < pool->fresh; i++) visits all, in
 * the same order on every machine; the visited one may be given back meanwhile. */
void *ox_pool_at(const ox_pool *pool, uint32_t index);

static inline uint32_t ox_pool_used(const ox_pool *pool) { return (pool->serial - pool->given) >> 16; }
static inline uint32_t ox_pool_peak(const ox_pool *pool) { return pool->fresh; }

/* Bytes that ox_pool_init takes, alignment gaps in front not counted. */
size_t ox_pool_bytes(size_t size, size_t alignment, uint32_t capacity);

/* Gives everything back; handles of before stay stale. Proportional to the slots ever used. */
void ox_pool_clear(ox_pool *pool);

/* For tests: the k-th take from now is refused, once; 0 disarms. */
void ox_pool_fail_after(ox_pool *pool, uint32_t k);

void *ox_pool_take_slow(ox_pool *pool, ox_handle *handle);

static inline void *ox_pool_take(ox_pool *pool, ox_handle *handle) {
    uint32_t index = pool->idle;
    uint32_t serial = pool->serial + 0x10000u;
    if (index >= OX_POOL_END || serial == 0) return ox_pool_take_slow(pool, handle);
    uint8_t *object = pool->objects + (size_t)index * pool->stride;
    pool->serial = serial;
    pool->idle = *(const uint32_t *)(const void *)object;
    pool->generations[index] = (uint16_t)(serial >> 16);
    if (handle != NULL) handle->bits = serial | index;
    return object;
}

static inline void *ox_pool_get(const ox_pool *pool, ox_handle handle) {
    uint32_t index = handle.bits & 0xFFFFu;
    uint32_t generation = handle.bits >> 16;
    if (generation == 0 || index >= pool->capacity || pool->generations[index] != generation) return NULL;
    return pool->objects + (size_t)index * pool->stride;
}

#endif
