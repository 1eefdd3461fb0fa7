/* Counts the instructions that a container's operations execute on the Cortex-M3, typed form and core
 * together: the mean over a run of calls, less the loop around them. */
#include <stdio.h>

#include "fixedmath/random.h"
#include "kernel/containers/array.h"
#include "kernel/containers/chain.h"
#include "kernel/containers/dictionary.h"
#include "kernel/containers/graph.h"
#include "kernel/containers/grid.h"
#include "kernel/containers/heap.h"
#include "kernel/containers/hierarchy.h"
#include "kernel/containers/intrusive.h"
#include "kernel/containers/list.h"
#include "kernel/containers/ring.h"
#include "kernel/containers/spsc.h"
#include "tests/ports/instructions.h"

enum { N = 256, MANY = 1024 };

OX_DEFINE_ARRAY(array, uint32_t)
OX_DEFINE_RING(ring, uint32_t)
OX_DEFINE_SPSC(spsc, uint32_t)
OX_DEFINE_LIST(list, uint32_t)
OX_DEFINE_CHAIN(chain, uint32_t)
OX_DEFINE_HIERARCHY(parts, uint32_t)
OX_DEFINE_DICTIONARY(prices, uint32_t)
OX_DEFINE_GRID(cells, uint16_t)
OX_DEFINE_SET(set, uint32_t)
typedef struct entry {
    uint32_t cost;
    uint32_t node;
} entry;
OX_DEFINE_HEAP(open_list, entry)
OX_DEFINE_PRIORITY_QUEUE(timers, entry)
typedef struct foe {
    ox_link all;
    uint32_t health;
} foe;
OX_DEFINE_INTRUSIVE(foes, foe, all)

static union {
    uint32_t words[8 * MANY];
    uint64_t align;
} store, other;
static uint32_t keys[MANY];
static uint16_t slots[MANY];
static ox_nodes nodes;
static volatile uint32_t sink;

static int by_cost(const void *a, const void *b, void *context) {
    const entry *x = a, *y = b;
    (void)context;
    return (x->cost > y->cost) - (x->cost < y->cost);
}

static void use(uint32_t value) { sink = value; }

/* The loop alone: a read of a key and the store into sink. */
static uint32_t idle;

#define COUNT(what, times, statement)                                                                        \
    do {                                                                                                     \
        uint32_t before_ = test_instructions();                                                              \
        for (uint32_t k = 0; k < (times); k++) {                                                             \
            statement;                                                                                       \
            use(keys[k & (MANY - 1)]);                                                                       \
        }                                                                                                    \
        uint32_t spent_ = test_instructions() - before_;                                                     \
        uint32_t mean_ = (spent_ * 10 / (times) + 5) / 10;                                                   \
        if ((what) != NULL)                                                                                  \
            printf("  %-58s %6u\n", (const char *)(what), (unsigned)(mean_ - idle));                         \
        else                                                                                                 \
            idle = mean_;                                                                                    \
    } while (0)
#define MUST(expression) use((uint32_t)(expression))

static void sequences(void) {
    array a;
    ring r;
    spsc q;
    list l;
    chain c;
    foes f;
    uint32_t value;
    foe *crowd = (foe *)(void *)other.words;
    array_init(&a, store.words, MANY);
    COUNT("array push_back", N, MUST(array_push_back(&a, k)));
    COUNT("array at", N, use(*array_at(&a, k)));
    COUNT("array pop_back", N, MUST(array_pop_back(&a, &value)));
    ring_init(&r, store.words, N, OX_RING_REJECT);
    COUNT("ring push_back", N, MUST(ring_push_back(&r, k)));
    COUNT("ring at", N, use(*ring_at(&r, k)));
    COUNT("ring pop_front", N, MUST(ring_pop_front(&r, &value)));
    MUST(spsc_init(&q, store.words, N));
    COUNT("spsc push", N, MUST(spsc_push(&q, k)));
    COUNT("spsc pop", N, MUST(spsc_pop(&q, &value)));
    MUST(list_nodes_init(&nodes, (list_node *)(void *)store.words, N + 1));
    list_init(&l, &nodes);
    COUNT("list push_back, with the node", N, MUST(list_push_back(&l, keys[k])));
    list_position i = list_begin(&l);
    COUNT("list next and at", N, (use(*list_at(&l, i)), i = list_next(&l, i)));
    COUNT("list sort of 256 words", 1, list_sort(&l, ox_compare_u32, NULL));
    COUNT("list erase, with the node", N, MUST(list_erase(&l, list_begin(&l))));
    MUST(chain_nodes_init(&nodes, (chain_node *)(void *)store.words, N + 1));
    chain_init(&c, &nodes);
    COUNT("chain push_back, with the node", N, MUST(chain_push_back(&c, k)));
    COUNT("chain pop_front, with the node", N, MUST(chain_pop_front(&c, &value)));
    for (uint32_t k = 0; k < N; k++) crowd[k] = (foe){{NULL, NULL}, keys[k]};
    foes_init(&f);
    COUNT("intrusive push_back", N, foes_push_back(&f, &crowd[k]));
    foes_position e = foes_begin(&f);
    COUNT("intrusive next and a member", N, (use(e->health), e = foes_next(&f, e)));
    COUNT("intrusive remove", N, MUST(foes_remove(&crowd[k])));
    COUNT("nodes take", N, MUST(ox_nodes_take(&nodes)));
    COUNT("nodes give", N, ox_nodes_give(&nodes, k + 1));
    cells g;
    MUST(cells_init(&g, (uint16_t *)(void *)store.words, 32, 32, 1, 32));
    COUNT("grid at", N, use(*cells_at(&g, k & 31u, k >> 5)));
    COUNT("grid clamped", N, use(*cells_clamped(&g, (int32_t)(k & 31u) - 1, (int32_t)(k >> 5))));
    COUNT("grid wrapped, one in 32 wraps", N,
          use(*cells_wrapped(&g, (int32_t)(k & 31u) - 1, (int32_t)(k >> 5))));
}

static void fill(uint32_t *words, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) words[i] = keys[i & (MANY - 1)];
}

static void sorts(void) {
    uint32_t *w = store.words, key = keys[7];
    fill(w, N);
    COUNT("heap sort of 256 words", 1, ox_sort_heap(w, N, 4, ox_compare_u32, NULL));
    COUNT("insertion sort of 256 sorted words", 1, ox_sort_insertion(w, N, 4, ox_compare_u32, NULL));
    fill(w, 16);
    COUNT("insertion sort of 16 words", 1, ox_sort_insertion(w, 16, 4, ox_compare_u32, NULL));
    fill(w, 16);
    COUNT("heap sort of 16 words", 1, ox_sort_heap(w, 16, 4, ox_compare_u32, NULL));
    fill(w, 2 * N);
    COUNT("radix sort of 256 pairs with 32-bit keys", 1,
          ox_sort_radix((ox_sort_pair *)(void *)w, (ox_sort_pair *)(void *)other.words, N,
                        other.words + 2 * N));
    for (uint32_t i = 0; i < N; i++) w[2 * i] = keys[i] & 255u;
    COUNT("radix sort of 256 pairs with 8-bit keys", 1,
          ox_sort_radix((ox_sort_pair *)(void *)w, (ox_sort_pair *)(void *)other.words, N,
                        other.words + 2 * N));
    fill(w, MANY);
    ox_sort_heap(w, MANY, 4, ox_compare_u32, NULL);
    COUNT("binary search among 1024 words", N,
          use(ox_find_sorted(w, MANY, 4, &keys[k], ox_compare_u32, NULL)));
    ox_top_entry best[8];
    ox_top top;
    ox_top_init(&top, best, 8, OX_TOP_LARGEST);
    COUNT("top: offer, the 8 best of 1024", MANY, ox_top_offer(&top, (int32_t)keys[k], k));
    COUNT("top: finish, 8", 1, use(ox_top_finish(&top)));
    use(key);
}

/* The least entry of an unordered array, found by looking at every entry: the search that a heap stands against. */
static uint32_t scan_least(const entry *entries, uint32_t count) {
    uint32_t least = 0;
    for (uint32_t i = 1; i < count; i++) {
        if (entries[i].cost < entries[least].cost) least = i;
    }
    return least;
}

static void heaps(void) {
    for (uint32_t n = 16; n <= MANY; n *= 4) {
        char name[64];
        open_list h;
        entry e;
        entry *scan = (entry *)(void *)other.words;
        uint32_t heap, linear;
        open_list_init(&h, (entry *)(void *)store.words, MANY + 1, by_cost, NULL);
        for (uint32_t k = 0; k < n; k++) {
            scan[k] = (entry){keys[k], k};
            MUST(open_list_push(&h, scan[k]));
        }
        uint32_t before = test_instructions();
        for (uint32_t k = 0; k < 64; k++) { /* take the least entry, put another one in */
            MUST(open_list_pop(&h, &e));
            MUST(open_list_push(&h, (entry){keys[MANY - 1 - k], k}));
        }
        heap = (test_instructions() - before) / 64;
        before = test_instructions();
        for (uint32_t k = 0; k < 64; k++) {
            uint32_t least = scan_least(scan, n);
            use(scan[least].cost);
            scan[least] = scan[n - 1];
            scan[n - 1] = (entry){keys[MANY - 1 - k], k};
        }
        linear = (test_instructions() - before) / 64;
        snprintf(name, sizeof name, "least out and another in, %u entries", (unsigned)n);
        printf("  %-40s heap %6u   linear scan %6u\n", name, (unsigned)heap, (unsigned)linear);
    }
    timers q;
    entry e;
    timers_init(&q, (timers_slot *)(void *)store.words, N, by_cost, NULL);
    COUNT("priority queue push, 0 to 256 entries", N, MUST(timers_push(&q, (entry){keys[k], k})));
    COUNT("priority queue pop, 256 to 0 entries", N, MUST(timers_pop(&q, &e)));
}

static void trees(void) {
    static const ox_tree_balance *const kinds[] = {&ox_red_black, &ox_avl, &ox_splay};
    static const char *const names[] = {"red-black", "AVL", "splay"};
    for (uint32_t t = 0; t < 3; t++) {
        set s;
        char name[3][64];
        snprintf(name[0], sizeof name[0], "%s insert, 0 to 1024 keys", names[t]);
        snprintf(name[1], sizeof name[1], "%s find among 1024", names[t]);
        snprintf(name[2], sizeof name[2], "%s remove by key, 1024 to 0", names[t]);
        MUST(set_nodes_init(&nodes, (set_node *)(void *)store.words, MANY + 1));
        set_init_with(&s, &nodes, kinds[t], NULL, NULL);
        COUNT(name[0], MANY, MUST(set_insert(&s, keys[k], NULL)));
        COUNT(name[1], MANY, use(set_find(&s, keys[k])));
        if (t == 0) {
            set_position i = set_begin(&s);
            COUNT("red-black next", MANY, i = set_next(&s, i));
        }
        COUNT(name[2], MANY, MUST(set_remove(&s, keys[k])));
    }
}

static void tables(void) {
    for (uint32_t n = 64; n <= MANY; n *= 4) {
        prices_map m;
        prices_chained c;
        prices_probing p;
        prices d;
        ox_nodes more;
        uint32_t size = n == 64 ? 127 : n == 256 ? 503 : 2039;
        uint32_t missing = 0;
        printf("  %u pairs; hash slots: chained %u, probing %u quadratic\n", (unsigned)n, (unsigned)(n - 1),
               (unsigned)size);
        MUST(prices_map_nodes_init(&nodes, (prices_map_node *)(void *)store.words, n + 1));
        prices_map_init(&m, &nodes, NULL, NULL);
        COUNT("  map insert", n, MUST(prices_map_insert(&m, keys[k], k)));
        COUNT("  map get, there", n, use(*prices_map_get(&m, keys[k])));
        COUNT("  map get, not there", n, missing += prices_map_get(&m, keys[k] + 1) != NULL);
        d = prices_of_map(&m);
        COUNT("  map get through the dictionary", n, use(*prices_get(&d, keys[k])));
        COUNT("  map remove", n, MUST(prices_map_remove(&m, keys[k])));
        MUST(prices_chained_nodes_init(&more, (prices_chained_node *)(void *)store.words, n + 1));
        MUST(prices_chained_init(&c, &more, slots, n - 1));
        COUNT("  chained insert", n, MUST(prices_chained_insert(&c, keys[k], k)));
        COUNT("  chained get, there", n, use(*prices_chained_get(&c, keys[k])));
        COUNT("  chained get, not there", n, missing += prices_chained_get(&c, keys[k] + 1) != NULL);
        d = prices_of_chained(&c);
        COUNT("  chained get through the dictionary", n, use(*prices_get(&d, keys[k])));
        COUNT("  chained remove", n, MUST(prices_chained_remove(&c, keys[k])));
        if (prices_probing_init(&p, store.words, sizeof store, size, OX_PROBE_QUADRATIC, true) != OX_OK)
            printf("bad\n");
        COUNT("  probing insert, with order", n, MUST(prices_probing_insert(&p, keys[k], k)));
        COUNT("  probing get, there", n, use(*prices_probing_get(&p, keys[k])));
        COUNT("  probing get, not there", n, missing += prices_probing_get(&p, keys[k] + 1) != NULL);
        COUNT("  probing remove, rebuilds included", n, MUST(prices_probing_remove(&p, keys[k])));
        use(missing);
    }
}

static void trees_and_graphs(void) {
    parts h;
    ox_graph g;
    uint32_t count;
    MUST(parts_nodes_init(&nodes, (parts_node *)(void *)store.words, N + 1));
    parts_init(&h, &nodes);
    COUNT("hierarchy add, 4 children each", N, MUST(parts_add(&h, (k + 3) / 4, k)));
    uint32_t i = parts_begin(&h);
    COUNT("hierarchy next (preorder)", N, i = parts_next(&h, i));
    COUNT("hierarchy attach, depth 4", N, MUST(parts_attach(&h, 200, 100 + k % 50)));
    MUST(ox_graph_init(&g, (ox_graph_node *)(void *)store.words, N + 1, (ox_graph_edge *)(void *)other.words,
                       2 * N + 1));
    COUNT("graph add_node", N, MUST(ox_graph_add_node(&g)));
    COUNT("graph add_edge", 2 * N - 3, MUST(ox_graph_add_edge(&g, k / 2 + 1, k / 2 + 2 + (k & 1u), 1)));
    i = ox_graph_first(&g, 5);
    COUNT("graph next and to", 1, (use(ox_graph_edge_at(&g, i)->to), i = ox_graph_next(&g, i)));
    COUNT("graph order, 256 nodes and 509 edges", 1, MUST(ox_graph_order(&g, slots, slots + N, &count)));
    COUNT("graph loop, none among them", 1, MUST(ox_graph_loop(&g, slots, N, NULL)));
    COUNT("graph reach, all", 1, MUST(ox_graph_reach(&g, 1, slots)));
}

int main(void) {
    rng32 r = rng32_seed(1, 1);
    for (uint32_t i = 0; i < MANY; i++) keys[i] = rng32_next(&r);
    COUNT(NULL, N, (void)0);
    sequences();
    sorts();
    heaps();
    trees();
    tables();
    trees_and_graphs();
    return 0;
}
