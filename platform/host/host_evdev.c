/* Events of Linux's input devices. */
#include "platform/host/host_evdev.h"

#if defined(HOST_HAS_FB)

#include <linux/input.h>
#include <stdio.h>
#include <string.h>

#include "fixedmath/scalar.h"

enum { STICK = 32767, STICK_REST = 1500, TRIGGER_DOWN = 93, FAR = 1 << 24 };

static bool bit_of(const uint8_t *bits, uint32_t at) { return (bits[at / 8] >> at % 8 & 1U) != 0; }

static void put_bit(uint8_t *bits, uint32_t at, bool on) {
    bits[at / 8] = (uint8_t)(on ? bits[at / 8] | 1U << at % 8 : bits[at / 8] & ~(1U << at % 8));
}

/* ---- what keys mean ---- */

/* Keys by what they do, which no layout changes. */
static const struct {
    uint8_t key, code;
} plain_codes[] = {{KEY_SPACE, PLAT_KEY_SPACE},
                   {KEY_ENTER, PLAT_KEY_ENTER},
                   {KEY_KPENTER, PLAT_KEY_ENTER},
                   {KEY_TAB, PLAT_KEY_TAB},
                   {KEY_BACKSPACE, PLAT_KEY_BACKSPACE},
                   {KEY_DELETE, PLAT_KEY_DELETE},
                   {KEY_INSERT, PLAT_KEY_INSERT},
                   {KEY_HOME, PLAT_KEY_HOME},
                   {KEY_END, PLAT_KEY_END},
                   {KEY_PAGEUP, PLAT_KEY_PAGE_UP},
                   {KEY_PAGEDOWN, PLAT_KEY_PAGE_DOWN},
                   {KEY_UP, PLAT_KEY_UP},
                   {KEY_DOWN, PLAT_KEY_DOWN},
                   {KEY_LEFT, PLAT_KEY_LEFT},
                   {KEY_RIGHT, PLAT_KEY_RIGHT},
                   {KEY_LEFTSHIFT, PLAT_KEY_LEFT_SHIFT},
                   {KEY_RIGHTSHIFT, PLAT_KEY_RIGHT_SHIFT},
                   {KEY_LEFTCTRL, PLAT_KEY_CONTROL},
                   {KEY_RIGHTCTRL, PLAT_KEY_CONTROL},
                   {KEY_LEFTALT, PLAT_KEY_ALT},
                   {KEY_F1, PLAT_KEY_F1},
                   {KEY_F2, PLAT_KEY_F1 + 1},
                   {KEY_F3, PLAT_KEY_F1 + 2},
                   {KEY_F4, PLAT_KEY_F1 + 3},
                   {KEY_F5, PLAT_KEY_F1 + 4},
                   {KEY_F6, PLAT_KEY_F1 + 5},
                   {KEY_F7, PLAT_KEY_F1 + 6},
                   {KEY_F8, PLAT_KEY_F1 + 7},
                   {KEY_F9, PLAT_KEY_F1 + 8},
                   {KEY_F10, PLAT_KEY_F1 + 9},
                   {KEY_F11, PLAT_KEY_F1 + 10},
                   {KEY_F12, PLAT_KEY_F1 + 11}};

/* Keys by what is printed on them. */
static uint32_t code_of_letter(int letter) {
    static const char signs[] = "-=,./;'[]\\`";
    const char *at = letter != 0 ? strchr(signs, letter) : NULL;
    if (letter >= 'a' && letter <= 'z') return (uint32_t)(PLAT_KEY_A + letter - 'a');
    if (letter >= '0' && letter <= '9') return (uint32_t)(PLAT_KEY_0 + letter - '0');
    return at != NULL ? (uint32_t)(PLAT_KEY_MINUS + (at - signs)) : 0;
}

static uint32_t code_of_key(uint32_t key, int letter) {
    for (size_t i = 0; i < sizeof plain_codes / sizeof plain_codes[0]; i++)
        if (plain_codes[i].key == key) return plain_codes[i].code;
    return code_of_letter(letter);
}

/* The button of a code: 1 + its number, 0 for none. */
static uint8_t button_of_code(uint32_t code) {
    static const uint8_t codes[][2] = {{PLAT_KEY_UP, 1},
                                       {PLAT_KEY_DOWN, 2},
                                       {PLAT_KEY_LEFT, 3},
                                       {PLAT_KEY_RIGHT, 4},
                                       {PLAT_KEY_A + 'z' - 'a', 5},
                                       {PLAT_KEY_A + 'x' - 'a', 6},
                                       {PLAT_KEY_A, 7},
                                       {PLAT_KEY_A + 't' - 'a', 7},
                                       {PLAT_KEY_A + 's' - 'a', 8},
                                       {PLAT_KEY_A + 'q' - 'a', 9},
                                       {PLAT_KEY_TAB, 9},
                                       {PLAT_KEY_A + 'w' - 'a', 10},
                                       {PLAT_KEY_ENTER, 11},
                                       {PLAT_KEY_BACKSPACE, 12},
                                       {PLAT_KEY_RIGHT_SHIFT, 12}};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (codes[i][0] == code) return codes[i][1];
    return 0;
}

void host_evdev_us_letters(host_evdev_letters *letters) {
    static const struct {
        uint8_t first;
        const char *plain, *shifted;
    } rows[] = {{KEY_1, "1234567890-=", "!@#$%^&*()_+"},
                {KEY_Q, "qwertyuiop[]", "QWERTYUIOP{}"},
                {KEY_A, "asdfghjkl;'`", "ASDFGHJKL:\"~"},
                {KEY_BACKSLASH, "\\zxcvbnm,./", "|ZXCVBNM<>?"},
                {KEY_SPACE, " ", " "}};
    memset(letters, 0, sizeof *letters);
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        for (uint32_t i = 0; rows[r].plain[i] != 0; i++) {
            letters->plain[rows[r].first + i] = (uint8_t)rows[r].plain[i];
            letters->shifted[rows[r].first + i] = (uint8_t)rows[r].shifted[i];
        }
    }
}

/* ---- keyboards ---- */

static uint32_t desk_buttons(const host_evdev_desk *desk) {
    uint32_t buttons = 0;
    for (uint32_t i = 0; i < 12; i++)
        if (desk->button_keys[i] != 0) buttons |= 1U << i;
    return buttons;
}

static void lift_key(host_evdev *device, host_evdev_desk *desk, uint32_t key) {
    if (device->button[key] != 0) desk->button_keys[device->button[key] - 1]--;
    if (device->code[key] != 0) desk->keys[device->code[key]]--;
    device->button[key] = device->code[key] = 0;
    plat_changes_put(&desk->changes, desk_buttons(desk));
}

static void write_letter(host_evdev_desk *desk, int letter) {
    if (letter != 0 && desk->written_count < sizeof desk->written)
        desk->written[desk->written_count++] = (char)letter;
}

/* What a key writes while letters are text; 0: nothing. */
static int text_of(uint32_t key, int letter) {
    if (key == KEY_ENTER || key == KEY_KPENTER) return '\n';
    if (key == KEY_BACKSPACE) return '\b';
    if (key == KEY_TAB) return '\t';
    if (key == KEY_ESC) return HOST_TYPED_ESCAPE;
    return letter >= 32 && letter < 127 ? letter : 0;
}

/* Keys that are the player's, not the game's. Whether the key is one of these. */
static bool command_key(host_evdev_desk *desk, uint32_t key, int letter) {
    if (desk->alt && key >= KEY_F1 && key <= KEY_F12) return true; /* the console's */
    if (desk->control && letter == 'c') {
        desk->quit = true;
        return true;
    }
    if (key != KEY_ESC && key != KEY_F1 && key != KEY_F12) return false;
    if (key == KEY_ESC) desk->quit = true;
    if (key == KEY_F1) desk->inside = true;
    if (key == KEY_F12) desk->screenshot = true;
    return true;
}

static void press_key(host_evdev *device, host_evdev_desk *desk, uint32_t key, bool again) {
    const int letter = desk->letters.plain[key];
    const bool is_letter = letter >= 'a' && letter <= 'z', raised = desk->shift != (is_letter && desk->lock);
    const int typed = raised ? desk->letters.shifted[key] : letter;
    if (desk->writes && text_of(key, typed) != 0) {
        write_letter(desk, text_of(key, typed));
        return;
    }
    if (again || command_key(desk, key, letter)) return;
    if (!desk->control && !desk->alt && typed >= 32 && typed != 127) desk->typed = (uint16_t)typed;
    const uint32_t code = code_of_key(key, letter);
    if (code == 0) return;
    device->code[key] = (uint8_t)code;
    desk->keys[code]++;
    desk->fresh_keys[code / 16] |= (uint16_t)(1u << code % 16);
    device->button[key] = desk->alt ? 0 : button_of_code(code);
    if (device->button[key] != 0) desk->button_keys[device->button[key] - 1]++;
    plat_changes_put(&desk->changes, desk_buttons(desk));
}

static void keyboard_key(host_evdev *device, host_evdev_desk *desk, uint32_t key, int32_t value) {
    const bool down = value != 0;
    if (key == KEY_LEFTSHIFT || key == KEY_RIGHTSHIFT) desk->shift = down;
    if (key == KEY_LEFTCTRL || key == KEY_RIGHTCTRL) desk->control = down;
    if (key == KEY_LEFTALT || key == KEY_RIGHTALT) desk->alt = down;
    if (key == KEY_CAPSLOCK && value == 1) desk->lock = !desk->lock;
    if (value != 2) lift_key(device, desk, key);
    if (down) press_key(device, desk, key, value == 2);
}

/* ---- mice and panels ---- */

/* An absolute place as one of `across`. */
static int place_of(const host_evdev *device, uint32_t axis, int32_t value, int across) {
    const host_evdev_range range = device->about.ranges[axis];
    const int64_t wide = (int64_t)range.most - range.least + 1;
    if (wide <= 1 || across <= 0) return 0;
    const int64_t at = ((int64_t)value - range.least) * across / wide;
    return (int)(at < 0 ? 0 : at >= across ? across - 1 : at);
}

static int add_far(int sum, int32_t more) { return int_clamp(sum + int_clamp(more, -FAR, FAR), -FAR, FAR); }

static void move_pointer(host_evdev_desk *desk, int dx, int dy) {
    host_pointer *pointer = &desk->pointer;
    pointer->moved_x = add_far(pointer->moved_x, dx);
    pointer->moved_y = add_far(pointer->moved_y, dy);
    pointer->x = int_clamp(add_far(pointer->x, dx), 0, desk->width > 0 ? desk->width - 1 : 0);
    pointer->y = int_clamp(add_far(pointer->y, dy), 0, desk->height > 0 ? desk->height - 1 : 0);
}

static void mouse_move(host_evdev_desk *desk, uint32_t code, int32_t value) {
    if (code == REL_X) move_pointer(desk, int_clamp(value, -FAR, FAR), 0);
    if (code == REL_Y) move_pointer(desk, 0, int_clamp(value, -FAR, FAR));
    if (code == REL_WHEEL) desk->pointer.wheel = add_far(desk->pointer.wheel, value);
}

static bool is_multi_touch(const host_evdev *device) { return bit_of(device->about.axes, ABS_MT_SLOT); }

static void finger_down(host_evdev *device, host_evdev_desk *desk, int slot, bool down) {
    host_evdev_finger *finger = &device->fingers[slot];
    if (!down) finger->id = 0;
    if (!down || finger->id != 0) return;
    desk->last_touch = (int16_t)(desk->last_touch % 32767 + 1);
    finger->id = desk->last_touch;
}

static void panel_axis(host_evdev *device, host_evdev_desk *desk, uint32_t code, int32_t value) {
    const bool many = is_multi_touch(device);
    const int slot = many ? device->slot : 0;
    if (many && code == ABS_MT_SLOT)
        device->slot = value >= 0 && value < HOST_EVDEV_FINGERS ? value : HOST_EVDEV_FINGERS;
    if (slot >= HOST_EVDEV_FINGERS) return; /* a finger too many */
    if (code == (many ? ABS_MT_POSITION_X : ABS_X)) device->fingers[slot].x = value;
    if (code == (many ? ABS_MT_POSITION_Y : ABS_Y)) device->fingers[slot].y = value;
    if (many && code == ABS_MT_TRACKING_ID) {
        if (value >= 0) device->fingers[slot].id = 0; /* another finger without a lift between */
        finger_down(device, desk, slot, value >= 0);
    }
}

/* The fingers as they are now; the first of them is the pointer, too. */
static void report_panel(host_evdev *device, host_evdev_desk *desk) {
    const uint32_t across = is_multi_touch(device) ? ABS_MT_POSITION_X : ABS_X,
                   down = is_multi_touch(device) ? ABS_MT_POSITION_Y : ABS_Y;
    const bool held = desk->touches[0].id != 0;
    uint32_t count = 0;
    memset(desk->touches, 0, sizeof desk->touches);
    for (uint32_t i = 0; i < HOST_EVDEV_FINGERS && count < PLAT_TOUCHES; i++) {
        const host_evdev_finger *finger = &device->fingers[i];
        if (finger->id == 0) continue;
        desk->touches[count++] = (plat_touch){.id = finger->id,
                                              .x = (int16_t)place_of(device, across, finger->x, desk->width),
                                              .y = (int16_t)place_of(device, down, finger->y, desk->height)};
    }
    if (count > 0) {
        desk->pointer.x = desk->touches[0].x;
        desk->pointer.y = desk->touches[0].y;
        desk->pointer.held = true;
    } else if (held) {
        desk->pointer.held = false;
    }
}

static void tablet_axis(host_evdev *device, host_evdev_desk *desk, uint32_t code, int32_t value) {
    if (code == ABS_X) move_pointer(desk, place_of(device, code, value, desk->width) - desk->pointer.x, 0);
    if (code == ABS_Y) move_pointer(desk, 0, place_of(device, code, value, desk->height) - desk->pointer.y);
}

/* ---- pads ---- */

static const struct {
    uint16_t key, button;
} pad_buttons[] = {{BTN_SOUTH, PLAT_A},        {BTN_EAST, PLAT_B},
                   {BTN_NORTH, PLAT_X},        {BTN_WEST, PLAT_Y},
                   {BTN_TL, PLAT_L},           {BTN_TR, PLAT_R},
                   {BTN_TL2, PLAT_L},          {BTN_TR2, PLAT_R},
                   {BTN_SELECT, PLAT_SELECT},  {BTN_START, PLAT_START},
                   {BTN_DPAD_UP, PLAT_UP},     {BTN_DPAD_DOWN, PLAT_DOWN},
                   {BTN_DPAD_LEFT, PLAT_LEFT}, {BTN_DPAD_RIGHT, PLAT_RIGHT},
                   {BTN_TRIGGER, PLAT_A},      {BTN_THUMB, PLAT_B},
                   {BTN_THUMB2, PLAT_X},       {BTN_TOP, PLAT_Y},
                   {BTN_TOP2, PLAT_L},         {BTN_PINKIE, PLAT_R},
                   {BTN_BASE3, PLAT_SELECT},   {BTN_BASE4, PLAT_START}};

static uint32_t held_buttons(const host_evdev *device) {
    uint32_t buttons = 0;
    for (size_t i = 0; i < sizeof pad_buttons / sizeof pad_buttons[0]; i++)
        if (bit_of(device->held, pad_buttons[i].key)) buttons |= pad_buttons[i].button;
    if (device->axes[ABS_HAT0X] < 0) buttons |= PLAT_LEFT;
    if (device->axes[ABS_HAT0X] > 0) buttons |= PLAT_RIGHT;
    if (device->axes[ABS_HAT0Y] < 0) buttons |= PLAT_UP;
    if (device->axes[ABS_HAT0Y] > 0) buttons |= PLAT_DOWN;
    return buttons;
}

/* An axis between `low` and `high`. */
static int scaled(const host_evdev *device, uint32_t axis, int low, int high) {
    const host_evdev_range range = device->about.ranges[axis];
    const int64_t wide = (int64_t)range.most - range.least;
    if (wide <= 0 || !bit_of(device->about.axes, axis)) return (low + high) / 2;
    const int64_t at = low + ((int64_t)device->axes[axis] - range.least) * (high - low) / wide;
    return (int)(at < low ? low : at > high ? high : at);
}

static void read_stick(const host_evdev *device, const uint32_t axes[2], int16_t *x, int16_t *y) {
    const int across = scaled(device, axes[0], -STICK, STICK), up = -scaled(device, axes[1], -STICK, STICK);
    const bool rests = (int64_t)across * across + (int64_t)up * up <= STICK_REST * STICK_REST;
    *x = (int16_t)(rests ? 0 : across);
    *y = (int16_t)(rests ? 0 : up);
}

/* Pads with four axes and no more have the second stick where others have triggers. */
static bool has_triggers(const host_evdev *device) { return bit_of(device->about.axes, ABS_RX); }

static int trigger_of(const host_evdev *device, uint32_t axis, uint32_t other) {
    if (has_triggers(device) && bit_of(device->about.axes, axis)) return scaled(device, axis, 0, 255);
    return bit_of(device->about.axes, other) ? scaled(device, other, 0, 255) : 0;
}

void host_evdev_pad_poll(host_evdev *device, plat_device *about, plat_input *in) {
    static const uint32_t left[2] = {ABS_X, ABS_Y}, right[2] = {ABS_RX, ABS_RY}, other[2] = {ABS_Z, ABS_RZ};
    plat_senses *senses = &in->senses;
    memset(in, 0, sizeof *in);
    *about = (plat_device){.kind = PLAT_DEVICE_PAD,
                           .battery = PLAT_BATTERY_UNKNOWN,
                           .abilities = PLAT_HAS_STICK | PLAT_HAS_RIGHT_STICK};
    if (has_triggers(device)) about->abilities |= PLAT_HAS_TRIGGERS;
    snprintf(about->name, sizeof about->name, "%s", device->about.name);
    read_stick(device, left, &in->stick_x, &in->stick_y);
    read_stick(device, has_triggers(device) ? right : other, &senses->right_x, &senses->right_y);
    senses->left_trigger = (int16_t)trigger_of(device, ABS_Z, ABS_BRAKE);
    senses->right_trigger = (int16_t)trigger_of(device, ABS_RZ, ABS_GAS);
    const uint32_t pulled = (senses->left_trigger > TRIGGER_DOWN ? (uint32_t)PLAT_L : 0) |
                            (senses->right_trigger > TRIGGER_DOWN ? (uint32_t)PLAT_R : 0);
    in->buttons = held_buttons(device);
    plat_changes_take(&device->changes, in);
    for (uint32_t i = 0; i < in->change_count; i++) in->changes[i] |= (uint16_t)pulled;
    in->buttons |= pulled;
}

/* ---- events ---- */

static bool any_bit(const uint8_t *bits, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i <= to; i++)
        if (bit_of(bits, i)) return true;
    return false;
}

uint32_t host_evdev_kinds(const host_evdev_about *about) {
    const bool has_place = bit_of(about->axes, ABS_X) && bit_of(about->axes, ABS_Y);
    uint32_t kinds = 0;
    if (any_bit(about->keys, BTN_JOYSTICK, BTN_BASE6) || bit_of(about->keys, BTN_SOUTH) ||
        bit_of(about->keys, BTN_DPAD_UP))
        return HOST_EVDEV_PAD;
    if (about->is_pad_of_touch) return 0;
    for (size_t i = 0; i < sizeof plain_codes / sizeof plain_codes[0]; i++)
        if (bit_of(about->keys, plain_codes[i].key)) kinds |= HOST_EVDEV_KEYBOARD;
    if (bit_of(about->axes, ABS_MT_SLOT) || (has_place && bit_of(about->keys, BTN_TOUCH)))
        kinds |= HOST_EVDEV_PANEL;
    else if (bit_of(about->keys, BTN_LEFT) && (has_place || bit_of(about->moves, REL_X)))
        kinds |= HOST_EVDEV_MOUSE;
    return kinds;
}

void host_evdev_begin(host_evdev *device, const host_evdev_about *about) {
    memset(device, 0, sizeof *device);
    device->about = *about;
    device->kinds = host_evdev_kinds(about);
    for (uint32_t i = 0; i < HOST_EVDEV_AXES; i++) {
        const host_evdev_range range = about->ranges[i];
        const bool pulled = (i == ABS_Z || i == ABS_RZ) && has_triggers(device);
        device->axes[i] = pulled || i == ABS_GAS || i == ABS_BRAKE
                              ? range.least
                              : (int32_t)(((int64_t)range.least + range.most) / 2);
    }
}

static void key_event(host_evdev *device, host_evdev_desk *desk, uint32_t code, int32_t value) {
    if (code >= HOST_EVDEV_KEYS || value < 0 || value > 2) return;
    if (value != 2) put_bit(device->held, code, value != 0);
    if ((device->kinds & HOST_EVDEV_PAD) != 0)
        plat_changes_put(&device->changes, held_buttons(device));
    else if ((device->kinds & HOST_EVDEV_KEYBOARD) != 0 && code < HOST_EVDEV_CODES)
        keyboard_key(device, desk, code, value);
    if ((device->kinds & HOST_EVDEV_MOUSE) != 0 && code == BTN_LEFT) desk->pointer.held = value != 0;
    if ((device->kinds & HOST_EVDEV_PANEL) != 0 && code == BTN_TOUCH && !is_multi_touch(device))
        finger_down(device, desk, 0, value != 0);
}

static void axis_event(host_evdev *device, host_evdev_desk *desk, uint32_t code, int32_t value) {
    if (code >= HOST_EVDEV_AXES) return;
    device->axes[code] = value;
    if ((device->kinds & HOST_EVDEV_PAD) != 0) plat_changes_put(&device->changes, held_buttons(device));
    if ((device->kinds & HOST_EVDEV_PANEL) != 0) panel_axis(device, desk, code, value);
    if ((device->kinds & HOST_EVDEV_MOUSE) != 0) tablet_axis(device, desk, code, value);
}

static void report_event(host_evdev *device, host_evdev_desk *desk, uint32_t code) {
    if (code == SYN_DROPPED) device->lost = true;
    if (code != SYN_REPORT) return;
    if (device->lost) device->behind = true;
    device->lost = false;
    if ((device->kinds & HOST_EVDEV_PANEL) != 0) report_panel(device, desk);
}

void host_evdev_event(host_evdev *device, host_evdev_desk *desk, uint32_t type, uint32_t code,
                      int32_t value) {
    if (type == EV_SYN) report_event(device, desk, code);
    if (device->lost) return;
    if (type == EV_KEY) key_event(device, desk, code, value);
    if (type == EV_ABS) axis_event(device, desk, code, value);
    if (type == EV_REL && (device->kinds & HOST_EVDEV_MOUSE) != 0) mouse_move(desk, code, value);
}

void host_evdev_axis_set(host_evdev *device, uint32_t axis, int32_t value) {
    if (axis < HOST_EVDEV_AXES) device->axes[axis] = value;
}

void host_evdev_feed(host_evdev *device, host_evdev_desk *desk, const uint8_t *bytes, size_t count) {
    struct input_event event;
    _Static_assert(sizeof event <= sizeof device->pending, "an event has room");
    for (size_t i = 0; i < count; i++) {
        device->pending[device->pending_count++] = bytes[i];
        if (device->pending_count < sizeof event) continue;
        device->pending_count = 0;
        memcpy(&event, device->pending, sizeof event);
        host_evdev_event(device, desk, event.type, event.code, event.value);
    }
}

void host_evdev_release(host_evdev *device, host_evdev_desk *desk) {
    for (uint32_t key = 0; key < HOST_EVDEV_CODES; key++) lift_key(device, desk, key);
    if ((device->kinds & HOST_EVDEV_KEYBOARD) != 0) desk->shift = desk->control = desk->alt = false;
    if ((device->kinds & (HOST_EVDEV_MOUSE | HOST_EVDEV_PANEL)) != 0) desk->pointer.held = false;
    if ((device->kinds & HOST_EVDEV_PANEL) != 0) {
        desk->cancelled = desk->cancelled || desk->touches[0].id != 0;
        memset(desk->touches, 0, sizeof desk->touches);
        memset(device->fingers, 0, sizeof device->fingers);
    }
    memset(device->held, 0, sizeof device->held);
    device->pending_count = 0;
    if ((device->kinds & HOST_EVDEV_PAD) != 0) plat_changes_put(&device->changes, held_buttons(device));
}

void host_evdev_desk_poll(host_evdev_desk *desk, const host_area *area, const plat *p, plat_input *in) {
    in->buttons = desk_buttons(desk);
    plat_changes_take(&desk->changes, in);
    memcpy(in->senses.keys, desk->fresh_keys, sizeof in->senses.keys);
    memset(desk->fresh_keys, 0, sizeof desk->fresh_keys);
    for (uint32_t code = 1; code < PLAT_KEYS; code++)
        if (desk->keys[code] != 0) in->senses.keys[code / 16] |= (uint16_t)(1u << code % 16);
    in->senses.typed = desk->typed;
    desk->typed = 0;
    for (uint32_t i = 0; i < PLAT_TOUCHES && desk->touches[i].id != 0; i++) {
        in->senses.touches[i].id = desk->touches[i].id;
        host_screen_touch(area, p, desk->touches[i].x, desk->touches[i].y, &in->senses.touches[i]);
    }
    if (desk->cancelled) in->senses.state |= PLAT_TOUCHES_CANCELLED;
    desk->cancelled = false;
    host_screen_point(area, &desk->pointer, p, in);
}

#else

typedef int host_evdev_left_out; /* a C file must hold a declaration */

#endif
