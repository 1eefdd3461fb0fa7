/* Reads samples out of SND_ chunks, frame after frame and round loops. */
#include "kernel/audio/clip.h"

#include <string.h>

#include "kernel/audio/generator.h"
#include "kernel/audio/track.h"
#include "rom/chunks.h"

/* ---- opening ---- */

static bool data_fits(const ox_audio_clip *c) {
    uint64_t samples = (uint64_t)c->frames * c->channels;
    if (c->format == OX_AUDIO_S8) return samples <= c->bytes;
    if (c->format == OX_AUDIO_S16) return samples * 2 <= c->bytes;
    if (c->format == OX_AUDIO_SYNTH) return c->channels == 1 && ox_generator_is_good(c->data, c->bytes);
    if (c->format == OX_AUDIO_FILTERED)
        return c->channels == 1 &&
               c->frames <= (uint64_t)(c->bytes / ROM_FILTERED_BLOCK) * ROM_FILTERED_FRAMES;
    uint32_t whole = c->block_bytes == 0 ? 0 : c->bytes / c->block_bytes;
    uint32_t rest = c->bytes - whole * c->block_bytes;
    return c->block_frames > 0 &&
           c->frames <= (uint64_t)whole * c->block_frames + rom_adpcm_frames(rest, c->channels);
}

/* Reads what a chunk's first bytes say. */
static ox_status read_clip(ox_audio_clip *clip, const uint8_t *d, uint32_t size) {
    ox_audio_clip c = {.data = NULL};
    memset(clip, 0, sizeof *clip);
    if (size < ROM_SOUND_DATA_AT + 4) return OX_BAD_DATA;
    const uint32_t at = rom_word(d + ROM_SOUND_DATA_AT);
    c.bytes = rom_word(d + ROM_SOUND_DATA_BYTES);
    if (at > size || c.bytes > size - at) return OX_BAD_DATA;
    c.rate = rom_half(d + ROM_SOUND_RATE);
    c.format = d[ROM_SOUND_FORMAT];
    c.channels = d[ROM_SOUND_CHANNELS];
    c.frames = rom_word(d + ROM_SOUND_FRAMES);
    c.loop_start = rom_word(d + ROM_SOUND_LOOP_START);
    c.loop_end = rom_word(d + ROM_SOUND_LOOP_END);
    c.volume = 64;
    if (c.format > OX_AUDIO_FILTERED) return OX_UNSUPPORTED;
    if (c.channels < 1 || c.rate == 0 ||
        (c.channels > 2 && (c.format > OX_AUDIO_S16 || (c.channels != 6 && c.channels != 8))))
        return OX_BAD_DATA;
    if (rom_half(d + 2) >= ROM_SOUND_SIZE && size >= ROM_SOUND_SIZE) { /* fields that version 1.1 added */
        c.volume = d[ROM_SOUND_VOLUME] == 0 || d[ROM_SOUND_VOLUME] > 64 ? 64 : d[ROM_SOUND_VOLUME];
        c.to_and_fro = d[ROM_SOUND_LOOP_KIND] == 1;
        c.block_bytes = rom_half(d + ROM_SOUND_BLOCK_BYTES);
        for (uint32_t i = 0; i < 2; i++) {
            c.loop_sample[i] = (int16_t)rom_half(d + ROM_SOUND_LOOP_SAMPLE + 2 * i);
            c.loop_index[i] = d[ROM_SOUND_LOOP_INDEX + i];
        }
    }
    if (c.format == OX_AUDIO_SYNTH || c.format == OX_AUDIO_FILTERED)
        c.block_frames = UINT32_MAX; /* one block, whose begin is that of all */
    if (c.format == OX_AUDIO_ADPCM) c.block_frames = rom_adpcm_frames(c.block_bytes, c.channels);
    if (c.loop_end > c.frames || (c.loop_end != 0 && c.loop_start >= c.loop_end) || c.frames > 0x7FFFFFFFu ||
        c.loop_index[0] >= ROM_ADPCM_STEPS || c.loop_index[1] >= ROM_ADPCM_STEPS)
        return OX_BAD_DATA;
    *clip = c;
    return OX_OK;
}

ox_status ox_audio_clip_describe(ox_audio_clip *clip, const void *header, uint32_t size) {
    return read_clip(clip, header, size);
}

ox_status ox_audio_clip_open(ox_audio_clip *clip, const void *chunk, uint32_t size) {
    const uint8_t *const d = chunk;
    const ox_status status = read_clip(clip, d, size);
    if (status != OX_OK) return status;
    clip->data = d + rom_word(d + ROM_SOUND_DATA_AT);
    if (data_fits(clip)) return OX_OK;
    memset(clip, 0, sizeof *clip);
    return OX_BAD_DATA;
}

/* ---- what has a state: ADPCM and voices ---- */

static uint32_t read_voice(const ox_audio_clip *c, ox_audio_place *p, uint32_t end, uint32_t count,
                           int16_t *samples) {
    ox_generator state = {p->phase, p->shift};
    const uint32_t run = count < end - p->frame ? count : end - p->frame;
    ox_generator_run(c->data, &state, p->frame, samples, run);
    p->phase = state.phase;
    p->shift = state.shift;
    p->frame += run;
    return run;
}

/* Decodes the frame of a place behind the two samples that it has. */
static void decode_filtered(const ox_audio_clip *c, ox_audio_place *p) {
    const uint32_t block = p->frame / ROM_FILTERED_FRAMES, in = p->frame - block * ROM_FILTERED_FRAMES;
    const uint8_t *bytes = c->data + (size_t)block * ROM_FILTERED_BLOCK;
    const uint32_t code = bytes[2 + in / 2] >> (in & 1u) * 4;
    const int16_t now = (int16_t)rom_filtered_next(bytes[0], code, p->sample[0], p->sample[1]);
    p->sample[1] = p->sample[0];
    p->sample[0] = now;
}

static uint32_t read_filtered(const ox_audio_clip *c, ox_audio_place *p, uint32_t end, uint32_t count,
                              int16_t *samples) {
    const uint32_t run = count < end - p->frame ? count : end - p->frame;
    for (uint32_t k = 0; k < run; k++) {
        samples[k] = p->sample[0];
        if (++p->frame < end) decode_filtered(c, p);
    }
    return run;
}

static void begin_block(const ox_audio_clip *c, ox_audio_place *p) {
    if (c->format == OX_AUDIO_TRACK) return; /* with its first frame, when its piece is there */
    if (c->format == OX_AUDIO_FILTERED) {
        p->sample[0] = p->sample[1] = 0;
        decode_filtered(c, p);
        return;
    }
    if (c->format == OX_AUDIO_SYNTH) {
        p->phase = ox_generator_begin().phase;
        p->shift = ox_generator_begin().shift;
        return;
    }
    const uint8_t *block = c->data + (size_t)(p->frame / c->block_frames) * c->block_bytes;
    for (uint32_t i = 0; i < c->channels; i++) {
        rom_adpcm state = rom_adpcm_begin(block + (size_t)i * ROM_ADPCM_HEAD);
        p->sample[i] = (int16_t)state.sample;
        p->index[i] = (uint8_t)state.index;
    }
}

/* Reads up to `count` frames that follow one another without a seam, puts them to `samples` and moves the place on, at
 * most onto a seam. Returns how many frames were read. */
static uint32_t read_codes(const ox_audio_clip *c, ox_audio_place *p, uint32_t end, uint32_t count,
                           int16_t *samples) {
    uint32_t block = p->frame / c->block_frames, in = p->frame - block * c->block_frames;
    const uint8_t *codes = c->data + (size_t)block * c->block_bytes + (size_t)c->channels * ROM_ADPCM_HEAD;
    uint32_t run = c->block_frames - in;
    if (run > end - p->frame) run = end - p->frame;
    if (run > count) run = count;
    bool more = p->frame + run < end &&
                in + run < c->block_frames; /* the frame behind the run is a code of this block */
    for (uint32_t i = 0; i < c->channels; i++) {
        rom_adpcm state = {p->sample[i], p->index[i]};
        int16_t *out = samples + i;
        for (uint32_t k = 0; k < run; k++, out += c->channels) {
            *out = (int16_t)state.sample;
            if (k + 1 == run && !more) break;
            uint32_t code = in + k;
            uint32_t byte = codes[c->channels == 1 ? code / 2 : code / 8 * 8 + i * 4 + code % 8 / 2];
            rom_adpcm_next(&state, (code & 1u) != 0 ? byte >> 4 : byte & 15u);
        }
        p->sample[i] = (int16_t)state.sample;
        p->index[i] = (uint8_t)state.index;
    }
    p->frame += run;
    return run;
}

static int16_t sample_at(const ox_audio_clip *c, uint32_t frame, uint32_t channel) {
    size_t at = (size_t)frame * c->channels + channel;
    return c->format == OX_AUDIO_S8 ? (int16_t)((int8_t)c->data[at] * 256) : rom_i16(c->data + at * 2);
}

/* The frames of a piece as a clip of their own; none where the piece does not hold the frame. */
static ox_audio_clip clip_of_piece(const ox_audio_clip *c, const ox_audio_track_piece *piece,
                                   uint32_t frame) {
    ox_audio_clip part = {.data = piece->bytes,
                          .bytes = piece->size,
                          .frames = piece->frames,
                          .format = c->track->format,
                          .channels = c->channels};
    if (part.format == OX_AUDIO_ADPCM) {
        part.block_bytes = (uint16_t)(piece->size > 65535 ? 65535 : piece->size);
        part.block_frames = rom_adpcm_frames(part.block_bytes, c->channels);
    }
    if (frame < piece->first || frame - piece->first >= piece->frames || !data_fits(&part)) part.frames = 0;
    return part;
}

/* Reads on from the piece that has the frame. Without it there is silence, and the place stays. */
static uint32_t read_track(const ox_audio_clip *c, ox_audio_place *p, uint32_t end, uint32_t count,
                           int16_t *samples) {
    ox_audio_track_piece piece = {.bytes = NULL};
    const ox_audio_clip part = c->track->find(c->track->of, p->frame, &piece)
                                   ? clip_of_piece(c, &piece, p->frame)
                                   : (ox_audio_clip){.frames = 0};
    if (part.frames == 0) {
        c->track->starved = true;
        memset(samples, 0, (size_t)count * c->channels * sizeof *samples);
        return count;
    }
    uint32_t run = piece.first + part.frames < end ? part.frames : end - piece.first;
    ox_audio_place at = *p;
    at.frame -= piece.first;
    if (part.format == OX_AUDIO_ADPCM) {
        if (at.frame == 0) begin_block(&part, &at);
        run = read_codes(&part, &at, run, count, samples);
    } else {
        run = run - at.frame < count ? run - at.frame : count;
        for (uint32_t k = 0; k < run * c->channels; k++)
            samples[k] = sample_at(&part, at.frame + k / c->channels, k % c->channels);
        for (uint32_t i = 0; i < c->channels && run > 0; i++)
            at.sample[i] = samples[(size_t)(run - 1) * c->channels + i];
        at.frame += run;
    }
    at.frame += piece.first;
    *p = at;
    return run;
}

static uint32_t end_of(const ox_audio_clip *c, bool loops) { return loops ? c->loop_end : c->frames; }

/* Moves a place across the seam that it has come to: the end of a block, of the loop or of the clip. */
static void cross_seam(const ox_audio_clip *c, bool loops, ox_audio_place *p) {
    int16_t before[2];
    if (c->format ==
        OX_AUDIO_SYNTH) { /* goes on as it is, so that a loop does not click; behind its end it is silent */
        p->over = !loops;
        p->frame = loops ? c->loop_start : p->frame;
        if (p->over) p->phase = 0;
        return;
    }
    if (c->format == OX_AUDIO_TRACK) {
        p->over = p->frame >= end_of(c, loops) && !loops;
        if (p->frame >= end_of(c, loops) && loops) p->frame = c->loop_start;
        return;
    }
    if (c->format == OX_AUDIO_FILTERED) {
        p->over = !loops;
        if (p->over) return;
        p->frame = c->loop_start;
        for (uint32_t i = 0; i < 2; i++) p->sample[i] = c->loop_sample[i];
        decode_filtered(c, p);
        return;
    }
    if (loops && p->frame >= c->loop_end && c->loop_start % c->block_frames == 0) {
        p->frame = c->loop_start;
        begin_block(c, p);
    } else if (loops && p->frame >= c->loop_end) { /* the chunk holds the state of the frame before */
        p->frame = c->loop_start - 1;
        for (uint32_t i = 0; i < 2; i++) p->sample[i] = c->loop_sample[i], p->index[i] = c->loop_index[i];
        (void)read_codes(c, p, c->loop_end, 1, before);
    } else if (p->frame >= c->frames) {
        p->over = true;
    } else if (p->frame % c->block_frames == 0) {
        begin_block(c, p);
    }
}

static void read_in_order(const ox_audio_clip *c, bool loops, ox_audio_place p, const ox_audio_reading *r,
                          ox_audio_place *next) {
    const uint32_t count = r->count, ahead = r->ahead;
    int16_t *const samples = r->samples;
    uint32_t end = end_of(c, loops), done = 0;
    while (done < count) {
        if (done == ahead) *next = p;
        uint32_t wanted = (done < ahead ? ahead : count) - done;
        if (p.over) {
            for (uint32_t i = 0; i < c->channels; i++) samples[(size_t)done * c->channels + i] = p.sample[i];
            done++;
            continue;
        }
        int16_t *at = samples + (size_t)done * c->channels;
        uint32_t run = c->format == OX_AUDIO_SYNTH      ? read_voice(c, &p, end, wanted, at)
                       : c->format == OX_AUDIO_FILTERED ? read_filtered(c, &p, end, wanted, at)
                       : c->format == OX_AUDIO_TRACK    ? read_track(c, &p, end, wanted, at)
                                                        : read_codes(c, &p, end, wanted, at);
        if (p.frame >= end || p.frame % c->block_frames == 0) cross_seam(c, loops, &p);
        done += run;
    }
    if (ahead == count) *next = p;
}

/* ---- plain samples ---- */

void ox_audio_clip_skip(const ox_audio_clip *c, bool loops, ox_audio_place *p, uint32_t count) {
    if (p->over) return;
    if (!loops) {
        p->over = count >= c->frames - p->frame;
        p->frame = p->over ? c->frames : p->frame + count;
        return;
    }
    uint32_t length = c->loop_end - c->loop_start;
    if (p->backwards || c->to_and_fro) { /* a way to and fro is one of twice the length */
        uint32_t way = p->backwards ? 2 * length - 1 - (p->frame - c->loop_start) : 0;
        if (!p->backwards) {
            if (count < c->loop_end - p->frame) {
                p->frame += count;
                return;
            }
            count -= c->loop_end - p->frame;
            way = length;
        }
        way = (uint32_t)(((uint64_t)way + count) % (2 * (uint64_t)length));
        p->backwards = way >= length;
        p->frame = c->loop_start + (p->backwards ? 2 * length - 1 - way : way);
        return;
    }
    if (count < c->loop_end - p->frame)
        p->frame += count;
    else
        p->frame = c->loop_start + (count - (c->loop_end - p->frame)) % length;
}

static void read_plain(const ox_audio_clip *c, bool loops, ox_audio_place p, const ox_audio_reading *r,
                       ox_audio_place *next) {
    for (uint32_t k = 0; k < r->count; k++) {
        if (k == r->ahead) *next = p;
        uint32_t frame = p.over ? c->frames - 1 : p.frame;
        for (uint32_t i = 0; i < c->channels; i++)
            r->samples[(size_t)k * c->channels + i] = sample_at(c, frame, i);
        ox_audio_clip_skip(c, loops, &p, 1);
    }
    if (r->ahead == r->count) *next = p;
}

/* ---- clips of any format ---- */

ox_audio_place ox_audio_clip_begin(const ox_audio_clip *clip) {
    ox_audio_place p = {.over = clip->frames == 0};
    if (!p.over && clip->format >= OX_AUDIO_ADPCM) begin_block(clip, &p);
    return p;
}

void ox_audio_clip_seek(const ox_audio_clip *clip, uint32_t frame, ox_audio_place *place) {
    int16_t passed[2 * 32];
    *place = (ox_audio_place){.over = frame >= clip->frames};
    if (place->over || clip->format < OX_AUDIO_ADPCM) {
        place->frame = place->over ? clip->frames : frame;
        return;
    }
    place->frame = frame - frame % clip->block_frames;
    if (clip->format == OX_AUDIO_TRACK) return; /* the piece may not be there yet */
    begin_block(clip, place);
    while (place->frame < frame) {
        const ox_audio_place from = *place;
        const uint32_t rest = frame - from.frame, part = rest < 32 ? rest : 32;
        ox_audio_clip_read(clip, false, &from, &(ox_audio_reading){part, part, passed}, place);
    }
}

void ox_audio_clip_read(const ox_audio_clip *clip, bool loops, const ox_audio_place *place,
                        const ox_audio_reading *reading, ox_audio_place *next) {
    loops = loops && clip->loop_end != 0;
    if (clip->frames == 0) {
        memset(reading->samples, 0, (size_t)reading->count * clip->channels * sizeof *reading->samples);
        *next = *place;
    } else if (clip->format >= OX_AUDIO_ADPCM) {
        read_in_order(clip, loops, *place, reading, next);
    } else {
        read_plain(clip, loops, *place, reading, next);
    }
}
