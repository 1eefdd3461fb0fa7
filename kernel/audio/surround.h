/* Speakers all around: outputs of six channels (5.1) and of eight (7.1), and where sounds go among them.
 *
 *     ox_surround_begin(&mixer, &surround, rows, pair);       rows: one a voice; pair: two sums a frame of a block
 *     ox_speaker_shares(&mixer.out, angle, shares);           Q15, for a sound that comes from an angle to the right of ahead
 *     ox_surround_place(&mixer, voice, shares, deep, at_once);
 *
 * SPEAKERS stand in this order: left, right, middle, deep, left and right behind, and of eight the left and right sides. Their angles from ahead are -30, 30 and 0
 * degrees, behind -110 and 110; of eight behind -150 and 150, at the sides -90 and 90.
 *
 * A SOUND of one channel comes from an angle: the two speakers beside it have it with constant power, cos and sin of the way between them. Where a sound has
 * no place its pan goes from the left speaker over the middle one to the right. Clips of two channels go to left and right. Changes go along the next block.
 *
 * THE DEEP SPEAKER has only sounds whose cue says `deep`, and the deep channel of clips, below 120 Hz: two low-passes in a row, 12 dB an octave, so that
 * 960 Hz is 34 dB softer than 60 Hz.
 *
 * CLIPS OF SIX AND EIGHT CHANNELS go to the speakers of their channels, those at the sides to those behind where there are none. Two speakers get
 * left + 0.7071 middle + left behind + left side, and the same of the right; one speaker 0.7071 of both together. Nothing but the deep speaker has the deep channel.
 * Independent sounds behind keep their energy so; a sound half ahead and half behind is at most 3 dB louder.
 *
 * COST, of desktops alone, since no other machine has such an output: a voice is mixed as for two speakers, and 3 products a frame spread it.
 * (Pulkki, "Virtual Sound Source Positioning Using Vector Base Amplitude Panning", 1997; ITU-R BS.775; Madhav 6; GEA 13.3.1.) */
#ifndef OXCART_KERNEL_AUDIO_SURROUND_H
#define OXCART_KERNEL_AUDIO_SURROUND_H

#include "fixedmath/types.h"
#include "kernel/audio/filter.h"
#include "kernel/audio/mixer.h"

typedef enum ox_speaker {
    OX_SPEAKER_LEFT,
    OX_SPEAKER_RIGHT,
    OX_SPEAKER_MIDDLE,
    OX_SPEAKER_DEEP,
    OX_SPEAKER_LEFT_BEHIND,
    OX_SPEAKER_RIGHT_BEHIND,
    OX_SPEAKER_LEFT_SIDE,
    OX_SPEAKER_RIGHT_SIDE,
    OX_SPEAKERS
} ox_speaker;

enum { OX_SURROUND_DEEP_HZ = 120, OX_SPEAKER_HALF_POWER = 23170 /* 0.7071, Q15 */ };

/* What each speaker has of a voice, Q15. */
typedef struct ox_surround_row {
    uint16_t now[OX_SPEAKERS], goal[OX_SPEAKERS];
    bool placed; /* comes from an angle; else left and right have it */
} ox_surround_row;

typedef struct ox_surround {
    ox_surround_row *rows; /* of the mixer's voices */
    int32_t *pair;         /* one voice, or two channels of a bus */
    ox_filter deep[2];
    ox_filter low_pass[OX_SPEAKERS / 2 - 1]; /* of the world, of all pairs of speakers but the first */
} ox_surround;

/* Frames of one voice, two channels, and where they begin in the mixer's block. */
typedef struct ox_surround_block {
    const int32_t *pair;
    uint32_t at, frames;
} ox_surround_block;

/* Gives a mixer of six or eight channels what it needs. `rows` has one row a voice, `pair` 2 * ox_mixer_block_most sums. */
void ox_surround_begin(ox_mixer *mixer, ox_surround *surround, ox_surround_row *rows, int32_t *pair);

/* The shares of all speakers in a sound from an angle; 65536 to the turn, a quarter is to the right. Squares add up to 1. */
void ox_speaker_shares(const ox_audio_output *out, ang16 angle, uint16_t shares[OX_SPEAKERS]);

/* Where a voice of the mixer goes from the end of the next block on, or at once. shares NULL: left and right have its two channels. */
void ox_surround_place(ox_mixer *mixer, const ox_voice *voice, const uint16_t *shares, bool deep,
                       bool at_once);

/* The row of a voice that takes over what another one plays. */
void ox_surround_move(ox_mixer *mixer, const ox_voice *from, const ox_voice *to);

/* Adds a voice that was mixed apart to the mixer's sums. */
void ox_surround_spread(ox_mixer *mixer, const ox_voice *voice, const ox_surround_block *block);

/* What the left (side 0) or right (1) of two speakers has of a frame of six or eight: its own, half the power of the middle, and those behind and at the side;
 * saturates. */
int32_t ox_surround_fold(const int32_t *frame, uint32_t channels, uint32_t side);

/* Ends a block: what the deep speaker has becomes deep. */
void ox_surround_end(ox_mixer *mixer, int32_t *sums, uint32_t frames);

#endif
