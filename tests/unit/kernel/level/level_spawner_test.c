/* Spawners and locators: objects that the data place in the world, when they are spawned, with the right properties. */
#include "kernel/scene/region.h"
#include "tests/unit/kernel/level/level_orcs.h"
#include "tests/unit/kernel/memory/life.h"

static const orc tougher = {45, 2 * FX_ONE, OX_NAME("club"), {0, 0, 0, 0}, 0, {0}};

static orc *orc_of(ox_object *o) { return (orc *)ox_object_data(&world, o); }

static const level_spawner full = {
    .type = OX_NAME("chieftain"),
    .name = OX_NAME("full"),
    .at = {FX_ONE, 2 * FX_ONE, -FX_ONE},
    .property_count = 4,
    .properties = {{OX_NAME("health"), ROM_PROPERTY_INTEGER, 30},
                   {OX_NAME("speed"), ROM_PROPERTY_INTEGER, 2}, /* an integer for an fx field */
                   {OX_NAME("weapon"), ROM_PROPERTY_ID, OX_NAME("club")},
                   /* an fx number for an integer field */
                   {OX_NAME("power"), ROM_PROPERTY_FX, 7 * FX_ONE + 9}}};

TEST(level_spawner_minimal_equals_full) {
    const level_spawner all[] = {minimal, full};
    start(&standard);
    open_set(all, 2, OX_SPAWN_POOLED);
    CHECK_EQ(ox_spawner_set_begin(&set), 2);
    ox_object *a = ox_world_find(&world, OX_NAME("bill")), *b = ox_world_find(&world, OX_NAME("full"));
    CHECK(a != NULL && b != NULL);
    CHECK_EQ(ox_type_compare(&orc_record, orc_of(a), orc_of(b), 0), -1);
    CHECK_EQ(ox_type_compare(&glow_record, ox_component_get(&world, a, 1), ox_component_get(&world, b, 1), 0),
             -1);
    CHECK(v3_equal(*ox_place_of(&world, a), *ox_place_of(&world, b)));
    CHECK_EQ(ox_place_of(&world, a)->y, 2 * FX_ONE);
    CHECK_EQ(orc_of(a)->rotation[3], 16384);
    CHECK_EQ(a->chunk, 5);
    CHECK_EQ(log_.written, 0);
}

TEST(level_spawner_defaults_reach_only_the_unsaid) {
    level_spawner all[] = {minimal, full};
    start(&tougher);
    open_set(all, 2, OX_SPAWN_POOLED);
    CHECK_EQ(ox_spawner_set_begin(&set), 2);
    CHECK_EQ(orc_of(ox_world_find(&world, OX_NAME("bill")))->health, 45);
    CHECK_EQ(orc_of(ox_world_find(&world, OX_NAME("full")))->health, 30);
}

static void open_gate(void *context, ox_world *w, const ox_region_event *e) {
    (void)w;
    if (e->kind == OX_REGION_ENTER)
        CHECK(ox_spawner_spawn((ox_spawner_set *)context, (uint32_t)ox_spawner_find(&set, e->region->payload),
                               NULL) != NULL);
}

TEST(level_spawner_dormant_until_triggered) {
    level_spawner all[] = {minimal, full};
    static const ox_region gate = {
        .shape = OX_REGION_SPHERE, .half = {FX_ONE, 0, 0}, .tags = 1, .payload = OX_NAME("full")};
    ox_regions regions;
    all[0].at = (vec3){-5 * FX_ONE, 0, 0};
    all[1].dormant = true;
    all[1].at = (vec3){50 * FX_ONE, 0, 0};
    start(&standard);
    CHECK_EQ(
        ox_regions_init(&regions, &world,
                        &(ox_regions_config){
                            .capacity = 2, .visits = 4, .tags = 1, .listener = open_gate, .context = &set}),
        OX_OK);
    CHECK_EQ(ox_regions_add(&regions, &gate, 1), 0);
    open_set(all, 2, OX_SPAWN_POOLED);
    CHECK_EQ(ox_spawner_set_begin(&set), 1);
    for (fx x = -5 * FX_ONE; x < 5 * FX_ONE; x += FX_HALF) {
        CHECK_EQ(world.alive, x - FX_HALF < -FX_ONE ? 1 : 2);
        CHECK_EQ(ox_place_set(&world, ox_world_find(&world, OX_NAME("bill")), (vec3){x, 0, 0}), OX_OK);
        ox_world_tick(&world);
    }
    CHECK_EQ(ox_place_of(&world, ox_world_find(&world, OX_NAME("full")))->x, 50 * FX_ONE);
}

TEST(level_spawner_kinds_and_unknowns) {
    level_spawner all[] = {
        minimal,
        {.type = OX_NAME("camp"),
         .name = 2,
         .at = {3, 4, 5},
         .rotation = {101, 102, 103, 104},
         .property_count = 1,
         .properties = {{OX_NAME("angry"), ROM_PROPERTY_BOOL, 1}}},
        {.type = OX_NAME("copy"), .name = 3},
        {.type = OX_NAME("dragon"), .name = 4},
        {.type = OX_NAME("dragon"), .name = 5},
        {.type = OX_NAME("orc"),
         .name = 6,
         .property_count = 2,
         .properties = {{OX_NAME("beard"), 0, 1}, {OX_NAME("health"), 0, 900}}},
        {.type = OX_NAME("orc"),
         .name = 7,
         .property_count = 2,
         .properties = {{OX_NAME("beard"), 0, 1}, {OX_NAME("colour"), ROM_PROPERTY_VECTOR, 0}}}};
    start(&standard);
    open_set(all, 7, OX_SPAWN_POOLED);
    CHECK_EQ(ox_spawner_set_begin(&set), 5); /* the program has no dragons */
    CHECK_EQ(set.refused, 2);
    CHECK_EQ(camps, 1);
    CHECK(camp_place.type == OX_NAME("camp") && camp_place.name == 2 && camp_place.number == 1 &&
          camp_place.scale == FX_ONE);
    for (int i = 0; i < 4; i++) CHECK_EQ(camp_place.rotation[i], 101 + i);
    CHECK(camp_place.position.x == 3 && camp_place.position.y == 4 && camp_place.position.z == 5);
    CHECK_EQ(orc_of(ox_world_find(&world, 2))->angry, 1);
    CHECK_EQ(orc_of(ox_world_find(&world, 3))->health, 30);
    CHECK_EQ(orc_of(ox_world_find(&world, 6))->health, 100); /* the value is clamped to the field's range */
    const glow *g = ox_component_get(&world, ox_world_find(&world, 7), 1);
    CHECK(g->colour[0] == FX_ONE && g->colour[1] == FX_HALF && g->power == 7);
    CHECK_EQ(log_.written, 2); /* one line for the dragon, one for the beard */
    CHECK_EQ(spawners.warnings, 4);
    CHECK(strstr(ox_log_recent(&log_, 0), "no field") != NULL);
    ox_spawner_set_close(&set);
    ox_world_sweep(&world);
    CHECK_EQ(ox_world_leaks(&world), 0);
    CHECK_EQ(ox_spawner_set_open(&set, &spawners, &arena, data.bytes, 1, OX_SPAWN_POOLED), OX_OK);
    CHECK_EQ(ox_spawner_set_begin(&set), 5); /* the chunk comes back */
}

/* Turns and sizes reach fields of the right kind alone, within their range. */
TEST(level_spawner_turns_and_sizes) {
    static const level_spawner all[] = {
        {.type = OX_NAME("statue"), .name = 1, .rotation = {0, 11585, 0, 11585}, .scale = 3 * FX_HALF},
        {.type = OX_NAME("statue"), .name = 2, .rotation = {11585, 0, 0, 11585}},
        {.type = OX_NAME("statue"), .name = 3, .rotation = {0, 0, 11585, 11585}, .scale = 9 * FX_ONE},
        {.type = OX_NAME("orc"), .name = 4, .rotation = {1, -2, 3, -4}}};
    static const ang16 turns[3][3] = {{16384, 0, 0}, {0, 16384, 0}, {0, 0, 16384}}; /* yaw, pitch, roll */
    static const fx scales[3] = {3 * FX_HALF, FX_ONE, 4 * FX_ONE},
                    sizes[3] = {3 * FX_ONE, 2 * FX_ONE, 17 * FX_ONE}; /* within the field's range */
    start(&standard);
    open_set(all, 4, OX_SPAWN_POOLED);
    CHECK_EQ(ox_spawner_set_begin(&set), 4);
    for (uint32_t i = 0; i < 3; i++) {
        const ox_object *o = ox_world_find(&world, 1 + i);
        const stance *s = ox_object_data(&world, ox_world_find(&world, 1 + i));
        CHECK_NEAR((int16_t)(s->yaw - turns[i][0]), 0, 4);
        CHECK_EQ(s->angle, s->yaw);
        CHECK_NEAR((int16_t)(s->pitch - turns[i][1]), 0, 4);
        CHECK_NEAR((int16_t)(s->roll - turns[i][2]), 0, 4);
        CHECK_EQ(s->scale, scales[i]);
        CHECK_EQ(s->size, sizes[i]);
        CHECK_EQ(s->rotation, 5);
        const short_turn *turn = ox_component_get(&world, o, 2);
        CHECK(turn->rotation[0] == 0 && turn->rotation[1] == 0 && turn->rotation[2] == 0);
    }
    const int16_t *as_is = orc_of(ox_world_find(&world, 4))->rotation;
    CHECK(as_is[0] == 1 && as_is[1] == -2 && as_is[2] == 3 && as_is[3] == -4);
    CHECK_EQ(log_.written, 0);
}

/* A vector fills as many numbers as a field has, and no number of another field. */
TEST(level_spawner_vectors_fill_what_a_field_has) {
    static const level_spawner all[] = {{.type = OX_NAME("statue"),
                                         .name = 1,
                                         .property_count = 2,
                                         .properties = {{OX_NAME("turns"), ROM_PROPERTY_VECTOR, 0},
                                                        {OX_NAME("scale"), ROM_PROPERTY_VECTOR, 0}}},
                                        {.type = OX_NAME("orc"),
                                         .name = 2,
                                         .rotation = {5, 6, 7, 8},
                                         .property_count = 2,
                                         .properties = {{OX_NAME("colour"), ROM_PROPERTY_VECTOR, 0},
                                                        {OX_NAME("rotation"), ROM_PROPERTY_VECTOR, 0}}}};
    rom_error error;
    static const vec3 vectors[] = {{FX_ONE, 7 * FX_HALF, 9 * FX_ONE}};
    start(&standard);
    const uint32_t bytes = level_spawners(data.bytes, all, 2, vectors, 1);
    CHECK_EQ(rom_check_chunk(ROM_TAG_SPAWNERS, data.bytes, bytes, &error), ROM_OK);
    CHECK_EQ(ox_spawner_set_open(&set, &spawners, &arena, data.bytes, 5, OX_SPAWN_POOLED), OX_OK);
    CHECK_EQ(ox_spawner_set_begin(&set), 2);
    const glow *g = ox_component_get(&world, ox_world_find(&world, 2), 1);
    CHECK(g->colour[0] == FX_ONE && g->colour[1] == 7 * FX_HALF && g->colour[2] == 9 * FX_ONE &&
          g->power == 7);
    const int16_t *four = orc_of(ox_world_find(&world, 2))->rotation;
    CHECK(four[0] == 1 && four[1] == 3 && four[2] == 9 && four[3] == 8); /* a vector has three numbers */
    const stance *s = ox_object_data(&world, ox_world_find(&world, 1));
    CHECK(s->turns[0] == 1 && s->turns[1] == 3 && s->after == 77);
    CHECK(s->scale == FX_ONE && s->size == 2 * FX_ONE);
}

typedef struct told {
    uint32_t count, indexes[8], values[8], kinds[8];
    ox_id keys[8];
    bool refuse;
} told;
static bool listen(void *context, ox_id key, uint32_t index, uint32_t value, uint32_t kind) {
    told *t = (told *)context;
    if (t->count < 8) {
        t->keys[t->count] = key, t->indexes[t->count] = index;
        t->values[t->count] = value, t->kinds[t->count] = kind;
    }
    t->count++;
    return !t->refuse;
}

/* Properties that no field of an object takes are counted by a fill, and told: vectors as three numbers, texts and the
 * spawner's own numbers not at all. What is not taken is warned of. */
TEST(level_spawner_tells_what_no_field_takes) {
    static const level_spawner all[] = {{.type = OX_NAME("orc"),
                                         .name = 1,
                                         .property_count = 6,
                                         .properties = {{OX_NAME("health"), ROM_PROPERTY_INTEGER, 5},
                                                        {OX_NAME("power"), ROM_PROPERTY_INTEGER, 5},
                                                        {OX_NAME("spawn_count"), ROM_PROPERTY_INTEGER, 9},
                                                        {OX_NAME("beard"), ROM_PROPERTY_FX, 70000},
                                                        {OX_NAME("wind"), ROM_PROPERTY_VECTOR, 0},
                                                        {OX_NAME("spawn_alive"), ROM_PROPERTY_INTEGER, 9}}},
                                        {.type = OX_NAME("orc"), .name = 2}};
    told heard = {0};
    start(&standard);
    spawners.told = true;
    open_set(all, 2, OX_SPAWN_POOLED);
    CHECK_EQ(ox_spawner_set_begin(&set), 2);
    CHECK(log_.written == 0 && spawners.warnings == 0);
    ox_object *one = ox_world_find(&world, 1);
    CHECK_EQ(ox_spawner_fill(&set, 0, one), 2);
    CHECK_EQ(ox_spawner_fill(&set, 1, ox_world_find(&world, 2)), 0);
    CHECK_EQ(ox_place_set(&world, one, (vec3){0, 0, 0}), OX_OK);
    ox_spawners_tell(&spawners, one, listen, &heard);
    CHECK_EQ(heard.count, 4);
    for (uint32_t i = 0, of_wind = 0; i < 4; i++) {
        if (heard.keys[i] == OX_NAME("beard"))
            CHECK(heard.indexes[i] == 0 && heard.values[i] == 70000 && heard.kinds[i] == ROM_PROPERTY_FX);
        else
            CHECK(heard.keys[i] == OX_NAME("wind") && heard.indexes[i] == of_wind &&
                  heard.values[i] == (of_wind == 0   ? FX_ONE
                                      : of_wind == 1 ? FX_HALF
                                                     : 0) &&
                  heard.kinds[i] == ROM_PROPERTY_VECTOR),
                of_wind++;
    }
    CHECK_EQ(spawners.warnings, 0);
    heard = (told){.refuse = true};
    ox_spawners_tell(&spawners, one, listen, &heard);
    CHECK(heard.count == 4 && spawners.warnings == 2 && log_.written == 2);
    heard.count = 0;
    ox_spawners_tell(&spawners, ox_world_find(&world, 2), listen, &heard);
    ox_spawners_tell(&spawners, ox_world_spawn(&world, 0, NULL), listen, &heard); /* nobody's object */
    CHECK_EQ(heard.count, 0);
}

/* Numbers become what the field holds: whole numbers metres, parts of numbers the whole below. */
TEST(level_spawner_values_are_converted) {
    static const level_spawner all[] = {
        {.type = OX_NAME("orc"),
         .name = 1,
         .property_count = 3,
         .properties = {{OX_NAME("speed"), ROM_PROPERTY_INTEGER, (uint32_t)-3},
                        {OX_NAME("health"), ROM_PROPERTY_FX, 7 * FX_HALF},
                        {OX_NAME("power"), ROM_PROPERTY_FX, (uint32_t)-FX_HALF}}},
        {.type = OX_NAME("orc"),
         .name = 2,
         .property_count = 3,
         .properties = {{OX_NAME("speed"), ROM_PROPERTY_FX, (uint32_t)-FX_HALF},
                        {OX_NAME("health"), ROM_PROPERTY_INTEGER, (uint32_t)-9},
                        {OX_NAME("weapon"), ROM_PROPERTY_ID, 0x90000001u}}}};
    start(&standard);
    open_set(all, 2, OX_SPAWN_POOLED);
    CHECK_EQ(ox_spawner_set_begin(&set), 2);
    const orc *one = orc_of(ox_world_find(&world, 1)), *two = orc_of(ox_world_find(&world, 2));
    CHECK(one->speed == -3 * FX_ONE && one->health == 3);
    CHECK_EQ(((const glow *)ox_component_get(&world, ox_world_find(&world, 1), 1))->power, -1);
    CHECK(two->speed == -FX_HALF && two->health == 0 && two->weapon == 0x90000001u);
}

/* A kind whose prototype is not there makes nothing. */
TEST(level_spawner_copies_want_their_prototype) {
    static const level_spawner all[] = {{.type = OX_NAME("copy"), .name = 3},
                                        {.type = OX_NAME("orc"), .name = OX_NAME("bill")}};
    start(&standard);
    open_set(all, 2, OX_SPAWN_POOLED);
    CHECK_EQ(ox_spawner_set_begin(&set), 1);
    CHECK_EQ(set.refused, 1);
    CHECK(ox_world_find(&world, 3) == NULL);
    CHECK(ox_spawner_spawn(&set, 0, NULL) != NULL && ox_world_find(&world, 3) != NULL);
}

TEST(level_spawner_limits) {
    const level_spawner camp = {.type = OX_NAME("orc"),
                                .name = OX_NAME("camp"),
                                .dormant = true,
                                .property_count = 3,
                                .properties = {{OX_NAME("spawn_count"), 0, 4},
                                               {OX_NAME("spawn_alive"), 0, 2},
                                               {OX_NAME("spawn_cooldown"), 0, 10}}};
    ox_handle first, handle;
    uint32_t made = 0, at[8];
    start(&standard);
    open_set(&camp, 1, OX_SPAWN_POOLED);
    CHECK_EQ(ox_spawner_set_begin(&set), 0);
    CHECK_EQ(ox_spawner_find(&set, 99), OX_NOT_FOUND);
    CHECK(ox_spawner_spawn(&set, 0, &first) != NULL);
    CHECK(ox_spawner_spawn(&set, 0, &handle) == NULL); /* the spawner cools down */
    for (uint32_t t = 0; t < 100; t++) {
        ox_world_tick(&world);
        if (t == 50) ox_spawner_end(&set, first);
        if (t == 52) ox_world_destroy_all(&world);
        if (ox_spawner_spawn(&set, 0, NULL) != NULL) at[made++] = world.tick;
        CHECK(world.alive <= 2);
    }
    CHECK_EQ(made, 3); /* four objects, with the first one */
    CHECK(at[0] == 10 && at[1] == 52 && at[2] == 62);
    CHECK_EQ(log_.written, 0);
    CHECK_EQ(test_assertions(), 0);
    CHECK(ox_spawner_spawn(&set, 7, NULL) == NULL);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

/* The offline policy: all objects exist from the start, and play allocates no memory. */
TEST(level_spawner_prepared) {
    level_spawner all[10];
    char text[80];
    ox_text plan = ox_text_begin(text, sizeof text);
    for (uint32_t i = 0; i < 10; i++) {
        all[i] = minimal;
        all[i].name = 10 + i;
        all[i].dormant = i >= 3;
        all[i].at.x = (fx)i * FX_ONE;
    }
    start(&standard);
    open_set(all, 10, OX_SPAWN_PREPARED);
    CHECK_EQ(ox_spawner_set_begin(&set), 10);
    ox_world_sweep(&world);
    uint32_t serial = world.objects.serial, given = world.objects.given,
             used = world.components[0].nodes.used;
    size_t bytes = ox_arena_used(&arena);
    ox_handle handles[10];
    for (uint32_t i = 0; i < 10; i++) handles[i] = ox_world_find(&world, 10 + i)->handle;
    for (uint32_t t = 0; t < 200; t++) {
        uint32_t i = 3 + t % 7;
        ox_handle handle;
        ox_object *o = ox_spawner_spawn(&set, i, &handle);
        CHECK(o != NULL && ox_handle_same(handle, handles[i]));
        CHECK((o->flags & (OX_OBJECT_ACTIVE | OX_OBJECT_VISIBLE)) == (OX_OBJECT_ACTIVE | OX_OBJECT_VISIBLE));
        CHECK(ox_spawner_spawn(&set, i, NULL) == NULL); /* the spawner's one object exists */
        orc_of(o)->health = 1;
        ox_world_tick(&world);
        ox_spawner_end(&set, handle);
        CHECK((o->flags & OX_OBJECT_ACTIVE) == 0);
    }
    CHECK_EQ(world.objects.serial, serial);
    CHECK_EQ(world.objects.given, given);
    CHECK_EQ(world.components[0].nodes.used, used);
    CHECK_EQ(ox_arena_used(&arena), bytes);
    ox_spawn_need need;
    CHECK_EQ(ox_spawners_plan(data.bytes, &need, 1), 1);
    CHECK(need.type == OX_NAME("orc") && need.count == 10);
    ox_spawners_print_plan(data.bytes, NULL, NULL, &plan);
    CHECK_EQ(strncmp(text, "10 x #", 6), 0);
}

/* A prepared object that waits is destroyed by somebody else: nothing lives, and nothing comes any more. */
TEST(level_spawner_prepared_ones_may_be_lost) {
    level_spawner all[] = {minimal, minimal};
    all[0].name = 10, all[1].name = 11, all[1].dormant = true;
    start(&standard);
    open_set(all, 2, OX_SPAWN_PREPARED);
    CHECK_EQ(ox_spawner_set_begin(&set), 2);
    CHECK(set.states[0].alive == 1 && set.states[0].made == 1 && set.states[1].alive == 0 &&
          set.states[1].made == 0);
    CHECK_EQ(ox_world_destroy(&world, ox_world_find(&world, 11)->handle), OX_OK);
    ox_world_sweep(&world);
    CHECK_EQ(set.states[1].alive, 0);
    CHECK(ox_spawner_spawn(&set, 1, NULL) == NULL);
    /* an object of somebody else is destroyed, and changes no count */
    ox_handle other;
    CHECK(ox_world_spawn(&world, 0, &other) != NULL);
    ox_spawner_end(&set, other);
    ox_world_sweep(&world);
    CHECK(ox_world_get(&world, other) == NULL && set.states[0].alive == 1);
    ox_spawner_end(&set, other); /* a stale handle is nothing */
    CHECK_EQ(world.alive, 1);
}

/* The need of a chunk: each type in the order of its first spawner, as many as may live at once. */
static const char *word_of(void *context, ox_id id) {
    return id == OX_NAME("orc") ? (const char *)context : NULL;
}
TEST(level_spawner_plans_count_what_may_live) {
    static const level_spawner all[] = {
        {.type = OX_NAME("orc"), .name = 1},
        {.type = 77, .name = 2, .property_count = 1, .properties = {{OX_NAME("spawn_alive"), 0, 4}}},
        {.type = OX_NAME("orc"),
         .name = 3,
         .property_count = 1,
         .properties = {{OX_NAME("spawn_alive"), 0, 0}}},
        {.type = 78, .name = 4},
        {.type = 77, .name = 5, .property_count = 1, .properties = {{OX_NAME("spawn_alive"), 0, 3}}}};
    static level_spawner many[70];
    ox_spawn_need needs[4] = {{0}};
    char text[1200], word[] = "orc";
    ox_text plan = ox_text_begin(text, sizeof text);
    (void)level_spawners(data.bytes, all, 5, NULL, 0);
    CHECK_EQ(ox_spawners_plan(data.bytes, needs, 4), 3);
    CHECK(needs[0].type == OX_NAME("orc") && needs[0].count == 2);
    CHECK(needs[1].type == 77 && needs[1].count == 7 && needs[2].type == 78 && needs[2].count == 1);
    memset(needs, 0, sizeof needs);
    CHECK_EQ(ox_spawners_plan(data.bytes, needs, 2), 3); /* more types than room */
    CHECK(needs[1].count == 7 && needs[2].type == 0 && needs[2].count == 0);
    ox_spawners_print_plan(data.bytes, word_of, word, &plan);
    CHECK_EQ(strcmp(text, "2 x orc, 7 x #0000004d, 1 x #0000004e"), 0);
    for (uint32_t i = 0; i < 66; i++) many[i] = (level_spawner){.type = 100 + i};
    (void)level_spawners(data.bytes, many, 66, NULL, 0);
    plan = ox_text_begin(text, sizeof text);
    ox_spawners_print_plan(data.bytes, NULL, NULL, &plan);
    CHECK(strstr(text, "1 x #000000a3 and 2 more types") != NULL &&
          strncmp(text, "1 x #00000064, ", 15) == 0);
}

/* More spawners than `most`, of all sets together, are refused and counted; a set that was not opened closes without
 * harm. */
TEST(level_spawner_sets_share_the_most) {
    static const level_spawner all[] = {{.type = OX_NAME("orc"), .name = 1},
                                        {.type = OX_NAME("orc"), .name = 2}};
    ox_spawner_set other;
    start(&standard);
    spawners.most = 3;
    open_set(all, 2, OX_SPAWN_POOLED);
    memset(&other, 0xEE, sizeof other);
    CHECK_EQ(ox_spawner_set_open(&other, &spawners, &arena, data.bytes, 1, OX_SPAWN_POOLED), OX_FULL);
    CHECK(spawners.refused == 1 && spawners.count == 2);
    ox_spawner_set_close(&other);
    spawners.most = 4;
    CHECK_EQ(ox_spawner_set_open(&other, &spawners, &arena, data.bytes, 1, OX_SPAWN_POOLED), OX_OK);
    CHECK_EQ(spawners.count, 4);
    ox_spawner_set_close(&other);
    CHECK_EQ(spawners.count, 2);
    CHECK_EQ(ox_spawner_set_open(&other, &spawners, &arena, data.bytes, 1, OX_SPAWN_POOLED), OX_OK);
    CHECK(ox_spawner_set_begin(&set) == 2 && ox_spawner_set_begin(&other) == 2 && world.alive == 4);
    ox_spawner_set_rest(&set); /* the objects of one set go, the other's stay */
    ox_world_sweep(&world);
    CHECK(world.alive == 2 && set.states[0].made == 0 && set.states[1].made == 0 &&
          other.states[0].alive == 1);
    CHECK_EQ(ox_spawner_set_begin(&set), 2);
    CHECK(ox_spawner_spawn(&set, 1, NULL) == NULL); /* the spawner has made the one that it may */
    ox_spawners_end(&spawners);
    ox_world_sweep(&world);
    CHECK_EQ(world.alive, 0);
    CHECK(other.spawners == NULL && set.spawners == NULL);
}

/* Layers: a spawner that is stopped begins with its layer all the same; each object is shown or hidden by its own
 * layer, and sleepers stay unseen. */
TEST(level_spawner_layers) {
    for (int policy = 0; policy < 2; policy++) {
        const bool pooled = policy == 0;
        level_spawner all[] = {minimal, minimal, minimal, minimal};
        uint8_t layers[2] = {OX_LAYER_SHOWN | OX_LAYER_ACTIVE, 0};
        for (uint32_t i = 0; i < 4; i++) all[i].name = 10 + i;
        all[3].dormant = true;
        start(&standard);
        open_set(all, 4, pooled ? OX_SPAWN_POOLED : OX_SPAWN_PREPARED);
        set.layers = layers;
        set.layer_count = 2;
        for (uint32_t i = 0; i < 4; i++) {
            uint8_t *row = data.bytes + ROM_SPAWNERS_SIZE + i * ROM_SPAWNER_SIZE;
            level_put_half(row + ROM_SPAWNER_LAYER, i == 0 ? 0 : 1);
        }
        CHECK_EQ(ox_spawner_set_begin(&set), pooled ? 1 : 4);
        CHECK(ox_spawner_spawn(&set, 1, NULL) == NULL); /* the layer is not active */
        for (int round = 0; round < 2; round++) {
            ox_spawner_stop(&set, 2, true);
            layers[1] = OX_LAYER_ACTIVE;
            ox_spawner_set_layer_begin(&set, 1);
            CHECK(set.states[0].made == 1 && set.states[1].alive == 1 && set.states[3].alive == 0);
            CHECK_EQ(set.states[2].alive, pooled); /* nobody asks for those that begin */
            CHECK((ox_world_find(&world, 11)->flags & OX_OBJECT_VISIBLE) == 0);
            CHECK((ox_world_find(&world, 10)->flags & OX_OBJECT_VISIBLE) != 0);
            layers[1] |= OX_LAYER_SHOWN;
            ox_spawner_set_layer_show(&set, 1);
            CHECK((ox_world_find(&world, 11)->flags & OX_OBJECT_VISIBLE) != 0);
            const ox_object *sleeper = ox_world_find(&world, 13);
            CHECK(pooled ? sleeper == NULL : (sleeper->flags & OX_OBJECT_VISIBLE) == 0);
            layers[1] = 0;
            ox_spawner_set_layer_rest(&set, 1);
            ox_world_sweep(&world);
            CHECK(world.alive == (pooled ? 1 : 4) && set.states[0].alive == 1 && set.states[1].alive == 0);
            CHECK(set.states[1].made == 0 && set.states[2].made == 0 && set.states[0].made == 1);
        }
        CHECK_EQ(log_.written, 0);
    }
}

TEST(level_spawner_refusals) {
    ox_spawner_set more[2];
    ox_spawners none;
    start(&standard);
    open_set(&minimal, 1, OX_SPAWN_POOLED);
    CHECK_EQ(ox_spawner_set_open(&more[0], &spawners, &arena, data.bytes, 1, OX_SPAWN_POOLED), OX_OK);
    CHECK_EQ(ox_spawner_set_open(&more[1], &spawners, &arena, data.bytes, 1, OX_SPAWN_POOLED), OX_FULL);
    ox_spawner_set_close(&more[0]);
    level_put(data.bytes + ROM_SPAWNERS_SPAWNER_COUNT, UINT16_MAX + 1u); /* more than have numbers */
    CHECK_EQ(ox_spawner_set_open(&more[1], &spawners, &arena, data.bytes, 1, OX_SPAWN_POOLED), OX_FULL);
    level_put(data.bytes + ROM_SPAWNERS_SPAWNER_COUNT, 1);
    while (ox_arena_push_low(&arena, 4, 4) != NULL) {
    }
    CHECK_EQ(ox_spawner_set_open(&more[1], &spawners, &arena, data.bytes, 1, OX_SPAWN_POOLED),
             OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_spawners_init(&none, &world, &(ox_spawners_config){0}), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_spawners_init(&none, &world, &(ox_spawners_config){.sets = 4}), OX_OUT_OF_MEMORY);
}

/* Counts of spawned objects survive a way through bytes; impossible bytes leave no state. */
TEST(level_spawner_state_comes_back) {
    static const level_spawner all[] = {{.type = OX_NAME("orc"), .name = OX_NAME("once")},
                                        {.type = OX_NAME("orc"),
                                         .name = OX_NAME("camp"),
                                         .dormant = true,
                                         .property_count = 1,
                                         .properties = {{OX_NAME("spawn_alive"), ROM_PROPERTY_INTEGER, 1}}}};
    static uint8_t kept[512];
    ox_handle handle;
    start(&standard);
    open_set(all, 2, OX_SPAWN_POOLED);
    CHECK_EQ(ox_spawner_set_begin(&set), 1);
    CHECK(ox_spawner_spawn(&set, 1, &handle) != NULL);
    ox_writer to = ox_writer_bytes(kept, sizeof kept), hash = ox_writer_hash();
    ox_spawners_save(&spawners, &to);
    ox_spawners_save(&spawners, &hash);
    CHECK(!to.full);
    memset(set.states, 0, 2 * sizeof *set.states);
    memset(spawners.owners, 0, 24 * sizeof *spawners.owners);
    ox_reader from = ox_reader_bytes(kept, to.used);
    CHECK_EQ(ox_spawners_restore(&spawners, &from), OX_OK);
    ox_writer again = ox_writer_hash();
    ox_spawners_save(&spawners, &again);
    CHECK(again.hash == hash.hash && from.used == to.used);
    const uint32_t same = ox_world_hash(&world, OX_FNV_START); /* made, ready, alive and stopped count */
    set.states[1].ready++;
    CHECK(ox_world_hash(&world, OX_FNV_START) != same);
    set.states[1].ready--;
    ox_spawner_stop(&set, 1, true);
    CHECK(ox_world_hash(&world, OX_FNV_START) != same);
    ox_spawner_stop(&set, 1, false);
    set.states[0].made++;
    CHECK(ox_world_hash(&world, OX_FNV_START) != same);
    set.states[0].made--;
    CHECK_EQ(ox_world_hash(&world, OX_FNV_START), same);
    CHECK(ox_spawner_spawn(&set, 1, NULL) == NULL); /* one object lives */
    CHECK_EQ(ox_world_destroy(&world, handle), OX_OK);
    ox_world_sweep(&world);
    CHECK(ox_spawner_spawn(&set, 1, NULL) != NULL);
    for (size_t size = 0; size < to.used; size += 3) { /* the state is cut off */
        from = ox_reader_bytes(kept, size);
        CHECK_EQ(ox_spawners_restore(&spawners, &from), OX_BAD_DATA);
        CHECK(set.states[0].made == 0 && spawners.owners[0].set == 0);
    }
    /* An owner that cannot be: of a slot, a set or a spawner that is not there, or of an object of another level. The
     * first owner is written behind the counts of both sets: 4 + 2 * 12 and 4 bytes. */
    static const struct {
        uint32_t at;
        uint8_t value;
    } wrong[] = {{32, 200}, {32, 20}, {36, 0}, {36, 2}, {36, 9}, {37, 255}, {38, 2}, {38, 200}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const uint8_t was = kept[wrong[i].at];
        CHECK(was != wrong[i].value);
        kept[wrong[i].at] = wrong[i].value;
        from = ox_reader_bytes(kept, to.used);
        CHECK_EQ(ox_spawners_restore(&spawners, &from), OX_BAD_DATA);
        CHECK(set.states[0].made == 0 && spawners.owners[0].set == 0);
        kept[wrong[i].at] = was;
    }
    from = ox_reader_bytes(kept, to.used);
    CHECK_EQ(ox_spawners_restore(&spawners, &from), OX_OK);
    set.part = 6;
    from = ox_reader_bytes(kept, to.used);
    CHECK_EQ(ox_spawners_restore(&spawners, &from), OX_BAD_DATA);
    set.part = 5;
    kept[0] = 3; /* the state of another set */
    from = ox_reader_bytes(kept, to.used);
    CHECK_EQ(ox_spawners_restore(&spawners, &from), OX_BAD_DATA);
}

/* ---- locators ---- */

TEST(level_locators_by_name) {
    static const level_place posts[] = {
        {.name = 100, .kind = 1, .at = {FX_ONE, 0, 0}, .half = {FX_HALF, 0, 0}},
        {.name = 200,
         .kind = 2,
         .at = {4 * FX_ONE, 0, 2 * FX_ONE},
         .rotation = {0, 11585, 0, 11585}}, /* a quarter turn left */
        {.name = 0x90000000u, .kind = 2, .at = {0, FX_ONE, 0}}};
    rom_error error;
    ox_locator found;
    uint32_t bytes = level_locators(data.bytes, posts, 3);
    CHECK_EQ(rom_check_chunk(ROM_TAG_LOCATORS, data.bytes, bytes, &error), ROM_OK);
    CHECK_EQ(ox_locator_count(data.bytes), 3);
    for (uint32_t i = 0; i < 3; i++) {
        CHECK_EQ(ox_locator_find(data.bytes, posts[i].name, &found), OX_OK);
        CHECK(found.kind == posts[i].kind && v3_equal(found.place.t, posts[i].at));
        CHECK_EQ(ox_locator_at(data.bytes, i).name, posts[i].name);
    }
    CHECK_EQ(ox_locator_find(data.bytes, 150, &found), OX_NOT_FOUND);
    CHECK_EQ(ox_locator_find(data.bytes, UINT32_MAX, &found), OX_NOT_FOUND);
    /* Two fighters: one stands a metre ahead of the locator, one a metre behind it and faces it. */
    CHECK_EQ(ox_locator_find(data.bytes, 200, &found), OX_OK);
    sqt ahead = sqt_identity(), behind = sqt_identity();
    ahead.t.z = -FX_ONE;
    behind.t.z = FX_ONE;
    sqt one = ox_locator_align(&found, &ahead), two = ox_locator_align(&found, &behind);
    CHECK_NEAR(one.t.x, 3 * FX_ONE, 16);
    CHECK_NEAR(two.t.x, 5 * FX_ONE, 16);
    CHECK_NEAR(one.t.z, 2 * FX_ONE, 16);
    CHECK_NEAR(two.t.z, 2 * FX_ONE, 16);
    CHECK(q4_same(one.q, two.q, 1u << 10));
    CHECK_NEAR(found.place.q.y, 759250125, 64); /* the root of a half, in Q2.30 */
    CHECK_NEAR(found.place.q.w, 759250125, 64);
    CHECK_EQ(found.radius, 0);
    CHECK_EQ(ox_locator_at(data.bytes, 0).radius, FX_HALF);
    for (uint32_t i = 0; i < 4; i++)
        level_put_half(data.bytes + ROM_LOCATORS_SIZE + ROM_LOCATOR_ROTATION + 2 * i, 0);
    const quat none = ox_locator_at(data.bytes, 0).place.q; /* a turn of length 0 */
    CHECK(none.x == 0 && none.y == 0 && none.z == 0 && none.w == Q30_ONE);
    (void)ox_locator_at(data.bytes, 3);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

/* A set ends while its objects are in the world; spawners end while the set is open. */
static ox_status set_in_play(ox_spawner_set *it) {
    ox_status status = ox_spawner_set_open(it, &spawners, &arena, data.bytes, 5, OX_SPAWN_POOLED);
    if (!ox_failed(status)) CHECK_EQ(ox_spawner_set_begin(it), 1);
    return status;
}
static void end_set(ox_spawner_set *it) {
    ox_spawner_set_close(it);
    ox_world_sweep(&world);
}
PLAIN_ROW(ox_spawner_set, open, set_in_play(it), end_set(it))

TEST(level_spawner_sets_end_clear) {
    const life_bench bench = {&arena, NULL};
    start(&standard);
    open_set(&minimal, 1, OX_SPAWN_POOLED);
    ox_spawner_set_close(&set);
    CHECK(life_is_led(&LIFE_OF(ox_spawner_set), &bench));
    CHECK_EQ(world.alive, 0);
    CHECK_EQ(set_in_play(&set), OX_OK);
    ox_spawners_end(&spawners);
    CHECK(life_is_clear(&LIFE_OF(ox_spawner_set), (const uint8_t *)&set));
    ox_world_tick(&world);
    CHECK_EQ(world.alive, 0);
}
