/* A tree of boxes: which of many things may meet a box, a line, or one another. Broad phase, and the structure behind all questions about places.
 *
 *     size_t bytes = ox_box_tree_bytes(capacity);
 *     ox_box_tree_init(&tree, memory, capacity);
 *     ox_box_tree_put(&tree, item, &box);                     a number below capacity, which gets a leaf, or a new box for it
 *     ox_box_tree_take(&tree, item);
 *     ox_box_tree_overlap(&tree, &box, hear, context);        calls hear(context, item); false ends the walk
 *     ox_box_tree_sweep(&tree, &box, way, hear, context);
 *
 * A leaf's box is a margin larger than what was put, and grows along a motion, so things that move a little keep their leaf: `put` says whether it was
 * made anew. The margin is OX_BOX_TREE_MARGIN. Results come in no order that a game may count on: it depends on what happened before. Whoever needs an
 * order sorts them.
 *
 * 56
 * bytes an item, none of which is state: a tree that is built anew answers the same. (Catto, Dynamic Bounding Volume Hierarchies, GDC 2019; Ericson 6.) */
#ifndef OXCART_KERNEL_COLLISION_BOX_TREE_H
#define OXCART_KERNEL_COLLISION_BOX_TREE_H

#include "fixedmath/volume.h"

#define OX_BOX_TREE_MARGIN (FX_ONE / 16)

typedef struct ox_box_tree_node {
    box3 box;
    uint16_t parent;      /* OX_BOX_TREE_NONE: the root */
    uint16_t children[2]; /* of a leaf: OX_BOX_TREE_NONE and its item */
    uint16_t height;      /* 0: leaf */
} ox_box_tree_node;

enum { OX_BOX_TREE_NONE = 0xFFFF, OX_BOX_TREE_MOST = 16384 };

typedef struct ox_box_tree {
    ox_box_tree_node *nodes; /* 2 capacity - 1 */
    uint16_t *leaves;        /* of each item; OX_BOX_TREE_NONE: none */
    uint16_t root, free;     /* free nodes are linked by parent */
    uint16_t capacity, count;
} ox_box_tree;

size_t ox_box_tree_bytes(uint32_t capacity);
void ox_box_tree_init(ox_box_tree *tree, void *memory, uint32_t capacity);

/* Puts or moves an item; `ahead` is where its box goes before it is put again, V3_ZERO: not known. True: it has a new leaf. */
bool ox_box_tree_put(ox_box_tree *tree, uint32_t item, const box3 *box, vec3 ahead);
void ox_box_tree_take(ox_box_tree *tree, uint32_t item); /* harmless for an item that the tree has not got */
static inline bool ox_box_tree_has(const ox_box_tree *tree, uint32_t item) {
    return tree->leaves[item] != OX_BOX_TREE_NONE;
}

/* The box of an item's leaf. */
static inline const box3 *ox_box_tree_box(const ox_box_tree *tree, uint32_t item) {
    return &tree->nodes[tree->leaves[item]].box;
}

/* The nodes, each before those below it: the one behind `n` (OX_BOX_TREE_NONE: the first), OX_BOX_TREE_NONE behind the last. */
uint16_t ox_box_tree_next(const ox_box_tree *tree, uint16_t n);

typedef bool ox_box_tree_hear(void *context, uint32_t item);

/* Items whose leaves meet a box; and a box that moves from its place by `way`: a line where it has no size. */
void ox_box_tree_overlap(ox_box_tree *tree, const box3 *box, ox_box_tree_hear *hear, void *context);
void ox_box_tree_sweep(ox_box_tree *tree, const box3 *box, vec3 way, ox_box_tree_hear *hear, void *context);

#endif
