/* Tests of sharing: the table of shared objects, small instances of large models, and the memory saved. */
#include <string.h>

#include "fixedmath/random.h"
#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "kernel/residency/shared.h"
#include "tests/test.h"

static _Alignas(16) uint8_t memory[40 * 1024];
static ox_arena arena;

/* Objects described by two numbers; different objects may have one key. */
typedef struct colour_set {
    uint32_t hue, count;
    uint8_t shades[24];
} colour_set;

typedef struct workshop {
    uint32_t made, dropped;
    bool fail;
} workshop;

static ox_status make_colours(void *context, void *object, const void *descriptor) {
    workshop *w = context;
    colour_set *set = object;
    const uint32_t *wanted = descriptor;
    if (w->fail) return OX_IO_ERROR;
    w->made++;
    *set = (colour_set){wanted[0], wanted[1], {0}};
    for (uint32_t i = 0; i < sizeof set->shades; i++) set->shades[i] = (uint8_t)(wanted[0] + i * wanted[1]);
    return OX_OK;
}

static bool same_colours(void *context, const void *object, const void *descriptor) {
    const colour_set *set = object;
    const uint32_t *wanted = descriptor;
    (void)context;
    return set->hue == wanted[0] && set->count == wanted[1];
}

static void drop_colours(void *context, void *object) {
    workshop *w = context;
    w->dropped++;
    memset(object, 0, sizeof(colour_set));
}

static const ox_shared_maker colours = {make_colours, same_colours, drop_colours};

TEST(memory_shared_objects_are_made_once) {
    ox_shared table;
    workshop w = {0, 0, false};
    ox_handle one, again, other, full;
    const uint32_t red[2] = {1, 2}, green[2] = {3, 4}, blue[2] = {5, 6}, more[2] = {7, 8};
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_shared_init(&table, &arena, sizeof(colour_set), 3, &colours, &w), OX_OK);
    CHECK_EQ(ox_shared_get(&table, 900, red, &one), OX_OK);
    CHECK_EQ(ox_shared_get(&table, 900, red, &again), OX_OK);
    CHECK(ox_handle_same(one, again));
    CHECK_EQ(w.made, 1);
    CHECK_EQ(ox_shared_uses(&table, one), 2);
    CHECK_EQ(ox_shared_get(&table, 900, green, &other), OX_OK); /* the same hash, another object */
    CHECK(!ox_handle_same(one, other));
    CHECK_EQ(((const colour_set *)ox_shared_at(&table, other))->hue, 3);
    CHECK_EQ(ox_shared_get(&table, 5, blue, &full), OX_OK);
    /* running out of memory is an outcome */
    CHECK_EQ(ox_shared_get(&table, 1, more, &full), OX_OUT_OF_MEMORY);
    CHECK(ox_handle_is_none(full) && table.pool.refused == 1);
    CHECK_EQ(ox_shared_release(&table, one), OX_OK);
    CHECK(ox_shared_at(&table, again) != NULL);
    CHECK_EQ(ox_shared_release(&table, again), OX_OK);
    CHECK(ox_shared_at(&table, one) == NULL); /* the last use is gone, and so is the object */
    CHECK_EQ(w.dropped, 1);
    CHECK_EQ(ox_shared_uses(&table, one), 0);
    w.fail = true;
    CHECK_EQ(ox_shared_get(&table, 1, more, &full), OX_IO_ERROR);
    CHECK_EQ(ox_pool_used(&table.pool), 2);
    w.fail = false;
    CHECK_EQ(ox_shared_get(&table, 1, more, &full), OX_OK);
    CHECK_EQ(table.made, 4);
    CHECK_EQ(test_assertions(), 0);
    CHECK_EQ(ox_shared_release(&table, one), OX_STALE_HANDLE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    ox_shared_clear(&table); /* the end of the level drops all objects */
    CHECK_EQ(w.dropped, 4);
    CHECK(ox_shared_at(&table, full) == NULL && ox_shared_at(&table, other) == NULL);
    CHECK_EQ(ox_shared_init(&table, &arena, 2, 3, &colours, &w), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_shared_init(&table, &arena, 8, 3, NULL, &w), OX_BAD_ARGUMENT);
    size_t used = ox_arena_used(&arena);
    CHECK_EQ(ox_shared_init(&table, &arena, 5000, 10, &colours, &w), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_arena_used(&arena), used);
}

/* A shade is made of a darker shade, which is dropped with its last use. */
typedef struct shade {
    ox_shared *table;
    ox_handle darker;
    uint32_t depth;
} shade;

static ox_status make_shade(void *context, void *object, const void *descriptor) {
    const shade *wanted = descriptor;
    (void)context;
    *(shade *)object = *wanted;
    return OX_OK;
}

static void drop_shade(void *context, void *object) {
    shade own = *(shade *)object;
    uint32_t *dropped = context;
    ++*dropped;
    if (own.darker.bits != 0) CHECK_EQ(ox_shared_release(own.table, own.darker), OX_OK);
}

TEST(memory_shared_objects_release_others_as_they_go) {
    static const ox_shared_maker shades = {make_shade, NULL, drop_shade};
    static const uint32_t keys[] = {50, 10, 40, 20, 30}; /* parents lie before and behind in the order */
    uint32_t dropped = 0;
    for (int clears = 0; clears < 2; clears++) {
        ox_shared table;
        ox_handle h[5], before = OX_HANDLE_NONE;
        ox_arena_init(&arena, memory, sizeof memory);
        CHECK_EQ(ox_shared_init(&table, &arena, sizeof(shade), 8, &shades, &dropped), OX_OK);
        for (uint32_t i = 0; i < 5; i++) {
            shade s = {&table, before, i};
            CHECK_EQ(ox_shared_get(&table, keys[i], &s, &h[i]), OX_OK);
            before = h[i];
        }
        /* the second shade has two uses now */
        CHECK_EQ(ox_shared_get(&table, keys[1], NULL, &before), OX_OK);
        dropped = 0;
        if (clears == 1) {
            ox_shared_clear(&table);
            CHECK(dropped == 5 && table.count == 0);
            continue;
        }
        CHECK_EQ(ox_shared_release(&table, h[4]), OX_OK);
        CHECK_EQ(dropped, 3); /* the shades it was made of are dropped, down to the second */
        CHECK_EQ(ox_shared_uses(&table, h[1]), 1);
        CHECK_EQ(table.count, 2);
        for (uint32_t i = 0; i < 5; i++) {
            shade s = {&table, OX_HANDLE_NONE, i};
            CHECK_EQ(ox_shared_get(&table, keys[i], &s, &h[i]), OX_OK);
            CHECK_EQ(((const shade *)ox_shared_at(&table, h[i]))->depth, i);
        }
        CHECK(table.count == 5 && ox_shared_uses(&table, h[1]) == 2);
    }
    CHECK_EQ(test_assertions(), 0);
}

TEST(memory_shared_table_equals_a_plain_model) {
    enum { DESCRIPTORS = 60, HELD = 40 };
    ox_shared table;
    workshop w = {0, 0, false};
    rng32 random = rng32_seed(33, 1);
    uint32_t uses[DESCRIPTORS], held[HELD], count = 0, kinds = 0, wrong = 0, made = 0, refused = 0;
    ox_handle handles[HELD];
    memset(uses, 0, sizeof uses);
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_shared_init(&table, &arena, sizeof(colour_set), 20, &colours, &w), OX_OK);
    for (int step = 0; step < 10000; step++) {
        if (count < HELD && rng_below(&random, 2) == 0) {
            uint32_t d = rng_below(&random, DESCRIPTORS), descriptor[2] = {d, d * d};
            bool possible = uses[d] != 0 || kinds < 20;
            ox_status status =
                ox_shared_get(&table, mix32(d / 3), descriptor, &handles[count]); /* 3 to a key */
            wrong += status != (possible ? OX_OK : OX_OUT_OF_MEMORY);
            refused += !possible;
            if (!possible) continue;
            made += uses[d] == 0;
            kinds += uses[d]++ == 0;
            held[count++] = d;
        } else if (count > 0) {
            uint32_t k = rng_below(&random, count), d = held[k];
            const colour_set *set = ox_shared_at(&table, handles[k]);
            wrong += set == NULL || set->hue != d || set->shades[5] != (uint8_t)(d + 5 * d * d);
            wrong += ox_shared_uses(&table, handles[k]) != uses[d];
            wrong += ox_shared_release(&table, handles[k]) != OX_OK;
            kinds -= --uses[d] == 0;
            held[k] = held[--count];
            handles[k] = handles[count];
        }
        wrong += ox_pool_used(&table.pool) != kinds || w.made != made || w.made - w.dropped != kinds;
    }
    CHECK_EQ(wrong, 0);
    CHECK(made > 1000 && refused > 100);
}

/* ---- bounds of meshes, computed once for all who ask ---- */

typedef struct mesh {
    uint32_t id, points;
    const int16_t *positions;
} mesh;

typedef struct bounds {
    int16_t low[3], high[3];
} bounds;

static ox_status make_bounds(void *context, void *object, const void *descriptor) {
    const mesh *of = descriptor;
    bounds *b = object;
    ++*(uint32_t *)context;
    for (int axis = 0; axis < 3; axis++) {
        b->low[axis] = INT16_MAX;
        b->high[axis] = INT16_MIN;
        for (uint32_t i = 0; i < of->points; i++) {
            int16_t at = of->positions[i * 3 + (uint32_t)axis];
            if (at < b->low[axis]) b->low[axis] = at;
            if (at > b->high[axis]) b->high[axis] = at;
        }
    }
    return OX_OK;
}

TEST(memory_shared_bounds_are_computed_once) {
    static const int16_t points[] = {1, 2, 3, -4, 5, -6, 7, -8, 9};
    static const ox_shared_maker maker = {make_bounds, NULL, NULL};
    const mesh ship = {0x51, 3, points}, rock = {0x22, 2, points};
    ox_shared table;
    uint32_t computed = 0;
    ox_handle handles[100], rock_bounds;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_shared_init(&table, &arena, sizeof(bounds), 8, &maker, &computed), OX_OK);
    for (int i = 0; i < 100; i++) CHECK_EQ(ox_shared_get(&table, ship.id, &ship, &handles[i]), OX_OK);
    CHECK_EQ(computed, 1);
    CHECK_EQ(ox_shared_get(&table, rock.id, &rock, &rock_bounds), OX_OK);
    CHECK_EQ(computed, 2);
    CHECK(table.keys[table.order[0]] == 0x22 && table.keys[table.order[1]] == 0x51); /* sorted by id */
    const bounds *b = ox_shared_at(&table, handles[99]);
    CHECK(b->low[0] == -4 && b->low[1] == -8 && b->low[2] == -6 && b->high[0] == 7 && b->high[2] == 9);
}

/* ---- large things once, small ones often ---- */

typedef struct tree_model {
    uint8_t mesh[6000], bark[4096], leaves[4096];
} tree_model;

typedef struct tree {
    vec3 position;
    uint16_t model; /* an index, for the table is small */
    uint16_t height, thickness, bark_tint, leaf_tint;
} tree;

static const tree_model oak; /* const: the model is in the cart, not in memory */

TEST(memory_sharing_thousand_trees) {
    ox_sharing report;
    memset(&report, 0, sizeof report);
    ox_arena_init(&arena, memory, sizeof memory);
    tree *trees = OX_PUSH(&arena, tree, 1000);
    CHECK(trees != NULL);
    for (uint32_t i = 0; i < 1000; i++) {
        trees[i] = (tree){{(fx)i, 0, (fx)(i * 3)}, 0, 10, 2, (uint16_t)i, (uint16_t)(i * 2)};
    }
    CHECK_EQ(ox_arena_used(&arena), 1000 * sizeof(tree)); /* no other memory is used */
    const uint8_t *model = oak.mesh;
    CHECK(model + sizeof oak < memory || model > memory + sizeof memory);
    ox_sharing_add(&report, sizeof(tree_model), sizeof(tree), 1000);
    CHECK_EQ(report.shared, 14192);
    CHECK_EQ(report.instances, 1000 * sizeof(tree));
    CHECK_EQ(report.naive, 1000 * (14192 + sizeof(tree)));
    TEST_INFO("1000 trees: %u + %u bytes instead of %u: %u times less", (unsigned)report.shared,
              (unsigned)report.instances, (unsigned)report.naive, (unsigned)(ox_sharing_ratio(&report) / 10));
    CHECK(ox_sharing_ratio(&report) > 3000); /* more than 300 times */
    ox_sharing_add(&report, 100, 10, 1);
    CHECK_EQ(report.shared, 14292);
    memset(&report, 0, sizeof report);
    CHECK_EQ(ox_sharing_ratio(&report), 0);
    ox_sharing_add(&report, 0, 10, 3);
    CHECK_EQ(ox_sharing_ratio(&report), 10); /* nothing is shared: the ratio is 1 */
    ox_sharing_add(&report, 30, 0, 3);
    CHECK_EQ(ox_sharing_ratio(&report), 20); /* 120 instead of 60 */
}

typedef struct animation {
    uint16_t frames, ticks;
    uint16_t pictures[32];
} animation;

typedef struct sprite {
    const animation *plays;
    int16_t x, y;
    uint16_t frame, ticks;
} sprite;

typedef struct actor actor;
typedef struct actor_state { /* states have no data of their own: one object serves all */
    const struct actor_state *(*update)(actor *self);
} actor_state;
struct actor {
    const actor_state *state;
    uint32_t patience;
};
typedef struct command {
    void (*run)(actor *self);
} command;

static const actor_state *idle_update(actor *self);
static const actor_state *angry_update(actor *self);
static const actor_state idle = {idle_update}, angry = {angry_update};

static const actor_state *idle_update(actor *self) { return self->patience-- == 0 ? &angry : &idle; }
static const actor_state *angry_update(actor *self) {
    (void)self;
    return &angry;
}
static void run_calm(actor *self) {
    self->state = &idle;
    self->patience = 5;
}
static const command calm = {run_calm};

TEST(memory_sharing_sprites_states_and_commands) {
    static const animation walk = {4, 6, {1, 2, 3, 4}};
    ox_arena_init(&arena, memory, sizeof memory);
    sprite *sprites = OX_PUSH(&arena, sprite, 100);
    CHECK_EQ(ox_arena_used(&arena), 100 * sizeof(sprite));
    for (int i = 0; i < 100; i++) sprites[i] = (sprite){&walk, (int16_t)i, 0, (uint16_t)(i % 4), 0};
    for (int i = 0; i < 100; i++) CHECK(sprites[i].plays == &walk);

    size_t before = ox_arena_used(&arena);
    actor *actors = OX_PUSH(&arena, actor, 100);
    for (uint32_t i = 0; i < 100; i++) actors[i] = (actor){&idle, i % 10};
    for (int frame = 0; frame < 20; frame++) {
        for (int i = 0; i < 100; i++) actors[i].state = actors[i].state->update(&actors[i]);
    }
    uint32_t same = 0;
    for (int i = 0; i < 100; i++) same += actors[i].state == &angry;
    CHECK_EQ(same, 100); /* one address for a hundred state machines */
    for (int i = 0; i < 100; i++) calm.run(&actors[i]);
    for (int i = 0; i < 100; i++) same += actors[i].state == &idle;
    CHECK_EQ(same, 200);
    CHECK(ox_arena_used(&arena) - before <= 100 * sizeof(actor) + 8);
}

/* Grid coordinates round down, also left of zero: no cell around the origin has double width. */
TEST(memory_rules_grid_cells_round_down) {
    CHECK_EQ(fx_to_int_floor(-1), -1);
    CHECK_EQ(fx_to_int_floor(-FX_ONE), -1);
    CHECK_EQ(fx_to_int_floor(-FX_ONE - 1), -2);
    CHECK_EQ(fx_to_int_floor(FX_ONE - 1), 0);
    CHECK_EQ(int_floordiv(-1, 16), -1);
    CHECK_EQ(int_floormod(-1, 16), 15);
    for (int32_t at = -200; at < 200; at++) {
        int32_t cell = fx_sra32(at, 4);
        CHECK(cell * 16 <= at && at < cell * 16 + 16);
        CHECK_EQ(int_floordiv(at, 16), cell);
        CHECK_EQ(fx_to_int_floor(at * FX_ONE / 16), cell);
    }
}
