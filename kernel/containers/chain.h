/* Singly linked lists: a stack, or a queue, for 2 bytes of link an element.
 *
 *     OX_DEFINE_CHAIN(orders, order)
 *     static orders_node storage[33];
 *     orders_nodes_init(&nodes, storage, 33);
 *     orders_init(&waiting, &nodes);
 *     orders_push_back(&waiting, o);                 a queue: in at the back, out at the front
 *     orders_pop_front(&waiting, &o);
 *
 *     NAME_push_front, NAME_push_back (c, value)     OX_FULL when the store is empty             O(1)
 *     NAME_insert_after(c, i, value)                 position, 0 when full; i = 0: in front      O(1)
 *     NAME_insert(c, before, value)                  searches the predecessor                    O(n)
 *     NAME_pop_front(c, &value)                      OX_EMPTY asserts; value may be NULL         O(1)
 *     NAME_erase_after(c, i)                         removes the one behind i (i = 0: the first); returns
 *                                                    the next position                           O(1)
 *     NAME_erase(c, i)                               searches the predecessor; returns the next  O(n)
 *     NAME_before(c, i)                              the predecessor, 0 for the first; OX_NOWHERE for a
 *                                                    node that is not in the chain               O(n)
 *     NAME_sort, NAME_reverse, NAME_front, NAME_back, NAME_clear, NAME_count, NAME_empty
 *     NAME_remove_if(c, test, context)               one pass                                    O(n)
 *
 * NAME_previous exists, so that every loop works, but each step is O(n): walk forwards. A position stays valid
 * until its element is removed. (GEA 5.3.4.3.)
 *
 * COST, executed Cortex-M3 instructions, typed form and core: push 51, pop 57, the node included. */
#ifndef OXCART_KERNEL_CONTAINERS_CHAIN_H
#define OXCART_KERNEL_CONTAINERS_CHAIN_H

#include "kernel/containers/algorithm.h"
#include "kernel/containers/nodes.h"

typedef struct ox_chain {
    ox_nodes *nodes;
    uint16_t first, last;
    uint32_t count;
} ox_chain;

static inline void ox_chain_init(ox_chain *chain, ox_nodes *nodes) { *chain = (ox_chain){.nodes = nodes}; }

uint32_t ox_chain_insert_after(ox_chain *chain, uint32_t id);
uint32_t ox_chain_erase_after(ox_chain *chain, uint32_t id);
uint32_t ox_chain_before(const ox_chain *chain, uint32_t id);
void ox_chain_clear(ox_chain *chain);
void ox_chain_reverse(ox_chain *chain);
void ox_chain_sort(ox_chain *chain, uint32_t offset, ox_compare *compare, void *context);

#define OX_DEFINE_CHAIN(name, type)                                                                          \
    typedef struct name##_node {                                                                             \
        uint16_t next;                                                                                       \
        type value;                                                                                          \
    } name##_node;                                                                                           \
    typedef struct name {                                                                                    \
        ox_chain core;                                                                                       \
    } name;                                                                                                  \
    typedef uint32_t name##_position;                                                                        \
    OX_DEFINE_NODES_INIT(name, name##_node)                                                                  \
    OX_TYPED void name##_init(name *c, ox_nodes *nodes) { ox_chain_init(&c->core, nodes); }                  \
    OX_TYPED uint32_t name##_count(const name *c) { return c->core.count; }                                  \
    OX_TYPED bool name##_empty(const name *c) { return c->core.count == 0; }                                 \
    OX_TYPED name##_position name##_begin(const name *c) { return c->core.first; }                           \
    OX_TYPED name##_position name##_last(const name *c) { return c->core.last; }                             \
    OX_TYPED bool name##_valid(const name *c, name##_position i) { return (void)c, i != 0; }                 \
    OX_TYPED name##_position name##_next(const name *c, name##_position i) {                                 \
        return ((const name##_node *)ox_nodes_at(c->core.nodes, i))->next;                                   \
    }                                                                                                        \
    OX_TYPED name##_position name##_before(const name *c, name##_position i) {                               \
        return ox_chain_before(&c->core, i);                                                                 \
    }                                                                                                        \
    OX_TYPED name##_position name##_previous(const name *c, name##_position i) {                             \
        return ox_chain_before(&c->core, i);                                                                 \
    }                                                                                                        \
    OX_TYPED type *name##_at(const name *c, name##_position i) {                                             \
        return &((name##_node *)ox_nodes_at(c->core.nodes, i))->value;                                       \
    }                                                                                                        \
    OX_TYPED type *name##_front(const name *c) {                                                             \
        return c->core.count == 0 ? NULL : name##_at(c, c->core.first);                                      \
    }                                                                                                        \
    OX_TYPED type *name##_back(const name *c) {                                                              \
        return c->core.count == 0 ? NULL : name##_at(c, c->core.last);                                       \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED name##_position name##_insert_after(name *c, name##_position i, type value) {     \
        uint32_t id = ox_chain_insert_after(&c->core, i);                                                    \
        if (id != 0) *name##_at(c, id) = value;                                                              \
        return id;                                                                                           \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED name##_position name##_insert(name *c, name##_position before, type value) {      \
        uint32_t i = ox_chain_before(&c->core, before);                                                      \
        FX_CHECK_OR(i != OX_NOWHERE, "chain: the node is not in this chain", return 0);                      \
        return name##_insert_after(c, i, value);                                                             \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_push_front(name *c, type value) {                                \
        return name##_insert_after(c, 0, value) == 0 ? OX_FULL : OX_OK;                                      \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_push_back(name *c, type value) {                                 \
        return name##_insert_after(c, c->core.last, value) == 0 ? OX_FULL : OX_OK;                           \
    }                                                                                                        \
    OX_TYPED name##_position name##_erase_after(name *c, name##_position i) {                                \
        return ox_chain_erase_after(&c->core, i);                                                            \
    }                                                                                                        \
    OX_TYPED name##_position name##_erase(name *c, name##_position i) {                                      \
        uint32_t before = i == 0 ? OX_NOWHERE : ox_chain_before(&c->core, i);                                \
        FX_CHECK_OR(before != OX_NOWHERE, "chain: the node is not in this chain", return 0);                 \
        return ox_chain_erase_after(&c->core, before);                                                       \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_pop_front(name *c, type *value) {                                \
        if (value != NULL && c->core.count > 0) *value = *name##_front(c);                                   \
        bool had = c->core.count > 0;                                                                        \
        ox_chain_erase_after(&c->core, 0);                                                                   \
        return had ? OX_OK : OX_EMPTY;                                                                       \
    }                                                                                                        \
    OX_TYPED void name##_clear(name *c) { ox_chain_clear(&c->core); }                                        \
    OX_TYPED void name##_reverse(name *c) { ox_chain_reverse(&c->core); }                                    \
    OX_TYPED void name##_sort(name *c, ox_compare *compare, void *context) {                                 \
        ox_chain_sort(&c->core, offsetof(name##_node, value), compare, context);                             \
    }                                                                                                        \
    OX_DEFINE_ALGORITHMS(name, type)                                                                         \
    OX_TYPED uint32_t name##_remove_if(name *c, name##_test *test, void *context) {                          \
        uint32_t before = c->core.count, kept = 0;                                                           \
        for (uint32_t i = c->core.first; i != 0;) {                                                          \
            if (test(name##_at(c, i), context)) {                                                            \
                i = ox_chain_erase_after(&c->core, kept);                                                    \
            } else {                                                                                         \
                kept = i;                                                                                    \
                i = name##_next(c, i);                                                                       \
            }                                                                                                \
        }                                                                                                    \
        return before - c->core.count;                                                                       \
    }                                                                                                        \
    OX_TYPED uint32_t name##_unique(name *c, ox_compare *compare, void *context) {                           \
        uint32_t before = c->core.count, kept = c->core.first;                                               \
        for (uint32_t i = kept == 0 ? 0 : name##_next(c, kept); i != 0;) {                                   \
            if (compare(name##_at(c, kept), name##_at(c, i), context) == 0) {                                \
                i = ox_chain_erase_after(&c->core, kept);                                                    \
            } else {                                                                                         \
                kept = i;                                                                                    \
                i = name##_next(c, i);                                                                       \
            }                                                                                                \
        }                                                                                                    \
        return before - c->core.count;                                                                       \
    }

#endif
