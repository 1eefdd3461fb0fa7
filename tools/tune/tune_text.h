/* Finds the numbers of one text for tune.h, and checks whether packing accepts a text. Only tune*.c include this
 * header. */
#ifndef OXCART_TOOLS_TUNE_TUNE_TEXT_H
#define OXCART_TOOLS_TUNE_TUNE_TEXT_H

#include "tools/tune/tune.h"

/* A text of the cart, and the asset that it belongs to. */
typedef struct tune_text {
    const cart *c;
    const cart_asset *asset; /* NULL: cart.txt */
    uint32_t number;         /* `text` of a tune_number */
    const char *path;
    const uint8_t *data; /* followed by a zero byte that does not count */
    size_t size;
} tune_text;

/* Whether files of such an asset have numbers to tune. */
bool tune_text_counts(const cart_asset *asset);

/* Adds the numbers of a text; `text->path` must exist as long as the list. False after a sentence; then no number is
 * added. */
bool tune_text_find(const tune_text *text, tune_list *list, tool_error *error);

/* Whether packing would take the text; false after a sentence with the place. */
bool tune_text_check(const tune_text *text, tool_error *error);

/* ---- for the readers of forms ---- */

/* The length of the decimal at the beginning of a text; 0 when there is no decimal. *places: digits behind the
 * point. */
size_t tune_decimal(const char *text, size_t size, int *places);

/* Adds a number: `length` bytes at `at` of the text. False without memory only. */
bool tune_add(const tune_text *text, tune_list *list, const char *label, size_t at, size_t length,
              unsigned long line);

/* Writes the front of labels: "data units/", or "" for cart.txt. */
void tune_prefix(const tune_text *text, char prefix[TUNE_LABEL]);

/* Adds the constants of a script (tune_script.c). */
bool tune_script_find(const tune_text *text, tune_list *list, tool_error *error);
bool tune_script_check(const tune_text *text, tool_error *error);

#endif
