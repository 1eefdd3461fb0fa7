/* Lines of a file for the console of the inside view: at the start of a game, and by `exec FILE` in the console itself. */
#ifndef OXCART_TOOLS_PLAY_CONSOLE_LINES_H
#define OXCART_TOOLS_PLAY_CONSOLE_LINES_H

#include "kernel/inspect/inspect.h"
#include "tools/report/report.h"

enum { CONSOLE_LINES_DEEP = 4 }; /* files within files */

typedef struct console_lines {
    ox_inspect *view;
    const char *options; /* texts of options, with commas: the last one takes what is kept; or NULL */
    const char *folder;  /* of the cart that plays, or its image; or NULL */
    int deep;
} console_lines;

/* Does the lines of a file. False, and an error: it cannot be read, or a line was refused. */
bool console_lines_do(console_lines *c, const char *path, tool_error *error);

/* ox_inspect.other: `exec FILE`; `keep [PATH]`, which writes options into the last of their texts; `dump FILE NAME[.COMPONENT]`, which keeps the lines of `values` in a file; `= EXPRESSION` and `script FILE`,
 * whose lines are expressions of Goad. */
bool console_lines_other(void *lines, const char *line, char *answer, size_t size);

#endif
