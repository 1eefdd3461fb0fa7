/* The topics of oxcart help and their texts. */
#ifndef OXCART_TOOLS_COMMAND_HELP_H
#define OXCART_TOOLS_COMMAND_HELP_H

#include <stdbool.h>

typedef struct help_topic {
    const char *name; /* the verb, or what carts are made of: `cart`, `level` */
    const char *line; /* the topic in a few words */
    const char *text; /* lines: usage, explanation, options, examples */
} help_topic;

enum { HELP_TOPICS_MOST = 64 };

/* The topics in the order in which help lists them: the verbs (command.h), then the others. NULL behind the last. */
const help_topic *help_topic_at(int i);

/* The text of a topic. The text of `natives` is in alphabetical order, since its table is sorted by ids. The texts of
 * `cart`, `assets` and `statements` come from the rows of statements. */
const char *help_text(const help_topic *topic);

/* The text of a topic about cart.txt (help_cart.c), NULL for other topics and without memory. */
const char *help_cart_text(const help_topic *topic);

/* The help on a statement of cart.txt with all its options, in any place; NULL when there is no such statement. */
const char *help_statement(const char *word);

/* Calls back for each word that cart.txt knows as a statement, each once. */
void help_each_statement(void (*tell)(const char *word, bool can_be_set));

/* Whether a topic is about a text and no verb. */
bool help_is_form(const help_topic *topic);

/* Prints the whole help as a manual page in the man macros. */
void help_print_manual(void);

/* Prints a completion script; false for a shell that is not known. */
bool help_print_completion(const char *shell);

#endif
