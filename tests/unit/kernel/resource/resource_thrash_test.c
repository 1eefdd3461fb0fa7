/* Tests of what the cache loads again and again, and of the feedback. */
#include "kernel/resource/thrash.h"
#include "tests/unit/kernel/resource/resource_bench.h"

enum { BYTES = 64, ROOM = 8, MOST = 12 };

static ox_resource_handle items[MOST];

static ox_status fill(void *context, void *to, uint32_t size) {
    (void)context;
    memset(to, 7, size);
    return OX_OK;
}

static void open_items(int count) {
    begin_image();
    open_manager((ox_manager_config){.stack_bytes = 2048, .cache_bytes = ROOM * BYTES});
    for (int i = 0; i < count; i++) {
        const ox_manager_item item = {.id = 1000u + (uint32_t)i, .type = RAW, .size = BYTES, .make = fill};
        CHECK_EQ(ox_manager_insert(&m, &item, &items[i]), OX_OK);
    }
}

/* Uses one item after the other, one a tick, and gives how many were made again. */
static uint32_t use_items(ox_thrash *t, int count, uint32_t from, uint32_t ticks) {
    const uint32_t before = m.counts.reloads;
    for (uint32_t tick = from; tick < from + ticks; tick++) {
        ox_manager_tick(&m, tick);
        CHECK(ox_manager_data(&m, items[tick % (uint32_t)count]) != NULL);
        ox_thrash_look(t, &m, &log_lines);
    }
    return m.counts.reloads - before;
}

TEST(resource_thrash_is_halved_by_the_feedback) {
    static ox_thrash t;
    t = (ox_thrash){.adapts = false};
    open_items(ROOM + 1); /* one more than there is room for, in turn: each use loads */
    const uint32_t plain = use_items(&t, ROOM + 1, 1, 900);
    ox_thrash_figures row;
    CHECK(ox_thrash_at(&t, &m, 0, &row));
    CHECK(row.is_hot && !row.is_raised && row.loads == row.reloads + 1 && row.evictions >= row.reloads);
    t.adapts = true;
    const uint32_t adapted = use_items(&t, ROOM + 1, 901, 900);
    TEST_INFO("reloads in 900 uses: %u plain, %u with the feedback", (unsigned)plain, (unsigned)adapted);
    CHECK(plain > 800 && adapted * 2 <= plain);
    CHECK(t.raises > 0 && ox_log_recent(&log_lines, 0) != NULL);
    ox_thrash_end(&t, &m);
    for (uint32_t i = 0; ox_thrash_at(&t, &m, i, &row); i++) CHECK(!row.is_raised && row.priority == 0);
    CHECK(!t.adapts);
}

TEST(resource_thrash_changes_nothing_where_all_fit) {
    static ox_thrash t;
    t = (ox_thrash){.adapts = true};
    open_items(ROOM);
    CHECK_EQ(use_items(&t, ROOM, 1, 900), 0);
    ox_thrash_figures row;
    CHECK(!ox_thrash_at(&t, &m, 0, &row));
    CHECK_EQ(t.raises, 0);
    for (int i = 0; i < ROOM; i++) CHECK_EQ(ox_manager_record_of(&m, items[i])->priority, 0);
}

TEST(resource_thrash_steps_are_taken_back) {
    static ox_thrash t;
    t = (ox_thrash){.adapts = true};
    open_items(ROOM + 1);
    (void)use_items(&t, ROOM + 1, 1, 300);
    CHECK(t.raises > 0);
    t.adapts = false;
    (void)use_items(&t, ROOM / 2, 301, OX_THRASH_REST + 20);
    for (int i = 0; i < ROOM + 1; i++) CHECK_EQ(ox_manager_record_of(&m, items[i])->priority, 0);
}
