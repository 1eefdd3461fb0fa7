/* General trees: parents with any number of children, in order.
 *
 *     OX_DEFINE_HIERARCHY(parts, part)
 *     static parts_node storage[65];
 *     parts_nodes_init(&nodes, storage, 65);
 *     parts_init(&robot, &nodes);
 *     uint32_t torso = parts_add(&robot, 0, p);                  parent 0: a root; 0 when the store is empty
 *     uint32_t arm = parts_add(&robot, torso, q);                as the last child
 *     if (parts_attach(&robot, arm, shoulder) == OX_CYCLE) ...   moved with all that hangs on it
 *     for (i = torso; i != 0; i = parts_next_pre(&robot, i, torso)) ...        parents before children
 *     OX_EACH(parts, i, &robot) ...                              the same over all roots
 *
 *     NAME_add(h, parent, value)            a new node as last child; 0 when the store is empty  O(1)
 *     NAME_attach(h, i, parent)             last child of parent, 0: a root. OX_CYCLE, and nothing
 *                                           changes, when it is i or below i                     O(depth)
 *     NAME_detach(h, i)                     makes it a root                                      O(1)
 *     NAME_erase(h, i)                      with all below; returns the next behind them         O(subtree)
 *     NAME_parent, NAME_first_child, NAME_last_child, NAME_next_sibling (h, i)      0 when there is none O(1)
 *     NAME_is_below(h, i, ancestor)         itself counts                                        O(depth)
 *     NAME_depth(h, i)                      roots: 0                                             O(depth)
 *     NAME_path(h, i, out, room)            the nodes from the root down to i; how many they are, of which
 *                                           at most room are written, the root first             O(depth)
 *     NAME_at(h, i)                         TYPE *                                               O(1)
 *     NAME_count(h)                         all nodes;  NAME_clear(h) O(n)                       O(1)
 *
 * WALKS of the tree below `top`, top included; 0 at the end; top 0: all roots and what is below them. No
 * recursion, no scratch:
 *     NAME_first_pre(h, top), NAME_next_pre(h, i, top)    node, then its children    O(n) in all
 *     NAME_first_post(h, top), NAME_next_post(h, i, top)  children, then their node  O(n) in all
 *     NAME_first_wide(h, top), NAME_next_wide(h, i, top)  level by level             O(n depth) in all
 *
 * A position is a node's number. Position and address are valid until the node is erased; attach moves links alone.
 * Bytes: 8 of links a node: parent, first child, next and previous sibling, the first child's previous being the
 * last. (GEA 5.3.)
 *
 * COST, executed Cortex-M3 instructions, typed form and core: add 115, attach at depth 4 198,
 * next in preorder 27. */
#ifndef OXCART_KERNEL_CONTAINERS_HIERARCHY_H
#define OXCART_KERNEL_CONTAINERS_HIERARCHY_H

#include "kernel/containers/algorithm.h"
#include "kernel/containers/nodes.h"

typedef struct ox_hierarchy_links {
    uint16_t next; /* next sibling, 0 for the last */
    uint16_t prev; /* previous sibling; of the first child: the last child */
    uint16_t parent;
    uint16_t child; /* first child */
} ox_hierarchy_links;

typedef struct ox_hierarchy {
    ox_nodes *nodes;
    ox_hierarchy_links top; /* links of node 0, the parent of all roots */
    uint32_t count;
} ox_hierarchy;

static inline void ox_hierarchy_init(ox_hierarchy *h, ox_nodes *nodes) {
    *h = (ox_hierarchy){.nodes = nodes};
}
static inline const ox_hierarchy_links *ox_hierarchy_at(const ox_hierarchy *h, uint32_t id) {
    return id == 0 ? &h->top : (const ox_hierarchy_links *)ox_nodes_at(h->nodes, id);
}

uint32_t ox_hierarchy_add(ox_hierarchy *h, uint32_t parent);
FX_MUST_CHECK ox_status ox_hierarchy_attach(ox_hierarchy *h, uint32_t id, uint32_t parent);
uint32_t ox_hierarchy_erase(ox_hierarchy *h, uint32_t id);
bool ox_hierarchy_is_below(const ox_hierarchy *h, uint32_t id, uint32_t ancestor);
uint32_t ox_hierarchy_depth(const ox_hierarchy *h, uint32_t id);
uint32_t ox_hierarchy_path(const ox_hierarchy *h, uint32_t id, uint16_t *out, uint32_t room);
uint32_t ox_hierarchy_first_pre(const ox_hierarchy *h, uint32_t top);
uint32_t ox_hierarchy_next_pre(const ox_hierarchy *h, uint32_t id, uint32_t top);
uint32_t ox_hierarchy_first_post(const ox_hierarchy *h, uint32_t top);
uint32_t ox_hierarchy_next_post(const ox_hierarchy *h, uint32_t id, uint32_t top);
uint32_t ox_hierarchy_next_wide(const ox_hierarchy *h, uint32_t id, uint32_t top);

/* The node before `id` in preorder, for OX_EACH_BACKWARD; from 0 the last node. */
uint32_t ox_hierarchy_back(const ox_hierarchy *h, uint32_t id);

#define OX_DEFINE_HIERARCHY(name, type)                                                                      \
    typedef struct name##_node {                                                                             \
        ox_hierarchy_links links;                                                                            \
        type value;                                                                                          \
    } name##_node;                                                                                           \
    typedef struct name {                                                                                    \
        ox_hierarchy core;                                                                                   \
    } name;                                                                                                  \
    typedef uint32_t name##_position;                                                                        \
    OX_DEFINE_NODES_INIT(name, name##_node)                                                                  \
    OX_TYPED void name##_init(name *c, ox_nodes *nodes) { ox_hierarchy_init(&c->core, nodes); }              \
    OX_TYPED uint32_t name##_count(const name *c) { return c->core.count; }                                  \
    OX_TYPED bool name##_empty(const name *c) { return c->core.count == 0; }                                 \
    OX_TYPED type *name##_at(const name *c, uint32_t i) {                                                    \
        return &((name##_node *)ox_nodes_at(c->core.nodes, i))->value;                                       \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED uint32_t name##_add(name *c, uint32_t parent, type value) {                       \
        uint32_t id = ox_hierarchy_add(&c->core, parent);                                                    \
        if (id != 0) *name##_at(c, id) = value;                                                              \
        return id;                                                                                           \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_attach(name *c, uint32_t i, uint32_t parent) {                   \
        return ox_hierarchy_attach(&c->core, i, parent);                                                     \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_detach(name *c, uint32_t i) {                                    \
        return ox_hierarchy_attach(&c->core, i, 0);                                                          \
    }                                                                                                        \
    OX_TYPED uint32_t name##_erase(name *c, uint32_t i) { return ox_hierarchy_erase(&c->core, i); }          \
    OX_TYPED void name##_clear(name *c) {                                                                    \
        while (c->core.count > 0) ox_hierarchy_erase(&c->core, c->core.top.child);                           \
    }                                                                                                        \
    OX_TYPED uint32_t name##_parent(const name *c, uint32_t i) {                                             \
        return ox_hierarchy_at(&c->core, i)->parent;                                                         \
    }                                                                                                        \
    OX_TYPED uint32_t name##_first_child(const name *c, uint32_t i) {                                        \
        return ox_hierarchy_at(&c->core, i)->child;                                                          \
    }                                                                                                        \
    OX_TYPED uint32_t name##_last_child(const name *c, uint32_t i) {                                         \
        uint32_t first = ox_hierarchy_at(&c->core, i)->child;                                                \
        return first == 0 ? 0 : ox_hierarchy_at(&c->core, first)->prev;                                      \
    }                                                                                                        \
    OX_TYPED uint32_t name##_next_sibling(const name *c, uint32_t i) {                                       \
        return ox_hierarchy_at(&c->core, i)->next;                                                           \
    }                                                                                                        \
    OX_TYPED bool name##_is_below(const name *c, uint32_t i, uint32_t ancestor) {                            \
        return ox_hierarchy_is_below(&c->core, i, ancestor);                                                 \
    }                                                                                                        \
    OX_TYPED uint32_t name##_depth(const name *c, uint32_t i) { return ox_hierarchy_depth(&c->core, i); }    \
    OX_TYPED uint32_t name##_path(const name *c, uint32_t i, uint16_t *out, uint32_t room) {                 \
        return ox_hierarchy_path(&c->core, i, out, room);                                                    \
    }                                                                                                        \
    OX_TYPED uint32_t name##_first_pre(const name *c, uint32_t top) {                                        \
        return ox_hierarchy_first_pre(&c->core, top);                                                        \
    }                                                                                                        \
    OX_TYPED uint32_t name##_next_pre(const name *c, uint32_t i, uint32_t top) {                             \
        return ox_hierarchy_next_pre(&c->core, i, top);                                                      \
    }                                                                                                        \
    OX_TYPED uint32_t name##_first_post(const name *c, uint32_t top) {                                       \
        return ox_hierarchy_first_post(&c->core, top);                                                       \
    }                                                                                                        \
    OX_TYPED uint32_t name##_next_post(const name *c, uint32_t i, uint32_t top) {                            \
        return ox_hierarchy_next_post(&c->core, i, top);                                                     \
    }                                                                                                        \
    OX_TYPED uint32_t name##_first_wide(const name *c, uint32_t top) {                                       \
        return ox_hierarchy_first_pre(&c->core, top);                                                        \
    }                                                                                                        \
    OX_TYPED uint32_t name##_next_wide(const name *c, uint32_t i, uint32_t top) {                            \
        return ox_hierarchy_next_wide(&c->core, i, top);                                                     \
    }                                                                                                        \
    OX_TYPED name##_position name##_begin(const name *c) { return c->core.top.child; }                       \
    OX_TYPED name##_position name##_last(const name *c) { return ox_hierarchy_back(&c->core, 0); }           \
    OX_TYPED bool name##_valid(const name *c, name##_position i) { return (void)c, i != 0; }                 \
    OX_TYPED name##_position name##_next(const name *c, name##_position i) {                                 \
        return ox_hierarchy_next_pre(&c->core, i, 0);                                                        \
    }                                                                                                        \
    OX_TYPED name##_position name##_previous(const name *c, name##_position i) {                             \
        return ox_hierarchy_back(&c->core, i);                                                               \
    }                                                                                                        \
    OX_DEFINE_ALGORITHMS(name, type)                                                                         \
    OX_DEFINE_REMOVE_IF(name, type)

#endif
