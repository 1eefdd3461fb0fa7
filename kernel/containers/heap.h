/* Binary heaps: the smallest element at hand at any time; priority queues; the N most relevant of many.
 *
 *     OX_DEFINE_HEAP(open_list, path_entry)    least by the comparator comes first
 *     OX_DEFINE_PRIORITY_QUEUE(timers, timer)  the same, and equal ones come in the order they went in
 *
 *     path_entry storage[64];
 *     open_list open;
 *     open_list_init(&open, storage, 64, by_total, NULL);
 *     if (open_list_push(&open, entry) == OX_FULL) ...
 *     while (!open_list_empty(&open)) { ox_status s = open_list_pop(&open, &entry); ... }
 *
 * A complete binary tree in an array: the children of i are 2i + 1 and 2i + 2 (Williams 1964; GEA 5.3; Gems
 * 1.4.7, 3.5). Elements are small records or 16-bit indices; the comparator may look into a table by its
 * context. For the largest first set open.core.max after init, or turn the comparator round.
 *
 *     NAME_init(h, storage, capacity, compare, context)   storage: NAME_slot[capacity]; TYPE for heaps
 *     NAME_push(h, value)      OX_FULL                                                  O(log n)
 *     NAME_peek(h)             the first, NULL when empty                               O(1)
 *     NAME_pop(h, &value)      the first; OX_EMPTY asserts; value may be NULL           O(log n)
 *     NAME_changed(h, i)       the element at i has got another priority in place       O(log n)
 *     NAME_erase(h, i)         removes the one at i                                     O(log n)
 *     NAME_build(h, count)     makes a heap of the first count elements of the storage  O(n)
 *     NAME_clear, NAME_count, NAME_empty, NAME_full, and the walk, in no useful order   O(1)
 *
 * Positions are indices 0..count - 1 and change with every operation. To change the priority of an element that is
 * known by name, either search it (find_if, O(n)), or let the heap report where elements go: core.moved is called
 * with each element that comes to lie elsewhere, and with OX_NOWHERE when an element leaves; store the index in your
 * own table. Bytes an element: its own; the priority queue's NAME_slot has a 32-bit serial number more, compared by
 * difference, so entries may be 2^31 pushes apart.
 *
 * COST, executed Cortex-M3 instructions, typed form and core: the least out and another in, of 16 entries of 8 bytes
 * 680, of 64 870, of 256 1,040, of 1024 1,160, a comparator included; looking at all entries in line takes 190, 770,
 * 3,070 and 12,300. So below 64 entries an array and NAME_minimum will do. Priority queue from 0 to 256 entries: push
 * 160, pop 740. ox_top_offer 42 on average for the 8 best of 1024. */
#ifndef OXCART_KERNEL_CONTAINERS_HEAP_H
#define OXCART_KERNEL_CONTAINERS_HEAP_H

#include "kernel/containers/algorithm.h"

typedef void ox_binary_heap_moved(void *item, uint32_t index, void *context);

typedef struct ox_binary_heap_kind {
    uint32_t stride, sequence;
    ox_compare *compare;
    void *context;
} ox_binary_heap_kind;

typedef struct ox_binary_heap {
    uint8_t *items;
    uint32_t count;
    uint32_t capacity;
    uint32_t stride;   /* bytes from element to element */
    uint32_t sequence; /* offset of the serial number in an element, 0 = elements have none */
    uint32_t serial;   /* serial number of the next push */
    ox_compare *compare;
    void *context;
    ox_binary_heap_moved *moved; /* called for elements that move, or NULL */
    bool max;                    /* the largest comes first */
} ox_binary_heap;

void ox_binary_heap_init(ox_binary_heap *heap, void *storage, uint32_t capacity,
                         const ox_binary_heap_kind *kind);

/* The slot for the next element, or NULL when the heap is full. The caller fills the slot, then calls
 * ox_binary_heap_add. */
void *ox_binary_heap_slot(ox_binary_heap *heap);
void ox_binary_heap_add(ox_binary_heap *heap);

/* ox_binary_heap_erase and _changed assert and are false when there is no element at index. */
bool ox_binary_heap_erase(ox_binary_heap *heap, uint32_t index);
bool ox_binary_heap_changed(ox_binary_heap *heap, uint32_t index);
void ox_binary_heap_build(ox_binary_heap *heap, uint32_t count);

#define OX_DEFINE_HEAP_FUNCTIONS(name, type, sequence)                                                       \
    typedef struct name {                                                                                    \
        ox_binary_heap core;                                                                                 \
    } name;                                                                                                  \
    typedef uint32_t name##_position;                                                                        \
    OX_TYPED void name##_init(name *c, name##_slot *storage, uint32_t capacity, ox_compare *compare,         \
                              void *context) {                                                               \
        const ox_binary_heap_kind kind = {sizeof(name##_slot), (sequence), compare, context};                \
        ox_binary_heap_init(&c->core, storage, capacity, &kind);                                             \
    }                                                                                                        \
    OX_TYPED uint32_t name##_count(const name *c) { return c->core.count; }                                  \
    OX_TYPED bool name##_empty(const name *c) { return c->core.count == 0; }                                 \
    OX_TYPED bool name##_full(const name *c) { return c->core.count == c->core.capacity; }                   \
    OX_TYPED name##_position name##_begin(const name *c) { return (void)c, 0; }                              \
    OX_TYPED name##_position name##_last(const name *c) { return c->core.count - 1u; }                       \
    OX_TYPED bool name##_valid(const name *c, name##_position i) { return i < c->core.count; }               \
    OX_TYPED name##_position name##_next(const name *c, name##_position i) { return (void)c, i + 1u; }       \
    OX_TYPED name##_position name##_previous(const name *c, name##_position i) { return (void)c, i - 1u; }   \
    OX_TYPED type *name##_at(const name *c, name##_position i) {                                             \
        FX_ASSERT_MSG(i < c->core.count, "heap: element %u of %u", (unsigned)i, (unsigned)c->core.count);    \
        return (type *)(void *)(c->core.items + (size_t)i * sizeof(name##_slot));                            \
    }                                                                                                        \
    OX_TYPED type *name##_peek(const name *c) { return c->core.count == 0 ? NULL : name##_at(c, 0); }        \
    FX_MUST_CHECK OX_TYPED ox_status name##_push(name *c, type value) {                                      \
        type *slot = (type *)ox_binary_heap_slot(&c->core);                                                  \
        if (slot == NULL) return OX_FULL;                                                                    \
        *slot = value;                                                                                       \
        ox_binary_heap_add(&c->core);                                                                        \
        return OX_OK;                                                                                        \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_pop(name *c, type *value) {                                      \
        if (value != NULL && c->core.count > 0) *value = *name##_at(c, 0);                                   \
        return ox_binary_heap_erase(&c->core, 0) ? OX_OK : OX_EMPTY;                                         \
    }                                                                                                        \
    OX_TYPED bool name##_erase(name *c, name##_position i) { return ox_binary_heap_erase(&c->core, i); }     \
    OX_TYPED bool name##_changed(name *c, name##_position i) { return ox_binary_heap_changed(&c->core, i); } \
    OX_TYPED void name##_build(name *c, uint32_t count) { ox_binary_heap_build(&c->core, count); }           \
    OX_TYPED void name##_clear(name *c) { c->core.count = 0; }                                               \
    OX_DEFINE_ALGORITHMS(name, type)

#define OX_DEFINE_HEAP(name, type)                                                                           \
    typedef type name##_slot;                                                                                \
    OX_DEFINE_HEAP_FUNCTIONS(name, type, 0)

#define OX_DEFINE_PRIORITY_QUEUE(name, type)                                                                 \
    typedef struct name##_slot {                                                                             \
        type value;                                                                                          \
        uint32_t sequence;                                                                                   \
    } name##_slot;                                                                                           \
    OX_DEFINE_HEAP_FUNCTIONS(name, type, offsetof(name##_slot, sequence))

/* The N most relevant of a sequence in one pass: a heap holds the N best so far, with the worst of these on top.
 *
 *     ox_top_entry nearest[4];
 *     ox_top top;
 *     ox_top_init(&top, nearest, 4, OX_TOP_SMALLEST);
 *     for (i = 0; i < count; i++) ox_top_offer(&top, distance(i), i);
 *     uint32_t found = ox_top_finish(&top);        nearest[0..found - 1], the best first
 *
 * Of equal keys the lower index wins. Cost: O(n log N); most offers take one comparison. N may be 0. */
typedef struct ox_top_entry {
    int32_t key;
    uint32_t index;
} ox_top_entry;

typedef enum ox_top_order { OX_TOP_LARGEST, OX_TOP_SMALLEST } ox_top_order;

typedef struct ox_top {
    ox_binary_heap heap;
} ox_top;

void ox_top_init(ox_top *top, ox_top_entry *entries, uint32_t n, ox_top_order order);
void ox_top_offer(ox_top *top, int32_t key, uint32_t index);
uint32_t ox_top_finish(ox_top *top);

#endif
