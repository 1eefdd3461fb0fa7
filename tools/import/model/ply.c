/* The PLY reader: rows of numbers, each by its type, into the corners of a shape. */
#include "tools/import/model/ply.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/file.h"
#include "tools/import/model/ply_source.h"
#include "tools/import/model/triangulate.h"

typedef struct ply_list {
    double *values;
    size_t count, room;
} ply_list;

typedef struct ply_reader {
    ply_source source;
    import_shape shape;
    float (*vertices)[PLY_NUMBERS];
    uint64_t vertex_count;
    bool vertex_colours, face_colours;
    double row[PLY_NUMBERS]; /* of the row under way */
    ply_list indices, uvs;   /* of the row under way */
    double (*points)[3];
    size_t point_room;
    uint32_t *cut;
    size_t cut_room;
    uint64_t budget;
} ply_reader;

bool import_ply_is(const uint8_t *data, size_t size) {
    return size >= 4 && memcmp(data, "ply", 3) == 0 && (data[3] == '\n' || data[3] == '\r' || data[3] == ' ');
}

static bool memory(const ply_reader *r) { return import_error_memory(r->source.error, r->source.name); }

/* Reports a fault at the reader's place. */
static bool wrong(const ply_reader *r, const char *sentence) {
    const ply_source *p = &r->source;
    if (p->form == PLY_TEXT) return import_error_line(p->error, p->name, p->scan.line, "%s", sentence);
    return import_error_offset(p->error, p->name, p->at, "%s", sentence);
}

/* ---- numbers ---- */

static bool read_word(ply_reader *r, double *value) {
    import_text *scan = &r->source.scan;
    import_text_skip_blanks(scan);
    while (import_text_at_line_end(scan)) {
        if (!import_text_next_line(scan))
            return wrong(r, "the file ends before its last row; it is truncated");
        import_text_skip_blanks(scan);
    }
    return import_text_number(scan, value) || wrong(r, "a number is wanted here");
}

static bool read_value(ply_reader *r, ply_type type, double *value) {
    ply_source *p = &r->source;
    uint32_t bytes = ply_sizes[type];
    uint64_t bits = 0;
    if (p->form == PLY_TEXT) return read_word(r, value);
    if (bytes > p->size - p->at) return wrong(r, "the file ends before its last row; it is truncated");
    for (uint32_t i = 0; i < bytes; i++)
        bits |= (uint64_t)p->data[p->at + i] << (8 * (p->form == PLY_BIG ? bytes - 1 - i : i));
    p->at += bytes;
    if (type == PLY_F32) {
        uint32_t low = (uint32_t)bits;
        float single;
        memcpy(&single, &low, sizeof single);
        *value = (double)single;
    } else if (type == PLY_F64) {
        memcpy(value, &bits, sizeof bits);
    } else {
        bool negative = type % 2 == 0 && bits >> (8 * bytes - 1) != 0;
        *value = negative ? (double)bits - ldexp(1, (int)(8 * bytes)) : (double)bits;
    }
    return true;
}

/* ---- rows ---- */

static bool read_list(ply_reader *r, const ply_property *property) {
    static const double longest = 1 << 24;
    ply_list *list = property->role == PLY_INDICES      ? &r->indices
                     : property->role == PLY_CORNER_UVS ? &r->uvs
                                                        : NULL;
    double count, value;
    if (!read_value(r, property->count_type, &count)) return false;
    if (!(count >= 0 && count <= longest) || count != floor(count))
        return wrong(
            r, "a list's length is no whole number up to 16777216; the file is damaged, export it again");
    for (uint32_t i = 0; i < (uint32_t)count; i++) {
        if (!read_value(r, property->type, &value)) return false;
        if (list == NULL) continue;
        void *values = list->values;
        if (!import_grow(&values, &list->room, list->count + 1, sizeof *list->values)) return memory(r);
        list->values = values;
        list->values[list->count++] = value;
    }
    return true;
}

/* A colour channel as 0..1: a whole number is divided by the largest of its type. */
static double in_range(const ply_property *property, double value) {
    static const double most[PLY_TYPES] = {127, 255, 32767, 65535, 2147483647.0, 4294967295.0, 1, 1};
    double part = value / most[property->type];
    return part < 0 ? 0 : part > 1 ? 1 : part;
}

static bool read_row(ply_reader *r, const ply_element *element) {
    r->indices.count = r->uvs.count = 0;
    for (int k = 0; k < PLY_NUMBERS; k++) r->row[k] = k == PLY_ALPHA ? 1 : 0;
    for (uint32_t i = 0; i < element->property_count; i++) {
        const ply_property *property = &element->properties[i];
        double value;
        if (property->list) {
            if (!read_list(r, property)) return false;
            continue;
        }
        if (!read_value(r, property->type, &value)) return false;
        if (property->role >= PLY_NUMBERS) continue;
        if (!(fabs(value) <= 1e15)) return wrong(r, "a number before this place is none, or beyond 1e15");
        r->row[property->role] = property->role >= PLY_RED ? in_range(property, value) : value;
    }
    return true;
}

static bool element_has(const ply_element *element, ply_role role) {
    for (uint32_t i = 0; i < element->property_count; i++) {
        if (element->properties[i].role == role) return true;
    }
    return false;
}

static bool read_vertices(ply_reader *r, const ply_element *element) {
    for (int k = 0; k < 3; k++) {
        if (!element_has(element, (ply_role)(PLY_X + k))) return wrong(r, "vertices without x, y and z");
    }
    if (r->vertices != NULL) return wrong(r, "vertices stand there twice");
    r->shape.has_normals = element_has(element, PLY_NORMAL_X);
    r->shape.has_uvs = element_has(element, PLY_U) && element_has(element, PLY_V);
    r->shape.has_colours = r->vertex_colours = element_has(element, PLY_RED);
    r->vertices = malloc((size_t)(element->count + 1) * sizeof *r->vertices);
    if (r->vertices == NULL) return memory(r);
    for (uint64_t i = 0; i < element->count; i++) {
        if (!read_row(r, element)) return false;
        for (int k = 0; k < PLY_NUMBERS; k++) r->vertices[i][k] = (float)r->row[k];
    }
    r->vertex_count = element->count;
    return true;
}

/* ---- faces ---- */

static bool add_corner(ply_reader *r, size_t place) {
    const float *v = r->vertices[(size_t)r->indices.values[place]];
    import_shape_corner corner = {.position = {v[0], v[1], v[2]},
                                  .normal = {v[3], v[4], v[5]},
                                  .uv = {v[PLY_U], r->shape.has_uvs ? 1 - v[PLY_V] : 0},
                                  .colour = {v[PLY_RED], v[PLY_RED + 1], v[PLY_RED + 2], v[PLY_ALPHA]}};
    if (r->uvs.count >= 2 * r->indices.count) {
        double u = r->uvs.values[2 * place], down = 1 - r->uvs.values[2 * place + 1];
        bool sound = fabs(u) <= 1e15 && fabs(down) <= 1e15;
        corner.uv[0] = sound ? (float)u : 0;
        corner.uv[1] = sound ? (float)down : 0;
    }
    for (int k = 0; r->face_colours && k < 4; k++) corner.colour[k] = (float)r->row[PLY_RED + k];
    return import_shape_add(&r->shape, &corner) || memory(r);
}

static bool check_indices(const ply_reader *r, bool strip) {
    for (size_t i = 0; i < r->indices.count; i++) {
        double index = r->indices.values[i];
        if (strip && index == -1) continue;
        if (index >= 0 && index < (double)r->vertex_count && index == floor(index)) continue;
        return wrong(r, "a face before this place names a vertex that is not there; export the file again");
    }
    return true;
}

static bool add_polygon(ply_reader *r) {
    size_t count = r->indices.count;
    void *points = r->points, *cut = r->cut;
    if (count < 3) return true;
    if (!import_grow(&points, &r->point_room, count, sizeof *r->points)) return memory(r);
    r->points = points;
    if (!import_grow(&cut, &r->cut_room, 3 * count, sizeof *r->cut)) return memory(r);
    r->cut = cut;
    for (size_t i = 0; i < count; i++) {
        const float *v = r->vertices[(size_t)r->indices.values[i]];
        for (int k = 0; k < 3; k++) r->points[i][k] = (double)v[k];
    }
    import_polygon_result result =
        import_triangulate((const double(*)[3])r->points, count, r->cut, &r->budget);
    if (result.out_of_memory) return memory(r);
    for (size_t i = 0; i < 3 * result.triangle_count; i++) {
        if (!add_corner(r, r->cut[i])) return false;
    }
    return true;
}

/* Adds the triangles of strips. Every other triangle is turned; -1 begins a new strip. */
static bool add_strip(ply_reader *r) {
    size_t run = 0;
    for (size_t i = 0; i < r->indices.count; i++) {
        if (r->indices.values[i] < 0) {
            run = 0;
            continue;
        }
        if (++run < 3) continue;
        size_t odd = run % 2 == 0;
        const double *v = r->indices.values + i - 2;
        if (v[0] == v[1] || v[1] == v[2] || v[0] == v[2]) continue;
        if (!add_corner(r, i - 2) || !add_corner(r, i - 1 + odd) || !add_corner(r, i - odd)) return false;
    }
    return true;
}

static bool read_faces(ply_reader *r, const ply_element *element) {
    bool strip = element->kind == PLY_STRIPS;
    if (r->vertices == NULL) return wrong(r, "faces stand before the vertices; export the file again");
    r->face_colours = !r->vertex_colours && !strip && element_has(element, PLY_RED);
    r->shape.has_colours |= r->face_colours;
    r->shape.has_uvs |= element_has(element, PLY_CORNER_UVS);
    for (uint64_t i = 0; i < element->count; i++) {
        if (!read_row(r, element) || !check_indices(r, strip)) return false;
        if (!(strip ? add_strip(r) : add_polygon(r))) return false;
    }
    return true;
}

static bool read_rows(ply_reader *r) {
    for (uint32_t e = 0; e < r->source.element_count; e++) {
        const ply_element *element = &r->source.elements[e];
        bool ok = true;
        if (element->kind == PLY_VERTICES)
            ok = read_vertices(r, element);
        else if (element->kind != PLY_FOREIGN)
            ok = read_faces(r, element);
        else
            for (uint64_t i = 0; ok && element->property_count > 0 && i < element->count; i++)
                ok = read_row(r, element);
        if (!ok) return false;
    }
    return true;
}

/* ---- the whole ---- */

/* The path of the picture that a remark names, if the picture lies beside the file; else NULL. */
static char *find_texture(const ply_reader *r, const char *beside) {
    if (beside == NULL || r->source.texture[0] == 0) return NULL;
    char *path = import_file_resolve(beside, r->source.texture);
    if (path != NULL && import_file_exists(path)) return path;
    free(path);
    return NULL;
}

bool import_ply_from_memory(const char *name, const void *data, size_t size, const char *beside,
                            import_scene *scene, tool_error *error) {
    memset(scene, 0, sizeof *scene);
    if (!import_ply_is(data, size)) return import_error_offset(error, name, 0, "this is no PLY file");
    ply_reader *r = calloc(1, sizeof *r);
    if (r == NULL) return import_error_memory(error, name);
    r->source = (ply_source){.name = name, .data = data, .size = size, .error = error};
    r->shape = (import_shape)IMPORT_SHAPE_EMPTY;
    r->budget = (uint64_t)1 << 28;
    bool ok = ply_read_heading(&r->source) && read_rows(r);
    char *texture = ok ? find_texture(r, beside) : NULL;
    ok = ok && import_shape_finish(name, &r->shape, "RUB", texture, scene, error);
    if (ok && texture == NULL && r->source.texture[0] != 0 && beside != NULL)
        import_scene_warn(scene, "%s: the picture %s is not there", name, r->source.texture);
    import_shape_free(&r->shape);
    free(texture);
    free(r->vertices);
    free(r->indices.values);
    free(r->uvs.values);
    free(r->points);
    free(r->cut);
    free(r);
    return ok;
}
