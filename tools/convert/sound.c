/* Sounds out of WAV files, and banks of sounds. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/cart/limits.h"
#include "tools/convert/converters.h"
#include "tools/import/base/angle.h"
#include "tools/import/sound/adpcm.h"
#include "tools/import/sound/wav.h"
#include "tools/record_writer.h"

const cart_option_row convert_sound_options[] = {
    {"rate", "N", "frames a second, 1000 to 65535 (as in the file)"},
    {"format", "s8|s16|adpcm|filtered", "how samples are stored; filtered: adpcm by filters, of one channel"},
    {"channels", "1|2|6|8", "1: all in one; 2: also of 6 or 8; 6, 8: for speakers all around"},
    {"trim", "on|off", "silence at its ends is cut off"},
    {"normalise", "on|off", "as loud as it can be"},
    {"loop", "BEGIN,END|off", "frames that go round (as the file says)"},
    {"volume", "0..64", "how loud it is (64)"},
    {"search", "N", "how hard the encoder of adpcm tries"},
    {"bank", "NAME", "the bank holds it"},
    {.key = NULL}};

/* ---- samples into a chunk ---- */

static double decibel(double signal, double error) {
    return error <= 0 ? 99 : signal <= 0 ? 0 : fmin(99, import_decibels(signal / error));
}

/* The upper half of a sample, rounded to nearest and clamped. */
static int32_t eight_bits(int32_t sample) {
    int32_t value = (sample + 128) >= 0 ? (sample + 128) / 256 : -((-(sample + 128) + 255) / 256);
    return value > 127 ? 127 : value;
}

static void put_plain(const convert_samples *from, writer *out, double *noise_dB) {
    double signal = 0, error = 0;
    for (size_t i = 0; i < (size_t)from->frames * from->channels; i++) {
        int32_t sample = from->samples[i];
        if (from->format == CONVERT_S16) {
            writer_u16(out, (uint32_t)sample & 0xFFFFu);
            continue;
        }
        int32_t kept = eight_bits(sample);
        writer_u8(out, (uint32_t)kept & 0xFFu);
        signal += (double)sample * sample;
        error += (double)(kept * 256 - sample) * (kept * 256 - sample);
    }
    *noise_dB = decibel(signal, error);
}

static bool put_packed(const pack_source *s, const convert_samples *from, rom_sound_record *r, writer *out,
                       double *noise_dB) {
    const import_adpcm_options options = {.width = from->width, .mark = from->loops ? from->loop_start : 0};
    import_adpcm_report report;
    const bool is_filtered = from->format == CONVERT_FILTERED;
    if (is_filtered && from->channels != 1)
        return convert_option_wrong(s, "format", "adpcm by filters has one channel; add channels=1");
    if (!(is_filtered
              ? import_filtered_encode(s->path, from->samples, from->frames, &options, out, &report, s->error)
              : import_adpcm_encode(s->path, from->samples, from->frames, from->channels, &options, out,
                                    &report, s->error)))
        return false;
    *noise_dB = report.signal_dB;
    if (is_filtered) {
        memcpy(r->loop_sample, report.mark_sample, sizeof r->loop_sample);
        return true;
    }
    r->block_bytes = (uint16_t)(IMPORT_ADPCM_BLOCK * from->channels);
    for (uint32_t c = 0; c < from->channels; c++) {
        r->loop_sample[c] = report.mark_sample[c];
        r->loop_index[c] = report.mark_index[c];
    }
    return true;
}

bool convert_put_samples(const pack_source *s, const convert_samples *from, writer *out, double *noise_dB) {
    rom_sound_record r = {.rate = (uint16_t)from->rate,
                          .format = (uint8_t)from->format,
                          .channels = (uint8_t)from->channels,
                          .frames = from->frames,
                          .loop_start = from->loops ? from->loop_start : 0,
                          .loop_end = from->loops ? from->loop_end : 0,
                          .loop_kind = from->to_and_fro ? 1 : 0,
                          .volume = (uint8_t)from->volume,
                          .data_at = (uint32_t)out->size};
    int32_t peak = 0;
    for (size_t i = 0; i < (size_t)from->frames * from->channels; i++) {
        int32_t magnitude = from->samples[i] < 0 ? -from->samples[i] : from->samples[i];
        if (magnitude > peak) peak = magnitude;
    }
    r.peak = (uint16_t)peak;
    if (from->format == CONVERT_ADPCM || from->format == CONVERT_FILTERED) {
        if (!put_packed(s, from, &r, out, noise_dB)) return false;
    } else {
        put_plain(from, out, noise_dB);
    }
    r.data_bytes = (uint32_t)(out->size - r.data_at);
    record_put_sound(out, 0, &r);
    return true;
}

/* ---- WAV files ---- */

typedef struct wishes {
    uint32_t rate, channels, volume, search, loop_start, loop_end;
    bool trim, normalise, loop_given;
    int format; /* -1: the file's own format */
} wishes;

static const char *const formats[] = {"s8", "s16", "adpcm", "filtered", NULL};

static bool read_wishes(const pack_source *s, wishes *w) {
    const char *loop = pack_option(s->asset, "loop");
    *w = (wishes){.volume = 64, .search = 8, .format = -1};
    if (loop != NULL && strcmp(loop, "off") == 0) {
        w->loop_given = true;
    } else if (!convert_option_pair(s, (convert_pair){"loop", ',', IMPORT_SOUND_FRAMES}, &w->loop_start,
                                    &w->loop_end, &w->loop_given)) {
        return false;
    } else if (w->loop_given && w->loop_start >= w->loop_end) {
        return convert_option_wrong(
            s, "loop", "`%s` is not BEGIN,END in frames of the file with BEGIN before END", loop);
    }
    const bool ok = convert_option_whole(s, "rate", 1000, 65535, &w->rate) &&
                    convert_option_whole(s, "channels", 1, IMPORT_SOUND_CHANNELS, &w->channels) &&
                    convert_option_whole(s, "volume", 0, 64, &w->volume) &&
                    convert_option_whole(s, "search", 1, IMPORT_ADPCM_WIDEST, &w->search) &&
                    convert_option_switch(s, "trim", &w->trim) &&
                    convert_option_switch(s, "normalise", &w->normalise) &&
                    convert_option_choice(s, "format", formats, &w->format);
    if (w->format == 3) w->format = CONVERT_FILTERED; /* 3 is a voice */
    return ok;
}

/* Frees *sound and puts a converted sound in its place. */
static void replace_sound(import_sound *sound, import_sound *by) {
    import_sound_free(sound);
    *sound = *by;
}

static bool prepare_sound(const pack_source *s, const wishes *w, import_sound *sound) {
    import_sound made;
    if (w->loop_given) {
        sound->loops = w->loop_end > 0;
        sound->loop_begin = w->loop_start;
        sound->loop_end = w->loop_end;
        if (w->loop_end > sound->frames)
            return convert_option_wrong(s, "loop", "it ends at frame %u, the file has %u",
                                        (unsigned)w->loop_end, (unsigned)sound->frames);
    }
    uint32_t channels = w->channels != 0 ? w->channels : sound->channels > 2 ? 1 : sound->channels;
    const bool is_field = sound->channels == 6 || sound->channels == 8;
    if ((channels == 2 && is_field) || (channels == 1 && sound->channels > 1)) {
        if (!(channels == 2 ? import_sound_pair : import_sound_mono)(sound, &made, s->error)) return false;
        replace_sound(sound, &made);
    } else if (channels != sound->channels) {
        return convert_option_wrong(s, "channels", "the file has %u channels; %s possible",
                                    (unsigned)sound->channels, is_field ? "these, 2 and 1 are" : "1 is");
    }
    if (sound->channels > 2 && w->format >= CONVERT_ADPCM)
        return convert_option_wrong(s, "format", "speakers all around have plain samples: s8 or s16");
    uint32_t rate = w->rate != 0 ? w->rate : sound->rate;
    if (s->c != NULL && s->c->machine != NULL && rate > s->c->machine->sound_rate)
        rate = (uint32_t)s->c->machine->sound_rate;
    if (rate > 65535 || rate < 1)
        return convert_option_wrong(s, "rate", "the file has %u frames a second; give it a rate up to 65535",
                                    (unsigned)sound->rate);
    if (rate != sound->rate) {
        if (!import_sound_resample(sound, rate, &made, s->error)) return false;
        replace_sound(sound, &made);
    }
    if (w->trim) import_sound_trim(sound, 1u << 23); /* 1/256 of full scale */
    if (w->normalise) import_sound_normalise(sound);
    return true;
}

static bool put_sound(const pack_source *s, const wishes *w, const import_sound *sound, uint32_t old_rate,
                      uint32_t old_channels, writer *out) {
    size_t count = (size_t)sound->frames * sound->channels;
    int16_t *samples = malloc((count + 1) * sizeof *samples);
    double noise = 99;
    if (samples == NULL) return import_error_memory(s->error, s->path);
    for (size_t i = 0; i < count; i++) samples[i] = (int16_t)import_sound_round(sound->samples[i], 16);
    const convert_samples from = {.samples = samples,
                                  .frames = sound->frames,
                                  .channels = sound->channels,
                                  .rate = sound->rate,
                                  .loops = sound->loops,
                                  .loop_start = sound->loop_begin,
                                  .loop_end = sound->loop_end,
                                  .volume = w->volume,
                                  .format = w->format >= 0     ? w->format
                                            : sound->bits == 8 ? CONVERT_S8
                                                               : CONVERT_S16,
                                  .width = w->search};
    size_t before = out->size;
    bool ok = convert_put_samples(s, &from, out, &noise);
    char lost[80] = "nothing lost";
    if (noise < 99) snprintf(lost, sizeof lost, "noise %.1f dB below the sound", noise);
    if (ok)
        pack_companion_note(s, "sound %s: %u frames at %u, %s%s, %u bytes, peak %.3f; %s%s%s%s",
                            s->asset->name, (unsigned)sound->frames, (unsigned)sound->rate,
                            formats[from.format == CONVERT_FILTERED ? 3 : from.format],
                            sound->channels == 2 ? " stereo" : "", (unsigned)(out->size - before),
                            import_sound_peak(sound) / 2147483648.0, lost,
                            old_rate != sound->rate ? ", resampled" : "",
                            old_channels != sound->channels ? ", channels mixed" : "",
                            sound->bits > 16 && from.format != CONVERT_S8 ? ", rounded to 16 bits" : "");
    free(samples);
    return ok;
}

bool convert_sound(const pack_source *s, writer *out) {
    wishes w;
    import_sound sound;
    const char *ending = strrchr(s->path, '.');
    if (ending != NULL && strcmp(ending, ".voice") == 0) return convert_voice(s, out);
    if (!read_wishes(s, &w) || !import_wav_decode(s->path, s->data, s->size, &sound, s->error)) return false;
    uint32_t old_rate = sound.rate, old_channels = sound.channels;
    bool ok = prepare_sound(s, &w, &sound) && put_sound(s, &w, &sound, old_rate, old_channels, out);
    import_sound_free(&sound);
    return ok;
}

/* ---- banks ---- */

enum { BANK_MOST = 1024 };

static int by_name(const void *a, const void *b) {
    const rom_bank_entry_record *x = a, *y = b;
    return (x->name > y->name) - (x->name < y->name);
}

static bool read_entry(convert_lines *lines, rom_bank_entry_record *entry) {
    const char *volume = convert_line_value(lines, "volume"), *pan = convert_line_value(lines, "pan"),
               *pitch = convert_line_value(lines, "pitch");
    int32_t v = 65536, p = 0;
    if (lines->count < 2 || strchr(lines->words[0], '=') != NULL || strchr(lines->words[1], '=') != NULL)
        return convert_line_wrong(lines, "`NAME SOUND [volume=0..1] [pan=-1..1] [pitch=FACTOR]` is wanted");
    *entry = (rom_bank_entry_record){
        .name = rom_id(lines->words[0]), .sound = pack_chunk_id("sound", lines->words[1]), .pitch = 65536};
    if ((volume != NULL && !convert_line_fx(lines, volume, &v)) ||
        (pan != NULL && !convert_line_fx(lines, pan, &p)) ||
        (pitch != NULL && !convert_line_fx(lines, pitch, &entry->pitch)))
        return false;
    if (v < 0 || v > 65536 || p < -65536 || p > 65536 || entry->pitch < 655)
        return convert_line_wrong(lines, "volume is 0 to 1, pan -1 (left) to 1 (right), pitch at least 0.01");
    entry->volume = (uint16_t)(v == 65536 ? 65535 : v);
    entry->pan = (int16_t)(p / 2 > 32767 ? 32767 : p / 2);
    return true;
}

bool convert_bank(const pack_source *s, writer *out) {
    convert_lines *lines = calloc(1, sizeof *lines);
    rom_bank_entry_record *entries = calloc(BANK_MOST, sizeof *entries);
    rom_bank_record r = {.count = 0};
    bool ok = (lines != NULL && entries != NULL) || import_error_memory(s->error, s->path);
    if (ok) lines->source = s;
    while (ok && convert_line_next(lines)) {
        if (r.count == BANK_MOST) {
            ok = convert_line_wrong(lines, "more than %d sounds in a bank; divide it", BANK_MOST);
            break;
        }
        ok = read_entry(lines, &entries[r.count]);
        for (uint32_t i = 0; ok && i < r.count; i++) {
            if (entries[i].name == entries[r.count].name)
                ok = convert_line_wrong(lines, "`%.40s` stands in the bank already; give it another name",
                                        lines->words[0]);
        }
        r.count++;
    }
    ok = ok && !lines->failed;
    if (ok && r.count > 0) qsort(entries, r.count, sizeof *entries, by_name);
    if (ok) {
        r.at = r.count == 0 ? 0u : (uint32_t)out->size;
        for (uint32_t i = 0; i < r.count; i++) record_add_bank_entry(out, &entries[i]);
        record_put_bank(out, 0, &r);
    }
    free(lines);
    free(entries);
    return ok;
}
