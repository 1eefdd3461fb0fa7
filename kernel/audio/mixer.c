/* Voices into sums, sums into samples. */
#include "kernel/audio/mixer.h"

#include <string.h>

#include "fixedmath/bits.h"
#include "fixedmath/scalar.h"
#include "kernel/audio/mix.h"
#include "kernel/audio/surround.h"
#include "kernel/memory/life.h"

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define HALVES_AS_THEY_ARE false
#else
#define HALVES_AS_THEY_ARE true
#endif

bool ox_mixer_format_is_good(const ox_audio_output *out) {
    return out->rate >= 4000 && out->rate <= 65535 && out->hz >= 15 && out->hz <= 1000 &&
           out->rate / out->hz >= 4 &&
           (out->channels == 1 || out->channels == 2 || out->channels == 6 || out->channels == 8) &&
           (out->bits == 8 || out->bits == 16) && ox_mixer_block_most(out) <= OX_MIXER_BLOCK_MOST;
}

uint32_t ox_mixer_block_most(const ox_audio_output *out) {
    return out->block != 0 ? out->block : (out->rate + out->hz - 1u) / out->hz;
}

ox_status ox_mixer_init(ox_mixer *mixer, const ox_audio_output *out, ox_voice *voices, uint32_t count,
                        int32_t *sum) {
    memset(mixer, 0, sizeof *mixer);
    if (!ox_mixer_format_is_good(out) || count == 0 || count > OX_MIXER_VOICES_MOST) return OX_BAD_ARGUMENT;
    mixer->out = *out;
    mixer->voices = voices;
    mixer->count = count;
    mixer->sum = sum;
    mixer->frames = mixer->most = ox_mixer_block_most(out); /* the sums may be anything */
    mixer->next = out->block != 0 ? out->block : out->rate / out->hz;
    mixer->any = true;
    memset(voices, 0, count * sizeof *voices);
    return OX_OK;
}

uint32_t ox_mixer_next(const ox_mixer *mixer) { return mixer->next; }

uint32_t ox_voice_step(uint32_t clip_rate, uint32_t rate, uint32_t ratio) {
    uint64_t step = ((uint64_t)clip_rate * ratio + rate / 2) / rate;
    return step > OX_VOICE_STEP_MOST ? OX_VOICE_STEP_MOST : (uint32_t)step;
}

/* The length of the wave that a voice's clip is; 0: it is none. */
static uint8_t wave_of(const ox_voice *v) {
    const ox_audio_clip *c = v->clip;
    const uint32_t length = c->loop_end;
    if (!v->loops || c->format != OX_AUDIO_S8 || c->channels != 1 || c->to_and_fro || c->loop_start != 0 ||
        ((uintptr_t)c->data & 3u) != 0 || (length != 16 && length != 32 && length != OX_MIX_WAVE))
        return 0;
    return (uint8_t)length;
}

void ox_voice_start(ox_voice *voice, const ox_audio_clip *clip, uint32_t step, const uint32_t gains[2],
                    bool loops) {
    memset(voice, 0, sizeof *voice);
    if (clip == NULL || clip->frames == 0) return;
    voice->clip = clip;
    voice->place = ox_audio_clip_begin(clip);
    voice->step = step;
    for (int i = 0; i < 2; i++) {
        voice->gain[i] = gains[i] << 16;
        voice->wanted[i] = (uint16_t)gains[i];
    }
    voice->loops = loops && ox_audio_clip_loops(clip);
    voice->wave = wave_of(voice);
}

/* ---- a voice ---- */

enum { PIECE_MOST = 480 }; /* at the largest step, 16.16 of its frames fit 31 bits */
FX_STATIC_ASSERT((uint64_t)PIECE_MOST *OX_VOICE_STEP_MOST + 65535 < (uint64_t)1 << 31,
                 "places of a piece would wrap");

/* Frames from the voice's place to the end of its clip or loop; forwards. */
static uint32_t frames_left(const ox_voice *v) {
    return (v->loops ? v->clip->loop_end : v->clip->frames) - v->place.frame;
}

/* How many of the next `most` sums have their place among the first `frames` frames: at least one, where `most` is. */
static uint32_t sums_within(const ox_voice *v, uint32_t frames, uint32_t most) {
    if (frames > 0x7FFF) frames = 0x7FFF;
    if (most == 0 || v->fraction + v->step * (most - 1) < frames << 16) return most; /* no division needed */
    uint32_t room = (frames << 16) - 1 - v->fraction;
    uint32_t sums = v->step == 0 ? most : room / v->step + 1;
    return sums < most ? sums : most;
}

static bool lies_ready(const ox_voice *v) {
    const ox_audio_clip *c = v->clip;
    if (v->place.backwards) return false;
    return c->format == OX_AUDIO_S8 ||
           (c->format == OX_AUDIO_S16 && HALVES_AS_THEY_ARE && ((uintptr_t)c->data & 1u) == 0);
}

/* Whether ox_mix_round takes a voice: bytes of one channel, forwards, the frame before. */
static bool goes_round(const ox_mixer *m, const ox_voice *v) {
    const ox_audio_clip *c = v->clip;
    return c->format == OX_AUDIO_S8 && c->channels == 1 && !m->out.linear && !v->place.backwards;
}

enum { ROUND_MOST = 0x7FFF }; /* frames of a clip whose places ox_mix_round counts */

/* Mixes a voice by ox_mix_round: all `most` sums, unless the clip ends or is too long for that. Gives the number of
 * sums. */
static uint32_t mix_round(ox_mixer *m, ox_voice *v, ox_mix_piece *piece, uint32_t most) {
    const ox_audio_clip *c = v->clip;
    const uint32_t end = v->loops ? c->loop_end : c->frames;
    const bool is_short = end <= ROUND_MOST;
    const uint32_t base = is_short ? 0 : v->place.frame, left = end - base;
    piece->count = most;
    piece->samples = c->data + base;
    piece->at = (v->place.frame - base) << 16 | v->fraction;
    piece->end = (left < ROUND_MOST ? left : ROUND_MOST) << 16;
    piece->loop = is_short && v->loops && !c->to_and_fro ? (end - c->loop_start) << 16 : 0;
    ox_mix_round(piece, m->out.channels);
    const uint32_t frame = base + (piece->at >> 16);
    v->fraction = (uint16_t)piece->at;
    if (piece->loop == 0)
        ox_audio_clip_skip(c, v->loops, &v->place, frame - v->place.frame);
    else
        v->place.frame = frame < end ? frame : c->loop_start + (frame - end) % (end - c->loop_start);
    return most - piece->count;
}

/* Mixes samples where they lie, as far as they go without a seam; gives the number of sums. */
static uint32_t mix_in_place(ox_mixer *m, ox_voice *v, ox_mix_piece *piece, uint32_t most) {
    uint32_t left = frames_left(v), ahead = m->out.linear ? 1 : 0;
    if (left <= ahead) return 0;
    const ox_audio_clip *c = v->clip;
    int bytes = c->format == OX_AUDIO_S8 ? 1 : 2;
    piece->count = sums_within(v, left - ahead, most);
    piece->samples = c->data + (size_t)v->place.frame * c->channels * (unsigned)bytes;
    ox_mix(piece, bytes, c->channels, m->out.channels, m->out.linear);
    return piece->count;
}

/* Mixes samples that have to be unpacked, or that lie across a seam. */
static uint32_t mix_gathered(ox_mixer *m, ox_voice *v, ox_mix_piece *piece, uint32_t most,
                             ox_audio_place *next) {
    const ox_audio_clip *c = v->clip;
    uint32_t frames = OX_MIXER_GATHER - 2;
    bool ready = lies_ready(v), once = !v->loops;
    if ((once || ready) && !v->place.backwards && frames_left(v) < frames) frames = frames_left(v);
    piece->count = sums_within(v, frames, most);
    uint32_t ahead = (v->fraction + v->step * piece->count) >> 16,
             last = (v->fraction + v->step * (piece->count - 1)) >> 16;
    uint32_t read = last + 2 > ahead ? last + 2 : ahead;
    if (read > OX_MIXER_GATHER) { /* the step goes far beyond: the frames between are not needed */
        ox_audio_place at = v->place;
        uint32_t rest = ahead;
        ox_audio_clip_read(c, v->loops, &at, &(ox_audio_reading){last + 2, last + 1, m->gathered}, next);
        rest -= last + 1;
        piece->samples = m->gathered;
        ox_mix(piece, 2, c->channels, m->out.channels, m->out.linear);
        while (rest > 0) {
            uint32_t part = rest < OX_MIXER_GATHER ? rest : OX_MIXER_GATHER;
            at = *next;
            ox_audio_clip_read(c, v->loops, &at, &(ox_audio_reading){part, part, m->gathered}, next);
            rest -= part;
        }
        return piece->count;
    }
    ox_audio_clip_read(c, v->loops, &v->place, &(ox_audio_reading){read, ahead, m->gathered}, next);
    piece->samples = m->gathered;
    ox_mix(piece, 2, c->channels, m->out.channels, m->out.linear);
    return piece->count;
}

/* Whether nothing of a piece is heard; the voice's place goes on without its samples, unless samples have to be
 * decoded or made. */
static bool is_silent(const ox_mixer *m, const ox_voice *v, const ox_mix_piece *p) {
    return v->clip->format < OX_AUDIO_ADPCM && (p->gain[0] >> 16 | p->change[0]) == 0 &&
           (m->out.channels == 1 || (p->gain[1] >> 16 | p->change[1]) == 0);
}

static void pass_silently(ox_voice *v, uint32_t count) {
    const uint64_t way = v->fraction + (uint64_t)v->step * count;
    ox_audio_clip_skip(v->clip, v->loops, &v->place, (uint32_t)(way >> 16));
    v->fraction = (uint16_t)way;
}

/* A clip is over: the voice goes on with the next one, over and over where that has a loop. False: there is none. */
static bool go_on(ox_voice *v) {
    const ox_audio_clip *const next = v->next;
    if (next == NULL || next->frames == 0 || v->dying || (next->channels > 2) != (v->clip->channels > 2))
        return false;
    const uint64_t step = v->clip->rate == 0 ? v->step : (uint64_t)v->step * next->rate / v->clip->rate;
    v->step = step > OX_VOICE_STEP_MOST ? OX_VOICE_STEP_MOST : (uint32_t)step;
    v->clip = next;
    v->next = NULL;
    v->place = ox_audio_clip_begin(next);
    v->loops = ox_audio_clip_loops(next);
    v->wave = wave_of(v);
    return true;
}

/* A share of a speaker's samples, Q15. */
static inline int32_t share_of(int32_t sample, int32_t share) { return fx_sra32(sample * share, 15); }

/* Adds a frame of speakers all around to that of an output with all of them, or with one or two: see surround.h. Gain Q15. */
static void put_field(int32_t *sum, uint32_t to, const int32_t *from, uint32_t channels, int32_t gain) {
    if (to > 2) {
        for (uint32_t i = 0; i < channels; i++) {
            const uint32_t speaker = i < to ? i : i - 2; /* without speakers at the sides: behind */
            sum[speaker] = fx_adds(sum[speaker], fx_sra32(from[i] * gain, 7));
        }
        return;
    }
    int32_t pair[2]; /* of at most 3.8 full scales */
    for (uint32_t i = 0; i < 2; i++) pair[i] = ox_surround_fold(from, channels, i);
    if (to == 1) pair[0] = (int32_t)fx_sra64(fx_wide(pair[0] + pair[1], OX_SPEAKER_HALF_POWER), 15);
    for (uint32_t i = 0; i < to; i++) sum[i] = fx_sat64(sum[i] + fx_sra64(fx_wide(pair[i], gain), 7));
}

/* Mixes a clip of six or eight channels, frame by frame; gives the number of sums. */
static uint32_t mix_field(ox_mixer *m, ox_voice *v, ox_mix_piece *p, uint32_t most) {
    const ox_audio_clip *c = v->clip;
    const uint32_t channels = c->channels, to = m->out.channels;
    uint32_t done = 0;
    for (; done < most && !v->place.over; done++, p->gain[0] += p->change[0]) {
        ox_audio_place next;
        int32_t frame[OX_SPEAKERS];
        const int32_t part = m->out.linear ? v->fraction >> 1 : 0;
        ox_audio_clip_read(c, v->loops, &v->place, &(ox_audio_reading){2, 0, m->gathered}, &next);
        for (uint32_t i = 0; i < channels; i++) {
            const int32_t here = m->gathered[i];
            frame[i] = here + share_of((m->gathered[channels + i] - here), part);
        }
        put_field(p->sum + (size_t)done * to, to, frame, channels, (int32_t)(p->gain[0] >> 16));
        const uint32_t way = v->fraction + v->step;
        ox_audio_clip_skip(c, v->loops, &v->place, way >> 16);
        v->fraction = (uint16_t)way;
    }
    return done;
}

static void add_voice(ox_mixer *m, ox_voice *v, uint32_t at, uint32_t count) {
    uint32_t to = m->out.channels, done = 0;
    ox_mix_piece piece; /* each loop below fills in the members that it needs */
    m->any = true;
    if (v->dying) {
        v->wanted[0] = v->wanted[1] = 0;
        if (count > m->out.rate / 500) count = m->out.rate / 500;
    }
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t goal = (uint32_t)v->wanted[i] << 16;
        piece.gain[i] = v->gain[i];
        piece.change[i] = 0;
        if (goal > v->gain[i]) piece.change[i] = (goal - v->gain[i]) / count;
        if (goal < v->gain[i]) piece.change[i] = 0u - (v->gain[i] - goal) / count;
        v->gain[i] = goal;
    }
    if (is_silent(m, v, &piece)) {
        pass_silently(v, count);
        done = count;
    }
    while (done < count && (!v->place.over || go_on(v))) {
        piece.step = v->step;
        if (v->clip->channels > 2) {
            piece.sum = m->sum + (size_t)(at + done) * to;
            done += mix_field(m, v, &piece, count - done);
            continue;
        }
        if (goes_round(m, v)) {
            piece.sum = m->sum + (size_t)(at + done) * to;
            done += mix_round(m, v, &piece, count - done);
            continue;
        }
        ox_audio_place next = v->place;
        uint32_t sums = 0, most = count - done < PIECE_MOST ? count - done : PIECE_MOST;
        piece.sum = m->sum + (size_t)(at + done) * to;
        piece.at = v->fraction;
        if (lies_ready(v)) {
            sums = mix_in_place(m, v, &piece, most);
            if (sums > 0) ox_audio_clip_skip(v->clip, v->loops, &next, (v->fraction + v->step * sums) >> 16);
        }
        if (sums == 0) sums = mix_gathered(m, v, &piece, most, &next);
        v->fraction = (uint16_t)(v->fraction + v->step * sums);
        v->place = next;
        done += sums;
    }
    if ((v->place.over && !go_on(v)) || v->dying) memset(v, 0, sizeof *v);
}

void ox_mixer_add(ox_mixer *m, ox_voice *v, uint32_t at, uint32_t count) {
    if (m->surround == NULL || v->clip->channels > 2) {
        add_voice(m, v, at, count);
        return;
    }
    ox_mixer_add_apart(m, v, m->surround->pair, count);
    ox_surround_spread(m, v, &(ox_surround_block){m->surround->pair, at, count});
}

void ox_mixer_span(ox_mixer *m, ox_mix_span *span, uint32_t at, uint32_t ramp, uint32_t count) {
    *span = (ox_mix_span){m->sum + (size_t)at * m->out.channels, count, ramp < count ? ramp : count,
                          ramp <= count ? 0xFFFFFFFFu / ramp : 0xFFFFFFFFu / count, m->out.channels};
}

void ox_mixer_add_span(ox_mixer *m, ox_voice *v, uint32_t at, const ox_mix_span *span) {
    const uint32_t count = span->count, ramp = span->ramp;
    if (v->wave != 0 && span->channels <= 2 && !m->out.linear) {
        m->any = true;
        ox_mix_wave(v, span);
    } else if (v->gain[0] == (uint32_t)v->wanted[0] << 16 && v->gain[1] == (uint32_t)v->wanted[1] << 16) {
        ox_mixer_add(m, v, at, count);
    } else {
        ox_mixer_add(m, v, at, ramp);
        if (count > ramp && v->clip != NULL) ox_mixer_add(m, v, at + ramp, count - ramp);
    }
}

void ox_mixer_add_apart(ox_mixer *m, ox_voice *v, int32_t *sums, uint32_t count) {
    int32_t *const whole = m->sum;
    const uint8_t channels = m->out.channels;
    m->out.channels = channels > 2 ? 2 : channels;
    memset(sums, 0, (size_t)count * m->out.channels * sizeof *sums);
    m->sum = sums;
    add_voice(m, v, 0, count);
    m->sum = whole;
    m->out.channels = channels;
}

/* ---- a block ---- */

static void put_halves(ox_mixer *m, int16_t *out, uint32_t count) {
    ox_mix_level level = {.clipped = m->clipped};
    ox_mix_put_halves(m->sum, out, count, &level);
    m->clipped = level.clipped;
    m->low = level.low;
    m->high = level.high;
}

static void put_bytes(ox_mixer *m, int8_t *out, uint32_t count) {
    int32_t range[2];
    m->clipped += ox_mix_put_bytes(m->sum, out, count, range);
    m->low = range[0] * 256;
    m->high = range[1] * 256;
}

/* Adds the part that a sample of 8 bits drops to the next sample of its channel. The sums are rounded here, so that
 * ox_mix_put_bytes drops nothing else. */
static void feed_back(ox_mixer *m, uint32_t count) {
    uint32_t channel = 0;
    for (uint32_t i = 0; i < count; i++) {
        const int32_t sum = m->sum[i] + m->dropped[channel], s = fx_sra32(sum + 32768, 16);
        m->dropped[channel] = s > 127 || s < -128 ? 0 : sum - s * 65536;
        m->sum[i] = s > 127 || s < -128 ? sum : s * 65536;
        channel = channel + 1 == m->out.channels ? 0 : channel + 1;
    }
}

uint32_t ox_mixer_begin(ox_mixer *mixer) {
    const uint32_t count = mixer->next;
    if (mixer->out.block == 0) {
        mixer->carry = mixer->carry + mixer->out.rate - count * mixer->out.hz;
        mixer->next = (mixer->carry + mixer->out.rate) / mixer->out.hz;
    }
    if (mixer->any) memset(mixer->sum, 0, (size_t)mixer->frames * mixer->out.channels * sizeof *mixer->sum);
    mixer->frames = count;
    mixer->any = false;
    return count;
}

void ox_mixer_end(ox_mixer *mixer, void *samples) {
    const uint32_t all = mixer->frames * mixer->out.channels;
    if (!mixer->any) { /* silence in, silence out */
        mixer->dropped[0] = mixer->dropped[1] = mixer->low = mixer->high = 0;
        memset(samples, 0, all * mixer->out.bits / 8u);
        return;
    }
    if (mixer->out.bits == 16) {
        put_halves(mixer, samples, all);
        return;
    }
    if (mixer->out.feedback && mixer->out.channels <= 2) feed_back(mixer, all);
    put_bytes(mixer, samples, all);
}

uint32_t ox_mixer_block(ox_mixer *mixer, void *samples) {
    OX_CREATED(mixer->voices);
    if (mixer->voices == NULL) return 0;
    const uint32_t count = ox_mixer_begin(mixer);
    for (uint32_t i = 0; i < mixer->count; i++) {
        ox_voice *v = &mixer->voices[i];
        if (v->clip != NULL && !v->hold) ox_mixer_add(mixer, v, 0, count);
    }
    ox_mixer_end(mixer, samples);
    return count;
}
