/* Gains, decibels, pitches and the pan law of the mixer, as whole numbers.
 *
 *     gain = ox_audio_gain(3 << 16);               3 dB down: 23198, which is 0.708
 *     gain = ox_audio_volume(NULL, 0, 70);         the player's slider at 70 %: 18 dB down
 *     step = ox_audio_pitch(12 * 64);              an octave up: 2.0 in 16.16
 *     ox_audio_pan(FX_ONE / 2, gain, sides);       half right
 *
 * A GAIN is Q15, 0 .. 32768 (1.0). DECIBELS are attenuation, Q16.16, 0 and above: gain = 10^(-dB / 20). Half a decibel
 * is a step of the table; between, it is linear (at most 0.008 dB off down to 60 dB). -3 dB is an amplitude of
 * 0.708 and half the power; it does not sound half as loud. From 96 dB on a gain is 0. PITCH is in 1/64 of an
 * equally tempered semitone, 768 to the octave. (Madhav 6.) */
#ifndef OXCART_KERNEL_AUDIO_GAIN_H
#define OXCART_KERNEL_AUDIO_GAIN_H

#include "fixedmath/types.h"

enum {
    OX_AUDIO_FULL = 32768,        /* the gain 1.0 */
    OX_AUDIO_SILENT_DB = 96,      /* from here on the gain is 0 */
    OX_AUDIO_PITCH_LEAST = -1536, /* a ratio of 1/4 */
    OX_AUDIO_PITCH_MOST = 2304    /* a ratio of 8 */
};

/* Product of two gains, or a gain and a sample, rounded to nearest: 32768 leaves the other as it is. */
static inline uint32_t ox_audio_product(uint32_t a, uint32_t b) { return (a * b + 0x4000u) >> 15; }

/* The gain of an attenuation in Q16.16 decibels. The gain falls with every step of the table. */
uint32_t ox_audio_gain(uint32_t decibel);

/* The attenuation of a gain or of a sample's magnitude (both 0..32768) in Q16.16 decibels. 0 and all below the table
 * are 96 dB. */
uint32_t ox_audio_decibel(uint32_t gain);

/* What a volume setting of 0..100 % means: `count` points evenly over 0..100 %, each an attenuation in 1/2 dB (the
 * cart's curve; decibels are linear between points), or with NULL 60 dB over the whole way. 0 % is silence always. */
uint32_t ox_audio_volume(const uint8_t *curve, uint32_t count, uint32_t percent);

/* The ratio of frequencies in 16.16, rounded to nearest; pitches beyond 1/4 and 8 are held there. */
uint32_t ox_audio_pitch(int32_t pitch);

/* Left and right gain of a pan from -1 (left) to 1 (right), constant power: cos and sin of (pan + 1) * 45 degrees;
 * 23170 each in the middle. */
void ox_audio_pan(fx pan, uint32_t gain, uint32_t out[2]);

/* The gain on the way from one to another after `done` of `ticks`: linear, or linear in decibels (from and to below
 * 96 dB count as 96 dB there). */
uint32_t ox_audio_fade(uint32_t from, uint32_t to, uint32_t done, uint32_t ticks, bool decibels);

#endif
