/* What is asked of actions, what players choose, and the state. */
#include "kernel/input_map/internal.h"

int ox_input_action_find(const ox_input_map *map, ox_id name) {
    uint32_t low = 0, high = map->count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        const ox_id there = rom_word(action_row(map, middle) + ROM_ACTION_NAME);
        if (there == name) return (int)middle;
        if (there < name)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

const ox_input_action *ox_input_action_of(const ox_input_map *map, uint32_t player, ox_id name) {
    const int number = player < map->player_count ? ox_input_action_find(map, name) : -1;
    return number < 0 ? NULL : action_at(map, player, (uint32_t)number);
}

bool ox_input_action_began(const ox_input_map *map, uint32_t player, ox_id name) {
    const ox_input_action *action = ox_input_action_of(map, player, name);
    return action != NULL && (action->flags & OX_INPUT_ACTION_BEGAN) != 0;
}

bool ox_input_action_ended(const ox_input_map *map, uint32_t player, ox_id name) {
    const ox_input_action *action = ox_input_action_of(map, player, name);
    return action != NULL && (action->flags & OX_INPUT_ACTION_ENDED) != 0;
}

bool ox_input_action_active(const ox_input_map *map, uint32_t player, ox_id name) {
    const ox_input_action *action = ox_input_action_of(map, player, name);
    return action != NULL && action->steps > 0;
}

uint32_t ox_input_action_steps(const ox_input_map *map, uint32_t player, ox_id name) {
    const ox_input_action *action = ox_input_action_of(map, player, name);
    if (action == NULL) return 0;
    return (action->flags & OX_INPUT_ACTION_ENDED) != 0 ? action->lasted : action->steps;
}

void ox_input_action_value(const ox_input_map *map, uint32_t player, ox_id name, fx *x, fx *y) {
    const ox_input_action *action = ox_input_action_of(map, player, name);
    *x = action == NULL ? 0 : action->x;
    *y = action == NULL ? 0 : action->y;
}

uint32_t ox_input_action_tap_gap(const ox_input_map *map, uint32_t player, ox_id name) {
    const ox_input_action *action = ox_input_action_of(map, player, name);
    if (action == NULL) return 0;
    const uint32_t most =
        rom_half(action_row(map, (uint32_t)ox_input_action_find(map, name)) + ROM_ACTION_TAPS);
    return action->gap <= most && action->since < most ? action->gap : 0;
}

/* ---- what players choose ---- */

/* The action's first single button by the table, 0 for none. */
static uint32_t listed_button(const ox_input_map *map, uint32_t number) {
    const uint8_t *row = action_row(map, number);
    for (uint32_t i = 0; i < rom_half(row + ROM_ACTION_CONTROL_COUNT); i++) {
        const uint8_t *control = control_row(map, rom_half(row + ROM_ACTION_FIRST_CONTROL) + i);
        const uint32_t buttons = rom_half(control + ROM_ACTION_CONTROL_BUTTONS);
        if (control[ROM_ACTION_CONTROL_KIND] == ROM_ACTION_CONTROL_PRESS && is_single(buttons))
            return buttons;
    }
    return 0;
}

static uint32_t button_now(const ox_input_map *map, uint32_t player, uint32_t number) {
    const uint32_t chosen = action_at(map, player, number)->button;
    return chosen != 0 ? 1u << (chosen - 1) : listed_button(map, number);
}

static void give_button(ox_input_map *map, uint32_t player, uint32_t number, uint32_t button) {
    ox_input_action *action = action_at(map, player, number);
    action->button = 0;
    for (uint32_t i = 0; button != 0 && i < OX_INPUT_MAP_BUTTONS; i++)
        if (button == 1u << i) action->button = (uint8_t)(i + 1);
    action->flags |= OX_INPUT_ACTION_STALE;
}

bool ox_input_action_set_button(ox_input_map *map, uint32_t player, ox_id name, uint32_t button) {
    const int found = player < map->player_count ? ox_input_action_find(map, name) : -1;
    if (found < 0 || button >= 1u << OX_INPUT_MAP_BUTTONS || (button != 0 && !is_single(button)))
        return false;
    const uint32_t number = (uint32_t)found, old = button_now(map, player, number);
    const ox_id context = rom_word(action_row(map, number) + ROM_ACTION_CONTEXT);
    if (old == 0) return false;
    for (uint32_t i = 0; button != 0 && button != old && i < map->count; i++)
        if (rom_word(action_row(map, i) + ROM_ACTION_CONTEXT) == context &&
            button_now(map, player, i) == button)
            give_button(map, player, i, old);
    give_button(map, player, number, button);
    return true;
}

uint32_t ox_input_action_button(const ox_input_map *map, uint32_t player, ox_id name) {
    const int number = player < map->player_count ? ox_input_action_find(map, name) : -1;
    return number < 0 ? 0 : button_now(map, player, (uint32_t)number);
}

void ox_input_map_enter(ox_input_map *map, uint32_t player, ox_id context) {
    if (player < map->player_count) map->players[player].context = context;
}

/* ---- state ---- */

/* A number that was read, and must be below `limit`; any other makes the reader bad. */
static uint32_t read_small(ox_reader *from, uint32_t value, uint32_t limit) {
    if (value < limit) return value;
    from->bad = true;
    return 0;
}

static void save_action(const ox_input_action *action, ox_writer *to) {
    ox_write_i32(to, action->x);
    ox_write_i32(to, action->y);
    ox_write_u16(to, action->steps);
    ox_write_u16(to, action->since);
    ox_write_u16(to, action->gap);
    ox_write_u16(to, action->meant);
    ox_write_u16(to, action->lasted);
    ox_write_u8(to, action->flags);
    ox_write_u8(to, action->button);
}

static void restore_action(ox_input_action *action, ox_reader *from) {
    action->x = ox_read_i32(from);
    action->y = ox_read_i32(from);
    action->steps = (uint16_t)ox_read_u16(from);
    action->since = (uint16_t)ox_read_u16(from);
    action->gap = (uint16_t)ox_read_u16(from);
    action->meant = (uint16_t)ox_read_u16(from);
    action->lasted = (uint16_t)ox_read_u16(from);
    action->flags = (uint8_t)read_small(from, ox_read_u8(from), 16);
    action->button = (uint8_t)read_small(from, ox_read_u8(from), OX_INPUT_MAP_BUTTONS + 1);
}

static void save_control(const ox_input_control *control, ox_writer *to) {
    ox_write_u16(to, control->age);
    ox_write_u8(to, control->progress);
    ox_write_u8(to, control->flags);
    ox_write_u16(to, (uint16_t)control->from_x);
    ox_write_u16(to, (uint16_t)control->from_y);
    ox_write_u8(to, control->quarter);
}

static void restore_control(ox_input_control *control, ox_reader *from) {
    control->age = (uint16_t)ox_read_u16(from);
    control->progress = (uint8_t)read_small(from, ox_read_u8(from), 9);
    control->flags = (uint8_t)read_small(from, ox_read_u8(from), 16);
    control->from_x = (int16_t)(uint16_t)ox_read_u16(from);
    control->from_y = (int16_t)(uint16_t)ox_read_u16(from);
    control->quarter = (uint8_t)read_small(from, ox_read_u8(from), 5);
}

static void save_player(const ox_input_map_player *player, ox_writer *to) {
    ox_write_u32(to, player->context);
    ox_write_u16(to, player->held);
    ox_write_u16(to, player->live);
    ox_write_u16(to, player->used);
    ox_write_bytes(to, player->ages, sizeof player->ages);
    ox_write_bool(to, player->mirrored != 0);
}

static void restore_player(ox_input_map_player *player, ox_reader *from) {
    player->context = ox_read_u32(from);
    player->held = ox_read_u16(from) & ((1u << OX_INPUT_MAP_BUTTONS) - 1);
    player->live = ox_read_u16(from) & ((1u << OX_INPUT_MAP_BUTTONS) - 1);
    player->used = ox_read_u16(from) & ((1u << OX_INPUT_MAP_BUTTONS) - 1);
    ox_read_bytes(from, player->ages, sizeof player->ages);
    player->mirrored = ox_read_bool(from);
}

/* Each action with its name, so that a state fits a table to which actions were added, or from which some were taken. */
void ox_input_map_save(const ox_input_map *map, ox_writer *to) {
    ox_write_u16(to, map->count);
    for (uint32_t i = 0; i < map->player_count; i++) {
        save_player(&map->players[i], to);
        for (uint32_t k = 0; k < map->count; k++) {
            const uint8_t *row = action_row(map, k);
            const uint32_t controls = rom_half(row + ROM_ACTION_CONTROL_COUNT);
            ox_write_u32(to, rom_word(row + ROM_ACTION_NAME));
            ox_write_u16(to, controls);
            save_action(action_at(map, i, k), to);
            for (uint32_t c = 0; c < controls; c++) save_control(control_at(map, i, k, c), to);
        }
    }
}

/* One action of a state. One that the table does not have, or that has other controls now, is read over; `keeps`: else it is taken. */
static void read_action(ox_input_map *map, uint32_t player, ox_reader *from, bool keeps) {
    const int number = ox_input_action_find(map, ox_read_u32(from));
    const uint32_t controls = read_small(from, ox_read_u16(from), 257);
    ox_input_action action = {0};
    restore_action(&action, from);
    const bool fits = keeps && number >= 0 &&
                      controls == rom_half(action_row(map, (uint32_t)number) + ROM_ACTION_CONTROL_COUNT);
    if (fits) *action_at(map, player, (uint32_t)number) = action;
    for (uint32_t i = 0; i < controls && !from->bad; i++) {
        ox_input_control control = {0};
        restore_control(&control, from);
        if (fits) *control_at(map, player, (uint32_t)number, i) = control;
    }
}

static void read_state(ox_input_map *map, ox_reader *from, bool keeps) {
    const uint32_t count = read_small(from, ox_read_u16(from), 65);
    for (uint32_t i = 0; i < map->player_count && !from->bad; i++) {
        ox_input_map_player player = {0};
        restore_player(&player, from);
        if (keeps) map->players[i] = player;
        for (uint32_t k = 0; k < count && !from->bad; k++) read_action(map, i, from, keeps);
    }
}

ox_status ox_input_map_restore(ox_input_map *map, ox_reader *from) {
    ox_reader looked = *from;
    read_state(map, &looked, false);
    if (looked.bad) return OX_BAD_DATA;
    ox_input_map_bind(map, map->chunk);
    read_state(map, from, true);
    return OX_OK;
}
