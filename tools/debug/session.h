/* A debugging session: the scripts of a game that plays, breakpoints by file and line, and where the game stands. Front
 * ends (terminal.h, adapter.h) ask and tell the person.
 *
 *     debug_session *s = debug_open(folder, &front);
 *     settings.before = debug_before_frame;  settings.ended = debug_ended;  settings.context = s;   tools/play/play.h
 *     ... play_image ...
 *     debug_close(s);
 *
 * Scripts that are put anew into the running game keep their breakpoints; their counts begin anew. */
#ifndef OXCART_TOOLS_DEBUG_SESSION_H
#define OXCART_TOOLS_DEBUG_SESSION_H

#include <stdio.h>

#include "kernel/console/console.h"
#include "tools/debug/look.h"
#include "tools/debug/trace.h"

enum {
    DEBUG_SCRIPTS = 8,
    DEBUG_BREAKS = OX_SCRIPT_BREAKS,
    DEBUG_TRACE = 256,
    DEBUG_TRACE_OF_FRAME = 1 << 16
};

/* A breakpoint: by file and line, or by the name of a function. */
typedef struct debug_break {
    bool used, bound; /* bound: some statement was found */
    char file[DEBUG_WORDS], function[DEBUG_WORD];
    uint32_t line, wanted; /* the line where it stands; the one that was asked for */
    char condition[DEBUG_WORDS / 2], log[DEBUG_WORDS / 2];
    uint32_t hits, from, every; /* stops at hit `from`, then every `every` hits; 0: each */
} debug_break;

typedef struct debug_script {
    uint32_t id;
    char name[DEBUG_WORD];
    debug_symbols symbols;
    debug_texts texts;
    bool has_texts;
    char refusal[DEBUG_WORDS / 2]; /* why there are no texts */
    ox_script_debugger debugger;
    uint8_t *statements;
    ox_script_traced *trace; /* DEBUG_TRACE rows; DEBUG_TRACE_OF_FRAME, where a trace is written */
    uint32_t written;        /* rows of them that trace.h has written */
    struct debug_session *of;
} debug_script;

typedef struct debug_session debug_session;

/* Where the game stands, for front ends. */
typedef struct debug_stop {
    debug_script *script;
    ox_script_stopped what;
    ox_script_frame frames[OX_SCRIPT_STACK_MOST];
    uint32_t frame_count;
    int stopped_break; /* number of the breakpoint, -1 */
} debug_stop;

typedef struct debug_front {
    ox_script_step (*ask)(void *context, debug_session *s); /* the game stands (debug_session.stop) */
    void (*tell)(void *context, const char *line);          /* what a log point says */
    bool (*between)(void *context, debug_session *s);       /* before each frame; false: the game ends */
    void *context;
} debug_front;

struct debug_session {
    debug_front front;
    cart *texts; /* NULL: no folder */
    char folder[DEBUG_WORDS];
    ox_console *console;
    debug_script scripts[DEBUG_SCRIPTS];
    uint32_t script_count;
    debug_break breaks[DEBUG_BREAKS];
    char watched[OX_SCRIPT_WATCHES][DEBUG_WORDS]; /* names of the watched cells, by the number of the watch */
    debug_stop stop;
    bool stands, stops_at_faults, stops_at_states, done;
    uint32_t until;       /* number + 1 of a breakpoint that goes at the next stop; 0: none */
    const char *coverage; /* file that tells what ran, written when the game ends; NULL: none */
    debug_trace *trace;   /* NULL: none is written */
    bool failed;          /* the file of the coverage could not be written */
};

/* `path` is the cart's folder, or a ROM image, which knows lines and variables, but no expressions. NULL without
 * memory. */
debug_session *debug_open(const char *path, const debug_front *front);
void debug_close(debug_session *s);

/* play_settings.before: attaches to machines that are new. */
bool debug_before_frame(void *session, ox_console *console);

/* play_settings.ended: writes the coverage, and the rest of the trace. */
void debug_ended(void *session, ox_console *console);

/* Sets a breakpoint; its number, or -1 when there is no room. It is bound as soon as a script has the line. */
int debug_break_add(debug_session *s, const debug_break *wanted);
void debug_break_remove(debug_session *s, uint32_t number);
void debug_break_clear(debug_session *s, const char *file); /* those of a file; NULL: all of functions */

/* Asks to stop at the next statement. */
void debug_pause(debug_session *s);
void debug_stop_at_faults(debug_session *s, bool stops);
void debug_stop_at_states(debug_session *s, bool stops); /* at every change of an instance's state */

/* Where frame `frame` of the stopped game is, for looks. */
debug_at debug_where(debug_session *s, uint32_t frame);

/* Where expressions are looked at in a game that runs, without a session: in the behaviour of an object, or {0}, else by the first script's globals. `of` gets the symbols that *at points to, `id` is the script's. False: the
 * game has no scripts. */
bool debug_where_object(ox_console *console, ox_handle object, debug_at *at, debug_symbols *of, uint32_t *id);

/* Watches a variable of one cell, by its name where the game stands. The number, or -1 and the reason. */
int debug_watch(debug_session *s, uint32_t frame, const char *name, char *said, size_t room);

/* "game.goad:12 Hero on tick" */
void debug_place_text(const debug_script *script, ox_script_place place, char *text, size_t room);

/* The name of a state (its number, or -1: none). */
void debug_state_word(const debug_script *script, int32_t state, char *text, size_t room);

/* Why the game stands, in words. */
void debug_why(const debug_session *s, char *text, size_t room);

/* Writes what ran: for each line of each file how often, and a last line `covered N of M lines`. */
void debug_coverage(const debug_session *s, FILE *out);

#endif
