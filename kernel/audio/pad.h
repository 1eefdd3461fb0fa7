/* Inside of sound: speakers of pads. Each has a mixer of one channel at its own rate; voices of its sounds belong to none of the buses. */
#ifndef OXCART_KERNEL_AUDIO_PAD_H
#define OXCART_KERNEL_AUDIO_PAD_H

#include "kernel/audio/audio.h"

enum { OX_PAD_RATE_LEAST = 4000, OX_PAD_RATE_MOST = 16000, OX_PAD_BLOCK = OX_PAD_RATE_MOST / 30 };

struct ox_audio_pad {
    ox_mixer mixer;
    ox_voice none;  /* the mixer's own voice, which is never played */
    uint8_t place;  /* of the device, 0: the row is free */
    uint8_t silent; /* ticks for which nothing of it has sounded */
};

struct ox_audio_pads {
    struct ox_audio_pad list[OX_AUDIO_PADS];
    int32_t sums[OX_PAD_BLOCK]; /* of one pad after the other */
    int16_t samples[OX_PAD_BLOCK];
};

/* The rate of a device's speaker; 0: it has none, none that can be played, or others have all rows. */
uint32_t ox_audio_pad_rate(ox_audio *audio, uint8_t place);

/* The rate that sounds of a pad are mixed at, and of place 0 the speaker's own. */
uint32_t ox_audio_rate_of(const ox_audio *audio, uint8_t place);

/* Mixes the tick of each speaker that has something to say, and hands it over. */
void ox_audio_mix_pads(ox_audio *audio);

#endif
