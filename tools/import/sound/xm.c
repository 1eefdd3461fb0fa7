/* The reader of FastTracker 2 modules. */
#include <string.h>

#include "tools/import/sound/song.h"

typedef struct reader {
    const char *name;
    const uint8_t *data;
    size_t size, at;
    import_song *song;
    tool_error *error;
} reader;

static uint32_t u16(const uint8_t *p) { return (uint32_t)(p[0] | p[1] << 8); }
static uint32_t u32(const uint8_t *p) { return u16(p) | u16(p + 2) << 16; }

static bool fault_at(const reader *r, size_t at, const char *sentence) {
    return import_error_offset(r->error, r->name, at, "%s", sentence);
}

/* Whether `count` more bytes are there. */
static bool has(const reader *r, size_t count) { return count <= r->size - r->at; }

static bool truncated(const reader *r, const char *what) {
    return import_error_offset(r->error, r->name, r->at,
                               "the file ends inside of %s; it is truncated, export it again", what);
}

static void *take(reader *r, size_t count, size_t size) {
    void *memory = import_arena_take(&r->song->arena, (count == 0 ? 1 : count) * size);
    if (memory == NULL) import_error_memory(r->error, r->name);
    return memory;
}

static const char *take_name(reader *r, const uint8_t *from, size_t room) {
    const char *text = import_song_text(r->song, from, room);
    if (text == NULL) import_error_memory(r->error, r->name);
    return text;
}

/* ---- patterns ---- */

static bool read_note(reader *r, size_t end, import_note *note) {
    uint8_t *fields[5] = {&note->note, &note->instrument, &note->volume, &note->effect, &note->parameter};
    if (r->at >= end) return fault_at(r, r->at, "the notes of a pattern end too early; export it again");
    uint8_t first = r->data[r->at];
    uint32_t mask = 31;
    if ((first & 128) != 0) {
        mask = first & 31u;
        r->at++;
    }
    for (int i = 0; i < 5; i++) {
        if ((mask >> i & 1u) == 0) continue;
        if (r->at >= end) return fault_at(r, r->at, "the notes of a pattern end too early; export it again");
        *fields[i] = r->data[r->at++];
    }
    if (note->note > IMPORT_SONG_KEY_OFF) {
        note->note = 0;
        r->song->mended++;
    }
    if (note->instrument > r->song->instrument_count) r->song->mended++;
    import_song_judge(r->song, note);
    return true;
}

static bool read_pattern(reader *r, import_pattern *pattern) {
    if (!has(r, 9)) return truncated(r, "the heading of a pattern");
    const uint8_t *d = r->data + r->at;
    size_t heading = u32(d), packed = u16(d + 7), count;
    pattern->rows = u16(d + 5);
    if (heading < 9 || !has(r, heading))
        return fault_at(r, r->at, "the size of a pattern's heading is wrong; export it again");
    if (d[4] != 0)
        return fault_at(r, r->at + 4,
                        "a packing of patterns that is not known; save it with FastTracker 2's");
    if (pattern->rows < 1 || pattern->rows > IMPORT_SONG_ROWS)
        return fault_at(r, r->at + 5, "a pattern has 1 to 256 rows; change its length");
    r->at += heading;
    if (!has(r, packed)) return truncated(r, "a pattern");
    count = (size_t)pattern->rows * r->song->channels;
    import_note *notes = take(r, count, sizeof *notes);
    if (notes == NULL) return false;
    size_t end = r->at + packed;
    for (size_t i = 0; packed > 0 && i < count; i++) {
        if (!read_note(r, end, &notes[i])) return false;
    }
    r->at = end;
    pattern->notes = notes;
    return true;
}

/* ---- instruments ---- */

/* Reads an envelope. A point out of order goes one tick behind the point before. */
static void read_envelope(reader *r, const uint8_t *points, uint32_t count, const uint8_t places[3],
                          uint8_t type, import_envelope *e) {
    if (count > IMPORT_SONG_POINTS) {
        count = IMPORT_SONG_POINTS;
        r->song->mended++;
    }
    e->count = count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t tick = u16(points + 4 * i), value = u16(points + 4 * i + 2);
        if (value > 64 || (i > 0 && tick <= e->ticks[i - 1])) r->song->mended++;
        e->values[i] = (uint16_t)(value > 64 ? 64 : value);
        if (i > 0 && tick <= e->ticks[i - 1]) tick = e->ticks[i - 1] + 1u;
        e->ticks[i] = (uint16_t)(tick > 65535 ? 65535 : tick);
        if (i > 0 && e->ticks[i] <= e->ticks[i - 1]) { /* no tick is left for this point */
            e->count = i;
            break;
        }
    }
    if (e->count == 0) return;
    uint8_t last = (uint8_t)(e->count - 1);
    e->on = (type & 1) != 0;
    e->sustains = (type & 2) != 0;
    e->loops = (type & 4) != 0;
    e->sustain = places[0] > last ? last : places[0];
    e->loop_start = places[1] > last ? last : places[1];
    e->loop_end = places[2] > last ? last : places[2];
    if (e->loop_start > e->loop_end) e->loop_start = e->loop_end;
    if ((e->sustains && places[0] > last) ||
        (e->loops && (places[1] > last || places[2] > last || places[1] > places[2])))
        r->song->mended++;
}

typedef struct sample_form {
    uint32_t bytes;
    bool wide;
} sample_form;

static bool read_sample_heading(reader *r, import_song_sample *sample, sample_form *form, size_t heading) {
    if (!has(r, heading)) return truncated(r, "the heading of a sample");
    const uint8_t *d = r->data + r->at;
    uint32_t start = u32(d + 4), length = u32(d + 8), unit;
    form->bytes = u32(d);
    form->wide = (d[14] & 16) != 0;
    unit = form->wide ? 2 : 1;
    if (d[17] == 0xAD)
        return fault_at(r, r->at + 17,
                        "samples packed as ADPCM are not read; save it with FastTracker 2's own form");
    if (form->bytes / unit > IMPORT_SONG_SAMPLE_FRAMES)
        return fault_at(r, r->at, "a sample of more than 16777216 frames; shorten it");
    sample->frames = form->bytes / unit;
    sample->bits = form->wide ? 16 : 8;
    sample->volume = d[12] > 64 ? 64 : d[12];
    sample->tuning = (int8_t)d[13];
    sample->pan = d[15];
    sample->note = (int8_t)d[16];
    sample->loop_start = start / unit;
    sample->loop_end = length / unit > UINT32_MAX - start / unit ? UINT32_MAX : start / unit + length / unit;
    sample->loops = (d[14] & 3) != 0 && length / unit > 0;
    sample->to_and_fro = (d[14] & 2) != 0;
    r->song->mended += d[12] > 64;
    if (sample->loops && sample->loop_end > sample->frames) {
        sample->loop_end = sample->frames;
        r->song->mended++;
    }
    if (!sample->loops || sample->loop_start >= sample->loop_end) {
        r->song->mended += sample->loops;
        sample->loops = sample->to_and_fro = false;
        sample->loop_start = sample->loop_end = 0;
    }
    sample->name = take_name(r, d + 18, 22);
    r->at += heading;
    return sample->name != NULL;
}

/* Reads samples, which are stored as differences from the sample before. */
static bool read_samples(reader *r, import_song_sample *sample, const sample_form *form) {
    if (!has(r, form->bytes)) return truncated(r, "the data of a sample");
    int16_t *to = take(r, sample->frames, sizeof *to);
    if (to == NULL) return false;
    const uint8_t *d = r->data + r->at;
    uint32_t value = 0;
    for (uint32_t i = 0; i < sample->frames; i++) {
        value += form->wide ? u16(d + 2 * (size_t)i) : (uint32_t)d[i] << 8;
        uint32_t low = value & 0xFFFFu;
        to[i] = (int16_t)(low >= 0x8000u ? (int32_t)low - 0x10000 : (int32_t)low);
    }
    sample->samples = to;
    r->at += form->bytes;
    return true;
}

static bool read_sample_list(reader *r, import_instrument *instrument, size_t heading) {
    sample_form forms[IMPORT_SONG_SAMPLES];
    import_song_sample *samples = take(r, instrument->sample_count, sizeof *samples);
    if (samples == NULL) return false;
    for (uint32_t i = 0; i < instrument->sample_count; i++) {
        if (!read_sample_heading(r, &samples[i], &forms[i], heading)) return false;
    }
    for (uint32_t i = 0; i < instrument->sample_count; i++) {
        if (!read_samples(r, &samples[i], &forms[i])) return false;
    }
    instrument->samples = samples;
    return true;
}

static bool read_instrument(reader *r, import_instrument *instrument) {
    if (!has(r, 29)) return truncated(r, "the heading of an instrument");
    const uint8_t *d = r->data + r->at;
    size_t heading = u32(d), rest = r->size - r->at;
    if (heading < 29) heading = 29; /* some writers leave the size 0 for empty instruments */
    if (heading > rest) return truncated(r, "the heading of an instrument");
    instrument->name = take_name(r, d + 4, 22);
    instrument->sample_count = u16(d + 27);
    if (instrument->name == NULL) return false;
    if (instrument->sample_count > IMPORT_SONG_SAMPLES)
        return fault_at(r, r->at + 27, "an instrument has at most 16 samples; the file is damaged");
    if (instrument->sample_count == 0) {
        r->at += heading;
        return true;
    }
    if (heading < 243)
        return fault_at(
            r, r->at, "an instrument with samples has a heading of at least 243 bytes; the file is damaged");
    size_t sample_heading = u32(d + 29);
    if (sample_heading < 40 || sample_heading > 65535)
        return fault_at(r, r->at + 29, "the size of a sample's heading is wrong; the file is damaged");
    for (int i = 0; i < IMPORT_SONG_KEYS; i++) {
        instrument->keys[i] = d[33 + i];
        if (instrument->keys[i] < instrument->sample_count) continue;
        instrument->keys[i] = 0;
        r->song->mended++;
    }
    read_envelope(r, d + 129, d[225], d + 227, d[233], &instrument->volume);
    read_envelope(r, d + 177, d[226], d + 230, d[234], &instrument->pan);
    instrument->vibrato_form = d[235] & 3u;
    instrument->vibrato_sweep = d[236];
    instrument->vibrato_depth = d[237];
    instrument->vibrato_rate = d[238];
    instrument->fade = (uint16_t)u16(d + 239);
    r->at += heading;
    return read_sample_list(r, instrument, sample_heading);
}

/* ---- the whole file ---- */

static bool read_heading(reader *r) {
    import_song *song = r->song;
    const uint8_t *d = r->data;
    if (r->size < 336)
        return fault_at(r, r->size, "the file ends inside of its heading; it is truncated, export it again");
    uint32_t version = u16(d + 58);
    size_t heading = u32(d + 60);
    if (version < 0x102 || version > 0x104)
        return fault_at(r, 58, "only versions 1.02 to 1.04 are read; save it as XM 1.04");
    if (heading < 20 || heading > r->size - 60)
        return fault_at(r, 60, "the size of the heading is wrong; export it again");
    song->kind = IMPORT_SONG_FASTTRACKER;
    song->title = take_name(r, d + 17, 20);
    song->order_count = u16(d + 64);
    song->restart = (uint16_t)u16(d + 66);
    song->channels = u16(d + 68);
    song->pattern_count = u16(d + 70);
    song->instrument_count = u16(d + 72);
    song->linear = (u16(d + 74) & 1u) != 0;
    song->speed = (uint16_t)u16(d + 76);
    song->tempo = (uint16_t)u16(d + 78);
    if (song->title == NULL) return false;
    if (song->channels < 1 || song->channels > IMPORT_SONG_CHANNELS)
        return fault_at(r, 68, "1 to 32 channels are possible");
    if (song->pattern_count > 256 || song->instrument_count > 128 || song->order_count > IMPORT_SONG_ORDERS)
        return fault_at(r, 64,
                        "at most 256 patterns in the order, 256 patterns and 128 instruments are possible; "
                        "the file is damaged");
    if (song->order_count < 1) return fault_at(r, 64, "no pattern is played; the order is empty");
    if (song->order_count + 20 > heading)
        return fault_at(r, 64, "the order does not fit its heading; the file is damaged");
    for (uint32_t i = 0; i < song->order_count; i++) song->orders[i] = d[80 + i];
    for (uint32_t i = 0; i < song->channels; i++) song->pans[i] = 128;
    if (song->speed < 1 || song->speed > 31 || song->tempo < 32 || song->tempo > 255) song->mended++;
    if (song->speed < 1 || song->speed > 31) song->speed = 6;
    if (song->tempo < 32 || song->tempo > 255) song->tempo = 125;
    if (song->restart >= song->order_count) song->restart = 0;
    r->at = 60 + heading;
    return true;
}

/* Orders may name patterns behind the last: all of these become one empty pattern of 64 rows. */
static bool mend_orders(reader *r, import_pattern *patterns) {
    import_song *song = r->song;
    bool missing = false;
    for (uint32_t i = 0; i < song->order_count; i++) {
        if (song->orders[i] < song->pattern_count) continue;
        if (song->pattern_count == 256)
            return fault_at(r, 80 + i, "the order names a pattern that is not there");
        song->orders[i] = (uint8_t)song->pattern_count;
        song->mended++;
        missing = true;
    }
    if (!missing) return true;
    import_note *notes = take(r, 64 * (size_t)song->channels, sizeof *notes);
    if (notes == NULL) return false;
    patterns[song->pattern_count++] = (import_pattern){64, notes};
    return true;
}

bool import_xm_decode(const char *name, const uint8_t *data, size_t size, import_song *song,
                      tool_error *error) {
    reader r = {name, data, size, 0, song, error};
    if (!read_heading(&r)) return false;
    import_pattern *patterns = take(&r, (size_t)song->pattern_count + 1, sizeof *patterns);
    import_instrument *instruments = take(&r, song->instrument_count, sizeof *instruments);
    if (patterns == NULL || instruments == NULL) return false;
    song->patterns = patterns;
    song->instruments = instruments;
    for (uint32_t i = 0; i < song->pattern_count; i++) {
        if (!read_pattern(&r, &patterns[i])) return false;
    }
    for (uint32_t i = 0; i < song->instrument_count; i++) {
        if (!read_instrument(&r, &instruments[i])) return false;
    }
    return mend_orders(&r, patterns);
}
