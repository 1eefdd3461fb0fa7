/* Events in C: ../events.goad. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

static void hear_bell(pair_game *g, const ox_object *bell, int32_t loud) {
    pair_turn(g, bell, 10);
    pair_count(g, OX_NAME("heard"), loud);
}

static void ring_near(pair_game *g, const ox_object *small) {
    ox_handle near_by[4];
    ox_query query = {.out = near_by, .capacity = 4};
    const uint32_t count = ox_query_radius(g->world, &query, pair_place(g, small), FX(2.5));
    for (uint32_t i = 0; i < count; i++) pair_emit(g, OX_NAME("ring"), near_by[i], 3, 0);
}

static void hear_events(pair_game *g, const pair_event *event) {
    const uint32_t bells = (uint32_t)ox_world_type(g->world, OX_NAME("bell"));
    if (pair_pressed(event, PLAT_A)) pair_emit(g, OX_NAME("ring"), OX_HANDLE_NONE, 1, 0);
    if (pair_pressed(event, PLAT_B))
        pair_emit(g, OX_NAME("ring"), pair_find(g, OX_NAME("big"))->handle, 2, 0);
    if (pair_pressed(event, PLAT_X)) ring_near(g, pair_find(g, OX_NAME("small")));
    if (pair_pressed(event, PLAT_Y)) pair_emit(g, OX_NAME("ring"), OX_HANDLE_NONE, 4, 20);
    if (event->name != OX_NAME("ring")) return;
    if (event->to != NULL) {
        if (event->to->type == bells) hear_bell(g, event->to, event->values[0]);
        return;
    }
    const ox_object *bell = ox_world_first(g->world, bells);
    for (; bell != NULL; bell = ox_world_next(g->world, bell)) hear_bell(g, bell, event->values[0]);
    pair_set(g, OX_NAME("last"), event->values[0]); /* the game hears events for all, too */
}

const pair pair_events = {.scene = "scene/events", .hear = hear_events};
