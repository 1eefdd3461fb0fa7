/* Tests of the search trees, with their invariants after every operation, and of maps and sets. */
#include "kernel/containers/map.h"
#include "tests/unit/kernel/containers/containers_check.h"

enum { KEYS = 96, ROOM = 64 };

OX_DEFINE_SET(set, uint32_t)
OX_DEFINE_MULTISET(bag, uint32_t)
OX_DEFINE_MAP(map, uint32_t, int32_t)
OX_DEFINE_MULTIMAP(many, uint16_t, uint16_t)
OX_DEFINE_MAP(texts, uint32_t, const char *)

/* Height of the subtree, or -1 where the tree breaks its invariants. Recursion is as deep as the tree, whose height
 * is checked. */
static int red_black_height(const ox_tree *t, uint32_t id, bool red_above) {
    if (id == 0) return 0;
    const ox_tree_links *n = ox_tree_at(t, id);
    bool red = n->mark == 1;
    if (n->mark > 1 || (red && red_above)) return -1;
    int left = red_black_height(t, n->child[0], red), right = red_black_height(t, n->child[1], red);
    return left < 0 || left != right ? -1 : left + !red;
}

static int avl_height(const ox_tree *t, uint32_t id) {
    if (id == 0) return 0;
    const ox_tree_links *n = ox_tree_at(t, id);
    int left = avl_height(t, n->child[0]), right = avl_height(t, n->child[1]);
    int height = (left > right ? left : right) + 1;
    return left < 0 || right < 0 || left - right > 1 || right - left > 1 || n->mark != height ? -1 : height;
}

static uint32_t height_of(const ox_tree *t) { /* height by walking to the deepest node */
    uint32_t deepest = 0;
    for (uint32_t i = ox_tree_end(t, 0); i != 0; i = ox_tree_step(t, i, 1)) {
        uint32_t depth = 0;
        for (uint32_t up = i; up != 0; up = ox_tree_at(t, up)->parent) depth++;
        if (depth > deepest) deepest = depth;
    }
    return deepest;
}

/* Whether the height fits floor(1.44 log2(x)) or floor(2 log2(x)), by powers: h <= 2 log2(x) is 2^h <= x^2. */
static bool height_fits(const ox_tree *t) {
    uint64_t height = height_of(t), count = t->count;
    if (t->balance == &ox_red_black) return 1ull << height <= (count + 1) * (count + 1);
    if (t->balance == &ox_splay) return true;
    uint64_t fewest = 1, before = 0; /* an AVL tree of height h has at least fib(h + 2) - 1 nodes */
    for (uint64_t h = 1; h < height; h++) {
        uint64_t next = fewest + before + 1;
        before = fewest;
        fewest = next;
    }
    return height == 0 || fewest <= count;
}

static bool balanced(const ox_tree *t) {
    const ox_tree_links *none = ox_tree_at(t, 0);
    if (none->mark != 0 || none->child[0] != 0 || none->child[1] != 0) return false;
    if (t->root != 0 && ox_tree_at(t, t->root)->parent != 0) return false;
    if (t->balance == &ox_red_black)
        return ox_tree_at(t, t->root)->mark == 0 && red_black_height(t, t->root, false) >= 0;
    return t->balance != &ox_avl || avl_height(t, t->root) >= 0;
}

/* Compares the set with flags, walks in both directions, and checks the store. */
static bool same(const set *s, const bool *in, uint32_t count) {
    uint32_t n = 0, last = 0;
    OX_EACH(set, i, s) {
        uint32_t key = *set_at(s, i);
        if (key >= KEYS || !in[key] || (n++ > 0 && key <= last)) return false;
        last = key;
    }
    OX_EACH_BACKWARD(set, i, s) {
        if (n-- == 0 || *set_at(s, i) > last) return false;
        last = *set_at(s, i);
    }
    return n == 0 && set_count(s) == count && s->core.nodes->used == count;
}

static void tree_model(const ox_tree_balance *balance, uint32_t seed) {
    static set_node storage[ROOM + 1];
    ox_nodes nodes;
    set s;
    bool in[KEYS] = {false};
    uint32_t count = 0, wrong = 0, full = 0;
    rng32 r = rng32_seed(seed, 1);
    CHECK_EQ(set_nodes_init(&nodes, storage, ROOM + 1), OX_OK);
    set_init_with(&s, &nodes, balance, NULL, NULL);
    for (uint32_t i = 0; i < 10000; i++) {
        uint32_t random = rng32_next(&r), key = (random >> 8) % KEYS, at;
        bool growing = (i / 500) % 2 == 0;
        if (random % 8 < (growing ? 5u : 2u)) {
            ox_status status = set_insert(&s, key, &at);
            wrong += status != (in[key] ? OX_ALREADY_THERE : count == ROOM ? OX_FULL : OX_OK);
            full += status == OX_FULL;
            wrong += status != OX_FULL && *set_at(&s, at) != key;
            if (status == OX_OK) {
                in[key] = true;
                count++;
            }
        } else if (random % 8 < 7) {
            wrong += set_remove(&s, key) != (in[key] ? OX_OK : OX_NOT_FOUND);
            count -= in[key];
            in[key] = false;
        } else {
            uint32_t next = key;
            while (next < KEYS && !in[next]) next++;
            at = set_lower(&s, key);
            wrong += at == 0 ? next != KEYS : *set_at(&s, at) != next;
            wrong += set_contains(&s, key) != in[key];
            if (balance == &ox_splay && in[key]) wrong += *set_at(&s, s.core.root) != key;
            /* erase returns the next element in order */
            if (in[key] && (at = set_erase(&s, set_find(&s, key))) != 0) {
                for (next = key + 1; !in[next]; next++) continue;
                wrong += *set_at(&s, at) != next;
            }
            count -= in[key];
            in[key] = false;
        }
        wrong += !balanced(&s.core);
        if (i % 8 == 0) wrong += !same(&s, in, count) || !height_fits(&s.core);
    }
    set_clear(&s);
    CHECK_EQ(nodes.used, 0);
    CHECK_EQ(wrong, 0);
    CHECK(full > 20);
}

TEST(containers_tree_red_black_model) { tree_model(&ox_red_black, 31); }
TEST(containers_tree_avl_model) { tree_model(&ox_avl, 32); }
TEST(containers_tree_splay_model) { tree_model(&ox_splay, 33); }

TEST(containers_set_sequences) { /* 10,000 short sequences, each from an empty set to a cleared set */
    set_node storage[13];
    ox_nodes nodes;
    set s;
    uint32_t wrong = 0;
    rng32 r = rng32_seed(34, 1);
    CHECK_EQ(set_nodes_init(&nodes, storage, 13), OX_OK);
    for (uint32_t run = 0; run < 10000; run++) {
        uint32_t in = 0, count = 0;
        set_init(&s, &nodes, NULL, NULL);
        for (uint32_t i = 0; i < 24; i++) {
            uint32_t random = rng32_next(&r), bit = 1u << (random >> 8) % 20, key = (random >> 8) % 20;
            if (random % 3 != 0) {
                ox_status status = set_insert(&s, key, NULL);
                wrong += status != ((in & bit) != 0 ? OX_ALREADY_THERE : count == 12 ? OX_FULL : OX_OK);
                if (status == OX_OK) in |= bit, count++;
            } else {
                wrong += set_remove(&s, key) != ((in & bit) != 0 ? OX_OK : OX_NOT_FOUND);
                count -= (in & bit) != 0;
                in &= ~bit;
            }
        }
        uint32_t seen = 0;
        OX_EACH(set, i, &s) seen |= 1u << *set_at(&s, i);
        wrong += seen != in || set_count(&s) != count;
        set_clear(&s);
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(nodes.used, 0);
}

/* Comparisons of a look-up stay below what the height allows, and grow by one or two when n doubles. */
TEST(containers_growth_of_trees) {
    static set_node storage[2049];
    static const ox_tree_balance *const kinds[] = {&ox_red_black, &ox_avl, &ox_splay};
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t cost[2];
        for (uint32_t twice = 0; twice < 2; twice++) {
            uint32_t n = 1024u << twice, compares = 0, most = 0;
            ox_nodes nodes;
            set s;
            rng32 r = rng32_seed(35, 1);
            CHECK_EQ(set_nodes_init(&nodes, storage, 2049), OX_OK);
            set_init_with(&s, &nodes, kinds[k], counting_u32, &compares);
            for (uint32_t i = 0; i < n; i++)
                (void)!set_insert(&s, i, NULL); /* rising keys are the worst case of an unbalanced tree */
            for (uint32_t i = 0; i < n; i++)
                CHECK(set_contains(&s, rng32_next(&r) % n)); /* a splay tree needs a sequence of look-ups */
            cost[twice] = 0;
            for (uint32_t i = 0; i < n; i++) {
                compares = 0;
                CHECK(set_contains(&s, rng32_next(&r) % n));
                cost[twice] += compares;
                if (compares > most) most = compares;
            }
            cost[twice] = cost[twice] * 16 / n;
            if (k < 2) CHECK(most <= (k == 0 ? 2u : 1u) * (11 + twice) * (k == 0 ? 16u : 23u) / 16 + 1);
            CHECK(height_fits(&s.core));
        }
        CHECK(grows(cost[0], cost[1], 100, 125));
        TEST_INFO("tree %u: a look-up among 1024 takes %u.%u comparisons, among 2048 %u.%u", (unsigned)k,
                  (unsigned)(cost[0] / 16), (unsigned)(cost[0] % 16 * 10 / 16), (unsigned)(cost[1] / 16),
                  (unsigned)(cost[1] % 16 * 10 / 16));
    }
}

/* ---- maps ---- */

static bool is_text(const texts_pair *pair, void *context) { return pair->value == *(const char **)context; }

TEST(containers_map_vector) {
    static const char *const words[] = {"One Hundred", "Three", "One Hundred Fifty", "Ninety Nine"};
    static const uint32_t keys[] = {100, 3, 150, 99}, order[] = {3, 99, 100, 150};
    texts_node storage[9];
    ox_nodes nodes;
    texts m;
    uint32_t n = 0;
    CHECK_EQ(texts_nodes_init(&nodes, storage, 9), OX_OK);
    texts_init(&m, &nodes, NULL, NULL);
    for (int i = 0; i < 4; i++) CHECK_EQ(texts_insert(&m, keys[i], words[i]), OX_OK);
    OX_EACH(texts, i, &m) CHECK_EQ(texts_at(&m, i)->key, order[n++]);
    CHECK_EQ(n, 4);
    CHECK(*texts_get(&m, 3) == words[1]);
    CHECK(texts_get(&m, 123) == NULL);
    CHECK_EQ(texts_count(&m), 4); /* a look-up creates no entry */
    const char **created = texts_get_or_insert(&m, 123);
    CHECK(created != NULL && *created == NULL);
    CHECK_EQ(texts_count(&m), 5);
    CHECK(texts_get_or_insert(&m, 123) == created);
    CHECK_EQ(texts_at(&m, texts_erase(&m, texts_find(&m, 123)))->key, 150);
    CHECK_EQ(texts_insert(&m, 3, "again"), OX_ALREADY_THERE);
    CHECK(*texts_get(&m, 3) == words[1]);
    const char *wanted = words[3];
    CHECK_EQ(texts_remove_if(&m, is_text, &wanted), 1);
    CHECK_EQ(texts_remove(&m, 3), OX_OK);
    CHECK_EQ(texts_at(&m, texts_begin(&m))->key, 100);
    CHECK_EQ(texts_at(&m, texts_last(&m))->key, 150);
    CHECK_EQ(texts_count(&m), 2);
    CHECK_EQ(texts_remove(&m, 3), OX_NOT_FOUND);
    CHECK_EQ(texts_erase(&m, 0), 0);
    CHECK_EQ(texts_erase(&m, 8), 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
}

TEST(containers_map_model) {
    static map_node storage[41];
    ox_nodes nodes;
    map m;
    int32_t value[64];
    bool in[64] = {false};
    uint32_t wrong = 0, count = 0;
    rng32 r = rng32_seed(36, 1);
    CHECK_EQ(map_nodes_init(&nodes, storage, 41), OX_OK);
    map_init(&m, &nodes, NULL, NULL);
    for (uint32_t i = 0; i < 10000; i++) {
        uint32_t random = rng32_next(&r), key = random >> 8 & 63u;
        int32_t *got;
        switch (random % 6) {
        case 0:
        case 1:
            wrong += map_insert(&m, key, (int32_t)random) != (in[key]       ? OX_ALREADY_THERE
                                                              : count == 40 ? OX_FULL
                                                                            : OX_OK);
            if (!in[key] && count < 40) value[key] = (int32_t)random, in[key] = true, count++;
            break;
        case 2:
            got = map_get_or_insert(&m, key);
            if (!in[key] && count < 40) value[key] = 0, in[key] = true, count++;
            wrong += got == NULL ? in[key] : *got != value[key];
            if (got != NULL) *got = value[key] = (int32_t)i;
            break;
        case 3:
            wrong += map_remove(&m, key) != (in[key] ? OX_OK : OX_NOT_FOUND), count -= in[key],
                in[key] = false;
            break;
        case 4:
            got = map_get(&m, key);
            wrong += in[key] ? got == NULL || *got != value[key] : got != NULL;
            break;
        default: {
            uint32_t low = key, high = key + 10, n = 0;
            for (uint32_t k = low; k < high && k < 64; k++) n += in[k];
            uint32_t end = map_lower(&m, high);
            for (uint32_t at = map_lower(&m, low); at != end; at = map_next(&m, at)) {
                wrong += map_at(&m, at)->key < low || map_at(&m, at)->key >= high;
                n--;
            }
            wrong += n != 0;
            break;
        }
        }
        wrong += map_count(&m) != count;
    }
    CHECK_EQ(wrong, 0);
}

TEST(containers_multi_keeps_insertion_order) {
    static many_node storage[101];
    ox_nodes nodes;
    many m;
    rng32 r = rng32_seed(37, 1);
    uint32_t wrong = 0;
    CHECK_EQ(many_nodes_init(&nodes, storage, 101), OX_OK);
    many_init(&m, &nodes, ox_compare_u16, NULL);
    for (uint16_t round = 0; round < 60; round++) {
        for (uint16_t i = 0; many_count(&m) < 100; i++) {
            CHECK_EQ(many_insert(&m, (uint16_t)(rng32_next(&r) % 7), (uint16_t)(round * 200u + i)), OX_OK);
        }
        CHECK_EQ(many_insert(&m, 1, 1), OX_FULL);
        many_pair last = {0, 0};
        uint32_t n = 0;
        OX_EACH(many, i, &m) {
            many_pair *p = many_at(&m, i);
            wrong += n++ > 0 && (p->key < last.key || (p->key == last.key && p->value <= last.value));
            last = *p;
        }
        wrong += n != 100;
        uint16_t key = (uint16_t)(rng32_next(&r) % 7);
        n = 0;
        for (uint32_t i = many_lower(&m, key), end = many_upper(&m, key); i != end; i = many_next(&m, i)) {
            wrong += many_at(&m, i)->key != key;
            wrong += n++ == 0 && i != many_find(&m, key);
        }
        CHECK_EQ(many_remove(&m, key), n > 0 ? OX_OK : OX_NOT_FOUND);
        wrong += many_count(&m) != 100 - n || many_find(&m, key) != 0;
    }
    CHECK_EQ(wrong, 0);
    bag b;
    bag_node bag_storage[6];
    CHECK_EQ(bag_nodes_init(&nodes, bag_storage, 6), OX_OK);
    bag_init(&b, &nodes, NULL, NULL);
    for (uint32_t i = 0; i < 5; i++) CHECK_EQ(bag_insert(&b, 4, NULL), OX_OK);
    CHECK_EQ(bag_insert(&b, 4, NULL), OX_FULL);
    CHECK_EQ(bag_count(&b), 5);
}
