/* Tracks: pieces of samples for voices, and streams of the image. */
#include "kernel/audio/track.h"

#include <string.h>

#include "kernel/file/images.h"
#include "rom/chunks.h"

/* ---- tracks ---- */

ox_status ox_audio_track_init(ox_audio_track *track, const ox_audio_track_setup *s) {
    memset(track, 0, sizeof *track);
    if (s->format > OX_AUDIO_ADPCM || s->frames == 0 || s->frames > 0x7FFFFFFFu || s->rate == 0 ||
        s->rate > 65535 || s->channels < 1 || s->channels > 2 || s->find == NULL || s->loop_end > s->frames ||
        (s->loop_end != 0 && s->loop_start >= s->loop_end))
        return OX_BAD_ARGUMENT;
    track->clip = (ox_audio_clip){.track = track,
                                  .frames = s->frames,
                                  .loop_start = s->loop_start,
                                  .loop_end = s->loop_end,
                                  .rate = (uint16_t)s->rate,
                                  .block_frames = s->block_frames == 0 ? 1u : s->block_frames,
                                  .format = OX_AUDIO_TRACK,
                                  .channels = (uint8_t)s->channels,
                                  .volume = 64};
    track->format = (uint8_t)s->format;
    track->find = s->find;
    track->of = s->of;
    return OX_OK;
}

void ox_audio_track_update(ox_audio_track *track) {
    track->underruns += track->starved;
    track->starved = false;
}

/* ---- streams ---- */

/* A block of the stream, as a piece of its track. */
static bool find_block(void *of, uint32_t frame, ox_audio_track_piece *piece) {
    const ox_audio_stream *s = of;
    const ox_audio_clip *c = &s->track.clip;
    const uint32_t block = frame / c->block_frames;
    piece->bytes = ox_streamed_look(&s->blocks, block, &piece->size);
    piece->first = block * c->block_frames;
    piece->frames = c->frames - piece->first;
    if (piece->frames > c->block_frames) piece->frames = c->block_frames;
    return piece->bytes != NULL;
}

/* Takes the frames and blocks of a chunk from its header, which stands for a clip without bytes. */
static ox_status set_track(ox_audio_stream *s, const ox_audio_clip *c, uint32_t block) {
    ox_audio_track_setup setup = {.format = (ox_audio_format)c->format,
                                  .frames = c->frames,
                                  .rate = c->rate,
                                  .channels = c->channels,
                                  .loop_start = c->loop_start,
                                  .loop_end = c->loop_end,
                                  .find = find_block,
                                  .of = s};
    setup.block_frames = c->format == OX_AUDIO_ADPCM
                             ? c->block_frames
                             : block / ((c->format == OX_AUDIO_S8 ? 1u : 2u) * c->channels);
    if (c->format == OX_AUDIO_ADPCM &&
        (c->block_bytes != block || (c->loop_end != 0 && c->loop_start % c->block_frames != 0)))
        return OX_BAD_DATA;
    if (c->loop_end != 0 && (c->loop_end - 1) / setup.block_frames != (c->frames - 1) / setup.block_frames)
        return OX_BAD_DATA;
    const ox_status status = ox_audio_track_init(&s->track, &setup);
    if (status == OX_OK) s->track.clip.volume = c->volume;
    return status == OX_BAD_ARGUMENT ? OX_BAD_DATA : status;
}

/* Reads the first bytes of a chunk, wherever its image lies. */
static ox_status read_header(const ox_images *images, const ox_found *found, uint8_t *header) {
    const ox_image *image = &images->list[found->image];
    uint32_t done = 0, part = 0;
    if (found->chunk.size < ROM_SOUND_SIZE) return OX_BAD_DATA;
    if (found->mapped) {
        memcpy(header, found->chunk.data, ROM_SOUND_SIZE);
        return OX_OK;
    }
    for (uint32_t tries = 0; done < ROM_SOUND_SIZE && tries < OX_FILE_PATIENCE; tries++) {
        const ox_status status = ox_file_read_part(image->files, image->file, found->chunk.offset + done,
                                                   header + done, ROM_SOUND_SIZE - done, &part);
        if (status != OX_OK) return status;
        done += part;
    }
    return done == ROM_SOUND_SIZE ? OX_OK : OX_IO_ERROR;
}

ox_status ox_audio_stream_open(ox_audio_stream *stream, ox_manager *manager, uint32_t id, void *memory) {
    uint8_t header[ROM_SOUND_SIZE];
    ox_found found;
    ox_audio_clip clip;
    memset(stream, 0, sizeof *stream);
    if (!ox_images_find(manager->images, id, ROM_TAG_SOUND, &found)) return OX_NOT_FOUND;
    if (found.chunk.codec != ROM_CODEC_STORED) return OX_UNSUPPORTED;
    ox_status status = read_header(manager->images, &found, header);
    if (status == OX_OK) status = ox_audio_clip_describe(&clip, header, found.chunk.size);
    if (status != OX_OK) return status;
    if (clip.format > OX_AUDIO_ADPCM || clip.to_and_fro) return OX_UNSUPPORTED;
    const uint32_t block = (uint32_t)OX_AUDIO_STREAM_BLOCK * clip.channels;
    status = set_track(stream, &clip, block);
    if (status != OX_OK) return status;
    const ox_streamed_config config = {.block = block,
                                       .slots = OX_AUDIO_STREAM_SLOTS,
                                       .skip = rom_word(header + ROM_SOUND_DATA_AT),
                                       .ticks = stream->track.clip.block_frames * 60u / clip.rate,
                                       .urgency = OX_URGENCY_AUDIO,
                                       .loop = clip.loop_end != 0,
                                       .loop_from = clip.loop_start / stream->track.clip.block_frames};
    return ox_streamed_open(&stream->blocks, manager, id, ROM_TAG_SOUND, &config, memory);
}

void ox_audio_stream_update(ox_audio_stream *stream) {
    ox_streamed *const b = &stream->blocks;
    FX_CHECK_OR(stream->track.clip.block_frames != 0, "the stream is not open", return );
    const uint32_t block = stream->track.frame / stream->track.clip.block_frames;
    uint32_t bytes;
    ox_audio_track_update(&stream->track);
    if (b->cursor != block && (!ox_streamed_advance(b) || b->cursor != block))
        (void)!ox_streamed_seek(b, block);
    ox_streamed_update(b);
    if (ox_streamed_look(b, block, &bytes) != NULL)
        (void)ox_streamed_block(b, &bytes); /* deadlines count from here on */
}

void ox_audio_stream_close(ox_audio_stream *stream) {
    ox_streamed_close(&stream->blocks);
    memset(&stream->track, 0, sizeof stream->track);
}
