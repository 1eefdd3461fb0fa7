/* Tests of the containers that need a host: two threads on one ring, arrays that grow by realloc, long runs.
 */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include "kernel/containers/array.h"
#include "kernel/containers/map.h"
#include "kernel/containers/probing.h"
#include "kernel/containers/spsc.h"
#include "tests/unit/kernel/containers/containers_check.h"

typedef struct record {
    uint32_t number, twice, inverse, mixed;
} record;
OX_DEFINE_SPSC(records, record)

enum { RECORDS = 1000000 };

static void *produce(void *context) {
    records *ring = context;
    for (uint32_t i = 0; i < RECORDS;) {
        if (records_push(ring, (record){i, i * 2u, ~i, i * 2654435761u}) == OX_OK) {
            i++;
        } else {
            sched_yield();
        }
    }
    return NULL;
}

TEST(containers_spsc_threads) {
    static record storage[64];
    records ring;
    pthread_t producer;
    record r;
    uint32_t wrong = 0;
    CHECK_EQ(records_init(&ring, storage, 64), OX_OK);
    ring.core.head = ring.core.tail = 0xFFFF0000u;
    CHECK_EQ(pthread_create(&producer, NULL, produce, &ring), 0);
    for (uint32_t i = 0; i < RECORDS;) {
        if (!records_pop(&ring, &r)) {
            sched_yield();
            continue;
        }
        wrong += r.number != i || r.twice != i * 2u || r.inverse != ~i || r.mixed != i * 2654435761u;
        i++;
    }
    CHECK_EQ(pthread_join(producer, NULL), 0);
    CHECK_EQ(wrong, 0);
    CHECK(!records_pop(&ring, &r));
}

OX_DEFINE_ARRAY(numbers, uint32_t)

/* context: how many more times an array may grow; below 0: always */
static void *grow_by_realloc(void *context, void *items, size_t bytes, size_t new_bytes) {
    int *left = context;
    (void)bytes;
    if (*left == 0) return NULL;
    if (*left > 0) --*left;
    return realloc(items, new_bytes);
}

TEST(containers_array_grows_by_realloc) {
    int left = -1;
    numbers a;
    numbers_init_growing(&a, grow_by_realloc, &left, 0);
    CHECK_EQ(numbers_reserve(&a, 10), OX_OK);
    for (uint32_t i = 0; i < 10; i++) CHECK_EQ(numbers_push_back(&a, i), OX_OK);
    CHECK_EQ(a.core.grown, 1); /* one allocation for all ten numbers */
    CHECK_EQ(numbers_push_back(&a, 10), OX_OK);
    CHECK_EQ(a.core.grown, 2); /* the eleventh number makes the array grow */
    uint32_t capacity = a.core.capacity, shrunk = 0;
    for (uint32_t i = 11; i < 10000; i++) {
        CHECK_EQ(numbers_push_back(&a, i), OX_OK);
        shrunk += a.core.capacity < capacity;
        capacity = a.core.capacity;
    }
    CHECK_EQ(a.core.grown, 11); /* 10, 20, 40 ... 10240 */
    for (uint32_t i = 0; i < 10000; i++) CHECK_EQ(*numbers_at(&a, i), i);
    while (!numbers_empty(&a)) CHECK_EQ(numbers_pop_back(&a, NULL), OX_OK);
    numbers_clear(&a);
    CHECK_EQ(a.core.capacity, capacity);
    CHECK_EQ(shrunk, 0);
    free(a.core.items);

    static const uint32_t steps[] = {1, 16, 100, 333};
    for (uint32_t s = 0; s < OX_COUNT(steps); s++) {
        numbers_init_growing(&a, grow_by_realloc, &left, steps[s]);
        for (uint32_t i = 0; i < 10000; i++) CHECK_EQ(numbers_push_back(&a, i), OX_OK);
        CHECK_EQ(a.core.grown, (10000 + steps[s] - 1) / steps[s]);
        for (uint32_t i = 0; i < 10000; i++) CHECK_EQ(*numbers_at(&a, i), i);
        free(a.core.items);
    }
    left = 3; /* the fourth growth is refused and changes nothing */
    numbers_init_growing(&a, grow_by_realloc, &left, 0);
    uint32_t pushed = 0;
    while (numbers_push_back(&a, pushed) == OX_OK) pushed++;
    CHECK_EQ(pushed, 16);
    CHECK_EQ(numbers_insert(&a, 0, 9), OX_FULL);
    for (uint32_t i = 0; i < pushed; i++) CHECK_EQ(*numbers_at(&a, i), i);
    free(a.core.items);
}

/* A map and a probing table of thousands of entries are checked against flags. */
OX_DEFINE_MAP(big, uint32_t, uint32_t)
OX_DEFINE_PROBING(wide, uint32_t)

static void run_map_and_table(uint32_t slots, uint32_t operations) {
    enum { KEYS = 12000 };
    big_node *storage = malloc(8001 * sizeof *storage);
    uint32_t *value = calloc(KEYS, sizeof *value);
    void *block = malloc(wide_bytes(slots, true));
    ox_nodes nodes;
    big m;
    wide t;
    uint32_t wrong = 0, count = 0, full = 0;
    rng32 r = rng32_seed(71, 1);
    CHECK(storage != NULL && value != NULL && block != NULL);
    CHECK_EQ(big_nodes_init(&nodes, storage, 8001), OX_OK);
    big_init(&m, &nodes, NULL, NULL);
    CHECK_EQ(wide_init(&t, block, wide_bytes(slots, true), slots, OX_PROBE_QUADRATIC, true), OX_OK);
    for (uint32_t i = 1; i <= operations; i++) {
        uint32_t random = rng32_next(&r), key = (random >> 8) % KEYS;
        const uint32_t *in_map = big_get(&m, key), *in_table = wide_get(&t, key);
        wrong += value[key] == 0
                     ? in_map != NULL || in_table != NULL
                     : in_map == NULL || in_table == NULL || *in_map != value[key] || *in_table != value[key];
        if (random % 16 < (i * 4 / operations % 2 == 0 ? 11u : 5u)) {
            ox_status status = big_insert(&m, key, i);
            wrong += status != (value[key] != 0 ? OX_ALREADY_THERE : count == 8000 ? OX_FULL : OX_OK);
            full += status == OX_FULL;
            if (status == OX_OK) {
                wrong += wide_insert(&t, key, i) != OX_OK;
                value[key] = i;
                count++;
            }
        } else {
            ox_status expected = value[key] != 0 ? OX_OK : OX_NOT_FOUND;
            wrong += big_remove(&m, key) != expected || wide_remove(&t, key) != expected;
            count -= value[key] != 0;
            value[key] = 0;
        }
    }
    uint32_t n = 0, last = 0;
    OX_EACH(big, i, &m) {
        wrong += n++ > 0 && big_at(&m, i)->key <= last;
        last = big_at(&m, i)->key;
    }
    wrong += n != count || wide_count(&t) != count;
    last = n = 0;
    OX_EACH(wide, i, &t) { /* values were inserted in ascending order */
        wrong += n++ > 0 && wide_at(&t, i)->value <= last;
        last = wide_at(&t, i)->value;
    }
    wrong += n != count;
    CHECK_EQ(wrong, 0);
    CHECK(OX_DEBUG || full > 100); /* a short run does not fill it */
    free(storage);
    free(value);
    free(block);
}

TEST(containers_host_long_run) {
    run_map_and_table(16363, TEST_ROUNDS(1000000));
    run_map_and_table(
        8191,
        TEST_ROUNDS(
            200000)); /* a table that is nearly full when the map is: absent keys take thousands of probes */
}
