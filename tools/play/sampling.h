/* Where a program is, looked at a thousand times a second: a share of time for each of its functions, at nearly no cost.
 *
 *     sampling_begin();                      of the calling thread, from now on
 *     ... work ...
 *     sampling_end();
 *     sampling_report(tell, context);        the dearest first
 *
 * A timer interrupts the thread each 997 microseconds, which frames of a sixtieth of a second have no common measure with, and a counter goes up for the sixteen bytes of code where it was. Functions are those of the program's own symbol table; all else (the
 * system's libraries, C of a cart) is one row. One sampling of a process at a time. */
#ifndef OXCART_TOOLS_PLAY_SAMPLING_H
#define OXCART_TOOLS_PLAY_SAMPLING_H

#include <stdbool.h>
#include <stdint.h>

enum { SAMPLING_PERIOD = 997 /* microseconds */, SAMPLING_BUCKET = 16 /* bytes of code */ };

/* False where the system cannot. */
bool sampling_begin(void);
void sampling_end(void);

typedef struct sampling_row {
    const char *function; /* "(elsewhere)" for what is no code of the program */
    uint32_t samples, all;
} sampling_row;
typedef void sampling_tell(void *context, const sampling_row *row);

/* Tells functions by falling samples; false without memory or symbols. */
bool sampling_report(sampling_tell *tell, void *context);

#endif
