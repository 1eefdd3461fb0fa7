/* Texts of one field a line. */
#include "tools/inspect/field_lines.h"

#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/base/scan.h"
#include "tools/import/base/text.h"

/* ---- lines in memory ---- */

void field_lines_free(field_lines *l) {
    for (size_t i = 0; i < l->count; i++) {
        free(l->lines[i].path);
        free(l->lines[i].text);
    }
    free(l->lines);
    free(l->slots);
    memset(l, 0, sizeof *l);
}

static char *copy_text(const char *text) {
    size_t length = strlen(text) + 1;
    char *copy = malloc(length);
    if (copy != NULL) memcpy(copy, text, length);
    return copy;
}

bool field_lines_take(field_lines *l, const char *path, char *text) {
    if (!l->failed && l->count == l->room) {
        size_t room = l->room * 2 + 64;
        field_line *grown = realloc(l->lines, room * sizeof *grown);
        if (grown == NULL) l->failed = true;
        if (grown != NULL) l->lines = grown, l->room = room;
    }
    char *copy = l->failed || text == NULL ? NULL : copy_text(path);
    if (copy == NULL) {
        l->failed = true;
        free(text);
        return false;
    }
    l->lines[l->count++] = (field_line){copy, text, false};
    return true;
}

bool field_lines_add(field_lines *l, const char *path, const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return field_lines_take(l, path, copy_text(text));
}

bool field_lines_bytes(field_lines *l, const char *path, const uint8_t *bytes, size_t count) {
    static const char digits[] = "0123456789abcdef";
    char *text = malloc(count * 2 + 1);
    for (size_t i = 0; text != NULL && i < count; i++) {
        text[i * 2] = digits[bytes[i] >> 4];
        text[i * 2 + 1] = digits[bytes[i] & 15u];
    }
    if (text != NULL) text[count * 2] = 0;
    return field_lines_take(l, path, text);
}

/* ---- differences ---- */

static bool index_paths(field_lines *l) {
    if (l->failed) return false;
    if (l->slots != NULL) return true;
    for (l->slot_count = 64; l->slot_count < 2 * l->count; l->slot_count *= 2) continue;
    l->slots = calloc(l->slot_count, sizeof *l->slots);
    if (l->slots == NULL) return false;
    for (size_t i = 0; i < l->count; i++) {
        size_t slot = rom_id(l->lines[i].path) & (l->slot_count - 1);
        while (l->slots[slot] != 0) slot = (slot + 1) & (l->slot_count - 1);
        l->slots[slot] = (uint32_t)i + 1;
    }
    return true;
}

static field_line *find_path(const field_lines *l, const char *path) {
    size_t slot = rom_id(path) & (l->slot_count - 1);
    for (; l->slots[slot] != 0; slot = (slot + 1) & (l->slot_count - 1)) {
        field_line *line = &l->lines[l->slots[slot] - 1];
        if (strcmp(line->path, path) == 0) return line;
    }
    return NULL;
}

void field_tell(field_teller *t, const char *path, const char *before, const char *after) {
    if (t->told++ >= t->most) return;
    if (t->name != NULL) fprintf(t->out, "%s %s.", t->type, t->name);
    if (before == NULL) {
        fprintf(t->out, "%s: added %.60s\n", path, after);
    } else if (after == NULL) {
        fprintf(t->out, "%s: removed %.60s\n", path, before);
    } else {
        fprintf(t->out, "%s: %.60s -> %.60s\n", path, before, after);
    }
}

bool field_lines_tell(field_lines *a, field_lines *b, bool (*chosen)(const char *path), bool wanted,
                      field_teller *t) {
    if (!index_paths(a) || !index_paths(b)) return false;
    for (size_t i = 0; i < b->count; i++) {
        const field_line *now = &b->lines[i];
        field_line *before = find_path(a, now->path);
        if (before != NULL) before->met = true;
        if (chosen != NULL && chosen(now->path) != wanted) continue;
        if (before == NULL || strcmp(before->text, now->text) != 0)
            field_tell(t, now->path, before == NULL ? NULL : before->text, now->text);
    }
    for (size_t i = 0; i < a->count; i++) {
        const field_line *before = &a->lines[i];
        if (!before->met && (chosen == NULL || chosen(before->path) == wanted))
            field_tell(t, before->path, before->text, NULL);
    }
    return true;
}

/* ---- lines read back ---- */

void field_reader_free(field_reader *r) {
    free(r->words);
    r->words = NULL;
}

bool field_reader_line(field_reader *r) {
    field_reader_free(r);
    if (r->line == 0 && r->at < r->end) r->at += import_text_mark(r->at, (size_t)(r->end - r->at));
    if (r->at >= r->end) return false;
    const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
    if (stop == NULL) stop = r->end;
    size_t length = (size_t)(stop - r->at);
    r->words = malloc(length + 1);
    if (r->words == NULL) return false;
    memcpy(r->words, r->at, length);
    while (length > 0 && r->words[length - 1] == '\r') length--;
    r->words[length] = 0;
    r->at = stop < r->end ? stop + 1 : stop;
    r->line++;
    return true;
}

bool field_reader_wrong(field_reader *r, const char *sentence) {
    return import_error_line(r->error, r->name, r->line, "%s", sentence);
}

bool field_reader_next(field_reader *r, bool *wrong) {
    *wrong = false;
    if (r->end - r->at < 2 || memcmp(r->at, "  ", 2) != 0) return false;
    *wrong = true;
    if (!field_reader_line(r)) return field_reader_wrong(r, "there is not enough memory for the line");
    char *colon = strstr(r->words, ": "), *comment = strstr(r->words, " # ");
    if (colon == NULL || (comment != NULL && comment < colon))
        return field_reader_wrong(r, "a line `  field: value` is wanted; write it as the dump does");
    if (comment != NULL) *comment = 0;
    *colon = 0;
    r->path = r->words + 2;
    r->text = colon + 2;
    *wrong = false;
    return true;
}

bool field_read_bytes(const char *text, uint8_t *bytes, size_t room, size_t *count) {
    for (*count = 0; *text != 0; text += 2) {
        int high = scan_hex_digit(text[0]), low = high < 0 ? -1 : scan_hex_digit(text[1]);
        if (low < 0 || *count == room) return false;
        bytes[(*count)++] = (uint8_t)(high * 16 + low);
    }
    return true;
}
