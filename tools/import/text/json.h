/* JSON texts (RFC 8259), as a stream of events or as a tree, with line and column of everything. */
#ifndef OXCART_TOOLS_IMPORT_TEXT_JSON_H
#define OXCART_TOOLS_IMPORT_TEXT_JSON_H

#include "tools/base/error.h"
#include "tools/import/base/arena.h"

#include <stdint.h>

/* The deepest nesting of arrays and objects, and the longest text that is read. */
#define IMPORT_JSON_DEPTH 64
#define IMPORT_JSON_LIMIT ((size_t)128 << 20)

typedef enum import_json_kind {
    IMPORT_JSON_NULL,
    IMPORT_JSON_BOOLEAN,
    IMPORT_JSON_NUMBER,
    IMPORT_JSON_STRING,
    IMPORT_JSON_ARRAY,
    IMPORT_JSON_OBJECT
} import_json_kind;

/*
 * One value of a tree. Texts are UTF-8 that has been checked, end in a zero byte and hold none ("\u0000" is
 * refused). Lines and columns count from 1; a column is one byte.
 */
typedef struct import_json {
    import_json_kind kind;
    uint32_t line, column;
    uint32_t count;   /* elements or members; bytes of a string */
    const char *name; /* of a member of an object; NULL elsewhere */
    union {
        bool boolean;
        double number; /* correctly rounded up to 18 digits */
        const char *text;
        const struct import_json *items; /* `count` elements or members in the order of the file */
    } is;
} import_json;

typedef struct import_json_document {
    const char *file; /* as it was given; for messages */
    import_json root;
    import_arena arena; /* all memory of the tree */
} import_json_document;

/*
 * Reads a text of `size` bytes (a zero byte need not follow). A byte order mark is accepted, blanks, tabs and
 * all line ends are; comments, trailing commas, two members of one name in an object, broken UTF-8 and
 * anything deeper than IMPORT_JSON_DEPTH are not. Takes 32 bytes a value and the texts, at the very worst
 * some 40 bytes for each byte of the file, and no recursion. On failure false, `file:LINE:COLUMN: what is
 * wrong; how to mend it`, and an empty document.
 */
bool import_json_parse(const char *file, const char *text, size_t size, import_json_document *document,
                       tool_error *error);
void import_json_free(import_json_document *document);

/* `file:LINE:COLUMN: ...` for a value of the document; returns false. */
bool import_json_fault(const import_json_document *document, const import_json *at, tool_error *error,
                       const char *format, ...) IMPORT_PRINTF(4, 5);

/* The member of that name; NULL when there is none, or `object` is NULL or no object. */
const import_json *import_json_find(const import_json *object, const char *name);

/*
 * Members with their schema. Each returns true and leaves *value as it was when the member is absent and not
 * `required`; false with a fault that names the member when it is missing, of another kind or out of range.
 * Numbers must lie in least..most; whole numbers must have no fraction. *found tells where the value stands
 * (`found` may be NULL; an absent member stores NULL).
 */
typedef struct import_json_reader {
    const import_json_document *document;
    const import_json *object;
    tool_error *error;
} import_json_reader;

bool import_json_number(const import_json_reader *reader, const char *name, bool required, double least,
                        double most, double *value);
bool import_json_whole(const import_json_reader *reader, const char *name, bool required, int64_t least,
                       int64_t most, int64_t *value);
bool import_json_boolean(const import_json_reader *reader, const char *name, bool required, bool *value);
bool import_json_text(const import_json_reader *reader, const char *name, bool required, const char **value);

/* The index of a word in `choices`, which ends with NULL; the fault lists all of them. */
bool import_json_choice(const import_json_reader *reader, const char *name, bool required,
                        const char *const *choices, int *value);

/* An array (or object) of least..most items. *value is NULL when the member is absent. */
bool import_json_array(const import_json_reader *reader, const char *name, bool required, uint32_t least,
                       uint32_t most, const import_json **value);
bool import_json_object(const import_json_reader *reader, const char *name, bool required,
                        const import_json **value);

/* An array of exactly `count` numbers of any size. */
bool import_json_numbers(const import_json_reader *reader, const char *name, bool required, uint32_t count,
                         double *values);

/* Fails on a member whose name is not in `names` (ends with NULL) and suggests the nearest name. Meant for texts
 * that people write by hand. */
bool import_json_only(const import_json_reader *reader, const char *const *names);

/* ---- as a stream ---- */

typedef enum import_json_event {
    IMPORT_JSON_BEGIN_OBJECT,
    IMPORT_JSON_END_OBJECT,
    IMPORT_JSON_BEGIN_ARRAY,
    IMPORT_JSON_END_ARRAY,
    IMPORT_JSON_VALUE, /* null, boolean, number or string: `value` */
    IMPORT_JSON_END,   /* of the text, after one whole value */
    IMPORT_JSON_BROKEN /* the error is filled in; every later call says the same */
} import_json_event;

/*
 * Walks through a text with no memory but the longest string, for texts too large for a tree. The members of
 * `value` (and `value.name`, for begins too) are good until the next call. The stream does not notice two members
 * of one name.
 */
typedef struct import_json_stream {
    const char *file, *at, *end, *line_start;
    uint32_t line;
    tool_error *error;
    import_json value;
    int depth;
    uint8_t inside[IMPORT_JSON_DEPTH]; /* '{' or '[' */
    uint8_t state;
    char *buffer, *name;
    size_t buffer_room, name_room;
} import_json_stream;

void import_json_open(import_json_stream *stream, const char *file, const char *text, size_t size,
                      tool_error *error);
import_json_event import_json_next(import_json_stream *stream);
void import_json_close(import_json_stream *stream);

/* ---- writing ---- */

/* The value (without its name) as JSON text on one line, malloc'd; numbers with as many digits as bring them
 * back. NULL without memory. */
char *import_json_print(const import_json *value);

/* A text as a JSON string with its quotes, malloc'd; NULL without memory. */
char *import_json_quote(const char *text);

/* A number in the shortest of 9 or 17 digits that reads back as the same double. Returns its length; `to` takes
 * 32 bytes. Infinities and NAN become 0. */
int import_json_format(double number, char to[32]);

#endif
