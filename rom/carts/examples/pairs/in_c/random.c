/* Random numbers in C: ../random.goad. The stream is that of scripts; a plan may have more streams. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

static void hear_random(pair_game *g, const pair_event *event) {
    if (!pair_pressed(event, PLAT_A)) return;
    const fx x = rng_fx(g->luck, -4 * FX_ONE, 4 * FX_ONE), z = rng_fx(g->luck, -4 * FX_ONE, 4 * FX_ONE);
    ox_object *stone = pair_create(g, OX_NAME("stone"), (vec3){x, 0, z});
    if (stone == NULL) return;
    ox_object_place_of(g->world, stone)->angle = rng_ang16(g->luck);
    pair_count(g, OX_NAME("thrown"), 1 + (int32_t)rng_below(g->luck, 3));
}

static void roll(pair_game *g, ox_object *stone) {
    const ang16 angle = ox_object_place_of(g->world, stone)->angle;
    pair_put(g, stone, v3_adds(pair_place(g, stone), v3_scales(ox_place_ahead(angle), FX(0.1))));
}

static void tick_random(pair_game *g) {
    ox_handle stones[8];
    ox_query query = {.out = stones, .capacity = 8};
    const uint32_t count =
        ox_query_type(g->world, &query, (uint32_t)ox_world_type(g->world, OX_NAME("stone")));
    for (uint32_t i = 0; i < count; i++) { /* in the order of slots, as scripts see them */
        ox_object *stone = ox_world_get(g->world, stones[i]);
        if (rng_chance(g->luck, FX(0.3))) roll(g, stone);
        if (!rng_chance(g->luck, FX(0.01))) continue;
        (void)ox_world_destroy(g->world, stone->handle);
        pair_count(g, OX_NAME("lost"), 1);
    }
}

const pair pair_random = {.scene = "scene/random", .hear = hear_random, .tick = tick_random};
