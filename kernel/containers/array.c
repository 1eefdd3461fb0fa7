/* Dynamic arrays: growing, and the moves of insert and erase. */
#include "kernel/containers/array.h"

#include "kernel/containers/internal.h"

#include <string.h>

void *ox_array_grow_in_arena(void *context, void *items, size_t bytes, size_t new_bytes) {
    ox_arena *arena = context;
    if (items != NULL && (uint8_t *)items + bytes == arena->low) {
        return ox_arena_push_low(arena, new_bytes - bytes, 1) == NULL ? NULL : items;
    }
    void *fresh = ox_arena_push_low(arena, new_bytes, OX_ALIGNMENT);
    if (fresh != NULL && bytes > 0) memcpy(fresh, items, bytes);
    return fresh;
}

OX_NOT_COPIED ox_status ox_array_reserve(ox_array *array, uint32_t count, uint32_t size) {
    uint32_t old = array->capacity;
    if (count <= old) return OX_OK;
    uint32_t more = array->step != 0 ? array->step : old == 0 ? 4u : old;
    uint32_t capacity = old + more > count ? old + more : count;
    if (array->grow == NULL || old + more < old || capacity > UINT32_MAX / 2u / size) return OX_FULL;
    void *items = array->grow(array->context, array->items, (size_t)old * size, (size_t)capacity * size);
    if (items == NULL) return OX_FULL;
    array->items = items;
    array->capacity = capacity;
    array->grown++;
    return OX_OK;
}

void *ox_array_open(ox_array *array, uint32_t index, uint32_t size) {
    if (index > array->count || ox_failed(ox_array_reserve(array, array->count + 1u, size))) return NULL;
    uint8_t *at = (uint8_t *)array->items + (size_t)index * size;
    memmove(at + size, at, (size_t)(array->count - index) * size);
    array->count++;
    return at;
}

bool ox_array_erase(ox_array *array, uint32_t index, uint32_t size) {
    FX_CHECK_OR(index < array->count, "array: removed what is not there", return false);
    uint8_t *at = (uint8_t *)array->items + (size_t)index * size;
    array->count--;
    memmove(at, at + size, (size_t)(array->count - index) * size);
    return true;
}
