/* The statement `action`: what a player may mean, and the controls that mean it. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "rom/chunks.h"
#include "tools/cart/cart_parser.h"

static const double window[] = {
    [ROM_ACTION_CONTROL_PRESS] = 0.05, [ROM_ACTION_CONTROL_SEQUENCE] = 0.5, [ROM_ACTION_CONTROL_TURN] = 1.0};

/* The number of a button by its word; those of sequences FORWARD and BACK, too. -1: none. */
static int find_button(const char *word, bool in_sequence) {
    for (int i = 0; cart_button_words[i] != NULL; i++)
        if (strcasecmp(word, cart_button_words[i]) == 0) return i;
    if (in_sequence && strcasecmp(word, "forward") == 0) return ROM_ACTION_CONTROL_FORWARD;
    return in_sequence && strcasecmp(word, "back") == 0 ? ROM_ACTION_CONTROL_BACK : -1;
}

/* The next part of a text with such marks between its parts; NULL behind the last. */
static char *next_part(char **rest, char mark) {
    char *part = *rest, *end = part == NULL ? NULL : strchr(part, mark);
    if (end != NULL) *end = 0;
    *rest = end == NULL ? NULL : end + 1;
    return part;
}

static bool wrong_control(cart_parser *p, const char *word) {
    return cart_wrong(
        p,
        "`%s` is no control; write a button (UP DOWN LEFT RIGHT A B X Y L R START SELECT), a chord A+B, a "
        "sequence DOWN,RIGHT,A, a pair L-R, stick, touch:left or turn:right",
        word);
}

/* Buttons with such marks between them, at most `most`: their numbers, and how many there are; 0 after an error. */
static uint32_t take_buttons(cart_parser *p, const char *word, char mark, uint32_t most, uint8_t numbers[8]) {
    char text[CART_TEXT_MAX], *rest = text, *part;
    uint32_t count = 0;
    snprintf(text, sizeof text, "%s", word);
    while ((part = next_part(&rest, mark)) != NULL) {
        const int number = find_button(part, mark == ',');
        if (number < 0) return (void)wrong_control(p, word), 0;
        if (count == most)
            return (void)cart_wrong(p, "`%s` has more than %u buttons", word, (unsigned)most), 0;
        numbers[count++] = (uint8_t)number;
    }
    return count;
}

static bool take_press(cart_parser *p, const char *word, cart_control *control) {
    uint8_t numbers[8];
    const uint32_t count = take_buttons(p, word, '+', 8, numbers);
    control->kind = ROM_ACTION_CONTROL_PRESS;
    for (uint32_t i = 0; i < count; i++) {
        if ((control->buttons >> numbers[i] & 1u) != 0)
            return cart_wrong(p, "`%s` has a button twice; a chord is of different ones", word);
        control->buttons |= 1u << numbers[i];
    }
    return count > 0;
}

static bool take_sequence(cart_parser *p, const char *word, cart_control *control) {
    control->kind = ROM_ACTION_CONTROL_SEQUENCE;
    control->length = (uint8_t)take_buttons(p, word, ',', 8, control->parts);
    return control->length > 0;
}

static bool take_pair(cart_parser *p, const char *word, cart_control *control) {
    control->kind = ROM_ACTION_CONTROL_PAIR;
    const uint32_t count = take_buttons(p, word, '-', 2, control->parts);
    return count == 2 || (count == 1 && wrong_control(p, word));
}

static bool take_turn(cart_parser *p, const char *word, const char *way, cart_control *control) {
    control->kind = ROM_ACTION_CONTROL_TURN;
    control->parts[0] = strcmp(way, "left") == 0;
    return strcmp(way, "left") == 0 || strcmp(way, "right") == 0 ||
           cart_wrong(p, "`%s`; write turn:left or turn:right, the way that the stick goes round", word);
}

/* Parts of the picture's width and height. */
static bool take_touch(cart_parser *p, const char *word, const char *where, cart_control *control) {
    static const struct {
        const char *word;
        double zone[4];
    } halves[] = {{"left", {0, 0, 0.5, 1}},
                  {"right", {0.5, 0, 0.5, 1}},
                  {"top", {0, 0, 1, 0.5}},
                  {"bottom", {0, 0.5, 1, 0.5}},
                  {"all", {0, 0, 1, 1}}};
    double *z = control->zone;
    char further;
    control->kind = ROM_ACTION_CONTROL_TOUCH;
    for (size_t i = 0; i < sizeof halves / sizeof halves[0]; i++) {
        if (strcmp(where, halves[i].word) != 0) continue;
        memcpy(z, halves[i].zone, sizeof halves[i].zone);
        return true;
    }
    if (sscanf(where, "%lf,%lf,%lf,%lf%c", &z[0], &z[1], &z[2], &z[3], &further) != 4 || !(z[0] >= 0) ||
        !(z[1] >= 0) || !(z[2] > 0) || !(z[3] > 0) || !(z[0] + z[2] <= 1) || !(z[1] + z[3] <= 1))
        return cart_wrong(
            p,
            "`%s`; write touch:left, right, top, bottom, all, or touch:X,Y,WIDTH,HEIGHT in parts of the "
            "picture, 0 to 1",
            word);
    return true;
}

static bool take_control(cart_parser *p, const char *word, cart_control *control) {
    if (strcmp(word, "stick") == 0) {
        control->kind = ROM_ACTION_CONTROL_STICK;
        return true;
    }
    if (strncmp(word, "touch:", 6) == 0) return take_touch(p, word, word + 6, control);
    if (strncmp(word, "turn:", 5) == 0) return take_turn(p, word, word + 5, control);
    if (strchr(word, ',') != NULL) return take_sequence(p, word, control);
    if (strchr(word, '-') != NULL) return take_pair(p, word, control);
    return take_press(p, word, control);
}

/* The controls of a word, with `|` between them. */
static bool take_controls(cart_parser *p, const char *word, cart_action *action) {
    char text[CART_TEXT_MAX], *rest = text, *part;
    if (snprintf(text, sizeof text, "%s", word) >= (int)sizeof text)
        return cart_wrong(p, "more than %d letters of controls", (int)sizeof text - 1);
    while ((part = next_part(&rest, '|')) != NULL) {
        if (action->control_count == CART_ACTION_CONTROLS)
            return cart_wrong(p, "more than %d controls of one action", (int)CART_ACTION_CONTROLS);
        if (!take_control(p, part, &action->controls[action->control_count++])) return false;
    }
    return true;
}

static bool has_control(const cart_parser *p) {
    for (int i = 1; i < p->count; i++)
        if (!p->taken[i] && strchr(p->words[i], '=') == NULL) return true;
    return false;
}

static bool take_window(cart_parser *p, cart_action *action) {
    double within = -1;
    if (!cart_number_option(p, "within", 0, 10, &within)) return false;
    for (uint32_t i = 0; i < action->control_count; i++) {
        cart_control *control = &action->controls[i];
        control->within = within >= 0                                ? within
                          : control->kind <= ROM_ACTION_CONTROL_TURN ? window[control->kind]
                                                                     : 0;
    }
    return true;
}

static bool read_action(cart_parser *p) {
    const char *name = cart_word(p, "a name");
    if (name == NULL) return false;
    cart_action *action = cart_add_action(p->c);
    unsigned long earlier = 0;
    if (action == NULL) return cart_wrong(p, "out of memory");
    action->line = p->line;
    action->taps = 0.25;
    for (uint32_t i = 0; i + 1 < p->c->action_count; i++)
        if (rom_id(p->c->actions[i].name) == rom_id(name)) earlier = p->c->actions[i].line;
    if (!cart_take_new_name(p, earlier, name, action->name)) return false;
    action->toggle = cart_flag(p, "toggle");
    action->repeat = cart_flag(p, "repeat");
    action->invert = cart_flag(p, "invert");
    do {
        const char *word = cart_word(p, "a control: a button, stick, touch:left ...");
        if (word == NULL || !take_controls(p, word, action)) return false;
    } while (has_control(p));
    return take_window(p, action) && cart_name_option(p, "when", action->context) &&
           cart_number_option(p, "hold", 0, 60, &action->hold) &&
           cart_number_option(p, "taps", 0, 10, &action->taps) && cart_end_of_line(p);
}

static const cart_option_row action_options[] = {
    {"within", "SECONDS",
     "of a chord from its first to its last button (0.05), of a sequence (0.5), of a turn of the stick (1)"},
    {"when", "CONTEXT", "there only while a script has chosen that context: context_choose('CONTEXT')"},
    {"hold", "SECONDS", "it begins when a control has been held so long"},
    {"taps", "SECONDS", "between two presses that tap_rate counts as rapid taps (0.25)"},
    {"toggle", NULL, "a press turns it on, the next one off"},
    {"repeat", NULL, "it begins again and again while it lasts, as keys do"},
    {"invert", NULL, "up is down"},
    {.key = NULL}};

const cart_row cart_action_rows[] = {{.word = "action",
                                      .often = CART_ONCE_A_NAME,
                                      .merge = CART_BY_NAME,
                                      .read = read_action,
                                      .form = "NAME CONTROL ...",
                                      .about = "what a player may mean, whatever the hands do: scripts ask "
                                               "began('NAME'), active('NAME'), axis('NAME')",
                                      .options = action_options,
                                      .notes =
                                          "A CONTROL is one of\n"
                                          "  A              a button: UP DOWN LEFT RIGHT A B X Y L R START "
                                          "SELECT; a stick that is pushed counts as a\n"
                                          "                 direction\n"
                                          "  A+B            a chord: both, pressed one shortly after the "
                                          "other. A or B by itself waits for it\n"
                                          "  DOWN,RIGHT,A   a sequence; FORWARD and BACK are RIGHT and LEFT, "
                                          "or the other way round after face_left(true)\n"
                                          "  L-R            a pair: axis('NAME').x is -1.0 or 1.0\n"
                                          "  stick          the stick, or the directions in its place\n"
                                          "  touch:left     a finger or the mouse: left, right, top, bottom, "
                                          "all, or X,Y,WIDTH,HEIGHT, 0 to 1; where it is dragged\n"
                                          "                 is the axis\n"
                                          "  turn:right     the stick once round, clockwise; turn:left\n"
                                          "Any of several: `action jump A|UP touch:right`.\n"},
                                     {.word = NULL}};
