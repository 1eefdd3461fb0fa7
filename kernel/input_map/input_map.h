/* Actions: what a player means, whatever the hands do. A table says which controls lead to which action; each step makes of the player's input
 * which actions are active, which began, which ended, and how far.
 *
 *     ox_input_map_bind(&map, chunk);                                          chunk: ACTN, checked
 *     each step, of each player: ox_input_map_step(&map, player, &input);
 *     if (ox_input_action_began(&map, 0, OX_NAME("jump"))) ...
 *     ox_input_action_value(&map, 0, OX_NAME("move"), &x, &y);
 *
 * CONTROLS. An action has any number of them, and is active while one of them is:
 *
 *     buttons     one that is held; several are a chord: all of them, pressed within some steps of one another. A stick that is pushed more than
 *                 half way counts as the direction, too.
 *     sequence    buttons that go down one after the other in time, and no others between them; active while the last one is held. A wrong button that is
 *                 the first of the sequence begins it anew. FORWARD and BACK are RIGHT and LEFT, for mirrored players LEFT and RIGHT.
 *     stick       the stick, or the directions in its place: two values
 *     pair        two buttons that are the ends of one value
 *     touch       the pointer is held, and went down within a part of the picture. A touch belongs to the action in whose part it began, wherever
 *                 it goes; its values are how far it was moved, as a stick of 24 pixels.
 *     turn        the stick goes round: its four quarters one after the other, in time; active for a step
 *
 * A button that is a part of a chord waits as long as the chord's other buttons may need, if it leads to an action by itself, too: then either
 * the chord or the button counts. A press that is shorter than that counts when it ends.
 *
 * EDGES. A button counts from the step in which it goes down. What was held already counts when it goes down again: behind a screen
 * that took the input, behind a change of context, behind a change of the button.
 *
 * CONTEXTS. An action of a context is there while the player is in it; one without a context always is. (Gregory, GEA 8.5: chords, sequences, contexts,
 * remapping; Madhav 5; Nystrom, "Command".)
 *
 * Bytes, 32 bits: 20 an action, 12 a control, 32 a player. Cost, Cortex-M3: some 60 instructions an action and 40 a control in each step. */
#ifndef OXCART_KERNEL_INPUT_MAP_INPUT_MAP_H
#define OXCART_KERNEL_INPUT_MAP_INPUT_MAP_H

#include "kernel/bytes/stream.h"
#include "kernel/input/record.h"
#include "kernel/names/id.h"

/* Buttons that there are; pixels of a touch's full way. */
enum { OX_INPUT_MAP_BUTTONS = 12, OX_INPUT_MAP_REACH = 24 };

/* One action of one player. */
typedef struct ox_input_action {
    fx x, y;        /* its value now, -1 to 1: right and up are positive; a button's x is 1 */
    uint16_t steps; /* that it has been active, this one too; 0: it is not */
    uint16_t since; /* steps since it began last, up to 65,535 */
    uint16_t gap;   /* steps between the last two times that it began, 65,535: far apart */
    uint16_t meant; /* steps that one of its controls has been active */
    uint8_t flags;
    uint8_t button;  /* in the place of its first button, + 1; 0: as the table says */
    uint16_t lasted; /* steps that it was active, when it ended last */
} ox_input_action;

enum {
    OX_INPUT_ACTION_BEGAN = 1,
    OX_INPUT_ACTION_ENDED = 2,
    OX_INPUT_ACTION_STALE = 4,  /* to be let go before it counts */
    OX_INPUT_ACTION_TOGGLED = 8 /* on, of those that a press turns on and the next one off */
};

typedef struct ox_input_control {
    uint16_t age;           /* steps since a sequence or a turn began */
    uint8_t progress;       /* its parts that are done */
    uint8_t flags;          /* the map's own */
    int16_t from_x, from_y; /* where the touch began */
    uint8_t quarter;        /* of the stick at the last step, + 1; 0: in the middle */
    uint8_t spare[3];
} ox_input_control;

typedef struct ox_input_map_player {
    ox_id context;
    uint32_t held;                      /* buttons and directions of the stick at the last step */
    uint32_t live;                      /* of them, those that went down where actions saw it */
    uint32_t used;                      /* of them, those that a chord has */
    uint8_t ages[OX_INPUT_MAP_BUTTONS]; /* steps since each went down, up to 255 */
    uint32_t mirrored;
} ox_input_map_player;

typedef struct ox_input_map {
    const uint8_t *chunk; /* NULL: there are none */
    ox_input_map_player *players;
    ox_input_action *list;      /* of each player all of them */
    ox_input_control *controls; /* likewise */
    uint32_t player_count, count, control_count;
    int32_t width, height; /* of the picture */
} ox_input_map;

/* How many actions and controls a chunk has. */
uint32_t ox_input_map_actions(const uint8_t *chunk);
uint32_t ox_input_map_controls(const uint8_t *chunk);

/* Takes a chunk up: no action is active, and buttons that are held must go down anew. Contexts and mirrors of players stay. The arrays of *map
 * must have room for the chunk's actions and controls, for each player. */
void ox_input_map_bind(ox_input_map *map, const uint8_t *chunk);

/* One step of a player. */
void ox_input_map_step(ox_input_map *map, uint32_t player, const ox_input *input);

/* The number of an action, -1 for none. Cost: a search in a sorted list. */
int ox_input_action_find(const ox_input_map *map, ox_id name);

/* An action of a player by name, NULL where there is none of that name or no such player. What it says stands still between two steps. */
const ox_input_action *ox_input_action_of(const ox_input_map *map, uint32_t player, ox_id name);
bool ox_input_action_began(const ox_input_map *map, uint32_t player, ox_id name);
bool ox_input_action_ended(const ox_input_map *map, uint32_t player, ox_id name);
bool ox_input_action_active(const ox_input_map *map, uint32_t player, ox_id name);
/* How many steps it has been active; in the step in which it ended: had been. 0 where there is no such action. */
uint32_t ox_input_action_steps(const ox_input_map *map, uint32_t player, ox_id name);

/* Where it leads: -1 to 1, right and up positive; of a button x is 1. */
void ox_input_action_value(const ox_input_map *map, uint32_t player, ox_id name, fx *x, fx *y);

/* The number of steps between the last two times that the action began, for rapid taps: 0 when they are farther apart than its row allows, or longer ago. */
uint32_t ox_input_action_tap_gap(const ox_input_map *map, uint32_t player, ox_id name);

/* Puts another button (PLAT_..., one) in the place of the action's first one; an action of the same context that had that button gets
 * the old one. 0 takes the table's again, and swaps nothing. False: there is no such action, it has no single button, or that is none. */
bool ox_input_action_set_button(ox_input_map *map, uint32_t player, ox_id name, uint32_t button);

/* The action's first button as it is now, 0: it has none. */
uint32_t ox_input_action_button(const ox_input_map *map, uint32_t player, ox_id name);

/* The player's context from the next step on; 0: none. */
void ox_input_map_enter(ox_input_map *map, uint32_t player, ox_id context);

/* The state, between steps. OX_BAD_DATA changes nothing. */
void ox_input_map_save(const ox_input_map *map, ox_writer *to);
FX_MUST_CHECK ox_status ox_input_map_restore(ox_input_map *map, ox_reader *from);

#endif
