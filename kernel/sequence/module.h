/* Sequences: clips of free tracks, which move values of any objects in step, as a module of the console.
 *
 *     clip dusk dusk.clip                               in cart.txt: a text of tracks (tools/CLIPS.md), or a scene of glTF whose nodes move
 *     object stage
 *       with sequence=runs of=dusk                      it plays from the scene's begin; `waits`: when a script says so
 *
 *     sequence_play(self, 'dusk', 1.0, 1)               in scripts: at a rate, so many times (0: without end); false: there is no such clip, or no room
 *     sequence_seek(self, 2.5) sequence_rate(self, 0.5) sequence_weight(self, 0.3) sequence_skip(self) sequence_stop(self)
 *     on SequenceEnds(what) { if what == 'dusk' { ... } }
 *     on Bang(loud) { ... }                             a mark of the clip, told to the object that plays it
 *
 *     ox_sequence_play(sequences, object, OX_NAME("dusk"), FX_ONE, 1);          in C
 *
 * WHAT IT MOVES. A track names an object (without one: that which plays the clip), and a field as tweens do, or `component.field`: a place, a camera's field of view, the colour of a light,
 * the texture of a surface, whatever data may set. It hits the values of its keys at their times, in between goes straight, along a curve, or not at all; a key may be a cut (rom/clip.h).
 * Values are written in phase `poses`, after scripts and before bodies move; the field stays at its last value when the clip is over. Of two tracks of one field the later one counts:
 * objects in the order of slots, tracks in that of the text. A track that finds neither object nor field does nothing, and the log says so once.
 *
 * TRACKS THAT ADD change a field by what their value has changed since the step before, so that others may move it as well; where the clip begins they add their first value. TRACKS WITH A WEIGHT go from
 * the field's value at rest (what a fresh component has) to their own by sequence_weight, 0.0 to 1.0, and of added ones the weight is a factor.
 *
 * TIME is worked out from whole steps (kernel/animation/clock.h), so it does not drift. In the step in which a clip is started it stands at its begin. Marks are told in the order of their times; what
 * is jumped over by sequence_seek is not told, by sequence_skip only marks that say `must`.
 *
 * WAITING. At a `wait` of its text a clip that goes forwards stands still: until an event is heard that the text names, a script calls sequence_go, or its time is over; then it goes on, or from another frame. So one text has several ways: what the player answers
 * decides. sequence_skip takes the way of the first line at each such frame.
 *
 *     with sequence=waits of=talk masks=hands seen=eye        a film: actions of the group `hands` rest (`masks=all`: all actions) and the camera `eye` is seen, as long as it plays
 *
 * MASKS AND CAMERA come back however the clip ends: at its end, by sequence_skip or sequence_stop, or with its object. Of several clips with a camera the last that began is seen.
 *
 * One clip an object. STATE: the component, and whose camera is seen. Capacity: `sequences`. Cost of a step: for each track a search of its keys by bisection, a division, and the search for the object that it names.
 * (GEA 11.4.5 and 11.4.6.) */
#ifndef OXCART_KERNEL_SEQUENCE_MODULE_H
#define OXCART_KERNEL_SEQUENCE_MODULE_H

#include "kernel/animation/clock.h"
#include "kernel/event/events.h"
#include "kernel/module/module.h"

extern const ox_module ox_sequence_module;

enum { OX_CAPACITY_SEQUENCES, OX_SEQUENCE_CAPACITIES };
extern const ox_capacity ox_sequence_capacities[OX_SEQUENCE_CAPACITIES];

/* The component "sequence". */
enum {
    OX_SEQUENCE_RUNS = 1,
    OX_SEQUENCE_BEGUN = 2,
    OX_SEQUENCE_STANDS = 4,  /* at a wait */
    OX_SEQUENCE_MASKS = 8,   /* it has put actions to rest */
    OX_SEQUENCE_MASKING = 16 /* it does so while it plays */
};
typedef struct ox_sequence {
    ox_clip_clock clock; /* in steps of its own */
    uint32_t steps;
    ox_id of;       /* name of the clip */
    fx was;         /* time of the step before, in frames */
    uf16 weight;    /* of tracks that say so */
    uf16 weighed;   /* weight of the step before */
    ox_id masks;    /* group of actions, 0: all */
    ox_id camera;   /* that is seen through, 0: it stays */
    ox_id heard;    /* number of the wait, from 1, whose event came in this step */
    uint16_t stood; /* steps that it stands */
    uint8_t flags;
    uint8_t spare;
} ox_sequence;
extern const ox_type ox_sequence_type;

enum { OX_SEQUENCE_CLIPS = 64 };

typedef struct ox_sequences {
    const ox_module_host *host;
    ox_world *world;
    uint32_t type, count;
    bool is_full, is_told; /* the log says so */
    ox_events *bus;        /* on which waits listen; NULL: not yet */
    ox_handle listening;
    struct {
        ox_handle who;        /* plays a clip with a camera */
        ox_id camera, former; /* seen, and before it */
    } led;
    struct {
        ox_id name;
        const uint8_t *clip;
        uint64_t unbound; /* a bit for each of its first tracks that the log has spoken of */
    } clips[OX_SEQUENCE_CLIPS];
} ox_sequences;

/* The console's sequences; NULL: the image asks for none, or the player has no such module. */
ox_sequences *ox_console_sequences(const struct ox_console *console);

ox_sequence *ox_sequence_of(const ox_sequences *sequences, const ox_object *object);

/* The clip of that name, NULL: none. */
const uint8_t *ox_sequence_clip(const ox_sequences *sequences, ox_id name);

/* Starts a clip on an object, in the place of the one that it plays. `times`: of a clip that loops, 0 without end. OX_NOT_FOUND: there is no such clip; OX_FULL. */
ox_status ox_sequence_play(ox_sequences *sequences, ox_object *object, ox_id clip, fx rate, uint32_t times);

/* Jumps to the end: its values, and the marks on the way that say `must`. Does nothing where no clip plays, or one that goes on without end. */
void ox_sequence_skip(ox_sequences *sequences, ox_object *object);

/* Goes on from a wait at once. False: it does not wait. */
bool ox_sequence_go(ox_sequences *sequences, const ox_object *object);

/* Ends a clip where it is; what it moved stays, masks and camera come back. */
void ox_sequence_stop(ox_sequences *sequences, const ox_object *object);

enum { OX_SEQUENCE_NATIVES = 9, OX_SEQUENCE_EVENTS = 1 };
extern const ox_script_native ox_sequence_native_rows[OX_SEQUENCE_NATIVES];

#endif
