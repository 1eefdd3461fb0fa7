/* The node tree: links by the hierarchy of containers, order by z, and transforms made where something
 * changed. */
#include "kernel/scene/node.h"

#include "fixedmath/quaternion.h"
#include "kernel/memory/life.h"

enum { VISIBLE = 1, CHANGED = 2, BELOW = 4, USED = 8 }; /* BELOW: something below it changed */
FX_STATIC_ASSERT(sizeof(ox_node) == 80, "8 of links, 2 transforms of 32, 8");

ox_status ox_scenes_init(ox_scenes *scenes, ox_arena *arena, uint32_t capacity) {
    ox_node *storage;
    if (capacity - 1u >= 65534u) return OX_BAD_ARGUMENT;
    storage = (ox_node *)ox_arena_push_zero(arena, OX_ARENA_LOW, sizeof(ox_node) * (capacity + 1u), 4);
    if (storage == NULL) return OX_OUT_OF_MEMORY;
    *scenes = (ox_scenes){.made = 0};
    ox_hierarchy_init(&scenes->tree, &scenes->nodes);
    return ox_nodes_init(&scenes->nodes, storage, capacity + 1u, sizeof(ox_node));
}

static ox_node *node_at(const ox_scenes *scenes, uint32_t id) {
    return (ox_node *)(void *)(scenes->nodes.base + (size_t)id * scenes->nodes.stride);
}

static bool is_node(const ox_scenes *scenes, uint32_t id) {
    return id - 1u < scenes->nodes.fresh && (node_at(scenes, id)->flags & USED) != 0;
}

const ox_node *ox_node_at(const ox_scenes *scenes, uint32_t node) {
    FX_CHECK_OR(is_node(scenes, node), "scene: no such node", return NULL);
    return node_at(scenes, node);
}

const sqt *ox_node_world(const ox_scenes *scenes, uint32_t node) {
    FX_CHECK_OR(is_node(scenes, node), "scene: no such node", return &node_at(scenes, 0)->world);
    return &node_at(scenes, node)->world;
}

/* Its transform is to be made again, and the way to it is to be found. */
static void touch(ox_scenes *scenes, uint32_t id) {
    node_at(scenes, id)->flags |= CHANGED;
    for (id = node_at(scenes, id)->links.parent; id != 0 && (node_at(scenes, id)->flags & BELOW) == 0;
         id = node_at(scenes, id)->links.parent)
        node_at(scenes, id)->flags |= BELOW;
}

/* Moves the siblings that come after the last one by z behind it; the others are in order. */
static ox_status sort_in(ox_scenes *scenes, uint32_t id) {
    uint32_t next = ox_hierarchy_at(&scenes->tree, node_at(scenes, id)->links.parent)->child;
    uint32_t parent = node_at(scenes, id)->links.parent;
    while (next != id && next != 0) {
        uint32_t sibling = next;
        next = node_at(scenes, sibling)->links.next;
        if (parent == 0 || node_at(scenes, sibling)->z <= node_at(scenes, id)->z) continue;
        ox_status status = ox_hierarchy_attach(&scenes->tree, sibling, parent);
        if (status != OX_OK) return status;
    }
    return OX_OK;
}

static uint32_t add_node(ox_scenes *scenes, uint32_t parent, ox_node_kind kind, int z) {
    OX_CREATED(scenes->nodes.base);
    uint32_t id;
    if (parent != 0 && !is_node(scenes, parent)) return 0;
    id = ox_hierarchy_add(&scenes->tree, parent);
    if (id == 0) return 0;
    ox_node *node = node_at(scenes, id);
    node->local = node->world = sqt_identity();
    node->payload = 0;
    node->z = (int16_t)z;
    node->kind = (uint8_t)kind;
    node->flags = USED | VISIBLE;
    FX_VERIFY(sort_in(scenes, id) == OX_OK);
    touch(scenes, id);
    return id;
}

/* ---- scenes and layers ---- */

uint32_t ox_scene_open(ox_scenes *scenes) {
    uint32_t scene = add_node(scenes, 0, OX_NODE_SCENE, 0);
    if (scene != 0 && add_node(scenes, scene, OX_NODE_LAYER, 0) == 0) {
        ox_node_free(scenes, scene);
        return 0;
    }
    return scene;
}

uint32_t ox_scene_layer(ox_scenes *scenes, uint32_t scene, int z) {
    FX_CHECK_OR(is_node(scenes, scene) && z == (int16_t)z, "scene: a layer of nothing, or too far", return 0);
    return add_node(scenes, scene, OX_NODE_LAYER, z);
}

uint32_t ox_scene_first_layer(const ox_scenes *scenes, uint32_t scene) {
    uint32_t id;
    FX_CHECK_OR(is_node(scenes, scene), "scene: no such node", return 0);
    for (id = node_at(scenes, scene)->links.child; id != 0; id = node_at(scenes, id)->links.next) {
        if (node_at(scenes, id)->kind == OX_NODE_LAYER) break;
    }
    return id;
}

void ox_scene_close(ox_scenes *scenes, uint32_t scene) { ox_node_free(scenes, scene); }

void ox_scene_switch(ox_scenes *scenes, uint32_t *scene, uint32_t next) {
    if (*scene != 0) ox_scene_close(scenes, *scene);
    *scene = next;
}

/* ---- nodes ---- */

uint32_t ox_node_add(ox_scenes *scenes, uint32_t parent) {
    FX_CHECK_OR(parent == 0 || is_node(scenes, parent), "scene: no such parent", return 0);
    return add_node(scenes, parent, OX_NODE_EMPTY, 0);
}

void ox_node_free(ox_scenes *scenes, uint32_t node) {
    FX_CHECK_OR(is_node(scenes, node), "scene: no such node", return );
    for (uint32_t id = node; id != 0; id = ox_hierarchy_next_pre(&scenes->tree, id, node))
        node_at(scenes, id)->flags = 0;
    (void)ox_hierarchy_erase(&scenes->tree, node);
}

ox_status ox_node_attach(ox_scenes *scenes, uint32_t node, uint32_t parent, bool keep_world) {
    ox_status status;
    FX_CHECK_OR(is_node(scenes, node) && (parent == 0 || is_node(scenes, parent)), "scene: no such node",
                return OX_NOT_FOUND);
    status = ox_hierarchy_attach(&scenes->tree, node, parent);
    if (status != OX_OK) return status;
    if (keep_world) {
        sqt inverse = sqt_identity();
        ox_node *n = node_at(scenes, node);
        if (parent == 0 || sqt_inverse(&node_at(scenes, parent)->world, &inverse))
            n->local = sqt_mul(&inverse, &n->world);
    }
    touch(scenes, node);
    return sort_in(scenes, node);
}

void ox_node_place(ox_scenes *scenes, uint32_t node, const sqt *local) {
    FX_CHECK_OR(is_node(scenes, node), "scene: no such node", return );
    node_at(scenes, node)->local = *local;
    touch(scenes, node);
}

void ox_node_place_2d(ox_scenes *scenes, uint32_t node, vec2 to, ang16 angle, fx scale) {
    sqt local = {{to.x, to.y, 0}, q4_from_axis_angle((dir30){0, 0, Q30_ONE}, (ang32)angle << 16), scale};
    ox_node_place(scenes, node, &local);
}

void ox_node_move(ox_scenes *scenes, uint32_t node, vec3 to) {
    FX_CHECK_OR(is_node(scenes, node), "scene: no such node", return );
    node_at(scenes, node)->local.t = to;
    touch(scenes, node);
}

void ox_node_order(ox_scenes *scenes, uint32_t node, int z) {
    FX_CHECK_OR(is_node(scenes, node) && z == (int16_t)z, "scene: no such node or z", return );
    node_at(scenes, node)->z = (int16_t)z;
    FX_VERIFY(ox_hierarchy_attach(&scenes->tree, node, node_at(scenes, node)->links.parent) == OX_OK);
    FX_VERIFY(sort_in(scenes, node) == OX_OK);
}

void ox_node_show(ox_scenes *scenes, uint32_t node, bool visible) {
    FX_CHECK_OR(is_node(scenes, node), "scene: no such node", return );
    node_at(scenes, node)->flags =
        (uint8_t)(visible ? node_at(scenes, node)->flags | VISIBLE : node_at(scenes, node)->flags & ~VISIBLE);
}

void ox_node_carry(ox_scenes *scenes, uint32_t node, ox_node_kind kind, uint32_t payload) {
    FX_CHECK_OR(is_node(scenes, node), "scene: no such node", return );
    node_at(scenes, node)->kind = (uint8_t)kind;
    node_at(scenes, node)->payload = payload;
}

/* ---- pictures ---- */

/* The next node of the walk, without what is below this one if `past`. */
static uint32_t next_of(const ox_scenes *scenes, uint32_t id, uint32_t top, bool past) {
    if (!past && node_at(scenes, id)->links.child != 0) return node_at(scenes, id)->links.child;
    while (id != top && node_at(scenes, id)->links.next == 0) id = node_at(scenes, id)->links.parent;
    return id == top ? 0 : node_at(scenes, id)->links.next;
}

void ox_scene_update(ox_scenes *scenes, uint32_t scene) {
    uint32_t id = scene;
    scenes->made = scenes->visited = 0;
    FX_CHECK_OR(is_node(scenes, scene), "scene: no such node", return );
    while (id != 0) {
        ox_node *node = node_at(scenes, id);
        uint32_t parent = node->links.parent;
        bool changed = (node->flags & CHANGED) != 0, enter = changed || (node->flags & BELOW) != 0;
        scenes->visited++;
        if (changed) {
            node->world = parent == 0 ? node->local : sqt_mul(&node_at(scenes, parent)->world, &node->local);
            scenes->made++;
            for (uint32_t child = node->links.child; child != 0; child = node_at(scenes, child)->links.next)
                node_at(scenes, child)->flags |= CHANGED;
        }
        node->flags &= (uint8_t) ~(CHANGED | BELOW);
        id = next_of(scenes, id, scene, !enter);
    }
}

void ox_scene_draw(const ox_scenes *scenes, uint32_t scene, ox_node_drawer *draw, void *context) {
    uint32_t id = scene;
    FX_CHECK_OR(is_node(scenes, scene), "scene: no such node", return );
    while (id != 0) {
        const ox_node *node = node_at(scenes, id);
        bool visible = (node->flags & VISIBLE) != 0;
        if (visible && node->kind != OX_NODE_EMPTY && node->kind != OX_NODE_SCENE &&
            node->kind != OX_NODE_LAYER)
            draw(context, node);
        id = next_of(scenes, id, scene, !visible);
    }
}
