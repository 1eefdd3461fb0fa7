/* The node tree: transforms of children, order, visibility, and memory that is given back. */
#include <string.h>

#include "fixedmath/quaternion.h"
#include "fixedmath/random.h"
#include "kernel/scene/node.h"
#include "tests/test.h"

static union {
    uint64_t align;
    uint8_t bytes[24 * 1024];
} block;
static ox_arena arena;
static ox_node_tree tree;

static uint32_t start(uint32_t nodes) {
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    CHECK_EQ(ox_node_tree_init(&tree, &arena, nodes), OX_OK);
    return ox_node_scene_open(&tree);
}
static void at_2d(uint32_t node, int x, int y) {
    ox_node_place_2d(&tree, node, (vec2){x * FX_ONE, y * FX_ONE}, 0, FX_ONE);
}

typedef struct picture {
    uint32_t drawn, order[32];
    uint8_t pixels[32][32];
} picture;
static void draw(void *context, const ox_node *node) {
    picture *p = (picture *)context;
    int x = node->world.t.x >> 16, y = node->world.t.y >> 16;
    if (p->drawn < 32) p->order[p->drawn] = node->payload;
    p->drawn++;
    if (x >= 0 && x < 32 && y >= 0 && y < 32) p->pixels[y][x] = (uint8_t)node->payload;
}
static picture show(uint32_t scene) {
    picture p;
    memset(&p, 0, sizeof p);
    ox_node_scene_update(&tree, scene);
    ox_node_scene_draw(&tree, scene, draw, &p);
    return p;
}
static uint32_t pixels_of(const picture *p) {
    uint32_t count = 0;
    for (int i = 0; i < 32 * 32; i++) count += p->pixels[i / 32][i % 32] != 0;
    return count;
}

TEST(scene_node_children_follow) {
    uint32_t scene = start(20), layer = ox_node_first_layer(&tree, scene);
    uint32_t ship = ox_node_add(&tree, layer), gun = ox_node_add(&tree, ship);
    CHECK(layer != 0 && ship != 0 && gun != 0);
    ox_node_carry(&tree, gun, OX_NODE_SPRITE, 7);
    at_2d(gun, 2, 1);
    picture p = show(scene);
    CHECK_EQ(p.pixels[1][2], 7);
    at_2d(ship, 10, 5);
    p = show(scene);
    CHECK_EQ(p.pixels[6][12], 7); /* parent +(10, 5): child +(10, 5) */
    CHECK_EQ(ox_node_world(&tree, gun)->t.x, 12 * FX_ONE);
    /* A turned and scaled node: a quarter turn takes (2, 1) to (-1, 2), twice as far. */
    ox_node_place_2d(&tree, ship, (vec2){10 * FX_ONE, 5 * FX_ONE}, ANG16_90, 2 * FX_ONE);
    ox_node_scene_update(&tree, scene);
    CHECK_NEAR(ox_node_world(&tree, gun)->t.x, 8 * FX_ONE, 4);
    CHECK_NEAR(ox_node_world(&tree, gun)->t.y, 9 * FX_ONE, 4);
    CHECK_EQ(ox_node_world(&tree, gun)->s, 2 * FX_ONE);
    /* A node in three dimensions. */
    sqt local = {{0, 0, 3 * FX_ONE}, q4_from_axis_angle((dir30){0, Q30_ONE, 0}, ANG32_90), FX_ONE};
    ox_node_place(&tree, ship, &local);
    ox_node_move(&tree, gun, (vec3){0, 0, FX_ONE});
    ox_node_scene_update(&tree, scene);
    CHECK_NEAR(ox_node_world(&tree, gun)->t.x, FX_ONE, 2); /* z turns toward x */
    CHECK_NEAR(ox_node_world(&tree, gun)->t.z, 3 * FX_ONE, 2);
}

TEST(scene_node_unchanged_subtrees_cost_nothing) {
    uint32_t scene = start(120), layer = ox_node_first_layer(&tree, scene), arms[10];
    for (int a = 0; a < 10; a++) {
        arms[a] = ox_node_add(&tree, layer);
        for (int i = 0; i < 10; i++) CHECK(ox_node_add(&tree, arms[a]) != 0);
    }
    ox_node_scene_update(&tree, scene);
    CHECK_EQ(tree.made, 2 + 110);
    ox_node_scene_update(&tree, scene);
    CHECK_EQ(tree.made, 0);
    CHECK_EQ(tree.visited, 1);
    at_2d(arms[3], 1, 1);
    ox_node_scene_update(&tree, scene);
    CHECK_EQ(tree.made, 11);
    CHECK_EQ(tree.visited, 2 + 10 + 10);
    at_2d(tree.nodes.fresh, 1, 1); /* a leaf of the last arm */
    ox_node_scene_update(&tree, scene);
    CHECK_EQ(tree.made, 1);
}

TEST(scene_node_only_attached_ones_are_drawn) {
    uint32_t scene = start(20), layer = ox_node_first_layer(&tree, scene);
    uint32_t ship = ox_node_add(&tree, layer), gun = ox_node_add(&tree, ship),
             free_one = ox_node_add(&tree, 0);
    ox_node_carry(&tree, ship, OX_NODE_OBJECT, 1);
    ox_node_carry(&tree, gun, OX_NODE_MESH, 2);
    ox_node_carry(&tree, free_one, OX_NODE_CAMERA, 3);
    at_2d(ship, 3, 3);
    at_2d(gun, 1, 0);
    at_2d(free_one, 9, 9);
    picture p = show(scene);
    CHECK_EQ(pixels_of(&p), 2);
    CHECK_EQ(p.drawn, 2);
    CHECK_EQ(ox_node_attach(&tree, ship, 0, false), OX_OK);
    p = show(scene);
    CHECK_EQ(pixels_of(&p), 0);
    CHECK_EQ(p.drawn, 0);
    CHECK_EQ(ox_node_attach(&tree, ship, layer, false), OX_OK);
    ox_node_show(&tree, ship, false); /* hides the ship with its children */
    p = show(scene);
    CHECK_EQ(p.drawn, 0);
    ox_node_show(&tree, ship, true);
    p = show(scene);
    CHECK_EQ(pixels_of(&p), 2);
}

TEST(scene_node_order_by_z) {
    uint32_t scene = start(20), middle = ox_node_first_layer(&tree, scene);
    uint32_t front = ox_node_layer(&tree, scene, 5), back = ox_node_layer(&tree, scene, -5);
    uint32_t layers[3] = {back, middle, front}, n[6];
    CHECK(front != 0 && back != 0);
    for (uint32_t i = 0; i < 6; i++) { /* nodes are added to the layers from front to back, two each */
        n[i] = ox_node_add(&tree, layers[2u - i / 2u]);
        ox_node_carry(&tree, n[i], OX_NODE_SPRITE, i + 1u);
    }
    picture p = show(scene);
    const uint32_t first[] = {5, 6, 3, 4, 1, 2};
    for (int i = 0; i < 6; i++) CHECK_EQ(p.order[i], first[i]);
    ox_node_order(&tree, n[4], 3); /* the node moves behind its sibling in the walk, and is drawn over it */
    ox_node_order(&tree, back, 9);
    p = show(scene);
    const uint32_t second[] = {3, 4, 1, 2, 6, 5};
    for (int i = 0; i < 6; i++) CHECK_EQ(p.order[i], second[i]);
}

TEST(scene_node_switch_gives_all_back) {
    uint32_t scene = start(40);
    for (uint32_t round = 0; round < 5; round++) {
        uint32_t parent = ox_node_first_layer(&tree, scene);
        for (int i = 0; i < 17; i++) {
            uint32_t node = ox_node_add(&tree, parent);
            if (i % 3 == 0) parent = node;
        }
        CHECK_EQ(tree.nodes.used, 19);
        ox_node_scene_switch(&tree, &scene,
                             ox_node_scene_open(&tree)); /* both scenes exist during the switch */
        CHECK_EQ(tree.nodes.used, 2);
    }
    ox_node_scene_switch(&tree, &scene, 0);
    CHECK_EQ(tree.nodes.used, 0);
    CHECK_EQ(scene, 0);
}

TEST(scene_node_reparents_in_place) {
    uint32_t scene = start(40), layer = ox_node_first_layer(&tree, scene);
    rng32 r = rng32_seed(74, 1);
    for (int round = 0; round < 50; round++) {
        uint32_t a = ox_node_add(&tree, layer), b = ox_node_add(&tree, layer), c = ox_node_add(&tree, a);
        sqt place[3];
        for (int i = 0; i < 3; i++) {
            place[i].t = (vec3){(fx)(rng32_next(&r) >> 12) - (8 << 16), (fx)(rng32_next(&r) >> 12),
                                (fx)(rng32_next(&r) >> 12)};
            place[i].q = q4_from_axis_angle((dir30){0, Q30_ONE, 0}, rng32_next(&r));
            place[i].s = FX_HALF + (fx)(rng32_next(&r) >> 16);
        }
        ox_node_place(&tree, a, &place[0]);
        ox_node_place(&tree, b, &place[1]);
        ox_node_place(&tree, c, &place[2]);
        ox_node_scene_update(&tree, scene);
        sqt before = *ox_node_world(&tree, c);
        CHECK_EQ(ox_node_attach(&tree, c, b, true), OX_OK);
        ox_node_scene_update(&tree, scene);
        const sqt *after = ox_node_world(&tree, c);
        CHECK_NEAR(after->t.x, before.t.x, 64);
        CHECK_NEAR(after->t.y, before.t.y, 64);
        CHECK_NEAR(after->t.z, before.t.z, 64);
        CHECK_NEAR(after->s, before.s, 8);
        CHECK(q4_same(after->q, before.q, 1u << 16));
        /* without `keep` the node moves with its new parent */
        CHECK_EQ(ox_node_attach(&tree, c, a, false), OX_OK);
        ox_node_free(&tree, a);
        ox_node_free(&tree, b);
        CHECK_EQ(tree.nodes.used, 2);
    }
}

TEST(scene_node_refusals) {
    ox_node_tree none;
    uint32_t scene = start(4), layer = ox_node_first_layer(&tree, scene);
    uint32_t a = ox_node_add(&tree, layer), b = ox_node_add(&tree, a);
    CHECK(a != 0 && b != 0);
    CHECK_EQ(ox_node_add(&tree, a), 0);
    CHECK_EQ(ox_node_layer(&tree, scene, 1), 0);
    CHECK_EQ(ox_node_scene_open(&tree), 0);
    CHECK_EQ(ox_node_attach(&tree, a, b, true), OX_CYCLE);
    ox_node_free(&tree, b);
    CHECK_EQ(ox_node_scene_open(&tree),
             0); /* there is room for a scene and none for its layer: no node stays */
    CHECK_EQ(tree.nodes.used, 3);
    CHECK_EQ(test_assertions(), 0);
    CHECK_EQ(ox_node_attach(&tree, b, layer, true), OX_NOT_FOUND);
    CHECK(ox_node_at(&tree, 99) == NULL);
    CHECK(ox_node_world(&tree, b) != NULL);
    CHECK_EQ(ox_node_layer(&tree, scene, 40000), 0);
    CHECK_EQ(ox_node_add(&tree, 77), 0);
    ox_node_free(&tree, b);
    ox_node_move(&tree, 0, (vec3){0, 0, 0});
    CHECK_EQ(test_assertions(), OX_DEBUG ? 7 : 0);
    CHECK_EQ(ox_node_tree_init(&none, &arena, 0), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_node_tree_init(&none, &arena, 60000), OX_OUT_OF_MEMORY);
}
