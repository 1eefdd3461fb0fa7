/* What the files of actions share: rows of the chunk, where the state of an action lies, and the step of a control. */
#ifndef OXCART_KERNEL_INPUT_MAP_INTERNAL_H
#define OXCART_KERNEL_INPUT_MAP_INTERNAL_H

#include "kernel/input_map/input_map.h"
#include "rom/chunks.h"
#include "rom/rom.h"

enum { ACTION_LONG = 65535 }; /* steps: the end of counting */

/* Flags of a control: it is active; all its buttons are held but still wait for a chord; a touch of its zone; the last part of a
 * sequence is done, and its button held; it is done in this step; a chord that counts when it is let go; a context above has its buttons. */
enum {
    CONTROL_ACTIVE = 1,
    CONTROL_WAITING = 2,
    CONTROL_TOUCHED = 4,
    CONTROL_DONE = 8,
    CONTROL_NEW = 16,
    CONTROL_CAUGHT = 32,
    CONTROL_SHADOWED = 64
};

/* What a step hands from function to function. */
typedef struct action_step {
    ox_input_map *all;
    ox_input_map_player *player;
    const ox_input *input;
    uint32_t held;     /* buttons as the port has them, moved to where one hand reaches them */
    uint32_t down, up; /* buttons that went down and up in this step */
    uint32_t longest;  /* parts of the longest sequence that ended in this step */
    uint32_t shadows[OX_INPUT_MAP_CONTEXTS]; /* what contexts above each have: reach_of_control */
} action_step;

/* Whether a control is active in this step, and its value. */
bool ox_input_control_step(const action_step *s, ox_input_control *c, const uint8_t *row, uint32_t buttons,
                           fx value[2]);

/* Moves a sequence on, before any control is asked: the longest that ends is known then. */
void ox_input_sequence_step(action_step *s, ox_input_control *c, const uint8_t *row);

/* The buttons that a control uses, and bits behind them for the stick and the pointer. */
uint32_t ox_input_control_reach(const ox_input_map_player *p, const uint8_t *row, uint32_t buttons);

/* Chosen of what was offered in the last step; masks grow older. */
void ox_input_access_step(ox_input_map_player *p);

/* Looks whether a quick time event ends in this step. */
void ox_input_quick_time_step(const ox_input_map *map, uint32_t player);

/* The context of an action: 1 for the lowest; 0: it has none, or the player is not in it. */
uint32_t ox_input_level_of(const ox_input_map_player *p, const uint8_t *row);

/* Whether an action counts for the player: in one of the contexts, and not masked. */
bool ox_input_is_there(const ox_input_map_player *p, const uint8_t *row);

static inline const uint8_t *action_row(const ox_input_map *map, uint32_t number) {
    return map->chunk + rom_word(map->chunk + ROM_ACTIONS_ACTIONS_AT) + (size_t)number * ROM_ACTION_SIZE;
}

static inline const uint8_t *control_row(const ox_input_map *map, uint32_t number) {
    return map->chunk + rom_word(map->chunk + ROM_ACTIONS_CONTROLS_AT) +
           (size_t)number * ROM_ACTION_CONTROL_SIZE;
}

static inline ox_input_action *action_at(const ox_input_map *map, uint32_t player, uint32_t number) {
    return &map->list[player * map->count + number];
}

/* A control of an action, by its number among them. */
static inline ox_input_control *control_at(const ox_input_map *map, uint32_t player, uint32_t action,
                                           uint32_t number) {
    return &map->controls[player * map->control_count +
                          rom_half(action_row(map, action) + ROM_ACTION_FIRST_CONTROL) + number];
}

static inline bool is_single(uint32_t buttons) { return buttons != 0 && (buttons & (buttons - 1)) == 0; }

#endif
