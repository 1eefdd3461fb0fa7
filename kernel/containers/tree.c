/* Search trees: the operations that all have in common, and red-black balance. Node 0 is the leaf below all leaves:
 * black, of height 0, without children. A removal may leave a number in its parent link, which only the balance after
 * this removal reads. */
#include "kernel/containers/tree.h"

#include "kernel/containers/internal.h"
#include "kernel/memory/life.h"

enum { BLACK = 0, RED = 1 };

static inline ox_tree_links *links_at(const ox_tree *tree, uint32_t id) {
    return (ox_tree_links *)(void *)(tree->nodes->base + (size_t)id * tree->nodes->stride);
}

void ox_tree_init(ox_tree *tree, ox_nodes *nodes, const ox_tree_balance *balance, size_t key_offset,
                  ox_compare *compare, void *context) {
    *tree = (ox_tree){.nodes = nodes, .balance = balance, .compare = compare, .context = context};
    tree->key = (uint16_t)key_offset;
}

OX_CALLED int order(const ox_tree *tree, uint32_t id, const void *key) {
    const uint8_t *own = (const uint8_t *)links_at(tree, id) + tree->key;
    if (tree->compare != NULL) return tree->compare(own, key, tree->context);
    uint32_t a = *(const uint32_t *)(const void *)own, b = *(const uint32_t *)key;
    return (a > b) - (a < b);
}

/* ---- walking ---- */

OX_CALLED uint32_t outermost(const ox_tree *tree, uint32_t id, unsigned side) {
    for (uint32_t next = id; next != 0; next = links_at(tree, id)->child[side]) id = next;
    return id;
}

uint32_t ox_tree_end(const ox_tree *tree, unsigned side) { return outermost(tree, tree->root, side); }

OX_NOT_COPIED uint32_t ox_tree_step(const ox_tree *tree, uint32_t id, unsigned side) {
    uint32_t down = links_at(tree, id)->child[side];
    if (down != 0) return outermost(tree, down, !side);
    uint32_t up = links_at(tree, id)->parent;
    while (up != 0 && links_at(tree, up)->child[side] == id) {
        id = up;
        up = links_at(tree, id)->parent;
    }
    return up;
}

/* ---- looking ---- */

OX_NOT_COPIED uint32_t ox_tree_bound(ox_tree *tree, const void *key, int upper) {
    uint32_t found = 0, last = 0;
    if (tree->compare == NULL) { /* numbers are compared in line: 4 times as fast */
        const uint8_t *base = tree->nodes->base;
        uint32_t stride = tree->nodes->stride, offset = tree->key, wanted = *(const uint32_t *)key;
        for (uint32_t id = tree->root; id != 0;) {
            const uint8_t *node = base + (size_t)id * stride;
            uint32_t own = *(const uint32_t *)(const void *)(node + offset);
            last = id;
            if (upper != 0 ? own <= wanted : own < wanted) {
                id = ((const ox_tree_links *)(const void *)node)->child[1];
            } else {
                found = id;
                id = ((const ox_tree_links *)(const void *)node)->child[0];
            }
        }
    } else {
        for (uint32_t id = tree->root; id != 0;) {
            last = id;
            bool right = order(tree, id, key) < upper;
            if (!right) found = id;
            id = links_at(tree, id)->child[right];
        }
    }
    if (tree->balance->touched != NULL) tree->balance->touched(tree, found != 0 ? found : last);
    return found;
}

uint32_t ox_tree_find(ox_tree *tree, const void *key) {
    uint32_t id = ox_tree_bound(tree, key, 0);
    return id != 0 && order(tree, id, key) == 0 ? id : 0;
}

/* ---- changing ---- */

/* Makes the link that points to `old` point to `id`. */
OX_CALLED void replace(ox_tree *tree, uint32_t old, uint32_t id) {
    uint32_t up = links_at(tree, old)->parent;
    if (up == 0) {
        tree->root = (uint16_t)id;
    } else {
        links_at(tree, up)->child[links_at(tree, up)->child[1] == old] = (uint16_t)id;
    }
    links_at(tree, id)->parent = (uint16_t)up;
}

static void hang(ox_tree *tree, uint32_t parent, unsigned side, uint32_t id) {
    links_at(tree, parent)->child[side] = (uint16_t)id;
    links_at(tree, id)->parent = (uint16_t)parent;
}

OX_NOT_COPIED void ox_tree_rotate(ox_tree *tree, uint32_t id, unsigned side) {
    uint32_t up = links_at(tree, id)->child[!side], inner = links_at(tree, up)->child[side];
    replace(tree, id, up);
    hang(tree, up, side, id);
    links_at(tree, id)->child[!side] = (uint16_t)inner;
    if (inner != 0)
        links_at(tree, inner)->parent =
            (uint16_t)id; /* the parent of 0 is in use while a removal is mended */
}

uint32_t ox_tree_insert(ox_tree *tree, const void *key, bool *fresh) {
    OX_CREATED(tree->nodes);
    uint32_t up = 0;
    unsigned side = 0;
    *fresh = false;
    for (uint32_t id = tree->root; id != 0; id = links_at(tree, id)->child[side]) {
        int way;
        if (tree->compare == NULL) {
            uint32_t a = *(const uint32_t *)(const void *)((const uint8_t *)links_at(tree, id) + tree->key);
            way = (a > *(const uint32_t *)key) - (a < *(const uint32_t *)key);
        } else {
            way = order(tree, id, key);
        }
        if (way == 0 && !tree->multi) return id;
        up = id;
        side = way <= 0;
    }
    uint32_t id = ox_nodes_take(tree->nodes);
    if (id == 0) return 0;
    *links_at(tree, id) = (ox_tree_links){.parent = (uint16_t)up};
    if (up == 0) {
        tree->root = (uint16_t)id;
    } else {
        links_at(tree, up)->child[side] = (uint16_t)id;
    }
    tree->count++;
    *fresh = true;
    tree->balance->inserted(tree, id);
    return id;
}

/* Whether the parent of `id` has a link to it: false for idle nodes, strangers and 0. */
OX_CALLED bool is_member(const ox_tree *tree, uint32_t id) {
    if (id - 1u >= tree->nodes->fresh) return false;
    uint32_t up = links_at(tree, id)->parent;
    if (up == 0) return tree->root == id;
    return up <= tree->nodes->fresh &&
           (links_at(tree, up)->child[0] == id || links_at(tree, up)->child[1] == id);
}

uint32_t ox_tree_erase(ox_tree *tree, uint32_t id) {
    FX_CHECK_OR(is_member(tree, id), "tree: the node is not in this tree", return 0);
    ox_tree_links *own = links_at(tree, id);
    uint32_t next = ox_tree_step(tree, id, 1), heir, mark = own->mark;
    if (own->child[0] == 0 || own->child[1] == 0) {
        heir = own->child[own->child[0] == 0];
        replace(tree, id, heir);
    } else { /* the next one, which has no lesser child, takes the place */
        ox_tree_links *other = links_at(tree, next);
        mark = other->mark;
        heir = other->child[1];
        if (other->parent == id) {
            links_at(tree, heir)->parent = (uint16_t)next;
        } else {
            replace(tree, next, heir);
            hang(tree, next, 1, own->child[1]);
        }
        replace(tree, id, next);
        hang(tree, next, 0, own->child[0]);
        other->mark = own->mark;
    }
    tree->count--;
    tree->balance->removed(tree, heir, mark);
    ox_nodes_give(tree->nodes, id);
    return next;
}

/* Gives the leaves back first: goes down to a leaf, gives it back, and goes up to its parent. */
void ox_tree_clear(ox_tree *tree) {
    uint32_t id = tree->root;
    while (id != 0) {
        ox_tree_links *own = links_at(tree, id);
        uint32_t down = own->child[0] != 0 ? own->child[0] : own->child[1];
        if (down != 0) {
            id = down;
            continue;
        }
        uint32_t up = own->parent;
        if (up != 0) links_at(tree, up)->child[links_at(tree, up)->child[1] == id] = 0;
        ox_nodes_give(tree->nodes, id);
        id = up;
    }
    tree->root = 0;
    tree->count = 0;
}

/* ---- red-black ---- */

static void red_black_inserted(ox_tree *tree, uint32_t id) {
    links_at(tree, id)->mark = RED;
    for (;;) {
        uint32_t parent = links_at(tree, id)->parent;
        if (links_at(tree, parent)->mark == BLACK) break;
        uint32_t above = links_at(tree, parent)->parent;
        unsigned side = links_at(tree, above)->child[1] == parent;
        ox_tree_links *uncle = links_at(tree, links_at(tree, above)->child[!side]);
        if (uncle->mark == RED) {
            uncle->mark = BLACK;
            links_at(tree, parent)->mark = BLACK;
            links_at(tree, above)->mark = RED;
            id = above;
            continue;
        }
        if (links_at(tree, parent)->child[!side] == id) {
            ox_tree_rotate(tree, parent, side);
            parent = id;
        }
        links_at(tree, parent)->mark = BLACK;
        links_at(tree, above)->mark = RED;
        ox_tree_rotate(tree, above, !side);
        break;
    }
    links_at(tree, tree->root)->mark = BLACK;
}

/* Restores balance after a removal: the path through `id` has one black node too few. */
static void red_black_removed(ox_tree *tree, uint32_t id, uint32_t mark) {
    if (mark == RED) return;
    while (id != tree->root && links_at(tree, id)->mark == BLACK) {
        uint32_t parent = links_at(tree, id)->parent;
        unsigned side = links_at(tree, parent)->child[1] == id;
        uint32_t sibling = links_at(tree, parent)->child[!side];
        if (links_at(tree, sibling)->mark == RED) {
            links_at(tree, sibling)->mark = BLACK;
            links_at(tree, parent)->mark = RED;
            ox_tree_rotate(tree, parent, side);
            sibling = links_at(tree, parent)->child[!side];
        }
        ox_tree_links *own = links_at(tree, sibling);
        ox_tree_links *near = links_at(tree, own->child[side]), *far = links_at(tree, own->child[!side]);
        if (near->mark == BLACK && far->mark == BLACK) {
            own->mark = RED;
            id = parent;
            continue;
        }
        if (far->mark ==
            BLACK) { /* the near child comes up and is the sibling; the old one, red, is behind it */
            ox_tree_rotate(tree, sibling, !side);
            far = own;
            own = near;
        }
        own->mark = links_at(tree, parent)->mark;
        links_at(tree, parent)->mark = BLACK;
        far->mark = BLACK;
        ox_tree_rotate(tree, parent, side);
        break;
    }
    if (links_at(tree, id)->mark == RED) links_at(tree, id)->mark = BLACK;
}

const ox_tree_balance ox_red_black = {red_black_inserted, red_black_removed, NULL};
