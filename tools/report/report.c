/* Keeps what a run has to say, and says it as lines or as JSON. */
#define _POSIX_C_SOURCE 200809L
#include "tools/report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const severities[] = {"note", "warning", "error"};

bool report_is_internal(const tool_error *what) { return what->text[0] == 0 || what->internal; }

void report_add(tool_report *r, report_severity severity, const tool_error *what) {
    tool_error said;
    if (r == NULL) return;
    if (what->text[0] == 0)
        import_error_internal(&said, NULL, "something failed without a sentence");
    else
        said = *what;
    if (severity == REPORT_WARNING && r->strict) severity = REPORT_ERROR;
    for (uint32_t i = 0; severity == REPORT_ERROR && i < r->count; i++) {
        if (r->entries[i].severity == severity && strcmp(r->entries[i].what.text, said.text) == 0) return;
    }
    uint32_t *counts[] = {&r->notes, &r->warnings, &r->errors};
    if (++*counts[severity] > REPORT_ERRORS_MOST && severity == REPORT_ERROR) return;
    if (r->tell != NULL && (severity == REPORT_ERROR || !r->quiet)) r->tell(r->argument, severity, &said);
    if (r->count == r->room) {
        uint32_t room = r->room == 0 ? 8 : r->room * 2;
        report_entry *grown = realloc(r->entries, room * sizeof *grown);
        if (grown == NULL) return; /* the message was told and counted */
        r->entries = grown;
        r->room = room;
    }
    r->entries[r->count++] = (report_entry){severity, said};
}

bool report_error(tool_report *r, const tool_error *what) {
    report_add(r, REPORT_ERROR, what);
    return false;
}

static void add_text(tool_report *r, report_severity severity, const char *file, unsigned long line,
                     const char *format, va_list arguments) {
    char sentence[sizeof((tool_error *)0)->text];
    tool_error what;
    if (r == NULL) return;
    vsnprintf(sentence, sizeof sentence, format, arguments);
    if (line > 0)
        import_error_line(&what, file, line, "%s", sentence);
    else
        import_error_file(&what, file, "%s", sentence);
    report_add(r, severity, &what);
}

void report_warning(tool_report *r, const char *file, unsigned long line, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_text(r, REPORT_WARNING, file, line, format, arguments);
    va_end(arguments);
}

void report_note(tool_report *r, const char *file, unsigned long line, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_text(r, REPORT_NOTE, file, line, format, arguments);
    va_end(arguments);
}

void report_line(report_severity severity, const tool_error *what, char line[REPORT_LINE]) {
    char place[64] = "";
    if (what->binary)
        snprintf(place, sizeof place, "@%zu", what->offset);
    else if (what->line > 0 && what->column > 0)
        snprintf(place, sizeof place, ":%lu:%lu", what->line, what->column);
    else if (what->line > 0)
        snprintf(place, sizeof place, ":%lu", what->line);
    snprintf(line, REPORT_LINE, "%.*s%s: %s: %s", what->file > 0 ? (int)what->file : 6,
             what->file > 0 ? what->text : "oxcart", place, severities[severity],
             what->text + what->sentence);
}

void report_print(void *argument, report_severity severity, const tool_error *what) {
    char line[REPORT_LINE];
    (void)argument;
    report_line(severity, what, line);
    fprintf(stderr, "%s%s\n", isatty(STDERR_FILENO) ? "\r\033[K" : "", line);
}

void report_end(const tool_report *r) {
    if (r->errors > REPORT_ERRORS_MOST)
        fprintf(stderr, "oxcart: %u errors, of which the first %d are told\n", r->errors, REPORT_ERRORS_MOST);
}

void report_json(const tool_report *r, json_writer *out) {
    json_number(out, "errors", r->errors);
    json_number(out, "warnings", r->warnings);
    json_begin_array(out, "messages");
    for (uint32_t i = 0; i < r->count; i++) {
        const tool_error *what = &r->entries[i].what;
        json_begin_object(out, NULL);
        json_text(out, "severity", severities[r->entries[i].severity]);
        if (what->file > 0) json_text_part(out, "file", what->text, what->file);
        if (what->line > 0) json_number(out, "line", what->line);
        if (what->column > 0) json_number(out, "column", what->column);
        if (what->binary) json_number(out, "offset", what->offset);
        json_text(out, "text", what->text + what->sentence);
        json_end_object(out);
    }
    json_end_array(out);
}

void report_free(tool_report *r) {
    free(r->entries);
    r->entries = NULL;
    r->count = r->room = 0;
}
