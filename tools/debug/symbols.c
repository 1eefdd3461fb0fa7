/* Reads the map of a CODE chunk (rom/FORMAT.md). */
#include "tools/debug/symbols.h"

#include <stdio.h>
#include <string.h>

#include "rom/chunks.h"
#include "rom/rom.h"

bool debug_has_symbols(const debug_symbols *of) {
    return of->chunk != NULL && rom_has(of->chunk, ROM_CODE_LINES_AT) &&
           rom_word(of->chunk + ROM_CODE_FUNCTION_COUNT) > 0;
}

static void text_at(const debug_symbols *of, const uint8_t *place, char *text, size_t room) {
    const uint32_t length = rom_word(place + 4);
    snprintf(text, room, "%.*s", (int)length, (const char *)of->chunk + rom_word(place));
}

static const uint8_t *row_of(const debug_symbols *of, uint32_t at, uint32_t size, uint32_t number) {
    return of->chunk + rom_word(of->chunk + at) + (size_t)number * size;
}

/* ---- lines ---- */

static const uint8_t *line_row(const debug_symbols *of, uint32_t number) {
    return row_of(of, ROM_CODE_LINES_AT, ROM_SCRIPT_LINE_SIZE, number);
}

uint32_t debug_line_of(const debug_symbols *of, ox_script_place place) {
    uint32_t low = 0, high = debug_has_symbols(of) ? rom_word(of->chunk + ROM_CODE_LINE_COUNT) : 0;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const uint8_t *row = line_row(of, middle);
        const uint32_t function = rom_half(row + ROM_SCRIPT_LINE_FUNCTION);
        if (function < place.function ||
            (function == place.function && rom_half(row + ROM_SCRIPT_LINE_BYTE) <= place.byte))
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || rom_half(line_row(of, low - 1) + ROM_SCRIPT_LINE_FUNCTION) != place.function) return 0;
    return rom_word(line_row(of, low - 1) + ROM_SCRIPT_LINE_LINE);
}

static const uint8_t *function_row(const debug_symbols *of, uint32_t function) {
    if (!debug_has_symbols(of) || function >= rom_word(of->chunk + ROM_CODE_FUNCTION_COUNT)) return NULL;
    return row_of(of, ROM_CODE_FUNCTIONS_AT, ROM_SCRIPT_PLACE_SIZE, function);
}

void debug_file_of(const debug_symbols *of, uint32_t function, char *name, size_t room) {
    const uint8_t *row = function_row(of, function);
    snprintf(name, room, "?");
    if (row == NULL) return;
    text_at(of,
            row_of(of, ROM_CODE_FILES_AT, ROM_SCRIPT_SOURCE_SIZE, rom_word(row + ROM_SCRIPT_PLACE_FILE)) +
                ROM_SCRIPT_SOURCE_NAME,
            name, room);
}

void debug_function_of(const debug_symbols *of, uint32_t function, char *name, size_t room) {
    const uint8_t *row = function_row(of, function);
    if (row == NULL)
        snprintf(name, room, "function %lu", (unsigned long)function);
    else
        text_at(of, row + ROM_SCRIPT_PLACE_NAME, name, room);
}

bool debug_is_file(const char *path, const char *name) {
    const size_t path_length = strlen(path), length = strlen(name);
    if (length == 0 || path_length < length || strcmp(path + path_length - length, name) != 0) return false;
    return path_length == length || path[path_length - length - 1] == '/';
}

bool debug_place_of_line(const debug_symbols *of, const char *file, uint32_t *line, uint32_t number,
                         ox_script_place *place) {
    const uint32_t rows = debug_has_symbols(of) ? rom_word(of->chunk + ROM_CODE_LINE_COUNT) : 0;
    uint32_t best = UINT32_MAX;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < rows; i++) {
            char name[DEBUG_WORDS];
            const uint8_t *row = line_row(of, i);
            const uint32_t at = rom_word(row + ROM_SCRIPT_LINE_LINE),
                           function = rom_half(row + ROM_SCRIPT_LINE_FUNCTION);
            if (pass == 0 ? at < *line || at >= best : at != best) continue;
            debug_file_of(of, function, name, sizeof name);
            if (!debug_is_file(file, name) && !debug_is_file(name, file)) continue;
            if (pass == 0) {
                best = at;
            } else if (number-- == 0) {
                *place = (ox_script_place){(uint16_t)function, rom_half(row + ROM_SCRIPT_LINE_BYTE)};
                *line = best;
                return true;
            }
        }
    return false;
}

/* Whether a function goes by a name; `on Touch` is the end of the names of all its handlers. */
static bool is_function(const char *function, const char *name) {
    const size_t length = strlen(function), end = strlen(name);
    if (strcmp(function, name) == 0) return true;
    return strncmp(name, "on ", 3) == 0 && length > end && function[length - end - 1] == ' ' &&
           strcmp(function + length - end, name) == 0;
}

bool debug_place_of_function(const debug_symbols *of, const char *name, uint32_t number,
                             ox_script_place *place) {
    const uint32_t rows = debug_has_symbols(of) ? rom_word(of->chunk + ROM_CODE_LINE_COUNT) : 0;
    uint32_t before = UINT32_MAX;
    for (uint32_t i = 0; i < rows; i++) {
        char word[DEBUG_WORDS];
        const uint8_t *row = line_row(of, i);
        const uint32_t function = rom_half(row + ROM_SCRIPT_LINE_FUNCTION);
        if (function == before) continue; /* the first statement of each */
        before = function;
        debug_function_of(of, function, word, sizeof word);
        if (!is_function(word, name) || number-- > 0) continue;
        *place = (ox_script_place){(uint16_t)function, rom_half(row + ROM_SCRIPT_LINE_BYTE)};
        return true;
    }
    return false;
}

void debug_word_of(const debug_symbols *of, uint32_t id, char *word, size_t room) {
    const uint32_t count = debug_has_symbols(of) ? rom_word(of->chunk + ROM_CODE_FUNCTION_COUNT) : 0;
    snprintf(word, room, "#%08lx", (unsigned long)id);
    for (uint32_t i = 0; i < count; i++) {
        char name[DEBUG_WORDS];
        debug_function_of(of, i, name, sizeof name);
        for (char *at = strtok(name, ". "); at != NULL; at = strtok(NULL, ". "))
            if (rom_id(at) == id) {
                snprintf(word, room, "%s", at);
                return;
            }
    }
}

void debug_statements(const debug_symbols *of, uint8_t *bits, uint32_t code_bytes) {
    const uint32_t rows = debug_has_symbols(of) ? rom_word(of->chunk + ROM_CODE_LINE_COUNT) : 0;
    const ox_script_module *m = &of->machine->module;
    for (uint32_t i = 0; i < rows; i++) {
        const uint8_t *row = line_row(of, i);
        const uint32_t function = rom_half(row + ROM_SCRIPT_LINE_FUNCTION);
        if (function >= m->count[OX_SCRIPT_SECTION_FUNCTIONS]) continue;
        const uint32_t at =
            rom_word(ox_script_record(m, OX_SCRIPT_SECTION_FUNCTIONS, function) + ROM_SCRIPT_FUNCTION_CODE) +
            rom_half(row + ROM_SCRIPT_LINE_BYTE);
        if (at < code_bytes) bits[at >> 3] |= (uint8_t)(1u << (at & 7u));
    }
}

/* ---- variables ---- */

/* Whether a variable's row is in sight, and in which scope. */
static bool in_sight(const debug_symbols *of, const uint8_t *row, ox_script_place place, uint32_t behaviour,
                     debug_scope *scope) {
    const uint32_t function = rom_half(row + ROM_SCRIPT_VARIABLE_FUNCTION),
                   owner = rom_half(row + ROM_SCRIPT_VARIABLE_BEHAVIOUR);
    if (function != OX_SCRIPT_NONE) {
        *scope = DEBUG_LOCAL;
        return function == place.function && place.byte >= rom_half(row + ROM_SCRIPT_VARIABLE_FROM) &&
               place.byte < rom_half(row + ROM_SCRIPT_VARIABLE_TO);
    }
    *scope = owner == OX_SCRIPT_NONE ? DEBUG_GLOBAL : DEBUG_OWN;
    return owner == OX_SCRIPT_NONE ||
           (behaviour != OX_SCRIPT_NONE && ox_script_module_derives(&of->machine->module, behaviour, owner));
}

bool debug_variable_at(const debug_symbols *of, ox_script_place place, uint32_t behaviour, uint32_t number,
                       debug_variable *variable) {
    if (!debug_has_symbols(of) || !rom_has(of->chunk, ROM_CODE_VARIABLES_AT)) return false;
    const uint32_t rows = rom_word(of->chunk + ROM_CODE_VARIABLE_COUNT);
    for (int scope = DEBUG_LOCAL; scope <= DEBUG_GLOBAL; scope++)
        for (uint32_t i = 0; i < rows; i++) {
            /* of locals the innermost, which stands last, comes first */
            const uint8_t *row = row_of(of, ROM_CODE_VARIABLES_AT, ROM_SCRIPT_VARIABLE_SIZE,
                                        scope == DEBUG_LOCAL ? rows - 1 - i : i);
            debug_scope its;
            if (!in_sight(of, row, place, behaviour, &its) || (int)its != scope || number-- > 0) continue;
            text_at(of, row + ROM_SCRIPT_VARIABLE_NAME, variable->name, sizeof variable->name);
            text_at(of, row + ROM_SCRIPT_VARIABLE_TYPE, variable->type, sizeof variable->type);
            variable->scope = its;
            variable->cell = rom_half(row + ROM_SCRIPT_VARIABLE_CELL);
            variable->cells = rom_half(row + ROM_SCRIPT_VARIABLE_CELLS);
            variable->kind = row[ROM_SCRIPT_VARIABLE_KIND];
            return true;
        }
    return false;
}

bool debug_variable_called(const debug_symbols *of, ox_script_place place, uint32_t behaviour,
                           const char *name, debug_variable *variable) {
    for (uint32_t i = 0; debug_variable_at(of, place, behaviour, i, variable); i++)
        if (strcmp(variable->name, name) == 0) return true;
    return false;
}

/* ---- values ---- */

static void add(char *text, size_t room, const char *more) {
    const size_t length = strlen(text);
    if (length + 1 < room) snprintf(text + length, room - length, "%s", more);
}

static void add_fixed(char *text, size_t room, int32_t value) {
    char number[40];
    const double exact = value / 65536.0;
    for (int digits = 1; digits < 6; digits++) {
        double back;
        snprintf(number, sizeof number, "%.*f", digits, exact);
        if (sscanf(number, "%lf", &back) == 1 && (int64_t)(back * 65536.0 + (back < 0 ? -0.5 : 0.5)) == value)
            break;
    }
    add(text, room, number);
}

/* The spelling of a name among the words of the module, as texts show it; the id where there is none. */
static void add_name(const debug_symbols *of, char *text, size_t room, uint32_t id) {
    const ox_script_module *m = &of->machine->module;
    const char *notes = (const char *)m->bytes + m->at[OX_SCRIPT_SECTION_NOTES];
    char word[2 * DEBUG_WORD];
    snprintf(word, sizeof word, id == 0 ? "''" : "#%08lx", (unsigned long)id);
    for (uint32_t at = 0; id != 0 && at < m->count[OX_SCRIPT_SECTION_NOTES];
         at += (uint32_t)strlen(notes + at) + 1)
        if (notes[at] != 0 && (rom_id(notes + at) == id || rom_id(notes + at + 1) == id)) {
            snprintf(word, sizeof word, "'%.60s'", notes + at + (rom_id(notes + at) == id ? 0 : 1));
            break;
        }
    add(text, room, word);
}

static void add_cell(const debug_symbols *of, uint32_t kind, int32_t cell, char *text, size_t room) {
    char number[40];
    switch (kind) {
    case ROM_SCRIPT_FIELD_FX:
        add_fixed(text, room, cell);
        return;
    case ROM_SCRIPT_FIELD_BOOL:
        add(text, room, cell != 0 ? "true" : "false");
        return;
    case ROM_SCRIPT_FIELD_ANGLE:
        snprintf(number, sizeof number, "%.2fdeg", (cell & 0xFFFF) * 360.0 / 65536);
        break;
    case ROM_SCRIPT_FIELD_NAME:
        add_name(of, text, room, (uint32_t)cell);
        return;
    case ROM_SCRIPT_FIELD_OBJECT:
        snprintf(number, sizeof number, cell == 0 ? "null" : "object %08lx", (unsigned long)(uint32_t)cell);
        break;
    default:
        snprintf(number, sizeof number, "%ld", (long)cell);
    }
    add(text, room, number);
}

/* The kind of a type's element by its words; INT for what is not known. */
static uint32_t kind_of_type(const char *type) {
    static const struct {
        const char *word;
        uint32_t kind;
    } words[] = {{"fx", ROM_SCRIPT_FIELD_FX},       {"bool", ROM_SCRIPT_FIELD_BOOL},
                 {"angle", ROM_SCRIPT_FIELD_ANGLE}, {"name", ROM_SCRIPT_FIELD_NAME},
                 {"obj", ROM_SCRIPT_FIELD_OBJECT},  {"vec2", ROM_SCRIPT_FIELD_FX},
                 {"vec3", ROM_SCRIPT_FIELD_FX},     {"quat", ROM_SCRIPT_FIELD_INT}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const size_t length = strlen(words[i].word);
        if (strncmp(type, words[i].word, length) == 0 &&
            (type[length] == 0 || type[length] == ',' || type[length] == ']'))
            return words[i].kind;
    }
    return ROM_SCRIPT_FIELD_INT;
}

void debug_write(const debug_symbols *of, const debug_variable *v, const int32_t *cells, char *text,
                 size_t room) {
    uint32_t first = 0, count = v->cells, kind = v->kind;
    const char *element = v->type;
    text[0] = 0;
    if (v->cells == 1 && kind != ROM_SCRIPT_FIELD_COMPOUND && kind != ROM_SCRIPT_FIELD_CONTAINER) {
        add_cell(of, kind, cells[0], text, room);
        return;
    }
    if (kind == ROM_SCRIPT_FIELD_CONTAINER || strncmp(v->type, "list[", 5) == 0 ||
        strncmp(v->type, "map[", 4) == 0 || strncmp(v->type, "set[", 4) == 0) {
        /* the count, then as many entries as there are; their cells are those of the capacity divided by it */
        const char *comma = strrchr(v->type, ',');
        unsigned long capacity = 0;
        if (comma == NULL || sscanf(comma + 1, "%lu", &capacity) != 1 || capacity == 0) capacity = 1;
        first = 1;
        count = (uint32_t)cells[0] * (uint32_t)((v->cells - 1) / capacity);
        if (count > v->cells - 1) count = v->cells - 1;
        element = strchr(v->type, '[') == NULL ? "" : strchr(v->type, '[') + 1;
    } else if (v->type[0] == '[') {
        element = strchr(v->type, ']') == NULL ? "" : strchr(v->type, ']') + 1;
    }
    const bool vector = strcmp(v->type, "vec2") == 0 || strcmp(v->type, "vec3") == 0;
    kind = kind_of_type(element);
    add(text, room, vector ? "(" : "[");
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0) add(text, room, ", ");
        add_cell(of, kind, cells[first + i], text, room);
    }
    add(text, room, vector ? ")" : "]");
}
