/* A table of actions that a test writes row by row, and the hands that play with it. */
#ifndef OXCART_TESTS_UNIT_KERNEL_INPUT_MAP_HANDS_H
#define OXCART_TESTS_UNIT_KERNEL_INPUT_MAP_HANDS_H

#include <string.h>

#include "kernel/input_map/input_map.h"
#include "rom/chunks.h"
#include "tests/test.h"

enum {
    ACTIONS = 8,
    CONTROLS = 12,
    CHUNK = ROM_ACTIONS_SIZE + ACTIONS * ROM_ACTION_SIZE + CONTROLS * ROM_ACTION_CONTROL_SIZE
};

/* A table, and a player at it. */
typedef struct hands {
    uint8_t chunk[CHUNK];
    uint32_t actions, controls;
    ox_input input;
    ox_input_map map;
    ox_input_map_player player;
    ox_input_action list[ACTIONS];
    ox_input_control states[CONTROLS];
} hands;

static inline void put_half(uint8_t *at, uint32_t value) {
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

static inline void put_word(uint8_t *at, uint32_t value) {
    put_half(at, value);
    put_half(at + 2, value >> 16);
}

static inline uint8_t *row_of(hands *h, uint32_t action) {
    return h->chunk + ROM_ACTIONS_SIZE + action * ROM_ACTION_SIZE;
}

/* Names of the actions rise: 1, 2, 3 ... */
static inline uint8_t *add_action(hands *h, uint32_t flags) {
    uint8_t *row = row_of(h, h->actions++);
    put_word(row + ROM_ACTION_NAME, h->actions);
    put_half(row + ROM_ACTION_FIRST_CONTROL, h->controls);
    put_half(row + ROM_ACTION_TAPS, 12);
    row[ROM_ACTION_FLAGS] = (uint8_t)flags;
    return row;
}

static inline uint8_t *add_control(hands *h, uint32_t kind, uint32_t within) {
    uint8_t *control =
        h->chunk + ROM_ACTIONS_SIZE + ACTIONS * ROM_ACTION_SIZE + h->controls++ * ROM_ACTION_CONTROL_SIZE;
    uint8_t *row = row_of(h, h->actions - 1);
    put_half(row + ROM_ACTION_CONTROL_COUNT, h->controls - (uint32_t)(row[ROM_ACTION_FIRST_CONTROL]));
    control[ROM_ACTION_CONTROL_KIND] = (uint8_t)kind;
    put_half(control + ROM_ACTION_CONTROL_WITHIN, within);
    return control;
}

static inline uint8_t *add_press(hands *h, uint32_t buttons, uint32_t waits) {
    uint8_t *control = add_control(h, ROM_ACTION_CONTROL_PRESS, 3);
    put_half(control + ROM_ACTION_CONTROL_BUTTONS, buttons);
    put_half(control + ROM_ACTION_CONTROL_WAITS, waits);
    return control;
}

/* A letter a part: A B X, D for down, F for forward, R for right; in front of it `_` where it is held for ten steps, `^` where it goes up. */
static inline uint8_t *add_sequence(hands *h, const char *parts, uint32_t within) {
    uint8_t *control = add_control(h, ROM_ACTION_CONTROL_SEQUENCE, within);
    uint32_t manner = 0, length = 0;
    put_half(control + ROM_ACTION_CONTROL_HELD, 10);
    for (; *parts != 0; parts++) {
        static const struct {
            char letter;
            uint8_t number;
        } letters[] = {{'A', 4}, {'B', 5}, {'X', 6}, {'D', 1}, {'F', ROM_ACTION_CONTROL_FORWARD}, {'R', 3}};
        if (*parts == '_') manner = ROM_ACTION_CONTROL_IS_HELD;
        if (*parts == '^') manner = ROM_ACTION_CONTROL_IS_UP;
        for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
            if (*parts != letters[i].letter) continue;
            control[ROM_ACTION_CONTROL_PARTS + length++] = (uint8_t)(letters[i].number + manner);
            manner = 0;
        }
    }
    control[ROM_ACTION_CONTROL_LENGTH] = (uint8_t)length;
    return control;
}

static inline void begin(hands *h) {
    put_half(h->chunk + ROM_ACTIONS_ACTION_COUNT, h->actions);
    put_half(h->chunk + ROM_ACTIONS_CONTROL_COUNT, h->controls);
    put_word(h->chunk + ROM_ACTIONS_ACTIONS_AT, ROM_ACTIONS_SIZE);
    put_word(h->chunk + ROM_ACTIONS_CONTROLS_AT, ROM_ACTIONS_SIZE + ACTIONS * ROM_ACTION_SIZE);
    ox_input_init(&h->input);
    h->map = (ox_input_map){.players = &h->player,
                            .list = h->list,
                            .controls = h->states,
                            .player_count = 1,
                            .width = 240,
                            .height = 160};
    ox_input_map_bind(&h->map, h->chunk);
}

/* One step with these buttons held. */
static inline void step(hands *h, uint32_t held) {
    const ox_input_record record = {.held = held};
    ox_input_play(&h->input, &record);
    ox_input_map_step(&h->map, 0, &h->input);
}

static inline void steps(hands *h, uint32_t held, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) step(h, held);
}

static inline bool is_button(uint32_t button) { return button != 0 && (button & (button - 1)) == 0; }
static inline bool began(const hands *h, ox_id name) { return ox_input_action_began(&h->map, 0, name); }
static inline bool ended(const hands *h, ox_id name) { return ox_input_action_ended(&h->map, 0, name); }
static inline bool active(const hands *h, ox_id name) { return ox_input_action_active(&h->map, 0, name); }

/* How often an action begins while the steps are made. */
static inline uint32_t count_begins(hands *h, ox_id name, uint32_t held, uint32_t count) {
    uint32_t begins = 0;
    for (uint32_t i = 0; i < count; i++) {
        step(h, held);
        begins += began(h, name);
    }
    return begins;
}

/* Sticks go through the dead zone of the input. */
static inline void push(hands *h, int32_t x, int32_t y) {
    const ox_input_record record = {.stick_x = (int16_t)x, .stick_y = (int16_t)y};
    ox_input_play(&h->input, &record);
    ox_input_map_step(&h->map, 0, &h->input);
}

static inline void touch(hands *h, bool held, int16_t x, int16_t y) {
    const ox_input_record record = {.held = held ? OX_INPUT_POINTER : 0, .pointer_x = x, .pointer_y = y};
    ox_input_play(&h->input, &record);
    ox_input_map_step(&h->map, 0, &h->input);
}

#endif
