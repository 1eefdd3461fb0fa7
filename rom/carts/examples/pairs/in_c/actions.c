/* Actions in C: ../actions.goad. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

#include "kernel/input_map/module.h"

static const ox_id water = OX_NAME("water");

static void change_controls(ox_input_map *map) {
    ox_input_map_enter(map, 0, ox_input_map_context(map, 0) == water ? 0 : water);
    (void)ox_input_action_set_button(
        map, 0, OX_NAME("jump"), ox_input_action_button(map, 0, OX_NAME("jump")) == PLAT_A ? PLAT_B : PLAT_A,
        OX_INPUT_SWAP);
}

static void hear_actions(pair_game *g, const pair_event *event) {
    const ox_id action = (ox_id)event->values[0];
    if (event->name == OX_NAME("began")) {
        if (action == OX_NAME("change")) change_controls(ox_console_input_map(g->console));
        pair_count(g, action, 1);
    }
    if (event->name == OX_NAME("ended") && action == OX_NAME("charge"))
        pair_count(g, OX_NAME("charged"), event->values[2]);
}

static void tick_actions(pair_game *g) {
    const ox_input_map *map = ox_console_input_map(g->console);
    ox_object *hero = pair_find(g, OX_NAME("hero"));
    vec3 at = pair_place(g, hero);
    fx right, up;
    ox_input_action_value(map, 0, OX_NAME("walk"), &right, &up);
    at.x = fx_clamp(fx_adds(at.x, fx_muls(right, FX(0.1))), -6 * FX_ONE, 6 * FX_ONE);
    at.z = fx_clamp(fx_subs(at.z, fx_muls(up, FX(0.1))), -6 * FX_ONE, 6 * FX_ONE);
    if (ox_input_action_began(map, 0, OX_NAME("jump"))) at.y = FX_ONE;
    if (ox_input_action_ended(map, 0, OX_NAME("jump"))) at.y = 0;
    pair_put(g, hero, at);
    if (ox_input_action_active(map, 0, OX_NAME("shield"))) pair_count(g, OX_NAME("shielded"), 1);
    if (ox_input_action_steps(map, 0, OX_NAME("walk")) > 40) pair_count(g, OX_NAME("far"), 1);
    if (ox_input_action_tap_gap(map, 0, OX_NAME("jump")) > 0) pair_count(g, OX_NAME("tapped"), 1);
}

const pair pair_actions = {.scene = "scene/actions", .hear = hear_actions, .tick = tick_actions};
