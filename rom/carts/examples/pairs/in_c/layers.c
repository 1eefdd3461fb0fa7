/* Layers in C: ../layers.goad. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

#include "kernel/level/module.h"

static void turn_over(pair_game *g, ox_id layer, ox_layer_change *change, uint32_t bit) {
    uint32_t state;
    if (ox_levels_layer(g->console, layer, &state))
        (void)ox_levels_change_layer(g->console, layer, change, (state & bit) == 0);
}

static void hear_layers(pair_game *g, const pair_event *event) {
    if (pair_pressed(event, PLAT_A)) {
        turn_over(g, OX_NAME("night"), ox_area_layer_use, OX_LAYER_ACTIVE);
        pair_count(g, OX_NAME("changed"), 1);
    }
    if (pair_pressed(event, PLAT_B)) turn_over(g, OX_NAME("signs"), ox_area_layer_show, OX_LAYER_SHOWN);
}

static void tick_layers(pair_game *g) {
    const uint32_t ghosts = (uint32_t)ox_world_type(g->world, OX_NAME("ghost"));
    for (ox_object *one = ox_world_first(g->world, ghosts); one != NULL; one = ox_world_next(g->world, one)) {
        pair_turn(g, one, 5);
        pair_count(g, OX_NAME("haunted"), 1);
    }
    if ((pair_find(g, OX_NAME("sign"))->flags & OX_OBJECT_VISIBLE) != 0) pair_count(g, OX_NAME("seen"), 1);
}

const pair pair_layers = {.scene = "scene/layers", .hear = hear_layers, .tick = tick_layers};
