/* A trace of all that scripts do while a game plays, written as text, and compared with that of another run.
 *
 *     debug_trace *t = debug_trace_begin("new.trace", "old.trace", &error)
 *     session->trace = t                          before the game begins
 *     ... the game plays ...
 *     alike = debug_trace_end(t, said, sizeof said)
 *     debug_trace_free(t)
 *
 * A line for each instruction before it runs, and for each change of a state:
 *
 *     12 game.goad:7 Hero on tick byte 9 depth 2 top 45 object 00010003
 *     12 state Idle became Alert, instance 00010001, behind game.goad:9 Hero on tick
 *
 * Steps, places and values are those of the game, so that two runs of one game with the same input give the same text. The first
 * line that differs has the statement behind which the runs parted. Rows of a frame beyond DEBUG_TRACE_OF_FRAME are lost, and a
 * line says how many. */
#ifndef OXCART_TOOLS_DEBUG_TRACE_H
#define OXCART_TOOLS_DEBUG_TRACE_H

#include <stddef.h>

#include "kernel/script/debug.h"
#include "tools/base/error.h"

typedef struct debug_trace debug_trace;

/* Writes to `path` and compares with the file `like`; either may be NULL. NULL and the reason where a file cannot be opened. */
debug_trace *debug_trace_begin(const char *path, const char *like, tool_error *error);
void debug_trace_free(debug_trace *t);

/* Between two frames, and behind the last: writes the rows that are new. */
struct debug_session;
void debug_trace_frame(struct debug_session *s);

/* The game has ended. False: the file could not be written, or the runs are not alike; the reason is said. */
bool debug_trace_end(debug_trace *t, char *said, size_t room);

/* A row as it is written. */
struct debug_script;
void debug_trace_text(const struct debug_script *script, const ox_script_traced *row, char *text,
                      size_t room);

#endif
