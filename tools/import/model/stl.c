/* The STL reader: records of 50 bytes, or lines that begin with a keyword. */
#include "tools/import/model/stl.h"

#include <math.h>
#include <string.h>

#include "tools/import/base/text.h"
#include "tools/import/model/shape.h"

enum { HEADER = 84, RECORD = 50 };

typedef struct stl_reader {
    const char *name;
    const uint8_t *data;
    size_t size;
    tool_error *error;
    import_shape shape;
} stl_reader;

static uint32_t u32(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static bool is_word(const char *word, size_t length, const char *wanted) {
    if (strlen(wanted) != length) return false;
    for (size_t i = 0; i < length; i++) {
        if ((word[i] | 32) != wanted[i]) return false;
    }
    return true;
}

static bool has_right_size(const uint8_t *data, size_t size) {
    return size > HEADER && (uint64_t)u32(data + 80) * RECORD + HEADER == size;
}

/* Whether the file is a text: `solid`, and facet or endsolid as the first word of a later line; a text has no
 * NULs. */
static bool is_text(const uint8_t *data, size_t size) {
    size_t look = size < 4096 ? size : 4096, at = import_text_mark((const char *)data, size), line = 0;
    while (at < look && (data[at] == ' ' || (data[at] >= 9 && data[at] <= 13))) at++;
    if (at + 5 > look || !is_word((const char *)data + at, 5, "solid") || memchr(data, 0, look) != NULL)
        return false;
    for (at += 5; at < look; at++) {
        if (data[at] == '\n' || data[at] == '\r') line = at + 1;
        if (data[at] == ' ' || data[at] == '\t') line += line == at;
        if (line != at || at + 8 > look) continue;
        if (is_word((const char *)data + at, 5, "facet") || is_word((const char *)data + at, 8, "endsolid"))
            return true;
    }
    return false;
}

bool import_stl_is(const uint8_t *data, size_t size) {
    return has_right_size(data, size) || is_text(data, size);
}

/* ---- bytes ---- */

static bool read_place(const stl_reader *r, size_t at, float position[3]) {
    for (size_t k = 0; k < 3; k++) {
        uint32_t bits = u32(r->data + at + 4 * k);
        memcpy(&position[k], &bits, sizeof bits);
        if (!(fabs((double)position[k]) <= 1e15))
            return import_error_offset(r->error, r->name, at + 4 * k,
                                       "this is no number, or beyond 1e15; export the file again");
    }
    return true;
}

/* The colour that Materialise's programs put into the heading, for triangles without a colour of their own; else
 * NULL. */
static const uint8_t *heading_colour(const stl_reader *r) {
    for (size_t i = 0; i + 10 <= 80; i++) {
        if (memcmp(r->data + i, "COLOR=", 6) == 0) return r->data + i + 6;
    }
    return NULL;
}

static void read_colour(uint32_t bits, const uint8_t *common, float colour[4]) {
    bool own = common != NULL ? (bits & 0x8000) == 0 : (bits & 0x8000) != 0;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t five = bits >> (common != NULL ? 5 * k : 10 - 5 * k) & 31;
        colour[k] = own ? (float)five / 31.0f : common != NULL ? (float)common[k] / 255.0f : 1.0f;
    }
    colour[3] = 1;
}

static bool read_records(stl_reader *r) {
    const uint8_t *common = heading_colour(r);
    size_t count = (r->size - HEADER) / RECORD;
    for (size_t i = 0; i < count; i++)
        r->shape.has_colours |= (r->data[HEADER + RECORD * i + 49] & 0x80) != 0;
    r->shape.has_colours |= common != NULL;
    for (size_t i = 0; i < count; i++) {
        size_t at = HEADER + RECORD * i;
        import_shape_corner corner = {.position = {0}};
        uint32_t bits = (uint32_t)(r->data[at + 48] | r->data[at + 49] << 8);
        if (r->shape.has_colours) read_colour(bits, common, corner.colour);
        for (size_t c = 0; c < 3; c++) {
            if (!read_place(r, at + 12 + 12 * c, corner.position)) return false;
            if (!import_shape_add(&r->shape, &corner)) return import_error_memory(r->error, r->name);
        }
    }
    return true;
}

/* ---- text ---- */

static bool read_vertex(stl_reader *r, import_text *scan) {
    import_shape_corner corner = {.position = {0}};
    for (int k = 0; k < 3; k++) {
        double value;
        if (!import_text_number(scan, &value) || fabs(value) > 1e15)
            return import_error_line(r->error, r->name, scan->line,
                                     "`vertex X Y Z` with three numbers is wanted");
        corner.position[k] = (float)value;
    }
    return import_shape_add(&r->shape, &corner) || import_error_memory(r->error, r->name);
}

static bool read_lines(stl_reader *r) {
    static const char *const passed[] = {"solid", "outer", "endloop", "endsolid", "color"};
    import_text scan = import_text_open((const char *)r->data, r->size);
    size_t corners = 0, length;
    do {
        bool known = false;
        import_text_skip_blanks(&scan);
        if (import_text_at_line_end(&scan)) continue;
        const char *word = import_text_word(&scan, &length);
        for (size_t i = 0; i < sizeof passed / sizeof passed[0]; i++)
            known |= is_word(word, length, passed[i]);
        if (is_word(word, length, "vertex")) {
            if (!read_vertex(r, &scan)) return false;
            corners++;
        } else if (is_word(word, length, "facet") || is_word(word, length, "endfacet")) {
            if (corners != (word[0] == 'e' || word[0] == 'E' ? 3 : 0))
                return import_error_line(
                    r->error, r->name, scan.line,
                    "a facet has three vertices, this one has %zu; export the file again", corners);
            corners = 0;
        } else if (!known) {
            return import_error_line(r->error, r->name, scan.line,
                                     "facet, vertex or endsolid is wanted here; export the file again");
        }
    } while (import_text_next_line(&scan));
    if (corners == 0) return true;
    return import_error_line(r->error, r->name, scan.line,
                             "the file ends inside of a facet; it is truncated");
}

bool import_stl_from_memory(const char *name, const void *data, size_t size, import_scene *scene,
                            tool_error *error) {
    stl_reader r = {name, data, size, error, IMPORT_SHAPE_EMPTY};
    memset(scene, 0, sizeof *scene);
    if (!import_stl_is(data, size)) return import_error_offset(error, name, 0, "this is no STL file");
    bool ok = has_right_size(data, size) ? read_records(&r) : read_lines(&r);
    if (ok) return import_shape_finish(name, &r.shape, "LBU", NULL, scene, error);
    import_shape_free(&r.shape);
    return false;
}
