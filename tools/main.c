/* The oxcart command: hands its words to the verb that comes first. */
#include <stdio.h>
#include <string.h>

#include "tools/cart/cart.h"
#include "tools/command/command.h"
#include "tools/report/arguments.h"

static int unknown_verb(const char *word) {
    const char *names[COMMAND_VERBS + 1] = {NULL};
    for (int i = 0; i < COMMAND_VERBS; i++) names[i] = command_verbs[i]->topic.name;
    const char *suggestion = cart_suggest(word, names);
    fprintf(stderr, "oxcart: unknown verb %s", word);
    if (suggestion != NULL) fprintf(stderr, ", did you mean %s?", suggestion);
    fprintf(stderr, "; see oxcart help\n");
    return EXIT_USAGE;
}

/* A full disk behind standard output is a failure too. */
static int finish_output(const char *verb, int code) {
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
        return finish_output(argv[1], command_help(2, words));
    }
    for (int i = 0; i < COMMAND_VERBS; i++) {
        if (strcmp(argv[1], command_verbs[i]->topic.name) == 0)
            return finish_output(command_verbs[i]->topic.name, command_verbs[i]->run(argc - 1, argv + 1));
    }
    return unknown_verb(argv[1]);
}
