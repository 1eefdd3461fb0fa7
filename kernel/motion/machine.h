/* The machines of characters: which state each layer of a character is in, how one fades into another, how far their clips are, and which marks were
 * passed. Numbers alone, the same on every machine; poses are made of them in pose.h.
 *
 *     ox_motion_set set;                                    a checked MOTN chunk, and what it names
 *     ox_motion_run run;                                    a character: 208 bytes, all of which are state
 *     ox_motion_begin(&set, &run);                          the module does so in a character's first step, and before scripts set anything
 *     ox_motion_put(&set, &run, OX_NAME("speed"), FX(2));
 *     ox_motion_told told = {.mark = hear, .context = game};
 *     ox_motion_step(&set, &run, &told);                    each step of 1/60 s
 *     ox_motion_ask(&set, &run, OX_NAME("jump"));           OX_MOTION_NO_WAY: the text has no way from here to there
 *     if (ox_motion_is(&set, &run, OX_NAME("idle"))) ...
 *
 * A STATE plays one clip, or a few that are blended by one number (the two neighbours) or by two (the three corners of a triangle; outside of all, the
 * two ends of the nearest side; or the four corners of a square). One whose moment a number says does not run: the clip is a table of poses. Clips with a speed below 0 run backwards. All clips of a state stand at the same part of their length, the PHASE, 2^32 to the round. It goes on by the mean of
 * the clips' own speeds, by their weights: so each clip alone runs as it was made, and feet of walking and running meet the ground together.
 *
 * A WAY leads from state to state. It is taken by itself where its conditions hold, and where somebody asks for its end, whatever its conditions. While it fades,
 * the new state's weight rises from 0 to 1 along a curve, and the old state goes on (smooth), stands (frozen), or is the pose that was seen in the step
 * before (snapshot). A fade that is broken by another way always leaves a snapshot; without room for one the way waits for the end of the fade. Ways
 * with a WINDOW begin while the old state's phase is in it: what was asked for waits, as long as the way's text says.
 *
 * SPRITES. The motion of a sheet plays its animations, page by page, and has no poses: a fade shows the new state at once, from its first page, and of a blend the heaviest animation is
 * seen. Whether an animation comes round says the state (`once`), not the sheet. kernel/motion/flip.h shows them.
 *
 * SETS. A character that wears a set plays other clips in the places of some, with the same states, ways and marks: a sword's in the places of bare hands'.
 *
 * MARKS are events at phases of clips. Those of the heaviest clip of the heavier state are told, in the order of time, as often as they are passed; those
 * that say `always`, and triggers of clips that do, are told of every clip that has any weight.
 *
 * STEP. Numbers go towards what was set, by their rates; layers go on, in their order, and tell marks; then each layer takes the first way that it may,
 * those with the highest priority first; then triggers are 0 again. Division of 64 bits: one for each state with two clips, three with three.
 * (GEA 11.10 to 11.12; Perlin 1996 for layers; triangles: Delaunay 1934.) */
#ifndef OXCART_KERNEL_MOTION_MACHINE_H
#define OXCART_KERNEL_MOTION_MACHINE_H

#include "fixedmath/transform.h"
#include "kernel/names/id.h"
#include "kernel/world/world.h"

enum {
    OX_MOTION_PARAMETERS = 8,
    OX_MOTION_LAYERS = 3,
    OX_MOTION_LIMBS = 4,
    OX_MOTION_TURNS = 16,
    OX_MOTION_CLIPS = 4, /* of a state at once */
    OX_MOTION_STEPS = 60,
    OX_MOTION_SETS = 8,      /* the plain one among them */
    OX_MOTION_OWN_CURVE = 4, /* number of the first curve of the text */
    OX_MOTION_NONE = 255
};

/* ox_motion_layer.flags; the curve of the fade is flags >> OX_MOTION_CURVE. */
enum {
    OX_MOTION_DONE = 1, /* a state that plays once is at its end */
    OX_MOTION_FROZEN = 2,
    OX_MOTION_SNAPSHOT = 4,
    OX_MOTION_MATCHED = 8, /* both states of the fade share their phase */
    OX_MOTION_CURVE = 4
};

/* ox_motion_run.flags; bits 0 to 3: that limb holds its place. */
enum { OX_MOTION_LOOKS = 16, OX_MOTION_ROOTED = 32, OX_MOTION_BEGUN = 64 };
enum { OX_MOTION_WORN = 15, OX_MOTION_WANTED = 4 };

typedef struct ox_motion_layer {
    uint32_t phase, old_phase; /* 2^32 to the round */
    uint16_t age;              /* steps in the state, held at 65535 */
    uint16_t gone, fade;       /* steps of the fade: over, and all; no fade while fade is 0 */
    uint16_t waits;            /* steps that the wish has waited */
    uint8_t state, old;        /* numbers of states */
    uint8_t wish;              /* a state that was asked for, or OX_MOTION_NONE */
    uint8_t flags;
} ox_motion_layer;

/* A character that moves: all of its state, as the component "motion" has it. */
typedef struct ox_motion_run {
    ox_id of; /* the motion */
    fx value[OX_MOTION_PARAMETERS], goal[OX_MOTION_PARAMETERS];
    fx place[OX_MOTION_LIMBS][3]; /* in the world, of limbs that hold or reach */
    fx target[3];                 /* of the look, in the world */
    ox_motion_layer layer[OX_MOTION_LAYERS];
    int16_t yaw, pitch;              /* of the look now, as angles */
    uint16_t look;                   /* how far it has come in, 65535 all */
    uint8_t weight[OX_MOTION_LIMBS]; /* of limbs, 255 all */
    int8_t slope[OX_MOTION_LIMBS]
                [2]; /* of the ground below feet that stand: x and z of its normal, 127 to the unit */
    uint8_t flags;
    uint8_t
        worn; /* set that is worn (OX_MOTION_WORN), and that is put on in the next step (>> OX_MOTION_WANTED) */
} ox_motion_run;
FX_STATIC_ASSERT(sizeof(ox_motion_run) <= 208, "what a character may take of the state");

/* A clip of a state, as the game has it. */
typedef struct ox_motion_clip {
    const uint8_t *clip; /* NULL: it is not there, and the bind pose stands for it */
    const uint8_t *map;  /* joints of the clip as those of the skeleton, NULL: they are the same */
    uint16_t book;       /* of sprites: the number of the sheet's animation + 1, 0: it has no such */
    int64_t step;        /* phase of a step, 2^32 to the round; below 0 backwards */
    fx hips;             /* with a map: what translations of the root are multiplied with */
} ox_motion_clip;

/* A motion, with what it names. */
typedef struct ox_motion_set {
    const uint8_t *machine;          /* chunk MOTN */
    const uint8_t *skeleton;         /* chunk SKEL, NULL: a character of sprites */
    const uint8_t *sheet;            /* chunk SHET of those */
    ox_motion_clip *clips;           /* one for each point, of each set */
    uint32_t sets;                   /* 0 and 1: the plain one */
    ox_id set_names[OX_MOTION_SETS]; /* of the others, by their numbers */
    uint8_t *masks;                  /* for each layer and joint, 255 all */
    uint8_t limb[OX_MOTION_LIMBS][3], look[8], turn[OX_MOTION_TURNS]; /* numbers of joints */
    ox_id name;
} ox_motion_set;

/* What a step tells. Each may be NULL. `keep` stores the pose of a layer as it is now, for a snapshot; false: there is no room. */
typedef struct ox_motion_told {
    void (*mark)(void *context, ox_id event, int32_t argument);
    void (*done)(void *context, ox_id state);
    void (*change)(void *context, ox_id from, ox_id to);
    bool (*keep)(void *context, uint32_t layer);
    void (*drop)(void *context, ox_id state); /* a wish has waited as long as its way says */
    void *context;
    vec3
        moved; /* how far the root went in the step, in the character's frame at its begin; and how it turned */
    ang16 turned;
} ox_motion_told;

typedef enum ox_motion_answer {
    OX_MOTION_ASKED,
    OX_MOTION_THERE,
    OX_MOTION_NO_STATE,
    OX_MOTION_NO_WAY
} ox_motion_answer;

/* ---- a character ---- */

void ox_motion_begin(const ox_motion_set *set, ox_motion_run *run);
void ox_motion_step(const ox_motion_set *set, ox_motion_run *run, ox_motion_told *told);

/* Brings a character to what a changed text has: states and numbers keep their places as long as there are so many. */
void ox_motion_mend(const ox_motion_set *set, ox_motion_run *run);

/* Sets a number or a switch (0 or 1; a trigger, too) by its name, and reads it. False: the motion has no such. */
bool ox_motion_put(const ox_motion_set *set, ox_motion_run *run, ox_id name, fx value);
bool ox_motion_get(const ox_motion_set *set, const ox_motion_run *run, ox_id name, fx *value);

/* Fires a trigger for one step. False: the motion has no such trigger. */
bool ox_motion_fire(const ox_motion_set *set, ox_motion_run *run, ox_id name);

/* Asks for a state of any layer. The way is taken in the next step, or when its window opens. */
ox_motion_answer ox_motion_ask(const ox_motion_set *set, ox_motion_run *run, ox_id state);

/* Whether a layer is in a state; and the state of a layer by the layer's number. */
bool ox_motion_is(const ox_motion_set *set, const ox_motion_run *run, ox_id state);
ox_id ox_motion_state(const ox_motion_set *set, const ox_motion_run *run, uint32_t layer);

/* Puts on a set of other clips, by the name that the text gives it; 0: the plain one. It is worn from the next step on, after a short fade. False: there is no such set. */
bool ox_motion_wear(const ox_motion_set *set, ox_motion_run *run, ox_id name);

/* The number of a limb, OX_MOTION_NONE: none. */
uint32_t ox_motion_limb(const ox_motion_set *set, ox_id name);

/* ---- for poses ---- */

/* The clips of a state and their weights, whose sum is 65536; returns how many, 0 of a state of nothing. */
typedef struct ox_motion_mix {
    uint32_t count;
    uint16_t point[OX_MOTION_CLIPS]; /* of the motion */
    uf16 weight[OX_MOTION_CLIPS];
    const ox_motion_clip *clips; /* of the set that is worn, by point */
} ox_motion_mix;
void ox_motion_mix_of(const ox_motion_set *set, uint32_t state, const ox_motion_run *run, ox_motion_mix *mix);

/* A number of a character by its place in the text; 0 where there is none. */
fx ox_motion_number(const ox_motion_set *set, uint32_t parameter, const ox_motion_run *run);

/* Sets the phase of a state whose moment is said by a number; false, and the phase stays: its clips run. */
bool ox_motion_moment(const ox_motion_set *set, uint32_t state, const ox_motion_run *run, uint32_t *phase);

/* The weight of the new state of a layer: 65536 without a fade; and a curve by its number, from 0 at 0 to 65536 at 65536. */
uf16 ox_motion_fade(const ox_motion_set *set, const ox_motion_layer *layer);
uf16 ox_motion_curve(const ox_motion_set *set, uint32_t curve, uf16 t);

/* How far the root of some clips goes from a phase to another one, 2^32 to the round, rounds included: the mean by their weights, in the frame at `begin`, which is
 * within the first round. `end` may be before it. */
void ox_motion_travel(const ox_motion_set *set, const ox_motion_mix *mix, int64_t begin, int64_t end,
                      vec3 *moved, ang16 *turned);

/* The time in a clip at a phase, in frames. */
fx ox_motion_time(const uint8_t *clip, uint32_t phase);

/* How many rows a part of the chunk has, and a row of it. */
#define OX_MOTION_COUNT(set, part) rom_u16((set)->machine + ROM_MOTION_MACHINE_##part##_COUNT)
#define OX_MOTION_ROW(set, parts, part, number)                                                              \
    ((set)->machine + rom_u32((set)->machine + ROM_MOTION_MACHINE_##parts##_AT) +                            \
     (size_t)(number)*ROM_MOTION_##part##_SIZE)

#endif
