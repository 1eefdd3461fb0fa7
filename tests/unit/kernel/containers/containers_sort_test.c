/* Tests of sorting, searching, binary heaps and the N most relevant, and of the orders of growth that they declare. */
#include "kernel/containers/array.h"
#include "kernel/containers/chain.h"
#include "kernel/containers/heap.h"
#include "kernel/containers/intrusive.h"
#include "kernel/containers/list.h"
#include "kernel/containers/sort.h"
#include "tests/unit/kernel/containers/containers_check.h"

/* Makes an array by turns: random, all equal, sorted, reversed, few different values, sorted but for one. */
static uint32_t make_array(uint16_t *values, uint32_t run, uint32_t longest, rng32 *r) {
    uint32_t count = run < 12 ? run / 6 : rng32_next(r) % (longest + 1);
    for (uint32_t i = 0; i < count; i++) {
        uint16_t random = (uint16_t)rng32_next(r);
        switch (run % 6) {
        case 0:
            values[i] = random;
            break;
        case 1:
            values[i] = 0x0505;
            break;
        case 2:
        case 3:
            values[i] = (uint16_t)(run % 6 == 2 ? i * 37u : 9000u - i * 37u);
            break;
        case 4:
            values[i] = (uint16_t)((random & 0x0300u) + i);
            break;
        default:
            values[i] = (uint16_t)(i == count / 2 ? 3u : i * 64u);
            break;
        }
    }
    return count;
}

static uint32_t hash_of(const uint16_t *values, uint32_t count, uint32_t hash) {
    for (uint32_t i = 0; i < count; i++) hash = mix_into(hash, values[i]);
    return hash;
}

/* The constants were computed on one machine; all machines must give them. */
TEST(containers_sort_arrays) {
    rng32 r = rng32_seed(11, 1);
    uint32_t wrong = 0, stable_hash = 2166136261u, heap_hash = 2166136261u;
    for (uint32_t run = 0; run < 10000; run++) {
        uint16_t values[40], model[40], heap[40], ties[40];
        uint32_t count = make_array(values, run, run % 16 == 0 ? 40 : 14, &r);
        memcpy(model, values, sizeof model);
        memcpy(heap, values, sizeof heap);
        memcpy(ties, values, sizeof ties);
        naive_sort(model, count, true);
        ox_sort_insertion(values, count, sizeof values[0], by_high_byte, NULL);
        wrong += memcmp(values, model, count * sizeof values[0]) != 0;
        ox_sort_heap(ties, count, sizeof ties[0], by_high_byte,
                     NULL); /* heap sort is not stable, yet the same everywhere */
        wrong += !ox_is_sorted(ties, count, sizeof ties[0], by_high_byte, NULL);
        heap_hash = hash_of(ties, count, heap_hash);
        naive_sort(model, count, false);
        ox_sort_heap(heap, count, sizeof heap[0], ox_compare_u16, NULL);
        wrong += memcmp(heap, model, count * sizeof heap[0]) != 0;
        stable_hash = hash_of(values, count, stable_hash);
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(stable_hash, 413483830u);
    CHECK_EQ(heap_hash, 2924184794u);
}

/* Records whose size is a multiple of a word and records whose size is not. */
TEST(containers_sort_record_sizes) {
    for (uint32_t size = 2; size <= 20; size += 3) {
        uint16_t keys[12];
        uint64_t storage[30];
        uint8_t *bytes = (uint8_t *)storage;
        if (size % 2 != 0) continue;
        for (uint32_t i = 0; i < 12; i++) {
            uint16_t key = (uint16_t)(i * 7u % 12u);
            memset(bytes + i * size, (int)key, size);
            memcpy(bytes + i * size, &key, 2);
        }
        ox_sort_heap(bytes, 12, size, ox_compare_u16, NULL);
        ox_reverse_items(bytes, 12, size);
        ox_sort_insertion(bytes, 12, size, ox_compare_u16, NULL);
        for (uint32_t i = 0; i < 12; i++) {
            memcpy(&keys[i], bytes + i * size, 2);
            CHECK_EQ(keys[i], i);
            CHECK(size == 2 || bytes[i * size + size - 1] == i);
        }
    }
}

OX_DEFINE_LIST(slist, uint16_t)
OX_DEFINE_CHAIN(schain, uint16_t)
typedef struct pearl {
    uint16_t value;
    ox_link link; /* the link is not the first member, on purpose */
} pearl;
OX_DEFINE_INTRUSIVE(pearls, pearl, link)
static int compare_pearls(const void *a, const void *b, void *context) {
    return by_high_byte(&((const pearl *)a)->value, &((const pearl *)b)->value, context);
}

TEST(containers_sort_lists) {
    slist_node list_storage[41];
    schain_node chain_storage[41];
    pearl box[40];
    ox_nodes list_nodes, chain_nodes;
    rng32 r = rng32_seed(12, 1);
    uint32_t wrong = 0;
    CHECK_EQ(slist_nodes_init(&list_nodes, list_storage, 41), OX_OK);
    CHECK_EQ(schain_nodes_init(&chain_nodes, chain_storage, 41), OX_OK);
    for (uint32_t run = 0; run < 10000; run++) {
        uint16_t values[40], model[40];
        uint32_t count = make_array(values, run, run % 16 == 0 ? 40 : 14, &r), n = 0;
        slist l;
        schain c;
        pearls p;
        slist_init(&l, &list_nodes);
        schain_init(&c, &chain_nodes);
        pearls_init(&p);
        for (uint32_t i = 0; i < count; i++) {
            wrong += slist_push_back(&l, values[i]) != OX_OK || schain_push_back(&c, values[i]) != OX_OK;
            box[i] = (pearl){.value = values[i]};
            pearls_push_back(&p, &box[i]);
        }
        memcpy(model, values, sizeof model);
        naive_sort(model, count, true);
        slist_sort(&l, by_high_byte, NULL);
        schain_sort(&c, by_high_byte, NULL);
        pearls_sort(&p, compare_pearls, NULL);
        OX_EACH(slist, i, &l) wrong += *slist_at(&l, i) != model[n++];
        OX_EACH(schain, i, &c) wrong += *schain_at(&c, i) != model[count - n--];
        OX_EACH(pearls, e, &p) wrong += e->value != model[n++];
        OX_EACH_BACKWARD(pearls, e, &p) wrong += e->value != model[--n];
        OX_EACH_BACKWARD(slist, i, &l) wrong += *slist_at(&l, i) != model[count - 1 - n++];
        wrong += n != count || (count > 0 && *schain_back(&c) != model[count - 1]);
        slist_clear(&l);
        schain_clear(&c);
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(list_nodes.used + chain_nodes.used, 0);
}

TEST(containers_sort_radix) {
    static uint32_t counters[256];
    rng32 r = rng32_seed(13, 1);
    uint32_t wrong = 0, hash = 2166136261u;
    for (uint32_t run = 0; run < 2000; run++) {
        ox_sort_pair pairs[24], scratch[24];
        uint32_t count = run % 25, shift = run % 4 * 8;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t random = rng32_next(&r);
            pairs[i] = (ox_sort_pair){run % 3 == 0 ? random : (random & 7u) << shift, i};
        }
        ox_sort_radix(pairs, scratch, count, counters);
        for (uint32_t i = 0; i < count; i++) {
            hash = mix_into(mix_into(hash, pairs[i].key), pairs[i].index);
            if (i == 0) continue;
            wrong += pairs[i - 1].key > pairs[i].key;
            wrong += pairs[i - 1].key == pairs[i].key && pairs[i - 1].index > pairs[i].index;
        }
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(hash, 88515242u);
}

OX_DEFINE_ARRAY(sorted, uint16_t)

TEST(containers_search_bounds) {
    rng32 r = rng32_seed(14, 1);
    uint32_t wrong = 0;
    for (uint32_t run = 0; run < 3000; run++) {
        uint16_t storage[30];
        sorted a;
        sorted_init(&a, storage, 30);
        while (a.core.count < run % 31)
            wrong += sorted_push_back(&a, (uint16_t)(rng32_next(&r) % 40)) != OX_OK;
        sorted_sort(&a, ox_compare_u16, NULL);
        uint16_t key = (uint16_t)(rng32_next(&r) % 42);
        uint32_t lower = 0, upper = 0;
        while (lower < a.core.count && storage[lower] < key) lower++;
        while (upper < a.core.count && storage[upper] <= key) upper++;
        wrong += sorted_lower_bound(&a, &key, ox_compare_u16, NULL) != lower;
        wrong += sorted_upper_bound(&a, &key, ox_compare_u16, NULL) != upper;
        wrong += sorted_find_sorted(&a, &key, ox_compare_u16, NULL) != (lower < upper ? lower : OX_NOWHERE);
    }
    CHECK_EQ(wrong, 0);
}

/* ---- heaps ---- */

OX_DEFINE_HEAP(numbers, uint16_t)
typedef struct job {
    uint16_t due;
    uint16_t serial;
} job;
OX_DEFINE_PRIORITY_QUEUE(jobs, job)

static int by_due(const void *a, const void *b, void *context) {
    (void)context;
    return ((const job *)a)->due - ((const job *)b)->due;
}

static bool is_heap(const numbers *h) {
    for (uint32_t i = 1; i < numbers_count(h); i++) {
        uint16_t child = *numbers_at(h, i), parent = *numbers_at(h, (i - 1) / 2);
        if (h->core.max ? child > parent : child < parent) return false;
    }
    return true;
}

/* A heap against a multiset that is kept sorted; the heap property holds after each of 10,000 operations. */
TEST(containers_heap_model) {
    for (int max = 0; max < 2; max++) {
        uint16_t storage[24], model[24], value;
        uint32_t count = 0, wrong = 0, full = 0;
        rng32 r = rng32_seed(15, (uint32_t)max);
        numbers h;
        numbers_init(&h, storage, 24, ox_compare_u16, NULL);
        h.core.max = max;
        for (uint32_t i = 0; i < 10000; i++) {
            uint32_t random = rng32_next(&r);
            uint32_t at = count == 0 ? 0 : (random >> 8) % count;
            value = (uint16_t)(random >> 16 & 63u);
            switch (random % 8) {
            case 0:
            case 1:
            case 2:
            case 3:
                wrong += numbers_push(&h, value) != (count == 24 ? OX_FULL : OX_OK);
                full += count == 24;
                if (count < 24) model[count++] = value;
                break;
            case 4:
                if (count == 0) break;
                wrong += *numbers_peek(&h) != model[max ? count - 1 : 0];
                wrong += numbers_pop(&h, &value) != OX_OK || value != model[max ? count - 1 : 0];
                count--;
                for (uint32_t j = 0; !max && j < count; j++) model[j] = model[j + 1];
                break;
            /* an element gets another priority or is erased: the model is made anew from the remaining ones */
            case 5:
            case 6:
                if (count == 0) break;
                if (random % 8 == 5) {
                    *numbers_at(&h, at) = value;
                    wrong += !numbers_changed(&h, at);
                } else {
                    wrong += !numbers_erase(&h, at);
                }
                count = 0;
                OX_EACH(numbers, j, &h) model[count++] = *numbers_at(&h, j);
                break;
            default:
                if ((random >> 20 & 63u) == 0) {
                    for (uint32_t j = 0; j < count; j++) storage[j] = model[count - 1 - j];
                    numbers_build(&h, count);
                }
                break;
            }
            naive_sort(model, count, false);
            wrong += !is_heap(&h) || numbers_count(&h) != count;
        }
        for (uint32_t j = 0; j < count; j++) {
            wrong += numbers_pop(&h, &value) != OX_OK || value != model[max ? count - 1 - j : j];
        }
        CHECK_EQ(wrong, 0);
        CHECK(full > 100);
        CHECK_EQ(numbers_pop(&h, &value), OX_EMPTY);
        CHECK(!numbers_changed(&h, 0) && numbers_peek(&h) == NULL);
        CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    }
}

TEST(containers_heap_ties_in_order) {
    jobs_slot storage[32];
    jobs q;
    job j = {0, 0};
    rng32 r = rng32_seed(16, 1);
    uint16_t serial = 0;
    uint32_t wrong = 0;
    jobs_init(&q, storage, 32, by_due, NULL);
    q.core.serial = 0xFFFFFF00u; /* serial numbers wrap round */
    for (uint32_t run = 0; run < 300; run++) {
        while (jobs_push(&q, (job){(uint16_t)(rng32_next(&r) & 3u), serial}) == OX_OK) serial++;
        job last = {0, 0};
        for (uint32_t i = 0; i < 32; i++) {
            wrong += jobs_pop(&q, &j) != OX_OK;
            wrong +=
                i > 0 && (j.due < last.due || (j.due == last.due && (int16_t)(j.serial - last.serial) <= 0));
            last = j;
        }
    }
    CHECK_EQ(wrong, 0);
}

/* Elements are indices into a table of priorities; the heap tells where each of them lies. */
typedef struct priorities {
    uint16_t of[20];
    uint32_t place[20];
} priorities;
static int by_priority(const void *a, const void *b, void *context) {
    const priorities *p = context;
    return p->of[*(const uint16_t *)a] - p->of[*(const uint16_t *)b];
}
static void note_place(void *item, uint32_t index, void *context) {
    ((priorities *)context)->place[*(const uint16_t *)item] = index;
}

TEST(containers_heap_stored_index) {
    priorities p;
    uint16_t storage[20], id;
    uint32_t wrong = 0;
    rng32 r = rng32_seed(17, 1);
    numbers h;
    numbers_init(&h, storage, 20, by_priority, &p);
    h.core.moved = note_place;
    for (uint16_t i = 0; i < 20; i++) {
        p.of[i] = (uint16_t)(rng32_next(&r) & 255u);
        storage[i] = i;
    }
    numbers_build(&h, 20);
    for (uint32_t run = 0; run < 4000; run++) {
        uint32_t random = rng32_next(&r);
        id = (uint16_t)(random >> 8 & 255u) % 20;
        if (p.place[id] == OX_NOWHERE) {
            wrong += numbers_push(&h, id) != OX_OK;
        } else if (random % 3 == 0) {
            wrong += !numbers_erase(&h, p.place[id]) || p.place[id] != OX_NOWHERE;
        } else {
            p.of[id] = (uint16_t)(random >> 16 & 255u);
            wrong += !numbers_changed(&h, p.place[id]);
        }
        OX_EACH(numbers, i, &h) {
            wrong += p.place[*numbers_at(&h, i)] != i;
            wrong += i > 0 && p.of[*numbers_at(&h, (i - 1) / 2)] > p.of[*numbers_at(&h, i)];
        }
    }
    CHECK_EQ(wrong, 0);
}

TEST(containers_top_equals_sorting) {
    rng32 r = rng32_seed(18, 1);
    uint32_t wrong = 0;
    for (uint32_t run = 0; run < 3000; run++) {
        int32_t keys[20];
        ox_top_entry found[22], all[20];
        ox_top_order order = run % 2 == 0 ? OX_TOP_LARGEST : OX_TOP_SMALLEST;
        uint32_t count = run / 2 % 21, n = run % 7 == 0   ? 0
                                           : run % 7 == 1 ? 1
                                           : run % 7 == 2 ? count
                                           : run % 7 == 3 ? count + 1
                                                          : rng32_next(&r) % 21;
        ox_top top;
        ox_top_init(&top, found, n, order);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t random = rng32_next(&r);
            keys[i] = random % 5 == 0 ? INT32_MIN : random % 5 == 1 ? INT32_MAX : (int32_t)(random >> 28) - 8;
            ox_top_offer(&top, keys[i], i);
            uint32_t j = i; /* the reference: insertion sort with ties in the order of indices */
            for (; j > 0 && (order == OX_TOP_LARGEST ? all[j - 1].key < keys[i] : all[j - 1].key > keys[i]);
                 j--) {
                all[j] = all[j - 1];
            }
            all[j] = (ox_top_entry){keys[i], i};
        }
        uint32_t got = ox_top_finish(&top);
        wrong += got != (n < count ? n : count);
        for (uint32_t i = 0; i < got; i++)
            wrong += found[i].key != all[i].key || found[i].index != all[i].index;
    }
    CHECK_EQ(wrong, 0);
}

/* ---- the orders of growth ---- */

/* The cost of twice as much: O(1) 100 %, O(log n) little more than that, O(n) 200 %, O(n log n) some more, O(n^2)
 * 400 %. */
typedef enum growth { CONSTANT, LOGARITHMIC, LINEAR, LINEAR_LOG, QUADRATIC, OTHER } growth;
static growth classify(uint64_t once, uint64_t twice) {
    uint64_t percent = twice * 100 / once;
    return percent <= 102                     ? CONSTANT
           : percent <= 130                   ? LOGARITHMIC
           : percent < 206                    ? LINEAR
           : percent < 260                    ? LINEAR_LOG
           : percent >= 360 && percent <= 440 ? QUADRATIC
                                              : OTHER;
}

TEST(containers_growth_drops_constants) {
    for (uint64_t n = 1000; n <= 1000000; n *= 10) {
        uint64_t m = 2 * n;
        CHECK_EQ(classify(5 * n * n + 17, 5 * m * m + 17), QUADRATIC);
        CHECK_EQ(classify(102 * n * n + 50 * n + 12, 102 * m * m + 50 * m + 12), QUADRATIC);
        CHECK_EQ(classify(n * n / 2, m * m / 2), QUADRATIC);
        CHECK_EQ(classify(7 * n + 3, 7 * m + 3), LINEAR);
        CHECK_EQ(classify(17, 17), CONSTANT);
    }
}

static uint32_t cost_of_sort(uint16_t *values, uint32_t count, int which) {
    uint32_t compares = 0;
    rng32 r = rng32_seed(19, 1);
    for (uint32_t i = 0; i < count; i++) values[i] = (uint16_t)rng32_next(&r);
    if (which == 0) ox_sort_insertion(values, count, sizeof *values, counting_u16, &compares);
    if (which == 1) ox_sort_heap(values, count, sizeof *values, counting_u16, &compares);
    if (which == 2) ox_sort_insertion(values, count, sizeof *values, counting_u16, NULL);
    if (which == 2) ox_sort_insertion(values, count, sizeof *values, counting_u16, &compares);
    return compares;
}

TEST(containers_growth_of_sorts) {
    static uint16_t values[1024];
    CHECK_EQ(classify(cost_of_sort(values, 512, 0), cost_of_sort(values, 1024, 0)), QUADRATIC);
    CHECK_EQ(classify(cost_of_sort(values, 512, 1), cost_of_sort(values, 1024, 1)), LINEAR_LOG);
    CHECK_EQ(classify(cost_of_sort(values, 512, 2), cost_of_sort(values, 1024, 2)),
             LINEAR); /* an array that is sorted already */
    uint32_t compares = 0;
    uint16_t key = 12345;
    for (uint32_t n = 1; n <= 1024; n *= 2) {
        compares = 0;
        (void)ox_lower_bound(values, n, sizeof key, &key, counting_u16, &compares);
        uint32_t steps = 0;
        while (1u << steps <= n) steps++;
        CHECK(compares <= steps);
    }
}

/* Comparisons of a merge sort, and of pushes, changes and pops of a heap, for n and 2 n. */
TEST(containers_growth_of_lists_and_heaps) {
    static slist_node nodes_storage[1025];
    static uint16_t heap_storage[1024];
    uint32_t sort[2], build[2], push[2], pop[2];
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t n = 512u << k, compares = 0;
        rng32 r = rng32_seed(20, 1);
        ox_nodes nodes;
        slist l;
        numbers h;
        uint16_t value;
        CHECK_EQ(slist_nodes_init(&nodes, nodes_storage, 1025), OX_OK);
        slist_init(&l, &nodes);
        for (uint32_t i = 0; i < n; i++) CHECK_EQ(slist_push_back(&l, (uint16_t)rng32_next(&r)), OX_OK);
        slist_sort(&l, counting_u16, &compares);
        sort[k] = compares;
        compares = 0;
        numbers_init(&h, heap_storage, n, counting_u16, &compares);
        for (uint32_t i = 0; i < n; i++) heap_storage[i] = (uint16_t)(n - i);
        numbers_build(&h, n);
        build[k] = compares;
        numbers_clear(&h);
        compares = 0;
        for (uint32_t i = 0; i < n; i++)
            CHECK_EQ(numbers_push(&h, (uint16_t)(n - i)), OX_OK); /* the worst case: all rise */
        push[k] = compares;
        compares = 0;
        for (uint32_t i = 0; i < n; i++) CHECK_EQ(numbers_pop(&h, &value), OX_OK);
        pop[k] = compares;
    }
    CHECK_EQ(classify(sort[0], sort[1]), LINEAR_LOG);
    CHECK_EQ(classify(build[0], build[1]), LINEAR);
    CHECK_EQ(classify(push[0], push[1]), LINEAR_LOG); /* n operations of O(log n) */
    CHECK_EQ(classify(pop[0], pop[1]), LINEAR_LOG);
}
