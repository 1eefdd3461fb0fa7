/* Screens of menus and displays, one statement a line (tools/SCREENS.md), as a SCRN chunk. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/convert/converters.h"
#include "tools/convert/script_cart.h"
#include "tools/record_writer.h"
#include "tools/script/script.h"

enum {
    STYLES = 32,
    ELEMENTS = 255,
    OPTIONS = 512,
    NEST = 8,
    STATES = 4,
    PLAIN_TEXT = 0xE8E8E8,
    FOCUS_TEXT = 0xF8D860,
    DIM = 0x707880
};

static const char letters_usual[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-!?& ";

typedef struct words_at {
    size_t offset, bytes; /* range in `words` */
} words_at;

typedef struct reading {
    convert_lines lines;
    const pack_source *s;
    script_cart cart;
    rom_screen_record r;
    rom_screen_style_record styles[STYLES];
    char style_names[STYLES][CART_NAME_MAX];
    rom_screen_element_record elements[ELEMENTS];
    words_at element_words[ELEMENTS];
    rom_screen_option_record options[OPTIONS];
    words_at option_words[OPTIONS];
    writer words;
    uint32_t open[NEST]; /* open containers */
    unsigned long open_lines[NEST];
    uint32_t depth, line; /* line: next line of the focus */
    unsigned long screen_line;
    bool in_styles; /* in a text that `use` names: only styles may stand there */
} reading;

static bool wrong_word(const reading *t, const char *word, const char *what) {
    convert_line_look(&t->lines, word);
    return convert_line_wrong(&t->lines, "`%.40s`: %s", word, what);
}

/* ---- words of options ---- */

static bool whole(const reading *t, const char *text, double least, double most, double *value) {
    if (cart_parse_number(text, value) && *value >= least && *value <= most && *value == floor(*value))
        return true;
    return convert_line_wrong(&t->lines, "`%.40s` is no whole number from %g to %g", text, least, most);
}

static bool take_whole(reading *t, const char *key, double least, double most, uint32_t *value) {
    const char *text = convert_line_value(&t->lines, key);
    double number;
    if (text == NULL) return true;
    if (!whole(t, text, least, most, &number)) return false;
    *value = (uint32_t)number;
    return true;
}

static bool take_choice(reading *t, const char *key, const char *const *choices, uint8_t *value) {
    const char *text = convert_line_value(&t->lines, key);
    char list[160] = "";
    if (text == NULL) return true;
    const int choice = cart_choice(text, choices);
    for (int i = 0; choices[i] != NULL && choice < 0; i++) {
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i == 0 ? "" : ", ", choices[i]);
    }
    if (choice < 0) return convert_line_wrong(&t->lines, "`%.40s` is unknown; possible are %s", text, list);
    *value = (uint8_t)choice;
    return true;
}

/* The form of two numbers with a sign between them: 4,4 or 60x8 or 0..10. */
typedef struct pair_form {
    const char *between;
    double least, most;
    const char *what;
} pair_form;

static bool take_pair(reading *t, const char *key, const pair_form *form, double pair[2]) {
    const double least = form->least, most = form->most;
    const char *const between = form->between;
    const char *text = convert_line_value(&t->lines, key);
    char first[40];
    if (text == NULL) return true;
    const char *at = strstr(text, between);
    const size_t length = at == NULL ? 0 : (size_t)(at - text);
    snprintf(first, sizeof first, "%.*s", (int)(length < sizeof first ? length : 0), text);
    if (at != NULL && cart_parse_number(first, &pair[0]) &&
        cart_parse_number(at + strlen(between), &pair[1]) && pair[0] >= least && pair[0] <= most &&
        pair[1] >= least && pair[1] <= most)
        return true;
    return convert_line_wrong(&t->lines, "`%s=%.40s`: write %s, each from %g to %g", key, text, form->what,
                              least, most);
}

/* The id of an asset that the cart must have; 0 where the option is missing. */
static bool take_resource(reading *t, const char *key, const char *kind, const char *folder, uint32_t *id) {
    char advice[200] = "", full[CART_NAME_MAX + 16];
    const char *name = convert_line_value(&t->lines, key);
    if (name == NULL) return true;
    if (strlen(name) >= CART_NAME_MAX)
        return convert_line_wrong(&t->lines, "the name `%.40s...` is too long", name);
    if (!script_cart_knows(&t->cart, kind, name, advice, sizeof advice))
        return convert_line_wrong(&t->lines, "there is no %s `%s`%s", kind, name, advice);
    snprintf(full, sizeof full, "%s/%s", folder, name);
    *id = rom_id(full);
    return true;
}

static writer *mentions_of(const reading *t) {
    return t->s->companions == NULL ? NULL : &t->s->companions->mentions;
}

/* Takes the sound of an option. Packing checks mentioned sounds when the whole cart is there. */
static void take_sound(reading *t, const char *key, uint32_t *id) {
    const char *name = convert_line_value(&t->lines, key);
    if (name == NULL) return;
    const script_mention_row row = {.what = SCRIPT_SOUND,
                                    .value = rom_id(name),
                                    .line = (uint32_t)t->lines.line,
                                    .column = (uint32_t)(t->lines.words[t->lines.looked] - t->lines.room) + 1,
                                    .name = name};
    script_mention_add(mentions_of(t), &row);
    *id = pack_chunk_id("sound", name);
}

/* ---- texts ---- */

static words_at add_words(reading *t, const char *text) {
    const words_at at = {t->words.size, strlen(text)};
    writer_bytes(&t->words, text, at.bytes);
    return at;
}

static bool take_key(reading *t, const char *key, uint32_t *id) {
    char advice[200] = "";
    if (!script_cart_knows(&t->cart, "text", key, advice, sizeof advice))
        return convert_line_wrong(&t->lines, "the cart has no text `%s`%s", key, advice);
    *id = rom_id(key);
    return true;
}

/* Takes a text: @KEY behind the statement's word, or text="...". */
static bool take_text(reading *t, uint32_t *key, words_at *words) {
    const char *literal = convert_line_value(&t->lines, "text");
    for (int i = 1; i < t->lines.count; i++) {
        if (t->lines.words[i][0] != '@') continue;
        convert_line_look(&t->lines, t->lines.words[i]);
        if (literal != NULL)
            return convert_line_wrong(&t->lines, "a key and `text=`; one of them is possible");
        t->lines.asked.words |= 1u << i;
        return take_key(t, t->lines.words[i] + 1, key);
    }
    if (literal != NULL && literal[0] == '@') return take_key(t, literal + 1, key);
    if (literal != NULL) *words = add_words(t, literal);
    return true;
}

/* ---- styles ---- */

/* Keys of a style in the plain, focused, pressed and disabled state; convert_line_value keeps these pointers. */
static const char *const text_keys[STATES] = {"text", "text-focus", "text-pressed", "text-disabled"},
                         *const fill_keys[STATES] = {"fill", "fill-focus", "fill-pressed", "fill-disabled"},
                         *const border_keys[STATES] = {"border", "border-focus", "border-pressed",
                                                       "border-disabled"},
                         *const frame_keys[STATES] = {"frame", "frame-focus", "frame-pressed",
                                                      "frame-disabled"};

static int find_style(const reading *t, const char *name) {
    for (uint32_t i = 0; i < t->r.style_count; i++)
        if (strcmp(t->style_names[i], name) == 0) return (int)i;
    return -1;
}

/* KEY=#RRGGBB, KEY-focus= and so on; `none` for no colour. States without a colour of their own have the plain one. */
static bool take_colours(reading *t, const char *const *keys, uint32_t colours[STATES]) {
    for (int i = 0; i < STATES; i++) {
        uint32_t colour;
        const char *text = convert_line_value(&t->lines, keys[i]);
        if (text == NULL) continue;
        if (strcmp(text, "none") == 0)
            colour = ROM_SCREEN_STYLE_NONE;
        else if (!cart_parse_colour(text, &colour))
            return convert_line_wrong(&t->lines, "`%.40s` is no colour; write #RRGGBB or none", text);
        colours[i] = colour;
        for (int k = 1; i == 0 && k < STATES; k++) colours[k] = colour;
    }
    return true;
}

static bool take_frames(reading *t, uint16_t frames[STATES]) {
    for (int i = 0; i < STATES; i++) {
        uint32_t frame = frames[i];
        const bool told = convert_line_value(&t->lines, frame_keys[i]) != NULL;
        if (!take_whole(t, frame_keys[i], 0, 65535, &frame)) return false;
        frames[i] = (uint16_t)frame;
        for (int k = 1; told && i == 0 && k < STATES; k++) frames[k] = (uint16_t)frame;
    }
    return true;
}

static rom_screen_style_record plain_style(void) {
    rom_screen_style_record style = {.name = rom_id("plain"),
                                     .text = {PLAIN_TEXT, FOCUS_TEXT, 0xFFFFFF, DIM}};
    for (int i = 0; i < STATES; i++) style.fill[i] = style.border[i] = ROM_SCREEN_STYLE_NONE;
    return style;
}

/* style NAME [like=STYLE] ...: a name that is there already changes that style. */
static bool read_style(reading *t) {
    if (t->lines.count < 2 || strchr(t->lines.words[1], '=') != NULL)
        return convert_line_wrong(&t->lines, "a style wants a name: style button text=#FFFFFF");
    const char *name = t->lines.words[1], *like = convert_line_value(&t->lines, "like");
    if (strlen(name) >= CART_NAME_MAX) return wrong_word(t, name, "this name is too long");
    int number = find_style(t, name), from = like == NULL ? (number < 0 ? 0 : number) : find_style(t, like);
    if (from < 0) return convert_line_wrong(&t->lines, "there is no style `%.40s` above this line", like);
    if (number < 0 && t->r.style_count == STYLES)
        return convert_line_wrong(&t->lines, "more than %d styles; take some out", STYLES);
    rom_screen_style_record style = t->styles[from];
    uint32_t corner = style.corner;
    uint32_t space = style.space;
    static const pair_form pad_form = {",", 0, 64, "two numbers of pixels, as 4,2"};
    double pad[2] = {style.pad_x, style.pad_y};
    if (!take_colours(t, text_keys, style.text) || !take_colours(t, fill_keys, style.fill) ||
        !take_colours(t, border_keys, style.border) ||
        !take_resource(t, "font", "font", "font", &style.font) ||
        !take_resource(t, "small", "font", "font", &style.small) ||
        !take_resource(t, "sheet", "sheet", "sheet", &style.sheet) || !take_frames(t, style.frame) ||
        !take_whole(t, "corner", 0, 64, &corner) || !take_whole(t, "space", 0, 16, &space) ||
        !take_pair(t, "pad", &pad_form, pad))
        return false;
    style.corner = (uint8_t)corner;
    style.space = (uint8_t)space;
    style.pad_x = (uint8_t)pad[0];
    style.pad_y = (uint8_t)pad[1];
    if (convert_line_flag(&t->lines, "shadow")) style.shadow = 1;
    style.name = rom_id(name);
    if (!convert_line_all_asked(&t->lines, 2)) return false;
    if (number < 0) {
        number = (int)t->r.style_count++;
        snprintf(t->style_names[number], CART_NAME_MAX, "%s", name);
    }
    t->styles[number] = style;
    return true;
}

/* The style that an element names, else the style of its kind, else the plain style. */
static bool take_style(reading *t, const char *kind, uint16_t *style) {
    const char *name = convert_line_value(&t->lines, "style");
    const int number = find_style(t, name == NULL ? kind : name);
    if (number < 0 && name != NULL)
        return convert_line_wrong(&t->lines,
                                  "there is no style `%.40s` above this line; write `style %.40s text=#...`",
                                  name, name);
    *style = (uint16_t)(number < 0 ? 0 : number);
    return true;
}

/* ---- elements ---- */

/* What a kind of elements may have, besides the options that all elements take. */
enum { TEXT = 1, VALUE = 2, RANGE = 4, CHOICES = 8, ACTIONS = 16, HOLDS = 32, FOCUS = 64 };

static const struct {
    const char *word;
    uint8_t kind;
    uint8_t takes;
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
             {"compass", ROM_SCREEN_ELEMENT_COMPASS, TEXT | VALUE}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static const char *const anchors[] = {"top-left", "top",         "top-right", "left",         "centre",
                                      "right",    "bottom-left", "bottom",    "bottom-right", NULL};

/* at=ANCHOR, at=ANCHOR,X,Y, or at=X%,Y%. */
static bool take_place(reading *t, rom_screen_element_record *e) {
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
static bool take_size(reading *t, rom_screen_element_record *e) {
    const char *text = convert_line_value(&t->lines, "size");
    uint32_t most = 0, fewest = 0;
    if (!take_whole(t, "most", 0, 4096, &most) || !take_whole(t, "least", 0, 4096, &fewest)) return false;
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

/* bind=NAME, bind=kept:NAME, bind=language. */
static bool take_value(reading *t, rom_screen_element_record *e, bool needed) {
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
    if (strncmp(text, "kept:", 5) == 0) {
        e->source = ROM_SCREEN_ELEMENT_KEPT;
        text += 5;
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
static bool take_number(reading *t, const char *key, double least, double *value) {
    const char *text = convert_line_value(&t->lines, key);
    if (text == NULL || (cart_parse_number(text, value) && *value >= least && *value <= 32767)) return true;
    return convert_line_wrong(&t->lines, "`%s=%.40s` is no number from %g to 32767", key, text, least);
}

static bool take_range(reading *t, rom_screen_element_record *e) {
    static const pair_form range_form = {"..", -32768, 32767, "LEAST..GREATEST"};
    static const char *const switches[] = {"off", "on", NULL};
    double range[2] = {0, 1}, step = 1, fine = 0, usual = 0;
    const char *names = convert_line_value(&t->lines, "options"),
               *first = convert_line_value(&t->lines, "usual");
    const int on = first == NULL ? -1 : cart_choice(first, switches);
    if (first != NULL) e->flags |= ROM_SCREEN_ELEMENT_HAS_USUAL;
    if (!take_pair(t, "range", &range_form, range) || !take_number(t, "step", 1.0 / 65536, &step) ||
        !take_number(t, "fine", 0, &fine))
        return false;
    if (range[1] < range[0])
        return convert_line_wrong(&t->lines, "the least is above the greatest; turn them round");
    if (first != NULL && names != NULL && !cart_parse_number(first, &usual)) {
        e->usual = (int32_t)rom_id(first);
        return true;
    }
    usual = on;
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

static bool add_option(reading *t, rom_screen_element_record *e, rom_screen_option_record option,
                       words_at words) {
    if (t->r.option_count == OPTIONS)
        return convert_line_wrong(&t->lines, "more than %d options; take some out", OPTIONS);
    t->options[t->r.option_count] = option;
    t->option_words[t->r.option_count++] = words;
    e->option_count++;
    return true;
}

/* options=KEY,KEY: names, which are keys of texts too; options=0:KEY,1:KEY: numbers. */
static bool take_options(reading *t, rom_screen_element_record *e) {
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
            if (!whole(t, name, -2147483648.0, 2147483647.0, &number)) return false;
            option.value = (int32_t)number;
        }
        if (!take_key(t, colon == NULL ? name : colon + 1, &option.key) ||
            !add_option(t, e, option, (words_at){0, 0}))
            return false;
        text = text[length] == 0 ? NULL : text + length + 1;
    }
    return true;
}

static bool take_action(reading *t, rom_screen_element_record *e) {
    const char *say = convert_line_value(&t->lines, "say");
    const bool closes = convert_line_flag(&t->lines, "close"),
               all = convert_line_flag(&t->lines, "close-all"),
               resets = convert_line_flag(&t->lines, "reset");
    uint32_t opens = 0, replaces = 0;
    if (!take_resource(t, "open", "screen", "screen", &opens) ||
        !take_resource(t, "replace", "screen", "screen", &replaces))
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

static bool take_seconds(reading *t, double *value) {
    const char *text = convert_line_value(&t->lines, "time");
    if (text == NULL || (cart_parse_number(text, value) && *value >= 0 && *value <= 60)) return true;
    return convert_line_wrong(&t->lines, "`time=%.40s` is no number of seconds from 0 to 60", text);
}

/* when=NAME, when=!NAME, when=NAME=VALUE, when=NAME<VALUE, when=NAME>VALUE; values are whole numbers, names or other values. */
static bool take_condition(reading *t, rom_screen_element_record *e) {
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
    if (!whole(t, sign + 1, -32768, 32767, &number)) return false;
    e->than = (int32_t)number;
    return true;
}

/* tip=@KEY: the text of the element's tip. */
static bool take_tip(reading *t, rom_screen_element_record *e) {
    const char *text = convert_line_value(&t->lines, "tip");
    if (text == NULL) return true;
    if (text[0] != '@')
        return convert_line_wrong(&t->lines, "`tip=%.40s`: write the key of a text, as in tip=@help", text);
    return take_key(t, text + 1, &e->about);
}

/* Takes the options of the element's own kind. */
static bool take_own(reading *t, rom_screen_element_record *e) {
    uint32_t gap = 0, frame = 0;
    double value = 0;
    const char *text;
    switch (e->kind) {
    case ROM_SCREEN_ELEMENT_BUTTON:
        text = convert_line_value(&t->lines, "value");
        if (text != NULL && !whole(t, text, -2147483648.0, 2147483647.0, &value)) return false;
        e->least = (int32_t)value;
        return true;
    case ROM_SCREEN_ELEMENT_LIST:
        if (!take_whole(t, "rows", 1, 64, &gap)) return false;
        break;
    case ROM_SCREEN_ELEMENT_ENTRY: {
        const char *letters = convert_line_value(&t->lines, "letters");
        gap = 8;
        frame = 9;
        e->first_option = t->r.option_count;
        if (!take_whole(t, "length", 1, 16, &gap) || !take_whole(t, "columns", 1, 64, &frame) ||
            !add_option(t, e, (rom_screen_option_record){.key = 0},
                        add_words(t, letters == NULL ? letters_usual : letters)))
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
        if (!take_whole(t, "repeat", 1, 64, &times) || !take_whole(t, "frames", 1, 255, &gap) ||
            !take_seconds(t, &value))
            return false;
        if (times > 0 && e->source == 0)
            return convert_line_wrong(&t->lines, "`repeat=`: how often? Write bind=NAME, too");
        e->greatest = (int32_t)times;
        e->step = gap == 0 ? 0 : (int32_t)writer_round(value * 60 / gap);
        if (times > 0) e->flags |= ROM_SCREEN_ELEMENT_REPEATS;
        if (!take_resource(t, "image", "picture", "texture", &e->target) ||
            !take_whole(t, "frame", 0, 65535, &frame))
            return false;
        if (e->target == 0) e->flags |= ROM_SCREEN_ELEMENT_SHEET;
        if (e->target == 0 && !take_resource(t, "sheet", "sheet", "sheet", &e->target)) return false;
        if (e->target == 0)
            return convert_line_wrong(&t->lines,
                                      "a picture of what? Write image=TEXTURE, or sheet=SHEET frame=N");
        break;
    }
    default:
        if (e->kind >= ROM_SCREEN_ELEMENT_PANEL && e->kind <= ROM_SCREEN_ELEMENT_ROW &&
            !take_whole(t, "gap", 0, 255, &gap))
            return false;
    }
    e->gap = (uint16_t)gap;
    e->frame = frame;
    return true;
}

/* Takes an element's name: a word that is neither a key nor an option, else the element's number. */
static bool take_name(reading *t, rom_screen_element_record *e) {
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
                return wrong_word(t, word, "this name is that of an element above");
        return true;
    }
    return true;
}

/* Gives an element its line of the focus. Elements of a row share a line. */
static bool number_line(reading *t, rom_screen_element_record *e) {
    for (uint32_t i = 0; i < t->depth; i++) {
        if (t->elements[t->open[i]].kind != ROM_SCREEN_ELEMENT_ROW) continue;
        for (uint32_t k = t->open[i] + 1; k < t->r.element_count; k++)
            if (t->elements[k].kind >= ROM_SCREEN_ELEMENT_BUTTON &&
                t->elements[k].kind <= ROM_SCREEN_ELEMENT_ENTRY) {
                e->line = t->elements[k].line;
                return e->kind == ROM_SCREEN_ELEMENT_BUTTON &&
                               t->elements[k].kind == ROM_SCREEN_ELEMENT_BUTTON
                           ? true
                           : convert_line_wrong(
                                 &t->lines,
                                 "left and right lead along a row, so it has several buttons, or one "
                                 "other thing to choose");
            }
        break;
    }
    e->line = (uint16_t)t->line++;
    return true;
}

static bool read_element(reading *t, uint32_t which) {
    static const char *const aligns[] = {"left", "centre", "right", NULL}, *const fits[] = {"wrap",   "grow",
                                                                                            "shrink", "dots",
                                                                                            "move",   NULL};
    const uint32_t takes = kinds[which].takes;
    rom_screen_element_record e = {.kind = kinds[which].kind, .parent = ROM_SCREEN_ELEMENT_NO_PARENT};
    words_at words = {0, 0};
    if (t->r.element_count == ELEMENTS)
        return convert_line_wrong(&t->lines, "more than %d elements; take some out", ELEMENTS);
    if (t->depth > 0) {
        e.parent = (uint16_t)t->open[t->depth - 1];
        e.anchor = ROM_SCREEN_ELEMENT_PLACED;
    }
    if (e.kind == ROM_SCREEN_ELEMENT_BUTTON) e.align = 1;
    if (convert_line_flag(&t->lines, "disabled")) e.flags |= ROM_SCREEN_ELEMENT_DISABLED;
    if (convert_line_flag(&t->lines, "first")) e.flags |= ROM_SCREEN_ELEMENT_FIRST;
    if (e.kind == ROM_SCREEN_ELEMENT_COMPASS) words = add_words(t, "NESW");
    const bool given = convert_line_value(&t->lines, "bind") != NULL || e.kind == ROM_SCREEN_ELEMENT_BUTTON ||
                       e.kind == ROM_SCREEN_ELEMENT_PICTURE;
    if (!take_condition(t, &e) || !take_tip(t, &e) ||
        ((takes & TEXT) != 0 && !take_text(t, &e.key, &words)) ||
        !take_style(t, kinds[which].word, &e.style) || !take_place(t, &e) || !take_size(t, &e) ||
        !take_choice(t, "align", aligns, &e.align) || !take_choice(t, "fit", fits, &e.fit) ||
        ((takes & VALUE) != 0 && !take_value(t, &e, !given)) ||
        ((takes & RANGE) != 0 && !take_range(t, &e)) || ((takes & CHOICES) != 0 && !take_options(t, &e)) ||
        ((takes & ACTIONS) != 0 && !take_action(t, &e)) || !take_own(t, &e) || !take_name(t, &e) ||
        ((takes & FOCUS) != 0 && !number_line(t, &e)) || !convert_line_all_asked(&t->lines, 1))
        return false;
    if ((takes & HOLDS) != 0) {
        if (t->depth == NEST) return convert_line_wrong(&t->lines, "more than %d within one another", NEST);
        t->open[t->depth] = t->r.element_count;
        t->open_lines[t->depth++] = t->lines.line;
    }
    t->element_words[t->r.element_count] = words;
    t->elements[t->r.element_count++] = e;
    return true;
}

/* ---- other statements ---- */

/* screen [stops] [hud] [opaque] [stays] [scaled] [say=WORD] [move=SOUND] [choose=SOUND] [back=SOUND] */
static bool read_screen(reading *t) {
    static const struct {
        const char *word;
        uint32_t flag;
    } flags[] = {{"stops", ROM_SCREEN_STOPS},
                 {"hud", ROM_SCREEN_HUD},
                 {"opaque", ROM_SCREEN_OPAQUE},
                 {"stays", ROM_SCREEN_STAYS},
                 {"scaled", ROM_SCREEN_SCALED}};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (convert_line_flag(&t->lines, flags[i].word)) t->r.flags |= flags[i].flag;
    const char *say = convert_line_value(&t->lines, "say");
    t->screen_line = t->lines.line;
    if (say != NULL) t->r.says = rom_id(say);
    take_sound(t, "move", &t->r.move);
    take_sound(t, "choose", &t->r.choose);
    take_sound(t, "back", &t->r.back);
    return convert_line_all_asked(&t->lines, 1);
}

static bool read_end(reading *t) {
    if (t->lines.count != 1) return convert_line_wrong(&t->lines, "nothing stands behind `end`");
    if (t->depth == 0) return convert_line_wrong(&t->lines, "an `end` without a panel, column or row");
    t->depth--;
    return true;
}

static bool read_lines(reading *t);

/* use FILE: the styles of that file count in this screen, too. */
static bool read_use(reading *t) {
    char *path;
    uint8_t *data;
    size_t size;
    if (t->lines.count != 2) return convert_line_wrong(&t->lines, "`use` wants the name of a file of styles");
    if (!pack_companion_read(t->s, t->lines.words[1], &path, &data, &size)) return false;
    const convert_lines outer = t->lines;
    const pack_source *source = t->s;
    pack_source inner = *source;
    inner.path = path;
    inner.data = data;
    inner.size = size;
    t->lines = (convert_lines){.source = &inner};
    t->in_styles = true;
    const bool ok = read_lines(t);
    t->in_styles = false;
    t->lines = outer;
    t->lines.look = &t->lines.looked;
    t->lines.ask = &t->lines.asked;
    free(path);
    free(data);
    return ok;
}

static bool read_line(reading *t) {
    const char *word = t->lines.words[0];
    const char *known[KINDS + 6] = {"style", "screen", "use", "end"};
    if (strcmp(word, "style") == 0) return read_style(t);
    if (t->in_styles)
        return convert_line_wrong(&t->lines, "`%.40s`: a file of styles has `style` lines alone", word);
    if (strcmp(word, "screen") == 0) return read_screen(t);
    if (strcmp(word, "end") == 0) return read_end(t);
    if (strcmp(word, "use") == 0) return read_use(t);
    for (uint32_t i = 0; i < KINDS; i++) {
        if (strcmp(kinds[i].word, word) == 0) return read_element(t, i);
        known[4 + i] = kinds[i].word;
    }
    const char *meant = cart_suggest(word, known);
    return convert_line_wrong(&t->lines, "`%.40s` is unknown%s%s%s", word,
                              meant == NULL ? "" : ", did you mean `", meant == NULL ? "" : meant,
                              meant == NULL ? "; see tools/SCREENS.md" : "`?");
}

static bool read_lines(reading *t) {
    while (convert_line_next(&t->lines)) {
        if (!read_line(t) && !convert_line_go_on(&t->lines)) return false;
    }
    return !t->lines.failed;
}

/* ---- the chunk ---- */

static void put_screen(reading *t, writer *out) {
    size_t at = ROM_SCREEN_SIZE;
    t->r.styles_at = (uint32_t)at;
    at += t->r.style_count * (size_t)ROM_SCREEN_STYLE_SIZE;
    t->r.elements_at = t->r.element_count == 0 ? 0 : (uint32_t)at;
    at += t->r.element_count * (size_t)ROM_SCREEN_ELEMENT_SIZE;
    t->r.options_at = t->r.option_count == 0 ? 0 : (uint32_t)at;
    at += t->r.option_count * (size_t)ROM_SCREEN_OPTION_SIZE;
    for (uint32_t i = 0; i < t->r.style_count; i++) record_add_screen_style(out, &t->styles[i]);
    for (uint32_t i = 0; i < t->r.element_count; i++) {
        const words_at words = t->element_words[i];
        if (words.bytes > 0)
            t->elements[i].words = (rom_text_place){(uint32_t)(at + words.offset), (uint32_t)words.bytes};
        record_add_screen_element(out, &t->elements[i]);
    }
    for (uint32_t i = 0; i < t->r.option_count; i++) {
        const words_at words = t->option_words[i];
        if (words.bytes > 0)
            t->options[i].words = (rom_text_place){(uint32_t)(at + words.offset), (uint32_t)words.bytes};
        record_add_screen_option(out, &t->options[i]);
    }
    writer_bytes(out, t->words.data, t->words.size);
    record_put_screen(out, 0, &t->r);
}

/* Mentions the colours of styles, which join the palette of a cart as the colours of scripts do. */
static void mention_colours(const reading *t) {
    for (uint32_t i = 0; i < t->r.style_count; i++) {
        const rom_screen_style_record *style = &t->styles[i];
        for (int k = 0; k < 3 * STATES; k++) {
            const uint32_t colour = k < STATES       ? style->text[k]
                                    : k < 2 * STATES ? style->fill[k - STATES]
                                                     : style->border[k - 2 * STATES];
            if (colour == ROM_SCREEN_STYLE_NONE) continue;
            const script_mention_row row = {.what = SCRIPT_COLOUR, .value = colour, .name = ""};
            script_mention_add(mentions_of(t), &row);
        }
    }
}

/* Whether a screen takes the input but has no element that acts. */
static bool is_dead_end(const reading *t) {
    if ((t->r.flags & ROM_SCREEN_STAYS) == 0 || (t->r.flags & ROM_SCREEN_HUD) != 0) return false;
    for (uint32_t i = 0; i < t->r.element_count; i++)
        for (uint32_t k = 0; k < KINDS; k++)
            if (kinds[k].kind == t->elements[i].kind && (kinds[k].takes & ACTIONS) != 0) return false;
    return true;
}

bool convert_screen(const pack_source *s, writer *out) {
    reading *t = calloc(1, sizeof *t);
    if (t == NULL) return import_error_memory(s->error, s->path);
    t->lines.source = s;
    t->s = s;
    t->cart.source = s;
    t->styles[0] = plain_style();
    t->r.style_count = 1;
    snprintf(t->style_names[0], CART_NAME_MAX, "plain");
    bool ok = read_lines(t);
    if (ok && t->depth > 0)
        ok = import_error_line(s->error, s->path, t->open_lines[t->depth - 1],
                               "this has no end; write `end` behind what is in it");
    if (ok && is_dead_end(t))
        ok = import_error_line(
            s->error, s->path, t->screen_line,
            "nobody could leave this screen: it `stays` and has nothing to choose; give it a "
            "button, or let it be left");
    if (ok) put_screen(t, out);
    if (ok) mention_colours(t);
    if (ok && t->words.failed) ok = import_error_memory(s->error, s->path);
    writer_free(&t->words);
    script_cart_free(&t->cart);
    free(t);
    return ok;
}
