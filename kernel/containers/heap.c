/* The binary heap's two movements, heap sort, which is made of them, and the top N of a sequence. */
#include "kernel/containers/heap.h"

#include <string.h>

#include "kernel/containers/internal.h"
#include "kernel/containers/sort.h"
#include "kernel/memory/life.h"

static inline uint8_t *item_at(const ox_binary_heap *heap, uint32_t index) {
    return heap->items + (size_t)index * heap->stride;
}

OX_CALLED bool comes_before(const ox_binary_heap *heap, uint32_t i, uint32_t j) {
    const uint8_t *a = item_at(heap, i), *b = item_at(heap, j);
    int order = heap->compare(a, b, heap->context);
    if (order == 0 && heap->sequence != 0) {
        uint32_t x, y;
        memcpy(&x, a + heap->sequence, sizeof x);
        memcpy(&y, b + heap->sequence, sizeof y);
        return (int32_t)(x - y) < 0;
    }
    return heap->max ? order > 0 : order < 0;
}

static inline void report(const ox_binary_heap *heap, uint32_t index, uint32_t place) {
    if (heap->moved != NULL) heap->moved(item_at(heap, index), place, heap->context);
}

/* Swaps the elements at `index` and `to`, and reports the one that has come to `index`. */
OX_CALLED void exchange(const ox_binary_heap *heap, uint32_t index, uint32_t to) {
    ox_swap_items(item_at(heap, index), item_at(heap, to), heap->stride);
    report(heap, index, index);
}

OX_CALLED uint32_t rise(const ox_binary_heap *heap, uint32_t index) {
    while (index > 0) {
        uint32_t parent = (index - 1u) / 2u;
        if (!comes_before(heap, index, parent)) break;
        exchange(heap, index, parent);
        index = parent;
    }
    return index;
}

OX_CALLED uint32_t sink(const ox_binary_heap *heap, uint32_t index) {
    uint32_t child;
    while ((child = 2u * index + 1u) < heap->count) {
        if (child + 1u < heap->count && comes_before(heap, child + 1u, child)) child++;
        if (!comes_before(heap, child, index)) break;
        exchange(heap, index, child);
        index = child;
    }
    return index;
}

OX_NOT_COPIED void ox_binary_heap_init(ox_binary_heap *heap, void *storage, uint32_t capacity,
                                       const ox_binary_heap_kind *kind) {
    *heap = (ox_binary_heap){.items = storage,
                             .capacity = capacity,
                             .stride = kind->stride,
                             .sequence = kind->sequence,
                             .compare = kind->compare,
                             .context = kind->context};
}

void *ox_binary_heap_slot(ox_binary_heap *heap) {
    OX_CREATED(heap->stride);
    if (heap->count >= heap->capacity) return NULL;
    uint8_t *slot = item_at(heap, heap->count);
    if (heap->sequence != 0) memcpy(slot + heap->sequence, &heap->serial, sizeof heap->serial);
    return slot;
}

void ox_binary_heap_add(ox_binary_heap *heap) {
    heap->serial++;
    uint32_t index = rise(heap, heap->count++);
    report(heap, index, index);
}

OX_NOT_COPIED bool ox_binary_heap_changed(ox_binary_heap *heap, uint32_t index) {
    FX_CHECK_OR(index < heap->count, "heap: no element there", return false);
    uint32_t place = rise(heap, index);
    if (place == index) place = sink(heap, index);
    report(heap, place, place);
    return true;
}

bool ox_binary_heap_erase(ox_binary_heap *heap, uint32_t index) {
    FX_CHECK_OR(index < heap->count, "heap: nothing there to take", return false);
    report(heap, index, OX_NOWHERE);
    heap->count--;
    if (index == heap->count) return true;
    ox_swap_items(item_at(heap, index), item_at(heap, heap->count), heap->stride);
    return ox_binary_heap_changed(heap, index);
}

/* Floyd's construction: the lower half of the array are leaves; every other element sinks. At the end every element
 * is reported once more, so that its last report is the place where it lies. */
OX_NOT_COPIED void ox_binary_heap_build(ox_binary_heap *heap, uint32_t count) {
    FX_CHECK_OR(count <= heap->capacity, "heap: more elements than room", count = heap->capacity);
    heap->count = count;
    for (uint32_t i = 0; i < count && heap->sequence != 0; i++, heap->serial++) {
        memcpy(item_at(heap, i) + heap->sequence, &heap->serial, sizeof heap->serial);
    }
    for (uint32_t i = count / 2; i-- > 0;) sink(heap, i);
    for (uint32_t i = 0; i < count; i++) report(heap, i, i);
}

void ox_sort_heap(void *items, uint32_t count, uint32_t size, ox_compare *compare, void *context) {
    ox_binary_heap heap;
    ox_binary_heap_init(&heap, items, count, &(ox_binary_heap_kind){size, 0, compare, context});
    heap.max = true;
    ox_binary_heap_build(&heap, count);
    while (heap.count > 1) {
        heap.count--;
        ox_swap_items(items, item_at(&heap, heap.count), size);
        sink(&heap, 0);
    }
}

/* Compares entries of a top list: the better entry is "larger", by key, then by lower index. */
OX_CALLED int compare_entries(const void *a, const void *b, void *context) {
    const ox_top_entry *x = a, *y = b;
    (void)context;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->index < y->index) - (x->index > y->index);
}

/* Begins a top list. For OX_TOP_SMALLEST keys are kept as their complement, which turns the order round without
 * overflow. */
void ox_top_init(ox_top *top, ox_top_entry *entries, uint32_t n, ox_top_order order) {
    ox_binary_heap_init(&top->heap, entries, n,
                        &(ox_binary_heap_kind){sizeof *entries, 0, compare_entries, NULL});
    top->heap.serial = order == OX_TOP_SMALLEST ? UINT32_MAX : 0;
}

void ox_top_offer(ox_top *top, int32_t key, uint32_t index) {
    ox_binary_heap *heap = &top->heap;
    ox_top_entry *entries = (ox_top_entry *)(void *)heap->items;
    ox_top_entry entry = {heap->serial != 0 ? ~key : key, index};
    if (heap->count < heap->capacity) {
        entries[heap->count++] = entry;
        rise(heap, heap->count - 1u);
    } else if (heap->capacity > 0 && compare_entries(&entry, &entries[0], NULL) > 0) {
        entries[0] = entry;
        sink(heap, 0);
    }
}

/* Puts the entries in order: the worst goes to the end again and again; the entries that remain in front are better. */
uint32_t ox_top_finish(ox_top *top) {
    ox_binary_heap *heap = &top->heap;
    ox_top_entry *entries = (ox_top_entry *)(void *)heap->items;
    uint32_t found = heap->count;
    for (; heap->count > 1; sink(heap, 0)) {
        heap->count--;
        ox_swap_items(&entries[0], &entries[heap->count], sizeof *entries);
    }
    for (uint32_t i = 0; i < found && heap->serial != 0; i++) entries[i].key = ~entries[i].key;
    heap->count = 0;
    return found;
}
