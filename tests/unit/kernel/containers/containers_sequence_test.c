/* Tests of the sequences: array, ring, list, chain, intrusive list, each against one naive model; stacks and
 * queues. */
#include "kernel/containers/array.h"
#include "kernel/containers/chain.h"
#include "kernel/containers/intrusive.h"
#include "kernel/containers/list.h"
#include "kernel/containers/ring.h"
#include "kernel/containers/stack.h"
#include "tests/unit/kernel/containers/containers_check.h"

enum { ROOM = 9 }; /* small, so that every run meets the end of the storage */

OX_DEFINE_ARRAY(row, uint16_t)
OX_DEFINE_RING(loop, uint16_t)
OX_DEFINE_LIST(list, uint16_t)
OX_DEFINE_CHAIN(chain, uint16_t)

typedef struct bead {
    ox_link red, blue;
    uint16_t value;
} bead;
OX_DEFINE_INTRUSIVE(beads, bead, red)
OX_DEFINE_INTRUSIVE(blues, bead, blue)

static bool is_odd(const uint16_t *value, void *context) { return (void)context, (*value & 1u) != 0; }
static bool is_value(const uint16_t *value, void *context) { return *value == *(const uint16_t *)context; }
static bool bead_is_odd(const bead *b, void *context) { return (void)context, (b->value & 1u) != 0; }
static int compare_beads(const void *a, const void *b, void *context) {
    return by_high_byte(&((const bead *)a)->value, &((const bead *)b)->value, context);
}
static int compare_bead_values(const void *a, const void *b, void *context) {
    return counting_u16(&((const bead *)a)->value, &((const bead *)b)->value, context);
}

/* ---- one interface to all of them ---- */

typedef struct subject {
    ox_status (*push_back)(void *c, uint16_t v), (*push_front)(void *c, uint16_t v);
    ox_status (*pop_back)(void *c, uint16_t *v), (*pop_front)(void *c, uint16_t *v);
    uint32_t (*erase_nth)(void *c, uint32_t n); /* returns the erased value, or 0x10000 */
    uint32_t (*remove_odd)(void *c), (*unique)(void *c);
    void (*reverse)(void *c), (*sort)(void *c), (*clear)(void *c);
    uint32_t (*count)(const void *c), (*forward)(const void *c, uint16_t *out),
        (*backward)(const void *c, uint16_t *out);
} subject;

#define SUBJECT_COMMON(name, value_of, odd, compare, compare_value, sort_name)                               \
    static uint32_t name##_t_erase_nth(void *p, uint32_t n) {                                                \
        name *c = p;                                                                                         \
        name##_position i = name##_begin(c);                                                                 \
        for (; n > 0; n--) i = name##_next(c, i);                                                            \
        i = name##_erase(c, i);                                                                              \
        return name##_valid(c, i) ? (name##_at(c, i))value_of : 0x10000u;                                    \
    }                                                                                                        \
    static uint32_t name##_t_remove_odd(void *p) { return name##_remove_if((name *)p, odd, NULL); }          \
    static uint32_t name##_t_unique(void *p) { return name##_unique((name *)p, compare_value, NULL); }       \
    static void name##_t_reverse(void *p) { name##_reverse((name *)p); }                                     \
    static void name##_t_sort(void *p) { name##_##sort_name((name *)p, compare, NULL); }                     \
    static void name##_t_clear(void *p) { name##_clear((name *)p); }                                         \
    static uint32_t name##_t_count(const void *p) { return name##_count((const name *)p); }                  \
    static uint32_t name##_t_forward(const void *p, uint16_t *out) {                                         \
        uint32_t n = 0;                                                                                      \
        OX_EACH(name, i, (const name *)p) if (n < ROOM) out[n++] = (name##_at((const name *)p, i))value_of;  \
        return n;                                                                                            \
    }                                                                                                        \
    static uint32_t name##_t_backward(const void *p, uint16_t *out) {                                        \
        uint32_t n = 0;                                                                                      \
        OX_EACH_BACKWARD(name, i, (const name *)p)                                                           \
        if (n < ROOM) out[n++] = (name##_at((const name *)p, i))value_of;                                    \
        return n;                                                                                            \
    }
#define SUBJECT(name)                                                                                        \
    static const subject name##_subject = {                                                                  \
        name##_t_push_back,  name##_t_push_front, name##_t_pop_back, name##_t_pop_front, name##_t_erase_nth, \
        name##_t_remove_odd, name##_t_unique,     name##_t_reverse,  name##_t_sort,      name##_t_clear,     \
        name##_t_count,      name##_t_forward,    name##_t_backward};
#define SUBJECT_PUSH(name, which)                                                                            \
    static ox_status name##_t_##which(void *p, uint16_t v) { return name##_##which((name *)p, v); }
#define SUBJECT_POP(name, which)                                                                             \
    static ox_status name##_t_##which(void *p, uint16_t *v) { return name##_##which((name *)p, v); }

#define VALUE [0]
SUBJECT_COMMON(row, VALUE, is_odd, by_high_byte, counting_u16, sort_stable)
SUBJECT_PUSH(row, push_back)
SUBJECT_POP(row, pop_back)
static ox_status row_t_push_front(void *p, uint16_t v) { return row_insert((row *)p, 0, v); }
static ox_status row_t_pop_front(void *p, uint16_t *v) {
    *v = *row_front((row *)p);
    row_erase((row *)p, 0);
    return OX_OK;
}
SUBJECT(row)

SUBJECT_COMMON(loop, VALUE, is_odd, by_high_byte, counting_u16, sort_stable)
SUBJECT_PUSH(loop, push_back)
SUBJECT_PUSH(loop, push_front)
SUBJECT_POP(loop, pop_back)
SUBJECT_POP(loop, pop_front)
SUBJECT(loop)

SUBJECT_COMMON(list, VALUE, is_odd, by_high_byte, counting_u16, sort)
SUBJECT_PUSH(list, push_back)
SUBJECT_PUSH(list, push_front)
SUBJECT_POP(list, pop_back)
SUBJECT_POP(list, pop_front)
SUBJECT(list)

SUBJECT_COMMON(chain, VALUE, is_odd, by_high_byte, counting_u16, sort)
SUBJECT_PUSH(chain, push_back)
SUBJECT_PUSH(chain, push_front)
SUBJECT_POP(chain, pop_front)
static ox_status chain_t_pop_back(void *p, uint16_t *v) {
    *v = *chain_back((chain *)p);
    chain_erase((chain *)p, chain_last((chain *)p));
    return OX_OK;
}
SUBJECT(chain)

/* The list owns nothing, so the test keeps its beads in a box behind the list. */
typedef struct string_of_beads {
    beads list;
    bead box[ROOM];
} string_of_beads;
static bead *loose_bead(void *p, uint16_t v) {
    string_of_beads *s = p;
    for (uint32_t i = 0; i < ROOM; i++) {
        if (beads_is_linked(&s->box[i])) continue;
        s->box[i].value = v;
        return &s->box[i];
    }
    return NULL;
}
#define BEAD_VALUE ->value
SUBJECT_COMMON(beads, BEAD_VALUE, bead_is_odd, compare_beads, compare_bead_values, sort)
static ox_status beads_t_push_back(void *p, uint16_t v) {
    bead *b = loose_bead(p, v);
    if (b == NULL) return OX_FULL;
    beads_push_back((beads *)p, b);
    return OX_OK;
}
static ox_status beads_t_push_front(void *p, uint16_t v) {
    bead *b = loose_bead(p, v);
    if (b == NULL) return OX_FULL;
    beads_push_front((beads *)p, b);
    return OX_OK;
}
static ox_status beads_t_pop_back(void *p, uint16_t *v) {
    return *v = beads_pop_back((beads *)p)->value, OX_OK;
}
static ox_status beads_t_pop_front(void *p, uint16_t *v) {
    return *v = beads_pop_front((beads *)p)->value, OX_OK;
}
SUBJECT(beads)

/* ---- the model, and 10,000 sequences of operations ---- */

typedef struct model {
    uint16_t at[ROOM];
    uint32_t count;
} model;

static void model_insert(model *m, uint32_t i, uint16_t v) {
    for (uint32_t j = m->count++; j > i; j--) m->at[j] = m->at[j - 1];
    m->at[i] = v;
}

static uint16_t model_erase(model *m, uint32_t i) {
    uint16_t v = m->at[i];
    for (m->count--; i < m->count; i++) m->at[i] = m->at[i + 1];
    return v;
}

/* Keeps the values that pass; with `twins`, the values unlike their predecessor. */
static uint32_t model_filter(model *m, bool twins) {
    uint32_t kept = 0, count = m->count;
    for (uint32_t i = 0; i < count; i++) {
        if (twins ? kept > 0 && m->at[kept - 1] == m->at[i] : (m->at[i] & 1u) != 0) continue;
        m->at[kept++] = m->at[i];
    }
    m->count = kept;
    return count - kept;
}

/* Does one operation on container and model; false when they disagree. */
static bool step(const subject *s, void *c, model *m, uint32_t random) {
    uint16_t value = (uint16_t)(random >> 16 & 0x0307u), got = 0; /* values are often equal */
    uint32_t nth = m->count == 0 ? 0 : (random >> 8 & 255u) % m->count;
    bool full = m->count == ROOM;
    switch (random % 13) {
    case 0:
    case 1:
    case 2:
        if (s->push_back(c, value) != (full ? OX_FULL : OX_OK)) return false;
        if (!full) model_insert(m, m->count, value);
        return true;
    case 3:
    case 4:
    case 5:
        if (s->push_front(c, value) != (full ? OX_FULL : OX_OK)) return false;
        if (!full) model_insert(m, 0, value);
        return true;
    case 6:
        return m->count == 0 || (s->pop_back(c, &got) == OX_OK && got == model_erase(m, m->count - 1));
    case 7:
        return m->count == 0 || (s->pop_front(c, &got) == OX_OK && got == model_erase(m, 0));
    case 8: {
        if (m->count == 0) return true;
        uint32_t next = s->erase_nth(c, nth);
        model_erase(m, nth);
        return next == (nth < m->count ? m->at[nth] : 0x10000u);
    }
    case 9:
        return (random >> 24 & 3u) != 0 || s->remove_odd(c) == model_filter(m, false);
    case 10:
        return s->unique(c) == model_filter(m, true);
    case 11:
        s->reverse(c);
        for (uint32_t i = 0; i < m->count / 2; i++) {
            uint16_t v = m->at[i];
            m->at[i] = m->at[m->count - 1 - i];
            m->at[m->count - 1 - i] = v;
        }
        return true;
    default:
        s->sort(c);
        naive_sort(m->at, m->count, true);
        return true;
    }
}

static bool agrees(const subject *s, const void *c, const model *m) {
    uint16_t out[ROOM];
    if (s->count(c) != m->count || s->forward(c, out) != m->count) return false;
    if (memcmp(out, m->at, m->count * sizeof out[0]) != 0 || s->backward(c, out) != m->count) return false;
    for (uint32_t i = 0; i < m->count; i++) {
        if (out[i] != m->at[m->count - 1 - i]) return false;
    }
    return true;
}

static void run_model(const subject *s, void *c, uint32_t seed) {
    rng32 r = rng32_seed(seed, 1);
    uint32_t wrong = 0, filled = 0;
    for (uint32_t run = 0; run < 10000; run++) {
        model m = {.count = 0};
        uint32_t length = 8 + rng32_next(&r) % 24;
        bool right = true;
        for (uint32_t i = 0; i < length && right; i++) {
            right = step(s, c, &m, rng32_next(&r)) && s->count(c) == m.count;
            filled += m.count == ROOM;
        }
        wrong += !right || !agrees(s, c, &m);
        s->clear(c);
        wrong += s->count(c) != 0;
    }
    CHECK_EQ(wrong, 0);
    CHECK(filled > 1000);
}

TEST(containers_array_model) {
    uint16_t storage[ROOM];
    row c;
    row_init(&c, storage, ROOM);
    run_model(&row_subject, &c, 1);
}

TEST(containers_ring_model) {
    uint16_t storage[ROOM];
    loop c;
    loop_init(&c, storage, ROOM, OX_RING_REJECT);
    run_model(&loop_subject, &c, 2);
    CHECK(c.core.rejected > 0);
    CHECK_EQ(c.core.overwritten, 0);
}

TEST(containers_list_model) {
    list_node storage[ROOM + 1];
    ox_nodes nodes;
    list c;
    CHECK_EQ(list_nodes_init(&nodes, storage, ROOM + 1), OX_OK);
    list_init(&c, &nodes);
    run_model(&list_subject, &c, 3);
    CHECK_EQ(nodes.used, 0);
    CHECK(nodes.refused > 0);
    CHECK_EQ(sizeof(list_node), 6);
}

TEST(containers_chain_model) {
    chain_node storage[ROOM + 1];
    ox_nodes nodes;
    chain c;
    CHECK_EQ(chain_nodes_init(&nodes, storage, ROOM + 1), OX_OK);
    chain_init(&c, &nodes);
    run_model(&chain_subject, &c, 4);
    CHECK_EQ(nodes.used, 0);
    CHECK_EQ(sizeof(chain_node), sizeof(list_node) - 2);
}

TEST(containers_intrusive_model) {
    string_of_beads c = {0};
    beads_init(&c.list);
    run_model(&beads_subject, &c, 5);
}

/* ---- particulars ---- */

TEST(containers_array_vector) {
    row c;
    uint16_t room[10];
    row_init(&c, room, 10);
    CHECK_EQ(row_reserve(&c, 10), OX_OK);
    CHECK_EQ(row_reserve(&c, 11), OX_FULL);
    static const uint16_t first[] = {3, 99, 42}, second[] = {12, 32, 999};
    for (uint32_t i = 0; i < 3; i++) CHECK_EQ(row_push_back(&c, first[i]), OX_OK);
    OX_EACH(row, i, &c) CHECK_EQ(*row_at(&c, i), first[i]);
    for (uint32_t i = 0; i < 3; i++) *row_at(&c, i) = second[i];
    OX_EACH(row, i, &c) CHECK_EQ(*row_at(&c, i), second[i]);
    CHECK_EQ(row_swap_erase(&c, 0), 0);
    CHECK_EQ(*row_at(&c, 0), 999);
    CHECK_EQ(row_count(&c), 2);
    while (!row_full(&c)) CHECK_EQ(row_push_back(&c, 1), OX_OK);
    CHECK_EQ(row_push_back(&c, 1), OX_FULL);
    CHECK_EQ(row_insert(&c, 3, 1), OX_FULL);
    row_clear(&c);
    CHECK_EQ(row_capacity(&c), 10);
}

TEST(containers_array_misuse_asserts) {
    uint16_t storage[2], value = 7;
    row c;
    row_init(&c, storage, 2);
    CHECK_EQ(row_pop_back(&c, &value), OX_EMPTY);
    CHECK_EQ(value, 7);
    CHECK_EQ(row_insert(&c, 1, 5), OX_BAD_ARGUMENT);
    CHECK_EQ(row_erase(&c, 0), 0);
    CHECK_EQ(row_swap_erase(&c, 0), 0);
    CHECK_EQ(row_count(&c), 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 4 : 0);
    CHECK(row_at(&c, 0) == storage); /* behind the end: the call asserts, but the address may be formed */
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

TEST(containers_array_grows_in_arena) {
    static uint64_t block[200];
    ox_arena arena;
    ox_arena_init(&arena, block, sizeof block);
    row a, b;
    row_init_growing(&a, ox_array_grow_in_arena, &arena, 0);
    row_init_growing(&b, ox_array_grow_in_arena, &arena, 3);
    for (uint16_t i = 0; i < 100; i++) CHECK_EQ(row_push_back(&a, i), OX_OK);
    CHECK_EQ(a.core.grown, 6); /* 4, 8, 16, 32, 64, 128: the array alone on top grows in place */
    CHECK_EQ(ox_arena_used(&arena), 256);
    for (uint16_t i = 0; i < 10; i++) CHECK_EQ(row_push_back(&b, i), OX_OK);
    CHECK_EQ(b.core.grown, 4);
    for (uint16_t i = 100; i < 150; i++) CHECK_EQ(row_push_back(&a, i), OX_OK); /* the array moves behind b */
    CHECK(a.core.items != (void *)block);
    for (uint16_t i = 0; i < 150; i++) CHECK_EQ(*row_at(&a, i), i);
    for (uint16_t i = 0; i < 10; i++) CHECK_EQ(*row_at(&b, i), i);
    uint32_t capacity = a.core.capacity, pushed = a.core.count;
    while (row_push_back(&a, 9) == OX_OK) pushed++;
    CHECK_EQ(row_count(&a), pushed);
    CHECK(a.core.capacity >= capacity && a.core.count == a.core.capacity);
    CHECK_EQ(*row_at(&a, 149), 149);
}

TEST(containers_intrusive_two_lists) {
    bead b[3] = {{.value = 1}, {.value = 2}, {.value = 3}};
    beads red;
    blues blue, other;
    beads_init(&red);
    blues_init(&blue);
    blues_init(&other);
    for (int i = 0; i < 3; i++) {
        beads_push_back(&red, &b[i]);
        blues_push_front(&blue, &b[i]);
    }
    beads_position p = beads_begin(&red); /* deleting 2 of 1, 2, 3 while walking leaves 1, 3 */
    while (beads_valid(&red, p)) p = p->value == 2 ? beads_erase(&red, p) : beads_next(&red, p);
    CHECK(beads_front(&red) == &b[0] && beads_next(&red, &b[0]) == &b[2] && beads_back(&red) == &b[2]);
    CHECK(!beads_is_linked(&b[1]) && blues_is_linked(&b[1]));
    CHECK_EQ(blues_count(&blue), 3);
    blues_splice(&other, NULL, &blue);
    CHECK(blues_empty(&blue) && blues_front(&other) == &b[2]);
    beads_remove(&b[0]);
    beads_remove(&b[2]); /* the only element */
    CHECK(beads_empty(&red) && !beads_is_linked(&b[2]));
    beads_push_back(&red, &b[2]);
    beads_insert_before(&b[2], &b[0]);
    beads_insert_after(&b[0], &b[1]);
    CHECK(beads_next(&red, &b[0]) == &b[1] && beads_next(&red, &b[1]) == &b[2] &&
          beads_next(&red, &b[2]) == NULL);

    beads_push_back(&red, &b[1]); /* a linked node is not linked again */
    CHECK_EQ(beads_count(&red), 3);
    beads_clear(&red);
    CHECK(!beads_remove(&b[1]));
    CHECK(beads_pop_front(&red) == NULL);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 3 : 0);
}

TEST(containers_list_one_element_in_three) {
    list_node storage[9];
    ox_nodes nodes;
    list l[3];
    CHECK_EQ(list_nodes_init(&nodes, storage, 9), OX_OK);
    for (int i = 0; i < 3; i++) {
        list_init(&l[i], &nodes);
        CHECK_EQ(list_push_back(&l[i], 1), OX_OK);
        CHECK_EQ(list_push_back(&l[i], 42), OX_OK);
    }
    uint16_t wanted = 42;
    list_erase(&l[1], list_find_if(&l[1], is_value, &wanted));
    CHECK_EQ(list_count_if(&l[0], is_value, &wanted), 1);
    CHECK_EQ(list_count_if(&l[1], is_value, &wanted), 0);
    CHECK_EQ(*list_back(&l[2]), 42);
    CHECK_EQ(list_erase(&l[0], list_begin(&l[2])), 0); /* the position of another list */
    CHECK_EQ(list_erase(&l[0], 0), 0);
    CHECK_EQ(list_count(&l[0]), 2);
    CHECK_EQ(list_pop_back(&l[1], NULL), OX_OK);
    CHECK_EQ(list_pop_back(&l[1], NULL), OX_EMPTY);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 3 : 0);
    for (int i = 0; i < 4; i++) CHECK_EQ(list_push_back(&l[1], 5), OX_OK);
    CHECK_EQ(list_push_back(&l[1], 5), OX_FULL);
    list_splice(&l[0], list_begin(&l[0]), &l[1]);
    CHECK(list_empty(&l[1]));
    CHECK_EQ(list_count(&l[0]), 6);
    CHECK_EQ(*list_front(&l[0]), 5);
    CHECK_EQ(*list_back(&l[0]), 42);
    for (int i = 0; i < 3; i++) list_clear(&l[i]);
    CHECK_EQ(ox_nodes_free(&nodes), 8);
    CHECK_EQ(ox_nodes_init(&nodes, storage, 0, 6), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_nodes_init(&nodes, storage, 3, 3), OX_BAD_ARGUMENT);
}

TEST(containers_chain_misuse_asserts) {
    chain_node storage[4];
    ox_nodes nodes;
    chain a, b;
    CHECK_EQ(chain_nodes_init(&nodes, storage, 4), OX_OK);
    chain_init(&a, &nodes);
    chain_init(&b, &nodes);
    CHECK_EQ(chain_push_back(&a, 1), OX_OK);
    CHECK_EQ(chain_pop_front(&b, NULL), OX_EMPTY);
    CHECK_EQ(chain_erase(&b, chain_begin(&a)), 0);
    CHECK_EQ(chain_insert(&b, chain_begin(&a), 3), 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 3 : 0);
    CHECK_EQ(chain_before(&b, chain_begin(&a)), OX_NOWHERE);
    CHECK(chain_insert(&a, chain_begin(&a), 9) != 0); /* before the first element */
    CHECK_EQ(*chain_front(&a), 9);
    CHECK_EQ(chain_count(&a), 2);
}

TEST(containers_ring_deque_vector) {
    uint16_t storage[8], value;
    static const uint16_t backward[] = {1, 2, 3, 3, 2, 1}, forward[] = {2, 3, 3, 2};
    for (uint32_t capacity = 6; capacity <= 8; capacity++) {
        loop c;
        uint32_t n = 0;
        loop_init(&c, storage, capacity, OX_RING_REJECT);
        for (uint16_t i = 3; i > 0; i--) CHECK_EQ(loop_push_front(&c, i), OX_OK);
        for (uint16_t i = 3; i > 0; i--) CHECK_EQ(loop_push_back(&c, i), OX_OK);
        OX_EACH_BACKWARD(loop, i, &c) CHECK_EQ(*loop_at(&c, i), backward[n++]);
        CHECK_EQ(n, 6);
        CHECK(loop_pop_front(&c, &value) == OX_OK && value == 1);
        CHECK(loop_pop_back(&c, &value) == OX_OK && value == 1);
        CHECK(*loop_front(&c) == 2 && *loop_back(&c) == 2);
        n = 0;
        OX_EACH(loop, i, &c) CHECK_EQ(*loop_at(&c, i), forward[n++]);
        CHECK_EQ(n, 4);
    }
}

TEST(containers_ring_policies) {
    uint16_t storage[3], value = 77;
    loop c;
    loop_init(&c, storage, 3, OX_RING_OVERWRITE);
    for (uint16_t i = 0; i < 10; i++) CHECK_EQ(loop_push_back(&c, i), OX_OK);
    CHECK(*loop_front(&c) == 7 && *loop_back(&c) == 9 && c.core.overwritten == 7);
    CHECK_EQ(loop_push_front(&c, 50), OX_OK); /* the element at the back is dropped */
    CHECK(*loop_front(&c) == 50 && *loop_back(&c) == 8 && loop_count(&c) == 3);
    loop_init(&c, storage, 1, OX_RING_ASSERT);
    CHECK_EQ(loop_push_back(&c, 1), OX_OK);
    CHECK_EQ(loop_push_back(&c, 2), OX_FULL);
    CHECK_EQ(c.core.rejected, 1);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(loop_pop_back(&c, NULL), OX_OK);
    CHECK_EQ(loop_pop_back(&c, &value), OX_EMPTY);
    CHECK_EQ(loop_pop_front(&c, &value), OX_EMPTY);
    CHECK_EQ(value, 77);
    CHECK(loop_front(&c) == NULL && loop_back(&c) == NULL);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    loop_init(&c, storage, 0, OX_RING_OVERWRITE);
    CHECK_EQ(loop_push_back(&c, 1), OX_FULL);
}

OX_DEFINE_STACK(row_stack, uint16_t, row, back)
OX_DEFINE_STACK(loop_stack, uint16_t, loop, back)
OX_DEFINE_STACK(list_stack, uint16_t, list, back)
OX_DEFINE_STACK(chain_stack, uint16_t, chain, front)
OX_DEFINE_QUEUE(loop_queue, uint16_t, loop)
OX_DEFINE_QUEUE(list_queue, uint16_t, list)
OX_DEFINE_QUEUE(chain_queue, uint16_t, chain)

/* A model of random pushes and pops: an array and two indices. */
#define ADAPTER_MODEL(name, look, lifo)                                                                      \
    do {                                                                                                     \
        rng32 r = rng32_seed(9, 2);                                                                          \
        uint16_t expected[ROOM], value;                                                                      \
        uint32_t count = 0, wrong = 0;                                                                       \
        for (uint32_t i = 0; i < 10000; i++) {                                                               \
            uint32_t random = rng32_next(&r);                                                                \
            if ((random & 3u) < 2 + (i >> 6 & 1u)) {                                                         \
                ox_status status = name##_push(&c, (uint16_t)(random >> 16));                                \
                wrong += status != (count == ROOM ? OX_FULL : OX_OK);                                        \
                if (count < ROOM) expected[count++] = (uint16_t)(random >> 16);                              \
            } else if (count > 0) {                                                                          \
                wrong += *look(&c) != expected[(lifo) ? count - 1 : 0];                                      \
                wrong += name##_pop(&c, &value) != OX_OK || value != expected[(lifo) ? count - 1 : 0];       \
                count--;                                                                                     \
                for (uint32_t j = 0; !(lifo) && j < count; j++) expected[j] = expected[j + 1];               \
            }                                                                                                \
            wrong += name##_count(&c) != count || name##_empty(&c) != (count == 0);                          \
        }                                                                                                    \
        name##_clear(&c);                                                                                    \
        CHECK_EQ(wrong, 0);                                                                                  \
        CHECK(look(&c) == NULL);                                                                             \
        CHECK_EQ(name##_pop(&c, &value), OX_EMPTY);                                                          \
        CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);                                                       \
    } while (0)

TEST(containers_stacks_and_queues) {
    uint16_t storage[ROOM];
    list_node list_storage[ROOM + 1];
    chain_node chain_storage[ROOM + 1];
    ox_nodes list_nodes, chain_nodes;
    CHECK_EQ(list_nodes_init(&list_nodes, list_storage, ROOM + 1), OX_OK);
    CHECK_EQ(chain_nodes_init(&chain_nodes, chain_storage, ROOM + 1), OX_OK);
    {
        row_stack c;
        row_init(&c.on, storage, ROOM);
        ADAPTER_MODEL(row_stack, row_stack_top, true);
    }
    {
        loop_stack c;
        loop_init(&c.on, storage, ROOM, OX_RING_REJECT);
        ADAPTER_MODEL(loop_stack, loop_stack_top, true);
    }
    {
        list_stack c;
        list_init(&c.on, &list_nodes);
        ADAPTER_MODEL(list_stack, list_stack_top, true);
    }
    {
        chain_stack c;
        chain_init(&c.on, &chain_nodes);
        ADAPTER_MODEL(chain_stack, chain_stack_top, true);
    }
    {
        loop_queue c;
        loop_init(&c.on, storage, ROOM, OX_RING_REJECT);
        ADAPTER_MODEL(loop_queue, loop_queue_next_out, false);
    }
    {
        list_queue c;
        list_init(&c.on, &list_nodes);
        ADAPTER_MODEL(list_queue, list_queue_next_out, false);
    }
    {
        chain_queue c;
        chain_init(&c.on, &chain_nodes);
        ADAPTER_MODEL(chain_queue, chain_queue_next_out, false);
    }
}

/* ---- generic algorithms ---- */

static void add_to(uint16_t *value, void *context) { *(uint32_t *)context += *value; }

#define ALGORITHMS(name)                                                                                     \
    do {                                                                                                     \
        static const uint16_t values[] = {5, 2, 9, 2, 9, 4};                                                 \
        uint16_t wanted = 9, absent = 3;                                                                     \
        uint32_t sum = 0, walked = 0;                                                                        \
        OX_EACH(name, i, &c) walked++;                                                                       \
        OX_EACH_BACKWARD(name, i, &c) walked++;                                                              \
        CHECK_EQ(walked, 0);                                                                                 \
        CHECK(!name##_valid(&c, name##_find_if(&c, is_value, &wanted)));                                     \
        CHECK(!name##_valid(&c, name##_minimum(&c, counting_u16, NULL)));                                    \
        CHECK_EQ(name##_remove_if(&c, is_odd, NULL) + name##_unique(&c, counting_u16, NULL), 0);             \
        for (uint32_t i = 0; i < 6; i++) CHECK_EQ(name##_push_back(&c, values[i]), OX_OK);                   \
        name##_position at = name##_find_if(&c, is_value, &wanted);                                          \
        CHECK(at == name##_next(&c, name##_next(&c, name##_begin(&c))));                                     \
        CHECK(at == name##_maximum(&c, counting_u16, NULL));                                                 \
        CHECK(name##_minimum(&c, counting_u16, NULL) == name##_next(&c, name##_begin(&c)));                  \
        CHECK(!name##_valid(&c, name##_find_if(&c, is_value, &absent)));                                     \
        CHECK_EQ(name##_count_if(&c, is_odd, NULL), 3);                                                      \
        name##_for_each(&c, add_to, &sum);                                                                   \
        CHECK_EQ(sum, 31);                                                                                   \
        name##_sort(&c, counting_u16, NULL);                                                                 \
        CHECK_EQ(name##_unique(&c, counting_u16, NULL), 2); /* 2 4 5 9 */                                    \
        name##_reverse(&c);                                                                                  \
        CHECK(*name##_front(&c) == 9 && *name##_back(&c) == 2);                                              \
        CHECK_EQ(name##_remove_if(&c, is_odd, NULL), 2); /* 4 2 */                                           \
        CHECK(*name##_front(&c) == 4 && *name##_back(&c) == 2 && name##_count(&c) == 2);                     \
    } while (0)

TEST(containers_algorithms_on_sequences) {
    uint16_t storage[ROOM];
    list_node list_storage[ROOM + 1];
    chain_node chain_storage[ROOM + 1];
    ox_nodes nodes;
    {
        row c;
        row_init(&c, storage, ROOM);
        ALGORITHMS(row);
    }
    {
        loop c;
        loop_init(&c, storage, ROOM, OX_RING_REJECT);
        c.core.head = ROOM - 2; /* the elements lie across the end of the storage */
        ALGORITHMS(loop);
    }
    {
        list c;
        CHECK_EQ(list_nodes_init(&nodes, list_storage, ROOM + 1), OX_OK);
        list_init(&c, &nodes);
        ALGORITHMS(list);
    }
    {
        chain c;
        CHECK_EQ(chain_nodes_init(&nodes, chain_storage, ROOM + 1), OX_OK);
        chain_init(&c, &nodes);
        ALGORITHMS(chain);
    }
}

/* Positions and nodes outside of the container are refused, whatever lies beside it; the container is unchanged. */
TEST(containers_misplaced_positions_are_refused) {
    uint16_t storage[4];
    row array;
    row_init(&array, storage, 4);
    CHECK_EQ(row_push_back(&array, 5), OX_OK);
    CHECK(ox_array_open(&array.core, 2, sizeof(uint16_t)) == NULL);
    CHECK_EQ(array.core.count, 1);
    CHECK(ox_array_open(&array.core, 1, sizeof(uint16_t)) == &storage[1]);
    CHECK(!ox_array_erase(&array.core, 2, sizeof(uint16_t)));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(array.core.count, 2);
}

/* Splicing at the front, in the middle, at the end, of no nodes and into an empty list: walks in both directions
 * agree with the values. */
TEST(containers_intrusive_splices_link_both_ways) {
    for (int fronts = 0; fronts <= 3; fronts++) {
        for (int place = 0; place <= fronts; place++) {
            for (int others = 0; others <= 2; others++) {
                bead b[5];
                memset(b, 0, sizeof b);
                beads into, from;
                beads_init(&into);
                beads_init(&from);
                for (int i = 0; i < 5; i++) b[i].value = (uint16_t)i;
                for (int i = 0; i < fronts; i++) beads_push_back(&into, &b[i]);
                for (int i = 0; i < others; i++) beads_push_back(&from, &b[3 + i]);
                beads_splice(&into, place < fronts ? &b[place] : NULL, &from);
                uint16_t expected[5];
                int count = 0;
                for (int i = 0; i < place; i++) expected[count++] = (uint16_t)i;
                for (int i = 0; i < others; i++) expected[count++] = (uint16_t)(3 + i);
                for (int i = place; i < fronts; i++) expected[count++] = (uint16_t)i;
                CHECK(beads_empty(&from) && beads_front(&from) == NULL && beads_back(&from) == NULL);
                CHECK_EQ(beads_count(&into), (uint32_t)count);
                const ox_link *root = &into.core.root, *link = root->next, *back = root->prev;
                for (int i = 0; i < count; i++, link = link->next, back = back->prev) {
                    CHECK_EQ(((const bead *)(const void *)link)->value, expected[i]);
                    CHECK_EQ(((const bead *)(const void *)back)->value, expected[count - 1 - i]);
                    CHECK(link->next->prev == link && link->prev->next == link);
                }
                CHECK(link == root && back == root);
            }
        }
    }
}
