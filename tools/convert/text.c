/* Tables of texts: one language of a file, sorted by the ids of the keys. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/draw/direction.h"
#include "rom/rom.h"
#include "tools/convert/converters.h"
#include "tools/import/base/file.h"
#include "tools/import/base/intern.h"
#include "tools/import/base/text.h"
#include "tools/import/text/json.h"
#include "tools/import/text/strings.h"
#include "tools/record_writer.h"

const cart_option_row convert_text_options[] = {
    {"column", "NAME", "of a table: the language"},
    {"pseudo", "on|off", "longer words with accents, to see what fits"},
    {"strict", "on|off", "a text that is missing is an error"},
    {.key = NULL}};

enum { TEXT_STAND_INS = 2 };

typedef struct text_row {
    uint32_t key;
    const import_string *from;
    char *made; /* text of the language for tests */
    const char *text;
} text_row;

static int by_key(const void *a, const void *b) {
    const text_row *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

/* ---- differences between languages ---- */

typedef struct telling {
    const pack_source *source;
    const import_strings *strings;
    int language;
    uint32_t count;
    bool refused; /* a fault that no table may have */
    tool_error first;
} telling;

static void tell_fault(void *argument, import_strings_fault fault, const import_string *string,
                       uint32_t language, uint32_t code) {
    static const char *const sentences[] = {"has no text", "has other placeholders than the first language",
                                            "is longer than its limit", "has a character without a glyph",
                                            "is wider than its place"};
    telling *t = argument;
    (void)code;
    if ((int)language != t->language || fault == IMPORT_STRINGS_GLYPH) return;
    const bool grave = fault == IMPORT_STRINGS_PLACEHOLDER && !t->refused;
    t->refused = t->refused || grave;
    if (t->count++ == 0 || grave)
        import_error_line(&t->first, t->source->path, string->line, "`%.60s` %s%s%.20s; mend it", string->key,
                          sentences[fault], t->strings->languages[language][0] == 0 ? "" : " in ",
                          t->strings->languages[language]);
    pack_companion_note(t->source, "text %s: `%.60s` %s", t->source->asset->name, string->key,
                        sentences[fault]);
}

/* ---- rows ---- */

/* The language that the asset is for: the column that it names, its own tag, or the only language of the file. */
static bool language_choose(const pack_source *s, const import_strings *strings, int *language) {
    const char *column = pack_option(s->asset, "column");
    char list[160] = "";
    if (strings->language_count == 0) {
        *language = 0;
        return true;
    }
    *language = column != NULL ? import_strings_language(strings, column)
                               : import_strings_language(strings, s->asset->language);
    if (column == NULL && *language < 0 && strings->language_count == 1) *language = 0;
    if (column == NULL && *language < 0 && s->asset->language[0] == 0) *language = 0;
    if (*language >= 0) return true;
    for (uint32_t i = 0; i < strings->language_count && strlen(list) < 120; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%.16s", i == 0 ? "" : ", ",
                 strings->languages[i]);
    return convert_option_wrong(s, "column", "the file has no `%.20s`; it has %s",
                                column != NULL ? column : s->asset->language, list);
}

/* The rows of a language, and the tables that their words lie in: its own, and those of languages that stand in. */
typedef struct text_rows {
    text_row *list;
    size_t room;
    uint32_t count, own; /* own: how many are of the language itself; they are sorted */
    import_strings tables[1 + TEXT_STAND_INS];
    uint32_t table_count;
} text_rows;

static bool add_row(const pack_source *s, text_rows *rows, const text_row *row) {
    void *list = rows->list;
    if (!import_grow(&list, &rows->room, (size_t)rows->count + 1, sizeof *row))
        return import_error_memory(s->error, s->path);
    rows->list = list;
    rows->list[rows->count++] = *row;
    return true;
}

/* A text of a language from right to left begins with a mark where its first letter does not say so. */
static bool mark_direction(const pack_source *s, bool is_mark, text_row *row) {
    static const char mark[] = "\xE2\x80\x8F";
    bool from_right = false;
    for (uint32_t i = 0; i < s->c->language_count; i++)
        from_right = from_right || (s->c->languages[i].from_right &&
                                    strcmp(s->c->languages[i].tag, s->asset->language) == 0);
    if (!from_right || is_mark || ox_direction_of(row->text)) return true;
    char *made = malloc(sizeof mark + strlen(row->text));
    if (made == NULL) return import_error_memory(s->error, s->path);
    strcpy(made, mark);
    strcat(made, row->text);
    free(row->made);
    row->text = row->made = made;
    return true;
}

static bool fill_rows(const pack_source *s, const import_strings *strings, int language, bool pseudo,
                      text_rows *rows) {
    for (uint32_t i = 0; i < strings->count; i++) {
        const import_string *from = &strings->strings[i];
        if (from->texts[language] == NULL) continue;
        text_row row = {rom_id(from->key), from, NULL, from->texts[language]};
        if (row.key == 0)
            return import_error_line(s->error, s->path, from->line, "the key `%.60s` has the id 0; change it",
                                     from->key);
        const bool is_mark = strncmp(from->key, "number_", 7) == 0; /* screens make numbers of it */
        if (pseudo && !is_mark && (row.text = row.made = import_strings_pseudo(row.text)) == NULL)
            return import_error_memory(s->error, s->path);
        if (!mark_direction(s, is_mark, &row) || !add_row(s, rows, &row)) return false;
    }
    if (rows->count > 0) qsort(rows->list, rows->count, sizeof *rows->list, by_key);
    for (uint32_t i = 1; i < rows->count; i++) {
        if (rows->list[i].key != rows->list[i - 1].key) continue;
        const import_string *x = rows->list[i - 1].from, *y = rows->list[i].from;
        return import_error_line(s->error, s->path, x->line > y->line ? x->line : y->line,
                                 "the key `%.60s` has the same id as the one in line %u; rename one",
                                 x->line > y->line ? x->key : y->key,
                                 (unsigned)(x->line > y->line ? y->line : x->line));
    }
    rows->own = rows->count;
    return true;
}

/* ---- languages that stand in: de for de-AT, then the first language of the cart ---- */

static const cart_asset *asset_of_language(const pack_source *s, const char *tag) {
    for (uint32_t i = 0; i < s->c->asset_count; i++) {
        const cart_asset *a = &s->c->assets[i];
        if (strcmp(a->kind, "text") == 0 && strcmp(a->name, s->asset->name) == 0 &&
            strcmp(a->language, tag) == 0)
            return a;
    }
    return NULL;
}

static bool has_key(const text_rows *rows, uint32_t key) {
    for (uint32_t i = rows->own; i < rows->count; i++)
        if (rows->list[i].key == key) return true;
    const text_row wanted = {.key = key};
    return rows->own > 0 && bsearch(&wanted, rows->list, rows->own, sizeof wanted, by_key) != NULL;
}

/* Adds the texts of another language whose keys this one lacks. */
static bool stand_in(const pack_source *s, const cart_asset *other, text_rows *rows) {
    char *path = import_file_resolve(s->c->path, other->file);
    uint8_t *data = NULL;
    size_t size;
    int language;
    if (path == NULL) return import_error_memory(s->error, s->path);
    pack_companion_input(s, path);
    const pack_source of = {s->c, other, path, NULL, 0, s->error, s->companions};
    import_strings *table = &rows->tables[rows->table_count];
    bool ok = import_file_read(path, &data, &size, s->error) &&
              import_strings_parse(path, (const char *)data, size, table, s->error);
    rows->table_count += ok;
    ok = ok && language_choose(&of, table, &language);
    for (uint32_t i = 0; ok && table->language_count > 0 && i < table->count; i++) {
        const import_string *from = &table->strings[i];
        const text_row row = {rom_id(from->key), from, NULL, from->texts[language]};
        if (row.text != NULL && row.key != 0 && !has_key(rows, row.key)) ok = add_row(s, rows, &row);
    }
    free(data);
    free(path);
    return ok;
}

static bool take_stand_ins(const pack_source *s, text_rows *rows) {
    const char *own = s->asset->language, *const dash = strchr(own, '-');
    char base[sizeof s->asset->language] = "";
    if (own[0] == 0) return true;
    if (dash != NULL) snprintf(base, sizeof base, "%.*s", (int)(dash - own), own);
    const cart_asset *regional = dash == NULL ? NULL : asset_of_language(s, base),
                     *first = s->c->language_count == 0 ? NULL : asset_of_language(s, s->c->languages[0].tag);
    if (first == regional || first == s->asset) first = NULL;
    if (regional != NULL && !stand_in(s, regional, rows)) return false;
    if (first != NULL && !stand_in(s, first, rows)) return false;
    if (rows->count > rows->own) qsort(rows->list, rows->count, sizeof *rows->list, by_key);
    return true;
}

static void put_rows(const text_row *rows, uint32_t count, writer *out) {
    const rom_text_record r = {.count = count, .at = count == 0 ? 0 : ROM_TEXT_SIZE};
    record_put_text(out, 0, &r);
    writer_zeros(out, (size_t)count * ROM_STRING_SIZE);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t length = (uint32_t)strlen(rows[i].text);
        const rom_string_record row = {rows[i].key, {length == 0 ? 0 : (uint32_t)out->size, length}};
        record_put_string(out, ROM_TEXT_SIZE + (size_t)i * ROM_STRING_SIZE, &row);
        writer_bytes(out, rows[i].text, length);
    }
}

/* The line of the first bytes that are no UTF-8; 0 when the whole text is. */
static unsigned long line_without_utf8(const char *text, size_t size) {
    unsigned long line = 0;
    if (import_utf8_is_valid(text, size) || import_text_is_utf16(text, size)) return 0;
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t length = end == NULL ? size - at : (size_t)(end - text) - at;
        line++;
        if (!import_utf8_is_valid(text + at, length)) return line;
        at += length + 1;
    }
    return line;
}

bool convert_text(const pack_source *s, writer *out) {
    text_rows rows = {.list = NULL};
    import_strings *strings = &rows.tables[0];
    bool pseudo = false, strict = false;
    int language = 0;
    if (!convert_option_switch(s, "pseudo", &pseudo) || !convert_option_switch(s, "strict", &strict))
        return false;
    unsigned long wrong = line_without_utf8((const char *)s->data, s->size);
    if (wrong > 0)
        return import_error_line(s->error, s->path, wrong, "bytes that are no UTF-8; save the file as UTF-8");
    if (!import_strings_parse(s->path, (const char *)s->data, s->size, strings, s->error)) return false;
    rows.table_count = 1;
    bool ok = language_choose(s, strings, &language);
    if (ok && strings->language_count > 0) {
        telling t = {.source = s, .strings = strings, .language = language};
        import_strings_check(strings, NULL, tell_fault, &t);
        if (t.refused || (strict && t.count > 0)) {
            if (s->error != NULL) *s->error = t.first;
            ok = false;
        }
    }
    ok = ok && fill_rows(s, strings, language, pseudo, &rows) && take_stand_ins(s, &rows);
    if (ok) put_rows(rows.list, rows.count, out);
    for (uint32_t i = 0; i < rows.count; i++) free(rows.list[i].made);
    free(rows.list);
    while (rows.table_count > 0) import_strings_free(&rows.tables[--rows.table_count]);
    return ok;
}
