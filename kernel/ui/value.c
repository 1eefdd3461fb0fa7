/* Values that elements show and change, and the words that stand on the glass. */
#include <string.h>

#include "fixedmath/scalar.h"
#include "fixedmath/utf8.h"
#include "kernel/debug/format.h"
#include "kernel/game/option.h"
#include "kernel/input_map/module.h"
#include "kernel/type/name.h"
#include "kernel/ui/internal.h"
#include "raster/font.h"

/* ---- values by name ---- */

/* Where a value is, remembered until scripts change. */
static int32_t *find_value(ox_ui *ui, ox_id name, uint32_t *kind) {
    ui_name *known = &ui->names[(name ^ name >> 16) % UI_NAMES];
    bool is_fx = false;
    if (known->name != name) {
        known->name = name;
        known->cell = ui->source.value == NULL ? NULL : ui->source.value(ui->source.context, name, &is_fx);
        known->kind = is_fx ? ROM_SCRIPT_FIELD_FX : ROM_SCRIPT_FIELD_INT;
        if (known->cell == NULL) known->cell = ox_behaviours_variable(ui->host, name, &known->kind);
    }
    *kind = known->kind;
    return known->cell;
}

/* An option that the cart has beside those of every game. */
static bool is_of_cart(const ox_ui *ui, ox_id name, ox_option *option) {
    return !ox_option_find(NULL, name, option) && ox_options_find(ui->host, name, option);
}

static bool value_of(ox_ui *ui, uint32_t source, ox_id name, int32_t *value, uint32_t *kind) {
    const int32_t *cell;
    ox_option option;
    *kind = ROM_SCRIPT_FIELD_INT;
    switch (source) {
    case ROM_SCREEN_ELEMENT_VARIABLE:
        cell = find_value(ui, name, kind);
        *value = cell == NULL ? 0 : *cell;
        return cell != NULL;
    case ROM_SCREEN_ELEMENT_KEPT:
        *value = ox_game_kept(ui->host->console, name);
        return true;
    case ROM_SCREEN_ELEMENT_LANGUAGE:
        *value = (int32_t)ox_content_chosen(ui->host);
        return true;
    case ROM_SCREEN_ELEMENT_OPTION:
        *value = ox_option_get(ui->host, name);
        if (is_of_cart(ui, name, &option) && option.kind == ROM_OPTION_FX) *kind = ROM_SCRIPT_FIELD_FX;
        return true;
    case ROM_SCREEN_ELEMENT_LOADING:
        *kind = ROM_SCRIPT_FIELD_FX;
        *value = ui_loaded(ui);
        return true;
    case ROM_SCREEN_ELEMENT_SELECTED:
        *value = (int32_t)ui_selected(ui, name);
        return true;
    default:
        return false;
    }
}

bool ui_is_angle(ox_ui *ui, const uint8_t *e) {
    uint32_t kind;
    int32_t value;
    return value_of(ui, e[ROM_SCREEN_ELEMENT_SOURCE], rom_word(e + ROM_SCREEN_ELEMENT_BIND), &value, &kind) &&
           kind == ROM_SCRIPT_FIELD_ANGLE;
}

/* The usual value of an element whose value nobody has; the log tells the name once. */
static int32_t missing_value(ox_ui *ui, const uint8_t *e) {
    const ox_id name = rom_word(e + ROM_SCREEN_ELEMENT_BIND);
    if (ui->unknown != name)
        ox_log_write(ui->host->log, PLAT_LOG_WARNING, "there is no value #%08x for a screen to show",
                     (unsigned)name);
    ui->unknown = name;
    return (int32_t)rom_word(e + ((ui_flags(e) & ROM_SCREEN_ELEMENT_HAS_USUAL) != 0
                                      ? ROM_SCREEN_ELEMENT_USUAL
                                      : ROM_SCREEN_ELEMENT_LEAST));
}

bool ui_value(ox_ui *ui, const uint8_t *e, int32_t *value, bool *is_fx) {
    const uint32_t source = e[ROM_SCREEN_ELEMENT_SOURCE];
    uint32_t kind;
    const bool known = value_of(ui, source, rom_word(e + ROM_SCREEN_ELEMENT_BIND), value, &kind);
    *is_fx = kind == ROM_SCRIPT_FIELD_FX;
    if (known || source != ROM_SCREEN_ELEMENT_VARIABLE) return known;
    *value = missing_value(ui, e);
    *is_fx = (ui_flags(e) & ROM_SCREEN_ELEMENT_IS_FX) != 0;
    return true;
}

void ui_set_value(ox_ui *ui, const uint8_t *e, int32_t value) {
    const ox_id name = rom_word(e + ROM_SCREEN_ELEMENT_BIND);
    const ox_module_host *host = ui->host;
    uint32_t kind;
    int32_t *cell;
    switch (e[ROM_SCREEN_ELEMENT_SOURCE]) {
    case ROM_SCREEN_ELEMENT_VARIABLE:
        cell = find_value(ui, name, &kind);
        if (cell != NULL && ui_by_guest(ui) && !ox_add_on_owns(host, cell)) {
            ui_bar(ui, "elements that change variables of the game");
            return;
        }
        if (cell != NULL) *cell = value;
        break;
    case ROM_SCREEN_ELEMENT_KEPT:
        if (ui_by_guest(ui)) {
            ui_bar(ui, "elements that change kept numbers");
            return;
        }
        (void)ox_game_keep(host->console, name, value);
        break;
    case ROM_SCREEN_ELEMENT_OPTION:
        if (ox_option_change(host, name, value, OX_OPTION_SCREEN) != OX_OK) return;
        break;
    case ROM_SCREEN_ELEMENT_LANGUAGE:
        (void)!ox_content_choose(host, ox_content_language(host, (uint32_t)value));
        break;
    default:
        return;
    }
    ui_post(ui, OX_NAME("changed"), ui_name_of(e));
}

/* Numbers of the text are whole ones or fx, as they are written; the value may be of the other kind. */
int32_t ui_number(const uint8_t *e, uint32_t at, bool is_fx) {
    const int32_t number = (int32_t)rom_word(e + at);
    const bool given_fx = (ui_flags(e) & ROM_SCREEN_ELEMENT_IS_FX) != 0;
    if (given_fx == is_fx) return number;
    return is_fx ? fx_from_int(int_clamp(number, INT16_MIN, INT16_MAX)) : fx_to_int_floor(number);
}

int32_t ui_range(const ox_ui *ui, const uint8_t *e, uint32_t at, bool is_fx) {
    ox_option option;
    if (e[ROM_SCREEN_ELEMENT_SOURCE] != ROM_SCREEN_ELEMENT_OPTION || ui_options(e) > 0 ||
        !is_of_cart(ui, rom_word(e + ROM_SCREEN_ELEMENT_BIND), &option))
        return ui_number(e, at, is_fx);
    return at == ROM_SCREEN_ELEMENT_LEAST      ? option.least
           : at == ROM_SCREEN_ELEMENT_GREATEST ? option.greatest
           : at == ROM_SCREEN_ELEMENT_USUAL    ? option.usual
           : at == ROM_SCREEN_ELEMENT_STEP     ? option.step
                                               : 0;
}

bool ui_is_chosen(ox_ui *ui, const uint8_t *e) {
    int32_t value;
    bool is_fx;
    return ui_kind(e) == ROM_SCREEN_ELEMENT_BUTTON && e[ROM_SCREEN_ELEMENT_SOURCE] != 0 &&
           ui_value(ui, e, &value, &is_fx) && ui_number(e, ROM_SCREEN_ELEMENT_LEAST, is_fx) == value;
}

/* ---- choices ---- */

static uint32_t languages(const ox_ui *ui) {
    uint32_t count = 0, length;
    while (ox_content_language_name(ui->host, count + 1, &length) != NULL) count++;
    return count;
}

int ui_choice(ox_ui *ui, const uint8_t *chunk, const uint8_t *e) {
    int32_t value;
    bool is_fx;
    if (!ui_value(ui, e, &value, &is_fx)) return -1;
    if (e[ROM_SCREEN_ELEMENT_SOURCE] == ROM_SCREEN_ELEMENT_LANGUAGE) return value > 0 ? value - 1 : 0;
    for (uint32_t i = 0; i < ui_options(e); i++)
        if ((int32_t)rom_word(ui_option(chunk, e, i) + ROM_SCREEN_OPTION_VALUE) == value) return (int)i;
    return -1;
}

static int32_t round_trip(int32_t at, int32_t count) { return at < 0 ? count - 1 : at >= count ? 0 : at; }

/* The next number of a range: round at its ends, or held there. */
static int32_t step_range(const ox_ui *ui, const uint8_t *e, int32_t value, bool is_fx, int by, bool finely) {
    const int32_t least = ui_range(ui, e, ROM_SCREEN_ELEMENT_LEAST, is_fx),
                  greatest = ui_range(ui, e, ROM_SCREEN_ELEMENT_GREATEST, is_fx),
                  fine = ui_range(ui, e, ROM_SCREEN_ELEMENT_FINE, is_fx),
                  step = finely && fine > 0 ? fine : ui_range(ui, e, ROM_SCREEN_ELEMENT_STEP, is_fx);
    const int64_t next = (int64_t)value + (int64_t)step * by;
    const bool turns = ui_kind(e) == ROM_SCREEN_ELEMENT_CHOICE;
    if (next > greatest) return turns && value >= greatest ? least : greatest;
    if (next < least) return turns && value <= least ? greatest : least;
    return (int32_t)next;
}

void ui_step_value(ox_ui *ui, const uint8_t *chunk, const uint8_t *e, int by) {
    int32_t value;
    bool is_fx;
    if (!ui_value(ui, e, &value, &is_fx)) return;
    if (ui_kind(e) == ROM_SCREEN_ELEMENT_SWITCH) {
        ui_set_value(ui, e, value == 0 ? (is_fx ? FX_ONE : 1) : 0);
    } else if (e[ROM_SCREEN_ELEMENT_SOURCE] == ROM_SCREEN_ELEMENT_LANGUAGE) {
        const int32_t count = (int32_t)languages(ui);
        if (count > 1) ui_set_value(ui, e, 1 + round_trip(ui_choice(ui, chunk, e) + by, count));
    } else if (ui_options(e) > 0) {
        const int32_t next = round_trip(ui_choice(ui, chunk, e) + by, (int32_t)ui_options(e));
        ui_set_value(ui, e, (int32_t)rom_word(ui_option(chunk, e, (uint32_t)next) + ROM_SCREEN_OPTION_VALUE));
    } else {
        const int32_t next = step_range(ui, e, value, is_fx, by, (ui->host->input->held & PLAT_R) != 0);
        if (next != value) ui_set_value(ui, e, next);
    }
}

void ui_reset_values(ox_ui *ui, const uint8_t *chunk) {
    for (uint32_t i = 0; i < ui_elements(chunk); i++) {
        const uint8_t *e = ui_element(chunk, i);
        int32_t value;
        bool is_fx;
        if ((ui_flags(e) & ROM_SCREEN_ELEMENT_HAS_USUAL) == 0 || !ui_value(ui, e, &value, &is_fx)) continue;
        const int32_t usual = ui_options(e) > 0 ? (int32_t)rom_word(e + ROM_SCREEN_ELEMENT_USUAL)
                                                : ui_range(ui, e, ROM_SCREEN_ELEMENT_USUAL, is_fx);
        if (usual != value) ui_set_value(ui, e, usual);
    }
}

ui_entry *ui_entered(ox_ui *ui, ox_id name, bool makes) {
    ui_entry *free = NULL;
    for (uint32_t i = 0; i < OX_SCREEN_TEXTS; i++) {
        ui_entry *entry = &ui->now.entries[i];
        if (entry->name == name) return entry;
        if (entry->name == 0 && free == NULL) free = entry;
    }
    if (!makes || free == NULL) return NULL;
    free->name = name;
    free->text[0] = 0;
    ui_forget_words(ui); /* words with that name show the entry now */
    return free;
}

/* ---- conditions: which elements are there ---- */

uint8_t ui_marks(const ox_ui *ui, ox_id name) {
    if (name == 0) return 0;
    for (uint32_t i = 0; i < OX_SCREEN_MARKS; i++)
        if (ui->now.marks[i].name == name) return ui->now.marks[i].flags;
    return 0;
}

#if defined(OX_DEBUG) && OX_DEBUG
enum { is_developers = 1 };
#else
enum { is_developers = 0 };
#endif

/* What a name says: a variable, how much is loaded, how many objects are selected, whether the build is that of a developer, whether
 * something was entered, or a kept number. */
static int32_t said_by(ox_ui *ui, ox_id name, uint32_t *kind) {
    int32_t value = 0;
    if (value_of(ui, ROM_SCREEN_ELEMENT_VARIABLE, name, &value, kind)) return value;
    if (name == OX_NAME("loading")) (void)value_of(ui, ROM_SCREEN_ELEMENT_LOADING, 0, &value, kind);
    if (name == OX_NAME("loading")) return value;
    if (name == OX_NAME("selected")) return (int32_t)ui_selected(ui, 0);
    if (name == OX_NAME("developer")) return is_developers;
    const ui_entry *entry = ui_entered(ui, name, false);
    return entry != NULL ? entry->text[0] : ox_game_kept(ui->host->console, name);
}

/* A condition: a value by name, a way to compare it, and what to compare it with. Names are equal or not; numbers are
 * compared as fx. */
typedef struct ui_condition {
    ox_id name;
    int32_t than;
    uint32_t test;
    bool named; /* `than` is the id of a name or of another value */
} ui_condition;

static int64_t as_fx(int32_t value, uint32_t kind) {
    return kind == ROM_SCRIPT_FIELD_FX ? value : (int64_t)value * FX_ONE;
}

static bool holds(ox_ui *ui, const ui_condition *c) {
    uint32_t kind, other_kind = ROM_SCRIPT_FIELD_INT;
    const int32_t value = said_by(ui, c->name, &kind);
    if (c->test == 0 || c->test == ROM_SCREEN_ELEMENT_NOTHING) return (value != 0) == (c->test == 0);
    if (kind == ROM_SCRIPT_FIELD_NAME) return c->test == ROM_SCREEN_ELEMENT_EQUAL && value == c->than;
    const int64_t left = as_fx(value, kind),
                  than = c->named ? said_by(ui, (ox_id)c->than, &other_kind) : c->than,
                  right = as_fx((int32_t)than, other_kind);
    if (c->test == ROM_SCREEN_ELEMENT_EQUAL) return left == right;
    return c->test == ROM_SCREEN_ELEMENT_LESS ? left < right : left > right;
}

static bool is_shown(ox_ui *ui, const uint8_t *e, ox_id name) {
    const ui_condition shown = {name, (int32_t)rom_word(e + ROM_SCREEN_ELEMENT_THAN),
                                e[ROM_SCREEN_ELEMENT_TEST], (ui_flags(e) & ROM_SCREEN_ELEMENT_NAMED) != 0};
    ui->live = true;
    return holds(ui, &shown);
}

bool ui_is_there(ox_ui *ui, const uint8_t *chunk, uint32_t number) {
    while (number != ROM_SCREEN_ELEMENT_NO_PARENT) {
        const uint8_t *e = ui_element(chunk, number);
        const ox_id shown = rom_word(e + ROM_SCREEN_ELEMENT_SHOWN);
        if ((ui_marks(ui, ui_name_of(e)) & UI_HIDDEN) != 0) return false;
        if (shown != 0 && !is_shown(ui, e, shown)) return false;
        number = rom_half(e + ROM_SCREEN_ELEMENT_PARENT);
    }
    return true;
}

bool ui_is_enabled(const ox_ui *ui, const uint8_t *e) {
    return (ui_flags(e) & ROM_SCREEN_ELEMENT_DISABLED) == 0 &&
           (ui_marks(ui, ui_name_of(e)) & UI_DISABLED) == 0;
}

/* ---- words ---- */

/* `5` or `5.2` behind a name: how wide, and decimals; -1 for as many as it has. */
typedef struct ui_format {
    int width, decimals;
    bool clock; /* seconds as 1:05 */
} ui_format;

static bool take_digit(const char *at, const char *end, int *digit) {
    if (at >= end || *at < '0' || *at > '9') return false;
    *digit = *at - '0';
    return true;
}

/* Reads the format behind the first colon of a name and shortens *length to the name. False: what stands behind the
 * colon is no format. */
static bool split_format(const char *spelled, uint32_t *length, ui_format *format) {
    const char *end = spelled + *length, *at = spelled;
    *format = (ui_format){0, -1, false};
    while (at < end && *at != ':') at++;
    if (at == end) return true;
    format->clock = end - at == 6 && memcmp(at, ":clock", 6) == 0;
    if (!format->clock) {
        if (!take_digit(at + 1, end, &format->width)) return false;
        if (at + 2 < end && (at[2] != '.' || !take_digit(at + 3, end, &format->decimals) || at + 4 != end))
            return false;
    }
    *length = (uint32_t)(at - spelled);
    return true;
}

/* A mark of numbers that the language has as a text of its own. */
static ox_text_view mark_of(const ox_ui *ui, ox_id key, const char *usual) {
    uint32_t length;
    const char *words = ox_content_text(ui->host, key, &length);
    return words == NULL ? ox_text_of(usual) : (ox_text_view){words, length};
}

/* Writes a number as the language does: its point, and a mark behind each three digits. */
static void write_number(const ox_ui *ui, ox_text_view digits, ox_text *out) {
    const ox_text_view point = mark_of(ui, OX_NAME("number_point"), "."),
                       group = mark_of(ui, OX_NAME("number_group"), "");
    const size_t found = ox_text_find_char(digits, '.'),
                 whole = found == OX_TEXT_NOWHERE ? digits.length : found;
    for (size_t i = 0; i < digits.length; i++) {
        const bool ends_group = i > 0 && i < whole && (whole - i) % 3 == 0 && digits.at[i - 1] >= '0';
        if (ends_group) (void)ox_text_append(out, group);
        (void)ox_text_append(out, i == whole ? point : ox_text_part(digits, i, 1));
    }
}

static void write_value(const ox_ui *ui, const ui_format *f, uint32_t kind, int32_t value, ox_text *out) {
    char digits[32], marked[64];
    ox_text one = ox_text_begin(digits, sizeof digits);
    const bool is_fx = kind == ROM_SCRIPT_FIELD_FX;
    if (f->clock) {
        const int32_t seconds = int_max(is_fx ? fx_to_int_floor(value) : value, 0);
        ox_text_add(&one, "%d:%02d", (int)(seconds / 60), (int)(seconds % 60));
    } else if (f->decimals >= 0) {
        char form[] = "%.0Q";
        form[2] = (char)('0' + f->decimals);
        ox_text_add(&one, form, (int)value, is_fx ? 16 : 0);
    } else {
        ox_behaviours_write(ui->host, kind, value, &one);
    }
    if (!f->clock && (is_fx || kind == ROM_SCRIPT_FIELD_INT)) {
        ox_text number = ox_text_begin(marked, sizeof marked);
        write_number(ui, ox_text_seen(&one), &number);
        one = number;
    }
    const int letters = (int)fx_utf8_count(one.at, one.length);
    if (letters < f->width) (void)ox_text_fill(out, ' ', (size_t)(f->width - letters));
    (void)ox_text_append(out, ox_text_seen(&one));
}

/* ---- the button that means an action now ---- */

/* What stands for a button: the text of a key such as `button_a`, which may have a look with a font of icons, else its
 * name. */
static void write_button(const ox_ui *ui, uint32_t button, ox_text *out) {
    static const struct {
        const char *word;
        ox_id key;
    } buttons[OX_INPUT_MAP_BUTTONS] = {
        {"UP", OX_NAME("button_up")},       {"DOWN", OX_NAME("button_down")},
        {"LEFT", OX_NAME("button_left")},   {"RIGHT", OX_NAME("button_right")},
        {"A", OX_NAME("button_a")},         {"B", OX_NAME("button_b")},
        {"X", OX_NAME("button_x")},         {"Y", OX_NAME("button_y")},
        {"L", OX_NAME("button_l")},         {"R", OX_NAME("button_r")},
        {"START", OX_NAME("button_start")}, {"SELECT", OX_NAME("button_select")}};
    for (uint32_t i = 0; i < OX_INPUT_MAP_BUTTONS; i++)
        if (button == 1u << i) (void)ox_text_append(out, mark_of(ui, buttons[i].key, buttons[i].word));
}

/* The button of the first player. False: there is no such action, or it has no single button. */
static bool write_action(const ox_ui *ui, ox_id action, ox_text *out) {
    const ox_input_map *map = ox_console_input_map(ui->host->console);
    const uint32_t button = map == NULL ? 0 : ox_input_action_button(map, 0, action);
    write_button(ui, button, out);
    return button != 0;
}

/* ---- places and looks that nobody knows stay as they are spelled ---- */

/* The log tells each of them once, as far as they are remembered. */
static void tell_unknown(ox_ui *ui, const char *spelled, uint32_t length) {
    char name[32];
    const ox_id id = rom_id_of(spelled, length);
    uint32_t at = 0;
    while (at < UI_TOLD && ui->told[at] != 0 && ui->told[at] != id) at++;
    if (at == UI_TOLD || ui->told[at] == id) return;
    ui->told[at] = id;
    ox_text out = ox_text_begin(name, sizeof name);
    (void)ox_text_put(&out, spelled, length);
    ox_log_write(ui->host->log, PLAT_LOG_WARNING, "words of a screen ask for `%s`, which nobody has", name);
}

/* Takes a prefix off a name. */
static bool take_prefix(const char **spelled, uint32_t *length, ox_text_view prefix) {
    const ox_text_view name = {*spelled, *length};
    if (*length <= prefix.length || !ox_text_starts_with(name, prefix)) return false;
    *spelled += prefix.length;
    *length -= (uint32_t)prefix.length;
    return true;
}

/* Notes a value that words were written with. Names, objects and texts may be spelled otherwise later. */
static void note_value(ox_ui *ui, uint32_t kind, const int32_t *cell) {
    ui_kept_words *noted = &ui->noted;
    if ((kind != ROM_SCRIPT_FIELD_INT && kind != ROM_SCRIPT_FIELD_FX) || noted->count == UI_NOTED) return;
    noted->cells[noted->count] = cell;
    noted->values[noted->count++] = *cell;
}

static bool write_known(ox_ui *ui, const char *spelled, uint32_t length, ox_text *out) {
    ui_format format;
    uint32_t kind;
    if (take_prefix(&spelled, &length, OX_TEXT("button:")))
        return write_action(ui, rom_id_of(spelled, length), out);
    const bool is_kept = take_prefix(&spelled, &length, OX_TEXT("kept:")),
               is_option = !is_kept && take_prefix(&spelled, &length, OX_TEXT("option:")),
               of_selected = !is_kept && !is_option && take_prefix(&spelled, &length, OX_TEXT("selected:"));
    if (!split_format(spelled, &length, &format)) return false;
    const ox_id name = rom_id_of(spelled, length);
    const int32_t number = is_kept                       ? ox_game_kept(ui->host->console, name)
                           : is_option                   ? ox_option_get(ui->host, name)
                           : of_selected                 ? (int32_t)ui_selected(ui, name)
                           : name == OX_NAME("selected") ? (int32_t)ui_selected(ui, 0)
                                                         : (int32_t)((int64_t)ui_loaded(ui) * 100 / FX_ONE);
    ox_option option;
    if (is_option && is_of_cart(ui, name, &option) &&
        (option.kind == ROM_OPTION_FX || option.kind == ROM_OPTION_CHOICE)) {
        if (option.kind == ROM_OPTION_FX)
            write_value(ui, &format, ROM_SCRIPT_FIELD_FX, number, out);
        else
            ox_option_write(&option, number, out);
        return true;
    }
    if (is_kept || is_option || of_selected || name == OX_NAME("selected") || name == OX_NAME("loading")) {
        write_value(ui, &format, ROM_SCRIPT_FIELD_INT, number, out);
        return true;
    }
    const ui_entry *entry = ui_entered(ui, name, false);
    const int32_t *cell = entry != NULL ? NULL : find_value(ui, name, &kind);
    if (entry != NULL) {
        (void)ox_text_string(out, entry->text);
    } else if (cell != NULL) {
        write_value(ui, &format, kind, *cell, out);
        note_value(ui, kind, cell);
    }
    return entry != NULL || cell != NULL;
}

static bool write_place(void *context, const char *spelled, uint32_t length, ox_text *out) {
    ox_ui *ui = context;
    const uint32_t noted = ui->noted.count;
    ui->live = true;
    const bool known = write_known(ui, spelled, length, out);
    if (ui->noted.count == noted) ui->may_keep = false;
    if (!known) tell_unknown(ui, spelled, length);
    return known;
}

/* ---- words of another look: [STYLE]...[/], [STYLE?CONDITION]...[/], [[ for one that is seen ---- */

/* The comparison that a sign stands for, 0: none. */
static uint32_t test_of(char sign) {
    return sign == '='   ? ROM_SCREEN_ELEMENT_EQUAL
           : sign == '<' ? ROM_SCREEN_ELEMENT_LESS
           : sign == '>' ? ROM_SCREEN_ELEMENT_GREATER
                         : 0;
}

static bool read_condition(const char *at, const char *end, ui_condition *c) {
    const char *sign = at;
    bool is_number = true;
    *c = (ui_condition){.test = 0};
    while (sign < end && test_of(*sign) == 0) sign++;
    c->name = rom_id_of(at, (size_t)(sign - at));
    if (sign == end) return sign > at;
    c->test = test_of(*sign);
    for (const char *digit = sign + 1; digit < end; digit++) {
        is_number = is_number && *digit >= '0' && *digit <= '9' && c->than < 100000;
        if (is_number) c->than = c->than * 10 + (*digit - '0');
    }
    c->named = !is_number;
    if (c->named) c->than = (int32_t)rom_id_of(sign + 1, (size_t)(end - sign - 1));
    return sign + 1 < end;
}

/* The first place of a byte from `at` on, `end` for none. */
static const char *find_byte(const char *at, const char *end, char byte) {
    while (at < end && *at != byte) at++;
    return at;
}

const uint8_t *ui_style_called(const uint8_t *chunk, ox_id name) {
    const uint8_t *style = chunk + rom_word(chunk + ROM_SCREEN_STYLES_AT);
    for (uint32_t i = 0; i < rom_word(chunk + ROM_SCREEN_STYLE_COUNT); i++, style += ROM_SCREEN_STYLE_SIZE)
        if (rom_word(style + ROM_SCREEN_STYLE_NAME) == name) return style;
    return NULL;
}

/* The number of a look for a style of the screen; 0: the words' own, because the condition does not hold or there are too many; -1: no such style. */
static int span_of(ox_ui *ui, const char *at, const char *end) {
    const char *const ask = find_byte(at, end, '?');
    const ox_id name = rom_id_of(at, (size_t)(ask - at));
    const uint8_t *style = ui->chunk == NULL ? NULL : ui_style_called(ui->chunk, name);
    ui_condition condition;
    if (ask < end) ui->live = true;
    if (style == NULL) return -1;
    if (ask < end && (!read_condition(ask + 1, end, &condition) || !holds(ui, &condition))) return 0;
    if (ui->span_count == OX_WORDS_SPANS) return 0;
    ui->spans[ui->span_count++] =
        (ox_words_span){rom_word(style + ROM_SCREEN_STYLE_FONT),
                        ox_words_native(&ui->words, rom_word(style + ROM_SCREEN_STYLE_TEXT) & 0xFFFFFFu)};
    return (int)ui->span_count;
}

/* Looks are marked in the words, which do not become longer by the marks. A look that is still open at the end ends
 * there. */
static void mark_spans(ox_ui *ui, char *line) {
    enum { OPEN = 4 };
    int open[OPEN] = {0}, depth = 0;
    const char *const last = line + ox_text_of(line).length;
    char *to = line;
    ui->span_count = 0;
    ui->is_marked = false;
    for (const char *at = line; *at != 0;) {
        const char *end = *at == '[' ? find_byte(at, last, ']') : last;
        const bool closes = end == at + 2 && at[1] == '/' && depth > 0;
        const bool escaped = at[0] == '[' && at[1] == '[';
        int span = -1;
        if (escaped)
            at++;
        else if (closes)
            span = --depth > 0 ? open[depth - 1] : 0;
        else if (end < last && depth < OPEN && (span = span_of(ui, at + 1, end)) >= 0)
            open[depth++] = span;
        if (span < 0) {
            if (*at == '[' && end < last && !escaped) tell_unknown(ui, at, (uint32_t)(end + 1 - at));
            *to++ = *at++;
            continue;
        }
        *to++ = OX_WORDS_SPAN;
        *to++ = (char)('0' + span);
        ui->is_marked = true;
        at = end + 1;
    }
    *to = 0;
}

/* ---- words that are kept ---- */

void ui_forget_words(ox_ui *ui) { memset(ui->kept, 0, sizeof ui->kept); }

/* Whether words are those that are kept, with the values that they were written with. */
static bool is_kept(const ui_kept_words *kept, const char *words, uint32_t length) {
    bool same = kept->words == words && kept->length == length;
    for (uint32_t i = 0; same && i < kept->count; i++) same = *kept->cells[i] == kept->values[i];
    return same;
}

/* Writes words anew, and keeps them where only values that were noted can change them. */
static const char *write_anew(ox_ui *ui, ui_kept_words *kept, const char *words, uint32_t length) {
    ox_text out = ox_text_begin(ui->line, sizeof ui->line);
    ui->may_keep = true;
    ui->noted.count = 0;
    ox_content_write(words, length, write_place, ui, &out);
    const bool has_looks = ox_text_find_char(ox_text_seen(&out), '[') != OX_TEXT_NOWHERE;
    if (has_looks) mark_spans(ui, ui->line);
    kept->words = NULL;
    if (has_looks || !ui->may_keep || out.length >= UI_KEPT_LINE) return ui->line;
    *kept = ui->noted;
    kept->words = words;
    kept->length = length;
    memcpy(kept->line, ui->line, out.length + 1);
    return ui->line;
}

/* The words of a screen or a text with their values in them and their looks marked, until the next words are written. */
static const char *write_words(ox_ui *ui, const char *words, uint32_t length) {
    ui_kept_words *kept = &ui->kept[((uintptr_t)words >> 2 ^ (uintptr_t)words >> 5) % UI_KEPT];
    ui->span_count = 0;
    ui->is_marked = false;
    if (words == NULL) words = "";
    if (!is_kept(kept, words, length)) return write_anew(ui, kept, words, length);
    if (kept->count > 0) ui->live = true;
    return kept->line;
}

const char *ui_text(ox_ui *ui, ox_id key) {
    uint32_t length;
    const char *words = ox_content_text(ui->host, key, &length);
    if (words != NULL) return write_words(ui, words, length);
    ox_text out = ox_text_begin(ui->line, sizeof ui->line);
    ox_content_missing(ui->host, key, &out);
    return ui->line;
}

const char *ui_words(ox_ui *ui, const uint8_t *chunk, const uint8_t *record, uint32_t key, uint32_t words) {
    const ox_id of = rom_word(record + key);
    if (of != 0) return ui_text(ui, of);
    return write_words(ui, (const char *)chunk + rom_word(record + words), rom_word(record + words + 4));
}

const char *ui_words_of(ox_ui *ui, const uint8_t *chunk, const uint8_t *e) {
    return ui_words(ui, chunk, e, ROM_SCREEN_ELEMENT_KEY, ROM_SCREEN_ELEMENT_WORDS);
}

const char *ui_words_of_option(ox_ui *ui, const uint8_t *chunk, const uint8_t *e, uint32_t number) {
    if (e[ROM_SCREEN_ELEMENT_SOURCE] == ROM_SCREEN_ELEMENT_LANGUAGE) {
        uint32_t length;
        const char *name = ox_content_language_name(ui->host, number + 1, &length);
        return name == NULL ? NULL : write_words(ui, name, length);
    }
    if (number >= ui_options(e)) return NULL;
    return ui_words(ui, chunk, ui_option(chunk, e, number), ROM_SCREEN_OPTION_KEY, ROM_SCREEN_OPTION_WORDS);
}

/* The words of an element's value. The language that is seen may be the player's own. */
const char *ui_words_of_value(ox_ui *ui, const uint8_t *chunk, const uint8_t *e) {
    int32_t value;
    uint32_t kind;
    ui->live = true;
    int choice = ui_choice(ui, chunk, e);
    if (e[ROM_SCREEN_ELEMENT_SOURCE] == ROM_SCREEN_ELEMENT_LANGUAGE && ui->host->stock->images.language != 0)
        choice = ui->host->stock->images.language - 1;
    const char *words = choice < 0 ? NULL : ui_words_of_option(ui, chunk, e, (uint32_t)choice);
    if (words != NULL) return words;
    ox_text out = ox_text_begin(ui->line, sizeof ui->line);
    ox_option option;
    if (e[ROM_SCREEN_ELEMENT_SOURCE] == ROM_SCREEN_ELEMENT_OPTION &&
        is_of_cart(ui, rom_word(e + ROM_SCREEN_ELEMENT_BIND), &option))
        ox_option_write(&option, ox_option_get(ui->host, option.name), &out);
    else if (value_of(ui, e[ROM_SCREEN_ELEMENT_SOURCE], rom_word(e + ROM_SCREEN_ELEMENT_BIND), &value, &kind))
        ox_behaviours_write(ui->host, kind, value, &out);
    return ui->line;
}

const char *ui_page(ox_ui *ui) {
    uint32_t length;
    const char *words = ui->now.says == 0 ? NULL : ox_content_text(ui->host, ui->now.says, &length);
    for (uint32_t page = 0; words != NULL; page++) {
        uint32_t end = 0;
        while (end < length && words[end] != '|') end++;
        if (page == ui->now.page) return write_words(ui, words, end);
        if (end == length) break;
        length -= end + 1;
        words += end + 1;
    }
    return NULL;
}
