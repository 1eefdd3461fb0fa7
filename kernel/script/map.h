/* The map of a script for developers: which line of which text an instruction was made of, and how functions, variables and words are spelled.
 *
 *     ox_script_map map;
 *     if (ox_script_map_open(&map, bytes, size, checksum, &error) == ROM_OK)
 *         ... ox_script_map_line(&map, place), ox_script_map_name(&map, place.function, name, sizeof name) ...
 *
 * The bytes, which need no alignment; a V is a number of 7 bits a byte, the lowest first, the high bit set in all but the last byte; a Z is a V of
 * 2n, or of -2n - 1 where n is below 0:
 *
 *     u32  checksum of the module that the map belongs to: a map of another module is refused
 *     V    files, then each name with a zero byte
 *     V    words, then each with a zero byte: all that names are made of, each once
 *     V    functions, then for each
 *              V bytes that follow of this function
 *              V file
 *              name: V of 4 word + SEPARATOR for each part, where SEPARATOR is 0 at the end, 1 a point, 2 a blank
 *              V statements, each V bytes of code since the last, Z lines since the last (of the first: since 0)
 *              V locals, each V name, V type, V 16 cell + kind, V cells, V first byte of code, V bytes of code where it is there + 1; 0: to the end
 *     V    variables, each V 1 + behaviour (0: of the module), V name, V type, V 16 cell + kind, V cells
 *
 * Opening looks at every byte once; afterwards nothing reads beyond the map. Releases have none: they tell functions by the hashes of their
 * code, which maps that were written beside the release resolve (tools/script/places.h).
 * Cost: opening is a walk over all bytes, a line or a name one over the functions before it. Size: a third of the module.
 * (Variable-length numbers and zigzag: Protocol Buffers, Encoding; statement tables: DWARF 5, section 6.2.) */
#ifndef OXCART_KERNEL_SCRIPT_MAP_H
#define OXCART_KERNEL_SCRIPT_MAP_H

#include "kernel/script/module.h"
#include "rom/rom.h"

/* What stands behind a part of a name. */
enum { OX_SCRIPT_MAP_END, OX_SCRIPT_MAP_POINT, OX_SCRIPT_MAP_BLANK };

typedef struct ox_script_map {
    const uint8_t *bytes; /* NULL: there is no map */
    uint32_t size;
    uint32_t files, words, functions, variables; /* how many */
    uint32_t files_at, words_at, functions_at, variables_at;
} ox_script_map;

/* Opens a map, which stays where it is. ROM_BAD_CONTENT_CRC: it belongs to a module of another checksum (kernel/script/module.h); ROM_BAD_CHUNK,
 * ROM_TRUNCATED: it is damaged. Then there is none. */
rom_status ox_script_map_open(ox_script_map *map, const uint8_t *bytes, size_t size, uint32_t checksum,
                              rom_error *error);

/* Opens the map of a checked CODE chunk, likewise. A chunk without a map, such as a release's, is good: then map->bytes is NULL. */
rom_status ox_script_map_of(ox_script_map *map, const uint8_t *chunk, rom_error *error);

/* The line of an instruction, 0: unknown. */
uint32_t ox_script_map_line(const ox_script_map *map, uint32_t function, uint32_t byte);

/* The spelling of a function with that of its behaviour (`Hero.jump`, `Hero on tick`), cut to `room` bytes with a zero. False, and nothing is
 * written: there is no such function. */
bool ox_script_map_name(const ox_script_map *map, uint32_t function, char *name, size_t room);

/* The name of the file of a function, which lies in the map; NULL: there is no such function. */
const char *ox_script_map_file(const ox_script_map *map, uint32_t function);

/* A word by its number, and the word that has an id; NULL: there is none. */
const char *ox_script_map_word(const ox_script_map *map, uint32_t number);
const char *ox_script_map_word_of(const ox_script_map *map, uint32_t id);

/* Statements, by rising function and byte. */
typedef struct ox_script_map_row {
    uint32_t function, byte, line;
} ox_script_map_row;

/* Variables: locals by function in the order of the text, then those of the module and of behaviours. */
typedef struct ox_script_map_variable {
    uint32_t name, type; /* words */
    uint32_t function;   /* whose local it is, OX_SCRIPT_NONE: of the module or of a behaviour */
    uint32_t behaviour;  /* whose instances have it, OX_SCRIPT_NONE: none */
    uint32_t cell, cells, kind;
    uint32_t from,
        to; /* of a local: bytes of the function's code where it is there, without `to`; UINT16_MAX: to the end */
} ox_script_map_variable;

/* A walk over all statements, or all variables: begun with that map, false behind the last. */
typedef struct ox_script_map_walk {
    const ox_script_map *map;
    uint32_t at, next, function, left;
    uint32_t byte, line;
} ox_script_map_walk;

ox_script_map_walk ox_script_map_begin(const ox_script_map *map);
bool ox_script_map_next_row(ox_script_map_walk *walk, ox_script_map_row *row);
bool ox_script_map_next_variable(ox_script_map_walk *walk, ox_script_map_variable *variable);

#endif
