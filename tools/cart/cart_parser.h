/* Inside of the cart parser: one line split into words, and how statements take their options from it. */
#ifndef OXCART_TOOLS_CART_CART_PARSER_H
#define OXCART_TOOLS_CART_CART_PARSER_H

#include "tools/cart/cart.h"

enum { CART_WORDS = 32, CART_TARGET_KEY = 240 };

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
    uint64_t seen;                     /* statements that may come once, by their place in the list */
    char (*own_keys)[CART_TARGET_KEY]; /* what lines for the machine stand in for */
    uint32_t own_count;
    bool skips_scene; /* up to its end */
    bool below_type;  /* `with` is about the type above */
    uint64_t set;     /* those that were set from outside: what the text says of them does not count */
} cart_parser;

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

/* False, with an error, when a word of the line was not used. `known` is what could have stood there. */
bool cart_end_of_line(cart_parser *p, const char *const *known);

/* The options of a material beyond colour and texture, and what could have stood there (cart_material.c). */
bool cart_material_options(cart_parser *p, cart_material *material);
extern const char *const cart_material_words[];

/* Statements about the plan and the languages (cart_plan.c), and lines of asset kinds; `known` as below. */
bool cart_plan_statement(cart_parser *p, bool *known);
bool cart_asset_statement(cart_parser *p, bool *known);
extern const char *const cart_plan_words[];

/* One statement, as p->words has it. */
bool cart_statement(cart_parser *p);

/* Searched folders, sidecars and defaults (cart_tree.c): the two statements, and what follows from them. */
bool cart_read_search(cart_parser *p);
bool cart_read_defaults(cart_parser *p);
bool cart_gather(cart_parser *p);

/* What is said for one machine alone (cart_target.c). First what such lines of the text stand in for; then, line by line, p->words
 * without machines: with no words when the line does not count. False after an error. */
bool cart_target_scan(cart_parser *p, const char *text, size_t size);
bool cart_target_line(cart_parser *p);

/* Whether the machine in front of a dot is the one that is packed for; false after an error, when there is none of that name. */
bool cart_target_of(cart_parser *p, const char *word, size_t length, bool *own);

/* Whether `key=on` and `key=off` of sidecars and machines mean a word that is there or not. */
bool cart_is_flag(const char *key);

extern const char *const cart_statement_words[];

/* Statements about sound (cart_audio.c). */
bool cart_read_audio(cart_parser *p);

/* Statements about scripts (cart_script.c). */
bool cart_read_scripts(cart_parser *p);
bool cart_read_fault(cart_parser *p);
bool cart_read_scene_behaviour(cart_parser *p);

/* Statements about what the game counts, asks for and passes through (cart_game.c). */
bool cart_read_objective(cart_parser *p);
bool cart_read_trophy(cart_parser *p);
bool cart_read_count(cart_parser *p);
bool cart_read_mode(cart_parser *p);
bool cart_read_way(cart_parser *p);

bool cart_read_scene_music(cart_parser *p);
bool cart_read_scene_sound(cart_parser *p);

/* The statements inside of a scene; `known` in *done when the word is one of them. */
bool cart_scene_statement(cart_parser *p, bool *known);
bool cart_read_tags(cart_parser *p);
bool cart_read_type(cart_parser *p);
bool cart_read_type_with(cart_parser *p);
extern const char *const cart_scene_words[];

#endif
