/* Ordered maps and sets: find by key in O(log n), walk in key order at any time.
 *
 *     OX_DEFINE_MAP(names, uint32_t, const char *)  one value for each key
 *     OX_DEFINE_MULTIMAP(events, uint32_t, event)   equal keys stay, in the order they were inserted
 *     OX_DEFINE_SET(visited, uint32_t)              keys only
 *     OX_DEFINE_MULTISET(scores, int32_t)
 *
 *     static names_node storage[101];
 *     ox_nodes nodes;
 *     names_nodes_init(&nodes, storage, 101);
 *     names_init(&map, &nodes, NULL, NULL);                     compare NULL: keys are uint32_t
 *     if (names_insert(&map, 100, "One Hundred") == OX_FULL) ...
 *     const char **text = names_get(&map, 100);                 NULL when there is none
 *     OX_EACH(names, i, &map) print(names_at(&map, i)->key, names_at(&map, i)->value);
 *     i = names_lower(&map, 50);                                the range of keys 50 <= key < 100:
 *     while (i != names_lower(&map, 100)) ...
 *
 *     NAME_insert(m, key, value)         OX_FULL, OX_ALREADY_THERE: nothing changes            O(log n)
 *     NAME_insert(s, key, &position)     sets: the position of it or its equal                 O(log n)
 *     NAME_get_or_insert(m, key)         VALUE *, zero when new; NULL when full                O(log n)
 *     NAME_find(m, key)                  position of the first, 0                              O(log n)
 *     NAME_get(m, key)                   VALUE *, NULL                                         O(log n)
 *     NAME_contains(m, key)                                                                    O(log n)
 *     NAME_lower, NAME_upper (m, key)    first that is not before, first behind; 0 at the end  O(log n)
 *     NAME_erase(m, i)                   returns the next in order; of no map: asserts, 0     O(log n)
 *     NAME_remove(m, key)                all with that key, OX_NOT_FOUND                       O(log n)
 *     NAME_at(m, i)                      NAME_pair *, of sets KEY *; leave the key             O(1)
 *     by value: NAME_find_if(m, test, context), and remove_if                                  O(n)
 *     NAME_clear O(n), NAME_count, NAME_empty O(1)
 *
 * A red-black tree (tree.h); NAME_init_with takes ox_avl or ox_splay as well. Positions and addresses of a pair stay
 * valid until the pair is erased. Bytes: 8 of links a pair, and key and value as a struct. find never creates a pair,
 * so that queries do not fill the map as an index operator would. (Game Programming Gems 1.4.6; GEA 5.3.)
 *
 * COST, executed Cortex-M3 instructions, typed form and core: with 32-bit keys, at 64, 256 and 1024 pairs: get 138,
 * 160, 185; insert 270, 345, 410; remove 325, 345, 375; next 30. A hash table takes 32 instructions for a get at any
 * size (chained.h): 4 to 6 times less. Game Programming Gems 1.4.6 calls the difference negligible; that holds only
 * where look-ups are rare, and then order comes for nothing. */
#ifndef OXCART_KERNEL_CONTAINERS_MAP_H
#define OXCART_KERNEL_CONTAINERS_MAP_H

#include <string.h>

#include "kernel/containers/algorithm.h"
#include "kernel/containers/tree.h"

/* Common functions of maps and sets. entry_type is the pair of a map or the key of a set; key_offset is the offset of
 * the key in it. */
#define OX_DEFINE_TREE_FUNCTIONS(name, key_type, entry_type, key_offset, many)                               \
    typedef struct name##_node {                                                                             \
        ox_tree_links links;                                                                                 \
        entry_type entry;                                                                                    \
    } name##_node;                                                                                           \
    typedef struct name {                                                                                    \
        ox_tree core;                                                                                        \
    } name;                                                                                                  \
    typedef uint32_t name##_position;                                                                        \
    OX_DEFINE_NODES_INIT(name, name##_node)                                                                  \
    OX_TYPED void name##_init_with(name *c, ox_nodes *nodes, const ox_tree_balance *balance,                 \
                                   ox_compare *compare, void *context) {                                     \
        FX_ASSERT_MSG(compare != NULL || sizeof(key_type) == 4,                                              \
                      "map: keys that are no uint32_t need a comparator");                                   \
        ox_tree_init(&c->core, nodes, balance, offsetof(name##_node, entry) + (key_offset), compare,         \
                     context);                                                                               \
        c->core.multi = (many);                                                                              \
    }                                                                                                        \
    OX_TYPED void name##_init(name *c, ox_nodes *nodes, ox_compare *compare, void *context) {                \
        name##_init_with(c, nodes, &ox_red_black, compare, context);                                         \
    }                                                                                                        \
    OX_TYPED uint32_t name##_count(const name *c) { return c->core.count; }                                  \
    OX_TYPED bool name##_empty(const name *c) { return c->core.count == 0; }                                 \
    OX_TYPED name##_position name##_begin(const name *c) { return ox_tree_end(&c->core, 0); }                \
    OX_TYPED name##_position name##_last(const name *c) { return ox_tree_end(&c->core, 1); }                 \
    OX_TYPED bool name##_valid(const name *c, name##_position i) { return (void)c, i != 0; }                 \
    OX_TYPED name##_position name##_next(const name *c, name##_position i) {                                 \
        return ox_tree_step(&c->core, i, 1);                                                                 \
    }                                                                                                        \
    OX_TYPED name##_position name##_previous(const name *c, name##_position i) {                             \
        return ox_tree_step(&c->core, i, 0);                                                                 \
    }                                                                                                        \
    OX_TYPED entry_type *name##_at(const name *c, name##_position i) {                                       \
        return &((name##_node *)ox_nodes_at(c->core.nodes, i))->entry;                                       \
    }                                                                                                        \
    OX_TYPED name##_position name##_find(name *c, key_type key) { return ox_tree_find(&c->core, &key); }     \
    OX_TYPED bool name##_contains(name *c, key_type key) { return ox_tree_find(&c->core, &key) != 0; }       \
    OX_TYPED name##_position name##_lower(name *c, key_type key) {                                           \
        return ox_tree_bound(&c->core, &key, 0);                                                             \
    }                                                                                                        \
    OX_TYPED name##_position name##_upper(name *c, key_type key) {                                           \
        return ox_tree_bound(&c->core, &key, 1);                                                             \
    }                                                                                                        \
    OX_TYPED name##_position name##_erase(name *c, name##_position i) { return ox_tree_erase(&c->core, i); } \
    FX_MUST_CHECK OX_TYPED ox_status name##_remove(name *c, key_type key) {                                  \
        uint32_t i = ox_tree_find(&c->core, &key);                                                           \
        if (i == 0) return OX_NOT_FOUND;                                                                     \
        do ox_tree_erase(&c->core, i);                                                                       \
        while ((many) && (i = ox_tree_find(&c->core, &key)) != 0);                                           \
        return OX_OK;                                                                                        \
    }                                                                                                        \
    OX_TYPED void name##_clear(name *c) { ox_tree_clear(&c->core); }                                         \
    OX_DEFINE_ALGORITHMS(name, entry_type)                                                                   \
    OX_DEFINE_REMOVE_IF(name, entry_type)

#define OX_DEFINE_MAP_OF(name, key_type, value_type, many)                                                   \
    typedef struct name##_pair {                                                                             \
        key_type key;                                                                                        \
        value_type value;                                                                                    \
    } name##_pair;                                                                                           \
    OX_DEFINE_TREE_FUNCTIONS(name, key_type, name##_pair, offsetof(name##_pair, key), many)                  \
    FX_MUST_CHECK OX_TYPED ox_status name##_insert(name *c, key_type key, value_type value) {                \
        bool fresh;                                                                                          \
        uint32_t i = ox_tree_insert(&c->core, &key, &fresh);                                                 \
        if (!fresh) return i == 0 ? OX_FULL : OX_ALREADY_THERE;                                              \
        *name##_at(c, i) = (name##_pair){key, value};                                                        \
        return OX_OK;                                                                                        \
    }                                                                                                        \
    OX_TYPED value_type *name##_get(name *c, key_type key) {                                                 \
        uint32_t i = ox_tree_find(&c->core, &key);                                                           \
        return i == 0 ? NULL : &name##_at(c, i)->value;                                                      \
    }

#define OX_DEFINE_MAP(name, key_type, value_type)                                                            \
    OX_DEFINE_MAP_OF(name, key_type, value_type, false)                                                      \
    OX_TYPED value_type *name##_get_or_insert(name *c, key_type key) {                                       \
        bool fresh;                                                                                          \
        uint32_t i = ox_tree_insert(&c->core, &key, &fresh);                                                 \
        if (i == 0) return NULL;                                                                             \
        if (fresh) {                                                                                         \
            memset(&name##_at(c, i)->value, 0, sizeof(value_type));                                          \
            name##_at(c, i)->key = key;                                                                      \
        }                                                                                                    \
        return &name##_at(c, i)->value;                                                                      \
    }
#define OX_DEFINE_MULTIMAP(name, key_type, value_type) OX_DEFINE_MAP_OF(name, key_type, value_type, true)

#define OX_DEFINE_SET_OF(name, key_type, many)                                                               \
    OX_DEFINE_TREE_FUNCTIONS(name, key_type, key_type, 0, many)                                              \
    FX_MUST_CHECK OX_TYPED ox_status name##_insert(name *c, key_type key, name##_position *position) {       \
        bool fresh;                                                                                          \
        uint32_t i = ox_tree_insert(&c->core, &key, &fresh);                                                 \
        if (fresh) *name##_at(c, i) = key;                                                                   \
        if (position != NULL) *position = i;                                                                 \
        return fresh ? OX_OK : i == 0 ? OX_FULL : OX_ALREADY_THERE;                                          \
    }
#define OX_DEFINE_SET(name, key_type) OX_DEFINE_SET_OF(name, key_type, false)
#define OX_DEFINE_MULTISET(name, key_type) OX_DEFINE_SET_OF(name, key_type, true)

#endif
