/* The tree of boxes finds what a walk over all boxes finds. */
#include "kernel/collision/box_tree.h"
#include "kernel/collision/slant.h"

#include "fixedmath/random.h"
#include "fixedmath/scalar.h"
#include "tests/test.h"
#include "tests/unit/kernel/collision/collision_shapes.h"
#include "tests/unit/kernel/memory/life.h"

enum { ITEMS = 200 };

typedef struct found {
    bool items[ITEMS];
    uint32_t count, most;
} found;

static bool note(void *context, uint32_t item) {
    found *f = context;
    CHECK(!f->items[item]); /* each item once */
    f->items[item] = true;
    return ++f->count < f->most;
}

static box3 any_box(rng32 *r) {
    const vec3 at = collision_any_vec3(r, 8 * FX_ONE),
               half = {collision_any_size(r), collision_any_size(r), collision_any_size(r)};
    return (box3){v3_sub(at, half), v3_add(at, half)};
}

/* Height and boxes of every node are those of its children. */
static void check_node(const ox_box_tree *t, uint16_t n) {
    const ox_box_tree_node *node = &t->nodes[n];
    if (node->children[0] == OX_BOX_TREE_NONE) return;
    for (int i = 0; i < 2; i++) {
        const ox_box_tree_node *child = &t->nodes[node->children[i]];
        CHECK_EQ(child->parent, n);
        CHECK(child->height < node->height && box_contains(&node->box, child->box.lo) &&
              box_contains(&node->box, child->box.hi));
        check_node(t, node->children[i]);
    }
}

static uint8_t memory[ITEMS * 80];
static box3 boxes[ITEMS];

static void put_all(ox_box_tree *t, rng32 *r) {
    CHECK(ox_box_tree_bytes(ITEMS) <= sizeof memory);
    ox_box_tree_init(t, memory, ITEMS);
    for (uint32_t i = 0; i < ITEMS; i++) {
        boxes[i] = any_box(r);
        CHECK(ox_box_tree_put(t, i, &boxes[i], V3_ZERO));
    }
}

TEST(box_tree_finds_what_all_boxes_say) {
    static ox_box_tree t;
    rng32 r = rng32_seed(3, 1);
    put_all(&t, &r);
    for (int round = 0; round < 60; round++) {
        for (int k = 0; k < 40; k++) { /* some move, some go, some come */
            const uint32_t i = rng32_next(&r) % ITEMS;
            if (k % 4 == 0) {
                ox_box_tree_take(&t, i);
                CHECK(!ox_box_tree_has(&t, i));
                continue;
            }
            boxes[i] =
                k % 4 == 1 ? any_box(&r) : box_translate(&boxes[i], collision_any_vec3(&r, FX_ONE / 32));
            (void)ox_box_tree_put(&t, i, &boxes[i], V3_ZERO);
        }
        check_node(&t, t.root);
        const box3 look = any_box(&r);
        found f = {.most = ITEMS + 1};
        ox_box_tree_overlap(&t, &look, note, &f);
        for (uint32_t i = 0; i < ITEMS; i++) {
            const bool is_met = ox_box_tree_has(&t, i) && box_overlap(&look, &boxes[i]);
            CHECK(!is_met || f.items[i]);
            if (f.items[i]) CHECK(box_overlap(&look, ox_box_tree_box(&t, i)));
        }
    }
    CHECK(t.nodes[t.root].height < 24);
}

TEST(box_tree_keeps_the_leaf_of_what_moves_a_little) {
    static ox_box_tree t;
    rng32 r = rng32_seed(4, 1);
    put_all(&t, &r);
    box3 moved = box_translate(&boxes[7], (vec3){OX_BOX_TREE_MARGIN / 2, 0, 0});
    CHECK(!ox_box_tree_put(&t, 7, &moved, V3_ZERO));
    moved = box_translate(&boxes[7], (vec3){2 * OX_BOX_TREE_MARGIN, 0, 0});
    CHECK(ox_box_tree_put(&t, 7, &moved, (vec3){4 * FX_ONE, 0, 0}));
    moved = box_translate(&moved, (vec3){3 * FX_ONE, 0, 0});
    CHECK(!ox_box_tree_put(&t, 7, &moved, V3_ZERO));
}

/* Points along the way, sampled: what a sample meets, the sweep finds. */
TEST(box_tree_sweeps_find_what_lies_on_the_way) {
    static ox_box_tree t;
    rng32 r = rng32_seed(5, 1);
    put_all(&t, &r);
    uint32_t all = 0;
    for (int round = 0; round < 60; round++) {
        box3 box = any_box(&r);
        if (round % 2 == 0) box.hi = box.lo;
        const vec3 way = collision_any_vec3(&r, 30 * FX_ONE);
        found f = {.most = ITEMS + 1};
        ox_box_tree_sweep(&t, &box, way, note, &f);
        all += f.count;
        for (uint32_t i = 0; i < ITEMS; i++)
            for (int k = 0; k <= 64 && !f.items[i]; k++) {
                const box3 there = box_translate(&box, v3_scale(way, k * (FX_ONE / 64)));
                CHECK(!box_overlap(&there, &boxes[i]));
            }
    }
    CHECK(all > 100 && all < 60 * ITEMS / 4);
}

TEST(box_tree_walks_end_when_the_hearer_has_enough) {
    static ox_box_tree t;
    rng32 r = rng32_seed(6, 1);
    put_all(&t, &r);
    const box3 all = {{-40 * FX_ONE, -40 * FX_ONE, -40 * FX_ONE}, {40 * FX_ONE, 40 * FX_ONE, 40 * FX_ONE}};
    found f = {.most = 3};
    ox_box_tree_overlap(&t, &all, note, &f);
    CHECK_EQ(f.count, 3);
    for (uint32_t i = 0; i < ITEMS; i++) ox_box_tree_take(&t, i);
    f = (found){.most = 3};
    ox_box_tree_overlap(&t, &all, note, &f);
    CHECK(f.count == 0 && t.count == 0);
}

PLAIN_ROW(ox_box_tree, init, DONE(ox_box_tree_init(it, memory, ITEMS)), OX_CLEAR(it))

TEST(box_tree_begins_and_ends) {
    static uint8_t room[256];
    ox_arena arena;
    ox_arena_init(&arena, room, sizeof room);
    CHECK(life_is_led(&LIFE_OF(ox_box_tree), &(life_bench){&arena, NULL}));
}

/* What the axes across the way say in products of 64 bits, with a doubt on all sides. */
static bool lies_beside(const box3 *box, vec3 way, const box3 *still, int64_t doubt) {
    for (int k = 0; k < 3; k++) {
        const int u = (k + 1) % 3, v = (k + 2) % 3;
        const int64_t way_u = v3_get(way, u), way_v = v3_get(way, v),
                      middle_u = (int64_t)v3_get(box->lo, u) + v3_get(box->hi, u) + way_u -
                                 v3_get(still->lo, u) - v3_get(still->hi, u),
                      middle_v = (int64_t)v3_get(box->lo, v) + v3_get(box->hi, v) + way_v -
                                 v3_get(still->lo, v) - v3_get(still->hi, v),
                      size_u = (int64_t)v3_get(box->hi, u) - v3_get(box->lo, u) + v3_get(still->hi, u) -
                               v3_get(still->lo, u) + doubt,
                      size_v = (int64_t)v3_get(box->hi, v) - v3_get(box->lo, v) + v3_get(still->hi, v) -
                               v3_get(still->lo, v) + doubt,
                      apart = middle_u * way_v - middle_v * way_u,
                      reach = size_u * (way_v < 0 ? -way_v : way_v) + size_v * (way_u < 0 ? -way_u : way_u);
        if ((apart < 0 ? -apart : apart) > reach) return true;
    }
    return false;
}

TEST(box_tree_slants_are_sure_of_what_lies_beside) {
    rng32 r = rng32_seed(8, 5);
    uint32_t beside = 0, met = 0, wrong = 0, missed = 0;
    for (int i = 0; i < TEST_ROUNDS(60000); i++) {
        const fx reach =
            (fx)1 << (12 + i % 16); /* lengths from a sixteenth of a metre to the ends of what counts */
        const vec3 at = collision_any_vec3(&r, reach), way = collision_any_vec3(&r, reach),
                   half = {(fx)(rng32_next(&r) % 4096), (fx)(rng32_next(&r) % 4096),
                           (fx)(rng32_next(&r) % 4096)};
        const box3 box = {v3_sub(at, half), v3_add(at, half)},
                   all = {v3_min(box.lo, v3_add(box.lo, way)), v3_max(box.hi, v3_add(box.hi, way))};
        const vec3 place = v3_add(v3_add(at, v3_scale(way, (fx)(rng32_next(&r) & 0xFFFF))),
                                  collision_any_vec3(&r, reach / 4)),
                   size = {(fx)(rng32_next(&r) % (uint32_t)reach), (fx)(rng32_next(&r) % (uint32_t)reach),
                           (fx)(rng32_next(&r) % (uint32_t)reach)};
        const box3 still = {place, v3_add(place, v3_scale(size, FX_ONE / 8))};
        ox_slant slant;
        ox_slant_set(&slant, &box, way);
        if (!box_overlap(&all, &still)) continue;
        const bool told = ox_slant_is_beside(&slant, still.lo, still.hi);
        wrong += told && !lies_beside(&box, way, &still, 0);
        missed += !told &&
                  lies_beside(&box, way, &still, (int64_t)12 << (slant.shift < 0 ? 0 : slant.shift)) &&
                  slant.shift >= 0;
        beside += told;
        met += !told;
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(missed, 0);
    CHECK(beside > (uint32_t)TEST_ROUNDS(60000) / 50 && met > (uint32_t)TEST_ROUNDS(60000) / 10);
    TEST_INFO("%u boxes beside the way, %u met", (unsigned)beside, (unsigned)met);
    /* What does not move, or is too far for the cells, is never beside. */
    const box3 unit = {V3_ZERO, {FX_ONE, FX_ONE, FX_ONE}},
               far = {{0, 1 << 28, 0}, {FX_ONE, (1 << 28) + FX_ONE, FX_ONE}};
    ox_slant slant;
    ox_slant_set(&slant, &unit, V3_ZERO);
    CHECK(!ox_slant_is_beside(&slant, V3_ZERO, V3_X));
    ox_slant_set(&slant, &far, V3_X);
    CHECK(!ox_slant_is_beside(&slant, V3_ZERO, V3_X));
}
