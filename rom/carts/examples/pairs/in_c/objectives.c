/* Objectives in C: ../objectives.goad. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

static bool is_active(const pair_game *g, ox_id objective) {
    return ox_objectives_state(ox_game_objectives(g->console), objective) == OX_OBJECTIVE_ACTIVE;
}

static void hear_objectives(pair_game *g, const pair_event *event) {
    if (pair_pressed(event, PLAT_A) && is_active(g, OX_NAME("gems"))) pair_count(g, OX_NAME("gem"), 1);
    if (pair_pressed(event, PLAT_B) && is_active(g, OX_NAME("gate")))
        (void)ox_objectives_complete(ox_game_objectives(g->console), OX_NAME("gate"));
    if (pair_pressed(event, PLAT_X) && is_active(g, OX_NAME("home"))) pair_count(g, OX_NAME("lost"), 1);
    if (event->name == OX_NAME("objectivebegins")) pair_count(g, OX_NAME("begun"), 1);
    if (event->name == OX_NAME("objectivefailed")) pair_count(g, OX_NAME("failed"), 1);
    if (event->name != OX_NAME("objectivedone")) return;
    pair_count(g, OX_NAME("done"), 1);
    const ox_object *post = pair_find(g, OX_NAME("post"));
    if (event->values[0] == (int32_t)OX_NAME("gate") && post != NULL)
        (void)ox_world_destroy(g->world, post->handle);
}

static void tick_objectives(pair_game *g) {
    uint32_t done, of;
    (void)ox_objectives_chapter(ox_game_objectives(g->console), 0, &done, &of);
    pair_set(g, OX_NAME("open"), (int32_t)(of - done));
}

const pair pair_objectives = {.scene = "scene/objectives", .hear = hear_objectives, .tick = tick_objectives};
