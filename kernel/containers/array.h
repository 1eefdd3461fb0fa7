/* Dynamic arrays: elements in a row, added at the end, reached by number.
 *
 *     OX_DEFINE_ARRAY(shots, shot)
 *     shot storage[64];
 *     shots all;
 *     shots_init(&all, storage, 64);                       fixed: the 65th push is OX_FULL
 *     shots_init_growing(&all, ox_array_grow_in_arena, &arena, 0);      or growing, see below
 *     if (shots_push_back(&all, s) == OX_FULL) ...
 *     for (uint32_t i = 0; i < shots_count(&all); i++) move(shots_at(&all, i));
 *
 *     NAME_push_back(a, value)         OX_FULL                                                    O(1)
 *     NAME_pop_back(a, &value)         OX_EMPTY asserts; value may be NULL                        O(1)
 *     NAME_insert(a, i, value)         in front of i, 0..count; OX_FULL, OX_BAD_ARGUMENT          O(n)
 *     NAME_erase(a, i)                 the others keep their order; returns i, which is the next  O(n)
 *     NAME_swap_erase(a, i)            the last takes its place; returns i                        O(1)
 *     NAME_at(a, i)                    existing elements only; asserts, unchecked in release      O(1)
 *     NAME_front, NAME_back (a)        NULL when empty                                            O(1)
 *     NAME_reserve(a, n)               room for n in all: OX_FULL                                 O(1)
 *     NAME_clear(a), NAME_truncate(a, n)      keep the capacity                                   O(1)
 *     NAME_sort(a, compare, context)          heap sort, not stable                               O(n log n)
 *     NAME_sort_stable(a, compare, context)   insertion sort                                      O(n^2)
 *     NAME_lower_bound, NAME_upper_bound, NAME_find_sorted (a, &key, compare, context)  sort.h    O(log n)
 *     NAME_count, NAME_capacity, NAME_empty, NAME_full, NAME_find_if, NAME_remove_if, NAME_unique ...
 *
 * An array never shrinks. erase, insert, truncate and swap_erase invalidate positions from i on; growing invalidates
 * all addresses. Insertion and removal at the front are O(n): use a ring. An array that is init'ed, filled and left
 * alone serves as a fixed array with a count. Bytes an element: its own.
 *
 * GROWING. A growing array asks its function for more: by `step` elements at a time, or with step 0 doubled (4 at
 * first). ox_array_grow_in_arena takes the room from the low end of an arena: in place while the array is the last
 * thing pushed there, else with a copy, and the old place stays lost until the arena is rolled back. Host tools hand
 * in a function that calls realloc. n pushes grow about log2(n) or n / step times. (GEA 5.3.4.2; Game Programming
 * Gems 1.4.3.)
 *
 * COST, executed Cortex-M3 instructions, typed form and core: push_back 10, pop_back 6, at 2. */
#ifndef OXCART_KERNEL_CONTAINERS_ARRAY_H
#define OXCART_KERNEL_CONTAINERS_ARRAY_H

#include "kernel/containers/algorithm.h"
#include "kernel/containers/sort.h"
#include "kernel/memory/arena.h"

/* Gives an array more room: `new_bytes` that begin with the `bytes` at `items` (NULL and 0 at first). When it gives
 * NULL nothing changes. */
typedef void *ox_array_grow(void *context, void *items, size_t bytes, size_t new_bytes);

/* An ox_array_grow whose context is an ox_arena; the memory is aligned to 8. */
void *ox_array_grow_in_arena(void *context, void *items, size_t bytes, size_t new_bytes);

typedef struct ox_array {
    void *items;
    uint32_t count;
    uint32_t capacity;
    ox_array_grow *grow; /* NULL: the capacity is final */
    void *context;
    uint32_t step;  /* elements to grow by, 0: doubled */
    uint32_t grown; /* how often the array has grown */
} ox_array;

/* Makes room for `count` elements in all. */
FX_MUST_CHECK ox_status ox_array_reserve(ox_array *array, uint32_t count, uint32_t size);

/* Opens a gap of one element at index and returns its address; NULL when there is no room or no such index. */
void *ox_array_open(ox_array *array, uint32_t index, uint32_t size);
bool ox_array_erase(ox_array *array, uint32_t index, uint32_t size);

#define OX_DEFINE_ARRAY(name, type)                                                                          \
    typedef struct name {                                                                                    \
        ox_array core;                                                                                       \
    } name;                                                                                                  \
    typedef uint32_t name##_position;                                                                        \
    OX_TYPED void name##_init(name *c, type *storage, uint32_t capacity) {                                   \
        c->core = (ox_array){.items = storage, .capacity = capacity};                                        \
    }                                                                                                        \
    OX_TYPED void name##_init_growing(name *c, ox_array_grow *grow, void *context, uint32_t step) {          \
        c->core = (ox_array){.grow = grow, .context = context, .step = step};                                \
    }                                                                                                        \
    OX_TYPED uint32_t name##_count(const name *c) { return c->core.count; }                                  \
    OX_TYPED uint32_t name##_capacity(const name *c) { return c->core.capacity; }                            \
    OX_TYPED bool name##_empty(const name *c) { return c->core.count == 0; }                                 \
    OX_TYPED bool name##_full(const name *c) { return c->core.count == c->core.capacity && !c->core.grow; }  \
    OX_TYPED name##_position name##_begin(const name *c) { return (void)c, 0; }                              \
    OX_TYPED name##_position name##_last(const name *c) { return c->core.count - 1u; }                       \
    OX_TYPED bool name##_valid(const name *c, name##_position i) { return i < c->core.count; }               \
    OX_TYPED name##_position name##_next(const name *c, name##_position i) { return (void)c, i + 1u; }       \
    OX_TYPED name##_position name##_previous(const name *c, name##_position i) { return (void)c, i - 1u; }   \
    OX_TYPED type *name##_at(const name *c, uint32_t i) {                                                    \
        FX_ASSERT_MSG(i < c->core.count, "array: element %u of %u", (unsigned)i, (unsigned)c->core.count);   \
        return (type *)c->core.items + i;                                                                    \
    }                                                                                                        \
    OX_TYPED type *name##_front(const name *c) { return c->core.count == 0 ? NULL : name##_at(c, 0); }       \
    OX_TYPED type *name##_back(const name *c) {                                                              \
        return c->core.count == 0 ? NULL : name##_at(c, c->core.count - 1u);                                 \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_reserve(name *c, uint32_t count) {                               \
        return count <= c->core.capacity ? OX_OK : ox_array_reserve(&c->core, count, sizeof(type));          \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_push_back(name *c, type value) {                                 \
        if (c->core.count >= c->core.capacity &&                                                             \
            ox_failed(ox_array_reserve(&c->core, c->core.count + 1u, sizeof(type))))                         \
            return OX_FULL;                                                                                  \
        ((type *)c->core.items)[c->core.count++] = value;                                                    \
        return OX_OK;                                                                                        \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_pop_back(name *c, type *value) {                                 \
        FX_CHECK_OR(c->core.count > 0, "array: nothing to take", return OX_EMPTY);                           \
        c->core.count--;                                                                                     \
        if (value != NULL) *value = ((type *)c->core.items)[c->core.count];                                  \
        return OX_OK;                                                                                        \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_insert(name *c, uint32_t i, type value) {                        \
        FX_CHECK_OR(i <= c->core.count, "array: inserted behind the end", return OX_BAD_ARGUMENT);           \
        type *slot = (type *)ox_array_open(&c->core, i, sizeof(type));                                       \
        if (slot == NULL) return OX_FULL;                                                                    \
        *slot = value;                                                                                       \
        return OX_OK;                                                                                        \
    }                                                                                                        \
    OX_TYPED name##_position name##_erase(name *c, uint32_t i) {                                             \
        ox_array_erase(&c->core, i, sizeof(type));                                                           \
        return i;                                                                                            \
    }                                                                                                        \
    OX_TYPED name##_position name##_swap_erase(name *c, uint32_t i) {                                        \
        FX_CHECK_OR(i < c->core.count, "array: removed what is not there", return i);                        \
        c->core.count--;                                                                                     \
        ((type *)c->core.items)[i] = ((type *)c->core.items)[c->core.count];                                 \
        return i;                                                                                            \
    }                                                                                                        \
    OX_TYPED void name##_truncate(name *c, uint32_t count) {                                                 \
        if (count < c->core.count) c->core.count = count;                                                    \
    }                                                                                                        \
    OX_TYPED void name##_clear(name *c) { c->core.count = 0; }                                               \
    OX_DEFINE_ALGORITHMS(name, type)                                                                         \
    OX_DEFINE_INDEXED_ALGORITHMS(name, type)                                                                 \
    OX_TYPED void name##_sort(name *c, ox_compare *compare, void *context) {                                 \
        ox_sort_heap(c->core.items, c->core.count, sizeof(type), compare, context);                          \
    }                                                                                                        \
    OX_TYPED void name##_sort_stable(name *c, ox_compare *compare, void *context) {                          \
        ox_sort_insertion(c->core.items, c->core.count, sizeof(type), compare, context);                     \
    }                                                                                                        \
    OX_TYPED uint32_t name##_lower_bound(const name *c, const void *key, ox_compare *compare,                \
                                         void *context) {                                                    \
        return ox_lower_bound(c->core.items, c->core.count, sizeof(type), key, compare, context);            \
    }                                                                                                        \
    OX_TYPED uint32_t name##_upper_bound(const name *c, const void *key, ox_compare *compare,                \
                                         void *context) {                                                    \
        return ox_upper_bound(c->core.items, c->core.count, sizeof(type), key, compare, context);            \
    }                                                                                                        \
    OX_TYPED uint32_t name##_find_sorted(const name *c, const void *key, ox_compare *compare,                \
                                         void *context) {                                                    \
        return ox_find_sorted(c->core.items, c->core.count, sizeof(type), key, compare, context);            \
    }

#endif
