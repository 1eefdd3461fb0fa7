/* Areas that stream in C: ../areas.goad. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

#include "kernel/level/module.h"

static bool is_there(const pair_game *g, ox_id level) { return !ox_levels_area(g->console, level)->resting; }

static void hear_areas(pair_game *g, const pair_event *event) {
    if (!pair_pressed(event, PLAT_A)) return;
    const bool below = is_there(g, OX_NAME("cellar"));
    (void)ox_levels_go(g->console, below ? OX_NAME("attic") : OX_NAME("cellar")); /* the other level goes */
    pair_count(g, OX_NAME("went"), 1);
}

static void tick_areas(pair_game *g) {
    const uint32_t ghosts = (uint32_t)ox_world_type(g->world, OX_NAME("ghost"));
    pair_walk(g, pair_find(g, OX_NAME("hero")));
    if (is_there(g, OX_NAME("wood"))) pair_count(g, OX_NAME("in_wood"), 1);
    for (ox_object *one = ox_world_first(g->world, ghosts); one != NULL; one = ox_world_next(g->world, one))
        pair_turn(g, one, 5); /* the ghosts of levels that are there */
}

const pair pair_areas = {.scene = "scene/areas", .hear = hear_areas, .tick = tick_areas};
