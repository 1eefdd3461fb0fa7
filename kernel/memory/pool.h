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
 * An idle object holds the index of the next idle object in its first four bytes, so the list costs no memory; the
 * slot given back last is taken first. A handle is 32 bits: the slot in bits 0..15, a generation 1..65535 in bits
 * 16..31, counted up by the pool at every take (GEA 15.5; Scott Bilas, Game Programming Gems 1.6). All zero is "no
 * object". A generation comes round after 65,535 takes; handles are not meant to be kept that long for objects that
 * may have died.
 *
 * Cost, ARM instructions, in line: take 12, with a handle 13; give 9 to 11; get 8. Two bytes a slot besides the
 * objects, for as many slots as the power of two at or above the capacity: so the range of a handle needs no check:
 * whatever its bits are, it leads to one of these slots, and slots behind the capacity are always idle.
 *
 * The argument of give must be an object of this pool that is out. A debug build reports addresses that are foreign,
 * misaligned or idle already; a release build does not check. Where the argument is not certain, give back by handle:
 * ox_pool_free always checks. A pool in a tracked arena (kernel/memory/tag.h) is tracked, too: every object that is
 * out has a record and guards, and a write into an idle object is found when it is taken next. */
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
    uint32_t given;      /* gives so far */
    uint32_t idle;       /* first idle slot of those that were used before, or OX_POOL_END */
    uint32_t serial;     /* generation given last; OX_POOL_ARMED on top: every take goes the slow way */
    uint32_t reciprocal; /* 2^32 / stride, rounded up: finds the slot of an address without a division */
    uint8_t *objects;
    uint32_t stride;       /* bytes from object to object */
    uint32_t mask;         /* mask of the slots that have a generation */
    uint16_t *generations; /* generation of the object in each slot, 0 = idle */
    uint32_t capacity;     /* slots */
    uint32_t size;         /* bytes of an object, rounded up to its alignment */
    /* slots that were ever in use: idle slots are reused first, so this is the peak as well */
    uint32_t fresh;
    uint32_t refused; /* takes that found no object */
    /* frees of stale handles, and in debug builds gives of addresses that were no object in use */
    uint32_t mistakes;
    uint32_t fault;       /* takes until one is refused on purpose, 0 = never */
    uint32_t tag;         /* subsystem whose memory this is */
    uint32_t slow_handle; /* handle of the last take that went the slow way */
    ox_fault *faults;     /* faults for takes, see ox_pool_inject */
    bool poison; /* debug builds: objects given back are filled with OX_ARENA_POISON behind their first four
                    bytes */
#if OX_DEBUG
    bool guarded; /* guards lie between the objects */
#endif
    OX_TRACKED
} ox_pool;

#define OX_POOL_END 0x80000000u
#define OX_POOL_ARMED 0x10000u

/* Begins a pool: takes room for `capacity` (1..65,535) objects of `size` bytes (at least 4) from the low end of the
 * arena; alignment is a power of two, at least 4 is used. The objects are not initialised; the taker does that.
 * OX_BAD_ARGUMENT, or OX_OUT_OF_MEMORY and no memory is taken. */
FX_MUST_CHECK ox_status ox_pool_init(ox_pool *pool, ox_arena *arena, size_t size, size_t alignment,
                                     uint32_t capacity);

/* Begins a pool in memory of the caller that is aligned to 4: OX_POOL_ROOM(stride, capacity) bytes; stride is a
 * multiple of 4. Guards are not set. The capacity may be 0: then the pool refuses all takes, and no handle may be
 * asked about. */
#define OX_POOL_ROOM(stride, capacity) (((size_t)(stride) + 4u) * (capacity))
void ox_pool_init_in(ox_pool *pool, void *memory, uint32_t stride, uint32_t capacity);

/* Takes an object; NULL, which is counted, when none is idle. handle may be NULL. */
static inline void *ox_pool_take(ox_pool *pool, ox_handle *handle);

/* Gives an object back: OX_OK. Debug builds: OX_FOREIGN_POINTER for an address that is no object of this pool,
 * OX_DOUBLE_FREE for an idle object; both mistakes assert, are counted and change nothing. */
static inline ox_status ox_pool_give(ox_pool *pool, void *object);

/* Gives an object back by its handle, checked in every build: OX_STALE_HANDLE when its object is gone. */
ox_status ox_pool_free(ox_pool *pool, ox_handle handle);

/* The object that a handle names, or NULL when the object is gone or never was. */
static inline void *ox_pool_get(const ox_pool *pool, ox_handle handle);

/* The handle of an object that is out; none for any other address. */
ox_handle ox_pool_handle(const ox_pool *pool, const void *object);

/* The object in slot `index`, or NULL when the slot is idle: for (i = 0; i < pool->fresh; i++) visits all objects, in
 * the same order on every machine; the visited object may be given back meanwhile. */
void *ox_pool_at(const ox_pool *pool, uint32_t index);

static inline uint32_t ox_pool_used(const ox_pool *pool) { return (pool->serial - pool->given) & 0xFFFFu; }
static inline uint32_t ox_pool_peak(const ox_pool *pool) { return pool->fresh; }

/* Bytes that ox_pool_init takes, alignment gaps in front not counted: capacity objects and their generations. 0 for
 * invalid sizes. */
size_t ox_pool_bytes(size_t size, size_t alignment, uint32_t capacity);

/* Gives all objects back; handles from before stay stale. Cost is proportional to the slots ever used. */
void ox_pool_clear(ox_pool *pool);

/* For tests: ox_pool_fail_after refuses the k-th take from now, once; 0 disarms. ox_pool_inject refuses the takes
 * that `fault` strikes. */
void ox_pool_fail_after(ox_pool *pool, uint32_t k);
void ox_pool_inject(ox_pool *pool, ox_fault *fault);

/* Checks the guards of every object that is out and the bytes of every idle object (debug builds of tracked pools;
 * else OX_OK): OX_CORRUPTED when some are wrong; each is reported. */
FX_MUST_CHECK ox_status ox_pool_check(ox_pool *pool);

void *ox_pool_take_slow(ox_pool *pool);

/* The link in an idle object, whatever type its owner gives those bytes. */
static inline uint32_t ox_pool_link(const void *object) {
    uint32_t link;
    __builtin_memcpy(&link, __builtin_assume_aligned(object, 4), sizeof link);
    return link;
}
static inline void ox_pool_set_link(void *object, uint32_t link) {
    __builtin_memcpy(__builtin_assume_aligned(object, 4), &link, sizeof link);
}

/* The link of the object in slot `index`. Where many objects go and come back in order, the link is mostly the next
 * slot: a processor that speculates then need not wait for memory with the next take, since it has guessed the branch
 * and only checks the guess (Paul Khuong, "Value speculation", 2021). Other processors only read the link. */
static inline uint32_t ox_pool_next(const void *object, uint32_t index) {
    uint32_t link = ox_pool_link(object);
#if defined(__x86_64__) || defined(__aarch64__)
    uint32_t guess = index + 1u;
    if (__builtin_expect(guess != link, 0)) {
        guess = link;
        __asm__ volatile("" : "+r"(guess)); /* keeps the compiler from making a select of the branch */
    }
    return guess;
#else
    (void)index;
    return link;
#endif
}

static inline void *ox_pool_take(ox_pool *pool, ox_handle *handle) {
    uint32_t index = pool->idle, serial = pool->serial + 1u;
    if (((index | serial << 15) & 0x80000000u) != 0) {
        void *slow = ox_pool_take_slow(pool);
        if (handle != NULL) handle->bits = pool->slow_handle;
        return slow;
    }
    uint8_t *object = pool->objects + (size_t)index * pool->stride;
    pool->generations[index] = (uint16_t)serial;
    pool->idle = ox_pool_next(object, index);
    pool->serial = serial;
    if (handle != NULL) handle->bits = index | serial << 16;
    return object;
}

/* index * stride * reciprocal / 2^32 is index again for every slot, because the reciprocal is less than one
 * too large and index * stride is below 2^32. */
static inline ox_status ox_pool_give(ox_pool *pool, void *object) {
    uint32_t offset = (uint32_t)((uintptr_t)object - (uintptr_t)pool->objects);
    uint32_t index = (uint32_t)((uint64_t)offset * pool->reciprocal >> 32);
    uint32_t given = pool->given, idle = pool->idle;
    pool->generations[index] = 0;
    ox_pool_set_link(object, idle);
    pool->given = given + 1u;
    pool->idle = index;
    return OX_OK;
}

static inline void *ox_pool_get(const ox_pool *pool, ox_handle handle) {
    const uint16_t *generations = pool->generations;
    uint32_t index = handle.bits & pool->mask, generation = generations[index];
    if (generation == handle.bits >> 16 && generation != 0)
        return pool->objects + (size_t)index * pool->stride;
    return NULL;
}

#if OX_DEBUG
FX_MUST_CHECK ox_status ox_pool_init_at(ox_pool *pool, ox_arena *arena, size_t size, size_t alignment,
                                        uint32_t capacity, ox_place place);
void *ox_pool_take_at(ox_pool *pool, ox_handle *handle, ox_place place);
ox_status ox_pool_give_at(ox_pool *pool, void *object, ox_place place);
ox_status ox_pool_free_at(ox_pool *pool, ox_handle handle, ox_place place);

#define ox_pool_init(pool, arena, size, alignment, capacity)                                                 \
    ox_pool_init_at((pool), (arena), (size), (alignment), (capacity), OX_HERE)
#define ox_pool_take(pool, handle) ox_pool_take_at((pool), (handle), OX_HERE)
#define ox_pool_give(pool, object) ox_pool_give_at((pool), (object), OX_HERE)
#define ox_pool_free(pool, ...) ox_pool_free_at((pool), (__VA_ARGS__), OX_HERE)
#endif

/* OX_POOL_OF(shots, shot) makes a pool type for one type of object, so that code that uses the pool needs no cast:
 *
 *     OX_POOL_OF(shots, shot)
 *     shots s;                                  shots_handle of another kind of pool does not compile here
 *     shots_init(&s, arena, 64);
 *     shot *one = shots_take(&s, &handle);      shots_get, shots_give, shots_free, shots_at likewise */
#define OX_POOL_OF(name, type)                                                                               \
    typedef struct name {                                                                                    \
        ox_pool pool;                                                                                        \
    } name;                                                                                                  \
    typedef struct name##_handle {                                                                           \
        ox_handle handle;                                                                                    \
    } name##_handle;                                                                                         \
    static inline ox_status name##_init(name *of, ox_arena *arena, uint32_t capacity) {                      \
        return ox_pool_init(&of->pool, arena, sizeof(type), _Alignof(type), capacity);                       \
    }                                                                                                        \
    static inline type *name##_take(name *of, name##_handle *handle) {                                       \
        return (type *)ox_pool_take(&of->pool, handle == NULL ? NULL : &handle->handle);                     \
    }                                                                                                        \
    static inline type *name##_get(const name *of, name##_handle handle) {                                   \
        return (type *)ox_pool_get(&of->pool, handle.handle);                                                \
    }                                                                                                        \
    static inline ox_status name##_give(name *of, type *object) { return ox_pool_give(&of->pool, object); }  \
    static inline ox_status name##_free(name *of, name##_handle handle) {                                    \
        return ox_pool_free(&of->pool, handle.handle);                                                       \
    }                                                                                                        \
    static inline type *name##_at(const name *of, uint32_t index) {                                          \
        return (type *)ox_pool_at(&of->pool, index);                                                         \
    }

#endif
