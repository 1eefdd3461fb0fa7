/* The report of a crash on the MPS2 board (kernel/inspect/crash.h): faults of the processor and failed assertions. It goes out by semihosting.
 *
 *     mps2_crash_watch(&port, console);              from now on
 *     mps2_crash_watch(&port, NULL);                 the console closes
 *
 * A fault leaves the handler at once, for a stack of its own, so a fault in the report comes back to
 * the handler, which goes on behind the section that faulted. After that the program ends with exit code 3. */
#ifndef OXCART_MPS2_CRASH_H
#define OXCART_MPS2_CRASH_H

#include "kernel/console/console.h"
#include "platform/mps2/mps2.h"

void mps2_crash_watch(plat *port, const ox_console *console);

/* Faults on purpose, for tests: in a call within a call. `again`: so does the report's look at its first caller. */
void mps2_crash(bool again);

#endif
