/* Spawners at their limits: warnings, counts, layers of their own, and what cannot begin. */
#include "kernel/debug/format.h"
#include "kernel/level/internal.h"
#include "tests/unit/kernel/level/level_orcs.h"

/* A warning is written once for each thing that it is about, for as many things as there is room to remember. */
TEST(level_spawner_warns_once_of_each) {
    start(&standard);
    for (uint32_t round = 0; round < 3; round++)
        for (uint32_t i = 0; i < OX_SPAWNER_WARNED; i++) ox_level_warn(&spawners, 900 + i, "is told");
    CHECK_EQ(spawners.warnings, 3 * OX_SPAWNER_WARNED);
    CHECK_EQ(log_.written, OX_SPAWNER_WARNED);
    const ox_spawners warned = spawners;
    ox_level_warn(&spawners, 4711, "finds no room");
    ox_level_warn(&spawners, 4711, "finds no room");
    CHECK(spawners.warnings == warned.warnings + 2 && log_.written == OX_SPAWNER_WARNED);
    CHECK(memcmp(spawners.warned, warned.warned, sizeof warned.warned) == 0);
    CHECK(spawners.sets == warned.sets && spawners.count == warned.count &&
          spawners.refused == warned.refused);
}

/* A copy whose prototype is not there is told with the prototype's name. */
TEST(level_spawner_tells_of_missing_prototypes) {
    static const level_spawner all[] = {{.type = OX_NAME("copy"), .name = 3}};
    char says[60];
    ox_text text = ox_text_begin(says, sizeof says);
    ox_text_add(&text, "#%08x is to be cloned and is not there", (unsigned)OX_NAME("bill"));
    start(&standard);
    open_set(all, 1, OX_SPAWN_POOLED);
    CHECK_EQ(ox_spawner_set_begin(&set), 0);
    CHECK(spawners.warnings == 1 && log_.written == 1);
    CHECK(ox_log_recent(&log_, 0) != NULL && strstr(ox_log_recent(&log_, 0), says) != NULL);
}

/* Spawners without a limit go on when their count is at its end. Prepared objects keep their cooldown, too. */
TEST(level_spawner_counts_to_their_end) {
    for (int policy = 0; policy < 2; policy++) {
        level_spawner one = minimal;
        one.dormant = true;
        one.property_count = 1;
        one.properties[0] = (level_property){OX_NAME("spawn_cooldown"), ROM_PROPERTY_INTEGER, 5};
        start(&standard);
        open_set(&one, 1, policy == 0 ? OX_SPAWN_POOLED : OX_SPAWN_PREPARED);
        (void)ox_spawner_set_begin(&set);
        for (int i = 0; i < 9; i++) ox_world_tick(&world);
        ox_handle handle;
        CHECK(ox_spawner_spawn(&set, 0, &handle) != NULL);
        if (policy == 0)
            CHECK_EQ(ox_world_destroy(&world, handle), OX_OK);
        else
            ox_spawner_end(&set, handle);
        for (int ticks = 0; ticks < 5; ticks++) {
            CHECK(ox_spawner_spawn(&set, 0, NULL) == NULL); /* five ticks must go by */
            ox_world_tick(&world);
        }
        CHECK(ox_spawner_spawn(&set, 0, &handle) != NULL);
        CHECK_EQ(set.states[0].made, 2);
        if (policy == 1) continue;
        set.states[0].made = UINT16_MAX;
        for (int ticks = 0; ticks < 5; ticks++) ox_world_tick(&world);
        CHECK(ox_spawner_spawn(&set, 0, NULL) != NULL);
        CHECK_EQ(set.states[0].made, UINT16_MAX);
    }
}

/* Showing a layer changes what its own set has in it, and nothing else. The first spawner of a layer rests with it. */
TEST(level_spawner_shows_its_own_layer) {
    uint8_t layers[2] = {OX_LAYER_SHOWN | OX_LAYER_ACTIVE, OX_LAYER_ACTIVE};
    level_spawner all[] = {minimal, minimal};
    for (uint32_t i = 0; i < 2; i++) all[i].name = 10 + i;
    start(&standard);
    open_set(all, 2, OX_SPAWN_PREPARED);
    set.layers = layers;
    set.layer_count = 2;
    level_put_half(data.bytes + ROM_SPAWNERS_SIZE + ROM_SPAWNER_SIZE + ROM_SPAWNER_LAYER, 1);
    CHECK_EQ(ox_spawner_set_begin(&set), 2);
    ox_handle handle;
    ox_object *stranger = ox_world_spawn(&world, 0, &handle);
    ox_object_flag(&world, ox_world_find(&world, 10), OX_OBJECT_VISIBLE, false); /* hidden by the game */
    ox_object_flag(&world, stranger, OX_OBJECT_VISIBLE, false);
    layers[1] |= OX_LAYER_SHOWN;
    ox_spawner_set_layer_show(&set, 1);
    CHECK((ox_world_find(&world, 11)->flags & OX_OBJECT_VISIBLE) != 0);
    CHECK((ox_world_find(&world, 10)->flags & OX_OBJECT_VISIBLE) == 0);
    CHECK((stranger->flags & OX_OBJECT_VISIBLE) == 0);
    layers[0] = OX_LAYER_SHOWN;
    ox_spawner_set_layer_rest(&set, 0);
    ox_world_sweep(&world);
    CHECK(set.states[0].alive == 0 && set.states[0].made == 0 && set.states[1].alive == 1);
    CHECK((ox_world_find(&world, 10)->flags & OX_OBJECT_ACTIVE) == 0);
    CHECK((ox_world_find(&world, 11)->flags & OX_OBJECT_ACTIVE) != 0);
}

/* What could not begin takes no memory. A plan with room for fewer types than a level has says how many there are. */
TEST(level_spawner_takes_nothing_it_cannot_use) {
    ox_spawners more[8];
    ox_status status = OX_OK;
    start(&standard);
    size_t used = 0;
    for (uint32_t i = 0; i < 8 && status == OX_OK; i++) {
        used = ox_arena_used(&arena);
        status = ox_spawners_init(&more[i], &world, &(ox_spawners_config){.sets = 1});
        CHECK(status == OX_OK || more[i].sets == NULL);
    }
    CHECK(status != OX_OK && status != OX_OUT_OF_MEMORY); /* the world has room for four systems */
    CHECK_EQ(ox_arena_used(&arena), used);
    level_spawner all[] = {minimal, minimal, minimal, minimal};
    all[1].type = OX_NAME("statue"), all[2].type = OX_NAME("camp");
    ox_spawn_need needs[4] = {{0, 0}, {0, 0}, {77, 88}, {0, 0}};
    (void)level_spawners(data.bytes, all, 4, NULL, 0);
    CHECK_EQ(ox_spawners_plan(data.bytes, needs, 2), 3);
    CHECK(needs[0].type == OX_NAME("orc") && needs[0].count == 2);
    CHECK(needs[1].type == OX_NAME("statue") && needs[1].count == 1);
    CHECK(needs[2].type == 77 && needs[2].count == 88);
    CHECK_EQ(ox_spawners_plan(data.bytes, needs, 0), 3);
}
