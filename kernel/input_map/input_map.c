/* Actions out of the input of a step. */
#include "kernel/input_map/internal.h"

#include <string.h>

#include "fixedmath/scalar.h"

enum {
    PUSHED = FX_HALF,
    OLD = 255
}; /* a push of the stick that counts as a direction; where ages end, steps */

FX_STATIC_ASSERT(PLAT_SELECT == 1 << (OX_INPUT_MAP_BUTTONS - 1),
                 "buttons have a bit each in half words of rows");

/* Flags of a control: it is active; all its buttons are held but still wait for a chord; a touch of its zone; the last button of a
 * sequence is held. */
enum { IS_ACTIVE = 1, IS_WAITING = 2, IS_TOUCHED = 4, IS_DONE = 8 };

uint32_t ox_input_map_actions(const uint8_t *chunk) { return rom_half(chunk + ROM_ACTIONS_ACTION_COUNT); }

uint32_t ox_input_map_controls(const uint8_t *chunk) { return rom_half(chunk + ROM_ACTIONS_CONTROL_COUNT); }

void ox_input_map_bind(ox_input_map *map, const uint8_t *chunk) {
    map->chunk = chunk;
    map->count = chunk == NULL ? 0 : ox_input_map_actions(chunk);
    map->control_count = chunk == NULL ? 0 : ox_input_map_controls(chunk);
    for (uint32_t i = 0; i < map->player_count * map->count; i++)
        map->list[i] = (ox_input_action){.since = ACTION_LONG, .gap = ACTION_LONG};
    memset(map->controls, 0, (size_t)map->player_count * map->control_count * sizeof *map->controls);
    for (uint32_t i = 0; i < map->player_count; i++) map->players[i].live = 0;
}

/* ---- buttons ---- */

/* Where a stick is pushed to, as directions. */
static uint32_t pushed_directions(const ox_input *input) {
    return (input->stick_x <= -PUSHED ? PLAT_LEFT : 0u) | (input->stick_x >= PUSHED ? PLAT_RIGHT : 0u) |
           (input->stick_y <= -PUSHED ? PLAT_DOWN : 0u) | (input->stick_y >= PUSHED ? PLAT_UP : 0u);
}

/* Brings the player's buttons to this step; those that went down in it. A direction that the stick has been pushed to needs no edge of the
 * input's own. */
static uint32_t step_buttons(ox_input_map_player *p, const ox_input *input) {
    const uint32_t pushed = pushed_directions(input), held = (input->held | pushed) & 0xFFFu;
    const uint32_t down = ((input->pressed & held) | (pushed & ~p->held)) & ~p->live;
    p->live = (p->live | down) & held;
    p->used &= held;
    p->held = held;
    for (uint32_t i = 0; i < OX_INPUT_MAP_BUTTONS; i++)
        p->ages[i] = (down >> i & 1u) != 0 ? 0 : (uint8_t)(p->ages[i] < OLD ? p->ages[i] + 1 : OLD);
    return down;
}

/* Steps since the first and since the last of some buttons went down. */
static void measure_ages(const ox_input_map_player *p, uint32_t buttons, uint32_t *first, uint32_t *last) {
    *first = 0;
    *last = OLD;
    for (uint32_t i = 0; i < OX_INPUT_MAP_BUTTONS; i++) {
        if ((buttons >> i & 1u) == 0) continue;
        if (p->ages[i] > *first) *first = p->ages[i];
        if (p->ages[i] < *last) *last = p->ages[i];
    }
}

/* The buttons of a control. A single one may have been chosen by the player. */
static uint32_t buttons_of(const ox_input_action *action, const uint8_t *row, bool is_first) {
    return is_first && action->button != 0 ? 1u << (action->button - 1)
                                           : rom_half(row + ROM_ACTION_CONTROL_BUTTONS);
}

/* ---- the kinds of controls: whether one is active in this step ---- */

static bool step_press(ox_input_map_player *p, ox_input_control *c, const uint8_t *row, uint32_t buttons) {
    const uint32_t waits = rom_half(row + ROM_ACTION_CONTROL_WAITS);
    const bool held = buttons != 0 && (p->live & buttons) == buttons, was = (c->flags & IS_ACTIVE) != 0,
               waited = (c->flags & IS_WAITING) != 0;
    uint32_t first, last;
    c->flags &= (uint8_t)~IS_WAITING;
    if (!held) return waited && !was; /* a short press counts when it ends */
    if (was) return true;
    measure_ages(p, buttons, &first, &last);
    if ((p->used & buttons) != 0) return false;
    /* A chord begins with its last button: later on, ages that are at their end would look alike. */
    if (!is_single(buttons) && (last > waits || first - last > rom_half(row + ROM_ACTION_CONTROL_WITHIN)))
        return false;
    if (last < waits) {
        c->flags |= IS_WAITING;
        return false;
    }
    if (!is_single(buttons)) p->used |= buttons;
    return true;
}

/* The bit of a sequence's part. */
static uint32_t part_button(const ox_input_map_player *p, const uint8_t *row, uint32_t part) {
    const uint32_t number = row[ROM_ACTION_CONTROL_PARTS + part];
    if (number < ROM_ACTION_CONTROL_FORWARD) return 1u << number;
    return (number == ROM_ACTION_CONTROL_FORWARD) != (p->mirrored != 0) ? (uint32_t)PLAT_RIGHT
                                                                        : (uint32_t)PLAT_LEFT;
}

static bool step_sequence(const ox_input_map_player *p, ox_input_control *c, const uint8_t *row,
                          uint32_t down) {
    const uint32_t length = row[ROM_ACTION_CONTROL_LENGTH];
    if (length == 0 || length > 8) return false;
    if ((c->flags & IS_DONE) != 0) {
        if ((p->live & part_button(p, row, length - 1)) != 0) return true;
        c->flags &= (uint8_t)~IS_DONE;
    }
    if (c->progress > 0 && (c->progress >= length || ++c->age > rom_half(row + ROM_ACTION_CONTROL_WITHIN)))
        c->progress = 0;
    if (down == 0) return false;
    if (down != part_button(p, row, c->progress)) c->progress = 0; /* a wrong one, or several at once */
    if (down != part_button(p, row, c->progress)) return false;
    if (c->progress == 0) c->age = 0;
    if (++c->progress < length) return false;
    c->progress = 0;
    c->flags |= IS_DONE;
    return true;
}

/* Quarters clockwise: top left, top right, bottom right, bottom left; -1 within the dead zone. */
static int quarter_of(fx x, fx y) {
    if (x == 0 && y == 0) return -1;
    return y >= 0 ? (x < 0 ? 0 : 1) : (x < 0 ? 3 : 2);
}

static bool step_turn(ox_input_control *c, const uint8_t *row, const ox_input *input) {
    const int quarter = quarter_of(input->stick_x, input->stick_y), before = c->quarter - 1,
              way = row[ROM_ACTION_CONTROL_PARTS] == 0 ? 1 : 3;
    if (c->progress > 0 && ++c->age > rom_half(row + ROM_ACTION_CONTROL_WITHIN)) c->progress = 0;
    if (quarter < 0 || quarter == before) return false;
    const bool follows = c->progress > 0 && quarter == (before + way) % 4;
    c->quarter = (uint8_t)(quarter + 1);
    c->progress = (uint8_t)(follows ? c->progress + 1 : 1);
    if (!follows) c->age = 0;
    if (c->progress < 4) return false;
    c->progress = 0;
    return true;
}

static bool is_in_zone(const ox_input_map *a, const uint8_t *row, const ox_input *input) {
    const int32_t x = input->pointer_x * 1024, y = input->pointer_y * 1024;
    const uint8_t *zone = row + ROM_ACTION_CONTROL_ZONE;
    const int32_t left = rom_half(zone) * a->width, top = rom_half(zone + 2) * a->height;
    return x >= left && x < left + (int32_t)rom_half(zone + 4) * a->width && y >= top &&
           y < top + (int32_t)rom_half(zone + 6) * a->height;
}

static fx reach_of(int32_t pixels) {
    return fx_clamp(pixels * (FX_ONE / OX_INPUT_MAP_REACH), -FX_ONE, FX_ONE);
}

static bool step_touch(const ox_input_map *a, ox_input_control *c, const uint8_t *row, const ox_input *input,
                       fx value[2]) {
    if ((input->held & OX_INPUT_POINTER) == 0) {
        c->flags &= (uint8_t)~IS_TOUCHED;
        return false;
    }
    if ((input->pressed & OX_INPUT_POINTER) != 0 && is_in_zone(a, row, input)) {
        c->flags |= IS_TOUCHED;
        c->from_x = (int16_t)input->pointer_x;
        c->from_y = (int16_t)input->pointer_y;
    }
    if ((c->flags & IS_TOUCHED) == 0) return false;
    value[0] = reach_of(input->pointer_x - c->from_x);
    value[1] = reach_of(c->from_y - input->pointer_y);
    return true;
}

/* What a step hands from function to function. */
typedef struct action_step {
    ox_input_map *all;
    ox_input_map_player *player;
    const ox_input *input;
    uint32_t down; /* buttons that went down in this step */
} action_step;

static bool step_control(const action_step *s, ox_input_control *c, const uint8_t *row, uint32_t buttons,
                         fx value[2]) {
    switch (row[ROM_ACTION_CONTROL_KIND]) {
    case ROM_ACTION_CONTROL_PRESS:
        value[0] = FX_ONE;
        return step_press(s->player, c, row, buttons);
    case ROM_ACTION_CONTROL_SEQUENCE:
        value[0] = FX_ONE;
        return step_sequence(s->player, c, row, s->down);
    case ROM_ACTION_CONTROL_STICK:
        ox_input_lead(s->input, &value[0], &value[1]);
        break;
    case ROM_ACTION_CONTROL_PAIR:
        value[0] =
            ox_input_axis(s->player->live, part_button(s->player, row, 0), part_button(s->player, row, 1), 0);
        break;
    case ROM_ACTION_CONTROL_TOUCH:
        return step_touch(s->all, c, row, s->input, value);
    default:
        value[0] = FX_ONE;
        return step_turn(c, row, s->input);
    }
    return value[0] != 0 || value[1] != 0;
}

/* ---- actions ---- */

/* Whether one of the action's controls is active, and the values of the first that is. `chords`: those controls that are chords, else the
 * others: chords take their buttons before single buttons count. */
static bool step_controls(const action_step *s, ox_input_action *action, const uint8_t *row,
                          ox_input_control *controls, bool chords) {
    const uint32_t first = rom_half(row + ROM_ACTION_FIRST_CONTROL),
                   count = rom_half(row + ROM_ACTION_CONTROL_COUNT);
    bool any = false, has_button = false;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *control = control_row(s->all, first + i);
        const uint32_t listed = rom_half(control + ROM_ACTION_CONTROL_BUTTONS);
        const bool press = control[ROM_ACTION_CONTROL_KIND] == ROM_ACTION_CONTROL_PRESS;
        const bool is_first = press && is_single(listed) && !has_button;
        ox_input_control *c = &controls[first + i];
        fx value[2] = {0, 0};
        has_button = has_button || is_first;
        if ((press && !is_single(listed)) != chords) continue;
        const bool active = step_control(s, c, control, buttons_of(action, control, is_first), value);
        c->flags = (uint8_t)((c->flags & ~IS_ACTIVE) | (active ? IS_ACTIVE : 0));
        if (active && action->x == 0 && action->y == 0) {
            action->x = value[0];
            action->y = (row[ROM_ACTION_FLAGS] & ROM_ACTION_INVERT) != 0 ? -value[1] : value[1];
        }
        any = any || active;
    }
    return any;
}

static uint16_t count_up(uint16_t steps) { return (uint16_t)(steps < ACTION_LONG ? steps + 1 : ACTION_LONG); }

static bool repeats(const ox_input_action *action, const ox_input *input) {
    const uint32_t steps = action->steps, delay = input->repeat_delay;
    return steps > delay && (steps - delay - 1) % input->repeat_period == 0;
}

/* What becomes of an action that is meant, or not. */
static void settle_action(ox_input_action *action, const uint8_t *row, const ox_input *input, bool meant) {
    const uint32_t flags = row[ROM_ACTION_FLAGS];
    const bool was = action->steps > 0, pressed = meant && action->meant == 0;
    action->flags &= (uint8_t) ~(OX_INPUT_ACTION_BEGAN | OX_INPUT_ACTION_ENDED);
    action->meant = meant ? count_up(action->meant) : 0;
    if (!meant) action->flags &= (uint8_t)~OX_INPUT_ACTION_STALE;
    if (pressed && (flags & ROM_ACTION_TOGGLE) != 0 && (action->flags & OX_INPUT_ACTION_STALE) == 0)
        action->flags ^= OX_INPUT_ACTION_TOGGLED;
    bool active = meant && action->meant > rom_half(row + ROM_ACTION_HOLD) &&
                  (action->flags & OX_INPUT_ACTION_STALE) == 0;
    if ((flags & ROM_ACTION_TOGGLE) != 0) active = (action->flags & OX_INPUT_ACTION_TOGGLED) != 0;
    action->since = count_up(action->since);
    if (was && !active) action->lasted = action->steps;
    action->steps = active ? count_up(action->steps) : 0;
    if (active && !was) {
        action->gap = action->since;
        action->since = 0;
    }
    if ((active && !was) || (active && (flags & ROM_ACTION_REPEAT) != 0 && repeats(action, input)))
        action->flags |= OX_INPUT_ACTION_BEGAN;
    if (was && !active) action->flags |= OX_INPUT_ACTION_ENDED;
    if (!active)
        action->x = action->y = 0;
    else if (action->x == 0 && action->y == 0)
        action->x = FX_ONE;
}

/* An action whose context the player has left ends, and is stale when it comes back. */
static void leave_action(ox_input_action *action, const uint8_t *row, ox_input_control *controls) {
    const bool was = action->steps > 0;
    memset(&controls[rom_half(row + ROM_ACTION_FIRST_CONTROL)], 0,
           rom_half(row + ROM_ACTION_CONTROL_COUNT) * sizeof *controls);
    *action =
        (ox_input_action){.since = count_up(action->since),
                          .gap = action->gap,
                          .button = action->button,
                          .lasted = was ? action->steps : action->lasted,
                          .flags = (uint8_t)(OX_INPUT_ACTION_STALE | (was ? OX_INPUT_ACTION_ENDED : 0))};
}

static bool is_there(const ox_input_map_player *p, const uint8_t *row) {
    const ox_id context = rom_word(row + ROM_ACTION_CONTEXT);
    return context == 0 || context == p->context;
}

void ox_input_map_step(ox_input_map *map, uint32_t player, const ox_input *input) {
    if (player >= map->player_count || map->count == 0) return;
    ox_input_map_player *p = &map->players[player];
    ox_input_control *controls = &map->controls[player * map->control_count];
    const action_step s = {map, p, input, step_buttons(p, input)};
    uint64_t meant = 0;
    for (uint32_t i = 0; i < map->count; i++) {
        ox_input_action *action = action_at(map, player, i);
        action->x = action->y = 0;
        if (is_there(p, action_row(map, i)) && step_controls(&s, action, action_row(map, i), controls, true))
            meant |= (uint64_t)1 << i;
    }
    for (uint32_t i = 0; i < map->count; i++) {
        ox_input_action *action = action_at(map, player, i);
        const uint8_t *row = action_row(map, i);
        if (!is_there(p, row)) {
            leave_action(action, row, controls);
            continue;
        }
        const bool by_others = step_controls(&s, action, row, controls, false);
        settle_action(action, row, input, by_others || (meant >> i & 1u) != 0);
    }
}
