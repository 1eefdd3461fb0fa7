/* Music out of modules and texts: the song's record, and a sound for each of its samples. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/convert/converters.h"
#include "tools/convert/song_text.h"
#include "tools/import/sound/adpcm.h"
#include "tools/import/sound/song.h"
#include "tools/record_writer.h"

const cart_option_row convert_song_options[] = {
    {"format", "s8|s16|adpcm", "how samples are stored"},
    {"search", "N", "how hard the encoder of adpcm tries"},
    {"labels", "NAME:PLACE,...", "names for places of the order, from 0 on: music_label('fight')"},
    {.key = NULL}};

enum { SONG_RATE = 8363 }; /* frames a second of a sample at C-4 */

/* ---- patterns ---- */

static void put_empty(writer *out, uint32_t *empty) {
    if (*empty > 0) writer_u8(out, 128u | (*empty - 1));
    *empty = 0;
}

static void put_row(const import_note *notes, uint32_t channels, writer *out) {
    uint32_t empty = 0;
    for (uint32_t c = 0; c < channels; c++) {
        const uint8_t fields[5] = {notes[c].note, notes[c].instrument, notes[c].volume, notes[c].effect,
                                   notes[c].parameter};
        uint32_t mask = 0;
        for (uint32_t i = 0; i < 5; i++) mask |= (uint32_t)(fields[i] != 0) << i;
        if (mask == 0) {
            empty++;
            continue;
        }
        put_empty(out, &empty);
        writer_u8(out, mask);
        for (uint32_t i = 0; i < 5; i++) {
            if (fields[i] != 0) writer_u8(out, fields[i]);
        }
    }
    put_empty(out, &empty);
}

static void put_patterns(const import_song *song, rom_song_record *r, writer *out) {
    writer data = {0};
    r->pattern_count = song->pattern_count;
    r->patterns_at = song->pattern_count == 0 ? 0 : (uint32_t)out->size;
    for (uint32_t p = 0; p < song->pattern_count; p++) {
        const import_pattern *pattern = &song->patterns[p];
        rom_song_pattern_record row = {.first = (uint32_t)data.size, .rows = pattern->rows};
        for (uint32_t i = 0; i < pattern->rows; i++)
            put_row(pattern->notes + (size_t)i * song->channels, song->channels, &data);
        row.bytes = (uint32_t)data.size - row.first;
        record_add_song_pattern(out, &row);
    }
    r->data_bytes = (uint32_t)data.size;
    r->data_at = data.size == 0 ? 0 : (uint32_t)out->size;
    writer_bytes(out, data.data, data.size);
    writer_align(out, 4);
    out->failed = out->failed || data.failed;
    writer_free(&data);
}

/* ---- instruments ---- */

static rom_envelope_record put_envelope(const import_envelope *e, writer *points, uint32_t *count) {
    rom_envelope_record r = {.first = *count,
                             .count = e->count,
                             .flags = (uint8_t)((e->on ? ROM_ENVELOPE_ON : 0) |
                                                (e->sustains ? ROM_ENVELOPE_SUSTAINS : 0) |
                                                (e->loops ? ROM_ENVELOPE_LOOPS : 0)),
                             .sustain = e->sustain,
                             .loop_start = e->loop_start,
                             .loop_end = e->loop_end};
    for (uint32_t i = 0; i < e->count; i++) {
        const rom_envelope_point_record point = {e->ticks[i], e->values[i]};
        record_add_envelope_point(points, &point);
    }
    *count += e->count;
    return r;
}

typedef struct song_job {
    const pack_source *source;
    int format; /* -1: the module's own format */
    uint32_t width, sounds;
    size_t sound_bytes;
    double worst; /* dB */
} song_job;

/* Writes a sample as a sound; *id stays 0 for an empty sample. */
static bool put_sample(song_job *job, const import_song_sample *sample, uint32_t *id) {
    char word[8], name[CART_NAME_MAX];
    double noise;
    *id = 0;
    if (sample->frames == 0) return true;
    snprintf(word, sizeof word, "%02u", (unsigned)(job->sounds + 1) & 0xFFFu);
    if (!convert_compound_name(job->source, word, name)) return false;
    writer *out = pack_companion_add(job->source, "sound", name, ROM_TAG_SOUND, ROM_SOUND_SIZE);
    if (out == NULL) return false;
    const convert_samples from = {.samples = sample->samples,
                                  .frames = sample->frames,
                                  .channels = 1,
                                  .rate = SONG_RATE,
                                  .loops = sample->loops,
                                  .to_and_fro = sample->to_and_fro,
                                  .loop_start = sample->loop_start,
                                  .loop_end = sample->loop_end,
                                  .volume = 64,
                                  .format = job->format >= 0    ? job->format
                                            : sample->bits == 8 ? CONVERT_S8
                                                                : CONVERT_S16,
                                  .width = job->width};
    if (!convert_put_samples(job->source, &from, out, &noise)) return false;
    writer_align(out, 4);
    if (noise < job->worst) job->worst = noise;
    job->sounds++;
    job->sound_bytes += out->size;
    *id = pack_chunk_id("sound", name);
    return true;
}

static bool put_instruments(song_job *job, const import_song *song, rom_song_record *r, writer *out) {
    writer samples = {0}, points = {0};
    bool ok = true;
    r->instrument_count = song->instrument_count;
    while (r->instrument_count > 0 && song->instruments[r->instrument_count - 1].sample_count == 0)
        r->instrument_count--;
    r->instruments_at = r->instrument_count == 0 ? 0 : (uint32_t)out->size;
    for (uint32_t i = 0; ok && i < r->instrument_count; i++) {
        const import_instrument *from = &song->instruments[i];
        rom_song_instrument_record row = {.first_sample = r->sample_count,
                                          .samples = from->sample_count,
                                          .fade = from->fade,
                                          .vibrato_form = from->vibrato_form,
                                          .vibrato_sweep = from->vibrato_sweep,
                                          .vibrato_depth = from->vibrato_depth,
                                          .vibrato_rate = from->vibrato_rate};
        memcpy(row.keys, from->keys, sizeof row.keys);
        row.volume = put_envelope(&from->volume, &points, &r->point_count);
        row.pan = put_envelope(&from->pan, &points, &r->point_count);
        for (uint32_t k = 0; ok && k < from->sample_count; k++) {
            const import_song_sample *sample = &from->samples[k];
            rom_song_sample_record one = {
                .volume = sample->volume, .pan = sample->pan, .note = sample->note, .tuning = sample->tuning};
            ok = put_sample(job, sample, &one.sound);
            record_add_song_sample(&samples, &one);
        }
        r->sample_count += from->sample_count;
        record_add_song_instrument(out, &row);
    }
    r->samples_at = r->sample_count == 0 ? 0 : (uint32_t)out->size;
    writer_bytes(out, samples.data, samples.size);
    r->points_at = r->point_count == 0 ? 0 : (uint32_t)out->size;
    writer_bytes(out, points.data, points.size);
    out->failed = out->failed || samples.failed || points.failed;
    writer_free(&samples);
    writer_free(&points);
    return ok;
}

static void tell_song(const song_job *job, const import_song *song, size_t bytes) {
    const pack_source *s = job->source;
    char lost[60] = "samples exact";
    if (job->worst < 99)
        snprintf(lost, sizeof lost, "noise of samples at most %.1f dB below them", job->worst);
    pack_companion_note(s, "song %s: %u patterns, %u channels, %u bytes and %u samples of %u bytes; %s",
                        s->asset->name, (unsigned)song->pattern_count, (unsigned)song->channels,
                        (unsigned)bytes, (unsigned)job->sounds, (unsigned)job->sound_bytes, lost);
    if (song->mended > 0)
        pack_companion_note(s, "song %s: %u numbers out of range were held in range", s->asset->name,
                            (unsigned)song->mended);
    for (uint32_t e = 0; e < 64; e++) {
        if ((song->unknown >> e & 1u) != 0)
            pack_companion_note(
                s, "song %s: effect %c has no meaning in a module of its kind and is left as it is",
                s->asset->name, import_song_effect_letter(e));
    }
}

/* Adds the labels that the statement gives: NAME:PLACE,NAME:PLACE. */
static bool take_labels(const pack_source *s, import_song *song) {
    const char *at = pack_option(s->asset, "labels");
    while (at != NULL && *at != 0) {
        const size_t length = strcspn(at, ":,");
        char *end = NULL;
        const unsigned long place = at[length] == ':' ? strtoul(at + length + 1, &end, 10) : 0;
        if (end == NULL || end == at + length + 1 || (*end != 0 && *end != ','))
            return convert_option_wrong(s, "labels", "`%.60s`: NAME:PLACE is wanted, and commas between",
                                        pack_option(s->asset, "labels"));
        if (place >= song->order_count || !import_song_add_label(song, at, length, (uint32_t)place))
            return convert_option_wrong(
                s, "labels",
                "`%.*s` is no new name of at most %d letters, or its place is behind the "
                "order of %u patterns",
                (int)(length > 40 ? 40 : length), at, IMPORT_SONG_LABEL - 1, (unsigned)song->order_count);
        at = *end == ',' ? end + 1 : end;
    }
    return true;
}

static bool put_song(const pack_source *s, const import_song *song, writer *out) {
    static const char *const formats[] = {"s8", "s16", "adpcm", NULL};
    song_job job = {.source = s, .format = -1, .width = 8, .worst = 99};
    rom_song_record r = {.tempo = song->tempo,
                         .channels = (uint16_t)song->channels,
                         .speed = song->speed,
                         .slides = song->linear ? 1 : 0,
                         .kind = import_s3m_is(s->data, s->size)         ? ROM_SONG_SCREAMTRACKER
                                 : song->kind == IMPORT_SONG_FASTTRACKER ? ROM_SONG_FASTTRACKER
                                                                         : ROM_SONG_PROTRACKER,
                         .restart = song->restart,
                         .volume = 64};
    if (!convert_option_choice(s, "format", formats, &job.format) ||
        !convert_option_whole(s, "search", 1, IMPORT_ADPCM_WIDEST, &job.width))
        return false;
    r.order_count = song->order_count;
    r.orders_at = song->order_count == 0 ? 0 : (uint32_t)out->size;
    writer_bytes(out, song->orders, song->order_count);
    writer_align(out, 4);
    memcpy(r.pans, song->pans, sizeof r.pans);
    r.label_count = song->label_count;
    r.labels_at = song->label_count == 0 ? 0 : (uint32_t)out->size;
    for (uint32_t i = 0; i < song->label_count; i++) {
        const rom_song_label_record label = {.name = rom_id(song->labels[i].name),
                                             .place = song->labels[i].place};
        record_add_song_label(out, &label);
    }
    put_patterns(song, &r, out);
    if (!put_instruments(&job, song, &r, out)) return false;
    if (song->title[0] != 0) {
        r.title = (rom_text_place){(uint32_t)out->size, (uint32_t)strlen(song->title)};
        writer_bytes(out, song->title, r.title.bytes);
        writer_align(out, 4);
    }
    record_put_song(out, 0, &r);
    tell_song(&job, song, out->size);
    return true;
}

bool convert_song(const pack_source *s, writer *out) {
    import_song song;
    if (!(song_text_is(s->data, s->size) ? song_text_decode : import_song_decode)(s->path, s->data, s->size,
                                                                                  &song, s->error))
        return false;
    bool ok = take_labels(s, &song) && put_song(s, &song, out);
    import_song_free(&song);
    return ok;
}
