/* The reader of ProTracker modules and those of its kin. */
#include <string.h>

#include "tools/import/sound/song.h"

enum { HEADING = 1084, OLD_HEADING = 600, PATTERN_ROWS = 64 };

typedef struct reader {
    const char *name;
    const uint8_t *data;
    size_t size;
    uint32_t instruments; /* 31 or 15 */
    import_song *song;
    tool_error *error;
} reader;

static uint32_t big(const uint8_t *p) { return (uint32_t)(p[0] << 8 | p[1]); }

uint32_t import_mod_channels(const uint8_t mark[4]) {
    static const struct {
        char mark[5];
        uint8_t channels;
    } marks[] = {{"M.K.", 4}, {"M!K!", 4}, {"M&K!", 4}, {"N.T.", 4}, {"FEST", 4}, {"LARD", 4}, {"NSMS", 4},
                 {"FLT4", 4}, {"EXO4", 4}, {"FLT8", 8}, {"EXO8", 8}, {"CD61", 6}, {"CD81", 8}, {"OKTA", 8},
                 {"OCTA", 8}, {"FA04", 4}, {"FA06", 6}, {"FA08", 8}, {"TDZ1", 1}, {"TDZ2", 2}, {"TDZ3", 3}};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        if (memcmp(mark, marks[i].mark, 4) == 0) return marks[i].channels;
    }
    bool one = mark[0] >= '1' && mark[0] <= '9', two = one && mark[1] >= '0' && mark[1] <= '9';
    if (one && memcmp(mark + 1, "CHN", 3) == 0) return (uint32_t)(mark[0] - '0');
    uint32_t count = two ? (uint32_t)(mark[0] - '0') * 10u + (uint32_t)(mark[1] - '0') : 0;
    if (two && (memcmp(mark + 2, "CH", 2) == 0 || memcmp(mark + 2, "CN", 2) == 0) &&
        count <= IMPORT_SONG_CHANNELS)
        return count;
    return 0;
}

/* The note whose period without finetune is nearest. The table holds the octave from C-2 on; C-4 has
 * period 428. */
static uint8_t note_of_period(uint32_t period) {
    static const uint16_t octave[12] = {1712, 1616, 1524, 1440, 1356, 1280, 1208, 1140, 1076, 1016, 960, 906};
    uint32_t best = 0, least = UINT32_MAX;
    if (period == 0) return 0;
    for (uint32_t note = 0; note < 72; note++) { /* C-2 (1712) up to B-7 */
        uint32_t p = octave[note % 12] >> (note / 12), d = p > period ? p - period : period - p;
        if (d >= least) continue;
        least = d;
        best = note;
    }
    return (uint8_t)(best + 25); /* 25: C-2 in FastTracker's numbers, where C-0 is 1 */
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

/* The place of a note. FLT8 and EXO8 modules (`pairs`) keep their eight channels as two patterns of four. */
static size_t place_of(const reader *r, bool pairs, uint32_t pattern, uint32_t row, uint32_t channel) {
    uint32_t channels = r->song->channels;
    if (!pairs) return (((size_t)pattern * PATTERN_ROWS + row) * channels + channel) * 4;
    return (((size_t)pattern * 2 + channel / 4) * PATTERN_ROWS * 4 + (size_t)row * 4 + channel % 4) * 4;
}

static bool read_patterns(reader *r, size_t at, bool pairs) {
    import_song *song = r->song;
    size_t bytes = (size_t)song->pattern_count * PATTERN_ROWS * song->channels * 4;
    if (at > r->size || bytes > r->size - at)
        return import_error_offset(r->error, r->name, r->size,
                                   "the file ends inside of its %u patterns; it is truncated",
                                   (unsigned)song->pattern_count);
    import_pattern *patterns = take(r, song->pattern_count, sizeof *patterns);
    if (patterns == NULL) return false;
    song->patterns = patterns;
    for (uint32_t p = 0; p < song->pattern_count; p++) {
        import_note *notes = take(r, (size_t)PATTERN_ROWS * song->channels, sizeof *notes);
        if (notes == NULL) return false;
        for (uint32_t i = 0; i < PATTERN_ROWS * song->channels; i++) {
            const uint8_t *d = r->data + at + place_of(r, pairs, p, i / song->channels, i % song->channels);
            notes[i].note = note_of_period(big(d) & 0xFFFu);
            notes[i].instrument = (uint8_t)((d[0] & 0xF0u) | d[2] >> 4);
            notes[i].effect = d[2] & 15u;
            notes[i].parameter = d[3];
            if (notes[i].instrument > r->instruments) song->mended++;
            import_song_judge(song, &notes[i]);
        }
        patterns[p] = (import_pattern){PATTERN_ROWS, notes};
    }
    return true;
}

/* Reads the heading of a sample. Many modules end inside of their last sample: the frames that are there count,
 * as in the players of these modules. */
static void read_form(reader *r, const uint8_t *d, import_song_sample *sample, size_t rest) {
    uint32_t start = big(d + 26) * 2, length = big(d + 28) * 2;
    int tuning = d[24] & 15;
    sample->frames = big(d + 22) * 2;
    if (sample->frames > rest) {
        sample->frames = (uint32_t)rest;
        r->song->mended++;
    }
    sample->bits = 8;
    sample->tuning = (int8_t)((tuning < 8 ? tuning : tuning - 16) * 16);
    sample->volume = d[25] > 64 ? 64 : d[25];
    sample->pan = 128;
    r->song->mended += d[25] > 64;
    if (length <= 2) return;
    if (start + length > sample->frames && start / 2 + length <= sample->frames)
        start /= 2; /* old writers give the start in bytes */
    if (start + length > sample->frames) r->song->mended++;
    if (start >= sample->frames) return;
    sample->loops = true;
    sample->loop_start = start;
    sample->loop_end = start + length > sample->frames ? sample->frames : start + length;
}

static bool read_instruments(reader *r, size_t at) {
    import_instrument *instruments = take(r, r->instruments, sizeof *instruments);
    if (instruments == NULL) return false;
    r->song->instruments = instruments;
    r->song->instrument_count = r->instruments;
    for (uint32_t i = 0; i < r->instruments; i++) {
        const uint8_t *d = r->data + 20 + 30 * (size_t)i;
        import_song_sample *sample = take(r, 1, sizeof *sample);
        if (sample == NULL) return false;
        size_t rest = at > r->size ? 0 : r->size - at;
        read_form(r, d, sample, rest);
        instruments[i].name = sample->name = take_name(r, d, 22);
        if (sample->name == NULL) return false;
        int16_t *to = take(r, sample->frames, sizeof *to);
        if (to == NULL) return false;
        for (uint32_t k = 0; k < sample->frames; k++) to[k] = (int16_t)((int8_t)r->data[at + k] * 256);
        at += sample->frames;
        sample->samples = to;
        instruments[i].samples = sample;
        instruments[i].sample_count = sample->frames > 0;
    }
    return true;
}

/* Whether a file without a mark can be a module of 15 instruments: volumes and finetunes are small, and patterns
 * and samples make up nearly all of the file. */
static bool may_be_old(const uint8_t *data, size_t size) {
    size_t bytes = OLD_HEADING;
    uint32_t patterns = 0;
    for (int i = 0; i < 15; i++) {
        const uint8_t *d = data + 20 + 30 * i;
        if (d[25] > 64 || (d[24] & 0xF0) != 0) return false;
        bytes += big(d + 22) * 2;
    }
    for (int i = 0; i < 128; i++) {
        if (data[472 + i] >= patterns) patterns = data[472 + i] + 1u;
    }
    bytes += (size_t)patterns * PATTERN_ROWS * 4 * 4;
    return bytes + 4096 >= size;
}

bool import_mod_decode(const char *name, const uint8_t *data, size_t size, import_song *song,
                       tool_error *error) {
    reader r = {name, data, size, 31, song, error};
    char list[IMPORT_FORMAT_LIST];
    if (size < OLD_HEADING)
        return import_error_offset(error, name, size,
                                   "this is no module: it is shorter than any heading; save it as %s",
                                   import_format_list(import_song_format, list));
    uint32_t channels = size >= HEADING ? import_mod_channels(data + 1080) : 0;
    if (channels == 0) { /* the oldest modules have no mark and can only be guessed */
        r.instruments = 15;
        channels = 4;
        if (!may_be_old(data, size)) {
            return import_error_offset(error, name, size >= HEADING ? 1080 : 0,
                                       "this is no module that is read; save it as %s (with the mark M.K.)",
                                       import_format_list(import_song_format, list));
        }
    }
    size_t tail = 20 + 30 * (size_t)r.instruments; /* order count, restart, 128 orders */
    song->kind = IMPORT_SONG_PROTRACKER;
    song->channels = channels;
    song->order_count = data[tail];
    song->restart = data[tail + 1] < data[tail] ? data[tail + 1] : 0;
    song->speed = 6;
    song->tempo = 125;
    song->title = take_name(&r, data, 20);
    if (song->title == NULL) return false;
    if (song->order_count < 1 || song->order_count > 128)
        return import_error_offset(
            error, name, tail,
            "%u patterns in the order, 1 to 128 are possible; this is no module or a damaged one",
            data[tail]);
    bool pairs =
        r.instruments == 31 && (memcmp(data + 1080, "FLT8", 4) == 0 || memcmp(data + 1080, "EXO8", 4) == 0);
    for (uint32_t i = 0; i < 128; i++) { /* orders behind the end count too: their patterns are stored */
        uint32_t pattern = pairs ? data[tail + 2 + i] / 2u : data[tail + 2 + i];
        if (pattern > 127)
            return import_error_offset(error, name, tail + 2 + i,
                                       "pattern %u in the order, the last possible is 127", pattern);
        if (pattern >= song->pattern_count) song->pattern_count = pattern + 1;
        if (i < song->order_count) song->orders[i] = (uint8_t)pattern;
    }
    for (uint32_t i = 0; i < channels; i++)
        song->pans[i] = (i & 3u) == 0 || (i & 3u) == 3 ? 0 : 255; /* as the Amiga's outputs lie */
    size_t at = r.instruments == 31 ? HEADING : OLD_HEADING;
    if (r.instruments == 31 && memcmp(data + 1080, "FA0", 3) == 0)
        at += 4; /* Digital Tracker's own numbers */
    return read_patterns(&r, at, pairs) &&
           read_instruments(&r, at + (size_t)song->pattern_count * PATTERN_ROWS * channels * 4);
}
