/* A run of the oxcart command: its words (arguments.h) and its one report. */
#ifndef OXCART_TOOLS_REPORT_RUN_H
#define OXCART_TOOLS_REPORT_RUN_H

#include "tools/report/arguments.h"
#include "tools/report/json_writer.h"
#include "tools/report/report.h"

/* The messages of this run: lines on standard error as they come, or, with --json, one object on standard
 * output at the end. A verb that can put its findings into that object has COMMAND_JSON among its options; then command_json
 * gives the object for the verb's members, and the verb prints nothing itself. Where command_json gives NULL, the
 * verb prints text. */
tool_report *command_report(void);
json_writer *command_json(void);
bool *command_wants_json(void);
#define COMMAND_JSON                                                                                         \
    { "--json", ARGUMENT_FLAG, command_wants_json(), 0, 0, NULL }
#define COMMAND_STRICT                                                                                       \
    { "--strict", ARGUMENT_FLAG, &command_report()->strict, 0, 0, NULL }

/* Writes the lines of a text as an array of strings. */
void command_json_lines(json_writer *json, const char *name, const char *text);

/* Reports the error. Gives EXIT_BAD, or EXIT_INTERNAL when the error has no sentence, which is a mistake of this
 * program. */
int command_failed(const tool_error *error);
int command_no_memory(void);

/* Empties a report beside the run's own, whose messages go to standard error: for builds that may fail and be mended
 * while the run goes on. */
void command_begin_again(tool_report *own);

/* The end of a run: the rest of the report, and the exit code that `code` becomes with it. */
int command_end(const char *verb, int code);

#endif
