/* Compiling texts in tests: sources by `compile_script`, the report as lines. */
#ifndef OXCART_SCRIPT_TEXT_H
#define OXCART_SCRIPT_TEXT_H

#include <stdio.h>
#include <string.h>

#include "tests/test.h"
#include "tools/script/script.h"

enum { SAID_ROOM = 8192 };
static char said[SAID_ROOM]; /* the errors of the last run: "line:column sentence\n" */
static uint32_t warned;      /* warnings of the last run */

static void keep_line(void *argument, report_severity severity, const tool_error *what) {
    size_t length = strlen(said);
    (void)argument;
    if (severity == REPORT_WARNING) warned++;
    if (severity != REPORT_ERROR) return;
    snprintf(said + length, SAID_ROOM - length, "%lu:%lu %s\n", what->line, what->column,
             what->text + what->sentence);
}

static bool compile_options(const char *text, const script_options *options, writer *image) {
    script_source source = {"t.goad", text, strlen(text)};
    tool_report report = {.tell = keep_line};
    said[0] = 0;
    warned = 0;
    bool good = script_compile(&source, 1, options, &report, image);
    report_free(&report);
    return good;
}

static inline bool compile_script(const char *text, writer *image) {
    return compile_options(text, NULL, image);
}

#endif
