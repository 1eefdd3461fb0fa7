/* Vertex normals: hard, smooth, by crease angle; and what a target's form makes of them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/angle.h"
#include "tools/import/base/intern.h"
#include "tools/import/mesh/condition.h"
#include "tools/import/mesh/mesh_topology.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void subtract(const float a[3], const float b[3], double to[3]) {
    for (int k = 0; k < 3; k++) to[k] = (double)a[k] - (double)b[k];
}

static void cross(const double a[3], const double b[3], double to[3]) {
    for (int k = 0; k < 3; k++) to[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/* Places with more corners than MOST_AROUND are smooth whatever their angles, so that the work stays in bounds. */
enum { MOST_AROUND = 2048 };

/* A face and the weights of its corners. */
typedef struct face {
    double normal[3]; /* unit, or all 0 */
    double weight[3];
} face;

static void make_face(const import_model *model, uint32_t triangle, import_normal_weight kind, face *f) {
    const float *p[3];
    double u[3], v[3], doubled;
    for (uint32_t i = 0; i < 3; i++)
        p[i] = model->vertices[model->indices[(size_t)triangle * 3 + i]].position;
    subtract(p[1], p[0], u);
    subtract(p[2], p[0], v);
    cross(u, v, f->normal);
    doubled = sqrt(dot(f->normal, f->normal));
    for (int k = 0; k < 3; k++) f->normal[k] = doubled > 0 ? f->normal[k] / doubled : 0;
    for (int i = 0; i < 3; i++) {
        double side[3], across[3];
        subtract(p[(i + 1) % 3], p[i], u);
        subtract(p[(i + 2) % 3], p[i], v);
        cross(u, v, across);
        memcpy(side, across, sizeof side);
        double angle = import_atan2(sqrt(dot(side, side)), dot(u, v));
        f->weight[i] = (kind == IMPORT_BY_ANGLE || kind == IMPORT_BY_BOTH ? angle : 1) *
                       (kind == IMPORT_BY_AREA || kind == IMPORT_BY_BOTH ? doubled : 1);
    }
}

/* Corners around each place, one after another: first[place] .. first[place + 1]. */
static bool list_corners(const import_model *model, const topology *t, uint32_t **first, uint32_t **corners) {
    size_t count = (size_t)model->triangle_count * 3;
    *first = calloc((size_t)t->place_count + 2, sizeof **first);
    *corners = malloc((count + 1) * sizeof **corners);
    if (*first == NULL || *corners == NULL) return false;
    for (size_t i = 0; i < count; i++) (*first)[t->places[model->indices[i]] + 2]++;
    for (uint32_t i = 2; i < t->place_count + 2; i++) (*first)[i] += (*first)[i - 1];
    for (size_t i = 0; i < count; i++) (*corners)[(*first)[t->places[model->indices[i]] + 1]++] = (uint32_t)i;
    return true;
}

/* The normal of a corner: the weighted mean of the faces around its place that lie within the crease angle of
 * its face. */
static void corner_normal(const face *faces, const uint32_t *around, uint32_t count, uint32_t corner,
                          double least_cosine, float to[3]) {
    double sum[3] = {0, 0, 0};
    const face *own = &faces[corner / 3];
    for (uint32_t i = 0; i < count; i++) {
        const face *other = &faces[around[i] / 3];
        if (around[i] / 3 != corner / 3 && dot(own->normal, other->normal) < least_cosine) continue;
        for (int k = 0; k < 3; k++) sum[k] += other->weight[around[i] % 3] * other->normal[k];
    }
    double length = sqrt(dot(sum, sum));
    if (!(length > 1e-9)) { /* faces that cancel out: the normal of the corner's own face */
        memcpy(sum, own->normal, sizeof sum);
        length = sqrt(dot(sum, sum));
    }
    for (int k = 0; k < 3; k++) to[k] = length > 0 ? (float)(sum[k] / length) + 0.0f : k == 1 ? 1.0f : 0.0f;
}

static bool agrees(const face *f, const float normal[3]) {
    const double wide[3] = {(double)normal[0], (double)normal[1], (double)normal[2]};
    return dot(f->normal, wide) > -1e-6;
}

/* Rebuilds the vertices with new normals, one for each different set of attributes. */
static bool rebuild(import_model *model, const float (*normals)[3]) {
    import_record_set set;
    size_t count = (size_t)model->triangle_count * 3;
    uint32_t *indices = malloc((count + 1) * sizeof *indices);
    bool ok = indices != NULL;
    memset(&set, 0, sizeof set);
    set.record_size = sizeof(import_vertex);
    for (size_t i = 0; ok && i < count; i++) {
        import_vertex vertex = model->vertices[model->indices[i]];
        memcpy(vertex.normal, normals[i], sizeof vertex.normal);
        indices[i] = import_record_set_add(&set, &vertex);
        ok = indices[i] != IMPORT_INTERN_FAILED;
    }
    if (ok) {
        memcpy(model->indices, indices, count * sizeof *indices);
        free(model->vertices);
        model->vertices = (import_vertex *)(void *)set.records;
        model->vertex_count = set.count;
        set.records = NULL;
    }
    import_record_set_free(&set);
    free(indices);
    return ok;
}

bool import_make_normals(import_model *model, import_normals kind, import_normal_weight weight, double crease,
                         tool_error *error) {
    topology t;
    uint32_t *first = NULL, *corners = NULL;
    size_t count = (size_t)model->triangle_count * 3;
    double least = kind == IMPORT_NORMALS_HARD ? 2
                   : kind == IMPORT_NORMALS_SMOOTH
                       ? -2
                       : import_cos(fmin(fmax(crease, 0), 180) * IMPORT_PI / 180) - 1e-9;
    if (kind == IMPORT_NORMALS_KEEP) return true;
    if (!topology_make(model, &t)) return import_error_memory(error, NULL);
    face *faces = malloc(((size_t)model->triangle_count + 1) * sizeof *faces);
    float(*normals)[3] = malloc((count + 1) * sizeof *normals);
    bool ok = faces != NULL && normals != NULL && list_corners(model, &t, &first, &corners);
    for (uint32_t i = 0; ok && i < model->triangle_count; i++) make_face(model, i, weight, &faces[i]);
    for (size_t i = 0; ok && i < count; i++) {
        uint32_t place = t.places[model->indices[i]], corner = (uint32_t)i,
                 around = first[place + 1] - first[place];
        const uint32_t *list = corners + first[place];
        bool smooth = kind == IMPORT_NORMALS_SMOOTH || around > MOST_AROUND;
        if (kind == IMPORT_NORMALS_HARD) {
            corner_normal(faces, &corner, 1, corner, least, normals[i]);
        } else if (smooth && list[0] != corner && agrees(&faces[i / 3], normals[list[0]])) {
            memcpy(normals[i], normals[list[0]], sizeof *normals);
        } else {
            corner_normal(faces, list, around, corner, smooth ? -2 : least, normals[i]);
        }
    }
    ok = ok && rebuild(model, (const float(*)[3])normals);
    free(faces);
    free(normals);
    free(first);
    free(corners);
    topology_free(&t);
    return ok || import_error_memory(error, NULL);
}

/* ---- the target's forms ---- */

static double sign_of(double x) { return x < 0 ? -1 : 1; }

void import_octahedron_unpack(const int8_t packed[2], double normal[3]) {
    double x = packed[0] / 127.0, y = packed[1] / 127.0, z = 1 - fabs(x) - fabs(y);
    if (z < 0) {
        double kept = x;
        x = (1 - fabs(y)) * sign_of(kept);
        y = (1 - fabs(kept)) * sign_of(y);
    }
    double length = sqrt(x * x + y * y + z * z);
    normal[0] = x / length;
    normal[1] = y / length;
    normal[2] = z / length;
}

void import_octahedron_pack(const double normal[3], int8_t packed[2]) {
    double sum = fabs(normal[0]) + fabs(normal[1]) + fabs(normal[2]), best = -2;
    double x = sum > 0 ? normal[0] / sum : 0, y = sum > 0 ? normal[1] / sum : 0;
    if (sum > 0 && normal[2] < 0) {
        double kept = x;
        x = (1 - fabs(y)) * sign_of(kept);
        y = (1 - fabs(kept)) * sign_of(y);
    }
    for (int i = 0; i < 4; i++) {
        double unpacked[3], u = floor(x * 127) + (i & 1), v = floor(y * 127) + (i >> 1);
        const int8_t candidate[2] = {(int8_t)fmin(127, fmax(-127, u)), (int8_t)fmin(127, fmax(-127, v))};
        import_octahedron_unpack(candidate, unpacked);
        if (dot(unpacked, normal) <= best) continue;
        best = dot(unpacked, normal);
        memcpy(packed, candidate, 2);
    }
}

double import_normal_error(const import_model *model, import_normal_format format) {
    double worst = 0;
    for (uint32_t i = 0; i < model->vertex_count; i++) {
        double exact[3], stored[3], side[3];
        for (int k = 0; k < 3; k++) {
            exact[k] = (double)model->vertices[i].normal[k];
            stored[k] = floor(exact[k] * 127 + 0.5);
        }
        if (format == IMPORT_NORMAL_OCTAHEDRON) {
            int8_t packed[2];
            import_octahedron_pack(exact, packed);
            import_octahedron_unpack(packed, stored);
        }
        cross(exact, stored, side);
        worst = fmax(worst, import_atan2(sqrt(dot(side, side)), dot(exact, stored)) * 180 / IMPORT_PI);
    }
    return worst;
}
