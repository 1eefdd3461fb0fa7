/* Tests of the hash tables and of the dictionary with its four back ends. */
#include "kernel/containers/chained.h"
#include "kernel/containers/dictionary.h"
#include "kernel/containers/probing.h"
#include "tests/unit/kernel/containers/containers_check.h"

OX_DEFINE_CHAINED(chained, int32_t)
OX_DEFINE_PROBING(probing, int32_t)
OX_DEFINE_DICTIONARY(prices, int32_t)

TEST(containers_chained_vectors) {
    static chained_node storage[1001];
    uint16_t slots[5];
    ox_nodes nodes;
    chained t;
    CHECK_EQ(chained_nodes_init(&nodes, storage, 1001), OX_OK);
    CHECK_EQ(chained_init(&t, &nodes, slots, 0), OX_BAD_ARGUMENT);
    CHECK_EQ(chained_init(&t, &nodes, slots, 5), OX_OK);
    CHECK_EQ(chained_insert(&t, 3, 30), OX_OK);
    CHECK_EQ(chained_insert(&t, 6, 60), OX_OK);
    CHECK_EQ(slots[3], chained_find(&t, 3));
    CHECK_EQ(slots[1], chained_find(&t, 6));
    CHECK(slots[0] == 0 && slots[2] == 0 && slots[4] == 0);
    chained_clear(&t);
    for (uint32_t i = 0; i < 1000; i++) CHECK_EQ(chained_insert(&t, i * 7919u, (int32_t)i), OX_OK);
    CHECK_EQ(chained_insert(&t, 1, 1), OX_FULL);
    CHECK_EQ(chained_insert(&t, 7919, 1), OX_ALREADY_THERE);
    CHECK(chained_get_or_insert(&t, 1) == NULL);
    for (uint32_t i = 0; i < 1000; i++) {
        const int32_t *value = chained_get(&t, i * 7919u);
        CHECK(value != NULL && *value == (int32_t)i);
    }
    uint32_t n = 0;
    OX_EACH(chained, i, &t) CHECK_EQ(chained_at(&t, i)->value, n++);
    OX_EACH_BACKWARD(chained, i, &t) CHECK_EQ(chained_at(&t, i)->value, --n);
    CHECK_EQ(chained_erase(&t, 0), 0);
    uint32_t gone = chained_find(&t, 0);
    CHECK_EQ(chained_erase(&t, gone), chained_find(&t, 7919));
    CHECK_EQ(chained_erase(&t, gone), 0); /* the element was erased before */
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    chained_clear(&t);
    CHECK_EQ(nodes.used, 0);
}

/* Checks the slots that colliding keys take one after the other. */
static void check_slots(uint32_t size, ox_probe_order order, const uint8_t *expected, uint32_t count) {
    uint32_t block[64];
    probing t;
    CHECK_EQ(probing_init(&t, block, sizeof block, size, order, false), OX_OK);
    for (uint32_t i = 0; i < count; i++) {
        CHECK_EQ(probing_insert(&t, 3 + i * size, 0), OX_OK);
        CHECK_EQ(probing_find(&t, 3 + i * size), expected[i] + 1u);
    }
    CHECK_EQ(probing_longest(&t), count);
}

TEST(containers_probing_vectors) {
    static const uint8_t linear[] = {3, 4, 5, 6, 7, 8}, alternating[] = {3, 4, 2, 5, 1, 6, 0},
                         quadratic[] = {3, 4, 2, 7, 10, 1, 5, 8, 9, 6, 0}, seven[] = {3, 4, 2, 0, 6, 5, 1};
    check_slots(11, OX_PROBE_LINEAR, linear, OX_COUNT(linear));
    check_slots(11, OX_PROBE_ALTERNATING, alternating, OX_COUNT(alternating));
    check_slots(11, OX_PROBE_QUADRATIC, quadratic, OX_COUNT(quadratic));
    check_slots(7, OX_PROBE_QUADRATIC, seven, OX_COUNT(seven));

    static const uint8_t sizes[] = {5, 7, 11, 13, 31, 37, 97, 101, 103},
                         reached[] = {3, 7, 11, 7, 31, 19, 49, 51, 103};
    for (uint32_t i = 0; i < OX_COUNT(sizes); i++) {
        bool seen[103] = {false};
        uint32_t slots = 0, probes = 0;
        ox_probe p = ox_probe_begin(OX_PROBE_QUADRATIC, sizes[i], 2);
        do {
            slots += !seen[p.slot];
            seen[p.slot] = true;
            probes++;
        } while (ox_probe_next(&p));
        CHECK_EQ(slots, reached[i]);
        CHECK_EQ(probes, sizes[i]);
    }
    uint32_t block[16];
    probing t;
    CHECK_EQ(probing_init(&t, block, sizeof block, 5, OX_PROBE_LINEAR, false), OX_OK);
    CHECK(probing_insert(&t, 3, 1) == OX_OK && probing_find(&t, 3) == 4);
    CHECK(probing_insert(&t, 6, 1) == OX_OK && probing_find(&t, 6) == 2);
}

/* Every size up to 20,000 is refused unless it is a prime that leaves 3 when divided by 4, by a sieve. */
TEST(containers_probing_refuses_sizes) {
    static uint8_t composite[20001];
    static uint32_t block[4];
    static const uint16_t fine[] = {7, 11, 19, 31, 59, 127, 251, 503, 1019, 2039, 4091, 8191, 16363};
    uint32_t wrong = 0;
    for (uint32_t i = 2; i <= 141; i++) {
        for (uint32_t j = i * i; j <= 20000; j += i) composite[j] = 1;
    }
    ox_probing t;
    for (uint32_t n = 0; n <= 20000; n++) {
        bool good = n > 2 && !composite[n] && n % 4 == 3;
        ox_status status =
            ox_probing_init(&t, &(ox_probing_config){.size = n, .stride = 8, .order = OX_PROBE_QUADRATIC},
                            block, sizeof block);
        /* the block is too small for any table */
        wrong += status != (good ? OX_OUT_OF_MEMORY : OX_BAD_ARGUMENT);
        if (n == 0)
            wrong +=
                ox_probing_init(&t, &(ox_probing_config){.size = n, .stride = 8, .order = OX_PROBE_LINEAR},
                                block, sizeof block) != OX_BAD_ARGUMENT;
    }
    for (uint32_t i = 0; i < OX_COUNT(fine); i++) {
        wrong +=
            ox_probing_init(&t,
                            &(ox_probing_config){
                                .size = fine[i], .stride = 8, .order = OX_PROBE_QUADRATIC, .ordered = true},
                            block, sizeof block) != OX_OUT_OF_MEMORY;
    }
    CHECK_EQ(wrong, 0);
}

typedef struct pairs { /* the naive reference: pairs in the order of insertion */
    uint32_t key[128];
    int32_t value[128];
    uint32_t count;
} pairs;

static uint32_t pairs_find(const pairs *p, uint32_t key) {
    uint32_t i = 0;
    while (i < p->count && p->key[i] != key) i++;
    return i;
}

static void pairs_erase(pairs *p, uint32_t i) {
    for (p->count--; i < p->count; i++) {
        p->key[i] = p->key[i + 1];
        p->value[i] = p->value[i + 1];
    }
}

/* A table filled to the last slot finds every key; then 100,000 operations with tombstones and rebuilds. */
static void churn(uint32_t size, ox_probe_order order, bool ordered, uint32_t operations) {
    static uint32_t block[600];
    static pairs model;
    probing t;
    uint32_t wrong = 0, most = 0;
    rng32 r = rng32_seed(41, size);
    CHECK(probing_bytes(size, ordered) <= sizeof block);
    CHECK_EQ(probing_init(&t, block, probing_bytes(size, ordered) - 1, size, order, ordered),
             OX_OUT_OF_MEMORY);
    CHECK_EQ(probing_init(&t, block, probing_bytes(size, ordered), size, order, ordered), OX_OK);
    for (uint32_t i = 0; i < size; i++) wrong += probing_insert(&t, i * i * 2654435761u, (int32_t)i) != OX_OK;
    wrong += probing_insert(&t, 12345, 0) != OX_FULL || !probing_full(&t);
    for (uint32_t i = 0; i < size; i++) {
        const int32_t *value = probing_get(&t, i * i * 2654435761u);
        wrong += value == NULL || *value != (int32_t)i;
    }
    wrong += probing_get(&t, 12345) != NULL;
    CHECK(probing_longest(&t) <= size);
    probing_clear(&t);
    model.count = 0;
    for (uint32_t i = 0; i < operations; i++) {
        uint32_t random = rng32_next(&r), key = (random >> 8) % (size + size / 4),
                 at = pairs_find(&model, key);
        bool in = at < model.count;
        if (random % 2 == 0) {
            ox_status status = probing_insert(&t, key, (int32_t)i);
            wrong += status != (in ? OX_ALREADY_THERE : model.count == size ? OX_FULL : OX_OK);
            if (status == OX_OK) {
                model.key[model.count] = key;
                model.value[model.count++] = (int32_t)i;
            }
        } else if (random % 8 == 1) {
            uint32_t position = probing_find(&t, key);
            wrong += (position != 0) != in;
            if (position != 0) {
                uint32_t next = probing_erase(&t, position);
                pairs_erase(&model, at);
                if (ordered)
                    wrong += next == 0 ? at != model.count : probing_at(&t, next)->key != model.key[at];
            }
        } else {
            wrong += probing_remove(&t, key) != (in ? OX_OK : OX_NOT_FOUND);
            if (in) pairs_erase(&model, at);
            wrong += t.core.tombstones * 4 > size && in;
        }
        if (t.core.tombstones > most) most = t.core.tombstones;
        wrong += probing_count(&t) != model.count;
        if (i % 64 != 0) continue;
        uint32_t n = 0, back = model.count;
        OX_EACH(probing, j, &t) {
            if (ordered)
                wrong += probing_at(&t, j)->key != model.key[n] || probing_at(&t, j)->value != model.value[n];
            at = pairs_find(&model, probing_at(&t, j)->key);
            wrong += at == model.count || model.value[at] != probing_at(&t, j)->value;
            n++;
        }
        OX_EACH_BACKWARD(probing, j, &t)
        wrong += ordered ? probing_at(&t, j)->key != model.key[--back] : --back > size;
        wrong += n != model.count || back != 0;
    }
    CHECK_EQ(wrong, 0);
    CHECK(most * 4 >= size);
}

TEST(containers_probing_churn_linear) { churn(16, OX_PROBE_LINEAR, false, 100000); }
TEST(containers_probing_churn_alternating) { churn(20, OX_PROBE_ALTERNATING, true, 100000); }
TEST(containers_probing_churn_quadratic) { churn(31, OX_PROBE_QUADRATIC, true, 100000); }

/* At one load factor a look-up needs no more probes when there are more slots. */
TEST(containers_growth_of_hashes) {
    static uint32_t block[1300];
    static chained_node storage[257];
    static uint16_t slots[257];
    for (uint32_t order = 0; order < 3; order++) {
        uint32_t probes[2];
        for (uint32_t twice = 0; twice < 2; twice++) {
            uint32_t size = twice == 0 ? 127 : 251, n = size / 2;
            probing t;
            rng32 r = rng32_seed(42, order);
            CHECK_EQ(probing_init(&t, block, sizeof block, size, (ox_probe_order)order, false), OX_OK);
            for (uint32_t i = 0; i < n; i++) CHECK_EQ(probing_insert(&t, rng32_next(&r), 0), OX_OK);
            probes[twice] = 0;
            OX_EACH(probing, i, &t) {
                ox_probe p = ox_probe_begin((ox_probe_order)order, size, probing_at(&t, i)->key % size);
                do probes[twice]++;
                while (p.slot + 1 != i && ox_probe_next(&p));
            }
            probes[twice] = probes[twice] * 100 / n;
            CHECK(probes[twice] < 200);
        }
        TEST_INFO("probing order %u at half load: %u.%02u probes a look-up of 127 slots, %u.%02u of 251",
                  (unsigned)order, (unsigned)(probes[0] / 100), (unsigned)(probes[0] % 100),
                  (unsigned)(probes[1] / 100), (unsigned)(probes[1] % 100));
        CHECK(grows(probes[0], probes[1], 75, 130));
    }
    uint32_t longest[2];
    for (uint32_t twice = 0; twice < 2; twice++) {
        uint32_t n = 128u << twice, nodes_passed = 0;
        ox_nodes nodes;
        chained t;
        rng32 r = rng32_seed(43, 1);
        CHECK_EQ(chained_nodes_init(&nodes, storage, 257), OX_OK);
        CHECK_EQ(chained_init(&t, &nodes, slots, n + 1), OX_OK);
        for (uint32_t i = 0; i < n; i++) CHECK_EQ(chained_insert(&t, rng32_next(&r), 0), OX_OK);
        for (uint32_t s = 0; s < n + 1; s++) {
            for (uint32_t i = slots[s], depth = 1; i != 0; i = storage[i].links.chain)
                nodes_passed += depth++;
        }
        longest[twice] = nodes_passed * 100 / n;
    }
    CHECK(longest[0] < 200 && grows(longest[0], longest[1], 75, 130));
}

/* ---- the dictionary ---- */

static bool is_cheap(const int32_t *value, void *context) { return *value < *(int32_t *)context; }

typedef struct shops {
    prices_map_node map_storage[41];
    prices_chained_node chained_storage[41];
    uint32_t block[140];
    uint16_t slots[13];
    ox_nodes map_nodes, chained_nodes;
    prices_map map;
    prices_chained chained;
    prices_probing probing;
    prices shop[3];
} shops;

static void open_shops(shops *s) {
    CHECK_EQ(prices_map_nodes_init(&s->map_nodes, s->map_storage, 32), OX_OK);
    CHECK_EQ(prices_chained_nodes_init(&s->chained_nodes, s->chained_storage, 32), OX_OK);
    prices_map_init(&s->map, &s->map_nodes, NULL, NULL);
    CHECK_EQ(prices_chained_init(&s->chained, &s->chained_nodes, s->slots, 13), OX_OK);
    CHECK_EQ(prices_probing_init(&s->probing, s->block, sizeof s->block, 31, OX_PROBE_QUADRATIC, true),
             OX_OK);
    s->shop[0] = prices_of_map(&s->map);
    s->shop[1] = prices_of_chained(&s->chained);
    s->shop[2] = prices_of_probing(&s->probing);
}

/* Random operations on three back ends of 31 pairs give equal results, and a copy in ROM finds the same values. */
TEST(containers_dictionary_back_ends_agree) {
    static shops s;
    static pairs model;
    uint32_t wrong = 0;
    rng32 r = rng32_seed(44, 1);
    open_shops(&s);
    model.count = 0;
    for (uint32_t i = 0; i < 12000; i++) {
        uint32_t random = rng32_next(&r), key = random >> 8 & 63u, at = pairs_find(&model, key);
        bool in = at < model.count;
        for (uint32_t k = 0; k < 3; k++) {
            prices *d = &s.shop[k];
            const int32_t *got = prices_get(d, key);
            wrong += in ? got == NULL || *got != model.value[at] : got != NULL;
            if (random % 2 == 0) {
                ox_status status = prices_insert(d, key, (int32_t)i);
                wrong += status != (in ? OX_ALREADY_THERE : model.count == 31 ? OX_FULL : OX_OK);
            } else if (random % 8 == 1) {
                uint32_t position = prices_find(d, key);
                if (position != 0) prices_erase(d, position);
            } else {
                wrong += prices_remove(d, key) != (in ? OX_OK : OX_NOT_FOUND);
            }
        }
        if (random % 2 != 0 && in) pairs_erase(&model, at);
        if (random % 2 == 0 && !in && model.count < 31) {
            model.key[model.count] = key;
            model.value[model.count++] = (int32_t)i;
        }
        for (uint32_t k = 0; k < 3; k++) wrong += prices_count(&s.shop[k]) != model.count;
        if (i % 32 != 0) continue;
        prices_rom_pair sorted[31];
        uint32_t n = 0;
        OX_EACH(prices, p, &s.shop[0])
        sorted[n++] = (prices_rom_pair){prices_key(&s.shop[0], p), *prices_at(&s.shop[0], p)};
        prices_rom table = {sorted, n};
        prices rom = prices_of_rom(&table);
        wrong += n != model.count || prices_count(&rom) != n;
        uint32_t last = 0;
        OX_EACH(prices, p, &rom) {
            at = pairs_find(&model, prices_key(&rom, p));
            wrong += at == model.count || model.value[at] != *prices_at(&rom, p);
            wrong += last != 0 && prices_key(&rom, last) >= prices_key(&rom, p);
            last = p;
        }
        OX_EACH_BACKWARD(prices, p, &rom) n--;
        wrong += n != 0;
        for (uint32_t k = 0; k < 64; k++)
            wrong += (prices_get(&rom, k) != NULL) != (pairs_find(&model, k) < model.count);
        for (uint32_t k = 1; k < 3; k++) { /* iteration in the order of insertion, and back */
            n = 0;
            OX_EACH(prices, p, &s.shop[k]) wrong += prices_key(&s.shop[k], p) != model.key[n++];
            OX_EACH_BACKWARD(prices, p, &s.shop[k]) wrong += prices_key(&s.shop[k], p) != model.key[--n];
            wrong += n != 0;
        }
    }
    int32_t limit = 11990;
    uint32_t cheap = 0;
    for (uint32_t i = 0; i < model.count; i++) cheap += model.value[i] < limit;
    for (uint32_t k = 0; k < 3; k++) {
        CHECK_EQ(prices_count_if(&s.shop[k], is_cheap, &limit), cheap);
        CHECK_EQ(prices_remove_if(&s.shop[k], is_cheap, &limit), cheap);
        prices_clear(&s.shop[k]);
        CHECK(prices_empty(&s.shop[k]));
    }
    CHECK_EQ(wrong, 0);
}

TEST(containers_dictionary_rom_is_fixed) {
    static const prices_rom_pair pairs_in_rom[] = {{2, 20}, {5, 50}, {9, 90}};
    const prices_rom table = {pairs_in_rom, 3};
    prices d = prices_of_rom(&table);
    CHECK_EQ(*prices_get(&d, 5), 50);
    CHECK(prices_get(&d, 1) == NULL && prices_get(&d, 6) == NULL && prices_get(&d, 10) == NULL);
    CHECK_EQ(prices_insert(&d, 1, 1), OX_UNSUPPORTED);
    CHECK_EQ(prices_remove(&d, 5), OX_UNSUPPORTED);
    CHECK_EQ(prices_erase(&d, 1), 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(prices_count(&d), 3);
}
