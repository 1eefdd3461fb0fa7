/* Looking at expressions of Goad where a game stands: compiled together with the cart's own texts, as a function that may
 * change nothing, and run by a machine of its own over the game's globals and objects.
 *
 *     debug_look look;
 *     if (debug_look_make(&at, "hp * 2 > limit", NULL, &look, error, sizeof error) &&
 *         debug_look_run(&at, &look, cells, error, sizeof error)) ... cells, look.result
 *     debug_look_free(&look);
 *
 * Locals, own variables and globals are known by their names, and so are functions, constants, types and whatever natives
 * only look. An expression that would change something is refused by the compiler, one that takes longer than
 * DEBUG_LOOK_LIMIT instructions by the machine. One that was made may run at every later visit of its place. */
#ifndef OXCART_TOOLS_DEBUG_LOOK_H
#define OXCART_TOOLS_DEBUG_LOOK_H

#include "tools/base/writer.h"
#include "tools/cart/cart.h"
#include "tools/debug/symbols.h"
#include "tools/script/script.h"

enum { DEBUG_LOOK_LIMIT = 1000, DEBUG_LOOK_INPUTS = 16 };

/* The texts that a script was made of. Set up by debug_texts_read, freed by debug_texts_free. */
typedef struct debug_texts {
    script_source *sources; /* one more than `count` has room */
    char **paths;
    uint8_t **data;
    size_t count;
    char *rows; /* declarations of the cart's tables of data */
    int32_t rate;
    bool same; /* they compile to the very module that plays */
} debug_texts;

/* Reads the texts of script `id` of a cart's folder and compares them with the module that plays. False and a
 * sentence when they cannot be read. */
bool debug_texts_read(const cart *c, uint32_t id, const debug_symbols *of, debug_texts *texts, char *error,
                      size_t room);
void debug_texts_free(debug_texts *texts);

/* Where and in what an expression is looked at. */
typedef struct debug_at {
    const debug_symbols *of;
    const debug_texts *texts;
    const ox_script_natives *natives;
    ox_script *machine;
    ox_script_place place;
    int32_t *locals; /* of the frame, or NULL */
    ox_handle instance;
    uint32_t object;
} debug_at;

/* The cells of a variable there; NULL when they are gone. */
int32_t *debug_cells_of(const debug_at *at, const debug_variable *variable);

/* The behaviour (number) whose code stands there, OX_SCRIPT_NONE for none. */
uint32_t debug_behaviour_of(const debug_at *at);

typedef struct debug_look {
    writer image;
    uint32_t function;
    debug_variable inputs[DEBUG_LOOK_INPUTS];
    uint32_t input_count;
    bool takes_self;
    debug_variable result; /* its type, kind and cells */
} debug_look;

/* Compiles an expression for a place. `type` is the wanted type, or NULL: whatever it has. */
bool debug_look_make(const debug_at *at, const char *expression, const char *type, debug_look *look,
                     char *error, size_t room);
bool debug_look_run(const debug_at *at, const debug_look *look, int32_t cells[OX_SCRIPT_RESULTS], char *error,
                    size_t room);
void debug_look_free(debug_look *look);

/* Makes, runs, writes as text and frees; false and the reason in `text`. */
bool debug_look_at(const debug_at *at, const char *expression, char *text, size_t room);

/* Sets a variable to the value of an expression; false and the reason in `text`, else the new value. */
bool debug_set(const debug_at *at, const char *name, const char *expression, char *text, size_t room);

#endif
