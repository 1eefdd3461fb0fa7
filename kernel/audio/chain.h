/* Inside of sound: what is done to a bus after its voices are mixed, in this order: low-pass, echo, reverb, compressor.
 *
 * Only buses that have something to do are mixed apart, into sums of their own, and then added; the others go straight into the block, so a chain that
 * rests costs nothing and changes no bit. The low-pass, the echo and the reverb belong to the bus of the world, compressors to any bus, the master's being
 * last. A bus that stands still keeps what is in its lines. Before all that a voice behind a wall goes through a low-pass of its own. */
#ifndef OXCART_KERNEL_AUDIO_CHAIN_H
#define OXCART_KERNEL_AUDIO_CHAIN_H

#include "kernel/audio/audio.h"
#include "kernel/audio/compressor.h"
#include "kernel/audio/filter.h"
#include "kernel/audio/reverb.h"

struct ox_audio_chain {
    int32_t *sums;
    int16_t *echo_line, *reverb_lines; /* NULL: none */
    ox_filter low_pass;
    ox_echo echo;
    ox_reverb reverb;
    ox_compressor compressors[OX_BUSES];
    uint32_t compressed;              /* a bit for each bus that has one */
    uint32_t cutoff;                  /* of the low-pass, Hz; 0: off */
    ox_audio_environment environment; /* as echo and reverb were set last */
    ox_filter *walls;                 /* the low-pass of each voice; NULL: there are none */
    uint32_t *wall_cutoffs;           /* as they were set last, Hz */
    int32_t *alone;                   /* sums of one voice */
};

/* Makes a chain ready whose memory was placed; false: its echo or its rate cannot be. */
bool ox_audio_begin_chain(ox_audio *audio);

/* Mixes the voices and songs of all buses into the mixer's block of so many frames. */
void ox_audio_mix_buses(ox_audio *audio, uint32_t frames);

/* The low-pass of a voice: begun anew with the voice, and of this cut-off from now on. Without walls nothing happens. */
void ox_audio_begin_wall(ox_audio *audio, uint32_t voice);
void ox_audio_set_wall(ox_audio *audio, uint32_t voice, uint32_t cutoff);

/* The compressor of a bus from now on; NULL: none. Without a chain nothing happens. */
void ox_audio_compress_bus(ox_audio *audio, uint32_t bus, const ox_compressor_setting *setting);

/* ---- the shock ---- */

/* What a shock of a strength 0..1 does; one of 0 does nothing. */
ox_audio_shock ox_audio_shock_of(fx strength);

#endif
