/* Arabic letters as they join: each letter becomes its final form, so that the console draws them one by one.
 *
 *     size_t size = import_text_joined(text, out);        سلام: seen as it is written, the letters' forms U+FE70..U+FEFC
 *
 * A letter has up to four forms, by whether it joins the letter before and the letter behind; lam and alef become one. Marks above and below letters
 * stand between them without parting them. Persian and Urdu letters of their own (pe, che, zhe, keheh, gaf, yeh) have theirs. All other characters stay. The
 * order of letters stays as well: the console turns it (kernel/draw/direction.h). (Unicode Standard, 9.2, "Arabic Cursive Joining".) */
#ifndef OXCART_TOOLS_IMPORT_TEXT_JOINING_H
#define OXCART_TOOLS_IMPORT_TEXT_JOINING_H

#include <stddef.h>

/* Writes the text, terminated, and returns its length. `out` has room for 3 bytes for each 2 of the text, and 1. */
size_t import_text_joined(const char *text, char *out);

#endif
