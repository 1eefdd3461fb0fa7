/* Volumes in C: ../volumes.goad. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

#include "kernel/level/module.h"

enum { OFF_WATCH }; /* numbers */

/* Enter and Leave say who, in which volume, and the kind of the volume. */
static void hear_volumes(pair_game *g, const pair_event *event) {
    const bool comes = event->name == OX_NAME("enter"), goes = event->name == OX_NAME("leave");
    const uint16_t wet = ox_world_tag(g->world, OX_NAME("wet"));
    ox_object *who = comes || goes ? ox_world_get(g->world, (ox_handle){(uint32_t)event->values[0]}) : NULL;
    if (who != NULL && event->values[2] == (int32_t)OX_NAME("water")) {
        who->tags = (uint16_t)(comes ? who->tags | wet : who->tags & ~wet);
        pair_count(g, comes ? OX_NAME("came") : OX_NAME("went"), 1);
    }
    if (comes && event->values[1] == (int32_t)OX_NAME("gate"))
        pair_set(g, OX_NAME("gate"), (int32_t)ox_console_tick(g->console));
    if (!pair_pressed(event, PLAT_B)) return;
    g->numbers[OFF_WATCH] = !g->numbers[OFF_WATCH];
    (void)!ox_levels_watch(g->console, OX_NAME("pond"), !g->numbers[OFF_WATCH]);
}

static void tick_volumes(pair_game *g) {
    ox_object *hero = pair_find(g, OX_NAME("hero"));
    bool inside;
    pair_walk(g, hero);
    if (ox_levels_inside(g->console, hero->handle, OX_NAME("pond"), &inside) == OX_OK && inside)
        pair_count(g, OX_NAME("inside"), 1); /* also of a volume that is not watched */
}

const pair pair_volumes = {.scene = "scene/volumes", .hear = hear_volumes, .tick = tick_volumes};
