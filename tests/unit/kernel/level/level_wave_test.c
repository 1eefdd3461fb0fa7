/* Waves by table and by timer. */
#include <string.h>

#include "kernel/level/wave.h"
#include "tests/test.h"

typedef struct heard {
    uint32_t count, ticks[64], hash;
    ox_id types[64];
    const ox_waves *of;
    bool refuse;
} heard;

static bool spawn(void *context, ox_id type, vec3 place, uint32_t parameters, uint32_t number) {
    heard *h = (heard *)context;
    if (h->count < 64) h->ticks[h->count] = h->of->state.tick, h->types[h->count] = type;
    h->count++;
    h->hash = ox_fnv_u32(ox_fnv_u32(ox_fnv_u32(h->hash, (uint32_t)place.x), (uint32_t)place.z),
                         parameters ^ number);
    return !h->refuse;
}

TEST(level_wave_list_at_the_exact_ticks) {
    static const ox_wave_entry table[] = {{1, 7, {0, 0, 0}, 1},   {120, 8, {1, 0, 0}, 2},
                                          {120, 9, {2, 0, 0}, 3}, {150, 0, {0, 0, 0}, 0},
                                          {200, 7, {3, 0, 0}, 4}, {777, 7, {4, 0, 0}, 5}};
    static const uint32_t ticks[] = {1, 120, 120, 200, 777};
    ox_waves waves;
    heard h = {.of = &waves};
    CHECK_EQ(ox_waves_begin_list(&waves, table, 6, spawn, &h), OX_OK);
    for (uint32_t t = 1; t <= 1000; t++) {
        uint32_t left = ox_waves_countdown(&waves), cursor = waves.state.cursor;
        if (t == 400) { /* a pause of 50 ticks */
            ox_waves_pause(&waves, true);
            for (int i = 0; i < 50; i++) ox_waves_tick(&waves);
            CHECK_EQ(ox_waves_countdown(&waves), left);
            ox_waves_pause(&waves, false);
        }
        ox_waves_tick(&waves);
        CHECK_EQ(waves.state.cursor != cursor, left == 1);
        CHECK_EQ(waves.state.wave, t >= 150);
    }
    CHECK_EQ(h.count, 5);
    for (int i = 0; i < 5; i++) CHECK_EQ(h.ticks[i], ticks[i]);
    CHECK_EQ(ox_waves_countdown(&waves), UINT32_MAX);
    CHECK_EQ(waves.state.over, 1);
}

static const ox_wave_plan plan = {.type = 7,
                                  .boss = 8,
                                  .interval = 60,
                                  .shrink = 7,
                                  .least = 20,
                                  .boss_after = 10,
                                  .low = {-8 * FX_ONE, 0, -4 * FX_ONE},
                                  .high = {8 * FX_ONE, 0, 4 * FX_ONE}};

TEST(level_wave_timer_shrinks_to_the_least) {
    uint32_t hashes[2];
    for (int run = 0; run < 2; run++) {
        ox_waves waves;
        heard h = {.of = &waves, .hash = OX_FNV_START};
        rng32 random = rng32_seed(80, 1);
        CHECK_EQ(ox_waves_begin_timer(&waves, &plan, &random, spawn, &h), OX_OK);
        for (uint32_t t = 0; t < 1000; t++) {
            uint32_t left = ox_waves_countdown(&waves), count = h.count;
            CHECK(left >= 1 && left <= 60);
            ox_waves_tick(&waves);
            CHECK_EQ(h.count - count, left == 1);
        }
        CHECK_EQ(h.ticks[0], 60);
        for (uint32_t i = 1; i < h.count; i++) {
            uint32_t gap = h.ticks[i] - h.ticks[i - 1], wanted = i < 6 ? 60 - 7 * i : 20;
            CHECK_EQ(gap, wanted); /* 53, 46, 39, 32, 25, then 20 and never below */
        }
        CHECK(h.count > 40);
        for (uint32_t i = 0; i < h.count; i++) CHECK_EQ(h.types[i], i % 11 == 10 ? 8 : 7);
        CHECK_EQ(waves.state.wave, h.count / 11);
        hashes[run] = ox_type_hash(&ox_waves_record, &waves.state, h.hash);
    }
    CHECK_EQ(hashes[0], hashes[1]);
}

TEST(level_wave_timer_without_a_boss) {
    ox_wave_plan alone = plan;
    ox_waves waves;
    heard h = {.of = &waves};
    rng32 random = rng32_seed(80, 1);
    alone.boss_after = 0;
    CHECK_EQ(ox_waves_begin_timer(&waves, &alone, &random, spawn, &h), OX_OK);
    for (uint32_t t = 0; t < 700; t++) ox_waves_tick(&waves);
    CHECK(h.count > 20 && waves.state.wave == 0 && waves.state.over == 0);
    for (uint32_t i = 0; i < h.count; i++) CHECK_EQ(h.types[i], 7);
}

TEST(level_wave_saved_goes_on_alike) {
    ox_waves waves, again;
    heard h = {.of = &waves}, g = {.of = &again};
    rng32 random = rng32_seed(80, 1), copy;
    uint8_t image[128];
    ox_wave_plan ends = plan;
    ends.ends = true;
    CHECK_EQ(ox_waves_begin_timer(&waves, &ends, &random, spawn, &h), OX_OK);
    for (uint32_t t = 0; t < 133; t++) ox_waves_tick(&waves);
    size_t bytes = ox_type_save(&ox_waves_record, &waves.state, NULL, OX_SAVE, image, sizeof image);
    CHECK(bytes <= sizeof image);
    copy = random;
    CHECK_EQ(ox_waves_begin_timer(&again, &ends, &copy, spawn, &g), OX_OK);
    CHECK_EQ(ox_type_load(&ox_waves_record, &again.state, NULL, image, bytes, NULL), OX_OK);
    h.count = 0;
    h.hash = g.hash = OX_FNV_START;
    for (uint32_t t = 0; t < 600; t++) {
        ox_waves_tick(&waves);
        ox_waves_tick(&again);
    }
    CHECK_EQ(h.count, g.count);
    CHECK_EQ(h.hash, g.hash);
    CHECK_EQ(waves.state.over, 1); /* the boss ended the waves */
    CHECK_EQ(waves.state.cursor, 11);
    CHECK_EQ(memcmp(&waves.state, &again.state, sizeof waves.state), 0);
}

TEST(level_wave_refusals) {
    static const ox_wave_entry unsorted[] = {{5, 1, {0, 0, 0}, 0}, {4, 1, {0, 0, 0}, 0}},
                               early = {0, 1, {0, 0, 0}, 0};
    ox_wave_plan bad = plan;
    ox_waves waves;
    heard h = {.of = &waves, .refuse = true};
    rng32 random = rng32_seed(80, 1);
    CHECK_EQ(ox_waves_begin_list(&waves, unsorted, 2, spawn, &h), OX_BAD_DATA);
    ox_waves_tick(&waves);
    CHECK_EQ(h.count, 0);
    CHECK_EQ(ox_waves_begin_list(&waves, &early, 1, spawn, &h), OX_BAD_DATA);
    CHECK_EQ(ox_waves_begin_list(&waves, unsorted, 0, spawn, &h), OX_OK);
    CHECK_EQ(ox_waves_countdown(&waves), UINT32_MAX);
    bad.least = 0;
    CHECK_EQ(ox_waves_begin_timer(&waves, &bad, &random, spawn, &h), OX_BAD_DATA);
    bad = plan;
    bad.interval = 19;
    CHECK_EQ(ox_waves_begin_timer(&waves, &bad, &random, spawn, &h), OX_BAD_DATA);
    bad = plan;
    bad.low.z = 5 * FX_ONE;
    CHECK_EQ(ox_waves_begin_timer(&waves, &bad, &random, spawn, &h), OX_BAD_DATA);
    for (int axis = 0; axis < 3; axis++) { /* a place whose low end is above its high end, on any axis */
        bad = plan;
        if (axis == 0) bad.low.x = bad.high.x + 1;
        if (axis == 1) bad.low.y = bad.high.y + 1;
        if (axis == 2) bad.low.z = bad.high.z + 1;
        CHECK_EQ(ox_waves_begin_timer(&waves, &bad, &random, spawn, &h), OX_BAD_DATA);
    }
    bad = plan; /* a place without a size */
    bad.low = bad.high;
    CHECK_EQ(ox_waves_begin_timer(&waves, &bad, &random, spawn, &h), OX_OK);
    CHECK_EQ(ox_waves_begin_timer(&waves, &plan, &random, spawn, &h), OX_OK);
    for (uint32_t t = 0; t < 60; t++) ox_waves_tick(&waves);
    CHECK_EQ(waves.state.failed, 1); /* no object could be spawned: the clock goes on */
    CHECK_EQ(waves.state.cursor, 1);
}

static vec3 places[64];
static bool note_place(void *context, ox_id type, vec3 place, uint32_t parameters, uint32_t number) {
    (void)type, (void)parameters;
    ++*(uint32_t *)context;
    if (number < 64) places[number] = place;
    return true;
}

/* Places of a timer's waves lie in its box, each of its sides included; a box without a size is one place. */
TEST(level_wave_places_lie_in_the_box) {
    static const ox_wave_plan narrow = {
        .type = 7, .interval = 1, .least = 1, .low = {5, -FX_ONE, FX_MIN}, .high = {6, -FX_ONE, FX_MAX}};
    ox_waves waves;
    rng32 random = rng32_seed(4, 0);
    uint32_t count = 0, seen[2] = {0, 0};
    CHECK_EQ(ox_waves_begin_timer(&waves, &narrow, &random, note_place, &count), OX_OK);
    while (count < 64) ox_waves_tick(&waves);
    for (int i = 0; i < 64; i++) {
        CHECK(places[i].y == -FX_ONE && (places[i].x == 5 || places[i].x == 6));
        seen[places[i].x == 6]++;
    }
    CHECK(seen[0] > 10 && seen[1] > 10);
}
