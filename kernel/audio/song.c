/* Songs: their ticks among the samples of a block. */
#include "kernel/audio/song.h"

#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/bits.h"
#include "fixedmath/root.h"
#include "kernel/audio/gain.h"
#include "kernel/audio/mix.h"
#include "kernel/audio/song_internal.h"

/* ---- beginning ---- */

void ox_song_begin(ox_song *song, const ox_song_data *data, const ox_song_sounds *sounds,
                   ox_song_channel *channels, uint32_t rate) {
    memset(song, 0, sizeof *song);
    memset(channels, 0, data->channels * sizeof *channels);
    song->data = *data;
    song->sounds = *sounds;
    song->channels = channels;
    song->rate = rate;
    song->ramp = rate / 500;
    song->amiga = (uint32_t)((14187580ull << 16) / rate); /* four times 3,546,895, the half of PAL's clock */
    song->linear = (uint32_t)((8363ull << 24) / rate);
    song->speed = OX_SONG_SPEED;
    song->volume = (uint8_t)(rom_half(data->chunk + ROM_SONG_VOLUME) > SONG_VOLUME
                                 ? SONG_VOLUME
                                 : rom_half(data->chunk + ROM_SONG_VOLUME));
    ox_song_flow_begin(&song->flow, data, 0, 0);
    for (uint32_t i = 0; i < data->channels; i++)
        channels[i].pan = channels[i].start_pan = data->chunk[ROM_SONG_PANS + i];
}

/* ---- pitch ---- */

uint32_t song_period(const ox_song_data *d, int32_t place) {
    if (d->linear) return (uint32_t)(7680 - (place - 16) * 4);
    const uint32_t pitch = (uint32_t)((place - 16) * 4 + 768); /* an octave higher, so that it is above 0 */
    return ((54784u << 16) / ox_audio_pitch((int32_t)(pitch % 768u))) >> pitch / 768u;
}

static uint32_t step_of(const ox_song *song, uint32_t period) {
    if (period == 0) return 0;
    if (!song->data.linear) {
        const uint32_t step = (song->amiga + period / 2) / period;
        return step < OX_VOICE_STEP_MOST ? step : OX_VOICE_STEP_MOST;
    }
    const uint32_t high = 4608u + 768u * 86u - period, octave = high / 768u; /* 86 octaves more */
    const uint64_t step = (uint64_t)song->linear * ox_audio_pitch((int32_t)(high % 768u));
    const uint32_t shift = 24u + 86u - octave;
    const uint32_t whole = shift < 64 ? (uint32_t)(step >> shift) : 0;
    return whole < OX_VOICE_STEP_MOST ? whole : OX_VOICE_STEP_MOST;
}

/* ---- a tick ---- */

/* The value of an envelope's curve at a tick, on the line from the point at or before it to the next point. */
static uint32_t value_of(const uint8_t *points, uint32_t count, uint32_t tick) {
    uint32_t at = count - 1;
    while (at > 0 && rom_half(points + (size_t)at * ROM_ENVELOPE_POINT_SIZE) > tick) at--;
    const uint8_t *p = points + (size_t)at * ROM_ENVELOPE_POINT_SIZE, *q = p + ROM_ENVELOPE_POINT_SIZE;
    const int32_t here = rom_half(p + ROM_ENVELOPE_POINT_VALUE) * 256;
    const uint32_t begin = rom_half(p);
    if (at + 1 >= count || tick <= begin || rom_half(q) <= begin) return (uint32_t)here;
    const int32_t there = rom_half(q + ROM_ENVELOPE_POINT_VALUE) * 256;
    return (uint32_t)(here + (there - here) * (int32_t)(tick - begin) / (int32_t)(rom_half(q) - begin));
}

enum { POINTS_MOST = 32 };

/* Moves along an envelope that is on; one whose numbers cannot be has the value `without`. */
static void go_along(const ox_song_data *d, const uint8_t *e, bool released, uint16_t without,
                     ox_song_envelope *state) {
    const uint32_t first = rom_word(e + ROM_ENVELOPE_FIRST), count = rom_word(e + ROM_ENVELOPE_COUNT);
    const uint8_t flags = e[ROM_ENVELOPE_FLAGS];
    state->value = without;
    if (count == 0 || count > POINTS_MOST || first > d->point_count || count > d->point_count - first) return;
    const uint8_t *points = d->points + (size_t)first * ROM_ENVELOPE_POINT_SIZE;
    const uint32_t last = rom_half(points + (size_t)(count - 1) * ROM_ENVELOPE_POINT_SIZE);
    const uint8_t sustain = e[ROM_ENVELOPE_SUSTAIN], begin = e[ROM_ENVELOPE_LOOP_START],
                  end = e[ROM_ENVELOPE_LOOP_END];
    const bool sustains = (flags & ROM_ENVELOPE_SUSTAINS) != 0 && sustain < count;
    if ((flags & ROM_ENVELOPE_LOOPS) != 0 && begin < count && end < count && begin <= end &&
        state->tick == rom_half(points + (size_t)end * ROM_ENVELOPE_POINT_SIZE) &&
        (!released || !sustains || sustain != end))
        state->tick = rom_half(points + (size_t)begin * ROM_ENVELOPE_POINT_SIZE);
    const uint32_t value = value_of(points, count, state->tick);
    state->value = (uint16_t)(value < 16384 ? value : 16384);
    if (sustains && !released && state->tick == rom_half(points + (size_t)sustain * ROM_ENVELOPE_POINT_SIZE))
        return;
    if (state->tick < last) state->tick++;
}

/* Moves along an envelope, or one that is off has the value `without`. */
static inline void follow_envelope(const ox_song_data *d, const uint8_t *e, bool released, uint16_t without,
                                   ox_song_envelope *state) {
    if ((e[ROM_ENVELOPE_FLAGS] & ROM_ENVELOPE_ON) == 0)
        state->value = without;
    else
        go_along(d, e, released, without, state);
}

/* The instrument's own vibrato: how much is added to the period. */
static int32_t auto_vibrato(ox_song_channel *c) {
    const uint8_t *i = c->instrument;
    const uint32_t depth = i[ROM_SONG_INSTRUMENT_VIBRATO_DEPTH];
    int32_t value;
    if (depth == 0) return 0;
    uint32_t amplitude = c->auto_depth;
    if (c->auto_sweep > 0) {
        amplitude = c->auto_sweep;
        if (!c->released) {
            amplitude += c->auto_depth;
            if (amplitude >> 8 > depth) {
                amplitude = depth << 8;
                c->auto_sweep = 0;
            }
            c->auto_depth = (uint16_t)amplitude;
        }
    }
    c->auto_at = (uint8_t)(c->auto_at + i[ROM_SONG_INSTRUMENT_VIBRATO_RATE]);
    switch (i[ROM_SONG_INSTRUMENT_VIBRATO_FORM]) {
    case 0:
        value = -fx_sra32(fx_sin((ang16)(c->auto_at << 8)) + 512, 10);
        break;
    case 1:
        value = c->auto_at > 127 ? 64 : -64;
        break;
    case 2:
        value = (((c->auto_at >> 1) + 64) & 127) - 64;
        break;
    default:
        value = ((64 - (c->auto_at >> 1)) & 127) - 64;
    }
    return fx_sra32(value * (int32_t)amplitude, 14);
}

static void set_level(const ox_song *song, ox_song_channel *c) {
    const int32_t middle = 128 - (c->pan > 128 ? c->pan - 128 : 128 - c->pan);
    int32_t pan = c->pan + ((int32_t)c->pans.value - 8192) * middle / 8192;
    uint32_t gain = (uint32_t)c->out_volume * c->volumes.value >> 5; /* of 32768 */
    gain = gain * song->volume >> 6;
    gain = (gain * c->fade >> 15) / 4;
    pan = pan < 0 ? 0 : pan > 255 ? 255 : pan;
    if (c->sides_pan != pan + 1) {
        c->sides_pan = (uint16_t)(pan + 1);
        c->sides[0] = (uint16_t)fx_isqrt32((uint32_t)(256 - pan) << 22);
        c->sides[1] = (uint16_t)fx_isqrt32((uint32_t)pan << 22);
    }
    for (int i = 0; i < 2; i++) c->level[i] = (uint16_t)(gain * c->sides[i] >> 15);
}

/* Moves envelopes, fade-out and the instrument's vibrato on by a tick, and settles the voice's step and level for
 * it. */
static void settle_channel(ox_song *song, ox_song_channel *c) {
    int32_t period = c->out_period;
    if (c->instrument != NULL) {
        const uint32_t fade = rom_half(c->instrument + ROM_SONG_INSTRUMENT_FADE);
        if (c->released) c->fade = (uint16_t)(c->fade > fade ? c->fade - fade : 0);
        follow_envelope(&song->data, c->instrument + ROM_SONG_INSTRUMENT_VOLUME, c->released, 16384,
                        &c->volumes);
        follow_envelope(&song->data, c->instrument + ROM_SONG_INSTRUMENT_PAN, c->released, 8192, &c->pans);
        if (period != 0) period += auto_vibrato(c);
    }
    if (c->voice.clip == NULL) return;
    if (period != c->stepped) {
        c->stepped = period;
        c->step = period <= 0 || period > SONG_PERIOD_MOST + 1 ? 0 : step_of(song, (uint32_t)period);
    }
    c->voice.step = c->step;
    set_level(song, c);
}

void ox_song_tick(ox_song *song) {
    const ox_song_data *d = &song->data;
    if (song->jump != 0 && ox_song_flow_ends(&song->flow, d)) {
        ox_song_flow_jump(&song->flow, song->jump - 1u, 0);
        song->jump = 0;
    }
    const ox_song_step step = ox_song_flow_tick(&song->flow, d);
    const uint32_t end = song_pattern_end(d, ox_song_flow_pattern(&song->flow, d));
    uint32_t cursor = song->flow.here, empty = 0;
    for (uint32_t i = 0; i < d->channels; i++) {
        ox_song_note note;
        if (step == OX_SONG_ROW) {
            song_read_note(d, &cursor, end, &empty, &note);
            song_begin_note(song, &song->channels[i], &note);
        } else {
            song_go_on(song, &song->channels[i]);
        }
        settle_channel(
            song,
            &song->channels[i]); /* now: channels before this one hear a changed song volume a tick later */
    }
}

/* ---- among the samples ---- */

/* A voice that a new note cuts off goes to silence from here on, as far as the block reaches. */
static void let_die(ox_song *song, ox_voice *voice) {
    voice->dying = true;
    if (song->mixer != NULL && voice->clip != NULL && song->room > 0)
        ox_mixer_add(song->mixer, voice, song->at, song->room);
    memset(voice, 0, sizeof *voice);
}

void song_start_voice(ox_song *song, ox_song_channel *c, uint32_t frame) {
    const uint32_t nothing[2] = {0, 0};
    const ox_audio_clip *clip =
        c->sample == NULL
            ? NULL
            : song->sounds.find(song->sounds.context, rom_word(c->sample + ROM_SONG_SAMPLE_SOUND));
    let_die(song, &c->voice);
    ox_voice_start(&c->voice, clip, 0, nothing, true);
    if (c->voice.clip == NULL || frame == 0) return;
    const uint32_t end = c->voice.loops ? clip->loop_end : clip->frames;
    if (frame < end)
        ox_audio_clip_seek(clip, frame, &c->voice.place);
    else if (song->data.kind == ROM_SONG_PROTRACKER && c->voice.loops)
        ox_audio_clip_seek(clip, clip->loop_start, &c->voice.place);
    else
        memset(&c->voice, 0, sizeof c->voice);
}

void ox_song_hush(ox_song *song, ox_mixer *mixer, uint32_t frames) {
    song->mixer = mixer;
    song->at = 0;
    song->room = frames;
    for (uint32_t i = 0; i < song->data.channels; i++) let_die(song, &song->channels[i].voice);
    song->mixer = NULL;
}

static void mix_channel(const ox_song *song, ox_song_channel *c, const ox_mix_span *span, uint32_t gain) {
    if (c->voice.clip == NULL || c->voice.step == 0) return;
    const uint32_t left = c->mute ? 0u : c->level[0], right = c->mute ? 0u : c->level[1];
    c->voice.wanted[0] = (uint16_t)((span->channels == 1 ? (left + right) / 2 : left) * gain >> 15);
    c->voice.wanted[1] = (uint16_t)(right * gain >> 15);
    ox_mixer_add_span(song->mixer, &c->voice, song->at, span);
}

/* Begins a tick and counts its samples: the remainder of the tick before is scaled to the tempo of now. */
static void begin_tick(ox_song *song) {
    ox_song_tick(song);
    const uint32_t one = 2u * song->flow.tempo * song->speed;
    if (song->one != 0 && song->one != one) song->carry = (uint32_t)((uint64_t)song->carry * one / song->one);
    const uint32_t all = song->rate * 5u * OX_SONG_SPEED + song->carry;
    song->one = one;
    song->left = all / one;
    song->carry = all % one;
}

void ox_song_mix(ox_song *song, ox_mixer *mixer, uint32_t frames, uint32_t gain) {
    song->mixer = mixer;
    for (song->at = 0; song->at < frames;) {
        song->room = frames - song->at;
        if (song->left == 0) begin_tick(song);
        const uint32_t piece = song->left < song->room ? song->left : song->room;
        ox_mix_span span;
        ox_mixer_span(mixer, &span, song->at, song->ramp, piece);
        for (uint32_t i = 0; i < song->data.channels; i++) mix_channel(song, &song->channels[i], &span, gain);
        ox_mix_wave_end();
        song->left -= piece;
        song->at += piece;
    }
    song->mixer = NULL;
}
