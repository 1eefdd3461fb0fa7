/* Peaks to decibels, decibels to gains. */
#include "kernel/audio/compressor.h"

#include <stddef.h>
#include <string.h>

#include "fixedmath/bits.h"
#include "fixedmath/exponential.h"
#include "kernel/memory/life.h"

enum {
    FULL_DB = 2761962, /* of 2^23 above 2^16: 20 * log10(128) in Q16.16 */
    UNITY = 65536
};

void ox_compressor_init(ox_compressor *c, uint32_t rate) {
    memset(c, 0, sizeof *c);
    c->rate = rate;
    c->rise = c->fall = UNITY;
    c->gain = UNITY;
}

static fx hold_decibel(fx x, fx low, fx high) { return x < low ? low : x > high ? high : x; }

/* Part of the way to a level that a piece goes: 1 - exp(-piece / time). */
static int32_t part_of_way(uint32_t time, uint32_t rate) {
    if (time == 0) return UNITY;
    const uint64_t share = ((uint64_t)OX_COMPRESSOR_PIECE * 1000 << 16) / ((uint64_t)rate * time);
    const int32_t part = UNITY - fx_exp(-(fx)(share > 16u << 16 ? 16u << 16 : share));
    return part == 0 ? 1 : part;
}

void ox_compressor_set(ox_compressor *c, const ox_compressor_setting *s) {
    OX_CREATED(c->rate);
    if (c->rate == 0) return;
    c->threshold = hold_decibel(s->threshold, -96 * FX_ONE, 0);
    c->make_up = hold_decibel(s->make_up, -40 * FX_ONE, 40 * FX_ONE);
    const bool followed = c->slope != 0;
    c->slope = FX_ONE;
    if (s->ratio > 0) c->slope = s->ratio <= FX_ONE ? 0 : (fx)(FX_ONE - ((int64_t)FX_ONE << 16) / s->ratio);
    c->rise = part_of_way(s->attack, c->rate);
    c->fall = part_of_way(s->release, c->rate);
    if (c->level < c->threshold || !followed) c->level = c->threshold;
}

static uint32_t peak_of(const int32_t *sum, uint32_t count) {
    uint32_t peak = 0;
    for (const int32_t *const stop = sum + count; sum != stop; sum++) {
        const uint32_t size = fx_magnitude(*sum);
        if (size > peak) peak = size;
    }
    return peak > INT32_MAX ? INT32_MAX : peak;
}

/* The gain in Q16 for a peak, after the level has gone its part of the way there. */
static uint32_t follow(ox_compressor *c, uint32_t peak) {
    fx level = peak == 0 ? c->threshold : gain_to_db((fx)peak) - FULL_DB;
    if (level < c->threshold) level = c->threshold;
    const fx way = level - c->level;
    const fx moved = (fx)fx_sra64(fx_wide(way, way > 0 ? c->rise : c->fall), 16);
    c->level = moved == 0 ? level : c->level + moved;
    const fx over = c->level - c->threshold;
    return (uint32_t)db_to_gain(c->make_up - (fx)fx_sra64(fx_wide(over, c->slope), 16));
}

static void ramp(int32_t *sum, uint32_t frames, uint32_t channels, uint32_t gain, uint32_t change) {
    for (const int32_t *const stop = sum + (size_t)frames * channels; sum != stop; gain += change)
        for (uint32_t i = 0; i < channels; i++, sum++)
            *sum = fx_sat64(fx_sra64(fx_wide(*sum, (int32_t)gain), 16));
}

void ox_compressor_run(ox_compressor *c, int32_t *sum, uint32_t frames, uint32_t channels) {
    if (c->rate == 0 || (c->slope == 0 && c->make_up == 0 && c->gain == UNITY)) return;
    const uint32_t piece = OX_COMPRESSOR_PIECE;
    uint32_t here = peak_of(sum, (frames < piece ? frames : piece) * channels);
    while (frames > 0) {
        const uint32_t count = frames < piece ? frames : piece, rest = frames - count;
        const uint32_t ahead =
            peak_of(sum + (size_t)count * channels, (rest < piece ? rest : piece) * channels);
        const uint32_t goal = follow(c, here > ahead ? here : ahead);
        if (c->rise == UNITY && goal < c->gain)
            c->gain = goal; /* ahead of a peak that was not seen to come */
        const uint32_t change = goal >= c->gain ? (goal - c->gain) / count : 0u - (c->gain - goal) / count;
        ramp(sum, count, channels, c->gain, change);
        c->gain = goal;
        sum += (size_t)count * channels;
        frames = rest;
        here = ahead;
    }
}
