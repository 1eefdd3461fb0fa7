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
 *     sequence    buttons that go down one after the other in time, and no others between them; active while the last one is held. A part may ask that
 *                 its button is held for a while, or that it goes up. A wrong button that is the first of the sequence begins it anew. Of sequences
 *                 that end in the same step the longest counts. The stick may come into a quarter, or a finger go down in a half of the picture, in place of a button. FORWARD and BACK are RIGHT and LEFT, for mirrored players LEFT and RIGHT.
 *     stick       the stick, or the directions in its place: two values; with a dead zone of its own, if the row says so (kernel/input/condition.h);
 *                 or the second stick, the machine's lean, the pointer's movement in a step, all of it being 24 pixels, the edge of the picture at
 *                 which the pointer is (in the corners both), or the notches of the wheel, a quarter of the way each, up being away from the user
 *     trigger     how far it is pulled, 0 to 1; of both: right less left
 *     key         a key of a keyboard
 *     pair        two buttons that are the ends of one value
 *     touch       a finger, or the pointer, went down within a part of the picture and is down. A touch belongs to the action in whose part it began, wherever
 *                 it goes, and each action has a finger of its own; its values are how far it was moved, as a stick of 24 pixels, with the dead
 *                 zone of a stick, if the row says so.
 *     turn        the stick goes round: its four quarters one after the other, in time; active for a step
 *
 * CHORDS. A button that is a part of a chord waits as long as the chord's other buttons may need, if it leads to an action by itself, too: then either
 * the chord or the button counts. A press that is shorter than that counts when it ends. A row may say otherwise: both count; the chord counts when it
 * is let go, and single buttons too; or buttons count at once, and end when the chord begins.
 *
 * EDGES. A button counts from the step in which it goes down. What was held already counts when it goes down again: behind a screen
 * that took the input, behind a change of context, of owner, of a mask or of the button.
 *
 * CHARGES. An action that is charged counts its steps up to a number; when it ends, the steps are its shot. It may end by itself one step behind that
 * number, once, and may lose its charge where the player leaves its context.
 *
 * ASSIST. What one player's hands cannot do the player may have otherwise (ox_input_action_assist, ox_input_map_player): actions that a press turns on
 * and the next one off, or that last while they are held, whatever the table says; actions that begin again and again while they last; `patience`: buttons
 * of a chord may be pressed one after the other, and chords, sequences and turns may take so many steps longer; `hand`: all buttons for one hand. With the
 * left hand L makes X, Y, A, B of UP, LEFT, RIGHT, DOWN, and START of SELECT while it is held; with the right hand R makes directions of them, and SELECT of
 * START. What is off costs nothing.
 *
 * CONTEXTS. An action of a context is there while the player is in it; one without a context always is. Contexts lie on one another: the
 * topmost has the buttons that its actions use, others fall through to those below, unless it is alone.
 *
 * OWNERS AND MASKS. Actions of a group may be owned: then everybody else sees them at rest. Masks put actions to rest for all, as long as an object
 * holds one; they go with the object.
 *
 * QUICK TIME EVENTS. A player may be asked for an action within a window of steps, once or several times (ox_input_map_quick_time): too early, too late, another action in
 * its place, or success is how it ends. Which button it takes tells ox_input_action_button, and `{button:ACTION}` in words.
 *
 * OFFERS. Things may be offered for an action ("use"); the nearest one of the last step is what it would do, of equally near ones that of the highest
 * priority, then the one whose handle is least. (Gregory, GEA 8.5: chords, sequences, contexts, remapping; Madhav 5; Nystrom, "Command".)
 *
 * Bytes, 32 bits: 40 an action, 14 a control, 304 a player. Cost, on a desktop: some 600 instructions a step and player, and 300 an action with one
 * control. */
#ifndef OXCART_KERNEL_INPUT_MAP_INPUT_MAP_H
#define OXCART_KERNEL_INPUT_MAP_INPUT_MAP_H

#include "kernel/bytes/stream.h"
#include "kernel/input/condition.h"
#include "kernel/input/record.h"
#include "kernel/names/id.h"

enum {
    OX_INPUT_MAP_BUTTONS = 12,
    OX_INPUT_MAP_REACH = 24,   /* pixels of a touch's full way */
    OX_INPUT_MAP_CONTEXTS = 4, /* that lie on one another */
    OX_INPUT_MAP_MASKS = 8,    /* of a player at a time, likewise the others */
    OX_INPUT_MAP_OWNERS = 4,
    OX_INPUT_MAP_OFFERS = 4,
    OX_INPUT_MAP_MASK_LONG = 3600, /* steps after which a mask looks forgotten */
    OX_INPUT_MAP_PATIENCE = 240,   /* steps at most */
    OX_INPUT_MAP_CURSOR = 4000,    /* pixels a second at most */
    OX_INPUT_MAP_BOOST = 16
};

/* Hands that a player plays with. */
typedef enum ox_input_hand { OX_INPUT_BOTH_HANDS, OX_INPUT_LEFT_HAND, OX_INPUT_RIGHT_HAND } ox_input_hand;

/* One action of one player. */
typedef struct ox_input_action {
    fx x, y;                        /* its value now, -1 to 1: right and up are positive; a button's x is 1 */
    ox_input_filter slow_x, slow_y; /* of values that follow slowly */
    uint16_t steps;                 /* that it has been active, this one too; 0: it is not */
    uint16_t since;                 /* steps since it began last, up to 65,535 */
    uint16_t gap;                   /* steps between the last two times that it began, 65,535: far apart */
    uint16_t meant;                 /* steps that one of its controls has been active */
    uint8_t flags;
    uint8_t button;  /* in the place of its first button, + 1; 0: as the table says */
    uint16_t lasted; /* steps that it was active, when it ended last */
    uint16_t reach;  /* buttons that may wake it, of an action of buttons alone; 0: of another action */
} ox_input_action;

enum {
    OX_INPUT_ACTION_BEGAN = 1,
    OX_INPUT_ACTION_ENDED = 2,
    OX_INPUT_ACTION_STALE = 4,     /* to be let go before it counts */
    OX_INPUT_ACTION_TOGGLED = 8,   /* on, of those that a press turns on and the next one off */
    OX_INPUT_ACTION_INVERTED = 16, /* up is down, or, where the table says that, up again */
    OX_INPUT_ACTION_LATCHED =
        32, /* a press turns it on and the next one off, or, where the table says that, not */
    OX_INPUT_ACTION_REPEATED = 64, /* it begins again and again, or, where the table says that, not */
    OX_INPUT_ACTION_CHOSEN = OX_INPUT_ACTION_INVERTED | OX_INPUT_ACTION_LATCHED | OX_INPUT_ACTION_REPEATED
};

/* What a player may want of an action otherwise than the table says. */
typedef enum ox_input_assist { OX_INPUT_INVERT, OX_INPUT_LATCH, OX_INPUT_REPEAT_WHILE } ox_input_assist;

typedef struct ox_input_control {
    uint16_t age;           /* steps since a sequence or a turn began */
    uint16_t since;         /* steps since the last part of a sequence */
    uint8_t progress;       /* its parts that are done */
    uint8_t flags;          /* the map's own */
    int16_t from_x, from_y; /* where the touch began */
    int16_t finger;         /* that touches; 0: the pointer */
    uint8_t quarter;        /* of the stick at the last step, + 1; 0: in the middle */
    uint8_t spare;
} ox_input_control;

/* What put actions to rest. */
typedef struct ox_input_mask {
    uint32_t owner; /* the handle of an object; 0: none */
    ox_id group;    /* 0: all actions */
    uint16_t count; /* how often it was made; 0: no mask */
    uint16_t age;   /* steps since then, up to 65,535 */
} ox_input_mask;

typedef struct ox_input_owner {
    ox_id group;
    uint32_t owner; /* the handle of an object; 0: no owner */
} ox_input_owner;

typedef struct ox_input_offer {
    ox_id action;          /* 0: no offer */
    uint32_t best, chosen; /* handles: of this step so far; of the last one */
    fx distance;           /* of `best` */
    int32_t priority;
} ox_input_offer;

typedef enum ox_quick_time_result {
    OX_QUICK_TIME_NONE,
    OX_QUICK_TIME_WAITS,
    OX_QUICK_TIME_SUCCESS,
    OX_QUICK_TIME_EARLY,
    OX_QUICK_TIME_LATE,
    OX_QUICK_TIME_WRONG,
    OX_QUICK_TIME_RESULTS
} ox_quick_time_result;

/* What a player is asked for. */
typedef struct ox_quick_time {
    ox_id action;           /* 0: nothing */
    uint16_t after, within; /* steps until the window opens; steps that it is open */
    uint16_t presses;       /* times that the action has to begin in it, at least 1 */
    bool is_strict;         /* another action that begins is wrong */
    uint16_t age, done;     /* steps since it was asked; times that the action has begun */
    uint8_t result;         /* ox_quick_time_result */
    bool is_over;           /* it ended in this step */
} ox_quick_time;

typedef struct ox_input_map_player {
    ox_id contexts[OX_INPUT_MAP_CONTEXTS];
    uint32_t depth;                     /* how many contexts there are */
    uint32_t alone;                     /* a bit for each: nothing of those below it is there */
    uint32_t held;                      /* buttons and directions of the stick at the last step */
    uint32_t live;                      /* of them, those that went down where actions saw it */
    uint32_t used;                      /* of them, those that a chord has */
    uint8_t ages[OX_INPUT_MAP_BUTTONS]; /* steps since each went down, up to 255 */
    uint32_t mirrored;
    uint32_t kept;     /* buttons that were let go but may still become parts of a chord */
    uint32_t patience; /* steps, 0 to OX_INPUT_MAP_PATIENCE */
    uint32_t hand;     /* ox_input_hand */
    uint32_t cursor,
        boost; /* of the pointer that the pad drives: pixels a second, 0: it drives none; how many times that after half a second, 16.16 */
    uint32_t dead; /* the dead zone of the player's stick, of 32767, in place of all others; 0: as rows say */
    uint32_t masked; /* how many masks there were at the last step */
    ox_input_mask masks[OX_INPUT_MAP_MASKS];
    ox_input_owner owners[OX_INPUT_MAP_OWNERS];
    ox_input_offer offers[OX_INPUT_MAP_OFFERS];
    ox_quick_time quick_time;
} ox_input_map_player;

/* A pointer that a pad drives, where it is now; it is input and no state. */
typedef struct ox_input_cursor {
    int32_t at[2];   /* pixels, 16.16 */
    uint32_t pushed; /* steps that it has been pushed */
    bool is_placed;
} ox_input_cursor;

typedef struct ox_input_map {
    ox_input_cursor cursor;
    const uint8_t *chunk; /* NULL: there are none */
    ox_input_map_player *players;
    ox_input_action *list;      /* of each player all of them */
    ox_input_control *controls; /* likewise */
    uint32_t player_count, count, control_count;
    int32_t width, height;          /* of the picture */
    bool has_chords, has_sequences; /* some control is one */
} ox_input_map;

/* Whether some control of a chunk needs what only some machines sense: keys, triggers, fingers ... */
bool ox_input_map_senses(const uint8_t *chunk);

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
/* How many steps it has been active; in the step in which it ended: had been; at most as many as it is charged. 0 where there is no such action. */
uint32_t ox_input_action_steps(const ox_input_map *map, uint32_t player, ox_id name);
/* The same as a part of its full charge, 0 to 1; 0 for an action that is not charged. */
fx ox_input_action_charge(const ox_input_map *map, uint32_t player, ox_id name);

/* Where it leads: -1 to 1, right and up positive; of a button x is 1. */
void ox_input_action_value(const ox_input_map *map, uint32_t player, ox_id name, fx *x, fx *y);

/* The number of steps between the last two times that the action began, for rapid taps: 0 when they are farther apart than its row allows, or longer ago. */
uint32_t ox_input_action_tap_gap(const ox_input_map *map, uint32_t player, ox_id name);

/* ---- what players choose ---- */

/* What becomes of an action of the same context that has the wanted button already. */
typedef enum ox_input_conflict {
    OX_INPUT_SWAP,   /* it gets the old one */
    OX_INPUT_REFUSE, /* nothing changes */
    OX_INPUT_SHARE   /* both have it */
} ox_input_conflict;

/* Puts another button (PLAT_..., one) in the place of the action's first one. 0 takes the table's again, and swaps nothing. False, and nothing
 * happens: there is no such action, it has no single button (a stick is none), that is no button, or another action refuses it. */
bool ox_input_action_set_button(ox_input_map *map, uint32_t player, ox_id name, uint32_t button,
                                ox_input_conflict conflict);

/* Turns about what the table says of an action's up and down, of its latch, of its repeats; false where there is no such action. ox_input_action_is says how
 * it is for the player, ox_input_action_want makes it so. */
bool ox_input_action_assist(ox_input_map *map, uint32_t player, ox_id name, ox_input_assist what,
                            bool turned);
bool ox_input_action_is(const ox_input_map *map, uint32_t player, ox_id name, ox_input_assist what);
bool ox_input_action_want(ox_input_map *map, uint32_t player, ox_id name, ox_input_assist what, bool wanted);

/* What a player chose besides actions (dead zone, patience, hand) as a number that can be kept, 0: nothing; and the choice of such a number. */
uint32_t ox_input_map_choice(const ox_input_map *map, uint32_t player);
void ox_input_map_choose(ox_input_map *map, uint32_t player, uint32_t choice);

/* Buttons and ways as the table says, for all actions of a player, and no dead zone, patience or hand of the player's own. */
void ox_input_map_reset(ox_input_map *map, uint32_t player);

/* What a player chose for an action, as a number that can be kept, 0: nothing; and the choice of such a number. Numbers that are none choose nothing. */
uint32_t ox_input_action_choice(const ox_input_map *map, uint32_t player, uint32_t number);
void ox_input_action_choose(ox_input_map *map, uint32_t player, uint32_t number, uint32_t choice);

/* The action's first button as it is now, 0: it has none. */
uint32_t ox_input_action_button(const ox_input_map *map, uint32_t player, ox_id name);

/* ---- a pointer for pads ---- */

/* Lets the first player's stick, or directions, drive the pointer of what was polled, `steps` after the poll before at `rate` steps a second, and A hold it;
 * those are not there for others then. A pointer that moves by itself, or is held, leads: the pad goes on from there. Where the player's `cursor` is 0 nothing
 * happens. What comes out is input like any other: it is recorded and replayed as such. */
void ox_input_map_drive(ox_input_map *map, uint32_t steps, uint32_t rate, plat_input *polled);

/* ---- contexts, masks, owners, offers: from the next step on ---- */

/* One context in the place of all; 0: none. */
void ox_input_map_enter(ox_input_map *map, uint32_t player, ox_id context);
/* One more, on those that there are; `alone`: nothing of those below is there, nor actions without a context. False: OX_INPUT_MAP_CONTEXTS lie there.
 * ox_input_map_leave takes the topmost away, ox_input_map_context tells it, 0 for none. */
bool ox_input_map_push(ox_input_map *map, uint32_t player, ox_id context, bool alone);
void ox_input_map_leave(ox_input_map *map, uint32_t player);
ox_id ox_input_map_context(const ox_input_map *map, uint32_t player);

/* Puts the actions of a group (0: all) to rest, except for those that masks leave alone, until the mask is taken away as often as it was made; `who` says
 * its owner and the group. False: there are OX_INPUT_MAP_MASKS already; there was no such mask. */
bool ox_input_map_mask(ox_input_map *map, uint32_t player, const ox_input_mask *who);
bool ox_input_map_unmask(ox_input_map *map, uint32_t player, const ox_input_mask *who);

/* Gives the actions of a group to an object by its handle, and takes them from whoever had them; 0: everybody has them. False: OX_INPUT_MAP_OWNERS
 * groups are owned. Natives show them to their owner alone; code in C asks ox_input_map_owner, 0 for none. */
bool ox_input_map_own(ox_input_map *map, uint32_t player, ox_id group, uint32_t owner);
uint32_t ox_input_map_owner(const ox_input_map *map, uint32_t player, ox_id group);
/* The group of an action, 0 for none. */
ox_id ox_input_action_group(const ox_input_map *map, ox_id name);

/* Offers a thing for an action, at some distance; false: things are offered for OX_INPUT_MAP_OFFERS other actions. ox_input_action_offered is
 * what was chosen of all that was offered in the last step, 0: nothing. */
bool ox_input_action_offer(ox_input_map *map, uint32_t player, const ox_input_offer *offer);
uint32_t ox_input_action_offered(const ox_input_map *map, uint32_t player, ox_id name);

/* Asks the player for an action from the next step on, in the place of what was asked for; the members from `age` on are the map's own. False: there is no
 * such action. The result stands in players[].quick_time until the next one. */
bool ox_input_map_quick_time(ox_input_map *map, uint32_t player, const ox_quick_time *q);

/* ---- the state ---- */

/* The state, between steps. OX_BAD_DATA changes nothing. */
void ox_input_map_save(const ox_input_map *map, ox_writer *to);
FX_MUST_CHECK ox_status ox_input_map_restore(ox_input_map *map, ox_reader *from);

#endif
