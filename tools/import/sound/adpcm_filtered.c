/* The encoder of ADPCM by filters: a beam search over blocks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rom/adpcm.h"
#include "tools/import/base/angle.h"
#include "tools/import/sound/adpcm.h"

enum { KINDS = ROM_FILTERED_FILTERS * ROM_FILTERED_SHIFTS };

/* A beginning of the sound: its last block, the samples behind it, and its error so far. */
typedef struct beginning {
    uint8_t bytes[ROM_FILTERED_BLOCK];
    uint32_t parent; /* number of the beginning before it */
    int32_t last, before;
    double error;
} beginning;

/* Encodes a block behind a beginning by one filter and one shift. */
static void try_block(const beginning *from, const int16_t *samples, uint32_t count, uint32_t head,
                      beginning *to) {
    memset(to->bytes, 0, sizeof to->bytes);
    to->bytes[0] = (uint8_t)head;
    to->last = from->last;
    to->before = from->before;
    to->error = from->error;
    for (uint32_t i = 0; i < ROM_FILTERED_FRAMES; i++) {
        const int32_t wanted = i < count ? samples[i] : 0,
                      still = rom_filtered_next(head, 0, to->last, to->before), step = 4096 >> (head & 15u);
        int32_t code = (wanted - still + (wanted >= still ? step / 2 : -(step / 2))) / step;
        code = code > 7 ? 7 : code < -8 ? -8 : code;
        const int32_t made = rom_filtered_next(head, (uint32_t)code & 15u, to->last, to->before);
        to->bytes[2 + i / 2] = (uint8_t)(to->bytes[2 + i / 2] | ((uint32_t)code & 15u) << (i & 1u) * 4);
        if (i < count) to->error += (double)(made - wanted) * (made - wanted);
        to->before = to->last;
        to->last = made;
    }
}

/* Puts a beginning among the best ones, which are in order. */
static void keep_best(beginning *best, uint32_t *count, uint32_t width, const beginning *b) {
    if (*count == width && best[width - 1].error <= b->error) return;
    uint32_t at = *count < width ? (*count)++ : width - 1;
    for (; at > 0 && best[at - 1].error > b->error; at--) best[at] = best[at - 1];
    best[at] = *b;
}

static void encode_blocks(const int16_t *samples, uint32_t frames, uint32_t width, beginning *all) {
    beginning first = {.parent = 0}, next;
    uint32_t before = 1;
    for (uint32_t at = 0, block = 0; at < frames; at += ROM_FILTERED_FRAMES, block++) {
        const beginning *from = block == 0 ? &first : all + (size_t)(block - 1) * width;
        beginning *best = all + (size_t)block * width;
        uint32_t kept = 0;
        const uint32_t count = frames - at < ROM_FILTERED_FRAMES ? frames - at : ROM_FILTERED_FRAMES;
        for (uint32_t b = 0; b < before; b++)
            for (uint32_t k = 0; k < KINDS; k++) {
                next.parent = b;
                try_block(&from[b], samples + at, count,
                          k / ROM_FILTERED_SHIFTS << 4 | k % ROM_FILTERED_SHIFTS, &next);
                keep_best(best, &kept, width, &next);
            }
        before = kept;
    }
}

/* Decodes what was made, for the report and the samples before the mark. */
static void measure(const int16_t *samples, uint32_t frames, const uint8_t *made, uint32_t mark,
                    import_adpcm_report *report) {
    int32_t last = 0, before = 0;
    double error = 0, signal = 0;
    for (uint32_t i = 0; i < frames; i++) {
        const uint8_t *block = made + (size_t)(i / ROM_FILTERED_FRAMES) * ROM_FILTERED_BLOCK;
        const uint32_t in = i % ROM_FILTERED_FRAMES;
        if (i == mark) {
            report->mark_sample[0] = (int16_t)last;
            report->mark_sample[1] = (int16_t)before;
        }
        const int32_t now = rom_filtered_next(block[0], (uint32_t)block[2 + in / 2] >> (in & 1u) * 4, last,
                                              before),
                      off = now < samples[i] ? samples[i] - now : now - samples[i];
        before = last;
        last = now;
        error += (double)off * off;
        signal += (double)samples[i] * samples[i];
        if (off > report->worst) report->worst = off;
    }
    report->noise = frames == 0 ? 0 : sqrt(error / frames);
    report->signal_dB = error <= 0 ? 99 : signal <= 0 ? 0 : import_decibels(signal / error);
}

bool import_filtered_encode(const char *name, const int16_t *samples, uint32_t frames,
                            const import_adpcm_options *o, writer *out, import_adpcm_report *report,
                            tool_error *error) {
    const uint32_t width = o->width == 0 ? 2 : o->width,
                   blocks = (frames + ROM_FILTERED_FRAMES - 1) / ROM_FILTERED_FRAMES;
    memset(report, 0, sizeof *report);
    if (width > IMPORT_ADPCM_WIDEST)
        return import_error_file(error, name, "%u ways; 1 to %d are possible", (unsigned)width,
                                 IMPORT_ADPCM_WIDEST);
    beginning *all = malloc(((size_t)blocks * width + 1) * sizeof *all);
    uint8_t *made = malloc((size_t)blocks * ROM_FILTERED_BLOCK + 1);
    const bool ok = (all != NULL && made != NULL) || import_error_memory(error, name);
    if (ok) {
        encode_blocks(samples, frames, width, all);
        for (uint32_t block = blocks, at = 0; block-- > 0;) { /* the best end leads back to its beginning */
            const beginning *b = all + (size_t)block * width + at;
            memcpy(made + (size_t)block * ROM_FILTERED_BLOCK, b->bytes, ROM_FILTERED_BLOCK);
            at = b->parent;
        }
        measure(samples, frames, made, o->mark, report);
        writer_bytes(out, made, (size_t)blocks * ROM_FILTERED_BLOCK);
    }
    free(all);
    free(made);
    return ok && (!out->failed || import_error_memory(error, name));
}
