/* Tests of random streams and of events that are computed instead of drawn. */
#include <string.h>

#include "kernel/time/calendar.h"
#include "kernel/time/random.h"
#include "tests/test.h"

enum { WORLD_SEED = 20, LOOT = 1, AI = 2, SPARKS = 3 };

TEST(time_random_vector_of_range_7) {
    static const uint32_t draws[] = {723471715, 2497366906u, 2064144800, 2008045182, 3532304609u};
    static const uint32_t results[] = {1, 6, 4, 3, 1, 3, 1, 4, 6, 4, 0, 5};
    rng32 r = rng32_from_state(2463534242u);
    for (int i = 0; i < 5; i++) CHECK_EQ(rng32_next(&r), draws[i]);
    r = rng32_from_state(2463534242u);
    for (int i = 0; i < 12; i++) CHECK_EQ(rng_below(&r, 7), results[i]);
    CHECK_EQ(0x100000000u % 7, 4); /* the values that are drawn again */
}

TEST(time_random_is_even_in_range_7) {
    ox_random_stream streams[1];
    ox_random random;
    uint32_t count[7] = {0};
    ox_random_init(&random, streams, 1, WORLD_SEED);
    rng32 *r = ox_random_add(&random, LOOT, OX_RANDOM_SIMULATION);
    for (int i = 0; i < 1000000; i++) count[rng_below(r, 7)]++;
    uint64_t sum = 0; /* chi-square * 10^6 / 7 */
    for (int i = 0; i < 7; i++) {
        int64_t off = (int64_t)count[i] * 7 - 1000000;
        sum += (uint64_t)(off * off);
    }
    uint64_t chi = sum / 7 / 10000; /* sum of (count - n/7)^2 / (n/7), in 1/100 */
    TEST_INFO("chi-square of a million draws in range 7: %u.%02u", (unsigned)(chi / 100),
              (unsigned)(chi % 100));
    CHECK(chi < 1681);
    CHECK(chi > 0);
}

TEST(time_random_streams_do_not_disturb_each_other) {
    ox_random_stream streams[3], others[3];
    ox_random a, b;
    ox_random_init(&a, streams, 3, WORLD_SEED);
    ox_random_init(&b, others, 3, WORLD_SEED);
    rng32 *loot = ox_random_add(&a, LOOT, OX_RANDOM_SIMULATION),
          *ai = ox_random_add(&a, AI, OX_RANDOM_SIMULATION);
    rng32 *sparks = ox_random_add(&a, SPARKS, OX_RANDOM_COSMETIC);
    CHECK(loot != NULL && ai != NULL && sparks != NULL);
    CHECK(ox_random_add(&a, 9, OX_RANDOM_COSMETIC) == NULL);
    CHECK_EQ(a.refused, 1);
    CHECK(ox_random_add(&b, AI, OX_RANDOM_SIMULATION) != NULL);
    rng32 *late = ox_random_add(&b, LOOT, OX_RANDOM_SIMULATION);
    CHECK(ox_random_add(&b, LOOT, OX_RANDOM_SIMULATION) == NULL && b.refused == 0);
    for (int i = 0; i < 100; i++) {
        rng32_next(ai);
        /* streams do not depend on the order in which they were added */
        CHECK_EQ(rng32_next(loot), rng32_next(late));
    }
    CHECK(ox_random_stream_of(&a, LOOT) == loot);
    rng32 *nobody = ox_random_stream_of(&a, 77);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK(nobody != NULL && rng32_next(nobody) != 0);
    ox_random_reseed(&a, 5);
    ox_random_reseed(&b, 5);
    CHECK(rng32_next(loot) == rng32_next(late));
}

/* Values are the same on every machine: the hash of a thousand values was taken once. */
TEST(time_random_values_are_the_same_everywhere) {
    ox_random_stream streams[1];
    ox_random random;
    ox_writer all = ox_writer_hash();
    ox_random_init(&random, streams, 1, WORLD_SEED);
    rng32 *r = ox_random_add(&random, LOOT, OX_RANDOM_SIMULATION);
    uint8_t cards[52];
    for (uint32_t i = 0; i < 52; i++) cards[i] = (uint8_t)i;
    for (int i = 0; i < 1000; i++) ox_write_u32(&all, rng_below(r, 1000));
    for (int i = 0; i < 100; i++) ox_write_i32(&all, rng_between(r, -7, 7));
    for (int i = 0; i < 100; i++) ox_write_bool(&all, rng_chance(r, 6554));
    rng_shuffle(r, cards, 52, 1);
    ox_write_bytes(&all, cards, 52);
    CHECK_EQ(all.hash, 1649504940u);
}

static uint32_t hash_of(const ox_random *random) {
    ox_writer w = ox_writer_hash();
    ox_random_save(random, &w);
    return w.hash;
}

TEST(time_random_cosmetics_are_no_state) {
    ox_random_stream streams[3];
    ox_random random, before;
    uint8_t image[64];
    ox_random_init(&random, streams, 3, WORLD_SEED);
    rng32 *sparks = ox_random_add(&random, SPARKS, OX_RANDOM_COSMETIC);
    rng32 *loot = ox_random_add(&random, LOOT, OX_RANDOM_SIMULATION);
    uint32_t hash = hash_of(&random);
    for (int i = 0; i < 10000; i++) rng32_next(sparks);
    CHECK_EQ(hash_of(&random), hash);
    ox_writer w = ox_writer_bytes(image, sizeof image);
    ox_random_save(&random, &w);
    rng32 drawn = *loot;
    uint32_t next = rng32_next(loot);
    CHECK(hash_of(&random) != hash);
    ox_reader r = ox_reader_bytes(image, w.used);
    CHECK_EQ(ox_random_restore(&random, &r), OX_OK);
    CHECK(loot->x == drawn.x && rng32_next(loot) == next);
    before = random;
    for (size_t cut = 0; cut < w.used; cut++) {
        r = ox_reader_bytes(image, cut);
        CHECK_EQ(ox_random_restore(&random, &r), OX_BAD_DATA);
    }
    memset(image + w.used - 4, 0, 4); /* the state of a generator that stands still */
    r = ox_reader_bytes(image, w.used);
    CHECK_EQ(ox_random_restore(&random, &r), OX_BAD_DATA);
    CHECK(memcmp(&before, &random, sizeof before) == 0);
}

/* ---- the calendar ---- */

static const ox_calendar_rule fire = {
    .name = 0x1234, .chance = 6554, .first = 100, .last = 86399, .kinds = 3, .history = 1u << 2 | 1u << 9};

TEST(time_calendar_answers_alike_in_any_order) {
    uint32_t history[8] = {0, 0, 5};
    ox_calendar c = {.seed = 99, .length = 86400, .counters = history, .counter_count = 8}, again = c;
    ox_calendar_event forward[200], e;
    bool happens[200];
    uint32_t days = 0, kinds = 0;
    for (uint32_t day = 0; day < 200; day++) {
        happens[day] = ox_calendar_ask(&c, &fire, day, &forward[day]);
        if (!happens[day]) continue;
        days++;
        kinds |= 1u << forward[day].kind;
        CHECK(forward[day].tick >= 100 && forward[day].tick <= 86399 && forward[day].kind < 3);
        CHECK_EQ(forward[day].when, (uint64_t)day * 86400 + forward[day].tick);
    }
    CHECK(days > 8 && days < 40); /* a tenth of the days */
    CHECK_EQ(kinds, 7);
    for (uint32_t day = 200;
         day-- > 0;) { /* days in reverse, in another playthrough, with counters elsewhere */
        history[3] = day;
        CHECK_EQ(ox_calendar_ask(&again, &fire, day, &e), happens[day]);
        if (happens[day])
            CHECK(e.when == forward[day].when && e.kind == forward[day].kind &&
                  e.detail == forward[day].detail);
    }
}

TEST(time_calendar_depends_on_history_and_seed) {
    uint32_t history[3] = {0, 0, 5};
    ox_calendar c = {.seed = 99, .length = 86400, .counters = history, .counter_count = 3}, other = c;
    uint32_t changed = 0, seeds = 0;
    for (uint32_t day = 0; day < 300; day++) {
        ox_calendar_event a = {0}, b = {0}, d = {0};
        history[2] = 5;
        ox_calendar_ask(&c, &fire, day, &a);
        other.seed = 100;
        ox_calendar_ask(&other, &fire, day, &d);
        history[2] = 4; /* one bit of the history is another */
        ox_calendar_ask(&c, &fire, day, &b);
        changed += a.when != b.when;
        seeds += a.when != d.when;
    }
    CHECK(changed > 20);
    CHECK(seeds > 20);
}

TEST(time_calendar_finds_the_next_one) {
    ox_calendar c = {.seed = 4, .length = 1000};
    ox_calendar_rule rule = {.name = 8, .chance = 20000, .first = 10, .last = 990};
    ox_calendar_event e, n;
    uint64_t at = 0;
    for (uint32_t day = 0; day < 100; day++) {
        if (!ox_calendar_ask(&c, &rule, day, &e)) continue;
        CHECK(ox_calendar_next(&c, &rule, at, 1000, &n));
        CHECK_EQ(n.when, e.when);
        at = e.when + 1;
    }
    CHECK(at > 0);
    rule.chance = 0;
    CHECK(!ox_calendar_next(&c, &rule, 0, 50, &n));
    rule.chance = UF16_ONE;
    rule.last = 3; /* the last day is below the first: exactly the first */
    CHECK(ox_calendar_next(&c, &rule, 0, 1, &n) && n.tick == 10 && n.kind == 0);
    rule.first = 0, rule.last = 0xFFFFFFFFu;
    CHECK(ox_calendar_ask(&c, &rule, 0xFFFFFFFFu, &n));
    c.length = 0;
    CHECK(!ox_calendar_next(&c, &rule, 0, 1, &n));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}
