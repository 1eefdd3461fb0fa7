/* The decoder of terminal input: plain keys, CSI and SS3 sequences, SGR mouse reports, kitty keyboard events.
 */
#include "platform/host/host_keys.h"

#include <string.h>

#include "platform/platform.h"

enum {
    ESC = 27,
    CODE_KEYPAD_ENTER = 57414, /* from here on: the kitty protocol's numbers for keys without a character */
    CODE_KEYPAD_LEFT = 57417,
    CODE_KEYPAD_RIGHT = 57418,
    CODE_KEYPAD_UP = 57419,
    CODE_KEYPAD_DOWN = 57420,
    CODE_LEFT_SHIFT = 57441,
    CODE_RIGHT_SHIFT = 57447,
    EVENT_RELEASE = 3,
    MODIFIER_CONTROL = 4,
    PARAMETERS = 4
};

typedef struct sequence {
    char mark;             /* '<', '=', '>' or '?' before the parameters, else 0 */
    char final;            /* the letter that ends the sequence */
    int value[PARAMETERS]; /* 0 where left out */
    int event;             /* 1 press, 2 repeat, 3 release: behind a ':' in the second parameter */
    size_t size;           /* bytes of the whole sequence */
} sequence;

/* ---- what keys mean ---- */

static void press(host_keys *keys, uint32_t button, int event, uint64_t now) {
    for (int i = 0; i < HOST_KEYS_BUTTONS; i++) {
        if ((button >> i & 1U) == 0) continue;
        if (event == EVENT_RELEASE) {
            keys->held_until[i] = 0;
        } else {
            keys->held_until[i] = keys->reports_releases ? UINT64_MAX : now + HOST_KEYS_HOLD;
            keys->fresh |= button;
        }
    }
}

static uint32_t button_of(int code) {
    switch (code) {
    case 'z':
        return PLAT_A;
    case 'x':
        return PLAT_B;
    case 'a':
    case 't':
        return PLAT_X;
    case 's':
        return PLAT_Y;
    case '\t':
        return PLAT_L;
    case 'w':
        return PLAT_R;
    case '\r':
    case '\n':
    case CODE_KEYPAD_ENTER:
        return PLAT_START;
    case 127:
    case 8:
    case CODE_RIGHT_SHIFT:
        return PLAT_SELECT;
    case CODE_KEYPAD_LEFT:
        return PLAT_LEFT;
    case CODE_KEYPAD_RIGHT:
        return PLAT_RIGHT;
    case CODE_KEYPAD_UP:
        return PLAT_UP;
    case CODE_KEYPAD_DOWN:
        return PLAT_DOWN;
    default:
        return 0;
    }
}

/* Keys of the terminal that have codes: ASCII, and the kitty protocol's numbers. */
static uint32_t code_of(int code) {
    static const struct {
        int from;
        uint8_t code;
    } others[] = {{' ', PLAT_KEY_SPACE},
                  {'\r', PLAT_KEY_ENTER},
                  {'\n', PLAT_KEY_ENTER},
                  {'\t', PLAT_KEY_TAB},
                  {127, PLAT_KEY_BACKSPACE},
                  {8, PLAT_KEY_BACKSPACE},
                  {'-', PLAT_KEY_MINUS},
                  {'=', PLAT_KEY_EQUALS},
                  {',', PLAT_KEY_COMMA},
                  {'.', PLAT_KEY_PERIOD},
                  {'/', PLAT_KEY_SLASH},
                  {';', PLAT_KEY_SEMICOLON},
                  {'\'', PLAT_KEY_QUOTE},
                  {'[', PLAT_KEY_LEFT_BRACKET},
                  {']', PLAT_KEY_RIGHT_BRACKET},
                  {'\\', PLAT_KEY_BACKSLASH},
                  {'`', PLAT_KEY_GRAVE},
                  {CODE_LEFT_SHIFT, PLAT_KEY_LEFT_SHIFT},
                  {CODE_RIGHT_SHIFT, PLAT_KEY_RIGHT_SHIFT}};
    if (code >= 'a' && code <= 'z') return (uint32_t)(PLAT_KEY_A + code - 'a');
    if (code >= '0' && code <= '9') return (uint32_t)(PLAT_KEY_0 + code - '0');
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i].from == code) return others[i].code;
    return 0;
}

static void press_key(host_keys *keys, uint32_t code, int event, uint64_t now) {
    if (code == 0) return;
    if (event == EVENT_RELEASE) {
        keys->key_until[code] = 0;
        return;
    }
    keys->key_until[code] = keys->reports_releases ? UINT64_MAX : now + HOST_KEYS_HOLD;
    keys->fresh_keys[code / 16] |= (uint16_t)(1u << code % 16);
}

/* A key by its character or number. */
static void key(host_keys *keys, int code, bool control, int event, uint64_t now) {
    if (!control && code >= 0x20 && code < 0x7F && event != EVENT_RELEASE) keys->typed = (uint16_t)code;
    if (code >= 'A' && code <= 'Z') code += 'a' - 'A';
    if (!control) press_key(keys, code_of(code), event, now);
    if (control && code >= 'a' && code <= 'z') code -= 'a' - 1;
    bool down = event != EVENT_RELEASE;
    switch (code) {
    case 'q':
    case ESC:
    case 3:
        keys->quit = keys->quit || down;
        return; /* Ctrl-C */
    case 12:
        keys->redraw = keys->redraw || down;
        return; /* Ctrl-L */
    case 26:
        keys->suspend = keys->suspend || down;
        return; /* Ctrl-Z */
    case 'p':
        keys->screenshot = keys->screenshot || event == 1;
        return;
    default:
        press(keys, button_of(code), event, now);
        return;
    }
}

static void arrow(host_keys *keys, char final, int event, uint64_t now) {
    static const uint32_t buttons[4] = {PLAT_UP, PLAT_DOWN, PLAT_RIGHT, PLAT_LEFT};
    static const uint8_t codes[4] = {PLAT_KEY_UP, PLAT_KEY_DOWN, PLAT_KEY_RIGHT, PLAT_KEY_LEFT};
    press(keys, buttons[final - 'A'], event, now);
    press_key(keys, codes[final - 'A'], event, now);
}

/* SGR mouse report: the button's number with flags, column and row from 1; 'M' is pressed or moved, 'm'
 * released. */
static void mouse(host_keys *keys, const sequence *s) {
    enum { WHEEL = 64, MOTION = 32 };
    int button = s->value[0];
    if ((button & WHEEL) != 0) {
        if ((button & 3) == 0) keys->wheel++;
        if ((button & 3) == 1) keys->wheel--;
        return;
    }
    keys->mouse_seen = true;
    keys->mouse_column = s->value[1] > 0 ? s->value[1] - 1 : 0;
    keys->mouse_row = s->value[2] > 0 ? s->value[2] - 1 : 0;
    if ((button & 3) == 0) keys->mouse_held = s->final == 'M';
}

static void control_sequence(host_keys *keys, const sequence *s, uint64_t now) {
    bool control = s->value[1] > 0 && ((s->value[1] - 1) & MODIFIER_CONTROL) != 0;
    if (s->mark == '<') {
        if (s->final == 'M' || s->final == 'm') mouse(keys, s);
    } else if (s->mark == '?') {
        if (s->final == 'u') keys->reports_releases = (s->value[0] & 2) != 0;
    } else if (s->final >= 'A' && s->final <= 'D') {
        arrow(keys, s->final, s->event, now);
    } else if (s->final == 'u') {
        key(keys, s->value[0], control, s->event, now);
    } else if (s->final == '~' && s->value[0] == 24) { /* F12 */
        keys->screenshot = keys->screenshot || s->event == 1;
    } else if (s->final == '~' && s->value[0] == 11) { /* F1 */
        keys->inside = keys->inside || s->event == 1;
    } else if (s->final == 'P') { /* F1, where it is told with its letter */
        keys->inside = keys->inside || s->event == 1;
    } else if (s->final == 'O') { /* the terminal's window lost the keyboard */
        host_keys_release_all(keys);
    }
}

/* ---- bytes into sequences ---- */

/* Reads a sequence that begins with ESC [. False while its end has not come; an overlong sequence is
 * ended by force. */
static bool read_sequence(const uint8_t *bytes, size_t count, sequence *s) {
    int parameter = 0, part = 0;
    memset(s, 0, sizeof *s);
    s->event = 1;
    for (size_t i = 2; i < count; i++) {
        uint8_t c = bytes[i];
        if (c >= '0' && c <= '9') {
            int digit = c - '0';
            if (part == 1 && parameter == 1) s->event = digit;
            if (part == 0 && parameter < PARAMETERS && s->value[parameter] < 1000000) {
                s->value[parameter] = s->value[parameter] * 10 + digit;
            }
        } else if (c == ';') {
            parameter++;
            part = 0;
        } else if (c == ':') {
            part++;
        } else if (c >= '<' && c <= '?') {
            s->mark = (char)c;
        } else if (c >= 0x40 && c <= 0x7e) {
            s->final = (char)c;
            s->size = i + 1;
            return true;
        } else if (c < 0x20 || c > 0x2f) { /* not part of any sequence: the sequence before it was cut off */
            s->size = i;
            return true;
        }
    }
    s->size = count;
    return count >= HOST_KEYS_PENDING;
}

/* Takes the first key or report out of the bytes. Returns how many bytes that was, or 0 when more must come. */
static size_t take_first(host_keys *keys, const uint8_t *bytes, size_t count, uint64_t now) {
    if (bytes[0] != ESC) {
        if (bytes[0] < 0x80) key(keys, bytes[0], false, 1, now);
        return 1;
    }
    if (count == 1) return 0;
    if (bytes[1] == '[') {
        sequence s;
        if (!read_sequence(bytes, count, &s)) return 0;
        if (s.final == 'M' && s.mark == 0) return count >= 6 ? 6 : 0; /* a mouse report of the old kind */
        if (s.final != 0) control_sequence(keys, &s, now);
        return s.size;
    }
    if (bytes[1] == 'O') { /* arrows of a terminal in application mode */
        if (count == 2) return 0;
        if (bytes[2] >= 'A' && bytes[2] <= 'D') arrow(keys, (char)bytes[2], 1, now);
        return 3;
    }
    if (bytes[1] == ESC) key(keys, ESC, false, 1, now);
    return 1; /* Alt and a key counts as the key */
}

void host_keys_feed(host_keys *keys, const uint8_t *bytes, size_t count, uint64_t now) {
    for (size_t i = 0; i < count; i++) {
        keys->pending[keys->pending_count++] = bytes[i];
        size_t used = 1;
        while (keys->pending_count > 0 && used > 0) {
            used = take_first(keys, keys->pending, keys->pending_count, now);
            keys->pending_count -= used;
            memmove(keys->pending, keys->pending + used, keys->pending_count);
        }
    }
    if (count > 0) keys->pending_since = now;
}

void host_keys_tick(host_keys *keys, uint64_t now) {
    if (keys->pending_count == 0 || now - keys->pending_since < HOST_KEYS_ESC_SILENCE) return;
    if (keys->pending_count == 1) key(keys, ESC, false, 1, now);
    keys->pending_count = 0;
}

uint32_t host_keys_buttons(host_keys *keys, uint64_t now) {
    uint32_t buttons = keys->fresh;
    keys->fresh = 0;
    for (int i = 0; i < HOST_KEYS_BUTTONS; i++) {
        if (keys->held_until[i] > now) buttons |= 1U << i;
    }
    return buttons;
}

void host_keys_senses(host_keys *keys, uint64_t now, plat_senses *senses) {
    memcpy(senses->keys, keys->fresh_keys, sizeof senses->keys);
    memset(keys->fresh_keys, 0, sizeof keys->fresh_keys);
    for (uint32_t i = 1; i < PLAT_KEYS; i++)
        if (keys->key_until[i] > now) senses->keys[i / 16] |= (uint16_t)(1u << i % 16);
    senses->typed = keys->typed;
    keys->typed = 0;
}

void host_keys_release_all(host_keys *keys) {
    memset(keys->key_until, 0, sizeof keys->key_until);
    memset(keys->held_until, 0, sizeof keys->held_until);
    keys->mouse_held = false;
}
