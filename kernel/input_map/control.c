/* The kinds of controls: whether one is active in a step. */
#include "fixedmath/scalar.h"
#include "kernel/input_map/internal.h"

/* OLD: where ages end, steps. The rest: bits behind those of buttons. Keys have none, so contexts above take no keys from those below. */
enum {
    OLD = 255,
    NOTCHES = 4, /* of the wheel that are all of its way */
    REACH_STICK = 1 << 12,
    REACH_POINTER = 1 << 13,
    REACH_RIGHT = 1 << 14,
    REACH_TILT = 1 << 15,
    REACH_MOUSE = 1 << 16,
    REACH_EDGE = 1 << 17,
    REACH_WHEEL = 1 << 18,
    REACH_TRIGGERS = 1 << 19,
    REACH_STICKS = REACH_RIGHT >> ROM_ACTION_CONTROL_RIGHT /* by their number */
};

/* ---- buttons ---- */

/* What may stand in a sequence besides buttons, as bits behind them: the stick comes into one of its quarters, a finger goes down in one half of the picture. */
enum { SIGNAL_FIRST = 14, SIGNAL_TOUCH = 18, SIGNALS_END = 20, SIGNAL_BIT = 20 };

/* The bit of a button by its number; FORWARD and BACK as the player faces. */
static uint32_t button_of(const ox_input_map_player *p, uint32_t number) {
    if (number < ROM_ACTION_CONTROL_FORWARD) return 1u << number;
    if (number >= SIGNAL_FIRST) return 1u << (number + SIGNAL_BIT - SIGNAL_FIRST);
    return (number == ROM_ACTION_CONTROL_FORWARD) != (p->mirrored != 0) ? (uint32_t)PLAT_RIGHT
                                                                        : (uint32_t)PLAT_LEFT;
}

static uint32_t part_button(const ox_input_map_player *p, const uint8_t *row, uint32_t part) {
    return button_of(p, row[ROM_ACTION_CONTROL_PARTS + part] &
                            ~(uint32_t)(ROM_ACTION_CONTROL_IS_HELD | ROM_ACTION_CONTROL_IS_UP));
}

/* Buttons of a control with FORWARD and BACK as the player faces. */
static uint32_t face_buttons(const ox_input_map_player *p, uint32_t buttons) {
    uint32_t faced = buttons & ((1u << OX_INPUT_MAP_BUTTONS) - 1);
    for (uint32_t number = ROM_ACTION_CONTROL_FORWARD; number <= ROM_ACTION_CONTROL_BACK; number++)
        if ((buttons >> number & 1u) != 0) faced |= button_of(p, number);
    return faced;
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

/* Whether held buttons make a chord in this step, or can while single ones wait. A chord begins with its last button: later on, ages that are at
 * their end would look alike. */
static bool is_chord(const ox_input_map_player *p, const uint8_t *row, uint32_t buttons, uint32_t first,
                     uint32_t last) {
    if (row[ROM_ACTION_CONTROL_ALONE] != 0 && (p->held & ~buttons) != 0) return false;
    return last <= rom_half(row + ROM_ACTION_CONTROL_WAITS) &&
           first - last <= rom_half(row + ROM_ACTION_CONTROL_WITHIN) + p->patience;
}

/* Whether all buttons of a control are held. Those of a patient player's chord, and those that wait for one, count a while after they were let go; a chord
 * that has begun lasts while any of its buttons is held then. */
static bool is_held(const ox_input_map_player *p, const ox_input_control *c, uint32_t buttons, bool waits) {
    if (buttons == 0) return false;
    if ((p->live & buttons) == buttons) return true;
    if (p->patience == 0 || !waits) return false;
    if (is_single(buttons)) return (p->kept & buttons) != 0;
    if ((c->flags & CONTROL_ACTIVE) != 0) return (p->live & buttons) != 0;
    return ((p->live | p->kept) & buttons) == buttons && (p->live & buttons) != 0;
}

static bool step_press(ox_input_map_player *p, ox_input_control *c, const uint8_t *row, uint32_t buttons) {
    const uint32_t listed = rom_half(row + ROM_ACTION_CONTROL_WAITS), mode = row[ROM_ACTION_CONTROL_MODE];
    const bool single = is_single(buttons), held = is_held(p, c, buttons, !single || listed != 0);
    const uint32_t waits = single && listed != 0 ? listed + p->patience : listed;
    const uint32_t was = c->flags;
    uint32_t first, last;
    c->flags &= (uint8_t) ~(CONTROL_WAITING | CONTROL_CAUGHT);
    if (!held) /* a short press counts when it ends */
        return (was & (CONTROL_WAITING | CONTROL_CAUGHT)) != 0 && (was & CONTROL_ACTIVE) == 0;
    if ((was & CONTROL_ACTIVE) != 0) return !single || (p->used & buttons) == 0;
    c->flags |= (uint8_t)(was & CONTROL_CAUGHT);
    measure_ages(p, buttons, &first, &last);
    if ((p->used & buttons) != 0 || (was & CONTROL_CAUGHT) != 0) return false;
    if (!single && !is_chord(p, row, buttons, first, last)) return false;
    if (last < waits) {
        c->flags |= CONTROL_WAITING;
        return false;
    }
    if (single) return true;
    if (mode != ROM_ACTION_CONTROL_BOTH) p->used |= buttons;
    if (mode == ROM_ACTION_CONTROL_RELEASE) c->flags |= CONTROL_CAUGHT;
    return mode != ROM_ACTION_CONTROL_RELEASE;
}

/* ---- sequences ---- */

typedef enum part_state { PART_OPEN, PART_DONE, PART_WRONG } part_state;

static part_state look_at_part(const action_step *s, const uint8_t *row, uint32_t part, uint32_t down) {
    const ox_input_map_player *p = s->player;
    const uint32_t button = part_button(p, row, part), manner = row[ROM_ACTION_CONTROL_PARTS + part];
    uint32_t age, same;
    if ((manner & ROM_ACTION_CONTROL_IS_HELD) != 0) {
        if ((down & ~button) != 0) return PART_WRONG;
        measure_ages(p, button, &age, &same);
        const uint32_t held = (uint32_t)int_min(rom_half(row + ROM_ACTION_CONTROL_HELD), OLD - 1);
        const bool is_done = part == 0 ? age == held : age >= held; /* the first begins once a press */
        return (p->live & button) != 0 && is_done ? PART_DONE : PART_OPEN;
    }
    if ((manner & ROM_ACTION_CONTROL_IS_UP) != 0)
        return down != 0 ? PART_WRONG : (s->up & button) != 0 ? PART_DONE : PART_OPEN;
    return down == button ? PART_DONE : down != 0 ? PART_WRONG : PART_OPEN; /* several at once are wrong */
}

static bool is_late(const ox_input_control *c, const uint8_t *row, uint32_t patience) {
    const uint32_t step = rom_half(row + ROM_ACTION_CONTROL_STEP);
    return c->age > rom_half(row + ROM_ACTION_CONTROL_WITHIN) + patience ||
           (step != 0 && c->since > step + patience);
}

/* Quarters clockwise: top left, top right, bottom right, bottom left; -1 within the dead zone. */
static int quarter_of(fx x, fx y) {
    if (x == 0 && y == 0) return -1;
    return y >= 0 ? (x < 0 ? 0 : 1) : (x < 0 ? 3 : 2);
}

/* What goes down in this step, for a sequence: buttons, and where it asks for them quarters of the stick, in place of the directions, and touches. */
static uint32_t downs_of(const action_step *s, ox_input_control *c, const uint8_t *row) {
    const ox_input *input = s->input;
    const uint32_t directions = PLAT_UP | PLAT_DOWN | PLAT_LEFT | PLAT_RIGHT;
    uint32_t down = s->down, asked = 0;
    for (uint32_t i = 0; i < row[ROM_ACTION_CONTROL_LENGTH] && i < 8; i++)
        asked |= part_button(s->player, row, i);
    asked >>= SIGNAL_BIT;
    if (asked == 0) return down;
    if ((asked & 15u) != 0) {
        const int quarter = quarter_of(input->stick_x, input->stick_y);
        down &= ~directions;
        if (quarter >= 0 && quarter != c->quarter - 1) down |= 1u << (SIGNAL_BIT + quarter);
        c->quarter = (uint8_t)(quarter + 1);
    }
    for (uint32_t i = 0; (asked & 48u) != 0 && i < PLAT_TOUCHES; i++)
        if ((input->touches_begun >> i & 1u) != 0)
            down |= 1u << (SIGNAL_BIT + SIGNAL_TOUCH - SIGNAL_FIRST +
                           (input->senses.touches[i].x >= s->all->width / 2));
    return down;
}

void ox_input_sequence_step(action_step *s, ox_input_control *c, const uint8_t *row) {
    const uint32_t length = row[ROM_ACTION_CONTROL_LENGTH];
    c->flags &= (uint8_t)~CONTROL_NEW;
    if (length == 0 || length > 8) return;
    if ((s->player->live & part_button(s->player, row, length - 1)) == 0) c->flags &= (uint8_t)~CONTROL_DONE;
    if (c->progress > 0) {
        c->age = (uint16_t)int_min(c->age + 1, ACTION_LONG);
        c->since = (uint16_t)int_min(c->since + 1, ACTION_LONG);
        if (c->progress >= length || is_late(c, row, s->player->patience)) c->progress = 0;
    }
    const uint32_t down = downs_of(s, c, row);
    part_state state = look_at_part(s, row, c->progress, down);
    if (state == PART_WRONG && c->progress > 0) {
        c->progress = 0;
        state = look_at_part(s, row, 0, down);
    }
    if (state != PART_DONE) return;
    c->since = 0;
    if (c->progress == 0) c->age = 0;
    if (++c->progress < length) return;
    c->progress = 0;
    c->flags |= CONTROL_DONE | CONTROL_NEW;
    if (length > s->longest) s->longest = length;
}

/* A sequence that ended together with a longer one does not count. */
static bool is_sequence_done(const action_step *s, ox_input_control *c, const uint8_t *row) {
    if ((c->flags & CONTROL_NEW) != 0 && row[ROM_ACTION_CONTROL_LENGTH] < s->longest)
        c->flags &= (uint8_t)~CONTROL_DONE;
    return (c->flags & CONTROL_DONE) != 0;
}

/* ---- sticks ---- */

static bool step_turn(const action_step *s, ox_input_control *c, const uint8_t *row) {
    const ox_input *input = s->input;
    const int quarter = quarter_of(input->stick_x, input->stick_y), before = c->quarter - 1,
              way = row[ROM_ACTION_CONTROL_PARTS] == 0 ? 1 : 3;
    if (c->progress > 0 && ++c->age > rom_half(row + ROM_ACTION_CONTROL_WITHIN) + s->player->patience)
        c->progress = 0;
    if (quarter < 0 || quarter == before) return false;
    const bool follows = c->progress > 0 && quarter == (before + way) % 4;
    c->quarter = (uint8_t)(quarter + 1);
    c->progress = (uint8_t)(follows ? c->progress + 1 : 1);
    if (!follows) c->age = 0;
    if (c->progress < 4) return false;
    c->progress = 0;
    return true;
}

/* Raw values of what stands for a stick, -32767 to 32767. */
static void raw_stick(const ox_input *input, uint32_t source, int32_t *x, int32_t *y) {
    const plat_senses *senses = &input->senses;
    if (source == ROM_ACTION_CONTROL_RIGHT) {
        *x = senses->right_x;
        *y = senses->right_y;
        return;
    }
    if (source == ROM_ACTION_CONTROL_TILT) {
        *x = int_clamp(ox_input_gravity(senses->tilt[0]) / 2, -32767, 32767); /* 1 g is all the way */
        *y = int_clamp(ox_input_gravity(senses->tilt[1]) / 2, -32767, 32767);
        return;
    }
    *x = input->raw_x;
    *y = input->raw_y;
}

/* A movement of the pointer as a part of the farthest one. */
static fx moved(int32_t pixels) {
    return int_clamp(pixels, -OX_INPUT_MAP_REACH, OX_INPUT_MAP_REACH) * FX_ONE / OX_INPUT_MAP_REACH;
}

/* Which edges of the picture the pointer is at, within a band, -1 to 1. A pointer that has never moved is nowhere. */
static void read_edge(const action_step *s, ox_input_control *c, const uint8_t *row, fx value[2]) {
    const ox_input *input = s->input;
    const int32_t band = row[ROM_ACTION_CONTROL_PARTS + 1];
    if ((input->pointer_dx | input->pointer_dy) != 0 || (input->held & OX_INPUT_POINTER) != 0)
        c->progress = 1;
    if (c->progress == 0) return;
    value[0] = input->pointer_x < band ? -FX_ONE : input->pointer_x >= s->all->width - band ? FX_ONE : 0;
    value[1] = input->pointer_y < band ? FX_ONE : input->pointer_y >= s->all->height - band ? -FX_ONE : 0;
}

/* The pointer's part of the sources of a stick; false: the source is no pointer. */
static bool read_pointer(const action_step *s, ox_input_control *c, const uint8_t *row, fx value[2]) {
    const ox_input *input = s->input;
    const uint32_t source = row[ROM_ACTION_CONTROL_PARTS];
    if (source < ROM_ACTION_CONTROL_MOUSE) return false;
    value[0] = value[1] = 0;
    switch (source) {
    case ROM_ACTION_CONTROL_MOUSE:
        value[0] = moved(input->pointer_dx);
        value[1] = moved(-input->pointer_dy);
        return true;
    case ROM_ACTION_CONTROL_EDGE:
        read_edge(s, c, row, value);
        return true;
    default:
        value[1] = int_clamp(input->wheel, -NOTCHES, NOTCHES) * (FX_ONE / NOTCHES);
        return true;
    }
}

/* A stick through the dead zone of the row, or of the player. Directions of the cross stand for the first one. */
static void read_stick(const action_step *s, ox_input_control *c, const uint8_t *row, fx value[2]) {
    const ox_input *input = s->input;
    const uint32_t source = row[ROM_ACTION_CONTROL_PARTS], shape = row[ROM_ACTION_CONTROL_SHAPE];
    const int32_t full = rom_half(row + ROM_ACTION_CONTROL_FULL),
                  own = (int32_t)int_min((int32_t)s->player->dead, 32766),
                  dead = own > 0 ? own : rom_half(row + ROM_ACTION_CONTROL_DEAD);
    int32_t raw_x, raw_y;
    if (read_pointer(s, c, row, value)) return;
    raw_stick(input, source, &raw_x, &raw_y);
    if (shape == ROM_ACTION_CONTROL_CROSS)
        ox_input_stick_cross(raw_x, raw_y, dead, full, &value[0], &value[1]);
    else if (shape == ROM_ACTION_CONTROL_ROUND)
        ox_input_stick_round(raw_x, raw_y, dead, full, &value[0], &value[1]);
    else
        ox_input_stick(raw_x, raw_y, own > 0 ? own : input->dead_zone, &value[0], &value[1]);
    if (source != 0) return;
    value[0] = ox_input_axis(s->held, PLAT_LEFT, PLAT_RIGHT, value[0]);
    value[1] = ox_input_axis(s->held, PLAT_DOWN, PLAT_UP, value[1]);
}

static fx read_trigger(const plat_senses *senses, uint32_t which) {
    const fx left = ox_input_unidirectional(senses->left_trigger),
             right = ox_input_unidirectional(senses->right_trigger);
    return which == 0 ? left : which == 1 ? right : right - left;
}

/* ---- touches ---- */

static bool is_in_zone(const ox_input_map *a, const uint8_t *row, int32_t pointer_x, int32_t pointer_y) {
    const int32_t x = pointer_x * 1024, y = pointer_y * 1024;
    const uint8_t *zone = row + ROM_ACTION_CONTROL_ZONE;
    const int32_t left = rom_half(zone) * a->width, top = rom_half(zone + 2) * a->height;
    return x >= left && x < left + (int32_t)rom_half(zone + 4) * a->width && y >= top &&
           y < top + (int32_t)rom_half(zone + 6) * a->height;
}

static fx reach_of(int32_t pixels) {
    return fx_clamp(pixels * (FX_ONE / OX_INPUT_MAP_REACH), -FX_ONE, FX_ONE);
}

/* The finger that a control has, or takes in this step; a machine without fingers has the pointer, as a finger without a number. False: none. */
static bool find_finger(const ox_input_map *a, const ox_input_control *c, const uint8_t *row,
                        const ox_input *input, plat_touch *found) {
    const plat_touch *list = input->senses.touches;
    const bool has_one = (c->flags & CONTROL_TOUCHED) != 0, is_pointer = has_one && c->finger == 0;
    for (uint32_t i = 0; i < PLAT_TOUCHES && !is_pointer; i++) {
        if (list[i].id == 0) continue;
        if (has_one ? list[i].id != c->finger
                    : (input->touches_begun >> i & 1u) == 0 || !is_in_zone(a, row, list[i].x, list[i].y))
            continue;
        *found = list[i];
        return true;
    }
    if ((has_one && !is_pointer) || (!has_one && list[0].id != 0)) return false;
    *found = (plat_touch){0, (int16_t)input->pointer_x, (int16_t)input->pointer_y};
    return (input->held & OX_INPUT_POINTER) != 0 &&
           (has_one || ((input->pressed & OX_INPUT_POINTER) != 0 && is_in_zone(a, row, found->x, found->y)));
}

static bool step_touch(const ox_input_map *a, ox_input_control *c, const uint8_t *row, const ox_input *input,
                       fx value[2]) {
    plat_touch finger = {0};
    if (!find_finger(a, c, row, input, &finger)) {
        c->flags &= (uint8_t)~CONTROL_TOUCHED;
        c->finger = 0;
        return false;
    }
    if ((c->flags & CONTROL_TOUCHED) == 0) {
        c->flags |= CONTROL_TOUCHED;
        c->finger = finger.id;
        c->from_x = finger.x;
        c->from_y = finger.y;
    }
    const fx x = reach_of(finger.x - c->from_x), y = reach_of(c->from_y - finger.y);
    const int32_t full = rom_half(row + ROM_ACTION_CONTROL_FULL),
                  dead = rom_half(row + ROM_ACTION_CONTROL_DEAD);
    value[0] = x;
    value[1] = y;
    if (row[ROM_ACTION_CONTROL_SHAPE] == ROM_ACTION_CONTROL_CONSOLES) return true;
    if (row[ROM_ACTION_CONTROL_SHAPE] == ROM_ACTION_CONTROL_ROUND)
        ox_input_stick_round(x / 2, y / 2, dead, full, &value[0], &value[1]);
    else
        ox_input_stick_cross(x / 2, y / 2, dead, full, &value[0], &value[1]);
    return (value[0] | value[1]) != 0; /* a finger that rests is a stick that rests */
}

/* ---- all of them ---- */

uint32_t ox_input_control_reach(const ox_input_map_player *p, const uint8_t *row, uint32_t buttons) {
    const uint32_t directions = PLAT_UP | PLAT_DOWN | PLAT_LEFT | PLAT_RIGHT;
    const uint32_t kind = row[ROM_ACTION_CONTROL_KIND];
    const uint32_t parts = kind == ROM_ACTION_CONTROL_PAIR ? 2u : row[ROM_ACTION_CONTROL_LENGTH];
    uint32_t reach = 0;
    switch (kind) {
    case ROM_ACTION_CONTROL_PRESS:
        return face_buttons(p, buttons);
    case ROM_ACTION_CONTROL_SEQUENCE:
    case ROM_ACTION_CONTROL_PAIR:
        for (uint32_t i = 0; i < parts && i < 8; i++) reach |= part_button(p, row, i);
        if (reach >> SIGNAL_BIT != 0) reach |= (reach >> SIGNAL_BIT & 15u) != 0 ? REACH_STICK : REACH_POINTER;
        return reach & ((1u << SIGNAL_BIT) - 1u);
    case ROM_ACTION_CONTROL_STICK:
        return row[ROM_ACTION_CONTROL_PARTS] == 0 ? REACH_STICK | directions
                                                  : (uint32_t)REACH_STICKS << row[ROM_ACTION_CONTROL_PARTS];
    case ROM_ACTION_CONTROL_KEY:
        return 0;
    case ROM_ACTION_CONTROL_TRIGGER:
        return REACH_TRIGGERS;
    case ROM_ACTION_CONTROL_TOUCH:
        return REACH_POINTER;
    default:
        return REACH_STICK;
    }
}

bool ox_input_control_step(const action_step *s, ox_input_control *c, const uint8_t *row, uint32_t buttons,
                           fx value[2]) {
    value[0] = FX_ONE;
    switch (row[ROM_ACTION_CONTROL_KIND]) {
    case ROM_ACTION_CONTROL_PRESS:
        return step_press(s->player, c, row, face_buttons(s->player, buttons));
    case ROM_ACTION_CONTROL_SEQUENCE:
        return is_sequence_done(s, c, row);
    case ROM_ACTION_CONTROL_STICK:
        read_stick(s, c, row, value);
        break;
    case ROM_ACTION_CONTROL_PAIR:
        value[0] =
            ox_input_axis(s->player->live, part_button(s->player, row, 0), part_button(s->player, row, 1), 0);
        break;
    case ROM_ACTION_CONTROL_KEY:
        return ox_input_key(s->input->senses.keys, row[ROM_ACTION_CONTROL_PARTS]);
    case ROM_ACTION_CONTROL_TRIGGER:
        value[0] = read_trigger(&s->input->senses, row[ROM_ACTION_CONTROL_PARTS]);
        break;
    case ROM_ACTION_CONTROL_TOUCH:
        return step_touch(s->all, c, row, s->input, value);
    default:
        return step_turn(s, c, row);
    }
    return value[0] != 0 || value[1] != 0;
}
