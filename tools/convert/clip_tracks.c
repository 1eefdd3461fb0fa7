/* Writes clips of free tracks. */
#include "tools/convert/clip_tracks.h"

#include <stdlib.h>
#include <string.h>

#include "fixedmath/quaternion.h"
#include "tools/record_writer.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

clip_key *clip_track_add(clip_track *track) {
    if (track->count == track->room) {
        const uint32_t room = track->room * 2 + 8;
        clip_key *keys = realloc(track->keys, room * sizeof *keys);
        if (keys == NULL) return NULL;
        track->keys = keys;
        track->room = room;
    }
    clip_key *key = &track->keys[track->count++];
    memset(key, 0, sizeof *key);
    return key;
}

void clip_tracks_free(clip_tracks *clip) {
    for (uint32_t i = 0; i < clip->count; i++) free(clip->tracks[i].keys);
}

/* ---- turns ---- */

static quat turn_of(const clip_key *key) {
    return (quat){key->values[0], key->values[1], key->values[2], key->values[3]};
}

static void set_turn(clip_key *key, quat q) {
    key->values[0] = q.x;
    key->values[1] = q.y;
    key->values[2] = q.z;
    key->values[3] = q.w;
}

/* The key behind one, that of a loop's end the first; NULL: there is none, or it is a cut. */
static const clip_key *next_key(const clip_tracks *clip, const clip_track *track, uint32_t i) {
    const clip_key *key = i + 1 < track->count ? &track->keys[i + 1] : clip->loops ? &track->keys[0] : NULL;
    return key == NULL || key == &track->keys[i] || (key->frame & ROM_CLIP_CUT) != 0 ? NULL : key;
}

static const clip_key *key_before(const clip_tracks *clip, const clip_track *track, uint32_t i) {
    if ((track->keys[i].frame & ROM_CLIP_CUT) != 0) return NULL;
    const clip_key *key = i > 0 ? &track->keys[i - 1] : clip->loops ? &track->keys[track->count - 1] : NULL;
    return key == &track->keys[i] ? NULL : key;
}

double clip_turns_apart(const clip_tracks *clip, const clip_track *track) {
    double apart = 0;
    for (uint32_t i = 0; i < track->count; i++) {
        const clip_key *next = next_key(clip, track, i);
        for (uf16 t = 1024; next != NULL && t < UF16_ONE; t += 1024) {
            const quat a = q4_nlerp(turn_of(&track->keys[i]), turn_of(next), t),
                       b = q4_slerp(turn_of(&track->keys[i]), turn_of(next), t);
            const double degrees = (double)q4_angle(a, b) * 360 / 4294967296.0;
            if (degrees > apart) apart = degrees;
        }
    }
    return apart;
}

/* All keys on one side, so that curves do not go the long way; a cut begins anew. */
static void near_turns(clip_track *track) {
    for (uint32_t i = 1; i < track->count; i++)
        set_turn(&track->keys[i], q4_near(turn_of(&track->keys[i]), turn_of(&track->keys[i - 1])));
}

/* The inner point of a key; at ends and cuts the key itself. */
static quat inner_of(const clip_tracks *clip, const clip_track *track, uint32_t i) {
    const quat q = turn_of(&track->keys[i]);
    const clip_key *before = key_before(clip, track, i), *after = next_key(clip, track, i);
    if (before == NULL || after == NULL) return q;
    return q4_inner(q4_near(turn_of(before), q), q, q4_near(turn_of(after), q));
}

/* ---- the chunk ---- */

static void put_quat(writer *data, quat q) {
    writer_u32(data, (uint32_t)q.x);
    writer_u32(data, (uint32_t)q.y);
    writer_u32(data, (uint32_t)q.z);
    writer_u32(data, (uint32_t)q.w);
}

static void put_track(const clip_tracks *clip, clip_track *track, writer *tracks, writer *data) {
    const bool turns = track->channel == ROM_CLIP_TURN;
    if (turns) near_turns(track);
    if (turns && track->form == ROM_CLIP_KEYS && clip_turns_apart(clip, track) > clip->within)
        track->form = ROM_CLIP_GREAT;
    if (track->count == 1) track->form = ROM_CLIP_CONSTANT;
    const bool curve = turns && track->form == ROM_CLIP_CURVE;
    rom_clip_track_record row = {.joint = 255,
                                 .channel = track->channel,
                                 .form = track->form,
                                 .flags = track->flags,
                                 .name = track->name,
                                 .offset = (uint32_t)data->size};
    writer_u32(data, track->object);
    writer_u32(data, track->component);
    writer_u16(data, track->count);
    writer_u16(data, curve ? 8u : turns ? 4u : track->width);
    writer_u32(data, (uint32_t)track->tension);
    for (uint32_t i = 0; i < track->count; i++) writer_u16(data, track->keys[i].frame);
    writer_align(data, 4);
    for (uint32_t i = 0; i < track->count; i++) {
        for (uint32_t k = 0; !turns && k < track->width; k++)
            writer_u32(data, (uint32_t)track->keys[i].values[k]);
        if (turns) put_quat(data, turn_of(&track->keys[i]));
        if (curve) put_quat(data, inner_of(clip, track, i));
    }
    row.bytes = (uint32_t)data->size - row.offset;
    record_add_clip_track(tracks, &row);
}

static int by_time(const void *a, const void *b) {
    const rom_trigger_record *x = a, *y = b;
    return (x->time > y->time) - (x->time < y->time);
}

/* Those of one time stay in their order. */
static void sort_waits(clip_tracks *clip) {
    for (uint32_t i = 1; i < clip->wait_count; i++) {
        const rom_clip_wait_record wait = clip->waits[i];
        uint32_t at = i;
        for (; at > 0 && clip->waits[at - 1].time > wait.time; at--) clip->waits[at] = clip->waits[at - 1];
        clip->waits[at] = wait;
    }
}

bool clip_tracks_put(clip_tracks *clip, const pack_source *s, writer *out) {
    const size_t begin = out->size;
    writer tracks = {0}, data = {0};
    rom_clip_record r = {.skeleton_hash = rom_id(s->asset->name),
                         .rate = clip->rate,
                         .flags = clip->loops ? ROM_CLIP_LOOPS : 0,
                         .form = ROM_CLIP_COMPRESSED,
                         .frames = clip->frames,
                         .track_count = clip->count,
                         .trigger_count = clip->mark_count,
                         .wait_count = clip->wait_count};
    for (uint32_t i = 0; i < clip->count; i++) put_track(clip, &clip->tracks[i], &tracks, &data);
    r.tracks_at = clip->count == 0 ? 0 : (uint32_t)out->size;
    writer_bytes(out, tracks.data, tracks.size);
    r.data_bytes = (uint32_t)data.size;
    r.data_at = data.size == 0 ? 0 : (uint32_t)out->size;
    writer_bytes(out, data.data, data.size);
    qsort(clip->marks, clip->mark_count, sizeof *clip->marks, by_time);
    r.triggers_at = clip->mark_count == 0 ? 0 : (uint32_t)out->size;
    for (uint32_t i = 0; i < clip->mark_count; i++) record_add_trigger(out, &clip->marks[i]);
    sort_waits(clip);
    r.waits_at = clip->wait_count == 0 ? 0 : (uint32_t)out->size;
    for (uint32_t i = 0; i < clip->wait_count; i++) record_add_clip_wait(out, &clip->waits[i]);
    record_put_clip(out, 0, &r);
    out->failed = out->failed || tracks.failed || data.failed;
    writer_free(&tracks);
    writer_free(&data);
    if (out->failed) return import_error_memory(s->error, s->path);
    pack_companion_note(s, "clip %s: %u frames, %u tracks, %u marks, %u bytes", s->asset->name,
                        (unsigned)clip->frames, (unsigned)clip->count, (unsigned)clip->mark_count,
                        (unsigned)(out->size - begin));
    return true;
}
