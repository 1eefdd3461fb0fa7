/* A mine: each container at the work it is best at. kernel/containers/containers.h tells which one to choose, and
 * what it costs. */
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
#include "kernel/containers/sort.h"
#include "kernel/debug/format.h"
#include "kernel/names/id.h"
#include "rom/carts/examples/example.h"

/* 1. The rooms are a graph: nodes, and ways of so many metres between them. */
enum { GATE = 1, HALL, SHAFT, LAKE, VEIN, ROOMS = 6, DOORS = 16 };

/* 2. The shortest way is Dijkstra's: a priority queue of rooms that are near, a table of distances known. */
typedef struct reached {
    uint32_t metres;
    uint16_t room;
} reached;
OX_DEFINE_PRIORITY_QUEUE(frontier, reached)

static int by_metres(const void *a, const void *b, void *context) {
    const reached *one = a, *other = b;
    (void)context;
    return one->metres < other->metres ? -1 : one->metres > other->metres;
}

static uint32_t shortest_way(const ox_graph *mine, uint16_t from, uint16_t to) {
    frontier_slot storage[DOORS];
    frontier open;
    uint32_t known[ROOMS] = {0};
    reached at = {0, from};
    frontier_init(&open, storage, DOORS, by_metres, NULL);
    if (frontier_push(&open, at) != OX_OK) return 0;
    while (frontier_pop(&open, &at) == OX_OK) {
        if (at.room == to) return at.metres;
        if (known[at.room] == 0) {
            known[at.room] = 1;
            for (uint32_t e = ox_graph_first(mine, at.room); e != 0; e = ox_graph_next(mine, e)) {
                const ox_graph_edge *way = ox_graph_edge_at(mine, e);
                if (frontier_push(&open, (reached){at.metres + (uint32_t)way->weight, way->to}) != OX_OK)
                    return 0;
            }
        }
        if (frontier_empty(&open)) break;
    }
    return 0;
}

static void show_rooms(ox_log *out) {
    static ox_graph_node nodes[ROOMS];
    static ox_graph_edge edges[DOORS];
    uint16_t order[ROOMS], scratch[ROOMS];
    uint32_t count = 0;
    ox_graph mine;
    if (ox_graph_init(&mine, nodes, ROOMS, edges, DOORS) != OX_OK) return;
    for (uint32_t i = GATE; i <= VEIN; i++) (void)ox_graph_add_node(&mine);
    static const int ways[][3] = {
        {GATE, HALL, 4}, {HALL, SHAFT, 9}, {HALL, LAKE, 3}, {LAKE, SHAFT, 2}, {SHAFT, VEIN, 5}};
    for (int i = 0; i < 5; i++)
        if (ox_graph_connect(&mine, (uint32_t)ways[i][0], (uint32_t)ways[i][1], ways[i][2], false) != OX_OK)
            return;
    SAY("from the gate to the vein: %u metres", (unsigned)shortest_way(&mine, GATE, VEIN));
    if (ox_graph_order(&mine, order, scratch, &count) == OX_OK)
        SAY("dug in an order: %u rooms, the last is %u", (unsigned)count, (unsigned)order[count - 1]);
    SAY("from the lake one reaches %u rooms", (unsigned)ox_graph_reach(&mine, LAKE, order));
    SAY("a way from the vein to the gate %s a loop",
        ox_graph_closes_loop(&mine, VEIN, GATE) ? "closes" : "closes no");
    if (ox_graph_connect(&mine, VEIN, GATE, 1, true) != OX_OK) return;
    uint32_t closing = 0;
    SAY("with it a loop of %u rooms is there; to the gate: %u metres",
        (unsigned)ox_graph_loop(&mine, order, ROOMS, &closing), (unsigned)shortest_way(&mine, VEIN, GATE));
    if (ox_graph_disconnect(&mine, VEIN, GATE) == OX_OK && ox_graph_remove_node(&mine, LAKE) == OX_OK)
        SAY("without the lake: %u rooms, %u ways, from the gate to the vein %u metres",
            (unsigned)ox_graph_node_count(&mine), (unsigned)ox_graph_edge_count(&mine),
            (unsigned)shortest_way(&mine, GATE, VEIN));
}

/* 3. Things carried are a tree: parts on parts, with no fixed number of children. */
typedef struct piece {
    const char *name;
    int weight;
} piece;
OX_DEFINE_HIERARCHY(parts, piece)

static void show_train(ox_log *out) {
    static parts_node storage[9];
    ox_nodes nodes;
    parts train;
    if (parts_nodes_init(&nodes, storage, 9) != OX_OK) return;
    parts_init(&train, &nodes);
    uint32_t engine = parts_add(&train, 0, (piece){"engine", 900}),
             cart = parts_add(&train, engine, (piece){"cart", 200});
    uint32_t ore = parts_add(&train, cart, (piece){"ore", 450});
    (void)!parts_add(&train, cart, (piece){"lamp", 5});
    int sum = 0;
    for (uint32_t i = parts_first_post(&train, cart); i != 0; i = parts_next_post(&train, i, cart))
        sum += parts_at(&train, i)->weight;
    SAY("%s and all on it: %d kg, %u deep", parts_at(&train, cart)->name, sum,
        (unsigned)parts_depth(&train, ore));
    SAY("an engine on its own cart: %s", parts_attach(&train, engine, ore) == OX_CYCLE ? "refused" : "odd");
    char all[40];
    uint16_t way[4];
    ox_text line = ox_text_begin(all, sizeof all);
    for (uint32_t i = parts_first_wide(&train, engine); i != 0; i = parts_next_wide(&train, i, engine))
        ox_text_add(&line, " %s", parts_at(&train, i)->name);
    uint32_t steps = parts_path(&train, ore, way, 4);
    SAY("row by row:%s; the way to the ore has %u parts", all, (unsigned)steps);
    line = ox_text_begin(all, sizeof all);
    OX_EACH_BACKWARD(parts, i, &train) ox_text_add(&line, " %s", parts_at(&train, i)->name);
    SAY("from the last to the first:%s", all);
    (void)parts_erase(&train, cart);
    SAY("without the cart: %u part", (unsigned)parts_count(&train));
}

/* 4. Prices by name: one interface to a tree (in order), to hashing, and to a table in ROM. */
OX_DEFINE_DICTIONARY(prices, int32_t)

static void show_prices(ox_log *out) {
    static const prices_rom_pair fixed[] = {{2, 10}, {5, 30}, {9, 4}};
    static prices_map_node leaves[9];
    static prices_chained_node pairs[9];
    static uint16_t slots[7];
    const prices_rom rom = {fixed, 3};
    ox_nodes tree_nodes, hash_nodes;
    prices_map tree;
    prices_chained hash;
    if (prices_map_nodes_init(&tree_nodes, leaves, 9) != OX_OK ||
        prices_chained_nodes_init(&hash_nodes, pairs, 9) != OX_OK)
        return;
    prices_map_init(&tree, &tree_nodes, NULL, NULL);
    if (prices_chained_init(&hash, &hash_nodes, slots, 7) != OX_OK) return;
    prices shops[] = {prices_of_map(&tree), prices_of_chained(&hash), prices_of_rom(&rom)};
    for (int i = 0; i < 3; i++) {
        int sum = 0;
        uint32_t first = 0;
        for (uint32_t k = 0; k < 3; k++) { /* a table in ROM stays as it is */
            ox_status status = prices_insert(&shops[i], fixed[2 - k].key, fixed[2 - k].value);
            if (status != OX_OK && status != OX_UNSUPPORTED) return;
        }
        OX_EACH(prices, at, &shops[i]) {
            if (first == 0) first = prices_key(&shops[i], at);
            sum += *prices_at(&shops[i], at);
        }
        SAY("%s: %u prices, together %d, the first is that of %u",
            i == 0   ? "tree"
            : i == 1 ? "hash"
                     : "ROM",
            (unsigned)prices_count(&shops[i]), sum, (unsigned)first);
    }
    if (prices_remove(&shops[0], 5) == OX_OK)
        SAY("the tree without 5 has %u", (unsigned)prices_count(&shops[0]));
    static _Alignas(8) uint8_t room[256];
    prices_probing open;
    if (prices_probing_init(&open, room, sizeof room, 8, OX_PROBE_LINEAR, false) != OX_OK) return;
    shops[2] = prices_of_probing(&open);
    for (uint32_t key = 3; key < 8; key++)
        if (prices_insert(&shops[2], key, 1) != OX_OK) return;
    SAY("open addressing: %u prices in 8 slots, found within %u look", (unsigned)prices_count(&shops[2]),
        (unsigned)prices_probing_longest(&open));
    for (int i = 0; i < 3; i++) prices_clear(&shops[i]);
    SAY("the market is over: %u prices",
        (unsigned)(prices_count(&shops[0]) + prices_count(&shops[1]) + prices_count(&shops[2])));
}

/* A tree keeps its balance in one of three ways; contents and order are the same in all. */
static void show_balance(ox_log *out) {
    static const ox_tree_balance *const ways[] = {&ox_red_black, &ox_avl, &ox_splay};
    static prices_map_node leaves[41];
    for (int way = 0; way < 3; way++) {
        ox_nodes nodes;
        prices_map tree;
        uint32_t last = 0, order = 0;
        if (prices_map_nodes_init(&nodes, leaves, 41) != OX_OK) return;
        prices_map_init_with(&tree, &nodes, ways[way], NULL, NULL);
        for (uint32_t i = 0; i < 40; i++)
            if (prices_map_insert(&tree, i * 17u % 41u + 1u, (int32_t)i) != OX_OK) return;
        for (uint32_t key = 5; key < 25; key++)
            if (prices_map_remove(&tree, key) != OX_OK) return;
        OX_EACH(prices_map, at, &tree) {
            order += prices_map_at(&tree, at)->key > last;
            last = prices_map_at(&tree, at)->key;
        }
        SAY("balance %d: %u prices, %u of them behind the one before; the first from 9 on is %u", way,
            (unsigned)prices_map_count(&tree), (unsigned)order,
            (unsigned)prices_map_at(&tree, prices_map_lower(&tree, 9))->key);
    }
}

/* 5. Dwarfs are in two lists: one of all, another of those awake, with the links in the dwarf itself. */
typedef struct dwarf {
    ox_link all, awake;
    int32_t strength;
} dwarf;
OX_DEFINE_INTRUSIVE(all_dwarves, dwarf, all)
OX_DEFINE_INTRUSIVE(awake_dwarves, dwarf, awake)

static int by_strength(const void *a, const void *b, void *context) {
    (void)context;
    return ((const dwarf *)a)->strength - ((const dwarf *)b)->strength;
}

static void show_dwarves(ox_log *out) {
    static dwarf crew[4];
    all_dwarves all;
    awake_dwarves awake;
    all_dwarves_init(&all);
    awake_dwarves_init(&awake);
    for (int i = 0; i < 4; i++) {
        crew[i] = (dwarf){.strength = (i * 7 + 3) % 11};
        all_dwarves_push_back(&all, &crew[i]);
        if (i % 2 == 1) awake_dwarves_push_back(&awake, &crew[i]);
    }
    all_dwarves_sort(&all, by_strength, NULL);
    SAY("the weakest of %u has %d, the strongest %d; %u are awake", (unsigned)all_dwarves_count(&all),
        (int)all_dwarves_front(&all)->strength, (int)all_dwarves_back(&all)->strength,
        (unsigned)awake_dwarves_count(&awake));
    /* A relief of several dwarfs joins the front as one list; a tired dwarf leaves alone. */
    static dwarf fresh[2] = {{.strength = 20}, {.strength = 21}};
    all_dwarves relief;
    all_dwarves_init(&relief);
    for (int i = 0; i < 2; i++) all_dwarves_push_back(&relief, &fresh[i]);
    all_dwarves_splice(&all, all_dwarves_front(&all), &relief);
    (void)awake_dwarves_remove(&crew[1]);
    all_dwarves_reverse(&all);
    SAY("with the relief %u, the last has %d; %u is awake", (unsigned)all_dwarves_count(&all),
        (int)all_dwarves_back(&all)->strength, (unsigned)awake_dwarves_count(&awake));
    all_dwarves_clear(&all);
}

/* 6. Things wait: orders in a chain, steps in a ring that forgets the oldest, shifts in a list that is sorted. */
OX_DEFINE_CHAIN(orders, uint32_t)
OX_DEFINE_RING(steps, uint16_t)
OX_DEFINE_LIST(shifts, uint16_t)

static void show_work(ox_log *out) {
    static orders_node order_storage[5];
    static shifts_node shift_storage[5];
    uint16_t step_storage[3], first = 0;
    uint32_t order = 0;
    ox_nodes order_nodes, shift_nodes;
    orders waiting;
    steps walked;
    shifts plan;
    if (orders_nodes_init(&order_nodes, order_storage, 5) != OX_OK ||
        shifts_nodes_init(&shift_nodes, shift_storage, 5) != OX_OK)
        return;
    orders_init(&waiting, &order_nodes);
    shifts_init(&plan, &shift_nodes);
    steps_init(&walked, step_storage, 3, OX_RING_OVERWRITE);
    for (uint16_t i = 0; i < 5; i++) {
        if (i < 4 && orders_push_back(&waiting, 100u + i) != OX_OK) return;
        if (i < 4 && shifts_push_back(&plan, (uint16_t)(9 - i * 2)) != OX_OK) return;
        if (steps_push_back(&walked, i) != OX_OK) return;
    }
    shifts_sort(&plan, ox_compare_u16, NULL);
    if (orders_pop_front(&waiting, &order) != OX_OK || shifts_pop_front(&plan, &first) != OX_OK) return;
    SAY("order %u first, %u wait; the shift of %u begins; of 5 steps the ring knows %u to %u",
        (unsigned)order, (unsigned)orders_count(&waiting), (unsigned)first, (unsigned)*steps_front(&walked),
        (unsigned)*steps_back(&walked));

    /* Two shifts are added to the plan as one list; the last order goes; the walk is told from its end. */
    shifts late;
    uint16_t step = 0;
    shifts_init(&late, &shift_nodes);
    if (shifts_push_back(&late, 20) != OX_OK) return;
    shifts_splice(&plan, 0, &late);
    shifts_reverse(&plan);
    orders_sort(&waiting, ox_compare_u32, NULL);
    orders_reverse(&waiting);
    if (orders_insert(&waiting, orders_last(&waiting), 150) == 0) return;
    steps_sort(&walked, ox_compare_u16, NULL);
    if (steps_pop_back(&walked, &step) != OX_OK || steps_push_front(&walked, 9) != OX_OK) return;
    SAY("%u shifts, the latest at %u; %u orders, the last is %u; the last step %u, the first %u",
        (unsigned)shifts_count(&plan), (unsigned)*shifts_front(&plan), (unsigned)orders_count(&waiting),
        (unsigned)*orders_at(&waiting, orders_last(&waiting)), (unsigned)step,
        (unsigned)*steps_front(&walked));
    orders_clear(&waiting);
    shifts_clear(&plan);
}

/* 7. The map is a grid, the finds are an array, and the three best finds come of one pass. */
OX_DEFINE_GRID(tiles, uint8_t)
OX_DEFINE_ARRAY(finds, int32_t)

static void show_finds(ox_log *out) {
    static uint8_t memory[8 * 6];
    static int32_t storage[8 * 6];
    tiles map;
    finds found;
    ox_top_entry best[3];
    ox_top top;
    if (tiles_init(&map, memory, 8, 6, 1, 8) != OX_OK) return;
    finds_init(&found, storage, 48);
    for (uint32_t y = 0; y < 6; y++)
        for (uint32_t x = 0; x < 8; x++) *tiles_at(&map, x, y) = (uint8_t)(x * 31 + y * 17);
    ox_top_init(&top, best, 3, OX_TOP_LARGEST);
    for (uint32_t y = 0; y < 6; y++)
        for (uint32_t x = 0; x < 8; x++) {
            if (finds_push_back(&found, *tiles_wrapped(&map, (int32_t)x + 1, (int32_t)y - 1)) != OX_OK)
                return;
            ox_top_offer(&top, *finds_back(&found), finds_count(&found) - 1);
        }
    uint32_t count = ox_top_finish(&top);
    SAY("%u finds, the %u best begin with %d at %u", (unsigned)finds_count(&found), (unsigned)count,
        (int)best[0].key, (unsigned)best[0].index);
    finds_sort(&found, ox_compare_i32, NULL);
    const int32_t wanted = 100;
    SAY("%u of them are below 100, and they are %s",
        (unsigned)finds_lower_bound(&found, &wanted, ox_compare_i32, NULL),
        ox_is_sorted(storage, 48, sizeof storage[0], ox_compare_i32, NULL) ? "sorted" : "not sorted");
    static ox_sort_pair pairs[48], scratch[48];
    static uint32_t counters[256];
    for (uint32_t i = 0; i < 48; i++) pairs[i] = (ox_sort_pair){(uint32_t)storage[47 - i], (uint16_t)i};
    ox_sort_radix(pairs, scratch, 48, counters);
    SAY("by radix the least is %u", (unsigned)pairs[0].key);

    /* An array that grows takes its items from an arena; a part of the map is a map, without a copy. */
    static _Alignas(8) uint8_t block[256];
    ox_arena arena;
    finds more;
    tiles corner;
    ox_arena_init(&arena, block, sizeof block);
    finds_init_growing(&more, ox_array_grow_in_arena, &arena, 0);
    for (int32_t i = 0; i < 9; i++)
        if (finds_insert(&more, 0, 90 - i * 10) != OX_OK) return;
    (void)finds_erase(&more, 4);
    finds_sort_stable(&more, ox_compare_i32, NULL);
    if (tiles_part(&map, 5, 3, 3, 2, &corner) != OX_OK) return;
    SAY("%u more, the fifth is %d, in %u bytes; the corner begins with %u", (unsigned)finds_count(&more),
        (int)*finds_at(&more, 4), (unsigned)ox_arena_used(&arena), (unsigned)*tiles_at(&corner, 0, 0));
}

void example(plat *platform, ox_log *out) {
    (void)platform;
    show_rooms(out);
    show_train(out);
    show_prices(out);
    show_balance(out);
    show_dwarves(out);
    show_work(out);
    show_finds(out);
}
