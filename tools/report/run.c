/* The report of a run of the oxcart command: there is one run in a process, so there is one report. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/report/run.h"

static struct {
    tool_report said;
    json_writer out;
    bool json, begun, internal;
} run = {.said = {.tell = report_print}};

tool_report *command_report(void) {
    if (run.json) run.said.tell = NULL;
    return &run.said;
}

bool *command_wants_json(void) { return &run.json; }

json_writer *command_json(void) {
    if (!run.json) return NULL;
    if (!run.begun) json_begin_object(&run.out, NULL);
    run.begun = true;
    return &run.out;
}

void command_json_lines(json_writer *json, const char *name, const char *text) {
    json_begin_array(json, name);
    while (*text != 0) {
        size_t length = strcspn(text, "\n");
        json_text_part(json, NULL, text, length);
        text += length + (text[length] == '\n');
    }
    json_end_array(json);
}

int command_failed(const tool_error *error) {
    run.internal = run.internal || report_is_internal(error);
    report_error(command_report(), error);
    return run.internal ? EXIT_INTERNAL : EXIT_BAD;
}

void command_begin_again(tool_report *own) {
    report_free(own);
    *own = (tool_report){.tell = report_print, .quiet = run.said.quiet, .strict = run.said.strict};
}

int command_no_memory(void) {
    tool_error error;
    import_error_memory(&error, NULL);
    return command_failed(&error);
}

int command_end(const char *verb, int code) {
    json_writer *out = code == EXIT_USAGE ? NULL : command_json();
    if (code == EXIT_GOOD && run.said.errors > 0) code = EXIT_BAD;
    if (run.internal && code == EXIT_BAD) code = EXIT_INTERNAL;
    if (out != NULL) {
        report_json(&run.said, out);
        json_text(out, "verb", verb);
        json_signed(out, "exit", code);
        json_end_object(out);
        if (!json_print(out) && code == EXIT_GOOD) code = EXIT_BAD;
    } else {
        report_end(&run.said);
    }
    writer_free(&run.out.text);
    report_free(&run.said);
    run.internal = run.begun = false; /* the process may begin another run */
    return code;
}
