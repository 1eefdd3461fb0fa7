/* A tree of boxes with as small boxes as insertion and rotations make them. */
#include "kernel/collision/box_tree.h"

#include "fixedmath/assert.h"
#include "fixedmath/scalar.h"
#include "kernel/collision/slant.h"

#define NONE OX_BOX_TREE_NONE

/* ---- nodes ---- */

size_t ox_box_tree_bytes(uint32_t capacity) {
    return (capacity * 2 - 1) * sizeof(ox_box_tree_node) + capacity * sizeof(uint16_t);
}

void ox_box_tree_init(ox_box_tree *tree, void *memory, uint32_t capacity) {
    FX_ASSERT_MSG(capacity >= 1 && capacity <= OX_BOX_TREE_MOST, "a tree for %u items", (unsigned)capacity);
    const uint32_t nodes = capacity * 2 - 1;
    *tree =
        (ox_box_tree){.nodes = memory,
                      .leaves = (uint16_t *)(void *)((uint8_t *)memory + nodes * sizeof(ox_box_tree_node)),
                      .root = NONE,
                      .capacity = (uint16_t)capacity};
    for (uint32_t i = 0; i < nodes; i++) tree->nodes[i].parent = (uint16_t)(i + 1 < nodes ? i + 1 : NONE);
    for (uint32_t i = 0; i < capacity; i++) tree->leaves[i] = NONE;
}

static uint16_t take_node(ox_box_tree *t) {
    const uint16_t n = t->free;
    FX_ASSERT_MSG(n != NONE, "a tree of boxes with %u items has no node left", (unsigned)t->count);
    t->free = t->nodes[n].parent;
    return n;
}

static void free_node(ox_box_tree *t, uint16_t n) {
    t->nodes[n].parent = t->free;
    t->free = n;
}

static bool is_leaf(const ox_box_tree_node *node) { return node->children[0] == NONE; }

/* Half the length of all edges of a box: what a random line or box has to be near to in order to meet it. */
static int64_t size_of(const box3 *b) {
    return (int64_t)b->hi.x - b->lo.x + b->hi.y - b->lo.y + b->hi.z - b->lo.z;
}

/* The size of the box of both, without that box: what rotations and insertion compare most. */
static int64_t merged_size(const box3 *a, const box3 *b) {
    return (int64_t)fx_max(a->hi.x, b->hi.x) - fx_min(a->lo.x, b->lo.x) + fx_max(a->hi.y, b->hi.y) -
           fx_min(a->lo.y, b->lo.y) + fx_max(a->hi.z, b->hi.z) - fx_min(a->lo.z, b->lo.z);
}

static void mend_node(ox_box_tree *t, uint16_t n) {
    ox_box_tree_node *node = &t->nodes[n];
    const ox_box_tree_node *a = &t->nodes[node->children[0]], *b = &t->nodes[node->children[1]];
    node->box = box_merge(&a->box, &b->box);
    node->height = (uint16_t)(1 + (a->height > b->height ? a->height : b->height));
}

/* ---- balance ---- */

/* Puts a grandchild of `n` in the place of the child on its other side, where that makes the node between smaller. */
static void rotate_node(ox_box_tree *t, uint16_t n) {
    ox_box_tree_node *node = &t->nodes[n];
    int64_t best = 0;
    uint32_t best_side = 0, best_child = 0;
    for (uint32_t side = 0; side < 2; side++) {
        const ox_box_tree_node *inner = &t->nodes[node->children[side]];
        const box3 *other = &t->nodes[node->children[1 - side]].box;
        if (is_leaf(inner)) continue;
        for (uint32_t child = 0; child < 2; child++) {
            /* `child` of the inner node goes up, and the other side comes down in its place */
            const int64_t gain =
                size_of(&inner->box) - merged_size(&t->nodes[inner->children[1 - child]].box, other);
            if (gain > best) {
                best = gain;
                best_side = side;
                best_child = child;
            }
        }
    }
    if (best == 0) return;
    const uint16_t inner = node->children[best_side], down = node->children[1 - best_side],
                   up = t->nodes[inner].children[best_child];
    t->nodes[inner].children[best_child] = down;
    t->nodes[down].parent = inner;
    node->children[1 - best_side] = up;
    t->nodes[up].parent = n;
    mend_node(t, inner);
}

static void mend_upward(ox_box_tree *t, uint16_t n) {
    for (; n != NONE; n = t->nodes[n].parent) {
        rotate_node(t, n);
        mend_node(t, n);
    }
}

/* ---- leaves ---- */

/* The node beside which a new leaf costs least: each step down is taken while a child may cost less than this node. */
static uint16_t find_neighbour(const ox_box_tree *t, const box3 *box) {
    uint16_t n = t->root;
    while (!is_leaf(&t->nodes[n])) {
        const ox_box_tree_node *node = &t->nodes[n];
        const int64_t both = merged_size(&node->box, box), inherited = 2 * (both - size_of(&node->box));
        int64_t cost[2];
        for (uint32_t i = 0; i < 2; i++) {
            const ox_box_tree_node *child = &t->nodes[node->children[i]];
            cost[i] = inherited + merged_size(&child->box, box) - (is_leaf(child) ? 0 : size_of(&child->box));
        }
        if (2 * both < cost[0] && 2 * both < cost[1]) return n;
        n = node->children[cost[1] < cost[0]];
    }
    return n;
}

static void link_leaf(ox_box_tree *t, uint16_t leaf) {
    if (t->root == NONE) {
        t->root = leaf;
        t->nodes[leaf].parent = NONE;
        return;
    }
    const uint16_t beside = find_neighbour(t, &t->nodes[leaf].box), above = t->nodes[beside].parent,
                   n = take_node(t);
    t->nodes[n] = (ox_box_tree_node){.parent = above, .children = {beside, leaf}};
    t->nodes[beside].parent = t->nodes[leaf].parent = n;
    if (above == NONE)
        t->root = n;
    else
        t->nodes[above].children[t->nodes[above].children[1] == beside] = n;
    mend_node(t, n);
    mend_upward(t, above);
}

static void unlink_leaf(ox_box_tree *t, uint16_t leaf) {
    const uint16_t n = t->nodes[leaf].parent;
    if (n == NONE) {
        t->root = NONE;
        return;
    }
    const uint16_t above = t->nodes[n].parent, beside = t->nodes[n].children[t->nodes[n].children[0] == leaf];
    t->nodes[beside].parent = above;
    free_node(t, n);
    if (above == NONE) {
        t->root = beside;
        return;
    }
    t->nodes[above].children[t->nodes[above].children[1] == n] = beside;
    mend_upward(t, above);
}

static void stretch_axis(fx *lo, fx *hi, fx way) {
    if (way < 0)
        *lo = fx_adds(*lo, way);
    else
        *hi = fx_adds(*hi, way);
}

static box3 stretched(const box3 *box, vec3 way) {
    box3 b = *box;
    stretch_axis(&b.lo.x, &b.hi.x, way.x);
    stretch_axis(&b.lo.y, &b.hi.y, way.y);
    stretch_axis(&b.lo.z, &b.hi.z, way.z);
    return b;
}

static bool box_holds(const box3 *outer, const box3 *inner) {
    return box_contains(outer, inner->lo) && box_contains(outer, inner->hi);
}

bool ox_box_tree_put(ox_box_tree *tree, uint32_t item, const box3 *box, vec3 ahead) {
    FX_ASSERT_MSG(item < tree->capacity, "item %u of %u", (unsigned)item, (unsigned)tree->capacity);
    uint16_t leaf = tree->leaves[item];
    if (leaf != NONE && box_holds(&tree->nodes[leaf].box, box)) return false;
    if (leaf == NONE) {
        leaf = tree->leaves[item] = take_node(tree);
        tree->count++;
    } else {
        unlink_leaf(tree, leaf);
    }
    const box3 wide = box_expand(box, OX_BOX_TREE_MARGIN);
    tree->nodes[leaf] = (ox_box_tree_node){
        .box = stretched(&wide, ahead), .parent = NONE, .children = {NONE, (uint16_t)item}};
    link_leaf(tree, leaf);
    return true;
}

void ox_box_tree_take(ox_box_tree *tree, uint32_t item) {
    if (item >= tree->capacity || tree->leaves[item] == NONE) return;
    unlink_leaf(tree, tree->leaves[item]);
    free_node(tree, tree->leaves[item]);
    tree->leaves[item] = NONE;
    tree->count--;
}

/* ---- questions ---- */

/* A walk that goes by the parents, without a stack: where it came from says where it goes on. */
static void walk_tree(const ox_box_tree *t, const ox_slant *slant, const box3 *all, ox_box_tree_hear *hear,
                      void *context) {
    uint16_t from = NONE, n = t->root;
    while (n != NONE) {
        const ox_box_tree_node *node = &t->nodes[n];
        uint16_t next = node->parent;
        if (from == node->parent) { /* from above */
            const bool met = box_overlap(all, &node->box) &&
                             (slant == NULL || !ox_slant_is_beside(slant, node->box.lo, node->box.hi));
            if (met && !is_leaf(node))
                next = node->children[0];
            else if (met && !hear(context, node->children[1]))
                return;
        } else if (from == node->children[0]) {
            next = node->children[1];
        }
        from = n;
        n = next;
    }
}

uint16_t ox_box_tree_next(const ox_box_tree *t, uint16_t n) {
    if (n == NONE) return t->root;
    if (!is_leaf(&t->nodes[n])) return t->nodes[n].children[0];
    for (uint16_t above = t->nodes[n].parent; above != NONE; n = above, above = t->nodes[n].parent)
        if (t->nodes[above].children[0] == n) return t->nodes[above].children[1];
    return NONE;
}

void ox_box_tree_overlap(ox_box_tree *tree, const box3 *box, ox_box_tree_hear *hear, void *context) {
    walk_tree(tree, NULL, box, hear, context);
}

void ox_box_tree_sweep(ox_box_tree *tree, const box3 *box, vec3 way, ox_box_tree_hear *hear, void *context) {
    const box3 all = stretched(box, way);
    ox_slant slant;
    ox_slant_set(&slant, box, way);
    walk_tree(tree, &slant, &all, hear, context);
}
