/* First-order filters of sums. */
#include "kernel/audio/filter.h"

#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/bits.h"

enum { ONE = 32767, DOOR = 1 << 29 };

void ox_filter_coefficients(uint32_t cutoff, uint32_t rate, int16_t *b0, int16_t *a1) {
    q30 sine, cosine;
    if (cutoff == 0) cutoff = 1;
    if (cutoff >= rate / 2) cutoff = rate / 32 * 15;
    q30_sincos((ang32)(((uint64_t)cutoff << 31) / rate), &sine, &cosine); /* half a turn at the rate */
    const int64_t whole = (int64_t)sine + cosine;
    *b0 = (int16_t)(((int64_t)sine * 32768 + whole / 2) / whole);
    const int64_t twice = ((int64_t)sine - cosine) * 32768;
    *a1 = (int16_t)((twice + (twice < 0 ? -whole : whole) / 2) / whole);
}

/* The coefficients that change next to nothing: the low-pass gives every sample again, that of a high-pass stays at 0. */
static void let_all_pass(ox_filter *f) {
    f->goal_b0 = f->kind == OX_FILTER_LOW ? ONE : 0;
    f->goal_a1 = f->kind == OX_FILTER_LOW ? ONE : -ONE;
}

void ox_filter_set(ox_filter *f, ox_filter_kind kind, uint32_t cutoff, uint32_t rate) {
    const bool on = cutoff != 0 && (kind == OX_FILTER_HIGH || cutoff < rate / 2);
    if (f->kind != (uint8_t)kind || !f->runs) {
        memset(f, 0, sizeof *f);
        f->kind = (uint8_t)kind;
        let_all_pass(f);
        f->b0 = f->goal_b0 * 32768;
        f->a1 = f->goal_a1 * 32768;
    }
    f->on = on;
    f->runs = f->runs || on;
    let_all_pass(f);
    if (on) ox_filter_coefficients(cutoff, rate, &f->goal_b0, &f->goal_a1);
}

static inline int32_t next_low(int64_t product) {
    return (int32_t)fx_sra64(product + (fx_sra64(product, 63) & 32767), 15); /* toward zero */
}

/* One channel, its coefficients steady or on their way. */
static inline void run(ox_filter *f, int32_t *sum, uint32_t frames, uint32_t channels,
                       const int32_t change[2], uint32_t channel) {
    int32_t x1 = f->x[channel], y = f->y[channel], b0 = f->b0, a1 = f->a1;
    const bool high = f->kind == OX_FILTER_HIGH;
    sum += channel;
    for (const int32_t *const stop = sum + (size_t)frames * channels; sum != stop; sum += channels) {
        int32_t x = *sum;
        if (x > DOOR) x = DOOR;
        if (x < -DOOR) x = -DOOR;
        y = next_low(fx_wide(fx_sra32(b0, 15), x + x1) - fx_wide(fx_sra32(a1, 15), y));
        *sum = high ? x - y : y;
        x1 = x;
        b0 += change[0];
        a1 += change[1];
    }
    f->x[channel] = x1;
    f->y[channel] = y;
}

void ox_filter_run(ox_filter *f, int32_t *sum, uint32_t frames, uint32_t channels) {
    static const int32_t steady[2] = {0, 0};
    if (!f->runs || frames == 0) return;
    const int32_t goal[2] = {f->goal_b0 * 32768, f->goal_a1 * 32768};
    const bool changes = goal[0] != f->b0 || goal[1] != f->a1;
    const int32_t change[2] = {(goal[0] - f->b0) / (int32_t)frames, (goal[1] - f->a1) / (int32_t)frames};
    for (uint32_t c = 0; c < channels; c++) {
        if (changes)
            run(f, sum, frames, channels, change, c);
        else
            run(f, sum, frames, channels, steady, c);
    }
    f->b0 = goal[0];
    f->a1 = goal[1];
    f->runs = f->on;
}

bool ox_filter_rests(const ox_filter *f) { return !f->runs || (f->x[0] | f->x[1] | f->y[0] | f->y[1]) == 0; }
