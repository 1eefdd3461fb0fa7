/* Readers of tables of texts. */
#include "tools/import/text/strings.h"

#include <stdlib.h>
#include <string.h>

#include "tools/import/base/intern.h"
#include "tools/import/base/text.h"
#include "tools/import/text/csv.h"
#include "tools/import/text/joining.h"
#include "tools/import/text/json.h"
#include "tools/import/text/xml.h"

typedef struct builder {
    import_strings *strings;
    import_string *list;
    size_t room;
    import_name_table keys;
    const char *languages[IMPORT_STRINGS_LANGUAGES];
    tool_error *error;
} builder;

static bool no_memory(const builder *b) { return import_error_memory(b->error, b->strings->file); }

/* Number of the language, which is added when it is new; -1 after an error. */
static int take_language(builder *b, const char *tag) {
    int found = import_strings_language(b->strings, tag);
    if (found >= 0) return found;
    if (b->strings->language_count == IMPORT_STRINGS_LANGUAGES) {
        import_error_file(b->error, b->strings->file, "more than %d languages; divide the file",
                          IMPORT_STRINGS_LANGUAGES);
        return -1;
    }
    const char *copy = import_arena_text(&b->strings->arena, tag, strlen(tag));
    if (copy == NULL) {
        no_memory(b);
        return -1;
    }
    b->languages[b->strings->language_count] = copy;
    return (int)b->strings->language_count++;
}

/* A row for a new key, without texts. */
static import_string *take_key(builder *b, const char *key, uint32_t line) {
    import_strings *s = b->strings;
    void *list = b->list;
    for (const char *at = key; *at != 0; at++) {
        if ((unsigned char)*at >= 32) continue;
        import_error_line(b->error, s->file, line, "a control character in the key `%.60s`; take it out",
                          key);
        return NULL;
    }
    if (key[0] == 0) {
        import_error_line(b->error, s->file, line, "a text without a key; write one");
        return NULL;
    }
    if (import_name_table_find(&b->keys, key, strlen(key)) != IMPORT_INTERN_FAILED) {
        import_error_line(b->error, s->file, line, "the key `%.60s` stands there already; rename one", key);
        return NULL;
    }
    if (s->count == IMPORT_STRINGS_MOST) {
        import_error_line(b->error, s->file, line, "more than %d texts; divide the file",
                          IMPORT_STRINGS_MOST);
        return NULL;
    }
    if (import_name_table_add(&b->keys, key, strlen(key)) == IMPORT_INTERN_FAILED ||
        !import_grow(&list, &b->room, (size_t)s->count + 1, sizeof *b->list)) {
        no_memory(b);
        return NULL;
    }
    b->list = list;
    import_string *string = &b->list[s->count];
    memset(string, 0, sizeof *string);
    const char **texts = import_arena_take(&s->arena, IMPORT_STRINGS_LANGUAGES * sizeof *texts);
    string->key = import_arena_text(&s->arena, key, strlen(key));
    string->texts = texts;
    string->line = line;
    if (texts == NULL || string->key == NULL) {
        no_memory(b);
        return NULL;
    }
    s->count++;
    return string;
}

/* Keeps a text. A line end becomes the characters \\n; other control characters are refused. */
static bool take_text(builder *b, import_string *string, int language, const char *text, size_t length) {
    char *copy = import_arena_take(&b->strings->arena, length * 2 + 1), *to = copy;
    if (copy == NULL) return no_memory(b);
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < 32 && c != '\n')
            return import_error_line(b->error, b->strings->file, string->line,
                                     "a control character in the text of `%.60s`; take it out", string->key);
        if (c == '\n') *to++ = '\\';
        *to++ = c == '\n' ? 'n' : text[i];
    }
    if (!import_utf8_is_valid(copy, strlen(copy)))
        return import_error_line(b->error, b->strings->file, string->line,
                                 "the text of `%.60s` is no UTF-8; save the file as UTF-8", string->key);
    char *joined = import_arena_take(&b->strings->arena, strlen(copy) * 3 / 2 + 2);
    if (joined == NULL) return no_memory(b);
    (void)import_text_joined(copy, joined);
    string->texts[language] = joined;
    return true;
}

/* Reads the number of a `limit` or a `width`; an empty word is 0. */
static bool take_limit(builder *b, const import_string *string, const char *word, uint32_t *value) {
    size_t digits = strspn(word, "0123456789");
    *value = 0;
    for (size_t i = 0; i < digits && digits < 7; i++) *value = *value * 10 + (uint32_t)(word[i] - '0');
    return (word[digits] == 0 && digits <= 6) ||
           import_error_line(b->error, b->strings->file, string->line,
                             "`%.40s` is no number of characters or pixels", word);
}

/* ---- the formats ---- */

static bool read_table(builder *b, const char *text, size_t size) {
    import_csv table;
    int columns[IMPORT_CSV_COLUMNS]; /* language of each, -1 key, -2 limit, -3 width */
    if (!import_csv_parse(b->strings->file, text, size, 0, true, &table, b->error)) return false;
    bool ok = true;
    for (uint32_t c = 0; ok && c < table.rows[0].count; c++) {
        const char *heading = table.rows[0].fields[c];
        columns[c] = c == 0                          ? -1
                     : strcmp(heading, "limit") == 0 ? -2
                     : strcmp(heading, "width") == 0 ? -3
                                                     : take_language(b, heading);
        ok = c == 0 || columns[c] != -1;
    }
    for (uint32_t r = 1; ok && r < table.row_count; r++) {
        const import_csv_row *row = &table.rows[r];
        import_string *string = take_key(b, row->fields[0], row->line);
        ok = string != NULL;
        for (uint32_t c = 1; ok && c < row->count; c++) {
            const char *field = row->fields[c];
            if (columns[c] <= -2)
                ok = take_limit(b, string, field, columns[c] == -2 ? &string->limit : &string->width);
            if (columns[c] >= 0 && field[0] != 0) ok = take_text(b, string, columns[c], field, strlen(field));
        }
    }
    import_csv_free(&table);
    return ok;
}

static bool read_xml(builder *b, const char *text, size_t size) {
    import_xml_document document;
    if (!import_xml_parse(b->strings->file, text, size, &document, b->error)) return false;
    const char *of = import_xml_attribute_of(document.root, "language");
    bool ok = true;
    for (const import_xml *e = import_xml_child(document.root, NULL); ok && e != NULL;
         e = import_xml_sibling(e, NULL)) {
        const char *id = import_xml_attribute_of(e, "id"), *limit = import_xml_attribute_of(e, "limit"),
                   *width = import_xml_attribute_of(e, "width"),
                   *own = import_xml_attribute_of(e, "language");
        if (strcmp(e->name, "text") != 0 || id == NULL) {
            ok = import_xml_fault(&document, e, b->error, "`<text id=\"...\">` is wanted");
            break;
        }
        uint32_t known = import_name_table_find(&b->keys, id, strlen(id));
        bool more = own != NULL && known != IMPORT_INTERN_FAILED; /* the same key in another language */
        import_string *string = more ? &b->list[known] : take_key(b, id, e->line);
        int language = string == NULL ? -1 : take_language(b, own != NULL ? own : of != NULL ? of : "");
        ok = language >= 0 && (limit == NULL || take_limit(b, string, limit, &string->limit)) &&
             (width == NULL || take_limit(b, string, width, &string->width));
        if (ok && more && string->texts[language] != NULL)
            ok = import_xml_fault(&document, e, b->error,
                                  "the key `%.60s` stands there already in this language; rename one", id);
        ok = ok && take_text(b, string, language, e->text, strlen(e->text));
    }
    import_xml_free(&document);
    return ok;
}

static bool read_json(builder *b, const char *text, size_t size) {
    import_json_document document;
    if (!import_json_parse(b->strings->file, text, size, &document, b->error)) return false;
    const import_json *root = &document.root;
    bool ok = root->kind == IMPORT_JSON_OBJECT ||
              import_json_fault(&document, root, b->error, "an object of texts is wanted");
    for (uint32_t i = 0; ok && i < root->count; i++) {
        const import_json *member = &root->is.items[i];
        if (member->kind != IMPORT_JSON_STRING && member->kind != IMPORT_JSON_OBJECT) {
            ok = import_json_fault(&document, member, b->error,
                                   "a text is wanted, or an object of texts by language");
            break;
        }
        import_string *string = take_key(b, member->name, member->line);
        ok = string != NULL;
        for (uint32_t k = 0; ok && k < (member->kind == IMPORT_JSON_OBJECT ? member->count : 1); k++) {
            const import_json *one = member->kind == IMPORT_JSON_OBJECT ? &member->is.items[k] : member;
            bool limit = one != member && strcmp(one->name, "limit") == 0,
                 width = one != member && strcmp(one->name, "width") == 0;
            if ((limit || width) && one->kind == IMPORT_JSON_NUMBER) {
                double value = one->is.number;
                if (value >= 0 && value < 1000000 && value == (double)(uint32_t)value)
                    *(limit ? &string->limit : &string->width) = (uint32_t)value;
                else
                    ok = import_json_fault(&document, one, b->error,
                                           "a whole number of characters or pixels is wanted");
                continue;
            }
            int language =
                one->kind != IMPORT_JSON_STRING ? -1 : take_language(b, one == member ? "" : one->name);
            if (one->kind != IMPORT_JSON_STRING)
                import_json_fault(&document, one, b->error, "a text is wanted");
            ok = language >= 0 && take_text(b, string, language, one->is.text, one->count);
        }
    }
    import_json_free(&document);
    return ok;
}

static bool read_lines(builder *b, const char *text, size_t size) {
    const char *at = text, *end = text + size;
    uint32_t line = 0;
    if (take_language(b, "") < 0) return false;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at)), *next = stop == NULL ? end : stop + 1;
        if (stop == NULL) stop = end;
        line++;
        while (stop > at && (stop[-1] == '\r' || stop[-1] == ' ')) stop--;
        while (at < stop && (*at == ' ' || *at == '\t')) at++;
        if (at < stop && *at != '#') {
            char key[256];
            const char *equals = memchr(at, '=', (size_t)(stop - at)), *behind = equals;
            if (equals == NULL)
                return import_error_line(b->error, b->strings->file, line, "`KEY = text` is wanted");
            while (behind > at && behind[-1] == ' ') behind--;
            size_t length = (size_t)(behind - at);
            if (length == 0 || length >= sizeof key || memchr(at, 0, (size_t)(stop - at)) != NULL)
                return import_error_line(b->error, b->strings->file, line, "`KEY = text` is wanted");
            memcpy(key, at, length);
            key[length] = 0;
            for (equals++; equals < stop && *equals == ' ';) equals++;
            import_string *string = take_key(b, key, line);
            if (string == NULL || !take_text(b, string, 0, equals, (size_t)(stop - equals))) return false;
        }
        at = next;
    }
    return true;
}

/* ---- all of it ---- */

bool import_strings_parse(const char *file, const char *text, size_t size, import_strings *strings,
                          tool_error *error) {
    memset(strings, 0, sizeof *strings);
    if (import_text_is_utf16(text, size)) {
        char *copy = import_text_from_utf16(file, text, size, &size, error);
        const bool read = copy != NULL && import_strings_parse(file, copy, size, strings, error);
        free(copy);
        return read;
    }
    strings->file = file;
    builder b = {.strings = strings, .error = error};
    const size_t mark = import_text_mark(text, size);
    text += mark;
    size -= mark;
    size_t first = 0;
    while (first < size && strchr(" \t\r\n", text[first]) != NULL && text[first] != 0) first++;
    const char *at = text + first;
    size_t rest = size - first, word = 0;
    while (word < rest && word < 4 && at[word] >= 'a' && at[word] <= 'z') word++;
    bool heading = ((word == 3 && memcmp(at, "key", 3) == 0) || (word == 2 && memcmp(at, "id", 2) == 0)) &&
                   word < rest && (at[word] == ',' || at[word] == ';' || at[word] == '\t');
    strings->languages = import_arena_take(&strings->arena, sizeof b.languages);
    bool ok = strings->languages != NULL || no_memory(&b);
    if (ok) {
        b.strings->languages = b.languages; /* while the list grows */
        ok = rest > 0 && at[0] == '<'   ? read_xml(&b, text, size)
             : rest > 0 && at[0] == '{' ? read_json(&b, text, size)
             : heading                  ? read_table(&b, text, size)
                                        : read_lines(&b, text, size);
    }
    const char **languages = ok ? import_arena_take(&strings->arena, sizeof b.languages) : NULL;
    import_string *list =
        ok ? import_arena_take(&strings->arena, ((size_t)strings->count + 1) * sizeof *list) : NULL;
    if (ok && (languages == NULL || list == NULL)) ok = no_memory(&b);
    if (ok) {
        memcpy(languages, b.languages, sizeof b.languages);
        if (strings->count > 0) memcpy(list, b.list, strings->count * sizeof *list);
        strings->languages = languages;
        strings->strings = list;
    }
    free(b.list);
    import_name_table_free(&b.keys);
    if (!ok) import_strings_free(strings);
    return ok;
}

void import_strings_free(import_strings *strings) {
    import_arena_free(&strings->arena);
    memset(strings, 0, sizeof *strings);
}

int import_strings_language(const import_strings *strings, const char *tag) {
    for (uint32_t i = 0; i < strings->language_count; i++) {
        if (strcmp(strings->languages[i], tag) == 0) return (int)i;
    }
    return -1;
}
