/* The reader of Scream Tracker 3 modules, whose notes and effects become FastTracker 2's. */
#include <string.h>

#include "tools/import/base/angle.h"
#include "tools/import/sound/song.h"

enum {
    HEADING = 96,
    ROWS = 64,
    MOST_PATTERNS = 256,
    MOST_INSTRUMENTS = 128,
    INSTRUMENT = 80,
    NO_CHANNEL = 255
};

typedef struct reader {
    const char *name;
    const uint8_t *data;
    size_t size;
    import_song *song;
    tool_error *error;
    uint8_t channel_of[32]; /* number in the song of each channel, NO_CHANNEL: it plays no samples */
    uint8_t order_of[256];  /* number in the song of each place of the order, for jumps */
    uint64_t frames_left;   /* frames that samples may still take, since instruments may share samples */
} reader;

static uint32_t u16(const uint8_t *p) { return (uint32_t)(p[0] | p[1] << 8); }
static uint32_t u32(const uint8_t *p) { return u16(p) | u16(p + 2) << 16; }

bool import_s3m_is(const uint8_t *data, size_t size) {
    return size >= 48 && memcmp(data + 44, "SCRM", 4) == 0;
}

static void *take(reader *r, size_t count, size_t size) {
    void *memory = import_arena_take(&r->song->arena, (count == 0 ? 1 : count) * size);
    if (memory == NULL) import_error_memory(r->error, r->name);
    return memory;
}

static bool truncated(const reader *r, size_t at, const char *what) {
    return import_error_offset(r->error, r->name, at,
                               "the file ends inside of %s; it is truncated, save it again", what);
}

/* ---- effects ---- */

typedef struct effect {
    uint8_t letter, parameter;
} effect;

enum {
    EFFECT_A = 10,
    EFFECT_B,
    EFFECT_D = 13,
    EFFECT_E,
    EFFECT_F,
    EFFECT_G,
    EFFECT_H,
    EFFECT_P = 25,
    EFFECT_R = 27,
    EFFECT_S,
    EFFECT_T,
    EFFECT_X = 33,
    EFFECT_Z = 35
};

static effect slide_volume(uint8_t p) {
    if ((p & 15) == 15 && p >> 4 != 0) return (effect){EFFECT_E, (uint8_t)(0xA0 | p >> 4)};
    if (p >> 4 == 15 && (p & 15) != 0) return (effect){EFFECT_E, (uint8_t)(0xB0 | (p & 15))};
    return (effect){EFFECT_A, p};
}

/* Converts a slide of pitch; `way` is 1 up, 2 down. */
static effect slide_pitch(uint8_t p, uint8_t way) {
    if (p >= 0xF0) return (effect){EFFECT_E, (uint8_t)(way << 4 | (p & 15))};
    if (p >= 0xE0) return (effect){EFFECT_X, (uint8_t)(way << 4 | (p & 15))};
    return (effect){way, p};
}

static effect special(uint8_t p) {
    static const uint8_t to[16] = {0, 3, 5, 4, 7, 0, 0, 0, 0, 0, 0, 6, 12, 13, 14, 0};
    if (p >> 4 == 8) return (effect){8, (uint8_t)((p & 15) * 17)};
    if (to[p >> 4] != 0) return (effect){EFFECT_E, (uint8_t)(to[p >> 4] << 4 | (p & 15))};
    return (effect){EFFECT_S, p};
}

/* Converts an effect; command 1 is A. A command that FastTracker has no effect for keeps its letter, which
 * import_song_judge counts. */
static effect convert_effect(reader *r, uint8_t command, uint8_t p) {
    static const uint8_t same[27] = {['C' - 64] = EFFECT_D, ['G' - 64] = 3,        ['H' - 64] = 4,
                                     ['I' - 64] = EFFECT_T, ['K' - 64] = 6,        ['L' - 64] = 5,
                                     ['O' - 64] = 9,        ['P' - 64] = EFFECT_P, ['Q' - 64] = EFFECT_R,
                                     ['R' - 64] = 7,        ['V' - 64] = EFFECT_G, ['W' - 64] = EFFECT_H};
    if (command < 27 && same[command] != 0) return (effect){same[command], p};
    switch (command + 64) {
    case 'A':
        return (effect){p == 0 ? 0 : EFFECT_F, p > 31 ? 31 : p};
    case 'B':
        return (effect){EFFECT_B, r->order_of[p]};
    case 'D':
        return slide_volume(p);
    case 'E':
        return slide_pitch(p, 2);
    case 'F':
        return slide_pitch(p, 1);
    case 'J':
        return (effect){0, p};
    case 'S':
        return special(p);
    case 'T':
        return (effect){p < 32 ? EFFECT_Z : EFFECT_F, p}; /* FastTracker has no slides of the tempo: Z */
    case 'U':                                             /* a quarter of vibrato's depth */
        return (effect){4, (uint8_t)((p & 0xF0) | ((p & 15) + 3) / 4)};
    case 'X':
        return (effect){8, (uint8_t)(p >= 128 ? 255 : p * 2)};
    default:
        return (effect){(uint8_t)(command > 26 ? 63 : command + 9), p};
    }
}

/* ---- patterns ---- */

static void convert_note(reader *r, uint8_t tone, import_note *note) {
    uint32_t key = (uint32_t)(tone >> 4) * 12 + (tone & 15) + 1;
    if (tone == 255) return;
    if (tone == 254) { /* cut at once */
        note->volume = 0x10;
        return;
    }
    r->song->mended += key > IMPORT_SONG_KEYS;
    note->note = (uint8_t)(key > IMPORT_SONG_KEYS ? IMPORT_SONG_KEYS : key);
}

static void convert_volume(reader *r, uint8_t volume, import_note *note) {
    if (volume <= 64)
        note->volume = (uint8_t)(0x10 + volume);
    else if (volume >= 128 && volume <= 192)
        note->volume = (uint8_t)(0xC0 + (volume == 192 ? 15 : (volume - 128) / 4));
    else
        r->song->mended += volume != 255;
}

/* Reads one row of packed fields; false at the end of the file. */
static bool read_row(reader *r, size_t *at, import_note *row) {
    for (;;) {
        if (*at >= r->size) return false;
        uint8_t what = r->data[(*at)++];
        if (what == 0) return true;
        size_t bytes =
            (size_t)((what & 32) != 0 ? 2 : 0) + ((what & 64) != 0 ? 1 : 0) + ((what & 128) != 0 ? 2 : 0);
        if (bytes > r->size - *at) return false;
        const uint8_t *d = r->data + *at;
        *at += bytes;
        uint8_t channel = r->channel_of[what & 31];
        if (channel == NO_CHANNEL) continue;
        import_note *note = &row[channel];
        *note = (import_note){.note = 0};
        if ((what & 32) != 0) {
            convert_note(r, d[0], note);
            note->instrument = d[1];
            r->song->mended += d[1] > r->song->instrument_count;
            d += 2;
        }
        if ((what & 64) != 0) convert_volume(r, *d++, note);
        if ((what & 128) == 0 || d[0] == 0) continue;
        effect e = convert_effect(r, d[0], d[1]);
        note->effect = e.letter;
        note->parameter = e.parameter;
        import_song_judge(r->song, note);
    }
}

static bool read_patterns(reader *r, size_t places) {
    import_song *song = r->song;
    import_pattern *patterns = take(r, (size_t)song->pattern_count, sizeof *patterns);
    if (patterns == NULL) return false;
    song->patterns = patterns;
    for (uint32_t i = 0; i < song->pattern_count; i++) {
        import_note *notes = take(r, (size_t)ROWS * song->channels, sizeof *notes);
        size_t at = (size_t)u16(r->data + places + 2 * (size_t)i) * 16;
        if (notes == NULL) return false;
        patterns[i] = (import_pattern){ROWS, notes};
        if (at == 0) continue; /* an empty pattern */
        at += 2;               /* the length of the packed rows, which many writers get wrong */
        for (uint32_t row = 0; row < ROWS; row++) {
            if (!read_row(r, &at, notes + (size_t)row * song->channels))
                return truncated(r, r->size, "a pattern");
        }
    }
    return true;
}

/* ---- instruments ---- */

/* Sets note and tuning from the frames a second at C-4: half tones from 8363, and 1/128 of a half tone. */
static void tune(import_song_sample *sample, uint32_t rate) {
    if (rate == 0) rate = 8363;
    double tones = import_log((double)rate / 8363.0) / import_log(2.0) * 12.0;
    int32_t steps = (int32_t)(tones * 128.0 + (tones < 0 ? -0.5 : 0.5));
    if (steps > 95 * 128) steps = 95 * 128;
    if (steps < -96 * 128) steps = -96 * 128;
    int32_t note = (steps + 96 * 128 + 64) / 128 - 96;
    if (note > 95) note = 95;
    sample->note = (int8_t)note;
    sample->tuning = (int8_t)(steps - note * 128);
}

/* One frame of a sample; of two channels the mean. */
static int16_t frame_at(const uint8_t *d, uint32_t frame, uint32_t frames, uint32_t flags, bool is_signed) {
    uint32_t channels = (flags & 2) != 0 ? 2 : 1;
    int32_t sum = 0;
    for (uint32_t c = 0; c < channels; c++) {
        size_t at = (size_t)frame + (size_t)c * frames;
        uint32_t bits = (flags & 4) != 0 ? u16(d + 2 * at) : (uint32_t)d[at] << 8;
        if (!is_signed) bits ^= 0x8000u;
        sum += bits >= 0x8000u ? (int32_t)bits - 0x10000 : (int32_t)bits;
    }
    return (int16_t)(sum / (int32_t)channels);
}

static bool read_samples(reader *r, const uint8_t *d, import_song_sample *sample) {
    uint32_t flags = d[31] & 6u, width = ((flags & 4) != 0 ? 2u : 1u) * ((flags & 2) != 0 ? 2u : 1u);
    size_t at = ((size_t)d[13] << 16 | u16(d + 14)) * 16, rest = at > r->size ? 0 : r->size - at;
    bool is_signed = u16(r->data + 42) == 1;
    uint32_t frames = u32(d + 16), begin = u32(d + 20), end = u32(d + 24);
    if (frames > rest / width) { /* the frames that are there count, as in a MOD */
        frames = (uint32_t)(rest / width);
        r->song->mended++;
    }
    if (frames > r->frames_left || frames > IMPORT_SONG_SAMPLE_FRAMES)
        return import_error_offset(
            r->error, r->name, (size_t)(d - r->data) + 16,
            "samples of more than 16777216 frames, or far too many of them; the file is damaged");
    r->frames_left -= frames;
    int16_t *to = take(r, frames, sizeof *to);
    if (to == NULL) return false;
    for (uint32_t i = 0; i < frames; i++) to[i] = frame_at(r->data + at, i, frames, flags, is_signed);
    sample->samples = to;
    sample->frames = frames;
    sample->bits = (flags & 4) != 0 ? 16 : 8;
    if ((d[31] & 1) == 0) return true;
    r->song->mended += end > frames || begin >= end;
    if (end > frames) end = frames;
    sample->loops = begin < end;
    sample->loop_start = sample->loops ? begin : 0;
    sample->loop_end = sample->loops ? end : 0;
    return true;
}

static bool read_instrument(reader *r, size_t at, import_instrument *instrument) {
    if (at > r->size || r->size - at < INSTRUMENT) return truncated(r, r->size, "an instrument");
    const uint8_t *d = r->data + at;
    instrument->name = import_song_text(r->song, d + 48, 28);
    if (instrument->name == NULL) return import_error_memory(r->error, r->name);
    if (d[0] != 1) { /* no instrument, or one of the FM chip */
        r->song->mended += d[0] > 1;
        return true;
    }
    if (d[30] != 0)
        return import_error_offset(r->error, r->name, at + 30,
                                   "packed samples are not read; save it without packing");
    import_song_sample *sample = take(r, 1, sizeof *sample);
    if (sample == NULL) return false;
    sample->name = instrument->name;
    sample->volume = d[28] > 64 ? 64 : d[28];
    sample->pan = 128;
    r->song->mended += d[28] > 64;
    tune(sample, u32(d + 32));
    if (!read_samples(r, d, sample)) return false;
    instrument->samples = sample;
    instrument->sample_count = sample->frames > 0;
    return true;
}

/* ---- the heading ---- */

/* Reads the channels; those that play samples stand side by side in the song. */
static bool read_channels(reader *r, const uint8_t *pans) {
    import_song *song = r->song;
    bool stereo = (r->data[51] & 128) != 0;
    for (uint32_t i = 0; i < 32; i++) {
        uint8_t setting = r->data[64 + i];
        r->channel_of[i] = NO_CHANNEL;
        if (setting >= 16) continue;
        r->channel_of[i] = (uint8_t)song->channels;
        uint8_t pan = !stereo ? 128 : setting < 8 ? 0x33 : 0xCC;
        if (pans != NULL && (pans[i] & 32) != 0) pan = (uint8_t)((pans[i] & 15) * 17);
        song->pans[song->channels++] = pan;
    }
    return song->channels > 0 ||
           import_error_offset(r->error, r->name, 64,
                               "no channel plays samples; music of the FM chip is not read");
}

/* Reads the order: 254 is passed over, and 255 ends it. order_of keeps the new place of each entry for jumps. */
static bool read_orders(reader *r, const uint8_t *orders, uint32_t count) {
    import_song *song = r->song;
    bool ended = false;
    for (uint32_t i = 0; i < 256; i++) {
        r->order_of[i] = (uint8_t)(song->order_count < 256 ? song->order_count : 255);
        ended = ended || i >= count || orders[i] == 255;
        if (ended || orders[i] == 254) continue;
        if (orders[i] < song->pattern_count)
            song->orders[song->order_count++] = orders[i];
        else
            song->mended++;
    }
    return song->order_count > 0 ||
           import_error_offset(r->error, r->name, HEADING, "no pattern is played; the order is empty");
}

bool import_s3m_decode(const char *name, const uint8_t *data, size_t size, import_song *song,
                       tool_error *error) {
    reader r = {.name = name, .data = data, .size = size, .song = song, .error = error};
    if (size < HEADING || !import_s3m_is(data, size)) return truncated(&r, size, "its heading");
    uint32_t orders = u16(data + 32);
    bool pans = data[53] == 252;
    song->kind = IMPORT_SONG_FASTTRACKER;
    song->instrument_count = u16(data + 34);
    song->pattern_count = u16(data + 36);
    if (orders > IMPORT_SONG_ORDERS || song->pattern_count > MOST_PATTERNS ||
        song->instrument_count > MOST_INSTRUMENTS)
        return import_error_offset(
            error, name, 32,
            "at most %d patterns in the order, %d patterns and %d instruments are possible; the "
            "file is damaged",
            IMPORT_SONG_ORDERS, MOST_PATTERNS, MOST_INSTRUMENTS);
    size_t instruments_at = HEADING + orders,
           patterns_at = instruments_at + 2 * (size_t)song->instrument_count;
    size_t pans_at = patterns_at + 2 * (size_t)song->pattern_count;
    if (pans_at + (pans ? 32 : 0) > size) return truncated(&r, size, "its tables");
    r.frames_left = 4 * (uint64_t)size;
    song->title = import_song_text(song, data, 28);
    if (song->title == NULL) return import_error_memory(error, name);
    song->speed = data[49] < 1 || data[49] > 31 ? 6 : data[49];
    song->tempo = data[50] < 32 ? 125 : data[50];
    song->mended += song->speed != data[49] || song->tempo != data[50];
    import_instrument *list = take(&r, song->instrument_count, sizeof *list);
    if (list == NULL) return false;
    song->instruments = list;
    if (!read_channels(&r, pans ? data + pans_at : NULL) || !read_orders(&r, data + HEADING, orders))
        return false;
    for (uint32_t i = 0; i < song->instrument_count; i++) {
        if (!read_instrument(&r, (size_t)u16(data + instruments_at + 2 * (size_t)i) * 16, &list[i]))
            return false;
    }
    return read_patterns(&r, patterns_at);
}
