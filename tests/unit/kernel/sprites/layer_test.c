/* Layers: the order of their contents, against a stable sort of all of it; and the drawn pictures. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/sprites/layer.h"
#include "kernel/type/name.h"
#include "tests/test.h"
#include "tests/unit/kernel/memory/life.h"

enum { ROOM = 64 };

static union {
    uint64_t align;
    uint8_t bytes[16 * 1024];
} block;

/* Numbers of the drawn things, in order. */
static uint32_t drawn[4 * ROOM], drawn_count;
static int32_t drawn_left[4 * ROOM];

static void draw_thing(void *context, rs_frame *frame, const ox_layer_view *view, uint32_t number) {
    (void)context, (void)frame;
    drawn_left[drawn_count] = view->scroll.left;
    drawn[drawn_count++] = number;
}

static void draw_part(void *context, rs_frame *frame, const ox_layer_view *view) {
    draw_thing(NULL, frame, view, 1000u + (uint32_t)(uintptr_t)context);
}

static const ox_layer rows[] = {
    {.name = OX_NAME("sky"), .rate = {{1, 5}, {0, 1}}},
    {.name = OX_NAME("main"), .rate = {{1, 1}, {1, 1}}},
    {.name = OX_NAME("floor"), .rate = {{1, 1}, {1, 1}}, .flags = OX_LAYER_SORTED},
    {.name = OX_NAME("front"), .rate = {{3, 2}, {1, 1}}}};
enum { ROWS = sizeof rows / sizeof *rows };
static ox_arena arena;

static void make_layers(ox_layers *layers) {
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    CHECK_EQ(ox_layers_init(layers, &arena, rows, ROWS, ROOM), OX_OK);
    layers->draw_thing = draw_thing;
}

static void draw_all(ox_layers *layers) {
    const ox_view view = {.zoom = FX_ONE, .at = {100 * FX_ONE, 0}, .home = {120 * FX_ONE, 0}};
    const ox_glass glass = {240, 160, FX_ONE};
    drawn_count = 0;
    ox_layers_draw(layers, &view, &glass, NULL, 0);
}

static void put(ox_layers *layers, uint32_t number, uint8_t layer, int16_t order) {
    ox_layers_put(layers, number, &(ox_layer_place){.layer = layer, .order = order, .made = number});
}

static void check_drawn(const uint32_t *want, uint32_t count) {
    CHECK_EQ(drawn_count, count);
    for (uint32_t i = 0; i < count && i < drawn_count; i++) CHECK_EQ(drawn[i], want[i]);
}

/* R2D-016: orders 3, 1, 2, and equal orders in the order of making. R2D-017: an order counts in its layer alone. */
TEST(layer_orders_within_layers) {
    ox_layers layers;
    make_layers(&layers);
    ox_layers_begin(&layers);
    put(&layers, 0, 1, 3);
    put(&layers, 1, 1, 1);
    put(&layers, 2, 1, 2);
    put(&layers, 3, 0, 100);
    put(&layers, 4, 3, -100);
    put(&layers, 5, 1, 2);
    draw_all(&layers);
    check_drawn((const uint32_t[]){3, 1, 2, 5, 0, 4}, 6);
    layers.layers[1].flags |= OX_LAYER_HIDDEN;
    draw_all(&layers);
    check_drawn((const uint32_t[]){3, 4}, 2);
}

TEST(layer_sorts_by_base_lines) {
    ox_layers layers;
    make_layers(&layers);
    ox_layers_begin(&layers);
    const fx lines[] = {5, -7, FX_MIN, 0, FX_MAX, 5};
    for (uint32_t i = 0; i < 6; i++)
        ox_layers_put(&layers, i, &(ox_layer_place){.layer = 2, .y = lines[i], .made = i});
    ox_layers_put(&layers, 6, &(ox_layer_place){.layer = 2, .order = -1, .y = FX_MIN, .made = 6});
    for (uint32_t i = 7; i < 9; i++) /* in other layers y does not count */
        ox_layers_put(&layers, i, &(ox_layer_place){.layer = 1, .y = (fx)i, .made = i});
    draw_all(&layers);
    check_drawn((const uint32_t[]){7, 8, 6, 4, 0, 5, 3, 1, 2}, 9);
}

TEST(layer_draws_what_modules_add) {
    ox_layers layers;
    make_layers(&layers);
    CHECK_EQ(ox_layers_add_drawer(&layers, OX_NAME("nowhere"), 0, draw_part, NULL), OX_NOT_FOUND);
    for (uintptr_t i = 0; i < OX_LAYER_DRAWERS; i++)
        CHECK_EQ(ox_layers_add_drawer(&layers, i == 0 ? OX_NAME("front") : OX_NAME("main"), i == 1 ? 5 : 0,
                                      draw_part, (void *)i),
                 OX_OK);
    CHECK_EQ(ox_layers_add_drawer(&layers, OX_NAME("main"), 0, draw_part, NULL), OX_FULL);
    for (uint32_t round = 0; round < 600; round++) { /* the round's number wraps as well */
        ox_layers_begin(&layers);
        put(&layers, 7, 1, 0);
        if (round % 3 != 0) put(&layers, 8, 1, 5);
        draw_all(&layers);
        const uint32_t more = round % 3 != 0;
        CHECK_EQ(drawn_count, OX_LAYER_DRAWERS + 1u + more);
        CHECK_EQ(drawn[0], 1002);
        CHECK_EQ(drawn[14], 7);
        CHECK_EQ(drawn[15], 1001);
        if (more != 0) CHECK_EQ(drawn[16], 8);
        CHECK_EQ(drawn[16 + more], 1000);
    }
}

/* Lines of rows that stand, of two modules: each row is drawn as 2000, or 3000, and its number. */
static const int32_t lines[] = {-900, -31, -30, 0, 1, 70, 70000};
enum { LINES = sizeof lines / sizeof *lines };

static void draw_lines(void *context, rs_frame *frame, const ox_layer_view *view, int32_t from,
                       int32_t until) {
    for (uint32_t i = 0; i < LINES; i++)
        if (lines[i] > from && lines[i] <= until)
            draw_thing(NULL, frame, view, (uint32_t)(uintptr_t)context + i);
}

/* R2D-025: rows lie among the things of a sorted layer by their base lines, before things of the same line; each is drawn once. */
TEST(layer_draws_rows_among_what_stands) {
    ox_layers layers;
    rng32 random = rng32_seed(3, 5);
    make_layers(&layers);
    CHECK_EQ(ox_layers_add_rows_drawer(&layers, OX_NAME("nowhere"), draw_lines, NULL), OX_NOT_FOUND);
    CHECK_EQ(ox_layers_add_rows_drawer(&layers, OX_NAME("floor"), draw_lines, (void *)(uintptr_t)2000),
             OX_OK);
    CHECK_EQ(ox_layers_add_drawer(&layers, OX_NAME("floor"), 1, draw_part, NULL), OX_OK);
    for (uint32_t round = 0; round < 300; round++) {
        uint32_t at = 0;
        int32_t line[ROOM];
        const uint32_t count = round < 2 ? round : rng_below(&random, ROOM);
        ox_layers_begin(&layers);
        for (uint32_t i = 0; i < count; i++) {
            line[i] = rng_below(&random, 3) == 0 ? lines[rng_below(&random, LINES)]
                                                 : (int32_t)rng_below(&random, 2000) - 1000;
            ox_layers_put(&layers, i, &(ox_layer_place){.layer = 2, .y = -line[i], .made = i});
        }
        draw_all(&layers);
        CHECK_EQ(drawn_count, count + LINES + 1u);
        CHECK_EQ(drawn[drawn_count - 1], 1000); /* a higher order lies over all of it */
        int32_t last = INT32_MIN;
        for (uint32_t i = 0; i + 1 < drawn_count; i++) {
            const bool row = drawn[i] >= 2000;
            const int32_t here = row ? lines[drawn[i] - 2000] : line[drawn[i]];
            CHECK(here > last || (here == last && !row));
            last = here;
            at += row ? drawn[i] - 2000 == at : 0;
        }
        CHECK_EQ(at, LINES);
    }
}

/* Rows of layers that sort nothing lie behind the things; a hidden layer shows none. */
TEST(layer_draws_rows_behind_what_is_not_sorted) {
    ox_layers layers;
    make_layers(&layers);
    CHECK_EQ(ox_layers_add_rows_drawer(&layers, OX_NAME("main"), draw_lines, (void *)(uintptr_t)2000), OX_OK);
    CHECK_EQ(ox_layers_add_rows_drawer(&layers, OX_NAME("floor"), draw_lines, (void *)(uintptr_t)3000),
             OX_OK);
    ox_layers_begin(&layers);
    put(&layers, 5, 1, 0);
    draw_all(&layers);
    CHECK_EQ(drawn_count, 2 * LINES + 1u);
    CHECK(drawn[0] == 2000 && drawn[LINES] == 5 && drawn[LINES + 1] == 3000);
    CHECK_EQ(drawn_left[2 * LINES], drawn_left[0]);
    layers.layers[2].flags |= OX_LAYER_HIDDEN;
    draw_all(&layers);
    CHECK_EQ(drawn_count, LINES + 1u);
}

typedef struct model_thing {
    bool is_there;
    ox_layer_place place;
} model_thing;

static bool comes_before(const model_thing *a, const model_thing *b) {
    if (a->place.layer != b->place.layer) return a->place.layer < b->place.layer;
    if (a->place.order != b->place.order) return a->place.order < b->place.order;
    if (a->place.layer == 2 && a->place.y != b->place.y) return a->place.y > b->place.y;
    return a->place.made < b->place.made;
}

/* Compares with a stable sort: a thing with fewer predecessors comes first. */
static void check_against(const model_thing *things) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < ROOM; i++) {
        uint32_t before = 0;
        if (!things[i].is_there) continue;
        for (uint32_t k = 0; k < ROOM; k++)
            before += things[k].is_there && comes_before(&things[k], &things[i]);
        CHECK_EQ(drawn[before], i);
        count++;
    }
    CHECK_EQ(drawn_count, count);
}

/* R2D-016: random insertions, removals and changes of order. */
TEST(layer_order_is_that_of_a_stable_sort) {
    static model_thing things[ROOM];
    ox_layers layers;
    rng32 random = rng32_seed(16, 2);
    make_layers(&layers);
    memset(things, 0, sizeof things);
    for (uint32_t made = 0; made < 1200; made++) {
        model_thing *thing = &things[rng_below(&random, ROOM)];
        const uint32_t what = rng_below(&random, 4);
        if (!thing->is_there || what == 0) {
            thing->is_there = !thing->is_there;
            thing->place = (ox_layer_place){.layer = (uint8_t)rng_below(&random, ROWS), .made = made};
        }
        if (what == 1) thing->place.order = (int16_t)rng_between(&random, -4, 4);
        if (what == 2) thing->place.y = (fx)rng_below(&random, 5);
        if (what == 3) thing->place.layer = (uint8_t)rng_below(&random, ROWS);
        if (made % 3 == 0) continue; /* changes of several things at once */
        ox_layers_begin(&layers);
        for (uint32_t i = 0; i < ROOM; i++)
            if (things[i].is_there) ox_layers_put(&layers, i, &things[i].place);
        draw_all(&layers);
        check_against(things);
    }
}

/* R2D-032: a layer of 1/5 goes 20 pixels where the view goes 100. */
TEST(layer_scrolls_by_its_rate) {
    ox_layers layers;
    make_layers(&layers);
    layers.layers[1].offset.x = -3 * FX_ONE;
    ox_layers_begin(&layers);
    for (uint32_t i = 0; i < ROWS; i++) put(&layers, i, (uint8_t)i, 0);
    draw_all(&layers);
    CHECK_EQ(drawn_left[0], -4); /* the view's left side is at -20 */
    CHECK_EQ(drawn_left[1], -17);
    CHECK_EQ(drawn_left[2], -20);
    CHECK_EQ(drawn_left[3], -30);
}

TEST(layer_refuses_what_has_no_room) {
    ox_layers layers;
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    CHECK_EQ(ox_layers_init(&layers, &arena, rows, 0, ROOM), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_layers_init(&layers, &arena, rows, ROWS, OX_LAYER_THINGS + 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_layers_init(&layers, &arena, NULL, 0, ROOM), OX_OK);
    CHECK_EQ(ox_layers_find(&layers, OX_NAME("back")), 0);
    CHECK_EQ(ox_layers_find(&layers, OX_NAME("front")), 2);
    CHECK_EQ(ox_layers_find(&layers, OX_NAME("sky")), -1);
    ox_arena_init(&arena, block.bytes, 200);
    CHECK_EQ(ox_layers_init(&layers, &arena, NULL, 0, ROOM), OX_OUT_OF_MEMORY);
}

static union {
    uint64_t align;
    uint8_t bytes[4096];
} memory;

PLAIN_ROW(ox_layers, init, ox_layers_init(it, &arena, NULL, 0, 8), OX_CLEAR(it))

TEST(layers_end_clear) {
    const life_bench bench = {.arena = &arena};
    ox_arena_init(&arena, memory.bytes, sizeof memory.bytes);
    CHECK(life_is_led(&LIFE_OF(ox_layers), &bench));
}
