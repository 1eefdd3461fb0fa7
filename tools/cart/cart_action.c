/* The statement `action`: what a player may mean, and the controls that mean it. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "platform/host/host_key_names.h"
#include "rom/chunks.h"
#include "tools/cart/cart_parser.h"

enum { FIRST_SIGNAL = 14 }; /* of a sequence, behind FORWARD and BACK */

static const double window[] = {
    [ROM_ACTION_CONTROL_PRESS] = 0.05, [ROM_ACTION_CONTROL_SEQUENCE] = 0.5, [ROM_ACTION_CONTROL_TURN] = 1.0};

/* The number of a button by its word; where a player may face left, FORWARD and BACK, too. -1: none. */
static int find_button(const char *word, bool may_face, bool in_sequence) {
    for (int i = 0; cart_button_words[i] != NULL; i++)
        if (strcasecmp(word, cart_button_words[i]) == 0) return i;
    static const char *const signals[] = {"topleft",    "topright", "bottomright",
                                          "bottomleft", "tapleft",  "tapright"};
    for (int i = 0; in_sequence && i < 6; i++)
        if (strcasecmp(word, signals[i]) == 0) return FIRST_SIGNAL + i;
    if (may_face && strcasecmp(word, "forward") == 0) return ROM_ACTION_CONTROL_FORWARD;
    return may_face && strcasecmp(word, "back") == 0 ? ROM_ACTION_CONTROL_BACK : -1;
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
        "sequence DOWN,RIGHT:held,A, a pair L-R, stick, stick:right, touch:left, turn:right, key:SPACE, "
        "trigger:left, tilt, mouse, edge or wheel",
        word);
}

/* Takes the end `:held` or `:up` off a part of a sequence; what it adds to the number of the button. */
static uint32_t cut_manner(char *part) {
    static const struct {
        const char *end;
        uint32_t manner;
    } ends[] = {{":held", ROM_ACTION_CONTROL_IS_HELD}, {":up", ROM_ACTION_CONTROL_IS_UP}};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        const size_t length = strlen(part), cut = strlen(ends[i].end);
        if (length < cut || strcmp(part + length - cut, ends[i].end) != 0) continue;
        part[length - cut] = 0;
        return ends[i].manner;
    }
    return 0;
}

/* Buttons with such marks between them, at most `most`: their numbers, and how many there are; 0 after an error. */
static uint32_t take_buttons(cart_parser *p, const char *word, char mark, uint32_t most, uint8_t numbers[8]) {
    char text[CART_TEXT_MAX], *rest = text, *part;
    uint32_t count = 0;
    snprintf(text, sizeof text, "%s", word);
    while ((part = next_part(&rest, mark)) != NULL) {
        const uint32_t manner = mark == ',' ? cut_manner(part) : 0;
        const int number = find_button(part, mark != '-', mark == ',');
        if (number < 0) return (void)wrong_control(p, word), 0;
        if (count == most)
            return (void)cart_wrong(p, "`%s` has more than %u buttons", word, (unsigned)most), 0;
        numbers[count++] = (uint8_t)((uint32_t)number + manner);
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

/* Controls that are one word: sticks and what stands for one, and triggers. */
static bool take_whole(const char *word, cart_control *control) {
    static const struct {
        const char *word;
        uint8_t kind, part;
    } wholes[] = {{"stick", ROM_ACTION_CONTROL_STICK, 0},
                  {"stick:right", ROM_ACTION_CONTROL_STICK, ROM_ACTION_CONTROL_RIGHT},
                  {"tilt", ROM_ACTION_CONTROL_STICK, ROM_ACTION_CONTROL_TILT},
                  {"mouse", ROM_ACTION_CONTROL_STICK, ROM_ACTION_CONTROL_MOUSE},
                  {"wheel", ROM_ACTION_CONTROL_STICK, ROM_ACTION_CONTROL_WHEEL},
                  {"trigger:left", ROM_ACTION_CONTROL_TRIGGER, 0},
                  {"trigger:right", ROM_ACTION_CONTROL_TRIGGER, 1},
                  {"trigger:both", ROM_ACTION_CONTROL_TRIGGER, 2}};
    for (size_t i = 0; i < sizeof wholes / sizeof wholes[0]; i++) {
        if (strcmp(word, wholes[i].word) != 0) continue;
        control->kind = wholes[i].kind;
        control->parts[0] = wholes[i].part;
        return true;
    }
    return false;
}

static bool take_key(cart_parser *p, const char *word, cart_control *control) {
    control->kind = ROM_ACTION_CONTROL_KEY;
    control->parts[0] = (uint8_t)host_key_of(word + 4);
    return control->parts[0] != 0 ||
           cart_wrong(p,
                      "`%s` is no key; write key:A to key:Z, key:0 to key:9, key:F1 to key:F12, key:SPACE, "
                      "ENTER, TAB, BACKSPACE, DELETE, INSERT, HOME, END, PAGEUP, PAGEDOWN, UP, DOWN, LEFT, "
                      "RIGHT, SHIFT, "
                      "CONTROL, ALT, MINUS, EQUALS, COMMA, PERIOD, SLASH, SEMICOLON, QUOTE or GRAVE",
                      word);
}

/* The band at the edge of the picture: `edge`, or `edge:` and its pixels. */
static bool take_edge(cart_parser *p, const char *word, cart_control *control) {
    unsigned band = 8;
    char further;
    if (word[4] != 0 && (sscanf(word + 4, ":%3u%c", &band, &further) != 1 || band < 1 || band > 100))
        return cart_wrong(p, "`%s`; write edge, or edge:PIXELS, 1 to 100", word);
    control->kind = ROM_ACTION_CONTROL_STICK;
    control->parts[0] = ROM_ACTION_CONTROL_EDGE;
    control->parts[1] = (uint8_t)band;
    return true;
}

static bool take_control(cart_parser *p, const char *word, cart_control *control) {
    if (strcmp(word, "edge") == 0 || strncmp(word, "edge:", 5) == 0) return take_edge(p, word, control);
    if (take_whole(word, control)) return true;
    if (strncmp(word, "key:", 4) == 0) return take_key(p, word, control);
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

/* Whether one of the controls is of a kind. */
static bool has_kind(const cart_action *action, uint32_t kind) {
    for (uint32_t i = 0; i < action->control_count; i++)
        if (action->controls[i].kind == kind) return true;
    return false;
}

/* The word behind an option, as its number among some words; false after an error. */
static bool choice_option(cart_parser *p, const char *key, const char *const *choices, uint8_t *number) {
    char word[CART_NAME_MAX] = "";
    if (!cart_name_option(p, key, word)) return false;
    for (uint8_t i = 0; word[0] != 0 && choices[i] != NULL; i++) {
        if (strcmp(word, choices[i]) != 0) continue;
        *number = i;
        return true;
    }
    return word[0] == 0 || cart_wrong(p, "`%s=%s`; help statements action tells the words", key, word);
}

/* What options say of all controls of the action. */
static bool take_manner(cart_parser *p, cart_action *action, bool alone) {
    static const char *const modes[] = {"wait", "both", "release", "first", NULL}, *const shapes[] = {
                                                                                       "console", "round",
                                                                                       "cross", NULL};
    double within = -1;
    cart_control all = {.held = 0.25, .full = 1, .dead = 0.0915, .alone = alone};
    if (!cart_number_option(p, "within", 0, 10, &within) ||
        !cart_number_option(p, "step", 0, 10, &all.step) ||
        !cart_number_option(p, "held", 0, 10, &all.held) ||
        !cart_number_option(p, "dead", 0, 0.9, &all.dead) ||
        !cart_number_option(p, "full", 0.1, 1, &all.full) || !choice_option(p, "chord", modes, &all.mode) ||
        !choice_option(p, "shape", shapes, &all.shape))
        return false;
    if (all.shape != 0 && !has_kind(action, ROM_ACTION_CONTROL_STICK) &&
        !has_kind(action, ROM_ACTION_CONTROL_TOUCH))
        return cart_wrong(p, "`shape` is of the stick or a touch, which do not lead to this action");
    if (all.dead >= all.full) return cart_wrong(p, "`dead` has to be less than `full`");
    for (uint32_t i = 0; i < action->control_count; i++) {
        cart_control *control = &action->controls[i];
        control->within = within >= 0                                ? within
                          : control->kind <= ROM_ACTION_CONTROL_TURN ? window[control->kind]
                                                                     : 0;
        control->step = all.step;
        control->held = all.held;
        control->dead = all.dead;
        control->full = all.full;
        control->shape = all.shape;
        control->mode = all.mode;
        control->alone = all.alone;
    }
    return true;
}

static uint32_t take_flags(cart_parser *p) {
    static const struct {
        const char *word;
        uint32_t flag;
    } flags[] = {{"toggle", ROM_ACTION_TOGGLE}, {"repeat", ROM_ACTION_REPEAT}, {"invert", ROM_ACTION_INVERT},
                 {"auto", ROM_ACTION_AUTO},     {"resets", ROM_ACTION_RESETS}, {"always", ROM_ACTION_ALWAYS}};
    uint32_t taken = 0;
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (cart_flag(p, flags[i].word)) taken |= flags[i].flag;
    return taken;
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
    action->flags = take_flags(p);
    const bool alone = cart_flag(p, "alone");
    do {
        const char *word = cart_word(p, "a control: a button, stick, touch:left ...");
        if (word == NULL || !take_controls(p, word, action)) return false;
    } while (has_control(p));
    if (!take_manner(p, action, alone) || !cart_name_option(p, "when", action->context) ||
        !cart_name_option(p, "group", action->group) ||
        !cart_number_option(p, "hold", 0, 60, &action->hold) ||
        !cart_number_option(p, "taps", 0, 10, &action->taps) ||
        !cart_number_option(p, "charge", 0, 60, &action->charge) ||
        !cart_number_option(p, "smooth", 0, 10, &action->smooth))
        return false;
    if ((action->flags & ROM_ACTION_AUTO) != 0 && action->charge == 0)
        return cart_wrong(p, "`auto` needs `charge=SECONDS`: the action ends when it is fully charged");
    return cart_end_of_line(p);
}

static const cart_option_row action_options[] = {
    {"within", "SECONDS",
     "of a chord from its first to its last button (0.05), of a sequence (0.5), of a turn of the stick (1)"},
    {"step", "SECONDS", "of a sequence from one part to the next at most"},
    {"held", "SECONDS", "that a part A:held of a sequence takes (0.25)"},
    {"chord", "wait|both|release|first",
     "its single buttons wait for it (wait); they count beside it; it counts when it is let go; they count "
     "at once, "
     "and end when it begins"},
    {"alone", NULL, "a chord while no other button is held"},
    {"shape", "round|cross|console",
     "of a stick, and of a touch as a stick: it rests within `dead` of the middle; each axis by itself does; "
     "round, as everywhere "
     "else "
     "(console)"},
    {"dead", "PART", "of the stick's way, 0 to 0.9 (0.0915)"},
    {"full", "PART", "of the stick's way that counts as all of it: for worn sticks, 0.1 to 1 (1)"},
    {"smooth", "SECONDS", "its values follow slowly: 63 % of a sudden change after that time"},
    {"when", "CONTEXT", "there only while a script has chosen that context: context_choose('CONTEXT')"},
    {"group", "NAME", "actions that are masked or owned together: controls_mask('NAME')"},
    {"hold", "SECONDS", "it begins when a control has been held so long"},
    {"taps", "SECONDS", "between two presses that tap_rate counts as rapid taps (0.25)"},
    {"toggle", NULL, "a press turns it on, the next one off"},
    {"repeat", NULL, "it begins again and again while it lasts, as keys do"},
    {"invert", NULL, "up is down"},
    {"charge", "SECONDS", "until it is fully charged: charge('NAME') is 0.0 to 1.0; `on Ended` is the shot"},
    {"auto", NULL, "it ends by itself one step after it is fully charged"},
    {"resets", NULL, "its charge is lost where its context is left: no `on Ended`"},
    {"always", NULL, "masks leave it alone: to skip what they belong to"},
    {.key = NULL}};

const cart_row cart_action_rows[] = {
    {.word = "action",
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
         "other. A or B by itself waits for it;\n"
         "                 FORWARD+A as in sequences\n"
         "  TOPLEFT,A      in a sequence the stick may come into a quarter: TOPLEFT TOPRIGHT BOTTOMRIGHT\n"
         "                 BOTTOMLEFT, and a finger go down in a half of the picture: TAPLEFT TAPRIGHT\n"
         "  DOWN,RIGHT,A   a sequence; FORWARD and BACK are RIGHT and LEFT, "
         "or the other way round after face_left(true);\n"
         "                 A:held is held for a while, A:up is let go. Of "
         "several that end together the longest counts\n"
         "  L-R            a pair: axis('NAME').x is -1.0 or 1.0\n"
         "  stick          the stick, or the directions in its place\n"
         "  touch:left     a finger or the mouse: left, right, top, bottom, "
         "all, or X,Y,WIDTH,HEIGHT, 0 to 1; where it is dragged\n"
         "                 is the axis\n"
         "  turn:right     the stick once round, clockwise; turn:left\n"
         "  stick:right    the second stick; tilt: how far the machine leans; mouse: how far "
         "the pointer moves in a step, 24 pixels\n"
         "                 being all of it\n"
         "  edge           which edges of the picture the pointer is at, within 8 pixels, or edge:PIXELS; "
         "wheel: a notch is 0.25, away from\n"
         "                 the user is up\n"
         "  trigger:left   a trigger, 0.0 to 1.0; trigger:right; trigger:both: right less "
         "left, -1.0 to 1.0\n"
         "  key:SPACE      a key of a keyboard by its name\n"
         "Any of several: `action jump A|UP touch:right`.\n"},
    {.word = NULL}};
