/* Undo and redo: the moves of T9, groups, overflow, and 10,000 random operations against snapshots. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/command/history.h"
#include "tests/test.h"

enum { UNITS = 3 };
typedef struct board {
    int16_t x[UNITS], y[UNITS];
} board;

typedef struct step {
    ox_change change;
    int16_t x, y, was_x, was_y;
} step;

static void step_do(void *context, ox_change *change) {
    board *b = context;
    step *s = (step *)(void *)change;
    s->was_x = b->x[s->change.unit];
    s->was_y = b->y[s->change.unit];
    b->x[s->change.unit] = s->x;
    b->y[s->change.unit] = s->y;
}
static void step_undo(void *context, ox_change *change) {
    board *b = context;
    const step *s = (const step *)(const void *)change;
    b->x[s->change.unit] = s->was_x;
    b->y[s->change.unit] = s->was_y;
}
static const ox_change_type kinds[1] = {{step_do, step_undo}};

static ox_status go(ox_history *h, const board *b, uint16_t unit, int dx, int dy) {
    step s = {.change = {.unit = unit}, .x = (int16_t)(b->x[unit] + dx), .y = (int16_t)(b->y[unit] + dy)};
    return ox_history_do(h, &s.change);
}

TEST(command_undo_vector) {
    static step storage[64];
    board b = {.x = {5}, .y = {5}};
    ox_history h;
    CHECK_EQ(sizeof(step), 12);
    CHECK_EQ(sizeof storage, 768);
    ox_history_init(&h, &(ox_history_config){.storage = storage,
                                             .capacity = 64,
                                             .stride = sizeof(step),
                                             .types = kinds,
                                             .type_count = 1,
                                             .context = &b});
    CHECK_EQ(go(&h, &b, 0, 0, -1), OX_OK);
    CHECK_EQ(go(&h, &b, 0, 0, -1), OX_OK);
    CHECK(b.x[0] == 5 && b.y[0] == 3);
    CHECK(ox_history_undo(&h) && b.x[0] == 5 && b.y[0] == 4);
    CHECK(ox_history_undo(&h) && b.x[0] == 5 && b.y[0] == 5);
    CHECK(!ox_history_undo(&h) && b.y[0] == 5);
    CHECK(ox_history_redo(&h) && b.x[0] == 5 && b.y[0] == 4);
    CHECK(ox_history_can_redo(&h));
    CHECK_EQ(go(&h, &b, 0, -1, 0), OX_OK);
    CHECK(b.x[0] == 4 && b.y[0] == 4);
    CHECK(!ox_history_redo(&h) && !ox_history_can_redo(&h));
    CHECK(b.x[0] == 4 && b.y[0] == 4);
}

TEST(command_undo_misuse) {
    static step storage[4];
    board b = {.x = {0}};
    ox_history h;
    ox_history_init(&h, &(ox_history_config){.storage = storage,
                                             .capacity = 4,
                                             .stride = sizeof(step),
                                             .types = kinds,
                                             .type_count = 1,
                                             .context = &b});
    step s = {.change = {.type = 1}};
    CHECK_EQ(ox_history_do(&h, &s.change), OX_BAD_ARGUMENT);
    ox_history_begin(&h);
    CHECK(!ox_history_undo(&h) && !ox_history_redo(&h));
    ox_history_end(&h);
    ox_history_end(&h);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 4 : 0);
    /* A step with more changes than the history has room for is refused where it does not fit; its earlier changes
     * can be undone. */
    ox_history_begin(&h);
    for (int i = 0; i < 4; i++) CHECK_EQ(go(&h, &b, 0, 1, 0), OX_OK);
    CHECK_EQ(go(&h, &b, 0, 1, 0), OX_FULL);
    ox_history_end(&h);
    CHECK_EQ(b.x[0], 4);
    CHECK(ox_history_undo(&h) && b.x[0] == 0 && !ox_history_can_undo(&h));
    CHECK_EQ(h.refused, 1);
    ox_history_clear(&h);
    CHECK(!ox_history_redo(&h));
}

/* The model keeps the whole board after each step. */
TEST(command_undo_against_snapshots) {
    enum { CAPACITY = 20, MODEL = 64 };
    static step storage[CAPACITY];
    static board after[MODEL];
    static uint32_t length[MODEL]; /* changes in the step that led to each board */
    board b;
    ox_history h;
    rng32 r = rng32_seed(47, 9);
    uint32_t steps = 0, at = 0, kept = 0;
    memset(&b, 0, sizeof b);
    after[0] = b;
    ox_history_init(&h, &(ox_history_config){.storage = storage,
                                             .capacity = CAPACITY,
                                             .stride = sizeof(step),
                                             .types = kinds,
                                             .type_count = 1,
                                             .context = &b});
    for (int round = 0; round < 10000; round++) {
        uint32_t what = rng_below(&r, 10);
        if (what < 4) {
            uint32_t changes = rng_below(&r, 3) == 0 ? 2 + rng_below(&r, 4) : 1;
            if (changes > 1) ox_history_begin(&h);
            for (uint32_t i = 0; i < changes; i++) {
                CHECK_EQ(go(&h, &b, (uint16_t)rng_below(&r, UNITS), rng_between(&r, -3, 3),
                            rng_between(&r, -3, 3)),
                         OX_OK);
            }
            if (changes > 1) ox_history_end(&h);
            steps = at; /* steps that could be redone are gone */
            kept = 0;
            for (uint32_t i = 1; i <= steps; i++) kept += length[i];
            while (kept + changes > CAPACITY) { /* the oldest step is forgotten */
                kept -= length[1];
                for (uint32_t i = 0; i < steps; i++) after[i] = after[i + 1], length[i] = length[i + 1];
                steps--;
            }
            at = ++steps;
            after[at] = b;
            length[at] = changes;
        } else if (what < 8) {
            CHECK_EQ(ox_history_undo(&h), at > 0);
            if (at > 0) at--;
        } else {
            CHECK_EQ(ox_history_redo(&h), at < steps);
            if (at < steps) at++;
        }
        CHECK(memcmp(&b, &after[at], sizeof b) == 0);
        CHECK(ox_history_can_undo(&h) == (at > 0) && ox_history_can_redo(&h) == (at < steps));
    }
    CHECK(h.forgotten > 100);
}
