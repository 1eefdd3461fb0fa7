/* The node tree: links by the hierarchy of containers, order by z, and world transforms made for changed nodes. */
#include "kernel/scene/node.h"

#include "fixedmath/quaternion.h"
#include "kernel/memory/life.h"

enum { VISIBLE = 1, CHANGED = 2, BELOW = 4, USED = 8 }; /* BELOW: a node below has changed */
FX_STATIC_ASSERT(sizeof(ox_node) == 80, "8 of links, 2 transforms of 32, 8");

ox_status ox_node_tree_init(ox_node_tree *tree, ox_arena *arena, uint32_t capacity) {
    ox_node *storage;
    if (capacity - 1u >= 65534u) return OX_BAD_ARGUMENT;
    storage = (ox_node *)ox_arena_push_zero(arena, OX_ARENA_LOW, sizeof(ox_node) * (capacity + 1u), 4);
    if (storage == NULL) return OX_OUT_OF_MEMORY;
    *tree = (ox_node_tree){.made = 0};
    ox_hierarchy_init(&tree->hierarchy, &tree->nodes);
    return ox_nodes_init(&tree->nodes, storage, capacity + 1u, sizeof(ox_node));
}

static ox_node *node_at(const ox_node_tree *tree, uint32_t id) {
    return (ox_node *)(void *)(tree->nodes.base + (size_t)id * tree->nodes.stride);
}

static bool is_node(const ox_node_tree *tree, uint32_t id) {
    return id - 1u < tree->nodes.fresh && (node_at(tree, id)->flags & USED) != 0;
}

const ox_node *ox_node_at(const ox_node_tree *tree, uint32_t node) {
    FX_CHECK_OR(is_node(tree, node), "scene: no such node", return NULL);
    return node_at(tree, node);
}

const sqt *ox_node_world(const ox_node_tree *tree, uint32_t node) {
    FX_CHECK_OR(is_node(tree, node), "scene: no such node", return &node_at(tree, 0)->world);
    return &node_at(tree, node)->world;
}

/* Marks a node, whose world transform is to be made again, and marks the way to it from the root. */
static void touch(ox_node_tree *tree, uint32_t id) {
    node_at(tree, id)->flags |= CHANGED;
    for (id = node_at(tree, id)->links.parent; id != 0 && (node_at(tree, id)->flags & BELOW) == 0;
         id = node_at(tree, id)->links.parent)
        node_at(tree, id)->flags |= BELOW;
}

/* Moves the siblings with a higher z behind node `id`, which is the last one; the others are in order already. */
static ox_status sort_in(ox_node_tree *tree, uint32_t id) {
    uint32_t next = ox_hierarchy_at(&tree->hierarchy, node_at(tree, id)->links.parent)->child;
    uint32_t parent = node_at(tree, id)->links.parent;
    while (next != id && next != 0) {
        uint32_t sibling = next;
        next = node_at(tree, sibling)->links.next;
        if (parent == 0 || node_at(tree, sibling)->z <= node_at(tree, id)->z) continue;
        ox_status status = ox_hierarchy_attach(&tree->hierarchy, sibling, parent);
        if (status != OX_OK) return status;
    }
    return OX_OK;
}

static uint32_t add_node(ox_node_tree *tree, uint32_t parent, ox_node_kind kind, int z) {
    OX_CREATED(tree->nodes.base);
    uint32_t id;
    if (parent != 0 && !is_node(tree, parent)) return 0;
    id = ox_hierarchy_add(&tree->hierarchy, parent);
    if (id == 0) return 0;
    ox_node *node = node_at(tree, id);
    node->local = node->world = sqt_identity();
    node->payload = 0;
    node->z = (int16_t)z;
    node->kind = (uint8_t)kind;
    node->flags = USED | VISIBLE;
    FX_VERIFY(sort_in(tree, id) == OX_OK);
    touch(tree, id);
    return id;
}

/* ---- scenes and layers ---- */

uint32_t ox_node_scene_open(ox_node_tree *tree) {
    uint32_t scene = add_node(tree, 0, OX_NODE_SCENE, 0);
    if (scene != 0 && add_node(tree, scene, OX_NODE_LAYER, 0) == 0) {
        ox_node_free(tree, scene);
        return 0;
    }
    return scene;
}

uint32_t ox_node_layer(ox_node_tree *tree, uint32_t scene, int z) {
    FX_CHECK_OR(is_node(tree, scene) && z == (int16_t)z, "scene: a layer of nothing, or too far", return 0);
    return add_node(tree, scene, OX_NODE_LAYER, z);
}

uint32_t ox_node_first_layer(const ox_node_tree *tree, uint32_t scene) {
    uint32_t id;
    FX_CHECK_OR(is_node(tree, scene), "scene: no such node", return 0);
    for (id = node_at(tree, scene)->links.child; id != 0; id = node_at(tree, id)->links.next) {
        if (node_at(tree, id)->kind == OX_NODE_LAYER) break;
    }
    return id;
}

void ox_node_scene_close(ox_node_tree *tree, uint32_t scene) { ox_node_free(tree, scene); }

void ox_node_scene_switch(ox_node_tree *tree, uint32_t *scene, uint32_t next) {
    if (*scene != 0) ox_node_scene_close(tree, *scene);
    *scene = next;
}

/* ---- nodes ---- */

uint32_t ox_node_add(ox_node_tree *tree, uint32_t parent) {
    FX_CHECK_OR(parent == 0 || is_node(tree, parent), "scene: no such parent", return 0);
    return add_node(tree, parent, OX_NODE_EMPTY, 0);
}

void ox_node_free(ox_node_tree *tree, uint32_t node) {
    FX_CHECK_OR(is_node(tree, node), "scene: no such node", return );
    for (uint32_t id = node; id != 0; id = ox_hierarchy_next_pre(&tree->hierarchy, id, node))
        node_at(tree, id)->flags = 0;
    (void)ox_hierarchy_erase(&tree->hierarchy, node);
}

ox_status ox_node_attach(ox_node_tree *tree, uint32_t node, uint32_t parent, bool keep_world) {
    ox_status status;
    FX_CHECK_OR(is_node(tree, node) && (parent == 0 || is_node(tree, parent)), "scene: no such node",
                return OX_NOT_FOUND);
    status = ox_hierarchy_attach(&tree->hierarchy, node, parent);
    if (status != OX_OK) return status;
    if (keep_world) {
        sqt inverse = sqt_identity();
        ox_node *n = node_at(tree, node);
        if (parent == 0 || sqt_inverse(&node_at(tree, parent)->world, &inverse))
            n->local = sqt_mul(&inverse, &n->world);
    }
    touch(tree, node);
    return sort_in(tree, node);
}

void ox_node_place(ox_node_tree *tree, uint32_t node, const sqt *local) {
    FX_CHECK_OR(is_node(tree, node), "scene: no such node", return );
    node_at(tree, node)->local = *local;
    touch(tree, node);
}

void ox_node_place_2d(ox_node_tree *tree, uint32_t node, vec2 to, ang16 angle, fx scale) {
    sqt local = {{to.x, to.y, 0}, q4_from_axis_angle((dir30){0, 0, Q30_ONE}, (ang32)angle << 16), scale};
    ox_node_place(tree, node, &local);
}

void ox_node_move(ox_node_tree *tree, uint32_t node, vec3 to) {
    FX_CHECK_OR(is_node(tree, node), "scene: no such node", return );
    node_at(tree, node)->local.t = to;
    touch(tree, node);
}

void ox_node_order(ox_node_tree *tree, uint32_t node, int z) {
    FX_CHECK_OR(is_node(tree, node) && z == (int16_t)z, "scene: no such node or z", return );
    node_at(tree, node)->z = (int16_t)z;
    FX_VERIFY(ox_hierarchy_attach(&tree->hierarchy, node, node_at(tree, node)->links.parent) == OX_OK);
    FX_VERIFY(sort_in(tree, node) == OX_OK);
}

void ox_node_show(ox_node_tree *tree, uint32_t node, bool visible) {
    FX_CHECK_OR(is_node(tree, node), "scene: no such node", return );
    node_at(tree, node)->flags =
        (uint8_t)(visible ? node_at(tree, node)->flags | VISIBLE : node_at(tree, node)->flags & ~VISIBLE);
}

void ox_node_carry(ox_node_tree *tree, uint32_t node, ox_node_kind kind, uint32_t payload) {
    FX_CHECK_OR(is_node(tree, node), "scene: no such node", return );
    node_at(tree, node)->kind = (uint8_t)kind;
    node_at(tree, node)->payload = payload;
}

/* ---- pictures ---- */

/* The next node of the walk, without what is below this one if `past`. */
static uint32_t next_of(const ox_node_tree *tree, uint32_t id, uint32_t top, bool past) {
    if (!past && node_at(tree, id)->links.child != 0) return node_at(tree, id)->links.child;
    while (id != top && node_at(tree, id)->links.next == 0) id = node_at(tree, id)->links.parent;
    return id == top ? 0 : node_at(tree, id)->links.next;
}

void ox_node_scene_update(ox_node_tree *tree, uint32_t scene) {
    uint32_t id = scene;
    tree->made = tree->visited = 0;
    FX_CHECK_OR(is_node(tree, scene), "scene: no such node", return );
    while (id != 0) {
        ox_node *node = node_at(tree, id);
        uint32_t parent = node->links.parent;
        bool changed = (node->flags & CHANGED) != 0, enter = changed || (node->flags & BELOW) != 0;
        tree->visited++;
        if (changed) {
            node->world = parent == 0 ? node->local : sqt_mul(&node_at(tree, parent)->world, &node->local);
            tree->made++;
            for (uint32_t child = node->links.child; child != 0; child = node_at(tree, child)->links.next)
                node_at(tree, child)->flags |= CHANGED;
        }
        node->flags &= (uint8_t) ~(CHANGED | BELOW);
        id = next_of(tree, id, scene, !enter);
    }
}

void ox_node_scene_draw(const ox_node_tree *tree, uint32_t scene, ox_node_drawer *draw, void *context) {
    uint32_t id = scene;
    FX_CHECK_OR(is_node(tree, scene), "scene: no such node", return );
    while (id != 0) {
        const ox_node *node = node_at(tree, id);
        bool visible = (node->flags & VISIBLE) != 0;
        if (visible && node->kind != OX_NODE_EMPTY && node->kind != OX_NODE_SCENE &&
            node->kind != OX_NODE_LAYER)
            draw(context, node);
        id = next_of(tree, id, scene, !visible);
    }
}
