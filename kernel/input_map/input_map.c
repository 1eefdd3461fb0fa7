/* Actions out of the input of a step. */
#include "kernel/input_map/internal.h"

#include <string.h>

#include "fixedmath/scalar.h"

enum {
    PUSHED = FX_HALF,     /* a push of the stick that counts as a direction */
    OLD = 255,            /* where ages end, steps */
    FIRST_TOUCH_PART = 18 /* of a sequence: a finger goes down */
};

FX_STATIC_ASSERT(PLAT_SELECT == 1 << (OX_INPUT_MAP_BUTTONS - 1),
                 "buttons have a bit each in half words of rows");

uint32_t ox_input_map_actions(const uint8_t *chunk) { return rom_half(chunk + ROM_ACTIONS_ACTION_COUNT); }

uint32_t ox_input_map_controls(const uint8_t *chunk) { return rom_half(chunk + ROM_ACTIONS_CONTROL_COUNT); }

bool ox_input_map_senses(const uint8_t *chunk) {
    const ox_input_map map = {.chunk = chunk};
    for (uint32_t i = 0; i < ox_input_map_controls(chunk); i++) {
        const uint8_t *row = control_row(&map, i);
        const uint32_t kind = row[ROM_ACTION_CONTROL_KIND];
        if (kind == ROM_ACTION_CONTROL_TOUCH || kind >= ROM_ACTION_CONTROL_KEY ||
            (kind == ROM_ACTION_CONTROL_STICK && row[ROM_ACTION_CONTROL_PARTS] != 0))
            return true;
        for (uint32_t part = 0; kind == ROM_ACTION_CONTROL_SEQUENCE && part < 8; part++)
            if ((row[ROM_ACTION_CONTROL_PARTS + part] & 63u) >= FIRST_TOUCH_PART) return true;
    }
    return false;
}

/* Whether a control is a press of several buttons. */
static bool is_chord(const uint8_t *row) {
    return row[ROM_ACTION_CONTROL_KIND] == ROM_ACTION_CONTROL_PRESS &&
           !is_single(rom_half(row + ROM_ACTION_CONTROL_BUTTONS));
}

/* The buttons that may wake an action whose controls are presses of buttons alone; 0 for other actions. A control of
 * FORWARD or BACK has both sides. */
static uint32_t reach_of_presses(const ox_input_map *map, const uint8_t *action) {
    const uint32_t first = rom_half(action + ROM_ACTION_FIRST_CONTROL), sides = PLAT_LEFT | PLAT_RIGHT,
                   buttons = (1u << OX_INPUT_MAP_BUTTONS) - 1;
    uint32_t reach = 0;
    if (rom_half(action + ROM_ACTION_SMOOTH) != 0) return 0;
    for (uint32_t i = 0; i < rom_half(action + ROM_ACTION_CONTROL_COUNT); i++) {
        const uint8_t *row = control_row(map, first + i);
        const uint32_t listed = rom_half(row + ROM_ACTION_CONTROL_BUTTONS);
        if (row[ROM_ACTION_CONTROL_KIND] != ROM_ACTION_CONTROL_PRESS) return 0;
        reach |= (listed & buttons) | ((listed & ~buttons) != 0 ? sides : 0u);
    }
    return reach;
}

void ox_input_map_bind(ox_input_map *map, const uint8_t *chunk) {
    map->chunk = chunk;
    map->count = chunk == NULL ? 0 : ox_input_map_actions(chunk);
    map->control_count = chunk == NULL ? 0 : ox_input_map_controls(chunk);
    for (uint32_t i = 0; i < map->count; i++) {
        const uint16_t reach = (uint16_t)reach_of_presses(map, action_row(map, i));
        for (uint32_t player = 0; player < map->player_count; player++)
            *action_at(map, player, i) =
                (ox_input_action){.since = ACTION_LONG, .gap = ACTION_LONG, .reach = reach};
    }
    memset(map->controls, 0, (size_t)map->player_count * map->control_count * sizeof *map->controls);
    for (uint32_t i = 0; i < map->player_count; i++) map->players[i].live = map->players[i].kept = 0;
    map->has_chords = map->has_sequences = false;
    for (uint32_t i = 0; i < map->control_count; i++) {
        const uint8_t *row = control_row(map, i);
        if (is_chord(row)) map->has_chords = true;
        if (row[ROM_ACTION_CONTROL_KIND] == ROM_ACTION_CONTROL_SEQUENCE) map->has_sequences = true;
    }
}

/* ---- buttons ---- */

/* Where a stick is pushed to, as directions. */
static uint32_t pushed_directions(const ox_input *input) {
    return (input->stick_x <= -PUSHED ? PLAT_LEFT : 0u) | (input->stick_x >= PUSHED ? PLAT_RIGHT : 0u) |
           (input->stick_y <= -PUSHED ? PLAT_DOWN : 0u) | (input->stick_y >= PUSHED ? PLAT_UP : 0u);
}

/* Buttons of one hand (ASSIST): those of the other one, while the hand's own shoulder button is held. */
static uint32_t reach_with_one_hand(uint32_t hand, uint32_t buttons) {
    static const struct {
        uint16_t left, right;
    } pairs[] = {{PLAT_UP, PLAT_X},
                 {PLAT_LEFT, PLAT_Y},
                 {PLAT_RIGHT, PLAT_A},
                 {PLAT_DOWN, PLAT_B},
                 {PLAT_SELECT, PLAT_START}};
    const uint32_t shift = hand == OX_INPUT_LEFT_HAND ? PLAT_L : PLAT_R;
    if (hand == OX_INPUT_BOTH_HANDS || (buttons & shift) == 0) return buttons;
    uint32_t moved = buttons & ~shift;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const uint32_t from = hand == OX_INPUT_LEFT_HAND ? pairs[i].left : pairs[i].right,
                       to = (uint32_t)pairs[i].left + pairs[i].right - from;
        moved &= ~from;
        if ((buttons & from) != 0) moved |= to;
    }
    return moved;
}

/* Buttons that were let go less than the player's patience after they went down may still become parts of a chord. */
static void keep_buttons(ox_input_map_player *p, uint32_t up, uint32_t held) {
    p->kept = (p->kept | up) & ~held;
    for (uint32_t i = 0; i < OX_INPUT_MAP_BUTTONS; i++)
        if (p->ages[i] >= p->patience) p->kept &= ~(1u << i);
}

/* Brings the player's buttons to this step, and finds those that went down and up in it. A direction that the stick has been pushed to needs no edge
 * of the input's own. */
static void step_buttons(ox_input_map_player *p, action_step *s) {
    const ox_input *input = s->input;
    const uint32_t pushed = pushed_directions(input);
    s->held = reach_with_one_hand(p->hand, input->held & 0xFFFu);
    const uint32_t pressed = p->hand == OX_INPUT_BOTH_HANDS ? input->pressed
                             : input->pressed == 0          ? 0u
                                                            : s->held & ~p->held;
    const uint32_t held = s->held | pushed;
    const uint32_t down = ((pressed & held) | (pushed & ~p->held)) & ~p->live;
    s->up = p->live & ~held;
    s->down = down;
    p->live = (p->live | down) & held;
    p->held = held;
    for (uint32_t i = 0; i < OX_INPUT_MAP_BUTTONS; i++)
        p->ages[i] = (down >> i & 1u) != 0 ? 0 : (uint8_t)(p->ages[i] < OLD ? p->ages[i] + 1 : OLD);
    if ((p->patience | p->kept) != 0) keep_buttons(p, s->up, held);
    p->used &= held | p->kept;
}

/* The buttons of a control. A single one may have been chosen by the player. */
static uint32_t buttons_of(const ox_input_action *action, const uint8_t *row, bool is_first) {
    return is_first && action->button != 0 ? 1u << (action->button - 1)
                                           : rom_half(row + ROM_ACTION_CONTROL_BUTTONS);
}

/* ---- actions ---- */

/* The controls of an action one after the other: the row, the state, the buttons. */
typedef struct control_walk {
    const uint8_t *row;
    ox_input_control *control;
    uint32_t buttons;
    bool is_chord;
    bool has_button; /* one before had a single button */
} control_walk;

static void look_at_control(const ox_input_map *map, uint32_t player, uint32_t action, uint32_t number,
                            control_walk *walk) {
    walk->row =
        control_row(map, (uint32_t)rom_half(action_row(map, action) + ROM_ACTION_FIRST_CONTROL) + number);
    walk->control = control_at(map, player, action, number);
    const uint32_t listed = rom_half(walk->row + ROM_ACTION_CONTROL_BUTTONS);
    const bool press = walk->row[ROM_ACTION_CONTROL_KIND] == ROM_ACTION_CONTROL_PRESS;
    const bool is_first = press && is_single(listed) && !walk->has_button;
    walk->has_button = walk->has_button || is_first;
    walk->is_chord = is_chord(walk->row);
    walk->buttons = buttons_of(action_at(map, player, action), walk->row, is_first);
}

/* Whether a context above has what the control uses. */
static bool is_shadowed(const action_step *s, const uint8_t *row, const control_walk *walk) {
    const uint32_t level = s->player->depth < 2 ? 0 : ox_input_level_of(s->player, row);
    return level > 0 &&
           (s->shadows[level - 1] & ox_input_control_reach(s->player, walk->row, walk->buttons)) != 0;
}

/* A control that was in the shadow counts when it has been let go. */
static bool step_control(const action_step *s, const control_walk *walk, bool shadowed, fx value[2]) {
    ox_input_control *c = walk->control;
    if (shadowed) {
        *c = (ox_input_control){.flags = CONTROL_SHADOWED};
        return false;
    }
    const bool active = ox_input_control_step(s, c, walk->row, walk->buttons, value);
    if (!active) c->flags &= (uint8_t)~CONTROL_SHADOWED;
    const bool counts = active && (c->flags & CONTROL_SHADOWED) == 0;
    c->flags = (uint8_t)((c->flags & ~CONTROL_ACTIVE) | (counts ? CONTROL_ACTIVE : 0));
    return counts;
}

/* Whether one of the action's controls is active, and the values of the first that is. `chords`: those controls that are chords, else the
 * others: chords take their buttons before single buttons count. */
static bool step_controls(const action_step *s, uint32_t player, uint32_t number, bool chords) {
    ox_input_action *action = action_at(s->all, player, number);
    const uint8_t *row = action_row(s->all, number);
    const uint32_t count = rom_half(row + ROM_ACTION_CONTROL_COUNT), flags = row[ROM_ACTION_FLAGS];
    const bool inverted =
        ((flags & ROM_ACTION_INVERT) != 0) != ((action->flags & OX_INPUT_ACTION_INVERTED) != 0);
    control_walk walk = {.has_button = false};
    bool any = false;
    for (uint32_t i = 0; i < count; i++) {
        fx value[2] = {0, 0};
        look_at_control(s->all, player, number, i, &walk);
        if (walk.is_chord != chords) continue;
        if (!step_control(s, &walk, is_shadowed(s, row, &walk), value)) continue;
        any = true;
        if (action->x != 0 || action->y != 0) continue;
        action->x = value[0];
        action->y = inverted ? -value[1] : value[1];
    }
    return any;
}

/* Moves the sequences of an action on. */
static void step_sequences(action_step *s, uint32_t player, uint32_t number) {
    const uint8_t *row = action_row(s->all, number);
    const uint32_t first = rom_half(row + ROM_ACTION_FIRST_CONTROL),
                   count = rom_half(row + ROM_ACTION_CONTROL_COUNT);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *control = control_row(s->all, first + i);
        if (control[ROM_ACTION_CONTROL_KIND] == ROM_ACTION_CONTROL_SEQUENCE)
            ox_input_sequence_step(s, control_at(s->all, player, number, i), control);
    }
}

/* What the actions of each context take from the contexts below. */
static void cast_shadows(action_step *s, uint32_t player) {
    const ox_input_map_player *p = s->player;
    for (uint32_t level = p->depth; level >= 2; level--) {
        uint32_t taken = s->shadows[level - 1];
        for (uint32_t i = 0; i < s->all->count; i++) {
            control_walk walk = {.has_button = false};
            const uint8_t *row = action_row(s->all, i);
            if (ox_input_level_of(p, row) != level || !ox_input_is_there(p, row)) continue;
            for (uint32_t k = 0; k < rom_half(row + ROM_ACTION_CONTROL_COUNT); k++) {
                look_at_control(s->all, player, i, k, &walk);
                taken |= ox_input_control_reach(p, walk.row, walk.buttons);
            }
        }
        s->shadows[level - 2] = taken;
    }
}

static uint16_t count_up(uint16_t steps) { return (uint16_t)(steps < ACTION_LONG ? steps + 1 : ACTION_LONG); }

static bool repeats(const ox_input_action *action, const ox_input *input) {
    const uint32_t steps = action->steps, delay = input->repeat_delay;
    return steps > delay && (steps - delay - 1) % input->repeat_period == 0;
}

/* Whether an action that is meant counts now. */
static bool is_active(ox_input_action *action, const uint8_t *row, bool pressed) {
    const uint32_t flags = row[ROM_ACTION_FLAGS], charge = rom_half(row + ROM_ACTION_CHARGE);
    const bool stale = (action->flags & OX_INPUT_ACTION_STALE) != 0;
    const bool latches =
        ((flags & ROM_ACTION_TOGGLE) != 0) != ((action->flags & OX_INPUT_ACTION_LATCHED) != 0);
    if (pressed && latches && !stale) action->flags ^= OX_INPUT_ACTION_TOGGLED;
    if (latches) return (action->flags & OX_INPUT_ACTION_TOGGLED) != 0;
    if (action->meant == 0 || action->meant <= rom_half(row + ROM_ACTION_HOLD) || stale) return false;
    if ((flags & ROM_ACTION_AUTO) == 0 || charge == 0 || action->steps < charge) return true;
    action->flags |= OX_INPUT_ACTION_STALE; /* the shot is fired, once */
    return false;
}

static void settle_values(ox_input_action *action, const uint8_t *row, bool active) {
    const uint32_t pace = rom_half(row + ROM_ACTION_SMOOTH);
    if (!active)
        action->x = action->y = 0;
    else if (action->x == 0 && action->y == 0)
        action->x = FX_ONE;
    if (pace == 0) return;
    action->x = ox_input_smooth(&action->slow_x, action->x, pace);
    action->y = ox_input_smooth(&action->slow_y, action->y, pace);
}

/* What becomes of an action that is meant, or not. */
static void settle_action(ox_input_action *action, const uint8_t *row, const ox_input *input, bool meant) {
    const uint32_t flags = row[ROM_ACTION_FLAGS];
    const bool was = action->steps > 0, pressed = meant && action->meant == 0;
    action->flags &= (uint8_t) ~(OX_INPUT_ACTION_BEGAN | OX_INPUT_ACTION_ENDED);
    action->meant = meant ? count_up(action->meant) : 0;
    if (!meant) action->flags &= (uint8_t)~OX_INPUT_ACTION_STALE;
    const bool active = is_active(action, row, pressed);
    action->since = count_up(action->since);
    if (was && !active) action->lasted = action->steps;
    action->steps = active ? count_up(action->steps) : 0;
    if (active && !was) {
        action->gap = action->since;
        action->since = 0;
    }
    const bool again =
        ((flags & ROM_ACTION_REPEAT) != 0) != ((action->flags & OX_INPUT_ACTION_REPEATED) != 0);
    if ((active && !was) || (active && again && repeats(action, input)))
        action->flags |= OX_INPUT_ACTION_BEGAN;
    if (was && !active) action->flags |= OX_INPUT_ACTION_ENDED;
    settle_values(action, row, active);
}

/* An action whose context the player has left, or that is masked, ends, and is stale when it comes back. */
static void rest_action(ox_input_action *action, const uint8_t *row, ox_input_control *controls) {
    const bool ends = action->steps > 0 && (row[ROM_ACTION_FLAGS] & ROM_ACTION_RESETS) == 0;
    memset(&controls[rom_half(row + ROM_ACTION_FIRST_CONTROL)], 0,
           rom_half(row + ROM_ACTION_CONTROL_COUNT) * sizeof *controls);
    *action =
        (ox_input_action){.since = count_up(action->since),
                          .gap = action->gap,
                          .button = action->button,
                          .lasted = ends ? action->steps : action->lasted,
                          .reach = action->reach,
                          .flags = (uint8_t)((action->flags & OX_INPUT_ACTION_CHOSEN) |
                                             OX_INPUT_ACTION_STALE | (ends ? OX_INPUT_ACTION_ENDED : 0))};
}

/* Whether nothing can wake an action of buttons that rests: none of its buttons is held, went down or up, or is kept for
 * a chord, none of its controls waits, and no context shadows another. */
static bool sleeps(const action_step *s, const ox_input_action *action, const uint8_t *row,
                   const ox_input_control *controls) {
    const ox_input_map_player *p = s->player;
    const uint32_t reach = action->reach | (action->button != 0 ? 1u << (action->button - 1) : 0u);
    if (action->reach == 0 || p->depth >= 2 || ((p->held | s->down | s->up | p->kept) & reach) != 0)
        return false;
    if (action->steps != 0 || action->meant != 0 || (action->flags & (uint8_t)~OX_INPUT_ACTION_CHOSEN) != 0)
        return false;
    controls += rom_half(row + ROM_ACTION_FIRST_CONTROL);
    for (uint32_t left = rom_half(row + ROM_ACTION_CONTROL_COUNT); left > 0; left--)
        if (controls++->flags != 0) return false;
    return true;
}

void ox_input_map_step(ox_input_map *map, uint32_t player, const ox_input *input) {
    if (player >= map->player_count || map->count == 0) return;
    ox_input_map_player *p = &map->players[player];
    ox_input_control *controls = &map->controls[player * map->control_count];
    action_step s = {.all = map, .player = p, .input = input};
    uint64_t there = 0, meant = 0;
    step_buttons(p, &s);
    ox_input_access_step(p);
    cast_shadows(&s, player);
    for (uint32_t i = 0; i < map->count; i++) {
        if (!ox_input_is_there(p, action_row(map, i))) continue;
        there |= (uint64_t)1 << i;
        if (map->has_sequences) step_sequences(&s, player, i);
    }
    for (uint32_t i = 0; i < map->count; i++) {
        ox_input_action *action = action_at(map, player, i);
        action->x = action->y = 0;
        if (map->has_chords && (there >> i & 1u) != 0 && step_controls(&s, player, i, true))
            meant |= (uint64_t)1 << i;
    }
    for (uint32_t i = 0; i < map->count; i++) {
        ox_input_action *action = action_at(map, player, i);
        const uint8_t *row = action_row(map, i);
        if ((there >> i & 1u) == 0) {
            rest_action(action, row, controls);
            continue;
        }
        if ((meant >> i & 1u) == 0 && sleeps(&s, action, row, controls)) {
            action->since = count_up(action->since);
            continue;
        }
        const bool by_others = step_controls(&s, player, i, false);
        settle_action(action, row, input, by_others || (meant >> i & 1u) != 0);
    }
    ox_input_quick_time_step(map, player);
}
