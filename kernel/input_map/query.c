/* What is asked of actions, and what players choose. */
#include "kernel/input_map/internal.h"

enum {
    CHOICE_FLAGS = OX_INPUT_ACTION_CHOSEN, /* as they are, beside the button of a choice */
    CHOICE_BUTTON = 15
};
FX_STATIC_ASSERT(OX_INPUT_MAP_BUTTONS <= (int)CHOICE_BUTTON && ((int)CHOICE_FLAGS & (int)CHOICE_BUTTON) == 0,
                 "a choice is a button and flags");

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

/* The steps of the full charge of an action, 0: it is not charged, or there is none. */
static uint32_t charge_of(const ox_input_map *map, ox_id name) {
    const int number = ox_input_action_find(map, name);
    return number < 0 ? 0 : rom_half(action_row(map, (uint32_t)number) + ROM_ACTION_CHARGE);
}

uint32_t ox_input_action_steps(const ox_input_map *map, uint32_t player, ox_id name) {
    const ox_input_action *action = ox_input_action_of(map, player, name);
    if (action == NULL) return 0;
    const uint32_t charge = charge_of(map, name),
                   steps = (action->flags & OX_INPUT_ACTION_ENDED) != 0 ? action->lasted : action->steps;
    return charge > 0 && steps > charge ? charge : steps;
}

fx ox_input_action_charge(const ox_input_map *map, uint32_t player, ox_id name) {
    const uint32_t charge = charge_of(map, name), steps = ox_input_action_steps(map, player, name);
    return charge == 0 ? 0 : (fx)(steps * (uint32_t)FX_ONE / charge);
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
        if (control[ROM_ACTION_CONTROL_KIND] == ROM_ACTION_CONTROL_PRESS && is_single(buttons) &&
            buttons < 1u << OX_INPUT_MAP_BUTTONS)
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

/* Another action of the context that has the button, -1 for none, from number `from` on. */
static int find_holder(const ox_input_map *map, uint32_t player, uint32_t number, uint32_t button,
                       uint32_t from) {
    const ox_id context = rom_word(action_row(map, number) + ROM_ACTION_CONTEXT);
    for (uint32_t i = from; i < map->count; i++)
        if (i != number && rom_word(action_row(map, i) + ROM_ACTION_CONTEXT) == context &&
            button_now(map, player, i) == button)
            return (int)i;
    return -1;
}

bool ox_input_action_set_button(ox_input_map *map, uint32_t player, ox_id name, uint32_t button,
                                ox_input_conflict conflict) {
    const int found = player < map->player_count ? ox_input_action_find(map, name) : -1;
    if (found < 0 || button >= 1u << OX_INPUT_MAP_BUTTONS || (button != 0 && !is_single(button)))
        return false;
    const uint32_t number = (uint32_t)found, old = button_now(map, player, number);
    if (old == 0) return false;
    if (button != 0 && button != old && conflict != OX_INPUT_SHARE) {
        int holder = find_holder(map, player, number, button, 0);
        if (holder >= 0 && conflict == OX_INPUT_REFUSE) return false;
        for (; holder >= 0; holder = find_holder(map, player, number, button, (uint32_t)holder + 1))
            give_button(map, player, (uint32_t)holder, old);
    }
    give_button(map, player, number, button);
    return true;
}

static uint32_t flag_of(ox_input_assist what) { return (uint32_t)OX_INPUT_ACTION_INVERTED << what; }

bool ox_input_action_assist(ox_input_map *map, uint32_t player, ox_id name, ox_input_assist what,
                            bool turned) {
    const int found = player < map->player_count ? ox_input_action_find(map, name) : -1;
    if (found < 0) return false;
    ox_input_action *action = action_at(map, player, (uint32_t)found);
    action->flags = (uint8_t)((action->flags & ~flag_of(what)) | (turned ? flag_of(what) : 0));
    if (what == OX_INPUT_LATCH) action->flags &= (uint8_t)~OX_INPUT_ACTION_TOGGLED;
    return true;
}

/* Whether the table says it. */
static bool is_listed(const ox_input_map *map, uint32_t number, ox_input_assist what) {
    static const uint8_t flags[] = {ROM_ACTION_INVERT, ROM_ACTION_TOGGLE, ROM_ACTION_REPEAT};
    return (action_row(map, number)[ROM_ACTION_FLAGS] & flags[what]) != 0;
}

bool ox_input_action_is(const ox_input_map *map, uint32_t player, ox_id name, ox_input_assist what) {
    const int found = player < map->player_count ? ox_input_action_find(map, name) : -1;
    return found >= 0 && is_listed(map, (uint32_t)found, what) !=
                             ((action_at(map, player, (uint32_t)found)->flags & flag_of(what)) != 0);
}

bool ox_input_action_want(ox_input_map *map, uint32_t player, ox_id name, ox_input_assist what, bool wanted) {
    if (ox_input_action_is(map, player, name, what) == wanted) return ox_input_action_find(map, name) >= 0;
    const ox_input_action *action = ox_input_action_of(map, player, name);
    return action != NULL &&
           ox_input_action_assist(map, player, name, what, (action->flags & flag_of(what)) == 0);
}

enum { PATIENCE_AT = 15, HAND_AT = 23, HANDS = 3 };

uint32_t ox_input_map_choice(const ox_input_map *map, uint32_t player) {
    const ox_input_map_player *p = &map->players[player];
    return p->dead | p->patience << PATIENCE_AT | p->hand << HAND_AT;
}

void ox_input_map_choose(ox_input_map *map, uint32_t player, uint32_t choice) {
    ox_input_map_player *p = &map->players[player];
    const uint32_t dead = choice & 0x7FFFu, patience = choice >> PATIENCE_AT & 255u, hand = choice >> HAND_AT;
    const bool is_one = dead < 32767 && patience <= OX_INPUT_MAP_PATIENCE && hand < HANDS;
    p->dead = is_one ? dead : 0;
    p->patience = is_one ? patience : 0;
    p->hand = is_one ? hand : 0;
}

void ox_input_map_reset(ox_input_map *map, uint32_t player) {
    if (player >= map->player_count) return;
    for (uint32_t i = 0; i < map->count; i++) ox_input_action_choose(map, player, i, 0);
    ox_input_map_choose(map, player, 0);
}

uint32_t ox_input_action_choice(const ox_input_map *map, uint32_t player, uint32_t number) {
    const ox_input_action *action = action_at(map, player, number);
    return action->button + (action->flags & (uint32_t)CHOICE_FLAGS);
}

void ox_input_action_choose(ox_input_map *map, uint32_t player, uint32_t number, uint32_t choice) {
    ox_input_action *action = action_at(map, player, number);
    if ((choice & ~(uint32_t)(CHOICE_FLAGS | CHOICE_BUTTON)) != 0 ||
        (choice & CHOICE_BUTTON) > OX_INPUT_MAP_BUTTONS)
        choice = 0;
    const uint32_t before = action->button, flags = action->flags & (uint32_t)CHOICE_FLAGS;
    action->flags = (uint8_t)((action->flags & ~(uint32_t)CHOICE_FLAGS) | (choice & (uint32_t)CHOICE_FLAGS));
    if (((flags ^ choice) & OX_INPUT_ACTION_LATCHED) != 0) action->flags &= (uint8_t)~OX_INPUT_ACTION_TOGGLED;
    action->button = listed_button(map, number) == 0 ? 0 : (uint8_t)(choice & CHOICE_BUTTON);
    if (action->button != before) action->flags |= OX_INPUT_ACTION_STALE;
}

uint32_t ox_input_action_button(const ox_input_map *map, uint32_t player, ox_id name) {
    const int number = player < map->player_count ? ox_input_action_find(map, name) : -1;
    return number < 0 ? 0 : button_now(map, player, (uint32_t)number);
}
