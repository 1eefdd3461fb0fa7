/* Sounds out of texts that tell how a voice sounds: nothing of them is stored but these few numbers (kernel/audio/generator.h).
 *
 *     wave pulse 25           pulse 12.5 .. 87.5, triangle, saw, sine, noise, noise short, or 32 digits 0..F
 *     pitch 0 988             from 0 s on 988 Hz; of noise: so many new values a second
 *     pitch 0.08 1319 1400    from 0.08 s on 1319 Hz, which goes to 1400 until the next line or the end
 *     level 0 1               1 at 0 s, and straight to the next line's
 *     level 0.4 0             the last one is 0, and the end
 *     curve 2                 dies away quickly: the level counts squared (1 evenly, 3 very quickly)
 *     loop 0.1 0.3            goes round, where it is asked for a sound that does
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/audio/generator.h"
#include "rom/rom.h"
#include "tools/cart/limits.h"
#include "tools/convert/converters.h"
#include "tools/record_writer.h"

enum { ROWS_MOST = 16, STEPS = 32, SECONDS_MOST = 60, HZ_MOST = 20000, RATE = 16000 };

typedef struct voice_row {
    double at, value, goal; /* seconds; Hz from and to, or a level */
} voice_row;

typedef struct voice_text {
    convert_lines lines;
    double wave[STEPS];
    voice_row pitches[ROWS_MOST], levels[ROWS_MOST];
    uint32_t pitch_count, level_count, kind, power, rate;
    double loop_from, loop_to; /* seconds; loop_to 0: none */
} voice_text;

/* ---- lines ---- */

static bool read_number(voice_text *t, int word, double least, double most, double *value) {
    int32_t number;
    if (!convert_line_fx(&t->lines, t->lines.words[word], &number)) return false;
    *value = number / 65536.0;
    return (*value >= least && *value <= most) ||
           convert_line_wrong(&t->lines, "`%s` is beyond %g to %g", t->lines.words[word], least, most);
}

static bool read_digits(voice_text *t, const char *digits) {
    static const char values[] = "0123456789ABCDEF";
    convert_line_look(&t->lines, digits);
    if (strlen(digits) != STEPS || strspn(digits, values) != STEPS)
        return convert_line_wrong(
            &t->lines,
            "`%s` is no wave; pulse N, triangle, saw, sine, noise [short] or 32 digits 0 to F are wanted",
            digits);
    for (int i = 0; i < STEPS; i++) t->wave[i] = (double)(strchr(values, digits[i]) - values);
    return true;
}

static bool read_wave(voice_text *t) {
    char **const words = t->lines.words;
    const char *form = t->lines.count > 1 ? words[1] : "";
    const bool is_short = strcmp(form, "noise") == 0 && t->lines.count == 3 && strcmp(words[2], "short") == 0;
    double duty = 50;
    t->kind = strcmp(form, "noise") != 0 ? ROM_VOICE_ROUNDS
              : is_short                 ? ROM_VOICE_SHORT_NOISE
                                         : ROM_VOICE_NOISE;
    if (strcmp(form, "pulse") == 0 && t->lines.count == 3) {
        if (!read_number(t, 2, 12.5, 87.5, &duty)) return false;
        if (fmod(duty, 12.5) != 0)
            return convert_line_wrong(
                &t->lines, "a pulse is up for whole eighths: 12.5, 25, 37.5, 50, 62.5, 75 or 87.5");
    } else if (t->lines.count != 2 && !is_short) {
        return convert_line_wrong(
            &t->lines,
            "`wave FORM` is wanted: pulse N, triangle, saw, sine, noise [short] or 32 digits 0 to F");
    }
    for (int i = 0; i < STEPS; i++) {
        if (strcmp(form, "pulse") == 0)
            t->wave[i] = i * 100 < duty * STEPS ? 1 : 0;
        else if (strcmp(form, "triangle") == 0)
            t->wave[i] = i < STEPS / 2 ? i : STEPS - 1 - i;
        else if (strcmp(form, "saw") == 0)
            t->wave[i] = i;
        else if (strcmp(form, "sine") == 0)
            t->wave[i] = sin((i + 0.5) * 2 * 3.14159265358979323846 / STEPS);
        else
            return t->kind != ROM_VOICE_ROUNDS || read_digits(t, form);
    }
    return true;
}

/* A row of numbers behind its time, which does not lie before the row before. */
static bool read_row(voice_text *t, voice_row *rows, uint32_t *count, double least, double most) {
    voice_row row;
    const bool two = least == 0; /* levels have no goal of their own */
    if (t->lines.count < 3 || t->lines.count > (two ? 3 : 4))
        return convert_line_wrong(&t->lines, two ? "`level SECONDS 0..1` is wanted"
                                                 : "`pitch SECONDS HZ [HZ]` is wanted");
    if (*count == ROWS_MOST)
        return convert_line_wrong(&t->lines, "more than %d lines of this kind", ROWS_MOST);
    if (!read_number(t, 1, 0, SECONDS_MOST, &row.at) || !read_number(t, 2, least, most, &row.value))
        return false;
    row.goal = row.value;
    if (t->lines.count == 4 && !read_number(t, 3, least, most, &row.goal)) return false;
    convert_line_look(&t->lines, t->lines.words[1]);
    if (*count == 0 && row.at != 0)
        return convert_line_wrong(&t->lines, "the first line of this kind is for 0 seconds");
    if (*count > 0 && row.at <= rows[*count - 1].at)
        return convert_line_wrong(&t->lines, "%s seconds do not lie behind the line before",
                                  t->lines.words[1]);
    rows[(*count)++] = row;
    return true;
}

static bool read_line(voice_text *t) {
    const char *word = t->lines.words[0];
    double power;
    if (strcmp(word, "wave") == 0) return read_wave(t);
    if (strcmp(word, "pitch") == 0) return read_row(t, t->pitches, &t->pitch_count, 1, HZ_MOST);
    if (strcmp(word, "level") == 0) return read_row(t, t->levels, &t->level_count, 0, 1);
    if (strcmp(word, "loop") == 0 && t->lines.count == 3)
        return read_number(t, 1, 0, SECONDS_MOST, &t->loop_from) &&
               read_number(t, 2, t->loop_from, SECONDS_MOST, &t->loop_to);
    if (strcmp(word, "curve") == 0 && t->lines.count == 2) {
        if (!read_number(t, 1, 1, 3, &power)) return false;
        t->power = (uint32_t)power;
        return power == (double)t->power || convert_line_wrong(&t->lines, "1, 2 or 3 are curves");
    }
    return convert_line_wrong(&t->lines, "`wave FORM`, `pitch SECONDS HZ [HZ]`, `level SECONDS 0..1`, `curve "
                                         "1..3` or `loop FROM TO` is wanted");
}

/* ---- the voice ---- */

static uint32_t frame_of(const voice_text *t, double seconds) {
    return (uint32_t)floor(seconds * t->rate + 0.5);
}

/* The wave's steps, without what does not swing, as loud as they can be. */
static void put_wave(const voice_text *t, rom_voice_record *r) {
    double mean = 0, most = 0;
    for (int i = 0; i < STEPS; i++) mean += t->wave[i] / STEPS;
    for (int i = 0; i < STEPS; i++) most = fmax(most, fabs(t->wave[i] - mean));
    for (int i = 0; i < STEPS && most > 0; i++)
        r->wave[i] = (int8_t)writer_round((t->wave[i] - mean) * 127 / most);
}

static void put_pitches(const voice_text *t, uint32_t frames, writer *out) {
    const double most =
        t->rate / (t->kind == ROM_VOICE_ROUNDS ? 2.0 : 1.0); /* of the machine, which may be slow */
    for (uint32_t i = 0; i < t->pitch_count; i++) {
        const voice_row *row = &t->pitches[i];
        const uint32_t from = frame_of(t, row->at),
                       to = i + 1 < t->pitch_count ? frame_of(t, row[1].at) : frames;
        const double step = floor(fmin(row->value, most) * 4294967295.0 / t->rate),
                     goal = floor(fmin(row->goal, most) * 4294967295.0 / t->rate);
        const rom_voice_pitch_record r = {
            .frame = from,
            .step = (uint32_t)step,
            .sweep =
                to > from ? (int32_t)fmax(-2147483647, fmin(2147483647, (goal - step) / (to - from))) : 0};
        record_add_voice_pitch(out, &r);
    }
}

/* Each level goes on a whole slope; one that ends in silence begins where such a slope leads to exactly 0. */
static void put_levels(const voice_text *t, writer *out) {
    for (uint32_t i = 0; i < t->level_count; i++) {
        const uint32_t from = frame_of(t, t->levels[i].at);
        const bool last = i + 1 == t->level_count;
        const double full = 1073741824.0, level = full * t->levels[i].value;
        rom_voice_level_record r = {.frame = from, .level = (uint32_t)level};
        if (!last) {
            const uint32_t length = frame_of(t, t->levels[i + 1].at) - from;
            r.slope = (int32_t)((full * t->levels[i + 1].value - level) / length);
            if (t->levels[i + 1].value == 0) r.level = (uint32_t)-r.slope * length;
        }
        record_add_voice_level(out, &r);
    }
}

static uint32_t peak_of(const uint8_t *voice, uint32_t frames) {
    ox_generator state = ox_generator_begin();
    uint32_t peak = 0;
    for (uint32_t i = 0; i < frames; i++) {
        int16_t sample;
        ox_generator_run(voice, &state, i, &sample, 1);
        const uint32_t size = (uint32_t)(sample < 0 ? -sample : sample);
        if (size > peak) peak = size;
    }
    return peak;
}

/* Whether rows that lie a sample or less apart fell together. */
static bool rows_part(const voice_text *t, const voice_row *rows, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        if (frame_of(t, rows[i].at) == frame_of(t, rows[i - 1].at))
            return import_error_file(t->lines.source->error, t->lines.source->path,
                                     "%g and %g seconds are one sample at %u a second; give it a higher rate",
                                     rows[i - 1].at, rows[i].at, (unsigned)t->rate);
    }
    return true;
}

static bool voice_is_whole(const voice_text *t) {
    const pack_source *s = t->lines.source;
    const voice_row *last = &t->levels[t->level_count == 0 ? 0 : t->level_count - 1];
    if (t->pitch_count == 0)
        return import_error_file(s->error, s->path, "it has no pitch; write `pitch 0 440`");
    if (t->level_count < 2 || last->value != 0)
        return import_error_file(
            s->error, s->path, "the last of its levels is 0 at its end; write `level 0 1` and `level 0.3 0`");
    if (t->pitches[t->pitch_count - 1].at >= last->at)
        return import_error_file(s->error, s->path, "a pitch begins at %g seconds, but the sound ends at %g",
                                 t->pitches[t->pitch_count - 1].at, last->at);
    if (t->loop_to > last->at)
        return import_error_file(s->error, s->path, "its loop ends at %g seconds, but the sound at %g",
                                 t->loop_to, last->at);
    return rows_part(t, t->pitches, t->pitch_count) && rows_part(t, t->levels, t->level_count);
}

static bool put_voice(const voice_text *t, uint32_t volume, writer *out) {
    const uint32_t frames = frame_of(t, t->levels[t->level_count - 1].at) + 1;
    const pack_source *s = t->lines.source;
    rom_voice_record v = {.kind = (uint8_t)t->kind,
                          .power = (uint8_t)t->power,
                          .pitch_count = (uint8_t)t->pitch_count,
                          .level_count = (uint8_t)t->level_count};
    rom_sound_record r = {.rate = (uint16_t)t->rate,
                          .format = 3,
                          .channels = 1,
                          .frames = frames,
                          .loop_start = t->loop_to > 0 ? frame_of(t, t->loop_from) : 0,
                          .loop_end = t->loop_to > 0 ? frame_of(t, t->loop_to) : 0,
                          .volume = (uint8_t)volume,
                          .data_at = (uint32_t)out->size};
    if (r.loop_end != 0 && r.loop_start >= r.loop_end)
        return import_error_file(s->error, s->path, "its loop has no length");
    put_wave(t, &v);
    record_add_voice(out, &v);
    put_pitches(t, frames, out);
    put_levels(t, out);
    if (out->failed) return import_error_memory(s->error, s->path);
    r.data_bytes = (uint32_t)(out->size - r.data_at);
    r.peak = (uint16_t)peak_of(out->data + r.data_at, frames);
    record_put_sound(out, 0, &r);
    pack_companion_note(s, "sound %s: a voice of %u frames at %u, %u bytes, peak %.3f", s->asset->name,
                        (unsigned)frames, (unsigned)t->rate, (unsigned)r.data_bytes, r.peak / 32768.0);
    return true;
}

bool convert_voice(const pack_source *s, writer *out) {
    static const char *const samples_only[] = {"format", "channels", "trim", "normalise", "loop", "search"};
    voice_text *t = calloc(1, sizeof *t);
    uint32_t volume = 64;
    if (t == NULL) return import_error_memory(s->error, s->path);
    t->lines.source = s;
    t->power = 1;
    t->rate = RATE;
    for (int i = 0; i < STEPS; i++) t->wave[i] = i < STEPS / 2;
    bool ok = convert_option_whole(s, "rate", 1000, 65535, &t->rate) &&
              convert_option_whole(s, "volume", 0, 64, &volume);
    for (size_t i = 0; ok && i < sizeof samples_only / sizeof *samples_only; i++) {
        if (pack_option(s->asset, samples_only[i]) != NULL)
            ok = convert_option_wrong(
                s, samples_only[i],
                "a voice has no samples of its own; take it out, or write into the text how it sounds");
    }
    if (s->c != NULL && s->c->machine != NULL && t->rate > s->c->machine->sound_rate)
        t->rate = (uint32_t)s->c->machine->sound_rate;
    while (ok && convert_line_next(&t->lines)) ok = read_line(t) || convert_line_go_on(&t->lines);
    ok = ok && !t->lines.failed && voice_is_whole(t) && put_voice(t, volume, out);
    free(t);
    return ok;
}
