/* Changes the numbers of a cart one by one in its texts: all other text stays, comments too.
 *
 *     tune t;
 *     if (!tune_open("mygame", &t, &error)) ...
 *     uint32_t i = tune_find(&t, "scene main/camera.fov");
 *     if (!tune_set(&t, i, "60", &error)) ...            written; a game that plays the folder has it in a moment
 *     tune_close(&t);
 *
 * LABELS. A number of cart.txt is called by its statement's key (statements.h), `#2` and so on where several have the same, and behind a
 * point by the key of its value, or `1`, `2` for words without one; of lists, also by its place, from 1: "scene main/object crate#2.at.3".
 * In front of numbers of other files stands the statement of cart.txt that names the file:
 *
 *     level town/spawn orc#2.at.1         level town/spawn orc/set health.1        texts of levels, as those of cart.txt
 *     particles smoke/life.2                                                       texts of particles
 *     cues main/cues/explosion.volume     by names and the names that things in rows give themselves
 *     bank steps/sand.volume
 *     data units/orc.health               columns i32 and fx of a data table, by the row's key
 *     table power/2.3                     row and column, from 1; of a description (import/text/numeric.h): table curve/domain.2
 *     script game/camera.stiffness        `tune` and `const` of a script, and `prop` of a behaviour: script game/Hero.speed; where
 *                                         several numbers make the value, also the number's place: script game/Hero.start.3
 *
 * Each change reads the file again, so others may edit it meanwhile, and is written only when the text is still right with it: cart.txt by
 * itself, other files by the converter that packs them. */
#ifndef OXCART_TOOLS_TUNE_TUNE_H
#define OXCART_TOOLS_TUNE_TUNE_H

#include "kernel/console/console.h"
#include "kernel/input/input.h"
#include "tools/base/error.h"
#include "tools/cart/cart.h"

#define TUNE_NONE UINT32_MAX
enum { TUNE_LABEL = 256, TUNE_WORD = 40 };

typedef struct tune_number {
    char label[TUNE_LABEL], word[TUNE_WORD];
    const char *path; /* path of its text; valid until tune_read */
    uint32_t text;    /* 0: cart.txt; else the number stands in a file of asset `text` - 1 */
    size_t at;        /* place in the text */
    unsigned long line;
} tune_number;

typedef struct tune_list {
    tune_number *list;
    uint32_t count, room;
    char **paths; /* paths of the texts */
    uint32_t path_count;
} tune_list;

typedef struct tune {
    char path[CART_PATH_MAX]; /* path of cart.txt */
    tune_list numbers;        /* numbers text by text, in their order */
    tool_error left_out;      /* mistake of the first text that could not be read; empty: none */

    /* state in the game (tune_game.c) */
    char filter[TUNE_LABEL];
    uint32_t chosen;
    int32_t shown; /* steps for which the panel still stays */
    ox_console *console;
    ox_input input; /* the panel's own buttons */
    uint32_t kept;  /* buttons hidden from the game: they were held with Select */
    char said[200]; /* a sentence about the last change */
} tune;

bool tune_open(const char *folder, tune *t, tool_error *error);
void tune_close(tune *t);

/* Reads the files again. On failure, which only cart.txt can cause, the list stays as it was. */
bool tune_read(tune *t, tool_error *error);

/* The number with a label, or TUNE_NONE. */
uint32_t tune_find(const tune *t, const char *label);

/* Whether the label has all words of the filter (blanks between; "" fits all). */
bool tune_fits(const tune_number *number, const char *filter);

/* Replaces a number by another: `word` is a decimal. */
bool tune_set(tune *t, uint32_t number, const char *word, tool_error *error);

/* Adds `steps` units of its last place (`finer`: of one place more, at most six) to a decimal: "2.5" and 3 give
 * "2.8". False when the sum is too large. */
bool tune_step(const char *word, int32_t steps, bool finer, char result[TUNE_WORD]);

/* A game beside the scene: with Select held, Up and Down choose a number whose label fits t->filter, Left and Right change it; with A
 * held as well ten times as much, with B a tenth; neither the scene nor its scripts hear buttons then. A panel below
 * shows label, number and, when it was refused, why. Changes are written at once. */
ox_cart tune_cart(tune *t);

#endif
