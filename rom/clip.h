/* Motions as CLIP chunks hold them: the transform of a joint at any time, of plain and of compressed clips.
 *
 *     rom_clip_joint pose;
 *     for (uint32_t i = 0; i < rom_clip_joints(clip); i++) {
 *         rom_clip_at(clip, i, time, &pose);               time in frames, 16 bits of fraction
 *         joints[rom_clip_joint_number(clip, i)] = pose;
 *     }
 *
 * `clip` is a checked CLIP chunk. Between samples or keys, translation and scale go straight, rotations by
 * normalised linear interpolation (q4_nlerp). The time of a looping clip wraps at its frames, the time of other
 * clips is held at both ends. Console and packer evaluate clips with the same functions: the packer measures the
 * error of the keys it leaves out with them. A key may be a cut: the one before it holds up to there. */
#ifndef OXCART_ROM_CLIP_H
#define OXCART_ROM_CLIP_H

#include "fixedmath/quaternion.h"
#include "rom/rom.h"

typedef struct rom_clip_joint {
    fx scale[3];
    quat rotation;
    fx translation[3];
} rom_clip_joint;

/* The number of joints that the clip moves, and the skeleton's number of joint `index` of them. */
uint32_t rom_clip_joints(const uint8_t *clip);
uint32_t rom_clip_joint_number(const uint8_t *clip, uint32_t index);

/* Whether the clip was made for this skeleton (a checked SKEL chunk). */
bool rom_clip_fits(const uint8_t *clip, const uint8_t *skeleton);

/* A time brought into the clip: wrapped, or held at 0 and its last frame. */
fx rom_clip_wrap(const uint8_t *clip, fx time);

/* Joint `index` (below rom_clip_joints; another index gives the identity) at a time. A joint without a track of a
 * channel has scale 1, no turn or no translation. In a compressed clip this walks over the table of tracks and
 * searches the keys of up to three tracks by bisection. */
void rom_clip_at(const uint8_t *clip, uint32_t index, fx time, rom_clip_joint *pose);

/* All joints that the clip moves at one time, each once in the order of their numbers: for whole poses. Where the
 * tracks of a compressed clip are in the order of their joints, as the packer writes them, the walk passes the table
 * once.
 *
 *     rom_clip_begin(&walk, clip, time);
 *     while (rom_clip_next(&walk, &pose)) joints[walk.number] = pose; */
typedef struct rom_clip_walk {
    const uint8_t *clip;
    fx time;               /* brought into the clip */
    uint32_t index, track; /* of the next joint and track */
    uint32_t number;       /* of the last joint, in the skeleton */
    bool ordered;
} rom_clip_walk;
void rom_clip_begin(rom_clip_walk *walk, const uint8_t *clip, fx time);
bool rom_clip_next(rom_clip_walk *walk, rom_clip_joint *pose);

/* How far the root has gone since the clip's begin, of a clip with root motion: translation and turn, in the model. `time` is 0 to all frames of the
 * clip. False: the root stays. */
bool rom_clip_travel(const uint8_t *clip, fx time, rom_clip_joint *pose);

/* ---- free tracks: values of fields of any object ---- */

/*     for (uint32_t i = 0; i < rom_clip_tracks(clip); i++) {
 *         if (!rom_clip_value_track(clip, i, &track)) continue;             a track of a joint
 *         count = rom_clip_value_at(clip, &track, time, values);            numbers of the field `track.name`
 *     }
 *
 * Values are as fields hold them: fx as Q16.16, angles 0..65535, whole numbers. At the time of a key they are the key's, exactly. Cost: a search of the keys by bisection
 * and one division of 64 bits; along a curve of uneven keys two more a number. (Game Programming Gems 1, 2.9 and 4.13; GEA 11.4.) */
enum { ROM_CLIP_VALUES = 4 };
enum {
    ROM_CLIP_ADDS = 1,     /* what the value has changed by since the time before is added to the field */
    ROM_CLIP_WEIGHTED = 2, /* the weight of the clip leads from the field's rest to the value */
    ROM_CLIP_ANGLES = 4,   /* go the short way */
    ROM_CLIP_COLOURS = 8   /* 0xRRGGBB: each of the three goes by itself */
};

typedef struct rom_clip_value {
    uint32_t object;       /* id of its name; 0: who plays the clip */
    uint32_t component;    /* id; 0: `name` is a member of objects */
    uint32_t name;         /* of the field */
    const uint8_t *frames; /* of `count` keys */
    const uint8_t *keys;
    uint32_t count;
    fx tension; /* of a curve: 0 for most, above it tighter */
    uint8_t channel, form, flags, width;
} rom_clip_value;

uint32_t rom_clip_tracks(const uint8_t *clip);
bool rom_clip_value_track(const uint8_t *clip, uint32_t index, rom_clip_value *track);
uint32_t rom_clip_value_at(const uint8_t *clip, const rom_clip_value *track, fx time,
                           int32_t values[ROM_CLIP_VALUES]);

/* ---- how compressed clips hold numbers; the packer uses the inverse functions ---- */

/* The values of a track's `channel` and `form`, and the bit of a key's frame that makes it a cut: the key before it holds up to there, and
 * nothing between the two is ever seen. In a loop the cut of the first key is that behind the last one. */
enum {
    ROM_CLIP_SCALE,
    ROM_CLIP_ROTATION,
    ROM_CLIP_TRANSLATION,
    ROM_CLIP_VALUE, /* free: numbers of a field */
    ROM_CLIP_TURN   /* free: a turn, read as yaw, pitch and roll */
};
enum {
    ROM_CLIP_CONSTANT,
    ROM_CLIP_KEYS,  /* straight; turns by nlerp */
    ROM_CLIP_GREAT, /* turns by slerp */
    ROM_CLIP_CURVE, /* a cardinal spline through the keys; turns by squad */
    ROM_CLIP_STEPS  /* each key holds up to the next */
};
enum { ROM_CLIP_KEY_BYTES = 6, ROM_CLIP_RANGE_BYTES = 24, ROM_CLIP_CUT = 0x8000 };

/* The two keys about a time, by number, and how far it is behind the first one, of how much: in frames, 16 bits of fraction. `frames` are those of `count` keys,
 * at least one. */
typedef struct rom_clip_span {
    uint32_t first, second;
    uint32_t into, length; /* into 0: at the first key, or before a cut; length is not 0 */
} rom_clip_span;
rom_clip_span rom_clip_span_at(const uint8_t *clip, const uint8_t *frames, uint32_t count, fx time);

/* The quaternion of 6 bytes: 15 bits each of the three smaller components, times 1/sqrt 2, then 2 bits
 * telling the largest. */
quat rom_clip_rotation(const uint8_t *key);

/* Component k of a vector key: low + range * u16 / 65535; `track` begins with 3 fx of low and 3 fx of range.
 */
fx rom_clip_component(const uint8_t *track, const uint8_t *key, uint32_t k);

#endif
