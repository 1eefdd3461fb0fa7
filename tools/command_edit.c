/* oxcart edit: the world editor, in a window or by a script of commands. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/arguments.h"
#include "tools/command.h"
#include "tools/edit/edit.h"
#include "tools/import/file.h"

/* All of standard input, which is no file with a length. */
static bool read_stream(FILE *in, uint8_t **data, size_t *size, tool_error *error) {
    writer out = {0};
    uint8_t part[4096];
    for (size_t got; !out.failed && out.size < EDIT_TEXT_MOST && (got = fread(part, 1, sizeof part, in)) > 0;) writer_bytes(&out, part, got);
    writer_u8(&out, 0);
    if (out.failed) {
        writer_free(&out);
        return import_error_memory(error, "standard input");
    }
    *data = out.data;
    *size = out.size - 1;
    return true;
}

static bool run_script(edit *e, const char *path, tool_error *error) {
    uint8_t *data;
    size_t size;
    bool input = strcmp(path, "-") == 0;
    if (!(input ? read_stream(stdin, &data, &size, error) : import_file_read(path, &data, &size, error))) return false;
    bool ok = edit_run(e, input ? "standard input" : path, (const char *)data, size, error);
    free(data);
    return ok;
}

/* Opens the place that is wished for, telling every mistake in it. */
static bool open_place(edit *e, const char *level, const char *scene, tool_error *error) {
    tool_report *all = command_report();
    if (level != NULL) return edit_go(e, EDIT_LEVEL, level, all, error);
    return scene != NULL ? edit_go(e, EDIT_SCENE, scene, all, error) : edit_go_first(e, all, error);
}

int command_edit(int argc, char **argv) {
    const char *path = NULL, *level = NULL, *scene = NULL, *commands = NULL;
    const argument_option options[] = {{"--level", ARGUMENT_TEXT, &level, 0, 0, NULL},
                                       {"--scene", ARGUMENT_TEXT, &scene, 0, 0, NULL},
                                       {"--commands", ARGUMENT_TEXT, &commands, 0, 0, NULL},
                                       COMMAND_JSON,
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    tool_error error = {.text = ""};
    if (!arguments_parse(argc, argv, options, &path, 1, "the folder of a cart")) return EXIT_USAGE;
    if (level != NULL && scene != NULL) return arguments_wrong("edit", "--level or --scene, not both");
    if (commands == NULL) return arguments_wrong("edit", "--commands FILE is missing");
    edit *e = edit_open(path, &error);
    if (e == NULL) return command_failed(&error);
    e->out = command_json() == NULL ? stdout : NULL;
    bool ok = open_place(e, level, scene, &error) && run_script(e, commands, &error);
    edit_close(e);
    return ok ? EXIT_GOOD : command_failed(&error);
}
