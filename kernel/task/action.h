/* Actions: timed behaviour of objects as data - routes, flashes, doors - without update code.
 *
 *     static const ox_action patrol[] = {
 *         OX_MOVE_BY(60, FX(10), 0, 0, EASE_SINE_IN_OUT),      60 ticks
 *         OX_ROTATE_TO(15, 0, ANG16_180, 0, EASE_LINEAR),
 *         OX_CALL(SHOOT, 3),
 *         OX_REPEAT(4, 0),                                     runs steps 0 to 2 four times in all; 0: forever
 *         OX_ACTION_END,
 *     };
 *     static const ox_action *const programs[] = {patrol, flash};
 *     ox_actions_init(&actions, &(ox_actions_config){.storage = storage, .capacity = 64,
 *                                                    .programs = programs, .program_count = 2,
 *                                                    .target = &target, .world = world});
 *     ox_status s = ox_actions_start(&actions, 0, ghost, TAG_ROUTE, NULL);
 *     ox_actions_update(&actions, 1);                          lets one tick go by
 *     ox_actions_remove_node(&actions, ghost);                 when the ghost is gone
 *
 * A program is a row of steps in a constant table, done one after the other: a sequence. OX_SPAWN starts
 * another program on the same node beside it. Repeats may be nested; counted repeats up to four deep.
 *
 * A timed step goes from the value that it finds at its beginning to its end value, which it writes exactly. In between
 * it writes the eased value, worked out from the ticks since the beginning, so errors do not add up. Ticks that a step
 * leaves over go to the next one, whatever else happens between: any split of the time ends in the same state, as long
 * as no two actions write one property of one node. Rotations go the short way round; half a turn goes clockwise
 * (ang_diff).
 *
 * Nodes are named by the bits of a handle. The target reads and writes their properties; a target that returns false,
 * because the node is gone, ends the action. Calls may start, cancel and remove anything.
 *
 * COST. 72 bytes an action under way, 20 a step in ROM. Cortex-M3: a linear move under way 235 instructions
 * and what the target takes; other curves as ease() (fixedmath/interpolate.h). */
#ifndef OXCART_KERNEL_TASK_ACTION_H
#define OXCART_KERNEL_TASK_ACTION_H

#include "fixedmath/angle.h"
#include "fixedmath/interpolate.h"
#include "kernel/task/roster.h"

typedef enum ox_action_kind {
    OX_ACTION_STOP, /* the program's end */
    OX_ACTION_MOVE_TO,
    OX_ACTION_MOVE_BY,
    OX_ACTION_SCALE_TO,
    OX_ACTION_ROTATE_TO,
    OX_ACTION_ROTATE_BY,
    OX_ACTION_TINT_TO,
    OX_ACTION_ANIMATE,
    OX_ACTION_WAIT,
    OX_ACTION_CALL,
    OX_ACTION_SPAWN,
    OX_ACTION_REPEAT,
    OX_ACTION_KINDS
} ox_action_kind;

typedef struct ox_action {
    uint8_t kind;    /* an ox_action_kind */
    uint8_t ease;    /* an ease_curve */
    uint16_t ticks;  /* 0 is allowed: at once */
    uint32_t number; /* number of the call or the program to spawn; how often to repeat; colour */
    int32_t x, y, z;
} ox_action;

#define OX_MOVE_TO(ticks, x, y, z, ease)                                                                     \
    { OX_ACTION_MOVE_TO, (ease), (ticks), 0, (x), (y), (z) }
#define OX_MOVE_BY(ticks, x, y, z, ease)                                                                     \
    { OX_ACTION_MOVE_BY, (ease), (ticks), 0, (x), (y), (z) }
#define OX_SCALE_TO(ticks, x, y, z, ease)                                                                    \
    { OX_ACTION_SCALE_TO, (ease), (ticks), 0, (x), (y), (z) }
/* Rotations in angles, 65536 to the turn; OX_ROTATE_BY may be several turns, at most 16384. */
#define OX_ROTATE_TO(ticks, x, y, z, ease)                                                                   \
    { OX_ACTION_ROTATE_TO, (ease), (ticks), 0, (x), (y), (z) }
#define OX_ROTATE_BY(ticks, x, y, z, ease)                                                                   \
    { OX_ACTION_ROTATE_BY, (ease), (ticks), 0, (x), (y), (z) }
/* A colour of four channels of 8 bits, as color_lerp has them. */
#define OX_TINT_TO(ticks, color, ease)                                                                       \
    { OX_ACTION_TINT_TO, (ease), (ticks), (color), 0, 0, 0 }
/* Shows pictures first .. last, each for the same time; first > last runs backward. */
#define OX_ANIMATE(ticks, first, last)                                                                       \
    { OX_ACTION_ANIMATE, EASE_LINEAR, (ticks), 0, (first), (last), 0 }
#define OX_WAIT(ticks)                                                                                       \
    { OX_ACTION_WAIT, EASE_LINEAR, (ticks), 0, 0, 0, 0 }
#define OX_CALL(what, argument)                                                                              \
    { OX_ACTION_CALL, EASE_LINEAR, 0, (what), (argument), 0, 0 }
/* Starts a program with a tag on the same node; the program gets the ticks that are left over. */
#define OX_SPAWN(program, tag)                                                                               \
    { OX_ACTION_SPAWN, EASE_LINEAR, 0, (program), (tag), 0, 0 }
/* `times`: how often the steps from number `step` up to the repeat run in all, up to 65535; 0: forever. */
#define OX_REPEAT(times, step)                                                                               \
    { OX_ACTION_REPEAT, EASE_LINEAR, 0, (times), (step), 0, 0 }
#define OX_ACTION_END                                                                                        \
    { OX_ACTION_STOP, EASE_LINEAR, 0, 0, 0, 0, 0 }

typedef enum ox_action_property {
    OX_ACTION_PLACE,   /* x, y, z */
    OX_ACTION_SCALE,   /* x, y, z */
    OX_ACTION_TURN,    /* three angles, 0..65535 */
    OX_ACTION_TINT,    /* a colour in value[0] */
    OX_ACTION_PICTURE, /* a number in value[0] */
    OX_ACTION_PROPERTIES
} ox_action_property;

typedef struct ox_action_target {
    /* `read` and `write` return false when the node is gone, or has no such property. They must not change any
     * action. */
    bool (*read)(void *world, uint32_t node, ox_action_property property, int32_t value[3]);
    bool (*write)(void *world, uint32_t node, ox_action_property property, const int32_t value[3]);
    void (*call)(void *world, uint32_t node, uint32_t what, int32_t argument); /* or NULL */
} ox_action_target;

#define OX_ACTION_DEPTH 4      /* nested repeats that count */
#define OX_ACTION_AT_ONCE 256u /* steps without time that one action may do in a row */

typedef struct ox_action_run {
    ox_roster_slot slot; /* the owner is the node */
    uint32_t tag;
    uint32_t credit; /* ticks that the action has when it first runs */
    uint16_t program, step, elapsed;
    uint8_t depth;
    bool begun; /* `from` and `to` are those of this step */
    int32_t from[3], to[3];
    struct {
        uint16_t step, done;
    } repeats[OX_ACTION_DEPTH];
} ox_action_run;

typedef struct ox_actions {
    ox_roster roster;
    const ox_action *const *programs;
    uint32_t program_count;
    const ox_action_target *target;
    void *world;
    uint32_t left;     /* during an update: ticks that the running action has left */
    uint32_t mistakes; /* actions that were ended because their program never lets time go by, or is nested
                          too deep */
    bool updating;
} ox_actions;

#define OX_ACTIONS_BYTES(capacity) OX_ROSTER_BYTES(sizeof(ox_action_run), capacity)

typedef struct ox_actions_config {
    void *storage; /* OX_ACTIONS_BYTES(capacity), aligned to 4 */
    uint32_t capacity;
    const ox_action *const *programs; /* must be valid: ox_action_check */
    uint32_t program_count;           /* at most 65535 */
    const ox_action_target *target;
    void *world; /* handed to the target */
} ox_actions_config;

/* Begins without actions. */
void ox_actions_init(ox_actions *actions, const ox_actions_config *config);

/* Checks a program. OX_BAD_DATA for a step that cannot be run: an unknown kind or curve, a program to spawn that is not
 * below program_count, a repeat of later steps or deeper than OX_ACTION_DEPTH; *step is the step's number. The program
 * must have an end within `steps` steps. */
FX_MUST_CHECK ox_status ox_action_check(const ox_action *program, uint32_t steps, uint32_t program_count,
                                        uint32_t *step);

/* Starts a program, which begins with the next update, or with the ticks that are left in the update under way.
 * OX_FULL, counted in the roster; OX_BAD_ARGUMENT for a program that does not exist. `handle` may be NULL. */
FX_MUST_CHECK ox_status ox_actions_start(ox_actions *actions, uint32_t program, uint32_t node, uint32_t tag,
                                         ox_handle *handle);

/* Starts a program as ox_actions_start; actions that ran on the node with this tag are cancelled first. */
FX_MUST_CHECK ox_status ox_actions_replace(ox_actions *actions, uint32_t program, uint32_t node, uint32_t tag,
                                           ox_handle *handle);

/* End actions of a node, with a tag or all, and return how many were ended; values stay as they are. */
uint32_t ox_actions_cancel(ox_actions *actions, uint32_t node, uint32_t tag);
uint32_t ox_actions_remove_node(ox_actions *actions, uint32_t node);

/* Whether the action of the handle is under way; and how many actions run on a node with a tag. */
bool ox_actions_alive(const ox_actions *actions, ox_handle handle);
uint32_t ox_actions_count(const ox_actions *actions, uint32_t node, uint32_t tag);

/* Lets ticks go by for all actions, in the order of their starting. */
void ox_actions_update(ox_actions *actions, uint32_t ticks);

/* Save and restore all actions under way. The programs must be the same when an image is read back. After OX_BAD_DATA
 * no action is under way. */
void ox_actions_save(const ox_actions *actions, ox_writer *to);
FX_MUST_CHECK ox_status ox_actions_restore(ox_actions *actions, ox_reader *from);

#endif
