/* oxcart debug: plays a game whose scripts stop where one wants to look. */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/command/command.h"
#include "tools/debug/adapter.h"
#include "tools/debug/terminal.h"
#include "tools/play/play.h"
#include "tools/report/arguments.h"

/* Plays an image with a session; what the front end writes goes to a stream of its own. */
static int play(const char *path, const writer *image, play_settings *settings, debug_session *s) {
    writer next = {0};
    settings->before = debug_before_frame;
    settings->ended = debug_ended;
    settings->context = s;
    player *p = play_open(settings);
    if (p == NULL) return EXIT_BAD;
    const play_end end = play_image(p, path, image->data, image->size, NULL, &next);
    writer_free(&next);
    return play_close(p, end);
}

/* The stream of answers. Standard output becomes standard error, so that nothing of the game stands between them. */
static FILE *own_output(void) {
    const int copy = dup(STDOUT_FILENO);
    FILE *out = copy < 0 ? NULL : fdopen(copy, "w");
    fflush(stdout);
    if (out != NULL && dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        fclose(out);
        return NULL;
    }
    return out;
}

static int debug_game(const char *path, play_settings *settings, bool adapter, const char *coverage,
                      const char *commands) {
    writer image = {0};
    tool_error error = {.text = ""};
    FILE *in = stdin, *out = adapter ? own_output() : stdout;
    debug_terminal terminal = {.out = out, .begun = coverage != NULL && commands == NULL};
    debug_adapter *dap = adapter && out != NULL ? debug_adapter_open(in, out) : NULL;
    if (out == NULL || (adapter && dap == NULL)) return command_no_memory();
    if (commands != NULL && (in = fopen(commands, "r")) == NULL) {
        import_error_file(&error, commands, "cannot be read");
        return command_failed(&error);
    }
    terminal.in = in;
    terminal.prompts = in == stdin && isatty(STDIN_FILENO) == 1;
    int code = EXIT_BAD;
    if (!command_make_image(path, true, &image, &error)) {
        code = command_failed(&error);
    } else {
        const debug_front front = adapter ? debug_adapter_front(dap) : debug_terminal_front(&terminal);
        debug_session *s = debug_open(path, &front);
        if (s != NULL) s->coverage = coverage;
        code = s == NULL ? command_no_memory() : play(path, &image, settings, s);
        if (s != NULL && s->failed) {
            import_error_file(&error, coverage, "cannot be written");
            code = command_failed(&error);
        }
        debug_close(s);
    }
    if (adapter) debug_adapter_close(dap, code);
    if (adapter) fclose(out);
    if (in != stdin) fclose(in);
    writer_free(&image);
    return code;
}

static int command_debug(int argc, char **argv) {
    play_settings settings = {.title = NULL};
    argument_option options[PLAY_OPTIONS + 6];
    const char *path = NULL, *coverage = NULL, *commands = NULL;
    bool adapter = false;
    int count = play_options(&settings, options);
    settings.listen = -1;
    options[count++] = (argument_option){"--dap", ARGUMENT_FLAG, &adapter, 0, 0, NULL};
    options[count++] = (argument_option){"--coverage", ARGUMENT_TEXT, &coverage, 0, 0, NULL};
    options[count++] = (argument_option){"--commands", ARGUMENT_TEXT, &commands, 0, 0, NULL};
    options[count++] = (argument_option){"--quiet", ARGUMENT_FLAG, &settings.quiet, 0, 0, NULL};
    options[count] = (argument_option){NULL, ARGUMENT_END, NULL, 0, 0, NULL};
    if (!arguments_parse(argc, argv, options, &path, 1, "a cart's folder or a ROM image")) return EXIT_USAGE;
    if (!play_settle(argv[0], &settings)) return EXIT_USAGE;
    settings.title = path;
    return debug_game(path, &settings, adapter, coverage, commands);
}

const command_verb verb_debug = {
    {"debug", "stop a game's scripts where you want to look",
     "usage: oxcart debug CART [--dap] [--coverage FILE] [--commands FILE] [options of run]\n"
     "Plays a cart's folder, or a ROM image that is no release, and reads commands before the first frame "
     "and "
     "wherever the game\n"
     "stands: `break game.goad:12 if hp < 3`, `continue`, `step`, `next`, `out`, `stack`, `vars`, `eval hp * "
     "2`, "
     "`set hp = 9`,\n"
     "`watch hp`, `trace`; `help` lists them. Each answer ends with a line that begins with = or ! so that "
     "programs can read it; a\n"
     "line that begins with * tells that the game stands, and where. Expressions are those of Goad: they "
     "know "
     "locals, variables of\n"
     "the behaviour, globals, constants, functions and natives, and what would change something is refused. "
     "At "
     "the end of the\n"
     "commands (--commands FILE, or standard input) the game plays on without stops.\n"
     "--dap speaks the Debug Adapter Protocol over standard input and output, as editors do. --coverage "
     "writes "
     "what ran, a line\n"
     "`FILE:LINE: TIMES INSTRUCTIONS` for each line that has code (- is standard output); alone it reads no "
     "commands.\n"
     "example: oxcart debug mygame --headless --frames 600 --coverage lines.txt\n"},
    command_debug,
};
