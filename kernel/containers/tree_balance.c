/* Two more ways of keeping a search tree in balance: AVL and splay. */
#include "kernel/containers/tree.h"

#define at ox_tree_at

/* ---- AVL: mark is the height ---- */

static void fit(ox_tree *tree, uint32_t id) {
    ox_tree_links *own = at(tree, id);
    uint32_t left = at(tree, own->child[0])->mark, right = at(tree, own->child[1])->mark;
    if (id != 0) own->mark = (uint16_t)((left > right ? left : right) + 1u);
}

/* Walks from `id` up to the root: sets heights, and rotates once or twice where the heights of two children differ by
 * two. */
static void level(ox_tree *tree, uint32_t id) {
    for (; id != 0; id = at(tree, id)->parent) {
        ox_tree_links *own = at(tree, id);
        int lean = at(tree, own->child[1])->mark - at(tree, own->child[0])->mark;
        if (lean > 1 || lean < -1) {
            unsigned side = lean > 0;
            ox_tree_links *child = at(tree, own->child[side]);
            if (at(tree, child->child[!side])->mark > at(tree, child->child[side])->mark) {
                ox_tree_rotate(tree, own->child[side], side);
            }
            ox_tree_rotate(tree, id, !side);
            id = own->parent;
            fit(tree, at(tree, id)->child[0]);
            fit(tree, at(tree, id)->child[1]);
        }
        fit(tree, id);
    }
}

static void avl_removed(ox_tree *tree, uint32_t id, uint32_t mark) {
    (void)mark;
    level(tree, at(tree, id)->parent);
}

const ox_tree_balance ox_avl = {level, avl_removed, NULL};

/* ---- splay ---- */

static void raise(ox_tree *tree, uint32_t id) {
    uint32_t parent = at(tree, id)->parent;
    ox_tree_rotate(tree, parent, at(tree, parent)->child[0] == id);
}

static void splay(ox_tree *tree, uint32_t id) {
    uint32_t parent;
    while (id != 0 && (parent = at(tree, id)->parent) != 0) {
        uint32_t above = at(tree, parent)->parent;
        if (above != 0) {
            bool straight = (at(tree, above)->child[0] == parent) == (at(tree, parent)->child[0] == id);
            raise(tree, straight ? parent : id);
        }
        raise(tree, id);
    }
}

static void splay_removed(ox_tree *tree, uint32_t id, uint32_t mark) {
    (void)mark;
    splay(tree, at(tree, id)->parent);
}

const ox_tree_balance ox_splay = {splay, splay_removed, splay};
