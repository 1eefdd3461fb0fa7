/* Compressor and limiter: makes what is loud quieter, in place, so that quiet sounds are heard beside loud ones.
 *
 *     ox_compressor_init(&compressor, 18157);
 *     ox_compressor_set(&compressor, &(ox_compressor_setting){.threshold = FX(-24), .ratio = FX(4), .release = 200});
 *     ox_compressor_run(&compressor, sums, frames, channels);     each block
 *
 * SUMS are the mixer's: 1/256 of a sample of 16 bits, one or two channels interleaved, which get one gain. DECIBELS are Q16.16, 0 is full scale (a
 * magnitude of 2^23). LEVEL is the peak of 32 frames and the 32 after them within the block, so that the gain is down before the peak
 * comes; it goes up with the time constant `attack` and down with `release`, both counted in decibels. Above the threshold T the
 * gain is T + (L - T) / ratio - L, and the make-up on top; below it is the make-up. Gains go on a line along 32 frames.
 *
 * LIMITER: ratio 0 (infinity) and attack 0: then the gain is down at once, on a step where the peak came with a block's first frame, and nothing
 * is louder than threshold and make-up (by at most 0.05 dB).
 *
 * BYPASS: with ratio 1 and make-up 0, once the block that it changes in has ended, sums come out as they went in, bit for bit.
 *
 * RANGE. Sums of any size; products have 64 bits and are rounded down; what comes out saturates at 32 bits.
 *
 * COST on an ARM7TDMI, counted from its instructions, memory without waits: 41 cycles a sample and channel and some 400 for each 32 frames. No division a sample. (Feed-forward compressor with a peak
 * detector: Giannoulis, Massberg, Reiss, "Digital Dynamic Range Compressor Design", 2012; Madhav 6.) */
#ifndef OXCART_KERNEL_AUDIO_COMPRESSOR_H
#define OXCART_KERNEL_AUDIO_COMPRESSOR_H

#include "fixedmath/types.h"

enum { OX_COMPRESSOR_PIECE = 32 };

typedef struct ox_compressor_setting {
    fx threshold;             /* dB: -96 .. 0 */
    fx ratio;                 /* 1 and above; 0: infinity */
    fx make_up;               /* dB: -40 .. 40 */
    uint32_t attack, release; /* 1/1000 s, 0: at once */
} ox_compressor_setting;

typedef struct ox_compressor {
    uint32_t rate;
    fx threshold, slope, make_up; /* slope: 1 - 1 / ratio */
    int32_t rise, fall;           /* Q16: part of the way that a piece of 32 frames goes */
    fx level;                     /* dB, at least the threshold */
    uint32_t gain;                /* as it is, Q16 */
} ox_compressor;

/* A compressor that changes nothing. */
void ox_compressor_init(ox_compressor *compressor, uint32_t rate);

/* Values beyond their ranges are held there. The gain goes from what it is to what it is to be along the next 32 frames. */
void ox_compressor_set(ox_compressor *compressor, const ox_compressor_setting *setting);

void ox_compressor_run(ox_compressor *compressor, int32_t *sum, uint32_t frames, uint32_t channels);

#endif
