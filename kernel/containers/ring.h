/* Ring buffers: queues and deques of fixed capacity, O(1) at both ends and by number.
 *
 *     OX_DEFINE_RING(events, event)
 *     event storage[32];
 *     events_init(&inbox, storage, 32, OX_RING_REJECT);
 *     if (events_push_back(&inbox, e) == OX_FULL) ...
 *     while (!events_empty(&inbox)) { ox_status s = events_pop_front(&inbox, &e); ... }
 *
 *     NAME_push_front, NAME_push_back (r, value)    when full: what the policy says              O(1)
 *     NAME_pop_front, NAME_pop_back (r, &value)     OX_EMPTY asserts; value may be NULL          O(1)
 *     NAME_front, NAME_back (r)                     TYPE *, NULL when empty                      O(1)
 *     NAME_at(r, i)                                 the i-th from the front; asserts, unchecked  O(1)
 *     NAME_erase(r, i)                              those behind move up; returns i              O(n)
 *     NAME_truncate(r, n), NAME_clear(r)            drop from the back                           O(1)
 *     NAME_sort(r, ...), NAME_sort_stable(r, ...)   turned to begin at 0   O(n log n), O(n^2)
 *     NAME_count, NAME_empty, NAME_full, NAME_find_if, NAME_remove_if, NAME_unique, NAME_reverse ...
 *
 * POLICY of a push to a full ring: OX_RING_REJECT refuses with OX_FULL and counts it (core.rejected);
 * OX_RING_OVERWRITE drops the element at the other end, the oldest, takes the new one and counts (core.overwritten);
 * OX_RING_ASSERT is the caller's promise never to push into a full ring: a push asserts in debug builds, else it is
 * rejected.
 *
 * The capacity is any number from 1. Positions are offsets from the front: pop_front moves all of them by one,
 * addresses stay valid until the element is popped or the ring sorted. (A deque of linked blocks, as in Gems 1.4.5,
 * would grow, but reach the i-th element more slowly.) Bytes an element: its own. Between an interrupt and the main
 * loop use spsc.h.
 *
 * COST, executed Cortex-M3 instructions, typed form and core: push_back 26, pop_front 21, at 8. */
#ifndef OXCART_KERNEL_CONTAINERS_RING_H
#define OXCART_KERNEL_CONTAINERS_RING_H

#include "kernel/containers/algorithm.h"
#include "kernel/containers/sort.h"

typedef enum ox_ring_policy { OX_RING_REJECT, OX_RING_OVERWRITE, OX_RING_ASSERT } ox_ring_policy;

typedef struct ox_ring {
    void *items;
    uint32_t head; /* slot of the front element */
    uint32_t count;
    uint32_t capacity;
    ox_ring_policy policy;
    uint32_t rejected;
    uint32_t overwritten;
} ox_ring;

/* The slot for a new element; OX_NOWHERE when the element is rejected. */
uint32_t ox_ring_push_back(ox_ring *ring);
uint32_t ox_ring_push_front(ox_ring *ring);

/* The slot of the element that was taken, readable until the next push; OX_NOWHERE when the ring is empty. */
uint32_t ox_ring_pop_back(ox_ring *ring);
uint32_t ox_ring_pop_front(ox_ring *ring);

/* Turns the storage so that the front lies in slot 0. O(capacity). */
void ox_ring_straighten(ox_ring *ring, uint32_t size);

static inline uint32_t ox_ring_slot(const ox_ring *ring, uint32_t i) {
    uint32_t slot = ring->head + i;
    return slot >= ring->capacity ? slot - ring->capacity : slot;
}

#define OX_DEFINE_RING(name, type)                                                                           \
    typedef struct name {                                                                                    \
        ox_ring core;                                                                                        \
    } name;                                                                                                  \
    typedef uint32_t name##_position;                                                                        \
    OX_TYPED void name##_init(name *c, type *storage, uint32_t capacity, ox_ring_policy policy) {            \
        c->core = (ox_ring){.items = storage, .capacity = capacity, .policy = policy};                       \
    }                                                                                                        \
    OX_TYPED uint32_t name##_count(const name *c) { return c->core.count; }                                  \
    OX_TYPED bool name##_empty(const name *c) { return c->core.count == 0; }                                 \
    OX_TYPED bool name##_full(const name *c) { return c->core.count == c->core.capacity; }                   \
    OX_TYPED name##_position name##_begin(const name *c) { return (void)c, 0; }                              \
    OX_TYPED name##_position name##_last(const name *c) { return c->core.count - 1u; }                       \
    OX_TYPED bool name##_valid(const name *c, name##_position i) { return i < c->core.count; }               \
    OX_TYPED name##_position name##_next(const name *c, name##_position i) { return (void)c, i + 1u; }       \
    OX_TYPED name##_position name##_previous(const name *c, name##_position i) { return (void)c, i - 1u; }   \
    OX_TYPED type *name##_at(const name *c, uint32_t i) {                                                    \
        FX_ASSERT_MSG(i < c->core.count, "ring: element %u of %u", (unsigned)i, (unsigned)c->core.count);    \
        return (type *)c->core.items + ox_ring_slot(&c->core, i);                                            \
    }                                                                                                        \
    OX_TYPED type *name##_front(const name *c) { return c->core.count == 0 ? NULL : name##_at(c, 0); }       \
    OX_TYPED type *name##_back(const name *c) {                                                              \
        return c->core.count == 0 ? NULL : name##_at(c, c->core.count - 1u);                                 \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_put(name *c, uint32_t slot, type value) {                        \
        if (slot == OX_NOWHERE) return OX_FULL;                                                              \
        ((type *)c->core.items)[slot] = value;                                                               \
        return OX_OK;                                                                                        \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_push_back(name *c, type value) {                                 \
        return name##_put(c, ox_ring_push_back(&c->core), value);                                            \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_push_front(name *c, type value) {                                \
        return name##_put(c, ox_ring_push_front(&c->core), value);                                           \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_get(const name *c, uint32_t slot, type *value) {                 \
        if (slot == OX_NOWHERE) return OX_EMPTY;                                                             \
        if (value != NULL) *value = ((const type *)c->core.items)[slot];                                     \
        return OX_OK;                                                                                        \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_pop_front(name *c, type *value) {                                \
        return name##_get(c, ox_ring_pop_front(&c->core), value);                                            \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_pop_back(name *c, type *value) {                                 \
        return name##_get(c, ox_ring_pop_back(&c->core), value);                                             \
    }                                                                                                        \
    OX_TYPED name##_position name##_erase(name *c, uint32_t i) {                                             \
        FX_CHECK_OR(i < c->core.count, "ring: removed what is not there", return i);                         \
        for (uint32_t j = i + 1u; j < c->core.count; j++) *name##_at(c, j - 1u) = *name##_at(c, j);          \
        c->core.count--;                                                                                     \
        return i;                                                                                            \
    }                                                                                                        \
    OX_TYPED void name##_truncate(name *c, uint32_t count) {                                                 \
        if (count < c->core.count) c->core.count = count;                                                    \
    }                                                                                                        \
    OX_TYPED void name##_clear(name *c) { c->core.count = 0; }                                               \
    OX_DEFINE_ALGORITHMS(name, type)                                                                         \
    OX_DEFINE_INDEXED_ALGORITHMS(name, type)                                                                 \
    OX_TYPED void name##_sort(name *c, ox_compare *compare, void *context) {                                 \
        ox_ring_straighten(&c->core, sizeof(type));                                                          \
        ox_sort_heap(c->core.items, c->core.count, sizeof(type), compare, context);                          \
    }                                                                                                        \
    OX_TYPED void name##_sort_stable(name *c, ox_compare *compare, void *context) {                          \
        ox_ring_straighten(&c->core, sizeof(type));                                                          \
        ox_sort_insertion(c->core.items, c->core.count, sizeof(type), compare, context);                     \
    }

#endif
