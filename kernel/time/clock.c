/* Scaled clocks and timelines. */
#include "kernel/time/clock.h"

#include "fixedmath/assert.h"
#include "fixedmath/scalar.h"

FX_STATIC_ASSERT((uint64_t)OX_TIMELINE_RATE_MOST *OX_TIMELINE_SPAN_MOST < (uint64_t)1 << 63,
                 "a span at the largest rate is 64 bits");

void ox_clock_init(ox_clock *clock, uint64_t cycles) {
    *clock = (ox_clock){.cycles = cycles, .scale = FX_ONE};
}

static uint64_t advance(ox_clock *clock, uint32_t real) {
    uint64_t scaled = (uint64_t)real * (uint32_t)clock->scale + clock->remainder; /* below 2^63 + 2^16 */
    clock->remainder = (uint32_t)scaled & 0xFFFFu;
    clock->cycles += scaled >> 16;
    return scaled >> 16;
}

uint64_t ox_clock_update(ox_clock *clock, uint32_t real) { return clock->paused ? 0 : advance(clock, real); }

uint64_t ox_clock_step(ox_clock *clock, uint32_t step) { return clock->paused ? advance(clock, step) : 0; }

void ox_clock_set_paused(ox_clock *clock, bool paused) { clock->paused = paused; }

void ox_clock_set_scale(ox_clock *clock, fx scale) {
    FX_CHECK_OR(scale >= 0, "a clock does not run backward: use a timeline", scale = 0);
    clock->scale = scale;
}

void ox_clock_save(const ox_clock *clock, ox_writer *to) {
    ox_write_u64(to, clock->cycles);
    ox_write_i32(to, clock->scale);
    ox_write_u32(to, clock->remainder);
    ox_write_bool(to, clock->paused);
}

ox_status ox_clock_restore(ox_clock *clock, ox_reader *from) {
    ox_clock read;
    read.cycles = ox_read_u64(from);
    read.scale = (fx)ox_read_below(from, 0x80000000u);
    read.remainder = ox_read_below(from, 0x10000u);
    read.paused = ox_read_bool(from);
    if (!from->bad) *clock = read;
    return ox_reader_status(from);
}

void ox_clocks_init(ox_clocks *clocks) {
    for (int i = 0; i < OX_CLOCKS; i++) ox_clock_init(&clocks->clock[i], 0);
}

void ox_clocks_update(ox_clocks *clocks, uint32_t real) {
    for (int i = 0; i < OX_CLOCKS; i++) ox_clock_update(&clocks->clock[i], real);
}

/* ---- timelines ---- */

static int64_t clamp(int64_t value, int64_t most) {
    return value < -most ? -most : value > most ? most : value;
}

/* a - b, clamped; neither may overflow. */
static int64_t span(int64_t a, int64_t b, int64_t most) {
    uint64_t far = a >= b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
    int64_t near = far > (uint64_t)most ? most : (int64_t)far;
    return a >= b ? near : -near;
}

static fx sane_rate(fx rate) {
    FX_CHECK_CLAMP(rate, -OX_TIMELINE_RATE_MOST, OX_TIMELINE_RATE_MOST, "a timeline's rate is -32 to 32");
    return rate;
}

ox_timeline ox_timeline_begin(int64_t now, int64_t local, fx rate) {
    return (ox_timeline){
        .origin = now, .start = clamp(local, (int64_t)1 << 45) * 65536, .rate = sane_rate(rate)};
}

/* The local time in 1/65536: 2^40 * 2^21 and 2^61 add up to less than 2^63. */
static int64_t fine_local(const ox_timeline *timeline, int64_t now) {
    return timeline->start + span(now, timeline->origin, OX_TIMELINE_SPAN_MOST) * timeline->rate;
}

int64_t ox_timeline_local(const ox_timeline *timeline, int64_t now) {
    return fx_sra64(fine_local(timeline, now), 16);
}

void ox_timeline_set_rate(ox_timeline *timeline, int64_t now, fx rate) {
    timeline->start = clamp(fine_local(timeline, now), (int64_t)1 << 61);
    timeline->origin = now;
    timeline->rate = sane_rate(rate);
}
