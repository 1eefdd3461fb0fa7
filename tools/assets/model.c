/* Polygon models in memory and their OBJ and MTL files. */
#include "tools/assets/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEGREES (3.14159265358979323846 / 180)

vector vector_of(double x, double y, double z) { return (vector){x, y, z}; }

vector vector_add(vector a, vector b) { return (vector){a.x + b.x, a.y + b.y, a.z + b.z}; }

vector vector_scale(vector a, double s) { return (vector){a.x * s, a.y * s, a.z * s}; }

vector vector_cross(vector a, vector b) {
    return (vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

vector vector_unit(vector a) {
    double length = sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
    return length > 0 ? vector_scale(a, 1 / length) : vector_of(0, 1, 0);
}

static void full(const char *what) {
    fprintf(stderr, "assets: too many %s in a model\n", what);
    exit(1);
}

void model_begin(model *m) {
    memset(m, 0, sizeof *m);
    model_place(m, vector_of(0, 0, 0), 0, 0, 0);
}

void model_material(model *m, const char *name, unsigned colour) {
    for (int i = 0; i < m->material_count; i++) {
        if (strcmp(m->materials[i].name, name) == 0) {
            m->material = i;
            return;
        }
    }
    if (m->material_count == MODEL_MATERIALS) full("materials");
    m->materials[m->material_count].name = name;
    m->materials[m->material_count].colour = colour;
    m->material = m->material_count++;
}

static vector turned_vector(vector p, double yaw, double pitch, double roll) {
    double c = cos(roll * DEGREES), s = sin(roll * DEGREES);
    p = vector_of(c * p.x - s * p.y, s * p.x + c * p.y, p.z);
    c = cos(pitch * DEGREES), s = sin(pitch * DEGREES);
    p = vector_of(p.x, c * p.y - s * p.z, s * p.y + c * p.z);
    c = cos(yaw * DEGREES), s = sin(yaw * DEGREES);
    return vector_of(c * p.x + s * p.z, p.y, c * p.z - s * p.x);
}

void model_place(model *m, vector origin, double yaw, double pitch, double roll) {
    m->axis_x = turned_vector(vector_of(1, 0, 0), yaw, pitch, roll);
    m->axis_y = turned_vector(vector_of(0, 1, 0), yaw, pitch, roll);
    m->axis_z = turned_vector(vector_of(0, 0, 1), yaw, pitch, roll);
    m->origin = origin;
}

/* Finds or adds a row of `width` numbers; lists are short, so a search from the end is quick enough. */
static int shared_row(int *rows, int width, int *count, const int *row, const char *what) {
    for (int i = *count - 1; i >= 0; i--)
        if (memcmp(rows + i * width, row, (size_t)width * sizeof *row) == 0) return i;
    if (*count == MODEL_ITEMS) full(what);
    memcpy(rows + *count * width, row, (size_t)width * sizeof *row);
    return (*count)++;
}

static int rounded(double value, double units) { return (int)floor(value * units + 0.5); }

static vector placed(const model *m, vector p) {
    return vector_add(vector_scale(m->axis_x, p.x),
                      vector_add(vector_scale(m->axis_y, p.y), vector_scale(m->axis_z, p.z)));
}

corner model_corner(model *m, vector position, vector normal, double u, double v) {
    vector p = vector_add(m->origin, placed(m, position));
    vector n = vector_unit(placed(m, normal));
    int p_row[3] = {rounded(p.x, 1000), rounded(p.y, 1000), rounded(p.z, 1000)};
    int n_row[3] = {rounded(n.x, 100), rounded(n.y, 100), rounded(n.z, 100)};
    int t_row[2] = {rounded(u, 1000), rounded(v, 1000)};
    corner result;
    result.position = shared_row(m->positions[0], 3, &m->position_count, p_row, "positions");
    result.normal = shared_row(m->normals[0], 3, &m->normal_count, n_row, "normals");
    result.texture = shared_row(m->textures[0], 2, &m->texture_count, t_row, "texture coordinates");
    return result;
}

static void add_face(model *m, int count, const corner *corners) {
    if (m->face_count == MODEL_FACES) full("faces");
    memcpy(m->faces[m->face_count].corners, corners, (size_t)count * sizeof *corners);
    m->faces[m->face_count].corner_count = count;
    m->faces[m->face_count].material = m->material;
    m->face_count++;
}

void model_triangle(model *m, corner a, corner b, corner c) {
    corner corners[3] = {a, b, c};
    if (a.position != b.position && b.position != c.position && c.position != a.position)
        add_face(m, 3, corners);
}

void model_quad(model *m, corner a, corner b, corner c, corner d) {
    corner corners[4] = {a, b, c, d};
    if (a.position == b.position || b.position == c.position)
        model_triangle(m, a, c, d);
    else if (c.position == d.position || d.position == a.position)
        model_triangle(m, a, b, c);
    else
        add_face(m, 4, corners);
}

void model_facet(model *m, int count, const vector *points, const double *uv) {
    vector side = vector_add(points[1], vector_scale(points[0], -1));
    vector other = vector_add(points[count - 1], vector_scale(points[0], -1));
    vector normal = vector_cross(side, other);
    corner corners[4];
    for (int i = 0; i < count && i < 4; i++)
        corners[i] = model_corner(m, points[i], normal, uv[2 * i], uv[2 * i + 1]);
    if (count == 3)
        model_triangle(m, corners[0], corners[1], corners[2]);
    else
        model_quad(m, corners[0], corners[1], corners[2], corners[3]);
}

int model_triangles(const model *m) {
    const obj_text all = {.faces = m->faces, .face_count = m->face_count};
    return obj_text_triangles(&all);
}

static bool write_file(const char *folder, const char *name, const char *ending, writer *text) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s.%s", folder, name, ending);
    FILE *out = text->failed ? NULL : fopen(path, "wb");
    bool good = out != NULL && fwrite(text->data, 1, text->size, out) == text->size;
    if (out != NULL) good = fclose(out) == 0 && good;
    if (!good) fprintf(stderr, "assets: %s cannot be written\n", path);
    writer_free(text);
    return good;
}

bool model_write(const model *m, const char *folder, const char *name) {
    writer text = {0}, colours = {0};
    char remark[160], materials[160];
    snprintf(remark, sizeof remark, "%s: %d triangles; made by tools/assets (make assets), not by hand", name,
             model_triangles(m));
    snprintf(materials, sizeof materials, "%s.mtl", name);
    const obj_text all = {
        .remark = remark,
        .materials = m->material_count > 0 ? materials : NULL,
        .positions = m->positions,
        .textures = m->textures,
        .normals = m->normals,
        .position_count = m->position_count,
        .texture_count = m->texture_count,
        .normal_count = m->normal_count,
        .normal_scale = 100,
        .faces = m->faces,
        .face_count = m->face_count,
        .material_list = m->materials,
        .material_count = m->material_count,
    };
    if (m->material_count > 0) {
        obj_text_materials(m->materials, m->material_count, &colours);
        if (!write_file(folder, name, "mtl", &colours)) return false;
    }
    obj_text_write(&all, &text);
    return write_file(folder, name, "obj", &text);
}
