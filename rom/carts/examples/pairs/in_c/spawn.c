/* Types and spawn in C: ../spawn.goad. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

#include "kernel/level/module.h"
#include "kernel/scene/scene.h"
#include "kernel/world/attachment.h"

static void start_spawn(pair_game *g) {
    ox_object *ship = pair_create(g, OX_NAME("ship"), (vec3){0, FX_HALF, 0}); /* as its type says */
    ox_object_place_of(g->world, ship)->size = FX(1.5);                       /* larger than its type says */
    ox_object *lamp = pair_create(g, OX_NAME("lamp"), (vec3){0, FX(1.5), 0});
    (void)!ox_attach(g->world, lamp, ship->handle); /* carried from now on */
}

static void send_guests_home(pair_game *g) {
    ox_handle guests[4];
    ox_query query = {.out = guests, .capacity = 4};
    const uint32_t count =
        ox_query_type(g->world, &query, (uint32_t)ox_world_type(g->world, OX_NAME("guest")));
    for (uint32_t i = 0; i < count; i++) (void)ox_world_destroy(g->world, guests[i]);
    if (count > 0) pair_count(g, OX_NAME("gone"), (int32_t)count);
}

static void hear_spawn(pair_game *g, const pair_event *event) {
    const ox_object *lamp = pair_find(g, OX_NAME("lamp"));
    ox_handle guest;
    if (pair_pressed(event, PLAT_A) &&
        ox_scene_copy(ox_console_played_scene(g->console), lamp,
                      v3_adds(pair_place(g, lamp), (vec3){0, FX_ONE, 0})) != NULL)
        pair_count(g, OX_NAME("copies"), 1);
    if (pair_pressed(event, PLAT_B) && ox_levels_summon(g->console, OX_NAME("guest"), &guest) == OX_OK)
        pair_count(g, OX_NAME("guests"), 1);
    if (pair_pressed(event, PLAT_X)) send_guests_home(g);
}

static void tick_spawn(pair_game *g) { pair_turn(g, pair_find(g, OX_NAME("ship")), 3); }

const pair pair_spawn = {
    .scene = "scene/spawn", .start = start_spawn, .hear = hear_spawn, .tick = tick_spawn};
