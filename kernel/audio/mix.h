/* The innermost loop of the mixer, one for each form of samples and output. */
#ifndef OXCART_KERNEL_AUDIO_MIX_H
#define OXCART_KERNEL_AUDIO_MIX_H

#include <stdbool.h>
#include <stdint.h>

/* Samples of one voice on their way into the sums. */
typedef struct ox_mix_piece {
    const void
        *samples; /* int8_t or int16_t of this machine, aligned; the frame that `fraction` counts from */
    int32_t *sum;
    uint32_t count;    /* of sums a channel */
    uint32_t fraction; /* 16.16; fraction + step * (count - 1) fits 32 bits */
    uint32_t step;
    uint32_t gain[2], change[2]; /* 16 more bits than Q15; of each sum the next */
} ox_mix_piece;

/* Reads frames up to that of the last sum, with `linear` one more. The gains are as they would be for the next sum. */
void ox_mix(ox_mix_piece *piece, int bytes, int from, int to, bool linear);

#endif
