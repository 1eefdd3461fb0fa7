/* The debugger as lines of text: commands come from a stream, answers go to another one. A person types them, a program
 * sends them through a pipe.
 *
 *     break game.goad:12 if hp < 3
 *     = 1
 *     continue
 *     * breakpoint 1 at game.goad:12 Hero on tick
 *
 * Each answer ends with a line that begins with `=` (done, with what it gives) or `!` (refused, with the reason). A line that
 * begins with `*` tells that the game stands, one with `-` what a log point says, one with `~` the value of an expression that
 * every stop shows: `~ 1 total = 6, was 4` where the value changed since the stop before, `gone` where its names are out of sight. Lines of commands have at most
 * DEBUG_LINE bytes; whatever the bytes, the answer is a line. */
#ifndef OXCART_TOOLS_DEBUG_TERMINAL_H
#define OXCART_TOOLS_DEBUG_TERMINAL_H

#include "tools/debug/session.h"

enum { DEBUG_LINE = 256, DEBUG_SHOWN = 8 };

/* An expression that every stop shows with its value. */
typedef struct debug_shown {
    char expression[DEBUG_WORDS / 2]; /* empty: the place is free */
    char value[DEBUG_WORDS];          /* at the last stop; empty: none yet */
} debug_shown;

typedef struct debug_terminal {
    FILE *in, *out;
    bool prompts; /* a person types: a prompt stands before each command */
    uint32_t frame;
    bool begun, quits;
    debug_shown shown[DEBUG_SHOWN];
} debug_terminal;

/* The front end; `terminal` stays the caller's. */
debug_front debug_terminal_front(debug_terminal *terminal);

/* Carries out one command. The result says how the game goes on; false: another command is to be read. */
bool debug_command(debug_terminal *terminal, debug_session *s, const char *line, ox_script_step *how);

/* What `help` prints. */
extern const char debug_terminal_help[];

#endif
