/* Values that elements show and change, and the words that stand on the glass. */
#include <string.h>

#include "kernel/behaviour/module.h"
#include "kernel/content/module.h"
#include "kernel/debug/format.h"
#include "kernel/game/module.h"
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

static bool value_of(ox_ui *ui, uint32_t source, ox_id name, int32_t *value, uint32_t *kind) {
    const int32_t *cell;
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
    default:
        return false;
    }
}

bool ui_value(ox_ui *ui, const uint8_t *e, int32_t *value, bool *is_fx) {
    uint32_t kind;
    const bool known =
        value_of(ui, e[ROM_SCREEN_ELEMENT_SOURCE], rom_word(e + ROM_SCREEN_ELEMENT_BIND), value, &kind);
    *is_fx = kind == ROM_SCRIPT_FIELD_FX;
    return known;
}

void ui_set_value(ox_ui *ui, const uint8_t *e, int32_t value) {
    const ox_id name = rom_word(e + ROM_SCREEN_ELEMENT_BIND);
    const ox_module_host *host = ui->host;
    uint32_t kind;
    int32_t *cell;
    switch (e[ROM_SCREEN_ELEMENT_SOURCE]) {
    case ROM_SCREEN_ELEMENT_VARIABLE:
        cell = find_value(ui, name, &kind);
        if (cell != NULL) *cell = value;
        break;
    case ROM_SCREEN_ELEMENT_KEPT:
        (void)ox_game_keep(host->console, name, value);
        break;
    case ROM_SCREEN_ELEMENT_LANGUAGE:
        (void)!ox_content_choose(host, ox_content_language(host, (uint32_t)value));
        break;
    default:
        return;
    }
    ui_post(ui, OX_NAME("changed"), ui_name_of(e));
}

/* Numbers of the text are whole ones or fx, as they are written; those of the value may be the others. */
int32_t ui_number(const uint8_t *e, uint32_t at, bool is_fx) {
    const int32_t number = (int32_t)rom_word(e + at);
    const bool given_fx = (ui_flags(e) & ROM_SCREEN_ELEMENT_IS_FX) != 0;
    if (given_fx == is_fx) return number;
    return is_fx ? fx_from_int(int_clamp(number, INT16_MIN, INT16_MAX)) : fx_to_int_floor(number);
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
static int32_t step_range(const uint8_t *e, int32_t value, bool is_fx, int by) {
    const int32_t least = ui_number(e, ROM_SCREEN_ELEMENT_LEAST, is_fx),
                  greatest = ui_number(e, ROM_SCREEN_ELEMENT_GREATEST, is_fx),
                  step = ui_number(e, ROM_SCREEN_ELEMENT_STEP, is_fx);
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
        const int32_t next = step_range(e, value, is_fx, by);
        if (next != value) ui_set_value(ui, e, next);
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
    return free;
}

/* ---- what is there ---- */

static uint8_t marks_of(const ox_ui *ui, ox_id name) {
    for (uint32_t i = 0; i < OX_SCREEN_MARKS; i++)
        if (ui->now.marks[i].name == name) return ui->now.marks[i].flags;
    return 0;
}

bool ui_is_there(ox_ui *ui, const uint8_t *chunk, uint32_t number) {
    while (number != ROM_SCREEN_ELEMENT_NO_PARENT) {
        const uint8_t *e = ui_element(chunk, number);
        const ox_id shown = rom_word(e + ROM_SCREEN_ELEMENT_SHOWN);
        uint32_t kind;
        int32_t value = 1;
        if ((marks_of(ui, ui_name_of(e)) & UI_HIDDEN) != 0) return false;
        if (shown != 0 && !value_of(ui, ROM_SCREEN_ELEMENT_VARIABLE, shown, &value, &kind)) {
            const ui_entry *entry = ui_entered(ui, shown, false);
            value = entry != NULL ? entry->text[0] : ox_game_kept(ui->host->console, shown);
        }
        if (value == 0) return false;
        number = rom_half(e + ROM_SCREEN_ELEMENT_PARENT);
    }
    return true;
}

bool ui_is_enabled(const ox_ui *ui, const uint8_t *e) {
    return (ui_flags(e) & ROM_SCREEN_ELEMENT_DISABLED) == 0 &&
           (marks_of(ui, ui_name_of(e)) & UI_DISABLED) == 0;
}

/* ---- words ---- */

static bool write_place(void *context, const char *spelled, uint32_t length, ox_text *out) {
    static const char kept[] = "kept:";
    const uint32_t prefix = sizeof kept - 1;
    ox_ui *ui = context;
    uint32_t kind;
    ui->live = true;
    if (length > prefix && memcmp(spelled, kept, prefix) == 0) {
        const ox_id name = rom_id_of(spelled + prefix, length - prefix);
        ox_behaviours_write(ui->host, ROM_SCRIPT_FIELD_INT, ox_game_kept(ui->host->console, name), out);
        return true;
    }
    const ox_id name = rom_id_of(spelled, length);
    const ui_entry *entry = ui_entered(ui, name, false);
    const int32_t *cell = entry != NULL ? NULL : find_value(ui, name, &kind);
    if (entry != NULL)
        (void)ox_text_string(out, entry->text);
    else if (cell != NULL)
        ox_behaviours_write(ui->host, kind, *cell, out);
    return entry != NULL || cell != NULL;
}

static const char *write_words(ox_ui *ui, const char *words, uint32_t length) {
    ox_text out = ox_text_begin(ui->line, sizeof ui->line);
    if (words != NULL) ox_content_write(words, length, write_place, ui, &out);
    return ui->line;
}

const char *ui_text(ox_ui *ui, ox_id key) {
    uint32_t length;
    const char *words = ox_content_text(ui->host, key, &length);
    if (words != NULL) return write_words(ui, words, length);
    ox_text out = ox_text_begin(ui->line, sizeof ui->line);
    ox_text_add(&out, "@%08x", (unsigned)key);
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

/* The language that is seen may be the player's own. */
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
    if (value_of(ui, e[ROM_SCREEN_ELEMENT_SOURCE], rom_word(e + ROM_SCREEN_ELEMENT_BIND), &value, &kind))
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
