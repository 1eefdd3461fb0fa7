/* Costs of a call of the allocators in instructions, measured in a loop minus the empty loop. The costs are held to
 * their limits on the Cortex-M3 (where instructions are counted) and printed for the benchmark, which also runs the
 * loops under callgrind. */
#include "kernel/memory/frame.h"
#include "kernel/memory/pool.h"
#include "tests/ports/instructions.h"
#include "tests/test.h"

enum { ROUNDS = 256 };

typedef struct bench {
    ox_arena arena;
    ox_frame_memory frame;
    ox_pool pool;
    void *objects[ROUNDS];
    ox_handle handles[ROUNDS];
} bench;

/* The loops read all memory anew in every round and drop their results. */
#define FORGET() __asm__ volatile("" ::: "memory")
#define USE(value) __asm__ volatile("" ::"r"(value) : "memory")
#define LOOP(name)                                                                                           \
    __attribute__((noinline)) void name(bench *b);                                                           \
    void name(bench *b)

LOOP(cost_empty) {
    (void)b;
    for (int i = 0; i < ROUNDS; i++) FORGET();
}
LOOP(cost_empty_object) {
    for (int i = 0; i < ROUNDS; i++) USE(b->objects[i]);
}
LOOP(cost_empty_handle) {
    for (int i = 0; i < ROUNDS; i++) USE(b->handles[i].bits);
}
LOOP(cost_push_low) {
    for (int i = 0; i < ROUNDS; i++) USE(ox_arena_push_low(&b->arena, 24, OX_ALIGNMENT));
}
LOOP(cost_push_high) {
    for (int i = 0; i < ROUNDS; i++) USE(ox_arena_push_high(&b->arena, 24, OX_ALIGNMENT));
}
LOOP(cost_frame_push) {
    for (int i = 0; i < ROUNDS; i++) USE(ox_frame_memory_push(&b->frame, 20, 4));
}
LOOP(cost_frame_begin) {
    for (int i = 0; i < ROUNDS; i++) {
        ox_frame_memory_begin(&b->frame);
        FORGET();
    }
}
LOOP(cost_take) {
    for (int i = 0; i < ROUNDS; i++) USE(ox_pool_take(&b->pool, NULL));
}
LOOP(cost_take_with_handle) {
    for (int i = 0; i < ROUNDS; i++) {
        ox_handle handle;
        USE(ox_pool_take(&b->pool, &handle));
        USE(handle.bits);
    }
}
LOOP(cost_give) {
    for (int i = 0; i < ROUNDS; i++) {
        (void)ox_pool_give(&b->pool, b->objects[i]);
        FORGET();
    }
}
LOOP(cost_get) {
    for (int i = 0; i < ROUNDS; i++) USE(ox_pool_get(&b->pool, b->handles[i]));
}

static void set_up(bench *b) {
    static _Alignas(16) uint8_t block[40000];
    ox_arena_init(&b->arena, block, sizeof block);
    CHECK_EQ(ox_pool_init(&b->pool, &b->arena, 20, 4, ROUNDS), OX_OK);
    CHECK(ox_frame_memory_init(&b->frame, &b->arena, ROUNDS * 20, 1));
    for (int i = 0; i < ROUNDS; i++) b->objects[i] = ox_pool_take(&b->pool, NULL);
    for (int i = 0; i < ROUNDS; i++) (void)ox_pool_give(&b->pool, b->objects[i]);
}

/* Hundredths of instructions of a call, the empty loop taken off. */
static uint32_t measure(bench *b, void (*loop)(bench *), void (*empty)(bench *)) {
    uint32_t start = test_instructions();
    empty(b);
    uint32_t middle = test_instructions();
    loop(b);
    uint32_t end = test_instructions();
    return (end - middle - (middle - start)) * 100 / ROUNDS;
}

static void hold(const char *what, uint32_t hundredths, uint32_t limit) {
    bool counts = test_instructions() != 0;
    if (counts)
        TEST_INFO("cost %-22s %u.%02u instructions", what, (unsigned)hundredths / 100,
                  (unsigned)hundredths % 100);
    if (counts && OX_DEBUG == 0) CHECK(hundredths <= limit * 100 + 10); /* 0.1 for the loop's beginning */
}

TEST(memory_cost_is_within_its_limits) {
    static bench b;
    set_up(&b);
    hold("arena push, low end", measure(&b, cost_push_low, cost_empty), 10);
    hold("arena push, high end", measure(&b, cost_push_high, cost_empty), 10);
    hold("frame push", measure(&b, cost_frame_push, cost_empty), 10);
    hold("frame begin", measure(&b, cost_frame_begin, cost_empty), 40);
    hold("pool take", measure(&b, cost_take, cost_empty), 12);
    CHECK_EQ(ox_pool_used(&b.pool), ROUNDS);
    hold("pool give", measure(&b, cost_give, cost_empty_object), 12);
    CHECK_EQ(ox_pool_used(&b.pool), 0);
    hold("pool take with handle", measure(&b, cost_take_with_handle, cost_empty), 13);
    ox_pool_clear(&b.pool);
    for (int i = 0; i < ROUNDS; i++) CHECK(ox_pool_take(&b.pool, &b.handles[i]) != NULL);
    hold("pool get", measure(&b, cost_get, cost_empty_handle), 8);
    for (int i = 0; i < ROUNDS; i++) CHECK(ox_pool_get(&b.pool, b.handles[i]) != NULL);
    CHECK_EQ(b.pool.refused + b.arena.refused + ox_frame_memory_refused(&b.frame), 0);
}

/* A call costs the same whatever lies in the frame or is out of the pool. */
TEST(memory_cost_is_constant) {
    static bench b;
    set_up(&b);
    /* Taking and giving back an object of a small pool and of a large one. */
    static _Alignas(16) uint8_t room[70000];
    static const uint32_t capacities[] = {2, 100, 1000};
    uint32_t took[3];
    for (int i = 0; i < 3; i++) {
        ox_arena arena;
        ox_pool pool;
        ox_arena_init(&arena, room, sizeof room);
        CHECK_EQ(ox_pool_init(&pool, &arena, 60, 4, capacities[i]), OX_OK);
        void *object = ox_pool_take(&pool, NULL);
        (void)ox_pool_give(&pool, object);
        uint32_t start = test_instructions();
        object = ox_pool_take(&pool, NULL);
        (void)ox_pool_give(&pool, object);
        took[i] = test_instructions() - start;
    }
    /* The counter is right to one instruction a reading. */
    CHECK_NEAR(took[0], took[1], 2);
    CHECK_NEAR(took[0], took[2], 2);
    uint32_t none = measure(&b, cost_frame_begin, cost_empty);
    cost_frame_push(&b);
    CHECK_NEAR(measure(&b, cost_frame_begin, cost_empty), none, 2);
}
