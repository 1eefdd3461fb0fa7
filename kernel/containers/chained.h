/* Hash tables with chaining: 32-bit keys, nodes from a store, any load, walked in the order of insertion.
 *
 *     OX_DEFINE_CHAINED(meshes, mesh *)
 *     static meshes_node storage[101];
 *     static uint16_t slots[61];                                half as many as pairs or more, odd
 *     meshes_nodes_init(&nodes, storage, 101);
 *     meshes_init(&table, &nodes, slots, 61);                   OX_BAD_ARGUMENT when there is no slot
 *     if (meshes_insert(&table, id, m) == OX_FULL) ...
 *     mesh **found = meshes_get(&table, id);                    NULL when there is none
 *     OX_EACH(meshes, i, &table) draw(meshes_at(&table, i)->value);
 *
 *     NAME_insert(t, key, value)      OX_FULL when the store is empty, OX_ALREADY_THERE  O(1 + load)
 *     NAME_get_or_insert(t, key)      VALUE *, zero when new; NULL when full             O(1 + load)
 *     NAME_find(t, key)               position, 0                                        O(1 + load)
 *     NAME_get(t, key)                VALUE *, NULL                                      O(1 + load)
 *     NAME_remove(t, key)             OX_NOT_FOUND                                       O(1 + load)
 *     NAME_erase(t, i)                returns the next; a stranger: asserts, 0           O(1 + load)
 *     NAME_at(t, i)                   NAME_pair *{key, value}: do not change the key     O(1)
 *     NAME_clear O(slots), NAME_count, NAME_empty O(1), NAME_find_if, NAME_remove_if ... O(n)
 *
 * load = pairs / slots. The slot is key modulo slots: keys should be hashes already, such as name ids, or dense
 * numbers; longer keys belong in an ordered map. Positions and addresses stay valid until that pair is erased. Bytes:
 * 8 of links a pair and its key and value, 2 a slot. (GEA 5.3.4.4.)
 *
 * COST, executed Cortex-M3 instructions, typed form and core: as many slots as pairs, 64 to
 * 1024 of them: get 32, of an absent key 24, insert 98, remove 120, one division by hardware each (ARM7: by
 * software, about 50 more). */
#ifndef OXCART_KERNEL_CONTAINERS_CHAINED_H
#define OXCART_KERNEL_CONTAINERS_CHAINED_H

#include <string.h>

#include "kernel/containers/list.h"

typedef struct ox_chained_links {
    ox_list_links order; /* order of insertion */
    uint16_t chain;      /* next node of the same slot */
    uint16_t spare;
} ox_chained_links;

typedef struct ox_chained {
    ox_list order;
    uint16_t *slots; /* first node of each slot */
    uint32_t slot_count;
} ox_chained;

FX_MUST_CHECK ox_status ox_chained_init(ox_chained *table, ox_nodes *nodes, uint16_t *slots,
                                        uint32_t slot_count);
uint32_t ox_chained_find(const ox_chained *table, uint32_t key);

/* The node of the key, 0 when the store is empty. *fresh is true when the node is new: then the caller writes its
 * value. */
uint32_t ox_chained_insert(ox_chained *table, uint32_t key, bool *fresh);
uint32_t ox_chained_erase(ox_chained *table, uint32_t id);
void ox_chained_clear(ox_chained *table);
static inline bool ox_chained_remove(ox_chained *table, uint32_t key) {
    uint32_t id = ox_chained_find(table, key);
    if (id == 0) return false;
    ox_chained_erase(table, id);
    return true;
}

/* Functions that typed forms of 32-bit tables have in common. A table brings NAME_at, NAME_erase, and the untyped
 * find and insert. */
#define OX_DEFINE_TABLE_FUNCTIONS(name, value_type, find, insert_or_find, remove_key)                        \
    OX_TYPED name##_position name##_find(const name *c, uint32_t key) { return find(&c->core, key); }        \
    OX_TYPED bool name##_contains(const name *c, uint32_t key) { return find(&c->core, key) != 0; }          \
    OX_TYPED value_type *name##_get(const name *c, uint32_t key) {                                           \
        uint32_t i = find(&c->core, key);                                                                    \
        return i == 0 ? NULL : &name##_at(c, i)->value;                                                      \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_insert(name *c, uint32_t key, value_type value) {                \
        bool fresh;                                                                                          \
        uint32_t i = insert_or_find(&c->core, key, &fresh);                                                  \
        if (!fresh) return i == 0 ? OX_FULL : OX_ALREADY_THERE;                                              \
        name##_at(c, i)->value = value;                                                                      \
        return OX_OK;                                                                                        \
    }                                                                                                        \
    OX_TYPED value_type *name##_get_or_insert(name *c, uint32_t key) {                                       \
        bool fresh;                                                                                          \
        uint32_t i = insert_or_find(&c->core, key, &fresh);                                                  \
        if (i == 0) return NULL;                                                                             \
        if (fresh) memset(&name##_at(c, i)->value, 0, sizeof(value_type));                                   \
        return &name##_at(c, i)->value;                                                                      \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_remove(name *c, uint32_t key) {                                  \
        return remove_key(&c->core, key) ? OX_OK : OX_NOT_FOUND;                                             \
    }                                                                                                        \
    OX_DEFINE_ALGORITHMS(name, name##_pair)                                                                  \
    OX_DEFINE_REMOVE_IF(name, name##_pair)

#define OX_DEFINE_CHAINED(name, value_type)                                                                  \
    typedef struct name##_pair {                                                                             \
        uint32_t key;                                                                                        \
        value_type value;                                                                                    \
    } name##_pair;                                                                                           \
    typedef struct name##_node {                                                                             \
        ox_chained_links links;                                                                              \
        name##_pair pair;                                                                                    \
    } name##_node;                                                                                           \
    FX_STATIC_ASSERT(offsetof(name##_node, pair) == sizeof(ox_chained_links), "the key follows the links");  \
    typedef struct name {                                                                                    \
        ox_chained core;                                                                                     \
    } name;                                                                                                  \
    typedef uint32_t name##_position;                                                                        \
    OX_DEFINE_NODES_INIT(name, name##_node)                                                                  \
    FX_MUST_CHECK OX_TYPED ox_status name##_init(name *c, ox_nodes *nodes, uint16_t *slots,                  \
                                                 uint32_t count) {                                           \
        return ox_chained_init(&c->core, nodes, slots, count);                                               \
    }                                                                                                        \
    OX_TYPED uint32_t name##_count(const name *c) { return c->core.order.count; }                            \
    OX_TYPED bool name##_empty(const name *c) { return c->core.order.count == 0; }                           \
    OX_TYPED name##_position name##_begin(const name *c) { return c->core.order.root.next; }                 \
    OX_TYPED name##_position name##_last(const name *c) { return c->core.order.root.prev; }                  \
    OX_TYPED bool name##_valid(const name *c, name##_position i) { return (void)c, i != 0; }                 \
    OX_TYPED name##_position name##_next(const name *c, name##_position i) {                                 \
        return ox_list_links_at(&c->core.order, i)->next;                                                    \
    }                                                                                                        \
    OX_TYPED name##_position name##_previous(const name *c, name##_position i) {                             \
        return ox_list_links_at(&c->core.order, i)->prev;                                                    \
    }                                                                                                        \
    OX_TYPED name##_pair *name##_at(const name *c, name##_position i) {                                      \
        return &((name##_node *)ox_nodes_at(c->core.order.nodes, i))->pair;                                  \
    }                                                                                                        \
    OX_TYPED name##_position name##_erase(name *c, name##_position i) {                                      \
        return ox_chained_erase(&c->core, i);                                                                \
    }                                                                                                        \
    OX_TYPED void name##_clear(name *c) { ox_chained_clear(&c->core); }                                      \
    OX_DEFINE_TABLE_FUNCTIONS(name, value_type, ox_chained_find, ox_chained_insert, ox_chained_remove)

#endif
