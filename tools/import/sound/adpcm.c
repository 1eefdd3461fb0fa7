/* Finds the codes of ADPCM sounds. */
#include "tools/import/sound/adpcm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rom/adpcm.h"
#include "tools/import/base/angle.h"

/* A path of the search: the decoder's state behind the samples so far, and the sum of their errors. */
typedef struct path {
    rom_adpcm state;
    uint64_t error;
} path;

/* The last step of a path: the path that it grew out of, and its code. */
typedef struct step {
    uint8_t from, code;
} step;

typedef struct search {
    uint32_t width, count;
    path paths[IMPORT_ADPCM_WIDEST];
    step *steps; /* width a sample */
} search;

static uint64_t square(int32_t difference) { return (uint64_t)((int64_t)difference * difference); }

/* The code whose sample is nearest, found by trying all 16, and then the codes one up, one down and of the other
 * sign. */
static void near_codes(const rom_adpcm *state, int32_t wanted, uint32_t codes[4]) {
    uint64_t best = UINT64_MAX;
    uint32_t nearest = 0;
    for (uint32_t code = 0; code < 16; code++) {
        rom_adpcm tried = *state;
        uint64_t error = square(rom_adpcm_next(&tried, code) - wanted);
        if (error < best) {
            best = error;
            nearest = code;
        }
    }
    codes[0] = nearest;
    codes[1] = (nearest & 7u) < 7 ? nearest + 1 : nearest;
    codes[2] = (nearest & 7u) > 0 ? nearest - 1 : nearest ^ 8u;
    codes[3] = nearest ^ 8u;
}

/* Puts a path among the best ones; of two paths with equal states the better one stays. */
static void offer(search *to, step *steps, const path *way, uint32_t from, uint32_t code) {
    uint32_t at = to->count;
    for (uint32_t i = 0; i < to->count; i++) {
        if (to->paths[i].state.sample != way->state.sample || to->paths[i].state.index != way->state.index)
            continue;
        if (to->paths[i].error <= way->error) return;
        memmove(&to->paths[i], &to->paths[i + 1], (to->count - i - 1) * sizeof *to->paths);
        memmove(&steps[i], &steps[i + 1], (to->count - i - 1) * sizeof *steps);
        at = --to->count;
        break;
    }
    while (at > 0 && to->paths[at - 1].error > way->error) at--;
    if (at >= to->width) return;
    uint32_t kept = to->count < to->width ? to->count : to->width - 1;
    memmove(&to->paths[at + 1], &to->paths[at], (kept - at) * sizeof *to->paths);
    memmove(&steps[at + 1], &steps[at], (kept - at) * sizeof *steps);
    to->paths[at] = *way;
    steps[at] = (step){(uint8_t)from, (uint8_t)code};
    to->count = kept + 1;
}

/* Finds the codes of `count` samples, `stride` apart, from the state *state on; *state becomes the state behind
 * the samples. Returns the sum of squared errors. */
static uint64_t follow(search *s, const int16_t *samples, uint32_t stride, uint32_t count, rom_adpcm *state,
                       uint8_t *codes) {
    search next = {.width = s->width};
    s->count = 1;
    s->paths[0] = (path){*state, 0};
    for (uint32_t i = 0; i < count; i++) {
        step *steps = s->steps + (size_t)i * s->width;
        next.count = 0;
        for (uint32_t p = 0; p < s->count; p++) {
            uint32_t tried[4];
            near_codes(&s->paths[p].state, samples[(size_t)i * stride], tried);
            for (uint32_t k = 0; k < (s->width == 1 ? 1u : 4u); k++) {
                path way = s->paths[p];
                way.error += square(rom_adpcm_next(&way.state, tried[k]) - samples[(size_t)i * stride]);
                offer(&next, steps, &way, p, tried[k]);
            }
        }
        s->count = next.count;
        memcpy(s->paths, next.paths, next.count * sizeof *next.paths);
    }
    uint32_t at = 0;
    for (uint32_t i = count; i-- > 0;) {
        step last = s->steps[(size_t)i * s->width + at];
        codes[i] = last.code;
        at = last.from;
    }
    *state = s->paths[0].state;
    return s->paths[0].error;
}

/* The step to begin a block with: the one that gives the first samples the least error. */
static int32_t first_step(const int16_t *samples, uint32_t stride, uint32_t count) {
    uint64_t best = UINT64_MAX;
    int32_t chosen = 0;
    if (count > 32) count = 32;
    for (int32_t index = 0; index < ROM_ADPCM_STEPS; index++) {
        rom_adpcm state = {samples[0], index};
        uint64_t error = 0;
        for (uint32_t i = 1; i < count && error < best; i++) {
            uint32_t codes[4];
            near_codes(&state, samples[(size_t)i * stride], codes);
            error += square(rom_adpcm_next(&state, codes[0]) - samples[(size_t)i * stride]);
        }
        if (error < best) {
            best = error;
            chosen = index;
        }
    }
    return chosen;
}

typedef struct encoder {
    const int16_t *samples;
    uint32_t frames, channels, block, mark;
    search s;
    uint8_t *codes, *bytes; /* of a block and channel; of a block */
    uint64_t error, signal;
    import_adpcm_report *report;
} encoder;

/* Decodes a block and measures its errors against the samples. */
static void measure(encoder *e, uint32_t first, uint32_t count, uint32_t c, rom_adpcm state) {
    for (uint32_t i = 0; i < count; i++) {
        int32_t wanted = e->samples[(size_t)(first + i) * e->channels + c];
        if (i > 0) rom_adpcm_next(&state, e->codes[i - 1]);
        int32_t difference = state.sample - wanted;
        if (difference < 0) difference = -difference;
        if (difference > e->report->worst) e->report->worst = difference;
        e->error += square(difference);
        e->signal += square(wanted);
        if (first + i + 1 == e->mark) {
            e->report->mark_sample[c] = (int16_t)state.sample;
            e->report->mark_index[c] = (uint8_t)state.index;
        }
    }
}

static void encode_block(encoder *e, uint32_t first, uint32_t count, writer *out) {
    uint32_t head = e->channels * ROM_ADPCM_HEAD,
             bytes = head + (e->channels == 1 ? (count - 1 + 1) / 2 : (count - 1 + 7) / 8 * 8);
    memset(e->bytes, 0, bytes);
    for (uint32_t c = 0; c < e->channels; c++) {
        const int16_t *from = e->samples + (size_t)first * e->channels + c;
        rom_adpcm begin = {from[0], first_step(from, e->channels, count)}, state = begin;
        if (count > 1) follow(&e->s, from + e->channels, e->channels, count - 1, &state, e->codes);
        e->bytes[c * 4] = (uint8_t)((uint32_t)begin.sample & 255u);
        e->bytes[c * 4 + 1] = (uint8_t)((uint32_t)begin.sample >> 8 & 255u);
        e->bytes[c * 4 + 2] = (uint8_t)begin.index;
        for (uint32_t i = 0; i + 1 < count; i++) {
            uint32_t at = head + c * 4 + (e->channels == 1 ? i / 2 : i / 8 * 8 + i % 8 / 2);
            e->bytes[at] = (uint8_t)(e->bytes[at] | e->codes[i] << ((i & 1u) * 4));
        }
        measure(e, first, count, c, begin);
    }
    writer_bytes(out, e->bytes, bytes);
}

bool import_adpcm_encode(const char *name, const int16_t *samples, uint32_t frames, uint32_t channels,
                         const import_adpcm_options *o, writer *out, import_adpcm_report *report,
                         tool_error *error) {
    encoder e = {
        .samples = samples, .frames = frames, .channels = channels, .mark = o->mark, .report = report};
    e.block = o->block_bytes != 0 ? o->block_bytes : channels * IMPORT_ADPCM_BLOCK;
    e.s.width = o->width == 0 ? 8 : o->width;
    memset(report, 0, sizeof *report);
    if (channels < 1 || channels > 2 || e.s.width > IMPORT_ADPCM_WIDEST)
        return import_error_file(error, name,
                                 "%u channels, %u ways; 1 or 2 channels and 1 to %d ways are possible",
                                 (unsigned)channels, (unsigned)e.s.width, IMPORT_ADPCM_WIDEST);
    if (e.block > 65532 || e.block % (channels * 4) != 0 || e.block < channels * 8)
        return import_error_file(error, name, "blocks of %u bytes; a multiple of %u up to 65532 is possible",
                                 (unsigned)e.block, (unsigned)(channels * 4));
    uint32_t most = rom_adpcm_frames(e.block, channels);
    e.s.steps = malloc((size_t)most * e.s.width * sizeof *e.s.steps);
    e.codes = malloc((size_t)most + 1);
    e.bytes = malloc((size_t)e.block + 16);
    bool ok = (e.s.steps != NULL && e.codes != NULL && e.bytes != NULL) || import_error_memory(error, name);
    for (uint32_t first = 0; ok && first < frames; first += most)
        encode_block(&e, first, frames - first < most ? frames - first : most, out);
    free(e.s.steps);
    free(e.codes);
    free(e.bytes);
    if (ok && frames > 0) report->noise = sqrt((double)e.error / ((double)frames * channels));
    report->signal_dB = e.error == 0    ? 99
                        : e.signal == 0 ? 0
                                        : import_decibels((double)e.signal / (double)e.error);
    return ok && (!out->failed || import_error_memory(error, name));
}
