/* The help in other forms: a manual page, and completion scripts. Both are made from the texts of help, so nothing is
 * written twice. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "tools/command/help.h"

/* ---- the manual page ---- */

/* Writes text for the man macros: a backslash and a leading dot or quote are escaped, since they have a meaning
 * there. */
static void put_roff(const char *text, size_t length) {
    bool begin = true;
    for (size_t i = 0; i < length; i++) {
        if (begin && (text[i] == '.' || text[i] == '\'')) fputs("\\&", stdout);
        if (text[i] == '\\') {
            fputs("\\e", stdout);
        } else if (text[i] == '-') {
            fputs("\\-", stdout);
        } else {
            putchar(text[i]);
        }
        begin = text[i] == '\n';
    }
}

static void put_topic(const help_topic *topic) {
    printf(".SS ");
    put_roff(topic->name, strlen(topic->name));
    printf("\n");
    put_roff(topic->line, strlen(topic->line));
    printf(".\n.PP\n.nf\n");
    put_roff(help_text(topic), strlen(help_text(topic)));
    printf(".fi\n");
}

void help_print_manual(void) {
    printf(".TH OXCART 1\n.SH NAME\noxcart \\- packs, plays and inspects carts\n"
           ".SH SYNOPSIS\n.B oxcart\n.I VERB\n[...]\n.SH DESCRIPTION\n"
           "Oxcart is a game console in software. A cart, a folder of assets and data, is packed into one "
           "ROM image that\n"
           "plays alike on every machine.\n.SH VERBS\n");
    for (int i = 0; help_topic_at(i) != NULL; i++) {
        if (!help_is_form(help_topic_at(i))) put_topic(help_topic_at(i));
    }
    printf(".SH CARTS\n");
    for (int i = 0; help_topic_at(i) != NULL; i++) {
        if (help_is_form(help_topic_at(i))) put_topic(help_topic_at(i));
    }
    printf(".SH EXIT STATUS\n0 good, 1 bad data or failure, 2 wrong usage, 3 a mistake of oxcart itself.\n");
}

/* ---- completions ---- */

/* Calls back for each option word of a text, each once. */
static void each_option(const help_topic *topic,
                        void (*tell)(const char *verb, const char *option, int length, bool first)) {
    const char *text = topic->text, *end = text + strlen(text), *at = text;
    bool first = true;
    for (; at < end; at++) {
        bool begins = at[0] == '-' && (at == text || strchr(" [|\n", at[-1]) != NULL) &&
                      (at[1] == '-' || islower((unsigned char)at[1]));
        if (!begins) continue;
        int length = 1;
        while (islower((unsigned char)at[length]) || isdigit((unsigned char)at[length]) || at[length] == '-')
            length++;
        bool told = length < 2 || (at[1] == '-' && length < 3);
        for (const char *before = text; before < at && !told; before++) {
            told = strncmp(before, at, (size_t)length) == 0 && !islower((unsigned char)before[length]) &&
                   before[length] != '-' && (before == text || strchr(" [|\n", before[-1]) != NULL);
        }
        if (!told) {
            tell(topic->name, at, length, first);
            first = false;
        }
        at += length - 1;
    }
}

static void put_word(const char *verb, const char *option, int length, bool first) {
    (void)verb;
    printf("%s%.*s", first ? "" : " ", length, option);
}

static void put_verbs(void) {
    for (int i = 0; help_topic_at(i) != NULL; i++) {
        if (!help_is_form(help_topic_at(i))) printf("%s%s", i == 0 ? "" : " ", help_topic_at(i)->name);
    }
}

static void put_statement(const char *word, bool can_be_set) {
    (void)can_be_set;
    printf(" %s", word);
}

static void put_setting(const char *word, bool can_be_set) {
    if (can_be_set) printf(" %s=", word);
}

static void put_bash(void) {
    printf("_oxcart() {\n    local word=${COMP_WORDS[COMP_CWORD]} options=\n    if [ \"$COMP_CWORD\" -eq 1 "
           "]; then\n"
           "        COMPREPLY=($(compgen -W \"");
    put_verbs();
    printf("\" -- \"$word\"))\n        return\n    fi\n    if [ \"${COMP_WORDS[COMP_CWORD-1]}\" = --set ]; "
           "then\n"
           "        COMPREPLY=($(compgen -W \"");
    help_each_statement(put_setting);
    printf("\" -- \"$word\"))\n        return\n    fi\n    case ${COMP_WORDS[1]} in\n");
    for (int i = 0; help_topic_at(i) != NULL; i++) {
        if (help_is_form(help_topic_at(i))) continue;
        printf("    %s) options=\"", help_topic_at(i)->name);
        if (strcmp(help_topic_at(i)->name, "help") == 0) {
            put_verbs();
            for (int k = 0; help_topic_at(k) != NULL; k++) {
                if (help_is_form(help_topic_at(k))) printf(" %s", help_topic_at(k)->name);
            }
            help_each_statement(put_statement);
            printf(" ");
        }
        each_option(help_topic_at(i), put_word);
        printf("\" ;;\n");
    }
    printf("    esac\n    COMPREPLY=($(compgen -W \"$options\" -- \"$word\") $(compgen -f -- \"$word\"))\n}\n"
           "complete -o filenames -F _oxcart oxcart\n");
}

static void put_zsh(void) {
    printf("#compdef oxcart\n_oxcart() {\n    if (( CURRENT == 2 )); then\n        local -a verbs=(\n");
    for (int i = 0; help_topic_at(i) != NULL; i++) {
        if (!help_is_form(help_topic_at(i))) {
            printf("            \"%s:%s\"\n", help_topic_at(i)->name, help_topic_at(i)->line);
        }
    }
    printf("        )\n        _describe verb verbs\n        return\n    fi\n    if [[ $words[CURRENT-1] == "
           "--set ]]; then\n        compadd -S '' --");
    help_each_statement(put_setting);
    printf("\n        return\n    fi\n    local -a options\n    case $words[2] in\n    help) options=(");
    help_each_statement(put_statement);
    printf(" --man) ;;\n");
    for (int i = 0; help_topic_at(i) != NULL; i++) {
        if (help_is_form(help_topic_at(i)) || strcmp(help_topic_at(i)->name, "help") == 0) continue;
        printf("    %s) options=(", help_topic_at(i)->name);
        each_option(help_topic_at(i), put_word);
        printf(") ;;\n");
    }
    printf("    esac\n    compadd -- $options\n    _files\n}\n_oxcart \"$@\"\n");
}

static void put_fish_option(const char *verb, const char *option, int length, bool first) {
    (void)first;
    bool is_long = option[1] == '-';
    printf("complete -c oxcart -n '__fish_seen_subcommand_from %s' %s %.*s\n", verb, is_long ? "-l" : "-s",
           length - (is_long ? 2 : 1), option + (is_long ? 2 : 1));
}

static void put_fish(void) {
    for (int i = 0; help_topic_at(i) != NULL; i++) {
        if (help_is_form(help_topic_at(i))) continue;
        printf("complete -c oxcart -n __fish_use_subcommand -a %s -d '%s'\n", help_topic_at(i)->name,
               help_topic_at(i)->line);
        each_option(help_topic_at(i), put_fish_option);
    }
    printf("complete -c oxcart -n '__fish_seen_subcommand_from help' -f -a '");
    help_each_statement(put_statement);
    printf("'\ncomplete -c oxcart -n '__fish_prev_arg_in --set' -f -a '");
    help_each_statement(put_setting);
    printf("'\n");
}

bool help_print_completion(const char *shell) {
    if (strcmp(shell, "bash") == 0) {
        put_bash();
    } else if (strcmp(shell, "zsh") == 0) {
        put_zsh();
    } else if (strcmp(shell, "fish") == 0) {
        put_fish();
    } else {
        return false;
    }
    return true;
}
