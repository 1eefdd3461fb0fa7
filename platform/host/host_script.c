/* Input scripts: the parser, and the replay frame by frame. */
#define _POSIX_C_SOURCE 200809L
#include "platform/host/host_script.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "kernel/input/device.h"
#include "platform/host/host_key_names.h"

typedef enum script_action {
    SCRIPT_PRESS,
    SCRIPT_RELEASE,
    SCRIPT_HOLD,
    SCRIPT_POINTER,
    SCRIPT_WHEEL,
    SCRIPT_STICK,
    SCRIPT_RIGHT,
    SCRIPT_TRIGGERS,
    SCRIPT_TILT,
    SCRIPT_SPIN,
    SCRIPT_TOUCH,
    SCRIPT_LIFT,
    SCRIPT_CANCEL,
    SCRIPT_KEY,
    SCRIPT_TYPE,
    SCRIPT_PLUG,
    SCRIPT_HAS,
    SCRIPT_UNPLUG,
    SCRIPT_WIRELESS,
    SCRIPT_BATTERY,
    SCRIPT_SCREENSHOT,
    SCRIPT_QUIT,
    SCRIPT_NOTES, /* the actions from here on are for test programs */
    SCRIPT_EXPECT = SCRIPT_NOTES,
    SCRIPT_HASH,
    SCRIPT_PICTURE,
    SCRIPT_LABEL,
    SCRIPT_STATES,
    SCRIPT_STEADY,
    SCRIPT_ACTIONS
} script_action;

enum { SCRIPT_WORDS = 3 };

static const struct {
    const char *name;
    int words; /* words after the action */
    const char *usage;
} actions[SCRIPT_ACTIONS] = {
    {"press", 1, "press BUTTON"},
    {"release", 1, "release BUTTON"},
    {"hold", 2, "hold BUTTON FRAMES"},
    {"pointer", 2, "pointer X Y"},
    {"wheel", 1, "wheel NOTCHES"},
    {"stick", 2, "stick X Y"},
    {"right", 2, "right X Y"},
    {"triggers", 2, "triggers LEFT RIGHT"},
    {"tilt", 3, "tilt X Y Z"},
    {"spin", 3, "spin X Y Z"},
    {"touch", 3, "touch NUMBER X Y"},
    {"lift", 1, "lift NUMBER"},
    {"cancel", 0, "cancel"},
    {"key", 2, "key NAME FRAMES"},
    {"type", 1, "type CHARACTER"},
    {"plug", 0, "pad PLACE plug"},
    {"has", 1, "pad PLACE has ENDPOINT"},
    {"unplug", 0, "pad PLACE unplug"},
    {"wireless", 1, "pad PLACE wireless LOSS"},
    {"battery", 1, "battery LEVEL"},
    {"screenshot", 0, "screenshot"},
    {"quit", 0, "quit"},
    {"expect", 0, "expect WHAT"},
    {"hash", 0, "hash"},
    {"picture", 0, "picture"},
    {"label", 0, "label NAME"},
    {"states", 0, "states"},
    {"steady", 0, "steady"},
};

static const char *const button_names[HOST_SCRIPT_BUTTONS] = {
    "UP", "DOWN", "LEFT", "RIGHT", "A", "B", "X", "Y", "L", "R", "START", "SELECT", "POINTER"};
enum { POINTER_BUTTON = HOST_SCRIPT_BUTTONS - 1 };

typedef struct script_event {
    uint32_t frame;
    script_action action;
    int place; /* of the device; 0: the machine's own */
    uint32_t buttons;
    int32_t a, b, c; /* x, y, z, notches, or the frames of a hold */
} script_event;

/* What the script does to one device. */
typedef struct script_hand {
    uint32_t held_until[HOST_SCRIPT_BUTTONS]; /* each button is held in frames below this number */
    uint32_t key_until[PLAT_KEYS];            /* likewise */
    int16_t pointer_x, pointer_y, stick_x, stick_y;
    bool pointer_moved, is_plugged, flies;
    uint8_t battery, loss;
    uint16_t abilities;             /* that `has` has named */
    uint32_t last;                  /* buttons behind the last event */
    uint16_t changes[PLAT_CHANGES]; /* of the frame's events */
    uint8_t change_count;
    int32_t dx, dy, wheel; /* of this frame */
    plat_senses senses;    /* keys apart */
} script_hand;

struct host_script {
    script_event *events;
    size_t count, capacity;
    size_t next; /* first event that has not happened */
    script_hand hands[PLAT_DEVICES];
    bool quit;
};

/* Line and name of the script under the parser, for messages. */
typedef struct script_place {
    const char *name;
    int line;
    char *error;
    size_t error_size;
} script_place;

/* Writes a message that quotes a word of the file; unprintable characters become question marks, long words are cut. */
static bool fail_line(const script_place *place, const char *what, const char *word, const char *remedy) {
    char shown[32];
    size_t length = 0;
    for (; word[length] != 0 && length + 1 < sizeof shown; length++) {
        unsigned char c = (unsigned char)word[length];
        shown[length] = (char)(c < 0x20 || c >= 0x7f ? '?' : c);
    }
    shown[length] = 0;
    snprintf(place->error, place->error_size, "%s:%d: %s '%s'; %s", place->name, place->line, what, shown,
             remedy);
    return false;
}

/* ---- words ---- */

static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* Cuts the next word out of *text, which ends at a 0; NULL when there is no word left. */
static char *next_word(char **text) {
    char *start = *text;
    while (blank(*start)) start++;
    if (*start == 0) return NULL;
    char *end = start;
    while (*end != 0 && !blank(*end)) end++;
    if (*end != 0) *end++ = 0;
    *text = end;
    return start;
}

static bool parse_number(const script_place *place, const char *word, int32_t low, int32_t high,
                         int32_t *value) {
    char *end = NULL;
    errno = 0;
    long number = strtol(word, &end, 10);
    if (end == word || *end != 0)
        return fail_line(place, "expected a whole number, found", word, "write it in digits");
    if (errno != 0 || number < low || number > high) {
        char remedy[64];
        snprintf(remedy, sizeof remedy, "it must be %ld to %ld", (long)low, (long)high);
        return fail_line(place, "the number is out of range:", word, remedy);
    }
    *value = (int32_t)number;
    return true;
}

static bool parse_buttons(const script_place *place, const char *word, uint32_t *buttons) {
    *buttons = 0;
    for (;;) {
        size_t length = strcspn(word, "+");
        int found = -1;
        for (int i = 0; i < HOST_SCRIPT_BUTTONS; i++) {
            if (strlen(button_names[i]) == length && strncasecmp(button_names[i], word, length) == 0)
                found = i;
        }
        if (found < 0) {
            return fail_line(
                place, "no such button:", word,
                "buttons are UP DOWN LEFT RIGHT A B X Y L R START SELECT POINTER, joined by '+'");
        }
        *buttons |= 1U << found;
        if (word[length] == 0) return true;
        word += length + 1;
    }
}

/* ---- lines ---- */

static bool parse_key(const script_place *place, const char *word, int32_t *key) {
    *key = host_key_of(word);
    return *key != 0 ||
           fail_line(place, "no such key:", word,
                     "keys are A to Z, 0 to 9, SPACE, ENTER, F1 and so on, as host_key_names.h tells");
}

static bool parse_abilities(const script_place *place, const char *word, uint32_t *abilities) {
    static const char *const names[] = {"MOTORS", "SPIN", "LIGHTS", "FORCE", "SPEAKER", "MICROPHONE", "SLOT"};
    *abilities = 0;
    for (;;) {
        const size_t length = strcspn(word, "+");
        uint32_t found = 0;
        for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++)
            if (strlen(names[i]) == length && strncasecmp(names[i], word, length) == 0)
                found = (uint32_t)PLAT_HAS_MOTORS << i;
        if (found == 0)
            return fail_line(place, "no such endpoint:", word,
                             "they are MOTORS SPIN LIGHTS FORCE SPEAKER MICROPHONE SLOT, joined by '+'");
        *abilities |= found;
        if (word[length] == 0) return true;
        word += length + 1;
    }
}

/* Numbers of the actions that are about senses. */
static bool parse_senses(const script_place *place, char **words, script_event *event) {
    switch (event->action) {
    case SCRIPT_RIGHT:
        return parse_number(place, words[0], -32767, 32767, &event->a) &&
               parse_number(place, words[1], -32767, 32767, &event->b);
    case SCRIPT_TRIGGERS:
        return parse_number(place, words[0], 0, 255, &event->a) &&
               parse_number(place, words[1], 0, 255, &event->b);
    case SCRIPT_TILT:
        return parse_number(place, words[0], -128, 127, &event->a) &&
               parse_number(place, words[1], -128, 127, &event->b) &&
               parse_number(place, words[2], -128, 127, &event->c);
    case SCRIPT_SPIN:
        return parse_number(place, words[0], -32767, 32767, &event->a) &&
               parse_number(place, words[1], -32767, 32767, &event->b) &&
               parse_number(place, words[2], -32767, 32767, &event->c);
    case SCRIPT_HAS:
        return parse_abilities(place, words[0], &event->buttons);
    case SCRIPT_TOUCH:
        return parse_number(place, words[0], 1, 32767, &event->a) &&
               parse_number(place, words[1], -32768, 32767, &event->b) &&
               parse_number(place, words[2], -32768, 32767, &event->c);
    case SCRIPT_LIFT:
        return parse_number(place, words[0], 1, 32767, &event->a);
    case SCRIPT_BATTERY:
        return parse_number(place, words[0], 0, 255, &event->a);
    case SCRIPT_WIRELESS:
        return parse_number(place, words[0], 0, 100, &event->a);
    case SCRIPT_KEY:
        return parse_key(place, words[0], &event->a) &&
               parse_number(place, words[1], 1, HOST_SCRIPT_MAX_FRAME, &event->b);
    case SCRIPT_TYPE:
        event->a = (unsigned char)words[0][0];
        return words[0][1] == 0 ||
               fail_line(place, "more than one character:", words[0], "type each by itself");
    default:
        return true;
    }
}

static bool parse_arguments(const script_place *place, char **words, script_event *event) {
    switch (event->action) {
    case SCRIPT_PRESS:
    case SCRIPT_RELEASE:
        return parse_buttons(place, words[0], &event->buttons);
    case SCRIPT_HOLD:
        return parse_buttons(place, words[0], &event->buttons) &&
               parse_number(place, words[1], 1, HOST_SCRIPT_MAX_FRAME, &event->a);
    case SCRIPT_POINTER:
        return parse_number(place, words[0], 0, 32767, &event->a) &&
               parse_number(place, words[1], 0, 32767, &event->b);
    case SCRIPT_STICK:
        return parse_number(place, words[0], -32767, 32767, &event->a) &&
               parse_number(place, words[1], -32767, 32767, &event->b);
    case SCRIPT_WHEEL:
        return parse_number(place, words[0], -100, 100, &event->a);
    default:
        return parse_senses(place, words, event);
    }
}

static bool find_action(const script_place *place, const char *word, script_action *action) {
    for (int i = 0; i < SCRIPT_ACTIONS; i++) {
        if (strcasecmp(actions[i].name, word) != 0) continue;
        *action = (script_action)i;
        return true;
    }
    return fail_line(
        place, "no such action:", word,
        "actions are press, release, hold, pointer, wheel, stick, right, triggers, tilt, spin, touch, "
        "lift, cancel, key, type, "
        "screenshot and quit; a pad has plug, has, unplug, wireless and battery; tests have expect, hash, "
        "picture, label, states and steady");
}

/* Reads one line into *event; *filled tells whether the line had an action. */
static bool parse_line(const script_place *place, char *line, script_event *event, bool *filled) {
    line[strcspn(line, "#")] = 0;
    char *word = next_word(&line);
    *filled = word != NULL;
    if (word == NULL) return true;
    int32_t frame = 0;
    if (!parse_number(place, word, 0, HOST_SCRIPT_MAX_FRAME, &frame)) return false;
    memset(event, 0, sizeof *event);
    event->frame = (uint32_t)frame;
    char *name = next_word(&line);
    if (name != NULL && strcasecmp(name, "pad") == 0) {
        int32_t pad = 0;
        if ((name = next_word(&line)) != NULL && !parse_number(place, name, 1, PLAT_DEVICES - 1, &pad))
            return false;
        event->place = (int)pad;
        name = next_word(&line);
    }
    if (name == NULL)
        return fail_line(place, "nothing follows the frame number", word, "write an action behind it");
    if (!find_action(place, name, &event->action)) return false;
    if (event->action >= SCRIPT_NOTES) return true;
    const char *usage = actions[event->action].usage;
    char *words[SCRIPT_WORDS] = {NULL, NULL, NULL};
    for (int i = 0; i < actions[event->action].words; i++) {
        words[i] = next_word(&line);
        if (words[i] == NULL)
            return fail_line(place, "too few words; the form is FRAME", usage, "add what is missing");
    }
    char *rest = next_word(&line);
    if (rest != NULL)
        return fail_line(place, "one word too many:", rest, "put each action on a line of its own");
    return parse_arguments(place, words, event);
}

static bool append_event(host_script *script, const script_event *event) {
    if (script->count == script->capacity) {
        size_t capacity = script->capacity == 0 ? 64 : script->capacity * 2;
        script_event *events = realloc(script->events, capacity * sizeof *events);
        if (events == NULL) return false;
        script->events = events;
        script->capacity = capacity;
    }
    script->events[script->count++] = *event;
    return true;
}

static bool parse_text(host_script *script, script_place *place, char *text) {
    uint32_t last = 0;
    while (text != NULL && *text != 0) {
        char *line = text;
        char *end = strchr(text, '\n');
        text = end != NULL ? end + 1 : NULL;
        if (end != NULL) *end = 0;
        place->line++;
        script_event event;
        bool filled = false;
        if (!parse_line(place, line, &event, &filled)) return false;
        if (!filled) continue;
        if (event.frame < last) {
            char number[16];
            snprintf(number, sizeof number, "%lu", (unsigned long)event.frame);
            return fail_line(place, "this frame comes before the one of an earlier line:", number,
                             "sort the lines by frame");
        }
        last = event.frame;
        if (!append_event(script, &event))
            return fail_line(place, "out of memory at", line, "shorten the script");
    }
    return true;
}

host_script *host_script_parse(const char *name, const char *text, char *error, size_t error_size) {
    script_place place = {name, 0, error, error_size};
    host_script *script = calloc(1, sizeof *script);
    char *copy = strdup(strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? text + 3 : text); /* a byte order mark */
    if (script == NULL || copy == NULL) {
        snprintf(error, error_size, "%s: out of memory; shorten the script", name);
    } else if (parse_text(script, &place, copy)) {
        free(copy);
        return script;
    }
    free(copy);
    host_script_free(script);
    return NULL;
}

/* The whole file as a string from malloc(), or NULL with a sentence in error. */
static char *read_text(const char *path, char *error, size_t error_size) {
    FILE *file = fopen(path, "rb");
    struct stat status;
    if (file == NULL || fstat(fileno(file), &status) != 0 || S_ISDIR(status.st_mode)) {
        snprintf(error, error_size, "%s: cannot read the input script: %s; check its name", path,
                 strerror(file == NULL ? errno : EISDIR));
        if (file != NULL) fclose(file);
        return NULL;
    }
    char *text = malloc(HOST_SCRIPT_MAX_SIZE + 1);
    size_t size = text != NULL ? fread(text, 1, HOST_SCRIPT_MAX_SIZE + 1, file) : 0;
    const char *problem = NULL;
    if (text == NULL) {
        problem = "out of memory";
    } else if (ferror(file) != 0) {
        problem = "cannot read the input script; check the disk";
    } else if (size > HOST_SCRIPT_MAX_SIZE) {
        problem = "an input script may have 1 MB; shorten it";
    } else if (memchr(text, 0, size) != NULL) {
        problem = "an input script is text, but this file holds zero bytes; check its name";
    }
    fclose(file);
    if (problem != NULL) {
        snprintf(error, error_size, "%s: %s", path, problem);
        free(text);
        return NULL;
    }
    text[size] = 0;
    return text;
}

host_script *host_script_open(const char *path, char *error, size_t error_size) {
    char *text = read_text(path, error, error_size);
    if (text == NULL) return NULL;
    host_script *script = host_script_parse(path, text, error, error_size);
    free(text);
    return script;
}

void host_script_free(host_script *script) {
    if (script == NULL) return;
    free(script->events);
    free(script);
}

/* ---- replay ---- */

/* Buttons of an event stay held in frames below `until`. */
static void hold_buttons(script_hand *hand, uint32_t buttons, uint32_t until) {
    for (int i = 0; i < HOST_SCRIPT_BUTTONS; i++) {
        if ((buttons >> i & 1U) != 0) hand->held_until[i] = until;
    }
}

static int16_t to_int16(int64_t value) {
    return (int16_t)(value < INT16_MIN ? INT16_MIN : value > INT16_MAX ? INT16_MAX : value);
}

/* Puts a finger down, moves it, or lifts it (down false). Fingers that are down stand at the front. */
static void touch(plat_senses *senses, const script_event *event, bool down) {
    plat_touch *list = senses->touches;
    int i = 0;
    while (i < PLAT_TOUCHES && list[i].id != 0 && list[i].id != event->a) i++;
    if (i == PLAT_TOUCHES) return;
    if (down) {
        list[i] = (plat_touch){(int16_t)event->a, (int16_t)event->b, (int16_t)event->c};
        return;
    }
    for (; i + 1 < PLAT_TOUCHES; i++) list[i] = list[i + 1];
    list[i] = (plat_touch){0};
}

static void move_pointer(script_hand *hand, const script_event *event) {
    if (hand->pointer_moved) {
        hand->dx += event->a - hand->pointer_x;
        hand->dy += event->b - hand->pointer_y;
    }
    hand->pointer_x = (int16_t)event->a;
    hand->pointer_y = (int16_t)event->b;
    hand->pointer_moved = true;
}

/* What an event does to the senses of a device. */
static void sense_event(script_hand *hand, const script_event *event) {
    plat_senses *senses = &hand->senses;
    switch (event->action) {
    case SCRIPT_RIGHT:
        senses->right_x = (int16_t)event->a;
        senses->right_y = (int16_t)event->b;
        break;
    case SCRIPT_TRIGGERS:
        senses->left_trigger = (int16_t)event->a;
        senses->right_trigger = (int16_t)event->b;
        break;
    case SCRIPT_TILT:
        senses->tilt[0] = (int16_t)event->a;
        senses->tilt[1] = (int16_t)event->b;
        senses->tilt[2] = (int16_t)event->c;
        break;
    case SCRIPT_SPIN:
        senses->spin[0] = (int16_t)event->a;
        senses->spin[1] = (int16_t)event->b;
        senses->spin[2] = (int16_t)event->c;
        break;
    case SCRIPT_HAS:
        hand->abilities |= (uint16_t)event->buttons;
        break;
    case SCRIPT_TOUCH:
    case SCRIPT_LIFT:
        touch(senses, event, event->action == SCRIPT_TOUCH);
        break;
    case SCRIPT_CANCEL:
        memset(senses->touches, 0, sizeof senses->touches);
        senses->state |= PLAT_TOUCHES_CANCELLED;
        break;
    case SCRIPT_KEY:
        hand->key_until[event->a] = event->frame + (uint32_t)event->b;
        break;
    case SCRIPT_TYPE:
        senses->typed = (uint16_t)event->a;
        break;
    case SCRIPT_PLUG:
        *hand = (script_hand){
            .is_plugged = true, .battery = PLAT_BATTERY_UNKNOWN, .flies = hand->flies, .loss = hand->loss};
        break;
    case SCRIPT_UNPLUG:
        hand->is_plugged = false;
        break;
    case SCRIPT_WIRELESS:
        hand->flies = true;
        hand->loss = (uint8_t)event->a;
        break;
    case SCRIPT_BATTERY:
        hand->battery = (uint8_t)event->a;
        break;
    default:
        break;
    }
}

static void apply_event(host_script *script, const script_event *event, bool *screenshot) {
    script_hand *hand = &script->hands[event->place];
    switch (event->action) {
    case SCRIPT_PRESS:
        hold_buttons(hand, event->buttons, UINT32_MAX);
        break;
    case SCRIPT_RELEASE:
        hold_buttons(hand, event->buttons, 0);
        break;
    case SCRIPT_HOLD:
        hold_buttons(hand, event->buttons, event->frame + (uint32_t)event->a);
        break;
    case SCRIPT_POINTER:
        move_pointer(hand, event);
        break;
    case SCRIPT_WHEEL:
        hand->wheel += event->a;
        break;
    case SCRIPT_STICK:
        hand->stick_x = (int16_t)event->a;
        hand->stick_y = (int16_t)event->b;
        break;
    case SCRIPT_SCREENSHOT:
        *screenshot = true;
        break;
    case SCRIPT_QUIT:
        script->quit = true;
        break;
    default:
        sense_event(hand, event);
        break;
    }
}

/* Buttons that a hand holds in a frame, without the pointer's. */
static uint32_t buttons_of(const script_hand *hand, uint32_t frame) {
    uint32_t buttons = 0;
    for (int i = 0; i < POINTER_BUTTON; i++)
        if (frame < hand->held_until[i]) buttons |= 1U << i;
    return buttons;
}

/* Notes what an event has done to a hand's buttons. */
static void note_change(script_hand *hand, uint32_t frame) {
    const uint32_t buttons = buttons_of(hand, frame);
    if (buttons != hand->last && hand->change_count < PLAT_CHANGES)
        hand->changes[hand->change_count++] = (uint16_t)buttons;
    hand->last = buttons;
}

/* Adds what a hand holds in a frame. */
static void add_hand(const script_hand *hand, uint32_t frame, plat_input *in) {
    plat_input own = {.pointer_dx = to_int16(hand->dx),
                      .pointer_dy = to_int16(hand->dy),
                      .wheel = to_int16(hand->wheel),
                      .senses = hand->senses};
    own.buttons = buttons_of(hand, frame);
    own.change_count = hand->change_count;
    memcpy(own.changes, hand->changes, sizeof own.changes);
    for (int i = 1; i < PLAT_KEYS; i++) {
        if (frame < hand->key_until[i]) own.senses.keys[i / 16] |= (uint16_t)(1U << i % 16);
    }
    own.pointer_held = frame < hand->held_until[POINTER_BUTTON];
    ox_input_join(in, &own);
    if (hand->pointer_moved) {
        in->pointer_x = hand->pointer_x;
        in->pointer_y = hand->pointer_y;
    }
    if (hand->stick_x != 0 || hand->stick_y != 0) {
        in->stick_x = hand->stick_x;
        in->stick_y = hand->stick_y;
    }
}

bool host_script_apply(host_script *script, uint32_t frame, plat_input *in) {
    bool screenshot = false;
    for (int i = 0; i < PLAT_DEVICES; i++) {
        script_hand *hand = &script->hands[i];
        hand->dx = hand->dy = hand->wheel = 0;
        hand->senses.typed = hand->senses.state = 0;
        hand->change_count = 0;
        hand->last = buttons_of(hand, frame);
    }
    for (; script->next < script->count && script->events[script->next].frame <= frame; script->next++) {
        const script_event *event = &script->events[script->next];
        apply_event(script, event, &screenshot);
        note_change(&script->hands[event->place], frame);
    }
    add_hand(&script->hands[0], frame, in);
    in->quit = in->quit || script->quit;
    return screenshot;
}

bool host_script_device(const host_script *script, uint32_t frame, int place, plat_device *device,
                        plat_input *in) {
    const script_hand *hand = place > 0 && place < PLAT_DEVICES ? &script->hands[place] : NULL;
    if (hand == NULL || !hand->is_plugged) return false;
    *device = (plat_device){
        .kind = PLAT_DEVICE_PAD,
        .battery = hand->battery,
        .abilities = (uint16_t)(PLAT_HAS_STICK | PLAT_HAS_RIGHT_STICK | PLAT_HAS_TRIGGERS | hand->abilities),
        .sound_rate = HOST_SOUND_RATE,
        .slot_bytes = HOST_SLOT};
    if ((hand->abilities & (PLAT_HAS_SPEAKER | PLAT_HAS_MICROPHONE)) == 0) device->sound_rate = 0;
    if ((hand->abilities & PLAT_HAS_SLOT) == 0) device->slot_bytes = 0;
    snprintf(device->name, sizeof device->name, "pad %d of the script", place);
    memset(in, 0, sizeof *in);
    add_hand(hand, frame, in);
    return true;
}

bool host_script_flies(const host_script *script, int place, uint32_t *loss) {
    *loss = script->hands[place].loss;
    return script->hands[place].flies;
}
