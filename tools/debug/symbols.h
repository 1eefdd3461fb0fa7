/* What the CODE chunk of a script tells of its texts: places, functions, variables, and values in words.
 *
 *     debug_symbols of;
 *     if (debug_open_symbols(&of, chunk, machine) && debug_place_of_line(&of, "game.goad", 12, 0, &place)) ...
 *
 * A release has none of it (debug_has_symbols). */
#ifndef OXCART_TOOLS_DEBUG_SYMBOLS_H
#define OXCART_TOOLS_DEBUG_SYMBOLS_H

#include "kernel/script/debug.h"
#include "kernel/script/map.h"

enum { DEBUG_WORD = 64, DEBUG_WORDS = 512 };

typedef struct debug_symbols {
    ox_script_map map; /* of the image that plays */
    const ox_script *machine;
} debug_symbols;

/* Opens the map of a CODE chunk; false: it has none, and there are no symbols. */
bool debug_open_symbols(debug_symbols *of, const uint8_t *chunk, const ox_script *machine);
bool debug_has_symbols(const debug_symbols *of);

/* The line of an instruction, 0: unknown; and the name of the function's file and of the function. */
uint32_t debug_line_of(const debug_symbols *of, ox_script_place place);
void debug_file_of(const debug_symbols *of, uint32_t function, char *name, size_t room);
void debug_function_of(const debug_symbols *of, uint32_t function, char *name, size_t room);

/* Whether a path ends with the name of a file, at the beginning of a component. */
bool debug_is_file(const char *path, const char *name);

/* Statement number `number` of a line, or of the first line behind it that has statements; *line is told. A file goes
 * by its name in cart.txt, or by the end of its path. False when there is none. */
bool debug_place_of_line(const debug_symbols *of, const char *file, uint32_t *line, uint32_t number,
                         ox_script_place *place);

/* The first statement of a function by its name: `Hero.jump`, `Hero on tick`. `on Touch` is every handler of that event, of
 * which `number` chooses one. False when there is none. */
bool debug_place_of_function(const debug_symbols *of, const char *name, uint32_t number,
                             ox_script_place *place);

/* The spelling of a behaviour's or state's id, out of the names of functions; the id where there is none. */
void debug_word_of(const debug_symbols *of, uint32_t id, char *word, size_t room);

/* Sets a bit for each byte of code where a statement begins (ox_script_debugger.statements). */
void debug_statements(const debug_symbols *of, uint8_t *bits, uint32_t code_bytes);

typedef enum debug_scope { DEBUG_LOCAL, DEBUG_OWN, DEBUG_GLOBAL } debug_scope;

typedef struct debug_variable {
    char name[DEBUG_WORD], type[DEBUG_WORD];
    debug_scope scope;
    uint32_t cell, cells, kind;
} debug_variable;

/* Variable `number` of those that are there at a place: locals in sight, own variables of the behaviour (number, or
 * OX_SCRIPT_NONE), globals. False behind the last. */
bool debug_variable_at(const debug_symbols *of, ox_script_place place, uint32_t behaviour, uint32_t number,
                       debug_variable *variable);

/* The innermost variable of that name. */
bool debug_variable_called(const debug_symbols *of, ox_script_place place, uint32_t behaviour,
                           const char *name, debug_variable *variable);

/* Writes cells of a type as people read them: fx in decimal, angles in degrees, a name's spelling where the cart tells
 * it, an object's handle, `[1, 2, 3]`. */
void debug_write(const debug_symbols *of, const debug_variable *variable, const int32_t *cells, char *text,
                 size_t room);

#endif
