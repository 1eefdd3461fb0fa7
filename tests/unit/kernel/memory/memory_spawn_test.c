/* Tests of spawn memory: kinds in both modes, size classes with the heap behind them. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/memory/size_class.h"
#include "kernel/memory/spawn.h"
#include "tests/test.h"

static _Alignas(16) uint8_t memory[48 * 1024];
static ox_arena arena;

/* ---- kinds ---- */

typedef struct monster {
    uint32_t breed, health;
    ox_handle target;
} monster;

typedef struct observer_node { /* an observer may watch several subjects, with a node for each */
    uint32_t observer;
    ox_handle next;
} observer_node;

typedef struct counts {
    uint32_t started, stopped;
    bool refuse;
} counts;

static ox_status start_monster(void *context, void *object) {
    counts *c = context;
    monster *m = object;
    if (c->refuse) return OX_BAD_STATE;
    c->started++;
    m->health += 1;
    return OX_OK;
}

static void stop_monster(void *context, void *object) {
    counts *c = context;
    (void)object;
    c->stopped++;
}

static const monster troll = {7, 99, {0}};
static const monster gates[3] = {{20, 1, {0}}, {21, 2, {0}}, {22, 3, {0}}};
enum { TROLL, GATE, NODE, KINDS };
static const ox_kind kinds[KINDS] = {
    {1001, sizeof(monster), 5, &troll, 0, start_monster, stop_monster},
    {1002, sizeof(monster), 3, gates, sizeof(monster), NULL, NULL},
    {1003, sizeof(observer_node), 4, NULL, 0, NULL, NULL},
};

static bool inside(const ox_spawn_store *store, ox_spawn_mode mode, const void *object) {
    const uint8_t *base = mode == OX_SPAWN_PREPARED ? store->objects : store->pool.objects;
    size_t at = (size_t)((const uint8_t *)object - base);
    uint32_t stride = mode == OX_SPAWN_PREPARED ? store->stride : store->pool.stride;
    return at < (size_t)stride * store->kind->capacity && at % stride == 0;
}

static void check_kinds(ox_spawn_mode mode) {
    ox_spawn spawn;
    counts c = {0, 0, false};
    ox_handle handles[5];
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_spawn_init(&spawn, &arena, kinds, KINDS, mode, &c), OX_OK);
    size_t used = ox_arena_used(&arena);
    for (int i = 0; i < 5; i++) {
        const monster *m = ox_spawn_new(&spawn, TROLL, OX_SPAWN_ANY, &handles[i]);
        CHECK(m != NULL && m->breed == 7 && m->health == 100);
        CHECK(inside(&spawn.stores[TROLL], mode, m));
        CHECK(ox_spawn_get(&spawn, TROLL, handles[i]) == m);
    }
    CHECK(ox_spawn_new(&spawn, TROLL, OX_SPAWN_ANY, &handles[0] + 0) ==
          NULL); /* there are no more trolls: an outcome, no fault */
    CHECK(ox_handle_is_none(handles[0]));
    monster *first = ox_spawn_at(&spawn, TROLL, 2);
    CHECK(first == ox_spawn_get(&spawn, TROLL, handles[2]));
    first->health = 5;
    CHECK_EQ(ox_spawn_end(&spawn, TROLL, handles[2]), OX_OK);
    CHECK(ox_spawn_get(&spawn, TROLL, handles[2]) == NULL);
    CHECK(ox_spawn_at(&spawn, TROLL, 2) == NULL);
    ox_handle again;
    const monster *reborn = ox_spawn_new(&spawn, TROLL, OX_SPAWN_ANY, &again);
    CHECK(reborn == first && reborn->health == 100); /* the object is reset from its record */
    CHECK(ox_spawn_get(&spawn, TROLL, handles[2]) == NULL);
    CHECK_EQ(test_assertions(), 0);
    CHECK_EQ(ox_spawn_end(&spawn, TROLL, handles[2]), OX_STALE_HANDLE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);

    CHECK_EQ(ox_spawn_end(&spawn, TROLL, again), OX_OK);
    c.refuse = true; /* a start that fails gives the object back */
    CHECK(ox_spawn_new(&spawn, TROLL, OX_SPAWN_ANY, &again) == NULL);
    CHECK_EQ(spawn.stores[TROLL].active, 4);
    c.refuse = false;
    CHECK(ox_spawn_new(&spawn, TROLL, OX_SPAWN_ANY, NULL) != NULL);
    CHECK_EQ(spawn.stores[TROLL].made, c.started);
    CHECK_EQ(spawn.stores[TROLL].ended, c.stopped);
    CHECK_EQ(c.started, 7);
    CHECK_EQ(c.stopped, 2);
    CHECK_EQ(spawn.stores[TROLL].peak, 5);
    CHECK_EQ(spawn.stores[TROLL].refused, 2);

    for (uint32_t i = 0; i < 3; i++) { /* record i makes gate i */
        const monster *gate = ox_spawn_new(&spawn, GATE, i, NULL);
        CHECK(gate != NULL && gate->breed == 20 + i);
    }
    CHECK(ox_spawn_new(&spawn, GATE, 1, NULL) == NULL);
    CHECK_EQ(ox_arena_used(&arena), used); /* play took no bytes of the arena */
    CHECK_EQ(test_assertions(), 0);
    CHECK(ox_spawn_new(&spawn, GATE, 3, NULL) == NULL);
    CHECK(ox_spawn_new(&spawn, KINDS, 0, NULL) == NULL);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
}

TEST(memory_spawn_kinds_from_pools) { check_kinds(OX_SPAWN_POOLED); }

TEST(memory_spawn_kinds_prepared_in_the_level) { check_kinds(OX_SPAWN_PREPARED); }

TEST(memory_spawn_prepared_objects_lie_in_the_level) {
    ox_spawn spawn;
    counts c = {0, 0, false};
    size_t bytes[KINDS], total = ox_spawn_plan(kinds, KINDS, OX_SPAWN_PREPARED, bytes);
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_spawn_init(&spawn, &arena, kinds, KINDS, OX_SPAWN_PREPARED, &c), OX_OK);
    const monster *gate =
        (const monster *)(const void *)spawn.stores[GATE].objects; /* filled in, but inactive */
    CHECK_EQ(gate[0].breed, 20);
    CHECK(ox_spawn_at(&spawn, GATE, 0) == NULL);
    ox_handle handle;
    CHECK(
        ox_spawn_new(&spawn, GATE, 1, &handle) ==
        (const void *)(spawn.stores[GATE].objects + spawn.stores[GATE].stride)); /* that very object wakes */
    CHECK_EQ(spawn.stores[GATE].active, 1);

    /* Count and bytes of each kind, as the packer reports them. */
    CHECK_EQ(bytes[TROLL] + bytes[GATE] + bytes[NODE], total);
    CHECK_EQ(bytes[TROLL], 5 * 16 + 5 * 2 + sizeof(ox_spawn_store));
    CHECK_EQ(bytes[GATE], 3 * 16 + 3 * 2 + sizeof(ox_spawn_store));
    CHECK(ox_arena_used(&arena) <= total + KINDS * OX_ALIGNMENT || OX_DEBUG);
    ox_arena_init(&arena, memory, total / 2);
    CHECK_EQ(ox_spawn_init(&spawn, &arena, kinds, KINDS, OX_SPAWN_PREPARED, &c), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_arena_used(&arena), 0);
    ox_kind senseless = kinds[NODE];
    senseless.bytes = 2;
    CHECK_EQ(ox_spawn_plan(&senseless, 1, OX_SPAWN_POOLED, NULL), 0);
    ox_kind huge[3] = {{.bytes = 0x7FFF0000u, .capacity = 1},
                       {.bytes = 0x7FFF0000u, .capacity = 1},
                       {.bytes = 8, .capacity = 65535}};
    CHECK_EQ(ox_spawn_plan(huge, 3, OX_SPAWN_POOLED, NULL) == 0, SIZE_MAX == UINT32_MAX); /* 4 GB and more */
    CHECK_EQ(ox_spawn_init(&spawn, &arena, &senseless, 1, OX_SPAWN_POOLED, &c), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_spawn_init(&spawn, &arena, &senseless, 1, OX_SPAWN_PREPARED, &c), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_spawn_init(&spawn, &arena, kinds, 0, OX_SPAWN_PREPARED, &c), OX_BAD_ARGUMENT);
}

/* Adds an observer to a subject's list of pooled nodes. */
static bool observe(ox_spawn *spawn, ox_handle *subject, uint32_t observer) {
    ox_handle handle;
    observer_node *node = ox_spawn_new(spawn, NODE, OX_SPAWN_ANY, &handle);
    if (node == NULL) return false;
    *node = (observer_node){observer, *subject};
    *subject = handle;
    return true;
}

static uint32_t notified(const ox_spawn *spawn, ox_handle subject, uint32_t observer) {
    uint32_t times = 0;
    for (const observer_node *node; (node = ox_spawn_get(spawn, NODE, subject)) != NULL;
         subject = node->next) {
        times += node->observer == observer;
    }
    return times;
}

TEST(memory_spawn_one_observer_of_three_subjects) {
    ox_spawn spawn;
    counts c = {0, 0, false};
    ox_handle subjects[3] = {{0}, {0}, {0}};
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_spawn_init(&spawn, &arena, kinds, KINDS, OX_SPAWN_POOLED, &c), OX_OK);
    for (int i = 0; i < 3; i++) CHECK(observe(&spawn, &subjects[i], 42));
    CHECK(observe(&spawn, &subjects[1], 43));
    CHECK(!observe(&spawn, &subjects[0], 44)); /* all four nodes are taken */
    for (int i = 0; i < 3; i++) CHECK_EQ(notified(&spawn, subjects[i], 42), 1);
    CHECK_EQ(notified(&spawn, subjects[1], 43), 1);
    CHECK_EQ(notified(&spawn, subjects[0], 44), 0);
}

/* ---- size classes ---- */

static const ox_sized_class classes[] = {{16, 24}, {32, 24}, {64, 16}, {128, 8}, {256, 4}};

static void make_sized(ox_sized *sized, ox_heap *heap) {
    ox_heap_setup setup = {16 * 1024, 40, 8, 4096};
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_heap_init(heap, &arena, &arena, &setup), OX_OK);
    CHECK_EQ(ox_sized_init(sized, &arena, classes, 5, heap), OX_OK);
}

TEST(memory_spawn_sizes_go_to_the_first_class_that_holds_them) {
    static const uint32_t sizes[][2] = {{1, 0},  {16, 0}, {17, 1},  {32, 1},
                                        {33, 2}, {65, 3}, {129, 4}, {256, 4}};
    ox_sized sized;
    ox_heap heap;
    ox_handle handle;
    make_sized(&sized, &heap);
    for (int i = 0; i < 8; i++) {
        uint32_t class = sizes[i][1], before = ox_pool_used(&sized.pools[class]);
        handle = ox_sized_take(&sized, sizes[i][0]);
        CHECK_EQ(ox_pool_used(&sized.pools[class]), before + 1);
        CHECK_EQ(handle.bits >> 13 & 7, class);
        CHECK_EQ((uintptr_t)ox_sized_get(&sized, handle) % OX_ALIGNMENT, 0);
        memset(ox_sized_get(&sized, handle), 1, sizes[i][0]);
    }
    ox_handle large = ox_sized_take(&sized, 257);
    CHECK_EQ(ox_pool_used(&heap.table), 1);
    CHECK_EQ(ox_sized_used(&sized), 9);
    CHECK_EQ(ox_sized_give(&sized, large), OX_OK);
    CHECK(ox_sized_get(&sized, large) == NULL);

    /* the two objects left of 4 in the largest class */
    CHECK(!ox_handle_is_none(ox_sized_take(&sized, 200)));
    CHECK(!ox_handle_is_none(handle = ox_sized_take(&sized, 200)));
    /* the class is used up: it does not spill into the heap */
    CHECK(ox_handle_is_none(ox_sized_take(&sized, 200)));
    CHECK_EQ(sized.refused, 1);
    CHECK(ox_handle_is_none(ox_sized_take(&sized, 5000)));
    CHECK_EQ(sized.refused, 2);
    CHECK_EQ(ox_sized_give(&sized, handle), OX_OK);
    CHECK_EQ(test_assertions(), 0);
    CHECK_EQ(ox_sized_give(&sized, handle), OX_STALE_HANDLE);
    CHECK_EQ(ox_sized_give(&sized, OX_HANDLE_NONE), OX_STALE_HANDLE);
    CHECK_EQ(ox_sized_give(&sized, (ox_handle){0x0001C001u}), OX_STALE_HANDLE); /* class 6 does not exist */
    CHECK(ox_handle_is_none(ox_sized_take(&sized, 0)));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 4 : 0);
}

TEST(memory_spawn_sizes_refuse_bad_set_ups) {
    static const ox_sized_class falling[] = {{32, 4}, {16, 4}}, many[] = {{16, 8192}},
                                large[] = {{16, 4}, {64, 5000}};
    ox_sized sized;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_sized_init(&sized, &arena, falling, 2, NULL), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_sized_init(&sized, &arena, many, 1, NULL), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_sized_init(&sized, &arena, classes, 8, NULL), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_sized_init(&sized, &arena, large, 2, NULL), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_arena_used(&arena), 0);
    CHECK_EQ(ox_sized_init(&sized, &arena, classes, 1, NULL), OX_OK);
    CHECK(ox_handle_is_none(ox_sized_take(&sized, 17))); /* there is no heap behind the classes */
    CHECK_EQ(sized.refused, 1);
}

/* Random sizes against a table of the bytes put into each object. */
TEST(memory_spawn_sizes_equal_a_plain_model) {
    enum { OBJECTS = 96 };
    static struct {
        ox_handle handle;
        uint32_t bytes;
    } model[OBJECTS];
    ox_sized sized;
    ox_heap heap;
    rng32 random = rng32_seed(23, 1);
    uint32_t wrong = 0, refused = 0, live = 0;
    memset(model, 0, sizeof model);
    make_sized(&sized, &heap);
    for (uint32_t operation = 0; operation < 10000; operation++) {
        uint32_t i = rng_below(&random, OBJECTS);
        const uint8_t *object = ox_sized_get(&sized, model[i].handle);
        wrong += (object != NULL) != (model[i].bytes != 0);
        if (object != NULL) {
            for (uint32_t k = 0; k < model[i].bytes; k++) wrong += object[k] != (uint8_t)(i + k);
            wrong += ox_sized_give(&sized, model[i].handle) != OX_OK;
            model[i].bytes = 0;
            live--;
        } else {
            uint32_t bytes = 1 + rng_below(&random, 12u << rng_below(&random, 7));
            model[i].handle = ox_sized_take(&sized, bytes);
            uint8_t *fresh = ox_sized_get(&sized, model[i].handle);
            if (fresh == NULL) {
                refused++;
                continue;
            }
            for (uint32_t k = 0; k < bytes; k++) fresh[k] = (uint8_t)(i + k);
            model[i].bytes = bytes;
            live++;
        }
        if (operation % 8 == 0) ox_heap_step(&heap);
        wrong += ox_sized_used(&sized) != live;
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(sized.refused, refused);
    CHECK(refused > 0 && refused < 2000);
    CHECK_EQ(ox_heap_check(&heap), OX_OK);
    CHECK_EQ(test_assertions(), 0);
}

/* Guards between the objects of a pool give no room to larger objects. */
TEST(memory_spawn_sizes_hold_under_tracking) {
#if OX_DEBUG
    static _Alignas(16) uint8_t block[16384], records[16384];
    static const ox_sized_class two[] = {{16, 4}, {64, 4}};
    static ox_tracker tracker;
    ox_arena tracked;
    ox_sized sized;
    CHECK(ox_tracker_open(&tracker, records, sizeof records));
    ox_arena_init(&tracked, block, 4096);
    ox_arena_track(&tracked, &tracker, "sizes", OX_TAG_OBJECTS, 8192);
    CHECK_EQ(ox_sized_init(&sized, &tracked, two, 2, NULL), OX_OK);
    ox_handle handle = ox_sized_take(&sized, 17);
    CHECK_EQ(ox_pool_used(&sized.pools[1]), 1);
    memset(ox_sized_get(&sized, handle), 1, 17);
    CHECK_EQ(ox_tracker_check(&tracker, OX_HERE), 0);
#endif
}
