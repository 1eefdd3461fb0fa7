/* Saved games and the way back in time in C: ../saves.goad. The plan of pairs.c asks for both. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

#include "kernel/saving/module.h"

static void hear_saves(pair_game *g, const pair_event *event) {
    if (pair_pressed(event, PLAT_A) &&
        pair_create(g, OX_NAME("stone"), pair_place(g, pair_find(g, OX_NAME("hero")))) != NULL)
        pair_count(g, OX_NAME("stones"), 1);
    if (pair_pressed(event, PLAT_B)) (void)!ox_console_save(g->console, 0); /* slots count from 0 */
    if (pair_pressed(event, PLAT_X)) (void)!ox_console_load(g->console, 0);
    const uint32_t there = ox_console_behind(g->console);
    if (pair_pressed(event, PLAT_Y) && there > 0)
        (void)!ox_console_rewind(g->console, there < 30 ? there : 30);
}

static void tick_saves(pair_game *g) {
    pair_walk(g, pair_find(g, OX_NAME("hero")));
    pair_count(g, OX_NAME("steps"), 1);
}

const pair pair_saves = {.scene = "scene/saves", .hear = hear_saves, .tick = tick_saves};
