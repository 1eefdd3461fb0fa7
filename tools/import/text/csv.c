/* The reader and writer of comma-separated tables. */
#include "tools/import/text/csv.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/writer.h"
#include "tools/import/base/intern.h"
#include "tools/import/base/text.h"
#include "tools/import/text/json.h"

typedef struct reader {
    import_csv *table;
    const char *at, *end;
    uint32_t line;
    char separator;
    tool_error *error;
    const char *fields[IMPORT_CSV_COLUMNS]; /* of the row under way */
    uint32_t count;
    import_csv_row *rows;
    size_t room;
} reader;

static char likely_separator(const char *at, const char *end) {
    const char *candidates = ",;\t";
    size_t counts[3] = {0}, best = 0;
    bool quoted = false;
    for (; at < end && (quoted || (*at != '\n' && *at != '\r')); at++) {
        const char *found = *at == 0 ? NULL : strchr(candidates, *at);
        if (*at == '"') quoted = !quoted;
        if (found != NULL && !quoted) counts[found - candidates]++;
    }
    for (size_t i = 1; i < 3; i++) {
        if (counts[i] > counts[best]) best = i;
    }
    return candidates[best];
}

static bool is_line_end(char c) { return c == '\n' || c == '\r'; }

static void skip_line_end(reader *r) {
    if (r->at >= r->end) return;
    r->at += r->at[0] == '\r' && r->at + 1 < r->end && r->at[1] == '\n' ? 2 : 1;
    r->line++;
}

static const char *read_plain(reader *r) {
    const char *begin = r->at;
    while (r->at < r->end && *r->at != r->separator && !is_line_end(*r->at)) r->at++;
    return import_arena_text(&r->table->arena, begin, (size_t)(r->at - begin));
}

/* Reads a field from behind its opening quote; NULL with a fault when the quote never closes or something stands
 * behind the closing one. */
static const char *read_quoted(reader *r) {
    uint32_t first = r->line;
    const char *close = ++r->at;
    size_t length = 0;
    for (; close < r->end && (*close != '"' || (close + 1 < r->end && close[1] == '"')); close++, length++) {
        if (*close == '"') close++;
    }
    if (close >= r->end) {
        import_error_line(r->error, r->table->file, first,
                          "a quoted field begins here and never ends; close it with \"");
        return NULL;
    }
    char *text = import_arena_take(&r->table->arena, length + 1), *out = text;
    if (text == NULL) {
        import_error_memory(r->error, r->table->file);
        return NULL;
    }
    while (r->at < close) {
        if (*r->at == '"') r->at++;
        if (*r->at == '\n' || (*r->at == '\r' && r->at[1] != '\n')) r->line++;
        *out++ = *r->at++;
    }
    r->at++;
    if (r->at >= r->end || *r->at == r->separator || is_line_end(*r->at)) return text;
    import_error_line(r->error, r->table->file, r->line,
                      "text behind a closing quote; write a quote inside of a field twice");
    return NULL;
}

static bool add_field(reader *r) {
    if (r->count == IMPORT_CSV_COLUMNS) {
        return import_error_line(r->error, r->table->file, r->line, "more than %d columns",
                                 IMPORT_CSV_COLUMNS);
    }
    r->error->text[0] = 0;
    const char *field = r->at < r->end && *r->at == '"' ? read_quoted(r) : read_plain(r);
    if (field == NULL) return r->error->text[0] != 0 ? false : import_error_memory(r->error, r->table->file);
    r->fields[r->count++] = field;
    return true;
}

static bool add_row(reader *r, uint32_t line, bool even) {
    import_csv *table = r->table;
    if (even && table->row_count > 0 && r->count != r->rows[0].count) {
        return import_error_line(r->error, table->file, line,
                                 "%u fields where the first row has %u; add or take away `%c`",
                                 (unsigned)r->count, (unsigned)r->rows[0].count, r->separator);
    }
    const char **fields = import_arena_take(&table->arena, r->count * sizeof *fields);
    void *rows = r->rows;
    if (fields == NULL || !import_grow(&rows, &r->room, (size_t)table->row_count + 1, sizeof *r->rows)) {
        return import_error_memory(r->error, table->file);
    }
    r->rows = rows;
    memcpy(fields, r->fields, r->count * sizeof *fields);
    r->rows[table->row_count++] = (import_csv_row){line, r->count, fields};
    return true;
}

static bool read_rows(reader *r, bool even) {
    while (r->at < r->end) {
        uint32_t line = r->line;
        if (is_line_end(*r->at)) {
            skip_line_end(r);
            continue;
        }
        r->count = 0;
        for (;;) {
            if (!add_field(r)) return false;
            if (r->at >= r->end || *r->at != r->separator) break;
            r->at++;
        }
        skip_line_end(r);
        if (!add_row(r, line, even)) return false;
    }
    return true;
}

/* The rows move into the arena, so that one call frees everything. */
static bool keep_rows(reader *r) {
    import_csv *table = r->table;
    if (table->row_count == 0) return true;
    import_csv_row *kept = import_arena_take(&table->arena, table->row_count * sizeof *kept);
    if (kept == NULL) return import_error_memory(r->error, table->file);
    memcpy(kept, r->rows, table->row_count * sizeof *kept);
    table->rows = kept;
    return true;
}

static bool check_text(const char *file, const char *text, size_t size, tool_error *error) {
    if (size > IMPORT_CSV_LIMIT) return import_error_file(error, file, "tables of at most 128 MB are read");
    if (import_utf8_is_valid(text, size) && memchr(text, 0, size) == NULL) return true;
    unsigned long line = 1;
    for (const char *at = text, *end = text + size; at < end; line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (stop == NULL) stop = end;
        if (!import_utf8_is_valid(at, (size_t)(stop - at)) || memchr(at, 0, (size_t)(stop - at)) != NULL)
            break;
        at = stop + 1;
    }
    return import_error_line(error, file, line, "this is no UTF-8 text; save the table as UTF-8");
}

bool import_csv_parse(const char *file, const char *text, size_t size, char separator, bool even,
                      import_csv *table, tool_error *error) {
    tool_error unheard = {.text = ""};
    if (error == NULL) error = &unheard;
    memset(table, 0, sizeof *table);
    table->file = file;
    if (import_text_is_utf16(text, size)) {
        char *copy = import_text_from_utf16(file, text, size, &size, error);
        const bool read = copy != NULL && import_csv_parse(file, copy, size, separator, even, table, error);
        free(copy);
        return read;
    }
    reader *r = calloc(1, sizeof *r);
    if (r == NULL) return import_error_memory(error, file);
    if (size == 0) text = ""; /* `text` may be NULL */
    const size_t mark = import_text_mark(text, size);
    text += mark, size -= mark;
    r->table = table;
    r->at = text;
    r->end = text + size;
    r->line = 1;
    r->error = error;
    r->separator = separator != 0 ? separator : likely_separator(text, text + size);
    bool ok = check_text(file, text, size, error) && read_rows(r, even) && keep_rows(r);
    free(r->rows);
    free(r);
    if (!ok) import_csv_free(table);
    return ok;
}

void import_csv_free(import_csv *table) {
    import_arena_free(&table->arena);
    table->rows = NULL;
    table->row_count = 0;
}

int import_csv_column(const import_csv *table, const char *heading) {
    for (uint32_t i = 0; table->row_count > 0 && i < table->rows[0].count; i++) {
        if (strcmp(table->rows[0].fields[i], heading) == 0) return (int)i;
    }
    return -1;
}

void import_csv_write_field(writer *out, const char *field, char separator) {
    bool quoted = strpbrk(field, "\"\r\n") != NULL || strchr(field, separator) != NULL ||
                  import_text_mark(field, strlen(field)) > 0; /* would be taken for a byte order mark */
    if (!quoted) {
        writer_bytes(out, field, strlen(field));
        return;
    }
    writer_u8(out, '"');
    for (; *field != 0; field++) {
        if (*field == '"') writer_u8(out, '"');
        writer_u8(out, (uint8_t)*field);
    }
    writer_u8(out, '"');
}
