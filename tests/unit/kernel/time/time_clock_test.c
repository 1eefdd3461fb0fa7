/* Tests of time's arithmetic, clocks and timelines, and of state as bytes. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/time/clock.h"
#include "kernel/time/time.h"
#include "tests/test.h"

/* ---- differences and units ---- */

TEST(time_differences_over_the_wrap) {
    uint64_t later = 0x1234567900000039u, earlier = 0x12345678FFFFFFB7u;
    CHECK_EQ(ox_time_between(later, earlier), 130);
    CHECK_EQ(ox_time_since((uint32_t)later, (uint32_t)earlier), 130);
    int64_t naive = (int64_t)(uint32_t)later - (int64_t)(uint32_t)earlier; /* widened before subtracting */
    CHECK_EQ(naive, -4294967166);
    CHECK_EQ(ox_time_between(earlier, later), 0);
    CHECK_EQ(ox_time_between(UINT64_MAX, 0), 0xFFFFFFFFu);
    uint32_t start = 0xFFFFFFF0u;
    for (uint32_t passed = 0; passed < 64; passed++) {
        uint32_t now = start + passed;
        CHECK_EQ(ox_time_since(now, start), passed);
        CHECK_EQ(ox_time_reached(now, start + 20), passed >= 20);
        CHECK_EQ(ox_time_before(now, start + 20), passed < 20);
    }
}

TEST(time_units_of_a_300th_second) {
    CHECK_EQ(60 * OX_UNITS_60HZ, OX_UNITS_PER_SECOND);
    CHECK_EQ(50 * OX_UNITS_50HZ, OX_UNITS_PER_SECOND);
    for (uint32_t i = 0; i < 1000; i++) {
        CHECK_EQ(ox_units_of_ticks(i, 60), i * 5);
        CHECK_EQ(ox_units_of_ticks(i, 50), i * 6);
        CHECK_EQ(ox_ticks_of_units(i * 5, 60), i);
        CHECK(ox_units_of_ticks(ox_ticks_of_units(i, 60), 60) >= i); /* the time is never too short */
    }
    CHECK_EQ(ox_units_of_ticks(0xFFFFFFFFu, 1), 0xFFFFFFFFu);
    CHECK_EQ(ox_ticks_of_units(0xFFFFFFFFu, 1000), 0xFFFFFFFFu);
    CHECK_EQ(ox_units_of_ticks(5, 0), 0);
    CHECK_EQ(ox_seconds(16667, 1000000), 1092);
    CHECK_EQ(ox_seconds(90, 60), 98304);
    CHECK_EQ(ox_seconds((uint64_t)40000 * 60, 60), FX_MAX);
    CHECK_EQ(ox_seconds(UINT64_MAX, 1), FX_MAX);
    CHECK_EQ(ox_seconds(7, 0), 0);
    /* 828.5 days of ticks and 165.7 days of units fit 32 bits. */
    CHECK_EQ(0xFFFFFFFFu / 60 / 86400, 828);
    CHECK_EQ(0xFFFFFFFFu / 300 / 86400, 165);
}

/* A clock of single precision that adds 1/60 s a step, computed with integers, falls behind. */
TEST(time_float_clock_falls_behind) {
    const uint64_t step = 0x888889; /* 1/60 rounded to 24 bits, in units of 2^-29 s */
    uint64_t clock = 0;             /* in 2^-29 s, always with 24 significant bits */
    for (int i = 0; i < 216000; i++) {
        uint64_t sum = clock + step;
        int cut = 0;
        while (sum >> cut >> 24 != 0) cut++;
        uint64_t half = cut == 0 ? 0 : (uint64_t)1 << (cut - 1), rest = sum & (((uint64_t)1 << cut) - 1);
        sum >>= cut;
        if (cut > 0 && (rest > half || (rest == half && (sum & 1) != 0))) sum++;
        clock = sum << cut;
    }
    CHECK_NEAR(clock * 10000 / (1u << 29), 35972068, 1); /* after a true hour */
    /* 1/60 s is less than half a unit at this time: the clock stands still */
    CHECK_EQ((uint64_t)1 << 48 >> 29, 524288);
    CHECK(step < (uint64_t)1 << (48 - 24));
    uint32_t ticks = 0;
    for (int i = 0; i < 216000; i++) ticks++;
    CHECK_EQ(ticks / 60, 3600);
}

/* ---- counters ---- */

typedef struct hardware {
    uint64_t cycles;
    uint32_t bits;
    ox_time_counter *counter;
    uint64_t served;  /* overflows that the interrupt has counted */
    uint32_t latency; /* cycles from the overflow to its interrupt */
    uint32_t cost;    /* cycles of a reading */
} hardware;

static void run(hardware *h, uint32_t cycles) {
    h->cycles += cycles;
    while (((h->cycles - h->latency) >> h->bits) > h->served && h->cycles >= h->latency) {
        ox_counter_overflow(h->counter);
        h->served++;
    }
}

static uint32_t low(void *of) {
    hardware *h = of;
    run(h, h->cost);
    uint32_t count = (uint32_t)h->cycles; /* the bits above the counter's must be ignored */
    run(h, h->cost);
    return count;
}

TEST(time_counter_of_16_bits_over_ten_seconds) {
    ox_time_counter counter;
    hardware h = {.bits = 16, .counter = &counter, .latency = 200, .cost = 9};
    rng32 random = rng32_seed(1, 1);
    uint64_t last = 0, most = 0;
    ox_counter_init(&counter, 16, true, low, &h);
    while (h.cycles < 167800000) { /* 10 s at 16.78 MHz */
        run(&h, rng_below(&random, 40000));
        uint64_t before = h.cycles, time = ox_counter_read(&counter);
        CHECK(time >= last);
        uint64_t wrong = time < before ? before - time : time > h.cycles ? time - h.cycles : 0;
        most = wrong > most ? wrong : most;
        last = time;
    }
    CHECK_EQ(most, 0);
    CHECK_NEAR(last, h.cycles, h.cycles / 1000);
}

TEST(time_counter_without_interrupt) {
    ox_time_counter counter;
    hardware h = {.cycles = 0xFFFFFFF0u, .bits = 32, .counter = &counter, .served = 1000000};
    ox_counter_init(&counter, 32, false, low, &h);
    for (int i = 0; i < 10; i++) {
        CHECK_EQ(ox_counter_read(&counter), h.cycles);
        h.cycles += i == 5 ? 0xFFFFFFFFu : 0x30000000u;
    }
    ox_counter_init(&counter, 33, false, low, &h);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(counter.bits, 32);
}

/* ---- clocks ---- */

TEST(time_clock_vector_of_scales) {
    static const fx scales[] = {0, FX_ONE / 4, FX_ONE / 2, FX_ONE, FX_ONE * 2, 6554, 19661};
    static const uint32_t ticks[] = {0, 150, 300, 600, 1200, 60, 180};
    for (int i = 0; i < 7; i++) {
        ox_clock clock, real;
        uint64_t sum = 0;
        ox_clock_init(&clock, 0);
        ox_clock_init(&real, 0);
        ox_clock_set_scale(&clock, scales[i]);
        for (int k = 0; k < 600; k++) {
            sum += ox_clock_update(&clock, 1);
            ox_clock_update(&real, 1);
        }
        CHECK_EQ(clock.cycles, ticks[i]);
        CHECK_EQ(sum, ticks[i]);
        CHECK_EQ(real.cycles, 600);
    }
}

TEST(time_clocks_pause_and_step) {
    ox_clocks clocks;
    ox_clocks_init(&clocks);
    ox_clock *game = &clocks.clock[OX_CLOCK_GAME];
    ox_clock_set_scale(game, FX_ONE / 4);
    for (int i = 0; i < 240; i++) ox_clocks_update(&clocks, i % 3 == 2 ? 16666 : 16667); /* 4 s */
    CHECK_EQ(game->cycles, 1000000);
    CHECK_EQ(clocks.clock[OX_CLOCK_REAL].cycles, 4000000);
    CHECK_EQ(ox_clock_step(game, 16667), 0); /* a single step does nothing while the clock runs */
    CHECK_EQ(game->cycles, 1000000);
    ox_clock_set_paused(game, true);
    for (int i = 0; i < 10; i++) ox_clocks_update(&clocks, 16667);
    CHECK_EQ(game->cycles, 1000000);
    CHECK_EQ(clocks.clock[OX_CLOCK_UI].cycles, 4166670);
    CHECK_EQ(ox_clock_step(game, 400), 100);
    CHECK_EQ(ox_clock_ticks(game), 1000100);
    ox_clock_set_paused(game, false);
    ox_clock_set_scale(game, -5);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(ox_clock_update(game, 1000), 0);
    ox_clock_init(game, UINT64_MAX - 10);
    ox_clock_set_scale(game, FX_MAX);
    CHECK_EQ(ox_clock_update(game, 0xFFFFFFFFu), (uint64_t)0xFFFFFFFFu * 0x7FFFFFFFu >> 16);
}

TEST(time_clock_equals_wide_arithmetic) {
    rng32 random = rng32_seed(7, 7);
    ox_clock clock;
    uint64_t exact = 0; /* in 1/65536 */
    ox_clock_init(&clock, 0);
    for (int i = 0; i < 5000; i++) {
        fx scale = (fx)(rng32_next(&random) >> (8 + rng_below(&random, 16)));
        uint32_t real = rng32_next(&random) >> (8 + rng_below(&random, 20));
        ox_clock_set_scale(&clock, scale);
        ox_clock_update(&clock, real);
        exact += (uint64_t)real * (uint32_t)scale;
        CHECK(clock.cycles == exact >> 16 && clock.remainder == (exact & 0xFFFF));
    }
}

TEST(time_clock_is_saved) {
    ox_clock clock, other;
    uint8_t image[32];
    ox_clock_init(&clock, 0x123456789ABCDEFu);
    ox_clock_set_scale(&clock, 12345);
    ox_clock_update(&clock, 7777);
    ox_writer w = ox_writer_bytes(image, sizeof image);
    ox_clock_save(&clock, &w);
    CHECK_EQ(w.used, 17);
    CHECK_EQ(image[7], 0x01);
    ox_clock_init(&other, 5);
    for (size_t cut = 0; cut < w.used; cut++) {
        ox_reader r = ox_reader_bytes(image, cut);
        CHECK_EQ(ox_clock_restore(&other, &r), OX_BAD_DATA);
    }
    CHECK_EQ(other.cycles, 5);
    ox_reader r = ox_reader_bytes(image, w.used);
    CHECK_EQ(ox_clock_restore(&other, &r), OX_OK);
    CHECK_EQ(ox_clock_update(&clock, 99999), ox_clock_update(&other, 99999));
    CHECK(clock.cycles == other.cycles && clock.remainder == other.remainder);
}

TEST(time_timeline_runs_backward_to_the_start) {
    ox_timeline t = ox_timeline_reverse(1000, 240);
    for (int i = 0; i <= 240; i++) CHECK_EQ(ox_timeline_local(&t, 1000 + i), 240 - i);
    t = ox_timeline_begin(500, 10, FX_ONE * 3 / 2);
    CHECK_EQ(ox_timeline_local(&t, 500), 10);
    CHECK_EQ(ox_timeline_local(&t, 503), 14);
    CHECK_EQ(ox_timeline_local(&t, 499), 8);
    ox_timeline_set_rate(&t, 503, -FX_ONE / 2); /* the timeline runs backwards from 14.5 */
    CHECK_EQ(ox_timeline_local(&t, 503), 14);
    CHECK_EQ(ox_timeline_local(&t, 504), 14);
    CHECK_EQ(ox_timeline_local(&t, 505), 13);
    CHECK_EQ(ox_timeline_local(&t, 532), 0);
    t = ox_timeline_begin(INT64_MIN, INT64_MAX, FX_MAX);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(ox_timeline_local(&t, INT64_MAX), ((int64_t)1 << 45) + ((int64_t)1 << 45));
    ox_timeline_set_rate(&t, INT64_MAX, FX_ONE);
    CHECK_EQ(ox_timeline_local(&t, INT64_MAX), (int64_t)1 << 45);
}

/* ---- state as bytes ---- */

TEST(time_stream_fields_are_little_endian) {
    uint8_t bytes[64];
    ox_writer w = ox_writer_bytes(bytes, sizeof bytes);
    uint32_t words[2] = {1, 0xFFFFFFFFu};
    ox_write_u8(&w, 0x1FF);
    ox_write_u16(&w, 0x12345);
    ox_write_u32(&w, 0x89ABCDEFu);
    ox_write_u64(&w, 0x0123456789ABCDEFu);
    ox_write_i32(&w, -2);
    ox_write_i64(&w, -3);
    ox_write_bool(&w, true);
    ox_write_words(&w, words, 2);
    static const uint8_t expected[] = {0xFF, 0x45, 0x23, 0xEF, 0xCD, 0xAB, 0x89, 0xEF, 0xCD, 0xAB,
                                       0x89, 0x67, 0x45, 0x23, 0x01, 0xFE, 0xFF, 0xFF, 0xFF};
    CHECK_EQ(w.used, 36);
    CHECK(!w.full && memcmp(bytes, expected, sizeof expected) == 0);
    ox_reader r = ox_reader_bytes(bytes, w.used);
    CHECK_EQ(ox_read_u8(&r), 0xFF);
    CHECK_EQ(ox_read_u16(&r), 0x2345);
    CHECK_EQ(ox_read_u32(&r), 0x89ABCDEFu);
    CHECK(ox_read_u64(&r) == 0x0123456789ABCDEFu);
    CHECK_EQ(ox_read_i32(&r), -2);
    CHECK_EQ(ox_read_i64(&r), -3);
    CHECK(ox_read_bool(&r));
    words[0] = words[1] = 0;
    ox_read_words(&r, words, 2);
    CHECK(words[0] == 1 && words[1] == 0xFFFFFFFFu);
    CHECK_EQ(ox_reader_status(&r), OX_OK);
    CHECK_EQ(ox_read_u32(&r), 0);
    CHECK_EQ(ox_reader_status(&r), OX_BAD_DATA);
    r = ox_reader_bytes(bytes, 4);
    CHECK_EQ(ox_read_below(&r, 0xEF234600u), 0xEF2345FFu);
    r = ox_reader_bytes(bytes, 4);
    CHECK_EQ(ox_read_below(&r, 0xEF2345FFu), 0);
    CHECK(r.bad);
    r = ox_reader_bytes(bytes, 1);
    CHECK(!ox_read_bool(&r) && r.bad);
}

TEST(time_stream_counts_hashes_and_fills_up) {
    static const struct {
        const char *text;
        uint32_t hash;
    } vectors[] = {{"", 0x811C9DC5u}, {"a", 0xE40C292Cu}, {"foobar", 0xBF9CF968u}};
    for (int i = 0; i < 3; i++) {
        ox_writer w = ox_writer_hash();
        ox_write_bytes(&w, vectors[i].text, strlen(vectors[i].text));
        CHECK_EQ(w.hash, vectors[i].hash);
    }
    uint8_t bytes[8];
    memset(bytes, 0x55, sizeof bytes);
    ox_writer w = ox_writer_bytes(bytes, 6), c = ox_writer_count();
    for (int i = 0; i < 3; i++) ox_write_u32(&w, 0), ox_write_u32(&c, 0);
    CHECK(w.full && w.used == 12 && bytes[3] == 0 && bytes[4] == 0x55);
    ox_write_u8(&w, 1);
    CHECK(bytes[4] == 0x55); /* no byte goes into the gap */
    CHECK(!c.full && c.used == 12);
}
