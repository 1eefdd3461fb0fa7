/* The partition: objects that change places, and the table that keeps up with them. */
#include "kernel/memory/partition.h"

#include <string.h>

#include "kernel/memory/life.h"
#include "kernel/memory/words.h"

ox_status ox_partition_init(ox_partition *partition, ox_arena *arena, size_t bytes, uint32_t capacity) {
    memset(partition, 0, sizeof *partition);
    if (ox_pool_bytes(bytes + sizeof(ox_handle), OX_ALIGNMENT, capacity) == 0 || bytes == 0)
        return OX_BAD_ARGUMENT;
    size_t stride = (bytes + OX_ALIGNMENT - 1u) & ~(size_t)(OX_ALIGNMENT - 1);
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    ox_status status = ox_pool_init(&partition->table, arena, sizeof(ox_partition_entry),
                                    _Alignof(ox_partition_entry), capacity);
    if (ox_failed(status)) return status;
    /* objects and handles are one piece of memory */
    size_t each = stride + sizeof(ox_handle);
    partition->objects = (uint8_t *)ox_arena_push(arena, OX_ARENA_LOW, each * capacity, OX_ALIGNMENT);
    if (partition->objects == NULL) {
        (void)ox_arena_rollback(arena, mark);
        return OX_OUT_OF_MEMORY;
    }
    partition->handles = (ox_handle *)(void *)(partition->objects + stride * capacity);
    partition->stride = (uint32_t)stride;
    partition->capacity = capacity;
    return OX_OK;
}

static __attribute__((noinline)) ox_partition_entry *entry_of(const ox_partition *partition,
                                                              ox_handle handle) {
    return (ox_partition_entry *)ox_pool_get(&partition->table, handle);
}

/* The place of an object, or `used` (asserted) when the object is gone. */
static uint32_t place_of(const ox_partition *partition, ox_handle handle) {
    const ox_partition_entry *entry = entry_of(partition, handle);
    FX_ASSERT_MSG(entry != NULL, "the object of handle %x was given back before, or never taken",
                  handle.bits);
    return entry == NULL ? partition->used : entry->place;
}

static void settle_entry(ox_partition *partition, uint32_t place, ox_handle handle) {
    partition->handles[place] = handle;
    entry_of(partition, handle)->place = place;
}

/* Moves the object at `from` to the place `to`, whose object is gone or elsewhere. */
static __attribute__((noinline)) void move(ox_partition *partition, uint32_t to, uint32_t from) {
    if (to == from) return;
    ox_words_copy((uint8_t *)ox_partition_at(partition, to),
                  (const uint8_t *)ox_partition_at(partition, from), partition->stride);
    settle_entry(partition, to, partition->handles[from]);
}

static __attribute__((noinline)) void swap(ox_partition *partition, uint32_t a, uint32_t b) {
    if (a == b) return;
    ox_words_swap((uint8_t *)ox_partition_at(partition, a), (uint8_t *)ox_partition_at(partition, b),
                  partition->stride);
    ox_handle handle = partition->handles[a];
    settle_entry(partition, a, partition->handles[b]);
    settle_entry(partition, b, handle);
}

void *ox_partition_take(ox_partition *partition, bool active, ox_handle *handle) {
    OX_CREATED(partition->capacity);
    ox_partition_entry *entry = (ox_partition_entry *)ox_pool_take(&partition->table, handle);
    if (entry == NULL) {
        *handle = OX_HANDLE_NONE;
        return NULL;
    }
    uint32_t place = partition->used++;
    if (active) {
        move(partition, place, partition->active);
        place = partition->active++;
    }
    settle_entry(partition, place, *handle);
    return ox_partition_at(partition, place);
}

ox_status ox_partition_wake(ox_partition *partition, ox_handle handle) {
    uint32_t place = place_of(partition, handle);
    if (place == partition->used) return OX_STALE_HANDLE;
    if (place >= partition->active) swap(partition, place, partition->active++);
    return OX_OK;
}

ox_status ox_partition_sleep(ox_partition *partition, ox_handle handle) {
    uint32_t place = place_of(partition, handle);
    if (place == partition->used) return OX_STALE_HANDLE;
    if (place < partition->active) swap(partition, place, --partition->active);
    return OX_OK;
}

ox_status ox_partition_give(ox_partition *partition, ox_handle handle) {
    uint32_t place = place_of(partition, handle);
    if (place == partition->used) return OX_STALE_HANDLE;
    if (place < partition->active) {
        move(partition, place, --partition->active);
        place = partition->active;
    }
    move(partition, place, --partition->used);
    return ox_pool_free(&partition->table, handle);
}

void ox_partition_clear(ox_partition *partition) {
    ox_pool_clear(&partition->table);
    partition->active = partition->used = 0;
}

ox_status ox_partition_check(const ox_partition *partition) {
    bool right = partition->active <= partition->used && partition->used == ox_pool_used(&partition->table);
    for (uint32_t place = 0; place < partition->used && right; place++) {
        const ox_partition_entry *entry = entry_of(partition, partition->handles[place]);
        right = entry != NULL && entry->place == place;
    }
    return right ? OX_OK : OX_CORRUPTED;
}
