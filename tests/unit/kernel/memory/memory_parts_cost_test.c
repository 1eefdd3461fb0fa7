/* Costs of calls in instructions of the Cortex-M3: heap, size classes, kinds, chunks, banks, partitions, windows and
 * shared objects. The limits are those of their headers. */
#include <string.h>

#include "fixedmath/compact.h"
#include "kernel/memory/bank.h"
#include "kernel/memory/partition.h"
#include "kernel/memory/size_class.h"
#include "kernel/memory/spawn.h"
#include "kernel/residency/chunk.h"
#include "kernel/residency/reserve.h"
#include "kernel/residency/shared.h"
#include "kernel/residency/stage.h"
#include "kernel/residency/window.h"
#include "tests/ports/instructions.h"
#include "tests/test.h"

enum { TIMES = 16 };

static _Alignas(16) uint8_t memory[32 * 1024];
static ox_arena arena;
static ox_handle handles[TIMES];
static volatile uintptr_t sink;

/* Measures the instructions of a call, without reading the counter and the loop around the call. */
#define MEASURE(what, most, call)                                                                            \
    do {                                                                                                     \
        uint32_t t0 = test_instructions();                                                                   \
        for (uint32_t i = 0; i < TIMES; i++) sink = i;                                                       \
        uint32_t t1 = test_instructions();                                                                   \
        for (uint32_t i = 0; i < TIMES; i++) sink = (uintptr_t)(call);                                       \
        uint32_t t2 = test_instructions(), each = (t2 - t1 - (t1 - t0)) / TIMES;                             \
        if (t2 != 0) {                                                                                       \
            TEST_INFO("%-28s %4u instructions", what, (unsigned)each);                                       \
            CHECK(each <= (most));                                                                           \
        }                                                                                                    \
    } while (0)

static bool counts(void) {
    if (test_instructions() != 0) return true;
    test_skip("this run does not count instructions");
    return false;
}

TEST(memory_parts_cost_of_the_heap) {
    static ox_heap heap;
    ox_heap_setup setup = {16 * 1024, 64, 1, 1024};
    if (!counts()) return;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_heap_init(&heap, &arena, &arena, &setup), OX_OK);
    for (uint32_t i = 0; i < TIMES; i++)
        handles[i] = ox_heap_take(&heap, 40); /* every slot has been in use before the measurement */
    for (uint32_t i = TIMES; i-- > 0;) CHECK_EQ(ox_heap_give(&heap, handles[i]), OX_OK);
    MEASURE("heap take", 100, (handles[i] = ox_heap_take(&heap, 40)).bits);
    MEASURE("heap get", 16, ox_heap_get(&heap, handles[i]));
    MEASURE("heap pin", 45, ox_heap_pin(&heap, handles[i], false));
    for (uint32_t i = 0; i < TIMES; i += 2) CHECK_EQ(ox_heap_give(&heap, handles[i]), OX_OK);
    MEASURE("heap step, a move of 48", 120, ox_heap_step(&heap));
    for (uint32_t i = 0; i < TIMES; i += 2) handles[i] = ox_heap_take(&heap, 40);
    MEASURE("heap give", 110, ox_heap_give(&heap, handles[i]));
    uint32_t before = test_instructions();
    CHECK_EQ(ox_heap_check(&heap), OX_OK);
    TEST_INFO("heap check of an empty heap %u", (unsigned)(test_instructions() - before));
}

TEST(memory_parts_cost_of_spawning) {
    static const ox_sized_class classes[] = {{16, 20}, {32, 20}, {64, 20}};
    static const uint32_t record[1] = {1};
    static const ox_kind kinds[1] = {{1, sizeof record, 20, record, 0, NULL, NULL}};
    ox_sized sized;
    ox_spawn spawn;
    if (!counts()) return;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_sized_init(&sized, &arena, classes, 3, NULL), OX_OK);
    for (uint32_t i = 0; i < TIMES; i++) handles[i] = ox_sized_take(&sized, 10);
    for (uint32_t i = 0; i < TIMES; i++) CHECK_EQ(ox_sized_give(&sized, handles[i]), OX_OK);
    MEASURE("sized take, first class", 60, (handles[i] = ox_sized_take(&sized, 10)).bits);
    MEASURE("sized get", 30, ox_sized_get(&sized, handles[i]));
    MEASURE("sized give", 75, ox_sized_give(&sized, handles[i]));
    for (int mode = 0; mode < 2; mode++) {
        CHECK_EQ(ox_spawn_init(&spawn, &arena, kinds, 1, (ox_spawn_mode)mode, NULL), OX_OK);
        for (uint32_t i = 0; i < TIMES; i++)
            sink = (uintptr_t)ox_spawn_new(&spawn, 0, OX_SPAWN_ANY, &handles[i]);
        for (uint32_t i = 0; i < TIMES; i++) CHECK_EQ(ox_spawn_end(&spawn, 0, handles[i]), OX_OK);
        MEASURE(mode == 0 ? "spawn new, prepared" : "spawn new, pooled", 180,
                ox_spawn_new(&spawn, 0, OX_SPAWN_ANY, &handles[i]));
        MEASURE("spawn get", 40, ox_spawn_get(&spawn, 0, handles[i]));
        MEASURE("spawn end", 85, ox_spawn_end(&spawn, 0, handles[i]));
    }
}

static uint32_t computed;
static ox_status make(void *context, void *object, const void *descriptor) {
    (void)context, (void)descriptor;
    *(uint32_t *)object = computed++;
    return OX_OK;
}

TEST(memory_parts_cost_of_tables) {
    static const ox_shared_maker maker = {make, NULL, NULL};
    ox_shared shared;
    ox_bank bank;
    ox_partition partition;
    bool fresh;
    if (!counts()) return;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_shared_init(&shared, &arena, 16, 20, &maker, NULL), OX_OK);
    MEASURE("shared get, made", 200, ox_shared_get(&shared, (uint32_t)(i * 40503u), NULL, &handles[i]));
    MEASURE("shared get, there", 150, ox_shared_get(&shared, (uint32_t)(i * 40503u), NULL, &handles[i]));
    sqt placement = sqt_identity();
    sqt24 stored = sqt24_pack(&placement);
    mat34 matrix;
    MEASURE("sqt24 to matrix", 900, (matrix = sqt24_to_m34(&stored), matrix.m[0][0]));
    MEASURE("shared at", 14, ox_shared_at(&shared, handles[i]));
    CHECK_EQ(ox_bank_init(&bank, &arena, 12, 32), OX_OK);
    MEASURE("bank get or add, added", 85, ox_bank_get_or_add(&bank, i * 77u, &fresh));
    MEASURE("bank find", 40, ox_bank_find(&bank, i * 77u));
    MEASURE("bank find, not there", 40, ox_bank_find(&bank, 100000u + i));
    CHECK_EQ(ox_partition_init(&partition, &arena, 32, 20), OX_OK);
    for (uint32_t i = 0; i < TIMES; i++) (void)(ox_partition_take(&partition, false, &handles[i]) == NULL);
    ox_partition_clear(&partition);
    MEASURE("partition take", 65, ox_partition_take(&partition, false, &handles[i]));
    MEASURE("partition get", 18, ox_partition_get(&partition, handles[i]));
    MEASURE("partition wake 32 bytes", 90, ox_partition_wake(&partition, handles[(i * 7u) % TIMES]));
    MEASURE("partition give 32 bytes", 150, ox_partition_give(&partition, handles[i]));
}

TEST(memory_parts_cost_of_streaming) {
    static _Alignas(8) uint8_t from[1024], to[1024];
    ox_chunks chunks;
    ox_chunk_level level;
    ox_reserve_account account;
    ox_window window;
    ox_stage stage;
    uint32_t item = 0;
    void *at;
    if (!counts()) return;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_chunks_init(&chunks, &arena, 512, 20), OX_OK);
    ox_chunk_level_init(&level, &chunks);
    for (uint32_t i = 0; i < TIMES; i++) sink = (uintptr_t)ox_chunk_add(&level, 300);
    ox_chunk_unload(&level);
    MEASURE("chunk add", 65, ox_chunk_add(&level, 300));
    MEASURE("chunk tail", 60, ox_chunk_tail(&level, 8, 4));
    uint32_t before = test_instructions();
    ox_chunk_unload(&level);
    TEST_INFO("chunk unload, a chunk %u", (unsigned)((test_instructions() - before) / TIMES));
    ox_reserve_init(&account, 16000, NULL, NULL);
    MEASURE("reserve", 45, ox_reserve(&account, 1000));
    MEASURE("reserve insert", 45, ox_reserve_insert(&account, 1000, false));
    CHECK_EQ(ox_window_init(&window, &arena, &(ox_window_config){.items = 100, .slots = 3, .slot_bytes = 64}),
             OX_OK);
    MEASURE("window move", 55, (ox_window_move(&window, i), 1));
    MEASURE("window want", 300,
            ox_window_want(&window, &item, &at) ? ox_window_loaded(&window, item, true) : OX_OK);
    MEASURE("window get", 50, ox_window_get(&window, item));
    CHECK_EQ(ox_stage_init(&stage, &arena, 64, NULL), OX_OK);
    CHECK_EQ(ox_stage_begin(&stage, from, to, 8, 16), OX_OK);
    MEASURE("stage next, 8 bytes", 150, ox_stage_next(&stage));
}
