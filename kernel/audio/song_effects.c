/* Songs: what the columns of a row do to a channel, at its first tick and at those that follow. */
#include "fixedmath/bits.h"
#include "kernel/audio/song_internal.h"

enum { VIBRATO_KEEPS = 4, TREMOLO_KEEPS = 0x40, AMIGA_LEAST = 113 * 4, AMIGA_MOST = 856 * 4 };

static bool is_protracker(const ox_song *song) { return song->data.kind == ROM_SONG_PROTRACKER; }

static uint8_t clamped_byte(int32_t value, int32_t most) {
    return (uint8_t)(value < 0 ? 0 : value > most ? most : value);
}

static void set_volume(ox_song_channel *c, int32_t volume) {
    c->volume = c->out_volume = clamped_byte(volume, SONG_VOLUME);
}

/* A parameter of 0 stands for the channel's parameter before, where the tracker remembers it. */
static uint8_t remembered(const ox_song *song, uint8_t parameter, uint8_t *before) {
    if (parameter != 0 || is_protracker(song)) *before = parameter;
    return *before;
}

/* ---- notes ---- */

static void let_go(ox_song_channel *c) {
    c->released = true;
    const uint8_t *i = c->instrument;
    if (i == NULL || (i[ROM_SONG_INSTRUMENT_VOLUME + ROM_ENVELOPE_FLAGS] & ROM_ENVELOPE_ON) == 0)
        set_volume(c, 0);
}

static void reset_volume(const ox_song *song, ox_song_channel *c) {
    if (c->sample == NULL) return;
    set_volume(c, c->start_volume);
    if (song->data.kind == ROM_SONG_FASTTRACKER) c->pan = c->start_pan;
}

/* Envelopes, fade-out, vibrato and tremolo begin anew. */
static void begin_instrument(ox_song_channel *c) {
    const uint8_t *i = c->instrument;
    if ((c->forms & VIBRATO_KEEPS) == 0) c->vibrato_at = 0;
    if ((c->forms & TREMOLO_KEEPS) == 0) c->tremolo_at = 0;
    c->retrigger_at = c->tremor_at = 0;
    c->released = false;
    c->fade = SONG_FADE;
    c->volumes = (ox_song_envelope){0, 16384};
    c->pans = (ox_song_envelope){0, 8192};
    c->auto_at = 0;
    c->auto_sweep = 0;
    if (i == NULL) return;
    const uint32_t depth = i[ROM_SONG_INSTRUMENT_VIBRATO_DEPTH], sweep = i[ROM_SONG_INSTRUMENT_VIBRATO_SWEEP];
    c->auto_depth = (uint16_t)(sweep > 0 ? 0 : depth << 8);
    c->auto_sweep = (uint16_t)(sweep > 0 ? (depth << 8) / sweep : 0);
}

/* The sample that the instrument has for the channel's note; NULL for none. */
static const uint8_t *find_sample(const ox_song *song, ox_song_channel *c) {
    const ox_song_data *d = &song->data;
    if (c->number == 0 || c->number > d->instrument_count || c->note == 0) return NULL;
    const uint8_t *i = d->instruments + (size_t)(c->number - 1u) * ROM_SONG_INSTRUMENT_SIZE;
    const uint32_t key = c->note <= 96 ? i[ROM_SONG_INSTRUMENT_KEYS + c->note - 1u] : 0u,
                   first = rom_word(i + ROM_SONG_INSTRUMENT_FIRST_SAMPLE);
    c->instrument = i;
    if (key >= rom_word(i + ROM_SONG_INSTRUMENT_SAMPLES) || first >= d->sample_count ||
        key >= d->sample_count - first)
        return NULL;
    return d->samples + (size_t)(first + key) * ROM_SONG_SAMPLE_SIZE;
}

static int32_t place_of(const ox_song_channel *c, int32_t note) {
    return (note - 1 + c->relative) * 16 + fx_sra32(c->tuning, 3) + 16;
}

/* Whether the channel's sample has such a note; notes beyond ten octaves are not played at all. */
static bool has_place(const ox_song_channel *c, int32_t note) {
    return note + c->relative > 0 && note + c->relative < 120;
}

static void take_sample(ox_song_channel *c, const uint8_t *sample) {
    c->sample = sample;
    c->relative = (int8_t)sample[ROM_SONG_SAMPLE_NOTE];
    c->start_volume = clamped_byte(sample[ROM_SONG_SAMPLE_VOLUME], SONG_VOLUME);
    c->start_pan = sample[ROM_SONG_SAMPLE_PAN];
}

/* Begins a note, or with note 0 the channel's note before again. */
static void begin_sound(ox_song *song, ox_song_channel *c, uint8_t note, bool with_effect) {
    const ox_song_note *n = &c->now;
    uint32_t frame = 0;
    if (note == OX_SONG_KEY_OFF) {
        let_go(c);
        return;
    }
    if (note != 0) c->note = note;
    if (c->note == 0) return;
    const uint8_t *sample = find_sample(song, c);
    if (sample == NULL) { /* nothing sounds any more */
        c->sample = NULL;
        set_volume(c, 0);
        song_start_voice(song, c, 0);
        return;
    }
    take_sample(c, sample);
    if (!has_place(c, c->note)) return;
    c->tuning = (int8_t)sample[ROM_SONG_SAMPLE_TUNING];
    if (with_effect && song_is_extended(n, EXTENDED_TUNING)) {
        const int32_t fine =
            (n->parameter & 15) - (is_protracker(song) ? ((n->parameter & 8) != 0 ? 16 : 0) : 8);
        c->tuning = (int8_t)(fine * 16);
    }
    c->period = c->out_period = (uint16_t)song_period(&song->data, place_of(c, c->note));
    if (with_effect && n->effect == EFFECT_OFFSET) {
        if (n->parameter != 0) c->offset = n->parameter;
        frame = c->offset * 256u;
    }
    song_start_voice(song, c, frame);
}

static void begin_portamento(ox_song *song, ox_song_channel *c) {
    const ox_song_note *n = &c->now;
    if (n->note == OX_SONG_KEY_OFF) {
        let_go(c);
    } else if (n->note != 0 && c->sample != NULL && has_place(c, n->note)) {
        c->goal = (uint16_t)song_period(&song->data, place_of(c, n->note));
        c->way = c->goal == c->period ? 0 : c->goal > c->period ? 1 : 2;
    }
    if (n->instrument == 0) return;
    reset_volume(song, c);
    if (n->note != OX_SONG_KEY_OFF) begin_instrument(c);
}

/* ---- what both kinds of ticks do ---- */

static void slide_volume(ox_song_channel *c, uint8_t parameter) {
    set_volume(c, c->volume + (parameter >> 4 != 0 ? parameter >> 4 : -(parameter & 15)));
}

/* Slides a channel's pitch by periods; a higher pitch has a smaller period. ProTracker's four channels stay in its
 * three octaves. */
static void slide_period(const ox_song *song, ox_song_channel *c, int32_t by) {
    int32_t least = 1, most = SONG_PERIOD_MOST, period = c->period + by;
    if (c->period == 0) return;
    if (is_protracker(song) && song->data.channels == 4 && c->period >= AMIGA_LEAST &&
        c->period <= AMIGA_MOST)
        least = AMIGA_LEAST, most = AMIGA_MOST;
    if (period < least) period = least;
    if (period > most) period = most;
    c->period = c->out_period = (uint16_t)period;
}

/* The period that lies `above` half tones above the half tone nearest to a period. */
static uint32_t nearest_note(const ox_song *song, const ox_song_channel *c, uint32_t period, uint32_t above) {
    const int32_t fine = fx_sra32(c->tuning, 3) + 16;
    int32_t low = 0, high = 8 * 12;
    for (int i = 0; i < 8; i++) {
        const int32_t middle = (low + high) / 2, place = middle * 16 + fine - 8;
        if (period >= song_period(&song->data, place < 0 ? 0 : place))
            high = middle;
        else
            low = middle;
    }
    const int32_t place = (low + (int32_t)above) * 16 + fine;
    return song_period(&song->data, place < 8 * 12 * 16 + 15 ? place : 8 * 12 * 16 + 15);
}

static void go_to_note(const ox_song *song, ox_song_channel *c) {
    if (c->way == 0 || c->period == 0) return;
    const int32_t next = c->period + (c->way == 1 ? c->slide : -(int32_t)c->slide);
    if (c->way == 1 ? next >= c->goal : next <= c->goal) {
        c->period = c->goal;
        c->way = is_protracker(song) ? 0 : 1;
    } else {
        c->period = (uint16_t)next;
    }
    c->out_period = c->glides ? (uint16_t)nearest_note(song, c, c->period, 0) : c->period;
}

/* A wave's height at a place, 0..255; in the second half of the way the caller takes it as negative. */
static int32_t wave(uint8_t form, uint8_t at, bool ramp_is_second) {
    static const uint8_t sine[32] = {0,   24,  49,  74,  97,  120, 141, 161, 180, 197, 212,
                                     224, 235, 244, 250, 253, 255, 253, 250, 244, 235, 224,
                                     212, 197, 180, 161, 141, 120, 97,  74,  49,  24};
    const uint32_t step = at >> 2 & 31u;
    if ((form & 3) == 0) return sine[step];
    if ((form & 3) != 1) return 255;
    return ramp_is_second ? 255 - (int32_t)(step * 8) : (int32_t)(step * 8);
}

static void vibrate(ox_song_channel *c) {
    const bool second = c->vibrato_at >= 128;
    const int32_t by = (wave(c->forms, c->vibrato_at, second) * c->vibrato_depth) >> 5;
    if (c->period == 0) return;
    const int32_t period = second ? c->period - by : c->period + by;
    c->out_period = (uint16_t)(period < 1 ? 1 : period);
    c->vibrato_at = (uint8_t)(c->vibrato_at + c->vibrato_speed);
}

static void retrigger(ox_song *song, ox_song_channel *c) {
    static const int8_t more[16] = {0, -1, -2, -4, -8, -16, 0, 0, 0, 1, 2, 4, 8, 16, 0, 0};
    if (++c->retrigger_at < c->retrigger_speed) return;
    c->retrigger_at = 0;
    int32_t volume = c->volume + more[c->retrigger_volume];
    switch (c->retrigger_volume) {
    case 6:
        volume = (volume >> 1) + (volume >> 3) + (volume >> 4);
        break;
    case 7:
        volume >>= 1;
        break;
    case 14:
        volume += volume >> 1;
        break;
    case 15:
        volume *= 2;
        break;
    default:
        break;
    }
    begin_sound(song, c, 0, false);
    set_volume(c, volume);
    if (c->now.volume >= 0x10 && c->now.volume <= 0x50) set_volume(c, c->now.volume - 0x10);
    if (c->now.volume >> 4 == 0xC) c->pan = (uint8_t)((c->now.volume & 15) << 4);
}

/* ---- the first tick ---- */

static void begin_volume_column(ox_song_channel *c) {
    const uint8_t v = c->now.volume, low = v & 15;
    if (v >= 0x10 && v <= 0x50) set_volume(c, v - 0x10);
    switch (v >> 4) {
    case 8:
        set_volume(c, c->volume - low);
        break;
    case 9:
        set_volume(c, c->volume + low);
        break;
    case 0xA:
        if (low != 0) c->vibrato_speed = (uint8_t)(low << 2);
        break;
    case 0xC:
        c->pan = (uint8_t)(low << 4);
        break;
    default:
        break;
    }
}

static void begin_extended(const ox_song *song, ox_song_channel *c) {
    const uint8_t p = c->now.parameter & 15;
    switch (c->now.parameter >> 4) {
    case EXTENDED_UP:
        slide_period(song, c, -4 * remembered(song, p, &c->fine_up));
        break;
    case EXTENDED_DOWN:
        slide_period(song, c, 4 * remembered(song, p, &c->fine_down));
        break;
    case EXTENDED_GLIDE:
        c->glides = p != 0;
        break;
    case EXTENDED_VIBRATO:
        c->forms = (uint8_t)((c->forms & 0xF0) | p);
        break;
    case EXTENDED_TREMOLO:
        c->forms = (uint8_t)(p << 4 | (c->forms & 15));
        break;
    case EXTENDED_PAN:
        c->pan = (uint8_t)(p * 17);
        break;
    case EXTENDED_LOUDER:
        set_volume(c, c->volume + remembered(song, p, &c->fine_louder));
        break;
    case EXTENDED_SOFTER:
        set_volume(c, c->volume - remembered(song, p, &c->fine_softer));
        break;
    case EXTENDED_CUT:
        if (p == 0) set_volume(c, 0);
        break;
    default:
        break;
    }
}

static void begin_retrigger(ox_song *song, ox_song_channel *c) {
    const uint8_t p = c->now.parameter;
    if ((p & 15) != 0) c->retrigger_speed = p & 15;
    if (p >> 4 != 0) c->retrigger_volume = p >> 4;
    if (c->now.volume == 0) retrigger(song, c);
}

static void begin_effect(ox_song *song, ox_song_channel *c) {
    const uint8_t p = c->now.parameter;
    switch (c->now.effect) {
    case EFFECT_PAN:
        c->pan = p;
        break;
    case EFFECT_VOLUME:
        set_volume(c, p);
        break;
    case EFFECT_EXTENDED:
        begin_extended(song, c);
        break;
    case EFFECT_ALL:
        song->volume = clamped_byte(p, SONG_VOLUME);
        break;
    case EFFECT_ENVELOPE:
        c->volumes.tick = c->pans.tick = p;
        break;
    case EFFECT_RETRIGGER:
        begin_retrigger(song, c);
        break;
    case EFFECT_EXTRA:
        if (p >> 4 == 1) {
            if ((p & 15) != 0) c->extra_up = p & 15;
            slide_period(song, c, -c->extra_up);
        } else if (p >> 4 == 2) {
            if ((p & 15) != 0) c->extra_down = p & 15;
            slide_period(song, c, c->extra_down);
        }
        break;
    default:
        break;
    }
}

/* Arpeggio and vibrato of the row before end here. */
static void end_effects(ox_song_channel *c, const ox_song_note *next) {
    const uint8_t was = c->now.effect;
    const bool vibrated = was == EFFECT_VIBRATO || was == EFFECT_VIBRATO_AND_SLIDE,
               vibrates = next->effect == EFFECT_VIBRATO || next->effect == EFFECT_VIBRATO_AND_SLIDE;
    if ((was == EFFECT_ARPEGGIO && c->now.parameter != 0) || (vibrated && !vibrates))
        c->out_period = c->period;
}

/* Begins an instrument without a note: its volume counts, and in ProTracker its sample at once. */
static void begin_instrument_alone(ox_song *song, ox_song_channel *c) {
    if (is_protracker(song) && c->note != 0) {
        const uint8_t *before = c->sample, *sample = find_sample(song, c);
        if (sample != NULL && sample != before) {
            take_sample(c, sample);
            song_start_voice(song, c, c->voice.clip == NULL ? 0 : c->voice.place.frame);
        }
    }
    reset_volume(song, c);
    begin_instrument(c);
}

void song_begin_note(ox_song *song, ox_song_channel *c, const ox_song_note *note) {
    end_effects(c, note);
    c->now = *note;
    if (note->instrument != 0) c->number = note->instrument;
    if (song_is_extended(note, EXTENDED_LATER) && (note->parameter & 15) != 0) return;
    const bool again = note->effect == EFFECT_EXTENDED && note->parameter == EXTENDED_RETRIGGER << 4;
    if (!again && (note->volume >> 4 == 0xF || note->effect == EFFECT_TO_NOTE ||
                   note->effect == EFFECT_TO_NOTE_AND_SLIDE)) {
        if (note->volume >> 4 == 0xF) {
            if ((note->volume & 15) != 0) c->slide = (uint16_t)((note->volume & 15) << 6);
        } else if (note->effect == EFFECT_TO_NOTE && note->parameter != 0) {
            c->slide = (uint16_t)(note->parameter * 4);
        }
        begin_portamento(song, c);
    } else if (!again && note->effect == EFFECT_KEY_OFF && note->parameter == 0) {
        let_go(c);
        if (note->instrument != 0) reset_volume(song, c);
    } else if (!again && note->note == 0) {
        if (note->instrument != 0) begin_instrument_alone(song, c);
    } else {
        begin_sound(song, c, note->note, true);
        if (note->instrument != 0) {
            reset_volume(song, c);
            if (note->note != OX_SONG_KEY_OFF) begin_instrument(c);
        }
    }
    begin_volume_column(c);
    begin_effect(song, c);
}

/* ---- the ticks that follow ---- */

static void go_on_volume_column(const ox_song *song, ox_song_channel *c) {
    const uint8_t low = c->now.volume & 15;
    switch (c->now.volume >> 4) {
    case 6:
        set_volume(c, c->volume - low);
        break;
    case 7:
        set_volume(c, c->volume + low);
        break;
    case 0xB:
        if (low != 0) c->vibrato_depth = low;
        vibrate(c);
        break;
    case 0xD:
        c->pan = low == 0 ? 0 : clamped_byte(c->pan - low, 255);
        break;
    case 0xE:
        c->pan = clamped_byte(c->pan + low, 255);
        break;
    case 0xF:
        go_to_note(song, c);
        break;
    default:
        break;
    }
}

/* FastTracker counts the ticks of a row down, ProTracker up. Beyond 16 ticks FastTracker reads the bytes behind its
 * table. */
static void play_arpeggio(const ox_song *song, ox_song_channel *c) {
    const uint8_t p = c->now.parameter, tick = song->flow.tick;
    uint32_t which = tick % 3u;
    if (p == 0 || c->period == 0) return;
    if (!is_protracker(song)) {
        const uint32_t left = song->flow.speed - tick;
        which = left < 16 ? left % 3u : left == 16 ? 0 : 2;
    }
    c->out_period =
        which == 0 ? c->period : (uint16_t)nearest_note(song, c, c->period, which == 1 ? p >> 4 : p & 15u);
}

static void play_tremolo(ox_song_channel *c) {
    const uint8_t p = c->now.parameter;
    if ((p & 15) != 0) c->tremolo_depth = p & 15;
    if (p >> 4 != 0) c->tremolo_speed = (uint8_t)(p >> 4 << 2);
    const int32_t by = (wave(c->forms >> 4, c->tremolo_at, c->vibrato_at >= 128) * c->tremolo_depth) >> 6;
    c->out_volume = clamped_byte(c->tremolo_at >= 128 ? c->volume - by : c->volume + by, SONG_VOLUME);
    c->tremolo_at = (uint8_t)(c->tremolo_at + c->tremolo_speed);
}

/* Bit 7 of the tremor's counter: the channel is heard. */
static void play_tremor(const ox_song *song, ox_song_channel *c) {
    const uint8_t p = remembered(song, c->now.parameter, &c->tremor);
    uint8_t heard = c->tremor_at & 128, left = (uint8_t)((c->tremor_at & 127) - 1);
    if ((left & 128) != 0) {
        heard ^= 128;
        left = heard != 0 ? p >> 4 : p & 15;
    }
    c->tremor_at = heard | left;
    c->out_volume = heard != 0 ? c->volume : 0;
}

static void play_later(ox_song *song, ox_song_channel *c) {
    begin_sound(song, c, c->now.note, false);
    if (c->now.instrument != 0) reset_volume(song, c);
    begin_instrument(c);
    if (c->now.volume >= 0x10 && c->now.volume <= 0x50) set_volume(c, c->now.volume - 0x10);
    if (c->now.volume >> 4 == 0xC) c->pan = (uint8_t)((c->now.volume & 15) << 4);
}

static void go_on_extended(ox_song *song, ox_song_channel *c) {
    const uint8_t p = c->now.parameter & 15;
    switch (c->now.parameter >> 4) {
    case EXTENDED_RETRIGGER:
        if (p == 0 || song->flow.tick % p != 0) break;
        begin_sound(song, c, 0, false);
        begin_instrument(c);
        break;
    case EXTENDED_CUT:
        if (song->flow.tick == p) set_volume(c, 0);
        break;
    case EXTENDED_LATER:
        if (song->flow.tick == p) play_later(song, c);
        break;
    default:
        break;
    }
}

static void vibrate_by(ox_song_channel *c, uint8_t p) {
    if ((p & 15) != 0) c->vibrato_depth = p & 15;
    if (p >> 4 != 0) c->vibrato_speed = (uint8_t)(p >> 4 << 2);
    vibrate(c);
}

static void go_on_effect(ox_song *song, ox_song_channel *c) {
    const uint8_t p = c->now.parameter;
    uint8_t by;
    switch (c->now.effect) {
    case EFFECT_ARPEGGIO:
        play_arpeggio(song, c);
        break;
    case EFFECT_UP:
        slide_period(song, c, -4 * remembered(song, p, &c->up));
        break;
    case EFFECT_DOWN:
        slide_period(song, c, 4 * remembered(song, p, &c->down));
        break;
    case EFFECT_TO_NOTE:
        go_to_note(song, c);
        break;
    case EFFECT_VIBRATO:
        vibrate_by(c, p);
        break;
    case EFFECT_TO_NOTE_AND_SLIDE:
        go_to_note(song, c);
        slide_volume(c, remembered(song, p, &c->volume_slide));
        break;
    case EFFECT_VIBRATO_AND_SLIDE:
        vibrate(c);
        slide_volume(c, remembered(song, p, &c->volume_slide));
        break;
    case EFFECT_TREMOLO:
        play_tremolo(c);
        break;
    case EFFECT_SLIDE:
        slide_volume(c, remembered(song, p, &c->volume_slide));
        break;
    case EFFECT_EXTENDED:
        go_on_extended(song, c);
        break;
    case EFFECT_ALL_SLIDE:
        by = remembered(song, p, &c->all_slide);
        song->volume = clamped_byte(song->volume + (by >> 4 != 0 ? by >> 4 : -(by & 15)), SONG_VOLUME);
        break;
    case EFFECT_KEY_OFF:
        if (song->flow.tick == (p & 31)) let_go(c);
        break;
    case EFFECT_PAN_SLIDE:
        by = remembered(song, p, &c->pan_slide);
        c->pan = clamped_byte(c->pan + (by >> 4 != 0 ? by >> 4 : -(by & 15)), 255);
        break;
    case EFFECT_RETRIGGER:
        retrigger(song, c);
        break;
    case EFFECT_TREMOR:
        play_tremor(song, c);
        break;
    default:
        break;
    }
}

void song_go_on(ox_song *song, ox_song_channel *c) {
    go_on_volume_column(song, c);
    go_on_effect(song, c);
}
