/* Lists of numbers in texts of the intermediate format, or in the raw file beside them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/base64.h"
#include "tools/import/intermediate/intermediate_source.h"

typedef enum list_kind { LIST_F32, LIST_F64, LIST_U16, LIST_U32, LIST_U8, LIST_TEXT } list_kind;

/* A list of numbers in the file: members of JSON, or raw bytes behind it. */
typedef struct list {
    const import_json *at; /* the member */
    list_kind kind;
    const uint8_t *raw;
    uint32_t count;
} list;

static bool open_raw(intermediate_source *source, list *l) {
    static const char *const members[] = {"raw", "count", "type", NULL};
    static const char *const types[] = {"f32", "f64", "u16", "u32", "u8", NULL};
    static const uint32_t sizes[] = {4, 8, 2, 4, 1};
    int64_t offset = 0, count = 0;
    int type = 0;
    const import_json_reader reader = {&source->document, l->at, source->error};
    if (!import_json_only(&reader, members) ||
        !import_json_whole(&reader, "raw", true, 0, INT32_MAX, &offset) ||
        !import_json_whole(&reader, "count", true, 0, INT32_MAX, &count) ||
        !import_json_choice(&reader, "type", true, types, &type))
        return false;
    if (source->raw == NULL)
        return intermediate_fault(source, l->at, "a raw list, but the text names no raw file; add `raw`");
    if ((uint64_t)offset + (uint64_t)count * sizes[type] > source->raw_size)
        return intermediate_fault(
            source, l->at, "%lld elements at byte %lld reach beyond the raw file's %zu bytes; write it again",
            (long long)count, (long long)offset, source->raw_size);
    l->kind = (list_kind)type;
    l->raw = source->raw + offset;
    l->count = (uint32_t)count;
    return true;
}

/* Finds the list and checks its length; l->at is NULL when it is absent. */
static bool open_list(intermediate_source *source, const import_json *object, const char *name, bool required,
                      uint32_t width, uint32_t *count, list *l) {
    memset(l, 0, sizeof *l);
    l->at = import_json_find(object, name);
    l->kind = LIST_TEXT;
    if (l->at == NULL)
        return !required || intermediate_fault(source, object, "`%s` is missing; add it", name);
    if (l->at->kind == IMPORT_JSON_OBJECT) {
        if (!open_raw(source, l)) return false;
    } else if (l->at->kind == IMPORT_JSON_ARRAY) {
        l->count = l->at->count;
    } else {
        return intermediate_fault(source, l->at, "`%s` must be a list of numbers; correct it", name);
    }
    if (l->count % width != 0 || (*count != INTERMEDIATE_ANY && l->count / width != *count)) {
        if (*count == INTERMEDIATE_ANY)
            return intermediate_fault(source, l->at,
                                      "`%s` has %lu numbers, which is no multiple of %lu; correct it", name,
                                      (unsigned long)l->count, (unsigned long)width);
        return intermediate_fault(source, l->at,
                                  "`%s` has %lu numbers, but must have %lu times %lu; correct it", name,
                                  (unsigned long)l->count, (unsigned long)*count, (unsigned long)width);
    }
    *count = l->count / width;
    if (l->count > source->budget / 8)
        return intermediate_fault(source, l->at, "unfolds to far more than the file holds; write it again");
    source->budget -= (uint64_t)l->count * 8;
    return true;
}

static uint32_t word(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static bool number_at(intermediate_source *source, const list *l, uint32_t i, double *value) {
    float narrow;
    uint32_t low;
    uint64_t bits;
    switch (l->kind) {
    case LIST_F32:
        low = word(l->raw + (size_t)i * 4);
        memcpy(&narrow, &low, sizeof narrow);
        *value = (double)narrow;
        break;
    case LIST_F64:
        bits = (uint64_t)word(l->raw + (size_t)i * 8 + 4) << 32 | word(l->raw + (size_t)i * 8);
        memcpy(value, &bits, sizeof *value);
        break;
    case LIST_U16:
        *value = l->raw[(size_t)i * 2] | l->raw[(size_t)i * 2 + 1] << 8;
        break;
    case LIST_U32:
        *value = word(l->raw + (size_t)i * 4);
        break;
    case LIST_U8:
        *value = l->raw[i];
        break;
    case LIST_TEXT:
        if (l->at->is.items[i].kind != IMPORT_JSON_NUMBER)
            return intermediate_fault(source, &l->at->is.items[i], "element %lu is no number; correct it",
                                      (unsigned long)i + 1);
        *value = l->at->is.items[i].is.number;
        break;
    }
    if (fabs(*value) < 1e300) return true;
    return intermediate_fault(source, l->at, "element %lu is no number, or beyond all bounds; write it again",
                              (unsigned long)i + 1);
}

bool intermediate_doubles(intermediate_source *source, const import_json *object, const char *name,
                          bool required, uint32_t width, uint32_t *count, double **values) {
    list l;
    *values = NULL;
    if (!open_list(source, object, name, required, width, count, &l)) return false;
    if (l.at == NULL) return true;
    *values = malloc(((size_t)l.count + 1) * sizeof **values);
    if (*values == NULL) return intermediate_memory(source);
    for (uint32_t i = 0; i < l.count; i++) {
        if (!number_at(source, &l, i, &(*values)[i])) return false;
    }
    return true;
}

bool intermediate_floats(intermediate_source *source, const import_json *object, const char *name,
                         bool required, uint32_t width, uint32_t *count, float **values) {
    list l;
    *values = NULL;
    if (!open_list(source, object, name, required, width, count, &l)) return false;
    if (l.at == NULL) return true;
    *values = malloc(((size_t)l.count + 1) * sizeof **values);
    if (*values == NULL) return intermediate_memory(source);
    for (uint32_t i = 0; i < l.count; i++) {
        double value;
        if (!number_at(source, &l, i, &value)) return false;
        if (!(fabs(value) < 3.4e38))
            return intermediate_fault(source, l.at, "element %lu is beyond all bounds; correct it",
                                      (unsigned long)i + 1);
        (*values)[i] = (float)value + 0.0f;
    }
    return true;
}

bool intermediate_numbers(intermediate_source *source, const import_json *object, const char *name,
                          bool required, uint32_t width, uint32_t limit, uint32_t *count, uint32_t **values) {
    list l;
    *values = NULL;
    if (!open_list(source, object, name, required, width, count, &l)) return false;
    if (l.at == NULL) return true;
    *values = malloc(((size_t)l.count + 1) * sizeof **values);
    if (*values == NULL) return intermediate_memory(source);
    for (uint32_t i = 0; i < l.count; i++) {
        double value;
        if (!number_at(source, &l, i, &value)) return false;
        if (!(value >= 0 && value < limit) || value != floor(value))
            return intermediate_fault(
                source, l.kind == LIST_TEXT ? &l.at->is.items[i] : l.at,
                "element %lu of `%s` is %.9g, but must be a whole number below %lu; correct it",
                (unsigned long)i + 1, name, value, (unsigned long)limit);
        (*values)[i] = (uint32_t)value;
    }
    return true;
}

bool intermediate_bytes(intermediate_source *source, const import_json *object, const char *name,
                        bool required, size_t size, uint8_t **values) {
    const import_json *at = import_json_find(object, name);
    uint32_t *wide = NULL, count = (uint32_t)size;
    size_t found = 0, fault;
    *values = NULL;
    if (at == NULL || at->kind != IMPORT_JSON_STRING) {
        if (!intermediate_numbers(source, object, name, required, 1, 256, &count, &wide)) {
            free(wide);
            return false;
        }
        if (wide == NULL) return true;
        *values = malloc(size + 1);
        for (size_t i = 0; *values != NULL && i < size; i++) (*values)[i] = (uint8_t)wide[i];
        free(wide);
        return *values != NULL || intermediate_memory(source);
    }
    if (!import_base64_decode(at->is.text, at->count, values, &found, &fault)) {
        if (fault == SIZE_MAX) return intermediate_memory(source);
        return intermediate_fault(source, at, "letter %zu of the base64 text is wrong; write it again",
                                  fault);
    }
    return found == size ||
           intermediate_fault(source, at, "`%s` has %zu bytes, but must have %zu; write it again", name,
                              found, size);
}

bool intermediate_vector(intermediate_source *source, const import_json *object, const char *name,
                         uint32_t count, double *values) {
    double *found = NULL;
    bool ok = intermediate_doubles(source, object, name, false, count, &(uint32_t){1}, &found);
    if (ok && found != NULL) memcpy(values, found, count * sizeof *values);
    free(found);
    return ok;
}
