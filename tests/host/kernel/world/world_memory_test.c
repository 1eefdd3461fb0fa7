/* Long runs of the world on this machine: a million births and deaths, mixed sizes at random, timings, and
 * includes of power files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fixedmath/random.h"
#include "fixedmath/types.h"
#include "kernel/world/component.h"
#include "tests/test.h"

static ox_arena arena;
static ox_world world;
static uint8_t *memory;

static void start(uint16_t objects, bool flat) {
    ox_world_config config = {.objects = objects, .types = 16, .components = 4, .systems = 2, .flat = flat};
    memory = malloc(4u << 20);
    ox_arena_init(&arena, memory, 4u << 20);
    CHECK_EQ(ox_world_init(&world, &arena, &config), OX_OK);
}

typedef struct part {
    int32_t owner;
} part;
static const ox_field part_fields[] = {OX_FIELD(part, owner, OX_I32, OX_SIM)};
static const ox_type part_record = OX_TYPE(part, part_fields, 1);

TEST(world_million_births_and_deaths) {
    static const ox_component_type parts = {.name = 1, .capacity = 64, .record = &part_record};
    static const ox_object_type type = {.name = 2, .capacity = 64, .record = &part_record, .components = {1}};
    ox_handle live[64];
    uint32_t count = 0, cycles = 0, objects_peak = 0;
    rng32 r = rng32_seed(66, 1);
    start(64, false);
    CHECK_EQ(ox_world_add_component(&world, &parts), 0);
    CHECK_EQ(ox_world_add_type(&world, &type), 0);
    size_t used = ox_arena_used(&arena);
    while (cycles < 1000000) {
        if (count > 0 && (count == 40 || (rng32_next(&r) & 1u))) {
            uint32_t i = rng32_next(&r) % count;
            CHECK_EQ(ox_world_destroy(&world, live[i]), OX_OK);
            live[i] = live[--count];
            cycles++;
        } else {
            CHECK(ox_world_spawn(&world, 0, &live[count++]) != NULL);
        }
        if (rng32_next(&r) % 4 == 0) ox_world_tick(&world);
        if (world.queue_end - world.queue_first > 20) ox_world_sweep(&world);
        if (cycles == 500000) objects_peak = ox_pool_peak(&world.objects);
        CHECK_EQ(world.alive, count);
    }
    /* 40 objects alive, 20 that wait for the sweep */
    CHECK(ox_pool_peak(&world.objects) <= objects_peak + 1);
    CHECK(ox_pool_peak(&world.objects) <= 62);
    CHECK(ox_component_peak(&world.components[0]) <= 64);
    CHECK_EQ(world.refused, 0);
    CHECK_EQ(ox_arena_used(&arena), used);
    ox_world_destroy_all(&world);
    ox_world_sweep(&world);
    CHECK_EQ(ox_world_leaks(&world), 0);
    CHECK_EQ(ox_world_updated(&world), 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? (int)world.wraps : 0);
    CHECK_EQ(world.wraps, world.made / 65535);
    TEST_INFO("1,000,000 deaths: peak %u objects after 500,000 and %u at the end", (unsigned)objects_peak,
              (unsigned)ox_pool_peak(&world.objects));
    free(memory);
}

TEST(world_pools_of_mixed_sizes) {
    static uint8_t dummy[1024];
    static ox_field fields[10];
    static ox_type records[10];
    static ox_object_type types[10];
    ox_handle live[400];
    uint32_t kinds[400], count = 0, per_type[10] = {0}, high = 0;
    rng32 r = rng32_seed(71, 2);
    start(400, false);
    for (uint32_t i = 0; i < 10; i++) { /* 4 bytes to 1 KB */
        fields[i] = (ox_field)OX_FIELD(part, owner, OX_I32, OX_SIM);
        records[i] = (ox_type){
            .name = i + 1, .size = (uint16_t)(i < 9 ? 4u << i : 1020u), .fields = &fields[i], .count = 1};
        types[i] = (ox_object_type){.name = i + 1, .capacity = 40, .record = &records[i]};
        CHECK_EQ(ox_world_add_type(&world, &types[i]), i);
    }
    for (uint32_t step = 0; step < 100000; step++) {
        uint32_t kind = rng32_next(&r) % 10;
        if (rng32_next(&r) % 2 || count == 0) {
            /* a spawn is never refused while there is a place: no fragmentation */
            if (per_type[kind] < 40) {
                ox_object *o = ox_world_spawn(&world, kind, &live[count]);
                CHECK(o != NULL);
                if (o == NULL) break;
                ((part *)ox_object_data(&world, o))->owner = (int32_t)live[count].bits;
                memset((uint8_t *)ox_object_data(&world, o) + 4, (int)kind, records[kind].size - 4u);
                per_type[kind]++;
                kinds[count++] = kind;
            } else {
                CHECK(ox_world_spawn(&world, kind, NULL) == NULL);
            }
        } else {
            uint32_t i = rng32_next(&r) % count;
            const ox_object *o = ox_world_get(&world, live[i]);
            CHECK_EQ(((const part *)ox_object_data(&world, o))->owner, (int32_t)live[i].bits);
            memset(dummy, (int)kinds[i], sizeof dummy);
            CHECK_EQ(
                memcmp((const uint8_t *)ox_object_data(&world, o) + 4, dummy, records[kinds[i]].size - 4u),
                0);
            (void)ox_world_destroy(&world, live[i]);
            ox_world_sweep(&world);
            per_type[kinds[i]]--;
            live[i] = live[--count];
            kinds[i] = kinds[count];
        }
        if (count > high) high = count;
    }
    CHECK_EQ(world.live_peak, high);
    TEST_INFO("100,000 random births and deaths of ten sizes: at most %u of 400 objects at once",
              (unsigned)high);
    (void)test_assertions(); /* handles come round once or twice, which asserts */
    free(memory);
}

/* ---- timings: the plain method, buckets, and one batch over a table ---- */

static void move_part(ox_world *w, ox_object *o, void *data) {
    (void)w, (void)o;
    ((part *)data)->owner += 3;
}
static void move_parts(void *context, ox_world *w, ox_phase phase, uint32_t bucket) {
    ox_rows rows = ox_component_rows(w, 0);
    (void)context, (void)phase, (void)bucket;
    for (uint32_t i = 0; i < rows.count; i++) ((part *)(void *)(rows.data + i * rows.stride))->owner += 3;
}

static double run(int how, uint32_t *hash) {
    static const ox_component_ops ops = {.update = {move_part}};
    static ox_component_type parts;
    static const ox_system batch = {.name = 1, .phases = 1u << OX_PHASE_FORCES, .run = move_parts};
    static const ox_object_type type = {.name = 1, .capacity = 2000};
    parts = (ox_component_type){.name = 1,
                                .capacity = 2000,
                                .record = &part_record,
                                .storage = how >= 2 ? OX_TABLE : OX_POOLED,
                                .ops = how == 3 ? NULL : &ops};
    start(2000, how == 0);
    CHECK_EQ(ox_world_add_component(&world, &parts), 0);
    CHECK_EQ(ox_world_add_type(&world, &type), 0);
    if (how == 3) CHECK_EQ(ox_world_add_system(&world, &batch, NULL), 0);
    for (int i = 0; i < 2000; i++)
        CHECK(ox_component_add(&world, ox_world_spawn(&world, 0, NULL), 0) != NULL);
    ox_world_tick(&world);
    clock_t before = clock();
    for (int t = 0; t < 300; t++) ox_world_tick(&world);
    double spent = (double)(clock() - before);
    *hash = ox_world_hash(&world, OX_FNV_START);
    free(memory);
    return spent < 1 ? 1 : spent;
}

TEST(world_batched_and_single_are_timed) {
    static const char *const names[] = {"each object whole", "by buckets", "rows, one call each",
                                        "rows, one call for all"};
    uint32_t first = 0;
    double plain = 0, batch = 0;
    for (int how = 0; how < 4; how++) {
        uint32_t hash;
        double spent = run(how, &hash);
        if (how == 0) first = hash, plain = spent;
        if (how == 3) batch = spent;
        CHECK_EQ(hash, first);
        TEST_INFO("2000 objects, %s: %.2f of the plain method's time", names[how], spent / plain);
    }
    CHECK(batch <= plain); /* columns are not slower than records */
}

TEST(world_powers_include_the_sandbox_alone) {
    FILE *file = fopen("tests/unit/kernel/world/world_power.h", "r");
    char line[256];
    int includes = 0, sandbox = 0;
    if (file == NULL) {
        test_skip("the sources are not here");
        return;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "#include", 8) != 0) continue;
        includes++;
        sandbox += strcmp(line, "#include \"kernel/world/sandbox.h\"\n") == 0;
    }
    (void)fclose(file);
    CHECK_EQ(includes, 1);
    CHECK_EQ(sandbox, 1);
}

/* Sources of the world draw nothing: none of them names the rasterizer. */
TEST(world_sources_know_no_raster) {
    static const char *const files[] = {"kernel/world/world.c",     "kernel/world/object.c",
                                        "kernel/world/component.c", "kernel/world/tick.c",
                                        "kernel/world/query.c",     "kernel/type/type.c"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        FILE *file = fopen(files[i], "r");
        char line[256];
        int lines = 0;
        if (file == NULL) {
            test_skip("the sources are not here");
            return;
        }
        for (; fgets(line, sizeof line, file) != NULL; lines++)
            CHECK(strstr(line, "raster") == NULL && strstr(line, "rs_") == NULL);
        (void)fclose(file);
        CHECK(lines > 50);
    }
}

/* ---- flyweights against a switch ---- */

typedef struct terrain {
    uint8_t cost;
    bool is_water;
    uint8_t texture;
} terrain;
static const terrain terrains[] = {{1, false, 4}, {3, false, 5}, {2, true, 6}};
enum { SIDE = 256, ROUNDS = 200 };
static uint8_t map[SIDE * SIDE];

static uint32_t switched(uint8_t cell) {
    switch (cell) {
    case 0:
        return 1;
    case 1:
        return 3;
    default:
        return 2;
    }
}

TEST(world_flyweights_are_timed) {
    rng32 r = rng32_seed(56, 1);
    uint32_t sums[2] = {0, 0};
    clock_t spent[2];
    for (int i = 0; i < SIDE * SIDE; i++) map[i] = (uint8_t)(rng32_next(&r) % 3);
    for (int how = 0; how < 2; how++) {
        clock_t before = clock();
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < SIDE * SIDE; i++) sums[how] += how ? terrains[map[i]].cost : switched(map[i]);
        }
        spent[how] = clock() - before;
    }
    CHECK_EQ(sums[0], sums[1]);
    TEST_INFO("move costs of a map: shared records take %.2f of the time of enum and switch",
              (double)spent[1] / (double)(spent[0] > 0 ? spent[0] : 1));
}

/* 100 sprites share one animation: its record is there once, by address. */
TEST(world_sprites_share_an_animation) {
    static const struct { uint16_t frames[32]; } walk_cycle = {{1, 2, 3}};
    static const ox_component_type animation = {.name = 1, .capacity = 100, .start = &walk_cycle};
    static const ox_object_type sprite = {.name = 1, .capacity = 100, .components = {1}};
    uint32_t shared = 0;
    start(100, false);
    CHECK_EQ(ox_world_add_component(&world, &animation), 0);
    CHECK_EQ(ox_world_add_type(&world, &sprite), 0);
    for (int i = 0; i < 100; i++)
        shared += ox_component_get(&world, ox_world_spawn(&world, 0, NULL), 0) == (const void *)&walk_cycle;
    CHECK_EQ(shared, 100);
    free(memory);
}
