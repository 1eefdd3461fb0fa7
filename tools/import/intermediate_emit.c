/* Writes the text of the intermediate format member by member. */
#define _XOPEN_SOURCE 700
#include "tools/import/intermediate_emit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/json.h"
#include "tools/import/text.h"

enum { MOST_IN_TEXT = 64, LINE = 100 };

static void put(emitter *e, const char *text) { writer_bytes(e->text, text, strlen(text)); }

static void new_line(emitter *e) {
    put(e, "\n");
    for (int i = 0; i < e->depth; i++) put(e, "  ");
}

/* Numbers and names are valid UTF-8; other bytes are taken as those of Latin-1. */
static void put_quoted(emitter *e, const char *text) {
    size_t length = strlen(text), used = 0;
    char *valid = malloc(2 * length + 1);
    char *quoted = NULL;
    bool good = import_utf8_is_valid(text, length);
    for (size_t i = 0; valid != NULL && i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (!good && c >= 0x80) {
            valid[used++] = (char)(0xC0 | c >> 6);
            c = (unsigned char)(0x80 | (c & 0x3F));
        }
        valid[used++] = (char)c;
    }
    if (valid != NULL) {
        valid[used] = 0;
        quoted = import_json_quote(valid);
    }
    if (quoted == NULL) e->text->failed = true;
    if (quoted != NULL) put(e, quoted);
    free(quoted);
    free(valid);
}

static void start(emitter *e, const char *name) {
    if (e->some) put(e, ",");
    if (e->depth > 0) new_line(e);
    e->some = true;
    if (name == NULL) return;
    put_quoted(e, name);
    put(e, ": ");
}

void emit_open(emitter *e, const char *name, char bracket) {
    start(e, name);
    writer_u8(e->text, (uint8_t)bracket);
    e->depth++;
    e->some = false;
}

void emit_close(emitter *e, char bracket) {
    e->depth--;
    if (e->some) new_line(e);
    writer_u8(e->text, (uint8_t)bracket);
    e->some = true;
}

static bool reads_back(const char *text, int length, float value) {
    double back = 0;
    import_text at = import_text_open(text, (size_t)length);
    return import_text_number(&at, &back) && (float)back == value;
}

/* The shortest of 6 to 9 digits that gives the same float. */
static void put_float(emitter *e, float value) {
    char text[32];
    if (!isfinite(value) || value == 0) value = 0; /* and no negative zero */
    for (int digits = 6; digits <= 9; digits++) {
        int length = snprintf(text, sizeof text, "%.*g", digits, (double)value);
        if (digits == 9 || reads_back(text, length, value)) break;
    }
    put(e, text);
}

static void put_double(emitter *e, double value) {
    char text[32];
    import_json_format(value, text);
    put(e, text);
}

void emit_whole(emitter *e, const char *name, long long value) {
    char text[32];
    start(e, name);
    snprintf(text, sizeof text, "%lld", value);
    put(e, text);
}

void emit_number(emitter *e, const char *name, double value) {
    start(e, name);
    put_double(e, value);
}

void emit_float(emitter *e, const char *name, float value) {
    start(e, name);
    put_float(e, value);
}

void emit_flag(emitter *e, const char *name) {
    start(e, name);
    put(e, "true");
}

void emit_text(emitter *e, const char *name, const char *value) {
    start(e, name);
    put_quoted(e, value);
}

void emit_json(emitter *e, const char *name, const char *value) {
    start(e, name);
    put(e, value);
}

/* ---- lists ---- */

static void put_element(emitter *e, emit_kind kind, const void *values, size_t i) {
    char text[32];
    if (kind == EMIT_F32) {
        put_float(e, ((const float *)values)[i]);
    } else if (kind == EMIT_F64) {
        put_double(e, ((const double *)values)[i]);
    } else {
        uint32_t value = kind == EMIT_U16   ? ((const uint16_t *)values)[i]
                         : kind == EMIT_U32 ? ((const uint32_t *)values)[i]
                                            : ((const uint8_t *)values)[i];
        snprintf(text, sizeof text, "%u", (unsigned)value);
        put(e, text);
    }
}

static void put_raw_element(writer *raw, emit_kind kind, const void *values, size_t i) {
    uint64_t bits = 0;
    uint32_t word = 0;
    switch (kind) {
    case EMIT_F32:
        memcpy(&word, (const float *)values + i, sizeof word);
        if (!isfinite(((const float *)values)[i]) || word == 0x80000000u) word = 0;
        writer_u32(raw, word);
        break;
    case EMIT_F64:
        memcpy(&bits, (const double *)values + i, sizeof bits);
        if (!isfinite(((const double *)values)[i]) || bits == (uint64_t)1 << 63) bits = 0;
        writer_u32(raw, (uint32_t)bits);
        writer_u32(raw, (uint32_t)(bits >> 32));
        break;
    case EMIT_U16:
        writer_u16(raw, ((const uint16_t *)values)[i]);
        break;
    case EMIT_U32:
        writer_u32(raw, ((const uint32_t *)values)[i]);
        break;
    case EMIT_U8:
        writer_u8(raw, ((const uint8_t *)values)[i]);
        break;
    }
}

static void put_raw(emitter *e, emit_kind kind, const void *values, size_t count) {
    static const char *const types[] = {"f32", "f64", "u16", "u32", "u8"};
    char text[100];
    size_t at = writer_align(e->raw, 8);
    for (size_t i = 0; i < count; i++) put_raw_element(e->raw, kind, values, i);
    snprintf(text, sizeof text, "{\"raw\": %zu, \"count\": %zu, \"type\": \"%s\"}", at, count, types[kind]);
    put(e, text);
}

void emit_list(emitter *e, const char *name, emit_kind kind, const void *values, size_t count) {
    if (values == NULL) return;
    start(e, name);
    if (e->raw != NULL && count > MOST_IN_TEXT) {
        put_raw(e, kind, values, count);
        return;
    }
    size_t line = e->text->size;
    put(e, "[");
    e->depth++;
    for (size_t i = 0; i < count; i++) {
        bool full = e->text->size - line > LINE;
        if (i > 0) put(e, full ? "," : ", ");
        if (i > 0 && full) {
            new_line(e);
            line = e->text->size;
        }
        put_element(e, kind, values, i);
    }
    e->depth--;
    put(e, "]");
}

/* ---- paths ---- */

/* From one folder (with its slash) to a path beside it, text alone. */
static void put_relative(const char *folder, size_t folder_length, const char *path, writer *out) {
    size_t shared = 0, up = 0;
    if ((path[0] == '/') == (folder_length > 0 && folder[0] == '/')) {
        for (size_t i = 0; i < folder_length && path[i] == folder[i]; i++) {
            if (path[i] == '/') shared = i + 1;
        }
        for (size_t i = shared; i < folder_length; i++) up += folder[i] == '/';
    }
    for (size_t i = 0; i < up; i++) writer_bytes(out, "../", 3);
    writer_bytes(out, path + shared, strlen(path + shared) + 1);
}

/* The real place with a slash behind it, malloc'd; NULL when there is none. */
static char *real_folder(const emitter *e) {
    char *copy = malloc(e->folder_length + 3);
    if (copy == NULL) return NULL;
    memcpy(copy, e->folder_length == 0 ? "./" : e->folder, e->folder_length == 0 ? 2 : e->folder_length);
    copy[e->folder_length == 0 ? 2 : e->folder_length] = 0;
    char *real = realpath(copy, NULL), *slashed = real == NULL ? NULL : realloc(real, strlen(real) + 2);
    free(copy);
    if (slashed == NULL) {
        free(real);
    } else {
        strcat(slashed, "/");
    }
    return slashed;
}

void emit_path(emitter *e, const char *name, const char *path) {
    writer out = {0};
    bool climbs = false;
    for (size_t i = 0; i + 1 < e->folder_length; i++) climbs = climbs || (e->folder[i] == '.' && e->folder[i + 1] == '.');
    bool mixed = (path[0] == '/') != (e->folder_length > 0 && e->folder[0] == '/');
    char *folder = climbs || mixed ? real_folder(e) : NULL, *real = folder == NULL ? NULL : realpath(path, NULL);
    if (real != NULL) {
        put_relative(folder, strlen(folder), real, &out);
    } else {
        put_relative(e->folder, e->folder_length, path, &out);
    }
    free(folder);
    free(real);
    if (out.failed) e->text->failed = true;
    if (!out.failed) emit_text(e, name, (const char *)out.data);
    writer_free(&out);
}
