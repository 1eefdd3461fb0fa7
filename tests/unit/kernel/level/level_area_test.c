/* Areas: a level's sections brought to life, refused when damaged, and gone without a trace. */
#include "kernel/level/area.h"
#include "rom/check.h"
#include "tests/test.h"
#include "tests/unit/kernel/level/level_builder.h"
#include "tests/unit/kernel/memory/life.h"

static union {
    uint64_t align;
    uint8_t bytes[40 * 1024];
} block;
static union {
    uint64_t align;
    uint8_t bytes[48 * 1024];
} data, parts;
static ox_arena arena;
static ox_world world;
static ox_places places;
static ox_spawners spawners;
static ox_regions regions;
static ox_log log_;
static uint32_t enters, sections_in, sections_out, last_section;

static const ox_field place_fields[] = {OX_FIELD(vec3, x, OX_FX, OX_SIM), OX_FIELD(vec3, y, OX_FX, OX_SIM),
                                        OX_FIELD(vec3, z, OX_FX, OX_SIM)};
static const ox_type place_record = OX_TYPE(vec3, place_fields, 1);
static const ox_component_type place_component = {
    .name = OX_NAME("place"), .capacity = 40, .record = &place_record, .slot = OX_SLOT_PLACE + 1};
typedef struct thing {
    int32_t health, gold;
} thing;
static const ox_field thing_fields[] = {OX_FIELD(thing, health, OX_I32, OX_SIM, .initial = 10),
                                        OX_FIELD(thing, gold, OX_I32, OX_SIM)};
static const ox_type thing_record = OX_TYPE(thing, thing_fields, 1);
static const ox_object_type types[] = {
    {.name = OX_NAME("orc"),
     .capacity = 20,
     .tags = 1,
     .record = &thing_record,
     .components = {OX_NAME("place")}},
    {.name = OX_NAME("chest"), .capacity = 20, .record = &thing_record, .components = {OX_NAME("place")}}};

static void hear(void *context, ox_world *w, const ox_region_event *e) {
    (void)context, (void)w;
    enters += e->kind == OX_REGION_ENTER && e->region->payload == OX_NAME("water");
}
static void section(void *context, ox_area *area, uint32_t type, rom_view view, bool comes) {
    (void)context;
    CHECK(view.data > area->data && view.data + view.size <= area->data + area->size);
    sections_in += comes;
    sections_out += !comes;
    last_section = type;
}
static const ox_area_volume volumes[] = {{OX_NAME("lava"), 2, 9, 0},
                                         {OX_NAME("water"), 1, 30, OX_REGION_STAY}};
static const ox_area_host host = {.world = &world,
                                  .regions = &regions,
                                  .spawners = &spawners,
                                  .volumes = volumes,
                                  .volume_count = 2,
                                  .section = section};

static void start(void) {
    ox_world_config config = {.objects = 40, .types = 2, .components = 2, .systems = 4};
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    enters = sections_in = sections_out = 0;
    CHECK(ox_log_init(&log_, NULL, &arena, 8, 120));
    CHECK_EQ(ox_world_init(&world, &arena, &config), OX_OK);
    CHECK_EQ(ox_world_add_component(&world, &place_component), 0);
    CHECK_EQ(ox_world_add_type(&world, &types[0]), 0);
    CHECK_EQ(ox_world_add_type(&world, &types[1]), 1);
    CHECK_EQ(ox_places_init(&places, &world, 3, 16), OX_OK);
    CHECK_EQ(ox_spawners_init(&spawners, &world, &(ox_spawners_config){.sets = 2, .log = &log_}), OX_OK);
    CHECK_EQ(ox_regions_init(&regions, &world,
                             &(ox_regions_config){.capacity = 8, .visits = 16, .tags = 3, .listener = hear}),
             OX_OK);
}

static ox_status open_area(ox_area *area, uint32_t bytes, uint16_t number, ox_spawn_mode policy,
                           rom_error *error) {
    ox_area_source source = {.data = data.bytes, .size = bytes, .number = number, .policy = policy};
    return ox_area_open(area, &host, &arena, &source, error);
}

static const level_spawner who[] = {{.type = OX_NAME("orc"),
                                     .name = OX_NAME("bill"),
                                     .at = {FX_ONE, 0, 0},
                                     .property_count = 1,
                                     .properties = {{OX_NAME("health"), 0, 25}}},
                                    {.type = OX_NAME("orc"), .at = {2 * FX_ONE, 0, 0}},
                                    {.type = OX_NAME("chest"),
                                     .at = {3 * FX_ONE, 0, 0},
                                     .property_count = 1,
                                     .properties = {{OX_NAME("gold"), 0, 99}}}};
static const level_place pools[] = {{.name = OX_NAME("pool"),
                                     .kind = OX_NAME("water"),
                                     .at = {10 * FX_ONE, 0, 0},
                                     .half = {FX_ONE, FX_ONE, FX_ONE}},
                                    {.name = OX_NAME("well"),
                                     .kind = OX_NAME("well"),
                                     .at = {0, 9 * FX_ONE, 0},
                                     .half = {FX_ONE, 0, 0},
                                     .shape = 1}};
static const level_place posts[] = {{.name = 5, .at = {FX_ONE, FX_ONE, 0}}};

enum { MESHES = 5, SEGMENTS = 1000 };
/* Builds a wall of many segments, made of few meshes. */
static uint32_t build_wall(uint8_t *out) {
    uint32_t at = ROM_GEOMETRY_SIZE;
    level_header(out, ROM_GEOMETRY_SIZE);
    level_put(out + ROM_GEOMETRY_MESH_COUNT, MESHES);
    level_put(out + ROM_GEOMETRY_MESHES_AT, at);
    for (uint32_t i = 0; i < MESHES; i++, at += 4) level_put(out + at, 1000 + i);
    level_put(out + ROM_GEOMETRY_INSTANCE_COUNT, SEGMENTS);
    level_put(out + ROM_GEOMETRY_INSTANCES_AT, at);
    for (uint32_t i = 0; i < SEGMENTS; i++, at += ROM_INSTANCE_SIZE) {
        memset(out + at, 0, ROM_INSTANCE_SIZE);
        level_put_half(out + at + ROM_INSTANCE_MESH, i % MESHES);
        level_put_half(out + at + ROM_INSTANCE_MATERIAL, ROM_INSTANCE_OWN_MATERIAL);
        level_put_vector(out + at + ROM_INSTANCE_POSITION, (vec3){(fx)i * FX_ONE, 0, 0});
        level_put_half(out + at + ROM_INSTANCE_ROTATION + 6, 16384);
        level_put(out + at + ROM_INSTANCE_SCALE, 65536);
    }
    level_put(out + ROM_GEOMETRY_CELL_COUNT, 1);
    level_put(out + ROM_GEOMETRY_CELLS_AT, at);
    memset(out + at, 0, ROM_INSTANCE_CELL_SIZE);
    level_put_vector(out + at + ROM_INSTANCE_CELL_HIGH, (vec3){SEGMENTS * FX_ONE, FX_ONE, FX_ONE});
    level_put(out + at + ROM_INSTANCE_CELL_COUNT, SEGMENTS);
    return at + ROM_INSTANCE_CELL_SIZE;
}

static const ox_id tags[] = {3, OX_NAME("water")};

static uint32_t build(bool wall) {
    uint8_t *at = parts.bytes;
    level_part all[4];
    uint32_t count = 3, sorted_tags = tags[0] < tags[1];
    CHECK(sorted_tags);
    all[0] = (level_part){ROM_TAG_SPAWNERS, at, level_spawners(at, who, 3, NULL, 0)};
    at += (all[0].bytes + 3u) & ~3u;
    all[1] = (level_part){ROM_TAG_VOLUMES, at, level_volumes(at, pools, 2)};
    at += (all[1].bytes + 3u) & ~3u;
    all[2] = (level_part){ROM_TAG_LOCATORS, at, level_locators(at, posts, 1)};
    at += (all[2].bytes + 3u) & ~3u;
    if (wall) all[count++] = (level_part){ROM_TAG_GEOMETRY, at, build_wall(at)};
    uint32_t bytes =
        level_whole(data.bytes, (vec3){0, 0, 0}, (vec3){64 * FX_ONE, FX_ONE, FX_ONE}, all, count, tags, 2);
    CHECK(bytes <= sizeof data.bytes);
    return bytes;
}

TEST(level_area_comes_and_goes) {
    rom_error error;
    ox_area area;
    ox_locator post;
    start();
    uint32_t bytes = build(false);
    ox_mark mark = ox_arena_mark(&arena, OX_ARENA_LOW);
    CHECK_EQ(open_area(&area, bytes, 7, OX_SPAWN_POOLED, &error), OX_OK);
    CHECK_EQ(world.alive, 0);
    CHECK_EQ(ox_area_begin(&area), OX_OK);
    CHECK_EQ(world.alive, 3);
    CHECK_EQ(ox_area_begin(&area), OX_BAD_STATE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    /* Each object has its type and its properties. */
    ox_object *bill = ox_world_find(&world, OX_NAME("bill")), *other = ox_world_next(&world, bill),
              *chest = ox_world_first(&world, 1);
    CHECK(bill->type == 0 && other->type == 0 && bill->chunk == 7 && chest->chunk == 7);
    CHECK_EQ(((thing *)ox_object_data(&world, bill))->health, 25);
    CHECK_EQ(((thing *)ox_object_data(&world, other))->health, 10);
    CHECK_EQ(((thing *)ox_object_data(&world, chest))->gold, 99);
    CHECK_EQ(ox_place_of(&world, chest)->x, 3 * FX_ONE);
    /* The area's volumes notice the object. */
    CHECK_EQ(ox_place_set(&world, bill, (vec3){10 * FX_ONE, 0, 0}), OX_OK);
    ox_world_tick(&world);
    CHECK_EQ(enters, 1);
    CHECK_EQ(regions.regions[0].region->flags, OX_REGION_STAY);
    CHECK_EQ(ox_area_locator(&area, 5, &post), OX_OK);
    CHECK_EQ(ox_area_locator(&area, 6, &post), OX_NOT_FOUND);
    CHECK_EQ(ox_area_bounds(data.bytes).hi.x, 64 * FX_ONE);
    CHECK(ox_area_has_tag(data.bytes, OX_NAME("water")) && !ox_area_has_tag(data.bytes, 4));
    CHECK_EQ(ox_area_neighbours(data.bytes, NULL, 0), 0);
    CHECK_EQ(ox_area_package(data.bytes), 0);
    ox_area_end(&area);
    ox_world_sweep(&world);
    CHECK_EQ(ox_world_leaks(&world), 0);
    CHECK_EQ(regions.count, 0);
    CHECK(ox_arena_rollback(&arena, mark));
    /* The area opens again, in the same memory. */
    CHECK_EQ(open_area(&area, bytes, 8, OX_SPAWN_PREPARED, &error), OX_OK);
    CHECK_EQ(ox_area_begin(&area), OX_OK);
    CHECK_EQ(world.alive, 3);
    ox_area_end(&area);
    /* The level itself says that it is prepared. */
    ox_world_sweep(&world);
    CHECK(ox_arena_rollback(&arena, mark));
    data.bytes[ROM_LEVEL_FLAGS] |= ROM_LEVEL_PREPARED;
    CHECK_EQ(open_area(&area, bytes, 9, OX_SPAWN_POOLED, &error), OX_OK);
    CHECK_EQ(area.spawners.policy, OX_SPAWN_PREPARED);
    CHECK_EQ(ox_area_begin(&area), OX_OK);
    ox_area_end(&area);
}

/* An area that rests has no objects, and its regions notice nobody; it returns with both, and a region that was off stays off. */
TEST(level_area_rests_and_returns) {
    rom_error error;
    ox_area area;
    ox_region other = {.shape = OX_REGION_SPHERE, .half = {FX_ONE, 0, 0}};
    start();
    CHECK_EQ(ox_regions_add(&regions, &other, 1),
             0); /* a region of somebody else, before those of the area */
    const uint32_t bytes = build(false);
    CHECK_EQ(open_area(&area, bytes, 7, OX_SPAWN_POOLED, &error), OX_OK);
    ox_area_rest(&area); /* an area that has not begun does not rest */
    CHECK(!area.resting);
    CHECK_EQ(ox_area_begin(&area), OX_OK);
    const uint32_t of_area = regions.count - 1;
    CHECK_EQ(of_area, 2);
    for (uint32_t round = 0; round < 2; round++) {
        ox_area_rest(&area);
        ox_world_sweep(&world);
        CHECK(area.resting && world.alive == 0);
        for (uint32_t i = 0; i <= of_area; i++) CHECK_EQ(regions.regions[i].on, i == 0);
        ox_area_return(&area);
        CHECK(!area.resting && world.alive == 3);
        for (uint32_t i = 0; i <= of_area; i++) CHECK(regions.regions[i].on);
        ox_area_return(&area);
        CHECK_EQ(world.alive, 3);
    }
    ox_area_end(&area);
}

TEST(level_area_wall_of_few_meshes) {
    rom_error error;
    ox_area area;
    start();
    uint32_t with_wall = build(true);
    CHECK_EQ(open_area(&area, with_wall, 1, OX_SPAWN_POOLED, &error), OX_OK);
    CHECK_EQ(ox_area_begin(&area), OX_OK);
    CHECK_EQ(sections_in, 1);
    CHECK_EQ(last_section, ROM_TAG_GEOMETRY);
    uint32_t without = build(false);
    CHECK(with_wall - without <= ROM_GEOMETRY_SIZE + ROM_LEVEL_SECTION_SIZE + 4 * MESHES +
                                     SEGMENTS * ROM_INSTANCE_SIZE + ROM_INSTANCE_CELL_SIZE);
    CHECK_EQ(build(true), with_wall);
    ox_area_end(&area);
    CHECK_EQ(sections_out, 1);
    TEST_INFO("a wall of %u segments out of %u meshes: %u bytes", SEGMENTS, MESHES,
              (unsigned)(with_wall - without));
}

/* Every section with a count that is too large is refused by its name, and no memory stays in use. */
TEST(level_area_damaged_sections_are_named) {
    static const uint32_t types_[] = {ROM_TAG_SPAWNERS, ROM_TAG_VOLUMES, ROM_TAG_LOCATORS, ROM_TAG_GEOMETRY};
    static const uint32_t counts[] = {ROM_SPAWNERS_SPAWNER_COUNT, ROM_VOLUMES_COUNT, ROM_LOCATORS_COUNT,
                                      ROM_GEOMETRY_INSTANCE_COUNT};
    static const char names[][5] = {"SPWN", "VOLU", "LOCA", "GEOM"};
    start();
    uint32_t bytes = build(true);
    size_t used = ox_arena_used(&arena);
    for (int i = 0; i < 4; i++) {
        rom_error error;
        rom_view view;
        ox_area area;
        CHECK(rom_level_section(data.bytes, types_[i], 0, &view));
        uint8_t *count = data.bytes + (view.data - data.bytes) + counts[i];
        uint32_t was = rom_u32(count);
        level_put(count, 100000);
        CHECK_EQ(open_area(&area, bytes, 1, OX_SPAWN_POOLED, &error), OX_BAD_DATA);
        CHECK(strstr(error.text, names[i]) != NULL);
        CHECK_EQ(ox_arena_used(&arena), used);
        CHECK(spawners.sets[0] == NULL);
        level_put(count, was);
    }
    /* The area is short of room for its volumes, then for its spawners. */
    ox_area area;
    rom_error error;
    ox_arena_fail_after(&arena, 1);
    CHECK_EQ(open_area(&area, bytes, 1, OX_SPAWN_POOLED, &error), OX_OUT_OF_MEMORY);
    ox_arena_fail_after(&arena, 2);
    const ox_area_source source = {.data = data.bytes, .size = bytes, .number = 1, .policy = OX_SPAWN_POOLED};
    CHECK_EQ(ox_area_open(&area, &host, &arena, &source, &error), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_arena_used(&arena), used);
    ox_arena_fail_after(&arena, 0);
}

/* The neighbours of a level, as many as there is room for; their number is told in any case. */
TEST(level_area_neighbours_are_told) {
    ox_id out[3] = {9, 9, 9};
    start();
    const uint32_t bytes = build(false);
    level_put(data.bytes + ROM_LEVEL_NEIGHBOUR_COUNT, 2);
    level_put(data.bytes + ROM_LEVEL_NEIGHBOURS_AT, bytes);
    level_put(data.bytes + bytes, 71);
    level_put(data.bytes + bytes + 4, 72);
    CHECK_EQ(ox_area_neighbours(data.bytes, out, 1), 2);
    CHECK(out[0] == 71 && out[1] == 9);
    CHECK_EQ(ox_area_neighbours(data.bytes, out, 3), 2);
    CHECK(out[0] == 71 && out[1] == 72 && out[2] == 9);
    CHECK_EQ(ox_area_bounds(data.bytes).lo.x, 0);
    CHECK(ox_area_bounds(data.bytes).hi.y == FX_ONE && ox_area_bounds(data.bytes).hi.z == FX_ONE);
}

/* Convex volumes are the space below all their planes, whose normals may have any length. */
TEST(level_area_convex_volumes_hold_what_is_below_their_planes) {
    static const fx planes[4][4] = {{-2 * FX_ONE, 0, 0, 0},          /* x from 0 on */
                                    {3 * FX_ONE, 0, 0, 15 * FX_ONE}, /* to 5 */
                                    {0, FX_ONE / 2, 0, -FX_ONE},     /* y up to -2 */
                                    {0, 0, 0, -FX_ONE}}; /* no direction: everything is below it */
    static const level_place rooms[] = {{.name = 1, .kind = 5, .shape = 2},
                                        {.name = 2, .kind = 5, .shape = 2}};
    uint8_t *at = parts.bytes;
    rom_error error;
    ox_area area;
    uint32_t bytes = level_volumes(at, rooms, 2);
    level_put(at + ROM_VOLUMES_PLANE_COUNT, 4);
    level_put(at + ROM_VOLUMES_PLANES_AT, bytes);
    for (uint32_t i = 0; i < 4; i++, bytes += ROM_PLANE_SIZE)
        for (uint32_t k = 0; k < 4; k++) level_put(at + bytes + 4u * k, (uint32_t)planes[i][k]);
    for (uint32_t i = 0; i < 2; i++) { /* the first is bounded by all planes, the second by the last */
        uint8_t *row = at + ROM_VOLUMES_SIZE + i * ROM_VOLUME_SIZE;
        level_put(row + ROM_VOLUME_FIRST_PLANE, i == 0 ? 0 : 2);
        level_put(row + ROM_VOLUME_PLANE_COUNT, i == 0 ? 3 : 2);
    }
    const level_part part = {ROM_TAG_VOLUMES, at, bytes};
    start();
    bytes = level_whole(data.bytes, (vec3){0, 0, 0}, (vec3){FX_ONE, FX_ONE, FX_ONE}, &part, 1, NULL, 0);
    for (uint32_t fails = 1; fails < 3; fails++) { /* room for the volumes, and for their planes */
        ox_arena_fail_after(&arena, fails);
        CHECK_EQ(open_area(&area, bytes, 7, OX_SPAWN_POOLED, &error), OX_OUT_OF_MEMORY);
    }
    ox_arena_fail_after(&arena, 0);
    CHECK_EQ(open_area(&area, bytes, 7, OX_SPAWN_POOLED, &error), OX_OK);
    CHECK_EQ(ox_area_begin(&area), OX_OK);
    static const struct {
        vec3 place;
        bool first, second;
    } places_[] = {{{FX_ONE, -3 * FX_ONE, 0}, true, true},
                   {{-FX_ONE, -3 * FX_ONE, 0}, false, true},
                   {{4 * FX_ONE + FX_HALF, -3 * FX_ONE, 99 * FX_ONE}, true, true},
                   {{5 * FX_ONE + FX_HALF, -3 * FX_ONE, 0}, false, true},
                   {{FX_ONE, -2 * FX_ONE + FX_HALF, 0}, false, false},
                   {{FX_ONE, 0, 0}, false, false}};
    for (size_t i = 0; i < sizeof places_ / sizeof *places_; i++) {
        CHECK_EQ(ox_region_holds(regions.regions[0].region, places_[i].place), places_[i].first);
        CHECK_EQ(ox_region_holds(regions.regions[1].region, places_[i].place), places_[i].second);
    }
    ox_area_end(&area);
}

/* A host may take nothing but the world: volumes, spawners and sections that nobody knows are passed over. */
TEST(level_area_hosts_take_what_they_want) {
    static const ox_area_host bare = {.world = &world};
    static const uint8_t unknown[4] = {0};
    rom_error error;
    ox_area area;
    start();
    uint32_t bytes = build(true);
    ox_area_source source = {.data = data.bytes, .size = bytes, .number = 7, .policy = OX_SPAWN_POOLED};
    CHECK_EQ(ox_area_open(&area, &bare, &arena, &source, &error), OX_OK);
    CHECK_EQ(ox_area_begin(&area), OX_OK);
    CHECK(world.alive == 0 && regions.count == 0 && area.locators != NULL);
    ox_area_rest(&area);
    ox_area_return(&area);
    ox_area_end(&area);
    const level_part part = {ROM_TAG('?', '?', '?', '?'), unknown, 4};
    source.size = level_whole(data.bytes, (vec3){0, 0, 0}, (vec3){FX_ONE, FX_ONE, FX_ONE}, &part, 1, NULL, 0);
    CHECK_EQ(ox_area_open(&area, &bare, &arena, &source, &error), OX_OK);
    CHECK_EQ(ox_area_begin(&area), OX_OK);
    ox_area_end(&area);
    CHECK_EQ(log_.written, 0);
    CHECK_EQ(ox_area_open(&area, &host, &arena, &source, &error), OX_OK);
    CHECK_EQ(ox_area_begin(&area), OX_OK);
    CHECK(log_.written == 1 && strstr(ox_log_recent(&log_, 0), "does not know") != NULL);
    CHECK_EQ(sections_in, 0);
    ox_area_end(&area);
}

/* Layers begin as the level says, are changed one by one, stay through a rest, and begin anew when they are renewed. */
TEST(level_area_layers_are_kept) {
    static const uint8_t flags[3] = {OX_LAYER_SHOWN | OX_LAYER_ACTIVE, OX_LAYER_ACTIVE | 0x40,
                                     OX_LAYER_SHOWN};
    uint8_t *at = parts.bytes, *spawns = parts.bytes + 256;
    const uint32_t bytes = ROM_LAYERS_SIZE + 3 * ROM_LAYER_SIZE;
    rom_error error;
    ox_area area;
    level_header(at, ROM_LAYERS_SIZE);
    level_put(at + ROM_LAYERS_COUNT, 3);
    level_put(at + ROM_LAYERS_AT, ROM_LAYERS_SIZE);
    for (uint32_t i = 0; i < 3; i++) {
        uint8_t *row = at + ROM_LAYERS_SIZE + i * ROM_LAYER_SIZE;
        memset(row, 0, ROM_LAYER_SIZE);
        level_put(row + ROM_LAYER_NAME, 70 + i);
        row[ROM_LAYER_FLAGS] = i == 1 ? OX_LAYER_ACTIVE : flags[i];
    }
    const uint32_t spawned = level_spawners(spawns, who, 3, NULL, 0);
    for (uint32_t i = 0; i < 3; i++)
        level_put_half(spawns + ROM_SPAWNERS_SIZE + i * ROM_SPAWNER_SIZE + ROM_SPAWNER_LAYER, i);
    const level_part two[2] = {{ROM_TAG_LAYERS, at, bytes}, {ROM_TAG_SPAWNERS, spawns, spawned}};
    start();
    const uint32_t all =
        level_whole(data.bytes, (vec3){0, 0, 0}, (vec3){FX_ONE, FX_ONE, FX_ONE}, two, 2, NULL, 0);
    CHECK_EQ(open_area(&area, all, 7, OX_SPAWN_POOLED, &error), OX_OK);
    CHECK_EQ(area.layer_count, 3);
    for (uint32_t i = 0; i < 3; i++) CHECK_EQ(area.layers[i], flags[i] & 3u);
    CHECK(ox_area_layer(&area, 70) == 0 && ox_area_layer(&area, 72) == 2 &&
          ox_area_layer(&area, 73) == OX_NOT_FOUND);
    ox_area_layer_use(&area, 2, true); /* before the area's begin a change is a note alone */
    CHECK(area.layers[2] == 3 && world.alive == 0);
    ox_area_layer_use(&area, 2, false);
    CHECK_EQ(ox_area_begin(&area), OX_OK);
    CHECK_EQ(world.alive, 2); /* the third is of a layer that is not active */
    ox_area_layer_use(&area, 2, true);
    CHECK(world.alive == 3 && area.layers[2] == 3);
    ox_area_layer_use(&area, 2, true);
    CHECK_EQ(world.alive, 3);
    ox_area_layer_use(&area, 0, false);
    ox_world_sweep(&world);
    CHECK(world.alive == 2 && area.layers[0] == OX_LAYER_SHOWN &&
          ox_world_find(&world, OX_NAME("bill")) == NULL);
    ox_area_layer_show(&area, 1, true);
    ox_area_rest(&area);
    ox_area_layer_use(&area, 0, true); /* at rest, too */
    ox_world_sweep(&world);
    CHECK_EQ(world.alive, 0);
    ox_area_return(&area);
    CHECK(world.alive == 3 && area.layers[0] == 3 && area.layers[1] == 3 && area.layers[2] == 3);
    ox_area_renew_layers(&area);
    for (uint32_t i = 0; i < 3; i++) CHECK_EQ(area.layers[i], flags[i] & 3u);
    CHECK_EQ(test_assertions(), 0);
    const uint8_t behind = area.layers[3];
    ox_area_layer_show(&area, 3, true); /* a number that no layer has */
    ox_area_layer_show(&area, 3, false);
    CHECK_EQ(area.layers[3], behind);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    ox_area_end(&area);
}

/* Sections go in the opposite order of their coming. */
static uint32_t came[4], went[4], came_count, went_count;
static void note_section(void *context, ox_area *area, uint32_t type, rom_view view, bool comes) {
    (void)context, (void)area, (void)view;
    if (comes && came_count < 4) came[came_count++] = type;
    if (!comes && went_count < 4) went[went_count++] = type;
}
TEST(level_area_sections_go_in_the_opposite_order) {
    static const ox_area_host listening = {.world = &world, .section = note_section};
    static uint8_t layers[ROM_LAYERS_SIZE];
    rom_error error;
    ox_area area;
    level_header(layers, ROM_LAYERS_SIZE);
    start();
    came_count = went_count = 0;
    const level_part two[2] = {{ROM_TAG_GEOMETRY, parts.bytes, build_wall(parts.bytes)},
                               {ROM_TAG_LAYERS, layers, sizeof layers}};
    const uint32_t bytes =
        level_whole(data.bytes, (vec3){0, 0, 0}, (vec3){FX_ONE, FX_ONE, FX_ONE}, two, 2, NULL, 0);
    ox_area_source source = {.data = data.bytes, .size = bytes, .number = 7, .policy = OX_SPAWN_POOLED};
    CHECK_EQ(ox_area_open(&area, &listening, &arena, &source, &error), OX_OK);
    ox_area_end(&area); /* an area that has not begun takes nothing back */
    CHECK_EQ(went_count, 0);
    CHECK_EQ(ox_area_open(&area, &listening, &arena, &source, &error), OX_OK);
    CHECK_EQ(ox_area_begin(&area), OX_OK);
    ox_area_end(&area);
    CHECK(came_count == 2 && went_count == 2 && came[0] == went[1] && came[1] == went[0] &&
          came[0] != came[1]);
}

/* Volumes of a kind without an entry count all tags that the regions look at, with enter and leave alone. */
TEST(level_area_volumes_behave_as_their_kind_says) {
    rom_error error;
    ox_area area;
    start();
    const uint32_t bytes = build(false);
    CHECK_EQ(open_area(&area, bytes, 7, OX_SPAWN_POOLED, &error), OX_OK);
    CHECK_EQ(ox_area_begin(&area), OX_OK);
    const ox_region *pool = regions.regions[0].region, *well = regions.regions[1].region;
    CHECK(pool->name == OX_NAME("pool") && pool->tags == 1 && pool->flags == OX_REGION_STAY &&
          pool->cooldown == 30);
    CHECK(well->name == OX_NAME("well") && well->tags == regions.tags && well->flags == 0 &&
          well->cooldown == 0);
    CHECK(well->shape == OX_REGION_SPHERE && pool->shape == OX_REGION_BOX && pool->rotation.w == Q30_ONE);
    ox_area_end(&area);
}

/* Versions of elements as the level's data hold them. */
TEST(level_area_versions_of_elements) {
    static const uint32_t looks[2][3] = {{11, 21, 0}, {12, 22, 60 * FX_ONE}}; /* mesh, collision, threshold */
    uint32_t at = ROM_ELEMENTS_SIZE, bytes = at + ROM_ELEMENT_SIZE + 2 * ROM_ELEMENT_VERSION_SIZE;
    const ox_version_set *sets;
    rom_error error;
    level_header(data.bytes, ROM_ELEMENTS_SIZE);
    memset(data.bytes + at, 0, bytes - at);
    level_put(data.bytes + ROM_ELEMENTS_ELEMENT_COUNT, 1);
    level_put(data.bytes + ROM_ELEMENTS_ELEMENTS_AT, at);
    level_put(data.bytes + ROM_ELEMENTS_VERSION_COUNT, 2);
    level_put(data.bytes + ROM_ELEMENTS_VERSIONS_AT, at + ROM_ELEMENT_SIZE);
    level_put(data.bytes + at + ROM_ELEMENT_NAME, 5);
    level_put(data.bytes + at + ROM_ELEMENT_INSTANCE, UINT32_MAX);
    level_put_half(data.bytes + at + ROM_ELEMENT_VERSION_COUNT, 2);
    level_put(data.bytes + at + ROM_ELEMENT_HEALTH, 100 * FX_ONE);
    for (uint32_t i = 0; i < 2; i++) {
        uint8_t *row = data.bytes + at + ROM_ELEMENT_SIZE + i * ROM_ELEMENT_VERSION_SIZE;
        level_put(row + ROM_ELEMENT_VERSION_MESH, looks[i][0]);
        level_put(row + ROM_ELEMENT_VERSION_COLLISION, looks[i][1]);
        level_put(row + ROM_ELEMENT_VERSION_MASS, 5 * FX_ONE);
        level_put(row + ROM_ELEMENT_VERSION_MATERIAL, 31 + i);
        level_put(row + ROM_ELEMENT_VERSION_SOUND, 41 + i);
        level_put(row + ROM_ELEMENT_VERSION_EFFECT, 51 + i);
        level_put(row + ROM_ELEMENT_VERSION_THRESHOLD, i == 0 ? 100 * FX_ONE : looks[i][2]);
    }
    CHECK_EQ(rom_check_chunk(ROM_TAG_ELEMENTS, data.bytes, bytes, &error), ROM_OK);
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    CHECK_EQ(ox_area_versions(data.bytes, &arena, &sets), 1);
    CHECK(sets[0].count == 2 && sets[0].health == 100 * FX_ONE);
    CHECK(sets[0].versions[1].mesh == 12 && sets[0].versions[1].collision == 22 &&
          sets[0].versions[1].threshold == 60 * FX_ONE);
    CHECK_EQ(sets[0].versions[0].mass, 5 * FX_ONE);
    CHECK(sets[0].versions[0].material == 31 && sets[0].versions[0].sound == 41 &&
          sets[0].versions[0].effect == 51);
    CHECK(sets[0].versions[1].material == 32 && sets[0].versions[1].sound == 42 &&
          sets[0].versions[1].effect == 52);
    ox_arena_init(&arena, block.bytes, 40);
    CHECK_EQ(ox_area_versions(data.bytes, &arena, &sets), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_arena_used(&arena), 0);
    level_put(data.bytes + ROM_ELEMENTS_VERSION_COUNT, 0); /* elements without versions are no sets */
    CHECK(ox_area_versions(data.bytes, &arena, &sets) == 0 && sets == NULL);
    /* two elements, one version each */
    memmove(data.bytes + at + 2 * ROM_ELEMENT_SIZE, data.bytes + at + ROM_ELEMENT_SIZE,
            2 * ROM_ELEMENT_VERSION_SIZE);
    memcpy(data.bytes + at + ROM_ELEMENT_SIZE, data.bytes + at, ROM_ELEMENT_SIZE);
    level_put(data.bytes + ROM_ELEMENTS_ELEMENT_COUNT, 2);
    level_put(data.bytes + ROM_ELEMENTS_VERSION_COUNT, 2);
    level_put(data.bytes + ROM_ELEMENTS_VERSIONS_AT, at + 2 * ROM_ELEMENT_SIZE);
    for (uint32_t i = 0; i < 2; i++) {
        uint8_t *row = data.bytes + at + i * ROM_ELEMENT_SIZE;
        level_put(row + ROM_ELEMENT_FIRST_VERSION, i);
        level_put_half(row + ROM_ELEMENT_VERSION_COUNT, 1);
        level_put(row + ROM_ELEMENT_HEALTH, (i + 1) * FX_ONE);
    }
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    CHECK_EQ(ox_area_versions(data.bytes, &arena, &sets), 2);
    CHECK(sets[0].health == FX_ONE && sets[1].health == 2 * FX_ONE && sets[0].count == 1 &&
          sets[1].count == 1);
    CHECK(sets[0].versions[0].mesh == 11 && sets[1].versions[0].mesh == 12);
}

/* An area ends while the game plays: its objects, regions and sections are removed. */
static uint32_t lived_bytes;
static ox_status area_in_play(ox_area *it) {
    rom_error error;
    ox_status status = open_area(it, lived_bytes, 7, OX_SPAWN_POOLED, &error);
    return ox_failed(status) ? status : ox_area_begin(it);
}
static void end_area(ox_area *it) {
    ox_area_end(it);
    ox_world_sweep(&world);
}
PLAIN_ROW(ox_area, open, area_in_play(it), end_area(it))

TEST(level_area_ends_clear) {
    const life_bench bench = {&arena, NULL};
    start();
    lived_bytes = build(false);
    enters = sections_in = sections_out = 0;
    CHECK(life_is_led(&LIFE_OF(ox_area), &bench));
    CHECK(world.alive == 0 && regions.count == 0 && spawners.count == 0 && sections_in == sections_out);
}
