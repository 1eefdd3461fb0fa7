/* Songs back into text. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tools/convert/song_text.h"

static void put_line(writer *out, const char *format, ...) IMPORT_PRINTF(2, 3);
static void put_line(writer *out, const char *format, ...) {
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    writer_bytes(out, text, length < (int)sizeof text ? (size_t)length : sizeof text - 1);
}

static void put_cell(writer *out, const import_note *note) {
    static const char letters[] = "C-C#D-D#E-F-F#G-G#A-A#B-";
    const uint32_t key = note->note - 1u;
    const size_t before = out->size;
    if (note->note == IMPORT_SONG_KEY_OFF)
        put_line(out, "===");
    else if (note->note != 0)
        put_line(out, "%.2s%u", letters + key % 12 * 2, (unsigned)(key / 12));
    if (note->instrument != 0) put_line(out, ".%u", note->instrument);
    if (note->effect != 0 || note->parameter != 0)
        put_line(out, ":%c%02X", import_song_effect_letter(note->effect), note->parameter);
    if (out->size == before) put_line(out, ".");
}

static bool notes_fit(const import_song *song, const char *name, tool_error *error) {
    for (uint32_t p = 0; p < song->pattern_count; p++) {
        const import_pattern *pattern = &song->patterns[p];
        for (uint32_t i = 0; i < pattern->rows * song->channels; i++) {
            const import_note *note = &pattern->notes[i];
            if (note->volume != 0 || note->note > IMPORT_SONG_KEY_OFF || note->effect > 35 ||
                note->instrument > song->instrument_count)
                return import_error_file(error, name,
                                         "row %u of pattern %u has what songs in text have not: a volume of "
                                         "its own, or an instrument that is not there",
                                         (unsigned)(i / song->channels), (unsigned)p);
        }
    }
    return true;
}

static bool put_instrument(const import_instrument *i, uint32_t number, const char *name, writer *out,
                           tool_error *error) {
    const import_song_sample *sample = i->sample_count == 1 ? i->samples : NULL;
    const char *wave = sample == NULL ? NULL : song_text_wave(sample);
    const import_envelope *e = &i->volume;
    const bool decays = e->on && e->count == 2;
    if (wave == NULL || (e->on && !decays) || i->pan.on)
        return import_error_file(
            error, name,
            "instrument %u is none of songs in text, which are waves with a decay; play the module as it is",
            (unsigned)number);
    put_line(out, "instrument %s volume=%u", wave, sample->volume);
    if (sample->pan != 128) put_line(out, " pan=%u", sample->pan);
    if (decays) put_line(out, " decay=%u", e->ticks[1]);
    if (decays && e->values[1] != 0) put_line(out, " hold=%u", e->values[1]);
    if (i->vibrato_depth != 0) put_line(out, " vibrato=%u", i->vibrato_depth);
    put_line(out, "\n");
    return true;
}

bool song_text_write(const char *name, const import_song *song, writer *out, tool_error *error) {
    if (!song->linear || song->kind != IMPORT_SONG_FASTTRACKER)
        return import_error_file(
            error, name,
            "its notes slide as those of ProTracker, which songs in text have not; play the module as it is");
    if (!notes_fit(song, name, error)) return false;
    put_line(out, "song %s\ntempo %u\nspeed %u\nchannels %u\n\n", song->title, song->tempo, song->speed,
             (unsigned)song->channels);
    for (uint32_t i = 0; i < song->instrument_count; i++)
        if (!put_instrument(&song->instruments[i], i + 1, name, out, error)) return false;
    for (uint32_t p = 0; p < song->pattern_count; p++) {
        const import_note *note = song->patterns[p].notes;
        put_line(out, "\npattern p%u\n", (unsigned)p);
        for (uint32_t row = 0; row < song->patterns[p].rows; row++) {
            for (uint32_t c = 0; c < song->channels; c++, note++) {
                if (c > 0) put_line(out, " ");
                put_cell(out, note);
            }
            put_line(out, "\n");
        }
    }
    put_line(out, "\norder");
    for (uint32_t i = 0; i < song->order_count; i++) {
        for (uint32_t k = 0; k < song->label_count; k++)
            if (song->labels[k].place == i) put_line(out, " %s:", song->labels[k].name);
        put_line(out, " p%u", song->orders[i]);
    }
    put_line(out, "\nrestart %u\n", song->restart);
    return !out->failed || import_error_memory(error, name);
}
