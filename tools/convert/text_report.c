/* The report over a cart's texts. */
#include "tools/convert/text_report.h"

#include <stdlib.h>
#include <string.h>

#include "tools/cart/cart.h"
#include "tools/convert/converters.h"
#include "tools/convert/pack_kinds.h"
#include "tools/import/base/file.h"
#include "tools/import/base/folder.h"
#include "tools/import/base/intern.h"
#include "tools/import/text/json.h"
#include "tools/import/text/strings.h"

enum { SCANNED_MOST = 4 << 20, LANGUAGES = IMPORT_STRINGS_LANGUAGES };

/* A file of texts, which is read once for all assets that are made of it. */
typedef struct text_file {
    char *path;
    import_strings strings;
    bool good;
} text_file;

/* All languages of the assets of one name. */
typedef struct text_group {
    import_strings all;
    const char *languages[LANGUAGES];
    const text_file *files[LANGUAGES];
    import_string *rows;
    uint32_t *lines; /* line of each row and language */
} text_group;

typedef struct reporter {
    cart c;
    const char *folder;
    FILE *out;
    tool_report *report;
    text_file *files;
    uint32_t file_count;
    uint8_t *used; /* a bit for each code point that texts in the current font use */
} reporter;

static void text_fault(reporter *r, const char *file, unsigned long line, const char *format, ...)
    IMPORT_PRINTF(4, 5);
static void text_fault(reporter *r, const char *file, unsigned long line, const char *format, ...) {
    char sentence[400];
    tool_error error;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    if (line > 0)
        import_error_line(&error, file, line, "%s", sentence);
    else
        import_error_file(&error, file, "%s", sentence);
    report_error(r->report, &error);
}

static void print_report(const reporter *r, const char *format, ...) IMPORT_PRINTF(2, 3);
static void print_report(const reporter *r, const char *format, ...) {
    va_list arguments;
    if (r->out == NULL) return;
    va_start(arguments, format);
    vfprintf(r->out, format, arguments);
    va_end(arguments);
}

/* ---- files ---- */

/* Reads the file of a path, once; NULL without memory. `path` is taken over. */
static const text_file *open_file(reporter *r, char *path) {
    uint8_t *data = NULL;
    size_t size;
    tool_error error = {.text = ""};
    if (path == NULL) return NULL;
    for (uint32_t i = 0; i < r->file_count; i++) {
        if (strcmp(r->files[i].path, path) != 0) continue;
        free(path);
        return &r->files[i];
    }
    text_file *f = &r->files[r->file_count++];
    f->path = path;
    f->good = import_file_read(path, &data, &size, &error) &&
              import_strings_parse(path, (const char *)data, size, &f->strings, &error);
    free(data);
    if (!f->good) report_error(r->report, &error);
    return f;
}

/* ---- languages side by side ---- */

static const char *const fault_words[] = {"has no text", "has other placeholders than the first language",
                                          "is longer than its limit of", "has a character without a glyph",
                                          "is wider than its place of"};

typedef struct telling {
    reporter *r;
    const text_group *group; /* NULL: texts of one file, for a font */
    const text_file *file;
    const char *font;
} telling;

static void tell_fault(void *context, import_strings_fault what, const import_string *string,
                       uint32_t language, uint32_t code) {
    telling *t = context;
    const text_group *g = t->group;
    const char *file = g == NULL ? t->file->path : g->files[language]->path;
    uint32_t line = g == NULL ? string->line : g->lines[(size_t)(string - g->rows) * LANGUAGES + language];
    const char *tag = g == NULL ? t->file->strings.languages[language] : g->languages[language];
    const char *in = tag[0] == 0 ? "" : " in ";
    bool of_font = what == IMPORT_STRINGS_GLYPH || what == IMPORT_STRINGS_WIDE;
    if (of_font != (g == NULL)) return;
    if (what == IMPORT_STRINGS_GLYPH) {
        text_fault(t->r, file, line, "`%.60s` has a character without a glyph in the font %s%s%.20s: U+%04X",
                   string->key, t->font, in, tag, (unsigned)code);
    } else if (what == IMPORT_STRINGS_WIDE) {
        text_fault(t->r, file, line, "`%.60s` is %u pixels wide in the font %s%s%.20s, its place has %u",
                   string->key, (unsigned)code, t->font, in, tag, (unsigned)string->width);
    } else if (what == IMPORT_STRINGS_LONG) {
        text_fault(t->r, file, line, "`%.60s` has %u characters%s%.20s, its limit is %u", string->key,
                   (unsigned)import_utf8_length(string->texts[language]), in, tag, (unsigned)string->limit);
    } else {
        text_fault(t->r, file, line, "`%.60s` %s%s%.20s", string->key, fault_words[what], in, tag);
    }
}

/* Number of a language of the group, added when it is new; -1 when there are too many. */
static int take_language(text_group *g, const char *tag, const text_file *file) {
    for (uint32_t l = 0; l < g->all.language_count; l++)
        if (strcmp(g->languages[l], tag) == 0) return (int)l;
    if (g->all.language_count == LANGUAGES) return -1;
    g->languages[g->all.language_count] = tag;
    g->files[g->all.language_count] = file;
    return (int)g->all.language_count++;
}

/* Adds all texts of a file to the group; `tag` is the language of a file with only one. */
static bool join_file(text_group *g, const text_file *file, const char *tag, import_name_table *keys,
                      size_t *room) {
    for (uint32_t i = 0; i < file->strings.count; i++) {
        const import_string *from = &file->strings.strings[i];
        size_t length = strlen(from->key);
        uint32_t row = import_name_table_find(keys, from->key, length);
        if (row == IMPORT_INTERN_FAILED) {
            void *rows = g->rows;
            size_t before = *room;
            row = import_name_table_add(keys, from->key, length);
            if (row == IMPORT_INTERN_FAILED || !import_grow(&rows, room, (size_t)row + 1, sizeof *g->rows))
                return false;
            g->rows = rows;
            uint32_t *lines =
                *room == before ? g->lines : realloc(g->lines, *room * LANGUAGES * sizeof *lines);
            if (lines == NULL) {
                *room = before;
                return false;
            }
            g->lines = lines;
            memset(&g->lines[(size_t)row * LANGUAGES], 0, LANGUAGES * sizeof *g->lines);
            g->rows[row] = *from;
            g->rows[row].texts = import_arena_take(&g->all.arena, LANGUAGES * sizeof *g->rows[row].texts);
            if (g->rows[row].texts == NULL) return false;
            g->all.count = row + 1;
        }
        for (uint32_t l = 0; l < file->strings.language_count; l++) {
            bool only = file->strings.language_count == 1 && tag[0] != 0;
            int language = take_language(g, only ? tag : file->strings.languages[l], file);
            if (language < 0) continue;
            if (from->texts[l] != NULL) g->rows[row].texts[language] = from->texts[l];
            g->lines[(size_t)row * LANGUAGES + (size_t)language] = from->line;
        }
    }
    return true;
}

static bool report_group(reporter *r, uint32_t first) {
    const char *name = r->c.assets[first].name;
    text_group g = {.lines = NULL};
    import_name_table keys = {0};
    size_t room = 0;
    bool ok = true, read = true;
    for (uint32_t i = first; ok && i < r->c.asset_count; i++) {
        const cart_asset *a = &r->c.assets[i];
        if (strcmp(a->kind, "text") != 0 || strcmp(a->name, name) != 0) continue;
        const text_file *file = open_file(r, import_file_resolve(r->c.path, a->file));
        ok = file != NULL;
        if (ok && !file->good) read = false;
        if (ok && file->good) ok = join_file(&g, file, a->language, &keys, &room);
    }
    g.all.languages = g.languages;
    g.all.strings = g.rows;
    telling t = {r, &g, NULL, NULL};
    if (ok) import_strings_check(&g.all, NULL, tell_fault, &t);
    /* Every language of the cart must be there, unless a language of the table serves all. */
    for (uint32_t l = 0; ok && read && l < r->c.language_count; l++) {
        bool there = false;
        for (uint32_t k = 0; k < g.all.language_count; k++)
            there = there || g.languages[k][0] == 0 || strcmp(g.languages[k], r->c.languages[l].tag) == 0;
        if (!there)
            text_fault(r, r->c.path, r->c.assets[first].line, "text `%s` lacks the language %s", name,
                       r->c.languages[l].tag);
    }
    if (ok)
        print_report(r, "text %s: %u keys, %u languages\n", name, (unsigned)g.all.count,
                     (unsigned)g.all.language_count);
    import_name_table_free(&keys);
    import_arena_free(&g.all.arena);
    free(g.rows);
    free(g.lines);
    return ok;
}

/* ---- fonts ---- */

static bool report_font_file(reporter *r, const cart_asset *a, const char *path, const char *name,
                             const import_font *font) {
    const text_file *file = open_file(r, import_file_resolve(path, name));
    if (file == NULL) return false;
    telling t = {r, NULL, file, a->name};
    for (uint32_t i = 0; file->good && i < file->strings.count; i++) {
        for (uint32_t l = 0; l < file->strings.language_count; l++)
            if (file->strings.strings[i].texts[l] != NULL)
                import_strings_mark(file->strings.strings[i].texts[l], r->used);
    }
    if (file->good) import_strings_check(&file->strings, font, tell_fault, &t);
    return true;
}

static void report_subset(reporter *r, const cart_asset *a, const import_font *font, bool glyphs) {
    uint32_t wanted = 0, kept = 0;
    for (uint32_t code = 0; code < IMPORT_STRINGS_CODES; code++) wanted += r->used[code / 8] >> code % 8 & 1u;
    for (uint32_t i = 0; i < font->count; i++) {
        uint32_t code = font->glyphs[i].code;
        kept += code < IMPORT_STRINGS_CODES && (r->used[code / 8] >> code % 8 & 1u) != 0;
    }
    print_report(r, "font %s: %u of %u glyphs are used, %u code points are wanted\n", a->name, (unsigned)kept,
                 (unsigned)font->count, (unsigned)wanted);
    for (uint32_t code = 0; glyphs && code < IMPORT_STRINGS_CODES; code++) {
        if ((r->used[code / 8] >> code % 8 & 1u) == 0) continue;
        print_report(r, "glyph %s U+%04X%s\n", a->name, (unsigned)code,
                     import_font_find(font, code) == NULL ? " missing" : "");
    }
}

static bool report_font(reporter *r, const cart_asset *a, bool glyphs) {
    char *path = import_file_resolve(r->c.path, a->file);
    const char *texts = pack_option(a, "texts"), *keep = pack_option(a, "keep");
    tool_error error = {.text = ""};
    uint8_t *data = NULL;
    size_t size = 0;
    import_font font;
    memset(r->used, 0, IMPORT_STRINGS_CODES / 8);
    bool read = path != NULL && import_file_read(path, &data, &size, &error), ok = path != NULL;
    const pack_source source = {&r->c, a, path, data, size, &error, NULL};
    read = read && convert_font_read(&source, &font);
    if (ok && !read) report_error(r->report, &error);
    if (read && keep != NULL) import_strings_mark(keep, r->used);
    while (read && ok && texts != NULL && *texts != 0) {
        char name[CART_OPTION_MAX];
        size_t length = strcspn(texts, ",");
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), texts);
        ok = report_font_file(r, a, path, name, &font);
        texts += length + (texts[length] == ',');
    }
    if (read && ok && pack_option(a, "texts") == NULL)
        print_report(r, "font %s: all %u glyphs stay, no texts= is given\n", a->name, (unsigned)font.count);
    else if (read && ok)
        report_subset(r, a, &font, glyphs);
    if (read) import_font_free(&font);
    free(data);
    free(path);
    return ok;
}

/* ---- variants ---- */

static bool is_first(const cart *c, uint32_t index) {
    const cart_asset *a = &c->assets[index];
    for (uint32_t i = 0; i < index; i++)
        if (strcmp(c->assets[i].kind, a->kind) == 0 && strcmp(c->assets[i].name, a->name) == 0) return false;
    return true;
}

/* An asset that has variants for some languages (or regions) and none for all must have one for each. */
static void report_variants(reporter *r, uint32_t first, bool regions) {
    const cart *c = &r->c;
    const cart_asset *a = &c->assets[first];
    uint32_t count = regions ? c->region_count : c->language_count;
    const cart_language *wanted = regions ? c->regions : c->languages;
    for (uint32_t w = 0; w < count; w++) {
        bool there = false;
        for (uint32_t i = first; i < c->asset_count; i++) {
            const cart_asset *b = &c->assets[i];
            const char *tag = regions ? b->region : b->language;
            if (strcmp(b->kind, a->kind) == 0 && strcmp(b->name, a->name) == 0)
                there = there || tag[0] == 0 || strcmp(tag, wanted[w].tag) == 0;
        }
        if (!there)
            text_fault(r, c->path, a->line, "%s `%s` has no variant for %s and none for all", a->kind,
                       a->name, wanted[w].tag);
    }
}

/* ---- keys that nothing names ---- */

static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '/' || c == '.' || c == '-';
}

static bool scan(import_name_table *words, const char *text, size_t size) {
    for (size_t at = 0; at < size;) {
        size_t from = at;
        while (at < size && is_name(text[at])) at++;
        if (at > from && import_name_table_find(words, text + from, at - from) == IMPORT_INTERN_FAILED &&
            import_name_table_add(words, text + from, at - from) == IMPORT_INTERN_FAILED)
            return false;
        if (at == from) at++;
    }
    return true;
}

static bool is_table(const reporter *r, const char *path) {
    for (uint32_t i = 0; i < r->file_count; i++)
        if (strcmp(r->files[i].path, path) == 0) return true;
    return false;
}

/* Keys that screens look for by themselves: marks of numbers, and what stands for buttons. */
static bool is_known_to_screens(const char *key) {
    return strcmp(key, "number_point") == 0 || strcmp(key, "number_group") == 0 ||
           strncmp(key, "button_", 7) == 0;
}

static bool report_unused(reporter *r, tool_error *error) {
    folder_list list = {0};
    import_name_table words = {0};
    bool ok = folder_read(r->folder, &list, error);
    for (uint32_t i = 0; ok && i < list.count; i++) {
        uint8_t *data = NULL;
        size_t size = 0;
        char *path = import_file_resolve(r->c.path, list.names[i]);
        ok = path != NULL || import_error_memory(error, r->folder);
        if (ok && !is_table(r, path) && import_file_read(path, &data, &size, NULL) && size <= SCANNED_MOST &&
            memchr(data, 0, size) == NULL)
            ok = scan(&words, (const char *)data, size) || import_error_memory(error, path);
        free(data);
        free(path);
    }
    for (uint32_t f = 0; ok && f < r->file_count; f++) {
        const text_file *file = &r->files[f];
        for (uint32_t i = 0; file->good && i < file->strings.count; i++) {
            const import_string *s = &file->strings.strings[i];
            if (!is_known_to_screens(s->key) &&
                import_name_table_find(&words, s->key, strlen(s->key)) == IMPORT_INTERN_FAILED)
                report_warning(r->report, file->path, s->line, "`%.60s` is named nowhere in the cart",
                               s->key);
        }
    }
    import_name_table_free(&words);
    folder_free(&list);
    return ok;
}

/* ---- the whole report ---- */

/* The most files that a cart's texts and fonts can name. */
static uint32_t most_files(const cart *c) {
    uint32_t count = c->asset_count + 1;
    for (uint32_t i = 0; i < c->asset_count; i++) {
        const char *texts = pack_option(&c->assets[i], "texts");
        for (; texts != NULL; texts = strchr(texts + 1, ',')) count++;
    }
    return count;
}

bool text_report_cart(const char *folder, bool glyphs, FILE *out, tool_report *report, tool_error *error) {
    reporter *r = calloc(1, sizeof *r);
    bool ok = r != NULL || import_error_memory(error, folder);
    if (!ok || !cart_load(folder, &r->c, error)) {
        free(r);
        return false;
    }
    r->folder = folder;
    r->out = out;
    r->report = report;
    r->files = calloc(most_files(&r->c), sizeof *r->files);
    r->used = calloc(IMPORT_STRINGS_CODES / 8, 1);
    bool memory = r->files != NULL && r->used != NULL;
    for (uint32_t i = 0; memory && i < r->c.asset_count; i++) {
        if (strcmp(r->c.assets[i].kind, "text") == 0 && is_first(&r->c, i)) memory = report_group(r, i);
    }
    for (uint32_t i = 0; memory && i < r->c.asset_count; i++) {
        if (strcmp(r->c.assets[i].kind, "font") == 0) memory = report_font(r, &r->c.assets[i], glyphs);
    }
    for (uint32_t i = 0; memory && i < r->c.asset_count; i++) {
        if (!is_first(&r->c, i)) continue;
        if (strcmp(r->c.assets[i].kind, "text") != 0) report_variants(r, i, false);
        report_variants(r, i, true);
    }
    ok = memory ? report_unused(r, error) : import_error_memory(error, folder);
    for (uint32_t i = 0; i < r->file_count; i++) {
        if (r->files[i].good) import_strings_free(&r->files[i].strings);
        free(r->files[i].path);
    }
    free(r->files);
    free(r->used);
    cart_free(&r->c);
    free(r);
    return ok;
}
