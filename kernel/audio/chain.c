/* Buses: their voices, what is done to them, and what becomes of them together. */
#include "kernel/audio/chain.h"

#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/bits.h"
#include "fixedmath/exponential.h"
#include "fixedmath/scalar.h"
#include "kernel/audio/internal.h"
#include "kernel/audio/surround.h"

bool ox_audio_begin_chain(ox_audio *a) {
    struct ox_audio_chain *c = a->chain;
    ox_status status = OX_OK;
    if (c->echo_line != NULL) status = ox_echo_init(&c->echo, c->echo_line, a->setup.echo_samples);
    if (c->reverb_lines != NULL && status == OX_OK)
        status = ox_reverb_init(&c->reverb, a->setup.out.rate, c->reverb_lines);
    for (uint32_t i = 0; i < OX_BUSES; i++) ox_compressor_init(&c->compressors[i], a->setup.out.rate);
    return status == OX_OK;
}

void ox_audio_surround(ox_audio *audio, const ox_audio_environment *environment) {
    audio->environment = *environment;
}

void ox_audio_compress_bus(ox_audio *audio, uint32_t bus, const ox_compressor_setting *setting) {
    struct ox_audio_chain *c = audio->chain;
    if (c == NULL || bus >= OX_BUSES) return;
    if (setting == NULL) {
        c->compressed &= ~(1u << bus);
        return;
    }
    c->compressed |= 1u << bus;
    ox_compressor_set(&c->compressors[bus], setting);
}

/* ---- the shock ---- */

enum { RING_HZ = 4000, RING_MOST = OX_AUDIO_FULL / 4, DULL_HZ = 16000 };
#define DULLER FX(5.3219281) /* log2(16,000 / 400) */

ox_audio_shock ox_audio_shock_of(fx strength) {
    const fx s = fx_clamp(strength, 0, FX_ONE);
    if (s == 0) return (ox_audio_shock){65536, 0, OX_AUDIO_FULL, 0};
    /* the last third of the way is for the tone and the low-pass alone */
    const fx deep = fx_clamp(fx_mul(s - FX_ONE / 3, FX(1.5)), 0, FX_ONE);
    return (ox_audio_shock){
        .ratio = (uint32_t)(FX_ONE - deep / 2),
        .cutoff = (uint32_t)fx_rshr64((int64_t)DULL_HZ * fx_exp2(-fx_mul(s, DULLER)), 16),
        .gain = (uint32_t)(OX_AUDIO_FULL - (int32_t)fx_rshr64((int64_t)deep * 22938, 16)), /* less by 0.7 */
        .ring = (uint32_t)fx_rshr64((int64_t)fx_mul(s, s) * RING_MOST, 16)};
}

void ox_audio_deafen(ox_audio *audio, fx strength) { audio->shock = ox_audio_shock_of(strength); }

/* Adds the tone of the shock; its gain goes on a line along the block. */
static void ring(ox_audio *a, uint32_t frames) {
    ox_mixer *m = &a->mixer;
    const int32_t goal = (int32_t)a->shock.ring, from = (int32_t)a->ring_gain;
    const uint32_t hz = m->out.rate / 4 < RING_HZ ? m->out.rate / 4 : RING_HZ,
                   step = hz * 65536 / m->out.rate;
    if (goal == 0 && from == 0) {
        a->ring_phase = 0;
        return;
    }
    const int32_t change = (goal - from) * 65536 / (int32_t)frames; /* gains are below 2^15 */
    int32_t gain = from * 65536, *sum = m->sum;
    for (uint32_t i = 0; i < frames; i++, gain += change) {
        const int32_t wave =
            fx_sin((ang16)a->ring_phase) / 2 * (gain >> 16) / 128; /* below 2^15 * 2^13 / 2^7 */
        a->ring_phase += step;
        for (uint32_t k = 0; k < m->out.channels && k < 2; k++) sum[k] = fx_adds(sum[k], wave);
        sum += m->out.channels;
    }
    a->ring_gain = (uint32_t)goal;
    m->any = true;
}

/* ---- the chain of the world ---- */

static uint32_t least_of(uint32_t a, uint32_t b) { return a == 0 || (b != 0 && b < a) ? b : a; }

static void set_chain(ox_audio *a) {
    struct ox_audio_chain *c = a->chain;
    const ox_audio_environment *e = &a->environment;
    const uint32_t cutoff = least_of(e->low_pass, a->shock.cutoff), rate = a->setup.out.rate;
    ox_surround *const around = a->mixer.surround;
    if (cutoff != c->cutoff) ox_filter_set(&c->low_pass, OX_FILTER_LOW, cutoff, rate);
    for (uint32_t i = 0; around != NULL && cutoff != c->cutoff && i < OX_SPEAKERS / 2 - 1; i++)
        ox_filter_set(&around->low_pass[i], OX_FILTER_LOW, cutoff, rate);
    c->cutoff = cutoff;
    if (memcmp(e, &c->environment, sizeof *e) == 0) return;
    c->environment = *e;
    const ox_echo_setting echo = {.delay = (uint32_t)((uint64_t)e->echo_delay * rate / 1000),
                                  .feedback = e->echo_feedback,
                                  .damping = e->echo_damping,
                                  .wet = e->echo_wet};
    const ox_reverb_setting reverb = {
        .time = e->reverb_time, .damping = e->reverb_damping, .wet = e->reverb_wet};
    if (c->echo_line != NULL) ox_echo_set(&c->echo, &echo);
    if (c->reverb_lines != NULL) ox_reverb_set(&c->reverb, &reverb);
}

/* Whether something is added, or will be, or waits in the lines to be cleared. */
static bool is_wet(const ox_wetness *w) { return w->now != 0 || w->goal != 0 || w->dirty; }

static bool world_is_changed(const struct ox_audio_chain *c) {
    return c->low_pass.on || c->low_pass.runs || (c->echo_line != NULL && is_wet(&c->echo.wet)) ||
           (c->reverb_lines != NULL && is_wet(&c->reverb.wet));
}

static void run_wet(struct ox_audio_chain *c, int32_t *sums, const ox_reverb_block *block) {
    if (c->echo_line != NULL) ox_echo_run(&c->echo, sums, block);
    if (c->reverb_lines != NULL) ox_reverb_run(&c->reverb, sums, block);
}

/* The low-pass, echo and reverb of speakers all around: the first pair by pair, the others of what two speakers would have, for the four at the corners. */
static void run_world_around(struct ox_audio_chain *c, ox_surround *around, uint32_t frames,
                             uint32_t channels) {
    static const uint8_t corners[] = {OX_SPEAKER_LEFT, OX_SPEAKER_RIGHT, OX_SPEAKER_LEFT_BEHIND,
                                      OX_SPEAKER_RIGHT_BEHIND};
    int32_t *const pair = around->pair;
    const ox_reverb_block block = {pair, frames, 2};
    for (uint32_t k = 0; k < channels; k += 2) {
        for (uint32_t i = 0; i < 2 * frames; i++) pair[i] = c->sums[i / 2 * channels + k + i % 2];
        ox_filter_run(k == 0 ? &c->low_pass : &around->low_pass[k / 2 - 1], pair, frames, 2);
        for (uint32_t i = 0; i < 2 * frames; i++) c->sums[i / 2 * channels + k + i % 2] = pair[i];
    }
    for (uint32_t i = 0; i < 2 * frames; i++)
        pair[i] = ox_surround_fold(c->sums + i / 2 * channels, channels, i % 2);
    run_wet(c, pair, &block);
    for (uint32_t i = 0; i < frames; i++) {
        int32_t *const frame = c->sums + (size_t)i * channels;
        const int64_t wet = (int64_t)pair[2 * i] - ox_surround_fold(frame, channels, 0);
        for (uint32_t k = 0; k < 4; k++)
            frame[corners[k]] = fx_sat64(frame[corners[k]] + fx_sra64(wet * OX_SPEAKER_HALF_POWER, 15));
    }
}

static void run_world(ox_audio *a, uint32_t frames, uint32_t channels) {
    struct ox_audio_chain *c = a->chain;
    uint32_t *const slots = a->counts.slots;
    const ox_reverb_block block = {c->sums, frames, channels};
    const uint32_t count = frames * channels;
    if (c->low_pass.on || c->low_pass.runs) slots[OX_AUDIO_SLOT_LOW_PASS] += count;
    if (c->echo_line != NULL && is_wet(&c->echo.wet)) slots[OX_AUDIO_SLOT_ECHO] += count;
    if (c->reverb_lines != NULL && is_wet(&c->reverb.wet)) slots[OX_AUDIO_SLOT_REVERB] += count;
    if (a->mixer.surround != NULL) {
        run_world_around(c, a->mixer.surround, frames, channels);
        return;
    }
    ox_filter_run(&c->low_pass, c->sums, frames, channels);
    run_wet(c, c->sums, &block);
}

/* ---- buses ---- */

void ox_audio_begin_wall(ox_audio *audio, uint32_t voice) {
    struct ox_audio_chain *c = audio->chain;
    if (c == NULL || c->walls == NULL) return;
    memset(&c->walls[voice], 0, sizeof c->walls[voice]);
    c->wall_cutoffs[voice] = 0;
}

void ox_audio_set_wall(ox_audio *audio, uint32_t voice, uint32_t cutoff) {
    struct ox_audio_chain *c = audio->chain;
    if (c == NULL || c->walls == NULL || c->wall_cutoffs[voice] == cutoff) return;
    ox_filter_set(&c->walls[voice], OX_FILTER_LOW, cutoff, audio->setup.out.rate);
    c->wall_cutoffs[voice] = cutoff;
}

static bool is_behind_wall(const ox_audio *a, uint32_t voice) {
    const struct ox_audio_chain *c = a->chain;
    return c != NULL && c->walls != NULL && voice < a->setup.voices &&
           (c->walls[voice].on || c->walls[voice].runs);
}

/* Mixes a voice by itself, through its low-pass. */
static void add_behind_wall(ox_audio *a, uint32_t voice, uint32_t frames) {
    struct ox_audio_chain *c = a->chain;
    ox_mixer *m = &a->mixer;
    ox_voice *const v = &a->voices[voice];
    const uint32_t channels = m->out.channels > 2 ? 2 : m->out.channels, count = frames * channels;
    ox_mixer_add_apart(m, v, c->alone, frames);
    ox_filter_run(&c->walls[voice], c->alone, frames, channels);
    a->counts.slots[OX_AUDIO_SLOT_WALLS] += count;
    m->any = true;
    if (m->surround != NULL) {
        ox_surround_spread(m, v, &(ox_surround_block){c->alone, 0, frames});
        return;
    }
    for (uint32_t i = 0; i < count; i++) m->sum[i] = fx_adds(m->sum[i], c->alone[i]);
}

static void add_voices(ox_audio *a, uint32_t buses, uint32_t frames) {
    for (uint32_t i = 0; !a->idle && i < a->mixer.count; i++) {
        ox_voice *v = &a->voices[i];
        if (v->clip == NULL || v->hold || v->bus >= OX_BUSES || (buses >> v->bus & 1u) == 0) continue;
        if (is_behind_wall(a, i))
            add_behind_wall(a, i, frames);
        else
            ox_mixer_add(&a->mixer, v, 0, frames);
    }
    if (a->songs != NULL && (buses >> OX_BUS_MUSIC & 1u) != 0) ox_audio_mix_songs(a, frames);
}

/* The greatest magnitude of sums, as that of a sample. */
static uint32_t peak_of(const int32_t *sums, uint32_t count) {
    int32_t low = 0, high = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (sums[i] < low) low = sums[i];
        if (sums[i] > high) high = sums[i];
    }
    return (uint32_t)((int_max(high, -(low + 1)) + 128) >> 8);
}

static void compress(ox_audio *a, uint32_t bus, int32_t *sums, uint32_t frames) {
    const uint32_t channels = a->mixer.out.channels;
    ox_compressor_run(&a->chain->compressors[bus], sums, frames, channels);
    a->counts.slots[OX_AUDIO_SLOT_COMPRESSORS] += frames * channels;
}

/* Mixes a bus into sums of its own, does what is to be done to it, and adds it to the block. */
static void mix_apart(ox_audio *a, uint32_t bus, uint32_t frames) {
    struct ox_audio_chain *c = a->chain;
    ox_mixer *m = &a->mixer;
    int32_t *const whole = m->sum;
    const uint32_t channels = m->out.channels, count = frames * channels;
    m->sum = c->sums;
    memset(c->sums, 0, count * sizeof *c->sums);
    add_voices(a, 1u << bus, frames);
    if (bus == OX_BUS_WORLD) run_world(a, frames, channels);
    if ((c->compressed >> bus & 1u) != 0) compress(a, bus, c->sums, frames);
    m->sum = whole;
    m->any = true;
    for (uint32_t i = 0; i < count; i++) whole[i] = fx_adds(whole[i], c->sums[i]);
    if (a->watcher != NULL) a->peaks[bus] = peak_of(c->sums, count);
}

void ox_audio_mix_buses(ox_audio *a, uint32_t frames) {
    struct ox_audio_chain *c = a->chain;
    uint32_t apart = 0;
    if (c != NULL) {
        set_chain(a);
        apart = c->compressed & ~(1u << OX_BUS_MASTER);
        if (world_is_changed(c)) apart |= 1u << OX_BUS_WORLD;
        if (a->watcher != NULL) apart = (1u << OX_BUSES) - 2; /* each of them is measured */
    }
    for (uint32_t bus = 1; bus < OX_BUSES; bus++)
        if ((apart >> bus & 1u) != 0 && !ox_audio_bus_stands(a, bus)) mix_apart(a, bus, frames);
    add_voices(a, ~apart & ((1u << OX_BUSES) - 1u), frames);
    ring(a, frames);
    ox_surround_end(&a->mixer, a->mixer.sum, frames);
    if (c != NULL && a->watcher != NULL)
        a->peaks[OX_BUS_MASTER] = peak_of(a->mixer.sum, frames * a->mixer.out.channels);
    if (c != NULL && (c->compressed >> OX_BUS_MASTER & 1u) != 0)
        compress(a, OX_BUS_MASTER, a->mixer.sum, frames);
}
