/* Executed Cortex-M3 instructions of the world's operations: see tests/bench/kernel_world.sh. */
#include <stdio.h>

#include "fixedmath/types.h"
#include "kernel/world/component.h"
#include "kernel/world/query.h"
#include "kernel/world/world.h"
#include "tests/ports/instructions.h"

typedef struct value {
    int32_t a, b;
} value;
static const ox_field value_fields[] = {OX_FIELD(value, a, OX_I32, OX_SIM),
                                        OX_FIELD(value, b, OX_I32, OX_SIM)};
static const ox_type value_record = OX_TYPE(value, value_fields, 1);
static const value start_value = {1, 2};

static void nothing(ox_world *w, ox_object *o, void *data) { (void)w, (void)o, (void)data; }
static bool hear(ox_world *w, ox_object *o, void *data, const void *event) {
    return (void)w, (void)o, (void)data, event != NULL;
}
static const ox_object_ops busy_ops = {.update = {nothing}};
static const ox_component_ops ear_ops = {.event = hear};
static const ox_object_type plain = {.name = OX_NAME("plain"), .capacity = 1000, .flags = OX_TYPE_DORMANT};
static const ox_object_type busy = {.name = OX_NAME("busy"), .capacity = 1000, .ops = &busy_ops};
static const ox_object_type full = {
    .name = OX_NAME("full"), .capacity = 1000, .record = &value_record, .start = &start_value};
static const ox_object_type furnished = {
    .name = OX_NAME("furnished"),
    .capacity = 100,
    .ops = &busy_ops,
    .components = {OX_NAME("slot"), OX_NAME("first"), OX_NAME("second")}};
static const ox_component_type slot = {.name = OX_NAME("slot"),
                                       .capacity = 200,
                                       .record = &value_record,
                                       .start = &start_value,
                                       .slot = OX_SLOT_PLACE + 1};
static const ox_component_type first = {.name = OX_NAME("first"),
                                        .capacity = 200,
                                        .record = &value_record,
                                        .start = &start_value,
                                        .ops = &ear_ops};
static const ox_component_type second = {.name = OX_NAME("second"),
                                         .capacity = 200,
                                         .record = &value_record,
                                         .start = &start_value,
                                         .ops = &ear_ops};
static const ox_component_type table = {.name = OX_NAME("table"),
                                        .capacity = 100,
                                        .record = &value_record,
                                        .start = &start_value,
                                        .storage = OX_TABLE};
enum { PLAIN, BUSY, FULL, FURNISHED };
enum { SLOT, FIRST, SECOND, TABLE };

static uint64_t memory[24 * 1024];
static ox_arena arena;
static ox_world world;
static ox_handle handles[1000];
static volatile uint32_t sink;

static void begin(void) {
    static const ox_world_config config = {.objects = 1000, .types = 4, .components = 4, .systems = 4};
    int sum;
    ox_arena_init(&arena, memory, sizeof memory);
    sum = ox_world_init(&world, &arena, &config);
    sum += ox_world_add_component(&world, &slot) + ox_world_add_component(&world, &first);
    sum += ox_world_add_component(&world, &second) + ox_world_add_component(&world, &table);
    sum += ox_world_add_type(&world, &plain) + ox_world_add_type(&world, &busy);
    sum += ox_world_add_type(&world, &full) + ox_world_add_type(&world, &furnished);
    if (sum != 12) printf("the world did not start\n");
}

static void fill(uint32_t type, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (ox_world_spawn(&world, type, &handles[i]) == NULL) printf("no room\n");
    }
}

#define COUNT(what, times, statement)                                                                        \
    do {                                                                                                     \
        uint32_t before_ = test_instructions();                                                              \
        for (uint32_t k = 0; k < (times); k++) {                                                             \
            statement;                                                                                       \
        }                                                                                                    \
        uint32_t spent_ = test_instructions() - before_;                                                     \
        printf("  %-58s %6u\n", what, (unsigned)((spent_ - 40u) / (times)));                                 \
    } while (0)

/* Births and deaths in slots that were in use before, as in all of play but the first seconds. */
static void births(const char *spawn, const char *destroy, uint32_t type) {
    begin();
    fill(type, 100);
    ox_world_destroy_all(&world);
    ox_world_sweep(&world);
    COUNT(spawn, 100, sink = ox_world_spawn(&world, type, &handles[k]) != NULL);
    ox_world_sweep(&world);
    COUNT(destroy, 100, {
        (void)ox_world_destroy(&world, handles[k]);
        if (k == 99) ox_world_sweep(&world); /* one sweep for all deaths, as at the end of a tick */
    });
}

static void ticks(void) {
    begin();
    COUNT("tick, empty world", 10, ox_world_tick(&world));
    fill(PLAIN, 1000);
    ox_world_sweep(&world);
    COUNT("tick, 1000 dormant objects", 10, ox_world_tick(&world));
    COUNT("state hash of 1000 objects without data", 1, sink = ox_world_hash(&world, 0));
    begin();
    fill(BUSY, 1000);
    ox_world_sweep(&world);
    COUNT("tick, 1000 active objects with one empty update", 10, ox_world_tick(&world));
    begin();
    fill(FULL, 1000);
    COUNT("state hash of 1000 objects with two numbers", 1, sink = ox_world_hash(&world, 0));
}

static void components(void) {
    begin();
    fill(FURNISHED, 100);
    for (uint32_t i = 0; i < 100; i++)
        sink = ox_component_add(&world, ox_world_get(&world, handles[i]), TABLE) != NULL;
    ox_world_sweep(&world);
    COUNT("get object by handle, with the loop", 100, sink = ox_world_get(&world, handles[k])->tags);
    ox_object *o = ox_world_get(&world, handles[50]);
    COUNT("component in a slot", 100, sink = ox_component_get(&world, o, SLOT) != NULL);
    COUNT("component, second of three in the ring", 100, sink = ox_component_get(&world, o, FIRST) != NULL);
    COUNT("component, last of three in the ring", 100, sink = ox_component_get(&world, o, SECOND) != NULL);
    COUNT("property among 100 rows", 100, sink = ox_component_get(&world, o, TABLE) != NULL);
    COUNT("message to 4 components, 2 of which hear", 100, sink = ox_object_tell(&world, o, "x"));
    if (ox_object_name(&world, o, OX_NAME("binky")) != OX_OK) printf("no name\n");
    COUNT("object by name", 100, sink = ox_world_find(&world, OX_NAME("binky")) != NULL);
}

static const ox_field place_fields[] = {OX_FIELD(vec3, x, OX_FX, OX_SIM), OX_FIELD(vec3, y, OX_FX, OX_SIM),
                                        OX_FIELD(vec3, z, OX_FX, OX_SIM)};
static const ox_type place_record = OX_TYPE(vec3, place_fields, 1);

/* 400 objects 8 metres apart, cells of 16 metres: 4 in a cell. */
static void queries(void) {
    static const ox_component_type place = {
        .name = 1, .capacity = 400, .record = &place_record, .slot = OX_SLOT_PLACE + 1};
    static const ox_object_type post = {.name = 1, .capacity = 400, .components = {1}};
    static const ox_world_config config = {.objects = 400, .types = 4, .components = 4, .systems = 4};
    static ox_places places;
    ox_handle found[32];
    ox_query q = {.out = found, .capacity = 32};
    const vec3 middle = {80 * FX_ONE, 0, 80 * FX_ONE};
    ox_arena_init(&arena, memory, sizeof memory);
    if (ox_world_init(&world, &arena, &config) != OX_OK || ox_world_add_component(&world, &place) != 0 ||
        ox_world_add_type(&world, &post) != 0 || ox_places_init(&places, &world, 4, 256) != OX_OK)
        printf("the world did not start\n");
    fill(0, 400);
    for (uint32_t i = 0; i < 400; i++)
        sink = (uint32_t)ox_place_set(&world, ox_world_get(&world, handles[i]),
                                      (vec3){(fx)(i % 20 * 8 * 65536), 0, (fx)(i / 20 * 8 * 65536)});
    COUNT("query, radius 10 m: 5 of 400 objects", 10,
          sink = ox_query_radius(&world, &q, middle, 10 * FX_ONE));
    COUNT("query, the nearest within 10 m", 10,
          sink = ox_query_nearest(&world, &q, middle, 10 * FX_ONE).bits);
    ox_object *o = ox_world_get(&world, handles[7]);
    COUNT("a move inside a cell", 10, sink = (uint32_t)ox_place_set(&world, o, (vec3){(fx)k, 0, 0}));
    COUNT("a move to another cell", 10,
          sink = (uint32_t)ox_place_set(&world, o, (vec3){(fx)(k << 20), 0, 0}));
}

static void records(void) {
    value v = {5, 6};
    uint8_t image[64];
    char text[64];
    COUNT("hash of a record of two numbers", 100, sink = ox_type_hash(&value_record, &v, k));
    COUNT("save of it", 100,
          sink = (uint32_t)ox_type_save(&value_record, &v, NULL, OX_SAVE, image, sizeof image));
    COUNT("load of it", 100,
          sink = (uint32_t)ox_type_load(&value_record, &v, NULL, image, sizeof image, NULL));
    COUNT("dump of it", 100, {
        ox_text line = ox_text_begin(text, sizeof text);
        ox_type_dump(&value_record, &v, &line);
    });
    COUNT("a field by name, get and set", 100, {
        const ox_field *field = ox_type_field(&value_record, OX_NAME("b"));
        sink = (uint32_t)ox_field_set(field, &v, 0, ox_field_get(field, &v, 0) + 1);
    });
}

int main(void) {
    births("spawn, no data", "destroy and sweep, no data", PLAIN);
    births("spawn, updated, no data", "destroy and sweep, updated, no data", BUSY);
    births("spawn, 8 bytes of data", "destroy and sweep, 8 bytes of data", FULL);
    births("spawn with three components", "destroy and sweep with three components", FURNISHED);
    ticks();
    components();
    queries();
    records();
    return 0;
}
