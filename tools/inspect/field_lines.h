/* Texts of one field a line, `path: value`, which dumps print, which are read back line by line, and compared by path.
 *
 *     field_lines_add(&lines, "start[2].health", "12"); ...
 *     field_lines_tell(&before, &now, NULL, true, &teller);          start[2].health: 12 -> 15
 */
#ifndef OXCART_TOOLS_INSPECT_FIELD_LINES_H
#define OXCART_TOOLS_INSPECT_FIELD_LINES_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include "tools/base/error.h"

#if defined(__GNUC__)
#define FIELD_PRINTF(format_at, first_at) __attribute__((format(printf, format_at, first_at)))
#else
#define FIELD_PRINTF(format_at, first_at)
#endif

/* ---- lines in memory ---- */

typedef struct field_line {
    char *path, *text;
    bool met; /* the other text has the path too; set by field_lines_tell */
} field_line;

/* A list of lines. All zero is an empty list. Once memory ran out, `failed` is set and every call does nothing. */
typedef struct field_lines {
    field_line *lines; /* in the order in which they were added */
    size_t count, room;
    uint32_t *slots; /* line numbers + 1 by the path's hash; made for comparisons */
    size_t slot_count;
    bool failed;
} field_lines;

void field_lines_free(field_lines *l);

/* Add a line; false when memory ran out. `text` of the second function is malloc'd and taken over (NULL: no memory). */
bool field_lines_add(field_lines *l, const char *path, const char *format, ...) FIELD_PRINTF(3, 4);
bool field_lines_take(field_lines *l, const char *path, char *text);

/* Adds a row of bytes in hexadecimal. */
bool field_lines_bytes(field_lines *l, const char *path, const uint8_t *bytes, size_t count);

/* ---- differences ---- */

typedef struct field_teller {
    const char *type, *name; /* written in front of each path; name NULL: neither is */
    uint32_t told, most;     /* lines told so far, and how many are printed */
    FILE *out;
} field_teller;

/* Prints one difference; before or after NULL: added, removed. */
void field_tell(field_teller *t, const char *path, const char *before, const char *after);

/* Tells the differences of all paths for which chosen(path) == wanted (NULL: of all paths): first lines of b that
 * differ from a or are new, then lines that only a has. Of equal paths in one text the first counts. False without
 * memory. */
bool field_lines_tell(field_lines *a, field_lines *b, bool (*chosen)(const char *path), bool wanted,
                      field_teller *t);

/* ---- lines read back ---- */

typedef struct field_reader {
    const char *name; /* stands in errors */
    const char *at, *end;
    unsigned long line;      /* number of the line read last */
    char *words;             /* the line read last, until the next is read */
    const char *path, *text; /* the line's two halves, after field_reader_next */
    tool_error *error;
} field_reader;

void field_reader_free(field_reader *r);

/* Reads the next line into r->words, without its end; false at the end of the text or without memory. */
bool field_reader_line(field_reader *r);

/* Reads the next line, which must begin with two blanks, as path and text; a comment behind ` # ` is cut off. False
 * when the next line begins otherwise, which then is not read, or when it has no `: `, which is an error: *wrong. */
bool field_reader_next(field_reader *r, bool *wrong);

/* Writes an error at the line read last; returns false. */
bool field_reader_wrong(field_reader *r, const char *sentence);

/* Reads bytes in hexadecimal, at most `room` of them; false when the text has another form. */
bool field_read_bytes(const char *text, uint8_t *bytes, size_t room, size_t *count);

#endif
