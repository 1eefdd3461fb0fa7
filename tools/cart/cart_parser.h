/* Inside of the cart parser: one line split into words, and how statements take their options from it. */
#ifndef OXCART_TOOLS_CART_CART_PARSER_H
#define OXCART_TOOLS_CART_CART_PARSER_H

#include "tools/cart/cart.h"
#include "tools/cart/cart_rows.h"

enum { CART_WORDS = 32, CART_TARGET_KEY = 240, CART_OPTIONS_MOST = 96 };

typedef struct cart_parser {
    cart *c;
    cart_scene *scene; /* the open scene or NULL */
    const char *path;
    unsigned long line;
    tool_error now;    /* the mistake of this line */
    tool_error *error; /* the first of all */
    tool_report *all;  /* every one; NULL: the first ends it */
    bool failed;
    const char *text;        /* of the line, for columns; NULL: there are none */
    int at;                  /* the word that was looked at last */
    char *words[CART_WORDS]; /* words[0] is the statement */
    bool taken[CART_WORDS];
    unsigned long lines[CART_WORDS]; /* where a word stands when it does not come from this line; else 0, */
    const char *paths[CART_WORDS];   /* and in which file */
    const char *target;              /* machine that is packed for, or NULL */
    int count;
    const cart_option_row *options, *further; /* of the statement */
    uint32_t seen_in
        [CART_ROWS_MOST]; /* by the number of a row that may stand once: how many scenes there were + 1; 0: not yet */
    bool is_set
        [CART_ROWS_MOST]; /* those that were set from outside: what the text says of them does not count */
    char (*own_keys)[CART_TARGET_KEY]; /* what lines for the machine stand in for */
    uint32_t own_count;
    bool skips_scene; /* up to its end */
    bool below_type;  /* `with` is about the type above */
} cart_parser;

/* Cuts a line into p->words in place. Quotes may stand anywhere in a word and are taken away. False after an error. */
bool cart_split(cart_parser *p, char *line);

/* Mistakes are about where word i stands from now on. */
void cart_go_to_word(cart_parser *p, int i);

/* Writes the sentence, with the column of the word that was looked at last, into p->now; returns false. */
bool cart_wrong(cart_parser *p, const char *format, ...) IMPORT_PRINTF(2, 3);

/* After a false: tells what is in p->now. Whether to go on with the next line or file. */
bool cart_go_on(cart_parser *p);

/* The next plain word (no key=), or NULL with an error that `what` is missing. */
const char *cart_word(cart_parser *p, const char *what);

/* The value of key=..., or NULL. */
const char *cart_option(cart_parser *p, const char *key);

/* Whether the word is there. */
bool cart_flag(cart_parser *p, const char *word);

/* Options with values of a kind; absent ones leave *value as it is. False after an error. */
bool cart_number_option(cart_parser *p, const char *key, double least, double most, double *value);
bool cart_vector_option(cart_parser *p, const char *key, bool needed, double value[3]);
bool cart_choice_option(cart_parser *p, const char *key, const char *const *choices, int *value);
bool cart_name_option(cart_parser *p, const char *key, char name[CART_NAME_MAX]);

/* Copies a word that is a name or a path; false after an error when it is too long or has odd characters. */
bool cart_take_name(cart_parser *p, const char *word, char name[CART_NAME_MAX]);
bool cart_take_path(cart_parser *p, const char *word, char path[CART_PATH_MAX]);

/* Copies a word that is a new name: an earlier statement of that name, in line `earlier`, is an error; 0: there is none. */
bool cart_take_new_name(cart_parser *p, unsigned long earlier, const char *word, char name[CART_NAME_MAX]);
const cart_scene *cart_find_scene(const cart *c, const char *name);

/* False, with an error, when a word of the line was not used. What could have stood there are the options of the statement's row. */
bool cart_end_of_line(cart_parser *p);

/* A line of a kind of assets (cart_plan.c). */
struct pack_kind;
bool cart_read_asset(cart_parser *p, const struct pack_kind *kind);

/* One statement, as p->words has it. */
bool cart_statement(cart_parser *p);

/* What follows from searched folders, sidecars and defaults (cart_tree.c). */
bool cart_gather(cart_parser *p);

/* What is said for one machine alone (cart_target.c). First what such lines of the text stand in for; then, line by line, p->words
 * without machines: with no words when the line does not count. False after an error. */
bool cart_target_scan(cart_parser *p, const char *text, size_t size);
bool cart_target_line(cart_parser *p);

/* Whether the machine in front of a dot is the one that is packed for; false after an error, when there is none of that name. */
bool cart_target_of(cart_parser *p, const char *word, size_t length, bool *own);

/* Flat pictures (cart_flat.c): the options of `camera ... flat`, those of what objects are drawn as, and `layer`. */
bool cart_take_flat_camera(cart_parser *p, cart_camera *camera);
bool cart_take_sprite(cart_parser *p, cart_sprite *sprite);
bool cart_read_layer(cart_parser *p);
extern const cart_option_row cart_layer_options[];

/* screen=NAME of a mode (cart_screen.c). */
bool cart_take_screen(cart_parser *p, const char *mode);

/* A statement of levels inside of a scene (cart_scene.c). */
bool cart_read_level_statement(cart_parser *p);

/* `with` below a type (cart_scene.c). */
bool cart_read_type_with(cart_parser *p);

#endif
