/* The state of actions: bytes for saved games, recordings and the way back. */
#include "kernel/input_map/internal.h"

/* A number that was read, and must be below `limit`; any other makes the reader bad. */
static uint32_t read_small(ox_reader *from, uint32_t value, uint32_t limit) {
    if (value < limit) return value;
    from->bad = true;
    return 0;
}

static void save_action(const ox_input_action *action, ox_writer *to) {
    ox_write_i32(to, action->x);
    ox_write_i32(to, action->y);
    ox_write_i64(to, action->slow_x.value);
    ox_write_i64(to, action->slow_y.value);
    ox_write_u16(to, action->steps);
    ox_write_u16(to, action->since);
    ox_write_u16(to, action->gap);
    ox_write_u16(to, action->meant);
    ox_write_u16(to, action->lasted);
    ox_write_u8(to, action->flags);
    ox_write_u8(to, action->button);
}

/* No value of an action is beyond 1. */
static void restore_filter(ox_input_filter *filter, ox_reader *from) {
    const int64_t value = ox_read_i64(from), most = (int64_t)FX_ONE * 65536;
    if (value < -most || value > most) from->bad = true;
    filter->value = from->bad ? 0 : value;
}

static void restore_action(ox_input_action *action, ox_reader *from) {
    action->x = ox_read_i32(from);
    action->y = ox_read_i32(from);
    restore_filter(&action->slow_x, from);
    restore_filter(&action->slow_y, from);
    action->steps = (uint16_t)ox_read_u16(from);
    action->since = (uint16_t)ox_read_u16(from);
    action->gap = (uint16_t)ox_read_u16(from);
    action->meant = (uint16_t)ox_read_u16(from);
    action->lasted = (uint16_t)ox_read_u16(from);
    action->flags = (uint8_t)read_small(from, ox_read_u8(from), 128);
    action->button = (uint8_t)read_small(from, ox_read_u8(from), OX_INPUT_MAP_BUTTONS + 1);
}

static void save_control(const ox_input_control *control, ox_writer *to) {
    ox_write_u16(to, control->age);
    ox_write_u16(to, control->since);
    ox_write_u8(to, control->progress);
    ox_write_u8(to, control->flags);
    ox_write_u16(to, (uint16_t)control->from_x);
    ox_write_u16(to, (uint16_t)control->from_y);
    ox_write_u8(to, control->quarter);
    if ((control->flags & CONTROL_TOUCHED) != 0) ox_write_u16(to, (uint16_t)control->finger);
}

static void restore_control(ox_input_control *control, ox_reader *from) {
    control->age = (uint16_t)ox_read_u16(from);
    control->since = (uint16_t)ox_read_u16(from);
    control->progress = (uint8_t)read_small(from, ox_read_u8(from), 9);
    control->flags = (uint8_t)read_small(from, ox_read_u8(from), 128);
    control->from_x = (int16_t)(uint16_t)ox_read_u16(from);
    control->from_y = (int16_t)(uint16_t)ox_read_u16(from);
    control->quarter = (uint8_t)read_small(from, ox_read_u8(from), 5);
    if ((control->flags & CONTROL_TOUCHED) != 0) control->finger = (int16_t)(uint16_t)ox_read_u16(from);
}

static void save_access(const ox_input_map_player *player, ox_writer *to) {
    for (uint32_t i = 0; i < OX_INPUT_MAP_MASKS; i++) {
        const ox_input_mask *mask = &player->masks[i];
        const uint32_t words[] = {mask->owner, mask->group, (uint32_t)mask->count << 16 | mask->age};
        ox_write_words(to, words, 3);
    }
    for (uint32_t i = 0; i < OX_INPUT_MAP_OWNERS; i++) {
        ox_write_u32(to, player->owners[i].group);
        ox_write_u32(to, player->owners[i].owner);
    }
    for (uint32_t i = 0; i < OX_INPUT_MAP_OFFERS; i++) {
        const ox_input_offer *offer = &player->offers[i];
        const uint32_t words[] = {offer->action, offer->best, offer->chosen, (uint32_t)offer->distance,
                                  (uint32_t)offer->priority};
        ox_write_words(to, words, 5);
    }
}

static void restore_access(ox_input_map_player *player, ox_reader *from) {
    for (uint32_t i = 0; i < OX_INPUT_MAP_MASKS; i++) {
        ox_input_mask *mask = &player->masks[i];
        mask->owner = ox_read_u32(from);
        mask->group = ox_read_u32(from);
        const uint32_t counts = ox_read_u32(from);
        mask->count = (uint16_t)(counts >> 16);
        mask->age = (uint16_t)counts;
    }
    for (uint32_t i = 0; i < OX_INPUT_MAP_OWNERS; i++) {
        player->owners[i].group = ox_read_u32(from);
        player->owners[i].owner = ox_read_u32(from);
    }
    for (uint32_t i = 0; i < OX_INPUT_MAP_OFFERS; i++) {
        ox_input_offer *offer = &player->offers[i];
        offer->action = ox_read_u32(from);
        offer->best = ox_read_u32(from);
        offer->chosen = ox_read_u32(from);
        offer->distance = ox_read_i32(from);
        offer->priority = ox_read_i32(from);
    }
}

static void save_quick_time(const ox_quick_time *q, ox_writer *to) {
    ox_write_u32(to, q->action);
    ox_write_u16(to, q->after);
    ox_write_u16(to, q->within);
    ox_write_u16(to, q->presses);
    ox_write_u16(to, q->age);
    ox_write_u16(to, q->done);
    ox_write_bool(to, q->is_strict);
    ox_write_u8(to, q->result);
}

static void restore_quick_time(ox_quick_time *q, ox_reader *from) {
    q->action = ox_read_u32(from);
    q->after = (uint16_t)ox_read_u16(from);
    q->within = (uint16_t)ox_read_u16(from);
    q->presses = (uint16_t)ox_read_u16(from);
    q->age = (uint16_t)ox_read_u16(from);
    q->done = (uint16_t)ox_read_u16(from);
    q->is_strict = ox_read_bool(from);
    q->result = (uint8_t)read_small(from, ox_read_u8(from), OX_QUICK_TIME_RESULTS);
}

static void save_player(const ox_input_map_player *player, ox_writer *to) {
    ox_write_u8(to, player->depth);
    ox_write_u8(to, player->alone);
    ox_write_words(to, player->contexts, OX_INPUT_MAP_CONTEXTS);
    ox_write_u16(to, player->held);
    ox_write_u16(to, player->live);
    ox_write_u16(to, player->used);
    ox_write_bytes(to, player->ages, sizeof player->ages);
    ox_write_bool(to, player->mirrored != 0);
    ox_write_u16(to, player->dead);
    ox_write_u16(to, player->kept);
    ox_write_u8(to, player->patience);
    ox_write_u8(to, player->hand);
    ox_write_u16(to, player->cursor);
    ox_write_u32(to, player->boost);
    save_access(player, to);
    save_quick_time(&player->quick_time, to);
}

static void restore_player(ox_input_map_player *player, ox_reader *from) {
    player->depth = read_small(from, ox_read_u8(from), OX_INPUT_MAP_CONTEXTS + 1);
    player->alone = read_small(from, ox_read_u8(from), 1u << player->depth);
    for (uint32_t i = 0; i < OX_INPUT_MAP_CONTEXTS; i++) player->contexts[i] = ox_read_u32(from);
    player->held = ox_read_u16(from) & ((1u << OX_INPUT_MAP_BUTTONS) - 1);
    player->live = ox_read_u16(from) & ((1u << OX_INPUT_MAP_BUTTONS) - 1);
    player->used = ox_read_u16(from) & ((1u << OX_INPUT_MAP_BUTTONS) - 1);
    ox_read_bytes(from, player->ages, sizeof player->ages);
    player->mirrored = ox_read_bool(from);
    player->dead = read_small(from, ox_read_u16(from), 32767);
    player->kept = ox_read_u16(from) & ((1u << OX_INPUT_MAP_BUTTONS) - 1);
    player->patience = read_small(from, ox_read_u8(from), OX_INPUT_MAP_PATIENCE + 1);
    player->hand = read_small(from, ox_read_u8(from), OX_INPUT_RIGHT_HAND + 1);
    player->cursor = read_small(from, ox_read_u16(from), OX_INPUT_MAP_CURSOR + 1);
    player->boost = read_small(from, ox_read_u32(from), OX_INPUT_MAP_BOOST * FX_ONE + 1);
    restore_access(player, from);
    restore_quick_time(&player->quick_time, from);
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
