/* Tags and queries in C: ../queries.goad. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

enum { SPARKS = 8 };

static void put_out(pair_game *g, const ox_object *hunter, uint16_t bright) {
    ox_handle near_by[SPARKS];
    ox_query query = {.out = near_by, .capacity = SPARKS, .tags = bright};
    const uint32_t count = ox_query_radius(g->world, &query, pair_place(g, hunter), FX(1.5));
    for (uint32_t i = 0; i < count; i++) {
        ox_world_get(g->world, near_by[i])->tags &= (uint16_t)~bright;
        pair_count(g, OX_NAME("put_out"), 1);
    }
}

static void light(pair_game *g, const ox_object *hunter, uint16_t bright) {
    const box3 corner = {.lo = {-4 * FX_ONE, -FX_ONE, -4 * FX_ONE}, .hi = {0, FX_ONE, 0}};
    ox_handle there[SPARKS];
    ox_query query = {
        .out = there, .capacity = SPARKS, .type = (uint16_t)(ox_world_type(g->world, OX_NAME("spark")) + 1)};
    const uint32_t count = ox_query_box(g->world, &query, &corner);
    for (uint32_t i = 0; i < count; i++) {
        ox_object *spark = ox_world_get(g->world, there[i]);
        if ((spark->tags & bright) != 0 ||
            v3_distance(pair_place(g, spark), pair_place(g, hunter)) < 2 * FX_ONE)
            continue;
        spark->tags |= bright;
        pair_count(g, OX_NAME("lit"), 1);
    }
}

static void tick_queries(pair_game *g) {
    const uint16_t bright = ox_world_tag(g->world, OX_NAME("bright"));
    ox_object *hunter = pair_find(g, OX_NAME("hunter"));
    pair_walk(g, hunter);
    ox_query lit = {.tags = bright};
    const ox_object *prey =
        ox_world_get(g->world, ox_query_nearest(g->world, &lit, pair_place(g, hunter), 6 * FX_ONE));
    if (prey != NULL)
        ox_object_place_of(g->world, hunter)->angle =
            ox_place_heading(pair_place(g, hunter), pair_place(g, prey));
    put_out(g, hunter, bright);
    light(g, hunter, bright);
}

const pair pair_queries = {.scene = "scene/queries", .tick = tick_queries};
