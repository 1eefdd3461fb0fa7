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
    tool_error *error; /* the first mistake of all */
    tool_report *all;  /* gets every mistake; NULL: the first ends the parsing */
    bool failed;
    const char *text;        /* text of the line, for columns; NULL: no columns */
    int at;                  /* the word that was looked at last */
    char *words[CART_WORDS]; /* words[0] is the statement */
    bool taken[CART_WORDS];
    unsigned long lines[CART_WORDS]; /* line of a word from another line; else 0, */
    const char *paths[CART_WORDS];   /* and file of such a word */
    const char *target;              /* machine to pack for, or NULL */
    int count;
    const cart_option_row *options, *further; /* options of the statement */
    uint32_t seen_in
        [CART_ROWS_MOST]; /* by the number of a row that may stand once: number of scenes when it was seen + 1; 0: not yet */
    bool is_set
        [CART_ROWS_MOST]; /* rows that were set from outside: their statements in the text do not count */
    char (*own_keys)[CART_TARGET_KEY]; /* keys of plain lines that lines for the machine replace */
    uint32_t own_count;
    bool skips_scene; /* statements are skipped up to the scene's end */
    bool below_type;  /* `with` is about the type above */
} cart_parser;

/* Cuts a line into p->words in place. Quotes may stand anywhere in a word and are removed. False after an error. */
bool cart_split(cart_parser *p, char *line);

/* From now on, mistakes name the place of word i. */
void cart_go_to_word(cart_parser *p, int i);

/* Writes the sentence, with the column of the word that was looked at last, into p->now; returns false. */
bool cart_wrong(cart_parser *p, const char *format, ...) IMPORT_PRINTF(2, 3);

/* After a function returned false: reports the mistake in p->now. True: go on with the next line or file. */
bool cart_go_on(cart_parser *p);

/* The next plain word (no key=), or NULL with an error that `what` is missing. */
const char *cart_word(cart_parser *p, const char *what);

/* The value of the word key=..., or NULL. */
const char *cart_option(cart_parser *p, const char *key);

/* Whether the line has the word. */
bool cart_flag(cart_parser *p, const char *word);

/* Take an option with a value of a kind; an absent option leaves *value as it is. False after an error. */
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

/* False, with an error, when a word of the line was not used. The error suggests options of the statement's row. */
bool cart_end_of_line(cart_parser *p);

/* Reads a line of a kind of assets (cart_plan.c). */
struct pack_kind;
bool cart_read_asset(cart_parser *p, const struct pack_kind *kind);

/* Adds a file that the cart was read from, beside cart.txt. */
bool cart_add_source(cart_parser *p, const char *path);

/* Reads the statement in p->words. */
bool cart_statement(cart_parser *p);

/* Adds the assets of searched folders, with sidecars and defaults (cart_tree.c). */
bool cart_gather(cart_parser *p);

/* Statements for one machine alone (cart_target.c). The scan collects which plain lines such lines replace. The other
 * function removes the machines from p->words of a line: no word stays when the line does not count. False after an
 * error. */
bool cart_target_scan(cart_parser *p, const char *text, size_t size);
bool cart_target_line(cart_parser *p);

/* *own: whether the machine in front of a dot is the one to pack for. False after an error, when no machine has that
 * name. */
bool cart_target_of(cart_parser *p, const char *word, size_t length, bool *own);

/* Flat pictures (cart_flat.c): the options of `camera ... flat`, the options of sprites, and `layer`. */
bool cart_take_flat_camera(cart_parser *p, cart_camera *camera);

/* camera NAME KIND (cart_camera.c), and its options. */
bool cart_read_rig_camera(cart_parser *p);
extern const cart_option_row cart_rig_options[];
bool cart_take_sprite(cart_parser *p, cart_sprite *sprite);
bool cart_read_layer(cart_parser *p);
extern const cart_option_row cart_layer_options[];

/* Takes the option screen=NAME of a mode (cart_screen.c). */
bool cart_take_screen(cart_parser *p, const char *mode);

/* Reads a statement of levels inside of a scene (cart_scene.c). */
bool cart_read_level_statement(cart_parser *p);

/* Reads `with` below a type (cart_scene.c). */
bool cart_read_type_with(cart_parser *p);

#endif
