/* Flow in C: ../flow.goad. The game is stopped and begins anew with each scene; its counters stay. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

static void hear_flow(pair_game *g, const pair_event *event) {
    if (event->name == OX_NAME("mode")) pair_count(g, (ox_id)event->values[0], 1);
}

static void tick_flow(pair_game *g) {
    ox_object *hero = pair_find(g, OX_NAME("hero"));
    if ((g->input->held & PLAT_A) != 0)
        pair_put(g, hero, v3_adds(pair_place(g, hero), (vec3){FX(0.2), 0, 0}));
    if (pair_place(g, hero).x > 2 * FX_ONE)
        (void)ox_flow_say(ox_game_flow(g->console), OX_NAME("through")); /* a word that a `way` leads on by */
}

static void tick_there(pair_game *g) { pair_turn(g, pair_find(g, OX_NAME("ghost")), 5); }

const pair pair_flow = {.scene = "scene/flow", .hear = hear_flow, .tick = tick_flow};
const pair pair_flow_there = {.scene = "scene/flow_there", .hear = hear_flow, .tick = tick_there};
