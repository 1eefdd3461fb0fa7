/* Guards of a console against carts that run wild: a cart whose frame never ends, and a cart that goes on asking a
 * full queue or pool for room.
 *
 *     ox_console_watch(console, "event queue", &events.overflowed);      from the cart's start
 *
 * A counter of refusals may grow: a queue or pool that is full now and then is a normal outcome. A counter that grows
 * in every step for OX_GUARD_STEPS steps on end (a second) belongs to a cart that will not stop by itself. And a cart
 * whose frame does not end within the watch time (ox_boot_options.watch) hangs in a loop. Both faults end the game
 * with a screen that says what was done, in which step, and where; the screen stays until a button is pressed, at
 * most ten seconds where frames are paced, then the program ends. */
#ifndef OXCART_KERNEL_CONSOLE_GUARD_H
#define OXCART_KERNEL_CONSOLE_GUARD_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/text/buffer.h"

enum { OX_GUARD_COUNTERS = 4, OX_GUARD_STEPS = 60, OX_GUARD_FRAMES = 600 };
#define OX_WATCH_DEFAULT 5000000u /* microseconds of work */

typedef struct ox_guarded {
    const char *name;
    const uint32_t *counter;
    uint32_t last, first; /* value after the last step; value before the row of growing steps began */
    uint32_t row;         /* steps in a row in which the counter grew */
} ox_guarded;

/* Counters of a module that makes queues and tables, watched beside those of ox_console_watch. `tell` adds the
 * module's words to the screen's sentence. */
typedef struct ox_guarded_tables {
    ox_guarded *list;
    uint32_t count;
    void (*tell)(void *context, const ox_guarded *guarded, ox_text *out);
    void *context;
} ox_guarded_tables;

typedef struct ox_guard {
    ox_guarded counters[OX_GUARD_COUNTERS];
    uint32_t count;
    ox_guarded_tables tables;
    const char *doing; /* what the cart is doing now, for the screen */
} ox_guard;

struct ox_console;

/* Called before a frame and after it: starts and stops the watch on the frame's time. */
void ox_guard_begin(struct ox_console *console);
void ox_guard_end(struct ox_console *console);

/* Watches the counters of a module until the cart stops. */
void ox_guard_tables(struct ox_console *console, const ox_guarded_tables *tables);

/* Called after a step: ends the game when a counter has grown too long. */
void ox_guard_stepped(struct ox_console *console);

#endif
