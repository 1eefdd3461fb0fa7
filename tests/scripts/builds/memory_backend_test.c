/* Tests of the C library's heap behind an arena, built by memory_backend.sh (-DOX_HEAP_BACKEND=1, debug):
 * same grants, same figures, all freed. */
#include <stdlib.h>
#include <string.h>

#include "kernel/memory/frame.h"
#include "kernel/memory/pool.h"
#include "tests/test.h"
#include "tools/base/heap_backend.h"

TEST(memory_backend_grants_what_the_budget_says) {
    static _Alignas(16) uint8_t block[8192], plain_block[8192], debug[40000];
    ox_tracker tracker;
    ox_arena arena, plain;
    heap_backend heap = {0};
    ox_mark marks[2][64], plain_marks[2][64];
    int depth[2] = {0, 0};
    srand(12);
    CHECK(ox_tracker_open(&tracker, debug, sizeof debug));
    ox_arena_init(&arena, block, sizeof block);
    ox_arena_init(&plain, plain_block, sizeof plain_block);
    ox_arena_track(&arena, &tracker, "level", OX_TAG_LEVEL, 0);
    heap_backend_attach(&heap, &arena);
    for (int round = 0; round < 20000; round++) {
        ox_arena_end end = (rand() & 64) != 0 ? OX_ARENA_LOW : OX_ARENA_HIGH;
        if (rand() % 4 != 0 && depth[end] < 64) {
            size_t bytes = 1 + (size_t)rand() % 300, alignment = (size_t)1 << (rand() % 9);
            marks[end][depth[end]] = ox_arena_mark(&arena, end);
            plain_marks[end][depth[end]] = ox_arena_mark(&plain, end);
            uint8_t *a = ox_arena_push(&arena, end, bytes, alignment),
                    *b = ox_arena_push(&plain, end, bytes, alignment);
            CHECK_EQ(a == NULL, b == NULL);
            if (a == NULL) continue;
            CHECK(ox_is_aligned(a, alignment) && !ox_arena_holds(&arena, a));
            memset(a, round, bytes);
            depth[end]++;
        } else if (depth[end] > 0) {
            depth[end] = rand() % depth[end];
            CHECK(ox_arena_rollback(&arena, marks[end][depth[end]]));
            CHECK(ox_arena_rollback(&plain, plain_marks[end][depth[end]]));
        }
        CHECK_EQ(ox_arena_used(&arena), ox_arena_used(&plain));
        CHECK_EQ(heap.blocks, (size_t)depth[0] + (size_t)depth[1]);
    }
    ox_arena_clear(&arena);
    CHECK(heap.blocks == 0 && heap.bytes == 0 && heap.total > 1000);
    TEST_INFO("fragmentation of the C library's heap: %u thousandths of what it spread over",
              heap_backend_fragmentation(&heap));
    CHECK(heap_backend_fragmentation(&heap) <= 1000);
    CHECK_EQ(tracker.found, 0);

    /* Pools and frame memory on it, as on any arena. */
    ox_pool pool;
    ox_frame_memory frame;
    void *objects[100];
    CHECK_EQ(ox_pool_init(&pool, &arena, 20, 4, 100), OX_OK);
    CHECK(ox_frame_memory_init(&frame, &arena, 1000, 2));
    for (int round = 0; round < 50; round++) {
        ox_frame_memory_begin(&frame);
        for (int i = 0; i < 100; i++) memset(objects[i] = ox_pool_take(&pool, NULL), round, 20);
        CHECK(ox_pool_take(&pool, NULL) == NULL);
        for (int i = 0; i < 10; i++) memset(ox_frame_memory_push(&frame, 100, 4), round, 100);
        CHECK(ox_frame_memory_push(&frame, 1, 1) == NULL);
        for (int i = 0; i < 100; i++) CHECK_EQ(ox_pool_give(&pool, objects[(i * 37) % 100]), OX_OK);
    }
    ox_arena_clear(&arena);
    CHECK_EQ(heap.blocks, 0);
    CHECK_EQ(tracker.found, 0);
}
