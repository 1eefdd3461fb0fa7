/* Takes times until the clock sees them, and their median. */
#include "kernel/debug/bench.h"

#include "kernel/debug/format.h"

/* Ticks that a number of times takes. */
static uint32_t take_time(const ox_bench *bench, const ox_bench_clock *clock, uint32_t times, uint32_t *sum) {
    const uint32_t since = clock->now(clock->context);
    const uint32_t result = bench->run(bench->context, times);
    const uint32_t ticks = clock->now(clock->context) - since;
    *sum ^= result;
    return ticks;
}

/* What is measured where nothing is done. */
static uint32_t nothing(const ox_bench *bench, const ox_bench_clock *clock, uint32_t *sum) {
    uint32_t least = UINT32_MAX;
    for (int i = 0; i < OX_BENCH_REPEATS; i++) {
        const uint32_t ticks = take_time(bench, clock, 0, sum);
        if (ticks < least) least = ticks;
    }
    return least;
}

static uint32_t part_of(uint32_t ticks, uint32_t base, uint64_t operations) {
    const uint64_t part = (ticks > base ? (uint64_t)(ticks - base) * OX_BENCH_PART : 0) + operations / 2;
    return part / operations > UINT32_MAX ? UINT32_MAX : (uint32_t)(part / operations);
}

void ox_bench_measure(const ox_bench *bench, const ox_bench_clock *clock, ox_bench_result *result) {
    uint32_t ticks[OX_BENCH_REPEATS], times = 1, sum = 0;
    *result = (ox_bench_result){.name = bench->name};
    if (bench->begin != NULL) bench->begin(bench->context);
    const uint32_t base = nothing(bench, clock, &sum);
    while (times < OX_BENCH_TIMES_MOST && take_time(bench, clock, times, &sum) < clock->least) times *= 2;
    for (int i = 0; i < OX_BENCH_REPEATS; i++) { /* by size */
        const uint32_t now = take_time(bench, clock, times, &sum);
        int at = i;
        for (; at > 0 && ticks[at - 1] > now; at--) ticks[at] = ticks[at - 1];
        ticks[at] = now;
    }
    if (bench->end != NULL) bench->end(bench->context);
    const uint64_t operations = (uint64_t)times * (bench->operations == 0 ? 1 : bench->operations);
    result->times = times;
    result->sum = sum;
    result->least = part_of(ticks[0], base, operations);
    result->median = part_of(ticks[OX_BENCH_REPEATS / 2], base, operations);
}

void ox_bench_each(const ox_bench *bench, const ox_bench_clock *clock, uint32_t calls,
                   ox_bench_result *result) {
    uint32_t sum = 0;
    uint64_t all = 0;
    if (bench->begin != NULL) bench->begin(bench->context);
    const uint32_t base = nothing(bench, clock, &sum);
    for (uint32_t i = 0; i < calls; i++) {
        const uint32_t ticks = take_time(bench, clock, 1, &sum), own = ticks > base ? ticks - base : 0;
        if (i == 0) result->first = own;
        if (i > 0) all += own;
        if (i > 0 && own > result->most) result->most = own;
    }
    if (bench->end != NULL) bench->end(bench->context);
    result->mean = calls > 1 ? (uint32_t)(all / (calls - 1)) : 0;
    result->sum ^= sum;
}

/* ---- lines ---- */

void ox_bench_write(const ox_bench_result *r, ox_text *line) {
    ox_text_add(line, "%s,%u,%u,%u,%u,%u,%u", r->name, (unsigned)r->times, (unsigned)r->least,
                (unsigned)r->median, (unsigned)r->first, (unsigned)r->mean, (unsigned)r->most);
}

uint32_t ox_bench_read(const char *line, ox_bench_result *r) {
    uint32_t *const numbers[] = {&r->times, &r->least, &r->median, &r->first, &r->mean, &r->most};
    uint32_t length = 0;
    while (line[length] != 0 && line[length] != ',') length++;
    const char *at = line + length;
    for (uint32_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        uint64_t value = 0;
        if (*at++ != ',' || *at < '0' || *at > '9') return 0;
        for (; *at >= '0' && *at <= '9' && value <= UINT32_MAX; at++)
            value = value * 10 + (uint32_t)(*at - '0');
        if (value > UINT32_MAX) return 0;
        *numbers[i] = (uint32_t)value;
    }
    return *at == 0 || *at == '\n' ? length : 0;
}
