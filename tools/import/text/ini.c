/* The INI file as a list of lines. */
#include "tools/import/text/ini.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/writer.h"
#include "tools/import/base/intern.h"
#include "tools/import/base/text.h"

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static bool same_name(const char *a, const char *b) {
    while (*a != 0 && lower(*a) == lower(*b)) a++, b++;
    return lower(*a) == lower(*b);
}

/* Cuts the blanks off both ends of a stretch of text. */
static void trim(const char **begin, const char **end) {
    while (*begin < *end && is_blank(**begin)) (*begin)++;
    while (*end > *begin && is_blank((*end)[-1])) (*end)--;
}

static const char *keep(import_ini *ini, const char *begin, const char *end) {
    return import_arena_text(&ini->arena, begin, (size_t)(end - begin));
}

/* Makes room for a line at `index` and moves the lines behind it. */
static import_ini_line *insert(import_ini *ini, uint32_t index) {
    void *lines = ini->lines;
    size_t room = ini->room;
    if (!import_grow(&lines, &room, (size_t)ini->count + 1, sizeof *ini->lines)) return NULL;
    ini->lines = lines;
    ini->room = (uint32_t)room;
    memmove(ini->lines + index + 1, ini->lines + index, (ini->count - index) * sizeof *ini->lines);
    ini->count++;
    memset(&ini->lines[index], 0, sizeof ini->lines[index]);
    return &ini->lines[index];
}

/* Fills in what the line between `begin` and `end` means; false without memory. */
static bool understand(import_ini *ini, import_ini_line *line, const char *begin, const char *end,
                       const char *section) {
    line->text = keep(ini, begin, end);
    line->section = section;
    if (line->text == NULL) return false;
    begin += import_text_mark(begin, (size_t)(end - begin));
    trim(&begin, &end);
    if (begin == end || *begin == ';' || *begin == '#') {
        line->kind = IMPORT_INI_BLANK;
        return true;
    }
    if (*begin == '[') {
        line->kind = end[-1] == ']' && end - begin > 2 ? IMPORT_INI_SECTION : IMPORT_INI_BAD;
        if (line->kind == IMPORT_INI_BAD) return true;
        begin++, end--;
        trim(&begin, &end);
        line->section = keep(ini, begin, end);
        return line->section != NULL;
    }
    const char *equals = memchr(begin, '=', (size_t)(end - begin)), *name_end = equals;
    line->kind = equals != NULL && equals > begin ? IMPORT_INI_KEY : IMPORT_INI_BAD;
    if (line->kind == IMPORT_INI_BAD) return true;
    trim(&begin, &name_end);
    equals++;
    trim(&equals, &end);
    if (end - equals >= 2 && *equals == '"' && end[-1] == '"') equals++, end--;
    line->name = keep(ini, begin, name_end);
    line->value = keep(ini, equals, end);
    return line->name != NULL && line->value != NULL;
}

/* Section and key as one word to compare by; NULL without memory. */
static const char *folded(import_ini *ini, const import_ini_line *line) {
    size_t section = strlen(line->section), name = strlen(line->name);
    char *word = import_arena_take(&ini->arena, section + name + 2);
    if (word == NULL) return NULL;
    for (size_t i = 0; i < section; i++) word[i] = lower(line->section[i]);
    word[section] = ']';
    for (size_t i = 0; i < name; i++) word[section + 1 + i] = lower(line->name[i]);
    return word;
}

/* Counts lines that mean nothing and keys that their section has already, and words the first of them. */
static bool judge(import_ini *ini) {
    import_name_table seen = {0};
    bool ok = true;
    for (uint32_t i = 0; i < ini->count; i++) {
        const import_ini_line *line = &ini->lines[i];
        if (line->kind == IMPORT_INI_BAD && ini->bad++ == 0) {
            import_error_line(&ini->first_bad, ini->file, i + 1,
                              "neither [section] nor key=value nor a comment; put `;` in front");
        }
    }
    for (uint32_t i = 0; i < ini->count && ok; i++) {
        const import_ini_line *line = &ini->lines[i];
        uint32_t before = seen.count;
        if (line->kind != IMPORT_INI_KEY) continue;
        const char *word = folded(ini, line);
        ok = word != NULL && import_name_table_add(&seen, word, strlen(word)) != IMPORT_INTERN_FAILED;
        if (!ok || seen.count > before || ini->doubled++ > 0 || ini->bad > 0) continue;
        import_error_line(&ini->first_bad, ini->file, i + 1, "`%s` stands in [%s] again; the last one counts",
                          line->name, line->section);
    }
    import_name_table_free(&seen);
    return ok;
}

bool import_ini_parse(const char *file, const char *text, size_t size, import_ini *ini, tool_error *error) {
    const char *section = "", *end;
    if (size == 0) text = ""; /* `text` may be NULL */
    end = text + size;
    memset(ini, 0, sizeof *ini);
    ini->file = file;
    if (size > IMPORT_INI_LIMIT) return import_error_file(error, file, "INI files of at most 16 MB are read");
    const char *zero = memchr(text, 0, size);
    if (zero != NULL) {
        unsigned long line = 1;
        for (const char *at = text; at < zero; at++) line += *at == '\n';
        return import_error_line(error, file, line, "this is no text: it holds a byte 0");
    }
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        stop = stop == NULL ? end : stop + 1;
        const char *fault = import_text_line_fault(text, (size_t)(stop - text) - (stop[-1] == '\n'));
        if (fault != NULL) {
            unsigned long number = ini->count + 1ul;
            import_ini_free(ini);
            return import_error_line(error, file, number, "%s", fault);
        }
        import_ini_line *line = insert(ini, ini->count);
        if (line == NULL || !understand(ini, line, text, stop, section)) {
            import_ini_free(ini);
            return import_error_memory(error, file);
        }
        section = line->section;
        text = stop;
    }
    if (judge(ini)) return true;
    import_ini_free(ini);
    return import_error_memory(error, file);
}

void import_ini_free(import_ini *ini) {
    import_arena_free(&ini->arena);
    free(ini->lines);
    ini->lines = NULL;
    ini->count = ini->room = 0;
}

long import_ini_find(const import_ini *ini, const char *section, const char *key) {
    for (uint32_t i = ini->count; i-- > 0;) {
        const import_ini_line *line = &ini->lines[i];
        if (line->kind == IMPORT_INI_KEY && same_name(line->name, key) && same_name(line->section, section))
            return (long)i;
    }
    return -1;
}

/* ---- values ---- */

bool import_ini_text(const import_ini *ini, const char *section, const char *key, const char **value) {
    long at = import_ini_find(ini, section, key);
    if (at >= 0) *value = ini->lines[at].value;
    return true;
}

static import_text scan_of(const char *value) { return (import_text){value, value + strlen(value), 1}; }

bool import_ini_whole(const import_ini *ini, const char *section, const char *key, int64_t least,
                      int64_t most, int64_t *value, tool_error *error) {
    long at = import_ini_find(ini, section, key);
    long long number;
    if (at < 0) return true;
    import_text scan = scan_of(ini->lines[at].value);
    if (!import_text_integer(&scan, &number) || scan.at != scan.end || number < least || number > most) {
        return import_error_line(error, ini->file, (unsigned long)at + 1,
                                 "%s: a whole number from %lld to %lld is wanted", ini->lines[at].name,
                                 (long long)least, (long long)most);
    }
    *value = number;
    return true;
}

bool import_ini_number(const import_ini *ini, const char *section, const char *key, double least, double most,
                       double *value, tool_error *error) {
    long at = import_ini_find(ini, section, key);
    double number;
    if (at < 0) return true;
    import_text scan = scan_of(ini->lines[at].value);
    if (!import_text_number(&scan, &number) || scan.at != scan.end || !(number >= least && number <= most)) {
        return import_error_line(error, ini->file, (unsigned long)at + 1,
                                 "%s: a number from %g to %g is wanted", ini->lines[at].name, least, most);
    }
    *value = number;
    return true;
}

bool import_ini_boolean(const import_ini *ini, const char *section, const char *key, bool *value,
                        tool_error *error) {
    static const char *const words[] = {"false", "true", "no", "yes", "off", "on", "0", "1"};
    long at = import_ini_find(ini, section, key);
    if (at < 0) return true;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (!same_name(words[i], ini->lines[at].value)) continue;
        *value = i % 2 != 0;
        return true;
    }
    return import_error_line(error, ini->file, (unsigned long)at + 1,
                             "%s: true or false, yes or no, 1 or 0 is wanted", ini->lines[at].name);
}

/* ---- changes ---- */

static bool can_be_name(const char *name, const char *not_in) {
    size_t length = strlen(name);
    return length > 0 && !is_blank(name[0]) && !is_blank(name[length - 1]) && strpbrk(name, not_in) == NULL &&
           strchr(";#[", name[0]) == NULL && import_text_mark(name, strlen(name)) == 0;
}

/* The value as a file has it, in quotes where it needs them. */
static const char *quoted(import_ini *ini, const char *value) {
    size_t length = strlen(value);
    bool needs =
        length > 0 && (is_blank(value[0]) || is_blank(value[length - 1]) || strchr(value, ';') != NULL);
    char *text = import_arena_take(&ini->arena, length + 3);
    if (text != NULL) snprintf(text, length + 3, needs ? "\"%s\"" : "%s", value);
    return text;
}

/* Writes one line out of pieces and reads it again. */
static bool write_line(import_ini *ini, import_ini_line *line, const char *section,
                       const char *const pieces[5]) {
    size_t length = 0;
    for (int i = 0; i < 5; i++) length += strlen(pieces[i]);
    char *text = import_arena_take(&ini->arena, length + 1);
    if (text == NULL) return false;
    for (int i = 0; i < 5; i++) strcat(text, pieces[i]);
    return understand(ini, line, text, text + length, section);
}

static bool replace(import_ini *ini, import_ini_line *line, const char *value) {
    const char *equals = strchr(line->text, '='), *begin = equals + 1, *end = line->text + strlen(line->text),
               *text_end = end;
    while (begin < end && (*begin == ' ' || *begin == '\t')) begin++;
    const char *old = begin;
    trim(&old, &end);
    if (end < begin) end = begin;
    const char *front = keep(ini, line->text, begin), *behind = keep(ini, end, text_end);
    const char *const pieces[5] = {front, value, behind, "", ""};
    return front != NULL && behind != NULL && write_line(ini, line, line->section, pieces);
}

/* The line end that the file uses; a last line without a line end gets one. */
static const char *line_end(import_ini *ini) {
    const char *end = ini->count > 0 && strstr(ini->lines[0].text, "\r\n") != NULL ? "\r\n" : "\n";
    if (ini->count == 0) return end;
    import_ini_line *last = &ini->lines[ini->count - 1];
    size_t length = strlen(last->text);
    if (length > 0 && last->text[length - 1] == '\n') return end;
    char *text = import_arena_take(&ini->arena, length + 3);
    if (text == NULL) return NULL;
    snprintf(text, length + 3, "%s%s", last->text, end);
    last->text = text;
    return end;
}

/* The place of a new key: behind the last key of the section, or behind its heading; the file's end when there
 * is no such section. */
static uint32_t place_in(const import_ini *ini, const char *section, bool *there) {
    uint32_t place = 0;
    *there = section[0] == 0;
    for (uint32_t i = 0; i < ini->count; i++) {
        const import_ini_line *line = &ini->lines[i];
        if (!same_name(line->section, section) ||
            (line->kind != IMPORT_INI_KEY && line->kind != IMPORT_INI_SECTION))
            continue;
        place = i + 1;
        *there = true;
    }
    return *there ? place : ini->count;
}

bool import_ini_set(import_ini *ini, const char *section, const char *key, const char *value,
                    tool_error *error) {
    long at = import_ini_find(ini, section, key);
    bool there;
    if (strpbrk(value, "\"\r\n") != NULL)
        return import_error_file(error, ini->file, "%s: no quotes or line ends in a value", key);
    if (!can_be_name(key, "=\r\n") || (section[0] != 0 && !can_be_name(section, "]\r\n"))) {
        return import_error_file(error, ini->file, "[%s] %s: such a name could not be read again", section,
                                 key);
    }
    value = quoted(ini, value);
    if (value == NULL) return import_error_memory(error, ini->file);
    if (at >= 0) return replace(ini, &ini->lines[at], value) || import_error_memory(error, ini->file);
    const char *end = line_end(ini);
    uint32_t place = place_in(ini, section, &there);
    if (end != NULL && !there) {
        const char *const head[5] = {"[", section, "]", end, ""};
        import_ini_line *line = insert(ini, place++);
        if (line == NULL || !write_line(ini, line, section, head))
            return import_error_memory(error, ini->file);
        section = line->section;
    } else if (place > 0) {
        section = ini->lines[place - 1].section;
    }
    const char *const pieces[5] = {key, "=", value, end != NULL ? end : "", ""};
    import_ini_line *line = end == NULL ? NULL : insert(ini, place);
    if (line != NULL && write_line(ini, line, section, pieces)) return true;
    return import_error_memory(error, ini->file);
}

void import_ini_write(const import_ini *ini, writer *out) {
    for (uint32_t i = 0; i < ini->count; i++)
        writer_bytes(out, ini->lines[i].text, strlen(ini->lines[i].text));
}
