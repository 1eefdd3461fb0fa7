/* JSON: the stream of events, and the tree that is built from it. */
#include "tools/import/text/json.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/intern.h"
#include "tools/import/base/text.h"

/* The state of the stream: the token that may come next. */
enum {
    STATE_VALUE,       /* a value */
    STATE_FIRST_VALUE, /* a value or ] */
    STATE_NAME,        /* a name */
    STATE_FIRST_NAME,  /* a name or } */
    STATE_AFTER_VALUE, /* a comma or the end of the open array or object */
    STATE_DONE,        /* nothing */
    STATE_BROKEN
};

enum { LONGEST_NUMBER = 200, LONGEST_STRING = 1 << 28 };

/* ---- places and faults ---- */

static uint32_t column_of(const import_json_stream *stream, const char *at) {
    return (uint32_t)(at - stream->line_start) + 1;
}

static const char *name_of(const char *file) { return file == NULL ? "text" : file; }

static import_json_event broken(import_json_stream *stream, const char *at, const char *what) {
    import_error_at(stream->error, name_of(stream->file), stream->line, column_of(stream, at), "%s", what);
    stream->state = STATE_BROKEN;
    return IMPORT_JSON_BROKEN;
}

static import_json_event out_of_memory(import_json_stream *stream) {
    import_error_memory(stream->error, stream->file);
    stream->state = STATE_BROKEN;
    return IMPORT_JSON_BROKEN;
}

bool import_json_fault(const import_json_document *document, const import_json *at, tool_error *error,
                       const char *format, ...) {
    char sentence[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return import_error_at(error, name_of(document->file), at->line, at->column, "%s", sentence);
}

/* ---- the stream ---- */

void import_json_open(import_json_stream *stream, const char *file, const char *text, size_t size,
                      tool_error *error) {
    memset(stream, 0, sizeof *stream);
    stream->file = file;
    stream->error = error;
    stream->end = text + size;
    stream->at = text + import_text_mark(text, size);
    stream->line_start = stream->at;
    stream->line = 1;
    stream->state = STATE_VALUE;
}

void import_json_close(import_json_stream *stream) {
    free(stream->buffer);
    free(stream->name);
    stream->buffer = stream->name = NULL;
}

static void skip_blanks(import_json_stream *stream) {
    for (; stream->at < stream->end; stream->at++) {
        char c = *stream->at;
        if (c == '\n' || (c == '\r' && (stream->at + 1 == stream->end || stream->at[1] != '\n'))) {
            stream->line++;
            stream->line_start = stream->at + 1;
        } else if (c != ' ' && c != '\t' && c != '\r') {
            return;
        }
    }
}

/* The value of four hexadecimal digits, or -1. */
static long read_hex(const import_json_stream *stream, const char *at) {
    long value = 0;
    if (stream->end - at < 4) return -1;
    for (int i = 0; i < 4; i++) {
        char c = at[i];
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0) return -1;
        value = value * 16 + digit;
    }
    return value;
}

/* Decodes an escape, from behind its backslash, into `to`; NULL, or what is wrong with the escape. */
static const char *read_escape(import_json_stream *stream, char *to, size_t *length) {
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char c = stream->at < stream->end ? *stream->at : 0;
    const char *letter = c == 0 ? NULL : strchr(letters, c);
    *length = 1;
    if (letter != NULL) {
        *to = meanings[letter - letters];
        stream->at++;
        return NULL;
    }
    long value = c == 'u' ? read_hex(stream, stream->at + 1) : -1;
    if (value < 0) return "this is no escape; write \\n, \\t, \\\", \\\\ or \\u and four digits";
    stream->at += 5;
    if (value == 0) return "a text holds the character 0; remove it";
    if (value >= 0xD800 && value < 0xE000) {
        bool pair =
            value < 0xDC00 && stream->end - stream->at >= 6 && stream->at[0] == '\\' && stream->at[1] == 'u';
        long low = pair ? read_hex(stream, stream->at + 2) : -1;
        if (low < 0xDC00 || low >= 0xE000) return "half a surrogate pair; write the character itself";
        value = 0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00);
        stream->at += 6;
    }
    *length = fx_utf8_write(to, (uint32_t)value);
    return NULL;
}

/* Reads the string that begins here into *buffer; *fault is NULL, or what is wrong at stream->at. */
static uint32_t read_string(import_json_stream *stream, char **buffer, size_t *room, const char **fault) {
    size_t used = 0;
    *fault = NULL;
    for (stream->at++;;) {
        void *grown = *buffer;
        if (!import_grow(&grown, room, used + 8, 1) || used > LONGEST_STRING) *fault = "";
        *buffer = grown;
        if (*fault != NULL) return 0;
        if (stream->at >= stream->end) {
            *fault = "the text ends inside a string; is the file complete?";
            return 0;
        }
        unsigned char c = (unsigned char)*stream->at;
        size_t length = 1;
        if (c == '"') break;
        if (c == '\\') {
            stream->at++;
            *fault = read_escape(stream, *buffer + used, &length);
        } else if (c < 0x20) {
            *fault = "a control character or line end inside a string; write \\n or close the string with \"";
        } else {
            uint32_t code;
            length = fx_utf8_read(stream->at, (size_t)(stream->end - stream->at), &code);
            if (length == 0) *fault = "this is no UTF-8; save the file with that encoding";
            memcpy(*buffer + used, stream->at, length);
            stream->at += length;
        }
        if (*fault != NULL) return 0;
        used += length;
    }
    stream->at++;
    (*buffer)[used] = 0;
    return (uint32_t)used;
}

static import_json_event string_fault(import_json_stream *stream, const char *fault) {
    return fault[0] == 0 ? out_of_memory(stream) : broken(stream, stream->at, fault);
}

static const char *skip_digits(const char *at, const char *end) {
    while (at < end && *at >= '0' && *at <= '9') at++;
    return at;
}

/* The end of the number that begins here by the grammar of JSON; NULL when there is none. */
static const char *number_end(const char *at, const char *end) {
    if (at < end && *at == '-') at++;
    const char *digits = at;
    at = skip_digits(at, end);
    if (at == digits || (*digits == '0' && at - digits > 1)) return NULL;
    if (at < end && *at == '.') {
        const char *fraction = at + 1;
        at = skip_digits(fraction, end);
        if (at == fraction) return NULL;
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        at++;
        if (at < end && (*at == '+' || *at == '-')) at++;
        const char *exponent = at;
        at = skip_digits(exponent, end);
        if (at == exponent) return NULL;
    }
    return at;
}

static import_json_event read_number(import_json_stream *stream) {
    char copy[LONGEST_NUMBER + 1];
    const char *end = number_end(stream->at, stream->end);
    if (end == NULL)
        return broken(stream, stream->at,
                      "this is no number; write digits such as -1.25 or 3e5, without leading zeros");
    size_t length = (size_t)(end - stream->at);
    if (length > LONGEST_NUMBER)
        return broken(stream, stream->at, "a number of more than 200 characters; shorten it");
    memcpy(copy, stream->at, length);
    copy[length] = 0;
    import_text text = import_text_open(copy, length);
    if (!import_text_number(&text, &stream->value.is.number))
        return broken(stream, stream->at, "a number is beyond 1e300; check what wrote the file");
    stream->value.kind = IMPORT_JSON_NUMBER;
    stream->at = end;
    return IMPORT_JSON_VALUE;
}

static bool read_word(import_json_stream *stream, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(stream->end - stream->at) < length || memcmp(stream->at, word, length) != 0) return false;
    stream->at += length;
    return true;
}

static import_json_event begin(import_json_stream *stream, char bracket) {
    if (stream->depth == IMPORT_JSON_DEPTH)
        return broken(stream, stream->at,
                      "more than 64 arrays and objects inside one another; make it flatter");
    stream->inside[stream->depth++] = (uint8_t)bracket;
    stream->at++;
    stream->value.kind = bracket == '{' ? IMPORT_JSON_OBJECT : IMPORT_JSON_ARRAY;
    stream->state = bracket == '{' ? STATE_FIRST_NAME : STATE_FIRST_VALUE;
    return bracket == '{' ? IMPORT_JSON_BEGIN_OBJECT : IMPORT_JSON_BEGIN_ARRAY;
}

static import_json_event finish(import_json_stream *stream) {
    uint8_t bracket = stream->inside[--stream->depth];
    stream->at++;
    stream->state = stream->depth == 0 ? STATE_DONE : STATE_AFTER_VALUE;
    return bracket == '{' ? IMPORT_JSON_END_OBJECT : IMPORT_JSON_END_ARRAY;
}

static import_json_event read_value(import_json_stream *stream) {
    char c = *stream->at;
    stream->value.line = stream->line;
    stream->value.column = column_of(stream, stream->at);
    if (c == '{' || c == '[') return begin(stream, c);
    stream->state = stream->depth == 0 ? STATE_DONE : STATE_AFTER_VALUE;
    if (c == '"') {
        const char *fault;
        stream->value.kind = IMPORT_JSON_STRING;
        stream->value.count = read_string(stream, &stream->buffer, &stream->buffer_room, &fault);
        stream->value.is.text = stream->buffer;
        return fault != NULL ? string_fault(stream, fault) : IMPORT_JSON_VALUE;
    }
    if (c == '-' || (c >= '0' && c <= '9')) return read_number(stream);
    if (read_word(stream, "null")) {
        stream->value.kind = IMPORT_JSON_NULL;
        return IMPORT_JSON_VALUE;
    }
    stream->value.kind = IMPORT_JSON_BOOLEAN;
    stream->value.is.boolean = c == 't';
    if (read_word(stream, "true") || read_word(stream, "false")) return IMPORT_JSON_VALUE;
    if (c == ']' || c == '}')
        return broken(stream, stream->at, "a value is missing; remove the comma or write one");
    return broken(stream, stream->at,
                  "this is no value; write a number, \"text\", true, false, null, [ or {");
}

/* Reads the name of a member and its colon. */
static bool read_name(import_json_stream *stream) {
    const char *fault;
    if (*stream->at != '"') {
        broken(stream, stream->at,
               "a name is missing; write it in double quotes and remove a comma before }");
        return false;
    }
    read_string(stream, &stream->name, &stream->name_room, &fault);
    if (fault != NULL) {
        string_fault(stream, fault);
        return false;
    }
    stream->value.name = stream->name;
    skip_blanks(stream);
    if (stream->at >= stream->end || *stream->at != ':') {
        broken(stream, stream->at, "a colon is missing behind the name; write \"name\": value");
        return false;
    }
    stream->at++;
    skip_blanks(stream);
    return true;
}

import_json_event import_json_next(import_json_stream *stream) {
    if (stream->state == STATE_BROKEN) return IMPORT_JSON_BROKEN;
    memset(&stream->value, 0, sizeof stream->value);
    skip_blanks(stream);
    bool at_end = stream->at >= stream->end;
    if (stream->state == STATE_DONE)
        return at_end ? IMPORT_JSON_END : broken(stream, stream->at, "more text behind the value; remove it");
    if (at_end) return broken(stream, stream->at, "the text ends too early; is the file complete?");
    char closing = stream->depth > 0 && stream->inside[stream->depth - 1] == '{' ? '}' : ']';
    if (stream->state == STATE_AFTER_VALUE) {
        if (*stream->at == closing) return finish(stream);
        if (*stream->at != ',')
            return broken(stream, stream->at,
                          closing == '}' ? "a comma or } is missing; add it"
                                         : "a comma or ] is missing; add it");
        stream->at++;
        skip_blanks(stream);
        stream->state = closing == '}' ? STATE_NAME : STATE_VALUE;
    } else if ((stream->state == STATE_FIRST_VALUE || stream->state == STATE_FIRST_NAME) &&
               *stream->at == closing) {
        return finish(stream);
    }
    if (stream->at < stream->end && (stream->state == STATE_NAME || stream->state == STATE_FIRST_NAME) &&
        !read_name(stream))
        return IMPORT_JSON_BROKEN;
    if (stream->at >= stream->end)
        return broken(stream, stream->at, "the text ends too early; is the file complete?");
    return read_value(stream);
}

/* ---- the tree ---- */

typedef struct json_builder {
    import_json_stream stream;
    import_json_document *document;
    import_json *values; /* of all open arrays and objects, the innermost last */
    size_t count, room;
    size_t starts[IMPORT_JSON_DEPTH]; /* where the values of each open array or object begin */
    import_json opened[IMPORT_JSON_DEPTH];
} json_builder;

static const char *keep_text(import_json_document *document, const char *text, size_t length) {
    return import_arena_text(&document->arena, text, length);
}

static int compare_names(const void *a, const void *b) {
    const import_json *x = *(const import_json *const *)a, *y = *(const import_json *const *)b;
    int order = strcmp(x->name, y->name);
    if (order != 0) return order;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    return x->column < y->column ? -1 : x->column > y->column;
}

/* Fails on two members of one name. */
static bool check_names(json_builder *b, const import_json *items, uint32_t count) {
    const import_json **sorted = malloc((count + 1) * sizeof *sorted);
    bool ok = sorted != NULL;
    if (!ok) return import_error_memory(b->stream.error, b->stream.file);
    for (uint32_t i = 0; i < count; i++) sorted[i] = &items[i];
    qsort(sorted, count, sizeof *sorted, compare_names);
    for (uint32_t i = 1; ok && i < count; i++) {
        if (strcmp(sorted[i - 1]->name, sorted[i]->name) == 0) {
            ok = import_json_fault(b->document, sorted[i], b->stream.error,
                                   "a second member `%.60s`, the first is in line %lu; remove one",
                                   sorted[i]->name, (unsigned long)sorted[i - 1]->line);
        }
    }
    free(sorted);
    return ok;
}

static bool push(json_builder *b, const import_json *value) {
    void *values = b->values;
    bool ok = import_grow(&values, &b->room, b->count + 1, sizeof *b->values);
    b->values = values;
    if (!ok) return import_error_memory(b->stream.error, b->stream.file);
    b->values[b->count++] = *value;
    return true;
}

/* Copies names and strings out of the stream's buffers. */
static bool keep(json_builder *b, import_json *value) {
    *value = b->stream.value;
    if (value->name != NULL) value->name = keep_text(b->document, value->name, strlen(value->name));
    if (value->kind == IMPORT_JSON_STRING)
        value->is.text = keep_text(b->document, value->is.text, value->count);
    bool ok = (value->kind != IMPORT_JSON_STRING || value->is.text != NULL) &&
              (value->name != NULL || b->stream.value.name == NULL);
    return ok || import_error_memory(b->stream.error, b->stream.file);
}

static bool close_value(json_builder *b, int depth) {
    import_json value = b->opened[depth];
    size_t start = b->starts[depth], count = b->count - start;
    import_json *items = import_arena_take(&b->document->arena, count * sizeof *items + 1);
    if (items == NULL || count > UINT32_MAX) return import_error_memory(b->stream.error, b->stream.file);
    if (count > 0) memcpy(items, b->values + start, count * sizeof *items);
    b->count = start;
    value.count = (uint32_t)count;
    value.is.items = items;
    if (value.kind == IMPORT_JSON_OBJECT && count > 1 && !check_names(b, items, value.count)) return false;
    return push(b, &value);
}

static bool build(json_builder *b) {
    for (;;) {
        import_json value;
        import_json_event event = import_json_next(&b->stream);
        switch (event) {
        case IMPORT_JSON_BROKEN:
            return false;
        case IMPORT_JSON_END:
            b->document->root = b->values[0];
            return true;
        case IMPORT_JSON_BEGIN_ARRAY:
        case IMPORT_JSON_BEGIN_OBJECT:
            if (!keep(b, &b->opened[b->stream.depth - 1])) return false;
            b->starts[b->stream.depth - 1] = b->count;
            break;
        case IMPORT_JSON_END_ARRAY:
        case IMPORT_JSON_END_OBJECT:
            if (!close_value(b, b->stream.depth)) return false;
            break;
        case IMPORT_JSON_VALUE:
            if (!keep(b, &value) || !push(b, &value)) return false;
            break;
        }
    }
}

bool import_json_parse(const char *file, const char *text, size_t size, import_json_document *document,
                       tool_error *error) {
    memset(document, 0, sizeof *document);
    if (size > IMPORT_JSON_LIMIT)
        return import_error_file(error, file, "is larger than 128 MB, too much for a JSON text; split it");
    json_builder *b = calloc(1, sizeof *b);
    if (b == NULL) return import_error_memory(error, file);
    document->file = file;
    b->document = document;
    import_json_open(&b->stream, file, text, size, error);
    bool ok = build(b);
    import_json_close(&b->stream);
    free(b->values);
    free(b);
    if (!ok) import_json_free(document);
    return ok;
}

void import_json_free(import_json_document *document) {
    import_arena_free(&document->arena);
    memset(document, 0, sizeof *document);
}
