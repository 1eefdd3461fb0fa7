/* The statements of cart.txt, one row each. Parser, help, completion, merge, `--set` and the manual CART.md come out of the rows.
 *
 *     const cart_row cart_sound_rows[] = {
 *         {.word = "music", .place = CART_IN_SCENE, .often = CART_ONCE, .merge = CART_BY_WORD, .read = read_music,
 *          .form = "NAME", .about = "goes round while the scene plays", .options = sound_options},
 *         {.word = NULL}};
 *
 * A NEW STATEMENT is a row and a reader: a function that takes the words of the line (cart_parser.h) and ends with
 * cart_end_of_line(p), which knows the options from the row. The row stands in a table in the file of its reader; a new table is a line
 * of cart_groups (cart_rows.c). Kinds of assets are statements too: their rows are those of pack_kinds.h. */
#ifndef OXCART_TOOLS_CART_CART_ROWS_H
#define OXCART_TOOLS_CART_CART_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cart_parser;
struct convert_lines;
struct level_text;

/* Where a statement may stand. The text of a level has its own statements, and statements of scenes whose row has a
 * `read_level`. */
typedef enum cart_place { CART_OUTSIDE, CART_IN_SCENE, CART_IN_LEVEL } cart_place;

/* How often a statement may stand in a cart, or in a scene. The parser sees to CART_ONCE, readers to CART_ONCE_A_NAME. A line for one
 * machine (cart_target.c) replaces the plain line or the plain line of the same name; it is added where there may be
 * many. */
typedef enum cart_often { CART_ONCE, CART_ONCE_A_NAME, CART_MANY } cart_often;

/* By what a merge finds the same statement in another text: its word, its word and name, or its whole text where
 * several statements may have the same name. */
typedef enum cart_merge_key {
    CART_BY_WORD,
    CART_BY_NAME,
    CART_BY_NAME_AND_TEXT,
    CART_BY_TEXT /* the first word behind the statement's is no name */
} cart_merge_key;

/* A word that may stand behind the plain ones of a statement, in any order. */
typedef struct cart_option_row {
    const char *key;   /* NULL: the end; "": a heading for the options below */
    const char *value; /* placeholder that help shows behind `key=`; NULL: a flag without a value */
    const char *about; /* a sentence without a full stop, or the heading */
} cart_option_row;

typedef struct cart_row {
    const char *word; /* NULL: the end of the table */
    const char *
        variant; /* the first word behind `word`, where a statement has several rows; "NAME": any word; else NULL */
    cart_place place;
    cart_often often;
    cart_merge_key merge;
    bool (*read)(struct cart_parser *p); /* NULL: only the text of a level has the statement */
    bool (*read_level)(struct convert_lines *lines,
                       struct level_text *l); /* in a level (tools/convert/level.h); NULL: not in levels */
    const char *form;                         /* what must follow the word, needed options too; "": nothing */
    const char *about;                        /* a sentence without a full stop */
    const cart_option_row *options;           /* NULL: none */
    const char *below; /* in a level: the word of the statement that it belongs to; or NULL */
    uint32_t brief;    /* how many options `oxcart help cart` shows; 0: all of them */
    const char *notes; /* further lines of `oxcart help WORD`, each with its line end; NULL: none */
} cart_row;

/* The tables of rows, each in the file of its readers. */
extern const cart_row cart_action_rows[], cart_game_rows[], cart_model_rows[], cart_collision_rows[],
    cart_material_rows[], cart_tree_rows[], cart_type_rows[], cart_audio_rows[], cart_script_rows[],
    cart_code_rows[], cart_rule_rows[], cart_option_rows[], cart_plan_rows[], cart_release_rows[],
    cart_scene_rows[], cart_scene_level_rows[], cart_scene_map_rows[], cart_scene_sound_rows[],
    cart_scene_script_rows[], cart_scene_screen_rows[];

/* Tables of rows by what they are about. */
typedef struct cart_group {
    const char *title;
    const cart_row *rows;
} cart_group;

/* Group number `index`, in the order of help and manual; NULL behind the last. */
const cart_group *cart_group_at(uint32_t index);

/* The row of a word in a place; `next`, the word behind it or NULL, chooses among variants. NULL: there is none. */
const cart_row *cart_row_find(cart_place place, const char *word, const char *next);

/* All rows one by one, at most CART_ROWS_MOST; NULL behind the last. */
enum { CART_ROWS_MOST = 160 };
const cart_row *cart_row_at(uint32_t index);
uint32_t cart_row_number(const cart_row *row);

/* Whether `--set WORD=VALUE` may replace the statement: it must stand once, outside of scenes. */
bool cart_row_can_be_set(const cart_row *row);

/* The word of a statement in the place that `word` was probably meant to be, kinds of assets included; NULL when there is none. */
const char *cart_suggest_statement(cart_place place, const char *word);

/* Whether the statement may stand in the place; and whether it is a statement of levels that may stand inside of a
 * scene, where such statements make the level of the scene's name. */
bool cart_row_stands_in(const cart_row *row, cart_place place);
bool cart_row_is_of_level(const char *word);

/* Whether other statements may belong to the statement in the text of a level. */
bool cart_row_is_above(const cart_row *row);

/* How many words that are no options follow the statement's word by its form; -1: any number. */
int cart_row_plain_words(const cart_row *row);

/* An option by its key, NULL when the list has no such option. The list may be NULL. */
const cart_option_row *cart_option_find(const cart_option_row *options, const char *key);

/* Whether the key is a flag (an option without a value) of the statement in that place. */
bool cart_row_has_flag(const char *statement, cart_place place, const char *key);

/* Adds the keys of a list to `words`, which has room for `room` words, holds `count` and ends with NULL. Gives the
 * new count. */
size_t cart_option_words(const cart_option_row *options, const char **words, size_t count, size_t room);

/* Options that every kind of asset takes beside its own. */
extern const cart_option_row cart_asset_options[];

/* Options of objects and types. */
extern const cart_option_row cart_object_options[];

#endif
