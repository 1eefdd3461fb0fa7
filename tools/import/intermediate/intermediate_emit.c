/* Lists of numbers and paths for the writer of the intermediate format. */
#define _XOPEN_SOURCE 700
#include "tools/import/intermediate/intermediate_emit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/text.h"
#include "tools/import/text/json.h"

enum { MOST_IN_TEXT = 64, LINE = 100 };

static bool reads_back(const char *text, int length, float value) {
    double back = 0;
    import_text at = import_text_open(text, (size_t)length);
    return import_text_number(&at, &back) && (float)back == value;
}

/* The shortest of 6 to 9 digits that gives the same float. */
static void format_float(float value, char text[32]) {
    if (!isfinite(value) || value == 0) value = 0; /* a negative zero becomes 0 too */
    for (int digits = 6; digits <= 9; digits++) {
        int length = snprintf(text, 32, "%.*g", digits, (double)value);
        if (digits == 9 || reads_back(text, length, value)) break;
    }
}

void emit_float(emitter *e, const char *name, float value) {
    char text[32];
    format_float(value, text);
    json_verbatim(e->out, name, text);
}

/* ---- lists ---- */

static void put(writer *out, const char *text) { writer_bytes(out, text, strlen(text)); }

static void put_element(writer *out, emit_kind kind, const void *values, size_t i) {
    char text[32];
    if (kind == EMIT_F32) {
        format_float(((const float *)values)[i], text);
    } else if (kind == EMIT_F64) {
        import_json_format(((const double *)values)[i], text);
    } else {
        uint32_t value = kind == EMIT_U16   ? ((const uint16_t *)values)[i]
                         : kind == EMIT_U32 ? ((const uint32_t *)values)[i]
                                            : ((const uint8_t *)values)[i];
        snprintf(text, sizeof text, "%u", (unsigned)value);
    }
    put(out, text);
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

static void put_raw(emitter *e, const char *name, emit_kind kind, const void *values, size_t count) {
    static const char *const types[] = {"f32", "f64", "u16", "u32", "u8"};
    char text[100];
    size_t at = writer_align(e->raw, 8);
    for (size_t i = 0; i < count; i++) put_raw_element(e->raw, kind, values, i);
    snprintf(text, sizeof text, "{\"raw\": %zu, \"count\": %zu, \"type\": \"%s\"}", at, count, types[kind]);
    json_verbatim(e->out, name, text);
}

void emit_list(emitter *e, const char *name, emit_kind kind, const void *values, size_t count) {
    writer list = {0};
    size_t line = 0;
    if (values == NULL) return;
    if (e->raw != NULL && count > MOST_IN_TEXT) {
        put_raw(e, name, kind, values, count);
        return;
    }
    put(&list, "[");
    for (size_t i = 0; i < count; i++) {
        bool full = list.size - line > LINE;
        if (i > 0) put(&list, full ? "," : ", ");
        if (i > 0 && full) {
            put(&list, "\n");
            for (int k = 0; k <= e->out->depth; k++) put(&list, "  ");
            line = list.size;
        }
        put_element(&list, kind, values, i);
    }
    writer_bytes(&list, "]", 2); /* a bracket and a zero byte */
    if (list.failed) {
        e->out->text.failed = true;
    } else {
        json_verbatim(e->out, name, (const char *)list.data);
    }
    writer_free(&list);
}

/* ---- paths ---- */

/* Writes the relative path from a folder (with its slash) to `path`, by their texts alone. */
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

/* The real path of the folder with a slash behind it, malloc'd; NULL when the folder does not exist. */
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
    for (size_t i = 0; i + 1 < e->folder_length; i++)
        climbs = climbs || (e->folder[i] == '.' && e->folder[i + 1] == '.');
    bool mixed = (path[0] == '/') != (e->folder_length > 0 && e->folder[0] == '/');
    char *folder = climbs || mixed ? real_folder(e) : NULL,
         *real = folder == NULL ? NULL : realpath(path, NULL);
    if (real != NULL) {
        put_relative(folder, strlen(folder), real, &out);
    } else {
        put_relative(e->folder, e->folder_length, path, &out);
    }
    free(folder);
    free(real);
    if (out.failed) e->out->text.failed = true;
    if (!out.failed) json_text(e->out, name, (const char *)out.data);
    writer_free(&out);
}
