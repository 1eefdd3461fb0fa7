/* Tests of pools and handles: against a shadow of every object, with stale, foreign and doubled handles. */
#include <string.h>

#include "kernel/memory/pool.h"
#include "tests/test.h"

static uint32_t next_random(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

typedef struct thing {
    uint32_t value, again[4];
} thing;

static _Alignas(16) uint8_t block[8192];

static void make_pool(ox_pool *pool, size_t size, size_t alignment, uint32_t capacity) {
    ox_arena arena;
    ox_arena_init(&arena, block, sizeof block);
    CHECK_EQ(ox_pool_init(pool, &arena, size, alignment, capacity), OX_OK);
    CHECK_EQ(ox_arena_used(&arena), ox_pool_bytes(size, alignment, capacity));
}

TEST(memory_pool_gives_what_it_has_and_no_more) {
    ox_pool pool;
    thing *things[20];
    make_pool(&pool, sizeof(thing), _Alignof(thing), 20);
    for (int i = 0; i < 20; i++) {
        things[i] = ox_pool_take(&pool, NULL);
        CHECK(things[i] != NULL);
        CHECK(i == 0 || things[i] == things[i - 1] + 1);
    }
    CHECK(ox_pool_take(&pool, NULL) == NULL);
    CHECK_EQ(pool.refused, 1);
    CHECK_EQ(ox_pool_give(&pool, things[7]), OX_OK);
    CHECK_EQ(ox_pool_give(&pool, things[3]), OX_OK);
    CHECK(ox_pool_take(&pool, NULL) == things[3]); /* the object given back last is taken first */
    CHECK(ox_pool_take(&pool, NULL) == things[7]);
    CHECK(ox_pool_take(&pool, NULL) == NULL);
    CHECK_EQ(ox_pool_used(&pool), 20);
    CHECK_EQ(ox_pool_peak(&pool), 20);
}

TEST(memory_pool_sizes_are_exact) {
    CHECK_EQ(ox_pool_bytes(64, 4, 10), 64 * 10 + 32);
    CHECK_EQ(ox_pool_bytes(48, 4, 11), 48 * 11 + 32);
    CHECK_EQ(ox_pool_bytes(5, 4, 2), 8 * 2 + 4);
    CHECK_EQ(ox_pool_bytes(3, 4, 2), 0);
    CHECK_EQ(ox_pool_bytes(8, 4, 0), 0);
    CHECK_EQ(ox_pool_bytes(8, 4, 65536), 0);
    CHECK_EQ(ox_pool_bytes(8, 6, 4), 0);
    CHECK_EQ(ox_pool_bytes(0xFFFFFFF0u, 4, 4), 0);
    CHECK_EQ(ox_pool_bytes(70000, 4, 65535), 0);
}

TEST(memory_pool_tells_its_mistakes) {
    ox_pool pool;
    uint32_t stranger[8];
    ox_handle handle;
    make_pool(&pool, 20, 4, 8);
    uint8_t *a = ox_pool_take(&pool, &handle), *b = ox_pool_take(&pool, NULL);
    CHECK_EQ(handle.bits, 0x00010000u); /* slot 0, generation 1 */
    if (OX_DEBUG) {                     /* release builds do not check the argument of give */
        CHECK_EQ(ox_pool_give(&pool, stranger), OX_FOREIGN_POINTER);
        CHECK_EQ(ox_pool_give(&pool, NULL), OX_FOREIGN_POINTER);
        CHECK_EQ(ox_pool_give(&pool, a + 4), OX_FOREIGN_POINTER);
        CHECK_EQ(ox_pool_give(&pool, a - 20), OX_FOREIGN_POINTER);
        CHECK_EQ(ox_pool_give(&pool, b + 20), OX_FOREIGN_POINTER); /* a slot that was never taken */
    }
    CHECK_EQ(ox_pool_give(&pool, a), OX_OK);
    if (OX_DEBUG) CHECK_EQ(ox_pool_give(&pool, a), OX_DOUBLE_FREE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 6 : 0);
    CHECK_EQ(ox_pool_free(&pool, handle), OX_STALE_HANDLE);
    CHECK_EQ(ox_pool_free(&pool, OX_HANDLE_NONE), OX_STALE_HANDLE);
    CHECK_EQ(pool.mistakes, OX_DEBUG ? 8 : 2);
    CHECK_EQ(ox_pool_used(&pool), 1);
    CHECK(ox_handle_is_none(ox_pool_handle(&pool, a)));
    CHECK(!ox_handle_is_none(ox_pool_handle(&pool, b)));
}

TEST(memory_pool_handles_notice_a_new_life) {
    ox_pool pool;
    ox_handle first, second;
    make_pool(&pool, 8, 4, 4);
    void *a = ox_pool_take(&pool, &first);
    CHECK(ox_pool_get(&pool, first) == a);
    CHECK_EQ(ox_pool_free(&pool, first), OX_OK);
    CHECK(ox_pool_get(&pool, first) == NULL);
    CHECK(ox_pool_take(&pool, &second) == a);
    CHECK(ox_pool_get(&pool, first) == NULL);
    CHECK(ox_pool_get(&pool, second) == a);
    CHECK(!ox_handle_same(first, second));
    CHECK(ox_pool_get(&pool, OX_HANDLE_NONE) == NULL);
    CHECK(ox_pool_get(&pool, (ox_handle){0x00010003u}) == NULL); /* the handle of an idle slot */
    CHECK(ox_pool_get(&pool, (ox_handle){3u}) == NULL);          /* forged generation 0 */
    CHECK(ox_pool_get(&pool, (ox_handle){0x0001FFFFu}) == NULL); /* a slot beyond the pool */
}

TEST(memory_pool_generations_skip_zero) {
    ox_pool pool;
    ox_handle handle = OX_HANDLE_NONE, keeper;
    make_pool(&pool, 8, 4, 2);
    ox_pool_take(&pool, &keeper);
    for (uint32_t i = 2; i <= 65535; i++) {
        ox_pool_take(&pool, &handle);
        if ((handle.bits >> 16) != i) CHECK_EQ(handle.bits >> 16, i);
        ox_pool_free(&pool, handle);
    }
    CHECK_EQ(ox_pool_used(&pool), 1);
    ox_pool_take(&pool, &handle);
    CHECK_EQ(handle.bits >> 16, 1); /* generation 1 follows 65535 */
    CHECK_EQ(ox_pool_used(&pool), 2);
    CHECK(ox_pool_get(&pool, handle) != NULL && ox_pool_get(&pool, keeper) != NULL);
    CHECK(!ox_handle_same(handle, keeper)); /* same generation, another slot */
}

/* Random takes and gives against a shadow: every live object keeps its bytes, every dead handle is noticed. */
TEST(memory_pool_behaves_as_its_model) {
    enum { CAPACITY = 100, DEAD = 200 };
    struct {
        thing *at;
        ox_handle handle;
        uint32_t value;
    } live[CAPACITY];
    ox_handle dead[DEAD];
    uint32_t count = 0, deaths = 0, seed = 99, peak = 0;
    ox_pool pool;
    make_pool(&pool, sizeof(thing), _Alignof(thing), CAPACITY);
    pool.poison = true;
    for (uint32_t round = 0; round < 30000; round++) {
        uint32_t dice = next_random(&seed);
        bool wants = (round / 400) % 2 == 0 ? dice % 3 != 0 : dice % 3 == 0;
        if (wants) {
            ox_handle handle = {77};
            thing *at = ox_pool_take(&pool, &handle);
            CHECK_EQ(at == NULL, count == CAPACITY);
            CHECK_EQ(ox_handle_is_none(handle), count == CAPACITY);
            if (at == NULL) continue;
            at->value = at->again[3] = dice;
            live[count].at = at;
            live[count].handle = handle;
            live[count++].value = dice;
            if (count > peak) peak = count;
        } else if (count > 0) {
            uint32_t who = (dice >> 8) % count;
            CHECK(live[who].at->value == live[who].value && live[who].at->again[3] == live[who].value);
            CHECK(ox_pool_get(&pool, live[who].handle) == live[who].at);
            CHECK(ox_handle_same(ox_pool_handle(&pool, live[who].at), live[who].handle));
            CHECK_EQ((dice & 128u) != 0 ? ox_pool_give(&pool, live[who].at)
                                        : ox_pool_free(&pool, live[who].handle),
                     OX_OK);
            if (OX_DEBUG) CHECK(live[who].at->again[3] == 0xDDDDDDDDu);
            dead[deaths++ % DEAD] = live[who].handle;
            live[who] = live[--count];
        }
        CHECK_EQ(ox_pool_used(&pool), count);
        if (deaths > 0) CHECK(ox_pool_get(&pool, dead[dice % (deaths < DEAD ? deaths : DEAD)]) == NULL);
    }
    CHECK_EQ(ox_pool_peak(&pool), peak);
    uint32_t walked = 0;
    for (uint32_t i = 0; i < pool.fresh; i++) walked += ox_pool_at(&pool, i) != NULL;
    CHECK_EQ(walked, count);
    ox_pool_clear(&pool);
    CHECK_EQ(ox_pool_used(&pool), 0);
    for (uint32_t i = 0; i < count; i++) CHECK(ox_pool_get(&pool, live[i].handle) == NULL);
    for (uint32_t i = 0; i < CAPACITY; i++) CHECK(ox_pool_take(&pool, NULL) != NULL);
    CHECK(ox_pool_take(&pool, NULL) == NULL);
}

TEST(memory_pool_finds_the_slot_for_every_stride) {
    static _Alignas(16) uint8_t room[65536];
    for (size_t size = 4; size <= 1000; size += 4) {
        ox_arena arena;
        ox_pool pool;
        uint8_t *objects[32];
        ox_arena_init(&arena, room, sizeof room);
        CHECK_EQ(ox_pool_init(&pool, &arena, size, 4, 32), OX_OK);
        for (uint32_t i = 0; i < 32; i++) objects[i] = ox_pool_take(&pool, NULL);
        for (uint32_t i = 0; i < 32; i++) {
            if ((ox_pool_handle(&pool, objects[i]).bits & 0xFFFFu) != i)
                CHECK_EQ(ox_pool_handle(&pool, objects[i]).bits, i);
            if (size > 4) CHECK(ox_handle_is_none(ox_pool_handle(&pool, objects[i] + 4)));
            CHECK(ox_handle_is_none(ox_pool_handle(&pool, objects[i] + 1)));
        }
    }
}

TEST(memory_pool_fails_the_chosen_take) {
    for (uint32_t k = 1; k <= 6; k++) {
        ox_pool pool;
        void *taken[8];
        make_pool(&pool, 16, 4, 8);
        for (int i = 0; i < 4; i++) taken[i] = ox_pool_take(&pool, NULL);
        for (int i = 0; i < 4; i++) CHECK_EQ(ox_pool_give(&pool, taken[i]), OX_OK);
        ox_pool_fail_after(&pool, k);
        for (uint32_t i = 1; i <= 7; i++) {
            void *at = ox_pool_take(&pool, NULL);
            CHECK_EQ(at == NULL, i == k);
            if (i == 2 && at != NULL) CHECK_EQ(ox_pool_give(&pool, at), OX_OK);
        }
        CHECK_EQ(pool.refused, 1);
        CHECK_EQ(ox_pool_used(&pool), k == 2 ? 6 : 5);
    }
}

/* Worked examples of handles. */
TEST(memory_pool_worked_examples) {
    ox_pool pool;
    ox_handle first, second, third;
    make_pool(&pool, 8, 4, 4);
    void *a = ox_pool_take(&pool, &first);
    void *b = ox_pool_take(&pool, &second);
    CHECK_EQ(first.bits, 0x00010000u);
    CHECK_EQ(second.bits, 0x00020001u);
    CHECK_EQ(ox_pool_free(&pool, first), OX_OK);
    CHECK(ox_pool_take(&pool, &third) == a);
    CHECK_EQ(third.bits, 0x00030000u);
    CHECK(ox_pool_get(&pool, first) == NULL);
    CHECK_EQ(ox_pool_give(&pool, b), OX_OK);
    CHECK(ox_pool_get(&pool, (ox_handle){0x00000001u}) == NULL); /* forged, generation 0, idle slot */
    CHECK(ox_pool_get(&pool, OX_HANDLE_NONE) == NULL);
}

OX_POOL_OF(thing_pool, thing)

/* A pool of one type needs no cast, and its handles are a type of their own. */
TEST(memory_pool_of_a_type_needs_no_cast) {
    ox_arena arena;
    thing_pool things;
    thing_pool_handle handle;
    ox_arena_init(&arena, block, sizeof block);
    CHECK_EQ(thing_pool_init(&things, &arena, 3), OX_OK);
    thing *one = thing_pool_take(&things, &handle);
    one->value = 4;
    CHECK(thing_pool_get(&things, handle) == one && thing_pool_at(&things, 0)->value == 4);
    CHECK(thing_pool_take(&things, NULL) != NULL && thing_pool_take(&things, NULL) != NULL);
    CHECK(thing_pool_take(&things, NULL) == NULL);
    CHECK_EQ(thing_pool_free(&things, handle), OX_OK);
    CHECK(thing_pool_get(&things, handle) == NULL);
    CHECK_EQ(thing_pool_give(&things, thing_pool_at(&things, 1)), OX_OK);
    CHECK_EQ(ox_pool_used(&things.pool), 1);
}

/* Any bit pattern as a handle: only handles of living objects name an object, and no read is outside. */
TEST(memory_pool_takes_any_bits_for_a_handle) {
    ox_pool pool;
    ox_handle handles[37];
    uint32_t seed = 6, named = 0;
    make_pool(&pool, 12, 4, 37);
    for (int i = 0; i < 37; i++) CHECK(ox_pool_take(&pool, &handles[i]) != NULL);
    for (int i = 0; i < 37; i += 2) CHECK_EQ(ox_pool_free(&pool, handles[i]), OX_OK);
    for (uint32_t i = 0; i < 200000; i++) {
        uint32_t bits = i < 65536 ? i : i < 160000 ? i % 40 << 16 | i / 40 : next_random(&seed);
        uint8_t *at = ox_pool_get(&pool, (ox_handle){bits});
        if (at == NULL) continue;
        named++;
        if (bits >> 16 == 0 || at < pool.objects || at > pool.objects + 36 * 12 ||
            ox_handle_is_none(ox_pool_handle(&pool, at))) {
            CHECK_EQ(bits, 0);
        }
    }
    CHECK(named >= 18);
    for (int i = 0; i < 37; i++) CHECK_EQ(ox_pool_get(&pool, handles[i]) != NULL, i % 2 == 1);
}

/* A whole pool ten thousand times: all objects are taken, given back in a random order, taken again. */
TEST(memory_pool_is_whole_after_any_order) {
    enum { N = 24 };
    ox_pool pool;
    void *objects[N];
    uint32_t seed = 17;
    make_pool(&pool, 16, 4, N);
    for (int round = 0; round < 10000; round++) {
        uint32_t seen = 0;
        for (int i = 0; i < N; i++) {
            objects[i] = ox_pool_take(&pool, NULL);
            seen |= 1u << (((uint8_t *)objects[i] - pool.objects) / 16);
        }
        if (seen != (1u << N) - 1u || ox_pool_take(&pool, NULL) != NULL) CHECK_EQ(round, -1);
        for (uint32_t i = N; i-- > 0;) {
            uint32_t who = next_random(&seed) % (i + 1u);
            if (ox_pool_give(&pool, objects[who]) != OX_OK) CHECK_EQ(round, -1);
            objects[who] = objects[i];
        }
    }
    CHECK_EQ(ox_pool_used(&pool), 0);
    CHECK_EQ(pool.refused, 10000);
}
