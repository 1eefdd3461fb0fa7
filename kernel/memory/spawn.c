/* Kinds: their memory, and the making and ending of their objects. */
#include "kernel/memory/spawn.h"

#include <string.h>

#include "kernel/memory/life.h"

static size_t stride_of(const ox_kind *kind) { return ox_align_up(kind->bytes, OX_ALIGNMENT); }

size_t ox_spawn_plan(const ox_kind *kinds, uint32_t count, ox_spawn_mode mode, size_t *bytes) {
    size_t total = 0;
    for (uint32_t i = 0; i < count; i++) {
        size_t need = ox_pool_bytes(kinds[i].bytes, OX_ALIGNMENT, kinds[i].capacity);
        if (need == 0) return 0;
        if (mode == OX_SPAWN_PREPARED) need = (stride_of(&kinds[i]) + sizeof(uint16_t)) * kinds[i].capacity;
        if (need > SIZE_MAX - sizeof(ox_spawn_store) - total) return 0;
        need += sizeof(ox_spawn_store);
        if (bytes != NULL) bytes[i] = need;
        total += need;
    }
    return total;
}

/* Fills an object with its record. */
static __attribute__((noinline)) void fill(const ox_kind *kind, void *object, uint32_t which) {
    if (kind->records == NULL)
        memset(object, 0, kind->bytes);
    else
        memcpy(object, (const uint8_t *)kind->records + (size_t)which * kind->record_stride, kind->bytes);
}

static ox_status prepare_store(ox_spawn_store *store, ox_arena *arena) {
    const ox_kind *kind = store->kind;
    if (ox_pool_bytes(kind->bytes, OX_ALIGNMENT, kind->capacity) == 0) return OX_BAD_ARGUMENT;
    /* objects and lives are one piece of memory */
    size_t objects = store->stride * (size_t)kind->capacity, lives = sizeof *store->lives * kind->capacity;
    store->objects = (uint8_t *)ox_arena_push(arena, OX_ARENA_LOW, objects + lives, OX_ALIGNMENT);
    if (store->objects == NULL) return OX_OUT_OF_MEMORY;
    store->lives = (uint16_t *)(void *)(store->objects + objects);
    memset(store->lives, 0, kind->capacity * sizeof *store->lives);
    for (uint32_t i = 0; i < kind->capacity; i++) fill(kind, store->objects + (size_t)i * store->stride, i);
    return OX_OK;
}

ox_status ox_spawn_init(ox_spawn *spawn, ox_arena *arena, const ox_kind *kinds, uint32_t count,
                        ox_spawn_mode mode, void *context) {
    memset(spawn, 0, sizeof *spawn);
    if (count == 0 || count > 0xFFFFu) return OX_BAD_ARGUMENT;
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    ox_spawn_store *stores = (ox_spawn_store *)ox_arena_push(
        arena, OX_ARENA_LOW, sizeof(ox_spawn_store) * (size_t)(count), _Alignof(ox_spawn_store));
    ox_status status = stores == NULL ? OX_OUT_OF_MEMORY : OX_OK;
    for (uint32_t i = 0; i < count && status == OX_OK; i++) {
        memset(&stores[i], 0, sizeof stores[i]);
        stores[i].kind = &kinds[i];
        stores[i].stride = (uint32_t)stride_of(&kinds[i]);
        status = mode == OX_SPAWN_PREPARED
                     ? prepare_store(&stores[i], arena)
                     : ox_pool_init(&stores[i].pool, arena, kinds[i].bytes, OX_ALIGNMENT, kinds[i].capacity);
    }
    if (ox_failed(status)) {
        ox_arena_rollback(arena, mark);
        return status;
    }
    *spawn = (ox_spawn){stores, count, mode, context};
    return OX_OK;
}

/* The store of a kind, NULL (asserted) for a kind that does not exist. */
static ox_spawn_store *store_of(const ox_spawn *spawn, uint32_t kind) {
    FX_ASSERT_MSG(kind < spawn->kinds, "there is no kind %u, there are only %u", kind, spawn->kinds);
    return kind < spawn->kinds ? &spawn->stores[kind] : NULL;
}

/* Flips the flag of a prepared object and returns its place; OX_SPAWN_ANY when the object, or every object, is active
 * already. */
static uint32_t wake(ox_spawn_store *store, uint32_t which) {
    uint32_t i = which == OX_SPAWN_ANY ? 0 : which;
    uint32_t end = which == OX_SPAWN_ANY ? store->kind->capacity : which + 1u;
    while (i < end && (store->lives[i] & 1u) != 0) i++;
    if (i == end) return OX_SPAWN_ANY;
    store->lives[i]++;
    return i;
}

static void give_back(const ox_spawn *spawn, ox_spawn_store *store, ox_handle handle) {
    if (spawn->mode == OX_SPAWN_PREPARED)
        store->lives[handle.bits & 0xFFFFu]++;
    else
        (void)ox_pool_free(&store->pool, handle);
}

void *ox_spawn_new(ox_spawn *spawn, uint32_t kind, uint32_t which, ox_handle *handle) {
    OX_CREATED(spawn->stores);
    ox_spawn_store *store = store_of(spawn, kind);
    ox_handle made = OX_HANDLE_NONE;
    void *object = NULL;
    if (handle != NULL) *handle = made;
    if (store == NULL) return NULL;
    const ox_kind *type = store->kind;
    bool exists = which < type->capacity || which == OX_SPAWN_ANY;
    FX_ASSERT_MSG(exists, "kind %x has no record %u", type->id, which);
    if (exists && spawn->mode == OX_SPAWN_POOLED) {
        object = ox_pool_take(&store->pool, &made);
        if (which == OX_SPAWN_ANY) which = made.bits & 0xFFFFu;
    } else if (exists && (which = wake(store, which)) != OX_SPAWN_ANY) {
        made.bits = (uint32_t)store->lives[which] << 16 | which;
        object = store->objects + (size_t)which * store->stride;
    }
    if (object != NULL) {
        fill(type, object, which);
        if (type->start != NULL && ox_failed(type->start(spawn->context, object))) {
            give_back(spawn, store, made);
            object = NULL;
        }
    }
    if (object == NULL) {
        store->refused++;
        return NULL;
    }
    store->made++;
    if (++store->active > store->peak) store->peak = store->active;
    if (handle != NULL) *handle = made;
    return object;
}

void *ox_spawn_get(const ox_spawn *spawn, uint32_t kind, ox_handle handle) {
    const ox_spawn_store *store = store_of(spawn, kind);
    if (store == NULL) return NULL;
    if (spawn->mode == OX_SPAWN_POOLED) return ox_pool_get(&store->pool, handle);
    uint32_t index = handle.bits & 0xFFFFu, life = handle.bits >> 16;
    if (index >= store->kind->capacity || store->lives[index] != life || (life & 1u) == 0) return NULL;
    return store->objects + (size_t)index * store->stride;
}

ox_status ox_spawn_end(ox_spawn *spawn, uint32_t kind, ox_handle handle) {
    void *object = ox_spawn_get(spawn, kind, handle);
    FX_ASSERT_MSG(object != NULL, "the object of handle %x has ended before, or never began", handle.bits);
    if (object == NULL) return OX_STALE_HANDLE;
    ox_spawn_store *store = &spawn->stores[kind];
    if (store->kind->stop != NULL) store->kind->stop(spawn->context, object);
    give_back(spawn, store, handle);
    store->active--;
    store->ended++;
    return OX_OK;
}

void *ox_spawn_at(const ox_spawn *spawn, uint32_t kind, uint32_t index) {
    const ox_spawn_store *store = store_of(spawn, kind);
    if (store == NULL || index >= store->kind->capacity) return NULL;
    if (spawn->mode == OX_SPAWN_POOLED) return ox_pool_at(&store->pool, index);
    return (store->lives[index] & 1u) == 0 ? NULL : store->objects + (size_t)index * store->stride;
}
