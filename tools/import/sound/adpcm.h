/* The encoder of ADPCM sounds; it contains the decoder (rom/adpcm.h), so that it knows what will be heard. */
#ifndef OXCART_TOOLS_IMPORT_SOUND_ADPCM_H
#define OXCART_TOOLS_IMPORT_SOUND_ADPCM_H

#include "tools/base/error.h"
#include "tools/base/writer.h"

#include <stdint.h>

enum { IMPORT_ADPCM_BLOCK = 4096, IMPORT_ADPCM_WIDEST = 64 };

typedef struct import_adpcm_options {
    uint32_t
        block_bytes; /* of all channels; 0: IMPORT_ADPCM_BLOCK a channel. A multiple of 4 for each channel */
    uint32_t width;  /* paths followed at once: 1 takes the nearest code each time, more look ahead; 0:
                       8; at most IMPORT_ADPCM_WIDEST. Cost grows with it */
    uint32_t mark;   /* a frame before which the state is wanted, such as a loop's begin */
} import_adpcm_options;

typedef struct import_adpcm_report {
    double noise;           /* root of the mean squared error, in steps of a 16-bit sample */
    double signal_dB;       /* signal to noise; 99 when exact */
    int32_t worst;          /* largest error of a sample */
    int16_t mark_sample[2]; /* state of each channel before options->mark: sample and index of the step after
                               the frame before it */
    uint8_t mark_index[2];
} import_adpcm_report;

/*
 * Appends the blocks of `frames` frames of 1 or 2 interleaved channels. Of each block the step to begin with is
 * chosen by trying. Codes are found by following the `width` best paths through the samples (a beam search by the
 * sum of squared errors). The same input gives the same bytes.
 */
bool import_adpcm_encode(const char *name, const int16_t *samples, uint32_t frames, uint32_t channels,
                         const import_adpcm_options *options, writer *out, import_adpcm_report *report,
                         tool_error *error);

/*
 * Appends the blocks of ADPCM by filters of `frames` samples of one channel; the last block is filled with silence. Of each block all filters and shifts are tried
 * behind each of the `width` best beginnings, and each code is the nearest. `mark` gives the two samples before it in mark_sample, the last one first.
 */
bool import_filtered_encode(const char *name, const int16_t *samples, uint32_t frames,
                            const import_adpcm_options *options, writer *out, import_adpcm_report *report,
                            tool_error *error);

#endif
