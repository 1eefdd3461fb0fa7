/* Pools: set-up, refusals, walks, and the checks of debug builds. */
#include "kernel/memory/pool.h"

#include <string.h>

#include "kernel/memory/life.h"

/* Bytes from object to object; 0 for invalid sizes. */
static size_t stride_of(size_t size, size_t alignment) {
    if (alignment < 4) alignment = 4;
    if (!ox_alignment_is_valid(alignment)) return 0;
    if (size < 4 || size > 0xFFFF0000u - alignment) return 0;
    return (size + alignment - 1u) & ~(alignment - 1u);
}

/* Number of slots that have a generation: the power of two at or above the capacity, at least 2. */
static uint32_t tags_of(uint32_t capacity) {
    uint32_t tags = 2;
    while (tags < capacity) tags *= 2u;
    return tags;
}

size_t ox_pool_bytes(size_t size, size_t alignment, uint32_t capacity) {
    size_t stride = stride_of(size, alignment), tags = tags_of(capacity & 0xFFFFu) * sizeof(uint16_t);
    if (stride == 0 || capacity == 0 || capacity > OX_POOL_CAPACITY_MAX) return 0;
    if (stride > (UINT32_MAX - tags) / capacity) return 0;
    return stride * capacity + tags;
}

static ox_status set_up(ox_pool *pool, uint8_t *objects, uint16_t *generations, size_t size, size_t stride,
                        uint32_t capacity) {
    memset(generations, 0, tags_of(capacity) * sizeof *generations);
    pool->objects = objects;
    pool->generations = generations;
    pool->capacity = capacity;
    pool->mask = tags_of(capacity) - 1u;
    pool->size = (uint32_t)size;
    pool->stride = (uint32_t)stride;
    pool->reciprocal = UINT32_MAX / (uint32_t)stride + 1u;
    return OX_OK;
}

static bool begin_pool(ox_pool *pool, size_t size, size_t alignment, uint32_t capacity) {
    memset(pool, 0, sizeof *pool);
    pool->idle = OX_POOL_END;
    return ox_pool_bytes(size, alignment, capacity) != 0;
}

ox_status(ox_pool_init)(ox_pool *pool, ox_arena *arena, size_t size, size_t alignment, uint32_t capacity) {
    if (!begin_pool(pool, size, alignment, capacity)) return OX_BAD_ARGUMENT;
    size_t stride = stride_of(size, alignment);
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    uint8_t *objects = ox_arena_push_low(arena, stride * capacity, alignment < 4 ? 4 : alignment);
    uint16_t *generations = objects == NULL ? NULL : OX_PUSH(arena, uint16_t, tags_of(capacity));
    if (generations == NULL) {
        ox_arena_rollback(arena, mark);
        return OX_OUT_OF_MEMORY;
    }
    pool->tag = arena->tag;
    return set_up(pool, objects, generations, stride, stride, capacity);
}

void ox_pool_init_in(ox_pool *pool, void *memory, uint32_t stride, uint32_t capacity) {
    memset(pool, 0, sizeof *pool);
    pool->idle = OX_POOL_END;
    pool->stride = stride;
    if (capacity == 0) return;
    uint8_t *objects = memory;
    (void)set_up(pool, objects, (uint16_t *)(void *)(objects + (size_t)stride * capacity), stride, stride,
                 capacity);
}

static uint8_t *object_at(const ox_pool *pool, uint32_t index) {
    return pool->objects + (size_t)index * pool->stride;
}

/* Puts slot `index` into use: a new generation, never 0. */
static void *use(ox_pool *pool, uint32_t index) {
    uint32_t armed = pool->serial & OX_POOL_ARMED, serial = (pool->serial + 1u) & 0xFFFFu;
    if (serial == 0) {
        serial = 1;
        pool->given++;
    }
    pool->serial = serial | armed;
    pool->generations[index] = (uint16_t)serial;
    pool->slow_handle = serial << 16 | index;
    return object_at(pool, index);
}

static void settle_misuse(ox_pool *pool) {
    bool slow = pool->fault != 0 || pool->faults != NULL;
    pool->serial = (pool->serial & 0xFFFFu) | (slow ? OX_POOL_ARMED : 0u);
}

void *ox_pool_take_slow(ox_pool *pool) {
    uint32_t index = pool->idle;
    bool fault = pool->fault != 0 && --pool->fault == 0;
    if (ox_fault_strikes(pool->faults, pool->tag)) fault = true;
    settle_misuse(pool);
    if (!fault && index != OX_POOL_END) {
        pool->idle = ox_pool_link(object_at(pool, index));
        return use(pool, index);
    }
    if (!fault && pool->fresh < pool->capacity) return use(pool, pool->fresh++);
    pool->refused++;
    pool->slow_handle = 0;
    return NULL;
}

/* The slot of an address, or OX_POOL_END. For an address that is no object, the product of slot and stride differs
 * from the offset. */
static uint32_t slot_of(const ox_pool *pool, const void *object) {
    uintptr_t offset = (uintptr_t)object - (uintptr_t)pool->objects;
    if (offset > UINT32_MAX) return OX_POOL_END;
    uint32_t index = (uint32_t)((uint64_t)offset * pool->reciprocal >> 32);
    return index < pool->fresh && index * pool->stride == offset ? index : OX_POOL_END;
}

ox_status(ox_pool_free)(ox_pool *pool, ox_handle handle) {
    void *object = ox_pool_get(pool, handle);
    if (object == NULL) {
        pool->mistakes++;
        return OX_STALE_HANDLE;
    }
    return (ox_pool_give)(pool, object);
}

ox_handle ox_pool_handle(const ox_pool *pool, const void *object) {
    uint32_t index = slot_of(pool, object);
    if (index == OX_POOL_END || pool->generations[index] == 0) return OX_HANDLE_NONE;
    return (ox_handle){(uint32_t)pool->generations[index] << 16 | index};
}

void *ox_pool_at(const ox_pool *pool, uint32_t index) {
    if (index >= pool->fresh || pool->generations[index] == 0) return NULL;
    return object_at(pool, index);
}

void ox_pool_clear(ox_pool *pool) {
    for (uint32_t i = pool->fresh; i-- > 0;) {
        if (pool->generations[i] != 0) (void)ox_pool_give(pool, object_at(pool, i));
    }
}

void ox_pool_fail_after(ox_pool *pool, uint32_t k) {
    pool->fault = k;
    settle_misuse(pool);
}

void ox_pool_inject(ox_pool *pool, ox_fault *fault) {
    pool->faults = fault;
    settle_misuse(pool);
}

#if !OX_DEBUG
ox_status ox_pool_check(ox_pool *pool) {
    (void)pool;
    return OX_OK;
}
#else

/* ---- debug builds: tracked pools, and a give that checks ---- */

ox_status ox_pool_init_at(ox_pool *pool, ox_arena *arena, size_t size, size_t alignment, uint32_t capacity,
                          ox_place place) {
    if (!ox_arena_is_tracked(arena)) return (ox_pool_init)(pool, arena, size, alignment, capacity);
    if (!begin_pool(pool, size, alignment, capacity)) return OX_BAD_ARGUMENT;
    size_t least = alignment < 4 ? 4 : alignment, bytes = stride_of(size, alignment);
    size_t lead = ox_align_up(OX_GUARD_BYTES, least), stride = stride_of(bytes + 2 * OX_GUARD_BYTES, least);
    size_t more =
        stride == 0 || stride > UINT32_MAX / 2 / capacity ? 0 : lead + stride * capacity - bytes * capacity;
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    uint8_t *objects = ox_arena_push_more(arena, bytes * capacity, more, least, &pool->guarded, place);
    uint16_t *generations = NULL;
    if (objects != NULL) {
        generations =
            ox_arena_push_at(arena, OX_ARENA_LOW, tags_of(capacity) * sizeof *generations, 2, place);
    }
    if (generations == NULL) {
        (void)ox_arena_rollback_at(arena, mark, place);
        return OX_OUT_OF_MEMORY;
    }
    memset(objects, OX_FILL_FREED, bytes * capacity + (pool->guarded ? more : 0));
    pool->tag = arena->tag;
    ox_tracked_start(&pool->tracked, arena->tracked[OX_ARENA_LOW].tracker, "pool", arena->tag);
    if (!pool->guarded) return set_up(pool, objects, generations, bytes, bytes, capacity);
    return set_up(pool, objects + lead, generations, bytes, stride, capacity);
}

/* Whether an idle object's bytes behind its link, and its guards, are still as when it was given back. */
static bool idle_is_whole(ox_pool *pool, uint8_t *object, ox_place place) {
    size_t guard = pool->guarded ? OX_GUARD_BYTES : 0;
    ox_tracked *tracked = &pool->tracked;
    return ox_tracked_check_freed(tracked, object - guard, guard, OX_FILL_FREED, place) == OX_OK &&
           ox_tracked_check_freed(tracked, object + 4, pool->size - 4 + guard, OX_FILL_FREED, place) == OX_OK;
}

void *ox_pool_take_at(ox_pool *pool, ox_handle *handle, ox_place place) {
    OX_CREATED(pool->capacity);
    uint8_t *object = (ox_pool_take)(pool, handle);
    if (!ox_tracked_is_on(&pool->tracked)) return object;
    if (object == NULL) {
        ox_tracked_refused(&pool->tracked, pool->size, 0, place);
        return NULL;
    }
    (void)idle_is_whole(pool, object, place);
    memset(object, OX_FILL_FRESH, pool->size);
    ox_tracked_add(&pool->tracked, object, pool->size, 0, pool->guarded, place);
    return object;
}

static ox_status mistake(ox_pool *pool, ox_status status, const void *object, ox_place place) {
    pool->mistakes++;
    if (ox_tracked_is_on(&pool->tracked)) {
        ox_tracked_report(&pool->tracked,
                          status == OX_DOUBLE_FREE    ? OX_MISUSE_DOUBLE_FREE
                          : status == OX_STALE_HANDLE ? OX_MISUSE_STALE_HANDLE
                                                      : OX_MISUSE_FOREIGN_POINTER,
                          object, place);
    } else {
        FX_ASSERT_MSG(status == OX_OK, "%s given to a pool of %u objects at %s:%d", ox_status_name(status),
                      (unsigned)pool->capacity, place.file, place.line);
    }
    return status;
}

ox_status ox_pool_give_at(ox_pool *pool, void *object, ox_place place) {
    uint32_t index = slot_of(pool, object);
    if (index == OX_POOL_END) return mistake(pool, OX_FOREIGN_POINTER, object, place);
    if (pool->generations[index] == 0) return mistake(pool, OX_DOUBLE_FREE, object, place);
    ox_status status = ox_tracked_remove(&pool->tracked, object, OX_FILL_FREED, place);
    if (pool->poison) memset(object, OX_ARENA_POISON, pool->size);
    (void)(ox_pool_give)(pool, object);
    return status;
}

ox_status ox_pool_free_at(ox_pool *pool, ox_handle handle, ox_place place) {
    void *object = ox_pool_get(pool, handle);
    if (object == NULL && !ox_tracked_is_on(&pool->tracked)) return (ox_pool_free)(pool, handle);
    if (object == NULL) {
        uint32_t index = handle.bits & pool->mask;
        return mistake(pool, OX_STALE_HANDLE, index < pool->fresh ? object_at(pool, index) : NULL, place);
    }
    return ox_pool_give_at(pool, object, place);
}

ox_status ox_pool_check(ox_pool *pool) {
    bool whole = true;
    if (!ox_tracked_is_on(&pool->tracked)) return OX_OK;
    for (uint32_t i = 0; i < pool->fresh; i++) {
        uint8_t *object = object_at(pool, i);
        if (pool->generations[i] != 0)
            whole &= ox_tracked_check(&pool->tracked, object, OX_HERE) == OX_OK;
        else
            whole &= idle_is_whole(pool, object, OX_HERE);
    }
    return whole ? OX_OK : OX_CORRUPTED;
}

#endif
