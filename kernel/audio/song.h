/* Songs: notes and samples of a SONG chunk (rom/FORMAT.md), played row by row into a mixer. Nothing here knows cues, a console or a device.
 *
 *     ox_song_sounds sounds = {find_clip, audio};
 *     ox_song_data_open(&data, chunk, size);
 *     ox_song_begin(&song, &data, &sounds, channels, 18157);          `channels` holds data.channels records
 *     each block:   frames = ox_mixer_begin(&mixer);
 *                   ox_song_mix(&song, &mixer, frames, OX_AUDIO_FULL);
 *                   ox_mixer_end(&mixer, samples);
 *
 * TIME. A tick of a song is rate * 5 / (2 * tempo) samples, the remainder carried, and a block is mixed in pieces that end where ticks end: a note
 * begins at its sample whatever the blocks are. A row is `speed` ticks. Tempos are 32..255, speeds 1..31; a chunk that says otherwise is
 * played at 125 and 6.
 *
 * EFFECTS are those of the tracker that made the song: ProTracker 2.3, FastTracker 2 (its volume column, envelopes, fade-out and auto-vibrato),
 * Scream Tracker 3 as far as FastTracker has the same. Periods are FastTracker's: Amiga periods times four, or 1/64 of a half tone. Letters
 * without a meaning in that tracker do nothing.
 *
 * SOUND. A channel is a voice of its own; it takes none from the voices of other sounds. Gain is the product of note, envelope, fade-out and song, a
 * quarter of full scale at the loudest, so that four channels never clip. The pan law is FastTracker's: roots of the shares. A change of gain
 * takes 1/500 s, and so does the end of what a new note cuts off.
 *
 * ROUNDS. A song goes on at its restart place at its end. Whoever wants to hear it once looks at `rounds`, which counts the ends and the jumps to a
 * place of the order that was played since the last of them. Each row takes a tick at least, so a jump can never hang.
 *
 * MEMORY: 300 bytes a song on a 32-bit machine, 144 a channel.
 *
 * (ProTracker 2.3 and FastTracker 2.09 replayers as their manuals and "The unofficial XM file format specification" tell.) */
#ifndef OXCART_KERNEL_AUDIO_SONG_H
#define OXCART_KERNEL_AUDIO_SONG_H

#include "kernel/audio/mixer.h"
#include "kernel/music/flow.h"

typedef struct ox_song_sounds {
    const ox_audio_clip *(*find)(const void *context, uint32_t sound); /* NULL where there is none */
    const void *context;
} ox_song_sounds;

typedef struct ox_song_envelope {
    uint16_t tick, value; /* 0..16384 */
} ox_song_envelope;

typedef struct ox_song_channel {
    ox_voice voice;
    const uint8_t *instrument, *sample; /* rows of the chunk, or NULL */
    ox_song_note now;
    uint8_t note, number;        /* last note; last instrument's number */
    uint16_t period, out_period; /* without and with vibrato and arpeggio; 0: no note yet */
    uint16_t goal, slide;        /* of the portamento to a note */
    uint16_t fade;               /* of 32768 */
    uint16_t level[2];           /* Q15, before the song's own gain */
    uint16_t sides[2];           /* shares of the ears at the pan `sides_pan` less 1; 0: not known */
    uint16_t sides_pan;
    int32_t stepped; /* the period that `step` belongs to; 0: none */
    uint32_t step;
    ox_song_envelope volumes, pans;
    int8_t tuning, relative;
    uint8_t volume, out_volume, start_volume; /* 0..64; the last: of the sample */
    uint8_t pan, start_pan;
    uint8_t way;   /* of the portamento: 0 none, 1 down, 2 up */
    uint8_t forms; /* of vibrato and tremolo, as E4 and E7 give them */
    uint8_t vibrato_at, vibrato_speed, vibrato_depth, tremolo_at, tremolo_speed, tremolo_depth;
    uint8_t auto_at;
    uint16_t auto_depth, auto_sweep; /* 1/256 */
    uint8_t offset, tremor, tremor_at, retrigger_at, retrigger_speed, retrigger_volume;
    uint8_t up, down, fine_up, fine_down, extra_up, extra_down; /* of effects, for a later 0 */
    uint8_t volume_slide, fine_louder, fine_softer, pan_slide, all_slide;
    bool released, glides, mute;
} ox_song_channel;

typedef struct ox_song {
    ox_song_data data;
    ox_song_flow flow;
    ox_song_sounds sounds;
    ox_song_channel *channels;
    uint32_t rate, left;    /* samples to the next tick */
    uint32_t carry, one;    /* of a sample: carry / one */
    uint32_t at, room;      /* of the block, while it is mixed */
    ox_mixer *mixer;        /* NULL between blocks */
    uint32_t ramp;          /* samples in which a gain changes */
    uint32_t amiga, linear; /* steps a sample: of the period 1 in 16.16; of C-4 in 8.24 */
    uint16_t speed;         /* the game's, 256: as it is */
    uint16_t jump;          /* place + 1 of the order to go to at the end of the pattern, 0: none */
    uint8_t volume;         /* of the song, 0..64 */
} ox_song;

/* Begins a song at the first place of its order. `channels` stays the caller's and holds data->channels records. */
void ox_song_begin(ox_song *song, const ox_song_data *data, const ox_song_sounds *sounds,
                   ox_song_channel *channels, uint32_t rate);

/* Mixes the next `frames` samples, from the first of the mixer's block on, times a gain in Q15. */
void ox_song_mix(ox_song *song, ox_mixer *mixer, uint32_t frames, uint32_t gain);

/* Plays the next tick of rows and effects. ox_song_mix calls this and mixes the tick's samples. */
void ox_song_tick(ox_song *song);

/* Silences what sounds within the block that the mixer has begun: in 2 ms. */
void ox_song_hush(ox_song *song, ox_mixer *mixer, uint32_t frames);

#endif
