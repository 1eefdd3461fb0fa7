/* Writes a report when a game crashes (kernel/inspect/crash.h): as oxcart-crash-....txt in the folder of who plays, on stderr, and in the picture.
 *
 *     crash_watch(port, console);          from now on faults of the process are those of this game
 *     crash_watch(NULL, NULL);             before the console closes
 *
 * Behind the report the process ends by its signal, as it would have without. A fault in the report does not loop, and twenty seconds end it in any case. */
#ifndef OXCART_TOOLS_PLAY_CRASH_H
#define OXCART_TOOLS_PLAY_CRASH_H

#include "kernel/console/console.h"

void crash_watch(plat *port, const ox_console *console);

/* Writes the report of a fault, for a handler that goes on by itself; `context` is the handler's. Nothing where no game is watched, or its report is written. */
void crash_tell(int signal, void *context);

#endif
