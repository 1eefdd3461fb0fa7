/* Elements in C: ../elements.goad. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

#include "kernel/level/module.h"

static void strike_gate(pair_game *g) {
    ox_elements *elements = ox_levels_elements(g->console);
    ox_object *gate = pair_find(g, OX_NAME("gate"));
    const ox_element *state = ox_component_get(g->world, gate, elements->component);
    if (state->health > 0) pair_count(g, OX_NAME("steps"), (int32_t)ox_element_hit(elements, gate, FX(0.75)));
}

static void hear_elements(pair_game *g, const pair_event *event) {
    ox_handle raider;
    if (pair_pressed(event, PLAT_A)) strike_gate(g);
    if (event->name != OX_NAME("broken")) return;
    pair_set(g, OX_NAME("version"), event->values[1]);
    if (event->values[1] == 2) (void)!ox_levels_summon(g->console, OX_NAME("raider"), &raider);
}

static void tick_elements(pair_game *g) {
    const uint32_t raiders = (uint32_t)ox_world_type(g->world, OX_NAME("raider"));
    for (ox_object *one = ox_world_first(g->world, raiders); one != NULL; one = ox_world_next(g->world, one))
        pair_put(g, one, v3_adds(pair_place(g, one), (vec3){0, 0, FX(0.02)}));
}

const pair pair_elements = {.scene = "scene/elements", .hear = hear_elements, .tick = tick_elements};
