/* Checkpoints: saving at their places only, within their bytes, and the return to them. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/game/objective.h"
#include "kernel/save/checkpoint.h"
#include "kernel/time/random.h"
#include "tests/test.h"
#include "tests/unit/kernel/memory/life.h"
#include "tests/unit/kernel/save/save_device.h"

enum { ITEMS = 12 };
typedef struct bag {
    uint16_t items[ITEMS];
    uint32_t coins;
    uint16_t health;
    uint16_t look; /* a field that is not saved */
} bag;
static const ox_field bag_fields[] = {
    OX_FIELD(bag, items, OX_U16, OX_SIM),
    OX_FIELD(bag, coins, OX_U32, OX_SIM),
    OX_FIELD(bag, health, OX_U16, OX_SIM, .initial = 100),
    OX_FIELD(bag, look, OX_U16, 0),
};
static const ox_type bag_type = OX_TYPE(bag, bag_fields, 1);

static const ox_objective graph[3] = {{.name = OX_NAME("one"), .done = {{OX_NAME("a"), 1, OX_AT_LEAST}}},
                                      {.name = OX_NAME("two"), .after = {1}},
                                      {.name = OX_NAME("three"), .after = {2}}};

static bag hero_bag;
static ox_counter counter_storage[8];
static ox_counters counters;
static uint8_t objective_states[3];
static ox_objectives objectives;
static ox_random_stream streams[2];
static ox_random randoms;
static rng32 *loot;

static void save_counters(const void *of, ox_writer *to) { ox_counters_save(of, to); }
static ox_status restore_counters(void *of, ox_reader *from) { return ox_counters_restore(of, from); }
static void save_objectives(const void *of, ox_writer *to) { ox_objectives_save(of, to); }
static ox_status restore_objectives(void *of, ox_reader *from) { return ox_objectives_restore(of, from); }
static void save_randoms(const void *of, ox_writer *to) { ox_random_save(of, to); }
static ox_status restore_randoms(void *of, ox_reader *from) { return ox_random_restore(of, from); }

static const ox_save_part parts[] = {
    {.name = OX_NAME("bag"), .type = &bag_type, .context = &hero_bag},
    {.name = OX_NAME("objectives"),
     .version = 1,
     .most = 5 + 3 * 5,
     .context = &objectives,
     .save = save_objectives,
     .restore = restore_objectives},
    {.name = OX_NAME("counters"),
     .version = 1,
     .most = 2 + 8 * 8,
     .context = &counters,
     .save = save_counters,
     .restore = restore_counters},
    {.name = OX_NAME("random"),
     .version = 1,
     .most = 40,
     .context = &randoms,
     .save = save_randoms,
     .restore = restore_randoms},
};
static const ox_checkpoint_place places[] = {{OX_NAME("chunks/mill"), OX_NAME("door")},
                                             {OX_NAME("chunks/cave"), OX_NAME("camp")}};
static const ox_checkpoint_plan plan = {places, 2, parts, 4};

static save_device device;
static _Alignas(8) uint8_t memory[2048];
static ox_saves saves;
static ox_checkpoint cp;

static void open_game(ox_save_device on) {
    ox_arena arena;
    ox_saves_config config = {.device = on, .cart = 7, .major = 1, .slots = 1, .room = OX_CHECKPOINT_MOST};
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_saves_init(&saves, &config, &arena), OX_OK);
    ox_type_reset(&bag_type, &hero_bag);
    ox_counters_init(&counters, counter_storage, 8);
    CHECK_EQ(ox_objectives_init(&objectives, graph, 3, objective_states, &counters, NULL), OX_OK);
    ox_random_init(&randoms, streams, 2, 5);
    loot = ox_random_add(&randoms, SID("loot"), OX_RANDOM_SIMULATION);
    CHECK_EQ(ox_checkpoint_init(&cp, &plan, &saves, 0), OX_OK);
}

static void play(uint32_t seed) {
    rng32 r = rng32_seed(seed, 0);
    for (int i = 0; i < ITEMS; i++) hero_bag.items[i] = (uint16_t)rng_below(&r, 4);
    hero_bag.coins = rng_below(&r, 100000);
    hero_bag.health = (uint16_t)rng_below(&r, 100);
    hero_bag.look = 1;
    CHECK_EQ(ox_counters_set(&counters, SID("a"), 1), OX_OK);
    CHECK_EQ(ox_counters_set(&counters, SID("kills"), (int32_t)seed), OX_OK);
    (void)ox_objectives_update(&objectives);
    for (uint32_t i = 0; i < seed; i++) (void)rng_below(loot, 100);
}

static uint32_t hash(void) { return ox_hash_parts(parts, 4, OX_FNV_START); }

TEST(save_checkpoint_stands_there_again) {
    ox_save_device on = save_device_open(&device, 2048, 1);
    open_game(on);
    CHECK_EQ(ox_checkpoint_return(&cp), OX_NOT_FOUND);
    play(21);
    uint32_t then = hash();
    bag carried = hero_bag;
    rng32 copy = *loot;
    CHECK_EQ(ox_checkpoint_reach(&cp, SID("chunks/cave"), SID("camp")), OX_OK);
    CHECK_EQ(ox_checkpoint_reach(&cp, SID("chunks/cave"), SID("camp")),
             OX_BAD_STATE); /* the checkpoint is being written */
    CHECK_EQ(ox_saves_finish(&saves), OX_OK);
    TEST_INFO("a checkpoint of %u bytes, stored as %u", (unsigned)saves.head.full,
              (unsigned)saves.head.stored);
    CHECK(saves.head.stored <= OX_CHECKPOINT_MOST);
    play(33); /* the hero goes on, and dies */
    CHECK(hash() != then);
    CHECK_EQ(ox_checkpoint_return(&cp), OX_OK);
    CHECK_EQ(hash(), then);
    /* The game is booted again. */
    open_game(on);
    CHECK_EQ(ox_checkpoint_return(&cp), OX_OK);
    CHECK(cp.at.chunk == SID("chunks/cave") && cp.at.locator == SID("camp"));
    CHECK_EQ(hash(), then);
    CHECK(memcmp(hero_bag.items, carried.items, sizeof carried.items) == 0 &&
          hero_bag.coins == carried.coins);
    CHECK_EQ(hero_bag.look, 0);
    CHECK_EQ(rng32_next(loot), rng32_next(&copy)); /* the stream gives the same loot again */
    CHECK_EQ(ox_objectives_state(&objectives, SID("one")), OX_OBJECTIVE_DONE);
}

TEST(save_checkpoint_only_at_its_places) {
    open_game(save_device_open(&device, 2048, 1));
    CHECK_EQ(ox_checkpoint_reach(&cp, SID("chunks/mill"), SID("camp")), OX_UNSUPPORTED);
    CHECK_EQ(ox_checkpoint_reach(&cp, SID("chunks/field"), SID("door")), OX_UNSUPPORTED);
    CHECK_EQ(cp.refused, 2);
    CHECK_EQ(device.written, 0);
    CHECK_EQ(ox_checkpoint_reach(&cp, SID("chunks/mill"), SID("door")), OX_OK);
    CHECK_EQ(ox_saves_finish(&saves), OX_OK);
    /* A place that a later build no longer has. */
    ox_checkpoint_plan fewer = {places + 1, 1, parts, 4};
    CHECK_EQ(ox_checkpoint_init(&cp, &fewer, &saves, 0), OX_OK);
    CHECK_EQ(ox_checkpoint_return(&cp), OX_BAD_DATA);
    CHECK_EQ(ox_checkpoint_init(&cp, &plan, &saves, 1), OX_BAD_ARGUMENT);
}

TEST(save_checkpoint_limit_by_descriptors) {
    static const ox_field wide_fields[] = {
        {.name = 5, .offset = 0, .bytes = 300, .kind = OX_U16, .flags = OX_SAVE}};
    static const ox_type wide = {.name = 6, .size = 300, .version = 1, .fields = wide_fields, .count = 1};
    static uint16_t words[150];
    char line[120];
    ox_text why = ox_text_begin(line, sizeof line);
    ox_save_part more[2] = {{.name = 1, .type = &wide, .context = words},
                            {.name = 2, .most = 144, .context = words}};
    ox_checkpoint_plan large = {places, 2, more, 2};
    open_game(save_device_open(&device, 2048, 1));
    CHECK_EQ(ox_parts_most(more, 1), 16 + 6 + 6 + 300);
    CHECK_EQ(ox_checkpoint_check(&large, &why), OX_OK); /* exactly 512 bytes */
    more[1].most = 145;
    CHECK_EQ(ox_checkpoint_check(&large, &why), OX_FULL);
    CHECK(strcmp(line, "a checkpoint can take 513 bytes, 512 are allowed: save fewer fields") == 0);
    CHECK_EQ(ox_checkpoint_init(&cp, &large, &saves, 0), OX_FULL);
    more[1].most = 0;
    CHECK_EQ(ox_checkpoint_check(&large, NULL), OX_BAD_DATA);
    ox_checkpoint_place twice[2] = {places[0], places[0]};
    large = (ox_checkpoint_plan){twice, 2, parts, 4};
    CHECK_EQ(ox_checkpoint_check(&large, NULL), OX_BAD_DATA);
    CHECK_EQ(ox_checkpoint_check(&plan, NULL), OX_OK);
}

TEST(save_checkpoint_power_cut_keeps_the_one_before) {
    static save_device before;
    ox_save_device on = save_device_open(&device, 2048, 1);
    open_game(on);
    play(3);
    uint32_t first = hash();
    CHECK_EQ(ox_checkpoint_reach(&cp, SID("chunks/mill"), SID("door")), OX_OK);
    CHECK_EQ(ox_saves_finish(&saves), OX_OK);
    before = device;
    uint32_t cuts = 0;
    for (uint32_t power = 0;; power++, cuts++) {
        device = before;
        open_game(on);
        play(9);
        uint32_t second = hash();
        device.power = power;
        CHECK_EQ(ox_checkpoint_reach(&cp, SID("chunks/cave"), SID("camp")), OX_OK);
        ox_status status = ox_saves_finish(&saves);
        bool done = device.power > 0;
        device.power = UINT32_MAX;
        open_game(on);
        CHECK_EQ(ox_checkpoint_return(&cp), OX_OK);
        bool is_second = cp.at.chunk == SID("chunks/cave");
        CHECK_EQ(hash(), is_second ? second : first);
        if (done) {
            CHECK(status == OX_OK && is_second);
            break;
        }
    }
    CHECK(cuts > 150);
}

LIFE_ROW(ox_checkpoint, init, ox_checkpoint_init(it, &plan, &saves, 0), OX_CLEAR(it),
         (void)!ox_checkpoint_reach(it, 1, 1))

TEST(save_checkpoint_ends_clear) {
    static ox_arena none;
    const life_bench bench = {&none, NULL};
    open_game(save_device_open(&device, 2048, 1));
    CHECK(life_is_led(&LIFE_OF(ox_checkpoint), &bench));
}

/* A plan is refused for places that stand there twice, wherever they stand; nobody need ask why. What is refused leaves
 * nothing behind. */
TEST(save_checkpoint_plans_are_checked) {
    static const ox_checkpoint_place twice[] = {{1, 1}, {1, 2}, {2, 1}, {1, 2}},
                                     once[] = {{1, 1}, {1, 2}, {2, 1}};
    static const ox_save_part endless = {.name = 1, .save = save_counters};
    char line[80];
    ox_text why = ox_text_begin(line, sizeof line);
    const ox_checkpoint_plan bad = {twice, 4, parts, 4}, good = {once, 3, parts, 4},
                             open = {once, 3, &endless, 1};
    CHECK_EQ(ox_checkpoint_check(&bad, &why), OX_BAD_DATA);
    CHECK_EQ(strcmp(line, "place 3 stands there twice"), 0);
    CHECK_EQ(ox_checkpoint_check(&bad, NULL), OX_BAD_DATA);
    CHECK_EQ(ox_checkpoint_check(&good, NULL), OX_OK);
    why = ox_text_begin(line, sizeof line);
    CHECK_EQ(ox_checkpoint_check(&open, NULL), OX_BAD_DATA);
    CHECK_EQ(ox_checkpoint_check(&open, &why), OX_BAD_DATA);
    CHECK_EQ(strcmp(line, "a part does not say how many bytes it takes: set `most`"), 0);
    open_game(save_device_open(&device, 2048, 1));
    ox_checkpoint other;
    CHECK_EQ(ox_checkpoint_init(&other, &bad, &saves, 0), OX_BAD_DATA);
    CHECK(other.plan == NULL && other.saves == NULL);
    CHECK_EQ(ox_checkpoint_init(&other, &plan, &saves, 1), OX_BAD_ARGUMENT);
    CHECK(other.plan == NULL);
}

/* Each checkpoint begins its records anew, and tells where one stands as soon as it is reached. */
TEST(save_checkpoint_again_and_again) {
    open_game(save_device_open(&device, 2048, 1));
    uint32_t bytes = 0;
    for (uint32_t i = 0; i < 6; i++) {
        play(i + 1);
        CHECK_EQ(ox_checkpoint_reach(&cp, places[i % 2].chunk, places[i % 2].locator), OX_OK);
        CHECK(cp.at.chunk == places[i % 2].chunk && cp.at.locator == places[i % 2].locator);
        if (i > 0) CHECK_EQ(saves.ready, bytes);
        bytes = saves.ready;
        CHECK_EQ(ox_saves_finish(&saves), OX_OK);
    }
}
