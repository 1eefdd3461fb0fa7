/* Attract mode in C: ../attract.goad. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

static void start_attract(pair_game *g) { pair_count(g, OX_NAME("titles"), 1); }
static void tick_attract(pair_game *g) { pair_turn(g, pair_find(g, OX_NAME("sign")), 2); }

static void start_game(pair_game *g) { pair_count(g, OX_NAME("rounds"), 1); }

static void hear_game(pair_game *g, const pair_event *event) {
    if (event->name == OX_NAME("press")) pair_count(g, OX_NAME("pressed"), 1);
}

static void tick_game(pair_game *g) {
    ox_object *hero = pair_find(g, OX_NAME("hero"));
    vec3 at = pair_place(g, hero);
    if ((g->input->held & PLAT_RIGHT) != 0) at.x = fx_adds(at.x, FX(0.1)); /* held by demo or player */
    if ((g->input->held & PLAT_A) != 0) at.y = fx_adds(at.y, rng_fx(g->luck, 0, FX(0.2)));
    pair_put(g, hero, at);
}

const pair pair_attract = {.scene = "scene/attract", .start = start_attract, .tick = tick_attract};
const pair pair_attract_game = {
    .scene = "scene/attract_game", .start = start_game, .hear = hear_game, .tick = tick_game};
