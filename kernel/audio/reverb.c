/* Delay lines that feed themselves. */
#include "kernel/audio/reverb.h"

#include <string.h>

#include "fixedmath/bits.h"
#include "fixedmath/exponential.h"
#include "kernel/memory/life.h"

enum { PIECE = 64, MOST = 32767 };

static const uint16_t comb_lengths[OX_REVERB_COMBS] = {459, 489, 526, 558};
static const uint16_t pass_lengths[OX_REVERB_PASSES] = {229, 182};
enum { LENGTHS_RATE = 18157 };

static inline int32_t hold_to_16(int32_t x) { return x > 32767 ? 32767 : x < -32768 ? -32768 : x; }

/* Q15 to whole, toward zero. */
static inline int32_t toward_zero(int32_t product, int bits) {
    return fx_sra32(product + (fx_sra32(product, 31) & ((1 << bits) - 1)), bits);
}

/* ---- lines ---- */

/* The loop of run_comb, of which the compiler makes two. */
static inline __attribute__((always_inline)) uint32_t
run_line(ox_delay *d, const int16_t *in, int32_t *out, int16_t *line, const int16_t *stop, const bool damps) {
    const int32_t feedback = d->feedback, damping = d->damping, rest = OX_REVERB_ONE - damping;
    int32_t damped = d->damped;
    uint32_t busy = 0;
    for (; line != stop; line++) {
        const int32_t y = *line;
        damped = damps ? toward_zero(y * rest + damped * damping, 15) : y;
        const int32_t stored = hold_to_16(*in++ + toward_zero(damped * feedback, 15));
        *line = (int16_t)stored;
        busy |= (uint32_t)(stored | damped);
        *out++ += y;
    }
    d->damped = damps ? damped : 0;
    return busy;
}

/* Adds what comes out of a line to `out` and stores what goes in, with what comes back. Gives the bits of all that was stored. */
static uint32_t run_comb(ox_delay *d, const int16_t *in, int32_t *out, uint32_t count) {
    uint32_t busy = 0;
    while (count > 0) {
        const uint32_t left = (uint32_t)d->length - d->at, run = left < count ? left : count;
        int16_t *line = d->line + d->at;
        busy |= d->damping == 0 ? run_line(d, in, out, line, line + run, false)
                                : run_line(d, in, out, line, line + run, true);
        in += run;
        out += run;
        d->at = (uint16_t)(left == run ? 0 : d->at + run);
        count -= run;
    }
    return busy;
}

static uint32_t run_pass(ox_delay *d, int32_t *out, uint32_t count) {
    uint32_t busy = 0;
    while (count > 0) {
        const uint32_t left = (uint32_t)d->length - d->at, run = left < count ? left : count;
        int16_t *line = d->line + d->at;
        for (const int16_t *const stop = line + run; line != stop; line++) {
            const int32_t y = *line, stored = hold_to_16(*out + toward_zero(y, 1));
            *line = (int16_t)stored;
            busy |= (uint32_t)stored;
            *out++ = y - toward_zero(stored, 1);
        }
        d->at = (uint16_t)(left == run ? 0 : d->at + run);
        count -= run;
    }
    return busy;
}

/* ---- in and out ---- */

/* What goes in: the mean of the channels in 16 bits. */
static uint32_t gather_mean(const int32_t *send, uint32_t channels, int16_t *in, uint32_t count) {
    uint32_t busy = 0;
    for (uint32_t i = 0; i < count; i++) {
        int32_t x = send[i * channels];
        if (channels == 2) x = fx_sra32(x, 1) + fx_sra32(send[i * channels + 1], 1);
        x = hold_to_16(fx_sra32(x, 8) + (fx_sra32(x, 7) & 1));
        in[i] = (int16_t)x;
        busy |= (uint32_t)x;
    }
    return busy;
}

static void add_wet(int32_t *sum, uint32_t channels, const int32_t *out, uint32_t count, uint32_t wet[2]) {
    uint32_t now = wet[0];
    for (const int32_t *const stop = out + count; out != stop; out++, now += wet[1]) {
        const int32_t add = fx_sra32(*out * (int32_t)(now >> 16), 7);
        for (uint32_t c = 0; c < channels; c++, sum++) *sum = fx_sat64((int64_t)*sum + add);
    }
    wet[0] = now;
}

typedef struct run_of_lines {
    uint32_t (*run)(void *lines, int16_t *in, int32_t *out, uint32_t count);
    void *lines;
} run_of_lines;

/* Leads a block through lines, in pieces that lie on the stack. */
static void run_wet(ox_wetness *w, const run_of_lines *lines, const int32_t *send,
                    const ox_reverb_block *block) {
    int16_t in[PIECE] = {0};
    int32_t out[PIECE];
    const uint32_t goal = (uint32_t)w->goal << 16;
    uint32_t wet[2] = {w->now, goal > w->now ? (goal - w->now) / block->frames
                                             : 0u - (w->now - goal) / block->frames};
    for (uint32_t at = 0; at < block->frames;) {
        const uint32_t count = block->frames - at < PIECE ? block->frames - at : PIECE;
        uint32_t busy =
            send == NULL ? 0 : gather_mean(send + (size_t)at * block->channels, block->channels, in, count);
        memset(out, 0, sizeof out);
        busy |= lines->run(lines->lines, in, out, count);
        add_wet(block->sum + (size_t)at * block->channels, block->channels, out, count, wet);
        if (busy != 0)
            w->quiet = 0;
        else if (w->quiet < UINT32_MAX - PIECE)
            w->quiet += count;
        at += count;
        if (send == NULL) memset(in, 0, sizeof in);
    }
    w->now = goal;
    w->dirty = true;
}

/* Whether nothing is to be heard: then the lines are to hold nothing, either. */
static bool is_dry(const ox_wetness *w) { return w->goal == 0 && w->now == 0; }

static int32_t below_one(uint32_t factor) { return (int32_t)(factor > MOST ? MOST : factor); }

static void wet_goal(ox_wetness *w, uint32_t wet) {
    w->goal = (uint16_t)(wet > OX_REVERB_ONE ? OX_REVERB_ONE : wet);
}

/* ---- echo ---- */

static void clear_echo(ox_echo *echo) {
    memset(echo->delay.line, 0, echo->room * sizeof *echo->delay.line);
    echo->delay.at = 0;
    echo->delay.damped = 0;
    echo->wet.dirty = false;
    echo->wet.quiet = UINT32_MAX;
}

ox_status ox_echo_init(ox_echo *echo, int16_t *memory, uint32_t samples) {
    memset(echo, 0, sizeof *echo);
    if (samples == 0 || samples > OX_ECHO_MOST) return OX_BAD_ARGUMENT;
    echo->delay.line = memory;
    echo->delay.length = (uint16_t)samples;
    echo->room = samples;
    clear_echo(echo);
    return OX_OK;
}

void ox_echo_set(ox_echo *echo, const ox_echo_setting *s) {
    OX_CREATED(echo->room);
    if (echo->room == 0) return;
    const uint32_t delay = s->delay == 0 ? 1 : s->delay > echo->room ? echo->room : s->delay;
    if (delay != echo->delay.length) clear_echo(echo);
    echo->delay.length = (uint16_t)delay;
    echo->delay.feedback = below_one(s->feedback);
    echo->delay.damping = below_one(s->damping);
    wet_goal(&echo->wet, s->wet);
}

static uint32_t run_echo(void *echo, int16_t *in, int32_t *out, uint32_t count) {
    return run_comb(&((ox_echo *)echo)->delay, in, out, count);
}

void ox_echo_run(ox_echo *echo, const int32_t *send, const ox_reverb_block *block) {
    if (is_dry(&echo->wet) && echo->wet.dirty) clear_echo(echo);
    if (is_dry(&echo->wet) || block->frames == 0) return;
    run_wet(&echo->wet, &(run_of_lines){run_echo, echo}, send, block);
}

bool ox_echo_rests(const ox_echo *echo) { return echo->wet.quiet >= echo->delay.length; }

/* ---- reverb ---- */

static uint32_t at_rate(uint32_t length, uint32_t rate) {
    return (length * rate + LENGTHS_RATE / 2) / LENGTHS_RATE;
}

size_t ox_reverb_bytes(uint32_t rate) {
    uint32_t samples = 0;
    if (rate < 4000 || rate > 65535) return 0;
    for (uint32_t i = 0; i < OX_REVERB_COMBS; i++) samples += at_rate(comb_lengths[i], rate);
    for (uint32_t i = 0; i < OX_REVERB_PASSES; i++) samples += at_rate(pass_lengths[i], rate);
    return samples * sizeof(int16_t);
}

static void clear_reverb(ox_reverb *r) {
    memset(r->combs[0].line, 0, r->samples * sizeof *r->combs[0].line);
    for (uint32_t i = 0; i < OX_REVERB_COMBS; i++) r->combs[i].damped = 0;
    r->wet.dirty = false;
    r->wet.quiet = UINT32_MAX;
}

ox_status ox_reverb_init(ox_reverb *r, uint32_t rate, int16_t *memory) {
    memset(r, 0, sizeof *r);
    r->samples = (uint32_t)(ox_reverb_bytes(rate) / sizeof *memory);
    if (r->samples == 0) return OX_BAD_ARGUMENT;
    r->rate = rate;
    for (uint32_t i = 0; i < OX_REVERB_COMBS + OX_REVERB_PASSES; i++) {
        const bool comb = i < OX_REVERB_COMBS;
        ox_delay *d = comb ? &r->combs[i] : &r->passes[i - OX_REVERB_COMBS];
        d->length = (uint16_t)at_rate(comb ? comb_lengths[i] : pass_lengths[i - OX_REVERB_COMBS], rate);
        d->line = memory;
        memory += d->length;
    }
    clear_reverb(r);
    return OX_OK;
}

int32_t ox_reverb_feedback(uint32_t delay, uint32_t rate, uint32_t time) {
    const uint64_t decibel = ((uint64_t)delay * 60000 << 16) / ((uint64_t)rate * time); /* Q16.16 */
    return decibel > 96u << 16 ? 0 : below_one((uint32_t)(db_to_gain(-(fx)decibel) + 1) / 2);
}

void ox_reverb_set(ox_reverb *r, const ox_reverb_setting *s) {
    OX_CREATED(r->rate);
    if (r->rate == 0) return;
    const uint32_t time = s->time < 50 ? 50 : s->time > 20000 ? 20000 : s->time;
    for (uint32_t i = 0; i < OX_REVERB_COMBS; i++) {
        r->combs[i].feedback = ox_reverb_feedback(r->combs[i].length, r->rate, time);
        r->combs[i].damping = below_one(s->damping);
    }
    wet_goal(&r->wet, s->wet);
}

static uint32_t run_reverb(void *lines, int16_t *in, int32_t *out, uint32_t count) {
    ox_reverb *r = lines;
    uint32_t busy = 0;
    for (uint32_t i = 0; i < count; i++) in[i] = (int16_t)fx_rshr32(in[i], 2);
    for (uint32_t i = 0; i < OX_REVERB_COMBS; i++) busy |= run_comb(&r->combs[i], in, out, count);
    for (uint32_t i = 0; i < OX_REVERB_PASSES; i++) busy |= run_pass(&r->passes[i], out, count);
    return busy;
}

void ox_reverb_run(ox_reverb *r, const int32_t *send, const ox_reverb_block *block) {
    if (is_dry(&r->wet) && r->wet.dirty) clear_reverb(r);
    if (is_dry(&r->wet) || block->frames == 0) return;
    run_wet(&r->wet, &(run_of_lines){run_reverb, r}, send, block);
}

bool ox_reverb_rests(const ox_reverb *r) { return r->wet.quiet >= r->combs[OX_REVERB_COMBS - 1].length; }
