/* Collects names and their ids. */
#include "tools/data/ids.h"
#include "tools/image/chunk.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/check.h"
#include "rom/rom.h"
#include "tools/import/base/intern.h"

enum { NAME_MAX_BYTES = 255 };

void ids_free(ids *list) {
    for (size_t i = 0; i < list->count; i++) free(list->names[i].name);
    free(list->names);
    list->names = NULL;
    list->count = list->capacity = 0;
}

bool ids_add(ids *list, const char *file, unsigned long line, const char *name, size_t length,
             tool_error *error) {
    if (length == 0) return true; /* no name */
    if (length > NAME_MAX_BYTES) {
        return import_error_line(error, file, line, "a name of %zu bytes; at most %d are possible", length,
                                 (int)NAME_MAX_BYTES);
    }
    bool shown = name[0] != ' ' && name[length - 1] != ' ';
    for (size_t i = 0; i < length; i++) shown = shown && (unsigned char)name[i] >= 32 && name[i] != 127;
    if (!shown) {
        return import_error_line(
            error, file, line, "a name with a control character, or a blank at its end; write letters only");
    }
    void *array = list->names;
    bool room = import_grow(&array, &list->capacity, list->count + 1, sizeof *list->names);
    list->names = array;
    char *copy = room ? import_copy_name(name, length) : NULL;
    if (copy == NULL) return import_error_memory(error, file);
    list->names[list->count++] = (ids_name){copy, rom_id_of(name, length), file, line};
    return true;
}

/* ---- C sources ---- */

typedef struct scanner {
    const char *at, *end, *file;
    unsigned long line;
} scanner;

static bool is_letter(char c) { return isalnum((unsigned char)c) || c == '_'; }

static char take_letter(scanner *s) {
    if (s->at < s->end && *s->at == '\n') s->line++;
    return s->at < s->end ? *s->at++ : 0;
}

static bool looking_at(const scanner *s, const char *word) {
    size_t length = strlen(word);
    return (size_t)(s->end - s->at) >= length && memcmp(s->at, word, length) == 0;
}

static void skip_comment(scanner *s) {
    bool block = s->at[1] == '*';
    s->at += 2;
    while (s->at < s->end && !(block ? looking_at(s, "*/") : *s->at == '\n')) take_letter(s);
    if (block && s->at < s->end) s->at += 2;
}

/* Reads a literal from behind its opening quote; the text goes to `name` as far as it fits. *plain turns false
 * at an escape that stands for no visible letter. */
static size_t read_literal(scanner *s, char quote, char *name, size_t room, bool *plain) {
    size_t length = 0;
    while (s->at < s->end && *s->at != quote && *s->at != '\n') {
        char c = take_letter(s);
        if (c == '\\') {
            c = take_letter(s);
            *plain = *plain && (c == '\\' || c == '"' || c == '\'');
        }
        if (length < room) name[length] = c;
        length++;
    }
    if (s->at < s->end && *s->at == quote) s->at++;
    return length;
}

static void skip_blanks(scanner *s) {
    while (s->at < s->end) {
        if (isspace((unsigned char)*s->at))
            take_letter(s);
        else if (looking_at(s, "/*") || looking_at(s, "//"))
            skip_comment(s);
        else
            return;
    }
}

/* Reads on behind the word SID. Its definition and other uses without a text are passed over. */
static bool read_sid(ids *list, scanner *s, tool_error *error) {
    char name[NAME_MAX_BYTES + 1];
    bool plain = true;
    skip_blanks(s);
    if (s->at >= s->end || *s->at != '(') return true;
    s->at++;
    skip_blanks(s);
    if (s->at >= s->end || *s->at != '"') return true;
    unsigned long line = s->line;
    s->at++;
    size_t length = read_literal(s, '"', name, sizeof name, &plain);
    skip_blanks(s);
    if (!plain)
        return import_error_line(error, s->file, line, "SID takes plain text; write the letters themselves");
    if (s->at >= s->end || *s->at != ')') {
        return import_error_line(error, s->file, line, "SID takes one text in quotes; close it with \")");
    }
    return ids_add(list, s->file, line, name, length, error);
}

bool ids_read_source(ids *list, const char *file, const char *text, size_t size, tool_error *error) {
    if (size == 0) return true;
    scanner s = {text, text + size, file, 1};
    char ignored;
    while (s.at < s.end) {
        bool plain = true;
        if (looking_at(&s, "/*") || looking_at(&s, "//")) {
            skip_comment(&s);
        } else if (*s.at == '"' || *s.at == '\'') {
            char quote = *s.at++;
            read_literal(&s, quote, &ignored, 0, &plain);
        } else if (is_letter(*s.at)) {
            const char *word = s.at;
            while (s.at < s.end && is_letter(*s.at)) s.at++;
            bool sid = s.at - word == 3 && memcmp(word, "SID", 3) == 0;
            if (sid && !read_sid(list, &s, error)) return false;
        } else {
            take_letter(&s);
        }
    }
    return true;
}

/* ---- lists and images ---- */

static bool read_id(const char *at, size_t length, uint32_t *id) {
    *id = 0;
    if (length < 8) return false;
    for (int i = 0; i < 8; i++) {
        if (!isxdigit((unsigned char)at[i])) return false;
        *id = *id * 16u + (uint32_t)(isdigit((unsigned char)at[i]) ? at[i] - '0' : (at[i] | 32) - 'a' + 10);
    }
    return true;
}

static int by_id_then_line(const void *a, const void *b) {
    const ids_name *x = a, *y = b;
    if (x->id != y->id) return x->id < y->id ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

/* Checks that no name stands twice among those from `first` on, which came from one list. */
static bool check_list(const ids *list, size_t first, const char *file, tool_error *error) {
    size_t count = list->count - first;
    ids_name *sorted = malloc((count + 1) * sizeof *sorted);
    bool good = true;
    if (sorted == NULL) return import_error_memory(error, file);
    if (count > 0) memcpy(sorted, list->names + first, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_id_then_line);
    for (size_t i = 1; i < count && good; i++) {
        if (sorted[i].id != sorted[i - 1].id || strcmp(sorted[i].name, sorted[i - 1].name) != 0) continue;
        good = import_error_line(error, file, sorted[i].line, "\"%s\" stands in line %lu already; rename one",
                                 sorted[i].name, sorted[i - 1].line);
    }
    free(sorted);
    return good;
}

bool ids_read_list(ids *list, const char *file, const char *text, size_t size, tool_error *error) {
    size_t first = list->count;
    unsigned long line = 1;
    if (size == 0) return true;
    for (const char *at = text, *end = text + size; at < end; line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at)), *next = stop == NULL ? end : stop + 1;
        uint32_t id;
        if (stop == NULL) stop = end;
        while (at < stop && isspace((unsigned char)*at)) at++;
        while (stop > at && isspace((unsigned char)stop[-1])) stop--;
        size_t length = (size_t)(stop - at);
        bool with_id = length > 9 && at[8] == ' ' && read_id(at, length, &id);
        if (with_id && rom_id_of(at + 9, length - 9) != id) {
            return import_error_line(error, file, line, "%08x is not the id of \"%.*s\"; write the list anew",
                                     (unsigned)id, (int)(length - 9), at + 9);
        }
        bool comment = length > 0 && *at == '#';
        if (with_id) at += 9, length -= 9;
        if (length > 0 && !comment && !ids_add(list, file, line, at, length, error)) return false;
        at = next;
    }
    return check_list(list, first, file, error);
}

bool ids_read_image(ids *list, const char *file, const uint8_t *data, size_t size, tool_error *error) {
    rom_image image;
    rom_error fault;
    rom_chunk chunk;
    if (rom_open(data, size, &image, &fault) != ROM_OK) return chunk_wrong(error, file, NULL, &fault);
    if ((image.flags & ROM_FLAG_NAMES) == 0) {
        return import_error_file(error, file, "has no names; pack it without --release");
    }
    if (!rom_find(&image, rom_id("names"), ROM_TAG_NAMES, &chunk) ||
        rom_check_entry(&chunk, true, &fault) != ROM_OK)
        return import_error_file(error, file, "its list of names is damaged; pack it again");
    for (uint32_t i = 0; i < rom_u32(chunk.data + ROM_NAMES_COUNT); i++) {
        const uint8_t *row = chunk.data + rom_u32(chunk.data + ROM_NAMES_AT) + (size_t)i * ROM_NAME_SIZE;
        const char *name = (const char *)chunk.data + rom_u32(row + ROM_NAME_TEXT);
        if (!ids_add(list, file, 0, name, rom_u32(row + ROM_NAME_TEXT + 4), error)) return false;
    }
    return true;
}

/* ---- judging ---- */

static char folded_letter(char c) { return c == '\\' ? '/' : (char)(c >= 'A' && c <= 'Z' ? c + 32 : c); }

static int compare_folded(const char *a, const char *b) {
    while (*a != 0 && folded_letter(*a) == folded_letter(*b)) a++, b++;
    return (unsigned char)folded_letter(*a) - (unsigned char)folded_letter(*b);
}

static void constant_name(const char *name, char out[NAME_MAX_BYTES + 5]) {
    memcpy(out, "SID_", 4);
    out += 4;
    for (; *name != 0; name++) *out++ = is_letter(*name) ? (char)toupper((unsigned char)*name) : '_';
    *out = 0;
}

static int by_name(const void *a, const void *b) {
    const ids_name *x = a, *y = b;
    int order = compare_folded(x->name, y->name);
    if (order == 0) order = strcmp(x->file, y->file);
    return order != 0 ? order : (x->line > y->line) - (x->line < y->line);
}
static int by_id(const void *a, const void *b) {
    const ids_name *x = a, *y = b;
    return x->id != y->id ? (x->id < y->id ? -1 : 1) : by_name(a, b);
}
static int by_constant(const void *a, const void *b) {
    char x[NAME_MAX_BYTES + 5], y[NAME_MAX_BYTES + 5];
    constant_name(((const ids_name *)a)->name, x);
    constant_name(((const ids_name *)b)->name, y);
    int order = strcmp(x, y);
    return order != 0 ? order : by_name(a, b);
}

/* Keeps each name of the sorted list once, and warns of spellings that differ in case or slashes alone. */
static void unite(ids *list) {
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        ids_name *name = &list->names[i], *before = kept > 0 ? &list->names[kept - 1] : NULL;
        if (before == NULL || compare_folded(name->name, before->name) != 0) {
            list->names[kept++] = *name;
            continue;
        }
        if (strcmp(name->name, before->name) != 0)
            report_warning(list->said, name->file, name->line,
                           "\"%.150s\" is the same name as \"%.150s\" (%.60s:%lu)", name->name, before->name,
                           before->file, before->line);
        free(name->name);
    }
    list->count = kept;
}

static bool refuse_name(const ids_name *a, const ids_name *b, const char *what, tool_error *error) {
    return import_error_line(error, b->file, b->line,
                             "\"%s\" and \"%s\" (%s:%lu) have the same %s; rename one", b->name, a->name,
                             a->file, a->line, what);
}

bool ids_check(ids *list, tool_error *error) {
    char what[32], one[NAME_MAX_BYTES + 5], other[NAME_MAX_BYTES + 5];
    if (list->count == 0) return true;
    qsort(list->names, list->count, sizeof *list->names, by_name);
    unite(list);
    qsort(list->names, list->count, sizeof *list->names, by_constant);
    for (size_t i = 1; i < list->count; i++) {
        constant_name(list->names[i - 1].name, one);
        constant_name(list->names[i].name, other);
        if (strcmp(one, other) == 0)
            return refuse_name(&list->names[i - 1], &list->names[i], "constant", error);
    }
    qsort(list->names, list->count, sizeof *list->names, by_id);
    if (list->names[0].id == 0) {
        return import_error_line(error, list->names[0].file, list->names[0].line,
                                 "the id of \"%s\" is 0, which means none; rename it", list->names[0].name);
    }
    for (size_t i = 1; i < list->count; i++) {
        if (list->names[i].id != list->names[i - 1].id) continue;
        snprintf(what, sizeof what, "id %08x", (unsigned)list->names[i].id);
        return refuse_name(&list->names[i - 1], &list->names[i], what, error);
    }
    qsort(list->names, list->count, sizeof *list->names, by_name);
    return true;
}

/* ---- writing ---- */

static void print_text(writer *out, const char *text) { writer_bytes(out, text, strlen(text)); }

void ids_write_header(const ids *list, const char *guard, writer *out) {
    char line[2 * NAME_MAX_BYTES + 64], name[NAME_MAX_BYTES + 5];
    snprintf(line, sizeof line,
             "/* Ids of names, written by oxcart ids: do not edit. */\n#ifndef %.200s\n#define %.200s\n\n",
             guard, guard);
    print_text(out, line);
    for (size_t i = 0; i < list->count; i++) {
        constant_name(list->names[i].name, name);
        snprintf(line, sizeof line, "#define %s 0x%08Xu\n", name, (unsigned)list->names[i].id);
        print_text(out, line);
    }
    print_text(out, "\n#endif\n");
}

void ids_write_script(const ids *list, writer *out) {
    char line[2 * NAME_MAX_BYTES + 64], name[NAME_MAX_BYTES + 5];
    print_text(out, "// Names, written by oxcart ids: do not edit.\n");
    for (size_t i = 0; i < list->count; i++) {
        constant_name(list->names[i].name, name);
        snprintf(line, sizeof line, "const %s = '%s'\n", name, list->names[i].name);
        print_text(out, line);
    }
}

void ids_write_list(const ids *list, writer *out) {
    char line[NAME_MAX_BYTES + 16];
    for (size_t i = 0; i < list->count; i++) {
        snprintf(line, sizeof line, "%08x %s\n", (unsigned)list->names[i].id, list->names[i].name);
        print_text(out, line);
    }
}

const char *ids_find(const ids *list, uint32_t id) {
    for (size_t i = 0; i < list->count; i++) {
        if (list->names[i].id == id) return list->names[i].name;
    }
    return NULL;
}

void ids_translate(const ids *list, const char *text, size_t size, writer *out) {
    for (size_t i = 0; i < size;) {
        uint32_t id;
        const char *name = NULL;
        bool whole = text[i] == '#' && read_id(text + i + 1, size - i - 1, &id) &&
                     (i + 9 == size || !isalnum((unsigned char)text[i + 9]));
        if (whole) name = ids_find(list, id);
        if (name != NULL) {
            print_text(out, name);
            i += 9;
        } else {
            writer_u8(out, (uint8_t)text[i++]);
        }
    }
}
