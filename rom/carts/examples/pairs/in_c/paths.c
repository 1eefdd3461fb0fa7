/* Locators and paths in C: ../paths.goad. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

#include "fixedmath/quaternion.h"
#include "kernel/level/module.h"

enum { WAY }; /* numbers */

static void start_paths(pair_game *g) {
    ox_level_path road;
    if (ox_levels_path(g->console, OX_NAME("road"), &road) == OX_OK)
        pair_count(g, OX_NAME("metres"), fx_to_int_floor(road.length));
}

static void hear_paths(pair_game *g, const pair_event *event) {
    ox_object *hero = pair_find(g, OX_NAME("hero"));
    ox_locator door, other;
    if (!pair_pressed(event, PLAT_A) ||
        ox_levels_nearest_locator(g->console, OX_NAME("door"), pair_place(g, hero), &door) != OX_OK ||
        ox_levels_locator(g->console, door.name == OX_NAME("east") ? OX_NAME("west") : OX_NAME("east"),
                          &other) != OX_OK)
        return;
    pair_put(g, hero, other.place.t);
    ox_object_place_of(g->world, hero)->angle = euler_from_q4(door.place.q).yaw;
    pair_count(g, door.name, 1);
}

static void tick_paths(pair_game *g) {
    ox_object *hero = pair_find(g, OX_NAME("hero"));
    ox_level_path road;
    pair_walk(g, hero);
    if (ox_levels_path(g->console, OX_NAME("road"), &road) != OX_OK) return;
    g->numbers[WAY] = fx_adds(g->numbers[WAY], FX(0.05));
    pair_put(g, pair_find(g, OX_NAME("cart")), ox_level_path_point(&road, g->numbers[WAY]));
    const fx beside = ox_level_path_nearest(&road, pair_place(g, hero));
    pair_put(g, pair_find(g, OX_NAME("shadow")), ox_level_path_point(&road, beside));
    if (road.count == 5)
        pair_put(g, pair_find(g, OX_NAME("post")),
                 ox_level_path_corner(&road, 1 + ox_console_tick(g->console) / 60 % 4));
}

const pair pair_paths = {
    .scene = "scene/paths", .start = start_paths, .hear = hear_paths, .tick = tick_paths};
