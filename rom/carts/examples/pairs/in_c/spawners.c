/* Spawners in C: ../spawners.goad. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

#include "kernel/level/module.h"

static void hear_spawners(pair_game *g, const pair_event *event) {
    ox_spawner_state *swallows = ox_levels_spawner(g->console, OX_NAME("swallow"));
    if (pair_pressed(event, PLAT_A)) swallows->stopped = !swallows->stopped;
    const ox_object *swallow = pair_find(g, OX_NAME("swallow"));
    if (pair_pressed(event, PLAT_B) && swallow != NULL) (void)ox_world_destroy(g->world, swallow->handle);
}

static void tick_spawners(pair_game *g) {
    const ox_spawner_state *swallows = ox_levels_spawner(g->console, OX_NAME("swallow"));
    ox_handle made;
    /* OX_FULL: there are three swallows, or it is too soon for another. */
    if (ox_console_tick(g->console) % 30 == 0 &&
        ox_levels_summon(g->console, OX_NAME("swallow"), &made) == OX_OK) {
        ox_object *swallow = ox_world_get(g->world, made);
        pair_put(g, swallow, v3_adds(pair_place(g, swallow), (vec3){swallows->made % 5 * FX_ONE, 0, 0}));
    }
    pair_set(g, OX_NAME("made"), swallows->made);
    pair_set(g, OX_NAME("alive"), swallows->alive);
}

const pair pair_spawners = {.scene = "scene/spawners", .hear = hear_spawners, .tick = tick_spawners};
