/* The node tree: scenes, layers and all that hangs in them, each placed relative to its parent, in two or
 * three dimensions.
 *
 *     ox_node_tree tree;
 *     ox_status status = ox_node_tree_init(&tree, &arena, 200);          200 nodes for all scenes
 *     uint32_t play = ox_node_scene_open(&tree);                           a scene with one layer, at z 0
 *     uint32_t back = ox_node_layer(&tree, play, -10);               drawn before it
 *     uint32_t ship = ox_node_add(&tree, ox_node_first_layer(&tree, play));      0: no room
 *     ox_node_place_2d(&tree, ship, (vec2){FX(80), FX(60)}, 0, FX_ONE);
 *     uint32_t gun = ox_node_add(&tree, ship);                        the gun goes where the ship goes
 *     ox_node_carry(&tree, gun, OX_NODE_SPRITE, frame_of(GUN));
 *     every picture:  ox_node_scene_update(&tree, play);  ox_node_scene_draw(&tree, play, draw, screen);
 *     ox_node_scene_switch(&tree, &play, ox_node_scene_open(&tree));         frees all nodes of the old scene
 *
 * A node has a parent, children in the order of their z (equal ones in the order of adding), a local transform (scale,
 * rotation, translation: sqt), a flag "visible" that holds for all nodes below, and a payload: the picture, object,
 * camera or light that the node carries. Pictures themselves belong to their cache; the node keeps the number or
 * handle. Two dimensions are the plane z = 0 and turns about z, angles from x to y.
 *
 * WORLD TRANSFORMS are parent * local, made by ox_node_scene_update for changed nodes and the nodes below them, and for
 * no others: unchanged subtrees are not even entered. Between updates ox_node_world gives the transform of the last
 * update.
 *
 * A node without a parent is detached: it keeps its children and is drawn by no scene. Freeing a node frees
 * all below. Numbers of nodes are reused; a number that is 0 or idle asserts and does nothing. (Scenes and
 * layers: Madhav 13; dirty flags: GPP.)
 *
 * Cost, Cortex-M3 instructions: a changed node about 700 (a product of transforms). Bytes: 80 a node. */
#ifndef OXCART_KERNEL_SCENE_NODE_H
#define OXCART_KERNEL_SCENE_NODE_H

#include "fixedmath/transform.h"
#include "kernel/containers/hierarchy.h"
#include "kernel/memory/arena.h"

typedef enum ox_node_kind {
    OX_NODE_EMPTY,
    OX_NODE_SCENE,
    OX_NODE_LAYER,
    OX_NODE_SPRITE,
    OX_NODE_MESH,
    OX_NODE_OBJECT,
    OX_NODE_CAMERA,
    OX_NODE_LIGHT,
    OX_NODE_USER /* kinds from here on: the cart's */
} ox_node_kind;

/* A node; read only, changed through functions. */
typedef struct ox_node {
    ox_hierarchy_links links;
    sqt local, world;
    uint32_t payload;
    int16_t z;
    uint8_t kind;
    uint8_t flags; /* of node.c */
} ox_node;

typedef struct ox_node_tree {
    ox_nodes nodes;
    ox_hierarchy hierarchy; /* scenes and detached nodes are its roots */
    uint32_t made;          /* world transforms made by the last update */
    uint32_t visited;       /* nodes looked at by the last update */
} ox_node_tree;

/* Takes 1..65,534 nodes from the low end of the arena. OX_BAD_ARGUMENT, OX_OUT_OF_MEMORY. */
FX_MUST_CHECK ox_status ox_node_tree_init(ox_node_tree *tree, ox_arena *arena, uint32_t capacity);

/* ---- scenes and layers: 0 when there is no room ---- */

FX_MUST_CHECK uint32_t ox_node_scene_open(ox_node_tree *tree); /* makes a layer at z 0 */
FX_MUST_CHECK uint32_t ox_node_layer(ox_node_tree *tree, uint32_t scene, int z);
uint32_t ox_node_first_layer(const ox_node_tree *tree, uint32_t scene);
void ox_node_scene_close(ox_node_tree *tree, uint32_t scene);
/* Closes *scene and makes `next` (0: none) the scene. */
void ox_node_scene_switch(ox_node_tree *tree, uint32_t *scene, uint32_t next);

/* ---- nodes ---- */

/* A new node at its parent's place, the last of its z; parent 0: detached. */
FX_MUST_CHECK uint32_t ox_node_add(ox_node_tree *tree, uint32_t parent);
void ox_node_free(ox_node_tree *tree, uint32_t node);

/* Moves a node with all nodes below it to another parent; 0 detaches it. With keep_world the node's world transform (of
 * the last update) stays, else its local transform. OX_CYCLE (nothing changes) for a parent that is below the node. */
FX_MUST_CHECK ox_status ox_node_attach(ox_node_tree *tree, uint32_t node, uint32_t parent, bool keep_world);

void ox_node_place(ox_node_tree *tree, uint32_t node, const sqt *local);
void ox_node_place_2d(ox_node_tree *tree, uint32_t node, vec2 at, ang16 angle, fx scale);
void ox_node_move(ox_node_tree *tree, uint32_t node, vec3 to); /* the translation alone */
void ox_node_order(ox_node_tree *tree, uint32_t node, int z);  /* -32,768..32,767 */
void ox_node_show(ox_node_tree *tree, uint32_t node, bool visible);
void ox_node_carry(ox_node_tree *tree, uint32_t node, ox_node_kind kind, uint32_t payload);

/* The node of a number; NULL (asserted) for a number that is no node. */
const ox_node *ox_node_at(const ox_node_tree *tree, uint32_t node);
static inline uint32_t ox_node_parent(const ox_node_tree *tree, uint32_t node) {
    return ox_hierarchy_at(&tree->hierarchy, node)->parent;
}
const sqt *ox_node_world(const ox_node_tree *tree, uint32_t node);

/* ---- pictures ---- */

/* Makes the world transforms that changed below `scene` (any node). */
void ox_node_scene_update(ox_node_tree *tree, uint32_t scene);

/* Calls draw for each visible node with a payload (any kind but empty, scene and layer), parents first,
 * layers and siblings by z. */
typedef void ox_node_drawer(void *context, const ox_node *node);
void ox_node_scene_draw(const ox_node_tree *tree, uint32_t scene, ox_node_drawer *draw, void *context);

#endif
