/* Signals of a driver that has taken the terminal or the display of the machine: however the program ends, what was taken is given back. There is one
 * terminal per process, and handlers must reach it, so this state lies outside of `plat`.
 *
 * SIGINT, SIGTERM and SIGHUP ask for an end: the driver sees host_signalled.quit; after a few seconds, or with a second signal, the process ends
 * at once. Before a crash kills the process, the driver's function gives everything back. */
#ifndef OXCART_PLATFORM_HOST_HOST_SIGNALS_H
#define OXCART_PLATFORM_HOST_HOST_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* What signals have asked for; the driver clears all but `quit`. */
typedef struct host_signals {
    volatile sig_atomic_t quit; /* the signal's number, or 0 */
    volatile sig_atomic_t stop, continued, resized;
} host_signals;

extern host_signals host_signalled;

/* Installs the handlers. `give_back` is called in a handler before the process ends there: it may use write() and ioctl() alone, and is called once
 * more by each further signal. False: another driver of this process has them. */
bool host_signals_begin(void (*give_back)(void));

/* The handlers from before; nothing where the function has none of them. */
void host_signals_end(void (*give_back)(void));

/* Stops this process as Ctrl-Z does; returns when it goes on. */
void host_signals_stop(void);

#endif
