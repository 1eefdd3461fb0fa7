/* Reading of text formats word by word: numbers without a locale, line ends of every system, line numbers. */
#ifndef OXCART_TOOLS_IMPORT_BASE_TEXT_H
#define OXCART_TOOLS_IMPORT_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "fixedmath/utf8.h"
#include "tools/base/error.h"

/*
 * A place in a text. The text must be followed by a zero byte (import_file_read sees to that), which ends
 * every scan; `end` points at that byte. Lines end in LF, CR LF or CR. A backslash right before a line end
 * joins the two lines.
 */
typedef struct import_text {
    const char *at;
    const char *end;
    unsigned long line; /* from 1 */
} import_text;

/* How many bytes of a UTF-8 byte order mark the text begins with: 3 or 0. */
size_t import_text_mark(const char *text, size_t size);

/* Starts at the first byte behind a UTF-8 byte order mark. */
import_text import_text_open(const char *bytes, size_t size);

/* Skips spaces, tabs and joined line ends. */
void import_text_skip_blanks(import_text *text);

/* True at a line end or at the end of the text (blanks are not skipped). */
bool import_text_at_line_end(const import_text *text);

/* Goes to the start of the next line, whatever stands before it. False at the end of the text. */
bool import_text_next_line(import_text *text);

/* The word that starts here: up to a blank or line end. Returns its first byte, its length in *length, and
 * stands behind it. */
const char *import_text_word(import_text *text, size_t *length);

/* The rest of the line without the blanks around it (and without joining lines); result, *length and place as of
 * import_text_word. */
const char *import_text_rest(import_text *text, size_t *length);

/*
 * A decimal number that fills a word: sign, digits with or without a point, exponent. Never depends on the locale.
 * Numbers of up to 18 digits are rounded correctly; further digits are cut. False, and only blanks skipped, when
 * no number stands here or the number is above 1e300; tiny numbers become 0.
 */
bool import_text_number(import_text *text, double *value);

/* A whole number with a sign, of at most 18 digits; no blanks are skipped. False, and the place not moved, when
 * no number stands here. */
bool import_text_integer(import_text *text, long long *value);

/* A malloc'd copy of a name from a file format that states no encoding: UTF-8 stays, anything else is taken as
 * the Latin-1 of old exporters, whose bytes from 128 on become two bytes each. NULL without memory. */
char *import_text_name(const char *name, size_t length);

/* The fault of a line of a text that people write, NULL when it has none: bytes that are no UTF-8, control
 * characters but for tabs and the carriage return at its end. */
const char *import_text_line_fault(const char *line, size_t length);

/* Whether a text begins with the mark of UTF-16, in either order of bytes: what spreadsheets save as "Unicode text". */
bool import_text_is_utf16(const char *text, size_t size);

/* A malloc'd copy of such a text in UTF-8, terminated and without its mark. NULL, and *error, where it holds what is no
 * character, or without memory. */
char *import_text_from_utf16(const char *file, const char *text, size_t size, size_t *length,
                             tool_error *error);

/* True when the bytes are UTF-8 (fixedmath/utf8.h). */
static inline bool import_utf8_is_valid(const char *text, size_t size) {
    return fx_utf8_fault(text, size) == size;
}

#endif
