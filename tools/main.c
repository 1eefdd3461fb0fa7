/* The oxcart command: hands its words to the verb that comes first. */
#include <stdio.h>
#include <string.h>

#include "tools/cart/cart.h"
#include "tools/command/arguments.h"
#include "tools/command/command.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} verbs[] = {
    {"help", command_help},
    {"version", command_version},
    {"new", command_new},
    {"pack", command_pack},
    {"run", command_run},
    {"view", command_view},
    {"ls", command_ls},
    {"check", command_check},
    {"export", command_export},
    {"ids", command_ids},
    {"size", command_size},
    {"dump", command_dump},
    {"assemble", command_assemble},
    {"diff", command_diff},
    {"completion", command_completion},
    {"extract", command_extract},
    {"inspect", command_inspect},
    {"db", command_db},
    {"merge", command_merge},
    {"registry", command_registry},
    {"watch", command_watch},
    {"convert", command_convert},
    {"clean", command_clean},
    {"cache", command_cache},
    {"table", command_table},
    {"import", command_import},
    {"bench", command_bench},
    {"texts", command_texts},
    {"stage", command_stage},
    {"gen", command_gen},
    {"tune", command_tune},
    {"script", command_script},
    {"edit", command_edit},
};
enum { VERBS = sizeof verbs / sizeof verbs[0] };

static int unknown_verb(const char *word) {
    const char *names[VERBS + 1] = {NULL};
    for (int i = 0; i < VERBS; i++) names[i] = verbs[i].name;
    const char *suggestion = cart_suggest(word, names);
    fprintf(stderr, "oxcart: unknown verb %s", word);
    if (suggestion != NULL) fprintf(stderr, ", did you mean %s?", suggestion);
    fprintf(stderr, "; see oxcart help\n");
    return EXIT_USAGE;
}

/* A full disk behind standard output is a failure too. */
static int finish(const char *verb, int code) {
    code = command_end(verb, code);
    if (fflush(stdout) == 0 && ferror(stdout) == 0) return code;
    fprintf(stderr,
            "oxcart: standard output cannot be written to; free some space or choose another place\n");
    return code == EXIT_GOOD ? EXIT_BAD : code;
}

int main(int argc, char **argv) {
    static char help[] = "help", version[] = "version";
    if (argc < 2) {
        char *words[] = {help, NULL};
        command_help(1, words);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) argv[1] = help;
    if (strcmp(argv[1], "--version") == 0) argv[1] = version;
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--help") != 0 && strcmp(argv[i], "-h") != 0) continue;
        char *words[] = {help, argv[1], NULL};
        return finish(argv[1], command_help(2, words));
    }
    for (int i = 0; i < VERBS; i++) {
        if (strcmp(argv[1], verbs[i].name) == 0)
            return finish(verbs[i].name, verbs[i].run(argc - 1, argv + 1));
    }
    return unknown_verb(argv[1]);
}
