/* Long runs of spawn memory: a million spawns and ends, of kinds and of mixed sizes, and nothing left over.
 */
#include <stdlib.h>
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/memory/size_class.h"
#include "kernel/memory/spawn.h"
#include "tests/test.h"

typedef struct soak {
    ox_arena arena;
    ox_heap heap;
    ox_sized sized;
    uint8_t *block;
} soak;

enum { SOAK_BYTES = 320 * 1024 };

static const ox_sized_class classes[] = {{16, 200}, {32, 200}, {64, 250}, {128, 350}, {256, 400}};

static void soak_begin(soak *s) {
    ox_heap_setup setup = {96 * 1024, 120, 16, 16384};
    s->block = malloc(SOAK_BYTES);
    ox_arena_init(&s->arena, s->block, SOAK_BYTES);
    CHECK_EQ(ox_heap_init(&s->heap, &s->arena, &s->arena, &setup), OX_OK);
    CHECK_EQ(ox_sized_init(&s->sized, &s->arena, classes, 5, &s->heap), OX_OK);
}

/* One cycle spawns an object and ends an older one, so that a full set turns over all the time. */
TEST(memory_soak_million_spawns) {
    enum { SET = 900 };
    static ox_handle set[SET];
    static uint32_t sizes[SET];
    soak s;
    rng32 random = rng32_seed(40, 1);
    uint32_t wrong = 0, refused = 0;
    soak_begin(&s);
    memset(set, 0, sizeof set);
    size_t used = ox_arena_used(&s.arena);
    for (uint32_t cycle = 0; cycle < 1000000; cycle++) {
        uint32_t i = rng_below(&random, SET);
        uint8_t *old = ox_sized_get(&s.sized, set[i]);
        if (old != NULL) {
            wrong += old[0] != (uint8_t)sizes[i] || old[sizes[i] - 1] != (uint8_t)i;
            wrong += ox_sized_give(&s.sized, set[i]) != OX_OK;
        }
        sizes[i] = rng_below(&random, 16) == 0 ? 257 + rng_below(&random, 1000) : 2 + rng_below(&random, 199);
        set[i] = ox_sized_take(&s.sized, sizes[i]);
        uint8_t *fresh = ox_sized_get(&s.sized, set[i]);
        if (fresh == NULL) {
            refused++;
        } else {
            fresh[0] = (uint8_t)sizes[i];
            fresh[sizes[i] - 1] = (uint8_t)i;
        }
        if (cycle % 4 == 0) ox_heap_step(&s.heap);
        if (cycle % 10000 == 0) wrong += ox_heap_check(&s.heap) != OX_OK;
    }
    CHECK_EQ(s.sized.refused, refused);
    CHECK(refused < 1000);
    for (uint32_t i = 0; i < SET; i++) {
        if (ox_sized_get(&s.sized, set[i]) != NULL) wrong += ox_sized_give(&s.sized, set[i]) != OX_OK;
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(ox_sized_used(&s.sized), 0);    /* no leak */
    CHECK_EQ(ox_arena_used(&s.arena), used); /* no growth */
    ox_heap_report report;
    ox_heap_report_of(&s.heap, &report);
    CHECK_EQ(report.holes, 1); /* no fragments */
    CHECK_EQ(report.largest, report.size);
    free(s.block);
}

/* Waves of spawns and ends of mixed sizes. A request fails only when its class, the handles or the bytes are
 * used up, never because free memory lies in pieces. */
TEST(memory_soak_mixed_sizes) {
    enum { SET = 2000 };
    static ox_handle set[SET];
    soak s;
    rng32 random = rng32_seed(41, 1);
    uint32_t wrong = 0, refused = 0, fragmented = 0, live = 0, high_water = 0;
    soak_begin(&s);
    memset(set, 0, sizeof set);
    for (uint32_t operation = 0; operation < 100000; operation++) {
        uint32_t i = rng_below(&random, SET), wave = operation / 10000 % 2;
        bool there = ox_sized_get(&s.sized, set[i]) != NULL;
        if (there && rng_below(&random, 4) < 2 + wave) {
            wrong += ox_sized_give(&s.sized, set[i]) != OX_OK;
            live--;
        } else if (!there) {
            uint32_t bytes = 1 + rng_below(&random, 24u << rng_below(&random, 7));
            set[i] = ox_sized_take(&s.sized, bytes);
            if (!ox_handle_is_none(set[i])) {
                live++;
            } else {
                refused++;
                bool room = bytes > 256 && s.heap.free >= bytes + 16 && ox_pool_used(&s.heap.table) < 120;
                fragmented += room;
            }
        }
        ox_heap_step(&s.heap);
        if (live > high_water) high_water = live;
        wrong += ox_sized_used(&s.sized) != live;
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(fragmented, 0);
    CHECK_EQ(s.sized.refused, refused);
    TEST_INFO("100,000 spawns and ends: at most %u objects, heap peak %u of %u bytes, %u refused",
              (unsigned)high_water, (unsigned)s.heap.peak, (unsigned)s.heap.size, (unsigned)refused);
    for (uint32_t i = 0; i < 5; i++) {
        TEST_INFO("class of %u bytes: peak %u of %u", (unsigned)classes[i].bytes,
                  (unsigned)ox_pool_peak(&s.sized.pools[i]), (unsigned)classes[i].count);
    }
    free(s.block);
}

typedef struct shot {
    uint32_t x, y, life;
} shot;

/* A million spawns of kinds, in both modes, judged by the counters. */
TEST(memory_soak_million_kind_spawns) {
    static const shot record = {1, 2, 3};
    static const ox_kind kinds[1] = {{1, sizeof(shot), 64, &record, 0, NULL, NULL}};
    for (int mode = 0; mode < 2; mode++) {
        ox_spawn spawn;
        ox_arena arena;
        ox_handle handles[80];
        static _Alignas(8) uint8_t block[4096];
        rng32 random = rng32_seed(42, 1);
        uint32_t wrong = 0, made = 0, ended = 0, refused = 0;
        ox_arena_init(&arena, block, sizeof block);
        CHECK_EQ(ox_spawn_init(&spawn, &arena, kinds, 1, (ox_spawn_mode)mode, NULL), OX_OK);
        size_t used = ox_arena_used(&arena);
        memset(handles, 0, sizeof handles);
        for (uint32_t cycle = 0; made + refused < 1000000; cycle++) {
            uint32_t i = rng_below(&random, 80);
            if (ox_spawn_get(&spawn, 0, handles[i]) != NULL) {
                wrong += ox_spawn_end(&spawn, 0, handles[i]) != OX_OK;
                ended++;
            }
            const shot *s = ox_spawn_new(&spawn, 0, OX_SPAWN_ANY, &handles[i]);
            wrong += (s == NULL) != (made - ended == 64);
            if (s == NULL)
                refused++;
            else
                made++;
            if (s != NULL) wrong += s->life != 3;
        }
        CHECK_EQ(wrong, 0);
        CHECK_EQ(spawn.stores[0].made, made);
        CHECK_EQ(spawn.stores[0].ended, ended);
        CHECK_EQ(spawn.stores[0].refused, refused);
        CHECK_EQ(spawn.stores[0].active, made - ended);
        CHECK(refused > 10000);
        CHECK_EQ(ox_arena_used(&arena), used);
        CHECK_EQ(ox_arena_peak(&arena), used);
    }
}
