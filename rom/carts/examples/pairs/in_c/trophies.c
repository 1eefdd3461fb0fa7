/* Trophies in C: ../trophies.goad. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

static void hear_trophies(pair_game *g, const pair_event *event) {
    ox_trophies *trophies = ox_game_trophies(g->console);
    const ox_counters *counters = ox_game_counters(g->console);
    if (pair_pressed(event, PLAT_A)) pair_count(g, OX_NAME("gold"), 1);
    if (pair_pressed(event, PLAT_B))
        pair_emit(g, OX_NAME("ring"), OX_HANDLE_NONE, ox_counters_get(counters, OX_NAME("gold")), 0);
    if (pair_pressed(event, PLAT_X) && !ox_trophies_has(trophies, OX_NAME("gift")))
        (void)ox_trophies_give(trophies, OX_NAME("gift"));
    if (event->name != OX_NAME("trophy")) return;
    pair_count(g, OX_NAME("won"), 1);
    ox_object_place_of(g->world, pair_find(g, OX_NAME("lamp")))->size =
        FX_ONE + ox_counters_get(counters, OX_NAME("won")) * FX_HALF;
}

const pair pair_trophies = {.scene = "scene/trophies", .hear = hear_trophies};
