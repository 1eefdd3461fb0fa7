/* Size classes: the choice of a pool for a request, and the class inside a handle. */
#include "kernel/memory/size_class.h"

#include <string.h>

#include "kernel/memory/life.h"

enum { CLASS_SHIFT = 13, HEAP_CLASS = OX_SIZED_CLASSES, CLASS_BITS = 7 << CLASS_SHIFT };

ox_status ox_sized_init(ox_sized *sized, ox_arena *arena, const ox_sized_class *classes, uint32_t count,
                        ox_heap *heap) {
    memset(sized, 0, sizeof *sized);
    if (count > OX_SIZED_CLASSES || (heap != NULL && heap->table.capacity > OX_SIZED_SLOTS))
        return OX_BAD_ARGUMENT;
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    ox_status status = OX_OK;
    for (uint32_t i = 0; i < count && status == OX_OK; i++) {
        bool rises = i == 0 || classes[i].bytes > classes[i - 1].bytes;
        status = rises && classes[i].count <= OX_SIZED_SLOTS ? OX_OK : OX_BAD_ARGUMENT;
        if (status == OX_OK) {
            status = ox_pool_init(&sized->pools[i], arena, classes[i].bytes, OX_ALIGNMENT, classes[i].count);
        }
    }
    if (ox_failed(status)) {
        ox_arena_rollback(arena, mark);
        return status;
    }
    sized->classes = count;
    sized->heap = heap;
    return OX_OK;
}

static ox_handle with_class(ox_handle handle, uint32_t class) {
    return (ox_handle){handle.bits == 0 ? 0 : handle.bits | class << CLASS_SHIFT};
}

ox_handle ox_sized_take(ox_sized *sized, size_t bytes) {
    OX_CREATED(sized->classes != 0 || sized->heap != NULL);
    ox_handle handle = OX_HANDLE_NONE;
    uint32_t class = 0;
    FX_ASSERT_MSG(bytes != 0, "spawn memory of 0 bytes was asked for: nothing can be kept in it");
    while (class < sized->classes && sized->pools[class].size < bytes) class ++;
    if (bytes == 0) {
    } else if (class < sized->classes) {
        (void)ox_pool_take(&sized->pools[class], &handle);
    } else if (sized->heap != NULL) {
        handle = ox_heap_take(sized->heap, bytes);
        class = HEAP_CLASS;
    }
    sized->refused += handle.bits == 0;
    return with_class(handle, class);
}

/* The pool of a sized handle; *handle becomes that pool's own handle. NULL for a class that does not exist. */
static const ox_pool *pool_of(const ox_sized *sized, ox_handle *handle) {
    uint32_t class = handle->bits >> CLASS_SHIFT & 7u;
    handle->bits &= ~(uint32_t)CLASS_BITS;
    if (class < sized->classes) return &sized->pools[class];
    return class == HEAP_CLASS && sized->heap != NULL ? &sized->heap->table : NULL;
}

void *ox_sized_get(const ox_sized *sized, ox_handle handle) {
    const ox_pool *pool = pool_of(sized, &handle);
    void *object = pool == NULL ? NULL : ox_pool_get(pool, handle);
    if (object == NULL || sized->heap == NULL || pool != &sized->heap->table) return object;
    return ((ox_heap_entry *)object)->contents;
}

ox_status ox_sized_give(ox_sized *sized, ox_handle handle) {
    bool known = ox_sized_get(sized, handle) != NULL;
    FX_ASSERT_MSG(known, "the spawned object of handle %x was given back before, or never taken",
                  handle.bits);
    if (!known) return OX_STALE_HANDLE;
    uint32_t class = handle.bits >> CLASS_SHIFT & 7u;
    handle.bits &= ~(uint32_t)CLASS_BITS;
    return class == HEAP_CLASS ? ox_heap_give(sized->heap, handle)
                               : ox_pool_free(&sized->pools[class], handle);
}

uint32_t ox_sized_used(const ox_sized *sized) {
    uint32_t used = sized->heap == NULL ? 0 : ox_pool_used(&sized->heap->table);
    for (uint32_t i = 0; i < sized->classes; i++) used += ox_pool_used(&sized->pools[i]);
    return used;
}
