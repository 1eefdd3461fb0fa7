/* oxcart edit: the world editor, in a window or by a script of commands. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/command/command.h"
#include "tools/edit/edit_window.h"
#include "tools/import/base/file.h"
#include "tools/play/remote.h"
#include "tools/report/arguments.h"

/* Reads a stream to its end: standard input has no length beforehand. */
static bool read_stream(FILE *in, uint8_t **data, size_t *size, tool_error *error) {
    writer out = {0};
    uint8_t part[4096];
    for (size_t got; !out.failed && out.size < EDIT_TEXT_MOST && (got = fread(part, 1, sizeof part, in)) > 0;)
        writer_bytes(&out, part, got);
    writer_u8(&out, 0);
    if (out.failed) {
        writer_free(&out);
        return import_error_memory(error, "standard input");
    }
    *data = out.data;
    *size = out.size - 1;
    return true;
}

/* Reads commands from a file or a named pipe, as shells make one of `<(...)`. */
static bool read_commands(const char *path, uint8_t **data, size_t *size, tool_error *error) {
    struct stat status;
    if (strcmp(path, "-") == 0) return read_stream(stdin, data, size, error);
    FILE *pipe = stat(path, &status) == 0 && S_ISFIFO(status.st_mode) ? fopen(path, "rb") : NULL;
    if (pipe == NULL) return import_file_read(path, data, size, error);
    const bool ok = read_stream(pipe, data, size, error);
    (void)fclose(pipe);
    return ok;
}

static bool run_script(edit *e, const char *path, tool_error *error) {
    uint8_t *data;
    size_t size;
    bool input = strcmp(path, "-") == 0;
    if (!read_commands(path, &data, &size, error)) return false;
    bool ok = edit_run(e, input ? "standard input" : path, (const char *)data, size, error);
    free(data);
    return ok;
}

/* Opens the level or scene to edit, telling every mistake in it. */
static bool open_place(edit *e, const char *level, const char *scene, tool_error *error) {
    tool_report *all = command_report();
    if (level != NULL) return edit_go(e, EDIT_LEVEL, level, all, error);
    return scene != NULL ? edit_go(e, EDIT_SCENE, scene, all, error) : edit_go_first(e, all, error);
}

/* Runs commands; their answers go to standard output, or as lines into the report. */
static bool run_told(edit *e, const char *path, tool_error *error) {
    char *text = NULL;
    size_t size = 0;
    json_writer *json = command_json();
    if (json == NULL) {
        e->out = stdout;
        return run_script(e, path, error);
    }
    e->out = open_memstream(&text, &size);
    if (e->out == NULL) return import_error_memory(error, path);
    bool ok = run_script(e, path, error);
    if (fclose(e->out) != 0 && ok) ok = import_error_memory(error, path);
    e->out = NULL;
    if (ok) command_json_lines(json, "answers", text);
    free(text);
    return ok;
}

static int command_edit(int argc, char **argv) {
    play_settings settings = {.title = NULL};
    argument_option options[PLAY_OPTIONS + 5];
    const char *path = NULL, *scene = NULL, *commands = NULL;
    int32_t port = 0;
    int count = play_options(&settings, options);
    options[count++] = (argument_option){"--scene", ARGUMENT_TEXT, &scene, 0, 0, NULL};
    options[count++] = (argument_option){"--commands", ARGUMENT_TEXT, &commands, 0, 0, NULL};
    options[count++] =
        (argument_option){"--connect", ARGUMENT_NUMBER, &port, REMOTE_PORT_LEAST, REMOTE_PORT_MOST, NULL};
    options[count++] = (argument_option)COMMAND_JSON;
    options[count] = (argument_option){NULL, ARGUMENT_END, NULL, 0, 0, NULL};
    tool_error error = {.text = ""};
    if (!arguments_parse(argc, argv, options, &path, 1, "the folder of a cart")) return EXIT_USAGE;
    const char *level = settings.level;
    settings.level = NULL;
    settings.title = path;
    if (level != NULL && scene != NULL) return arguments_wrong("edit", "--level or --scene, not both");
    if (commands == NULL && !play_settle(argv[0], &settings)) return EXIT_USAGE;
    edit *e = edit_open(path, &error);
    if (e == NULL) return command_failed(&error);
    e->port = (uint16_t)port;
    bool ok = open_place(e, level, scene, &error) && (commands == NULL || run_told(e, commands, &error));
    int code = ok ? EXIT_GOOD : command_failed(&error);
    if (ok && commands == NULL) code = edit_by_hand(e, &settings);
    edit_close(e);
    return code;
}

const command_verb verb_edit = {
    {"edit", "put objects into levels and scenes",
     "usage: oxcart edit DIR [--level NAME | --scene NAME] [--driver D | --terminal | --headless] [--size "
     "WxH] [options of oxcart run]\n"
     "       oxcart edit DIR --commands FILE|- [--level NAME | --scene NAME] [--connect PORT] [--json]\n"
     "Changes the levels and scenes of a cart where they stand in its texts: what is not touched keeps its "
     "order, comments and spelling, and\n"
     "undo gives the bytes back. Begins in the cart's first level, else in its start scene.\n"
     "By hand: click selects, drag moves over the ground, drag beside objects turns the camera, wheel zooms; "
     "the bar above chooses a tool.\n"
     "Backspace: the next tool (Look, Move, Place, Set: arrows and Z), A: the next object, X undo, S redo, "
     "Tab and W zoom, Enter plays from\n"
     "here and comes back; Backspace with Z saves, with X deletes, with S copies, with Enter quits. What was "
     "not saved lies in FILE.unsaved,\n"
     "and is there again the next time. --connect PORT: what is changed is at once, unsaved, in the game "
     "that oxcart run --listen PORT plays.\n"
     "--commands: a command a line; after a mistake (FILE:line:column) nothing more is done or written. "
     "`help` among them lists all:\n"
     "  places, open level|scene NAME, create level NAME       types, type NAME [TYPE] mesh=MESH KEY=VALUE "
     "(in "
     "cart.txt)\n"
     "  place TYPE at=X,Y,Z KEY=VALUE, add STATEMENT           list, show, select, move, turn, scale, copy, "
     "delete, rename\n"
     "  set OBJECT KEY VALUE, unset, attach OBJECT BEHAVIOUR    undo, redo, snap, camera, look, bounds, "
     "save, play, shot, send, quit\n"
     "OBJECT is a number of `list`, a name, `selected` or `all`. Object types are the `type` lines "
     "of cart.txt; `set` gives one object another value:\n"
     "an option of its line, a prop of its behaviour, in levels also a field of its components. `play` plays "
     "the scene that has the place, scripts and all.\n"
     "A command that the packer would refuse is not done.\n"
     "example: oxcart edit mygame\n"
     "example: oxcart edit mygame --level town --commands changes.txt\n"},
    command_edit,
};
