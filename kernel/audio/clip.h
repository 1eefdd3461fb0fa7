/* Samples as the mixer reads them: a SND_ chunk (rom/FORMAT.md) that was looked over once, and a place in it.
 *
 *     status = ox_audio_clip_open(&clip, chunk, size);
 *     ox_audio_place place = ox_audio_clip_begin(&clip);
 *     ended = ox_audio_clip_read(&clip, true, &place, &(ox_audio_reading){64, 60, samples}, &next);
 *
 * Samples stay where they lie: in the image, or where the resource manager has them. A clip that was opened
 * cannot make the reader leave its bytes, whatever they are. Formats: 8 and 16 bits, ADPCM of the IMA
 * (rom/adpcm.h), one or two channels; ADPCM by filters of one, whose places are reached from the first frame on; and voices that are made while they are read (kernel/audio/generator.h). A loop may begin and end at any frame, of ADPCM too, since the chunk
 * holds the decoder's state there. Loops to and fro go forwards in ADPCM, whose codes cannot be read backwards;
 * the packer unfolds them. (GEA 1.7.5.) */
#ifndef OXCART_KERNEL_AUDIO_CLIP_H
#define OXCART_KERNEL_AUDIO_CLIP_H

#include "kernel/memory/status.h"
#include "rom/adpcm.h"

typedef enum ox_audio_format {
    OX_AUDIO_S8,
    OX_AUDIO_S16,
    OX_AUDIO_ADPCM,
    OX_AUDIO_SYNTH,
    OX_AUDIO_FILTERED, /* ADPCM by filters, of one channel: the two samples of a place are the last and the one before */
    OX_AUDIO_TRACK /* in no chunk: samples that come piece by piece (kernel/audio/track.h) */
} ox_audio_format;

struct ox_audio_track;

typedef struct ox_audio_clip {
    union {
        const uint8_t *data;
        struct ox_audio_track *track; /* of OX_AUDIO_TRACK */
    };
    uint32_t bytes;
    uint32_t frames, loop_start, loop_end; /* loop_end 0: plays once */
    uint16_t rate;
    uint16_t block_bytes;
    uint32_t block_frames; /* of a whole ADPCM block */
    uint8_t format;        /* ox_audio_format */
    uint8_t channels;      /* 1 or 2; of plain samples 6 or 8, too (kernel/audio/surround.h) */
    uint8_t volume;        /* 0..64, 64: as it is */
    bool to_and_fro;
    int16_t loop_sample[2]; /* ADPCM: the state at the frame before loop_start */
    uint8_t loop_index[2];
} ox_audio_clip;

/* A place in a clip: a frame, and of ADPCM the decoder's state there, whose samples are those of this frame; of a voice its state there. 12
 * bytes. */
typedef struct ox_audio_place {
    uint32_t frame;
    union {
        int16_t sample[2];
        uint32_t phase; /* of a voice */
    };
    union {
        uint8_t index[2];
        uint16_t shift; /* of a voice's noise */
    };
    bool backwards, over; /* over: beyond the last frame */
} ox_audio_place;

/* Looks over a chunk's bytes, as the manager hands them out. OX_BAD_DATA: samples, loop or blocks do not fit its bytes;
 * OX_UNSUPPORTED: an unknown format. */
FX_MUST_CHECK ox_status ox_audio_clip_open(ox_audio_clip *clip, const void *chunk, uint32_t size);

/* The same from a chunk's first ROM_SOUND_SIZE bytes alone, without a look at the samples, which the clip then has not got. */
FX_MUST_CHECK ox_status ox_audio_clip_describe(ox_audio_clip *clip, const void *header, uint32_t size);

/* The place of the first frame; the place in an empty clip is over. */
ox_audio_place ox_audio_clip_begin(const ox_audio_clip *clip);

/* A request to the reader: `count` frames go to `samples`, channels interleaved, and the place `ahead` (0..count)
 * frames on is wanted. */
typedef struct ox_audio_reading {
    uint32_t count, ahead;
    int16_t *samples;
} ox_audio_reading;

/* Reads from a place on, following the loop when `loops`; beyond the end the last sample is held. *next becomes the place
 * `ahead` frames on. Cost of ADPCM: about 20 instructions a frame, one division a call. */
void ox_audio_clip_read(const ox_audio_clip *clip, bool loops, const ox_audio_place *place,
                        const ox_audio_reading *reading, ox_audio_place *next);

/* Moves a place of a clip of plain samples by any number of frames: the same as reading so many. */
void ox_audio_clip_skip(const ox_audio_clip *clip, bool loops, ox_audio_place *place, uint32_t count);

/* Puts a place to a frame of the clip, forwards; ADPCM is decoded from the begin of its block on, a voice made from its first frame on. A track goes to the
 * begin of the piece that has the frame. */
void ox_audio_clip_seek(const ox_audio_clip *clip, uint32_t frame, ox_audio_place *place);

static inline bool ox_audio_clip_loops(const ox_audio_clip *clip) { return clip->loop_end != 0; }

#endif
