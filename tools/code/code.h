/* C of a cart: compiled by the system's compiler into a shared object, checked, and loaded into this process.
 *
 *     const char *const files[] = {"mygame/ball.c"};
 *     code_wish wish = {.cart = "mygame/cart.txt", .files = files, .count = 1};
 *     code_built built;
 *     if (!code_build(&wish, &built, &error)) ...             what the compiler says went to the standard error output already
 *     known_add(built.module);
 *
 * What one call is given becomes one shared object, which has one OX_MODULE or one OX_CART (kernel/oxcart/oxcart.h). The compiler is what the variable
 * CC names, else cc. Objects lie in `.oxcart/code` beside cart.txt, or in `code` of the folder that OXCART_CACHE names. Only files that changed, or whose headers
 * did, are compiled again. A shared object that was loaded stays loaded: a game that plays it may go on.
 *
 * THE CHECK. A console has no floating point, heap, files or variables that change outside of the state, and what a cart does must be the same
 * on every machine. Floating point is refused by the compiler, which may use no other registers than those of integers; the rest by the
 * symbols of the objects (code_object.h). A cart that knows better says so: `code ball.c allow=float,globals`. */
#ifndef OXCART_TOOLS_CODE_CODE_H
#define OXCART_TOOLS_CODE_CODE_H

#include "kernel/module/module.h"
#include "tools/base/error.h"
#include "tools/base/writer.h"

struct ox_cart;

enum { CODE_PATH = 1200, CODE_FILES = 30 };

/* What a cart may do all the same, as bits, and their words in that order, ended by NULL. */
enum { CODE_FLOAT = 1, CODE_HEAP = 2, CODE_STDIO = 4, CODE_GLOBALS = 8 };
extern const char *const code_allowances[];

typedef struct code_wish {
    const char *cart;         /* path of cart.txt */
    const char *const *files; /* paths */
    uint32_t count;           /* at most CODE_FILES */
    uint32_t allow;           /* CODE_FLOAT ... */
} code_wish;

typedef struct code_built {
    const ox_module *module;    /* NULL: a whole game */
    const struct ox_cart *game; /* NULL: a module */
    const char *name;           /* of the module or game */
    char path[CODE_PATH];       /* of the shared object, another one whenever the code is */
} code_built;

/* Compiles, checks and loads. False after a sentence. */
bool code_build(const code_wish *wish, code_built *built, tool_error *error);

/* Hears of every file that the objects were made of when they were compiled last, headers of the system left out. */
void code_each_input(const code_wish *wish, void (*hear)(void *context, const char *path), void *context);

/* Everything about modules that is not their functions, as lines of text: components, fields, natives, events, the record. Where two versions have the same
 * lines, the state of the one is that of the other. Either may be NULL. */
void code_describe(const ox_module *module, const struct ox_cart *game, writer *out);

/* ---- shared in this room ---- */

/* Runs a program, found by PATH, with its words (ended by NULL), and waits. Its output goes to the standard error output. The exit code; -1 when
 * there is no such program, -2 for a signal. */
int code_run(const char *const *words);

/* The folder with oxcart.h. False when it is neither installed nor in the build folder. */
bool code_include_folder(char path[CODE_PATH]);

/* Where objects of a cart lie; the folder is made. */
bool code_folder(const char *cart, char path[CODE_PATH], tool_error *error);

#endif
