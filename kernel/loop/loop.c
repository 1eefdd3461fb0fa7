/* The fixed-step loop's arithmetic. */
#include "kernel/loop/loop.h"

#include <string.h>

#include "fixedmath/assert.h"
#include "kernel/memory/life.h"

enum { RATE_MOST = 1000, SCALE_MOST = 0xFFFFFF };

void ox_loop_init(ox_loop *loop, uint32_t rate, bool per_frame) {
    memset(loop, 0, sizeof *loop);
    loop->rate = rate == 0 ? 60 : rate > RATE_MOST ? RATE_MOST : rate;
    loop->length = OX_LOOP_SECOND;
    loop->most = OX_LOOP_MOST;
    loop->guard_time = OX_LOOP_GUARD;
    loop->per_frame = per_frame;
    loop->scale = OX_LOOP_UNSCALED;
}

void ox_loop_set_step(ox_loop *loop, uint32_t length, uint32_t rate) {
    FX_CHECK_CLAMP(length, 1u, (uint32_t)INT32_MAX, "a step is 1 to 2^31 - 1 units long");
    FX_CHECK_CLAMP(rate, 1u, (uint32_t)RATE_MOST, "a microsecond has 1 to 1000 units");
    loop->length = length;
    loop->rate = rate;
    loop->lag = 0;
}

void ox_loop_set_scale(ox_loop *loop, uint32_t scale) {
    FX_CHECK_OR(scale <= SCALE_MOST, "a loop's clock is at most 256 times as fast", scale = SCALE_MOST);
    loop->scale = scale;
}

/* The frame's time in units, after the guard against long and negative times. */
static uint64_t guarded(ox_loop *loop, int64_t elapsed) {
    if (elapsed < 0) {
        loop->guarded++;
        loop->backward++;
        ox_log_write(loop->log, PLAT_LOG_WARNING, "the clock went back by %d us: it counts as no time",
                     elapsed < -1000000000 ? -1000000000 : (int)elapsed);
        return 0;
    }
    if (elapsed <= (int64_t)loop->guard_time) return (uint64_t)elapsed * loop->rate;
    loop->guarded++;
    return loop->guard == OX_LOOP_RESUME ? loop->length : (uint64_t)loop->guard_time * loop->rate;
}

/* Applies fixed_time and scale to a frame's time; out of line because they are seldom in use. */
static uint64_t bent(ox_loop *loop, uint64_t units) {
    uint64_t least = (uint64_t)OX_LOOP_LEAST * loop->rate;
    if (loop->fixed_time != 0) units = (uint64_t)loop->fixed_time * loop->rate;
    if (loop->scale == 0) return 0;
    uint64_t scaled = units * loop->scale + loop->scale_rest;
    units = scaled >> 16;
    loop->scale_rest = (uint32_t)scaled & 0xFFFFu;
    return units < least ? least : units;
}

int ox_loop_advance(ox_loop *loop, int64_t elapsed) {
    OX_CREATED(loop->rate);
    if (loop->paused) {
        bool single = loop->single;
        loop->single = false;
        loop->steps += single ? 1u : 0u;
        return single ? 1 : 0;
    }
    if (loop->per_frame) {
        loop->steps++;
        return 1;
    }
    uint64_t lag = guarded(loop, elapsed);
    if (loop->scale != OX_LOOP_UNSCALED || loop->fixed_time != 0) lag = bent(loop, lag);
    lag += loop->lag;
    uint32_t steps = 0;
    while (lag >= loop->length && steps < loop->most) {
        lag -= loop->length;
        steps++;
    }
    if (lag >= loop->length) {
        loop->dropped += (uint32_t)(lag / loop->length);
        lag %= loop->length;
    }
    loop->lag = (uint32_t)lag;
    loop->steps += steps;
    return (int)steps;
}

uf16 ox_loop_fraction(const ox_loop *loop) {
    if (loop->per_frame) return 0;
    /* lag * 65536 / 1,000,000 with both sides divided by 16, so that the product fits 32 bits. */
    if (loop->length == OX_LOOP_SECOND) return loop->lag * 4096u / (OX_LOOP_SECOND / 16u);
    return (uf16)(((uint64_t)loop->lag << 16) / loop->length);
}

void ox_loop_pause(ox_loop *loop, bool paused) {
    loop->paused = paused;
    loop->single = false;
}

void ox_loop_step(ox_loop *loop) { loop->single = loop->paused; }

void ox_loop_save(const ox_loop *loop, ox_writer *to) {
    ox_write_u32(to, loop->steps);
    ox_write_u32(to, loop->lag);
    ox_write_u32(to, loop->scale);
    ox_write_u32(to, loop->scale_rest);
    ox_write_u8(to, (loop->paused ? 1u : 0u) | (loop->single ? 2u : 0u));
}

ox_status ox_loop_restore(ox_loop *loop, ox_reader *from) {
    ox_loop read = *loop;
    read.steps = ox_read_u32(from);
    read.lag = ox_read_below(from, loop->length);
    read.scale = ox_read_below(from, SCALE_MOST + 1);
    read.scale_rest = ox_read_below(from, 0x10000u);
    uint32_t flags = ox_read_u8(from);
    if (flags > 3 || flags == 2) from->bad = true;
    if (from->bad) return OX_BAD_DATA;
    read.paused = (flags & 1) != 0;
    read.single = (flags & 2) != 0;
    *loop = read;
    return OX_OK;
}
