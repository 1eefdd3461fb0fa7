/* COLLADA documents: ids, numbers and columns, which every part of the importer needs. */
#include "tools/import/collada/collada.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/writer.h"
#include "tools/import/base/file.h"
#include "tools/import/base/text.h"
#include "tools/import/collada/collada_source.h"
#include "tools/import/text/json.h"

bool collada_memory(const collada_source *source) { return import_error_memory(source->error, source->name); }

/* ---- ids ---- */

uint32_t collada_number_of(const collada_source *source, const import_xml *element) {
    const char *id = import_xml_attribute_of(element, "id");
    return id == NULL ? COLLADA_NONE : import_name_table_find(&source->ids, id, strlen(id));
}

const import_xml *collada_find(const collada_source *source, const char *reference) {
    if (reference[0] == '#') reference++;
    uint32_t number = import_name_table_find(&source->ids, reference, strlen(reference));
    return number == IMPORT_INTERN_FAILED ? NULL : source->elements[number];
}

const import_xml *collada_target(const collada_source *source, const import_xml *element,
                                 const char *attribute, const char *wanted) {
    const char *reference = import_xml_attribute_of(element, attribute);
    if (reference == NULL) {
        collada_fault(source, element, "`%s` is missing; export the file again", attribute);
        return NULL;
    }
    const import_xml *found = collada_find(source, reference);
    if (found != NULL && (wanted == NULL || strcmp(found->name, wanted) == 0)) return found;
    collada_fault(source, element,
                  "%s=\"%.100s\" names %s%s that is not in this file; export everything into one file",
                  attribute, reference, wanted == NULL ? "something" : "a ", wanted == NULL ? "" : wanted);
    return NULL;
}

const import_xml *collada_following(const import_xml *at, const import_xml *top) {
    if (at->first != NULL) return at->first;
    while (at != top && at->next == NULL) at = at->parent;
    return at == top ? NULL : at->next;
}

/* Collects all elements with an id; of two with the same id the first counts. */
static bool collect_ids(collada_source *source) {
    const import_xml *root = source->document.root;
    for (const import_xml *at = root; at != NULL; at = collada_following(at, root)) {
        const char *id = import_xml_attribute_of(at, "id");
        if (id == NULL || id[0] == 0) continue;
        uint32_t known = source->ids.count, number = import_name_table_add(&source->ids, id, strlen(id));
        if (number == IMPORT_INTERN_FAILED) return collada_memory(source);
        if (number < known) continue;
        void *elements = (void *)source->elements;
        bool room =
            import_grow(&elements, &source->element_room, source->ids.count, sizeof *source->elements);
        source->elements = elements;
        if (!room) return collada_memory(source);
        source->elements[number] = at;
    }
    size_t count = (size_t)source->ids.count + 1;
    source->numbers = import_arena_take(&source->arena, count * sizeof *source->numbers);
    source->material_of = import_arena_take(&source->arena, count * sizeof *source->material_of);
    if (source->numbers == NULL || source->material_of == NULL) return collada_memory(source);
    memset(source->material_of, 0xFF, count * sizeof *source->material_of);
    return true;
}

const import_xml *collada_below(const import_xml *element, const char *path) {
    while (element != NULL && *path != 0) {
        char name[64];
        size_t length = strcspn(path, "/");
        if (length >= sizeof name) return NULL;
        memcpy(name, path, length);
        name[length] = 0;
        element = import_xml_child(element, name);
        path += length + (path[length] == '/');
    }
    return element;
}

const char *collada_name(const import_xml *element) {
    const char *name = import_xml_attribute_of(element, "name");
    if (name == NULL || name[0] == 0) name = import_xml_attribute_of(element, "id");
    return name == NULL ? "" : name;
}

bool collada_copy(const collada_source *source, const char *text, char **to) {
    *to = import_copy_name(text, strlen(text));
    return *to != NULL || collada_memory(source);
}

/* ---- numbers ---- */

void *collada_take(collada_source *source, const import_xml *at, size_t count, size_t size) {
    if (count > source->budget / size) {
        collada_fault(source, at, "unfolds to far more than the file holds; simplify the scene");
        return NULL;
    }
    source->budget -= count * size;
    void *memory = import_arena_take(&source->arena, (count + 1) * size);
    if (memory == NULL) collada_memory(source);
    return memory;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static const char *skip(const char *at) {
    while (is_blank(*at)) at++;
    return at;
}

static size_t word_length(const char *at) {
    size_t length = 0;
    while (at[length] != 0 && !is_blank(at[length])) length++;
    return length;
}

static uint32_t count_words(const char *text) {
    uint32_t count = 0;
    for (const char *at = skip(text); *at != 0; at = skip(at + word_length(at))) count++;
    return count;
}

/* Whether a word is one that careless programs write for a number that is none. */
static bool is_no_number(const char *word, size_t length) {
    static const char *const words[] = {"NaN",  "nan",  "-nan",    "INF",     "inf",
                                        "-INF", "-inf", "-1.#IND", "1.#QNAN", "-nan(ind)"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strlen(words[i]) == length && memcmp(words[i], word, length) == 0) return true;
    }
    return false;
}

/* Reads one number. A word for no number, and a comma for the point, which some programs write by the user's
 * locale, are mended with a warning. */
static bool read_word(collada_source *source, const import_xml *element, const char *word, size_t length,
                      double *value) {
    char copy[40];
    import_text text = {word, word + length, 1};
    if (import_text_number(&text, value) && text.at == word + length) return true;
    const char *comma = memchr(word, ',', length);
    if (is_no_number(word, length)) {
        *value = 0;
    } else if (comma != NULL && length < sizeof copy) {
        memcpy(copy, word, length);
        copy[length] = 0;
        copy[comma - word] = '.';
        text = (import_text){copy, copy + length, 1};
        if (!import_text_number(&text, value) || text.at != copy + length) return false;
    } else {
        return false;
    }
    if (!source->warned_numbers)
        import_scene_warn(source->scene, "%s:%lu: `%.*s` is no number as COLLADA has them; it is taken as %g",
                          source->name, (unsigned long)element->line, (int)length, word, *value);
    source->warned_numbers = true;
    return true;
}

static bool read_values(collada_source *source, const import_xml *element, double *values, uint32_t count) {
    const char *at = skip(element->text);
    for (uint32_t i = 0; i < count; i++) {
        size_t length = word_length(at);
        if (!read_word(source, element, at, length, &values[i])) {
            return collada_fault(source, element, "number %lu, `%.*s`, is none; export the file again",
                                 (unsigned long)i + 1, (int)(length < 40 ? length : 40), at);
        }
        at = skip(at + length);
    }
    return true;
}

bool collada_values(collada_source *source, const import_xml *element, collada_numbers *numbers) {
    uint32_t number = collada_number_of(source, element);
    if (number != COLLADA_NONE && source->elements[number] == element && source->numbers[number].read) {
        *numbers = source->numbers[number];
        return true;
    }
    uint32_t count = count_words(element->text);
    double *values = collada_take(source, element, count, sizeof *values);
    if (values == NULL || !read_values(source, element, values, count)) return false;
    *numbers = (collada_numbers){values, count, true};
    if (number != COLLADA_NONE && source->elements[number] == element) source->numbers[number] = *numbers;
    return true;
}

bool collada_exactly(collada_source *source, const import_xml *element, uint32_t count, double *values) {
    uint32_t found = count_words(element->text);
    if (found != count)
        return collada_fault(source, element, "%lu numbers where %lu are wanted; export the file again",
                             (unsigned long)found, (unsigned long)count);
    return read_values(source, element, values, count);
}

bool collada_indices(collada_source *source, const import_xml *element, const int64_t **values,
                     uint32_t *count) {
    *count = count_words(element->text);
    int64_t *list = collada_take(source, element, *count, sizeof *list);
    const char *at = skip(element->text);
    if (list == NULL) return false;
    for (uint32_t i = 0; i < *count; i++) {
        size_t length = word_length(at);
        import_text text = {at, at + length, 1};
        long long value = 0;
        if (!import_text_integer(&text, &value) || text.at != at + length)
            return collada_fault(source, element,
                                 "index %lu, `%.*s`, is no whole number; export the file again",
                                 (unsigned long)i + 1, (int)(length < 40 ? length : 40), at);
        list[i] = value;
        at = skip(at + length);
    }
    *values = list;
    return true;
}

bool collada_words(collada_source *source, const import_xml *element, const char *const **words,
                   uint32_t *count) {
    *count = count_words(element->text);
    const char **list = collada_take(source, element, *count, sizeof *list);
    const char *at = skip(element->text);
    if (list == NULL) return false;
    for (uint32_t i = 0; i < *count; i++) {
        size_t length = word_length(at);
        list[i] = import_arena_text(&source->arena, at, length);
        if (list[i] == NULL) return collada_memory(source);
        at = skip(at + length);
    }
    *words = list;
    return true;
}

float collada_float(double value) { return value > 3e38 ? 3e38f : value < -3e38 ? -3e38f : (float)value; }

/* ---- columns ---- */

/* Finds the components of an accessor that have a name; an accessor without names means all of them. */
static bool read_params(const collada_source *source, const import_xml *accessor, uint32_t stride,
                        collada_accessor *to) {
    uint32_t place = 0;
    for (const import_xml *at = import_xml_child(accessor, "param"); at != NULL;
         at = import_xml_sibling(at, "param")) {
        const char *name = import_xml_attribute_of(at, "name"), *type = import_xml_attribute_of(at, "type");
        bool wide = type != NULL && strcmp(type, "float4x4") == 0;
        uint32_t size = wide ? 16 : 1;
        bool known =
            (name != NULL && name[0] != 0) || import_xml_attribute_of(at, "semantic") != NULL || wide;
        for (uint32_t k = 0; k < size && known; k++) {
            if (to->width == 16 || place + k >= stride) break;
            to->place[to->width++] = place + k;
        }
        if (place > stride)
            return collada_fault(source, at, "more components than the stride has; export the file again");
        place += size;
    }
    if (to->width > 0) return true;
    for (to->width = 0; to->width < stride && to->width < 16; to->width++) to->place[to->width] = to->width;
    return true;
}

bool collada_accessor_of(collada_source *source, const import_xml *element, uint32_t least, uint32_t most,
                         collada_accessor *to) {
    int64_t count = 0, stride = 1, offset = 0;
    collada_numbers numbers;
    memset(to, 0, sizeof *to);
    to->element = element;
    const import_xml *accessor = collada_below(element, "technique_common/accessor");
    if (accessor == NULL)
        return collada_fault(source, element, "there is no accessor; export the file again");
    const import_xml_reader reader = {&source->document, accessor, source->error};
    const import_xml *array = collada_target(source, accessor, "source", NULL);
    if (array == NULL || !import_xml_whole(&reader, "count", true, 0, INT32_MAX, &count) ||
        !import_xml_whole(&reader, "stride", false, 1, 4096, &stride) ||
        !import_xml_whole(&reader, "offset", false, 0, INT32_MAX, &offset) ||
        !collada_values(source, array, &numbers))
        return false;
    if (count > 0 && (uint64_t)offset + (uint64_t)count * (uint64_t)stride > numbers.count)
        return collada_fault(
            source, accessor,
            "%lld times %lld numbers are asked for, but there are %lu; export the file again",
            (long long)count, (long long)stride, (unsigned long)numbers.count);
    to->values = numbers.values;
    to->count = (uint32_t)count;
    to->stride = (uint32_t)stride;
    to->offset = (uint32_t)offset;
    if (!read_params(source, accessor, to->stride, to)) return false;
    if (to->width < least)
        return collada_fault(source, accessor, "%lu components where %lu are wanted; export the file again",
                             (unsigned long)to->width, (unsigned long)least);
    if (to->width > most) to->width = most;
    return true;
}

bool collada_inputs(collada_source *source, const import_xml *element, collada_input inputs[COLLADA_INPUTS],
                    uint32_t *count, uint32_t *stride) {
    *count = 0;
    *stride = 1;
    for (const import_xml *at = import_xml_child(element, "input"); at != NULL;
         at = import_xml_sibling(at, "input")) {
        int64_t offset = 0, set = 0;
        const import_xml_reader reader = {&source->document, at, source->error};
        if (*count == COLLADA_INPUTS)
            return collada_fault(source, at, "more than %d inputs; simplify it", COLLADA_INPUTS);
        collada_input *input = &inputs[(*count)++];
        if (!import_xml_text(&reader, "semantic", true, &input->semantic) ||
            !import_xml_whole(&reader, "offset", false, 0, 255, &offset) ||
            !import_xml_whole(&reader, "set", false, 0, INT32_MAX, &set))
            return false;
        input->element = at;
        input->target = collada_target(source, at, "source", NULL);
        if (input->target == NULL) return false;
        input->offset = (uint32_t)offset;
        input->set = (uint32_t)set;
        if (input->offset + 1 > *stride) *stride = input->offset + 1;
    }
    return true;
}

const collada_input *collada_input_of(const collada_input *inputs, uint32_t count, const char *semantic) {
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(inputs[i].semantic, semantic) == 0) return &inputs[i];
    }
    return NULL;
}

/* ---- custom properties ---- */

static void put_quoted(writer *out, const char *text) {
    char *quoted = import_json_quote(text);
    if (quoted == NULL) out->failed = true;
    if (quoted != NULL) writer_bytes(out, quoted, strlen(quoted));
    free(quoted);
}

char *collada_properties(const import_xml *element) {
    writer out = {0};
    import_name_table names = {0};
    bool any = false;
    for (const import_xml *extra = import_xml_child(element, "extra"); extra != NULL;
         extra = import_xml_sibling(extra, "extra")) {
        for (const import_xml *at = extra->first; at != NULL; at = collada_following(at, extra)) {
            if (at->first != NULL || strcmp(at->name, "technique") == 0) continue;
            uint32_t known = names.count; /* of two elements of one name the first counts, as in JSON */
            if (import_name_table_add(&names, at->name, strlen(at->name)) != known) continue;
            writer_bytes(&out, any ? ", " : "{", any ? 2 : 1);
            put_quoted(&out, at->name);
            writer_bytes(&out, ": ", 2);
            put_quoted(&out, at->text);
            any = true;
        }
    }
    writer_bytes(&out, "}", 2); /* a brace and a zero behind it */
    import_name_table_free(&names);
    if (any && !out.failed) return (char *)out.data;
    writer_free(&out);
    return NULL;
}

/* ---- the document ---- */

static bool read_unit(collada_source *source, const import_xml *unit, double *metres) {
    const char *text = import_xml_attribute_of(unit, "meter");
    if (text == NULL) return true;
    if (read_word(source, unit, text, strlen(text), metres) && *metres >= 1e-6 && *metres <= 1e6) return true;
    return collada_fault(source, unit, "meter=\"%.40s\": a number from 0.000001 to 1000000 is wanted", text);
}

/* Reads the up axis, with the axis that is taken as ahead, and the metres of a unit. */
static bool read_asset(collada_source *source) {
    const import_xml *root = source->document.root, *asset = import_xml_child(root, "asset");
    const import_xml *up = collada_below(asset, "up_axis"), *unit = collada_below(asset, "unit");
    static const char *const axes[3][2] = {{"X_UP", "URF"}, {"Y_UP", "LUF"}, {"Z_UP", "LBU"}};
    double metres = 1;
    memcpy(source->scene->axes, "LUF", 4);
    source->scene->axes_assumed = true;
    if (up != NULL) {
        const char *word = skip(up->text);
        bool known = false;
        for (int i = 0; i < 3; i++) {
            if (strncmp(word, axes[i][0], 4) != 0) continue;
            memcpy(source->scene->axes, axes[i][1], 4);
            known = true;
        }
        if (!known)
            return collada_fault(source, up, "`%.20s` is none of X_UP, Y_UP and Z_UP; correct it", word);
    }
    if (unit != NULL) {
        if (!read_unit(source, unit, &metres)) return false;
    }
    source->scene->unit = metres;
    return true;
}

static bool read_document(collada_source *source, const char *text, size_t size) {
    if (!import_xml_parse(source->name, text, size, &source->document, source->error)) return false;
    const import_xml *root = source->document.root;
    if (strcmp(root->name, "COLLADA") != 0)
        return collada_fault(source, root, "the outermost element is not COLLADA; is this a COLLADA file?");
    source->budget = ((uint64_t)64 << 20) + 64 * (uint64_t)size;
    source->clipping = 100000000;
    return read_asset(source) && collect_ids(source) && collada_read_materials(source) &&
           collada_read_nodes(source) && collada_read_instances(source) && collada_read_animations(source);
}

static bool read_any(const char *name, const void *data, size_t size, bool use_files, import_scene *scene,
                     tool_error *error) {
    collada_source source;
    memset(&source, 0, sizeof source);
    memset(scene, 0, sizeof *scene);
    source.name = name;
    source.scene = scene;
    source.error = error;
    source.use_files = use_files;
    source.meshes.record_size = 4 * sizeof(uint32_t);
    bool ok = read_document(&source, data, size);
    import_name_table_free(&source.ids);
    import_name_table_free(&source.bindings);
    import_name_table_free(&source.symbols);
    import_record_set_free(&source.meshes);
    free((void *)source.elements);
    free((void *)source.node_elements);
    free(source.instances);
    import_arena_free(&source.arena);
    import_xml_free(&source.document);
    if (!ok) import_scene_free(scene);
    return ok;
}

bool import_collada_from_memory(const char *name, const void *data, size_t size, import_scene *scene,
                                tool_error *error) {
    return read_any(name, data, size, false, scene, error);
}

bool import_collada_load(const char *path, import_scene *scene, tool_error *error) {
    uint8_t *data = NULL;
    size_t size = 0;
    memset(scene, 0, sizeof *scene);
    if (!import_file_read(path, &data, &size, error)) return false;
    bool ok = read_any(path, data, size, true, scene, error);
    free(data);
    return ok;
}
