/* Reads maps of scripts. */
#include "kernel/script/map.h"

#include "kernel/names/id.h"
#include "rom/chunks.h"

enum { NUMBER_BYTES = 5, HEAD = 4 };

/* ---- numbers ---- */

/* Reads a number; behind the end of the map, and of one that is too long, 0 comes and *at is beyond the end. */
static uint32_t number_at(const ox_script_map *map, uint32_t *at) {
    uint32_t value = 0;
    for (uint32_t i = 0; i < NUMBER_BYTES && *at < map->size; i++) {
        const uint8_t byte = map->bytes[(*at)++];
        if (i == NUMBER_BYTES - 1 && byte > 0x0Fu) break;
        value |= (uint32_t)(byte & 0x7Fu) << 7 * i;
        if (byte < 0x80u) return value;
    }
    *at = map->size + 1u;
    return 0;
}

static uint32_t moved(uint32_t value, uint32_t zigzag) {
    return value + (zigzag >> 1 ^ (0u - (zigzag & 1u)));
}

/* ---- opening ---- */

/* Passes over so many texts, each with a zero byte; false: the map ends before. */
static bool pass_texts(const ox_script_map *map, uint32_t *at, uint32_t count) {
    while (count > 0 && *at < map->size)
        if (map->bytes[(*at)++] == 0) count--;
    return count == 0;
}

/* Passes over the name of a function; false: a part of it is no word. */
static bool pass_name(const ox_script_map *map, uint32_t *at) {
    for (;;) {
        const uint32_t part = number_at(map, at), separator = part & 3u;
        if (*at > map->size || part >> 2 >= map->words || separator > OX_SCRIPT_MAP_BLANK) return false;
        if (separator == OX_SCRIPT_MAP_END) return true;
    }
}

static void read_variable(const ox_script_map *map, uint32_t *at, ox_script_map_variable *v) {
    v->name = number_at(map, at);
    v->type = number_at(map, at);
    v->cell = number_at(map, at);
    v->kind = v->cell & 15u;
    v->cell >>= 4;
    v->cells = number_at(map, at);
}

static bool is_variable(const ox_script_map *map, const ox_script_map_variable *v) {
    return v->name < map->words && v->type < map->words && v->cell <= UINT16_MAX && v->cells <= UINT16_MAX &&
           v->kind <= ROM_SCRIPT_FIELD_CONTAINER;
}

static void read_local(const ox_script_map *map, uint32_t *at, ox_script_map_variable *v) {
    read_variable(map, at, v);
    v->behaviour = OX_SCRIPT_NONE;
    v->from = number_at(map, at);
    const uint32_t length = number_at(map, at);
    v->to = length == 0 || length > UINT16_MAX || v->from > UINT16_MAX ? UINT16_MAX : v->from + length - 1u;
}

/* Whether a function's bytes are what the format says, to the last. */
static bool check_function(const ox_script_map *map, uint32_t at, uint32_t end) {
    if (number_at(map, &at) >= map->files || at > end || !pass_name(map, &at)) return false;
    for (uint32_t rows = number_at(map, &at); rows > 0; rows--) {
        if (at >= end) return false;
        (void)number_at(map, &at);
        (void)number_at(map, &at);
    }
    for (uint32_t locals = number_at(map, &at); locals > 0; locals--) {
        ox_script_map_variable local;
        if (at >= end) return false;
        read_local(map, &at, &local);
        if (!is_variable(map, &local) || local.from > UINT16_MAX) return false;
    }
    return at == end;
}

static bool check_functions(ox_script_map *map, uint32_t *at) {
    for (uint32_t i = 0; i < map->functions; i++) {
        const uint32_t bytes = number_at(map, at);
        if (*at > map->size || bytes > map->size - *at || !check_function(map, *at, *at + bytes))
            return false;
        *at += bytes;
    }
    return *at <= map->size;
}

static bool check_variables(ox_script_map *map, uint32_t *at) {
    for (uint32_t i = 0; i < map->variables; i++) {
        ox_script_map_variable v;
        const uint32_t owner = number_at(map, at);
        if (*at >= map->size || owner > UINT16_MAX) return false;
        read_variable(map, at, &v);
        if (*at > map->size || !is_variable(map, &v)) return false;
    }
    return *at == map->size;
}

static bool open_parts(ox_script_map *map, uint32_t *at) {
    map->files = number_at(map, at);
    map->files_at = *at;
    if (*at > map->size || !pass_texts(map, at, map->files)) return false;
    map->words = number_at(map, at);
    map->words_at = *at;
    if (*at > map->size || !pass_texts(map, at, map->words)) return false;
    map->functions = number_at(map, at);
    map->functions_at = *at;
    if (*at > map->size || map->functions > UINT16_MAX || !check_functions(map, at)) return false;
    map->variables = number_at(map, at);
    map->variables_at = *at;
    return *at <= map->size && check_variables(map, at);
}

rom_status ox_script_map_open(ox_script_map *map, const uint8_t *bytes, size_t size, uint32_t checksum,
                              rom_error *error) {
    uint32_t at = HEAD;
    *map = (ox_script_map){.bytes = bytes, .size = (uint32_t)size};
    rom_status status = ROM_OK;
    if (size < HEAD || size > INT32_MAX)
        status = rom_fail(error, ROM_TRUNCATED, 0, "%u bytes are no map of a script", (uint32_t)size, 0);
    else if (rom_u32(bytes) != checksum)
        status = rom_fail(error, ROM_BAD_CONTENT_CRC, 0,
                          "the map is of a script of checksum %x, not of %x: pack both from the same texts",
                          rom_u32(bytes), checksum);
    else if (!open_parts(map, &at))
        status = rom_fail(error, ROM_BAD_CHUNK, at < size ? at : (uint32_t)size,
                          "the map of a script is damaged", 0, 0);
    if (status != ROM_OK) *map = (ox_script_map){.bytes = NULL};
    return status;
}

rom_status ox_script_map_of(ox_script_map *map, const uint8_t *chunk, rom_error *error) {
    *map = (ox_script_map){.bytes = NULL};
    if (!rom_has(chunk, ROM_CODE_MAP_AT) || rom_word(chunk + ROM_CODE_MAP_BYTES) == 0 ||
        rom_word(chunk + ROM_CODE_DATA_BYTES) < ROM_SCRIPT_MODULE_SIZE)
        return ROM_OK;
    const uint8_t *module = chunk + rom_word(chunk + ROM_CODE_DATA_AT);
    return ox_script_map_open(map, chunk + rom_word(chunk + ROM_CODE_MAP_AT),
                              rom_word(chunk + ROM_CODE_MAP_BYTES),
                              rom_word(module + ROM_SCRIPT_MODULE_CHECKSUM), error);
}

/* ---- texts ---- */

static const char *text_at(const ox_script_map *map, uint32_t at, uint32_t number) {
    (void)pass_texts(map, &at, number);
    return (const char *)map->bytes + at;
}

const char *ox_script_map_word(const ox_script_map *map, uint32_t number) {
    return number < map->words ? text_at(map, map->words_at, number) : NULL;
}

const char *ox_script_map_word_of(const ox_script_map *map, uint32_t id) {
    const char *word = map->words == 0 ? NULL : text_at(map, map->words_at, 0);
    for (uint32_t i = 0; i < map->words; i++) {
        if (rom_id(word) == id) return word;
        while (*word++ != 0) {
        }
    }
    return NULL;
}

/* ---- functions ---- */

/* The first byte of a function behind its length; its end in *end. */
static uint32_t find_function(const ox_script_map *map, uint32_t number, uint32_t *end) {
    uint32_t at = map->functions_at;
    for (;;) {
        const uint32_t bytes = number_at(map, &at);
        *end = at + bytes;
        if (number-- == 0) return at;
        at = *end;
    }
}

/* The byte of a function's name, with its file in *file. */
static uint32_t find_name(const ox_script_map *map, uint32_t number, uint32_t *file) {
    uint32_t end, at = find_function(map, number, &end);
    *file = number_at(map, &at);
    return at;
}

static void copy_text(char *to, size_t room, size_t *length, const char *from) {
    for (; *from != 0 && *length + 1 < room; from++) to[(*length)++] = *from;
    to[*length] = 0;
}

bool ox_script_map_name(const ox_script_map *map, uint32_t function, char *name, size_t room) {
    uint32_t file, part, at;
    size_t length = 0;
    if (function >= map->functions || room == 0) return false;
    at = find_name(map, function, &file);
    do {
        static const char *const separators[] = {"", ".", " "};
        part = number_at(map, &at);
        copy_text(name, room, &length, text_at(map, map->words_at, part >> 2));
        copy_text(name, room, &length, separators[part & 3u]);
    } while ((part & 3u) != OX_SCRIPT_MAP_END);
    return true;
}

const char *ox_script_map_file(const ox_script_map *map, uint32_t function) {
    uint32_t file;
    if (function >= map->functions) return NULL;
    (void)find_name(map, function, &file);
    return text_at(map, map->files_at, file);
}

/* ---- walks ---- */

ox_script_map_walk ox_script_map_begin(const ox_script_map *map) {
    return (ox_script_map_walk){.map = map, .next = map->functions_at, .function = UINT32_MAX};
}

/* Stands at the statements of a function, whose bytes begin behind its length. */
static void stand_at(ox_script_map_walk *w, uint32_t function, uint32_t at) {
    (void)number_at(w->map, &at);
    (void)pass_name(w->map, &at);
    w->left = number_at(w->map, &at);
    w->at = at;
    w->function = function;
    w->byte = w->line = 0;
}

/* Goes on to the next function; false: that was the last. */
static bool enter_function(ox_script_map_walk *w) {
    uint32_t at = w->next;
    if (w->function + 1u >= w->map->functions) return false;
    const uint32_t bytes = number_at(w->map, &at);
    w->next = at + bytes;
    stand_at(w, w->function + 1u, at);
    return true;
}

bool ox_script_map_next_row(ox_script_map_walk *w, ox_script_map_row *row) {
    while (w->left == 0)
        if (!enter_function(w)) return false;
    w->left--;
    w->byte += number_at(w->map, &w->at);
    w->line = moved(w->line, number_at(w->map, &w->at));
    *row = (ox_script_map_row){w->function, w->byte, w->line};
    return true;
}

bool ox_script_map_next_variable(ox_script_map_walk *w, ox_script_map_variable *v) {
    while (w->left == 0 && enter_function(w)) {
        for (; w->left > 0; w->left--) {
            (void)number_at(w->map, &w->at);
            (void)number_at(w->map, &w->at);
        }
        w->left = number_at(w->map, &w->at);
    }
    if (w->left > 0) {
        w->left--;
        read_local(w->map, &w->at, v);
        v->function = w->function;
        return true;
    }
    if (w->at < w->map->variables_at) w->at = w->map->variables_at;
    if (w->at >= w->map->size || w->map->variables == 0) return false;
    const uint32_t owner = number_at(w->map, &w->at);
    read_variable(w->map, &w->at, v);
    v->function = OX_SCRIPT_NONE;
    v->behaviour = owner == 0 ? (uint32_t)OX_SCRIPT_NONE : owner - 1u;
    v->from = 0;
    v->to = UINT16_MAX;
    return true;
}

uint32_t ox_script_map_line(const ox_script_map *map, uint32_t function, uint32_t byte) {
    uint32_t end, line = 0;
    ox_script_map_row row;
    if (function >= map->functions) return 0;
    ox_script_map_walk walk = {.map = map};
    stand_at(&walk, function, find_function(map, function, &end));
    while (walk.left > 0 && ox_script_map_next_row(&walk, &row) && row.byte <= byte) line = row.line;
    return line;
}
