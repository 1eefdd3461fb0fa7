/* The window driver: SDL2 lends the window, its surface, events and controllers; the port does scaling, time
 * and threads itself. */
#define _POSIX_C_SOURCE 200809L
#include "fixedmath/scalar.h"
#include "platform/host/host_internal.h"
#include "platform/host/host_screen.h"

#if defined(PLAT_HOST_SDL)

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PADS = PLAT_DEVICES - 1, STICK_REST = 1500, TRIGGER_DOWN = 93, FORCE_MILLISECONDS = 1000 };

typedef struct window window;
struct window {
    plat *p;
    window *next; /* of all windows of the process: SDL's event queue is common to them */
    SDL_Window *handle;
    bool full_screen, quit;
    SDL_Rect windowed; /* where the window was before it went full screen */

    uint8_t
        key_button[SDL_NUM_SCANCODES]; /* 1 + the number of the button that the held key stands for, 0 = up */
    plat_changes changes;              /* of the keys' buttons since the last poll */
    uint8_t key_code[SDL_NUM_SCANCODES]; /* PLAT_KEY_A ... of the held key, 0 = up */
    plat_senses fresh_senses;            /* keys and a character since the last poll */
    plat_touch touches[PLAT_TOUCHES];    /* fingers that are down, at the front of the list */
    SDL_FingerID fingers[PLAT_TOUCHES];
    int16_t last_touch; /* id */
    bool cancelled;     /* fingers were taken away */
    host_pointer pointer;

    SDL_Surface *surface; /* of the last present; when it or its size changes, the borders are cleared */
    int surface_width, surface_height;
    host_screen screen;
};

/* Shared by all windows, as SDL itself is. */
static struct {
    window *windows;
    SDL_GameController *pads[PADS];
    uint16_t strengths[PADS][2]; /* of motors */
    plat_changes changes[PADS];  /* since the last poll; with several windows the first poll has them */
    SDL_Haptic *wheels[PADS];    /* opened when a force is first wanted */
    int forces[PADS];            /* effect of the wheel, -1: none */
} shared;

/* ---- keys ---- */

/* The number of a key's button, or -1. The letters are those printed on the keys. */
static int button_of_key(SDL_Keycode key) {
    switch (key) {
    case SDLK_UP:
        return 0;
    case SDLK_DOWN:
        return 1;
    case SDLK_LEFT:
        return 2;
    case SDLK_RIGHT:
        return 3;
    case SDLK_z:
        return 4;
    case SDLK_x:
        return 5;
    case SDLK_a:
    case SDLK_t:
        return 6;
    case SDLK_s:
        return 7;
    case SDLK_q:
    case SDLK_TAB:
        return 8;
    case SDLK_w:
        return 9;
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
        return 10;
    case SDLK_BACKSPACE:
    case SDLK_RSHIFT:
        return 11;
    default:
        return -1;
    }
}

/* The code of a key that has one; 0: it has none. */
static uint32_t code_of_key(SDL_Keycode key) {
    static const struct {
        SDL_Keycode key;
        uint8_t code;
    } others[] = {{SDLK_SPACE, PLAT_KEY_SPACE},
                  {SDLK_RETURN, PLAT_KEY_ENTER},
                  {SDLK_KP_ENTER, PLAT_KEY_ENTER},
                  {SDLK_TAB, PLAT_KEY_TAB},
                  {SDLK_BACKSPACE, PLAT_KEY_BACKSPACE},
                  {SDLK_DELETE, PLAT_KEY_DELETE},
                  {SDLK_INSERT, PLAT_KEY_INSERT},
                  {SDLK_HOME, PLAT_KEY_HOME},
                  {SDLK_END, PLAT_KEY_END},
                  {SDLK_PAGEUP, PLAT_KEY_PAGE_UP},
                  {SDLK_PAGEDOWN, PLAT_KEY_PAGE_DOWN},
                  {SDLK_UP, PLAT_KEY_UP},
                  {SDLK_DOWN, PLAT_KEY_DOWN},
                  {SDLK_LEFT, PLAT_KEY_LEFT},
                  {SDLK_RIGHT, PLAT_KEY_RIGHT},
                  {SDLK_LSHIFT, PLAT_KEY_LEFT_SHIFT},
                  {SDLK_RSHIFT, PLAT_KEY_RIGHT_SHIFT},
                  {SDLK_LCTRL, PLAT_KEY_CONTROL},
                  {SDLK_RCTRL, PLAT_KEY_CONTROL},
                  {SDLK_LALT, PLAT_KEY_ALT},
                  {SDLK_MINUS, PLAT_KEY_MINUS},
                  {SDLK_EQUALS, PLAT_KEY_EQUALS},
                  {SDLK_COMMA, PLAT_KEY_COMMA},
                  {SDLK_PERIOD, PLAT_KEY_PERIOD},
                  {SDLK_SLASH, PLAT_KEY_SLASH},
                  {SDLK_SEMICOLON, PLAT_KEY_SEMICOLON},
                  {SDLK_QUOTE, PLAT_KEY_QUOTE},
                  {SDLK_LEFTBRACKET, PLAT_KEY_LEFT_BRACKET},
                  {SDLK_RIGHTBRACKET, PLAT_KEY_RIGHT_BRACKET},
                  {SDLK_BACKSLASH, PLAT_KEY_BACKSLASH},
                  {SDLK_BACKQUOTE, PLAT_KEY_GRAVE}};
    if (key >= SDLK_a && key <= SDLK_z) return (uint32_t)(PLAT_KEY_A + key - SDLK_a);
    if (key >= SDLK_0 && key <= SDLK_9) return (uint32_t)(PLAT_KEY_0 + key - SDLK_0);
    if (key >= SDLK_F1 && key <= SDLK_F12) return (uint32_t)(PLAT_KEY_F1 + key - SDLK_F1);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i].key == key) return others[i].code;
    return 0;
}

/* The character that a key types, 0 for none: what is printed on the key, letters as Shift and the lock say. Input methods are off, because keys are
 * buttons. */
static uint16_t character_of(const SDL_Keysym *key) {
    if (key->sym < 0x20 || key->sym > 0xFFFF || key->sym == 0x7F) return 0;
    const bool is_letter = key->sym >= SDLK_a && key->sym <= SDLK_z,
               raised = ((key->mod & KMOD_SHIFT) != 0) != ((key->mod & KMOD_CAPS) != 0);
    return (uint16_t)(is_letter && raised ? key->sym - SDLK_a + 'A' : key->sym);
}

static void set_key(uint16_t keys[PLAT_KEY_WORDS], uint32_t code) {
    keys[code / 16] |= (uint16_t)(1u << code % 16);
}

/* On X11 the window manager makes windows full screen, and there may be no window manager: so the window first takes
 * the display's place and size by itself. When full screen ends, the window goes back to its old place and size. */
static void toggle_full_screen(window *w) {
    const char *driver = SDL_GetCurrentVideoDriver();
    bool x11 = driver != NULL && strcmp(driver, "x11") == 0;
    SDL_Rect display;
    if (!w->full_screen && x11 && SDL_GetDisplayBounds(SDL_GetWindowDisplayIndex(w->handle), &display) == 0) {
        SDL_GetWindowPosition(w->handle, &w->windowed.x, &w->windowed.y);
        SDL_GetWindowSize(w->handle, &w->windowed.w, &w->windowed.h);
        SDL_SetWindowBordered(w->handle, SDL_FALSE);
        SDL_SetWindowPosition(w->handle, display.x, display.y);
        SDL_SetWindowSize(w->handle, display.w, display.h);
    }
    if (SDL_SetWindowFullscreen(w->handle, w->full_screen ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP) == 0) {
        w->full_screen = !w->full_screen;
    } else {
        host_logf(w->p, PLAT_LOG_WARNING, "no full screen: %s", SDL_GetError());
    }
    if (!w->full_screen && x11) {
        SDL_SetWindowBordered(w->handle, SDL_TRUE);
        SDL_SetWindowSize(w->handle, w->windowed.w, w->windowed.h);
        SDL_SetWindowPosition(w->handle, w->windowed.x, w->windowed.y);
    }
    w->surface = NULL;
}

static void leave_window(window *w) {
    if (!w->quit) host_notify(w->p, PLAT_QUIT);
    w->quit = true;
}

/* Keys that write text: letters come as such, and here what is no letter. Whether the key is one of these. */
static bool type_key(window *w, SDL_Keycode key) {
    if (key == SDLK_RETURN || key == SDLK_KP_ENTER) host_typed_put(w->p, '\n');
    if (key == SDLK_BACKSPACE) host_typed_put(w->p, '\b');
    if (key == SDLK_TAB) host_typed_put(w->p, '\t');
    if (key == SDLK_ESCAPE) host_typed_put(w->p, HOST_TYPED_ESCAPE);
    return key == SDLK_RETURN || key == SDLK_KP_ENTER || key == SDLK_BACKSPACE || key == SDLK_TAB ||
           key == SDLK_ESCAPE || (key >= 32 && key < 127);
}

static uint32_t held_keys(const window *w) {
    uint32_t buttons = 0;
    for (int i = 0; i < SDL_NUM_SCANCODES; i++) {
        if (w->key_button[i] != 0) buttons |= 1U << (w->key_button[i] - 1);
    }
    return buttons;
}

static void key_down(window *w, const SDL_KeyboardEvent *event) {
    if (w->p->types && type_key(w, event->keysym.sym)) return;
    if (event->repeat != 0) return;
    switch (event->keysym.sym) {
    case SDLK_F1:
        host_typed_put(w->p, HOST_TYPED_F1);
        return;
    case SDLK_ESCAPE:
        leave_window(w);
        return;
    case SDLK_F11:
        toggle_full_screen(w);
        return;
    case SDLK_F12:
        w->p->screenshot_due = true;
        return;
    default:
        break;
    }
    const uint32_t code = code_of_key(event->keysym.sym);
    w->key_code[event->keysym.scancode] = (uint8_t)code;
    if (code != 0) set_key(w->fresh_senses.keys, code);
    if ((event->keysym.mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI)) == 0)
        w->fresh_senses.typed = character_of(&event->keysym);
    int button = button_of_key(event->keysym.sym);
    if (button < 0 || (event->keysym.mod & (KMOD_ALT | KMOD_GUI)) != 0) return; /* Alt+Tab is the system's */
    w->key_button[event->keysym.scancode] = (uint8_t)(button + 1);
    plat_changes_put(&w->changes, held_keys(w));
}

/* A release counts by the key's place on the keyboard, so that a change of layout in between leaves no button held. */
static void key_up(window *w, const SDL_KeyboardEvent *event) {
    w->key_button[event->keysym.scancode] = 0;
    w->key_code[event->keysym.scancode] = 0;
    plat_changes_put(&w->changes, held_keys(w));
}

static void release_all(window *w) {
    memset(w->key_button, 0, sizeof w->key_button);
    memset(w->key_code, 0, sizeof w->key_code);
    plat_changes_put(&w->changes, 0);
    w->cancelled = w->cancelled || w->touches[0].id != 0;
    memset(w->touches, 0, sizeof w->touches);
    w->pointer.held = false;
}

/* ---- controllers ---- */

static const struct {
    SDL_GameControllerButton button;
    uint32_t bit;
} pad_buttons[] = {
    {SDL_CONTROLLER_BUTTON_DPAD_UP, PLAT_UP},
    {SDL_CONTROLLER_BUTTON_DPAD_DOWN, PLAT_DOWN},
    {SDL_CONTROLLER_BUTTON_DPAD_LEFT, PLAT_LEFT},
    {SDL_CONTROLLER_BUTTON_DPAD_RIGHT, PLAT_RIGHT},
    {SDL_CONTROLLER_BUTTON_A, PLAT_A},
    {SDL_CONTROLLER_BUTTON_B, PLAT_B},
    {SDL_CONTROLLER_BUTTON_X, PLAT_X},
    {SDL_CONTROLLER_BUTTON_Y, PLAT_Y},
    {SDL_CONTROLLER_BUTTON_LEFTSHOULDER, PLAT_L},
    {SDL_CONTROLLER_BUTTON_RIGHTSHOULDER, PLAT_R},
    {SDL_CONTROLLER_BUTTON_START, PLAT_START},
    {SDL_CONTROLLER_BUTTON_BACK, PLAT_SELECT},
};

static uint32_t pad_bit(int button) {
    for (size_t i = 0; i < sizeof pad_buttons / sizeof pad_buttons[0]; i++) {
        if ((int)pad_buttons[i].button == button) return pad_buttons[i].bit;
    }
    return 0;
}

static void pad_added(int device) {
    for (int i = 0; i < PADS; i++) {
        if (shared.pads[i] != NULL) continue;
        shared.pads[i] = SDL_GameControllerOpen(device);
        memset(&shared.changes[i], 0, sizeof shared.changes[i]);
        shared.forces[i] = -1;
#if SDL_VERSION_ATLEAST(2, 0, 14)
        if (SDL_GameControllerHasSensor(shared.pads[i], SDL_SENSOR_GYRO) == SDL_TRUE)
            (void)SDL_GameControllerSetSensorEnabled(shared.pads[i], SDL_SENSOR_GYRO, SDL_TRUE);
#endif
        return;
    }
}

static void pad_removed(SDL_JoystickID id) {
    SDL_GameController *pad = SDL_GameControllerFromInstanceID(id);
    for (int i = 0; i < PADS; i++) {
        if (pad == NULL || shared.pads[i] != pad) continue;
        if (shared.wheels[i] != NULL) SDL_HapticClose(shared.wheels[i]);
        shared.wheels[i] = NULL;
        SDL_GameControllerClose(pad);
        shared.pads[i] = NULL;
    }
}

static int16_t axis_of(SDL_GameController *pad, SDL_GameControllerAxis axis, int way) {
    return (int16_t)int_clamp(way * SDL_GameControllerGetAxis(pad, axis), -32767, 32767);
}

/* A stick, 0 while it only trembles. Where sticks rest is the console's business (kernel/input). */
static void read_stick(SDL_GameController *pad, SDL_GameControllerAxis axis, int16_t *x, int16_t *y) {
    *x = axis_of(pad, axis, 1);
    *y = axis_of(pad, (SDL_GameControllerAxis)(axis + 1), -1);
    if (*x * *x + *y * *y <= STICK_REST * STICK_REST) *x = *y = 0;
}

static uint8_t battery_of(SDL_GameController *pad) {
    switch (SDL_JoystickCurrentPowerLevel(SDL_GameControllerGetJoystick(pad))) {
    case SDL_JOYSTICK_POWER_EMPTY:
        return 12;
    case SDL_JOYSTICK_POWER_LOW:
        return 51;
    case SDL_JOYSTICK_POWER_MEDIUM:
        return 178;
    case SDL_JOYSTICK_POWER_FULL:
        return 254;
    default:
        return PLAT_BATTERY_UNKNOWN;
    }
}

/* Buttons that the triggers hold. */
static uint32_t pulled_triggers(const plat_senses *senses) {
    return (senses->left_trigger > TRIGGER_DOWN ? (uint32_t)PLAT_L : 0) |
           (senses->right_trigger > TRIGGER_DOWN ? (uint32_t)PLAT_R : 0);
}

#if SDL_VERSION_ATLEAST(2, 0, 14)
/* The rates of turn of a pad that has a gyroscope: radians a second about right, up and towards the player. */
static void read_spin(SDL_GameController *pad, plat_senses *senses) {
    float rates[3];
    if (SDL_GameControllerGetSensorData(pad, SDL_SENSOR_GYRO, rates, 3) != 0) return;
    for (int i = 0; i < 3; i++)
        senses->spin[i] = (int16_t)int_clamp((int)(rates[i] * 916.7325f), -32767, 32767); /* 16 * 180 / pi */
}
#endif

static void read_pad(SDL_GameController *pad, plat_input *in) {
    plat_senses *senses = &in->senses;
    memset(in, 0, sizeof *in);
    for (size_t k = 0; k < sizeof pad_buttons / sizeof pad_buttons[0]; k++) {
        if (SDL_GameControllerGetButton(pad, pad_buttons[k].button) != 0) in->buttons |= pad_buttons[k].bit;
    }
    const int left = axis_of(pad, SDL_CONTROLLER_AXIS_TRIGGERLEFT, 1),
              right = axis_of(pad, SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 1);
    senses->left_trigger = (int16_t)int_clamp(left / 128, 0, 255);
    senses->right_trigger = (int16_t)int_clamp(right / 128, 0, 255);
    in->buttons |= pulled_triggers(senses);
    read_stick(pad, SDL_CONTROLLER_AXIS_LEFTX, &in->stick_x, &in->stick_y);
    read_stick(pad, SDL_CONTROLLER_AXIS_RIGHTX, &senses->right_x, &senses->right_y);
}

/* Adds what was tapped since the last poll. What triggers hold is held meanwhile. */
static void add_changes(plat_changes *changes, plat_input *in) {
    const uint32_t pulled = pulled_triggers(&in->senses);
    plat_changes_take(changes, in);
    for (uint32_t i = 0; i < in->change_count; i++) in->changes[i] |= (uint16_t)pulled;
    in->buttons |= pulled;
}

/* Each controller in a place of its own, behind the keyboard. */
static void read_pads(plat *p) {
    for (int i = 0; i < PADS; i++) {
        SDL_GameController *pad = shared.pads[i];
        host_device *device = &p->devices[i + 1];
        if (pad == NULL) continue;
        const char *name = SDL_GameControllerName(pad);
        device->is_there = true;
        device->about = (plat_device){.kind = PLAT_DEVICE_PAD,
                                      .battery = battery_of(pad),
                                      .abilities = PLAT_HAS_STICK | PLAT_HAS_RIGHT_STICK | PLAT_HAS_TRIGGERS};
        if (SDL_GameControllerHasRumble(pad)) device->about.abilities |= PLAT_HAS_MOTORS;
        if (SDL_JoystickIsHaptic(SDL_GameControllerGetJoystick(pad)) > 0)
            device->about.abilities |= PLAT_HAS_FORCE;
        device->about.abilities |= PLAT_HAS_LIGHTS; /* those that say whose it is, where it has them */
#if SDL_VERSION_ATLEAST(2, 0, 14)
        if (SDL_GameControllerIsSensorEnabled(pad, SDL_SENSOR_GYRO) == SDL_TRUE)
            device->about.abilities |= PLAT_HAS_SPIN;
#endif
        snprintf(device->about.name, sizeof device->about.name, "%s", name != NULL ? name : "a pad");
        read_pad(pad, &device->in);
#if SDL_VERSION_ATLEAST(2, 0, 14)
        if ((device->about.abilities & PLAT_HAS_SPIN) != 0) read_spin(pad, &device->in.senses);
#endif
        add_changes(&shared.changes[i], &device->in);
    }
}

static bool sdl_rumble(plat *p, int pad, int motor, uint32_t strength, uint32_t milliseconds) {
    bool shakes = false;
    (void)p;
    for (int i = 0; i < PADS; i++) {
        uint16_t *now = shared.strengths[i];
        if (shared.pads[i] == NULL || (pad >= 0 && pad != i)) continue;
        for (int k = 0; k < 2; k++)
            if (pad < 0 || k == motor) now[k] = (uint16_t)(strength > 65535u ? 65535u : strength);
        shakes = SDL_GameControllerRumble(shared.pads[i], now[0], now[1], milliseconds) == 0 || shakes;
    }
    return shakes;
}

/* Turns a wheel by a force that lasts a second, unless another one comes. */
static bool turn_wheel(int i, int16_t force) {
    SDL_HapticEffect effect = {.type = SDL_HAPTIC_CONSTANT};
    if (shared.wheels[i] == NULL)
        shared.wheels[i] = SDL_HapticOpenFromJoystick(SDL_GameControllerGetJoystick(shared.pads[i]));
    SDL_Haptic *wheel = shared.wheels[i];
    if (wheel == NULL || (SDL_HapticQuery(wheel) & SDL_HAPTIC_CONSTANT) == 0) return false;
    effect.constant.direction.type = SDL_HAPTIC_CARTESIAN;
    effect.constant.direction.dir[0] = 1;
    effect.constant.length = FORCE_MILLISECONDS;
    effect.constant.level = force;
    if (shared.forces[i] < 0)
        shared.forces[i] = SDL_HapticNewEffect(wheel, &effect);
    else if (SDL_HapticUpdateEffect(wheel, shared.forces[i], &effect) != 0)
        return false;
    return shared.forces[i] >= 0 && SDL_HapticRunEffect(wheel, shared.forces[i], 1) == 0;
}

static bool sdl_give(plat *p, int place, plat_endpoint endpoint, const void *bytes, uint32_t count) {
    const int i = place - 1;
    int16_t force;
    (void)p;
    if (i < 0 || i >= PADS || shared.pads[i] == NULL) return false;
    if (endpoint == PLAT_FORCE && count == sizeof force) {
        memcpy(&force, bytes, sizeof force);
        return turn_wheel(i, force);
    }
    if (endpoint != PLAT_LIGHTS || count != 1) return false;
    const uint8_t lights = *(const uint8_t *)bytes;
#if SDL_VERSION_ATLEAST(2, 0, 12)
    SDL_GameControllerSetPlayerIndex(shared.pads[i], lights == 0 ? -1 : fx_ctz32(lights));
#endif
    return true;
}

static void pad_changed(const SDL_ControllerButtonEvent *event) {
    SDL_GameController *pad = SDL_GameControllerFromInstanceID(event->which);
    for (int i = 0; i < PADS; i++)
        if (pad != NULL && shared.pads[i] == pad) {
            const uint32_t bit = pad_bit(event->button), last = shared.changes[i].last;
            plat_changes_put(&shared.changes[i], event->state == SDL_PRESSED ? last | bit : last & ~bit);
        }
}

/* ---- events ---- */

static window *window_of(uint32_t id) {
    window *w = shared.windows;
    while (w != NULL && (w->handle == NULL || SDL_GetWindowID(w->handle) != id)) w = w->next;
    return w;
}

static void window_event(window *w, const SDL_WindowEvent *event) {
    switch (event->event) {
    case SDL_WINDOWEVENT_CLOSE:
        leave_window(w);
        break;
    case SDL_WINDOWEVENT_FOCUS_LOST:
        release_all(w);
        host_notify(w->p, PLAT_FOCUS_LOST);
        break;
    case SDL_WINDOWEVENT_FOCUS_GAINED:
        host_notify(w->p, PLAT_FOCUS_GAINED);
        break;
    case SDL_WINDOWEVENT_SIZE_CHANGED:
        host_notify(w->p, PLAT_DISPLAY_CHANGED);
        w->surface = NULL;
        break;
    case SDL_WINDOWEVENT_EXPOSED:
        w->surface = NULL;
        break;
    default:
        break;
    }
}

static void mouse_button(window *w, const SDL_MouseButtonEvent *event) {
    if (event->button != SDL_BUTTON_LEFT) return;
    w->pointer.held = event->state == SDL_PRESSED;
    w->pointer.x = event->x;
    w->pointer.y = event->y;
    SDL_CaptureMouse(w->pointer.held ? SDL_TRUE : SDL_FALSE); /* a drag may leave the window */
}

static void mouse_motion(window *w, const SDL_MouseMotionEvent *event) {
    w->pointer.x = event->x;
    w->pointer.y = event->y;
    w->pointer.moved_x += event->xrel;
    w->pointer.moved_y += event->yrel;
}

/* Where a finger is, in pixels of the picture. */
static void place_touch(const window *w, const SDL_TouchFingerEvent *event, plat_touch *touch) {
    int width = 0, height = 0;
    SDL_GetWindowSize(w->handle, &width, &height);
    host_screen_touch(&w->screen.area, w->p, (int)(event->x * (float)width), (int)(event->y * (float)height),
                      touch);
}

/* A finger on a touch panel; with a mouse the pointer is enough. */
static void finger(window *w, const SDL_TouchFingerEvent *event) {
    int i = 0;
    while (i < PLAT_TOUCHES && w->touches[i].id != 0 && w->fingers[i] != event->fingerId) i++;
    if (i == PLAT_TOUCHES) return;
    if (event->type == SDL_FINGERUP) {
        for (; i + 1 < PLAT_TOUCHES; i++) {
            w->touches[i] = w->touches[i + 1];
            w->fingers[i] = w->fingers[i + 1];
        }
        w->touches[i] = (plat_touch){0};
        return;
    }
    if (w->touches[i].id == 0) {
        if (event->type != SDL_FINGERDOWN) return;
        w->last_touch = (int16_t)(w->last_touch % 32767 + 1);
        w->touches[i].id = w->last_touch;
        w->fingers[i] = event->fingerId;
    }
    place_touch(w, event, &w->touches[i]);
}

/* Gives an event to the window it belongs to. */
static void deliver(const SDL_Event *event) {
    window *w =
        window_of(event->window.windowID); /* windowID lies at one offset in every event of a window */
    if (w == NULL) return;
    switch (event->type) {
    case SDL_WINDOWEVENT:
        window_event(w, &event->window);
        break;
    case SDL_KEYDOWN:
        key_down(w, &event->key);
        break;
    case SDL_KEYUP:
        key_up(w, &event->key);
        break;
    case SDL_TEXTINPUT:
        for (const char *at = event->text.text; w->p->types && *at != 0; at++) host_typed_put(w->p, *at);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        mouse_button(w, &event->button);
        break;
    case SDL_MOUSEMOTION:
        mouse_motion(w, &event->motion);
        break;
    case SDL_MOUSEWHEEL:
        w->pointer.wheel +=
            event->wheel.direction == SDL_MOUSEWHEEL_FLIPPED ? -event->wheel.y : event->wheel.y;
        break;
    default:
        break;
    }
}

static void pump(void) {
    SDL_Event event;
    while (SDL_PollEvent(&event) != 0) {
        switch (event.type) {
        case SDL_QUIT:
            for (window *w = shared.windows; w != NULL; w = w->next) leave_window(w);
            break;
        case SDL_APP_WILLENTERBACKGROUND:
            for (window *w = shared.windows; w != NULL; w = w->next) host_notify(w->p, PLAT_SUSPENDED);
            break;
        case SDL_APP_DIDENTERFOREGROUND:
            for (window *w = shared.windows; w != NULL; w = w->next) host_notify(w->p, PLAT_RESUMED);
            break;
        case SDL_CONTROLLERDEVICEADDED:
            pad_added(event.cdevice.which);
            break;
        case SDL_CONTROLLERDEVICEREMOVED:
            pad_removed(event.cdevice.which);
            break;
        case SDL_FINGERDOWN:
        case SDL_FINGERMOTION:
        case SDL_FINGERUP:
            if (window_of(event.tfinger.windowID) != NULL)
                finger(window_of(event.tfinger.windowID), &event.tfinger);
            break;
        case SDL_CONTROLLERBUTTONDOWN:
        case SDL_CONTROLLERBUTTONUP:
            pad_changed(&event.cbutton);
            break;
        default:
            deliver(&event);
            break;
        }
    }
}

static void report_senses(window *w, plat_senses *senses) {
    *senses = w->fresh_senses;
    memset(&w->fresh_senses, 0, sizeof w->fresh_senses);
    for (int i = 0; i < SDL_NUM_SCANCODES; i++)
        if (w->key_code[i] != 0) set_key(senses->keys, w->key_code[i]);
    memcpy(senses->touches, w->touches, sizeof senses->touches);
    if (w->cancelled) senses->state |= PLAT_TOUCHES_CANCELLED;
    w->cancelled = false;
}

/* Keys are buttons, which no input method shall take, but while they write text. */
static void follow_typing(const plat *p) {
    if (p->types == (SDL_IsTextInputActive() == SDL_TRUE)) return;
    if (p->types)
        SDL_StartTextInput();
    else
        SDL_StopTextInput();
}

static void sdl_poll(plat *p, plat_input *in) {
    window *w = p->driver_state;
    follow_typing(p);
    pump();
    in->buttons = held_keys(w);
    plat_changes_take(&w->changes, in);
    report_senses(w, &in->senses);
    read_pads(p);
    host_screen_point(&w->screen.area, &w->pointer, p, in);
    in->quit = w->quit;
}

/* ---- pictures ---- */

/* Finds the picture's place in the surface and blackens what lies around it. */
static void lay_out(window *w, SDL_Surface *surface) {
    const plat *p = w->p;
    const SDL_PixelFormat *format = surface->format;
    w->screen.area = host_area_place(surface->w, surface->h, p->width, p->height);
    w->screen.form = (host_form){.bytes = format->BytesPerPixel,
                                 .red = {format->Rshift, (uint8_t)(8 - format->Rloss)},
                                 .green = {format->Gshift, (uint8_t)(8 - format->Gloss)},
                                 .blue = {format->Bshift, (uint8_t)(8 - format->Bloss)},
                                 .always = format->Amask};
    w->surface = surface;
    w->surface_width = surface->w;
    w->surface_height = surface->h;
    SDL_FillRect(surface, NULL, SDL_MapRGB(surface->format, 0, 0, 0));
}

static void sdl_present(plat *p) {
    window *w = p->driver_state;
    SDL_Surface *surface = SDL_GetWindowSurface(w->handle);
    if (surface == NULL || surface->w < 1 || surface->h < 1)
        return; /* the window has no surface while it is being made smaller or hidden */
    bool changed = surface != w->surface || surface->w != w->surface_width || surface->h != w->surface_height;
    if (SDL_MUSTLOCK(surface) && SDL_LockSurface(surface) != 0) return;
    if (changed) lay_out(w, surface);
    host_screen_draw(&w->screen, p, surface->pixels, surface->pitch);
    if (SDL_MUSTLOCK(surface)) SDL_UnlockSurface(surface);
    const host_area *area = &w->screen.area;
    SDL_Rect picture = {area->left, area->top, area->across, area->down};
    if (changed) {
        SDL_UpdateWindowSurface(w->handle);
    } else {
        SDL_UpdateWindowSurfaceRects(w->handle, &picture, 1);
    }
}

/* ---- opening and closing ---- */

/* SDL falls back to drivers that show nothing; they are refused unless the user named one. */
static bool shows_nothing(void) {
    const char *driver = SDL_GetCurrentVideoDriver(), *named = getenv("SDL_VIDEODRIVER");
    if (named != NULL && named[0] != 0) return false;
    return driver == NULL || strcmp(driver, "offscreen") == 0 || strcmp(driver, "dummy") == 0;
}

static bool sdl_open(plat *p, char *error, size_t error_size) {
    window *w = calloc(1, sizeof *w);
    if (w == NULL) {
        snprintf(error, error_size, "out of memory for the window; close other programs");
        return false;
    }
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION,
                "0"); /* the surface is plain memory, no renderer behind it */
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) {
        snprintf(error, error_size, "no display: %s; start it in a desktop session, or use the terminal",
                 SDL_GetError());
        free(w);
        return false;
    }
    if (shows_nothing()) {
        snprintf(error, error_size,
                 "no display (DISPLAY and WAYLAND_DISPLAY name none); start it in a desktop session, or use "
                 "the terminal");
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
        free(w);
        return false;
    }
    if (SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) !=
        0) { /* a window without controllers is still a window */
        SDL_ClearError();
        SDL_InitSubSystem(SDL_INIT_EVENTS);
    }
    w->p = p;
    w->next = shared.windows;
    shared.windows = w;
    p->driver_state = w;
    return true;
}

/* The largest whole factor at which the picture leaves some of the desktop free. */
static int comfortable_scale(int width, int height) {
    SDL_Rect desktop;
    if (SDL_GetDisplayUsableBounds(0, &desktop) != 0) return 1;
    int wide = desktop.w * 9 / 10 / width, high = desktop.h * 9 / 10 / height;
    int scale = wide < high ? wide : high;
    return scale < 1 ? 1 : scale;
}

/* Bytes for a row as wide as all displays side by side and the picture, four bytes a pixel. */
static size_t widest_row(int width) {
    size_t across = (size_t)width;
    for (int i = 0; i < SDL_GetNumVideoDisplays(); i++) {
        SDL_Rect bounds;
        if (SDL_GetDisplayBounds(i, &bounds) == 0) across += (size_t)bounds.w;
    }
    return across < 16384 ? 16384 * 4 : across * 4;
}

static bool open_window(window *w, int width, int height) {
    const host_options *options = &w->p->options;
    int scale = options->scale > 0 ? options->scale : comfortable_scale(width, height);
    w->handle = SDL_CreateWindow(options->title != NULL ? options->title : "Oxcart", SDL_WINDOWPOS_CENTERED,
                                 SDL_WINDOWPOS_CENTERED, width * scale, height * scale, SDL_WINDOW_RESIZABLE);
    if (w->handle == NULL) return false;
    follow_typing(w->p);
    if (options->full_screen) toggle_full_screen(w);
    return true;
}

static bool sdl_video(plat *p, int width, int height, char *error, size_t error_size) {
    window *w = p->driver_state;
    if (!host_screen_make(&w->screen, width, widest_row(width))) {
        snprintf(error, error_size, "no memory for the window's picture; choose a smaller one");
        return false;
    }
    if (w->handle == NULL && !open_window(w, width, height)) {
        snprintf(error, error_size, "no window: %s; use the terminal, or run headless", SDL_GetError());
        return false;
    }
    w->surface = NULL;
    return true;
}

static void sdl_close(plat *p) {
    window *w = p->driver_state;
    window **link = &shared.windows;
    while (*link != w) link = &(*link)->next;
    *link = w->next;
    if (w->handle != NULL) SDL_DestroyWindow(w->handle);
    host_screen_free(&w->screen);
    free(w);
    if (shared.windows != NULL) return;
    for (int i = 0; i < PADS; i++) {
        if (shared.pads[i] != NULL) SDL_GameControllerClose(shared.pads[i]);
        shared.pads[i] = NULL;
    }
    SDL_Quit();
}

const host_backend host_sdl_backend = {
    .name = "sdl",
    .paced = true,
    .open = sdl_open,
    .video = sdl_video,
    .present = sdl_present,
    .poll = sdl_poll,
    .rumble = sdl_rumble,
    .give = sdl_give,
    .log = NULL,
    .close = sdl_close,
};

#else

typedef int host_sdl_left_out; /* a C file must hold a declaration */

#endif
