/* Texts of a fixed form, read strictly: no blank is skipped, nothing is left over, and a number that does not fit is none.
 *
 *     scan_text(word, "%ux%u", &width, &height)         64x32
 *     scan_front(&at, "copy@%u.", &place)               at then stands behind the point
 *
 * In a form %u is a whole number of digits alone, up to 4,294,967,295; %d one that may begin with `-`, within 32 bits; %x one to
 * eight digits in hexadecimal, small letters. Every other character stands for itself. The result is false when the
 * text has another form; numbers in front of the first difference are written all the same. */
#ifndef OXCART_TOOLS_BASE_SCAN_H
#define OXCART_TOOLS_BASE_SCAN_H

#include <stdbool.h>

#if defined(__GNUC__)
#define SCAN_FORM __attribute__((format(scanf, 2, 3)))
#else
#define SCAN_FORM
#endif

/* Whether the whole text has a form. Each number goes to a uint32_t *, that of %d to an int32_t *. */
bool scan_text(const char *text, const char *form, ...) SCAN_FORM;

/* Whether the front of a text has a form; *text moves behind it, or stays when the front has another. */
bool scan_front(const char **text, const char *form, ...);

/* The value of 0..9 and a..f, or -1. */
int scan_hex_digit(char c);

#endif
