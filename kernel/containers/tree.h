/* Balanced search trees over pooled nodes: red-black, AVL and splay, one core with three ways of keeping
 * balance.
 *
 * Maps and sets (map.h) are the typed form; this header is for other uses of the same trees:
 *
 *     ox_tree_init(&tree, &nodes, &ox_red_black, offsetof(my_node, key), NULL, NULL);
 *     uint32_t id = ox_tree_insert(&tree, &key, &fresh);       linked; the caller writes key and value
 *     for (id = ox_tree_end(&tree, 0); id != 0; id = ox_tree_step(&tree, id, 1)) ...        in order
 *
 * my_node begins with ox_tree_links and holds the key somewhere behind the links. The comparator gets the key in a
 * node (a) and the key looked for (b); with compare NULL keys are uint32_t and are compared as numbers, which is
 * faster. Nodes come from a store (nodes.h), several trees may share it.
 *
 *     ox_red_black  height <= 2 log2(n + 1); at most 2 rotations an insert, 3 a removal: the default
 *     ox_avl        height <= 1.44 log2(n + 2): for many look-ups and few changes
 *     ox_splay      what was touched last is the root, O(log n) on average over a sequence, for one no bound:
 *                   for look-ups that repeat themselves. Look-ups change the tree; walks do not.
 *
 *     insert, find, erase, lower and upper bound  O(log n)
 *     ox_tree_step                                O(log n), 2 steps on average over a whole walk
 *     ox_tree_clear                               O(n)
 *
 * Equal keys, where `multi` is set, keep the order of their insertion. A position is a node's number and
 * stays valid, with its address, until that node is erased. 8 bytes of links a node: two children, parent,
 * balance (colour or height). No recursion anywhere. (Red-black: Guibas and Sedgewick 1978, as in Cormen et
 * al.; AVL: Adelson-Velsky and Landis 1962; splay: Sleator and Tarjan 1985; GEA 5.3; Game Programming Gems
 * 1.4.6.)
 *
 * COST, executed Cortex-M3 instructions, typed form and core: with 32-bit keys, among 1024:
 *     red-black   insert 410 (mean from 0 on), find 180, remove by key 370, step 30
 *     AVL                785                        180                650
 *     splay             1075                        970               1280
 * Keys with a comparator: about 30 a level and the comparator. */
#ifndef OXCART_KERNEL_CONTAINERS_TREE_H
#define OXCART_KERNEL_CONTAINERS_TREE_H

#include "kernel/containers/nodes.h"

typedef struct ox_tree_links {
    uint16_t child[2]; /* lesser, greater */
    uint16_t parent;
    uint16_t mark; /* red-black: 1 = red; AVL: height of the subtree; splay: not used */
} ox_tree_links;

typedef struct ox_tree ox_tree;

/* How a tree is kept in balance. `removed`: node `id` (perhaps 0) has taken the place of a node whose mark was
 * `mark`. */
typedef struct ox_tree_balance {
    void (*inserted)(ox_tree *tree, uint32_t id);
    void (*removed)(ox_tree *tree, uint32_t id, uint32_t mark);
    /* called after a search, for the node that was touched last; NULL: nothing to do */
    void (*touched)(ox_tree *tree, uint32_t id);
} ox_tree_balance;

extern const ox_tree_balance ox_red_black, ox_avl, ox_splay;

struct ox_tree {
    ox_nodes *nodes;
    const ox_tree_balance *balance;
    ox_compare *compare;
    void *context;
    uint16_t root;
    uint16_t count;
    uint16_t key; /* offset of the key in a node */
    bool multi;   /* equal keys are kept */
};

void ox_tree_init(ox_tree *tree, ox_nodes *nodes, const ox_tree_balance *balance, size_t key_offset,
                  ox_compare *compare, void *context);

/* A linked node for the key, 0 when the store is empty. *fresh is false when the node was there already. */
uint32_t ox_tree_insert(ox_tree *tree, const void *key, bool *fresh);

/* The first node equal to the key, or 0. */
uint32_t ox_tree_find(ox_tree *tree, const void *key);

/* upper 0: the first node that is not before the key; upper 1: the first node that is behind the key; 0 when there is
 * none. */
uint32_t ox_tree_bound(ox_tree *tree, const void *key, int upper);

/* Unlinks a node and gives it back; returns the next in order. A node of no tree asserts, and the call returns 0 and
 * does nothing. */
uint32_t ox_tree_erase(ox_tree *tree, uint32_t id);
void ox_tree_clear(ox_tree *tree);

/* ox_tree_end gives the first node (side 0) or the last (side 1); ox_tree_step gives the node before `id` (side 0) or
 * behind it (side 1), 0 at the end. */
uint32_t ox_tree_end(const ox_tree *tree, unsigned side);
uint32_t ox_tree_step(const ox_tree *tree, uint32_t id, unsigned side);

static inline ox_tree_links *ox_tree_at(const ox_tree *tree, uint32_t id) {
    return (ox_tree_links *)ox_nodes_at(tree->nodes, id);
}

/* Rotation, for ways of keeping balance: node `id` goes down to `side`, its child of the other side takes its place. */
void ox_tree_rotate(ox_tree *tree, uint32_t id, unsigned side);

#endif
