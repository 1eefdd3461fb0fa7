/* Counters in C: ../counters.goad. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

static void hear_counters(pair_game *g, const pair_event *event) {
    ox_counters *counters = ox_game_counters(g->console);
    if (event->name != OX_NAME("press")) return;
    if (pair_pressed(event, PLAT_A)) pair_emit(g, OX_NAME("ring"), OX_HANDLE_NONE, 5, 0);
    if (pair_pressed(event, PLAT_B)) (void)ox_counters_add(counters, OX_NAME("rung"), -2);
    if (pair_pressed(event, PLAT_X)) (void)ox_counters_set(counters, OX_NAME("rung"), 0);
    const int32_t rung = ox_counters_get(counters, OX_NAME("rung"));
    if (rung > ox_counters_get(counters, OX_NAME("most")))
        (void)ox_counters_set(counters, OX_NAME("most"), rung);
}

static void tick_counters(pair_game *g) {
    const int32_t rung = ox_counters_get(ox_game_counters(g->console), OX_NAME("rung"));
    pair_put(g, pair_find(g, OX_NAME("cart")), (vec3){rung * FX(0.25), 0, 0});
}

const pair pair_counters = {.scene = "scene/counters", .hear = hear_counters, .tick = tick_counters};
