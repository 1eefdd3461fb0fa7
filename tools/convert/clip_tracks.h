/* Clips of free tracks as a CLIP chunk: what the text of tracks and scenes of glTF have in common. */
#ifndef OXCART_TOOLS_CONVERT_CLIP_TRACKS_H
#define OXCART_TOOLS_CONVERT_CLIP_TRACKS_H

#include "rom/clip.h"
#include "rom/records.h"
#include "tools/convert/converters.h"
#include "tools/import/model/scene.h"

enum { CLIP_TRACKS = 256, CLIP_MARKS = 256, CLIP_WAITS = 64, CLIP_FRAMES = 32767 };

typedef struct clip_key {
    uint16_t frame; /* with ROM_CLIP_CUT */
    int32_t values[ROM_CLIP_VALUES];
} clip_key;

typedef struct clip_track {
    uint32_t object, component, name; /* ids, as rom_clip_value has them */
    uint8_t channel, form, flags, width;
    fx tension;
    clip_key *keys; /* of a turn the values are its quaternion; frames rise */
    uint32_t count, room;
} clip_track;

typedef struct clip_tracks {
    clip_track tracks[CLIP_TRACKS];
    rom_trigger_record marks[CLIP_MARKS];
    rom_clip_wait_record waits[CLIP_WAITS]; /* those of one time in the order of the text */
    uint32_t count, mark_count, wait_count, frames;
    uint16_t rate; /* q8.8 */
    bool loops;
    double within; /* degrees: turns go by nlerp where that is as near to slerp */
} clip_tracks;

/* Room for one more key of a track, NULL without memory. */
clip_key *clip_track_add(clip_track *track);

/* The largest angle in degrees between nlerp and slerp along the keys of a track of turns. */
double clip_turns_apart(const clip_tracks *clip, const clip_track *track);

/* Chooses forms, writes the chunk, notes its size; false after a sentence. And gives the keys back. */
bool clip_tracks_put(clip_tracks *clip, const pack_source *source, writer *out);
void clip_tracks_free(clip_tracks *clip);

/* A clip of a scene without joints: where its nodes go, how they turn and grow; a camera looks along -Z of its object. */
bool convert_clip_nodes(const pack_source *source, const import_scene *scene, writer *out);

/* A clip whose file ends in .clip. */
bool convert_clip_text(const pack_source *source, writer *out);

#endif
