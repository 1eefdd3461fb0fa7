/* General trees: links and walks. The roots are the children of the hierarchy object itself, which is node 0.
 * */
#include "kernel/containers/hierarchy.h"

#include "kernel/containers/internal.h"
#include "kernel/memory/life.h"

OX_CALLED ox_hierarchy_links *at(const ox_hierarchy *h, uint32_t id) {
    return (ox_hierarchy_links *)(uintptr_t)ox_hierarchy_at(h, id);
}

/* Whether a node is in use: a node that was given back is its own parent. */
OX_CALLED bool is_live(const ox_hierarchy *h, uint32_t id) {
    return id - 1u < h->nodes->fresh && at(h, id)->parent != id;
}

OX_CALLED void link_last(ox_hierarchy *h, uint32_t id, uint32_t parent) {
    ox_hierarchy_links *own = at(h, id), *above = at(h, parent);
    own->parent = (uint16_t)parent;
    own->next = 0;
    own->prev = (uint16_t)id;
    if (above->child == 0) {
        above->child = (uint16_t)id;
        return;
    }
    ox_hierarchy_links *first = at(h, above->child);
    own->prev = first->prev;
    at(h, first->prev)->next = (uint16_t)id;
    first->prev = (uint16_t)id;
}

OX_CALLED void unlink_node(ox_hierarchy *h, uint32_t id) {
    ox_hierarchy_links *own = at(h, id), *above = at(h, own->parent);
    uint32_t last = at(h, above->child)->prev;
    if (above->child == id) {
        above->child = own->next;
    } else {
        at(h, own->prev)->next = own->next;
    }
    if (own->next != 0) {
        at(h, own->next)->prev = own->prev;
    } else if (above->child != 0) {
        last = own->prev;
    }
    if (above->child != 0) at(h, above->child)->prev = (uint16_t)last;
}

uint32_t ox_hierarchy_add(ox_hierarchy *h, uint32_t parent) {
    OX_CREATED(h->nodes);
    FX_CHECK_OR(parent == 0 || is_live(h, parent), "hierarchy: no such parent", return 0);
    uint32_t id = ox_nodes_take(h->nodes);
    if (id == 0) return 0;
    at(h, id)->child = 0;
    link_last(h, id, parent);
    h->count++;
    return id;
}

OX_NOT_COPIED bool ox_hierarchy_is_below(const ox_hierarchy *h, uint32_t id, uint32_t ancestor) {
    while (id != ancestor && id != 0) id = at(h, id)->parent;
    return id == ancestor;
}

ox_status ox_hierarchy_attach(ox_hierarchy *h, uint32_t id, uint32_t parent) {
    FX_CHECK_OR(is_live(h, id) && (parent == 0 || is_live(h, parent)), "hierarchy: no such node",
                return OX_BAD_ARGUMENT);
    if (parent != 0 && ox_hierarchy_is_below(h, parent, id)) return OX_CYCLE;
    unlink_node(h, id);
    link_last(h, id, parent);
    return OX_OK;
}

OX_NOT_COPIED uint32_t ox_hierarchy_depth(const ox_hierarchy *h, uint32_t id) {
    uint32_t depth = 0;
    while ((id = at(h, id)->parent) != 0) depth++;
    return depth;
}

uint32_t ox_hierarchy_path(const ox_hierarchy *h, uint32_t id, uint16_t *out, uint32_t room) {
    uint32_t length = id == 0 ? 0 : ox_hierarchy_depth(h, id) + 1u;
    for (uint32_t i = length; i-- > 0; id = at(h, id)->parent) {
        if (i < room) out[i] = (uint16_t)id;
    }
    return length;
}

/* The next node in preorder that is not below `id`. */
OX_CALLED uint32_t behind(const ox_hierarchy *h, uint32_t id, uint32_t top) {
    for (; id != top; id = ox_hierarchy_at(h, id)->parent) {
        uint32_t next = ox_hierarchy_at(h, id)->next;
        if (next != 0) return next;
    }
    return 0;
}

uint32_t ox_hierarchy_first_pre(const ox_hierarchy *h, uint32_t top) { return top != 0 ? top : h->top.child; }

uint32_t ox_hierarchy_next_pre(const ox_hierarchy *h, uint32_t id, uint32_t top) {
    uint32_t child = ox_hierarchy_at(h, id)->child;
    return child != 0 ? child : behind(h, id, top);
}

OX_CALLED uint32_t deepest_first(const ox_hierarchy *h, uint32_t id) {
    while (at(h, id)->child != 0) id = at(h, id)->child;
    return id;
}

uint32_t ox_hierarchy_first_post(const ox_hierarchy *h, uint32_t top) { return deepest_first(h, top); }

OX_NOT_COPIED uint32_t ox_hierarchy_next_post(const ox_hierarchy *h, uint32_t id, uint32_t top) {
    if (id == top) return 0;
    uint32_t next = at(h, id)->next;
    return next != 0 ? deepest_first(h, next) : at(h, id)->parent;
}

/* The next node of depth `depth` in preorder from `id`, whose depth is `level`; the walk goes no deeper. */
OX_CALLED uint32_t next_of_depth(const ox_hierarchy *h, uint32_t id, uint32_t top, uint32_t level,
                                 uint32_t depth) {
    for (;;) {
        if (level < depth && at(h, id)->child != 0) {
            id = at(h, id)->child;
            level++;
        } else {
            for (; id != top && at(h, id)->next == 0; level--) id = at(h, id)->parent;
            if (id == top) return 0;
            id = at(h, id)->next;
        }
        if (level == depth) return id;
    }
}

uint32_t ox_hierarchy_next_wide(const ox_hierarchy *h, uint32_t id, uint32_t top) {
    uint32_t level = 0;
    for (uint32_t up = id; up != top; up = at(h, up)->parent) level++;
    uint32_t next = next_of_depth(h, id, top, level, level);
    return next != 0 ? next : next_of_depth(h, top, top, 0, level + 1u);
}

uint32_t ox_hierarchy_back(const ox_hierarchy *h, uint32_t id) {
    ox_hierarchy_links *own = at(h, id);
    if (id != 0 && at(h, own->parent)->child == id) return own->parent;
    id = id == 0 ? 0 : own->prev;
    while (at(h, id)->child != 0) id = at(h, at(h, id)->child)->prev;
    return id;
}

/* Erases leaves first, in postorder: a node is given back when it has no children any more. */
uint32_t ox_hierarchy_erase(ox_hierarchy *h, uint32_t id) {
    FX_CHECK_OR(is_live(h, id), "hierarchy: no such node", return 0);
    uint32_t next = behind(h, id, 0);
    unlink_node(h, id);
    uint32_t leaf = deepest_first(h, id);
    while (leaf != 0) {
        uint32_t then = ox_hierarchy_next_post(h, leaf, id);
        at(h, leaf)->parent = (uint16_t)leaf;
        ox_nodes_give(h->nodes, leaf);
        h->count--;
        leaf = then;
    }
    return next;
}
