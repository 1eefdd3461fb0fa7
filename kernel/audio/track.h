/* Tracks: samples that come piece by piece while they are heard, so that music and speech of any length need two pieces of memory. A track has a clip, which
 * voices play as any other: with pitch, buses, effects, and pauses.
 *
 *     status = ox_audio_stream_open(&stream, manager, SID("sound/theme"), memory);        2 * 4,096 bytes; NULL where the image lies in memory
 *     handle = ox_audio_start(audio, &(ox_audio_ask){.id = SID("theme"), .volume = OX_AUDIO_FULL, .track = &stream.track, .loops = true});
 *     every tick, after ox_files_tick: ox_audio_stream_update(&stream);
 *     seconds = ox_audio_position(audio, handle) / stream.track.clip.rate;
 *     ox_audio_stop(audio, handle, 30); ... ox_audio_stream_close(&stream);                when it plays no more
 *
 * STREAMS are tracks whose pieces are blocks of a SND_ chunk: of ADPCM one block of the format (4,096 bytes a channel, 8,185 frames), else 4,096 bytes a channel. One block plays while the next
 * one comes, with the urgency of sound and a deadline (kernel/resource/streamed.h). A loop of ADPCM begins at its block's begin. In an image that lies in memory the pieces
 * are the image's own bytes, and nothing is read.
 *
 * OTHER TRACKS have a function that finds a piece: the sound of a movie, whose frames have a piece each (MOVI in rom/FORMAT.md). The frames that
 * a voice has played of it are the movie's clock: ox_audio_position less what is queued is the frame that is heard now.
 *
 * LATE PIECES are silence, counted once a tick in `underruns`; the track goes on where it stopped. One voice plays a track at a time: a second request
 * takes it over from its begin.
 *
 * Memory on 32 bits: 72 bytes a track, 300 a stream and its two pieces. Cost: that of the clip's format, and a call of `find` for every 96 frames.
 * (Madhav 2, 6; GEA 6.2.2.6, 15.1.2.) */
#ifndef OXCART_KERNEL_AUDIO_TRACK_H
#define OXCART_KERNEL_AUDIO_TRACK_H

#include "kernel/audio/clip.h"
#include "kernel/resource/streamed.h"

/* Frames that lie together. Of ADPCM a piece is one block, which begins with its heads. */
typedef struct ox_audio_track_piece {
    const void *bytes;
    uint32_t size;
    uint32_t first, frames; /* of the track */
} ox_audio_track_piece;

/* Finds the piece that has a frame; false: it has not come yet. Is called by the service. */
typedef bool ox_audio_track_find(void *of, uint32_t frame, ox_audio_track_piece *piece);

typedef struct ox_audio_track {
    ox_audio_clip clip; /* what voices play; its format is OX_AUDIO_TRACK */
    uint8_t format;     /* of the pieces: OX_AUDIO_S8, _S16 or _ADPCM */
    ox_audio_track_find *find;
    void *of;
    volatile uint32_t frame; /* that a voice reads next: what is before it has been mixed */
    volatile bool starved;   /* a piece was late in this tick */
    uint32_t underruns;      /* ticks in which pieces were late */
} ox_audio_track;

/* What a track is made of. */
typedef struct ox_audio_track_setup {
    ox_audio_format format; /* S8, S16 or ADPCM */
    uint32_t frames, rate, channels;
    uint32_t
        block_frames; /* of all pieces but the last, where they are alike; 0: a seek is to a piece's first frame, and whoever seeks knows it */
    uint32_t loop_start,
        loop_end; /* loop_end 0: it plays once. Of ADPCM the start is a piece's first frame */
    ox_audio_track_find *find;
    void *of;
} ox_audio_track_setup;

/* OX_BAD_ARGUMENT: no frames, or of 2^31 and more; another format; a rate of 0 or above 65,535; a loop that cannot be. */
FX_MUST_CHECK ox_status ox_audio_track_init(ox_audio_track *track, const ox_audio_track_setup *setup);

/* Counts what was late since the last call; once a tick. ox_audio_stream_update does it for streams. */
void ox_audio_track_update(ox_audio_track *track);

/* ---- sounds of the image ---- */

enum { OX_AUDIO_STREAM_BLOCK = 4096, OX_AUDIO_STREAM_SLOTS = 2 };

typedef struct ox_audio_stream {
    ox_audio_track track;
    ox_streamed blocks;
} ox_audio_stream;

/* Bytes of memory that the stream of a chunk of so many channels needs where its image does not lie in memory. */
static inline uint32_t ox_audio_stream_bytes_of(uint32_t channels) {
    return OX_AUDIO_STREAM_SLOTS * OX_AUDIO_STREAM_BLOCK * channels;
}

/* Opens a SND_ chunk, in a loading phase: its header is read at once. OX_NOT_FOUND, OX_UNSUPPORTED (a packed chunk, a made voice, ADPCM by filters, a loop to and fro),
 * OX_BAD_DATA (the chunk; an ADPCM chunk of other blocks; a loop of ADPCM between blocks; a loop that ends before the last block), OX_BAD_ARGUMENT (memory is needed), and what the medium says. */
FX_MUST_CHECK ox_status ox_audio_stream_open(ox_audio_stream *stream, ox_manager *manager, uint32_t id,
                                             void *memory);

/* Asks for the blocks around the frame that plays. Once a tick, after ox_files_tick, outside of interrupts. */
void ox_audio_stream_update(ox_audio_stream *stream);

/* Ends the requests under way. No voice may play the stream any more. */
void ox_audio_stream_close(ox_audio_stream *stream);

#endif
