/* Controls in C: ../controls.goad. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

#include "kernel/input_map/module.h"

static const ox_id hands = OX_NAME("hands"), car = OX_NAME("car");

static void start_controls(pair_game *g) {
    ox_input_map *map = ox_console_input_map(g->console);
    ox_input_map_enter(map, 0, OX_NAME("foot"));
    ox_controls_recall(g->console, 0, 0);
    map->players[0].dead = (uint32_t)((int64_t)FX(0.2) * 32767 / FX_ONE);
}

static void hand_over(pair_game *g, ox_input_map *map) {
    g->numbers[0] = !g->numbers[0];
    const bool turned = g->numbers[0] != 0;
    (void)ox_input_map_own(map, 0, hands, turned ? pair_find(g, OX_NAME("guest"))->handle.bits : 0);
    (void)ox_input_action_assist(map, 0, OX_NAME("steer"), OX_INPUT_INVERT, turned);
    if (turned)
        (void)ox_input_action_set_button(map, 0, OX_NAME("strike"), PLAT_B, OX_INPUT_SWAP);
    else
        ox_input_map_reset(map, 0);
    if (turned) (void)ox_controls_keep(g->console, 0, 0);
    map->players[0].mirrored = turned;
}

static void begin_film(pair_game *g, ox_input_map *map) {
    const ox_object *film = pair_create(g, OX_NAME("film"), (vec3){0, 0, FX(-3)});
    if (film == NULL) return;
    g->numbers[1] = (int32_t)film->handle.bits;
    g->numbers[2] = 30;
    (void)ox_input_map_mask(map, 0, &(const ox_input_mask){.owner = film->handle.bits, .group = hands});
}

static void hear_controls(pair_game *g, const pair_event *event) {
    ox_input_map *map = ox_console_input_map(g->console);
    const ox_id action = (ox_id)event->values[0];
    if (event->name == OX_NAME("ended") && action == OX_NAME("leap"))
        pair_count(g, OX_NAME("leapt"), event->values[2]);
    if (event->name != OX_NAME("began")) return;
    pair_count(g, action, 1);
    if (action == OX_NAME("ride")) {
        if (ox_input_map_context(map, 0) == car)
            ox_input_map_leave(map, 0);
        else
            (void)ox_input_map_push(map, 0, car, false);
    }
    if (action == OX_NAME("film") && g->numbers[2] == 0) begin_film(g, map);
    if (action == OX_NAME("hand")) hand_over(g, map);
}

/* A native shows the actions of a group to their owner alone; so does the game. */
static bool is_begun(const ox_input_map *map, ox_id action) {
    return ox_input_map_owner(map, 0, hands) == 0 && ox_input_action_began(map, 0, action);
}

static void take_stone(pair_game *g, const ox_input_map *map) {
    const ox_handle thing = {ox_input_action_offered(map, 0, OX_NAME("take"))};
    const ox_object *stone = ox_world_get(g->world, thing);
    if (stone == NULL) return;
    ox_object_place *at = ox_object_place_of(g->world, stone);
    at->size = fx_muls(at->size, FX(0.95));
    pair_count(g, OX_NAME("taken"), 1);
}

static void tick_controls(pair_game *g) {
    ox_input_map *map = ox_console_input_map(g->console);
    ox_object *hero = pair_find(g, OX_NAME("hero"));
    vec3 at = pair_place(g, hero);
    fx x = 0, y = 0, steer_x, steer_y;
    if (ox_input_map_owner(map, 0, hands) == 0) ox_input_action_value(map, 0, OX_NAME("stroll"), &x, &y);
    ox_input_action_value(map, 0, OX_NAME("steer"), &steer_x, &steer_y);
    x = fx_adds(x, 2 * steer_x);
    y = fx_adds(y, 2 * steer_y);
    at.x = fx_clamp(fx_adds(at.x, fx_muls(x, FX(0.1))), -6 * FX_ONE, 6 * FX_ONE);
    at.y = ox_input_action_charge(map, 0, OX_NAME("leap"));
    at.z = fx_clamp(fx_subs(at.z, fx_muls(y, FX(0.1))), -6 * FX_ONE, 6 * FX_ONE);
    pair_put(g, hero, at);
    const uint32_t stones = (uint32_t)ox_world_type(g->world, OX_NAME("stone"));
    for (const ox_object *stone = ox_world_first(g->world, stones); stone != NULL;
         stone = ox_world_next(g->world, stone)) {
        const fx distance = v3_distance(pair_place(g, stone), at);
        (void)ox_input_action_offer(map, 0,
                                    &(const ox_input_offer){.action = OX_NAME("take"),
                                                            .best = stone->handle.bits,
                                                            .distance = distance});
    }
    if (is_begun(map, OX_NAME("take"))) take_stone(g, map);
    if (is_begun(map, OX_NAME("strike"))) pair_count(g, OX_NAME("struck"), 1);
    const ox_handle film = {(uint32_t)g->numbers[1]};
    if (g->numbers[2] > 0 && --g->numbers[2] == 0) (void)ox_world_destroy(g->world, film);
}

const pair pair_controls = {
    .scene = "scene/controls", .start = start_controls, .hear = hear_controls, .tick = tick_controls};
