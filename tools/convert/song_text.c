/* Songs written as text: readable notes, and waves that the converter computes. */
#include "tools/convert/song_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PATTERNS = 64, MOST_INSTRUMENTS = 64, MOST_WORD = 32, WAVE = 64, HISS = 4096, NOTE_C = 12 };

typedef struct reader {
    const char *name;
    const char *at, *end; /* rest of the line */
    unsigned long line;
    import_song *song;
    import_pattern *patterns, *pattern; /* pattern: the one being read, or NULL */
    import_note *notes;
    import_instrument *instruments;
    char words[MOST_PATTERNS][MOST_WORD]; /* names of the patterns */
    tool_error *error;
} reader;

bool song_text_is(const uint8_t *data, size_t size) {
    return size >= 5 && memcmp(data, "song", 4) == 0 && isspace(data[4]) && memchr(data, 0, size) == NULL;
}

/* ---- words ---- */

/* Takes the next word of the line; false at its end. */
static bool take_word(reader *r, char word[MOST_WORD]) {
    size_t n = 0;
    while (r->at < r->end && isspace((unsigned char)*r->at)) r->at++;
    if (r->at == r->end || *r->at == '#') return false;
    while (r->at < r->end && !isspace((unsigned char)*r->at)) {
        if (n + 1 < MOST_WORD) word[n++] = *r->at;
        r->at++;
    }
    word[n] = 0;
    return true;
}

static bool to_number(const char *text, int base, uint32_t least, uint32_t most, uint32_t *number) {
    char *end;
    if (!isxdigit((unsigned char)*text)) return false;
    const unsigned long value = strtoul(text, &end, base);
    *number = (uint32_t)value;
    return *end == 0 && value >= least && value <= most;
}

static bool take_number(reader *r, const char *what, uint32_t least, uint32_t most, uint32_t *number) {
    char word[MOST_WORD];
    return (take_word(r, word) && to_number(word, 10, least, most, number)) ||
           import_error_line(r->error, r->name, r->line, "`%s` wants a number from %u to %u", what,
                             (unsigned)least, (unsigned)most);
}

static void *take_memory(reader *r, size_t count, size_t size) {
    void *memory = import_arena_take(&r->song->arena, count * size);
    if (memory == NULL) import_error_memory(r->error, r->name);
    return memory;
}

/* ---- instruments ---- */

static int16_t wave_at(int form, uint32_t i, uint32_t *noise) {
    switch (form) {
    case 0:
        return i < WAVE / 2 ? 24576 : -24576;
    case 1:
        return i < WAVE / 4 ? 28672 : -12288;
    case 2:
        return (int16_t)(24576 - (int32_t)i * 768);
    case 3:
        return (int16_t)(i < WAVE / 2 ? -32256 + (int32_t)i * 2048
                                      : 33280 - (int32_t)(i - WAVE / 2) * 2048 - 512);
    default:
        *noise = *noise * 1664525u + 1013904223u;
        return (int16_t)((int32_t)(*noise >> 24) * 256 - 32768);
    }
}

/* Makes an instrument's sample. A wave is 64 frames long, so that C-4 has 261 periods a second. */
static bool make_sample(reader *r, int form, import_song_sample *sample) {
    const uint32_t frames = form == 4 ? HISS : WAVE;
    uint32_t noise = 1;
    int16_t *to = take_memory(r, frames, sizeof *to);
    if (to == NULL) return false;
    for (uint32_t i = 0; i < frames; i++) to[i] = (int16_t)(wave_at(form, i, &noise) / 256 * 256);
    *sample = (import_song_sample){.name = "",
                                   .frames = frames,
                                   .samples = to,
                                   .bits = 8,
                                   .loops = true,
                                   .loop_end = frames,
                                   .volume = 48,
                                   .pan = 128,
                                   .note = NOTE_C};
    return true;
}

static const char *const waves[] = {"square", "pulse", "saw", "triangle", "noise"};

const char *song_text_wave(const import_song_sample *sample) {
    for (int form = 0; form < 5; form++) {
        uint32_t noise = 1, i = 0;
        if (sample->frames != (form == 4 ? HISS : WAVE) || !sample->loops ||
            sample->loop_end != sample->frames)
            continue;
        while (i < sample->frames && sample->samples[i] == wave_at(form, i, &noise) / 256 * 256) i++;
        if (i == sample->frames) return waves[form];
    }
    return NULL;
}

static void set_envelope(import_envelope *e, uint32_t decay, uint32_t hold) {
    *e = (import_envelope){.count = 2, .on = true, .values = {64, (uint16_t)hold}};
    e->ticks[1] = (uint16_t)decay;
}

static bool read_option(reader *r, const char *word, import_instrument *i, import_song_sample *sample,
                        uint32_t *hold) {
    uint32_t n;
    if (strncmp(word, "volume=", 7) == 0 && to_number(word + 7, 10, 0, 64, &n)) {
        sample->volume = (uint8_t)n;
    } else if (strncmp(word, "pan=", 4) == 0 && to_number(word + 4, 10, 0, 255, &n)) {
        sample->pan = (uint8_t)n;
    } else if (strncmp(word, "hold=", 5) == 0 && to_number(word + 5, 10, 0, 64, &n)) {
        *hold = n;
        if (i->volume.count == 2) i->volume.values[1] = (uint16_t)n;
    } else if (strncmp(word, "decay=", 6) == 0 && to_number(word + 6, 10, 1, 1000, &n)) {
        set_envelope(&i->volume, n, *hold);
    } else if (strncmp(word, "vibrato=", 8) == 0 && to_number(word + 8, 10, 0, 15, &n)) {
        i->vibrato_depth = (uint8_t)n;
        i->vibrato_rate = 8;
        i->vibrato_sweep = 40;
    } else {
        return import_error_line(
            r->error, r->name, r->line,
            "`%s`; an instrument has volume=0..64, pan=0..255, decay=1..1000, hold=0..64, vibrato=0..15",
            word);
    }
    return true;
}

static bool read_instrument(reader *r) {
    char word[MOST_WORD];
    int form = 0;
    uint32_t hold = 0;
    if (r->song->instrument_count == MOST_INSTRUMENTS)
        return import_error_line(r->error, r->name, r->line, "at most %d instruments are possible",
                                 MOST_INSTRUMENTS);
    if (!take_word(r, word)) word[0] = 0;
    while (form < 5 && strcmp(word, waves[form]) != 0) form++;
    if (form == 5)
        return import_error_line(r->error, r->name, r->line,
                                 "`%s` is no wave; square, pulse, saw, triangle and noise are", word);
    import_song_sample *sample = take_memory(r, 1, sizeof *sample);
    if (sample == NULL || !make_sample(r, form, sample)) return false;
    import_instrument *i = &r->instruments[r->song->instrument_count++];
    *i = (import_instrument){.name = "", .sample_count = 1, .samples = sample, .fade = 2048};
    while (take_word(r, word)) {
        if (!read_option(r, word, i, sample, &hold)) return false;
    }
    return true;
}

/* ---- patterns ---- */

static int find_pattern(const reader *r, const char *word) {
    for (uint32_t i = 0; i < r->song->pattern_count; i++) {
        if (strcmp(r->words[i], word) == 0) return (int)i;
    }
    return -1;
}

static bool read_pattern(reader *r) {
    char word[MOST_WORD];
    if (!take_word(r, word) || find_pattern(r, word) >= 0 || r->song->pattern_count == MOST_PATTERNS)
        return import_error_line(r->error, r->name, r->line,
                                 "`pattern` wants a name that no other has; %d are possible", MOST_PATTERNS);
    if (r->song->channels == 0)
        return import_error_line(r->error, r->name, r->line, "`channels N` comes before the first pattern");
    r->notes = take_memory(r, (size_t)IMPORT_SONG_ROWS * r->song->channels, sizeof *r->notes);
    if (r->notes == NULL) return false;
    memset(r->notes, 0, (size_t)IMPORT_SONG_ROWS * r->song->channels * sizeof *r->notes);
    memcpy(r->words[r->song->pattern_count], word, MOST_WORD);
    r->pattern = &r->patterns[r->song->pattern_count++];
    *r->pattern = (import_pattern){0, r->notes};
    return true;
}

/* The number of a note such as C-4 or F#3: half tones above C-0, from 1 on; 0 for no note. */
static uint8_t note_of(const char *text) {
    static const char letters[] = "C D EF G A B";
    const char *letter = *text == ' ' || *text == 0 ? NULL : strchr(letters, *text);
    const bool sharp = letter != NULL && text[1] == '#';
    if (letter == NULL || (text[1] != '-' && !sharp) || text[2] < '0' || text[2] > '7') return 0;
    return (uint8_t)((text[2] - '0') * 12 + (letter - letters) + (sharp ? 1 : 0) + 1);
}

static uint8_t effect_of(char letter) {
    return (uint8_t)(letter >= '0' && letter <= '9'   ? letter - '0'
                     : letter >= 'A' && letter <= 'Z' ? letter - 'A' + 10
                                                      : 255);
}

/* Reads a cell NOTE.INSTRUMENT:EFFECT, of which each part may be missing; `.` is an empty cell, `===` lets go. */
static bool read_cell(reader *r, const char *whole, import_note *note) {
    char word[MOST_WORD];
    memcpy(word, whole, MOST_WORD);
    char *effect = strchr(word, ':'), *instrument;
    uint32_t n;
    bool good = true;
    if (strcmp(word, ".") == 0) return true;
    if (effect != NULL) {
        *effect++ = 0;
        note->effect = effect_of(*effect);
        good = note->effect != 255 && strlen(effect) == 3 && to_number(effect + 1, 16, 0, 255, &n);
        if (good) note->parameter = (uint8_t)n;
    }
    instrument = strchr(word, '.');
    if (good && instrument != NULL) {
        *instrument++ = 0;
        good = to_number(instrument, 10, 1, r->song->instrument_count, &n);
        if (good) note->instrument = (uint8_t)n;
    }
    if (good && strcmp(word, "===") == 0)
        note->note = IMPORT_SONG_KEY_OFF;
    else if (good && word[0] != 0) {
        note->note = note_of(word);
        good = note->note != 0 && strlen(word) == 3;
    }
    if (!good)
        return import_error_line(
            r->error, r->name, r->line,
            "`%s` is no note; write C-4.1:A08 (note, number of an instrument, effect), === or .", whole);
    import_song_judge(r->song, note);
    return true;
}

static bool read_row(reader *r) {
    char word[MOST_WORD];
    if (r->pattern->rows == IMPORT_SONG_ROWS)
        return import_error_line(r->error, r->name, r->line, "a pattern has at most %d rows",
                                 IMPORT_SONG_ROWS);
    import_note *row = r->notes + (size_t)r->pattern->rows++ * r->song->channels;
    for (uint32_t c = 0; take_word(r, word); c++) {
        if (c == r->song->channels)
            return import_error_line(r->error, r->name, r->line, "the row has more than %u channels",
                                     (unsigned)r->song->channels);
        if (!read_cell(r, word, &row[c])) return false;
    }
    return true;
}

static bool read_order(reader *r) {
    char word[MOST_WORD];
    while (take_word(r, word)) {
        const size_t length = strlen(word);
        if (length > 0 && word[length - 1] == ':') {
            if (!import_song_add_label(r->song, word, length - 1, r->song->order_count))
                return import_error_line(
                    r->error, r->name, r->line,
                    "`%s` is no new name of at most %d letters, or the song has %d labels", word,
                    IMPORT_SONG_LABEL - 1, IMPORT_SONG_LABELS);
            continue;
        }
        const int pattern = find_pattern(r, word);
        if (pattern < 0 || r->song->order_count == IMPORT_SONG_ORDERS)
            return import_error_line(r->error, r->name, r->line,
                                     "no pattern `%s` stands above, or the order is too long", word);
        r->song->orders[r->song->order_count++] = (uint8_t)pattern;
    }
    return true;
}

/* ---- lines ---- */

static bool read_line(reader *r) {
    const char *begin = r->at;
    char word[MOST_WORD];
    uint32_t n;
    if (!take_word(r, word)) return true;
    if (strcmp(word, "instrument") == 0) return read_instrument(r);
    if (strcmp(word, "pattern") == 0) return read_pattern(r);
    if (strcmp(word, "order") == 0) return read_order(r);
    if (strcmp(word, "song") == 0) {
        while (r->at < r->end && isspace((unsigned char)*r->at)) r->at++;
        r->song->title = import_song_text(r->song, (const uint8_t *)r->at, (size_t)(r->end - r->at));
        return r->song->title != NULL || import_error_memory(r->error, r->name);
    }
    if (strcmp(word, "tempo") == 0) {
        if (!take_number(r, word, 32, 255, &n)) return false;
        r->song->tempo = (uint16_t)n;
    } else if (strcmp(word, "speed") == 0) {
        if (!take_number(r, word, 1, 31, &n)) return false;
        r->song->speed = (uint16_t)n;
    } else if (strcmp(word, "restart") == 0) {
        if (!take_number(r, word, 0, 255, &n)) return false;
        r->song->restart = (uint16_t)n;
    } else if (strcmp(word, "channels") == 0) {
        if (r->song->pattern_count > 0)
            return import_error_line(r->error, r->name, r->line,
                                     "`channels N` comes before the first pattern");
        if (!take_number(r, word, 1, IMPORT_SONG_CHANNELS, &n)) return false;
        r->song->channels = n;
    } else if (r->pattern != NULL) {
        r->at = begin;
        return read_row(r);
    } else {
        return import_error_line(r->error, r->name, r->line,
                                 "`%s`; song, tempo, speed, channels, instrument, pattern, order and restart "
                                 "begin a line before the first pattern",
                                 word);
    }
    return true;
}

bool song_text_decode(const char *name, const uint8_t *data, size_t size, import_song *song,
                      tool_error *error) {
    reader r = {.name = name, .song = song, .error = error};
    const char *at = (const char *)data, *end = at + size;
    bool ok = true;
    memset(song, 0, sizeof *song);
    *song =
        (import_song){.kind = IMPORT_SONG_FASTTRACKER, .title = "", .tempo = 125, .speed = 6, .linear = true};
    memset(song->pans, 128, sizeof song->pans);
    r.patterns = take_memory(&r, MOST_PATTERNS, sizeof *r.patterns);
    r.instruments = take_memory(&r, MOST_INSTRUMENTS, sizeof *r.instruments);
    song->patterns = r.patterns;
    song->instruments = r.instruments;
    ok = r.patterns != NULL && r.instruments != NULL;
    while (ok && at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        r.at = at;
        r.end = stop == NULL ? end : stop;
        r.line++;
        ok = read_line(&r);
        at = stop == NULL ? end : stop + 1;
    }
    for (uint32_t i = 0; ok && i < song->pattern_count; i++) {
        if (r.patterns[i].rows == 0)
            ok = import_error_line(error, name, r.line, "pattern `%s` has no rows", r.words[i]);
    }
    if (ok && song->order_count == 0)
        ok = import_error_line(error, name, r.line, "no pattern is played; `order` is missing");
    if (ok && song->label_count > 0 && song->labels[song->label_count - 1].place >= song->order_count)
        ok = import_error_line(error, name, r.line, "no pattern stands behind the label `%s`",
                               song->labels[song->label_count - 1].name);
    if (ok && song->restart >= song->order_count)
        ok = import_error_line(error, name, r.line, "`restart` is behind the order");
    if (!ok) import_song_free(song);
    return ok;
}
