/* Checks of JSON trees: members by name, kind and range. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tools/import/base/words.h"
#include "tools/import/text/json.h"

static const char *const kinds[] = {"null", "true or false", "a number", "a text", "an array", "an object"};

const import_json *import_json_find(const import_json *object, const char *name) {
    if (object == NULL || object->kind != IMPORT_JSON_OBJECT) return NULL;
    for (uint32_t i = 0; i < object->count; i++) {
        if (strcmp(object->is.items[i].name, name) == 0) return &object->is.items[i];
    }
    return NULL;
}

/* The member with its kind checked; *ok is false after a fault. */
static const import_json *member(const import_json_reader *reader, const char *name, bool required,
                                 import_json_kind kind, bool *ok) {
    const import_json *value = import_json_find(reader->object, name);
    *ok = true;
    if (value == NULL) {
        if (required)
            *ok = import_json_fault(reader->document, reader->object, reader->error,
                                    "`%s` is missing; add it", name);
        return NULL;
    }
    if (value->kind != kind) {
        *ok = import_json_fault(reader->document, value, reader->error, "`%s` must be %s, not %s; correct it",
                                name, kinds[kind], kinds[value->kind]);
        return NULL;
    }
    return value;
}

bool import_json_number(const import_json_reader *reader, const char *name, bool required, double least,
                        double most, double *value) {
    bool ok;
    const import_json *found = member(reader, name, required, IMPORT_JSON_NUMBER, &ok);
    if (found == NULL) return ok;
    if (!(found->is.number >= least && found->is.number <= most)) {
        return import_json_fault(reader->document, found, reader->error,
                                 "`%s` is %.9g, but must be from %.9g to %.9g; correct it", name,
                                 found->is.number, least, most);
    }
    *value = found->is.number;
    return true;
}

bool import_json_whole(const import_json_reader *reader, const char *name, bool required, int64_t least,
                       int64_t most, int64_t *value) {
    double number = (double)*value;
    bool present = import_json_find(reader->object, name) != NULL;
    if (!import_json_number(reader, name, required, (double)least, (double)most, &number)) return false;
    if (!present) return true;
    if (number != floor(number) || number < -9e15 || number > 9e15) {
        return import_json_fault(reader->document, import_json_find(reader->object, name), reader->error,
                                 "`%s` must be a whole number; correct it", name);
    }
    *value = (int64_t)number;
    return true;
}

bool import_json_boolean(const import_json_reader *reader, const char *name, bool required, bool *value) {
    bool ok;
    const import_json *found = member(reader, name, required, IMPORT_JSON_BOOLEAN, &ok);
    if (found != NULL) *value = found->is.boolean;
    return ok;
}

bool import_json_text(const import_json_reader *reader, const char *name, bool required, const char **value) {
    bool ok;
    const import_json *found = member(reader, name, required, IMPORT_JSON_STRING, &ok);
    if (found != NULL) *value = found->is.text;
    return ok;
}

bool import_json_choice(const import_json_reader *reader, const char *name, bool required,
                        const char *const *choices, int *value) {
    bool ok;
    char list[200] = "";
    const import_json *found = member(reader, name, required, IMPORT_JSON_STRING, &ok);
    if (found == NULL) return ok;
    int index = cart_choice(found->is.text, choices);
    if (index >= 0) {
        *value = index;
        return true;
    }
    for (int i = 0; choices[i] != NULL; i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i == 0 ? "" : ", ", choices[i]);
    }
    return import_json_fault(reader->document, found, reader->error, "`%s` is `%.40s`; it must be one of %s",
                             name, found->is.text, list);
}

bool import_json_array(const import_json_reader *reader, const char *name, bool required, uint32_t least,
                       uint32_t most, const import_json **value) {
    bool ok;
    const import_json *found = member(reader, name, required, IMPORT_JSON_ARRAY, &ok);
    *value = found;
    if (found == NULL) return ok;
    if (found->count >= least && found->count <= most) return true;
    return import_json_fault(reader->document, found, reader->error,
                             "`%s` has %lu elements, but must have from %lu to %lu; correct it", name,
                             (unsigned long)found->count, (unsigned long)least, (unsigned long)most);
}

bool import_json_object(const import_json_reader *reader, const char *name, bool required,
                        const import_json **value) {
    bool ok;
    *value = member(reader, name, required, IMPORT_JSON_OBJECT, &ok);
    return ok;
}

bool import_json_numbers(const import_json_reader *reader, const char *name, bool required, uint32_t count,
                         double *values) {
    const import_json *array;
    if (!import_json_array(reader, name, required, count, count, &array)) return false;
    for (uint32_t i = 0; array != NULL && i < count; i++) {
        const import_json *item = &array->is.items[i];
        if (item->kind != IMPORT_JSON_NUMBER) {
            return import_json_fault(reader->document, item, reader->error,
                                     "`%s` must be %lu numbers, but here is %s; correct it", name,
                                     (unsigned long)count, kinds[item->kind]);
        }
        values[i] = item->is.number;
    }
    return true;
}

bool import_json_only(const import_json_reader *reader, const char *const *names) {
    for (uint32_t i = 0; i < reader->object->count; i++) {
        const import_json *item = &reader->object->is.items[i];
        if (cart_choice(item->name, names) >= 0) continue;
        const char *meant = cart_suggest(item->name, names);
        if (meant != NULL) {
            return import_json_fault(reader->document, item, reader->error,
                                     "there is no `%.40s` here; did you mean `%s`?", item->name, meant);
        }
        return import_json_fault(reader->document, item, reader->error, "there is no `%.40s` here; remove it",
                                 item->name);
    }
    return true;
}
