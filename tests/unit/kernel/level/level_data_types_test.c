/* Object types out of a data table: a row is a type, a column a field, a level sets what differs. */
#include <string.h>

#include "kernel/level/data_types.h"
#include "kernel/level/spawner.h"
#include "rom/check.h"
#include "tests/test.h"
#include "tests/unit/kernel/level/level_builder.h"
#include "tests/unit/kernel/memory/life.h"

static union {
    uint64_t align;
    uint8_t bytes[24 * 1024];
} block;
static union {
    uint64_t align;
    uint8_t bytes[2048];
} table, places_of;
static ox_arena arena;
static ox_world world;
static ox_places places;
static ox_spawners spawners;
static ox_spawner_set set;
static ox_data_types types;
static const ox_field place_fields[] = {OX_FIELD(vec3, x, OX_FX, OX_SIM), OX_FIELD(vec3, y, OX_FX, OX_SIM),
                                        OX_FIELD(vec3, z, OX_FX, OX_SIM)};
static const ox_type place_record = OX_TYPE(vec3, place_fields, 1);
static const ox_component_type place_component = {
    .name = OX_NAME("place"), .capacity = 24, .record = &place_record, .slot = OX_SLOT_PLACE + 1};
static const ox_data_types_config config = {
    .capacity = 5, .flags = OX_OBJECT_VISIBLE, .components = {OX_NAME("place")}};

typedef struct column {
    const char *name;
    ox_id id;
    uint8_t kind; /* as DATA counts: 0 i32, 1 fx, 2 id, 3 text, 4 colour, 5 switch */
} column;

/* Written as rom/FORMAT.md says. Columns by rising ids, which this sorts; rows as they are, their keys in front. */
static uint32_t put_table(column *columns, uint32_t count, const uint32_t *rows, uint32_t row_words,
                          uint32_t row_count) {
    uint8_t *out = table.bytes;
    uint32_t at = ROM_DATA_SIZE, titles;
    memset(out, 0, sizeof table.bytes);
    level_header(out, ROM_DATA_SIZE);
    titles = at + count * ROM_FIELD_SIZE + row_count * row_words * 4u;
    for (uint32_t i = 0, offset = 4; i < count; i++) {
        uint32_t place = 0, bytes = (uint32_t)strlen(columns[i].name);
        for (uint32_t k = 0; k < count; k++) place += columns[k].id < columns[i].id;
        uint8_t *field = out + at + place * ROM_FIELD_SIZE;
        level_put(field + ROM_FIELD_NAME, columns[i].id);
        field[ROM_FIELD_KIND] = columns[i].kind;
        level_put(field + ROM_FIELD_OFFSET, offset);
        offset += columns[i].kind == 3 ? 8u : 4u;
        level_put(field + ROM_FIELD_TITLE, titles);
        level_put(field + ROM_FIELD_TITLE + 4, bytes);
        memcpy(out + titles, columns[i].name, bytes);
        titles += bytes;
    }
    level_put(out + ROM_DATA_FIELD_COUNT, count);
    level_put(out + ROM_DATA_FIELDS_AT, count == 0 ? 0 : at);
    level_put(out + ROM_DATA_ROW_BYTES, row_words * 4u);
    level_put(out + ROM_DATA_ROW_COUNT, row_count);
    level_put(out + ROM_DATA_ROWS_BYTES, row_words * 4u * row_count);
    level_put(out + ROM_DATA_ROWS_AT, row_count == 0 ? 0 : at + count * ROM_FIELD_SIZE);
    for (uint32_t i = 0; i < row_words * row_count; i++)
        level_put(out + at + count * ROM_FIELD_SIZE + 4u * i, rows[i]);
    return (titles + 3u) & ~3u;
}

static void put_beasts(void) {
    column columns[] = {{"health", OX_NAME("health"), 0}, {"speed", OX_NAME("speed"), 1},
                        {"mesh", OX_NAME("mesh"), 2},     {"note", OX_NAME("note"), 3},
                        {"angry", OX_NAME("angry"), 5},   {"capacity", OX_NAME("capacity"), 0}};
    uint32_t rows[2][8] = {{OX_NAME("orc"), 30, FX_ONE / 2, OX_NAME("mesh/orc"), 0, 0, 1, 2},
                           {OX_NAME("wolf"), (uint32_t)-4, FX_ONE, OX_NAME("mesh/wolf"), 0, 0, 0, 0}};
    uint32_t swapped[2][8];
    bool turn = rows[0][0] > rows[1][0];
    memcpy(swapped[0], rows[turn ? 1 : 0], sizeof rows[0]);
    memcpy(swapped[1], rows[turn ? 0 : 1], sizeof rows[0]);
    rom_error error;
    uint32_t bytes = put_table(columns, 6, &swapped[0][0], 8, 2);
    CHECK_EQ(rom_check_chunk(ROM_TAG_DATA, table.bytes, bytes, &error), ROM_OK);
}

static void start(void) {
    ox_world_config world_config = {.objects = 12, .types = 4, .components = 2, .systems = 4};
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    CHECK_EQ(ox_world_init(&world, &arena, &world_config), OX_OK);
    CHECK_EQ(ox_world_add_component(&world, &place_component), 0);
    CHECK_EQ(ox_places_init(&places, &world, 3, 16), OX_OK);
    put_beasts();
    CHECK_EQ(ox_data_types_open(&types, table.bytes, &arena, &config), OX_OK);
    memset(table.bytes, 0xEE, sizeof table.bytes); /* it is not looked at any more */
}

static int64_t value(const ox_object *object, ox_id field) {
    return ox_field_get(ox_type_field(&types.record, field), ox_object_data(&world, object), 0);
}

TEST(level_data_types_are_rows_of_a_table) {
    start();
    CHECK_EQ(types.count, 2);
    CHECK_EQ(ox_type_check(&types.record, NULL), OX_OK);
    CHECK_EQ(types.record.count, 8); /* type, five columns without the text, scale, rotation */
    CHECK_EQ(ox_data_types_add(&types, &world), OX_OK);
    ox_object *orc = ox_world_create(&world, OX_NAME("orc"), NULL),
              *wolf = ox_world_create(&world, OX_NAME("wolf"), NULL);
    if (orc == NULL || wolf == NULL) return;
    CHECK(value(orc, OX_NAME("health")) == 30 && value(orc, OX_NAME("speed")) == FX_ONE / 2 &&
          value(orc, OX_NAME("angry")) == 1);
    CHECK(value(wolf, OX_NAME("health")) == -4 && value(wolf, OX_NAME("mesh")) == OX_NAME("mesh/wolf") &&
          value(wolf, OX_NAME("angry")) == 0);
    CHECK(value(wolf, OX_NAME("type")) == OX_NAME("wolf") && value(wolf, OX_NAME("scale")) == FX_ONE);
    CHECK((orc->flags & OX_OBJECT_VISIBLE) != 0 && ox_place_of(&world, orc) != NULL);
    /* two orcs by their own column, five wolves as the config says */
    CHECK(ox_world_create(&world, OX_NAME("orc"), NULL) != NULL &&
          ox_world_create(&world, OX_NAME("orc"), NULL) == NULL);
    for (int i = 1; i < 5; i++) CHECK(ox_world_create(&world, OX_NAME("wolf"), NULL) != NULL);
    CHECK(ox_world_create(&world, OX_NAME("wolf"), NULL) == NULL);
    CHECK_EQ(ox_data_types_add(&types, &world), OX_ALREADY_THERE);
}

TEST(level_data_types_are_spawned_with_what_a_level_sets) {
    const level_spawner row = {.type = OX_NAME("wolf"),
                               .name = OX_NAME("grey"),
                               .at = {3 * FX_ONE, 0, -FX_ONE},
                               .rotation = {0, 11585, 0, 11585},
                               .property_count = 1,
                               .properties = {{OX_NAME("health"), ROM_PROPERTY_INTEGER, 12}}};
    start();
    CHECK_EQ(ox_data_types_add(&types, &world), OX_OK);
    CHECK_EQ(ox_spawners_init(&spawners, &world, &(ox_spawners_config){.sets = 1}), OX_OK);
    (void)level_spawners(places_of.bytes, &row, 1, NULL, 0);
    CHECK_EQ(ox_spawner_set_open(&set, &spawners, &arena, places_of.bytes, 1, OX_SPAWN_POOLED), OX_OK);
    CHECK_EQ(ox_spawner_set_begin(&set), 1);
    ox_object *grey = ox_world_find(&world, OX_NAME("grey"));
    if (grey == NULL) {
        CHECK(grey != NULL);
        return;
    }
    CHECK(value(grey, OX_NAME("health")) == 12 && value(grey, OX_NAME("speed")) == FX_ONE);
    CHECK_EQ(ox_field_get(ox_type_field(&types.record, OX_NAME("rotation")), ox_object_data(&world, grey), 1),
             11585);
    CHECK(v3_equal(*ox_place_of(&world, grey), (vec3){3 * FX_ONE, 0, -FX_ONE}));
    CHECK_EQ(spawners.warnings, 0);
}

TEST(level_data_types_refuse_what_is_no_record) {
    column outside[] = {{"health", OX_NAME("health"), 0}}, many[40];
    uint32_t rows[41] = {7, 1};
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    (void)put_table(outside, 1, rows, 1, 2); /* rows of their key alone */
    CHECK_EQ(ox_data_types_open(&types, table.bytes, &arena, &config), OX_BAD_DATA);
    level_put(table.bytes + ROM_DATA_SIZE + ROM_FIELD_OFFSET, UINT32_MAX - 1);
    CHECK_EQ(ox_data_types_open(&types, table.bytes, &arena, &config), OX_BAD_DATA);
    for (uint32_t i = 0; i < 40; i++) many[i] = (column){"x", 1000u + i, 0};
    (void)put_table(many, 33, rows, 34, 1);
    CHECK_EQ(ox_data_types_open(&types, table.bytes, &arena, &config), OX_FULL);
    (void)put_table(many, 32, rows, 33, 1);
    CHECK_EQ(ox_data_types_open(&types, table.bytes, &arena, &(ox_data_types_config){.capacity = 0}),
             OX_BAD_ARGUMENT);
    CHECK_EQ(arena.low - arena.base, 0);
    CHECK_EQ(ox_data_types_open(&types, table.bytes, &arena, &config), OX_OK);
    size_t needed = (size_t)(arena.low - arena.base);
    for (size_t room = 0; room < needed; room += 8) {
        ox_arena_init(&arena, block.bytes, room);
        CHECK_EQ(ox_data_types_open(&types, table.bytes, &arena, &config), OX_OUT_OF_MEMORY);
        CHECK(types.count == 0 && types.types == NULL);
    }
    (void)put_table(NULL, 0, NULL, 0, 0);
    ox_arena_init(&arena, block.bytes, 0);
    CHECK_EQ(ox_data_types_open(&types, table.bytes, &arena, &config),
             OX_OK); /* a table without rows has no types */
    CHECK_EQ(types.count, 0);
}

static ox_status open_beasts(ox_data_types *it) {
    put_beasts();
    return ox_data_types_open(it, table.bytes, &arena, &config);
}
PLAIN_ROW(ox_data_types, open, open_beasts(it), OX_CLEAR(it))

TEST(level_data_types_end_clear) {
    const life_bench bench = {&arena, NULL};
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    CHECK(life_is_led(&LIFE_OF(ox_data_types), &bench));
}
