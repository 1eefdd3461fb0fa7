/* Words that carts, scripts and command lines share: numbers, sizes, colours, choices and near misses. */
#ifndef OXCART_TOOLS_IMPORT_BASE_WORDS_H
#define OXCART_TOOLS_IMPORT_BASE_WORDS_H

#include <stdbool.h>
#include <stdint.h>

/* Index of a word in a list that ends with NULL, or -1. */
int cart_choice(const char *word, const char *const *choices);

/* The word of the list that `word` was probably meant to be (at most two letters off), or NULL. */
const char *cart_suggest(const char *word, const char *const *choices);

/* The words of a size "240x160" (sides 8..1024), of bytes "192K", "1M", "4096", of a colour "#RRGGBB" or
 * "RRGGBB" (an amount of light while import/base/limit.h says so), and of a number without a locale. */
bool cart_parse_size(const char *word, int *width, int *height);
bool cart_parse_bytes(const char *word, uint32_t *bytes);
bool cart_parse_colour(const char *word, uint32_t *rgb);
bool cart_parse_number(const char *word, double *value);

/* A switch: *on is 1 for yes or true, 0 for no or false. */
bool cart_parse_switch(const char *word, uint32_t *on);

#endif
