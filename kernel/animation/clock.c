/* Clocks of clips. */
#include "kernel/animation/clock.h"

#include "rom/chunks.h"

int64_t ox_clip_step(const uint8_t *clip, fx rate, uint32_t ticks) {
    if (ticks == 0) return 0;
    int64_t wide = (int64_t)rate * rom_u16(clip + ROM_CLIP_RATE) * 256,
            half = ticks / 2; /* Q8.8 times Q16.16, to 2^-32 */
    return (wide + (wide < 0 ? -half : half)) / (int64_t)ticks;
}

static uint64_t length_of(const uint8_t *clip) { return (uint64_t)rom_u32(clip + ROM_CLIP_FRAMES) << 32; }

/* How often a clip is played; 0: for ever. */
static uint32_t rounds_of(const ox_clip_clock *clock, const uint8_t *clip) {
    return (clip[ROM_CLIP_FLAGS] & ROM_CLIP_LOOPS) != 0 ? clock->loops : 1;
}

/* (start + elapsed * step) modulo a length below 2^47: in pieces of 16 bits, none of which overflows. */
static uint64_t wrapped(uint64_t start, uint32_t elapsed, uint64_t step, uint64_t length) {
    uint64_t high = (elapsed >> 16) * (step % length) % length,
             low = (elapsed & 0xFFFFu) * (step % length) % length;
    return (start % length + (high << 16) % length + low) % length;
}

/* start + elapsed * step, at most `most` (below 2^63). */
static uint64_t clamped_sum(uint64_t start, uint32_t elapsed, uint64_t step, uint64_t most) {
    if (start >= most || (step > 0 && elapsed > (most - start) / step)) return most;
    return start + elapsed * step;
}

/* How far a clip has come since it began: a finite clip in all its rounds, another in this round. */
static uint64_t gone(const ox_clip_clock *clock, const uint8_t *clip, uint32_t tick, uf16 fraction,
                     uint32_t ticks, bool *done) {
    int64_t step = ox_clip_step(clip, clock->rate, ticks);
    uint64_t speed = (uint64_t)(step < 0 ? -step : step), length = length_of(clip),
             start = (uint64_t)(clock->base < 0 ? 0 : clock->base) << 16;
    uint32_t rounds = rounds_of(clock, clip), elapsed = tick - clock->start;
    *done = false;
    if (elapsed > INT32_MAX) { /* before the start */
        elapsed = 0;
        fraction = 0;
    }
    uint64_t part =
        fraction >= UF16_ONE ? speed : (speed >> 16) * fraction + ((speed & 0xFFFFu) * fraction >> 16);
    if (rounds == 0) return wrapped(start + part % length, elapsed, speed, length);
    uint64_t most = length * rounds, at = clamped_sum(start, elapsed, speed, most);
    at = part >= most - at ? most : at + part;
    *done = at == most;
    return at;
}

ox_clip_moment ox_clip_clock_at(const ox_clip_clock *clock, const uint8_t *clip, uint32_t tick, uf16 fraction,
                                uint32_t ticks) {
    ox_clip_moment now;
    uint64_t at = gone(clock, clip, tick, fraction, ticks, &now.done), length = length_of(clip);
    bool loops = (clip[ROM_CLIP_FLAGS] & ROM_CLIP_LOOPS) != 0;
    at = now.done ? length : at % length;
    if (clock->rate < 0) at = length - at;
    now.time = (fx)((at + 32768) >> 16); /* to the nearest: thirds of a frame lead to whole ones */
    if (loops && (uint64_t)now.time == length >> 16) now.time = 0; /* end and begin are the same pose */
    return now;
}

void ox_clip_clock_rate(ox_clip_clock *clock, const uint8_t *clip, uint32_t tick, uint32_t ticks, fx rate) {
    bool done;
    uint64_t at = gone(clock, clip, tick, 0, ticks, &done), length = length_of(clip);
    ox_clip_moment now = ox_clip_clock_at(clock, clip, tick, 0, ticks);
    uint32_t over = (uint32_t)(at / length);
    if (clock->loops > 0) clock->loops = (uint16_t)(over < clock->loops ? clock->loops - over : 1u);
    clock->rate = rate;
    ox_clip_clock_seek(clock, clip, tick, now.time);
    if (done && (clip[ROM_CLIP_FLAGS] & ROM_CLIP_LOOPS) != 0 && clock->loops == 1)
        clock->base = (fx)(length >> 16);
}

void ox_clip_clock_seek(ox_clip_clock *clock, const uint8_t *clip, uint32_t tick, fx time) {
    fx at = rom_clip_wrap(clip, time);
    clock->start = tick;
    clock->base = clock->rate < 0 ? (fx)((length_of(clip) >> 16) - (uint64_t)at) : at;
}
