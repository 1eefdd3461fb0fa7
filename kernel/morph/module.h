/* Meshes with morph targets and vertex frames in the scenes of a console (kernel/animation/morph.h).
 *
 *     mesh face face.glb shapes=targets                 in cart.txt: the file's morph targets, by their names
 *     mesh fish fish.iqm shapes=frames rate=10          its animations, as places of all vertices, so many frames a second
 *     object face
 *       with morph=free                                 weights of the first eight targets; first=smile second=blink: of these
 *     object fish
 *       with morph=free frames=swim speed=1 at=3        plays a run of frames from its fourth on; `plain`: lit as at rest, at half the cost
 *
 *     morph_set(self, 'smile', 0.5)                     in scripts: -1.0 to 2.0; morph_get(self, 'smile')
 *     morph_play(self, 'swim', 1.5)                     from the begin, so fast; a speed of 0.0 holds it
 *     on MotionEnds(what) { ... }                       a run that is not a loop is at its end
 *
 *     ox_morph *morph = ox_morph_of(morphs, object);    in C
 *
 * A component has OX_MORPH_SLOTS slots, a target and its weight each. morph_set takes the slot of the target, else one without weight. Clips of free tracks (kernel/sequence) move the fields
 * `morph.weight1` to `morph.weight8`, `morph.frame` and `morph.speed`. A number of the object's motion (kernel/motion) that is called as a target is a weight of it, too: so states,
 * rates and scripts of a character move its face. Where the mesh hangs on a skeleton, vertices are moved in the pose in which they were bound.
 *
 * Frames go by whole steps, without drift; pictures between two steps show what lies between. What is seen is no part of the state; the component is. Capacity:
 * `morphs`. Where frame memory is too short a mesh is drawn as it was packed, counted, and told once. */
#ifndef OXCART_KERNEL_MORPH_MODULE_H
#define OXCART_KERNEL_MORPH_MODULE_H

#include "kernel/animation/morph.h"
#include "kernel/module/module.h"

extern const ox_module ox_morph_module;

enum { OX_CAPACITY_MORPHS, OX_MORPH_CAPACITIES };
extern const ox_capacity ox_morph_capacities[OX_MORPH_CAPACITIES];

/* The component "morph". */
enum { OX_MORPH_SLOTS = 8, OX_MORPH_PLAIN = 1, OX_MORPH_BEGUN = 2, OX_MORPH_ENDED = 4 };
typedef struct ox_morph {
    fx weight[OX_MORPH_SLOTS];
    ox_id target[OX_MORPH_SLOTS]; /* 0: free */
    ox_id run;                    /* of frames; 0: none */
    fx frame, speed;
    int32_t rest; /* of the last step's way, in parts of a 65536th frame, so that nothing is lost */
    uint16_t flags;
} ox_morph;
extern const ox_type ox_morph_type;

typedef struct ox_morphs {
    const ox_module_host *host;
    ox_world *world;
    uint32_t type;
    struct ox_morphed *shaped; /* of this frame, one for each record; in frame memory */
    bool is_told;
} ox_morphs;

ox_morphs *ox_console_morphs(const struct ox_console *console);

/* The component of an object, and the chunk of its mesh; NULL: none. */
ox_morph *ox_morph_of(const ox_morphs *morphs, const ox_object *object);
const uint8_t *ox_morph_chunk(const ox_morphs *morphs, const ox_object *object);

/* Gives a target its weight. OX_NOT_FOUND: the mesh has no such target; OX_FULL: all slots have weights. */
ox_status ox_morph_put(const ox_morphs *morphs, const ox_object *object, ox_id target, fx weight);

/* Plays a run of frames from its begin, or backwards from its end. False: the mesh has none of that name. */
bool ox_morph_play(const ox_morphs *morphs, const ox_object *object, ox_id run, fx speed);

enum { OX_MORPH_NATIVES = 4 };
extern const ox_script_native ox_morph_native_rows[OX_MORPH_NATIVES];

#endif
