/* INI files: sections of key=value, kept to the byte when they are written again. */
#ifndef OXCART_TOOLS_IMPORT_TEXT_INI_H
#define OXCART_TOOLS_IMPORT_TEXT_INI_H

#include "tools/base/error.h"
#include "tools/import/base/arena.h"

#include <stdint.h>

#define IMPORT_INI_LIMIT ((size_t)16 << 20)

typedef enum import_ini_kind {
    IMPORT_INI_BLANK,   /* nothing or a comment (`;` or `#` in front) */
    IMPORT_INI_SECTION, /* [name] */
    IMPORT_INI_KEY,     /* name=value */
    IMPORT_INI_BAD      /* a line of no other kind, kept as it is */
} import_ini_kind;

typedef struct import_ini_line {
    import_ini_kind kind;
    const char *text;         /* the whole line with its end */
    const char *section;      /* that it stands in or begins; "" before the first one */
    const char *name, *value; /* of a key; without the blanks around them, and the value without its quotes */
} import_ini_line;

typedef struct import_ini {
    const char *file;
    uint32_t count, room;
    import_ini_line *lines; /* in the order of the file */
    uint32_t bad, doubled;  /* lines that could not be read; keys that stand in their section before */
    tool_error
        first_bad; /* about the first bad line, else about the first doubled key; empty when there is neither */
    import_arena arena;
} import_ini;

/*
 * Reads a text. Names of sections and keys are compared without regard to the case of a-z. A value runs to the end of its line; one in
 * double quotes keeps its blanks. A line that is none of these is counted in `bad`, told in `first_bad`, and kept; of a key that
 * stands in its section twice, the last counts. False only without memory, above the limit, and for lines that are no UTF-8 or hold control
 * characters.
 */
bool import_ini_parse(const char *file, const char *text, size_t size, import_ini *ini, tool_error *error);
void import_ini_free(import_ini *ini);

/* The line of a key, the last of several; -1 when there is none. */
long import_ini_find(const import_ini *ini, const char *section, const char *key);

/*
 * Values by kind: true, and *value as it was, when the key is absent; false with `file:LINE: ...` when the value
 * is of another kind or out of range. A boolean is true, false, yes, no, on, off, 1 or 0, in any case.
 */
bool import_ini_text(const import_ini *ini, const char *section, const char *key, const char **value);
bool import_ini_whole(const import_ini *ini, const char *section, const char *key, int64_t least,
                      int64_t most, int64_t *value, tool_error *error);
bool import_ini_number(const import_ini *ini, const char *section, const char *key, double least, double most,
                       double *value, tool_error *error);
bool import_ini_boolean(const import_ini *ini, const char *section, const char *key, bool *value,
                        tool_error *error);

/*
 * Changes a value: only its line is written anew, with the blanks and the comment-free form it had. A new key goes
 * to the end of its section, a new section to the end of the file. A value with blanks at its ends or `;` is put
 * in quotes. A value with a line end or a quote inside, and names that could not be read again, are refused.
 */
bool import_ini_set(import_ini *ini, const char *section, const char *key, const char *value,
                    tool_error *error);

/* Writes the whole text, byte for byte as it was read but for values that were set. */
struct writer;
void import_ini_write(const import_ini *ini, struct writer *out);

#endif
