/* The messages of a run about its input: every mistake, warning and note in one list, in the order of telling.
 *
 *     tool_report r = {.tell = report_print};
 *     if (!import_...(path, &error)) report_error(&r, &error);      go on with the next
 *     report_warning(&r, "cart.txt", 7, "mesh `%s` has no texture coordinates", name);
 *     return r.errors > 0 ? EXIT_BAD : EXIT_GOOD;
 *
 * A message as a line: `file:line:column: error: sentence`, where line or column are known; `file@offset: error:
 * sentence` for bytes; `file: error: sentence` for a whole file; `oxcart: error: sentence` for no file. A message as
 * JSON: a member of `messages`, see report_json.
 *
 * A step that runs beside others (tools/step/step.h) does not report itself: it leaves its mistakes in its result, and whoever ran
 * the steps tells them in the order of the list, so the order does not depend on the number of processors. */
#ifndef OXCART_TOOLS_REPORT_REPORT_H
#define OXCART_TOOLS_REPORT_REPORT_H

#include <stdarg.h>

#include "tools/base/error.h"
#include "tools/report/json_writer.h"

/* The most errors that are told. Further errors are counted, and report_end says how many they are. */
enum { REPORT_ERRORS_MOST = 100 };

typedef enum report_severity { REPORT_NOTE, REPORT_WARNING, REPORT_ERROR } report_severity;

typedef struct report_entry {
    report_severity severity;
    tool_error what;
} report_entry;

/* All zero is an empty report that tells nothing and keeps everything. */
typedef struct tool_report {
    void (*tell)(void *argument, report_severity severity,
                 const tool_error *what); /* called at once for each message; NULL: nobody is told */
    void *argument;
    bool strict; /* warnings are errors */
    bool quiet;  /* warnings and notes are counted and kept, not told */
    report_entry *entries;
    uint32_t count, room;
    uint32_t errors, warnings, notes; /* messages that were reported, told or not */
} tool_report;

/* Each function takes a report or NULL (nothing happens). report_error returns false. An error that the report
 * already holds, to the letter, is not told again: whoever finds a mistake reports it, and whoever passes it on need
 * not know that. An empty text stands for a mistake of the program itself: see report_is_internal. */
bool report_error(tool_report *r, const tool_error *what);
void report_warning(tool_report *r, const char *file, unsigned long line, const char *format, ...)
    IMPORT_PRINTF(4, 5);
void report_note(tool_report *r, const char *file, unsigned long line, const char *format, ...)
    IMPORT_PRINTF(4, 5);
void report_add(tool_report *r, report_severity severity, const tool_error *what);

/* Whether a function failed without saying why: a mistake of this program, not of its input. */
bool report_is_internal(const tool_error *what);

/* Writes the line of a message, terminated. */
enum { REPORT_LINE = 600 };
void report_line(report_severity severity, const tool_error *what, char line[REPORT_LINE]);

/* For `tell`: prints the message's line to standard error, on a terminal over the line of progress. */
void report_print(void *argument, report_severity severity, const tool_error *what);

/* Says how many errors were not told. */
void report_end(const tool_report *r);

/* The members "errors", "warnings" (numbers) and "messages": an array of {"severity", "file", "line", "column", "offset",
 * "text"}. Members that are not known are left out. */
void report_json(const tool_report *r, json_writer *out);

void report_free(tool_report *r);

#endif
