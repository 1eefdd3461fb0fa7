/* What the files of actions share: rows of the chunk, and where the state of an action lies. */
#ifndef OXCART_KERNEL_INPUT_MAP_INTERNAL_H
#define OXCART_KERNEL_INPUT_MAP_INTERNAL_H

#include "kernel/input_map/input_map.h"
#include "rom/chunks.h"
#include "rom/rom.h"

enum { ACTION_LONG = 65535 }; /* steps: the end of counting */

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
