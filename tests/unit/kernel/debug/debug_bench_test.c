/* Tests of measurements: by a clock of the test's own, and of a loop of known length where instructions are counted. */
#include <string.h>

#include "kernel/debug/bench.h"
#include "tests/ports/instructions.h"
#include "tests/test.h"

static uint32_t clock_time, calls;
static uint32_t now(void *context) {
    (void)context;
    return clock_time;
}

/* An operation takes 12 ticks, a call of run 30, the first operation 500. */
static uint32_t work(void *context, uint32_t times) {
    (void)context;
    clock_time += 30 + 12 * times;
    if (times > 0 && calls++ == 0) clock_time += 500;
    return times;
}

static uint32_t nothing(void *context, uint32_t times) {
    (void)context;
    clock_time += 30;
    return times;
}

TEST(debug_bench_measures_operations_alone) {
    const ox_bench_clock clock = {now, NULL, 1000};
    const ox_bench bench = {.name = "work", .run = work},
                   pair = {.name = "pair", .run = work, .operations = 2},
                   empty = {.name = "empty", .run = nothing};
    ox_bench_result r;
    calls = 0;
    clock_time = UINT32_MAX - 2000; /* the clock may wrap */
    ox_bench_measure(&bench, &clock, &r);
    CHECK_EQ(r.times, 128);
    CHECK_EQ(r.median, 12 * OX_BENCH_PART);
    CHECK_EQ(r.least, 12 * OX_BENCH_PART);
    ox_bench_measure(&pair, &clock, &r);
    CHECK_EQ(r.median, 6 * OX_BENCH_PART);
    ox_bench_measure(&empty, &clock, &r);
    CHECK_EQ(r.median, 0);
    CHECK_EQ(r.times, OX_BENCH_TIMES_MOST);
    calls = 0;
    ox_bench_each(&bench, &clock, 10, &r);
    CHECK_EQ(r.first, 512);
    CHECK_EQ(r.mean, 12);
    CHECK_EQ(r.most, 12);
}

TEST(debug_bench_lines_are_read_as_written) {
    char line[120];
    const ox_bench_result r = {"a loop", 64, 9, 1234, UINT32_MAX, 7, 0, 42};
    ox_bench_result read = {.times = 0};
    ox_text out = ox_text_begin(line, sizeof line);
    ox_bench_write(&r, &out);
    CHECK_EQ(ox_bench_read(line, &read), 6);
    CHECK(read.times == 64 && read.least == 1234 && read.median == UINT32_MAX && read.first == 7 &&
          read.mean == 0 && read.most == 42);
    static const char *const wrong[] = {
        "", "a", "a,1,2,3", "a,1,2,3,4,5,x", "a,1,2,3,4,5,99999999999", "a,1,2,3,4,5,6,7"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) CHECK_EQ(ox_bench_read(wrong[i], &read), 0);
}

/* A loop whose length is known: where instructions are counted, a measurement is within two hundredths of what the counter says of ten thousand rounds. */
static uint32_t instructions(void *context) {
    (void)context;
    return test_instructions();
}

static uint32_t loop(void *context, uint32_t times) {
    volatile uint32_t *at = context;
    for (uint32_t i = 0; i < times; i++) *at += i;
    return *at;
}

TEST(debug_bench_of_a_known_loop) {
    static uint32_t sum;
    const ox_bench_clock clock = {instructions, NULL, 20000};
    const ox_bench bench = {.name = "loop", .run = loop, .context = &sum};
    const uint32_t before = test_instructions();
    (void)loop(&sum, 10000);
    const uint32_t spent = test_instructions() - before;
    if (spent == 0) return; /* nobody counts here */
    ox_bench_result r;
    ox_bench_measure(&bench, &clock, &r);
    const uint32_t known = (uint32_t)((uint64_t)spent * OX_BENCH_PART / 10000);
    TEST_INFO("%u/256 instructions a round, %u known", (unsigned)r.median, (unsigned)known);
    CHECK_NEAR(r.median, known, known / 50);
}
