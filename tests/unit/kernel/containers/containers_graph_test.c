/* Tests of hierarchies and graphs. */
#include "kernel/containers/graph.h"
#include "kernel/containers/hierarchy.h"
#include "tests/unit/kernel/containers/containers_check.h"

enum { NODES = 24 };

OX_DEFINE_HIERARCHY(parts, uint16_t)

/* ---- the naive reference: for every node its parent and its children in order ---- */

typedef struct family {
    uint32_t parent[NODES + 1];
    uint32_t child[NODES + 1][NODES + 1];
    uint32_t children[NODES + 1];
    bool in[NODES + 1];
} family;

static void family_unlink(family *f, uint32_t id) {
    uint32_t up = f->parent[id], i = 0;
    while (f->child[up][i] != id) i++;
    for (f->children[up]--; i < f->children[up]; i++) f->child[up][i] = f->child[up][i + 1];
}

static void family_link(family *f, uint32_t id, uint32_t parent) {
    f->parent[id] = parent;
    f->child[parent][f->children[parent]++] = id;
}

static bool family_below(const family *f, uint32_t id, uint32_t ancestor) {
    return id == ancestor || (id != 0 && family_below(f, f->parent[id], ancestor));
}

static void family_erase(family *f, uint32_t id) {
    while (f->children[id] > 0) family_erase(f, f->child[id][0]);
    family_unlink(f, id);
    f->in[id] = false;
}

typedef struct walk {
    uint32_t at[NODES + 2];
    uint32_t count;
} walk;

static void walk_pre(const family *f, uint32_t id, walk *w) {
    if (id != 0) w->at[w->count++] = id;
    for (uint32_t i = 0; i < f->children[id]; i++) walk_pre(f, f->child[id][i], w);
}
static void walk_post(const family *f, uint32_t id, walk *w) {
    for (uint32_t i = 0; i < f->children[id]; i++) walk_post(f, f->child[id][i], w);
    if (id != 0) w->at[w->count++] = id;
}
static void walk_wide(const family *f, uint32_t top, walk *w) {
    uint32_t queue[NODES + 2] = {top}, count = 1;
    for (uint32_t i = 0; i < count; i++) {
        if (queue[i] != 0) w->at[w->count++] = queue[i];
        for (uint32_t j = 0; j < f->children[queue[i]]; j++) queue[count++] = f->child[queue[i]][j];
    }
}

static uint32_t walks_differ(const parts *h, const family *f, uint32_t top) {
    walk pre = {.count = 0}, post = {.count = 0}, wide = {.count = 0};
    uint32_t wrong = 0, n = 0;
    walk_pre(f, top, &pre);
    walk_post(f, top, &post);
    walk_wide(f, top, &wide);
    for (uint32_t i = parts_first_pre(h, top); i != 0 && n <= NODES; i = parts_next_pre(h, i, top))
        wrong += pre.at[n++] != i;
    wrong += n != pre.count;
    n = 0;
    for (uint32_t i = parts_first_post(h, top); i != 0 && n <= NODES; i = parts_next_post(h, i, top))
        wrong += post.at[n++] != i;
    wrong += n != post.count;
    n = 0;
    for (uint32_t i = parts_first_wide(h, top); i != 0 && n <= NODES; i = parts_next_wide(h, i, top))
        wrong += wide.at[n++] != i;
    wrong += n != wide.count;
    n = pre.count;
    if (top == 0) {
        OX_EACH_BACKWARD(parts, i, h) wrong += n == 0 || pre.at[--n] != i;
        wrong += n != 0;
    }
    return wrong;
}

TEST(containers_hierarchy_model) {
    static family f;
    parts_node storage[NODES + 1];
    ox_nodes nodes;
    parts h;
    uint32_t wrong = 0, count = 0, cycles = 0, full = 0;
    rng32 r = rng32_seed(51, 1);
    memset(&f, 0, sizeof f);
    CHECK_EQ(parts_nodes_init(&nodes, storage, NODES + 1), OX_OK);
    parts_init(&h, &nodes);
    for (uint32_t i = 0; i < 10000; i++) {
        uint32_t random = rng32_next(&r), a = (random >> 8) % NODES + 1, b = (random >> 16) % (NODES + 1);
        if (b != 0 && !f.in[b]) b = 0;
        if (random % 4 < 2) {
            uint32_t id = parts_add(&h, b, (uint16_t)i);
            wrong += (id == 0) != (count == NODES) || (id != 0 && f.in[id]);
            full += id == 0;
            if (id == 0) continue;
            f.in[id] = true;
            f.children[id] = 0;
            family_link(&f, id, b);
            count++;
            wrong += *parts_at(&h, id) != (uint16_t)i;
        } else if (f.in[a] && random % 4 == 2) {
            bool cycle = b != 0 && family_below(&f, b, a);
            wrong += parts_is_below(&h, b, a) != (b != 0 && cycle);
            wrong += parts_attach(&h, a, b) != (cycle ? OX_CYCLE : OX_OK);
            cycles += cycle;
            if (!cycle) {
                family_unlink(&f, a);
                family_link(&f, a, b);
            }
        } else if (f.in[a] && random % 32 == 3) {
            walk pre = {.count = 0};
            walk_pre(&f, 0, &pre);
            uint32_t next = 0;
            for (uint32_t j = 0; j < pre.count; j++) {
                if (pre.at[j] == a) next = j + 1;
            }
            while (next < pre.count && family_below(&f, pre.at[next], a)) next++;
            wrong += parts_erase(&h, a) != (next < pre.count ? pre.at[next] : 0);
            family_erase(&f, a);
            count = 0;
            for (uint32_t j = 1; j <= NODES; j++) count += f.in[j];
        }
        wrong += parts_count(&h) != count || nodes.used != count;
        if (i % 8 != 0) continue;
        wrong += walks_differ(&h, &f, 0);
        if (!f.in[a]) continue;
        wrong += walks_differ(&h, &f, a);
        uint16_t path[3];
        uint32_t depth = 0;
        for (uint32_t up = f.parent[a]; up != 0; up = f.parent[up]) depth++;
        wrong += parts_depth(&h, a) != depth || parts_path(&h, a, path, 3) != depth + 1;
        for (uint32_t k = 0, up = a; k <= depth; k++, up = f.parent[up]) {
            if (depth - k < 3) wrong += path[depth - k] != up;
        }
        wrong += parts_parent(&h, a) != f.parent[a];
        wrong += parts_first_child(&h, a) != (f.children[a] == 0 ? 0 : f.child[a][0]);
        wrong += parts_last_child(&h, a) != (f.children[a] == 0 ? 0 : f.child[a][f.children[a] - 1]);
    }
    CHECK_EQ(wrong, 0);
    CHECK(cycles > 100 && full > 100);
    parts_clear(&h);
    CHECK_EQ(nodes.used, 0);
}

static bool is_leaf_value(const uint16_t *value, void *context) { return (void)context, *value >= 100; }

TEST(containers_hierarchy_moves_and_misuse) {
    parts_node storage[8];
    ox_nodes nodes;
    parts h;
    CHECK_EQ(parts_nodes_init(&nodes, storage, 8), OX_OK);
    parts_init(&h, &nodes);
    CHECK(parts_first_pre(&h, 0) == 0 && parts_first_post(&h, 0) == 0 && parts_last(&h) == 0);
    uint32_t body = parts_add(&h, 0, 1), arm = parts_add(&h, body, 2), hand = parts_add(&h, arm, 103);
    uint32_t leg = parts_add(&h, body, 104);
    CHECK_EQ(parts_attach(&h, body, hand), OX_CYCLE);
    CHECK_EQ(parts_attach(&h, arm, arm), OX_CYCLE);
    CHECK_EQ(parts_next_sibling(&h, arm), leg);
    CHECK_EQ(parts_attach(&h, arm, leg), OX_OK);
    CHECK_EQ(parts_depth(&h, hand), 3);
    CHECK_EQ(parts_detach(&h, arm), OX_OK);
    CHECK(parts_parent(&h, arm) == 0 && parts_depth(&h, hand) == 1);
    CHECK_EQ(parts_count_if(&h, is_leaf_value, NULL), 2);
    CHECK_EQ(parts_remove_if(&h, is_leaf_value, NULL), 2);
    CHECK_EQ(parts_count(&h), 2);
    CHECK_EQ(parts_erase(&h, hand), 0); /* the hand is gone already */
    CHECK_EQ(parts_erase(&h, 0), 0);
    CHECK_EQ(parts_attach(&h, 0, body), OX_BAD_ARGUMENT);
    CHECK_EQ(parts_attach(&h, arm, hand), OX_BAD_ARGUMENT);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 4 : 0);
    CHECK_EQ(parts_count(&h), 2);
    uint32_t foot = parts_add(&h, body, 5), toe = parts_add(&h, foot, 6), nail = parts_add(&h, toe, 7);
    CHECK(foot != 0 && toe != 0 && nail != 0);
    CHECK_EQ(parts_erase(&h, foot), arm);
    CHECK_EQ(parts_erase(&h, toe), 0); /* the toe went with the foot */
    CHECK_EQ(parts_attach(&h, nail, body), OX_BAD_ARGUMENT);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    CHECK_EQ(parts_count(&h), 2);
}

/* ---- graphs ---- */

typedef struct matrix { /* the reference: the number of edges from each node to each */
    uint8_t edges[NODES + 1][NODES + 1];
    bool in[NODES + 1];
} matrix;

static uint32_t reachable(const matrix *m, uint32_t from) { /* the nodes as bits, by repetition */
    uint32_t set = 1u << from, before;
    do {
        before = set;
        for (uint32_t a = 1; a <= NODES; a++) {
            for (uint32_t b = 1; b <= NODES; b++) {
                if ((set >> a & 1u) != 0 && m->edges[a][b] > 0) set |= 1u << b;
            }
        }
    } while (set != before);
    return set;
}

static bool order_is_lowest_first(const ox_graph *g, const uint16_t *order, uint32_t count) {
    uint32_t done = 0;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t n = 0;
             (n = ox_graph_next_node(g, n)) != 0;) { /* the lowest node that is ready and not done */
            bool ready = (done >> n & 1u) == 0;
            for (uint32_t a = 0; ready && (a = ox_graph_next_node(g, a)) != 0;) {
                if ((done >> a & 1u) == 0 && ox_graph_find_edge(g, a, n) != 0) ready = false;
            }
            if (!ready) continue;
            if (order[i] != n) return false;
            break;
        }
        done |= 1u << order[i];
    }
    return true;
}

static bool loop_is_one(const ox_graph *g, const uint16_t *loop, uint32_t length, uint32_t closing) {
    for (uint32_t i = 0; i + 1 < length; i++) {
        if (ox_graph_find_edge(g, loop[i], loop[i + 1]) == 0) return false;
        for (uint32_t j = 0; j < i; j++) {
            if (loop[i] == loop[j]) return false;
        }
    }
    const ox_graph_edge *edge = ox_graph_edge_at(g, closing);
    return edge->from == loop[length - 1] && edge->to == loop[0];
}

TEST(containers_graph_order_of_dags) {
    ox_graph_node node_storage[NODES + 1];
    ox_graph_edge edge_storage[64];
    ox_graph g;
    uint16_t order[NODES], scratch[NODES], loop[NODES];
    uint32_t wrong = 0, count, cyclic = 0;
    rng32 r = rng32_seed(52, 1);
    for (uint32_t run = 0; run < 600; run++) {
        uint32_t rank[NODES + 1], closing, n = 2 + run % (NODES - 1);
        bool dag = run % 3 != 0;
        wrong += ox_graph_init(&g, node_storage, NODES + 1, edge_storage, 64) != OX_OK;
        for (uint32_t i = 1; i <= n; i++) {
            wrong += ox_graph_add_node(&g) != i;
            rank[i] = rng32_next(&r);
        }
        for (uint32_t i = 0; i < n * 5 / 4; i++) {
            uint32_t a = rng32_next(&r) % n + 1, b = rng32_next(&r) % n + 1;
            if (dag && rank[a] == rank[b]) continue;
            bool swap = dag && rank[a] > rank[b];
            wrong += ox_graph_add_edge(&g, swap ? b : a, swap ? a : b, 1) == 0;
        }
        ox_status status = ox_graph_order(&g, order, scratch, &count);
        uint32_t length = ox_graph_loop(&g, loop, NODES, &closing);
        wrong +=
            (status == OX_OK) != (length == 0) || (dag && status != OX_OK) || (status == OX_OK && count != n);
        wrong += !order_is_lowest_first(&g, order, count);
        if (length > 0) wrong += !loop_is_one(&g, loop, length, closing);
        cyclic += length > 0;
    }
    CHECK_EQ(wrong, 0);
    CHECK(cyclic > 50);
}

TEST(containers_graph_model) {
    static matrix m;
    ox_graph_node node_storage[NODES + 1];
    ox_graph_edge edge_storage[41];
    ox_graph g;
    uint16_t out[NODES];
    uint32_t wrong = 0, edges = 0, nodes = 0, refused = 0;
    rng32 r = rng32_seed(53, 1);
    memset(&m, 0, sizeof m);
    CHECK_EQ(ox_graph_init(&g, node_storage, NODES + 1, edge_storage, 41), OX_OK);
    for (uint32_t i = 0; i < 10000; i++) {
        uint32_t random = rng32_next(&r), a = (random >> 8) % NODES + 1, b = (random >> 16) % NODES + 1;
        bool known = m.in[a] && m.in[b];
        uint32_t kind = random % 16;
        if (kind < 4) {
            uint32_t id = ox_graph_add_node(&g);
            wrong += (id == 0) != (nodes == NODES) || (id != 0 && m.in[id]);
            if (id != 0) m.in[id] = true, nodes++;
        } else if (kind < 10 && known) {
            bool both = kind == 9;
            ox_status status = ox_graph_connect(&g, a, b, (int32_t)i, both);
            wrong += status != (edges + 1 + both > 40 ? OX_FULL : OX_OK);
            refused += status == OX_FULL;
            if (status == OX_OK) {
                m.edges[a][b]++;
                if (both) m.edges[b][a]++;
                edges += 1u + both;
            }
        } else if (kind < 12 && known) {
            uint32_t e = ox_graph_find_edge(&g, a, b);
            wrong += (e != 0) != (m.edges[a][b] > 0);
            wrong += ox_graph_remove_edge(&g, e) != (e != 0 ? OX_OK : OX_NOT_FOUND);
            if (e != 0) m.edges[a][b]--, edges--;
        } else if (kind == 12 && random >> 24 < 40) {
            wrong += ox_graph_remove_node(&g, a) != (m.in[a] ? OX_OK : OX_NOT_FOUND);
            for (uint32_t k = 1; k <= NODES; k++) {
                edges -= m.edges[a][k];
                m.edges[a][k] = 0;
                edges -= m.edges[k][a];
                m.edges[k][a] = 0;
            }
            nodes -= m.in[a];
            m.in[a] = false;
        } else if (kind == 13 && known && a != b) {
            wrong +=
                ox_graph_disconnect(&g, a, b) != (m.edges[a][b] + m.edges[b][a] > 0 ? OX_OK : OX_NOT_FOUND);
            if (m.edges[a][b] > 0) m.edges[a][b]--, edges--;
            if (m.edges[b][a] > 0) m.edges[b][a]--, edges--;
        } else if (kind == 14 && known && random >> 24 < 64) {
            uint32_t set = reachable(&m, a), count = ox_graph_reach(&g, a, out), got = 0;
            for (uint32_t k = 0; k < count; k++) got |= 1u << out[k];
            for (uint32_t k = 1; k <= NODES; k++) count -= set >> k & 1u;
            wrong += got != set || count != 0 || out[0] != a;
            wrong += ox_graph_closes_loop(&g, b, a) != ((set >> b & 1u) != 0);
        }
        wrong += ox_graph_edge_count(&g) != edges || ox_graph_node_count(&g) != nodes;
        if (i % 4 != 0 || !m.in[a]) continue;
        uint8_t seen[NODES + 1] = {0}; /* neighbours come in the order of insertion: weights rise */
        int32_t last = -1;
        for (uint32_t e = ox_graph_first(&g, a); e != 0; e = ox_graph_next(&g, e)) {
            const ox_graph_edge *edge = ox_graph_edge_at(&g, e);
            wrong += edge->weight < last || edge->from != a;
            last = edge->weight;
            seen[edge->to]++;
        }
        wrong += memcmp(seen + 1, m.edges[a] + 1, NODES) != 0;
    }
    CHECK_EQ(wrong, 0);
    CHECK(refused > 50);
    CHECK_EQ(ox_graph_add_edge(&g, 0, 1, 1), 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(ox_graph_init(&g, node_storage, 0, edge_storage, 5), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_graph_init(&g, node_storage, 5, NULL, 5), OX_BAD_ARGUMENT);
}

/* Seven systems, each of which needs the one before: the order of their start and its reverse for the stop; and the
 * sentence that two systems cannot need each other. */
TEST(containers_graph_start_order) {
    enum { MEMORY = 1, FILES, VIDEO, TEXTURE, RENDER, ANIMATION, PHYSICS };
    ox_graph_node node_storage[8];
    ox_graph_edge edge_storage[16];
    ox_graph g;
    uint16_t order[7], scratch[7], loop[7];
    uint32_t count, closing;
    CHECK_EQ(ox_graph_init(&g, node_storage, 8, edge_storage, 16), OX_OK);
    for (uint32_t i = MEMORY; i <= PHYSICS; i++) CHECK_EQ(ox_graph_add_node(&g), i);
    CHECK_EQ(ox_graph_add_node(&g), 0);
    static const uint8_t needs[][2] = {{TEXTURE, VIDEO},     {TEXTURE, FILES},   {RENDER, TEXTURE},
                                       {ANIMATION, FILES},   {VIDEO, MEMORY},    {FILES, MEMORY},
                                       {PHYSICS, ANIMATION}, {ANIMATION, RENDER}};
    for (uint32_t i = 0; i < OX_COUNT(needs); i++)
        CHECK(ox_graph_add_edge(&g, needs[i][1], needs[i][0], 0) != 0);
    CHECK_EQ(ox_graph_order(&g, order, scratch, &count), OX_OK);
    for (uint32_t i = 0; i < 7; i++) {
        CHECK_EQ(order[i], MEMORY + i);
        CHECK_EQ(order[count - 1 - i], PHYSICS - i); /* the order to stop in is the reverse */
    }
    CHECK(ox_graph_closes_loop(&g, PHYSICS, VIDEO) && !ox_graph_closes_loop(&g, VIDEO, PHYSICS));
    uint32_t bad = ox_graph_add_edge(&g, PHYSICS, VIDEO, 0);
    CHECK_EQ(ox_graph_order(&g, order, scratch, &count), OX_CYCLE);
    CHECK_EQ(count, 2);
    CHECK_EQ(ox_graph_loop(&g, loop, 7, &closing), 5);
    static const uint16_t expected[] = {VIDEO, TEXTURE, RENDER, ANIMATION, PHYSICS};
    for (uint32_t i = 0; i < 5; i++) CHECK_EQ(loop[i], expected[i]);
    CHECK_EQ(closing, bad);
}
