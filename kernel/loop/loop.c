/* The fixed-step loop's arithmetic. */
#include "kernel/loop/loop.h"

#include <string.h>

void ox_loop_init(ox_loop *loop, uint32_t rate, bool per_frame) {
    memset(loop, 0, sizeof *loop);
    loop->rate = rate == 0 ? 60 : rate > 1000 ? 1000 : rate;
    loop->most = OX_LOOP_MOST;
    loop->guard_time = OX_LOOP_GUARD;
    loop->per_frame = per_frame;
}

/* The frame's time in units of 1/rate microsecond, after the guard. */
static uint64_t guarded(ox_loop *loop, int64_t elapsed) {
    if (elapsed < 0) {
        loop->guarded++;
        return 0;
    }
    if (elapsed <= (int64_t)loop->guard_time) return (uint64_t)elapsed * loop->rate;
    loop->guarded++;
    return loop->guard == OX_LOOP_RESUME ? OX_LOOP_SECOND : (uint64_t)loop->guard_time * loop->rate;
}

int ox_loop_advance(ox_loop *loop, int64_t elapsed) {
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
    uint64_t lag = loop->lag + guarded(loop, elapsed);
    uint32_t steps = 0;
    while (lag >= OX_LOOP_SECOND && steps < loop->most) {
        lag -= OX_LOOP_SECOND;
        steps++;
    }
    if (lag >= OX_LOOP_SECOND) {
        loop->dropped += (uint32_t)(lag / OX_LOOP_SECOND);
        lag %= OX_LOOP_SECOND;
    }
    loop->lag = (uint32_t)lag;
    loop->steps += steps;
    return (int)steps;
}

uf16 ox_loop_fraction(const ox_loop *loop) {
    /* lag * 65536 / 1,000,000 with both sides divided by 16, so that the product fits 32 bits. */
    return loop->per_frame ? 0 : loop->lag * 4096u / (OX_LOOP_SECOND / 16u);
}

void ox_loop_pause(ox_loop *loop, bool paused) {
    loop->paused = paused;
    loop->single = false;
}

void ox_loop_step(ox_loop *loop) { loop->single = loop->paused; }
