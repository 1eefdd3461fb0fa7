/* Cuts texts into statements. */
#include "tools/cart/statements.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/cart/cart.h"
#include "tools/cart/cart_rows.h"
#include "tools/import/base/intern.h"

/* How a word that begins a line is told from others with the same word. */
enum { NAME_NONE, NAME_ONE, NAME_WORD_UNNAMED, NAME_UNNAMED };

typedef struct rule {
    const char *word;
    int name;
} rule;

static const rule tile_rules[] = {{"oxtiles", NAME_NONE}, {"size", NAME_NONE}, {NULL, NAME_ONE}};

static const rule line_rules[] = {{NULL, NAME_NONE}};

/* The row of a word of cart.txt in its place, else in any place (`with` below a type); NULL for kinds of assets and
 * unknown words. */
static const cart_row *row_of(bool in_scene, const char *word) {
    const cart_row *row = cart_row_find(in_scene ? CART_IN_SCENE : CART_OUTSIDE, word, NULL);
    return row != NULL ? row : cart_row_find(in_scene ? CART_OUTSIDE : CART_IN_SCENE, word, NULL);
}

/* How a row's statement is named. A statement that belongs to another one in a level needs no more than its name. */
static int name_of_row(const cart_row *row, bool is_below) {
    static const int names[] = {[CART_BY_WORD] = NAME_NONE,
                                [CART_BY_NAME] = NAME_ONE,
                                [CART_BY_NAME_AND_TEXT] = NAME_UNNAMED,
                                [CART_BY_TEXT] = NAME_WORD_UNNAMED};
    if (row == NULL || (is_below && row->merge == CART_BY_NAME_AND_TEXT)) return NAME_ONE;
    return names[row->merge];
}

/* ---- words ---- */

typedef struct word {
    size_t at, length;
} word;

enum { WORDS_MOST = 256 };

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/* A # at the begin of a word begins a comment, unless six hexadecimal digits make a colour of it. */
static bool is_comment(const char *at, const char *end) {
    size_t digits = 0;
    if (*at != '#') return false;
    while (at + 1 + digits < end && at[1 + digits] != 0 &&
           strchr("0123456789abcdefABCDEF", at[1 + digits]) != NULL)
        digits++;
    return digits != 6 || (at + 7 < end && !is_blank(at[7]));
}

/* The words between two places of one line. */
static int cut_words(const char *text, size_t at, size_t end, word *words) {
    int count = 0;
    while (count < WORDS_MOST) {
        while (at < end && is_blank(text[at])) at++;
        if (at >= end || is_comment(text + at, text + end)) return count;
        size_t from = at;
        bool quoted = false;
        for (; at < end && (quoted || !is_blank(text[at])); at++) {
            if (text[at] == '"') quoted = !quoted;
        }
        words[count++] = (word){from, at - from};
    }
    return count;
}

/* ---- building the list ---- */

static bool add_field(statements *s, const char *name, size_t name_length, size_t at, size_t length) {
    void *array = s->fields;
    bool ok = import_grow(&array, &s->field_capacity, s->field_count + 1, sizeof *s->fields);
    s->fields = array;
    if (!ok) return false;
    statement_field *f = &s->fields[s->field_count++];
    snprintf(f->name, sizeof f->name, "%.*s", (int)(name_length > 47 ? 47 : name_length), name);
    f->at = at;
    f->length = length;
    s->list[s->count - 1].field_count++;
    return true;
}

/* Adds the statement `made`. Its whole key is the parent's key and `key`; its fields are added afterwards. */
static bool add_statement(statements *s, const char *key, statement made) {
    void *array = s->list;
    bool ok = import_grow(&array, &s->capacity, s->count + 1, sizeof *s->list);
    s->list = array;
    if (!ok) return false;
    const char *above = made.parent == UINT32_MAX ? "" : s->list[made.parent].key;
    size_t room = strlen(above) + strlen(key) + 2;
    char *full = malloc(room);
    if (full == NULL) return false;
    snprintf(full, room, "%s%s%s", above, above[0] == 0 ? "" : "/", key);
    made.key = full;
    made.field = s->field_count;
    s->list[s->count++] = made;
    return true;
}

static bool is_word(const char *text, word w, const char *name) {
    return strlen(name) == w.length && memcmp(text + w.at, name, w.length) == 0;
}

static size_t key_length(const char *text, word w) {
    for (size_t i = 0; i < w.length && text[w.at + i] != '"'; i++) {
        if (text[w.at + i] == '=') return i;
    }
    return 0;
}

/* Whether a word without a value is a flag, which is a field by its own name: a key of its statement's row. */
static bool is_flag(const statements *s, const cart_row *row, word w) {
    char text[48];
    snprintf(text, sizeof text, "%.*s", (int)(w.length < sizeof text ? w.length : sizeof text - 1),
             s->text + w.at);
    const cart_option_row *option = row == NULL ? NULL : cart_option_find(row->options, text);
    return option != NULL && option->value == NULL;
}

/* Adds the words behind the name as fields. */
static bool add_words(statements *s, const cart_row *row, const word *words, int from, int count) {
    char name[16];
    int plain = 0;
    for (int i = from; i < count; i++) {
        size_t key = key_length(s->text, words[i]);
        bool flag = key == 0 && is_flag(s, row, words[i]), ok;
        if (key > 0 || flag) {
            ok = add_field(s, s->text + words[i].at, key > 0 ? key : words[i].length, words[i].at,
                           words[i].length);
        } else {
            int length = snprintf(name, sizeof name, "#%d", ++plain);
            ok = add_field(s, name, (size_t)length, words[i].at, words[i].length);
        }
        if (!ok) return false;
    }
    return true;
}

typedef struct reader {
    statements *s;
    size_t lead; /* where comments before the next statement begin */
    unsigned long line;
    uint32_t block; /* the open scene, section, layer, spawn or element, or UINT32_MAX */
    unsigned row;   /* number of the row in the open layer */
    size_t columns; /* columns of a table */
    word heads[WORDS_MOST];
} reader;

static void append_word(char *key, size_t room, const char *text, word w) {
    size_t length = strlen(key);
    snprintf(key + length, room - length, "%s%.*s", length > 0 ? " " : "",
             (int)(w.length < 200 ? w.length : 200), text + w.at);
}

/* Appends the value of key= to a statement's key, if the statement has it. */
static bool append_option(char *key, size_t room, const char *text, const word *words, int count,
                          const char *option) {
    size_t length = strlen(option);
    for (int i = 1; i < count; i++) {
        if (key_length(text, words[i]) == length && memcmp(text + words[i].at, option, length) == 0) {
            append_word(key, room, text, words[i]);
            return true;
        }
    }
    return false;
}

/* Reads a line of a cart, a level or a tile table; `rules` are NULL for carts and levels, whose statements have
 * rows. */
static bool read_words(reader *r, size_t begin, size_t end, const rule *rules) {
    statements *s = r->s;
    word words[WORDS_MOST];
    char key[640] = "";
    int count = cut_words(s->text, begin, end, words), named;
    if (count == 0) return true;
    const rule *match = rules;
    word bare = words[0]; /* the word without a machine in front (tools/cart/cart_target.c) */
    const char *dot = s->form == STATEMENTS_CART ? memchr(s->text + bare.at, '.', bare.length) : NULL;
    if (dot != NULL)
        bare = (word){(size_t)(dot + 1 - s->text),
                      words[0].length - (size_t)(dot + 1 - (s->text + words[0].at))};
    while (match != NULL && match->word != NULL && !is_word(s->text, bare, match->word)) match++;
    char statement_word[48];
    snprintf(statement_word, sizeof statement_word, "%.*s", (int)(bare.length < 48 ? bare.length : 47),
             s->text + bare.at);
    const cart_row *row = s->form == STATEMENTS_CART    ? row_of(r->block != UINT32_MAX, statement_word)
                          : s->form == STATEMENTS_LEVEL ? cart_row_find(CART_IN_LEVEL, statement_word, NULL)
                                                        : NULL;
    const bool is_below = s->form == STATEMENTS_LEVEL && row != NULL && row->below != NULL;
    const int name = match == NULL ? name_of_row(row, is_below) : match->name;
    bool is_scene = s->form == STATEMENTS_CART && is_word(s->text, bare, "scene");
    bool child = s->form == STATEMENTS_CART || is_below ||
                 (s->form == STATEMENTS_TILES && is_word(s->text, words[0], "property"));
    bool unnamed = name == NAME_UNNAMED || name == NAME_WORD_UNNAMED;
    named = name == NAME_NONE || name == NAME_WORD_UNNAMED ? 0 : 1;
    append_word(key, sizeof key, s->text, words[0]);
    if (s->form == STATEMENTS_LEVEL && is_word(s->text, words[0], "spawn") &&
        append_option(key, sizeof key, s->text, words, count, "name")) {
        unnamed = false;
        named = 0; /* the statement's type may change */
    }
    for (int i = 1; i <= named && i < count; i++) append_word(key, sizeof key, s->text, words[i]);
    if (s->form == STATEMENTS_CART && r->block == UINT32_MAX) {
        append_option(key, sizeof key, s->text, words, count, "language");
        append_option(key, sizeof key, s->text, words, count, "region");
    }
    if (!add_statement(s, key,
                       (statement){.lead = r->lead,
                                   .begin = begin,
                                   .end = end,
                                   .line = r->line,
                                   .parent = child && !is_scene ? r->block : UINT32_MAX,
                                   .unnamed = unnamed}) ||
        !add_words(s, row, words, 1 + named < count ? 1 + named : count, count))
        return false;
    if (named > 0 && named < count) {
        s->list[s->count - 1].name_at = words[named].at;
        s->list[s->count - 1].name_length = words[named].length;
    }
    bool opens = is_scene || (s->form == STATEMENTS_LEVEL && row != NULL && cart_row_is_above(row)) ||
                 (s->form == STATEMENTS_TILES && is_word(s->text, words[0], "layer"));
    if (opens) {
        r->block = (uint32_t)s->count - 1;
        r->row = 0;
    } else if (s->form == STATEMENTS_CART ? is_word(s->text, words[0], "end") : !child) {
        r->block = UINT32_MAX;
    }
    r->lead = end;
    return true;
}

/* Reads a line of a tile map. Rows of tiles begin with a digit, or stand in a layer and are no statement. */
static bool read_tiles(reader *r, size_t begin, size_t end) {
    static const char *const statements_words[] = {"oxtiles", "size", "property", "legend", "layer", NULL};
    statements *s = r->s;
    word words[WORDS_MOST];
    char key[32];
    int count = cut_words(s->text, begin, end, words);
    bool known = count == 0;
    for (int i = 0; statements_words[i] != NULL && count > 0; i++)
        known = known || is_word(s->text, words[0], statements_words[i]);
    if (known || r->block == UINT32_MAX) return read_words(r, begin, end, tile_rules);
    snprintf(key, sizeof key, "row %u", r->row++);
    bool ok =
        add_statement(
            s, key,
            (statement){.lead = r->lead, .begin = begin, .end = end, .line = r->line, .parent = r->block}) &&
        add_field(s, "#1", 2, words[0].at, words[count - 1].at + words[count - 1].length - words[0].at);
    r->lead = end;
    return ok;
}

/* Reads a line KEY = text, or [section]. */
static bool read_key(reader *r, size_t begin, size_t end) {
    statements *s = r->s;
    char key[640];
    size_t at = begin, stop = end;
    while (at < stop && is_blank(s->text[at])) at++;
    while (stop > at && (is_blank(s->text[stop - 1]) || s->text[stop - 1] == '\n')) stop--;
    if (at == stop || s->text[at] == '#' || s->text[at] == ';') return true;
    const char *equals = memchr(s->text + at, '=', stop - at);
    bool section = s->text[at] == '[', ok;
    size_t middle = equals == NULL || section ? stop : (size_t)(equals - s->text), name_end = middle;
    while (name_end > at && is_blank(s->text[name_end - 1])) name_end--;
    snprintf(key, sizeof key, "%.*s", (int)(name_end - at < 600 ? name_end - at : 600), s->text + at);
    ok = add_statement(s, key,
                       (statement){.lead = r->lead,
                                   .begin = begin,
                                   .end = end,
                                   .line = r->line,
                                   .parent = section ? UINT32_MAX : r->block});
    if (ok && section) r->block = (uint32_t)s->count - 1;
    if (ok && !section && middle < stop) {
        size_t value = middle + 1;
        while (value < stop && is_blank(s->text[value])) value++;
        ok = add_field(s, "text", 4, value, stop - value);
    }
    r->lead = end;
    return ok;
}

/* Cuts a row into cells; quoted cells may hold commas. *whole is false when a quotation goes on in the next line.
 */
static int cut_cells(const char *text, size_t at, size_t end, word *cells, bool *whole) {
    int count = 0;
    while (end > at && (text[end - 1] == '\n' || text[end - 1] == '\r')) end--;
    *whole = true;
    while (count < WORDS_MOST) {
        size_t from = at;
        bool quoted = false;
        for (; at < end && (quoted || text[at] != ','); at++) {
            if (text[at] == '"') quoted = !quoted;
        }
        cells[count++] = (word){from, at - from};
        *whole = !quoted;
        if (at >= end) return count;
        at++;
    }
    return count;
}

static bool read_row(reader *r, size_t begin, size_t end, tool_error *error) {
    statements *s = r->s;
    word cells[WORDS_MOST];
    char key[640];
    bool whole, ok;
    if (end - begin <= 2 && (s->text[begin] == '\n' || s->text[begin] == '\r')) return true;
    size_t count = (size_t)cut_cells(s->text, begin, end, cells, &whole);
    bool head = r->columns == 0;
    if (!whole || (!head && count != r->columns))
        return import_error_line(error, s->file, r->line,
                                 "%zu columns, but the first row has %zu; a table has as many in each row",
                                 count, r->columns);
    r->columns = count;
    if (head) memcpy(r->heads, cells, count * sizeof *cells);
    snprintf(key, sizeof key, "%s%.*s", head ? "columns " : "",
             (int)(head                    ? end - begin
                   : cells[0].length < 600 ? cells[0].length
                                           : 600),
             s->text + (head ? begin : cells[0].at));
    ok = add_statement(
        s, key,
        (statement){.lead = r->lead, .begin = begin, .end = end, .line = r->line, .parent = UINT32_MAX});
    for (size_t i = 1; ok && i < count; i++) {
        const char *name = s->text + r->heads[i].at;
        ok = add_field(s, name, r->heads[i].length, cells[i].at, cells[i].length);
    }
    r->lead = end;
    return ok || import_error_memory(error, s->file);
}

bool statements_read(const char *file, const char *text, size_t size, statements_form form, statements *s,
                     tool_error *error) {
    reader r = {.s = s, .block = UINT32_MAX};
    bool ok = true;
    *s = (statements){.file = file, .text = text, .size = size, .form = form};
    for (size_t at = 0; ok && at < size;) {
        const char *stop = memchr(text + at, '\n', size - at);
        size_t end = stop == NULL ? size : (size_t)(stop - text) + 1;
        r.line++;
        if (form == STATEMENTS_KEYS) {
            ok = read_key(&r, at, end) || import_error_memory(error, file);
        } else if (form == STATEMENTS_TABLE) {
            ok = read_row(&r, at, end, error);
        } else if (form == STATEMENTS_TILES) {
            ok = read_tiles(&r, at, end) || import_error_memory(error, file);
        } else {
            ok = read_words(&r, at, end, form == STATEMENTS_WORDS ? line_rules : NULL) ||
                 import_error_memory(error, file);
        }
        at = end;
    }
    s->tail = r.lead;
    if (!ok) statements_free(s);
    return ok;
}

void statements_free(statements *s) {
    for (size_t i = 0; i < s->count; i++) free(s->list[i].key);
    free(s->list);
    free(s->fields);
    memset(s, 0, sizeof *s);
}

/* ---- asking ---- */

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), wanted = strlen(end);
    return length >= wanted && strcmp(text + length - wanted, end) == 0;
}

statements_form statements_guess(const char *file, const char *text, size_t size) {
    word words[WORDS_MOST];
    bool keys = true, any = false;
    if (ends_with(file, "cart.txt")) return STATEMENTS_CART;
    if (ends_with(file, ".csv")) return STATEMENTS_TABLE;
    if (size >= 9 && memcmp(text, "oxtiles 1", 9) == 0) return STATEMENTS_TILES;
    for (size_t at = 0; at < size && keys;) {
        const char *stop = memchr(text + at, '\n', size - at);
        size_t end = stop == NULL ? size : (size_t)(stop - text) + 1;
        int count = cut_words(text, at, end - (stop != NULL), words);
        if (!any && count == 2 && is_word(text, words[0], "level") && is_word(text, words[1], "1"))
            return STATEMENTS_LEVEL;
        if (!any && count == 2 && is_word(text, words[0], "title")) return STATEMENTS_CART;
        any = any || count > 0;
        keys = count == 0 || text[words[0].at] == '[' || text[words[0].at] == ';' ||
               memchr(text + at, '=', end - at) != NULL;
        at = end;
    }
    return any && keys ? STATEMENTS_KEYS : STATEMENTS_FORMS;
}

const statement_field *statements_field(const statements *s, const statement *of, const char *name) {
    for (size_t i = of->field; i < of->field + of->field_count; i++) {
        if (strcmp(s->fields[i].name, name) == 0) return &s->fields[i];
    }
    return NULL;
}

void statements_value_place(const statements *s, const statement_field *field, size_t *at, size_t *length) {
    size_t key = key_length(s->text, (word){field->at, field->length});
    bool has_key =
        key > 0 && key == strlen(field->name) && memcmp(s->text + field->at, field->name, key) == 0;
    *at = field->at + (has_key ? key + 1 : 0);
    *length = field->length - (*at - field->at);
    if (*length >= 2 && s->text[*at] == '"' && s->text[*at + *length - 1] == '"') {
        ++*at;
        *length -= 2;
    }
}

void statements_value(const statements *s, const statement_field *field, char *value, size_t room) {
    size_t at, length;
    statements_value_place(s, field, &at, &length);
    if (length > room - 1) length = room - 1;
    memcpy(value, s->text + at, length);
    value[length] = 0;
}
