/* Kept numbers in C: ../kept.goad. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

static void start_kept(pair_game *g) {
    ox_object_place_of(g->world, pair_find(g, OX_NAME("post")))->size =
        FX_HALF + ox_game_kept(g->console, OX_NAME("best")) * FX(0.1);
}

static void hear_kept(pair_game *g, const pair_event *event) {
    if (pair_pressed(event, PLAT_A)) pair_count(g, OX_NAME("score"), 1);
    if (!pair_pressed(event, PLAT_B)) return;
    const int32_t score = ox_counters_get(ox_game_counters(g->console), OX_NAME("score"));
    pair_count(g, OX_NAME("rounds"), 1);
    if (score > ox_game_kept(g->console, OX_NAME("best")) && ox_game_keep(g->console, OX_NAME("best"), score))
        start_kept(g);
    pair_set(g, OX_NAME("score"), 0);
}

const pair pair_kept = {.scene = "scene/kept", .start = start_kept, .hear = hear_kept};
