/* Sounds read from WAV files, brought to another rate and written as fewer bits. */
#ifndef OXCART_TOOLS_IMPORT_SOUND_WAV_H
#define OXCART_TOOLS_IMPORT_SOUND_WAV_H

#include "tools/base/error.h"

#include <stdint.h>

#define IMPORT_SOUND_CHANNELS 8
#define IMPORT_SOUND_LOWEST_RATE 100
#define IMPORT_SOUND_HIGHEST_RATE 768000
#define IMPORT_SOUND_FRAMES ((uint32_t)1 << 27)

/* Samples of full scale at 2^31, so that every kind of file up to 32 bits is held exactly. */
typedef struct import_sound {
    uint32_t rate;     /* frames a second */
    uint32_t channels; /* 1..IMPORT_SOUND_CHANNELS */
    uint32_t frames;
    uint32_t bits;                 /* of a sample in the file: 8, 16, 24, 32, 64 */
    int32_t *samples;              /* frames * channels, frame by frame */
    bool loops;                    /* from a `smpl` chunk: the first loop, forwards */
    uint32_t loop_begin, loop_end; /* frames; loop_end is the first one behind, at most `frames` */
    uint32_t clipped;              /* samples of a floating-point file that lay outside of full scale */
} import_sound;

/*
 * Reads RIFF/WAVE: PCM of 8 bits (unsigned), 16, 24 and 32 bits (signed), also where fewer of them count (12 in 16); IEEE float of 32
 * and 64 bits, rounded to nearest and held at full scale; A-law, mu-law, IMA ADPCM and MS ADPCM; plain and extensible headers, RF64
 * and BW64. Unknown chunks and
 * odd sizes with their padding byte are skipped; a data chunk of size 0 or 2^32 - 1 runs to the end, as recorders leave it.
 * On failure false, `name: offset N: ...`, and an empty sound. A file that says more than it holds is refused as truncated.
 */
bool import_wav_decode(const char *name, const uint8_t *data, size_t size, import_sound *sound,
                       tool_error *error);
bool import_sound_load(const char *path, import_sound *sound, tool_error *error);
void import_sound_free(import_sound *sound);

/* Takes memory for silence; checks the limits. */
bool import_sound_allocate(const char *name, uint32_t rate, uint32_t channels, uint32_t frames,
                           import_sound *sound, tool_error *error);

/* The largest magnitude, 0..2^31. */
uint32_t import_sound_peak(const import_sound *sound);

/* Mixes all channels to their mean, rounded to nearest. */
bool import_sound_mono(const import_sound *from, import_sound *mono, tool_error *error);

/*
 * The sound at another rate: each new sample is the sum of old samples under a sinc window of 64 zero crossings a
 * side (Kaiser, beta 9), cut off below the lower of the two half rates (Smith, Digital Audio Resampling). The
 * arithmetic gives the same bits on every host. Loop points move along, rounded to nearest. The same rate gives an
 * exact copy. Frequencies below 0.45 of the lower rate keep their level within 0.1 %; images and aliases lie 80 dB
 * below full scale.
 */
bool import_sound_resample(const import_sound *from, uint32_t rate, import_sound *to, tool_error *error);

/* Mixes six or eight channels to two: left + 0.7071 middle + left behind + left side, the same of the right, without the deep one. Held to the range. */
bool import_sound_pair(const import_sound *from, import_sound *pair, tool_error *error);

/* Cuts off frames at begin and end that are quieter than `threshold` in all channels; the frames of a
 * loop stay. */
void import_sound_trim(import_sound *sound, uint32_t threshold);

/* Scales so that the peak is full scale; silence stays. */
void import_sound_normalise(import_sound *sound);

/* One sample as 8 or 16 signed bits, rounded to nearest and held in range. */
int32_t import_sound_round(int32_t sample, uint32_t bits);

/* Writes 16-bit PCM, for tests and for listening. */
struct writer;
void import_wav_write(const import_sound *sound, struct writer *out);

#endif
