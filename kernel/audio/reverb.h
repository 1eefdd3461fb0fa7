/* Echo and reverb: delay lines that feed themselves, added to the mixer's sums.
 *
 *     status = ox_reverb_init(&reverb, 18157, memory);            ox_reverb_bytes(18157) bytes, 4,886
 *     ox_reverb_set(&reverb, &(ox_reverb_setting){.time = 1000, .wet = 12000});
 *     ox_reverb_run(&reverb, sums, &(ox_reverb_block){sums, frames, channels});     each block
 *     ox_echo_init(&echo, memory, samples);
 *     ox_echo_set(&echo, &(ox_echo_setting){.delay = 6000, .feedback = 16384, .wet = 16384});
 *     ox_echo_run(&echo, sums, &(ox_reverb_block){sums, frames, channels});
 *
 * SUMS are the mixer's: 1/256 of a sample of 16 bits, one or two channels interleaved. What goes in is the mean of the
 * channels of `send`, which may be the same sums, those of another bus, or NULL (silence: the tail goes on). What comes out
 * is added to each channel of `sum`; the direct sound stays as it is.
 *
 * ECHO: a delay line whose end comes back into its begin, by `feedback`, through a low-pass. REVERB: four such lines side by side (combs), then two
 * all-passes with the factor 1/2 in a row. At 18,157 Hz combs have 459, 489, 526 and 558 samples, all-passes 229 and 182, and in proportion at
 * others. The feedback of a comb of D samples is 10^(-3 * D / (rate * time)), so that the level falls by 60 dB in `time`. DAMPING lowers the
 * treble at each round: d = (1 - damping) * y + damping * d.
 *
 * CHANGES of `wet` go along the next block. With wet 0 and that block at its end, lines are cleared once, and from then on sums come
 * out as they went in, bit for bit, and nothing is computed.
 *
 * RANGE. What goes in is rounded to 16 bits and held there (of a reverb, then quartered, for the four combs); what is stored is held to
 * 16 bits; what is added saturates at 32 bits. Products of the feedback round toward zero and factors are below 1, so that silence goes to exact 0.
 *
 * COST on an ARM7TDMI, counted from its instructions, memory without waits: an echo 73 cycles a frame of one channel, a reverb 220 (304 frames: 67,000), with damping 86 and 270; two channels 14 more. No division but in the functions that set. (Schroeder, "Natural Sounding
 * Artificial Reverberation", 1962; Moorer, "About This Reverberation Business", 1979; Madhav 6.) */
#ifndef OXCART_KERNEL_AUDIO_REVERB_H
#define OXCART_KERNEL_AUDIO_REVERB_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/memory/status.h"

enum { OX_REVERB_COMBS = 4, OX_REVERB_PASSES = 2, OX_REVERB_ONE = 32768, OX_ECHO_MOST = 65535 };

/* Samples of 16 bits, written where they were read `length` samples ago. */
typedef struct ox_delay {
    int16_t *line;
    uint16_t length, at;
    int32_t feedback, damping; /* Q15 */
    int32_t damped;
} ox_delay;

/* How loud it is, and how long it has been silent. */
typedef struct ox_wetness {
    uint32_t now; /* Q15 with 16 more bits */
    uint16_t goal;
    bool dirty;     /* lines may hold something */
    uint32_t quiet; /* samples since something other than 0 went in or round */
} ox_wetness;

/* Where a block's sound is added. */
typedef struct ox_reverb_block {
    int32_t *sum;
    uint32_t frames, channels; /* 1 or 2 channels, of `send`, too */
} ox_reverb_block;

/* ---- echo ---- */

typedef struct ox_echo {
    ox_delay delay;
    uint32_t room; /* samples of the line */
    ox_wetness wet;
} ox_echo;

typedef struct ox_echo_setting {
    uint32_t delay;                  /* samples: 1 .. those of the memory; held there */
    uint32_t feedback, damping, wet; /* Q15; the first two below 32768, held there */
} ox_echo_setting;

/* Takes memory for `samples` samples: its longest delay. OX_BAD_ARGUMENT for none, or more than OX_ECHO_MOST. The memory stays the
 * caller's. */
FX_MUST_CHECK ox_status ox_echo_init(ox_echo *echo, int16_t *memory, uint32_t samples);

/* Another delay than before clears the line. */
void ox_echo_set(ox_echo *echo, const ox_echo_setting *setting);
void ox_echo_run(ox_echo *echo, const int32_t *send, const ox_reverb_block *block);

/* Whether silence that goes in comes out as silence, now and for good: nothing is in the line. */
bool ox_echo_rests(const ox_echo *echo);

/* ---- reverb ---- */

typedef struct ox_reverb {
    ox_delay combs[OX_REVERB_COMBS], passes[OX_REVERB_PASSES];
    uint32_t rate, samples; /* samples: of all lines */
    ox_wetness wet;
} ox_reverb;

typedef struct ox_reverb_setting {
    uint32_t time;         /* of 60 dB, in 1/1000 s: 50 .. 20,000; held there */
    uint32_t damping, wet; /* Q15; the damping below 32768, held there */
} ox_reverb_setting;

/* Bytes for a rate; 0: no such rate (4000 .. 65535). */
size_t ox_reverb_bytes(uint32_t rate);

/* OX_BAD_ARGUMENT for a rate that cannot be. The memory stays the caller's. */
FX_MUST_CHECK ox_status ox_reverb_init(ox_reverb *reverb, uint32_t rate, int16_t *memory);

/* The feedback of a line of `delay` samples, Q15. */
int32_t ox_reverb_feedback(uint32_t delay, uint32_t rate, uint32_t time);

/* Times and damping count at once: what is in the lines fades by them from now on. */
void ox_reverb_set(ox_reverb *reverb, const ox_reverb_setting *setting);
void ox_reverb_run(ox_reverb *reverb, const int32_t *send, const ox_reverb_block *block);
bool ox_reverb_rests(const ox_reverb *reverb);

#endif
