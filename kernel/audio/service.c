/* The service: requests into voices, a tick of samples, what has ended. */
#include "kernel/audio/audio.h"

#include <string.h>

#include "fixedmath/angle.h"
#include "kernel/audio/chain.h"
#include "kernel/audio/internal.h"
#include "kernel/audio/pad.h"
#include "kernel/audio/surround.h"
#include "kernel/audio/track.h"
#include "kernel/containers/spsc.h"

/* ---- voices ---- */

static ox_voice *voice_of(const ox_audio *a, const ox_audio_sound *s) { return &a->voices[s->voice]; }

void ox_audio_end_sound(ox_audio *a, ox_audio_sound *s, bool softly) {
    if (s->state == OX_SOUND_SOUNDS) {
        ox_voice *v = voice_of(a, s), *spare = NULL;
        for (uint32_t i = a->setup.voices; softly && i < a->mixer.count; i++) {
            if (a->voices[i].clip == NULL) spare = &a->voices[i];
        }
        if (spare != NULL && v->clip != NULL) {
            *spare = *v;
            spare->dying = true;
            ox_surround_move(&a->mixer, v, spare);
        }
        memset(v, 0, sizeof *v);
    }
    s->state = OX_SOUND_FREE;
}

/* Whether a sound goes on without a voice when it loses its own: it would go round for ever. */
static bool goes_on(const ox_audio_sound *s) {
    return s->loops && !s->stops && s->clip != NULL && ox_audio_clip_loops(s->clip);
}

/* A sound goes on without its voice, which goes to silence. */
static void make_virtual(ox_audio *a, ox_audio_sound *s) {
    const ox_voice *v = voice_of(a, s);
    s->place = v->place;
    s->fraction = v->fraction;
    ox_audio_end_sound(a, s, (v->gain[0] | v->gain[1]) != 0);
    s->state = OX_SOUND_VIRTUAL;
    a->has_virtuals = true;
}

/* Moves the place of a virtual sound by a tick of `frames` samples. Where samples have to be decoded or made the place counts frames alone: coded samples
 * are decoded again when the sound returns, and a voice that is made goes on in the phase that it had. */
static void pass_tick(ox_audio_sound *s, uint32_t step, uint32_t frames) {
    const ox_audio_clip *c = s->clip;
    const uint64_t way = s->fraction + (uint64_t)step * frames;
    const uint32_t by = (uint32_t)(way >> 16);
    s->fraction = (uint16_t)way;
    if (c->format < OX_AUDIO_ADPCM) {
        ox_audio_clip_skip(c, true, &s->place, by);
        return;
    }
    const uint64_t frame = (uint64_t)s->place.frame + by;
    s->place.frame = (uint32_t)(frame < c->loop_end ? frame
                                                    : c->loop_start + (frame - c->loop_start) %
                                                                          (c->loop_end - c->loop_start));
}

static uint32_t loudness(const ox_voice *v) { return (uint32_t)v->wanted[0] + v->wanted[1]; }

/* Whether x gives up its voice before y. */
static bool gives_up_first(const ox_audio *a, const ox_audio_sound *x, const ox_audio_sound *y) {
    uint32_t lx = loudness(voice_of(a, x)), ly = loudness(voice_of(a, y));
    if (x->priority != y->priority) return x->priority < y->priority;
    if (lx != ly) return lx < ly;
    return a->tick - x->started > a->tick - y->started;
}

/* The number of a voice that nobody uses, or the voices' count. */
static uint32_t free_voice(const ox_audio *a) {
    uint32_t voice = 0;
    while (voice < a->setup.voices && a->voices[voice].clip != NULL) voice++;
    return voice;
}

/* The number of a voice for a sound of this priority, or the voices' count. */
static uint32_t take_voice(ox_audio *a, uint8_t priority) {
    ox_audio_sound *least = NULL;
    const uint32_t free = free_voice(a);
    if (free < a->setup.voices) return free;
    for (uint32_t i = 0; i < a->sound_count; i++) {
        ox_audio_sound *s = &a->sounds[i];
        if (s->state == OX_SOUND_SOUNDS && (least == NULL || gives_up_first(a, s, least))) least = s;
    }
    if (least == NULL || least->priority > priority) return a->setup.voices;
    uint32_t voice = least->voice;
    a->counts.stolen++;
    ox_audio_tell(a, least->id, OX_AUDIO_STOLEN);
    if (goes_on(least))
        make_virtual(a, least);
    else
        ox_audio_end_sound(a, least, true);
    return voice;
}

/* ---- gains ---- */

uint32_t ox_audio_bus_gain(const ox_audio *a, uint32_t bus) {
    const ox_audio_bus *b = &a->buses[bus], *master = &a->buses[OX_BUS_MASTER];
    bool alone = false;
    for (uint32_t i = 1; i < OX_BUSES; i++) alone = alone || a->buses[i].solo;
    if (b->mute || b->game.mute || master->mute || master->game.mute || (alone && !b->solo)) return 0;
    uint32_t gain =
        ox_audio_product(ox_audio_product(ox_audio_product(b->volume, b->duck), b->game.volume), b->wished);
    if (bus == OX_BUS_WORLD) gain = ox_audio_product(gain, a->shock.gain);
    return bus == OX_BUS_MASTER ? gain
                                : ox_audio_product(ox_audio_product(ox_audio_product(gain, master->volume),
                                                                    master->game.volume),
                                                   master->wished);
}

bool ox_audio_bus_stands(const ox_audio *a, uint32_t bus) {
    const ox_audio_bus *b = &a->buses[bus], *master = &a->buses[OX_BUS_MASTER];
    return b->paused || b->game.paused || master->paused || master->game.paused;
}

static void set_gains(const ox_audio *a, const ox_audio_sound *s, const ox_audio_clip *clip,
                      uint32_t gains[2]) {
    uint32_t gain =
        ox_audio_product(ox_audio_product(s->volume, s->base_volume), ox_audio_bus_gain(a, s->bus));
    const fx pan = fx_clamp(fx_adds(s->pan, s->heard.side), -FX_ONE, FX_ONE);
    gain = ox_audio_product(gain, s->heard.gain);
    if (clip->volume != 64) gain = gain * clip->volume / 64;
    if (s->fade_ticks != 0)
        gain = ox_audio_product(gain,
                                ox_audio_fade(s->fade_from, s->fade_to, s->fade_done, s->fade_ticks, false));
    gains[0] = gains[1] = gain;
    if (a->setup.out.channels == 1 || s->pad != 0 || clip->channels > 2) return;
    if (clip->channels == 1 && a->mixer.surround != NULL)
        return; /* place_voice says which speakers have it */
    if (clip->channels == 1) {
        ox_audio_pan(pan, gain, gains);
    } else if (pan > 0) { /* a clip of two channels: the balance */
        gains[0] = ox_audio_product(gain, (uint32_t)(FX_ONE - pan) / 2);
    } else if (pan < 0) {
        gains[1] = ox_audio_product(gain, (uint32_t)(FX_ONE + pan) / 2);
    }
}

/* Says which speakers all around have a sound: a pan is up to 30 degrees to the side. */
static void place_voice(ox_audio *a, const ox_audio_sound *s, bool at_once) {
    uint16_t shares[OX_SPEAKERS];
    const ox_voice *v = voice_of(a, s);
    if (a->mixer.surround == NULL || s->pad != 0) return;
    const fx pan = fx_clamp(s->pan, -FX_ONE, FX_ONE);
    ox_speaker_shares(&a->setup.out, (ang16)(atan2_16(s->heard.side, s->heard.ahead * 4) + pan / 12), shares);
    ox_surround_place(&a->mixer, v, v->clip->channels == 1 ? shares : NULL, s->deep, at_once);
}

static uint32_t step_of(const ox_audio *a, const ox_audio_sound *s, const ox_audio_clip *clip) {
    uint64_t ratio = ((uint64_t)s->ratio * s->base_ratio + 0x8000u) >> 16;
    if (s->heard.ratio != 65536 && ratio <= 524288) ratio = (ratio * s->heard.ratio + 0x8000u) >> 16;
    if (s->bus == OX_BUS_WORLD && ratio <= 1048576) ratio = ratio * a->shock.ratio >> 16;
    if (ratio < 16384) ratio = 16384;
    if (ratio > 524288) ratio = 524288;
    return ox_voice_step(clip->rate, ox_audio_rate_of(a, s->pad), (uint32_t)ratio);
}

/* ---- requests ---- */

static ox_audio_recent *recent_of(ox_audio *a, uint32_t cue) {
    ox_audio_recent *oldest = &a->recent[0];
    for (uint32_t i = 0; i < OX_AUDIO_RECENT; i++) {
        ox_audio_recent *r = &a->recent[i];
        if (r->any && r->cue == cue) return r;
        if (!r->any || (oldest->any && a->tick - r->tick > a->tick - oldest->tick)) oldest = r;
    }
    return oldest;
}

/* Whether the cue still allows a sound: by how many of its sounds play at once, and how soon they follow one
 * another. */
static bool may_begin(ox_audio *a, const ox_audio_sound *asked, const uint8_t *cue) {
    uint32_t sounding = 0, most = cue[ROM_CUE_MOST];
    const ox_audio_recent *r = recent_of(a, asked->id);
    for (uint32_t i = 0; i < a->sound_count; i++)
        sounding += a->sounds[i].state == OX_SOUND_SOUNDS && a->sounds[i].id == asked->id;
    if (most != 0 && sounding >= most) return false;
    return !r->any || r->cue != asked->id || a->tick - r->tick >= rom_half(cue + ROM_CUE_INTERVAL) ||
           r->tick == a->tick;
}

/* Whether a sound that began in this tick under the same name takes this one in. */
static bool merged(ox_audio *a, const ox_audio_sound *asked) {
    for (uint32_t i = 0; i < a->sound_count; i++) {
        ox_audio_sound *s = &a->sounds[i];
        if (s->state != OX_SOUND_SOUNDS || s->id != asked->id || s->started != a->tick ||
            s->pad != asked->pad)
            continue;
        if (asked->volume > s->volume) s->volume = asked->volume;
        if (asked->heard.gain > s->heard.gain) s->heard = asked->heard;
        return true;
    }
    return false;
}

static void settle_by_cue(ox_audio_sound *s, const uint8_t *cue) {
    if (s->priority == 0) s->priority = cue == NULL ? OX_AUDIO_PRIORITY_USUAL : cue[ROM_CUE_PRIORITY];
    if (s->bus == 0) s->bus = cue == NULL || cue[ROM_CUE_BUS] == 0 ? OX_BUS_WORLD : cue[ROM_CUE_BUS];
    s->loops = s->loops || (cue != NULL && (cue[ROM_CUE_FLAGS] & ROM_CUE_LOOPS) != 0);
    s->deep = cue != NULL && (cue[ROM_CUE_FLAGS] & ROM_CUE_DEEP) != 0;
}

/* Puts a sound that begins so many seconds into its clip there; beyond its end it is over. */
static void skip_seconds(ox_audio_sound *s) {
    const ox_audio_clip *c = s->clip;
    const uint64_t wanted = (uint64_t)s->fade_from * (c == NULL ? 0u : c->rate) >> 16; /* frames */
    s->fade_from = 0;
    if (wanted == 0 || s->place.frame != 0) return;
    if (s->loops && c->loop_end != 0 && wanted >= c->loop_end)
        s->place.frame = c->loop_start + (uint32_t)((wanted - c->loop_start) % (c->loop_end - c->loop_start));
    else
        s->place.frame = wanted < c->frames ? (uint32_t)wanted : c->frames;
}

/* Gives a sound that begins a voice, or lets it go on without one. False: it does not sound, and is told in the counts. */
static bool take_place(ox_audio *a, ox_audio_sound *s) {
    uint32_t gains[2];
    if (s->clip == NULL || s->clip->frames == 0) return false;
    skip_seconds(s);
    if (s->heard.gain == 0) {
        a->counts.unheard++;
        ox_audio_tell(a, s->id, OX_AUDIO_UNHEARD);
        if (!goes_on(s)) return false;
        ox_audio_clip_seek(s->clip, s->place.frame, &s->place);
        s->state = OX_SOUND_VIRTUAL;
        a->has_virtuals = true;
        return true;
    }
    const uint32_t voice = take_voice(a, s->priority);
    if (voice == a->setup.voices) {
        a->counts.dropped++;
        ox_audio_tell(a, s->id, OX_AUDIO_DROPPED);
        return false;
    }
    s->voice = (uint8_t)voice;
    set_gains(a, s, s->clip, gains);
    ox_voice_start(voice_of(a, s), s->clip, step_of(a, s, s->clip), gains, s->loops);
    if (s->place.frame != 0) ox_audio_clip_seek(s->clip, s->place.frame, &voice_of(a, s)->place);
    voice_of(a, s)->bus = s->pad == 0 ? s->bus : (uint8_t)(OX_BUSES + s->pad);
    ox_audio_begin_wall(a, voice);
    s->state = OX_SOUND_SOUNDS;
    place_voice(a, s, true);
    return true;
}

/* Ends the sounds that play a track which another one takes over. */
static void end_track(ox_audio *a, const ox_audio_sound *by) {
    for (uint32_t i = 0; i < a->sound_count; i++) {
        ox_audio_sound *s = &a->sounds[i];
        if (s != by && s->state >= OX_SOUND_SOUNDS && s->clip == by->clip) ox_audio_end_sound(a, s, false);
    }
}

static void begin_sound(ox_audio *a, ox_audio_sound *s) {
    ox_audio_choice choice = {.clip = NULL, .volume = OX_AUDIO_FULL, .ratio = 65536};
    const uint8_t *cue = ox_audio_cue(a, s->id);
    ox_audio_recent aside, *recent = &aside;
    s->state = OX_SOUND_FREE;                                         /* until it sounds */
    if (s->pad != 0 && ox_audio_pad_rate(a, s->pad) == 0) s->pad = 0; /* it has no speaker: all hear it */
    if ((cue == NULL || (cue[ROM_CUE_FLAGS] & ROM_CUE_APART) == 0) && merged(a, s)) {
        a->counts.merged++;
        ox_audio_tell(a, s->id, OX_AUDIO_MERGED);
        return;
    }
    if (cue != NULL && !may_begin(a, s, cue)) {
        a->counts.refused++;
        ox_audio_tell(a, s->id, OX_AUDIO_REFUSED);
        return;
    }
    if (cue != NULL) {
        recent = recent_of(a, s->id);
        if (!recent->any || recent->cue != s->id)
            *recent = (ox_audio_recent){.cue = s->id, .tick = a->tick - 65536, .source = 0xFFFF, .any = true};
    }
    if (s->clip != NULL) {
        choice.clip = s->clip;
        end_track(a, s);
    } else if (!ox_audio_find(a, s->id, &choice)) {
        a->counts.missing++;
        ox_audio_tell(a, s->id, OX_AUDIO_MISSING);
        ox_audio_tell_missing(a, s->id, false);
        if (a->setup.development) choice.clip = &a->beep;
    }
    settle_by_cue(s, cue);
    s->base_volume = choice.volume;
    s->base_ratio = choice.ratio;
    s->pan = fx_clamp(fx_adds(s->pan, choice.pan), -FX_ONE, FX_ONE);
    s->started = a->tick;
    s->clip = choice.clip;
    if (!take_place(a, s)) return;
    a->counts.played++;
    ox_audio_tell(a, s->id, OX_AUDIO_PLAYED);
    recent->tick = a->tick;
}

static void take_requests(ox_audio *a) {
    uint32_t tail, mask = a->setup.requests - 1u;
    OX_SPSC_READ(&a->tail, tail);
    a->idle = a->idle && a->head == tail;
    while (a->head != tail) {
        const ox_audio_request *r = &a->requests[a->head & mask];
        if (!r->dead &&
            a->sounds[r->sound].state == OX_SOUND_ASKED) { /* whoever replaces a request counts it */
            if (a->sounds[r->sound].stops)
                a->sounds[r->sound].state = OX_SOUND_FREE;
            else
                begin_sound(a, &a->sounds[r->sound]);
        }
        OX_SPSC_PUBLISH(&a->head, a->head + 1u);
    }
}

/* ---- a tick ---- */

static void update_duck(ox_audio *a) {
    for (uint32_t i = 0; i < OX_BUSES; i++) {
        ox_audio_bus *b = &a->buses[i];
        if (b->duck_for == 0) {
            b->duck = OX_AUDIO_FULL;
            continue;
        }
        uint32_t way = OX_AUDIO_FULL - b->duck_gain;
        if (a->buses[b->duck_for - 1].sounds) {
            uint32_t step = (way + b->attack - 1u) / b->attack;
            b->duck = b->duck > b->duck_gain + step ? b->duck - step : b->duck_gain;
        } else {
            uint32_t step = (way + b->release - 1u) / b->release;
            b->duck = b->duck + step < OX_AUDIO_FULL ? b->duck + step : OX_AUDIO_FULL;
        }
    }
}

static bool stands(const ox_audio *a, const ox_audio_sound *s) {
    return s->paused || ox_audio_bus_stands(a, s->bus);
}

/* The virtual sound that is to have the next free voice; NULL: none can be heard. */
static ox_audio_sound *first_in_line(const ox_audio *a) {
    ox_audio_sound *first = NULL;
    for (uint32_t i = 0; i < a->sound_count; i++) {
        ox_audio_sound *s = &a->sounds[i];
        if (s->state != OX_SOUND_VIRTUAL || s->heard.gain == 0 || stands(a, s)) continue;
        if (first == NULL || s->priority > first->priority ||
            (s->priority == first->priority && s->heard.gain > first->heard.gain))
            first = s;
    }
    return first;
}

/* A virtual sound takes a voice, and becomes as loud as it is within a tick. */
static void return_sound(ox_audio *a, ox_audio_sound *s, uint32_t voice) {
    static const uint32_t silence[2] = {0, 0};
    s->voice = (uint8_t)voice;
    s->state = OX_SOUND_SOUNDS;
    ox_voice *v = voice_of(a, s);
    ox_voice_start(v, s->clip, step_of(a, s, s->clip), silence, true);
    v->bus = s->pad == 0 ? s->bus : (uint8_t)(OX_BUSES + s->pad);
    ox_audio_begin_wall(a, voice);
    v->fraction = s->fraction;
    v->place = s->place;
    if (s->clip->format == OX_AUDIO_ADPCM || s->clip->format >= OX_AUDIO_FILTERED)
        ox_audio_clip_seek(s->clip, s->place.frame, &v->place);
    place_voice(a, s, true);
    a->counts.returned++;
    ox_audio_tell(a, s->id, OX_AUDIO_RETURNED);
}

static void update_virtuals(ox_audio *a) {
    ox_audio_sound *s;
    uint32_t voice;
    if (!a->has_virtuals) return;
    for (uint32_t i = 0; i < a->sound_count; i++) {
        if (a->sounds[i].state == OX_SOUND_VIRTUAL && a->sounds[i].stops) a->sounds[i].state = OX_SOUND_FREE;
    }
    while ((voice = free_voice(a)) < a->setup.voices && (s = first_in_line(a)) != NULL)
        return_sound(a, s, voice);
    for (uint32_t i = 0; i < a->sound_count; i++) {
        s = &a->sounds[i];
        if (s->state == OX_SOUND_VIRTUAL && !stands(a, s))
            pass_tick(s, step_of(a, s, s->clip), ox_mixer_next(&a->mixer));
    }
}

/* Applies a stop, fades, pauses, gains and pitch to a sound that has a voice. */
static void update(ox_audio *a, ox_audio_sound *s) {
    ox_voice *v = voice_of(a, s);
    uint32_t gains[2];
    if (s->stops && !s->ends) {
        if (s->stop_fade == 0) {
            ox_audio_end_sound(a, s, true);
            return;
        }
        s->fade_from = OX_AUDIO_FULL;
        s->fade_to = 0;
        s->fade_done = 0;
        s->fade_ticks = s->stop_fade;
        s->ends = true;
    }
    v->hold = stands(a, s);
    if (v->hold) return;
    if (s->heard.gain == 0 && v->gain[0] == 0 && v->gain[1] == 0 && goes_on(s)) {
        make_virtual(a, s);
        return;
    }
    if (s->fade_ticks != 0 && s->fade_done < s->fade_ticks) s->fade_done++;
    if (s->ends && s->fade_done >= s->fade_ticks && v->gain[0] == 0 && v->gain[1] == 0) {
        ox_audio_end_sound(a, s, false);
        return;
    }
    set_gains(a, s, v->clip, gains);
    place_voice(a, s, s->started == a->tick);
    v->step = step_of(a, s, v->clip);
    ox_audio_set_wall(a, s->voice, s->heard.cutoff);
    for (int i = 0; i < 2; i++) {
        v->wanted[i] = (uint16_t)gains[i];
        if (s->started == a->tick) v->gain[i] = gains[i] << 16; /* a sound begins as loud as it is */
    }
    a->buses[s->bus].sounds = true;
}

static void measure_level(ox_audio *a) {
    const ox_mixer *m = &a->mixer;
    a->counts.peak = (uint32_t)(-m->low > m->high ? -m->low : m->high);
    if (a->idle) return;
    uint32_t voices = 0;
    for (uint32_t i = 0; i < a->setup.voices; i++) voices += a->voices[i].clip != NULL;
    a->counts.virtuals = 0;
    for (uint32_t i = 0; a->has_virtuals && i < a->sound_count; i++)
        a->counts.virtuals += a->sounds[i].state == OX_SOUND_VIRTUAL;
    a->has_virtuals = a->counts.virtuals != 0;
    a->counts.voices = voices;
    if (voices > a->counts.most) a->counts.most = voices;
    a->idle = voices == 0 && !a->has_virtuals;
    for (uint32_t i = a->setup.voices; a->idle && i < m->count; i++) a->idle = a->voices[i].clip == NULL;
}

/* A sound whose clip has ended has the one that followed; and its track is told how far it was read. */
static void follow_track(ox_audio *a, ox_audio_sound *s) {
    if (s->state < OX_SOUND_SOUNDS) return;
    const ox_voice *v = voice_of(a, s);
    if (s->state == OX_SOUND_SOUNDS && v->clip != NULL && v->clip != s->clip) {
        s->clip = v->clip;
        s->loops = v->loops;
    }
    if (s->clip->format == OX_AUDIO_TRACK)
        s->clip->track->frame =
            s->state == OX_SOUND_SOUNDS && v->clip != NULL ? v->place.frame : s->place.frame;
}

uint32_t ox_audio_tick(ox_audio *audio) {
    if (audio->sounds == NULL || audio->held) return 0;
    plat *p = audio->setup.platform;
    const uint32_t from = p == NULL ? 0 : plat_cycles(p);
    take_requests(audio);
    update_duck(audio);
    for (uint32_t i = 0; i < OX_BUSES; i++) audio->buses[i].sounds = false;
    for (uint32_t i = 0; !audio->idle && i < audio->sound_count; i++) {
        if (audio->sounds[i].state == OX_SOUND_SOUNDS) update(audio, &audio->sounds[i]);
    }
    update_virtuals(audio);
    memset(audio->counts.slots, 0, sizeof audio->counts.slots);
    const uint32_t frames = ox_mixer_begin(&audio->mixer);
    ox_audio_mix_buses(audio, frames);
    ox_mixer_end(&audio->mixer, audio->block);
    ox_audio_mix_pads(audio);
    for (uint32_t i = 0; !audio->idle && i < audio->sound_count; i++) {
        ox_audio_sound *s = &audio->sounds[i];
        follow_track(audio, s);
        if (s->state != OX_SOUND_SOUNDS || voice_of(audio, s)->clip != NULL) continue;
        s->state = OX_SOUND_FREE;
        ox_audio_tell(audio, s->id, OX_AUDIO_ENDED);
    }
    measure_level(audio);
    if (p != NULL) audio->counts.cycles = plat_cycles(p) - from;
    if (p != NULL) plat_audio_write(p, audio->block, frames);
    audio->tick++;
    audio->counts.ticks++;
    return frames;
}

void ox_audio_service(ox_audio *audio) {
    plat *p = audio->setup.platform;
    if (audio->sounds == NULL || audio->held || p == NULL) return;
    uint32_t queued = plat_audio_queued(p);
    if (queued == 0 && audio->primed) audio->counts.underruns++;
    audio->primed = true;
    for (uint32_t n = 0; n <= audio->setup.ahead; n++) {
        uint32_t next = ox_mixer_next(&audio->mixer);
        if (queued + next > (uint32_t)audio->setup.ahead * audio->mixer.most || plat_audio_space(p) < next)
            return;
        queued += ox_audio_tick(audio);
    }
}
