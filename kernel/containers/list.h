/* Doubly linked lists whose nodes hold the elements: for elements whose type cannot change, or that are in
 * many lists.
 *
 *     OX_DEFINE_LIST(watchers, uint16_t)             elements are indices here: 6 bytes a node
 *     static watchers_node storage[101];
 *     ox_nodes nodes;                                one store for all lists of the type
 *     watchers_nodes_init(&nodes, storage, 101);
 *     watchers_init(&door.watchers, &nodes);
 *     if (watchers_push_back(&door.watchers, player) == OX_FULL) ...
 *     OX_EACH(watchers, i, &door.watchers) notify(*watchers_at(&door.watchers, i));
 *
 *     NAME_push_front, NAME_push_back (l, value)     OX_FULL when the store is empty           O(1)
 *     NAME_insert(l, before, value)                  position of the new one, 0 when full;
 *                                                    before = 0: at the end                    O(1)
 *     NAME_pop_front, NAME_pop_back (l, &value)      OX_EMPTY asserts; value may be NULL       O(1)
 *     NAME_erase(l, i)                               returns the next; a node of no list, or at
 *                                                    an end of another: asserts, 0             O(1)
 *     NAME_front, NAME_back (l)                      TYPE *, NULL when empty                   O(1)
 *     NAME_splice(l, before, from)                   all of from, of the same store, before i  O(1)
 *     NAME_sort(l, compare, context)                 stable merge sort                         O(n log n)
 *     NAME_reverse, NAME_remove_if, NAME_unique, NAME_find_if ...                              O(n)
 *     NAME_clear(l)                                  nodes go back to the store                O(1)
 *     NAME_count(l), NAME_empty(l)                                                             O(1)
 *
 * A position is the number of a node and stays valid, as does the element's address, until that element is erased; no
 * other operation disturbs positions, sort and splice included. Removing an element by value needs a search first.
 * Access by number is O(n). A node has 4 bytes of links before the element (12 bytes in all for a 32-bit element with
 * pointers for links; GEA 5.3.4.3). The root of the ring is in the list object, so that no operation has a case for
 * the ends.
 *
 * COST, executed Cortex-M3 instructions, typed form and core: push 54 and erase 67, the node
 * included; next and at 5; sort of 256 words 78,000, comparisons included. */
#ifndef OXCART_KERNEL_CONTAINERS_LIST_H
#define OXCART_KERNEL_CONTAINERS_LIST_H

#include "kernel/containers/algorithm.h"
#include "kernel/containers/nodes.h"

typedef struct ox_list_links {
    uint16_t next, prev;
} ox_list_links;

typedef struct ox_list {
    ox_nodes *nodes;
    ox_list_links root; /* next: first node, prev: last node */
    uint32_t count;
} ox_list;

static inline void ox_list_init(ox_list *list, ox_nodes *nodes) { *list = (ox_list){.nodes = nodes}; }
static inline const ox_list_links *ox_list_links_at(const ox_list *list, uint32_t id) {
    return id == 0 ? &list->root : (const ox_list_links *)ox_nodes_at(list->nodes, id);
}

uint32_t ox_list_insert(ox_list *list, uint32_t before);
uint32_t ox_list_erase(ox_list *list, uint32_t id);
void ox_list_clear(ox_list *list);
void ox_list_splice(ox_list *list, uint32_t before, ox_list *from);
void ox_list_reverse(ox_list *list);
void ox_list_sort(ox_list *list, uint32_t offset, ox_compare *compare, void *context);

#define OX_DEFINE_LIST(name, type)                                                                           \
    typedef struct name##_node {                                                                             \
        ox_list_links links;                                                                                 \
        type value;                                                                                          \
    } name##_node;                                                                                           \
    typedef struct name {                                                                                    \
        ox_list core;                                                                                        \
    } name;                                                                                                  \
    typedef uint32_t name##_position;                                                                        \
    OX_DEFINE_NODES_INIT(name, name##_node)                                                                  \
    OX_TYPED void name##_init(name *c, ox_nodes *nodes) { ox_list_init(&c->core, nodes); }                   \
    OX_TYPED uint32_t name##_count(const name *c) { return c->core.count; }                                  \
    OX_TYPED bool name##_empty(const name *c) { return c->core.count == 0; }                                 \
    OX_TYPED name##_position name##_begin(const name *c) { return c->core.root.next; }                       \
    OX_TYPED name##_position name##_last(const name *c) { return c->core.root.prev; }                        \
    OX_TYPED bool name##_valid(const name *c, name##_position i) { return (void)c, i != 0; }                 \
    OX_TYPED name##_position name##_next(const name *c, name##_position i) {                                 \
        return ((const name##_node *)ox_nodes_at(c->core.nodes, i))->links.next;                             \
    }                                                                                                        \
    OX_TYPED name##_position name##_previous(const name *c, name##_position i) {                             \
        return ((const name##_node *)ox_nodes_at(c->core.nodes, i))->links.prev;                             \
    }                                                                                                        \
    OX_TYPED type *name##_at(const name *c, name##_position i) {                                             \
        return &((name##_node *)ox_nodes_at(c->core.nodes, i))->value;                                       \
    }                                                                                                        \
    OX_TYPED type *name##_front(const name *c) {                                                             \
        return c->core.count == 0 ? NULL : name##_at(c, c->core.root.next);                                  \
    }                                                                                                        \
    OX_TYPED type *name##_back(const name *c) {                                                              \
        return c->core.count == 0 ? NULL : name##_at(c, c->core.root.prev);                                  \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED name##_position name##_insert(name *c, name##_position before, type value) {      \
        uint32_t id = ox_list_insert(&c->core, before);                                                      \
        if (id != 0) *name##_at(c, id) = value;                                                              \
        return id;                                                                                           \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_push_back(name *c, type value) {                                 \
        return name##_insert(c, 0, value) == 0 ? OX_FULL : OX_OK;                                            \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_push_front(name *c, type value) {                                \
        return name##_insert(c, c->core.root.next, value) == 0 ? OX_FULL : OX_OK;                            \
    }                                                                                                        \
    OX_TYPED name##_position name##_erase(name *c, name##_position i) { return ox_list_erase(&c->core, i); } \
    FX_MUST_CHECK OX_TYPED ox_status name##_take(name *c, name##_position i, type *value) {                  \
        FX_CHECK_OR(i != 0, "list: nothing to take", return OX_EMPTY);                                       \
        if (value != NULL) *value = *name##_at(c, i);                                                        \
        ox_list_erase(&c->core, i);                                                                          \
        return OX_OK;                                                                                        \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_pop_front(name *c, type *value) {                                \
        return name##_take(c, c->core.root.next, value);                                                     \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_pop_back(name *c, type *value) {                                 \
        return name##_take(c, c->core.root.prev, value);                                                     \
    }                                                                                                        \
    OX_TYPED void name##_clear(name *c) { ox_list_clear(&c->core); }                                         \
    OX_TYPED void name##_splice(name *c, name##_position before, name *from) {                               \
        ox_list_splice(&c->core, before, &from->core);                                                       \
    }                                                                                                        \
    OX_TYPED void name##_reverse(name *c) { ox_list_reverse(&c->core); }                                     \
    OX_TYPED void name##_sort(name *c, ox_compare *compare, void *context) {                                 \
        ox_list_sort(&c->core, offsetof(name##_node, value), compare, context);                              \
    }                                                                                                        \
    OX_DEFINE_ALGORITHMS(name, type)                                                                         \
    OX_DEFINE_REMOVE_IF(name, type)                                                                          \
    OX_DEFINE_UNIQUE(name)

#endif
