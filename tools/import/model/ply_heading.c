/* The heading of PLY files: elements and their properties. */
#include <string.h>

#include "tools/import/model/ply_source.h"

const uint8_t ply_sizes[PLY_TYPES] = {1, 1, 2, 2, 4, 4, 4, 8};

static bool wrong(const ply_source *p, const char *sentence) {
    return import_error_line(p->error, p->name, p->scan.line, "%s", sentence);
}

/* The number in a list, which ends with NULL, of the word that stands here; -1: the word is not in the list. */
static int take_word(ply_source *p, const char *const *list) {
    size_t length;
    import_text_skip_blanks(&p->scan);
    const char *word = import_text_word(&p->scan, &length);
    for (int i = 0; length > 0 && list[i] != NULL; i++) {
        if (strlen(list[i]) == length && memcmp(word, list[i], length) == 0) return i;
    }
    return -1;
}

static bool take_type(ply_source *p, ply_type *type) {
    static const char *const words[] = {"char",  "uchar",  "short",   "ushort",  "int",   "uint",
                                        "float", "double", "int8",    "uint8",   "int16", "uint16",
                                        "int32", "uint32", "float32", "float64", NULL};
    int found = take_word(p, words);
    if (found < 0)
        return wrong(p, "a property has the type char, uchar, short, ushort, int, uint, float or double");
    *type = (ply_type)(found % PLY_TYPES);
    return true;
}

static ply_role role_of_number(ply_source *p) {
    static const char *const words[] = {"x",
                                        "y",
                                        "z",
                                        "nx",
                                        "ny",
                                        "nz",
                                        "u",
                                        "v",
                                        "red",
                                        "green",
                                        "blue",
                                        "alpha",
                                        "",
                                        "",
                                        "",
                                        "",
                                        "",
                                        "",
                                        "s",
                                        "t",
                                        "r",
                                        "g",
                                        "b",
                                        "a",
                                        "",
                                        "",
                                        "",
                                        "",
                                        "",
                                        "",
                                        "texture_u",
                                        "texture_v",
                                        "diffuse_red",
                                        "diffuse_green",
                                        "diffuse_blue",
                                        "diffuse_alpha",
                                        NULL};
    int found = take_word(p, words);
    return found < 0 ? PLY_OTHER : (ply_role)(found % PLY_NUMBERS);
}

static ply_role role_of_list(ply_source *p) {
    static const char *const words[] = {"vertex_indices", "texcoord", "vertex_index", NULL};
    int found = take_word(p, words);
    return found < 0 ? PLY_OTHER : found == 1 ? PLY_CORNER_UVS : PLY_INDICES;
}

static bool read_property(ply_source *p) {
    ply_element *element = p->element_count == 0 ? NULL : &p->elements[p->element_count - 1];
    static const char *const list[] = {"list", NULL};
    if (element == NULL) return wrong(p, "a property stands before any element");
    if (element->property_count == PLY_PROPERTIES) return wrong(p, "an element has at most 64 properties");
    ply_property *property = &element->properties[element->property_count++];
    import_text before = p->scan;
    property->list = take_word(p, list) == 0;
    if (!property->list) p->scan = before;
    if ((property->list && !take_type(p, &property->count_type)) || !take_type(p, &property->type))
        return false;
    if (property->list && property->count_type >= PLY_F32)
        return wrong(p, "how long a list is must be a whole number");
    property->role = property->list ? role_of_list(p) : role_of_number(p);
    return true;
}

static bool read_element(ply_source *p) {
    static const char *const kinds[] = {"vertex", "face", "tristrips", NULL};
    long long count;
    if (p->element_count == PLY_ELEMENTS) return wrong(p, "at most 32 elements are read");
    int kind = take_word(p, kinds);
    import_text_skip_blanks(&p->scan);
    if (!import_text_integer(&p->scan, &count) || count < 0)
        return wrong(p, "`element NAME COUNT` is wanted, with a whole number");
    ply_element *element = &p->elements[p->element_count++];
    element->kind = kind < 0 ? PLY_FOREIGN : (ply_kind)kind;
    element->count = (uint64_t)count;
    return true;
}

static bool read_format(ply_source *p, bool *seen) {
    static const char *const forms[] = {"ascii", "binary_little_endian", "binary_big_endian", NULL};
    int form = take_word(p, forms);
    if (form < 0) return wrong(p, "the format must be ascii, binary_little_endian or binary_big_endian");
    p->form = (ply_form)form;
    *seen = true;
    return true;
}

static void read_remark(ply_source *p) {
    static const char *const words[] = {"TextureFile", NULL};
    size_t length;
    if (take_word(p, words) != 0 || p->texture[0] != 0) return;
    const char *rest = import_text_rest(&p->scan, &length);
    if (length == 0 || length >= sizeof p->texture || memchr(rest, 0, length) != NULL) return;
    memcpy(p->texture, rest, length);
}

/* Checks the counts of rows against the size of the file: every row takes some bytes. */
static bool check_counts(const ply_source *p) {
    uint64_t rest = p->size - p->at;
    for (uint32_t e = 0; e < p->element_count; e++) {
        const ply_element *element = &p->elements[e];
        uint64_t row = 0;
        for (uint32_t i = 0; i < element->property_count; i++) {
            const ply_property *property = &element->properties[i];
            row +=
                p->form == PLY_TEXT ? 1 : ply_sizes[property->list ? property->count_type : property->type];
        }
        if (element->count > 0 && row == 0 && element->kind == PLY_FOREIGN) continue;
        if (element->count > 0 && (row == 0 || element->count > rest / row))
            return import_error_offset(
                p->error, p->name, p->at,
                "the heading tells of %llu rows that cannot lie in the %llu bytes behind it; "
                "the file is truncated",
                (unsigned long long)element->count, (unsigned long long)rest);
        rest -= element->count * row;
    }
    return true;
}

bool ply_read_heading(ply_source *p) {
    static const char *const words[] = {
        "end_header", "element",  "property", "format",
        "comment",    "obj_info", "Created", /* Blender 2.4 leaves the word comment out */
        NULL};
    bool formed = false, ended = false;
    p->scan = import_text_open((const char *)p->data, p->size);
    while (!ended) {
        if (!import_text_next_line(&p->scan))
            return wrong(p, "the file ends inside of its heading; it is truncated");
        import_text_skip_blanks(&p->scan);
        if (import_text_at_line_end(&p->scan)) continue;
        int word = take_word(p, words);
        if (word < 0) return wrong(p, "element, property, comment or end_header is wanted here");
        if ((word == 1 && !read_element(p)) || (word == 2 && !read_property(p)) ||
            (word == 3 && !read_format(p, &formed)))
            return false;
        if (word == 4) read_remark(p);
        ended = word == 0;
    }
    if (!formed) return wrong(p, "the heading does not tell the format");
    if (!import_text_next_line(&p->scan)) p->scan.at = p->scan.end;
    p->at = (size_t)(p->scan.at - (const char *)p->data);
    return check_counts(p);
}
