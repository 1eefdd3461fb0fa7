/* Numbers of texts in the forms that carts have: statements, rows of commas, JSON, scripts. */
#include "tools/tune/tune_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/cart/pack_kind.h"
#include "tools/cart/statements.h"
#include "tools/convert/pack_companion.h"
#include "tools/import/base/intern.h"
#include "tools/import/base/text.h"
#include "tools/import/text/json.h"
#include "tools/import/text/numeric.h"

typedef struct finding {
    const tune_text *text;
    tune_list *list;
    char prefix[TUNE_LABEL];
    import_name_table keys; /* keys of the statements so far, */
    uint32_t *seen;         /* and how often each key was there */
    size_t seen_room;
} finding;

/* ---- numbers ---- */

size_t tune_decimal(const char *text, size_t size, int *places) {
    size_t at = size > 0 && text[0] == '-' ? 1 : 0, digits = at;
    *places = 0;
    while (at < size && text[at] >= '0' && text[at] <= '9') at++;
    if (at == digits) return 0;
    if (at + 1 < size && text[at] == '.' && text[at + 1] >= '0' && text[at + 1] <= '9') {
        for (at++; at < size && text[at] >= '0' && text[at] <= '9'; at++) (*places)++;
    }
    return at;
}

bool tune_add(const tune_text *text, tune_list *list, const char *label, size_t at, size_t length,
              unsigned long line) {
    if (length >= TUNE_WORD || strlen(label) >= TUNE_LABEL) return true; /* no real number is that long */
    if (list->count == list->room) {
        uint32_t room = list->room * 2 + 64;
        tune_number *grown = realloc(list->list, room * sizeof *grown);
        if (grown == NULL) return false;
        list->list = grown;
        list->room = room;
    }
    tune_number *n = &list->list[list->count++];
    *n = (tune_number){.path = text->path, .text = text->number, .at = at, .line = line};
    memcpy(n->label, label, strlen(label));
    memcpy(n->word, text->data + at, length);
    return true;
}

void tune_prefix(const tune_text *text, char prefix[TUNE_LABEL]) {
    const cart_asset *a = text->asset;
    prefix[0] = 0;
    if (a == NULL) return;
    snprintf(prefix, TUNE_LABEL, "%s %s%s%s%s%s/", a->kind, a->name, a->language[0] != 0 ? " language=" : "",
             a->language, a->region[0] != 0 ? " region=" : "", a->region);
}

/* Adds the numbers of a value: one, or several with commas between; none when the value holds any other text. */
static bool add_value(const finding *f, const char *label, size_t at, size_t length, unsigned long line) {
    const char *text = (const char *)f->text->data;
    size_t parts = 0;
    int places;
    for (size_t i = 0; i <= length; parts++) {
        size_t size = tune_decimal(text + at + i, length - i, &places);
        if (size == 0 || (i + size < length && text[at + i + size] != ',')) return true;
        i += size + 1;
    }
    for (size_t i = 0, part = 1; i < length; part++) {
        char name[TUNE_LABEL * 2 + 24];
        size_t size = tune_decimal(text + at + i, length - i, &places);
        if (parts > 1)
            snprintf(name, sizeof name, "%s.%u", label, (unsigned)part);
        else
            snprintf(name, sizeof name, "%s", label);
        if (!tune_add(f->text, f->list, name, at + i, size, line)) return false;
        i += size + 1;
    }
    return true;
}

/* ---- statements ---- */

/* How many statements with this key were read, this one included; 0 without memory. */
static uint32_t count_key(finding *f, const char *key) {
    uint32_t number = import_name_table_add(&f->keys, key, strlen(key));
    void *array = f->seen;
    size_t before = f->seen_room;
    if (number == IMPORT_INTERN_FAILED ||
        !import_grow(&array, &f->seen_room, (size_t)number + 1, sizeof *f->seen))
        return 0;
    f->seen = array;
    if (f->seen_room > before) memset(f->seen + before, 0, (f->seen_room - before) * sizeof *f->seen);
    return ++f->seen[number];
}

static bool add_statement(finding *f, const statements *s, const statement *own) {
    char label[TUNE_LABEL * 2];
    if (strlen(own->key) > 100) return true; /* the label would be cut, and not unique */
    uint32_t same = count_key(f, own->key);
    if (same == 0) return false;
    for (size_t i = 0; i < own->field_count; i++) {
        const statement_field *field = &s->fields[own->field + i];
        const char *name = field->name[0] == '#' ? field->name + 1 : field->name;
        size_t at, length;
        if (same > 1)
            snprintf(label, sizeof label, "%s%.100s#%u.%s", f->prefix, own->key, (unsigned)same, name);
        else
            snprintf(label, sizeof label, "%s%.100s.%s", f->prefix, own->key, name);
        statements_value_place(s, field, &at, &length);
        if (!add_value(f, label, at, length, own->line)) return false;
    }
    return true;
}

static bool find_statements(finding *f, statements_form form, tool_error *error) {
    const tune_text *text = f->text;
    statements s;
    if (!statements_read(text->path, (const char *)text->data, text->size, form, &s, error)) return false;
    bool ok = true;
    for (size_t i = 0; ok && i < s.count; i++) ok = add_statement(f, &s, &s.list[i]);
    statements_free(&s);
    return ok || import_error_memory(error, text->path);
}

/* ---- rows of commas ---- */

typedef struct cell {
    size_t at, length; /* place of the cell without quotes and blanks around it */
} cell;

/* Reads the next cell of a row, from *at on, which then is behind the cell's comma; false when the cell ends the
 * row. */
static bool next_cell(const char *text, size_t size, size_t *at, cell *out) {
    size_t from = *at, to;
    bool quoted = false;
    for (; *at < size && (quoted || (text[*at] != ',' && text[*at] != '\n' && text[*at] != '\r')); ++*at) {
        if (text[*at] == '"') quoted = !quoted;
    }
    for (to = *at; from < to && (text[from] == ' ' || text[from] == '"'); from++) continue;
    while (to > from && (text[to - 1] == ' ' || text[to - 1] == '"')) to--;
    *out = (cell){from, to - from};
    bool more = *at < size && text[*at] == ',';
    *at += more;
    return more;
}

enum { COLUMNS = 256 };

/* Reads the titles of columns without their kinds; titles of columns without numbers become "". */
static uint32_t read_titles(const finding *f, size_t *at, char titles[COLUMNS][48]) {
    const char *text = (const char *)f->text->data;
    uint32_t count = 0;
    cell c;
    for (bool more = true; more && count < COLUMNS; count++) {
        more = next_cell(text, f->text->size, at, &c);
        snprintf(titles[count], sizeof titles[count], "%.*s", (int)(c.length < 47 ? c.length : 47),
                 text + c.at);
        char *kind = strrchr(titles[count], ':');
        bool number = kind != NULL && (strcmp(kind, ":i32") == 0 || strcmp(kind, ":fx") == 0);
        if (!number) kind = titles[count];
        *kind = 0;
    }
    return count;
}

/* Finds the numbers of rows with commas. `titled`: the first row has titles, and the first column the rows' keys. */
static bool find_rows(finding *f, bool titled, tool_error *error) {
    static _Thread_local char titles[COLUMNS][48];
    const tune_text *text = f->text;
    const char *data = (const char *)text->data;
    uint32_t columns = 0, row = 0;
    unsigned long line = 1;
    bool ok = true;
    size_t at = import_text_mark(data, text->size);
    if (titled) columns = read_titles(f, &at, titles);
    while (ok && at < text->size) {
        char label[TUNE_LABEL * 2], key[100] = "";
        if (data[at] == '\n' || data[at] == '\r') {
            line += data[at] == '\n';
            at++;
            continue;
        }
        cell c;
        row++;
        bool more = true;
        for (uint32_t i = 0; ok && more; i++) {
            size_t before = at;
            more = next_cell(data, text->size, &at, &c);
            if (titled && i == 0)
                snprintf(key, sizeof key, "%.*s", (int)(c.length < 99 ? c.length : 99), data + c.at);
            if (titled)
                snprintf(label, sizeof label, "%s%s.%s", f->prefix, key, i < columns ? titles[i] : "");
            else
                snprintf(label, sizeof label, "%s%u.%u", f->prefix, (unsigned)row, (unsigned)i + 1);
            if (!titled || (i > 0 && i < columns && titles[i][0] != 0))
                ok = add_value(f, label, c.at, c.length, line);
            for (; before < at; before++) line += data[before] == '\n';
        }
    }
    return ok || import_error_memory(error, text->path);
}

/* ---- values of JSON ---- */

/* A walk over a text, value by value in its order. */
typedef struct json_walk {
    finding *f;
    size_t at; /* offset at which `line` begins */
    uint32_t line;
    bool failed; /* memory ran out */
} json_walk;

/* The offset of a value in the text. */
static size_t place_of(json_walk *w, const import_json *value) {
    const char *text = (const char *)w->f->text->data;
    const size_t size = w->f->text->size;
    for (; w->line < value->line && w->at < size; w->at++) {
        bool pair = text[w->at] == '\r' && w->at + 1 < size && text[w->at + 1] == '\n';
        if (text[w->at] == '\n' || text[w->at] == '\r') w->line++;
        w->at += pair;
    }
    return w->at + value->column - 1;
}

static void add_json_number(json_walk *w, const import_json *value, const char *label) {
    const tune_text *text = w->f->text;
    const char *data = (const char *)text->data;
    char word[TUNE_WORD], own[TUNE_LABEL + 16];
    size_t at = place_of(w, value);
    double number = 0;
    int places;
    size_t length = at < text->size ? tune_decimal(data + at, text->size - at, &places) : 0;
    snprintf(word, sizeof word, "%.*s", (int)(length < TUNE_WORD ? length : TUNE_WORD - 1), data + at);
    bool whole = length > 0 && length < TUNE_WORD &&
                 (at + length == text->size ||
                  strchr(",]} \t\r\n", data[at + length]) != NULL); /* no exponent may follow */
    if (!whole || !cart_parse_number(word, &number) || number != value->is.number) return;
    uint32_t same = count_key(w->f, label);
    if (same > 1)
        snprintf(own, sizeof own, "%s#%u", label, (unsigned)same);
    else
        snprintf(own, sizeof own, "%s", label);
    if (same == 0 || !tune_add(text, w->f->list, own, at, length, value->line)) w->failed = true;
}

/* Finds the numbers of a value. A member of an object is labelled by its key, an element of an array by its own name,
 * else by its number. */
static void walk_json(json_walk *w, const import_json *value, const char *above) {
    if (value->kind == IMPORT_JSON_NUMBER) add_json_number(w, value, above);
    if (value->kind != IMPORT_JSON_ARRAY && value->kind != IMPORT_JSON_OBJECT) return;
    for (uint32_t i = 0; i < value->count && !w->failed; i++) {
        char label[TUNE_LABEL], digits[16];
        const import_json *item = &value->is.items[i], *name = import_json_find(item, "name");
        const size_t length = strlen(above);
        const char *part = item->name, *between = length == 0 || above[length - 1] == '/' ? ""
                                                  : item->kind == IMPORT_JSON_NUMBER      ? "."
                                                                                          : "/";
        snprintf(digits, sizeof digits, "%u", (unsigned)i + 1);
        if (part == NULL) part = name != NULL && name->kind == IMPORT_JSON_STRING ? name->is.text : digits;
        int used = snprintf(label, sizeof label, "%s%s%s", above, between, part);
        if (used > 0 && used < (int)sizeof label) walk_json(w, item, label);
    }
}

static bool find_json(finding *f, tool_error *error) {
    import_json_document document;
    json_walk w = {.f = f, .line = 1, .at = import_text_mark((const char *)f->text->data, f->text->size)};
    if (!import_json_parse(f->text->path, (const char *)f->text->data, f->text->size, &document, error))
        return false;
    walk_json(&w, &document.root, f->prefix);
    import_json_free(&document);
    return !w.failed || import_error_memory(error, f->text->path);
}

/* ---- all forms ---- */

typedef enum form { FORM_NONE, FORM_LEVEL, FORM_LINES, FORM_DATA, FORM_TABLE, FORM_SCRIPT, FORM_JSON } form;

static form form_of(const cart_asset *asset) {
    static const struct {
        const char *kind;
        form form;
    } known[] = {{"level", FORM_LEVEL}, {"particles", FORM_LINES}, {"data", FORM_DATA},
                 {"table", FORM_TABLE}, {"script", FORM_SCRIPT},   {"bank", FORM_LINES},
                 {"cues", FORM_JSON}};
    size_t length = strlen(asset->file);
    bool dump = length >= 5 &&
                strcmp(asset->file + length - 5, ".dump") == 0; /* a chunk as text, which nobody writes */
    for (size_t i = 0; !dump && i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(asset->kind, known[i].kind) == 0) return known[i].form;
    }
    return FORM_NONE;
}

bool tune_text_counts(const cart_asset *asset) { return form_of(asset) != FORM_NONE; }

static bool find_number(finding *f, tool_error *error) {
    const tune_text *text = f->text;
    if (text->asset == NULL) return find_statements(f, STATEMENTS_CART, error);
    switch (form_of(text->asset)) {
    case FORM_LEVEL:
        return find_statements(f, STATEMENTS_LEVEL, error);
    case FORM_LINES:
        return find_statements(f, STATEMENTS_WORDS, error);
    case FORM_DATA:
        return find_rows(f, true, error);
    case FORM_TABLE:
        return import_numeric_is((const char *)text->data, text->size)
                   ? find_statements(f, STATEMENTS_WORDS, error)
                   : find_rows(f, false, error);
    case FORM_JSON:
        return find_json(f, error);
    case FORM_SCRIPT:
        return tune_script_find(text, f->list, error);
    default:
        return true;
    }
}

bool tune_text_find(const tune_text *text, tune_list *list, tool_error *error) {
    finding f = {.text = text, .list = list};
    uint32_t before = list->count;
    tune_prefix(text, f.prefix);
    bool ok = find_number(&f, error);
    if (!ok) list->count = before;
    import_name_table_free(&f.keys);
    free(f.seen);
    return ok;
}

bool tune_text_check(const tune_text *text, tool_error *error) {
    cart c;
    writer chunk = {0};
    if (text->asset != NULL && form_of(text->asset) == FORM_SCRIPT) return tune_script_check(text, error);
    if (text->asset != NULL) {
        bool ok = pack_companion_convert(text->c, text->asset, text->path, text->data, text->size, NULL,
                                         &chunk, error);
        writer_free(&chunk);
        return ok;
    }
    if (!cart_parse(text->path, (const char *)text->data, text->size, &c, error)) return false;
    cart_free(&c);
    return true;
}
