/* The mixer: sums voices of any rate and layout into one block of samples a tick. Nothing here knows cues, banks,
 * a console or a device (kernel/audio/audio.h does); the same voices give the same bits on every machine.
 *
 *     ox_audio_output out = {.rate = 18157, .hz = 60, .channels = 1, .bits = 8};
 *     ox_mixer_init(&mixer, &out, voices, 8, accumulator);       ox_mixer_block_most(&out) * channels words
 *     ox_voice_start(&voices[0], &clip, 65536, gains, loops);
 *     frames = ox_mixer_block(&mixer, samples);                   floor((t + 1) * rate / hz) - floor(t * rate / hz)
 *
 * SUM. acc += (s16 * gain) >> 7 with a gain Q15 and an arithmetic shift; 8-bit data counts as sample * 256. So 255
 * voices of full scale at full gain cannot overflow 32 bits. A block ends as s16 = saturated (acc + 128) >> 8, or
 * s8 = saturated (acc + 32768) >> 16, the latter with the part that was dropped added to the next sample when
 * `feedback` is on. Gains go from the old to the new value along a tick, in 16.16, so that nothing clicks.
 *
 * PITCH. A voice moves by `step` frames of its clip a sample, 16.16, at most 64; frames between are the one before
 * (nearest) or on the line between two: s0 + (((s1 - s0) * (fraction >> 1)) >> 15). Loops keep the fraction.
 *
 * OUTPUT. One channel takes the mean of a clip's two; two channels take left and right, or the one twice; six and eight are
 * speakers all around (kernel/audio/surround.h), and so are the channels of clips that have as many, which fewer speakers get as
 * one or two. What is paused (`hold`) keeps its place. A clip that has ended frees its voice in the same tick.
 *
 * Memory: 44 bytes a voice on a 32-bit machine, accumulators of 4 bytes a sample and channel (304 samples, two
 * channels: 2,432). COST on a Game Boy Advance for bytes of one channel, the nearest frame: 15 cycles a sample, 21 in stereo, 28 and 38 while the
 * gain changes, some 700 a piece of a voice; of waves (`wave` below) 12 and 17, two at a time 14 in stereo, some 500 a piece; other samples several times that. On desktops
 * with AVX2 3 instructions a sample of bytes in stereo, 5 where the pitch is not the clip's own. (Madhav 6; GEA 13.5.) */
#ifndef OXCART_KERNEL_AUDIO_MIXER_H
#define OXCART_KERNEL_AUDIO_MIXER_H

#include "kernel/audio/clip.h"

struct ox_mix_span; /* kernel/audio/mix.h */

enum {
    OX_MIXER_CHANNELS = 2,      /* whose dropped parts are fed back */
    OX_MIXER_BLOCK_MOST = 4096, /* frames of a tick */
    OX_MIXER_VOICES_MOST = 255,
    OX_MIXER_GATHER = 96, /* frames that are unpacked at a time */
    OX_VOICE_STEP_MOST = 64 << 16
};

/* The form of the samples that come out. */
typedef struct ox_audio_output {
    uint32_t rate; /* frames a second: 4000..65535 */
    uint16_t hz;   /* ticks a second: 15..1000 */
    uint16_t
        block; /* frames of every tick, where the device takes nothing else (Game Boy Advance: 304); 0: by rate and hz */
    uint8_t channels; /* 1 or 2; 6 or 8 with memory of ox_surround_begin */
    uint8_t bits;     /* 8 or 16, signed */
    bool linear;      /* between frames; else the nearest before */
    bool feedback;    /* of what 8 bits drop, of 1 or 2 channels */
} ox_audio_output;

typedef struct ox_voice {
    const ox_audio_clip *clip; /* NULL: free */
    const ox_audio_clip *
        next; /* that follows at the clip's end, without a gap and at the same ratio of pitch; or NULL. Both are of speakers all around, or neither */
    ox_audio_place place;
    uint32_t step;      /* 16.16 */
    uint32_t gain[2];   /* as they are, Q15 with 16 more bits; of one channel the first */
    uint16_t wanted[2]; /* at the end of the tick, Q15 */
    uint16_t fraction;
    bool loops, hold, dying; /* dying: to silence within 2 ms, then free */
    uint8_t bus;             /* of whoever mixes buses apart (kernel/audio/chain.h) */
    uint8_t
        wave; /* 16, 32 or 64: the clip is so many bytes that go round as a whole, and ox_mix_wave takes it; else 0 */
} ox_voice;

FX_STATIC_ASSERT(sizeof(ox_voice) <= 56, "a voice is small");

typedef struct ox_mixer {
    ox_audio_output out;
    ox_voice *voices;
    uint32_t count;
    int32_t *sum;
    struct ox_surround *surround; /* NULL: one or two channels */
    uint32_t carry;               /* of rate / hz */
    uint32_t next, most;          /* frames of the next block, and of the longest */
    int32_t dropped[OX_MIXER_CHANNELS];
    uint32_t frames;   /* of the block that is mixed, and then of the last */
    bool any;          /* a voice sounded in the block: else all sums are 0 */
    uint32_t clipped;  /* samples that were out of range */
    int32_t low, high; /* of the last block, as 16 bits */
    int16_t gathered[OX_MIXER_GATHER * 2];
} ox_mixer;

/* Whether an output's form can be; and the frames of its longest tick. */
bool ox_mixer_format_is_good(const ox_audio_output *out);
uint32_t ox_mixer_block_most(const ox_audio_output *out);

/* `sum` has room for ox_mixer_block_most(out) * channels. OX_BAD_ARGUMENT for a format that cannot be, no voices or
 * more than 255. All memory stays the caller's. */
FX_MUST_CHECK ox_status ox_mixer_init(ox_mixer *mixer, const ox_audio_output *out, ox_voice *voices,
                                      uint32_t count, int32_t *sum);

/* Frames of the next block. */
uint32_t ox_mixer_next(const ox_mixer *mixer);

/* Mixes one tick of sound into `samples` (int16_t, or int8_t with 8 bits; channels interleaved), which may be the
 * memory of the sums when samples have 8 bits. Returns the tick's frames. */
uint32_t ox_mixer_block(ox_mixer *mixer, void *samples);

/* ox_mixer_block in three parts, for whoever mixes voices of its own, or voices that begin inside of the block: the
 * block's frames; one voice into `count` of its sums from the sum `at` on, its gain there at the end; the samples. */
uint32_t ox_mixer_begin(ox_mixer *mixer);
void ox_mixer_add(ox_mixer *mixer, ox_voice *voice, uint32_t at, uint32_t count);
void ox_mixer_end(ox_mixer *mixer, void *samples);

/* Adds a voice whose gain is there after the first `ramp` of `count` sums, as songs do: ox_mix_wave of each voice that it can take,
 * else ox_mixer_add. `span` is that of all such voices, by ox_mixer_span; ox_mix_wave_end ends it. */
void ox_mixer_span(ox_mixer *mixer, struct ox_mix_span *span, uint32_t at, uint32_t ramp, uint32_t count);
void ox_mixer_add_span(ox_mixer *mixer, ox_voice *voice, uint32_t at, const struct ox_mix_span *span);

/* ox_mixer_add of one voice into sums of its own, which are cleared: of one channel where the output has one, else of two. */
void ox_mixer_add_apart(ox_mixer *mixer, ox_voice *voice, int32_t *sums, uint32_t count);

/* Step of a clip's rate on an output's, times a ratio in 16.16; at most OX_VOICE_STEP_MOST. */
uint32_t ox_voice_step(uint32_t clip_rate, uint32_t rate, uint32_t ratio);

/* Begins a clip at its first frame with its gains there already; the clip that the voice played is over. An empty clip
 * frees the voice. */
void ox_voice_start(ox_voice *voice, const ox_audio_clip *clip, uint32_t step, const uint32_t gains[2],
                    bool loops);

#endif
