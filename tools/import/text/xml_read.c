/* Looking things up in an XML tree, with the faults that name them. */
#include "tools/import/text/xml.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tools/import/base/text.h"

/* Writes the path of an element, as map/layer/data; a path that is too long is cut at its end. */
static void write_path(const import_xml *at, char *path, size_t room) {
    const import_xml *chain[IMPORT_XML_DEPTH];
    size_t depth = 0, used = 0;
    for (; at != NULL && depth < IMPORT_XML_DEPTH; at = at->parent) chain[depth++] = at;
    path[0] = 0;
    while (depth-- > 0 && used < room) {
        int length = snprintf(path + used, room - used, "%s%s", chain[depth]->name, depth > 0 ? "/" : "");
        used += length > 0 ? (size_t)length : 0;
    }
}

bool import_xml_fault(const import_xml_document *document, const import_xml *at, tool_error *error,
                      const char *format, ...) {
    char path[200], sentence[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    write_path(at, path, sizeof path);
    return import_error_at(error, document->file, at->line, at->column, "%s: %s", path, sentence);
}

static const import_xml *first_named(const import_xml *element, const char *name) {
    while (element != NULL && name != NULL && strcmp(element->name, name) != 0) element = element->next;
    return element;
}

const import_xml *import_xml_child(const import_xml *element, const char *name) {
    return element == NULL ? NULL : first_named(element->first, name);
}

const import_xml *import_xml_sibling(const import_xml *element, const char *name) {
    return first_named(element->next, name);
}

const char *import_xml_attribute_of(const import_xml *element, const char *name) {
    for (uint32_t i = 0; element != NULL && i < element->attribute_count; i++) {
        if (strcmp(element->attributes[i].name, name) == 0) return element->attributes[i].value;
    }
    return NULL;
}

/* Looks an attribute up; *value is NULL for an absent attribute that is not required. */
static bool look_up(const import_xml_reader *reader, const char *name, bool required, const char **value) {
    *value = import_xml_attribute_of(reader->element, name);
    if (*value != NULL || !required) return true;
    return import_xml_fault(reader->document, reader->element, reader->error, "the attribute `%s` is missing",
                            name);
}

bool import_xml_text(const import_xml_reader *reader, const char *name, bool required, const char **value) {
    const char *text;
    if (!look_up(reader, name, required, &text)) return false;
    if (text != NULL) *value = text;
    return true;
}

bool import_xml_whole(const import_xml_reader *reader, const char *name, bool required, int64_t least,
                      int64_t most, int64_t *value) {
    const char *text;
    long long number;
    if (!look_up(reader, name, required, &text)) return false;
    if (text == NULL) return true;
    import_text scan = {text, text + strlen(text), 1};
    import_text_skip_blanks(&scan);
    bool read = import_text_integer(&scan, &number);
    import_text_skip_blanks(&scan);
    if (!read || scan.at != scan.end || number < least || number > most) {
        return import_xml_fault(reader->document, reader->element, reader->error,
                                "%s=\"%s\": a whole number from %lld to %lld is wanted", name, text,
                                (long long)least, (long long)most);
    }
    *value = number;
    return true;
}

bool import_xml_number(const import_xml_reader *reader, const char *name, bool required, double least,
                       double most, double *value) {
    const char *text;
    double number;
    if (!look_up(reader, name, required, &text)) return false;
    if (text == NULL) return true;
    import_text scan = {text, text + strlen(text), 1};
    bool read = import_text_number(&scan, &number);
    import_text_skip_blanks(&scan);
    if (!read || scan.at != scan.end || !(number >= least && number <= most)) {
        return import_xml_fault(reader->document, reader->element, reader->error,
                                "%s=\"%s\": a number from %g to %g is wanted", name, text, least, most);
    }
    *value = number;
    return true;
}

bool import_xml_choice(const import_xml_reader *reader, const char *name, bool required,
                       const char *const *choices, int *value) {
    const char *text;
    char list[200] = "";
    if (!look_up(reader, name, required, &text)) return false;
    if (text == NULL) return true;
    for (int i = 0; choices[i] != NULL; i++) {
        if (strcmp(choices[i], text) == 0) {
            *value = i;
            return true;
        }
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", choices[i]);
    }
    return import_xml_fault(reader->document, reader->element, reader->error,
                            "%s=\"%s\": one of %s is wanted", name, text, list);
}

bool import_xml_boolean(const import_xml_reader *reader, const char *name, bool required, bool *value) {
    static const char *const words[] = {"false", "true", "0", "1", NULL};
    int index = *value;
    if (!import_xml_choice(reader, name, required, words, &index)) return false;
    *value = index % 2 != 0;
    return true;
}

static bool is_listed(const char *const *names, const char *name) {
    for (; *names != NULL; names++) {
        if (strcmp(*names, name) == 0) return true;
    }
    return false;
}

bool import_xml_only(const import_xml_reader *reader, const char *const *names, const char *const *children) {
    const import_xml *element = reader->element;
    for (uint32_t i = 0; i < element->attribute_count; i++) {
        if (is_listed(names, element->attributes[i].name)) continue;
        return import_xml_fault(reader->document, element, reader->error, "unknown attribute `%s`",
                                element->attributes[i].name);
    }
    for (const import_xml *child = element->first; child != NULL; child = child->next) {
        if (is_listed(children, child->name)) continue;
        return import_xml_fault(reader->document, child, reader->error, "unknown element");
    }
    return true;
}

bool import_xml_count(const import_xml_reader *reader, const char *child, uint32_t least, uint32_t most) {
    uint32_t count = 0;
    for (const import_xml *at = import_xml_child(reader->element, child); at != NULL;
         at = import_xml_sibling(at, child))
        count++;
    if (count >= least && count <= most) return true;
    return import_xml_fault(reader->document, reader->element, reader->error,
                            "%u elements <%s> where %u to %u are wanted", (unsigned)count, child,
                            (unsigned)least, (unsigned)most);
}
