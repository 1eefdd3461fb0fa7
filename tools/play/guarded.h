/* Runs code of a cart so that the command outlives it: what crashes, or does not end, is left where it is.
 *
 *     guarded_fault fault;
 *     if (!guarded_run(port, work, context, &fault)) fprintf(stderr, "oxcart: %s\n", fault.text);
 *
 * Signals of this thread lead back here. What the code held is lost: memory of a console is thrown away as a whole by who calls. The text names the
 * file and line of the cart's C that was at work last, where the debug information of its shared object and the program addr2line are there.
 * One guarded run of a process at a time. Cost: about a microsecond. */
#ifndef OXCART_TOOLS_PLAY_GUARDED_H
#define OXCART_TOOLS_PLAY_GUARDED_H

#include "kernel/module/module.h"
#include "platform/platform.h"

enum { GUARDED_PATIENCE = 3000000 /* microseconds of work until code counts as endless */ };

typedef struct guarded_fault {
    char text[400]; /* one line */
} guarded_fault;

struct ox_cart;

/* False after a crash, or after GUARDED_PATIENCE. `modules` and `game`: whose shared objects places are looked for in. */
bool guarded_run(plat *port, void (*work)(void *context), void *context, const ox_module *const *modules,
                 const struct ox_cart *game, guarded_fault *fault);

/* "ball.c:31 in `step`" of a return address, by debug information and the program addr2line; false where these are not there. */
bool guarded_place(uintptr_t address, char *place, size_t size);

/* Whether a debugger is attached to the process. */
bool guarded_is_traced(void);

#endif
