/* Waves in C: ../waves.goad. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

#include "kernel/level/module.h"

static void hear_waves(pair_game *g, const pair_event *event) {
    ox_waves *siege = ox_levels_waves(g->console, OX_NAME("siege"));
    if (pair_pressed(event, PLAT_A) && siege->state.over)
        (void)ox_levels_start_waves(g->console, OX_NAME("siege"));
    if (pair_pressed(event, PLAT_B)) {
        g->numbers[0] = !g->numbers[0];
        ox_waves_pause(siege, g->numbers[0] != 0);
    }
    if (event->name == OX_NAME("wavebegan")) pair_count(g, OX_NAME("waves"), event->values[1]);
    if (event->name == OX_NAME("wavesover")) pair_count(g, OX_NAME("over"), 1);
}

static void tick_waves(pair_game *g) {
    const ox_waves *siege = ox_levels_waves(g->console, OX_NAME("siege"));
    const uint32_t raiders = (uint32_t)ox_world_type(g->world, OX_NAME("raider"));
    ox_object *next;
    for (ox_object *one = ox_world_first(g->world, raiders); one != NULL; one = next) {
        next = ox_world_next(g->world, one);
        pair_put(g, one, v3_adds(pair_place(g, one), (vec3){0, 0, FX(0.05)}));
        if (pair_place(g, one).z < 4 * FX_ONE) continue;
        (void)ox_world_destroy(g->world, one->handle);
        pair_count(g, OX_NAME("through"), 1);
    }
    if (siege->state.over) return;
    const uint32_t left = ox_waves_countdown(siege);
    pair_set(g, OX_NAME("left"), left > INT32_MAX ? -1 : (int32_t)left);
}

const pair pair_waves = {.scene = "scene/waves", .hear = hear_waves, .tick = tick_waves};
