/* A world of orcs, statues and camps that spawners make, for the tests of spawners. */
#ifndef OXCART_TESTS_UNIT_LEVEL_ORCS_H
#define OXCART_TESTS_UNIT_LEVEL_ORCS_H

#include "kernel/level/spawner.h"
#include "rom/check.h"
#include "tests/test.h"
#include "tests/unit/kernel/level/level_builder.h"

static union {
    uint64_t align;
    uint8_t bytes[32 * 1024];
} block;
static union {
    uint64_t align;
    uint8_t bytes[4096];
} data;
static ox_arena arena;
static ox_world world;
static ox_places places;
static ox_spawners spawners;
static ox_spawner_set set;
static ox_log log_;
typedef struct orc {
    int32_t health;
    fx speed;
    ox_id weapon;
    int16_t rotation[4];
    uint8_t angry, spare[3];
} orc;
static const ox_field orc_fields[] = {
    OX_FIELD(orc, health, OX_I32, OX_SIM, .low = 0, .high = 100), OX_FIELD(orc, speed, OX_FX, OX_SIM),
    OX_FIELD(orc, weapon, OX_NAME_ID, OX_SIM), OX_FIELD(orc, rotation, OX_I16, OX_SIM),
    OX_FIELD(orc, angry, OX_BOOL, OX_SIM)};
static const ox_type orc_record = OX_TYPE(orc, orc_fields, 1);
static const orc standard = {30, 2 * FX_ONE, OX_NAME("club"), {0, 0, 0, 0}, 0, {0}};

typedef struct glow {
    fx colour[3];
    int32_t power;
} glow;
static const ox_field glow_fields[] = {OX_FIELD(glow, colour, OX_FX, OX_SIM),
                                       OX_FIELD(glow, power, OX_I32, OX_SIM, .initial = 7)};
static const ox_type glow_record = OX_TYPE(glow, glow_fields, 1);
static const ox_field place_fields[] = {OX_FIELD(vec3, x, OX_FX, OX_SIM), OX_FIELD(vec3, y, OX_FX, OX_SIM),
                                        OX_FIELD(vec3, z, OX_FX, OX_SIM)};
static const ox_type place_record = OX_TYPE(vec3, place_fields, 1);
static const ox_component_type place_component = {
    .name = OX_NAME("place"), .capacity = 24, .record = &place_record, .slot = OX_SLOT_PLACE + 1};
static const ox_component_type glow_component = {
    .name = OX_NAME("glow"), .capacity = 24, .record = &glow_record};

/* What a statue is turned and sized by: fields of these names, but not of another kind. */
typedef struct stance {
    ang16 yaw, angle, pitch, roll;
    fx scale, size, rotation;
    int16_t turns[2], after;
} stance;
static const ox_field stance_fields[] = {
    OX_FIELD(stance, yaw, OX_ANGLE, OX_SIM),
    OX_FIELD(stance, angle, OX_ANGLE, OX_SIM),
    OX_FIELD(stance, pitch, OX_ANGLE, OX_SIM),
    OX_FIELD(stance, roll, OX_ANGLE, OX_SIM),
    OX_FIELD(stance, scale, OX_FX, OX_SIM, .high = 4 * FX_ONE),
    OX_FIELD(stance, size, OX_FX, OX_SIM, .initial = 2 * FX_ONE, .high = 17 * FX_ONE),
    OX_FIELD(stance, rotation, OX_FX, OX_SIM, .initial = 5),
    OX_FIELD(stance, turns, OX_I16, OX_SIM),
    OX_FIELD(stance, after, OX_I16, OX_SIM, .initial = 77)};
static const ox_type stance_record = OX_TYPE(stance, stance_fields, 1);
typedef struct short_turn {
    int16_t rotation[3];
} short_turn;
static const ox_field short_turn_fields[] = {OX_FIELD(short_turn, rotation, OX_I16, OX_SIM)};
static const ox_type short_turn_record = OX_TYPE(short_turn, short_turn_fields, 1);
static const ox_component_type short_turn_component = {
    .name = OX_NAME("short"), .capacity = 24, .record = &short_turn_record};
static const ox_object_type statue_type = {.name = OX_NAME("statue"),
                                           .capacity = 4,
                                           .record = &stance_record,
                                           .components = {OX_NAME("place"), OX_NAME("short")}};

static ox_spawn_place camp_place;
static inline ox_object *make_camp(void *context, ox_world *w, const ox_spawn_place *place,
                                   ox_handle *handle) {
    ++*(uint32_t *)context;
    camp_place = *place;
    return ox_world_spawn(w, 0, place->scale == FX_ONE ? handle : NULL);
}
static const ox_spawn_kind kinds[] = {{.data = OX_NAME("chieftain"), .type = OX_NAME("orc")},
                                      {.data = OX_NAME("camp"), .make = make_camp},
                                      {.data = OX_NAME("copy"), .prototype = OX_NAME("bill")}};
static uint32_t camps;

static inline void start(const orc *defaults) {
    static ox_object_type type;
    ox_world_config config = {.objects = 24, .types = 2, .components = 4, .systems = 4};
    type = (ox_object_type){.name = OX_NAME("orc"),
                            .capacity = 20,
                            .tags = 1,
                            .flags = OX_OBJECT_VISIBLE,
                            .record = &orc_record,
                            .start = defaults,
                            .components = {OX_NAME("place"), OX_NAME("glow")}};
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    camps = 0;
    CHECK(ox_log_init(&log_, NULL, &arena, 8, 120));
    CHECK_EQ(ox_world_init(&world, &arena, &config), OX_OK);
    CHECK_EQ(ox_world_add_component(&world, &place_component), 0);
    CHECK_EQ(ox_world_add_component(&world, &glow_component), 1);
    CHECK_EQ(ox_world_add_component(&world, &short_turn_component), 2);
    CHECK_EQ(ox_world_add_type(&world, &type), 0);
    CHECK_EQ(ox_world_add_type(&world, &statue_type), 1);
    CHECK_EQ(ox_places_init(&places, &world, 3, 16), OX_OK);
    CHECK_EQ(
        ox_spawners_init(&spawners, &world,
                         &(ox_spawners_config){
                             .sets = 2, .kinds = kinds, .kind_count = 3, .log = &log_, .context = &camps}),
        OX_OK);
}

static inline void open_set(const level_spawner *all, uint32_t count, ox_spawn_mode policy) {
    static const vec3 vectors[] = {{FX_ONE, FX_HALF, 0}};
    rom_error error;
    uint32_t bytes = level_spawners(data.bytes, all, count, vectors, 1);
    CHECK(bytes <= sizeof data.bytes);
    CHECK_EQ(rom_check_chunk(ROM_TAG_SPAWNERS, data.bytes, bytes, &error), ROM_OK);
    CHECK_EQ(ox_spawner_set_open(&set, &spawners, &arena, data.bytes, 5, policy), OX_OK);
}

static const level_spawner minimal = {
    .type = OX_NAME("orc"), .name = OX_NAME("bill"), .at = {FX_ONE, 2 * FX_ONE, -FX_ONE}};

#endif
