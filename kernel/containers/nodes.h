/* The node store: the one place that lists, chains, maps, hash tables, hierarchies and graphs draw their
 * nodes from.
 *
 *     static foes_node storage[65];                             64 nodes; the first stands for "none"
 *     ox_nodes nodes;
 *     ox_status status = foes_nodes_init(&nodes, storage, 65);  each typed container brings this
 *     foes_init(&red, &nodes);                                  many containers of one type may share a store
 *     foes_init(&blue, &nodes);
 *
 * All nodes of a store have one size and are numbered 1..65,535. Number 0 means none, so an all-zero link points
 * nowhere. An idle node holds the number of the next idle node in its first two bytes, where a live node has its
 * first link; a list is therefore given back as a whole in O(1). Nodes that were given back are taken first, the
 * latest ahead, then new nodes in the order 1, 2, 3...: the same numbers on every machine. Take and give are O(1); a
 * store never moves a node, so numbers and addresses stay valid until the node is given back.
 *
 * Bytes: the node, and one node more in all. The untyped functions take the length of the storage as an
 * array.
 *
 * COST, executed Cortex-M3 instructions, typed form and core: take 14, give 29. */
#ifndef OXCART_KERNEL_CONTAINERS_NODES_H
#define OXCART_KERNEL_CONTAINERS_NODES_H

#include "kernel/containers/containers.h"

#define OX_NODES_MAX 65535u

typedef struct ox_nodes {
    uint8_t *base; /* node 0, which means none */
    uint32_t stride;
    uint16_t capacity; /* number of nodes without node 0 */
    uint16_t fresh;    /* the highest number ever taken: also the peak of use */
    uint16_t idle;     /* first idle node of those that were used before */
    uint16_t used;
    uint32_t refused; /* takes that found no node */
} ox_nodes;

/* Begins a store. storage: `length` nodes of `stride` bytes; the stride is even, at least 2, and as the node type's
 * alignment asks. OX_BAD_ARGUMENT when length is not 1..65,536 or the stride or alignment is odd. */
FX_MUST_CHECK ox_status ox_nodes_init(ox_nodes *nodes, void *storage, uint32_t length, uint32_t stride);

/* Takes a node with whatever bytes were in it. 0, which is counted, when all nodes are taken. */
uint32_t ox_nodes_take(ox_nodes *nodes);
void ox_nodes_give(ox_nodes *nodes, uint32_t id);

/* Gives back `count` nodes that are linked by their first two bytes from first to last. */
void ox_nodes_give_chain(ox_nodes *nodes, uint32_t first, uint32_t last, uint32_t count);

/* Merge sort of nodes that are linked by their first two bytes, ending with 0: stable, O(n log n), no
 * scratch. The value compared lies `offset` bytes into the node. Returns the new first node. */
uint32_t ox_nodes_sort(const ox_nodes *nodes, uint32_t first, uint32_t offset, ox_compare *compare,
                       void *context);

static inline void *ox_nodes_at(const ox_nodes *nodes, uint32_t id) {
    FX_ASSERT_MSG(id <= nodes->fresh, "nodes: %u was never taken", (unsigned)id);
    return nodes->base + (size_t)id * nodes->stride;
}

static inline uint32_t ox_nodes_free(const ox_nodes *nodes) {
    return (uint32_t)nodes->capacity - nodes->used;
}

#define OX_DEFINE_NODES_INIT(name, node)                                                                     \
    FX_MUST_CHECK OX_TYPED ox_status name##_nodes_init(ox_nodes *nodes, node *storage, uint32_t length) {    \
        return ox_nodes_init(nodes, storage, length, sizeof(node));                                          \
    }

#endif
