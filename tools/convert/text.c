/* Tables of texts: one language of a file, sorted by the ids of the keys. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/convert/converters.h"
#include "tools/import/base/text.h"
#include "tools/import/text/json.h"
#include "tools/import/text/strings.h"
#include "tools/record_writer.h"

const cart_option_row convert_text_options[] = {
    {"column", "NAME", "of a table: the language"},
    {"pseudo", "on|off", "longer words with accents, to see what fits"},
    {"strict", "on|off", "a text that is missing is an error"},
    {.key = NULL}};

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
    if (t->count++ == 0)
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

static bool fill_rows(const pack_source *s, const import_strings *strings, int language, bool pseudo,
                      text_row *rows, uint32_t *count) {
    *count = 0;
    for (uint32_t i = 0; i < strings->count; i++) {
        const import_string *from = &strings->strings[i];
        if (from->texts[language] == NULL) continue;
        text_row *row = &rows[(*count)++];
        *row = (text_row){rom_id(from->key), from, NULL, from->texts[language]};
        if (row->key == 0)
            return import_error_line(s->error, s->path, from->line, "the key `%.60s` has the id 0; change it",
                                     from->key);
        if (!pseudo) continue;
        row->made = import_strings_pseudo(row->text);
        row->text = row->made;
        if (row->made == NULL) return import_error_memory(s->error, s->path);
    }
    if (*count > 0) qsort(rows, *count, sizeof *rows, by_key);
    for (uint32_t i = 1; i < *count; i++) {
        if (rows[i].key != rows[i - 1].key) continue;
        const import_string *a = rows[i - 1].from, *b = rows[i].from;
        if (a->line > b->line) {
            const import_string *swap = a;
            a = b;
            b = swap;
        }
        return import_error_line(s->error, s->path, b->line,
                                 "the key `%.60s` has the same id as the one in line %u; rename one", b->key,
                                 (unsigned)a->line);
    }
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
    import_strings strings;
    bool pseudo = false, strict = false;
    int language = 0;
    uint32_t count = 0;
    if (!convert_option_switch(s, "pseudo", &pseudo) || !convert_option_switch(s, "strict", &strict))
        return false;
    unsigned long wrong = line_without_utf8((const char *)s->data, s->size);
    if (wrong > 0)
        return import_error_line(s->error, s->path, wrong, "bytes that are no UTF-8; save the file as UTF-8");
    if (!import_strings_parse(s->path, (const char *)s->data, s->size, &strings, s->error)) return false;
    text_row *rows = calloc((size_t)strings.count + 1, sizeof *rows);
    bool ok = rows != NULL || import_error_memory(s->error, s->path);
    ok = ok && language_choose(s, &strings, &language);
    if (ok && strings.language_count > 0) {
        telling t = {.source = s, .strings = &strings, .language = language};
        import_strings_check(&strings, NULL, tell_fault, &t);
        if (strict && t.count > 0) {
            if (s->error != NULL) *s->error = t.first;
            ok = false;
        }
    }
    ok = ok && fill_rows(s, &strings, language, pseudo, rows, &count);
    if (ok) put_rows(rows, count, out);
    for (uint32_t i = 0; rows != NULL && i < strings.count; i++) free(rows[i].made);
    free(rows);
    import_strings_free(&strings);
    return ok;
}
