/* Reads the map of a CODE chunk (rom/FORMAT.md). */
#include "tools/debug/symbols.h"

#include <stdio.h>
#include <string.h>

#include "rom/chunks.h"
#include "rom/rom.h"

bool debug_open_symbols(debug_symbols *of, const uint8_t *chunk, const ox_script *machine) {
    of->machine = machine;
    of->map = (ox_script_map){.bytes = NULL};
    if (chunk != NULL) (void)ox_script_map_of(&of->map, chunk, NULL);
    return of->map.bytes != NULL;
}

bool debug_has_symbols(const debug_symbols *of) { return of->map.functions > 0; }

/* ---- lines ---- */

uint32_t debug_line_of(const debug_symbols *of, ox_script_place place) {
    return ox_script_map_line(&of->map, place.function, place.byte);
}

void debug_file_of(const debug_symbols *of, uint32_t function, char *name, size_t room) {
    const char *file = ox_script_map_file(&of->map, function);
    snprintf(name, room, "%s", file == NULL ? "?" : file);
}

void debug_function_of(const debug_symbols *of, uint32_t function, char *name, size_t room) {
    if (!ox_script_map_name(&of->map, function, name, room))
        snprintf(name, room, "function %lu", (unsigned long)function);
}

bool debug_is_file(const char *path, const char *name) {
    const size_t path_length = strlen(path), length = strlen(name);
    if (length == 0 || path_length < length || strcmp(path + path_length - length, name) != 0) return false;
    return path_length == length || path[path_length - length - 1] == '/';
}

bool debug_place_of_line(const debug_symbols *of, const char *file, uint32_t *line, uint32_t number,
                         ox_script_place *place) {
    uint32_t best = UINT32_MAX;
    ox_script_map_row row;
    for (int pass = 0; pass < 2; pass++)
        for (ox_script_map_walk walk = ox_script_map_begin(&of->map); ox_script_map_next_row(&walk, &row);) {
            char name[DEBUG_WORDS];
            if (pass == 0 ? row.line < *line || row.line >= best : row.line != best) continue;
            debug_file_of(of, row.function, name, sizeof name);
            if (!debug_is_file(file, name) && !debug_is_file(name, file)) continue;
            if (pass == 0) {
                best = row.line;
            } else if (number-- == 0) {
                *place = (ox_script_place){(uint16_t)row.function, (uint16_t)row.byte};
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
    uint32_t before = UINT32_MAX;
    ox_script_map_row row;
    for (ox_script_map_walk walk = ox_script_map_begin(&of->map); ox_script_map_next_row(&walk, &row);) {
        char word[DEBUG_WORDS];
        if (row.function == before) continue; /* the first statement of each */
        before = row.function;
        debug_function_of(of, row.function, word, sizeof word);
        if (!is_function(word, name) || number-- > 0) continue;
        *place = (ox_script_place){(uint16_t)row.function, (uint16_t)row.byte};
        return true;
    }
    return false;
}

void debug_word_of(const debug_symbols *of, uint32_t id, char *word, size_t room) {
    const char *spelled = ox_script_map_word_of(&of->map, id);
    if (spelled != NULL)
        snprintf(word, room, "%s", spelled);
    else
        snprintf(word, room, "#%08lx", (unsigned long)id);
}

void debug_statements(const debug_symbols *of, uint8_t *bits, uint32_t code_bytes) {
    const ox_script_module *m = &of->machine->module;
    ox_script_map_row row;
    for (ox_script_map_walk walk = ox_script_map_begin(&of->map); ox_script_map_next_row(&walk, &row);) {
        if (row.function >= m->count[OX_SCRIPT_SECTION_FUNCTIONS]) continue;
        const uint32_t at = rom_word(ox_script_record(m, OX_SCRIPT_SECTION_FUNCTIONS, row.function) +
                                     ROM_SCRIPT_FUNCTION_CODE) +
                            row.byte;
        if (at < code_bytes) bits[at >> 3] |= (uint8_t)(1u << (at & 7u));
    }
}

/* ---- variables ---- */

/* Whether a variable is in sight, and in which scope. */
static bool in_sight(const debug_symbols *of, const ox_script_map_variable *v, ox_script_place place,
                     uint32_t behaviour, debug_scope *scope) {
    if (v->function != OX_SCRIPT_NONE) {
        *scope = DEBUG_LOCAL;
        return v->function == place.function && place.byte >= v->from && place.byte < v->to;
    }
    *scope = v->behaviour == OX_SCRIPT_NONE ? DEBUG_GLOBAL : DEBUG_OWN;
    return v->behaviour == OX_SCRIPT_NONE ||
           (behaviour != OX_SCRIPT_NONE &&
            ox_script_module_derives(&of->machine->module, behaviour, v->behaviour));
}

/* How many variables of a scope are in sight; the one of that number in *found. */
static uint32_t look_for(const debug_symbols *of, ox_script_place place, uint32_t behaviour,
                         debug_scope scope, uint32_t number, ox_script_map_variable *found) {
    ox_script_map_variable v;
    uint32_t count = 0;
    for (ox_script_map_walk walk = ox_script_map_begin(&of->map); ox_script_map_next_variable(&walk, &v);) {
        debug_scope its;
        if (in_sight(of, &v, place, behaviour, &its) && its == scope && count++ == number) *found = v;
    }
    return count;
}

bool debug_variable_at(const debug_symbols *of, ox_script_place place, uint32_t behaviour, uint32_t number,
                       debug_variable *variable) {
    for (debug_scope scope = DEBUG_LOCAL; scope <= DEBUG_GLOBAL; scope++) {
        ox_script_map_variable v = {.name = 0};
        const uint32_t count = look_for(of, place, behaviour, scope, number, &v);
        if (number >= count) {
            number -= count;
            continue;
        }
        /* of locals the innermost, which stands last, comes first */
        if (scope == DEBUG_LOCAL) (void)look_for(of, place, behaviour, scope, count - 1u - number, &v);
        snprintf(variable->name, sizeof variable->name, "%s", ox_script_map_word(&of->map, v.name));
        snprintf(variable->type, sizeof variable->type, "%s", ox_script_map_word(&of->map, v.type));
        variable->scope = scope;
        variable->cell = v.cell;
        variable->cells = v.cells;
        variable->kind = v.kind;
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
