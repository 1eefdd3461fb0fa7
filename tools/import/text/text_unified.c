/* Differences of texts in the forms that people read, and a unified one applied again. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "tools/import/text/text_difference.h"

static void put(writer *out, const char *text) { writer_bytes(out, text, strlen(text)); }

/* ---- unified ---- */

static void put_line(writer *out, char mark, const text_pieces *pieces, size_t i) {
    size_t length = pieces->starts[i + 1] - pieces->starts[i];
    writer_u8(out, (uint8_t)mark);
    writer_bytes(out, pieces->text + pieces->starts[i], length);
    if (length == 0 || pieces->text[pieces->starts[i + 1] - 1] != '\n')
        put(out, "\n\\ No newline at end of file\n");
}

/* Writes a range, "12" or "12,3"; a range without lines counts from the line before it. */
static void put_range(writer *out, char sign, size_t first, size_t count) {
    char text[64];
    if (count == 1) {
        snprintf(text, sizeof text, "%c%zu", sign, first + 1);
    } else {
        snprintf(text, sizeof text, "%c%zu,%zu", sign, count == 0 ? first : first + 1, count);
    }
    put(out, text);
}

void text_write_unified(const text_edits *edits, const char *a_name, const char *b_name, size_t context,
                        writer *out) {
    if (edits->count == 0) return;
    put(out, "--- ");
    put(out, a_name);
    put(out, "\n+++ ");
    put(out, b_name);
    put(out, "\n");
    for (size_t i = 0; i < edits->count;) {
        size_t last = i; /* changes whose contexts meet make one hunk */
        const text_change *c = edits->changes;
        while (last + 1 < edits->count && c[last + 1].a - (c[last].a + c[last].a_count) <= 2 * context)
            last++;
        size_t before = c[i].a < context ? c[i].a : context;
        size_t end = c[last].a + c[last].a_count,
               after = edits->a.count - end < context ? edits->a.count - end : context;
        size_t a = c[i].a - before, b = c[i].b - before;
        put(out, "@@ ");
        put_range(out, '-', a, end + after - a);
        put(out, " ");
        put_range(out, '+', b, c[last].b + c[last].b_count + after - b);
        put(out, " @@\n");
        for (; i <= last; i++) {
            for (; a < c[i].a; a++) put_line(out, ' ', &edits->a, a);
            for (; a < c[i].a + c[i].a_count; a++) put_line(out, '-', &edits->a, a);
            for (size_t k = 0; k < c[i].b_count; k++) put_line(out, '+', &edits->b, c[i].b + k);
        }
        for (; a < end + after; a++) put_line(out, ' ', &edits->a, a);
    }
}

/* ---- words ---- */

/* Piece `at` moved back to the begin of its line and `lines` lines more, or forward likewise. */
static size_t line_back(const text_pieces *p, size_t at, size_t lines) {
    for (; at > 0; at--) {
        if (p->text[p->starts[at] - 1] == '\n' && lines-- == 0) return at;
    }
    return 0;
}

static size_t line_on(const text_pieces *p, size_t at, size_t lines) {
    for (; at < p->count; at++) {
        if (p->text[p->starts[at + 1] - 1] == '\n' && lines-- == 0) return at + 1;
    }
    return p->count;
}

static void put_pieces(writer *out, const text_pieces *p, size_t from, size_t to) {
    if (to > from) writer_bytes(out, p->text + p->starts[from], p->starts[to] - p->starts[from]);
}

void text_write_words(const text_edits *edits, size_t context, writer *out) {
    size_t told = 0; /* pieces of the second text that are written */
    for (size_t i = 0; i < edits->count; i++) {
        const text_change *c = &edits->changes[i];
        size_t from = line_back(&edits->b, c->b, context);
        if (from > told) {
            char place[48];
            size_t line = 1;
            for (size_t k = 0; k < edits->b.starts[from]; k++) line += edits->b.text[k] == '\n';
            snprintf(place, sizeof place, "@@ line %zu @@\n", line);
            put(out, place);
        } else {
            from = told;
        }
        put_pieces(out, &edits->b, from, c->b);
        if (c->a_count > 0) {
            put(out, "[-");
            put_pieces(out, &edits->a, c->a, c->a + c->a_count);
            put(out, "-]");
        }
        if (c->b_count > 0) {
            put(out, "{+");
            put_pieces(out, &edits->b, c->b, c->b + c->b_count);
            put(out, "+}");
        }
        told = c->b + c->b_count;
        size_t end = line_on(&edits->b, told, context),
               next = i + 1 < edits->count ? edits->changes[i + 1].b : edits->b.count;
        if (end > next) end = next;
        put_pieces(out, &edits->b, told, end);
        told = end;
    }
    if (edits->count > 0 && out->size > 0 && out->data[out->size - 1] != '\n') put(out, "\n");
}

/* ---- applying ---- */

typedef struct patching {
    const char *name, *at, *end; /* of the patch */
    unsigned long line;
    const char *text; /* the text that is patched */
    size_t size, place;
    size_t text_line; /* lines of the text that are done */
    writer *out;
    tool_error *error;
} patching;

static bool read_number(const char **at, const char *end, size_t *value) {
    *value = 0;
    if (*at >= end || !isdigit((unsigned char)**at)) return false;
    for (; *at < end && isdigit((unsigned char)**at); ++*at) {
        if (*value > SIZE_MAX / 16) return false;
        *value = *value * 10 + (size_t)(**at - '0');
    }
    return true;
}

/* Reads a range, "-12,3" or "+12". */
static bool read_range(const char **at, const char *end, char sign, size_t *first, size_t *count) {
    *count = 1;
    if (*at >= end || **at != sign) return false;
    ++*at;
    if (!read_number(at, end, first)) return false;
    if (*at < end && **at == ',') {
        ++*at;
        if (!read_number(at, end, count)) return false;
    }
    return *count == 0 || *first > 0;
}

static const char *line_end(const char *at, const char *end) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    return stop == NULL ? end : stop + 1;
}

static bool misfit(const patching *p) {
    return import_error_line(p->error, p->name, p->line,
                             "does not fit line %zu of the text; the difference was made of another text",
                             p->text_line + 1);
}

/* Copies lines of the text until `lines` of them are done. */
static bool copy_until(patching *p, size_t lines) {
    while (p->text_line < lines) {
        if (p->place >= p->size) return misfit(p);
        size_t next = (size_t)(line_end(p->text + p->place, p->text + p->size) - p->text);
        writer_bytes(p->out, p->text + p->place, next - p->place);
        p->place = next;
        p->text_line++;
    }
    return p->text_line == lines || misfit(p);
}

/* Applies one line of a hunk: its text without the mark, and without a line end when the next line of the patch
 * says so. */
static bool apply_line(patching *p, char mark, const char *line, size_t length) {
    if (p->at < p->end && *p->at == '\\') {
        p->at = line_end(p->at, p->end);
        p->line++;
        if (length > 0) length--;
    }
    if (mark != '+') {
        if (p->size - p->place < length || (length > 0 && memcmp(p->text + p->place, line, length) != 0))
            return misfit(p);
        if (line_end(p->text + p->place, p->text + p->size) != p->text + p->place + length) return misfit(p);
        p->place += length;
        p->text_line++;
    }
    if (mark != '-') writer_bytes(p->out, line, length);
    return true;
}

static bool apply_piece(patching *p, size_t first, size_t gone, size_t came) {
    if (!copy_until(p, gone == 0 ? first : first - 1)) return false;
    while (gone > 0 || came > 0) {
        const char *line = p->at;
        if (line >= p->end)
            return import_error_line(p->error, p->name, p->line, "ends in the middle of a piece");
        p->at = line_end(line, p->end);
        p->line++;
        char mark = *line;
        bool fits =
            (mark == ' ' && gone > 0 && came > 0) || (mark == '-' && gone > 0) || (mark == '+' && came > 0);
        if (!fits)
            return import_error_line(p->error, p->name, p->line,
                                     "is no line of this piece; see its counts between @@");
        gone -= mark != '+';
        came -= mark != '-';
        if (!apply_line(p, mark, line + 1, (size_t)(p->at - line) - 1)) return false;
    }
    return true;
}

bool text_patch(const char *text, size_t size, const char *patch_name, const char *patch, size_t patch_size,
                writer *out, tool_error *error) {
    if (patch == NULL) patch = "";
    if (text == NULL) text = "";
    patching p = {patch_name, patch, patch + patch_size, 0, text, size, 0, 0, out, error};
    while (p.at < p.end) {
        const char *line = p.at, *stop = line_end(line, p.end);
        size_t first, gone, second, came;
        p.at = stop;
        p.line++;
        bool head = stop - line > 3 && (memcmp(line, "---", 3) == 0 || memcmp(line, "+++", 3) == 0);
        if (head) continue;
        const char *at = line + 3;
        bool piece = stop - line > 4 && memcmp(line, "@@ ", 3) == 0 &&
                     read_range(&at, stop, '-', &first, &gone) && at < stop && *at++ == ' ' &&
                     read_range(&at, stop, '+', &second, &came);
        if (!piece) return import_error_line(error, patch_name, p.line, "is no line of a unified difference");
        if (!apply_piece(&p, first, gone, came)) return false;
    }
    writer_bytes(out, text + p.place, size - p.place);
    return !out->failed || import_error_memory(error, patch_name);
}
