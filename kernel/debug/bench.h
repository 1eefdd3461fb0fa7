/* Measures what a piece of code costs: as often as it takes for the clock to see it, several times, the least and the median of them.
 *
 *     static uint32_t add(void *context, uint32_t times) { ... for (i = 0; i < times; i++) sum += ...; return sum; }
 *     const ox_bench bench = {.name = "sum", .run = add};
 *     const ox_bench_clock clock = {now, NULL, 1000000};                  nanoseconds; a measurement takes a millisecond at least
 *     ox_bench_result result;
 *     ox_bench_measure(&bench, &clock, &result);                            ticks of the clock in 1/256 for one operation
 *
 * `run` does the operation so many times and gives something that follows from all of its results, so that no compiler leaves work out; the sum of these is in the result. What a call of `run` with 0 times takes is subtracted. The first
 * measurements, which find the number of times, warm caches up. ox_bench_each takes single operations one after the other: the first one, the mean of the others and the dearest.
 *
 * The same code runs on every machine: the clock counts what the machine has (nanoseconds, cycles, instructions). Counts are of one build: what a change brings is measured before and behind it. */
#ifndef OXCART_KERNEL_DEBUG_BENCH_H
#define OXCART_KERNEL_DEBUG_BENCH_H

#include <stdint.h>

#include "kernel/text/buffer.h"

enum { OX_BENCH_REPEATS = 9, OX_BENCH_TIMES_MOST = 1 << 24, OX_BENCH_PART = 256 };

typedef struct ox_bench {
    const char *name;
    uint32_t (*run)(void *context, uint32_t times);
    void (*begin)(void *context); /* before the measurements; or NULL */
    void (*end)(void *context);   /* behind them; or NULL */
    void *context;
    uint32_t operations; /* that one time has; 0: 1 */
} ox_bench;

typedef struct ox_bench_clock {
    uint32_t (*now)(void *context);
    void *context;
    uint32_t least; /* ticks that one measurement takes at least */
} ox_bench_clock;

typedef struct ox_bench_result {
    const char *name;
    uint32_t times, sum;
    uint32_t least, median;     /* of one operation, in 1/OX_BENCH_PART of a tick; UINT32_MAX: more */
    uint32_t first, mean, most; /* ticks of single operations, from ox_bench_each */
} ox_bench_result;

void ox_bench_measure(const ox_bench *bench, const ox_bench_clock *clock, ox_bench_result *result);

/* Adds what `calls` single operations take; the rest of *result stays. */
void ox_bench_each(const ox_bench *bench, const ox_bench_clock *clock, uint32_t calls,
                   ox_bench_result *result);

/* A line of CSV without its end; the heading names its columns. ox_bench_read takes such a line apart, but for the name, whose length it gives; 0: it is none. */
#define OX_BENCH_HEADING "name,times,least/256,median/256,first,mean,most"
void ox_bench_write(const ox_bench_result *result, ox_text *line);
uint32_t ox_bench_read(const char *line, ox_bench_result *result);

#endif
