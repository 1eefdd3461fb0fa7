/* Low-pass and high-pass filters of sums, in place.
 *
 *     ox_filter filter = {.x = {0}};                              all zero: off, sums are untouched
 *     ox_filter_set(&filter, OX_FILTER_LOW, 600, 18157);
 *     ox_filter_run(&filter, sums, frames, channels);             each block
 *
 * SUMS are the mixer's: 1/256 of a sample of 16 bits, one or two channels interleaved.
 *
 * FORM. First order with a zero at half the rate: k = tan(pi * cut-off / rate), b0 = k / (1 + k), a1 = (k - 1) / (k + 1),
 * y = b0 * (x + x1) - a1 * y1, both Q15. 3 dB down at the cut-off and 6 dB an octave beyond it, more near half the rate: 1 kHz
 * leaves less than -18 dB at 8 kHz at every rate from 18,157 Hz on. The high-pass is x less the low-pass. Two in a row make
 * 12 dB an octave.
 *
 * CHANGES go along the next block, coefficients on a line. Off is a filter that lets all pass, so that turning it on and off
 * is such a change, too; once it is off and the block has ended, sums come out as they went in, bit for bit.
 *
 * RANGE. Sums beyond 2^29 (64 voices of full scale) are held there at the door; products have 64 bits, and nothing else can
 * overflow. Products round toward zero, so that silence goes to exact 0. A steady level comes out at most
 * rate / (12 * cut-off) + 1 steps of 1/256 too low for that.
 *
 * COST on an ARM7TDMI, counted from its instructions, memory without waits: 38 cycles a sample and channel, 45 while the cut-off changes; no division but in
 * ox_filter_set and at the head of a block that changes. (Bilinear transform of the RC low-pass, as textbooks on digital filters have it; Madhav 6.) */
#ifndef OXCART_KERNEL_AUDIO_FILTER_H
#define OXCART_KERNEL_AUDIO_FILTER_H

#include <stdbool.h>
#include <stdint.h>

typedef enum ox_filter_kind { OX_FILTER_LOW, OX_FILTER_HIGH } ox_filter_kind;

typedef struct ox_filter {
    int32_t b0, a1;           /* as they are, Q30 */
    int16_t goal_b0, goal_a1; /* at the end of the next block, Q15 */
    int32_t x[2], y[2];       /* of each channel: the sample before, as it came and as it went */
    uint8_t kind;             /* ox_filter_kind */
    bool on, runs;            /* on: is to be; runs: or is on its way out */
} ox_filter;

/* The coefficients of a cut-off, Q15. Cut-offs below 1 Hz count as 1 Hz, those from half the rate on as 15/32 of it. */
void ox_filter_coefficients(uint32_t cutoff, uint32_t rate, int16_t *b0, int16_t *a1);

/* The filter's cut-off in Hz from the end of the next block on. 0, and for a low-pass half the rate and more: off. Another kind begins
 * anew from off, without a way between. */
void ox_filter_set(ox_filter *filter, ox_filter_kind kind, uint32_t cutoff, uint32_t rate);

void ox_filter_run(ox_filter *filter, int32_t *sum, uint32_t frames, uint32_t channels);

/* Whether silence that goes in comes out as silence, now and for good. */
bool ox_filter_rests(const ox_filter *filter);

#endif
