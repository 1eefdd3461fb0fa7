/* Fields of Tiled's files, in either of the two formats. */
#include "tools/import/tile/tiled.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static import_xml_reader xml_reader(const tiled_file *file, tiled_node node) {
    return (import_xml_reader){file->xml, node.xml, file->error};
}

static import_json_reader json_reader(const tiled_file *file, tiled_node node) {
    return (import_json_reader){file->json, node.json, file->error};
}

bool tiled_fault(const tiled_file *file, tiled_node node, const char *format, ...) {
    char sentence[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    if (node.xml != NULL) return import_xml_fault(file->xml, node.xml, file->error, "%s", sentence);
    return import_json_fault(file->json, node.json, file->error, "%s", sentence);
}

bool tiled_take(const tiled_file *file, void **place, size_t count, size_t size) {
    *place = count > SIZE_MAX / 2 / size ? NULL : import_arena_take(&file->map->arena, count * size);
    return *place != NULL ||
           import_error_memory(file->error, file->xml != NULL ? file->xml->file : file->json->file);
}

bool tiled_whole_between(const tiled_file *file, tiled_node node, const char *name, bool required,
                         int64_t least, int64_t most, int64_t *value) {
    if (node.xml != NULL) {
        import_xml_reader reader = xml_reader(file, node);
        return import_xml_whole(&reader, name, required, least, most, value);
    }
    import_json_reader reader = json_reader(file, node);
    return import_json_whole(&reader, name, required, least, most, value);
}

bool tiled_whole(const tiled_file *file, tiled_node node, const char *name, bool required, int64_t most,
                 uint32_t *value) {
    int64_t number = *value;
    bool ok = tiled_whole_between(file, node, name, required, 0, most, &number);
    if (ok) *value = (uint32_t)number;
    return ok;
}

bool tiled_number(const tiled_file *file, tiled_node node, const char *name, double *value) {
    if (node.xml != NULL) {
        import_xml_reader reader = xml_reader(file, node);
        return import_xml_number(&reader, name, false, -1e9, 1e9, value);
    }
    import_json_reader reader = json_reader(file, node);
    return import_json_number(&reader, name, false, -1e9, 1e9, value);
}

bool tiled_boolean(const tiled_file *file, tiled_node node, const char *name, bool *value) {
    if (node.xml != NULL) {
        import_xml_reader reader = xml_reader(file, node);
        return import_xml_boolean(&reader, name, false, value);
    }
    import_json_reader reader = json_reader(file, node);
    return import_json_boolean(&reader, name, false, value);
}

bool tiled_choice(const tiled_file *file, tiled_node node, const char *name, const char *const *choices,
                  int *value) {
    if (node.xml != NULL) {
        import_xml_reader reader = xml_reader(file, node);
        return import_xml_choice(&reader, name, false, choices, value);
    }
    import_json_reader reader = json_reader(file, node);
    return import_json_choice(&reader, name, false, choices, value);
}

static bool copy_text(const tiled_file *file, const char *text, const char **value) {
    void *copy;
    size_t length = strlen(text) + 1;
    if (!tiled_take(file, &copy, length, 1)) return false;
    memcpy(copy, text, length);
    *value = copy;
    return true;
}

bool tiled_text(const tiled_file *file, tiled_node node, const char *name, bool required,
                const char **value) {
    const char *text = NULL;
    bool ok;
    if (node.xml != NULL) {
        import_xml_reader reader = xml_reader(file, node);
        ok = import_xml_text(&reader, name, required, &text);
    } else {
        import_json_reader reader = json_reader(file, node);
        ok = import_json_text(&reader, name, required, &text);
    }
    return ok && (text == NULL || copy_text(file, text, value));
}

/* ---- children ---- */

static const import_json *array_of(tiled_node node, const char *name) {
    const import_json *array = import_json_find(node.json, name);
    return array != NULL && array->kind == IMPORT_JSON_ARRAY ? array : NULL;
}

uint32_t tiled_count(tiled_node node, const char *element, const char *array) {
    uint32_t count = 0;
    tiled_node child;
    if (node.xml == NULL) return array_of(node, array) != NULL ? array_of(node, array)->count : 0;
    for (bool more = tiled_first(node, element, array, &child); more;
         more = tiled_next(node, element, array, &child))
        count++;
    return count;
}

bool tiled_first(tiled_node node, const char *element, const char *array, tiled_node *child) {
    *child = (tiled_node){NULL, NULL};
    if (node.xml != NULL) {
        child->xml = import_xml_child(node.xml, element);
        return child->xml != NULL;
    }
    const import_json *items = array_of(node, array);
    if (items == NULL || items->count == 0) return false;
    child->json = items->is.items;
    return true;
}

bool tiled_next(tiled_node parent, const char *element, const char *array, tiled_node *child) {
    if (parent.xml != NULL) {
        child->xml = import_xml_sibling(child->xml, element);
        return child->xml != NULL;
    }
    const import_json *items = array_of(parent, array);
    child->json++;
    return child->json < items->is.items + items->count;
}

/* ---- properties ---- */

/* The value of a property as text: JSON's numbers and booleans are written out, a value of a class stays empty. */
static bool property_value(const tiled_file *file, tiled_node node, import_property *property) {
    char number[40];
    property->value = "";
    if (node.xml != NULL) {
        if (import_xml_attribute_of(node.xml, "value") != NULL)
            return tiled_text(file, node, "value", false, &property->value);
        return copy_text(file, node.xml->text, &property->value); /* a value of several lines */
    }
    const import_json *value = import_json_find(node.json, "value");
    if (value == NULL) return true;
    switch (value->kind) {
    case IMPORT_JSON_STRING:
        return copy_text(file, value->is.text, &property->value);
    case IMPORT_JSON_BOOLEAN:
        return copy_text(file, value->is.boolean ? "true" : "false", &property->value);
    case IMPORT_JSON_NUMBER:
        snprintf(number, sizeof number, "%.17g", value->is.number);
        return copy_text(file, number, &property->value);
    default:
        return true;
    }
}

bool tiled_properties(const tiled_file *file, tiled_node node, import_properties *properties) {
    tiled_node list = node, child;
    if (node.xml != NULL) {
        list.xml = import_xml_child(node.xml, "properties");
        if (list.xml == NULL) return true;
    }
    uint32_t count = tiled_count(list, "property", "properties");
    void *items;
    if (count == 0) return true;
    if (!tiled_take(file, &items, (size_t)count + properties->count, sizeof(import_property))) return false;
    import_property *property = items;
    for (bool more = tiled_first(list, "property", "properties", &child); more;
         more = tiled_next(list, "property", "properties", &child), property++) {
        property->kind = "string";
        if (!tiled_text(file, child, "name", true, &property->name) ||
            !tiled_text(file, child, "type", false, &property->kind) ||
            !property_value(file, child, property)) {
            return false;
        }
    }
    const import_properties before = *properties;
    *properties = (import_properties){count, items};
    for (uint32_t i = 0; i < before.count; i++) {
        if (import_property_find(properties, before.items[i].name) != NULL) continue;
        ((import_property *)items)[properties->count++] = before.items[i];
    }
    return true;
}
