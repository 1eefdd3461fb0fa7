/* The elements of screens: words, buttons, sliders, lists, containers and what they are told. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/draw/box.h"
#include "kernel/game/option.h"
#include "tools/convert/screen_reading.h"

static const char letters_usual[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-!?& ";

/* ---- elements ---- */

/* What a kind of elements may have, besides the options that all elements take. */
enum {
    TEXT = 1,
    VALUE = 2,
    RANGE = 4,
    CHOICES = 8,
    ACTIONS = 16,
    HOLDS = 32,
    FOCUS = 64,
    OBJECTS = 128,
    MARK = 256
};

static const struct {
    const char *word;
    uint8_t kind;
    uint16_t takes;
} kinds[] = {{"label", ROM_SCREEN_ELEMENT_LABEL, TEXT},
             {"panel", ROM_SCREEN_ELEMENT_PANEL, HOLDS},
             {"column", ROM_SCREEN_ELEMENT_COLUMN, HOLDS},
             {"row", ROM_SCREEN_ELEMENT_ROW, HOLDS},
             {"space", ROM_SCREEN_ELEMENT_SPACE, 0},
             {"picture", ROM_SCREEN_ELEMENT_PICTURE, VALUE},
             {"button", ROM_SCREEN_ELEMENT_BUTTON, TEXT | VALUE | ACTIONS | FOCUS},
             {"choice", ROM_SCREEN_ELEMENT_CHOICE, TEXT | VALUE | RANGE | CHOICES | FOCUS},
             {"slider", ROM_SCREEN_ELEMENT_SLIDER, TEXT | VALUE | RANGE | FOCUS},
             {"switch", ROM_SCREEN_ELEMENT_SWITCH, TEXT | VALUE | RANGE | FOCUS},
             {"list", ROM_SCREEN_ELEMENT_LIST, TEXT | VALUE | RANGE | CHOICES | ACTIONS | FOCUS},
             {"entry", ROM_SCREEN_ELEMENT_ENTRY, TEXT | ACTIONS | FOCUS},
             {"bar", ROM_SCREEN_ELEMENT_BAR, TEXT | VALUE | RANGE},
             {"dialogue", ROM_SCREEN_ELEMENT_DIALOGUE, ACTIONS | FOCUS},
             {"notices", ROM_SCREEN_ELEMENT_NOTICES, 0},
             {"tip", ROM_SCREEN_ELEMENT_TIP, 0},
             {"compass", ROM_SCREEN_ELEMENT_COMPASS, TEXT | VALUE},
             {"radar", ROM_SCREEN_ELEMENT_RADAR, OBJECTS},
             {"crosshair", ROM_SCREEN_ELEMENT_CROSSHAIR, TEXT | OBJECTS},
             {"arrow", ROM_SCREEN_ELEMENT_ARROW, OBJECTS},
             {"check", ROM_SCREEN_ELEMENT_SWITCH, TEXT | VALUE | RANGE | FOCUS | MARK},
             {"radio", ROM_SCREEN_ELEMENT_BUTTON, TEXT | VALUE | ACTIONS | FOCUS | MARK},
             {"table", ROM_SCREEN_ELEMENT_TABLE, HOLDS},
             {"view", ROM_SCREEN_ELEMENT_VIEW, 0},
             {"prompt", ROM_SCREEN_ELEMENT_PROMPT, TEXT},
             {"subtitles", ROM_SCREEN_ELEMENT_SUBTITLES, 0},
             {"selection", ROM_SCREEN_ELEMENT_SELECTION, OBJECTS},
             {"placement", ROM_SCREEN_ELEMENT_PLACEMENT, VALUE | ACTIONS},
             {"box", ROM_SCREEN_ELEMENT_BOX, 0}};
_Static_assert(sizeof kinds / sizeof kinds[0] == SCREEN_KINDS, "kinds of elements");

const char *screen_element_word(uint32_t which) { return which < SCREEN_KINDS ? kinds[which].word : NULL; }

bool screen_element_acts(uint8_t kind) {
    for (uint32_t i = 0; i < SCREEN_KINDS; i++)
        if (kinds[i].kind == kind && (kinds[i].takes & ACTIONS) != 0) return true;
    return false;
}

static const char *const anchors[] = {"top-left", "top",         "top-right", "left",         "centre",
                                      "right",    "bottom-left", "bottom",    "bottom-right", NULL};

/* at=ANCHOR, at=ANCHOR,X,Y, or at=X%,Y%. */
static bool take_place(screen_reading *t, rom_screen_element_record *e) {
    const char *text = convert_line_value(&t->lines, "at");
    char anchor[24], first[24];
    double x, y;
    if (text == NULL) return true;
    if (e->anchor == ROM_SCREEN_ELEMENT_PLACED)
        return convert_line_wrong(&t->lines,
                                  "`at=` in a row or column: it places what is in it; take it away");
    const size_t length = strcspn(text, ",");
    snprintf(anchor, sizeof anchor, "%.*s", (int)length, text);
    const int number = cart_choice(anchor, anchors);
    const char *rest = text + length;
    if (number >= 0) e->anchor = (uint8_t)number;
    if (number >= 0 && *rest == 0) return true;
    if (number >= 0)
        rest++;
    else
        rest = text;
    const size_t wide = strcspn(rest, ",");
    const bool fraction = number < 0 && wide > 0 && wide < sizeof first && rest[wide - 1] == '%';
    snprintf(first, sizeof first, "%.*s", (int)(wide < sizeof first ? wide - fraction : 0), rest);
    char second[24];
    snprintf(second, sizeof second, "%s", rest[wide] == ',' ? rest + wide + 1 : "");
    const size_t end = strlen(second);
    const bool both = end > 0 && second[end - 1] == '%';
    if (both) second[end - 1] = 0;
    if ((number < 0 && !fraction) || fraction != both || !cart_parse_number(first, &x) ||
        !cart_parse_number(second, &y) || fabs(x) > (fraction ? 199 : 4096) ||
        fabs(y) > (fraction ? 199 : 4096))
        return convert_line_wrong(
            &t->lines,
            "`at=%.40s`: write a place such as top, centre or bottom-right, with pixels from there as in "
            "at=top,0,24, or parts of the picture as in at=25%%,50%%",
            text);
    if (fraction) e->anchor = ROM_SCREEN_ELEMENT_FRACTIONS;
    e->x = (int16_t)writer_round(fraction ? x * 163.84 : x);
    e->y = (int16_t)writer_round(fraction ? y * 163.84 : y);
    return true;
}

/* size=WxH: 0 for the size of the content, `fill` for the size of the parent. */
static bool take_size(screen_reading *t, rom_screen_element_record *e) {
    const char *text = convert_line_value(&t->lines, "size");
    uint32_t most = 0, fewest = 0;
    if (!screen_take_whole(t, "most", 0, 4096, &most) || !screen_take_whole(t, "least", 0, 4096, &fewest))
        return false;
    e->most = (uint16_t)most;
    e->fewest = (uint16_t)fewest;
    if (text == NULL) return true;
    const char *x = strchr(text, 'x');
    for (int side = 0; x != NULL && side < 2; side++) {
        char part[16];
        double number = 0;
        snprintf(part, sizeof part, "%.*s", side == 0 ? (int)(x - text) : 15, side == 0 ? text : x + 1);
        if (strcmp(part, "fill") == 0)
            e->flags |= side == 0 ? ROM_SCREEN_ELEMENT_FILL_X : ROM_SCREEN_ELEMENT_FILL_Y;
        else if (!cart_parse_number(part, &number) || number < 0 || number > 4096 || number != floor(number))
            x = NULL;
        if (side == 0)
            e->width = (uint16_t)number;
        else
            e->height = (uint16_t)number;
    }
    return x != NULL ||
           convert_line_wrong(&t->lines,
                              "`size=%.40s`: write WIDTHxHEIGHT, where 0 is as much as it takes and "
                              "`fill` all that there is, such as size=60x8 or size=fillx0",
                              text);
}

/* bind=option:NAME: the range and the usual value are the option's, and are known while the game plays. */
static bool take_player_option(screen_reading *t, rom_screen_element_record *e, const char *name) {
    e->source = ROM_SCREEN_ELEMENT_OPTION;
    e->bind = ox_option_id(ox_text_of(name));
    if (e->bind == 0) return convert_line_wrong(&t->lines, "`option:%.40s` is no name of an option", name);
    screen_mention(t, SCRIPT_OPTION, name);
    return true;
}

/* bind=NAME, bind=kept:NAME, bind=option:NAME, bind=language, bind=loading, bind=selected, bind=selected:NAME. */
static bool take_value(screen_reading *t, rom_screen_element_record *e, bool needed) {
    const char *text = convert_line_value(&t->lines, "bind");
    if (text == NULL && needed)
        return convert_line_wrong(&t->lines, "`%s` needs the value that it is about; write bind=NAME",
                                  t->lines.words[0]);
    if (text == NULL) return true;
    e->source = ROM_SCREEN_ELEMENT_VARIABLE;
    if (strcmp(text, "language") == 0) {
        e->source = ROM_SCREEN_ELEMENT_LANGUAGE;
        return true;
    }
    if (strcmp(text, "loading") == 0 || strcmp(text, "selected") == 0) {
        e->source = *text == 'l' ? ROM_SCREEN_ELEMENT_LOADING : ROM_SCREEN_ELEMENT_SELECTED;
        return true;
    }
    if (strncmp(text, "option:", 7) == 0) return take_player_option(t, e, text + 7);
    if (strncmp(text, "kept:", 5) == 0) {
        e->source = ROM_SCREEN_ELEMENT_KEPT;
        text += 5;
    } else if (strncmp(text, "selected:", 9) == 0) {
        e->source = ROM_SCREEN_ELEMENT_SELECTED;
        text += 9;
        screen_mention(t, SCRIPT_OBJECT, text);
    }
    if (*text == 0 || strlen(text) >= CART_NAME_MAX)
        return convert_line_wrong(&t->lines, "`bind=` wants the name of a variable, kept:NAME, or language");
    e->bind = rom_id(text);
    return true;
}

/* A number as the chunk holds it: whole, or fx where a number of the element's range has a point. */
static int32_t number_of(const rom_screen_element_record *e, double value) {
    return (int32_t)writer_round((e->flags & ROM_SCREEN_ELEMENT_IS_FX) != 0 ? value * 65536 : value);
}

/* KEY=NUMBER of a value, in the units of its range. */
static bool take_number(screen_reading *t, const char *key, double least, double *value) {
    const char *text = convert_line_value(&t->lines, key);
    if (text == NULL || (cart_parse_number(text, value) && *value >= least && *value <= 32767)) return true;
    return convert_line_wrong(&t->lines, "`%s=%.40s` is no number from %g to 32767", key, text, least);
}

static bool take_range(screen_reading *t, rom_screen_element_record *e) {
    static const screen_pair_form range_form = {"..", -32768, 32767, "LEAST..GREATEST"};
    static const char *const switches[] = {"off", "on", NULL};
    double range[2] = {0, 1}, step = 1, fine = 0, usual = 0;
    ox_option option;
    if (e->source == ROM_SCREEN_ELEMENT_OPTION && ox_option_find(NULL, e->bind, &option)) {
        range[0] = option.least;
        range[1] = option.greatest;
        usual = option.usual;
    }
    if (e->source == ROM_SCREEN_ELEMENT_OPTION) e->flags |= ROM_SCREEN_ELEMENT_HAS_USUAL;
    const char *names = convert_line_value(&t->lines, "options"),
               *first = convert_line_value(&t->lines, "usual");
    const int on = first == NULL ? -1 : cart_choice(first, switches);
    if (first != NULL) e->flags |= ROM_SCREEN_ELEMENT_HAS_USUAL;
    if (!screen_take_pair(t, "range", &range_form, range) || !take_number(t, "step", 1.0 / 65536, &step) ||
        !take_number(t, "fine", 0, &fine))
        return false;
    if (range[1] < range[0])
        return convert_line_wrong(&t->lines, "the least is above the greatest; turn them round");
    if (first != NULL && names != NULL && !cart_parse_number(first, &usual)) {
        e->usual = (int32_t)rom_id(first);
        return true;
    }
    if (on >= 0) usual = on;
    if (on < 0 && !take_number(t, "usual", -32768, &usual)) return false;
    if (range[0] != floor(range[0]) || range[1] != floor(range[1]) || step != floor(step) ||
        fine != floor(fine) || usual != floor(usual))
        e->flags |= ROM_SCREEN_ELEMENT_IS_FX;
    e->least = number_of(e, range[0]);
    e->greatest = number_of(e, range[1]);
    e->step = number_of(e, step);
    e->fine = number_of(e, fine);
    e->usual = number_of(e, usual);
    return e->step > 0 || convert_line_wrong(&t->lines, "this step is none; write a larger one");
}

static bool add_option(screen_reading *t, rom_screen_element_record *e, rom_screen_option_record option,
                       screen_words words) {
    if (t->r.option_count == SCREEN_OPTIONS)
        return convert_line_wrong(&t->lines, "more than %d options; take some out", SCREEN_OPTIONS);
    t->options[t->r.option_count] = option;
    t->option_words[t->r.option_count++] = words;
    e->option_count++;
    return true;
}

/* options=KEY,KEY: names, which are keys of texts too; options=0:KEY,1:KEY: numbers. */
static bool take_options(screen_reading *t, rom_screen_element_record *e) {
    const char *text = convert_line_value(&t->lines, "options");
    e->first_option = t->r.option_count;
    while (text != NULL) {
        char name[CART_NAME_MAX + 16];
        const size_t length = strcspn(text, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, text);
        char *colon = strchr(name, ':');
        double number = 0;
        rom_screen_option_record option = {.value = (int32_t)rom_id(name)};
        if (colon != NULL) {
            *colon = 0;
            if (!screen_whole(t, name, -2147483648.0, 2147483647.0, &number)) return false;
            option.value = (int32_t)number;
        }
        if (!screen_take_key(t, colon == NULL ? name : colon + 1, &option.key) ||
            !add_option(t, e, option, (screen_words){0, 0}))
            return false;
        text = text[length] == 0 ? NULL : text + length + 1;
    }
    return true;
}

static bool take_action(screen_reading *t, rom_screen_element_record *e) {
    const char *say = convert_line_value(&t->lines, "say");
    const bool closes = convert_line_flag(&t->lines, "close"),
               all = convert_line_flag(&t->lines, "close-all"),
               resets = convert_line_flag(&t->lines, "reset");
    uint32_t opens = 0, replaces = 0;
    if (!screen_take_resource(t, "open", "screen", "screen", &opens) ||
        !screen_take_resource(t, "replace", "screen", "screen", &replaces))
        return false;
    if ((say != NULL) + closes + all + resets + (opens != 0) + (replaces != 0) > 1)
        return convert_line_wrong(&t->lines,
                                  "it can do one thing: open=, replace=, say=, close, close-all or reset");
    e->action = (uint8_t)(opens != 0      ? ROM_SCREEN_ELEMENT_OPENS
                          : replaces != 0 ? ROM_SCREEN_ELEMENT_REPLACES
                          : say != NULL   ? ROM_SCREEN_ELEMENT_SAYS
                          : closes        ? ROM_SCREEN_ELEMENT_CLOSES
                          : all           ? ROM_SCREEN_ELEMENT_CLOSES_ALL
                          : resets        ? ROM_SCREEN_ELEMENT_RESETS
                                          : 0);
    e->target = say != NULL ? rom_id(say) : opens != 0 ? opens : replaces;
    return true;
}

static bool take_seconds(screen_reading *t, double *value) {
    const char *text = convert_line_value(&t->lines, "time");
    if (text == NULL || (cart_parse_number(text, value) && *value >= 0 && *value <= 60)) return true;
    return convert_line_wrong(&t->lines, "`time=%.40s` is no number of seconds from 0 to 60", text);
}

/* when=NAME, when=!NAME, when=NAME=VALUE, when=NAME<VALUE, when=NAME>VALUE; values are whole numbers, names or other values. */
static bool take_condition(screen_reading *t, rom_screen_element_record *e) {
    static const char signs[] = "=<>";
    const char *text = convert_line_value(&t->lines, "when");
    char name[CART_NAME_MAX];
    double number;
    if (text == NULL) return true;
    const bool is_not = *text == '!';
    const char *from = text + is_not, *sign = from + strcspn(from, signs);
    const size_t length = (size_t)(sign - from);
    if (length == 0 || length >= sizeof name || (*sign != 0 && (is_not || sign[1] == 0)))
        return convert_line_wrong(
            &t->lines,
            "`when=%.40s`: write a value such as when=open, when=!open, when=tab=2, when=lives<3 or "
            "when=money>price",
            text);
    const char *colon = strchr(from, ':');
    if (colon != NULL)
        return convert_line_wrong(
            &t->lines,
            "`when=%.40s`: write `%.40s` alone; a kept number or an entered text counts by "
            "its name where no script has such a variable",
            text, colon + 1);
    memcpy(name, from, length);
    name[length] = 0;
    e->shown = rom_id(name);
    e->test = is_not ? ROM_SCREEN_ELEMENT_NOTHING : 0;
    if (*sign == 0) return true;
    e->test = (uint8_t)(strchr(signs, *sign) - signs + ROM_SCREEN_ELEMENT_EQUAL);
    if (!cart_parse_number(sign + 1, &number)) {
        e->than = (int32_t)rom_id(sign + 1);
        e->flags |= ROM_SCREEN_ELEMENT_NAMED;
        return true;
    }
    if (!screen_whole(t, sign + 1, -32768, 32767, &number)) return false;
    e->than = (int32_t)number;
    return true;
}

/* tip=@KEY: the text of the element's tip. */
static bool take_tip(screen_reading *t, rom_screen_element_record *e) {
    const char *text = convert_line_value(&t->lines, "tip");
    if (text == NULL) return true;
    if (text[0] != '@')
        return convert_line_wrong(&t->lines, "`tip=%.40s`: write the key of a text, as in tip=@help", text);
    return screen_take_key(t, text + 1, &e->about);
}

/* The id of a name that an option gives; 0 where the option is missing. */
static bool take_id(screen_reading *t, const char *key, uint32_t *id) {
    const char *text = convert_line_value(&t->lines, key);
    if (text == NULL) return true;
    if (*text == 0 || strlen(text) >= CART_NAME_MAX)
        return convert_line_wrong(&t->lines, "`%s=%.40s` is no name of an object", key, text);
    screen_mention(t, SCRIPT_OBJECT, text);
    *id = rom_id(text);
    return true;
}

/* shows=NAME:STYLE,NAME:STYLE: objects by their names, types or tags, and how they are seen. */
static bool take_shown(screen_reading *t, rom_screen_element_record *e) {
    const char *text = convert_line_value(&t->lines, "shows");
    e->first_option = t->r.option_count;
    while (text != NULL) {
        char name[2 * CART_NAME_MAX];
        const size_t length = strcspn(text, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, text);
        char *colon = strchr(name, ':');
        if (length >= sizeof name || colon == NULL || colon == name || colon[1] == 0)
            return convert_line_wrong(&t->lines, "`shows=`: write NAME:STYLE for each kind of objects, as in "
                                                 "shows=enemy:bad,friend:good");
        *colon = 0;
        screen_mention(t, SCRIPT_OBJECT, name);
        if (screen_find_style(t, colon + 1) < 0)
            return convert_line_wrong(&t->lines, "`shows=`: there is no style `%.40s` above this line",
                                      colon + 1);
        const rom_screen_option_record option = {.key = rom_id(colon + 1), .value = (int32_t)rom_id(name)};
        if (!add_option(t, e, option, (screen_words){0, 0})) return false;
        text = text[length] == 0 ? NULL : text + length + 1;
    }
    return e->option_count > 0 || e->kind == ROM_SCREEN_ELEMENT_ARROW ||
           convert_line_wrong(&t->lines, "`%s` needs the objects that it shows; write shows=NAME:STYLE",
                              t->lines.words[0]);
}

/* A number of metres as fx; `usual` where the option is missing. */
static bool take_metres(screen_reading *t, const char *key, double usual, int32_t *metres) {
    double value = usual;
    if (!take_number(t, key, 0, &value)) return false;
    *metres = (int32_t)writer_round(value * 65536);
    return true;
}

/* Radars, crosshairs and arrows: about=, shows=, range= and the options of each. */
static bool take_instrument(screen_reading *t, rom_screen_element_record *e) {
    const bool is_radar = e->kind == ROM_SCREEN_ELEMENT_RADAR, is_arrow = e->kind == ROM_SCREEN_ELEMENT_ARROW;
    double turns = 0.5;
    if (!take_id(t, "about", &e->frame)) return false;
    if (is_radar && e->frame == 0)
        return convert_line_wrong(&t->lines, "a radar about what? Write about=NAME of an object");
    if (e->kind == ROM_SCREEN_ELEMENT_SELECTION) return take_shown(t, e);
    if (is_radar && convert_line_flag(&t->lines, "north")) e->flags |= ROM_SCREEN_ELEMENT_NORTH;
    if (is_radar && convert_line_flag(&t->lines, "plane")) e->flags |= ROM_SCREEN_ELEMENT_PLANE;
    if (is_radar && convert_line_flag(&t->lines, "told")) e->flags |= ROM_SCREEN_ELEMENT_TOLD;
    if (is_radar && !take_metres(t, "height", 0, &e->least)) return false;
    if (!is_arrow) return take_metres(t, "range", 50, &e->greatest) && take_shown(t, e);
    if (convert_line_flag(&t->lines, "level")) e->flags |= ROM_SCREEN_ELEMENT_LEVEL;
    if (!take_id(t, "to", &e->bind) || !screen_take_resource(t, "mesh", "mesh", "mesh", &e->target) ||
        !take_metres(t, "near", 0, &e->least) || !take_seconds(t, &turns))
        return false;
    e->step = (int32_t)writer_round(turns * 60);
    return (e->bind != 0 && e->target != 0) ||
           convert_line_wrong(&t->lines, "an arrow needs what it looks like and where it points to; write "
                                         "mesh=MESH to=NAME");
}

/* The id of a name that an option gives, of an event or of what it is about; 0 where the option is missing. */
static bool take_event_name(screen_reading *t, const char *key, uint32_t *id) {
    const char *text = convert_line_value(&t->lines, key);
    if (text == NULL) return true;
    if (*text == 0 || strlen(text) >= CART_NAME_MAX)
        return convert_line_wrong(&t->lines, "`%s=%.40s` is no name", key, text);
    *id = rom_id(text);
    return true;
}

/* prompt on=EVENT [with=NAME] [until=EVENT] [time=SECONDS] [priority=N] [again] [waits] */
static bool take_prompt(screen_reading *t, rom_screen_element_record *e) {
    uint32_t until = 0, priority = 0;
    double seconds = 4;
    if (!take_event_name(t, "on", &e->bind) || !take_event_name(t, "until", &until) ||
        !take_event_name(t, "with", &e->target) || !screen_take_whole(t, "priority", 0, 255, &priority))
        return false;
    if (e->bind == 0) return convert_line_wrong(&t->lines, "a prompt about what? Write on=EVENT");
    if (until != 0) seconds = 0;
    if (!take_seconds(t, &seconds)) return false;
    e->greatest = (int32_t)until;
    e->least = (int32_t)priority;
    e->frame = (uint32_t)writer_round(seconds * 60);
    if (convert_line_flag(&t->lines, "again")) e->flags |= ROM_SCREEN_ELEMENT_AGAIN;
    if (convert_line_flag(&t->lines, "waits")) e->flags |= ROM_SCREEN_ELEMENT_WAITS;
    return e->frame != 0 || until != 0 || (e->flags & ROM_SCREEN_ELEMENT_WAITS) != 0 ||
           convert_line_wrong(&t->lines, "nothing ends this prompt; write time=, until= or waits");
}

/* view mesh=MESH [time=SECONDS] [tilt=DEGREES] */
static bool take_view(screen_reading *t, rom_screen_element_record *e) {
    double seconds = 4, tilt = 20;
    if (!screen_take_resource(t, "mesh", "mesh", "mesh", &e->target) || !take_seconds(t, &seconds) ||
        !take_number(t, "tilt", -90, &tilt))
        return false;
    e->step = (int32_t)writer_round(seconds * 60);
    e->frame = (uint32_t)writer_round(tilt * 65536 / 360) & 65535u;
    return e->target != 0 || convert_line_wrong(&t->lines, "a view of what? Write mesh=MESH");
}

/* placement bind=NAME [grid=PIXELS] [sheet=SHEET frame=N] */
static bool take_placement(screen_reading *t, rom_screen_element_record *e, uint32_t *grid, uint32_t *frame) {
    uint32_t sheet = 0;
    if (!screen_take_whole(t, "grid", 1, 255, grid) || !screen_take_whole(t, "frame", 0, 65535, frame) ||
        !screen_take_resource(t, "sheet", "sheet", "sheet", &sheet))
        return false;
    e->first_option = t->r.option_count; /* its picture, as the target is that of its action */
    if (sheet != 0) e->flags |= ROM_SCREEN_ELEMENT_SHEET;
    return sheet == 0 ||
           add_option(t, e, (rom_screen_option_record){.value = (int32_t)sheet}, (screen_words){0, 0});
}

/* Takes the options of the element's own kind. */
static bool take_own(screen_reading *t, rom_screen_element_record *e) {
    uint32_t gap = 0, frame = 0;
    double value = 0;
    const char *text;
    switch (e->kind) {
    case ROM_SCREEN_ELEMENT_BUTTON:
        text = convert_line_value(&t->lines, "value");
        if (text != NULL && !screen_whole(t, text, -2147483648.0, 2147483647.0, &value)) return false;
        e->least = (int32_t)value;
        return true;
    case ROM_SCREEN_ELEMENT_LIST:
        if (!screen_take_whole(t, "rows", 1, 64, &gap)) return false;
        break;
    case ROM_SCREEN_ELEMENT_ENTRY: {
        const char *letters = convert_line_value(&t->lines, "letters");
        gap = 8;
        frame = 9;
        e->first_option = t->r.option_count;
        if (!screen_take_whole(t, "length", 1, 16, &gap) || !screen_take_whole(t, "columns", 1, 64, &frame) ||
            !add_option(t, e, (rom_screen_option_record){.key = 0},
                        screen_add_words(t, letters == NULL ? letters_usual : letters)))
            return false;
        break;
    }
    case ROM_SCREEN_ELEMENT_DIALOGUE:
        value = 1;
        if (!take_seconds(t, &value)) return false;
        frame = (uint32_t)writer_round(value * 60);
        break;
    case ROM_SCREEN_ELEMENT_TIP:
        value = 0.5;
        if (!take_seconds(t, &value)) return false;
        frame = (uint32_t)writer_round(value * 60);
        break;
    case ROM_SCREEN_ELEMENT_PICTURE: {
        uint32_t times = 0;
        value = 0.5;
        if (!screen_take_whole(t, "repeat", 1, 64, &times) || !screen_take_whole(t, "frames", 1, 255, &gap) ||
            !take_seconds(t, &value))
            return false;
        if (times > 0 && e->source == 0)
            return convert_line_wrong(&t->lines, "`repeat=`: how often? Write bind=NAME, too");
        e->greatest = (int32_t)times;
        e->step = gap == 0 ? 0 : (int32_t)writer_round(value * 60 / gap);
        if (times > 0) e->flags |= ROM_SCREEN_ELEMENT_REPEATS;
        if (!screen_take_resource(t, "image", "picture", "texture", &e->target) ||
            !screen_take_whole(t, "frame", 0, 65535, &frame))
            return false;
        if (e->target == 0) e->flags |= ROM_SCREEN_ELEMENT_SHEET;
        if (e->target == 0 && !screen_take_resource(t, "sheet", "sheet", "sheet", &e->target)) return false;
        if (e->target == 0)
            return convert_line_wrong(&t->lines,
                                      "a picture of what? Write image=TEXTURE, or sheet=SHEET frame=N");
        break;
    }
    case ROM_SCREEN_ELEMENT_TABLE:
        if (!screen_take_whole(t, "gap", 0, 255, &gap) || !screen_take_whole(t, "columns", 1, 16, &frame))
            return false;
        if (frame == 0) return convert_line_wrong(&t->lines, "a table of how many columns? Write columns=N");
        break;
    case ROM_SCREEN_ELEMENT_BOX:
        gap = 4;
        frame = 20;
        if (!screen_take_whole(t, "columns", 1, OX_TEXT_BOX_MOST, &frame) ||
            !screen_take_whole(t, "rows", 1, OX_TEXT_BOX_MOST, &gap))
            return false;
        break;
    case ROM_SCREEN_ELEMENT_VIEW:
        return take_view(t, e);
    case ROM_SCREEN_ELEMENT_PROMPT:
        return take_prompt(t, e);
    case ROM_SCREEN_ELEMENT_PLACEMENT:
        gap = 1;
        if (!take_placement(t, e, &gap, &frame)) return false;
        break;
    default:
        if (e->kind >= ROM_SCREEN_ELEMENT_PANEL && e->kind <= ROM_SCREEN_ELEMENT_ROW &&
            !screen_take_whole(t, "gap", 0, 255, &gap))
            return false;
    }
    e->gap = (uint16_t)gap;
    e->frame = frame;
    return true;
}

/* Takes an element's name: a word that is neither a key nor an option, else the element's number. */
static bool take_name(screen_reading *t, rom_screen_element_record *e) {
    char numbered[32];
    snprintf(numbered, sizeof numbered, "%s #%u", t->lines.words[0], (unsigned)t->r.element_count);
    e->name = rom_id(numbered);
    for (int i = 1; i < t->lines.count; i++) {
        const char *word = t->lines.words[i];
        if ((t->lines.asked.words >> i & 1u) != 0 || word[0] == '@' || strchr(word, '=') != NULL) continue;
        t->lines.asked.words |= 1u << i;
        e->name = rom_id(word);
        for (uint32_t k = 0; k < t->r.element_count; k++)
            if (t->elements[k].name == e->name)
                return screen_wrong_word(t, word, "this name is that of an element above");
        return true;
    }
    return e->kind != ROM_SCREEN_ELEMENT_BOX ||
           convert_line_wrong(&t->lines, "nobody could write into a box without a name; give it one, as in "
                                         "`box log columns=20 rows=4`");
}

/* The row of a table in which its child of number `before` lies. */
static uint32_t row_of(const screen_reading *t, uint32_t table, uint32_t before) {
    uint32_t count = 0;
    for (uint32_t i = table + 1; i < before; i++) count += t->elements[i].parent == table;
    return count / t->elements[table].frame;
}

/* The child of a table that an element is, or lies in. */
static uint32_t child_of(const screen_reading *t, uint32_t table, uint32_t at) {
    while (t->elements[at].parent != table) at = t->elements[at].parent;
    return at;
}

/* Whether an element that is there shares a line with the one that comes now, both within a row or a table. */
static bool shares_line(const screen_reading *t, uint32_t level, uint32_t other) {
    const uint32_t holder = t->open[level], now = t->r.element_count;
    if (t->elements[other].kind < ROM_SCREEN_ELEMENT_BUTTON ||
        t->elements[other].kind > ROM_SCREEN_ELEMENT_ENTRY)
        return false;
    if (t->elements[holder].kind == ROM_SCREEN_ELEMENT_ROW) return true;
    const uint32_t mine = level + 1 < t->depth ? t->open[level + 1] : now;
    return row_of(t, holder, mine) == row_of(t, holder, child_of(t, holder, other));
}

/* The container that gives the lines of what is in it: the outermost table, else the outermost row; -1 for none. */
static int find_liner(const screen_reading *t) {
    int liner = -1;
    for (uint32_t i = t->depth; i-- > 0;) {
        const uint32_t kind = t->elements[t->open[i]].kind;
        const bool table = kind == ROM_SCREEN_ELEMENT_TABLE, row = kind == ROM_SCREEN_ELEMENT_ROW;
        const bool has_table = liner >= 0 && t->elements[t->open[liner]].kind == ROM_SCREEN_ELEMENT_TABLE;
        if (table || (row && !has_table)) liner = (int)i;
    }
    return liner;
}

/* Gives an element its line of the focus. Elements of a row share a line, and so do those of a table's row. */
static bool number_line(screen_reading *t, rom_screen_element_record *e) {
    const int liner = find_liner(t);
    for (uint32_t k = liner < 0 ? t->r.element_count : t->open[liner] + 1; k < t->r.element_count; k++) {
        if (!shares_line(t, (uint32_t)liner, k)) continue;
        e->line = t->elements[k].line;
        return (e->kind == ROM_SCREEN_ELEMENT_BUTTON && t->elements[k].kind == ROM_SCREEN_ELEMENT_BUTTON) ||
               convert_line_wrong(&t->lines,
                                  "left and right lead along a row, so it has several buttons, or one "
                                  "other thing to choose");
    }
    e->line = (uint16_t)t->line++;
    return true;
}

bool screen_read_element(screen_reading *t, uint32_t which) {
    static const char *const aligns[] = {"left", "centre", "right", "start", "end", NULL},
                             *const fits[] = {"wrap", "grow", "shrink", "dots", "move", NULL};
    const uint32_t takes = kinds[which].takes;
    rom_screen_element_record e = {.kind = kinds[which].kind, .parent = ROM_SCREEN_ELEMENT_NO_PARENT};
    screen_words words = {0, 0};
    if (t->r.element_count == SCREEN_ELEMENTS)
        return convert_line_wrong(&t->lines, "more than %d elements; take some out", SCREEN_ELEMENTS);
    if (!screen_inherit(t, which, 1)) return false;
    if (t->depth > 0) {
        e.parent = (uint16_t)t->open[t->depth - 1];
        e.anchor = ROM_SCREEN_ELEMENT_PLACED;
    }
    if (e.kind == ROM_SCREEN_ELEMENT_BUTTON && (takes & MARK) == 0) e.align = 1;
    if ((takes & MARK) != 0) e.flags |= ROM_SCREEN_ELEMENT_MARKED;
    if (convert_line_flag(&t->lines, "disabled")) e.flags |= ROM_SCREEN_ELEMENT_DISABLED;
    if (convert_line_flag(&t->lines, "first")) e.flags |= ROM_SCREEN_ELEMENT_FIRST;
    if (e.kind == ROM_SCREEN_ELEMENT_COMPASS) words = screen_add_words(t, "NESW");
    if (e.kind == ROM_SCREEN_ELEMENT_CROSSHAIR) words = screen_add_words(t, "+XO*");
    const bool given = convert_line_value(&t->lines, "bind") != NULL || e.kind == ROM_SCREEN_ELEMENT_BUTTON ||
                       e.kind == ROM_SCREEN_ELEMENT_PICTURE || e.kind == ROM_SCREEN_ELEMENT_PLACEMENT;
    if (!take_condition(t, &e) || !take_tip(t, &e) ||
        ((takes & TEXT) != 0 && !screen_take_text(t, &e.key, &words)) ||
        !screen_take_style(t, kinds[which].word, &e.style) || !take_place(t, &e) || !take_size(t, &e) ||
        !screen_take_choice(t, "align", aligns, &e.align) || !screen_take_choice(t, "fit", fits, &e.fit) ||
        ((takes & VALUE) != 0 && !take_value(t, &e, !given)) ||
        ((takes & RANGE) != 0 && !take_range(t, &e)) || ((takes & CHOICES) != 0 && !take_options(t, &e)) ||
        ((takes & ACTIONS) != 0 && !take_action(t, &e)) ||
        ((takes & OBJECTS) != 0 ? !take_instrument(t, &e) : !take_own(t, &e)) || !take_name(t, &e) ||
        ((takes & FOCUS) != 0 && !number_line(t, &e)) || !convert_line_all_asked(&t->lines, 1))
        return false;
    if ((takes & HOLDS) != 0) {
        if (t->depth == SCREEN_NEST)
            return convert_line_wrong(&t->lines, "more than %d within one another", SCREEN_NEST);
        t->open[t->depth] = t->r.element_count;
        t->open_lines[t->depth++] = t->lines.line;
    }
    t->element_words[t->r.element_count] = words;
    t->elements[t->r.element_count++] = e;
    return screen_keep_control(t, e.name, which, 1);
}
