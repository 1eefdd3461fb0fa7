/* Tests of timers: phases, cancelling while they fire, order against a plain model, images. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/time/clock.h"
#include "kernel/time/timer.h"
#include "tests/test.h"

enum { FUSE = 11, BLINK, OTHER };

typedef struct world {
    ox_timers timers;
    uint32_t calls, at[64], names[64];
    uint32_t stop_owner; /* owner whose timers the next call cancels */
} world;

static void record(void *context, const ox_timer *timer) {
    world *w = context;
    if (w->calls < 64) {
        w->at[w->calls] = w->timers.now;
        w->names[w->calls] = timer->name;
    }
    w->calls++;
}

static void cancel_all(void *context, const ox_timer *timer) {
    world *w = context;
    record(w, timer);
    ox_timers_cancel_owner(&w->timers, w->stop_owner);
}

/* A call that starts its timer again under its own name, which is free at that moment. */
static void renew(void *context, const ox_timer *timer) {
    world *w = context;
    record(w, timer);
    if (w->calls < timer->argument) CHECK_EQ(ox_timers_add(&w->timers, *timer, 1), OX_OK);
}

static ox_timer_call *const calls[] = {record, cancel_all, renew};

static void begin(world *w, ox_timer_queue_slot *slots, uint32_t capacity) {
    memset(w, 0, sizeof *w);
    ox_timers_init(&w->timers, slots, capacity, calls, 3, w);
}

TEST(time_timer_once_and_again) {
    ox_timer_queue_slot slots[4];
    world w;
    ox_clock game;
    begin(&w, slots, 4);
    ox_clock_init(&game, 0);
    CHECK_EQ(ox_timers_add(&w.timers, (ox_timer){.owner = 1, .name = FUSE}, 30), OX_OK);
    CHECK_EQ(ox_timers_add(&w.timers, (ox_timer){.owner = 1, .name = BLINK, .period = 15}, 15), OX_OK);
    CHECK_EQ(ox_timers_remaining(&w.timers, 1, FUSE), 30);
    for (int i = 0; i < 60; i++) {
        ox_clock_update(&game, 1);
        ox_timers_update(&w.timers, ox_clock_ticks(&game));
    }
    static const uint32_t at[] = {15, 30, 30, 45, 60}, names[] = {BLINK, FUSE, BLINK, BLINK, BLINK};
    CHECK_EQ(w.calls, 5);
    for (int i = 0; i < 5; i++) CHECK(w.at[i] == at[i] && w.names[i] == names[i]);
    CHECK_EQ(ox_timers_remaining(&w.timers, 1, FUSE), 0);
    CHECK_EQ(ox_timers_remaining(&w.timers, 1, BLINK), 15);
    ox_clock_set_paused(&game, true); /* timers stand still with their clock */
    for (int i = 0; i < 100; i++) {
        ox_clock_update(&game, 1);
        CHECK_EQ(ox_timers_update(&w.timers, ox_clock_ticks(&game)), 0);
    }
    CHECK_EQ(ox_timers_remaining(&w.timers, 1, BLINK), 15);
}

TEST(time_timer_goes_with_its_owner) {
    ox_timer_queue_slot slots[8];
    world w;
    begin(&w, slots, 8);
    for (uint32_t i = 0; i < 3; i++) {
        CHECK_EQ(ox_timers_add(&w.timers, (ox_timer){.owner = 7, .name = i, .period = 10 + i}, 10), OX_OK);
        CHECK_EQ(ox_timers_add(&w.timers, (ox_timer){.owner = 8, .name = i, .period = 50}, 50), OX_OK);
    }
    for (uint32_t tick = 1; tick <= 35; tick++) ox_timers_update(&w.timers, tick);
    uint32_t before = w.calls;
    CHECK_EQ(before, 9);
    CHECK_EQ(ox_timers_cancel_owner(&w.timers, 7), 3);
    for (uint32_t tick = 36; tick <= 60; tick++) ox_timers_update(&w.timers, tick);
    CHECK_EQ(w.calls, before + 3); /* the timers of the other owner */
    CHECK_EQ(ox_timers_cancel_owner(&w.timers, 7), 0);
}

TEST(time_timer_refusals) {
    ox_timer_queue_slot slots[2];
    world w;
    begin(&w, slots, 2);
    CHECK_EQ(ox_timers_add(&w.timers, (ox_timer){.owner = 1, .name = FUSE}, 5), OX_OK);
    CHECK_EQ(ox_timers_add(&w.timers, (ox_timer){.owner = 1, .name = FUSE}, 5), OX_ALREADY_THERE);
    CHECK_EQ(ox_timers_add(&w.timers, (ox_timer){.owner = 2, .name = FUSE}, 0), OX_OK);
    CHECK_EQ(ox_timers_add(&w.timers, (ox_timer){.owner = 3, .name = FUSE}, 5), OX_FULL);
    CHECK_EQ(w.timers.refused, 1);
    CHECK_EQ(ox_timers_add(&w.timers, (ox_timer){.owner = 3, .call = 3}, 5), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_timers_add(&w.timers, (ox_timer){.owner = 3, .period = 0x80000000u}, 5), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_timers_add(&w.timers, (ox_timer){.owner = 3}, 0x80000000u), OX_BAD_ARGUMENT);
    CHECK(ox_timers_cancel(&w.timers, 1, FUSE));
    CHECK(!ox_timers_cancel(&w.timers, 1, FUSE));
    CHECK_EQ(ox_timers_update(&w.timers, 0), 0);
    CHECK_EQ(ox_timers_update(&w.timers, 1), 1); /* a delay of 0 ticks counts as 1 */
    ox_timers_update(&w.timers, 0);              /* time does not go back */
    CHECK_EQ(w.timers.now, 1);
}

TEST(time_timer_changes_while_they_fire) {
    ox_timer_queue_slot slots[8];
    world w;
    begin(&w, slots, 8);
    CHECK_EQ(ox_timers_add(&w.timers, (ox_timer){.owner = 1, .name = 1, .call = 1}, 5), OX_OK);
    for (uint32_t i = 2; i < 6; i++)
        CHECK_EQ(ox_timers_add(&w.timers, (ox_timer){.owner = i & 1, .name = i, .period = 5}, 5), OX_OK);
    w.stop_owner = 1; /* cancels all odd timers, also those due in the same tick */
    CHECK_EQ(ox_timers_update(&w.timers, 5), 3);
    CHECK(w.names[0] == 1 && w.names[1] == 2 && w.names[2] == 4);
    begin(&w, slots, 8);
    CHECK_EQ(ox_timers_add(&w.timers, (ox_timer){.owner = 1, .name = 9, .call = 2, .argument = 4}, 3), OX_OK);
    ox_timers_update(&w.timers, 100); /* a late update: each timer is due one tick behind the one before */
    CHECK_EQ(w.calls, 4);
    for (uint32_t i = 0; i < 4; i++) CHECK_EQ(w.at[i], 3 + i);
    begin(&w, slots, 8);
    CHECK_EQ(ox_timers_add(&w.timers, (ox_timer){.owner = 6, .name = 9, .call = 1, .period = 2}, 2), OX_OK);
    w.stop_owner = 6; /* a repeating timer cancels itself */
    ox_timers_update(&w.timers, 20);
    CHECK_EQ(w.calls, 1);
}

/* A model: a list that is searched from end to end. */
typedef struct model {
    ox_timer timer[16];
    uint32_t order[16], count, serial;
} model;

static uint32_t model_find(const model *m, uint32_t owner, uint32_t name) {
    uint32_t i = 0;
    while (i < m->count && (m->timer[i].owner != owner || m->timer[i].name != name)) i++;
    return i;
}

static void model_remove(model *m, uint32_t i) {
    m->count--;
    m->timer[i] = m->timer[m->count];
    m->order[i] = m->order[m->count];
}

static uint32_t model_update(model *m, uint32_t now, uint32_t *names) {
    uint32_t fired = 0;
    for (;;) {
        uint32_t best = m->count;
        for (uint32_t i = 0; i < m->count; i++) {
            if ((int32_t)(now - m->timer[i].due) < 0) continue;
            if (best == m->count || (int32_t)(m->timer[i].due - m->timer[best].due) < 0 ||
                (m->timer[i].due == m->timer[best].due && m->order[i] < m->order[best]))
                best = i;
        }
        if (best == m->count) return fired;
        if (fired < 64) names[fired] = m->timer[best].name + m->timer[best].owner * 100;
        fired++;
        m->timer[best].due += m->timer[best].period;
        if (m->timer[best].period == 0) model_remove(m, best);
    }
}

static void add_both(world *w, model *m, rng32 *random) {
    ox_timer t = {.owner = rng_below(random, 4), .name = rng_below(random, 8)};
    t.period = rng_below(random, 2) == 0 ? 0 : 1 + rng_below(random, 9);
    uint32_t ticks = 1 + rng_below(random, 20), there = model_find(m, t.owner, t.name);
    ox_status expected = there < m->count ? OX_ALREADY_THERE : m->count == 16 ? OX_FULL : OX_OK;
    CHECK_EQ(ox_timers_add(&w->timers, t, ticks), expected);
    if (expected != OX_OK) return;
    t.due = w->timers.now + ticks;
    m->timer[m->count] = t;
    m->order[m->count++] = m->serial++;
}

static void remove_both(world *w, model *m, rng32 *random) {
    uint32_t owner = rng_below(random, 4), name = rng_below(random, 8), i = model_find(m, owner, name);
    if (rng_below(random, 8) == 0) {
        uint32_t removed = 0;
        for (i = m->count; i-- > 0;) {
            if (m->timer[i].owner == owner) model_remove(m, i), removed++;
        }
        CHECK_EQ(ox_timers_cancel_owner(&w->timers, owner), removed);
        return;
    }
    CHECK_EQ(ox_timers_cancel(&w->timers, owner, name), i < m->count);
    if (i < m->count) model_remove(m, i);
}

/* Saves, clears and restores the timers, which changes nothing. */
static void reload(world *w, ox_timer_queue_slot *slots) {
    uint8_t image[16 * 28 + 12];
    ox_writer out = ox_writer_bytes(image, sizeof image), before = ox_writer_hash(), after = ox_writer_hash();
    ox_timers_save(&w->timers, &out);
    ox_timers_save(&w->timers, &before);
    memset(slots, 0xAA, 16 * sizeof *slots);
    ox_timers_init(&w->timers, slots, 16, calls, 3, w);
    ox_reader in = ox_reader_bytes(image, out.used);
    CHECK_EQ(ox_timers_restore(&w->timers, &in), OX_OK);
    ox_timers_save(&w->timers, &after);
    CHECK_EQ(before.hash, after.hash);
}

/* After a leap of the clock (a damaged image, a machine that slept) a timer does not fire for every tick of the
 * leap. */
TEST(time_timer_leaps_are_not_lived_through) {
    ox_timer_queue_slot slots[4];
    world w;
    begin(&w, slots, 4);
    CHECK_EQ(
        ox_timers_add(&w.timers, (ox_timer){.owner = 1, .name = FUSE, .call = 2, .argument = UINT32_MAX}, 1),
        OX_OK);
    CHECK_EQ(ox_timers_add(&w.timers, (ox_timer){.owner = 1, .name = BLINK, .period = 1}, 1), OX_OK);
    CHECK(ox_timers_update(&w.timers, 2000000000u) <= 2 * OX_TIMER_LATE + 3);
    CHECK_EQ(w.timers.now, 2000000000u);
    CHECK_EQ(ox_timers_remaining(&w.timers, 1, FUSE), 1);
    CHECK_EQ(ox_timers_remaining(&w.timers, 1, BLINK), 1);
}

TEST(time_timer_equals_its_model) {
    static ox_timer_queue_slot slots[16];
    static world w;
    static model m;
    rng32 random = rng32_seed(3, 9);
    uint32_t now = 0xFFFFFF00u, names[64];
    memset(&m, 0, sizeof m);
    begin(&w, slots, 16);
    w.timers.now = now;
    for (int round = 0; round < 3000; round++) {
        uint32_t what = rng_below(&random, 8);
        if (what < 4) add_both(&w, &m, &random);
        if (what == 4) remove_both(&w, &m, &random);
        if (what == 5 && round % 8 == 0) reload(&w, slots);
        if (what < 6) continue;
        now += 1 + rng_below(&random, 6);
        w.calls = 0;
        uint32_t fired = model_update(&m, now, names);
        CHECK_EQ(ox_timers_update(&w.timers, now), fired);
        CHECK_EQ(w.calls, fired);
        for (uint32_t i = 0; i < fired && i < 64; i++) CHECK_EQ(w.names[i], names[i] % 100);
    }
    CHECK_EQ(ox_timer_queue_count(&w.timers.queue), m.count);
}

TEST(time_timer_images_are_not_trusted) {
    ox_timer_queue_slot slots[4];
    world w;
    uint8_t image[12 + 4 * 28], broken[sizeof image];
    begin(&w, slots, 4);
    for (uint32_t i = 0; i < 4; i++)
        CHECK_EQ(ox_timers_add(&w.timers, (ox_timer){.owner = 1, .name = i, .period = 3}, 9 - i), OX_OK);
    ox_writer out = ox_writer_bytes(image, sizeof image);
    ox_timers_save(&w.timers, &out);
    CHECK(!out.full && out.used == sizeof image);
    for (size_t cut = 0; cut < sizeof image; cut++) {
        ox_reader in = ox_reader_bytes(image, cut);
        CHECK_EQ(ox_timers_restore(&w.timers, &in), OX_BAD_DATA);
        CHECK(ox_timer_queue_empty(&w.timers.queue));
    }
    /* with any byte changed an image is refused, or its timers run */
    for (size_t i = 0; i < sizeof image; i++) {
        memcpy(broken, image, sizeof image);
        broken[i] ^= 0xFF;
        ox_reader in = ox_reader_bytes(broken, sizeof broken);
        if (ox_timers_restore(&w.timers, &in) == OX_OK) ox_timers_update(&w.timers, w.timers.now + 4);
    }
    broken[8] = 5; /* more timers than there is room for */
    ox_reader in = ox_reader_bytes(broken, sizeof broken);
    CHECK_EQ(ox_timers_restore(&w.timers, &in), OX_BAD_DATA);
}
