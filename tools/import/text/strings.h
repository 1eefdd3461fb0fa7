/* Tables of texts in several languages: read, checked against one another, and turned into a language for
 * tests. */
#ifndef OXCART_TOOLS_IMPORT_TEXT_STRINGS_H
#define OXCART_TOOLS_IMPORT_TEXT_STRINGS_H

#include "tools/import/base/arena.h"
#include "tools/import/text/font.h"

#include <stdint.h>

#define IMPORT_STRINGS_LANGUAGES 64
#define IMPORT_STRINGS_MOST 65535

typedef struct import_string {
    const char *key;
    uint32_t line;      /* in the file; 0 where the format has none */
    uint32_t limit;     /* characters that fit its place, 0: not told */
    uint32_t width;     /* pixels of its place, 0: not told */
    const char **texts; /* of each language; NULL: missing */
} import_string;

typedef struct import_strings {
    const char *file;
    uint32_t language_count, count;
    const char *const *languages; /* tags; "" for the only one of a file that names none */
    const import_string *strings; /* in the order of the file */
    import_arena arena;
} import_strings;

/*
 * Reads a table; its kind is told from the contents:
 *
 *     key,limit,en,de             a table of comma-separated values: the first heading is `key` or `id`; `limit` (characters)
 *     hello,12,Hello,Hallo        and `width` (pixels) are what fits, every other heading is a language; an empty field is a
 *                                 missing text
 *
 *     <texts language="en"><text id="hello" limit="12" width="96">Hello</text></texts>       one language to a file
 *
 *     {"hello": "Hello", "bye": {"en": "Bye", "de": "Tschau", "limit": 9}}     texts alone are those of the language ""
 *
 *     hello = Hello               one language; # begins a comment line
 *
 * Arabic letters become the forms in which they join (joining.h). UTF-8 is checked; UTF-16 with its mark is read, too. A line end inside of a text becomes the two characters \n, as they may be written at
 * once; other control characters are refused, and a key that stands there twice.
 */
bool import_strings_parse(const char *file, const char *text, size_t size, import_strings *strings,
                          tool_error *error);
void import_strings_free(import_strings *strings);

/* Number of a language, -1 when there is none. */
int import_strings_language(const import_strings *strings, const char *tag);

typedef enum import_strings_fault {
    IMPORT_STRINGS_MISSING,     /* a language lacks the key */
    IMPORT_STRINGS_PLACEHOLDER, /* {names} and %d differ from those of the first language that has the key */
    IMPORT_STRINGS_LONG,        /* more characters than the limit */
    IMPORT_STRINGS_GLYPH,       /* the font has no glyph for a character */
    IMPORT_STRINGS_WIDE         /* a line of the text is wider than its place, drawn in the font */
} import_strings_fault;

/* Called for each fault, in the order of keys, then languages; `code` is the first character without a glyph, or how many
 * pixels wide the text is. */
typedef void import_strings_teller(void *argument, import_strings_fault fault, const import_string *string,
                                   uint32_t language, uint32_t code);

/* Looks for all faults; font may be NULL. Returns the number of faults. */
uint32_t import_strings_check(const import_strings *strings, const import_font *font,
                              import_strings_teller *tell, void *argument);

/* A text for tests: letters get accents, the text becomes a quarter longer (rounded up) and stands in brackets,
 * [Ĥéļļö~~]; placeholders stay. malloc'd; NULL without memory. */
char *import_strings_pseudo(const char *text);

/* Characters of a valid UTF-8 text. */
uint32_t import_utf8_length(const char *text);

/* Marks each code point that a text uses; `used` has IMPORT_STRINGS_CODES bits. */
#define IMPORT_STRINGS_CODES 0x110000u
void import_strings_mark(const char *text, uint8_t *used);

#endif
