/* The WAV reader: chunks, then one routine a coding. */
#include "tools/import/sound/wav.h"

#include <stdlib.h>
#include <string.h>

#include "rom/adpcm.h"
#include "tools/base/writer.h"
#include "tools/import/base/file.h"
#include "tools/import/base/limit.h"
#include "tools/import/program/program.h"

enum {
    CODING_PCM = 1,
    CODING_MS_ADPCM = 2,
    CODING_FLOAT = 3,
    CODING_A_LAW = 6,
    CODING_MU_LAW = 7,
    CODING_IMA = 17,
    CODING_EXTENSIBLE = 0xFFFE
};

enum { MS_PREDICTORS = 256 };

typedef struct wave {
    const char *name;
    const uint8_t *data;
    size_t size;
    tool_error *error;
    uint32_t coding, channels, rate, block, bits, block_frames;
    size_t format_at, samples_at, samples_size; /* 0: not seen yet */
    size_t loop_at;
    uint64_t
        long_samples; /* of an RF64 file: the size of its samples, of which `data` says only that it is here */
    int32_t predictors[MS_PREDICTORS][2]; /* of MS ADPCM */
    uint32_t predictor_count;
} wave;

static uint32_t u16(const uint8_t *at) { return (uint32_t)at[0] | (uint32_t)at[1] << 8; }
static uint32_t u32(const uint8_t *at) { return u16(at) | u16(at + 2) << 16; }

/* ---- chunks ---- */

static bool read_format(wave *w, size_t at, size_t size) {
    const uint8_t *d = w->data + at;
    if (size < 16)
        return import_error_offset(w->error, w->name, at,
                                   "the format chunk has %zu bytes; at least 16 are wanted", size);
    w->format_at = at;
    w->coding = u16(d);
    w->channels = u16(d + 2);
    w->rate = u32(d + 4);
    w->block = u16(d + 12);
    w->bits = u16(d + 14);
    if (w->coding == CODING_EXTENSIBLE) {
        static const uint8_t tail[14] = {0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71};
        if (size < 40 || memcmp(d + 26, tail, 14) != 0) {
            return import_error_offset(w->error, w->name, at + 24,
                                       "this coding is not read; save the sound as PCM");
        }
        w->coding = u16(d + 24);
    }
    if (w->coding == CODING_IMA || w->coding == CODING_MS_ADPCM)
        w->block_frames = size >= 20 ? u16(d + 18) : 0;
    if (w->coding == CODING_MS_ADPCM) {
        w->predictor_count = size >= 22 ? u16(d + 20) : 0;
        if (w->predictor_count < 1 || w->predictor_count > MS_PREDICTORS ||
            size < 22 + 4 * w->predictor_count)
            return import_error_offset(w->error, w->name, at,
                                       "the predictors of MS ADPCM are missing; save the sound as PCM");
        for (uint32_t i = 0; i < 2 * w->predictor_count; i++)
            w->predictors[i / 2][i % 2] = (int16_t)u16(d + 22 + 2 * i);
    }
    return true;
}

static bool is_whole(const wave *w) {
    uint32_t bytes = (w->bits + 7) / 8;
    switch (w->coding) {
    case CODING_PCM:
        return bytes >= 1 && bytes <= 4 && w->block == bytes * w->channels;
    case CODING_FLOAT:
        return (w->bits == 32 || w->bits == 64) && w->block == bytes * w->channels;
    case CODING_A_LAW:
    case CODING_MU_LAW:
        return w->bits == 8 && w->block == w->channels;
    case CODING_IMA:
        return w->bits == 4 && w->block >= 8 * w->channels && w->block % (4 * w->channels) == 0 &&
               w->block_frames >= 1 && w->block_frames <= (w->block / w->channels - 4) * 2 + 1;
    case CODING_MS_ADPCM:
        return w->bits == 4 && w->block >= 7 * w->channels && w->block_frames >= 2 &&
               w->block_frames <= (w->block - 7 * w->channels) * 2 / (w->channels == 0 ? 1 : w->channels) + 2;
    default:
        return false;
    }
}

static bool check_format(const wave *w) {
    if (w->coding != CODING_PCM && w->coding != CODING_FLOAT && w->coding != CODING_A_LAW &&
        w->coding != CODING_MU_LAW && w->coding != CODING_IMA && w->coding != CODING_MS_ADPCM) {
        return import_error_offset(w->error, w->name, w->format_at,
                                   "coding %u is not read; save the sound as PCM", w->coding);
    }
    if (w->channels < 1 || w->channels > IMPORT_SOUND_CHANNELS) {
        return import_error_offset(w->error, w->name, w->format_at + 2, "%u channels; 1 to %d are read",
                                   w->channels, IMPORT_SOUND_CHANNELS);
    }
    if (w->rate < IMPORT_SOUND_LOWEST_RATE || w->rate > IMPORT_SOUND_HIGHEST_RATE) {
        return import_error_offset(w->error, w->name, w->format_at + 4,
                                   "%u frames a second; %d to %d are read", w->rate, IMPORT_SOUND_LOWEST_RATE,
                                   IMPORT_SOUND_HIGHEST_RATE);
    }
    if (is_whole(w)) return true;
    return import_error_offset(w->error, w->name, w->format_at + 12,
                               "%u bits in blocks of %u bytes do not fit coding %u", w->bits, w->block,
                               w->coding);
}

static bool read_chunks(wave *w) {
    for (size_t at = 12; at + 8 <= w->size;) {
        const uint8_t *d = w->data + at;
        size_t size = u32(d + 4), rest = w->size - at - 8;
        bool samples = memcmp(d, "data", 4) == 0;
        if (samples && size == 0xFFFFFFFFu && w->long_samples > 0)
            size = w->long_samples > SIZE_MAX ? SIZE_MAX : (size_t)w->long_samples;
        else if (samples && (size == 0 || size == 0xFFFFFFFFu))
            size = rest;
        if (size > rest) {
            return import_error_offset(
                w->error, w->name, at,
                "the chunk `%.4s` says %zu bytes, the file has %zu more; it is truncated", (const char *)d,
                size, rest);
        }
        if (memcmp(d, "ds64", 4) == 0 && size >= 24 && w->long_samples == 0)
            w->long_samples = u32(d + 16) | (uint64_t)u32(d + 20) << 32;
        if (memcmp(d, "fmt ", 4) == 0 && w->format_at == 0 && !read_format(w, at + 8, size)) return false;
        if (memcmp(d, "smpl", 4) == 0 && size >= 60 && u32(d + 8 + 28) > 0 && w->loop_at == 0)
            w->loop_at = at + 8 + 36;
        if (samples && w->samples_at == 0) {
            w->samples_at = at + 8;
            w->samples_size = size;
        }
        at += 8 + size + (size & 1);
    }
    if (w->format_at == 0)
        return import_error_offset(w->error, w->name, w->size,
                                   "the file ends without a format chunk (`fmt `)");
    if (w->samples_at == 0)
        return import_error_offset(w->error, w->name, w->size, "the file ends without samples (`data`)");
    return check_format(w);
}

/* ---- samples ---- */

static int32_t pcm_sample(const uint8_t *at, uint32_t bytes) {
    uint32_t bits = 0;
    if (bytes == 1) return (int32_t)((uint32_t)(at[0] ^ 0x80u) << 24);
    for (uint32_t i = 0; i < bytes; i++) bits |= (uint32_t)at[i] << (8 * (4 - bytes + i));
    return (int32_t)bits;
}

/* A floating-point sample rounded to nearest, ties away from 0, and held at full scale. */
static int32_t float_sample(double value, uint32_t *clipped) {
    double scaled = value * 2147483648.0;
    if (!(scaled >= -2147483648.0 && scaled <= 2147483647.0)) { /* NAN becomes silence */
        (*clipped)++;
        return scaled > 0 ? INT32_MAX : scaled < 0 ? INT32_MIN : 0;
    }
    int64_t whole = (int64_t)(scaled + (scaled < 0 ? -0.5 : 0.5));
    return (int32_t)(whole > INT32_MAX ? INT32_MAX : whole);
}

static int32_t float_at(const uint8_t *at, uint32_t bits, uint32_t *clipped) {
    if (bits == 32) {
        uint32_t word = u32(at);
        float value;
        memcpy(&value, &word, 4);
        return float_sample((double)value, clipped);
    }
    uint64_t word = u32(at) | (uint64_t)u32(at + 4) << 32;
    double value;
    memcpy(&value, &word, 8);
    return float_sample(value, clipped);
}

/* A-law and mu-law (ITU-T G.711): a segment and four bits of it, decoded to 13 and 14 bits. */
static int32_t a_law(uint8_t code) {
    code ^= 0x55;
    int32_t segment = (code >> 4) & 7, value = ((code & 15) << 4) + 8;
    if (segment > 0) value = (value + 256) << (segment - 1);
    return (code & 0x80 ? value : -value) * 65536;
}

static int32_t mu_law(uint8_t code) {
    code = (uint8_t)~code;
    int32_t value = ((((code & 15) << 3) + 132) << ((code >> 4) & 7)) - 132;
    return (code & 0x80 ? -value : value) * 65536;
}

static int32_t sample_at(const wave *w, const uint8_t *at, uint32_t *clipped) {
    switch (w->coding) {
    case CODING_FLOAT:
        return float_at(at, w->bits, clipped);
    case CODING_A_LAW:
        return a_law(*at);
    case CODING_MU_LAW:
        return mu_law(*at);
    default:
        return pcm_sample(at, (w->bits + 7) / 8);
    }
}

/* ---- IMA ADPCM ---- */

static bool ima_block(const wave *w, const uint8_t *block, int32_t *out, uint32_t frames) {
    for (uint32_t c = 0; c < w->channels; c++) {
        rom_adpcm state = rom_adpcm_begin(block + 4 * c);
        if (block[4 * c + 2] != state.index) {
            return import_error_offset(w->error, w->name, (size_t)(block + 4 * c + 2 - w->data),
                                       "step %d is beyond the table's %d", block[4 * c + 2],
                                       (int)state.index);
        }
        out[c] = state.sample * 65536;
        for (uint32_t f = 1; f < frames; f++) {
            uint32_t n = f - 1;
            uint8_t byte = block[4 * w->channels + (n / 8) * 4 * w->channels + 4 * c + (n % 8) / 2];
            out[f * w->channels + c] = rom_adpcm_next(&state, n & 1 ? byte >> 4 : byte & 15u) * 65536;
        }
    }
    return true;
}

/* ---- MS ADPCM (Microsoft, "Multimedia Data Standards Update", 1994) ---- */

typedef struct ms_state {
    const int32_t *predictor;
    int32_t step, last, before;
} ms_state;

static int32_t ms_next(ms_state *s, uint32_t code) {
    static const int16_t steps[16] = {230, 230, 230, 230, 307, 409, 512, 614,
                                      768, 614, 512, 409, 307, 230, 230, 230};
    int64_t sum = (int64_t)s->last * s->predictor[0] + (int64_t)s->before * s->predictor[1];
    int64_t value =
        sum / 256 + (int64_t)(code < 8 ? (int32_t)code : (int32_t)code - 16) * s->step; /* cut towards 0 */
    int64_t step = (int64_t)s->step * steps[code] / 256;
    s->before = s->last;
    s->last = (int32_t)(value > 32767 ? 32767 : value < -32768 ? -32768 : value);
    s->step = (int32_t)(step < 16 ? 16 : step > INT32_MAX / 768 ? INT32_MAX / 768 : step);
    return s->last;
}

static bool ms_block(const wave *w, const uint8_t *block, int32_t *out, uint32_t frames) {
    ms_state states[IMPORT_SOUND_CHANNELS];
    uint32_t n = w->channels;
    for (uint32_t c = 0; c < n; c++) {
        const uint8_t *words = block + n + 2 * c; /* all steps, all last samples, all samples before them */
        if (block[c] >= w->predictor_count)
            return import_error_offset(w->error, w->name, (size_t)(block + c - w->data),
                                       "predictor %u, but there are %u; the file is damaged", block[c],
                                       (unsigned)w->predictor_count);
        states[c] = (ms_state){w->predictors[block[c]], (int16_t)u16(words), (int16_t)u16(words + 2 * n),
                               (int16_t)u16(words + 4 * n)};
        out[c] = states[c].before * 65536;
        if (frames > 1) out[n + c] = states[c].last * 65536;
    }
    for (uint32_t i = 0; frames > 2 && i < (frames - 2) * n; i++) {
        uint8_t byte = block[7 * n + i / 2];
        out[2 * n + i] = ms_next(&states[i % n], i % 2 == 0 ? byte >> 4 : byte & 15u) * 65536;
    }
    return true;
}

static bool decode_blocks(const wave *w, import_sound *sound) {
    bool (*decode)(const wave *w, const uint8_t *block, int32_t *out, uint32_t frames) =
        w->coding == CODING_IMA ? ima_block : ms_block;
    for (uint32_t done = 0; done < sound->frames;) {
        uint32_t count = sound->frames - done < w->block_frames ? sound->frames - done : w->block_frames;
        const uint8_t *block = w->data + w->samples_at + (size_t)(done / w->block_frames) * w->block;
        if (!decode(w, block, sound->samples + (size_t)done * w->channels, count)) return false;
        done += count;
    }
    return true;
}

static void read_loop(const wave *w, import_sound *sound) {
    if (w->loop_at == 0) return;
    const uint8_t *d = w->data + w->loop_at;
    uint32_t begin = u32(d + 8), last = u32(d + 12);
    if (u32(d + 4) != 0 || begin > last || last >= sound->frames)
        return; /* only forward loops that lie inside */
    sound->loops = true;
    sound->loop_begin = begin;
    sound->loop_end = last + 1;
}

bool import_wav_decode(const char *name, const uint8_t *data, size_t size, import_sound *sound,
                       tool_error *error) {
    wave w = {.name = name, .data = data, .size = size, .error = error};
    memset(sound, 0, sizeof *sound);
    bool form = size >= 12 && memcmp(data + 8, "WAVE", 4) == 0;
    bool wide = form && (memcmp(data, "RF64", 4) == 0 || memcmp(data, "BW64", 4) == 0);
    if (!wide && (!form || memcmp(data, "RIFF", 4) != 0)) {
        return import_error_offset(
            error, name, 0,
            "this is no WAV file: it does not begin with RIFF....WAVE (nor RF64, BW64); save it as WAV");
    }
    if (!read_chunks(&w)) return false;
    uint64_t frames = w.samples_size / w.block;
    bool blocks = w.coding == CODING_IMA || w.coding == CODING_MS_ADPCM;
    if (blocks) frames *= w.block_frames;
    if (frames > IMPORT_SOUND_FRAMES) frames = (uint64_t)IMPORT_SOUND_FRAMES + 1;
    if (!import_sound_allocate(name, w.rate, w.channels, (uint32_t)frames, sound, error)) return false;
    sound->bits = blocks ? 16 : w.bits > 32 ? 64 : (w.bits + 7) / 8 * 8;
    if (blocks) {
        if (!decode_blocks(&w, sound)) {
            import_sound_free(sound);
            return false;
        }
    } else {
        size_t bytes = w.block / w.channels, count = (size_t)sound->frames * w.channels;
        for (size_t i = 0; i < count; i++)
            sound->samples[i] = sample_at(&w, data + w.samples_at + i * bytes, &sound->clipped);
    }
    read_loop(&w, sound);
    return true;
}

bool import_sound_load(const char *path, import_sound *sound, tool_error *error) {
    uint8_t *data;
    size_t size;
    memset(sound, 0, sizeof *sound);
    if (!import_file_read(path, &data, &size, error) ||
        !import_program_convert(path, IMPORT_PROGRAM_WAV, &data, &size, error))
        return false;
    bool ok = import_wav_decode(path, data, size, sound, error);
    free(data);
    return ok;
}

bool import_sound_allocate(const char *name, uint32_t rate, uint32_t channels, uint32_t frames,
                           import_sound *sound, tool_error *error) {
    memset(sound, 0, sizeof *sound);
    if (frames > IMPORT_SOUND_FRAMES) {
        return import_error_file(error, name, "more than %u frames; cut the sound",
                                 (unsigned)IMPORT_SOUND_FRAMES);
    }
    if (!import_limit_frames(name, frames, error)) return false;
    sound->samples = calloc((size_t)frames * channels + 1, sizeof *sound->samples);
    if (sound->samples == NULL) return import_error_memory(error, name);
    sound->rate = rate;
    sound->channels = channels;
    sound->frames = frames;
    sound->bits = 32;
    return true;
}

void import_sound_free(import_sound *sound) {
    free(sound->samples);
    memset(sound, 0, sizeof *sound);
}

void import_wav_write(const import_sound *sound, writer *out) {
    uint32_t bytes = sound->frames * sound->channels * 2;
    writer_bytes(out, "RIFF", 4);
    writer_u32(out, bytes + 36 + (sound->loops ? 68 : 0));
    writer_bytes(out, "WAVEfmt ", 8);
    writer_u32(out, 16);
    writer_u16(out, CODING_PCM);
    writer_u16(out, sound->channels);
    writer_u32(out, sound->rate);
    writer_u32(out, sound->rate * sound->channels * 2);
    writer_u16(out, sound->channels * 2);
    writer_u16(out, 16);
    if (sound->loops) {
        writer_bytes(out, "smpl", 4);
        writer_u32(out, 60);
        for (int i = 0; i < 7; i++) writer_u32(out, i == 3 ? 60 : 0);
        writer_u32(out, 1);
        for (int i = 0; i < 3; i++) writer_u32(out, 0);
        writer_u32(out, sound->loop_begin);
        writer_u32(out, sound->loop_end - 1);
        writer_u32(out, 0);
        writer_u32(out, 0);
    }
    writer_bytes(out, "data", 4);
    writer_u32(out, bytes);
    for (size_t i = 0; i < (size_t)sound->frames * sound->channels; i++) {
        writer_u16(out, (uint32_t)import_sound_round(sound->samples[i], 16) & 0xFFFFu);
    }
}
