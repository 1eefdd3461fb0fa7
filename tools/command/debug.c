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

typedef struct debug_wishes {
    bool adapter;
    const char *coverage, *commands, *trace, *like;
} debug_wishes;

/* What went wrong with the files that a session wrote, and whether two runs were alike. */
static int judge_files(const debug_session *s, const debug_wishes *w, int code) {
    tool_error error;
    char said[3 * DEBUG_WORDS];
    if (s->failed) {
        import_error_file(&error, w->coverage, "cannot be written");
        return command_failed(&error);
    }
    if (s->trace == NULL || debug_trace_end(s->trace, said, sizeof said)) return code;
    fprintf(stderr, "%s\n", said);
    return code == EXIT_GOOD ? EXIT_BAD : code;
}

static int debug_game(const char *path, play_settings *settings, const debug_wishes *w) {
    writer image = {0};
    tool_error error = {.text = ""};
    FILE *in = stdin, *out = w->adapter ? own_output() : stdout;
    const bool writes = w->coverage != NULL || w->trace != NULL || w->like != NULL;
    debug_terminal terminal = {.out = out, .begun = writes && w->commands == NULL};
    debug_adapter *dap = w->adapter && out != NULL ? debug_adapter_open(in, out) : NULL;
    if (out == NULL || (w->adapter && dap == NULL)) return command_no_memory();
    if (w->commands != NULL && (in = fopen(w->commands, "r")) == NULL) {
        import_error_file(&error, w->commands, "cannot be read");
        return command_failed(&error);
    }
    debug_trace *trace = NULL;
    if ((w->trace != NULL || w->like != NULL) &&
        (trace = debug_trace_begin(w->trace, w->like, &error)) == NULL) {
        if (in != stdin) fclose(in);
        return command_failed(&error);
    }
    terminal.in = in;
    terminal.prompts = in == stdin && isatty(STDIN_FILENO) == 1;
    int code = EXIT_BAD;
    if (!command_make_image(path, true, &image, &error)) {
        code = command_failed(&error);
    } else {
        const debug_front front = w->adapter ? debug_adapter_front(dap) : debug_terminal_front(&terminal);
        debug_session *s = debug_open(path, &front);
        if (s != NULL) s->coverage = w->coverage;
        if (s != NULL) s->trace = trace;
        code = s == NULL ? command_no_memory() : play(path, &image, settings, s);
        if (s != NULL) code = judge_files(s, w, code);
        debug_close(s);
    }
    debug_trace_free(trace);
    if (w->adapter) debug_adapter_close(dap, code);
    if (w->adapter) fclose(out);
    if (in != stdin) fclose(in);
    writer_free(&image);
    return code;
}

static int command_debug(int argc, char **argv) {
    play_settings settings = {.title = NULL};
    argument_option options[PLAY_OPTIONS + 8];
    const char *path = NULL;
    debug_wishes w = {.adapter = false};
    int count = play_options(&settings, options);
    settings.listen = -1;
    options[count++] = (argument_option){"--dap", ARGUMENT_FLAG, &w.adapter, 0, 0, NULL};
    options[count++] = (argument_option){"--coverage", ARGUMENT_TEXT, &w.coverage, 0, 0, NULL};
    options[count++] = (argument_option){"--commands", ARGUMENT_TEXT, &w.commands, 0, 0, NULL};
    options[count++] = (argument_option){"--trace", ARGUMENT_TEXT, &w.trace, 0, 0, NULL};
    options[count++] = (argument_option){"--like", ARGUMENT_TEXT, &w.like, 0, 0, NULL};
    options[count++] = (argument_option){"--quiet", ARGUMENT_FLAG, &settings.quiet, 0, 0, NULL};
    options[count] = (argument_option){NULL, ARGUMENT_END, NULL, 0, 0, NULL};
    if (!arguments_parse(argc, argv, options, &path, 1, "a cart's folder or a ROM image")) return EXIT_USAGE;
    if (!play_settle(argv[0], &settings)) return EXIT_USAGE;
    settings.title = path;
    return debug_game(path, &settings, &w);
}

const command_verb verb_debug = {
    {"debug", "stop a game's scripts where you want to look",
     "usage: oxcart debug CART [--dap] [--coverage FILE] [--trace FILE] [--like FILE] [--commands FILE] "
     "[options of run]\n"
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
     "--trace writes each instruction of the scripts and each change of a state: step, line, function, byte, "
     "depth and top of\n"
     "the stack, object. --like compares with what another run wrote, and tells the first step and line at "
     "which the runs part.\n"
     "example: oxcart debug mygame --headless --frames 600 --coverage lines.txt\n"},
    command_debug,
};
