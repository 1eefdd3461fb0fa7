/* The innermost loops of the mixer: ox_mix_round for bytes of one channel, of which effects and songs are made, and
 * ox_mix for each other form of samples and output. */
#ifndef OXCART_KERNEL_AUDIO_MIX_H
#define OXCART_KERNEL_AUDIO_MIX_H

#include <stdbool.h>
#include <stdint.h>

/* Samples of one voice on their way into the sums. platform/gba/mix.S knows the places of the members. */
typedef struct ox_mix_piece {
    int32_t *sum;
    uint32_t count; /* of sums a channel */
    uint32_t at;    /* 16.16 frames from the first sample on */
    uint32_t step;
    const void *samples;         /* int8_t or int16_t of this machine, aligned */
    uint32_t end, loop;          /* ox_mix_round: `at` behind `end` goes back by `loop`; 0: the clip ends */
    uint32_t gain[2], change[2]; /* Q15 with 16 more bits; `change`: from sum to sum */
} ox_mix_piece;

enum { OX_MIX_WAVE = 64 }; /* bytes of the longest wave */

/* Sums that voices with waves go into, one after another. platform/gba/mix.S knows the places of the members. */
typedef struct ox_mix_span {
    int32_t *sum;
    uint32_t count, ramp; /* a gain that changes is there after `ramp` of the sums, 1..count */
    uint32_t inverse;     /* 0xFFFFFFFF / ramp */
    uint32_t channels;    /* 1 or 2 */
} ox_mix_span;

struct ox_voice;

/* Adds a voice whose clip is a wave (`wave` of kernel/audio/mixer.h) to all sums of a span, and moves the voice on. A port may mix several voices at
 * a time: the sums are whole after ox_mix_wave_end. */
void ox_mix_wave(struct ox_voice *voice, const ox_mix_span *span);
void ox_mix_wave_end(void);

/* Adds a piece's frames to its sums. Reads frames up to that of the last sum, with `linear` one more; at + step *
 * (count - 1) fits 32 bits. The gains end as they would be for the next sum. Bytes of one channel without `linear` go
 * to ox_mix_round. */
void ox_mix(ox_mix_piece *piece, int bytes, int from, int to, bool linear);

/* Adds bytes of one channel to sums, each time the nearest frame before, round and round the loop: `sum`, `count`, `at`
 * and the gains go on until the count is 0, or a clip without a loop has come to its end. With one output channel the
 * first gain counts. `at` is then the next place, which may lie behind the end. Ends lie below 2^31, steps are at most
 * OX_VOICE_STEP_MOST. */
void ox_mix_round(ox_mix_piece *piece, uint32_t to);

/* Of samples: the least and the greatest, and how many were out of range. */
typedef struct ox_mix_level {
    int32_t low, high;
    uint32_t clipped;
} ox_mix_level;

/* Turns sums into samples of 16 bits, and adds them to a level. Sums are within 2^31 - 129. */
void ox_mix_put_halves(const int32_t *sum, int16_t *out, uint32_t count, ox_mix_level *level);

/* Turns sums into samples of 8 bits, which may begin where the sums do; range: least and greatest of the samples, with
 * 0. Returns how many samples were out of range. */
uint32_t ox_mix_put_bytes(const int32_t *sum, int8_t *out, uint32_t count, int32_t range[2]);

#endif
