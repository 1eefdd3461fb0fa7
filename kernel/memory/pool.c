/* Pools: set-up, the checks of give, refusals and walks. */
#include "kernel/memory/pool.h"

#include <string.h>

/* Bytes from object to object; 0 for sizes that make no sense. */
static size_t stride_of(size_t size, size_t alignment) {
    if (alignment < 4) alignment = 4;
    if ((alignment & (alignment - 1u)) != 0 || alignment > OX_ARENA_ALIGNMENT_MAX) return 0;
    if (size < 4 || size > 0xFFFF0000u - alignment) return 0;
    return (size + alignment - 1u) & ~(alignment - 1u);
}

size_t ox_pool_bytes(size_t size, size_t alignment, uint32_t capacity) {
    size_t stride = stride_of(size, alignment);
    size_t tags = ((size_t)capacity * sizeof(uint16_t) + 3u) & ~(size_t)3u;
    if (stride == 0 || capacity == 0 || capacity > OX_POOL_CAPACITY_MAX) return 0;
    if (stride > (UINT32_MAX - tags) / capacity) return 0;
    return stride * capacity + tags;
}

ox_status ox_pool_init(ox_pool *pool, ox_arena *arena, size_t size, size_t alignment, uint32_t capacity) {
    memset(pool, 0, sizeof *pool);
    pool->idle = OX_POOL_END;
    if (ox_pool_bytes(size, alignment, capacity) == 0) return OX_BAD_ARGUMENT;
    size_t stride = stride_of(size, alignment);
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    uint8_t *objects = ox_arena_push_low(arena, stride * capacity, alignment < 4 ? 4 : alignment);
    uint16_t *generations = objects == NULL ? NULL : OX_PUSH(arena, uint16_t, (capacity + 1u) & ~1u);
    if (generations == NULL) {
        ox_arena_rollback(arena, mark);
        return OX_OUT_OF_MEMORY;
    }
    memset(generations, 0, capacity * sizeof *generations);
    pool->objects = objects;
    pool->generations = generations;
    pool->capacity = capacity;
    pool->stride = (uint32_t)stride;
    pool->reciprocal = UINT32_MAX / (uint32_t)stride + 1u;
    return OX_OK;
}

/* Puts slot `index` into use: a new generation, never 0. */
static void *use(ox_pool *pool, uint32_t index, ox_handle *handle) {
    pool->serial += 0x10000u;
    if (pool->serial == 0) {
        pool->serial = 0x10000u;
        pool->given += 0x10000u;
    }
    pool->generations[index] = (uint16_t)(pool->serial >> 16);
    if (handle != NULL) handle->bits = pool->serial | index;
    return pool->objects + (size_t)index * pool->stride;
}

void *ox_pool_take_slow(ox_pool *pool, ox_handle *handle) {
    bool fault = pool->fault != 0 && --pool->fault == 0;
    uint32_t index = pool->idle & OX_POOL_END;
    if (fault) {
        pool->idle = index;
    } else if (index != OX_POOL_END) {
        const uint32_t *next = (const uint32_t *)(const void *)(pool->objects + (size_t)index * pool->stride);
        pool->idle = *next | (pool->idle & OX_POOL_ARMED);
        return use(pool, index, handle);
    } else if (pool->fresh < pool->capacity) {
        return use(pool, pool->fresh++, handle);
    }
    pool->refused++;
    if (handle != NULL) *handle = OX_HANDLE_NONE;
    return NULL;
}

/* Slot of an address, or OX_POOL_END. k * stride * reciprocal / 2^32 is k again for every slot k, because the
 * reciprocal is less than one too large and k * stride is below 2^32; for other addresses the product does
 * not come out again. */
static inline uint32_t slot_of(const ox_pool *pool, const void *object) {
    uintptr_t offset = (uintptr_t)object - (uintptr_t)pool->objects;
    if (offset > UINT32_MAX) return OX_POOL_END;
    uint32_t index = (uint32_t)((uint64_t)offset * pool->reciprocal >> 32);
    return index < pool->fresh && index * pool->stride == offset ? index : OX_POOL_END;
}

static inline void retire(ox_pool *pool, uint32_t index) {
    uint8_t *object = pool->objects + (size_t)index * pool->stride;
    pool->generations[index] = 0;
    if (pool->poison) memset(object, OX_ARENA_POISON, pool->stride);
    *(uint32_t *)(void *)object = pool->idle & OX_POOL_END;
    pool->idle = index | (pool->idle & OX_POOL_ARMED);
    pool->given += 0x10000u;
}

ox_status ox_pool_give(ox_pool *pool, void *object) {
    uint32_t index = slot_of(pool, object);
    if (index == OX_POOL_END || pool->generations[index] == 0) {
        pool->mistakes++;
        return index == OX_POOL_END ? OX_FOREIGN_POINTER : OX_DOUBLE_FREE;
    }
    retire(pool, index);
    return OX_OK;
}

ox_status ox_pool_free(ox_pool *pool, ox_handle handle) {
    if (ox_pool_get(pool, handle) == NULL) {
        pool->mistakes++;
        return OX_STALE_HANDLE;
    }
    retire(pool, handle.bits & 0xFFFFu);
    return OX_OK;
}

ox_handle ox_pool_handle(const ox_pool *pool, const void *object) {
    uint32_t index = slot_of(pool, object);
    if (index == OX_POOL_END || pool->generations[index] == 0) return OX_HANDLE_NONE;
    return (ox_handle){(uint32_t)pool->generations[index] << 16 | index};
}

void *ox_pool_at(const ox_pool *pool, uint32_t index) {
    if (index >= pool->fresh || pool->generations[index] == 0) return NULL;
    return pool->objects + (size_t)index * pool->stride;
}

void ox_pool_clear(ox_pool *pool) {
    for (uint32_t i = pool->fresh; i-- > 0;) {
        if (pool->generations[i] != 0) retire(pool, i);
    }
}

void ox_pool_fail_after(ox_pool *pool, uint32_t k) {
    pool->fault = k;
    pool->idle = (pool->idle & OX_POOL_END) | (k == 0 ? 0u : OX_POOL_ARMED);
}
