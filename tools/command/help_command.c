/* oxcart help and oxcart version. */
#include <stdio.h>
#include <string.h>

#include "platform/host/host.h"
#include "tools/cart/cart.h"
#include "tools/command/command.h"
#include "tools/command/help.h"
#include "tools/report/arguments.h"

/* Whether a text has a word, as a whole. */
static bool has_word(const char *text, const char *word) {
    static const char parts[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    size_t length = strlen(word);
    for (const char *at = strstr(text, word); length > 0 && at != NULL; at = strstr(at + 1, word)) {
        bool begins = at == text || strchr(parts, at[-1]) == NULL,
             ends = at[length] == '\0' || strchr(parts, at[length]) == NULL;
        if (begins && ends) return true;
    }
    return false;
}

/* Tells where a word that is no topic stands: it may be a word of cart.txt or of scripts. */
static int help_elsewhere(const char *word, const char *const *names) {
    char where[160] = "";
    for (int i = 0; help_topic_at(i) != NULL; i++) {
        size_t used = strlen(where);
        if (help_is_form(help_topic_at(i)) && has_word(help_text(help_topic_at(i)), word))
            snprintf(where + used, sizeof where - used, "%s`oxcart help %s`", used == 0 ? "" : ", ",
                     help_topic_at(i)->name);
    }
    if (where[0] != '\0')
        return arguments_wrong("help", "no help on %s alone; the word stands in %s", word, where);
    const char *suggestion = cart_suggest(word, names);
    if (suggestion != NULL)
        return arguments_wrong("help", "no help on %s, did you mean %s?", word, suggestion);
    return arguments_wrong("help", "no help on %s", word);
}

/* Tells when a statement of cart.txt has the same name as a function of scripts, such as `spawn`. */
static void tell_native(const char *word) {
    for (int i = 0; help_topic_at(i) != NULL; i++)
        if (strcmp(help_topic_at(i)->name, "natives") == 0 && has_word(help_text(help_topic_at(i)), word))
            printf("\nScripts know the word, too: oxcart help natives\n");
}

int command_help(int argc, char **argv) {
    const char *names[HELP_TOPICS_MOST] = {NULL};
    if (argc == 2 && strcmp(argv[1], "--man") == 0) {
        help_print_manual();
        return EXIT_GOOD;
    }
    if (argc > 2) return arguments_wrong("help", "one word too many: %s", argv[2]);
    for (int i = 0; help_topic_at(i) != NULL; i++) {
        names[i] = help_topic_at(i)->name;
        if (argc == 2 && strcmp(argv[1], help_topic_at(i)->name) == 0) {
            fputs(help_text(help_topic_at(i)), stdout);
            if (help_statement(argv[1]) != NULL) printf("\nIn cart.txt:\n%s", help_statement(argv[1]));
            return EXIT_GOOD;
        }
    }
    if (argc == 2 && help_statement(argv[1]) != NULL) {
        fputs(help_statement(argv[1]), stdout);
        tell_native(argv[1]);
        return EXIT_GOOD;
    }
    if (argc == 2) return help_elsewhere(argv[1], names);
    printf("usage: oxcart VERB ...\n");
    for (int i = 0; help_topic_at(i) != NULL; i++)
        printf("  %-10s %s\n", help_topic_at(i)->name, help_topic_at(i)->line);
    printf("oxcart help VERB tells more, and oxcart help WORD of a statement of cart.txt. Exit codes: 0 "
           "good, 1 bad data or failure, 2 wrong usage.\n");
    printf("example: oxcart new mygame && oxcart run mygame\n");
    return EXIT_GOOD;
}

static int command_version(int argc, char **argv) {
    if (argc > 1) return arguments_wrong("version", "one word too many: %s", argv[1]);
    printf("oxcart 0.1.0, ROM format %d.%d, %s\n", ROM_VERSION_MAJOR, ROM_VERSION_MINOR,
           host_has_sdl() ? "window and terminal" : "terminal only");
    return EXIT_GOOD;
}

static int command_completion(int argc, char **argv) {
    if (argc != 2) return arguments_wrong("completion", "the shell is missing; write bash, zsh or fish");
    if (help_print_completion(argv[1])) return EXIT_GOOD;
    return arguments_wrong("completion", "no completions for %s; there are some for bash, zsh and fish",
                           argv[1]);
}

const command_verb verb_completion = {
    {"completion", "print completions for a shell",
     "usage: oxcart completion bash|zsh|fish\n"
     "Prints a script that completes verbs, options and files.\n"
     "example: oxcart completion bash >~/.local/share/bash-completion/completions/oxcart\n"},
    command_completion,
};

const command_verb verb_version = {
    {"version", "print the version", "usage: oxcart version\nexample: oxcart version\n"},
    command_version,
};

const command_verb verb_help = {
    {"help", "explain a verb",
     "usage: oxcart help [VERB|cart|assets|level|STATEMENT] [--man]\n"
     "--man prints all of it as a manual page: oxcart help --man | man -l -\n"
     "example: oxcart help pack\n"},
    command_help,
};
