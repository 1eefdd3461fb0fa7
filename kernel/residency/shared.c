/* Shared objects: the table sorted by key, and the counts of use. */
#include "kernel/residency/shared.h"

#include <string.h>

#include "kernel/memory/life.h"

ox_status ox_shared_init(ox_shared *shared, ox_arena *arena, size_t bytes, uint32_t capacity,
                         const ox_shared_maker *maker, void *context) {
    memset(shared, 0, sizeof *shared);
    if (maker == NULL || maker->make == NULL) return OX_BAD_ARGUMENT;
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    ox_status status = ox_pool_init(&shared->pool, arena, bytes, OX_ALIGNMENT, capacity);
    if (ox_failed(status)) return status;
    /* Keys, uses and order lie in one piece of 8 bytes an object. */
    shared->keys = (uint32_t *)ox_arena_push(arena, OX_ARENA_LOW, (size_t)capacity * 8u, _Alignof(uint32_t));
    if (shared->keys == NULL) {
        ox_arena_rollback(arena, mark);
        return OX_OUT_OF_MEMORY;
    }
    shared->uses = (uint16_t *)(void *)(shared->keys + capacity);
    shared->order = shared->uses + capacity;
    shared->maker = maker;
    shared->context = context;
    return OX_OK;
}

/* The place in the order of the first object with a key of at least `key`. */
static uint32_t lower_bound(const ox_shared *shared, uint32_t key) {
    uint32_t from = 0, to = shared->count;
    while (from < to) {
        uint32_t middle = (from + to) / 2u;
        if (shared->keys[shared->order[middle]] < key)
            from = middle + 1u;
        else
            to = middle;
    }
    return from;
}

ox_status ox_shared_get(ox_shared *shared, uint32_t key, const void *descriptor, ox_handle *handle) {
    OX_CREATED(shared->maker);
    uint32_t at = lower_bound(shared, key);
    const ox_shared_maker *maker = shared->maker;
    for (; at < shared->count && shared->keys[shared->order[at]] == key; at++) {
        uint32_t slot = shared->order[at];
        void *object = ox_pool_at(&shared->pool, slot);
        if (maker->same != NULL && !maker->same(shared->context, object, descriptor)) continue;
        if (shared->uses[slot] != UINT16_MAX) shared->uses[slot]++;
        *handle = ox_pool_handle(&shared->pool, object);
        return OX_OK;
    }
    void *object = ox_pool_take(&shared->pool, handle);
    ox_status status = object == NULL ? OX_OUT_OF_MEMORY : maker->make(shared->context, object, descriptor);
    if (ox_failed(status)) {
        if (object != NULL) (void)ox_pool_free(&shared->pool, *handle);
        *handle = OX_HANDLE_NONE;
        return status;
    }
    uint32_t slot = handle->bits & 0xFFFFu;
    shared->keys[slot] = key;
    shared->uses[slot] = 1;
    memmove(&shared->order[at + 1u], &shared->order[at], (shared->count - at) * sizeof *shared->order);
    shared->order[at] = (uint16_t)slot;
    shared->count++;
    shared->made++;
    return OX_OK;
}

uint32_t ox_shared_uses(const ox_shared *shared, ox_handle handle) {
    return ox_pool_get(&shared->pool, handle) == NULL ? 0 : shared->uses[handle.bits & 0xFFFFu];
}

ox_status ox_shared_release(ox_shared *shared, ox_handle handle) {
    void *object = ox_pool_get(&shared->pool, handle);
    uint32_t slot = handle.bits & 0xFFFFu;
    FX_ASSERT_MSG(object != NULL, "the shared object of handle %x was released too often", handle.bits);
    if (object == NULL) return OX_STALE_HANDLE;
    if (shared->uses[slot] == 0) return OX_OK; /* ox_shared_clear has dropped it before */
    if (shared->uses[slot] == UINT16_MAX || --shared->uses[slot] != 0) return OX_OK;
    uint32_t at = lower_bound(shared, shared->keys[slot]);
    while (shared->order[at] != slot) at++;
    shared->count--;
    memmove(&shared->order[at], &shared->order[at + 1u], (shared->count - at) * sizeof *shared->order);
    if (shared->maker->drop != NULL) shared->maker->drop(shared->context, object);
    return ox_pool_free(&shared->pool, handle);
}

void ox_shared_clear(ox_shared *shared) {
    while (shared->count > 0) {
        uint32_t slot = shared->order[--shared->count];
        shared->uses[slot] = 0;
        if (shared->maker->drop != NULL)
            shared->maker->drop(shared->context, ox_pool_at(&shared->pool, slot));
    }
    ox_pool_clear(&shared->pool);
}
