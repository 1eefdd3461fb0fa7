/* Places of releases. */
#include "tools/script/places.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/script/map.h"
#include "rom/chunks.h"

enum { MAGIC = 4, HEAD = 12 };

/* A script of a file. */
typedef struct places {
    uint32_t id, functions;
    const uint8_t *hashes;
    ox_script_map map;
} places;

bool script_places_add(writer *file, uint32_t id, const uint8_t *chunk, const ox_script_module *module) {
    ox_script_map map;
    if (ox_script_map_of(&map, chunk, NULL) != ROM_OK || map.bytes == NULL) return false;
    if (file->size == 0) writer_bytes(file, "OXSP", MAGIC);
    writer_u32(file, id);
    writer_u32(file, map.functions);
    writer_u32(file, map.size);
    for (uint32_t i = 0; i < map.functions; i++) {
        const uint8_t *f = ox_script_record(module, OX_SCRIPT_SECTION_FUNCTIONS, i);
        const uint8_t *code =
            ox_script_record(module, OX_SCRIPT_SECTION_CODE, rom_word(f + ROM_SCRIPT_FUNCTION_CODE));
        writer_u32(file, rom_crc32(0, code, rom_half(f + ROM_SCRIPT_FUNCTION_BYTES)));
    }
    writer_bytes(file, map.bytes, map.size);
    writer_align(file, 4);
    return true;
}

/* Reads the script at *at and moves behind it; false with the reason: it is damaged. */
static bool next_places(const uint8_t *file, size_t size, size_t *at, places *p, rom_error *error) {
    const uint8_t *head = file + *at;
    const size_t left = size - *at;
    *error = (rom_error){ROM_TRUNCATED, 0, "the file ends within a script"};
    if (left < HEAD) return false;
    p->id = rom_u32(head);
    p->functions = rom_u32(head + 4);
    const uint32_t bytes = rom_u32(head + 8);
    if (p->functions > (left - HEAD) / 4 || bytes > left - HEAD - (size_t)p->functions * 4 || bytes < 4)
        return false;
    p->hashes = head + HEAD;
    const uint8_t *map = p->hashes + (size_t)p->functions * 4;
    if (ox_script_map_open(&p->map, map, bytes, rom_u32(map), error) != ROM_OK) return false;
    const size_t end = (size_t)(map - file) + bytes;
    *at = end + (4 - end % 4) % 4;
    *error = (rom_error){ROM_BAD_CHUNK, 0, "a script has not as many functions as its map"};
    return p->map.functions == p->functions;
}

bool script_places_check(const char *name, const uint8_t *file, size_t size, tool_error *error) {
    rom_error why = {ROM_BAD_MAGIC, 0, "these are no places of scripts (pack --release --map)"};
    places p;
    size_t at = 0;
    bool good = size >= MAGIC && memcmp(file, "OXSP", MAGIC) == 0;
    for (size_t next = at = MAGIC; good && at < size; at = good ? next : at)
        good = next_places(file, size, &next, &p, &why);
    return good || import_error_offset(error, name, at > size ? 0 : at, "%s", why.text);
}

/* The script of an id; false: the file has none. */
static bool find_places(const uint8_t *file, size_t size, uint32_t id, places *p) {
    rom_error error;
    for (size_t at = MAGIC; at < size && next_places(file, size, &at, p, &error);)
        if (p->id == id) return true;
    return false;
}

/* Appends `game.goad:12: Hero.jump`; false: the map has no such function. */
static bool put_place(const places *p, uint32_t function, uint32_t byte, writer *out) {
    char name[256], text[600];
    if (!ox_script_map_name(&p->map, function, name, sizeof name)) return false;
    snprintf(text, sizeof text, "%.255s:%lu: %s", ox_script_map_file(&p->map, function),
             (unsigned long)ox_script_map_line(&p->map, function, byte), name);
    writer_bytes(out, text, strlen(text));
    return true;
}

/* The function whose code has a hash; as many as there are: none. */
static uint32_t function_of(const places *p, uint32_t hash) {
    uint32_t i = 0;
    while (i < p->functions && rom_u32(p->hashes + (size_t)i * 4) != hash) i++;
    return i;
}

/* Reads a number behind a word; false: something else stands there. */
static bool take_number(const char **at, const char *word, int base, uint32_t *value) {
    const size_t length = strlen(word);
    char *end;
    if (strncmp(*at, word, length) != 0 || strspn(*at + length, "0123456789abcdef") == 0) return false;
    *value = (uint32_t)strtoul(*at + length, &end, base);
    *at = end;
    return true;
}

/* What calls of a fault look like: those of its own script, behind the first place. */
static void put_calls(const places *p, const char *at, writer *out) {
    while (*at != 0) {
        uint32_t function, byte;
        const char *behind = at;
        if (take_number(&behind, " < function ", 10, &function) &&
            take_number(&behind, " byte ", 10, &byte) && function < p->functions) {
            writer_bytes(out, " < ", 3);
            (void)put_place(p, function, byte, out);
            at = behind;
        } else {
            writer_u8(out, (uint8_t)*at++);
        }
    }
}

void script_places_show(const uint8_t *file, size_t size, const char *line, writer *out) {
    const char *const begin = strstr(line, "script #"), *at = begin;
    uint32_t id, hash, byte;
    places p;
    if (at != NULL && take_number(&at, "script #", 16, &id) && take_number(&at, ", function #", 16, &hash) &&
        take_number(&at, "+", 10, &byte) && find_places(file, size, id, &p) &&
        function_of(&p, hash) < p.functions) {
        writer_bytes(out, line, (size_t)(begin - line));
        (void)put_place(&p, function_of(&p, hash), byte, out);
        put_calls(&p, at, out);
    } else {
        writer_bytes(out, line, strlen(line));
    }
}
