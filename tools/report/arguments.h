/* The words of a command line: options by table, with suggestions for misspelt ones. */
#ifndef OXCART_TOOLS_REPORT_ARGUMENTS_H
#define OXCART_TOOLS_REPORT_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum argument_kind {
    ARGUMENT_FLAG,   /* bool: set to true */
    ARGUMENT_TEXT,   /* const char *: the next word */
    ARGUMENT_NUMBER, /* int32_t: a whole number between least and most */
    ARGUMENT_BYTES,  /* uint32_t: a number with K or M */
    ARGUMENT_SIZE,   /* int[2]: WIDTHxHEIGHT */
    ARGUMENT_CHOICE, /* int: index of a word in `choices` */
    ARGUMENT_LIST,   /* argument_list: the next word is added; may be given several times */
    ARGUMENT_END     /* ends a table */
} argument_kind;

enum { ARGUMENT_LIST_MOST = 32 };

typedef struct argument_list {
    const char *items[ARGUMENT_LIST_MOST + 1]; /* ends with NULL */
    int count;
} argument_list;

typedef struct argument_option {
    const char *name; /* "--frames" or "-o"; --frames=7 works as well */
    argument_kind kind;
    void *target;
    int32_t least, most;
    const char *const *choices; /* ends with NULL */
} argument_option;

/* Reads argv[1..]; argv[0] is the verb. Words that are no options go to `words`, exactly `wanted` of them
 * (`what` names them in the error). False after a line on stderr that says what is wrong: exit with
 * EXIT_USAGE then. */
bool arguments_parse(int argc, char **argv, const argument_option *options, const char **words, int wanted,
                     const char *what);

/* Prints `oxcart VERB: sentence` to stderr and returns EXIT_USAGE. */
int arguments_wrong(const char *verb, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

enum { EXIT_GOOD = 0, EXIT_BAD = 1, EXIT_USAGE = 2, EXIT_INTERNAL = 3 };

#endif
